#include "reports/study/values.hpp"

#include "problems/language/quantity.hpp"
#include "reports/study/instance.hpp"
#include "reports/study/reference_path.hpp"

#include <algorithm>
#include <map>

namespace unilateral::study {
namespace {

using numbers = std::map<std::string, real50>;

/// "impacts[3].v_minus[0]" → "v_minus"; "chain.velocities[2][0]" → "velocities"; "total_impulse[0]" → "total_impulse".
std::string last_word(const std::string& quantity) {
  const std::string whole = quantity.substr(quantity.rfind('.') == std::string::npos ? 0 : quantity.rfind('.') + 1);
  return whole.substr(0, whole.find('['));
}

/// Numbers of one kind have one size: times; positions; velocities; impulses; anything else by its own name.
std::string kind_of(const std::string& quantity) {
  const std::string word = last_word(quantity);
  if (word == "t" || word == "from" || word == "to") return "time";
  if (word == "v" || word == "v_minus" || word == "v_plus" || word == "speeds" || word == "velocities") return "velocity";
  if (word == "impulse" || word == "total_impulse") return "impulse";
  return word;
}

bool is_count(const std::string& quantity) { return quantity.starts_with("counts.") || quantity == "chain.moving"; }

/// Sizes of the data, by kind.
numbers initial_sizes(const statement& q) {
  numbers size{{"time", constant_value<real50>(q.horizon)}};
  for (const expression& x : q.position) size["q"] = std::max(size["q"], real50(abs(constant_value<real50>(x))));
  for (const expression& x : q.velocity) size["velocity"] = std::max(size["velocity"], real50(abs(constant_value<real50>(x))));
  return size;
}

numbers initial_sizes(const chain_statement& q) {
  numbers size{{"time", constant_value<real50>(q.horizon)}};
  for (const auto& node : q.nodes)
    for (const expression& x : node) size["q"] = std::max(size["q"], real50(abs(constant_value<real50>(x))));
  for (const expression& x : q.velocity) size["velocity"] = std::max(size["velocity"], real50(abs(constant_value<real50>(x))));
  return size;
}

numbers values_in(const reference<real50>& known) {
  numbers values;
  for (const auto& v : known.values) values[v.quantity] = v.value;
  return values;
}

/// Calls perturbed(j, 1 + δ) for each datum j and adds up |p_j ∂x/∂p_j| from the difference to `base`. A datum whose
/// perturbation leaves the range of validity, or makes a number disappear, tells nothing about that number.
template <class Perturbed>
numbers sensitivities(const numbers& base, std::size_t data, const Perturbed& perturbed) {
  const rational δ = exact_rational("1e-20");  // the difference quotient is then good to 20 digits or so; two would do
  numbers sum;
  for (std::size_t j = 0; j < data; ++j) {
    numbers worst;
    for (const int sign : {1, -1}) {
      numbers moved;
      try {
        moved = perturbed(j, rational(1 + sign * δ));
      } catch (const input_error&) {
        continue;
      }
      for (const auto& [quantity, x] : base)
        if (const auto there = moved.find(quantity); there != moved.end()) worst[quantity] = std::max(worst[quantity], real50(abs(there->second - x) / exact<real50>(δ)));
    }
    for (const auto& [quantity, s] : worst) sum[quantity] += s;
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
    return values_in(family.at<real50>([&](const std::string& name) { return name == question.parameters[j].first ? real50(values(name) * factor) : values(name); }, end));
  });
}

/// From the solver: parameters, initial data, final time.
template <class Question>
numbers sensitivities_of_solver(const Question& general, const parameter_list& overrides, const listed_solver& solver, const numbers& base) {
  const Question bound = with_values(general, overrides);
  const auto solved = [&](const Question& q) {
    const auto answer = solver.solve<real50>(q, {});
    numbers values;
    for (const auto& [name, ignored] : base) {
      try {
        values[name] = quantity(answer, name);
      } catch (const input_error&) {
      }
    }
    return values;
  };
  const numbers here = solved(bound);
  const std::size_t parameters = bound.parameters.size();
  std::size_t initial = 0;
  if constexpr (std::is_same_v<Question, statement>) initial = 2 * bound.position.size();
  return sensitivities(here, parameters + initial + 1, [&](std::size_t j, const rational& by) {
    if (j < parameters) {
      parameter_list moved = bound.parameters;
      moved[j].second = moved[j].second * by;
      return solved(with_values(general, moved));
    }
    Question moved = bound;
    if (j == parameters + initial) moved.horizon = moved.horizon * by;
    if constexpr (std::is_same_v<Question, statement>) {
      const std::size_t i = j - parameters, n = bound.position.size();
      if (i < n) moved.position[i] = moved.position[i] * by;
      if (i >= n && i < 2 * n) moved.velocity[i - n] = moved.velocity[i - n] * by;
    }
    return solved(moved);
  });
}

template <scalar S, class Question>
void compare(const problem& of, const parameter_list& overrides, const Question& bound, const listed_solver& solver, const reference<real50>& known, const numbers& sensitivity,
             std::vector<value_record>& records) {
  numbers size = initial_sizes(bound);
  for (const auto& v : known.values) size[kind_of(v.quantity)] = std::max(size[kind_of(v.quantity)], real50(abs(v.value)));

  const auto answer = solver.solve<S>(bound, {});
  const bool from_reference = known.from.from == origin::closed_form;
  for (const auto& v : known.values) {
    value_record r{.cell = "values/" + of.name + "/" + solver.declaration.name + "/" + std::to_string(scalar_traits<S>::digits) + "/" + v.quantity,
                   .problem = of.name,
                   .solver = solver.declaration.name,
                   .quantity = v.quantity,
                   .digits = scalar_traits<S>::digits,
                   .tolerance_from = "exact: a whole number",
                   .reference = text_of(known.from),
                   .command = "unilateral solve " + of.name + " --solver " + solver.declaration.name + " --digits " + std::to_string(scalar_traits<S>::digits) + settings_text(overrides)};
    if constexpr (std::is_same_v<S, double>)
      r.expected = to_text(to_double(v.value));
    else
      r.expected = to_text(v.value);
    if (!is_count(v.quantity)) {
      real50 unknown = v.accuracy;
      if (unknown == 0 && known.digits < scalar_traits<real50>::digits) unknown = abs(v.value) * pow(real50(10), -known.digits) / 2;
      const auto moved = sensitivity.find(v.quantity);
      const real50 condition = size[kind_of(v.quantity)] + (moved == sensitivity.end() ? real50(0) : moved->second);
      r.tolerance = to_double<real50>(roundings * real50(epsilon<S>()) * real50(std::max<std::int64_t>(1, answer.counts.steps)) * condition + unknown);
      r.tolerance_from = std::to_string(roundings) + " ε(S) steps (size + Σ|p ∂x/∂p|), derivatives of " + (from_reference ? "the closed form" : "the 50-digit run") +
                         (unknown > 0 ? ", + what is unknown of the expected value" : "");
    }
    try {
      const S x = quantity(answer, v.quantity);
      r.computed = to_text(x);
      r.error = to_double<real50>(abs(real50(x) - v.value));
      r.outcome = r.error <= r.tolerance ? verdict::holds : verdict::fails;
      r.reason = r.outcome == verdict::holds ? "within tolerance" : "error above tolerance";
    } catch (const input_error& missing) {
      r.outcome = verdict::fails;
      r.reason = answer.completed() ? missing.what() : "solver " + answer.status;
    }
    records.push_back(std::move(r));
  }
}

template <class Question>
std::vector<value_record> values_for(const problem& of, const Question& general, const parameter_list& overrides, const listed_solver& solver) {
  std::vector<value_record> records;
  const Question bound = with_values(general, overrides);
  if (!solver.solves(bound) || !of.answer) return records;
  const reference<real50> known = of.answer.at<real50>(values_of<real50>(bound.parameters), constant_value<real50>(bound.horizon));
  if (known.values.empty() || (known.from.from == origin::computed && known.from.maker == solver.declaration.name)) return records;
  const numbers sensitivity = known.from.from == origin::closed_form ? sensitivities_of_reference(of.answer, bound, values_in(known))
                                                                    : sensitivities_of_solver(general, overrides, solver, values_in(known));
  compare<double>(of, overrides, bound, solver, known, sensitivity, records);
  compare<real50>(of, overrides, bound, solver, known, sensitivity, records);
  return records;
}

}  // namespace

std::vector<value_record> values_of_solver(const problem& of, const parameter_list& overrides, const listed_solver& solver) {
  return std::visit([&](const auto& question) { return values_for(of, question, overrides, solver); }, of.question);
}

}  // namespace unilateral::study
