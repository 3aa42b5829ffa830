#include "reports/claims/wedge_map.hpp"

#include <algorithm>
#include <stdexcept>

namespace unilateral::claims {
namespace {

/// The corner hit beside its tip, wall `first` first.
exact::vector one_after_the_other(const instruments& with, const exact::space& E, const exact::rows& n, exact::vector v,
                                  const rational& e, std::size_t first) {
  constexpr int most_bounces = 1000;
  const rational c = -E.dot(n[0], n[1]), sum = (1 + e) * c;
  for (int bounce = 0; bounce < most_bounces; ++bounce) {
    const std::size_t i = bounce % 2 == 0 ? first : 1 - first, j = 1 - i;
    const rational a = -E.dot(n[i], v);
    v = with.impact_law(E, {n[i]}, v, e).v_plus;
    const rational next = -E.dot(n[j], v);
    if (next <= 0) return v;
    if (e == 0) return with.impact_law(E, n, v, e).v_plus;  // it slides along wall i into the tip
    const rational ratio = next / a;
    const bool real_roots = c > 0 && sum * sum >= 4 * e,
               below_the_smaller = ratio < sum / 2 && ratio * ratio - sum * ratio + e > 0;
    if (real_roots && !below_the_smaller) return exact::zero(2);
  }
  throw std::logic_error("wedge: expected the particle to leave or to accumulate, found more than 1000 bounces");
}

wedge_pixel at(const instruments& with, const rational& tangent, const rational& e) {
  const exact::space E = exact::euclidean(2);
  const rational t2 = tangent * tangent, s = 2 * tangent / (1 + t2), c = (1 - t2) / (1 + t2);
  const exact::rows n{{0, 1}, {-s, -c}};
  const exact::vector v_minus{s, c - 1};
  const std::vector<exact::vector> outcomes{with.impact_law(E, n, v_minus, e).v_plus,
                                            one_after_the_other(with, E, n, v_minus, e, 0),
                                            one_after_the_other(with, E, n, v_minus, e, 1)};
  wedge_pixel pixel{tangent, e, e == 0 ? -c <= 0 : c == 0, 0};
  for (const auto& x : outcomes)
    for (const auto& y : outcomes)
      pixel.squared_jump = std::max(pixel.squared_jump, rational(E.squared(exact::sum(x, -1, y)) / E.squared(v_minus)));
  return pixel;
}

}  // namespace

std::vector<wedge_pixel> wedge_map(const instruments& with, int angles, int restitutions) {
  std::vector<rational> tangents;
  for (int k = 1; k <= angles; ++k) tangents.emplace_back(k, angles);
  for (int k = angles - 1; k >= 1; --k) tangents.emplace_back(angles, k);
  std::vector<wedge_pixel> map;
  for (rational& tangent : tangents) {
    tangent.canonicalize();
    for (int k = 0; k <= restitutions; ++k) {
      rational e(k, restitutions);
      e.canonicalize();
      map.push_back(at(with, tangent, e));
    }
  }
  return map;
}

}  // namespace unilateral::claims
