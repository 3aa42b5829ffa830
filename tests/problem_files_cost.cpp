/// Reading a problem of n bodies, of which each feels its neighbours, takes work and memory in proportion to n, but for
/// a factor log n: counted in pieces of memory taken, not timed. n² derivatives, of which nearly all are 0, are none.

#include "problems/language/statement.hpp"
#include "problems/text/problem_file.hpp"
#include "tests/support/allocations.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <variant>

namespace unilateral {
namespace {

/// n bodies above each other and a floor, with springs between them and a wall that the middle of all may not pass.
std::string column_file(int n) {
  std::string names, kinetic, potential, start, rest, middle, gaps;
  for (int i = 0; i < n; ++i) {
    const std::string x = fmt::format("x{}", i), comma = i > 0 ? ", " : "", plus = i > 0 ? " + " : "";
    names += comma + '"' + x + '"', kinetic += plus + x + "'^2/2", middle += plus + x;
    potential += plus + x + (i > 0 ? fmt::format(" + ({} - x{} - 1)^2", x, i - 1) : "");
    start += comma + '"' + std::to_string(i) + '"', rest += comma + "\"0\"";
    gaps += "[[constraint]]\ngap = \"" + (i > 0 ? fmt::format("{} - x{} - 1", x, i - 1) : x) + "\"\n";
  }
  return fmt::format(
      "coordinates = [{}]\nhorizon = 1\n[system]\nkinetic_energy = \"{}\"\npotential_energy = \"{}\"\n{}"
      "[[constraint]]\ngap = \"{} - ({})\"\n[impact]\nrestitution = \"0\"\n[initial]\nposition = [{}]\nvelocity = "
      "[{}]\n",
      names, kinetic, potential, gaps, n * n, middle, start, rest);
}

struct read_file {
  statement question;
  std::int64_t allocations;
};
read_file column(int n) {
  const std::string text = column_file(n);
  const std::int64_t before = allocations;
  auto question = std::get<statement>(text::read_problem("column.toml", text).question);
  return {std::move(question), allocations - before};
}

/// n log n: the doubled problem costs 2 (1 + 1/log₂ n) of the other, 2.25 from 256 bodies on. n²: 4.
TEST(problem_files, cost_of_many_bodies_grows_like_their_number) {
  const read_file small = column(256), large = column(512);
  EXPECT_LT(static_cast<double>(large.allocations) / static_cast<double>(small.allocations), 2.25);
  EXPECT_LT(large.allocations, 512 * 1000);
  // Control: the counter counts, and the bodies are there.
  EXPECT_GT(small.allocations, 256 * 10);
  EXPECT_EQ(large.question.system.mass.size(), 512U);
  EXPECT_EQ(large.question.system.force.size(), 512U);
}

}  // namespace
}  // namespace unilateral
