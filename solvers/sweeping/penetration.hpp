#pragma once
/// How deep the scheme may be below a constraint, p = −Φ(t_{k+1}, q_{k+1}), and when it is not to go on.
///
/// The motion from q_k to q_{k+1} is a straight line of velocity u_k. Call reach = h (|∂Φ/∂t| + Σ |G_i| (|u_i| + h
/// |a_i|)), a = M⁻¹f and G and ∂Φ/∂t at its end: Φ changes along the line by no more if these stay (h a is there for
/// what rests, whose u_k is the rounding of h a). With G and ∂Φ/∂t changing by up to their own size:
///
///   (a)  p − p_before ≤ 2 reach, p_before = 0 for a constraint that was not active a step before. A gap that jumps, or
///        a slope passed within one step, breaks this at once and whatever the step's length, or until it is short
///        enough.
///   (b)  While a constraint stays active, w and so the velocity lead out of it, to first order; what deepens p is
///        curvature, ½ h |ΔG·u| for a gradient that turns by ΔG in the step. As long as that is below half of G:
///            p ≤ 2 reach of the arrival + ¼ Σ reach since
///        (O(h) for given speeds and curvatures: the drift of an explicit rule)
///   (c)  There must be an admissible position near: δ with Φ + G δ ≥ 0 for all constraints, and again from q + δ until
///        nothing is violated. Its lack is how walls show that have closed on each other: each by itself is still left
///        at each visit, ever faster. Asked each time p has doubled, at the end of the run, and in turn: ever more
///        rarely at first, then every 256 steps.
///   (d)  A gap must have a gradient where it becomes active: in the kinetic metric, at the root of Φ on the line, more
///        than O(√ε) of that at its ends. x³ has none at 0, and no projection is near its floor.
///
/// A change of units changes none of these. Steps without an active constraint pay nothing.

#include "problems/language/evaluated_system.hpp"
#include "solvers/sweeping/mass_factor.hpp"
#include "solvers/sweeping/projection.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace unilateral::sweeping {

template <scalar S>
class penetration {
 public:
  enum class finding { sound, not_finite, too_deep, no_gradient, nothing_near };

  explicit penetration(const evaluated_system<S>& system)
      : record_(static_cast<std::size_t>(system.constraints())),
        listed_(record_.size()),
        position_(system.degrees_of_freedom()),
        displacement_(system.degrees_of_freedom()),
        toward_(system) {
    list_.reserve(record_.size());
  }

  /// From q at t = 0: what is violated there is not the steps' doing.
  void start(evaluated_system<S>& system, const column<S>& q) {
    system.evaluate_gap(S(0), q.data());
    for (std::size_t α = 0; α < record_.size(); ++α)
      record_[α].depth = std::max(S(0), S(-system.gap(static_cast<int>(α))));
  }
  /// To be called once a step.
  void next_step() { ++step_; }
  /// To be called once a step with active constraints, after they have been looked at.
  void next_turn() {
    if (step_ >= turn_) turn_ = step_ + 1 + std::min(asked_in_turn_ += 1 + asked_in_turn_ / 2, std::int64_t(255));
  }

  /// Takes note of an active constraint; true where (a) to (d) cannot be settled by these few comparisons.
  bool asks_for_a_look(const evaluated_system<S>& system, int α, const S& p, const S& h, const column<S>& u,
                       const column<S>& a, bool fixed_G) {
    using std::abs;
    if (fixed_G && p == S(0)) return false;  // just touched; deeper, it will have arrived then
    S rate = abs(system.gap_rate(α));
    for (int k = system.gradient_row_begin(α); k < system.gradient_row_begin(α + 1); ++k) {
      const sparse_entry& g = system.gradient_entries()[static_cast<std::size_t>(k)];
      rate += abs(system.gradient(g)) * (abs(u[g.column]) + abs(h * a[g.column]));
    }
    record& r = record_[static_cast<std::size_t>(α)];
    r.reach = h * rate;
    r.arrives = r.step != step_ - 1;
    r.before = r.arrives && step_ > 0 ? S(0) : r.depth;
    r.allowed = r.arrives ? S(S(4) * r.before + S(8) * r.reach) : S(r.allowed + r.reach);
    r.depth = p;
    r.step = step_;
    const bool fine = p - r.before <= S(2) * r.reach && S(4) * p <= r.allowed && p <= r.twice_asked &&
                      (fixed_G || !r.arrives) && step_ < turn_;
    return !fine;
  }

  /// The judgement, with M as last factorised at (t, q), the end of a step of length h at velocity u. `moved`: `system`
  /// has been evaluated elsewhere.
  finding look(evaluated_system<S>& system, const mass_factor<S>& M, int α, const S& t, const column<S>& q, const S& h,
               const column<S>& u, bool fixed_G, bool& moved) {
    record& r = record_[static_cast<std::size_t>(α)];
    if (!(r.reach <= std::numeric_limits<S>::max())) return finding::not_finite;
    const S error = rounding(system, α, q);
    if (!(r.depth - r.before <= S(2) * r.reach + error && S(4) * r.depth <= r.allowed + error))
      return finding::too_deep;
    if (r.arrives && !fixed_G) {
      moved = true;
      if (!has_gradient_at_hit(system, M, α, t, q, h, u)) return finding::no_gradient;
    }
    if (r.depth > error && (r.depth > r.twice_asked || step_ >= turn_)) {
      moved = true;
      r.twice_asked = S(2) * r.depth;
      if (!is_near_admissible(system, M, t, q)) return finding::nothing_near;
    }
    return finding::sound;
  }

  /// (c).
  bool is_near_admissible(evaluated_system<S>& system, const mass_factor<S>& M, const S& t, const column<S>& q) {
    using std::abs;
    position_ = q;
    for (int correction = 0; correction < most_corrections; ++correction) {
      system.evaluate_gap(t, position_.data());
      system.evaluate_gradient(t, position_.data());
      std::fill(listed_.begin(), listed_.end(), 0);
      displacement_.setZero();
      if (!list_violated(system)) return true;
      do {  // what the displacement violates is to be displaced with the others
        if (list_.size() * static_cast<std::size_t>(q.size()) > most_numbers) return true;
        displacement_.setZero();
        if (!toward_.displacement(system, M, list_, displacement_)) return false;
      } while (list_violated(system));
      S size(0), way(0);
      for (int i = 0; i < q.size(); ++i) {
        position_[i] += displacement_[i];
        size = std::max(size, S(abs(position_[i])));
        way = std::max(way, S(abs(displacement_[i])));
        if (!(abs(position_[i]) <= std::numeric_limits<S>::max())) return false;
      }
      if (way <= S(64) * epsilon<S>() * size) return true;
    }
    return false;
  }

  /// Of Φ_α at q, reached by the steps on record.
  S rounding(const evaluated_system<S>& system, int α, const column<S>& q) const {
    return S(16) * epsilon<S>() * size_of(system, α, q) +
           S(64) * epsilon<S>() * record_[static_cast<std::size_t>(α)].allowed;
  }

  bool has_zero_gradient(const evaluated_system<S>& system, int α) const {
    for (int k = system.gradient_row_begin(α); k < system.gradient_row_begin(α + 1); ++k)
      if (system.gradient(system.gradient_entries()[static_cast<std::size_t>(k)]) != S(0)) return false;
    return true;
  }

 private:
  /// A constraint when it was active last.
  struct record {
    std::int64_t step = -2;
    S depth{}, before{}, reach{};
    S allowed{};      ///< four times the right side of (b)
    S twice_asked{};  ///< twice the depth at which (c) was asked last
    bool arrives = false;
  };

  /// Σ |G_i x_i|.
  static S size_of(const evaluated_system<S>& system, int α, const column<S>& x) {
    using std::abs;
    S sum(0);
    for (int k = system.gradient_row_begin(α); k < system.gradient_row_begin(α + 1); ++k) {
      const sparse_entry& g = system.gradient_entries()[static_cast<std::size_t>(k)];
      sum += abs(system.gradient(g) * x[g.column]);
    }
    return sum;
  }

  /// Lists what position + displacement violates to first order, beyond rounding, besides what is listed; false if
  /// there is nothing more.
  bool list_violated(const evaluated_system<S>& system) {
    bool more = false;
    for (std::size_t a = 0; a < record_.size(); ++a) {
      if (listed_[a]) continue;
      const int α = static_cast<int>(a);
      const S error = rounding(system, α, position_) + S(16) * epsilon<S>() * size_of(system, α, displacement_);
      if (system.gap(α) + system.gradient_dot(α, displacement_) < -error) listed_[a] = more = true;
    }
    if (!more) return false;
    list_.clear();
    for (std::size_t a = 0; a < listed_.size(); ++a)
      if (listed_[a]) list_.push_back(static_cast<int>(a));
    return true;
  }

  /// (d). On the line q − s u at t − s the gap is open at s = h and not at s = 0: halved until the root is known to ε
  /// h.
  bool has_gradient_at_hit(evaluated_system<S>& system, const mass_factor<S>& M, int α, const S& t, const column<S>& q,
                           const S& h, const column<S>& u) {
    using std::sqrt;
    const auto slope = [&](const S& s) {
      position_ = q - s * u;
      system.evaluate_gradient(t - s, position_.data());
      displacement_.setZero();
      for (int k = system.gradient_row_begin(α); k < system.gradient_row_begin(α + 1); ++k) {
        const sparse_entry& g = system.gradient_entries()[static_cast<std::size_t>(k)];
        displacement_[g.column] = system.gradient(g);
      }
      M.whiten(displacement_.data());
      return S(displacement_.cwiseAbs().maxCoeff());
    };
    S active(0), open = h;
    for (S s = h / S(2); s > active && s < open; s = (active + open) / S(2)) {
      position_ = q - s * u;
      system.evaluate_gap(t - s, position_.data());
      (system.gap(α) > S(0) ? open : active) = s;
      if (open - active <= epsilon<S>() * h) break;
    }
    const S at_hit = slope(active);
    return at_hit > S(64) * sqrt(epsilon<S>()) * std::max(slope(S(0)), slope(h));
  }

  /// Newton's corrections double the digits where there is a position to be found.
  static constexpr int most_corrections = 50;
  /// Of a dense matrix of gradients; (c) is not asked of larger ones.
  static constexpr std::size_t most_numbers = 1 << 20;

  std::int64_t step_ = 0, turn_ = 0, asked_in_turn_ = 0;
  std::vector<record> record_;
  std::vector<char> listed_;
  std::vector<int> list_;
  column<S> position_, displacement_;
  projection<S> toward_;  ///< for positions; the stepper's own keeps its λ
};

}  // namespace unilateral::sweeping
