#pragma once
/// Contacts in a row: the projection when every active constraint shares coordinates with its neighbours only, and
/// neighbours push each other apart. Then A = G M⁻¹ Gᵀ is tridiagonal with couplings a_i = A_{i,i+1} ≤ 0, and
///
///     0 ≤ λ ⊥ Aλ + s ≥ 0,      s = G z + ∂Φ/∂t
///
/// is solved in O(k) operations for k contacts: pool adjacent violators, written for any weights and gradients.
///
///   (1)  Since A has no positive coupling, a contact that pushes in the answer for contacts 0 … i still pushes when
///        contact i + 1 joins, and harder. So contacts join the pushing set one by one and never leave it.
///   (2)  A block l … r of pushing contacts, with inputs x = a_{l−1} λ_{l−1} and y = a_r λ_{r+1}, is known by its two
///        ends:
///            λ_l = p − α x − β y,      λ_r = q − β x − γ y;           alone: α = β = γ = 1/A_ll, p = q = −s_l/A_ll.
///   (3)  Blocks 1 and 2 side by side, coupled by a, with Δ = 1 − γ1 α2 a², make a block:
///            α = α1 + α2 (a β1)²/Δ,    β = −a β1 β2/Δ,                 γ = γ2 + γ1 (a β2)²/Δ,
///            p = p1 − a β1 (p2 − a α2 q1)/Δ,                           q = q2 − a β2 (q1 − a γ1 p2)/Δ.
///        Δ = 0 when their gradients are linearly dependent; Δ < √ε would cost half the digits, and is left to the
///        general method.
///   (4)  Contact i joins when its rate s_i + a_{i−1} λ_{i−1} is negative; then, leftwards, each contact whose rate
///        that makes negative.
///   (5)  λ on each block by elimination: pivots π_i = A_ii − a_{i−1}²/π_{i−1}.

#include "problems/language/scalar.hpp"

#include <cmath>
#include <vector>

namespace unilateral::sweeping {

template <scalar S>
class pooled_contacts {
 public:
  struct contact {
    S diagonal, coupling;  ///< A_ii, A_{i,i+1}
    S rate, magnitude;     ///< s_i, and the sum of absolute values it was added up from
    S lambda;
  };

  void reserve(std::size_t k) {
    row.reserve(k);
    block_.reserve(k);
    pivot_.reserve(k);
  }

  std::vector<contact> row;  ///< the contacts in order; solve() fills in λ

  /// False when (nearly) dependent gradients would have to push together: then nothing is decided here.
  bool solve() {
    block_.clear();
    const int k = static_cast<int>(row.size());
    for (int i = 0; i < k; ++i)
      if (is_violated(i, S(0)) && !join(i)) return false;
    solve_blocks();
    return true;
  }
  /// λ with A_BB λ_B + s_B = 0 for the pushing contacts B that solve() found, 0 for the others.
  void solve_blocks() {
    for (contact& c : row) c.lambda = S(0);
    for (const block& b : block_) eliminate(b);
  }

 private:
  struct block {
    int l, r;
    S α, β, γ, p, q;
  };

  contact& at(int i) { return row[static_cast<std::size_t>(i)]; }
  bool ends_at(int i) const { return !block_.empty() && block_.back().r == i; }

  /// Rate of contact i below zero by more than rounding, when the block on its left and `from_right` = a_i λ_{i+1} push
  /// on it.
  bool is_violated(int i, const S& from_right) {
    using std::abs;
    const S from_left = ends_at(i - 1) ? S(at(i - 1).coupling * block_.back().q) : S(0);
    const S rounding = S(8) * epsilon<S>() * (at(i).magnitude + abs(from_left) + abs(from_right));
    return at(i).rate + from_left + from_right < -rounding;
  }

  block alone(int i) {
    const S inverse = S(1) / at(i).diagonal, λ = -at(i).rate * inverse;
    return {i, i, inverse, inverse, inverse, λ, λ};
  }

  /// left ← left and right as one block (3); false when nearly dependent.
  bool merge(block& left, const block& right) {
    const S a = at(left.r).coupling,
            Δ = S(1) - (left.γ * a) * (right.α * a);  // pure numbers: a² may leave the range of S
    if (!(Δ > S(0) && Δ * Δ > epsilon<S>())) return false;
    const S aβ1 = a * left.β, aβ2 = a * right.β;
    left = {left.l,
            right.r,
            left.α + right.α * aβ1 * aβ1 / Δ,
            -aβ1 * right.β / Δ,
            right.γ + left.γ * aβ2 * aβ2 / Δ,
            left.p - aβ1 * (right.p - a * right.α * left.q) / Δ,
            right.q - aβ2 * (left.q - a * left.γ * right.p) / Δ};
    return true;
  }

  /// (4): contact i begins to push.
  bool join(int i) {
    if (!(at(i).diagonal > S(0))) return false;
    block joined = alone(i);
    while (joined.l > 0) {
      const int j = joined.l - 1;
      block left;
      if (ends_at(j)) {
        left = block_.back();
        block_.pop_back();
      } else if (is_violated(j, at(j).coupling * joined.p)) {
        left = alone(j);
      } else {
        break;
      }
      if (!merge(left, joined)) return false;
      joined = left;
    }
    block_.push_back(joined);
    return true;
  }

  /// (5).
  void eliminate(const block& b) {
    pivot_.resize(row.size());
    const auto pivot = [this](int i) -> S& { return pivot_[static_cast<std::size_t>(i)]; };
    for (int i = b.l; i <= b.r; ++i) {
      pivot(i) = at(i).diagonal;
      at(i).lambda = -at(i).rate;
      if (i == b.l) continue;
      const S factor = at(i - 1).coupling / pivot(i - 1);
      pivot(i) -= factor * at(i - 1).coupling;
      at(i).lambda -= factor * at(i - 1).lambda;
    }
    for (int i = b.r; i >= b.l; --i) {
      if (i < b.r) at(i).lambda -= at(i).coupling * at(i + 1).lambda;
      at(i).lambda /= pivot(i);
    }
  }

  std::vector<block> block_;  ///< pushing contacts, from left to right
  std::vector<S> pivot_;
};

}  // namespace unilateral::sweeping
