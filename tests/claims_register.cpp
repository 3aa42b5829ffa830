/// The register is complete, and every claim is settled as it says. The ids stand in reports/claims/ids.txt once, from
/// the papers; the program's list must be that one.

#include "problems/language/input_error.hpp"
#include "reports/claims/register.hpp"
#include "reports/study/record/results_file.hpp"
#include "reports/study/record/tally.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

namespace unilateral::claims {
namespace {

/// reports/claims/ids.txt
std::set<std::string> listed_ids() {
  std::ifstream file(std::string(SOURCE_ROOT) + "/reports/claims/ids.txt");
  std::set<std::string> ids;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream words(line);
    for (std::string id; words >> id;) EXPECT_TRUE(ids.insert(id).second) << id;
  }
  return ids;
}

TEST(claims_register, has_every_claim_once) {
  std::set<std::string> found;
  for (const claim& c : register_of_claims()) {
    EXPECT_TRUE(found.insert(c.id).second) << c.id << " stands twice";
    EXPECT_FALSE(c.statement.empty() || c.place.empty() || c.paper.empty()) << c.id;
    EXPECT_NE(c.expected, study::settlement::contradicted) << c.id;
  }
  EXPECT_EQ(found, listed_ids());
  EXPECT_EQ(found.size(), 68u);
}

TEST(claims_register, every_claim_is_settled_as_expected) {
  const auto records = settle({.jobs = 2});
  ASSERT_EQ(records.size(), listed_ids().size());
  for (const auto& r : records) {
    EXPECT_EQ(r.outcome, study::verdict::holds) << r.cell << ": " << r.reason;
    const auto& claim = r.as<study::claim_facts>();
    EXPECT_FALSE(claim.found.empty()) << r.cell;
    // A word says no more than its evidence: theorems for proved, counted instances for confirmed, tries for open.
    switch (claim.settled) {
      case study::settlement::proved:
      case study::settlement::proved_in_a_case:
        EXPECT_FALSE(claim.theorems.empty()) << r.cell;
        break;
      case study::settlement::confirmed:
        EXPECT_THAT(r.reason, testing::HasSubstr("confirmed on ")) << r.cell;
        break;
      case study::settlement::open:
        EXPECT_THAT(r.reason, testing::HasSubstr("tried: ")) << r.cell;
        break;
      default:
        EXPECT_FALSE(claim.corrected.empty()) << r.cell;
    }
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

/// Every line of theorems.txt is of a claim of the register, and what is bound is audited; a file that says anything
/// else is refused with its line.
TEST(claims_register, theorems_are_bound_to_claims) {
  const instruments with = of_this_build();
  std::set<std::string> ids = listed_ids(), lines;
  EXPECT_GT(with.bindings.size(), 80u);
  for (const binding& b : with.bindings) {
    EXPECT_TRUE(ids.contains(b.claim)) << b.claim;
    EXPECT_TRUE(lines.insert(b.claim + " " + b.name()).second) << b.claim << " " << b.name() << " stands twice";
    const auto at = with.theorems.proved.find({b.module, b.theorem});
    ASSERT_NE(at, with.theorems.proved.end()) << b.name();
    EXPECT_EQ(at->second.digest, b.digest) << b.name();
    EXPECT_GT(at->second.text.size(), b.theorem.size() + 8) << b.name();
  }
  const auto refused = [](const std::string& line) {
    const auto file = std::filesystem::path(testing::TempDir()) / "theorems.txt";
    std::ofstream(file) << "# theorems\n" << line << "\n";
    try {
      bindings_in(file);
    } catch (const input_error& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_EQ(refused("M63.P is m.t 0123"), "");
  EXPECT_THAT(refused("M63.P is m.t"), testing::HasSubstr("theorems.txt:2: "));
  EXPECT_THAT(refused("M63.P has m.t 0123"), testing::HasSubstr("the part \"has\""));
  EXPECT_THAT(refused("M63.P is t 0123"), testing::HasSubstr("without a module"));
  EXPECT_THAT(refused("M63.P case m.t 0123"), testing::HasSubstr("without words"));
}

/// The verdict follows the facts; nothing else enters.
TEST(claims_register, verdicts_are_functions_of_facts) {
  instruments with;
  with.theorems.proved = {{{"module", "theorem"}, {"digest", "theorem : True"}}};
  const auto verdict = [&](const auto& facts) {
    inquiry q(with);
    facts(q);
    return q.result().verdict;
  };
  EXPECT_EQ(verdict([](inquiry&) {}), study::settlement::open);                              // nothing was checked
  EXPECT_EQ(verdict([](inquiry& q) { q.agrees("x", 1, 1, 50); }), study::settlement::open);  // on how many?
  EXPECT_EQ(verdict([](inquiry& q) { q.tried(1, "number"), q.agrees("x", 1, 1, 50); }), study::settlement::confirmed);
  EXPECT_EQ(verdict([](inquiry& q) { q.tried(0, "numbers"); }), study::settlement::contradicted);
  EXPECT_EQ(verdict([](inquiry& q) { q.agrees("x", real50(1) + real50(1) / 1000, 1, 10); }),
            study::settlement::contradicted);
  EXPECT_EQ(verdict([](inquiry& q) { q.agrees_in_all("nothing", {}, 10); }), study::settlement::contradicted);
  const auto bound = [](part is, const std::string& theorem = "theorem", const std::string& digest = "digest") {
    return [=](inquiry& q) { q.binds({"X", is, "module", theorem, digest, "for n = 1"}); };
  };
  EXPECT_EQ(verdict(bound(part::is)), study::settlement::proved);
  EXPECT_EQ(verdict(bound(part::is_case)), study::settlement::proved_in_a_case);
  EXPECT_EQ(verdict(bound(part::is, "another")), study::settlement::contradicted);           // renamed, or gone
  EXPECT_EQ(verdict(bound(part::is, "theorem", "other")), study::settlement::contradicted);  // it says something else
  EXPECT_EQ(verdict(bound(part::support)), study::settlement::open);                         // decides nothing
  EXPECT_EQ(verdict([&](inquiry& q) { bound(part::refutation)(q), bound(part::correction)(q); }),
            study::settlement::corrected);
  inquiry one_case(with);
  bound(part::is_case)(one_case);
  EXPECT_THAT(one_case.result().summary, testing::HasSubstr("for n = 1"));
  ASSERT_FALSE(one_case.result().evidence.empty());
  EXPECT_THAT(one_case.result().evidence[0].text, testing::HasSubstr("theorem : True"));  // the statement is shown
  EXPECT_EQ(verdict([](inquiry& q) { q.refutes("printed", true, ""), q.holds("correct", true); }),
            study::settlement::corrected);
  // The words say what was shown of what is printed.
  const auto words = [&](const auto& facts) {
    inquiry q(with);
    facts(q), q.holds("correct", true);
    return q.result().summary;
  };
  EXPECT_THAT(words([](inquiry& q) { q.refutes("printed", true, ""); }), testing::StartsWith("false as printed"));
  EXPECT_THAT(words([](inquiry& q) { q.says_nothing("printed", true, ""); }),
              testing::StartsWith("says nothing as printed"));
  EXPECT_THAT(words([](inquiry& q) { q.answers("asked", true, ""); }), testing::StartsWith("answered"));
  EXPECT_THAT(words(bound(part::is)), testing::HasSubstr("module.theorem (for n = 1)"));
  EXPECT_EQ(verdict([](inquiry& q) { q.says_nothing("printed", false, ""), q.holds("correct", true); }),
            study::settlement::contradicted);
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
