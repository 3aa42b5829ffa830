/// Taylor coefficients and partial derivatives in balls and in intervals hold the true ones. Hypothesis: none, for any
/// formula and motion; what has no value answers nothing. True ones: exact rationals and closed forms of elementary
/// functions on a + bτ, and derivatives of formulas by the rules of differentiation. Containment in exact arithmetic
/// where the true number is rational; else up to the rounding of 50 digits, 1e-40 of its size.
#include "problems/language/many_digits.hpp"
#include "problems/language/tape.hpp"
#include "proofs/enclosures/defect/tube.hpp"
#include "proofs/enclosures/enclosure.hpp"
#include "proofs/enclosures/lohner/flow.hpp"
#include "tests/support/known_series.hpp"
#include "tests/support/random_formula.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

namespace unilateral {
namespace {

using enclosures::bracket;
using enclosures::contains;
constexpr int bits = 200;

/// q_i and v_i as polynomials of τ with rational coefficients, [component][order].
using motion = std::vector<std::vector<rational>>;

struct by_balls {
  static constexpr const char* name = "defect";
  /// radius: around every coefficient of order 0.
  static std::vector<bracket> coefficients(const expression& f, int n, const rational& t, const motion& y, int orders,
                                           const rational& radius = 0) {
    using namespace enclosures::defect;
    const working_precision precision(bits);
    const formulas program({f}, n);
    series s(program, orders);
    std::vector<bracket> found;
    for (int k = 0; k < orders; ++k) {
      std::vector<ball> y_k;
      for (const auto& c : y)
        y_k.push_back(k < static_cast<int>(c.size())
                          ? widened(ball(c[static_cast<std::size_t>(k)]), k == 0 ? ball(radius) : ball(0))
                          : ball(0));
      s.run(k, ball(t), y_k);
      if (!is_finite(s(0, k))) return {};
      const auto [lower, upper] = ends(s(0, k));
      found.push_back({lower, upper});
    }
    return found;
  }
  static bool proves_positive(const expression& f, const rational& t) {
    using namespace enclosures::defect;
    return proved_positive(values(formulas({f}, 1), ball(t), std::vector<ball>(2))[0]);
  }
};

struct by_intervals {
  static constexpr const char* name = "lohner";
  static std::vector<bracket> coefficients(const expression& f, int n, const rational& t, const motion& y, int orders,
                                           const rational& radius = 0) {
    using namespace enclosures::lohner;
    const precision digits(bits);
    program p(n);
    const int place = p.of(f);
    taylor s(p);
    std::vector<bracket> found;
    for (int k = 0; k < orders; ++k) {
      vector y_k;
      for (const auto& c : y)
        y_k.push_back(k < static_cast<int>(c.size()) ? interval(c[static_cast<std::size_t>(k)]) +
                                                           (k == 0 ? plus_minus(interval(radius)) : interval(0))
                                                     : interval(0));
      s.next(interval(t), y_k);
      if (!is_finite(s(place, k))) return {};
      const auto [lower, upper] = ends(s(place, k));
      found.push_back({lower, upper});
    }
    return found;
  }
  static bool proves_positive(const expression& f, const rational& t) {
    using namespace enclosures::lohner;
    return certainly_positive(evaluate({f}, 1, interval(t), vector(2))[0]);
  }
};

template <class Engine>
class enclosures_taylor : public testing::Test {};
using engines = testing::Types<by_balls, by_intervals>;
TYPED_TEST_SUITE(enclosures_taylor, engines);

rational power(const rational& x, int k) {
  rational product = 1;
  for (int j = 0; j < k; ++j) product *= x;
  return product;
}
rational exactly(const real50& x) { return exact_rational(to_text(x)); }

/// x to 50 digits or so lies in the bracket.
bool holds(const bracket& found, const real50& x) {
  const rational slack = exact_rational("1e-40") * (1 + abs(exactly(x))), value = exactly(x);
  return found.lower <= value + slack && value - slack <= found.upper;
}

constexpr int orders = 24;

TYPED_TEST(enclosures_taylor, rational_functions_are_held_exactly) {
  std::mt19937 random(1);
  std::uniform_int_distribution<int> number(1, 60);
  for (int trial = 0; trial < 50; ++trial) {
    const rational a(number(random), 7), b(number(random) - 30, 11), t(number(random), 13);
    const motion y{{a, b}, {}};
    const expression x = coordinate(0);
    const auto inverse = TypeParam::coefficients(1 / x, 1, t, y, orders),
               cube = TypeParam::coefficients(pow(x, 3), 1, t, y, orders),
               inverse_square = TypeParam::coefficients(pow(x, -2), 1, t, y, orders);
    const auto logarithm = TypeParam::coefficients(log(x), 1, t, y, orders),
               mixed = TypeParam::coefficients(time() * x - abs(-x), 1, t, y, orders);
    ASSERT_EQ(inverse.size(), std::size_t(orders));
    for (int k = 0; k < orders; ++k) {
      const auto at = static_cast<std::size_t>(k);
      const rational c = power(-b, k) / power(a, k + 1);  // 1/(a + bτ) = Σ (−b)^k/a^(k+1) τ^k
      EXPECT_TRUE(contains(inverse[at], c));
      EXPECT_FALSE(contains(inverse[at], c + exact_rational("1e-40") * (1 + abs(c)))) << "brackets are narrow";
      EXPECT_TRUE(contains(inverse_square[at], (k + 1) * power(-b, k) / power(a, k + 2)));
      EXPECT_TRUE(contains(cube[at],
                           k > 3 ? rational(0) : rational((k == 1 || k == 2 ? 3 : 1) * power(a, 3 - k) * power(b, k))));
      if (k > 0) {
        EXPECT_TRUE(contains(logarithm[at], -power(-b, k) / (k * power(a, k))));
      }
      EXPECT_TRUE(contains(mixed[at], k == 0   ? rational(t * a - a)
                                      : k == 1 ? rational(a + t * b - b)
                                      : k == 2 ? b
                                               : rational(0)));
    }
  }
}

TYPED_TEST(enclosures_taylor, elementary_functions_hold_their_closed_forms) {
  std::mt19937 random(2);
  std::uniform_int_distribution<int> number(1, 40);
  for (int trial = 0; trial < 20; ++trial) {
    const rational a(number(random), 17), b(number(random) - 20, 19);
    const motion y{{a, b}, {}};
    const expression x = coordinate(0);
    const real50 A = exact<real50>(a), B = exact<real50>(b), half_pi = scalar_traits<real50>::pi() / 2;
    const auto s = TypeParam::coefficients(sin(x), 1, 0, y, orders),
               c = TypeParam::coefficients(cos(x), 1, 0, y, orders),
               e = TypeParam::coefficients(exp(x), 1, 0, y, orders);
    const auto r = TypeParam::coefficients(sqrt(x), 1, 0, y, orders),
               p = TypeParam::coefficients(pow(x, expression(rational(7, 3))), 1, 0, y, orders);
    const auto tangent = TypeParam::coefficients(tan(x) * cos(x) - sin(x), 1, 0, y, orders);
    ASSERT_EQ(p.size(), std::size_t(orders));
    ASSERT_EQ(tangent.size(), std::size_t(orders));
    real50 factor(1), root = sqrt(A), seven_thirds = pow(A, real50(7) / 3);  // B^k/k!, binomial(c, k) A^(c−k) B^k
    for (int k = 0; k < orders; ++k) {
      const auto at = static_cast<std::size_t>(k);
      EXPECT_TRUE(holds(s[at], factor * sin(A + k * half_pi)));
      EXPECT_TRUE(holds(c[at], factor * cos(A + k * half_pi)));
      EXPECT_TRUE(holds(e[at], factor * exp(A)));
      EXPECT_TRUE(holds(r[at], root));
      EXPECT_TRUE(holds(p[at], seven_thirds));
      EXPECT_TRUE(contains(tangent[at], 0));
      EXPECT_FALSE(holds(s[at], factor * sin(A + k * half_pi) + exact<real50>("1e-30"))) << "a wrong digit is seen";
      factor *= B / (k + 1);
      root *= B / A * (real50(1) / 2 - k) / (k + 1);
      seven_thirds *= B / A * (real50(7) / 3 - k) / (k + 1);
    }
  }
}

/// Angles and hyperbolic functions against series of another program, whose 55 digits are good to 1e-50.
TYPED_TEST(enclosures_taylor, angles_and_hyperbolic_functions_hold_their_series) {
  motion y = arguments_of_known_series();
  y.insert(y.end(), {{}, {}});
  const expression u = coordinate(0), w = coordinate(1);
  for (const auto& [function, coefficients] : all_known_series()) {
    const expression f = arity(function) == 2 ? apply(function, u, w) : apply(function, u);
    const auto found = TypeParam::coefficients(f, 2, 0, y, static_cast<int>(coefficients.size()));
    ASSERT_EQ(found.size(), coefficients.size()) << to_text(f, {"u", "w"});
    for (std::size_t k = 0; k < found.size(); ++k) {
      EXPECT_TRUE(holds(found[k], exact<real50>(coefficients[k])))
          << TypeParam::name << ", order " << k << " of " << to_text(f, {"u", "w"});
      EXPECT_FALSE(holds(found[k], exact<real50>(coefficients[k]) + exact<real50>("1e-30"))) << "brackets are narrow";
    }
  }
}

/// Where the order is certain, min and max are the one or the other, and step is 0 or 1: exactly.
TYPED_TEST(enclosures_taylor, switches_take_the_side_that_is_certain) {
  const expression u = coordinate(0), w = coordinate(1);
  motion y = arguments_of_known_series();
  y.insert(y.end(), {{}, {}});
  const auto smaller = TypeParam::coefficients(min(u, w), 2, 0, y, 3),
             larger = TypeParam::coefficients(max(w, u), 2, 0, y, 3);
  const auto up = TypeParam::coefficients(step(u) + 2 * step(w), 2, 0, y, 3);
  ASSERT_EQ(smaller.size(), 3u);
  ASSERT_EQ(larger.size(), 3u);
  ASSERT_EQ(up.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_TRUE(contains(smaller[k], y[1][k]));
    EXPECT_TRUE(contains(larger[k], y[0][k]));
    EXPECT_TRUE(contains(up[k], k == 0 ? 1 : 0));
    EXPECT_LT(smaller[k].width() + larger[k].width(),
              exact_rational("1e-40"));  // 200 bits are 60 digits; ten operations do not cost twenty
  }
  EXPECT_EQ(TypeParam::coefficients(min(u, expression(1) * u), 2, 0, y, 3).size(), 3u)
      << "one number has an order with itself";
}

/// Coordinates and velocities replaced by polynomials of time.
expression along(const expression& x, const motion& y, int n) {
  if (arity(x.op()) == 1) return apply(x.op(), along(x.left(), y, n));
  if (arity(x.op()) == 2) return apply(x.op(), along(x.left(), y, n), along(x.right(), y, n));
  if (x.op() != operation::coordinate && x.op() != operation::velocity) return x;
  expression sum = 0;
  const auto& c = y[static_cast<std::size_t>(x.root().index + (x.op() == operation::velocity ? n : 0))];
  for (std::size_t k = c.size(); k-- > 0;) sum = sum * time() + c[k];
  return sum;
}

TYPED_TEST(enclosures_taylor, any_formula_holds_its_derivatives) {
  std::mt19937 random(3);
  std::uniform_int_distribution<int> number(-9, 9);
  for (int trial = 0; trial < 60; ++trial) {
    const expression f = random_formula(random, 2, 3);
    motion y(4);
    for (auto& c : y)
      for (int k = 0; k < 3; ++k) c.push_back(rational(number(random), 10));
    const auto found = TypeParam::coefficients(f, 2, 0, y, 5);
    ASSERT_EQ(found.size(), 5u) << to_text(f, {"a", "b"});
    const motion wide_y = y;
    const auto wide = TypeParam::coefficients(f, 2, 0, wide_y, 5, rational(1, 1000));
    expression derivative_k = along(f, y, 2);
    real50 factorial(1);
    for (int k = 0; k < 5; ++k) {
      const auto at = static_cast<std::size_t>(k);
      tape<real50> value({derivative_k}, 0);
      value.run(real50(0), nullptr, nullptr);
      EXPECT_TRUE(holds(found[at], value[0] / factorial)) << "order " << k << " of " << to_text(f, {"a", "b"});
      if (!wide.empty()) {  // a wider box holds the narrower one
        EXPECT_LE(wide[at].lower, found[at].upper);
        EXPECT_TRUE(wide[at].lower <= found[at].lower && found[at].upper <= wide[at].upper);
      }
      derivative_k = derivative(derivative_k, time());
      factorial *= k + 1;
    }
  }
}

TYPED_TEST(enclosures_taylor, what_has_no_value_proves_nothing) {
  const expression x = coordinate(0);
  for (const expression& f : {1 / x, log(x), sqrt(x), abs(x), pow(x, expression(rational(1, 3))), pow(x, -2),
                              tan(pi() / 2 + x), sign(x), step(x), min(x, x * x), max(-x, x * 2), asin(1 + x),
                              acos(x - 1), asin(1 - x * x), atan2(x, -1), atan2(x, x * 2)})
    EXPECT_TRUE(TypeParam::coefficients(f, 1, 0, {{0, 1}, {}}, 3, rational(1, 8)).empty())
        << TypeParam::name << ": " << to_text(f, {"x"});
  const expression nothing = log(sin(pi()) - 1);
  for (const expression& f :
       {nothing, -nothing, nothing * nothing, nothing - nothing * 2, 1 + 0 * nothing * time() + nothing})
    EXPECT_FALSE(TypeParam::proves_positive(f, 0)) << TypeParam::name;
  EXPECT_TRUE(TypeParam::proves_positive(1 + time(), 0));
  EXPECT_FALSE(TypeParam::proves_positive(time(), 0));
  EXPECT_FALSE(TypeParam::proves_positive(sin(pi()), 0)) << "0, but not by the digits";
}

TEST(enclosures_taylor_balls, partial_derivatives_are_held) {
  using namespace enclosures::defect;
  const working_precision precision(bits);
  std::mt19937 random(4);
  for (int trial = 0; trial < 40; ++trial) {
    const expression f = random_formula(random, 2, 3);
    const std::vector<rational> at = {rational(1, 3), rational(-2, 7), rational(4, 9), rational(1, 5)};
    std::vector<ball> y;
    std::vector<real50> numbers;
    for (const rational& x : at) {
      y.push_back(ball(x));
      numbers.push_back(exact<real50>(x));
    }
    const auto found = partial_derivatives(formulas({f}, 2), 0, 1, ball(rational(1, 2)), y);
    for (int j = 0; j <= 4; ++j) {
      tape<real50> true_value({derivative(f, j < 2 ? coordinate(j) : j < 4 ? velocity(j - 2) : time())}, 2);
      true_value.run(exact<real50>("1/2"), numbers.data(), numbers.data() + 2);
      const auto [lower, upper] = ends(found[0][static_cast<std::size_t>(j)]);
      EXPECT_TRUE(holds({lower, upper}, true_value[0])) << to_text(f, {"a", "b"});
    }
  }
}

/// The logarithmic norm for |Wx|₂ is the largest eigenvalue of the symmetric part of W A W⁻¹: in doubles, good to 1e-12
/// here.
TEST(enclosures_taylor_balls, the_logarithmic_norm_is_bounded_closely) {
  using namespace enclosures::defect;
  std::mt19937 random(5);
  std::uniform_real_distribution<double> number(-5, 5);
  for (int trial = 0; trial < 50; ++trial) {
    Eigen::Matrix4d A;
    std::vector<std::vector<ball>> balls(4, std::vector<ball>(4));
    const weights w = {from_guess(4), from_guess(2), from_guess(1), from_guess(0.5)};
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) {
        const double a = number(random);
        balls[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = from_guess(a);
        A(i, j) = a * guess(w[static_cast<std::size_t>(i)]) / guess(w[static_cast<std::size_t>(j)]);
      }
    const double largest = Eigen::SelfAdjointEigenSolver<Eigen::Matrix4d>((A + A.transpose()) / 2).eigenvalues()[3];
    const double bound = guess(logarithmic_norm_bound(balls, w));
    EXPECT_GE(bound, largest - 1e-12);
    EXPECT_LE(bound, largest + 0.01 * A.norm()) << "14 halvings of an interval about as long as the norm";
    balls[1][2] = not_a_number();
    EXPECT_FALSE(is_finite(logarithmic_norm_bound(balls, w)));
  }
}

/// x'' = −x from (1, 0): (cos t, −sin t).
TEST(enclosures_taylor_motion, both_kinds_of_tube_hold_an_oscillation) {
  statement free;
  free.system.coordinates = {"x"};
  free.system.mass = diagonal_mass({1});
  free.system.force = {-coordinate(0)};
  free.system.gap = {coordinate(0) + 2};
  free.position = {1};
  free.velocity = {0};
  const auto check = [](const rational& t, const std::vector<bracket>& y) {
    const real50 τ = exact<real50>(t);
    EXPECT_TRUE(holds(y[0], cos(τ)) && holds(y[1], -sin(τ)));
    EXPECT_FALSE(holds(y[0], cos(τ) + exact<real50>("1e-30")));
    EXPECT_LT(y[0].width(), exact_rational("1e-37"));
  };
  {
    using namespace enclosures::defect;
    const working_precision precision(bits);
    const dynamics of(free);
    const smooth_motion smooth = of.motion({});
    const tube piece(smooth, of_box({ball(1), ball(0), ball(0)}), {ball(1), ball(1)}, ball(rational(1, 2)), 1, {40});
    ASSERT_TRUE(piece.proved());
    ASSERT_TRUE(proved_positive(piece.length()));
    for (const char* part : {"1/7", "1/2", "1"}) {
      const rational t = ends(piece.length()).first * exact_rational(part);
      std::vector<bracket> y;
      for (const ball& x : piece.states(ball(t))) y.push_back({ends(x).first, ends(x).second});
      check(t, y);
    }
  }
  {
    using namespace enclosures::lohner;
    const precision digits(bits);
    const phase open(free, {});
    const flow_step step(open, around({interval(1), interval(0), interval(0)}), interval(rational(1, 2)), 1, 40);
    ASSERT_TRUE(step.enclosed());
    for (const char* part : {"1/7", "1/2", "1"}) {
      const rational t = ends(step.length()).first * exact_rational(part);
      std::vector<bracket> y;
      for (const interval& x : step.at(interval(t)).box()) y.push_back({ends(x).first, ends(x).second});
      EXPECT_TRUE(contains(y[2], t));
      check(t, y);
      const auto range = step.range(hull(interval(0), interval(t)));
      EXPECT_TRUE(certainly_positive(interval(rational(11, 10)) - range[0]) && is_finite(range[1]));
    }
  }
}

/// A set whose members start at different times of x'' = −x + t: (3) of the defect engine's tube and (3) of the other's
/// flow hold x = t + (x_0 − t_0) cos τ + (v_0 − 1) sin τ with t = t_0 + τ, for corners of the set, and are narrow: the
/// set's own width, 1e-10, times 2, for no direction grows.
TEST(enclosures_taylor_motion, both_kinds_of_sets_hold_members_with_times_of_their_own) {
  statement free;
  free.system.coordinates = {"x"};
  free.system.mass = diagonal_mass({1});
  free.system.force = {time() - coordinate(0)};
  free.system.gap = {coordinate(0) + 20};
  free.position = {1};
  free.velocity = {0};
  const rational width = exact_rational("1e-10"), x_m(1), v_m(0), t_m(2);
  const auto check = [&](const rational& τ, const std::vector<bracket>& box) {
    const real50 s = exact<real50>(τ);
    for (int corner = 0; corner < 8; ++corner) {
      const auto side = [&](int bit) { return ((corner >> bit) & 1) != 0 ? width : rational(-width); };
      const real50 x = exact<real50>(rational(x_m + side(0))), v = exact<real50>(rational(v_m + side(1))),
                   t = exact<real50>(rational(t_m + side(2)));
      EXPECT_TRUE(holds(box[0], t + s + (x - t) * cos(s) + (v - 1) * sin(s)));
      EXPECT_TRUE(holds(box[1], 1 - (x - t) * sin(s) + (v - 1) * cos(s)));
      EXPECT_TRUE(holds(box[2], t + s));
    }
    for (const bracket& b : box) EXPECT_LT(b.width(), 8 * width) << "three edges, of each at most its length, rounded";
  };
  {
    using namespace enclosures::defect;
    const working_precision precision(bits);
    const dynamics of(free);
    const smooth_motion smooth = of.motion({});
    const auto about = [&](const rational& x) { return widened(ball(x), ball(width)); };
    const tube piece(smooth, of_box({about(x_m), about(v_m), about(t_m)}), {ball(1), ball(1)}, ball(rational(1, 2)), 1,
                     {40});
    ASSERT_TRUE(piece.proved());
    const auto end = boxed(piece.end());
    std::vector<bracket> y;
    for (const ball& x : end) y.push_back({ends(x).first, ends(x).second});
    check(ends(piece.length()).first, y);
  }
  {
    using namespace enclosures::lohner;
    const precision digits(bits);
    const phase open(free, {});
    const auto about = [&](const rational& x) { return interval(x) + plus_minus(interval(width)); };
    const flow_step step(open, around({about(x_m), about(v_m), about(t_m)}), interval(rational(1, 2)), 1, 40);
    ASSERT_TRUE(step.enclosed());
    std::vector<bracket> y;
    for (const interval& x : step.at(step.length()).box()) y.push_back({ends(x).first, ends(x).second});
    check(ends(step.length()).first, y);
  }
}

}  // namespace
}  // namespace unilateral
