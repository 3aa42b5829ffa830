#include "reports/study/rates.hpp"

#include "problems/language/input_error.hpp"
#include "reports/study/parallel.hpp"
#include "reports/study/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
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

std::string prefix(const instance& of, const std::string& where, const listed_solver& solver) { return of.name + "/" + where + "/" + solver.declaration.name + "/"; }

order_record blank(const posed& asked, const std::string& where, const listed_solver& solver, const std::string& distance, const std::string& study = "rates/") {
  order_record r{.cell = study + prefix(asked.of, where, solver) + distance,
                 .problem = asked.of.name,
                 .solver = solver.declaration.name,
                 .distance = distance,
                 .until = asked.of.end_text(),
                 .reference = text_of(asked.against.from),
                 .outcome = verdict::measured};
  r.command = "unilateral verify --filter '^" + r.cell + "$'";
  return r;
}

void measure(order_record& r, const std::vector<error_sample>& errors, expansion of) {
  const order_fit fit = fit_order(errors, of);
  r.ladder = fit.points;
  r.fit = fit.order;
  const ruling verdict_on = rule(fit, {});
  r.outcome = verdict_on.outcome;
  r.reason = verdict_on.reason;
}

bool has_parameter_e(const statement& s) {
  return std::any_of(s.parameters.begin(), s.parameters.end(), [](const auto& x) { return x.first == "e"; });
}

/// A fit to the errors on these steps in each distance that is to be had; record: a blank one from the name of its distance.
template <class Record>
std::vector<order_record> measured_on(const std::vector<rational>& steps, const grid& of_steps, const posed& asked, const std::vector<distance_kind>& wanted,
                                      const listed_solver& solver, const options& how, const Record& record) {
  const error_ladder found = errors_of(asked.of, solver, asked.against, wanted, steps, of_steps, how);
  const bool jumps = has_jumps(asked.against.known.path);
  std::vector<order_record> records;
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    order_record r = record(name_of(wanted[k]));
    if (!found.stopped.empty())
      r.reason = found.stopped;
    else if (!found.errors[k].empty())
      measure(r, found.errors[k], wanted[k] == distance_kind::l2_velocity && jumps ? expansion::of_the_square : expansion::regular);
    else
      continue;
    records.push_back(std::move(r));
  }
  return records;
}

/// Near and away from impacts: ∫ Σ|v_i − w_i| and ∫ Σ(v_i − w_i)².
struct parts {
  double l1_near = 0, l1_away = 0, l2_near = 0, l2_away = 0;
};

parts parts_of(const trajectory<double>& path, const trajectory<double>& reference, const std::vector<double>& impacts, double radius, double end) {
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

bool has_rates(const problem& p) {
  const auto family = [](const problem& of) -> std::optional<std::string> {
    const statement* const s = std::get_if<statement>(&of.question);
    if (!s || !of.convergence_study) return {};
    if (!has_parameter_e(*s)) return {};
    std::string text = of.figure;
    for (const std::string& x : s->system.coordinates) text += x + ",";
    for (const auto& [name, value] : s->parameters) text += name + ",";
    for (const difficulty d : of.difficulties)
      if (d != difficulty::accumulation) text += name_of(d) + ",";
    return text;
  };
  const std::optional<std::string> mine = family(p);
  if (!mine) return false;
  for (const problem& before : catalogue()) {
    if (before.name == p.name) break;
    if (family(before) == mine) return false;
  }
  return true;
}

bool is_surveyed(const problem& p) { return !p.is_chain() && !has_rates(p); }

instance with_restitution(const problem& p, const std::string& e) {
  const bool is_parameter = has_parameter_e(std::get<statement>(p.question));
  instance of = study::bind<statement>(p, is_parameter ? parameter_list{{"e", exact_rational(e)}} : parameter_list{}, true);
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
  double shortest = std::numeric_limits<double>::infinity();  // between two events; the flight from the start is of no use or harm
  std::optional<double> end;
  for (std::size_t k = 1; k < t.size() && t[k - 1] < last && shortest >= shortest_flight * t[k - 1]; ++k) {
    const double length = t[k] - t[k - 1], middle = (t[k - 1] + t[k]) / 2;
    if (length >= shortest_stretch * t[k] && shortest >= shortest_flight * middle) end = middle;
    if (k > 1) shortest = std::min(shortest, length);
  }
  return end ? std::optional(cut(*end)) : std::nullopt;
}

std::optional<posed> pose(const problem& p, const std::string& e, phase when) {
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
  return posed{std::move(*of), std::move(*against)};
}

std::array<grid, 2> ladders_in_doubt(distance_kind kind) {
  constexpr grid longer{.coarsest = 1.0 / 150, .finest = 1.0 / 20000, .count = 700};
  if (kind != distance_kind::hausdorff_velocity) return {longer, grid{.coarsest = 1.0 / 150, .finest = 1.0 / 50000, .count = 1000}};
  return {grid{.coarsest = 1.0 / 100, .finest = 1.0 / 10000, .count = 430}, longer};
}

std::vector<order_record> rates_of(const posed& asked, const std::string& e, phase when, const listed_solver& solver, const options& how) {
  std::vector<order_record> records = orders_on(ladder_over_e, asked.of, solver, asked.against, {all_distances.begin(), all_distances.end()}, how);
  for (order_record& r : records)
    for (const distance_kind kind : all_distances) {
      if (name_of(kind) != r.distance || (r.outcome != verdict::fails && r.outcome != verdict::cannot_tell)) continue;
      for (const grid& longer : ladders_in_doubt(kind)) {
        std::vector<order_record> again = orders_on(longer, asked.of, solver, asked.against, {kind}, how);
        again.front().reason += " (longer ladder; the one before: " + r.reason + ")";
        r = std::move(again.front());
        if (r.outcome != verdict::cannot_tell) break;
      }
    }
  for (order_record& r : records) {
    r.cell = "rates/" + prefix(asked.of, "e=" + e + "/" + name_of(when), solver) + r.distance;
    r.command = "unilateral verify --filter '^" + r.cell + "$'";
  }
  return records;
}

std::vector<order_record> surveyed_rates(const posed& asked, const std::string& e, phase when, const listed_solver& solver, const options& how) {
  const grid ladder = ladder_of_survey(asked.of.question.system.degrees_of_freedom());
  return measured_on(jittered_steps(asked.of.end<double>(), ladder), ladder, asked, {all_distances.begin(), all_distances.end()}, solver, how,
                     [&](const std::string& distance) { return blank(asked, "e=" + e + "/" + name_of(when), solver, distance, "survey/"); });
}

std::vector<order_record> aligned_rates(const posed& asked, const listed_solver& solver, const options& how) {
  std::vector<rational> steps;
  for (int k = 5; k <= 13; ++k) steps.push_back(rational(1, 1 << k));
  return measured_on(steps, {}, asked, {distance_kind::sup_position, distance_kind::l1_velocity, distance_kind::l2_velocity}, solver, how,
                     [&](const std::string& distance) { return blank(asked, "aligned", solver, distance); });
}

std::vector<order_record> parts_of_rates(const posed& asked, const listed_solver& solver, const options& how) {
  const double end = asked.of.end<double>();
  const std::vector<rational> steps = jittered_steps(end, {.coarsest = 1.0 / 400, .finest = 1.0 / 16000, .count = 160});
  std::vector<double> impacts;
  for (const auto& i : find_solver("event_driven").solve<double>(asked.of.question, {.step = {}, .until = asked.of.until}).impacts) impacts.push_back(i.t);
  std::vector<parts> found(steps.size());
  std::vector<std::string> stopped(steps.size());
  for_each_index(static_cast<int>(steps.size()), how.jobs, [&](int k) {
    const auto i = static_cast<std::size_t>(k);
    const solution<double> answer = solver.solve<double>(asked.of.question, {.step = steps[i], .until = asked.of.until});
    if (answer.completed())
      found[i] = parts_of(answer.path, asked.against.known.path, impacts, reach * exact<double>(steps[i]), end);
    else
      stopped[i] = "step " + to_text(steps[i]) + " " + answer.status;
  });
  const motion<double> rest = rest_like(asked.against.known);
  std::vector<order_record> records;
  const auto add = [&](const std::string& distance, distance_kind kind, double parts::*part, expansion of) {
    order_record r = blank(asked, "parts", solver, distance);
    // Of a difference of sums over the whole motion; its square where the distance is the root of one.
    const double size = between(kind, rest, asked.against.known, end)->value;
    std::vector<error_sample> samples;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const double h = exact<double>(steps[i]);
      samples.push_back({h, found[i].*part, epsilon<double>() * size * end / h});
    }
    r.reason = runs_that_stopped(stopped);
    if (r.reason.empty()) measure(r, samples, of);
    records.push_back(std::move(r));
  };
  add("L1 v near", distance_kind::l1_velocity, &parts::l1_near, expansion::regular);
  add("L1 v away", distance_kind::l1_velocity, &parts::l1_away, expansion::regular);
  add("L2 v near", distance_kind::l2_velocity, &parts::l2_near, expansion::of_the_square);
  add("L2 v away", distance_kind::l2_velocity, &parts::l2_away, expansion::regular);
  return records;
}

std::vector<value_record> rounding_of(const posed& asked, const listed_solver& solver) {
  const auto& [of, against] = asked;
  const double end = of.end<double>();
  std::vector<value_record> records;
  const std::vector<rational> steps = jittered_steps(end, {.coarsest = 1.0 / 100, .finest = 1.0 / 10000, .count = 3});
  for (std::size_t k = 0; k < steps.size(); ++k) {
    const rational& step = steps[k];
    const request run{.step = step, .until = of.until};
    const solution<double> in_double = solver.solve<double>(of.question, run);
    const solution<real50> precise = solver.solve<real50>(of.question, run);
    const trajectory<double> exactly = converted<double, real50>(precise.path, [](const real50& x) { return to_double(x); });
    for (const distance_kind kind : {distance_kind::sup_position, distance_kind::l1_velocity}) {
      value_record r{.cell = "rates/" + prefix(of, "rounding", solver) + step_names[k] + "/" + name_of(kind),
                     .problem = of.name,
                     .solver = solver.declaration.name,
                     .quantity = name_of(kind) + " at step " + fmt::format("{:.3g}", exact<double>(step)),
                     .tolerance_from = "ε · distance(reference, 0) · T/h",
                     .reference = text_of(against.from)};
      r.command = "unilateral verify --filter '^" + r.cell + "$'";
      if (!in_double.completed() || !precise.completed()) {
        r.outcome = verdict::fails;
        r.reason = in_double.completed() ? precise.status : in_double.status;
      } else {
        const double method = distance(kind, exactly, against.known.path, end).value;
        r.computed = to_text(distance(kind, in_double.path, against.known.path, end).value);
        r.expected = to_text(method);
        r.error = distance(kind, in_double.path, exactly, end).value;
        r.tolerance = epsilon<double>() * distance(kind, rest_like(against.known).path, against.known.path, end).value * end / exact<double>(step);
        r.outcome = within(r.error, r.tolerance) && std::isfinite(method) ? verdict::holds : verdict::fails;
        r.reason = fmt::format("rounding {:.1e} {} {:.1e}, {:.1e} of the method's error", r.error, within(r.error, r.tolerance) ? "≤" : "not ≤", r.tolerance, r.error / method);
      }
      records.push_back(std::move(r));
    }
  }
  return records;
}

results without_rates(results found) {
  std::erase_if(found.orders, [](const order_record& r) { return is_rate(r.cell); });
  std::erase_if(found.values, [](const value_record& r) { return is_rate(r.cell); });
  return found;
}

rate_place place_of(const std::string& cell) {
  if (!is_rate(cell)) return {};
  std::vector<std::string> part;
  for (std::size_t from = 0, to = 0; to != std::string::npos; from = to + 1) {
    to = cell.find('/', from);
    part.push_back(cell.substr(from, to == std::string::npos ? to : to - from));
  }
  if (part.size() < 4) return {};
  if (part[2].starts_with("e=")) return {part[2], part[3]};
  return {"", part[2]};
}

}  // namespace unilateral::study
