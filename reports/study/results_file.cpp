#include "reports/study/results_file.hpp"

#include "problems/language/input_error.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdlib>
#include <ctime>
#include <fstream>

namespace unilateral::study {
namespace {

using json = nlohmann::ordered_json;

// Numbers as JSON numbers (shortest round-trip); what JSON can't say (NaN, ∞) as a string instead of null.
json number(double x) {
  if (std::isfinite(x)) return x;
  return std::isnan(x) ? "nan" : x > 0 ? "inf" : "-inf";
}
double number(const json& j) {
  if (j.is_number()) return j.get<double>();
  const auto text = j.get<std::string>();
  return std::strtod(text.c_str(), nullptr);
}

json ladder_to_json(const std::vector<ladder_point>& ladder) {
  json list = json::array();
  for (const ladder_point& p : ladder) list.push_back({number(p.step), number(p.error), p.in_window});
  return list;
}
std::vector<ladder_point> ladder_from(const json& list) {
  std::vector<ladder_point> ladder;
  for (const json& p : list) ladder.push_back({number(p.at(0)), number(p.at(1)), p.at(2).get<bool>()});
  return ladder;
}

json fit_to_json(const std::optional<fitted_order>& fit) {
  if (!fit) return nullptr;
  return {{"order", number(fit->order)},
          {"half_width", number(fit->half_width)},
          {"constant", number(fit->constant)},
          {"floor", number(fit->floor)},
          {"correction", number(fit->correction)},
          {"of_the_square", fit->of_the_square},
          {"window_low", number(fit->window_low)},
          {"window_high", number(fit->window_high)},
          {"drift", number(fit->drift)},
          {"drift_half_width", number(fit->drift_half_width)}};
}
std::optional<fitted_order> fit_from(const json& j) {
  if (j.is_null()) return {};
  return fitted_order{.order = number(j.at("order")),
                      .half_width = number(j.at("half_width")),
                      .constant = number(j.at("constant")),
                      .floor = number(j.at("floor")),
                      .correction = number(j.at("correction")),
                      .of_the_square = j.at("of_the_square").get<bool>(),
                      .window_low = number(j.at("window_low")),
                      .window_high = number(j.at("window_high")),
                      .drift = number(j.at("drift")),
                      .drift_half_width = number(j.at("drift_half_width"))};
}

verdict verdict_from(const json& j) {
  const auto text = j.get<std::string>();
  for (const verdict v : {verdict::holds, verdict::fails, verdict::cannot_tell, verdict::measured, verdict::reference_in_doubt})
    if (name_of(v) == text) return v;
  throw input_error("verdict: expected holds, FAILS, can't tell, measured or reference in doubt, found \"" + text + "\"");
}

// A record's line ends with what every record has.
template <class Record>
void close(json& j, const Record& r) {
  j["verdict"] = name_of(r.outcome);
  j["reason"] = r.reason;
  j["known_gap"] = r.known_gap;
  j["command"] = r.command;
}
template <class Record>
void read_close(const json& j, Record& r) {
  r.cell = j.at("cell");
  if constexpr (!std::is_same_v<Record, claim_record>) r.problem = j.at("problem");
  r.outcome = verdict_from(j.at("verdict"));
  r.reason = j.at("reason");
  r.known_gap = j.at("known_gap");
  r.command = j.at("command");
}

json to_json(const order_record& r) {
  json j{{"type", "order"},        {"cell", r.cell},     {"problem", r.problem}, {"solver", r.solver},
         {"distance", r.distance}, {"digits", r.digits}, {"until", r.until},     {"reference", r.reference}};
  j["declared"] = r.declared ? number(*r.declared) : json(nullptr);
  j["fit"] = fit_to_json(r.fit);
  close(j, r);
  j["ladder"] = ladder_to_json(r.ladder);
  return j;
}

json to_json(const value_record& r) {
  json j{{"type", "value"},        {"cell", r.cell},     {"problem", r.problem},   {"solver", r.solver},
         {"quantity", r.quantity}, {"digits", r.digits}, {"computed", r.computed}, {"expected", r.expected}};
  j["error"] = number(r.error);
  j["tolerance"] = number(r.tolerance);
  j["tolerance_from"] = r.tolerance_from;
  j["reference"] = r.reference;
  close(j, r);
  return j;
}

json to_json(const residual_record& r) {
  json j{{"type", "residual"}, {"cell", r.cell}, {"problem", r.problem}, {"solver", r.solver}, {"residual", r.residual}};
  j["fit"] = fit_to_json(r.fit);
  close(j, r);
  j["ladder"] = ladder_to_json(r.ladder);
  return j;
}

json to_json(const cross_record& r) {
  json j{{"type", "cross"}, {"cell", r.cell}, {"problem", r.problem}, {"first", r.first}, {"second", r.second}, {"distance", r.distance}};
  j["difference"] = number(r.difference);
  j["bound"] = number(r.bound);
  j["digits"] = r.digits ? json(*r.digits) : json(nullptr);
  close(j, r);
  return j;
}

json to_json(const claim_record& r) {
  json j{{"type", "claim"}, {"cell", r.cell}, {"id", r.id}, {"paper", r.paper}, {"place", r.place}, {"statement", r.statement}, {"settled", r.settled}, {"expected", r.expected}};
  j["digits"] = r.digits ? json(*r.digits) : json(nullptr);
  j["evidence"] = r.evidence;
  j["theorems"] = r.theorems;
  j["see"] = r.see;
  close(j, r);
  return j;
}

void read_into(results& found, const json& j) {
  const auto type = j.at("type").get<std::string>();
  if (type == "order") {
    order_record r;
    read_close(j, r);
    r.solver = j.at("solver");
    r.distance = j.at("distance");
    r.digits = j.at("digits");
    r.until = j.at("until");
    r.reference = j.at("reference");
    if (!j.at("declared").is_null()) r.declared = number(j.at("declared"));
    r.fit = fit_from(j.at("fit"));
    r.ladder = ladder_from(j.at("ladder"));
    found.orders.push_back(std::move(r));
  } else if (type == "value") {
    value_record r;
    read_close(j, r);
    r.solver = j.at("solver");
    r.quantity = j.at("quantity");
    r.digits = j.at("digits");
    r.computed = j.at("computed");
    r.expected = j.at("expected");
    r.error = number(j.at("error"));
    r.tolerance = number(j.at("tolerance"));
    r.tolerance_from = j.at("tolerance_from");
    r.reference = j.at("reference");
    found.values.push_back(std::move(r));
  } else if (type == "residual") {
    residual_record r;
    read_close(j, r);
    r.solver = j.at("solver");
    r.residual = j.at("residual");
    r.fit = fit_from(j.at("fit"));
    r.ladder = ladder_from(j.at("ladder"));
    found.residuals.push_back(std::move(r));
  } else if (type == "cross") {
    cross_record r;
    read_close(j, r);
    r.first = j.at("first");
    r.second = j.at("second");
    r.distance = j.at("distance");
    r.difference = number(j.at("difference"));
    r.bound = number(j.at("bound"));
    if (!j.at("digits").is_null()) r.digits = j.at("digits").get<int>();
    found.crosses.push_back(std::move(r));
  } else if (type == "claim") {
    claim_record r;
    read_close(j, r);
    r.id = j.at("id");
    r.paper = j.at("paper");
    r.place = j.at("place");
    r.statement = j.at("statement");
    r.settled = j.at("settled");
    r.expected = j.at("expected");
    if (!j.at("digits").is_null()) r.digits = j.at("digits").get<int>();
    r.evidence = j.at("evidence").get<std::vector<std::string>>();
    r.theorems = j.at("theorems").get<std::vector<std::string>>();
    r.see = j.at("see").get<std::vector<std::string>>();
    found.claims.push_back(std::move(r));
  } else if (type != "provenance") {
    throw input_error("type: expected provenance, order, value, residual, cross or claim, found \"" + type + "\"");
  }
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
  if (const char* const epoch = std::getenv("SOURCE_DATE_EPOCH")) now = static_cast<std::time_t>(std::strtoll(epoch, nullptr, 10));
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

}  // namespace

run_provenance provenance_of_this_run() { return {.version = UNILATERAL_VERSION, .compiler = UNILATERAL_COMPILER, .processor = processor(), .date = date()}; }

std::vector<std::string> lines_of(const results& found) {
  std::vector<std::string> lines;
  const auto add = [&](const auto& records) {
    for (const auto& r : records) lines.push_back(to_json(r).dump());
  };
  add(found.orders);
  add(found.values);
  add(found.residuals);
  add(found.crosses);
  add(found.claims);
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

void write_results(const std::string& path, const results& found, const run_provenance& made) {
  std::ofstream file(path);
  file << json{{"type", "provenance"}, {"version", made.version}, {"compiler", made.compiler}, {"processor", made.processor}, {"date", made.date}}.dump() << '\n';
  for (const std::string& line : lines_of(found)) file << line << '\n';
  file.flush();
  if (!file) throw input_error(path + ": expected a writable file, found none");
}

results read_results(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw input_error(path + ": expected a readable file, found none");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  try {
    return results_from(lines);
  } catch (const input_error& e) {
    throw input_error(path + ": " + e.what());
  }
}

}  // namespace unilateral::study
