#pragma once
/// Whether a verdict follows from the facts beside it: asked of every record that is read from a file, for a number may
/// have been changed there and the verdict kept.

#include "reports/study/record/record.hpp"

namespace unilateral::study {

/// Why "holds" or "measured" cannot be said of these facts: a number above its bound, an order outside its interval, a
/// number that is none. Empty where it can. What a verdict also rests on and a record does not state (that a solver
/// reached the end, the bound of a residual without steps, the rounding of a ladder's errors) is not asked.
std::string contradiction_in(const record& r);

}  // namespace unilateral::study
