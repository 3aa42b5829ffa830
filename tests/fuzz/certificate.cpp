/// Bytes as certificates: malformed, or each proves or fails with a reason.
#include "proofs/certificates/check.hpp"
#include "proofs/certificates/text.hpp"

#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace unilateral::certificates;
  try {
    for (const certificate& c : parse(std::string_view(reinterpret_cast<const char*>(bytes), size))) {
      const verdict said = check(c);
      if (said.proved != said.failure.empty()) std::abort();
    }
  } catch (const malformed& at) {
    if (at.line < 1 || at.column < 1) std::abort();
  }
  return 0;
}
