/// Random systems against each other: what tests/random_systems makes can be asked and is what its kind says; a hundred
/// of them (their seeds fixed) are answered alike by both reference engines, the schemes and an integrator that shares
/// nothing with them, or refused by a message; and a fault planted in one contender is seen. The tolerances stand in
/// tests/random_systems/trial.hpp. More of them, for as long as you like: random_systems_run.

#include "problems/language/admissibility.hpp"
#include "problems/language/evaluated_system.hpp"
#include "tests/random_systems/apart.hpp"
#include "tests/random_systems/campaign.hpp"
#include "tests/random_systems/contenders.hpp"
#include "tests/random_systems/independent.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>

#include <cmath>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <random>
#include <set>

namespace unilateral::random_systems {
namespace {

TEST(random_systems, are_functions_of_their_kind_and_seed) {
  std::set<std::string> files;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const random_system first = generate(seed), again = generate(seed), read = replay("read.toml", first.file);
    EXPECT_EQ(first.file, again.file);
    EXPECT_EQ(first.kind, kinds()[seed % kinds().size()].name);
    EXPECT_EQ(read.kind, first.kind);
    EXPECT_EQ(read.seed, seed);
    EXPECT_EQ(read.finest, first.finest);
    EXPECT_EQ(read.length, first.length);
    files.insert(first.file);
  }
  EXPECT_EQ(files.size(), 60U);
}

/// What generator.hpp promises, evaluated by the library: gaps ≥ 0 at the start, 0 where the kind starts in contact; M
/// positive definite wherever one looks.
TEST(random_systems, can_be_asked) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> anywhere(-4, 4);
  int refused = 0, looked = 0;
  for (std::uint64_t seed = 1; seed <= 450; ++seed) {
    const random_system s = generate(seed);
    if (!s.refusal.empty()) {
      ++refused;
      continue;
    }
    EXPECT_NO_THROW(check_admissible(s.question)) << s.file;
    const int n = s.question.system.degrees_of_freedom();
    evaluated_system<double> system(s.question.system);
    std::vector<double> q;
    for (const expression& x : s.question.position) q.push_back(constant_value<double>(x));
    system.evaluate_gap(0, q.data());
    bool touches = false;
    for (int a = 0; a < system.constraints(); ++a) {
      EXPECT_GE(system.gap(a), -1e-12 * s.length) << s.file;
      touches = touches || std::abs(system.gap(a)) < 1e-12 * s.length;
    }
    if (s.kind == "contact" || s.kind == "rest") {
      EXPECT_TRUE(touches) << s.file;
    }
    Eigen::MatrixXd M(n, n);
    for (int k = 0; k < 5; ++k) {
      for (double& x : q) x = anywhere(random) * s.length;
      system.evaluate_mass(0, q.data());
      system.copy_mass(M);
      EXPECT_EQ(Eigen::LLT<Eigen::MatrixXd>(M / M.norm()).info(), Eigen::Success) << s.file;
      ++looked;
    }
  }
  EXPECT_GE(looked, 5 * 440);
  EXPECT_LE(refused, 450 / 100);
}

/// Every kind a tenth and more of its share, sizes and e of all sorts, and motions in which something happens.
TEST(random_systems, are_of_all_kinds) {
  std::map<std::string, int> of_kind, with_e;
  std::map<std::size_t, int> with_n, with_m;
  int struck = 0, several = 0, decided = 0, motions = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    const random_system s = generate(seed);
    ++of_kind[s.kind];
    ++with_n[s.given.coordinates.size()];
    ++with_m[s.given.gap.size()];
    ++with_e[s.given.restitution.is(0) ? "0" : s.given.restitution.is(1) ? "1" : "between"];
    if (!kind_named(s.kind).has_motion) continue;
    ++motions;
    const answer a = independent_answer(s.given, {.finest = s.finest, .length = s.length}, 20);
    decided += a.completed();
    struck += !a.shocks.empty();
    several += a.shocks.size() >= 2;
  }
  for (const kind& k : kinds()) EXPECT_EQ(of_kind[k.name], 10) << k.name;
  for (const char* e : {"0", "1", "between"}) EXPECT_GE(with_e[e], 25) << e;
  for (std::size_t n = 1; n <= 4; ++n) EXPECT_GE(with_n[n], 10) << n;
  for (std::size_t m = 1; m <= 4; ++m) EXPECT_GE(with_m[m], 10) << m;
  EXPECT_GE(decided, motions * 9 / 10);
  EXPECT_GE(struck, motions * 3 / 4);
  EXPECT_GE(several, motions / 2);
}

TEST(random_systems, what_does_not_end_or_crashes_is_an_outcome) {
  using how = outcome_apart::how;
  const outcome_apart done = run_apart([] { return std::string(200000, 'x'); }, 10);
  EXPECT_EQ(done.ended, how::done);
  EXPECT_EQ(done.text.size(), 200000U);
  const outcome_apart endless = run_apart(
      [] {
        volatile double x = 0;
        for (;;) x = x + 1;
        return std::string();
      },
      1);
  EXPECT_EQ(endless.ended, how::limit);
  const outcome_apart thrown = run_apart([]() -> std::string { throw std::runtime_error("planted"); }, 10);
  EXPECT_EQ(thrown.ended, how::crashed);
  EXPECT_EQ(thrown.text, "planted");
  EXPECT_EQ(run_apart([]() -> std::string { std::abort(); }, 10).ended, how::crashed);
  EXPECT_EQ(without_numbers("stopped: gap 0 is -4.3e-34 at t = 1.25"), "stopped: gap # is -# at t = #");
}

/// What a process writes and another reads is the same, to the last digit.
TEST(random_systems, answers_pass_between_processes_whole) {
  answer a;
  a.status = "stopped: planted";
  a.warnings = {"one", "another"};
  a.shocks.push_back({real(1) / 3, {real(2) / 7}, {real(-1) / 9}, {real(1) / 11}, {0, 2}});
  a.accumulations.push_back(
      {real(1) / 6,
       {real(1) / 13}});  // before the shock: what is told before a limit is compared as far as both resolve it
  a.sampled = {{real(1) / 17}};
  a.end_time = real(10) / 3;
  a.end_position = {real(1) / 19};
  a.end_velocity = {real(1) / 23};
  const answer b = from_lines(to_lines(a));
  EXPECT_EQ(b.status, a.status);
  EXPECT_EQ(b.warnings, a.warnings);
  ASSERT_EQ(b.shocks.size(), 1U);
  EXPECT_EQ(b.shocks[0].active, a.shocks[0].active);
  EXPECT_FALSE(compare(a, b, {}, epsilon<real>(), a.end_time).first);
  answer spoiled = b;
  spoiled.shocks[0].v_plus[0] += real("1e-40");
  EXPECT_TRUE(compare(a, spoiled, {}, real("1e-44"), a.end_time).first);
  spoiled = b;
  spoiled.shocks.clear();
  ASSERT_TRUE(compare(a, spoiled, {}, real("1e-3"), a.end_time).first);
  EXPECT_TRUE(compare(a, spoiled, {}, real("1e-3"), a.end_time).first->of_events);
  spoiled = b;
  spoiled.end_position[0] = std::numeric_limits<real>::quiet_NaN();
  EXPECT_TRUE(compare(a, spoiled, {}, real("1e-3"), a.end_time).first);
}

/// Impacts at 1, 3/2, 7/4, … up to the limit 2 at constraint 0, then one of constraint 1 at 3; a theorem lists the
/// first two, the limit and the last.
TEST(random_systems, theorems_may_leave_out_impacts_before_a_limit_and_no_others) {
  const auto span_at = [](const real& x) { return theorem::span{x - real("1e-30"), x + real("1e-30")}; };
  const auto proved_at = [&](const real& t) {
    return theorem::shock{span_at(t), {span_at(0)}, {span_at(-1)}, {span_at(1)}};
  };
  theorem proved;
  proved.status = "completed";
  proved.shocks = {proved_at(1), proved_at(real("1.5")), proved_at(3)};
  proved.accumulations = {{0, 2, span_at(2), {span_at(0)}}};
  proved.end_position = proved.end_velocity = {span_at(0)};
  const auto told_at = [](const real& t, int constraint) { return shock{t, {0}, {-1}, {1}, {constraint}}; };
  answer told;
  for (int k = 0; k < 40; ++k) told.shocks.push_back(told_at(real(2) - ldexp(real(1), -k), 0));
  told.shocks.push_back(told_at(3, 1));
  told.accumulations = {{2, {0}}};
  told.end_time = 4;
  told.end_position = told.end_velocity = {0};
  const auto parts = [&](const std::function<void(answer&)>& spoil) {
    answer spoiled = told;
    spoil(spoiled);
    return contradiction(proved, spoiled, {.horizon = 4}, real("1e-40"));
  };
  EXPECT_EQ(parts([](answer&) {}), std::nullopt);
  EXPECT_EQ(parts([](answer& a) { a.shocks.erase(a.shocks.begin() + 2, a.shocks.begin() + 40); }), std::nullopt);
  for (const auto& spoil : std::vector<std::function<void(answer&)>>{
           [](answer& a) { a.shocks[10].active = {1}; },
           [](answer& a) { a.shocks.erase(a.shocks.begin() + 1, a.shocks.begin() + 40); },
           [](answer& a) { a.shocks.pop_back(); }, [&](answer& a) { a.shocks.push_back(told_at(real("3.5"), 1)); },
           [&](answer& a) { a.shocks.insert(a.shocks.end() - 1, told_at(real("2.5"), 0)); },
           [](answer& a) { a.accumulations.clear(); }, [](answer& a) { a.accumulations[0].t += real("1e-20"); },
           [](answer& a) { a.accumulations[0].v[0] = real("1e-20"); }, [](answer& a) { a.shocks.back().v_plus[0] = 2; },
           [](answer& a) { a.end_position[0] = real("1e-20"); }})
    EXPECT_NE(parts(spoil), std::nullopt);
}

trial_options quick() {
  trial_options how;
  how.limit = 20;
  how.theorems = false;
  how.schemes = false;
  return how;
}

/// A system whose answer depends on everything: two impacts at least, e between 0 and 1.
const random_system& plain_system() {
  static const random_system found = [] {
    for (std::uint64_t seed = 1;; ++seed) {
      random_system s = generate(seed, "curved");
      if (s.given.restitution.is(0) || s.given.restitution.is(1) || s.given.gap.size() < 2) continue;
      trial_options how = quick();
      how.engines_at_50 = false;
      const trial t = try_system(s, how);
      std::set<int> met;
      const answer a = independent_answer(s.given, {.finest = s.finest, .length = s.length}, 20);
      for (const shock& k : a.shocks) met.insert(k.active.begin(), k.active.end());
      if (t.outcome == verdict::agree && met.size() >= 2 && a.accumulations.empty()) return s;
    }
  }();
  return found;
}

/// Controls: one contender is asked something else, by little; the trial says who parts from whom.
TEST(random_systems, a_planted_fault_is_seen) {
  const random_system& s = plain_system();
  EXPECT_EQ(try_system(s, quick()).outcome, verdict::agree);
  const auto parts = [&](const std::string& who, const std::function<void(statement&)>& spoil) {
    trial_options how = quick();
    how.planted = [&](const std::string& contender, const statement& question) {
      statement asked = question;
      if (contender == who) spoil(asked);
      return asked;
    };
    const trial t = try_system(s, how);
    bool named = false;
    for (const parting_record& p : t.partings) named = named || p.first == who || p.second == who;
    return t.outcome == verdict::disagree && named;
  };
  const auto restitution = [](statement& x) {
    x.system.restitution = x.system.restitution + expression(rational(1, 1000000));
  };
  const auto one_gap_less = [](statement& x) { x.system.gap.pop_back(); };
  const auto first_gap_less = [](statement& x) { x.system.gap.erase(x.system.gap.begin()); };
  const auto force_by_1e_minus_30 = [](statement& x) {
    x.system.force[0] = x.system.force[0] + expression(exact_rational("1e-30"));
  };
  for (const char* who : {"event_driven/16", "event_driven/50", "gauss_collocation/16", "gauss_collocation/50"}) {
    EXPECT_TRUE(parts(who, restitution)) << who;
    EXPECT_TRUE(parts(who, one_gap_less) || parts(who, first_gap_less)) << who;
  }
  EXPECT_TRUE(parts("event_driven/50", force_by_1e_minus_30));
  EXPECT_TRUE(parts("gauss_collocation/50", force_by_1e_minus_30));
}

/// The seeded hundred: kinds take turns.
TEST(random_systems, a_hundred_are_answered_alike) {
  campaign_options how;
  how.first = 1000;
  how.count = 105;
  how.jobs = 2;
  how.each = quick();
  how.each.schemes = true;
  how.report = [](const random_system& s, const trial& t) {
    for (const parting_record& p : t.partings)
      ADD_FAILURE() << t.kind << ' ' << t.seed << ": " << p.first << " and " << p.second << " part at t = " << p.t
                    << ": " << p.what << '\n'
                    << s.file;
    if (t.outcome == verdict::broken)
      for (const contender_record& c : t.contenders)
        if (c.status.starts_with("never") || c.status.starts_with("crashed"))
          ADD_FAILURE() << t.kind << ' ' << t.seed << ": " << c.name << ' ' << c.status << '\n' << s.file;
  };
  const tally found = campaign(how);
  std::cout << table(found);
  EXPECT_EQ(found.run, how.count);
  for (const kind& k : kinds()) {
    int run = 0;
    for (const auto& [outcome, count] : found.by_kind.at(k.name)) run += count;
    EXPECT_EQ(run, 7) << k.name;
  }
  EXPECT_EQ(found.of(verdict::disagree), 0);
  EXPECT_EQ(found.of(verdict::broken), 0);
  EXPECT_LE(found.refused(), found.run / 20);
  EXPECT_GE(found.of(verdict::agree), found.run * 3 / 4);
  EXPECT_EQ(found.of(verdict::no_motion), 7);
}

}  // namespace
}  // namespace unilateral::random_systems
