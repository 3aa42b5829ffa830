#pragma once
/// One step of the scheme (steps 1–5 of moreau_time_stepping.hpp), for one shape of the kinetic metric. It records
/// nothing and, for a small system, allocates nothing; what is constant is evaluated once.
///
/// Rounding in step 3. What rests has Φ = 0 up to rounding; were the sign of that rounding decisive, contacts at rest
/// would open for a step at random and fall back at speed g h. So a contact that bore an impulse in the step before,
/// starts at rest, or is kept at rest by others, stays a contact while Φ ≤ ρ, a running bound of the rounding of its
/// gap since it closed. Nothing sticks: its P is still ≥ 0, and one that parts has ρ = 0.
///
/// How deep a contact may be. From midpoint to midpoint the motion is a line of velocity u_k, so by the mean value
/// theorem the depth p = −Φ(q_m) grows in a step by at most h max |G u_k + ∂Φ/∂t| along that line. Let ω be the sum of
/// the absolute values that b of step 4 is added up from, (1 + e)(|∂Φ/∂t| + Σ|G_i u_i|) + Σ|G_i û_i|, about 2 |G u_k +
/// ∂Φ/∂t| or more. Hence:
///
///   (a)  p − p_before ≤ h ω, p_before = 0 where the gap was open at the midpoint before, if the rate on the line is at
///        most about twice that at its end. Else the gap jumps, or the step does not see its slope.
///   (b)  Once arrived a contact deepens by curvature only, for 4 leaves no rate negative: in a step by ½ h |ΔG·u|, ΔG
///        what G turns by. As long as a step turns G by less than half of itself, p ≤ h ω of the arrival + ¼ Σ h ω
///        since. (At given curvature it is O(h).)
///   (c)  Some position near q_m is admissible: Φ + G δ ≥ 0 for all constraints, corrected as in Newton's method. Walls
///        that have closed on each other have none. It is asked where a contact is twice as deep as when it was asked
///        last, at the end, and in turn: in the first few steps with contacts, each time after half as many again,
///        later in every 256th.
///   (d)  The gap has a gradient where it was hit: at its root on the line, not O(√ε) of what it is at both ends.
///
/// All are free of units, and cost nothing in flight.

#include "problems/language/evaluated_system.hpp"
#include "solvers/moreau_time_stepping/contact_impulses.hpp"
#include "solvers/moreau_time_stepping/kinetic_metric.hpp"
#include "solvers/moreau_time_stepping/rows_of_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

namespace unilateral::moreau_time_stepping {

enum class outcome {
  advanced,
  metric_not_definite,     ///< M(t_m, q_m) has a pivot that is not > 0
  gap_not_finite,          ///< Φ(t_m, q_m) of the culprit
  gradient_not_finite,     ///< G or ∂Φ/∂t of the culprit, a contact
  not_finite,              ///< coordinate number `culprit`, or its velocity
  no_admissible_velocity,  ///< moving constraints that no velocity satisfies together
  no_gradient,             ///< (d), of the culprit
  penetrated,              ///< (a) or (b), of the culprit
  no_admissible_position   ///< (c), met with the culprit
};

template <scalar S, class Metric>
class scheme {
 public:
  using vector = typename Metric::vector;

  explicit scheme(const statement& bound)
      : system_(bound.system),
        M_(system_.degrees_of_freedom()),
        q_0_(values(bound.position)),
        u_0_(values(bound.velocity)),
        q_(q_0_),
        u_(u_0_),
        q_m_(q_),
        u_k_(u_),
        u_plus_(u_),
        acceleration_(u_),
        z_(u_),
        δ_(u_),
        rows_(Metric::is_diagonal ? order_in_rows(system_) : std::nullopt),
        order_(rows_ ? *rows_ : numbers(system_.constraints())),
        impulses_(system_, rows_.has_value(), system_.mass_is_constant() && system_.gradient_is_constant()) {
    contacts_.reserve(order_.size());
    near_.reserve(order_.size());
    ρ_.resize(order_.size());
    contact_.resize(order_.size());
    is_near_.resize(order_.size());
    mass_is_constant_ = system_.mass_is_constant();
    definite_ = !mass_is_constant_ || M_.factor(system_);
    acceleration_is_constant_ = mass_is_constant_ && definite_ && system_.force_is_constant();
    if (acceleration_is_constant_) take_acceleration();
    rates_are_constant_ = system_.constraints_are_fixed();
    gradient_is_constant_ = system_.gradient_is_constant();
    restart();
  }

  /// Back to the initial data.
  void restart() {
    q_ = q_0_;
    u_ = u_0_;
    system_.evaluate_gradient(S(0), q_.data());
    for (const int a : order_) {
      const S ρ = rounding_of_gap(a, q_);
      ρ_[static_cast<std::size_t>(a)] = is_finite(ρ) ? ρ : S(0);  // a gap may lack a gradient at the start
    }
    std::fill(contact_.begin(), contact_.end(), contact{});
    h_before_ = S(0);
    steps_ = steps_with_contacts_ = turn_ = 0;
  }

  bool state_is_finite() { return are_finite(q_) && are_finite(u_); }
  /// (c) of the state itself, at t.
  outcome look_at_position(const S& t) {
    system_.evaluate_gap(t, q_.data());
    system_.evaluate_gradient(t, q_.data());
    depth_ = S(0);
    for (const int a : order_) {
      const S p = -system_.gap(a);
      if (!is_finite(p)) return accuse(a, outcome::gap_not_finite);
      if (!(p > depth_ && p > rounding_of_depth(a, q_))) continue;
      depth_ = p;
      culprit_ = a;
    }
    return depth_ > S(0) && !position_is_near(t, q_) ? outcome::no_admissible_position : outcome::advanced;
  }

  /// From (q_k, u_k) at t_m − h/2 to (q_{k+1}, u_{k+1}) at t_m + h/2. On any outcome but `advanced` the state stays.
  outcome step(const S& t_m, const S& h) {
    const S half = h / S(2);
    u_k_ = u_;
    q_m_ = q_ + half * u_k_;  // 1

    if (!mass_is_constant_) {  // 2
      system_.evaluate_mass(t_m, q_m_.data());
      definite_ = M_.factor(system_);
    }
    if (!definite_) return outcome::metric_not_definite;
    if (!acceleration_is_constant_) {
      system_.evaluate_force(t_m, q_m_.data(), u_k_.data());
      take_acceleration();
    }
    u_plus_ = u_k_ + h * acceleration_;

    contacts_.clear();  // 3
    system_.evaluate_gap(t_m, q_m_.data());
    for (const int a : order_) {
      const S& gap = system_.gap(a);
      S& ρ = ρ_[static_cast<std::size_t>(a)];
      if (gap > ρ && gap <= std::numeric_limits<S>::max())
        ρ = S(0);
      else if (gap <= ρ && is_finite(gap))
        contacts_.push_back(a);
      else
        return accuse(a, outcome::gap_not_finite);
    }

    if (!contacts_.empty()) {  // 4, 5
      evaluate_rates(t_m);
      ++projections_;
      if (const outcome o = collide(); o != outcome::advanced) return o;
      if (const outcome o = look_at_contacts(t_m, h); o != outcome::advanced) return o;
      for (std::size_t j = 0; j < contacts_.size(); ++j) {
        const auto at = static_cast<std::size_t>(contacts_[j]);
        S& ρ = ρ_[at];
        const S drift = h * rounding_of_gap(contacts_[j], impulses_.size_of_velocity());
        contact_[at].drift += drift;
        if (impulse(j) > S(0) || is_kept(j))
          ρ += rounding_of_gap(contacts_[j], q_m_) + drift;
        else
          ρ = S(0);
      }
    }
    z_ = q_m_ + half * u_plus_;
    if (!are_finite(z_)) return outcome::not_finite;  // as they are where u_{k+1} is not
    u_ = u_plus_;
    q_ = z_;
    h_before_ = h;
    ++steps_;
    return outcome::advanced;
  }

  const vector& position() const { return q_; }           ///< q_{k+1}
  const vector& velocity() const { return u_; }           ///< u_{k+1}
  const vector& midpoint() const { return q_m_; }         ///< q_m
  const vector& velocity_before() const { return u_k_; }  ///< u_k
  const std::vector<int>& contacts() const { return contacts_; }
  const S& impulse(std::size_t j) const { return impulses_[j]; }  ///< P of contacts()[j]
  const contact_impulses<S, Metric>& impulses() const { return impulses_; }

  /// What the last outcome but `advanced` is about: a constraint or, of `not_finite`, a coordinate.
  int culprit() const { return culprit_; }
  /// −Φ of that constraint, where it is penetrated.
  const S& depth() const { return depth_; }

  int degrees_of_freedom() const { return system_.degrees_of_freedom(); }
  int constraints() const { return system_.constraints(); }
  std::int64_t force_evaluations() const { return force_evaluations_; }
  std::int64_t projections() const { return projections_; }

 private:
  static vector values(const std::vector<expression>& exact_values) {
    vector x(static_cast<Eigen::Index>(exact_values.size()));
    for (std::size_t i = 0; i < exact_values.size(); ++i)
      x[static_cast<Eigen::Index>(i)] = constant_value<S>(exact_values[i]);
    return x;
  }
  static std::vector<int> numbers(int count) {
    std::vector<int> list(static_cast<std::size_t>(count));
    std::iota(list.begin(), list.end(), 0);
    return list;
  }
  /// M⁻¹ f from the last f.
  void take_acceleration() {
    ++force_evaluations_;
    for (int i = 0; i < system_.degrees_of_freedom(); ++i) acceleration_[i] = system_.force(i);
    M_.solve(acceleration_);
  }
  /// Bound of the rounding in G_α·x for terms of size x, a few operations each.
  S rounding_of_gap(int a, const vector& x) const {
    using std::abs;
    S size(0);
    for (int k = system_.gradient_row_begin(a); k < system_.gradient_row_begin(a + 1); ++k) {
      const sparse_entry& e = system_.gradient_entries()[static_cast<std::size_t>(k)];
      size += abs(system_.gradient(e) * x[e.column]);
    }
    return S(8) * epsilon<S>() * size;
  }
  /// x − x is 0 for numbers, and NaN for infinity and NaN.
  static bool is_finite(const S& x) { return x - x == S(0); }
  /// Else the culprit is the first coordinate that is not.
  bool are_finite(const vector& x) {
    for (Eigen::Index i = 0; i < x.size(); ++i)
      if (!is_finite(x[i])) {
        culprit_ = static_cast<int>(i);
        return false;
      }
    return true;
  }
  outcome accuse(int constraint, outcome o) {
    culprit_ = constraint;
    return o;
  }

  void evaluate_rates(const S& t_m) {
    system_.evaluate_gradient(t_m, q_m_.data());
    if (!rates_are_constant_) system_.evaluate_gap_rate(t_m, q_m_.data());
  }
  /// 4 and the first half of 5.
  outcome collide() {
    if (impulses_.apply(system_, M_, contacts_, u_k_, u_plus_)) return outcome::advanced;
    for (const int a : contacts_)
      if (const S size = size_of_gradient(a); !(size > S(0)))
        return accuse(a, is_finite(size) ? outcome::no_gradient : outcome::gradient_not_finite);
    return outcome::no_admissible_velocity;
  }

  /// A contact at the last midpoint.
  struct contact {
    std::int64_t step = 0;  ///< 1 + the number of the step
    S depth{};              ///< p
    S way{};                ///< 4 h ω at the arrival + Σ h ω since
    S twice_asked{};        ///< twice the depth at which (c) was asked last
    S drift{};              ///< since the arrival: how far what velocities are rounded by has moved the gap
  };

  /// (a) to (d).
  outcome look_at_contacts(const S& t_m, const S& h) {
    const S longest = std::max(h, h_before_);
    const bool in_turn = ++steps_with_contacts_ >= turn_;
    if (in_turn) turn_ += std::min(1 + turn_ / 2, std::int64_t(256));
    int asked_with = -1;  // (c) is asked once for all contacts
    S deepest(0);
    for (std::size_t j = 0; j < contacts_.size(); ++j) {
      const int a = contacts_[j];
      contact& c = contact_[static_cast<std::size_t>(a)];
      const bool stayed = steps_ > 0 && c.step == steps_;
      const S p = std::max(S(0), S(-system_.gap(a))), before = stayed ? c.depth : S(0),
              way = longest * impulses_.size_of_rate(j);
      c.way = stayed ? S(c.way + way) : S(S(4) * way);
      if (!stayed) c.drift = S(0);
      c.depth = p;
      c.step = steps_ + 1;
      if (p - before <= way && S(4) * p <= c.way && p <= c.twice_asked && (!in_turn || p == S(0)) &&
          (stayed || gradient_is_constant_))
        continue;

      culprit_ = a;
      depth_ = p;
      if (!is_finite(way)) {
        u_plus_ = u_k_ + h * acceleration_;
        return are_finite(u_plus_) ? accuse(a, outcome::gradient_not_finite) : outcome::not_finite;
      }
      const S rounding = rounding_of_depth(a, q_m_);
      if (!(p - before <= way + rounding && S(4) * p <= c.way + rounding)) return outcome::penetrated;
      if (!stayed && !gradient_is_constant_) {
        const bool has_one = has_gradient_at_hit(a, t_m, h);
        back_to_step(t_m);
        if (!has_one) return outcome::no_gradient;
      }
      if (p <= rounding || (p <= c.twice_asked && !in_turn)) continue;
      c.twice_asked = S(2) * p;
      if (asked_with < 0 || p > deepest) {
        asked_with = a;
        deepest = p;
      }
    }
    if (asked_with < 0) return outcome::advanced;
    culprit_ = asked_with;
    depth_ = deepest;
    const bool is_near = position_is_near(t_m, q_m_);
    back_to_step(t_m);
    if (!is_near) return outcome::no_admissible_position;
    u_plus_ = u_k_ + h * acceleration_;
    return collide();
  }
  /// Where contacts depend on each other one may rest without an impulse of its own.
  bool is_kept(std::size_t j) const {
    using std::abs;
    const int a = contacts_[j];
    return contacts_.size() > 1 && abs(S(system_.gradient_dot(a, u_plus_) + system_.gap_rate(a))) <=
                                       S(64) * epsilon<S>() * impulses_.size_of_rate(j);
  }
  void back_to_step(const S& t_m) {
    system_.evaluate_gap(t_m, q_m_.data());
    evaluate_rates(t_m);
  }

  /// Of a position x and the steps in contact that have led to it: what velocities were rounded by there goes on.
  S rounding_of_depth(int a, const vector& x) const {
    const auto at = static_cast<std::size_t>(a);
    return S(8) * rounding_of_gap(a, x) + S(64) * epsilon<S>() * contact_[at].way + S(4) * contact_[at].drift;
  }
  S size_of_gradient(int a) const {
    using std::abs;
    S size(0);
    for (int k = system_.gradient_row_begin(a); k < system_.gradient_row_begin(a + 1); ++k)
      size += abs(system_.gradient(system_.gradient_entries()[static_cast<std::size_t>(k)]));
    return size;
  }
  /// √(G_α M⁻¹ G_αᵀ) with the gradient at (t, q).
  S slope(int a, const S& t, const vector& q) {
    using std::sqrt;
    system_.evaluate_gradient(t, q.data());
    const S size = size_of_gradient(a);
    if (!(size > S(0))) return size;
    δ_.setZero();
    for (int k = system_.gradient_row_begin(a); k < system_.gradient_row_begin(a + 1); ++k) {
      const sparse_entry& e = system_.gradient_entries()[static_cast<std::size_t>(k)];
      δ_[e.column] = system_.gradient(e) / size;
    }
    z_ = δ_;
    M_.solve(z_);
    return size * sqrt(S(δ_.dot(z_)));
  }
  /// (d). The line: q_m − s u_k at t_m − s, from s = 0 to the midpoint before, where the gap was open; its root by
  /// halving.
  bool has_gradient_at_hit(int a, const S& t_m, const S& h) {
    using std::sqrt;
    const S line = (steps_ > 0 ? S(h_before_ + h) : h) / S(2);
    S closed(0), open = line;
    for (int bit = 0; bit < std::numeric_limits<S>::digits; ++bit) {
      const S s = (closed + open) / S(2);
      z_ = q_m_ - s * u_k_;
      system_.evaluate_gap(t_m - s, z_.data());
      (system_.gap(a) > S(0) ? open : closed) = s;
    }
    const auto slope_at = [&](const S& s) { return slope(a, S(t_m - s), vector(q_m_ - s * u_k_)); };
    const S at_hit = slope_at(closed), at_ends = std::max(slope_at(S(0)), slope_at(line));
    return at_hit > S(64) * sqrt(epsilon<S>()) * at_ends;
  }

  /// (c), by Newton's method with step 4 for the gaps. It leaves `system_` evaluated elsewhere, and the impulses those
  /// of a displacement.
  bool position_is_near(const S& t, const vector& q) {
    z_ = q;
    for (int k = 0; k < most_corrections; ++k) {
      system_.evaluate_gap(t, z_.data());
      system_.evaluate_gradient(t, z_.data());
      δ_.setZero();
      std::fill(is_near_.begin(), is_near_.end(), 0);
      bool inside = true;
      while (take_violated()) {  // a displacement may violate others: then with them
        inside = false;
        near_.clear();
        for (const int a : order_)
          if (is_near_[static_cast<std::size_t>(a)]) near_.push_back(a);
        if (!rows_ && static_cast<int>(near_.size()) > most_together) return true;
        δ_.setZero();
        if (!impulses_.displace(system_, M_, near_, δ_)) return false;
      }
      if (inside) return true;
      z_ += δ_;
      S size(0), way(0);
      for (Eigen::Index i = 0; i < z_.size(); ++i) {
        using std::abs;
        if (!is_finite(z_[i])) return false;
        size = std::max(size, S(abs(z_[i])));
        way = std::max(way, S(abs(δ_[i])));
      }
      if (way <= S(64) * epsilon<S>() * size) return true;
    }
    return false;
  }
  /// Marks the constraints that z + δ violates beyond rounding. Was there one without a mark?
  bool take_violated() {
    bool found = false;
    for (const int a : order_) {
      char& marked = is_near_[static_cast<std::size_t>(a)];
      if (marked ||
          S(system_.gap(a) + system_.gradient_dot(a, δ_)) >= -rounding_of_depth(a, z_) - S(8) * rounding_of_gap(a, δ_))
        continue;
      marked = 1;
      found = true;
    }
    return found;
  }
  /// Newton's method doubles its digits: where so many corrections do not do, there is no root, or none near.
  static constexpr int most_corrections = 50;
  /// (c) is not asked of more violated constraints than this unless they are in rows: A would be full.
  static constexpr int most_together = 512;

  evaluated_system<S> system_;
  Metric M_;
  const vector q_0_, u_0_;
  vector q_, u_, q_m_, u_k_, u_plus_, acceleration_;
  vector z_, δ_;                          ///< a position that is tried, and a displacement
  std::optional<std::vector<int>> rows_;  ///< the constraints in rows, where there are rows and M is diagonal
  std::vector<int> order_;                ///< the constraints in the order in which contacts are listed
  std::vector<int> contacts_;
  std::vector<S> ρ_;  ///< of each constraint
  contact_impulses<S, Metric> impulses_;
  std::vector<contact> contact_;  ///< of each constraint
  std::vector<char> is_near_;     ///< is it in near_?
  std::vector<int> near_;         ///< constraints that a displacement has to look after
  S h_before_{}, depth_{};
  int culprit_ = -1;
  bool mass_is_constant_, definite_, acceleration_is_constant_, rates_are_constant_, gradient_is_constant_;
  std::int64_t force_evaluations_ = 0, projections_ = 0, steps_ = 0, steps_with_contacts_ = 0, turn_ = 0;
};

}  // namespace unilateral::moreau_time_stepping
