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
/// The distance grows at every change of S, so no S comes twice. The support of λ is independent; w and the reaction
/// Gᵀλ are unique, λ need not be.
///
/// S may begin with any contacts that (2) gives λ_S ≥ 0: with the two-sided ones; and of many, where none depends on
/// the others and λ is unique, with all but those that turn out not to press. Where k balls on each other all press, S
/// is right at once, and is factored in O(k) (independent_contacts.hpp); one after the other they would enter in O(k²).
///
/// Every row may have a unit of its own, by any power of ten, and so may bodies that do not touch. Rates are compared
/// only with their own rounding, (5), and by w_α/√W_αα with each other; a λ with what the roundings f of the rows that
/// it hangs on make of it (independent_contacts.hpp).
///
///     (5)  |b_α| and Σ_β |λ_β| times the terms of W_αβ, by ε

#include "solvers/event_driven/contact_matrix.hpp"
#include "solvers/event_driven/independent_contacts.hpp"
#include "solvers/event_driven/polynomial_values.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace unilateral::event_driven {

/// Solves (1). Arrays are numbered by constraint; the workspace is kept between calls.
template <scalar S>
class projection {
 public:
  explicit projection(int constraints = 0)
      : held_(constraints),
        r_(index(constraints)),
        size_(index(constraints), S(1)),
        change_(index(constraints), S(0)),
        rounding_(index(constraints), S(0)),
        in_(index(constraints), false),
        asked_(index(constraints), false) {}

  /// Solves (1) over `contacts`; a w_α ≥ −tolerance_α counts as satisfied, and so does one that is no less than what
  /// the reactions in it round. False: the constraints contradict each other.
  [[gnu::hot]] bool operator()(const contact_matrix<S>& W, const std::vector<int>& contacts,
                               const std::vector<char>& two_sided, const S* b, const S* tolerance, S* λ, S* w) {
    held_.clear();
    if (contacts.size() == 1 && !two_sided[index(contacts.front())])
      return project_on_one(W, contacts.front(), b, tolerance, λ, w);
    for (const int a : contacts) asked_[index(a)] = true;
    const bool solved = solve(W, contacts, two_sided, b, tolerance, λ, w);
    for (const int a : contacts) asked_[index(a)] = false;
    return solved;
  }

  /// (5) of the last solution: what its reactions have rounded w_α by.
  S rounding_of_reactions(const contact_matrix<S>& W, int a, const S* λ) const {
    using std::abs;
    S terms(0);
    for (const auto& e : W.row(a))
      if (held_.place(e.column) >= 0) terms += e.terms * abs(λ[e.column]);
    return roundings<S, 16>() * terms;
  }
  /// What rounding makes of the reactions of the last solution; 0 where λ is. A larger bound is enough where every λ >
  /// 0 of `asked` is above it.
  void reaction_rounding(const contact_matrix<S>& W, const std::vector<int>& contacts, const std::vector<int>& asked,
                         const S* tolerance, const S& relative, const S* λ, S* rounding) {
    for (const int a : contacts) rounding[a] = S(0);
    if (held_.size() == 0) return;
    held_.bound_reaction_rounding(W, tolerance, relative, λ, rounding);
    if (std::any_of(asked.begin(), asked.end(), [&](int a) { return λ[a] > S(0) && !(λ[a] > rounding[a]); }))
      held_.reaction_rounding(W, tolerance, relative, λ, rounding);
  }

 private:
  static constexpr std::size_t many = 8;  ///< contacts: of fewer, all entries take less than a thousand operations

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

  bool solve(const contact_matrix<S>& W, const std::vector<int>& contacts, const std::vector<char>& two_sided,
             const S* b, const S* tolerance, S* λ, S* w) {
    using std::sqrt;
    for (const int a : contacts) {
      size_[index(a)] = sqrt(W(a, a));
      λ[a] = S(0);
      in_[index(a)] = false;
    }
    if (contacts.size() <= many || !hold_what_presses(W, contacts, two_sided, b, tolerance, λ)) {
      held_.clear();
      for (const int a : contacts)
        if (two_sided[index(a)]) in_[index(a)] = held_.try_append(W, a);
      find_reactions(b, λ);
    }
    for (const int a : contacts) w[a] = b[a];
    for (int i = 0; i < held_.size(); ++i)
      for (const auto& e : W.row(member(i)))
        if (asked_[index(e.column)]) w[e.column] += e.value * λ[member(i)];
    for (const int a : contacts)
      if (in_[index(a)]) w[a] = S(0);
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

  /// λ_S = −W_SS⁻¹ b.
  void find_reactions(const S* b, S* λ) {
    for (int i = 0; i < held_.size(); ++i) r_[index(i)] = -b[member(i)];
    held_.solve(r_.data());
    for (int i = 0; i < held_.size(); ++i) λ[member(i)] = r_[index(i)];
  }

  /// S ← all contacts but the one-sided ones that press by no more than rounding; λ_S. False: they depend on each
  /// other.
  bool hold_what_presses(const contact_matrix<S>& W, const std::vector<int>& contacts,
                         const std::vector<char>& two_sided, const S* b, const S* tolerance, S* λ) {
    const bool independent =
        std::all_of(contacts.begin(), contacts.end(), [&](int a) { return held_.try_append(W, a); });
    if (!independent) return false;
    for (const int a : contacts) in_[index(a)] = true;
    for (;;) {
      find_reactions(b, λ);
      held_.bound_reaction_rounding(W, tolerance, roundings<S, 16>(), λ, rounding_.data());
      bool all_press = true;
      for (const int a : held_.members()) {
        if (two_sided[index(a)] || λ[a] > rounding_[index(a)]) continue;
        λ[a] = S(0);
        in_[index(a)] = false;
        all_press = false;
      }
      if (all_press) return true;
      held_.clear();
      for (const int a : contacts) in_[index(a)] = in_[index(a)] && held_.try_append(W, a);
    }
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
      for (const int c : contacts) change_[index(c)] = S(0);
      for (const auto& e : W.row(a)) change_[index(e.column)] = e.value;
      for (int i = 0; i < held_.size(); ++i)
        for (const auto& e : W.row(member(i))) change_[index(e.column)] -= e.value * r_[index(i)];
      for (const int c : contacts) {
        if (in_[index(c)]) continue;
        w[c] += s * change_[index(c)];
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
  std::vector<S> change_;    ///< of w, as λ_α grows by 1
  std::vector<S> rounding_;  ///< of λ, at most
  std::vector<char> in_, asked_;
};

}  // namespace unilateral::event_driven
