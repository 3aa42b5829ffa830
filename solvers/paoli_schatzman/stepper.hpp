#pragma once
/// One step of (1)–(4) of paoli_schatzman.hpp.

#include "problems/language/evaluated_system.hpp"
#include "solvers/paoli_schatzman/paoli_condition.hpp"
#include "solvers/paoli_schatzman/projection.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace unilateral::paoli_schatzman {

enum class outcome { done, not_finite, metric_not_definite, no_position, projection_undecided };

template <scalar S>
class stepper {
 public:
  /// Of a bound statement, with step h > 0; stands at t = 0.
  stepper(const statement& bound, const S& h)
      : system_(bound.system),
        metric_(system_),
        project_(system_, metric_.contact_width()),
        h_(h),
        e_(system_.restitution()),
        U_(static_cast<std::size_t>(system_.degrees_of_freedom())),
        v_(U_),
        a_(U_),
        W_(U_),
        Z_(U_),
        v_before_(U_),
        v_start_(U_) {
    for (std::size_t i = 0; i < U_.size(); ++i) {
      U_[i] = constant_value<S>(bound.position[i]);
      v_[i] = constant_value<S>(bound.velocity[i]);
    }
    v_before_ = v_;
    active_.reserve(static_cast<std::size_t>(system_.constraints()));
    active_before_.reserve(active_.capacity());
    began_.reserve(active_.capacity());
  }

  /// From t_n to t_{n+1} = t_n + h. Afterwards velocity() is v^{n+1}, constant between the two, and position() is U^{n+1}.
  /// Nothing is changed unless it is `done`.
  outcome step() {
    using std::abs;
    if (n_ == 0)
      if (const outcome o = start(); o != outcome::done) return o;
    const S t_n = time(), share = (S(1) - e_) / (S(1) + e_);
    if (n_ > 0)
      if (const outcome o = accelerate(t_n, v_); o != outcome::done) return o;
    const std::vector<S>& v_n = n_ == 0 ? v_start_ : v_;

    for (std::size_t i = 0; i < U_.size(); ++i) W_[i] = U_[i] + h_ * (share * v_n[i] + h_ * a_[i] / (S(1) + e_));  // (2)
    const bool unhindered = n_ == 0 && starts_free_;
    projected p = projected::inside;
    if (!unhindered) p = project_(system_, metric_, t_n + share * h_, W_, Z_);  // (3)
    if (const outcome o = verdict(p); o != outcome::done) return o;

    if (n_ > 0) v_before_ = v_;
    std::swap(active_, active_before_);
    active_.clear();
    if (p == projected::moved)
      for (int α = 0; α < system_.constraints(); ++α)
        if (project_.multiplier(α) > S(0)) active_.push_back(α);
    const auto in = [](const std::vector<int>& sorted, int α) { return std::binary_search(sorted.begin(), sorted.end(), α); };
    continues_ = std::any_of(active_.begin(), active_.end(), [&](int α) { return in(began_, α); });
    began_.clear();
    for (const int α : active_)
      if (!in(active_before_, α)) began_.push_back(α);
    if (is_impact() && active_.size() > 1 && breaking_.first < 0) {
      breaking_ = breaking_pair(metric_, active_, e_);
      breaking_time_ = t_n;
    }
    for (std::size_t i = 0; i < U_.size(); ++i) {  // (4)
      v_[i] = v_n[i] + h_ * a_[i];
      if (is_impact()) v_[i] += (S(1) + e_) * project_.displacement()[i] / h_;
      U_[i] += h_ * v_[i];
    }
    ++n_;
    return outcome::done;
  }

  S time() const { return S(static_cast<double>(n_)) * h_; }  ///< t_n, n < 2^53
  std::int64_t steps() const { return n_; }
  const std::vector<S>& position() const { return U_; }
  const std::vector<S>& velocity() const { return v_; }

  // Of the last step, from t_n: the jump of the velocity there.
  const std::vector<S>& velocity_before() const { return v_before_; }
  bool is_impact() const { return !active_.empty(); }
  /// Part of the shock of the step before: a contact that began there pushes again.
  bool continues() const { return continues_; }
  const std::vector<int>& active() const { return active_; }
  /// P_α = (1 + e) μ_α / h.
  S impulse(int α) const { return (S(1) + e_) * project_.multiplier(α) / h_; }

  /// Two contacts that shared an impact and break Paoli's condition, and the first time it happened; (−1, −1) if none did.
  const std::pair<int, int>& breaking() const { return breaking_; }
  const S& breaking_time() const { return breaking_time_; }
  std::int64_t projections() const { return project_.count(); }
  int constraints() const { return system_.constraints(); }

 private:
  /// (1): v^0 = v_0 − ½ h a_0; with a floor that does not let U^0 + h v_0 + ½ h² a_0 pass, the motion is taken to have come from K.
  outcome start() {
    if (const outcome o = accelerate(S(0), v_); o != outcome::done) return o;
    v_start_ = v_;
    for (std::size_t i = 0; i < U_.size(); ++i) {
      v_start_[i] -= h_ * a_[i] / S(2);
      W_[i] = U_[i] + h_ * (v_[i] + h_ * a_[i] / S(2));
    }
    system_.evaluate_gap(h_, W_.data());
    starts_free_ = true;
    for (int α = 0; α < system_.constraints(); ++α) starts_free_ = starts_free_ && system_.gap(α) >= S(0);
    if (starts_free_) return outcome::done;
    for (std::size_t i = 0; i < U_.size(); ++i) W_[i] = U_[i] - h_ * v_start_[i];
    const projected p = project_(system_, metric_, S(-h_), W_, Z_);
    if (p == projected::moved)
      for (std::size_t i = 0; i < U_.size(); ++i) v_start_[i] -= project_.displacement()[i] / h_;
    return verdict(p);
  }

  /// a = M(U)⁻¹ f(t, U, v).
  outcome accelerate(const S& t, const std::vector<S>& v) {
    using std::abs;
    if (n_ == 0 || !system_.mass_is_constant()) {
      system_.evaluate_mass(U_.data());
      if (!metric_.refresh(system_)) return outcome::metric_not_definite;
    }
    system_.evaluate_force(t, U_.data(), v.data());
    for (std::size_t i = 0; i < U_.size(); ++i) a_[i] = system_.force(static_cast<int>(i));
    metric_.to_velocity(a_);
    for (std::size_t i = 0; i < U_.size(); ++i)
      if (!(abs(U_[i]) + abs(v[i]) + abs(a_[i]) <= std::numeric_limits<S>::max())) return outcome::not_finite;
    return outcome::done;
  }

  static outcome verdict(projected p) {
    switch (p) {
      case projected::impossible:
        return outcome::no_position;
      case projected::undecided:
        return outcome::projection_undecided;
      case projected::not_finite:
        return outcome::not_finite;
      default:
        return outcome::done;
    }
  }

  evaluated_system<S> system_;
  kinetic_metric<S> metric_;
  projection<S> project_;
  S h_, e_;
  std::vector<S> U_, v_, a_, W_, Z_, v_before_, v_start_;
  std::vector<int> active_, active_before_, began_;  ///< began_: active in the last step, but not in the one before
  bool starts_free_ = true, continues_ = false;
  std::pair<int, int> breaking_{-1, -1};
  S breaking_time_{};
  std::int64_t n_ = 0;
};

}  // namespace unilateral::paoli_schatzman
