#include "reports/study/families/orders_over_e.hpp"

#include "problems/language/equal_formulas.hpp"
#include "problems/language/input_error.hpp"
#include "reports/study/run/made_once.hpp"
#include "reports/study/run/parallel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

namespace unilateral::study {
namespace {

constexpr double shortest_stretch = 1.0 / 25, shortest_flight = 1.0 / 5, share = 0.9;

struct event_times {
  std::vector<double> all;
  std::optional<double> accumulation;
};

std::optional<event_times> events_of(const instance& of) {
  const solution<double> run = find_solver("event_driven").solve<double>(of.question, {.step = {}, .until = of.until});
  if (!run.completed()) return {};
  event_times found{.all = {0, of.end<double>()}, .accumulation = {}};
  for (const auto& i : run.impacts) found.all.push_back(i.t);
  for (const auto& c : run.contacts) found.all.insert(found.all.end(), {c.from, c.to});
  for (const auto& a : run.accumulations) found.all.push_back(a.t);
  std::sort(found.all.begin(), found.all.end());
  found.all.erase(std::unique(found.all.begin(), found.all.end()), found.all.end());
  if (!run.accumulations.empty()) found.accumulation = run.accumulations.front().t;
  return found;
}

/// To four digits, exactly that: what `--until` takes as it stands.
rational cut(double t) { return exact_rational(fmt::format("{:.4g}", t)); }

/// The cell's record, before anything is measured.
record cell_of(const std::string& study, const std::string& problem, const std::string& e, const std::string& where,
               const std::string& solver, const std::string& quantity) {
  const std::string cell =
      study + "/" + problem + "/" + (e.empty() ? "" : "e=" + e + "/") + where + "/" + solver + "/" + quantity;
  return {.cell = cell,
          .about = {.study = study,
                    .problem = problem,
                    .restitution = e,
                    .where = where,
                    .solver = solver,
                    .quantity = quantity},
          .outcome = verdict::measured,
          .command = command_that_verifies(cell),
          .facts = order_facts{}};
}

/// Of an instance: with its final time and its reference.
record cell_at(const at_restitution& asked, const std::string& study, const std::string& e, const std::string& where,
               const listed_solver& solver, const std::string& quantity) {
  record r = cell_of(study, asked.of.name, e, where, solver.declaration.name, quantity);
  r.facts = order_facts{.until = asked.of.end_text(), .reference = text_of(asked.against.from)};
  return r;
}

void measure(record& r, const std::vector<error_sample>& errors, expansion of) {
  const order_fit fit = fit_order(errors, of);
  enter(r, fit, rule(fit, {}));
}

bool has_parameter_e(const statement& s) {
  return std::any_of(s.parameters.begin(), s.parameters.end(), [](const auto& x) { return x.first == "e"; });
}

/// The same formulas in the same coordinates and parameters, whose values may differ.
bool is_same_system(const statement& a, const statement& b) {
  const mechanical_system &x = a.system, &y = b.system;
  const auto names = [](const statement& s) {
    std::vector<std::string> all;
    for (const auto& [name, value] : s.parameters) all.push_back(name);
    return all;
  };
  if (x.coordinates != y.coordinates || names(a) != names(b) || x.gap.size() != y.gap.size() ||
      x.mass.size() != y.mass.size())
    return false;
  std::vector<std::array<expression, 2>> pairs{{x.restitution, y.restitution}};
  for (std::size_t k = 0; k < x.mass.size(); ++k) {
    if (x.mass[k].row != y.mass[k].row || x.mass[k].column != y.mass[k].column) return false;
    pairs.push_back({x.mass[k].value, y.mass[k].value});
  }
  for (std::size_t k = 0; k < x.force.size(); ++k) pairs.push_back({x.force[k], y.force[k]});
  for (std::size_t k = 0; k < x.gap.size(); ++k) pairs.push_back({x.gap[k], y.gap[k]});
  const auto apart = differences(pairs);
  return std::none_of(apart.begin(), apart.end(), [](const auto& seen) { return seen.has_value(); });
}

/// A fit to the errors on these steps in each distance that is to be had; cell: a record from the name of its distance.
template <class Cell>
results measured_on(const std::vector<rational>& steps, const grid& of_steps, const at_restitution& asked,
                    const std::vector<distance_kind>& wanted, const listed_solver& solver, const options& how,
                    const Cell& cell) {
  const error_ladder found = errors_of(asked.of, solver, asked.against, wanted, steps, of_steps, how);
  const bool jumps = has_jumps(asked.against.known.path);
  results records;
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    record r = cell(name_of(wanted[k]));
    if (found.stopped.count > 0)
      enter(r, found.stopped);
    else if (!found.errors[k].empty())
      measure(r, found.errors[k],
              wanted[k] == distance_kind::l2_velocity && jumps ? expansion::of_the_square : expansion::regular);
    else
      continue;
    records.push_back(std::move(r));
  }
  return records;
}

constexpr std::array distances_of_rounding{distance_kind::sup_position, distance_kind::l1_velocity};
constexpr std::array aligned_distances{distance_kind::sup_position, distance_kind::l1_velocity,
                                       distance_kind::l2_velocity};

record rounding_cell(const std::string& problem, const listed_solver& solver, std::size_t step, distance_kind kind) {
  record r = cell_of("orders_over_e", problem, "", "rounding", solver.declaration.name, name_of(kind));
  r.cell = "orders_over_e/" + problem + "/rounding/" + solver.declaration.name + "/" + step_names[step] + "/" +
           name_of(kind);
  r.command = command_that_verifies(r.cell);
  r.facts = rounding_facts{};
  return r;
}

/// Time-stepping schemes.
std::vector<const listed_solver*> schemes_for(const problem& of) {
  std::vector<const listed_solver*> schemes;
  for (const listed_solver& s : solver_list())
    if (s.declaration.applies_to.needs_step() && s.solves(std::get<statement>(of.question))) schemes.push_back(&s);
  return schemes;
}

/// Near and away from impacts: ∫ Σ|v_i − w_i| and ∫ Σ(v_i − w_i)².
struct parts {
  double l1_near = 0, l1_away = 0, l2_near = 0, l2_away = 0;
};

parts parts_of(const trajectory<double>& path, const trajectory<double>& reference, const std::vector<double>& impacts,
               double radius, double end) {
  std::vector<std::pair<double, double>> near;
  for (const double t : impacts) {
    const double from = std::max(t - radius, 0.0), to = std::min(t + radius, end);
    if (!near.empty() && from <= near.back().second)
      near.back().second = to;
    else
      near.emplace_back(from, to);
  }
  const auto square = [](double x) { return x * x; };
  parts sum;
  for (const auto& [from, to] : near) {
    if (from > 0) {
      sum.l1_near -= l1_velocity(path, reference, from);
      sum.l2_near -= square(l2_velocity(path, reference, from));
    }
    sum.l1_near += l1_velocity(path, reference, to);
    sum.l2_near += square(l2_velocity(path, reference, to));
  }
  sum.l1_away = l1_velocity(path, reference, end) - sum.l1_near;
  // 0 against a difference of equal numbers that rounding has made negative; what is no number stays none.
  const auto root = [](double x) { return x < 0 ? 0.0 : std::sqrt(x); };
  sum.l2_away = root(square(l2_velocity(path, reference, end)) - sum.l2_near);
  sum.l2_near = root(sum.l2_near);
  return sum;
}

}  // namespace

std::string name_of(phase p) { return p == phase::before ? "before" : "past"; }

bool has_orders_over_e(const problem& p) {
  /// A statement with the parameter e, and what two problems of one family have in common.
  struct shape {
    const statement* of;
    std::set<difficulty> difficulties;
  };
  const auto shape_of = [](const problem& of) -> std::optional<shape> {
    const statement* const s = std::get_if<statement>(&of.question);
    if (!s || !of.convergence_study || !has_parameter_e(*s)) return {};
    shape mine{s, of.difficulties};
    mine.difficulties.erase(difficulty::accumulation);
    return mine;
  };
  const auto same_family = [](const shape& a, const shape& b) {
    return a.difficulties == b.difficulties && is_same_system(*a.of, *b.of);
  };
  const std::optional<shape> mine = shape_of(p);
  if (!mine) return false;
  for (const problem& before : catalogue()) {
    if (before.name == p.name) break;
    if (const auto other = shape_of(before); other && same_family(*other, *mine)) return false;
  }
  return true;
}

bool is_measured_over_e(const problem& p) { return !p.is_chain() && !has_orders_over_e(p); }

instance with_restitution(const problem& p, const std::string& e) {
  const bool is_parameter = has_parameter_e(std::get<statement>(p.question));
  instance of =
      study::bind<statement>(p, is_parameter ? parameter_list{{"e", exact_rational(e)}} : parameter_list{}, true);
  if (!is_parameter) {
    const double own = constant_value<double>(of.question.system.restitution);
    of.question.system.restitution = exact_rational(e);
    if (own != exact<double>(exact_rational(e))) of.answer = {};
  }
  try {
    of.known<double>(of.end<double>());
  } catch (const input_error&) {
    of.answer = {};
  }
  return of;
}

std::optional<rational> final_time(const instance& of, phase when) {
  const std::optional<event_times> events = events_of(of);
  if (!events || (when == phase::past && !events->accumulation)) return {};
  const std::vector<double>& t = events->all;
  if (when == phase::past) {
    const auto next = std::upper_bound(t.begin(), t.end(), *events->accumulation);
    if (next == t.end() || *next - *events->accumulation < shortest_stretch * *next) return {};
    return cut((*events->accumulation + *next) / 2);
  }
  const double last = events->accumulation ? share * *events->accumulation : t.back();
  double shortest =
      std::numeric_limits<double>::infinity();  // between two events; the flight from the start is of no use or harm
  std::optional<double> end;
  for (std::size_t k = 1; k < t.size() && t[k - 1] < last && shortest >= shortest_flight * t[k - 1]; ++k) {
    const double length = t[k] - t[k - 1], middle = (t[k - 1] + t[k]) / 2;
    if (length >= shortest_stretch * t[k] && shortest >= shortest_flight * middle) end = middle;
    if (k > 1) shortest = std::min(shortest, length);
  }
  return end ? std::optional(cut(*end)) : std::nullopt;
}

std::optional<at_restitution> pose(const problem& p, const std::string& e, phase when) {
  std::optional<instance> of;
  try {
    of = with_restitution(p, e);
  } catch (const input_error&) {
    return {};
  }
  of->until = final_time(*of, when);
  if (!of->until) return {};
  of->settings += " --until " + to_text(*of->until);
  std::optional<reference_motion<double>> against = motion_to_measure_against(*of);
  if (!against) return {};
  return at_restitution{std::move(*of), std::move(*against)};
}

std::array<grid, 2> ladders_in_doubt(distance_kind kind) {
  constexpr grid longer{.coarsest = 1.0 / 150, .finest = 1.0 / 20000, .count = 700};
  if (kind != distance_kind::hausdorff_velocity)
    return {longer, grid{.coarsest = 1.0 / 150, .finest = 1.0 / 50000, .count = 1000}};
  return {grid{.coarsest = 1.0 / 100, .finest = 1.0 / 10000, .count = 430}, longer};
}

results orders_at(const at_restitution& asked, const std::string& e, phase when, const listed_solver& solver,
                  const options& how) {
  results records =
      orders_on(ladder_over_e, asked.of, solver, asked.against, {all_distances.begin(), all_distances.end()}, how);
  for (record& r : records)
    for (const distance_kind kind : all_distances) {
      if (name_of(kind) != r.about.quantity || (r.outcome != verdict::fails && r.outcome != verdict::cannot_tell))
        continue;
      for (const grid& longer : ladders_in_doubt(kind)) {
        results again = orders_on(longer, asked.of, solver, asked.against, {kind}, how);
        again.front().reason += " (longer ladder; the one before: " + r.reason + ")";
        r = std::move(again.front());
        if (r.outcome != verdict::cannot_tell) break;
      }
    }
  for (record& r : records) {
    const record cell =
        cell_of("orders_over_e", asked.of.name, e, name_of(when), solver.declaration.name, r.about.quantity);
    r.cell = cell.cell;
    r.about = cell.about;
    r.command = cell.command;
  }
  return records;
}

results measured_at(const at_restitution& asked, const std::string& e, phase when, const listed_solver& solver,
                    const options& how) {
  const grid ladder = short_ladder(asked.of.question.system.degrees_of_freedom());
  return measured_on(jittered_steps(asked.of.end<double>(), ladder), ladder, asked,
                     {all_distances.begin(), all_distances.end()}, solver, how, [&](const std::string& distance) {
                       return cell_at(asked, "measured_over_e", e, name_of(when), solver, distance);
                     });
}

results aligned_orders(const at_restitution& asked, const listed_solver& solver, const options& how) {
  std::vector<rational> steps;
  for (int k = 5; k <= 13; ++k) steps.push_back(rational(1, 1 << k));
  return measured_on(
      steps, {}, asked, {aligned_distances.begin(), aligned_distances.end()}, solver, how,
      [&](const std::string& distance) { return cell_at(asked, "orders_over_e", "", "aligned", solver, distance); });
}

results orders_of_parts(const at_restitution& asked, const listed_solver& solver, const options& how) {
  const double end = asked.of.end<double>();
  const std::vector<rational> steps = jittered_steps(end, {.coarsest = 1.0 / 400, .finest = 1.0 / 16000, .count = 160});
  std::vector<double> impacts;
  for (const auto& i :
       find_solver("event_driven").solve<double>(asked.of.question, {.step = {}, .until = asked.of.until}).impacts)
    impacts.push_back(i.t);
  std::vector<parts> found(steps.size());
  std::vector<std::string> stopped(steps.size());
  for_each_index(static_cast<int>(steps.size()), how.jobs, [&](int k) {
    const auto i = static_cast<std::size_t>(k);
    const solution<double> answer =
        solver.solve<double>(asked.of.question, {.step = steps[i], .until = asked.of.until});
    if (answer.completed())
      found[i] = parts_of(answer.path, asked.against.known.path, impacts, reach * exact<double>(steps[i]), end);
    else
      stopped[i] = "step " + to_text(steps[i]) + " " + answer.status;
  });
  const motion<double> rest = rest_like(asked.against.known);
  const stopped_runs not_ended = runs_that_stopped(stopped);
  results records;
  const auto add = [&](const std::string& where, distance_kind kind, double parts::* part, expansion of) {
    record r = cell_at(asked, "orders_over_e", "", where, solver, name_of(kind));
    // Of a difference of sums over the whole motion; its square where the distance is the root of one.
    const double size = between(kind, rest, asked.against.known, end)->value;
    std::vector<error_sample> samples;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const double h = exact<double>(steps[i]);
      samples.push_back({h, found[i].*part, epsilon<double>() * size * end / h});
    }
    if (not_ended.count > 0)
      enter(r, not_ended);
    else
      measure(r, samples, of);
    records.push_back(std::move(r));
  };
  add("near", distance_kind::l1_velocity, &parts::l1_near, expansion::regular);
  add("away", distance_kind::l1_velocity, &parts::l1_away, expansion::regular);
  add("near", distance_kind::l2_velocity, &parts::l2_near, expansion::of_the_square);
  add("away", distance_kind::l2_velocity, &parts::l2_away, expansion::regular);
  return records;
}

results rounding_of(const at_restitution& asked, const listed_solver& solver) {
  const auto& [of, against] = asked;
  const double end = of.end<double>();
  results records;
  const std::vector<rational> steps = jittered_steps(end, {.coarsest = 1.0 / 100, .finest = 1.0 / 10000, .count = 3});
  for (std::size_t k = 0; k < steps.size(); ++k) {
    const rational& step = steps[k];
    const request run{.step = step, .until = of.until};
    const solution<double> in_double = solver.solve<double>(of.question, run);
    const solution<real50> precise = solver.solve<real50>(of.question, run);
    const trajectory<double> exactly =
        converted<double, real50>(precise.path, [](const real50& x) { return to_double(x); });
    for (const distance_kind kind : distances_of_rounding) {
      record r = rounding_cell(of.name, solver, k, kind);
      auto& facts = r.as<rounding_facts>();
      facts.step = exact<double>(step);
      facts.reference = text_of(against.from);
      if (!in_double.completed() || !precise.completed()) {
        r.outcome = verdict::fails;
        r.reason = in_double.completed() ? precise.status : in_double.status;
      } else {
        facts.error = distance(kind, exactly, against.known.path, end).value;
        facts.error_in_double = distance(kind, in_double.path, against.known.path, end).value;
        facts.rounding = distance(kind, in_double.path, exactly, end).value;
        facts.bound = epsilon<double>() * distance(kind, rest_like(against.known).path, against.known.path, end).value *
                      end / facts.step;
        const bool small = within(facts.rounding, facts.bound);
        r.outcome = small && std::isfinite(facts.error) ? verdict::holds : verdict::fails;
        r.reason = fmt::format("rounding {:.1e} {} {:.1e}, {:.1e} of the method's error", facts.rounding,
                               small ? "≤" : "not ≤", facts.bound, facts.rounding / facts.error);
      }
      records.push_back(std::move(r));
    }
  }
  return records;
}

std::vector<task> tasks_over_e(const std::string& study, const problem& of, const options& inside,
                               orders_at_e measured) {
  std::vector<task> tasks;
  for (const std::string e : restitutions)
    for (const phase when : {phase::before, phase::past}) {
      const auto asked = std::make_shared<made_once<at_restitution>>([&of, e, when] { return pose(of, e, when); });
      for (const listed_solver* const s : schemes_for(of)) {
        task t{.name = study + "/" + of.name + "/e=" + e + "/" + name_of(when) + "/" + s->declaration.name,
               .cells = {},
               .run = [=] {
                 const auto& at_e = asked->get();
                 return at_e ? measured(*at_e, e, when, *s, inside) : results{};
               }};
        for (const distance_kind kind : all_distances)
          t.cells.push_back(cell_of(study, of.name, e, name_of(when), s->declaration.name, name_of(kind)));
        tasks.push_back(std::move(t));
      }
    }
  return tasks;
}

namespace families {
namespace {

/// What such an order is made of, on the problems that this is shown on.
std::vector<task> tasks_of_parts(const problem& of, const options& inside) {
  std::vector<task> tasks;
  if (std::find(problems_in_parts.begin(), problems_in_parts.end(), of.name) == problems_in_parts.end()) return tasks;
  const std::string study = "orders_over_e";
  const auto half = std::make_shared<made_once<at_restitution>>([&of] { return pose(of, "0.5", phase::before); });
  const auto add = [&](const std::string& where, const auto& cells_for, const auto& measured) {
    for (const listed_solver* const s : schemes_for(of))
      tasks.push_back(
          {.name = study + "/" + of.name + "/" + where + "/" + s->declaration.name, .cells = cells_for(*s), .run = [=] {
             const auto& at_e = half->get();
             return at_e ? measured(*at_e, *s) : results{};
           }});
  };
  if (of.name == aligned_problem)
    add(
        "aligned",
        [&](const listed_solver& s) {
          results cells;
          for (const distance_kind kind : aligned_distances)
            cells.push_back(cell_of(study, of.name, "", "aligned", s.declaration.name, name_of(kind)));
          return cells;
        },
        [inside](const at_restitution& at_e, const listed_solver& s) { return aligned_orders(at_e, s, inside); });
  add(
      "parts",
      [&](const listed_solver& s) {
        results cells;
        for (const distance_kind kind : {distance_kind::l1_velocity, distance_kind::l2_velocity})
          for (const char* const where : {"near", "away"})
            cells.push_back(cell_of(study, of.name, "", where, s.declaration.name, name_of(kind)));
        return cells;
      },
      [inside](const at_restitution& at_e, const listed_solver& s) { return orders_of_parts(at_e, s, inside); });
  add(
      "rounding",
      [&](const listed_solver& s) {
        results cells;
        for (std::size_t k = 0; k < step_names.size(); ++k)
          for (const distance_kind kind : distances_of_rounding) cells.push_back(rounding_cell(of.name, s, k, kind));
        return cells;
      },
      [](const at_restitution& at_e, const listed_solver& s) { return rounding_of(at_e, s); });
  return tasks;
}

constexpr auto near_grazing =
    "near grazing the expansion is in h/w, w the small speed of the impact, and the steps are too long for it: with "
    "the excess d = 0.01 of the catalogue "
    "the order of L2 v is 0.41 +- 0.02 at e = 0 and 0.43 +- 0.04 at e = 1/4, with d = 0.1 0.49 +- 0.07 and 0.502 +- "
    "0.013, with d = 1 0.50 +- 0.02 and "
    "0.497 +- 0.019";

}  // namespace

family orders_over_e() {
  return {
      .name = "orders_over_e",
      .title = "Orders over e",
      .about = "Every scheme for six coefficients of restitution, before the first accumulation point and past it.",
      .plan =
          [](const problem& of, const options& inside) {
            std::vector<task> tasks;
            if (inside.quick) return tasks;
            if (has_orders_over_e(of)) tasks = tasks_over_e("orders_over_e", of, inside, orders_at);
            for (task& t : tasks_of_parts(of, inside)) tasks.push_back(std::move(t));
            return tasks;
          },
      .gaps = {
          {"orders_over_e/oscillator_grazing_above/e=0/before/paoli_schatzman/L2 v", grid_of::full, near_grazing},
          {"orders_over_e/oscillator_grazing_above/e=0.25/before/paoli_schatzman/L2 v", grid_of::full, near_grazing}}};
}

}  // namespace families

}  // namespace unilateral::study
