/// random_systems_run: random systems against each other, for as long as you like.
///
///     random_systems_run --seed 1 --count 1000 --jobs 2 --out run.jsonl      a line a system, a table by kind
///     random_systems_run --count 10000 --thorough-every 10 --out run.jsonl   the same in an hour instead of a day
///     random_systems_run --kind spike --seed 17 --show                       one system: its file, and all answers
///     random_systems_run --replay case.toml                                  the same of a file
///
/// Systems that are not as they should be (disagreement, a crash, a run that does not end) are written beside the
/// output, in a folder <out>.cases: <kind>-<seed>.toml, and what each contender says in <kind>-<seed>.txt. Exit status:
/// 1 if there is one.

#include "problems/language/input_error.hpp"
#include "tests/random_systems/campaign.hpp"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

using namespace unilateral;
using namespace unilateral::random_systems;

namespace {

bool worth_keeping(verdict v) { return v == verdict::disagree || v == verdict::broken; }

std::string shown(const trial& t) {
  std::ostringstream out;
  out << t.kind << ' ' << t.seed << ": " << name_of(t.outcome) << "; condition " << t.condition
      << ", one motion in double precision up to " << t.trusted_until << " of " << t.horizon << '\n';
  for (const parting_record& p : t.partings)
    out << "  " << (p.silent ? "" : "(not silent) ") << p.first << " and " << p.second << " part at t = " << p.t << ": "
        << p.what << '\n';
  for (const contender_record& c : t.contenders)
    out << "  " << c.name << ": " << c.status << ", " << c.impacts << " impacts, " << c.warnings << " warnings, "
        << c.seconds << " s\n";
  for (const std::string& r : t.remarks) out << "  " << r << '\n';
  return out.str();
}

std::string contents(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw input_error("--replay: expected a file that can be read, found \"" + path + "\"");
  return (std::ostringstream() << in.rdbuf()).str();
}

}  // namespace

int main(int argc, char** argv) {
  campaign_options how;
  how.each.limit = 20;
  std::string out, replayed;
  bool show = false, no_theorems = false, no_schemes = false, no_independent = false;
  CLI::App app("Random systems against each other");
  app.add_option("--seed", how.first, "first seed")->capture_default_str();
  app.add_option("--count", how.count, "number of systems")->capture_default_str();
  app.add_option("--kind", how.kind, "one kind only; default: kinds take turns");
  app.add_option("--jobs", how.jobs, "systems at a time")->capture_default_str();
  app.add_option("--limit", how.each.limit, "seconds for each contender")->capture_default_str();
  app.add_option("--thorough-every", how.each.thorough_every,
                 "both engines in 16 digits alone, but for each system of this many and those that part")
      ->capture_default_str();
  app.add_option("--out", out, "a line of JSON a system");
  app.add_option("--replay", replayed, "a problem file in place of seeds");
  app.add_flag("--show", show, "print each system and all answers");
  app.add_flag("--no-theorems", no_theorems);
  app.add_flag("--no-schemes", no_schemes);
  app.add_flag("--no-independent", no_independent);
  CLI11_PARSE(app, argc, argv);
  how.each.theorems = !no_theorems;
  how.each.schemes = !no_schemes;
  how.each.independent = !no_independent;
  try {
    if (!replayed.empty()) {
      const random_system system = replay(replayed, contents(replayed));
      const trial t = try_system(system, how.each);
      std::cout << shown(t) << t.answers;
      return worth_keeping(t.outcome) ? 1 : 0;
    }
    if (!how.kind.empty()) kind_named(how.kind);
    std::ofstream lines;
    const std::filesystem::path cases = out + ".cases";
    if (!out.empty()) {
      lines.open(out);
      if (!lines) throw input_error("--out: expected a file that can be written, found \"" + out + "\"");
    }
    how.report = [&](const random_system& system, const trial& t) {
      if (show)
        std::cout << system.file << '\n' << shown(t) << t.answers << '\n';
      else
        std::cerr << t.kind << ' ' << t.seed << ' ' << name_of(t.outcome) << ' ' << t.seconds << " s\n";
      if (!lines.is_open()) return;
      lines << to_json(t) << std::endl;
      if (!worth_keeping(t.outcome)) return;
      std::filesystem::create_directories(cases);
      const std::string name = t.kind + "-" + std::to_string(t.seed);
      std::ofstream(cases / (name + ".toml")) << system.file;
      std::ofstream(cases / (name + ".txt")) << shown(t) << '\n' << t.answers;
    };
    const tally found = campaign(how);
    std::cout << table(found);
    return found.of(verdict::disagree) + found.of(verdict::broken) > 0 ? 1 : 0;
  } catch (const input_error& error) {
    std::cerr << "random_systems_run: " << error.what() << '\n';
    return 2;
  }
}
