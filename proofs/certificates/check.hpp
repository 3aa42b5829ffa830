#pragma once
/// Does a certificate prove what it says? Exact arithmetic, comparisons of rationals, nothing else.

#include "proofs/certificates/certificate.hpp"

#include <string>

namespace unilateral::certificates {

/// How much room a theorem has, or what a reader wants to see of it.
struct margin {
  std::string name;
  mpq_class value;
};

struct verdict {
  bool proved = false;
  std::string theorem;          ///< what is proved, in words
  std::vector<margin> margins;  ///< of a certificate that proves
  std::string failure;          ///< the first condition that does not hold, with its numbers

  /// The margin of that name; throws std::out_of_range where there is none.
  const mpq_class& operator[](const std::string& name) const;
};

verdict check(const impact_certificate& c);
verdict check(const acceleration_certificate& c);
verdict check(const chain_certificate& c);
verdict check(const certificate& c);

}  // namespace unilateral::certificates
