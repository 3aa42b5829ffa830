/// J. J. Moreau, Les liaisons unilatérales et le principe de Gauss, 1963.

#include "problems/language/tape.hpp"
#include "proofs/enclosures/enclosure.hpp"
#include "reports/claims/papers.hpp"
#include "reports/claims/runs.hpp"
#include "reports/study/order/orders.hpp"
#include "reports/study/reference/trusted_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <random>

namespace unilateral::claims {
namespace {

using exact::projected;

/// (P), by the induction of the proof and by enumeration, on random and on degenerate instances.
void problem_P(inquiry& q) {
  int solved = 0, same = 0, all = 0, degenerate = 0;
  for (const auto& [E, u, s, z] : exact::instances(exact::instances_tried, 1963, false)) {
    const projected p = q.with().projection(E, u, s, z), other = exact::by_enumeration(E, u, s, z);
    ++all;
    solved += exact::solves_P(E, u, s, z, p) ? 1 : 0;
    same += p.x == other.x ? 1 : 0;
    degenerate += u.size() > z.size() ? 1 : 0;
  }
  q.tried(all, "instances in exact rationals");
  q.holds("two algorithms in exact rationals find one solution of (P)", solved == all && same == all,
          fmt::format("{} of {} instances solved, {} equal; {} with more constraints than dimensions", solved, all,
                      same, degenerate));
}

/// A beam on three supports: λ is not unique, the reaction is.
void reaction(inquiry& q) {
  q.certified("M63.reaction");
  exact::space E = exact::euclidean(2);
  E.M[1][1] = exact_rational("1/3");  // height, rotation: m = 1, moment of inertia 1/3
  exact::rows u;
  for (const int at : {-1, 0, 1}) u.push_back(exact::represented(E, {1, at}));
  const exact::vector s = exact::zero(3), z{-10, 0};
  const projected sides{exact::zero(2), {5, 0, 5}}, middle{exact::zero(2), {0, 10, 0}};
  const projected found = q.with().projection(E, u, s, z);
  q.tried(1, "beam on three supports");
  q.holds("two different families λ solve (P) with one x",
          exact::solves_P(E, u, s, z, sides) && exact::solves_P(E, u, s, z, middle) && sides.lambda != middle.lambda,
          "λ = " + exact::text(sides.lambda) + " and " + exact::text(middle.lambda) +
              " for a bar at rest on three supports, weight 10");
  exact::vector by_sides = exact::zero(2), by_found = exact::zero(2);
  for (std::size_t i = 0; i < u.size(); ++i) {
    by_sides = exact::sum(by_sides, sides.lambda[i], u[i]);
    by_found = exact::sum(by_found, found.lambda[i], u[i]);
  }
  q.holds("the reaction is the same for all", by_sides == by_found && exact::solves_P(E, u, s, z, found),
          "Σ λ u = " + exact::text(by_found) + ", also for the λ computed, " + exact::text(found.lambda));
}

/// Points of masses m_k with accelerations Γ_k = J_k q'' + c_k under forces F_k: Appell's function as it is defined,
///   G(q'') = ½ Σ m_k |Γ_k|² − Σ Γ_k·F_k.
struct points {
  std::vector<rational> mass;
  std::vector<exact::rows> J;  ///< two rows a point
  exact::rows c, F;
  exact::vector acceleration(std::size_t k, const exact::vector& a) const {
    exact::vector x = c[k];
    for (std::size_t d = 0; d < 2; ++d)
      for (std::size_t i = 0; i < a.size(); ++i) x[d] += J[k][d][i] * a[i];
    return x;
  }
  rational appell(const exact::vector& a) const {
    rational G = 0;
    for (std::size_t k = 0; k < mass.size(); ++k) {
      const exact::vector x = acceleration(k, a);
      for (std::size_t d = 0; d < 2; ++d) G += mass[k] * x[d] * x[d] / 2 - x[d] * F[k][d];
    }
    return G;
  }
};

/// Three points in the plane and n ≤ 3 parameters, with small rational entries.
points points_of(unsigned seed, std::size_t n) {
  std::mt19937 random(seed);
  const auto entry = [&] { return rational(static_cast<int>(random() % 9) - 4); };
  points p;
  for (int k = 0; k < 3; ++k) {
    p.mass.emplace_back(1 + static_cast<int>(random() % 4));
    exact::rows J(2, exact::zero(n));
    for (exact::vector& row : J)
      for (rational& x : row) x = entry();
    p.J.push_back(J);
    p.c.push_back({entry(), entry()});
    p.F.push_back({entry(), entry()});
  }
  return p;
}

/// The least of a quadratic function on {g_i·a ≥ s_i}, from its values alone: Hessian and gradient are its differences,
/// and every set of equalities is tried. Nothing of the kinetic metric, and of projections, enters.
template <class Function>
exact::vector least_of(const Function& G, std::size_t n, const exact::rows& g, const exact::vector& s) {
  const auto unit = [&](std::size_t i) {
    exact::vector e = exact::zero(n);
    e[i] = 1;
    return e;
  };
  const rational G0 = G(exact::zero(n));
  exact::rows H(n, exact::zero(n));
  exact::vector slope = exact::zero(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) H[i][j] = G(exact::sum(unit(i), 1, unit(j))) - G(unit(i)) - G(unit(j)) + G0;
    slope[i] = G(unit(i)) - G0 - H[i][i] / 2;
  }
  std::optional<exact::vector> best;
  for (unsigned set = 0; set < (1U << g.size()); ++set) {
    std::vector<std::size_t> on;
    for (std::size_t i = 0; i < g.size(); ++i)
      if (set >> i & 1U) on.push_back(i);
    const std::size_t size = n + on.size();
    exact::rows A(size, exact::zero(size));
    exact::vector b = exact::zero(size);
    for (std::size_t i = 0; i < n; ++i) {
      b[i] = -slope[i];
      for (std::size_t j = 0; j < n; ++j) A[i][j] = H[i][j];
      for (std::size_t k = 0; k < on.size(); ++k) A[i][n + k] = A[n + k][i] = g[on[k]][i];
    }
    for (std::size_t k = 0; k < on.size(); ++k) b[n + k] = s[on[k]];
    const auto found = exact::solved(A, b);
    if (!found) continue;
    const exact::vector a(found->begin(), found->begin() + static_cast<std::ptrdiff_t>(n));
    bool admissible = true;
    for (std::size_t i = 0; i < g.size(); ++i) {
      rational rate = 0;
      for (std::size_t j = 0; j < n; ++j) rate += g[i][j] * a[j];
      admissible = admissible && rate >= s[i];
    }
    if (admissible && (!best || G(a) < G(*best))) best = a;
  }
  if (!best) throw input_error("Appell: expected an admissible acceleration, found none");
  return *best;
}

/// x makes Appell's function least among the admissible accelerations: G is formed from the masses, and minimised a
/// second way.
void gauss_principle(inquiry& q) {
  int all = 0, equal = 0;
  for (unsigned seed = 0; all < exact::instances_tried && seed < 10 * exact::instances_tried; ++seed) {
    const std::size_t n = 1 + seed % 3, m = 1 + seed % 4;
    const points of = points_of(1829 + seed, n);
    exact::space E{exact::rows(n, exact::zero(n))};
    exact::vector Q = exact::zero(n);  // Q = Σ Jᵀ(F − m c): the free acceleration is z = M⁻¹Q
    for (std::size_t k = 0; k < of.mass.size(); ++k)
      for (std::size_t d = 0; d < 2; ++d)
        for (std::size_t i = 0; i < n; ++i) {
          Q[i] += of.J[k][d][i] * (of.F[k][d] - of.mass[k] * of.c[k][d]);
          for (std::size_t j = 0; j < n; ++j) E.M[i][j] += of.mass[k] * of.J[k][d][i] * of.J[k][d][j];
        }
    const auto z = exact::solved(E.M, Q);
    if (!z) continue;  // the points leave a parameter at rest: no kinetic metric
    std::mt19937 random(seed);
    exact::rows g(m, exact::zero(n)), u;
    exact::vector s = exact::zero(m);
    for (std::size_t i = 0; i < m; ++i) {
      for (rational& x : g[i]) x = static_cast<int>(random() % 7) - 3;
      rational at_one = 0;
      for (const rational& x : g[i]) at_one += x;
      s[i] = at_one - static_cast<int>(random() % 3);  // (1, 1, …) is admissible
      u.push_back(exact::represented(E, g[i]));
    }
    ++all;
    const exact::vector x = q.with().projection(E, u, s, *z).x;
    equal += x == least_of([&](const exact::vector& a) { return of.appell(a); }, n, g, s) ? 1 : 0;
  }
  q.tried(all, "systems of three masses, with G formed from the masses");
  q.holds("the projection is where G = ½ ∫ Γ² dm − ∫ Γ·dF, minimised over every set of equalities, is least, exactly",
          equal == all, fmt::format("{} of {}", equal, all));
}

/// Equations in place of inequalities: the multipliers solve Gram × μ = s − (u|z), of either sign.
void bilateral(inquiry& q) {
  int all = 0, equal = 0, pulling = 0;
  for (const auto& [E, u, s, z] : exact::instances(exact::instances_tried, 1832, false)) {
    exact::rows gram(u.size(), exact::zero(u.size())), both;
    exact::vector level = s, levels;
    for (std::size_t i = 0; i < u.size(); ++i) {
      level[i] -= E.dot(u[i], z);
      for (std::size_t j = 0; j < u.size(); ++j) gram[i][j] = E.dot(u[i], u[j]);
      both.push_back(u[i]), levels.push_back(s[i]);
      both.push_back(exact::sum(exact::zero(z.size()), -1, u[i])), levels.push_back(-s[i]);
    }
    const auto mu = exact::solved(gram, level);
    if (!mu) continue;  // dependent equations may contradict each other
    exact::vector x = z;
    for (std::size_t i = 0; i < u.size(); ++i) x = exact::sum(x, (*mu)[i], u[i]), pulling += (*mu)[i] < 0 ? 1 : 0;
    ++all;
    equal += q.with().projection(E, both, levels, z).x == x ? 1 : 0;
  }
  q.tried(all, "instances with independent equations");
  q.holds("each equation said as two inequalities, the projection is the bilateral solution z + Σ μ u", equal == all,
          fmt::format("{} of {}, exactly; {} multipliers pull", equal, all, pulling));
  q.holds("some multipliers are negative: the case is not one of inequalities", pulling > 0);
}

/// A bar of n masses and springs that arrives at speed 1 (length, density, speed of sound 1), its first mass held by
/// the wall, solved by its modes: the wave equation holds it for a time 2 under the pressure 1.
void continuous_medium(inquiry& q) {
  const double pi = scalar_traits<double>::pi();
  std::vector<double> impulse_error, release_error, late;
  std::string found;
  for (int n = 32; n <= 2048; n *= 4) {
    // u_i'' = n² (u_(i+1) − 2 u_i + u_(i−1)), u_0 = 0, the last end free: sin(ϑ_j i), ϑ_j = (2j − 1)π/(2n − 1).
    std::vector<double> omega, share;
    for (int j = 1; j < n; ++j) {
      const double angle = (2 * j - 1) * pi / (2 * n - 1);
      double norm = 0, of_ones = 0;
      for (int i = 1; i < n; ++i) norm += std::pow(std::sin(angle * i), 2), of_ones += std::sin(angle * i);
      omega.push_back(2 * n * std::sin(angle / 2));
      share.push_back(of_ones / norm * std::sin(angle));
    }
    // λ = −n u_1, u_1 = −Σ share sin(ω t)/ω, beside the impulse 1/n that stops the first mass.
    const auto force = [&](double t) {
      double sum = 0;
      for (std::size_t j = 0; j < omega.size(); ++j) sum += share[j] * std::sin(omega[j] * t) / omega[j];
      return n * sum;
    };
    const auto impulse = [&](double t) {
      double sum = 1.0 / n;
      for (std::size_t j = 0; j < omega.size(); ++j)
        sum += n * share[j] * 2 * std::pow(std::sin(omega[j] * t / 2) / omega[j], 2);
      return sum;
    };
    double before = 1.5, after = before;  // the force is near 1 there, and falls to 0 about t = 2
    for (const double pace = 1.0 / (8 * n); force(after) > 0 && after < 3; after += pace) before = after;
    for (int halving = 0; halving < 40; ++halving) {
      const double middle = (before + after) / 2;
      (force(middle) > 0 ? before : after) = middle;
    }
    impulse_error.push_back(std::abs(impulse(1) - 1));
    release_error.push_back(std::abs(before - 2));
    late.push_back(before - 2 + 1.0 / n);
    found += fmt::format("{}n = {}: {:.2e}, {:.2e}", found.empty() ? "" : "; ", n, impulse_error.back(),
                         release_error.back());
  }
  const auto order = [](const std::vector<double>& e) { return std::log(e.front() / e.back()) / std::log(64.0); };
  q.tried(static_cast<int>(release_error.size()), "bars of 32 … 2048 masses on a wall, solved by their modes");
  q.holds(
      "the impulse of the contact force up to t = 1 tends to that of the pressure 1 with order 1, the release to t = 2",
      std::abs(order(impulse_error) - 1) < 0.03 && release_error.back() < 2e-3, "errors " + found);
  // A wave crosses n − ½ springs of length 1/n twice; by the third power in ω = 2n sin(k/2n) its front is n^(−2/3)
  // wide.
  q.holds("the release is later than 2 − 1/n, the time a wave takes, with order 2/3: the width of its front",
          std::abs(order(late) - 2.0 / 3) < 0.03, fmt::format("order {:.3f}", order(late)));
  const auto run_bar = q.with().solver("event_driven").solve<double>(bound("elastic_bar_rebound"), {});
  q.holds("event_driven on the bar of the catalogue has a contact too", !run_bar.contacts.empty(),
          fmt::format("{} contacts", run_bar.contacts.size()));
}

/// inf ½|x − z|² = sup Σ λ (s − (u|z)) − ½|Σ λ u|².
void dual(inquiry& q) {
  q.certified("M63.dual");
  int closed = 0, below = 0, all = 0;
  for (const auto& [E, u, s, z] : exact::instances(exact::instances_tried, 1962, false)) {
    const projected p = q.with().projection(E, u, s, z);
    const auto value = [&, &E = E, &u = u, &s = s, &z = z](const exact::vector& lambda) {
      exact::vector r = exact::zero(z.size());
      rational linear = 0;
      for (std::size_t i = 0; i < u.size(); ++i) {
        r = exact::sum(r, lambda[i], u[i]);
        linear += lambda[i] * (s[i] - E.dot(u[i], z));
      }
      return rational(linear - E.squared(r) / 2);
    };
    const rational primal = E.squared(exact::sum(p.x, -1, z)) / 2, best = value(p.lambda);
    exact::vector other = p.lambda;
    for (rational& entry : other) entry = entry / 2 + 1;
    ++all;
    closed += primal == best ? 1 : 0;
    below += value(other) <= best ? 1 : 0;
  }
  q.tried(all, "instances in exact rationals");
  q.holds("primal value − dual value = 0 in exact rationals", closed == all,
          fmt::format("{} of {} instances", closed, all));
  q.holds("other multipliers ≥ 0 give no more", below == all, fmt::format("{} of {}", below, all));
}

/// A wing turns at angular speed 1; a bead that slides outwards on it is pressed against it by the constant force P n:
/// s_α has all its terms. In the rotating frame r = e^t, and the reaction is P − 2 r' = 4 − 2 e^t: it leaves at t = log
/// 2.
statement bead_on_wing() {
  statement bead;
  const expression x = coordinate(0), y = coordinate(1), t = time();
  bead.system.coordinates = {"x", "y"};
  bead.system.mass = diagonal_mass({1, 1});
  bead.system.force = {-4 * sin(t), 4 * cos(t)};
  bead.system.gap = {x * sin(t) - y * cos(t)};
  bead.position = {1, 0};
  bead.velocity = {1, 1};
  bead.horizon = 1;
  return with_values(bead);
}

void time_dependent(inquiry& q) {
  q.tried(2, "motions: a ball on a shaking table, a bead on a turning wing");
  const auto table = run(q.with(), bound("ball_on_moving_table"));
  q.holds("the ball is on the shaking table at first", !table.contacts.empty());
  if (table.contacts.empty()) return;
  q.agrees("it leaves when −a ω² sin ωt = −g, here at π/6", table.contacts[0].to,
           real50(scalar_traits<real50>::pi() / 6), 46);
  const auto wing = run(q.with(), bead_on_wing());
  q.holds("the bead is on the turning wing at first", !wing.contacts.empty());
  if (wing.contacts.empty()) return;
  q.agrees("a bead pressed on a turning wing by the force 4 leaves at log 2: mixed and velocity terms of s",
           wing.contacts[0].to, log(real50(2)), 46);
  q.note("without the mixed term ∂²f/∂q∂t·q' the reaction would be 4 for ever, and the bead would never leave");
}

/// A free particle between two walls, told in axes that move, (X, Y) = A(t) (x, y), and in the inertial frame: T = ½
/// |(A q)'|² has the quadratic part ½ v·AᵀA v, a linear and a constant one. The walls x ≤ 2 and x ≥ −1 are fixed in the
/// axes, and move in the inertial frame.
struct two_frames {
  std::string name;
  statement seen, inertial;
  std::vector<expression> image;  ///< X, Y, X', Y' of a state in the axes
};
two_frames between_walls(const std::string& name, const std::array<std::array<expression, 2>, 2>& A) {
  const expression x = coordinate(0), y = coordinate(1), determinant = A[0][0] * A[1][1] - A[0][1] * A[1][0];
  const std::vector<expression> unmoved{0, 0};
  two_frames of{name, {}, {}, {A[0][0] * x + A[0][1] * y, A[1][0] * x + A[1][1] * y}};
  for (const std::size_t i : {0u, 1u}) of.image.push_back(total_derivative(of.image[i], unmoved));
  of.seen.system.coordinates = {"x", "y"};
  of.inertial.system.coordinates = {"X", "Y"};
  set_energies(of.seen.system, (of.image[2] * of.image[2] + of.image[3] * of.image[3]) / 2, 0);
  of.inertial.system.mass = diagonal_mass({1, 1});
  of.inertial.system.force = {0, 0};
  const expression across = (A[1][1] * x - A[0][1] * y) / determinant;  // x, of the point (X, Y)
  of.seen.system.gap = {2 - x, 1 + x};
  of.inertial.system.gap = {2 - across, 1 + across};
  for (statement* s : {&of.seen, &of.inertial}) {
    s->system.restitution = rational(1, 2);
    s->position = {0, 0};  // where A'(0) q = 0
    s->velocity = {4, rational(1, 3)};
    s->horizon = 3;
  }
  return of;
}
/// A pendulum of length and mass 1 whose pivot is shaken, X_p = sin(3t)/5, against a wall X = 1/2 that stands still:
/// told by its angle, T = ½ |(X_p + sin θ, −cos θ)'|²; and as a point in the inertial frame on a rod, two gaps that
/// move.
two_frames shaken_pivot() {
  const expression θ = coordinate(0), pivot = sin(3 * time()) / 5, x = coordinate(0) - pivot, y = coordinate(1);
  const expression g(10), wall(rational(1, 2));
  two_frames of{"a pendulum on a pivot that is shaken", {}, {}, {pivot + sin(θ), -cos(θ)}};
  for (const std::size_t i : {0u, 1u}) of.image.push_back(total_derivative(of.image[i], {0}));
  of.seen.system.coordinates = {"theta"};
  set_energies(of.seen.system, (of.image[2] * of.image[2] + of.image[3] * of.image[3]) / 2, -g * cos(θ));
  of.seen.system.gap = {wall - of.image[0]};
  of.seen.position = {-1};
  of.seen.velocity = {0};
  of.inertial.system.coordinates = {"X", "Y"};
  of.inertial.system.mass = diagonal_mass({1, 1});
  of.inertial.system.force = {0, -g};
  of.inertial.system.gap = {wall - coordinate(0), 1 - x * x - y * y, x * x + y * y - 1};
  of.inertial.position = {-sin(expression(1)), -cos(expression(1))};
  of.inertial.velocity = {rational(3, 5), 0};
  for (statement* s : {&of.seen, &of.inertial}) {
    s->system.restitution = rational(1, 2);
    s->horizon = 3;
  }
  return of;
}
std::vector<two_frames> frames() {
  const expression t = time(), c = cos(t), s = sin(t), stretch = 1 + t / 4;
  return {between_walls("axes that turn", {{{c, -s}, {s, c}}}),
          between_walls("axes that stretch and lean over", {{{stretch, t}, {0, 1}}}),
          between_walls("axes that turn and stretch", {{{stretch * c, -s}, {stretch * s, c}}}), shaken_pivot()};
}

/// Moving axes against the inertial frame by both engines, and by both of those that prove; each scheme at its declared
/// orders where the quadratic part depends on t.
void rheonomic(inquiry& q) {
  const std::vector<two_frames> all = frames();
  q.tried(static_cast<int>(all.size()),
          "motions against walls, told in axes that move or from a pivot that does, and in the inertial frame");
  int moving_metrics = 0;
  for (const two_frames& of : all) {
    const statement seen = with_values(of.seen);
    moving_metrics += std::any_of(seen.system.mass.begin(), seen.system.mass.end(),
                                  [](const mass_entry& m) { return variables_of(m.value).time; });
    const auto there = run(q.with(), with_values(of.inertial));
    tape<real50> image(of.image, seen.system.degrees_of_freedom());
    const real50 end(3);
    for (const char* const engine : {"event_driven", "gauss_collocation"}) {
      const auto here = run(q.with(), seen, engine);
      const std::string who = of.name + ", " + engine + ": ";
      q.holds(who + "both meet as many impacts",
              there.impacts.size() == here.impacts.size() && here.impacts.size() >= 2,
              fmt::format("{} and {}", there.impacts.size(), here.impacts.size()));
      if (there.impacts.size() != here.impacts.size()) continue;
      std::vector<std::pair<real50, real50>> shocks, ends;
      for (std::size_t k = 0; k < there.impacts.size(); ++k) {
        shocks.emplace_back(here.impacts[k].t, there.impacts[k].t);
        // The walls stand first in both frames.
        for (Eigen::Index a = 0; a < here.impacts[k].impulse.size(); ++a)
          shocks.emplace_back(here.impacts[k].impulse[a], there.impacts[k].impulse[a]);
      }
      image.run(end, here.end_position.data(), here.end_velocity.data());
      for (int i = 0; i < 2; ++i) {
        ends.emplace_back(image[i], there.end_position[i]);
        ends.emplace_back(image[2 + i], there.end_velocity[i]);
      }
      q.agrees_in_all(who + "times and impulses of the impacts", shocks, 40, 1);
      q.agrees_in_all(who + "position and velocity at t = 3 in the inertial frame", ends, 40, 1);
    }
  }
  q.holds("in two of them the quadratic part depends on t", moving_metrics == 2);

  const two_frames& leaning = all[1];
  const auto there = run(q.with(), with_values(leaning.inertial));
  for (const enclosures::engine by : {enclosures::engine::defect, enclosures::engine::lohner}) {
    const enclosures::enclosure found = enclosures::enclose(with_values(leaning.seen), by, {.digits = 45});
    bool holds = found.proved && found.impacts.size() == there.impacts.size();
    rational widest = 0;
    const rational slack = exact_rational("1e-40");
    for (std::size_t k = 0; holds && k < there.impacts.size(); ++k) {
      const rational t = exact_rational(to_text(there.impacts[k].t));
      holds = found.impacts[k].t.lower <= t + slack && t - slack <= found.impacts[k].t.upper;
      widest = std::max(widest, found.impacts[k].t.width());
    }
    q.holds(leaning.name + ": the engine " + enclosures::name_of(by) + " proves the motion, with the impacts there",
            holds && widest < exact_rational("1e-35"),
            found.proved ? fmt::format("{} impacts, widths below {}", found.impacts.size(),
                                       brief(unilateral::exact<real50>(widest), 2))
                         : found.undecided);
  }

  const study::instance of = study::bind<statement>(find_problem("ball_in_axes_that_shear"), {}, false);
  for (const study::listed_solver& scheme : q.with().solvers) {
    if (!scheme.declaration.applies_to.systems || !scheme.declaration.applies_to.needs_step()) continue;
    study::results records;
    std::copy_if(
        q.with().orders.begin(), q.with().orders.end(), std::back_inserter(records), [&](const study::record& r) {
          return r.about.study == "orders" && r.about.problem == of.name && r.about.solver == scheme.declaration.name;
        });
    if (records.empty()) {
      const auto against = study::motion_to_measure_against(of);
      if (!against) return q.holds(of.name + ": a reference is known", false);
      records = study::orders_of(of, scheme, *against, {.quick = true});
    }
    std::string orders;
    bool as_declared = true;
    int fitted = 0;
    for (const study::record& r : records) {
      if (r.outcome == study::verdict::reference_in_doubt) throw study::reference_in_doubt(r.reason);
      as_declared = as_declared && r.outcome != study::verdict::fails && r.fitting != study::fit_outcome::stopped;
      fitted += r.fit && r.outcome == study::verdict::holds;
      orders += (orders.empty() ? "" : ", ") + r.about.quantity + " " +
                (r.fit ? study::text_of(study::as_printed(*r.fit)) : r.reason);
    }
    q.holds(of.name + ", " + scheme.declaration.name + ": orders as declared", as_declared && fitted >= 3, orders);
  }
}

/// u_1 = (1, 0), u_2 = (−4/5, 3/5), z = u_1 + 2 u_2: both bilateral multipliers are negative, yet contact 1 has to
/// hold.
void naive_rule(inquiry& q) {
  q.certified("M63.naive");
  q.tried(1, "corner of two walls, in exact rationals and as a motion");
  const exact::space E = exact::euclidean(2);
  const exact::rows u{{1, 0}, {rational(-4, 5), rational(3, 5)}};
  const exact::vector s = exact::zero(2), z = exact::sum(u[0], 2, u[1]);
  const exact::rows gram{{E.squared(u[0]), E.dot(u[0], u[1])}, {E.dot(u[1], u[0]), E.squared(u[1])}};
  const exact::vector bilateral = exact::solved(gram, {rational(-E.dot(u[0], z)), rational(-E.dot(u[1], z))}).value();
  const projected p = q.with().projection(E, u, s, z);
  q.holds("both multipliers of the two bilateral constraints are negative", bilateral[0] < 0 && bilateral[1] < 0,
          "λ = " + exact::text(bilateral));
  q.holds("dropping both contacts breaks one of them: the rule is wrong", E.dot(u[0], z) < 0,
          "x = z = " + exact::text(z) + " has (u₁|x) = " + to_text(rational(E.dot(u[0], z))));
  q.holds("the projection keeps contact 1", exact::solves_P(E, u, s, z, p) && p.lambda[0] > 0,
          "x = " + exact::text(p.x) + ", λ = " + exact::text(p.lambda));
  statement corner;
  corner.system.coordinates = {"x", "y"};
  corner.system.mass = diagonal_mass({1, 1});
  corner.system.force = {z[0], z[1]};
  corner.system.gap = {coordinate(0), rational(-4, 5) * coordinate(0) + rational(3, 5) * coordinate(1)};
  corner.position = corner.velocity = {0, 0};
  const auto moved = run(q.with(), with_values(corner));
  q.agrees("event_driven starts from rest with the acceleration of (P): y(1)", moved.end_position[1], real50(3) / 5,
           46);
  q.agrees("and x(1) = 0", moved.end_position[0], real50(0), 46, 1);
}

void sphere(inquiry& q) {
  const auto height = [&](const std::string& name, const parameter_list& values, const request& asked,
                          const real50& R) {
    const auto answer = run(q.with(), bound(name, values), "event_driven", asked);
    if (answer.contacts.empty()) throw input_error("sphere: expected a contact at first, found none");
    return real50(answer.path.position(answer.contacts[0].to)[1] / R);
  };
  q.tried(3, "starts: from the top at v0 = 1 and at 1e-16, from rest beside it");
  q.agrees("from the top at v0 = 1 it leaves at cos φ = 2/3 + v0²/(3 g R) = 5/6", height("sphere_leaving", {}, {}, 1),
           real50(5) / 6, 45);
  q.agrees("from rest at cos φ0 = 4/5 it leaves at two thirds of that", height("sphere_leaving_from_rest", {}, {}, 5),
           real50(8) / 15, 45);
  q.agrees("from the top at v0 = 1e-16 it leaves at cos φ = 2/3",
           height("sphere_leaving", {{"v0", exact_rational("1e-16")}}, {.step = {}, .until = rational(60)}, 1),
           real50(2) / 3, 30);
}

/// {y ≥ x², y ≤ 0} is the origin alone: compatible. At the origin with velocity (1, 0) both contacts have rate 0, and
/// yet y'' ≥ 2, y'' ≤ 0 have no solution.
void not_empty(inquiry& q) {
  // f₁ = y − x², f₂ = −y: u₁ = (0, 1), s₁ = 2 x'² = 2; u₂ = (0, −1), s₂ = 0.
  const exact::space E = exact::euclidean(2);
  const exact::rows u{{0, 1}, {0, -1}};
  const exact::vector s{2, 0}, velocity{1, 0};
  const exact::vector nothing = exact::sum(u[0], 1, u[1]);
  q.refutes("C is not empty, since the inequalities (1) are supposed compatible",
            E.dot(u[0], velocity) == 0 && E.dot(u[1], velocity) == 0 && nothing == exact::zero(2) && s[0] + s[1] > 0,
            "f₁ = y − x² and f₂ = −y hold together at the origin; with velocity (1, 0) there (3) holds; u₁ + u₂ = 0 "
            "but s₁ + s₂ = " +
                to_text(rational(s[0] + s[1])) + " > 0, so that no acceleration satisfies (4)");
  // Independent u_α: c = Σ μ_α u_α with Gram matrix × μ = s satisfies all with equality.
  int satisfied = 0, independent = 0;
  for (const auto& [space, rows, level, z] : exact::instances(exact::instances_tried, 1871, false)) {
    exact::rows gram(rows.size(), exact::zero(rows.size()));
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::size_t j = 0; j < rows.size(); ++j) gram[i][j] = space.dot(rows[i], rows[j]);
    exact::vector any = level;
    for (rational& entry : any) entry = 1 - 3 * entry;  // any levels at all
    const auto multipliers = exact::solved(gram, any);
    if (!multipliers) continue;
    ++independent;
    exact::vector c = exact::zero(z.size());
    for (std::size_t i = 0; i < rows.size(); ++i) c = exact::sum(c, (*multipliers)[i], rows[i]);
    bool all = true;
    for (std::size_t i = 0; i < rows.size(); ++i) all = all && space.dot(rows[i], c) >= any[i];
    satisfied += all && exact::solves_P(space, rows, any, z, q.with().projection(space, rows, any, z)) ? 1 : 0;
  }
  q.tried(independent, "instances with independent u_α, any s_α");
  q.holds("where the u_α are linearly independent C is not empty, whatever the s_α",
          independent > 0 && satisfied == independent,
          fmt::format("{} of {} instances, exactly", satisfied, independent));
  // A rod of length 1 said as two inequalities: u and −u, s and −s. 0 lies in the hull of the gradients, and C is a
  // line.
  const exact::rows rod{{3, 4}, {-3, -4}};
  const exact::vector pull{7, -7};
  const projected held = q.with().projection(E, rod, pull, {0, 0});
  q.holds("a rod said as two inequalities is not refused: λ = (1, 1) has Σ λ u = 0, and Σ λ s = 0",
          exact::solves_P(E, rod, pull, {0, 0}, held) && E.dot(rod[0], held.x) == 7, "x = " + exact::text(held.x));
}

}  // namespace

std::vector<claim> moreau_1963() {
  using enum study::settlement;
  const std::string paper = "Moreau1963";
  return {
      {"M63.P",
       paper,
       "p. 872, problem (P)",
       "Problem (P) has one and only one solution x: the projection of z on C.",
       proved,
       problem_P,
       {"proofs/coq/unilateral_reactions.v"}},
      {"M63.reaction",
       paper,
       "p. 874",
       "The reaction Σ λ_α u_α is unique; the multipliers λ_α need not be.",
       proved,
       reaction,
       {"proofs/coq/unilateral_reactions.v"}},
      {"M63.gauss",
       paper,
       "p. 873, Gauss's principle",
       "x makes Appell's function G = ½ ∫ Γ² dm − ∫ Γ·dF least over the kinematically admissible accelerations.",
       proved,
       gauss_principle,
       {"proofs/coq/gauss.v"}},
      {"M63.bilateral",
       paper,
       "p. 873, Gauss's principle",
       "The classical principle, all constraints bilateral, is the case of a subspace: the acceleration nearest to the "
       "free one satisfies the equations, with reactions of either sign.",
       proved,
       bilateral,
       {"proofs/coq/gauss.v"}},
      {"M63.continuous",
       paper,
       "p. 874, last sentence",
       "Unilateral constraints in a continuous medium can be studied in the same spirit.",
       confirmed,
       continuous_medium,
       {"problems/elastic_bar.hpp"}},
      {"M63.rheonomic",
       paper,
       "p. 871, kinetic energy",
       "All this holds for T = ½ aⁱᵏ(q, t) q_i' q_k' + bⁱ(q, t) q_i' + c(q, t).",
       confirmed,
       rheonomic,
       {"problems/moving_frames.hpp", "tests/rheonomic.cpp", "tests/rotating_frames.cpp"}},
      {"M63.dual",
       paper,
       "p. 874",
       "The reaction has an extremal characterisation of its own.",
       proved,
       dual,
       {"proofs/coq/unilateral_reactions.v"}},
      {"M63.time",
       paper,
       "(1)–(4)",
       "For constraints f(q, t) ≥ 0 the number s_α carries the second time derivative, the mixed and the velocity "
       "terms.",
       confirmed,
       time_dependent,
       {"tests/event_driven_contacts.cpp"}},
      {"M63.naive",
       paper,
       "p. 872",
       "(Beyond the paper.) Which contacts hold is decided by (P); dropping every contact whose bilateral multiplier "
       "is negative can be "
       "wrong.",
       confirmed,
       naive_rule,
       {"tests/event_driven_contacts.cpp"}},
      {"M63.sphere",
       paper,
       "application",
       "(Beyond the paper.) A particle that slides down a smooth sphere leaves it at cos φ = 2/3.",
       confirmed,
       sphere,
       {"problems/sphere.hpp"}},
      {"M63.nonempty",
       paper,
       "p. 872, definition of C",
       "C is not empty because the inequalities (1) are compatible.",
       corrected,
       not_empty,
       {"proofs/coq/gauss.v"},
       "C is not empty exactly where λ ≥ 0 and Σ λ u = 0 imply Σ λ s ≤ 0 (Farkas): whatever the s_α, exactly where 0 "
       "is "
       "no convex combination of the u_α (Gordan). Compatibility of (1) and (3) does not suffice."},
  };
}

}  // namespace unilateral::claims
