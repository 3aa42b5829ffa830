#pragma once
/// Projection on a polyhedron in the kinetic metric, seen from its constraints: with W = G M⁻¹ Gᵀ (perhaps singular:
/// contacts may be dependent) and b the relative rates without reaction,
///
///     (1)  w = b + W λ;     λ_α ≥ 0, w_α ≥ 0, λ_α w_α = 0 (α one-sided);     w_α = 0 (α two-sided).
///
/// [Moreau 1963, (P)] with rates of the second order, [Moreau 1983, (7)] with rates of the first. By the dual method of
/// [Goldfarb Idnani 1983]:
///
///     (2)  S: contacts held (w_S = 0), always independent;  r = W_SS⁻¹ W_Sα,  δ = W_αα − W_αS r
///     (3)  the contact α violated most enters: λ_α rises by s, λ_S falls by s r, w_α rises by s δ
///     (4)  s is the least that makes w_α = 0 (then S gains α) or a one-sided λ_j = 0 (then S loses j); none: no point
///          satisfies all constraints.
///
/// W and L are dense: k contacts that all press cost O(k³), and a column of n balls that closes one contact at a time
/// O(n⁴) in all.
///
/// The distance grows at every change of S, so no S comes twice. The support of λ is independent; w and the reaction
/// Gᵀλ are unique, λ need not be.
///
/// Every row may have a unit of its own, by any power of ten, and so may bodies that do not touch. Rates are compared
/// only with their own rounding, (5), and by w_α/√W_αα with each other; a λ with what the roundings f of the rows that
/// it hangs on make of it, (6), M(L) being L with −|L_ij| off its diagonal: |W_SS⁻¹| ≤ M(L)⁻ᵀ M(L)⁻¹
/// [Higham 2002, 8.3].
///
///     (5)  |b_α| and Σ_β |λ_β| times the terms of W_αβ, by ε
///     (6)  M(L)⁻ᵀ M(L)⁻¹ f

#include "problems/language/scalar.hpp"
#include "solvers/event_driven/polynomial_values.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace unilateral::event_driven {

/// W, row by row; and, of each entry, the size of the terms that it is the sum of: what cancels in it is known to their
/// rounding. Rows of bodies that do not touch have no terms in common.
template <class S>
class contact_matrix {
 public:
  explicit contact_matrix(int size = 0)
      : size_(static_cast<std::size_t>(size)), entry_(size_ * size_, S(0)), terms_(entry_) {}
  S& operator()(int a, int b) { return entry_[place(a, b)]; }
  const S& operator()(int a, int b) const { return entry_[place(a, b)]; }
  S& terms(int a, int b) { return terms_[place(a, b)]; }
  const S& terms(int a, int b) const { return terms_[place(a, b)]; }

 private:
  std::size_t place(int a, int b) const { return static_cast<std::size_t>(a) * size_ + static_cast<std::size_t>(b); }

  std::size_t size_;
  std::vector<S> entry_, terms_;
};

/// Independent contacts S with the Cholesky factor L of W_SS. Its roots are taken when there is a second contact: one
/// alone, which is nearly every impact, needs none.
template <scalar S>
class independent_contacts {
 public:
  explicit independent_contacts(int size = 0) : L_(size) {
    members_.reserve(static_cast<std::size_t>(size));
    row_.resize(static_cast<std::size_t>(size));
  }

  const std::vector<int>& members() const { return members_; }
  int size() const { return static_cast<int>(members_.size()); }
  void clear() {
    members_.clear();
    roots_ = 0;
  }

  /// δ of (2), relative to W_αα: 0 where α depends on S. Leaves L⁻¹ W_Sα for `reduce` and `append`.
  [[gnu::hot]] S distance(const contact_matrix<S>& W, int a) {
    const int k = size();
    take_roots();
    S rest = W(a, a);
    for (int i = 0; i < k; ++i) {
      S sum = W(a, member(i));
      for (int j = 0; j < i; ++j) sum -= L_(i, j) * row(j);
      row(i) = sum / L_(i, i);
      rest -= row(i) * row(i);
    }
    const S least = S(64 * (k + 1)) * epsilon<S>() * W(a, a);
    return rest > least ? rest : S(0);
  }
  /// r of (2), after `distance`.
  void reduce(S* r) const {
    const int k = size();
    for (int i = k - 1; i >= 0; --i) {
      S sum = row(i);
      for (int j = i + 1; j < k; ++j) sum -= L_(j, i) * r[j];
      r[i] = sum / L_(i, i);
    }
  }
  /// Adds α, whose distance δ > 0 was computed last.
  [[gnu::hot]] void append(int a, const S& δ) {
    const int k = size();
    for (int j = 0; j < k; ++j) L_(k, j) = row(j);
    L_(k, k) = δ;
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
    members_.resize(static_cast<std::size_t>(place));
    roots_ = std::min(roots_, place);
    for (const int a : behind) try_append(W, a);
  }
  /// (6), by contact: what rounding makes of λ = −W_SS⁻¹ b, where each b_α is known to `tolerance`, and products of the
  /// factor to `relative`. No more than the largest reaction makes of it, the rows in units of √W_αα.
  void reaction_rounding(const contact_matrix<S>& W, const S* tolerance, const S& relative, const S* λ, S* rounding) {
    using std::abs;
    const int k = size();
    bound_reaction_rounding(W, tolerance, relative, λ, rounding);
    if (k == 1) return;
    take_roots();
    for (int j = 0; j < k; ++j) {
      row(j) = S(0);
      for (int i = j; i < k; ++i) row(j) += abs(L_(i, j) * λ[member(i)]);
    }
    for (int i = k - 1; i >= 0; --i) {  // f ← tolerance + relative |L| |Lᵀ| |λ|
      S sum(0);
      for (int j = 0; j <= i; ++j) sum += abs(L_(i, j)) * row(j);
      row(i) = tolerance[member(i)] + relative * sum;
    }
    for (int i = 0; i < k; ++i) {
      for (int j = 0; j < i; ++j) row(i) += abs(L_(i, j)) * row(j);
      row(i) = row(i) / L_(i, i);
    }
    for (int i = k - 1; i >= 0; --i) {
      const int a = member(i);
      for (int j = i + 1; j < k; ++j) row(i) += abs(L_(j, i)) * row(j);
      row(i) = row(i) / L_(i, i);
      rounding[a] = std::min(row(i), rounding[a]);
    }
  }
  /// No less than that: what the largest reaction makes of it. In O(k), where (6) takes O(k²).
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
      x[0] = x[0] / L_(0, 0);
      return;
    }
    take_roots();
    for (int i = 0; i < k; ++i) {
      for (int j = 0; j < i; ++j) x[i] -= L_(i, j) * x[j];
      x[i] = x[i] / L_(i, i);
    }
    for (int i = k - 1; i >= 0; --i) {
      for (int j = i + 1; j < k; ++j) x[i] -= L_(j, i) * x[j];
      x[i] = x[i] / L_(i, i);
    }
  }

 private:
  int member(int i) const { return members_[static_cast<std::size_t>(i)]; }
  S& row(int i) { return row_[static_cast<std::size_t>(i)]; }
  const S& row(int i) const { return row_[static_cast<std::size_t>(i)]; }

  void take_roots() {
    using std::sqrt;
    for (; roots_ < size(); ++roots_) L_(roots_, roots_) = sqrt(L_(roots_, roots_));
  }

  contact_matrix<S> L_;  ///< its diagonal is still squared from `roots_` on
  int roots_ = 0;
  std::vector<int> members_;
  std::vector<S> row_;
};

/// Solves (1). Arrays are numbered by constraint; the workspace is kept between calls.
template <scalar S>
class projection {
 public:
  explicit projection(int constraints = 0)
      : held_(constraints), r_(index(constraints)), size_(index(constraints), S(1)), in_(index(constraints), false) {}

  /// Solves (1) over `contacts`; a w_α ≥ −tolerance_α counts as satisfied, and so does one that is no less than what
  /// the reactions in it round. False: the constraints contradict each other.
  [[gnu::hot]] bool operator()(const contact_matrix<S>& W, const std::vector<int>& contacts,
                               const std::vector<char>& two_sided, const S* b, const S* tolerance, S* λ, S* w) {
    using std::sqrt;
    held_.clear();
    if (contacts.size() == 1 && !two_sided[index(contacts.front())])
      return project_on_one(W, contacts.front(), b, tolerance, λ, w);
    for (const int a : contacts) {
      if (contacts.size() > 1) size_[index(a)] = sqrt(W(a, a));
      λ[a] = S(0);
      in_[index(a)] = false;
    }
    for (const int a : contacts)
      if (two_sided[index(a)]) in_[index(a)] = held_.try_append(W, a);
    for (int i = 0; i < held_.size(); ++i) r_[index(i)] = -b[member(i)];
    held_.solve(r_.data());
    for (int i = 0; i < held_.size(); ++i) λ[member(i)] = r_[index(i)];
    for (const int a : contacts) {
      w[a] = b[a];
      for (int i = 0; i < held_.size(); ++i) w[a] += W(a, member(i)) * r_[index(i)];
      if (in_[index(a)]) w[a] = S(0);
    }
    const int most_changes =
        100 +
        20 * static_cast<int>(
                 contacts.size());  // rounding could make S come back: then the constraints count as contradictory
    for (int changes = 0; changes < most_changes;) {
      const int a = most_violated(W, contacts, tolerance, λ, w);
      if (a < 0) return true;
      if (!enter(W, contacts, two_sided, a, λ, w, changes)) return false;
    }
    return false;
  }

  /// (5) of the last solution: what its reactions have rounded w_α by.
  S rounding_of_reactions(const contact_matrix<S>& W, int a, const S* λ) const {
    using std::abs;
    S terms(0);
    for (int i = 0; i < held_.size(); ++i) terms += W.terms(a, member(i)) * abs(λ[member(i)]);
    return roundings<S, 16>() * terms;
  }
  /// (6) of the last solution; 0 where λ is. A larger bound is enough where every λ > 0 of `asked` is above it.
  void reaction_rounding(const contact_matrix<S>& W, const std::vector<int>& contacts, const std::vector<int>& asked,
                         const S* tolerance, const S& relative, const S* λ, S* rounding) {
    for (const int a : contacts) rounding[a] = S(0);
    if (held_.size() == 0) return;
    held_.bound_reaction_rounding(W, tolerance, relative, λ, rounding);
    if (std::any_of(asked.begin(), asked.end(), [&](int a) { return λ[a] > S(0) && !(λ[a] > rounding[a]); }))
      held_.reaction_rounding(W, tolerance, relative, λ, rounding);
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  int member(int i) const { return held_.members()[index(i)]; }

  /// (3), (4) of one contact, which nearly every impact is of: S is empty.
  bool project_on_one(const contact_matrix<S>& W, int a, const S* b, const S* tolerance, S* λ, S* w) {
    λ[a] = S(0);
    w[a] = b[a];
    in_[index(a)] = false;
    if (!(w[a] < -tolerance[a])) return true;
    const S δ = held_.distance(W, a);
    if (!(δ > S(0))) return false;
    λ[a] = -w[a] / δ;
    w[a] = S(0);
    in_[index(a)] = true;
    held_.append(a, δ);
    return true;
  }

  int most_violated(const contact_matrix<S>& W, const std::vector<int>& contacts, const S* tolerance, const S* λ,
                    const S* w) const {
    int worst = -1;
    for (const int a : contacts) {
      if (in_[index(a)] || !(w[a] < -tolerance[a]) || !(w[a] < -tolerance[a] - rounding_of_reactions(W, a, λ)))
        continue;
      if (worst < 0 || (w[a] + tolerance[a]) / size_[index(a)] < w[worst] / size_[index(worst)])
        worst = a;  // of two that rounding cannot tell apart the first
    }
    return worst;
  }

  /// (2)–(4) until α is held.
  bool enter(const contact_matrix<S>& W, const std::vector<int>& contacts, const std::vector<char>& two_sided, int a,
             S* λ, S* w, int& changes) {
    for (;; ++changes) {
      const S δ = held_.distance(W, a);
      held_.reduce(r_.data());
      int blocking = -1;
      S s(0);
      for (int i = 0; i < held_.size(); ++i) {
        if (two_sided[index(member(i))] || !(r_[index(i)] > S(0))) continue;
        const S ratio = λ[member(i)] / r_[index(i)];
        if (blocking < 0 || ratio < s) {
          blocking = i;
          s = ratio;
        }
      }
      if (δ > S(0) && (blocking < 0 || -w[a] / δ <= s)) {
        s = -w[a] / δ;
        blocking = -1;
      } else if (blocking < 0) {
        return false;
      }
      λ[a] += s;
      for (int i = 0; i < held_.size(); ++i) λ[member(i)] -= s * r_[index(i)];
      for (const int c : contacts) {
        if (in_[index(c)]) continue;
        S change = W(c, a);
        for (int i = 0; i < held_.size(); ++i) change -= W(c, member(i)) * r_[index(i)];
        w[c] += s * change;
      }
      if (blocking < 0) {
        held_.append(a, δ);
        in_[index(a)] = true;
        w[a] = S(0);
        ++changes;
        return true;
      }
      const int leaving = member(blocking);
      λ[leaving] = S(0);
      in_[index(leaving)] = false;
      held_.remove(W, blocking);
      if (changes > 100 + 20 * static_cast<int>(contacts.size())) return false;
    }
  }

  independent_contacts<S> held_;
  std::vector<S> r_, size_;  ///< √W_αα, where there are several contacts
  std::vector<char> in_;
};

}  // namespace unilateral::event_driven
