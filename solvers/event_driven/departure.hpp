#pragma once
/// Whether a motion can be left where the force is not Lipschitz: at rest at the top of a dome, x'' = √|x|, each of x =
/// 0 and x = (t − t_0)⁴/144 after t_0 is a motion; where a jump or a root pulls back, x'' = −sign x, rest is the only
/// one. Others leave in turns: x'' = −√|y| sign y, y'' = x is left by a spiral.
///
/// A displacement η, by one coordinate or one velocity, is followed (displacement.hpp) until it has grown to √η. Where
/// f is Lipschitz it needs a time like log 1/η for that, which has no limit for η → 0; where forces pull back it turns
/// around the motion and hardly grows. Where another motion leaves, the displaced one comes up to it, and
///
///     (1)  the time that it needs from η^(3/2) is less than half as long again as that from η.
///
/// A motion that contacts which do not press forbid, G δq < 0, is none. Asked where an argument w of a root, a power or
/// a jump is 0 all along the motion, at its point of expansion; and where a motion comes to rest on w = 0, as far as
/// its digits tell. One that comes to rest there as others leave, w ~ (t_0 − t)^m, has errors that grow like (t_0 −
/// t)^(2−m), and is lost in them where
///
///     (2)  w = ε^(m/(2m−2)),  w' = ε^(1/2)      of the largest so far.

#include "solvers/event_driven/displacement.hpp"
#include "solvers/event_driven/present_state.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

namespace unilateral::event_driven {

template <scalar S>
class departure {
 public:
  explicit departure(present_state<S>& now)
      : now_(now), n_(index(now.n)), steps_(steps_of_force()), alone_(now, steps_), mixed_(now, steps_) {}

  /// Whether the force is not Lipschitz along the motion expanded last.
  bool may_begin() const {
    return std::any_of(steep_.begin(), steep_.end(), [&](int slot) { return now_.motion.leading(slot).c == S(0); });
  }

  /// Whether another motion leaves it from its point of expansion.
  bool begins() {
    std::vector<int> pressing;
    for (const int a : now_.members)
      if (presses(a)) pressing.push_back(a);
    return leaves(pressing) || (pressing.size() < now_.members.size() && leaves(now_.members));
  }
  /// Whether there is a w.
  bool may_come_to_rest() const { return !approach_.empty(); }
  /// (2), within a factor, at the present state, which has been expanded. Leaves it expanded; false as well where that
  /// fails, and the run is stopped.
  bool comes_to_rest() {
    using std::abs;
    if (approach_.empty()) return false;
    for (approach& a : approach_) {
      const S* const w = now_.motion.formulas().series(a.slot);
      const S size = abs(w[0]), rate = abs(S(w[1] * now_.motion.per_unit()));
      a.most = std::max(a.most, size);
      a.fastest = std::max(a.fastest, rate);
      const bool is_slow = rate < within_ * half_ * a.fastest && size < within_ * half_ * a.most;
      if (!is_slow || (size == S(0) && rate == S(0))) {
        a.power = 0;
        a.is_kept = false;
        continue;
      }
      if (a.is_kept) continue;
      if (a.power == 0) {
        a.is_kept = !leaves_from_rest_at(a.slot);
        if (!now_.expand_held()) return false;
        if (a.is_kept) continue;
        a.power = power_;
      }
      const double digits = std::numeric_limits<S>::digits - 1;
      if (size < within_ * power_of_two<S>(-digits * a.power / (2 * a.power - 2)) * a.most) return true;
    }
    return false;
  }
  /// Along what, and how: "coordinate 0, like (t - t_0)^4".
  const std::string& other() const { return other_; }
  /// Whether that may be otherwise later on the same motion.
  bool varies() const {
    return std::any_of(steps_.begin(), steps_.end(), [&](const auto* s) {
      return now_.motion.leading(s->left).varies || now_.motion.leading(s->right).varies ||
             now_.motion.leading(s->result).varies;
    });
  }

 private:
  using step = typename taylor_tape<S>::step;
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  /// Those of the tape that the forces need; on the way, where these are not Lipschitz.
  std::vector<const step*> steps_of_force() {
    const auto& tape = now_.motion.formulas();
    std::vector<const step*> result;
    std::vector<char> needed(index(tape.slots()), 0);
    for (int i = 0; i < now_.n; ++i) needed[index(now_.motion.force_slot(i))] = 1;
    for (auto s = tape.steps().rbegin(); s != tape.steps().rend(); ++s) {
      if (!needed[index(s->result)] && !needed[index(s->second)]) continue;
      needed[index(s->left)] = needed[index(s->right)] = 1;
      result.push_back(&*s);
      if (const int slot = steep_argument(*s); slot >= 0) steep_.push_back(slot);
    }
    std::reverse(result.begin(), result.end());
    if (steep_.empty()) return result;
    std::vector<std::vector<char>> depends(index(tape.slots()), std::vector<char>(2 * n_, 0));
    for (std::size_t i = 0; i < n_; ++i) {
      depends[index(tape.position_slot(static_cast<int>(i)))][i] = 1;
      depends[index(tape.velocity_slot(static_cast<int>(i)))][n_ + i] = 1;
    }
    for (const step* s : result)
      for (std::size_t i = 0; i < 2 * n_; ++i)
        depends[index(s->result)][i] = depends[index(s->second)][i] =
            depends[index(s->left)][i] | depends[index(s->right)][i];
    for (const int slot : steep_)
      if (std::count(depends[index(slot)].begin(), depends[index(slot)].begin() + static_cast<std::ptrdiff_t>(n_), 1) >
              0 &&
          std::count(depends[index(slot)].begin() + static_cast<std::ptrdiff_t>(n_), depends[index(slot)].end(), 1) ==
              0)
        approach_.push_back({slot, S(0), S(0), 0, false});
    is_of_several_ = std::any_of(steep_.begin(), steep_.end(), [&](int slot) {
      return std::count(depends[index(slot)].begin(), depends[index(slot)].end(), 1) > 1;
    });
    return result;
  }
  /// The slot whose zeros are where this formula is not Lipschitz; −1: there are none.
  int steep_argument(const step& s) const {
    switch (s.op) {
      case operation::sign:
      case operation::step:
      case operation::sqrt:
      case operation::atan2:
        return s.left;
      case operation::power:
        return now_.motion.formulas().series(s.right)[0] < S(1) ? s.left : -1;
      case operation::asin:
      case operation::acos:
        return s.fold == 0 ? s.second : -1;
      default:
        return -1;
    }
  }

  bool presses(int a) const {
    const S* const λ = now_.motion.reaction(a);
    return now_.motion.degree() >= 2 &&
           std::any_of(λ, λ + now_.motion.degree() - 1, [](const S& x) { return x != S(0); });
  }

  /// Whether another motion leaves the state at rest that is next to the present one: with w = 0, w' = 0.
  [[gnu::cold]] bool leaves_from_rest_at(int slot) {
    using std::abs;
    auto& motion = now_.motion;
    std::vector<S> q = now_.q, v(n_, S(0)), slope;
    const auto rate = [&] {
      motion.place(now_.t(), q.data(), v.data());
      return motion.rate_of(slot);
    };
    const S of_time = rate();
    for (std::size_t i = 0; i < n_; ++i) {
      v[i] = S(1);
      slope.push_back(rate() - of_time);
      v[i] = S(0);
    }
    const auto steepest =
        std::max_element(slope.begin(), slope.end(), [](const S& x, const S& y) { return abs(x) < abs(y); });
    if (!(abs(*steepest) > S(0))) return false;
    const auto i = static_cast<std::size_t>(steepest - slope.begin());
    for (int k = 0; k < 3; ++k) {
      v = now_.v;
      v[i] -= rate() / *steepest;
      q[i] -= motion.formulas().series(slot)[0] / *steepest;
    }
    v = now_.v;
    v[i] -= rate() / *steepest;
    const auto sides = motion.switches();
    for (auto& side : motion.switches()) side.frozen = false;
    rate();
    for (auto& side : motion.switches())
      if (motion.switch_argument(side)[0] == S(0)) side = {side.argument, S(0), true};  // it rests there
    motion.place(now_.t(), q.data(), v.data());
    const bool leaves = now_.expand_placed() && may_begin() && begins();
    motion.switches() = sides;
    return leaves;
  }

  bool leaves(const std::vector<int>& held) {
    std::vector<std::vector<S>> gradients;  // of the closed contacts that do not press
    for (int a = 0; a < now_.m; ++a)
      if (now_.contact[index(a)].closed && !presses(a)) gradients.push_back(now_.motion.gradient_row(a));
    const std::vector<std::vector<S>> inverse = inverse_less(held);
    bool mixes = is_of_several_;
    for (std::size_t i = 0; i < n_; ++i)
      for (std::size_t j = 0; j < i; ++j) mixes = mixes || inverse[i][j] != S(0);
    return mixes ? leaves(mixed_, inverse, gradients) : leaves(alone_, inverse, gradients);
  }
  template <class Displacement>
  bool leaves(Displacement& displaced, const std::vector<std::vector<S>>& inverse,
              const std::vector<std::vector<S>>& gradients) {
    displaced.expand(inverse, gradients);
    for (std::size_t j = 0; j < 2 * n_; ++j)
      for (const int side : {1, -1})
        if (leaves(displaced, j, side)) return true;
    return false;
  }
  /// (1)
  template <class Displacement>
  bool leaves(Displacement& displaced, std::size_t j, int side) {
    auto exponent = Displacement::exponents.begin();
    auto first = displaced.follow(j, side, *exponent, *exponent / 2);
    if (!first && displaced.is_late() && *exponent != Displacement::exponents.back()) {
      ++exponent;
      first = displaced.follow(j, side, *exponent, *exponent / 2);
    }
    if (!first) return false;
    if (!first->is_open_end) {
      const auto second = displaced.follow(j, side, 3 * *exponent / 2, *exponent / 2);
      if (!second || 2 * second->time > 3 * first->time) return false;
    }
    power_ = first->power;
    char power[32];
    std::snprintf(power, sizeof power, "%.3g", power_);
    other_ = "coordinate " + std::to_string(j % n_) + ", like (t - t_0)^" + power +
             (first->turns ? ", turning around it" : "");
    return true;
  }

  /// The columns of P, in units of the series.
  std::vector<std::vector<S>> inverse_less(const std::vector<int>& held) {
    using std::abs;
    independent_contacts<S> basis(now_.m);
    for (const int a : held) basis.try_append(now_.motion.W(), a);
    std::vector<S> λ(index(now_.m));
    std::vector<std::vector<S>> result(n_, std::vector<S>(n_, S(0)));
    for (std::size_t j = 0; j < n_; ++j) {
      std::vector<S>& x = result[j];
      x[j] = S(1);
      now_.motion.solve_metric(x.data());
      for (int k = 0; k < basis.size(); ++k)
        λ[index(k)] = -now_.motion.gradient_dot(basis.members()[index(k)], x.data());
      basis.solve(λ.data());
      std::vector<S> size;
      for (const S& of_metric : x) size.push_back(abs(of_metric));
      for (int k = 0; k < basis.size(); ++k)
        for (const auto& h : now_.motion.H(basis.members()[index(k)])) {
          const S term = h.value * λ[index(k)];
          x[index(h.coordinate)] += term;
          size[index(h.coordinate)] += abs(term);
        }
      for (std::size_t i = 0; i < n_; ++i) {
        if (!(abs(x[i]) > roundings<S, 64>() * size[i])) x[i] = S(0);
        x[i] = x[i] * now_.motion.unit() * now_.motion.unit();
      }
    }
    return result;
  }

  present_state<S>& now_;
  const std::size_t n_;
  std::vector<int> steep_;  ///< arguments of roots, powers and jumps that the force depends on
  /// Of those that are formulas of coordinates: how large they were, with their rates, and what is known where they
  /// are next to 0.
  struct approach {
    int slot;
    S most, fastest;
    double power;  ///< in which another motion leaves there; 0: not known
    bool is_kept;  ///< none does
  };
  std::vector<approach> approach_;
  const S within_ = S(64), half_ = power_of_two<S>(0.5 * (1 - std::numeric_limits<S>::digits));
  double power_ = 0;
  bool is_of_several_ = false;  ///< of them one is a formula of several coordinates or velocities
  const std::vector<const step*> steps_;
  displacement<S, long double> alone_;
  displacement<S, real100> mixed_;  ///< where small differences of coordinates count
  std::string other_;
};

}  // namespace unilateral::event_driven
