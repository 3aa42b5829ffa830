#include "reports/claims/perturbed_data.hpp"

#include "problems/judge/common_pieces.hpp"
#include "problems/judge/distance.hpp"
#include "problems/judge/gauss.hpp"

#include <algorithm>

namespace unilateral::claims {

statement perturbed_wedge(const expression& theta, const rational& e, const rational& eps) {
  statement s;
  const expression x = coordinate(0), y = coordinate(1);
  s.system.coordinates = {"x", "y"};
  s.system.mass = full_mass({{rational(1 + eps), rational(eps / 2)}, {rational(eps / 2), rational(1 - eps / 3)}});
  s.system.force = {rational(eps / 5), rational(-eps / 7)};
  s.system.gap = {y - rational(eps / 7) * x, -x * sin(theta) - y * cos(theta) + rational(eps / 5) * y};
  s.system.restitution = e;
  s.position = {rational(-1 + eps), rational(1, 2)};
  s.velocity = {rational(1 + eps / 3), rational(-1, 2)};
  s.horizon = 2;
  return with_values(s);
}

namespace {

motion_distances between(const trajectory<real50>& a, const trajectory<real50>& b, const real50& until) {
  motion_distances d{sup_position(a, b, until), l1_velocity(a, b, until), l2_velocity(a, b, until), 0,
                     sup_velocity(a, b, until)};
  for_common_pieces(a, b, last_common_instant(a, b, until), [&](int k, int l, const real50& from, const real50& to) {
    const real50 half = (to - from) / 2, middle = from + half;
    const auto off = [&](int i, const real50& t) {
      return real50(a.velocity(k, i, t - a.begin(k)) - b.velocity(l, i, t - b.begin(l)));
    };
    for (int i = 0; i < a.dimension(); ++i) {
      for (const auto& point :
           gauss<real50>(2 * std::max(a.degree(k), b.degree(l)) + 1).points()) {  // exact for the fourth power
        const real50 x = off(i, middle + half * point.x);
        d.l4 += half * point.weight * x * x * x * x;
      }
    }
  });
  d.l4 = sqrt(real50(sqrt(d.l4)));
  return d;
}

}  // namespace

const std::vector<wedge_family>& continuous_families() {
  static const std::vector<wedge_family> list{{"right angle, e = 1/2", unilateral::pi() / 2, rational(1, 2)},
                                              {"right angle, e = 1", unilateral::pi() / 2, 1},
                                              {"θ = π/3, e = 0", unilateral::pi() / 3, 0}};
  return list;
}

std::vector<motion_distances> perturbed_ladder(const instruments& with, const wedge_family& of) {
  const auto limit = run(with, perturbed_wedge(of.theta, of.e, 0));
  std::vector<motion_distances> all;
  rational eps = 1;
  for (int k = 1; k <= 6; ++k) {
    eps /= 16;
    all.push_back(between(run(with, perturbed_wedge(of.theta, of.e, eps)).path, limit.path, real50(2)));
  }
  return all;
}

}  // namespace unilateral::claims
