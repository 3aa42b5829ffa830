#pragma once
/// Manufactured inclusions: a motion of n points z_i on floors of their own is written down first; then the coordinates are bent,
/// so that the kinetic metric is full of q, the points are coupled, and the answer is known all the same.
///
///   (1)  m_i z_i'' = m_i f_i(t) + λ_i,  z_i ≥ 0: each point alone is solved in closed form, as one of
///          bouncing   f = −g                 flights of lengths in geometric progression [known_bounces.hpp], told up to an accumulation
///          resting    f = −(b + c sin t)     c ≤ b: stays in contact, with the reaction λ = m (b + c sin t) that was chosen
///          leaving    f = −cos t             rests up to t = π/2, where λ = m cos t vanishes; then z' = 1 − sin t ≥ 0, z = t − π/2 + cos t
///   (2)  z = χ(q):  z_0 = q_0,  z_i = q_i + a sin q_(i−1), so q_i = z_i − a sin q_(i−1) and q_i' = z_i' − a cos(q_(i−1)) q_(i−1)'
///   (3)  kinetic energy ½ Σ m_i (q_i' + a cos(q_(i−1)) q_(i−1)')²: M(q) is tridiagonal, with Coriolis terms; gaps χ_i(q) ≥ 0, generalised
///        forces Q_j = Σ_i m_i f_i ∂χ_i/∂q_j. Lagrange's equations don't depend on coordinates, and the impact law is one of the kinetic
///        metric: shocks of z_i are the shocks of (3), with the impulse P_i = m_i (z_i'⁺ − z_i'⁻) on constraint i.
///   (4)  ⟨∇χ_i, M⁻¹ ∇χ_j⟩ = 0 for i ≠ j (they are coordinates of a diagonal metric): Paoli's condition (5) holds, so a
///        solver's error tends to 0 even where several contacts close.                                             [Paoli 2004, (5)]

#include "problems/language/known_motion.hpp"
#include "problems/language/problem.hpp"

#include <cmath>

namespace unilateral::problems {
namespace manufactured_points {

enum class kind { bouncing, resting, leaving };

/// Data of point i: no two are alike, and no two events fall together.
inline kind kind_of(int i) { return i % 4 == 1 ? kind::resting : i % 4 == 2 ? kind::leaving : kind::bouncing; }
inline rational mass(int i) { return rational(3 + i % 5) / 2; }
inline rational gravity(int i) { return rational(7 + 2 * (i % 6)) / 4; }
inline rational height(int i) { return 1 + rational(i * i + i) / (31 + i * i); }
inline rational load(int i) { return rational(2 + i % 3) / 3; }

/// f_i, the force on a unit of mass.
inline expression force(int i) {
  if (kind_of(i) == kind::bouncing) return -expression(gravity(i));
  if (kind_of(i) == kind::resting) return -expression(load(i)) * (1 + sin(time()) / 2);
  return -cos(time());
}

/// A flight between two shocks, up at speed v: z = ½ g τ (to − from − τ), τ = t − from, which is 0 at both ends to the last digit.
/// The first one falls from rest: z = ½ g (to − t)(to + t).
template <scalar S>
struct flight {
  S from, to, v;
};

/// Flights, each ended by a shock; then rest.
template <scalar S>
struct point_motion {
  kind of = kind::resting;
  S g{};
  std::vector<flight<S>> flights{};

  S position(const S& t, std::size_t k) const {
    using std::cos;
    if (of == kind::leaving) {
      const S left = scalar_traits<S>::pi() / S(2);
      return t > left ? S(t - left + cos(t)) : S(0);
    }
    if (k >= flights.size()) return S(0);
    const flight<S>& f = flights[k];
    return k == 0 ? S(g / S(2) * (f.to - t) * (f.to + t)) : S(g / S(2) * (t - f.from) * (f.to - t));
  }
  S velocity(const S& t, std::size_t k) const {
    using std::sin;
    if (of == kind::leaving) return t > scalar_traits<S>::pi() / S(2) ? S(S(1) - sin(t)) : S(0);
    return k < flights.size() ? S(flights[k].v - g * (t - flights[k].from)) : S(0);
  }
};

/// Up to `until`: (3) of known_bounces.hpp. Throws input_error where the bounces accumulate before.
template <scalar S>
point_motion<S> motion_of(int i, const S& e, const S& until) {
  using std::sqrt;
  point_motion<S> m{.of = kind_of(i)};
  if (m.of != kind::bouncing) return m;
  m.g = exact<S>(gravity(i));
  const S h = exact<S>(height(i)), t_1 = sqrt(S(2) * h / m.g), w = sqrt(S(2) * h * m.g);
  m.flights.push_back({S(0), t_1, S(0)});
  if (e == S(0)) return m;
  for (S v = e * w, sum = e; m.flights.back().to < until; v *= e, sum = e * (S(1) + sum)) {
    const S from = m.flights.back().to, to = t_1 + S(2) * w / m.g * sum;
    if (!(to > from))
      throw input_error("reference of manufactured points: expected an end before the bounces of point " + std::to_string(i) + " accumulate, at t = " + to_text(to) + ", found " +
                        to_text(until));
    m.flights.push_back({from, to, v});
  }
  return m;
}

/// The story of all points in bent coordinates.
template <scalar S>
class bent_motion {
 public:
  bent_motion(int n, const S& a, const S& e, const S& until) : n_(n), a_(a), e_(e), flight_(static_cast<std::size_t>(n), 0), story_(n, until) {
    for (int i = 0; i < n; ++i) points_.push_back(motion_of(i, e, until));
    while (!story_.complete()) advance(until);
  }
  reference<S> told() && { return std::move(story_).told("points on floors of their own, in bent coordinates"); }

 private:
  /// To the next event: a shock of one point, or π/2, where the leaving points leave.
  void advance(const S& until) {
    const S now = story_.now(), leaves = scalar_traits<S>::pi() / S(2);
    S next = until;
    int who = -1;
    const auto sooner = [&](const S& t, int i) {
      if (t > now && t < next) next = t, who = i;
    };
    sooner(leaves, -1);
    for (int i = 0; i < n_; ++i) {
      const auto& flights = points_[static_cast<std::size_t>(i)].flights;
      if (const std::size_t k = flight_[static_cast<std::size_t>(i)]; k < flights.size()) sooner(flights[k].to, i);
    }
    story_.curve(next, [&](const S& t) { return positions(t); });
    if (who < 0) return;
    const auto i = static_cast<std::size_t>(who);
    const point_motion<S>& p = points_[i];
    const column<S> q = positions(next), before = velocities(next);
    const S w = -p.velocity(next, flight_[i]);
    ++flight_[i];
    column<S> impulse = column<S>::Zero(n_);
    impulse[who] = exact<S>(mass(who)) * (S(1) + e_) * w;
    story_.shock(next, q, before, velocities(next), impulse);
  }

  column<S> positions(const S& t) const {
    using std::sin;
    column<S> q(n_);
    for (int i = 0; i < n_; ++i) {
      q[i] = points_[static_cast<std::size_t>(i)].position(t, flight_[static_cast<std::size_t>(i)]);
      if (i > 0) q[i] -= a_ * sin(q[i - 1]);
    }
    return q;
  }
  column<S> velocities(const S& t) const {
    using std::cos;
    const column<S> q = positions(t);
    column<S> v(n_);
    for (int i = 0; i < n_; ++i) {
      v[i] = points_[static_cast<std::size_t>(i)].velocity(t, flight_[static_cast<std::size_t>(i)]);
      if (i > 0) v[i] -= a_ * cos(q[i - 1]) * v[i - 1];
    }
    return v;
  }

  int n_;
  S a_, e_;
  std::vector<point_motion<S>> points_;
  std::vector<std::size_t> flight_;  ///< the flight that each point is on
  known_motion<S> story_;
};

/// The statement (3) for n points.
inline statement bent_statement(int n) {
  const expression a = parameter("a");
  statement s;
  std::vector<expression> z, z_dot;
  for (int i = 0; i < n; ++i) {
    s.system.coordinates.push_back("q" + std::to_string(i));
    z.push_back(i == 0 ? coordinate(0) : coordinate(i) + a * sin(coordinate(i - 1)));
    z_dot.push_back(i == 0 ? velocity(0) : velocity(i) + a * cos(coordinate(i - 1)) * velocity(i - 1));
  }
  expression kinetic = 0;
  std::vector<expression> force(static_cast<std::size_t>(n), expression(0));
  for (int i = 0; i < n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    kinetic = kinetic + mass(i) * z_dot[k] * z_dot[k] / 2;
    for (int j = std::max(0, i - 1); j <= i; ++j)
      force[static_cast<std::size_t>(j)] = force[static_cast<std::size_t>(j)] + mass(i) * manufactured_points::force(i) * derivative(z[k], coordinate(j));
    // q(0) from z(0), recursively; q'(0) = 0.
    const expression start = kind_of(i) == kind::bouncing ? expression(height(i)) : expression(0);
    s.position.push_back(i == 0 ? start : start - a * sin(s.position.back()));
    s.velocity.emplace_back(0);
  }
  set_energies(s.system, kinetic, 0, force);
  s.system.gap = z;
  s.system.restitution = parameter("e");
  return s;
}

}  // namespace manufactured_points

inline std::vector<problem> manufactured() {
  using namespace manufactured_points;
  const std::string figure = R"(
      z0 | o        z1 |          z2 |    .'      z3 | o
         | |  .-.      |             |  .'           | |   .-.
      ---+-'-'---'  ---+-=====    ---+-=---------  --+-'--'---'     each on its floor; then q = bent z
)";
  const auto instance = [&](const std::string& name, int n, const rational& a, const rational& e, const expression& horizon, const std::string& title,
                            const std::string& description) {
    problem p{.name = name, .title = title, .source = "[Paoli 2004, (5)]", .description = description, .figure = figure, .question = bent_statement(n)};
    auto& s = std::get<statement>(p.question);
    s.parameters = {{"a", a}, {"e", e}};
    s.horizon = horizon;
    p.answer = [n]<scalar S>(const bound_values<S>& data, const S& until) -> reference<S> {
      const S restitution = data("e");
      if (restitution < S(0) || restitution > S(1)) throw input_error("reference of manufactured points: expected 0 <= e <= 1, found " + to_text(restitution));
      return bent_motion<S>(n, data("a"), restitution, until).told();
    };
    p.difficulties = {difficulty::general_metric, difficulty::simultaneous};
    return p;
  };
  const problem four = instance("manufactured_4", 4, rational(1, 2), rational(1, 2), 2, "Four points in bent coordinates",
                          "Two bounce, one rests under a load that varies, one rests and leaves when its chosen reaction vanishes; the metric couples all four.");
  const problem inelastic = instance("manufactured_inelastic", 5, rational(1, 2), 0, 3, "Five points that land and stay, in bent coordinates",
                                     "Contacts close one after the other without bouncing; up to four are active at once, in a metric that is full of q.");
  return {four, inelastic};
}

}  // namespace unilateral::problems
