#pragma once
/// The orders of one solver on one instance.

#include "reports/study/order/ladder.hpp"
#include "reports/study/order/verdict.hpp"
#include "reports/study/record/record.hpp"
#include "reports/study/run/options.hpp"

namespace unilateral::study {

/// The ladder of a time-stepping scheme, and of a solver that only accepts a step.
grid ladder_of(const method& solver, bool quick);

/// Where two ladders say that an order of a scheme fails, a third begins where they end, and only what it says counts:
/// an order is what steps that tend to 0 show. Jumps that come too late by more than their height are a plateau for
/// Hausdorff v until steps are as short as that; sums over many impacts settle as slowly as √h. What a wrong law or a
/// wrong order leaves does not change with the steps. Of a solver that only accepts a step, at 50 digits, terms of
/// higher order fall with the step, and rounding is far.
grid beyond(const method& solver, const grid& ladder, bool quick);

/// A time-stepping scheme runs in double against `against`, in all five distances. A solver that only accepts a step
/// runs at 50 digits in the distances it declares, against the closed form alone (in double a few steps reach
/// rounding), and has no records where there is none.
template <class Question>
results orders_of(const instance_of<Question>& of, const listed_solver& solver, const reference_motion<double>& against,
                  const options& how);

/// The cell of one distance: its record before anything is measured.
template <class Question>
record order_cell(const instance_of<Question>& of, const listed_solver& solver, distance_kind kind);

/// What a ladder has shown goes into its record; what can't be said of one on which runs stopped.
void enter(record& r, const order_fit& fit, const ruling& verdict_on);
void enter(record& r, const ruling& verdict_on);
void enter(record& r, const stopped_runs& stopped);

/// A time-stepping scheme on a ladder of one's own, in the wanted distances.
results orders_on(const grid& ladder, const instance& of, const listed_solver& solver,
                  const reference_motion<double>& against, const std::vector<distance_kind>& wanted,
                  const options& how);

}  // namespace unilateral::study
