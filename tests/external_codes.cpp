/// Codes from outside (reports/study/external/{child_run,code_run,orders_of_code}.hpp): how they are run, what is said
/// of those that fail, and what order they are found to have. The schemes are those of
/// tests/programs/foreign_schemes.cpp, whose orders are known from the textbooks: semi-implicit Euler 1; explicit
/// midpoint 2 in smooth motion and 1 with impacts that are noticed a step late; Runge and Kutta's fourth order with
/// located impacts 4 at its rows.

#include "problems/language/input_error.hpp"
#include "reports/study/external/child_run.hpp"
#include "reports/study/external/code_run.hpp"
#include "reports/study/external/orders_of_code.hpp"
#include "tests/support/shell.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <thread>

namespace unilateral::study {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

using shell::contents;
using run_of_command = shell::outcome;

/// The command line, with TMPDIR a folder of its own: what it leaves there is seen.
class external_codes : public testing::Test {
 protected:
  const scratch_folder scratch;
  const fs::path temporary = scratch.path() / "tmp";

  void SetUp() override { fs::create_directory(temporary); }

  run_of_command run(const std::string& words) const {
    return shell::run("TMPDIR=" + temporary.string() + " " + COMMAND_PATH + " " + words);
  }
  /// The record of sup q that a `converge … --format json` tells.
  nlohmann::json order_of_positions(const std::string& words, int status) const {
    const run_of_command found = run(words);
    EXPECT_EQ(found.status, status) << found.err << found.out;
    nlohmann::json of_positions;
    if (found.status > 1) return of_positions;
    const nlohmann::json records = nlohmann::json::parse(found.out);
    for (const auto& r : records.at("orders"))
      if (r.at("quantity") == "sup q") of_positions = r;
    return of_positions;
  }
  /// A file that asks for a particle that flies on, x = t up to 1.
  fs::path flight() const {
    const fs::path problem = scratch.path() / "flight.toml";
    std::ofstream(problem)
        << "coordinates = [\"x\"]\nhorizon = 1\n[system]\nkinetic_energy = \"x'^2/2\"\n[[constraint]]\n"
           "gap = \"x + 5\"\n[impact]\nrestitution = \"1/2\"\n[initial]\nposition = [\"0\"]\n"
           "velocity = [\"1\"]\n";
    return problem;
  }
  /// Records of `converge pendulum_with_stop` by the distance.
  std::map<std::string, nlohmann::json> orders(const std::string& scheme, const std::string& more, int status) const {
    const run_of_command found = run("converge pendulum_with_stop --jobs 2 --format json " + more + " --external '" +
                                     scheme + "=" + FOREIGN_SCHEMES + " " + scheme + " {step} {until}'");
    EXPECT_EQ(found.status, status) << found.err << found.out;
    std::map<std::string, nlohmann::json> by_distance;
    if (found.status > 1) return by_distance;
    const nlohmann::json records = nlohmann::json::parse(found.out);
    for (const auto& r : records.at("orders")) by_distance[r.at("quantity")] = r;
    EXPECT_EQ(by_distance.size(), 7u);
    return by_distance;
  }
  bool nothing_left() const { return fs::is_empty(temporary); }
};

/// p lies in the interval that the record prints, and the interval is of use.
void expect_order(const nlohmann::json& r, double p) {
  ASSERT_EQ(r.at("fitting"), "fitted") << r.at("reason");
  const double order = r.at("fit").at("order"), half_width = r.at("fit").at("half_width");
  EXPECT_LE(std::abs(order - p), half_width) << r.at("quantity") << ": " << order << " ± " << half_width;
  EXPECT_LT(half_width, 0.5) << r.at("quantity");
}

TEST_F(external_codes, semi_implicit_euler_has_order_1) {
  auto found = orders("semi_implicit", "--declares 'sup q=1, L1 v=1, L2 v=1/2'", 0);
  for (const char* const distance : {"sup q", "L1 v"}) expect_order(found[distance], 1);
  expect_order(found["L2 v"], 0.5);
  for (const char* const distance : {"sup q", "L1 v", "L2 v"}) EXPECT_EQ(found[distance].at("verdict"), "holds");
  for (const char* const distance : {"Hausdorff v", "BL impulse", "rows q", "rows v"})
    EXPECT_EQ(found[distance].at("verdict"), "measured");
  EXPECT_EQ(found["sup q"].at("reading").at("velocity"), "right");
  EXPECT_EQ(found["sup q"].at("reading").at("from"), "positions");
  EXPECT_EQ(found["sup q"].at("code").at("runs").size(), 40u);
  EXPECT_TRUE(nothing_left());
}

TEST_F(external_codes, runge_and_kutta_with_located_impacts_has_order_4_at_its_rows) {
  auto found = orders("rk4", "--coarsest 1/10 --finest 1/1000 --declares 'rows q=4, rows v=4'", 0);
  expect_order(found["rows q"], 4);
  expect_order(found["rows v"], 4);
  // Of the reading, between rows: v on a line, q its integral. The largest of all rows: a place that moves with h.
  EXPECT_NEAR(found["sup q"].at("fit").at("order"), 3, 0.05);
  EXPECT_EQ(found["sup q"].at("reading").at("limit"), 3);
  EXPECT_THAT(std::string(found["sup q"].at("reason")), HasSubstr("the reading between rows"));
}

TEST_F(external_codes, a_declared_order_that_is_wrong_does_not_hold) {
  auto found = orders("midpoint", "--declares 'sup q=2'", 1);
  EXPECT_EQ(found["sup q"].at("verdict"), "FAILS") << found["sup q"].at("reason");
  expect_order(found["sup q"], 1);
}

TEST_F(external_codes, a_wrong_restitution_does_not_converge) {
  auto found = orders("wrong_restitution", "--declares 'sup q=4'", 1);
  EXPECT_EQ(found["sup q"].at("verdict"), "FAILS");
  EXPECT_THAT(std::string(found["sup q"].at("reason")), HasSubstr("0."));
  EXPECT_GT(found["sup q"].at("ladder").back().at(1), 1e-2);
}

/// A particle that flies on, x = t, and codes whose error at t = 1 is what they are told: how an order is settled by
/// finer steps. h + 10⁴ h² falls like h² on the ladder that is asked for, to h = 10⁻⁴, and is h below; ten times √h and
/// a hundredth more than h are what they are at all steps.
TEST_F(external_codes, an_order_that_fails_on_two_ladders_is_looked_for_on_finer_steps) {
  const fs::path problem = flight(), code = scratch.path() / "code.sh", count = scratch.path() / "count",
                 cache = scratch.path() / "cache";
  std::ofstream(code)
      << "echo x >> " << count.string()
      << "\nexec awk -v h=$2 -v T=$3 \"BEGIN{ c = $1; print \\\"t,x,x_dot\\\"; for (t = 0; t <= 1; ++t) "
         "printf \\\"%.17g,%.17g,%.17g\\\\n\\\", t*T, t*T*(1 + c), 1 + c }\"\n";
  const auto converge = [&](const std::string& error, int status, const std::string& more = "") {
    return order_of_positions("converge " + problem.string() + " --jobs 2 --format json" + more +
                                  " --declares 'sup q=1' --external 'told=sh " + code.string() + " \"" + error +
                                  "\" {step} {until}'",
                              status);
  };
  const std::string kept = " --cache " + cache.string();
  const nlohmann::json settled = converge("h + 10000*h*h", 0, kept);
  EXPECT_EQ(settled.at("verdict"), "holds") << settled.at("reason");
  EXPECT_THAT(std::string(settled.at("reason")), HasSubstr("finer steps; before: 1 not in"));
  EXPECT_LT(settled.at("fit").at("window_low"), 2e-5);
  EXPECT_EQ(contents(count).size(), 2u * 120);
  EXPECT_EQ(converge("h + 10000*h*h", 0, kept), settled);
  EXPECT_EQ(contents(count).size(), 2u * 120) << "finished runs are kept, those of finer steps too";
  for (const char* const wrong : {"10*sqrt(h)", "h + 0.01"}) {
    const nlohmann::json fails = converge(wrong, 1);
    EXPECT_EQ(fails.at("verdict"), "FAILS") << fails.at("reason");
    EXPECT_THAT(std::string(fails.at("reason")), HasSubstr("finer steps")) << wrong;
  }
}

/// The same flight: ten times √h is not h on two ladders, but of steps beyond these there are none where the code takes
/// too long for its limit, or has no memory for them. Where it fails at one of three, there are enough.
TEST_F(external_codes, without_finer_steps_no_order_fails) {
  const fs::path problem = flight(), code = scratch.path() / "code.sh";
  std::ofstream(code)
      << "if awk -v h=$2 'BEGIN{ exit !(h < 1/1000) }'; then eval \"$1\"; fi\n"
         "exec awk -v h=$2 -v T=$3 'BEGIN{ c = 10*sqrt(h); print \"t,x,x_dot\"; for (t = 0; t <= 1; ++t) "
         "printf \"%.17g,%.17g,%.17g\\n\", t*T, t*T*(1 + c), 1 + c }'\n";
  const auto converge = [&](const std::string& beyond, int status, const std::string& more = "") {
    return order_of_positions(
        "converge " + problem.string() +
            " --jobs 2 --count 12 --coarsest 1/10 --finest 1/1000 --format json --declares 'sup q=1'" + more +
            " --external 'told=sh " + code.string() + " \"" + beyond + "\" {step} {until}'",
        status);
  };
  for (const auto& [beyond, more, why] : std::vector<std::array<std::string, 3>>{
           {"sleep 60", " --limit 0.5", "ended after the limit of 0.5 s"},
           {"echo no memory >&2; exit 9", "", "exit status 9: no memory"},
           {"awk -v h=\\$2 \\\"BEGIN{{ exit !(h < 0.0005) }}\\\" && exit 9; true", "", "exit status 9"}}) {
    const nlohmann::json r = converge(beyond, 1, more);
    EXPECT_EQ(r.at("verdict"), "can't tell") << r.at("reason");
    EXPECT_THAT(std::string(r.at("reason")), HasSubstr("the third, of finer steps, was not had: ")) << beyond;
    EXPECT_THAT(std::string(r.at("reason")), HasSubstr(why)) << beyond;
    EXPECT_THAT(std::string(r.at("reason")), HasSubstr("1 not in 0.")) << beyond;
    EXPECT_GT(r.at("stopped_runs"), 0);
    EXPECT_EQ(r.at("code").at("runs").size(), 24u) << "the second ladder's and the third's";
  }
  const nlohmann::json enough = converge("case \\$2 in *[147]) exit 9;; esac", 1);
  EXPECT_EQ(enough.at("verdict"), "FAILS") << enough.at("reason");
  EXPECT_THAT(std::string(enough.at("reason")), HasSubstr("runs failed"));
}

/// A chain of one bar, towed: explicit Euler in Python, of order 1 in all that it tells.
TEST_F(external_codes, a_chain_that_evolves_has_its_orders) {
  const std::string words =
      "converge chain_one_bar --jobs 2 --count 16 --finest 1/1000 --format json --external 'euler=python3 " SOURCE_ROOT
      "/docs/examples/towed_bar.py {step} {until}' --declares ";
  const run_of_command found = run(words + "'sup q=1, L1 v=1, rows q=1'");
  ASSERT_EQ(found.status, 0) << found.err;
  const nlohmann::json records = nlohmann::json::parse(found.out);
  EXPECT_EQ(records.at("orders").size(), 6u) << "all but that of impulses";
  for (const auto& r : records.at("orders"))
    if (r.at("quantity") == "rows v") {
      EXPECT_EQ(r.at("reason"), "the file has no velocities");
    } else {
      expect_order(r, 1);
    }
  EXPECT_EQ(run(words + "'sup q=2'").status, 1);
  const run_of_command none = run(words + "'BL impulse=1'");
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.err, HasSubstr("expected a distance that chain_one_bar has"));
}

/// A bar towed along a parabola has no closed form: the reference is what two routes find. Its rear end is where the
/// catching-up scheme of sweeping processes has it, the nearest point of the new circle to the old place: of order 1.
TEST_F(external_codes, a_chain_without_a_closed_form_is_measured_against_what_two_routes_find) {
  const fs::path problem = scratch.path() / "parabola.toml", code = scratch.path() / "catch_up.py";
  std::ofstream(problem) << "horizon = 2\n[chain]\nnodes = [[0, 0], [\"3/5\", \"4/5\"]]\n[drive]\npath = [\"t\", "
                            "\"t^2/4\"]\n";
  std::ofstream(code) << R"(import math, sys
h, until, factor = float(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3])
x, y = 0.6, 0.8
print("t,x0,y0,x1,y1")
print("0,0,0,0.6,0.8")
for k in range(1, math.ceil(until / h - 1e-9) + 1):
    t = min(k * h, until)
    dx, dy = x - t, y - factor * t * t / 4
    size = math.hypot(dx, dy)
    x, y = t + dx / size, factor * t * t / 4 + dy / size
    print(repr(t), repr(t), repr(t * t / 4), repr(x), repr(y), sep=",")
)";
  const auto positions = [&](const std::string& factor, const std::string& declared, int status) {
    return order_of_positions("converge " + problem.string() +
                                  " --jobs 2 --count 12 --finest 1/200 --format json --declares 'sup q=" + declared +
                                  "' --external 'caught=python3 " + code.string() + " {step} {until} " + factor + "'",
                              status);
  };
  const nlohmann::json right = positions("1", "1", 0);
  expect_order(right, 1);
  EXPECT_EQ(right.at("verdict"), "holds");
  EXPECT_THAT(std::string(right.at("reference")),
              HasSubstr("computed by chain_duality at 50 digits: least dissipation, "
                        "minimised at each instant and integrated in double, finds "
                        "the same to "));
  EXPECT_EQ(positions("1", "2", 1).at("verdict"), "FAILS");
  EXPECT_EQ(positions("1.01", "1", 1).at("verdict"), "FAILS") << "another parabola";
}

/// One instant of a straight chain, T·U = −3/5: friction u/√(u² + ε²) in place of u/|u| leaves the velocities as they
/// are and makes the tensions (n + 1 − i)(1 − (1 + (5ε/3)²)^−½) too small, of order 2 in ε.
TEST_F(external_codes, an_instant_of_a_chain_has_its_orders_in_a_tolerance) {
  const fs::path code = scratch.path() / "soft.py";
  std::ofstream(code) << R"(import json, math, sys
question, softness, factor = json.load(open(sys.argv[1])), float(sys.argv[2]), float(sys.argv[3])
n = len(question["statement"]["nodes"]) - 1
along = -0.6
pull = factor * abs(along) / math.hypot(along, softness)
print(",".join(f"x{i}',y{i}'" for i in range(n + 1)) + "," + ",".join(f"theta{i}" for i in range(1, n + 1)))
print(",".join(["-1,0"] + [f"{along * 3 / 5},{along * 4 / 5}"] * n + [repr((n - i) * pull) for i in range(n)]))
)";
  const auto tensions = [&](const std::string& factor, const std::string& declared, int status) {
    const run_of_command found =
        run("converge chain_straight --format json --tolerances 0.3,0.2,0.15,0.1,0.07,0.05,0.03,0.02,0.015,0.01,0.007,"
            "0.005,0.003,0.002 --external 'soft=python3 " +
            code.string() + " {problem} {tolerance} " + factor + "' --declares '" + declared + "'");
    EXPECT_EQ(found.status, status) << found.err << found.out;
    nlohmann::json of_tensions;
    if (found.status > 1) return of_tensions;
    const nlohmann::json records = nlohmann::json::parse(found.out);
    for (const auto& r : records.at("orders")) {
      if (r.at("quantity") == "tensions") of_tensions = r;
      if (r.at("quantity") == "velocities") {
        EXPECT_EQ(r.at("fitting"), "exact to rounding");
      }
    }
    return of_tensions;
  };
  const nlohmann::json soft = tensions("1", "tensions=2, velocities=1", 0);
  expect_order(soft, 2);
  EXPECT_EQ(soft.at("verdict"), "holds");
  EXPECT_THAT(std::string(soft.at("reference")), HasSubstr("the law of friction holds"));
  EXPECT_EQ(tensions("1", "tensions=1", 1).at("verdict"), "FAILS");
  EXPECT_EQ(tensions("1.01", "tensions=2", 1).at("verdict"), "FAILS") << "a hundredth more friction is no limit of it";
  const run_of_command steps =
      run("converge chain_straight --external 'soft=python3 " + code.string() + " {problem} {step} 1'");
  EXPECT_EQ(steps.status, 2);
  EXPECT_THAT(steps.err, HasSubstr("expected --tolerances for chain_straight"));
}

/// Some runs of the ladder fail, each said with its step and why; the others are fitted.
TEST_F(external_codes, runs_that_fail_are_said_and_survived) {
  auto found = orders("fails_now_and_then", "--coarsest 1/10 --finest 1/1000", 0);
  const auto& r = found["rows q"];
  expect_order(r, 4);
  int failed = 0;
  bool by_status = false, by_signal = false;
  for (const auto& one : r.at("code").at("runs")) {
    const std::string why = one.at("failure");
    failed += why.empty() ? 0 : 1;
    by_status = by_status || why == "exit status 3: no convergence in the corrector";
    by_signal = by_signal || why.starts_with("ended by signal Aborted");
  }
  EXPECT_TRUE(by_status && by_signal);
  EXPECT_GT(failed, 2);
  EXPECT_EQ(r.at("stopped_runs"), failed);
  EXPECT_EQ(r.at("ladder").size(), 40u - static_cast<std::size_t>(failed));
  EXPECT_THAT(std::string(r.at("reason")),
              HasSubstr(std::to_string(failed) + " of 40 runs failed, the first: step 0."));
  EXPECT_TRUE(nothing_left());
}

/// Errors below the digits of a file are not the scheme's: six digits end the window, and are no plateau.
TEST_F(external_codes, six_digits_are_no_plateau) {
  const std::string six =
      "converge pendulum_with_stop --jobs 2 --format json --coarsest 1/5 --finest 1/400 "
      "--declares 'rows q=4' --external 'six=" FOREIGN_SCHEMES
      " rk4 {step} {until} | awk -F, "
      "\"NR == 1 { print; next } { printf \\\"%.6g,%.6g,%.6g\\n\\\", \\$1, \\$2, \\$3 }\"'";
  const run_of_command found = run(six);
  EXPECT_EQ(found.status, 0) << found.err << found.out;
  for (const auto& r : nlohmann::json::parse(found.out).at("orders"))
    if (r.at("quantity") == "rows q") {
      EXPECT_NE(r.at("verdict"), "FAILS") << r.at("reason");
      EXPECT_THAT(std::string(r.at("reason")), testing::Not(HasSubstr("stalls")));
    }
}

/// A declared order of a code none of whose runs gave a trajectory does not hold.
TEST_F(external_codes, a_code_that_always_fails_does_not_hold_what_it_declares) {
  const run_of_command found = run("converge pendulum_with_stop --count 8 --declares 'sup q=1' --external 'a=exit 3'");
  EXPECT_EQ(found.status, 1) << found.err;
  EXPECT_THAT(found.out, HasSubstr("FAILS: 8 of 8 runs failed, the first: step "));
  EXPECT_EQ(run("converge pendulum_with_stop --count 8 --external 'a=exit 3'").status, 0);
}

/// What could not be measured for want of runs is no success: of eight, the first alone gives a trajectory.
TEST_F(external_codes, a_declared_order_without_runs_is_no_success) {
  const fs::path flag = scratch.path() / "flag";
  const std::string code =
      " --external 'once=mkdir " + flag.string() + " || exit 3; " FOREIGN_SCHEMES " rk4 {step} {until}'";
  const run_of_command found = run("converge pendulum_with_stop --count 8 --declares 'rows q=4'" + code);
  EXPECT_EQ(found.status, 1) << found.err;
  EXPECT_THAT(found.out, HasSubstr("can't tell: "));
  EXPECT_THAT(found.out, HasSubstr("7 of 8 runs failed"));
  EXPECT_THAT(found.err, HasSubstr("1 of 7 records could not be measured; the first: "
                                   "orders/pendulum_with_stop/once/rows q"));
  fs::remove(flag);
  EXPECT_EQ(run("converge pendulum_with_stop --count 8" + code).status, 0)
      << "nothing declared: measured, never failed";

  const run_of_command laws = run("laws pendulum_with_stop --quick --external 'a=echo out of order >&2; exit 3'");
  EXPECT_EQ(laws.status, 1) << laws.out;
  EXPECT_THAT(laws.out, HasSubstr("can't tell: left out: stopped: exit status 3: out of order"));
  EXPECT_THAT(laws.err, HasSubstr("records could not be measured"));
}

/// An order declared of impulses that no file has is not measured, and is no success.
TEST_F(external_codes, a_declared_order_that_files_say_nothing_of_is_no_success) {
  auto found = orders("semi_implicit", "--declares 'BL impulse=1'", 1);
  EXPECT_EQ(found["BL impulse"].at("verdict"), "can't tell");
  EXPECT_THAT(std::string(found["BL impulse"].at("reason")), testing::StartsWith("no impulses in the trajectories"));
}

/// Whatever a code makes of {out} and of its folder is a run that failed: a pipe or a device would have no end.
TEST_F(external_codes, what_is_no_file_is_no_trajectory) {
  for (const char* const command :
       {"mkdir {out}", "mkfifo {out}", "ln -s /dev/zero {out}", "ln -s nowhere {out}", "rm -rf ../run"}) {
    const run_of_command found =
        run("converge pendulum_with_stop --count 8 --declares 'sup q=1' --external 'a=" + std::string(command) + "'");
    EXPECT_EQ(found.status, 1) << command << found.err;
    EXPECT_THAT(found.out, HasSubstr("8 of 8 runs failed")) << command;
    EXPECT_TRUE(nothing_left()) << command;
  }
}

/// What was started by nohup outlives its terminal: a signal that was ignored before stays so.
TEST_F(external_codes, a_signal_that_is_ignored_ends_nothing) {
  const int status = std::system(
      ("trap '' HUP; TMPDIR=" + temporary.string() +
       " " COMMAND_PATH " converge pendulum_with_stop --count 8 --external 'a=kill -HUP $PPID; exit 3' >/dev/null 2>&1")
          .c_str());
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_TRUE(nothing_left());
}

TEST_F(external_codes, a_folder_is_no_file) {
  for (const char* const words : {"judge pendulum_with_stop ", "fit "}) {
    const run_of_command found = run(words + temporary.string());
    EXPECT_EQ(found.status, 2) << words;
    EXPECT_EQ(found.err, "unilateral: " + temporary.string() + ": expected a readable file, found a folder\n");
  }
}

TEST_F(external_codes, an_option_given_twice_is_said_to_be) {
  const run_of_command found = run("converge pendulum_with_stop --finest 1/10 --finest 1/20 --external 'a=exit 3'");
  EXPECT_EQ(found.status, 2);
  EXPECT_THAT(found.err, HasSubstr("--finest: expected once, found 2 times"));
}

TEST_F(external_codes, rubbish_is_refused_with_its_line) {
  auto found = orders("rubbish", "--count 8", 0);
  const std::string why = found["sup q"].at("code").at("runs").at(0).at("failure");
  EXPECT_EQ(why.substr(0, 17), "its trajectory:3:") << why;
  EXPECT_THAT(why, HasSubstr("\"abc\""));
  EXPECT_EQ(found["sup q"].at("fitting"), "too few points");
}

/// No run of eight ends: each is given up, with all that it started.
TEST_F(external_codes, a_run_that_outlives_its_limit_is_ended_with_its_group) {
  const fs::path pids = scratch.path() / "pids";
  const run_of_command found =
      run("converge pendulum_with_stop --count 8 --jobs 4 --limit 0.2 --format json "
          "--external 'slow=sleep 1000 & echo $! >> " +
          pids.string() + "; wait'");
  EXPECT_EQ(found.status, 0) << found.err;
  EXPECT_NE(found.out.find("ended after the limit of 0.2 s"), std::string::npos);
  std::ifstream list(pids);
  int seen = 0;
  for (pid_t pid = 0; list >> pid; ++seen) {
    for (int k = 0; k < 100 && ::kill(pid, 0) == 0; ++k) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_NE(::kill(pid, 0), 0) << pid;
  }
  EXPECT_EQ(seen, 8);
}

TEST_F(external_codes, interrupted_we_end_what_runs) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const fs::path pids = scratch.path() / std::to_string(signal);
    const std::string code = "slow=echo $$ > " + pids.string() + "; exec sleep 1000";
    const pid_t ours = ::fork();
    if (ours == 0) {
      ::setenv("TMPDIR", temporary.c_str(), 1);
      ::execl(COMMAND_PATH, "unilateral", "converge", "pendulum_with_stop", "--external", code.c_str(), nullptr);
      ::_exit(127);
    }
    pid_t theirs = 0;
    for (int k = 0; k < 500 && theirs == 0; ++k) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      std::ifstream(pids) >> theirs;
    }
    EXPECT_GT(theirs, 0) << "it did not begin within ten seconds";
    ::kill(ours, theirs > 0 ? signal : SIGKILL);
    int status = 0;
    ::waitpid(ours, &status, 0);
    if (theirs <= 0) continue;
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == signal) << status;
    EXPECT_NE(::kill(theirs, 0), 0) << signal;
    EXPECT_TRUE(nothing_left()) << signal;
  }
}

/// A program that ends with the shell's status of an unknown command, at some steps, has failed there.
TEST_F(external_codes, a_status_of_the_shell_is_a_failure_like_others_once_the_command_has_run) {
  const run_of_command found =
      run("converge pendulum_with_stop --count 12 --format json --external 'f=" + std::string(FOREIGN_SCHEMES) +
          " rk4 {step} {until}; case {step} in *[02468]) exit 127;; esac'");
  EXPECT_EQ(found.status, 0) << found.err;
  EXPECT_NE(found.out.find("exit status 127"), std::string::npos);
  EXPECT_NE(found.out.find("\"failure\":\"\""), std::string::npos);
}

/// What a command is told, in its words and in its environment; a word that is a file of ours is found from its fresh
/// folder.
TEST_F(external_codes, a_command_is_told_what_it_is_asked) {
  const fs::path question = scratch.path() / "q.json", folder = scratch.path() / "run", out = scratch.path() / "t.csv";
  std::ofstream(question) << "{}";
  fs::create_directory(folder);
  const external_code code = external_code_of(
      "me=printf '%s|' {problem} {step} {until} {here} {{x}} ${HOME:+home} \"$UNILATERAL_STEP\" "
      "\"$UNILATERAL_UNTIL\" \"$UNILATERAL_PROBLEM\" \"$UNILATERAL_TOLERANCE\" CMakeLists.txt > {out}; pwd >> {out}");
  const code_answer answer =
      run_code(code, {.problem = question, .amount = "0.125", .until = "3.5", .limit = 10}, folder, out);
  EXPECT_EQ(answer.failure, "");
  const std::string here = fs::current_path().string();
  EXPECT_EQ(contents(out), question.string() + "|0.125|3.5|" + here + "|{x}|home|0.125|3.5|" + question.string() +
                               "||" + here + "/CMakeLists.txt|" + fs::canonical(folder).string() + "\n");
}

TEST_F(external_codes, finished_runs_are_kept) {
  const fs::path count = scratch.path() / "count", cache = scratch.path() / "cache";
  const std::string words = "converge pendulum_with_stop --count 8 --format json --cache " + cache.string() +
                            " --external 'kept=echo x >> " + count.string() + "; " + FOREIGN_SCHEMES +
                            " rk4 {step} {until}'";
  const run_of_command first = run(words), second = run(words);
  EXPECT_EQ(first.status, 0) << first.err;
  EXPECT_EQ(first.out, second.out);
  EXPECT_EQ(contents(count).size(), 16u) << "the second time none runs";
  // One that is missing is made again; a folder of another question is refused.
  for (const auto& file : fs::directory_iterator(cache / "pendulum_with_stop-kept"))
    if (file.path().extension() == ".csv") {
      fs::remove(file.path());
      break;
    }
  EXPECT_EQ(run(words).status, 0);
  EXPECT_EQ(contents(count).size(), 18u);
  const run_of_command other = run(words + " --set e=3/4");
  EXPECT_EQ(other.status, 2);
  EXPECT_THAT(other.err, HasSubstr("expected"));
}

TEST_F(external_codes, tolerances_stand_in_place_of_steps) {
  // An adaptive code whose local error is its tolerance: here one of order 4 with the step that has it.
  const run_of_command found =
      run("converge pendulum_with_stop --format json --tolerances 1e-4,3e-5,1e-5,3e-6,1e-6,3e-7,1e-7,3e-8,1e-8,3e-9 "
          "--external 'adaptive=" +
          std::string(FOREIGN_SCHEMES) + " rk4 $(awk \"BEGIN{{print exp(log({tolerance})/4)}}\") {until}'");
  ASSERT_EQ(found.status, 0) << found.err;
  const nlohmann::json records = nlohmann::json::parse(found.out);
  for (const auto& r : records.at("orders"))
    if (r.at("quantity") == "rows q") {
      // The next term is of the order tolerance^(1/4), not tolerance: |D| of that is below 1/10 over the ladder.
      EXPECT_NEAR(r.at("fit").at("order"), 1, 0.02);
      EXPECT_EQ(r.at("code").at("amount"), "tolerance");
    }
}

/// A code from outside under the laws: an honest one breaks none, and each fault is seen by one.
TEST_F(external_codes, are_held_to_the_laws) {
  const auto broken_by = [&](const std::string& problem, const std::string& fault) {
    const run_of_command found =
        run("laws " + problem + " --quick --format json --external 'code=python3 " + std::string(SOURCE_ROOT) +
            "/tests/programs/foreign_one_coordinate.py " + fault + "'");
    std::vector<std::string> broken;
    int tried = 0;
    const nlohmann::json records = nlohmann::json::parse(found.out);
    for (const auto& r : records.at("laws")) {
      tried += r.at("verdict") == "measured" ? 0 : 1;
      if (r.at("verdict") == "FAILS") broken.push_back(r.at("quantity"));
    }
    EXPECT_GE(tried, 6) << problem << " " << fault << found.out;
    EXPECT_EQ(found.status, broken.empty() ? 0 : 1) << found.err;
    return broken;
  };
  using testing::Contains;
  using testing::IsEmpty;
  EXPECT_THAT(broken_by("pendulum_with_stop", ""), IsEmpty());
  EXPECT_THAT(broken_by("oscillator_by_hand", ""), IsEmpty());
  EXPECT_THAT(broken_by("pendulum_with_stop", "mass"), Contains("units"));
  EXPECT_THAT(broken_by("oscillator_by_hand", "clock"), Contains("origin of time"));
}

TEST_F(external_codes, wrong_words_are_one_line) {
  const std::string right = "--external 'a=true' ";
  for (const auto& [words, said] : std::vector<std::pair<std::string, std::string>>{
           {"--external nothing", "--external: expected NAME=COMMAND"},
           {"--external =x", "--external: expected NAME=COMMAND"},
           {"--external a=", "expected a command"},
           {"--external 'a=x {stp}'", "found \"{stp}\""},
           {"--external 'a=x {step'", "expected \"{step}\", found \"{step\" without its closing brace"},
           {"--external 'a=no_such_program_anywhere'", "expected a command that the shell can run"},
           {"--external 'a=/etc/passwd'", "expected a command that the shell can run"},
           {"--external 'event_driven=true'", "expected a name of its own"},
           {right + right, "expected a name of its own"},
           {"--declares 'sup q=1'", "expected an --external"},
           {right + "--declares 'sup p=1'", "--declares: expected"},
           {right + "--declares 'sup q=one'", "--declares: expected"},
           {right + "--declares 'sup q=1, sup q=2'", "found sup q twice"},
           {right + "--declares 'b: sup q=1'", "--declares: expected"},
           {right + "--coarsest 1 --finest 2", "--coarsest, --finest: expected"},
           {right + "--coarsest x", "--coarsest: expected"},
           {right + "--count 3", "--count"},
           {right + "--tolerances 1,2", "--tolerances: expected"},
           {right + "--velocity sideways", "--velocity: expected"},
           {right + "--cache /dev/null/x", "--cache"}}) {
    const run_of_command found = run("converge pendulum_with_stop " + words);
    EXPECT_EQ(found.status, 2) << words << found.err;
    EXPECT_THAT(found.err, HasSubstr(said)) << words;
    const auto last = found.err.rfind("unilateral: ");
    ASSERT_NE(last, std::string::npos) << words << found.err;
    EXPECT_EQ(std::count(found.err.begin() + static_cast<std::ptrdiff_t>(last), found.err.end(), '\n'), 1) << found.err;
    EXPECT_TRUE(nothing_left()) << words;
  }
}

/// The interval that is announced is of the size of those that are found.
TEST(expected_half_width, is_that_of_errors_that_impacts_scatter) {
  std::mt19937_64 bits(7);
  std::normal_distribution<double> noise(0, 0.5);
  const grid of{.coarsest = 1.0 / 50, .finest = 1.0 / 10000, .count = 40};
  std::vector<double> ratios;
  for (unsigned seed = 1; seed <= 200; ++seed) {
    std::vector<error_sample> samples;
    std::vector<double> steps;
    for (const rational& h : jittered_steps(1, of, seed)) {
      steps.push_back(exact<double>(h));
      samples.push_back({steps.back(), steps.back() * std::exp(noise(bits))});
    }
    const order_fit fit = fit_order(samples);
    ASSERT_TRUE(fit.order);
    ratios.push_back(fit.order->half_width / expected_half_width(steps));
  }
  std::nth_element(ratios.begin(), ratios.begin() + 100, ratios.end());
  EXPECT_GT(ratios[100], 0.7);
  EXPECT_LT(ratios[100], 1.5);
}

}  // namespace
}  // namespace unilateral::study
