/// What a solver's library links, held by the linker. Every solver's library is linked whole into a program that has
/// nothing else but what the library itself asks for (`links_alone` in tests/CMakeLists.txt; the build of the tests
/// makes these programs): so none calls judge or answers, included or declared by hand. Here the controls: a library
/// made like a solver's that calls the judge, and one that reads a reference, do not link, for want of that function
/// and of nothing else: with the forbidden library beside them they do.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

namespace {

struct built {
  bool done;
  std::string said;
};

built build(const std::string& target) {
  const std::string command = "cmake --build '" BUILD_ROOT "' --target " + target + " 2>&1";
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return {false, "no pipe"};
  std::string said;
  std::array<char, 4096> part;
  while (const std::size_t count = std::fread(part.data(), 1, part.size(), pipe)) said.append(part.data(), count);
  return {pclose(pipe) == 0, said};
}

/// What the linker missed: the text after "undefined reference to" of every such line.
std::vector<std::string> missed(const std::string& said) {
  std::vector<std::string> names;
  std::istringstream lines(said);
  for (std::string line; std::getline(lines, line);)
    if (const std::size_t at = line.find("undefined reference to"); at != std::string::npos)
      names.push_back(line.substr(at));
  return names;
}

TEST(link_rules, a_library_within_the_language_links_alone) {
  const built alone = build("link_rules_within_the_language_alone");
  EXPECT_TRUE(alone.done) << alone.said;
}

TEST(link_rules, a_solver_that_calls_the_judge_does_not_link) {
  const built alone = build("link_rules_calls_the_judge_alone");
  EXPECT_FALSE(alone.done) << alone.said;
  EXPECT_THAT(missed(alone.said),
              testing::AllOf(testing::Not(testing::IsEmpty()), testing::Each(testing::HasSubstr("sup_position"))));
  const built with_judge = build("link_rules_calls_the_judge_with_judge");
  EXPECT_TRUE(with_judge.done) << with_judge.said;
}

TEST(link_rules, a_solver_that_reads_a_reference_does_not_link) {
  const built alone = build("link_rules_reads_a_reference_alone");
  EXPECT_FALSE(alone.done) << alone.said;
  EXPECT_THAT(missed(alone.said),
              testing::AllOf(testing::Not(testing::IsEmpty()), testing::Each(testing::HasSubstr("find_problem"))));
  const built with_problems = build("link_rules_reads_a_reference_with_problems");
  EXPECT_TRUE(with_problems.done) << with_problems.said;
}

}  // namespace
