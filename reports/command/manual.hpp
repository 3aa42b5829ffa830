#pragma once
/// The manual page and the completions of shells, made from the option table that --help is made from: what stands in
/// one stands in all, and nobody writes it twice.

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace unilateral::command {

/// Words that stand for a placeholder of the table: of PROBLEM the names of the catalogue, of S those of the solvers.
struct placeholder {
  std::string name;
  std::vector<std::string> words;
  bool or_file = false;  ///< the name of a file will do, too
};

/// roff, section 1.
std::string man_page(const CLI::App& table, const std::string& version);

/// A script for "bash", "zsh" or "fish".
std::string completions(const CLI::App& table, const std::string& shell, const std::vector<placeholder>& words);

}  // namespace unilateral::command
