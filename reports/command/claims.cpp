#include "reports/claims/register.hpp"

#include "problems/language/input_error.hpp"
#include "reports/command/commands.hpp"
#include "reports/command/json_writer.hpp"
#include "reports/command/output.hpp"
#include "reports/command/progress.hpp"
#include "reports/study/run/data_folder.hpp"
#include "reports/study/record/tally.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace unilateral::command {
namespace {

using unilateral::claims::instruments;

/// Who checked the proofs on this machine.
std::string who_checked_proofs() {
  return unilateral::claims::checked_by_coq_here(study::data_folder() / "proofs" / "coq")
             ? "Coq, on this machine: proofs/coq/audit ran to its end on these sources"
             : "by digest, not by Coq on this machine: the sources are those that proofs/coq/audit accepted";
}

void write_json(std::ostream& out, const study::results& found, const instruments& with) {
  json_writer json(out);
  const auto strings = [&](const char* key, const std::vector<std::string>& list) {
    json.key(key).list();
    for (const std::string& text : list) json.string(text);
    json.end();
  };
  json.list(json_writer::layout::a_line_each);
  for (const study::record& r : found) {
    const auto& claim = r.as<study::claim_facts>();
    json.object().key("id").string(r.about.quantity).key("paper").string(claim.paper).key("place").string(claim.place);
    json.key("statement")
        .string(full_statement(claim))
        .key("verdict")
        .string(name_of(claim.settled))
        .key("expected")
        .string(name_of(claim.expected));
    json.key("digits");
    if (claim.agreed)
      json.integer(*claim.agreed);
    else
      json.null();
    json.key("summary").string(r.reason);
    std::vector<std::string> evidence;
    for (const study::evidence& e : claim.found) evidence.push_back(text_of(e));
    strings("evidence", evidence);
    json.key("theorems").list();
    for (const auto& bound : with.bindings) {
      if (bound.claim != r.about.quantity) continue;
      const auto at = with.theorems.proved.find({bound.module, bound.theorem});
      json.object().key("theorem").string(bound.name()).key("part").string(name_of(bound.is)).key("digest");
      json.string(bound.digest).key("words").string(bound.words).key("statement");
      json.string(at == with.theorems.proved.end() ? "" : at->second.text).end();
    }
    json.end().key("proofs_checked").string(who_checked_proofs());
    strings("see", claim.see);
    json.key("command").string(r.command).end();
  }
  json.end();
}

/// The whole of one claim; the first lines only where many are listed.
void write_text(std::ostream& out, const study::results& found, const instruments& with) {
  std::string paper;
  for (const study::record& r : found) {
    const auto& claim = r.as<study::claim_facts>();
    if (claim.paper != paper) out << (paper.empty() ? "" : "\n") << claim.paper << '\n';
    paper = claim.paper;
    out << fmt::format("  {:<15} {:<16} {}\n  {:<15} {:<16} {}: {}\n", r.about.quantity, name_of(claim.settled),
                       full_statement(claim), "", "", claim.place, r.reason);
    if (found.size() > 1) continue;
    for (const study::evidence& e : claim.found) out << "    - " << text_of(e) << '\n';
    for (const std::string& where : claim.see) out << "    see " << where << '\n';
  }
  out << '\n';
  for (const study::settlement kind : study::all_settlements) {
    const auto count = std::count_if(
        found.begin(), found.end(), [&](const study::record& r) { return r.as<study::claim_facts>().settled == kind; });
    if (count > 0) out << fmt::format("{} {}{}", count, name_of(kind), "  ");
  }
  out << '\n';
  // Claim, theorem, digest of what it says.
  bool any = false;
  for (const study::record& r : found)
    for (const auto& bound : with.bindings) {
      if (bound.claim != r.about.quantity) continue;
      if (!any) out << "\nTheorems bound to these claims, checked " << who_checked_proofs() << '\n';
      any = true;
      out << fmt::format("  {:<15} {:<10} {}  {}{}\n", bound.claim, name_of(bound.is), bound.digest, bound.name(),
                         bound.words.empty() ? "" : ", " + bound.words);
    }
}

}  // namespace

int claims(const claims_options& asked) {
  const instruments with = unilateral::claims::of_this_build();
  const auto found =
      unilateral::claims::settle({.jobs = asked.jobs, .filter = asked.filter, .progress = progress_on_stderr()}, with);
  if (found.empty())
    throw input_error("--filter: expected a regular expression found in the id of a claim, found \"" + asked.filter +
                      "\", which is in none");
  output target;
  if (asked.json)
    write_json(target.stream(), found, with);
  else
    write_text(target.stream(), found, with);
  target.commit();
  return study::exit_status_of(found, study::all_as_declared(found));
}

}  // namespace unilateral::command
