/// R. Dzonou, M. Monteiro Marques, L. Paoli, Convergence d'un schéma de type sweeping process pour un problème de
/// vibro-impact.

#include "problems/judge/quantity.hpp"
#include "problems/judge/residual.hpp"
#include "reports/claims/papers.hpp"
#include "reports/claims/runs.hpp"
#include "reports/study/order/orders.hpp"
#include "reports/study/reference/quantity_name.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace unilateral::claims {
namespace {

/// At every atom of every run with one constraint: v⁺ = v⁻ − (1 + e) (G v⁻)/(G M⁻¹Gᵀ) M⁻¹Gᵀ.
void law(inquiry& q) {
  std::vector<std::pair<real50, real50>> normal, tangential;
  int problems = 0;
  for (const bool inelastic : {false, true})
    for (const problem* p : systems(inelastic, 1)) {
      const statement s = with_values(std::get<statement>(p->question));
      const real50 e = constant_value<real50>(s.system.restitution);
      const auto answer = run(q.with(), s, "event_driven", {.step = {}, .until = until_of(*p)});
      problems += answer.impacts.empty() ? 0 : 1;
      real50 size(0), speed(0);
      for (const auto& shock : answer.impacts) {
        const state at = state_at(s, shock.t, shock.q, shock.v_minus, {0});
        const column<real50> n = at.by_M(at.G.row(0).transpose());
        const real50 rate = (at.G * shock.v_minus)[0] + at.rate[0];
        const column<real50> kept = shock.v_minus - (real50(1) + e) * rate / (at.G * n)[0] * n;
        // A state is known to the rounding of the motion so far: beside the largest velocity met, not beside one near
        // an accumulation.
        size = std::max(size, real50((at.G.row(0).cwiseAbs() * shock.v_minus.cwiseAbs())[0] + abs(at.rate[0])));
        speed = std::max(speed, largest_entry(shock.v_minus));
        normal.emplace_back(((at.G * shock.v_plus)[0] + at.rate[0]) / size, -e * rate / size);
        for (Eigen::Index i = 0; i < n.size(); ++i) tangential.emplace_back(shock.v_plus[i] / speed, kept[i] / speed);
      }
    }
  q.agrees_in_all(
      fmt::format("normal part reversed and multiplied by e, at every atom of {} problems with one constraint",
                  problems),
      normal, 44, 1);
  q.agrees_in_all("tangential part kept, in the kinetic metric", tangential, 44, 1);
}

void inclusion(inquiry& q) {
  std::vector<std::pair<real50, real50>> defects;
  int problems = 0;
  for (const bool inelastic : {false, true})
    for (const problem* p : systems(inelastic, 1)) {
      const statement s = with_values(std::get<statement>(p->question));
      const auto r = residual_of(s, run(q.with(), s, "event_driven", {.step = {}, .until = until_of(*p)}));
      ++problems;
      for (const real50& x : {r.penetration, r.momentum, r.reaction_sign, r.complementarity, r.impact_momentum,
                              r.impact_admissibility, r.impact_complementarity})
        defects.emplace_back(x, 0);
    }
  q.agrees_in_all(
      fmt::format("residuals of the inclusion with (u⁺ + e u⁻)/(1 + e) along {} exact trajectories", problems), defects,
      38, 1);
  const statement pendulum = bound("double_pendulum_wall");
  std::vector<residual<double>> of_scheme;
  std::string found;
  for (const rational& h : {rational(1, 97), rational(1, 389), rational(1, 1571)}) {
    of_scheme.push_back(
        residual_of(pendulum, q.with().solver("sweeping").solve<double>(pendulum, {.step = h, .until = {}})));
    found += fmt::format("{}h = {}: {:.1e}, {:.1e}", found.empty() ? "" : "; ", to_text(h), of_scheme.back().momentum,
                         of_scheme.back().penetration);
  }
  q.holds("the scheme's residuals (momentum, penetration) fall with the step",
          of_scheme[2].momentum < of_scheme[0].momentum / 8 &&
              of_scheme[2].penetration < of_scheme[0].penetration / 8 && of_scheme[1].momentum < of_scheme[0].momentum,
          found);
}

/// Every problem with one constraint whose convergence is studied, on the ladders that were made for it, and the double
/// pendulum at other e.
void convergence(inquiry& q) {
  const study::listed_solver& scheme = q.with().solver("sweeping");
  const auto measured = [&](const problem& p, const parameter_list& values) {
    study::instance of = study::bind<statement>(p, values, false);
    study::results records;
    if (values.empty())
      std::copy_if(
          q.with().orders.begin(), q.with().orders.end(), std::back_inserter(records), [&](const study::record& r) {
            return r.about.study == "orders" && r.about.problem == p.name && r.about.solver == scheme.declaration.name;
          });
    else
      of.answer = {};  // known digits are for the problem's own values: the run at 50 digits is measured against
    if (records.empty()) {
      const auto against = study::motion_to_measure_against(of);
      if (!against) return q.holds(p.name + of.settings + ": a reference is known", false);
      records = study::orders_of(of, scheme, *against, {.quick = true});
    }
    std::string orders;
    bool converges = true;
    int fitted = 0;
    for (const study::record& r : records) {
      if (r.outcome == study::verdict::reference_in_doubt) throw study::reference_in_doubt(r.reason);
      orders += (orders.empty() ? "" : ", ") + r.about.quantity + " ";
      if (r.fit) {
        converges = converges && r.fit->order - r.fit->half_width > 0 && r.fit->floor == 0;
        ++fitted;
        orders += fmt::format("{:.2f} ± {:.2f}", r.fit->order, r.fit->half_width);
      } else {
        converges = converges && r.outcome != study::verdict::fails && r.fitting != study::fit_outcome::stopped;
        orders += r.reason;
      }
    }
    const real50 e = constant_value<real50>(of.question.system.restitution);
    q.holds(fmt::format("{}{}, e = {}: every fitted order is positive", p.name, of.settings, brief(e)),
            converges && fitted >= 3, orders);
  };
  for (const bool inelastic : {true, false})
    for (const problem* p : systems(inelastic, 1))
      if (p->convergence_study && !p->difficulties.contains(difficulty::grazing)) measured(*p, {});
  for (const rational& e : {rational(0), rational(1, 4), rational(3, 4), rational(1)})
    measured(find_problem("double_pendulum_wall"), {{"e", e}});

  // Where it stops converging: v in the supremum; and the penetration that stays after an accumulation.
  const statement ball = bound("ball_rational");
  const auto exact_motion = run(q.with(), ball);
  std::string jumps, depths;
  bool stays = true, square = true;
  for (const rational& h : {rational(1, 101), rational(1, 1009), rational(1, 10007)}) {
    const auto answer = run(q.with(), ball, "sweeping", {.step = h, .until = {}});
    const real50 sup = sup_velocity(answer.path, exact_motion.path, real50(5) / 2), step = unilateral::exact<real50>(h),
                 depth = abs(answer.end_position[0]);
    stays = stays && sup > 1;
    square = square && depth <= 4 * step * step;
    jumps += (jumps.empty() ? "" : ", ") + brief(sup, 4);
    depths += (depths.empty() ? "" : ", ") + brief(depth / (step * step), 3);
  }
  q.holds("order 0 in the supremum of v: jumps are never at the same time", stays,
          "sup |v_h − v| = " + jumps + " for h = 1/101, 1/1009, 1/10007 (ball_rational)");
  q.holds("past the accumulation point the gap is off by O(h²)", square, "|gap|/h² = " + depths);
  q.note(
      "on these problems; the general theorem is not proved here: it needs the theorems of Ascoli and Helly and vector "
      "measures");
}

void double_pendulum(inquiry& q) {
  const problem& p = find_problem("double_pendulum_wall");
  const statement s = with_values(std::get<statement>(p.question));
  const auto reference = p.answer.at<real50>(values_of<real50>(s.parameters), constant_value<real50>(s.horizon));
  const auto answer = run(q.with(), s);
  for (const auto& known : reference.values) {
    if (study::quantity_name(known.quantity).is_count()) {
      q.holds(known.quantity, quantity(answer, known.quantity) == known.value, brief(known.value));
      continue;
    }
    q.agrees(known.quantity + ", against " + reference.from.maker, quantity(answer, known.quantity), known.value, 23);
  }
  std::string errors;
  real50 before = 1;
  bool falls = true;
  for (const rational& h : {rational(1, 101), rational(1, 1009), rational(1, 10007)}) {
    const solution<double> coarse = q.with().solver("sweeping").solve<double>(s, {.step = h, .until = {}});
    const real50 error = abs(real50(real50(coarse.end_position[0]) - answer.end_position[0]));
    falls = falls && error < before / 4;
    before = error;
    errors += (errors.empty() ? "" : ", ") + brief(error, 3);
  }
  q.holds("the scheme tends to the reference: error of a(4)", falls, errors + " for h = 1/101, 1/1009, 1/10007");
}

/// ½|u'|² − ½|u|² against −(1 − e)/(2(1 + e)) |u' − u|² + h f·(u' + e u)/(1 + e), from the run's path alone.
void balance(inquiry& q) {
  q.proves("impact_law", "balance_of_sweeping_step");
  q.proves("impact_law", "sweeping_dissipates");
  std::vector<std::pair<real50, real50>> steps;
  for (const auto& [name, restitution] :
       {std::pair("double_pendulum_wall", rational(0)), std::pair("double_pendulum_wall", rational(1, 2)),
        std::pair("double_pendulum_wall", rational(1)), std::pair("ball_earth", rational(9, 10))}) {
    const statement s = bound(name, {{"e", restitution}});
    const real50 e = constant_value<real50>(s.system.restitution);
    const auto answer = run(q.with(), s, "sweeping", {.step = rational(1, 97), .until = rational(4)});
    const auto& path = answer.path;
    for (int k = 0; k + 1 < path.pieces(); ++k) {
      const int n = path.dimension();
      column<real50> at(n), u(n), next(n);
      for (int i = 0; i < n; ++i)
        at[i] = path.position(k + 1, i, 0), u[i] = path.velocity(k, i, 0), next[i] = path.velocity(k + 1, i, 0);
      const state here = state_at(s, path.end(k), at, u, {});
      const kinetic_metric<real50> metric(here.M);
      const real50 h = path.end(k) - path.begin(k), size = metric.energy(next) + metric.energy(u) + tenth(10);
      const column<real50> w = (next + e * u) / (real50(1) + e);
      steps.emplace_back((metric.energy(next) - metric.energy(u)) / size,
                         (h * here.force.dot(w) - (1 - e) / (2 * (1 + e)) * metric.squared_norm(next - u)) / size);
    }
  }
  q.agrees_in_all("energy gained in a step against the balance, at every step of four runs", steps, 38, 1);
}

}  // namespace

std::vector<claim> sweeping() {
  using enum study::settlement;
  const std::string paper = "DzonouMonteiroMarquesPaoli";
  return {
      {"DMP.law",
       paper,
       "p. 1, law of impact",
       "The tangential part of the velocity is kept, the normal part reversed and multiplied by e, in the kinetic "
       "metric.",
       confirmed,
       law,
       {"tests/impact_law.cpp"}},
      {"DMP.mdi",
       paper,
       "p. 1, differential inclusion",
       "Motions satisfy the inclusion of measures with (u⁺ + e u⁻)/(1 + e).",
       confirmed,
       inclusion,
       {"tests/residual.cpp"}},
      {"DMP.conv",
       paper,
       "p. 1, result",
       "The scheme converges, for every e ∈ [0, 1] and general M(q). The orders are ours: none is printed.",
       confirmed,
       convergence,
       {"order_against_distance", "orders_sup_q", "tests/sweeping_orders.cpp"}},
      {"DMP.pendulum",
       paper,
       "p. 1, illustration",
       "It applies to the double pendulum.",
       confirmed,
       double_pendulum,
       {"motion_double_pendulum_wall", "phase_double_pendulum_wall", "energy_double_pendulum", "scheme_double_pendulum",
        "problems/double_pendulum.hpp"}},
      {"DMP.balance",
       paper,
       "beyond the abstract",
       "One step of the scheme has an exact discrete energy balance.",
       proved,
       balance,
       {"proofs/coq/impact_law.v", "tests/sweeping_energy_balance.cpp"}},
  };
}

}  // namespace unilateral::claims
