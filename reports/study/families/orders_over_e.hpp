#pragma once
/// Orders over e: what restitution does to the observed orders, before an accumulation point and past it, and what such
/// an order is made of. For `verify` in the full grid only: a quick run has no cells of this study.
///
///   measured_over_e/<problem>/e=<e>/before|past/<solver>/<distance>
///       order of a time-stepping scheme for each e of `restitutions`, on every other mechanical problem of the
///       catalogue: measured, nothing declared
///
///   orders_over_e/<problem>/e=<e>/before|past/<solver>/<distance>
///       order of a time-stepping scheme for each e of `restitutions`, on the problems that `has_orders_over_e` names;
///       past: nothing is declared there, it is measured
///   orders_over_e/<problem>/aligned/<solver>/<distance>
///       on dyadic steps, which put every impact of ball_rational on the grid: the artefact, on purpose
///   orders_over_e/<problem>/near|away/<solver>/<distance>
///       velocity errors near the impacts, and away from them
///   orders_over_e/<problem>/rounding/<solver>/<step>/<distance>
///       the same run in double and at 50 digits; step: coarse, middle, fine
///
/// (1)  Final time. Events: impacts, ends of contacts, accumulation points of the event_driven run in double, which is
///      asked where to look and judges nothing. T = middle of the last stretch between two events that is at least T/25
///      long, so that no event is nearer to T than two of the coarsest steps: up to `share` of the accumulation point
///      (before); from it to the next event (past); of the horizon where nothing accumulates (before). Before: no
///      earlier stretch between two events is shorter than T/5, as on the catalogue's own final times (9/4 of
///      ball_rational, 3 of ball_earth). This rule was made after a first run without it, in which ball_earth did not
///      hold in Hausdorff v: paoli_schatzman 0.37 ± 0.09 at e = 0.9 and 0.62 ± 0.08 at 0.8, moreau_time_stepping 0.53 ±
///      0.10, sweeping 0.55 ± 0.09, paoli_schatzman 0.86 ± 0.11 at 1. That the steps were too long beside a flight is
///      shown for e = 0.8: at its old final time 3.382, ten times finer ones give 1.03 ± 0.15, fifty times finer ones
///      0.99 ± 0.24. At e = 0.9 (old final time 6.156) they give 0.50 ± 0.16, 1.26 ± 0.22 and, two hundred times finer,
///      nothing that tells: open.
/// (2)  Ladder: `ladder_over_e`, half the work of the quick grid. What it leaves in doubt is measured once more on a
///      longer one (`ladders_in_doubt`), and what that can't tell on a longer one still; only the last verdict counts
///      (two seeds in each case, verdict.hpp). A failure on a long ladder stands. So a verdict may be the third of
///      three, with up to six seeds and ladders looked at; `reason` keeps the ones before. What is only measured has
///      one short ladder, `short_ladder`, and no verdict: among those problems are some that graze, that are not
///      continuous in their data, whose impacts are as near as the coarsest steps, or that have no impact at all.
/// (3)  Near: within `reach` steps of an impact of the reference. There a scheme is late or early by O(h), and off by
///      the jump: L¹ v is O(h), L² v O(h^½). Away: the error of smooth motion, from what the impact has left behind;
///      O(h) in both.
///         ∫ over the near set: differences of the distances up to its ends, which are exact; 1e-16 against 1e-4.
/// (4)  Rounding: distance(double, 50 digits) ≤ ε · distance(reference, 0) · T/h, the level which ladder.hpp takes for
///      granted.

#include "reports/study/order/orders.hpp"
#include "reports/study/reference/reference_path.hpp"
#include "reports/study/run/family.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace unilateral::study {

inline constexpr std::array restitutions{"0", "0.25", "0.5", "0.8", "0.9", "1"};
enum class phase { before, past };
std::string name_of(phase p);  // "before", "past"

inline constexpr grid ladder_over_e{
    .coarsest = 1.0 / 100, .finest = 1.0 / 4000, .count = 240, .hausdorff_every = 4, .impulses_every = 4};
/// Of Hausdorff v it is the number of points that decides (elsewhere it is taken at every fourth step); the other
/// distances end with the full grid.
std::array<grid, 2> ladders_in_doubt(distance_kind kind);

/// A convergence study with the parameter e; of a family (the same formulas in the same coordinates and parameters,
/// whose values differ, and the same difficulties apart from accumulation), the first: the ball on the Earth and the
/// rational one are the same in units of their own. Near grazing the expansion is in h/w, w the speed of the impact:
/// two cells of oscillator_grazing_above don't reach their order in the steps here (known_gaps.hpp).
bool has_orders_over_e(const problem& p);

/// What is only measured: every other mechanical problem.
bool is_measured_over_e(const problem& p);
/// A rung costs as much as there are coordinates.
constexpr grid short_ladder(int coordinates) {
  return {.coarsest = 1.0 / 100,
          .finest = 1.0 / 3000,
          .count = coordinates <= 10 ? 64 : 24,
          .hausdorff_every = 3,
          .impulses_every = 3};
}

/// The problem with this e on its whole horizon; its answer left out where it does not hold for this e (an event_driven
/// run takes its place). Where e is no parameter of the problem, it takes the place of the restitution there is. Throws
/// input_error where the problem is not posed for this e.
instance with_restitution(const problem& p, const std::string& e);

/// (1); none where there is no such stretch.
std::optional<rational> final_time(const instance& of, phase p);

/// An instance with its final time, and its reference; none where there is no such phase, or the problem is not posed
/// for this e (a force that divides by it).
struct at_restitution {
  instance of;
  reference_motion<double> against;
};
std::optional<at_restitution> pose(const problem& p, const std::string& e, phase when);

/// The cells of one solver, all five distances: with verdicts, (2), and only measured.
results orders_at(const at_restitution& asked, const std::string& e, phase when, const listed_solver& solver,
                  const options& how);
results measured_at(const at_restitution& asked, const std::string& e, phase when, const listed_solver& solver,
                    const options& how);
using orders_at_e = results (*)(const at_restitution&, const std::string& e, phase, const listed_solver&,
                                const options&);

/// One of these for every e, phase and scheme, as tasks of a study.
std::vector<task> tasks_over_e(const std::string& study, const problem& of, const options& inside,
                               orders_at_e measured);

/// On steps 2^-k time units. No order is declared of them.
results aligned_orders(const at_restitution& asked, const listed_solver& solver, const options& how);

/// (3): L¹ v and L² v, near and away.
inline constexpr int reach = 8;
results orders_of_parts(const at_restitution& asked, const listed_solver& solver, const options& how);

/// (4), in sup q and L¹ v.
inline const std::array<std::string, 3> step_names{"coarse", "middle", "fine"};
results rounding_of(const at_restitution& asked, const listed_solver& solver);

/// What these three are shown on, before an accumulation, at e = 1/2.
inline constexpr auto aligned_problem = "ball_rational";
inline constexpr std::array problems_in_parts{"ball_rational", "double_pendulum_wall", "pendulum_with_stop"};

}  // namespace unilateral::study
