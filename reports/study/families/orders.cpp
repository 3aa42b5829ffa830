/// The orders of every solver that takes a step, on the problems whose convergence is studied (orders.hpp).

#include "reports/study/order/orders.hpp"
#include "reports/study/reference/engines.hpp"
#include "reports/study/run/family.hpp"
#include "reports/study/run/made_once.hpp"

#include <memory>

namespace unilateral::study::families {
namespace {

template <class Question>
std::vector<task> orders_on(const problem& of, const options& inside) {
  std::vector<task> tasks;
  const auto asked = std::make_shared<const instance_of<Question>>(bind<Question>(of, {}, false));
  const auto against =
      std::make_shared<made_once<reference_motion<double>>>([asked] { return motion_to_measure_against(*asked); });
  for (const listed_solver* s : studied_solvers()) {
    const applicability& applies = s->declaration.applies_to;
    if (!s->solves(asked->question) || !applies.takes_step()) continue;
    task t{.name = "orders/" + of.name + "/" + s->declaration.name, .cells = {}, .run = [asked, against, s, inside] {
             const auto& known = against->get();
             return known ? orders_of(*asked, *s, *known, inside) : results{};
           }};
    for (const distance_kind kind : all_distances) t.cells.push_back(order_cell(*asked, *s, kind));
    tasks.push_back(std::move(t));
  }
  return tasks;
}

}  // namespace

family orders() {
  return {
      .name = "orders",
      .title = "Orders",
      .about =
          "Every scheme on a ladder of jittered steps, in five distances: the observed order beside the declared one.",
      .plan = [](const problem& of, const options& inside) {
        if (!of.convergence_study) return std::vector<task>{};
        return of.is_chain() ? orders_on<chain_statement>(of, inside) : orders_on<statement>(of, inside);
      }};
}

}  // namespace unilateral::study::families
