#pragma once
/// A particle on top of a smooth sphere of radius R, in a vertical plane through the centre, slides down and leaves:
/// contact lost without a shock.
///
///     gap = (x² + y² − R²)/(2R) ≥ 0 (unit gradient on the sphere),   q'' = (0, −g) + λ q/R
///
/// φ: angle from the top, x = R sin φ, y = R cos φ; ψ = φ/2.
///   (1)  Energy: v² = v_0² + 2 g R (cos φ_0 − cos φ).  Reaction: λ = g cos φ − v²/R ≥ 0.
///        [Moreau 1963]
///   (2)  It vanishes where cos φ = ⅔ cos φ_0 + v_0²/(3 g R): there the particle leaves, at v² = g R cos φ, on a
///        parabola.
///   (3)  From the top at v_0: ψ' = ½√(a + b sin² ψ), a = v_0²/R², b = 4g/R. With cos ψ = sin χ: χ' = −½√(a + b) √(1 −
///        k² sin² χ), k² = b/(a + b), so with Ω = ½√(a + b):  cos ψ = sn(K − Ωt) = cd(Ωt),  sin ψ = cn(K − Ωt) = k'
///        sn/dn(Ωt),  k' = √(a/(a + b))
///   (4)  From rest at φ_0: ψ' = √(g/R) √(cos² ψ_0 − cos² ψ). With cos ψ = k sin χ, k = cos ψ_0: χ' = −√(g/R) √(1 − k²
///        sin² χ),
///        so with Ω = √(g/R):     cos ψ = k sn(K − Ωt) = k cd(Ωt),  sin ψ = dn(K − Ωt) = k'/dn(Ωt),  k' = sin ψ_0
///   (5)  It leaves when cd(Ωt) = cos ψ in (3), cos ψ/k in (4), with the ψ of (2).
///
/// From rest at φ_0 → 0, or v_0 → 0 at the top: cos φ = 2/3.

#include "problems/answers/elliptic.hpp"
#include "problems/answers/known_motion.hpp"
#include "problems/answers/problem.hpp"

#include <cmath>

namespace unilateral::problems {

/// (2): free flight from where the particle leaves.
template <scalar S>
void leave_sphere(known_motion<S>& known, const S& until, const S& R, const S& g, const S& cos_φ) {
  using std::sqrt;
  const S sin_φ = sqrt(S(1) - cos_φ * cos_φ), v = sqrt(g * R * cos_φ);
  known.parabola(until, column_of<S>(R * sin_φ, R * cos_φ), column_of<S>(v * cos_φ, -v * sin_φ), column_of<S>(0, -g));
}

/// The point of the sphere at half the angle ψ.
template <scalar S>
column<S> on_sphere(const S& R, const S& sin_ψ, const S& cos_ψ) {
  return column_of<S>(S(2) * R * sin_ψ * cos_ψ, R * (S(2) * cos_ψ * cos_ψ - S(1)));
}

inline std::vector<problem> sphere() {
  const expression x = coordinate(0), y = coordinate(1);
  statement particle;
  particle.system.coordinates = {"x", "y"};
  particle.system.mass = diagonal_mass({1, 1});
  particle.system.force = {0, -parameter("g")};
  particle.system.gap = {(x * x + y * y - parameter("R") * parameter("R")) / (2 * parameter("R"))};

  statement top = particle;
  top.parameters = {{"g", 2}, {"R", 1}, {"v0", 1}};
  top.position = {0, parameter("R")};
  top.velocity = {parameter("v0"), 0};
  top.horizon = 2;
  const auto from_top = []<scalar S>(const bound_values<S>& p, const S& until) -> reference<S> {
    using std::sqrt;
    const S g = p("g"), R = p("R"), v_0 = p("v0");
    if (!(g > S(0) && R > S(0) && v_0 > S(0) && v_0 * v_0 < g * R))
      throw input_error("reference of the sphere: expected g, R > 0 and 0 < v0 < sqrt(g R), found " + to_text(g) +
                        ", " + to_text(R) + ", " + to_text(v_0));
    const S a = v_0 * v_0 / (R * R), b = S(4) * g / R, Ω = sqrt(a + b) / S(2), k_prime = sqrt(a / (a + b));  // (3)
    const S cos_φ = (S(2) + v_0 * v_0 / (g * R)) / S(3), cos_ψ = sqrt((S(1) + cos_φ) / S(2));                // (2)
    const S t_left = elliptic::inverse_cd(cos_ψ, k_prime) / Ω;                                               // (5)
    known_motion<S> known(2, until);
    known.curve(t_left, [&](const S& t) {
      const auto [sn, cn, dn] = elliptic::jacobi(S(Ω * t), k_prime);
      return on_sphere<S>(R, k_prime * sn / dn, cn / dn);
    });
    known.contact(0, S(0), t_left);
    leave_sphere(known, until, R, g, cos_φ);
    return std::move(known).reference_from(
        "Jacobi's elliptic functions, then a parabola; it leaves at cos phi = 2/3 + v0^2/(3 g R)");
  };

  statement rest = particle;
  rest.parameters = {{"g", 10}, {"R", 5}};
  rest.position = {0.6_x * parameter("R"), 0.8_x * parameter("R")};
  rest.velocity = {0, 0};
  rest.horizon = 2;
  const auto from_rest = []<scalar S>(const bound_values<S>& p, const S& until) -> reference<S> {
    using std::sqrt;
    const S g = p("g"), R = p("R");
    if (!(g > S(0) && R > S(0)))
      throw input_error("reference of the sphere: expected g, R > 0, found " + to_text(g) + ", " + to_text(R));
    const S Ω = sqrt(g / R), k = sqrt(S(9) / S(10)),
            k_prime = sqrt(S(1) / S(10));                               // (4); cos φ_0 = 4/5, cos² ψ_0 = 9/10
    const S cos_φ = S(8) / S(15), cos_ψ = sqrt((S(1) + cos_φ) / S(2));  // (2)
    const S t_left = elliptic::inverse_cd(S(cos_ψ / k), k_prime) / Ω;   // (5)
    known_motion<S> known(2, until);
    known.curve(t_left, [&](const S& t) {
      const auto at = elliptic::jacobi(S(Ω * t), k_prime);
      return on_sphere<S>(R, k_prime / at.dn, k * at.cn / at.dn);
    });
    known.contact(0, S(0), t_left);
    leave_sphere(known, until, R, g, cos_φ);
    return std::move(known).reference_from("Jacobi's elliptic functions, then a parabola; it leaves at cos phi = 8/15");
  };

  const std::string figure = R"(
            o->
         .-----.
       /    |phi \       leaves the sphere where
      |     +-----|      gravity alone turns it as fast
       \         /       as the sphere does
         '-----'
)";
  return {{.name = "sphere_leaving",
           .title = "A particle slides down a smooth sphere",
           .source = "[Moreau 1963]",
           .description = "Started at the top with v0 = 1, it leaves at cos phi = 5/6; slower starts leave near cos "
                          "phi = 2/3. The reaction decreases to 0 and no velocity jumps.",
           .figure = figure,
           .question = top,
           .answer = from_top,
           .convergence_study = true},
          {.name = "sphere_leaving_from_rest",
           .title = "A particle released on a smooth sphere",
           .source = "[Moreau 1963]",
           .description = "Released at rest at (3, 4) on a sphere of radius 5, it leaves at cos phi = 8/15, two thirds "
                          "of the height at which it started.",
           .figure = figure,
           .question = rest,
           .answer = from_rest}};
}

}  // namespace unilateral::problems
