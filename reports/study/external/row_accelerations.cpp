#include "reports/study/external/row_accelerations.hpp"

#include <Eigen/Cholesky>
#include <Eigen/QR>

#include <algorithm>
#include <cmath>

namespace unilateral::study {
namespace {

/// (∂/∂t + v·∂/∂q)^times of each formula.
std::vector<expression> along_the_motion(std::vector<expression> formulas, int n, int times) {
  const std::vector<expression> no_acceleration(static_cast<std::size_t>(n), expression(0));
  for (int k = 0; k < times; ++k)
    for (expression& x : formulas) x = total_derivative(x, no_acceleration);
  return formulas;
}

double norm_in(const Eigen::MatrixXd& M, const column<double>& x) { return std::sqrt(x.dot(M * x)); }

}  // namespace

row_accelerations::row_accelerations(const mechanical_system& bound)
    : system_(bound),
      rate_(along_the_motion(bound.gap, bound.degrees_of_freedom(), 1), bound.degrees_of_freedom()),
      kappa_(along_the_motion(bound.gap, bound.degrees_of_freedom(), 2), bound.degrees_of_freedom()) {}

void row_accelerations::evaluate(const file_row& row, at_a_row& here) {
  const int n = system_.degrees_of_freedom(), m = system_.constraints();
  const double *q = row.q.data(), *v = row.v.data();
  here.M.resize(n, n);
  system_.evaluate_mass(row.t, q);
  system_.copy_mass(here.M);
  system_.evaluate_force(row.t, q, v);
  here.free.resize(n);
  for (int i = 0; i < n; ++i) here.free[i] = system_.force(i);
  here.M.ldlt().solveInPlace(here.free);
  here.G = Eigen::MatrixXd::Zero(m, n);
  system_.evaluate_gradient(row.t, q);
  for (const sparse_entry& e : system_.gradient_entries()) here.G(e.row, e.column) = system_.gradient(e);
  system_.evaluate_gap(row.t, q);
  rate_.run(row.t, q, v);
  kappa_.run(row.t, q, v);
  for (column<double>* const x : {&here.gap, &here.rate, &here.kappa, &here.scale}) x->resize(m);
  for (int α = 0; α < m; ++α) {
    here.gap[α] = system_.gap(α);
    here.rate[α] = rate_[α];
    here.kappa[α] = kappa_[α];
  }
  here.scale = here.G.cwiseAbs() * here.free.cwiseAbs() + here.kappa.cwiseAbs();
}

std::optional<std::array<column<double>, 2>> row_accelerations::over(const file_row& x, const file_row& y,
                                                                     bool has_impulses) {
  const double h = y.t - x.t;
  evaluate(x, first_);
  evaluate(y, second_);
  std::vector<int> closed;  // (2)
  for (int α = 0; α < system_.constraints(); ++α) {
    const double s = std::max(first_.scale[α], second_.scale[α]);
    const auto within = [](double a, double b, double bound) { return std::max(std::abs(a), std::abs(b)) <= bound; };
    if (within(first_.gap[α], second_.gap[α], h * h * s / 2) && within(first_.rate[α], second_.rate[α], h * s / 2) &&
        std::abs(second_.rate[α] - first_.rate[α]) <= h * s / 2 && (!has_impulses || y.P[α] != 0))
      closed.push_back(α);
  }
  std::array<column<double>, 2> a;  // (1)
  for (const int end : {0, 1}) {
    const at_a_row& here = end == 0 ? first_ : second_;
    column<double>& found = a[static_cast<std::size_t>(end)] = here.free;
    if (closed.empty()) continue;
    const Eigen::MatrixXd G = here.G(closed, Eigen::all), MG = here.M.ldlt().solve(G.transpose());
    const column<double> curvature = G * here.free + here.kappa(closed);
    // Contacts may say the same: of all λ the shortest, and Gᵀλ is one.
    const column<double> λ = (G * MG).completeOrthogonalDecomposition().solve(-curvature);
    found += MG * λ;
  }
  const double defect = norm_in(first_.M, y.v - x.v - h / 2 * (a[0] + a[1])),  // (3)
      size = std::max(norm_in(first_.M, a[0]), norm_in(first_.M, a[1]));
  if (!(defect <= h / 2 * size) || !a[0].allFinite() || !a[1].allFinite()) return {};
  return a;
}

}  // namespace unilateral::study
