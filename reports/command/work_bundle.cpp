#include "reports/command/work_bundle.hpp"

#include "problems/language/input_error.hpp"
#include "reports/command/arguments.hpp"
#include "reports/command/sha256.hpp"
#include "reports/render/figure.hpp"
#include "reports/study/external/reading.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <set>
#include <sstream>

namespace unilateral::command {
namespace {

using json_document = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr auto name_of_manifest = "MANIFEST";

/// Of all files below the folder, by their paths in it, sorted. Throws where one is no plain file.
std::set<std::string> files_below(const fs::path& folder) {
  std::set<std::string> paths;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_directory() && !entry.is_symlink()) continue;
    const std::string path = entry.path().lexically_relative(folder).generic_string();
    if (entry.is_symlink() || !entry.is_regular_file())
      throw input_error(folder.string() + ": expected plain files, found " + path + ", a link or a device");
    paths.insert(path);
  }
  return paths;
}

std::string trajectory_path(const std::string& problem, const std::string& code, const std::string& amount) {
  return "trajectories/" + problem + "/" + code + "/" + amount + ".csv";
}

json_document or_null(const std::optional<double>& x) { return x ? json_document(*x) : json_document(nullptr); }
std::optional<double> number_or_none(const json_document& x) {
  return x.is_null() ? std::nullopt : std::optional(x.get<double>());
}

/// A name that is a part of a path, and no more.
std::string checked_word(const json_document& text, const char* what) {
  const auto word = text.get<std::string>();
  const bool plain =
      !word.empty() && word != "." && word != ".." && std::all_of(word.begin(), word.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '_' || c == '.' || c == '+' || c == '-';
      });
  if (!plain) throw input_error(std::string(what) + ": expected letters, digits and _ . + -, found \"" + word + "\"");
  return word;
}

std::vector<std::string> amounts_asked(const study::work_of_code& x, const study::work_record& r) {
  if (!x.ladder.tolerances.empty()) return x.ladder.tolerances;
  std::vector<std::string> texts;
  for (const study::work_run& run : r.runs) texts.push_back(fmt::format("{}", run.amount));
  return texts;
}

}  // namespace

void write_bundle(const fs::path& folder, const bundle_facts& about, const std::vector<bundled_work>& works) {
  json_document all{{"format", "unilateral-bundle"},
                    {"version", "1"},
                    {"name", about.name},
                    {"generator", "unilateral " + about.made.version},
                    {"compiler", about.made.compiler},
                    {"processor", about.made.processor},
                    {"machine", about.machine},
                    {"date", about.made.date},
                    {"command", about.command_line}};
  json_document list = json_document::array();
  study::work_records found;
  for (const bundled_work& work : works)
    for (std::size_t k = 0; k < work.codes.size(); ++k) {
      const study::work_of_code& x = work.codes[k];
      const study::work_record& r = work.found[k];
      found.push_back(r);
      const std::vector<std::string> amounts = amounts_asked(x, r);
      json_document runs = json_document::array();
      for (std::size_t i = 0; i < r.runs.size(); ++i) {
        const study::work_run& run = r.runs[i];
        runs.push_back({{"amount", amounts[i]}, {"seconds", or_null(run.seconds)}, {"failure", run.failure}});
        if (!run.failure.empty()) continue;
        const fs::path to = folder / trajectory_path(work.problem, x.code.name, amounts[i]);
        fs::create_directories(to.parent_path());
        fs::rename(folder / "trajectories" / (work.problem + "-" + x.code.name) / (amounts[i] + ".csv"), to);
      }
      fs::remove_all(folder / "trajectories" / (work.problem + "-" + x.code.name));
      list.push_back({{"problem", work.problem},
                      {"code", x.code.name},
                      {"command", x.code.command},
                      {"amount", r.amount},
                      {"velocity", x.ladder.reading ? name_of(*x.ladder.reading) : "auto"},
                      {"start_up", or_null(r.start_up)},
                      {"start_up_spread", or_null(r.start_up_spread)},
                      {"runs", std::move(runs)}});
    }
  all["ladders"] = std::move(list);
  render::write_file(folder / "bundle.json", all.dump(1) + "\n");
  std::string lines;
  for (const std::string& line : study::lines_of(found)) lines += line + "\n";
  render::write_file(folder / "results.jsonl", lines);
  std::string sums;
  for (const std::string& path : files_below(folder))
    sums += sha256(render::read_file(folder / path)) + "  " + path + "\n";
  render::write_file(folder / name_of_manifest, sums);
}

namespace {

/// Throws where a file is not what the manifest says.
void check_sums(const fs::path& folder) {
  std::set<std::string> there = files_below(folder);
  if (there.erase(name_of_manifest) == 0) throw input_error(folder.string() + ": expected a MANIFEST, found none");
  std::istringstream sums(render::read_file(folder / name_of_manifest));
  int number = 0;
  constexpr std::size_t digits = 64, gap = 2;
  for (std::string line; std::getline(sums, line);) {
    ++number;
    if (line.size() <= digits + gap || line.compare(digits, gap, "  ") != 0)
      throw input_error(fmt::format("{}: MANIFEST:{}: expected a checksum, two spaces and a path, found \"{}\"",
                                    folder.string(), number, line));
    const std::string path = line.substr(digits + gap);
    if (there.erase(path) == 0)
      throw input_error(fmt::format("{}: MANIFEST:{}: expected a file of the folder, named once, found \"{}\"",
                                    folder.string(), number, path));
    if (sha256(render::read_file(folder / path)) != line.substr(0, digits))
      throw input_error(folder.string() + ": " + path + ": expected the file that MANIFEST tells, found another");
  }
  if (!there.empty())
    throw input_error(folder.string() + ": expected the files of MANIFEST, found one more, " + *there.begin());
}

/// A ladder of the bundle as a code that answers from its files.
study::work_of_code replayed(const fs::path& folder, const bundle_facts& about, const json_document& ladder) {
  const std::string problem = checked_word(ladder.at("problem"), "problem"),
                    name = checked_word(ladder.at("code"), "code"), amount = ladder.at("amount").get<std::string>();
  if (amount != "step" && amount != "tolerance")
    throw input_error("amount: expected step or tolerance, found \"" + amount + "\"");
  struct told_run {
    double seconds;
    std::string failure;
  };
  std::map<std::string, told_run> told;
  study::work_of_code x{.code = {.name = name, .command = ladder.at("command").get<std::string>()},
                        .ladder = {},
                        .submission = about.name,
                        .processor = about.made.processor};
  x.ladder.reading = study::reading_named(ladder.at("velocity").get<std::string>(), "velocity");
  for (const json_document& run : ladder.at("runs")) {
    const std::string text = checked_word(run.at("amount"), "amount");
    char* end = nullptr;
    if (const double value = std::strtod(text.c_str(), &end); *end != '\0' || !(value > 0) || !std::isfinite(value))
      throw input_error("amount: expected a number > 0, found \"" + text + "\"");
    const std::optional<double> seconds = number_or_none(run.at("seconds"));
    if (seconds && !(*seconds >= 0)) throw input_error("seconds: expected a number >= 0");
    if (!told.emplace(text, told_run{seconds.value_or(0), one_line(run.at("failure").get<std::string>())}).second)
      throw input_error("amount: expected " + text + " once, found it twice");
    x.amounts.push_back(text);
  }
  if (x.amounts.empty()) throw input_error("runs: expected one or more of " + name + " on " + problem + ", found none");
  if (amount == "tolerance") x.ladder.tolerances = x.amounts;
  const std::optional<double> median = number_or_none(ladder.at("start_up")),
                              spread = number_or_none(ladder.at("start_up_spread"));
  if (median && spread) x.started = study::start_up{*median, *spread};
  x.code.scheme = [folder, problem, name, told](const study::code_request& asked, const fs::path& trajectory) {
    const auto at = told.find(asked.amount);
    study::code_answer answer{.seconds = 0, .failure = "no such run in the submission"};
    if (at == told.end()) return answer;
    answer = {.seconds = at->second.seconds, .failure = at->second.failure};
    if (!answer.failure.empty()) return answer;
    std::error_code failed;
    fs::copy_file(folder / trajectory_path(problem, name, asked.amount), trajectory, failed);
    if (failed) answer.failure = "the submission has no trajectory of this run";
    return answer;
  };
  return x;
}

}  // namespace

read_bundle bundle_in(const std::string& path) {
  std::error_code failed;
  if (!fs::is_directory(path, failed)) throw input_error(path + ": expected the folder of a submission, found none");
  const fs::path folder = fs::canonical(path);
  read_bundle found{.folder = path, .about = {}, .codes = {}, .questions = {}, .claims = {}};
  check_sums(folder);
  try {
    const json_document all = json_document::parse(render::read_file(folder / "bundle.json"));
    if (all.at("format") != "unilateral-bundle" || all.at("version") != "1")
      throw input_error("expected the format unilateral-bundle, version 1, found another");
    found.about = {.name = checked_word(all.at("name"), "name"),
                   .command_line = all.at("command").get<std::string>(),
                   .machine = all.at("machine").get<std::string>(),
                   .made = {.version = all.at("generator").get<std::string>(),
                            .compiler = all.at("compiler").get<std::string>(),
                            .processor = all.at("processor").get<std::string>(),
                            .date = all.at("date").get<std::string>()}};
    for (const json_document& ladder : all.at("ladders")) {
      const std::string problem = checked_word(ladder.at("problem"), "problem");
      found.codes[problem].push_back(replayed(folder, found.about, ladder));
      found.questions[problem] = render::read_file(folder / "questions" / (problem + ".json"));
    }
    std::istringstream lines(render::read_file(folder / "results.jsonl"));
    for (std::string line; std::getline(lines, line);) found.claims.push_back(line);
  } catch (const json_document::exception& wrong) {
    throw input_error(path + ": bundle.json: expected what `benchmark --bundle` writes, found: " + wrong.what());
  } catch (const input_error& wrong) {
    throw input_error(path + ": bundle.json: " + wrong.what());
  } catch (const std::runtime_error& wrong) {
    throw input_error(path + ": " + wrong.what());
  }
  if (found.codes.empty()) throw input_error(path + ": bundle.json: expected runs, found none");
  return found;
}

void check_question(const read_bundle& from, const std::string& problem, const std::string& ours) {
  const auto asked = [&](const std::string& text) {
    const json_document question = json_document::parse(text);
    return json_document{{"parameters", question.at("parameters")}, {"statement", question.at("statement")}};
  };
  bool same = false;
  try {
    same = asked(from.questions.at(problem)) == asked(ours);
  } catch (const json_document::exception&) {
    same = false;  // no question at all
  }
  if (same) return;
  throw input_error(from.folder.string() + ": questions/" + problem + ".json: expected the question " + problem +
                    " as it stands here, found another");
}

void check_claims(const read_bundle& from, const study::work_records& judged) {
  // Two builds of one judge differ by roundings; what is beyond is another number.
  constexpr double relative = 1e-6, roundings = 1 << 10;
  const auto refuse = [&](const std::string& expected, const std::string& found) {
    throw input_error(from.folder.string() + ": results.jsonl: expected " + expected + ", found " + found);
  };
  std::set<std::string> claimed_cells;
  for (const std::string& line : from.claims) {
    json_document claim;
    try {
      claim = json_document::parse(line);
      const auto at = std::find_if(judged.begin(), judged.end(), [&](const study::work_record& r) {
        return claim.at("problem") == r.problem && claim.at("solver") == r.solver;
      });
      if (at == judged.end()) continue;
      claimed_cells.insert(at->cell());
      if (at->outcome == study::verdict::reference_in_doubt) continue;
      if (claim.at("runs").size() != at->runs.size())
        refuse(fmt::format("{} runs of {}", at->runs.size(), at->cell()), std::to_string(claim.at("runs").size()));
      for (std::size_t k = 0; k < at->runs.size(); ++k) {
        const study::work_run& run = at->runs[k];
        for (const auto& [distance, told] : claim.at("runs")[k].at("errors").items()) {
          const auto size = study::in_distance(at->size, distance);
          const double level = roundings * std::numeric_limits<double>::epsilon() * size.value_or(0);
          const auto is = study::in_distance(run.errors, distance);
          const bool same = told.is_null() ? !is
                            : told.is_number()
                                ? is && std::abs(told.get<double>() - *is) <=
                                            relative * std::max(std::abs(told.get<double>()), *is) + level
                                : is && !std::isfinite(*is);
          if (!same)
            refuse(fmt::format("the errors that its trajectories have, {} {} of {} at {:g}", distance,
                               is ? fmt::format("{:.3g}", *is) : "none", at->cell(), run.amount),
                   told.dump());
        }
      }
    } catch (const json_document::exception& wrong) {
      refuse("a record a line", wrong.what());
    }
  }
  for (const study::work_record& r : judged)
    if (!claimed_cells.contains(r.cell())) refuse("a record of " + r.cell(), "none");
}

}  // namespace unilateral::command
