#include "problems/answers/manufacture.hpp"

#include <algorithm>

namespace unilateral::manufacturing {
namespace {

/// x at t = 0.
expression at_the_start(const expression& x) {
  switch (arity(x.op())) {
    case 0:
      return x.op() == operation::time ? expression(0) : x;
    case 1:
      return apply(x.op(), at_the_start(x.left()));
    default:
      return apply(x.op(), at_the_start(x.left()), at_the_start(x.right()));
  }
}

expression derivative_in_time(const expression& x) { return derivative(x, time()); }

/// f_i, on a unit of mass, where the point is at z with velocity z'.
expression force(const manufactured_point& point, const expression& z, const expression& z_dot) {
  if (const auto* const b = std::get_if<bouncing>(&point.motion)) {
    const expression A_1 = derivative_in_time(b->A), A_2 = derivative_in_time(A_1), s_1 = derivative_in_time(b->s),
                     s_2 = derivative_in_time(s_1);
    const expression u = z / b->A, κ = 2 * A_1 / b->A + s_2 / s_1;
    return A_2 * u + κ * (z_dot - A_1 * u) - b->g * b->A * s_1 * s_1;  // (1)
  }
  if (const auto* const r = std::get_if<resting>(&point.motion)) return -r->λ / point.mass;
  const auto* const l = std::get_if<leaving>(&point.motion);
  return derivative_in_time(derivative_in_time(l ? l->ζ : std::get<floating>(point.motion).ζ));
}

/// z(0) and z'(0).
std::pair<expression, expression> start(const manufactured_point& point) {
  if (const auto* const b = std::get_if<bouncing>(&point.motion)) {
    const expression A = at_the_start(b->A), A_1 = at_the_start(derivative_in_time(b->A)),
                     s_1 = at_the_start(derivative_in_time(b->s));
    return {A * b->h, A_1 * b->h + A * b->v_0 * s_1};
  }
  if (const auto* const f = std::get_if<floating>(&point.motion))
    return {at_the_start(f->ζ), at_the_start(derivative_in_time(f->ζ))};
  return {0, 0};
}

/// Formulas of one point, looked at in instants of [0, until].
class inspection {
 public:
  inspection(std::size_t point, double until)
      : point_("manufactured point " + std::to_string(point) + ": "), until_(until) {}

  [[noreturn]] void refuse(const std::string& what, const std::string& expected, const std::string& found) const {
    throw input_error(point_ + what + ": expected " + expected + ", found " + found);
  }
  void expect(bool condition, const std::string& what, const std::string& expected, const rational& found) const {
    if (!condition) refuse(what, expected, to_text(found));
  }

  std::vector<double> values(const std::string& what, const expression& x) const {
    const variables in = variables_of(x);
    if (!in.coordinates.empty() || !in.velocities.empty() || !in.parameters.empty())
      refuse(what, "a formula in t alone", to_text(x, {}));
    tape<double> formula({x}, 0);
    std::vector<double> found;
    for (int k = 0; k <= instants; ++k) {
      formula.run(instant(k), nullptr, nullptr);
      found.push_back(formula[0]);
      if (!std::isfinite(found.back()))
        refuse(what, "a number", to_text(found.back()) + " at t = " + to_text(instant(k)));
    }
    return found;
  }
  /// `admits(x, t)` has to hold.
  template <class Condition>
  void expect_everywhere(const std::string& what, const std::string& expected, const std::vector<double>& values,
                         const Condition& admits) const {
    for (int k = 0; k <= instants; ++k)
      if (const double x = values[static_cast<std::size_t>(k)]; !admits(x, instant(k)))
        refuse(what, expected + " on [0, " + to_text(until_) + "]", to_text(x) + " at t = " + to_text(instant(k)));
  }

 private:
  static constexpr int instants = 1024;
  double instant(int k) const { return until_ * k / instants; }

  std::string point_;
  double until_;
};

double largest(const std::vector<double>& values) {
  double most = 0;
  for (const double x : values) most = std::max(most, std::abs(x));
  return most;
}

void check_motion(const inspection& see, const bouncing& b) {
  see.expect(b.g > 0, "g", "> 0", b.g);
  see.expect(b.h > 0 || (b.h == 0 && b.v_0 > 0), "h", b.v_0 > 0 ? ">= 0" : "> 0, or v_0 > 0", b.h);
  const auto positive = [](double x, double) { return x > 0; };
  see.expect_everywhere("A", "> 0", see.values("A", b.A), positive);
  see.values("s", b.s);
  see.expect_everywhere("s'", "> 0", see.values("s'", derivative_in_time(b.s)), positive);
}

void check_motion(const inspection& see, const resting& r) {
  see.expect_everywhere("λ", ">= 0", see.values("λ", r.λ), [](double x, double) { return x >= 0; });
}

void check_motion(const inspection& see, const leaving& l) {
  if (!variables_of(l.from).none()) see.refuse("t*", "a number", to_text(l.from, {}));
  const double from = constant_value<double>(l.from);
  if (!(from > 0)) see.refuse("t*", "> 0", to_text(from));
  const char* const names[] = {"ζ", "ζ'", "ζ''"};
  expression ζ = l.ζ;
  for (int k = 0; k <= 2; ++k, ζ = derivative_in_time(ζ)) {
    const std::vector<double> values = see.values(names[k], ζ),
                              rates = see.values("a derivative of ζ", derivative_in_time(ζ));
    // Its terms of size 1 or t* are rounded, and so is t*.
    const double rounding = 64 * epsilon<double>() * ((1 + from) * (1 + largest(rates)) + largest(values));
    tape<double> formula({ζ}, 0);
    formula.run(from, nullptr, nullptr);
    if (!(std::abs(formula[0]) <= rounding)) see.refuse(std::string(names[k]) + " at t*", "0", to_text(formula[0]));
    if (k == 0)
      see.expect_everywhere("ζ", ">= 0 after t*", values,
                            [&](double x, double t) { return t < from || x >= -rounding; });
    if (k == 2)
      see.expect_everywhere("λ = −m ζ''", "ζ'' <= 0 before t*", values,
                            [&](double x, double t) { return t > from || x <= rounding; });
  }
}

void check_motion(const inspection& see, const floating& f) { see.values("ζ", f.ζ); }

}  // namespace

void check(const std::vector<manufactured_point>& points, double e, double until) {
  if (points.empty()) throw input_error("manufactured points: expected at least one, found none");
  if (!(e >= 0 && e <= 1)) throw input_error("manufactured points: expected 0 <= e <= 1, found " + to_text(e));
  if (!(until > 0)) throw input_error("manufactured points: expected a final time > 0, found " + to_text(until));
  for (std::size_t i = 0; i < points.size(); ++i) {
    const inspection see(i, until);
    see.expect(points[i].mass > 0, "mass", "> 0", points[i].mass);
    std::visit([&](const auto& motion) { check_motion(see, motion); }, points[i].motion);
  }
}

statement bent_statement(const std::vector<manufactured_point>& points) {
  const expression a = parameter("a");
  const auto n = static_cast<int>(points.size());
  const std::vector<expression> no_acceleration(points.size(), 0);
  statement s;
  auto& system = s.system;
  std::vector<std::vector<expression>> M(points.size(), std::vector<expression>(points.size(), 0));
  system.force.assign(points.size(), 0);
  for (int i = 0; i < n; ++i) {
    const manufactured_point& point = points[static_cast<std::size_t>(i)];
    system.coordinates.push_back("q" + std::to_string(i));
    const expression χ = i == 0 ? coordinate(0) : coordinate(i) + a * sin(coordinate(i - 1));
    if (point.has_floor()) system.gap.push_back(χ);

    const expression χ_dot = total_derivative(χ, no_acceleration);
    const expression χ_bend = total_derivative(χ_dot, no_acceleration);  // row i of (Dχ)' q'
    const expression pull = point.mass * (force(point, χ, χ_dot) - χ_bend);
    for (int j = std::max(0, i - 1); j <= i; ++j) {  // (6)
      const expression Dχ_j = derivative(χ, coordinate(j));
      expression& f = system.force[static_cast<std::size_t>(j)];
      f = f + Dχ_j * pull;
      for (int k = std::max(0, i - 1); k <= i; ++k) {
        expression& m = M[static_cast<std::size_t>(j)][static_cast<std::size_t>(k)];
        m = m + point.mass * Dχ_j * derivative(χ, coordinate(k));
      }
    }

    const auto [z, z_dot] = start(point);
    s.position.push_back(i == 0 ? z : z - a * sin(s.position.back()));  // (5)
    s.velocity.push_back(i == 0 ? z_dot
                                : z_dot - a * cos(s.position[static_cast<std::size_t>(i) - 1]) * s.velocity.back());
  }
  system.mass = full_mass(M);
  system.restitution = parameter("e");
  return s;
}

}  // namespace unilateral::manufacturing
