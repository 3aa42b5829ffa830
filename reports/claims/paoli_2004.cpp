/// L. Paoli, Problèmes de vibro-impact : étude de la dépendance par rapport aux données, 2004.

#include "problems/judge/distance.hpp"
#include "reports/claims/papers.hpp"
#include "reports/claims/perturbed_data.hpp"
#include "reports/claims/runs.hpp"
#include "reports/claims/wedge_map.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace unilateral::claims {
namespace {

void law(inquiry& q) {
  for (const char* name : {"paoli_law_iff_averaged", "law_exists", "law_is_unique"}) q.proves("impact_law", name);
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

void figure_1(inquiry& q) {
  for (const char* name :
       {"corner_stops", "wall_deflects", "then_leaves_along_the_floor", "no_continuity", "condition_5_fails"})
    q.proves("wedge", name);
  const real50 pi = scalar_traits<real50>::pi();
  falls_into_wedge(q, "wedge_fig1", 3 * unilateral::pi() / 4, vector_of(0, 0), vector_of(real50(-1) / 2, 0));
  falls_into_wedge(q, "wedge_fig1", 2 * unilateral::pi() / 3, vector_of(0, 0),
                   vector_of(sin(real50(4 * pi / 3)) / 2, 0));
}

void figure_2(inquiry& q) {
  const real50 pi = scalar_traits<real50>::pi();
  falls_into_wedge(q, "wedge_fig2", 2 * unilateral::pi() / 3, vector_of(0, 1),
                   vector_of(sin(real50(4 * pi / 3)), real50(1) / 2));
  falls_into_wedge(q, "wedge_fig2", 3 * unilateral::pi() / 4, vector_of(0, 1), vector_of(-1, 0));
}

void figure_3(inquiry& q) {
  for (const char* name : {"motion_exists", "motion_is_unique", "figure_3_is_continuous"})
    q.proves("wedge_acute", name);
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

void theorem_2_1(inquiry& q) {
  for (const wedge_family& of : continuous_families()) {
    const auto steps = perturbed_ladder(q.with(), of);
    bool falls = true;
    for (std::size_t k = 1; k < steps.size(); ++k) falls = falls && steps[k].sup_q < steps[k - 1].sup_q / 8;
    q.holds(of.name + ", (5) holds; M, f, f_i, u_0, v_0 perturbed by ε = 16^−1 … 16^−6: sup |u_p − u_∞| falls like ε",
            falls, brief(steps.front().sup_q, 3) + " … " + brief(steps.back().sup_q, 3));
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
      "on these families; the general theorem is not proved here: it needs the theorems of Ascoli and Helly and vector "
      "measures");
}

void theorem_2_2(inquiry& q) {
  for (const wedge_family& of : continuous_families()) {
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
  for (const char* name : {"routes_end_alike", "outcome_is_continuous", "acute_satisfies_5"})
    q.proves("wedge_acute", name);
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
}

void guard(inquiry& q) {
  const auto warned = [](const solution<double>& answer) {
    return answer.discontinuous_in_data && !answer.warnings.empty();
  };
  const std::vector<statement> violate{bound("wedge_fig1"), bound("wedge_fig2"), bound("three_touching_balls")};
  const std::vector<statement> satisfy{bound("wedge_fig3"), perturbed_wedge(unilateral::pi() / 2, rational(1, 2), 0),
                                       bound("ball_rational")};
  for (const study::listed_solver& s : q.with().solvers) {
    if (!s.solves(violate[0])) continue;
    int met = 0, warnings = 0,
        silent = 0;  // met: some impact of the run has several contacts (a scheme may take them one after the other)
    for (const statement& question : violate) {
      const solution<double> answer = s.solve<double>(question, {});
      if (std::none_of(answer.impacts.begin(), answer.impacts.end(),
                       [](const impact<double>& i) { return i.active.size() > 1; }))
        continue;
      ++met;
      warnings += warned(answer) ? 1 : 0;
    }
    for (const statement& question : satisfy) silent += warned(s.solve<double>(question, {})) ? 0 : 1;
    q.holds(s.declaration.name + " warns where (5) fails, and only there", met > 0 && warnings == met && silent == 3,
            fmt::format("{} of {} runs that violate it, {} of 3 that don't", warnings, met, 3 - silent));
  }
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
  q.note("the speed at t = 1 is 1 whatever the index N of the first bounce kept; for N = 7 it grew from 2^−49");
}

}  // namespace

std::vector<claim> paoli_2004() {
  using enum study::settlement;
  const std::string paper = "Paoli2004", wedge = "problems/wedge.hpp", acute = "proofs/coq/wedge_acute.v";
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
       {"paoli_fig_1", "proofs/coq/wedge.v", wedge}},
      {"P04.fig2",
       paper,
       "fig. 2",
       "In a wedge of angle θ ∈ (π/2, π), e = 1, the motion is not continuous in the data.",
       confirmed,
       figure_2,
       {"paoli_fig_2", wedge}},
      {"P04.fig3",
       paper,
       "fig. 3",
       "In a wedge of angle θ ∈ (0, π/2), e = 0, it is.",
       proved,
       figure_3,
       {"paoli_fig_3", acute, wedge}},
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
      {"P04.map",
       paper,
       "beyond (5)",
       "The jump of the outcome over (θ, e) vanishes where (5) holds.",
       proved,
       map,
       {"paoli_map", acute}},
      {"P04.guard",
       paper,
       "beyond (5)",
       "A run that meets a multiple impact which violates (5) says that its outcome is not continuous in the data.",
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
