/// Solvers ask no more of a scalar than it says. The archetype (tests/support/archetype.hpp) counts in double: so a
/// scheme's answer in it is the one in double, bit for bit. What is more than a scalar, a solver asks for by a trait of
/// its own, which is specialised here. No tolerance.
#include "solvers/chain_duality/solve.hpp"
#include "solvers/moreau_time_stepping/solve.hpp"
#include "solvers/paoli_schatzman/solve.hpp"
#include "solvers/sweeping/solve.hpp"
#include "tests/support/archetype.hpp"

#include "problems/answers/problem.hpp"

#include <gtest/gtest.h>

namespace unilateral {

template <>
struct chain_duality::wide<archetype> {
  using type = archetype;
};

namespace {

using S = archetype;

void expect_same(const solution<S>& generic, const solution<double>& in_double) {
  EXPECT_EQ(generic.status, in_double.status);
  ASSERT_EQ(generic.path.pieces(), in_double.path.pieces());
  for (int k = 0; k < generic.path.pieces(); ++k) {
    ASSERT_EQ(generic.path.end(k).seen(), in_double.path.end(k)) << k;
    for (int j = 0; j < generic.path.dimension() * (generic.path.degree(k) + 1); ++j)
      ASSERT_EQ(generic.path.coefficients(k, 0)[j].seen(), in_double.path.coefficients(k, 0)[j]) << k;
  }
  ASSERT_EQ(generic.impacts.size(), in_double.impacts.size());
  for (std::size_t k = 0; k < generic.impacts.size(); ++k)
    for (Eigen::Index a = 0; a < generic.impacts[k].impulse.size(); ++a)
      EXPECT_EQ(generic.impacts[k].impulse[a].seen(), in_double.impacts[k].impulse[a]);
}

statement question_of(const std::string& name) { return with_values(std::get<statement>(find_problem(name).question)); }

TEST(scalar_archetype_solvers, schemes_answer_as_in_double) {
  const request how{.step = rational(1, 300), .until = rational(2)};
  for (const char* const name : {"double_pendulum_wall", "ball_rational", "three_touching_balls", "wedge_fig1"}) {
    SCOPED_TRACE(name);
    const statement bound = question_of(name);
    expect_same(moreau_time_stepping::solve<S>(bound, how), moreau_time_stepping::solve<double>(bound, how));
    expect_same(sweeping::solve<S>(bound, how), sweeping::solve<double>(bound, how));
    expect_same(paoli_schatzman::solve<S>(bound, how), paoli_schatzman::solve<double>(bound, how));
  }
}

/// Here double has directions in fifty digits, and the archetype its own: as many roundings as bars, of directions.
TEST(scalar_archetype_solvers, a_chain_is_answered) {
  const auto bound = with_values(std::get<chain_statement>(find_problem("chain_arc_fig4").question));
  const auto generic = chain_duality::solve<S>(bound, {});
  const auto in_double = chain_duality::solve<double>(bound, {});
  ASSERT_EQ(generic.status, in_double.status);
  ASSERT_EQ(generic.tensions.size(), in_double.tensions.size());
  const double n = static_cast<double>(generic.tensions.size());
  for (std::size_t i = 0; i < generic.tensions.size(); ++i)
    EXPECT_NEAR(generic.tensions[i].seen(), in_double.tensions[i], 64 * n * epsilon<double>() * in_double.tensions[0]);
}

}  // namespace
}  // namespace unilateral
