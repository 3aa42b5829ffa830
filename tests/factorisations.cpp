/// Five solvers factor symmetric positive definite matrices, by Cholesky's method or as L D Lᵀ, each with code of its
/// own: one origin many times, so that one mistake could stand in several. Here each is held against the definition: A
/// x̂ = b up to
///
///     |b − A x̂|_i ≤ γ Σ_j √(a_ii a_jj) |x̂_j|,   γ = (4n + 8) ε
///
/// [Higham 2002, theorem 10.4]: (A + ΔA) x̂ = b with |ΔA| ≤ γ_(3n+1) |L||Lᵀ|, whose entries are at most √(a_ii a_jj) by
/// Cauchy and Schwarz; for L D Lᵀ the two divisions instead of roots change the count by a few roundings. The residual
/// is formed in rationals, in which A, b and x̂ are exact, and the roots are bounded by (a_ii + a_jj)/2 from above. No
/// factorisation is used to judge one.
#include "problems/language/many_digits.hpp"
#include "solvers/event_driven/kinetic_factor.hpp"
#include "solvers/event_driven/projection.hpp"
#include "solvers/gauss_collocation/kinetic_projection.hpp"
#include "solvers/moreau_time_stepping/kinetic_metric.hpp"
#include "solvers/paoli_schatzman/band_cholesky.hpp"
#include "solvers/sweeping/mass_factor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>

namespace unilateral {
namespace {

using rationals = std::vector<std::vector<rational>>;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

rational exactly(double x) { return rational(x); }
template <unsigned Digits>
rational exactly(const mpfr_number<Digits>& x) {
  mpf_class whole(0, 1024);  // of up to 100 digits nothing is lost
  mpfr_get_f(whole.get_mpf_t(), x.backend().data(), MPFR_RNDN);
  return rational(whole);
}

/// A = B Bᵀ + 1/8 with integer entries of B in a band, so that A has its band too.
rationals random_matrix(std::mt19937& random, int n, int band) {
  std::vector<std::vector<int>> B(index(n), std::vector<int>(index(n), 0));
  for (int i = 0; i < n; ++i)
    for (int j = std::max(0, i - band); j <= i; ++j) B[index(i)][index(j)] = static_cast<int>(random() % 9) - 4;
  rationals A(index(n), std::vector<rational>(index(n)));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      for (int k = 0; k < n; ++k) A[index(i)][index(j)] += B[index(i)][index(k)] * B[index(j)][index(k)];
      if (i == j) A[index(i)][index(j)] += rational(1, 8);
    }
  return A;
}

template <scalar S>
evaluated_system<S> system_of(const rationals& A) {
  mechanical_system s;
  for (int i = 0; i < static_cast<int>(A.size()); ++i) s.coordinates.push_back("q" + std::to_string(i));
  for (int i = 0; i < static_cast<int>(A.size()); ++i)
    for (int j = 0; j < static_cast<int>(A.size()); ++j)
      if (A[index(i)][index(j)] != 0) s.mass.push_back({i, j, A[index(i)][index(j)]});
  s.force.assign(A.size(), 0);
  evaluated_system<S> system(s);
  const std::vector<S> origin(A.size(), S(0));
  system.evaluate_mass(S(0), origin.data());
  return system;
}

/// x with A x = b by one solver's factorisation; nothing where it finds A not positive definite. One type a
/// factorisation.
struct of_event_driven {
  template <scalar S>
  static std::optional<column<S>> solved(const rationals& A, column<S> x) {
    const int n = static_cast<int>(A.size());
    event_driven::kinetic_factor<S> L(n, false);
    L.clear();
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j) L.entry(i, j) = exact<S>(A[index(i)][index(j)]);
    if (!L.factor()) return {};
    L.solve(x.data());
    return x;
  }
};

struct of_contacts_of_event_driven {
  template <scalar S>
  static std::optional<column<S>> solved(const rationals& A, column<S> x) {
    const int n = static_cast<int>(A.size());
    event_driven::contact_matrix<S> W(n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) W(i, j) = exact<S>(A[index(i)][index(j)]);
    event_driven::independent_contacts<S> L(n);
    for (int i = 0; i < n; ++i)
      if (!L.try_append(W, i)) return {};
    L.solve(x.data());
    return x;
  }
};

struct of_gauss_collocation {
  template <scalar S>
  static std::optional<column<S>> solved(const rationals& A, column<S> x) {
    gauss_collocation::symmetric_factor<S> L;
    for (std::size_t i = 0; i < A.size(); ++i) {
      std::vector<S> row;
      for (std::size_t j = 0; j <= i; ++j) row.push_back(exact<S>(A[i][j]));
      if (!L.add(row, S(0))) return {};
    }
    L.solve_in_place(x);
    return x;
  }
};

struct of_moreau_time_stepping {
  template <scalar S>
  static std::optional<column<S>> solved(const rationals& A, column<S> x) {
    moreau_time_stepping::dense_metric<S, Eigen::Dynamic> L(static_cast<int>(A.size()));
    if (!L.factor(system_of<S>(A))) return {};
    L.solve(x);
    return x;
  }
};

struct sparse_of_moreau_time_stepping {
  template <scalar S>
  static std::optional<column<S>> solved(const rationals& A, column<S> x) {
    moreau_time_stepping::sparse_metric<S> L(static_cast<int>(A.size()));
    if (!L.factor(system_of<S>(A))) return {};
    L.solve(x);
    return x;
  }
};

struct of_sweeping {
  template <scalar S>
  static std::optional<column<S>> solved(const rationals& A, column<S> x) {
    const evaluated_system<S> system = system_of<S>(A);
    sweeping::mass_factor<S> L(system);
    if (!L.factorise(system)) return {};
    L.solve(x.data());
    return x;
  }
};

struct of_paoli_schatzman {
  template <scalar S>
  static std::optional<column<S>> solved(const rationals& A, column<S> x) {
    const int n = static_cast<int>(A.size());
    int width = 0;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < i; ++j)
        if (A[index(i)][index(j)] != 0) width = std::max(width, i - j);
    paoli_schatzman::band_cholesky<S> L;
    L.reserve(n, width);
    for (int i = 0; i < n; ++i)
      for (int j = std::max(0, i - width); j <= i; ++j) L.at(i, j) = exact<S>(A[index(i)][index(j)]);
    if (!L.factor()) return {};
    L.solve(x);
    return x;
  }
};

/// The largest of |b − A x|_i over its bound without γ.
template <scalar S>
rational relative_residual(const rationals& A, const std::vector<rational>& b, const column<S>& x) {
  rational largest = 0;
  for (std::size_t i = 0; i < A.size(); ++i) {
    rational residual = b[i], bound = 0;
    for (std::size_t j = 0; j < A.size(); ++j) {
      const rational x_j = exactly(x[static_cast<Eigen::Index>(j)]);
      residual -= A[i][j] * x_j;
      bound += (A[i][i] + A[j][j]) / 2 * abs(x_j);
    }
    largest = std::max(largest, rational(abs(residual) / bound));
  }
  return largest;
}

template <class Factorisation>
class factorisation : public testing::Test {};
using all = testing::Types<of_event_driven, of_contacts_of_event_driven, of_gauss_collocation, of_moreau_time_stepping,
                           sparse_of_moreau_time_stepping, of_sweeping, of_paoli_schatzman>;
TYPED_TEST_SUITE(factorisation, all);

template <class Factorisation, scalar S>
void solves_what_it_is_asked(int rounds) {
  std::mt19937 random(1910);
  for (int round = 0; round < rounds; ++round) {
    const int n = 1 + static_cast<int>(random() % 9), band = 1 + static_cast<int>(random() % static_cast<unsigned>(n));
    const rationals A = random_matrix(random, n, band);
    std::vector<rational> b;
    column<S> of_b(n);
    for (int i = 0; i < n; ++i) {
      b.push_back(static_cast<int>(random() % 41) - 20);
      of_b[i] = exact<S>(b.back());
    }
    b[0] = 21;  // not all zero
    of_b[0] = S(21);
    const auto x = Factorisation::template solved<S>(A, of_b);
    ASSERT_TRUE(x) << "seed 1910, round " << round;
    EXPECT_LE(relative_residual(A, b, *x), rational((4 * n + 8) * exactly(epsilon<S>())))
        << "seed 1910, round " << round;
    // Negative controls: a solution that is off by a thousandth is seen, and a matrix that is not positive definite is
    // refused, whichever pivot says so.
    column<S> off = *x;
    off[n - 1] += (S(1) + off[n - 1]) / S(1000);
    EXPECT_GT(relative_residual(A, b, off), rational((4 * n + 8) * exactly(epsilon<S>())));
    rationals indefinite = A;
    const int at = static_cast<int>(random() % static_cast<unsigned>(n));
    indefinite[index(at)][index(at)] = -1;
    EXPECT_FALSE(Factorisation::template solved<S>(indefinite, of_b)) << "seed 1910, round " << round;
  }
}

TYPED_TEST(factorisation, solves_what_it_is_asked_in_double) { solves_what_it_is_asked<TypeParam, double>(100); }
TYPED_TEST(factorisation, solves_what_it_is_asked_in_fifty_digits) { solves_what_it_is_asked<TypeParam, real50>(20); }

}  // namespace
}  // namespace unilateral
