#include "reports/study/record/consistency.hpp"

#include "reports/study/order/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace unilateral::study {
namespace {

std::string above(const char* what, double x, double bound) {
  return within(x, bound) ? "" : fmt::format("{} {} is not at most {}", what, x, bound);
}

std::string of_ladder(const record& r) {
  for (const ladder_point& p : r.ladder)
    if (!std::isfinite(p.step) || !std::isfinite(p.error)) return "a point of the ladder is no finite number";
  if (r.fit && !all_finite(*r.fit)) return "the fit is no finite number";
  if ((r.fitting == fit_outcome::fitted) != r.fit.has_value()) return "it is fitted without a fit, or not with one";
  return "";
}

/// Of a declared order: whether the rule that decided says so too. It is not stated whether the order was a bound.
std::string of_order(const record& r, double declared) {
  const order_fit fit{.outcome = r.fitting, .order = r.fit, .points = r.ladder};
  const bool follows = rule(fit, declared, true).outcome == verdict::holds ||
                       rule(fit, declared, false).outcome == verdict::holds ||
                       (r.is<residual_facts>() && rule_of_bound(r.ladder, declared).outcome == verdict::holds);
  return follows ? "" : fmt::format("the declared order {} does not follow from the fit", declared);
}

std::string of_facts(const record& r) {
  return std::visit(
      [&](const auto& facts) -> std::string {
        using Facts = std::remove_cvref_t<decltype(facts)>;
        if constexpr (std::is_same_v<Facts, value_facts>) {
          return above("error", facts.error, facts.tolerance);
        } else if constexpr (std::is_same_v<Facts, agreement_facts>) {
          // Digits are counted in decimals of a number of fifty: what is at the bound may lie a rounding above it.
          return above("difference", facts.difference, facts.bound * (facts.agreed ? 1 + 1e-9 : 1));
        } else if constexpr (std::is_same_v<Facts, rounding_facts>) {
          return std::isfinite(facts.error) ? above("rounding", facts.rounding, facts.bound)
                                            : "the error is no finite number";
        } else if constexpr (std::is_same_v<Facts, law_facts>) {
          return above("share", facts.share, 1);
        } else if constexpr (std::is_same_v<Facts, claim_facts>) {
          return facts.settled == facts.expected
                     ? ""
                     : "settled as " + name_of(facts.settled) + ", expected " + name_of(facts.expected);
        } else {
          // A residual without steps has a bound of rounding, which the record does not state.
          const bool without_steps = r.fitting == fit_outcome::no_ladder && r.is<residual_facts>();
          return without_steps ? "" : facts.declared ? of_order(r, *facts.declared) : "nothing is declared";
        }
      },
      r.facts);
}

}  // namespace

std::string contradiction_in(const record& r) {
  if (r.outcome != verdict::holds && r.outcome != verdict::measured) return "";
  const std::string ladder = of_ladder(r);
  return ladder.empty() && r.outcome == verdict::holds ? of_facts(r) : ladder;
}

}  // namespace unilateral::study
