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
#include <map>
#include <tuple>

namespace unilateral::render {
namespace {

using study::record;

constexpr auto study_of_costs = "costs";
constexpr std::array<const char*, 3> counted_quantities{"sup q", "force evaluations", "projections"};
/// Steps of a run, primes: no impact falls on a step by design.
constexpr std::array<int, 7> steps_of_runs{53, 101, 211, 401, 809, 1601, 3203};

/// The records of one scheme on one problem.
measured_costs of_one(const problem& p, const study::listed_solver& solver) {
  measured_costs records;
  const study::instance bound = study::bind<statement>(p, {}, false);
  if (!solver.solves(bound.question)) return records;
  const auto against = study::motion_to_measure_against(bound);
  if (!against) return records;
  const double end = bound.end<double>();
  study::work_record times{.problem = p.name,
                           .solver = solver.declaration.name,
                           .until = bound.end_text(),
                           .reference = study::text_of(against->from),
                           .amount = "step",
                           .command = "unilateral benchmark " + p.name};
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
    const auto distance = study::between(distance_kind::sup_position, made, against->known, end);
    if (!distance) continue;
    const std::array<double, 3> found{distance->value, static_cast<double>(counts.force_evaluations),
                                      static_cast<double>(counts.projections)};
    times.runs.push_back({.amount = exact<double>(step),
                          .errors = {.sup_q = found[0]},
                          .steps = static_cast<double>(counts.steps),
                          .force_evaluations = found[1],
                          .projections = found[2],
                          .seconds = seconds[seconds.size() / 2]});
    for (std::size_t k = 0; k < counted_quantities.size(); ++k)
      records.counts.push_back(
          {.cell =
               fmt::format("costs/{}/{}/{} steps/{}", p.name, solver.declaration.name, steps, counted_quantities[k]),
           .about = {.study = study_of_costs,
                     .problem = p.name,
                     .where = fmt::format("{} steps", steps),
                     .solver = solver.declaration.name,
                     .quantity = counted_quantities[k]},
           .outcome = study::verdict::measured,
           .reason = k == 0 ? "distance from the reference" : "counted by the solver",
           .command = fmt::format("unilateral solve {} --solver {} --step {} --until {} --summary", p.name,
                                  solver.declaration.name, to_text(step), bound.end_text()),
           .facts = study::value_facts{.kind = k == 0 ? study::value_kind::distance : study::value_kind::cost,
                                       .computed = to_text(found[k]),
                                       .expected = k == 0 ? "0" : "",
                                       .error = k == 0 ? found[k] : 0,
                                       .tolerance_from = "none: measured only",
                                       .reference = k == 0 ? study::text_of(against->from) : ""}});
  }
  if (!times.runs.empty()) records.times.push_back(std::move(times));
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
  std::vector<std::pair<const problem*, const study::listed_solver*>> asked;
  for (const problem& p : catalogue())
    for (const study::listed_solver* s : study::studied_solvers())
      if (!p.is_chain() && p.convergence_study && s->declaration.applies_to.needs_step()) asked.emplace_back(&p, s);
  std::vector<measured_costs> parts(asked.size());
  study::for_each_index(static_cast<int>(asked.size()), jobs, [&](int k) {
    const auto i = static_cast<std::size_t>(k);
    try {
      parts[i] = of_one(*asked[i].first, *asked[i].second);
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

std::vector<figure> cost_figures(const study::results& found) {
  std::map<std::string, figure> of;
  std::map<std::string, std::vector<std::string>> solvers;
  for (const auto& [key, run] : runs_in(found)) {
    const auto& [problem, solver, steps] = key;
    // A force that is constant is evaluated once: then there is nothing to see.
    if (!(number_in(run[0]) > 0) || number_in(run[1]) < std::stod(steps)) continue;
    figure& f = of[problem];
    f.data.rows.push_back({solver, fmt::format("{:.0f}", number_in(run[1])), fmt::format("{:.17g}", number_in(run[0])),
                           fmt::format("{:.0f}", number_in(run[2]))});
    if (auto& names = solvers[problem]; names.empty() || names.back() != solver) names.push_back(solver);
  }
  std::vector<figure> figures;
  for (auto& [problem, f] : of) {
    f.name = "cost_" + problem;
    f.problem = problem;
    f.title = problem + ": error against evaluations of the force";
    f.caption = escaped(problem) +
                ": error in sup q against evaluations of the force, a mark a run; further left and lower is better.";
    f.command = "unilateral benchmark " + problem;
    f.distance = name_of(distance_kind::sup_position);
    f.data.header = {"series", "force_evaluations", "error", "projections"};
    plot p{.x = {.label = "evaluations of the force", .logarithmic = true},
           .y = {.label = "error, sup q", .logarithmic = true}};
    for (const std::string& solver : solvers[problem])
      p.layers.push_back({.as = drawn_as::both,
                          .where = {{1, solver}},
                          .columns = {2, 3},
                          .how = {.style = style_of_solver(solver)},
                          .title = solver});
    f.panels = {p};
    figures.push_back(std::move(f));
  }
  return figures;
}

void write_costs_page(site& into, const study::results& found, const study::work_records& times,
                      const study::run_provenance& made) {
  site::page page(into, "costs.html", "Costs", "What an error costs, counted and timed.");
  page.section("counted", "Counted");
  page.add(
      "<p>Evaluations of the force and projections of every time-stepping scheme, at seven steps each, beside the "
      "error in "
      "sup q. The figure of each problem stands on its page.</p>\n");
  table t{"costs_in_one_look",
          fmt::format("At {} steps: error (evaluations of the force, projections)", steps_of_runs.back()),
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
  table timed{
      "costs_in_seconds", fmt::format("Microseconds a step, at {} steps", steps_of_runs.back()), {{"problem"}, {}}};
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
