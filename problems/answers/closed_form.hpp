#pragma once
/// Pieces of a trajectory from a formula q(t): a reference that is known in closed form, as piecewise polynomials to
/// working precision.
///
///   (1)  on [a, a + w], x = 2 (t − a)/w − 1:  interpolate q at the Chebyshev points x_k = cos(kπ/N), k = 0 … N
///   (2)  coefficients α_j of Σ α_j T_j(x); drop the tail below ε, then expand in powers of t − a
///   (3)  accept when q and the polynomial agree at the points cos((k + ½)π/N), where interpolation is worst; else
///        halve w
///
/// N = D for D decimal digits: then (3) asks for α_j ≲ 10^(−j), and powers of t − a, whose coefficients are up to
/// (3 + 2√2)^j α_j < 6^j α_j, stay free of cancellation. Neighbours are joined by adding (1 − (t − a)/w)·(gap at a), a
/// few ε, so that q is continuous to the last digit and errors do not add up.
///
/// No solver includes this file.

#include "problems/language/polynomial.hpp"
#include "problems/language/trajectory.hpp"

#include <algorithm>
#include <concepts>
#include <stdexcept>
#include <string>
#include <vector>

namespace unilateral {

template <scalar S>
class chebyshev_interpolation {
 public:
  chebyshev_interpolation() {
    using std::cos;
    for (int k = 0; k < 4 * N; ++k) cosine_.push_back(cos(scalar_traits<S>::pi() * S(k) / S(2 * N)));
  }

  int points() const { return N + 1; }
  S node(int k) const { return cosine_[static_cast<std::size_t>(2 * k)]; }
  S between(int k) const { return cosine_[static_cast<std::size_t>(2 * k + 1)]; }  ///< k < N

  /// Coefficients in x of the polynomial through `values` (one a node), without the tail of coefficients up to
  /// `negligible`; N + 1 of them.
  std::vector<S> powers(const std::vector<S>& values, const S& negligible) const {
    using std::abs;
    std::vector<S> α;
    for (int j = 0; j <= N; ++j) {
      S sum(0);
      for (int k = 0; k <= N; ++k)
        sum += (k == 0 || k == N ? S(1) : S(2)) * values[static_cast<std::size_t>(k)] *
               cosine_[static_cast<std::size_t>(2 * j * k % (4 * N))];
      α.push_back(sum / S(j == 0 || j == N ? 2 * N : N));
    }
    while (α.size() > 1 && abs(α.back()) <= negligible) α.pop_back();
    // Σ α_j T_j by T_{j+1} = 2x T_j − T_{j−1}.
    std::vector<S> c(static_cast<std::size_t>(N) + 1, S(0)), before(c), T(c), next(c);
    T[0] = S(1);
    for (std::size_t j = 0; j < α.size(); ++j) {
      for (std::size_t i = 0; i <= j; ++i) c[i] += α[j] * T[i];
      for (std::size_t i = 0; i < next.size(); ++i) next[i] = (i > 0 ? S(j == 0 ? 1 : 2) * T[i - 1] : S(0)) - before[i];
      before = std::exchange(T, next);
    }
    return c;
  }

 private:
  static constexpr int N = scalar_traits<S>::digits;
  std::vector<S> cosine_;  ///< cos(kπ/(2N)), k < 4N: a whole turn
};

/// Appends q(t) from the present end of `path` up to `end`. `q` is smooth there and returns anything with entries [i],
/// or one S where the dimension is 1. Where q is a difference of larger numbers, of size `scale`, rounding is measured
/// by them. Throws std::domain_error where q resists interpolation (it is not smooth, or noisy) or does not continue
/// the path.
template <scalar S, class Function>
void append_closed_form(trajectory<S>& path, const S& end, const Function& q, const S& scale = S(0)) {
  using std::abs;
  static const chebyshev_interpolation<S> chebyshev;
  const auto n = static_cast<std::size_t>(path.dimension());
  const int last = chebyshev.points() - 1;
  const auto entry = [](const auto& value, std::size_t i) -> S {
    if constexpr (std::convertible_to<decltype(value), S>)
      return static_cast<void>(i), value;
    else
      return value[static_cast<int>(i)];
  };
  const auto sample = [&](const S& a, const S& w, std::vector<std::vector<S>>& values) {
    for (int k = 0; k <= last; ++k) {
      const S t = k == 0 ? S(a + w) : k == last ? a : S(a + (S(1) + chebyshev.node(k)) / S(2) * w);
      const auto& at_t = q(t);
      for (std::size_t i = 0; i < n; ++i) values[i][static_cast<std::size_t>(k)] = entry(at_t, i);
    }
  };
  std::vector<std::vector<S>> values(n, std::vector<S>(static_cast<std::size_t>(last) + 1));

  const S start = path.end(), whole = end - start;
  sample(start, whole, values);
  S size = scale;  // of q over the whole range: what rounding errors are measured by
  for (const auto& component : values)
    for (const S& x : component) size = std::max(size, S(abs(x)));
  const S rounding = S(32) * epsilon<S>() * size;
  const S latest = std::max(S(abs(start)), S(abs(end)));

  std::vector<S> flat, joint(n);
  S width = whole;
  while (path.end() < end) {
    const S a = path.end();
    width = std::min(width, S(end - a));
    const S b = S(end - a) <= S(9) / S(8) * width
                    ? end
                    : S(a + width);  // no sliver at the end, which rounding alone would be the width of
    const S w = b - a;
    sample(a, w, values);
    flat.clear();
    std::vector<S> tolerance(n);
    for (std::size_t i = 0; i < n; ++i) {
      const auto [low, high] = std::minmax_element(values[i].begin(), values[i].end());
      tolerance[i] =
          rounding + S(4) * epsilon<S>() * latest * (*high - *low) / w;  // the second term: t itself is rounded
      std::vector<S> c = chebyshev.powers(values[i], S(tolerance[i] / S(16)));
      polynomial::shift(c.data(), last, S(-1));
      polynomial::stretch(c.data(), last, S(S(2) / w));
      flat.insert(flat.end(), c.begin(), c.end());
    }
    bool accepted = true;
    for (int k = 0; k < last && accepted; ++k) {
      const S tau = (S(1) + chebyshev.between(k)) / S(2) * w;
      const auto at_t = q(S(a + tau));
      for (std::size_t i = 0; i < n; ++i) {
        const S error = abs(
            S(polynomial::value(flat.data() + i * (static_cast<std::size_t>(last) + 1), last, tau) - entry(at_t, i)));
        accepted = accepted && error <= tolerance[i];  // false for a NaN
      }
    }
    if (!accepted) {
      width = w / S(2);
      if (width < whole * epsilon<S>() * S(1 << 12))
        throw std::domain_error("append_closed_form: expected a smooth function, found none near t = " + to_text(a));
      continue;
    }
    int degree = 3;  // at least: a parabola or a line is one that is exact
    for (std::size_t i = 0; i < n; ++i) {
      S* const c = flat.data() + i * (static_cast<std::size_t>(last) + 1);
      if (path.pieces() > 0) {
        const int before = path.pieces() - 1;
        const S w_before = path.end(before) - path.begin(before);
        const S gap = path.position(before, static_cast<int>(i), w_before) - c[0];
        S size_before(0),
            power(
                1);  // the piece before is known to its own rounding and to that of t, however small q is from here on
        for (int j = 0; j <= path.degree(before); ++j, power *= w_before)
          size_before +=
              abs(path.coefficients(before, static_cast<int>(i))[j]) * power * (S(1) + S(j) * latest / w_before);
        if (!(abs(gap) <= S(64) * (tolerance[i] + epsilon<S>() * size_before)))
          throw std::domain_error("append_closed_form: expected a function that continues the path, found a jump of " +
                                  to_text(gap) + " at t = " + to_text(a));
        c[0] += gap;
        c[1] -= gap / w;
      }
      for (int j = degree + 1; j <= last; ++j)
        if (c[j] != S(0)) degree = j;
    }
    std::vector<S> coefficients;
    for (std::size_t i = 0; i < n; ++i) {
      const S* const c = flat.data() + i * (static_cast<std::size_t>(last) + 1);
      coefficients.insert(coefficients.end(), c, c + degree + 1);
    }
    path.append(b, degree, coefficients.data());
    width = S(2) * w;
  }
}

}  // namespace unilateral
