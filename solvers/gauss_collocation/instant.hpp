#pragma once
/// A system at one instant: metric, gaps and their first two time derivatives, and the three problems of contact there.
///
///     dΦ_α/dt = G_α v + ∂Φ_α/∂t,     d²Φ_α/dt² = G_α q'' + γ_α(t, q, v)

#include "problems/language/evaluated_system.hpp"
#include "problems/language/partial_derivatives.hpp"
#include "solvers/gauss_collocation/enduring_tape.hpp"
#include "solvers/gauss_collocation/kinetic_projection.hpp"
#include "solvers/gauss_collocation/range.hpp"

namespace unilateral::gauss_collocation {

/// dΦ/dt and d²Φ/dt² as formulas, q'' given by the formulas `acceleration`.
struct gap_derivatives {
  std::vector<expression> rate, second;
  gap_derivatives(const mechanical_system& system, const std::vector<expression>& acceleration) {
    for (const expression& Φ : system.gap) {
      rate.push_back(total_derivative(Φ, acceleration));
      second.push_back(total_derivative(rate.back(), acceleration));
    }
  }
};

template <class W>
class instant {
 public:
  explicit instant(const mechanical_system& system)
      : n_(system.degrees_of_freedom()), m_(system.constraints()), restitution_(constant_value<W>(system.restitution)) {
    const gap_derivatives at_rest(system, std::vector<expression>(static_cast<std::size_t>(n_), 0));
    std::vector<expression> formulas = system.gap;
    formulas.insert(formulas.end(), at_rest.rate.begin(), at_rest.rate.end());
    formulas.insert(formulas.end(), at_rest.second.begin(), at_rest.second.end());
    for (const expression& gap : system.gap) formulas.push_back(derivative(gap, time()));
    formulas.insert(formulas.end(), system.force.begin(), system.force.end());
    const auto list = [&](std::vector<sparse_entry>& entries, int row, int column, const expression& x) {
      entries.push_back({row, column, static_cast<int>(formulas.size())});
      formulas.push_back(x);
    };
    for (const mass_entry& e : system.mass) list(mass_, e.row, e.column, e.value);
    const gradient_formulas gradient = gradient_of_gaps(system);
    gradient_begin_ = gradient.row_begin;
    for (const sparse_entry& e : gradient.entries)
      list(gradient_, e.row, e.column, gradient.formulas[static_cast<std::size_t>(e.output)]);
    for (int α = 0; α < m_; ++α) {  // by t, and by every coordinate
      const expression& rate_α = at_rest.rate[static_cast<std::size_t>(α)];
      partial_derivatives slope_of(rate_α);
      const auto list_slope = [&](int i, const expression& slope) {
        if (!slope.is(0)) list(rate_slopes_, α, i, slope);
      };
      list_slope(-1, slope_of(time()));
      for (const int i : variables_of(rate_α).coordinates) list_slope(i, slope_of(coordinate(i)));
    }
    tape_ = enduring_tape<W>(formulas, n_);
    gaps_ = range_tape(system.gap, n_);
    Φ = rate = γ = rate_size = moved_ = vector_of<W>::Zero(m_);
    f = vector_of<W>::Zero(n_);
    M = matrix_of<W>::Zero(n_, n_);
    G = matrix_of<W>::Zero(m_, n_);
    q_.assign(static_cast<std::size_t>(n_), 0);
    v_ = q_;
  }

  int degrees_of_freedom() const { return n_; }
  int constraints() const { return m_; }
  const W& restitution() const { return restitution_; }

  /// Evaluates everything below at (t, q, v).
  void evaluate(const W& t, const vector_of<W>& q, const vector_of<W>& v) {
    using std::abs;
    tape_.run(t, q.data(), v.data());
    for (const sparse_entry& e : mass_) M(e.row, e.column) = tape_[e.output];
    for (const sparse_entry& e : gradient_) G(e.row, e.column) = tape_[e.output];
    for (int i = 0; i < n_; ++i) f[i] = tape_[4 * m_ + i];
    for (int α = 0; α < m_; ++α) {
      Φ[α] = tape_[α];
      rate[α] = tape_[m_ + α];
      γ[α] = tape_[2 * m_ + α];
      const W own = abs(tape_[3 * m_ + α]);
      rate_size[α] = own;
      moved_[α] = own * abs(t);
    }
    for (const sparse_entry& e : gradient_) {
      const W g = abs(tape_[e.output]);
      rate_size[e.row] += g * abs(v[e.column]);
      moved_[e.row] += g * (abs(q[e.column]) + abs(v[e.column] * t));
    }
    for (const sparse_entry& e : rate_slopes_) {
      // The rounding of a place turns the normal there. At a kink it has no derivative: the sides are told apart.
      const W turned = abs(tape_[e.output]) * abs(e.column < 0 ? t : q[e.column]);
      if (is_number(turned)) rate_size[e.row] += turned;
    }
    inner_is_known_ = false;
    t_ = rounded<long double>(t);
    for (int i = 0; i < n_; ++i) {
      q_[static_cast<std::size_t>(i)] = rounded<long double>(q[i]);
      v_[static_cast<std::size_t>(i)] = rounded<long double>(v[i]);
    }
    factor_ = symmetric_factor<W>();
    if (!motion_is_defined()) return;
    for (int i = 0; i < n_; ++i) {
      std::vector<W> row;
      for (int j = 0; j <= i; ++j) row.push_back(M(i, j));
      if (!factor_.add(row, W(0)))
        throw input_error("mass: expected a positive definite matrix, found another at t = " + to_text(to_double(t)));
    }
  }
  /// Whether forces and metric are numbers; without that there is no acceleration.
  bool motion_is_defined() const {
    for (const sparse_entry& e : mass_)
      if (!is_number(M(e.row, e.column))) return false;
    for (int i = 0; i < n_; ++i)
      if (!is_number(f[i])) return false;
    return true;
  }
  /// Whether the contact α can be held or hit: its gradient and the rates of its gap are numbers.
  bool contact_is_defined(int α) const {
    for (int i = 0; i < n_; ++i)
      if (!is_number(G(α, i))) return false;
    return is_number(rate[α]) && is_number(γ[α]);
  }
  vector_of<W> solve_mass(vector_of<W> x) const {
    factor_.solve_in_place(x);
    return x;
  }

  // Last values.
  vector_of<W> Φ, rate, γ, f;
  vector_of<W> rate_size;  ///< size of what dΦ/dt is known by: its terms, and how it changes with t and q
  matrix_of<W> M, G;
  /// Size of what a gap is known by: positions, motion during a rounding of t, and what cancels inside of its formula,
  /// as in 1 − cos x, which is the width of its enclosure at one point.
  W gap_size(int α) const {
    if (!inner_is_known_) {
      const auto points = [](const std::vector<long double>& x) {
        std::vector<range> result;
        for (const long double y : x) result.push_back({y, y});
        return result;
      };
      gaps_.run({t_, t_}, points(q_).data(), points(v_).data());
      inner_is_known_ = true;
    }
    const long double width = gaps_[α].high - gaps_[α].low;
    return std::isfinite(width) ? W(moved_[α] + W(width / std::numeric_limits<long double>::epsilon())) : moved_[α];
  }

  /// G_J M⁻¹ G_Jᵀ and M⁻¹ G_Jᵀ.
  struct compliance {
    matrix_of<W> W_J, columns;
  };
  compliance compliance_of(const std::vector<int>& J) const {
    const int r = static_cast<int>(J.size());
    compliance result{matrix_of<W>(r, r), matrix_of<W>(n_, r)};
    for (int k = 0; k < r; ++k) result.columns.col(k) = solve_mass(G.row(J[static_cast<std::size_t>(k)]).transpose());
    for (int i = 0; i < r; ++i) {
      const int α = J[static_cast<std::size_t>(i)];
      for (int k = i; k < r; ++k) {
        W sum(0);
        for (int l = gradient_begin_[static_cast<std::size_t>(α)]; l < gradient_begin_[static_cast<std::size_t>(α) + 1];
             ++l) {
          const int column = gradient_[static_cast<std::size_t>(l)].column;
          sum += G(α, column) * result.columns(column, k);
        }
        result.W_J(i, k) = result.W_J(k, i) = sum;
      }
    }
    return result;
  }

  /// The rows of J that don't depend on those before them.
  std::vector<int> independent(const std::vector<int>& J) const {
    const compliance c = compliance_of(J);
    std::vector<int> places, kept;
    symmetric_factor<W> factor;
    for (std::size_t i = 0; i < J.size(); ++i) {
      std::vector<W> row;
      for (const int p : places) row.push_back(c.W_J(static_cast<int>(i), p));
      row.push_back(c.W_J(static_cast<int>(i), static_cast<int>(i)));
      if (!factor.add(row, dependent(row.back()))) continue;
      places.push_back(static_cast<int>(i));
      kept.push_back(J[i]);
    }
    return kept;
  }

  /// δ with G_J δ = −defect of least kinetic norm, J independent.
  vector_of<W> correction(const std::vector<int>& J, const vector_of<W>& defect) const {
    return -(compliance_of(J).columns * solved(J, defect));
  }
  /// Accelerations and reactions with the contacts J, independent, held: G_J q'' + γ_J = 0.
  struct held_motion {
    vector_of<W> acceleration, reaction;  ///< n; one a contact of J
  };
  held_motion held(const std::vector<int>& J) const {
    held_motion result;
    const vector_of<W> free = solve_mass(f);
    result.acceleration = free;
    if (J.empty()) return result;
    vector_of<W> b(static_cast<int>(J.size()));
    for (int k = 0; k < b.size(); ++k)
      b[k] = -(G.row(J[static_cast<std::size_t>(k)]).dot(free) + γ[J[static_cast<std::size_t>(k)]]);
    result.reaction = solved(J, b);
    result.acceleration += compliance_of(J).columns * result.reaction;
    return result;
  }

 private:
  vector_of<W> solved(const std::vector<int>& J, vector_of<W> x) const {
    const compliance c = compliance_of(J);
    symmetric_factor<W> factor;
    for (int i = 0; i < x.size(); ++i) {
      std::vector<W> row;
      for (int j = 0; j <= i; ++j) row.push_back(c.W_J(i, j));
      factor.add(row, W(0));
    }
    factor.solve_in_place(x);
    return x;
  }

  int n_, m_;
  W restitution_;
  enduring_tape<W> tape_;
  std::vector<sparse_entry> mass_, gradient_, rate_slopes_;
  std::vector<int> gradient_begin_;  ///< entries of constraint α: [gradient_begin_[α], gradient_begin_[α + 1])
  vector_of<W> moved_;               ///< of gaps, by what t and q are known to
  mutable range_tape gaps_;          ///< run where a gap's size is asked for
  mutable bool inner_is_known_ = false;
  long double t_ = 0;
  std::vector<long double> q_, v_;
  symmetric_factor<W> factor_;
};

}  // namespace unilateral::gauss_collocation
