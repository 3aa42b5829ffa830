/// A computed reference is one that two say. Fake engines on a ball whose answer is known: one is exact, the other has
/// a restitution that is wrong by a bias b. Its second flight is then longer by 2 b · 2/g = 2 b (g = 2, first impact at
/// t = 1 with speed 2), so that the two part at the second impact, t = 2, or at the velocity after the first, t = 1:
/// which number is more than 1e-12 of the largest apart first is the velocity, at t = 1. Bounds: digits_of_trust.

#include "problems/language/input_error.hpp"
#include "reports/study/external/judge.hpp"
#include "reports/study/record/print.hpp"
#include "reports/study/record/results_file.hpp"
#include "reports/study/reference/reference_path.hpp"
#include "reports/study/run/converge.hpp"
#include "reports/study/run/verify.hpp"
#include "tests/support/made_up_ball.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace unilateral::study {
namespace {

/// The ball without its answer: a reference has to be computed.
problem ball_without_answer() {
  problem p = made_up::ball_problem();
  p.answer = {};
  return p;
}

/// A pair of engines, wrong by a bias each.
struct fake_engines {
  listed_solver first, second;
  fake_engines(const char* bias, const char* other_bias)
      : first(made_up::scheme("first", 1, exact_rational(bias), false)),
        second(made_up::scheme("second", 1, exact_rational(other_bias), false)) {}
  reference_request asked() const { return {.by = {&first, &second}}; }
};

std::string doubt_of(const fake_engines& engines) {
  try {
    motion_to_measure_against(bind<statement>(ball_without_answer(), {}, false), engines.asked());
  } catch (const reference_in_doubt& doubt) {
    return doubt.what();
  }
  return "";
}

TEST(trusted_references, engines_that_agree_are_trusted) {
  const fake_engines engines("0", "1e-14");
  const auto found = motion_to_measure_against(bind<statement>(ball_without_answer(), {}, false), engines.asked());
  ASSERT_TRUE(found);
  EXPECT_EQ(origin_of(found->from), "computed by first and second");
  EXPECT_FALSE(found->from.may_judge("first"));
  EXPECT_TRUE(found->from.may_judge("second"));
}

TEST(trusted_references, engines_that_part_are_not_and_the_doubt_names_the_instant_and_the_numbers) {
  for (const char* bias : {"1e-10", "1e-6", "1e-2"}) {
    const std::string doubt = doubt_of(fake_engines(bias, "0"));
    EXPECT_TRUE(doubt.starts_with("reference in doubt: first and second part at t = 1: impacts[0].v_plus[0] = 1.0"))
        << doubt;
    EXPECT_NE(doubt.find(" and 1"), std::string::npos) << doubt;
  }
}

TEST(trusted_references, a_theorem_decides_for_the_first_engine_only_where_that_one_is_right) {
  // The second is wrong, and every impact of the first is enclosed; above, the first is wrong, and no theorem can hold
  // it.
  EXPECT_EQ(doubt_of(fake_engines("0", "1e-6")), "");
}

TEST(trusted_references, engines_that_see_other_events_part) {
  // e = 1/2 + 1/10 moves the third impact, 5/2, past the horizon 13/5, e = 3/4 the second to 5/2.
  EXPECT_NE(doubt_of(fake_engines("1/10", "0")), "");
  EXPECT_NE(doubt_of(fake_engines("1/4", "0")), "");
}

options with(const fake_engines& engines) {
  options how{.quick = true};
  how.reference = engines.asked();
  return how;
}

TEST(trusted_references, no_order_is_measured_against_a_reference_in_doubt) {
  const fake_engines wrong("1e-6", "0"), right("0", "0");
  const results none = converge(ball_without_answer(), {}, {"sweeping"}, {}, with(wrong));
  ASSERT_EQ(none.size(), 5u);
  for (const record& r : none) {
    EXPECT_EQ(r.outcome, verdict::reference_in_doubt);
    EXPECT_NE(r.reason.find("first and second part at t = 1"), std::string::npos) << r.reason;
    EXPECT_FALSE(r.fit);
    EXPECT_TRUE(r.ladder.empty());
  }
  for (const std::string& text : {as_text(none), as_csv(none), as_json(none)}) {
    EXPECT_NE(text.find("reference in doubt"), std::string::npos) << text;
    for (const char* other : {"FAILS", "holds", "measured: "}) EXPECT_EQ(text.find(other), std::string::npos) << text;
  }
  EXPECT_EQ(exit_status_of(none, all_as_declared(none)), 3);
  EXPECT_FALSE(all_hold(none));

  // The same scheme against the right pair has its orders.
  const results some = converge(ball_without_answer(), {}, {"sweeping"}, {}, with(right));
  ASSERT_EQ(some.size(), 5u);
  for (const record& r : some) EXPECT_NE(r.outcome, verdict::reference_in_doubt);
  EXPECT_FALSE(any_in_doubt(some));
}

TEST(trusted_references, no_distance_is_measured_to_a_reference_in_doubt) {
  const std::string path = testing::TempDir() + "trusted_references.csv";
  std::ofstream(path) << "t,x,v,P\n0,1,0,0\n1,0,-2,0\n1,0,1,3\n1.5,0.25,0,0\n";
  const results found = judge(ball_without_answer(), {}, path, fake_engines("1e-6", "0").asked());
  int doubted = 0;
  for (const record& r : found) {
    EXPECT_NE(r.as<value_facts>().kind, value_kind::distance) << r.about.quantity;
    doubted += r.outcome == verdict::reference_in_doubt;
  }
  EXPECT_EQ(doubted, 1);
  EXPECT_EQ(exit_status_of(found, true), 3);
  EXPECT_NE(as_judgement(found).find("reference in doubt"), std::string::npos) << as_judgement(found);
  const results trusted = judge(ball_without_answer(), {}, path, fake_engines("0", "0").asked());
  EXPECT_FALSE(any_in_doubt(trusted));
  EXPECT_TRUE(std::any_of(trusted.begin(), trusted.end(), [](const record& r) {
    return r.about.quantity == "distance sup q" && r.as<value_facts>().error < 1e-13;
  }));
}

TEST(trusted_references, a_closed_form_is_its_own_word) {
  // Its path is compared with nothing that these engines say.
  const auto found =
      motion_to_measure_against(bind<statement>(made_up::ball_problem(), {}, false), fake_engines("1e-2", "0").asked());
  ASSERT_TRUE(found);
  EXPECT_EQ(found->from.from, origin::closed_form);
}

TEST(trusted_references, a_record_without_verdict_is_written_and_read_back) {
  const results none = converge(ball_without_answer(), {}, {"sweeping"}, {}, with(fake_engines("1e-6", "0")));
  const results again = results_from(lines_of(none));
  ASSERT_EQ(again.size(), none.size());
  EXPECT_EQ(again.front().outcome, verdict::reference_in_doubt);
  EXPECT_EQ(again.front().reason, none.front().reason);
}

/// The catalogue's computed references are trusted: the two engines of this build agree on each.
TEST(trusted_references, the_catalogue_has_none_in_doubt) {
  int computed = 0;
  for (const problem& p : catalogue()) {
    if (p.is_chain() || !p.convergence_study) continue;
    const auto found = motion_to_measure_against(bind<statement>(p, {}, false));
    ASSERT_TRUE(found) << p.name;
    computed += found->from.from == origin::computed ? 1 : 0;
  }
  EXPECT_GE(computed, 1);
}

}  // namespace
}  // namespace unilateral::study
