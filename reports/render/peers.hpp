#pragma once
/// Another code, judged: what `unilateral judge` finds in the files of reports/peers, beside a solver of ours at the
/// same step.

#include "reports/render/table.hpp"

namespace unilateral::render {

/// The distances of each file from the reference, and of moreau_time_stepping at its step, in order of problem and
/// step: measurements of the study "peers". A file names its problem, its code and its number of equal steps in its
/// first line: "# PROBLEM by CODE: …; N steps".
study::results peer_records();
/// A row a file, and one of ours.
table peers_table(const study::results& found);

}  // namespace unilateral::render
