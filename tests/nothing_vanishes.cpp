/// A study, a problem, a solver or a reference that is lost takes its records with it, and what is not measured can not
/// fail. So a run is held against a list of its cells (reports/cells), a study that throws is no gap that is known, and
/// an expression for cells is matched in linear time, whatever it is.

#include "problems/language/input_error.hpp"
#include "reports/study/run/cell_list.hpp"
#include "reports/study/run/verify.hpp"
#include "tests/support/shell.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>

namespace unilateral::study {
namespace {

namespace fs = std::filesystem;

record cell(const std::string& name, verdict outcome = verdict::holds) {
  return {.cell = name, .about = {.study = "made_up"}, .outcome = outcome, .facts = law_facts{}};
}

/// A study of one problem of the catalogue, of two cells, of which it measures what `run` gives.
family made_up(const std::function<results()>& run) {
  return {.name = "made_up",
          .title = "",
          .about = "",
          .plan =
              [run](const problem& of, const options&) {
                std::vector<task> tasks;
                if (of.name == "ball_rational")
                  tasks.push_back({.name = "made_up", .cells = {cell("made_up/a"), cell("made_up/b")}, .run = run});
                return tasks;
              },
          .gaps = {{"made_up/a", grid_of::both, "known not to hold"}}};
}

const results both{cell("made_up/a", verdict::fails), cell("made_up/b")};

std::vector<std::string> differences_of(const cell_list& frozen, const std::vector<family>& studies,
                                        const std::string& filter = "") {
  const verification all = verify_and_list({.quick = true, .filter = filter}, studies);
  return differences(frozen, all.planned, all.found, cell_filter(filter));
}

TEST(nothing_vanishes, a_run_is_held_against_its_cells) {
  using testing::ElementsAre;
  const cell_list frozen{{"made_up/a", cell_state::measured}, {"made_up/b", cell_state::measured}};
  EXPECT_THAT(differences_of(frozen, {made_up([] { return both; })}), ElementsAre());
  // The study is gone; a run leaves a cell out; it has one more; one twice.
  EXPECT_THAT(differences_of(frozen, {}), ElementsAre("missing: made_up/a", "missing: made_up/b"));
  EXPECT_THAT(differences_of(frozen, {made_up([] { return results{both[1]}; })}),
              ElementsAre("missing: made_up/a, which was planned and not measured"));
  EXPECT_THAT(differences_of(frozen, {made_up([] { return results{}; })}).size(), 2u);
  EXPECT_THAT(differences_of(frozen, {made_up([] { return results{both[0], both[1], cell("made_up/c")}; })}),
              ElementsAre("extra: made_up/c"));
  EXPECT_THAT(differences_of(frozen, {made_up([] { return results{both[0], both[1], both[1]}; })}),
              ElementsAre("twice: made_up/b"));
  // Planned, and in no list, whether it is measured or not.
  EXPECT_THAT(differences_of({{"made_up/a", cell_state::measured}}, {made_up([] { return results{both[0]}; })}),
              ElementsAre("extra: made_up/b"));
  // What the list has as left out must not be measured, and must be planned; of others nobody knows yet.
  const cell_list left_out{{"made_up/a", cell_state::measured}, {"made_up/b", cell_state::left_out}},
      unknown{{"made_up/a", cell_state::measured}, {"made_up/b", cell_state::not_looked_at}};
  EXPECT_THAT(differences_of(left_out, {made_up([] { return results{both[0]}; })}), ElementsAre());
  EXPECT_THAT(differences_of(left_out, {made_up([] { return both; })}), ElementsAre("extra: made_up/b"));
  EXPECT_THAT(differences_of(left_out, {}), ElementsAre("missing: made_up/a", "missing: made_up/b"));
  EXPECT_THAT(differences_of(unknown, {made_up([] { return results{both[0]}; })}), ElementsAre());
  EXPECT_THAT(differences_of(unknown, {made_up([] { return both; })}), ElementsAre());
  EXPECT_THAT(differences_of(unknown, {}).size(), 2u);
  // Of what was asked for alone.
  EXPECT_THAT(differences_of(frozen, {made_up([] { return both; })}, "/b$"), ElementsAre());
  EXPECT_THAT(differences_of(frozen, {made_up([] { return results{both[0]}; })}, "/b$"),
              ElementsAre("missing: made_up/b, which was planned and not measured"));
}

TEST(nothing_vanishes, a_study_that_throws_is_no_gap_that_is_known) {
  const results as_known = verify({.quick = true}, {made_up([] { return both; })});
  EXPECT_TRUE(all_as_declared(as_known));
  const results thrown = verify({.quick = true}, {made_up([]() -> results { throw std::runtime_error("broken"); })});
  ASSERT_EQ(thrown.size(), 2u);
  for (const record& r : thrown) {
    EXPECT_EQ(r.outcome, verdict::fails);
    EXPECT_EQ(r.reason, "broken");
    EXPECT_EQ(r.known_gap, "");
  }
  EXPECT_FALSE(all_as_declared(thrown));
}

TEST(nothing_vanishes, lists_come_back_as_they_went) {
  const cell_list cells = cells_of_run({"x/a", "x/b"}, {cell("x/b"), cell("x/c d")});
  EXPECT_EQ(text_of(cells), "+ x/: b | c d\n- x/: a\n");
  const shell::own_folder folder;
  const std::string path = folder.path() / "cells.txt";
  std::ofstream(path) << "# a list\n\n" << text_of(cells);
  EXPECT_EQ(read_cells(path), cells);
  for (const char* const text :
       {"", "x/: a\n", "* x/: a\n", "+x/: a\n", "+ x/a\n", "+ \n", "+ x/: a | a\n", "+ x/: a\n- x/: a\n"}) {
    std::ofstream(path) << text;
    EXPECT_THROW(read_cells(path), input_error) << text;
  }
  EXPECT_THROW(read_cells(path + ".none"), input_error);
  for (const bool quick : {true, false}) EXPECT_GT(frozen_cells(quick).size(), 500u);
}

TEST(nothing_vanishes, expressions_are_matched_in_linear_time) {
  EXPECT_TRUE(cell_filter("").admits("orders/x"));
  EXPECT_TRUE(cell_filter("^orders/.*(sup|L1) .$").admits("orders/x/sup q"));
  EXPECT_FALSE(cell_filter("^orders/.*(sup|L1) .$").admits("orders/x/sup qq"));
  EXPECT_TRUE(cell_filter("^S04\\.").admits("claims/S04.i"));
  EXPECT_FALSE(cell_filter("^S04\\.").admits("values/S04.i"));
  const auto begin = std::chrono::steady_clock::now();
  const std::string name(2000, 'a');
  for (const char* const slow : {"(a*)*b", "(a|aa)+$b", "(a?){200}a{200}b", "^(([a-z])+.)+[A-Z]([a-z])+$"})
    EXPECT_FALSE(cell_filter(slow).admits(name + "!")) << slow;
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
  const std::string many(20000, '(');
  for (const std::string& bad : {many, many + std::string(20000, ')'), std::string("("), std::string("[a"),
                                 std::string("a**"), std::string("\\1"), std::string(20000, 'a')}) {
    try {
      cell_filter filter(bad);
      ADD_FAILURE() << bad.substr(0, 60);
    } catch (const input_error& e) {
      EXPECT_THAT(e.what(), testing::StartsWith("--filter: expected a regular expression"));
      EXPECT_LT(std::string(e.what()).size(), 300u);
    }
  }
}

/// The command, with lists that lack a line, or have one more.
TEST(nothing_vanishes, the_command_says_what_is_missing) {
  const shell::own_folder folder;
  const fs::path here = folder.path(), tree = here / "tree";
  fs::create_directories(tree / "reports/cells");
  fs::create_directory_symlink(fs::path(SOURCE_ROOT) / "proofs", tree / "proofs");
  fs::copy_file(COMMAND_PATH, here / "unilateral");
  std::ofstream(here / "source_tree") << tree.string() << '\n';
  const std::string filter = " verify --quick --jobs 1 --filter '^values/ball_rational/event_driven/16/end'";
  const auto run = [&](const cell_list& cells) {
    std::ofstream(tree / "reports/cells/quick.txt") << text_of(cells);
    return shell::run((here / "unilateral").string() + filter + " >/dev/null");
  };
  cell_list cells = frozen_cells(true);
  EXPECT_EQ(run(cells).status, 0);
  cell_list more = cells, fewer = cells;
  more.emplace("values/ball_rational/event_driven/16/end.w[0]", cell_state::measured);
  EXPECT_EQ(run(more).status, 1);
  EXPECT_THAT(run(more).err, testing::HasSubstr("missing: values/ball_rational/event_driven/16/end.w[0]\n"));
  ASSERT_EQ(fewer.erase("values/ball_rational/event_driven/16/end.q[0]"), 1u);
  EXPECT_EQ(run(fewer).status, 1);
  EXPECT_THAT(run(fewer).err, testing::HasSubstr("extra: values/ball_rational/event_driven/16/end.q[0]\n"));
  EXPECT_EQ(shell::run((here / "unilateral").string() + " verify --filter '" + std::string(20000, '(') + "'").status,
            2);
}

}  // namespace
}  // namespace unilateral::study
