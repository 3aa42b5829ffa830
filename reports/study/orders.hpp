#pragma once
/// The orders of one solver on one instance.

#include "reports/study/ladder.hpp"
#include "reports/study/options.hpp"
#include "reports/study/record.hpp"

namespace unilateral::study {

/// The ladder of a time-stepping scheme, and of a solver that only accepts a step.
grid ladder_of(const method& solver, bool quick);

/// A time-stepping scheme runs in double against `against`, in all five distances. A solver that only accepts a step runs at
/// 50 digits in the distances it declares, against the closed form alone (in double a few steps reach rounding), and has no
/// records where there is none.
template <class Question>
std::vector<order_record> orders_of(const instance_of<Question>& of, const listed_solver& solver, const reference_motion<double>& against, const options& how);

/// The record of an order that was not measured, for the reference is in doubt.
template <class Question>
order_record without_verdict(const instance_of<Question>& of, const listed_solver& solver, distance_kind kind, const std::string& why);

/// A time-stepping scheme on a ladder of one's own, in the wanted distances.
std::vector<order_record> orders_on(const grid& ladder, const instance& of, const listed_solver& solver, const reference_motion<double>& against, const std::vector<distance_kind>& wanted,
                                    const options& how);

}  // namespace unilateral::study
