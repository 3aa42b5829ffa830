#include "reports/certify/projection.hpp"

#include <algorithm>
#include <optional>

namespace unilateral::certify {
namespace {

rational product(const row& x, const row& y) {
  rational sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (sgn(x[i]) != 0 && sgn(y[i]) != 0) sum += x[i] * y[i];
  return sum;
}

/// Solves A x = b by elimination with the largest pivots; where columns have none, x keeps the value of `otherwise`.
/// Nothing if inconsistent.
std::optional<row> eliminated(matrix A, row b, const row& otherwise) {
  const std::size_t n = b.size();
  row x = otherwise;
  std::vector<std::size_t> pivot_column;
  for (std::size_t j = 0; j < n; ++j) {
    const std::size_t k = pivot_column.size();
    std::size_t best = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (abs(A[i][j]) > abs(A[best][j])) best = i;
    if (k == n || sgn(A[best][j]) == 0) continue;
    std::swap(A[k], A[best]);
    std::swap(b[k], b[best]);
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k || sgn(A[i][j]) == 0) continue;
      const rational factor = A[i][j] / A[k][j];
      for (std::size_t l = j; l < n; ++l)
        if (sgn(A[k][l]) != 0) A[i][l] -= factor * A[k][l];
      b[i] -= factor * b[k];
    }
    pivot_column.push_back(j);
  }
  for (std::size_t k = pivot_column.size(); k < n; ++k)
    if (sgn(b[k]) != 0) return std::nullopt;
  for (std::size_t k = 0; k < pivot_column.size(); ++k) {
    const std::size_t j = pivot_column[k];
    rational rest = b[k];
    for (std::size_t l = j + 1; l < n; ++l)
      if (sgn(A[k][l]) != 0) rest -= A[k][l] * x[l];  // columns without a pivot: the others have been cleared
    x[j] = rest / A[k][j];
  }
  return x;
}

}  // namespace

std::optional<projection_answer> solved(const projection_problem& problem, const row& guess, const rational& speed,
                                        const rational& epsilon, std::string& failure) {
  const auto& [M, G, r, p] = problem;
  const std::size_t n = p.size(), m = G.size();
  const auto inverse_times = [&](const row& y) { return eliminated(M, y, row(n)); };
  const auto z = inverse_times(p);
  if (!z) return failure = "the mass matrix is singular", std::nullopt;
  matrix B;  // rows M⁻¹ G_kᵀ
  for (const row& g : G) {
    auto b = inverse_times(g);
    if (!b) return failure = "the mass matrix is singular", std::nullopt;
    B.push_back(std::move(*b));
  }
  std::vector<bool> presses(m);
  for (std::size_t k = 0; k < m; ++k) presses[k] = sgn(guess[k]) > 0;

  for (std::size_t tries = 0; tries <= 2 * m; ++tries) {
    std::vector<std::size_t> W;
    for (std::size_t k = 0; k < m; ++k)
      if (presses[k]) W.push_back(k);
    matrix A(W.size(), row(W.size()));
    row b(W.size()), start(W.size());
    for (std::size_t i = 0; i < W.size(); ++i) {
      start[i] = guess[W[i]];
      b[i] = -product(G[W[i]], *z) - r[W[i]];
      for (std::size_t j = 0; j < W.size(); ++j) A[i][j] = product(G[W[i]], B[W[j]]);
    }
    const auto pushes = eliminated(A, b, start);
    if (!pushes) return failure = "the constraints that press contradict each other", std::nullopt;
    projection_answer answer{*z, row(m), *z};
    for (std::size_t i = 0; i < W.size(); ++i) {
      answer.lambda[W[i]] = (*pushes)[i];
      for (std::size_t k = 0; k < n; ++k) answer.x[k] += (*pushes)[i] * B[W[i]][k];
    }
    // The first condition that fails, and by how much of the size of its terms.
    std::optional<std::size_t> fails;
    rational defect, size;
    for (std::size_t k = 0; k < m && !fails; ++k) {
      const rational rate = product(G[k], answer.x) + r[k];
      if (sgn(answer.lambda[k]) >= 0 && sgn(rate) >= 0) continue;
      fails = k;
      size = abs(r[k]);
      for (std::size_t i = 0; i < n; ++i)
        size += abs(G[k][i]) * std::max({speed, rational(abs(answer.x[i])), rational(abs((*z)[i]))});
      if (sgn(answer.lambda[k]) < 0) {
        defect = -answer.lambda[k];
        size /= product(G[k], B[k]);
        for (const rational& l : answer.lambda) size = std::max(size, rational(abs(l)));
      } else {
        defect = -rate;
      }
    }
    if (!fails) return answer;
    if (defect * defect > epsilon * size * size) {
      failure = "constraint " + std::to_string(*fails) + (presses[*fails] ? " would pull" : " would be violated") +
                " with the solver's active set";
      return std::nullopt;
    }
    presses[*fails] = !presses[*fails];
  }
  failure = "no set of constraints near the solver's active set satisfies all conditions";
  return std::nullopt;
}

}  // namespace unilateral::certify
