#include "reports/render/peers.hpp"

#include "problems/language/input_error.hpp"
#include "reports/study/external/judge.hpp"
#include "reports/study/reference/reference_path.hpp"
#include "reports/study/run/data_folder.hpp"
#include "reports/study/reference/solver_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <tuple>

namespace unilateral::render {
namespace {

constexpr auto ours = "moreau_time_stepping";

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

std::string text(double x) { return fmt::format("{:.2e}", x); }

std::string step_text(const peer_file& peer, const problem& p) {
  return study::bind<statement>(p, {}, true).end_text() + "/" + std::to_string(peer.steps);
}

std::vector<std::string> row_of_the_file(const peer_file& peer, const problem& p) {
  const study::results found = study::judge(p, {}, peer.path);
  std::vector<std::string> row{peer.problem, peer.code, step_text(peer, p)};
  for (const distance_kind kind : study::all_distances) {
    const auto r = std::find_if(found.begin(), found.end(), [&](const study::record& v) {
      return v.about.quantity == study::distance_of_file(kind);
    });
    row.push_back(r == found.end() ? "—" : text(r->as<study::value_facts>().error));
  }
  return row;
}

std::vector<std::string> row_of_ours(const peer_file& peer, const problem& p) {
  std::vector<std::string> row{peer.problem, ours, step_text(peer, p)};
  const study::instance bound = study::bind<statement>(p, {}, true);
  const double end = bound.end<double>();
  const auto against = study::motion_to_measure_against(bound);
  const auto made = study::motion_of(
      study::find_solver(ours).solve<double>(bound.question, {.step = rational(end) / peer.steps, .until = {}}),
      bound.question, end);
  for (const distance_kind kind : study::all_distances) {
    const auto d = against ? study::between(kind, made, against->known, end) : std::nullopt;
    row.push_back(d ? text(d->value) : "—");
  }
  return row;
}

}  // namespace

table peers_table() {
  table t{"peers", "Another code, judged, beside a solver of ours at the same step", {{"problem", "code", "step"}, {}}};
  for (const distance_kind kind : study::all_distances) t.data.header.push_back(name_of(kind));
  std::vector<peer_file> files;
  const std::filesystem::path folder = study::data_folder() / "reports" / "peers";
  if (!std::filesystem::exists(folder)) return t;
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
    t.data.rows.push_back(row_of_the_file(peer, *p));
    t.data.rows.push_back(row_of_ours(peer, *p));
  }
  return t;
}

}  // namespace unilateral::render
