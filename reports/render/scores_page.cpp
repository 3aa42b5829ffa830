#include "reports/render/scores_page.hpp"

#include "problems/language/input_error.hpp"
#include "reports/render/table.hpp"
#include "reports/study/record/tally.hpp"
#include "reports/study/run/data_folder.hpp"

#include <fmt/format.h>

#include <charconv>
#include <fstream>

namespace unilateral::render {
namespace {

constexpr auto study_of_scores = "scores";

/// Rows of a file of tab-separated fields, the first of them its heading. Throws input_error (file, line).
std::vector<std::vector<std::string>> rows_in(const std::string& name, std::size_t columns) {
  const std::filesystem::path path = study::data_folder() / "reports" / "scores" / name;
  std::ifstream file(path);
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(file, line);) {
    std::vector<std::string> fields;
    std::size_t at = 0;
    for (std::size_t tab; (tab = line.find('\t', at)) != std::string::npos; at = tab + 1)
      fields.push_back(line.substr(at, tab - at));
    fields.push_back(line.substr(at));
    rows.push_back(std::move(fields));
    if (rows.back().size() != columns)
      throw input_error(fmt::format("{}:{}: expected {} fields between tabs, found {}", path.string(), rows.size(),
                                    columns, rows.back().size()));
  }
  return rows;
}

std::string count_in(const std::string& text) {
  long long count = 0;
  const char* const end = text.data() + text.size();
  if (const auto [rest, bad] = std::from_chars(text.data(), end, count); bad != std::errc{} || rest != end || count < 1)
    throw input_error("scores.tsv: expected a count, found \"" + text + "\"");
  return text;
}

}  // namespace

study::results score_records() {
  study::results records;
  const auto rows = rows_in("scores.tsv", 6);
  for (std::size_t k = 1; k < rows.size(); ++k) {
    const auto& [name, tried, found, command, commit, day] =
        std::tie(rows[k][0], rows[k][1], rows[k][2], rows[k][3], rows[k][4], rows[k][5]);
    records.push_back(
        {.cell = fmt::format("{}/{}", study_of_scores, name),
         .about = {.study = study_of_scores, .where = commit + ", " + day, .quantity = name},
         .outcome = study::verdict::measured,
         .reason = found,
         .command = command,
         .facts = study::value_facts{
             .kind = study::value_kind::cost, .computed = count_in(tried), .tolerance_from = "none: counted"}});
  }
  return records;
}

void write_scores_page(site& into, const study::results& found) {
  site::page page(into, page_of_scores, "How hard it was tried", "What was done to find it wrong, and what that found.",
                  "proofs.html");
  table scores{"scores", "What was tried, and what came of it", {{"what", "how many", "found", "command", "when"}, {}}};
  for (const study::record& r : study::of_study(found, study_of_scores)) {
    scores.records[{scores.data.rows.size(), table::whole_row}] = r.cell;
    scores.data.rows.push_back(
        {r.about.quantity, r.as<study::value_facts>().computed, r.reason, r.command, r.about.where});
  }
  page.section("scores", "Tried");
  page.add(
      "<p>Each was run at the commit and on the day that stand beside it; the command runs it again, for minutes or "
      "hours. None of it is a proof.</p>\n");
  write_table(scores, into.tables());
  page.show(scores);
  table faults{"planted_faults",
               "Planted faults, and the check that sees each",
               {{"fault", "file", "kind", "what is wrong", "outcome", "seen by"}, {}}};
  const auto rows = rows_in("planted_faults.tsv", faults.data.header.size());
  faults.data.rows.assign(rows.begin() + (rows.empty() ? 0 : 1), rows.end());
  page.section("faults", "Planted faults");
  page.add(
      "<p>A fault is a text of the product with something wrong in its place. One is shown to the tests at a time, and "
      "is seen where a test fails that passes without it. <i>Equivalent</i>: argued, one by one, that no test can see "
      "it (<code>tests/planted_faults/faults</code> has the argument).</p>\n");
  write_table(faults, into.tables());
  page.show(faults);
  page.put();
}

}  // namespace unilateral::render
