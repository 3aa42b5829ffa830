#pragma once
/// Kinks of a concave piecewise linear function on one side of its maximum, in order of place: how much the slope
/// drops, and where. A treap: all that impulse_measure.cpp asks of it is O(log n), however many kinks change sides at
/// once.
///
/// Nodes live in a pool that the sequences of one function share; a sequence is the number of its root. Priorities are
/// a hash of the node's number, so that a result depends on nothing else.

#include "problems/language/scalar.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace unilateral {

template <scalar S>
class kink_pool {
 public:
  using sequence = int;
  static constexpr sequence none = -1;

  sequence single(const S& x, const S& drop) {
    nodes_.push_back({x, drop, drop, S(drop * x), S(0), hashed(nodes_.size())});
    return static_cast<int>(nodes_.size()) - 1;
  }

  S drop(sequence s) const { return s == none ? S(0) : at(s).all; }       ///< Σ drop
  S moment(sequence s) const { return s == none ? S(0) : at(s).moment; }  ///< Σ drop·x

  /// Adds to every place.
  void shift(sequence s, const S& by) {
    if (s == none) return;
    node& n = at(s);
    n.x += by;
    n.pending += by;
    n.moment += by * n.all;
  }

  /// Every kink of `first` before every kink of `second`.
  sequence joined(sequence first, sequence second) {
    if (first == none) return second;
    if (second == none) return first;
    if (at(first).priority > at(second).priority) {
      hand_down(first);
      at(first).right = joined(at(first).right, second);
      return gathered(first);
    }
    hand_down(second);
    at(second).left = joined(first, at(second).left);
    return gathered(second);
  }

  /// The first kinks, worth `weight` (a kink is cut in two where need be), and the rest. 0 ≤ weight ≤ drop(s).
  std::pair<sequence, sequence> cut_first(sequence s, const S& weight) {
    if (s == none || !(weight > S(0))) return {none, s};
    hand_down(s);
    const S before = drop(at(s).left);
    if (weight <= before) {
      const auto [taken, rest] = cut_first(at(s).left, weight);
      at(s).left = rest;
      return {taken, gathered(s)};
    }
    const S left_over = weight - before;
    if (left_over < at(s).drop) {
      const sequence rest = joined(single(at(s).x, S(at(s).drop - left_over)), at(s).right);
      at(s).drop = left_over;
      at(s).right = none;
      return {gathered(s), rest};
    }
    const auto [taken, rest] = cut_first(at(s).right, S(left_over - at(s).drop));
    at(s).right = taken;
    return {gathered(s), rest};
  }

  /// Without the kinks before `x`. Mostly there are none: then nothing is written.
  sequence from(sequence s, const S& x) { return s == none || !(outermost(s, &node::left) < x) ? s : cut_before(s, x); }
  /// Without the kinks after `x`.
  sequence up_to(sequence s, const S& x) {
    return s == none || !(outermost(s, &node::right) > x) ? s : cut_after(s, x);
  }

 private:
  struct node {
    S x, drop;
    S all, moment;  ///< Σ drop and Σ drop·x of the subtree
    S pending;      ///< still to be added to the places below
    std::uint64_t priority;
    sequence left = none, right = none;
  };

  node& at(sequence s) { return nodes_[static_cast<std::size_t>(s)]; }
  const node& at(sequence s) const { return nodes_[static_cast<std::size_t>(s)]; }

  /// Place of the first kink (side: left) or the last.
  S outermost(sequence s, sequence node::* side) const {
    S pending(0);
    for (; at(s).*side != none; s = at(s).*side) pending += at(s).pending;
    return at(s).x + pending;
  }

  sequence cut_before(sequence s, const S& x) {
    if (s == none) return none;
    hand_down(s);
    if (at(s).x < x) return cut_before(at(s).right, x);
    at(s).left = cut_before(at(s).left, x);
    return gathered(s);
  }
  sequence cut_after(sequence s, const S& x) {
    if (s == none) return none;
    hand_down(s);
    if (at(s).x > x) return cut_after(at(s).left, x);
    at(s).right = cut_after(at(s).right, x);
    return gathered(s);
  }

  void hand_down(sequence s) {
    const S by = at(s).pending;
    if (by == S(0)) return;
    shift(at(s).left, by);
    shift(at(s).right, by);
    at(s).pending = S(0);
  }
  sequence gathered(sequence s) {
    node& n = at(s);
    n.all = drop(n.left) + n.drop + drop(n.right);
    n.moment = moment(n.left) + n.drop * n.x + moment(n.right);
    return s;
  }

  /// splitmix64.
  static std::uint64_t hashed(std::uint64_t z) {
    z += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }

  std::vector<node> nodes_;
};

}  // namespace unilateral
