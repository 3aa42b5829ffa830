#include "reports/claims/bindings.hpp"

#include "problems/language/input_error.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

namespace unilateral::claims {

std::string name_of(part p) {
  switch (p) {
    case part::is:
      return "is";
    case part::is_case:
      return "case";
    case part::correction:
      return "correction";
    case part::refutation:
      return "refutation";
    default:
      return "support";
  }
}

std::vector<binding> bindings_in(const std::filesystem::path& file) {
  std::ifstream lines(file);
  if (!lines)
    throw input_error(file.filename().string() + ": expected the theorems that claims rest on, found no file");
  std::vector<binding> all;
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    if (line.empty() || line[0] == '#') continue;
    const auto refuse = [&](const std::string& what) {
      throw input_error(fmt::format("{}:{}: expected CLAIM PART MODULE.THEOREM DIGEST [words], found {}",
                                    file.filename().string(), number, what));
    };
    std::istringstream words(line);
    binding b;
    std::string part_name, theorem;
    if (!(words >> b.claim >> part_name >> theorem >> b.digest)) refuse("fewer words");
    const auto dot = theorem.find('.');
    if (dot == std::string::npos) refuse("\"" + theorem + "\" without a module");
    b.module = theorem.substr(0, dot), b.theorem = theorem.substr(dot + 1);
    bool known = false;
    for (const part p : {part::is, part::is_case, part::correction, part::refutation, part::support})
      if (name_of(p) == part_name) b.is = p, known = true;
    if (!known) refuse("the part \"" + part_name + "\"");
    std::getline(words >> std::ws, b.words);
    if (b.is == part::is_case && b.words.empty()) refuse("a case without words that name it");
    all.push_back(b);
  }
  return all;
}

}  // namespace unilateral::claims
