#pragma once
/// Gauss's quadrature on [−1, 1]: n points, exact for polynomials of degree 2n − 1, positive weights.
///
///   points x_k: zeros of Legendre's P_n;   weights 2 / ((1 − x_k²) P_n'(x_k)²)

#include "problems/language/scalar.hpp"

#include <cmath>
#include <vector>

namespace unilateral {

template <scalar S>
class gauss_rule {
 public:
  struct point {
    S x, weight;
  };

  explicit gauss_rule(int n) {
    using std::abs;
    using std::cos;
    for (int k = n; k >= 1; --k) {
      S x = cos(scalar_traits<S>::pi() * (S(k) - S(1) / S(4)) / (S(n) + S(1) / S(2)));
      S slope(1);
      for (int iteration = 0; iteration < largest_iterations; ++iteration) {
        S before(1), p = x;  // P_0, P_1 …
        for (int j = 2; j <= n; ++j) {
          const S next = (S(2 * j - 1) * x * p - S(j - 1) * before) / S(j);
          before = p;
          p = next;
        }
        slope = S(n) * (x * p - before) / (x * x - S(1));
        const S step = p / slope;
        x -= step;
        if (abs(step) <= S(4) * epsilon<S>()) break;
      }
      points_.push_back({x, S(2) / ((S(1) - x * x) * slope * slope)});
    }
  }

  const std::vector<point>& points() const { return points_; }

 private:
  /// Newton's method from the asymptotic zeros doubles its digits: 3, 6, 12, 24, 48, 96.
  static constexpr int largest_iterations = 10;
  std::vector<point> points_;
};

/// The rule with n points, computed once a thread.
template <scalar S>
const gauss_rule<S>& gauss(int n) {
  thread_local std::vector<std::vector<gauss_rule<S>>> rules;
  if (static_cast<int>(rules.size()) <= n) rules.resize(static_cast<std::size_t>(n) + 1);
  auto& rule = rules[static_cast<std::size_t>(n)];
  if (rule.empty()) rule.emplace_back(n);
  return rule.front();
}

}  // namespace unilateral
