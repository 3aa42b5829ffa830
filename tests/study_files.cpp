/// Records on disk: results.jsonl and the cache of finished cells give back what was put in, byte for byte, or nothing.

#include "reports/study/record/cell_cache.hpp"
#include "reports/study/record/compare.hpp"
#include "reports/study/record/consistency.hpp"
#include "reports/study/record/print.hpp"
#include "reports/study/record/results_file.hpp"
#include "reports/study/record/tally.hpp"
#include "reports/study/reference/quantity_name.hpp"
#include "tests/support/schema_faults.hpp"

#include "problems/language/input_error.hpp"

#include <gtest/gtest.h>

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>

namespace unilateral::study {
namespace {

/// Made before any test: each of them runs by itself as well.
const std::string folder = [] {
  std::string path = testing::TempDir() + "study_files/";
  std::filesystem::create_directories(path);
  return path;
}();

results example() {
  results r;
  r.push_back({.cell = "orders/p/s/sup q",
               .about = {.study = "orders", .problem = "p", .solver = "s", .quantity = "sup q"},
               .digits = 50,
               .outcome = verdict::holds,
               .reason = "why",
               .fitting = fit_outcome::fitted,
               .ladder = {{0.1, 1.0 / 3, true}, {0.01, std::numeric_limits<double>::infinity(), false}},
               .fit = fitted_order{.order = 1.0 / 7,
                                   .half_width = 1e-300,
                                   .constant = 3,
                                   .floor = 0,
                                   .window_low = 0.01,
                                   .window_high = 0.1,
                                   .drift = -0.1,
                                   .drift_half_width = 0.2},
               .command = "unilateral converge p",
               .facts = order_facts{.until = "29/10", .reference = "closed form: \"arcs\", v⁻", .declared = 1}});
  r.push_back({.cell = "orders/p/s/L1 v", .outcome = verdict::measured, .facts = order_facts{.stopped_runs = 2}});
  r.push_back(
      {.cell = "values/p/s/16/end.q[0]",
       .about = {.study = "values", .problem = "p", .quantity = "end.q[0]"},
       .outcome = verdict::holds,
       .facts = value_facts{
           .kind = value_kind::distance,
           .computed = "0.1",
           .expected = "0.2",
           .error = std::numeric_limits<double>::quiet_NaN(),
           .tolerance = 1e-15,
           .tolerance_from = "derived",
           .reading = reading_facts{
               .velocity = velocity_reading::right, .from = reading_origin::positions, .limit = 1, .left_out = 0.05}}});
  r.push_back({.cell = "residuals/p/s/penetration",
               .outcome = verdict::holds,
               .ladder = {{0, 1e-16, true}},
               .facts = residual_facts{.declared = 1}});
  r.push_back({.cell = "agreement/p/a+b/sup q",
               .about = {.study = "agreement", .problem = "p", .solver = "a", .other = "b", .quantity = "sup q"},
               .outcome = verdict::holds,
               .known_gap = "gap",
               .facts = agreement_facts{.difference = 1, .bound = 2}});
  r.push_back({.cell = "engines/p/a+b/times",
               .outcome = verdict::cannot_tell,
               .facts = agreement_facts{.difference = 1e-50, .bound = 1e-40, .agreed = 50, .left_out = true}});
  r.push_back(
      {.cell = "orders_over_e/p/rounding/s/fine/sup q",
       .about = {.study = "orders_over_e", .problem = "p", .restitution = "0.5", .where = "rounding"},
       .outcome = verdict::reference_in_doubt,
       .facts = rounding_facts{
           .step = 1e-3, .error = 1e-5, .error_in_double = 2e-5, .rounding = 1e-17, .bound = 1e-16, .reference = "r"}});
  r.push_back({.cell = "claims/X.y",
               .about = {.study = "claims", .quantity = "X.y"},
               .outcome = verdict::fails,
               .facts = claim_facts{.paper = "X",
                                    .place = "p. 1",
                                    .statement = "printed.",
                                    .corrected = "right.",
                                    .settled = settlement::contradicted,
                                    .expected = settlement::corrected,
                                    .agreed = 44,
                                    .found = {{evidence::kind::fact, false, "a"},
                                              {evidence::kind::counter_example, true, "b"},
                                              {evidence::kind::note, true, "c"}},
                                    .theorems = {"m.t"},
                                    .see = {"f"}}});
  return r;
}

/// All of them hold, and their facts say so: what the cache keeps.
results finished() {
  results r = example();
  for (record& each : r) each.outcome = verdict::holds;
  r[0].ladder = {{0.1, 1.0 / 3, true}, {0.01, 0.03, true}};
  r[0].fit->order = 1 + 1e-3 / 7;
  r[0].fit->half_width = 1e-2;
  r[0].fit->drift = 0;
  r[1].outcome = verdict::measured;
  r[2].as<value_facts>().error = 1e-16;
  r[7].as<claim_facts>().settled = settlement::corrected;
  return r;
}

std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const input_error& e) {
    return e.what();
  }
  return "accepted";
}

std::vector<std::string> lines_in(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

void write_lines(const std::string& path, const std::vector<std::string>& lines) {
  std::ofstream file(path);
  for (const std::string& line : lines) file << line << '\n';
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from << " in " << text;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

const run_provenance made{.version = "1", .compiler = "c", .processor = "p", .date = "d"};

TEST(study_files, results_come_back_as_they_went) {
  write_results(folder + "results.jsonl", finished(), made);
  EXPECT_EQ(lines_of(read_results(folder + "results.jsonl")), lines_of(finished()));
  const results back = results_from(lines_of(example()));
  EXPECT_EQ(lines_of(back), lines_of(example()));
  EXPECT_EQ(back[0].fit->order, 1.0 / 7);
  EXPECT_EQ(back[0].fit->half_width, 1e-300);
  EXPECT_TRUE(std::isinf(back[0].ladder[1].error));
  EXPECT_TRUE(std::isnan(back[2].as<value_facts>().error));
  EXPECT_FALSE(back[1].as<order_facts>().declared);
  EXPECT_FALSE(back[1].fit);
}

/// The name of a file is any bytes, and JSON is UTF-8.
TEST(study_files, a_name_that_is_no_utf_8_is_written_all_the_same) {
  results named = finished();
  named[2].about.solver = "caf\xE9.csv";
  EXPECT_EQ(results_from(lines_of(named))[2].about.solver, "caf\uFFFD.csv");
}

/// A file that was cut, anywhere, or has a byte changed, is not read; nor, sealed anew, one with a number changed that
/// its verdict contradicts. So of results, and of a cell that is kept.
TEST(study_files, what_was_cut_or_changed_is_not_taken_for_whole) {
  const std::string path = folder + "results.jsonl";
  write_results(path, finished(), made);
  const std::vector<std::string> whole = lines_in(path);
  ASSERT_EQ(whole.size(), 9u);
  const auto read = [&](const std::vector<std::string>& lines) {
    write_lines(path, lines);
    const std::string said = refusal([&] { read_results(path); });
    if (said != "accepted") {
      EXPECT_TRUE(said.starts_with(path)) << said;
    }
    return said;
  };
  EXPECT_EQ(read(whole), "accepted");
  for (std::size_t k = 0; k < whole.size(); ++k) {
    EXPECT_NE(read({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(k)}), "accepted") << k;
    std::vector<std::string> without = whole;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(k));
    EXPECT_NE(read(without), "accepted") << k;
  }
  for (std::size_t k = 1; k < whole.size(); ++k) {
    std::vector<std::string> lines = whole;
    lines[k] = replaced(lines[k], "\"cell\":\"", "\"cell\":\"x");
    EXPECT_NE(read(lines), "accepted") << k;
  }
  const auto edited = [&](const std::string& from, const std::string& to) {
    std::vector<std::string> lines = whole;
    for (std::string& line : lines)
      if (line.find(from) != std::string::npos) line = replaced(line, from, to);
    return lines;
  };
  EXPECT_NE(read(edited("\"error\":1e-16", "\"error\":1e99")).find("expected the records that its first line seals"),
            std::string::npos);
  // Sealed anew.
  const struct {
    const char *from, *to, *says;
  } changes[] = {
      {"\"error\":1e-16", "\"error\":1e99", "error 1e+99 is not at most 1e-15"},
      {"\"error\":1e-16", "\"error\":\"nan\"", "error nan is not at most"},
      {"\"difference\":1.0", "\"difference\":3.0", "difference 3 is not at most 2"},
      {"\"rounding\":1e-17", "\"rounding\":1e-15", "rounding 1e-15 is not at most 1e-16"},
      {"\"settled\":\"corrected\"", "\"settled\":\"open\"", "settled as open, expected corrected"},
      {"\"declared\":1.0", "\"declared\":2.0", "the declared order 2 does not follow from the fit"},
      {"[0.01,0.03,true]", "[0.01,\"inf\",true]", "a point of the ladder is no finite number"},
  };
  for (const auto& change : changes) {
    std::vector<std::string> lines = edited(change.from, change.to);
    const std::vector<std::string> records(lines.begin() + 1, lines.end());
    const std::string seal = seal_of("", {whole.begin() + 1, whole.end()});
    lines[0] = replaced(lines[0], seal, seal_of("", records));
    EXPECT_NE(read(lines).find(change.says), std::string::npos) << change.to << ": " << read(lines);
  }
}

/// Of each kind of facts: what denies the verdict beside it, and numbers that are none.
TEST(study_files, facts_that_deny_their_verdict_are_named) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const auto said = [](record r) {
    r.outcome = verdict::holds;
    return contradiction_in(r);
  };
  EXPECT_EQ(said(record{.facts = law_facts{.share = 0.5}}), "");
  EXPECT_EQ(said(record{.facts = law_facts{.share = 2}}), "share 2 is not at most 1");
  EXPECT_EQ(said(record{.facts = law_facts{.share = nan}}), "share nan is not at most 1");
  EXPECT_EQ(said(record{.facts = rounding_facts{.error = 1, .rounding = 1, .bound = 2}}), "");
  EXPECT_EQ(said(record{.facts = rounding_facts{.error = nan, .rounding = 1, .bound = 2}}),
            "the error is no finite number");
  record fitted = finished()[0];
  EXPECT_EQ(said(fitted), "");
  fitted.fit->drift = nan;
  EXPECT_EQ(said(fitted), "the fit is no finite number");
  fitted.fit.reset();
  EXPECT_EQ(said(fitted), "it is fitted without a fit, or not with one");
}

TEST(study_files, a_file_that_takes_no_more_is_not_said_to_be_written) {
  EXPECT_EQ(refusal([] { write_results("/dev/full", finished(), made); }),
            "/dev/full: expected a writable file, found none");
}

TEST(study_files, a_kept_cell_that_was_cut_or_changed_is_none) {
  std::filesystem::remove_all(folder + "cache");
  const cell_cache cache(folder + "cache", "code A", false);
  cache.keep("orders/p/s", finished());
  const std::string path = std::filesystem::directory_iterator(folder + "cache")->path().string();
  const std::vector<std::string> whole = lines_in(path);
  ASSERT_EQ(whole.size(), 10u);  // key, seal, eight records
  ASSERT_TRUE(cache.find("orders/p/s"));
  for (std::size_t k = 0; k < whole.size(); ++k) {
    write_lines(path, {whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(k)});
    EXPECT_FALSE(cache.find("orders/p/s")) << k << " lines";
    std::vector<std::string> without = whole;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(k));
    write_lines(path, without);
    EXPECT_FALSE(cache.find("orders/p/s")) << "without line " << k;
  }
  std::vector<std::string> edited = whole;
  edited[4] = replaced(edited[4], "\"error\":1e-16", "\"error\":1e99");
  write_lines(path, edited);
  EXPECT_FALSE(cache.find("orders/p/s"));
  edited[1] = seal_of(edited[0], {edited.begin() + 2, edited.end()});  // sealed anew
  write_lines(path, edited);
  EXPECT_FALSE(cache.find("orders/p/s"));
  write_lines(path, whole);
  EXPECT_TRUE(cache.find("orders/p/s"));
}

TEST(study_files, only_the_first_line_knows_who_made_it) {
  const auto bytes_after_first_line = [](const std::string& path) {
    std::ifstream file(path);
    std::string line, rest;
    std::getline(file, line);
    while (std::getline(file, line)) rest += line + "\n";
    return rest;
  };
  write_results(folder + "a.jsonl", example(),
                {.version = "1", .compiler = "c", .processor = "p", .date = "yesterday"});
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
  cache.keep("orders/p/s", finished());
  ASSERT_TRUE(cache.find("orders/p/s"));
  EXPECT_EQ(lines_of(*cache.find("orders/p/s")), lines_of(finished()));
  EXPECT_FALSE(cache.find("orders/p/t"));
  // Another program, or another grid, is another key.
  EXPECT_FALSE(cell_cache(folder + "cache", "code B", false).find("orders/p/s"));
  EXPECT_FALSE(cell_cache(folder + "cache", "code A", true).find("orders/p/s"));
}

TEST(study_files, failures_are_never_cached) {
  const cell_cache cache(folder + "cache", "code A", false);
  for (const verdict v : {verdict::fails, verdict::cannot_tell}) {
    results failed = finished();
    failed[4].outcome = v;
    cache.keep("orders/p/failed", failed);
    EXPECT_FALSE(cache.find("orders/p/failed"));
  }
}

TEST(study_files, a_cut_off_cache_file_is_no_cell) {
  std::filesystem::remove_all(folder + "cache");
  const cell_cache cache(folder + "cache", "code A", false);
  cache.keep("orders/p/s", finished());
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
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 9);  // header and eight records
  EXPECT_NE(as_text(example()).find("0.142857142857 ± 0.000000000001"),
            std::string::npos);  // rounded up, to the twelve decimals that are shown at most
  EXPECT_NE(as_json(example()).find("\"orders\": ["), std::string::npos);
}

/// A fact of each kind in the order of the schema: docs/results.schema.json says what a line is, and refuses one with a
/// key too many, too few, or of another kind.
TEST(study_files, every_line_is_as_the_schema_says) {
  using nlohmann::json;
  const json rule = json::parse(std::ifstream(std::string(SOURCE_ROOT) + "/docs/results.schema.json"));
  const auto faults = [&](const json& line) { return schema_faults(line, rule); };
  write_results(folder + "schema.jsonl", example(), provenance_of_this_run());
  std::ifstream file(folder + "schema.jsonl");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line); lines.push_back(line))
    EXPECT_EQ(faults(json::parse(line)), std::vector<std::string>{}) << line;
  EXPECT_EQ(lines.size(), 9u);
  for (std::size_t k = 1; k < lines.size(); ++k) {
    const std::string& line = lines[k];
    json more = json::parse(line), fewer = more, other = more;
    more["riddle"] = 1;
    fewer.erase("where");
    other["verdict"] = "perhaps";
    EXPECT_FALSE(faults(more).empty()) << line;
    EXPECT_FALSE(faults(fewer).empty()) << line;
    EXPECT_FALSE(faults(other).empty()) << line;
  }
}

TEST(study_files, there_is_one_tally) {
  results found;
  const auto add = [&](verdict v, const std::string& gap) {
    found.push_back({.cell = "x", .outcome = v, .known_gap = gap});
  };
  add(verdict::holds, "");
  add(verdict::measured, "");
  EXPECT_TRUE(all_hold(found));
  add(verdict::fails, "known");
  add(verdict::cannot_tell, "left to the full grid");
  EXPECT_TRUE(all_hold(found));
  add(verdict::reference_in_doubt, "");
  EXPECT_TRUE(all_as_declared(found));
  EXPECT_FALSE(all_hold(found));
  EXPECT_EQ(exit_status_of(found, all_as_declared(found)), 3);
  add(verdict::holds, "known");  // a gap that closed
  EXPECT_FALSE(all_as_declared(found));
  EXPECT_EQ(exit_status_of(found, all_as_declared(found)), 1);
  add(verdict::fails, "");
  add(verdict::cannot_tell, "");
  found.push_back(
      {.cell = "x", .outcome = verdict::holds, .facts = value_facts{.computed = "0", .expected = "0"}});  // 0 = 0
  const tally count = tally_of(found);
  for (const standing s : all_standings) EXPECT_EQ(count[s], 1) << name_of(s);
  EXPECT_EQ(count.all(), 9);
  EXPECT_EQ(count.as_declared(), 3);
  EXPECT_EQ(count.not_as_declared(), 3);
}

/// Two runs are compared by what they state: a verdict, a number, a record more or less; not by what is written for a
/// reader.
TEST(study_files, two_runs_are_compared_record_by_record) {
  results other = example();
  other[0].reason = "in other words";
  other[1].outcome = verdict::holds;
  other[3].ladder[0].error = 2e-16;
  other.erase(other.begin() + 4);
  other.push_back({.cell = "orders/new", .outcome = verdict::measured});
  write_results(folder + "results.jsonl", example(), made);
  write_results(folder + "other.jsonl", other, made);
  std::ofstream(folder + "other.json") << as_json(other);
  const record_comparison same = compared_records(folder, folder + "results.jsonl");
  EXPECT_EQ(same.same, 8);
  EXPECT_TRUE(same.verdicts.empty() && same.numbers.empty() && same.appeared.empty() && same.vanished.empty())
      << as_text(same);
  for (const char* const file : {"other.jsonl", "other.json"}) {
    const record_comparison found = compared_records(folder, folder + file);
    EXPECT_EQ(as_text(found),
              "verdict   orders/p/s/L1 v: measured → holds\n"
              "vanished  agreement/p/a+b/sup q: holds\n"
              "appeared  orders/new: measured\n"
              "numbers   residuals/p/s/penetration: ladder: [[0.0,1e-16,true]], [[0.0,2e-16,true]]\n"
              "5 records the same, 1 with another verdict, 1 with other numbers, 1 appeared, 1 vanished\n")
        << file;
  }
  const auto complaint = [&](const std::string& text) -> std::string {
    std::ofstream(folder + "bad.jsonl") << text;
    try {
      compared_records(folder, folder + "bad.jsonl");
    } catch (const input_error& e) {
      return e.what();
    }
    return "";
  };
  for (const char* const text : {"", "{", "{\"cell\":\"x\"}", "[1]", "{\"type\":\"provenance\"}"})
    EXPECT_NE(complaint(text).find("bad.jsonl"), std::string::npos) << text;
  const std::string line = "{\"type\":\"order\",\"cell\":\"x\",\"verdict\":\"holds\"}\n";
  EXPECT_NE(complaint(line + line).find("bad.jsonl:2: expected each cell once, found x again"), std::string::npos)
      << complaint(line + line);
  EXPECT_NE(complaint(line).find("expected a first line of type provenance"), std::string::npos) << complaint(line);
  std::vector<std::string> cut = lines_in(folder + "results.jsonl");
  cut.pop_back();
  write_lines(folder + "bad.jsonl", cut);
  EXPECT_NE(refusal([&] { compared_records(folder, folder + "bad.jsonl"); }).find("its first line seals, 8 records"),
            std::string::npos);
  EXPECT_THROW(compared_records(folder + "nowhere", folder), input_error);
}

/// The command says the same, and its status whether a verdict changed.
TEST(study_files, the_command_compares) {
  results other = example();
  write_results(folder + "results.jsonl", example(), made);
  const auto status = [&](const std::string& words) {
    const int found =
        std::system((std::string(COMMAND_PATH) + " compare " + words + " >" + folder + "said 2>&1").c_str());
    return WEXITSTATUS(found);
  };
  other[3].ladder[0].error = 2e-16;
  write_results(folder + "numbers.jsonl", other, made);
  other[0].outcome = verdict::fails;
  write_results(folder + "verdict.jsonl", other, made);
  EXPECT_EQ(status(folder + " " + folder + "results.jsonl"), 0);
  EXPECT_EQ(status(folder + " " + folder + "numbers.jsonl"), 0);
  EXPECT_EQ(status(folder + " " + folder + "verdict.jsonl"), 1);
  std::ifstream said(folder + "said");
  std::string line;
  std::getline(said, line);
  EXPECT_EQ(line, "verdict   orders/p/s/sup q: holds → FAILS");
  EXPECT_EQ(status(folder + " " + folder + "nowhere"), 2);
  EXPECT_EQ(status(folder), 2);
}

/// Names of numbers are taken apart and put together again.
TEST(study_files, a_number_has_a_name_of_parts) {
  for (const char* const name : {"impacts[3].v_minus[0]", "total_impulse[0]", "counts.impacts",
                                 "chain.velocities[2][0]", "end.q[1]", "accumulations[0].t", "chain.moving"})
    EXPECT_EQ(quantity_name(name).text(), name);
  const quantity_name shock("impacts[3].v_minus[0]");
  EXPECT_TRUE(shock.of_an_impact() && !shock.is_count() && !shock.of_the_end());
  EXPECT_EQ(shock.number, 3u);
  EXPECT_EQ(shock.member, "v_minus");
  EXPECT_EQ(shock.index, std::vector<std::size_t>{0});
  EXPECT_TRUE(quantity_name("counts.impacts").is_count() && quantity_name("chain.moving").is_count());
  EXPECT_EQ(quantity_name("total_impulse[2]").owner, "");
}

}  // namespace
}  // namespace unilateral::study
