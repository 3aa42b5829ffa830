#include "reports/render/work_page.hpp"

#include "reports/render/figure.hpp"
#include "reports/render/frame.hpp"
#include "reports/render/number_text.hpp"
#include "reports/render/page_parts.hpp"
#include "reports/render/report_folder.hpp"
#include "reports/render/table.hpp"
#include "reports/study/work/profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace unilateral::render {
namespace {

using study::work_record;
using study::work_records;
using study::work_run;

constexpr double never = std::numeric_limits<double>::infinity();

/// Less than a rounding of the motion is no error of a run in double: it is drawn, and compared, as this.
constexpr double no_error = 1e-17;

/// Who took part, in the order of the records; each keeps its colour and mark on all figures.
std::vector<std::string> contenders_in(const work_records& found) {
  std::vector<std::string> names;
  for (const work_record& r : found)
    if (std::find(names.begin(), names.end(), r.solver) == names.end()) names.push_back(r.solver);
  return names;
}
std::vector<std::string> problems_in(const work_records& found) {
  std::vector<std::string> names;
  for (const work_record& r : found)
    if (std::find(names.begin(), names.end(), r.problem) == names.end()) names.push_back(r.problem);
  return names;
}
/// "ls 3", with a hollow mark and another dash for those beyond the styles that there are.
struct contender_style {
  int number;
  bool again;
};
contender_style style_of_contender(const std::vector<std::string>& all, const std::string& name) {
  constexpr int styles = 8;
  const auto place = static_cast<int>(std::find(all.begin(), all.end(), name) - all.begin());
  return {place % styles + 1, place >= styles};
}

const work_record* record_of(const work_records& found, const std::string& problem, const std::string& solver) {
  const auto at = std::find_if(found.begin(), found.end(),
                               [&](const work_record& r) { return r.problem == problem && r.solver == solver; });
  return at == found.end() ? nullptr : &*at;
}

/// Whether its seconds are of this machine.
bool timed_here(const work_record& r, const benchmark_facts& about) {
  return r.processor.empty() || r.processor == about.made.processor;
}

std::optional<double> relative_error(const work_record& r, const work_run& run) {
  const auto error = study::in_distance(run.errors, distance_of_benchmarks),
             size = study::in_distance(r.size, distance_of_benchmarks);
  if (!error || !size || !(*size > 0) || !std::isfinite(*error)) return {};  // what is no number is no answer
  return *error / *size;
}

std::optional<double> cost_in(const work_record& r, const work_run& run, cost_kind kind) {
  return kind == cost_kind::seconds ? study::own_seconds(r, run) : run.force_evaluations;
}

std::string brief_number(const std::optional<double>& x) { return x ? fmt::format("{:.3g}", *x) : "—"; }
std::string full_number(const std::optional<double>& x) { return x ? fmt::format("{:.17g}", *x) : ""; }

/// The runs of a problem that no other run beats, by record and place.
std::vector<std::pair<const work_record*, const work_run*>> front_of(const std::vector<const work_record*>& records,
                                                                     const benchmark_facts& about) {
  std::vector<std::pair<const work_record*, const work_run*>> runs;
  std::vector<study::work_point> points;
  for (const work_record* r : records)
    for (const work_run& run : r->runs) {
      const auto error = relative_error(*r, run), cost = cost_in(*r, run, cost_kind::seconds);
      if (!error || !cost || !timed_here(*r, about)) continue;
      runs.emplace_back(r, &run);
      points.push_back({*cost, std::max(*error, no_error)});
    }
  std::vector<std::pair<const work_record*, const work_run*>> front;
  for (const std::size_t k : study::pareto_front(points)) front.push_back(runs[k]);
  return front;
}

/// Whose mark is a cross.
constexpr int style_of_crosses = 8;

/// Error against cost, a mark a run. A run that failed has no place on these axes: it stands above all others, and the
/// .csv says which.
std::optional<figure> work_figure(const std::string& problem, const std::vector<const work_record*>& records,
                                  const std::vector<std::string>& all, const benchmark_facts& about, cost_kind kind) {
  const bool timed = kind == cost_kind::seconds;
  double largest = no_error;
  for (const work_record* r : records)
    for (const work_run& run : r->runs)
      if (const auto error = relative_error(*r, run); error && cost_in(*r, run, kind))
        largest = std::max(largest, *error);
  const double above = 10 * largest;
  figure f;
  f.name = (timed ? "work_" : "evaluations_") + problem;
  f.title = problem + ": error against " + (timed ? "seconds of processor" : "evaluations of the force");
  f.data.header = {"series", "kind", "cost", "drawn", "relative_error", "amount", "failure"};
  std::string absent;
  plot picture{.x = {.label = timed ? "seconds of processor" : "evaluations of the force",
                     .logarithmic = true,
                     .below = 0.05,
                     .above = 0.05},
               .y = {.label = fmt::format("error, {}, relative", distance_of_benchmarks),
                     .logarithmic = true,
                     .below = 0.08,
                     .above = 0.08},
               .key = key_place::right};
  const auto draw = [&](const std::string& series, const char* is, drawn_as as, look how, const std::string& title) {
    picture.layers.push_back(
        {.as = as, .where = {{1, series}, {2, is}}, .columns = {3, 4}, .how = std::move(how), .title = title});
  };
  for (const work_record* r : records) {
    bool ran = false, failed = false;
    const bool elsewhere = timed && !timed_here(*r, about);
    for (const work_run& run : r->runs) {
      const auto cost = cost_in(*r, run, kind);
      if (!cost || !(*cost > 0)) continue;
      const auto error = relative_error(*r, run);
      const bool is_failure = !error;
      (is_failure ? failed : ran) = true;
      f.data.rows.push_back({r->solver, is_failure ? "failed" : "run", full_number(cost),
                             full_number(is_failure ? above : std::max(*error, no_error)), full_number(error),
                             full_number(run.amount), run.failure});
    }
    const auto [style, again] = style_of_contender(all, r->solver);
    if (ran)
      draw(r->solver, "run", drawn_as::marks, {.style = style, .hollow = elsewhere || again},
           r->solver + (elsewhere ? ", on another processor" : ""));
    if (failed)
      draw(r->solver, "failed", drawn_as::marks, {.style = style, .mark = style_of_crosses}, r->solver + ": no answer");
    if (!ran && !failed)
      absent += fmt::format(" {}: {}.", escaped(r->solver), r->runs.empty() ? "no run" : "no run that tells this cost");
  }
  if (picture.layers.empty()) return {};
  if (timed) {
    const auto front = front_of(records, about);
    for (const auto& [r, run] : front) {
      const double error = *relative_error(*r, *run);
      f.data.rows.push_back({"front", "front", full_number(cost_in(*r, *run, kind)),
                             full_number(std::max(error, no_error)), full_number(error), full_number(run->amount), ""});
    }
    if (!front.empty()) draw("front", "front", drawn_as::line, {.style = 9, .dash = 1}, "no run is better");
  }
  f.caption = fmt::format(
      "{}: error in {}, relative to the size of the motion, against {}. Marks: runs at their steps or tolerances{}. "
      "Crosses above all: runs without an answer. An error below 1e-17 is drawn as that.{}",
      escaped(problem), distance_of_benchmarks,
      timed ? "seconds of processor, of codes from outside without their start-up where that was measured"
            : "evaluations of the force, by the code's own count",
      timed ? "; line: those that no other beats" : "", absent);
  f.command = "unilateral benchmark " + problem;
  f.distance = distance_of_benchmarks;
  f.panels = {std::move(picture)};
  return f;
}

/// The problems that a profile counts: mechanical ones with a motion to measure against, on which everybody can be
/// judged.
std::vector<std::string> compared_problems(const work_records& found, const benchmark_facts& about) {
  std::vector<std::string> names;
  for (const std::string& p : problems_in(found)) {
    const bool counts = !about.chains.contains(p) && std::all_of(found.begin(), found.end(), [&](const work_record& r) {
      return r.problem != p || (r.outcome == study::verdict::measured &&
                                study::in_distance(r.size, distance_of_benchmarks).value_or(0) > 0);
    });
    if (counts) names.push_back(p);
  }
  return names;
}

/// Those that it does not count for that, and why.
std::vector<std::string> not_compared(const work_records& found, const benchmark_facts& about) {
  std::vector<std::string> lines;
  for (const work_record& r : found)
    if (!about.chains.contains(r.problem) && r.outcome != study::verdict::measured)
      lines.push_back(r.problem + ", in no profile and no count of problems: " + r.solver + ": " + r.reason);
  return lines;
}

struct drawn_profile {
  std::vector<std::string> who;
  std::vector<std::vector<double>> cost;  ///< a contender, a problem
  std::vector<std::vector<study::profile_step>> steps;
  std::vector<std::string> elsewhere;  ///< left out, for their costs were measured on another processor
};

drawn_profile profile_at(const work_records& found, const benchmark_facts& about, double accuracy, cost_kind kind) {
  drawn_profile result;
  const std::vector<std::string> problems = compared_problems(found, about);
  for (const std::string& name : contenders_in(found)) {
    bool here = true, any = false;
    std::vector<double> cost;
    for (const std::string& p : problems) {
      const work_record* r = record_of(found, p, name);
      here = here && (r == nullptr || kind != cost_kind::seconds || timed_here(*r, about));
      any = any || r != nullptr;
      cost.push_back(r == nullptr ? never : cost_to(*r, accuracy, kind));
    }
    if (!any) continue;
    if (!here) {
      result.elsewhere.push_back(name);
      continue;
    }
    const bool counted =
        kind == cost_kind::seconds || std::any_of(cost.begin(), cost.end(), [](double x) { return std::isfinite(x); });
    if (!counted) continue;
    result.who.push_back(name);
    result.cost.push_back(std::move(cost));
  }
  result.steps = study::performance_profiles(result.cost);
  return result;
}

std::string words_of_accuracy(double accuracy) {
  return fmt::format("10^{{{}}}", static_cast<int>(std::lround(std::log10(accuracy))));
}

std::optional<figure> profile_figure(const work_records& found, const benchmark_facts& about, double accuracy,
                                     cost_kind kind) {
  const drawn_profile p = profile_at(found, about, accuracy, kind);
  double farthest = 1;
  for (const auto& steps : p.steps)
    if (!steps.empty()) farthest = std::max(farthest, steps.back().factor);
  figure f;
  const bool timed = kind == cost_kind::seconds;
  const int digits = static_cast<int>(std::lround(-std::log10(accuracy)));
  f.name = fmt::format("profile_{}_{}", timed ? "seconds" : "evaluations", digits);
  f.title = fmt::format("Share of problems solved to 1e-{} of their size, within a factor of the least {}", digits,
                        timed ? "time" : "number of evaluations");
  f.data.header = {"series", "factor", "share"};
  plot picture{
      .x = {.label = fmt::format("cost beside the least ({})", timed ? "seconds" : "evaluations of the force"),
            .logarithmic = true,
            .low = 1,
            .high = 2 * farthest},
      .y = {.label = fmt::format("share of the problems, error below {} of the size", words_of_accuracy(accuracy)),
            .low = 0,
            .high = 1},
      .key = key_place::right};
  const std::vector<std::string> all = contenders_in(found);
  for (std::size_t s = 0; s < p.who.size(); ++s) {
    const contender_style style = style_of_contender(all, p.who[s]);
    double share = 0;
    const auto row = [&](double factor) { f.data.rows.push_back({p.who[s], full_number(factor), full_number(share)}); };
    if (p.steps[s].empty() || p.steps[s].front().factor > 1) row(1);
    for (const study::profile_step& step : p.steps[s]) {
      share = step.share;
      row(step.factor);
    }
    row(2 * farthest);
    picture.layers.push_back(
        {.as = drawn_as::steps,
         .where = {{1, p.who[s]}},
         .columns = {2, 3},
         .how = {.style = style.number, .width = style.again ? 3.0 : 0.0, .dash = style.again ? 3 : 0},
         .title = p.who[s]});
  }
  if (picture.layers.empty()) return {};
  f.caption = fmt::format(
      "Performance profile [Dolan More 2002] over {} problems: how large a share of them each solves to an error in "
      "{} "
      "of at most 1e-{} of the motion's size, at a cost of at most so many times the least of all. Further left: "
      "cheaper; higher at the right end: more problems.{}{}",
      compared_problems(found, about).size(), distance_of_benchmarks, digits,
      timed ? "" : " Who tells no counts is left out.",
      p.elsewhere.empty() ? "" : " Left out, for their times are of another processor: " + [&] {
        std::string names;
        for (const std::string& n : p.elsewhere) names += (names.empty() ? "" : ", ") + escaped(n);
        return names;
      }() + ".");
  f.command = about.command_line;
  f.panels = {std::move(picture)};
  return f;
}

/// Its most accurate run: "3e-9 in 0.02 s", with a star where a run of it is on the front; or why there is none.
std::string cell_of_overview(const work_record& r,
                             const std::vector<std::pair<const work_record*, const work_run*>>& front) {
  if (r.outcome == study::verdict::reference_in_doubt) return "reference in doubt";
  const work_run* best = nullptr;
  std::size_t failed = 0;
  for (const work_run& run : r.runs) {
    if (!run.failure.empty()) ++failed;
    const auto error = relative_error(r, run);
    if (error && (best == nullptr || *error < *relative_error(r, *best))) best = &run;
  }
  if (best == nullptr) return failed > 0 ? "no answer" : "not measured";
  const auto seconds = study::own_seconds(r, *best);
  const bool on_front = std::any_of(front.begin(), front.end(), [&](const auto& x) { return x.first == &r; });
  return fmt::format("{:.0e}{}{}{}", *relative_error(r, *best), seconds ? fmt::format(" in {:.1e} s", *seconds) : "",
                     on_front ? " ★" : "", failed > 0 ? fmt::format(" ({} of {} failed)", failed, r.runs.size()) : "");
}

table overview_of_work(const work_records& found, const benchmark_facts& about) {
  const std::vector<std::string> who = contenders_in(found);
  table t{
      "overview",
      "The most accurate run of each: error in sup q relative to the motion's size, seconds of processor; a star: a "
      "run of it is beaten by no other in both",
      {{"problem"}, {}}};
  t.data.header.insert(t.data.header.end(), who.begin(), who.end());
  for (const std::string& p : problems_in(found)) {
    std::vector<const work_record*> records;
    for (const work_record& r : found)
      if (r.problem == p) records.push_back(&r);
    const auto front = front_of(records, about);
    std::vector<std::string> row{p};
    for (const std::string& name : who) {
      const work_record* r = record_of(found, p, name);
      row.push_back(r == nullptr ? "" : cell_of_overview(*r, front));
    }
    t.data.rows.push_back(std::move(row));
  }
  return t;
}

table solved_counts(const work_records& found, const benchmark_facts& about) {
  const std::vector<std::string> problems = compared_problems(found, about);
  table t{
      "solved",
      fmt::format("How many of the {} problems each solves to an error (sup q) of so much of their size, and on how "
                  "many it is the cheapest in seconds",
                  problems.size()),
      {{"contender"}, {}}};
  for (const double accuracy : accuracies_of_benchmarks) {
    t.data.header.push_back(fmt::format("to {:.0e}", accuracy));
    t.data.header.push_back("cheapest");
  }
  for (const std::string& name : contenders_in(found)) {
    std::vector<std::string> row{name};
    bool takes_part = false;
    for (const double accuracy : accuracies_of_benchmarks) {
      const drawn_profile p = profile_at(found, about, accuracy, cost_kind::seconds);
      int solved = 0, cheapest = 0;
      for (const std::string& problem : problems) {
        const work_record* r = record_of(found, problem, name);
        takes_part = takes_part || r != nullptr;
        if (r != nullptr && std::isfinite(cost_to(*r, accuracy, cost_kind::seconds))) ++solved;
      }
      const auto at = std::find(p.who.begin(), p.who.end(), name);
      if (at != p.who.end())
        if (const auto& steps = p.steps[static_cast<std::size_t>(at - p.who.begin())];
            !steps.empty() && steps.front().factor == 1)
          cheapest = static_cast<int>(std::lround(steps.front().share * static_cast<double>(problems.size())));
      row.push_back(std::to_string(solved));
      row.push_back(at == p.who.end() ? "other processor" : std::to_string(cheapest));
    }
    if (takes_part) t.data.rows.push_back(std::move(row));
  }
  return t;
}

/// By what makes problems hard.
table solved_by_family(const work_records& found, const benchmark_facts& about, double accuracy) {
  const std::vector<std::string> who = contenders_in(found), problems = compared_problems(found, about);
  table t{"families",
          fmt::format("Of the problems with a difficulty, how many each solves to {:.0e}", accuracy),
          {{"difficulty", "problems"}, {}}};
  t.data.header.insert(t.data.header.end(), who.begin(), who.end());
  std::set<std::string> families;
  for (const auto& [problem, tags] : about.families) families.insert(tags.begin(), tags.end());
  for (const std::string& family : families) {
    std::vector<std::string> members;
    for (const std::string& p : problems)
      if (const auto at = about.families.find(p); at != about.families.end() && at->second.contains(family))
        members.push_back(p);
    if (members.empty()) continue;
    std::vector<std::string> row{family, std::to_string(members.size())};
    for (const std::string& name : who)
      row.push_back(std::to_string(std::count_if(members.begin(), members.end(), [&](const std::string& p) {
        const work_record* r = record_of(found, p, name);
        return r != nullptr && std::isfinite(cost_to(*r, accuracy, cost_kind::seconds));
      })));
    t.data.rows.push_back(std::move(row));
  }
  return t;
}

std::string exponent_text(const std::optional<study::fitted_order>& fit) { return order_text(fit); }

table growth_table(const work_records& found, const std::string& name) {
  table t{
      name,
      "Exponents in the step or tolerance h, ± 95 % half-width: error (sup q), seconds, evaluations of the force; a "
      "dash: too few runs, or none that a power fits",
      {{"problem", "contender", "error", "seconds", "evaluations"}, {}}};
  for (const work_record& r : found)
    if (!r.amount.empty() && !r.runs.empty())
      t.data.rows.push_back({r.problem, r.solver + " (" + r.amount + ")", exponent_text(r.fit),
                             exponent_text(r.growth_of_seconds), exponent_text(r.growth_of_force_evaluations)});
  return t;
}

/// Whatever did not give an answer, in groups of one reason.
table refusals_table(const work_records& found) {
  table t{"no_answer",
          "Runs without an answer: refused, failed, or cut at the limit",
          {{"contender", "problem", "why"}, {}}};
  for (const std::string& name : contenders_in(found))
    for (const work_record& r : found)
      if (r.solver == name &&
          std::any_of(r.runs.begin(), r.runs.end(), [](const work_run& run) { return !run.failure.empty(); }))
        t.data.rows.push_back({name, r.problem, r.reason});
  return t;
}

table contenders_table(const work_records& found, const benchmark_facts& about) {
  table t{"contenders", "Who took part", {{"contender", "what runs", "start-up, seconds", "times of"}, {}}};
  for (const std::string& name : contenders_in(found)) {
    const work_record* one = nullptr;
    std::vector<double> start_ups;
    for (const work_record& r : found)
      if (r.solver == name) {
        one = &r;
        if (r.start_up) start_ups.push_back(*r.start_up);
      }
    const auto [least, most] = std::minmax_element(start_ups.begin(), start_ups.end());
    t.data.rows.push_back({name, one->program.empty() ? "a solver of this program, in its process" : one->program,
                           one->program.empty() ? "none"
                           : start_ups.empty()  ? "not measured: it is in the seconds"
                                                : fmt::format("{:.3g} … {:.3g}", *least, *most),
                           one->submission.empty() ? "this machine"
                           : timed_here(*one, about)
                               ? "submission " + one->submission + ": the same processor, by its word"
                               : "submission " + one->submission + ": " + one->processor +
                                     "; not comparable with those of this machine"});
  }
  return t;
}

/// All runs of a problem.
table runs_table(const std::string& problem, const std::vector<const work_record*>& records) {
  table t{"runs_" + problem,
          "All runs: errors, processor seconds (of codes with start-up, and without), counts as told",
          {{"contender", "step or tolerance", "sup q", "L1 v", "L2 v", "Hausdorff v", "BL impulse", "rows q", "seconds",
            "own seconds", "force evaluations", "projections", "no answer because"},
           {}}};
  for (const work_record* r : records)
    for (const work_run& run : r->runs) {
      std::vector<std::string> row{r->solver, r->amount.empty() ? "its own" : fmt::format("{:.3g}", run.amount)};
      for (const char* const distance : {"sup q", "L1 v", "L2 v", "Hausdorff v", "BL impulse", "rows q"})
        row.push_back(brief_number(study::in_distance(run.errors, distance)));
      row.push_back(brief_number(run.seconds));
      row.push_back(brief_number(study::own_seconds(*r, run)));
      row.push_back(brief_number(run.force_evaluations));
      row.push_back(brief_number(run.projections));
      row.push_back(run.failure);
      t.data.rows.push_back(std::move(row));
    }
  return t;
}

/// Where no convergence is seen, in words that its maintainers can use.
std::string wrong_results(const work_records& found) {
  std::string items;
  for (const work_record& r : found)
    if (r.reason.starts_with(study::no_convergence))
      items += fmt::format(
          "<li><b>{}</b> on <a href=\"problem-{}.html\">{}</a>: {}. Measured against: {}. Again: "
          "<code>{}</code></li>\n",
          escaped(r.solver), escaped(r.problem), escaped(r.problem), escaped(r.reason), escaped(r.reference),
          escaped(r.command));
  return items.empty() ? "<p>None: every answer that came nears the reference as its steps or tolerances shrink.</p>\n"
                       : "<ul>\n" + items + "</ul>\n";
}

std::string framed_page(const benchmark_facts& about, const std::string& title, const std::string& lead,
                        const std::vector<link>& around, const std::vector<link>& within, const std::string& inside) {
  return framed({.title = title,
                 .lead = lead,
                 .around = around,
                 .within = within,
                 .made = about.made,
                 .more = escaped(about.machine) + fmt::format("; {} at a time.", about.jobs)},
                inside);
}

}  // namespace

double cost_to(const work_record& r, double accuracy, cost_kind kind) {
  double least = never;
  for (const work_run& run : r.runs) {
    const auto error = relative_error(r, run), cost = cost_in(r, run, kind);
    if (error && cost && *error <= accuracy && *cost > 0) least = std::min(least, *cost);
  }
  return least;
}

void write_benchmark(const work_records& found, const benchmark_facts& about, const std::filesystem::path& folder) {
  const report_folder report(folder);
  const auto &unfinished = report.unfinished(), &tables = report.tables(), &pictures = report.figures();
  std::vector<std::string> pages;
  const auto shown = [&](const table& t) {
    if (t.data.rows.empty()) return std::string();
    write_table(t, tables);
    return as_html(t);
  };

  const std::vector<std::string> who = contenders_in(found), problems = problems_in(found);
  std::vector<figure> profiles, all;
  for (const cost_kind kind : {cost_kind::seconds, cost_kind::force_evaluations})
    for (const double accuracy : accuracies_of_benchmarks)
      if (auto f = profile_figure(found, about, accuracy, kind)) profiles.push_back(std::move(*f));
  std::map<std::string, std::vector<figure>> of_problems;
  for (const std::string& p : problems) {
    std::vector<const work_record*> records;
    for (const work_record& r : found)
      if (r.problem == p) records.push_back(&r);
    for (const cost_kind kind : {cost_kind::seconds, cost_kind::force_evaluations})
      if (auto f = work_figure(p, records, who, about, kind)) of_problems[p].push_back(std::move(*f));
  }
  all = profiles;
  for (const auto& [p, figures] : of_problems) all.insert(all.end(), figures.begin(), figures.end());
  draw(all, pictures, about.jobs);

  for (const std::string& p : problems) {
    std::vector<const work_record*> records;
    work_records here;
    std::set<std::string> references;
    for (const work_record& r : found)
      if (r.problem == p) {
        records.push_back(&r);
        here.push_back(r);
        references.insert(r.reference + ", up to t = " + r.until);
      }
    std::string page;
    const auto title = about.titles.find(p);
    for (const std::string& one : references) page += "<p>Errors are measured against: " + escaped(one) + ".</p>\n";
    for (const work_record& r : here)
      if (!timed_here(r, about))
        page +=
            fmt::format("<p>Times of {} are of another processor, {}, and cannot be compared with the others.</p>\n",
                        escaped(r.solver), escaped(r.processor));
    page += gallery(of_problems[p]) + shown(growth_table(here, "growth_" + p)) + shown(runs_table(p, records));
    std::string reasons;
    for (const work_record& r : here)
      if (!r.reason.empty())
        reasons += fmt::format("<li><b>{}</b>: {} <code>{}</code></li>\n", escaped(r.solver), escaped(r.reason),
                               escaped(r.command));
    if (!reasons.empty()) page += "<h2>What went otherwise</h2>\n<ul>\n" + reasons + "</ul>\n";
    pages.push_back("problem-" + p + ".html");
    write_file(unfinished / pages.back(),
               framed_page(about, p, title == about.titles.end() ? "" : escaped(title->second),
                           {{"index.html", "All problems"}}, {}, page));
  }

  std::string list;
  for (const std::string& p : problems) list += fmt::format("<a href=\"problem-{0}.html\">{0}</a> ", escaped(p));
  std::string page =
      shown(contenders_table(found, about)) + "<h2 id=\"profiles\">Performance profiles</h2>\n" + gallery(profiles) +
      "<h2 id=\"solved\">Solved</h2>\n" + shown(solved_counts(found, about)) +
      shown(solved_by_family(found, about, accuracies_of_benchmarks[0])) +
      "<h2 id=\"wrong\">Where no convergence is seen</h2>\n<p>Answers that stay more than a thousandth of the motion's "
      "size "
      "from the reference at the finest step or tolerance, and at least half as far as at the coarsest. Where a "
      "problem "
      "is marked discontinuous in the data or of more than one solution, another motion may be no fault.</p>\n" +
      wrong_results(found) + "<h2 id=\"problems\">Problem by problem</h2>\n<p>" + list + "</p>\n" +
      shown(overview_of_work(found, about)) + "<h2 id=\"answers\">Without answer</h2>\n" + shown(refusals_table(found));
  std::vector<std::string> left_out = about.left_out;
  for (std::string& line : not_compared(found, about)) left_out.push_back(std::move(line));
  if (!left_out.empty()) {
    page += "<p>Not asked, or not compared:</p>\n<ul>\n";
    for (const std::string& one : left_out) page += "<li>" + escaped(one) + "</li>\n";
    page += "</ul>\n";
  }
  write_table(growth_table(found, "growth"), tables);
  page +=
      "<h2 id=\"growth\">How errors and costs grow</h2>\n<p>Exponents in the step or tolerance, with their error bars, "
      "stand on the page of each problem; all of them in <a href=\"tables/growth.csv\">tables/growth.csv</a>.</p>\n";
  page += fmt::format(
      "<h2 id=\"how\">How it was measured</h2>\n<p><code>{}</code></p>\n<p>Errors: by the judge, from trajectories, "
      "never by a contender's word. Seconds: of processor. A solver of this program runs in its process, alone in a "
      "thread, and keeps its answer in memory; of a run shorter than 20 ms the median of five. A code from outside is "
      "a "
      "process a run: its seconds are those of it and its children, and hold the writing of its trajectory; own "
      "seconds "
      "leave out what three runs take that are asked for next to nothing (their median), and are at least the spread "
      "of "
      "these three. {} ran at a time. Times of a submission are by its word, and stand beside others only where the "
      "processor is the same. Counts are by the code's own word.</p>\n<p>Every number is a record of type “work” in <a "
      "href=\"results.jsonl\">results.jsonl</a>; times are in fields of their own (seconds, stated_seconds, start_up, "
      "start_up_spread, growth_of_seconds). As a data frame: <code>pandas.json_normalize([json.loads(line) for line in "
      "open(\"results.jsonl\")][1:], \"runs\", [\"problem\", \"solver\", \"amount\"], record_prefix=\"run.\")</code>. "
      "Each figure has its .csv and .gp beside it in figures/, each table its .csv and .tex in tables/.</p>\n",
      escaped(about.command_line), about.jobs == 1 ? "One contender" : fmt::format("{} contenders", about.jobs));
  study::write_lines((unfinished / "results.jsonl").string(), study::lines_of(found), about.made);
  write_file(unfinished / "index.html",
             framed_page(about, "Error beside cost", "Who solves what, to which error, and what it costs.", {},
                         {{"#profiles", "Profiles"},
                          {"#solved", "Solved"},
                          {"#wrong", "No convergence"},
                          {"#problems", "Problems"},
                          {"#answers", "Without answer"},
                          {"#growth", "Growth"},
                          {"#how", "How it was measured"}},
                         page));
  report.put_in_place(pages);
}

}  // namespace unilateral::render
