#pragma once
/// One step of collocation at the Gauss points t_j = t_0 + c_j h, contacts J held:
///
///     q_j = q_0 + c_j h v_0 + ½(c_j h)² a_0 + h² Σ_k Â_jk (a_k − a_0),
///     v_j = v_0 + c_j h a_0 + h Σ_k A_jk (a_k − a_0)
///     R_j = M(t_j, q_j) a_j − f(t_j, q_j, v_j) − G_Jᵀ λ_j = 0,    C_j = d²Φ_J/dt² = 0
///
/// A, Â: integrals of the polynomial through the values (legendre.hpp); a_0, the acceleration at t_0, only spares
/// rounding. Newton's method for all stages together, its matrix (the metric and the stiffness at each stage)
/// factorised once, in double: each round then gains nearly the digits of a double, and residuals in W make the result
/// exact to W. The step is accepted when the last coefficients of a and λ are rounding, and what the equations do
/// between the Gauss points is bounded (unseen.hpp): then the polynomial, not only its end, is the motion.

#include "solvers/gauss_collocation/instant.hpp"
#include "solvers/gauss_collocation/unseen.hpp"

#include <Eigen/LU>
#include <Eigen/SparseLU>

#include <cstdint>

namespace unilateral::gauss_collocation {

template <class W>
struct collocated_step {
  W t_0, h;
  vector_of<W> q_0, v_0, q_1, v_1;
  std::vector<int> J;         ///< contacts held
  vector_of<W> λ_0;           ///< reactions at t_0
  matrix_of<W> a, λ;          ///< accelerations (n × s) and reactions (|J| × s) at the Gauss points
  matrix_of<W> rate, second;  ///< dΦ/dt, d²Φ/dt² of every constraint there (m × s)
  std::vector<series<W>> a_series, λ_series;
  bool resolved = false;  ///< the last coefficients are rounding
  W tail;                 ///< their size, relative
  W growth;               ///< factor on h that the next step may try
};

template <class W>
class collocation {
 public:
  /// `resolution`: an acceleration known to this, relative, is known.
  /// The tables are not copied.
  collocation(const mechanical_system& system, gauss_basis<W>&& tables, const W& resolution) = delete;
  collocation(const mechanical_system& system, const gauss_basis<W>& tables, const W& resolution)
      : basis(tables),
        resolution_(resolution),
        n_(system.degrees_of_freedom()),
        m_(system.constraints()),
        unknowns_(2 * n_ + m_),
        argument_(static_cast<std::size_t>(unknowns_), W(0)),
        velocity_(argument_) {
    // Formulas in q (coordinates 0 … n−1), q'' (n … 2n−1), λ (2n … 2n+m−1) and v.
    std::vector<expression> acceleration, formulas;
    for (int i = 0; i < n_; ++i) acceleration.push_back(coordinate(n_ + i));
    for (const expression& f : system.force) formulas.push_back(-f);
    for (const mass_entry& e : system.mass)
      formulas[static_cast<std::size_t>(e.row)] =
          formulas[static_cast<std::size_t>(e.row)] + e.value * acceleration[static_cast<std::size_t>(e.column)];
    const std::vector<expression> free_rows = formulas;
    const gradient_formulas gradient = gradient_of_gaps(system);
    for (const sparse_entry& e : gradient.entries) {
      expression& row = formulas[static_cast<std::size_t>(e.column)];
      row = row - gradient.formulas[static_cast<std::size_t>(e.output)] * coordinate(2 * n_ + e.row);
    }
    const gap_derivatives gaps(system, acceleration);
    formulas.insert(formulas.end(), gaps.second.begin(), gaps.second.end());
    unseen_.emplace(formulas, n_, m_, basis.stages());
    equations_ = formulas;
    enclosed_ = range_tape(formulas, unknowns_);
    if constexpr (!std::is_same_v<W, long double>) rounded_ = disc_tape<W>(formulas, unknowns_, epsilon<W>());
    std::vector<expression> slopes;
    for (int row = 0; row < n_ + m_; ++row) {
      const expression& formula = formulas[static_cast<std::size_t>(row)];
      partial_derivatives slope_of(formula);
      const auto list = [&](int column, const expression& slope) {
        if (slope.is(0)) return;
        slopes_.push_back({row, column, static_cast<int>(slopes.size())});
        slopes.push_back(slope);
        // With a force, a metric or a gradient that changes along the motion the stages depend on each other.
        coupled_ = coupled_ || column < n_ || column >= unknowns_;
      };
      const variables of = variables_of(formula);
      for (const int k : of.coordinates) list(k, slope_of(coordinate(k)));
      for (const int k : of.velocities) list(unknowns_ + k, slope_of(velocity(k)));
    }
    // With the reactions apart: the gradient of a gap that is not held may be no number.
    for (int i = 0; i < n_; ++i) formulas[static_cast<std::size_t>(i)] = free_rows[static_cast<std::size_t>(i)];
    formulas.insert(formulas.end(), gaps.rate.begin(), gaps.rate.end());
    gradient_ = gradient.entries;
    for (sparse_entry& e : gradient_) e.output += static_cast<int>(formulas.size());
    formulas.insert(formulas.end(), gradient.formulas.begin(), gradient.formulas.end());
    stage_ = enduring_tape<W>(formulas, unknowns_);
    slope_ = enduring_tape<double>(slopes, unknowns_);
  }

  const gauss_basis<W>& basis;
  std::int64_t force_evaluations = 0;

  /// Whether stages depend on each other. If not, Newton's method needs no good start.
  bool is_coupled() const { return coupled_; }

  /// What rounding makes of the equations at an instant: ε times these sizes.
  struct roundings {
    vector_of<W> acceleration, second;  ///< of q'' (n), of d²Φ/dt² for given q'' (m)
  };
  /// From the equations on ranges that are as wide as the rounding of t, q and v, which came from numbers of the size
  /// q_size, v_size: every cancellation is in it, also inside of a formula.
  roundings roundings_at(const instant<W>& at, const W& t, const vector_of<W>& q, const vector_of<W>& v,
                         const vector_of<W>& a, const vector_of<W>& q_size, const vector_of<W>& v_size) {
    constexpr long double unit = std::numeric_limits<long double>::epsilon();
    const auto narrow = [](const W& y) { return rounded<long double>(y); };
    const auto around = [&](const W& y, const W& size) { return range::around(narrow(y), unit * narrow(size)); };
    std::vector<range> positions(static_cast<std::size_t>(unknowns_)), velocities(positions);
    for (int i = 0; i < n_; ++i) {
      positions[static_cast<std::size_t>(i)] = around(q[i], q_size[i]);
      velocities[static_cast<std::size_t>(i)] = around(v[i], v_size[i]);
      positions[static_cast<std::size_t>(n_ + i)] = {narrow(a[i]), narrow(a[i])};
    }
    enclosed_.run(around(t, W(0)), positions.data(), velocities.data());
    std::vector<disc<W>> q_discs(static_cast<std::size_t>(unknowns_)), v_discs(q_discs);
    for (int i = 0; i < n_; ++i) {
      q_discs[static_cast<std::size_t>(i)] = {q[i], epsilon<W>() * q_size[i]};
      v_discs[static_cast<std::size_t>(i)] = {v[i], epsilon<W>() * v_size[i]};
      q_discs[static_cast<std::size_t>(n_ + i)] = {a[i], W(0)};
    }
    if constexpr (!std::is_same_v<W, long double>) rounded_.run({t, W(0)}, q_discs.data(), v_discs.data());
    const auto size_of_rounding = [&](int row) {
      const long double width = enclosed_[row].high - enclosed_[row].low;
      W size = std::isfinite(width) ? W(width / unit) : W(0);
      if constexpr (!std::is_same_v<W, long double>) {
        // So near to a branch point that long double does not tell it from there, as asin x at 1 − 1e-24, a width in
        // its roundings is not one in those of W.
        const W in_w = W(2) * rounded_[row].radius / epsilon<W>();
        if (is_number(in_w) && in_w > W(64) * size) size = in_w;
      }
      return size;
    };
    roundings result{vector_of<W>::Zero(n_), vector_of<W>(m_)};
    for (int i = 0; i < n_; ++i)  // |M⁻¹| times them
      result.acceleration += size_of_rounding(i) * at.solve_mass(vector_of<W>(vector_of<W>::Unit(n_, i))).cwiseAbs();
    for (int α = 0; α < m_; ++α) result.second[α] = size_of_rounding(n_ + α);
    return result;
  }

  /// Accelerations are known to the resolution of the size `free`: of the forces they came from, and of the velocities;
  /// and they and the reactions to rounding of the next two.
  struct sizes {
    W free{0}, a_rounding{0}, λ_rounding{0};
    vector_of<W> motion, contacts;  ///< of the terms of the equations: n; one a contact held. Empty: not known
  };
  void set_sizes(sizes known) { sizes_ = std::move(known); }

  /// Whether the Gauss points have seen everything; x as step() made it, at: the system at its begin, followed: gaps
  /// whose acceleration is to be seen.
  template <class V>
  bool sees_all(const collocated_step<V>& x, const instant<W>& at, const std::vector<int>& followed) {
    if (unseen_->is_excluded(motion_of<long double>(x, at, followed))) return true;
    if constexpr (std::is_same_v<W, long double> || !std::is_same_v<V, W>) {
      return false;
    } else {
      if (!is_beyond_long_double(x)) return false;
      if (!unseen_in_w_) unseen_in_w_.emplace(equations_, n_, m_, basis.stages());
      return unseen_in_w_->is_excluded(motion_of<W>(x, at, followed));
    }
  }

  /// So short that long double could not tell on which side of a singularity nearby it is.
  static bool is_beyond_long_double(const collocated_step<W>& x) {
    using std::abs;
    return x.h * W(1 << 26) < abs(x.t_0);
  }

  /// Newton's method begins with constants,
  void start_from(collocated_step<W>& x, const vector_of<W>& a_0, const vector_of<W>& λ_0) const {
    x.a = a_0.replicate(1, basis.stages());
    x.λ = λ_0.replicate(1, basis.stages());
  }
  /// or with the polynomials of a step that x is a part of or goes on from, with the same contacts,
  template <class V>
  void start_from(collocated_step<W>& x, const collocated_step<V>& known) const {
    const W begin = (x.t_0 - rounded<W>(known.t_0)) / rounded<W>(known.h), length = x.h / rounded<W>(known.h);
    x.a.resize(n_, basis.stages());
    x.λ.resize(static_cast<int>(x.J.size()), basis.stages());
    for (int j = 0; j < basis.stages(); ++j) {
      const auto p = legendre_values<V>(V(2) * rounded<V>(W(begin + basis.c(j) * length)) - V(1), basis.stages());
      for (int i = 0; i < n_; ++i) x.a(i, j) = rounded<W>(combined(known.a_series[static_cast<std::size_t>(i)], p));
      for (int k = 0; k < x.λ.rows(); ++k)
        x.λ(k, j) = rounded<W>(combined(known.λ_series[static_cast<std::size_t>(k)], p));
    }
  }
  /// or with what the same step is in another scalar.
  template <class V>
  void start_at(collocated_step<W>& x, const collocated_step<V>& same) const {
    const auto in_w = [](const V& y) { return rounded<W>(y); };
    x.a = same.a.unaryExpr(in_w);
    x.λ = same.λ.unaryExpr(in_w);
  }

  /// Solves the step, x.a and x.λ being near. False when Newton's method doesn't converge: h is too long. a_0, λ_0:
  /// acceleration and reactions at t_0 with J held.
  bool step(collocated_step<W>& x, const vector_of<W>& a_0, const vector_of<W>& λ_0) {
    const bool found = converges(x, a_0, λ_0);
    if (!found) factorised_.reset();
    return found;
  }

 private:
  template <class R, class V>
  typename unseen_part<R>::motion motion_of(const collocated_step<V>& x, const instant<W>& at,
                                            const std::vector<int>& followed) const {
    using std::abs;
    typename unseen_part<R>::motion y{rounded<R>(x.t_0), rounded<R>(x.h), {}, {}, {}, {}, x.J, followed, {}};
    const auto narrow = [](const series<V>& c, const R& known) {
      series<R> result;
      for (const V& z : c) result.push_back(rounded<R>(z));
      while (result.size() > 1 && abs(result.back()) <= known) result.pop_back();
      return result;
    };
    // Last coefficients that are rounding of the equations would be large in the complex plane.
    const R a_known = rounded<R>(W(W(4) * epsilon<W>() * sizes_.a_rounding)),
            λ_known = rounded<R>(W(W(4) * epsilon<W>() * sizes_.λ_rounding));
    const R a_size = std::max(rounded<R>(sizes_.free), rounded<R>(largest(x.a))) +
                     rounded<R>(W(W(1024) * epsilon<W>() * sizes_.a_rounding));
    for (int i = 0; i < n_; ++i) {
      y.a.push_back(narrow(x.a_series[static_cast<std::size_t>(i)], a_known));
      y.v.push_back(integral(y.a.back()));
      for (R& c : y.v.back()) c *= y.h;
      y.v.back()[0] += rounded<R>(x.v_0[i]);
      y.q.push_back(integral(y.v.back()));
      for (R& c : y.q.back()) c *= y.h;
      y.q.back()[0] += rounded<R>(x.q_0[i]);
    }
    for (const series<V>& λ : x.λ_series) y.λ.push_back(narrow(λ, λ_known));
    for (int i = 0; i < n_; ++i) {
      R size(0);
      for (int j = 0; j < n_; ++j) size += abs(rounded<R>(at.M(i, j))) * a_size;
      for (std::size_t k = 0; k < x.J.size(); ++k)
        size += abs(rounded<R>(at.G(x.J[k], i))) *
                rounded<R>(V(x.λ.row(static_cast<Eigen::Index>(k)).cwiseAbs().maxCoeff()));
      y.size.push_back(size);
    }
    for (const int α : followed) {
      R size = abs(rounded<R>(at.γ[α]));
      for (int i = 0; i < n_; ++i) size += abs(rounded<R>(at.G(α, i))) * a_size;
      y.size.push_back(size);
    }
    return y;
  }

  bool converges(collocated_step<W>& x, const vector_of<W>& a_0, const vector_of<W>& λ_0) {
    using std::abs;
    const int s = basis.stages(), r = static_cast<int>(x.J.size());
    x.λ_0 = λ_0;
    x.rate.resize(m_, s);
    x.second.resize(m_, s);
    const int block = n_ + r;
    W a_size = largest(a_0), λ_size = largest(λ_0);
    double last = 0;
    bool fresh = is_factorised_near(x),
         is_known =
             false;  // whether the last correction was rounding: then the residuals' formulas need no second look
    for (int round = 0;; ++round) {
      residuals(x, a_0);
      // Of this round: a start that was far off must not hide what is left of it.
      a_size = std::max({largest(x.a), sizes_.free, largest(a_0)});
      λ_size = std::max(largest(x.λ), largest(λ_0));
      const W of_motion = largest(residual_), of_contacts = largest(closing_),
              residual = std::max(of_motion, of_contacts);
      if (!is_number(of_motion) || !is_number(of_contacts)) return false;
      if (residual == W(0)) {
        is_known = true;
        break;
      }
      const bool was_rounding = is_rounding(residual_, sizes_.motion) && is_rounding(closing_, sizes_.contacts);
      if (!fresh) {
        factorise(x);
        fresh = true;
      }
      Eigen::VectorXd right(block * s);
      // Residuals may be far below the range where a double keeps its digits: scaled by their largest.
      for (int j = 0; j < s; ++j) {
        for (int i = 0; i < n_; ++i) right[j * block + i] = -to_double(W(residual_(i, j) / residual));
        for (int k = 0; k < r; ++k) right[j * block + n_ + k] = -to_double(W(closing_(k, j) / residual));
      }
      const Eigen::VectorXd correction = solved(right, block);
      W a_move(0), λ_move(0);
      for (int j = 0; j < s; ++j) {
        for (int i = 0; i < n_; ++i) {
          const W δ = W(correction[j * block + i]) * residual;
          a_move = std::max(a_move, W(abs(δ)));
          x.a(i, j) += δ;
        }
        for (int k = 0; k < r; ++k) {
          const W δ = W(correction[j * block + n_ + k]) * residual;
          λ_move = std::max(λ_move, W(abs(δ)));
          x.λ(k, j) += δ;
        }
      }
      // Relative to the new values: the old ones may be 0.
      a_size = std::max(a_size, largest(x.a));
      λ_size = std::max(λ_size, largest(x.λ));
      const W move = std::max(a_move > W(0) ? W(a_move / a_size) : W(0), λ_move > W(0) ? W(λ_move / λ_size) : W(0));
      const double now = to_double(move);
      if (!(now < 1e6)) return false;
      // Done when the next correction, at the rate seen, is rounding; or when rounding stops the progress.
      const double rounding = to_double(epsilon<W>());
      if (now <= 16 * rounding) {
        is_known = true;
        break;
      }
      if (round > 0 && now < last && now * (now / last) <= 0.25 * rounding) break;
      if (round > 0 && now > 0.25 * last) {
        if (now <= 1024 * rounding || was_rounding) break;
        if (now > 0.9 * last || round > 12) return false;
        fresh = false;
      }
      if (round > 30) return false;
      last = now;
    }
    if (!is_known) residuals(x, a_0);  // rates at the stages found
    if (!is_number(largest(residual_)) || !is_number(largest(closing_))) return false;
    // End of the step; quadrature weights of the double integral are b_j (1 − c_j).
    x.q_1 = x.q_0 + x.h * x.v_0 + (x.h * x.h / W(2)) * a_0;
    x.v_1 = x.v_0 + x.h * a_0;
    for (int j = 0; j < s; ++j) {
      const vector_of<W> excess = x.a.col(j) - a_0;
      x.v_1 += (x.h * basis.b(j)) * excess;
      x.q_1 += (x.h * x.h * basis.b(j) * (W(1) - basis.c(j))) * excess;
    }
    describe(x, a_size, λ_size);
    return true;
  }

  /// Whether residuals are what rounding leaves of terms of these sizes: with an ill-conditioned metric corrections
  /// that follow from them are larger by far, and fall no more.
  static bool is_rounding(const matrix_of<W>& residual, const vector_of<W>& size) {
    using std::abs;
    for (int j = 0; j < residual.cols(); ++j)
      for (int i = 0; i < residual.rows(); ++i)
        if (size.size() == 0 || !(abs(residual(i, j)) <= W(16) * epsilon<W>() * size[i])) return false;
    return true;
  }

  /// Of the absolute values; no number if one is none.
  template <class Matrix>
  static typename Matrix::Scalar largest(const Matrix& x) {
    using std::abs;
    using V = typename Matrix::Scalar;
    V result(0);
    for (int j = 0; j < x.cols(); ++j)
      for (int i = 0; i < x.rows(); ++i) {
        const V y = abs(x(i, j));
        if (!is_number(y)) return y;
        if (y > result) result = y;
      }
    return result;
  }

  /// Positions and velocities of the stages, then everything a stage's formulas give.
  void residuals(collocated_step<W>& x, const vector_of<W>& a_0) {
    const int s = basis.stages(), r = static_cast<int>(x.J.size());
    excess_.resize(n_, s);
    for (int j = 0; j < s; ++j) excess_.col(j) = x.a.col(j) - a_0;
    const bool steady = largest(excess_) == W(0);
    residual_.resize(n_, s);
    closing_.resize(r, s);
    q_.resize(n_, s);
    v_.resize(n_, s);
    held_.assign(static_cast<std::size_t>(m_), false);
    for (const int α : x.J) held_[static_cast<std::size_t>(α)] = true;
    W product(0);
    for (int j = 0; j < s; ++j) {
      const W τ = basis.c(j) * x.h;
      for (int i = 0; i < n_; ++i) {
        W once(0), twice(0);
        if (!steady)
          for (int k = 0; k < s; ++k) {
            add_product(once, basis.single(j, k), excess_(i, k), product);
            add_product(twice, basis.twice(j, k), excess_(i, k), product);
          }
        q_(i, j) = x.q_0[i] + τ * (x.v_0[i] + τ / W(2) * a_0[i]) + x.h * x.h * twice;
        v_(i, j) = x.v_0[i] + τ * a_0[i] + x.h * once;
        argument_[static_cast<std::size_t>(i)] = q_(i, j);
        argument_[static_cast<std::size_t>(n_ + i)] = x.a(i, j);
        velocity_[static_cast<std::size_t>(i)] = v_(i, j);
      }
      for (int k = 0; k < r; ++k)
        argument_[static_cast<std::size_t>(2 * n_ + x.J[static_cast<std::size_t>(k)])] = x.λ(k, j);
      stage_.run(W(x.t_0 + τ), argument_.data(), velocity_.data());
      for (int i = 0; i < n_; ++i) residual_(i, j) = stage_[i];
      for (const sparse_entry& e : gradient_)
        if (held_[static_cast<std::size_t>(e.row)])
          residual_(e.column, j) -= stage_[e.output] * argument_[static_cast<std::size_t>(2 * n_ + e.row)];
      for (int k = 0; k < r; ++k) closing_(k, j) = stage_[n_ + x.J[static_cast<std::size_t>(k)]];
      for (int α = 0; α < m_; ++α) {
        x.second(α, j) = stage_[n_ + α];
        x.rate(α, j) = stage_[n_ + m_ + α];
      }
      for (int k = 0; k < r; ++k) argument_[static_cast<std::size_t>(2 * n_ + x.J[static_cast<std::size_t>(k)])] = W(0);
    }
    force_evaluations += s;
  }

  /// The matrix of Newton's method at the present stages.
  void factorise(const collocated_step<W>& x) {
    const int s = basis.stages(), r = static_cast<int>(x.J.size()), block = n_ + r;
    const double h = to_double(x.h);
    std::vector<double> argument(static_cast<std::size_t>(unknowns_), 0.0), velocity_at(argument);
    std::vector<int> place(static_cast<std::size_t>(m_), -1);
    for (int k = 0; k < r; ++k) place[static_cast<std::size_t>(x.J[static_cast<std::size_t>(k)])] = k;
    matrix_.setZero(coupled_ ? block * s : block, block * s);
    for (int j = 0; j < s; ++j) {
      for (int i = 0; i < n_; ++i) {
        argument[static_cast<std::size_t>(i)] = to_double(q_(i, j));
        argument[static_cast<std::size_t>(n_ + i)] = to_double(x.a(i, j));
        velocity_at[static_cast<std::size_t>(i)] = to_double(v_(i, j));
      }
      for (int k = 0; k < r; ++k)
        argument[static_cast<std::size_t>(2 * n_ + x.J[static_cast<std::size_t>(k)])] = to_double(x.λ(k, j));
      slope_.run(to_double(W(x.t_0 + basis.c(j) * x.h)), argument.data(), velocity_at.data());
      for (const sparse_entry& e : slopes_) {
        int row = e.row;
        if (row >= n_) {
          if (place[static_cast<std::size_t>(row - n_)] < 0) continue;
          row = n_ + place[static_cast<std::size_t>(row - n_)];
        }
        // Only the matrix of Newton's method: what is no number is left out.
        const double y = is_number(slope_[e.output]) ? slope_[e.output] : 0;
        if (coupled_) row += j * block;
        if (e.column >= n_ && e.column < 2 * n_) {
          matrix_(row, j * block + e.column - n_) += y;
        } else if (e.column >= 2 * n_ && e.column < unknowns_) {
          const int k = place[static_cast<std::size_t>(e.column - 2 * n_)];
          if (k >= 0) matrix_(row, j * block + n_ + k) += y;
        } else {
          const bool position = e.column < n_;
          for (int k = 0; k < s; ++k)
            matrix_(row, k * block + (position ? e.column : e.column - unknowns_)) +=
                y * (position ? h * h * to_double(basis.twice(j, k)) : h * to_double(basis.single(j, k)));
        }
      }
    }
    // A factorisation of what is no number, or has an empty line, need not end.
    is_regular_ = matrix_.allFinite() && (matrix_.array() != 0).rowwise().any().all() &&
                  (matrix_.array() != 0).colwise().any().all();
    if (coupled_ && is_regular_) factor_.compute(matrix_.sparseView());
    factorised_ = {x.t_0, x.h, x.J};
  }
  /// A step of nearly this length from the same place, as they are tried for an event, has nearly the same matrix.
  bool is_factorised_near(const collocated_step<W>& x) const {
    using std::abs;
    return factorised_ && factorised_->t_0 == x.t_0 && factorised_->J == x.J &&
           abs(x.h - factorised_->h) <= x.h / W(1 << 20);
  }

  Eigen::VectorXd solved(const Eigen::VectorXd& right, int block) const {
    if (coupled_ && (!is_regular_ || factor_.info() != Eigen::Success))
      return Eigen::VectorXd::Constant(right.size(),
                                       std::numeric_limits<double>::infinity());  // refused as no convergence
    if (coupled_) return factor_.solve(right);
    Eigen::VectorXd result(right.size());
    for (int j = 0; j < basis.stages(); ++j)
      result.segment(j * block, block) = Eigen::PartialPivLU<Eigen::MatrixXd>(matrix_.middleCols(j * block, block))
                                             .solve(right.segment(j * block, block));
    return result;
  }

  /// Coefficients, how fast they fall, and what follows for the length of a step.
  void describe(collocated_step<W>& x, const W& a_size, const W& λ_size) const {
    using std::abs;
    const W& zero = resolution_;
    int seen = 0;  // number of coefficients above rounding
    x.tail = W(0);
    const auto expand = [&](std::vector<series<W>>& all, const matrix_of<W>& values, const W& size, const W& rounding) {
      all.clear();
      for (int i = 0; i < values.rows(); ++i) {
        series<W> c = basis.coefficients(values.row(i));
        // What is known of the coefficients: to the resolution, and to what the rounding of the equations, and of t,
        // makes of them.
        const W known =
            zero * size + W(4) * epsilon<W>() * rounding + W(4) * epsilon<W>() * x.t_0 * size_of(slope(c)) / x.h;
        const int count = static_cast<int>(c.size());
        for (int k = 0; k < count; ++k)
          if (abs(c[static_cast<std::size_t>(k)]) > known) seen = std::max(seen, k + 1);
        if (known > W(0)) x.tail = std::max(x.tail, W(zero * size_of(c, static_cast<std::size_t>(count - 2)) / known));
        all.push_back(std::move(c));
      }
    };
    expand(x.a_series, x.a, a_size, sizes_.a_rounding);
    expand(x.λ_series, x.λ, λ_size, sizes_.λ_rounding);
    x.resolved = x.tail <= zero;
    const double digits = std::log(to_double(zero));
    const int s = basis.stages();
    double growth;
    if (x.resolved)
      growth = seen < 2 ? 4.0 : std::exp(digits * (1.0 / (s - 4) - 1.0 / seen));  // coefficients fall like (h/4R)^k
    else
      growth = std::exp((digits - std::log(to_double(x.tail))) / (s - 4)) * 0.9;
    x.growth = W(std::clamp(growth, x.resolved ? 0.7 : 0.15, x.resolved ? 4.0 : 0.9));
    for (auto* all : {&x.a_series, &x.λ_series})
      for (series<W>& c : *all) {
        const W least = epsilon<W>() * (all == &x.a_series ? a_size : λ_size) / W(4);
        while (!c.empty() && abs(c.back()) <= least) c.pop_back();
        if (c.empty()) c.push_back(W(0));
      }
  }

  W resolution_;
  int n_, m_, unknowns_;
  bool coupled_ = false;
  std::vector<W> argument_, velocity_;
  enduring_tape<W> stage_;
  enduring_tape<double> slope_;
  std::vector<expression> equations_;
  std::optional<unseen_part<long double>> unseen_;
  std::optional<unseen_part<W>> unseen_in_w_;  ///< made where it is needed
  range_tape enclosed_;
  disc_tape<W> rounded_;
  std::vector<sparse_entry> slopes_, gradient_;
  std::vector<bool> held_;
  matrix_of<W> residual_, closing_, excess_, q_, v_;
  sizes sizes_;
  Eigen::MatrixXd matrix_;
  bool is_regular_ = true;                               ///< of the matrix, as far as its entries show
  Eigen::SparseLU<Eigen::SparseMatrix<double>> factor_;  ///< a stage depends on all others, but a coordinate on few
  struct made_for {
    W t_0, h;
    std::vector<int> J;
  };
  std::optional<made_for> factorised_;  ///< the step of the matrix
};

}  // namespace unilateral::gauss_collocation
