#pragma once
/// Numbers for a text: each record's as macros of TeX, so that what a paper cites is what was found.
///
/// A macro's name is \uni, its record's cell, and what the number is of it. Of a cell, each word begins with a capital
/// and digits are spelled; what stands between words (spaces, /, _, brackets) is left out, but a point within a number
/// is "Point", = is "Is", + is "With", - is "To":
///
///   orders/ball_rational/sweeping/sup q        \uniOrdersBallRationalSweepingSupQOrder       1.003 ± 0.012
///   values/…/event_driven/50/impacts[0].t      \uniValues…EventDrivenFiveZeroImpactsZeroTComputed
///
/// Names do not change while cells keep theirs. Two cells with one name are refused, not told apart by chance.

#include "reports/study/record/results_file.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace unilateral::render {

struct tex_macro {
  std::string name;  ///< letters, without the backslash
  std::string text;  ///< as LaTeX has it, in and out of mathematics
};

/// Throws std::logic_error on a cell with other characters than the scheme has words for.
std::string macro_name(const std::string& cell, const std::string& what);

/// Of each record: Verdict, and by its kind Order, Declared and Finest (error); Computed, Known, Error and Tolerance;
/// Difference, Bound and Digits; Rounding; Share. Numbers are those of the pages. Then \uniCount… of all records, and
/// \uniVersion, \uniCommit. Throws std::logic_error where two cells have one name.
std::vector<tex_macro> macros_of(const study::results& found, const study::run_provenance& made);

/// One \newcommand a line, so that a paper may take over the lines that it needs, or \input the file.
void write_macros(const std::vector<tex_macro>& macros, const std::filesystem::path& file);

}  // namespace unilateral::render
