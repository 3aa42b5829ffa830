#pragma once
/// What `measured` (reading.hpp) and `judge` share: a file that is read, held against a reference.

#include "reports/study/external/reading.hpp"

namespace unilateral::study {

/// As an answer: the motion of the rows, with the reactions that the file has.
solution<double> answer_of(const foreign_trajectory& read, double last);

/// The run of these rows, read so. v_0: the question's own velocity at the start. Distances reach to the horizon, or to
/// the last row where that is before.
foreign_run measured(const trajectory_rows& file, const foreign_trajectory& read, const reading_facts& reading,
                     const motion<double>& against, const column<double>& v_0, double horizon,
                     std::optional<double> step);

}  // namespace unilateral::study
