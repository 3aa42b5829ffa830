// A scheme of one's own, and its orders: semi-implicit Euler, with the law of impact at the velocities of each step,
//
//     M (v' - v) = h f + G^T P,   0 <= P  _|_  G v' + e G v >= 0 where the gap is closed,   q' = q + h v'
//
// one constraint after the other, so for problems of one constraint.

#include "problems/language/evaluated_system.hpp"
#include "reports/study/order/orders.hpp"
#include "reports/study/record/print.hpp"

#include <Eigen/Cholesky>
#include <iostream>

using namespace unilateral;

solution<double> semi_implicit(const statement& question, const request& asked) {
  evaluated_system<double> system(question.system);
  const int n = system.degrees_of_freedom(), m = system.constraints();
  const double h = exact<double>(*asked.step);
  const double end = asked.until ? exact<double>(*asked.until) : constant_value<double>(question.horizon);
  column<double> q(n), v(n), f(n), P(m);
  for (int i = 0; i < n; ++i) {
    q[i] = constant_value<double>(question.position[i]);
    v[i] = constant_value<double>(question.velocity[i]);
  }
  solution<double> answer;
  answer.path = trajectory<double>(n);
  for (double t = 0; t < end;) {
    const double next = t + 1.5 * h < end ? t + h : end;
    const column<double> before = v;
    system.evaluate_mass(t, q.data());
    system.evaluate_force(t, q.data(), v.data());
    system.evaluate_gap(t, q.data());
    system.evaluate_gradient(t, q.data());
    system.evaluate_gap_rate(t, q.data());
    Eigen::MatrixXd M(n, n);
    system.copy_mass(M);
    const Eigen::LLT<Eigen::MatrixXd> solve(M);
    for (int i = 0; i < n; ++i) f[i] = system.force(i);
    v += (next - t) * solve.solve(f);
    P.setZero();
    for (int a = 0; a < m; ++a) {
      if (system.gap(a) > 0) continue;
      column<double> G = column<double>::Zero(n);
      for (const sparse_entry& e : system.gradient_entries())
        if (e.row == a) G[e.column] = system.gradient(e);
      const double e = system.restitution(), rate = G.dot(v) + e * G.dot(before) + (1 + e) * system.gap_rate(a);
      const column<double> push = solve.solve(G);
      P[a] = std::max(0.0, -rate / G.dot(push));
      v += P[a] * push;
    }
    if (P.any()) answer.impacts.push_back({t, q, before, v, P, {}, false});
    answer.path.append_linear(next, q, v);
    q += (next - t) * v;
    t = next;
  }
  answer.end_time = end;
  answer.end_position = q;
  answer.end_velocity = v;
  return answer;
}

int main() {
  const study::listed_solver mine{.declaration = {.name = "semi_implicit",
                                                  .title = "semi-implicit Euler",
                                                  .citation = "",
                                                  .applies_to = {.systems = true, .step = step_use::required},
                                                  .orders = {{distance_kind::sup_position, 1, "separated impacts"}}},
                                  .system_in_double = semi_implicit};
  const auto question = study::bind<statement>(find_problem("double_pendulum_wall"), {}, false);
  const auto known = study::motion_to_measure_against(question);
  const auto found = study::orders_of(question, mine, *known, {.jobs = 2, .quick = true});
  std::cout << study::as_text(found);
}
