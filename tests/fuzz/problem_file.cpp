/// Bytes as a problem file: read, or refused in one line. What is read has numbers at its start, or none, and says so.
#include "problems/language/evaluated_system.hpp"
#include "problems/language/input_error.hpp"
#include "problems/text/problem_file.hpp"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <variant>
#include <vector>

namespace {

using namespace unilateral;

void evaluated(const statement& question) {
  const statement bound = with_values(question, {});
  evaluated_system<double> system(bound.system);
  std::vector<double> q, v;
  for (const expression& x : bound.position) q.push_back(constant_value<double>(x));
  for (const expression& x : bound.velocity) v.push_back(constant_value<double>(x));
  system.evaluate_mass(0, q.data());
  system.evaluate_force(0, q.data(), v.data());
  if (bound.system.constraints() == 0) return;
  system.evaluate_gap(0, q.data());
  system.evaluate_gradient(0, q.data());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  try {
    const problem read = text::read_problem("fuzz.toml", std::string(reinterpret_cast<const char*>(bytes), size));
    if (const auto* system = std::get_if<statement>(&read.question)) evaluated(*system);
  } catch (const input_error& refused) {
    if (std::string(refused.what()).find('\n') != std::string::npos) std::abort();  // one line
  }
  return 0;
}
