#pragma once
/// The first place on a step where a function of the motion stops being positive, with a bound for every place before
/// it.
///
/// On a part of the step the formula is enclosed on the range of the motion (range.hpp): g > 0 excludes a zero; g' of
/// one sign, or g'' of one sign, leaves at most one (two) to find, from values of g and g'. Where none of these holds
/// the part is halved. So nothing is missed that the formula does between two samples, however narrow. What stays open
/// after `deepest` halvings, where a formula is undefined or cannot be enclosed, is decided by its value.
///
/// `noise` bounds the rounding of g, less where g at that place has less: an excursion below 0 by less is a touch
/// (`minimum`), to be decided by a finer computation.

#include "solvers/gauss_collocation/patience.hpp"
#include "solvers/gauss_collocation/watched_function.hpp"

namespace unilateral::gauss_collocation {

enum class zero_kind {
  crossing,
  minimum,
  undefined,  ///< g is no number from there on
  unresolved  ///< too many parts
};
template <class W>
struct zero_found {
  zero_kind kind;
  W x;
};

/// g at the begin of the step, and g from rates: free of the rounding of positions.
template <class W>
struct known_begin {
  bool is_zero = false;  ///< g starts from 0
  bool rests = false;    ///< and so does its rate; its leading term is positive, and holds on a first part of the step
  int power = 0;         ///< g = x^power p(x)
  series<W> p;           ///< empty where that is not resolved
  W formula_noise{0};    ///< of g by its formula, which is taken where it is above that
  std::function<W(const W&)> noise_at{};  ///< the same at a place of the step: exp(100 q) has much less where q is less
};

template <class W>
class first_zero {
  using part = typename step_motion<W>::part;
  using found = std::optional<zero_found<W>>;

 public:
  /// The function watched is sign · g.
  first_zero(watched_function<W>& g, int sign, step_motion<W>& motion, const W& noise, const known_begin<W>& begin,
             patience& clock)
      : g_(g), sign_(sign), motion_(motion), noise_(noise), begin_(begin), clock_(clock) {
    if (!begin_.p.empty()) slope_ = slope(begin_.p);
  }
  found operator()() { return on(motion_.whole(), 0); }

 private:
  static constexpr int deepest = 44, deepest_at_rest = 12, most_parts = 2000;

  /// sign · g and its derivative by x; free of the rounding of positions where that is known better.
  struct values {
    W value, rate;
  };
  const values& at(const W& x) {
    using std::abs;
    if (last_ && *last_ == x) return values_;
    last_ = x;
    const auto y = g_.at(motion_.at(x));
    values_ = {W(sign_) * y.value, W(sign_) * y.rate * motion_.length()};
    if (!slope_.empty() && !(abs(y.value) > W(1024) * begin_.formula_noise) && series_is_better(x)) {
      const W p = value(begin_.p, x), rate = value(slope_, x);
      values_ = {p, rate};
      for (int k = 0; k < begin_.power; ++k) values_ = {x * values_.value, values_.value + x * values_.rate};
    }
    return values_;
  }

  W noise(const W& x) {
    if (!begin_.noise_at) return noise_;
    const W here = begin_.noise_at(x);
    return is_number(here) ? std::min(noise_, here) : noise_;
  }
  /// Whether a gap counted from its last contact is known better than by its formula: not where it has been so large,
  /// or so steep, that the rounding of that is above the other.
  bool series_is_better(const W& x) { return !begin_.noise_at || !(noise_ > begin_.noise_at(x)); }

  W zero_of_value(const W& low, const W& high) {
    return falling_zero(low, high, [this](const W& x) { return at(x); });
  }
  /// The one after that at the begin.
  W zero_after_begin(const W& high) {
    if (slope_.empty() || !series_is_better(high)) return zero_of_value(W(0), high);
    return falling_zero(W(0), high, [this](const W& x) { return values{value(begin_.p, x), value(slope_, x)}; });
  }
  /// The zero between low and high, where f falls from above 0 to below: Newton's method, kept in the bracket. f may be
  /// 0 at low.
  template <class F>
  static W falling_zero(W low, W high, const F& f) {
    using std::abs;
    using std::sqrt;
    const W close = sqrt(epsilon<W>()) / W(1024);  // then the next correction is rounding
    W x = (low + high) / W(2), last(0), last_move(0);
    for (int round = 0; round < 400; ++round) {
      const auto [y, rate] = f(x);
      (y > W(0) ? low : high) = x;
      W next = rate != W(0) ? W(x - y / rate) : low;
      // Far up an exponential Newton's method goes a step of the same length each time.
      const bool is_slow = round >= 64 && abs(y) > abs(last) / W(16);
      last = y;
      const bool is_newton = !is_slow && next > low && next < high;
      if (!is_newton) next = (low + high) / W(2);
      const W move = abs(next - x);
      x = next;
      // Where corrections do not fall as they do beside a simple zero, each leaves a part of the way: x + 1e30 x³.
      if (is_newton && move <= close * abs(x) && (move <= last_move / W(16) || move <= W(2) * epsilon<W>() * abs(x)))
        break;
      if (high - low <= W(2) * epsilon<W>() * high) break;
      last_move = is_newton ? move : W(0);
    }
    return x;
  }
  /// The zero of g' between low and high, where it rises through 0, by secants (Illinois): its own rate is known as an
  /// enclosure only.
  W zero_of_rate(W low, W high) {
    using std::abs;
    W y_low = at(low).rate, y_high = at(high).rate, x = low;
    int side = 0;
    for (int round = 0; round < 200; ++round) {
      W next = (low * y_high - high * y_low) / (y_high - y_low);
      if (!(next > low && next < high) || round % 16 == 15) next = (low + high) / W(2);
      const W move = abs(next - x), y = at(next).rate;
      x = next;
      if (y == W(0) || move <= W(2) * epsilon<W>() * abs(x) || high - low <= W(2) * epsilon<W>() * high) break;
      if (y < W(0)) {
        low = x;
        y_low = y;
        if (side < 0) y_high /= W(2);
        side = -1;
      } else {
        high = x;
        y_high = y;
        if (side > 0) y_low /= W(2);
        side = 1;
      }
    }
    return x;
  }

  found on(part& p, int depth) {
    clock_.ask();
    if (++parts_ > most_parts) return zero_found<W>{zero_kind::unresolved, W(p.begin)};
    const bool begins = begin_.is_zero && p.begin == 0;
    if (!begins) {
      const range y = oriented(g_.value_on(p.ranges));
      if (y.low > 0) return {};
    }
    auto [rate, second] = g_.slopes_on(p.ranges);
    rate = oriented(rate);
    second = oriented(second);
    const W low(p.begin), high(p.begin + p.width);
    const W last = at(high).value;
    if (is_number(last)) {
      if (second.high <= 0) {  // concave: least at the ends
        if (!begins || at(low).rate > W(0) || last >= W(0)) return ends_below(p, last, begins);
      } else if (rate.low >= 0) {
        return {};
      } else if (rate.high <= 0 && !begins) {
        return ends_below(p, last, false);
      } else if (second.low >= 0) {  // convex
        const W begin_rate = at(low).rate, end_rate = at(high).rate;
        if (begins) {
          if (begin_rate >= W(0) || begin_.rests) return {};
        } else {
          if (begin_rate >= W(0))
            return p.begin > 0 && at(low).value <= noise(low) ? found(zero_found<W>{zero_kind::minimum, low}) : found();
          if (end_rate <= W(0)) return ends_below(p, last, false);
          const W lowest = zero_of_rate(low, high), least = at(lowest).value;
          const W least_noise = noise(lowest);
          if (least > least_noise) return {};
          if (least >= -least_noise) return zero_found<W>{zero_kind::minimum, lowest};
          return zero_found<W>{zero_kind::crossing, at(low).value > W(0) ? zero_of_value(low, lowest) : low};
        }
      } else if (!begins && rate.is_finite()) {  // g(x) ∈ g(middle) + g'·(x − middle)
        const W middle = (low + high) / W(2);
        const long double reach =
            rate.size() * rounded<long double>(motion_.length()) * static_cast<long double>(p.width) / 2;
        if (at(middle).value > W(2) * (noise_ + W(reach))) return {};
      }
    }
    if (begins && begin_.rests && depth >= deepest_at_rest) return {};
    if (depth >= deepest) {
      if (begins) return {};
      const W y = at(W((low + high) / W(2))).value;
      if (!is_number(y) || !is_number(last)) return zero_found<W>{zero_kind::undefined, low};
      const W here = noise(low), there = noise(high);
      // A multiple zero at the very end of this part is left to the next one.
      const bool is_smooth = rate.is_finite(), falls = y < -here || (is_smooth && last < -there);
      if (y > here && (last > here || (is_smooth && !falls))) return {};
      return zero_found<W>{falls ? zero_kind::crossing : zero_kind::minimum, (low + high) / W(2)};
    }
    if (const found first = on(p.half(false), depth + 1)) return first;
    return on(p.half(true), depth + 1);
  }

  /// g, least at an end of the part: below 0 at its end?
  found ends_below(part& p, const W& last, bool begins) {
    const W low(p.begin), high(p.begin + p.width), noise_there = noise(high);
    if (last < -noise_there) {
      return zero_found<W>{zero_kind::crossing, begins                 ? zero_after_begin(high)
                                                : at(low).value > W(0) ? zero_of_value(low, high)
                                                                       : low};
    }
    // A zero at the very end: a crossing if g falls through it; otherwise what follows decides.
    if (high == W(1) && last <= noise_there && -at(high).rate > W(2) * noise_there)
      return zero_found<W>{zero_kind::crossing, high};
    return {};
  }
  range oriented(const range& y) const { return sign_ < 0 ? -y : y; }

  watched_function<W>& g_;
  int sign_;
  step_motion<W>& motion_;
  W noise_;
  const known_begin<W>& begin_;
  patience& clock_;
  series<W> slope_;  ///< of begin's p, where there is one
  std::optional<W> last_;
  values values_;
  int parts_ = 0;
};

}  // namespace unilateral::gauss_collocation
