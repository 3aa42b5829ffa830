#pragma once
/// Motions told in frames that move: kinetic energies that depend on time and have terms linear in the velocities,
/// T = ½ v·M(t, q)v + b(t, q)·v + c(t, q)  [Moreau 1963]. Each has a twin in the inertial frame, whose motion is known;
/// no solver is told of it. What a constraint does depends on v and w = Proj_V v only through M at the instant of the
/// shock, so shocks are the twin's. In the last one M depends on t.
///
/// Lift. Its floor rises as s = ½ a t²; z is the height above it:
///     T = ½ (z' + a t)²,   U = g (z + ½ a t²),   gap = z ≥ 0
///   (1)  z'' = −(g + a): a ball in the gravity g + a. Dropped from h it lands after t_0 = √(2h/(g + a)) at w = (g + a)
///        t_0; flight j = 1, 2, … begins at e^j w and lasts 2 e^j t_0.
///
/// Turntable. It turns at Ω; x, y are fixed to it. A particle slides on it without friction, inside a wall of radius R:
///     T = ½ (x' − Ω y)² + ½ (y' + Ω x)²,   gap = (R² − x² − y²)/(2R) ≥ 0 (unit gradient on the wall)
///   (2)  In the inertial frame it moves on chords: its velocity along the wall, u, is kept, the one into the wall is
///        multiplied by −e. From (b, 0) at velocity (0, w), u = w b/R, n_0 = w √(1 − b²/R²): flight j begins into the
///        interior at n_j = e^j n_0, lasts 2R n_j/(n_j² + u²), and turns the point on the wall by 2 atan(n_j/u).
///   (3)  From there (x, y) = D(−Ωt)(X, Y), (x', y') = D(−Ωt)(X', Y') + Ω (y, −x), D(φ) the rotation by φ.
///
/// Hoop. A bead without weight on a circle of radius l that turns at Ω about a diameter; θ is its angle from the axis:
///     T = ½ l² (θ'² + Ω² sin² θ),   gap = θ_1 − θ ≥ 0,   e = 1
///   (4)  θ'' = Ω² sin θ cos θ keeps θ'² − Ω² sin² θ. Where that is 0, θ' = ±Ω sin θ: tan(θ/2) = tan(θ_0/2) e^(Ωt) up
///   to
///        the stop, and tan(θ_1/2) e^(−Ω(t − t_1)) after it, for e = 1 turns the motion back.
///
/// Train. A pendulum whose pivot is drawn along X = ½ a t²:
///     T = ½ (a t + l θ' cos θ)² + ½ (l θ' sin θ)² = ½ l² θ'² + a t l θ' cos θ + ½ a² t²,   U = −g l cos θ,
///     gap = θ + δ ≥ 0,   tan δ = a/g
///   (5)  l θ'' = −g sin θ − a cos θ = −√(g² + a²) sin(θ + δ): a pendulum in that gravity, with a stop where it hangs
///   at
///        rest; its swings are those of problems/answers/swings.hpp, with θ + δ for θ.
///
/// Shear. Axes one of which leans over, more and more; from the point (x, y) of theirs, X = x + k t y and Y = y:
///     T = ½ (x' + k t y' + k y)² + ½ y'²,   U = g y,   gap = y ≥ 0;   M = (1, k t; k t, 1 + k² t²)
///   (6)  X'' = 0 and Y'' = −g: X = u t, from x' = u − k h, and Y is a ball dropped from h: it lands after t_0 =
///   √(2h/g)
///        at g t_0; flight j = 1, 2, … begins at e^j g t_0 and lasts 2 e^j t_0. So x = u t − k t Y.
///   (7)  A shock at t is the twin's, P along Y: M⁻¹Gᵀ P = (−k t P, P), so that x' jumps, by the more the later it is.

#include "problems/answers/known_motion.hpp"
#include "problems/answers/problem.hpp"
#include "problems/answers/swings.hpp"

#include <cmath>

namespace unilateral::problems {

inline statement lift_statement() {
  statement lift;
  lift.system.coordinates = {"z"};
  const expression g = parameter("g"), a = parameter("a"), speed = velocity(0) + a * time();
  set_energies(lift.system, speed * speed / 2, g * (coordinate(0) + a * time() * time() / 2));
  lift.system.gap = {coordinate(0)};
  lift.system.restitution = parameter("e");
  lift.parameters = {{"g", 8}, {"a", 2}, {"h", 1.25_x}, {"e", 0.5_x}};
  lift.position = {parameter("h")};
  lift.velocity = {0};
  lift.horizon = 1.4_x;
  return lift;
}

inline problem ball_in_a_lift() {
  const auto answer = []<scalar S>(const bound_values<S>& p, const S& until) -> reference<S> {
    using std::sqrt;
    const S gravity = p("g") + p("a"), h = p("h"), e = p("e");
    if (!(gravity > S(0) && h > S(0)))
      throw input_error("reference of a ball in a lift: expected g + a, h > 0, found " + to_text(gravity) + ", " +
                        to_text(h));
    const S t_0 = sqrt(S(2) * h / gravity);
    if (e < S(1) && !(until < t_0 * (S(1) + e) / (S(1) - e)))
      throw input_error("reference of a ball in a lift: expected an end before impacts accumulate, found " +
                        to_text(until));
    const column<S> floor = column_of<S>(0), weight = column_of<S>(-gravity);
    known_motion<S> known(1, until);
    S t = t_0, speed = gravity * t_0;
    known.parabola(t, column_of<S>(h), column_of<S>(0), weight);
    while (!known.complete()) {  // (1)
      const S arriving = speed;
      speed *= e;
      known.shock(t, floor, column_of<S>(-arriving), column_of<S>(speed), column_of<S>(arriving + speed));
      if (speed == S(0)) {
        known.line(until, floor, floor);
        break;
      }
      t += S(2) * speed / gravity;
      known.parabola(t, floor, column_of<S>(speed), weight);
    }
    return std::move(known).reference_from("parabolas in the gravity g + a");
  };
  return {.name = "ball_in_a_lift",
          .title = "A ball in a lift that is pulled up",
          .source = "[Moreau 1963]",
          .description =
              "Told by the height above the floor of the lift: a kinetic energy with explicit time and a "
              "term linear in the velocity. To whoever stands on the floor, gravity is g + a.",
          .figure = R"(
     |   o   |  ^
     |   | z |  | a
     |___v___|  |
)",
          .question = lift_statement(),
          .answer = answer,
          .convergence_study = true};
}

inline statement turntable_statement() {
  statement turning;
  turning.system.coordinates = {"x", "y"};
  const expression x = coordinate(0), y = coordinate(1), Ω = parameter("Omega"), R = parameter("R"), b = parameter("b"),
                   w = parameter("w");
  const expression along_x = velocity(0) - Ω * y, along_y = velocity(1) + Ω * x;
  set_energies(turning.system, (along_x * along_x + along_y * along_y) / 2, 0);
  turning.system.gap = {(R * R - x * x - y * y) / (2 * R)};
  turning.system.restitution = parameter("e");
  turning.parameters = {{"Omega", 1}, {"R", 1}, {"b", 0.5_x}, {"w", 1}, {"e", 0.5_x}};
  turning.position = {b, 0};
  turning.velocity = {0, w - Ω * b};
  turning.horizon = 4;
  return turning;
}

inline problem particle_on_a_turntable() {
  const auto answer = []<scalar S>(const bound_values<S>& p, const S& until) -> reference<S> {
    using std::acos;
    using std::atan;
    using std::cos;
    using std::sin;
    using std::sqrt;
    const S Ω = p("Omega"), R = p("R"), b = p("b"), w = p("w"), e = p("e");
    if (!(R > S(0) && b > S(0) && b < R && w > S(0) && e > S(0)))
      throw input_error("reference on a turntable: expected R, w, e > 0 and b in (0, R), found " + to_text(R) + ", " +
                        to_text(w) + ", " + to_text(e) + ", " + to_text(b));
    const S u = w * b / R;
    S n = w * sqrt((S(1) - b / R) * (S(1) + b / R)), φ = acos(S(b / R)),
      t = R / w * sqrt((S(1) - b / R) * (S(1) + b / R));
    const auto turned = [&](const S& at, const S& X, const S& Y) {  // D(−Ω at)
      const S c = cos(Ω * at), s = sin(Ω * at);
      return column_of<S>(c * X + s * Y, c * Y - s * X);
    };
    const auto velocity_at = [&](const S& at, const column<S>& q, const S& X, const S& Y) {
      column<S> v = turned(at, X, Y);
      v[0] += Ω * q[1];
      v[1] -= Ω * q[0];
      return v;
    };
    known_motion<S> known(2, until);
    known.curve(t, [&](const S& at) { return turned(at, b, S(w * at)); });
    for (int flights = 0; !known.complete(); ++flights) {
      if (flights == 10000)
        throw input_error("reference on a turntable: expected an end before impacts accumulate, found " +
                          to_text(until));
      // On the wall at the angle φ; (2), (3).
      const S c = cos(φ), s = sin(φ), inward = e * n;
      const column<S> q = turned(t, S(R * c), S(R * s));
      known.shock(t, q, velocity_at(t, q, S(n * c - u * s), S(n * s + u * c)),
                  velocity_at(t, q, S(-inward * c - u * s), S(-inward * s + u * c)), column_of<S>(n + inward));
      n = inward;
      const S begin = t;
      t += S(2) * R * n / (n * n + u * u);
      known.curve(t, [&](const S& at) {
        const S τ = at - begin;
        return turned(at, S(R * c - τ * (n * c + u * s)), S(R * s - τ * (n * s - u * c)));
      });
      φ += S(2) * atan(S(n / u));
    }
    return std::move(known).reference_from("chords of a circle, seen from the turntable");
  };
  return {.name = "particle_on_a_turntable",
          .title = "A particle that slides on a turntable, inside a wall",
          .source = "[Moreau 1963]",
          .description =
              "Told by an observer on the turntable: terms linear in the velocities (Coriolis) and without "
              "velocities (centrifugal). To the others it moves on chords of the circle.",
          .figure = R"(
        .-""-.
      /     .  \       Omega
     |   +  o-> |    <-- turns
      \        /
        '-..-'
)",
          .question = turntable_statement(),
          .answer = answer,
          .convergence_study = true};
}

inline statement hoop_statement() {
  statement hoop;
  hoop.system.coordinates = {"theta"};
  const expression l = parameter("l"), Ω = parameter("Omega"), θ = coordinate(0);
  set_energies(hoop.system, l * l * (velocity(0) * velocity(0) + Ω * Ω * sin(θ) * sin(θ)) / 2, 0);
  hoop.system.gap = {parameter("theta1") - θ};
  hoop.system.restitution = 1;
  hoop.parameters = {{"l", 1}, {"Omega", 1}, {"theta0", pi() / 6}, {"theta1", 2 * pi() / 3}};
  hoop.position = {parameter("theta0")};
  hoop.velocity = {Ω * sin(parameter("theta0"))};
  hoop.horizon = 4;
  return hoop;
}

inline problem bead_on_a_turning_hoop() {
  const auto answer = []<scalar S>(const bound_values<S>& p, const S& until) -> reference<S> {
    using std::atan;
    using std::exp;
    using std::log;
    using std::sin;
    using std::tan;
    const S l = p("l"), Ω = p("Omega"), θ_0 = p("theta0"), θ_1 = p("theta1");
    if (!(l > S(0) && Ω > S(0) && θ_0 > S(0) && θ_0 < θ_1 && θ_1 < scalar_traits<S>::pi()))
      throw input_error("reference of a bead on a hoop: expected l, Omega > 0 and 0 < theta0 < theta1 < pi, found " +
                        to_text(l) + ", " + to_text(Ω) + ", " + to_text(θ_0) + ", " + to_text(θ_1));
    const S start = tan(θ_0 / S(2)), stop = tan(θ_1 / S(2)), t_1 = log(S(stop / start)) / Ω, speed = Ω * sin(θ_1);
    known_motion<S> known(1, until);
    known.curve(t_1, [&](const S& t) { return S(S(2) * atan(S(start * exp(S(Ω * t))))); });  // (4)
    known.shock(t_1, column_of<S>(θ_1), column_of<S>(speed), column_of<S>(-speed), column_of<S>(S(2) * speed * l * l));
    known.curve(until, [&](const S& t) { return S(S(2) * atan(S(stop * exp(S(-Ω * (t - t_1)))))); });
    return std::move(known).reference_from("the separatrix of the bead's own motion, out and back");
  };
  return {.name = "bead_on_a_turning_hoop",
          .title = "A bead on a turning hoop, and a stop",
          .source = "[Moreau 1963]",
          .description =
              "The hoop is driven, so the kinetic energy has a term without velocities, and the energy that "
              "is kept is another: the bead leaves the axis along a separatrix, hits the stop, returns.",
          .figure = R"(
         |  .-.
         | /   \
      Omega     |      theta from the axis
         | \   o/  <- stop
         |  '-'
)",
          .question = hoop_statement(),
          .answer = answer,
          .convergence_study = true};
}

inline statement train_statement() {
  statement train;
  train.system.coordinates = {"theta"};
  const expression l = parameter("l"), g = parameter("g"), a = parameter("a"), θ = coordinate(0), δ = atan(a / g),
                   speed = l * velocity(0), pivot = a * time();
  set_energies(train.system, (speed * speed + 2 * pivot * speed * cos(θ) + pivot * pivot) / 2, -g * l * cos(θ));
  train.system.gap = {θ + δ};
  train.system.restitution = parameter("e");
  train.parameters = {{"g", 8}, {"a", 6}, {"l", 1}, {"alpha0", pi() / 3}, {"e", 0.5_x}};
  train.position = {parameter("alpha0") - δ};
  train.velocity = {0};
  train.horizon = 3;
  return train;
}

inline problem pendulum_on_a_train() {
  const auto answer = []<scalar S>(const bound_values<S>& p, const S& until) -> reference<S> {
    using std::atan;
    using std::sqrt;
    const S g = p("g"), a = p("a"), l = p("l"), α_0 = p("alpha0"), e = p("e");
    if (!(g > S(0) && l > S(0) && α_0 > S(0) && α_0 < scalar_traits<S>::pi()))
      throw input_error("reference of a pendulum on a train: expected g, l > 0 and alpha0 in (0, pi), found " +
                        to_text(g) + ", " + to_text(l) + ", " + to_text(e) + ", " + to_text(α_0));
    known_motion<S> known =
        swings_against_a_stop(S(sqrt(sqrt(g * g + a * a) / l)), α_0, e, S(l * l), S(-atan(S(a / g))), until);
    return std::move(known).reference_from("Jacobi's elliptic functions in the gravity of the train");
  };
  return {.name = "pendulum_on_a_train",
          .title = "A pendulum on a train that gains speed, and a stop",
          .source = "[Moreau 1963]",
          .description =
              "Its pivot moves on, so the kinetic energy has a term in t theta'. It swings about the slant "
              "at which it would hang, where the stop is.",
          .figure = R"(
      ___+_______
     | \  \     |  -> a
     |  \  o    |
     |___\______|
        o      o
)",
          .question = train_statement(),
          .answer = answer,
          .convergence_study = true};
}

inline statement shear_statement() {
  statement shear;
  shear.system.coordinates = {"x", "y"};
  const expression k = parameter("k"), y = coordinate(1), along = velocity(0) + k * time() * velocity(1) + k * y;
  set_energies(shear.system, (along * along + velocity(1) * velocity(1)) / 2, parameter("g") * y);
  shear.system.gap = {y};
  shear.system.restitution = parameter("e");
  shear.parameters = {{"g", 10}, {"h", 1.25_x}, {"u", 1}, {"k", 1}, {"e", 0.5_x}};
  shear.position = {0, parameter("h")};
  shear.velocity = {parameter("u") - k * parameter("h"), 0};
  shear.horizon = 1.4_x;
  return shear;
}

inline problem ball_in_axes_that_shear() {
  const auto answer = []<scalar S>(const bound_values<S>& p, const S& until) -> reference<S> {
    using std::sqrt;
    const S g = p("g"), h = p("h"), u = p("u"), k = p("k"), e = p("e");
    if (!(g > S(0) && h > S(0)))
      throw input_error("reference in axes that shear: expected g, h > 0, found " + to_text(g) + ", " + to_text(h));
    const S t_0 = sqrt(S(2) * h / g);
    if (e < S(1) && !(until < t_0 * (S(1) + e) / (S(1) - e)))
      throw input_error("reference in axes that shear: expected an end before impacts accumulate, found " +
                        to_text(until));
    known_motion<S> known(2, until);
    S begin(0), height = h, rising(0), t = t_0, speed = g * t_0;
    while (!known.complete()) {  // (6)
      known.curve(t, [&](const S& at) {
        const S τ = at - begin, Y = height + τ * (rising - g * τ / S(2));
        return column_of<S>(u * at - k * at * Y, Y);
      });
      const S arriving = speed;
      speed *= e;
      known.shock(t, column_of<S>(u * t, 0), column_of<S>(u + k * t * arriving, -arriving),  // (7)
                  column_of<S>(u - k * t * speed, speed), column_of<S>(arriving + speed));
      if (speed == S(0)) {
        known.line(until, column_of<S>(u * t, 0), column_of<S>(u, 0));
        break;
      }
      begin = t;
      height = S(0);
      rising = speed;
      t += S(2) * speed / g;
    }
    return std::move(known).reference_from("parabolas of a ball, seen from axes that shear");
  };
  return {.name = "ball_in_axes_that_shear",
          .title = "A bouncing ball, seen from axes that shear",
          .source = "[Moreau 1963]",
          .description =
              "The second axis leans over more and more, so the kinetic energy has a mass matrix that depends on "
              "time: an impulse of the floor throws the ball along it in the metric of that instant.",
          .figure = R"(
       /     /     /
      /   o /     /     k t
     /   / /     /   <-------
    /___/_/_____/
)",
          .question = shear_statement(),
          .answer = answer,
          .convergence_study = true};
}

inline std::vector<problem> moving_frames() {
  return {ball_in_a_lift(), particle_on_a_turntable(), bead_on_a_turning_hoop(), pendulum_on_a_train(),
          ball_in_axes_that_shear()};
}

}  // namespace unilateral::problems
