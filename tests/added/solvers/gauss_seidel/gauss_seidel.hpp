#pragma once
/// A solver as one folder, to show that a folder is enough: Moreau's time-stepping with the impulses of a step found by
/// projected Gauss–Seidel, as in many codes [Moreau 1999; Jean 1999]. A step from (t, q, v):
///
///   (1)  q_m = q + ½ h v,  t_m = t + ½ h;   M, f, Φ, G there;   contacts: Φ ≤ 0
///   (2)  v⁺ = v + h M⁻¹f + M⁻¹GᵀP,   0 ≤ P_α ⊥ w_α + e w_α⁻ ≥ 0,   w = G v + ∂Φ/∂t, one contact after the other
///   (3)  q⁺ = q_m + ½ h v⁺
///
/// The impulse stands at t_m. At what sweeps it stops is a matter of rounding only: until none moves a rate by more
/// than its rounding.

#include "problems/language/admissibility.hpp"
#include "problems/language/evaluated_system.hpp"
#include "problems/language/input_error.hpp"
#include "problems/language/run_watch.hpp"
#include "problems/language/solver.hpp"

#include <Eigen/Cholesky>
#include <cmath>
#include <string>
#include <vector>

namespace unilateral::gauss_seidel {

inline const method declaration{.name = "gauss_seidel",
                                .title = "Moreau's time-stepping by projected Gauss–Seidel",
                                .citation = "[Moreau 1999]",
                                .applies_to = {.systems = true, .step = step_use::required},
                                .orders = {}};

template <scalar S>
class stepper {
 public:
  explicit stepper(const statement& bound)
      : system_(bound.system), n_(system_.degrees_of_freedom()), m_(system_.constraints()), f_(n_) {
    q.resize(n_);
    v.resize(n_);
    for (int i = 0; i < n_; ++i) {
      q[i] = constant_value<S>(bound.position[static_cast<std::size_t>(i)]);
      v[i] = constant_value<S>(bound.velocity[static_cast<std::size_t>(i)]);
    }
  }

  /// One step from t; false where no impulses were found.
  bool step(const S& t, const S& h) {
    const S t_m = t + h / S(2);
    q_m = q + (h / S(2)) * v;
    system_.evaluate_mass(t_m, q_m.data());
    system_.evaluate_force(t_m, q_m.data(), v.data());
    system_.evaluate_gap(t_m, q_m.data());
    system_.evaluate_gradient(t_m, q_m.data());
    system_.evaluate_gap_rate(t_m, q_m.data());
    Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic> M(n_, n_);
    system_.copy_mass(M);
    const Eigen::LDLT<Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>> factor(M);
    for (int i = 0; i < n_; ++i) f_[i] = system_.force(i);
    v_minus = v;
    v += h * factor.solve(f_);

    active.clear();
    P = column<S>::Zero(m_);
    for (int a = 0; a < m_; ++a)
      if (!(system_.gap(a) > S(0))) active.push_back(a);
    return active.empty() || collide(factor);
  }
  void arrive(const S& h) { q = q_m + (h / S(2)) * v; }

  column<S> q, v, q_m, v_minus, P;
  std::vector<int> active;

 private:
  bool collide(const Eigen::LDLT<Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>>& factor) {
    using std::abs;
    const S e = system_.restitution();
    std::vector<column<S>> pushed;  // M⁻¹ ∇Φ_α
    for (const int a : active) {
      column<S> gradient = column<S>::Zero(n_);
      for (int k = system_.gradient_row_begin(a); k < system_.gradient_row_begin(a + 1); ++k) {
        const sparse_entry& entry = system_.gradient_entries()[static_cast<std::size_t>(k)];
        gradient[entry.column] = system_.gradient(entry);
      }
      pushed.push_back(factor.solve(gradient));
    }
    constexpr int most_sweeps = 10000;
    for (int sweep = 0; sweep < most_sweeps; ++sweep) {
      bool settled = true;
      for (std::size_t j = 0; j < active.size(); ++j) {
        const int a = active[j];
        const S curvature = system_.gradient_dot(a, pushed[j]), before = system_.gradient_dot(a, v_minus);
        const S w = system_.gradient_dot(a, v), r = system_.gap_rate(a) * (S(1) + e), rate = w + e * before + r;
        const S corrected = std::max(S(0), S(P[a] - rate / curvature));
        const S moved = (corrected - P[a]) * curvature;
        if (!(abs(moved) <= S(16) * epsilon<S>() * (abs(w) + abs(e * before) + abs(r)))) settled = false;
        v += ((corrected - P[a])) * pushed[j];
        P[a] = corrected;
      }
      if (settled) return true;
    }
    return false;
  }

  evaluated_system<S> system_;
  int n_, m_;
  column<S> f_;
};

template <scalar S>
solution<S> solve(const statement& bound, const request& asked) {
  check_admissible(bound);
  const S until = asked.until ? exact<S>(*asked.until) : constant_value<S>(bound.horizon);
  const S h = asked.step ? exact<S>(*asked.step) : S(until / S(1000));
  if (!(h > S(4) * epsilon<S>() * until))
    throw input_error("step: expected a number above the rounding of the end, found " + to_text(h));
  stepper<S> motion(bound);
  run_watch watch(asked);
  solution<S> answer;
  answer.path = trajectory<S>(static_cast<int>(motion.q.size()));
  for (S t(0); t < until;) {
    const S next = t + S(2) * h > until + h ? until : S(t + h), step = next - t, t_m = t + step / S(2);
    const column<S> q = motion.q;
    if (watch.expired(to_double(S(t / until)))) {
      answer.status = "stopped: " + watch.reason() + " at t = " + to_text(t);
      break;
    }
    if (!motion.step(t, step) || !is_finite(motion.v.sum())) {
      answer.status = "stopped: no impulses were found at t = " + to_text(t);
      break;
    }
    answer.path.append_linear(t_m, q, motion.v_minus);
    answer.path.append_linear(next, motion.q_m, motion.v);
    if ((motion.P.array() > S(0)).any()) {
      ++answer.counts.impacts;
      answer.impacts.push_back({t_m, motion.q_m, motion.v_minus, motion.v, motion.P, motion.active, false});
    }
    motion.arrive(step);
    ++answer.counts.steps;
    answer.end_time = t = next;
    answer.end_position = motion.q;
    answer.end_velocity = motion.v;
  }
  return answer;
}

}  // namespace unilateral::gauss_seidel
