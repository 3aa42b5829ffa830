/// Formulas in text. Theorem: the grammar of problems/text/formula.hpp is unambiguous, and printing is a right inverse
/// of reading: a formula that is printed and read again has the same values. Both sides are computed in double from the
/// same operations up to exact simplification of rationals, whose order may differ: so values agree to a small multiple
/// of ε times the size of intermediate results, measured by evaluation in 50 digits, where agreement must be 34 digits
/// tighter.

#include "problems/language/input_error.hpp"
#include "problems/language/many_digits.hpp"
#include "problems/language/tape.hpp"
#include "problems/text/formula.hpp"
#include "problems/text/problem_file.hpp"

#include <gtest/gtest.h>

#include <random>

namespace unilateral {
namespace {

const std::vector<std::string> coordinates{"x", "y"}, parameters{"g", "e", "t0"};

expression read(const std::string& text) { return text::read_expression(text, coordinates, parameters); }

template <scalar S>
S value(const expression& x, const std::vector<S>& q = {S(2), S(3)}, const std::vector<S>& v = {S(5), S(7)},
        const S& t = S(11)) {
  tape<S> run(std::vector<expression>{substitute(
                  x, {{"g", expression(13)}, {"e", expression(rational(1, 2))}, {"t0", expression(3)}})},
              2);
  run.run(t, q.data(), v.data());
  return run[0];
}
double value(const std::string& text) { return value<double>(read(text)); }

std::string error_of(const std::string& text) {
  try {
    read(text);
    return "no error";
  } catch (const input_error& error) {
    return error.what();
  }
}

TEST(formulas_in_text, operations_bind_as_in_mathematics) {
  EXPECT_EQ(value("1 + 2*3"), 7);
  EXPECT_EQ(value("8 - 3 - 2"), 3);
  EXPECT_EQ(value("24/4/2"), 3);
  EXPECT_EQ(value("2^3^2"), 512);
  EXPECT_EQ(value("(2^3)^2"), 64);
  EXPECT_EQ(value("-x^2"), -4);
  EXPECT_EQ(value("(-x)^2"), 4);
  EXPECT_EQ(value("-2^2"), -4);
  EXPECT_EQ(value("2^-x*y"), 0.75);
  EXPECT_EQ(value("x^-2^2"), 1.0 / 16);
  EXPECT_EQ(value("2*-x"), -4);
  EXPECT_EQ(value("1--x"), 3);
  EXPECT_EQ(value("- - x"), 2);
  EXPECT_EQ(value("  x\t*\n y "), 6);
  EXPECT_EQ(value("((((x))))"), 2);
}

TEST(formulas_in_text, names_mean_what_they_say) {
  EXPECT_EQ(value("x"), 2);
  EXPECT_EQ(value("x'"), 5);
  EXPECT_EQ(value("y'"), 7);
  EXPECT_EQ(value("t"), 11);
  EXPECT_EQ(value("t0"), 3);
  EXPECT_EQ(value("g*e"), 6.5);
  EXPECT_EQ(value("x'^2/2"), 12.5);
  EXPECT_EQ(value("pi"), std::numbers::pi);
  EXPECT_EQ(value("sin(x)"), std::sin(2.0));
  EXPECT_EQ(value("cos (x)"), std::cos(2.0));
  EXPECT_EQ(value("tan(x)"), std::tan(2.0));
  EXPECT_EQ(value("exp(x)"), std::exp(2.0));
  EXPECT_EQ(value("log(x)"), std::log(2.0));
  EXPECT_EQ(value("sqrt(x)"), std::sqrt(2.0));
  EXPECT_EQ(value("abs(-x)"), 2);
  EXPECT_DOUBLE_EQ(value("asin(x/4)"), std::asin(0.5));
  EXPECT_DOUBLE_EQ(value("acos(x/4)"), std::acos(0.5));
  EXPECT_DOUBLE_EQ(value("atan(x)"), std::atan(2.0));
  EXPECT_DOUBLE_EQ(value("atan2(-y, x)"), std::atan2(-3.0, 2.0));
  EXPECT_DOUBLE_EQ(value("sinh(x)"), std::sinh(2.0));
  EXPECT_DOUBLE_EQ(value("cosh(x)"), std::cosh(2.0));
  EXPECT_DOUBLE_EQ(value("tanh(x)"), std::tanh(2.0));
  EXPECT_EQ(value("sign(x - y)"), -1);
  EXPECT_EQ(value("sign(x - 2)"), 0);
  EXPECT_EQ(value("min(x, y)"), 2);
  EXPECT_EQ(value("max(x, y, x', t, 4)"), 11);
  EXPECT_EQ(value("min(y, x, x' , t,4)"), 2);
  EXPECT_EQ(value("(1 + sign(y - x))/2"), 1);
  EXPECT_EQ(value("(1 + sign(x - 2))/2"), 0.5);
}

/// |x| of a square that stands in a file as two factors: each is read by itself.
TEST(formulas_in_text, the_root_of_a_square_is_an_absolute_value) {
  for (const char* text :
       {"sqrt((x-1)^2)", "sqrt((x-1)*(x-1))", "sqrt((x - 1)^4)/abs(x - 1)", "((x-1)^2)^(1/2)", "((x-1)^2)^0.5"}) {
    EXPECT_EQ(to_text(read(text), coordinates).find("sqrt"), std::string::npos) << text;
    for (const double x : {-3., 0.5, 4.}) EXPECT_EQ(value<double>(read(text), {x, 0}), std::abs(x - 1)) << text;
    for (const double x : {-3., 0.5, 4.})
      EXPECT_EQ(value<double>(derivative(read(text), coordinate(0)), {x, 0}), x < 1 ? -1 : 1) << text;
  }
  EXPECT_EQ(value<double>(derivative(read("sqrt((x-1)^2)"), coordinate(0)), {1, 0}), 0)
      << "on the kink, where both sides count half";
  EXPECT_EQ(read("sqrt(x*y)").op(), operation::sqrt);
}

TEST(formulas_in_text, numbers_are_exact) {
  const auto exactly = [](const std::string& text, const rational& number) {
    const expression x = read(text);
    EXPECT_TRUE(x.is(number)) << text << " was read as " << to_text(x, {});
  };
  exactly("9.81", rational(981, 100));
  exactly("1e-3", rational(1, 1000));
  exactly("1E+2", 100);
  exactly(".5", rational(1, 2));
  exactly("5.", 5);
  exactly("0.1 + 0.2", rational(3, 10));
  exactly("1/3 + 1/6", rational(1, 2));
  exactly("123456789012345678901234567890", exact_rational("123456789012345678901234567890"));
  exactly("2.5e0/5", rational(1, 2));
  // Negative control: a binary floating-point reading would miss this.
  EXPECT_FALSE(read("0.1").is(rational(0.1)));
}

TEST(formulas_in_text, every_mistake_is_located) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"", "column 1: expected a number, a name or \"(\", found end of text"},
      {"   ", "column 4: expected a number, a name or \"(\", found end of text"},
      {"(1 + x", "column 7: expected \")\" to close the parenthesis opened at column 1, found end of text"},
      {"2*sin(x + (y)", "column 14: expected \")\" to close the parenthesis opened at column 6, found end of text"},
      {"(x y)", "column 4: expected \")\" to close the parenthesis opened at column 1, found \"y\""},
      {"x)", "column 2: expected an operator or end of text, found \")\""},
      {"2x", "column 2: expected an operator or end of text, found \"x\""},
      {"2e", "column 2: expected an operator or end of text, found \"e\""},
      {"x +* y", "column 4: expected a number, a name or \"(\", found \"*\""},
      {"x**2", "column 3: expected a number, a name or \"(\", found \"*\""},
      {"x - ", "column 5: expected a number, a name or \"(\", found end of text"},
      {"+x", "column 1: expected a number, a name or \"(\", found \"+\""},
      {"1.2.3", "column 4: expected an operator or end of text, found \".\""},
      {".", "column 1: expected a decimal number with an exponent between -10000 and 10000, found \".\""},
      {"1e99999", "column 1: expected a decimal number with an exponent between -10000 and 10000, found \"1e99999\""},
      {"sin x", "column 5: expected \"(\" after sin, found \"x\""},
      {"sin", "column 4: expected \"(\" after sin, found end of text"},
      {"x''", "column 3: expected an operator or end of text, found \"'\""},
      {"g'", "column 1: expected one of the coordinates x, y before a prime, found \"g'\""},
      {"x + \xE2\x88\x92y", "column 5: expected a number, a name or \"(\", found \"\xE2\x88\x92\""},
      {"x \xC3\xA9", "column 3: expected an operator or end of text, found \"\xC3\xA9\""},
      {"1/0", "column 3: expected a nonzero divisor, found 0"},
      {"1/(2 - 2)", "column 3: expected a nonzero divisor, found 0"},
      {"x + log(0)", "column 5: expected a positive argument of log, found 0"},
      {"sqrt(-2)", "column 1: expected an argument >= 0 of sqrt, found -2"},
      {"0^-1", "column 1: expected a nonzero base of a negative power, found 0"},
      {"asin(2)", "column 1: expected an argument between -1 and 1 of asin, found 2"},
      {"x + acos(-3/2)", "column 5: expected an argument between -1 and 1 of acos, found -3/2"},
      {"2*atan2(0, 0)", "column 3: expected a point other than the origin for atan2, found (0, 0)"},
      {"atan2(x)", "column 8: expected \",\" and another operand of atan2, found \")\""},
      {"atan2(x, y, 1)", "column 11: expected \")\" to close the parenthesis opened at column 6, found \",\""},
      {"min(x)", "column 6: expected \",\" and another operand of min, found \")\""},
      {"max(x, )", "column 8: expected a number, a name or \"(\", found \")\""},
      {"sin(x, y)", "column 6: expected \")\" to close the parenthesis opened at column 4, found \",\""},
      {"tanh()", "column 6: expected a number, a name or \"(\", found \")\""},
      {"x\n+ (y", "line 2, column 5: expected \")\" to close the parenthesis opened at column 3, found end of text"},
      {"(x\n+ y",
       "line 2, column 4: expected \")\" to close the parenthesis opened at line 1, column 1, found end of text"},
  };
  for (const auto& [text, message] : cases) EXPECT_EQ(error_of(text), message) << "for " << text;
}

TEST(formulas_in_text, an_unknown_name_gets_its_neighbour) {
  EXPECT_EQ(error_of("x + sn(y)"),
            "column 5: expected a formula in t, the coordinates x, y, their velocities, the parameters g, e, t0, "
            "numbers and functions, found the unknown name \"sn\"; did you "
            "mean \"sin\"?");
  EXPECT_EQ(error_of("x + quite_other"),
            "column 5: expected a formula in t, the coordinates x, y, their velocities, the parameters g, e, t0, "
            "numbers and functions, found the unknown name \"quite_other\"");
}

TEST(formulas_in_text, what_would_exhaust_memory_or_stack_is_refused) {
  const auto repeated = [](const std::string& text, int times) {
    std::string all;
    for (int k = 0; k < times; ++k) all += text;
    return all;
  };
  EXPECT_EQ(value(repeated("(", 900) + "x" + repeated(")", 900)), 2);
  EXPECT_EQ(error_of(repeated("(", 1001)),
            "column 1001: expected at most 1000 nested parentheses, signs and powers, found more");
  EXPECT_EQ(error_of(repeated("-", 100000) + "x"),
            "column 1001: expected at most 1000 nested parentheses, signs and powers, found more");
  EXPECT_EQ(value(repeated("x+", 900) + "x"), 1802);
  EXPECT_NE(
      error_of(repeated("(x+1)*", 1000) + "x").find("expected a formula at most 1000 operations deep, found more"),
      std::string::npos);
  EXPECT_EQ(value(repeated("min(x, ", 900) + "y" + repeated(")", 900)), 2);
  EXPECT_EQ(value(repeated("sign(", 900) + "x" + repeated(")", 900)), 1);
  EXPECT_EQ(error_of(repeated("max(y, ", 1001) + "x" + repeated(")", 1001)),
            "column 7004: expected at most 1000 nested parentheses, signs and powers, found more");
  EXPECT_NE(error_of("((9^64)^64)^64").find("expected an exact number of at most 131072 bits, found a longer one"),
            std::string::npos);
}

TEST(formulas_in_text, sums_and_maxima_may_have_many_terms) {
  const auto list = [](int terms, const auto& term) {
    std::string all;
    for (int k = 0; k < terms; ++k) all += term(k);
    return all;
  };
  // x is 2; 1 - 2 + 3 - … up to an even number n is -n/2, whatever the order of adding.
  for (const int n : {2, 64, 66, 130, 1000, 20000})
    EXPECT_EQ(value("x*0 " + list(n, [](int k) { return (k % 2 == 0 ? "+ " : "- ") + std::to_string(k + 1) + "*x "; })),
              -n)
        << n;
  EXPECT_EQ(value("max(y" + list(20000, [](int k) { return ", " + std::to_string(k) + "*x"; }) + ")"), 39998);
  EXPECT_EQ(value("min(y" + list(20000, [](int k) { return ", " + std::to_string(-k) + "*x"; }) + ")"), -39998);
  EXPECT_EQ(error_of("atan2(x, y, x)").substr(0, 10), "column 11:");
}

/// A random formula of a given depth.
class random_formula {
 public:
  explicit random_formula(unsigned seed) : random_(seed) {}
  expression operator()(int depth) {
    if (depth == 0) return leaf();
    switch (pick(20)) {
      case 0:
        return (*this)(depth - 1) + (*this)(depth - 1);
      case 1:
        return (*this)(depth - 1) - (*this)(depth - 1);
      case 2:
      case 3:
        return (*this)(depth - 1) * (*this)(depth - 1);
      case 4:
        return (*this)(depth - 1) / (2 + pow((*this)(depth - 1), 2));
      case 5:
        return -(*this)(depth - 1);
      case 6:
        return sin((*this)(depth - 1));
      case 7:
        return cos((*this)(depth - 1));
      case 8:
        return sqrt(1 + pow((*this)(depth - 1), 2));
      case 9:
        return pow((*this)(depth - 1), pick(4));
      case 10:
        return abs((*this)(depth - 1));
      case 11:
        return sign((*this)(depth - 1));
      case 12:
        return step((*this)(depth - 1));
      case 13: {
        const expression x = (*this)(depth - 1);
        return min(x, (*this)(depth - 1));
      }
      case 14: {
        const expression x = (*this)(depth - 1);
        return max(x, (*this)(depth - 1));
      }
      case 15: {
        const expression y = (*this)(depth - 1);
        return atan2(y, 1 + pow((*this)(depth - 1), 2));
      }
      case 16:
        return tanh((*this)(depth - 1));
      case 17:
        return asin(sin((*this)(depth - 1)) / 2) - acos(cos((*this)(depth - 1)) / 2);
      case 18:
        return atan(sinh(sin((*this)(depth - 1))) - cosh(cos((*this)(depth - 1))));
      default:
        return pow(1 + pow((*this)(depth - 1), 2), rational(pick(7) - 3, 3));
    }
  }

 private:
  int pick(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }
  expression leaf() {
    switch (pick(8)) {
      case 0:
        return time();
      case 1:
        return coordinate(pick(2));
      case 2:
        return velocity(pick(2));
      case 3:
        return parameter(parameters[static_cast<std::size_t>(pick(3))]);
      case 4:
        return pi();
      default: {
        rational number(pick(41) - 20, 1 + pick(9));
        number.canonicalize();
        return number;
      }
    }
  }
  std::mt19937 random_;
};

TEST(formulas_in_text, printed_and_read_again_a_formula_has_the_same_values) {
  for (unsigned seed = 1; seed <= 3000; ++seed) {
    const expression x = random_formula(seed)(static_cast<int>(seed % 6));
    const std::string text = to_text(x, coordinates);
    const expression again = read(text);
    const std::vector<real50> q{real50(2) / 3, real50(-3) / 7}, v{real50(5) / 11, real50(1) / 9};
    const real50 t = real50(11) / 10, first = value<real50>(x, q, v, t), second = value<real50>(again, q, v, t);
    // 10^6 ε: room for the growth of rounding over six levels of products of numbers up to 20.
    EXPECT_TRUE(abs(real50(first - second)) <= 1000000 * epsilon<real50>() * (1 + abs(first)))
        << "seed " << seed << ": " << text << " against " << to_text(again, coordinates);
    EXPECT_EQ(to_text(read(to_text(again, coordinates)), coordinates), to_text(again, coordinates)) << "seed " << seed;
  }
}

/// Not the values only: what is printed reads as the same tree. `step`, which no file can name, is the (1 + sign(x))/2
/// that it is printed as.
TEST(formulas_in_text, printed_and_read_again_a_formula_of_any_operation_is_the_same_formula) {
  const expression x = coordinate(0), y = coordinate(1), t = time();
  for (const expression& f : {asin(x / 2), acos(x / 2), atan(x), atan2(y, x), sinh(x), cosh(x), tanh(x), sign(x),
                              step(x), min(x, y), max(x, min(y, t)), 3 * step(x - y) * y, step(x) / step(y),
                              pow(step(x), 2), -step(-x), derivative(min(sin(x), y * t), x),
                              derivative(max(x * x, y), x), derivative(tanh(x * y), x), derivative(acos(x * y), x)}) {
    const std::string text = to_text(f, coordinates);
    EXPECT_TRUE(are_written_alike(read(text), f)) << text << " was read as " << to_text(read(text), coordinates);
  }
}

}  // namespace
}  // namespace unilateral
