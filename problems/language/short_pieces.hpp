#pragma once
/// A motion in pieces of low degree, for the judge only: a Taylor series of 50 digits has some 60 powers, of which a cell as long as a step of a scheme sees four.
/// To be expanded about the middle of each of 10^5 cells, it is cut once into pieces on which few powers are enough.

#include "problems/language/polynomial.hpp"
#include "problems/language/trajectory.hpp"

#include <algorithm>
#include <vector>

namespace unilateral {

/// The least degree beyond which the powers of p = Σ c_j x^j make less than `resolution` of p and of p' on [0, w], by the sums of absolute values.
template <scalar S>
int needed_degree(const S* c, int degree, const S& w, const S& resolution) {
  using std::abs;
  std::vector<S> value, slope;  // of the powers
  S power(1), of_value = abs(c[0]), of_slope(0);
  value.push_back(of_value);
  slope.push_back(of_slope);
  for (int j = 1; j <= degree; ++j) {
    slope.push_back(S(j) * abs(c[j]) * power);
    power *= w;
    value.push_back(abs(c[j]) * power);
    of_value += value.back();
    of_slope += slope.back();
  }
  S value_beyond(0), slope_beyond(0);
  for (int j = degree; j > 0; --j) {
    value_beyond += value[static_cast<std::size_t>(j)];
    slope_beyond += slope[static_cast<std::size_t>(j)];
    if (value_beyond > resolution * of_value || slope_beyond > resolution * of_slope) return j;
  }
  return 0;
}

/// Pieces are halved until powers above `degree` (≥ 1) are below rounding: on a part of width w, of the powers c_j about its begin,
///
///     Σ_{j > degree} |c_j| w^j ≤ ε b_0,    Σ_{j > degree} j |c_j| w^(j − 1) ≤ ε b_1,
///
/// b_0, b_1 the same sums over all j ≥ 0 on the whole piece. A piece that is short enough stays as it is, but for the powers left out.
template <scalar S>
trajectory<S> in_short_pieces(const trajectory<S>& path, int degree) {
  struct span {
    S from, to;
  };
  trajectory<S> result(path.dimension(), path.begin());
  result.accumulation_points = path.accumulation_points;
  std::vector<S> c, kept;
  std::vector<span> todo;
  for (int k = 0; k < path.pieces(); ++k) {
    const int whole = path.degree(k);
    if (whole <= degree) {
      result.append(path.end(k), whole, path.coefficients(k, 0));
      continue;
    }
    todo.push_back({path.begin(k), path.end(k)});
    while (!todo.empty()) {
      const auto [from, to] = todo.back();
      todo.pop_back();
      const S w = to - from, middle = from + w / S(2);
      bool enough = true;
      kept.clear();
      for (int i = 0; i < path.dimension(); ++i) {
        const S* const of_piece = path.coefficients(k, i);
        c.assign(of_piece, of_piece + whole + 1);
        polynomial::shift(c.data(), whole, S(from - path.begin(k)));
        kept.insert(kept.end(), c.begin(), c.begin() + degree + 1);
        std::fill(c.begin(), c.begin() + degree + 1, S(0));
        for (const int derivative : {0, 1}) {
          const S left_out = polynomial::bound_of_derivative(c.data(), whole, derivative, w);
          const S whole_piece = polynomial::bound_of_derivative(of_piece, whole, derivative, S(path.end(k) - path.begin(k)));
          if (left_out > epsilon<S>() * whole_piece) enough = false;
        }
      }
      if (enough || !(middle > from && middle < to)) {
        result.append(to, degree, kept.data());
      } else {
        todo.push_back({middle, to});
        todo.push_back({from, middle});
      }
    }
  }
  return result;
}

}  // namespace unilateral
