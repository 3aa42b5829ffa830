/// J. J. Moreau, Les liaisons unilatérales et le principe de Gauss, 1963.

#include "reports/claims/papers.hpp"
#include "reports/claims/runs.hpp"

#include <fmt/format.h>

namespace unilateral::claims {
namespace {

using exact::projected;

/// (P), by the induction of the proof and by enumeration, on random and on degenerate instances.
void problem_P(inquiry& q) {
  for (const char* name : {"moreau_1963_P", "solution_exists", "solution_is_projection"})
    q.proves("unilateral_reactions", name);
  int solved = 0, same = 0, all = 0, degenerate = 0;
  for (const auto& [E, u, s, z] : exact::instances(exact::instances_tried, 1963, false)) {
    const projected p = q.with().projection(E, u, s, z), other = exact::by_enumeration(E, u, s, z);
    ++all;
    solved += exact::solves_P(E, u, s, z, p) ? 1 : 0;
    same += p.x == other.x ? 1 : 0;
    degenerate += u.size() > z.size() ? 1 : 0;
  }
  q.holds("two algorithms in exact rationals find one solution of (P)", solved == all && same == all,
          fmt::format("{} of {} instances solved, {} equal; {} with more constraints than dimensions", solved, all,
                      same, degenerate));
}

/// A beam on three supports: λ is not unique, the reaction is.
void reaction(inquiry& q) {
  q.proves("unilateral_reactions", "reaction_is_unique");
  q.certified("M63.reaction");
  exact::space E = exact::euclidean(2);
  E.M[1][1] = exact_rational("1/3");  // height, rotation: m = 1, moment of inertia 1/3
  exact::rows u;
  for (const int at : {-1, 0, 1}) u.push_back(exact::represented(E, {1, at}));
  const exact::vector s = exact::zero(3), z{-10, 0};
  const projected sides{exact::zero(2), {5, 0, 5}}, middle{exact::zero(2), {0, 10, 0}};
  const projected found = q.with().projection(E, u, s, z);
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

/// x makes Appell's function least among the admissible accelerations: exactly, against other admissible ones.
void gauss_principle(inquiry& q) {
  q.proves("unilateral_reactions", "gauss_principle");
  int least = 0, tried = 0;
  for (const auto& [E, u, s, z] : exact::instances(exact::instances_tried, 1829, false)) {
    const projected p = q.with().projection(E, u, s, z);
    const auto appell = [&, &E = E, &z = z](const exact::vector& x) {
      return rational(E.squared(x) / 2 - E.dot(z, x));
    };
    const exact::vector other =
        exact::by_enumeration(E, u, s, exact::sum(p.x, -3, z)).x;  // another admissible acceleration
    for (const rational& share : {rational(1), rational(1, 2), rational(1, 1000)}) {
      const exact::vector between = exact::sum(p.x, share, exact::sum(other, -1, p.x));
      ++tried;
      least += appell(p.x) <= appell(between) && (between == p.x || appell(p.x) < appell(between)) ? 1 : 0;
    }
  }
  q.holds("G(x) < G(y) for every other admissible y tried, in exact rationals", least == tried,
          fmt::format("{} of {}", least, tried));
}

/// inf ½|x − z|² = sup Σ λ (s − (u|z)) − ½|Σ λ u|².
void dual(inquiry& q) {
  q.proves("unilateral_reactions", "reaction_is_extremal");
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

/// u_1 = (1, 0), u_2 = (−4/5, 3/5), z = u_1 + 2 u_2: both bilateral multipliers are negative, yet contact 1 has to
/// hold.
void naive_rule(inquiry& q) {
  q.certified("M63.naive");
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
  q.holds("where the u_α are linearly independent C is not empty, whatever the s_α",
          independent > 0 && satisfied == independent,
          fmt::format("{} of {} instances, exactly", satisfied, independent));
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
       "x makes Appell's function least over the kinematically admissible accelerations.",
       proved,
       gauss_principle,
       {"proofs/coq/unilateral_reactions.v"}},
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
       "Which contacts hold is decided by (P); dropping every contact whose bilateral multiplier is negative can be "
       "wrong.",
       confirmed,
       naive_rule,
       {"tests/event_driven_contacts.cpp"}},
      {"M63.sphere",
       paper,
       "application",
       "A particle that slides down a smooth sphere leaves it at cos φ = 2/3.",
       confirmed,
       sphere,
       {"problems/sphere.hpp"}},
      {"M63.nonempty",
       paper,
       "p. 872, definition of C",
       "C is not empty because the inequalities (1) are compatible.",
       corrected,
       not_empty,
       {"reports/claims/moreau_1963.cpp"},
       "it is where the u_α of the contacts are linearly independent; compatibility of (1) and (3) alone does not "
       "suffice."},
  };
}

}  // namespace unilateral::claims
