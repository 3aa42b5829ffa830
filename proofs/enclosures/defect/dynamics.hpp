#pragma once
/// The motion while the set of contacts doesn't change, and the jump at a shock, as formulas in t, q, v.
///
///   free:               M q'' = f
///   contact α closed:   M q'' = f + Gᵀ λ,  G q'' + γ = 0        (γ: second derivative of the gap at zero acceleration)
///                       λ = −(G M⁻¹f + γ)/A,  A = G M⁻¹Gᵀ,  which must be > 0
///                       [Moreau 1963, (P)]
///   shock at α:         v⁺ = v⁻ + M⁻¹Gᵀ P,  P = −(1 + e)(G v⁻ + ∂Φ/∂t)/A
///                       [Moreau 1983, (4)–(6)]
///
/// M⁻¹ by M = L D Lᵀ: where the formulas have a value, no pivot vanishes there.

#include "problems/language/statement.hpp"
#include "proofs/enclosures/defect/formulas.hpp"

#include <optional>

namespace unilateral::enclosures::defect {

/// What has to stay positive for a motion to go on.
struct watch {
  enum class kind { gap, reaction } of;
  int constraint;
};

/// Smooth motion: outputs 0 … n − 1 are the accelerations, the watched functions follow.
struct smooth_motion {
  std::optional<int> closed;  ///< the contact that persists
  std::vector<watch> watched;
  formulas all;
};

class dynamics {
 public:
  /// Throws input_error where M is singular as a formula or a number is missing.
  explicit dynamics(const statement& bound);

  int degrees_of_freedom() const { return n_; }
  int constraints() const { return static_cast<int>(contacts_.size()); }
  smooth_motion motion(std::optional<int> closed) const;
  /// Outputs: v⁺ (n numbers), then P.
  formulas shock(int constraint) const;
  /// Outputs: ∂Φ/∂t + G v, then G, then M⁻¹Gᵀ (n numbers each).
  formulas normal(int constraint) const;
  /// Outputs: e.
  formulas restitution() const { return formulas({restitution_}, n_); }
  /// Outputs: the pivots D: M is positive definite where they are.
  formulas pivots() const { return formulas(pivots_, n_); }
  bool inelastic() const { return restitution_.is(0); }
  /// The gap, its rate: 0 at the start by their formulas, which no ball of positive radius could tell.
  bool starts_on(int constraint) const;
  bool starts_at_rest_on(int constraint) const;

 private:
  std::vector<expression> solve(const std::vector<expression>& right_side) const;

  struct contact {
    expression gap, rate, curvature, compliance;
    std::vector<expression> gradient;  ///< G
    std::vector<expression> response;  ///< M⁻¹Gᵀ
    expression gradient_dot_free;      ///< G M⁻¹f
  };
  expression at_start(const expression& x) const;

  int n_;
  expression restitution_;
  std::vector<expression> position_, velocity_;
  std::vector<std::vector<expression>> lower_;
  std::vector<expression> pivots_, free_;
  std::vector<contact> contacts_;
};

}  // namespace unilateral::enclosures::defect
