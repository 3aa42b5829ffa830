/// The hypotheses of every solver: what may be asked, and the one line that says what may not.
#include "problems/language/admissibility.hpp"

#include "problems/language/input_error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace unilateral {
namespace {

statement two_bodies() {
  statement s;
  s.system.coordinates = {"a", "b"};
  s.system.mass = full_mass({{2, cos(coordinate(0) - coordinate(1))}, {cos(coordinate(1) - coordinate(0)), 1}});
  s.system.force = {-velocity(0), time()};
  s.system.gap = {coordinate(0) + sqrt(expression(3)) / 2 - sin(coordinate(1)) - sqrt(expression(3)) / 2};
  s.system.restitution = 0.5_x;
  s.position = {1, 0};
  s.velocity = {-1, 0};
  return s;
}

std::string refusal(const std::function<void(statement&)>& spoil) {
  statement s = two_bodies();
  spoil(s);
  try {
    check_admissible(s);
  } catch (const input_error& e) {
    return e.what();
  }
  return "accepted";
}

TEST(admissibility, accepts_an_admissible_statement) {
  EXPECT_EQ(refusal([](statement&) {}), "accepted");
  EXPECT_EQ(refusal([](statement& s) { s.system.restitution = 0; }), "accepted");
  EXPECT_EQ(refusal([](statement& s) { s.system.restitution = 1; }), "accepted");
  EXPECT_EQ(refusal([](statement& s) { s.system.gap.clear(); }), "accepted");
}

TEST(admissibility, a_start_in_contact_with_irrational_data_is_contact) {
  // sin(−π/3) + √3/2 = 0, whichever way it is rounded; an impact at once is fine.
  EXPECT_EQ(refusal([](statement& s) {
              s.position = {-pi() / 3, 0};
              s.velocity = {-5, 0};
              s.system.gap = {sin(coordinate(0)) + sqrt(expression(3)) / 2,
                              -(sin(coordinate(0)) + sqrt(expression(3)) / 2)};
            }),
            "accepted");
  // What a double can tell from contact is no contact.
  EXPECT_EQ(refusal([](statement& s) { s.system.gap = {coordinate(0) - 1 - 1e-17_x}; }),
            "initial.position: expected every gap >= 0 (admissible start), found gap 1 = -1e-17 at t = 0");
}

TEST(admissibility, one_line_says_what_where_expected_and_found) {
  EXPECT_EQ(refusal([](statement& s) { s.system.restitution = 1.5_x; }),
            "restitution: expected 0 <= e <= 1, found 3/2");
  EXPECT_EQ(refusal([](statement& s) { s.system.restitution = -1; }), "restitution: expected 0 <= e <= 1, found -1");
  EXPECT_EQ(refusal([](statement& s) { s.system.restitution = parameter("e"); }),
            "restitution: expected a value for every parameter, found none for \"e\"");
  EXPECT_EQ(refusal([](statement& s) { s.position = {rational(-1, 10), 0}; }),
            "initial.position: expected every gap >= 0 (admissible start), found gap 1 = -0.1 at t = 0");
  EXPECT_EQ(refusal([](statement& s) { s.position = {1, 0, 0}; }),
            "initial.position: expected 2 values (one a coordinate), found 3");
  EXPECT_EQ(refusal([](statement& s) { s.velocity = {1}; }),
            "initial.velocity: expected 2 values (one a coordinate), found 1");
  EXPECT_EQ(refusal([](statement& s) { s.system.force = {0}; }),
            "system.force: expected 2 values (one a coordinate), found 1");
  EXPECT_EQ(refusal([](statement& s) { s.horizon = 0; }), "horizon: expected a time > 0, found 0");
  EXPECT_EQ(refusal([](statement& s) { s.velocity = {log(pi() - 4), 0}; }),
            "initial.velocity 1: expected a finite number, found nan");
  EXPECT_EQ(refusal([](statement& s) { s.system.force = {log(coordinate(1)), 0}; }),
            "system.force 1: expected a finite force at the start, found -inf");
  EXPECT_EQ(refusal([](statement& s) { s.system.mass = diagonal_mass({1, -1}); }),
            "mass: expected a positive definite matrix at the start, found a pivot -1 at row 2");
  EXPECT_EQ(refusal([](statement& s) { s.system.mass = full_mass({{1, 1}, {1, 1}}); }),
            "mass: expected a positive definite matrix at the start, found a pivot 0 at row 2");
  EXPECT_EQ(refusal([](statement& s) { s.system.mass = full_mass({{1, 2}, {0, 1}}); }),
            "mass entry (1, 2): expected a symmetric matrix, found 2 where mass entry (2, 1) is 0");
  EXPECT_EQ(refusal([](statement& s) { s.system.mass = diagonal_mass({1}); }),
            "mass: expected a positive definite matrix at the start, found a pivot 0 at row 2");
  EXPECT_EQ(refusal([](statement& s) { s.system.gap = {coordinate(2)}; }),
            "constraint.gap 1: expected a coordinate number below 2, found 2");
  EXPECT_EQ(refusal([](statement& s) { s.system.gap = {velocity(0)}; }),
            "constraint.gap 1: expected a formula in t and the coordinates, found a velocity");
  EXPECT_EQ(refusal([](statement& s) { s.system.mass = diagonal_mass({1, velocity(0) + 2}); }),
            "mass entry (2, 2): expected a formula in t and the coordinates, found a velocity");
  EXPECT_EQ(refusal([](statement& s) { s.system.gap = {coordinate(1) * coordinate(1)}; }),
            "constraint.gap 1: expected a nonzero gradient where the gap vanishes, found gradient 0 at the start");
  EXPECT_EQ(refusal([](statement& s) { s.system.coordinates.clear(); }),
            "coordinates: expected at least one, found none");
}

/// Of a matrix that depends on t: definite at t = 0, where it begins, and symmetric at all times.
TEST(admissibility, a_mass_matrix_may_depend_on_time) {
  const expression t = time();
  EXPECT_EQ(refusal([&](statement& s) { s.system.mass = diagonal_mass({1, t + 1}); }), "accepted");
  EXPECT_EQ(refusal([&](statement& s) { s.system.mass = full_mass({{2, sin(t)}, {sin(t), 1}}); }), "accepted");
  EXPECT_EQ(refusal([&](statement& s) { s.system.mass = diagonal_mass({1, t}); }),
            "mass: expected a positive definite matrix at the start, found a pivot 0 at row 2");
  EXPECT_THAT(refusal([&](statement& s) { s.system.mass = full_mass({{2, t}, {sin(t), 1}}); }),
              testing::MatchesRegex("mass entry \\(1, 2\\): expected a symmetric matrix, found t where mass entry "
                                    "\\(2, 1\\) is sin\\(t\\), apart by [-0-9.e]+ at t = [-0-9.e]+"));
  const expression a = coordinate(0);
  EXPECT_THAT(refusal([&](statement& s) { s.system.mass = full_mass({{2, t + a}, {t, 1}}); }),
              testing::MatchesRegex(".*, apart by [-0-9.e]+ at (t = [-0-9.e]+, )?a = [-0-9.e]+"));
}

/// e ≤ 1 is asked of the number as written, not of its fifty digits.
TEST(admissibility, restitution_is_compared_exactly) {
  EXPECT_EQ(refusal([](statement& s) {
              s.system.restitution = rational(1 + exact_rational("1e-60"));
            }).find("restitution: expected 0 <= e <= 1, found 1"),
            0u);
  EXPECT_EQ(refusal([](statement& s) {
              s.system.restitution = exact_rational("-1e-80");
            }).find("restitution: expected 0 <= e <= 1, found -1/1"),
            0u);
  EXPECT_EQ(refusal([](statement& s) { s.system.restitution = rational(1 - exact_rational("1e-60")); }), "accepted");
  // So it is of what is no rational, as far as a hundred digits tell it from 1.
  EXPECT_THAT(refusal([](statement& s) { s.system.restitution = sqrt(expression(1 + exact_rational("1e-60"))); }),
              testing::StartsWith("restitution: expected 0 <= e <= 1, found 1 + 5e-61"));
  EXPECT_THAT(refusal([](statement& s) { s.system.restitution = cos(pi() / 2) - exact_rational("1e-70"); }),
              testing::StartsWith("restitution: expected 0 <= e <= 1, found -1e-70"));
  for (const expression& e : {sin(pi() / 2), cos(pi() / 2), pow(sin(expression(1)), 2) + pow(cos(expression(1)), 2)})
    EXPECT_EQ(refusal([&](statement& s) { s.system.restitution = e; }), "accepted");
  EXPECT_THAT(refusal([](statement& s) { s.horizon = exact_rational("-1e-9000"); }),
              testing::StartsWith("horizon: expected a time > 0, found -1/1"));
}

/// M = Mᵀ as formulas: at the start x/2 is 0, and so is a difference below what a double sees.
TEST(admissibility, symmetry_is_a_property_of_formulas) {
  const auto with_entries = [](const expression& above, const expression& below) {
    return refusal([&](statement& s) {
      s.position = {0, 1};
      s.system.gap.clear();
      s.system.mass = full_mass({{3, above}, {below, 3}});
    });
  };
  const expression a = coordinate(0), b = coordinate(1);
  EXPECT_THAT(
      with_entries(a / 2, 0),
      testing::StartsWith(
          "mass entry (1, 2): expected a symmetric matrix, found 1/2*a where mass entry (2, 1) is 0, apart by"));
  EXPECT_THAT(
      with_entries(0, sin(a)),
      testing::StartsWith(
          "mass entry (2, 1): expected a symmetric matrix, found sin(a) where mass entry (1, 2) is 0, apart by"));
  EXPECT_THAT(
      with_entries(sin(a), tan(a)),
      testing::StartsWith(
          "mass entry (1, 2): expected a symmetric matrix, found sin(a) where mass entry (2, 1) is tan(a), apart by"));
  EXPECT_EQ(with_entries(a * exact_rational("1e-40"), 0).find("mass entry (1, 2): expected a symmetric matrix"), 0u);
  EXPECT_EQ(with_entries(a + b, a + b * rational(1 + exact_rational("1e-30")))
                .find("mass entry (1, 2): expected a symmetric matrix"),
            0u);
  // Only near 0 have these a value: √(1 − x²) for |x| ≤ 1.
  EXPECT_EQ(with_entries(sqrt(1 - a * a), 1 - a * a / 2).find("mass entry (1, 2): expected a symmetric matrix"), 0u);
  // And this one near the start only.
  EXPECT_EQ(refusal([&](statement& s) {
              s.position = {100, 0};
              s.system.gap.clear();
              s.system.mass = full_mass({{30, log(a - 99)}, {log(a - 99 - (a - 100) / 1000), 30}});
            }).find("mass entry (1, 2): expected a symmetric matrix"),
            0u);
  // One function, written in two ways.
  EXPECT_EQ(with_entries(sin(2 * a), 2 * sin(a) * cos(a)), "accepted");
  EXPECT_EQ(with_entries((a + b) * (a + b) / 9, (a * a + 2 * a * b + b * b) / 9), "accepted");
  EXPECT_EQ(with_entries(pow(sin(a * b), 2) + pow(cos(a * b), 2), 1), "accepted");
  EXPECT_EQ(with_entries(0, sin(a) * sin(a) + cos(a) * cos(a) - 1), "accepted");
  EXPECT_EQ(with_entries(sqrt(1 - a * a) * sqrt(1 - a * a), 1 - a * a), "accepted");
  // Equal up to a kink, at 5 or at 200 000, in a window between two, in one within another, or at a sum of both.
  const auto refused = testing::StartsWith("mass entry (1, 2): expected a symmetric matrix");
  EXPECT_THAT(with_entries(max(0, a - 5) / 100, 0), refused);
  EXPECT_THAT(with_entries(max(0, a * rational(1, 100000) - 2) / 100, 0), refused);
  EXPECT_THAT(with_entries(max(0, rational(1, 1000) - abs(a - rational(7, 2))), 0), refused);
  EXPECT_THAT(with_entries(max(0, rational(1, 1000000) - abs(abs(a + b - 1) - rational(1, 3))), 0), refused);
  EXPECT_THAT(with_entries(abs(a - 3) / 10, max(a - 3, 3 - a) / 10 + min(0, max(a, b) - 4) * 0), "accepted");
  EXPECT_THAT(with_entries(abs(a) * abs(a) / 100, a * a / 100), "accepted");
  // What differs is said, and where.
  EXPECT_THAT(with_entries(a * b, a * b + 1), testing::MatchesRegex(".* apart by -1 at a = [-.0-9e]+, b = [-.0-9e]+"));
}

/// A gap needs its gradient where it is 0. At the centre of the disc √(x² + y²) has none, and ((|x| − x)/2)^(3/2) is
/// smooth enough on x > 0.
TEST(admissibility, far_from_contact_a_gap_needs_no_gradient) {
  const expression a = coordinate(0), b = coordinate(1), r = sqrt(a * a + b * b);
  const auto with_gap = [](const expression& gap, const std::vector<expression>& position) {
    return refusal([&](statement& s) {
      s.system.gap = {gap};
      s.position = position;
    });
  };
  EXPECT_EQ(with_gap(1 - r, {0, 0}), "accepted");
  EXPECT_EQ(with_gap(2 + sqrt(a), {0, 1}), "accepted");
  EXPECT_EQ(with_gap(1 - pow((abs(a) - a) / 2, rational(3, 2)), {1, 0}), "accepted");
  EXPECT_EQ(with_gap(r, {0, 0}),
            "constraint.gap 1: expected a finite gradient where the gap vanishes, found nan at the start");
  EXPECT_EQ(with_gap(sqrt(a), {0, 1}),
            "constraint.gap 1: expected a finite gradient where the gap vanishes, found inf at the start");
  EXPECT_EQ(with_gap(1 / a, {0, 1}), "constraint.gap 1: expected a finite gap at the start, found inf");
  EXPECT_EQ(refusal([&](statement& s) { s.system.force = {pow((abs(a) - a) / 2, rational(3, 2)), 0}; }), "accepted");
}

TEST(admissibility, ten_thousand_bodies_are_checked_in_linear_time) {
  statement column;
  for (int i = 0; i < 10000; ++i) {
    column.system.coordinates.push_back("q" + std::to_string(i));
    column.system.mass.push_back({i, i, 2});
    if (i > 0) {
      column.system.mass.push_back({i, i - 1, rational(-1, 2)});
      column.system.mass.push_back({i - 1, i, rational(-1, 2)});
      column.system.gap.push_back(coordinate(i) - coordinate(i - 1) - 1);
    }
    column.system.force.emplace_back(-1);
    column.position.emplace_back(i);
    column.velocity.emplace_back(0);
  }
  EXPECT_NO_THROW(check_admissible(column));
}

chain_statement bars() {
  chain_statement c;
  c.nodes = {{0, 0}, {1, 0}, {1, 1}};
  c.velocity = {-1, 0};
  return c;
}

std::string refusal_of_chain(const std::function<void(chain_statement&)>& spoil) {
  chain_statement c = bars();
  spoil(c);
  try {
    check_admissible(c);
  } catch (const input_error& e) {
    return e.what();
  }
  return "accepted";
}

TEST(admissibility, of_chains) {
  EXPECT_EQ(refusal_of_chain([](chain_statement&) {}), "accepted");
  EXPECT_EQ(refusal_of_chain([](chain_statement& c) {
              c.evolves = true;
              c.path = {-sin(time()), cos(pi() / 2)};
              c.horizon = 1;
            }),
            "accepted");
  EXPECT_EQ(refusal_of_chain([](chain_statement& c) { c.nodes.resize(1); }),
            "chain.nodes: expected at least two nodes (one bar), found 1");
  EXPECT_EQ(refusal_of_chain([](chain_statement& c) { c.nodes[2] = c.nodes[1]; }),
            "chain.nodes: expected bars of positive length, found node 2 where node 1 is");
  EXPECT_EQ(refusal_of_chain([](chain_statement& c) { c.evolves = true; }), "horizon: expected a time > 0, found 0");
  EXPECT_EQ(refusal_of_chain([](chain_statement& c) {
              c.evolves = true;
              c.horizon = 1;
              c.path = {time() + 2, 0};
            }),
            "drive.path: expected a path that starts in node 0, at (0, 0), found (2, 0) at t = 0");
}

}  // namespace
}  // namespace unilateral
