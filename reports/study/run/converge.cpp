#include "reports/study/run/converge.hpp"

#include "problems/language/input_error.hpp"
#include "reports/study/order/orders.hpp"
#include "reports/study/reference/chain_evolution.hpp"
#include "reports/study/reference/chain_instant.hpp"

#include <algorithm>
#include <iterator>

namespace unilateral::study {

namespace {

template <class Question>
instance_of<Question> asked_on(const problem& of, const parameter_list& overrides,
                               const std::optional<rational>& until) {
  instance_of<Question> bound = bind<Question>(of, overrides, false);
  if (until) {
    bound.until = until;
    bound.settings += " --until " + to_text(*until);
  }
  return bound;
}

input_error nothing_to_measure_against(const std::string& problem, const std::string& end) {
  return input_error("problem " + problem + ": expected a reference motion up to " + end + ", found no closed form");
}

template <class Question>
results converge_on(const problem& of, const parameter_list& overrides, const std::vector<std::string>& solvers,
                    const std::optional<rational>& until, const options& how) {
  const instance_of<Question> bound = asked_on<Question>(of, overrides, until);
  const auto takes_step = [&](const listed_solver& s) {
    return s.solves(bound.question) && s.declaration.applies_to.takes_step();
  };
  std::vector<const listed_solver*> chosen;
  for (const std::string& name : solvers) {
    const listed_solver& s = find_solver(name);
    if (!takes_step(s))
      throw input_error("solver: expected one that takes a step on " + of.name + ", found \"" + name + "\"");
    chosen.push_back(&s);
  }
  if (solvers.empty())
    for (const listed_solver& s : solver_list())
      if (takes_step(s)) chosen.push_back(&s);

  std::optional<reference_motion<double>> against;
  try {
    against = motion_to_measure_against(bound, how.reference);
  } catch (const reference_in_doubt& doubt) {
    results none;
    for (const listed_solver* s : chosen)
      for (const distance_kind kind : all_distances) {
        none.push_back(without_verdict(order_cell(bound, *s, kind), doubt.why()));
        none.back().as<order_facts>().reference = "none";
      }
    return none;
  }
  if (!against) throw nothing_to_measure_against(of.name, bound.end_text());

  results found;
  for (std::size_t k = 0; k < chosen.size(); ++k) {
    for (record& r : orders_of(bound, *chosen[k], *against, how)) found.push_back(std::move(r));
    if (how.progress)
      how.progress(static_cast<int>(k) + 1, static_cast<int>(chosen.size()),
                   of.name + "/" + chosen[k]->declaration.name);
  }
  return found;
}

}  // namespace

results converge(const problem& of, const parameter_list& overrides, const std::vector<std::string>& solvers,
                 const std::optional<rational>& until, const options& how) {
  return of.is_chain() ? converge_on<chain_statement>(of, overrides, solvers, until, how)
                       : converge_on<statement>(of, overrides, solvers, until, how);
}

namespace {

std::optional<reference_motion<double>> known_for_codes(const instance& of, const reference_request& how) {
  return motion_to_measure_against(of, how);
}
std::optional<reference_motion<double>> known_for_codes(const chain_instance& of, const reference_request& how) {
  return of.question.evolves ? evolution_to_measure_against(of, how) : instant_to_measure_against(of);
}

template <class Question>
results converge_codes_on(const problem& of, const parameter_list& overrides, const std::vector<declared_code>& codes,
                          const std::filesystem::path& question, const code_ladder& ladder,
                          const std::optional<rational>& until, const options& how,
                          const std::function<void(const std::string&)>& say) {
  const instance_of<Question> bound = asked_on<Question>(of, overrides, until);
  if (const double end = bound.template end<double>(); ladder.tolerances.empty() && end > 0) grid_of_code(ladder, end);
  results found;
  const auto add = [&](results of_code) { std::move(of_code.begin(), of_code.end(), std::back_inserter(found)); };
  try {
    const auto against = known_for_codes(bound, how.reference);
    if (!against) throw nothing_to_measure_against(of.name, bound.end_text());
    for (const declared_code& x : codes)
      add(orders_of_code(bound, x.code, x.declares, question, *against, ladder, say, how.progress));
  } catch (const reference_in_doubt& doubt) {
    for (const declared_code& x : codes) add(orders_of_code_in_doubt(bound, x.code, x.declares, doubt.why()));
  }
  return found;
}

}  // namespace

results converge(const problem& of, const parameter_list& overrides, const std::vector<declared_code>& codes,
                 const std::filesystem::path& question, const code_ladder& ladder, const std::optional<rational>& until,
                 const options& how, const std::function<void(const std::string&)>& say) {
  return of.is_chain() ? converge_codes_on<chain_statement>(of, overrides, codes, question, ladder, until, how, say)
                       : converge_codes_on<statement>(of, overrides, codes, question, ladder, until, how, say);
}

}  // namespace unilateral::study
