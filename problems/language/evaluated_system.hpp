#pragma once
/// A mechanical system evaluated in a scalar: M(t, q), f(t, q, v), Φ(t, q), G = ∂Φ/∂q and ∂Φ/∂t at given arguments,
/// with their sparsity. It evaluates; it solves nothing.

#include "problems/language/statement.hpp"
#include "problems/language/tape.hpp"

#include <Eigen/Core>

namespace unilateral {

/// Where output `output` of a tape stands in a matrix.
struct sparse_entry {
  int row, column, output;
};

/// The structure and the formulas of the gradient of the gaps, row by row.
struct gradient_formulas {
  std::vector<sparse_entry> entries;  ///< sorted by row (constraint); output k is formula k
  std::vector<int> row_begin;         ///< entries of constraint α: [row_begin[α], row_begin[α + 1])
  std::vector<expression> formulas;   ///< nonzero ∂Φ_α/∂q_i
};
gradient_formulas gradient_of_gaps(const mechanical_system& system);

/// M, f, Φ, G, ∂Φ/∂t of a bound system (no parameters left). Owns its workspace: one object a thread.
/// Each quantity has an `evaluate_…` that runs its formulas and an accessor for the last values; where a quantity
/// `is_constant`, evaluating it is free and unnecessary.
/// Throws input_error on construction when the formulas have free parameters or inconsistent dimensions.
template <scalar S>
class evaluated_system {
 public:
  explicit evaluated_system(const mechanical_system& bound)
      : n_(bound.degrees_of_freedom()),
        m_(bound.constraints()),
        gradient_(gradient_of_gaps(bound)),
        force_(bound.force, n_),
        gap_(bound.gap, n_),
        gradient_tape_(gradient_.formulas, n_) {
    std::vector<expression> mass, rate;
    for (const mass_entry& e : bound.mass) {
      mass_entries_.push_back({e.row, e.column, static_cast<int>(mass.size())});
      mass.push_back(e.value);
      diagonal_ = diagonal_ && e.row == e.column;
    }
    for (const expression& g : bound.gap) rate.push_back(derivative(g, time()));
    mass_ = tape<S>(mass, n_);
    rate_ = tape<S>(rate, n_);
    restitution_ = constant_value<S>(bound.restitution);
  }

  int degrees_of_freedom() const { return n_; }
  int constraints() const { return m_; }
  const S& restitution() const { return restitution_; }

  bool mass_is_constant() const { return mass_.is_constant(); }
  bool mass_is_diagonal() const { return diagonal_; }
  bool force_is_constant() const { return force_.is_constant(); }
  bool gradient_is_constant() const { return gradient_tape_.is_constant(); }
  /// True when no gap depends on time: then ∂Φ/∂t = 0.
  bool constraints_are_fixed() const {
    for (int a = 0; a < m_; ++a)
      if (!rate_.is_constant() || rate_[a] != S(0)) return false;
    return true;
  }

  /// M(t, q), n × n; q: n numbers.
  void evaluate_mass(const S& t, const S* q) { mass_.run(t, q, nullptr); }
  const std::vector<sparse_entry>& mass_entries() const { return mass_entries_; }
  const S& mass(const sparse_entry& e) const { return mass_[e.output]; }
  /// Writes M into a matrix of the right size (zeros included).
  template <class Matrix>
  void copy_mass(Matrix& M) const {
    M.setZero();
    for (const sparse_entry& e : mass_entries_) M(e.row, e.column) = mass_[e.output];
  }

  /// f(t, q, v), n numbers.
  void evaluate_force(const S& t, const S* q, const S* v) { force_.run(t, q, v); }
  const S& force(int i) const { return force_[i]; }

  /// Φ(t, q), one number a constraint.
  void evaluate_gap(const S& t, const S* q) { gap_.run(t, q, nullptr); }
  const S& gap(int a) const { return gap_[a]; }

  /// G(t, q) = ∂Φ/∂q, constraints × n, sparse.
  void evaluate_gradient(const S& t, const S* q) { gradient_tape_.run(t, q, nullptr); }
  const std::vector<sparse_entry>& gradient_entries() const { return gradient_.entries; }
  int gradient_row_begin(int a) const { return gradient_.row_begin[static_cast<std::size_t>(a)]; }
  const S& gradient(const sparse_entry& e) const { return gradient_tape_[e.output]; }
  /// Row α of G dotted with a vector of n numbers.
  template <class Vector>
  S gradient_dot(int a, const Vector& x) const {
    S sum(0);
    for (int k = gradient_row_begin(a); k < gradient_row_begin(a + 1); ++k) {
      const sparse_entry& e = gradient_.entries[static_cast<std::size_t>(k)];
      sum += gradient_tape_[e.output] * x[e.column];
    }
    return sum;
  }

  /// ∂Φ/∂t (t, q), one number a constraint: the gap of a contact changes at the rate G·v + ∂Φ/∂t.
  void evaluate_gap_rate(const S& t, const S* q) { rate_.run(t, q, nullptr); }
  const S& gap_rate(int a) const { return rate_[a]; }

 private:
  int n_, m_;
  bool diagonal_ = true;
  S restitution_{};
  gradient_formulas gradient_;
  std::vector<sparse_entry> mass_entries_;
  tape<S> mass_, force_, gap_, gradient_tape_, rate_;
};

}  // namespace unilateral
