#include "reports/study/families/values.hpp"

#include "problems/judge/quantity.hpp"
#include "problems/language/admissibility.hpp"
#include "problems/language/evaluated_system.hpp"
#include "reports/study/order/verdict.hpp"
#include "reports/study/reference/engines.hpp"
#include "reports/study/reference/instance.hpp"
#include "reports/study/reference/quantity_name.hpp"
#include "reports/study/reference/reference_path.hpp"
#include "reports/study/run/family.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace unilateral::study {
namespace {

using numbers = std::map<std::string, real50>;

/// Numbers of one kind have one size: times; positions; velocities; impulses; anything else by its own name.
std::string size_of(const quantity_name& name) {
  const std::string& word = name.member;
  if (word == "t" || word == "from" || word == "to") return "time";
  if (word == "v" || word == "v_minus" || word == "v_plus" || word == "speeds" || word == "velocities")
    return "velocity";
  if (word == "impulse" || word == "total_impulse") return "impulse";
  return word;
}

/// Sizes of the data, by kind.
numbers initial_sizes(const statement& q) {
  numbers size{{"time", constant_value<real50>(q.horizon)}};
  for (const expression& x : q.position) size["q"] = std::max(size["q"], real50(abs(constant_value<real50>(x))));
  for (const expression& x : q.velocity)
    size["velocity"] = std::max(size["velocity"], real50(abs(constant_value<real50>(x))));
  return size;
}

numbers initial_sizes(const chain_statement& q) {
  numbers size{{"time", constant_value<real50>(q.horizon)}};
  for (const auto& node : q.nodes)
    for (const expression& x : node) size["q"] = std::max(size["q"], real50(abs(constant_value<real50>(x))));
  for (const expression& x : q.velocity)
    size["velocity"] = std::max(size["velocity"], real50(abs(constant_value<real50>(x))));
  return size;
}

numbers values_in(const reference<real50>& known) {
  numbers values;
  for (const auto& v : known.values) values[v.quantity] = v.value;
  return values;
}

/// Calls perturbed(j, 1 ± δ) for each datum j, on the side where it stays valid, and adds up |p_j ∂x/∂p_j| from the
/// difference to `base`. A datum that may move to neither side, or whose move makes a number disappear, tells nothing
/// about that number.
template <class Perturbed>
numbers sensitivities(const numbers& base, std::size_t data, const Perturbed& perturbed) {
  const rational δ = exact_rational("1e-20");  // the difference quotient is then good to 20 digits or so; two would do
  numbers sum;
  for (std::size_t j = 0; j < data; ++j) {
    for (const int sign : {1, -1}) {
      numbers moved;
      try {
        moved = perturbed(j, rational(1 + sign * δ));
      } catch (const input_error&) {
        continue;
      }
      for (const auto& [quantity, x] : base)
        if (const auto there = moved.find(quantity); there != moved.end())
          sum[quantity] += abs(there->second - x) / exact<real50>(δ);
      break;
    }
  }
  return sum;
}

/// From the closed form: parameters, then the final time.
template <class Question>
numbers sensitivities_of_reference(const reference_family& family, const Question& question, const numbers& base) {
  const bound_values<real50> values = values_of<real50>(question.parameters);
  const real50 end = constant_value<real50>(question.horizon);
  return sensitivities(base, question.parameters.size() + 1, [&](std::size_t j, const rational& by) {
    const real50 factor = exact<real50>(by);
    if (j == question.parameters.size()) return values_in(family.at<real50>(values, end * factor));
    return values_in(family.at<real50>(
        [&](const std::string& name) {
          return name == question.parameters[j].first ? real50(values(name) * factor) : values(name);
        },
        end));
  });
}

/// From the solver, whose answer is `precise`: parameters, then the final time. Initial data are a state, the first of
/// (3).
template <class Question, class Answer>
numbers sensitivities_of_solver(const Question& general, const Question& bound, const listed_solver& solver,
                                const Answer& precise, const numbers& known) {
  const auto found = [&](const Answer& answer) {
    numbers values;
    for (const auto& [name, ignored] : known) {
      try {
        values[name] = quantity(answer, name);
      } catch (const input_error&) {  // nothing of that name in this answer
        continue;
      }
    }
    return values;
  };
  const numbers here = found(precise);
  const std::size_t parameters = bound.parameters.size();
  return sensitivities(here, parameters + 1, [&](std::size_t j, const rational& by) {
    if (j < parameters) {
      parameter_list moved = bound.parameters;
      moved[j].second = moved[j].second * by;
      return found(solver.solve<real50>(with_values(general, moved), {}));
    }
    Question moved = bound;
    moved.horizon = moved.horizon * by;
    return found(solver.solve<real50>(moved, {}));
  });
}

/// Where a number stands in time: it depends on the states before only.
real50 time_of(const quantity_name& name, const solution<real50>& run) {
  if (!name.number) return run.path.end();
  const std::size_t k = *name.number;
  if (name.owner == "impacts" && k < run.impacts.size()) return run.impacts[k].t;
  if (name.owner == "accumulations" && k < run.accumulations.size()) return run.accumulations[k].t;
  if (name.owner == "contacts" && k < run.contacts.size())
    return name.member == "from" ? run.contacts[k].from : run.contacts[k].to;
  return run.path.end();
}

column<real50> state_of(const solution<real50>& run, const real50& t, bool left = false) {
  const column<real50> q = run.path.position(t), v = left ? run.path.velocity_left(t) : run.path.velocity_right(t);
  column<real50> s(q.size() + v.size());
  s << q, v;
  return s;
}

/// A stretch between two events: the time of its middle, and the largest |q_i|, |v_i| at its ends and there.
struct stretch {
  real50 middle;
  column<real50> size;
};

std::vector<stretch> stretches_of(const solution<real50>& run) {
  std::vector<real50> events{run.path.end()};
  for (const auto& i : run.impacts) events.push_back(i.t);
  for (const auto& c : run.contacts) events.insert(events.end(), {c.from, c.to});
  std::sort(events.begin(), events.end());

  std::vector<stretch> stretches;
  real50 from = run.path.begin();
  const auto until = [&](const real50& to) {
    const real50 middle = (from + to) / 2;
    if (from < middle && middle < to)
      stretches.push_back({middle, state_of(run, from)
                                       .cwiseAbs()
                                       .cwiseMax(state_of(run, middle).cwiseAbs())
                                       .cwiseMax(state_of(run, to, true).cwiseAbs())});
    from = std::max(from, to);
  };
  for (const real50& t : events) until(t);
  return stretches;
}

/// Closes the gaps of these contacts again after a small change of the initial data: along their gradients, by Newton's
/// iteration; then the velocity is made tangent.
void return_to(const std::vector<int>& contacts, statement& changed) {
  if (contacts.empty()) return;
  const auto n = static_cast<Eigen::Index>(changed.position.size()), m = static_cast<Eigen::Index>(contacts.size());
  evaluated_system<real50> system(changed.system);
  column<real50> q(n), v(n), excess(m);
  for (Eigen::Index i = 0; i < n; ++i) {
    q[i] = constant_value<real50>(changed.position[static_cast<std::size_t>(i)]);
    v[i] = constant_value<real50>(changed.velocity[static_cast<std::size_t>(i)]);
  }
  Eigen::Matrix<real50, Eigen::Dynamic, Eigen::Dynamic> G(m, n);
  const auto gradient = [&] {
    system.evaluate_gradient(real50(0), q.data());
    G.setZero();
    for (Eigen::Index a = 0; a < m; ++a)
      for (Eigen::Index i = 0; i < n; ++i)
        G(a, i) = system.gradient_dot(contacts[static_cast<std::size_t>(a)], column<real50>::Unit(n, i));
  };
  const auto removed = [&]() -> column<real50> {
    return G.transpose() * (G * G.transpose()).fullPivLu().solve(excess);
  };
  for (int iteration = 0; iteration < 3; ++iteration) {  // quadratic, from 1e-20
    gradient();
    system.evaluate_gap(real50(0), q.data());
    for (Eigen::Index a = 0; a < m; ++a) excess[a] = system.gap(contacts[static_cast<std::size_t>(a)]);
    q -= removed();
  }
  gradient();
  system.evaluate_gap_rate(real50(0), q.data());
  for (Eigen::Index a = 0; a < m; ++a)
    excess[a] = system.gradient_dot(contacts[static_cast<std::size_t>(a)], v) +
                system.gap_rate(contacts[static_cast<std::size_t>(a)]);
  v -= removed();
  for (Eigen::Index i = 0; i < n; ++i) {
    changed.position[static_cast<std::size_t>(i)] = exact_rational(to_text(q[i]));
    changed.velocity[static_cast<std::size_t>(i)] = exact_rational(to_text(v[i]));
  }
}

/// (3) of the header from the answer at 50 digits, `base`, and 2n runs beside it: initial datum j moved by δ_j,
///     contacts that last from the start kept closed, moves x by ξ_j and
/// the state at τ by the column J_j; then ∂x/∂s(τ) = g solves gᵀJ = ξᵀ. Where a shock without restitution or a contact
/// has made J singular, states at τ fill fewer dimensions than 2n, and g is a solution within them.
numbers sensitivities_to_states(const statement& bound, const listed_solver& solver, const solution<real50>& base,
                                const numbers& known) {
  numbers sum;
  if (base.path.pieces() == 0) return sum;
  const std::size_t n = bound.position.size();
  std::vector<int> contacts;
  for (const auto& c : base.contacts)
    if (c.from == base.path.begin()) contacts.push_back(c.constraint);
  std::vector<solution<real50>> moved;
  for (std::size_t j = 0; j < 2 * n; ++j)
    for (const int sign : {1, -1}) {  // the side where the datum stays admissible
      statement there = bound;
      expression& datum = j < n ? there.position[j] : there.velocity[j - n];
      datum = datum + rational(exact_rational("1e-20") * sign);
      return_to(contacts, there);
      try {
        check_admissible(there);
        solution<real50> run = solver.solve<real50>(there, {});
        if (run.path.pieces() == 0 || run.path.end() != base.path.end()) continue;
        moved.push_back(std::move(run));
        break;
      } catch (const input_error&) {  // no admissible start on this side
        continue;
      }
    }
  if (moved.empty()) return sum;

  /// ξ of one number, and the time that it is told at.
  struct moved_number {
    std::string name;
    real50 at;
    column<real50> change;
  };
  std::vector<moved_number> numbers_moved;
  for (const auto& [name, ignored] : known) {
    moved_number x{name, time_of(quantity_name(name), base), column<real50>(moved.size())};
    try {
      const real50 unmoved = quantity(base, name);
      for (std::size_t j = 0; j < moved.size(); ++j)
        x.change[static_cast<Eigen::Index>(j)] = quantity(moved[j], name) - unmoved;
    } catch (const input_error&) {
      continue;
    }
    if (x.change.cwiseAbs().maxCoeff() > real50("1e-10"))
      continue;  // no derivative: the datum's change has changed the order of events
    numbers_moved.push_back(std::move(x));
  }

  for (const stretch& f : stretches_of(base)) {
    const column<real50> here = state_of(base, f.middle);
    Eigen::Matrix<real50, Eigen::Dynamic, Eigen::Dynamic> transposed(moved.size(), 2 * n);
    for (std::size_t j = 0; j < moved.size(); ++j)
      transposed.row(static_cast<Eigen::Index>(j)) = (state_of(moved[j], f.middle) - here).transpose();
    Eigen::FullPivLU<decltype(transposed)> factors(transposed);
    factors.setThreshold(real50("1e-12"));  // differences of 1e-20 carry some 25 digits; what is smaller than this
                                            // beside the largest is a dimension lost
    for (const moved_number& x : numbers_moved) {
      if (!(f.middle < x.at)) continue;
      const column<real50> g = factors.solve(x.change);
      for (Eigen::Index i = 0; i < g.size(); ++i) sum[x.name] += abs(g[i]) * f.size[i];
    }
  }
  return sum;
}
/// A chain's statics pass through no state.
numbers sensitivities_to_states(const chain_statement&, const listed_solver&, const chain_solution<real50>&,
                                const numbers&) {
  return {};
}

record value_cell(const problem& of, const parameter_list& overrides, const listed_solver& solver, int digits,
                  const std::string& quantity) {
  const std::string &who = solver.declaration.name, in = std::to_string(digits);
  return {.cell = "values/" + of.name + "/" + who + "/" + in + "/" + quantity,
          .about = {.study = "values", .problem = of.name, .solver = who, .quantity = quantity},
          .digits = digits,
          .command = "unilateral solve " + of.name + " --solver " + who + " --digits " + in + settings_text(overrides),
          .facts = value_facts{}};
}

/// The run in S against the reference in R, no shorter than S.
template <scalar S, scalar R, class Question, class Answer>
void compare(const problem& of, const parameter_list& overrides, const Question& bound, const listed_solver& solver,
             const Answer& answer, const reference<R>& known, const numbers& sensitivity, const std::string& counted,
             results& records) {
  numbers size = initial_sizes(bound);
  for (const auto& v : known.values) {
    real50& largest = size[size_of(quantity_name(v.quantity))];
    largest = std::max(largest, real50(abs(v.value)));
  }

  for (const auto& v : known.values) {
    const quantity_name name(v.quantity);
    record r = value_cell(of, overrides, solver, scalar_traits<S>::digits, v.quantity);
    auto& facts = r.as<value_facts>();
    facts.tolerance_from = "exact: a whole number";
    facts.reference = text_of(known.from);
    if constexpr (std::is_same_v<S, double>)
      facts.expected = to_text(to_double(v.value));
    else
      facts.expected = to_text(v.value);
    if (!name.is_count()) {
      real50 unknown(v.accuracy);
      if (unknown == 0 && known.digits < scalar_traits<R>::digits)
        unknown = real50(abs(v.value)) * pow(real50(10), -known.digits) / 2;
      const auto moved = sensitivity.find(v.quantity);
      const real50 condition = size[size_of(name)] + (moved == sensitivity.end() ? real50(0) : moved->second);
      facts.tolerance = to_double<real50>(roundings * real50(epsilon<S>()) * condition + unknown);
      facts.tolerance_from = std::to_string(roundings) + " ε(S) (size" + counted + ")" +
                             (unknown > 0 ? ", + what is unknown of the expected value" : "");
    }
    try {
      const S x = quantity(answer, v.quantity);
      facts.computed = to_text(x);
      facts.error = to_double(R(abs(R(R(x) - v.value))));
      r.outcome = within(facts.error, facts.tolerance) ? verdict::holds : verdict::fails;
      r.reason = r.outcome == verdict::holds                                    ? "within tolerance"
                 : std::isfinite(facts.error) && std::isfinite(facts.tolerance) ? "error above tolerance"
                                                                                : "no finite number";
    } catch (const input_error& missing) {
      r.outcome = verdict::fails;
      r.reason = missing.what();
    }
    if (!answer.completed()) {  // what it told before is no answer
      r.outcome = verdict::fails;
      r.reason = "solver " + answer.status;
    }
    records.push_back(std::move(r));
  }
}

template <class Question>
results values_for(const problem& of, const Question& general, const parameter_list& overrides,
                   const listed_solver& solver, int digits) {
  results records;
  const Question bound = with_values(general, overrides);
  if (!solver.solves(bound) || !of.answer) return records;
  const auto known_in = [&]<scalar R>() {
    return of.answer.at<R>(values_of<R>(bound.parameters), constant_value<R>(bound.horizon));
  };
  const reference<real50> known = known_in.template operator()<real50>();
  if (known.values.empty() || !known.from.may_judge(solver.declaration.name)) return records;
  const auto precise = solver.solve<real50>(bound, {});
  const auto in_double = solver.solve<double>(bound, {});
  std::optional<reference<real100>> known_to_a_hundred;
  std::optional<decltype(solver.solve<real100>(bound, {}))> to_a_hundred;
  if (digits > scalar_traits<real50>::digits) {
    known_to_a_hundred = known_in.template operator()<real100>();
    to_a_hundred = solver.solve<real100>(bound, {});
  }
  numbers sensitivity;
  std::string counted;
  const auto holds = [&] {
    records.clear();
    compare<double>(of, overrides, bound, solver, in_double, known, sensitivity, counted, records);
    compare<real50>(of, overrides, bound, solver, precise, known, sensitivity, counted, records);
    if (to_a_hundred)
      compare<real100>(of, overrides, bound, solver, *to_a_hundred, *known_to_a_hundred, sensitivity, counted, records);
    return std::all_of(records.begin(), records.end(), [](const record& r) { return r.outcome == verdict::holds; });
  };
  if (holds() || !precise.completed()) return records;
  const bool from_reference = known.from.from == origin::closed_form;
  sensitivity = from_reference ? sensitivities_of_reference(of.answer, bound, values_in(known))
                               : sensitivities_of_solver(general, bound, solver, precise, values_in(known));
  counted = std::string(" + Σ|p ∂x/∂p|, derivatives of ") + (from_reference ? "the closed form" : "the 50-digit run");
  if (holds()) return records;
  for (const auto& [quantity, s] : sensitivities_to_states(bound, solver, precise, values_in(known)))
    sensitivity[quantity] += s;
  counted += ", + Σ|s ∂x/∂s|, derivatives of the 50-digit run";
  holds();
  return records;
}

}  // namespace

results values_of_solver(const problem& of, const parameter_list& overrides, const listed_solver& solver, int digits) {
  return std::visit([&](const auto& question) { return values_for(of, question, overrides, solver, digits); },
                    of.question);
}

std::vector<std::string> known_quantities(const problem& of) {
  if (!of.answer) return {};
  std::vector<std::string> names;
  try {
    std::visit(
        [&](const auto& question) {
          const auto bound = with_values(question);
          const auto known =
              of.answer.at<double>(values_of<double>(bound.parameters), constant_value<double>(bound.horizon));
          for (const auto& v : known.values) names.push_back(v.quantity);
        },
        of.question);
  } catch (const std::exception&) {
    return {"reference"};  // the task will run into the same, and report it
  }
  return names;
}

namespace families {

family values() {
  return {.name = "values",
          .title = "Values",
          .about =
              "Numbers known in closed form, or published with their digits, against what the solvers compute in "
              "double and with 50 digits.",
          .plan = [](const problem& of, const options&) {
            std::vector<task> tasks;
            const std::vector<std::string> known = known_quantities(of);
            for (const listed_solver* s : studied_solvers()) {
              if (s->declaration.applies_to.needs_step() ||
                  !std::visit([&](const auto& question) { return s->solves(question); }, of.question))
                continue;
              task t{.name = "values/" + of.name + "/" + s->declaration.name, .cells = {}, .run = [&of, s] {
                       return values_of_solver(of, {}, *s);
                     }};
              for (const int digits : {scalar_traits<double>::digits, scalar_traits<real50>::digits})
                for (const std::string& quantity : known) t.cells.push_back(value_cell(of, {}, *s, digits, quantity));
              tasks.push_back(std::move(t));
            }
            return tasks;
          }};
}

}  // namespace families

}  // namespace unilateral::study
