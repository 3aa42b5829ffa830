/// Observed orders over e on every problem that orders_over_e.hpp has no verdicts on: measured, nothing declared.

#include "reports/study/families/orders_over_e.hpp"

namespace unilateral::study::families {

family measured_over_e() {
  return {.name = "measured_over_e",
          .title = "Observed orders over e",
          .about =
              "Every other mechanical problem of the catalogue, for six coefficients of restitution, on one short "
              "ladder: nothing is declared.",
          .plan = [](const problem& of, const options& inside) {
            return inside.quick || !is_measured_over_e(of) ? std::vector<task>{}
                                                           : tasks_over_e("measured_over_e", of, inside, measured_at);
          }};
}

}  // namespace unilateral::study::families
