/// What a reader sees of a theorem: decimals rounded outwards, exactly; the same bytes whatever the optimisation; exit
/// statuses of `unilateral prove`; references held against brackets. Comparisons are exact.
#include "problems/answers/problem.hpp"
#include "proofs/enclosures/decimals.hpp"
#include "reports/study/families/proved.hpp"
#include "reports/study/reference/instance.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <random>

namespace unilateral {
namespace {

using namespace enclosures;
using nlohmann::json;

TEST(enclosures_decimals, are_rounded_outwards) {
  EXPECT_EQ(decimal_below(rational(1, 3), 4), "0.3333");
  EXPECT_EQ(decimal_above(rational(1, 3), 4), "0.3334");
  EXPECT_EQ(decimal_below(rational(-1, 3), 4), "-0.3334");
  EXPECT_EQ(decimal_above(rational(-1, 3), 4), "-0.3333");
  EXPECT_EQ(decimal_below(rational(5, 2), 1), "2.5");
  EXPECT_EQ(decimal_above(rational(5, 2), 0), "3");
  EXPECT_EQ(decimal_above(rational(-1, 1000), 2), "0.00");
  EXPECT_EQ(magnitude_above(rational(0)), "0");
  EXPECT_EQ(magnitude_above(exact_rational("1.11e-49")), "1.2e-49");
  EXPECT_EQ(magnitude_above(exact_rational("9.99")), "1.0e1");
  EXPECT_EQ(magnitude_above(exact_rational("120.5")), "1.3e2");

  std::mt19937 random(6);
  std::uniform_int_distribution<long> number(-1000000000, 1000000000);
  for (int trial = 0; trial < 500; ++trial) {
    const rational lower(number(random), 1 + std::abs(number(random))),
        width(std::abs(number(random)), mpz_class("1") << (trial % 150));
    rational a = lower, w = width;
    a.canonicalize();
    w.canonicalize();
    const bracket x{a, a + w};
    const auto [below, above] = in_decimals(x);
    EXPECT_LE(exact_rational(below), x.lower);
    EXPECT_GE(exact_rational(above), x.upper);
    EXPECT_LE(exact_rational(above) - exact_rational(below), x.width() * rational(103, 100))
        << "two digits more than the width's first, both ends";
    if (x.width() > 0) {
      EXPECT_GE(exact_rational(magnitude_above(x.width())), x.width());
      EXPECT_LE(exact_rational(magnitude_above(x.width())), x.width() * rational(11, 10));
    }
  }
}

struct outcome {
  int status;
  std::string out;
};
outcome run(const std::string& command) {
  FILE* const pipe = ::popen((command + " 2>&1").c_str(), "r");
  std::string out;
  std::array<char, 65536> buffer;
  for (std::size_t read; (read = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
    out.append(buffer.data(), read);
  const int status = ::pclose(pipe);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, out};
}

/// A proof does not depend on the optimiser.
TEST(enclosures_output, same_bytes_at_O0_and_O2) {
  const outcome optimised = run(PRINT_THEOREMS), plain = run(PRINT_THEOREMS_O0);
  EXPECT_EQ(optimised.status, 0);
  EXPECT_EQ(std::count(optimised.out.begin(), optimised.out.end(), '\n'),
            std::count(plain.out.begin(), plain.out.end(), '\n'));
  EXPECT_EQ(optimised.out, plain.out);
  EXPECT_NE(optimised.out.find("Theorem (defect"), std::string::npos);
}

TEST(enclosures_output, prove_exits_0_only_if_all_is_proved) {
  const std::string prove = std::string(COMMAND_PATH) + " prove ";
  const outcome proved = run(prove + "oscillator_by_hand --digits 20");
  EXPECT_EQ(proved.status, 0);
  EXPECT_NE(proved.out.find("Both engines agree"), std::string::npos) << proved.out;
  EXPECT_NE(proved.out.find("Trusted:"), std::string::npos);
  const outcome undecided = run(prove + "oscillator_grazing --digits 20");
  EXPECT_EQ(undecided.status, 1);
  EXPECT_EQ(undecided.out.find("Theorem"), std::string::npos) << undecided.out;
  EXPECT_NE(undecided.out.find("neither proved nor excluded"), std::string::npos);
  for (const char* bad : {"nothing", "chain_straight", "ball_rational --digits 4", "ball_rational --digits 1e9",
                          "ball_rational --engine magic", "ball_rational --until -1", "ball_rational --set e=2",
                          "ball_rational --set x=1", "ball_rational --set h0=-1"}) {
    const outcome refused = run(prove + bad);
    EXPECT_EQ(refused.status, 2) << bad;
    EXPECT_EQ(std::count(refused.out.begin(), refused.out.end(), '\n'), 1) << bad << "\n" << refused.out;
  }
}

TEST(enclosures_output, json_says_the_same) {
  const outcome found =
      run(std::string(COMMAND_PATH) + " prove ball_rational --until 8/5 --set e=1/4 --digits 30 --json");
  EXPECT_EQ(found.status, 0);
  const json answer = json::parse(found.out);
  EXPECT_EQ(answer.at("problem"), "ball_rational");
  EXPECT_EQ(answer.at("contradiction"), "");
  ASSERT_EQ(answer.at("engines").size(), 2u);
  for (const json& one : answer.at("engines")) {
    EXPECT_TRUE(one.at("proved").get<bool>());
    ASSERT_EQ(one.at("impacts").size(), 2u);  // at 1 and, after a flight of 2e, at 3/2
    const auto number = [](const json& text) { return exact_rational(text.get<std::string>()); };
    const json& t = one.at("impacts")[1].at("t");
    EXPECT_LE(number(t[0]), rational(3, 2));
    EXPECT_GE(number(t[1]), rational(3, 2));
    EXPECT_LT(number(one.at("impacts")[1].at("width")), exact_rational("1e-25"));
    EXPECT_EQ(one.at("end").at("q").size(), 1u);
  }
}

/// Known numbers of the catalogue lie in the brackets; a digit planted wrong at 1e-20 does not.
TEST(enclosures_output, references_are_held_against_brackets) {
  using namespace study;
  const auto holds = [](const record& r) { return r.outcome == verdict::holds; };
  for (const auto& [name, least] : {std::pair{"double_pendulum_wall", 9u},
                                    {"oscillator_by_hand", 15u},
                                    {"oscillator_family", 15u},
                                    {"pendulum_with_stop", 20u},
                                    {"ball_on_moving_table", 4u}}) {
    const auto records = enclosed_values(find_problem(name), {});
    EXPECT_GE(records.size(), least) << name;
    EXPECT_TRUE(std::all_of(records.begin(), records.end(), holds)) << name;
  }
  for (const char* name : {"double_pendulum_wall", "oscillator_by_hand"}) {
    const problem& of = find_problem(name);
    const statement bound = with_values(std::get<statement>(of.question));
    const enclosure found = enclose(bound, engine::defect, {.digits = enclosure_digits});
    const auto good = of.answer.at<real50>(values_of<real50>(bound.parameters), constant_value<real50>(bound.horizon));
    const auto failures = [&](const reference<real50>& known) {
      const auto records = held_against(of, known, found);
      return static_cast<std::ptrdiff_t>(records.size()) - std::count_if(records.begin(), records.end(), holds);
    };
    EXPECT_EQ(failures(good), 0);
    for (std::size_t planted = 0; planted < good.values.size(); ++planted) {
      reference<real50> spoiled = good;
      spoiled.values[planted].value += exact<real50>("1e-20");
      EXPECT_EQ(failures(spoiled), 1) << name << " " << good.values[planted].quantity;
    }
  }
  EXPECT_TRUE(enclosed_values(find_problem("chain_straight"), {}).empty());
}

}  // namespace
}  // namespace unilateral
