/// What every solver stands on: M, f, Φ, ∂Φ/∂q and ∂Φ/∂t as numbers. No cross-check of solvers sees a fault here, so it
/// has judges of its own:
///   closed forms: textbook systems whose equations of motion are written down by hand;
///   random Lagrangians T = ½ v·AᵀA v + b·v + c, U, whose functions are made twice, as a formula and as a plain
///   function of numbers:
///       finite differences of T and U as numbers,   f_i = ∂(T − U)/∂q_i − Σ_k v_k ∂²T/∂q_k∂v_i − ∂²T/∂t∂v_i,   and
///       f_i = −Γ_ijk v_j v_k + (∂b_j/∂q_i − ∂b_i/∂q_j) v_j − ∂b_i/∂t + ∂(c − U)/∂q_i,
///       Christoffel's Γ_ijk = ½ (∂M_ij/∂q_k + ∂M_ik/∂q_j − ∂M_jk/∂q_i);
///   the catalogue: gradients and rates of all gaps by differences, M symmetric, and the part of f that is even in v,
///   which is −Γ_ijk v_j v_k.
/// Differences are taken in a hundred digits, h = 1e-25: by the central formula at h and at 2h, (4 D(h) − D(2h))/3 errs
/// by O(h⁴) = 1e-100 times a fifth derivative, and by rounding, 1e-100 times the size of the terms over h²: 1e-50 of
/// them. Values at fifty digits err by 1e-50 an operation. 1e-42 of the size leaves eight digits for derivatives and
/// for some hundred operations; a wrong sign or factor is of order 1.
#include "problems/language/evaluated_system.hpp"

#include "problems/answers/problem.hpp"
#include "problems/language/input_error.hpp"
#include "problems/language/many_digits.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

namespace unilateral {
namespace {

using std::abs;
using std::cos;
using std::exp;
using std::sin;

using numbers = std::vector<real100>;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

const real100& step_of_differences() {
  static const real100 h = exact<real100>("1e-25");
  return h;
}
const real50& tolerance() {
  static const real50 least = exact<real50>("1e-42");
  return least;
}

/// f' at 0 of a function of one number.
real100 slope(const std::function<real100(const real100&)>& f) {
  const auto central = [&](const real100& h) { return real100((f(h) - f(-h)) / (2 * h)); };
  const real100& h = step_of_differences();
  return (4 * central(h) - central(real100(2 * h))) / 3;
}
/// ∂²f/∂x∂y at (0, 0).
real100 mixed_slope(const std::function<real100(const real100&, const real100&)>& f) {
  return slope([&](const real100& x) { return slope([&](const real100& y) { return f(x, y); }); });
}

numbers moved(numbers x, int i, const real100& by) {
  x[index(i)] += by;
  return x;
}

/// Sums of what is compared: an error is measured against it.
real50 scale(std::initializer_list<real100> parts) {
  real100 sum(1);
  for (const real100& x : parts) sum += abs(x);
  return real50(sum);
}

#define EXPECT_SAME(found, expected, size) \
  EXPECT_LE(real50(abs(real50((found) - real50(expected)))), real50(tolerance() * (size)))

template <class S>
class closed_forms : public testing::Test {};
using scalars = testing::Types<double, real50, real100>;
TYPED_TEST_SUITE(closed_forms, scalars);

const expression q0 = coordinate(0), q1 = coordinate(1), v0 = velocity(0), v1 = velocity(1), t = time();

/// All values below are sums of at most five products of at most eight factors below 8, in size at most 64: 64 · 64
/// roundings are more than they take.
template <class S>
S rounding() {
  return S(4096) * epsilon<S>();
}

TYPED_TEST(closed_forms, a_point_on_a_sphere) {
  // T = ½ R² (θ'² + sin²θ φ'²), U = g R cos θ:  R² θ'' = R² sin θ cos θ φ'² + g R sin θ,  R² sin²θ φ'' = −2 R² sin θ
  // cos θ θ' φ'.
  using S = TypeParam;
  mechanical_system s;
  s.coordinates = {"theta", "phi"};
  const rational R(3, 2), g(981, 100);
  set_energies(s, expression(R * R / 2) * (v0 * v0 + sin(q0) * sin(q0) * v1 * v1), expression(g * R) * cos(q0));
  s.gap = {expression(R) * cos(q0) + expression(rational(1, 2)), expression(R) * sin(q0) * cos(q1) - t * t};
  evaluated_system<S> system(s);
  const S r = exact<S>(R), G = exact<S>(g), θ = exact<S>("0.7"), φ = exact<S>("-1.1"), u = exact<S>("1.3"),
          w = exact<S>("-2.1"), at = exact<S>("0.25");
  const S q[] = {θ, φ}, v[] = {u, w};
  system.evaluate_mass(at, q);
  Eigen::Matrix<S, 2, 2> M;
  system.copy_mass(M);
  EXPECT_LE(abs(S(M(0, 0) - r * r)), rounding<S>());
  EXPECT_LE(abs(S(M(1, 1) - r * r * sin(θ) * sin(θ))), rounding<S>());
  EXPECT_EQ(M(0, 1), S(0));
  EXPECT_EQ(M(1, 0), S(0));
  EXPECT_TRUE(system.mass_is_diagonal());
  EXPECT_FALSE(system.mass_is_constant());
  system.evaluate_force(at, q, v);
  EXPECT_LE(abs(S(system.force(0) - r * r * sin(θ) * cos(θ) * w * w - G * r * sin(θ))), rounding<S>());
  EXPECT_LE(abs(S(system.force(1) + S(2) * r * r * sin(θ) * cos(θ) * u * w)), rounding<S>());
  system.evaluate_gap(at, q);
  system.evaluate_gradient(at, q);
  system.evaluate_gap_rate(at, q);
  EXPECT_LE(abs(S(system.gap(1) - r * sin(θ) * cos(φ) + at * at)), rounding<S>());
  EXPECT_LE(abs(S(system.gradient_dot(0, v) + r * sin(θ) * u)), rounding<S>());
  EXPECT_LE(abs(S(system.gradient_dot(1, v) - r * (cos(θ) * cos(φ) * u - sin(θ) * sin(φ) * w))), rounding<S>());
  EXPECT_EQ(system.gradient_row_begin(1), 1);  // ∂Φ_0/∂φ = 0 is no entry
  EXPECT_EQ(system.gap_rate(0), S(0));
  EXPECT_LE(abs(S(system.gap_rate(1) + S(2) * at)), rounding<S>());
  EXPECT_FALSE(system.constraints_are_fixed());
}

TYPED_TEST(closed_forms, a_point_seen_from_axes_that_turn) {
  // T = ½ ((x' − ω y)² + (y' + ω x)²):  x'' = 2 ω y' + ω² x,  y'' = −2 ω x' + ω² y: Coriolis and centrifugal.
  using S = TypeParam;
  mechanical_system s;
  s.coordinates = {"x", "y"};
  const expression ω = rational(7, 5);
  set_energies(s, (pow(v0 - ω * q1, 2) + pow(v1 + ω * q0, 2)) / 2, 0);
  s.gap = {q0 * sin(t) + q1 * cos(t)};
  evaluated_system<S> system(s);
  const S o = exact<S>("1.4"), at = exact<S>("0.6"), q[] = {exact<S>("0.8"), exact<S>("-1.9")},
          v[] = {exact<S>("2.3"), exact<S>("0.4")};
  system.evaluate_force(at, q, v);
  EXPECT_LE(abs(S(system.force(0) - S(2) * o * v[1] - o * o * q[0])), rounding<S>());
  EXPECT_LE(abs(S(system.force(1) + S(2) * o * v[0] - o * o * q[1])), rounding<S>());
  EXPECT_TRUE(system.mass_is_constant());
  system.evaluate_gradient(at, q);
  system.evaluate_gap_rate(at, q);
  EXPECT_LE(abs(S(system.gradient_dot(0, v) - sin(at) * v[0] - cos(at) * v[1])), rounding<S>());
  EXPECT_LE(abs(S(system.gap_rate(0) - cos(at) * q[0] + sin(at) * q[1])), rounding<S>());
}

TYPED_TEST(closed_forms, a_pendulum_on_a_spring_under_a_moving_hook) {
  // Position (s(t) + r sin a, −r cos a), s = sin t: T = ½ (r'² + r² a'²) + s' (r' sin a + r a' cos a) + ½ s'², U = ½ k
  // (r − 1)² − g r cos a:
  //     r'' = r a'² − k (r − 1) + g cos a − s'' sin a,     r² a'' = −2 r r' a' − g r sin a − s'' r cos a.
  using S = TypeParam;
  mechanical_system s;
  s.coordinates = {"r", "a"};
  const expression k = 3, g = 10, hook = cos(t);  // s'
  set_energies(s, (v0 * v0 + q0 * q0 * v1 * v1) / 2 + hook * (v0 * sin(q1) + q0 * v1 * cos(q1)) + hook * hook / 2,
               k * pow(q0 - 1, 2) / 2 - g * q0 * cos(q1));
  evaluated_system<S> system(s);
  const S at = exact<S>("0.9"), r = exact<S>("1.2"), a = exact<S>("0.5"), u = exact<S>("-0.3"), w = exact<S>("1.7"),
          q[] = {r, a}, v[] = {u, w};
  const S acceleration = -sin(at);
  system.evaluate_force(at, q, v);
  EXPECT_LE(abs(S(system.force(0) - r * w * w + S(3) * (r - S(1)) - S(10) * cos(a) + acceleration * sin(a))),
            rounding<S>());
  EXPECT_LE(abs(S(system.force(1) + S(2) * r * u * w + S(10) * r * sin(a) + acceleration * r * cos(a))), rounding<S>());
}

/// One function, said twice.
struct function {
  expression formula;
  std::function<real100(const real100& at, const numbers& q)> value;
};

/// Smooth on [−1, 1]ⁿ, some units in size.
function random_function(std::mt19937& random, int n, bool of_time, int depth) {
  const auto pick = [&](int count) { return static_cast<int>(random() % static_cast<unsigned>(count)); };
  if (depth == 0) {
    const int leaf = pick(4);
    if (leaf == 0 && of_time) return {time(), [](const real100& at, const numbers&) { return at; }};
    if (leaf == 1) {
      const rational c(pick(11) - 5, 4);
      return {c, [c](const real100&, const numbers&) { return exact<real100>(c); }};
    }
    const int i = pick(n);
    return {coordinate(i), [i](const real100&, const numbers& q) { return q[index(i)]; }};
  }
  const function x = random_function(random, n, of_time, depth - 1);
  switch (pick(7)) {
    case 0:
      return {sin(x.formula), [x](const real100& at, const numbers& q) { return real100(sin(x.value(at, q))); }};
    case 1:
      return {cos(x.formula), [x](const real100& at, const numbers& q) { return real100(cos(x.value(at, q))); }};
    case 2:
      return {exp(sin(x.formula)),
              [x](const real100& at, const numbers& q) { return real100(exp(sin(x.value(at, q)))); }};
    case 3:
      return {1 / (1 + x.formula * x.formula),
              [x](const real100& at, const numbers& q) { return real100(1 / (1 + x.value(at, q) * x.value(at, q))); }};
    case 4: {
      const function y = random_function(random, n, of_time, depth - 1);
      return {x.formula - y.formula,
              [x, y](const real100& at, const numbers& q) { return real100(x.value(at, q) - y.value(at, q)); }};
    }
    default: {
      const function y = random_function(random, n, of_time, depth - 1);
      return {x.formula * y.formula,
              [x, y](const real100& at, const numbers& q) { return real100(x.value(at, q) * y.value(at, q)); }};
    }
  }
}

struct random_lagrangian {
  int n;
  std::vector<std::vector<function>> A;  ///< M = AᵀA + 1
  std::vector<function> b;
  function c, U;

  random_lagrangian(std::mt19937& random, int degrees)
      : n(degrees), A(index(n)), c(random_function(random, n, true, 2)), U(random_function(random, n, true, 3)) {
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) A[index(i)].push_back(random_function(random, n, false, 2));
      b.push_back(random_function(random, n, true, 2));
    }
  }

  expression kinetic_energy() const {
    expression T = c.formula;
    for (int i = 0; i < n; ++i) {
      expression row = 0;
      for (int j = 0; j < n; ++j) row = row + A[index(i)][index(j)].formula * velocity(j);
      T = T + (row * row + velocity(i) * velocity(i)) / 2 + b[index(i)].formula * velocity(i);
    }
    return T;
  }
  real100 mass(int i, int j, const numbers& q) const {
    real100 sum(i == j ? 1 : 0);
    for (int k = 0; k < n; ++k) sum += A[index(k)][index(i)].value(0, q) * A[index(k)][index(j)].value(0, q);
    return sum;
  }
  real100 kinetic_energy(const real100& at, const numbers& q, const numbers& v) const {
    real100 T = c.value(at, q);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) T += mass(i, j, q) * v[index(i)] * v[index(j)] / 2;
      T += b[index(i)].value(at, q) * v[index(i)];
    }
    return T;
  }
};

/// Γ_ijk v_j v_k, by differences of a metric.
real100 christoffel_term(int n, int i, const numbers& q, const numbers& v,
                         const std::function<real100(int, int, const numbers&)>& mass) {
  const auto slope_of_mass = [&](int row, int column, int k) {
    return slope([&](const real100& x) { return mass(row, column, moved(q, k, x)); });
  };
  real100 sum(0);
  for (int j = 0; j < n; ++j)
    for (int k = 0; k < n; ++k)
      sum += (slope_of_mass(i, j, k) + slope_of_mass(i, k, j) - slope_of_mass(j, k, i)) / 2 * v[index(j)] * v[index(k)];
  return sum;
}

numbers random_state(std::mt19937& random, int n) {
  numbers x;
  for (int i = 0; i < n; ++i) x.push_back(real100(static_cast<int>(random() % 257) - 128) / 160);
  return x;
}

TEST(energies, that_have_no_mass_matrix_are_refused) {
  const auto refused = [](const expression& T, const expression& U = 0) {
    mechanical_system s;
    s.coordinates = {"x"};
    s.gap = {q0};
    EXPECT_THROW(set_energies(s, T, U), input_error) << to_text(T, {"x"});
  };
  refused(v0 * v0 / 2 + pow(v0, 3));
  refused(v0 * v0 / 2 * (1 + pow(v0, 2)));
  refused(v0 * v0 * (1 + sign(q0) / 2));
  refused(v0 * v0 / 2, sign(q0));
  refused(v0 * v0 / 2, q0 * v0);
  mechanical_system s;
  s.coordinates = {"x"};
  EXPECT_NO_THROW(set_energies(s, v0 * v0 / 2 * (1 + abs(q0)), abs(q0)));
}

TEST(random_lagrangians, give_the_forces_of_both_derivations) {
  std::mt19937 random(1788);
  for (int trial = 0; trial < 12; ++trial) {
    const int n = 1 + trial % 3;
    const random_lagrangian L(random, n);
    mechanical_system s;
    for (int i = 0; i < n; ++i) s.coordinates.push_back("q" + std::to_string(i));
    set_energies(s, L.kinetic_energy(), L.U.formula);
    const function gap = random_function(random, n, true, 3);
    s.gap = {gap.formula};
    evaluated_system<real50> system(s);
    const numbers q = random_state(random, n), v = random_state(random, n);
    const real100 at = random_state(random, 1)[0];
    const std::vector<real50> q50(q.begin(), q.end()), v50(v.begin(), v.end());
    const real50 at50(at);
    const std::string where =
        "seed 1788, trial " + std::to_string(trial) + ": T = " + to_text(L.kinetic_energy(), s.coordinates);

    system.evaluate_mass(at50, q50.data());
    Eigen::Matrix<real50, Eigen::Dynamic, Eigen::Dynamic> M(n, n);
    system.copy_mass(M);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) EXPECT_SAME(M(i, j), L.mass(i, j, q), scale({L.mass(i, j, q)})) << where;

    system.evaluate_force(at50, q50.data(), v50.data());
    for (int i = 0; i < n; ++i) {
      const auto T = [&](const real100& dt, const numbers& x, const numbers& u) {
        return L.kinetic_energy(real100(at + dt), x, u);
      };
      const real100 slope_of_T = slope([&](const real100& x) { return T(0, moved(q, i, x), v); });
      const real100 slope_of_U = slope([&](const real100& x) { return L.U.value(at, moved(q, i, x)); });
      real100 change_of_momentum =
          mixed_slope([&](const real100& dt, const real100& u) { return T(dt, q, moved(v, i, u)); });
      for (int k = 0; k < n; ++k)
        change_of_momentum += v[index(k)] * mixed_slope([&](const real100& x, const real100& u) {
                                return T(0, moved(q, k, x), moved(v, i, u));
                              });
      const real50 size = scale({slope_of_T, slope_of_U, change_of_momentum});
      EXPECT_SAME(system.force(i), slope_of_T - slope_of_U - change_of_momentum, size) << where;

      real100 by_symbols =
          -christoffel_term(n, i, q, v, [&](int row, int column, const numbers& x) { return L.mass(row, column, x); });
      for (int j = 0; j < n; ++j)
        by_symbols += v[index(j)] * (slope([&](const real100& x) { return L.b[index(j)].value(at, moved(q, i, x)); }) -
                                     slope([&](const real100& x) { return L.b[index(i)].value(at, moved(q, j, x)); }));
      by_symbols -= slope([&](const real100& dt) { return L.b[index(i)].value(real100(at + dt), q); });
      by_symbols += slope([&](const real100& x) { return L.c.value(at, moved(q, i, x)); }) - slope_of_U;
      EXPECT_SAME(system.force(i), by_symbols, size) << where;
      // Negative control: a metric whose symbols lack one half is seen, where there is a term to see.
      const real100 symbols = by_symbols + slope_of_U;
      if (abs(symbols) > real100("1e-3")) {
        EXPECT_GT(abs(real50(system.force(i) - real50(by_symbols + symbols / 2))), real50("1e-4"));
      }
    }

    system.evaluate_gap(at50, q50.data());
    system.evaluate_gradient(at50, q50.data());
    system.evaluate_gap_rate(at50, q50.data());
    EXPECT_SAME(system.gap(0), gap.value(at, q), scale({gap.value(at, q)})) << where;
    for (int i = 0; i < n; ++i) {
      std::vector<real50> unit(index(n), real50(0));
      unit[index(i)] = 1;
      const real100 expected = slope([&](const real100& x) { return gap.value(at, moved(q, i, x)); });
      EXPECT_SAME(system.gradient_dot(0, unit), expected, scale({expected, gap.value(at, q)}))
          << to_text(gap.formula, s.coordinates);
    }
    const real100 rate = slope([&](const real100& dt) { return gap.value(real100(at + dt), q); });
    EXPECT_SAME(system.gap_rate(0), rate, scale({rate, gap.value(at, q)})) << to_text(gap.formula, s.coordinates);
  }
}

/// Degrees of freedom up to which all Christoffel symbols are formed: n³ differences.
constexpr int most_degrees_for_symbols = 8;

TEST(catalogue, gaps_metric_and_velocity_forces_are_those_of_differences) {
  std::mt19937 random(1829);
  int systems = 0, with_symbols = 0;
  for (const problem& p : catalogue()) {
    if (p.is_chain()) continue;
    const statement bound = with_values(std::get<statement>(p.question));
    const int n = bound.system.degrees_of_freedom();
    evaluated_system<real50> system(bound.system);
    evaluated_system<real100> precise(bound.system);
    // Near the start, where the formulas have values, and off it, where nothing vanishes by symmetry.
    numbers q, v = random_state(random, n);
    for (int i = 0; i < n; ++i)
      q.push_back(constant_value<real100>(bound.position[index(i)]) +
                  real100(static_cast<int>(random() % 31) - 15) / 4096);
    const real100 at = real100(1) / 64;
    const std::vector<real50> q50(q.begin(), q.end());
    const real50 at50(at);
    ++systems;

    system.evaluate_gradient(at50, q50.data());
    system.evaluate_gap_rate(at50, q50.data());
    const auto gap_at = [&](int a, const real100& time_of, const numbers& x) {
      precise.evaluate_gap(time_of, x.data());
      return precise.gap(a);
    };
    for (int a = 0; a < system.constraints(); ++a) {
      int entry = system.gradient_row_begin(a);
      for (int i = 0; i < n; ++i) {
        const auto& entries = system.gradient_entries();
        const bool stands = entry < system.gradient_row_begin(a + 1) && entries[index(entry)].column == i;
        const real50 found = stands ? system.gradient(entries[index(entry)]) : real50(0);
        entry += stands;
        if (n > most_degrees_for_symbols && !stands && (i + a) % 17 != 0)
          continue;  // of the many zeros of a column of balls, some
        const real100 expected = slope([&](const real100& x) { return gap_at(a, at, moved(q, i, x)); });
        EXPECT_SAME(found, expected, scale({expected, gap_at(a, at, q)}))
            << p.name << ", gap " << a + 1 << ", coordinate " << i + 1;
      }
      const real100 rate = slope([&](const real100& dt) { return gap_at(a, real100(at + dt), q); });
      EXPECT_SAME(system.gap_rate(a), rate, scale({rate, gap_at(a, at, q)})) << p.name << ", gap " << a + 1;
    }

    system.evaluate_mass(at50, q50.data());
    Eigen::Matrix<real50, Eigen::Dynamic, Eigen::Dynamic> M(n, n);
    system.copy_mass(M);
    EXPECT_EQ(M, M.transpose().eval()) << p.name;
    if (n > most_degrees_for_symbols) continue;
    ++with_symbols;
    const auto mass_at = [&](int i, int j, const numbers& x) {
      precise.evaluate_mass(at, x.data());
      Eigen::Matrix<real100, Eigen::Dynamic, Eigen::Dynamic> all(n, n);
      precise.copy_mass(all);
      return real100(all(i, j));
    };
    const auto force_at = [&](int i, const numbers& u) {
      const std::vector<real50> u50(u.begin(), u.end());
      system.evaluate_force(at50, q50.data(), u50.data());
      return system.force(i);
    };
    numbers back, rest(index(n), real100(0));
    for (const real100& x : v) back.push_back(-x);
    for (int i = 0; i < n; ++i) {
      const real50 forth = force_at(i, v), backwards = force_at(i, back), at_rest = force_at(i, rest);
      EXPECT_SAME((forth + backwards) / 2 - at_rest, -christoffel_term(n, i, q, v, mass_at),
                  scale({real100(forth), real100(backwards), real100(at_rest)}))
          << p.name << ", coordinate " << i + 1;
    }
  }
  EXPECT_GE(systems, 20);
  EXPECT_GE(with_symbols, 15);
}

}  // namespace
}  // namespace unilateral
