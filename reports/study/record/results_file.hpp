#pragma once
/// results.jsonl: one record a line, `"type"` first ("provenance", "order", "value", "residual", "agreement",
/// "rounding", "claim"), as docs/results.schema.json says. Everything but the provenance line is a function of the
/// sources: same bytes from run to run, on any machine and for any number of jobs.

#include "reports/study/record/record.hpp"

#include <string>
#include <vector>

namespace unilateral::study {

/// Who made the file, when and on what: a line of its own, the first. It ends with a seal, the number of the lines that
/// follow and a checksum of them, without which, or with another, the file is not read: it was cut or changed.
/// Each of these names it by its id ("made").
struct run_provenance {
  std::string version{}, commit{}, compiler{}, flags{}, libraries{}, processor{}, date{};
};
/// Of this program, now. The date is UTC, SOURCE_DATE_EPOCH where that is set.
run_provenance provenance_of_this_run();

/// "order", "value", …: the kind of its facts.
std::string type_of(const record& r);

/// "12 records, checksum 0123456789abcdef" of these lines, and of what stands before them (FNV-1a).
std::string seal_of(const std::string& before, const std::vector<std::string>& lines);

/// Throws input_error (path) unless these lines of a file of results are a line of provenance, and those that it seals.
void expect_sealed(const std::string& path, const std::vector<std::string>& lines);

/// One line a record, without the provenance.
std::vector<std::string> lines_of(const results& found);
/// Throws input_error (line number) on a line that is not a record.
results results_from(const std::vector<std::string>& lines);

/// Throws input_error when the file can't be written.
void write_results(const std::string& path, const results& found, const run_provenance& made);
/// The same of records of another type, a line each.
void write_lines(const std::string& path, const std::vector<std::string>& lines, const run_provenance& made);
/// Throws input_error (file and line) when the file can't be read, is not whole (expect_sealed), or has a record whose
/// verdict its facts contradict (consistency.hpp).
results read_results(const std::string& path);

}  // namespace unilateral::study
