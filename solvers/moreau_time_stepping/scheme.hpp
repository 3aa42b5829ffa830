#pragma once
/// One step of the scheme (steps 1–5 of moreau_time_stepping.hpp), for one shape of the kinetic metric. It records nothing and, for a
/// small system, allocates nothing; what is constant is evaluated once.
///
/// Rounding in step 3. What rests has Φ = 0 up to rounding; were the sign of that rounding decisive, contacts at rest would open for a step
/// at random and fall back at speed g h. So a contact that bore an impulse in the step before, or starts at rest, stays a contact while
/// Φ ≤ ρ, a running bound of the rounding of its gap since it closed. Nothing sticks: its P is still ≥ 0, and without P > 0 it has ρ = 0.

#include "problems/language/evaluated_system.hpp"
#include "solvers/moreau_time_stepping/contact_impulses.hpp"
#include "solvers/moreau_time_stepping/kinetic_metric.hpp"
#include "solvers/moreau_time_stepping/rows_of_contacts.hpp"

#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

namespace unilateral::moreau_time_stepping {

enum class outcome {
  advanced,
  metric_not_definite,  ///< M(q_m) has a pivot that is not > 0
  gap_not_finite,       ///< some Φ_α(t_m, q_m) is not a number
  velocity_not_finite,
  no_admissible_velocity  ///< moving constraints that no velocity satisfies together
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
        rows_(Metric::is_diagonal ? order_in_rows(system_) : std::nullopt),
        order_(rows_ ? *rows_ : numbers(system_.constraints())),
        impulses_(system_, rows_.has_value()) {
    contacts_.reserve(order_.size());
    ρ_.resize(order_.size());
    mass_is_constant_ = system_.mass_is_constant();
    definite_ = !mass_is_constant_ || M_.factor(system_);
    acceleration_is_constant_ = mass_is_constant_ && definite_ && system_.force_is_constant();
    if (acceleration_is_constant_) take_acceleration();
    rates_are_constant_ = system_.constraints_are_fixed();
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
  }

  /// From (q_k, u_k) at t_m − h/2 to (q_{k+1}, u_{k+1}) at t_m + h/2. On any outcome but `advanced` the state stays.
  outcome step(const S& t_m, const S& h) {
    const S half = h / S(2);
    u_k_ = u_;
    q_m_ = q_ + half * u_k_;  // 1

    if (!mass_is_constant_) {  // 2
      system_.evaluate_mass(q_m_.data());
      definite_ = M_.factor(system_);
    }
    if (!definite_) return outcome::metric_not_definite;
    if (!acceleration_is_constant_) {
      system_.evaluate_force(t_m, q_m_.data(), u_k_.data());
      take_acceleration();
    }
    u_plus_ = u_k_ + h * acceleration_;
    if (!finite(u_plus_)) return outcome::velocity_not_finite;

    contacts_.clear();  // 3
    system_.evaluate_gap(t_m, q_m_.data());
    for (const int a : order_) {
      const S& gap = system_.gap(a);
      S& ρ = ρ_[static_cast<std::size_t>(a)];
      if (gap > ρ)
        ρ = S(0);
      else if (gap <= ρ)
        contacts_.push_back(a);
      else
        return outcome::gap_not_finite;
    }

    if (!contacts_.empty()) {  // 4, 5
      system_.evaluate_gradient(t_m, q_m_.data());
      if (!rates_are_constant_) system_.evaluate_gap_rate(t_m, q_m_.data());
      ++projections_;
      if (!impulses_.apply(system_, M_, contacts_, u_k_, u_plus_)) return outcome::no_admissible_velocity;
      if (!finite(u_plus_)) return outcome::velocity_not_finite;
      for (std::size_t j = 0; j < contacts_.size(); ++j) {
        S& ρ = ρ_[static_cast<std::size_t>(contacts_[j])];
        if (impulse(j) > S(0))
          ρ += rounding_of_gap(contacts_[j], q_m_) + h * rounding_of_gap(contacts_[j], impulses_.size_of_velocity());
        else
          ρ = S(0);
      }
    }
    u_ = u_plus_;
    q_ = q_m_ + half * u_;
    return outcome::advanced;
  }

  const vector& position() const { return q_; }           ///< q_{k+1}
  const vector& velocity() const { return u_; }           ///< u_{k+1}
  const vector& midpoint() const { return q_m_; }         ///< q_m
  const vector& velocity_before() const { return u_k_; }  ///< u_k
  const std::vector<int>& contacts() const { return contacts_; }
  const S& impulse(std::size_t j) const { return impulses_[j]; }  ///< P of contacts()[j]
  const contact_impulses<S, Metric>& impulses() const { return impulses_; }

  int degrees_of_freedom() const { return system_.degrees_of_freedom(); }
  int constraints() const { return system_.constraints(); }
  std::int64_t force_evaluations() const { return force_evaluations_; }
  std::int64_t projections() const { return projections_; }

 private:
  static vector values(const std::vector<expression>& exact_values) {
    vector x(static_cast<Eigen::Index>(exact_values.size()));
    for (std::size_t i = 0; i < exact_values.size(); ++i) x[static_cast<Eigen::Index>(i)] = constant_value<S>(exact_values[i]);
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
  static bool finite(const vector& x) {
    for (Eigen::Index i = 0; i < x.size(); ++i)
      if (!is_finite(x[i])) return false;
    return true;
  }

  evaluated_system<S> system_;
  Metric M_;
  const vector q_0_, u_0_;
  vector q_, u_, q_m_, u_k_, u_plus_, acceleration_;
  std::optional<std::vector<int>> rows_;  ///< the constraints in rows, where there are rows and M is diagonal
  std::vector<int> order_;                ///< the constraints in the order in which contacts are listed
  std::vector<int> contacts_;
  std::vector<S> ρ_;  ///< of each constraint
  contact_impulses<S, Metric> impulses_;
  bool mass_is_constant_, definite_, acceleration_is_constant_, rates_are_constant_;
  std::int64_t force_evaluations_ = 0, projections_ = 0;
};

}  // namespace unilateral::moreau_time_stepping
