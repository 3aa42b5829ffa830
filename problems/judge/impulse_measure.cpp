#include "problems/judge/distance.hpp"
#include "problems/judge/finite_answer.hpp"
#include "problems/judge/gauss.hpp"
#include "problems/judge/kinetic_metric.hpp"
#include "problems/judge/kink_pool.hpp"
#include "problems/language/evaluated_system.hpp"
#include "problems/language/input_error.hpp"
#include "problems/language/many_digits.hpp"
#include "problems/language/polynomial.hpp"

namespace unilateral {
namespace {

template <scalar S>
void sort_atoms(impulse_measure<S>& measure) {
  std::stable_sort(measure.atoms.begin(), measure.atoms.end(), [](const auto& x, const auto& y) { return x.t < y.t; });
}

/// One more atom for a cell; `owes` ≥ ∫ |t − atom| d|density|.
template <scalar S>
void add_cell(impulse_measure<S>& measure, const S& t, const S& p, const S& owes, bool positive_at_centroid) {
  measure.atoms.push_back({t, p});
  measure.error_bound += owes;
  if (!positive_at_centroid) return;
  measure.at_centroids += owes;
  measure.largest_cell = std::max(measure.largest_cell, owes);
}

/// Lumps the density Σ c_j x^j, t = middle + half x, into one atom at its centroid (in the middle, should it have none
/// in the cell). ∫ |t − c| |density| ≤ max |density| · (half² + (c − middle)²).
template <scalar S>
void lump(impulse_measure<S>& measure, const std::vector<S>& c, const S& middle, const S& half) {
  using std::abs;
  S mass(0), moment(0), largest(0);
  for (std::size_t j = 0; j < c.size(); ++j) {
    if (j % 2 == 0)
      mass += S(2) * c[j] / S(static_cast<int>(j) + 1);
    else
      moment += S(2) * c[j] / S(static_cast<int>(j) + 2);
    largest += abs(c[j]);
  }
  if (largest == S(0)) return;
  const S centroid = abs(moment) < abs(mass) ? S(half * moment / mass) : S(0);
  const bool positive = S(2) * c[0] >= largest * (S(1) - S(16) * epsilon<S>());  // c_0 ≥ Σ |c_j|, j ≥ 1
  add_cell(measure, S(middle + centroid), S(half * mass), S(largest * (half * half + centroid * centroid)), positive);
}

/// What the cells of ν owe in the distance to the atoms of μ.
///
///   (1)  Two measures differ by at most ∫ |t − (atom it went to)|: true of every cell.
///   (2)  Let N atoms of μ − ν be positive. Between two of them, at s < u, all of μ − ν is ≤ 0: there an optimal φ is
///        as small as it can be, max(−1, φ(s) − (t − s), φ(u) − (u − t)), with at most 2 kinks; before the first and
///        after the last, with at most 1. With those at the atoms φ has at most 3N kinks, whether the density of ν is
///        meant or its cells.
///   (3)  On a cell without a kink φ is affine, and the atom at the centroid stands for the cell exactly: at most 3N
///        cells owe anything.
///
/// N atoms of mass h against a density 1 on [0, T], T = N h: the distance is about T h/4, n cells owe at most 3N
/// (T/2n)² = (3N²/n²) T h/4.
template <scalar S>
S owed_by_cells(const impulse_measure<S>& nu, const impulse_measure<S>& mu) {
  std::size_t positive = 0;
  for (const auto& atom : mu.atoms) positive += atom.p > S(0);
  for (const auto& atom : nu.atoms) positive += atom.p < S(0);
  return nu.error_bound - nu.at_centroids + std::min(nu.at_centroids, S(S(3) * S(positive) * nu.largest_cell));
}

/// ∫ over μ − ν in order of time: each(t, p) with p > 0 an atom of μ, p < 0 minus one of ν.
template <scalar S, class Each>
void for_atoms(const impulse_measure<S>& mu, const impulse_measure<S>& nu, Each each) {
  auto m = mu.atoms.begin();
  auto n = nu.atoms.begin();
  while (m != mu.atoms.end() || n != nu.atoms.end())
    if (n == nu.atoms.end() || (m != mu.atoms.end() && m->t <= n->t)) {
      each(m->t, m->p);
      ++m;
    } else {
      each(n->t, S(-n->p));
      ++n;
    }
}

}  // namespace

template <scalar S>
impulse_measure<S> reaction_measure(const solution<S>& answer, int constraint, const S& until, int cells) {
  using std::ceil;
  impulse_measure<S> measure;
  for (const impact<S>& shock : answer.impacts) {
    if (constraint >= shock.impulse.size()) continue;
    if (!is_finite(shock.t) || !is_finite(shock.impulse[constraint])) return no_measure<S>();
    if (shock.t <= until && shock.impulse[constraint] != S(0))
      measure.atoms.push_back({shock.t, shock.impulse[constraint]});
  }
  S whole(0);
  const auto length = [&](const reaction_density<S>& density) {
    return std::max(S(0), S(std::min(density.to, until) - density.from));
  };
  for (const reaction_density<S>& density : answer.reactions) {
    if (density.constraint != constraint) continue;
    if (!is_finite(density)) return no_measure<S>();
    whole += length(density);
  }
  if (!is_finite(until) || !is_finite(whole)) return no_measure<S>();
  std::vector<S> c;
  for (const reaction_density<S>& density : answer.reactions) {
    if (density.constraint != constraint || !(length(density) > S(0)) || density.coefficients.empty()) continue;
    const int parts = std::max(1, static_cast<int>(std::ceil(cells * to_double(S(length(density) / whole)))));
    const S half = length(density) / S(2 * parts);
    for (int k = 0; k < parts; ++k) {
      const S middle = S(2 * k + 1) * half;
      c = density.coefficients;
      const int degree = static_cast<int>(c.size()) - 1;
      polynomial::shift(c.data(), degree, middle);
      polynomial::stretch(c.data(), degree, half);
      lump(measure, c, S(density.from + middle), half);
    }
  }
  if (!measure.is_finite()) return no_measure<S>();
  sort_atoms(measure);
  return measure;
}

template <scalar S>
std::vector<impulse_measure<S>> reaction_measures(const solution<S>& answer, int constraints, const S& until,
                                                  int cells) {
  std::vector<impulse_measure<S>> all;
  for (int α = 0; α < constraints; ++α) all.push_back(reaction_measure(answer, α, until, cells));
  return all;
}

/// Slope trick. V_k(x) = max of Σ_{j ≤ k} p_j φ_j over φ_k = x, |φ_j| ≤ 1, |φ_{j+1} − φ_j| ≤ t_{j+1} − t_j is concave
/// and piecewise linear on [−1, 1]. It is kept as its maximum and the kinks on either side of where it is taken:
///   to the next atom   kinks on the left move left, those on the right move right, by t_{k+1} − t_k;
///                      beyond ±1 they are gone;
///   an atom p > 0      the slope rises by p: kinks worth p, nearest first, change from the right side to the left,
///                      each x adding (its part of p)·x to the maximum; at x = 1 there is no end of them. p < 0
///                      likewise, with −1.
/// What is worth a whole side takes it whole: a crumb left by rounding would lie beyond the maximum, out of order.
/// Atoms of different sizes cut the kinks ever smaller, and a large one then moves many of them: as sequences that are
/// cut and joined whole this is O(log) an atom.
template <scalar S>
bounded<S> bounded_lipschitz(const impulse_measure<S>& mu, const impulse_measure<S>& nu) {
  if (!mu.is_finite() || !nu.is_finite()) return {infinity<S>(), S(0)};
  kink_pool<S> kinks;
  int left = kinks.none,
      right =
          kinks.none;  // places are kept without the shift of their side: x + shift on the left, x − shift on the right
  S shift(0), maximum(0), now(0);
  bool first = true;
  for_atoms(mu, nu, [&](const S& t, const S& p) {
    if (!first) shift += t - now;
    first = false;
    now = t;
    left = kinks.from(left, S(shift - S(1)));
    right = kinks.up_to(right, S(S(1) - shift));
    if (p > S(0)) {
      const S all = kinks.drop(right);
      const auto [taken, stays] = p < all ? kinks.cut_first(right, p) : std::pair(right, kinks.none);
      maximum += kinks.moment(taken) + shift * kinks.drop(taken);
      kinks.shift(taken, S(shift + shift));
      left = kinks.joined(left, taken);
      right = stays;
      if (!(p > all)) return;
      maximum += p - all;
      left = kinks.joined(left, kinks.single(S(S(1) + shift), S(p - all)));
    } else if (p < S(0)) {
      const S all = kinks.drop(left);
      const auto [stays, taken] = -p < all ? kinks.cut_first(left, S(all + p)) : std::pair(kinks.none, left);
      maximum += shift * kinks.drop(taken) - kinks.moment(taken);
      kinks.shift(taken, S(-shift - shift));
      right = kinks.joined(taken, right);
      left = stays;
      if (!(-p > all)) return;
      maximum += -p - all;
      right = kinks.joined(kinks.single(S(-S(1) - shift), S(-p - all)), right);
    }
  });
  const S error_bound = std::min(S(mu.error_bound + owed_by_cells(nu, mu)), S(nu.error_bound + owed_by_cells(mu, nu)));
  if (!is_finite(maximum) || !is_finite(error_bound)) return {infinity<S>(), S(0)};  // too large for S
  return {maximum, error_bound};
}

template <scalar S>
S kantorovich(const impulse_measure<S>& mu, const impulse_measure<S>& nu, const S& until) {
  using std::abs;
  if (!mu.is_finite() || !nu.is_finite() || !is_finite(until)) return infinity<S>();
  S cumulated(0), sum(0), now(0);
  bool first = true;
  const auto advance = [&](const S& t) {
    if (!first) sum += abs(cumulated) * (t - now);
    first = false;
    now = t;
  };
  for_atoms(mu, nu, [&](const S& t, const S& p) {
    if (t > until) return;
    advance(t);
    cumulated += p;
  });
  if (!first) advance(until);
  return number_or_infinity(sum);
}

template <scalar S>
bounded<S> impulse_distance(const std::vector<impulse_measure<S>>& a, const std::vector<impulse_measure<S>>& b) {
  if (a.size() != b.size())
    throw input_error("impulse_distance: expected reactions of as many constraints, found " + std::to_string(a.size()) +
                      " and " + std::to_string(b.size()));
  S low(0), high(0);
  for (std::size_t α = 0; α < a.size(); ++α) {
    const auto [value, error] = bounded_lipschitz(a[α], b[α]);
    low = larger(low, S(value - error));
    high = larger(high, S(value + error));
  }
  if (!is_finite(S(low + high))) return {infinity<S>(), S(0)};
  return {S((low + high) / S(2)), S((high - low) / S(2))};
}

template <scalar S>
std::optional<std::vector<impulse_measure<S>>> reaction_measures(const statement& bound, const trajectory<S>& path,
                                                                 const S& until, int cells) {
  using std::abs;
  using std::sqrt;
  evaluated_system<S> system(bound.system);
  const int n = system.degrees_of_freedom(), m = system.constraints();
  if (!path.is_finite() || !is_finite(until))
    return std::vector<impulse_measure<S>>(static_cast<std::size_t>(m), no_measure<S>());
  std::vector<impulse_measure<S>> all(static_cast<std::size_t>(m));
  const S rounding = sqrt(epsilon<S>());  // half of the digits: between the noise of a derivative and a reaction
  column<S> q(n), v(n), need(n), moment(n), size(n), normal(n);

  // need ← need + factor M(t, q) x, size likewise with absolute values.
  const auto add_momentum = [&](const S& t, const column<S>& x, const S& factor) {
    system.evaluate_mass(t, q.data());
    for (const sparse_entry& e : system.mass_entries()) {
      need[e.row] += factor * system.mass(e) * x[e.column];
      size[e.row] += abs(S(factor * system.mass(e) * x[e.column]));
    }
  };
  // The reaction P of the one constraint whose gap is least, from need = ∇Φ P, normal = ∇Φ; false where this explains
  // too little of it.
  const auto attribute = [&](const S& t, int& α, S& P) {
    P = S(0);
    if (!is_finite(largest_entry(need)) || !is_finite(largest_entry(size))) {  // a force that is no number there
      all.assign(all.size(), no_measure<S>());
      return true;
    }
    if (largest_entry(need) <= rounding * largest_entry(size)) return true;
    if (m == 0) return false;
    system.evaluate_gap(t, q.data());
    α = 0;
    for (int β = 1; β < m; ++β)
      if (abs(system.gap(β)) < abs(system.gap(α))) α = β;
    system.evaluate_gradient(t, q.data());
    normal.setZero();
    for (int k = system.gradient_row_begin(α); k < system.gradient_row_begin(α + 1); ++k) {
      const sparse_entry& e = system.gradient_entries()[static_cast<std::size_t>(k)];
      normal[e.column] = system.gradient(e);
    }
    P = normal.dot(need) / normal.squaredNorm();
    const column<S> left_over = need - normal * P;
    return largest_entry(left_over) <= rounding * largest_entry(size);
  };

  // A velocity beside the given one from the start on, by more than roundings of the fastest, is an impact at once.
  const auto jumps_at_once = [&](const column<S>& given) {
    const column<S> jump = path.velocity_right(path.begin()) - given;
    S fastest = largest_entry(given);
    for (int k = 0; k < path.pieces(); ++k)
      for (int i = 0; i < n; ++i)
        for (const S& τ : {S(0), S(path.end(k) - path.begin(k))})
          fastest = larger(fastest, S(abs(path.velocity(k, i, τ))));
    return largest_entry(jump) > rounding * fastest;
  };

  std::vector<S> density(2);
  const S width = (until - path.begin()) / S(cells);
  for (int k = 0; k < path.pieces() && path.begin(k) < until; ++k) {
    int α = 0;
    S P;
    column<S> before(n);
    for (int i = 0; i < n; ++i)
      before[i] = k > 0 ? path.velocity(k - 1, i, S(path.end(k - 1) - path.begin(k - 1)))
                        : constant_value<S>(bound.velocity[static_cast<std::size_t>(i)]);
    if (k > 0 || jumps_at_once(before)) {
      need.setZero();
      size.setZero();
      q = path.position(path.begin(k));
      add_momentum(path.begin(k), path.velocity_right(path.begin(k)), S(1));
      add_momentum(path.begin(k), before, S(-1));
      if (!attribute(path.begin(k), α, P)) return std::nullopt;
      if (P != S(0)) all[static_cast<std::size_t>(α)].atoms.push_back({path.begin(k), P});
    }
    const S to = std::min(path.end(k), until);
    const int parts = std::max(1, static_cast<int>(std::ceil(to_double(S((to - path.begin(k)) / width)))));
    const S half = (to - path.begin(k)) / S(2 * parts);
    for (int part = 0; part < parts; ++part) {
      const S middle = S(2 * part + 1) * half;
      need.setZero();
      moment.setZero();
      size.setZero();
      for (const auto& [x, weight] : gauss<S>(2).points()) {
        const S τ = middle + half * x, t = path.begin(k) + τ;
        column<S> a(n);
        for (int i = 0; i < n; ++i) {
          q[i] = path.position(k, i, τ);
          v[i] = path.velocity(k, i, τ);
          a[i] = polynomial::curvature(path.coefficients(k, i), path.degree(k), τ);
        }
        moment -= x * need;
        add_momentum(t, a, S(half * weight));
        system.evaluate_force(t, q.data(), v.data());
        for (int i = 0; i < n; ++i) {
          need[i] -= half * weight * system.force(i);
          size[i] += abs(S(half * weight * system.force(i)));
        }
        moment += x * need;
      }
      for (int i = 0; i < n; ++i) q[i] = path.position(k, i, middle);
      if (!attribute(S(path.begin(k) + middle), α, P)) return std::nullopt;
      if (P == S(0)) continue;
      // To Gauss's two points the density is c_0 + c_1 x: P = 2 half c_0, and its first moment in x is (2/3) half c_1.
      density[0] = P / (S(2) * half);
      density[1] = S(3) * normal.dot(moment) / (normal.squaredNorm() * S(2) * half);
      lump(all[static_cast<std::size_t>(α)], density, S(path.begin(k) + middle), half);
    }
  }
  for (auto& measure : all) {
    if (!measure.is_finite()) measure = no_measure<S>();
    sort_atoms(measure);
  }
  return all;
}

#define INSTANTIATE(S)                                                                                              \
  template impulse_measure<S> reaction_measure(const solution<S>&, int, const S&, int);                             \
  template std::vector<impulse_measure<S>> reaction_measures(const solution<S>&, int, const S&, int);               \
  template std::optional<std::vector<impulse_measure<S>>> reaction_measures(const statement&, const trajectory<S>&, \
                                                                            const S&, int);                         \
  template bounded<S> bounded_lipschitz(const impulse_measure<S>&, const impulse_measure<S>&);                      \
  template S kantorovich(const impulse_measure<S>&, const impulse_measure<S>&, const S&);                           \
  template bounded<S> impulse_distance(const std::vector<impulse_measure<S>>&, const std::vector<impulse_measure<S>>&);
INSTANTIATE(double)
INSTANTIATE(real50)
#undef INSTANTIATE

}  // namespace unilateral
