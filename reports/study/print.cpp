#include "reports/study/print.hpp"

#include "reports/study/rates.hpp"
#include "reports/study/results_file.hpp"
#include "reports/study/verdict.hpp"

#include <fmt/format.h>

namespace unilateral::study {
namespace {

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + "\"";
}

std::string order_text(const std::optional<fitted_order>& fit) { return fit ? text_of(as_printed(*fit)) : fmt::format("{:>15}", "—"); }

/// "holds", or with a known gap what became of it.
template <class Record>
std::string outcome_text(const Record& r) {
  if (r.known_gap.empty()) return name_of(r.outcome);
  return r.outcome == verdict::holds ? "holds, though listed as a known gap" : name_of(r.outcome) + " (known gap: " + r.known_gap + ")";
}

}  // namespace

std::string as_text(const results& found) {
  std::string text;
  std::string heading;
  for (const order_record& r : found.orders) {
    const auto& [setting, kind] = place_of(r.cell);
    const std::string here = r.problem + (setting.empty() ? "" : " · " + setting) + (kind.empty() ? "" : " · " + kind) + " · " + r.solver;
    if (here != heading)
      text += fmt::format("{}{}, until t = {}, against {}\n  {:<12} {:>15} {:>9}  {:<24} {:<17} verdict\n", heading.empty() ? "" : "\n", here, r.until, r.reference, "distance", "order", "declared",
                          "steps of the window", "drift");
    heading = here;
    const std::string window = r.fit ? fmt::format("{:.3g} … {:.3g}", r.fit->window_low, r.fit->window_high) : "";
    const std::string drift = r.fit ? fmt::format("{:.3f} ± {:.3f}", r.fit->drift, r.fit->drift_half_width) : "";
    text += fmt::format("  {:<12} {:>15} {:>9}  {:<24} {:<17} {}: {}\n", r.distance, order_text(r.fit), r.declared ? fmt::format("{}", *r.declared) : "—", window, drift, outcome_text(r), r.reason);
  }
  if (!found.values.empty()) text += text.empty() ? "values\n" : "\nvalues\n";
  for (const value_record& r : found.values) {
    if (r.outcome == verdict::reference_in_doubt) {
      text += fmt::format("  {} · {}  {}: {}\n", r.problem, r.solver, outcome_text(r), r.reason);
      continue;
    }
    text += fmt::format("  {} · {} · {}: {}\n    expected {}, error {:.3g}{}, {}: {}\n", r.problem, r.solver, r.quantity, r.computed, r.expected, r.error,
                        r.outcome == verdict::measured ? "" : fmt::format(", tolerance {:.3g}", r.tolerance), outcome_text(r), r.reason);
  }
  if (!found.residuals.empty()) text += text.empty() ? "residuals\n" : "\nresiduals\n";
  for (const residual_record& r : found.residuals) text += fmt::format("  {} · {} · {:<22} {}  {}: {}\n", r.problem, r.solver, r.residual, order_text(r.fit), outcome_text(r), r.reason);
  if (!found.crosses.empty()) text += text.empty() ? "agreements\n" : "\nagreements\n";
  for (const cross_record& r : found.crosses) text += fmt::format("  {} · {} and {} · {}  {}: {}\n", r.problem, r.first, r.second, r.distance, outcome_text(r), r.reason);
  if (!found.claims.empty()) text += text.empty() ? "claims\n" : "\nclaims\n";
  for (const claim_record& r : found.claims) text += fmt::format("  {:<13} {:<13} {}\n    {}: {}\n", r.id, r.settled, r.statement, outcome_text(r), r.reason);
  return text;
}

std::string as_judgement(const results& found) {
  std::string text, against;
  for (const value_record& r : found.values) {
    if (text.empty()) text = fmt::format("{} · {}, {}\n", r.problem, r.solver, r.reason);
    if (r.outcome == verdict::reference_in_doubt) {
      text += fmt::format("{}: {}\n", name_of(r.outcome), r.reason);
      continue;
    }
    const bool is_residual = r.quantity.starts_with("residual "), of_zero = is_residual || r.quantity.starts_with("distance ");
    const std::string heading = is_residual ? "by itself, against no reference" : "against " + r.reference;
    if (heading != against) text += (against = heading) + "\n";
    text += of_zero ? fmt::format("  {:<28} {:.3g}\n", r.quantity, r.error) : fmt::format("  {:<28} {:<24} known {:<24} error {:.3g}\n", r.quantity, r.computed, r.expected, r.error);
  }
  return text;
}

std::string as_json(const results& found) {
  const auto list = [](const results& of_one_type) {
    std::string text;
    for (const std::string& line : lines_of(of_one_type)) text += (text.empty() ? "\n  " : ",\n  ") + line;
    return text.empty() ? text : text + "\n";
  };
  results orders, values, residuals, crosses, claims;
  orders.orders = found.orders;
  values.values = found.values;
  residuals.residuals = found.residuals;
  crosses.crosses = found.crosses;
  claims.claims = found.claims;
  return "{\"orders\": [" + list(orders) + "],\n\"values\": [" + list(values) + "],\n\"residuals\": [" + list(residuals) + "],\n\"crosses\": [" + list(crosses) + "],\n\"claims\": [" + list(claims) + "]}\n";
}

std::string as_csv(const results& found) {
  std::string text = "cell,problem,solver,what,digits,measured,uncertainty,declared,window_low,window_high,drift,verdict,reason\n";
  const auto row = [&](const std::string& cell, const std::string& problem, const std::string& solver, const std::string& what, const std::string& digits, const std::string& measured,
                       const std::string& uncertainty, const std::string& declared, const std::optional<fitted_order>& fit, verdict outcome, const std::string& reason) {
    const std::string window = fit ? fmt::format("{},{},{}", fit->window_low, fit->window_high, fit->drift) : ",,";
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", quoted(cell), quoted(problem), quoted(solver), quoted(what), digits, quoted(measured), uncertainty, quoted(declared), window, name_of(outcome), quoted(reason));
  };
  const auto order = [](const std::optional<fitted_order>& fit) { return fit ? fmt::format("{}", fit->order) : ""; };
  const auto half_width = [](const std::optional<fitted_order>& fit) { return fit ? fmt::format("{}", fit->half_width) : ""; };
  for (const order_record& r : found.orders)
    row(r.cell, r.problem, r.solver, r.distance, fmt::format("{}", r.digits), order(r.fit), half_width(r.fit), r.declared ? fmt::format("{}", *r.declared) : "", r.fit, r.outcome, r.reason);
  for (const value_record& r : found.values)
    row(r.cell, r.problem, r.solver, r.quantity, fmt::format("{}", r.digits), r.computed, fmt::format("{}", r.error), r.expected, {}, r.outcome, r.reason);
  for (const residual_record& r : found.residuals) row(r.cell, r.problem, r.solver, r.residual, "", order(r.fit), half_width(r.fit), "", r.fit, r.outcome, r.reason);
  for (const cross_record& r : found.crosses)
    row(r.cell, r.problem, r.first + "+" + r.second, r.distance, r.digits ? std::to_string(*r.digits) : "", fmt::format("{}", r.difference), fmt::format("{}", r.bound), "", {}, r.outcome, r.reason);
  for (const claim_record& r : found.claims) row(r.cell, r.paper, "", r.id, r.digits ? std::to_string(*r.digits) : "", r.settled, "", r.expected, {}, r.outcome, r.reason);
  return text;
}

}  // namespace unilateral::study
