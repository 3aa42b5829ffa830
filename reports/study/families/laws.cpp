#include "reports/study/families/laws.hpp"

#include "problems/judge/chain_laws.hpp"
#include "problems/judge/laws.hpp"
#include "reports/study/run/family.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

namespace unilateral::study {
namespace {

/// Off every grid that a problem's own numbers make.
const rational off_grid(97, 101);

/// A time of the question; where it is no rational (2 π), 64ths below.
rational rational_time(const expression& x) {
  return x.is_constant() ? x.root().value : rational(static_cast<long>(std::floor(64 * constant_value<double>(x))), 64);
}

/// A solver as the judge of laws sees it: a black box. What it throws is an answer that stopped.
template <scalar S>
laws::respondent<S> respondent_of(const listed_solver& solver, const rational& first_step) {
  return [&solver, first_step](const laws::question& asked) {
    request how;
    how.until = rational_time(asked.asked.horizon);
    if (solver.declaration.applies_to.needs_step())
      how.step = rational(first_step * asked.unit_of_time / asked.refinement);
    try {
      return solver.solve<S>(asked.asked, how);
    } catch (const std::exception& refused) {
      solution<S> none;
      none.status = std::string("stopped: ") + refused.what();
      return none;
    }
  };
}

laws::dependence dependence_of(const problem& p) {
  if (p.difficulties.contains(difficulty::discontinuous_data) || p.difficulties.contains(difficulty::non_uniqueness))
    return laws::dependence::none;
  return p.difficulties.contains(difficulty::grazing) ? laws::dependence::square_root : laws::dependence::lipschitz;
}

const std::vector<std::string>& names_of_laws(const problem& p) {
  return p.is_chain() ? laws::names_for_chains() : laws::names();
}

results planned(const problem& p, const std::string& who) {
  results records;
  const std::string study = "laws/" + p.name + "/" + who + "/";
  for (const std::string& law : names_of_laws(p))
    records.push_back({.cell = study + law,
                       .about = {.study = "laws", .problem = p.name, .solver = who, .quantity = law},
                       .digits = 50,
                       .command = command_that_verifies(study + law),
                       .facts = law_facts{}});
  return records;
}

results all_left_out(results records, const std::string& why, verdict outcome = verdict::measured) {
  for (record& r : records) {
    r.outcome = outcome;
    r.as<law_facts>().left_out = why;
    r.reason = "left out: " + why;
  }
  return records;
}

/// What was found of one law in each scalar that was asked.
void conclude(record& r, const std::vector<std::pair<int, laws::finding>>& by_digits) {
  using laws::outcome;
  auto& facts = r.as<law_facts>();
  bool tried = false, broken = false;
  for (const auto& [digits, finding] : by_digits) {
    const laws::finding* const found = &finding;
    const std::string at = (r.reason.empty() ? "" : "; ") + std::to_string(digits) + " digits: ";
    if (found->is == outcome::left_out) {
      r.reason += at + "left out, " + found->where;
      continue;
    }
    tried = true;
    broken = broken || found->is == outcome::broken;
    if (!(found->share <= facts.share)) facts.share = found->share;
    facts.in_the_limit = facts.in_the_limit || found->in_the_limit;
    r.reason += at + fmt::format("{:.2g} of its bound", found->share);
    if (found->share > 0 && !found->where.empty()) r.reason += " (" + found->where + ")";
  }
  r.outcome = broken ? verdict::fails : tried ? verdict::holds : verdict::measured;
  if (!tried) facts.left_out = by_digits.back().second.where;
}

results laws_of_system(const problem& p, const listed_solver& solver, const laws_budget& within,
                       const parameter_list& overrides) {
  results records = laws_planned(p, solver);
  const statement bound = with_values(std::get<statement>(p.question), overrides);
  if (bound.system.degrees_of_freedom() > within.most_coordinates)
    return all_left_out(records, fmt::format("more than {} coordinates", within.most_coordinates));

  const bool takes_steps = solver.declaration.applies_to.needs_step();
  rational until = rational_time(bound.horizon) * off_grid;
  for (int halvings = 0; halvings < 8 && !takes_steps; ++halvings, until /= 2) {  // a scheme's impacts are steps
    laws::question probe{.asked = bound};
    probe.asked.horizon = until;
    const auto answer = respondent_of<double>(solver, rational(until / within.steps))(probe);
    if (answer.completed() && answer.counts.impacts <= within.most_impacts) break;
  }
  for (record& r : records) r.as<law_facts>().until = to_text(until);

  const rational step(until / within.steps);
  const auto heard = laws::hear(bound, until, takes_steps, respondent_of<double>(solver, step),
                                respondent_of<real50>(solver, step), dependence_of(p), within.thorough);
  if (const auto* why = std::get_if<std::string>(&heard)) return all_left_out(records, *why);
  const auto& both = std::get<laws::hearings>(heard);
  const trajectory<real50>& path = both.in_fifty.answer.path;
  std::int64_t numbers = 0;
  for (int k = 0; k < path.pieces(); ++k) numbers += std::int64_t{path.dimension()} * (path.degree(k) + 1);
  if (numbers > within.most_numbers)
    return all_left_out(records, fmt::format("a path of more than {} numbers", within.most_numbers));
  for (record& r : records)
    conclude(r,
             {{16, laws::judge(r.about.quantity, both.in_double)}, {50, laws::judge(r.about.quantity, both.in_fifty)}});
  return records;
}

results laws_of_chain(const problem& p, const listed_solver& solver, const laws_budget& within,
                      const parameter_list& overrides) {
  results records = laws_planned(p, solver);
  const chain_statement bound = with_values(std::get<chain_statement>(p.question), overrides);
  if (2 * bound.bars() > within.most_numbers)
    return all_left_out(records, fmt::format("more than {} bars", within.most_numbers / 2));
  if (bound.evolves)
    for (record& r : records) r.as<law_facts>().until = to_text(bound.horizon, {});
  const auto asked = [&]<scalar S>(std::type_identity<S>) -> laws::chain_respondent<S> {
    return [&solver](const chain_statement& question) {
      try {
        return solver.solve<S>(question, {});
      } catch (const std::exception& refused) {
        chain_solution<S> none;
        none.status = std::string("stopped: ") + refused.what();
        return none;
      }
    };
  };
  const auto heard = laws::hear(bound, asked(std::type_identity<double>{}), asked(std::type_identity<real50>{}));
  if (const auto* why = std::get_if<std::string>(&heard)) return all_left_out(records, *why);
  const auto& both = std::get<laws::chain_hearings>(heard);
  for (record& r : records)
    conclude(r,
             {{16, laws::judge(r.about.quantity, both.in_double)}, {50, laws::judge(r.about.quantity, both.in_fifty)}});
  return records;
}

}  // namespace

laws_budget budget_of(bool quick) {
  if (quick) return {};
  return {.most_coordinates = 32, .most_impacts = 200, .most_numbers = 30000, .steps = 208, .thorough = false};
}

results laws_planned(const problem& p, const listed_solver& solver) { return planned(p, solver.declaration.name); }

results laws_of(const problem& p, const listed_solver& solver, const laws_budget& within,
                const parameter_list& overrides) {
  return p.is_chain() ? laws_of_chain(p, solver, within, overrides) : laws_of_system(p, solver, within, overrides);
}

results laws_of(const problem& p, const std::string& name, const code_with_step& code, const laws_budget& within,
                const parameter_list& overrides) {
  results records = planned(p, name);
  const statement bound = with_values(std::get<statement>(p.question), overrides);
  const rational until = rational_time(bound.horizon) * off_grid, step(until / within.steps);
  for (record& r : records) {
    r.digits = scalar_traits<double>::digits;
    r.as<law_facts>().until = to_text(until);
  }
  const auto heard = laws::hear(bound, until, true, code(step), dependence_of(p), within.thorough);
  if (const auto* none = std::get_if<laws::not_heard>(&heard))
    return all_left_out(records, none->why, none->no_answer ? verdict::cannot_tell : verdict::measured);
  for (record& r : records)
    conclude(r,
             {{scalar_traits<double>::digits, laws::judge(r.about.quantity, std::get<laws::hearing<double>>(heard))}});
  return records;
}

namespace families {

family laws() {
  return {.name = "laws",
          .title = "Laws that need no reference",
          .about =
              "What every right answer obeys, asked of every solver on every problem that it takes: the same "
              "motion in other words, in two runs, backwards; balances of energy, momentum and at impacts.",
          .plan = [](const problem& of, const options& inside) {
            std::vector<task> tasks;
            for (const listed_solver& solver : solver_list()) {
              if (!std::visit([&](const auto& question) { return solver.solves(question); }, of.question)) continue;
              tasks.push_back(
                  {.name = "laws/" + of.name + "/" + solver.declaration.name,
                   .cells = laws_planned(of, solver),
                   .run = [&of, &solver, within = budget_of(inside.quick)] { return laws_of(of, solver, within); }});
            }
            return tasks;
          }};
}

}  // namespace families
}  // namespace unilateral::study
