#include "reports/study/record/record.hpp"

#include <algorithm>

namespace unilateral::study {

std::string name_of(verdict v) {
  switch (v) {
    case verdict::holds:
      return "holds";
    case verdict::fails:
      return "FAILS";
    case verdict::cannot_tell:
      return "can't tell";
    case verdict::reference_in_doubt:
      return "reference in doubt";
    default:
      return "measured";
  }
}

std::string name_of(fit_outcome outcome) {
  switch (outcome) {
    case fit_outcome::fitted:
      return "fitted";
    case fit_outcome::exact_to_rounding:
      return "exact to rounding";
    case fit_outcome::too_few:
      return "too few points";
    case fit_outcome::not_finite:
      return "not finite";
    case fit_outcome::stopped:
      return "a run stopped";
    default:
      return "no ladder";
  }
}

std::string name_of(value_kind kind) {
  return kind == value_kind::number     ? "number"
         : kind == value_kind::distance ? "distance"
         : kind == value_kind::residual ? "residual"
                                        : "cost";
}

std::string name_of(velocity_reading how) {
  switch (how) {
    case velocity_reading::left:
      return "left";
    case velocity_reading::right:
      return "right";
    case velocity_reading::mid:
      return "mid";
    case velocity_reading::smooth:
      return "smooth";
    default:
      return "linear";
  }
}

std::string name_of(reading_origin from) {
  switch (from) {
    case reading_origin::option:
      return "option";
    case reading_origin::file:
      return "file";
    case reading_origin::positions:
      return "positions";
    default:
      return "nobody";
  }
}

std::string name_of(settlement s) {
  switch (s) {
    case settlement::confirmed:
      return "confirmed";
    case settlement::proved:
      return "proved";
    case settlement::proved_in_a_case:
      return "proved in a case";
    case settlement::corrected:
      return "corrected";
    case settlement::open:
      return "open";
    default:
      return "CONTRADICTED";
  }
}

std::string name_of(evidence::kind kind) {
  return kind == evidence::kind::fact ? "fact" : kind == evidence::kind::counter_example ? "counter-example" : "note";
}

std::string text_of(const evidence& e) {
  if (e.is == evidence::kind::counter_example)
    return (e.holds ? "counter-example to " : "NO COUNTER-EXAMPLE to ") + e.text;
  return (e.holds ? "" : "DOES NOT HOLD: ") + e.text;
}

std::string full_statement(const claim_facts& claim) {
  return claim.statement + (claim.corrected.empty() ? "" : " Corrected: " + claim.corrected);
}

std::optional<double> declared_order_of(const record& r) {
  if (r.is<order_facts>()) return r.as<order_facts>().declared;
  if (r.is<residual_facts>()) return r.as<residual_facts>().declared;
  return {};
}

const ladder_point* finest_of(const record& r) {
  const auto at =
      std::min_element(r.ladder.begin(), r.ladder.end(), [](const auto& a, const auto& b) { return a.step < b.step; });
  return at == r.ladder.end() ? nullptr : &*at;
}

record without_verdict(record cell, const std::string& why) {
  cell.outcome = verdict::reference_in_doubt;
  cell.reason = why;
  return cell;
}

std::string command_that_verifies(const std::string& cell) {
  std::string pattern;
  for (const char c : cell)
    pattern += std::string(std::string_view("+[]()").find(c) == std::string_view::npos ? "" : "\\") + c;
  return "unilateral verify --filter '^" + pattern + "$'";
}

}  // namespace unilateral::study
