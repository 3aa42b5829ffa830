#pragma once
/// A file of laws, to show that one file is enough: the same question has the same answer, to the last digit.

#include "problems/judge/laws/findings.hpp"

namespace unilateral::laws {

template <scalar S>
finding asked_again(const hearing<S>& heard) {
  const solution<S> again = heard.ask({.asked = heard.bound});
  if (const auto stopped = not_answered("asked again", again)) return *stopped;
  const trajectory<S>&x = heard.answer.path, &y = again.path;
  bool same = x.pieces() == y.pieces() && heard.answer.impacts.size() == again.impacts.size();
  for (int k = 0; same && k < x.pieces(); ++k) {
    same = x.end(k) == y.end(k) && x.degree(k) == y.degree(k);
    for (int j = 0; same && j < x.dimension() * (x.degree(k) + 1); ++j)
      same = x.coefficients(k, 0)[j] == y.coefficients(k, 0)[j];
  }
  return same ? finding{.law = "asked again", .is = outcome::holds} : broken("asked again", "another answer");
}

template <scalar S>
std::vector<rule<S>> of_repetition() {
  return {{"asked again", asked_again<S>}};
}

}  // namespace unilateral::laws
