#pragma once
/// How a study is run. None of it changes a number: `quick` chooses a smaller grid, and says so in the records'
/// ladders. A limit ends what it ends, and says so.

#include "reports/study/reference/trusted_run.hpp"

#include <functional>
#include <string>

namespace unilateral::study {

/// `done` of `all` cells are finished; `cell` is the one that finished last. Called from one thread at a time.
using progress_report = std::function<void(int done, int all, const std::string& cell)>;

/// One of `count` parts of a run, each on a machine of its own: of its tasks, in their order, every count-th from the
/// index-th on.
struct shard {
  int index = 1;  ///< 1 … count
  int count = 1;
};

struct options {
  int jobs = 1;                   ///< worker threads, ≥ 1; results don't depend on it
  bool quick = false;             ///< reduced grid: fewer and coarser steps
  std::string filter{};           ///< ECMAScript regular expression searched in the names of cells; empty: all cells
  std::string cache_directory{};  ///< where `verify` keeps finished cells; empty: nowhere
  shard part{};                   ///< the part that is run
  progress_report progress{};     ///< may be empty
  reference_request reference{};  ///< who makes a reference that has to be computed; its limit is that of all runs
                                  ///< (`verify` and `report` have none: their bytes repeat)
};

}  // namespace unilateral::study
