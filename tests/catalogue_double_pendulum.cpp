/// The digits of problems/double_pendulum.hpp, computed afresh: equations of motion by hand, extrapolation, the impact
/// law for one constraint.
///
///     2a'' + b'' cos(a − b) + b'² sin(a − b) + 20 sin a = 0,   b'' + a'' cos(a − b) − a'² sin(a − b) + 10 sin b = 0
///     v⁺ = v⁻ + M⁻¹Gᵀ P,   P = −(1 + e) G v⁻/(G M⁻¹ Gᵀ)
///
/// Tolerance: the accuracy the reference states, half a unit of its last digit. The method's own error, seen by
/// repeating the computation with other steps and another order, is far below it.

#include "problems/answers/problem.hpp"
#include "tests/support/extrapolation.hpp"

#include <gtest/gtest.h>

#include <map>

namespace unilateral {
namespace {

using S = real50;
using phase = extrapolation::state<S, 4>;  // a, b, a', b'

/// M⁻¹ x for M = [[2, c], [c, 1]].
std::array<S, 2> solve_mass(const S& c, const S& x, const S& y) {
  const S determinant = S(2) - c * c;
  return {(x - c * y) / determinant, (S(2) * y - c * x) / determinant};
}

phase field(const phase& z) {
  const auto& [a, b, a_rate, b_rate] = z;
  const S s = sin(a - b), c = cos(a - b);
  const auto acceleration = solve_mass(c, -b_rate * b_rate * s - S(20) * sin(a), a_rate * a_rate * s - S(10) * sin(b));
  return {a_rate, b_rate, acceleration[0], acceleration[1]};
}

S gap(const phase& z) { return S(3) / S(10) - sin(z[0]) - sin(z[1]); }

/// The quantities of the motion on [0, 4], by steps of length H and K columns, with restitution e.
std::map<std::string, S> compute(const S& H, int K, const S& e) {
  std::map<std::string, S> found;
  phase z{-scalar_traits<S>::pi() / S(3), -scalar_traits<S>::pi() / S(3), S(0), S(0)};
  S t(0);
  int impacts = 0;
  while (t < S(4)) {
    const S step = std::min(H, S(S(4) - t));
    const phase next = extrapolation::step(field, z, step, K);
    if (gap(next) >= S(0)) {
      z = next;
      t += step;
      continue;
    }
    t += extrapolation::step_to_event(field, z, step, K, gap, 12);
    const S c = cos(z[0] - z[1]), G_a = -cos(z[0]), G_b = -cos(z[1]);
    const auto W = solve_mass(c, G_a, G_b);
    const S P = -(S(1) + e) * (G_a * z[2] + G_b * z[3]) / (G_a * W[0] + G_b * W[1]);
    z[2] += W[0] * P;
    z[3] += W[1] * P;
    const std::string name = "impacts[" + std::to_string(impacts++) + "].";
    found[name + "t"] = t;
    found[name + "impulse[0]"] = P;
    // Away from the wall, so that the next step doesn't find the same impact.
    z = extrapolation::step(field, z, S(H / S(8)), K);
    t += H / S(8);
  }
  found["counts.impacts"] = S(impacts);
  found["end.q[0]"] = z[0];
  found["end.q[1]"] = z[1];
  found["end.v[0]"] = z[2];
  found["end.v[1]"] = z[3];
  return found;
}

const reference<S>& published() {
  static const reference<S> r = [] {
    const statement bound = with_values(std::get<statement>(find_problem("double_pendulum_wall").question));
    return find_problem("double_pendulum_wall").answer.at<S>(values_of<S>(bound.parameters), S(4));
  }();
  return r;
}

const std::map<std::string, S>& computed() {
  static const std::map<std::string, S> values = compute(S(1) / S(32), 18, S(1) / S(2));
  return values;
}

TEST(double_pendulum_reference, its_digits_are_those_of_an_independent_method) {
  EXPECT_EQ(published().values.size(), 9U);
  for (const known_value<S>& known : published().values) {
    const S& value = computed().at(known.quantity);
    EXPECT_LE(known.accuracy, exact<S>("0.5e-38")) << known.quantity;  // 38 decimals and more are printed
    EXPECT_LE(abs(value - known.value), known.accuracy)
        << known.quantity << " = " << to_text(value) << ", stated " << to_text(known.value);
  }
}

TEST(double_pendulum_reference, the_method_agrees_with_itself_beyond_the_stated_digits) {
  for (const auto& [quantity, value] : compute(S(1) / S(25), 19, S(1) / S(2)))
    EXPECT_LE(abs(value - computed().at(quantity)), exact<S>("1e-34")) << quantity;
}

TEST(double_pendulum_reference, another_restitution_has_other_digits) {
  const auto wrong = compute(S(1) / S(8), 12, exact<S>("0.500001"));
  EXPECT_GT(abs(wrong.at("impacts[1].t") - computed().at("impacts[1].t")), exact<S>("1e-9"));
}

TEST(double_pendulum_reference, other_parameters_are_refused) {
  const statement other = with_values(std::get<statement>(find_problem("double_pendulum_wall").question), {{"e", 1}});
  EXPECT_THROW(find_problem("double_pendulum_wall").answer.at<S>(values_of<S>(other.parameters), S(4)), input_error);
}

}  // namespace
}  // namespace unilateral
