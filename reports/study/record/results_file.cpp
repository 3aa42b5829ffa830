#include "reports/study/record/results_file.hpp"

#include "problems/language/input_error.hpp"
#include "reports/study/record/cell_cache.hpp"
#include "reports/study/record/build.hpp"
#include "reports/study/record/consistency.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <fstream>

namespace unilateral::study {
namespace {

using json = nlohmann::ordered_json;

// --- how a fact of each type is written, and read ---

template <class Enum>
inline constexpr std::array<Enum, 0> all_of{};
template <>
inline constexpr std::array all_of<verdict>{verdict::holds, verdict::fails, verdict::cannot_tell, verdict::measured,
                                            verdict::reference_in_doubt};
template <>
inline constexpr std::array all_of<fit_outcome>{fit_outcome::no_ladder,         fit_outcome::fitted,
                                                fit_outcome::exact_to_rounding, fit_outcome::too_few,
                                                fit_outcome::not_finite,        fit_outcome::stopped};
template <>
inline constexpr std::array all_of<value_kind>{value_kind::number, value_kind::distance, value_kind::residual,
                                               value_kind::cost};
template <>
inline constexpr std::array all_of<velocity_reading> = std::to_array(all_velocity_readings);
template <>
inline constexpr std::array all_of<reading_origin>{reading_origin::option, reading_origin::file,
                                                   reading_origin::positions, reading_origin::nobody};
template <>
inline constexpr std::array all_of<settlement> = std::to_array(all_settlements);
template <>
inline constexpr std::array all_of<evidence::kind>{evidence::kind::fact, evidence::kind::counter_example,
                                                   evidence::kind::note};

/// What a record has parts of.
template <class T>
concept has_fields =
    std::is_same_v<std::remove_const_t<T>, fitted_order> || std::is_same_v<std::remove_const_t<T>, reading_facts> ||
    std::is_same_v<std::remove_const_t<T>, evidence> || std::is_same_v<std::remove_const_t<T>, code_run> ||
    std::is_same_v<std::remove_const_t<T>, code_facts>;

json written(const std::string& text) { return text; }
json written(const std::vector<std::string>& texts) { return texts; }
json written(bool x) { return x; }
json written(int x) { return x; }
// Numbers as JSON numbers (shortest round-trip); what JSON can't say (NaN, ∞) as a string instead of null.
json written(double x) {
  if (std::isfinite(x)) return x;
  return std::isnan(x) ? "nan" : x > 0 ? "inf" : "-inf";
}
template <class Enum>
  requires std::is_enum_v<Enum>
json written(Enum x) {
  return name_of(x);
}
json written(const std::vector<ladder_point>& ladder) {
  json list = json::array();
  for (const ladder_point& p : ladder) list.push_back({written(p.step), written(p.error), p.in_window});
  return list;
}
template <has_fields T>
json written(const T& part);
template <class T>
json written(const std::vector<T>& found) {
  json list = json::array();
  for (const T& x : found) list.push_back(written(x));
  return list;
}
template <class T>
json written(const std::optional<T>& x) {
  return x ? written(*x) : json(nullptr);
}

void read(const json& j, std::string& text) { text = j.get<std::string>(); }
void read(const json& j, std::vector<std::string>& texts) { texts = j.get<std::vector<std::string>>(); }
void read(const json& j, bool& x) { x = j.get<bool>(); }
void read(const json& j, int& x) { x = j.get<int>(); }
void read(const json& j, double& x) {
  x = j.is_number() ? j.get<double>() : std::strtod(j.get<std::string>().c_str(), nullptr);
}
template <class Enum>
  requires std::is_enum_v<Enum>
void read(const json& j, Enum& x) {
  const auto text = j.get<std::string>();
  std::string names;
  for (const Enum candidate : all_of<Enum>) {
    if (name_of(candidate) == text) {
      x = candidate;
      return;
    }
    names += (names.empty() ? "" : ", ") + name_of(candidate);
  }
  throw input_error("expected one of " + names + ", found \"" + text + "\"");
}
void read(const json& j, std::vector<ladder_point>& ladder) {
  for (const json& point : j) {
    ladder_point p{};
    read(point.at(0), p.step);
    read(point.at(1), p.error);
    read(point.at(2), p.in_window);
    ladder.push_back(p);
  }
}
template <has_fields T>
void read(const json& j, T& part);
template <class T>
void read(const json& j, std::vector<T>& found) {
  for (const json& item : j) read(item, found.emplace_back());
}
template <class T>
void read(const json& j, std::optional<T>& x) {
  if (!j.is_null()) read(j, x.emplace());
}

// --- which facts there are: once, for the writer and the reader ---

template <class Archive, has_fields T>
void fields_of_part(Archive&& field, T& part) {
  using Part = std::remove_const_t<T>;
  if constexpr (std::is_same_v<Part, fitted_order>) {
    field("order", part.order);
    field("half_width", part.half_width);
    field("constant", part.constant);
    field("floor", part.floor);
    field("correction", part.correction);
    field("of_the_square", part.of_the_square);
    field("window_low", part.window_low);
    field("window_high", part.window_high);
    field("drift", part.drift);
    field("drift_half_width", part.drift_half_width);
  } else if constexpr (std::is_same_v<Part, reading_facts>) {
    field("velocity", part.velocity);
    field("from", part.from);
    field("limit", part.limit);
    field("left_out", part.left_out);
  } else if constexpr (std::is_same_v<Part, evidence>) {
    field("kind", part.is);
    field("holds", part.holds);
    field("text", part.text);
  } else if constexpr (std::is_same_v<Part, code_run>) {
    field("amount", part.amount);
    field("seconds", part.seconds);
    field("failure", part.failure);
  } else {
    static_assert(std::is_same_v<Part, code_facts>);
    field("command", part.command);
    field("amount", part.amount);
    field("runs", part.runs);
  }
}

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

struct writer {
  json& object;
  template <class T>
  void operator()(const char* key, const T& fact) const {
    object[key] = written(fact);
  }
};

struct reader {
  const json& object;
  template <class T>
  void operator()(const char* key, T& fact) const {
    try {
      read(object.at(key), fact);
    } catch (const input_error& wrong) {
      throw input_error(std::string(key) + ": " + wrong.what());
    }
  }
};

template <has_fields T>
json written(const T& part) {
  json object;
  fields_of_part(writer{object}, part);
  return object;
}
template <has_fields T>
void read(const json& j, T& part) {
  fields_of_part(reader{j}, part);
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
