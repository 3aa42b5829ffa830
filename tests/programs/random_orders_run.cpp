/// random_orders_run: what `converge --quick` says of the schemes' own declared orders on random systems, which nobody
/// chose for their steps.
///
///     random_orders_run --seed 1 --count 200 --out orders.jsonl      a line a system, a table by scheme and distance
///     random_orders_run --kind metric --seed 17 --show               one system: its file, and every verdict
///
/// An order is a claim about data that are smooth: kinds with kinks, pulses, spikes, units and stiffness, and
/// `closing`, are asked by name only. Every FAILS is an error of the first kind, or tells something of a scheme: its
/// system is written beside the output, in a folder <out>.cases. Exit status: 1 if there is one, or a system that
/// crashed.

#include "problems/language/input_error.hpp"
#include "reports/study/record/print.hpp"
#include "reports/study/run/converge.hpp"
#include "tests/random_systems/apart.hpp"
#include "tests/random_systems/generator.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>

using namespace unilateral;
using namespace unilateral::random_systems;
using json = nlohmann::ordered_json;

namespace {

constexpr const char* const smooth_kinds[] = {"curved", "moving", "metric",   "contact",
                                              "rest",   "multi",  "friction", "functions"};
const std::vector<std::string> schemes{"moreau_time_stepping", "sweeping", "paoli_schatzman"};

random_system system_of(std::uint64_t seed, const std::string& kind) {
  return generate(seed, kind.empty() ? smooth_kinds[seed % std::size(smooth_kinds)] : kind);
}

std::string ruled(const random_system& system, const std::vector<std::string>& asked) {
  problem of;
  of.name = "random";
  of.question = system.question;
  json lines = json::array();
  for (const study::record& r : study::converge(of, {}, asked, {}, {.quick = true})) {
    json line{{"solver", r.about.solver}, {"distance", r.about.quantity}, {"verdict", study::name_of(r.outcome)}};
    const auto& declared = r.as<study::order_facts>().declared;
    if (declared) line["declared"] = *declared;
    line["reason"] = r.reason;
    lines.push_back(std::move(line));
  }
  return lines.dump();
}

/// By (scheme, distance): how many of each verdict, of orders that are declared.
using counts = std::map<std::pair<std::string, std::string>, std::map<std::string, int>>;

std::string table(const counts& of) {
  std::map<std::string, int> all;
  std::string text = fmt::format("{:<24}{:<14}{:>8}{:>8}{:>14}{:>10}{:>22}\n", "scheme", "distance", "holds", "FAILS",
                                 "can't tell", "measured", "reference in doubt");
  const auto row = [&](const std::string& who, const std::string& what, std::map<std::string, int> n) {
    text += fmt::format("{:<24}{:<14}{:>8}{:>8}{:>14}{:>10}{:>22}\n", who, what, n["holds"], n["FAILS"],
                        n["can't tell"], n["measured"], n["reference in doubt"]);
  };
  for (const auto& [cell, n] : of) {
    row(cell.first, cell.second, n);
    for (const auto& [verdict, count] : n) all[verdict] += count;
  }
  row("all", "", all);
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t first = 1;
  int count = 200;
  double limit = 600;
  std::string kind, out;
  std::vector<std::string> asked;
  bool show = false;
  CLI::App app("Declared orders of the schemes on random systems");
  app.add_option("--seed", first, "first seed")->capture_default_str();
  app.add_option("--count", count, "number of systems")->capture_default_str();
  app.add_option("--kind", kind, "one kind only; default: those of smooth data take turns");
  app.add_option("--solver", asked, "default: all schemes");
  app.add_option("--limit", limit, "seconds of work for each system")->capture_default_str();
  app.add_option("--out", out, "a line of JSON a system");
  app.add_flag("--show", show, "print each system");
  CLI11_PARSE(app, argc, argv);
  if (asked.empty()) asked = schemes;
  try {
    std::ofstream lines;
    if (!out.empty()) {
      lines.open(out);
      if (!lines) throw input_error("--out: expected a file that can be written, found \"" + out + "\"");
    }
    counts found;
    int fails = 0, systems_that_fail = 0, crashed = 0, out_of_time = 0, no_question = 0;
    for (std::uint64_t seed = first; seed < first + static_cast<std::uint64_t>(count); ++seed) {
      const random_system system = system_of(seed, kind);
      if (show) std::cout << system.file << '\n';
      json line{{"kind", system.kind}, {"seed", seed}};
      if (!system.refusal.empty()) {
        ++no_question;
        line["refusal"] = system.refusal;
      } else {
        const outcome_apart ran = run_apart([&] { return ruled(system, asked); }, limit);
        line["seconds"] = ran.seconds;
        if (ran.ended != outcome_apart::how::done) {
          const bool late = ran.ended == outcome_apart::how::limit;
          ++(late ? out_of_time : crashed);
          line[late ? "limit" : "crashed"] = ran.text;
          std::cerr << system.kind << ' ' << seed << (late ? ": out of time" : ": crashed, " + ran.text) << '\n';
        } else {
          line["orders"] = json::parse(ran.text);
          int here = 0;
          for (const json& r : line["orders"]) {
            const std::string who = r.at("solver"), what = r.at("distance"), verdict = r.at("verdict");
            ++found[{who, what}][verdict];
            if (verdict == "FAILS") ++here;
            if (verdict == "FAILS" || show)
              std::cerr << system.kind << ' ' << seed << ' ' << who << ' ' << what << ' ' << verdict << ": "
                        << r.at("reason").get<std::string>() << std::endl;
          }
          fails += here;
          systems_that_fail += here > 0;
          if (here > 0 && lines.is_open()) {
            const std::filesystem::path cases = out + ".cases";
            std::filesystem::create_directories(cases);
            std::ofstream(cases / fmt::format("{}-{}.toml", system.kind, seed)) << system.file;
          }
        }
      }
      if (lines.is_open()) lines << line.dump() << std::endl;
    }
    std::cout << table(found)
              << fmt::format("{} systems: {} orders fail, on {} of them; {} crashed, {} out of time, {} no question\n",
                             count, fails, systems_that_fail, crashed, out_of_time, no_question);
    return fails + crashed > 0 ? 1 : 0;
  } catch (const input_error& error) {
    std::cerr << "random_orders_run: " << error.what() << '\n';
    return 2;
  }
}
