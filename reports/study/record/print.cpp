#include "reports/study/record/print.hpp"

#include "reports/study/external/reading.hpp"
#include "reports/study/order/verdict.hpp"
#include "reports/study/record/results_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace unilateral::study {
namespace {

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + "\"";
}

std::string order_text(const std::optional<fitted_order>& fit) {
  return fit ? text_of(as_printed(*fit)) : fmt::format("{:>15}", "—");
}

/// "holds", or with a known gap what became of it.
std::string outcome_text(const record& r) {
  if (r.known_gap.empty()) return name_of(r.outcome);
  return r.outcome == verdict::holds ? "holds, though listed as a known gap"
                                     : name_of(r.outcome) + " (known gap: " + r.known_gap + ")";
}

std::string text_of(const record& r) {
  const subject& about = r.about;
  return std::visit(
      [&](const auto& facts) -> std::string {
        using Facts = std::remove_cvref_t<decltype(facts)>;
        if constexpr (std::is_same_v<Facts, order_facts>) {
          const std::string window = r.fit ? fmt::format("{:.3g} … {:.3g}", r.fit->window_low, r.fit->window_high) : "";
          const std::string drift = r.fit ? with_uncertainty(r.fit->drift, r.fit->drift_half_width) : "";
          const std::string declared = facts.declared ? fmt::format("{}", *facts.declared) : "—";
          return fmt::format("  {:<12} {:>15} {:>9}  {:<24} {:<17} {}: {}\n", about.quantity, order_text(r.fit),
                             declared, window, drift, outcome_text(r), r.reason);
        } else if constexpr (std::is_same_v<Facts, value_facts>) {
          if (r.outcome == verdict::reference_in_doubt)
            return fmt::format("  {} · {}  {}: {}\n", about.problem, about.solver, outcome_text(r), r.reason);
          const std::string tolerance =
              r.outcome == verdict::measured ? "" : fmt::format(", tolerance {:.3g}", facts.tolerance);
          return fmt::format("  {} · {} · {}: {}\n    expected {}, error {:.3g}{}, {}: {}\n", about.problem,
                             about.solver, about.quantity, facts.computed, facts.expected, facts.error, tolerance,
                             outcome_text(r), r.reason);
        } else if constexpr (std::is_same_v<Facts, residual_facts>) {
          return fmt::format("  {} · {} · {:<22} {}  {}: {}\n", about.problem, about.solver, about.quantity,
                             order_text(r.fit), outcome_text(r), r.reason);
        } else if constexpr (std::is_same_v<Facts, agreement_facts>) {
          return fmt::format("  {} · {} and {} · {}  {}: {}\n", about.problem, about.solver, about.other,
                             about.quantity, outcome_text(r), r.reason);
        } else if constexpr (std::is_same_v<Facts, rounding_facts>) {
          return fmt::format("  {} · {} · {} at step {:.3g}  {}: {}\n", about.problem, about.solver, about.quantity,
                             facts.step, outcome_text(r), r.reason);
        } else if constexpr (std::is_same_v<Facts, law_facts>) {
          return fmt::format("  {} · {} · {:<16} {}: {}\n", about.problem, about.solver, about.quantity,
                             outcome_text(r), r.reason);
        } else {
          return fmt::format("  {:<13} {:<13} {}\n    {}: {}\n", about.quantity, name_of(facts.settled),
                             full_statement(facts), outcome_text(r), r.reason);
        }
      },
      r.facts);
}

/// What a table of orders is about.
std::string heading_of(const record& r) {
  const auto& facts = r.as<order_facts>();
  const subject& about = r.about;
  std::string text = about.problem;
  if (!about.restitution.empty()) text += " · e=" + about.restitution;
  if (!about.where.empty()) text += " · " + about.where;
  return fmt::format("{} · {}, until t = {}, against {}\n  {:<12} {:>15} {:>9}  {:<24} {:<17} verdict\n", text,
                     about.solver, facts.until, facts.reference, "distance", "order", "declared", "steps of the window",
                     "drift");
}

/// The kinds in the order in which they are printed, with the names of their lists.
constexpr std::array lists{"orders", "values", "residuals", "agreements", "roundings", "laws", "claims"};
static_assert(lists.size() == std::variant_size_v<decltype(record::facts)>);

}  // namespace

std::string as_text(const results& found) {
  std::string text;
  for (std::size_t kind = 0; kind < lists.size(); ++kind) {
    std::string heading;
    for (const record& r : found) {
      if (r.facts.index() != kind) continue;
      const std::string here = r.is<order_facts>() ? heading_of(r) : std::string(lists[kind]) + "\n";
      if (here != heading) text += (text.empty() ? "" : "\n") + (heading = here);
      text += text_of(r);
    }
  }
  return text;
}

namespace {

/// Of the first number of a file that was read in some way.
std::string reading_text(const results& found, const std::string& file) {
  for (const record& r : found)
    if (r.about.solver == file && r.is<value_facts>() && r.as<value_facts>().reading)
      return ", v between rows " + text_of(*r.as<value_facts>().reading);
  return "";
}

/// "0.0123", "no verdict: …".
std::string error_text(const record& r) {
  const auto& facts = r.as<value_facts>();
  if (r.outcome == verdict::cannot_tell) return "no verdict: " + r.reason;
  std::string text = fmt::format("{:.3g}", facts.error);
  if (facts.reading && facts.reading->left_out && *facts.reading->left_out > 0)
    text += fmt::format("  ({:.2g} % of the rows left out, near impacts)", 100 * *facts.reading->left_out);
  return text;
}

std::string heading_over(const record& r) {
  const auto& facts = r.as<value_facts>();
  return facts.kind == value_kind::residual ? "by itself, against no reference"
         : facts.kind == value_kind::cost   ? facts.reference
                                            : "against " + facts.reference;
}

std::string one_judgement(const results& found) {
  std::string text, against;
  for (const record& r : found) {
    const auto& facts = r.as<value_facts>();
    if (text.empty())
      text = fmt::format("{} · {}, {}{}\n", r.about.problem, r.about.solver, r.reason,
                         reading_text(found, r.about.solver));
    if (r.outcome == verdict::reference_in_doubt) {
      text += fmt::format("{}: {}\n", name_of(r.outcome), r.reason);
      continue;
    }
    if (heading_over(r) != against) text += (against = heading_over(r)) + "\n";
    text += facts.kind == value_kind::number
                ? fmt::format("  {:<28} {:<24} known {:<24} error {:.3g}\n", r.about.quantity, facts.computed,
                              facts.expected, facts.error)
            : facts.kind == value_kind::cost ? fmt::format("  {:<28} {}\n", r.about.quantity, facts.computed)
                                             : fmt::format("  {:<28} {}\n", r.about.quantity, error_text(r));
  }
  return text;
}

/// A line a quantity, a column a file, the order at its end; what only some files have is a dash in the others.
std::string judgements_side_by_side(const results& found) {
  std::vector<std::string> files, quantities;
  const auto add = [](std::vector<std::string>& names, const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const record& r : found) {
    add(quantities, r.about.quantity);
    if (r.is<value_facts>()) add(files, r.about.solver);
  }
  const auto record_of = [&](const std::string& file, const std::string& quantity) -> const record* {
    for (const record& r : found)
      if (r.is<value_facts>() && r.about.solver == file && r.about.quantity == quantity) return &r;
    return nullptr;
  };
  std::string text, against, notes;
  for (std::size_t k = 0; k < files.size(); ++k) {
    const auto first =
        std::find_if(found.begin(), found.end(), [&](const record& r) { return r.about.solver == files[k]; });
    text += fmt::format("[{}] {} · {}, {}{}\n", k + 1, first->about.problem, files[k], first->reason,
                        reading_text(found, files[k]));
  }
  text += fmt::format("  {:<28}", "errors");
  for (std::size_t k = 0; k < files.size(); ++k) text += fmt::format(" {:<10}", fmt::format("[{}]", k + 1));
  const bool has_orders = std::any_of(found.begin(), found.end(), [](const record& r) { return r.is<order_facts>(); });
  text += has_orders ? "order\n" : "\n";
  for (const std::string& quantity : quantities) {
    std::string line = fmt::format("  {:<28}", quantity), heading;
    for (std::size_t k = 0; k < files.size(); ++k) {
      const record* const r = record_of(files[k], quantity);
      std::string cell = "—";
      if (r != nullptr) {
        if (heading.empty()) heading = heading_over(*r);
        const auto& facts = r->as<value_facts>();
        if (r->outcome == verdict::reference_in_doubt || r->outcome == verdict::cannot_tell)
          notes += fmt::format("[{}] {}: {}, {}\n", k + 1, quantity, name_of(r->outcome), r->reason);
        else
          cell = facts.kind == value_kind::cost ? facts.computed : fmt::format("{:.3g}", facts.error);
      }
      line += fmt::format(" {:<10}", cell);
    }
    for (const record& r : found)
      if (r.is<order_facts>() && r.about.quantity == quantity) {
        line += r.fit ? text_of(as_printed(*r.fit)) : r.reason;
        const auto& reading = r.as<order_facts>().reading;
        if (r.fit && reading && !text_of_limit(*reading, *r.fit).empty())
          line += fmt::format(", at most {} as {}", *reading->limit, name_of(reading->velocity));
      }
    if (heading != against) text += (against = heading) + "\n";
    text += line + "\n";
  }
  return text + notes;
}

}  // namespace

std::string as_judgement(const results& found) {
  const bool one = std::all_of(found.begin(), found.end(),
                               [&](const record& r) { return r.about.solver == found.front().about.solver; });
  return one ? one_judgement(found) : judgements_side_by_side(found);
}

std::string as_json(const results& found) {
  std::string text = "{";
  for (std::size_t kind = 0; kind < lists.size(); ++kind) {
    results some;
    for (const record& r : found)
      if (r.facts.index() == kind) some.push_back(r);
    std::string list;
    for (const std::string& line : lines_of(some)) list += (list.empty() ? "\n  " : ",\n  ") + line;
    text += fmt::format("{}\"{}\": [{}]", kind == 0 ? "" : ",\n", lists[kind], list.empty() ? list : list + "\n");
  }
  return text + "}\n";
}

std::string as_csv(const results& found) {
  std::string text =
      "cell,problem,solver,what,digits,measured,uncertainty,declared,window_low,window_high,drift,verdict,reason\n";
  const auto number = [](const auto& x) { return fmt::format("{}", x); };
  const auto or_nothing = [](const auto& x) { return x ? fmt::format("{}", *x) : ""; };
  for (const record& r : found) {
    const subject& about = r.about;
    std::string who = about.solver + (about.other.empty() ? "" : "+" + about.other), digits = number(r.digits);
    std::string measured = r.fit ? number(r.fit->order) : "", uncertainty = r.fit ? number(r.fit->half_width) : "",
                declared = or_nothing(declared_order_of(r));
    std::visit(
        [&](const auto& facts) {
          using Facts = std::remove_cvref_t<decltype(facts)>;
          if constexpr (std::is_same_v<Facts, value_facts>) {
            measured = facts.computed, uncertainty = number(facts.error), declared = facts.expected;
          } else if constexpr (std::is_same_v<Facts, agreement_facts>) {
            digits = or_nothing(facts.agreed), measured = number(facts.difference), uncertainty = number(facts.bound);
          } else if constexpr (std::is_same_v<Facts, rounding_facts>) {
            measured = number(facts.rounding), uncertainty = number(facts.bound);
          } else if constexpr (std::is_same_v<Facts, law_facts>) {
            measured = facts.left_out.empty() ? number(facts.share) : "";
          } else if constexpr (std::is_same_v<Facts, claim_facts>) {
            who = facts.paper, digits = or_nothing(facts.agreed), measured = name_of(facts.settled),
            declared = name_of(facts.expected);
          }
        },
        r.facts);
    const std::string window =
        r.fit ? fmt::format("{},{},{}", r.fit->window_low, r.fit->window_high, r.fit->drift) : ",,";
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", csv_field(r.cell), csv_field(about.problem),
                        csv_field(who), csv_field(about.quantity), digits, csv_field(measured), uncertainty,
                        csv_field(declared), window, name_of(r.outcome), csv_field(r.reason));
  }
  return text;
}

}  // namespace unilateral::study
