/// Impacts and accelerations.

#include "problems/language/evaluated_system.hpp"
#include "reports/certify/certify.hpp"
#include "reports/certify/projection.hpp"
#include "reports/certify/rational_value.hpp"

namespace unilateral::certify {
namespace {

std::string line(const char* name, const row& x) {
  std::string text = std::string("  ") + name;
  for (const rational& a : x) text += ' ' + to_text(a);
  return text + '\n';
}
std::string block(const char* name, const matrix& A) {
  std::string text = std::string("  ") + name + '\n';
  for (const row& a : A) text += line(" ", a);
  return text;
}

/// The solver's vector and the exact one agree to half of the digits: the answer certified is the solver's. `size` is
/// of what the solver's was made from, whose rounding it carries.
bool agree(const row& theirs, const row& exact, const rational& size, const rational& epsilon) {
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const rational off = theirs[i] - exact[i];
    if (off * off > epsilon * size * size) return false;
  }
  return true;
}

rational largest(const row& x, rational so_far = 0) {
  for (const rational& a : x) so_far = std::max(so_far, rational(abs(a)));
  return so_far;
}

class writer {
 public:
  writer(const statement& bound, const exact_answer& answer) : system_(bound.system), epsilon_(answer.epsilon) {
    for (const shock& s : answer.shocks) largest_speed_ = largest(s.before, largest(s.after, largest_speed_));
    for (const contact_instant& s : answer.instants) largest_reaction_ = largest(s.reactions, largest_reaction_);
    const std::vector<expression> none(system_.coordinates.size(), expression(0));
    for (const expression& gap : system_.gap) {
      rate_.push_back(derivative(gap, time()));
      curvature_.push_back(total_derivative(total_derivative(gap, none), none));
    }
  }

  /// Adds an impact; `step` as in certificates_of.
  std::optional<std::string> add(const shock& s, const std::optional<rational>& step, certified& result) {
    rational_value at(s.t, s.q, s.before, epsilon_);
    const rational e = at.of(system_.restitution);
    const rational share = 1 / (1 + e);
    projection_problem problem = metric_at(at, s.active);
    const std::size_t n = s.q.size();
    row smooth(n), guess;
    for (std::size_t i = 0; i < n && step; ++i) smooth[i] = *step * at.of(system_.force[i]);
    for (const int a : s.active) {
      problem.r.push_back(at.of(rate_[static_cast<std::size_t>(a)]));
      guess.push_back(s.impulses[static_cast<std::size_t>(a)] * share);
    }
    problem.p = image(problem.M, s.before);
    for (std::size_t i = 0; i < n; ++i) problem.p[i] += smooth[i] * share;

    std::string failure;
    const auto answer = solved(problem, guess, largest_speed_, epsilon_, failure);
    if (!answer) return failure;
    row after(n), impulses;
    for (std::size_t i = 0; i < n; ++i) after[i] = (1 + e) * answer->x[i] - e * s.before[i];
    for (const rational& l : answer->lambda) impulses.push_back((1 + e) * l);
    const rational speed = largest(answer->z, largest_speed_);
    if (!agree(s.after, after, speed, epsilon_)) return "the solver's velocity after it is not that of the impact law";
    const row theirs = pulled(problem.G, guess, n), ours = pulled(problem.G, answer->lambda, n);
    rational mass = 0;
    for (const row& r : problem.M) mass = largest(r, mass);
    if (!agree(theirs, ours, rational(mass * speed), epsilon_))
      return "the solver's impulse is not that of the impact law";

    result.text += "impact\n" + sizes(n, s.active) + "  restitution " + to_text(e) + '\n' + space(problem, "rates") +
                   line("before", s.before) + line("smooth", smooth) + line("after", after) +
                   line("impulses", impulses) + "end\n";
    ++result.impacts;
    return std::nullopt;
  }

  /// Adds an acceleration.
  std::optional<std::string> add(const contact_instant& s, certified& result) {
    rational_value at(s.t, s.q, s.v, epsilon_);
    projection_problem problem = metric_at(at, s.active);
    row guess;
    for (const int a : s.active) {
      problem.r.push_back(at.of(curvature_[static_cast<std::size_t>(a)]));
      guess.push_back(s.reactions[static_cast<std::size_t>(a)]);
    }
    for (const expression& f : system_.force) problem.p.push_back(at.of(f));
    // As impulses are known to the rounding of the largest speed, so are reactions to that of the largest one.
    const std::size_t n = s.q.size();
    row force(n), acceleration;
    for (const row& g : problem.G)
      for (std::size_t i = 0; i < n; ++i) force[i] += abs(g[i]) * largest_reaction_;
    for (std::size_t i = 0; i < n; ++i) acceleration.push_back(force[i] / problem.M[i][i]);
    std::string failure;
    const auto answer = solved(problem, guess, largest(acceleration), epsilon_, failure);
    if (!answer) return failure;
    const row theirs = pulled(problem.G, guess, n), ours = pulled(problem.G, answer->lambda, n);
    if (!agree(theirs, ours, largest(ours, largest(problem.p, largest(force))), epsilon_))
      return "the solver's reaction is not that of problem (P)";
    result.text += "acceleration\n" + sizes(n, s.active) + space(problem, "curvatures") + line("force", problem.p) +
                   line("acceleration", answer->x) + line("reactions", answer->lambda) + "end\n";
    ++result.accelerations;
    return std::nullopt;
  }

 private:
  static row image(const matrix& M, const row& x) {
    row y(M.size());
    for (std::size_t i = 0; i < M.size(); ++i)
      for (std::size_t j = 0; j < x.size(); ++j) y[i] += M[i][j] * x[j];
    return y;
  }
  /// Gᵀ λ.
  static row pulled(const matrix& G, const row& lambda, std::size_t n) {
    row y(n);
    for (std::size_t k = 0; k < G.size(); ++k)
      for (std::size_t i = 0; i < n; ++i) y[i] += lambda[k] * G[k][i];
    return y;
  }

  projection_problem metric_at(rational_value& at, const std::vector<int>& active) const {
    const std::size_t n = system_.coordinates.size();
    projection_problem problem{.M = matrix(n, row(n)), .G = matrix(active.size(), row(n)), .r = {}, .p = {}};
    for (const mass_entry& entry : system_.mass)
      problem.M[static_cast<std::size_t>(entry.row)][static_cast<std::size_t>(entry.column)] = at.of(entry.value);
    for (std::size_t k = 0; k < active.size(); ++k)
      for (std::size_t i = 0; i < n; ++i)
        problem.G[k][i] =
            at.of(derivative(system_.gap[static_cast<std::size_t>(active[k])], coordinate(static_cast<int>(i))));
    return problem;
  }

  static std::string sizes(std::size_t n, const std::vector<int>& active) {
    return "  dimension " + std::to_string(n) + "\n  constraints " + std::to_string(active.size()) + '\n';
  }
  static std::string space(const projection_problem& problem, const char* offsets) {
    return block("mass", problem.M) + block("gradients", problem.G) + line(offsets, problem.r);
  }

  const mechanical_system& system_;
  std::vector<expression> rate_, curvature_;
  rational epsilon_, largest_speed_ = 0, largest_reaction_ = 0;
};

std::string when(const rational& t) { return to_text(exact<double>(t)); }

}  // namespace

certified certificates_of(const statement& bound, const exact_answer& answer, const std::optional<rational>& step,
                          const std::string& title) {
  certified result;
  writer write(bound, answer);
  const auto fail = [&](const char* kind, const rational& t, const std::string& why) {
    result.failure = std::string(kind) + " at t = " + when(t) + ": " + why;
  };
  for (const shock& s : answer.shocks) {
    // The last step may be shorter; its length is not known here.
    if (step && answer.until - s.t < *step && rational(answer.until / *step).get_den() != 1) {
      ++result.left_out;
      continue;
    }
    result.text += "# t = " + when(s.t) + '\n';
    if (const auto failure = write.add(s, step, result)) return fail("the impact", s.t, *failure), result;
  }
  for (const contact_instant& s : answer.instants) {
    result.text += "# t = " + when(s.t) + '\n';
    if (const auto failure = write.add(s, result)) return fail("the acceleration", s.t, *failure), result;
  }
  if (!result.text.empty())
    result.text = "unilateral certificate 2\n# " + title + '\n' + result.text + "certificates " +
                  std::to_string(result.impacts + result.accelerations) + '\n';
  return result;
}

}  // namespace unilateral::certify
