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

/// Total variation of the velocity: |jumps|, and ∫ |ü|, coordinate by coordinate (flights are parabolas, where ü has
/// one sign).
real50 variation_of(const trajectory<real50>& path) {
  real50 sum(0);
  for (int k = 0; k < path.pieces(); ++k)
    for (int i = 0; i < path.dimension(); ++i) {
      const real50 begin = path.velocity(k, i, 0), end = path.velocity(k, i, path.end(k) - path.begin(k));
      sum += abs(real50(end - begin));
      if (k + 1 < path.pieces()) sum += abs(real50(path.velocity(k + 1, i, 0) - end));
    }
  return sum;
}

/// ∫ t^k du̇_i over (0, until] = until^k u̇_i(until) − ∫ k t^(k−1) u̇_i dt, k ≥ 1; the whole change for k = 0.
real50 moment(const trajectory<real50>& path, int i, int k, const real50& until) {
  const column<real50> last = path.velocity_left(until), first = path.velocity_right(real50(0));
  if (k == 0) return last[i] - first[i];
  real50 integral(0);
  for (int piece = 0; piece < path.pieces() && path.begin(piece) < until; ++piece) {
    const real50 half = (std::min(path.end(piece), until) - path.begin(piece)) / 2, middle = path.begin(piece) + half;
    for (const auto& point : gauss<real50>(path.degree(piece) + k).points()) {
      const real50 t = middle + half * point.x;
      integral += half * point.weight * k * pow(t, k - 1) * path.velocity(piece, i, t - path.begin(piece));
    }
  }
  return pow(until, k) * last[i] - integral;
}

motion_distances between(const trajectory<real50>& a, const trajectory<real50>& b, const real50& until) {
  motion_distances d{sup_position(a, b, until),
                     l1_velocity(a, b, until),
                     l2_velocity(a, b, until),
                     0,
                     sup_velocity(a, b, until),
                     0,
                     variation_of(a),
                     0,
                     0,
                     0};
  for (int k = 1; k < 32; ++k) {
    const column<real50> off = a.velocity_right(real50(k) / 16) - b.velocity_right(real50(k) / 16);
    (k == 16 ? d.at_impact : d.away) = larger(k == 16 ? d.at_impact : d.away, largest_entry(off));
  }
  for (int i = 0; i < a.dimension(); ++i) {
    for (int k = 0; k < a.pieces(); ++k)
      for (const real50& tau : {real50(0), real50(a.end(k) - a.begin(k))})
        d.speed = larger(d.speed, real50(abs(a.velocity(k, i, tau))));
    for (int k = 0; k <= 4; ++k)
      d.moments = larger(d.moments, real50(abs(real50(moment(a, i, k, until) - moment(b, i, k, until)))));
  }
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

const std::vector<data_family>& continuous_families() {
  const auto wedge = [](const expression& theta, const rational& e) {
    return [=](const rational& eps) { return perturbed_wedge(theta, e, eps); };
  };
  static const std::vector<data_family> list{{"right angle, e = 1/2", wedge(unilateral::pi() / 2, rational(1, 2))},
                                             {"right angle, e = 1", wedge(unilateral::pi() / 2, 1)},
                                             {"θ = π/3, e = 0", wedge(unilateral::pi() / 3, 0)}};
  return list;
}

namespace {

/// M(0) = ((2, 1/2), (1/2, 1)): f_1 = y + …, and f_2 = −4x − y + … at right angles to it in that metric, or f_2 =
/// −x − y + …, where the angle is acute. From (−1, 1/2) with velocity (1, −1/2), all perturbed.
statement curved_corner(bool is_right, const rational& e, bool is_smooth, const rational& eps) {
  const expression x = coordinate(0), y = coordinate(1);
  // u², or what has the value and the slope of u² at 0 and a second derivative that jumps: there, or, where the motion
  // is to end at rest in the corner, on the way.
  const auto square = [&](const expression& u) {
    const expression beyond = u + rational(1, 2);
    return is_smooth ? u * u : e > 0 ? u * abs(u) : beyond * abs(beyond) - rational(1, 4) - u;
  };
  statement s;
  s.system.coordinates = {"x", "y"};
  const expression m = rational(1, 2) + rational(eps / 4) * y + square(x) / 8, down = -2 * y;  // as x, from −1 to 0
  s.system.mass =
      full_mass({{2 + square(down) / 12 + rational(eps / 2) * x, m}, {m, 1 + square(x) / 4 + rational(eps)}});
  const expression rough = is_smooth ? sin(time()) : sqrt(abs(time() - rational(1, 2)));
  s.system.force = {rational(eps / 5) * (1 + abs(x) * velocity(1)), rational(-eps / 7) * rough};
  s.system.gap = {y + square(x) / 10 - rational(eps / 7) * x, (is_right ? expression(-4 * x) : expression(-x)) - y +
                                                                  square(down) / 20 + rational(eps / 5) * square(x)};
  s.system.restitution = e;
  s.position = {rational(-1 + eps), rational(1, 2)};
  s.velocity = {rational(1 + eps / 3), rational(-1, 2)};
  s.horizon = 2;
  return with_values(s);
}

}  // namespace

const std::vector<data_family>& curved_families() {
  const auto corner = [](bool is_right, const rational& e, bool is_smooth) {
    return [=](const rational& eps) { return curved_corner(is_right, e, is_smooth, eps); };
  };
  static const std::vector<data_family> list{
      {"curved walls, M(q), right angle, e = 1/2, smooth", corner(true, rational(1, 2), true)},
      {"curved walls, M(q), right angle, e = 1, smooth", corner(true, 1, true)},
      {"curved walls, M(q), acute angle, e = 0, smooth", corner(false, 0, true)},
      {"curved walls, M(q), right angle, e = 1/2, M ∈ C¹, ∇f_i Lipschitz, f ∈ C⁰", corner(true, rational(1, 2), false)},
      {"curved walls, M(q), right angle, e = 1, M ∈ C¹, ∇f_i Lipschitz, f ∈ C⁰", corner(true, 1, false)},
      {"curved walls, M(q), acute angle, e = 0, M ∈ C¹, ∇f_i Lipschitz, f ∈ C⁰", corner(false, 0, false)}};
  return list;
}

std::vector<motion_distances> perturbed_ladder(const instruments& with, const data_family& of, int rungs) {
  const auto limit = run(with, of.at(0));
  std::vector<motion_distances> all;
  rational eps = 1;
  for (int k = 1; k <= rungs; ++k) {
    eps /= 16;
    all.push_back(between(run(with, of.at(eps)).path, limit.path, real50(2)));
  }
  return all;
}

}  // namespace unilateral::claims
