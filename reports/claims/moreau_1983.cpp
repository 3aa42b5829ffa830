/// J. J. Moreau, Liaisons unilatérales sans frottement et chocs inélastiques, 1983.

#include "reports/claims/papers.hpp"
#include "reports/claims/runs.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace unilateral::claims {
namespace {

exact::vector combination(const exact::rows& u, const exact::vector& lambda, std::size_t n) {
  exact::vector r = exact::zero(n);
  for (std::size_t i = 0; i < u.size(); ++i) r = exact::sum(r, lambda[i], u[i]);
  return r;
}

bool in_V(const exact::space& E, const exact::rows& u, const exact::vector& v) {
  return std::all_of(u.begin(), u.end(), [&](const exact::vector& row) { return E.dot(row, v) >= 0; });
}

void two_cones(inquiry& q) {
  q.proves("cones", "two_cones");
  q.proves("unilateral_reactions", "tangent_and_normal_are_polar");
  int split = 0, all = 0;
  for (const auto& [E, u, s, z] : exact::instances(exact::instances_tried, 1983, true)) {
    const auto p = q.with().projection(E, u, s, z);
    const exact::vector y = exact::sum(z, -1, p.x), reaction = combination(u, p.lambda, z.size());
    ++all;
    split += in_V(E, u, p.x) && exact::sum(y, 1, reaction) == exact::zero(z.size()) &&
                     *std::min_element(p.lambda.begin(), p.lambda.end()) >= 0 && E.dot(p.x, y) == 0
                 ? 1
                 : 0;
  }
  q.holds("z = x + y with x ∈ V, y ∈ −N, (x|y) = 0, in exact rationals", split == all,
          fmt::format("{} of {} instances", split, all));
}

/// (7), (8), (9) of one shock, each decided for itself.
struct standard {
  bool eq_7, eq_8, eq_9;
};
standard tested(const exact::space& E, const exact::rows& u, const exact::vector& v_minus, const exact::shock& shock) {
  const std::size_t n = v_minus.size();
  const exact::vector P = combination(u, shock.impulse, n),
                      rest = exact::sum(exact::sum(exact::zero(n), -1, v_minus), -1, P);  // −v⁻ − P
  const bool polar = std::all_of(u.begin(), u.end(), [&](const exact::vector& row) { return E.dot(row, rest) <= 0; });
  return {exact::by_enumeration(E, u, exact::zero(u.size()), v_minus).x == shock.v_plus, polar && E.dot(P, rest) == 0,
          E.dot(P, shock.v_plus) == 0};
}

void equivalence(inquiry& q) {
  q.proves("inelastic_shocks", "eq_7_iff_9");
  q.proves("inelastic_shocks", "eq_8_iff_9");
  q.certified("M83.equiv");
  int all = 0, hold = 0, others = 0, none = 0;
  for (const auto& [E, u, s, v] : exact::instances(exact::instances_tried, 7, true)) {
    const standard inelastic = tested(E, u, v, q.with().impact_law(E, u, v, 0));
    ++all;
    hold += inelastic.eq_7 && inelastic.eq_8 && inelastic.eq_9 ? 1 : 0;
    const exact::shock rebound = q.with().impact_law(E, u, v, rational(1, 2));  // satisfies (4), (5)
    if (rebound.v_plus == v || !in_V(E, u, rebound.v_plus)) continue;           // and (6)
    const standard elastic = tested(E, u, v, rebound);
    ++others;
    none += !elastic.eq_7 && !elastic.eq_8 && !elastic.eq_9 ? 1 : 0;
  }
  q.holds("(7), (8) and (9) hold together for the standard shock", hold == all,
          fmt::format("{} of {} instances, exactly", hold, all));
  q.holds("and fail together for shocks with rebound that satisfy (4), (5), (6)", others > 0 && none == others,
          fmt::format("{} of {}", none, others));
}

void existence(inquiry& q) {
  for (const char* name : {"standard_shock_exists", "standard_shock_is_unique"}) q.proves("inelastic_shocks", name);
  q.proves("kinetic_metric", "pendulum_metric_is_definite");
  int all = 0, equal = 0;
  for (const auto& [E, u, s, v] : exact::instances(exact::instances_tried, 8, true)) {
    ++all;
    equal += q.with().impact_law(E, u, v, 0).v_plus == exact::by_enumeration(E, u, s, v).x ? 1 : 0;
  }
  q.holds("two algorithms find one v⁺, in random kinetic metrics", equal == all,
          fmt::format("{} of {} instances, exactly", equal, all));
}

/// Fixed constraints: for moving ones (10) has another term.
bool fixed(const state& at) { return largest_entry(at.rate) == 0; }

void energy(inquiry& q) {
  q.proves("inelastic_shocks", "eq_9_iff_10");
  std::vector<std::pair<real50, real50>> losses;
  int problems = 0;
  for (const problem* p : systems(true, 5)) {
    const statement s = with_values(std::get<statement>(p->question));
    const auto answer = run(q.with(), s);
    problems += answer.impacts.empty() ? 0 : 1;
    for (const auto& shock : answer.impacts) {
      const state at = state_at(s, shock.t, shock.q, shock.v_minus, shock.active);
      if (!fixed(at)) continue;
      const kinetic_metric<real50> metric(at.M);
      const real50 before = metric.energy(shock.v_minus), loss = metric.energy(shock.v_plus - shock.v_minus);
      if (before > 0) losses.emplace_back((before - metric.energy(shock.v_plus)) / before, loss / before);
    }
  }
  q.agrees_in_all(
      fmt::format("energy lost at every atom of the e = 0 runs of {} problems against ½|v⁻ − v⁺|²", problems), losses,
      40, 1);
}

/// v⁺ orthogonal to every u: compatible with all contacts.
void carnot(inquiry& q) {
  q.proves("inelastic_shocks", "carnot");
  int all = 0, holds = 0;
  for (const auto& [E, u, s, z] : exact::instances(3 * exact::instances_tried, 1803, true)) {
    exact::rows gram(u.size(), exact::zero(u.size()));
    exact::vector rates(u.size());
    for (std::size_t i = 0; i < u.size(); ++i) {
      rates[i] = -E.dot(u[i], z);
      for (std::size_t j = 0; j < u.size(); ++j) gram[i][j] = E.dot(u[i], u[j]);
    }
    const auto mu = exact::solved(gram, rates);
    if (!mu) continue;
    const exact::vector v_plus = exact::sum(z, 1, combination(u, *mu, z.size()));
    if (v_plus == exact::zero(z.size())) continue;
    exact::vector lambda(u.size());
    for (std::size_t i = 0; i < u.size(); ++i) lambda[i] = static_cast<int>(i) + 1;
    const exact::vector P = combination(u, lambda, z.size()), v_minus = exact::sum(v_plus, -1, P);
    ++all;
    holds +=
        q.with().impact_law(E, u, v_minus, 0).v_plus == v_plus && E.squared(v_minus) - E.squared(v_plus) == E.squared(P)
            ? 1
            : 0;
  }
  q.holds("v⁺ ∈ V ∩ −V is the standard shock and loses ½|v⁻ − v⁺|²", all > 0 && holds == all,
          fmt::format("{} of {} instances with v⁺ ≠ 0, exactly", holds, all));
}

/// ½dist² is quadratic where the set of acting constraints is constant: there its central differences are exact
/// derivatives.
void potential(inquiry& q) {
  q.proves("inelastic_shocks", "impulse_is_gradient");
  const auto acting = [](const exact::vector& lambda) {
    std::vector<bool> on;
    for (const rational& entry : lambda) on.push_back(entry > 0);
    return on;
  };
  const rational step(1, 1000000);
  int all = 0, equal = 0;
  for (const auto& [E, u, s, v] : exact::instances(exact::instances_tried, 2, true)) {
    const auto here = q.with().projection(E, u, s, v);
    const exact::vector minus_P = exact::sum(v, -1, here.x);
    for (std::size_t i = 0; i < v.size(); ++i) {
      exact::vector direction = exact::zero(v.size());
      direction[i] = 1;
      const exact::vector right = exact::sum(v, step, direction), left = exact::sum(v, -step, direction);
      const auto p = q.with().projection(E, u, s, right), r = q.with().projection(E, u, s, left);
      if (acting(p.lambda) != acting(here.lambda) || acting(r.lambda) != acting(here.lambda)) continue;
      const rational slope =
          (E.squared(exact::sum(right, -1, p.x)) - E.squared(exact::sum(left, -1, r.x))) / (4 * step);
      ++all;
      equal += slope == E.dot(minus_P, direction) ? 1 : 0;
    }
  }
  q.holds("central differences of ½dist²(·, V) equal −P, in exact rationals", all > 0 && equal == all,
          fmt::format("{} of {}", equal, all));
}

/// Inside a smooth circle, always in contact: sent back with −v, the particle comes back the way it went.
void smooth(inquiry& q) {
  statement bowl;
  const expression x = coordinate(0), y = coordinate(1);
  bowl.system.coordinates = {"x", "y"};
  bowl.system.mass = diagonal_mass({1, 1});
  bowl.system.force = {0, -10};
  bowl.system.gap = {(1 - x * x - y * y) / 2};
  bowl.position = {rational(3, 5), rational(-4, 5)};
  bowl.velocity = {0, 0};
  const statement there = with_values(bowl);
  const auto forward = run(q.with(), there);
  std::vector<std::pair<real50, real50>> normal, total;
  for (int k = 0; k < forward.path.pieces(); ++k) {
    const real50 t = forward.path.end(k);
    const column<real50> at = forward.path.position(t), v = forward.path.velocity_left(t);
    normal.emplace_back(at.dot(v), 0);
    total.emplace_back(v.dot(v) / 2 + 10 * at[1], -8);
  }
  q.holds("no shock, one contact throughout",
          forward.impacts.empty() && forward.contacts.size() == 1 && forward.contacts[0].to == forward.end_time);
  q.agrees_in_all("ẋ is orthogonal to N", normal, 40, 1);
  q.agrees_in_all("the energy equation", total, 40);
  statement back = there;
  for (int i = 0; i < 2; ++i) {
    back.position[static_cast<std::size_t>(i)] = exact_rational(to_text(forward.end_position[i]));
    back.velocity[static_cast<std::size_t>(i)] = exact_rational(to_text(real50(-forward.end_velocity[i])));
  }
  const auto backward = run(q.with(), back);
  q.agrees("reversed at t = 1, it is back at t = 2: x", backward.end_position[0], real50(3) / 5, 30);
  q.agrees("and y", backward.end_position[1], real50(-4) / 5, 30);
  q.agrees("at rest", backward.end_velocity.norm(), 0, 30, 1);
}

/// One point of the inclusion (11), −M u' + f t' ∈ ∂ψ(V, u⁺): by how much it fails, relative to its largest term.
struct inclusion {
  std::vector<std::pair<real50, real50>> balance, complementarity, admissibility;
  void at(const state& s, const real50& t_density, const column<real50>& u_density, const column<real50>& lambda,
          const column<real50>& u_plus) {
    const column<real50> left = s.M * u_density, right = t_density * s.force + column<real50>(s.G.transpose() * lambda);
    const real50 scale = std::max({largest_entry(left), largest_entry(column<real50>(t_density * s.force)),
                                   real50(largest_entry(lambda)), tenth(30)});
    for (Eigen::Index i = 0; i < left.size(); ++i) balance.emplace_back(left[i] / scale, right[i] / scale);
    const column<real50> rates = s.G * u_plus + s.rate;
    const real50 speed = std::max(largest_entry(u_plus), real50(1));
    for (Eigen::Index k = 0; k < lambda.size(); ++k) {
      complementarity.emplace_back(lambda[k] * rates[k] / (scale * speed), 0);
      admissibility.emplace_back(std::min(real50(0), real50(lambda[k] / scale)), 0);
      admissibility.emplace_back(std::min(real50(0), real50(rates[k] / speed)), 0);
    }
  }
};

/// dμ = dt + Σ δ at the atoms, and dμ = dt + |du|.
void differential_inclusion(inquiry& q) {
  for (const bool by_variation : {false, true}) {
    inclusion residual;
    int problems = 0, atoms = 0;
    for (const problem* p : systems(true, 5)) {
      const statement s = with_values(std::get<statement>(p->question));
      const auto answer = run(q.with(), s);
      ++problems;
      for (const auto& shock : answer.impacts) {
        const state at = state_at(s, shock.t, shock.q, shock.v_plus, shock.active);
        const column<real50> jump = shock.v_plus - shock.v_minus;
        column<real50> lambda(static_cast<Eigen::Index>(shock.active.size()));
        for (std::size_t k = 0; k < shock.active.size(); ++k)
          lambda[static_cast<Eigen::Index>(k)] = shock.impulse[shock.active[k]];
        const real50 weight = by_variation ? kinetic_metric<real50>(at.M).norm(jump) : real50(1);
        if (weight > 0) residual.at(at, 0, jump / weight, lambda / weight, shock.v_plus), ++atoms;
      }
      for (int k = 0; k < answer.path.pieces(); ++k) {
        const real50 tau = (answer.path.end(k) - answer.path.begin(k)) / 3, t = answer.path.begin(k) + tau;
        if (!(tau > 8 * epsilon<real50>() * t)) continue;  // no time inside it can be told from its ends
        column<real50> position(answer.path.dimension()), u(answer.path.dimension());
        for (int i = 0; i < answer.path.dimension(); ++i)
          position[i] = answer.path.position(k, i, tau), u[i] = answer.path.velocity(k, i, tau);
        std::vector<int> held;
        std::vector<real50> densities;
        for (const auto& contact : answer.contacts)
          if (contact.from < t && t < contact.to) {
            held.push_back(contact.constraint);
            real50 sum(0);
            for (const auto& density : answer.reactions)
              if (density.constraint == contact.constraint && density.from < t && t < density.to)
                for (std::size_t j = density.coefficients.size(); j-- > 0;)
                  sum = sum * (t - density.from) + density.coefficients[j];
            densities.push_back(sum);
          }
        const state at = state_at(s, t, position, u, held);
        const column<real50> rate = acceleration(answer.path, k, tau),
                             lambda = Eigen::Map<const column<real50>>(densities.data(),
                                                                       static_cast<Eigen::Index>(densities.size()));
        const real50 weight = by_variation ? real50(1) + kinetic_metric<real50>(at.M).norm(rate) : real50(1);
        residual.at(at, 1 / weight, rate / weight, lambda / weight, u);
      }
    }
    const std::string measure = by_variation ? "dμ = dt + |du|" : "dμ = dt + Σ δ";
    q.agrees_in_all(fmt::format("{}: M u' = f t' + Gᵀλ', smooth parts and {} atoms of {} problems with e = 0", measure,
                                atoms, problems),
                    residual.balance, 30, 1);
    q.agrees_in_all(measure + ": λ'·(G u⁺) = 0", residual.complementarity, 30, 1);
    q.agrees_in_all(measure + ": λ' ≥ 0 and u⁺ ∈ V", residual.admissibility, 30, 1);
  }
}

void soft(inquiry& q) {
  q.proves("inelastic_shocks", "soft_shock");
  std::vector<std::pair<real50, real50>> rates;
  for (const char* name : {"ball_inelastic", "double_pendulum_wall", "pendulum_with_stop"}) {
    const statement s = bound(name, {{"e", 0}});
    for (const auto& shock : run(q.with(), s).impacts) {
      const state at = state_at(s, shock.t, shock.q, shock.v_minus, shock.active);
      const real50 before = (at.G * shock.v_minus)[0], after = (at.G * shock.v_plus)[0];
      rates.emplace_back(after / before, 0);
    }
  }
  q.agrees_in_all("∇f·v⁺ = 0 relative to ∇f·v⁻, one constraint, e = 0", rates, 45, 1);
}

}  // namespace

std::vector<claim> moreau_1983() {
  using enum study::settlement;
  const std::string paper = "Moreau1983", proofs = "proofs/coq/inelastic_shocks.v";
  return {
      {"M83.cones",
       paper,
       "sect. 2 and 3, theorem of the two cones",
       "V(x) is the polar cone of −N(x); a vector splits into orthogonal parts in two polar cones in one way.",
       proved,
       two_cones,
       {"proofs/coq/cones.v", "moreau_cones"}},
      {"M83.equiv",
       paper,
       "(7)–(9)",
       "Given (4), (5), (6), the conditions (7), (8) and (9) are equivalent.",
       proved,
       equivalence,
       {proofs}},
      {"M83.exists",
       paper,
       "definition, sect. 3",
       "The standard inelastic shock exists and is unique, in the kinetic metric too.",
       proved,
       existence,
       {proofs}},
      {"M83.energy",
       paper,
       "(10)",
       "The standard shock loses the energy ½|v⁻ − v⁺|².",
       proved,
       energy,
       {proofs, "tests/impact_law.cpp"}},
      {"M83.carnot",
       paper,
       "after (10)",
       "v⁺ ∈ V ∩ −V implies (9): Carnot's theorem is a case.",
       proved,
       carnot,
       {proofs}},
      {"M83.potential",
       paper,
       "end of sect. 3",
       "v⁻ ↦ −P is the gradient of ½dist²(·, V).",
       proved,
       potential,
       {proofs}},
      {"M83.smooth",
       paper,
       "(1) ⇒ (3)",
       "Without shock the velocity is orthogonal to N; the energy equation holds; the motion is reversible in time.",
       confirmed,
       smooth,
       {"tests/event_driven_contacts.cpp"}},
      {"M83.mdi",
       paper,
       "(11)",
       "One inclusion of measures for the smooth part and the atoms, whatever dμ.",
       confirmed,
       differential_inclusion,
       {"tests/residual.cpp"}},
      {"M83.soft",
       paper,
       "sect. 3",
       "With one constraint the standard shock is the soft shock, grad f · v⁺ = 0.",
       proved,
       soft,
       {proofs}},
  };
}

}  // namespace unilateral::claims
