#include "problems/language/solver.hpp"

namespace unilateral {

std::string name_of(step_use use) {
  switch (use) {
    case step_use::none:
      return "none";
    case step_use::optional:
      return "optional";
    default:
      return "required";
  }
}

std::string name_of(distance_kind kind) {
  switch (kind) {
    case distance_kind::sup_position:
      return "sup q";
    case distance_kind::l1_velocity:
      return "L1 v";
    case distance_kind::l2_velocity:
      return "L2 v";
    case distance_kind::hausdorff_velocity:
      return "Hausdorff v";
    default:
      return "BL impulse";
  }
}

}  // namespace unilateral
