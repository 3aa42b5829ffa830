/// Certificates in exact rationals: proofs/certificates. A certificate says that x is a projection, or that a chain's
/// least dissipation lies between two bounds; the checker recomputes every condition in rationals. So there are no
/// tolerances here, and what is checked is: the shipped examples hold and say what the papers' claims need; a
/// certificate with any number, sign or row changed is refused, unless what it then says is true all the same, which an
/// oracle that shares no code decides (projection by exhaustion; the chain solver at fifty digits); a text that is no
/// certificate is malformed, with its place; what solvers answer to the whole catalogue can be certified, and a wrong
/// answer can't.

#include "problems/answers/problem.hpp"
#include "problems/chain.hpp"
#include "problems/language/admissibility.hpp"
#include "proofs/certificates/check.hpp"
#include "proofs/certificates/text.hpp"
#include "reports/certify/certify.hpp"
#include "reports/study/reference/solver_list.hpp"
#include "tests/support/exact_projection.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

namespace unilateral {
namespace {

using namespace certificates;

const std::filesystem::path examples = std::filesystem::path(SOURCE_ROOT) / "proofs/certificates/examples";

std::vector<certificates::certificate> read(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return parse(text.str());
}
std::vector<std::filesystem::path> files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".certificate") found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

TEST(certificates, shipped_examples_are_proved_and_the_naive_rule_is_refused) {
  EXPECT_GE(files(examples).size(), 8u);
  for (const auto& path : files(examples))
    for (const auto& c : read(path)) EXPECT_TRUE(check(c).proved) << path << ": " << check(c).failure;
  const verdict naive = check(read(examples / "refused/M63.naive.certificate").at(0));
  EXPECT_FALSE(naive.proved);
  EXPECT_EQ(naive.failure, "constraint 1 is respected: its rate is ≥ 0: found -1");
  EXPECT_TRUE(naive.theorem.empty());
  EXPECT_TRUE(naive.margins.empty());
}

TEST(certificates, different_multipliers_give_one_reaction) {
  const auto pair = read(examples / "M63.reaction.certificate");
  ASSERT_EQ(pair.size(), 2u);
  const auto& a = std::get<acceleration_certificate>(pair[0]);
  const auto& b = std::get<acceleration_certificate>(pair[1]);
  EXPECT_EQ(a.space.gradients, b.space.gradients);
  EXPECT_EQ(a.force, b.force);
  EXPECT_EQ(a.acceleration, b.acceleration);
  EXPECT_NE(a.reactions, b.reactions);
}

TEST(certificates, primal_and_dual_values_agree_in_every_projection) {
  for (const auto& path : files(examples))
    for (const auto& c : read(path))
      if (!std::holds_alternative<chain_certificate>(c)) {
        const verdict v = check(c);
        EXPECT_EQ(v["primal value"] - v["dual value"], 0) << path;
        EXPECT_GT(v["primal value"], 0) << path;
      }
}

/// [Moreau 1983, (9), (10)].
TEST(certificates, standard_shocks_lose_half_the_squared_jump) {
  for (const auto& c : read(examples / "M83.equiv.certificate")) {
    const verdict v = check(c);
    EXPECT_EQ(v["change of kinetic energy"], -v["half the squared jump"]);
    EXPECT_EQ(v["power of the impulse after"], 0);
  }
}

TEST(certificates, the_rational_arc_has_optimum_17_over_8_with_two_tensions) {
  const verdict v = check(read(examples / "S04.i.certificate").at(0));
  EXPECT_EQ(v["lower bound"], mpq_class(17, 8));
  EXPECT_EQ(v["gap"], 0);
  EXPECT_EQ(v["last node that may move"], 1);
  const auto pair = read(examples / "S04.2.2t.certificate");
  ASSERT_EQ(pair.size(), 2u);
  EXPECT_EQ(std::get<chain_certificate>(pair[0]).turns, std::get<chain_certificate>(pair[1]).turns);
  EXPECT_NE(std::get<chain_certificate>(pair[0]).tensions, std::get<chain_certificate>(pair[1]).tensions);
  EXPECT_EQ(check(pair[0])["gap"], 0);
  EXPECT_EQ(check(pair[1])["gap"], 0);
}

// --- every number and every pair of rows, changed ---

using mutation = std::function<void()>;

/// The values that a number may be changed to: a digit more, a digit less, the other sign, nothing, a little more, ten
/// times it.
std::vector<mpq_class> changed(const mpq_class& x) {
  std::vector<mpq_class> values{x + 1, x - 1, x + mpq_class(1, 1000), x - mpq_class(1, 1000)};
  if (x != 0) values.insert(values.end(), {mpq_class(-x), 0, mpq_class(10 * x)});
  return values;
}

void visit_numbers(row& x, const std::function<void(mpq_class&)>& use) {
  for (mpq_class& a : x) use(a);
}
void visit_numbers(constrained_metric& s, const std::function<void(mpq_class&)>& use) {
  for (row& x : s.mass) visit_numbers(x, use);
  for (row& x : s.gradients) visit_numbers(x, use);
  visit_numbers(s.offsets, use);
}
void visit_numbers(impact_certificate& c, const std::function<void(mpq_class&)>& use) {
  visit_numbers(c.space, use);
  use(c.restitution);
  for (row* x : {&c.before, &c.smooth, &c.after, &c.impulses}) visit_numbers(*x, use);
}
void visit_numbers(acceleration_certificate& c, const std::function<void(mpq_class&)>& use) {
  visit_numbers(c.space, use);
  for (row* x : {&c.force, &c.acceleration, &c.reactions}) visit_numbers(*x, use);
}
void visit_numbers(chain_certificate& c, const std::function<void(mpq_class&)>& use) {
  for (planar* p : {&c.drive}) use(p->x), use(p->y);
  for (planar& p : c.bars) use(p.x), use(p.y);
  for (row* x : {&c.tensions, &c.turns, &c.speeds}) visit_numbers(*x, use);
  use(c.lower);
  use(c.upper);
}

column<exact_scalar> column_of_row(const row& x) {
  column<exact_scalar> y(static_cast<Eigen::Index>(x.size()));
  for (std::size_t i = 0; i < x.size(); ++i) y[static_cast<Eigen::Index>(i)] = exact_scalar(x[i]);
  return y;
}
unilateral::matrix<exact_scalar> matrix_of(const certificates::matrix& A, std::size_t columns) {
  unilateral::matrix<exact_scalar> B(static_cast<Eigen::Index>(A.size()), static_cast<Eigen::Index>(columns));
  for (std::size_t i = 0; i < A.size(); ++i) B.row(static_cast<Eigen::Index>(i)) = column_of_row(A[i]).transpose();
  return B;
}

/// Is x the projection of M⁻¹ p, found by exhaustion?
bool is_projection(const constrained_metric& s, const column<exact_scalar>& p, const column<exact_scalar>& x) {
  const std::size_t n = static_cast<std::size_t>(x.size());
  const unilateral::matrix<exact_scalar> M = matrix_of(s.mass, n);
  const auto z = solved(M, p);
  if (!z) return false;
  return projection_by_exhaustion(kinetic_metric<exact_scalar>(M),
                                  velocity_set<exact_scalar>(matrix_of(s.gradients, n), column_of_row(s.offsets)), *z)
             .first == x;
}
bool is_true(const impact_certificate& c) {
  const exact_scalar e(c.restitution), share = exact_scalar(1) / (exact_scalar(1) + e);
  const column<exact_scalar> before = column_of_row(c.before);
  const column<exact_scalar> p = matrix_of(c.space.mass, c.before.size()) * before + share * column_of_row(c.smooth);
  return is_projection(c.space, p, column<exact_scalar>(share * (column_of_row(c.after) + e * before)));
}
bool is_true(const acceleration_certificate& c) {
  return is_projection(c.space, column_of_row(c.force), column_of_row(c.acceleration));
}

/// The solver's least dissipation lies between the bounds, to the digits of its scalar.
bool is_true(const chain_certificate& c) {
  chain_statement chain;
  std::array<rational, 2> node{0, 0};
  chain.nodes.push_back({node[0], node[1]});
  for (const planar& d : c.bars) {
    node = {rational(node[0] + d.x), rational(node[1] + d.y)};
    chain.nodes.push_back({node[0], node[1]});
  }
  chain.velocity = {c.drive.x, c.drive.y};
  const real50 least = study::find_solver("chain_duality").solve<real50>(chain, request{}).dissipation;
  const real50 rounding = real50(1000) * std::numeric_limits<real50>::epsilon();
  return exact<real50>(c.lower) <= least + rounding && least <= exact<real50>(c.upper) + rounding;
}

struct tally {
  int refused = 0, survived = 0;
};

/// What a changed certificate says is refused, or true by the oracle.
template <class Certificate>
void judge(const Certificate& c, tally& count, const std::string& where) {
  if (!check(c).proved) {
    ++count.refused;
    return;
  }
  ++count.survived;
  EXPECT_TRUE(is_true(c)) << where;
}

template <class Certificate>
tally all_mutants(const Certificate& c, const std::string& name) {
  tally count;
  Certificate changing = c;
  int place = 0;
  visit_numbers(changing, [&](mpq_class& number) {
    const mpq_class kept = number;
    for (const mpq_class& value : changed(kept)) {
      number = value;
      judge(changing, count, name + ", number " + std::to_string(place) + " = " + value.get_str());
    }
    number = kept;
    ++place;
  });
  return count;
}

TEST(certificates, a_changed_number_is_refused_or_what_it_says_is_true) {
  tally sum;
  for (const auto& path : files(examples))
    for (const auto& c : read(path)) {
      const tally count = std::visit([&](const auto& one) { return all_mutants(one, path.filename().string()); }, c);
      EXPECT_GT(count.refused, 20) << path;
      sum.refused += count.refused;
      sum.survived += count.survived;
    }
  std::cout << sum.refused << " mutants refused, " << sum.survived << " whose statement is true\n";
}

TEST(certificates, an_answer_with_one_number_changed_is_always_refused) {
  // Velocities after, accelerations and multipliers (rows here are independent or their multipliers occur in the
  // balance), bounds and speeds: each enters an equation.
  for (const auto& path : files(examples))
    for (auto c : read(path)) {
      std::vector<row*> answers;
      std::vector<mpq_class*> numbers;
      if (auto* i = std::get_if<impact_certificate>(&c)) answers = {&i->after, &i->impulses};
      if (auto* a = std::get_if<acceleration_certificate>(&c)) answers = {&a->acceleration, &a->reactions};
      if (auto* h = std::get_if<chain_certificate>(&c)) {
        answers = {&h->speeds};
        numbers = {&h->lower, &h->upper, &h->tensions[0]};
      }
      for (row* x : answers)
        for (mpq_class& a : *x) numbers.push_back(&a);
      for (mpq_class* a : numbers) {
        const mpq_class kept = *a;
        for (const mpq_class& value : changed(kept)) {
          *a = value;
          EXPECT_FALSE(check(c).proved) << path << ": " << kept << " → " << value;
        }
        *a = kept;
      }
      EXPECT_TRUE(check(c).proved);
    }
}

/// Certificates in which one condition alone does not hold, and the word that names it. Each would say what is false: a
/// floor that pulls, a metric that is none, a bar without a direction, a speed below 0 that lowers the sum of all.
TEST(certificates, a_condition_that_alone_does_not_hold_is_named) {
  using testing::HasSubstr;
  impact_certificate pulled;  // thrown up from the floor at 1, and held back by it
  pulled.restitution = 0;
  pulled.space = {{{1}}, {{1}}, {0}};
  pulled.before = {1};
  pulled.smooth = pulled.after = {0};
  pulled.impulses = {-1};
  EXPECT_THAT(check(pulled).failure, HasSubstr("constraint 1 pushes: its multiplier is ≥ 0"));

  acceleration_certificate skew;
  skew.space = {{{1, 1}, {0, 1}}, {}, {}};
  skew.force = {2, 1};
  skew.acceleration = {1, 1};
  EXPECT_THAT(check(skew).failure, HasSubstr("the mass matrix is symmetric"));

  chain_certificate chain;  // one bar, pulled along itself at 1
  chain.drive = {1, 0};
  chain.bars = {{1, 0}};
  chain.tensions = {-1};
  chain.turns = {0};
  chain.speeds = {1};
  chain.lower = chain.upper = 1;
  EXPECT_THAT(check(chain).theorem, HasSubstr("solve the problem"));
  chain_certificate wrong = chain;
  wrong.speeds = {-1};
  wrong.upper = -1;
  EXPECT_THAT(check(wrong).failure, HasSubstr("node 1 is no faster than its bound"));
  wrong = chain;
  wrong.bars = {{0, 0}};
  wrong.lower = 0;
  EXPECT_THAT(check(wrong).failure, HasSubstr("bar 1 has a length"));
  // Half of the tension: a bound below, and no more.
  chain.tensions = {mpq_class(-1, 2)};
  chain.lower = mpq_class(1, 2);
  EXPECT_TRUE(check(chain).proved);
  EXPECT_THAT(check(chain).theorem, HasSubstr("lies between the bounds"));
}

TEST(certificates, exchanged_or_missing_rows_are_refused) {
  for (const char* name : {"M83.equiv.certificate", "M63.dual.certificate", "S04.i.certificate"}) {
    auto c = read(examples / name).at(0);
    if (auto* i = std::get_if<impact_certificate>(&c)) std::swap(i->space.gradients[0], i->space.gradients[1]);
    if (auto* a = std::get_if<acceleration_certificate>(&c)) std::swap(a->space.gradients[0], a->space.gradients[1]);
    if (auto* h = std::get_if<chain_certificate>(&c)) std::swap(h->bars[0], h->bars[1]);
    EXPECT_FALSE(check(c).proved) << name;
  }
}

// --- text ---

const std::string good =
    "unilateral certificate 2\nacceleration\n  dimension 1\n  constraints 1\n  mass\n    2\n  gradients\n    1\n  "
    "curvatures 0\n  force -1\n  acceleration 0\n  reactions 1\nend\ncertificates 1\n";

TEST(certificates, malformed_text_is_refused_with_its_place) {
  ASSERT_TRUE(check(parse(good).at(0)).proved);
  const struct {
    const char *from, *to;
    int line, column;
    const char* says;
  } cases[] = {
      {"certificate 2", "certificate 1", 1, 1,
       "expected a first line \"unilateral certificate 2\", found \"unilateral certificate 1\""},
      {"acceleration\n  dim", "accelerations\n  dim", 2, 1,
       "expected impact, acceleration or chain, found \"accelerations\""},
      {"dimension 1", "dimension 0", 3, 13, "expected a whole number from 1 to 99999, found \"0\""},
      {"dimension 1", "dimension 01", 3, 13, "expected a whole number"},
      {"constraints 1", "constraints -1", 4, 15, "expected a whole number from 0"},
      {"    2\n", "    2/4\n", 6, 5, "expected a whole number or a fraction in lowest terms, found \"2/4\""},
      {"    2\n", "    2/0\n", 6, 5, "lowest terms"},
      {"    2\n", "    2/1\n", 6, 5, "lowest terms"},
      {"    2\n", "    2.0\n", 6, 5, "lowest terms"},
      {"    2\n", "    1e3\n", 6, 5, "lowest terms"},
      {"    2\n", "    +2\n", 6, 5, "lowest terms"},
      {"    2\n", "    -0\n", 6, 5, "lowest terms"},
      {"    2\n", "    1/-2\n", 6, 5, "lowest terms"},
      {"    2\n", "    2 0\n", 6, 7, "expected \"gradients\", found \"0\""},
      {"    2\n", "    # two\n", 7, 3, "lowest terms, found \"gradients\""},
      {"force -1", "force nan", 10, 9, "found \"nan\""},
      {"force -1", "forces -1", 10, 3, "expected \"force\", found \"forces\""},
      {"end\n", "", 13, 1, "expected \"end\", found \"certificates\""},
      {"end\n", "end\nend\n", 14, 1, "expected impact, acceleration, chain or certificates, found \"end\""},
      {"end\n", "end impact ", 13, 12, "expected \"dimension\", found \"certificates\""},
      {"certificates 1\n", "", 14, 1,
       "expected impact, acceleration, chain or certificates, found the end of the text"},
      {"certificates 1\n", "certificates", 14, 13,
       "expected certificates 1, as many as there are, found the end of the text"},
      {"certificates 1", "certificates 2", 14, 14, "expected certificates 1, as many as there are, found \"2\""},
      {"certificates 1", "certificates 01", 14, 14, "expected certificates 1, as many as there are, found \"01\""},
      {"certificates 1\n", "certificates 1\nimpact", 15, 1, "expected the end of the text, found \"impact\""},
  };
  for (const auto& c : cases) {
    std::string text = good;
    const std::size_t at = text.find(c.from);
    ASSERT_NE(at, std::string::npos) << c.from;
    text.replace(at, std::string(c.from).size(), c.to);
    try {
      parse(text);
      ADD_FAILURE() << c.to << ": parsed";
    } catch (const malformed& error) {
      EXPECT_EQ(error.line, c.line) << c.to << ": " << error.what();
      EXPECT_EQ(error.column, c.column) << c.to << ": " << error.what();
      EXPECT_THAT(error.what(), testing::HasSubstr(c.says));
    }
  }
  EXPECT_THROW(parse(""), malformed);
  EXPECT_THROW(parse("unilateral certificate 2\n# nothing\n"), malformed);
  EXPECT_THROW(parse("unilateral certificate 2\ncertificates 0\n"), malformed);
}

/// Between two certificates as well: the last line counts them.
TEST(certificates, text_cut_anywhere_is_malformed) {
  std::string two = good;
  two.replace(two.find("certificates 1"), std::string("certificates 1").size(),
              good.substr(good.find("acceleration"), good.find("certificates 1") - good.find("acceleration")) +
                  "certificates 2");
  EXPECT_EQ(parse(two).size(), 2u);
  for (const std::string& whole : {good, two})
    for (std::size_t length = 0; length + 1 < whole.size(); ++length)
      EXPECT_THROW(parse(std::string_view(whole).substr(0, length)), malformed) << length;
}

TEST(certificates, windows_line_ends_and_comments_are_read) {
  std::string text;
  for (const char c : good) text += c == '\n' ? std::string(" # comment\r\n") : std::string(1, c);
  text.replace(text.find(" # comment"), 10, "");
  EXPECT_TRUE(check(parse(text).at(0)).proved);
}

// --- solvers' answers ---

template <scalar S>
certify::certified certified_answer(const study::listed_solver& solver, const statement& bound, const request& how) {
  std::optional<rational> step;
  if (solver.declaration.applies_to.needs_step()) step = how.step;
  return certify::certificates_of(bound, certify::exactly(solver.solve<S>(bound, how), bound.system.constraints()),
                                  step, "test");
}

/// A position scheme's impulses come from Φ ≥ 0 at a mean position, a shock from two steps: no step of it is an
/// instance of the impact law.
bool obeys_velocity_law(const study::listed_solver& solver) { return solver.declaration.name != "paoli_schatzman"; }

/// Steps of horizon/128 for the time-stepping schemes; of 24 coordinates four of them, for an exact elimination then
/// takes a second.
TEST(certificates, answers_to_the_whole_catalogue_are_certified) {
  int impacts = 0, accelerations = 0, chains = 0;
  for (const problem& p : catalogue())
    for (const study::listed_solver& solver : study::solver_list()) {
      certify::certified found;
      const std::string name = p.name + ", " + solver.declaration.name;
      if (const auto* system = std::get_if<statement>(&p.question)) {
        if (!solver.solves(*system) || !obeys_velocity_law(solver)) continue;
        const statement bound = with_values(*system);
        request how;
        const rational horizon = certify::dyadic(constant_value<double>(bound.horizon));
        if (solver.declaration.applies_to.needs_step()) how.step = horizon / 128;
        if (bound.system.degrees_of_freedom() > 10) how.until = horizon / 32;
        found = certified_answer<double>(solver, bound, how);
      } else {
        const auto& chain = std::get<chain_statement>(p.question);
        if (!solver.solves(chain)) continue;
        const chain_statement bound = with_values(chain);
        found = certify::certificate_of(certify::exactly(solver.solve<double>(bound, request{}), bound), "test");
      }
      EXPECT_FALSE(found.failure.has_value()) << name << ": " << *found.failure;
      if (found.text.empty()) continue;
      for (const auto& c : parse(found.text)) {
        const verdict v = check(c);
        ASSERT_TRUE(v.proved) << name << ": " << v.failure;
        if (std::holds_alternative<chain_certificate>(c)) {
          // The solver's rounding, an ulp a bar and more.
          EXPECT_LT(v["relative gap"].get_d(), 1e3 * std::numeric_limits<double>::epsilon()) << name;
        }
      }
      impacts += found.impacts;
      accelerations += found.accelerations;
      chains += found.chains;
    }
  EXPECT_GT(impacts, 1000);
  EXPECT_GT(accelerations, 10);
  EXPECT_EQ(chains, 12);
}

TEST(certificates, a_position_scheme_is_refused_where_a_ball_bounces) {
  const statement bound = with_values(std::get<statement>(find_problem("ball_rational").question));
  request how;
  how.step = rational(1, 100);
  EXPECT_TRUE(certified_answer<double>(study::find_solver("paoli_schatzman"), bound, how).failure.has_value());
}

/// Three balls, the second contact declared open: its impulse is 0 and the answer would be another one.
TEST(certificates, a_wrong_active_set_or_velocity_is_no_certificate) {
  const statement bound = with_values(std::get<statement>(find_problem("three_touching_balls").question));
  const auto solve = [&] {
    return certify::exactly(study::find_solver("event_driven").solve<double>(bound, request{}),
                            bound.system.constraints());
  };
  ASSERT_FALSE(certify::certificates_of(bound, solve(), std::nullopt, "test").failure.has_value());

  certify::exact_answer wrong = solve();
  wrong.shocks.at(0).impulses[1] = 0;
  auto found = certify::certificates_of(bound, wrong, std::nullopt, "test");
  ASSERT_TRUE(found.failure.has_value());
  EXPECT_THAT(*found.failure, testing::HasSubstr("constraint 1 would be violated"));

  wrong = solve();
  wrong.shocks.at(0).after[2] += rational(1, 1000);
  EXPECT_THAT(certify::certificates_of(bound, wrong, std::nullopt, "test").failure.value_or(""),
              testing::HasSubstr("not that of the impact law"));
  wrong = solve();
  wrong.shocks.at(0).impulses[0] += rational(1, 1000);
  EXPECT_THAT(certify::certificates_of(bound, wrong, std::nullopt, "test").failure.value_or(""),
              testing::HasSubstr("impulse is not that"));
}

TEST(certificates, a_chain_that_is_not_optimal_is_no_certificate) {
  const chain_statement bound = with_values(std::get<chain_statement>(find_problem("chain_arc_fig4").question));
  certify::exact_chain chain =
      certify::exactly(study::find_solver("chain_duality").solve<double>(bound, request{}), bound);
  ASSERT_FALSE(certify::certificate_of(chain, "test").failure.has_value());
  for (rational& t : chain.tensions) t *= rational(99, 100);
  EXPECT_THAT(certify::certificate_of(chain, "test").failure.value_or(""),
              testing::HasSubstr("the gap between velocities and tensions"));
}

/// Emitted and checked in under a second each (bars that turn a little, then so much that the tail rests; the gap is
/// the solver's rounding).
TEST(certificates, two_hundred_bars_take_less_than_a_second) {
  for (const rational& turn : std::vector<rational>{rational(1, 200), rational(1, 60)}) {
    std::vector<std::array<expression, 2>> bars;
    for (int i = 0; i < 200; ++i)
      bars.push_back({cos(expression(rational(i * turn))), sin(expression(rational(i * turn)))});
    chain_statement chain;
    chain.nodes = problems::nodes_along(bars);
    chain.velocity = {-1, 0};
    const auto answer = study::find_solver("chain_duality").solve<real50>(chain, request{});
    using clock = std::chrono::steady_clock;
    const auto start = clock::now();
    const certify::certified found = certify::certificate_of(certify::exactly(answer, chain), "test");
    const auto emitted = clock::now();
    ASSERT_FALSE(found.failure.has_value()) << *found.failure;
    const verdict v = check(parse(found.text).at(0));
    const auto checked = clock::now();
    EXPECT_TRUE(v.proved) << v.failure;
    EXPECT_LT(v["relative gap"], mpq_class("1/10000000000000000000000000000000000000000000000"));
    EXPECT_LT(std::chrono::duration<double>(emitted - start).count(), 1);
    EXPECT_LT(std::chrono::duration<double>(checked - emitted).count(), 1);
    std::cout << "200 bars: emitted in " << std::chrono::duration<double>(emitted - start).count() << " s, checked in "
              << std::chrono::duration<double>(checked - emitted).count() << " s, relative gap "
              << v["relative gap"].get_d() << '\n';
  }
}

// --- the programs ---

int status_of(const std::string& command) {
  const int status = std::system((command + " >/dev/null 2>&1").c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(certificates, programs_answer_with_0_1_and_2) {
  std::string name = testing::TempDir() + "unilateral_certificates_XXXXXX";
  const std::filesystem::path folder = ::mkdtemp(name.data());
  const std::string checker = CHECKER_PATH, command = COMMAND_PATH, file = (folder / "a.certificate").string();
  EXPECT_EQ(status_of(checker + " " + (examples / "S04.i.certificate").string()), 0);
  EXPECT_EQ(status_of(checker + " " + (examples / "S04.i.certificate").string() + " " +
                      (examples / "refused/M63.naive.certificate").string()),
            1);
  std::ofstream(folder / "bad") << "unilateral certificate 2\nimpact\n";
  std::ofstream(folder / "empty");
  EXPECT_EQ(status_of(checker + " " + (folder / "empty").string()), 2);
  EXPECT_EQ(status_of(checker + " " + (examples / "S04.i.certificate").string() + " " + (folder / "empty").string()),
            2);
  EXPECT_EQ(status_of(checker + " " + folder.string()), 2);
  EXPECT_EQ(status_of("sh -c '" + checker + " " + (examples / "S04.i.certificate").string() + " >/dev/full'"), 2);
  EXPECT_EQ(status_of(checker + " " + (folder / "bad").string() + " " + (examples / "S04.i.certificate").string()), 2);
  EXPECT_EQ(status_of(checker + " " + (folder / "none").string()), 2);
  EXPECT_EQ(status_of(checker), 2);
  EXPECT_EQ(status_of(command + " solve double_pendulum_wall --solver event_driven --digits 50 --certificate " + file),
            0);
  EXPECT_EQ(status_of(checker + " " + file), 0);
  EXPECT_EQ(
      status_of(command + " solve oscillator_grazing --solver event_driven --certificate " + (folder / "b").string()),
      1);
  EXPECT_FALSE(std::filesystem::exists(folder / "b"));
  EXPECT_EQ(status_of(command + " solve ball_rational --solver event_driven --certificate " +
                      (folder / "no/such/folder").string()),
            2);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace unilateral
