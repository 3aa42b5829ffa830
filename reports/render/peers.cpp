#include "reports/render/peers.hpp"

#include "problems/language/input_error.hpp"
#include "reports/render/number_text.hpp"
#include "reports/study/external/judge.hpp"
#include "reports/study/record/tally.hpp"
#include "reports/study/reference/reference_path.hpp"
#include "reports/study/run/data_folder.hpp"
#include "reports/study/reference/solver_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <tuple>

namespace unilateral::render {
namespace {

constexpr auto ours = "moreau_time_stepping", study_of_peers = "peers";

struct peer_file {
  std::string path, problem, code;
  int steps;
};

peer_file read_first_line(const std::string& path) {
  static const std::regex form(R"x(# (\S+) by ([^:]+): .*; (\d+) steps)x");
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  std::smatch match;
  if (!std::regex_match(line, match, form))
    throw input_error(path + ":1: expected \"# PROBLEM by CODE: ...; N steps\", found \"" + line + "\"");
  return {path, match[1], match[2], std::stoi(match[3])};
}

std::string step_text(const peer_file& peer, const problem& p) {
  return study::bind<statement>(p, {}, true).end_text() + "/" + std::to_string(peer.steps);
}

/// The record of a distance from the reference.
study::record of_distance(const peer_file& peer, const problem& p, const std::string& who, distance_kind kind,
                          double error, const std::string& reference, const std::string& command) {
  const std::string number = to_text(error), distance = name_of(kind);
  return {.cell = "peers/" + peer.problem + "/" + std::to_string(peer.steps) + " steps/" + who + "/" + distance,
          .about = {.study = study_of_peers,
                    .problem = peer.problem,
                    .where = "step " + step_text(peer, p),
                    .solver = who,
                    .quantity = distance},
          .outcome = study::verdict::measured,
          .reason = "distance from the reference",
          .command = command,
          .facts = study::value_facts{.kind = study::value_kind::distance,
                                      .computed = number,
                                      .expected = "0",
                                      .error = error,
                                      .tolerance_from = "none: measured only",
                                      .reference = reference}};
}

void add_the_file(const peer_file& peer, const problem& p, study::results& records) {
  const std::string command =
      "unilateral judge " + peer.problem + " reports/peers/" + std::filesystem::path(peer.path).filename().string();
  const study::results found = study::judge(p, {}, peer.path);
  for (const distance_kind kind : study::all_distances)
    for (const study::record& r : found)
      if (r.about.quantity == study::distance_of_file(kind)) {
        const auto& facts = r.as<study::value_facts>();
        records.push_back(of_distance(peer, p, peer.code, kind, facts.error, facts.reference, command));
        records.back().as<study::value_facts>().reading = facts.reading;
      }
}

void add_ours(const peer_file& peer, const problem& p, study::results& records) {
  const study::instance bound = study::bind<statement>(p, {}, true);
  const double end = bound.end<double>();
  const auto against = study::motion_to_measure_against(bound);
  if (!against) return;
  const auto made = study::motion_of(
      study::find_solver(ours).solve<double>(bound.question, {.step = rational(end) / peer.steps, .until = {}}),
      bound.question, end);
  for (const distance_kind kind : study::all_distances)
    if (const auto d = study::between(kind, made, against->known, end))
      records.push_back(
          of_distance(peer, p, ours, kind, d->value, study::text_of(against->from),
                      "unilateral solve " + peer.problem + " --solver " + ours + " --step " + step_text(peer, p)));
}

}  // namespace

study::results peer_records() {
  study::results records;
  std::vector<peer_file> files;
  const std::filesystem::path folder = study::data_folder() / "reports" / "peers";
  if (!std::filesystem::exists(folder)) return records;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".csv") files.push_back(read_first_line(entry.path().string()));
  std::sort(files.begin(), files.end(), [](const peer_file& x, const peer_file& y) {
    return std::tie(x.problem, x.steps, x.code) < std::tie(y.problem, y.steps, y.code);
  });
  const std::vector<problem>& all = catalogue();
  for (const peer_file& peer : files) {
    const auto p =
        std::find_if(all.begin(), all.end(), [&](const problem& candidate) { return candidate.name == peer.problem; });
    if (p == all.end())
      throw input_error(peer.path + ":1: expected a problem of the catalogue, found \"" + peer.problem + "\"");
    add_the_file(peer, *p, records);
    add_ours(peer, *p, records);
  }
  return records;
}

table peers_table(const study::results& found) {
  table t{"peers", "Another code, judged, beside a solver of ours at the same step", {{"problem", "code", "step"}, {}}};
  for (const distance_kind kind : study::all_distances) t.data.header.push_back(name_of(kind));
  std::map<std::array<std::string, 3>, std::size_t> row_of;
  for (const study::record& r : study::of_study(found, study_of_peers)) {
    const std::string step = r.about.where.substr(r.about.where.find(' ') + 1);
    const auto [at, is_new] = row_of.try_emplace({r.about.problem, r.about.solver, step}, t.data.rows.size());
    if (is_new) {
      t.data.rows.push_back({r.about.problem, r.about.solver, step});
      t.data.rows.back().resize(t.data.header.size(), "—");
    }
    const auto column = static_cast<std::size_t>(
        std::find(t.data.header.begin(), t.data.header.end(), r.about.quantity) - t.data.header.begin());
    if (column == t.data.header.size()) continue;
    t.data.rows[at->second][column] = error_text(r.as<study::value_facts>().error);
    t.records[{at->second, column}] = r.cell;
  }
  return t;
}

}  // namespace unilateral::render
