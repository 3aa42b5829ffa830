/// Ensembles by the command: a row a run, in order, whatever the number of threads; each is what `solve` says of these
/// parameters; parts are those of the whole; a file that was broken off goes on; what did not complete is a row that
/// says so, and exit status 1.

#include "tests/support/shell.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace unilateral {
namespace {

using testing::HasSubstr;
const std::string unilateral = COMMAND_PATH " ";
const shell::own_folder folder;
const std::string here = folder.path().string() + "/";

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream all(text);
  for (std::string line; std::getline(all, line);) lines.push_back(line);
  return lines;
}

/// Without the line that says what made them.
std::string rows(const std::string& text) { return text.substr(text.find('\n') + 1); }

const std::string family =
    "sweep ball_rational --solver event_driven --vary e=1/2:9/10:5 --vary g=1,2.5,4 --until 7/2 ";

TEST(sweep, rows_are_what_solve_says) {
  const shell::outcome all = shell::run(unilateral + family);
  ASSERT_EQ(all.status, 0) << all.err;
  const std::vector<std::string> lines = lines_of(all.out);
  ASSERT_EQ(lines.size(), 2u + 15u);
  EXPECT_EQ(lines[0].rfind("# unilateral ", 0), 0u);
  EXPECT_EQ(lines[1], "run,e,g,status,t,q0,v0,impacts,message");
  int run = 0;
  for (const std::string e : {"0.5", "0.6", "0.7", "0.8", "0.9"})
    for (const std::string g : {"1", "2.5", "4"}) {
      const shell::outcome one = shell::run(unilateral + "solve ball_rational --solver event_driven --no-estimate " +
                                            "--summary --until 7/2 --set e=" + e + " --set g=" + g);
      const auto answer = nlohmann::json::parse(one.out);
      const auto& end = answer["end"];
      EXPECT_EQ(lines[static_cast<std::size_t>(2 + run)],
                std::to_string(run) + "," + e + "," + g + ",completed," + end["t"].get<std::string>() + "," +
                    end["q"][0].get<std::string>() + "," + end["v"][0].get<std::string>() + "," +
                    std::to_string(answer["counts"]["impacts"].get<int>()) + ",");
      ++run;
    }
  // What threads ask for first, all at once, must be there before them: were it not, half of these would differ.
  const std::string alone = shell::run(unilateral + family + "--jobs 1").out;
  for (int k = 0; k < 12; ++k) EXPECT_EQ(shell::run(unilateral + family + "--jobs 4").out, alone);
  EXPECT_EQ(shell::run(unilateral + family + "--digits 50 --jobs 2").status, 0);
}

/// The digits of the numbers named in the lines of `nm` that speak of all of `words`.
std::set<std::string> digits_of(const std::string& symbols, const std::vector<std::string>& words) {
  static const std::regex backend("mpfr_float_backend<([0-9]+)u");
  std::set<std::string> digits;
  std::istringstream lines(symbols);
  for (std::string line; std::getline(lines, line);) {
    const bool speaks = std::all_of(words.begin(), words.end(),
                                    [&](const std::string& word) { return line.find(word) != std::string::npos; });
    if (std::smatch found; speaks && std::regex_search(line, found, backend)) digits.insert(found[1]);
  }
  return digits;
}

/// Boost fills the limits of a number where they are first asked for, without a guard: whatever number this program
/// may ask for its limits (Boost keeps each in a variable) is one whose limits are filled before there are threads.
TEST(sweep, limits_of_all_numbers_are_there_before_threads) {
  const shell::outcome symbols = shell::run("nm -C '" COMMAND_PATH "'");
  ASSERT_EQ(symbols.status, 0) << symbols.err;
  const std::set<std::string> asked = digits_of(
      symbols.out, {"numeric_limits<boost::multiprecision::number<", "expression_template_option)0", "::value"});
  EXPECT_GE(asked.size(), 5u);
  EXPECT_EQ(digits_of(symbols.out, {"scalar_traits<", "::limits_are_there"}), asked);
}

TEST(sweep, the_last_impacts_of_each) {
  const shell::outcome all =
      shell::run(unilateral + "sweep ball_rational --solver event_driven --vary e=0,1/2,6/5 --until 12/5 --impacts 2");
  EXPECT_EQ(all.status, 1);  // e = 6/5 is refused
  const std::vector<std::string> lines = lines_of(all.out);
  ASSERT_EQ(lines.size(), 6u) << all.out;
  EXPECT_EQ(lines[1], "run,e,status,t,q0,v_minus0,v_plus0,message");
  EXPECT_EQ(lines[2], "0,0,completed,1,0,-2,0,");
  EXPECT_EQ(lines[3].rfind("1,0.5,completed,1,0,-2,1,", 0), 0u) << lines[3];
  EXPECT_EQ(lines[4].rfind("1,0.5,completed,2,0,-1,0.5,", 0), 0u) << lines[4];
  EXPECT_EQ(lines[5], "2,1.2,refused,,,,,\"restitution: expected 0 <= e <= 1, found 6/5\"");
}

TEST(sweep, parts_are_those_of_the_whole) {
  const std::string whole = rows(shell::run(unilateral + family).out);
  std::string together = whole.substr(0, whole.find('\n') + 1);
  for (const std::string part : {"1/4", "2/4", "3/4", "4/4"})
    together += rows(rows(shell::run(unilateral + family + "--shard " + part).out));
  EXPECT_EQ(together, whole);
}

TEST(sweep, a_file_that_was_broken_off_goes_on) {
  for (const std::string more : {"", "--impacts 3 "}) {
    const std::string file = here + "rows.csv", command = unilateral + family + more + "--out " + file;
    ASSERT_EQ(shell::run(command).status, 0);
    const std::string whole = shell::contents(file);
    EXPECT_EQ(rows(whole), rows(shell::run(unilateral + family + more).out));
    // Cut anywhere: within the first lines, a row, the rows of one run.
    for (const double part : {0.0, 0.05, 0.31, 0.5, 0.77, 0.99, 1.0}) {
      const auto length = static_cast<std::size_t>(part * static_cast<double>(whole.size()));
      std::filesystem::remove(file);
      std::ofstream(file + ".unfinished", std::ios::binary) << whole.substr(0, length);
      const shell::outcome resumed = shell::run(command);
      EXPECT_EQ(resumed.status, 0) << resumed.err;
      EXPECT_EQ(shell::contents(file), whole) << part << more;
      EXPECT_FALSE(std::filesystem::exists(file + ".unfinished"));
      if (part == 0.5) {
        EXPECT_THAT(resumed.err, HasSubstr("runs are there already"));
      }
    }
    // Of another sweep nothing is kept, whatever differs.
    for (const std::string other : {"--until 3", "--digits 30", "--impacts 1", "--limit 7", "--shard 1/2"}) {
      std::ofstream(file + ".unfinished", std::ios::binary) << shell::run(unilateral + family + more + other).out;
      EXPECT_EQ(shell::run(command).status, 0);
      EXPECT_EQ(shell::contents(file), whole) << other;
    }
    // Nor what follows a run that is missing.
    if (!more.empty()) continue;
    std::vector<std::string> lines = lines_of(whole);
    lines.erase(lines.begin() + 6, lines.begin() + 9);
    std::ofstream torn(file + ".unfinished", std::ios::binary);
    for (const std::string& line : lines) torn << line << '\n';
    torn.close();
    EXPECT_EQ(shell::run(command).status, 0);
    EXPECT_EQ(shell::contents(file), whole);
  }
}

TEST(sweep, bad_input_is_one_line) {
  const std::string base = "sweep ball_rational --solver event_driven ";
  for (const auto& [words, why] : std::vector<std::pair<std::string, std::string>>{
           {base + "--vary f=0:1:3", "--vary: expected one of the parameters"},
           {base + "--vary e=0:1:3 --vary e=1", "--vary: expected each parameter once, found twice: e"},
           {base + "--vary e=0:1:1", "--vary: expected NAME=FROM:TO:COUNT"},
           {base + "--vary e=0:1:2:3", "--vary: expected NAME=FROM:TO:COUNT"},
           {base + "--vary e=0:1:x", "--vary: expected NAME=FROM:TO:COUNT"},
           {base + "--vary e=", "--vary: expected NAME=FROM:TO:COUNT"},
           {base + "--vary e", "--vary: expected NAME=FROM:TO:COUNT"},
           {base + "--vary e=0:1:900000000 --vary g=1:2:3", "--vary: expected at most 1000000000 runs"},
           {base + "--vary e=0:1:3 --step 1/10000000 --shard 0/3", "--shard: expected i/n"},
           {base + "--vary e=0:1:3 --digits 400", "--digits"},
           {base + "--vary e=0:1:3 --out " + here + "none/rows.csv", "--out"},
           {base, "--vary"},
           {base + "--vary e=0:1:3 --set e=1/2", "--set: expected a parameter that does not vary"},
           {base + "--vary e=0:1:3 --out /dev/null", "--out: /dev/null: expected the name of a file"},
           {"sweep ball_rational --solver sweeping --vary e=0:1:3", "--step: expected the time step of sweeping"},
           {"sweep chain_arc_fig4 --solver chain_duality --vary beta=0:1:3", "expected a mechanical system"}}) {
    const shell::outcome refused = shell::run(unilateral + words);
    EXPECT_EQ(refused.status, 2) << words << refused.out;
    EXPECT_THAT(refused.err, HasSubstr(why)) << words;
    EXPECT_EQ(std::count(refused.err.begin(), refused.err.end(), '\n'), 1) << refused.err;
  }
  EXPECT_EQ(shell::run(unilateral + base + "--vary e=0:1:3 > /dev/full").status, 2);
}

TEST(sweep, a_scheme_keeps_its_step) {
  const shell::outcome all =
      shell::run(unilateral + "sweep ball_rational --solver sweeping --step 1/1000 --until 3/2 --vary e=0:1/2:2");
  ASSERT_EQ(all.status, 0) << all.err;
  const std::vector<std::string> lines = lines_of(all.out);
  ASSERT_EQ(lines.size(), 4u);
  // At e = 0 at rest since t = 1, to a step's motion.
  const std::string q = lines[2].substr(std::string("0,0,completed,1.5,").size());
  EXPECT_LT(std::abs(std::stod(q)), 2.5e-3) << lines[2];
}

}  // namespace
}  // namespace unilateral
