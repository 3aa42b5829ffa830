#pragma once
/// The equations of a motion with its contacts, its variational equation, and the functions that decide when it
/// changes.
///
///   q'' = a(t, q, v):   M a = f                                     free
///                       M a = f + Gᵀ λ,  G a + γ = 0                contacts closed: λ solves the bordered system
///   Y' = (∂(v, a)/∂(q, v)) Y + (0, ∂(v, a)/∂t),  Y(0) = (1, 0)      (n q's and n v's; the last column: a later start)
///
/// Linear systems by Gauss–Jordan elimination of formulas, [M | f | Gᵀ].

#include "problems/language/statement.hpp"
#include "proofs/enclosures/lohner/taylor.hpp"

namespace unilateral::enclosures::lohner {

using vector = std::vector<interval>;
using matrix = std::vector<vector>;  ///< rows
using contacts = std::vector<int>;   ///< numbers of constraints, in order

/// A function that stays positive while nothing happens: a gap, or the reaction of the closed contact.
struct guard {
  bool is_gap;
  int constraint;
  expression value;
  std::vector<expression> derivatives;  ///< along the motion: three of a gap, one of a reaction
  std::vector<expression> gradient;     ///< in y and t
};

/// Contacts that last: under pressure; and at rest without, the gap being 0 by itself.
struct touching {
  contacts pressed{}, loose{};
  auto operator<=>(const touching&) const = default;
};

/// One set of contacts. Programs: the field alone, the field with the variational equation, the guards.
class phase {
 public:
  phase(const statement& bound, const touching& with);

  int n() const { return n_; }
  const std::vector<guard>& guards() const { return guards_; }

  /// Taylor coefficients 0 … orders of the motion from y.
  std::vector<vector> coefficients(const interval& t, const vector& y, int orders) const;
  /// The same, and those of Y from the given matrix.
  struct with_matrix {
    std::vector<vector> y;
    std::vector<matrix> Y;
  };
  with_matrix variational_coefficients(const interval& t, const vector& y, const matrix& Y, int orders) const;
  vector field(const interval& t, const vector& y) const;
  matrix jacobian(const interval& t, const vector& y) const;  ///< of it, in y and t
  /// Derivative `order` of guard g (0: its value); its gradient.
  interval derivative(std::size_t g, int order, const interval& t, const vector& y) const;
  vector gradient(std::size_t g, const interval& t, const vector& y) const;

 private:
  int n_;
  std::vector<guard> guards_;
  program field_, varied_;
  std::vector<std::vector<program>> measures_;
  std::vector<program> gradients_;
  std::vector<int> acceleration_, varied_acceleration_;
  std::vector<std::vector<int>> jacobian_, varied_rows_;  ///< places of ∂a_i/∂(y, t)_j; of Y'_{n+i, j}
  std::vector<std::vector<int>> measure_places_, gradient_places_;
};

/// Formulas in (t, q, v), with their derivatives in (q, v, t), as programs that are made once.
class formula_list {
 public:
  formula_list(const std::vector<expression>& of, int n);
  vector values(const interval& t, const vector& y) const;
  matrix jacobian(const interval& t, const vector& y) const;

 private:
  program values_, partials_;
  std::vector<int> value_places_;
  std::vector<std::vector<int>> partial_places_;
};

/// v⁺ and P of the shock at some constraints: M v⁺ = M v⁻ + Gᵀ P, G v⁺ + r = −e (G v⁻ + r), r = ∂Φ/∂t; then of each of
/// the others its rate halfway, after P/(1 + e), and after P.
std::vector<expression> shock_formulas(const statement& bound, const contacts& active, const contacts& others);
/// Decided on the formulas: whether the reactions of some contacts are determined; whether an impulse at one contact
/// leaves the rate of another alone; whether a gap has no second derivative while others are pressed; whether it moves.
bool independent(const statement& bound, const contacts& of);
bool uncoupled(const statement& bound, int one, int other);
bool has_no_curvature(const statement& bound, int constraint, const contacts& pressed);
bool moves(const statement& bound, int constraint);
/// G v + r; e; M⁻¹Gᵀ, the change of v by an impulse 1.
std::vector<expression> response_formulas(const statement& bound, int constraint);
/// Whether the metric is positive definite at every instant of t and every state of a box: all pivots of its
/// elimination are positive.
bool certainly_definite(const statement& bound, const interval& t, const vector& y);
/// Values of formulas without derivatives.
vector evaluate(const std::vector<expression>& formulas, int n, const interval& t, const vector& y);
/// x with t = 0 and the initial state in place of t, q, v.
expression at_the_start(const expression& x, const statement& bound);

}  // namespace unilateral::enclosures::lohner
