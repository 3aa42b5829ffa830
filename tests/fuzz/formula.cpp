/// Bytes as a formula: refused in one line, or a formula that, printed, is read as the same one.
#include "problems/language/input_error.hpp"
#include "problems/text/problem_file.hpp"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace unilateral;
  const std::vector<std::string> coordinates{"x", "y"}, parameters{"e", "g"};
  std::string printed;
  try {
    const expression read =
        text::read_expression(std::string(reinterpret_cast<const char*>(bytes), size), coordinates, parameters);
    printed = to_text(read, coordinates);
  } catch (const input_error& refused) {
    if (std::string(refused.what()).find('\n') != std::string::npos) std::abort();
    return 0;
  }
  try {
    if (to_text(text::read_expression(printed, coordinates, parameters), coordinates) != printed) std::abort();
  } catch (const input_error& refused) {
    // A print has parentheses that the text need not have.
    if (std::string(refused.what()).find("expected at most") == std::string::npos) std::abort();
  }
  return 0;
}
