#pragma once
/// How far two answers are apart, what rounding and the step allow, and what is told of that.

#include "problems/judge/laws/other_words.hpp"
#include "problems/judge/distance.hpp"
#include "problems/judge/finite_answer.hpp"
#include "problems/judge/gauss.hpp"
#include "problems/judge/kinetic_metric.hpp"
#include "problems/language/evaluated_system.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

namespace unilateral::laws {

/// A law as a file of laws lists it: its name, and what it finds in an answer.
template <scalar S>
struct rule {
  std::string name;
  finding (*found)(const hearing<S>&);
};

/// Differences at Gauss's points of the common pieces, `points` on each: what two answers differ by that are one motion
/// but for roundings, for a thousandth of the cost of suprema at fifty digits. Hausdorff v is left at 0.
template <scalar S>
measures<S> apart_at_points(const trajectory<S>& a, const trajectory<S>& b, const S& until) {
  constexpr int points = 4;
  measures<S> m;
  m.fill(S(0));
  int k = 0, l = 0;
  for (S t = a.begin(); t < until && k < a.pieces() && l < b.pieces();) {
    const S end = std::min({a.end(k), b.end(l), until});
    const S half = (end - t) / S(2);
    if (half > S(0))
      for (const auto& point : gauss<S>(points).points()) {
        const S at = t + half * (S(1) + point.x), τ_a = at - a.begin(k), τ_b = at - b.begin(l);
        for (int i = 0; i < a.dimension(); ++i) {
          const S q = abs(S(a.position(k, i, τ_a) - b.position(l, i, τ_b))),
                  v = abs(S(a.velocity(k, i, τ_a) - b.velocity(l, i, τ_b)));
          m[0] = larger(m[0], q);
          m[1] += half * point.weight * v;
          m[2] += half * point.weight * v * v;
        }
      }
    t = end;
    if (!(a.end(k) > t)) ++k;
    if (!(b.end(l) > t)) ++l;
  }
  return m;
}

constexpr int cells_of_densities = 256;

/// The five measures; what a distance is only known up to is taken off.
template <scalar S>
measures<S> apart(const solution<S>& a, const solution<S>& b, int constraints, const S& until, bool thorough) {
  measures<S> m;
  if (std::is_same_v<S, double> || thorough) {
    std::vector<distance_kind> of_paths = {distance_kind::sup_position, distance_kind::l1_velocity,
                                           distance_kind::l2_velocity};
    if (thorough) of_paths.push_back(distance_kind::hausdorff_velocity);
    const std::vector<bounded<S>> d = distances(of_paths, a.path, b.path, until);
    m.fill(S(0));
    for (std::size_t k = 0; k < of_paths.size(); ++k) m[k] = std::max(S(0), S(d[k].value - d[k].error_bound));
    m[2] = m[2] * m[2];
  } else {
    m = apart_at_points(a.path, b.path, until);
  }
  if (constraints > 0) {
    const int cells = thorough ? default_cells : cells_of_densities;
    const bounded<S> impulses = impulse_distance(reaction_measures(a, constraints, until, cells),
                                                 reaction_measures(b, constraints, until, cells));
    m[4] = std::max(S(0), S(impulses.value - impulses.error_bound));
  }
  for (S& x : m)
    if (!is_finite(x)) x = infinity<S>();
  return m;
}

/// Sizes of what is compared. A body at rest is kept there by a difference: what the force alone would make of its
/// velocity counts, too.
template <scalar S>
measures<S> sizes_of(const statement& bound, const solution<S>& a, const S& until) {
  const trajectory<S>& path = a.path;
  S Q(0), V(0), P(0), A(0), masses(0);
  for (int k = 0; k < path.pieces(); ++k)
    for (const S& τ : {S(0), S(path.end(k) - path.begin(k))})
      for (int i = 0; i < path.dimension(); ++i) {
        Q = larger(Q, S(abs(path.position(k, i, τ))));
        V = larger(V, S(abs(path.velocity(k, i, τ))));
      }
  evaluated_system<S> system(bound.system);
  const int n = system.degrees_of_freedom();
  matrix<S> M(n, n);
  column<S> f(n);
  constexpr int looks = 4;
  for (int k = 0; k <= looks; ++k) {
    const S at = until * S(k) / S(looks);
    const column<S> q = path.position(at), v = path.velocity_right(at);
    system.evaluate_mass(at, q.data());
    system.evaluate_force(at, q.data(), v.data());
    system.copy_mass(M);
    for (int i = 0; i < n; ++i) f[i] = system.force(i);
    A = larger(A, largest_entry(column<S>(M.ldlt().solve(f))));
    masses = larger(masses, S(M.cwiseAbs().sum()));
  }
  V += A * until;
  for (const impact<S>& shock : a.impacts) P += shock.impulse.cwiseAbs().sum();
  for (const reaction_density<S>& r : a.reactions)
    P += polynomial::bound_of_derivative(r.coefficients.data(), static_cast<int>(r.coefficients.size()) - 1, 0,
                                         S(r.to - r.from)) *
         (r.to - r.from);
  P = larger(P, S(masses * V));  // an impulse stops what moves
  return {S(Q + V * until), S(S(n) * V * until), S(S(n) * V * V * until), S(std::max(V, until)), S(P * (S(1) + until))};
}

template <scalar S>
S steps_of(const solution<S>& a) {
  return S(static_cast<double>(std::max<std::int64_t>({a.counts.steps, a.counts.impacts, a.path.pieces()}) + 1));
}

template <scalar S>
std::string shown(const S& x) {
  std::ostringstream text;
  text.precision(3);
  text << to_double(x);
  return text.str();
}

constexpr int allowance = 1 << 5;

/// (1), one number a measure.
template <scalar S>
measures<S> bounds_of(const hearing<S>& heard) {
  const measures<S> size = sizes_of(heard.bound, heard.answer, exact<S>(heard.until));
  const S N = steps_of(heard.answer);
  measures<S> bound;
  for (std::size_t k = 0; k < measured; ++k)
    bound[k] = S(allowance) * epsilon<S>() * (N * size[k] + S(heard.moved_by_rounding[k]));
  return bound;
}

/// The largest share of its bound that a measure takes.
template <scalar S>
finding compared(const std::string& law, const measures<S>& defect, const measures<S>& bound) {
  finding found{.law = law, .is = outcome::holds};
  for (std::size_t k = 0; k < measured; ++k) {
    const S share = defect[k] == S(0) ? S(0) : S(defect[k] / bound[k]);
    if (share <= S(found.share)) continue;
    found.share = to_double(share);
    found.where = std::string(measure_names[k]) + " " + shown(defect[k]) + ", bound " + shown(bound[k]);
    if (!is_finite(share)) break;  // no number is no small one
  }
  if (!(found.share <= 1)) found.is = outcome::broken;
  return found;
}

inline finding left_out(const std::string& law, const std::string& why) { return {.law = law, .where = why}; }
inline finding broken(const std::string& law, const std::string& how) {
  return {.law = law, .is = outcome::broken, .share = std::numeric_limits<double>::infinity(), .where = how};
}

/// An answer to another question in the same hearing: a run that does not end where the first did breaks the law.
template <class Answer>
std::optional<finding> not_answered(const std::string& law, const Answer& answer) {
  if (answer.completed()) return {};
  return broken(law, answer.status);
}

/// (1), or else (2): `defect` of the question with this refinement; nothing where `otherwise` says why. All measures of
/// a defect are seen as shares of `size`, and the largest counts: which of them is 0 by luck at the coarse step says
/// nothing of the fine one.
template <scalar S>
finding vanishing(const std::string& law, const hearing<S>& heard, const measures<S>& rounding, const measures<S>& size,
                  const std::function<std::optional<measures<S>>(int)>& defect, std::optional<finding>& otherwise) {
  const auto first = defect(1);
  if (!first) return *otherwise;
  measures<S> allowed = rounding;
  if (heard.on_data == dependence::square_root)
    for (std::size_t k = 0; k < measured; ++k) {
      using std::sqrt;
      allowed[k] = size[k] * sqrt(S(rounding[k] / larger(size[k], std::numeric_limits<S>::min())));
    }
  finding found = compared(law, *first, allowed);
  if (found.is == outcome::holds || !heard.takes_steps) {
    if (found.is == outcome::broken && heard.on_data == dependence::none)
      return left_out(law, "off by more than rounding, and the motion is not continuous in its data");
    return found;
  }
  if (heard.on_data != dependence::lipschitz)
    return left_out(law, "off by more than rounding, and the motion is not Lipschitz in its data");
  const auto share_of_size = [&](const measures<S>& m) {
    S share(0);
    for (std::size_t k = 0; k < measured; ++k)
      if (size[k] > S(0)) share = larger(share, S(m[k] / size[k]));
    return share;
  };
  // Where h does not tell the impacts apart, the fall may begin later: a second look.
  S before = share_of_size(*first);
  for (const int finer : {16, 256}) {
    const auto later = defect(finer);
    if (!later) return *otherwise;
    const S share = std::max(S(before / S(2)), S(S(1) / (S(finer) * steps_of(heard.answer))));
    measures<S> bound;
    for (std::size_t k = 0; k < measured; ++k) bound[k] = std::max(rounding[k], S(size[k] * share));
    found = compared(law, *later, bound);
    found.in_the_limit = true;
    found.where += "; h/" + std::to_string(finer) + ", " + shown(before) + " of the size with steps 16 times as long";
    if (found.is == outcome::holds) break;
    before = share_of_size(*later);
  }
  return found;
}

}  // namespace unilateral::laws
