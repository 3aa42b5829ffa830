/// A study as one file, to show that one file is enough: the speed at which the ball of the catalogue meets the ground
/// first, √(2 g x₀), by every solver without step. Its cells appear in the results and in the report by themselves
/// (tests/report_added.cpp).

#include "reports/study/order/verdict.hpp"
#include "reports/study/reference/solver_list.hpp"
#include "reports/study/run/family.hpp"

#include <cmath>

namespace unilateral::study::families {

family wall_speed() {
  return {.name = "wall_speed",
          .title = "Speed at the wall",
          .about = "The speed of the first impact of a ball that falls, against the law of Galilei.",
          .plan = [](const problem& of, const options&) {
            std::vector<task> tasks;
            if (of.name != "ball_rational") return tasks;  // g = 2, x₀ = 1
            const statement bound = with_values(std::get<statement>(of.question));
            for (const listed_solver& s : solver_list()) {
              if (s.declaration.applies_to.needs_step() || !s.solves(bound)) continue;
              const std::string &who = s.declaration.name, cell = "wall_speed/" + of.name + "/" + who;
              const record blank{
                  .cell = cell,
                  .about = {.study = "wall_speed", .problem = of.name, .solver = who, .quantity = "speed"},
                  .command = command_that_verifies(cell),
                  .facts = value_facts{}};
              tasks.push_back({.name = cell, .cells = {blank}, .run = [bound, &s, blank] {
                                 record r = blank;
                                 auto& facts = r.as<value_facts>();
                                 const double found = -s.solve<double>(bound, {}).impacts.at(0).v_minus[0], known = 2;
                                 facts.computed = to_text(found);
                                 facts.expected = to_text(known);
                                 facts.error = std::abs(found - known);
                                 facts.tolerance = 16 * epsilon<double>() * known;  // a fall takes fewer roundings
                                 r.outcome = within(facts.error, facts.tolerance) ? verdict::holds : verdict::fails;
                                 r.reason = "√(2 g x₀) = 2";
                                 return results{r};
                               }});
            }
            return tasks;
          }};
}

}  // namespace unilateral::study::families
