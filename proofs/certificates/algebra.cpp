#include "proofs/certificates/algebra.hpp"

#include <algorithm>

namespace unilateral::certificates {

mpq_class dot(const row& x, const row& y) {
  mpq_class sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (sgn(x[i]) != 0 && sgn(y[i]) != 0) sum += x[i] * y[i];
  return sum;
}

row times(const matrix& A, const row& x) {
  row y;
  for (const row& a : A) y.push_back(dot(a, x));
  return y;
}

row transposed_times(const matrix& A, const row& x, std::size_t n) {
  row y(n);
  for (std::size_t k = 0; k < A.size(); ++k)
    for (std::size_t i = 0; i < n; ++i)
      if (sgn(x[k]) != 0 && sgn(A[k][i]) != 0) y[i] += x[k] * A[k][i];
  return y;
}

void require(bool holds, const std::string& condition, const mpq_class& found) {
  if (holds) return;
  constexpr std::size_t shown = 60;
  std::string text = found.get_str();
  if (text.size() > shown) {  // too long to read: its leading digits
    mp_exp_t exponent = 0;
    const std::string digits = mpf_class(found).get_str(exponent, 10, 6);
    const std::size_t sign = digits[0] == '-' ? 1 : 0;
    text = digits.substr(0, sign) + "0." + digits.substr(sign) + "e" + std::to_string(exponent);
  }
  throw refuted{condition + ": found " + text};
}

std::string number_of(const char* thing, std::size_t i) { return std::string(thing) + " " + std::to_string(i + 1); }

metric::metric(const matrix& M) : L_(M.size()), D_(M.size()) {
  const std::size_t n = M.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j)
      require(M[i][j] == M[j][i],
              "the mass matrix is symmetric, entries " + std::to_string(i + 1) + ", " + std::to_string(j + 1),
              mpq_class(M[i][j] - M[j][i]));
  for (std::size_t i = 0; i < n; ++i) {
    row scaled(i);  // L_ij D_j
    D_[i] = M[i][i];
    for (std::size_t j = 0; j < i; ++j) {
      scaled[j] = M[i][j];
      for (std::size_t k = 0; k < j; ++k)
        if (sgn(scaled[k]) != 0 && sgn(L_[j][k]) != 0) scaled[j] -= scaled[k] * L_[j][k];
      L_[i].push_back(scaled[j] / D_[j]);
      D_[i] -= scaled[j] * L_[i][j];
    }
    require(sgn(D_[i]) > 0, "the mass matrix is positive definite, " + number_of("pivot", i), D_[i]);
  }
  least_pivot_ = *std::min_element(D_.begin(), D_.end());
}

row metric::solve(row p) const {
  const std::size_t n = D_.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (sgn(L_[i][j]) != 0) p[i] -= L_[i][j] * p[j];
  for (std::size_t i = 0; i < n; ++i) p[i] /= D_[i];
  for (std::size_t i = n; i-- > 0;)
    for (std::size_t j = 0; j < i; ++j)
      if (sgn(L_[i][j]) != 0) p[j] -= L_[i][j] * p[i];
  return p;
}

}  // namespace unilateral::certificates
