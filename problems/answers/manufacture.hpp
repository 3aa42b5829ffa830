#pragma once
/// Takes a motion, derives the force: an inclusion whose answer is known, because the answer came first.
///
/// Each point i of mass m_i has a motion z_i of its own choice on a floor of its own, z_i ≥ 0, under a force f_i(t,
/// z_i, z_i') on a unit of mass:
///
///   (1)  bouncing: z = A(t) Z(s(t) − s(0)), A > 0, s' > 0 analytic, Z the ball that falls from height h at speed v_0
///        under gravity g [known_bounces.hpp]. With u = Z(s), u' = Z' s', u'' = −g s'² + u' s''/s', so z'' = A''u +
///        2A'u' + A u'' is
///            f = −g A s'² + A''u + κ (z' − A'u),     κ = 2A'/A + s''/s',  u = z/A:
///        one analytic formula for flights of any order. Impacts fall where s(t) − s(0) = σ_k, the ball's own; z'⁺ = −e
///        z'⁻, for both are A s' Z'. They accumulate where s(t) − s(0) = σ_Z; from then on u = u' = 0, and the reaction
///        is λ = m g A s'² ≥ 0. (A = λ/(m g s'²) if it is λ that is chosen.)
///   (2)  resting:  z = 0, λ(t) ≥ 0 as chosen: f = −λ/m
///   (3)  leaving:  z = 0 up to t*, then z = ζ(t); ζ is analytic, ζ = ζ' = ζ'' = 0 at t*, ζ'' ≤ 0 before and ζ ≥ 0
///        after: f = ζ'', and λ = −m ζ'' vanishes at t*
///   (4)  floating: z = ζ(t), without a floor: f = ζ''
///
/// Then the coordinates are bent, so that everything depends on everything:
///
///   (5)  z = χ(q):  z_0 = q_0,  z_i = q_i + a sin q_(i−1), so q_i = z_i − a sin q_(i−1) and q_i' = z_i' − a
///        cos(q_(i−1)) q_(i−1)'
///   (6)  z' = Dχ q', z'' = Dχ q'' + (Dχ)' q'; m (z'' − f) = λ times (Dχ)ᵀ is
///            M q'' = (Dχ)ᵀ m (f − (Dχ)' q') + Gᵀλ,   M = (Dχ)ᵀ m Dχ,
///            G = the rows of Dχ with a floor,  Φ_i = χ_i ≥ 0
///   (7)  ½ q'ᵀM q' = ½ Σ m_i z_i'² is one kinetic metric, and its impact law doesn't depend on coordinates: shocks of
///        z_i are the shocks of (6), with the impulse P_i = m_i (z_i'⁺ − z_i'⁻).
///   (8)  ⟨∇χ_i, M⁻¹ ∇χ_j⟩ = 0 for i ≠ j: Paoli's condition (5) holds, so a solver's error tends to 0 even where
///        several contacts close.   [Paoli 2004, (5)]
///
/// No solver includes this file.

#include "problems/answers/known_bounces.hpp"
#include "problems/answers/problem.hpp"

#include <variant>

namespace unilateral {

/// (1): formulas in t, and the ball's data.
struct bouncing {
  expression A = 1, s = time();
  rational g = 1, h = 1, v_0 = 0;
};
/// (2)
struct resting {
  expression λ;
};
/// (3): `from` is t*.
struct leaving {
  expression ζ, from;
};
/// (4)
struct floating {
  expression ζ;
};

struct manufactured_point {
  rational mass;
  std::variant<bouncing, resting, leaving, floating> motion;

  bool has_floor() const { return !std::holds_alternative<floating>(motion); }
};

namespace manufacturing {

/// Throws input_error where a point is not one of (1) to (4) on [0, until], or e or a mass out of range. The sign of a
/// formula is looked at in 1025 instants, in double.
void check(const std::vector<manufactured_point>& points, double e, double until);

/// (6), with the parameters a and e.
statement bent_statement(const std::vector<manufactured_point>& points);

/// One point above its own floor, from event to event.
template <scalar S>
class point_motion {
 public:
  point_motion(const manufactured_point& point, const S& e, const S& until)
      : mass_(exact<S>(point.mass)), e_(e), until_(until), event_(never()) {
    if (const auto* const b = std::get_if<bouncing>(&point.motion)) {
      follow({b->A, b->s});
      g_ = exact<S>(b->g);
      place_.run(S(0), nullptr, nullptr);
      s_0_ = place_[1];
      flight_.emplace(bounces<S>{exact<S>(b->h), exact<S>(b->v_0), g_, e});
      event_ = time_at(flight_->to);
    } else if (const auto* const l = std::get_if<leaving>(&point.motion)) {
      follow({l->ζ});
      event_ = constant_value<S>(l->from);
      at_rest_ = true;
    } else if (const auto* const f = std::get_if<floating>(&point.motion)) {
      follow({f->ζ});
    } else {
      at_rest_ = true;
    }
  }

  const S& mass() const { return mass_; }
  /// When it lands, leaves, or comes to rest after bounces that S doesn't resolve, next.
  const S& event() const { return event_; }
  /// Whether it bounces unresolved, up to its next event.
  bool accumulates() const { return accumulates_; }

  /// How far it would get at the speed of the ball's first impact: the rounding of s(t) moves it by that of this
  /// length.
  S reach() {
    if (!flight_) return S(0);
    rate_.run(S(0), nullptr, nullptr);
    place_.run(S(0), nullptr, nullptr);
    return place_[0] * rate_[1] * flight_->v * until_;
  }

  S position(const S& t) {
    if (at_rest_ || (flight_ && (t == landed_ || t == event_))) return S(0);
    place_.run(t, nullptr, nullptr);
    return flight_ ? S(place_[0] * Z(place_[1] - s_0_)) : place_[0];
  }
  S velocity(const S& t) {
    if (at_rest_) return S(0);
    place_.run(t, nullptr, nullptr);
    rate_.run(t, nullptr, nullptr);
    const S σ = flight_ ? S(place_[1] - s_0_) : S(0);
    return flight_ ? S(rate_[0] * Z(σ) + place_[0] * Z_dot(σ) * rate_[1]) : rate_[0];
  }

  struct change_of_velocity {
    S before, after;
  };
  /// Past its event.
  change_of_velocity pass() {
    const S t = event_;
    event_ = never();
    if (!flight_ || at_rest_) {
      at_rest_ = accumulates_;
      accumulates_ = false;
      return {S(0), S(0)};
    }
    place_.run(t, nullptr, nullptr);
    rate_.run(t, nullptr, nullptr);
    const S speed = place_[0] * rate_[1] * flight_->v;
    landed_ = t;
    flight_->next();
    if (e_ > S(0)) event_ = time_at(flight_->to);
    accumulates_ = !(event_ > t + S(64) * epsilon<S>() * t);
    if (accumulates_) event_ = time_at(flight_->limit());
    at_rest_ = accumulates_ || e_ == S(0);
    return {-speed, e_ * speed};
  }

 private:
  static S never() { return std::numeric_limits<S>::max(); }

  void follow(const std::vector<expression>& formulas) {
    std::vector<expression> rates;
    for (const expression& x : formulas) rates.push_back(derivative(x, time()));
    place_ = tape<S>(formulas, 0);
    rate_ = tape<S>(rates, 0);
  }

  S Z(const S& σ) const { return g_ / S(2) * (σ - flight_->from) * (flight_->to - σ); }
  S Z_dot(const S& σ) const { return g_ / S(2) * (flight_->from + flight_->to - S(2) * σ); }

  /// The time at which s(t) − s(0) = σ, to its rounding, if it comes before the end: Newton's method, held between
  /// bounds by bisection.
  S time_at(const S& σ) {
    using std::abs;
    S low = std::max(landed_, S(0)), high = until_, t = low;
    place_.run(high, nullptr, nullptr);
    if (place_[1] - s_0_ < σ) return never();
    for (;;) {
      place_.run(t, nullptr, nullptr);
      rate_.run(t, nullptr, nullptr);
      const S ahead = place_[1] - s_0_ - σ;
      (ahead < S(0) ? low : high) = t;
      S next = t - ahead / rate_[1];
      if (abs(next - t) <= S(2) * epsilon<S>() * t) return next;
      if (!(low < next && next < high)) next = (low + high) / S(2);
      if (!(low < next && next < high)) return t;
      t = next;
    }
  }

  S mass_, e_, until_, event_;
  S landed_ = S(-1);  ///< last; -1: not yet
  S g_{}, s_0_{};
  std::optional<flights<S>> flight_;
  bool at_rest_ = false, accumulates_ = false;
  tape<S> place_, rate_;  ///< A and s, or ζ; and their derivatives
};

/// The story of all points in bent coordinates.
template <scalar S>
class bent_motion {
 public:
  bent_motion(const std::vector<manufactured_point>& points, const S& a, const S& e, const S& until)
      : a_(a), story_(static_cast<int>(points.size()), until) {
    S reach(0);
    for (const manufactured_point& p : points) {
      points_.emplace_back(p, e, until);
      constraint_.push_back(p.has_floor() ? constraints_++ : -1);
      reach = std::max(reach, points_.back().reach());
    }
    story_.scale(reach);
    while (!story_.complete()) advance(until);
  }
  reference<S> reference_from() && {
    return std::move(story_).reference_from(
        "the motion of each point as chosen, in bent coordinates; the force was derived from it");
  }

 private:
  /// To the next event, of one point or of several at once.
  void advance(const S& until) {
    S t = until;
    for (const auto& p : points_) t = std::min(t, p.event());
    story_.curve(t, [&](const S& at) { return bent(positions(at)); });

    const column<S> q = bent(positions(t));
    column<S> before(q.size()), after(q.size()), impulse = column<S>::Zero(constraints_);
    bool shock = false, accumulation = false, unresolved = false;
    for (Eigen::Index i = 0; i < q.size(); ++i) {
      auto& p = points_[static_cast<std::size_t>(i)];
      if (p.event() != t) {
        before[i] = after[i] = p.velocity(t);
        continue;
      }
      accumulation = accumulation || p.accumulates();
      const auto [arriving, departing] = p.pass();
      before[i] = arriving;
      after[i] = departing;
      if (departing == arriving) continue;
      shock = true;
      unresolved = unresolved || p.accumulates();
      impulse[constraint_[static_cast<std::size_t>(i)]] = p.mass() * (departing - arriving);
    }
    if (shock) story_.shock(t, q, bent_velocity(q, before), bent_velocity(q, after), impulse);
    if (unresolved) story_.countless();
    if (accumulation) story_.accumulation(t, q, bent_velocity(q, after));
  }

  column<S> positions(const S& t) {
    column<S> z(static_cast<Eigen::Index>(points_.size()));
    for (Eigen::Index i = 0; i < z.size(); ++i) z[i] = points_[static_cast<std::size_t>(i)].position(t);
    return z;
  }

  /// (5)
  column<S> bent(column<S> z) const {
    using std::sin;
    for (Eigen::Index i = 1; i < z.size(); ++i) z[i] -= a_ * sin(z[i - 1]);
    return z;
  }
  column<S> bent_velocity(const column<S>& q, column<S> z_dot) const {
    using std::cos;
    for (Eigen::Index i = 1; i < q.size(); ++i) z_dot[i] -= a_ * cos(q[i - 1]) * z_dot[i - 1];
    return z_dot;
  }

  S a_;
  std::vector<point_motion<S>> points_;
  std::vector<int> constraint_;  ///< of each point that has a floor
  int constraints_ = 0;
  known_motion<S> story_;
};

}  // namespace manufacturing

/// The problem whose answer is the motion of these points in coordinates bent by a, with restitution e, up to
/// `horizon`. Name, words and difficulties are the caller's. Throws input_error for what is no such motion.
inline problem manufacture(const std::vector<manufactured_point>& points, const rational& a, const rational& e,
                           const expression& horizon) {
  manufacturing::check(points, exact<double>(e), constant_value<double>(horizon));
  statement question = manufacturing::bent_statement(points);
  question.parameters = {{"a", a}, {"e", e}};
  question.horizon = horizon;
  const auto answer = [points]<scalar S>(const bound_values<S>& data, const S& until) -> reference<S> {
    manufacturing::check(points, to_double<S>(data("e")), to_double<S>(until));
    return manufacturing::bent_motion<S>(points, data("a"), data("e"), until).reference_from();
  };
  return {.question = std::move(question), .answer = answer};
}

}  // namespace unilateral
