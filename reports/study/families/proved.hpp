#pragma once
/// References against theorems: every known number of a problem that proofs/enclosures brackets must lie in its
/// bracket.
///
/// A closed form evaluated at 50 digits carries its own rounding, digits that were published or computed the accuracy
/// they state; beyond that the number has to lie in the bracket: one wrong digit above the width of the bracket fails.
/// Brackets too wide to say much (`widest`) make no cell.

#include "reports/study/record/record.hpp"
#include "reports/study/run/family.hpp"

#include "problems/answers/problem.hpp"
#include "proofs/enclosures/enclosure.hpp"

#include <vector>

namespace unilateral::study {

/// Digits aimed at, and the width (relative to the number, absolute below 1) up to which a bracket judges a reference.
inline constexpr int enclosure_digits = 50;
inline constexpr const char* widest = "1e-25";

/// Cells "proved/<problem>/<quantity>"; none where nothing is proved, no reference is known, or the problem is a chain.
results enclosed_values(const problem& of, const parameter_list& overrides);

/// The same for a reference and an enclosure at hand.
results held_against(const problem& of, const reference<real50>& known, const enclosures::enclosure& found);

/// Of a problem of which nothing is known in advance: what is proved of its motion, each bracket beside the number of
/// event_driven's run at 50 digits, which has to lie in it as near as a reference must be right (digits_of_trust, of
/// the largest number of its kind); and up to which time it is proved: an impact that can't be decided is no failure.
/// Impacts after the first `most_proved` are left to `unilateral prove`.
inline constexpr std::size_t most_proved = 32;
results enclosed_run(const problem& of);
/// enclosed_run as a study: nothing for a problem that has an answer, and for chains.
family proved_runs();

}  // namespace unilateral::study
