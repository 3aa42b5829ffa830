#include "reports/study/record/tally.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <numeric>
#include <type_traits>

namespace unilateral::study {
namespace {

/// A number, or a bracket "[0, 0]" of one.
bool is_zero(std::string text) {
  std::erase_if(text, [](char c) { return c == '[' || c == ']' || c == ' '; });
  if (text.empty()) return false;
  const char* at = text.c_str();
  for (char* end = nullptr;; at = end + 1) {
    if (std::strtod(at, &end) != 0 || end == at) return false;
    if (*end != ',') return *end == '\0';
  }
}

}  // namespace

bool is_all_zero(const record& r) {
  return std::visit(
      [&](const auto& facts) {
        using Facts = std::remove_cvref_t<decltype(facts)>;
        if constexpr (std::is_same_v<Facts, value_facts>)
          return facts.kind == value_kind::number && is_zero(facts.computed) && is_zero(facts.expected);
        else if constexpr (std::is_same_v<Facts, agreement_facts>)
          return facts.difference == 0 && facts.bound == 0;
        else if constexpr (std::is_same_v<Facts, rounding_facts>)
          return facts.error == 0 && facts.rounding == 0;
        else if constexpr (std::is_same_v<Facts, order_facts> || std::is_same_v<Facts, residual_facts>)
          return !r.ladder.empty() &&
                 std::all_of(r.ladder.begin(), r.ladder.end(), [](const ladder_point& p) { return p.error == 0; });
        else
          return false;
      },
      r.facts);
}

standing standing_of(const record& r) {
  switch (r.outcome) {
    case verdict::measured:
      return standing::measured;
    case verdict::reference_in_doubt:
      return standing::in_doubt;
    case verdict::holds:
      if (!r.known_gap.empty()) return standing::closed_gap;
      return is_all_zero(r) ? standing::zero : standing::holds;
    default:
      if (r.outcome == verdict::fails) return r.known_gap.empty() ? standing::fails : standing::known_gap;
      return r.known_gap.empty() ? standing::cannot_tell : standing::left_open;
  }
}

std::string name_of(standing s) {
  switch (s) {
    case standing::holds:
      return "holds";
    case standing::zero:
      return "exactly zero";
    case standing::fails:
      return "FAILS";
    case standing::known_gap:
      return "fails as expected";
    case standing::left_open:
      return "left open";
    case standing::closed_gap:
      return "holds, though a known gap";
    case standing::cannot_tell:
      return "can't tell";
    case standing::in_doubt:
      return "reference in doubt";
    default:
      return "measured";
  }
}

int tally::all() const { return std::accumulate(of.begin(), of.end(), 0); }

tally tally_of(const results& found) {
  tally count;
  for (const record& r : found) ++count.of[static_cast<std::size_t>(standing_of(r))];
  return count;
}

bool all_as_declared(const results& found) { return tally_of(found).not_as_declared() == 0; }
bool any_in_doubt(const results& found) { return tally_of(found)[standing::in_doubt] > 0; }
bool all_hold(const results& found) { return all_as_declared(found) && !any_in_doubt(found); }
bool nothing_fails(const results& found) {
  return std::none_of(found.begin(), found.end(), [](const record& r) { return r.outcome == verdict::fails; });
}

std::vector<std::string> missing(const results& found, const std::vector<std::string>& named) {
  std::vector<std::string> cells;
  for (const record& r : found)
    if (r.outcome == verdict::cannot_tell && r.known_gap.empty() &&
        std::find(named.begin(), named.end(), r.about.solver) != named.end() &&
        (r.is<law_facts>() ||
         (r.is<order_facts>() && (r.as<order_facts>().stopped_runs > 0 || r.fitting == fit_outcome::no_ladder))))
      cells.push_back(r.cell);
  return cells;
}

int exit_status_of(const results& found, bool others_as_declared) {
  if (!others_as_declared) return 1;
  return any_in_doubt(found) ? 3 : 0;
}

results of_study(const results& found, std::string_view study) {
  results some;
  std::copy_if(found.begin(), found.end(), std::back_inserter(some),
               [&](const record& r) { return r.about.study == study; });
  return some;
}

}  // namespace unilateral::study
