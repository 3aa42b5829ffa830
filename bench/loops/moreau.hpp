#pragma once
/// Moreau's scheme by hand, for a ball, a double pendulum at a wall and a column of balls: the step of
/// solvers/moreau_time_stepping/moreau_time_stepping.hpp for these questions alone, without checks.

#include "bench/loops/double_pendulum.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace unilateral::loops {

struct ball {
  double q, u;

  /// Under gravity g, on a floor at 0.
  void step(double h, double g, double e) {
    const double middle = q + h / 2 * u, free = u - h * g;
    const double next = middle <= 0 && free + e * u < 0 ? -e * u : free;
    u = next;
    q = middle + h / 2 * u;
  }
};

inline void moreau_step(pendulum_state<double>& x, double h, double e) {
  const double a = x.a + h / 2 * x.u, b = x.b + h / 2 * x.w, sa = std::sin(a), ca = std::cos(a), sb = std::sin(b),
               cb = std::cos(b), c = ca * cb + sa * sb, s = sa * cb - ca * sb, det = 2 - c * c,
               f1 = -2 * gravity * sa - s * x.w * x.w, f2 = -gravity * sb + s * x.u * x.u;
  double u = x.u + h * (f1 - c * f2) / det, w = x.w + h * (2 * f2 - c * f1) / det;
  if (0.3 - sa - sb <= 0) {
    const double rate = -(ca * u + cb * w) - e * (ca * x.u + cb * x.w);
    if (rate < 0) {
      const double m1 = (-ca + c * cb) / det, m2 = (-2 * cb + c * ca) / det, P = -rate / -(ca * m1 + cb * m2);
      u += P * m1, w += P * m2;
    }
  }
  x = {a + h / 2 * u, b + h / 2 * w, u, w};
}

/// n balls of diameter 1 above each other and a floor, of masses m, at rest under gravity g: each contact pushes in
/// each step, and what it must carry is the momentum of all above it.
class column_of_balls {
 public:
  column_of_balls(std::vector<double> masses, double g)
      : m_(std::move(masses)), g_(g), q_(m_.size()), u_(m_.size(), 0), impulse_(m_.size(), 0) {
    for (std::size_t i = 0; i < q_.size(); ++i) q_[i] = static_cast<double>(i);
  }

  /// False where not all push: then another active set would have to be found.
  bool step(double h) {
    const std::size_t n = q_.size();
    bool touch = true;
    for (std::size_t i = 0; i < n; ++i) {
      q_[i] += h / 2 * u_[i];
      touch = touch && q_[i] - (i > 0 ? q_[i - 1] + 1 : 0) <= 0;
      impulse_[i] = m_[i] * (u_[i] - h * g_);
    }
    // All velocities 0 by impulses from above.
    double carried = 0;
    bool push = true;
    for (std::size_t i = n; i-- > 0;) {
      carried -= impulse_[i];
      impulse_[i] = carried;
      push = push && carried >= 0;
      u_[i] = 0;
    }
    return touch && push;
  }
  double impulse(std::size_t i) const { return impulse_[i]; }

 private:
  std::vector<double> m_;
  double g_;
  std::vector<double> q_, u_, impulse_;
};

}  // namespace unilateral::loops
