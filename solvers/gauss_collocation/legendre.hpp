#pragma once
/// Polynomials on [0, 1] in Legendre's basis P_k(2x − 1), and the Gauss points at which a step collocates.
///
///   coefficients from values at the s Gauss points      a_k = (2k + 1) Σ_j b_j P_k(2c_j − 1) y_j
///   integral from 0                                     ∫ P_k = (P_{k+1} − P_{k−1})/(2(2k + 1)),  ∫ P_0 = (P_1 +
///   P_0)/2 |P_k| ≤ 1, so that |p| ≤ Σ|a_k|: bounds come with the basis, and restriction to half an interval is stable
///   in it.

#include "solvers/gauss_collocation/guard_digits.hpp"

#include <Eigen/Core>

#include <cmath>
#include <vector>

namespace unilateral::gauss_collocation {

template <class W>
using vector_of = Eigen::Matrix<W, Eigen::Dynamic, 1>;
template <class W>
using matrix_of = Eigen::Matrix<W, Eigen::Dynamic, Eigen::Dynamic>;
/// Coefficients a_0, a_1, …
template <class W>
using series = std::vector<W>;

/// sum += a b; numbers of many digits make no temporary of it, but in `product`.
template <class W>
void add_product(W& sum, const W& a, const W& b, W& product) {
  if constexpr (boost::multiprecision::is_number<W>::value) {
    using namespace boost::multiprecision::default_ops;
    eval_multiply(product.backend(), a.backend(), b.backend());
    eval_add(sum.backend(), product.backend());
  } else {
    sum += a * b;
  }
}

/// P_0(z) … P_{count−1}(z).
template <class W>
std::vector<W> legendre_values(const W& z, int count) {
  std::vector<W> p(static_cast<std::size_t>(count), W(1));
  if (count > 1) p[1] = z;
  for (int k = 1; k + 1 < count; ++k) {
    const auto i = static_cast<std::size_t>(k);
    p[i + 1] = (z * W(2 * k + 1) * p[i] - p[i - 1] * W(k)) / W(k + 1);
  }
  return p;
}

/// Gauss points on [0, 1], increasing, and their weights (sum 1).
template <class W>
struct gauss_points {
  std::vector<W> c, b;
  explicit gauss_points(int s) {
    using std::abs;
    using std::cos;
    for (int j = 0; j < s; ++j) {
      W z = -cos(scalar_traits<W>::pi() * (W(4 * j + 3) / W(4 * s + 2)));
      W slope(1);
      for (int round = 0; round < 60;
           ++round) {  // Newton from a point in the quadratic domain; ends when the correction is rounding
        const auto p = legendre_values(z, s + 1);
        const auto n = static_cast<std::size_t>(s);
        slope = W(s) * (z * p[n] - p[n - 1]) / (z * z - W(1));
        const W correction = p[n] / slope;
        z -= correction;
        if (abs(correction) <= W(4) * epsilon<W>()) break;
      }
      c.push_back((W(1) + z) / W(2));
      b.push_back(W(1) / ((W(1) - z * z) * slope * slope));
    }
  }
};

template <class W>
series<W> integral(const series<W>& a) {
  series<W> result(a.size() + 1, W(0));
  for (std::size_t k = 0; k < a.size(); ++k) {
    const W part = a[k] / W(static_cast<int>(2 * (2 * k + 1)));
    result[k + 1] += part;
    if (k == 0)
      result[0] += part;
    else
      result[k - 1] -= part;
  }
  return result;
}

/// d/dx.
template <class W>
series<W> slope(const series<W>& a) {
  if (a.size() < 2) return {W(0)};
  series<W> result(a.size() - 1);
  W odd(0), even(0);
  for (std::size_t k = a.size() - 1; k-- > 0;) {
    W& sum = k % 2 == 0 ? even : odd;
    sum += a[k + 1];
    result[k] = W(static_cast<int>(2 * (2 * k + 1))) * sum;
  }
  return result;
}

/// Σ a_k p_k.
template <class W>
W combined(const series<W>& a, const std::vector<W>& p) {
  W sum(0), product(0);
  for (std::size_t k = 0; k < a.size(); ++k) add_product(sum, a[k], p[k], product);
  return sum;
}
template <class W>
W value(const series<W>& a, const W& x) {
  return combined(a, legendre_values<W>(W(2) * x - W(1), static_cast<int>(a.size())));
}
template <class W>
W at_begin(const series<W>& a) {
  W sum(0);
  for (std::size_t k = a.size(); k-- > 0;) sum = a[k] - sum;
  return sum;
}
template <class W>
W at_end(const series<W>& a) {
  W sum(0);
  for (std::size_t k = a.size(); k-- > 0;) sum += a[k];
  return sum;
}
/// Σ_{k ≥ from} |a_k|.
template <class W>
W size_of(const series<W>& a, std::size_t from = 0) {
  using std::abs;
  W sum(0);
  for (std::size_t k = from; k < a.size(); ++k) sum += abs(a[k]);
  return sum;
}

/// The tables of a method of s stages, computed in X and rounded: their own rounding in W would grow with the degree.
template <class W>
class gauss_basis {
  template <class>
  friend class gauss_basis;

 public:
  template <class X, class Round>
  static gauss_basis made_in(int stages, Round round) {
    using std::abs;
    gauss_basis g(stages);
    const gauss_points<X> points(stages);
    const int s = stages, rows = s + 2;
    std::vector<std::vector<X>> p;
    for (int j = 0; j < s; ++j) {
      const auto i = static_cast<std::size_t>(j);
      p.push_back(legendre_values<X>(X(2) * points.c[i] - X(1), rows));
      g.c_.push_back(round(points.c[i]));
      g.b_.push_back(round(points.b[i]));
    }
    for (int j = 0; j < s; ++j) {
      series<X> a;
      for (int k = 0; k < s; ++k) {
        a.push_back(X(2 * k + 1) * points.b[static_cast<std::size_t>(j)] *
                    p[static_cast<std::size_t>(j)][static_cast<std::size_t>(k)]);
        g.analysis_(k, j) = round(a.back());
      }
      const W last = round(at_end(a));
      g.lebesgue += abs(last);
      const series<X> once = integral(a), again = integral(once);
      for (int i = 0; i < s; ++i) {
        X first(0), second(0);
        for (std::size_t k = 0; k < once.size(); ++k) first += once[k] * p[static_cast<std::size_t>(i)][k];
        for (std::size_t k = 0; k < again.size(); ++k) second += again[k] * p[static_cast<std::size_t>(i)][k];
        g.single(i, j) = round(first);
        g.twice(i, j) = round(second);
      }
    }
    // Restriction to [0, ½]: exact quadrature of P_m(z) P_k((z − 1)/2).
    const gauss_points<X> fine(rows);
    matrix_of<X> left = matrix_of<X>::Zero(rows, rows);
    for (int j = 0; j < rows; ++j) {
      const auto i = static_cast<std::size_t>(j);
      const auto whole = legendre_values<X>(X(2) * fine.c[i] - X(1), rows),
                 half = legendre_values<X>(fine.c[i] - X(1), rows);
      for (int m = 0; m < rows; ++m)
        for (int k = m; k < rows; ++k)
          left(m, k) +=
              X(2 * m + 1) * fine.b[i] * whole[static_cast<std::size_t>(m)] * half[static_cast<std::size_t>(k)];
    }
    for (int m = 0; m < rows; ++m)
      for (int k = 0; k < rows; ++k) {
        g.left_(m, k) = round(left(m, k));
        g.narrow_left_(m, k) = rounded<long double>(left(m, k));
      }
    return g;
  }

  /// The same tables in another scalar.
  template <class Y>
  gauss_basis<Y> in() const {
    gauss_basis<Y> g(stages());
    const auto in_y = [](const W& y) { return rounded<Y>(y); };
    for (int j = 0; j < stages(); ++j) {
      g.c_.push_back(in_y(c(j)));
      g.b_.push_back(in_y(b(j)));
    }
    g.single = single.unaryExpr(in_y);
    g.twice = twice.unaryExpr(in_y);
    g.lebesgue = in_y(lebesgue);
    g.analysis_ = analysis_.unaryExpr(in_y);
    g.left_ = left_.unaryExpr(in_y);
    g.narrow_left_ = narrow_left_;
    return g;
  }

  int stages() const { return static_cast<int>(c_.size()); }
  const W& c(int j) const { return c_[static_cast<std::size_t>(j)]; }
  const W& b(int j) const { return b_[static_cast<std::size_t>(j)]; }
  /// Values at the Gauss points of the integral from 0, and of its integral, of the polynomial that is 1 at c_j and 0
  /// at the others.
  matrix_of<W> single, twice;
  /// The polynomial through values y_j is at most so many times max |y_j|: the sum of those that are 1 at one c_j,
  /// largest at the ends.
  W lebesgue{0};

  /// Coefficients of the polynomial through values at the Gauss points. Values: anything with operator[].
  template <class Values>
  series<W> coefficients(const Values& y) const {
    const int s = stages();
    series<W> a(static_cast<std::size_t>(s), W(0));
    W product(0);
    for (int k = 0; k < s; ++k)
      for (int j = 0; j < s; ++j) add_product<W>(a[static_cast<std::size_t>(k)], analysis_(k, j), y[j], product);
    return a;
  }
  /// The polynomial x ↦ p(x/2), or p((1 + x)/2).
  series<W> half(const series<W>& a, bool right) const { return halved(left_, a, right); }
  /// The same in long double.
  series<long double> narrow_half(const series<long double>& a, bool right) const {
    return halved(narrow_left_, a, right);
  }

 private:
  explicit gauss_basis(int s)
      : single(s, s), twice(s, s), analysis_(s, s), left_(s + 2, s + 2), narrow_left_(s + 2, s + 2) {}

  template <class Y>
  static series<Y> halved(const matrix_of<Y>& left, const series<Y>& a, bool right) {
    const int n = static_cast<int>(a.size());
    series<Y> result(a.size(), Y(0));
    for (int m = 0; m < n; ++m)
      for (int k = m; k < n; ++k) {
        const Y term = left(m, k) * a[static_cast<std::size_t>(k)];
        result[static_cast<std::size_t>(m)] += right && (m + k) % 2 == 1 ? Y(-term) : term;
      }
    return result;
  }

  std::vector<W> c_, b_;
  matrix_of<W> analysis_, left_;
  matrix_of<long double> narrow_left_;
};

/// Coefficients of powers of x, from those of Legendre's basis, in a scalar X wide enough for the cancellation.
///     P_k(2x − 1) = Σ_m (−1)^{k+m} C(k, m) C(k+m, m) x^m
template <class X>
class powers_from_legendre {
 public:
  explicit powers_from_legendre(int count) : row_(static_cast<std::size_t>(count)) {
    for (int k = 0; k < count; ++k) {
      X term = X(k % 2 == 0 ? 1 : -1);
      for (int m = 0; m <= k; ++m) {
        row_[static_cast<std::size_t>(k)].push_back(term);
        term *= -X((k - m) * (k + m + 1)) / X((m + 1) * (m + 1));
      }
    }
  }
  std::vector<X> operator()(const std::vector<X>& a) const {
    std::vector<X> result(a.size(), X(0));
    for (std::size_t k = 0; k < a.size(); ++k)
      for (std::size_t m = 0; m <= k; ++m) result[m] += a[k] * row_[k][m];
    return result;
  }

 private:
  std::vector<std::vector<X>> row_;
};

}  // namespace unilateral::gauss_collocation
