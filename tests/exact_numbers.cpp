/// Problem data are exact: decimals and fractions are read without rounding, and rounded once, to nearest, when a
/// scalar is chosen.
#include "problems/language/rational.hpp"

#include "problems/language/input_error.hpp"
#include "problems/language/many_digits.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

namespace unilateral {
namespace {

TEST(exact_numbers, are_read_without_rounding) {
  EXPECT_EQ(exact_rational("9.81"), rational(981, 100));
  EXPECT_EQ(exact_rational("-0.125"), rational(-1, 8));
  EXPECT_EQ(exact_rational("1e-3"), rational(1, 1000));
  EXPECT_EQ(exact_rational("2.5E2"), 250);
  EXPECT_EQ(exact_rational("22/7"), rational(22, 7));
  EXPECT_EQ(exact_rational("1.5/3"), rational(1, 2));
  EXPECT_EQ(exact_rational("+3"), 3);
  EXPECT_EQ(0.1_x + 0.2_x, 0.3_x);
  EXPECT_NE(0.1 + 0.2, 0.3);  // why
}

TEST(exact_numbers, refuses_anything_else_in_one_line) {
  for (const char* wrong : {"",   "-",    ".",   "1.2.3",         "1e",      "1e+", "nan", "inf",  "-inf", "1/0", "1/",
                            "/2", "0x10", "1 2", "1e99999999999", "1e20000", "1,5", "--1", "1/-2", "1/+2"}) {
    try {
      exact_rational(wrong);
      ADD_FAILURE() << "accepted \"" << wrong << "\"";
    } catch (const input_error& e) {
      EXPECT_NE(std::string(e.what()).find("found \"" + std::string(wrong) + "\""), std::string::npos) << e.what();
      EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos);
    }
  }
}

TEST(exact_numbers, are_rounded_to_nearest) {
  EXPECT_EQ(exact<double>("0.1"), 0.1);
  EXPECT_EQ(exact<double>(rational(1, 3)), 1.0 / 3);
  std::mt19937_64 random(1983);
  for (int trial = 0; trial < 2000; ++trial) {
    const std::string digits = std::to_string(random()) + "e-" + std::to_string(random() % 40);
    EXPECT_EQ(exact<double>(digits), std::strtod(digits.c_str(), nullptr)) << digits;
  }
  const rational third(1, 3);
  EXPECT_LE(abs(real50(exact<real50>(third) * 3 - 1)), epsilon<real50>());
}

TEST(exact_numbers, decimal_text_reads_back_as_the_same_number) {
  std::mt19937_64 random(2004);
  for (int trial = 0; trial < 2000; ++trial) {
    const double x = std::ldexp(static_cast<double>(random()), static_cast<int>(random() % 200) - 150);
    EXPECT_EQ(exact<double>(to_text(x)), x);
  }
  const real50 root = sqrt(real50(2));
  EXPECT_EQ(exact<real50>(to_text(root)), root);
  EXPECT_EQ(to_text(0.1), "0.1");
  EXPECT_EQ(to_text(exact_rational("6/4")), "3/2");
}

TEST(exact_numbers, pi_is_right) {
  EXPECT_LE(abs(real50(sin(scalar_traits<real50>::pi()))), 4 * epsilon<real50>());
  EXPECT_EQ(to_double(scalar_traits<real50>::pi()), std::numbers::pi);
}

}  // namespace
}  // namespace unilateral
