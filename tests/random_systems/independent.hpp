#pragma once
/// A motion with impacts by means that no solver here has: SUNDIALS' CVODE (Adams' formulas of variable order, Newton's
/// iteration) from event to event, which are roots that CVODE finds on its own interpolant.
///
///     equations    from the energies themselves: M = ∂²T/∂v∂v and f = ∂T/∂q − ∂²T/∂v∂q v − ∂U/∂q + F by dual numbers
///                  of second order, on an evaluation of the formulas written for this file; nothing of the library's
///                  derivative(), set_energies() or tapes
///     kinks        of |x|, min, max, √(x²) and of powers at 0: each has a side on which it is smooth, held between
///                  events; the root of its argument is an event, where it takes the other side
///     gaps         the root of an open gap is an impact. The gaps' rates have roots too: a gap that has a minimum
///                  below 0 between two steps was passed unseen, and the step is repeated in twenty
///     impact       v⁺ = (1 + e) w − e v⁻, w the projection of v⁻ on the velocities that no contact forbids: each set
///                  of contacts is tried, and the one kept whose impulses are ≥ 0 and which violates nothing
///     contact      which contacts last: the same enumeration for accelerations. Held with their second derivative,
///                  damped towards the constraint (Baumgarte), and put back onto it at every event; the root of a
///                  reaction is where it is let go
///     accumulation once the flights that are to come (2 ρ/|a| /(1 − e) for a contact that leaves with ρ and is pressed
///                  back with a) are shorter than `short_flights`, the contact closes
///
/// It says what it cannot decide: "undecided: … at t = …" for a gap that touches 0 within its tolerance, contacts that
/// neither press nor leave, a gap's kink met in contact.

#include "tests/random_systems/answer.hpp"
#include "tests/random_systems/generator.hpp"

namespace unilateral::random_systems {

struct independent_options {
  double tolerance = 1e-12;  ///< relative, of CVODE's local error
  double change =
      0;  ///< relative change of the velocities at the start, and a force of this size that is added: for the condition
  double finest =
      0.5;  ///< no feature of the gaps and forces is shorter, in units of time: steps are a fifth of that at most
  double length = 1;  ///< the unit of positions: of data that are all 0, nothing else tells a size
};

/// In this process; may throw std::runtime_error where CVODE gives up.
answer independent_motion(const energies& of, const independent_options& how);

/// In a process of its own.
answer independent_answer(const energies& of, const independent_options& how, double limit);

}  // namespace unilateral::random_systems
