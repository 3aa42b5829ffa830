/// Corners of redundant and symmetric walls: the same wall twice, in other units, the other way round, as the sum of
/// two; met by all at one instant, left, pressed into, slid along. Drawn and shrunk by rapidcheck [Claessen Hughes
/// 2000], from integers, so that every degeneracy is exact. Laws: the velocity after the corner is that of the impact
/// law, which rationals find by enumeration (tests/support/exact_impact.hpp, which shares nothing with a solver); both
/// reference engines go on to the horizon and agree, or say within ten seconds why not.

#include "problems/language/many_digits.hpp"
#include "reports/study/reference/solver_list.hpp"
#include "tests/support/exact_impact.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <ostream>

namespace unilateral {
namespace {

/// The same systems in every run, unless others are asked for (RC_PARAMS).
[[maybe_unused]] const int seeded = ::setenv("RC_PARAMS", "seed=1963 max_success=300", 0);

using numbers = std::vector<int>;

/// Walls G q ≥ 0 through the origin.
struct corner {
  std::vector<numbers> M, G;
  numbers velocity, force;
  bool from_afar = false;  ///< without force, so that every wall is met at t = 1/2
  int tenths = 0;          ///< e

  rational restitution() const { return rational(tenths, 10); }
};

std::ostream& operator<<(std::ostream& out, const corner& c) {
  const auto print = [&](const char* name, const std::vector<numbers>& rows) {
    out << name << " = [";
    for (const numbers& r : rows) {
      out << "[";
      for (const int x : r) out << x << ", ";
      out << "], ";
    }
    out << "]; ";
  };
  print("M", c.M), print("G", c.G), print("v, f", {c.velocity, c.force});
  return out << (c.from_afar ? "met at 1/2" : "from the corner") << "; e = " << c.tenths << "/10";
}

int product(const numbers& x, const numbers& y) { return std::inner_product(x.begin(), x.end(), y.begin(), 0); }

rc::Gen<numbers> drawn_row(int n, int most) {
  return rc::gen::container<numbers>(static_cast<std::size_t>(n), rc::gen::inRange(-most, most + 1));
}

/// A wall, or one that those before it imply, or oppose.
numbers drawn_wall(const std::vector<numbers>& before, int n) {
  const int kind = before.empty() ? 0 : *rc::gen::inRange(0, 5);
  if (kind <= 1)
    return *rc::gen::suchThat(drawn_row(n, 2), [](const numbers& g) {
      return std::any_of(g.begin(), g.end(), [](int x) { return x != 0; });
    });
  numbers wall = *rc::gen::elementOf(before);
  if (kind == 2) return wall;
  if (kind == 3) {
    const int factor = *rc::gen::element(2, 3, -1);
    for (int& x : wall) x *= factor;
    return wall;
  }
  const numbers other = *rc::gen::elementOf(before);
  for (std::size_t i = 0; i < wall.size(); ++i) wall[i] += other[i];
  return std::any_of(wall.begin(), wall.end(), [](int x) { return x != 0; }) ? wall : other;
}

corner drawn_corner() {
  corner c;
  const int n = *rc::gen::inRange(1, 5), walls = *rc::gen::inRange(1, 7);
  for (int i = 0; i < n; ++i) {
    c.M.push_back(*drawn_row(n, 1));
    c.M.back()[static_cast<std::size_t>(i)] = n + *rc::gen::inRange(0, 3);  // dominant: positive definite
    for (int j = 0; j < i; ++j)
      c.M[static_cast<std::size_t>(j)][static_cast<std::size_t>(i)] =
          c.M[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
  }
  c.velocity = *drawn_row(n, 3);
  c.from_afar = *rc::gen::arbitrary<bool>();
  c.force = c.from_afar ? numbers(static_cast<std::size_t>(n), 0) : *drawn_row(n, 3);
  c.tenths = *rc::gen::element(0, 1, 5, 10);
  for (int k = 0; k < walls; ++k) {
    numbers wall = drawn_wall(c.G, n);
    if (c.from_afar && product(wall, c.velocity) > 0)  // it is met
      for (int& x : wall) x = -x;
    c.G.push_back(std::move(wall));
  }
  return c;
}

statement asked(const corner& c) {
  statement s;
  std::vector<std::vector<expression>> M;
  for (const numbers& row : c.M) M.emplace_back(row.begin(), row.end());
  s.system.mass = full_mass(M);
  for (std::size_t i = 0; i < c.M.size(); ++i) {
    s.system.coordinates.push_back("q" + std::to_string(i));
    s.system.force.emplace_back(c.force[i]);
    s.velocity.emplace_back(c.velocity[i]);
    s.position.push_back(c.from_afar ? expression(rational(-c.velocity[i], 2)) : expression(0));
  }
  for (const numbers& g : c.G) {
    expression gap = 0;
    for (std::size_t i = 0; i < g.size(); ++i) gap = gap + g[i] * coordinate(static_cast<int>(i));
    s.system.gap.push_back(gap);
  }
  s.system.restitution = c.restitution();
  return s;
}

/// v⁺ at the corner, in rationals.
exact_impact::row velocity_after(const corner& c) {
  exact_impact::matrix M, G;
  for (const numbers& row : c.M) M.emplace_back(row.begin(), row.end());
  for (const numbers& row : c.G) G.emplace_back(row.begin(), row.end());
  return exact_impact::velocity_after(M, G, exact_impact::row(c.velocity.begin(), c.velocity.end()), c.restitution());
}

bool is_met(const corner& c) {
  return std::any_of(c.G.begin(), c.G.end(), [&](const numbers& g) { return product(g, c.velocity) < 0; });
}

template <scalar S>
solution<S> answer_of(const std::string& engine, const corner& c) {
  constexpr double limit = 10;
  const auto begin = std::chrono::steady_clock::now();
  solution<S> found = study::find_solver(engine).solve<S>(asked(c), {.step = {}, .until = {}, .seconds = limit});
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  RC_ASSERT(seconds < 2 * limit);
  if (!found.completed()) RC_ASSERT(found.status.size() > std::string("stopped: ").size());
  return found;
}

/// Roundings of sums of a few products of small integers, through at most six walls.
template <scalar S>
S rounding() {
  return S(1e6) * epsilon<S>();
}

template <scalar S>
void expect_impact_law(const corner& c, const solution<S>& found) {
  using std::abs;
  if (!is_met(c)) return;
  RC_ASSERT(!found.impacts.empty());
  const impact<S>& first = found.impacts.front();
  RC_ASSERT(abs(S(first.t - (c.from_afar ? S(1) / S(2) : S(0)))) <= rounding<S>());
  const exact_impact::row expected = velocity_after(c);
  for (std::size_t i = 0; i < expected.size(); ++i)
    RC_ASSERT(abs(S(first.v_plus[static_cast<Eigen::Index>(i)] - exact<S>(expected[i]))) <= rounding<S>());
}

template <scalar S>
void engines_agree() {
  using std::abs;
  const corner c = *rc::gen::exec(drawn_corner);
  const solution<S> one = answer_of<S>("event_driven", c), other = answer_of<S>("gauss_collocation", c);
  RC_TAG(std::string(one.completed() ? "event_driven completes" : "event_driven stops"));
  RC_TAG(std::string(other.completed() ? "gauss_collocation completes" : "gauss_collocation stops"));
  if (one.completed()) expect_impact_law(c, one);
  if (other.completed()) expect_impact_law(c, other);
  if (!one.completed() || !other.completed()) return;
  for (Eigen::Index i = 0; i < one.end_position.size(); ++i)
    RC_ASSERT(abs(S(one.end_position[i] - other.end_position[i])) <= rounding<S>());
}

/// Schemes that project velocities, in a step that begins in the corner, where no wall is left and no force acts: all
/// walls are in play, and the velocity after it is that of the law.
RC_GTEST_PROP(degenerate_corners, schemes_obey_the_impact_law, ()) {
  corner c = *rc::gen::suchThat(rc::gen::exec(drawn_corner), [](const corner& drawn) { return drawn.from_afar; });
  statement s = asked(c);
  s.position.assign(c.M.size(), 0);
  const exact_impact::row expected = velocity_after(c);
  for (const char* const scheme : {"moreau_time_stepping", "sweeping"}) {
    const auto found = study::find_solver(scheme).solve<double>(s, {.step = rational(1, 8), .until = rational(1, 8)});
    RC_ASSERT(found.completed());
    for (std::size_t i = 0; i < expected.size(); ++i)
      RC_ASSERT(std::abs(found.end_velocity[static_cast<Eigen::Index>(i)] - exact<double>(expected[i])) <=
                rounding<double>());
  }
}

RC_GTEST_PROP(degenerate_corners, engines_agree_in_double, ()) { engines_agree<double>(); }
RC_GTEST_PROP(degenerate_corners, engines_agree_in_fifty_digits, ()) { engines_agree<real50>(); }

}  // namespace
}  // namespace unilateral
