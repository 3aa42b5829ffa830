/// Theorem: reading a file of any content ends in a problem or in one input_error of one line. Tried on every example
/// with each of its characters deleted, and replaced by another; replacements are drawn with a fixed seed from
/// characters that mean something. No tolerance: the outcome is one of two.

#include "problems/language/input_error.hpp"
#include "problems/text/problem_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

namespace unilateral {
namespace {

std::string contents(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

enum class outcome { read, refused };

outcome outcome_of(const std::string& text) {
  const std::string path = "mutated.toml";
  try {
    text::read_problem(path, text);
    return outcome::read;
  } catch (const input_error& error) {
    const std::string line = error.what();
    EXPECT_EQ(line.find('\n'), std::string::npos) << line;
    EXPECT_TRUE(line.starts_with(path + ":")) << line;
    EXPECT_NE(line.find("expected "), std::string::npos) << line;
    EXPECT_NE(line.find("found"), std::string::npos) << line;
    return outcome::refused;
  }
}

TEST(problem_files_mutated, every_mutation_is_read_or_refused_in_one_line) {
  const std::string replacements = "\"'[]{}=#.,()+-*/^ \n\t\\09aetx_\x01\x80";
  int read = 0, refused = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(SOURCE_ROOT) + "/problems/text/examples")) {
    const std::string text = contents(entry.path());
    ASSERT_EQ(outcome_of(text), outcome::read) << entry.path();
    std::mt19937 random(7);
    for (std::size_t at = 0; at < text.size(); ++at) {
      std::string deleted = text, replaced = text;
      deleted.erase(at, 1);
      replaced[at] = replacements[std::uniform_int_distribution<std::size_t>(0, replacements.size() - 1)(random)];
      for (const std::string& mutant : {deleted, replaced}) {
        SCOPED_TRACE(entry.path().filename().string() + ", byte " + std::to_string(at));
        ++(outcome_of(mutant) == outcome::read ? read : refused);
      }
    }
  }
  // Negative control: comments and titles survive, structure does not.
  EXPECT_GT(read, 0);
  EXPECT_GT(refused, 0);
}

TEST(problem_files_mutated, every_truncation_is_read_or_refused_in_one_line) {
  for (const auto& entry : std::filesystem::directory_iterator(std::string(SOURCE_ROOT) + "/problems/text/examples")) {
    const std::string text = contents(entry.path());
    for (std::size_t size = 0; size < text.size(); size += 5) outcome_of(text.substr(0, size));
  }
}

TEST(problem_files_mutated, bytes_that_are_no_text_are_refused) {
  std::mt19937 random(11);
  for (int k = 0; k < 300; ++k) {
    std::string bytes(40, ' ');
    for (char& c : bytes) c = static_cast<char>(std::uniform_int_distribution<int>(0, 255)(random));
    EXPECT_EQ(outcome_of(bytes), outcome::refused);
  }
  EXPECT_EQ(outcome_of(""), outcome::refused);
}

}  // namespace
}  // namespace unilateral
