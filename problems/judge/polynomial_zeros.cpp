#include "problems/judge/polynomial_zeros.hpp"

#include "problems/language/many_digits.hpp"
#include "problems/language/polynomial.hpp"

namespace unilateral::polynomial {
namespace {

/// Zeros of p(x) = Σ c_j x^j on [−1, 1] by bisection; c stands for the polynomial on [middle − half, middle + half] of
/// the caller's variable. On a cell |p| lies within |c_0| ± Σ_{j ≥ 1} |c_j| and p' within c_1 ± Σ_{j ≥ 2} j |c_j|:
///   c_0 wins: no zero.   c_1 wins: p is monotone, at most one zero, by Newton's method kept inside a bracket.
///   all is below rounding: a multiple zero (or nearly one), as wide as the cell.   Otherwise: two halves.
template <class S>
class search {
 public:
  search(int degree, const S& noise) : degree_(degree), noise_(noise) {}

  void cell(const std::vector<S>& c, const S& middle, const S& half) {
    using std::abs;
    S others(0), slopes(0);
    for (int j = degree_; j >= 2; --j) {
      const S size = abs(c[static_cast<std::size_t>(j)]);
      others += size;
      slopes += S(j) * size;
    }
    const S c1 = abs(c[1]);
    others += c1;
    if (!is_finite(others) || !is_finite(c[0]))
      return record(middle - half, middle + half);  // too large for S: halves would be no better, for ever
    if (abs(c[0]) > others + noise_) return;
    if (abs(c[0]) + others <= S(8) * noise_ || half <= epsilon<S>() * (abs(middle) + half))
      return record(middle - half, middle + half);
    if (c1 > slopes) return monotone(c, middle, half);
    for (const int side : {-1, 1}) {
      std::vector<S> part = c;
      shift(part.data(), degree_, S(S(side) / S(2)));
      stretch(part.data(), degree_, S(S(1) / S(2)));
      cell(part, middle + S(side) * half / S(2), half / S(2));
    }
  }

  /// Middles of the intervals found, left to right.
  std::vector<S> found(const S& lo, const S& hi) const {
    std::vector<S> middles;
    for (const auto& [low, high] : found_) middles.push_back(std::clamp(S((low + high) / S(2)), lo, hi));
    return middles;
  }

 private:
  void monotone(const std::vector<S>& c, const S& middle, const S& half) {
    using std::abs;
    const S rising(c[1] > S(0) ? 1 : -1);
    S low(-1), high(1);
    const S at_low = rising * value(c.data(), degree_, low), at_high = rising * value(c.data(), degree_, high);
    if (at_low > noise_ || at_high < -noise_) return;
    const auto simple = [&](const S& x) {
      const S known = abs(S(noise_ / slope(c.data(), degree_, x)));  // no better than this
      record(middle + half * (x - known), middle + half * (x + known));
    };
    if (at_low >= S(0)) return simple(low);
    if (at_high <= S(0)) return simple(high);
    S x = (at_high * low - at_low * high) / (at_high - at_low);
    for (S step(1); abs(step) > epsilon<S>();) {
      const S p = value(c.data(), degree_, x);
      if (p == S(0)) break;
      (rising * p < S(0) ? low : high) = x;
      S next = x - p / slope(c.data(), degree_, x);
      if (!(next > low && next < high)) next = (low + high) / S(2);
      step = next - x;
      x = next;
      if (high - low <= epsilon<S>()) break;
    }
    simple(x);
  }

  /// A zero known to lie in an interval; intervals that touch hold one zero.
  void record(const S& low, const S& high) {
    if (!found_.empty() && low <= found_.back().second)
      found_.back().second = std::max(high, found_.back().second);
    else
      found_.emplace_back(low, high);
  }

  int degree_;
  S noise_;  ///< how far rounding may move values of p
  std::vector<std::pair<S, S>> found_;
};

}  // namespace

template <class S>
std::vector<S> zeros(const std::vector<S>& c, const S& lo, const S& hi) {
  using std::abs;
  const int degree = static_cast<int>(c.size()) - 1;
  if (degree < 1) return {};
  const S middle = (lo + hi) / S(2), half = (hi - lo) / S(2);
  std::vector<S> scaled = c;
  shift(scaled.data(), degree, middle);
  stretch(scaled.data(), degree, half);
  S size(0);
  for (const S& x : scaled) size += abs(x);
  if (size == S(0) || !is_finite(size)) return {};
  // Rounding of the coefficients given, carried to this interval.
  const S reach = std::max(S(abs(lo)), S(abs(hi)));
  search<S> found(degree, S(S(4) * epsilon<S>() * std::max(size, bound_of_derivative(c.data(), degree, 0, reach))));
  found.cell(scaled, middle, half);
  return found.found(lo, hi);
}

template std::vector<double> zeros(const std::vector<double>&, const double&, const double&);
template std::vector<real50> zeros(const std::vector<real50>&, const real50&, const real50&);

}  // namespace unilateral::polynomial
