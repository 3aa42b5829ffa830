#pragma once
/// Another code, judged: what `unilateral judge` finds in the files of reports/peers, beside a solver of ours at the
/// same step.

#include "reports/render/table.hpp"

namespace unilateral::render {

/// One row a file and one of moreau_time_stepping at its step, in order of problem and step. A file names its problem,
/// its code and its number of equal steps in its first line: "# PROBLEM by CODE: …; N steps".
table peers_table();

}  // namespace unilateral::render
