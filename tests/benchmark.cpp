/// `unilateral benchmark` (reports/study/work, reports/command/work.cpp): error beside cost. Contract: exit status 0, 2
/// for bad input with one line, 3 where a reference is in doubt; a page and records in a folder; a run that failed is
/// there with its reason; a submission is judged by its trajectories and by nothing else. Errors are those of
/// `converge`, whose tests hold them; here they are compared between ways to the same number, without tolerance.

#include "reports/study/work/profile.hpp"
#include "reports/study/work/work.hpp"
#include "tests/support/schema_faults.hpp"
#include "tests/support/shell.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>

namespace unilateral::study {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using shell::contents;
using testing::HasSubstr;
using testing::Not;

constexpr double never = std::numeric_limits<double>::infinity();

/// By hand [Dolan More 2002, (1)]: least costs 1, 1, 3, 8; ratios of a 1, 2, ∞, 1; of b 2, 1, 1, ∞; of c 4, 1, ∞, ∞; of
/// d none. All four problems count, also where a contender solves none.
TEST(performance_profiles, are_those_computed_by_hand) {
  const auto found =
      performance_profiles({{1, 2, never, 8}, {2, 1, 3, never}, {4, 1, never, never}, {never, never, never, never}});
  const auto is = [](const std::vector<profile_step>& steps, const std::vector<std::pair<double, double>>& expected) {
    ASSERT_EQ(steps.size(), expected.size());
    for (std::size_t k = 0; k < steps.size(); ++k) {
      EXPECT_EQ(steps[k].factor, expected[k].first);
      EXPECT_EQ(steps[k].share, expected[k].second);
    }
  };
  ASSERT_EQ(found.size(), 4u);
  is(found[0], {{1, 0.5}, {2, 0.75}});
  is(found[1], {{1, 0.5}, {2, 0.75}});
  is(found[2], {{1, 0.25}, {4, 0.5}});
  is(found[3], {});
}

TEST(performance_profiles, of_a_problem_that_nobody_solves_lower_all) {
  const auto found = performance_profiles({{1, never}, {2, never}});
  ASSERT_EQ(found[0].size(), 1u);
  EXPECT_EQ(found[0][0].share, 0.5);
  EXPECT_EQ(found[1][0].factor, 2);
}

TEST(pareto_front, holds_what_no_other_beats_and_nothing_else) {
  const std::vector<work_point> runs{{1, 1e-1},  {2, 1e-2}, {2, 1e-3},  {3, 1e-3},
                                     {4, never}, {5, 1e-9}, {never, 0}, {0.5, 2}};
  EXPECT_EQ(pareto_front(runs), (std::vector<std::size_t>{7, 0, 2, 5}));
  EXPECT_TRUE(pareto_front({}).empty());
}

/// Without start-up where it was measured, and never below what three of them scatter by.
TEST(own_seconds, leave_out_start_up) {
  work_record r{.start_up = 0.5, .start_up_spread = 0.125};
  EXPECT_EQ(own_seconds(r, {.seconds = 2.0}), 1.5);
  EXPECT_EQ(own_seconds(r, {.seconds = 0.53125}), 0.125);
  EXPECT_EQ(own_seconds(r, {}), std::nullopt);
  r.start_up.reset();
  EXPECT_EQ(own_seconds(r, {.seconds = 2.0}), 2.0);
}

TEST(not_converging, is_said_of_errors_that_stay_and_of_no_others) {
  const auto record_with = [](std::vector<double> errors, double size) {
    work_record r{.amount = "step", .size = {.sup_q = size}};
    double step = 1;
    for (const double x : errors) r.runs.push_back({.amount = step /= 2, .errors = {.sup_q = x}});
    return not_converging(r);
  };
  EXPECT_THAT(record_with({0.3, 0.2, 0.2}, 1), HasSubstr("no convergence seen: q is off by 0.3 at the step 0.5"));
  EXPECT_EQ(record_with({0.3, 0.2, 0.1}, 1), "");
  EXPECT_EQ(record_with({1e-16, 2e-16}, 1), "") << "roundings";
  EXPECT_EQ(record_with({0.3}, 1), "") << "a run alone shows nothing";
  EXPECT_EQ(record_with({}, 1), "");
}

/// A folder of its own for each test, and the command.
class benchmark : public testing::Test {
 protected:
  const shell::own_folder scratch;

  fs::path at(const std::string& name) const { return scratch.path() / name; }
  shell::outcome run(const std::string& words) const {
    return shell::run(std::string(COMMAND_PATH) + " benchmark " + words);
  }
  static std::string scheme(const std::string& name) {
    return " --external '" + name + "=" + FOREIGN_SCHEMES + " " + name + " {step} {until}'";
  }
  /// Records of a run by contender.
  std::map<std::string, json> records(const fs::path& folder) const {
    std::map<std::string, json> found;
    std::ifstream file(folder / "results.jsonl");
    for (std::string line; std::getline(file, line);)
      if (const json r = json::parse(line); r.at("type") == "work") found[r.at("solver")] = r;
    return found;
  }
  void expect_one_line(const shell::outcome& found, const std::string& said) const {
    EXPECT_EQ(found.status, 2) << found.err;
    EXPECT_THAT(found.err, HasSubstr(said));
    const auto last = found.err.rfind("unilateral: ");
    ASSERT_NE(last, std::string::npos) << found.err;
    EXPECT_EQ(std::count(found.err.begin() + static_cast<std::ptrdiff_t>(last), found.err.end(), '\n'), 1) << found.err;
  }
  /// As MANIFEST has it for the files as they now are.
  static void sum_anew(const fs::path& bundle) {
    fs::remove(bundle / "MANIFEST");
    const auto sums =
        shell::run("cd '" + bundle.string() + "' && find . -type f | sed 's,^./,,' | LC_ALL=C sort | xargs sha256sum");
    std::ofstream(bundle / "MANIFEST") << sums.out;
  }
  static void replace_in(const fs::path& file, const std::string& what, const std::string& by) {
    std::string text = contents(file);
    const auto place = text.find(what);
    ASSERT_NE(place, std::string::npos) << file;
    std::ofstream(file, std::ios::binary) << text.replace(place, what.size(), by);
  }
};

const std::string few = " --count 8 --coarsest 1/10 --finest 1/200 ";

TEST_F(benchmark, writes_a_page_and_records_as_the_schema_says) {
  const fs::path out = at("page");
  const shell::outcome found = run("pendulum_with_stop chain_one_bar chain_straight" + few +
                                   "--solver event_driven --solver sweeping --solver chain_duality" + scheme("rk4") +
                                   scheme("wrong_restitution") + " --out " + out.string());
  ASSERT_EQ(found.status, 0) << found.err;
  const json rule = json::parse(std::ifstream(std::string(SOURCE_ROOT) + "/docs/results.schema.json"));
  std::ifstream file(out / "results.jsonl");
  int lines = 0;
  for (std::string line; std::getline(file, line); ++lines)
    EXPECT_EQ(schema_faults(json::parse(line), rule), std::vector<std::string>{}) << line;
  EXPECT_EQ(lines, 6) << "provenance, four on the pendulum, one on the chain that moves";
  auto by = records(out);
  EXPECT_EQ(by["event_driven"].at("amount"), "");
  EXPECT_EQ(by["event_driven"].at("runs").size(), 1u);
  // 10^4 roundings of positions below 1: a run has some tens of steps.
  EXPECT_LT(by["event_driven"].at("runs")[0].at("errors").at("sup q"), 1e-12);
  for (const char* const who : {"sweeping", "rk4", "wrong_restitution"}) {
    EXPECT_EQ(by[who].at("amount"), "step");
    EXPECT_EQ(by[who].at("runs").size(), 8u) << who;
    for (const json& one : by[who].at("runs")) EXPECT_GE(one.at("seconds"), 0) << who;
  }
  EXPECT_GT(by["sweeping"].at("runs")[0].at("force_evaluations"), 0);
  EXPECT_TRUE(by["sweeping"].at("start_up").is_null());
  EXPECT_GT(by["rk4"].at("start_up"), 0);
  // The planted fault is seen, and nothing else is.
  EXPECT_THAT(by["wrong_restitution"].at("reason").get<std::string>(), HasSubstr("no convergence seen"));
  for (const char* const who : {"event_driven", "sweeping", "rk4"}) EXPECT_EQ(by[who].at("reason"), "") << who;
  const std::string page = contents(out / "index.html"),
                    of_the_problem = contents(out / "problem-pendulum_with_stop.html");
  EXPECT_THAT(page, HasSubstr("<b>wrong_restitution</b> on"));
  EXPECT_THAT(page, Not(HasSubstr("<b>rk4</b> on")));
  EXPECT_THAT(page, HasSubstr("chain_straight: a chain at one instant"));
  EXPECT_THAT(of_the_problem, HasSubstr("id=\"work_pendulum_with_stop\""));
  for (const char* const part : {"figures/work_pendulum_with_stop.csv", "figures/profile_seconds_3.svg",
                                 "tables/solved.csv", "tables/runs_pendulum_with_stop.tex"})
    EXPECT_TRUE(fs::exists(out / part)) << part;
  EXPECT_THAT(page, HasSubstr("benchmark pendulum_with_stop chain_one_bar"));
}

/// Errors and counts are a function of the sources; times have fields of their own, and `compare` leaves them out.
TEST_F(benchmark, finds_the_same_for_any_number_of_jobs) {
  const std::string words =
      "pendulum_with_stop" + few + "--solver moreau_time_stepping" + scheme("semi_implicit") + " --out ";
  ASSERT_EQ(run(words + at("one").string()).status, 0);
  ASSERT_EQ(run(words + at("two").string() + " --jobs 2").status, 0);
  const auto compared =
      shell::run(std::string(COMMAND_PATH) + " compare " + at("one").string() + " " + at("two").string());
  EXPECT_EQ(compared.status, 0);
  EXPECT_EQ(compared.out, "2 records the same, 0 with another verdict, 0 with other numbers, 0 appeared, 0 vanished\n");
}

/// Parts of a benchmark, put together in any order, are one: the same records but for seconds, the same pages. What is
/// not all of one is refused.
TEST_F(benchmark, parts_are_one_run) {
  const std::string asked = "ball_rational pendulum_with_stop chain_straight chain_one_bar" + few +
                            "--solver event_driven --solver sweeping --solver chain_duality" + scheme("rk4") +
                            " --out ";
  const auto folder = [&](const std::string& name) { return at(name).string(); };
  ASSERT_EQ(run(asked + folder("one")).status, 0);
  for (const std::string k : {"1", "2", "3"}) {
    const shell::outcome part = run("--shard " + k + "/3 " + asked + folder(k));
    ASSERT_EQ(part.status, 0) << part.err;
    EXPECT_THAT(part.err, HasSubstr("part " + k + "/3, " + (k == "1" ? "2" : "1") + " problems"));
  }
  const auto merge = [&](const std::string& words) {
    return shell::run(std::string(COMMAND_PATH) + " merge " + words);
  };
  const std::string one = " " + folder("1"), two = " " + folder("2"), three = " " + folder("3");
  const shell::outcome merged = merge(three + one + two + " --out " + folder("merged"));
  ASSERT_EQ(merged.status, 0) << merged.err;
  const auto found = [&](const std::string& name) {
    std::vector<json> all;
    std::ifstream file(at(name) / "results.jsonl");
    for (std::string line; std::getline(file, line);) {
      json r = json::parse(line);
      if (r.at("type") == "provenance") continue;
      for (const char* const of_this_machine : {"start_up", "start_up_spread", "growth_of_seconds"})
        r.erase(of_this_machine);
      for (json& run : r.at("runs")) run.erase("seconds");
      all.push_back(std::move(r));
    }
    return all;
  };
  EXPECT_EQ(found("merged"), found("one"));
  EXPECT_EQ(found("merged").size(), 7u) << "three on each of two problems, one on a chain that moves";
  for (const char* const page : {"index.html", "problem-ball_rational.html", "problem-chain_one_bar.html"})
    EXPECT_TRUE(fs::exists(at("merged") / page)) << page;
  const std::string index = contents(at("merged") / "index.html");
  EXPECT_THAT(index, HasSubstr("--shard 1/3"));
  EXPECT_THAT(index, HasSubstr("--shard 3/3"));
  EXPECT_THAT(index, HasSubstr("chain_straight: a chain at one instant"));

  expect_one_line(merge(one + three + " --out " + folder("x")), "expected all 3 parts, found none of 2");
  expect_one_line(merge(one + two + three), "expected --out DIR, the folder of the benchmark's page");
  ASSERT_EQ(run("ball_rational --solver sweeping" + few + "--shard 2/3 --out " + folder("other")).status, 0);
  expect_one_line(merge(one + " " + folder("other") + three + " --out " + folder("x")), "expected one of 3 parts of");
  ASSERT_EQ(shell::run(std::string(COMMAND_PATH) + " verify --quick --filter nothing_at_all --shard 2/3 --out " +
                       folder("studies"))
                .status,
            0);
  expect_one_line(merge(one + " " + folder("studies") + three + " --out " + folder("x")),
                  "expected a part of type benchmark, found shard");
  replace_in(at("2") / "shard.jsonl", "\"sup q\":", "\"sup q\":1");
  expect_one_line(merge(one + two + three + " --out " + folder("x")), "expected what its first line seals");
  EXPECT_FALSE(fs::exists(at("x")));
}

TEST_F(benchmark, shows_what_failed_and_why) {
  const fs::path out = at("page"), count = at("count");
  const shell::outcome found =
      run("pendulum_with_stop" + few + "--solver sweeping" + scheme("fails_now_and_then") +
          " --external 'refuses=echo x >> " + count.string() +
          "; echo what a pity >&2; exit 3' --external 'slow=sleep 9' --limit 1 --out " + out.string());
  ASSERT_EQ(found.status, 1) << found.err;
  EXPECT_THAT(found.err, HasSubstr("refuses: no run was measured: 8 of 8 runs failed, the first: "));
  EXPECT_THAT(found.err, HasSubstr("slow: no run was measured: "));
  EXPECT_THAT(found.err, Not(HasSubstr("fails_now_and_then: no run")));
  auto by = records(out);
  EXPECT_THAT(by["refuses"].at("reason").get<std::string>(), HasSubstr("8 of 8 runs failed, the first"));
  EXPECT_THAT(by["refuses"].at("runs")[7].at("failure").get<std::string>(),
              HasSubstr("not run, for: exit status 3: what a pity"));
  EXPECT_EQ(contents(count), "x\nx\nx\n") << "who refuses three times in the same words is not asked again";
  EXPECT_THAT(by["slow"].at("runs")[0].at("failure").get<std::string>(), HasSubstr("ended after the limit of 1 s"));
  int failed = 0;
  for (const json& one : by["fails_now_and_then"].at("runs")) failed += one.at("failure") == "" ? 0 : 1;
  EXPECT_TRUE(failed > 0 && failed < 8) << failed;
  const std::string page = contents(out / "index.html");
  EXPECT_THAT(page, HasSubstr("what a pity"));
  EXPECT_THAT(page, HasSubstr("no answer"));
  EXPECT_THAT(contents(out / "figures/work_pendulum_with_stop.csv"), HasSubstr("slow,failed,"));
}

/// A computed reference judges nobody who made it: event_driven is held against gauss_collocation's motion, also near
/// the limit of infinitely many impacts, where powers of time in fifty digits are beyond the range of double.
TEST_F(benchmark, nobody_is_judged_by_a_reference_of_its_own) {
  const std::string words = " --solver event_driven --solver gauss_collocation --count 8 --out ";
  ASSERT_EQ(run("double_pendulum_wall" + words + at("one").string()).status, 0);
  auto by = records(at("one"));
  EXPECT_THAT(by["event_driven"].at("reference").get<std::string>(), HasSubstr("computed by gauss_collocation"));
  EXPECT_THAT(by["gauss_collocation"].at("reference").get<std::string>(), HasSubstr("computed by event_driven"));
  // Runs of some hundred steps at most, a rounding of positions of about 1 in each, grown by the motion to 4 at e =
  // 1/2.
  for (auto& [who, r] : by) EXPECT_LT(r.at("runs")[0].at("errors").at("sup q"), 1e-13) << who;

  ASSERT_EQ(run("block_rocking" + words + at("two").string()).status, 0);
  for (auto& [who, r] : records(at("two"))) EXPECT_LT(r.at("runs")[0].at("errors").at("sup q"), 1e-13) << who;
}

/// A command that names {tolerance} is given tolerances, others of the same run steps; one that names {python}, {c} or
/// {octave} finds the question as source code there.
TEST_F(benchmark, gives_each_code_what_its_command_names) {
  const fs::path out = at("page");
  const shell::outcome found =
      run("pendulum_with_stop" + few +
          "--solver sweeping --external 'adaptive=grep -q gap_gradient {c} && grep -q gap_gradient "
          "{python} && grep -q gap_gradient {octave} && " FOREIGN_SCHEMES
          " rk4 $(awk \"BEGIN{{print exp(log({tolerance})/4)}}\") {until}'" +
          scheme("rk4") + " --tolerances 1e-4,3e-5,1e-5,3e-6,1e-6,3e-7,1e-7,1/100000000 --out " + out.string());
  ASSERT_EQ(found.status, 0) << found.err;
  auto by = records(out);
  EXPECT_EQ(by["adaptive"].at("amount"), "tolerance");
  EXPECT_EQ(by["adaptive"].at("runs")[7].at("amount"), 1e-8);
  EXPECT_EQ(by["adaptive"].at("reason"), "");
  EXPECT_EQ(by["rk4"].at("amount"), "step");
}

/// A submission: what it says of errors is not asked; its trajectories are judged by whoever accepts it.
class benchmark_submissions : public benchmark {
 protected:
  const fs::path bundle = at("bundle");
  void SetUp() override {
    const shell::outcome found = run("pendulum_with_stop" + few + "--bundle ours" + scheme("rk4") +
                                     scheme("fails_now_and_then") + " --out " + bundle.string());
    ASSERT_EQ(found.status, 0) << found.err;
  }
  shell::outcome accept() const {
    return run("--accept " + bundle.string() + few + "--solver sweeping --out " + at("accepted").string());
  }
  fs::path a_trajectory() const {
    std::vector<fs::path> all;
    for (const auto& entry : fs::directory_iterator(bundle / "trajectories/pendulum_with_stop/rk4"))
      all.push_back(entry.path());
    std::sort(all.begin(), all.end());
    return all.at(0);
  }
};

TEST_F(benchmark_submissions, accepted_equal_the_direct_run) {
  ASSERT_EQ(shell::run("cd " + bundle.string() + " && sha256sum -c --quiet MANIFEST").status, 0);
  const shell::outcome found = accept();
  ASSERT_EQ(found.status, 0) << found.err;
  ASSERT_EQ(run("pendulum_with_stop" + few + "--solver sweeping" + scheme("rk4") + scheme("fails_now_and_then") +
                " --out " + at("direct").string())
                .status,
            0);
  auto accepted = records(at("accepted")), direct = records(at("direct"));
  ASSERT_EQ(accepted.size(), 3u);
  for (const char* const who : {"sweeping", "rk4", "fails_now_and_then"}) {
    for (json* r : {&accepted[who], &direct[who]}) {
      for (const char* const other :
           {"submission", "processor", "command", "start_up", "start_up_spread", "growth_of_seconds"})
        r->erase(other);
      for (json& one : r->at("runs")) one.erase("seconds");
    }
    EXPECT_EQ(accepted[who], direct[who]) << who;
  }
  EXPECT_THAT(contents(at("accepted") / "index.html"), HasSubstr("submission ours: the same processor, by its word"));
}

/// Who accepts a submission about a problem of somebody's own brings the problem: no question is taken from a
/// submission.
TEST_F(benchmark, submissions_about_files_need_these_files) {
  const std::string examples = SOURCE_ROOT "/docs/examples/", file = examples + "hard_spring.toml";
  ASSERT_EQ(run(file + few + "--bundle spring --external 'mine=python3 " + examples + "any_question.py' --out " +
                at("bundle").string())
                .status,
            0);
  const std::string accept =
      " --accept " + at("bundle").string() + few + "--solver sweeping --out " + at("page").string();
  expect_one_line(run(accept), "expected problems of the catalogue, or of files that are named, found hard_spring");
  ASSERT_EQ(run(file + accept).status, 0);
  EXPECT_EQ(records(at("page")).size(), 2u);
}

TEST_F(benchmark_submissions, from_another_processor_stand_apart) {
  const json about = json::parse(contents(bundle / "bundle.json"));
  replace_in(bundle / "bundle.json", about.at("processor").dump(), "\"abacus\"");
  sum_anew(bundle);
  ASSERT_EQ(accept().status, 0);
  const std::string page = contents(at("accepted") / "index.html");
  EXPECT_THAT(page, HasSubstr("abacus; not comparable"));
  EXPECT_THAT(contents(at("accepted") / "figures/profile_seconds_3.csv"), Not(HasSubstr("rk4")));
  EXPECT_THAT(contents(at("accepted") / "problem-pendulum_with_stop.html"),
              HasSubstr("Times of rk4 are of another processor, abacus"));
}

TEST_F(benchmark_submissions, that_were_edited_are_refused) {
  const fs::path before = at("before");
  fs::copy(bundle, before, fs::copy_options::recursive);
  const auto restore = [&] {
    fs::remove_all(bundle);
    fs::copy(before, bundle, fs::copy_options::recursive);
  };
  const std::string here = bundle.string() + ": ";
  const fs::path csv = a_trajectory();
  const std::string inside = fs::relative(csv, bundle).string();

  std::ofstream(csv, std::ios::app) << "9,0,0\n";
  expect_one_line(accept(), here + inside + ": expected the file that MANIFEST tells, found another");

  restore();  // with a new checksum: the claimed error is not that of the trajectory
  std::ofstream(csv) << "t,theta,theta'\n0,1.0471975511965979,0\n4,0.5,0\n";
  sum_anew(bundle);
  expect_one_line(accept(), here + "results.jsonl: expected the errors that its trajectories have");

  restore();  // a claim that is too good
  const std::string lines = contents(bundle / "results.jsonl");
  const auto claimed = json::parse(lines.substr(0, lines.find('\n'))).at("runs")[0].at("errors").at("sup q").dump();
  replace_in(bundle / "results.jsonl", "\"sup q\":" + claimed, "\"sup q\":1e-15");
  sum_anew(bundle);
  expect_one_line(accept(), here + "results.jsonl: expected the errors that its trajectories have, sup q");

  restore();  // no claim at all
  std::ofstream(bundle / "results.jsonl") << "";
  sum_anew(bundle);
  expect_one_line(accept(), here + "results.jsonl: expected a record of work/pendulum_with_stop/");

  restore();  // another question
  replace_in(bundle / "questions/pendulum_with_stop.json", "\"decimal\": \"10\"", "\"decimal\": \"11\"");
  sum_anew(bundle);
  expect_one_line(accept(), here + "questions/pendulum_with_stop.json: expected the question");

  restore();
  std::ofstream(bundle / "more.txt") << "x";
  expect_one_line(accept(), here + "expected the files of MANIFEST, found one more, more.txt");

  restore();
  fs::remove(csv);
  expect_one_line(accept(), "expected a file of the folder, named once, found \"" + inside + "\"");
  fs::create_symlink("/etc/passwd", csv);
  expect_one_line(accept(), here + "expected plain files, found " + inside);

  restore();
  fs::remove(bundle / "MANIFEST");
  expect_one_line(accept(), here + "expected a MANIFEST, found none");

  restore();
  std::ofstream(bundle / "bundle.json") << "{}";
  sum_anew(bundle);
  expect_one_line(accept(), here + "bundle.json: expected what `benchmark --bundle` writes");

  restore();  // a path that leads elsewhere
  replace_in(bundle / "bundle.json", "\"code\": \"rk4\"", "\"code\": \"../rk4\"");
  sum_anew(bundle);
  expect_one_line(accept(), here + "bundle.json: code: expected letters");
  EXPECT_FALSE(fs::exists(at("accepted") / "index.html"));
}

/// The adapters of bench/peers whose codes are installed: each answers a pendulum between impacts, with errors that
/// fall, and those that integrate from event to event refuse a contact that lasts, in a line.
TEST_F(benchmark, adapters_of_other_codes_answer_what_they_can_state_and_refuse_the_rest) {
  const shell::outcome found =
      shell::run("UNILATERAL=" COMMAND_PATH " " SOURCE_ROOT
                 "/bench/peers/run pendulum_with_stop ball_inelastic --solver sweeping" +
                 few + "--tolerances 1e-3,1e-4,1e-5,1e-6,1e-7,1e-8,1e-9,1e-10 --out " + at("page").string());
  ASSERT_EQ(found.status, 0) << found.err;
  int adapters = 0;
  std::ifstream file(at("page") / "results.jsonl");
  for (std::string line; std::getline(file, line);) {
    const json r = json::parse(line);
    if (r.at("type") != "work" || r.at("program") == "") continue;
    ++adapters;
    const std::string who = r.at("cell");
    if (r.at("problem") == "ball_inelastic" && r.at("amount") == "tolerance") {
      for (const json& one : r.at("runs"))
        EXPECT_THAT(one.at("failure").get<std::string>(), HasSubstr("exit status 3: a contact that lasts")) << who;
      continue;
    }
    EXPECT_EQ(r.at("reason"), "") << who;
    // A scheme of order 1 with steps of 1/200 and less; an adaptive one at 1e-10, or with events on straight lines.
    const double least = r.at("runs").back().at("errors").at("sup q");
    EXPECT_LT(least, r.at("amount") == "step" ? 0.05 : r.at("solver") == "octave" ? 1e-3 : 1e-6) << who;
  }
  if (adapters == 0) GTEST_SKIP() << "none of the codes that bench/peers runs is installed:\n" << found.err;
}

TEST_F(benchmark, wrong_words_are_one_line) {
  std::ofstream(at("file")) << "x";
  const std::string out = " --out " + at("out").string(), right = " --external 'a=true'";
  for (const auto& [words, said] : std::vector<std::pair<std::string, std::string>>{
           {"ball_rational", "--out"},
           {"ball_rationl" + out, "found \"ball_rationl\""},
           {"ball_rational ball_rational" + out, "expected problems of different names"},
           {"ball_rational --solver nobody" + out, "--solver: expected one of"},
           {"chain_straight --solver sweeping" + out, "expected a problem that somebody who is asked takes"},
           {"ball_rational --external nothing" + out, "--external: expected NAME=COMMAND"},
           {"ball_rational --external 'a=x {stp}'" + out, "found \"{stp}\""},
           {"ball_rational --solver event_driven --external 'a=no_such_program_anywhere'" + out,
            "expected a command that the shell can run"},
           {"ball_rational --external 'event_driven=true'" + out, "expected a name of its own"},
           {"ball_rational --tolerances 1,2" + out, "--tolerances: expected"},
           {"ball_rational --coarsest 1 --finest 2" + out, "--coarsest, --finest: expected"},
           {"ball_rational --limit 0" + out, "--limit: expected"},
           {"ball_rational --out " + at("file").string() + "/x", "expected a folder that can be written"},
           {"ball_rational --out /dev/null", "expected a folder that can be written"},
           {"ball_rational --shard 3/2" + out, "--shard: expected i/n"},
           {"ball_rational --bundle b --shard 1/2" + right + out, "--bundle: expected it without --shard"},
           {"ball_rational --bundle b" + out, "--bundle: expected an --external"},
           {"ball_rational --bundle ../b" + right + out, "--bundle: expected a name"},
           {"ball_rational --bundle b --solver sweeping" + right + out, "--bundle: expected it without --solver"},
           {"ball_rational --bundle b" + right + " --out " + scratch.path().string(), "new or empty"},
           {"chain_straight --bundle b" + right + out, "--bundle: expected a problem that codes are asked about"},
           {"--accept " + at("nowhere").string() + out, "expected the folder of a submission, found none"},
           {"--accept " + scratch.path().string() + out, "expected a MANIFEST, found none"}})
    expect_one_line(run(words), said);
}

}  // namespace
}  // namespace unilateral::study
