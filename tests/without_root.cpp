/// `--no-install`: where there is no root, both commands name the packages that are missing and install nothing; they
/// go on with what is there, or stop in one line. The scripts run as they are, in a folder of their own, with programs
/// in their path that only say what they were asked: no package is looked for, none installed, nothing built.
///
/// Comparisons are of text and exit statuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace {

namespace fs = std::filesystem;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

struct outcome {
  int status;
  std::string said;
};

class without_root : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "unilateral_without_root_XXXXXX";
    folder_ = ::mkdtemp(name.data());
    for (const char* path : {"reproduce", "check", "packages.txt", "cmake/install-packages", "cmake/can-build"}) {
      fs::create_directories((folder_ / path).parent_path());
      fs::copy(fs::path(SOURCE_ROOT) / path, folder_ / path);
    }
    fs::create_directories(folder_ / "path");
    for (const char* tool : {"bash", "dirname", "cat", "sed", "grep", "mkdir", "echo", "nproc"})
      for (const char* from : {"/usr/bin/", "/bin/"})
        if (fs::exists(std::string(from) + tool) && !fs::exists(folder_ / "path" / tool))
          fs::create_symlink(std::string(from) + tool, folder_ / "path" / tool);
    // As if all were there but what is named in the file `missing`.
    program("path/dpkg-query", "grep -qx -- \"${@: -1}\" missing || printf installed");
    program("path/apt-get", "echo apt-get was called");
    program("path/sudo", "echo sudo was called");
    program("path/id", "echo 1000");
    for (const char* tool : {"cmake", "ninja", "c++", "clang-format-19", "coqc"})
      program(std::string("path/") + tool, "true");
    program("path/ctest", "echo ctest \"$@\"");
    program("cmake/build", "echo build \"$@\"");
    program("cmake/format", "echo format \"$@\"");
    program("build/release/unilateral", "echo unilateral \"$@\"");
    miss("");
  }
  void TearDown() override { fs::remove_all(folder_); }

  void program(const std::string& path, const std::string& lines) const {
    fs::create_directories((folder_ / path).parent_path());
    std::ofstream(folder_ / path) << "#!/bin/bash\n" << lines << '\n';
    fs::permissions(folder_ / path, fs::perms::owner_all);
  }
  void without(const std::string& tool) const { fs::remove(folder_ / "path" / tool); }
  void miss(const std::string& packages) const { std::ofstream(folder_ / "missing") << packages << '\n'; }

  outcome run(const std::string& words) const {
    const std::string command =
        "cd '" + folder_.string() + "' && PATH='" + (folder_ / "path").string() + "' ./" + words + " 2>&1";
    FILE* const pipe = ::popen(command.c_str(), "r");
    std::string said;
    std::array<char, 4096> part;
    while (const std::size_t count = std::fread(part.data(), 1, part.size(), pipe)) said.append(part.data(), count);
    const int status = ::pclose(pipe);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, said};
  }

  fs::path folder_;
};

TEST_F(without_root, nothing_is_said_where_nothing_is_missing) {
  const outcome found = run("reproduce --no-install --quick --jobs 3");
  EXPECT_EQ(found.status, 0);
  EXPECT_EQ(found.said, "build unilateral check_certificate\nunilateral report --out reports/out --quick --jobs 3\n");
}

TEST_F(without_root, missing_packages_are_named_and_nothing_is_installed) {
  miss("libgtest-dev\ncoq");
  const outcome found = run("reproduce --quick --no-install");
  EXPECT_EQ(found.status, 0);
  // coq is of the proofs, which reproduce does not need.
  EXPECT_EQ(found.said,
            "not installed, of packages.txt: libgtest-dev\n"
            "build unilateral check_certificate\nunilateral report --out reports/out --quick\n");
  const outcome checked = run("check --no-install");
  EXPECT_EQ(checked.status, 0) << checked.said;
  EXPECT_THAT(checked.said, HasSubstr("not installed, of packages.txt: libgtest-dev coq\n"));
  EXPECT_THAT(checked.said, Not(HasSubstr("was called")));
}

TEST_F(without_root, without_the_option_they_are_installed) {
  miss("libgtest-dev");
  EXPECT_THAT(run("reproduce --quick").said, HasSubstr("sudo was called"));
}

TEST_F(without_root, there_is_nothing_to_build_with) {
  for (const std::string tool : {"ninja", "cmake", "c++"}) {
    without(tool);
    for (const std::string who : {"reproduce", "check"}) {
      const outcome found = run(who + " --no-install");
      EXPECT_EQ(found.status, 2);
      EXPECT_EQ(found.said, who + " --no-install: stopped: expected the program " + tool + ", found none\n");
    }
    program("path/" + tool, "true");
  }
}

TEST_F(without_root, a_library_is_missing) {
  program("path/cmake",
          "echo '-- Could NOT find METIS'; echo 'CMake Error at x:1 (find_package):'; "
          "echo '  Could not find a package configuration file provided by \"Ceres\"'; exit 1");
  const outcome found = run("reproduce --no-install");
  EXPECT_EQ(found.status, 2);
  EXPECT_EQ(std::count(found.said.begin(), found.said.end(), '\n'), 1) << found.said;
  EXPECT_THAT(found.said, HasSubstr("provided by \"Ceres\""));
  EXPECT_THAT(found.said, EndsWith("(build/configure.log)\n"));
}

TEST_F(without_root, a_check_leaves_out_what_needs_a_missing_program) {
  without("clang-format-19");
  without("coqc");
  const outcome found = run("check --no-install -R house");
  EXPECT_EQ(found.status, 0);
  EXPECT_THAT(found.said, HasSubstr("check --no-install: left out, for there is no clang-format-19: the layout of the "
                                    "code\n"));
  EXPECT_THAT(found.said, HasSubstr("check --no-install: left out, for there is no coqc: the proofs in Coq\n"));
  EXPECT_THAT(found.said, Not(HasSubstr("format --check\n")));
  EXPECT_THAT(found.said, HasSubstr("--exclude-regex ^(coq|certificates_agree)$"));
  EXPECT_THAT(found.said, EndsWith(" --test-dir build/release -R house\n"));
}

TEST_F(without_root, a_whole_check_leaves_out_nothing) {
  const outcome found = run("check --no-install");
  EXPECT_EQ(found.status, 0);
  EXPECT_THAT(found.said, HasSubstr("format --check\nbuild all test_programs bench_programs\nctest "));
  EXPECT_THAT(found.said, Not(HasSubstr("exclude")));
  EXPECT_THAT(found.said, Not(HasSubstr("left out")));
}

}  // namespace
