#include "reports/claims/rough_data.hpp"

#include "problems/answers/known_motion.hpp"

#include <cmath>
#include <utility>

namespace unilateral::claims {
namespace {

const expression rough_x = coordinate(0), rough_y = coordinate(1);

statement particle(const std::vector<expression>& gap, const rational& e, const std::vector<expression>& position,
                   const std::vector<expression>& velocity, const std::vector<expression>& force) {
  statement s;
  s.system.coordinates = position.size() == 1 ? std::vector<std::string>{"x"} : std::vector<std::string>{"x", "y"};
  s.system.mass = diagonal_mass(std::vector<expression>(position.size(), 1));
  s.system.force = force;
  s.system.gap = gap;
  s.system.restitution = e;
  s.position = position;
  s.velocity = velocity;
  return s;
}
rough_problem asked(std::string name, std::string lacks, statement question, const rational& until) {
  question.horizon = until;
  return {.name = std::move(name),
          .lacks = std::move(lacks),
          .question = with_values(question),
          .until = until,
          .path = {},
          .end_position = {},
          .end_velocity = {}};
}
trajectory<double> path_of(known_motion<double>&& motion) { return std::move(motion).reference_from("").path.value(); }

const std::vector<expression>& no_force() {
  static const std::vector<expression> zero{0, 0};
  return zero;
}
std::vector<expression> bowl() { return {rough_y - pow(abs(rough_x), rational(3, 2))}; }

/// Along y = |x|^{3/2}, no force: the speed stays 1, and the arc from the bottom to x > 0 has the length
/// (8/27)((1 + 9x/4)^{3/2} − 1). From (−1/4, 1/8) it is 61/216. The reaction is the curvature, ¾ |x|^{−1/2} at the
/// bottom.
rough_problem slides_through_the_bottom() {
  rough_problem p =
      asked("slides along y = |x|^(3/2) through the bottom, e = 0",
            "∇g is Hölder ½ along the contact, whose curvature is not bounded",
            particle(bowl(), 0, {rational(-1, 4), rational(1, 8)}, {rational(4, 5), rational(-3, 5)}, no_force()),
            rational(61, 54));
  const auto place = [](const auto& s) {  // at the arc length s from the bottom
    using S = std::decay_t<decltype(s)>;
    using std::abs, std::pow;
    const S size = S(4) / S(9) * (pow(S(S(1) + S(27) * abs(s) / S(8)), S(S(2) / S(3))) - S(1));
    return column_of<S>(s < S(0) ? S(-size) : size, S(pow(size, S(S(3) / S(2)))));
  };
  p.path = [place] {
    const double bottom = 61.0 / 216, end = 61.0 / 54, near = std::ldexp(1.0, -36);
    known_motion<double> m(2, end);
    const auto q = [&](const double& t) { return place(t - bottom); };
    for (double w = bottom / 2; w > near; w /= 2) m.curve(bottom - w, q);
    const double from = m.now(), to = bottom + near;  // a chord, off the curve by less than near^(3/2)
    const column<double> a = q(from), b = q(to);
    m.line(to, a, column<double>((b - a) / (to - from)));
    for (double w = 2 * near; bottom + w < end; w *= 2) m.curve(bottom + w, q);
    m.curve(end, q);
    return path_of(std::move(m));
  };
  const real50 s = real50(61) / 54 - real50(61) / 216;
  p.end_position = place(s);
  const real50 slope = real50(3) / 2 * sqrt(p.end_position[0]), speed = sqrt(real50(1 + slope * slope));
  p.end_velocity = column_of<real50>(real50(1 / speed), real50(slope / speed));
  p.errors = rough_problem::rate::h_log_h;  // Σ (curvature · h)² over the steps: h ∫ h/|x| dx from |x| = h
  p.without_second_derivative = rational(61, 216);
  return p;
}

/// From a to the wall at t = 1 and away from it, no force.
rough_problem one_impact(std::string name, std::string lacks, const std::vector<rational>& from,
                         const std::vector<rational>& velocity, const std::vector<rational>& after) {
  const std::vector<expression> q(from.begin(), from.end()), v(velocity.begin(), velocity.end());
  rough_problem p =
      asked(std::move(name), std::move(lacks), particle(bowl(), rational(1, 2), q, v, no_force()), rational(3, 2));
  const auto numbers = [](const std::vector<rational>& list, auto&& zero) {
    using S = std::decay_t<decltype(zero)>;
    return column_of<S>(unilateral::exact<S>(list[0]), unilateral::exact<S>(list[1]));
  };
  p.path = [=] {
    known_motion<double> m(2, 1.5);
    const column<double> u = numbers(velocity, 0.0), w = numbers(after, 0.0);
    column<double> at = numbers(from, 0.0);
    m.line(1, at, u);
    at += u;
    m.line(1.5, at, w);
    return path_of(std::move(m));
  };
  p.end_velocity = numbers(after, real50());
  p.end_position = numbers(from, real50()) + numbers(velocity, real50()) + p.end_velocity / real50(2);
  return p;
}

/// M = ((1, |x|/2), (|x|/2, 1)), f = M (0, −1): parabolas, and impacts where x = 0, at the kink of M, and x = 1/2.
rough_problem metric_with_a_kink() {
  const expression entry = abs(rough_x) / 2;
  statement s = particle({rough_y}, rational(1, 2), {rational(-1, 2), rational(1, 2)}, {rational(1, 2), 0},
                         {expression(-entry), -1});
  s.system.mass = full_mass({{1, entry}, {entry, 1}});
  rough_problem p = asked("M(q) with a kink, where an impact falls on it",
                          "M is Lipschitz and has no derivative at x = 0", s, rational(9, 4));
  const auto flights = [](auto&& m) {
    using S = std::decay_t<decltype(m.now())>;
    const column<S> g = column_of<S>(0, -1);
    m.parabola(S(1), column_of<S>(S(-1) / S(2), S(1) / S(2)), column_of<S>(S(1) / S(2), 0), g);
    m.parabola(S(2), column_of<S>(0, 0), column_of<S>(S(1) / S(2), S(1) / S(2)), g);  // M(0) = 1
    m.parabola(S(9) / S(4), column_of<S>(S(1) / S(2), 0), column_of<S>(S(5) / S(16), S(1) / S(4)), g);
  };
  p.path = [flights] {
    known_motion<double> m(2, 2.25);
    flights(m);
    return path_of(std::move(m));
  };
  p.end_position = column_of<real50>(real50(1) / 2 + real50(5) / 64, real50(1) / 16 - real50(1) / 32);
  p.end_velocity = column_of<real50>(real50(5) / 16, 0);
  return p;
}

/// f = −√|t − 1|: v = −K', x = 4/3 − K, K = (4/15) |t − 1|^{5/2} + (2/3) t − 4/15. It hits x = 0 at t = 2 with −4/3.
rough_problem force_with_a_root_of_time() {
  rough_problem p =
      asked("f = −√|t − 1|, on a floor, e = 1/2", "f is continuous in t, and not Lipschitz",
            particle({rough_x}, rational(1, 2), {rational(4, 3)}, {0}, {-sqrt(abs(time() - 1))}), rational(5, 2));
  const auto K = [](const auto& t) {
    using S = std::decay_t<decltype(t)>;
    using std::abs, std::sqrt;
    const S u = abs(S(t - S(1)));
    return S(S(4) / S(15) * u * u * sqrt(u) + S(2) / S(3) * t - S(4) / S(15));
  };
  const auto later = [K](const auto& t) {
    using S = std::decay_t<decltype(t)>;
    return S(S(2) * (t - S(2)) - K(t) + S(4) / S(3));  // 2/3 + K'(2) = 2
  };
  p.path = [K, later] {
    const double near = std::ldexp(1.0, -20);  // near^(5/2): the chord there is off by less than 1e-15
    known_motion<double> m(1, 2.5);
    const auto before = [&](const double& t) { return 4.0 / 3 - K(t); };
    for (double w = 0.5; w > near; w /= 2) m.curve(1 - w, before);
    const double from = m.now(), to = 1 + near;
    m.line(to, column_of<double>(before(from)), column_of<double>((before(to) - before(from)) / (to - from)));
    for (double w = 2 * near; w < 1; w *= 2) m.curve(1 + w, before);
    m.curve(2, before);
    m.curve(2.5, later);
    return path_of(std::move(m));
  };
  p.end_position = column_of<real50>(later(real50(real50(5) / 2)));
  const real50 u = real50(3) / 2;
  p.end_velocity = column_of<real50>(real50(2 - real50(2) / 3 * (u * sqrt(u) + 1)));
  return p;
}

/// f = −|x|, floor at −1: cos t, then −sinh, an impact at s = asinh 1 with −√2, then −cosh + (√2/2) sinh.
rough_problem force_with_a_kink_in_q() {
  rough_problem p = asked("f = −|x|, floor at −1, e = 1/2", "f is Lipschitz in q and has no derivative at 0",
                          particle({rough_x + 1}, rational(1, 2), {1}, {0}, {-abs(rough_x)}), 3);
  const auto turn = [](auto&& zero) {
    using S = std::decay_t<decltype(zero)>;
    return S(scalar_traits<S>::pi() / S(2));
  };
  const auto hit = [turn](auto&& zero) {
    using S = std::decay_t<decltype(zero)>;
    using std::log, std::sqrt;
    return S(turn(zero) + log(S(S(1) + sqrt(S(2)))));
  };
  p.path = [turn, hit] {
    const double a = turn(0.0), b = hit(0.0);
    known_motion<double> m(1, 3);
    m.curve(a, [](const double& t) { return std::cos(t); });
    m.curve(b, [a](const double& t) { return -std::sinh(t - a); });
    m.curve(3, [b](const double& t) { return -std::cosh(t - b) + std::sqrt(0.5) * std::sinh(t - b); });
    return path_of(std::move(m));
  };
  const real50 s = 3 - hit(real50()), half = sqrt(real50(real50(1) / 2));
  p.end_position = column_of<real50>(real50(-cosh(s) + half * sinh(s)));
  p.end_velocity = column_of<real50>(real50(-sinh(s) + half * cosh(s)));
  return p;
}

/// f = −1 − |p|, M = 2, so that p' = −1 − |p| with p = 2 x': p = 2e^{−t} − 1 up to ln 2, then 1 − e^s, s = t − ln 2; it
/// hits the floor at s = 1 with 1 − e. After it p = (1 + r) e^{−u} − 1, r = (e − 1)/2, u = s − 1.
rough_problem force_with_a_kink_in_p() {
  statement s = particle({rough_x}, rational(1, 2), {(exp(expression(1)) - 3 + log(expression(2))) / 2},
                         {rational(1, 2)}, {-1 - abs(2 * velocity(0))});
  s.system.mass = diagonal_mass({2});
  rough_problem p =
      asked("f = −1 − |p|, M = 2, on a floor, e = 1/2", "f is Lipschitz in p and has no derivative at 0", s, 2);
  p.path = [] {
    const double a = std::log(2.0), e = std::exp(1.0), r = (e - 1) / 2;
    known_motion<double> m(1, 2);
    m.curve(a, [=](const double& t) { return (e - 3 + a - t + 2 - 2 * std::exp(-t)) / 2; });
    m.curve(a + 1, [=](const double& t) { return (e - 1 + (t - a) - std::exp(t - a)) / 2; });
    m.curve(2, [=](const double& t) { return ((1 + r) * (1 - std::exp(-(t - a - 1))) - (t - a - 1)) / 2; });
    return path_of(std::move(m));
  };
  const real50 u = 1 - log(real50(2)), r = (exp(real50(1)) - 1) / 2;
  p.end_position = column_of<real50>(real50(((1 + r) * (1 - exp(real50(-u))) - u) / 2));
  p.end_velocity = column_of<real50>(real50(((1 + r) * exp(real50(-u)) - 1) / 2));
  return p;
}

}  // namespace

const std::vector<rough_problem>& rough_problems() {
  static const std::vector<rough_problem> all = [] {
    // ∇g = (0, 1) at the bottom, and (−3/4, 1) at x = 1/4: v⁺ = v⁻ + (3/2)(7/4)(16/25)(−3/4, 1).
    rough_problem bottom =
        one_impact("an impact at the bottom of y = |x|^(3/2), e = 1/2", "∇g is Hölder ½ at the point that is hit",
                   {rational(-1, 4), 1}, {rational(1, 4), -1}, {rational(1, 4), rational(1, 2)});
    bottom.errors = rough_problem::rate::root_h;  // h beside the bottom ∇g is off by (3/2) h^{1/2}
    bottom.without_second_derivative = 1;
    return std::vector<rough_problem>{
        slides_through_the_bottom(),
        std::move(bottom),
        one_impact("an impact beside the bottom, having passed over it", "g is C^{1,1/2} where the motion passes",
                   {rational(-3, 4), rational(9, 8)}, {1, -1}, {rational(-13, 50), rational(17, 25)}),
        metric_with_a_kink(),
        force_with_a_root_of_time(),
        force_with_a_kink_in_q(),
        force_with_a_kink_in_p()};
  }();
  return all;
}

}  // namespace unilateral::claims
