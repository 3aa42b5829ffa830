#include "reports/study/record/compare.hpp"

#include "problems/language/input_error.hpp"
#include "reports/study/record/results_file.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

namespace unilateral::study {
namespace {

using document = nlohmann::json;
using records_by_cell = std::map<std::string, document>;

/// For a reader, or not of the record but of the run.
constexpr std::array not_compared{"reason", "command", "known_gap",      "type",
                                  "cell",   "verdict", "tolerance_from", "made"};

/// Times are of the machine and the day, in a record and in the runs of its ladder.
constexpr std::array times{"seconds", "stated_seconds", "start_up", "start_up_spread", "growth_of_seconds"};

document without_times(document fact) {
  if (fact.is_object())
    for (const char* const key : times) fact.erase(key);
  if (fact.is_structured())
    for (document& part : fact) part = without_times(std::move(part));
  return fact;
}

void enter(records_by_cell& all, const document& r, const std::string& where) {
  if (!r.is_object() || !r.contains("cell") || !r.contains("verdict") || !r["cell"].is_string() ||
      !r["verdict"].is_string())
    throw input_error(where + ": expected a record with a cell and a verdict, found " + r.dump().substr(0, 60));
  const auto cell = r["cell"].get<std::string>();
  if (!all.emplace(cell, without_times(r)).second)
    throw input_error(where + ": expected each cell once, found " + cell + " again");
}

records_by_cell records_in(const std::string& path) {
  const std::string file =
      std::filesystem::is_directory(path) ? (std::filesystem::path(path) / "results.jsonl").string() : path;
  std::ifstream stream(file);
  if (!stream || std::filesystem::is_directory(file))
    throw input_error(file + ": expected a readable file of records, found none");
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  records_by_cell all;
  // One object with lists of records, or a record a line.
  if (const document whole = document::parse(text, nullptr, false); whole.is_object() && !whole.contains("type")) {
    for (const auto& [name, list] : whole.items())
      for (const document& r : list) enter(all, r, file + ": " + name);
  } else {
    std::vector<std::string> lines;
    for (std::size_t from = 0; from < text.size();) {
      const std::size_t to = std::min(text.find('\n', from), text.size());
      lines.push_back(text.substr(from, to - from));
      from = to + 1;
    }
    for (std::size_t k = 0; k < lines.size(); ++k) {
      const std::string where = file + ":" + std::to_string(k + 1);
      const document line = document::parse(lines[k], nullptr, false);
      if (line.is_discarded()) throw input_error(where + ": expected a record as JSON, found a line that is none");
      if (!line.is_object() || line.value("type", document()) != "provenance") enter(all, line, where);
    }
    if (!all.empty()) expect_sealed(file, lines);
  }
  if (all.empty()) throw input_error(file + ": expected records, found none");
  return all;
}

std::string brief(const document& fact) {
  const std::string text = fact.dump();
  return text.size() <= 40 ? text : text.substr(0, 38) + "…";
}

/// Facts that both state and that differ.
std::vector<std::string> differences(const document& before, const document& after) {
  std::vector<std::string> found;
  for (const auto& [key, fact] : before.items()) {
    const bool left_out = std::find(not_compared.begin(), not_compared.end(), key) != not_compared.end();
    if (left_out || !after.contains(key) || after[key] == fact) continue;
    if (fact.is_object() && after[key].is_object()) {
      for (const std::string& inner : differences(fact, after[key])) found.push_back(key + "." + inner);
    } else {
      found.push_back(key + ": " + brief(fact) + ", " + brief(after[key]));
    }
  }
  return found;
}

}  // namespace

record_comparison compared_records(const std::string& before, const std::string& after) {
  const records_by_cell old = records_in(before), fresh = records_in(after);
  record_comparison found;
  for (const auto& [cell, was] : old) {
    const auto is = fresh.find(cell);
    const auto verdict_before = was["verdict"].get<std::string>();
    if (is == fresh.end()) {
      found.vanished.push_back(cell + ": " + verdict_before);
      continue;
    }
    changed_record r{cell, verdict_before, is->second["verdict"].get<std::string>(), differences(was, is->second)};
    if (r.before != r.after)
      found.verdicts.push_back(std::move(r));
    else if (!r.facts.empty())
      found.numbers.push_back(std::move(r));
    else
      ++found.same;
  }
  for (const auto& [cell, is] : fresh)
    if (!old.contains(cell)) found.appeared.push_back(cell + ": " + is["verdict"].get<std::string>());
  return found;
}

std::string as_text(const record_comparison& found) {
  std::string text;
  for (const changed_record& r : found.verdicts)
    text += fmt::format("verdict   {}: {} → {}\n", r.cell, r.before, r.after);
  for (const std::string& line : found.vanished) text += "vanished  " + line + "\n";
  for (const std::string& line : found.appeared) text += "appeared  " + line + "\n";
  for (const changed_record& r : found.numbers) {
    text += "numbers   " + r.cell;
    for (std::size_t k = 0; k < r.facts.size(); ++k) text += (k == 0 ? ": " : "; ") + r.facts[k];
    text += "\n";
  }
  return text +
         fmt::format("{} records the same, {} with another verdict, {} with other numbers, {} appeared, {} vanished\n",
                     found.same, found.verdicts.size(), found.numbers.size(), found.appeared.size(),
                     found.vanished.size());
}

}  // namespace unilateral::study
