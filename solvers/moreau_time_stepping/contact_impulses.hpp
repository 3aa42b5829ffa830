#pragma once
/// Step 4 and the first half of step 5: the impulses of the contacts found, and the velocity they leave.
///
///     r = G u_k + ∂Φ/∂t   (rate before),   κ = G (û − u_k)   (what the forces add),   b = κ + (1 + e) r
///     A = G M⁻¹ Gᵀ,   0 ≤ P ⊥ A P + b ≥ 0,   u_{k+1} = û + M⁻¹ Gᵀ P
///
/// One contact: P = max(0, −b/A). A row of contacts under a diagonal M: pooling.hpp, linear cost. Else:
/// complementarity.hpp.

#include "problems/language/evaluated_system.hpp"
#include "solvers/moreau_time_stepping/complementarity.hpp"
#include "solvers/moreau_time_stepping/kinetic_metric.hpp"
#include "solvers/moreau_time_stepping/pooling.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace unilateral::moreau_time_stepping {

template <scalar S, class Metric>
class contact_impulses {
 public:
  using vector = typename Metric::vector;

  /// `in_rows`: contacts are always listed in an order of rows_of_contacts.hpp. `is_fixed`: M and G never change.
  contact_impulses(const evaluated_system<S>& system, bool in_rows, bool is_fixed)
      : in_rows_(in_rows), is_fixed_(is_fixed), size_(vector::Zero(system.degrees_of_freedom())) {
    const int m = system.constraints();
    rate_.resize(static_cast<std::size_t>(m));
    P_.resize(static_cast<std::size_t>(m));
    if (in_rows) row_.reserve(m);
    if (in_rows) in_row_.reserve(static_cast<std::size_t>(m));
    if (m <= preallocated) reserve(m, system.degrees_of_freedom());
  }

  /// On entry û, on exit u_{k+1}. M, G and ∂Φ/∂t of `system` are those at (t_m, q_m). False: no velocity satisfies the
  /// contacts.
  bool apply(const evaluated_system<S>& system, const Metric& M, const std::vector<int>& contacts, const vector& u_k,
             vector& u_plus) {
    rates(system, contacts, u_k, u_plus);
    size_ = u_plus.cwiseAbs();
    if constexpr (Metric::is_diagonal)
      if (in_rows_ && row(system, M, contacts, u_plus)) return true;
    return general(system, M, contacts, u_plus);
  }

  /// δ ← the shortest displacement in the metric with Φ + G δ ≥ 0 for these constraints, Φ and G being those of
  /// `system`; from δ = 0. It is step 4 with gaps for rates. False: there is none.
  bool displace(const evaluated_system<S>& system, const Metric& M, const std::vector<int>& constraints, vector& δ) {
    using std::abs;
    for (std::size_t j = 0; j < constraints.size(); ++j) {
      const S& gap = system.gap(constraints[j]);
      rate_[j] = {S(0), gap, S(0), S(abs(gap))};
    }
    const std::optional<std::array<int, 2>> known = discontinuous_;
    bool solved = false;
    if constexpr (Metric::is_diagonal) solved = in_rows_ && row(system, M, constraints, δ);
    if (!solved) solved = general(system, M, constraints, δ);
    discontinuous_ = known;
    return solved;
  }

  /// The sum of absolute values that b of contact j was added up from.
  const S& size_of_rate(std::size_t j) const { return rate_[j].size; }

  /// P of contact j of the last call.
  const S& operator[](std::size_t j) const { return P_[j]; }

  /// Size of the terms that u_{k+1} was summed from, |û| + |M⁻¹ Gᵀ| P: what its rounding is relative to.
  const vector& size_of_velocity() const { return size_; }

  /// The first multiple impact whose outcome is not continuous in the data: two of its constraints that violate
  /// ⟨∇Φ_i, M⁻¹ ∇Φ_j⟩ ≤ 0 (e = 0) or = 0 (e > 0) [Paoli 2004, (5)].
  const std::optional<std::array<int, 2>>& discontinuous() const { return discontinuous_; }

 private:
  /// Systems with at most so many constraints never allocate in a step; larger ones grow to the most contacts they
  /// meet.
  static constexpr int preallocated = 64;

  struct rate {
    S before, b;  ///< r, b
    S kick;       ///< Σ |G_i| |û_i − u_i|, a bound of |κ|
    S size;       ///< of the terms summed in b
  };

  /// Room for the general route.
  void reserve(int contacts, int n) {
    problem_.reserve(contacts);
    if (static_cast<int>(B_.size()) < contacts) B_.resize(static_cast<std::size_t>(contacts), vector(vector::Zero(n)));
  }

  void rates(const evaluated_system<S>& system, const std::vector<int>& contacts, const vector& u_k,
             const vector& u_hat) {
    using std::abs;
    const S one_plus_e = S(1) + system.restitution();
    for (std::size_t j = 0; j < contacts.size(); ++j) {
      const int a = contacts[j];
      rate& x = rate_[j];
      x.before = system.gap_rate(a);
      x.kick = S(0);
      S kappa(0);
      x.size = one_plus_e * abs(x.before);
      for (int k = system.gradient_row_begin(a); k < system.gradient_row_begin(a + 1); ++k) {
        const sparse_entry& e = system.gradient_entries()[static_cast<std::size_t>(k)];
        const S& G = system.gradient(e);
        x.before += G * u_k[e.column];
        const S kick = G * (u_hat[e.column] - u_k[e.column]);
        kappa += kick;
        x.kick += abs(kick);
        x.size += abs(G) * (one_plus_e * abs(u_k[e.column]) + abs(u_hat[e.column]));
      }
      x.b = kappa + one_plus_e * x.before;
    }
  }

  /// A_ij of two constraints under a diagonal metric, by a walk along their rows of G.
  static S product(const evaluated_system<S>& system, const diagonal_metric<S>& M, int a, int b) {
    const auto& entries = system.gradient_entries();
    S sum(0);
    int k = system.gradient_row_begin(a), l = system.gradient_row_begin(b);
    while (k < system.gradient_row_begin(a + 1) && l < system.gradient_row_begin(b + 1)) {
      const sparse_entry &x = entries[static_cast<std::size_t>(k)], &y = entries[static_cast<std::size_t>(l)];
      if (x.column == y.column) sum += system.gradient(x) * system.gradient(y) / M.mass(x.column);
      k += x.column <= y.column;
      l += y.column <= x.column;
    }
    return sum;
  }

  /// Contacts in a row; false where they depend on each other or push through each other (a coupling > 0).
  bool row(const evaluated_system<S>& system, const diagonal_metric<S>& M, const std::vector<int>& contacts,
           vector& u_plus) {
    const std::size_t m = contacts.size();
    const bool as_before = is_fixed_ && contacts == in_row_;
    if (!as_before) {
      in_row_.clear();
      row_.resize(static_cast<int>(m));
      for (std::size_t j = 0; j < m; ++j) {
        row_.a[j] = product(system, M, contacts[j], contacts[j]);
        row_.c[j] = j + 1 < m ? product(system, M, contacts[j], contacts[j + 1]) : S(0);
        if (!(row_.a[j] > S(0)) || row_.c[j] > S(0)) return false;
      }
      in_row_ = contacts;
    }
    for (std::size_t j = 0; j < m; ++j) row_.b[j] = rate_[j].b;
    if (!row_.solve(as_before)) return false;
    for (std::size_t j = 0; j + 1 < m; ++j) examine(system, contacts, j, j + 1, row_.c[j], row_.a[j], row_.a[j + 1]);
    for (std::size_t j = 0; j < m; ++j) {
      P_[j] = row_.P[j];
      add_impulse(system, M, contacts[j], P_[j], u_plus);
    }
    return true;
  }

  void add_impulse(const evaluated_system<S>& system, const diagonal_metric<S>& M, int a, const S& P, vector& u_plus) {
    using std::abs;
    for (int k = system.gradient_row_begin(a); k < system.gradient_row_begin(a + 1); ++k) {
      const sparse_entry& e = system.gradient_entries()[static_cast<std::size_t>(k)];
      const S jump = system.gradient(e) * P / M.mass(e.column);
      u_plus[e.column] += jump;
      size_[e.column] += abs(jump);
    }
  }

  /// B_j = M⁻¹ G_jᵀ.
  void lift(const evaluated_system<S>& system, const Metric& M, int a, vector& B) const {
    B.setZero(system.degrees_of_freedom());
    for (int k = system.gradient_row_begin(a); k < system.gradient_row_begin(a + 1); ++k) {
      const sparse_entry& e = system.gradient_entries()[static_cast<std::size_t>(k)];
      B[e.column] = system.gradient(e);
    }
    M.solve(B);
  }

  bool general(const evaluated_system<S>& system, const Metric& M, const std::vector<int>& contacts, vector& u_plus) {
    const std::size_t m = contacts.size();
    reserve(static_cast<int>(m), system.degrees_of_freedom());
    for (std::size_t j = 0; j < m; ++j) lift(system, M, contacts[j], B_[j]);
    if (m == 1) {
      const S A = system.gradient_dot(contacts[0], B_[0]);
      const S& b = rate_[0].b;
      P_[0] = b < S(0) ? -b / A : S(0);
      if (!(A > S(0)) && b < S(0)) return false;
    } else {
      for (std::size_t j = 0; j < m; ++j) {
        const auto J = static_cast<Eigen::Index>(j);
        problem_.b[J] = rate_[j].b;
        problem_.size_of_b[J] = rate_[j].size;
        for (std::size_t i = 0; i <= j; ++i) {
          const auto I = static_cast<Eigen::Index>(i);
          problem_.A(I, J) = problem_.A(J, I) = system.gradient_dot(contacts[i], B_[j]);
        }
      }
      if (!problem_.solve(static_cast<int>(m))) return false;
      for (std::size_t j = 0; j < m; ++j) {
        const auto J = static_cast<Eigen::Index>(j);
        P_[j] = problem_.P[J];
        for (std::size_t i = 0; i < j; ++i) {
          const auto I = static_cast<Eigen::Index>(i);
          examine(system, contacts, i, j, problem_.A(I, J), problem_.A(I, I), problem_.A(J, J));
        }
      }
    }
    for (std::size_t j = 0; j < m; ++j)
      if (P_[j] > S(0)) {
        u_plus += P_[j] * B_[j];
        size_ += P_[j] * B_[j].cwiseAbs();
      }
    return true;
  }

  /// A shock comes in faster than a step's forces explain; a contact takes part in it unless it leaves faster than
  /// that. (What rests or is left behind in penetration by an earlier shock is no multiple impact.)
  bool hits(std::size_t j) const {
    const rate& x = rate_[j];
    return x.before < -S(2) * x.kick - rounding() * x.size;
  }
  bool takes_part(std::size_t j) const {
    const rate& x = rate_[j];
    return x.before <= S(2) * x.kick + rounding() * x.size;
  }
  static S rounding() { return S(64) * epsilon<S>(); }

  void examine(const evaluated_system<S>& system, const std::vector<int>& contacts, std::size_t i, std::size_t j,
               const S& A_ij, const S& A_ii, const S& A_jj) {
    using std::abs;
    using std::sqrt;
    if (discontinuous_ || !((hits(i) && takes_part(j)) || (hits(j) && takes_part(i)))) return;
    const S cosine = A_ij / (sqrt(A_ii) * sqrt(A_jj));
    if (abs(cosine) <= rounding()) return;
    if (cosine > S(0) && S(1) - cosine <= rounding()) return;  // the same constraint twice
    if (cosine > S(0) || system.restitution() > S(0))
      discontinuous_ = {std::min(contacts[i], contacts[j]), std::max(contacts[i], contacts[j])};
  }

  bool in_rows_, is_fixed_;
  vector size_;
  std::vector<rate> rate_;
  std::vector<S> P_;
  std::vector<vector> B_;
  complementarity<S> problem_;
  pooling<S> row_;
  std::vector<int> in_row_;  ///< contacts that row_ has A of
  std::optional<std::array<int, 2>> discontinuous_;
};

}  // namespace unilateral::moreau_time_stepping
