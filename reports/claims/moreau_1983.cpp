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
  q.tried(all, "instances in exact rationals");
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
  q.tried(all, "instances in exact rationals");
  q.holds("(7), (8) and (9) hold together for the standard shock", hold == all,
          fmt::format("{} of {} instances, exactly", hold, all));
  q.holds("and fail together for shocks with rebound that satisfy (4), (5), (6)", others > 0 && none == others,
          fmt::format("{} of {}", none, others));
}

void existence(inquiry& q) {
  int all = 0, equal = 0;
  for (const auto& [E, u, s, v] : exact::instances(exact::instances_tried, 8, true)) {
    ++all;
    equal += q.with().impact_law(E, u, v, 0).v_plus == exact::by_enumeration(E, u, s, v).x ? 1 : 0;
  }
  q.tried(all, "instances in random kinetic metrics");
  q.holds("two algorithms find one v⁺, in random kinetic metrics", equal == all,
          fmt::format("{} of {} instances, exactly", equal, all));
}

/// Fixed constraints: for moving ones (10) has another term.
bool fixed(const state& at) { return largest_entry(at.rate) == 0; }

void energy(inquiry& q) {
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
  q.tried(static_cast<int>(losses.size()), "atoms of runs with e = 0");
  q.agrees_in_all(
      fmt::format("energy lost at every atom of the e = 0 runs of {} problems against ½|v⁻ − v⁺|²", problems), losses,
      40, 1);
}

/// v⁺ orthogonal to every u: compatible with all contacts.
void carnot(inquiry& q) {
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
  q.tried(all, "instances in exact rationals");
  q.holds("v⁺ ∈ V ∩ −V is the standard shock and loses ½|v⁻ − v⁺|²", all > 0 && holds == all,
          fmt::format("{} of {} instances with v⁺ ≠ 0, exactly", holds, all));
}

/// ½dist² is quadratic where the set of acting constraints is constant: there its central differences are exact
/// derivatives.
void potential(inquiry& q) {
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
  q.tried(all, "central differences in exact rationals");
  q.holds("central differences of ½dist²(·, V) equal −P, in exact rationals", all > 0 && equal == all,
          fmt::format("{} of {}", equal, all));
}

/// Inside a smooth circle under gravity, always in contact, from rest at the side.
statement in_a_bowl() {
  statement bowl;
  const expression x = coordinate(0), y = coordinate(1);
  bowl.system.coordinates = {"x", "y"};
  bowl.system.mass = diagonal_mass({1, 1});
  bowl.system.force = {0, -10};
  bowl.system.gap = {(1 - x * x - y * y) / 2};
  bowl.position = {rational(3, 5), rational(-4, 5)};
  bowl.velocity = {0, 0};
  return with_values(bowl);
}

/// y = −ẍ + Q along the motion, and whether it is an outward normal at ẋ of V and its opposite one of −V: y = −λ n with
/// λ ≥ 0, n = −x the inward normal, and ẋ·n = 0, for V is a half-plane. Accelerations are those of the path,
/// differences of nothing.
struct normality {
  std::vector<std::pair<real50, real50>> along, tangential, pushing;
};
normality of_smooth_contact(const solution<real50>& motion) {
  normality found;
  for (int k = 0; k < motion.path.pieces(); ++k) {
    const real50 tau = (motion.path.end(k) - motion.path.begin(k)) / 3;
    column<real50> x(2), v(2), y = -acceleration(motion.path, k, tau);
    for (int i = 0; i < 2; ++i) x[i] = motion.path.position(k, i, tau), v[i] = motion.path.velocity(k, i, tau);
    y[1] -= 10;
    const column<real50> n = -x;
    const real50 lambda = -y.dot(n) / n.dot(n), size = sqrt(real50(y.dot(y)));
    for (int i = 0; i < 2; ++i) found.along.emplace_back((y[i] + lambda * n[i]) / size, 0);
    found.tangential.emplace_back(v.dot(n), 0);
    found.pushing.emplace_back(std::min(real50(0), real50(lambda / size)), 0);
  }
  return found;
}

/// Sent back with −v, the particle comes back the way it went.
void smooth(inquiry& q) {
  const statement there = in_a_bowl();
  const auto forward = run(q.with(), there);
  std::vector<std::pair<real50, real50>> normal, total;
  for (int k = 0; k < forward.path.pieces(); ++k) {
    const real50 t = forward.path.end(k);
    const column<real50> at = forward.path.position(t), v = forward.path.velocity_left(t);
    normal.emplace_back(at.dot(v), 0);
    total.emplace_back(v.dot(v) / 2 + 10 * at[1], -8);
  }
  const normality at = of_smooth_contact(forward);
  q.tried(static_cast<int>(at.tangential.size()), "instants of a particle in a smooth bowl");
  q.agrees_in_all("(3): −ẍ + Q is −λ n", at.along, 30, 1);
  q.agrees_in_all("with λ ≥ 0", at.pushing, 40, 1);
  q.agrees_in_all("and ẋ·n = 0: an outward normal of V at ẋ", at.tangential, 38, 1);
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

/// ∂ψ(−V, ẋ) of the half-plane −V = {v·n ≤ 0} are the multiples λ n, λ ≥ 0, where ẋ·n = 0: minus that is what (3) says.
void minus_V(inquiry& q) {
  const normality at = of_smooth_contact(run(q.with(), in_a_bowl()));
  q.tried(static_cast<int>(at.tangential.size()), "instants of a particle in a smooth bowl");
  q.agrees_in_all("−(−ẍ + Q) is λ n", at.along, 30, 1);
  q.agrees_in_all("with λ ≥ 0", at.pushing, 40, 1);
  q.agrees_in_all("and ẋ·n = 0", at.tangential, 38, 1);
}

/// Energy is kept, one constraint: v⁺ = v⁻ − 2 (u|v⁻)/|u|² u.
void elastic(inquiry& q) {
  int all = 0, reflected = 0, conserved = 0;
  for (const auto& [E, u, s, v] : exact::instances(exact::instances_tried, 11, true)) {
    const rational rate = E.dot(u[0], v), size = E.squared(u[0]);
    if (!(rate < 0)) continue;
    const exact::vector v_plus = q.with().impact_law(E, {u[0]}, v, 1).v_plus;
    ++all;
    reflected += v_plus == exact::sum(v, -2 * rate / size, u[0]) ? 1 : 0;
    conserved += E.squared(v_plus) == E.squared(v) ? 1 : 0;
  }
  q.tried(all, "shocks with one constraint in random kinetic metrics");
  q.holds("the law that conserves energy is the reflection, exactly", all > 0 && reflected == all && conserved == all,
          fmt::format("{} of {}", reflected, all));
}

/// (2). V(0) of y ≥ x², y ≤ 0 is a line, and L the origin alone. Where some w has ∇f_α·w > 0 for every α, x + t v + t ε
/// w lies in L for small t, so that every v of V is tangent: here f_α = n_α·x − |x|²/2, and t ≤ ε (n·w)/|v + ε w|² will
/// do.
void tangent_cone(inquiry& q) {
  const exact::space plane = exact::euclidean(2);
  const exact::rows cusp{{0, 1}, {0, -1}};
  const exact::vector along{1, 0};
  const auto inside = [](const rational& x, const rational& y) { return y - x * x >= 0 && -y >= 0; };
  bool alone = inside(0, 0);
  for (int k = -20; k <= 20; ++k)
    for (int l = -20; l <= 20; ++l) alone = alone && (inside(rational(k, 20), rational(l, 400)) == (k == 0 && l == 0));
  q.refutes(
      "V(x), (2), is the tangent cone of L", in_V(plane, cusp, along) && alone,
      "f₁ = y − x², f₂ = −y: L is the origin alone (0 ≤ −y ≤ −x² leaves x = 0), V(0) = {v_y = 0}; no motion in L has "
      "the velocity (1, 0)");
  int all = 0, reached = 0;
  for (const auto& [E, u, s, z] : exact::instances(exact::instances_tried, 1984, true)) {
    const exact::space flat = exact::euclidean(z.size());
    exact::vector ones(u.size(), rational(1));
    exact::rows gram(u.size(), exact::zero(u.size()));
    for (std::size_t i = 0; i < u.size(); ++i)
      for (std::size_t j = 0; j < u.size(); ++j) gram[i][j] = flat.dot(u[i], u[j]);
    const auto mu = exact::solved(gram, ones);
    if (!mu) continue;
    const exact::vector w = combination(u, *mu, z.size()),  // n_α·w = 1
        v = exact::by_enumeration(flat, u, exact::zero(u.size()), z).x;
    ++all;
    bool in_L = true;
    for (const rational& eps : {rational(1), rational(1, 100), rational(1, 10000)}) {
      const exact::vector direction = exact::sum(v, eps, w);
      const rational t = eps / flat.squared(direction);  // n·(t d) − t²|d|²/2 ≥ t ε − t²|d|²/2 > 0
      for (const exact::vector& row : u)
        in_L = in_L && t * flat.dot(row, direction) - t * t * flat.squared(direction) / 2 >= 0;
    }
    reached += in_L ? 1 : 0;
  }
  q.tried(all, "regions with curved walls and independent gradients");
  q.holds(
      "where some w has ∇f_α·w > 0 for all contacts, every v ∈ V is the limit of directions x + t v + t ε w inside L",
      all > 0 && reached == all, fmt::format("{} of {}, exactly", reached, all));
  std::vector<std::pair<real50, real50>> rates;
  int problems = 0;
  for (const bool inelastic : {true, false})
    for (const problem* p : systems(inelastic, 5)) {
      const statement question = with_values(std::get<statement>(p->question));
      const auto answer = run(q.with(), question, "event_driven", {.step = {}, .until = until_of(*p)});
      problems += answer.impacts.empty() ? 0 : 1;
      real50 size = tenth(30);  // a rate is known to the rounding of the largest met so far, not beside one near an
                                // accumulation
      for (const auto& shock : answer.impacts) {
        const state at = state_at(question, shock.t, shock.q, shock.v_minus, shock.active);
        const column<real50> after = at.G * shock.v_plus + at.rate, before = at.G * shock.v_minus + at.rate;
        size = larger(size, largest_entry(before));
        if (shock.t == 0) continue;  // a velocity given at the begin is not the left velocity of a motion in L
        for (Eigen::Index i = 0; i < after.size(); ++i) {
          rates.emplace_back(std::min(real50(0), real50(after[i] / size)), 0);
          rates.emplace_back(std::max(real50(0), real50(before[i] / size)), 0);
        }
      }
    }
  q.agrees_in_all(
      fmt::format("the first half: right velocities in V, left ones in −V, at every atom of {} runs", problems), rates,
      30, 1);
}

/// ẍ = 0, ÿ = f(x), y ≥ 0, e = 0, from the origin at ẋ = 1, so that x = t. t_n = 2^−n, w_n = 2^(−n²); in each [t_(n+1),
/// t_n], of length d = t_(n+1), an even bump of momentum −2 (w_n + w_(n+1)) about p = t_(n+1) + d/2 and one of w_n
/// about p + 2r, both of half-width r. One motion rests under the first and is launched by the second at w_n; the other
/// comes at w_(n+1) from the height h, is thrown down, is still in flight when the second bump is over, and lands
/// before t_n. Then they swap. Outside an even bump a motion is where one impulse at its middle would have brought it.
void uniqueness(inquiry& q) {
  const auto power_of_two = [](int k) {
    rational x;
    mpq_set_ui(x.get_mpq_t(), 1, 1);
    mpq_div_2exp(x.get_mpq_t(), x.get_mpq_t(), static_cast<unsigned long>(k));
    return x;
  };
  // ẍ = 6 x^(1/3) has x = 0 and x = t³: (t³)'' = 6 t = 6 (t³)^(1/3), exactly.
  bool cube = true;
  for (const rational& t : {rational(1, 3), rational(2), rational(7, 5)}) {
    const rational x = t * t * t, force = 6 * t;
    cube = cube && force * force * force == 216 * x;
  }
  q.answers("uniqueness for Q merely continuous", cube,
            "ẍ = 6 x^(1/3), no contact at all: x = 0 and x = t³ start alike");
  constexpr int last = 40;
  int flies = 0, lands = 0, rests = 0, leaves = 0, apart = 0, smooth = 0;
  const exact::space plane = exact::euclidean(2);
  rational height = 0;  // of the motion that comes in at t_(n+1): bounded by those of one flight
  std::vector<rational> w, r;
  for (int n = 0; n <= last; ++n) w.push_back(power_of_two(n * n));
  w.push_back(power_of_two((last + 1) * (last + 1)));
  for (int n = 0; n <= last; ++n) r.push_back(power_of_two(3 * n + 8));
  for (int n = last - 1; n >= 0; --n) {
    const auto k = static_cast<std::size_t>(n);
    const rational d = power_of_two(n + 1), t = power_of_two(n), p = d + d / 2;
    // The flyer was launched at the middle of the second bump one interval below: its height at t_(n+1).
    const rational below = power_of_two(n + 2), middle = below + below / 2 + 2 * r[k + 1];
    height = w[k + 1] * (d - middle);
    const rational thrown = w[k] + w[k + 1],
                   when_over = height + w[k + 1] * (d / 2 + 3 * r[k]) - 2 * thrown * 3 * r[k] + w[k] * r[k];
    leaves += height > 0 ? 1 : 0;
    flies += when_over > 0 ? 1 : 0;  // falls throughout both bumps' ends: above the floor before
    lands += p + 3 * r[k] + when_over / thrown < t ? 1 : 0;  // at speed −(w_n + w_(n+1)), and rests by the law, e = 0
    rests += q.with().impact_law(plane, {{0, 1}}, {1, -thrown}, 0).v_plus == exact::vector{1, 0} ? 1 : 0;
    apart += w[k] * (t - p - 2 * r[k]) > 0 ? 1 : 0;  // the launched one is in flight at t_n, the other rests
  }
  for (int k = 0; k <= 5; ++k) {  // |f^(k)| ≤ max |φ^(k)| · 2 (w_n + w_(n+1))/r_n^(k+1)
    bool falls = true;
    std::vector<rational> size;
    for (int n = 0; n < last; ++n) {
      rational x = w[static_cast<std::size_t>(n)];
      for (int j = 0; j <= k; ++j) x /= r[static_cast<std::size_t>(n)];
      size.push_back(x);
    }
    for (std::size_t n = 4 * static_cast<std::size_t>(k + 1); n + 1 < size.size(); ++n)
      falls = falls && size[n + 1] < size[n] / 2;
    smooth += falls && size.back() < power_of_two(100) ? 1 : 0;
  }
  q.answers(
      "uniqueness for smooth Q and one flat wall",
      flies == last && lands == last && rests == last && leaves == last && smooth == 6,
      fmt::format("ẍ = 0, ÿ = f(x), y ≥ 0, e = 0: two motions from the origin at velocity (1, 0), exactly, over the "
                  "intervals [2^(−n−1), 2^−n], n = 0 … {}; the derivatives of f up to the fifth tend to 0 at x = 0",
                  last - 1));
  q.tried(apart, "intervals in which both motions solve (11) and differ");
  q.holds("at every t_n one of them is in flight and the other at rest", apart == last,
          fmt::format("{} of {}", apart, last));
  q.note(
      "existence: known for one constraint and e = 0 [Monteiro Marques 1993], for several under Paoli's conditions and "
      "for "
      "analytic data [Paoli 2004 and its reference 1]; for Q merely continuous and several constraints at any angles "
      "this "
      "register knows no proof, and leaves it open");
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

/// dμ = dt + Σ δ at the atoms; and dμ = 2 dt + |du| + Σ δ at a third of every piece, where neither dt nor du has an
/// atom and 0 ∈ ∂ψ(V, u) is asked. x ∈ L is tested on the positions.
void differential_inclusion(inquiry& q) {
  for (const bool by_variation : {false, true}) {
    inclusion residual;
    std::vector<std::pair<real50, real50>> penetrations;
    int elsewhere = 0;
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
        const real50 weight = by_variation ? real50(2) + kinetic_metric<real50>(at.M).norm(rate) : real50(1);
        residual.at(at, 1 / weight, rate / weight, lambda / weight, u);
        const column<real50> gaps = gaps_at(s, t, position);
        for (Eigen::Index c = 0; c < gaps.size(); ++c) penetrations.emplace_back(std::min(real50(0), gaps[c]), 0);
        if (by_variation) {  // an atom of dμ alone: t' = 0, u' = 0
          const column<real50> nothing = column<real50>::Zero(u.size());
          residual.at(at, 0, nothing, column<real50>::Zero(lambda.size()), u), ++elsewhere;
        }
      }
    }
    const std::string measure = by_variation ? "dμ = 2 dt + |du| + Σ δ elsewhere" : "dμ = dt + Σ δ";
    q.agrees_in_all(fmt::format("{}: M u' = f t' + Gᵀλ', smooth parts and {} atoms of {} problems with e = 0", measure,
                                atoms, problems),
                    residual.balance, 30, 1);
    q.agrees_in_all(measure + ": λ'·(G u⁺) = 0", residual.complementarity, 30, 1);
    q.agrees_in_all(measure + ": λ' ≥ 0 and u⁺ ∈ V", residual.admissibility, 30, 1);
    q.agrees_in_all(measure + ": x ∈ L", penetrations, 30, 1);
    if (by_variation)
      q.holds("at atoms of dμ where du and dt have none, 0 ∈ ∂ψ(V, u)", elsewhere > 0,
              fmt::format("{} instants", elsewhere));
    else
      q.tried(problems, "problems with e = 0, under each of two dμ");
  }
}

void soft(inquiry& q) {
  std::vector<std::pair<real50, real50>> rates;
  for (const char* name : {"ball_inelastic", "double_pendulum_wall", "pendulum_with_stop"}) {
    const statement s = bound(name, {{"e", 0}});
    for (const auto& shock : run(q.with(), s).impacts) {
      const state at = state_at(s, shock.t, shock.q, shock.v_minus, shock.active);
      const real50 before = (at.G * shock.v_minus)[0], after = (at.G * shock.v_plus)[0];
      rates.emplace_back(after / before, 0);
    }
  }
  q.tried(static_cast<int>(rates.size()), "atoms of three systems with one constraint");
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
       "Without shock the velocity is orthogonal to N and (1) implies (3); the energy equation holds; the motion is "
       "reversible in time.",
       proved_in_a_case,
       smooth,
       {"proofs/coq/elastic_shock.v", "tests/event_driven_contacts.cpp"}},
      {"M83.tangent",
       paper,
       "(2)",
       "A right velocity of a motion in L lies in V(x), a left one in −V(x); V(x) is the tangent cone of L.",
       corrected,
       tangent_cone,
       {"reports/claims/moreau_1983.cpp"},
       "the first half holds; V is the tangent cone where some w has ∇f_α·w > 0 for every contact (0 is no convex "
       "combination of the gradients). Else L may be smaller than V says."},
      {"M83.minusV",
       paper,
       "after (3)",
       "The right-hand side of (3) may be written −∂ψ(−V(x), ẋ) as well.",
       proved,
       minus_V,
       {"proofs/coq/elastic_shock.v"}},
      {"M83.elastic",
       paper,
       "sect. 3",
       "With one constraint, and energy conserved, the shock is the reflection.",
       proved,
       elastic,
       {"proofs/coq/elastic_shock.v"}},
      {"M83.open",
       paper,
       "sect. 4, last paragraph",
       "Existence of solutions, with uniqueness possibly, is an open question.",
       corrected,
       uniqueness,
       {"reports/claims/moreau_1983.cpp"},
       "uniqueness fails: for Q merely continuous without any contact, and for smooth Q with one flat wall and e = 0. "
       "Existence is known in cases, and not settled here."},
      {"M83.mdi",
       paper,
       "(11)",
       "One inclusion of measures for the smooth part and the atoms, whatever dμ; it contains x ∈ L.",
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
