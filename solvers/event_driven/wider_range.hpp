#pragma once
/// Runs in double that end where a formula leaves the range of double, as e^u / (1 + e^u)² does from u = 355, where it
/// is nearly 0: what is bounded as a whole has parts that are not.

#include "solvers/event_driven/event_driven.hpp"

namespace unilateral::event_driven {

/// `stopped`: the answer of a run in double to `given` that has not completed, after `spent` seconds. The same run in
/// 50 digits, whose exponents reach further than any formula's, rounded to double and with a warning that says so,
/// where that comes farther and its numbers are in the range of double; `stopped` otherwise, and where a step is
/// prescribed.
solution<double> in_wider_range(solution<double> stopped, const statement& given, const request& asked, double spent);

}  // namespace unilateral::event_driven
