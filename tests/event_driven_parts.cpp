// Theorems behind the parts of event_driven, each against an independent statement of the same thing:
// a Taylor series converges to its function; a polynomial built from its roots has those roots; the projection is
// characterised by its complementarity conditions, and found by trying all active sets, in integers. Tolerances: ε(S)
// times the size of the sums formed, and for a root of multiplicity 2 the separation √ε.

#include "problems/judge/cone.hpp"
#include "problems/language/many_digits.hpp"
#include "solvers/event_driven/event_driven.hpp"
#include "solvers/event_driven/projection.hpp"
#include "solvers/event_driven/roots.hpp"
#include "solvers/event_driven/sums_of_products.hpp"
#include "solvers/event_driven/taylor_tape.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <random>
#include <type_traits>
#include <vector>

namespace unilateral::event_driven {
namespace {

using std::abs;
using std::sqrt;

const expression x = coordinate(0), y = coordinate(1), t = time();

template <class S>
class series : public testing::Test {};
using scalars = testing::Types<double, real50>;
TYPED_TEST_SUITE(series, scalars);

TYPED_TEST(series, of_every_operation_sums_to_the_function) {
  using S = TypeParam;
  // Along q = (2 + τ, 1/2 − τ + τ²), τ = 1/32: the distance to every singularity is at least 1/4 (acos y² where y² =
  // 1), so 60 terms reach 50 digits.
  const int K = 60;
  const std::vector<expression> all = {sin(x) * cos(x),
                                       tan(y),
                                       exp(x * y),
                                       log(x + y),
                                       sqrt(x),
                                       pow(x, rational(5, 2)),
                                       pow(x, y),
                                       x / y,
                                       pow(x, -3),
                                       abs(y) - x,
                                       sin(t) + cos(t * x),
                                       abs(-y) * x,
                                       exp(pow(y, 2)),
                                       sin(x) + cos(y),
                                       velocity(1) * x,
                                       pow(rational(3), x),
                                       asin(y),
                                       acos(y * y),
                                       atan(x),
                                       atan2(y, x),
                                       sinh(y),
                                       cosh(x * y),
                                       tanh(y - x),
                                       max(x, y),
                                       min(y, x) * x,
                                       step(y - x)};
  taylor_tape<S> tape(all, {cos(x)}, 2, K);
  tape.bound_degrees(unbounded_degree);
  tape.set_time(S(1), S(1));
  tape.position(0)[0] = S(2);
  tape.position(0)[1] = S(1);
  tape.position(1)[0] = S(1) / S(2);
  tape.position(1)[1] = S(-1);
  tape.position(1)[2] = S(1);
  tape.velocity(0)[0] = S(1);
  tape.velocity(1)[0] = S(-1);
  tape.velocity(1)[1] = S(2);
  for (int k = 0; k <= K; ++k) tape.run(taylor_tape<S>::part::first, k);
  for (int k = 0; k <= K; ++k) tape.run(taylor_tape<S>::part::second, k);
  const S τ = S(1) / S(32);
  const std::vector<S> q = {S(2) + τ, S(1) / S(2) - τ + τ * τ}, v = {S(1), S(-1) + S(2) * τ};
  std::vector<expression> formulas = all;
  formulas.push_back(cos(x));
  unilateral::tape<S> values(formulas, 2);
  values.run(S(1) + τ, q.data(), v.data());
  for (std::size_t k = 0; k < formulas.size(); ++k) {
    const S sum = value(tape.series(tape.output_slot(k)), K, τ);
    EXPECT_LE(abs(sum - values[static_cast<int>(k)]),
              S(64) * epsilon<S>() * magnitude(tape.series(tape.output_slot(k)), K, τ))
        << to_text(formulas[k], {"x", "y"});
  }
  // Negative control: one coefficient of the other sign is seen: 2 |c_3| τ³ = 2 (2³/2)/3! τ³ |cos 4| = 2.6e-5 for sin x
  // cos x = sin(2x)/2 at x = 2.
  S* const c = tape.series(tape.output_slot(0));
  c[3] = -c[3];
  EXPECT_GT(abs(value(c, K, τ) - values[0]), S(1) / S(50000));
}

/// A finite number, exactly.
rational exact_value(double z) { return rational(z); }
template <unsigned Digits>
rational exact_value(const mpfr_number<Digits>& z) {
  rational result;
  mpfr_get_q(result.get_mpq_t(), z.backend().data());
  return result;
}

template <class S>
class sums : public testing::Test {};
using scalars_of_sums = testing::Types<double, real50, real100>;
TYPED_TEST_SUITE(sums, scalars_of_sums);

/// Against rationals. In double: n − 1 additions and one product each, so n ε/2 of the sum of sizes. With many digits:
/// half an ε of the sum, and what sums_of_products.hpp says is left away, ε/32 of the largest product.
TYPED_TEST(sums, of_products_are_rounded_once_with_many_digits) {
  using S = TypeParam;
  constexpr bool is_exact = !std::is_same_v<S, double>;
  std::mt19937 random(20);
  std::uniform_real_distribution<double> unit(-1, 1);
  const rational ε = exact_value(epsilon<S>());
  int broken_one_by_one = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const int n = trial % 45, spread = trial % 3 == 0 ? 0 : trial % 3 == 1 ? 20 : 400;
    std::vector<S> u, w(static_cast<std::size_t>(n), S(0));
    const auto number = [&] {
      using std::ldexp;
      const S mantissa = S(unit(random)) / S(3);
      return unit(random) > 0.8 ? S(0) : S(ldexp(mantissa, static_cast<int>(spread * unit(random))));
    };
    for (int i = 0; i < n; ++i) {
      const bool cancels = i % 2 == 1 && trial % 2 == 0;
      u.push_back(cancels ? S(-u.back() * (S(1) + S(4) * epsilon<S>())) : number());
      w[static_cast<std::size_t>(n - 1 - i)] = cancels ? w[static_cast<std::size_t>(n - i)] : number();
    }
    const S* const last = w.data() + std::max(n - 1, 0);
    rational exact = 0, sizes = 0, largest = 0;
    S one_by_one(0);
    for (int i = 0; i < n; ++i) {
      const rational term = exact_value(u[static_cast<std::size_t>(i)]) * exact_value(last[-i]);
      exact += term;
      sizes += abs(term);
      largest = std::max(largest, rational(abs(term)));
      one_by_one += u[static_cast<std::size_t>(i)] * last[-i];
    }
    const rational bound =
        is_exact ? rational(ε * (abs(exact) * rational(51, 100) + largest / 32)) : rational(ε * n * sizes / 2);
    const S sum = sum_of_products(u.data(), last, n);
    EXPECT_LE(abs(rational(exact_value(sum) - exact)), bound) << "n = " << n << ", trial " << trial;
    const auto pair = sums_of_products(u.data(), last, last, n);
    EXPECT_LE(abs(rational(exact_value(pair.first) - exact)), bound);
    EXPECT_EQ(pair.first, pair.second);
    if (abs(rational(exact_value(one_by_one) - exact)) > bound) ++broken_one_by_one;
  }
  if (is_exact) {
    EXPECT_GT(broken_one_by_one, 0);  // negative control: rounded at every term, the sum does not keep the bound
  }
  // What is no finite number stays none.
  const std::vector<S> a = {S(1), std::numeric_limits<S>::infinity(), S(0)}, b = {S(1), S(2), S(3)};
  EXPECT_EQ(sum_of_products(a.data(), b.data() + 2, 3), std::numeric_limits<S>::infinity());
  const S nan = std::numeric_limits<S>::quiet_NaN();
  EXPECT_NE(sum_of_products(&nan, b.data(), 1), sum_of_products(&nan, b.data(), 1));
}

TYPED_TEST(series, of_polynomials_are_known_to_end) {
  using S = TypeParam;
  taylor_tape<S> tape({x * x - t, sin(x), 0, y / 3}, {}, 2, 20);
  tape.bound_degrees(2);
  EXPECT_EQ(tape.degree(tape.output_slot(0)), 4);
  EXPECT_EQ(tape.degree(tape.output_slot(1)), unbounded_degree);
  EXPECT_EQ(tape.degree(tape.output_slot(2)), -1);
  EXPECT_EQ(tape.degree(tape.output_slot(3)), 2);
}

/// Coefficients of Π (x − r).
template <class S>
std::vector<S> with_roots(const std::vector<S>& roots) {
  std::vector<S> p = {S(1)};
  for (const S& r : roots) {
    p.push_back(S(0));
    for (std::size_t k = p.size(); k-- > 1;) p[k] = p[k - 1] - r * p[k];
    p[0] = -r * p[0];
  }
  return p;
}

template <class S>
const std::vector<real_root<S>>& roots_of(root_isolation<S>& isolation, const std::vector<S>& p, const S& h) {
  return isolation.on(p.data(), static_cast<int>(p.size()) - 1, h, [&](const S& at) {
    return S(4) * epsilon<S>() * magnitude(p.data(), static_cast<int>(p.size()) - 1, at);
  });
}

TYPED_TEST(series, have_all_their_real_roots_isolated) {
  using S = TypeParam;
  root_isolation<S> isolation(30);
  std::mt19937 random(20040901);
  for (int round = 0; round < 200; ++round) {
    std::vector<S> all, inside;
    const int count = 1 + static_cast<int>(random() % 7);
    for (int k = 0; k < count; ++k) {
      const S r = S(static_cast<int>(random() % 997) - 300) / S(500);
      bool isolated = true;
      for (const S& other : all) isolated = isolated && abs(r - other) > S(1) / S(50);
      if (!isolated || r == S(0)) continue;
      all.push_back(r);
      if (r > S(0) && r <= S(1)) inside.push_back(r);
    }
    if (all.empty()) continue;
    const auto p = with_roots(all);
    const auto& found = roots_of(isolation, p, S(1));
    std::sort(inside.begin(), inside.end());
    ASSERT_EQ(found.size(), inside.size()) << "round " << round;
    S slope_bound(1);
    for (std::size_t k = 0; k < found.size(); ++k) {
      slope_bound = abs(slope(p.data(), static_cast<int>(p.size()) - 1, inside[k]));
      EXPECT_LE(
          abs(found[k].x - inside[k]),
          S(16) * epsilon<S>() * (S(1) + magnitude(p.data(), static_cast<int>(p.size()) - 1, S(1)) / slope_bound));
      if (k > 0) {
        EXPECT_NE(found[k].how, found[k - 1].how);
      }
    }
  }
}

TYPED_TEST(series, that_touch_zero_are_told_from_those_that_cross) {
  using S = TypeParam;
  root_isolation<S> isolation(30);
  const S r = S(1) / S(3);
  auto p = with_roots<S>({r, r, S(-2), S(-3)});
  const auto& touch = roots_of(isolation, p, S(1));
  ASSERT_EQ(touch.size(), 1u);
  EXPECT_EQ(touch[0].how, passage::touches);
  EXPECT_LE(abs(touch[0].x - r), S(4) * sqrt(epsilon<S>()));
  const S lift = S(4096) * epsilon<S>();
  p[0] += lift;
  EXPECT_TRUE(roots_of(isolation, p, S(1)).empty());
  p[0] -= S(2) * lift;
  const auto& two = roots_of(isolation, p, S(1));
  ASSERT_EQ(two.size(), 2u);
  EXPECT_EQ(two[0].how, passage::falls);
  EXPECT_EQ(two[1].how, passage::rises);
  // A triple root crosses; a root on the end counts.
  const auto& triple = roots_of(isolation, with_roots<S>({r, r, r}), S(1));
  ASSERT_EQ(triple.size(), 1u);
  EXPECT_EQ(triple[0].how, passage::rises);
  const auto q = with_roots<S>({S(1), S(-2), S(-3)});
  std::vector<S> falling;
  for (const S& c : q) falling.push_back(-c);
  const auto& end = roots_of(isolation, falling, S(1));
  ASSERT_EQ(end.size(), 1u);
  EXPECT_LE(abs(end[0].x - S(1)), S(4) * epsilon<S>());
  EXPECT_EQ(end[0].how, passage::falls);
}

/// A gap that is subnormal and falls at a great rate has its root below all numbers: the search ends, and finds it at
/// 0, or at the least number. (With more digits the range of exponents has no such end.)
TEST(series, with_a_root_below_all_numbers_have_it_at_the_begin) {
  root_isolation<double> isolation(30);
  for (const int degree : {3, 12, 28}) {
    std::vector<double> p(static_cast<std::size_t>(degree) + 1, 1e16);
    p[0] = 8e-318, p[1] = -3e11;
    const auto& found = roots_of(isolation, p, 2.4e-14);
    ASSERT_EQ(found.size(), 1U) << degree;
    EXPECT_EQ(found[0].how, passage::falls);
    EXPECT_LE(found[0].x, std::numeric_limits<double>::min());
  }
}

/// Entries of W are integers up to 12, those of b up to 4, and det W_SS ≥ 1 for independent S of rank ≤ 3, so |W_SS⁻¹|
/// ≤ 2 · 12² and |λ| ≤ 3 · 288 · 4 < 2^12; three products with W make w: rounding of 2^12 · 36 · 2^4 ε < 2^22 ε (1e-9),
/// far below the least number that is not 0, a quotient by det ≤ 12³ (6e-4).
inline constexpr double rounding = 4194304 * std::numeric_limits<double>::epsilon();

/// The complementarity problem w = b + W λ ≥ 0, λ ≥ 0, λ·w = 0 in integers: of all sets S of at most three contacts,
/// one with det W_SS ≠ 0 whose λ by Cramer's rule, N_i / det, and whose w, (det b + W N) / det, have no negative entry.
/// W = G Gᵀ has rank at most 3, and a solution with independent support exists where there is one at all
/// (Carathéodory). Every number is an integer below 2^20: nothing is rounded, and no factorisation is shared with the
/// solver.
struct enumeration {
  using integer = long long;
  int m;
  std::vector<std::vector<integer>> W;
  std::vector<integer> b;

  static integer determinant(const std::vector<std::vector<integer>>& A) {
    if (A.empty()) return 1;
    integer sum = 0;
    for (std::size_t j = 0; j < A.size(); ++j) {
      std::vector<std::vector<integer>> minor;
      for (std::size_t i = 1; i < A.size(); ++i) {
        minor.push_back(A[i]);
        minor.back().erase(minor.back().begin() + static_cast<std::ptrdiff_t>(j));
      }
      sum += (j % 2 == 0 ? 1 : -1) * A[0][j] * determinant(minor);
    }
    return sum;
  }

  /// w, which is unique; nothing where the constraints contradict each other.
  std::optional<std::vector<double>> solve() const {
    for (unsigned set = 0; set < 1u << m; ++set) {
      std::vector<std::size_t> S;
      for (int a = 0; a < m; ++a)
        if (set >> a & 1u) S.push_back(static_cast<std::size_t>(a));
      if (S.size() > 3) continue;
      std::vector<std::vector<integer>> W_SS;
      for (const std::size_t a : S) {
        W_SS.emplace_back();
        for (const std::size_t c : S) W_SS.back().push_back(W[a][c]);
      }
      const integer det = determinant(W_SS);
      if (det == 0) continue;
      std::vector<integer> w;
      for (const integer of_b : b) w.push_back(det * of_b);
      bool good = true;
      for (std::size_t k = 0; k < S.size(); ++k) {
        auto replaced = W_SS;
        for (std::size_t i = 0; i < S.size(); ++i) replaced[i][k] = -b[S[i]];
        const integer N = determinant(replaced);
        good = good && N >= 0;  // det > 0, since W_SS = G_S G_Sᵀ
        for (std::size_t a = 0; a < w.size(); ++a) w[a] += W[a][S[k]] * N;
      }
      if (!good || std::any_of(w.begin(), w.end(), [](integer entry) { return entry < 0; })) continue;
      std::vector<double> quotients;
      for (const integer entry : w) quotients.push_back(static_cast<double>(entry) / static_cast<double>(det));
      return quotients;
    }
    return std::nullopt;
  }
};

TEST(projection, agrees_with_trying_all_active_sets_also_for_dependent_contacts) {
  std::mt19937 random(1963);
  int contradictions = 0, others = 0;
  for (int round = 0; round < 2000; ++round) {
    // m gradients in R^n with small integer entries, so that dependence, degeneracy and contradiction are frequent; M =
    // identity.
    const int n = 1 + static_cast<int>(random() % 3), m = 1 + static_cast<int>(random() % 6);
    matrix<double> G(m, n);
    for (int a = 0; a < m; ++a) {
      do
        for (int i = 0; i < n; ++i) G(a, i) = static_cast<int>(random() % 5) - 2;
      while (G.row(a).isZero(0));
    }
    enumeration all{m, {}, {}};
    contact_matrix<double> W(m);
    column<double> b(m);
    for (int a = 0; a < m; ++a) {
      all.W.emplace_back();
      for (int c = 0; c < m; ++c) {
        W(a, c) = G.row(a).dot(G.row(c));
        all.W.back().push_back(static_cast<long long>(W(a, c)));
      }
      all.b.push_back(static_cast<int>(random() % 9) - 4);
      b[a] = static_cast<double>(all.b.back());
    }
    std::vector<int> contacts;
    for (int a = 0; a < m; ++a) contacts.push_back(a);
    const std::vector<char> one_sided(static_cast<std::size_t>(m), 0);
    const std::vector<double> tolerance(static_cast<std::size_t>(m), rounding);
    column<double> λ(m), w(m);
    projection<double> project(m);
    const bool solved = project(W, contacts, one_sided, b.data(), tolerance.data(), λ.data(), w.data());
    const auto expected = all.solve();
    ASSERT_EQ(solved, expected.has_value()) << "seed 1963, round " << round;
    contradictions += !solved;
    if (!solved) continue;
    for (int a = 0; a < m; ++a)
      EXPECT_NEAR(w[a], (*expected)[static_cast<std::size_t>(a)], rounding) << "seed 1963, round " << round;
    // The judge's relation: p = Gᵀλ is the projection of 0 on {p : G p + b ≥ 0}, exactly so with the multipliers λ.
    const kinetic_metric<double> metric(matrix<double>::Identity(n, n));
    const column<double> p = G.transpose() * λ;
    EXPECT_LE(defects_of_projection(metric, velocity_set<double>(G, b), column<double>(column<double>::Zero(n)), p, λ)
                  .largest(),
              rounding);
    // Negative control: the answer to another question is another answer.
    enumeration other = all;
    other.b[0] += 1;
    if (const auto found = other.solve(); found && std::abs((*found)[0] - w[0]) > 1e-3) ++others;
  }
  EXPECT_GT(contradictions, 10);
  EXPECT_GT(others, 100);
}

TEST(order, is_eight_in_position_and_velocity_with_fixed_steps) {
  // x'' = −x, x ≥ 0, e = 1/2, from 1 at rest: cos t, then 2^(−k) |sin(t − π/2)|, impacts at π/2 + (k − 1) π. With steps
  // h the error falls as h^8.
  statement s;
  s.system.coordinates = {"x"};
  s.system.mass = diagonal_mass({1});
  s.system.force = {-x};
  s.system.gap = {x};
  s.system.restitution = rational(1, 2);
  s.position = {1};
  s.velocity = {0};
  s.horizon = 6;
  const auto errors = [&](const rational& h) {
    request fixed;
    fixed.step = h;
    const auto run = solve<real50>(s, fixed);
    EXPECT_EQ(run.counts.impacts, 2);
    const real50 half_pi = scalar_traits<real50>::pi() / 2;
    real50 position(0), velocity(0);
    for (int k = 0; k <= 600; ++k) {
      const real50 at = real50(k) / 100;
      const int n = at < half_pi ? 0 : at < 3 * half_pi ? 1 : 2;
      const real50 factor = real50(n == 0 ? 1 : n == 1 ? -1 : 1) / (1 << n);
      position = std::max(position, real50(abs(run.path.position(at)[0] - factor * cos(at))));
      velocity += abs(run.path.velocity_right(at)[0] + factor * sin(at)) / 100;
    }
    return std::pair(position, velocity);
  };
  const auto [q_0, v_0] = errors(rational(5, 57));
  const auto [q_1, v_1] = errors(rational(5, 114));
  const auto [q_2, v_2] = errors(rational(5, 228));
  for (const auto& [coarse, fine] :
       {std::pair(q_0, q_1), std::pair(q_1, q_2), std::pair(v_0, v_1), std::pair(v_1, v_2)})
    EXPECT_NEAR(to_double(log(coarse / fine)) / std::log(2.0), 8, 0.35);
}

}  // namespace
}  // namespace unilateral::event_driven
