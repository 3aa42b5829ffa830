#include "reports/study/run/converge.hpp"

#include "problems/language/input_error.hpp"
#include "reports/study/order/orders.hpp"

namespace unilateral::study {

namespace {

template <class Question>
results converge_on(const problem& of, const parameter_list& overrides, const std::vector<std::string>& solvers,
                    const std::optional<rational>& until, const options& how) {
  instance_of<Question> bound = bind<Question>(of, overrides, false);
  if (until) {
    bound.until = until;
    bound.settings += " --until " + to_text(*until);
  }
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
  if (!against)
    throw input_error("problem " + of.name + ": expected a reference motion up to " + bound.end_text() +
                      ", found no closed form");

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

}  // namespace unilateral::study
