/// Input that nobody means, and that must not end in a signal, in a hang, in "a failure inside" or in a page of text:
/// each of these is refused (exit status 2), or stops with a word (1), in one line that says why. The limits that
/// refuse are those of docs/limits.md.

#include "tests/support/shell.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <functional>

namespace unilateral {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string command = std::string("timeout 120 ") + COMMAND_PATH + " ";

std::string times(int n, const std::string& text) {
  std::string all;
  for (int k = 0; k < n; ++k) all += text;
  return all;
}

/// A ball, with these parameters and this force; a file of that name in the folder.
std::string ball(const std::string& parameters, const std::string& force = "-1") {
  return "coordinates = [\"x\"]\nhorizon = 4\n[parameters]\n" + parameters +
         "\n[system]\nkinetic_energy = \"x'^2/2\"\nforce = [\"" + force +
         "\"]\n[[constraint]]\ngap = \"x\"\n[impact]\nrestitution = \"1/2\"\n[initial]\nposition = [1]\nvelocity = "
         "[0]\n";
}

std::string numbered(int count, const std::function<std::string(int)>& line) {
  std::string all;
  for (int k = 0; k < count; ++k) all += line(k) + "\n";
  return all;
}

/// One line of at most a kilobyte, which is no failure inside.
void expect_a_word(const shell::outcome& found, int status, const std::string& says) {
  EXPECT_EQ(found.status, status) << found.err.substr(0, 300);
  EXPECT_THAT(found.err, AllOf(HasSubstr(says), Not(HasSubstr("failure inside"))));
  EXPECT_EQ(std::count(found.err.begin(), found.err.end(), '\n'), 1) << found.err.substr(0, 300);
  EXPECT_LT(found.err.size(), 1000u);
}

TEST(hostile_input, problem_files) {
  const shell::own_folder folder;
  const std::string path = folder.path() / "hostile.toml";
  const struct {
    const char* what;
    std::string text;
    const char* says;
  } files[] = {
      {"a key of 30 000 parts", "a" + times(30000, ".a") + " = 1\n", "expected keys of at most 100 parts"},
      {"a key of half a million parts", "a" + times(500000, ".a") + " = 1\n", "expected keys of at most 100 parts"},
      {"a table of as many", "[a" + times(500000, " . \"a\"") + "]\n", "expected keys of at most 100 parts"},
      {"one in an inline table", "b = { a" + times(30000, ".a") + " = 1 }\n", "expected keys of at most 100 parts"},
      {"lists in lists", "a = " + times(30000, "[") + times(30000, "]") + "\n", "maximum nested value depth"},
      {"tables in tables", "a = " + times(30000, "{a = ") + "1" + times(30000, "}") + "\n",
       "maximum nested value depth"},
      {"parameters that square one another",
       ball("a0 = \"3/7\"\n" + numbered(60,
                                        [](int k) {
                                          const std::string a = "a" + std::to_string(k);
                                          return "a" + std::to_string(k + 1) + " = \"" + a + "*" + a + "\"";
                                        })),
       "expected an exact number of at most 131072 bits"},
      {"powers of powers",
       ball("a0 = 3\n" +
            numbered(60, [](int k) { return "a" + std::to_string(k + 1) + " = \"a" + std::to_string(k) + "^64\""; })),
       "expected an exact number of at most 131072 bits"},
      {"a chain of 20 000 parameters",
       ball("a0 = \"sin(1)\"\n" + numbered(20000,
                                           [](int k) {
                                             return "a" + std::to_string(k + 1) + " = \"a" + std::to_string(k) +
                                                    " + sin(" + std::to_string(k) + ")\"";
                                           })),
       "expected a formula at most 1000 operations deep with the parameters' values in their places, found 1001"},
      {"two signs", ball("a = \"+-1\""), "parameters.a: expected a number, a name or \"(\", found \"+\""},
      {"parentheses", ball("a = \"" + times(20000, "(") + "\""), "at most 1000 nested parentheses"},
      {"minus signs", ball("a = \"" + times(20000, "-") + "1\""), "at most 1000 nested parentheses"},
  };
  for (const auto& file : files) {
    SCOPED_TRACE(file.what);
    std::ofstream(path) << file.text;
    expect_a_word(shell::run(command + "export " + path), 2, file.says);
  }
  // Points that are of no key.
  std::ofstream(path) << "# " << times(200, "a.") << "\ntitle = \"" << times(200, ".\\\"") << "\"\nsource = '''\n"
                      << times(200, "'a'.\n") << "'''\n"
                      << ball("a = 1.5");
  EXPECT_EQ(shell::run(command + "export " + path).status, 0);
  // A graph that as a tree would be of 2^60 nodes.
  std::ofstream(path) << ball("a0 = \"sin(3/7)\"\n" + numbered(60,
                                                               [](int k) {
                                                                 const std::string a = "a" + std::to_string(k);
                                                                 return "a" + std::to_string(k + 1) + " = \"" + a +
                                                                        "*" + a + "\"";
                                                               }),
                              "-1 - a60");
  EXPECT_EQ(shell::run(command + "solve " + path + " --solver event_driven --no-estimate --summary").status, 0);
}

/// A force that turns 10^9 times as fast as anything happens is seen, or the run stops and says so; it does not hang.
TEST(hostile_input, a_force_that_turns_fast) {
  const shell::own_folder folder;
  const std::string path = folder.path() / "fast.toml";
  std::ofstream(path) << ball("", "cos(1e9*t) - 1");
  for (const char* const solver : {"event_driven", "gauss_collocation"}) {
    const shell::outcome found =
        shell::run(command + "solve " + path + " --solver " + solver + " --summary --limit 5 2>&1 >/dev/null");
    EXPECT_TRUE(found.status == 0 || found.status == 1) << solver << ": " << found.out;
    EXPECT_THAT(found.out, Not(HasSubstr("failure inside"))) << solver;
  }
}

TEST(hostile_input, steps_options_and_files) {
  const shell::own_folder folder;
  const std::string here = folder.path(), out = here + "/F", solve = command + "solve ball_rational --solver ";
  expect_a_word(shell::run(solve + "sweeping --step 1e-7"), 2, "--step: expected at most 2000000 steps");
  expect_a_word(shell::run(solve + "sweeping --step 1e-7 --every 1/2"), 2, "--step: expected at most 2000000 steps");
  for (const char* const number : {"1/+2", "1/-2", "+-1", "--1", "1//2"})
    expect_a_word(shell::run(solve + "event_driven --until " + number), 2, "--until");
  const std::string two = command + "solve double_pendulum_wall --solver event_driven ";
  expect_a_word(shell::run(two + "--out " + out + " --certificate " + out), 2,
                "--certificate: expected another file than that of --out");
  expect_a_word(shell::run(two + "--out " + out + " --plot " + here + "/./F"), 2,
                "--plot: expected another file than that of --out");
  EXPECT_FALSE(std::filesystem::exists(out));
  EXPECT_EQ(shell::run(two + "--out /dev/null --certificate /dev/null").status, 0);
  expect_a_word(shell::run(two + "--until 1 --out /dev/null --certificate /dev/full"), 2, "--certificate: /dev/full");
  // A folder, and text that is none.
  for (const char* const words : {"judge ball_rational ", "fit ", "solve "})
    expect_a_word(shell::run(command + words + here + (std::string(words) == "solve " ? " --solver sweeping" : "")), 2,
                  "expected");
}

/// What could not be written was not done; what is said beside it may be lost.
TEST(hostile_input, outputs_that_take_no_more) {
  for (const char* const words :
       {"--help", "--version", "manual man", "problems", "solvers --json", "export ball_rational", "solve --help",
        "solve ball_rational --solver event_driven --no-estimate"})
    expect_a_word(shell::run(command + words + " >/dev/full"), 2, "standard output: expected to write");
  EXPECT_EQ(shell::run(command + "solve ball_rational --solver event_driven 2>/dev/full").status, 0);
  EXPECT_EQ(shell::run(command + "solve ball_rational --solver none 2>/dev/full").status, 2);
}

/// Differences of 10^308 and its negative are no finite number: nothing holds or is measured by one.
TEST(hostile_input, numbers_at_the_end_of_the_range) {
  const shell::own_folder folder;
  const std::string path = folder.path() / "far.csv";
  std::ofstream(path) << "t,x,v\n0,1e308,-1e308\n1,-1e308,1e308\n2,1e308,1e308\n";
  for (const char* const format : {"text", "csv"})
    EXPECT_EQ(shell::run(command + "judge ball_rational " + path + " --format " + format).status, 1) << format;
  const shell::outcome found = shell::run(command + "judge ball_rational " + path + " --format json");
  EXPECT_EQ(found.status, 1);
  const auto records = nlohmann::json::parse(found.out);
  int failed = 0;
  for (const auto& value : records.at("values")) {
    const std::string verdict = value.at("verdict");
    EXPECT_TRUE(value.at("error").is_number() || verdict == "FAILS" || verdict == "can't tell") << value.dump();
    failed += verdict == "FAILS";
  }
  EXPECT_GT(failed, 3);
}

/// Names of files are any bytes; what is written is UTF-8.
TEST(hostile_input, names_that_are_no_utf_8) {
  const shell::own_folder folder;
  const std::string name = folder.path() / "caf\xE9", text = ball("");
  std::ofstream(name + ".toml") << text;
  std::ofstream(name + ".csv") << "t,x,v\n0,1,0\n1,0.5,-1\n2,0.4,-0.1\n4,0.4,-0.1\n";
  for (const std::string& words : {"export '" + name + ".toml'", "solve '" + name + ".toml' --solver event_driven",
                                   "judge ball_rational '" + name + ".csv' --format json"}) {
    const shell::outcome found = shell::run(command + words);
    EXPECT_NE(found.status, 2) << words << found.err;
    EXPECT_EQ(found.out.find('\xE9'), std::string::npos) << words;
    EXPECT_NE(found.out.find("caf\uFFFD"), std::string::npos) << words;
  }
}

}  // namespace
}  // namespace unilateral
