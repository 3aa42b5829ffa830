#include "problems/judge/laws.hpp"

#include "problems/judge/cone.hpp"
#include "problems/judge/distance.hpp"
#include "problems/judge/finite_answer.hpp"
#include "problems/judge/gauss.hpp"
#include "problems/judge/impact_law.hpp"
#include "problems/language/equal_formulas.hpp"
#include "problems/language/evaluated_system.hpp"
#include "problems/language/polynomial.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <unordered_map>

namespace unilateral::laws {

const std::array<const char*, measured> measure_names = {"sup q", "L1 v", "(L2 v)^2", "Hausdorff v", "BL impulse"};

namespace {

using std::abs;

std::size_t place(int i) { return static_cast<std::size_t>(i); }

// --- statements in other words -----------------------------------------------------------------------------------------------------

/// Leaves replaced, each node once.
class in_other_words {
 public:
  explicit in_other_words(std::function<expression(const expression&)> leaf) : leaf_(std::move(leaf)) {}
  expression operator()(const expression& x) {
    if (const auto known = done_.find(x.pointer().get()); known != done_.end()) return known->second.second;
    const int operands = arity(x.op());
    expression y = operands == 0 ? leaf_(x) : operands == 1 ? apply(x.op(), (*this)(x.left())) : apply(x.op(), (*this)(x.left()), (*this)(x.right()));
    done_.emplace(x.pointer().get(), std::pair(x, y));  // x is kept: its node must live as long as its address is a key
    return y;
  }

 private:
  std::function<expression(const expression&)> leaf_;
  std::unordered_map<const expression::node*, std::pair<expression, expression>> done_;
};

expression combination(const std::vector<rational>& factors, const std::function<expression(int)>& of) {
  expression sum = 0;
  for (std::size_t j = 0; j < factors.size(); ++j)
    if (factors[j] != 0) sum = sum + expression(factors[j]) * of(static_cast<int>(j));
  return sum;
}

/// t → a + s t and v → s v: what comes after a, or what came before it.
statement with_time(const statement& bound, const rational& a, int s) {
  in_other_words say([&](const expression& leaf) -> expression {
    if (leaf.op() == operation::time) return s > 0 ? a + leaf : a - leaf;
    return leaf.op() == operation::velocity && s < 0 ? -leaf : leaf;
  });
  statement later = bound;
  for (expression& f : later.system.force) f = say(f);
  for (expression& g : later.system.gap) g = say(g);
  return later;
}

std::vector<expression> exactly(const column<double>& x) {
  std::vector<expression> exact;
  for (const double entry : x) exact.emplace_back(rational(entry));
  return exact;
}
std::vector<expression> exactly(const column<real50>& x) {
  std::vector<expression> exact;
  for (const real50& entry : x) exact.emplace_back(exact_rational(entry.str(60, std::ios_base::scientific)));
  return exact;
}

// --- answers in other words --------------------------------------------------------------------------------------------------------

/// Coefficients of p in τ − by.
template <scalar S>
std::vector<S> coefficients_from(const trajectory<S>& path, int k, const S& by, bool reversed) {
  const int d = path.degree(k);
  std::vector<S> all;
  for (int i = 0; i < path.dimension(); ++i) {
    std::vector<S> c(path.coefficients(k, i), path.coefficients(k, i) + d + 1);
    polynomial::shift(c.data(), d, by);
    if (reversed) polynomial::stretch(c.data(), d, S(-1));
    all.insert(all.end(), c.begin(), c.end());
  }
  return all;
}

/// What happens after a, which becomes 0.
template <scalar S>
solution<S> rest_after(const solution<S>& whole, const S& a) {
  solution<S> rest = whole;
  rest.path = trajectory<S>(whole.path.dimension());
  for (int k = whole.path.piece_at(a); k < whole.path.pieces(); ++k) {
    const S from = std::max(a, whole.path.begin(k)), end = whole.path.end(k) - a;
    if (!(end > rest.path.end())) continue;
    const auto c = coefficients_from(whole.path, k, S(from - whole.path.begin(k)), false);
    rest.path.append(end, whole.path.degree(k), c.data());
  }
  std::erase_if(rest.impacts, [&](const impact<S>& shock) { return !(shock.t > a); });
  for (impact<S>& shock : rest.impacts) shock.t -= a;
  std::erase_if(rest.reactions, [&](const reaction_density<S>& r) { return !(r.to > a); });
  for (reaction_density<S>& r : rest.reactions) {
    if (a > r.from) {
      polynomial::shift(r.coefficients.data(), static_cast<int>(r.coefficients.size()) - 1, S(a - r.from));
      r.from = a;
    }
    r.from -= a;
    r.to -= a;
  }
  rest.end_time -= a;
  return rest;
}

/// The motion from its end to its beginning.
template <scalar S>
solution<S> reversed(const solution<S>& forth) {
  solution<S> back = forth;
  const S T = forth.path.end();
  back.path = trajectory<S>(forth.path.dimension());
  for (int k = forth.path.pieces(); k-- > 0;) {
    const auto c = coefficients_from(forth.path, k, S(forth.path.end(k) - forth.path.begin(k)), true);
    back.path.append(S(T - forth.path.begin(k)), forth.path.degree(k), c.data());
  }
  std::reverse(back.impacts.begin(), back.impacts.end());
  for (impact<S>& shock : back.impacts) {
    shock.t = T - shock.t;
    const column<S> before = -shock.v_plus;
    shock.v_plus = -shock.v_minus;
    shock.v_minus = before;
  }
  return back;
}

// --- distances ---------------------------------------------------------------------------------------------------------------------

/// Differences at Gauss's points of the common pieces, `points` on each: what two answers differ by that are one motion but for roundings, for a thousandth of the cost of
/// suprema at fifty digits. Hausdorff v is left at 0.
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
          const S q = abs(S(a.position(k, i, τ_a) - b.position(l, i, τ_b))), v = abs(S(a.velocity(k, i, τ_a) - b.velocity(l, i, τ_b)));
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
    std::vector<distance_kind> of_paths = {distance_kind::sup_position, distance_kind::l1_velocity, distance_kind::l2_velocity};
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
    const bounded<S> impulses = impulse_distance(reaction_measures(a, constraints, until, cells), reaction_measures(b, constraints, until, cells));
    m[4] = std::max(S(0), S(impulses.value - impulses.error_bound));
  }
  for (S& x : m)
    if (!is_finite(x)) x = infinity<S>();
  return m;
}

/// Sizes of what is compared. A body at rest is kept there by a difference: what the force alone would make of its velocity counts, too.
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
    system.evaluate_mass(q.data());
    system.evaluate_force(at, q.data(), v.data());
    system.copy_mass(M);
    for (int i = 0; i < n; ++i) f[i] = system.force(i);
    A = larger(A, largest_entry(column<S>(M.ldlt().solve(f))));
    masses = larger(masses, S(M.cwiseAbs().sum()));
  }
  V += A * until;
  for (const impact<S>& shock : a.impacts) P += shock.impulse.cwiseAbs().sum();
  for (const reaction_density<S>& r : a.reactions) P += polynomial::bound_of_derivative(r.coefficients.data(), static_cast<int>(r.coefficients.size()) - 1, 0, S(r.to - r.from)) * (r.to - r.from);
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
  for (std::size_t k = 0; k < measured; ++k) bound[k] = S(allowance) * epsilon<S>() * (N * size[k] + S(heard.moved_by_rounding[k]));
  return bound;
}

/// The largest share of its bound that a measure takes.
template <scalar S>
finding compared(const std::string& law, const measures<S>& defect, const measures<S>& bound) {
  finding found{.law = law, .is = outcome::holds};
  for (std::size_t k = 0; k < measured; ++k) {
    const S share = defect[k] == S(0) ? S(0) : S(defect[k] / bound[k]);
    if (share <= S(found.share) && is_finite(share)) continue;
    found.share = to_double(share);
    found.where = std::string(measure_names[k]) + " " + shown(defect[k]) + ", bound " + shown(bound[k]);
  }
  if (!(found.share <= 1)) found.is = outcome::broken;
  return found;
}

finding left_out(const std::string& law, const std::string& why) { return {.law = law, .where = why}; }
finding broken(const std::string& law, const std::string& how) { return {.law = law, .is = outcome::broken, .share = std::numeric_limits<double>::infinity(), .where = how}; }

/// An answer to another question in the same hearing. A run that does not end where the first did breaks the law; one that only took too long does not.
bool ran_out_of_time(const std::string& status) { return status.find("the limit of") != std::string::npos; }
template <class Answer>
std::optional<finding> not_answered(const std::string& law, const Answer& answer) {
  if (answer.completed()) return {};
  return ran_out_of_time(answer.status) ? left_out(law, "budget: " + answer.status) : broken(law, answer.status);
}

/// (1), or else (2): `defect` of the question with this refinement; nothing where `otherwise` says why. All measures of a defect are seen as shares of `size`, and the
/// largest counts: which of them is 0 by luck at the coarse step says nothing of the fine one.
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
    if (found.is == outcome::broken && heard.on_data == dependence::none) return left_out(law, "off by more than rounding, and the motion is not continuous in its data");
    return found;
  }
  if (heard.on_data != dependence::lipschitz) return left_out(law, "off by more than rounding, and the motion is not Lipschitz in its data");
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

// --- changed descriptions ----------------------------------------------------------------------------------------------------------

/// `worse`: how much more the other words amplify a rounding.
template <scalar S>
finding described(const std::string& law, const hearing<S>& heard, const description& in, const S& worse = S(1)) {
  std::optional<finding> otherwise;
  const statement other_words = said(heard.bound, in);
  const auto defect = [&](int finer) -> std::optional<measures<S>> {
    const solution<S> first = finer == 1 ? heard.answer : heard.ask({.asked = heard.bound, .refinement = finer});
    if ((otherwise = not_answered(law, first))) return {};
    const solution<S> answer = heard.ask({.asked = other_words, .unit_of_time = in.τ, .refinement = finer});
    if ((otherwise = not_answered(law, answer))) return {};
    return apart(first, back(answer, in), heard.bound.system.constraints(), exact<S>(heard.until), heard.thorough);
  };
  measures<S> rounding = bounds_of(heard);
  for (S& x : rounding) x *= worse;
  return vanishing<S>(law, heard, rounding, sizes_of(heard.bound, heard.answer, exact<S>(heard.until)), defect, otherwise);
}

description::table identity(int n) {
  description::table one(place(n), std::vector<rational>(place(n), 0));
  for (int i = 0; i < n; ++i) one[place(i)][place(i)] = 1;
  return one;
}

/// Powers of two, so that a respondent without a constant in units of its own gives the same digits; far from 1, so that one with such a constant does not.
template <scalar S>
finding units(const hearing<S>& heard) {
  description in = as_it_stands(heard.bound);
  in.τ = 1024;
  in.μ = rational(1, 128);
  for (std::size_t i = 0; i < in.A.size(); ++i) {
    in.A[i][i] = rational(1, 4096);
    in.inverse_of_A[i][i] = 4096;
  }
  for (std::size_t a = 0; a < in.Γ.size(); ++a) in.Γ[a][a] = 4096;
  return described("units", heard, in);
}

template <scalar S>
finding order(const hearing<S>& heard) {
  description in = as_it_stands(heard.bound);
  if (in.A.size() < 2 && in.Γ.size() < 2) return left_out("order", "one coordinate and one constraint");
  std::reverse(in.A.begin(), in.A.end());
  std::reverse(in.inverse_of_A.begin(), in.inverse_of_A.end());
  std::reverse(in.Γ.begin(), in.Γ.end());
  return described("order", heard, in);
}

constexpr std::size_t most_mixed_coordinates = 8;

/// The condition of the kinetic metric, as a factorisation feels it: of D^(−½) M D^(−½), D its diagonal [Higham 2002, theorem 10.6]. Masses 1 and 10^6 in coordinates
/// of their own have 1; in coordinates that mix them, 10^6, and M⁻¹ is known to as many roundings. The largest over some places of the path.
template <scalar S>
double condition(const statement& said_so, const hearing<S>& heard, const description& in) {
  evaluated_system<double> system(said_so.system);
  const int n = system.degrees_of_freedom();
  double worst = 1;
  constexpr int looks = 4;
  for (int look = 0; look <= looks; ++look) {
    const column<S> q = heard.answer.path.position(S(exact<S>(heard.until) * S(look) / S(looks)));
    column<double> there = column<double>::Zero(n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) there[i] += exact<double>(in.inverse_of_A[place(i)][place(j)]) * to_double(q[j]);
    system.evaluate_mass(there.data());
    matrix<double> M(n, n);
    system.copy_mass(M);
    const column<double> scale = M.diagonal().cwiseSqrt().cwiseInverse();
    const Eigen::SelfAdjointEigenSolver<matrix<double>> of(scale.asDiagonal() * M * scale.asDiagonal(), Eigen::EigenvaluesOnly);
    worst = std::max(worst, of.eigenvalues().maxCoeff() / of.eigenvalues().minCoeff());
  }
  return worst;
}

/// q_i = q̂_i + q̂_(i−1), and q_0 = 3 q̂_0: integers of determinant 3, so that M̂ has no diagonal shape left.
template <scalar S>
finding coordinates(const hearing<S>& heard) {
  description in = as_it_stands(heard.bound);
  const std::size_t n = in.A.size();
  if (n > most_mixed_coordinates) return left_out("coordinates", "more than " + std::to_string(most_mixed_coordinates) + " coordinates: formulas would be long");
  in.A[0][0] = 3;
  for (std::size_t i = 1; i < n; ++i) in.A[i][i - 1] = 1;
  for (std::size_t j = 0; j < n; ++j)  // forward substitution
    for (std::size_t i = 0; i < n; ++i) {
      rational sum = i == j ? 1 : 0;
      if (i > 0) sum -= in.inverse_of_A[i - 1][j];
      in.inverse_of_A[i][j] = i == 0 ? rational(sum / 3) : sum;
    }
  return described("coordinates", heard, in, S(std::max(1.0, condition(said(heard.bound, in), heard, in) / condition(heard.bound, heard, as_it_stands(heard.bound)))));
}

template <scalar S>
finding said_twice(const hearing<S>& heard) {
  description in = as_it_stands(heard.bound);
  if (in.Γ.empty()) return left_out("said twice", "no constraint");
  in.Γ.insert(in.Γ.begin() + 1, in.Γ.front());
  return described("said twice", heard, in);
}

template <scalar S>
finding never_met(const hearing<S>& heard) {
  description in = as_it_stands(heard.bound);
  // q_0 + L with L a thousand times the range of the motion.
  const double range = 1 + std::abs(to_double(sizes_of(heard.bound, heard.answer, exact<S>(heard.until))[0]));
  in.never_met = {coordinate(0) + rational(std::ceil(1000 * range))};
  return described("never met", heard, in);
}

// --- time ----------------------------------------------------------------------------------------------------------------------------

template <scalar S>
finding horizon(const hearing<S>& heard) {
  const rational a = heard.until / 2;
  question shorter{.asked = heard.bound};
  shorter.asked.horizon = a;
  const solution<S> answer = heard.ask(shorter);
  if (const auto stopped = not_answered("horizon", answer)) return *stopped;
  // Compared up to a little before: what a scheme gives an impulse in its last step may stand at a, or a rounding after.
  return compared("horizon", apart(heard.answer, answer, heard.bound.system.constraints(), exact<S>(rational(a * 63 / 64)), heard.thorough), bounds_of(heard));
}

/// Every gap is open at t, by a share of what it is over the run.
template <scalar S>
bool flies(const hearing<S>& heard, const S& t) {
  for (const contact_interval<S>& c : heard.answer.contacts)
    if (!(t < c.from || t > c.to)) return false;
  evaluated_system<S> system(heard.bound.system);
  const trajectory<S>& path = heard.answer.path;
  std::vector<S> largest(place(system.constraints()), S(0));
  constexpr int looks = 64;
  for (int k = 0; k <= looks; ++k) {
    const S at = exact<S>(heard.until) * S(k) / S(looks);
    const column<S> q = path.position(at);
    system.evaluate_gap(at, q.data());
    for (int a = 0; a < system.constraints(); ++a) largest[place(a)] = larger(largest[place(a)], S(abs(system.gap(a))));
  }
  const column<S> q = path.position(t);
  system.evaluate_gap(t, q.data());
  for (int a = 0; a < system.constraints(); ++a)
    if (!(system.gap(a) > largest[place(a)] / S(64))) return false;
  return true;
}

template <scalar S>
finding origin_of_time(const hearing<S>& heard) {
  const std::string law = "origin of time";
  for (const int part : {8, 6, 10, 4, 12, 3, 13, 5, 11, 7, 9}) {
    const rational a = heard.until * part / 16;
    const S at = exact<S>(a);
    if (!flies(heard, at)) continue;
    std::optional<finding> otherwise;
    const auto defect = [&](int finer) -> std::optional<measures<S>> {
      const solution<S> whole = finer == 1 ? heard.answer : heard.ask({.asked = heard.bound, .refinement = finer});
      if ((otherwise = not_answered(law, whole))) return {};
      question rest{.asked = with_time(heard.bound, a, 1), .refinement = finer};
      rest.asked.position = exactly(whole.path.position(at));
      rest.asked.velocity = exactly(whole.path.velocity_right(at));
      rest.asked.horizon = rational(heard.until - a);
      const solution<S> answer = heard.ask(rest);
      if ((otherwise = not_answered(law, answer))) return {};
      return apart(rest_after(whole, at), answer, heard.bound.system.constraints(), exact<S>(rational(heard.until - a)), heard.thorough);
    };
    return vanishing<S>(law, heard, bounds_of(heard), sizes_of(heard.bound, heard.answer, exact<S>(heard.until)), defect, otherwise);
  }
  return left_out(law, "no time of flight among sixteenths of the horizon");
}

template <scalar S>
finding backwards(const hearing<S>& heard) {
  const std::string law = "backwards";
  std::optional<finding> otherwise;
  const auto defect = [&](int finer) -> std::optional<measures<S>> {
    question forth{.asked = heard.bound, .refinement = finer};
    forth.asked.system.restitution = 1;
    const solution<S> there = heard.ask(forth);
    if (!there.completed()) return otherwise = left_out(law, "no run at e = 1: " + there.status), std::nullopt;  // another question, which may have no end
    if (!there.contacts.empty() || !there.accumulations.empty()) otherwise = left_out(law, "contacts or accumulations at e = 1");
    for (const impact<S>& shock : there.impacts)
      if ((shock.impulse.array() > S(0)).count() > 1) otherwise = left_out(law, "a shock of several constraints, which no law of impact undoes");
    const column<S> q = there.path.position(there.path.end()), v = there.path.velocity_left(there.path.end());
    evaluated_system<S> system(heard.bound.system);
    for (const S& t : {S(0), there.path.end()}) {
      const column<S> at = there.path.position(t);
      system.evaluate_gap(t, at.data());
      for (int a = 0; a < system.constraints(); ++a)
        if (!(system.gap(a) > S(0.001) * larger(S(1), S(abs(system.gap(a)))))) otherwise = left_out(law, "in contact at the start or at the end");
    }
    if (otherwise) return {};
    question home{.asked = with_time(forth.asked, heard.until, -1), .refinement = finer};
    home.asked.position = exactly(q);
    home.asked.velocity = exactly(column<S>(-v));
    const solution<S> again = heard.ask(home);
    if ((otherwise = not_answered(law, again))) return {};
    return apart(reversed(there), again, heard.bound.system.constraints(), exact<S>(heard.until), heard.thorough);
  };
  measures<S> rounding = bounds_of(heard);
  for (S& x : rounding) x = S(4) * x;  // there and back, at another restitution
  return vanishing<S>(law, heard, rounding, sizes_of(heard.bound, heard.answer, exact<S>(heard.until)), defect, otherwise);
}

// --- balances ------------------------------------------------------------------------------------------------------------------------

/// M, Ṁ = Σ_k v_k ∂M/∂q_k, f and G as numbers.
template <scalar S>
class balance {
 public:
  explicit balance(const mechanical_system& system) : n_(system.degrees_of_freedom()), values_(system) {
    std::vector<expression> rates;
    for (const mass_entry& m : system.mass) rates.push_back(total_derivative(m.value, std::vector<expression>(place(n_), expression(0))));
    entries_ = system.mass;
    rates_ = tape<S>(rates, n_);
  }
  void at(const S& t, const column<S>& q, const column<S>& v) {
    values_.evaluate_mass(q.data());
    values_.evaluate_force(t, q.data(), v.data());
    rates_.run(t, q.data(), v.data());
    M.setZero(n_, n_);
    values_.copy_mass(M);
    f.resize(n_);
    turning.setZero(n_);
    for (int i = 0; i < n_; ++i) f[i] = values_.force(i);
    for (std::size_t k = 0; k < entries_.size(); ++k) turning[entries_[k].row] += rates_[static_cast<int>(k)] * v[entries_[k].column];
  }
  matrix<S> M;
  column<S> f, turning;  ///< f and Ṁ v

 private:
  int n_;
  evaluated_system<S> values_;
  std::vector<mass_entry> entries_;
  tape<S> rates_;
};

template <scalar S>
column<S> position_on(const trajectory<S>& path, int k, const S& τ) {
  column<S> q(path.dimension());
  for (int i = 0; i < path.dimension(); ++i) q[i] = path.position(k, i, τ);
  return q;
}
template <scalar S>
column<S> velocity_on(const trajectory<S>& path, int k, const S& τ) {
  column<S> v(path.dimension());
  for (int i = 0; i < path.dimension(); ++i) v[i] = path.velocity(k, i, τ);
  return v;
}

/// Only the first of the measures is used.
template <scalar S>
measures<S> only(const S& x) {
  measures<S> m;
  m.fill(S(0));
  m[0] = x;
  return m;
}

/// ∫ |E − E'| dt for the function E' that never grows and is nearest to E in L², by pooling; E is `value` for a time `weight`, in order.
template <scalar S>
S distance_from_falling(const std::vector<std::pair<S, S>>& values_and_weights) {
  struct pool {
    S sum, weight;
    std::size_t first;
  };
  std::vector<pool> pools;
  for (std::size_t k = 0; k < values_and_weights.size(); ++k) {
    const auto& [value, weight] = values_and_weights[k];
    if (!(weight > S(0))) continue;
    pools.push_back({S(value * weight), weight, k});
    while (pools.size() > 1 && pools.back().sum * pools[pools.size() - 2].weight > pools[pools.size() - 2].sum * pools.back().weight) {
      const pool last = pools.back();
      pools.pop_back();
      pools.back().sum += last.sum;
      pools.back().weight += last.weight;
    }
  }
  S distance(0);
  for (std::size_t p = 0; p < pools.size(); ++p)
    for (std::size_t k = pools[p].first; k < (p + 1 < pools.size() ? pools[p + 1].first : values_and_weights.size()); ++k)
      if (values_and_weights[k].second > S(0)) distance += values_and_weights[k].second * abs(S(values_and_weights[k].first - pools[p].sum / pools[p].weight));
  return distance;
}

template <scalar S>
finding energy(const hearing<S>& heard) {
  for (const expression& gap : heard.bound.system.gap)
    if (variables_of(gap).time) return left_out("energy", "a constraint that moves does work");
  S whole(0), unsure(0);
  std::optional<finding> otherwise;
  const auto defect = [&](int finer) -> std::optional<measures<S>> {
    const solution<S> answer = finer == 1 ? heard.answer : heard.ask({.asked = heard.bound, .refinement = finer});
    if ((otherwise = not_answered("energy", answer))) return {};
    balance<S> now(heard.bound.system);
    const trajectory<S>& path = answer.path;
    S work(0), size(0);
    std::vector<std::pair<S, S>> energies;
    const auto see = [&](int k, const S& τ, const S& weight) {
      const column<S> v = velocity_on(path, k, τ);
      now.at(S(path.begin(k) + τ), position_on(path, k, τ), v);
      const S kinetic = v.dot(now.M * v) / S(2);
      size = larger(size, S(kinetic + abs(work)));
      energies.emplace_back(S(kinetic - work), weight);
    };
    const auto by_gauss = [&](int k, const S& from, const S& to) {
      const S half = (to - from) / S(2);
      S sum(0);
      for (const auto& point : gauss<S>(path.degree(k) + 4).points()) {
        const S τ = from + half * (S(1) + point.x);
        const column<S> v = velocity_on(path, k, τ);
        now.at(S(path.begin(k) + τ), position_on(path, k, τ), v);
        sum += half * point.weight * (v.dot(now.f) + v.dot(now.turning) / S(2));
      }
      return sum;
    };
    // A force that is smooth but not analytic on a piece: halves, until they agree with the whole; what is left is the judge's own error.
    constexpr int deepest = 10;
    const std::function<S(int, const S&, const S&, const S&, int)> power = [&](int k, const S& from, const S& to, const S& once, int depth) -> S {
      const S middle = (from + to) / S(2), first = by_gauss(k, from, middle), second = by_gauss(k, middle, to), off = abs(S(first + second - once));
      if (!(off > S(allowance) * epsilon<S>() * (abs(first) + abs(second) + size))) return first + second;
      if (depth == deepest) {
        if (finer == 1) unsure += off;
        return first + second;
      }
      return power(k, from, middle, first, depth + 1) + power(k, middle, to, second, depth + 1);
    };
    for (int k = 0; k < path.pieces(); ++k) {
      const S length = path.end(k) - path.begin(k);
      see(k, S(0), S(length / S(2)));
      const S once = by_gauss(k, S(0), length);
      work += path.degree(k) < 2 ? once : power(k, S(0), length, once, 0);  // a scheme's force is what it is at the step, not between
      see(k, length, S(length / S(2)));
    }
    const S T = path.end() - path.begin();
    if (finer == 1) whole = size * T;
    return only(distance_from_falling(energies));
  };
  if (!defect(1)) return *otherwise;
  const S T = exact<S>(heard.until);
  finding found = vanishing<S>("energy", heard, only(S(S(allowance) * epsilon<S>() * steps_of(heard.answer) * whole + unsure * T)), only(whole), defect, otherwise);
  if (found.where.starts_with(measure_names[0])) found.where.replace(0, std::string(measure_names[0]).size(), "growth");
  return found;
}

/// Directions c that are tried: every coordinate, and all of them together.
std::optional<std::vector<int>> symmetry_of(const mechanical_system& system) {
  const int n = system.degrees_of_freedom();
  std::vector<std::vector<int>> tried(1, std::vector<int>(place(n), 1));
  for (int i = 0; i < n && n > 1; ++i) {
    tried.emplace_back(place(n), 0);
    tried.back()[place(i)] = 1;
  }
  for (const std::vector<int>& c : tried) {
    expression change = 0;
    for (int i = 0; i < n; ++i)
      if (c[place(i)] != 0) change = change + system.force[place(i)];
    for (const mass_entry& m : system.mass)
      if (c[place(m.row)] != 0) change = change + total_derivative(m.value, std::vector<expression>(place(n), expression(0))) * velocity(m.column);
    bool still = are_equal(change, 0);
    for (const expression& gap : system.gap) {
      expression along = 0;
      for (int i = 0; i < n; ++i)
        if (c[place(i)] != 0) along = along + derivative(gap, coordinate(i));
      still = still && are_equal(along, 0);
    }
    if (still) return c;
  }
  return {};
}

template <scalar S>
finding momentum(const hearing<S>& heard) {
  const auto c = symmetry_of(heard.bound.system);
  if (!c) return left_out("momentum", "no symmetry along a coordinate or all of them together");
  S whole(0);
  std::optional<finding> otherwise;
  const auto defect = [&](int finer) -> std::optional<measures<S>> {
    const solution<S> answer = finer == 1 ? heard.answer : heard.ask({.asked = heard.bound, .refinement = finer});
    if ((otherwise = not_answered("momentum", answer))) return {};
    evaluated_system<S> system(heard.bound.system);
    const int n = system.degrees_of_freedom();
    matrix<S> M(n, n);
    S least(0), most(0), size(0);
    bool first = true;
    for (int k = 0; k < answer.path.pieces(); ++k)
      for (const S& τ : {S(0), S(answer.path.end(k) - answer.path.begin(k))}) {
        const column<S> q = position_on(answer.path, k, τ), v = velocity_on(answer.path, k, τ);
        system.evaluate_mass(q.data());
        system.copy_mass(M);
        const column<S> p = M * v;
        S along(0), sum(0);
        for (int i = 0; i < n; ++i)
          if ((*c)[place(i)] != 0) {
            along += p[i];
            sum += abs(p[i]);
          }
        size = larger(size, sum);
        least = first ? along : std::min(least, along);
        most = first ? along : std::max(most, along);
        if (!is_finite(along)) most = infinity<S>();
        first = false;
      }
    if (finer == 1) whole = size;
    return only(S(most - least));
  };
  if (!defect(1)) return *otherwise;
  finding found = vanishing<S>("momentum", heard, only(S(S(allowance) * epsilon<S>() * steps_of(heard.answer) * whole)), only(whole), defect, otherwise);
  if (found.where.starts_with(measure_names[0])) found.where.replace(0, std::string(measure_names[0]).size(), "drift");
  return found;
}

/// A whole shock: parts that continue each other are one.
template <scalar S>
std::vector<impact<S>> whole_shocks(const solution<S>& answer) {
  std::vector<impact<S>> shocks;
  for (const impact<S>& part : answer.impacts) {
    if (!part.continues || shocks.empty()) {
      shocks.push_back(part);
      continue;
    }
    impact<S>& whole = shocks.back();
    whole.v_plus = part.v_plus;
    whole.impulse += part.impulse;
    for (const int a : part.active)
      if (std::find(whole.active.begin(), whole.active.end(), a) == whole.active.end()) whole.active.push_back(a);
  }
  return shocks;
}

template <scalar S>
finding impact_at_every_atom(const hearing<S>& heard) {
  const std::string law = "impact";
  if (heard.answer.impacts.empty()) return left_out(law, "no impact");
  bool fixed = true;
  for (const expression& gap : heard.bound.system.gap) fixed = fixed && !variables_of(gap).time;
  measures<S> rounding, whole;
  rounding.fill(S(0));
  whole.fill(S(0));
  std::optional<finding> otherwise;
  const auto defect = [&](int finer) -> std::optional<measures<S>> {
    const solution<S> answer = finer == 1 ? heard.answer : heard.ask({.asked = heard.bound, .refinement = finer});
    if ((otherwise = not_answered(law, answer))) return {};
    evaluated_system<S> system(heard.bound.system);
    const int n = system.degrees_of_freedom();
    measures<S> worst;
    worst.fill(S(0));
    const std::vector<impact<S>> shocks = whole_shocks(answer);
    const S reach = heard.takes_steps ? S(S(8) * exact<S>(heard.until) / steps_of(answer)) : S(-1);
    int judged = 0;
    for (std::size_t at = 0; at < shocks.size(); ++at) {
      const impact<S>& shock = shocks[at];
      if ((at > 0 && shock.t - shocks[at - 1].t <= reach) || (at + 1 < shocks.size() && shocks[at + 1].t - shock.t <= reach)) continue;
      ++judged;
      system.evaluate_mass(shock.q.data());
      system.evaluate_gradient(shock.t, shock.q.data());
      system.evaluate_gap_rate(shock.t, shock.q.data());
      matrix<S> M(n, n), G = matrix<S>::Zero(static_cast<Eigen::Index>(shock.active.size()), n);
      system.copy_mass(M);
      column<S> r(G.rows()), P(G.rows());
      for (Eigen::Index k = 0; k < G.rows(); ++k) {
        const int a = shock.active[static_cast<std::size_t>(k)];
        for (int e = system.gradient_row_begin(a); e < system.gradient_row_begin(a + 1); ++e) {
          const sparse_entry& entry = system.gradient_entries()[place(e)];
          G(k, entry.column) = system.gradient(entry);
        }
        r[k] = system.gap_rate(a);
        P[k] = shock.impulse[a];
      }
      const kinetic_metric<S> metric(M);
      const auto defects = defects_of_impact(metric, velocity_set<S>(G, r), system.restitution(), shock.v_minus, shock.v_plus, P);
      const S balance = fixed ? S(abs(energy_defect(metric, system.restitution(), shock.v_minus, shock.v_plus))) : S(0);
      const measures<S> found = {defects.momentum, defects.sign, defects.admissibility, defects.complementarity, balance};
      for (std::size_t k = 0; k < measured; ++k) worst[k] = larger(worst[k], found[k]);
      if (finer != 1) continue;
      // Sizes of the terms each is a difference of: a dozen operations a coordinate and a constraint.
      const S speed = larger(largest_entry(shock.v_minus), largest_entry(shock.v_plus)), terms = S(16 * (n + static_cast<int>(G.rows()))) * epsilon<S>();
      const S momentum = M.cwiseAbs().sum() * speed + G.cwiseAbs().sum() * largest_entry(P), rate = G.cwiseAbs().sum() * speed + largest_entry(r);
      const measures<S> size = {momentum, largest_entry(P), rate, S(P.cwiseAbs().sum() * rate), S(momentum * speed)};
      for (std::size_t k = 0; k < measured; ++k) {
        whole[k] = larger(whole[k], size[k]);
        rounding[k] = larger(rounding[k], S(terms * S(allowance) * size[k]));
      }
    }
    if (judged == 0) otherwise = left_out(law, "no shock that has eight steps to itself");
    return judged == 0 ? std::nullopt : std::optional(worst);
  };
  if (!defect(1)) return *otherwise;
  finding found = vanishing<S>(law, heard, rounding, whole, defect, otherwise);
  for (std::size_t k = 0; k < measured; ++k) {
    static const std::array<const char*, measured> parts = {"momentum", "sign of P", "admissibility", "complementarity", "energy balance"};
    if (found.where.starts_with(measure_names[k])) found.where.replace(0, std::string(measure_names[k]).size(), parts[k]);
  }
  return found;
}

template <scalar S>
using law_of = finding (*)(const hearing<S>&);
template <scalar S>
const std::vector<std::pair<std::string, law_of<S>>>& all_laws() {
  static const std::vector<std::pair<std::string, law_of<S>>> laws = {{"units", units<S>},
                                                                      {"order", order<S>},
                                                                      {"coordinates", coordinates<S>},
                                                                      {"said twice", said_twice<S>},
                                                                      {"never met", never_met<S>},
                                                                      {"horizon", horizon<S>},
                                                                      {"origin of time", origin_of_time<S>},
                                                                      {"backwards", backwards<S>},
                                                                      {"energy", energy<S>},
                                                                      {"momentum", momentum<S>},
                                                                      {"impact", impact_at_every_atom<S>}};
  return laws;
}

solution<double> in_double(const solution<real50>& precise) {
  const auto all = [](const column<real50>& x) {
    column<double> y(x.size());
    for (Eigen::Index i = 0; i < x.size(); ++i) y[i] = to_double(x[i]);
    return y;
  };
  solution<double> rough;
  rough.status = precise.status;
  // A piece too short for double to see is a chord: its coefficients may be too large for double, of powers that nothing is seen of.
  rough.path = trajectory<double>(precise.path.dimension());
  const real50 shortest = precise.path.end() * real50(epsilon<double>()) * real50(epsilon<double>());
  for (int k = 0; k < precise.path.pieces(); ++k) {
    const int n = precise.path.dimension();
    const real50 width = precise.path.end(k) - precise.path.begin(k);
    const bool is_chord = width < shortest;
    const int d = is_chord ? 1 : precise.path.degree(k);
    if (!(to_double(precise.path.end(k)) > rough.path.end())) continue;
    std::vector<double> c;
    for (int i = 0; i < n; ++i) {
      const real50* from = precise.path.coefficients(k, i);
      if (is_chord) {
        c.insert(c.end(), {to_double(from[0]), to_double(real50((precise.path.position(k, i, width) - from[0]) / width))});
        continue;
      }
      real50 power(1);
      for (int p = 0; p <= d; ++p, power *= width) {
        const real50 tiny = real50(epsilon<double>()) * real50(epsilon<double>()) * width;
        c.push_back(p < 2 || abs(real50(from[p] * power)) > tiny ? to_double(from[p]) : 0);
      }
    }
    rough.path.append(to_double(precise.path.end(k)), d, c.data());
  }
  for (const auto& s : precise.impacts)
    rough.impacts.push_back({to_double(s.t), all(s.q), all(s.v_minus), all(s.v_plus), all(s.impulse), s.active, s.continues});
  for (const auto& r : precise.reactions) {
    if (!(to_double(r.to) > to_double(r.from))) continue;
    rough.reactions.push_back({r.constraint, to_double(r.from), to_double(r.to), {}});
    const bool is_constant = real50(r.to - r.from) < shortest;  // as above
    for (const real50& c : r.coefficients) rough.reactions.back().coefficients.push_back(is_constant && &c != &r.coefficients.front() ? 0 : to_double(c));
  }
  return rough;
}

}  // namespace

const std::vector<std::string>& names() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> list;
    for (const auto& [name, law] : all_laws<double>()) list.push_back(name);
    return list;
  }();
  return all;
}

template <scalar S>
finding judge(const std::string& law, const hearing<S>& heard) {
  for (const auto& [name, rule] : all_laws<S>())
    if (name == law) return rule(heard);
  throw std::logic_error("laws: expected one of names(), found \"" + law + "\"");
}

description as_it_stands(const statement& bound) {
  const int n = bound.system.degrees_of_freedom();
  return {.τ = 1, .μ = 1, .A = identity(n), .inverse_of_A = identity(n), .Γ = identity(bound.system.constraints())};
}

statement said(const statement& bound, const description& in) {
  const mechanical_system& before = bound.system;
  const int n = before.degrees_of_freedom();
  in_other_words say([&](const expression& leaf) -> expression {
    switch (leaf.op()) {
      case operation::time: return leaf / expression(in.τ);
      case operation::coordinate: return combination(in.A[place(leaf.root().index)], [](int j) { return coordinate(j); });
      case operation::velocity: return expression(in.τ) * combination(in.A[place(leaf.root().index)], [](int j) { return velocity(j); });
      default: return leaf;
    }
  });
  statement after = bound;
  mechanical_system& system = after.system;
  std::map<std::pair<int, int>, expression> M;
  for (const mass_entry& m : before.mass) {
    const expression value = expression(in.μ) * say(m.value);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        const rational factor = in.A[place(m.row)][place(i)] * in.A[place(m.column)][place(j)];
        if (factor == 0) continue;
        const auto [entry, is_new] = M.emplace(std::pair(i, j), expression(factor) * value);
        if (!is_new) entry->second = entry->second + expression(factor) * value;
      }
  }
  system.mass.clear();
  for (const auto& [at, value] : M) system.mass.push_back({at.first, at.second, value});
  for (int i = 0; i < n; ++i) {
    std::vector<rational> along;
    for (int k = 0; k < n; ++k) along.push_back(in.A[place(k)][place(i)] * in.μ / (in.τ * in.τ));
    system.force[place(i)] = combination(along, [&](int k) { return say(before.force[place(k)]); });
    after.position[place(i)] = combination(in.inverse_of_A[place(i)], [&](int k) { return bound.position[place(k)]; });
    after.velocity[place(i)] = combination(in.inverse_of_A[place(i)], [&](int k) { return bound.velocity[place(k)]; }) / expression(in.τ);
  }
  system.gap.clear();
  for (const std::vector<rational>& row : in.Γ) system.gap.push_back(combination(row, [&](int a) { return say(before.gap[place(a)]); }));
  for (const expression& gap : in.never_met) system.gap.push_back(say(gap));
  after.horizon = expression(in.τ) * bound.horizon;
  return after;
}

template <scalar S>
solution<S> back(const solution<S>& answer, const description& in) {
  const int n = answer.path.dimension();
  const S τ = exact<S>(in.τ), of_impulse = exact<S>(rational(in.τ / in.μ)), of_density = exact<S>(rational(in.τ * in.τ / in.μ));
  matrix<S> A(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) A(i, j) = exact<S>(in.A[place(i)][place(j)]);
  const int constraints = in.Γ.empty() ? 0 : static_cast<int>(in.Γ.front().size());

  solution<S> first = answer;
  first.path = trajectory<S>(n, S(answer.path.begin() / τ));
  for (int k = 0; k < answer.path.pieces(); ++k) {
    const int d = answer.path.degree(k);
    std::vector<S> c(place(n * (d + 1)), S(0));
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j)
        if (in.A[place(i)][place(j)] != 0)
          for (int p = 0; p <= d; ++p) c[place(i * (d + 1) + p)] += A(i, j) * answer.path.coefficients(k, j)[p];
      polynomial::stretch(c.data() + i * (d + 1), d, τ);
    }
    first.path.append(S(answer.path.end(k) / τ), d, c.data());
  }
  for (impact<S>& shock : first.impacts) {
    shock.t /= τ;
    shock.q = A * shock.q;
    shock.v_minus = τ * (A * shock.v_minus);
    shock.v_plus = τ * (A * shock.v_plus);
    column<S> P = column<S>::Zero(constraints);
    for (std::size_t b = 0; b < in.Γ.size(); ++b)
      for (int a = 0; a < constraints; ++a)
        if (in.Γ[b][place(a)] != 0) P[a] += of_impulse * exact<S>(in.Γ[b][place(a)]) * shock.impulse[static_cast<Eigen::Index>(b)];
    shock.impulse = P;
  }
  first.reactions.clear();
  for (const reaction_density<S>& r : answer.reactions)
    for (int a = 0; a < constraints; ++a) {
      if (place(r.constraint) >= in.Γ.size() || in.Γ[place(r.constraint)][place(a)] == 0) continue;
      reaction_density<S> mine = r;
      mine.constraint = a;
      mine.from /= τ;
      mine.to /= τ;
      polynomial::stretch(mine.coefficients.data(), static_cast<int>(mine.coefficients.size()) - 1, τ);
      for (S& c : mine.coefficients) c *= of_density * exact<S>(in.Γ[place(r.constraint)][place(a)]);
      first.reactions.push_back(std::move(mine));
    }
  return first;
}

std::variant<hearings, std::string> hear(const statement& bound, const rational& until, bool takes_steps, const respondent<double>& in_double_of,
                                         const respondent<real50>& in_fifty, dependence on_data, bool thorough) {
  question first{.asked = bound};
  first.asked.horizon = until;
  solution<double> rough = in_double_of(first);
  if (!rough.completed()) return (ran_out_of_time(rough.status) ? "budget: " : "") + rough.status;
  solution<real50> precise = in_fifty(first);
  if (!precise.completed()) return (ran_out_of_time(precise.status) ? "budget, at 50 digits: " : "at 50 digits: ") + precise.status;
  const double end = exact<double>(until);
  measures<double> moved = apart(rough, in_double(precise), bound.system.constraints(), end, thorough);
  const measures<double> size = sizes_of(first.asked, rough, end);
  constexpr double decided = 1e-6;  // a change of events is of order 1; twenty roundings in each of 10^4 steps, amplified 10^4 times, are 5e-7
  for (std::size_t k = 0; k < measured; ++k) {
    if (!(moved[k] <= decided * size[k])) return std::string("rounding decides: double and 50 digits part by ") + shown(moved[k]) + " in " + measure_names[k];
    moved[k] /= epsilon<double>();
  }
  return hearings{{first.asked, until, in_double_of, takes_steps, on_data, thorough, std::move(rough), moved},
                  {first.asked, until, in_fifty, takes_steps, on_data, thorough, std::move(precise), moved}};
}

#define INSTANTIATE(S)                                                                                                                                       \
  template finding judge(const std::string&, const hearing<S>&);                                                                                             \
  template solution<S> back(const solution<S>&, const description&);
INSTANTIATE(double)
INSTANTIATE(real50)
#undef INSTANTIATE

}  // namespace unilateral::laws
