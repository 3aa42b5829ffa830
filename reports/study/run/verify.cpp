#include "reports/study/run/verify.hpp"

#include "problems/language/input_error.hpp"
#include "reports/study/record/cell_cache.hpp"
#include "reports/study/reference/trusted_run.hpp"
#include "reports/study/run/cell_filter.hpp"
#include "reports/study/run/parallel.hpp"

#include <algorithm>
#include <mutex>
#include <set>

namespace unilateral::study {
namespace {

/// The quick grid is a look, not a verdict: an interval too wide for one is named as such. The full grid has to decide.
constexpr auto left_to_the_full_grid = "the quick grid leaves it open, the full grid decides";

bool may_be_left_open(const record& r) {
  return r.outcome == verdict::cannot_tell &&
         ((r.is<order_facts>() && r.fit) || (r.is<agreement_facts>() && r.as<agreement_facts>().left_out));
}

/// Why this cell is known not to hold on this grid; empty for one that must.
std::string why_not(const record& r, const family& of, bool in_the_catalogue, bool quick) {
  for (const known_gap& gap : of.gaps)
    if (in_the_catalogue && gap.cell == r.cell && gap.when != (quick ? grid_of::full : grid_of::quick))
      return gap.reason;
  return quick && may_be_left_open(r) ? left_to_the_full_grid : "";
}

struct run_of_task {
  results found;
  bool threw = false;  ///< none of its cells was measured; no gap that is known of one excuses that
};

run_of_task run(const task& t, const cell_cache& cache) {
  if (std::optional<results> kept = cache.find(t.name)) return {std::move(*kept)};
  try {
    results found = t.run();
    cache.keep(t.name, found);
    return {std::move(found)};
  } catch (const reference_in_doubt& doubt) {
    results unmeasured = t.cells;
    for (record& r : unmeasured) r = without_verdict(std::move(r), doubt.why());
    return {std::move(unmeasured)};
  } catch (const std::exception& e) {
    results unmeasured = t.cells;
    for (record& r : unmeasured) {
      r.outcome = verdict::fails;
      r.reason = e.what();
    }
    return {std::move(unmeasured), true};
  }
}

verification verified(const options& how, const std::vector<family>& studies,
                      const std::vector<studied_problem>& problems, const std::function<bool(const record&)>& wanted,
                      bool with_studies_of_no_problem) {
  const cell_filter filter(how.filter);
  const auto admitted = [&](const record& r) { return wanted(r) && filter.admits(r.cell); };

  struct planned {
    const family* of;
    const studied_problem* on;
    task what;
  };
  std::vector<planned> tasks;
  const options inside{.jobs = 1, .quick = how.quick};  // tasks run beside each other, not their parts
  const studied_problem no_problem{nullptr};
  for (const family& f : studies) {
    const auto add = [&](const studied_problem& on, std::vector<task> some) {
      for (task& t : some)
        if (std::any_of(t.cells.begin(), t.cells.end(), admitted)) tasks.push_back({&f, &on, std::move(t)});
    };
    for (const studied_problem& p : problems) add(p, f.plan(*p.of, inside));
    if (f.by_itself && with_studies_of_no_problem) add(no_problem, f.by_itself(inside));
  }

  std::vector<results> found(tasks.size());
  std::mutex reporting;
  int done = 0;
  for_each_index(static_cast<int>(tasks.size()), how.jobs, [&](int k) {
    const auto& [of, on, what] = tasks[static_cast<std::size_t>(k)];
    results& mine = found[static_cast<std::size_t>(k)];
    run_of_task made = run(what, cell_cache(how.cache_directory, code_identity() + on->identity, how.quick));
    mine = std::move(made.found);
    std::erase_if(mine, [&](const record& r) { return !admitted(r); });
    for (record& r : mine) r.known_gap = made.threw ? "" : why_not(r, *of, on->identity.empty(), how.quick);
    const std::lock_guard one_at_a_time(reporting);
    ++done;
    if (how.progress) how.progress(done, static_cast<int>(tasks.size()), what.name);
  });

  verification all;
  std::set<std::string> names;
  for (const planned& p : tasks)
    for (const record& r : p.what.cells)
      if (admitted(r)) names.insert(r.cell);
  all.planned.assign(names.begin(), names.end());
  for (results& some : found)
    all.found.insert(all.found.end(), std::make_move_iterator(some.begin()), std::make_move_iterator(some.end()));
  return all;
}

}  // namespace

verification verify_and_list(const options& how, const std::vector<family>& studies) {
  std::vector<studied_problem> all;
  for (const problem& p : catalogue()) all.push_back({&p});
  return verified(how, studies, all, [](const record&) { return true; }, true);
}

results verify(const options& how, const std::vector<family>& studies) { return verify_and_list(how, studies).found; }

results verify(const options& how, const std::vector<family>& studies, const std::vector<studied_problem>& problems,
               const std::function<bool(const record&)>& wanted) {
  return verified(how, studies, problems, wanted, false).found;
}

}  // namespace unilateral::study
