#pragma once
/// What the steps of a scheme miss, all alike. A pulse of the force between the instants at which a scheme looks, an
/// impact slower than it tells: half of the step misses them as well, and two steps agree on a wrong answer. So the end
/// of a scheme's answer is also held against a reference engine, which looks for events and kinks, in double: the first
/// that has an answer within ten seconds and without a warning. It can only make errors larger. Where none has, that is
/// said. A scheme does not see that a motion is not unique, either (a rest on a jump that repels it): where an engine
/// says so, the other one within a second, no number of the scheme is believed.

#include "reports/study/answer/estimate.hpp"

#include <string>

namespace unilateral::study {

/// The larger of both at the end: the estimate, and what the engine differs by. Where that is more than ten times the
/// estimate, and more than rounding, the errors of impacts and accumulations are unknown, and a warning is added.
/// `asked` as of the answer.
template <scalar S>
void hold_against_engine(const statement& question, const request& asked, const solution<S>& answer,
                         const time_limit& limit, estimate<answer_errors>& of);

}  // namespace unilateral::study
