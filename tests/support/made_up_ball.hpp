#pragma once
/// A falling ball with its answer, and made-up schemes of any order for it: what studies are tested with. The scheme of
/// order p and step h solves the ball exactly, but with restitution e + bias + h^p: its errors are known to be O(h^p)
/// where bias = 0, and to stall where not.

#include "problems/answers/problem.hpp"
#include "reports/study/reference/solver_list.hpp"

#include <cmath>

namespace unilateral::made_up {

/// Unit mass, gravity g, dropped from height x_0 ≥ 0 on a floor at 0, restitution e, up to `until` (before the
/// accumulation).
template <scalar S>
solution<S> ball(const S& x_0, const S& g, const S& e, const S& until) {
  using std::sqrt;
  solution<S> answer;
  answer.path = trajectory<S>(1);
  S t(0), x = x_0, v(0);
  const auto fly = [&](const S& to) {
    const S h = to - t, c[3] = {x, v, -g / 2};
    answer.path.append(to, 2, c);
    x += h * (v - g * h / 2);
    v -= g * h;
    t = to;
  };
  for (S landing = t + (v + sqrt(v * v + 2 * g * x)) / g; landing < until; landing = t + 2 * v / g) {
    fly(landing);
    x = S(0);
    const S before = v;
    v = -e * before;
    const auto one = [](const S& value) { return column<S>(column<S>::Constant(1, value)); };
    answer.impacts.push_back({t, one(x), one(before), one(v), one(v - before), {0}});
  }
  fly(until);
  answer.end_time = t;
  answer.end_position = column<S>::Constant(1, x);
  answer.end_velocity = column<S>::Constant(1, v);
  answer.counts.impacts = static_cast<std::int64_t>(answer.impacts.size());
  return answer;
}

/// g = 2, x_0 = 1, e = 1/2: impacts at 1, 2, 5/2 …; the horizon 13/5 lies between two of them.
inline problem ball_problem() {
  statement question;
  question.system.coordinates = {"x"};
  question.system.mass = diagonal_mass({1});
  question.system.force = {-parameter("g")};
  question.system.gap = {coordinate(0)};
  question.system.restitution = parameter("e");
  question.parameters = {{"g", 2}, {"x0", 1}, {"e", exact_rational("1/2")}};
  question.position = {parameter("x0")};
  question.velocity = {0};
  question.horizon = exact_rational("13/5");
  problem p{.name = "made_up_ball", .question = question, .convergence_study = true};
  p.answer = []<scalar S>(const bound_values<S>& value, const S& until) -> reference<S> {
    solution<S> answer = ball<S>(value("x0"), value("g"), value("e"), until);
    reference<S> known{.from = {.from = origin::closed_form, .source = "arcs of parabolas", .maker = {}},
                       .values = {},
                       .path = answer.path};
    for (std::size_t k = 0; k < answer.impacts.size(); ++k) {
      const std::string here = "impacts[" + std::to_string(k) + "].";
      known.values.push_back({here + "t", answer.impacts[k].t});
      known.values.push_back({here + "v_plus[0]", answer.impacts[k].v_plus[0]});
    }
    known.values.push_back({"end.q[0]", answer.end_position[0]});
    known.values.push_back({"counts.impacts", S(static_cast<int>(answer.impacts.size()))});
    return known;
  };
  return p;
}

template <scalar S>
solution<S> solve(const statement& bound, const request& asked, double order, const rational& bias) {
  const auto value = values_of<S>(bound.parameters);
  S e = value("e") + exact<S>(bias);
  if (asked.step) e += S(std::pow(to_double(exact<S>(*asked.step)), order));
  return ball<S>(value("x0"), value("g"), e, asked.until ? exact<S>(*asked.until) : constant_value<S>(bound.horizon));
}

/// Declares order 1 in every distance but L² (½), whatever it does.
inline study::listed_solver scheme(const std::string& name, double order, const rational& bias = 0,
                                   bool with_step = true) {
  study::listed_solver s;
  s.declaration = {.name = name,
                   .title = "made up",
                   .citation = "",
                   .applies_to = {.systems = true, .step = with_step ? step_use::required : step_use::none},
                   .orders = {{distance_kind::sup_position, 1, ""},
                              {distance_kind::l1_velocity, 1, ""},
                              {distance_kind::l2_velocity, 0.5, ""},
                              {distance_kind::hausdorff_velocity, 1, ""},
                              {distance_kind::bounded_lipschitz_impulse, 1, ""}}};
  s.system_in_double = [=](const statement& q, const request& r) { return solve<double>(q, r, order, bias); };
  s.system_in_real50 = [=](const statement& q, const request& r) { return solve<real50>(q, r, order, bias); };
  return s;
}

}  // namespace unilateral::made_up
