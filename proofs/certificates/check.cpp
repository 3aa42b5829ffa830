#include "proofs/certificates/check.hpp"

#include <stdexcept>

namespace unilateral::certificates {

const mpq_class& verdict::operator[](const std::string& name) const {
  for (const margin& m : margins)
    if (m.name == name) return m.value;
  throw std::out_of_range("verdict: no margin is called \"" + name + "\"");
}

verdict check(const certificate& c) {
  return std::visit([](const auto& one) { return check(one); }, c);
}

}  // namespace unilateral::certificates
