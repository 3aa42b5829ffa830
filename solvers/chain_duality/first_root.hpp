#pragma once
/// Where a polynomial that starts positive first turns negative.
///
/// On [0, 1] a polynomial is written in Bernstein's basis; the number of sign changes of its coefficients bounds the
/// number of its roots inside (Descartes' rule), and de Casteljau's subdivision brings it down to none, or to one,
/// which bisection then closes in on.

#include "problems/language/scalar.hpp"

#include <optional>
#include <vector>

namespace unilateral::chain_duality {

template <scalar S>
S polynomial_at(const std::vector<S>& p, const S& x) {
  S sum(0);
  for (auto c = p.rbegin(); c != p.rend(); ++c) sum = sum * x + *c;
  return sum;
}

/// The root of p in [low, high], where p(low) > 0 ≥ p(high), by bisection.
template <scalar S>
S root_in_bracket(const std::vector<S>& p, S low, S high) {
  while (high - low > epsilon<S>() / S(4)) {
    const S middle = low + (high - low) / S(2);
    if (!(low < middle && middle < high)) break;
    (polynomial_at(p, middle) > S(0) ? low : high) = middle;
  }
  return high;
}

/// The first point of (0, 1] beyond which p is negative, for p(0) > 0; nothing if p ≥ 0 on [0, 1]. A double root that
/// only working precision tells from none counts as none.
template <scalar S>
std::optional<S> first_root(const std::vector<S>& p) {
  const std::size_t n = p.size() - 1;
  S least = p[0];
  for (std::size_t j = 1; j <= n; ++j)
    if (p[j] < S(0)) least += p[j];
  if (least > S(0)) return {};

  struct part {
    S begin, width;
    std::vector<S> b;  ///< Bernstein's coefficients
  };
  part whole{S(0), S(1), p};
  S binomial(
      1);  // b_i = Σ_j C(i, j) p_j/C(n, j): the p_j/C(n, j) are the forward differences of b at 0, summed up n times
  for (std::size_t j = 1; j <= n; ++j) {
    binomial = binomial * S(static_cast<int>(n - j + 1)) / S(static_cast<int>(j));
    whole.b[j] = p[j] / binomial;
  }
  for (std::size_t round = 1; round <= n; ++round)
    for (std::size_t i = n; i >= round; --i) whole.b[i] += whole.b[i - 1];

  std::vector<part> waiting{std::move(whole)};
  while (!waiting.empty()) {
    part here = std::move(waiting.back());
    waiting.pop_back();
    int changes = 0;
    for (std::size_t i = 1; i <= n; ++i) changes += (here.b[i] < S(0)) != (here.b[i - 1] < S(0)) ? 1 : 0;
    if (changes == 0) {
      if (here.b[0] < S(0)) return here.begin;
      continue;
    }
    if (changes == 1 && here.b[0] > S(0)) return root_in_bracket(p, here.begin, S(here.begin + here.width));
    if (!(here.width > S(4) * epsilon<S>())) continue;
    part left{here.begin, here.width / S(2), std::vector<S>(n + 1)};
    for (std::size_t round = 0; round <= n; ++round) {
      left.b[round] = here.b[0];
      for (std::size_t i = 0; i + round < n; ++i) here.b[i] = (here.b[i] + here.b[i + 1]) / S(2);
    }
    here.begin += left.width;
    here.width = left.width;
    waiting.push_back(std::move(here));
    waiting.push_back(std::move(left));
  }
  return {};
}

}  // namespace unilateral::chain_duality
