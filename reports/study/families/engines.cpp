#include "reports/study/families/engines.hpp"

#include "reports/study/run/family.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace unilateral::study {
namespace {

int digits_of(const real50& difference) {
  constexpr int most = scalar_traits<real50>::digits;
  if (difference == 0) return most;
  if (!(difference < 1)) return 0;
  return std::clamp(static_cast<int>(std::floor(-std::log10(to_double(difference)))), 0, most);
}

/// Without their outcome. known: whether there are numbers known in advance, the last of `agreements`.
results cells_of(const std::string& problem, const std::string& first, const std::string& second, bool known) {
  results records;
  for (const std::string quantity : agreements) {
    if (quantity == agreements.back() && !known) continue;
    const std::string cell = "engines/" + problem + "/" + first + "+" + second + "/" + quantity;
    records.push_back(
        {.cell = cell,
         .about = {.study = "engines", .problem = problem, .solver = first, .other = second, .quantity = quantity},
         .digits = scalar_traits<real50>::digits,
         .command = command_that_verifies(cell),
         .facts = agreement_facts{.bound = std::pow(10.0, -digits_to_agree)}});
  }
  return records;
}

}  // namespace

results engines_compared(const std::string& problem, const std::string& first, const solution<real50>& a,
                         const std::string& second, const solution<real50>& b,
                         const std::vector<known_value<real50>>& known) {
  const runs_compared c = compared(first, a, second, b, known);
  results records = cells_of(problem, first, second, !known.empty());
  for (std::size_t k = 0; k < records.size(); ++k) {
    record& r = records[k];
    if (!c.fault.empty()) {
      r.outcome = verdict::fails;
      r.reason = c.fault;
      continue;
    }
    auto& facts = r.as<agreement_facts>();
    facts.difference = to_double(c.worst[k]);
    facts.agreed = digits_of(c.worst[k]);
    r.outcome = *facts.agreed >= digits_to_agree ? verdict::holds : verdict::fails;
    r.reason = fmt::format("agree to {} digits", *facts.agreed);
    if (facts.difference > 0) r.reason += fmt::format("; {:.1e} apart in {}", facts.difference, c.where[k]);
  }
  return records;
}

results engines_of(const problem& of, const listed_solver& first, const listed_solver& second, const options& how) {
  if (of.is_chain()) return {};
  const std::string &one = first.declaration.name, &other = second.declaration.name;
  const statement bound = with_values(std::get<statement>(of.question));
  std::vector<known_value<real50>> known;
  if (of.answer)
    known = of.answer.at<real50>(values_of<real50>(bound.parameters), constant_value<real50>(bound.horizon)).values;
  std::string why;
  if (how.quick) {
    const work_counts work = first.solve<double>(bound, {.step = {}, .until = {}, .record = keep::summary}).counts;
    if (work.impacts > impacts_of_the_quick_grid)
      why = fmt::format("{} impacts, and the quick grid takes up to {}", work.impacts, impacts_of_the_quick_grid);
    if (const std::int64_t forces = work.force_evaluations * bound.system.degrees_of_freedom();
        forces > forces_of_the_quick_grid)
      why = fmt::format("{} components of forces, and the quick grid takes up to {}", forces, forces_of_the_quick_grid);
  }
  if (why.empty())
    return engines_compared(of.name, one, first.solve<real50>(bound, {}), other, second.solve<real50>(bound, {}),
                            known);

  results records = cells_of(of.name, one, other, !known.empty());
  for (record& r : records) {
    r.as<agreement_facts>().left_out = true;
    r.outcome = verdict::cannot_tell;
    r.reason = "not compared: " + why;
  }
  return records;
}

namespace families {

family engines() {
  return {.name = "engines",
          .title = "Reference engines",
          .about = "Two solvers that share no code, both with 50 digits, compared number by number.",
          .plan = [](const problem& of, const options& inside) {
            std::vector<task> tasks;
            if (of.is_chain()) return tasks;
            for (const listed_solver& s : solver_list())
              for (const listed_solver& other : solver_list()) {
                const std::string &a = s.declaration.name, &b = other.declaration.name;
                if (!s.declaration.reference_engine || !other.declaration.reference_engine || !(a < b)) continue;
                tasks.push_back({.name = "engines/" + of.name + "/" + a + "+" + b,
                                 .cells = cells_of(of.name, a, b, static_cast<bool>(of.answer)),
                                 .run = [&of, &s, &other, inside] { return engines_of(of, s, other, inside); }});
              }
            return tasks;
          }};
}

}  // namespace families

}  // namespace unilateral::study
