/// On a tape, bounded expressions of exponentials have their values, and so have their derivatives, also where an
/// exponential overflows. Hypothesis: the function has a finite value there; it is written as a quotient. Truth: closed
/// forms of the logistic function and of tanh in terms that do not overflow, and the same formula at a hundred digits,
/// whose exponents reach far beyond ±10^6. Tolerance: 64 ε of the values' size where the exponents are of order 1, and
/// the rounding of the exponent itself, |u| ε, beyond.
#include "problems/language/exponentials.hpp"

#include "problems/language/many_digits.hpp"
#include "problems/language/tape.hpp"
#include "problems/text/formula.hpp"
#include "problems/text/problem_file.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace unilateral {
namespace {

expression read(const std::string& text) { return text::read_expression(text, {"x"}, {}); }

template <scalar S>
S value(const expression& f, const S& x) {
  tape<S> run({f}, 1);
  run.run(S(0), &x, nullptr);
  return run[0];
}

double logistic(double u) { return u > 0 ? 1 / (1 + std::exp(-u)) : std::exp(u) / (1 + std::exp(u)); }
/// Its derivative.
double bump(double u) { return std::exp(-std::abs(u)) / std::pow(1 + std::exp(-std::abs(u)), 2); }

struct bounded {
  const char* written;
  std::function<double(double)> f, slope;
};
const std::vector<bounded>& all_bounded() {
  static const std::vector<bounded> all{
      {"exp(x)/(1 + exp(x))", logistic, bump},
      {"1/(1 + exp(x))", [](double u) { return logistic(-u); }, [](double u) { return -bump(u); }},
      {"1 - 2/(exp(2*x) + 1)", [](double u) { return std::tanh(u); }, [](double u) { return 4 * bump(2 * u); }},
      {"2/(1 + exp(-2*x)) - 1", [](double u) { return std::tanh(u); }, [](double u) { return 4 * bump(2 * u); }},
      {"(exp(x) - exp(-x))/(exp(x) + exp(-x))", [](double u) { return std::tanh(u); },
       [](double u) { return 4 * bump(2 * u); }},
      {"(exp(2*x) - 1)/(exp(2*x) + 1)", [](double u) { return std::tanh(u); },
       [](double u) { return 4 * bump(2 * u); }},
      {"sinh(x)/cosh(x)", [](double u) { return std::tanh(u); }, [](double u) { return 4 * bump(2 * u); }},
      {"exp(x)/(1 + exp(x))^2", bump, [](double u) { return bump(u) * (1 - 2 * logistic(u)); }},
      {"exp(x)^2/(1 + exp(x))^2", [](double u) { return logistic(u) * logistic(u); },
       [](double u) { return 2 * logistic(u) * bump(u); }},
      {"1/cosh(x)", [](double u) { return 2 * std::exp(-std::abs(u)) / (1 + std::exp(-2 * std::abs(u))); },
       [](double u) { return -std::tanh(u) * 2 * std::exp(-std::abs(u)) / (1 + std::exp(-2 * std::abs(u))); }},
      {"sinh(x)/(1 + cosh(x))", [](double u) { return std::tanh(u / 2); }, [](double u) { return 2 * bump(u); }},
      {"(3*exp(x) + 2)/(exp(x) + 1)", [](double u) { return 2 + logistic(u); }, bump},
      {"exp(x)*(1/(1 + exp(x)))", logistic, bump},
      {"exp(x)/sqrt(1 + exp(2*x))", [](double u) { return std::sqrt(logistic(2 * u)); },
       [](double u) { return bump(2 * u) / std::sqrt(logistic(2 * u)); }},
      {"(1 + exp(x))*(2 + exp(x))/(1 + exp(x))^2", [](double u) { return 2 - logistic(u); },
       [](double u) { return -bump(u); }},
      {"atan(exp(x))",
       [](double u) { return u < 0 ? std::atan(std::exp(u)) : std::numbers::pi / 2 - std::atan(std::exp(-u)); },
       [](double u) { return std::exp(-std::abs(u)) / (1 + std::exp(-2 * std::abs(u))); }},
      {"exp(x)*exp(-x)", [](double) { return 1; }, [](double) { return 0; }},
  };
  return all;
}

TEST(exponentials, bounded_quotients_have_their_values_and_slopes_where_an_exponential_overflows) {
  for (const auto& [written, f, slope] : all_bounded()) {
    const expression x = read(written), by_x = derivative(x, coordinate(0));
    for (const double u : {-1e6, -800., -300., -40., -1., 0.0625, 2., 40., 300., 800., 1e6}) {
      const double tolerance = (64 + std::abs(u)) * epsilon<double>();
      EXPECT_NEAR(value(x, u), f(u), tolerance * (1 + std::abs(f(u))))
          << written << " at " << u << ": " << to_text(x, {"x"});
      // √(logistic) underflows to 0/0 in the closed form; its slope is 0 there.
      EXPECT_NEAR(value(by_x, u), u < -300 && std::isnan(slope(u)) ? 0 : slope(u), tolerance)
          << written << ", slope at " << u << ": " << to_text(by_x, {"x"});
      EXPECT_TRUE(std::isfinite(value(derivative(by_x, coordinate(0)), u)))
          << written << ", second derivative at " << u;
    }
  }
}

/// As a force of a file uses it: with a factor, an inner function and a velocity, d = 10^−4.
TEST(exponentials, smoothed_friction_has_a_finite_jacobian) {
  const expression f = text::read_expression("-3*(1 - 2/(exp(2*x'/d) + 1)) - x/(1 + exp(-x'/d))", {"x"}, {"d"});
  const expression bound = substitute(f, {{"d", rational(1, 10000)}});
  EXPECT_NE(to_text(bound, {"x"}).find("tanh("), std::string::npos) << to_text(bound, {"x"});
  for (const expression& g :
       {bound, derivative(bound, velocity(0)), derivative(bound, coordinate(0)), total_derivative(bound, {bound})}) {
    tape<double> run({g}, 1);
    for (const double v : {-100., -1., -0.01, 0., 0.01, 1., 100.}) {
      const double q = 0.5;
      run.run(0, &q, &v);
      EXPECT_TRUE(std::isfinite(run[0])) << to_text(g, {"x"}) << " at " << v;
    }
  }
}

/// What is moved is the same function: a hundred digits of formulas as written, with a name in the place of each
/// exponential, against the moved ones.
TEST(exponentials, moving_them_changes_no_value) {
  const std::vector<std::string> quotients{"(2 + E - t*F)/(3 + E*E + F)",
                                           "E*F/(E + F)",
                                           "(E + F)*(1 + t*E)/((1 + E)*(2 + F))",
                                           "(1 - E)^3/(1 + E^3)",
                                           "t*E/(E + 2)^3",
                                           "E/(t + 1/(F + E))",
                                           "(E - F)/(E + F)",
                                           "(F + E)/(3*F + t*E)",
                                           "E^2/sqrt(4 + E^4)",
                                           "E*(t - 2/(1 + E))*(1/(F + 1))"};
  for (const std::string& quotient : quotients)
    for (const char* first : {"exp(x)", "cosh(x)", "sinh(x + 3)", "exp(-3*x)"}) {
      const expression general = text::read_expression(quotient, {"x"}, {"E", "F"}), E = read(first),
                       F = read("exp(x/2 - 1)");
      const expression moved = substitute(general, {{"E", E}, {"F", F}});
      for (const real100& x : {real100(-3) / 2, real100(1) / 3, real100(2)}) {
        tape<real100> as_written({substitute(general, {{"E", velocity(0)}, {"F", velocity(1)}})}, 2),
            as_moved({moved}, 2);
        const real100 q[] = {x, real100(0)}, v[] = {value(E, x), value(F, x)}, t = real100(1) / 7;
        as_written.run(t, q, v);
        as_moved.run(t, q, v);
        EXPECT_TRUE(abs(real100(as_written[0] - as_moved[0])) < 1024 * epsilon<real100>() * (1 + abs(as_written[0])))
            << quotient << " with " << first;
      }
    }
}

/// Negative controls: a formula without exponentials in both parts is left alone, and what has no finite value gets
/// none.
TEST(exponentials, nothing_else_is_touched) {
  for (const char* text : {"exp(x)/x", "exp(-x)/(1 + x^2)", "x/(1 + exp(x))", "sin(x)*exp(x)", "exp(x)*log(1 + exp(x))",
                           "1/1000000 - 2/(exp(x) + 1)"}) {
    const expression x = read(text);  // the last would lose digits as a tanh
    EXPECT_EQ(without_overflow({x})[0].pointer(), x.pointer()) << text;
    EXPECT_EQ(to_text(x, {"x"}), text);
  }
  for (const char* bell : {"exp(-x^2)/(1 + exp(-x^2))", "exp(-3/x)/(exp(-3/x) + exp(-3/(1 - x)))",
                           "exp(-2*abs(x))/sqrt(1 + exp(-2*abs(x)))"}) {
    const expression x = read(bell);
    EXPECT_EQ(without_overflow({x})[0].pointer(), x.pointer())
        << bell << ": moved, it would overflow where it vanishes";
  }
  EXPECT_EQ(value<double>(read("exp(-3/x)/(exp(-3/x) + exp(-3/(1 - x)))"), 1e-5), 0);
  EXPECT_EQ(to_text(read("exp(x)/(1 + exp(x))"), {"x"}), "exp(x)/(1 + exp(x))") << "only where it is evaluated";
  EXPECT_EQ(to_text(without_overflow({read("exp(x)/(1 + exp(x))")})[0], {"x"}), "1/(exp(-x) + 1)");
  EXPECT_TRUE(std::isinf(value<double>(read("exp(2*x)/(1 + exp(x))"), 1000)));
  EXPECT_FALSE(std::isfinite(value<double>(read("exp(x) - exp(x)*(1 + 1/x)"), 1000)));
}

}  // namespace
}  // namespace unilateral
