#pragma once
/// What a table of another code says beside its rows: comments `# key: value`, and by its digits how its numbers were
/// rounded when they were written.

#include "reports/study/external/number_table.hpp"
#include "reports/study/external/trajectory_file.hpp"

namespace unilateral::study {

struct stated {
  std::optional<velocity_reading> velocity{};
  stated_costs costs{};
};

/// velocity: linear, left, right, mid or smooth. force_evaluations, projections: whole numbers; seconds: a number ≥ 0.
/// Anywhere in the file; other keys are text. Throws input_error (file, line) for another value of one of these, and
/// for a second one that differs.
stated stated_in(const number_table& table);

/// Half a unit of the last digit of a number x of the table is at most max(unit, relative_unit |x|): as many decimals,
/// or as many digits, as any number of it has.
struct digits_written {
  double unit, relative_unit;
};
digits_written digits_of(const number_table& table);

}  // namespace unilateral::study
