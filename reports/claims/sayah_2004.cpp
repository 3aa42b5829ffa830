/// H. Sayah, Évolution quasi-statique d'un fil souple inextensible sur un plan avec frottement sec : cas discret, 2004.

#include "problems/judge/quantity.hpp"
#include "reports/claims/chain_instances.hpp"
#include "reports/claims/chain_stages.hpp"
#include "reports/claims/chain_with_lengths.hpp"
#include "reports/claims/papers.hpp"
#include "reports/claims/runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace unilateral::claims {
namespace {

using plane = plane_vector<real50>;
using chain_answer = chain_solution<real50>;

real50 speed(const chain_answer& a, std::size_t i) { return sqrt(real50(a.velocities[i].dot(a.velocities[i]))); }

void duality(inquiry& q) {
  const chain_answer one = run(q.with(), chain_of({{1, 0}}));
  const real50 printed_primal = speed(one, 0) + one.dissipation, printed_dual = -one.dual_value;
  q.refutes("Min P₁ = Min P₂", abs(real50(printed_primal - printed_dual)) > 1,
            "one bar pulled along its own line at speed 1: Min P₁ = " + brief(printed_primal) +
                " (node 0 counted), Min P₂ = " + brief(printed_dual));
  std::vector<std::pair<real50, real50>> values;
  for (const chain_statement& chain : polygons(60, 2004)) {
    const chain_answer a = run(q.with(), chain);
    const std::vector<plane> T = directions(chain);
    real50 sum(0);
    for (std::size_t i = 1; i < a.velocities.size(); ++i) sum += speed(a, i);
    values.emplace_back(sum, -a.tensions[0] * T[0].dot(a.velocities[0]));
  }
  q.tried(static_cast<int>(values.size()), "random polygons");
  q.agrees_in_all("Σ over i ≥ 1 of |u_i| = −min τ₁ T₁·U, on random polygons", values, 46);
}

void rest_beyond(inquiry& q) {
  int resting = 0, with_rest = 0;
  std::vector<std::pair<real50, real50>> orthogonal;
  for (const chain_statement& chain : polygons(60, 21)) {
    const chain_answer a = run(q.with(), chain);
    const std::size_t k = static_cast<std::size_t>(a.moving);
    if (k + 1 >= a.velocities.size()) continue;
    ++with_rest;
    orthogonal.emplace_back(directions(chain)[k].dot(a.velocities[k]) / speed(a, k), 0);
    bool rest = true;
    for (std::size_t i = k + 1; i < a.velocities.size(); ++i) rest = rest && speed(a, i) == 0;
    resting += rest ? 1 : 0;
  }
  q.tried(with_rest, "random polygons that don't move as a whole");
  q.holds("beyond the last moving node all is at rest", with_rest > 0 && resting == with_rest,
          fmt::format("{} of {} random polygons that don't move as a whole", resting, with_rest));
  q.agrees_in_all("and u_j·T_{j+1} = 0 there", orthogonal, 46, 1);
}

/// Other velocities that keep the bars' lengths dissipate more.
void unique_velocities(inquiry& q) {
  std::mt19937 random(22);
  int all = 0, more = 0;
  for (const chain_statement& chain : polygons(30, 22)) {
    const chain_answer a = run(q.with(), chain);
    const std::vector<plane> T = directions(chain);
    for (int trial = 0; trial < 4; ++trial) {
      plane v = a.velocities[0];
      real50 sum(0);
      for (std::size_t i = 0; i < T.size(); ++i) {
        const plane N(-T[i][1], T[i][0]);
        const real50 turn = N.dot(a.velocities[i + 1]) +
                            real50(static_cast<int>(random() % 2001) - 1000) / (trial % 2 == 0 ? 1000 : 1000000000);
        v = plane(T[i].dot(v) * T[i] + turn * N);
        sum += sqrt(real50(v.dot(v)));
      }
      ++all;
      more += sum > a.dissipation ? 1 : 0;
    }
  }
  q.tried(all, "compatible velocities of 30 random polygons");
  q.holds("every other compatible velocity tried dissipates more", more == all, fmt::format("{} of {}", more, all));
}

void tensions(inquiry& q) {
  q.certified("S04.2.2t");
  const rational_arc arc;
  const exact::vector first{rational(17, 8), rational(15, 8), rational(5, 4), rational(1, 2)},
      second{rational(17, 8), rational(15, 8), rational(4, 3), rational(1, 2)};
  q.holds(
      "two tension vectors of one chain, nodes 2 to 4 at rest, both optimal",
      arc.feasible(first) && arc.feasible(second) && first != second,
      exact::text(first) + " and " + exact::text(second) + ", forces at most 1 in exact rationals, both of value 17/8");
  // Where all nodes move each force is u_i/|u_i|, and the tensions follow from the free end inwards.
  std::vector<std::pair<real50, real50>> recovered;
  for (const chain_statement& chain : polygons(80, 23)) {
    const chain_answer a = run(q.with(), chain);
    const std::vector<plane> T = directions(chain);
    if (a.moving != chain.bars()) continue;
    real50 theta(0);
    for (std::size_t i = T.size(); i-- > 0;) {
      const plane direction = a.velocities[i + 1] / speed(a, i + 1);
      theta = (i + 1 < T.size() ? real50(theta * T[i].dot(T[i + 1])) : real50(0)) - T[i].dot(direction);
      recovered.emplace_back(theta, a.tensions[i]);
    }
  }
  q.tried(static_cast<int>(recovered.size()), "tensions of polygons that move, and one rational arc");
  q.agrees_in_all("where all nodes move, the velocities alone determine the tensions", recovered, 40);
}

/// The angles between bars differ: 40° and 70°; then a fourth bar, turned by 20° more.
chain_statement bent(bool four_bars) {
  std::vector<std::array<expression, 2>> bars;
  for (const int d : four_bars ? std::vector<int>{0, 40, 110, 130} : std::vector<int>{0, 40, 110})
    bars.push_back({cos(degrees(d)), sin(degrees(d))});
  return chain_of(bars);
}

void restart(inquiry& q) {
  const chain_answer three = run(q.with(), bent(false)), four = run(q.with(), bent(true));
  const real50 cot = cos(radians(70)) / sin(radians(70)), printed = cos(radians(20)) / sin(radians(20));
  q.tried(2, "bent chains");
  q.holds("angles 40° and 70° (n = 3), and 20° after them (n = 4): node 2 is the last that moves",
          three.moving == 2 && four.moving == 2, fmt::format("{}, {}", three.moving, four.moving));
  q.agrees("n = 3: θ₃ = cot β₂, where j = n − 1 and no β₃ exists", three.tensions[2], cot, 46);
  q.agrees("n = 4: θ₃ = cot β₂", four.tensions[2], cot, 46);
  const std::vector<plane> T = directions(bent(true));
  const plane force = four.tensions[2] * T[2] - four.tensions[1] * T[1];
  q.agrees("friction at node 2 is at its limit", sqrt(real50(force.dot(force))), 1, 46);
  q.agrees("and orthogonal to T₃", force.dot(T[2]), 0, 46, 1);
  q.refutes("θ_{j+1} = sin β_{j+1} cos β_{j+1}/(1 − cos² β_{j+1})", printed - 1 > 1,
            "n = 4, j = 2: it gives θ₃ = cot 20° = " + brief(printed, 6) +
                "; as |θ₄| ≤ 1, the friction at node 3 would be at least " + brief(real50(printed - 1), 6) +
                " > 1; and for j = n − 1 there is no angle β_{j+1}");
}

/// n = 5, β = 20°: every root is real, and yet the whole chain does not move.
void stopping(inquiry& q) {
  const chain_statement chain = arc(5, degrees(20));
  const stage first = stage_of(directions(chain), plane(-1, 0), 5);
  std::string speeds;
  for (const real50& s : first.speed) speeds += (speeds.empty() ? "" : ", ") + brief(s, 5);
  const chain_answer a = run(q.with(), chain);
  q.refutes(
      "the recursion (R_n) fails when the line misses the circle", first.real_roots && !first.accepted(),
      "n = 5, β = 20°: all roots of (R₅) are real, θ₁ = " + (first.real_roots ? brief(first.tension[0], 8) : "none") +
          "; what fails is the sign in (11): |u_i| = " + speeds);
  q.tried(1, "arc");
  q.agrees("the solution moves node 1 alone: |u₁| = 1/sin β", speed(a, 1), 1 / sin(radians(20)), 46);
  q.holds("nodes 2 to 5 rest", a.moving == 1, fmt::format("last moving node {}", a.moving));
  q.note("no other choice of signs can do: by proposition 2.2 the velocities are unique");
  q.holds("a solver that tests the roots only stops at a tension that is not the greatest",
          first.real_roots && first.tension[0] < a.dual_value,
          first.real_roots ? brief(first.tension[0], 8) + " < " + brief(a.dual_value, 8) : "");
}

void closed_form(inquiry& q, const std::string& name, int moving) {
  const problem& p = find_problem(name);
  const chain_statement chain = with_values(std::get<chain_statement>(p.question));
  const chain_answer a = run(q.with(), chain);
  std::vector<std::pair<real50, real50>> values;
  for (const auto& known :
       p.answer.at<real50>(values_of<real50>(chain.parameters), constant_value<real50>(chain.horizon)).values)
    values.emplace_back(quantity(a, known.quantity), known.value);
  q.tried(1, "chain, the figure's");
  q.agrees_in_all("tensions, speeds, dissipation against the closed form", values, 46, 1);
  q.holds("nodes that move", a.moving == moving, fmt::format("1 to {}, and the driven node 0", a.moving));
  q.note("θ₁ = " + brief(a.tensions[0], 20) + ", θ₂ = " + brief(a.tensions[1], 20));
}

void criterion(inquiry& q) {
  q.certified("S04.i");
  const rational_arc exactly;
  const exact::vector tau{rational(17, 8), rational(15, 8), rational(5, 4), rational(1, 2)}, u1{-1, rational(15, 8)};
  const bool optimal = exactly.feasible(tau) && -tau[0] * exactly.E.dot(exactly.T[0], exactly.U) == rational(17, 8) &&
                       exactly.E.squared(u1) == rational(289, 64) &&
                       exactly.E.dot(exactly.T[0], u1) == exactly.E.dot(exactly.T[0], exactly.U) &&
                       exactly.E.dot(exactly.T[1], u1) == 0;
  q.refutes("all moves as long as (n − 1)β < π/2", optimal && exactly.E.dot(exactly.T[0], exactly.T[3]) > 0,
            "n = 4, cos β = 15/17, (T₁, T₄) acute: tensions " + exact::text(tau) + " and u₁ = " + exact::text(u1) +
                ", u₂ = u₃ = u₄ = 0 have the common value 17/8, in rationals");
  const chain_answer five = run(q.with(), arc(5, degrees(20)));
  q.refutes("all moves as long as (n − 1)β < π/2", five.moving == 1,
            fmt::format("n = 5, β = 20°, (n − 1)β = 80°: last moving node {}", five.moving));
  int all = 0, right = 0;
  for (int n = 2; n <= 10; ++n)
    for (int d = 2; d <= 44; d += 3) {
      if (n * d == 90) continue;
      ++all;
      right += (run(q.with(), arc(n, degrees(d))).moving == (n * d < 90 ? n : 1)) ? 1 : 0;
    }
  q.tried(all, "arcs");
  q.holds("all nodes move where nβ < π/2, and node 1 alone beyond", right == all,
          fmt::format("{} of {} arcs, n = 2 … 10, β = 2° … 44°", right, all));
  q.note(
      "the abridged English version says it so: by the length of the chain against a quarter of a circle, and n bars "
      "subtend nβ");
}

/// Against a solver with the lengths in its unknowns, angular velocities of bars of length 2/3, 1, 4/3, …
void lengths(inquiry& q) {
  int all = 0, same = 0;
  double worst = 0;
  const auto equal = polygons(40, 24), other = polygons(40, 24, true);
  for (std::size_t k = 0; k < equal.size(); ++k) {
    const chain_answer a = run(q.with(), equal[k]);
    std::vector<plane_vector<double>> nodes;
    for (const auto& node : other[k].nodes)
      nodes.emplace_back(constant_value<double>(node[0]), constant_value<double>(node[1]));
    const auto by_angles = velocities_by_angles(nodes, {-1, 0});
    double off = 0;
    for (std::size_t i = 0; i < by_angles.size(); ++i)
      for (int j = 0; j < 2; ++j)
        off = std::max(off, std::abs(by_angles[i][j] - static_cast<double>(a.velocities[i + 1][j])));
    ++all;
    worst = std::max(worst, off);
    // √ of the rounding of a sum of speeds: near its minimum that is all double tells of the velocities.
    same += off < 1e-6 ? 1 : 0;
  }
  q.tried(all, "random polygons of 2 to 8 bars");
  q.holds("velocities of chains with unequal bars, minimised over angular velocities, are those of the equal ones",
          same == all, fmt::format("{} of {}; the worst by {:.1e}", same, all, worst));
}

void stages(inquiry& q) {
  std::vector<std::pair<real50, real50>> pairs;
  int all = 0, stopped = 0;
  std::vector<int> at(9, 0);
  for (const chain_statement& chain : polygons(120, 25)) {
    const std::vector<plane> T = directions(chain);
    const int n = chain.bars();
    bool acute = true;
    for (std::size_t i = 0; i + 1 < T.size(); ++i) acute = acute && T[i].dot(T[i + 1]) > 0;
    if (!acute || !(T[0][0] > 0)) continue;
    ++all;
    int j = n;
    stage s = stage_of(T, plane(-1, 0), j);
    while (!s.accepted() && j > 1) s = stage_of(T, plane(-1, 0), --j);
    if (!s.accepted()) continue;
    ++stopped;
    ++at[static_cast<std::size_t>(n - j)];
    const chain_answer a = run(q.with(), chain);
    pairs.emplace_back(a.moving, j);
    for (std::size_t i = 0; i < s.tension.size(); ++i) pairs.emplace_back(a.tensions[i], s.tension[i]);
    for (std::size_t i = 0; i < s.velocity.size(); ++i)
      for (int k = 0; k < 2; ++k) pairs.emplace_back(a.velocities[i + 1][k], s.velocity[i][k]);
  }
  std::string spread;
  for (const int count : at) spread += (spread.empty() ? "" : ", ") + std::to_string(count);
  q.tried(all, "polygons with acute angles");
  q.holds("the corrected stages end at the latest at j = 1", all > 0 && stopped == all,
          fmt::format("{} of {} polygons with acute angles; after 1, 2, … stages: {}", stopped, all, spread));
  q.agrees_in_all("their velocities and tensions are those of the O(n) recursion", pairs, 40, 1);
}

/// n bars on an arc of length 1 and radius 1, friction 1/n at each node: θ(s) = sin(1 − s), |u| = cos 1/cos²(1 − s).
void string_limit(inquiry& q) {
  std::vector<real50> tension_error, speed_error;
  std::string found;
  for (int n = 8; n <= 256; n *= 2) {
    const chain_answer a = run(q.with(), arc(n, rational(1, n)));
    real50 worst(0), worst_speed(0);
    for (int i = 1; i <= n; ++i) {
      const real50 s = real50(i - 1) / n, middle = (real50(i) - real50(1) / 2) / n, c = cos(real50(1 - middle));
      worst =
          std::max(worst, real50(abs(real50(a.tensions[static_cast<std::size_t>(i - 1)] / n - sin(real50(1 - s))))));
      worst_speed =
          std::max(worst_speed, real50(abs(real50(speed(a, static_cast<std::size_t>(i)) - cos(real50(1)) / (c * c)))));
    }
    tension_error.push_back(worst);
    speed_error.push_back(worst_speed);
    found += (found.empty() ? "" : ", ") + brief(worst, 3);
  }
  const auto order = [](const std::vector<real50>& e) {
    return real50(log(real50(e[e.size() - 2] / e.back())) / log(real50(2)));
  };
  const auto near_two = [](const real50& p) { return p > real50(19) / 10 && p < real50(21) / 10; };
  q.tried(static_cast<int>(tension_error.size()), "chains of 8 … 256 bars");
  q.holds("tensions θ_i/n at s_{i−1} tend to sin(1 − s) like 1/n²", near_two(order(tension_error)),
          "errors " + found + " for n = 8 … 256; order " + brief(order(tension_error), 5));
  q.holds("speeds |u_i| at the middle of bar i tend to cos 1/cos²(1 − s) like 1/n²", near_two(order(speed_error)),
          "order " + brief(order(speed_error), 5));
}

/// Longer than a quarter of a circle: S = 2, R = 1. Node 1 alone moves, at p/sin β, β = 2/n: no velocity is left in the
/// limit but a mass p R at s = 0; θ₁/n·2 → R.
void string_beyond(inquiry& q) {
  std::vector<real50> mass_error, tension_error;
  real50 fastest(0);
  int alone = 0, all = 0;
  for (int n = 8; n <= 512; n *= 4) {
    const chain_answer a = run(q.with(), arc(n, rational(2, n)));
    const real50 ds = real50(2) / n;
    ++all;
    alone += a.moving == 1 ? 1 : 0;
    mass_error.push_back(abs(real50(speed(a, 1) * ds - 1)));
    tension_error.push_back(abs(real50(a.tensions[0] * ds - 1)));
    fastest = std::max(fastest, speed(a, 1));
  }
  const auto falls = [](const std::vector<real50>& e) { return e.back() < e.front() / 1000; };
  q.tried(all, "chains longer than a quarter of a circle");
  const real50 at_start = 1 / cos(real50(2));  // |u| at s = 0 by the formula: T·u = −p there
  q.refutes("the discrete chain tends to a solution of (1)–(4)", alone == all && fastest > 200 && at_start < 0,
            "S = 2, R = 1: node 1 alone moves, |u₁| up to " + brief(fastest, 5) +
                " for n = 512; where it moves, (1)–(4) give |u| = p cos(S/R)/cos²((S − s)/R): " + brief(at_start, 5) +
                " p at s = 0, infinite where S − s = πR/2, and nowhere 0, so that no part can rest either");
  q.holds("the limit: |u| ds tends to the mass p R at s = 0, the tension at s = 0 to R",
          falls(mass_error) && falls(tension_error),
          "errors of the mass " + brief(mass_error.front(), 3) + " … " + brief(mass_error.back(), 3));
}

/// A straight string of length 1, k = 1 + s, pulled along itself: (θT)' = k u/|u| with u = −|u|T, so θ' = −k, θ(1) = 0.
/// The note's stages with the printed restart angle β_{j+1}: n = 3, β = (70°, 20°).
void last_stage(inquiry& q) {
  const chain_statement chain =
      chain_of({{1, 0}, {cos(degrees(70)), sin(degrees(70))}, {cos(degrees(90)), sin(degrees(90))}});
  const std::vector<plane> T = directions(chain);
  // R_1 as printed: θ₂ = cot β₂ with β₂ = 20°, whose root wants |sin β₁ θ₂| ≤ 1.
  const real50 printed = cos(radians(20)) / sin(radians(20)) * sin(radians(70));
  q.refutes("it stops at the latest at j = 1, with the printed restart", printed > 1,
            "n = 3, β = (70°, 20°): (R₁) starts with θ₂ = cot 20°, and |sin β₁ θ₂| = " + brief(printed, 6) +
                " > 1 has no root: no stage is left");
  const stage one = stage_of(T, plane(-1, 0), 1);
  q.tried(1, "bent chain");
  q.holds("with β_1 the root of (R₁) is |sin β₁|, and the stage is accepted", one.accepted(), "θ₁ = 1/sin 70°");
  q.agrees("θ₁ of the accepted stage", one.tension.empty() ? real50(0) : one.tension[0], 1 / sin(radians(70)), 45);
  int all = 0, stopped = 0;
  for (const chain_statement& polygon : polygons(120, 27)) {
    const std::vector<plane> bars = directions(polygon);
    bool acute = bars[0][0] > 0;
    for (std::size_t i = 0; i + 1 < bars.size(); ++i)
      acute = acute && bars[i].dot(bars[i + 1]) > 0 &&
              abs(real50(bars[i][0] * bars[i + 1][1] - bars[i][1] * bars[i + 1][0])) > 0;
    if (!acute) continue;
    ++all;
    stopped += stage_of(bars, plane(-1, 0), 1).real_roots ? 1 : 0;
  }
  q.tried(all, "polygons with acute angles");
  q.holds("(R₁) with the true angle always has its root", stopped == all, fmt::format("{} of {}", stopped, all));
}

/// (ii): beyond a quarter of a circle node 1 alone; with β̂ = min(β, π − β).
void beyond(inquiry& q) {
  const chain_answer two = run(q.with(), chain_of({{1, 0}, {cos(degrees(150)), sin(degrees(150))}}));
  q.refutes("beyond π/2 only M₀ and M₁ move", two.moving == 2,
            "n = 2, β = 150°, U = −T₁: γ = 150° > 90°, and both nodes move: β̂ = 30°, 2 β̂ < 90°");
  int all = 0, right = 0;
  for (int n = 2; n <= 10; ++n)
    for (int d = 3; d <= 177; d += 6) {
      const int folded = std::min(d, 180 - d);
      if (n * folded == 90 || d == 90) continue;
      ++all;
      right += run(q.with(), arc(n, degrees(d))).moving == (n * folded < 90 ? n : 1) ? 1 : 0;
    }
  q.tried(all, "arcs, n = 2 … 10, β = 3° … 177°");
  q.holds("all nodes move where n β̂ < π/2, and M₁ alone beyond", right == all, fmt::format("{} of {}", right, all));
}

/// A chain with the friction k_i at node i, so that its disc has the radius k_i. Bar i carries what lies in [−a_i,
/// a_i],
///
///     a_n = k_n,   m_i = min(a_{i+1}, k_i |c|/|s|),   a_i = m_i |c| + √(k_i² − m_i² s²)
///
/// with c, s of the angle at node i: θ ↦ θ |c| + √(k² − θ² s²) is greatest at k |c|/|s|. Bars are taken at ρ a_i, with
/// ρ = 1 up to the first node with m_i < a_{i+1}; beyond it all rests and ρ a_i is one choice, the set of tensions
/// being convex.
struct weighted_chain {
  std::vector<real50> tension;      ///< of bars 1 … n, at [0] …
  std::vector<plane> force, speed;  ///< θ_{i+1} T_{i+1} − θ_i T_i, and u_i, of nodes 1 … n

  weighted_chain(const std::vector<plane>& T, const plane& U, const std::vector<real50>& k) {
    const std::size_t n = T.size();
    std::vector<real50> a(n), m(n, real50(0));
    a[n - 1] = k[n - 1];
    for (std::size_t i = n - 1; i-- > 0;) {
      const real50 c = abs(real50(T[i].dot(T[i + 1]))), s = abs(real50(T[i][0] * T[i + 1][1] - T[i][1] * T[i + 1][0]));
      m[i] = a[i + 1] * s > k[i] * c ? real50(k[i] * c / s) : a[i + 1];
      a[i] = m[i] * c + sqrt(real50(k[i] * k[i] - m[i] * m[i] * s * s));
    }
    real50 along = T[0].dot(U), part(1), sign(along > 0 ? -1 : 1);
    plane u = U;
    bool rests = false;
    for (std::size_t i = 0; i < n; ++i) {
      tension.push_back(sign * part * a[i]);
      force.push_back(-tension[i] * T[i]);
      if (i + 1 < n) {
        if (T[i].dot(T[i + 1]) < 0) sign = -sign;
        force[i] += sign * part * m[i] * T[i + 1];
        part *= m[i] / a[i + 1];
      }
      u = rests ? plane(plane::Zero()) : plane(force[i] * (T[i].dot(u) / T[i].dot(force[i])));
      speed.push_back(u);
      rests = rests || (i + 1 < n && m[i] < a[i + 1]);
    }
  }
};

void weights_of_nodes(inquiry& q) {
  int all = 0, along = 0, within = 0;
  std::vector<std::pair<real50, real50>> values, ones;
  std::mt19937 random(2005);
  const real50 slack = tenth(40);
  for (const chain_statement& chain : polygons(60, 47)) {
    const chain_answer a = run(q.with(), chain);
    const std::vector<plane> T = directions(chain);
    const std::size_t n = T.size();
    std::vector<real50> k;
    for (std::size_t i = 0; i < n; ++i) k.push_back(real50(5 + static_cast<int>(random() % 21)) / 10);
    const weighted_chain weighted(T, a.velocities[0], k), equal(T, a.velocities[0], std::vector<real50>(n, real50(1)));
    real50 power(0);
    bool follows = true, bounded = true;
    for (std::size_t i = 0; i < n; ++i) {
      const real50 size = sqrt(real50(weighted.speed[i].dot(weighted.speed[i])));
      power += k[i] * size;
      follows = follows && abs(real50(weighted.speed[i].dot(weighted.force[i]) - k[i] * size)) <= slack * (1 + size);
      bounded = bounded && weighted.force[i].dot(weighted.force[i]) <= k[i] * k[i] * (1 + slack);
    }
    ++all;
    along += follows ? 1 : 0;
    within += bounded ? 1 : 0;
    values.emplace_back(power, -weighted.tension[0] * T[0].dot(a.velocities[0]));
    for (int i = 0; i < a.moving; ++i)
      ones.emplace_back(equal.tension[static_cast<std::size_t>(i)], a.tensions[static_cast<std::size_t>(i)]);
  }
  q.tried(all, "polygons with weights from 1/2 to 5/2");
  q.holds("discrete: each node moves against a friction k_i, and none needs more", along == all && within == all,
          fmt::format("{} and {} of {}", along, within, all));
  q.agrees_in_all("Σ k_i |u_i| = −θ₁ T₁·U with discs of radius k_i, so that both are extremal", values, 44);
  q.agrees_in_all("with k_i = 1 the tensions are those of chain_duality", ones, 44);
}

void weights(inquiry& q) {
  int right = 0, wrong = 0, all = 0;
  rational at_zero;
  for (const rational& s : {rational(0), rational(1, 4), rational(1, 2), rational(3, 4), rational(1)}) {
    const rational k = 1 + s, theta = rational(3, 2) - s - s * s / 2, slope = -k;
    const rational by_theta = slope / k, by_product = (slope * k + theta) / k;  // d/ds₁ = (1/k) d/ds, k' = 1
    if (s == 0) at_zero = by_product;
    ++all;
    right += by_theta == -1 ? 1 : 0;
    wrong += by_product != -1 ? 1 : 0;
  }
  q.refutes("θ̂(s₁) = θ(s₁) k(s) turns d(θT)/ds = k u/|u| into d(θ̂T)/ds₁ = u/|u|", wrong == all,
            "straight string, k = 1 + s, u/|u| = −T: d(θk)/ds₁ at s = 0 is " + to_text(at_zero) + ", not −1");
  int quotient = 0;
  for (const rational& x : {rational(0), rational(1, 2), rational(1)}) {
    const rational k = 1 + x, theta = rational(3, 2) - x - x * x / 2;
    quotient += (-k / k - theta / (k * k)) / k != -1 ? 1 : 0;  // d(θ/k)/ds₁
  }
  q.holds("θ/k does not either", quotient >= 2, fmt::format("at {} of 3 points", quotient));
  q.note("the printed formula is read from a scan of the note; k > 0 is needed, else s₁ is no variable");
  q.tried(right, "points of a string with k = 1 + s");
  q.holds("θ̂(s₁) = θ(s) does, with s₁ = ∫k ds", right == all, fmt::format("exactly, at {} points", right));
  weights_of_nodes(q);
}

}  // namespace

std::vector<claim> sayah_2004() {
  using enum study::settlement;
  const std::string paper = "Sayah2004", corrections = "proofs/coq/chain_corrections.v", proofs = "proofs/coq/chain.v",
                    recursion = "proofs/coq/chain_recursion.v", on_arcs = "proofs/coq/chain_arc.v",
                    stage_proofs = "proofs/coq/chain_stages.v", erratum = "erratum";
  return {
      {"S04.P1P2",
       paper,
       "sect. 2.2",
       "Min P₁ = Min P₂.",
       corrected,
       duality,
       {erratum, proofs, recursion, corrections},
       "Min P₁ over the nodes i ≥ 1 is −min τ₁ T₁·U; with |U| of node 0 counted, |U| − min τ₁ T₁·U."},
      {"S04.2.1",
       paper,
       "proposition 2.1",
       "u_j·T_{j+1} = 0 implies that the sub-chain beyond is at rest.",
       proved,
       rest_beyond,
       {proofs}},
      {"S04.2.2u",
       paper,
       "proposition 2.2",
       "The velocity problem has a unique solution.",
       proved,
       unique_velocities,
       {proofs}},
      {"S04.2.2t",
       paper,
       "proposition 2.2",
       "Tensions at rest need not be unique; they are where the whole chain moves.",
       proved,
       tensions,
       {corrections, recursion}},
      {"S04.Rj",
       paper,
       "(R_j)",
       "θ_{j+1} = sin β cos β/(1 − cos² β) with β = β_{j+1}.",
       corrected,
       restart,
       {erratum, "sayah_fig_3", recursion, "solvers/chain_duality"},
       "with β = β_j, the angle between bars j and j + 1, and with its sign: θ_{j+1} = θ_j ⟨T_j, T_{j+1}⟩, |θ_{j+1}| "
       "|sin β_j| = "
       "|cos β_j|."},
      {"S04.stop",
       paper,
       "sect. 3.1",
       "The recursion fails when the line misses the circle.",
       corrected,
       stopping,
       {erratum, "chain_printed_criterion", on_arcs, "solvers/chain_duality"},
       "the root may stay real; then the sign in (11) fails."},
      {"S04.fig4",
       paper,
       "fig. 4",
       "n = 4, β = 20°: all nodes move.",
       proved,
       [](inquiry& q) { closed_form(q, "chain_arc_fig4", 4); },
       {"sayah_fig_4", on_arcs, "problems/chain.hpp"}},
      {"S04.fig5",
       paper,
       "fig. 5",
       "n = 6, β = 20°: only the first two joints move.",
       proved,
       [](inquiry& q) { closed_form(q, "chain_arc_fig5", 1); },
       {"sayah_fig_5", on_arcs, "problems/chain.hpp"}},
      {"S04.i",
       paper,
       "sect. 3.2 (i)",
       "On an arc the whole chain moves as long as (n − 1)β < π/2.",
       corrected,
       criterion,
       {erratum, "chain_printed_criterion", corrections, on_arcs},
       "for β < π/2 it does exactly where nβ < π/2; where bars fold back, S04.ii."},
      {"S04.length",
       paper,
       "after (8)",
       "The lengths of the bars do not enter the instantaneous problem.",
       confirmed,
       lengths,
       {"reports/claims/chain_with_lengths.hpp", "tests/chain_extremality.cpp"}},
      {"S04.ii",
       paper,
       "sect. 3.2 (ii)",
       "On an arc with (n − 1)β > π/2 only M₀ and M₁ move.",
       corrected,
       beyond,
       {erratum, stage_proofs, on_arcs},
       "with β̂ = min(β, π − β) and n ≥ 2, all move where n β̂ < π/2, else M₁ alone."},
      {"S04.stages",
       paper,
       "sect. 3.1",
       "Stage j fails where a root is not real; the first that doesn't is the solution.",
       corrected,
       [](inquiry& q) {
         const chain_statement five = arc(5, rational(361, 3600) * pi());  // 18.05°
         const stage first = stage_of(directions(five), plane(-1, 0), 5);
         const chain_answer a = run(q.with(), five);
         q.refutes("a stage with real roots is the solution", first.real_roots && !first.accepted() && a.moving == 1,
                   "n = 5, β = 18.05°: all roots of the first stage are real, and node 1 alone moves");
         stages(q);
       },
       {erratum, "chain_printed_criterion", stage_proofs, recursion, "solvers/chain_duality"},
       "refuse a stage as soon as |sin β_i| |θ_{i+1}| ≥ |cos β_i|, and stage j where sin β_j = 0; the first that is "
       "left is the "
       "solution, for every polygon."},
      {"S04.last",
       paper,
       "sect. 3.1",
       "The algorithm stops at the latest at j = 1.",
       corrected,
       last_stage,
       {erratum, recursion},
       "with the restart at β_j; with the printed β_{j+1} no stage may be left."},
      {"S04.string",
       paper,
       "(1)–(4)",
       "(Implied, not stated.) The discrete chain tends to the string: on an arc θ(s) = R sin((S − s)/R).",
       corrected,
       [](inquiry& q) {
         string_limit(q);
         string_beyond(q);
       },
       {erratum, "tests/chain_closed_forms.cpp"},
       "for S < πR/2. From S = πR/2 on, the tension at s = 0 tends to R, and |u| ds to the mass p R at s = 0: no "
       "velocity meets (2) and (4)."},
      {"S04.weights",
       paper,
       "sect. 1, change of variable",
       "With friction k(s), θ̂ = θ k in the variable s₁ = ∫k ds reduces to k = 1.",
       corrected,
       weights,
       {erratum},
       "θ̂(s₁) = θ(s), k > 0; discrete: a weight k_i at node i is the radius of its disc."},
  };
}

}  // namespace unilateral::claims
