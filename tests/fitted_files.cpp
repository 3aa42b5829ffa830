/// `unilateral fit`: orders of errors that somebody else has measured. Truth: errors made of known powers.

#include "tests/support/shell.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>

namespace {

namespace fs = std::filesystem;

using unilateral::shell::outcome;

const unilateral::shell::own_folder folder_of_this_process;
const fs::path& folder = folder_of_this_process.path();

outcome run(const std::string& words) { return unilateral::shell::run(std::string(COMMAND_PATH) + " " + words); }

std::string file_with(const std::string& text) {
  static int count = 0;
  const fs::path path = folder / ("table_" + std::to_string(++count) + ".csv");
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

/// Forty jittered steps over two decades, with noise of a tenth.
std::string ladder(const std::function<double(double)>& error, const std::string& header = "step,error",
                   char separator = ',') {
  std::mt19937_64 random(2004);
  std::uniform_real_distribution<double> jitter(0, 1), noise(-0.1, 0.1);
  std::string text = header + "\n";
  for (int k = 0; k < 40; ++k) {
    const double h = 0.1 * std::pow(0.01, (k + jitter(random)) / 40);
    char line[80];
    std::snprintf(line, sizeof line, "%.12g%c%.12g\n", h, separator, error(h) * std::exp(noise(random)));
    text += line;
  }
  return text;
}
const auto second_order = [](double h) { return 3 * h * h * (1 + h); };

TEST(fitted_files, have_the_order_that_they_were_made_of) {
  const std::string file = file_with(ladder(second_order));
  const auto found = nlohmann::json::parse(run("fit " + file + " --format json").out);
  const double order = std::stod(found["order"].get<std::string>()),
               half_width = std::stod(found["half_width"].get<std::string>());
  EXPECT_LE(std::abs(order - 2), half_width);
  EXPECT_LT(half_width, 0.1);
  EXPECT_EQ(found["window"]["of"], 40);
  EXPECT_TRUE(found["floor"].is_null());
  EXPECT_EQ(run("fit " + file).status, 0);
  const outcome holds = run("fit " + file + " --declared 2");
  EXPECT_EQ(holds.status, 0) << holds.out;
  EXPECT_NE(holds.out.find("holds"), std::string::npos) << holds.out;
  for (const char* wrong : {"1", "3/2", "2.5", "3"}) {
    const outcome fails = run("fit " + file + " --declared " + std::string(wrong));
    EXPECT_EQ(fails.status, 1) << fails.out;
    EXPECT_NE(fails.out.find("FAILS"), std::string::npos) << fails.out;
  }
}

TEST(fitted_files, are_tables_as_programs_write_them) {
  const std::string plain = run("fit " + file_with(ladder(second_order))).out;
  EXPECT_FALSE(plain.empty());
  EXPECT_EQ(run("fit " + file_with(ladder(second_order, "h;err", ';'))).out, plain);
  EXPECT_EQ(run("fit " + file_with("# made by hand\n" + ladder(second_order, "dt [s]\tError", '\t'))).out, plain);
  std::string rows = ladder(second_order);
  rows.insert(0, "\xef\xbb\xbf");
  EXPECT_EQ(run("fit " + file_with(rows)).out, plain);
}

/// C h² + F: the floor is told, and with it no order is as declared.
TEST(fitted_files, that_stall_say_where) {
  const std::string file = file_with(ladder([](double h) { return h * h + 1e-4; }));
  const auto found = nlohmann::json::parse(run("fit " + file + " --format json --declared 2").out);
  ASSERT_TRUE(found["floor"].is_string()) << found.dump();
  EXPECT_NEAR(std::stod(found["floor"].get<std::string>()), 1e-4, 2e-5);
  EXPECT_EQ(run("fit " + file + " --declared 2").status, 1);
}

/// A declared order without an interval that it could lie in is no success.
TEST(fitted_files, that_are_too_short_give_no_verdict) {
  const std::string file = file_with("step,error\n0.1,0.01\n0.05,0.0025\n0.025,0.000625\n");
  EXPECT_EQ(run("fit " + file).status, 0);
  EXPECT_EQ(run("fit " + file + " --declared 2").status, 3);
}

/// With what rounding may contribute the window ends above it, where h² is ten times as large (and scatter lets it).
TEST(fitted_files, may_say_what_rounding_contributes) {
  std::string text = "step,error,rounding\n";
  std::mt19937_64 random(1983);
  std::uniform_real_distribution<double> jitter(0, 1), sign(-1, 1);
  for (int k = 0; k < 60; ++k) {
    const double h = 0.1 * std::pow(1e-6, (k + jitter(random)) / 60);
    char line[80];
    std::snprintf(line, sizeof line, "%.12g,%.12g,1e-8\n", h,
                  std::abs(h * h * std::exp(sign(random) / 10) + 1e-8 * sign(random)));
    text += line;
  }
  const std::string file = file_with(text);
  EXPECT_EQ(run("fit " + file + " --declared 2").status, 0);
  const auto found = nlohmann::json::parse(run("fit " + file + " --format json").out);
  const double finest = std::stod(found["window"]["finest"].get<std::string>());
  EXPECT_GT(finest, 2e-4);
  EXPECT_LT(finest, 6e-4);
}

TEST(fitted_files, that_are_wrong_are_refused_in_one_line) {
  const std::string good = file_with(ladder(second_order));
  for (const auto& [words, fragment] :
       {std::pair<std::string, std::string>{"fit " + file_with("a,b\n1,2\n"), ":1: "},
        {"fit " + file_with(""), ":1: "},
        {"fit " + file_with("step,error\n"), "expected rows"},
        {"fit " + file_with("step,error\n0.1,0.2\n-0.1,0.1\n"), ":3: column 1: expected a number > 0, found \"-0.1\""},
        {"fit " + file_with("step,error\n0.1,-0.2\n"), ":2: column 2: expected a number >= 0"},
        {"fit " + file_with("step,error\n0.1,nan\n"), ":2: column 2: expected a finite number"},
        {"fit " + file_with("step,h,error\n0.1,0.1,1\n"), ":1: column 2: expected one column of step"},
        {"fit " + std::string(folder / "none.csv"), "expected a readable file"},
        {"fit " + good + " --declared x", "--declared: expected"},
        {"fit " + good + " --declared -1", "--declared: expected"},
        {"fit " + good + " --format csv", "--format"},
        {"fit", "FILE"},
        {"fit " + good + " --out /nowhere/x", "--out: /nowhere/x: expected"}}) {
    const outcome found = run(words);
    EXPECT_EQ(found.status, 2) << words;
    EXPECT_EQ(found.out, "") << words;
    EXPECT_EQ(std::count(found.err.begin(), found.err.end(), '\n'), 1) << words << ": " << found.err;
    EXPECT_NE(found.err.find(fragment), std::string::npos) << words << ": " << found.err;
  }
}

}  // namespace
