/// Bytes as lines of records: refused in one line, or records that, written, are read as the same ones.
#include "problems/language/input_error.hpp"
#include "reports/study/record/results_file.hpp"

#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace unilateral;
  std::istringstream text(std::string(reinterpret_cast<const char*>(bytes), size));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  std::vector<std::string> written;
  try {
    written = study::lines_of(study::results_from(lines));
  } catch (const input_error& refused) {
    if (std::string(refused.what()).find('\n') != std::string::npos) std::abort();
    return 0;
  }
  if (study::lines_of(study::results_from(written)) != written) std::abort();
  return 0;
}
