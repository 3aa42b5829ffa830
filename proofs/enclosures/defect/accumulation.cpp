#include "proofs/enclosures/defect/accumulation.hpp"

#include "proofs/enclosures/defect/tube.hpp"

namespace unilateral::enclosures::defect {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

ball lower_end(const ball& x) { return middle(x) - radius(x); }
ball upper_end(const ball& x) { return middle(x) + radius(x); }
ball from_zero_to(const ball& x) { return hull(ball(0), size(x)); }

/// What (1)–(4) say of the motion as long as it stays in a box.
struct bounds {
  ball lasts;     ///< T∞ − t
  ball impulses;  ///< up to any time before T∞
  vector velocities, accelerations, gradient, response;
};

}  // namespace

std::optional<accumulation> accumulation_after(const dynamics& of, const smooth_motion& free, int constraint,
                                               const std::vector<ball>& box) {
  const int n = of.degrees_of_freedom();
  const vector y_0(box.begin(), box.end() - 1);
  const ball& t_0 = box.back();
  const formulas normal = of.normal(constraint);
  const ball e = values(of.restitution(), t_0, y_0)[0];
  const ball u = values(normal, t_0, y_0)[0];
  if (!proved_positive(u)) return std::nullopt;

  const auto bounds_in = [&](const ball& times, const vector& U) -> std::optional<bounds> {
    const expansion motion = expand(free, times, U, 3);
    for (int a = 0; a < of.constraints(); ++a)
      if (a != constraint && !proved_positive(motion.watched[at(a)][0])) return std::nullopt;
    const ball falls = -motion.watched[at(constraint)][2] * ball(2);
    if (!proved_positive(falls) || !is_finite(falls)) return std::nullopt;
    const ball lo = lower_end(falls), hi = upper_end(falls);
    if (!proved_positive(lo)) return std::nullopt;
    const ball ρ = e * sqrt(hi / lo);
    if (!proved_less(ρ, ball(1))) return std::nullopt;
    const vector contact = values(normal, times, U);
    bounds found{.lasts = hull(ball(2) * u / (hi * (ball(1) - e * sqrt(lo / hi))), ball(2) * u / (lo * (ball(1) - ρ))),
                 .impulses = {},
                 .velocities = vector(U.begin() + n, U.end()),
                 .accelerations = {},
                 .gradient = vector(contact.begin() + 1, contact.begin() + 1 + n),
                 .response = vector(contact.begin() + 1 + n, contact.end())};
    for (int i = 0; i < n; ++i) found.accelerations.push_back(motion.state[1][at(n + i)]);
    ball compliance;
    for (int i = 0; i < n; ++i) compliance = compliance + found.gradient[at(i)] * found.response[at(i)];
    if (!proved_positive(compliance)) return std::nullopt;
    found.impulses = (ball(1) + e) * sqrt(hi / lo) * u / ((ball(1) - ρ) * compliance);
    return is_finite(found.lasts) && is_finite(found.impulses) ? std::optional(found) : std::nullopt;
  };

  // (5): the first box is the start; each next one holds the image of the one before, with room.
  vector U = y_0;
  ball times = t_0;
  for (int attempt = 0; attempt < 8; ++attempt) {
    const auto found = bounds_in(times, U);
    if (!found) return std::nullopt;
    const ball passed = from_zero_to(found->lasts), impulse = from_zero_to(found->impulses);
    vector image = y_0;
    for (int i = 0; i < n; ++i) {
      image[at(i)] = y_0[at(i)] + passed * found->velocities[at(i)];
      image[at(n + i)] = y_0[at(n + i)] + passed * found->accelerations[at(i)] + impulse * found->response[at(i)];
    }
    const ball times_of_image = t_0 + passed;
    bool stays = inside(times_of_image, times);
    for (int i = 0; i < 2 * n; ++i) stays = stays && inside(image[at(i)], U[at(i)]);
    if (!stays) {
      times = widened(hull(t_0, times_of_image), size(passed));
      for (int i = 0; i < 2 * n; ++i) {
        const ball reached = hull(y_0[at(i)], image[at(i)]);
        const ball room = attempt == 0 ? size(radius(reached)) : radius(reached) / ball(4);
        U[at(i)] = widened(reached, size(room + (i < n ? u * found->lasts : u) / ball(8)));
      }
      continue;
    }
    // (6)
    accumulation limit{constraint, t_0 + found->lasts, y_0};
    for (int i = 0; i < n; ++i) {
      limit.y[at(i)] = y_0[at(i)] + found->lasts * found->velocities[at(i)];
      limit.y[at(n + i)] = y_0[at(n + i)] + found->lasts * found->accelerations[at(i)];
    }
    const vector contact = values(normal, limit.t, limit.y);
    ball compliance;
    for (int i = 0; i < n; ++i) compliance = compliance + contact[at(1 + i)] * found->response[at(i)];
    const ball impulses = -contact[0] / compliance;
    for (int i = 0; i < n; ++i) limit.y[at(n + i)] = limit.y[at(n + i)] + impulses * found->response[at(i)];
    for (const ball& x : limit.y)
      if (!is_finite(x)) return std::nullopt;
    return is_finite(limit.t) ? std::optional(limit) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace unilateral::enclosures::defect
