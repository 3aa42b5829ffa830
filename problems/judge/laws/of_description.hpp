#pragma once
/// Laws of a description: units, the order of coordinates and constraints, linear changes of coordinates, a constraint
/// said twice or never met.

#include "problems/judge/laws/findings.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace unilateral::laws {

/// `worse`: how much more the other words amplify a rounding.
template <scalar S>
finding described(const std::string& law, const hearing<S>& heard, const description& in, const S& worse = S(1)) {
  std::optional<finding> otherwise;
  const statement other_words = said(heard.bound, in);
  const auto defect = [&](int finer) -> std::optional<measures<S>> {
    const solution<S> first = finer == 1 ? heard.answer : heard.ask({.asked = heard.bound, .refinement = finer});
    if ((otherwise = not_answered(law, first))) return {};
    const solution<S> answer = heard.ask({.asked = other_words, .unit_of_time = in.τ, .refinement = finer});
    if ((otherwise = not_answered(law, answer))) return {};
    return apart(first, back(answer, in), heard.bound.system.constraints(), exact<S>(heard.until), heard.thorough);
  };
  measures<S> rounding = bounds_of(heard);
  for (S& x : rounding) x *= worse;
  return vanishing<S>(law, heard, rounding, sizes_of(heard.bound, heard.answer, exact<S>(heard.until)), defect,
                      otherwise);
}

/// Powers of two, so that a respondent without a constant in units of its own gives the same digits; far from 1, so
/// that one with such a constant does not.
template <scalar S>
finding units(const hearing<S>& heard) {
  description in = as_it_stands(heard.bound);
  in.τ = 1024;
  in.μ = rational(1, 128);
  for (std::size_t i = 0; i < in.A.size(); ++i) {
    in.A[i][i] = rational(1, 4096);
    in.inverse_of_A[i][i] = 4096;
  }
  for (std::size_t a = 0; a < in.Γ.size(); ++a) in.Γ[a][a] = 4096;
  return described("units", heard, in);
}

template <scalar S>
finding order(const hearing<S>& heard) {
  description in = as_it_stands(heard.bound);
  if (in.A.size() < 2 && in.Γ.size() < 2) return left_out("order", "one coordinate and one constraint");
  std::reverse(in.A.begin(), in.A.end());
  std::reverse(in.inverse_of_A.begin(), in.inverse_of_A.end());
  std::reverse(in.Γ.begin(), in.Γ.end());
  return described("order", heard, in);
}

constexpr std::size_t most_mixed_coordinates = 8;

/// The condition of the kinetic metric, as a factorisation feels it: of D^(−½) M D^(−½), D its diagonal [Higham 2002,
/// theorem 10.6]. Masses 1 and 10^6 in coordinates of their own have 1; in coordinates that mix them, 10^6, and M⁻¹ is
/// known to as many roundings. The largest over some places of the path.
template <scalar S>
double condition(const statement& said_so, const hearing<S>& heard, const description& in) {
  evaluated_system<double> system(said_so.system);
  const int n = system.degrees_of_freedom();
  double worst = 1;
  constexpr int looks = 4;
  for (int look = 0; look <= looks; ++look) {
    const S at = exact<S>(heard.until) * S(look) / S(looks);
    const column<S> q = heard.answer.path.position(at);
    column<double> there = column<double>::Zero(n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) there[i] += exact<double>(in.inverse_of_A[place(i)][place(j)]) * to_double(q[j]);
    system.evaluate_mass(to_double(at) * exact<double>(in.τ), there.data());
    matrix<double> M(n, n);
    system.copy_mass(M);
    const column<double> scale = M.diagonal().cwiseSqrt().cwiseInverse();
    const Eigen::SelfAdjointEigenSolver<matrix<double>> of(scale.asDiagonal() * M * scale.asDiagonal(),
                                                           Eigen::EigenvaluesOnly);
    worst = std::max(worst, of.eigenvalues().maxCoeff() / of.eigenvalues().minCoeff());
  }
  return worst;
}

/// q_i = q̂_i + q̂_(i−1), and q_0 = 3 q̂_0: integers of determinant 3, so that M̂ has no diagonal shape left.
template <scalar S>
finding coordinates(const hearing<S>& heard) {
  description in = as_it_stands(heard.bound);
  const std::size_t n = in.A.size();
  if (n > most_mixed_coordinates)
    return left_out("coordinates",
                    "more than " + std::to_string(most_mixed_coordinates) + " coordinates: formulas would be long");
  in.A[0][0] = 3;
  for (std::size_t i = 1; i < n; ++i) in.A[i][i - 1] = 1;
  for (std::size_t j = 0; j < n; ++j)  // forward substitution
    for (std::size_t i = 0; i < n; ++i) {
      rational sum = i == j ? 1 : 0;
      if (i > 0) sum -= in.inverse_of_A[i - 1][j];
      in.inverse_of_A[i][j] = i == 0 ? rational(sum / 3) : sum;
    }
  return described("coordinates", heard, in,
                   S(std::max(1.0, condition(said(heard.bound, in), heard, in) /
                                       condition(heard.bound, heard, as_it_stands(heard.bound)))));
}

template <scalar S>
finding said_twice(const hearing<S>& heard) {
  description in = as_it_stands(heard.bound);
  if (in.Γ.empty()) return left_out("said twice", "no constraint");
  in.Γ.insert(in.Γ.begin() + 1, in.Γ.front());
  return described("said twice", heard, in);
}

template <scalar S>
finding never_met(const hearing<S>& heard) {
  description in = as_it_stands(heard.bound);
  // q_0 + L with L a thousand times the range of the motion.
  const double range = 1 + std::abs(to_double(sizes_of(heard.bound, heard.answer, exact<S>(heard.until))[0]));
  in.never_met = {coordinate(0) + rational(std::ceil(1000 * range))};
  return described("never met", heard, in);
}

template <scalar S>
std::vector<rule<S>> of_description() {
  return {{"units", units<S>},
          {"order", order<S>},
          {"coordinates", coordinates<S>},
          {"said twice", said_twice<S>},
          {"never met", never_met<S>}};
}

}  // namespace unilateral::laws
