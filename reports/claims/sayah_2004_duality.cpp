/// H. Sayah, Évolution quasi-statique d'un fil souple inextensible sur un plan avec frottement sec : cas discret, 2004:
/// section 2, the two problems in duality. Every space, cone and index, in exact rationals.

#include "reports/claims/chain_instances.hpp"
#include "reports/claims/papers.hpp"
#include "reports/claims/runs.hpp"

#include <fmt/format.h>

#include <random>

namespace unilateral::claims {
namespace {

using exact::rows;
using exact::vector;

const exact::space& flat() {
  static const exact::space E = exact::euclidean(2);
  return E;
}
rational dot(const vector& x, const vector& y) { return flat().dot(x, y); }

/// A chain of rational unit vectors T_1 … T_n and a rational velocity U of its node 0.
struct rational_chain {
  rows T;
  vector U;
};
std::vector<rational_chain> rational_chains(int count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<rational_chain> all;
  for (int k = 0; k < count; ++k) {
    rational_chain chain;
    const std::size_t n = 2 + random() % 5;
    for (std::size_t i = 0; i < n; ++i) {
      rational t(static_cast<int>(random() % 21) - 10, 7);
      t.canonicalize();
      chain.T.push_back({rational((1 - t * t) / (1 + t * t)), rational(2 * t / (1 + t * t))});
    }
    chain.U = {static_cast<int>(random() % 7) - 3, 1 + static_cast<int>(random() % 5)};
    all.push_back(chain);
  }
  return all;
}

/// Whether v_0 … v_n keep the lengths of the bars.
bool compatible(const rational_chain& chain, const rows& v) {
  for (std::size_t i = 0; i < chain.T.size(); ++i)
    if (dot(chain.T[i], v[i + 1]) != dot(chain.T[i], v[i])) return false;
  return true;
}
/// Velocities with node 0 at v0, and turned as `turns` say.
rows velocities(const rational_chain& chain, const vector& v0, std::mt19937& random) {
  rows v{v0};
  for (const vector& T : chain.T) {
    const vector N{-T[1], T[0]};
    v.push_back(exact::sum(exact::sum(exact::zero(2), dot(T, v.back()), T), static_cast<int>(random() % 9) - 4, N));
  }
  return v;
}
/// r_0 of choice, r_i = τ_{i+1} T_{i+1} − τ_i T_i, τ_{n+1} = 0.
rows reactions(const rational_chain& chain, const vector& r0, const vector& tau) {
  rows r{r0};
  for (std::size_t i = 0; i < chain.T.size(); ++i) {
    vector x = exact::sum(exact::zero(2), -tau[i], chain.T[i]);
    if (i + 1 < chain.T.size()) x = exact::sum(x, tau[i + 1], chain.T[i + 1]);
    r.push_back(x);
  }
  return r;
}
rational power(const rows& v, const rows& f) {
  rational sum = 0;
  for (std::size_t i = 0; i < v.size(); ++i) sum += dot(v[i], f[i]);
  return sum;
}
vector tensions(std::size_t n, std::mt19937& random) {
  vector tau = exact::zero(n);
  for (rational& x : tau) x = static_cast<int>(random() % 13) - 6;
  return tau;
}

constexpr int chains_tried = 60;

/// 𝓔 = {v : v_0 = U, T_i·v_i = T_i·v_{i−1}}, 𝓦 the same with v_0 = 0.
void affine_space(inquiry& q) {
  int all = 0, printed = 0, along = 0, constant = 0, differences = 0;
  std::mt19937 random(1);
  for (const rational_chain& chain : rational_chains(chains_tried, 41)) {
    ++all;
    rows first_only(chain.T.size() + 1, exact::zero(2)), everywhere(chain.T.size() + 1, chain.U);
    first_only[0] = chain.U;
    printed += compatible(chain, first_only) ? 1 : 0;
    along += dot(chain.T[0], chain.U) == 0 ? 1 : 0;
    constant += compatible(chain, everywhere) ? 1 : 0;
    rows v = velocities(chain, chain.U, random);
    for (vector& x : v) x = exact::sum(x, -1, chain.U);
    differences += compatible(chain, v) && v[0] == exact::zero(2) ? 1 : 0;
  }
  q.tried(all, "rational chains");
  q.refutes("𝓔 = 𝓦 + (U, 0, …, 0)", printed == along && along < all,
            fmt::format("(U, 0, …, 0) ∈ 𝓔 says T₁·U = 0: true of {} of {} chains", printed, all));
  q.holds("(U, U, …, U) lies in 𝓔, and 𝓔 − (U, …, U) is in 𝓦", constant == all && differences == all,
          fmt::format("{} and {} of {}, exactly", constant, differences, all));
}

void annihilator(inquiry& q) {
  int all = 0, free = 0;
  std::mt19937 random(2);
  for (const rational_chain& chain : rational_chains(chains_tried, 42))
    for (int k = 0; k < 4; ++k) {
      const vector r0{static_cast<int>(random() % 9) - 4, static_cast<int>(random() % 9) - 4};
      const rows w = velocities(chain, exact::zero(2), random),
                 r = reactions(chain, r0, tensions(chain.T.size(), random));
      ++all;
      free += power(w, r) == 0 ? 1 : 0;
    }
  q.tried(all, "pairs of 𝓦 and of such r, on rational chains");
  q.holds("⟨w, r⟩ = 0 whatever r₀", free == all, fmt::format("{} of {}, exactly", free, all));
  const vector T1{1, 0}, U{-1, 1};
  q.refutes("r ∈ 𝓦^⊥ has r₀ = τ₁ T₁", U[0] * T1[1] - U[1] * T1[0] != 0,
            "w₀ = 0 leaves r₀ free. As printed, equilibrium at M₀, where friction is −U/|U|, would force U ∥ T₁: with "
            "T₁ = (1, "
            "0), U = (−1, 1) there would be no solution at all");
}

/// sup over v ∈ 𝓔 of ⟨v, f⟩.
void support(inquiry& q) {
  int all = 0, printed = 0, right = 0;
  std::mt19937 random(3);
  for (const rational_chain& chain : rational_chains(chains_tried, 43)) {
    const vector f0{static_cast<int>(random() % 9) - 4, static_cast<int>(random() % 9) - 4},
        tau = tensions(chain.T.size(), random);
    const rows f = reactions(chain, f0, tau);
    const rational value = power(velocities(chain, chain.U, random), f),
                   again = power(velocities(chain, chain.U, random), f);
    ++all;
    printed += value == dot(f0, chain.U) ? 1 : 0;
    right += value == again && value == dot(exact::sum(f0, -tau[0], chain.T[0]), chain.U) ? 1 : 0;
  }
  q.tried(all, "f ∈ 𝓦^⊥ on rational chains");
  q.refutes(
      "ψ*_𝓔(f) = f₀·U + ψ_{𝓦^⊥}(f)", printed < all,
      fmt::format("⟨v, f⟩ is constant on 𝓔, and f₀·U in {} of {} cases only (those with τ₁ T₁·U = 0)", printed, all));
  q.holds("it is (f₀ − τ₁ T₁)·U + ψ_{𝓦^⊥}(f)", right == all, fmt::format("{} of {}, exactly", right, all));
}

/// One bar pushed along its line, and the all-rational arc (cos β = 15/17, U = (−1, 0)): −f_i = u_i/|u_i| is friction,
/// θ the tensions of (5).
void signs(inquiry& q) {
  const rational_arc arc;
  const vector theta{rational(17, 8), rational(15, 8), rational(5, 4), rational(1, 2)}, u1{-1, rational(15, 8)};
  const vector pull = arc.force(theta, 1);  // θ₂T₂ − θ₁T₁, which (9) has in ∂φ(u₁)
  const bool eq_9 = rational(17, 8) * pull[0] == u1[0] && rational(17, 8) * pull[1] == u1[1];
  const rational at_theta = theta[0] * dot(arc.T[0], arc.U);  // τ₁ T₁·U at τ = θ; the set of τ is symmetric
  // One bar T = (1, 0), U = (1, 0): u₁ = (1, 0), (9) gives θ₁ = −1, and f₁ = −u₁ gives the multiplier +1.
  const rational bar_theta = -1, bar_f = 1;
  q.tried(2, "chains with their solutions in rationals");
  q.refutes(
      "f, with −f ∈ ∂φ(u), solves the problem of Min r₀·U", bar_f > bar_theta && eq_9 && -at_theta > at_theta,
      "one bar pushed at U = T₁: r = f has τ₁ = +1 and r₀·U = 1, the largest of |τ₁| ≤ 1 and not the least; for f = −θ "
      "it is Max");
  q.holds("(P2') with Min is right for the tensions θ of (5) and (9): τ₁ T₁·U is least at θ",
          bar_theta == -1 && at_theta < 0,
          "one bar: θ₁ = −1, the least; the rational arc: " + to_text(at_theta) + " at θ, " +
              to_text(rational(-at_theta)) + " at f = −θ, and no tensions have more than 17/8 (S04.i)");
}

void indices(inquiry& q) {
  const rational_arc arc;
  const vector theta{rational(17, 8), rational(15, 8), rational(5, 4), rational(1, 2)};
  q.refutes("φ*(f) = ψ_C(f) with discs for i = 0 … n", theta[0] > 1 && arc.feasible(theta),
            "(P2) bounds the forces of nodes 1 … n; with a disc for node 0 and r₀ = τ₁T₁ the solution θ₁ = 17/8 of the "
            "rational arc would be excluded");
  q.refutes("τ = (τ₁, …, τ_n) ∈ ℝ^{n+1}", theta.size() == 4, "n numbers, with τ_{n+1} = 0 after them");
  q.refutes("proposition 2.1 for j ∈ {0, …, n}", arc.T.size() == 4,
            "T_{j+1} exists for j ≤ n − 1; at j = n there is no bar beyond");
  int all = 0, bounded = 0;
  for (const chain_statement& chain : polygons(40, 44)) {
    const auto a = run(q.with(), chain);
    const auto T = directions(chain);
    ++all;
    bool within = true;
    for (std::size_t i = 0; i < T.size(); ++i) {
      plane_vector<real50> f = -a.tensions[i] * T[i];
      if (i + 1 < T.size()) f += a.tensions[i + 1] * T[i + 1];
      within = within && f.dot(f) < 1 + tenth(40);
    }
    bounded += within ? 1 : 0;
  }
  q.tried(all, "polygons, and the rational arc");
  q.holds("with discs at the nodes 1 … n every solution is feasible", bounded == all,
          fmt::format("{} of {}", bounded, all));
}

/// (u, f) is a saddle point of L: f ∈ 𝓦^⊥ and f least against u over the discs.
void saddle(inquiry& q) {
  const rational_arc arc;
  const vector first{rational(17, 8), rational(15, 8), rational(5, 4), rational(1, 2)},
      second{rational(17, 8), rational(15, 8), rational(4, 3), rational(1, 2)}, u1{-1, rational(15, 8)};
  int on = 0, all = 0;
  for (int k = 0; k <= 16; ++k) {  // a whole segment of tensions, with one u
    const rational t(k, 16);
    vector tau = first;
    for (std::size_t i = 0; i < tau.size(); ++i) tau[i] += t * (second[i] - first[i]);
    ++all;
    const vector f = arc.force(tau, 1);  // −f₁
    on += arc.feasible(tau) && rational(17, 8) * f[0] == u1[0] && rational(17, 8) * f[1] == u1[1] ? 1 : 0;
  }
  q.tried(all, "points of a segment of tensions, all saddle points with one u");
  q.holds("a segment of tensions: f₁ = −u₁/|u₁| and |f_i| ≤ 1 at the nodes at rest: each is a saddle point", on == all,
          fmt::format("{} of {}, exactly", on, all));
  std::vector<std::pair<real50, real50>> least;
  for (const chain_statement& chain : polygons(40, 45)) {
    const auto a = run(q.with(), chain);
    const auto T = directions(chain);
    for (std::size_t i = 0; i < T.size(); ++i) {
      plane_vector<real50> f = -a.tensions[i] * T[i];
      if (i + 1 < T.size()) f += a.tensions[i + 1] * T[i + 1];
      least.emplace_back(f.dot(a.velocities[i + 1]), sqrt(real50(a.velocities[i + 1].dot(a.velocities[i + 1]))));
    }
  }
  q.agrees_in_all("−f_i·u_i = |u_i|, the greatest over the disc, on random polygons", least, 44, 1);
}

void extremality(inquiry& q) {
  std::vector<std::pair<real50, real50>> gaps;
  for (const chain_statement& chain : polygons(40, 46)) {
    const auto a = run(q.with(), chain);
    real50 sum(0);
    for (std::size_t i = 1; i < a.velocities.size(); ++i) sum += sqrt(real50(a.velocities[i].dot(a.velocities[i])));
    gaps.emplace_back(sum, -a.tensions[0] * directions(chain)[0].dot(a.velocities[0]));
  }
  q.tried(static_cast<int>(gaps.size()), "polygons");
  q.agrees_in_all("Σ |u_i| = −θ₁ T₁·U at the solutions of (9) and (10)", gaps, 44);
}

}  // namespace

std::vector<claim> sayah_2004_duality() {
  using enum study::settlement;
  const std::string paper = "Sayah2004", proofs = "proofs/coq/chain_duality.v", erratum = "erratum";
  return {
      {"S04.E",
       paper,
       "sect. 2.1, 𝓔",
       "𝓔 = 𝓦 + (U, 0, …, 0).",
       corrected,
       affine_space,
       {erratum, proofs},
       "𝓔 = 𝓦 + (U, U, …, U)."},
      {"S04.W",
       paper,
       "sect. 2.1, 𝓦^⊥",
       "r ∈ 𝓦^⊥ exactly where r₀ = τ₁T₁, r_i = τ_{i+1}T_{i+1} − τ_iT_i for some τ.",
       corrected,
       annihilator,
       {erratum, proofs},
       "r₀ is free; r_i = τ_{i+1}T_{i+1} − τ_iT_i for i = 1 … n."},
      {"S04.support",
       paper,
       "sect. 2.1, ψ*_𝓔",
       "ψ*_𝓔(f) = f₀·U + ψ_{𝓦^⊥}(f).",
       corrected,
       support,
       {erratum, proofs},
       "ψ*_𝓔(f) = (f₀ − τ₁T₁)·U + ψ_{𝓦^⊥}(f)."},
      {"S04.sign",
       paper,
       "(P₂), (P₂′)",
       "f is a solution exactly where f₀·U = Min r₀·U; (P₂′) is Min τ₁T₁·U.",
       corrected,
       signs,
       {erratum, proofs},
       "Min for the tensions θ of (5); for f = −θ, with −f ∈ ∂φ(u), Max."},
      {"S04.C",
       paper,
       "sect. 2.1–2.3, indices",
       "φ* has n + 1 discs and C those of i = 1 … n; τ = (τ₁, …, τ_n) ∈ ℝ^{n+1}; proposition 2.1 for j ∈ {0, …, n}.",
       corrected,
       indices,
       {erratum},
       "discs at the nodes 1 … n, node 0 apart; τ ∈ ℝ^n with τ_{n+1} = 0; j ∈ {0, …, n − 1}."},
      {"S04.saddle",
       paper,
       "sect. 2.3, L",
       "(u, f) solves the problem exactly where it is a saddle point of L; the saddle points are a product of convex "
       "sets.",
       proved,
       saddle,
       {proofs}},
      {"S04.extremality",
       paper,
       "(9), (10)",
       "(9) and (10) are the extremality relations of the two problems.",
       proved,
       extremality,
       {proofs}},
  };
}

}  // namespace unilateral::claims
