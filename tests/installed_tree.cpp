/// What `cmake --install` puts down, used as a stranger uses it: the build tree's programs and libraries are not
/// called, and no file names the folders of the sources or of the build. The command finds what it reads; the package
/// is found, refuses what it has not, and builds a project; the examples of each language run, and say the orders that
/// their schemes have; the manual page and the completions have every option of --help, and no other.
///
/// Comparisons are of text and exit statuses; orders are held by their own intervals.
#include "tests/support/shell.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

struct outcome {
  int status;
  std::string said;  ///< standard output, then what went to standard error with it
};

outcome run(const std::string& command) {
  const unilateral::shell::outcome found = unilateral::shell::run("{ " + command + "\n} 2>&1");
  return {found.status, found.out};
}

bool there_is(const std::string& program) { return run("command -v " + program).status == 0; }

using unilateral::shell::contents;

/// Installed once, into a folder of this process; then the source tree and the build tree are not looked at.
class installed_tree : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    std::string name = testing::TempDir() + "unilateral_installed_XXXXXX";
    folder = ::mkdtemp(name.data());
    installation = run("cmake --install '" BUILD_ROOT "' --prefix '" + prefix().string() + "'");
  }
  static void TearDownTestSuite() { fs::remove_all(folder); }
  void SetUp() override { ASSERT_EQ(installation.status, 0) << installation.said; }

  static fs::path prefix() { return folder / "a prefix"; }  // with a space, as folders have
  static std::string command() { return "'" + (prefix() / "bin" / "unilateral").string() + "'"; }
  static fs::path share() { return prefix() / "share" / "unilateral"; }
  static fs::path example(const std::string& name) { return share() / "examples" / name; }
  /// The folder below the prefix that holds this path.
  static fs::path holder_of(const std::string& path) {
    for (const auto& entry : fs::recursive_directory_iterator(prefix()))
      if (entry.path().string().ends_with("/" + path)) {
        fs::path at = entry.path();
        for (fs::path rest = path; !rest.empty(); rest = rest.parent_path()) at = at.parent_path();
        return at;
      }
    return {};
  }
  /// A project of two files, configured against the installed package.
  static outcome configured(const std::string& name, const std::string& lines) {
    const fs::path project = folder / name;
    fs::create_directories(project);
    std::ofstream(project / "CMakeLists.txt")
        << "cmake_minimum_required(VERSION 3.25)\nproject(p LANGUAGES CXX)\n" + lines;
    return run("cmake -G Ninja -S '" + project.string() + "' -B '" + (project / "build").string() +
               "' -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH='" + prefix().string() + "'");
  }

  static inline fs::path folder;
  static inline outcome installation;
};

TEST_F(installed_tree, names_no_folder_of_the_machine_that_built_it) {
  const std::vector<std::string> foreign{SOURCE_ROOT, BUILD_ROOT, prefix().string()};
  int files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(prefix())) {
    if (!entry.is_regular_file()) continue;
    ++files;
    const std::string text = contents(entry.path());
    for (const std::string& path : foreign)
      EXPECT_EQ(text.find(path), std::string::npos) << entry.path() << " has " << path;
    if (entry.path().extension() == ".cmake") {
      // Nor where this machine has its libraries.
      EXPECT_FALSE(std::regex_search(text, std::regex("[\" ;:>]/(usr|opt|home|root|lib)/"))) << entry.path();
    }
  }
  EXPECT_GT(files, 100);
}

TEST_F(installed_tree, has_what_it_promises) {
  for (const char* path :
       {"bin/unilateral", "bin/check_certificate", "include/unilateral/problems/language/statement.hpp",
        "include/unilateral/problems/answers/problem.hpp", "include/unilateral/problems/judge/distance.hpp",
        "include/unilateral/solvers/event_driven/event_driven.hpp", "share/man/man1/unilateral.1",
        "share/bash-completion/completions/unilateral", "share/zsh/site-functions/_unilateral",
        "share/fish/vendor_completions.d/unilateral.fish", "share/unilateral/problems/bouncing_ball.toml",
        "share/unilateral/examples/cpp/orders.cpp"})
    EXPECT_TRUE(fs::exists(prefix() / path)) << path;
  EXPECT_FALSE(holder_of("unilateral/liblanguage.a").empty());
}

TEST_F(installed_tree, headers_include_only_what_is_there) {
  const fs::path include = prefix() / "include" / "unilateral";
  const std::regex line("#include \"([^\"]+)\"");
  int headers = 0;
  for (const auto& entry : fs::recursive_directory_iterator(include)) {
    if (!entry.is_regular_file()) continue;
    ++headers;
    const std::string text = contents(entry.path());
    for (std::sregex_iterator at(text.begin(), text.end(), line), end; at != end; ++at)
      EXPECT_TRUE(fs::exists(include / (*at)[1].str())) << entry.path() << " includes " << (*at)[1];
  }
  EXPECT_GT(headers, 50);
}

TEST_F(installed_tree, the_command_finds_what_it_reads) {
  const outcome solved =
      run(command() + " solve '" + (share() / "problems" / "bouncing_ball.toml").string() + "' --solver event_driven");
  EXPECT_EQ(solved.status, 0) << solved.said;
  const outcome claim = run("cd / && " + command() + " claims --filter S04.stop");
  EXPECT_EQ(claim.status, 0) << claim.said;
  // It is the installed proofs that it read: without them it says so in a line.
  const fs::path proofs = share() / "proofs", away = share() / "elsewhere";
  fs::rename(proofs, away);
  const outcome without = run(command() + " claims --filter S04.stop");
  fs::rename(away, proofs);
  EXPECT_EQ(without.status, 2) << without.said;
  EXPECT_THAT(without.said, HasSubstr("expected proofs and other codes' results in"));
}

// --- the option table ---

/// Of "unilateral WORDS --help": the options that begin a line, and the subcommands.
std::set<std::string> options_in(const std::string& help) {
  std::set<std::string> names;
  std::istringstream lines(help);
  const std::regex name("--[a-z][a-z-]*");
  for (std::string line; std::getline(lines, line);)
    if (std::smatch found;
        std::regex_search(line, std::regex("^  (-[a-zA-Z],)?--")) && std::regex_search(line, found, name))
      names.insert(found.str());
  return names;
}
std::vector<std::string> subcommands_in(const std::string& help) {
  std::vector<std::string> names;
  std::istringstream lines(help.substr(help.find("Subcommands:")));
  const std::regex name("^  ([a-z]+) ");
  for (std::string line; std::getline(lines, line);)
    if (std::smatch found; std::regex_search(line, found, name)) names.push_back(found[1]);
  return names;
}

TEST_F(installed_tree, the_manual_page_has_every_option_and_no_other) {
  const std::string page = contents(prefix() / "share/man/man1/unilateral.1"), top = run(command() + " --help").said;
  const auto subcommands = subcommands_in(top);
  ASSERT_GT(subcommands.size(), 8u) << top;
  std::string plain = std::regex_replace(page, std::regex("\\\\f[BRI]"), "");
  plain = std::regex_replace(plain, std::regex("\\\\-"), "-");
  for (const std::string& sub : subcommands) {
    const std::string title = ".SS unilateral " + sub;
    const auto begin =
        plain.find(title + " ") != std::string::npos ? plain.find(title + " ") : plain.find(title + "\n");
    ASSERT_NE(begin, std::string::npos) << sub;
    const std::string section = plain.substr(begin, plain.find("\n.S", begin + 1) - begin);
    std::set<std::string> shown;
    const std::regex entry("\n.TP\n(-[a-zA-Z], )?(--[a-z][a-z-]*)");
    for (std::sregex_iterator at(section.begin(), section.end(), entry), end; at != end; ++at) shown.insert((*at)[2]);
    EXPECT_EQ(shown, options_in(run(command() + " " + sub + " --help").said)) << sub;
  }
  EXPECT_THAT(plain, HasSubstr(".SH EXIT STATUS"));
  EXPECT_THAT(plain, Not(HasSubstr("manual")));
  if (there_is("groff")) {
    const outcome set =
        run("groff -man -Tutf8 -ww '" + (prefix() / "share/man/man1/unilateral.1").string() + "' >/dev/null");
    EXPECT_EQ(set.said, "");
  }
}

/// What bash offers after these words.
std::set<std::string> offered(const fs::path& script, const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) list += " '" + word + "'";
  const outcome found =
      run("bash -c 'source \"$0\"; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _unilateral; "
          "printf \"%s\\n\" \"${COMPREPLY[@]}\"' '" +
          script.string() + "'" + list);
  std::set<std::string> names;
  std::istringstream lines(found.said);
  for (std::string line; std::getline(lines, line);)
    if (!line.empty()) names.insert(line);
  return names;
}

TEST_F(installed_tree, completions_of_bash_are_the_option_table) {
  const fs::path script = prefix() / "share/bash-completion/completions/unilateral";
  const std::string top = run(command() + " --help").said;
  const auto subcommands = subcommands_in(top);
  std::set<std::string> first = offered(script, {"unilateral", ""});
  for (const std::string& sub : subcommands) {
    EXPECT_TRUE(first.contains(sub)) << sub;
    std::set<std::string> expected = options_in(run(command() + " " + sub + " --help").said);
    EXPECT_EQ(offered(script, {"unilateral", sub, "--"}), expected) << sub;
  }
  EXPECT_FALSE(first.contains("manual"));
  EXPECT_EQ(offered(script, {"unilateral", "solve", "--format", ""}), (std::set<std::string>{"json", "csv"}));
  EXPECT_EQ(offered(script, {"unilateral", "converge", "ball_rational", "--solver", "swee"}),
            (std::set<std::string>{"sweeping"}));
  EXPECT_TRUE(offered(script, {"unilateral", "solve", "double_pend"}).contains("double_pendulum_wall"));
  EXPECT_THAT(offered(script, {"unilateral", "solve", "ball", "--step", ""}), IsEmpty());
}

TEST_F(installed_tree, completions_of_zsh_and_fish_are_read_by_them) {
  const std::pair<const char*, const char*> scripts[] = {{"zsh", "share/zsh/site-functions/_unilateral"},
                                                         {"fish", "share/fish/vendor_completions.d/unilateral.fish"}};
  for (const auto& [shell, path] : scripts) {
    const std::string text = contents(prefix() / path), top = run(command() + " --help").said;
    for (const std::string& sub : subcommands_in(top))
      for (const std::string& name : options_in(run(command() + " " + sub + " --help").said))
        EXPECT_THAT(text, HasSubstr(std::string(shell) == "zsh" ? name : "-l " + name.substr(2))) << sub;
    if (!there_is(shell)) {
      std::printf("not read by %s, which is not there\n", shell);
      continue;
    }
    const outcome read = run(std::string(shell) + " -n '" + (prefix() / path).string() + "'");
    EXPECT_EQ(read.status, 0) << read.said;
    EXPECT_EQ(read.said, "");
  }
  if (there_is("fish")) {
    const outcome found =
        run("fish -c \"source '" + (prefix() / "share/fish/vendor_completions.d/unilateral.fish").string() +
            "'; complete -C 'unilateral solve ball_rational --for'\"");
    EXPECT_THAT(found.said, HasSubstr("--format"));
  }
}

// --- the package ---

TEST_F(installed_tree, a_component_that_is_none_is_refused) {
  const outcome found = configured("no_component", "find_package(unilateral REQUIRED COMPONENTS stduy)\n");
  EXPECT_NE(found.status, 0);
  EXPECT_THAT(found.said, HasSubstr("\"stduy\""));
}

TEST_F(installed_tree, another_version_is_refused) {
  const outcome found = configured("version", "find_package(unilateral 99 REQUIRED)\n");
  EXPECT_NE(found.status, 0);
  EXPECT_THAT(found.said, HasSubstr("99"));
}

TEST_F(installed_tree, a_component_brings_what_it_needs_and_no_more) {
  std::ofstream program;
  fs::create_directories(folder / "solvers");
  std::ofstream(folder / "solvers" / "main.cpp")
      << "#include \"solvers/sweeping/sweeping.hpp\"\n#include <cstdio>\n"
         "int main() { std::puts(unilateral::sweeping::declaration.name.c_str()); }\n";
  const outcome found = configured("solvers",
                                   "find_package(unilateral REQUIRED COMPONENTS solvers)\n"
                                   "add_executable(p main.cpp)\ntarget_link_libraries(p unilateral::solvers)\n"
                                   "if(TARGET unilateral::judge OR TARGET Ceres::ceres)\n"
                                   "  message(FATAL_ERROR \"more than it needs\")\nendif()\n");
  ASSERT_EQ(found.status, 0) << found.said;
  const outcome built = run("cmake --build '" + (folder / "solvers" / "build").string() + "'");
  ASSERT_EQ(built.status, 0) << built.said;
  EXPECT_EQ(run("'" + (folder / "solvers" / "build" / "p").string() + "'").said, "sweeping\n");
}

// --- the examples ---

/// "sup q" in the table that converge prints: an order of 1 within its own interval, and the verdict.
void expect_order_one(const std::string& said) {
  std::istringstream lines(said);
  for (std::string line; std::getline(lines, line);)
    if (std::smatch found; line.find("sup q") != std::string::npos &&
                           std::regex_search(line, found, std::regex("([0-9.]+) ± ([0-9.]+)"))) {
      EXPECT_LE(std::abs(std::stod(found[1]) - 1), std::stod(found[2])) << line;
      EXPECT_THAT(line, HasSubstr("holds"));
      return;
    }
  ADD_FAILURE() << "no order in sup q in\n" << said;
}

TEST_F(installed_tree, an_example_in_cpp_is_built_and_tells_its_orders) {
  const std::string build = (folder / "cpp").string();
  const outcome made = run("cmake -G Ninja -S '" + example("cpp").string() + "' -B '" + build +
                           "' -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH='" + prefix().string() +
                           "' && cmake --build '" + build + "'");
  ASSERT_EQ(made.status, 0) << made.said;
  const outcome found = run("cd / && '" + build + "/orders'");
  EXPECT_EQ(found.status, 0) << found.said;
  expect_order_one(found.said);
}

/// package: the folder that PYTHONPATH has to name.
std::string python_with(const fs::path& package, const std::string& figures = "agg") {
  return "PYTHONPATH='" + package.string() + "' MPLBACKEND=" + figures + " " PYTHON;
}

TEST_F(installed_tree, an_example_in_python_tells_its_orders) {
  const fs::path package = holder_of("unilateral/__init__.py");
  if (package.empty()) GTEST_SKIP() << "the Python module was left out of the build";
  const std::string python = python_with(package);
  const bool draws = run(python + " -c 'import matplotlib'").status == 0;
  if (!draws) std::puts("no figure: there is no python3-matplotlib");
  const fs::path figure = folder / "orders.svg";
  const outcome found = run("cd / && " + python + " '" + (example("python") / "orders.py").string() + "'" +
                            (draws ? " '" + figure.string() + "'" : ""));
  EXPECT_EQ(found.status, 0) << found.said;
  expect_order_one(found.said);
  if (draws) {
    EXPECT_THAT(contents(figure), HasSubstr("<svg"));
  }
}

TEST_F(installed_tree, an_example_in_c_tells_its_orders) {
  const fs::path here = folder / "c";
  fs::copy(example("c"), here);
  const outcome found =
      run("cd '" + here.string() + "' && " + command() +
          " export double_pendulum_wall --as c --out problem.c && cc -O2 -o scheme scheme.c -lm && " + command() +
          " converge double_pendulum_wall --external 'mine=./scheme {step} {until}'"
          " --declares 'sup q=1'");
  EXPECT_EQ(found.status, 0) << found.said;
  expect_order_one(found.said);
}

TEST_F(installed_tree, an_example_in_octave_tells_its_orders) {
  if (!there_is("octave-cli")) GTEST_SKIP() << "there is no octave-cli";
  const fs::path here = folder / "octave";
  fs::copy(example("octave"), here);
  // Fewer runs and longer steps than in the others: an interpreter.
  const outcome found = run("cd '" + here.string() + "' && " + command() +
                            " export double_pendulum_wall --as octave --out double_pendulum_wall.m && " + command() +
                            " converge double_pendulum_wall --external 'mine=octave-cli scheme.m {step} {until}'"
                            " --declares 'sup q=1' --count 20 --finest 1/500");
  EXPECT_EQ(found.status, 0) << found.said;
  expect_order_one(found.said);
}

TEST_F(installed_tree, the_notebook_runs) {
  const fs::path package = holder_of("unilateral/__init__.py");
  if (package.empty()) GTEST_SKIP() << "the Python module was left out of the build";
  const std::string python = python_with(package);
  for (const char* needed : {"nbconvert", "ipykernel", "matplotlib"})
    if (run(python + " -c 'import " + needed + "'").status != 0)
      GTEST_SKIP() << "there is no " << needed << " (jupyter-nbconvert, python3-ipykernel, python3-matplotlib)";
  // Its figures go into its page, whatever is set for programs.
  const outcome found =
      run("export HOME='" + folder.string() + "' && " +
          python_with(package, "module://matplotlib_inline.backend_inline") + " -m nbconvert --to notebook --execute" +
          " --output-dir '" + folder.string() + "' '" + example("orders.ipynb").string() + "'");
  ASSERT_EQ(found.status, 0) << found.said;
  const std::string made = contents(folder / "orders.ipynb");
  EXPECT_THAT(made, HasSubstr("image/png"));
  EXPECT_THAT(made, HasSubstr("holds"));
}

}  // namespace
