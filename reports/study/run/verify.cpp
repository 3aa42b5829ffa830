#include "reports/study/run/verify.hpp"

#include "problems/language/input_error.hpp"
#include "reports/study/record/cell_cache.hpp"
#include "reports/study/reference/trusted_run.hpp"
#include "reports/study/run/cell_filter.hpp"
#include "reports/study/run/parallel.hpp"

#include <algorithm>
#include <map>
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

struct planned {
  const family* of;
  const studied_problem* on;
  task what;
};

const studied_problem no_problem{nullptr};

std::vector<planned> plan_of(const options& how, const std::vector<family>& studies,
                             const std::vector<studied_problem>& problems,
                             const std::function<bool(const record&)>& admitted, bool with_studies_of_no_problem) {
  std::vector<planned> tasks;
  const options inside{.jobs = 1, .quick = how.quick};  // tasks run beside each other, not their parts
  for (const family& f : studies) {
    const auto add = [&](const studied_problem& on, std::vector<task> some) {
      for (task& t : some)
        if (std::any_of(t.cells.begin(), t.cells.end(), admitted)) tasks.push_back({&f, &on, std::move(t)});
    };
    for (const studied_problem& p : problems) add(p, f.plan(*p.of, inside));
    if (f.by_itself && with_studies_of_no_problem) add(no_problem, f.by_itself(inside));
  }
  return tasks;
}

finished_task run(const task& t, const cell_cache& cache) {
  if (std::optional<results> kept = cache.find(t.name)) return {t.name, false, std::move(*kept)};
  try {
    results found = t.run();
    cache.keep(t.name, found);
    return {t.name, false, std::move(found)};
  } catch (const reference_in_doubt& doubt) {
    results unmeasured = t.cells;
    for (record& r : unmeasured) r = without_verdict(std::move(r), doubt.why());
    return {t.name, false, std::move(unmeasured)};
  } catch (const std::exception& e) {
    results unmeasured = t.cells;
    for (record& r : unmeasured) {
      r.outcome = verdict::fails;
      r.reason = e.what();
    }
    return {t.name, true, std::move(unmeasured)};
  }
}

std::vector<finished_task> run_all(const options& how, const std::vector<planned>& tasks) {
  std::vector<finished_task> finished(tasks.size());
  std::mutex reporting;
  int done = 0;
  for_each_index(static_cast<int>(tasks.size()), how.jobs, [&](int k) {
    const planned& p = tasks[static_cast<std::size_t>(k)];
    finished[static_cast<std::size_t>(k)] =
        run(p.what, cell_cache(how.cache_directory, code_identity() + p.on->identity, how.quick));
    const std::lock_guard one_at_a_time(reporting);
    ++done;
    if (how.progress) how.progress(done, static_cast<int>(tasks.size()), p.what.name);
  });
  return finished;
}

/// The records that were asked for, with the gaps that are known; `finished` in the order of the tasks.
verification assembled(const options& how, const std::vector<planned>& tasks, std::vector<finished_task> finished,
                       const std::function<bool(const record&)>& admitted) {
  verification all;
  std::set<std::string> names;
  for (std::size_t k = 0; k < tasks.size(); ++k) {
    const auto& [of, on, what] = tasks[k];
    for (const record& r : what.cells)
      if (admitted(r)) names.insert(r.cell);
    for (record& r : finished[k].found) {
      if (!admitted(r)) continue;
      // No gap that is known of a cell excuses that it was not measured.
      r.known_gap = finished[k].threw ? "" : why_not(r, *of, on->identity.empty(), how.quick);
      all.found.push_back(std::move(r));
    }
  }
  all.planned.assign(names.begin(), names.end());
  return all;
}

std::vector<studied_problem> whole_catalogue() {
  std::vector<studied_problem> all;
  for (const problem& p : catalogue()) all.push_back({&p});
  return all;
}

/// What a filter admits.
std::function<bool(const record&)> admitted_by(const std::string& filter) {
  return [filter = cell_filter(filter)](const record& r) { return filter.admits(r.cell); };
}

}  // namespace

verification verify_and_list(const options& how, const std::vector<family>& studies) {
  const auto admitted = admitted_by(how.filter);
  const std::vector<studied_problem> problems = whole_catalogue();
  const std::vector<planned> tasks = plan_of(how, studies, problems, admitted, true);
  return assembled(how, tasks, run_all(how, tasks), admitted);
}

results verify(const options& how, const std::vector<family>& studies) { return verify_and_list(how, studies).found; }

results verify(const options& how, const std::vector<family>& studies, const std::vector<studied_problem>& problems,
               const std::function<bool(const record&)>& wanted) {
  const auto admitted = [&, by_name = admitted_by(how.filter)](const record& r) { return wanted(r) && by_name(r); };
  const std::vector<planned> tasks = plan_of(how, studies, problems, admitted, false);
  return assembled(how, tasks, run_all(how, tasks), admitted).found;
}

std::vector<finished_task> run_part(const options& how, const std::vector<family>& studies) {
  const std::vector<studied_problem> problems = whole_catalogue();
  std::vector<planned> all = plan_of(how, studies, problems, admitted_by(how.filter), true), mine;
  for (std::size_t k = static_cast<std::size_t>(how.part.index - 1); k < all.size();
       k += static_cast<std::size_t>(how.part.count))
    mine.push_back(std::move(all[k]));
  return run_all(how, mine);
}

verification put_together(const options& how, std::vector<finished_task> tasks, const std::vector<family>& studies) {
  const auto admitted = admitted_by(how.filter);
  const std::vector<studied_problem> problems = whole_catalogue();
  const std::vector<planned> all = plan_of(how, studies, problems, admitted, true);
  std::map<std::string, finished_task> by_name;
  for (finished_task& t : tasks) {
    const std::string name = t.name;
    if (!by_name.emplace(name, std::move(t)).second) throw input_error("expected each task once, found twice: " + name);
  }
  std::vector<finished_task> in_order;
  for (const planned& p : all) {
    auto found = by_name.extract(p.what.name);
    if (found.empty()) throw input_error("expected all tasks of the run, found none named " + p.what.name);
    in_order.push_back(std::move(found.mapped()));
  }
  if (!by_name.empty()) throw input_error("expected tasks of the run alone, found one more: " + by_name.begin()->first);
  return assembled(how, all, std::move(in_order), admitted);
}

}  // namespace unilateral::study
