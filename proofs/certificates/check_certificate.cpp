/// check_certificate FILE…: reads certificates and says what they prove. Exit status 0: all of them do; 1: a condition
/// fails, named on its line; 2: a text is malformed, with line and column, or cannot be read, or the verdicts cannot be
/// written.

#include "proofs/certificates/check.hpp"
#include "proofs/certificates/text.hpp"

#include <cstdio>
#include <fstream>
#include <iostream>
#include <optional>
#include <sstream>

namespace {

using namespace unilateral::certificates;

/// Exact where short; else its leading digits, rounded.
std::string readable(const mpq_class& value) {
  constexpr std::size_t shown = 24;
  const std::string exact = value.get_str();
  if (exact.size() <= shown) return exact;
  char digits[64];
  gmp_snprintf(digits, sizeof digits, "%.6Fe", mpf_class(value).get_mpf_t());
  return std::string("about ") + digits;
}

enum outcome : int { proved = 0, refuted_somewhere = 1, unreadable = 2 };

/// A folder opens as a file does, and fails when it is read.
std::optional<std::string> contents_of(const char* path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (in.peek() == std::ifstream::traits_type::eof())
    return in.is_open() && !in.bad() ? std::optional("") : std::nullopt;
  text << in.rdbuf();
  return in.bad() || text.bad() ? std::nullopt : std::optional(text.str());
}

outcome check_file(const char* path) {
  const std::optional<std::string> text = contents_of(path);
  if (!text) {
    std::cerr << path << ": expected a file that can be read\n";
    return unreadable;
  }
  outcome result = proved;
  try {
    const std::vector<certificate> all = parse(*text);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const verdict v = check(all[i]);
      const std::string name = std::string(path) + ", certificate " + std::to_string(i + 1) + ": ";
      if (!v.proved) {
        std::cout << name << "REFUSED: " << v.failure << '\n';
        result = refuted_somewhere;
        continue;
      }
      std::cout << name << "proved: " << v.theorem << '\n';
      for (const margin& m : v.margins) std::cout << "    " << m.name << ": " << readable(m.value) << '\n';
    }
  } catch (const malformed& error) {
    std::cerr << path << ':' << error.what() << '\n';
    return unreadable;
  }
  return result;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "check_certificate: expected FILE…, found none\n";
    return unreadable;
  }
  int worst = proved;
  for (int i = 1; i < argc; ++i) worst = std::max<int>(worst, check_file(argv[i]));
  // What nobody could read was not said.
  if (!std::cout.flush()) {
    std::cerr << "standard output: expected to write the verdicts there, found that it takes no more\n";
    return unreadable;
  }
  return worst;
}
