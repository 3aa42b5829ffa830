#include "reports/render/costs_page.hpp"

#include "problems/answers/problem.hpp"
#include "reports/render/error_figures.hpp"
#include "reports/render/number_text.hpp"
#include "reports/render/problem_page.hpp"
#include "reports/study/record/tally.hpp"
#include "reports/study/reference/engines.hpp"
#include "reports/study/reference/reference_path.hpp"
#include "reports/study/reference/solver_list.hpp"
#include "reports/study/reference/trusted_run.hpp"
#include "reports/study/run/parallel.hpp"
#include "reports/study/work/work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>

namespace unilateral::render {
namespace {

using study::record;

constexpr auto study_of_costs = "costs";
constexpr std::array<const char*, 3> counted_quantities{"sup q", "force evaluations", "projections"};
/// Steps of a run, primes: no impact falls on a step by design.
constexpr std::array<int, 7> steps_of_runs{53, 101, 211, 401, 809, 1601, 3203};
constexpr auto steps_of_its_own = "own steps";

/// The records of one run, and the run itself.
void add_run(measured_costs& records, const study::work_record& of, study::work_run run, const std::string& where,
             const std::string& step) {
  const std::array<double, 3> found{*run.errors.sup_q, *run.force_evaluations, *run.projections};
  for (std::size_t k = 0; k < counted_quantities.size(); ++k)
    records.counts.push_back(
        {.cell = fmt::format("costs/{}/{}/{}/{}", of.problem, of.solver, where, counted_quantities[k]),
         .about = {.study = study_of_costs,
                   .problem = of.problem,
                   .where = where,
                   .solver = of.solver,
                   .quantity = counted_quantities[k]},
         .outcome = study::verdict::measured,
         .reason = k == 0 ? "distance from the reference" : "counted by the solver",
         .command = fmt::format("unilateral solve {} --solver {}{} --until {} --summary", of.problem, of.solver, step,
                                of.until),
         .facts = study::value_facts{.kind = k == 0 ? study::value_kind::distance : study::value_kind::cost,
                                     .computed = to_text(found[k]),
                                     .expected = k == 0 ? "0" : "",
                                     .error = k == 0 ? found[k] : 0,
                                     .tolerance_from = "none: measured only",
                                     .reference = k == 0 ? of.reference : ""}});
  records.times.back().runs.push_back(std::move(run));
}

/// A scheme at its steps. Adds nothing of a run that stops.
void add_scheme(measured_costs& records, const study::instance& bound, const study::reference_motion<double>& against,
                const study::listed_solver& solver) {
  const double end = bound.end<double>();
  records.times.push_back({.problem = bound.name,
                           .solver = solver.declaration.name,
                           .until = bound.end_text(),
                           .reference = study::text_of(against.from),
                           .amount = "step",
                           .command = "unilateral benchmark " + bound.name});
  for (const int steps : steps_of_runs) {
    const rational step = rational(end) / steps;
    std::vector<double> seconds;
    const auto solved = [&] {
      const double begin = study::thread_seconds();
      auto answer = solver.solve<double>(bound.question, {.step = step, .until = bound.until});
      seconds.push_back(study::thread_seconds() - begin);
      return answer;
    };
    const solution<double> answer = solved();
    if (!answer.completed()) continue;
    while (seconds.back() < study::long_enough && seconds.size() < static_cast<std::size_t>(study::most_repetitions))
      solved();
    std::sort(seconds.begin(), seconds.end());
    const work_counts counts = answer.counts;
    const auto made = study::motion_of(solution<double>(answer), bound.question, end);
    const auto distance = study::between(distance_kind::sup_position, made, against.known, end);
    if (!distance) continue;
    add_run(records, study::work_record(records.times.back()),
            {.amount = exact<double>(step),
             .errors = {.sup_q = distance->value},
             .steps = static_cast<double>(counts.steps),
             .force_evaluations = static_cast<double>(counts.force_evaluations),
             .projections = static_cast<double>(counts.projections),
             .seconds = seconds[seconds.size() / 2]},
            fmt::format("{} steps", steps), " --step " + to_text(step));
  }
  if (records.times.back().runs.empty()) records.times.pop_back();
}

/// Solvers that choose their steps: a run each, held against a reference that is not their own.
void add_engines(measured_costs& records, const study::instance& bound,
                 const std::vector<const study::listed_solver*>& engines) {
  for (study::work_record& r : study::work_on(bound, {.solvers = engines})) {
    if (r.runs.empty()) continue;
    const study::work_run run = r.runs.front();
    const bool is_counted = run.steps.value_or(0) > 0 && run.force_evaluations && run.projections && run.seconds;
    if (!run.failure.empty() || !run.errors.sup_q || !is_counted) continue;
    r.runs.clear();
    records.times.push_back(r);
    add_run(records, r, run, steps_of_its_own, "");
  }
}

/// All of one problem.
measured_costs of_one(const problem& p) {
  measured_costs records;
  const study::instance bound = study::bind<statement>(p, {}, false);
  const auto against = study::motion_to_measure_against(bound);
  if (!against) return records;
  std::vector<const study::listed_solver*> engines;
  for (const study::listed_solver* s : study::studied_solvers()) {
    if (!s->solves(bound.question)) continue;
    if (s->declaration.applies_to.needs_step())
      add_scheme(records, bound, *against, *s);
    else
      engines.push_back(s);
  }
  if (!engines.empty()) add_engines(records, bound, engines);
  return records;
}

using run_key = std::tuple<std::string, std::string, std::string>;  ///< problem, solver, "53 steps"

/// Error and counts of each run, in the order of the records.
std::vector<std::pair<run_key, std::array<const record*, 3>>> runs_in(const study::results& found) {
  std::vector<std::pair<run_key, std::array<const record*, 3>>> all;
  for (const record& r : found) {
    if (r.about.study != study_of_costs) continue;
    const auto k = static_cast<std::size_t>(
        std::find(counted_quantities.begin(), counted_quantities.end(), r.about.quantity) - counted_quantities.begin());
    if (k == counted_quantities.size()) continue;
    const run_key key{r.about.problem, r.about.solver, r.about.where};
    if (all.empty() || all.back().first != key) all.push_back({key, {}});
    all.back().second[k] = &r;
  }
  std::erase_if(all, [](const auto& run) {
    return std::any_of(run.second.begin(), run.second.end(), [](const record* r) { return r == nullptr; });
  });
  return all;
}

double number_in(const record* r) { return std::stod(r->as<study::value_facts>().computed); }

}  // namespace

measured_costs costs_measured(int jobs) {
  std::vector<const problem*> asked;
  for (const problem& p : catalogue())
    if (!p.is_chain()) asked.push_back(&p);
  std::vector<measured_costs> parts(asked.size());
  study::for_each_index(static_cast<int>(asked.size()), jobs, [&](int k) {
    const auto i = static_cast<std::size_t>(k);
    try {
      parts[i] = of_one(*asked[i]);
    } catch (const study::reference_in_doubt&) {
      parts[i] = {};  // the studies say so
    } catch (const input_error&) {
      parts[i] = {};  // and what a solver refuses
    }
  });
  measured_costs all;
  for (measured_costs& some : parts) {
    std::move(some.counts.begin(), some.counts.end(), std::back_inserter(all.counts));
    std::move(some.times.begin(), some.times.end(), std::back_inserter(all.times));
  }
  return all;
}

table counts_table(const study::results& found) {
  table t{"costs",
          "Error in sup q beside counted work",
          {{"problem", "solver", "run", "error", "force evaluations", "projections"}, {}}};
  for (const auto& [key, of] : runs_in(found)) {
    const auto& [problem, solver, run] = key;
    for (std::size_t k = 0; k < of.size(); ++k) t.records[{t.data.rows.size(), 3 + k}] = of[k]->cell;
    t.data.rows.push_back({problem, solver, run, error_text(number_in(of[0])), fmt::format("{:.0f}", number_in(of[1])),
                           fmt::format("{:.0f}", number_in(of[2]))});
  }
  return t;
}

namespace {

/// A mark a run; a scheme whose count does not grow as its steps get shorter shows nothing.
struct cost_series {
  std::string solver;
  std::vector<std::array<double, 2>> runs;  ///< cost, error

  bool shows_anything() const { return !runs.empty() && (runs.size() == 1 || runs.back()[0] >= 2 * runs.front()[0]); }
};
void add_to(std::vector<cost_series>& all, const std::string& solver, double cost, double error) {
  if (!(cost > 0) || !(error > 0) || !std::isfinite(error)) return;
  if (all.empty() || all.back().solver != solver) all.push_back({solver, {}});
  all.back().runs.push_back({cost, error});
}

/// Error against one cost, where two series and more can be compared.
std::optional<figure> figure_of_costs(const std::string& problem, const std::string& name, const std::string& what,
                                      std::vector<cost_series> series, const std::string& note) {
  std::erase_if(series, [](const cost_series& one) { return !one.shows_anything(); });
  if (series.size() < 2) return {};
  figure f;
  f.name = name + "_" + problem;
  f.problem = problem;
  f.title = problem + ": error against " + what;
  f.caption = escaped(problem) + ": error in sup q against " + what +
              ", a mark a run; further left and lower is better. " + note;
  f.command = "unilateral benchmark " + problem;
  f.distance = name_of(distance_kind::sup_position);
  f.data.header = {"series", "cost", "error"};
  plot p{.x = {.label = what, .logarithmic = true}, .y = {.label = "error, sup q", .logarithmic = true}};
  for (const cost_series& one : series) {
    for (const auto& [cost, error] : one.runs)
      f.data.rows.push_back({one.solver, fmt::format("{:.6g}", cost), fmt::format("{:.17g}", error)});
    p.layers.push_back({.as = one.runs.size() > 1 ? drawn_as::both : drawn_as::marks,
                        .where = {{1, one.solver}},
                        .columns = {2, 3},
                        .how = {.style = style_of_solver(one.solver)},
                        .title = one.solver});
  }
  f.panels = {p};
  return f;
}

}  // namespace

std::vector<figure> cost_figures(const study::results& found, const study::work_records& times) {
  struct costs_of_problem {
    std::vector<cost_series> forces, projections, seconds;
  };
  std::map<std::string, costs_of_problem> all;
  for (const auto& [key, run] : runs_in(found)) {
    const auto& [problem, solver, where] = key;
    if (where == steps_of_its_own) continue;  // one mark, fifteen powers of ten below: in seconds it can be compared
    add_to(all[problem].forces, solver, number_in(run[1]), number_in(run[0]));
    add_to(all[problem].projections, solver, number_in(run[2]), number_in(run[0]));
  }
  for (const study::work_record& r : times)
    for (const study::work_run& run : r.runs) add_to(all[r.problem].seconds, r.solver, *run.seconds, *run.errors.sup_q);
  std::vector<figure> figures;
  for (const auto& [problem, costs] : all)
    for (std::optional<figure>& f :
         std::array{figure_of_costs(problem, "cost", "evaluations of the force", costs.forces, ""),
                    figure_of_costs(problem, "projections", "projections", costs.projections, ""),
                    figure_of_costs(problem, "seconds", "seconds of processor", costs.seconds,
                                    "Of the solver alone, in one thread, on the machine that made the report; solvers "
                                    "that choose their steps have one mark.")})
      if (f) figures.push_back(std::move(*f));
  return figures;
}

void write_costs_page(site& into, const study::results& found, const study::work_records& times,
                      const study::run_provenance& made) {
  site::page page(into, "costs.html", "Costs", "What an error costs, counted and timed.");
  page.section("counted", "Counted");
  page.add(
      "<p>Evaluations of the force and projections of every time-stepping scheme, at seven steps each, and of the "
      "solvers that choose their steps, beside the error in sup q. The figures of each problem stand on its "
      "page.</p>\n");
  table t{"costs_in_one_look",
          fmt::format("At {} steps, or its own: error (evaluations of the force, projections)", steps_of_runs.back()),
          {{"problem"}, {}}};
  std::vector<std::string> solvers, problems;
  std::map<std::pair<std::string, std::string>, std::string> finest;
  for (const auto& [key, run] : runs_in(found)) {
    const auto& [problem, solver, steps] = key;
    if (std::find(solvers.begin(), solvers.end(), solver) == solvers.end()) solvers.push_back(solver);
    if (std::find(problems.begin(), problems.end(), problem) == problems.end()) problems.push_back(problem);
    finest[{problem, solver}] =
        fmt::format("{} ({:.0f}, {:.0f})", error_text(number_in(run[0])), number_in(run[1]), number_in(run[2]));
  }
  t.data.header.insert(t.data.header.end(), solvers.begin(), solvers.end());
  for (const std::string& problem : problems) {
    std::vector<std::string> row{problem};
    for (const std::string& solver : solvers) {
      const auto at = finest.find({problem, solver});
      row.push_back(at == finest.end() ? "—" : at->second);
    }
    t.links[{t.data.rows.size(), 0}] = page_of_problem(problem) + "#costs";
    t.data.rows.push_back(std::move(row));
  }
  write_table(t, into.tables());
  write_table(counts_table(found), into.tables());
  page.show(t);
  page.section("timed", "Timed");
  page.add(fmt::format(
      "<p>Seconds of one processor, {}, for the same runs: of the solver alone, in one thread, of a short run the "
      "median "
      "of five. They are no function of the sources: all of them are in <a href=\"{}\">{}</a>, apart from the records. "
      "Those of other codes, and of solvers without steps, are what <code>unilateral benchmark</code> measures.</p>\n",
      escaped(made.processor), file_of_seconds, file_of_seconds));
  table timed{"costs_in_seconds",
              fmt::format("Microseconds a step, at {} steps, or its own", steps_of_runs.back()),
              {{"problem"}, {}}};
  timed.data.header.insert(timed.data.header.end(), solvers.begin(), solvers.end());
  for (const std::string& problem : problems) {
    std::vector<std::string> row{problem};
    for (const std::string& solver : solvers) {
      const auto of = std::find_if(times.begin(), times.end(), [&](const study::work_record& r) {
        return r.problem == problem && r.solver == solver;
      });
      row.push_back(of == times.end() ? "—"
                                      : fmt::format("{:.2g}", 1e6 * *of->runs.back().seconds / *of->runs.back().steps));
    }
    timed.links[{timed.data.rows.size(), 0}] = page_of_problem(problem) + "#costs";
    timed.data.rows.push_back(std::move(row));
  }
  write_table(timed, into.tables());
  page.show(timed);
  page.put();
}

}  // namespace unilateral::render
