#include "proofs/enclosures/defect/set.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace unilateral::enclosures::defect {
namespace {

using direction = std::vector<double>;

double dot(const direction& x, const direction& y) { return std::inner_product(x.begin(), x.end(), y.begin(), 0.); }

/// What is left of x beside the unit vectors found so far, made a unit vector; nothing where that is rounding.
bool added(std::vector<direction>& units, direction x) {
  const double before = std::sqrt(dot(x, x));
  if (!(before > 0) || !std::isfinite(before)) return false;
  for (double& c : x) c /= before;
  for (int twice = 0; twice < 2; ++twice)
    for (const direction& e : units) {
      const double along = dot(x, e);
      for (std::size_t i = 0; i < x.size(); ++i) x[i] -= along * e[i];
    }
  const double left = std::sqrt(dot(x, x));
  if (!(left > 1e-9)) return false;
  for (double& c : x) c /= left;
  units.push_back(std::move(x));
  return true;
}

/// Gram and Schmidt on the edges, the longest first; then on the axes, until the frame spans all. In doubles: any frame
/// will do.
std::vector<direction> frame_along(const matrix& A, const vector& ρ) {
  const std::size_t n = A.size();
  std::vector<direction> edges;
  for (std::size_t j = 0; j < ρ.size(); ++j) {
    direction x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = guess(A[i][j]) * guess(ρ[j]);
    edges.push_back(std::move(x));
  }
  double largest = 0;  // edges are tiny, and their squares beyond the range of doubles
  for (const direction& x : edges)
    for (const double c : x) largest = std::max(largest, std::abs(c));
  for (direction& x : edges)
    for (double& c : x) c = largest > 0 ? c / largest : 0;
  std::stable_sort(edges.begin(), edges.end(),
                   [](const direction& x, const direction& y) { return dot(x, x) > dot(y, y); });
  std::vector<direction> units;
  for (const direction& x : edges)
    if (units.size() < n) added(units, x);
  for (std::size_t i = 0; i < n && units.size() < n; ++i) {
    direction axis(n);
    axis[i] = 1;
    added(units, axis);
  }
  return units;
}

/// Encloses Q⁻¹ = (QᵀQ)⁻¹ Qᵀ: with ε ≥ the row sums of |1 − QᵀQ|, (QᵀQ)⁻¹ = Σ (1 − QᵀQ)^k differs from 1 by no more
/// than ε/(1 − ε) in any entry.
matrix inverse_of_frame(const matrix& Q) {
  const std::size_t n = Q.size();
  ball ε;
  for (std::size_t i = 0; i < n; ++i) {
    ball row;
    for (std::size_t j = 0; j < n; ++j) {
      ball sum = i == j ? -1 : 0;
      for (std::size_t k = 0; k < n; ++k) sum = sum + Q[k][i] * Q[k][j];
      row = row + size(sum);
    }
    ε = larger(ε, size(row));
  }
  const ball off = proved_less(ε, ball(1)) ? size(ε / (ball(1) - ε)) : not_a_number();
  matrix inverse(n, vector(n));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      ball column;
      for (std::size_t k = 0; k < n; ++k) column = column + size(Q[j][k]);
      inverse[i][j] = widened(Q[j][i], size(off * column));
    }
  return inverse;
}

}  // namespace

set of_box(const vector& box) {
  const std::size_t n = box.size();
  set found;
  for (std::size_t i = 0; i < n; ++i) found.m.push_back(middle(box[i]));
  found.B.assign(n, {});
  for (std::size_t i = 0; i < n; ++i) {
    if (proved_zero(radius(box[i]))) continue;
    for (std::size_t k = 0; k < n; ++k) found.B[k].push_back(ball(k == i ? 1 : 0));
    found.ρ.push_back(size(radius(box[i])));
  }
  return found;
}

vector boxed(const vector& c, const matrix& A, const vector& ρ) {
  vector box = c;
  for (std::size_t i = 0; i < c.size(); ++i) {
    ball reach;
    for (std::size_t j = 0; j < ρ.size(); ++j) reach = reach + size(A[i][j]) * ρ[j];
    box[i] = widened(box[i], size(reach));
  }
  return box;
}
vector boxed(const set& of) { return boxed(of.m, of.B, of.ρ); }

set framed(const vector& c, const matrix& A, const vector& ρ) {
  const std::size_t n = c.size();
  const auto units = frame_along(A, ρ);
  matrix Q(n, vector(n));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) Q[i][j] = from_guess(units[j][i]);
  const matrix inverse = inverse_of_frame(Q);
  set found;
  for (const ball& x : c) found.m.push_back(middle(x));
  found.B.assign(n, {});
  for (std::size_t j = 0; j < n; ++j) {
    ball reach;
    for (std::size_t k = 0; k < ρ.size(); ++k) {
      ball entry;
      for (std::size_t i = 0; i < n; ++i) entry = entry + inverse[j][i] * A[i][k];
      reach = reach + size(entry) * ρ[k];
    }
    for (std::size_t i = 0; i < n; ++i) reach = reach + size(inverse[j][i]) * size(radius(c[i]));
    if (proved_zero(reach)) continue;
    found.ρ.push_back(size(reach));
    for (std::size_t i = 0; i < n; ++i) found.B[i].push_back(Q[i][j]);
  }
  return found;
}

}  // namespace unilateral::enclosures::defect
