#pragma once
/// Linear algebra of a few numbers, for the independent motion only.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace unilateral::random_systems::independent {

using vec = std::vector<double>;
using mat = std::vector<vec>;

/// Gauss with complete rows; false where the matrix is singular to `rank`.
inline bool solve(mat A, vec b, vec& x, double rank = 1e-11) {
  const std::size_t n = b.size();
  double size = 0;
  for (const vec& row : A)
    for (const double a : row) size = std::max(size, std::abs(a));
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t p = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::abs(A[i][k]) > std::abs(A[p][k])) p = i;
    if (!(std::abs(A[p][k]) > rank * size)) return false;
    std::swap(A[k], A[p]);
    std::swap(b[k], b[p]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double c = A[i][k] / A[k][k];
      for (std::size_t j = k; j < n; ++j) A[i][j] -= c * A[k][j];
      b[i] -= c * b[k];
    }
  }
  x.assign(n, 0);
  for (std::size_t k = n; k-- > 0;) {
    double sum = b[k];
    for (std::size_t j = k + 1; j < n; ++j) sum -= A[k][j] * x[j];
    x[k] = sum / A[k][k];
  }
  return true;
}

inline double dot(const vec& a, const vec& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}
inline double largest(const vec& a) {
  double size = 0;
  for (const double x : a) size = std::max(size, std::abs(x));
  return size;
}

}  // namespace unilateral::random_systems::independent
