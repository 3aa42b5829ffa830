#include "reports/study/record/results_file.hpp"

#include "problems/language/input_error.hpp"
#include "reports/study/record/cell_cache.hpp"
#include "reports/study/record/build.hpp"
#include "reports/study/record/consistency.hpp"
#include "reports/study/record/json_fields.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <fstream>

namespace unilateral::study {

/// Parts that only records of studies have.
template <>
struct json_fields::fields<evidence> {
  template <class Archive, class Part>
  static void of(Archive&& field, Part& found) {
    field("kind", found.is);
    field("holds", found.holds);
    field("text", found.text);
  }
};
template <>
struct json_fields::fields<code_run> {
  template <class Archive, class Part>
  static void of(Archive&& field, Part& run) {
    field("amount", run.amount);
    field("seconds", run.seconds);
    field("failure", run.failure);
  }
};
template <>
struct json_fields::fields<code_facts> {
  template <class Archive, class Part>
  static void of(Archive&& field, Part& code) {
    field("command", code.command);
    field("amount", code.amount);
    field("runs", code.runs);
  }
};

namespace {

using json = json_fields::json;
using json_fields::reader;
using json_fields::writer;

/// The kinds of records by name; the place in the list is that in the variant.
constexpr std::array types{"order", "value", "residual", "agreement", "rounding", "law", "claim"};
static_assert(types.size() == std::variant_size_v<decltype(record::facts)>);

struct field_of_facts {
  template <class Archive>
  void operator()(Archive&& field, auto& facts) const {
    using Facts = std::remove_cvref_t<decltype(facts)>;
    if constexpr (std::is_same_v<Facts, order_facts>) {
      field("until", facts.until);
      field("reference", facts.reference);
      field("declared", facts.declared);
      field("stopped_runs", facts.stopped_runs);
      field("reading", facts.reading);
      field("code", facts.code);
    } else if constexpr (std::is_same_v<Facts, value_facts>) {
      field("kind", facts.kind);
      field("computed", facts.computed);
      field("expected", facts.expected);
      field("error", facts.error);
      field("tolerance", facts.tolerance);
      field("tolerance_from", facts.tolerance_from);
      field("reference", facts.reference);
      field("reading", facts.reading);
    } else if constexpr (std::is_same_v<Facts, residual_facts>) {
      field("declared", facts.declared);
    } else if constexpr (std::is_same_v<Facts, agreement_facts>) {
      field("difference", facts.difference);
      field("bound", facts.bound);
      field("agreed", facts.agreed);
      field("left_out", facts.left_out);
      field("size", facts.size);
    } else if constexpr (std::is_same_v<Facts, rounding_facts>) {
      field("step", facts.step);
      field("error", facts.error);
      field("error_in_double", facts.error_in_double);
      field("rounding", facts.rounding);
      field("bound", facts.bound);
      field("reference", facts.reference);
    } else if constexpr (std::is_same_v<Facts, law_facts>) {
      field("until", facts.until);
      field("left_out", facts.left_out);
      field("share", facts.share);
      field("in_the_limit", facts.in_the_limit);
    } else {
      static_assert(std::is_same_v<Facts, claim_facts>);
      field("paper", facts.paper);
      field("place", facts.place);
      field("statement", facts.statement);
      field("corrected", facts.corrected);
      field("settled", facts.settled);
      field("expected", facts.expected);
      field("agreed", facts.agreed);
      field("evidence", facts.found);
      field("theorems", facts.theorems);
      field("see", facts.see);
    }
  }
};

/// Of a record whose `facts` are of the right kind.
template <class Archive, class Record>
void fields_of(Archive&& field, Record& r) {
  field("cell", r.cell);
  field("study", r.about.study);
  field("problem", r.about.problem);
  field("restitution", r.about.restitution);
  field("where", r.about.where);
  field("solver", r.about.solver);
  field("other", r.about.other);
  field("quantity", r.about.quantity);
  field("digits", r.digits);
  std::visit([&](auto& facts) { field_of_facts{}(field, facts); }, r.facts);
  field("fitting", r.fitting);
  field("fit", r.fit);
  field("verdict", r.outcome);
  field("reason", r.reason);
  field("known_gap", r.known_gap);
  field("command", r.command);
  field("ladder", r.ladder);
}

json to_json(const record& r) {
  json object{{"type", types[r.facts.index()]}};
  fields_of(writer{object}, r);
  return object;
}

template <std::size_t k = 0>
void choose_kind(record& r, std::size_t kind) {
  if constexpr (k < types.size()) {
    if (k == kind)
      r.facts.emplace<k>();
    else
      choose_kind<k + 1>(r, kind);
  }
}

void read_into(results& found, const json& j) {
  const auto type = j.at("type").get<std::string>();
  if (type == "provenance") return;
  const auto at = std::find(types.begin(), types.end(), type);
  if (at == types.end()) {
    std::string names = "provenance";
    for (const char* const name : types) names += std::string(", ") + name;
    throw input_error("type: expected one of " + names + ", found \"" + type + "\"");
  }
  record r;
  choose_kind(r, static_cast<std::size_t>(at - types.begin()));
  fields_of(reader{j}, r);
  found.push_back(std::move(r));
}

std::string processor() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name"))
      if (const auto colon = line.find(": "); colon != std::string::npos) return line.substr(colon + 2);
  return "unknown";
}

std::string date() {
  std::time_t now = std::time(nullptr);
  if (const char* const epoch = std::getenv("SOURCE_DATE_EPOCH"))
    now = static_cast<std::time_t>(std::strtoll(epoch, nullptr, 10));
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

/// A record names the line of provenance that it goes with, by its id in the file, and not what that says: its bytes
/// are the same whoever made it, on whatever machine.
constexpr int provenance_of_a_file = 1;
std::string saying_who_made_it(const std::string& line) {
  return line.substr(0, line.rfind('}')) + fmt::format(",\"made\":{}}}", provenance_of_a_file);
}

}  // namespace

std::string type_of(const record& r) { return types[r.facts.index()]; }

run_provenance provenance_of_this_run() {
  return {.version = UNILATERAL_VERSION,
          .commit = commit_of_this_build(),
          .compiler = UNILATERAL_COMPILER,
          .flags = UNILATERAL_FLAGS,
          .libraries = libraries_of_this_build(),
          .processor = processor(),
          .date = date()};
}

std::vector<std::string> lines_of(const results& found) {
  std::vector<std::string> lines;
  // The name of a file, which a record may have, is any bytes; JSON is UTF-8.
  for (const record& r : found) lines.push_back(to_json(r).dump(-1, ' ', false, json::error_handler_t::replace));
  return lines;
}

results results_from(const std::vector<std::string>& lines) {
  results found;
  for (std::size_t k = 0; k < lines.size(); ++k) {
    try {
      read_into(found, json::parse(lines[k]));
    } catch (const json::exception& e) {
      throw input_error("line " + std::to_string(k + 1) + ": expected a record, found " + e.what());
    } catch (const input_error& e) {
      throw input_error("line " + std::to_string(k + 1) + ": " + e.what());
    }
  }
  return found;
}

std::string seal_of(const std::string& before, const std::vector<std::string>& lines) {
  std::string all = before + "\n";
  for (const std::string& line : lines) all += line + "\n";
  return fmt::format("{} records, checksum {:016x}", lines.size(), stable_hash(all));
}

void expect_sealed(const std::string& path, const std::vector<std::string>& lines) {
  const json first = lines.empty() ? json() : json::parse(lines.front(), nullptr, false);
  if (!first.is_object() || first.value("type", json()) != "provenance")
    throw input_error(path + ": expected a first line of type provenance, found none");
  const std::string found = seal_of("", {lines.begin() + 1, lines.end()});
  const json said = first.value("seal", json());
  if (said != found)
    throw input_error(path + ": expected the records that its first line seals, " +
                      (said.is_string() ? said.get<std::string>() : "which has none") + "; found " + found);
}

void write_results(const std::string& path, const results& found, const run_provenance& made) {
  write_lines(path, lines_of(found), made);
}

void write_lines(const std::string& path, const std::vector<std::string>& lines, const run_provenance& made) {
  std::ofstream file(path);
  std::vector<std::string> said;
  for (const std::string& line : lines) said.push_back(saying_who_made_it(line));
  file << json{{"type", "provenance"},        {"id", provenance_of_a_file},  {"version", made.version},
               {"commit", made.commit},       {"compiler", made.compiler},   {"flags", made.flags},
               {"libraries", made.libraries}, {"processor", made.processor}, {"date", made.date},
               {"seal", seal_of("", said)}}
              .dump()
       << '\n';
  for (const std::string& line : said) file << line << '\n';
  file.flush();
  if (!file) throw input_error(path + ": expected a writable file, found none");
}

results read_results(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw input_error(path + ": expected a readable file, found none");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  expect_sealed(path, lines);
  results found;
  try {
    found = results_from(lines);
  } catch (const input_error& e) {
    throw input_error(path + ": " + e.what());
  }
  for (const record& r : found)
    if (const std::string why = contradiction_in(r); !why.empty())
      throw input_error(path + ": " + r.cell + ": expected a verdict that follows from its facts, found \"" +
                        name_of(r.outcome) + "\", but " + why);
  return found;
}

}  // namespace unilateral::study
