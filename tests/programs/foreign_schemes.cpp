/// Schemes that nobody of this house wrote, one a word: foreign_schemes SCHEME STEP UNTIL > trajectory.csv. The
/// question is written into each, as people do: the pendulum with a stop, θ″ = −10 sin θ, θ ≥ 0, e = 1/2, from π/3 at
/// rest. It links nothing of ours.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numbers>
#include <string>
#include <unistd.h>

namespace {

struct state {
  double t, q, v;
};

double force(double q) { return -10 * std::sin(q); }

void row(const state& x) { std::printf("%.17g,%.17g,%.17g\n", x.t, x.q, x.v); }

state semi_implicit(const state& x, double h) {
  const double v = x.v + h * force(x.q);
  return {x.t + h, x.q + h * v, v};
}
state explicit_euler(const state& x, double h) { return {x.t + h, x.q + h * x.v, x.v + h * force(x.q)}; }
state midpoint(const state& x, double h) {
  const double q = x.q + h / 2 * x.v, v = x.v + h / 2 * force(x.q);
  return {x.t + h, x.q + h * v, x.v + h * force(q)};
}
state rk4(const state& x, double h) {
  const double k1 = x.v, l1 = force(x.q), k2 = x.v + h / 2 * l1, l2 = force(x.q + h / 2 * k1), k3 = x.v + h / 2 * l2,
               l3 = force(x.q + h / 2 * k2), k4 = x.v + h * l3, l4 = force(x.q + h * k3);
  return {x.t + h, x.q + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4), x.v + h / 6 * (l1 + 2 * l2 + 2 * l3 + l4)};
}

/// An impact is noticed at the end of its step.
void unlocated(const std::function<state(const state&, double)>& step, double h, double until, double e) {
  state x{0, std::numbers::pi / 3, 0};
  row(x);
  const int steps = static_cast<int>(std::lround(until / h));
  for (int k = 1; k <= steps; ++k) {
    x = step(x, h);
    x.t = k * h;
    if (x.q <= 0 && x.v < 0) x.v *= -e;
    row(x);
  }
}

/// An impact is located by bisection within its step, and gets two rows.
void located(const std::function<state(const state&, double)>& step, double h, double until, double e) {
  state x{0, std::numbers::pi / 3, 0};
  row(x);
  while (x.t < until) {
    const double most = std::min(h, until - x.t);
    state next = step(x, most);
    if (next.q >= 0) {
      x = next;
      row(x);
      continue;
    }
    double low = 0, high = most;
    while (high - low > 0x1p-52 * h) {
      const double middle = (low + high) / 2;
      (step(x, middle).q >= 0 ? low : high) = middle;
      if (low + (high - low) / 2 == low) break;
    }
    x = step(x, low);
    x.q = 0;
    row(x);
    x.v *= -e;
    row(x);
  }
}

}  // namespace

int main(int count, char** words) {
  if (count != 4) return 64;
  const std::string scheme = words[1];
  const double h = std::atof(words[2]), until = std::atof(words[3]);
  std::puts("t,theta,theta'");
  if (scheme == "semi_implicit") unlocated(semi_implicit, h, until, 0.5);
  if (scheme == "explicit_euler") unlocated(explicit_euler, h, until, 0.5);
  if (scheme == "midpoint") unlocated(midpoint, h, until, 0.5);
  if (scheme == "rk4") located(rk4, h, until, 0.5);
  if (scheme == "wrong_restitution") located(rk4, h, until, 0.6);
  if (scheme == "fails_now_and_then") {
    const long digits = std::lround(h * 1e9) % 7;
    if (digits == 0) {
      std::fputs("something before\nno convergence in the corrector\n", stderr);
      return 3;
    }
    if (digits == 1) std::abort();
    located(rk4, h, until, 0.5);
  }
  if (scheme == "rubbish") std::puts("0,1,2\n1,abc,2");
  if (scheme == "hangs") ::sleep(1000);
  return 0;
}
