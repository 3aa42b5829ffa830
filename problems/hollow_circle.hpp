#pragma once
/// A particle inside a smooth vertical circle of radius R: contact on a concave side, left at an angle and met again.
///
///     gap = (R² − x² − y²)/(2R) ≥ 0 (unit gradient on the circle),   q'' = (0, −g) − λ q/R,   e = 0
///
/// θ: angle from the lowest point, x = R sin θ, y = −R cos θ; Ω = √(g/R).
///   (1)  In contact, θ'' = −Ω² sin θ: with k² = sin² (θ/2) + (θ'/2Ω)² < 1, sin(θ/2) = k sn u, cos(θ/2) = dn u, u = u_0
///        + Ωt; λ = R θ'² + g cos θ.
///   (2)  λ = 0 where R θ'² = −g cos θ: there it leaves, at speed √(−g R cos θ), on a parabola that osculates the
///        circle.
///   (3)  A parabola with a vertical axis meets the circle at angles (from the x axis) whose sum is a multiple of 2π:
///        with t = e^(iψ), y = a x² + b x + c reads a t⁴/4 + … + a/4 = 0, and the product of its roots is 1. Three of
///        them are the point ψ it leaves at, so it lands at −3ψ.
///
/// Loop-the-loop: from the lowest point at v_0² = 7gR/2, k² = 7/8. (2): v_0² − 2gR(1 − cos θ) = −gR cos θ at cos θ = (2
/// − v_0²/(gR))/3 = −1/2.
///   (4)  It leaves at θ = 2π/3, sn u = √(6/7); ψ = π/6, so it lands at ψ = −π/2, the lowest point again.
///        Speed √(gR/2) along (−1/2, √3/2); flight of √(6R/g); v⁻ = (−√(gR/8), −¾√(6gR)), v⁺ = (−√(gR/8), 0).
///   (5)  From there a pendulum: k = √(gR/8)/(2RΩ) = √(1/32), sin(θ/2) = −k sn; it never leaves again, as |θ| < π/2.
///
/// Caught: dropped at rest from (3R/5, 0) onto (3R/5, −4R/5), cos θ = 4/5, at v = √(8gR/5), t_1 = √(8R/(5g)).
///   (6)  v⁺ = −(3v/5)(4/5, 3/5), P = 4v/5; k² = 1/10 + (9v²/25)/(4gR) = 61/250; it swings towards the lowest point,
///        from sn u = 5/√61 in the second quarter of the period. As k² < 1/2, |θ| < π/2: it stays on the circle, a
///        pendulum for ever.

#include "problems/answers/elliptic.hpp"
#include "problems/answers/known_motion.hpp"
#include "problems/answers/problem.hpp"

#include <cmath>

namespace unilateral::problems {

/// (1): the point of the circle with sin(θ/2) = k sn u, u ≥ 0.
template <scalar S>
column<S> swinging(const S& R, const S& k, const S& k_prime, const S& u) {
  using std::floor;
  const S half_period = S(2) * elliptic::quarter_period(k_prime), swings = floor(u / half_period),
          rest = u - swings * half_period;
  const auto at = elliptic::jacobi(S(std::min(rest, S(half_period - rest))), k_prime);
  const bool back = S(2) * floor(swings / S(2)) != swings;  // sn(u + 2K) = −sn u
  const S sine = (back ? -k : k) * at.sn;
  return column_of<S>(S(2) * R * sine * at.dn, R * (S(2) * sine * sine - S(1)));
}

inline std::vector<problem> hollow_circle() {
  const expression x = coordinate(0), y = coordinate(1), R = parameter("R"), g = parameter("g");
  statement particle;
  particle.system.coordinates = {"x", "y"};
  particle.system.mass = diagonal_mass({1, 1});
  particle.system.force = {0, -g};
  particle.system.gap = {(R * R - x * x - y * y) / (2 * R)};
  particle.parameters = {{"g", 2}, {"R", 1}};

  const auto data = []<scalar S>(const bound_values<S>& p) {
    const S g_value = p("g"), R_value = p("R");
    if (!(g_value > S(0) && R_value > S(0)))
      throw input_error("reference inside a circle: expected g, R > 0, found " + to_text(g_value) + ", " +
                        to_text(R_value));
    return std::pair(g_value, R_value);
  };

  statement loop = particle;
  loop.position = {0, -R};
  loop.velocity = {sqrt(3.5_x * g * R), 0};
  loop.horizon = 5;
  const auto looping = [data]<scalar S>(const bound_values<S>& p, const S& until) -> reference<S> {
    using std::sqrt;
    const auto [g_, R_] = data.template operator()<S>(p);
    const S gravity = g_, radius = R_, Ω = sqrt(gravity / radius), k = sqrt(S(7) / S(8)), k_prime = sqrt(S(1) / S(8));
    const S t_left = (elliptic::quarter_period(k_prime) - elliptic::inverse_cd(S(sqrt(S(6) / S(7))), k_prime)) /
                     Ω;  // (4); sn u = cd(K − u)
    const S t_land = t_left + sqrt(S(6)) / Ω, v_left = sqrt(gravity * radius / S(2)), v = sqrt(gravity * radius / S(8)),
            P = S(3) / S(4) * sqrt(S(6) * gravity * radius);
    known_motion<S> known(2, until);
    known.contact(0, S(0), t_left);
    known.curve(t_left, [&](const S& t) { return swinging<S>(radius, k, k_prime, S(Ω * t)); });
    known.parabola(t_land, column_of<S>(radius * sqrt(S(3)) / S(2), radius / S(2)),
                   column_of<S>(-v_left / S(2), v_left * sqrt(S(3)) / S(2)), column_of<S>(0, -gravity));
    known.shock(t_land, column_of<S>(0, -radius), column_of<S>(-v, -P), column_of<S>(-v, 0), column_of<S>(P));
    known.contact(1, t_land);
    const S k_after = sqrt(S(1) / S(32)), k_after_prime = sqrt(S(31) / S(32));  // (5)
    known.curve(until, [&](const S& t) {
      return swinging<S>(radius, S(-k_after), k_after_prime, S(Ω * std::max(S(0), S(t - t_land))));
    });
    return std::move(known).reference_from("Jacobi's elliptic functions, a parabola, Jacobi's elliptic functions");
  };

  statement caught = particle;
  caught.position = {0.6_x * R, 0};
  caught.velocity = {0, 0};
  caught.horizon = 6;
  const auto swinging_on = [data]<scalar S>(const bound_values<S>& p, const S& until) -> reference<S> {
    using std::sqrt;
    const auto [g_, R_] = data.template operator()<S>(p);
    const S gravity = g_, radius = R_, Ω = sqrt(gravity / radius), fifth = S(1) / S(5);
    const S t_1 = sqrt(S(8) * fifth) / Ω, v = sqrt(S(8) * fifth * gravity * radius);
    const S k = sqrt(S(61) / S(250)), k_prime = sqrt(S(189) / S(250));
    const S u_0 = elliptic::quarter_period(k_prime) +
                  elliptic::inverse_cd(S(S(5) / sqrt(S(61))), k_prime);  // (6); sn(K + w) = cd w
    known_motion<S> known(2, until);
    known.parabola(t_1, column_of<S>(S(3) * fifth * radius, 0), column_of<S>(0, 0), column_of<S>(0, -gravity));
    known.shock(t_1, column_of<S>(S(3) * fifth * radius, S(-4) * fifth * radius), column_of<S>(0, -v),
                column_of<S>(S(-12) / S(25) * v, S(-9) / S(25) * v), column_of<S>(S(4) * fifth * v));
    known.contact(0, t_1);
    known.curve(until, [&](const S& t) { return swinging<S>(radius, k, k_prime, S(u_0 + Ω * (t - t_1))); });
    return std::move(known).reference_from("a parabola, then Jacobi's elliptic functions");
  };

  return {{.name = "loop_the_loop",
           .title = "Loop-the-loop that is too slow",
           .source = "[Moreau 1963]",
           .description = "It leaves the loop at 120 degrees from the lowest point, where weight alone turns it as "
                          "fast as the loop does, falls back on the lowest point, and swings.",
           .figure = R"(
         .-----.
       /  _.-o  \      leaves at cos theta = (2 - v0^2/gR)/3
      | .'   +   |     lands where it started
       \:       /
         '--o--'  ->
            v0
)",
           .question = loop,
           .answer = looping},
          {.name = "caught_in_a_circle",
           .title = "A particle that falls into a hollow and stays",
           .source = "[Moreau 1988]",
           .description =
               "An inelastic shock takes the normal velocity; what is left is a pendulum, held by the circle for ever.",
           .figure = R"(
       |    +  o |
       |       | |
        \      v/       falls, then swings from side to side
         '-----'
)",
           .question = caught,
           .answer = swinging_on}};
}

}  // namespace unilateral::problems
