#include "problems/language/plane_wedge.hpp"

#include "problems/language/equal_formulas.hpp"
#include "problems/language/many_digits.hpp"
#include "problems/language/tape.hpp"

#include <array>
#include <sstream>

namespace unilateral {
namespace {

using real = real100;

real near_enough() { return pow(real(10), -80); }

}  // namespace

std::optional<plane_wedge> plane_wedge_of(const mechanical_system& bound, int first_gap, int second_gap) {
  if (bound.degrees_of_freedom() != 2 || first_gap == second_gap) return {};
  std::array<std::array<real, 2>, 2> M{}, n{};
  for (const mass_entry& e : bound.mass) {
    if (!variables_of(e.value).none()) return {};
    M[static_cast<std::size_t>(e.row)][static_cast<std::size_t>(e.column)] = constant_value<real>(e.value);
  }
  for (std::size_t k = 0; k < 2; ++k) {
    const expression& gap = bound.gap[static_cast<std::size_t>(k == 0 ? first_gap : second_gap)];
    if (variables_of(gap).time) return {};
    for (int i = 0; i < 2; ++i) {
      const expression slope = derivative(gap, coordinate(i));
      if (!variables_of(slope).none()) return {};
      n[k][static_cast<std::size_t>(i)] = constant_value<real>(slope);
    }
  }
  // det M ⟨n_k, M⁻¹ n_l⟩
  const auto product = [&](std::size_t k, std::size_t l) {
    return real(n[k][0] * (M[1][1] * n[l][0] - M[0][1] * n[l][1]) + n[k][1] * (M[0][0] * n[l][1] - M[1][0] * n[l][0]));
  };
  const real lengths = sqrt(real(product(0, 0) * product(1, 1)));
  if (!(lengths > 0)) return {};
  const real cosine = -product(0, 1) / lengths;
  if (!(abs(cosine) < 1 - near_enough())) return {};  // parallel
  const real pi = scalar_traits<real>::pi(), theta = acos(cosine), ratio = pi / (2 * theta),
             k = floor(real(ratio + real(1) / 2)), e = constant_value<real>(bound.restitution);
  const bool is_right = abs(cosine) < near_enough();
  const bool is_continuous = e == 0  ? is_right || cosine > 0
                             : e < 1 ? is_right
                                     : k >= 1 && abs(real(ratio - k)) < near_enough();
  return plane_wedge{static_cast<double>(real(theta * 180 / pi)), is_continuous};
}

std::string said_of_plane_wedge(const mechanical_system& bound, int first_gap, int second_gap) {
  const auto wedge = plane_wedge_of(bound, first_gap, second_gap);
  if (!wedge) return "";
  std::ostringstream text;
  text.precision(6);
  text << "; in a plane wedge of " << wedge->degrees << "° with this restitution outcomes are "
       << (wedge->is_continuous ? "continuous in the data all the same" : "not continuous in the data");
  return text.str();
}

}  // namespace unilateral
