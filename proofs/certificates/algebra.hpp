#pragma once
/// Exact linear algebra, and conditions that name themselves when they fail.

#include "proofs/certificates/certificate.hpp"

#include <string>

namespace unilateral::certificates {

mpq_class dot(const row& x, const row& y);
row times(const matrix& A, const row& x);
/// Aᵀ x; n columns, which a matrix without rows cannot tell.
row transposed_times(const matrix& A, const row& x, std::size_t n);

/// A condition that does not hold.
struct refuted {
  std::string what;
};

/// Throws refuted unless `holds`; `found` is shown.
void require(bool holds, const std::string& condition, const mpq_class& found);
/// "row 2", counted from 1 like the rows of the text.
std::string number_of(const char* thing, std::size_t i);

/// M = L D Lᵀ of a symmetric positive definite M.
class metric {
 public:
  /// Throws refuted unless M is symmetric and every pivot is positive.
  explicit metric(const matrix& M);
  const mpq_class& least_pivot() const { return least_pivot_; }
  /// M⁻¹ p.
  row solve(row p) const;

 private:
  matrix L_;
  row D_;
  mpq_class least_pivot_;
};

}  // namespace unilateral::certificates
