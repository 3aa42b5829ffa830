#pragma once
/// A rigid block (half-width b, half-height a) over a frictionless floor, which its two bottom corners may touch.
///
/// Coordinates: the height h of the left corner and the tilt θ (counter-clockwise); centre at height y = h + a cos θ + b sin θ.
///     I = m (a² + b²)/3,   T = ½ m y'² + ½ I θ'²,   U = m g y,   Φ_1 = h,   Φ_2 = h + 2b sin θ
/// In (y', θ') the gradients at θ = 0 are (1, ∓b): ⟨∇Φ_1, M⁻¹∇Φ_2⟩ = 1/m − b²/I = (a² − 2b²)/(m (a² + b²)), zero iff a = √2 b.  [Paoli 2004, (5)]
///
/// Flat landing, θ = 0, from h_0 at rest:
///   (1)  −v⁻ ∈ N(q): Proj_V v⁻ = 0, v⁺ = −e v⁻, half of the impulse in each corner: the bounces of a ball, whatever a and b.
///
/// Rocking, e = 0, released at rest on its left corner at the tilt θ_0 > 0, b cos θ_0 > a sin θ_0. With Y(θ) = a cos θ + b sin θ:
///   (2)  while h = 0:  ½ (I + m Y'²) θ'² = m g (Y_0 − Y);   reaction λ = I m (g − Y θ'²)/(I + m Y'²)
///        Towards θ = 0, Y decreases and Y' increases, so Y θ'² ≤ 2 m g Y_0 (Y_0 − a)/(I + m Y'(θ_0)²): where this is < g the corner stays on the floor.
///   (3)  With ρ = √(a² + b²), tan β = b/a, θ = θ_0 − s²: Y_0 − Y = 2ρ sin(β − θ_0 + s²/2) sin(s²/2). It lands at
///            t_1 = ∫ over s in [0, √θ_0] of √((I + m Y'²)/(m g ρ sin(β − θ_0 + s²/2))) · s/√(sin(s²/2)) ds            (an analytic integrand)
///        at θ' = −Ω, Ω = √(2 m g (Y_0 − a)/(I + m b²)).
///   (4)  a ≥ √2 b: the right corner alone takes the shock, and the left one lifts: r = (I − m b²)/(I + m b²) = (a² − 2b²)/(a² + 4b²),
///        θ'⁺ = −r Ω, h'⁺ = 2 b r Ω, P = (0, m b (1 + r) Ω).
///   (5)  a ≤ √2 b: the block stops dead, P = ½ Ω (m b − I/b, m b + I/b).

#include "problems/language/known_bounces.hpp"
#include "problems/language/problem.hpp"

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
    set_energies(block.system, m * rise * rise / 2 + I * velocity(1) * velocity(1) / 2, m * parameter("g") * (coordinate(0) + a * cos(θ) + b * sin(θ)));
    block.system.gap = {coordinate(0), coordinate(0) + 2 * b * sin(θ)};
  }

  statement flat = block;
  flat.parameters = {{"m", 1}, {"a", 2}, {"b", 1}, {"g", 2}, {"h0", 1}, {"e", 0.5_x}};
  flat.system.restitution = parameter("e");
  flat.position = {parameter("h0"), 0};
  flat.velocity = {0, 0};
  flat.horizon = 4;
  const auto bouncing = []<scalar S>(const bound_values<S>& p, const S& until) -> reference<S> {
    if (!(p("g") > S(0)) || p("h0") < S(0)) throw input_error("reference of a block: expected g > 0 and h0 >= 0, found g = " + to_text(p("g")) + ", h0 = " + to_text(p("h0")));
    known_motion<S> story(2, until);
    const S half = p("m") / S(2);
    tell(story, bounces<S>{.x_0 = p("h0"), .v_0 = S(0), .g = p("g"), .e = p("e")}, column_of<S>(1, 0), column_of<S>(half, half));  // (1)
    return std::move(story).told("the block bounces like a ball");
  };

  statement rocking = block;
  rocking.system.restitution = 0;
  rocking.position = {0, parameter("theta0")};
  rocking.velocity = {0, 0};
  const auto landing = []<scalar S>(const bound_values<S>& p, const S& until) -> reference<S> {
    using std::atan;
    using std::cos;
    using std::sin;
    using std::sqrt;
    const S a = p("a"), b = p("b"), m = p("m"), g = p("g"), θ_0 = p("theta0"), I = m * (a * a + b * b) / S(3), Y_0 = a * cos(θ_0) + b * sin(θ_0);
    const auto slope = [&](const S& angle) { return S(b * cos(angle) - a * sin(angle)); };
    const auto inertia = [&](const S& angle) { return S(I + m * slope(angle) * slope(angle)); };
    const S ρ = sqrt(a * a + b * b), β = atan(b / a);
    if (!(θ_0 > S(0) && θ_0 < β)) throw input_error("reference of a rocking block: expected theta0 in (0, arctan(b/a)), found " + to_text(θ_0));
    if (!(S(2) * m * Y_0 * (Y_0 - a) < inertia(θ_0)))
      throw input_error("reference of a rocking block: expected a tilt so small that the corner stays on the floor, found theta0 = " + to_text(θ_0));  // (2)
    const auto integrand = [&](const S& s) {
      const S half = s * s / S(2);
      return S(sqrt(inertia(θ_0 - s * s) / (m * g * ρ * sin(β - θ_0 + half))) * s / sqrt(sin(half)));
    };
    S quadrature_error(0);
    const S t_1 = boost::math::quadrature::gauss_kronrod<S, 61>::integrate(integrand, S(0), S(sqrt(θ_0)), 4, epsilon<S>(), &quadrature_error);  // (3)

    reference<S> r{.from = {.from = origin::closed_form, .source = "energy, and one integral for the time of landing", .maker = {}}, .values = {}, .path = {}};
    const auto known = [&](const std::string& quantity, const S& value, const S& accuracy) { r.values.push_back({quantity, value, accuracy}); };
    known("contacts[0].from", S(0), S(0));
    if (!(t_1 < until)) return r;
    const S Ω = sqrt(S(2) * m * g * (Y_0 - a) / (I + m * b * b)), ratio = (a * a - S(2) * b * b) / (a * a + S(4) * b * b);
    const bool rocks = ratio > S(0);
    known("impacts[0].t", t_1, quadrature_error);
    const auto both = [&](const std::string& name, const S& first, const S& second) {
      known("impacts[0]." + name + "[0]", first, S(0));
      known("impacts[0]." + name + "[1]", second, S(0));
    };
    both("q", S(0), S(0));
    both("v_minus", S(0), -Ω);
    if (rocks) {  // (4)
      both("v_plus", S(2) * b * ratio * Ω, -ratio * Ω);
      both("impulse", S(0), m * b * (S(1) + ratio) * Ω);
      known("contacts[0].to", t_1, quadrature_error);
    } else {  // (5)
      both("v_plus", S(0), S(0));
      both("impulse", (m * b - I / b) * Ω / S(2), (m * b + I / b) * Ω / S(2));
      known("counts.impacts", S(1), S(0));
      for (const std::string quantity : {"end.q[0]", "end.q[1]", "end.v[0]", "end.v[1]"}) known(quantity, S(0), S(0));
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
  problem flat_landing{
      .name = "block_flat_landing",
      .title = "A block lands flat",
      .source = "[Moreau 1988]",
      .description = "Both corners hit at once, again and again: the block bounces like a ball, but a tilt, however small, would change the outcome by a finite amount.",
      .figure = level,
      .question = flat,
      .answer = bouncing,
      .difficulties = {difficulty::simultaneous, difficulty::accumulation, difficulty::discontinuous_data, difficulty::general_metric}};
  const auto rock = [&](const std::string& name, const std::string& title, const std::string& description, const expression& a, std::set<difficulty> difficulties) {
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
    q.horizon = 0.3_x;  // after the first landing, before the rocking accumulates
    return p;
  };
  return {flat_landing,
          rock("block_rocking", "A tall block rocks from corner to corner",
               "It lands on its right corner while the left one carries it; the inelastic shock lets the left corner lift.", 2,
               {difficulty::simultaneous, difficulty::discontinuous_data, difficulty::general_metric}),
          rock("block_stops", "A low block falls flat", "Below a = sqrt(2) b the inelastic shock of the second corner stops the block dead.", 1,
               {difficulty::simultaneous, difficulty::general_metric})};
}

}  // namespace unilateral::problems
