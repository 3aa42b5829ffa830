#include "problems/answers/problem.hpp"

namespace unilateral {

std::string name_of(difficulty d) {
  switch (d) {
    case difficulty::accumulation:
      return "accumulation";
    case difficulty::grazing:
      return "grazing";
    case difficulty::simultaneous:
      return "simultaneous contacts";
    case difficulty::redundant:
      return "redundant contacts";
    case difficulty::general_metric:
      return "general M(q)";
    case difficulty::moving_constraint:
      return "moving constraint";
    case difficulty::discontinuous_data:
      return "discontinuous in the data";
    default:
      return "non-uniqueness";
  }
}

}  // namespace unilateral
