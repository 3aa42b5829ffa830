#pragma once
/// The double pendulum by Boost.odeint, as its users write it: a Runge–Kutta pair with controlled steps; where the gap
/// has become negative, the impact is found by Newton's method on steps from the last state, or on dense output.

#include "bench/loops/double_pendulum.hpp"

#include <boost/math/tools/toms748_solve.hpp>

// Steppers are copied before their first step, with what it will fill.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#include <boost/numeric/odeint/stepper/controlled_runge_kutta.hpp>
#include <boost/numeric/odeint/stepper/dense_output_runge_kutta.hpp>
#include <boost/numeric/odeint/stepper/generation.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>
#pragma GCC diagnostic pop

#include <cstdint>

namespace unilateral::loops {

using flat_state = std::array<double, 4>;

inline void pendulum_rates(const flat_state& x, flat_state& rate, double) {
  const auto [a, b, u, w] = x;
  const double c = std::cos(a - b), s = std::sin(a - b), f1 = -2 * gravity * std::sin(a) - s * w * w,
               f2 = -gravity * std::sin(b) + s * u * u, det = 2 - c * c;
  rate = {u, w, (f1 - c * f2) / det, (2 * f2 - c * f1) / det};
}
inline double gap_of(const flat_state& x) { return 0.3 - std::sin(x[0]) - std::sin(x[1]); }
inline double rate_of_gap(const flat_state& x) { return -std::cos(x[0]) * x[2] - std::cos(x[1]) * x[3]; }
inline void hit_wall(flat_state& x) {
  pendulum_state<double> state{x[0], x[1], x[2], x[3]};
  hit_wall(state);
  x = {state.a, state.b, state.u, state.w};
}

inline flat_state by_fehlberg78(flat_state x, double end, double tolerance) {
  namespace odeint = boost::numeric::odeint;
  odeint::runge_kutta_fehlberg78<flat_state> plain;
  auto controlled = odeint::make_controlled(tolerance, tolerance, odeint::runge_kutta_fehlberg78<flat_state>());
  double t = 0, h = 1e-2;
  while (t < end) {
    h = std::min(h, end - t);
    const flat_state before = x;
    const double begin = t;
    while (controlled.try_step(pendulum_rates, x, t, h) == odeint::fail) {
    }
    if (gap_of(x) >= 0) continue;
    double part = t - begin;
    for (int iteration = 0; iteration < 30; ++iteration) {
      const double change = gap_of(x) / rate_of_gap(x);
      part -= change;
      x = before;
      plain.do_step(pendulum_rates, x, begin, part);
      if (std::abs(change) <= 1e-15) break;
    }
    t = begin + part;
    hit_wall(x);
  }
  return x;
}

inline flat_state by_dopri5(flat_state x, double end, double tolerance) {
  namespace odeint = boost::numeric::odeint;
  auto dense = odeint::make_dense_output(tolerance, tolerance, odeint::runge_kutta_dopri5<flat_state>());
  dense.initialize(x, 0, 1e-2);
  while (true) {
    const auto [begin, step_end] = dense.do_step(pendulum_rates);
    const double until = std::min(step_end, end);
    dense.calc_state(until, x);
    if (gap_of(x) >= 0) {
      if (step_end >= end) return x;
      continue;
    }
    std::uintmax_t most = 50;
    const auto gap_at = [&](double t) {
      dense.calc_state(t, x);
      return gap_of(x);
    };
    // A step that begins with an impact begins on the wall, but for rounding.
    const double from = begin + 1e-9 * (until - begin);
    const auto root =
        boost::math::tools::toms748_solve(gap_at, from, until, boost::math::tools::eps_tolerance<double>(45), most);
    dense.calc_state(root.first, x);
    hit_wall(x);
    dense.initialize(x, root.first, 1e-2);
  }
}

}  // namespace unilateral::loops
