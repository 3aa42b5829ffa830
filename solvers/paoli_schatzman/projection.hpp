#pragma once
/// P_K: the point of K(t) = {Φ(t, ·) ≥ 0} nearest to W in a fixed metric M,
///
///     M (Z − W) = G(t, Z)ᵀ μ,   0 ≤ μ ⊥ Φ(t, Z) ≥ 0.
///
///   (1)  Z_0 = W; if W ∈ K, that is all.
///   (2)  linearise the gaps in Z_k:  d = Φ(t, Z_k) + G_k (W − Z_k)
///   (3)  0 ≤ μ ⊥ G_k M⁻¹ G_kᵀ μ + d ≥ 0,   Z_{k+1} = W + M⁻¹ G_kᵀ μ
///   (4)  again, until Z stays where it is.
///
/// K need not be convex. (2), (3) are Newton's method for the gaps but leave out the curvature of the multiplier term,
/// so an iteration gains a factor |W − Z| · (curvature of ∂K): W leaves K by O(h) in a step of length h, and each
/// iteration gains O(h). Where gaps are affine in q, the first is exact. For K nonconvex the nearest point is unique
/// for h below the reach of K; (4) finds a critical point near W.

#include "solvers/paoli_schatzman/block_pivoting.hpp"
#include "solvers/paoli_schatzman/kinetic_metric.hpp"
#include "solvers/paoli_schatzman/lemke.hpp"

#include <cstdint>
#include <vector>

namespace unilateral::paoli_schatzman {

enum class projected {
  inside,
  moved,
  impossible,           ///< no position satisfies the linearised gaps
  undecided,            ///< (4) leads nowhere
  not_finite,           ///< coordinate `culprit` of Z
  gap_not_finite,       ///< of constraint `culprit`, at W
  gradient_not_finite,  ///< of constraint `culprit`
};

template <scalar S>
class projection {
 public:
  projection(const evaluated_system<S>& system, int contact_width)
      : displacement_(static_cast<std::size_t>(system.degrees_of_freedom())),
        difference_(displacement_),
        d_(static_cast<std::size_t>(system.constraints())),
        mu_(d_),
        at_start_(d_) {
    if (system.constraints() > lemke<S>::most) many_.reserve(system.constraints(), contact_width);
  }

  /// W and Z: n numbers each.
  projected operator()(evaluated_system<S>& system, kinetic_metric<S>& metric, const S& t, const std::vector<S>& W,
                       std::vector<S>& Z) {
    using std::abs;
    const int n = system.degrees_of_freedom(), m = system.constraints();
    Z = W;
    system.evaluate_gap(t, Z.data());  // (1)
    bool inside = true;
    for (int α = 0; α < m; ++α) {
      if (!(abs(system.gap(α)) <= std::numeric_limits<S>::max())) return accuse(α, projected::gap_not_finite);
      at_start_[static_cast<std::size_t>(α)] = system.gap(α);
      inside = inside && system.gap(α) >= S(0);
    }
    std::fill(mu_.begin(), mu_.end(), S(0));
    std::fill(displacement_.begin(), displacement_.end(), S(0));
    if (inside) return projected::inside;
    ++count_;

    S before = std::numeric_limits<S>::max();
    for (int k = 0; k < most_iterations; ++k) {
      system.evaluate_gradient(t, Z.data());  // (2)
      for (int i = 0; i < n; ++i)
        difference_[static_cast<std::size_t>(i)] = -displacement_[static_cast<std::size_t>(i)];
      for (int α = 0; α < m; ++α) {
        S& d = d_[static_cast<std::size_t>(α)];
        d = system.gap(α) + system.gradient_dot(α, difference_);
        if (!(abs(d) <= std::numeric_limits<S>::max())) return accuse(α, projected::gradient_not_finite);
      }
      if (k == 0 || !system.gradient_is_constant()) metric.refresh_contacts(system);
      const auto A = [&metric](int α, int β) -> S {
        return std::abs(α - β) <= metric.contact_width() ? metric.contact(α, β) : S(0);
      };
      if (!(m <= lemke<S>::most ? few_.solve(m, A, d_, mu_) : many_.solve(m, A, d_, mu_)))
        return projected::impossible;  // (3)

      // The change, and the size it is rounded by.
      std::fill(difference_.begin(), difference_.end(), S(0));
      for (const sparse_entry& g : system.gradient_entries())
        difference_[static_cast<std::size_t>(g.column)] += system.gradient(g) * mu_[static_cast<std::size_t>(g.row)];
      metric.to_velocity(difference_);
      S change(0), size(0);
      for (std::size_t i = 0; i < Z.size(); ++i) {
        change = std::max(change, S(abs(difference_[i] - displacement_[i])));
        displacement_[i] = difference_[i];
        Z[i] = W[i] + displacement_[i];
        size = std::max({size, S(abs(W[i])), S(abs(Z[i]))});
        if (!(abs(Z[i]) <= std::numeric_limits<S>::max())) return accuse(static_cast<int>(i), projected::not_finite);
      }
      if (system.gradient_is_constant()) return projected::moved;
      // (4): at rounding, or so near it that it no longer shrinks.
      if (change <= S(4) * epsilon<S>() * size ||
          (change >= before / S(2) && change <= S(1 << 12) * epsilon<S>() * size))
        return projected::moved;
      before = change;
      system.evaluate_gap(t, Z.data());
    }
    return projected::undecided;
  }

  /// Φ_α(t, W).
  const S& gap_at_start(int α) const { return at_start_[static_cast<std::size_t>(α)]; }
  /// μ of the last projection, and Z − W = M⁻¹ Gᵀ μ.
  const S& multiplier(int α) const { return mu_[static_cast<std::size_t>(α)]; }
  const std::vector<S>& displacement() const { return displacement_; }
  std::int64_t count() const { return count_; }
  int culprit() const { return culprit_; }

 private:
  projected accuse(int culprit, projected p) {
    culprit_ = culprit;
    return p;
  }

  /// A step so long that an iteration gains less than a factor 2 is too long; fifty digits then take 170.
  static constexpr int most_iterations = 200;

  std::vector<S> displacement_, difference_, d_, mu_, at_start_;
  lemke<S> few_;
  block_pivoting<S> many_;
  std::int64_t count_ = 0;
  int culprit_ = -1;
};

}  // namespace unilateral::paoli_schatzman
