#include "reports/render/claims_page.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace unilateral::render {
namespace {

using study::claim_record;

std::string anchor(const claim_record& r) { return "claim-" + r.id; }

/// Files and folders of the sources are named; what else a claim points at is a place of the page.
std::string link_to(const std::string& where) {
  if (where.find('/') != std::string::npos) return "<code>" + escaped(where) + "</code>";
  return fmt::format("<a href=\"#{0}\">{0}</a>", escaped(where));
}

std::string links_of(const claim_record& r) {
  std::string all;
  for (const std::string& where : r.see) all += (all.empty() ? "" : ", ") + link_to(where);
  return all;
}

std::string joined(const std::vector<std::string>& list) {
  std::string all;
  for (const std::string& item : list) all += (all.empty() ? "" : ", ") + item;
  return all;
}

/// One word, and the digits where numbers were compared.
std::string verdict_text(const claim_record& r) {
  const std::string digits = r.settled == "confirmed" && r.digits ? fmt::format(", {} digits", *r.digits) : "";
  return r.settled + digits + (r.outcome == study::verdict::holds ? "" : " (expected " + r.expected + ")");
}

table register_table(const study::results& found) {
  table t{"claims", "The claims of the five papers", {{"id", "paper", "place", "claim", "verdict", "theorems", "see"}, {}}};
  for (const claim_record& r : found.claims) t.data.rows.push_back({r.id, r.paper, r.place, r.statement, verdict_text(r), joined(r.theorems), joined(r.see)});
  return t;
}

/// The evidence that begins with these words, without them.
std::vector<std::string> evidence_of(const claim_record& r, bool counter_examples) {
  static const std::string mark = "counter-example to ";
  std::vector<std::string> lines;
  for (const std::string& line : r.evidence)
    if (line.starts_with(mark) == counter_examples) lines.push_back(line);
  return lines;
}

}  // namespace

std::string claims_section(const study::results& found, const std::filesystem::path& tables) {
  if (found.claims.empty()) return {};
  write_table(register_table(found), tables);
  std::string out = "<h2 id=\"claims\">The claims of the papers</h2>\n<ul class=\"tally\">\n";
  for (const char* kind : {"confirmed", "proved", "corrected", "open", "CONTRADICTED"}) {
    const auto count = std::count_if(found.claims.begin(), found.claims.end(), [&](const claim_record& r) { return r.settled == kind; });
    if (count > 0 || std::string(kind) == "open") out += fmt::format("<li><b>{}</b>{}</li>\n", count, kind);
  }
  out +=
      "</ul>\n<p>What each paper claims, settled by a run. <i>Confirmed</i>: computed, to so many digits where numbers were compared. <i>Proved</i>: by theorems that Coq checked, "
      "and by what ran. <i>Corrected</i>: false "
      "as printed, with a counter-example, and the correct statement; for Sayah 2004 see the <a href=\"#erratum\">erratum</a>. No verdict is typed in: each is computed from the "
      "facts listed under the claim.</p>\n";
  out +=
      "<div class=\"scroll\"><table id=\"claims-table\"><caption>A row a claim <span class=\"files\"><a href=\"tables/claims.csv\">csv</a> <a "
      "href=\"tables/claims.tex\">tex</a></span></caption>\n"
      "<thead><tr><th>id</th><th>claim</th><th>verdict</th><th>shown by</th></tr></thead>\n<tbody>\n";
  for (const claim_record& r : found.claims)
    out += fmt::format("<tr><td><a href=\"#{0}\">{1}</a></td><td>{2}<br><small>{3}, {4}</small></td><td class=\"{5}\">{6}</td><td>{7}</td></tr>\n", anchor(r), escaped(r.id),
                       escaped(r.statement), escaped(r.paper), escaped(r.place), r.outcome == study::verdict::holds ? "holds" : "fails", escaped(verdict_text(r)), links_of(r));
  out += "</tbody></table></div>\n<h3>The evidence</h3>\n";
  for (const claim_record& r : found.claims) {
    out += fmt::format("<details id=\"{}\"><summary>{} · {}</summary>\n<p>{}</p>\n<ul>\n", anchor(r), escaped(r.id), escaped(verdict_text(r)), escaped(r.statement));
    for (const std::string& line : r.evidence) out += "<li>" + escaped(line) + "</li>\n";
    out += fmt::format("</ul>\n<p>{}{}<code>{}</code></p></details>\n", links_of(r), r.see.empty() ? "" : " · ", escaped(r.command));
  }
  return out;
}

std::string erratum_section(const study::results& found) {
  std::string items;
  for (const claim_record& r : found.claims) {
    if (r.paper != "Sayah2004" || r.expected != "corrected") continue;
    const auto split = r.statement.find(" Corrected: ");
    const std::string printed = r.statement.substr(0, split), correct = split == std::string::npos ? "" : r.statement.substr(split + 12);
    items += fmt::format("<dt>{} <small><a href=\"#{}\">{}</a></small></dt>\n<dd>\n", escaped(r.place), anchor(r), escaped(r.id));
    if (r.settled != "corrected") {
      items += "<p>This run did not demonstrate it: " + escaped(r.reason) + "</p></dd>\n";
      continue;
    }
    items += "<p><b>Printed.</b> " + escaped(printed) + "</p>\n<p><b>Why it fails.</b></p><ul>\n";
    for (const std::string& line : evidence_of(r, true)) items += "<li>" + escaped(line) + "</li>\n";
    items += "</ul>\n<p><b>Correct.</b> " + escaped(correct) + "</p>\n<p><b>Shown by</b></p><ul>\n";
    for (const std::string& line : evidence_of(r, false)) items += "<li>" + escaped(line) + "</li>\n";
    items += "</ul>\n";
    std::string figures;
    for (const std::string& where : r.see)
      if (where != "erratum") figures += (figures.empty() ? "" : ", ") + link_to(where);
    if (!figures.empty()) items += "<p>See " + figures + ".</p>\n";
    items += "</dd>\n";
  }
  if (items.empty()) return {};
  std::string right;
  for (const claim_record& r : found.claims)
    if (r.paper == "Sayah2004" && (r.settled == "proved" || r.settled == "confirmed"))
      right += fmt::format("{}<a href=\"#{}\">{}</a> ({}, {})", right.empty() ? "" : ", ", anchor(r), escaped(r.id), escaped(r.place), escaped(r.settled));
  return "<h2 id=\"erratum\">Erratum to Sayah 2004</h2>\n<p>The note [Sayah 2004] poses the discrete problem and its dual, characterises the nodes at rest and builds an algorithm "
         "on that. Right as printed: " +
         right +
         ". A few statements are not correct as printed. They do not touch these results, but a program written from the text would inherit "
         "them. "
         "The abridged English version of the note already compares the length of the chain with a quarter of a circle, which is the correct criterion.</p>\n<dl>\n" +
         items + "</dl>\n";
}

void cite_claims(std::vector<figure>& figures, const study::results& found) {
  for (figure& f : figures) {
    std::string cited;
    for (const claim_record& r : found.claims)
      if (std::find(r.see.begin(), r.see.end(), f.name) != r.see.end()) cited += fmt::format("{}<a href=\"#{}\">{}</a>", cited.empty() ? "" : ", ", anchor(r), escaped(r.id));
    if (!cited.empty()) f.caption += " Claims: " + cited + ".";
  }
}

}  // namespace unilateral::render
