#pragma once
/// The reference of a chain of which one instant is asked: what a solver finds of it at 50 digits, where the law itself
/// holds for that (problems/language/chain.hpp), which is checked by the law and not by the solver [Sayah 2004,
/// (5)–(8)]. Tensions follow from the velocities where nodes move, up to the bar behind the last of these; those beyond
/// are not determined, and nothing is measured of them.

#include "reports/study/reference/reference_path.hpp"

namespace unilateral::study {

/// As a motion for a unit of time, all nodes with their velocities; the tension of a bar that has one is the impulse of
/// a reaction. Throws reference_in_doubt where the law does not hold to 10^-30 of the answer.
reference_motion<double> instant_to_measure_against(const chain_instance& of);

}  // namespace unilateral::study
