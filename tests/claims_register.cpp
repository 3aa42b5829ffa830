/// The register is complete, and every claim is settled as it says. The ids are listed here once, from the papers; the
/// program's list must be this one.

#include "problems/language/input_error.hpp"
#include "reports/claims/register.hpp"
#include "reports/study/record/results_file.hpp"
#include "reports/study/record/tally.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace unilateral::claims {
namespace {

const std::set<std::string> ids{
    "M63.P",        "M63.reaction", "M63.gauss",  "M63.dual",     "M63.time",    "M63.naive",     "M63.sphere",
    "M63.nonempty",  // Moreau 1963
    "M83.cones",    "M83.equiv",    "M83.exists", "M83.energy",   "M83.carnot",  "M83.potential", "M83.smooth",
    "M83.mdi",      "M83.soft",  // Moreau 1983
    "P04.law",      "P04.fig1",     "P04.fig2",   "P04.fig3",     "P04.T21",     "P04.T22",       "P04.map",
    "P04.guard",    "P04.unique",                                                 // Paoli 2004
    "DMP.law",      "DMP.mdi",      "DMP.conv",   "DMP.pendulum", "DMP.balance",  // Dzonou, Monteiro Marques, Paoli
    "S04.P1P2",     "S04.2.1",      "S04.2.2u",   "S04.2.2t",     "S04.Rj",      "S04.stop",      "S04.fig4",
    "S04.fig5",     "S04.i",        "S04.length", "S04.stages",   "S04.string",  "S04.weights"};  // Sayah 2004

TEST(claims_register, has_every_claim_once) {
  std::set<std::string> found;
  for (const claim& c : register_of_claims()) {
    EXPECT_TRUE(found.insert(c.id).second) << c.id << " stands twice";
    EXPECT_FALSE(c.statement.empty() || c.place.empty() || c.paper.empty()) << c.id;
    EXPECT_NE(c.expected, study::settlement::contradicted) << c.id;
  }
  EXPECT_EQ(found, ids);
}

TEST(claims_register, every_claim_is_settled_as_expected) {
  const auto records = settle({.jobs = 2});
  ASSERT_EQ(records.size(), ids.size());
  for (const auto& r : records) {
    EXPECT_EQ(r.outcome, study::verdict::holds) << r.cell << ": " << r.reason;
    EXPECT_FALSE(r.as<study::claim_facts>().found.empty()) << r.cell;
    EXPECT_THAT(r.command, testing::HasSubstr(r.about.quantity));
  }
  // What is written to results.jsonl is read back whole.
  const auto lines = study::lines_of(records);
  EXPECT_EQ(study::lines_of(study::results_from(lines)), lines);
  EXPECT_TRUE(study::all_hold(records));
}

TEST(claims_register, the_filter_chooses_one_paper) {
  for (const auto& r : settle({.filter = "S04.(length|fig4)"}))
    EXPECT_EQ(r.as<study::claim_facts>().paper, "Sayah2004");
  EXPECT_TRUE(settle({.filter = "^orders/"}).empty());
  EXPECT_THROW(settle({.filter = "("}), input_error);
}

/// The verdict follows the facts; nothing else enters.
TEST(claims_register, verdicts_are_functions_of_facts) {
  instruments with;
  with.theorems.proved = {{"module", "theorem"}};
  const auto verdict = [&](const auto& facts) {
    inquiry q(with);
    facts(q);
    return q.result().verdict;
  };
  EXPECT_EQ(verdict([](inquiry&) {}), study::settlement::open);  // nothing was checked
  EXPECT_EQ(verdict([](inquiry& q) { q.agrees("x", 1, 1, 50); }), study::settlement::confirmed);
  EXPECT_EQ(verdict([](inquiry& q) { q.agrees("x", real50(1) + real50(1) / 1000, 1, 10); }),
            study::settlement::contradicted);
  EXPECT_EQ(verdict([](inquiry& q) { q.agrees_in_all("nothing", {}, 10); }), study::settlement::contradicted);
  EXPECT_EQ(verdict([](inquiry& q) { q.proves("module", "theorem"); }), study::settlement::proved);
  EXPECT_EQ(verdict([](inquiry& q) { q.proves("module", "another"); }), study::settlement::contradicted);
  EXPECT_EQ(verdict([](inquiry& q) { q.refutes("printed", true, ""), q.holds("correct", true); }),
            study::settlement::corrected);
  EXPECT_EQ(verdict([](inquiry& q) { q.refutes("printed", true, ""); }),
            study::settlement::open);  // no correct statement
  EXPECT_EQ(verdict([](inquiry& q) { q.refutes("printed", false, ""), q.holds("correct", true); }),
            study::settlement::contradicted);
  EXPECT_EQ(verdict([](inquiry& q) { q.holds("fact", true), q.misses("a theorem"); }), study::settlement::open);
  EXPECT_EQ(verdict([](inquiry& q) { q.holds("fact", false), q.misses("a theorem"); }),
            study::settlement::contradicted);
}

}  // namespace
}  // namespace unilateral::claims
