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

enum class outcome {
  done,
  metric_not_definite,
  no_position,  ///< `impossible`, of (3) or of the end
  projection_undecided,
  not_finite,           ///< coordinate `culprit`, its velocity or acceleration
  gap_not_finite,       ///< of constraint `culprit`
  gradient_not_finite,  ///< of constraint `culprit`
  no_gradient,          ///< of constraint `culprit`, where it is met
  too_deep              ///< W lies deeper in constraint `culprit`, by `depth`, than a step explains
};

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
        v_start_(U_),
        slope_(static_cast<std::size_t>(system_.constraints())),
        fixed_(system_.constraints_are_fixed()) {
    for (std::size_t i = 0; i < U_.size(); ++i) {
      U_[i] = constant_value<S>(bound.position[i]);
      v_[i] = constant_value<S>(bound.velocity[i]);
    }
    v_before_ = v_;
    active_.reserve(static_cast<std::size_t>(system_.constraints()));
    active_before_.reserve(active_.capacity());
    began_.reserve(active_.capacity());
  }

  /// From t_n to t_{n+1} = t_n + h. Afterwards velocity() is v^{n+1}, constant between the two, and position() is
  /// U^{n+1}. Nothing is changed unless it is `done`.
  outcome step() {
    using std::abs;
    if (n_ == 0)
      if (const outcome o = start(); o != outcome::done) return o;
    const S t_n = time(), share = (S(1) - e_) / (S(1) + e_);
    if (n_ > 0)
      if (const outcome o = accelerate(t_n, v_); o != outcome::done) return o;
    const std::vector<S>& v_n = n_ == 0 ? v_start_ : v_;

    for (std::size_t i = 0; i < U_.size(); ++i)
      W_[i] = U_[i] + h_ * (share * v_n[i] + h_ * a_[i] / (S(1) + e_));  // (2)
    const bool unhindered = n_ == 0 && starts_free_;
    projected p = projected::inside;
    if (!unhindered) p = project_(system_, metric_, t_n + share * h_, W_, Z_);  // (3)
    if (p != projected::inside)
      if (const outcome o = look_at_projection(t_n, t_n + share * h_, p); o != outcome::done) return o;

    if (n_ > 0) v_before_ = v_;
    std::swap(active_, active_before_);
    active_.clear();
    if (p == projected::moved)
      for (int α = 0; α < system_.constraints(); ++α)
        if (project_.multiplier(α) > S(0)) active_.push_back(α);
    const auto in = [](const std::vector<int>& sorted, int α) {
      return std::binary_search(sorted.begin(), sorted.end(), α);
    };
    continues_ = std::any_of(active_.begin(), active_.end(), [&](int α) { return in(began_, α); });
    began_.clear();
    for (const int α : active_)
      if (!in(active_before_, α)) began_.push_back(α);
    if (active_.size() > 1 && !began_.empty() && breaking_.first < 0) {
      const std::pair<int, int> pair = breaking_pair(metric_, active_, e_);
      if (pair.first >= 0 && one_arrives(t_n, v_n)) {
        breaking_ = pair;
        breaking_time_ = t_n;
      }
    }
    for (std::size_t i = 0; i < U_.size(); ++i) {  // (4)
      v_[i] = v_n[i] + h_ * a_[i];
      if (is_impact()) v_[i] += (S(1) + e_) * project_.displacement()[i] / h_;
      U_[i] += h_ * v_[i];
    }
    ++n_;
    return outcome::done;
  }

  S time() const { return S(n_) * h_; }  ///< t_n, n < 2^53
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

  /// Two contacts that shared an impact and break Paoli's condition, and the first time it happened; (−1, −1) if none
  /// did.
  const std::pair<int, int>& breaking() const { return breaking_; }
  const S& breaking_time() const { return breaking_time_; }
  std::int64_t projections() const { return project_.count(); }
  /// The coordinate or the constraint that an outcome is about, and −Φ of that constraint.
  int culprit() const { return culprit_; }
  const S& depth() const { return depth_; }
  /// Whether the last state is one of finite numbers with a position of K near it, at t.
  outcome end(const S& t) {
    if (const outcome o = check_finite(v_); o != outcome::done) return o;
    const projected p = project_(system_, metric_, t, U_, Z_);
    return p == projected::inside || system_.constraints() == 0 ? outcome::done : verdict(p);
  }
  int constraints() const { return system_.constraints(); }

 private:
  /// (1): v^0 = v_0 − ½ h a_0; with a floor that does not let U^0 + h v_0 + ½ h² a_0 pass, the motion is taken to have
  /// come from K, or from where v_0 puts it if that parts a contact.
  outcome start() {
    using std::abs;
    if (const outcome o = accelerate(S(0), v_); o != outcome::done) return o;
    v_start_ = v_;
    for (std::size_t i = 0; i < U_.size(); ++i) {
      v_start_[i] -= h_ * a_[i] / S(2);
      W_[i] = U_[i] + h_ * (v_[i] + h_ * a_[i] / S(2));
    }
    system_.evaluate_gap(h_, W_.data());
    starts_free_ = true;
    for (int α = 0; α < system_.constraints(); ++α) {
      if (!(abs(system_.gap(α)) <= std::numeric_limits<S>::max())) {
        culprit_ = α;
        return outcome::gap_not_finite;
      }
      starts_free_ = starts_free_ && system_.gap(α) >= S(0);
    }
    if (starts_free_) return outcome::done;
    if (parts_at_start()) {
      v_start_ = v_;
      return outcome::done;
    }
    for (std::size_t i = 0; i < U_.size(); ++i) W_[i] = U_[i] - h_ * v_start_[i];
    const projected p = project_(system_, metric_, S(-h_), W_, Z_);
    if (p == projected::moved)
      for (std::size_t i = 0; i < U_.size(); ++i) v_start_[i] -= project_.displacement()[i] / h_;
    return verdict(p);
  }

  /// Does a contact that begins close faster than the force makes it in two steps? What rests presses too, and has no
  /// outcome to be continuous.
  bool one_arrives(const S& t_n, const std::vector<S>& v_n) {
    using std::abs;
    system_.evaluate_gradient(t_n, U_.data());
    system_.evaluate_gap_rate(t_n, U_.data());
    return std::any_of(began_.begin(), began_.end(), [&](int α) {
      S rate = system_.gap_rate(α), by_force(0), size = abs(rate);
      for (int k = system_.gradient_row_begin(α); k < system_.gradient_row_begin(α + 1); ++k) {
        const sparse_entry& g = system_.gradient_entries()[static_cast<std::size_t>(k)];
        const auto i = static_cast<std::size_t>(g.column);
        rate += system_.gradient(g) * v_n[i];
        size += abs(S(system_.gradient(g) * v_n[i]));
        by_force += abs(S(system_.gradient(g) * a_[i]));
      }
      return rate < -(S(2) * h_ * by_force + S(64) * epsilon<S>() * size);
    });
  }

  /// Does v_0 part a contact? Then U^0 − h v_0 lies outside of K by h times the rate of its gap, as far as the gap is
  /// linear on that way.
  bool parts_at_start() {
    using std::abs;
    for (std::size_t i = 0; i < U_.size(); ++i) W_[i] = U_[i] - h_ * v_[i];
    system_.evaluate_gap(-h_, W_.data());
    system_.evaluate_gradient(S(0), U_.data());
    system_.evaluate_gap_rate(S(0), U_.data());
    for (int α = 0; α < system_.constraints(); ++α) {
      S rate = system_.gap_rate(α), size = abs(rate);
      for (int k = system_.gradient_row_begin(α); k < system_.gradient_row_begin(α + 1); ++k) {
        const sparse_entry& g = system_.gradient_entries()[static_cast<std::size_t>(k)];
        const S part = system_.gradient(g) * v_[static_cast<std::size_t>(g.column)];
        rate += part;
        size += abs(part);
      }
      if (rate > S(64) * epsilon<S>() * size && system_.gap(α) < -h_ * rate / S(2)) return true;
    }
    return false;
  }

  /// a = M(t, U)⁻¹ f(t, U, v).
  outcome accelerate(const S& t, const std::vector<S>& v) {
    if (n_ == 0 || !system_.mass_is_constant()) {
      system_.evaluate_mass(t, U_.data());
      if (!metric_.refresh(system_)) return outcome::metric_not_definite;
    }
    system_.evaluate_force(t, U_.data(), v.data());
    for (std::size_t i = 0; i < U_.size(); ++i) a_[i] = system_.force(static_cast<int>(i));
    metric_.to_velocity(a_);
    return check_finite(v);
  }
  outcome check_finite(const std::vector<S>& v) {
    using std::abs;
    const S most = std::numeric_limits<S>::max();
    for (std::size_t i = 0; i < U_.size(); ++i) {
      if (abs(U_[i]) + abs(v[i]) + abs(a_[i]) <= most) continue;
      if (abs(U_[i]) <= most && abs(v[i]) <= most && abs(a_[i]) <= most) continue;  // their sum alone was too large
      culprit_ = static_cast<int>(i);
      return outcome::not_finite;
    }
    return outcome::done;
  }

  /// What (3) has met at t* = t, starting from W: see "How deep" in paoli_schatzman.hpp. It leaves `system_` evaluated
  /// elsewhere, but `metric_` as (3) does.
  outcome look_at_projection(const S& t_n, const S& t, projected p) {
    using std::abs;
    if (p != projected::moved && p != projected::impossible && p != projected::undecided) return verdict(p);
    const bool curved = !system_.gradient_is_constant();
    const auto begins = [this] {
      for (int α = 0; α < system_.constraints(); ++α)
        if (project_.gap_at_start(α) < S(0) && !std::binary_search(active_.begin(), active_.end(), α)) return true;
      return false;
    };
    if (p != projected::moved || (curved && begins()))
      if (const int α = without_gradient(t); α >= 0) {
        culprit_ = α;
        return outcome::no_gradient;
      }
    if (p != projected::moved) return verdict(p);

    if (curved) system_.evaluate_gradient(t, W_.data());
    if (!fixed_) system_.evaluate_gap_rate(t, W_.data());
    for (int α = 0; α < system_.constraints(); ++α) {
      const S p_W = -project_.gap_at_start(α);
      if (!(p_W > std::numeric_limits<S>::min())) continue;  // below, a number is its own rounding
      S reach = abs(S(t - t_n)) * abs(system_.gap_rate(α)), size(0);
      for (int k = system_.gradient_row_begin(α); k < system_.gradient_row_begin(α + 1); ++k) {
        const sparse_entry& g = system_.gradient_entries()[static_cast<std::size_t>(k)];
        const auto i = static_cast<std::size_t>(g.column);
        reach += abs(S(system_.gradient(g) * (W_[i] - U_[i])));
        size += abs(S(system_.gradient(g) * W_[i]));
      }
      const S explained = S(2) * reach + S(64) * epsilon<S>() * size;
      if (p_W <= explained) continue;
      system_.evaluate_gap(t_n, U_.data());
      if (p_W <= explained - std::min(S(0), system_.gap(α))) continue;
      culprit_ = α;
      depth_ = p_W;
      return outcome::too_deep;
    }
    return outcome::done;
  }
  /// A constraint that pushes, or that W violates where nothing has been found, with a gradient at Z that is O(√ε) of
  /// that at U^n and at W; or −1.
  int without_gradient(const S& t) {
    using std::sqrt;
    const auto slopes = [&](const std::vector<S>& at, bool first) {
      system_.evaluate_gradient(t, at.data());
      metric_.refresh_contacts(system_);
      for (int α = 0; α < system_.constraints(); ++α) {
        S& slope = slope_[static_cast<std::size_t>(α)];
        const S here = sqrt(metric_.contact(α, α));
        slope = first ? here : std::max(slope, here);
      }
    };
    slopes(U_, true);
    slopes(W_, false);
    system_.evaluate_gradient(t, Z_.data());
    metric_.refresh_contacts(system_);
    for (int α = 0; α < system_.constraints(); ++α)
      if (project_.gap_at_start(α) < S(0) &&
          sqrt(metric_.contact(α, α)) <= S(64) * sqrt(epsilon<S>()) * slope_[static_cast<std::size_t>(α)])
        return α;
    return -1;
  }

  outcome verdict(projected p) {
    culprit_ = project_.culprit();
    switch (p) {
      case projected::impossible:
        return outcome::no_position;
      case projected::undecided:
        return outcome::projection_undecided;
      case projected::not_finite:
        return outcome::not_finite;
      case projected::gap_not_finite:
        return outcome::gap_not_finite;
      case projected::gradient_not_finite:
        return outcome::gradient_not_finite;
      default:
        return outcome::done;
    }
  }

  evaluated_system<S> system_;
  kinetic_metric<S> metric_;
  projection<S> project_;
  S h_, e_;
  std::vector<S> U_, v_, a_, W_, Z_, v_before_, v_start_;
  std::vector<S> slope_;                             ///< of each constraint: the larger √(G M⁻¹ Gᵀ) of U^n and W
  std::vector<int> active_, active_before_, began_;  ///< began_: active in the last step, but not in the one before
  bool fixed_;                                       ///< no gap depends on time
  bool starts_free_ = true, continues_ = false;
  std::pair<int, int> breaking_{-1, -1};
  S breaking_time_{}, depth_{};
  int culprit_ = -1;
  std::int64_t n_ = 0;
};

}  // namespace unilateral::paoli_schatzman
