#pragma once
/// Contacts S that are independent, with the Cholesky factor L of W_SS, which grows by a row with each contact:
///
///     (1)  L x = W_Sα:  x is the row of α, and W_αα − x·x the square of its diagonal              [Higham 2002, 10.1]
///     (2)  x_i ≠ 0 only where W_iα ≠ 0 and above that: from each such i to the first row below it that column i of L
///          has an entry in, and on from there                                                     [Liu 1990, 3]
///
/// L is kept by columns, so that (1) takes no more operations than L has entries where x has. Balls numbered along a
/// row have two entries a column, and k of them cost O(k); k contacts that all have to do with each other O(k³).

#include "solvers/event_driven/contact_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace unilateral::event_driven {

/// The roots of the diagonal are taken when there is a second contact: one alone, which is nearly every impact, needs
/// none.
template <scalar S>
class independent_contacts {
 public:
  /// Of `size` constraints.
  explicit independent_contacts(int size = 0)
      : column_(index(size)),
        diagonal_(index(size)),
        row_(index(size), S(0)),
        sum_(row_),
        is_reached_(index(size), 0),
        place_(index(size), -1) {
    members_.reserve(index(size));
    reach_.reserve(index(size));
  }

  const std::vector<int>& members() const { return members_; }
  int size() const { return static_cast<int>(members_.size()); }
  /// Where a contact stands among the members; −1: it is none.
  int place(int a) const { return place_[index(a)]; }
  void clear() {
    for (const int a : members_) place_[index(a)] = -1;
    members_.clear();
    roots_ = 0;
  }

  /// W_αα − W_αS W_SS⁻¹ W_Sα; 0 where that is none of W_αα, and α depends on S. Leaves x of (1) for `reduce` and
  /// `append`.
  [[gnu::hot]] S distance(const contact_matrix<S>& W, int a) {
    for (const int i : reach_) row(i) = S(0);
    reach_.clear();
    return members_.empty() ? std::max(S(0), W(a, a)) : distance_from_members(W, a);
  }
  /// r = W_SS⁻¹ W_Sα, after `distance`.
  void reduce(S* r) const {
    for (int i = size() - 1; i >= 0; --i) {
      S sum = row_[index(i)];
      for (const below& e : column(i)) sum -= e.value * r[e.row];
      r[i] = sum / diagonal(i);
    }
  }
  /// Adds α, whose distance δ > 0 was computed last.
  [[gnu::hot]] void append(int a, const S& δ) {
    const int k = size();
    for (const int i : reach_) column_[index(i)].push_back({k, row(i)});
    column_[index(k)].clear();
    diagonal_[index(k)] = δ;
    place_[index(a)] = k;
    members_.push_back(a);
  }
  /// Adds α if it is independent.
  bool try_append(const contact_matrix<S>& W, int a) {
    const S δ = distance(W, a);
    if (δ > S(0)) append(a, δ);
    return δ > S(0);
  }
  /// Drops the member at a place and factors anew what stood behind it.
  void remove(const contact_matrix<S>& W, int place) {
    const std::vector<int> behind(members_.begin() + place + 1, members_.end());
    for (int i = place; i < size(); ++i) place_[index(member(i))] = -1;
    members_.resize(index(place));
    for (int i = 0; i < place; ++i)
      while (!column(i).empty() && column(i).back().row >= place) column_[index(i)].pop_back();
    roots_ = std::min(roots_, place);
    for (const int a : behind) try_append(W, a);
  }
  /// What rounding makes of λ = −W_SS⁻¹ b, by contact, where each b_α is known to `tolerance`, and products of the
  /// factor to `relative`: M(L) being L with −|L_ij| off its diagonal, |W_SS⁻¹| ≤ M(L)⁻ᵀ M(L)⁻¹ [Higham 2002, 8.3]. No
  /// more than the largest reaction makes of it, the rows in units of √W_αα.
  void reaction_rounding(const contact_matrix<S>& W, const S* tolerance, const S& relative, const S* λ, S* rounding) {
    using std::abs;
    const int k = size();
    bound_reaction_rounding(W, tolerance, relative, λ, rounding);
    if (k == 1) return;
    take_roots();
    for (int j = 0; j < k; ++j) {  // |Lᵀ| |λ|
      S& sum = sum_[index(j)];
      sum = abs(diagonal(j) * λ[member(j)]);
      for (const below& e : column(j)) sum += abs(e.value * λ[member(e.row)]);
    }
    std::vector<S>& f = bound_;
    f.assign(index(k), S(0));
    for (int j = 0; j < k; ++j) {  // f = tolerance + relative |L| |Lᵀ| |λ|
      const S of_diagonal = f[index(j)] + abs(diagonal(j)) * sum_[index(j)];
      f[index(j)] = tolerance[member(j)] + relative * of_diagonal;
      for (const below& e : column(j)) f[index(e.row)] += abs(e.value) * sum_[index(j)];
    }
    for (int j = 0; j < k; ++j) {  // M(L)⁻¹ f
      f[index(j)] = f[index(j)] / diagonal(j);
      for (const below& e : column(j)) f[index(e.row)] += abs(e.value) * f[index(j)];
    }
    for (int i = k - 1; i >= 0; --i) {  // M(L)⁻ᵀ of that
      for (const below& e : column(i)) f[index(i)] += abs(e.value) * f[index(e.row)];
      f[index(i)] = f[index(i)] / diagonal(i);
      rounding[member(i)] = std::min(f[index(i)], rounding[member(i)]);
    }
  }
  /// No less than that: what the largest reaction makes of it, without the factor.
  void bound_reaction_rounding(const contact_matrix<S>& W, const S* tolerance, const S& relative, const S* λ,
                               S* rounding) const {
    using std::abs;
    using std::sqrt;
    if (size() == 1) {
      const int a = member(0);
      rounding[a] = tolerance[a] / W(a, a) + relative * abs(λ[a]);
      return;
    }
    S most(0);
    for (const int a : members_) {
      rounding[a] = sqrt(W(a, a));
      most = std::max(most, S(rounding[a] * abs(λ[a])));
    }
    for (const int a : members_) rounding[a] = tolerance[a] / W(a, a) + relative * most / rounding[a];
  }
  /// x ← W_SS⁻¹ x, in the order of the members.
  [[gnu::hot]] void solve(S* x) {
    const int k = size();
    if (k == 1 && roots_ == 0) {
      x[0] = x[0] / diagonal(0);
      return;
    }
    take_roots();
    for (int i = 0; i < k; ++i) {
      x[i] = x[i] / diagonal(i);
      for (const below& e : column(i)) x[e.row] -= e.value * x[i];
    }
    for (int i = k - 1; i >= 0; --i) {
      for (const below& e : column(i)) x[i] -= e.value * x[e.row];
      x[i] = x[i] / diagonal(i);
    }
  }

 private:
  /// An entry of L below its diagonal.
  struct below {
    int row;
    S value;
  };
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  int member(int i) const { return members_[index(i)]; }
  S& row(int i) { return row_[index(i)]; }
  const S& diagonal(int i) const { return diagonal_[index(i)]; }
  const std::vector<below>& column(int i) const { return column_[index(i)]; }

  /// (1)
  S distance_from_members(const contact_matrix<S>& W, int a) {
    take_roots();
    for (const auto& e : W.row(a))
      if (const int i = place(e.column); i >= 0 && e.value != S(0)) {
        row(i) = e.value;
        reach_from(i);
      }
    std::sort(reach_.begin(), reach_.end());
    S rest = W(a, a);
    for (const int i : reach_) {
      is_reached_[index(i)] = 0;
      row(i) = row(i) / diagonal(i);
      rest -= row(i) * row(i);
      for (const below& e : column(i)) row(e.row) -= e.value * row(i);
    }
    const S least = S(64 * (size() + 1)) * epsilon<S>() * W(a, a);
    return rest > least ? rest : S(0);
  }
  /// (2)
  void reach_from(int i) {
    while (!is_reached_[index(i)]) {
      is_reached_[index(i)] = 1;
      reach_.push_back(i);
      if (column(i).empty()) return;
      i = column(i).front().row;
    }
  }
  void take_roots() {
    using std::sqrt;
    for (; roots_ < size(); ++roots_) diagonal_[index(roots_)] = sqrt(diagonal(roots_));
  }

  std::vector<std::vector<below>> column_;  ///< rows in order
  std::vector<S> diagonal_;                 ///< still squared from `roots_` on
  int roots_ = 0;
  std::vector<int> members_;
  std::vector<S> row_;  ///< x of (1), 0 outside of `reach_`
  std::vector<int> reach_;
  std::vector<S> sum_, bound_;
  std::vector<char> is_reached_;
  std::vector<int> place_;
};

}  // namespace unilateral::event_driven
