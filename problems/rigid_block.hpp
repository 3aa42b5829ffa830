#pragma once
/// A rigid block (half-width b, half-height a) over a frictionless floor, which its two bottom corners may touch.
///
/// Coordinates: the height h of the left corner and the tilt θ (counter-clockwise); centre at height y = h + a cos θ +
/// b sin θ.
///     I = m (a² + b²)/3,   T = ½ m y'² + ½ I θ'²,   U = m g y,   Φ_1 = h,   Φ_2 = h + 2b sin θ
/// In (y', θ') the gradients at θ = 0 are (1, ∓b): ⟨∇Φ_1, M⁻¹∇Φ_2⟩ = 1/m − b²/I = (a² − 2b²)/(m (a² + b²)), zero iff a
/// = √2 b.  [Paoli 2004, (5)]
///
/// Flat landing, θ = 0, from h_0 at rest:
///   (1)  −v⁻ ∈ N(q): Proj_V v⁻ = 0, v⁺ = −e v⁻, half of the impulse in each corner: the bounces of a ball, whatever a
///        and b.
///
/// Rocking, e = 0, released at rest on its left corner at the tilt θ_0 > 0, b cos θ_0 > a sin θ_0. With Y(θ) = a cos θ
/// + b sin θ:
///   (2)  while h = 0:  ½ (I + m Y'²) θ'² = m g (Y_0 − Y);   reaction λ = I m (g − Y θ'²)/(I + m Y'²)
///        Towards θ = 0, Y decreases and Y' increases, so Y θ'² ≤ 2 m g Y_0 (Y_0 − a)/(I + m Y'(θ_0)²): where this is <
///        g the corner stays on the floor.
///   (3)  With ρ = √(a² + b²), tan β = b/a, θ = θ_0 − s²: Y_0 − Y = 2ρ sin(β − θ_0 + s²/2) sin(s²/2). It lands at
///            t_1 = ∫ over s in [0, √θ_0] of √((I + m Y'²)/(m g ρ sin(β − θ_0 + s²/2))) · s/√(sin(s²/2)) ds,
///        an analytic integrand, at θ' = −Ω, Ω = √(2 m g (Y_0 − a)/(I + m b²)).
///   (4)  a ≥ √2 b: the right corner alone takes the shock, and the left one lifts: r = (I − m b²)/(I + m b²) = (a² −
///        2b²)/(a² + 4b²), θ'⁺ = −r Ω, h'⁺ = 2 b r Ω, P = (0, m b (1 + r) Ω).
///   (5)  It goes on about the right corner, tilts up to φ and comes back at the speed r Ω it had: (2) mirrored, and
///        (4) again, left for right. So landing k = 0, 1, 2, … comes at speed Ω_k = r^k Ω, up from the tilt φ_k where
///        Y(φ_k) − a = E_k := (I + m b²) Ω_k²/(2 m g), in u = tan(φ_k/2):
///            (2a + E) u² − 2b u + E = 0,     u = E/(b + √(b² − E (2a + E)))
///        and t_{k+2} = t_{k+1} + 2 T(φ_{k+1}), T the integral (3). φ_k falls, so that the corner stays on the floor by
///        (2). T ~ Ω_k as φ_k → 0: landings accumulate, and beyond the k at which T changes by less than rounding the
///        rest is the geometric series 2 T r/(1 − r).
///   (6)  a ≤ √2 b: the block stops dead, P = ½ Ω (m b − I/b, m b + I/b).

#include "problems/answers/known_bounces.hpp"
#include "problems/answers/problem.hpp"

#include <boost/math/quadrature/gauss_kronrod.hpp>

#include <cmath>

namespace unilateral::problems {

inline std::vector<problem> rigid_block() {
  const expression θ = coordinate(1);
  statement block;
  {
    const expression a = parameter("a"), b = parameter("b"), m = parameter("m"), I = m * (a * a + b * b) / 3;
    block.system.coordinates = {"h", "theta"};
    const expression rise = velocity(0) + (b * cos(θ) - a * sin(θ)) * velocity(1);
    set_energies(block.system, m * rise * rise / 2 + I * velocity(1) * velocity(1) / 2,
                 m * parameter("g") * (coordinate(0) + a * cos(θ) + b * sin(θ)));
    block.system.gap = {coordinate(0), coordinate(0) + 2 * b * sin(θ)};
  }

  statement flat = block;
  flat.parameters = {{"m", 1}, {"a", 2}, {"b", 1}, {"g", 2}, {"h0", 1}, {"e", 0.5_x}};
  flat.system.restitution = parameter("e");
  flat.position = {parameter("h0"), 0};
  flat.velocity = {0, 0};
  flat.horizon = 4;
  const auto bouncing = []<scalar S>(const bound_values<S>& p, const S& until) -> reference<S> {
    if (!(p("g") > S(0)) || p("h0") < S(0))
      throw input_error("reference of a block: expected g > 0 and h0 >= 0, found g = " + to_text(p("g")) +
                        ", h0 = " + to_text(p("h0")));
    known_motion<S> known(2, until);
    const S half = p("m") / S(2);
    append_bounces(known, bounces<S>{.x_0 = p("h0"), .v_0 = S(0), .g = p("g"), .e = p("e")}, column_of<S>(1, 0),
                   column_of<S>(half, half));  // (1)
    return std::move(known).reference_from("the block bounces like a ball");
  };

  statement rocking = block;
  rocking.system.restitution = 0;
  rocking.position = {0, parameter("theta0")};
  rocking.velocity = {0, 0};
  constexpr int listed = 8;  // so many landings become values of their own
  const auto landing = []<scalar S>(const bound_values<S>& p, const S& until) -> reference<S> {
    using std::atan;
    using std::cos;
    using std::sin;
    using std::sqrt;
    const S a = p("a"), b = p("b"), m = p("m"), g = p("g"), θ_0 = p("theta0"), I = m * (a * a + b * b) / S(3),
            Y_0 = a * cos(θ_0) + b * sin(θ_0);
    const auto slope = [&](const S& angle) { return S(b * cos(angle) - a * sin(angle)); };
    const auto inertia = [&](const S& angle) { return S(I + m * slope(angle) * slope(angle)); };
    const S ρ = sqrt(a * a + b * b), β = atan(b / a);
    if (!(θ_0 > S(0) && θ_0 < β))
      throw input_error("reference of a rocking block: expected theta0 in (0, arctan(b/a)), found " + to_text(θ_0));
    if (!(S(2) * m * Y_0 * (Y_0 - a) < inertia(θ_0)))
      throw input_error(
          "reference of a rocking block: expected a tilt so small that the corner stays on the floor, found theta0 = " +
          to_text(θ_0));  // (2)
    S accuracy(0);
    const auto fall = [&](const S& φ) {  // (3), and what quadrature adds to the error
      const auto integrand = [&](const S& s) {
        const S half = s * s / S(2);
        return S(sqrt(inertia(φ - s * s) / (m * g * ρ * sin(β - φ + half))) * s / sqrt(sin(half)));
      };
      S error(0);
      const S time = boost::math::quadrature::gauss_kronrod<S, 61>::integrate(integrand, S(0), S(sqrt(φ)), 4,
                                                                              epsilon<S>(), &error);
      accuracy += error;
      return time;
    };

    reference<S> r{.from = {.from = origin::closed_form,
                            .source = "energy, and one integral for each time of landing",
                            .maker = {}},
                   .values = {},
                   .path = {}};
    const auto known = [&](const std::string& quantity, const S& value, const S& error) {
      r.values.push_back({quantity, value, error});
    };
    const auto pair = [&](const std::string& name, const S& first, const S& second) {
      known(name + "[0]", first, S(0));
      known(name + "[1]", second, S(0));
    };
    known("contacts[0].from", S(0), S(0));
    S t = fall(θ_0), Ω = sqrt(S(2) * m * g * (Y_0 - a) / (I + m * b * b));
    const S ratio = (a * a - S(2) * b * b) / (a * a + S(4) * b * b);
    const auto rest_at_the_end = [&] {
      pair("end.q", S(0), S(0));
      pair("end.v", S(0), S(0));
    };
    if (!(ratio > S(0))) {  // (6)
      if (!(t < until)) return r;
      known("impacts[0].t", t, accuracy);
      pair("impacts[0].q", S(0), S(0));
      pair("impacts[0].v_minus", S(0), -Ω);
      pair("impacts[0].v_plus", S(0), S(0));
      pair("impacts[0].impulse", (m * b - I / b) * Ω / S(2), (m * b + I / b) * Ω / S(2));
      known("counts.impacts", S(1), S(0));
      rest_at_the_end();
      return r;
    }
    for (int k = 0; t < until; ++k) {
      const std::string number = std::to_string(k), shock = "impacts[" + number + "].";
      const bool right = k % 2 == 0;  // the corner that lands
      const S P = m * b * (S(1) + ratio) * Ω, spin = right ? -Ω : Ω;
      if (k < listed) {  // (4), and its mirror image
        known(shock + "t", t, accuracy);
        pair(shock + "q", S(0), S(0));
        pair(shock + "v_minus", right ? S(0) : S(-S(2) * b * Ω), spin);
        pair(shock + "v_plus", right ? S(S(2) * b * ratio * Ω) : S(0), ratio * spin);
        pair(shock + "impulse", right ? S(0) : P, right ? P : S(0));
        known("contacts[" + number + "].to", t, accuracy);
        known("contacts[" + std::to_string(k + 1) + "].from", t, accuracy);
      }
      Ω *= ratio;  // (5)
      const S E = (I + m * b * b) * Ω * Ω / (S(2) * m * g), u = E / (b + sqrt(b * b - E * (S(2) * a + E)));
      const S cycle = S(2) * fall(S(2) * atan(u)), all = cycle / (S(1) - ratio);
      if (!(E > epsilon<S>() * (a + b))) {  // T ~ Ω up to O(φ), φ = O(E), beside a rest of O(√E)
        if (!(t + all < until)) return r;
        known("accumulations[0].t", t + all, accuracy);
        pair("accumulations[0].q", S(0), S(0));
        pair("accumulations[0].v", S(0), S(0));
        rest_at_the_end();
        return r;
      }
      t += cycle;
    }
    return r;
  };

  const std::string level = R"(
        +-------+  ^
        |   +   |  | 2a
        +-------+  v     ^
        <--2b-->         | h
     ///////////////////////
)",
                    tilted = R"(
           .--.
         /     '--.
        /         /
       +. theta  /
     ////'--.__ /   right corner falls
     //////////////////////
)";
  problem flat_landing{.name = "block_flat_landing",
                       .title = "A block lands flat",
                       .source = "[Moreau 1988]",
                       .description =
                           "Both corners hit at once, again and again: the block bounces like a ball, but a tilt, "
                           "however small, would change the outcome by a finite amount.",
                       .figure = level,
                       .question = flat,
                       .answer = bouncing,
                       .difficulties = {difficulty::simultaneous, difficulty::accumulation,
                                        difficulty::discontinuous_data, difficulty::general_metric}};
  const auto rock = [&](const std::string& name, const std::string& title, const std::string& description,
                        const expression& a, std::set<difficulty> difficulties) {
    problem p{.name = name,
              .title = title,
              .source = "[Moreau 1988]",
              .description = description,
              .figure = tilted,
              .question = rocking,
              .answer = landing,
              .difficulties = std::move(difficulties)};
    statement& q = std::get<statement>(p.question);
    q.parameters = {{"m", 1}, {"a", a}, {"b", 1}, {"g", 10}, {"theta0", 0.1_x}};
    q.horizon = 1;
    return p;
  };
  return {flat_landing,
          rock("block_rocking", "A tall block rocks from corner to corner",
               "It lands on its right corner while the left one carries it; the inelastic shock lets the left corner "
               "lift, and so on, ever faster: the landings accumulate.",
               2,
               {difficulty::simultaneous, difficulty::accumulation, difficulty::discontinuous_data,
                difficulty::general_metric}),
          rock("block_stops", "A low block falls flat",
               "Below a = sqrt(2) b the inelastic shock of the second corner stops the block dead.", 1,
               {difficulty::simultaneous, difficulty::general_metric})};
}

}  // namespace unilateral::problems
