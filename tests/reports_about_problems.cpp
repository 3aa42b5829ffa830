/// `unilateral report PROBLEM…`: a problem of one's own gets what the catalogue's get, by the same functions. Contract:
/// exit status 1 where a declaration fails, 2 for bad input with one line and nothing written, 3 where a reference is
/// in doubt; finished cells are kept, by the problem's text and not by its name; a page is there whole, or the one
/// before is. Text and statuses are compared: no tolerance.

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace unilateral {
namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// A nonlinear spring above a floor: no closed form.
std::string spring(const std::string& restitution) {
  return "title = \"a hard spring\"\ncoordinates = [\"x\"]\nhorizon = 3\n[system]\nkinetic_energy = \"x'^2/2\"\n"
         "potential_energy = \"x^2/2 + x^4/4\"\n[[constraint]]\ngap = \"x + 1/5\"\n[impact]\nrestitution = \"" +
         restitution + "\"\n[initial]\nposition = [\"1\"]\nvelocity = [\"0\"]\n";
}

class reports_about_problems : public testing::Test {
 protected:
  fs::path folder;

  void SetUp() override {
    std::string name = testing::TempDir() + "unilateral_reports_XXXXXX";
    folder = ::mkdtemp(name.data());
  }
  void TearDown() override { fs::remove_all(folder); }

  void write(const std::string& name, const std::string& text) const { std::ofstream(folder / name) << text; }

  struct outcome {
    int status;
    std::string err;
  };
  outcome run(const std::string& words) const {
    const int status = std::system(
        ("cd '" + folder.string() + "' && '" + std::string(COMMAND_PATH) + "' report " + words + " >out 2>err")
            .c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, contents(folder / "err")};
  }

  /// All lines but the provenance.
  std::vector<nlohmann::json> records(const std::string& out = "out_dir") const {
    std::vector<nlohmann::json> all;
    std::istringstream in(contents(folder / out / "results.jsonl"));
    for (std::string line; std::getline(in, line);) {
      const auto r = nlohmann::json::parse(line);
      if (r.at("type") != "provenance") all.push_back(r);
    }
    return all;
  }

  void expect_refused(const std::string& words) const {
    const outcome found = run(words);
    EXPECT_EQ(found.status, 2) << words << found.err;
    EXPECT_EQ(std::count(found.err.begin(), found.err.end(), '\n'), 1) << words << ": " << found.err;
    EXPECT_FALSE(fs::exists(folder / "out_dir")) << words;
  }
};

const std::string code = "--external 'mine=python3 " + std::string(SOURCE_ROOT) + "/docs/examples/any_question.py' ";

TEST_F(reports_about_problems, a_problem_of_ones_own_gets_what_ours_get) {
  write("spring.toml", spring("1/2"));
  const outcome found =
      run("spring.toml --quick --jobs 2 --count 20 --out out_dir --solver event_driven --solver sweeping " + code +
          "--declares 'sup q=1'");
  EXPECT_EQ(found.status, 0) << found.err;
  const std::string page = contents(folder / "out_dir/index.html");
  for (const char* const part : {"<math", "<mfrac>", "computed by event_driven and gauss_collocation at 50 digits",
                                 "figures/motion_spring.svg", "a hard spring", "How to get this again"})
    EXPECT_NE(page.find(part), std::string::npos) << part;
  EXPECT_EQ(page.find("ball_rational"), std::string::npos);
  for (const char* const file : {"figures/motion_spring.svg", "figures/motion_spring.csv", "tables/overview_sup_q.csv"})
    EXPECT_TRUE(fs::exists(folder / "out_dir" / file)) << file;
  EXPECT_FALSE(fs::exists(folder / "out_dir/.unfinished"));

  std::map<std::string, std::set<std::string>> solvers;
  int proved = 0;
  for (const auto& r : records()) {
    EXPECT_EQ(r.at("problem"), "spring");
    solvers[r.at("study")].insert(r.at("solver"));
    EXPECT_NE(r.at("verdict"), "FAILS") << r;
    const std::string command = r.at("command");
    EXPECT_NE(command.find("spring.toml"), std::string::npos) << command;
    if (r.at("study") == "proved" && r.at("quantity") == "impacts[0].t") ++proved;
  }
  const std::set<std::string> with_step{"mine", "sweeping"};
  EXPECT_EQ(solvers["orders"], with_step);
  EXPECT_TRUE(solvers["laws"].contains("mine") && solvers["laws"].contains("event_driven"));
  EXPECT_FALSE(solvers["laws"].contains("moreau_time_stepping"));
  EXPECT_TRUE(solvers["residuals"].contains("sweeping"));
  EXPECT_TRUE(solvers["agreement"].contains("event_driven"));
  EXPECT_TRUE(solvers.contains("engines"));
  EXPECT_EQ(proved, 1);
}

TEST_F(reports_about_problems, a_wrong_order_fails_and_finished_cells_are_those_of_the_text) {
  write("spring.toml", spring("1/2"));
  const std::string words =
      "spring.toml --quick --jobs 2 --count 20 --out out_dir --solver sweeping " + code + "--declares 'sup q=2'";
  outcome found = run(words);
  EXPECT_EQ(found.status, 1) << found.err;
  EXPECT_NE(contents(folder / "out_dir/index.html").find("FAILS"), std::string::npos);
  const auto first = records();

  found = run(words);  // again, from what was kept
  EXPECT_EQ(found.status, 1) << found.err;
  EXPECT_EQ(records(), first);

  write("spring.toml", spring("9/10"));  // another problem of the same name
  found = run(words);
  EXPECT_EQ(found.status, 1) << found.err;
  const auto order_of = [](const std::vector<nlohmann::json>& all) {
    for (const auto& r : all)
      if (r.at("study") == "orders" && r.at("solver") == "sweeping" && r.at("quantity") == "sup q")
        return r.at("ladder");
    return nlohmann::json();
  };
  EXPECT_FALSE(order_of(first).is_null());
  EXPECT_NE(order_of(records()), order_of(first));
}

TEST_F(reports_about_problems, bad_input_is_refused_in_a_line_and_nothing_is_written) {
  write("spring.toml", spring("1/2"));
  write("broken.toml", "coordinates = [\"x\"]\n");
  fs::create_directory(folder / "other");
  write("other/spring.toml", spring("1/3"));
  for (const char* const words :
       {"no_such_problem --out out_dir", "missing.toml --out out_dir", "broken.toml --out out_dir",
        "spring.toml other/spring.toml --out out_dir", "spring.toml --solver nobody --out out_dir",
        "spring.toml --solver chain_duality --out out_dir", "--solver sweeping --out out_dir",
        "--external 'a=true' --out out_dir", "spring.toml --declares 'sup q=1' --out out_dir",
        "spring.toml --external 'sweeping=true' --out out_dir", "chain_arc_n5 --external 'a=true' --out out_dir",
        "spring.toml --external 'a=true {nothing}' --out out_dir", "spring.toml --out /dev/null/out_dir"})
    expect_refused(words);
}

/// A roof |x| under a falling point has no normal at its ridge: no engine has a motion past the impact there.
TEST_F(reports_about_problems, a_reference_in_doubt_is_said_and_has_a_status_of_its_own) {
  write(
      "roof.toml",
      "coordinates = [\"x\", \"y\"]\nhorizon = 1\n[system]\nmass = [[\"1\", \"0\"], [\"0\", \"1\"]]\nforce = [\"0\", "
      "\"-10\"]\n[[constraint]]\ngap = \"y + abs(x)\"\n[impact]\nrestitution = \"1/2\"\n[initial]\nposition = [\"0\", "
      "\"1\"]\nvelocity = [\"0\", \"-1\"]\n");
  const outcome found = run("roof.toml --quick --solver sweeping --out out_dir");
  EXPECT_EQ(found.status, 3) << found.err;
  EXPECT_NE(found.err.find("reference in doubt: event_driven at 50 digits stopped"), std::string::npos) << found.err;
  EXPECT_NE(contents(folder / "out_dir/index.html").find("The reference is in doubt"), std::string::npos);
}

TEST_F(reports_about_problems, a_page_that_was_there_stays_until_the_new_one_is_whole) {
  fs::create_directory(folder / "out_dir");
  std::ofstream(folder / "out_dir/index.html") << "before";
  write("broken.toml", "coordinates = [\"x\"]\n");
  EXPECT_EQ(run("broken.toml --out out_dir").status, 2);
  EXPECT_EQ(contents(folder / "out_dir/index.html"), "before");
}

}  // namespace
}  // namespace unilateral
