#pragma once
/// Whether a motion can be left where the force is not Lipschitz: at rest at the top of a dome, x'' = √|x|, each of x =
/// 0 and x = (t − t_0)⁴/144 after t_0 is a motion; where a jump or a root pulls back, x'' = −sign x, rest is the only
/// one.
///
/// Two motions from one state differ by δq = o(t) with M δq'' = f(t, q + δq, v + δv) − f(t, q, v) + Gᵀ δλ. Picard's
/// iteration on leading terms (germ.hpp):
///
///     (1)  δq ← ∫∫ P δf,     P = M⁻¹ less what the contacts that press take of it
///
/// Where f is Lipschitz, each round raises the powers of time by one or two, for ever: there is no other motion. Where
/// it grows like |δq|^p, p < 1, the power settles at 2/(1 − p), of |δv|^p at (2 − p)/(1 − p): another motion leaves if
/// the coefficient, too, is one that (1) gives back. Where the force pulls back it changes its sign in every round. A
/// motion that contacts which do not press forbid, G δq < 0, is none.
///
/// Asked where an argument of a root, a power or a jump is 0 all along the motion; at its point of expansion only.

#include "solvers/event_driven/germ.hpp"
#include "solvers/event_driven/present_state.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace unilateral::event_driven {

template <scalar S>
class departure {
 public:
  explicit departure(present_state<S>& now) : now_(now) {
    const auto& tape = now_.motion.formulas();
    std::vector<char> needed(index(tape.slots()), 0);
    for (int i = 0; i < now_.n; ++i) needed[index(now_.motion.force_slot(i))] = 1;
    for (auto s = tape.steps().rbegin(); s != tape.steps().rend(); ++s) {
      if (!needed[index(s->result)] && !needed[index(s->second)]) continue;
      needed[index(s->left)] = needed[index(s->right)] = 1;
      if (is_steep(tape, *s)) steep_.push_back(s->left);
    }
  }

  /// Whether the force is not Lipschitz along the motion expanded last.
  bool may_begin() const {
    return std::any_of(steep_.begin(), steep_.end(), [&](int slot) { return now_.motion.leading(slot).is_none(); });
  }

  /// Whether another motion leaves it from its point of expansion.
  bool begins() {
    std::vector<int> pressing;
    for (const int a : now_.members)
      if (presses(a)) pressing.push_back(a);
    if (leaves(pressing)) return true;
    return pressing.size() < now_.members.size() && leaves(now_.members);
  }

 private:
  using terms = std::vector<germ<S>>;
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  template <class Tape>
  static bool is_steep(const Tape& tape, const typename Tape::step& s) {
    return s.op == operation::sign || s.op == operation::step || s.op == operation::sqrt ||
           (s.op == operation::power && tape.series(s.right)[0] < S(1));
  }

  bool presses(int a) const {
    const S* const λ = now_.motion.reaction(a);
    return now_.motion.degree() >= 2 &&
           std::any_of(λ, λ + now_.motion.degree() - 1, [](const S& x) { return x != S(0); });
  }

  bool leaves(const std::vector<int>& held) {
    find_inverse(held);
    for (int i = 0; i < now_.n; ++i)
      for (const S& side : {S(1), S(-1)}) {
        terms δq(index(now_.n));
        δq[index(i)] = {2, side};
        if (settles(δq) && is_admissible(δq)) return true;
      }
    return false;
  }

  /// Columns of P.
  void find_inverse(const std::vector<int>& held) {
    using std::abs;
    independent_contacts<S> basis(now_.m);
    for (const int a : held) basis.try_append(now_.motion.W(), a);
    std::vector<S> λ(index(now_.m));
    inverse_.assign(index(now_.n), std::vector<S>(index(now_.n), S(0)));
    for (int j = 0; j < now_.n; ++j) {
      std::vector<S>& x = inverse_[index(j)];
      x[index(j)] = S(1);
      now_.motion.solve_metric(x.data());
      for (int k = 0; k < basis.size(); ++k)
        λ[index(k)] = -now_.motion.gradient_dot(basis.members()[index(k)], x.data());
      basis.solve(λ.data());
      for (int i = 0; i < now_.n; ++i) {
        S size = abs(x[index(i)]);
        for (int k = 0; k < basis.size(); ++k) {
          const S term = now_.motion.H(basis.members()[index(k)])[i] * λ[index(k)];
          x[index(i)] += term;
          size += abs(term);
        }
        if (!(abs(x[index(i)]) > roundings<S, 64>() * size)) x[index(i)] = S(0);
      }
    }
  }

  /// (1) until it gives back what it was given: true. False: it comes to nothing, or does not settle. Where coordinates
  /// drive each other in a ring, x'' = √|y|, y'' = x, the rounds take turns, and what comes back is all of them
  /// together.
  bool settles(terms& δq) {
    std::vector<terms> rounds{δq};
    for (int k = 0; k < most_rounds; ++k) {
      if (!apply(δq)) return false;
      for (std::size_t period = 1; period <= std::min(rounds.size(), longest_ring); ++period) {
        if (!is_same(δq, rounds[rounds.size() - period])) continue;
        if (period == 1) return true;
        terms all = δq;
        for (std::size_t j = 1; j < period; ++j)
          for (int i = 0; i < now_.n; ++i) all[index(i)] = all[index(i)] + rounds[rounds.size() - j][index(i)];
        δq = all;
        return apply(δq) && is_same(δq, all);
      }
      rounds.push_back(δq);
    }
    return false;
  }
  /// (1), once. False: it leaves nothing, or more powers of time than are looked at.
  bool apply(terms& δq) const {
    const terms δf = now_.motion.force_change(δq);
    bool any = false;
    for (int i = 0; i < now_.n; ++i) {
      germ<S> x;
      for (int j = 0; j < now_.n; ++j)
        if (inverse_[index(j)][index(i)] != S(0)) x = x + inverse_[index(j)][index(i)] * δf[index(j)];
      if (!x.is_known()) return false;
      if (!x.is_none()) {
        const double m = x.order + 2;
        if (!(m > 1) || m > most_order) return false;
        x = {m, S(x.c * now_.motion.unit() * now_.motion.unit() / S(m * (m - 1)))};
      }
      any = any || !x.is_none();
      δq[index(i)] = x;
    }
    return any;
  }
  static bool is_same(const terms& x, const terms& y) {
    return std::equal(x.begin(), x.end(), y.begin(), [](const germ<S>& u, const germ<S>& w) { return is_same(u, w); });
  }
  static bool is_same(const germ<S>& x, const germ<S>& y) {
    using std::abs;
    return x.is_none() ? y.is_none() : abs(x.order - y.order) < 1e-6 && abs(S(x.c - y.c)) < abs(x.c) / S(1024);
  }

  /// Whether the closed contacts that do not press allow it.
  bool is_admissible(const terms& δq) const {
    for (int a = 0; a < now_.m; ++a) {
      if (!now_.contact[index(a)].closed || presses(a)) continue;
      const std::vector<S> row = now_.motion.gradient_row(a);
      germ<S> rise;
      for (int i = 0; i < now_.n; ++i)
        if (row[index(i)] != S(0)) rise = rise + row[index(i)] * δq[index(i)];
      if (rise.c < S(0)) return false;
    }
    return true;
  }

  static constexpr int most_rounds = 400;
  static constexpr std::size_t longest_ring = 4;
  static constexpr double most_order = 100;  ///< of time: |x|^p with p up to 0.98

  present_state<S>& now_;
  std::vector<int> steep_;               ///< arguments of roots, powers and jumps that the force depends on
  std::vector<std::vector<S>> inverse_;  ///< P, by columns
};

}  // namespace unilateral::event_driven
