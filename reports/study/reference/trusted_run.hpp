#pragma once
/// A computed reference is one that two say: event_driven at 50 digits, where gauss_collocation, which shares no code
/// with it, finds the same; or where a theorem encloses every impact of it. Else it is in doubt, and nothing is
/// measured against it.
///
///   (1)  agree: the same events, and all numbers to `digits_of_trust` of the largest of their kind (engines.hpp).
///        References are used in double: 12 digits are enough, and the second engine runs in double first, with 50
///        digits only where that is not enough.
///   (2)  enclosed: proofs/enclosures proves the whole motion, and each of its brackets holds the reference's number to
///        the same digits.

#include "reports/study/reference/instance.hpp"
#include "reports/study/reference/solver_list.hpp"
#include "reports/study/reference/time_limit.hpp"

#include <stdexcept>
#include <string>

namespace unilateral::study {

inline constexpr int digits_of_trust = 12;

/// what(): "reference in doubt: event_driven and gauss_collocation part at t = 1.226: impacts[1].t = 1.2262… and
/// 1.2275…"
class reference_in_doubt : public std::runtime_error {
 public:
  explicit reference_in_doubt(const std::string& why) : std::runtime_error("reference in doubt: " + why), why_(why) {}
  /// Without the words before the colon: what a record with that verdict gives as its reason.
  const std::string& why() const { return why_; }

 private:
  std::string why_;
};

/// Two solvers that share no code.
struct reference_engines {
  const listed_solver* maker;
  const listed_solver* second;
};
/// event_driven and the other solver that declares itself a reference engine.
reference_engines engines_of_this_build();

/// Who is asked for a reference, and for how long.
struct reference_request {
  reference_engines by = engines_of_this_build();
  time_limit limit{};  ///< shared by the runs
};

/// The maker's answer at 50 digits on [0, until of the instance], as both have it. Throws reference_in_doubt where the
/// maker stops before the end, where they part and no theorem decides, and where the limit passed before that was
/// settled.
solution<real50> trusted_run(const instance& of, const reference_request& how);

}  // namespace unilateral::study
