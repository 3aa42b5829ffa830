#include "reports/render/claims_page.hpp"

#include "reports/study/record/tally.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace unilateral::render {
namespace {

using study::claim_facts;
using study::record;
using study::settlement;

std::string anchor(const record& r) { return "claim-" + r.about.quantity; }

/// Files and folders of the sources are named; what else a claim points at is a place of the page.
std::string link_to(const std::string& where) {
  if (where.find('/') != std::string::npos) return "<code>" + escaped(where) + "</code>";
  return fmt::format("<a href=\"#{0}\">{0}</a>", escaped(where));
}

std::string links_of(const record& r) {
  std::string all;
  for (const std::string& where : r.as<claim_facts>().see) all += (all.empty() ? "" : ", ") + link_to(where);
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

}  // namespace

std::string claims_section(const study::results& found, const std::filesystem::path& tables) {
  const study::results claims = claims_in(found);
  if (claims.empty()) return {};
  write_table(register_table(claims), tables);
  std::string out = "<h2 id=\"claims\">The claims of the papers</h2>\n<ul class=\"tally\">\n";
  for (const settlement kind : study::all_settlements) {
    const auto count = std::count_if(claims.begin(), claims.end(),
                                     [&](const record& r) { return r.as<claim_facts>().settled == kind; });
    if (count > 0 || kind == settlement::open) out += fmt::format("<li><b>{}</b>{}</li>\n", count, name_of(kind));
  }
  out +=
      "</ul>\n<p>What each paper claims, settled by a run. <i>Confirmed</i>: computed, to so many digits where numbers "
      "were compared. <i>Proved</i>: by theorems that Coq checked, and by what ran. <i>Corrected</i>: false as "
      "printed, with a counter-example, and the correct statement; for Sayah 2004 see the <a "
      "href=\"#erratum\">erratum</a>. No verdict is typed in: each is computed from the facts listed under the "
      "claim.</p>\n";
  out +=
      "<div class=\"scroll\"><table id=\"claims-table\"><caption>A row a claim <span class=\"files\"><a "
      "href=\"tables/claims.csv\">csv</a> <a href=\"tables/claims.tex\">tex</a></span></caption>\n"
      "<thead><tr><th>id</th><th>claim</th><th>verdict</th><th>shown by</th></tr></thead>\n<tbody>\n";
  for (const record& r : claims)
    out += fmt::format(
        "<tr><td><a href=\"#{0}\">{1}</a></td><td>{2}<br><small>{3}, {4}</small></td><td "
        "class=\"{5}\">{6}</td><td>{7}</td></tr>\n",
        anchor(r), escaped(r.about.quantity), escaped(full_statement(r.as<claim_facts>())),
        escaped(r.as<claim_facts>().paper), escaped(r.as<claim_facts>().place),
        r.outcome == study::verdict::holds ? "holds" : "fails", escaped(verdict_text(r)), links_of(r));
  out += "</tbody></table></div>\n<h3>The evidence</h3>\n";
  for (const record& r : claims) {
    out +=
        fmt::format("<details id=\"{}\"><summary>{} · {}</summary>\n<p>{}</p>\n<ul>\n", anchor(r),
                    escaped(r.about.quantity), escaped(verdict_text(r)), escaped(full_statement(r.as<claim_facts>())));
    for (const study::evidence& e : r.as<claim_facts>().found) out += "<li>" + escaped(text_of(e)) + "</li>\n";
    out += fmt::format("</ul>\n<p>{}{}<code>{}</code></p></details>\n", links_of(r),
                       r.as<claim_facts>().see.empty() ? "" : " · ", escaped(r.command));
  }
  return out;
}

std::string erratum_section(const study::results& found) {
  const study::results claims = claims_in(found);
  std::string items;
  for (const record& r : claims) {
    const auto& claim = r.as<claim_facts>();
    if (claim.paper != "Sayah2004" || claim.expected != settlement::corrected) continue;
    items += fmt::format("<dt>{} <small><a href=\"#{}\">{}</a></small></dt>\n<dd>\n", escaped(claim.place), anchor(r),
                         escaped(r.about.quantity));
    if (claim.settled != settlement::corrected) {
      items += "<p>This run did not demonstrate it: " + escaped(r.reason) + "</p></dd>\n";
      continue;
    }
    items += "<p><b>Printed.</b> " + escaped(claim.statement) + "</p>\n<p><b>Why it fails.</b></p><ul>\n";
    for (const std::string& line : evidence_of(r, true)) items += "<li>" + escaped(line) + "</li>\n";
    items += "</ul>\n<p><b>Correct.</b> " + escaped(claim.corrected) + "</p>\n<p><b>Shown by</b></p><ul>\n";
    for (const std::string& line : evidence_of(r, false)) items += "<li>" + escaped(line) + "</li>\n";
    items += "</ul>\n";
    std::string figures;
    for (const std::string& where : claim.see)
      if (where != "erratum") figures += (figures.empty() ? "" : ", ") + link_to(where);
    if (!figures.empty()) items += "<p>See " + figures + ".</p>\n";
    items += "</dd>\n";
  }
  if (items.empty()) return {};
  std::string right;
  for (const record& r : claims) {
    const auto& claim = r.as<claim_facts>();
    if (claim.paper != "Sayah2004" || (claim.settled != settlement::proved && claim.settled != settlement::confirmed))
      continue;
    right += fmt::format("{}<a href=\"#{}\">{}</a> ({}, {})", right.empty() ? "" : ", ", anchor(r),
                         escaped(r.about.quantity), escaped(claim.place), name_of(claim.settled));
  }
  return "<h2 id=\"erratum\">Erratum to Sayah 2004</h2>\n<p>The note [Sayah 2004] poses the discrete problem and its "
         "dual, characterises the nodes at rest and builds an algorithm on that. Right as printed: " +
         right +
         ". A few statements are not correct as printed. They do not touch these results, but a program written from "
         "the text would inherit them. The abridged English version of the note already compares the length of the "
         "chain with a quarter of a circle, which is the correct criterion.</p>\n<dl>\n" +
         items + "</dl>\n";
}

void cite_claims(std::vector<figure>& figures, const study::results& found) {
  const study::results claims = claims_in(found);
  for (figure& f : figures) {
    std::string cited;
    for (const record& r : claims) {
      const std::vector<std::string>& see = r.as<claim_facts>().see;
      if (std::find(see.begin(), see.end(), f.name) == see.end()) continue;
      cited += fmt::format("{}<a href=\"#{}\">{}</a>", cited.empty() ? "" : ", ", anchor(r), escaped(r.about.quantity));
    }
    if (!cited.empty()) f.caption += " Claims: " + cited + ".";
  }
}

}  // namespace unilateral::render
