/// The command `unilateral` from outside. Contract: results on standard output, messages on standard error; exit status
/// 0 done, 1 a check did not hold or a solver stopped, 2 bad input with exactly one line that says where, what was
/// expected and what was found; same bytes from run to run. The program is run as a user runs it; nothing here knows
/// how it is made. Comparisons are of text and of exit statuses: no tolerance, but where a number is looked at, with
/// its own.

#include "problems/language/many_digits.hpp"
#include "tests/support/shell.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numbers>
#include <sstream>

namespace unilateral {
namespace {

using nlohmann::ordered_json;

const std::string examples = std::string(SOURCE_ROOT) + "/problems/text/examples/";
using shell::contents;
using shell::outcome;

const shell::own_folder folder_of_this_process;
const std::filesystem::path& folder = folder_of_this_process.path();

outcome run(const std::string& words) { return shell::run(std::string(COMMAND_PATH) + " " + words); }

std::string file_with(const std::string& name, const std::string& text) {
  const std::filesystem::path path = folder / name;
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

const std::string ball = R"(coordinates = ["x"]
horizon = 4
[parameters]
g = 2
e = "1/2"
[system]
mass = [["1"]]
force = ["-g"]
[[constraint]]
gap = "x"
[impact]
restitution = "e"
[initial]
position = ["1"]
velocity = ["0"]
)";
std::string replaced(const std::string& what, const std::string& with) {
  std::string text = ball;
  return text.replace(text.find(what), what.size(), with);
}
const std::string ball_file = file_with("ball.toml", ball);
const std::string scheme = " --solver moreau_time_stepping";

void expect_refused(const std::string& words, const std::string& fragment) {
  const outcome found = run(words);
  EXPECT_EQ(found.status, 2) << words;
  EXPECT_TRUE(found.out.empty()) << words;
  EXPECT_EQ(std::count(found.err.begin(), found.err.end(), '\n'), 1) << words << "\n" << found.err;
  EXPECT_TRUE(found.err.starts_with("unilateral: ")) << found.err;
  EXPECT_NE(found.err.find("expected"), std::string::npos) << found.err;
  EXPECT_NE(found.err.find("found"), std::string::npos) << found.err;
  EXPECT_NE(found.err.find(fragment), std::string::npos) << words << "\n" << found.err;
}

TEST(command_line, bad_files_are_refused_in_one_line) {
  const auto refused = [](const std::string& text, const std::string& fragment) {
    expect_refused("solve " + file_with("bad.toml", text) + scheme, "bad.toml:" + fragment);
  };
  refused(replaced("g = 2", "g = nan"), "4:5: parameters.g: expected a finite number, found nan");
  refused(replaced("position = [\"1\"]", "position = [\"nan\"]"), "14:14: position[0]: ");
  refused(replaced("position = [\"1\"]", "position = [\"-1\"]"), "14:12: position: expected every gap >= 0");
  refused(replaced("e = \"1/2\"", "e = \"3/2\""), "12:15: restitution: expected 0 <= e <= 1, found 3/2");
  refused(replaced("e = \"1/2\"", "e = \"-1/2\""), "12:15: restitution: expected 0 <= e <= 1, found -1/2");
  refused(replaced("gap = \"x\"", "gap = \"(x\""),
          "10:10: constraint[0].gap: expected \")\" to close the parenthesis opened at column 8, found end of text");
  refused(replaced("gap = \"x\"", "gap = \"y\""), "10:8: constraint[0].gap: ");
  refused(replaced("force = [\"-g\"]", "force = [\"-g\", \"0\"]"), "8:9: force: ");
  refused(replaced("mass = [[\"1\"]]", "mass = [[\"-1\"]]"), "7:8: mass: expected a positive definite matrix");
  refused(replaced("mass = [[\"1\"]]", "mass = [[\"0\"]]"), "7:8: mass: expected a positive definite matrix");
  refused(replaced("horizon = 4", "horizon = 0"), "2:11: horizon: ");
  refused(replaced("horizon", "horizons"), "2:1: horizons: expected one of the keys ");
  refused("coordinates = [\"x\"", "1:");
}

TEST(command_line, bad_options_are_refused_in_one_line) {
  const std::string solve = "solve " + ball_file + scheme;
  expect_refused(solve + " --step 0", "--step: expected a decimal or a fraction > 0");
  expect_refused(solve + " --step -1/100", "found \"-1/100\"");
  expect_refused(solve + " --step nan", "found \"nan\"");
  expect_refused(solve + " --step inf", "found \"inf\"");
  expect_refused(solve + " --step 1/0", "found \"1/0\"");
  expect_refused(solve + " --step ''", "--step");
  expect_refused(solve + " --until 0", "--until: expected a decimal or a fraction > 0");
  expect_refused(solve + " --until -1", "--until");
  expect_refused(solve + " --digits 0", "--digits: expected a whole number from 1 to 100, found \"0\"");
  expect_refused(solve + " --digits 101", "--digits: expected a whole number from 1 to 100, found \"101\"");
  expect_refused(
      solve + " --digits 51",
      "--digits: expected a whole number from 1 to 50, the digits that moreau_time_stepping brings, found \"51\"");
  expect_refused("export ball_rational --digits 101", "--digits: expected a whole number from 1 to 100, found \"101\"");
  expect_refused(solve + " --digits ten", "--digits: expected a whole number from 1 to 100, found \"ten\"");
  expect_refused(solve + " --set g", "--set: expected key=value, found \"g\"");
  expect_refused(solve + " --set g=", "--set: g: column 1");
  expect_refused(solve + " --set g=x", "--set: g: column 1");
  expect_refused(solve + " --set h=1", "found \"h\"");
  expect_refused(solve + " --set e=2", "restitution: expected 0 <= e <= 1, found 2");
  expect_refused(solve + " --set e=nan", "nan");
  expect_refused(solve + " --format xml", "--format: expected one of json, csv, found \"xml\"");
  expect_refused(solve + " --format csv --summary", "--summary");
  expect_refused(solve + " --stepp 1", "found \"--stepp\"; did you mean \"--step\"?");
  expect_refused(solve + " surplus", "found \"surplus\"");
  expect_refused(solve + " --step", "--step: expected a value, found none");
  for (const std::string& command : {solve, "converge " + ball_file, "judge " + ball_file + " nowhere.csv"}) {
    expect_refused(command + " --limit 0", "--limit: expected a decimal or a fraction > 0");
    expect_refused(command + " --limit soon", "found \"soon\"");
  }
}

TEST(command_line, orders_are_declared_up_to_an_accumulation_point_and_measured_past_it) {
  const std::string converge = "converge " + ball_file + " --solver sweeping --quick --format csv";
  const outcome before = run(converge + " --until 12/5"), at_an_impact = run(converge + " --until 5/2"),
                past = run(converge);  // impacts at 1, 2, 5/2, … 3; horizon 4
  EXPECT_EQ(before.status, 0) << before.out;
  EXPECT_NE(before.out.find(",holds,"), std::string::npos) << before.out;
  EXPECT_EQ(at_an_impact.status, 0) << at_an_impact.out;
  EXPECT_NE(at_an_impact.out.find("no order is declared where an impact falls on the final time, t = 2.5"),
            std::string::npos)
      << at_an_impact.out;
  EXPECT_EQ(past.status, 0) << past.out;
  EXPECT_EQ(past.out.find(",holds,"), std::string::npos) << past.out;
  EXPECT_NE(past.out.find("no order is declared past an accumulation point, here at t = 3"), std::string::npos)
      << past.out;
}

TEST(command_line, unknown_names_are_refused_with_a_near_one) {
  expect_refused("solve nowhere.toml" + scheme,
                 "nowhere.toml: expected a readable file, found: No such file or directory");
  expect_refused("solve /tmp/" + scheme, "\"/tmp/\"");
  expect_refused("solve ball_rationl" + scheme, "did you mean \"ball_rational\"?");
  expect_refused("solve " + ball_file + " --solver moreau_timestepping", "did you mean \"moreau_time_stepping\"?");
  expect_refused("solve " + ball_file, "--solver: expected one that applies to ball: ");
  expect_refused("solve " + ball_file + " --solver chain_duality", "expected one for systems such as ball");
  expect_refused("solve " + examples + "chain_arc.toml" + scheme,
                 "expected one for chains such as chain_arc: chain_duality");
  expect_refused("solve " + examples + "chain_arc.toml --solver chain_duality --until 1", "--until");
  expect_refused("solve " + examples + "chain_arc.toml --solver chain_duality --step 1", "--step");
  expect_refused("slove " + ball_file, "did you mean \"solve\"?");
  expect_refused("", "command line: expected one of ");
  expect_refused("--verison", "did you mean \"--version\"?");
  expect_refused("solve", "solve: expected PROBLEM, found nothing there");
  expect_refused("converge " + ball_file + " --solver nothing", "--solver: expected one of ");
  expect_refused("converge " + ball_file + " --until -1", "--until: expected a decimal or a fraction > 0");
  expect_refused("judge " + ball_file + " nowhere.csv", "nowhere.csv");
  expect_refused("judge " + ball_file, "judge: expected TRAJECTORY, found nothing there");
  expect_refused("verify --jobs 0", "--jobs: expected a whole number from 1 to 1024, found \"0\"");
  expect_refused("verify --filter no_cell_has_this_name", "no_cell_has_this_name");
}

TEST(command_line, control_characters_stay_out_of_messages) {
  expect_refused("solve \"$(printf 'a\\nb\\033[31m')\"" + scheme, "a?b?[31m");
}

TEST(command_line, results_that_cannot_be_written_are_an_error) {
  const std::string solve = "solve " + ball_file + scheme + " --step 1/100";
  expect_refused(solve + " --out /nowhere/at/all.json",
                 "--out: /nowhere/at/all.json: expected to write the results there, found: No such file or directory");
  expect_refused(solve + " --out " + folder.string(), "Is a directory");
  expect_refused(solve + " --out /dev/full", "No space left on device");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
  expect_refused("report --out /dev/full/report",
                 "--out: /dev/full/report: expected a folder that can be written, found: Not a directory");
  const outcome full = run(solve + " >/dev/full");
  EXPECT_EQ(full.status, 2);
  EXPECT_EQ(full.err,
            "unilateral: standard output: expected to write the results there, found: No space left on device\n");
  EXPECT_EQ(run("solvers >/dev/full").status, 2);
}

/// Before the run, and without a word of it on standard output.
TEST(command_line, a_certificate_that_cannot_be_written_is_refused_before_the_run) {
  expect_refused("solve " + ball_file + " --solver event_driven --certificate /no/such/folder/c",
                 "--certificate: /no/such/folder/c: expected to write the results there");
}

TEST(command_line, a_file_appears_whole_or_not_at_all) {
  const std::filesystem::path path = folder / "out.json";
  const std::string solve = "solve " + ball_file + scheme + " --step 1/10";
  EXPECT_EQ(run(solve + " --out " + path.string()).status, 0);
  EXPECT_EQ(contents(path), run(solve).out);
  expect_refused(solve + " --set e=7 --out " + path.string(), "restitution");
  EXPECT_EQ(contents(path), run(solve).out) << "a failed run must leave the file as it was";
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    EXPECT_EQ(entry.path().string().find(".unfinished"), std::string::npos) << entry.path();
}

TEST(command_line, help_and_version_are_no_errors) {
  for (const std::string words : {"--help", "solve --help", "converge --help", "verify --help"}) {
    const outcome found = run(words);
    EXPECT_EQ(found.status, 0) << words;
    EXPECT_EQ(found.err, "") << words;
    EXPECT_NE(found.out.find("Exit status: 0 done; 1 "), std::string::npos) << words;
    EXPECT_NE(found.out.find("3 no verdict"), std::string::npos) << words;
  }
  const outcome version = run("--version");
  EXPECT_EQ(version.status, 0);
  EXPECT_TRUE(version.out.starts_with("unilateral ")) << version.out;
}

std::vector<std::string> keys_of(const ordered_json& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  return keys;
}
using names = std::vector<std::string>;

TEST(command_line, a_solution_has_the_keys_of_the_contract_in_their_order) {
  const outcome found = run("solve " + ball_file + scheme + " --step 1/100 --until 2.5");
  ASSERT_EQ(found.status, 0) << found.err;
  EXPECT_EQ(found.err, "");
  const ordered_json answer = ordered_json::parse(found.out);
  EXPECT_EQ(keys_of(answer), (names{"problem", "solver", "digits", "step", "status", "impacts", "contacts",
                                    "accumulations", "end", "warnings", "counts"}));
  EXPECT_EQ(answer["problem"], "ball");
  EXPECT_EQ(answer["step"], "1/100");
  EXPECT_EQ(answer["solver"], "moreau_time_stepping");
  EXPECT_EQ(answer["digits"], 16);
  EXPECT_EQ(answer["status"], "completed");
  ASSERT_FALSE(answer["impacts"].empty());
  for (const auto& impact : answer["impacts"]) {
    EXPECT_EQ(keys_of(impact), (names{"t", "t_error", "q", "q_error", "v_minus", "v_minus_error", "v_plus",
                                      "v_plus_error", "impulse", "impulse_error", "active"}));
    EXPECT_TRUE(impact["t"].is_string() && impact["q"][0].is_string() && impact["impulse"][0].is_string());
  }
  EXPECT_EQ(keys_of(answer["end"]), (names{"t", "t_error", "q", "q_error", "v", "v_error"}));
  EXPECT_EQ(answer["end"]["t"], "2.5");
  EXPECT_EQ(keys_of(answer["counts"]), (names{"impacts", "steps", "force_evaluations", "projections"}));
  EXPECT_EQ(answer["counts"]["impacts"], answer["impacts"].size());
  EXPECT_EQ(answer["counts"]["steps"], 250);
}

TEST(command_line, numbers_have_all_their_digits) {
  const std::string solve = "solve " + ball_file + scheme + " --step 1/100 --until 1/2 --set g=pi";
  const ordered_json in_double = ordered_json::parse(run(solve).out),
                     in_fifty = ordered_json::parse(run(solve + " --digits 50").out),
                     in_seventeen = ordered_json::parse(run(solve + " --digits 17").out);
  EXPECT_EQ(in_fifty["digits"], 50);
  EXPECT_EQ(in_fifty, in_seventeen);
  const std::string few = in_double["end"]["v"][0], many = in_fifty["end"]["v"][0];
  EXPECT_GE(many.size(), 50u);
  // Fifty additions of numbers below 2, each rounded: 50 ε.
  EXPECT_NEAR(std::stod(few), std::stod(many), 100 * epsilon<double>());
  EXPECT_NEAR(std::stod(few), -std::numbers::pi / 2, 100 * epsilon<double>());
}

TEST(command_line, a_hundred_digits_are_there_where_the_solver_brings_them) {
  const std::string solve = "solve ball_earth --solver event_driven";
  const ordered_json in_hundred = ordered_json::parse(run(solve + " --digits 100").out),
                     in_fifty_one = ordered_json::parse(run(solve + " --digits 51").out);
  EXPECT_EQ(in_hundred["digits"], 100);
  EXPECT_EQ(in_hundred, in_fifty_one);
  const real100 known = sqrt(real100(200) / real100(981));
  EXPECT_LE(abs(real100(in_hundred["impacts"][0]["t"].get<std::string>()) - known), 4 * epsilon<real100>());
  for (const auto& solver : ordered_json::parse(run("solvers --json").out))
    EXPECT_EQ(solver["digits"], solver["applies_to"]["step"] == "required" ? 50 : 100) << solver["name"];
}

TEST(command_line, a_summary_keeps_the_counts_and_leaves_the_lists_out) {
  const std::string solve = "solve " + ball_file + scheme + " --step 1/100";
  const ordered_json whole = ordered_json::parse(run(solve).out),
                     summary = ordered_json::parse(run(solve + " --summary").out);
  EXPECT_EQ(keys_of(summary),
            (names{"problem", "solver", "digits", "step", "status", "accumulations", "end", "warnings", "counts"}));
  for (const std::string key : {"status", "end", "counts"}) EXPECT_EQ(summary[key], whole[key]) << key;
}

TEST(command_line, chains_have_velocities_and_tensions) {
  const outcome found = run("solve " + examples + "chain_arc.toml --solver chain_duality");
  ASSERT_EQ(found.status, 0) << found.err;
  const ordered_json answer = ordered_json::parse(found.out);
  EXPECT_EQ(keys_of(answer), (names{"problem", "solver", "digits", "status", "impacts", "contacts", "accumulations",
                                    "end", "warnings", "counts", "chain"}));
  EXPECT_EQ(keys_of(answer["chain"]), (names{"velocities", "velocities_error", "tensions", "tensions_error", "moving",
                                             "dissipation", "dissipation_error"}));
  EXPECT_EQ(answer["chain"]["velocities_error"].size(), 5u);
  EXPECT_EQ(answer["chain"]["tensions_error"].size(), 4u);
  // The number below is known to 20 digits.
  const double told = std::stod(std::string(answer["chain"]["tensions"][0])),
               error = std::stod(std::string(answer["chain"]["tensions_error"][0]));
  EXPECT_LE(std::abs(told - 2.8793852415718167681), error);
  EXPECT_LE(error, 100 * epsilon<double>());
  EXPECT_EQ(answer["chain"]["velocities"].size(), 5u);
  EXPECT_EQ(answer["chain"]["tensions"].size(), 4u);
  EXPECT_EQ(answer["chain"]["moving"], 4);
  EXPECT_NEAR(std::stod(std::string(answer["chain"]["tensions"][0])), 2.8793852415718167681, 100 * epsilon<double>());

  const ordered_json evolution =
      ordered_json::parse(run("solve " + examples + "chain_tractrix.toml --solver chain_duality --until 1").out);
  EXPECT_EQ(evolution["end"]["t"], "1");
  EXPECT_EQ(evolution["end"]["q"].size(), 4u);
}

TEST(command_line, csv_has_a_row_a_knot_and_two_where_the_velocity_jumps) {
  const outcome found = run("solve " + ball_file + scheme + " --step 1/10 --format csv");
  ASSERT_EQ(found.status, 0) << found.err;
  std::istringstream lines(found.out);
  std::string line, last_time;
  ASSERT_TRUE(std::getline(lines, line));
  EXPECT_EQ(line, "t,q0,v0,P0");
  int rows = 0, jumps = 0;
  double last = -1;
  while (std::getline(lines, line)) {
    EXPECT_EQ(std::count(line.begin(), line.end(), ','), 3);
    const double t = std::stod(line);
    EXPECT_GE(t, last);
    jumps += t == last;
    last = t;
    ++rows;
  }
  EXPECT_EQ(last, 4);
  EXPECT_GT(jumps, 0);
  EXPECT_GT(rows, 40);
}

TEST(command_line, the_same_bytes_from_run_to_run) {
  for (const std::string& words :
       {"solve double_pendulum_wall --step 1/100" + scheme,
        "solve double_pendulum_wall --step 1/20 --digits 50 --format csv" + scheme, std::string("solvers --json")}) {
    const outcome first = run(words), second = run(words);
    EXPECT_EQ(first.status, 0) << first.err;
    EXPECT_FALSE(first.out.empty());
    EXPECT_EQ(first.out, second.out) << words;
  }
}

TEST(command_line, a_file_and_the_catalogue_give_the_same_answer) {
  const std::string how = " --step 1/64 --until 2" + scheme;
  ordered_json a = ordered_json::parse(run("solve " + examples + "bouncing_ball.toml" + how).out),
               b = ordered_json::parse(run("solve ball_rational" + how).out);
  EXPECT_EQ(a["problem"], "bouncing_ball");
  a["problem"] = b["problem"];
  EXPECT_EQ(a, b);
}

TEST(command_line, what_it_writes_it_can_judge) {
  const std::string csv = folder / "ball.csv";
  ASSERT_EQ(run("solve " + examples + "impact_oscillator.toml --step 1/100 --format csv --out " + csv + scheme).status,
            0);
  const outcome judged = run("judge " + examples + "impact_oscillator.toml " + csv);
  EXPECT_EQ(judged.status, 0) << judged.err;
  EXPECT_NE(judged.out.find("sup q"), std::string::npos) << judged.out;
}

/// The ball of `ball_file` has impacts at 1, 2, 5/2, 11/4, … and an accumulation at 3: dyadic numbers, which a double
/// is. Height after the first: (1/4) · 1.
TEST(command_line, beside_every_number_stands_its_error) {
  const double g = 9.81, first = std::sqrt(2 / g),
               second = 2 * first;  // height 1, e = 1/2: the second flight lasts as long as the fall
  for (const std::string digits : {"16", "50", "100"}) {
    const ordered_json answer =
        ordered_json::parse(run("solve " + ball_file + " --solver event_driven --set g=9.81 --digits " + digits).out);
    ASSERT_GE(answer["impacts"].size(), 5u);
    const double unit = std::pow(10, 1 - std::stod(digits));
    double k = 0;
    for (const double known : {first, second}) {
      const auto& impact = answer["impacts"][static_cast<std::size_t>(k++)];
      const double error = std::stod(std::string(impact["t_error"]));
      // Two roundings of the last place at most, a factor and a rounding upward: 100 units hold them. Never less than
      // half a unit.
      EXPECT_GT(error, unit / 100) << digits;
      EXPECT_LT(error, 100 * unit) << digits;
      EXPECT_NEAR(std::stod(std::string(impact["t"])), known, 4 * epsilon<double>() + error);
      EXPECT_EQ(impact["v_plus_error"].size(), 1u);
      EXPECT_LT(std::stod(std::string(impact["v_plus_error"][0])), 1000 * unit) << digits;
    }
    EXPECT_LT(std::stod(std::string(answer["accumulations"][0]["t_error"])), 1000 * unit) << digits;
    EXPECT_LT(std::stod(std::string(answer["accumulations"][0]["v_error"][0])), 1000 * unit) << digits;
    EXPECT_EQ(answer["warnings"], ordered_json::array());
    for (const auto& impact : answer["impacts"]) EXPECT_NE(impact["t_error"], "");
  }
}

/// A scheme's estimate is of the size of its error, which is known: the ball's state at t = 9/4, a fourth after the
/// impact that it leaves with 1/2, is (q, v) = (1/8 − 1/16, 0).
TEST(command_line, a_scheme_tells_the_error_of_its_step) {
  for (const std::string name : {"moreau_time_stepping", "sweeping", "paoli_schatzman"}) {
    const ordered_json answer =
        ordered_json::parse(run("solve " + ball_file + " --until 9/4 --step 1/217 --solver " + name).out);
    const double q = std::stod(std::string(answer["end"]["q"][0])), v = std::stod(std::string(answer["end"]["v"][0]));
    const double q_error = std::stod(std::string(answer["end"]["q_error"][0])),
                 v_error = std::stod(std::string(answer["end"]["v_error"][0]));
    EXPECT_LE(std::abs(q - 1.0 / 16), q_error) << name;
    EXPECT_LE(std::abs(v), v_error) << name;
    // An impact late by a step or two moves q by 2 · 3/217 at most and v by 2 · 2/217; eight times that, and a half
    // more.
    EXPECT_LT(q_error, 12 * 6.0 / 217) << name;
    EXPECT_LT(v_error, 12 * 4.0 / 217) << name;
  }
}

/// Every key that ends in "_error", at any depth.
int errors_in(const ordered_json& part) {
  int count = 0;
  for (const auto& [key, value] : part.items()) {
    if (part.is_object() && key.ends_with("_error")) ++count;
    if (value.is_structured()) count += errors_in(value);
  }
  return count;
}

TEST(command_line, errors_are_left_out_when_asked_and_nothing_else_changes) {
  for (const std::string& words :
       {"solve " + ball_file + scheme + " --step 1/100", "solve " + ball_file + " --solver event_driven",
        "solve " + examples + "chain_arc.toml --solver chain_duality"}) {
    const outcome with = run(words), without = run(words + " --no-estimate");
    ASSERT_EQ(with.status, 0) << with.err;
    ASSERT_EQ(without.status, 0) << without.err;
    ordered_json a = ordered_json::parse(with.out), b = ordered_json::parse(without.out);
    EXPECT_GT(errors_in(a), 0) << words;
    EXPECT_EQ(errors_in(b), 0) << words;
    EXPECT_EQ(a["end"]["q"], b["end"]["q"]) << words;
    EXPECT_EQ(a["counts"], b["counts"]) << words;
    EXPECT_FALSE(b.contains("estimate"));
  }
}

/// A ball that bounces for ever (e = 1) every 1/50: at horizon/1000 = 1/250 five steps a flight tell another motion
/// each time.
const std::string fast_ball_file = file_with("fast_ball.toml", [] {
  std::string text = replaced("e = \"1/2\"", "e = 1");
  text.replace(text.find("g = 2"), 5, "g = 20000");
  return text;
}());

TEST(command_line, the_default_step_is_chosen_from_the_problem_and_said) {
  const outcome slow = run("solve " + ball_file + scheme + " --until 3/4");
  EXPECT_EQ(ordered_json::parse(slow.out)["step"], "1/250");
  EXPECT_NE(slow.err.find("step 0.004, horizon/1000; half of it tells an error of "), std::string::npos) << slow.err;
  const outcome fast = run("solve " + fast_ball_file + scheme + " --until 1/10");
  const double step = to_double(exact<double>(std::string(ordered_json::parse(fast.out)["step"])));
  EXPECT_LE(step, 1.0 / 1000) << fast.err;  // flights of 1/50: sup q to 1 % takes a hundred steps or so in each
  EXPECT_EQ(1.0 / 250 / step, std::exp2(std::round(std::log2(1.0 / 250 / step)))) << "halvings of horizon/1000";
}

TEST(command_line, a_step_that_is_longer_than_flights_gets_a_warning) {
  const auto warnings = [](const std::string& words) { return ordered_json::parse(run(words).out)["warnings"]; };
  const auto warned = warnings("solve " + fast_ball_file + scheme + " --step 1/20");
  ASSERT_FALSE(warned.empty());
  EXPECT_NE(std::string(warned[0]).find("the step 1/20 is longer than "), std::string::npos) << warned;
  EXPECT_NE(std::string(warned[0]).find("the answer may have no correct digit"), std::string::npos) << warned;
  EXPECT_EQ(warnings("solve " + ball_file + scheme + " --step 1/500"), ordered_json::array());
  EXPECT_EQ(warnings("solve " + ball_file + scheme + " --step 1/20"), ordered_json::array())
      << "twenty steps a flight, then an accumulation: coarse, but it tells the motion";
  // Where there is no room for warnings in the output they stand on standard error.
  EXPECT_NE(
      run("solve " + fast_ball_file + scheme + " --step 1/20 --format csv").err.find("the step 1/20 is longer than "),
      std::string::npos);
}

TEST(command_line, a_step_past_the_end_is_one_step_and_tells_nothing) {
  // The half of a step twice as long as the run is the run again: it must not confirm it. Right is 0.2426 and 0.1213.
  const std::string short_ball = file_with("short.toml", replaced("horizon = 4", "horizon = 2"));
  const auto found = ordered_json::parse(run("solve " + short_ball + scheme + " --step 5 --summary").out);
  EXPECT_EQ(found["step"], "2");
  ASSERT_EQ(found["warnings"].size(), 2u) << found;
  EXPECT_EQ(found["warnings"][0], "the step is longer than the run, which is made in one: 2");
  EXPECT_EQ(found["end"]["q_error"][0], "inf");
  EXPECT_EQ(found["end"]["v_error"][0], "inf");
}

/// A pulse between the steps, ∫ = √π/10: all steps of T/1000 see none of it, and agree that nothing moves; half of them
/// sees a ten thousandth of 10^-200 of it.
TEST(command_line, an_answer_that_a_warning_doubts_has_no_error_that_is_known) {
  const std::string pulse = file_with(
      "pulse.toml",
      "coordinates = [\"x\"]\nhorizon = 1\n[system]\nmass = [[1]]\nforce = [\"1e4*exp(-1e10*(t-0.50003)^2)\"]\n"
      "[[constraint]]\ngap = \"x+1\"\n[impact]\nrestitution = 0\n[initial]\nposition = [0]\nvelocity = [0]\n");
  for (const char* summary : {" --summary", ""}) {
    const auto found = ordered_json::parse(run("solve " + pulse + scheme + summary).out);
    EXPECT_FALSE(found["warnings"].empty()) << found;
    EXPECT_EQ(found["end"]["v_error"][0], "inf") << found;
  }
}

/// A window of 10^-7 that no step sees, nor half of it: v = 1 and x = 2/3 − 1/2·10^-7 at the end, and not 0 ± 0. And a
/// wall that falls away just below grazing, x = 2t, 1 + t² − 10^-13: an impact at 1 − √10^-13 with speed 2√10^-13, v⁺ =
/// 2 − 3√10^-13 at e = 1/2.
TEST(command_line, what_all_steps_miss_an_engine_tells) {
  const auto file = [](const std::string& name, const std::string& horizon, const std::string& force,
                       const std::string& gap, const std::string& v) {
    return file_with(name, "coordinates = [\"x\"]\nhorizon = " + horizon + "\n[system]\nmass = [[1]]\nforce = [\"" +
                               force + "\"]\n[[constraint]]\ngap = \"" + gap +
                               "\"\n[impact]\nrestitution = \"1/2\"\n[initial]\nposition = [0]\nvelocity = [" + v +
                               "]\n");
  };
  const std::string window = file("window.toml", "1", "(sign(t-1/3) - sign(t-1/3-1e-7))*1e7/2", "x+1", "0"),
                    wall = file("wall.toml", "2", "0", "1+t^2-x-1e-13", "2");
  const double truth[] = {1, 2 - 3 * std::sqrt(1e-13)};
  int k = 0;
  for (const std::string& problem : {window, wall}) {
    for (const char* solver : {"moreau_time_stepping", "sweeping", "paoli_schatzman"}) {
      const auto found = ordered_json::parse(run("solve " + problem + " --summary --solver " + solver).out);
      const double v = std::stod(std::string(found["end"]["v"][0])),
                   error = std::stod(std::string(found["end"]["v_error"][0]));
      EXPECT_LE(std::abs(v - truth[k]), error) << solver << " " << found;
      EXPECT_FALSE(found["warnings"].empty()) << solver << " " << found;
    }
    ++k;
  }
  // Where they miss nothing there is no word.
  EXPECT_EQ(ordered_json::parse(run("solve " + ball_file + scheme + " --step 1/500 --summary").out)["warnings"],
            ordered_json::array());
}

TEST(command_line, a_limit_ends_a_run_and_the_message_says_so) {
  // 4·10^9 steps: hours. The status has the limit that was asked for, to what the start of the program has spent of it.
  const outcome ended =
      run("solve " + ball_file + " --solver sweeping --step 1/1000000000 --limit 1/4 --summary --no-estimate");
  EXPECT_EQ(ended.status, 1);
  const std::string status = ordered_json::parse(ended.out)["status"];
  double seconds = 0, t = 0;
  ASSERT_EQ(std::sscanf(status.c_str(), "stopped: the limit of %lf s was reached at t = %lf", &seconds, &t), 2)
      << status;
  EXPECT_LE(seconds, 0.25);
  EXPECT_GT(seconds, 0.2);
  EXPECT_NE(ended.err.find(status), std::string::npos) << ended.err;
}

/// A roof |x| under a falling point has no normal at its ridge: no engine has a motion past the impact at (√(1 + 2·10)
/// − 1)/10 of this throw.
const std::string roof_file = file_with("roof.toml", R"toml(coordinates = ["x", "y"]
horizon = 1
[system]
mass = [["1", "0"], ["0", "1"]]
force = ["0", "-10"]
[[constraint]]
gap = "y + abs(x)"
[impact]
restitution = "1/2"
[initial]
position = ["0", "1"]
velocity = ["0", "-1"]
)toml");

TEST(command_line, a_reference_that_is_in_doubt_has_a_status_of_its_own_and_the_reason) {
  const std::string reason = "reference in doubt: event_driven at 50 digits stopped: ";
  const outcome orders = run("converge " + roof_file + scheme + " --quick");
  EXPECT_EQ(orders.status, 3);
  EXPECT_NE(orders.err.find(reason), std::string::npos) << orders.err;
  for (const char* verdict : {"FAILS", "holds"}) EXPECT_EQ(orders.out.find(verdict), std::string::npos) << orders.out;
  const std::string path = file_with("over_the_roof.csv", "t,x,y,x',y'\n0,0,1,0,-1\n0.1,0,0.85,0,-2\n1,0,0.5,0,1\n");
  const outcome judged = run("judge " + roof_file + " " + path);
  EXPECT_EQ(judged.status, 3);
  EXPECT_NE(judged.err.find(reason), std::string::npos) << judged.err;
}

/// Control: the parts of a provenance that the test looks for are seen to be missing.
bool is_known_once_only(const ordered_json& reference) {
  return reference["from"] == "computed" && (reference["maker"] == "" || reference["confirmed_by"].empty());
}

TEST(command_line, problems_are_known_with_digits_and_provenance_and_none_by_one_computation_only) {
  const ordered_json problems = ordered_json::parse(run("problems --json").out);
  const std::string text = run("problems").out;
  int known = 0, computed = 0;
  for (const auto& p : problems) {
    const auto& reference = p["reference"];
    if (reference.is_null()) continue;
    EXPECT_GE(reference["digits"].get<int>(), 30) << p["name"];
    EXPECT_FALSE(reference["source"].get<std::string>().empty()) << p["name"];
    EXPECT_FALSE(reference["values"].empty()) << p["name"];
    EXPECT_FALSE(is_known_once_only(reference)) << p["name"];
    ++known;
    computed += reference["from"] == "computed" ? 1 : 0;
  }
  EXPECT_GE(known, 40);
  EXPECT_GE(computed, 1);
  EXPECT_NE(text.find("computed by extrapolation, event_driven and gauss_collocation, 40 digits"), std::string::npos)
      << text;
  EXPECT_TRUE(
      is_known_once_only({{"from", "computed"}, {"maker", "event_driven"}, {"confirmed_by", ordered_json::array()}}));
}

TEST(command_line, lists_name_everything_there_is) {
  const ordered_json problems = ordered_json::parse(run("problems --json").out),
                     solvers = ordered_json::parse(run("solvers --json").out);
  const std::string problems_text = run("problems").out, solvers_text = run("solvers").out;
  ASSERT_FALSE(problems.empty() || solvers.empty());
  for (const auto& p : problems) {
    EXPECT_NE(problems_text.find("\n" + std::string(p["name"]) + " "), std::string::npos) << p["name"];
    for (const std::string key : {"title", "source", "description", "figure", "difficulties", "kind", "reference"})
      EXPECT_TRUE(p.contains(key)) << p["name"] << key;
  }
  for (const auto& s : solvers) {
    EXPECT_NE(solvers_text.find("\n" + std::string(s["name"]) + " "), std::string::npos) << s["name"];
    EXPECT_TRUE(s["applies_to"]["systems"] || s["applies_to"]["chains"]) << s["name"];
    for (const auto& order : s["orders"]) EXPECT_EQ(keys_of(order), (names{"distance", "order", "hypotheses"}));
  }
}

}  // namespace
}  // namespace unilateral
