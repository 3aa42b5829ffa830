/// Records on disk: results.jsonl and the cache of finished cells give back what was put in, byte for byte.

#include "reports/study/cell_cache.hpp"
#include "reports/study/print.hpp"
#include "reports/study/results_file.hpp"

#include "problems/language/input_error.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <limits>

namespace unilateral::study {
namespace {

const std::string folder = testing::TempDir() + "study_files/";

results example() {
  results r;
  r.orders.push_back({.cell = "orders/p/s/sup q",
                      .problem = "p",
                      .solver = "s",
                      .distance = "sup q",
                      .digits = 50,
                      .until = "29/10",
                      .reference = "closed form: \"arcs\", v⁻",
                      .ladder = {{0.1, 1.0 / 3, true}, {0.01, std::numeric_limits<double>::infinity(), false}},
                      .fit = fitted_order{.order = 1.0 / 7, .half_width = 1e-300, .constant = 3, .floor = 0, .window_low = 0.01, .window_high = 0.1, .drift = -0.1, .drift_half_width = 0.2},
                      .declared = 1,
                      .outcome = verdict::holds,
                      .reason = "why",
                      .command = "unilateral converge p"});
  r.orders.push_back({.cell = "orders/p/s/L1 v", .outcome = verdict::measured});
  r.values.push_back({.cell = "values/p/s/16/end.q[0]",
                      .problem = "p",
                      .quantity = "end.q[0]",
                      .computed = "0.1",
                      .expected = "0.2",
                      .error = std::numeric_limits<double>::quiet_NaN(),
                      .tolerance = 1e-15,
                      .tolerance_from = "derived",
                      .outcome = verdict::holds});
  r.residuals.push_back({.cell = "residuals/p/s/penetration", .residual = "penetration", .ladder = {{0, 1e-16, true}}, .outcome = verdict::holds});
  r.crosses.push_back({.cell = "crosses/p/a+b/sup q", .first = "a", .second = "b", .difference = 1, .bound = 2, .outcome = verdict::holds, .known_gap = "gap"});
  r.crosses.push_back({.cell = "engines/p/a+b/times", .first = "a", .second = "b", .difference = 1e-50, .bound = 1e-40, .digits = 50, .outcome = verdict::holds});
  return r;
}

TEST(study_files, results_come_back_as_they_went) {
  std::filesystem::create_directories(folder);
  write_results(folder + "results.jsonl", example(), {.version = "1", .compiler = "c", .processor = "p", .date = "d"});
  const results back = read_results(folder + "results.jsonl");
  EXPECT_EQ(lines_of(back), lines_of(example()));
  EXPECT_EQ(back.orders[0].fit->order, 1.0 / 7);
  EXPECT_EQ(back.orders[0].fit->half_width, 1e-300);
  EXPECT_TRUE(std::isinf(back.orders[0].ladder[1].error));
  EXPECT_TRUE(std::isnan(back.values[0].error));
  EXPECT_FALSE(back.orders[1].declared);
  EXPECT_FALSE(back.orders[1].fit);
}

TEST(study_files, only_the_first_line_knows_who_made_it) {
  const auto bytes_after_first_line = [](const std::string& path) {
    std::ifstream file(path);
    std::string line, rest;
    std::getline(file, line);
    while (std::getline(file, line)) rest += line + "\n";
    return rest;
  };
  write_results(folder + "a.jsonl", example(), {.version = "1", .compiler = "c", .processor = "p", .date = "yesterday"});
  write_results(folder + "b.jsonl", example(), {.version = "1", .compiler = "c", .processor = "p", .date = "today"});
  EXPECT_EQ(bytes_after_first_line(folder + "a.jsonl"), bytes_after_first_line(folder + "b.jsonl"));
}

TEST(study_files, a_line_that_is_no_record_is_named) {
  for (const char* const line : {"{", "{\"type\":\"riddle\"}", "{\"type\":\"order\"}", "[]"}) {
    try {
      results_from({lines_of(example())[0], line});
      FAIL() << line;
    } catch (const input_error& e) {
      EXPECT_TRUE(std::string(e.what()).starts_with("line 2: ")) << e.what();
    }
  }
}

TEST(study_files, the_cache_gives_back_a_finished_cell_and_nothing_else) {
  std::filesystem::remove_all(folder + "cache");
  const cell_cache cache(folder + "cache", "code A", false);
  EXPECT_FALSE(cache.find("orders/p/s"));
  cache.keep("orders/p/s", example());
  ASSERT_TRUE(cache.find("orders/p/s"));
  EXPECT_EQ(lines_of(*cache.find("orders/p/s")), lines_of(example()));
  EXPECT_FALSE(cache.find("orders/p/t"));
  // Another program, or another grid, is another key.
  EXPECT_FALSE(cell_cache(folder + "cache", "code B", false).find("orders/p/s"));
  EXPECT_FALSE(cell_cache(folder + "cache", "code A", true).find("orders/p/s"));
}

TEST(study_files, failures_are_never_cached) {
  const cell_cache cache(folder + "cache", "code A", false);
  for (const verdict v : {verdict::fails, verdict::cannot_tell}) {
    results failed = example();
    failed.crosses[0].outcome = v;
    cache.keep("orders/p/failed", failed);
    EXPECT_FALSE(cache.find("orders/p/failed"));
  }
}

TEST(study_files, a_cut_off_cache_file_is_no_cell) {
  std::filesystem::remove_all(folder + "cache");
  const cell_cache cache(folder + "cache", "code A", false);
  cache.keep("orders/p/s", example());
  const auto file = std::filesystem::directory_iterator(folder + "cache")->path();
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 10);
  EXPECT_FALSE(cache.find("orders/p/s"));
}

TEST(study_files, the_hash_is_fnv_1a) {
  // Published test vectors of FNV-1a, 64 bits.
  EXPECT_EQ(stable_hash(""), 0xcbf29ce484222325u);
  EXPECT_EQ(stable_hash("foobar"), 0x85944171f73967e8u);
  EXPECT_EQ(code_identity().size(), 16u);
}

TEST(study_files, tables_have_one_row_a_record) {
  const std::string csv = as_csv(example());
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 7);  // header and six records
  EXPECT_NE(as_text(example()).find("0.142857142857 ± 0.000000000001"), std::string::npos);  // rounded up, to the twelve decimals that are shown at most
  EXPECT_NE(as_json(example()).find("\"orders\": ["), std::string::npos);
}

}  // namespace
}  // namespace unilateral::study
