#pragma once
/// Rationals as a scalar, and projections on polyhedra by exhaustion, for tests of the relations in
/// problems/judge/cone.hpp and impact_law.hpp.

#include "problems/judge/cone.hpp"

#include <optional>
#include <ostream>
#include <random>

namespace unilateral {

/// Exact arithmetic without expression templates: the least that the shared language may ask of a scalar for algebra.
class exact_scalar {
 public:
  exact_scalar(int value = 0) : value_(value) {}  // NOLINT: numbers are scalars
  explicit exact_scalar(rational value) : value_(std::move(value)) { value_.canonicalize(); }
  const rational& value() const { return value_; }

  friend exact_scalar operator+(const exact_scalar& x, const exact_scalar& y) {
    return exact_scalar(rational(x.value_ + y.value_));
  }
  friend exact_scalar operator-(const exact_scalar& x, const exact_scalar& y) {
    return exact_scalar(rational(x.value_ - y.value_));
  }
  friend exact_scalar operator*(const exact_scalar& x, const exact_scalar& y) {
    return exact_scalar(rational(x.value_ * y.value_));
  }
  friend exact_scalar operator/(const exact_scalar& x, const exact_scalar& y) {
    return exact_scalar(rational(x.value_ / y.value_));
  }
  friend exact_scalar operator-(const exact_scalar& x) { return exact_scalar(rational(-x.value_)); }
  exact_scalar& operator+=(const exact_scalar& y) { return *this = *this + y; }
  exact_scalar& operator-=(const exact_scalar& y) { return *this = *this - y; }
  exact_scalar& operator*=(const exact_scalar& y) { return *this = *this * y; }
  exact_scalar& operator/=(const exact_scalar& y) { return *this = *this / y; }
  friend bool operator==(const exact_scalar& x, const exact_scalar& y) { return x.value_ == y.value_; }
  friend std::strong_ordering operator<=>(const exact_scalar& x, const exact_scalar& y) {
    return cmp(x.value_, y.value_) <=> 0;
  }
  friend exact_scalar abs(const exact_scalar& x) { return x < exact_scalar(0) ? -x : x; }
  friend std::ostream& operator<<(std::ostream& out, const exact_scalar& x) { return out << x.value_; }

 private:
  rational value_;
};

template <>
struct scalar_traits<exact_scalar> {
  static constexpr int digits = 0;  ///< none are lost
  static exact_scalar from(const rational& value) { return exact_scalar(value); }
  static exact_scalar pi() { return exact_scalar(rational(355, 113)); }  ///< algebra never asks
  static double to_double(const exact_scalar& x) { return x.value().get_d(); }
  static std::string text(const exact_scalar& x) { return to_text(x.value()); }
};
static_assert(scalar<exact_scalar>);

}  // namespace unilateral

template <>
struct std::numeric_limits<unilateral::exact_scalar> : std::numeric_limits<int> {
  static unilateral::exact_scalar max() { return 1 << 30; }
};

template <>
struct Eigen::NumTraits<unilateral::exact_scalar> : Eigen::GenericNumTraits<unilateral::exact_scalar> {
  using Real = unilateral::exact_scalar;
  using NonInteger = unilateral::exact_scalar;
  using Nested = unilateral::exact_scalar;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 20,
    AddCost = 30,
    MulCost = 60
  };
};

namespace unilateral {

/// x with A x = b by Gauss's elimination; nothing where A is singular.
inline std::optional<column<exact_scalar>> solved(matrix<exact_scalar> A, column<exact_scalar> b) {
  const Eigen::Index n = A.rows();
  for (Eigen::Index k = 0; k < n; ++k) {
    Eigen::Index pivot = k;
    while (pivot < n && A(pivot, k) == exact_scalar(0)) ++pivot;
    if (pivot == n) return std::nullopt;
    for (Eigen::Index j = 0; j < n; ++j) std::swap(A(k, j), A(pivot, j));
    std::swap(b[k], b[pivot]);
    for (Eigen::Index i = 0; i < n; ++i) {
      if (i == k) continue;
      const exact_scalar factor = A(i, k) / A(k, k);
      for (Eigen::Index j = 0; j < n; ++j) A(i, j) -= factor * A(k, j);
      b[i] -= factor * b[k];
    }
  }
  for (Eigen::Index k = 0; k < n; ++k) b[k] /= A(k, k);
  return b;
}

/// The projection of v on V and its multipliers: of all sets of constraints taken as equalities (with independent
/// rows), the one whose solution is admissible with λ ≥ 0. By Carathéodory's theorem for cones there is one.
inline std::pair<column<exact_scalar>, column<exact_scalar>> projection_by_exhaustion(
    const kinetic_metric<exact_scalar>& metric, const velocity_set<exact_scalar>& V, const column<exact_scalar>& v) {
  const int n = metric.dimension(), m = V.constraints();
  for (int set = 0; set < 1 << m; ++set) {
    std::vector<int> active;
    for (int k = 0; k < m; ++k)
      if (set >> k & 1) active.push_back(k);
    const int a = static_cast<int>(active.size());
    matrix<exact_scalar> A = matrix<exact_scalar>::Zero(n + a, n + a);
    column<exact_scalar> b(n + a);
    A.topLeftCorner(n, n) = metric.M();
    b.head(n) = metric.covector(v);
    for (int k = 0; k < a; ++k) {
      A.block(n + k, 0, 1, n) = V.G.row(active[static_cast<std::size_t>(k)]);
      A.block(0, n + k, n, 1) = -V.G.row(active[static_cast<std::size_t>(k)]).transpose();
      b[n + k] = -V.r[active[static_cast<std::size_t>(k)]];
    }
    const auto x = solved(A, b);
    if (!x) continue;
    const column<exact_scalar> p = x->head(n);
    column<exact_scalar> λ = column<exact_scalar>::Zero(m);
    for (int k = 0; k < a; ++k) λ[active[static_cast<std::size_t>(k)]] = (*x)[n + k];
    if (negative_part(V.gap_rates(p)) == exact_scalar(0) && negative_part(λ) == exact_scalar(0)) return {p, λ};
  }
  throw std::logic_error("projection_by_exhaustion: V is empty");
}

inline column<exact_scalar> random_vector(std::mt19937& random, int n) {
  std::uniform_int_distribution<int> number(-9, 9), denominator(1, 4);
  column<exact_scalar> x(n);
  for (int i = 0; i < n; ++i) x[i] = exact_scalar(rational(number(random), denominator(random)));
  return x;
}

struct projection_problem {
  kinetic_metric<exact_scalar> metric;
  velocity_set<exact_scalar> V;
  column<exact_scalar> v;
};

/// M = A Aᵀ + 1, rows of G random (dependent ones happen), r = 0 or r = −G u for a random u, so that V holds u.
inline projection_problem random_projection(std::mt19937& random, int n, int m, bool cone) {
  matrix<exact_scalar> A(n, n), G(m, n);
  for (int i = 0; i < n; ++i) A.row(i) = random_vector(random, n).transpose();
  for (int k = 0; k < m; ++k) G.row(k) = random_vector(random, n).transpose();
  const matrix<exact_scalar> M = A * A.transpose() + matrix<exact_scalar>::Identity(n, n);
  const column<exact_scalar> u = cone ? column<exact_scalar>(column<exact_scalar>::Zero(n)) : random_vector(random, n);
  return {kinetic_metric<exact_scalar>(M), velocity_set<exact_scalar>(G, column<exact_scalar>(-G * u)),
          random_vector(random, n)};
}

}  // namespace unilateral
