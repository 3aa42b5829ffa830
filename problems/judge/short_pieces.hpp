#pragma once
/// A motion in pieces of low degree: a Taylor series of 50 digits has some 60 powers, of which a cell as long as a step
/// of a scheme sees four. To be expanded about the middle of each of 10^5 cells, it is cut once into pieces on which
/// few powers are enough.

#include "problems/language/polynomial.hpp"
#include "problems/language/trajectory.hpp"

#include <algorithm>
#include <vector>

namespace unilateral {

/// The least degree of p = Σ c_j x^j beyond which the powers make at most `of_value` of p and `of_slope` of p' on [0,
/// w], by the sums of absolute values. What is no finite number is not left out.
template <scalar S>
int needed_degree(const S* c, int degree, const S& w, const S& of_value, const S& of_slope) {
  using std::abs;
  std::vector<S> power{S(1)};
  for (int j = 1; j <= degree; ++j) power.push_back(power.back() * w);
  S value(0), slope(0);
  for (int j = degree; j > 0; --j) {
    value += abs(c[j]) * power[static_cast<std::size_t>(j)];
    slope += S(j) * abs(c[j]) * power[static_cast<std::size_t>(j) - 1];
    if (!(value <= of_value && slope <= of_slope && is_finite(value) && is_finite(slope))) return j;
  }
  return 0;
}

/// The same for `resolution` times the sums of absolute values over all powers.
template <scalar S>
int needed_degree(const S* c, int degree, const S& w, const S& resolution) {
  return needed_degree(c, degree, w, S(resolution * polynomial::bound_of_derivative(c, degree, 0, w)),
                       S(resolution * polynomial::bound_of_derivative(c, degree, 1, w)));
}

/// The same pieces without the powers that are negligible in this sense for each coordinate.
template <scalar S>
trajectory<S> without_negligible_powers(const trajectory<S>& path, const S& resolution) {
  trajectory<S> result(path.dimension(), path.begin());
  result.accumulation_points = path.accumulation_points;
  std::vector<S> kept;
  for (int k = 0; k < path.pieces(); ++k) {
    int degree = 0;
    for (int i = 0; i < path.dimension(); ++i)
      degree = std::max(
          degree, needed_degree(path.coefficients(k, i), path.degree(k), S(path.end(k) - path.begin(k)), resolution));
    kept.clear();
    for (int i = 0; i < path.dimension(); ++i)
      kept.insert(kept.end(), path.coefficients(k, i), path.coefficients(k, i) + degree + 1);
    result.append(path.end(k), degree, kept.data());
  }
  return result;
}

/// Pieces are halved until powers above `degree` (≥ 1) are below rounding: on a part of width w, of the powers c_j
/// about its begin,
///
///     Σ_{j > degree} |c_j| w^j ≤ ε b_0,    Σ_{j > degree} j |c_j| w^(j − 1) ≤ ε b_1,
///
/// b_0, b_1 the same sums over all j ≥ 0 on the whole piece, ε the resolution. A piece that is short enough stays as it
/// is, but for the powers left out; one without finite numbers stays whole.
template <scalar S>
trajectory<S> in_short_pieces(const trajectory<S>& path, int degree, const S& resolution = epsilon<S>()) {
  struct span {
    S from, to;
  };
  trajectory<S> result(path.dimension(), path.begin());
  result.accumulation_points = path.accumulation_points;
  std::vector<S> c, kept, all;
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
      bool enough = true, finite = is_finite(w);
      kept.clear();
      all.clear();
      for (int i = 0; i < path.dimension(); ++i) {
        const S* const of_piece = path.coefficients(k, i);
        c.assign(of_piece, of_piece + whole + 1);
        polynomial::shift(c.data(), whole, S(from - path.begin(k)));
        kept.insert(kept.end(), c.begin(), c.begin() + degree + 1);
        all.insert(all.end(), c.begin(), c.end());
        for (const S& x : c) finite = finite && is_finite(x);
        const S width = path.end(k) - path.begin(k);
        const auto tolerated = [&](int derivative) {
          return S(resolution * polynomial::bound_of_derivative(of_piece, whole, derivative, width));
        };
        enough = enough && needed_degree(c.data(), whole, w, tolerated(0), tolerated(1)) <= degree;
      }
      if (!finite) {
        result.append(to, whole, all.data());
      } else if (enough || !(middle > from && middle < to)) {
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
