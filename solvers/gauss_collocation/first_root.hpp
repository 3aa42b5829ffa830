#pragma once
/// The first point of [0, 1] at which a polynomial stops being positive, by bisection in Legendre's basis.
///
/// On an interval with coefficients a_k:  a_0 > Σ_{k≥1} |a_k| proves p > 0; the same test on p' proves that p is
/// monotone, on p'' that it is convex or concave. Each of these leaves at most one root to find; where none holds the
/// interval is halved. `noise` bounds the rounding of p: an excursion below 0 by less than it is a touch (`minimum`),
/// to be decided by a finer computation.

#include "solvers/gauss_collocation/legendre.hpp"

#include <functional>
#include <optional>

namespace unilateral::gauss_collocation {

enum class root_kind { crossing, minimum };
template <class W>
struct root_found {
  root_kind kind;
  W x;
};

template <class W>
class first_root {
 public:
  first_root(const gauss_basis<W>& basis, const W& noise) : basis_(basis), noise_(noise) {}

  std::optional<root_found<W>> operator()(const series<W>& a) const {
    if (size_of(a) <= noise_) return {};
    int parts = 0;
    return on(a, W(0), W(1), 0, parts);
  }

 private:
  using found = std::optional<root_found<W>>;
  static constexpr int most_parts = 4096;
  static bool one_sign(const series<W>& a) {
    using std::abs;
    return abs(a[0]) > size_of(a, 1);
  }
  /// Root of a function of one sign change on [0, 1], falling (or rising): Newton, kept in a bracket.
  static W bracketed(const series<W>& a, W low, W high) {
    using std::abs;
    const series<W> d = slope(a);
    const bool falling = value(a, low) > W(0);
    W x = (low + high) / W(2);
    for (int round = 0; round < 400; ++round) {
      const W y = value(a, x), rate = value(d, x);
      (((y > W(0)) == falling) ? low : high) = x;
      W next = rate != W(0) ? W(x - y / rate) : low;
      if (!(next > low && next < high)) next = (low + high) / W(2);
      const W move = abs(next - x);
      x = next;
      if (move <= W(2) * epsilon<W>() * abs(x) || high - low <= W(2) * epsilon<W>() * high) break;
    }
    return x;
  }

  found ends_below(const series<W>& a, const series<W>& d, const W& begin, const W& width) const {
    const W last = at_end(a);
    if (last < -noise_)
      return root_found<W>{root_kind::crossing, begin + width * (at_begin(a) > W(0) ? bracketed(a, W(0), W(1)) : W(0))};
    // A root at the very end: a crossing if p falls through it; otherwise what follows decides.
    if (last <= noise_ && -at_end(d) > W(2) * noise_) return root_found<W>{root_kind::crossing, begin + width};
    return {};
  }

  /// parts: looked at so far. Only what is so flat that rounding hides its shape needs many.
  found on(const series<W>& a, const W& begin, const W& width, int depth, int& parts) const {
    if (a[0] - size_of(a, 1) > noise_) return {};
    const series<W> d = slope(a);
    if (one_sign(d)) {
      if (d[0] > W(0)) return at_begin(a) < -noise_ ? found(root_found<W>{root_kind::crossing, begin}) : found();
      return ends_below(a, d, begin, width);
    }
    const series<W> bend = slope(d);
    if (one_sign(bend)) {
      if (at_begin(a) < -noise_) return root_found<W>{root_kind::crossing, begin};
      if (bend[0] < W(0) || at_end(d) <= W(0)) return ends_below(a, d, begin, width);
      if (at_begin(d) >= W(0)) return {};
      const W lowest = bracketed(d, W(0), W(1)), least = value(a, lowest);
      if (least > noise_) return {};
      if (least >= -noise_) return root_found<W>{root_kind::minimum, begin + width * lowest};
      return root_found<W>{root_kind::crossing,
                           begin + width * (at_begin(a) > W(0) ? bracketed(a, W(0), lowest) : W(0))};
    }
    // So flat that rounding hides its shape.
    if (++parts > most_parts || depth > std::numeric_limits<W>::digits || size_of(a) <= noise_)
      return root_found<W>{root_kind::minimum, begin + width / W(2)};
    // A touch is no end of the search: what looks like one, so flat that its sign is rounding, may be a crossing of
    // higher order.
    const found first = on(basis_.half(a, false), begin, width / W(2), depth + 1, parts);
    if (first && first->kind == root_kind::crossing) return first;
    const found second = on(basis_.half(a, true), begin + width / W(2), width / W(2), depth + 1, parts);
    return second && (!first || second->kind == root_kind::crossing) ? second : first;
  }

  const gauss_basis<W>& basis_;
  W noise_;
};

}  // namespace unilateral::gauss_collocation
