#include "reports/claims/register.hpp"

#include "problems/language/input_error.hpp"
#include "reports/command/commands.hpp"
#include "reports/command/json_writer.hpp"
#include "reports/command/output.hpp"
#include "reports/command/progress.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace unilateral::command {
namespace {

void write_json(std::ostream& out, const std::vector<study::claim_record>& found) {
  json_writer json(out);
  const auto strings = [&](const char* key, const std::vector<std::string>& list) {
    json.key(key).list();
    for (const std::string& text : list) json.string(text);
    json.end();
  };
  json.list(json_writer::layout::a_line_each);
  for (const study::claim_record& r : found) {
    json.object().key("id").string(r.id).key("paper").string(r.paper).key("place").string(r.place).key("statement").string(r.statement);
    json.key("verdict").string(r.settled).key("expected").string(r.expected).key("digits");
    if (r.digits)
      json.integer(*r.digits);
    else
      json.null();
    json.key("summary").string(r.reason);
    strings("evidence", r.evidence);
    strings("theorems", r.theorems);
    strings("see", r.see);
    json.key("command").string(r.command).end();
  }
  json.end();
}

/// The whole of one claim; the first lines only where many are listed.
void write_text(std::ostream& out, const std::vector<study::claim_record>& found) {
  std::string paper;
  for (const study::claim_record& r : found) {
    if (r.paper != paper) out << (paper.empty() ? "" : "\n") << r.paper << '\n';
    paper = r.paper;
    out << fmt::format("  {:<13} {:<12} {}\n  {:<13} {:<12} {}: {}\n", r.id, r.settled, r.statement, "", "", r.place, r.reason);
    if (found.size() > 1) continue;
    for (const std::string& line : r.evidence) out << "    - " << line << '\n';
    for (const std::string& where : r.see) out << "    see " << where << '\n';
  }
  out << '\n';
  for (const char* kind : {"confirmed", "proved", "corrected", "open", "CONTRADICTED"}) {
    const auto count = std::count_if(found.begin(), found.end(), [&](const auto& r) { return r.settled == kind; });
    if (count > 0) out << fmt::format("{} {}{}", count, kind, "  ");
  }
  out << '\n';
}

}  // namespace

int claims(const claims_options& asked) {
  const auto found = unilateral::claims::settle({.jobs = asked.jobs, .filter = asked.filter, .progress = progress_on_stderr()});
  if (found.empty()) throw input_error("--filter: expected a regular expression found in the id of a claim, found \"" + asked.filter + "\", which is in none");
  output target;
  if (asked.json)
    write_json(target.stream(), found);
  else
    write_text(target.stream(), found);
  target.commit();
  return std::all_of(found.begin(), found.end(), [](const auto& r) { return r.outcome == study::verdict::holds; }) ? done : not_as_declared;
}

}  // namespace unilateral::command
