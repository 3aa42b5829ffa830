/// L. Paoli, Problèmes de vibro-impact : étude de la dépendance par rapport aux données, 2004.

#include "problems/judge/distance.hpp"
#include "problems/judge/quantity.hpp"
#include "problems/language/plane_wedge.hpp"
#include "reports/claims/papers.hpp"
#include "reports/claims/perturbed_data.hpp"
#include "reports/claims/runs.hpp"
#include "reports/claims/wedge_map.hpp"
#include "reports/claims/wedge_routes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace unilateral::claims {
namespace {

void law(inquiry& q) {
  int all = 0, equal = 0, averaged = 0;
  for (const auto& [E, u, s, v] : exact::instances(exact::instances_tried, 2004, true))
    for (const rational& e : {rational(0), rational(1, 3), rational(1)}) {
      const exact::vector p = exact::by_enumeration(E, u, s, v).x,
                          normal = exact::sum(v, -1, p);  // Proj(T, v), Proj(N*, v)
      const exact::shock found = q.with().impact_law(E, u, v, e);
      const exact::vector w = exact::sum(exact::sum(exact::zero(v.size()), 1 / (1 + e), found.v_plus), e / (1 + e), v),
                          change = exact::sum(found.v_plus, -1, v);
      ++all;
      equal += found.v_plus == exact::sum(p, -e, normal) ? 1 : 0;
      bool holds = E.dot(change, w) == 0;
      for (const exact::vector& row : u) holds = holds && E.dot(row, w) >= 0;
      averaged += holds && *std::min_element(found.impulse.begin(), found.impulse.end()) >= 0 ? 1 : 0;
    }
  q.tried(all, "impacts in exact rationals");
  q.holds("v⁺ is Proj(T, v⁻) − e Proj(N*, v⁻)", equal == all,
          fmt::format("{} of {} impacts, in exact rationals", equal, all));
  q.holds("(v⁺ + e v⁻)/(1 + e) satisfies the averaged law of the sweeping paper", averaged == all,
          fmt::format("{} of {}", averaged, all));
}

/// Velocity at the end of a run in the wedge from (x0, 1).
column<real50> after(const inquiry& q, const std::string& name, const parameter_list& values) {
  return run(q.with(), bound(name, values)).end_velocity;
}

/// The outcome at x0 = 0, and what it is for x0 = 1/10 … 1e-30.
void falls_into_wedge(inquiry& q, const std::string& name, const expression& theta, const column<real50>& in_tip,
                      const column<real50>& beside) {
  const column<real50> stops = after(q, name, {{"theta", theta}, {"x0", 0}});
  std::vector<std::pair<real50, real50>> tip, right;
  for (int i = 0; i < 2; ++i) tip.emplace_back(stops[i], in_tip[i]);
  for (const int k : {1, 3, 10, 30}) {
    const column<real50> v = after(q, name, {{"theta", theta}, {"x0", exact_rational("1e-" + std::to_string(k))}});
    for (int i = 0; i < 2; ++i) right.emplace_back(v[i], beside[i]);
  }
  const std::string angle = "θ = " + to_text(theta, {});
  q.agrees_in_all(angle + ", x0 = 0: v⁺ = (" + brief(in_tip[0]) + ", " + brief(in_tip[1]) + ")", tip, 46, 1);
  q.agrees_in_all(angle + ", x0 = 1e-1 … 1e-30: v⁺ = (" + brief(beside[0]) + ", " + brief(beside[1]) + ")", right, 46,
                  1);
  q.holds(angle + ": the outcome jumps at x0 = 0", (in_tip - beside).norm() > real50(1) / 4,
          "by " + brief((in_tip - beside).norm(), 6));
}

column<real50> vector_of(const real50& x, const real50& y) {
  column<real50> v(2);
  v << x, y;
  return v;
}

/// What the theorems on figs. 1–3 say of problem (P), whose solutions have velocities of bounded variation.
void notes_its_motions(inquiry& q) {
  q.note(
      "the theorems are about problem (P) itself, with velocities of bounded variation: of each start they name a "
      "motion that solves it on [0, δ[, whatever δ > 0, and say that nothing else does");
}

void figure_1(inquiry& q) {
  notes_its_motions(q);
  q.tried(2, "angles as motions");
  const real50 pi = scalar_traits<real50>::pi();
  falls_into_wedge(q, "wedge_fig1", 3 * unilateral::pi() / 4, vector_of(0, 0), vector_of(real50(-1) / 2, 0));
  falls_into_wedge(q, "wedge_fig1", 2 * unilateral::pi() / 3, vector_of(0, 0),
                   vector_of(sin(real50(4 * pi / 3)) / 2, 0));
}

void figure_2(inquiry& q) {
  notes_its_motions(q);
  q.tried(2, "angles as motions");
  const real50 pi = scalar_traits<real50>::pi();
  falls_into_wedge(q, "wedge_fig2", 2 * unilateral::pi() / 3, vector_of(0, 1),
                   vector_of(sin(real50(4 * pi / 3)), real50(1) / 2));
  falls_into_wedge(q, "wedge_fig2", 3 * unilateral::pi() / 4, vector_of(0, 1), vector_of(-1, 0));
}

void figure_3(inquiry& q) {
  notes_its_motions(q);
  q.tried(2, "angles as motions, over six starts each");
  for (const auto& [angle, name] : {std::pair(unilateral::pi() / 3, "π/3"), std::pair(unilateral::pi() / 6, "π/6")}) {
    const auto limit = run(q.with(), bound("wedge_fig3", {{"theta", angle}}));
    std::string ladder;
    real50 before = 10, distance = 0;
    bool falls = true;
    for (const int k : {1, 2, 4, 8, 16, 24}) {
      const auto near =
          run(q.with(), bound("wedge_fig3", {{"theta", angle}, {"y0", exact_rational("1e-" + std::to_string(k))}}));
      distance = sup_position(near.path, limit.path, real50(3));
      falls = falls && distance <= 3 * tenth(k) && distance < before;
      before = distance;
      ladder += (ladder.empty() ? "" : ", ") + brief(distance, 3);
    }
    q.holds(std::string("θ = ") + name +
                ": sup |u_p − u_∞| falls in proportion to y0 = 1e-1, 1e-2, 1e-4, 1e-8, 1e-16, 1e-24",
            falls, ladder);
    q.agrees(std::string("θ = ") + name + ", y0 = 1e-24: distance from the limit motion", distance, 0, 23, 1);
  }
}

/// The ladder's numbers, coarsest … finest.
std::string from_to(const std::vector<motion_distances>& steps, real50 motion_distances::* number) {
  return brief(steps.front().*number, 3) + " … " + brief(steps.back().*number, 3);
}

void theorem_2_1(inquiry& q) {
  q.tried(static_cast<int>(continuous_families().size()),
          "families of wedges with flat walls and constant M, and one that violates (5)");
  q.tried(static_cast<int>(curved_families().size()),
          "families with curved walls and M(q) variable, half of them no smoother than (H1)–(H5) ask");
  for (const data_family& of : continuous_families()) {
    const auto steps = perturbed_ladder(q.with(), of);
    bool falls = true;
    for (std::size_t k = 1; k < steps.size(); ++k) falls = falls && steps[k].sup_q < steps[k - 1].sup_q / 8;
    q.holds(of.name + ", (5) holds; M, f, f_i, u_0, v_0 perturbed by ε = 16^−1 … 16^−6: sup |u_p − u_∞| falls like ε",
            falls, brief(steps.front().sup_q, 3) + " … " + brief(steps.back().sup_q, 3));
  }
  for (const data_family& of : curved_families()) {
    const auto steps = perturbed_ladder(q.with(), of, 4);
    bool falls = true;
    for (std::size_t k = 1; k < steps.size(); ++k)
      falls = falls && steps[k].sup_q < steps[k - 1].sup_q / 8 && steps[k].away < steps[k - 1].away / 8 &&
              steps[k].l1 < steps[k - 1].l1 / 8;
    q.holds(of.name +
                ", (5) holds in the corner; M, dM, f, f_i, ∇f_i, u_0, v_0 perturbed by ε = 16^−1 … 16^−4: sup |u_p − "
                "u_∞|, ‖u̇_p − u̇_∞‖ in L¹, and |u̇_p(t+0) − u̇_∞(t+0)| away from the impact fall like ε",
            falls,
            from_to(steps, &motion_distances::sup_q) + "; " + from_to(steps, &motion_distances::l1) + "; " +
                from_to(steps, &motion_distances::away));
    const auto limit = run(q.with(), of.at(0));
    q.holds(of.name + ": u_∞ runs into the corner along a line, and has one impact there, by the law",
            limit.impacts.size() == 1 && limit.impacts[0].active.size() == 2 &&
                abs(real50(limit.impacts[0].t - 1)) < tenth(40),
            fmt::format("{} at t = {}", limit.impacts.size(), limit.impacts.empty() ? "" : brief(limit.impacts[0].t)));
  }
  // θ = 3π/4, e = 0, (5) fails: the limit of the motions from x0 → 0+ is (0, 1 − t), then (−(t − 1)/2, 0).
  trajectory<real50> limit(2);
  limit.append_linear(real50(1), vector_of(0, 1), vector_of(0, -1));
  limit.append_linear(real50(3), vector_of(0, 0), vector_of(real50(-1) / 2, 0));
  std::string found;
  bool falls = true;
  for (const int k : {2, 6, 12}) {
    const real50 d = sup_position(
        run(q.with(), bound("wedge_fig1", {{"x0", exact_rational("1e-" + std::to_string(k))}})).path, limit, real50(3));
    falls = falls && d <= 3 * tenth(k);
    found += (found.empty() ? "" : ", ") + brief(d, 3);
  }
  q.holds("θ = 3π/4, e = 0, (5) fails: the motions from x0 = 1e-2, 1e-6, 1e-12 tend to a limit u_∞", falls,
          "distances " + found);
  const exact::space E = exact::euclidean(2);
  const exact::rows n{{0, 1}, {-1, 1}};
  const exact::vector before{0, -1}, jump{rational(-1, 2), 1};
  const exact::vector lambda = exact::solved({{0, -1}, {1, 1}}, jump).value();
  q.holds("u_∞ satisfies (3): its jump is Σ λ_i ∇f_i with λ ≥ 0", lambda[0] >= 0 && lambda[1] >= 0,
          "λ = " + exact::text(lambda) + " for ∇f_2 ∝ (−1, 1)");
  const exact::vector by_law = q.with().impact_law(E, n, before, 0).v_plus;
  q.holds("and not the impact law, as the theorem allows where (5) fails",
          by_law != exact::sum(before, 1, jump) && by_law == exact::zero(2),
          "law " + exact::text(by_law) + ", limit " + exact::text(exact::sum(before, 1, jump)));
  q.note(
      "on these families; as a theorem it is open here but for the first stage of its proof (P04.apriori). The "
      "frontier is compactness: Ascoli's theorem and Helly's selection in BV (helly_selection in "
      "proofs/coq/data_dependence.v); behind it the passage to the limit in (1) and (2)");
}

/// u̇_p bounded in L^∞ and BV. In the metric M_p the law does not raise |u̇_p|; M_p lies between 1/2 and 2 for
/// ε ≤ 1/16, |f| ≤ ε: so |u̇_p| ≤ 2 (|v_0p| + 2 · 2 ε) ≤ 4 for |v_0p| ≤ 3/2. The theorem is
/// proofs/coq/data_dependence.v.
void a_priori(inquiry& q) {
  int runs = 0;
  for (const data_family& of : continuous_families()) {
    const auto steps = perturbed_ladder(q.with(), of);
    bool slow = true, settled = true;
    for (const motion_distances& step : steps) {
      ++runs;
      slow = slow && step.speed <= 4;
      settled = settled && step.variation <= 2 * steps.back().variation;
    }
    q.holds(of.name + ": |u̇_p| ≤ 4, the bound by the energy, for every ε", slow,
            from_to(steps, &motion_distances::speed));
    q.holds(of.name + ": the variation of u̇_p stays below twice its last value", settled,
            from_to(steps, &motion_distances::variation));
  }
  q.tried(runs, "perturbed motions of three families of wedges");
}

void right_velocities(inquiry& q) {
  int instants = 0;
  for (const data_family& of : continuous_families()) {
    const auto steps = perturbed_ladder(q.with(), of);
    bool falls = true;
    for (std::size_t k = 1; k < steps.size(); ++k) falls = falls && steps[k].away < steps[k - 1].away / 8;
    q.holds(of.name + ": |u̇_p(t+0) − u̇_∞(t+0)| falls like ε at t = k/16, but for the instant t = 1 of the impact",
            falls, from_to(steps, &motion_distances::away));
    q.holds(
        of.name + ": sup |u̇_p − u̇_∞| does not, for the impacts of u_p stand beside t = 1: the exceptional set is {1}",
        steps.back().sup_v > real50(1) / 4,
        "sup " + from_to(steps, &motion_distances::sup_v) + "; at t = 1 " +
            from_to(steps, &motion_distances::at_impact));
    instants += 30;
  }
  q.tried(instants, "instants of three families of wedges");
}

/// ∫ t^k d(ü_p − ü_∞): with bounded variations, polynomials decide weak* convergence of measures, for they are dense.
/// W^{1,∞} weak*: u̇_p bounded and u̇_p → u̇_∞ in L¹.
void weak_limits(inquiry& q) {
  int tests = 0;
  for (const data_family& of : continuous_families()) {
    const auto steps = perturbed_ladder(q.with(), of);
    bool falls = true, bounded = true;
    for (std::size_t k = 1; k < steps.size(); ++k) {
      falls = falls && steps[k].moments < steps[k - 1].moments / 8 && steps[k].l1 < steps[k - 1].l1 / 8;
      bounded = bounded && steps[k].speed <= 4 && steps[k].variation <= 2 * steps.back().variation;
    }
    q.holds(of.name + ": ∫ t^k d(ü_p − ü_∞), k = 0 … 4, and ‖u̇_p − u̇_∞‖ in L¹ fall like ε, with variations bounded",
            falls && bounded,
            from_to(steps, &motion_distances::moments) + "; " + from_to(steps, &motion_distances::l1));
    tests += 10;
  }
  q.tried(tests, "test functions on three families of wedges");
}

/// Theorem 2.1 gives δ_∞ ∈ (0, δ]: then min(δ, δ_∞) is δ_∞, and nothing is said of δ*_∞, the interval of the unique
/// solution, which the theorem has introduced: where δ_∞ < δ*_∞ nothing of what lies between, and where δ*_∞ < δ_∞ it
/// speaks of u*_∞ where that is not given. With the star, min(δ, δ*_∞), every symbol has its use.
void interval(inquiry& q) {
  int idle = 0, all = 0;
  for (int k = 1; k <= 10; ++k)
    for (int l = 1; l <= k; ++l) {  // δ = k/10, δ_∞ = l/10 ≤ δ
      ++all;
      idle += std::min(rational(k, 10), rational(l, 10)) == rational(l, 10) ? 1 : 0;
    }
  q.says_nothing(
      "the interval of convergence is (0, min(δ, δ_∞))", idle == all,
      "theorem 2.1 has δ_∞ ∈ (0, δ], so that the minimum is δ_∞ always, and δ*_∞, on which the solution is unique, "
      "occurs nowhere in the conclusion: for δ_∞ = 1, δ*_∞ = 2 it says nothing of (1, 2), and for δ_∞ = 2, δ*_∞ = 1 "
      "it speaks of u*_∞ on (1, 2), where that is not given. Probably a star was lost in print");
  for (const data_family& of : continuous_families()) {
    const auto steps = perturbed_ladder(q.with(), of);
    q.holds(of.name + ": with δ = δ*_∞ = 2 the convergence is on the whole of (0, 2)",
            steps.back().l1 < steps.front().l1 / 1000 && steps.back().sup_q < steps.front().sup_q / 1000,
            from_to(steps, &motion_distances::l1));
  }
  q.tried(static_cast<int>(continuous_families().size()), "families of wedges, over the whole interval");
}

/// Obtuse wedge, e = 0: falling beside the tip or into it, by each scheme in double and at 50 digits. Stopped, or away
/// along the floor: which of both, over x0/h. With h = 1/n the instant t = 1 of the impact is a step, and the
/// penetration that activates a wall is rounding; with h = 3/(3n + 1), and x0 not commensurable with it, it is of order
/// h.
void rounding(inquiry& q) {
  for (const bool aligned : {true, false}) {
    int runs = 0, parted = 0;
    std::string shares;
    for (const char* name : {"sweeping", "moreau_time_stepping", "paoli_schatzman"}) {
      const study::listed_solver& scheme = q.with().solver(name);
      shares += std::string(shares.empty() ? "" : "; ") + name;
      for (const rational& ratio : {rational(0), rational(1, 1000000), rational(1, 4), rational(1, 2), rational(1),
                                    rational(2), rational(8), rational(16)}) {
        int away = 0, all = 0;
        for (const int n : {29, 41, 53, 61, 67, 73}) {
          rational h(aligned ? 1 : 3, aligned ? n : 3 * n + 1);
          h.canonicalize();
          // Commensurable x0 and h may make a tie of their own at the slanted wall: between steps they are not.
          const rational x0 = aligned ? rational(ratio * h) : rational(ratio * h * 72 / 71);
          const statement question = bound("wedge_fig1", {{"x0", x0}});
          const auto coarse = scheme.solve<double>(question, {.step = h, .until = rational(2)});
          const auto fine = scheme.solve<real50>(question, {.step = h, .until = rational(2)});
          // It stops, or leaves at −1/2; paoli_schatzman may leave at −1/4.
          const double in_double = coarse.end_velocity[0], exactly = static_cast<double>(fine.end_velocity[0]);
          ++all, ++runs;
          away += in_double < -0.125 ? 1 : 0;
          parted += std::abs(in_double - exactly) > 0.125 ? 1 : 0;
        }
        shares += fmt::format(", x0/h = {}: {} of {} leave", to_text(ratio), away, all);
      }
    }
    q.note(std::string(aligned ? "h = 1/n" : "h = 3/(3n + 1)") + ": " + shares);
    q.tried(runs, aligned ? "runs of three schemes in two precisions whose impact falls on a step"
                          : "others whose impact falls between steps");
    if (aligned)
      q.holds(
          "rounding decides in some runs: in double the particle stops and at 50 digits it leaves, or the other way "
          "round",
          parted > 0, fmt::format("{} of {}", parted, runs));
    else
      q.holds(
          "in no run between steps does rounding decide: x0/h does, for a penetration of order h activates both walls",
          parted == 0, fmt::format("{} of {} part", parted, runs));
  }
}

/// (5) suffices; at θ = π/(2k), e = 1 it fails for k > 1, and the wedge is continuous: 2k reflections turn by π.
void necessary(inquiry& q) {
  int all = 0, calm = 0;
  real50 largest(0);
  for (int k = 2; k <= 9; ++k) {
    const real50 jump = largest_jump(scalar_traits<real50>::pi() / (2 * k), 1, 37);
    ++all;
    calm += jump < tenth(40) ? 1 : 0;
    largest = std::max(largest, jump);
  }
  q.tried(all, "angles π/(2k), 36 directions each");
  q.answers(
      "(5) is necessary", calm == all && all > 0,
      "θ = π/(2k), e = 1, k = 2 … 9: ⟨n₁, n₂⟩ = −cos θ ≠ 0, and the three outcomes agree to " + brief(largest, 3));
  const real50 between = largest_jump(scalar_traits<real50>::pi() / 5, 1, 37);
  q.holds("between them, at θ = π/5, the outcome jumps", between > real50(1) / 10, "by " + brief(between, 4));
  q.note("so a warning may say that (5) does not hold, never that the motion is discontinuous");
}

void theorem_2_2(inquiry& q) {
  q.tried(static_cast<int>(continuous_families().size()), "families of wedges with flat walls and constant M");
  for (const data_family& of : continuous_families()) {
    const auto steps = perturbed_ladder(q.with(), of);
    bool falls = true;
    for (std::size_t k = 1; k < steps.size(); ++k) {
      const motion_distances &fine = steps[k], &coarse = steps[k - 1];
      falls = falls && fine.l1 < coarse.l1 / 8 && fine.l2 < coarse.l2 / 3 &&
              fine.l4 < coarse.l4 * 6 / 10;  // 16, 4 and 2 are the exact ratios
    }
    const auto range = [&](real50 motion_distances::* norm) {
      return brief(steps.front().*norm, 3) + " … " + brief(steps.back().*norm, 3);
    };
    q.holds(of.name + ": ‖u̇_p − u̇_∞‖ in L¹, L², L⁴ falls over ε = 16^−1 … 16^−6", falls,
            range(&motion_distances::l1) + "; " + range(&motion_distances::l2) + "; " + range(&motion_distances::l4));
    q.holds(of.name + ": in L^∞ it does not", steps.back().sup_v > real50(1) / 4, range(&motion_distances::sup_v));
  }
  q.note(
      "on these families; the general theorem is not proved here: it needs the theorems of Ascoli and Helly and vector "
      "measures");
}

void map(inquiry& q) {
  int all = 0, met = 0, continuous = 0, jumps = 0, obtuse_inelastic = 0, obtuse_inelastic_jumps = 0;
  for (const wedge_pixel& pixel : wedge_map(q.with(), 12, 12)) {
    ++all;
    met += pixel.condition ? 1 : 0;
    continuous += pixel.condition && pixel.squared_jump == 0 ? 1 : 0;
    jumps += !pixel.condition && pixel.squared_jump > 0 ? 1 : 0;
    if (pixel.e == 0 && !pixel.condition) ++obtuse_inelastic, obtuse_inelastic_jumps += pixel.squared_jump > 0 ? 1 : 0;
  }
  q.holds("no jump where (5) holds", met > 0 && continuous == met,
          fmt::format("{} of {} points of the map, exactly", continuous, met));
  q.holds("every obtuse angle jumps for e = 0", obtuse_inelastic > 0 && obtuse_inelastic_jumps == obtuse_inelastic,
          fmt::format("{} of {}", obtuse_inelastic_jumps, obtuse_inelastic));
  q.holds("where (5) fails the outcome jumps", jumps > 0,
          fmt::format("at {} of {} points, for a particle that comes along the bisector", jumps, all - met));
  // The closed form, at angles whose tangents are not rational, from 36 directions each.
  const real50 pi = scalar_traits<real50>::pi();
  std::vector<real50> angles;
  for (int k = 1; k < 37; ++k) angles.push_back(pi * k / 37);
  for (int k = 1; k <= 6; ++k) angles.push_back(pi / (2 * k));
  int tried = 0, as_said = 0;
  for (const real50& theta : angles)
    for (const real50& e : {real50(0), real50(1) / 7, real50(1) / 2, real50(9) / 10, real50(1)}) {
      const real50 jump = largest_jump(theta, e, 37);
      ++tried;
      as_said += continuous_by_closed_form(theta, e) ? (jump < tenth(35) ? 1 : 0) : (jump > tenth(3) ? 1 : 0);
    }
  q.tried(all, "points of the exact map");
  q.tried(tried, "pairs (θ, e) off it");
  q.holds("continuous exactly where e = 0 and θ ≤ π/2, or 0 < e < 1 and θ = π/2, or e = 1 and θ = π/(2k)",
          as_said == tried, fmt::format("{} of {} pairs (θ, e); jumps are below 1e-35 or above 1e-3", as_said, tried));
}

void guard(inquiry& q) {
  // It says that (5) does not hold, and no more than that: after these words nothing stands but what is known of a
  // plane wedge, and how many such impacts there were.
  const std::string words = "condition (5) for continuity in the data does not hold [Paoli 2004, (5)]";
  const auto is_warning = [&](const std::string& text, const std::string& of_wedge) {
    const std::size_t at = text.find(words);
    if (at == std::string::npos) return false;
    std::string rest = text.substr(at + words.size());
    if (!rest.starts_with(of_wedge)) return false;
    rest.erase(0, of_wedge.size());
    return rest.empty() || (rest.starts_with("; first of ") && rest.ends_with(" such impacts"));
  };
  const auto warned = [&](const solution<double>& answer, const statement& question) {
    const std::string of_wedge = question.system.gap.size() == 2 ? said_of_plane_wedge(question.system, 0, 1) : "";
    return answer.discontinuous_in_data &&
           std::any_of(answer.warnings.begin(), answer.warnings.end(),
                       [&](const std::string& text) { return is_warning(text, of_wedge); }) &&
           std::none_of(answer.warnings.begin(), answer.warnings.end(), [&](const std::string& text) {
             return text.find(words) != std::string::npos && !is_warning(text, of_wedge);
           });
  };
  const std::vector<statement> violate{bound("wedge_fig1"), bound("wedge_fig2"), bound("three_touching_balls")};
  const std::vector<statement> satisfy{bound("wedge_fig3"), perturbed_wedge(unilateral::pi() / 2, rational(1, 2), 0),
                                       bound("ball_rational")};
  int asked = 0;
  for (const study::listed_solver& s : q.with().solvers) {
    if (!s.solves(violate[0])) continue;
    ++asked;
    int met = 0, warnings = 0,
        silent = 0;  // met: some impact of the run has several contacts (a scheme may take them one after the other)
    for (const statement& question : violate) {
      const solution<double> answer = s.solve<double>(question, {});
      if (std::none_of(answer.impacts.begin(), answer.impacts.end(),
                       [](const impact<double>& i) { return i.active.size() > 1; }))
        continue;
      ++met;
      warnings += warned(answer, question) ? 1 : 0;
    }
    for (const statement& question : satisfy) {
      const solution<double> answer = s.solve<double>(question, {});
      silent += !answer.discontinuous_in_data &&
                        std::none_of(answer.warnings.begin(), answer.warnings.end(),
                                     [](const std::string& text) { return text.find("(5)") != std::string::npos; })
                    ? 1
                    : 0;
    }
    q.holds(s.declaration.name + " warns where (5) fails, and only there", met > 0 && warnings == met && silent == 3,
            fmt::format("{} of {} runs that violate it, {} of 3 that don't", warnings, met, 3 - silent));
  }
  q.tried(asked, "solvers, on three questions that violate (5) and three that satisfy it");
}

/// u ≥ 0, u'' = f + reaction, e = 1/2. t_n = 2^−n, w_n = 2^(−n²), f = −Σ I_n φ((t − s_n)/r_n)/r_n, φ an even bump of
/// mass 1 on [−1, 1].
void not_unique(inquiry& q) {
  const rational e(1, 2);
  const auto power_of_two = [](int k) {
    rational x;
    mpq_set_ui(x.get_mpq_t(), 1, 1);
    if (k >= 0)
      mpq_mul_2exp(x.get_mpq_t(), x.get_mpq_t(), static_cast<unsigned long>(k));
    else
      mpq_div_2exp(x.get_mpq_t(), x.get_mpq_t(), static_cast<unsigned long>(-k));
    return x;
  };
  constexpr int last = 40;
  int velocity = 0, position = 0, inside = 0;
  std::vector<rational> I, r;
  for (int n = 0; n <= last; ++n) {
    const rational t = power_of_two(-n), t_next = power_of_two(-n - 1), w = power_of_two(-n * n),
                   w_next = power_of_two(-(n + 1) * (n + 1)), d = t - t_next;
    I.push_back(w_next + w / e);
    r.push_back(d * w_next / I.back());
    const rational s = t - r.back();
    velocity += w_next - I.back() == -w / e && e * (w / e) == w ? 1 : 0;  // arrives at −w/e, leaves at w
    position += w_next * d - I.back() * (t - s) == 0 ? 1 : 0;  // back at 0: the bump is even, its mass stands at s
    inside += s - r.back() >= t_next && s + r.back() <= t
                  ? 1
                  : 0;  // bumps lie in their own flights, where u is concave: u ≥ 0
  }
  const int all = last + 1;
  q.tried(all, "bounces in exact rationals");
  q.holds("the motion that bounces at every t_n = 2^−n with speed 2^(−n²) obeys u'' = f and the impact law",
          velocity == all && position == all && inside == all, fmt::format("exactly, for n = 0 … {}", last));
  bool smooth = true;
  for (int k = 0; k <= 5; ++k) {  // |f^(k)| ≤ max |φ^(k)| I_n / r_n^(k+1)
    std::vector<rational> size;
    for (int n = 0; n <= last; ++n) {
      rational x = I[static_cast<std::size_t>(n)];
      for (int j = 0; j <= k; ++j) x /= r[static_cast<std::size_t>(n)];
      size.push_back(x);
    }
    for (int n = 3 * (k + 1) + 1; n < last; ++n)
      smooth = smooth && size[static_cast<std::size_t>(n + 1)] < size[static_cast<std::size_t>(n)] / 2;
    smooth = smooth && size.back() < power_of_two(-100);
  }
  q.holds("derivatives of f up to the fifth tend to 0 at t = 0: I_n/r_n^(k+1) at n = 40 is below 2^−100 and falls",
          smooth);
  q.holds("u = 0 is a solution too: f ≤ 0 is balanced by the reaction −f ≥ 0",
          *std::min_element(I.begin(), I.end()) > 0);
  // And as a run: from the bounce N on the engine is carried along that motion.
  const problem& p = find_problem("smooth_force_bouncing");
  const statement question = with_values(std::get<statement>(p.question));
  const auto known =
      p.answer.at<real50>(values_of<real50>(question.parameters), constant_value<real50>(question.horizon));
  const auto answer = run(q.with(), question);
  int compared = 0;
  for (const auto& number : known.values)
    if (number.quantity.starts_with("end."))
      q.agrees(p.name + ", " + number.quantity, quantity(answer, number.quantity), number.value, 30, 1), ++compared;
  q.holds("the run ends where that motion does", compared > 0, fmt::format("{} numbers", compared));
}

}  // namespace

std::vector<claim> paoli_2004() {
  using enum study::settlement;
  const std::string paper = "Paoli2004", wedge = "problems/wedge.hpp", acute = "proofs/coq/wedge_acute.v",
                    in_p = "proofs/coq/wedge_bounded_variation.v";
  return {
      {"P04.law",
       paper,
       "(2)",
       "The impact law with restitution e exists, is unique and equals the averaged law of the sweeping paper.",
       proved,
       law,
       {"proofs/coq/impact_law.v"}},
      {"P04.fig1",
       paper,
       "fig. 1",
       "In a wedge of angle θ ∈ (π/2, π), e = 0, the motion is not continuous in the data.",
       proved,
       figure_1,
       {"paoli_fig_1", in_p, wedge}},
      {"P04.fig2",
       paper,
       "fig. 2",
       "In a wedge of angle θ ∈ (π/2, π), e = 1, the motion is not continuous in the data.",
       proved,
       figure_2,
       {"paoli_fig_2", in_p, wedge}},
      {"P04.fig3",
       paper,
       "fig. 3",
       "In a wedge of angle θ ∈ (0, π/2), e = 0, it is.",
       proved,
       figure_3,
       {"paoli_fig_3", in_p, wedge}},
      {"P04.T21",
       paper,
       "theorem 2.1",
       "With all data perturbed, limits solve the inclusion; where (5) holds they satisfy the impact law.",
       confirmed,
       theorem_2_1,
       {"paoli_norms"}},
      {"P04.T22",
       paper,
       "theorem 2.2",
       "Convergence is strong in W^{1,k} for finite k (and not in W^{1,∞}).",
       confirmed,
       theorem_2_2,
       {"paoli_norms"}},
      {"P04.apriori",
       paper,
       "after theorem 2.1, first stage of the proof",
       "u̇_p is bounded in L^∞ and BV, uniformly in p.",
       proved,
       a_priori,
       {"paoli_norms", "proofs/coq/data_dependence.v", "proofs/coq/impacting_motion.v"}},
      {"P04.right",
       paper,
       "after theorem 2.1, second stage",
       "u̇_p(t+0) tends to u̇_∞(t+0), but for countably many t.",
       confirmed,
       right_velocities,
       {"paoli_norms"}},
      {"P04.weak",
       paper,
       "after theorem 2.1; theorem 2.2",
       "ü_p tends to ü_∞ weakly* as measures; u_p to u_∞ weakly* in W^{1,∞}.",
       confirmed,
       weak_limits,
       {"paoli_norms"}},
      {"P04.interval",
       paper,
       "theorem 2.2",
       "The convergence is on (0, min(δ, δ_∞)).",
       corrected,
       interval,
       {"paoli_norms"},
       "on (0, min(δ, δ*_∞)), δ*_∞ that of the unique solution; as printed the minimum is δ_∞ always: probably a star "
       "was lost."},
      {"P04.rounding",
       paper,
       "sect. 1, before fig. 2",
       "Where the motion is not continuous in the data, rounding errors make what a convergent method computes "
       "unpredictable.",
       confirmed,
       rounding,
       {"reports/claims/paoli_2004.cpp"}},
      {"P04.necessary",
       paper,
       "beyond (5)",
       "(Beyond the paper.) Is (5) necessary?",
       corrected,
       necessary,
       {"proofs/coq/wedge_elastic.v", "reports/claims/wedge_routes.hpp"},
       "no: at θ = π/(2k), e = 1 the plane wedge is continuous and (5) fails for k > 1."},
      {"P04.map",
       paper,
       "beyond (5)",
       "(Beyond the paper.) The outcome in a plane wedge is continuous exactly where e = 0 and θ ≤ π/2, or 0 < e < 1 "
       "and "
       "θ = π/2, or e = 1 and θ = π/(2k).",
       proved,
       map,
       {"paoli_map", acute, "proofs/coq/wedge_obtuse.v", "proofs/coq/wedge_elastic.v",
        "proofs/coq/wedge_every_angle.v"}},
      {"P04.guard",
       paper,
       "beyond (5)",
       "(Beyond the paper.) A run that meets a multiple impact which violates (5) says that (5) does not hold, and no "
       "more.",
       confirmed,
       guard,
       {"tests/sweeping_impact_law.cpp"}},
      {"P04.unique",
       paper,
       "sect. 1, reference [5]",
       "With data that are smooth but not analytic, solutions need not be unique.",
       confirmed,
       not_unique,
       {"problems/smooth_force.hpp", "tests/non_uniqueness.cpp"}},
  };
}

}  // namespace unilateral::claims
