#pragma once
/// Laws of time: the horizon, its origin, backwards at e = 1.

#include "problems/judge/laws/findings.hpp"

namespace unilateral::laws {

template <scalar S>
finding horizon(const hearing<S>& heard) {
  const rational a = heard.until / 2;
  question shorter{.asked = heard.bound};
  shorter.asked.horizon = a;
  const solution<S> answer = heard.ask(shorter);
  if (const auto stopped = not_answered("horizon", answer)) return *stopped;
  // Compared up to a little before: what a scheme gives an impulse in its last step may stand at a, or a rounding
  // after.
  return compared(
      "horizon",
      apart(heard.answer, answer, heard.bound.system.constraints(), exact<S>(rational(a * 63 / 64)), heard.thorough),
      bounds_of(heard));
}

/// Every gap is open at t, by a share of what it is over the run.
template <scalar S>
bool flies(const hearing<S>& heard, const S& t) {
  for (const contact_interval<S>& c : heard.answer.contacts)
    if (!(t < c.from || t > c.to)) return false;
  evaluated_system<S> system(heard.bound.system);
  const trajectory<S>& path = heard.answer.path;
  std::vector<S> largest(place(system.constraints()), S(0));
  constexpr int looks = 64;
  for (int k = 0; k <= looks; ++k) {
    const S at = exact<S>(heard.until) * S(k) / S(looks);
    const column<S> q = path.position(at);
    system.evaluate_gap(at, q.data());
    for (int a = 0; a < system.constraints(); ++a) largest[place(a)] = larger(largest[place(a)], S(abs(system.gap(a))));
  }
  const column<S> q = path.position(t);
  system.evaluate_gap(t, q.data());
  for (int a = 0; a < system.constraints(); ++a)
    if (!(system.gap(a) > largest[place(a)] / S(64))) return false;
  return true;
}

template <scalar S>
finding origin_of_time(const hearing<S>& heard) {
  const std::string law = "origin of time";
  for (const int part : {8, 6, 10, 4, 12, 3, 13, 5, 11, 7, 9}) {
    const rational a = heard.until * part / 16;
    const S at = exact<S>(a);
    if (!flies(heard, at)) continue;
    std::optional<finding> otherwise;
    const auto defect = [&](int finer) -> std::optional<measures<S>> {
      const solution<S> whole = finer == 1 ? heard.answer : heard.ask({.asked = heard.bound, .refinement = finer});
      if ((otherwise = not_answered(law, whole))) return {};
      question rest{.asked = with_time(heard.bound, a, 1), .refinement = finer};
      rest.asked.position = exactly(whole.path.position(at));
      rest.asked.velocity = exactly(whole.path.velocity_right(at));
      rest.asked.horizon = rational(heard.until - a);
      const solution<S> answer = heard.ask(rest);
      if ((otherwise = not_answered(law, answer))) return {};
      return apart(rest_after(whole, at), answer, heard.bound.system.constraints(), exact<S>(rational(heard.until - a)),
                   heard.thorough);
    };
    return vanishing<S>(law, heard, bounds_of(heard), sizes_of(heard.bound, heard.answer, exact<S>(heard.until)),
                        defect, otherwise);
  }
  return left_out(law, "no time of flight among sixteenths of the horizon");
}

template <scalar S>
finding backwards(const hearing<S>& heard) {
  const std::string law = "backwards";
  std::optional<finding> otherwise;
  // What is in contact for a time bounces at e = 1, maybe without end: a body that arrives along its wall.
  if (!heard.answer.contacts.empty()) return left_out(law, "contacts that last");
  const auto defect = [&](int finer) -> std::optional<measures<S>> {
    question forth{.asked = heard.bound, .refinement = finer};
    forth.asked.system.restitution = 1;
    const solution<S> there = heard.ask(forth);
    if (!there.completed())
      return otherwise = left_out(law, "no run at e = 1: " + there.status),
             std::nullopt;  // another question, which may have no end
    if (!there.contacts.empty() || !there.accumulations.empty())
      otherwise = left_out(law, "contacts or accumulations at e = 1");
    for (const impact<S>& shock : there.impacts)
      if ((shock.impulse.array() > S(0)).count() > 1)
        otherwise = left_out(law, "a shock of several constraints, which no law of impact undoes");
    const column<S> q = there.path.position(there.path.end()), v = there.path.velocity_left(there.path.end());
    evaluated_system<S> system(heard.bound.system);
    for (const S& t : {S(0), there.path.end()}) {
      const column<S> at = there.path.position(t);
      system.evaluate_gap(t, at.data());
      for (int a = 0; a < system.constraints(); ++a)
        if (!(system.gap(a) > S(0.001) * larger(S(1), S(abs(system.gap(a))))))
          otherwise = left_out(law, "in contact at the start or at the end");
    }
    if (otherwise) return {};
    question home{.asked = with_time(forth.asked, heard.until, -1), .refinement = finer};
    home.asked.position = exactly(q);
    home.asked.velocity = exactly(column<S>(-v));
    const solution<S> again = heard.ask(home);
    if ((otherwise = not_answered(law, again))) return {};
    return apart(reversed(there), again, heard.bound.system.constraints(), exact<S>(heard.until), heard.thorough);
  };
  measures<S> rounding = bounds_of(heard);
  for (S& x : rounding) x = S(4) * x;  // there and back, at another restitution
  return vanishing<S>(law, heard, rounding, sizes_of(heard.bound, heard.answer, exact<S>(heard.until)), defect,
                      otherwise);
}

template <scalar S>
std::vector<rule<S>> of_time() {
  return {{"horizon", horizon<S>}, {"origin of time", origin_of_time<S>}, {"backwards", backwards<S>}};
}

}  // namespace unilateral::laws
