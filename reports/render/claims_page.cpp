#include "reports/render/claims_page.hpp"

#include "reports/render/bibliography.hpp"
#include "reports/render/paper_sources.hpp"
#include "reports/render/problem_page.hpp"
#include "reports/study/record/tally.hpp"
#include "reports/study/run/data_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace unilateral::render {
namespace {

using study::claim_facts;
using study::record;
using study::settlement;

std::string anchor(const record& r) { return "claim-" + slug(r.about.quantity); }
std::string place(const record& r) { return page_of_paper(r.as<claim_facts>().paper) + "#" + anchor(r); }

/// Figures are links to where they stand; files and folders of the sources are named.
std::string links_of(const record& r, const site& of) {
  std::string all;
  for (const std::string& where : r.as<claim_facts>().see) {
    if (where == "erratum") continue;
    const auto at = of.place_of_figure(where);
    all += (all.empty() ? "" : ", ") +
           (at ? "<a href=\"" + *at + "\">" + escaped(where) + "</a>" : "<code>" + escaped(where) + "</code>");
  }
  return all;
}

std::string joined(const std::vector<std::string>& list) {
  std::string all;
  for (const std::string& item : list) all += (all.empty() ? "" : ", ") + item;
  return all;
}

/// One word, and the digits where numbers were compared.
std::string verdict_text(const record& r) {
  const auto& claim = r.as<claim_facts>();
  const std::string digits =
      claim.settled == settlement::confirmed && claim.agreed ? fmt::format(", {} digits", *claim.agreed) : "";
  const std::string expected = " (expected " + name_of(claim.expected) + ")";
  return name_of(claim.settled) + digits +
         (r.outcome == study::verdict::holds                ? ""
          : r.outcome == study::verdict::reference_in_doubt ? " (" + name_of(r.outcome) + ")"
                                                            : expected);
}

study::results claims_in(const study::results& found) { return study::of_kind<claim_facts>(found); }

table register_table(const study::results& claims) {
  table t{
      "claims", "The claims of the five papers", {{"id", "paper", "place", "claim", "verdict", "theorems", "see"}, {}}};
  for (const record& r : claims) {
    const auto& claim = r.as<claim_facts>();
    t.data.rows.push_back({r.about.quantity, claim.paper, claim.place, full_statement(claim), verdict_text(r),
                           joined(claim.theorems), joined(claim.see)});
  }
  return t;
}

/// The evidence that is a counter-example, or is not, as lines.
std::vector<std::string> evidence_of(const record& r, bool counter_examples) {
  std::vector<std::string> lines;
  for (const study::evidence& e : r.as<claim_facts>().found)
    if ((e.is == study::evidence::kind::counter_example && e.holds) == counter_examples) lines.push_back(text_of(e));
  return lines;
}

/// Classes: what is corrected and what is proved do not look alike.
std::string says(settlement s) {
  switch (s) {
    case settlement::confirmed:
      return "says holds";
    case settlement::proved:
    case settlement::proved_in_a_case:
      return "says proved";
    case settlement::corrected:
      return "says corrected";
    case settlement::open:
      return "says unknown";
    default:
      return "says fails";
  }
}

std::string counts_of(const study::results& claims) {
  std::string out;
  for (const settlement kind : study::all_settlements) {
    const auto count = std::count_if(claims.begin(), claims.end(),
                                     [&](const record& r) { return r.as<claim_facts>().settled == kind; });
    if (count > 0) out += (out.empty() ? "" : ", ") + std::to_string(count) + " " + name_of(kind);
  }
  return out;
}

std::vector<std::string> papers_of(const study::results& claims) {
  std::vector<std::string> keys;
  for (const record& r : claims)
    if (const std::string& key = r.as<claim_facts>().paper; std::find(keys.begin(), keys.end(), key) == keys.end())
      keys.push_back(key);
  return keys;
}

/// What Coq has checked, in its own words, as the audit froze them.
std::string statements_of(const claim_facts& claim) {
  std::string out;
  for (const std::string& name : claim.theorems) {
    const std::string text = theorem_statement(name);
    out += "<dt><code>" + escaped(name) + "</code></dt>\n<dd>" +
           (text.empty() ? "its statement is in the sources" : "<pre tabindex=\"0\">" + escaped(text) + "</pre>") +
           "</dd>\n";
  }
  return out.empty() ? "" : "<p>Theorems, as Coq states them:</p>\n<dl>\n" + out + "</dl>\n";
}

std::string list_of(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += "<li>" + escaped(line) + "</li>\n";
  return out.empty() ? "" : "<ul>\n" + out + "</ul>\n";
}

/// As the note of corrections has them.
std::vector<const record*> by_consequence(const study::results& claims) {
  std::vector<const record*> all;
  for (const erratum_entry& e : erratum_entries())
    for (const record& r : claims)
      if (r.about.quantity == e.id) all.push_back(&r);
  for (const record& r : claims)
    if (std::find(all.begin(), all.end(), &r) == all.end()) all.push_back(&r);
  return all;
}

std::string one_claim(const record& r, const site& of) {
  const auto& claim = r.as<claim_facts>();
  std::string out = fmt::format(
      "<section class=\"claim\" id=\"{}\"><h3>{} <small>{}</small></h3>\n<p class=\"verdict\"><span class=\"{}\">{}"
      "</span></p>\n",
      anchor(r), escaped(r.about.quantity), escaped(claim.place), says(claim.settled), escaped(verdict_text(r)));
  if (claim.corrected.empty() || claim.settled != settlement::corrected) {
    out += "<p>" + escaped(claim.statement) + "</p>\n";
    if (!claim.corrected.empty())
      out += "<p>This run did not demonstrate that it is wrong: " + escaped(r.reason) + "</p>\n";
    out += statements_of(claim) + "<p>Shown by</p>\n" + list_of(evidence_of(r, false)) + list_of(evidence_of(r, true));
  } else {
    out += "<p><b>Printed.</b> " + escaped(claim.statement) + "</p>\n<p><b>Why it fails.</b></p>\n" +
           list_of(evidence_of(r, true)) + "<p><b>Correct.</b> " + escaped(claim.corrected) + "</p>\n" +
           statements_of(claim) + "<p>Shown by</p>\n" + list_of(evidence_of(r, false));
  }
  const std::string links = links_of(r, of);
  return out + "<p>" + links + (links.empty() ? "" : " · ") + "<code>" + escaped(r.command) + "</code></p></section>\n";
}

}  // namespace

std::string theorem_statement(const std::string& name) {
  static const std::map<std::string, std::string> all = [] {
    std::map<std::string, std::string> known;
    try {
      std::istringstream lines(read_file(study::data_folder() / "proofs" / "coq" / "headlines.frozen"));
      std::string* now = nullptr;
      for (std::string line; std::getline(lines, line);) {
        if (!line.empty() && line[0] != ' ') {
          now = &known[line.substr(line[0] == '@' ? 1 : 0)];
        } else if (now != nullptr) {
          *now += (now->empty() ? "" : "\n") + line;
        }
      }
    } catch (const std::exception&) {
      known.clear();  // a program without its sources names its theorems only
    }
    return known;
  }();
  const auto at = all.find(name.substr(name.rfind('.') + 1));
  return at == all.end() ? "" : at->second;
}

void write_paper_pages(site& into, const study::results& found, const std::map<std::string, std::vector<figure>>& shown,
                       const std::map<std::string, table>& tables) {
  const study::results claims = claims_in(found);
  write_table(register_table(claims), into.tables());
  for (const std::string& key : papers_of(claims)) {
    study::results own;
    for (const record& r : claims)
      if (r.as<claim_facts>().paper == key) own.push_back(r);
    const auto entry = bibliography().find(key);
    site::page page(into, page_of_paper(key), key + ": its claims, settled",
                    entry == bibliography().end() ? "" : entry->second, "papers.html");
    page.add("<p>" + escaped(counts_of(own)) +
             ". No verdict is typed in: each is computed from the facts listed under the claim.</p>\n");
    const auto figures = shown.find(key);
    if (figures != shown.end()) page.announce(figures->second);
    const auto is_wrong = [](const record& r) { return r.as<claim_facts>().settled == settlement::corrected; };
    if (std::any_of(own.begin(), own.end(), is_wrong)) {
      page.section("erratum", "Erratum");
      page.add(
          "<p>Statements that are false as printed, or say nothing, and questions that have an answer: with a "
          "counter-example of this run each, and the statement that holds. That a statement is not among them does "
          "not mean that it is right: what was shown of it stands below.</p>\n");
      for (const record* r : by_consequence(own))
        if (is_wrong(*r)) page.add(one_claim(*r, into));
    }
    page.section("claims", "Claims");
    for (const record& r : own) {
      if (!is_wrong(r)) page.add(one_claim(r, into));
      page.stands(r.cell, anchor(r));
    }
    if (figures != shown.end()) {
      page.section("figures", "Figures, from computation");
      page.show(figures->second);
    }
    if (const auto of_numbers = tables.find(key); of_numbers != tables.end()) {
      write_table(of_numbers->second, into.tables());
      page.show(of_numbers->second);
    }
    page.put();
  }
}

void write_papers_page(site& into, const study::results& found) {
  const study::results claims = claims_in(found);
  site::page page(into, "papers.html", "The papers", "What each paper claims, settled by a run.");
  page.add(
      "<p><span class=\"says holds\">confirmed</span> on the instances that are named and counted, to so many digits "
      "where numbers were compared. <span class=\"says proved\">proved</span> by theorems that are the claim and that "
      "Coq checked; in a case, where the case is named. <span class=\"says corrected\">corrected</span> false as "
      "printed, or saying nothing, with a counter-example, and the statement that holds; or a question, with its "
      "answer.</p>\n<ul>\n");
  for (const std::string& key : papers_of(claims)) {
    study::results own;
    for (const record& r : claims)
      if (r.as<claim_facts>().paper == key) own.push_back(r);
    const auto entry = bibliography().find(key);
    page.add("<li><a href=\"" + page_of_paper(key) + "\">" + escaped(key) + "</a>: " + escaped(counts_of(own)) +
             (entry == bibliography().end() ? "" : "<br><small>" + entry->second + "</small>") + "</li>\n");
  }
  page.add("</ul>\n");
  table t{"claims-table", "Every claim", {{"claim", "paper", "place", "verdict", "what is claimed"}, {}}};
  t.file = "claims";
  for (const record& r : claims) {
    const auto& claim = r.as<claim_facts>();
    t.links[{t.data.rows.size(), 0}] = place(r);
    t.classes[{t.data.rows.size(), 3}] = says(claim.settled);
    t.data.rows.push_back({r.about.quantity, claim.paper, claim.place, verdict_text(r), full_statement(claim)});
  }
  page.show(t);
  page.put();
}

void cite_claims(std::vector<figure>& figures, const study::results& found) {
  const study::results claims = claims_in(found);
  for (figure& f : figures) {
    std::string cited;
    for (const record& r : claims) {
      const std::vector<std::string>& see = r.as<claim_facts>().see;
      if (std::find(see.begin(), see.end(), f.name) == see.end()) continue;
      cited += fmt::format("{}<a href=\"{}\">{}</a>", cited.empty() ? "" : ", ", place(r), escaped(r.about.quantity));
    }
    if (!cited.empty()) f.caption += " Claims: " + cited + ".";
  }
}

}  // namespace unilateral::render
