#pragma once
/// What formulas lose by their own rounding. Two runs of one solver evaluate the same formulas: where terms cancel, as
/// in ((1 + 1e-60 t) − 1) 1e60, which is t, both lose the same digits, in every scalar that is short of them, and agree
/// on a wrong answer. So beside each value goes a bound of its error, operation by operation,
///
///     |x y − fl(x y)| ≤ |x| e_y + |y| e_x + e_x e_y + ε |x y|,   and so on             [Higham 2002, 3.3]
///
/// at samples of a run: of the force, of the metric times the accelerations, and of the gaps where they may be 0. Where
/// these bounds move the motion by more than the digits asked for, the question is asked once more with formulas moved
/// by them: what that changes is what they may be off by.

#include "problems/language/solution.hpp"
#include "problems/language/statement.hpp"

#include <optional>
#include <string>

namespace unilateral::study {

struct moved_question {
  statement question;  ///< forces and gaps with their bounds added
  std::string which;   ///< "the force of x is rounded by 6e+09"
};
/// Nothing where bounds in the scalar W of the run stay below what the run's motion feels in `resolution` of its size;
/// `question` bound. Of a bound that is infinite the formula is left as it is, and `is_unbounded` says so.
struct formula_rounding {
  std::optional<moved_question> moved{};
  bool is_unbounded = false;
  double speed = 0;  ///< the largest of the run, or that its forces make in its time
};
template <scalar W>
formula_rounding rounding_of_formulas(const statement& question, const solution<W>& run, double resolution);

}  // namespace unilateral::study
