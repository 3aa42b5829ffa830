#include "reports/render/findings.hpp"

#include "problems/language/rational.hpp"
#include "reports/render/number_text.hpp"
#include "reports/render/page_parts.hpp"
#include "reports/render/paper_sources.hpp"
#include "reports/render/problem_page.hpp"
#include "reports/study/order/verdict.hpp"
#include "reports/study/record/tally.hpp"
#include "reports/study/reference/motion.hpp"
#include "reports/study/reference/solver_list.hpp"
#include "reports/study/run/data_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <sstream>

namespace unilateral::render {
namespace {

using study::record;
using study::settlement;
using study::standing;

int count_if(const study::results& found, const std::function<bool(const record&)>& is) {
  return static_cast<int>(std::count_if(found.begin(), found.end(), is));
}

/// "1 problem", "2 problems".
std::string counted(int n, const std::string& what) { return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s"); }

std::string linked(const site& of, const record& r, const std::string& text) {
  const auto at = of.place_of_record(r.cell);
  return at ? "<a href=\"" + *at + "\">" + escaped(text) + "</a>" : escaped(text);
}

std::string listed(const std::vector<std::string>& items) {
  std::string out;
  for (std::size_t k = 0; k < items.size(); ++k)
    out += (k == 0 ? "" : k + 1 == items.size() ? " and " : ", ") + items[k];
  return out;
}

bool in_study(const record& r, const char* name) { return r.about.study == name; }

std::set<std::string> names(const study::results& found, std::string study::subject::* part) {
  std::set<std::string> all;
  for (const record& r : found)
    if (!in_study(r, "calibration") && !(r.about.*part).empty()) all.insert(r.about.*part);
  return all;
}

std::string verified(const study::results& found) {
  const study::tally count = study::tally_of(found);
  std::size_t runs = 0;
  for (const record& r : found) runs += r.ladder.size();
  const int left_out = count_if(
      found, [](const record& r) { return r.is<study::law_facts>() && !r.as<study::law_facts>().left_out.empty(); });
  const int declared = count.all() - count[standing::measured] - count[standing::zero];
  std::string out = fmt::format(
      "<li><b>Verified.</b> {} declarations were put to the test, on {} by {}: <b>{} hold</b>", declared,
      "<a href=\"problems.html\">" +
          counted(static_cast<int>(names(found, &study::subject::problem).size()), "problem") + "</a>",
      "<a href=\"solvers.html\">" + counted(static_cast<int>(study::solver_list().size()), "solver") + "</a>",
      count[standing::holds]);
  if (const int n = count[standing::fails] + count[standing::closed_gap]; n > 0)
    out += fmt::format(", <a href=\"open.html\">{} fail</a>", n);
  if (const int n = count[standing::cannot_tell]; n > 0)
    out += fmt::format(", <a href=\"open.html\">{} can't be told</a>", n);
  if (const int n = count[standing::in_doubt]; n > 0)
    out += fmt::format(", <a href=\"open.html\">{} have a reference in doubt</a>", n);
  if (const int n = count[standing::known_gap]; n > 0)
    out += fmt::format(", <a href=\"open.html\">{} fail as expected</a>", n);
  if (const int n = count[standing::left_open]; n > 0)
    out += fmt::format(", <a href=\"open.html\">{} left open</a>", n);
  out += ".";
  if (count[standing::zero] > 0)
    out += fmt::format(
        " Counted apart: {} rows where all that is compared is exactly 0, mostly because nothing moves there or "
        "nothing is hit.",
        count[standing::zero]);
  out += fmt::format(
      " {} more are measurements of which nothing was declared ({} laws do not apply to the problem, or were left "
      "out).",
      count[standing::measured], left_out);
  return out + fmt::format(" Behind the orders and residuals stand {} runs at jittered steps.</li>\n", runs);
}

std::string engines_agree(const study::results& found) {
  const record* least = nullptr;
  std::set<std::string> problems;
  for (const record& r : study::of_study(found, "engines")) {
    const auto& facts = r.as<study::agreement_facts>();
    if (!facts.agreed || r.outcome != study::verdict::holds) continue;
    problems.insert(r.about.problem);
  }
  for (const record& r : found)
    if (in_study(r, "engines") && r.outcome == study::verdict::holds && r.as<study::agreement_facts>().agreed &&
        (least == nullptr || *r.as<study::agreement_facts>().agreed < *least->as<study::agreement_facts>().agreed))
      least = &r;
  if (least == nullptr) return "";
  return fmt::format(
      "<li><b>References.</b> Two engines that share no code, Taylor series and collocation, solve {} with "
      "50 digits; where they were compared they agree in every number to {} digits at least.</li>\n",
      counted(static_cast<int>(problems.size()), "problem"), *least->as<study::agreement_facts>().agreed);
}

/// allowed_axioms.txt; nothing in a program without its sources.
std::optional<std::string> text_of_the_axioms() {
  try {
    return read_file(study::data_folder() / "proofs" / "coq" / "allowed_axioms.txt");
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

std::string proved(const study::results& found) {
  std::set<std::string> theorems, problems;
  int claims = 0, in_a_case = 0, brackets = 0;
  for (const record& r : found) {
    if (r.is<study::claim_facts>()) {
      claims += r.as<study::claim_facts>().settled == settlement::proved;
      in_a_case += r.as<study::claim_facts>().settled == settlement::proved_in_a_case;
    }
    if (r.is<study::claim_facts>())
      theorems.insert(r.as<study::claim_facts>().theorems.begin(), r.as<study::claim_facts>().theorems.end());
    if (in_study(r, "proved") && study::standing_of(r) == standing::holds) {
      ++brackets;
      problems.insert(r.about.problem);
    }
  }
  if (claims == 0 && brackets == 0) return "";
  std::string out = "<li><b>Proved.</b> ";
  if (claims > 0)
    out += fmt::format(
        "<a href=\"papers.html\">{}</a>{} rest on {} that Coq checked. Trusted for that: Coq's kernel; {}; that the "
        "definitions say what the papers say; that the audit ran on these sources.",
        counted(claims, "claim") + " of the papers",
        in_a_case > 0 ? fmt::format(", and {} more in a case that it names,", in_a_case) : "",
        counted(static_cast<int>(theorems.size()), "theorem"), trusted_axioms(text_of_the_axioms()));
  if (brackets > 0)
    out += fmt::format(
        " {} of impacts, contacts and states on <a href=\"proofs.html\">{}</a> lie in brackets that interval "
        "arithmetic "
        "encloses; trusted for that: its two libraries, and the hypotheses that each theorem names.",
        counted(brackets, "known number"), counted(static_cast<int>(problems.size()), "problem"));
  return out + "</li>\n";
}

/// The first words of a text, whole ones.
std::string beginning(const std::string& text) {
  constexpr std::size_t most = 110;
  if (text.size() <= most) return text;
  return text.substr(0, text.rfind(' ', most)) + " …";
}

std::string corrected(const study::results& found, const site& of) {
  std::set<std::string> asked;
  for (const erratum_entry& e : erratum_entries())
    if (e.is_question) asked.insert(e.id);
  std::string items;
  std::vector<std::string> answered;
  for (const record& r : found)
    if (r.is<study::claim_facts>() && r.as<study::claim_facts>().settled == settlement::corrected) {
      const auto& claim = r.as<study::claim_facts>();
      if (asked.contains(r.about.quantity)) {
        answered.push_back(linked(of, r, claim.paper + ", " + claim.place));
        continue;
      }
      items += fmt::format("<li>{}, {}: <q>{}</q> {}</li>\n", escaped(claim.paper), escaped(claim.place),
                           escaped(beginning(claim.statement)), linked(of, r, "corrected"));
    }
  if (items.empty()) return "";
  // A claim that was confirmed on instances is not one that holds.
  const auto settled = [&](settlement as) {
    return count_if(found, [as](const record& r) {
      return r.is<study::claim_facts>() && r.as<study::claim_facts>().settled == as;
    });
  };
  return fmt::format(
      "<li><b>What the papers got wrong.</b> Of their <a href=\"papers.html\">claims</a> {} are proved, {} proved in "
      "a case that is named, and {} confirmed on the instances that are counted. These are false as printed, or say "
      "nothing; each link has the counter-example and the statement that holds:\n<ul>\n{}</ul>{}</li>\n",
      settled(settlement::proved), settled(settlement::proved_in_a_case), settled(settlement::confirmed), items,
      answered.empty() ? "" : "Questions that they leave open and that have an answer: " + listed(answered) + ".");
}

std::string not_known(const study::results& found, const site& of) {
  std::vector<std::string> claims;
  for (const record& r : found)
    if (r.is<study::claim_facts>() && (r.as<study::claim_facts>().settled == settlement::open ||
                                       r.as<study::claim_facts>().settled == settlement::contradicted))
      claims.push_back(linked(of, r, r.about.quantity));
  const int doubts = count_if(found, [](const record& r) { return r.outcome == study::verdict::reference_in_doubt; });
  std::set<std::string> compared, too_wide;
  for (const record& r : found) {
    if (in_study(r, "engines")) compared.insert(r.about.problem);
    if (in_study(r, "agreement") && r.outcome == study::verdict::measured) too_wide.insert(r.cell);
  }
  int one_engine = 0;
  for (const std::string& p : names(found, &study::subject::problem))
    if (!compared.contains(p)) ++one_engine;
  std::string out = "<li><b>What is not known.</b> ";
  out += claims.empty() ? "No claim of a paper was left open." : "Open or contradicted: " + listed(claims) + ".";
  if (doubts > 0)
    out += fmt::format(" <a href=\"open.html\">{}</a>, for two engines part there.",
                       counted(doubts, "row") + " without a verdict");
  if (one_engine > 0)
    out += fmt::format(" On {}, chains, one engine computes, and second opinions are tests.",
                       counted(one_engine, "problem"));
  if (!too_wide.empty())
    out += fmt::format(
        " {} of solvers say nothing: a body at rest would be as near, within the error bounds that they have there.",
        counted(static_cast<int>(too_wide.size()), "comparison"));
  out +=
      " Not proved by anybody here: the convergence theorems of the papers, of which observed orders are evidence, and "
      "the limit of the string.";
  return out + "</li>\n";
}

std::string gaps(const study::results& found) {
  std::map<std::string, std::vector<const record*>> by_reason;
  for (const record& r : found)
    if (!r.known_gap.empty() && r.outcome != study::verdict::measured) by_reason[r.known_gap].push_back(&r);
  if (by_reason.empty()) return "<li><b>Known gaps.</b> None on this grid.</li>\n";
  std::string out = "<li><b>Known gaps.</b>";
  for (const auto& [reason, records] : by_reason)
    out += fmt::format(" <a href=\"open.html\">{}</a>: {}.", counted(static_cast<int>(records.size()), "row"),
                       escaped(reason.ends_with('.') ? reason.substr(0, reason.size() - 1) : reason));
  return out + "</li>\n";
}

std::string other_codes(const study::results& found) {
  struct ladder {
    std::vector<std::pair<double, const record*>> errors;  ///< by step
  };
  std::map<std::pair<std::string, std::string>, ladder> by;
  for (const record& r : found)
    if (in_study(r, "peers") && r.about.quantity == name_of(distance_kind::sup_position) &&
        !std::any_of(study::solver_list().begin(), study::solver_list().end(),
                     [&](const auto& s) { return s.declaration.name == r.about.solver; }))
      by[{r.about.solver, r.about.problem}].errors.emplace_back(
          exact<double>(exact_rational(r.about.where.substr(r.about.where.find(' ') + 1))), &r);
  if (by.empty()) return "";
  std::string out = "<li><b>What other codes get wrong.</b>";
  for (auto& [who, of] : by) {
    std::sort(of.errors.begin(), of.errors.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    const auto error = [](const auto& at) { return at.second->template as<study::value_facts>().error; };
    const bool falls = std::is_sorted(of.errors.begin(), of.errors.end(),
                                      [&](const auto& a, const auto& b) { return error(a) > error(b); });
    out += fmt::format(" {} on <a href=\"{}\">{}</a>: error of the position {} at step {:.2g}, {} at {:.2g}, {}.",
                       escaped(who.first), page_of_problem(who.second), escaped(who.second),
                       error_text(error(of.errors.front())), of.errors.front().first,
                       error_text(error(of.errors.back())), of.errors.back().first,
                       falls ? "falling with the step: nothing wrong is seen" : "<b>not falling with the step</b>");
  }
  return out +
         " All distances are on <a href=\"codes.html\">the page of other codes</a>; where codes that you have "
         "installed do not converge, <code>unilateral benchmark</code> says.</li>\n";
}

/// How hard it was tried to find all this wrong.
std::string tried(const study::results& found, const site& of) {
  std::string list;
  for (const record& r : found)
    if (in_study(r, "scores"))
      list += (list.empty() ? "" : "; ") + linked(of, r, r.as<study::value_facts>().computed + " " + r.about.quantity) +
              ": " + escaped(r.reason);
  return list.empty() ? "" : "<li><b>Tried</b>: " + list + ".</li>\n";
}

}  // namespace

std::string trusted_axioms(const std::optional<std::string>& allowed) {
  if (!allowed) return "the axioms of its real numbers, listed in proofs/coq";
  std::vector<std::string> all;
  std::istringstream lines(*allowed);
  for (std::string line; std::getline(lines, line);)
    if (!line.empty() && line[0] != '#')
      all.push_back("<code>" + escaped(line.substr(line.rfind('.') + 1)) + "</code>");
  return all.empty() ? "no axiom" : "the axioms of its real numbers, " + listed(all);
}

table orders_found(const study::results& found) {
  table t{"orders_found",
          "Orders in the step, declared: observed from … to (ladders where that holds, of those that show an order)",
          {{"scheme"}, {}}};
  for (const distance_kind kind : study::all_distances) t.data.header.push_back(name_of(kind));
  struct seen {
    std::optional<double> least, most;
    int holds = 0, faster = 0, all = 0;
  };
  std::map<std::string, std::map<std::string, std::map<double, seen>>> by;
  for (const record& r : found) {
    const std::optional<double> declared = declared_order_of(r);
    if (!in_study(r, "orders") || !declared || !r.fit) continue;  // exact to rounding: no order is seen
    seen& s = by[r.about.solver][r.about.quantity][*declared];
    ++s.all;
    if (study::standing_of(r) != standing::holds) continue;
    ++s.holds;
    if (const study::printed_interval shown = study::as_printed(*r.fit); shown.order - shown.half_width > *declared) {
      ++s.faster;  // where v does not jump, L² falls as L¹ does
      continue;
    }
    s.least = std::min(s.least.value_or(r.fit->order), r.fit->order);
    s.most = std::max(s.most.value_or(r.fit->order), r.fit->order);
  }
  for (const auto& [solver, distances] : by) {
    std::vector<std::string> row{solver};
    for (const distance_kind kind : study::all_distances) {
      std::string text;
      if (const auto at = distances.find(name_of(kind)); at != distances.end())
        for (const auto& [declared, s] : at->second)
          text += fmt::format("{}{:g}: {}({}/{}{})", text.empty() ? "" : "; ", declared,
                              s.least ? fmt::format("{:.2f}…{:.2f} ", *s.least, *s.most) : "", s.holds, s.all,
                              s.faster > 0 ? fmt::format(", {} faster", s.faster) : "");
      row.push_back(text.empty() ? "—" : text);
    }
    t.links[{t.data.rows.size(), 0}] = page_of_solver(solver) + "#orders";
    t.data.rows.push_back(std::move(row));
  }
  return t;
}

std::string first_findings(const study::results& found) {
  return "<ul class=\"findings\">\n" + verified(found) + engines_agree(found) + "</ul>\n";
}

std::string other_findings(const study::results& found, const site& of) {
  return "<ul class=\"findings\">\n" + tried(found, of) + corrected(found, of) + proved(found) + not_known(found, of) +
         gaps(found) + other_codes(found) + "</ul>\n";
}

std::string open_list(const study::results& found, const site& of) {
  std::map<standing, std::string> by;
  for (const record& r : found)
    if (r.outcome != study::verdict::holds && r.outcome != study::verdict::measured)
      by[study::standing_of(r)] +=
          fmt::format("<li>{}: {}{} <code>{}</code></li>\n", linked(of, r, r.cell), escaped(r.reason),
                      r.known_gap.empty() ? "" : " Known gap: " + escaped(r.known_gap), escaped(r.command));
    else if (study::standing_of(r) == standing::closed_gap)
      by[standing::closed_gap] += "<li>" + linked(of, r, r.cell) + ": " + escaped(r.reason) + "</li>\n";
  std::string out;
  for (const auto& [is, items] : by)
    out += "<h2 id=\"" + slug(name_of(is)) + "\">" + escaped(name_of(is)) + "</h2>\n<ul>\n" + items + "</ul>\n";
  return out.empty() ? "<p>Nothing: every declaration that was studied holds.</p>\n" : out;
}

}  // namespace unilateral::render
