#pragma once
/// The motion while the set of contacts doesn't change, and the jump at a shock, as formulas in t, q, v.
///
///   free:               M q'' = f
///   contacts C closed:  M q'' = f + Gᵀ λ,  G q'' + γ = 0        (rows of C; γ: second derivatives of the gaps at zero
///                       λ = −A⁻¹(G M⁻¹f + γ),  A = G M⁻¹Gᵀ       acceleration)
///                       which must be > 0                       [Moreau 1963, (P)]
///   shock, J active:    v⁺ = v⁻ + M⁻¹Gᵀ P,  P = −(1 + e) A⁻¹ r⁻,  r = G v + ∂Φ/∂t
///                       P > 0, and for every other contact that is touched r(w) > 0, w = v⁻ + M⁻¹GᵀP/(1 + e)
///                       [Moreau 1983, (4)–(6)]
///
/// M⁻¹ and A⁻¹ by L D Lᵀ: where the formulas have a value, no pivot vanishes there.

#include "problems/language/statement.hpp"
#include "proofs/enclosures/defect/formulas.hpp"

namespace unilateral::enclosures::defect {

/// What has to stay positive for a motion to go on.
struct watch {
  enum class kind { gap, reaction } of;
  int constraint;
};

using contact_list = std::vector<int>;  ///< in order

/// Contacts that persist: with a reaction, and those whose gap stays 0 by itself, its second derivative being 0 by its
/// formula.
struct mode {
  contact_list closed{}, idle{};
  auto operator<=>(const mode&) const = default;
};

/// Smooth motion: outputs 0 … n − 1 are the accelerations, the watched functions follow: reactions, then gaps.
struct smooth_motion {
  std::vector<watch> watched;
  formulas all;
};

class dynamics {
 public:
  /// Throws input_error where M is singular as a formula or a number is missing.
  explicit dynamics(const statement& bound);

  int degrees_of_freedom() const { return n_; }
  int constraints() const { return static_cast<int>(contacts_.size()); }
  smooth_motion motion(const mode& with) const;
  /// Outputs: v⁺ (n numbers), then P of the active ones; then of each of the others r(w), then r⁺ of each.
  formulas shock(const contact_list& active, const contact_list& others) const;
  expression rate_halfway(int other, const contact_list& active) const;  ///< r(w)
  /// Whether reactions at all of them at once are determined, as far as formulas tell.
  bool independent(const contact_list& list) const;
  /// Whether its gap depends on the time, as far as formulas tell.
  /// Whether its gap has kinks or jumps.
  bool has_kinks_in(int constraint) const { return has_kinks_[static_cast<std::size_t>(constraint)]; }
  bool moves(int constraint) const { return !vanishes_in_time_[static_cast<std::size_t>(constraint)]; }
  /// By the formulas: no impulse at the active ones changes the rate of another; the second derivative of a gap is 0
  /// while others are closed.
  bool unmoved(int constraint, const contact_list& active) const;
  bool idle(int constraint, const contact_list& closed) const;
  /// Outputs: ∂Φ/∂t + G v, then G, then M⁻¹Gᵀ (n numbers each).
  formulas normal(int constraint) const;
  /// Outputs: e.
  formulas restitution() const { return formulas({restitution_}, n_); }
  /// Outputs: the pivots D: M is positive definite where they are.
  formulas pivots() const { return formulas(pivots_, n_); }
  /// None of these depends on the state.
  bool has_constant_metric() const {
    return std::all_of(pivots_.begin(), pivots_.end(), [](const expression& x) { return x.is_constant(); });
  }
  bool inelastic() const { return restitution_.is(0); }
  /// The gap, its rate: 0 at the start by their formulas, which no ball of positive radius could tell.
  bool starts_on(int constraint) const;
  bool starts_at_rest_on(int constraint) const;

 private:
  using row = std::vector<expression>;
  row solve(const row& right_side) const;
  /// Whether the determinant of [M, B; G, R] is 0 by its formula, G the gradients of `rows`, B those of `columns` and,
  /// if it is asked for, f beside them; R is 0 but in f's column, where it is −γ. No quotient enters.
  bool determinant_vanishes(const contact_list& rows, const contact_list& columns, bool with_forces) const;
  /// −A⁻¹ x over a list of contacts.
  row reactions_to(const contact_list& of, const row& x) const;
  row accelerations(const contact_list& closed, row* reactions = nullptr) const;
  expression rate_after(int i, const contact_list& active, const row& P) const;

  struct contact {
    expression gap, rate, curvature;
    std::vector<expression> gradient;  ///< G
    std::vector<expression> response;  ///< M⁻¹Gᵀ
    expression gradient_dot_free;      ///< G M⁻¹f
  };
  expression at_start(const expression& x) const;

  int n_;
  expression restitution_;
  std::vector<expression> position_, velocity_;
  std::vector<row> metric_, lower_;
  row force_, pivots_, free_;
  std::vector<contact> contacts_;
  std::vector<bool> vanishes_in_time_;  ///< ∂Φ/∂t
  std::vector<bool> has_kinks_;         ///< gaps
};

}  // namespace unilateral::enclosures::defect
