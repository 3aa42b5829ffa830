#pragma once
/// What made a report that no run has made.

#include "reports/study/record/results_file.hpp"

namespace unilateral::study {

inline const run_provenance made_up_run{.version = "1.2.3",
                                        .commit = std::string(40, 'a'),
                                        .compiler = "c",
                                        .flags = "-O2",
                                        .libraries = "L 1",
                                        .processor = "p",
                                        .date = "2000-01-01T00:00:00Z"};

}  // namespace unilateral::study
