#include "reports/study/families/proved.hpp"

#include "problems/judge/quantity.hpp"
#include "problems/language/input_error.hpp"
#include "proofs/enclosures/decimals.hpp"
#include "reports/study/families/values.hpp"
#include "reports/study/reference/instance.hpp"
#include "reports/study/reference/quantity_name.hpp"
#include "reports/study/reference/reference_path.hpp"
#include "reports/study/reference/trusted_run.hpp"
#include "reports/study/run/family.hpp"

#include <algorithm>
#include <map>

namespace unilateral::study {
namespace {

/// Roundings of a closed form at 50 digits, of numbers as large as 1 + |x|: elliptic functions take a few hundred
/// operations.
constexpr int roundings_of_a_closed_form = 4096;

/// Up to which time the motion is proved: its cell's name.
constexpr auto up_to = "up to t";

rational exactly(const real50& x) { return exact_rational(to_text(x)); }

record cell_of(const problem& of, const std::string& quantity) {
  return {.cell = "proved/" + of.name + "/" + quantity,
          .about = {.study = "proved", .problem = of.name, .solver = "theorem", .quantity = quantity},
          .digits = scalar_traits<real50>::digits,
          .command = "unilateral prove " + of.name + " --engine defect --digits " + std::to_string(enclosure_digits),
          .facts = value_facts{}};
}

record judged(const problem& of, const known_value<real50>& known, const reference<real50>& from,
              const enclosures::bracket& proved) {
  const enclosures::decimal_bracket shown = enclosures::in_decimals(proved);
  record r = cell_of(of, known.quantity);
  auto& facts = r.as<value_facts>();
  facts.computed = "[" + shown.lower + ", " + shown.upper + "]";
  facts.expected = to_text(known.value);
  facts.tolerance_from = "what is unknown of the expected value";
  facts.reference = text_of(from.from);
  const rational value = exactly(known.value), size = 1 + abs(value);
  const rational rounding = exactly(epsilon<real50>()) * roundings_of_a_closed_form * size;
  const rational unknown = known.accuracy > 0 ? exactly(known.accuracy) : rational(0);
  const rational outside = std::max({rational(proved.lower - value), rational(value - proved.upper), rational(0)});
  facts.error = outside.get_d();
  facts.tolerance = rational(unknown + rounding).get_d();
  r.outcome = outside <= unknown + rounding ? verdict::holds : verdict::fails;
  r.reason = r.outcome == verdict::holds
                 ? "in the proved bracket, of width " + enclosures::magnitude_above(proved.width())
                 : "outside the proved bracket";
  return r;
}

}  // namespace

results held_against(const problem& of, const reference<real50>& known, const enclosures::enclosure& found) {
  results records;
  for (const known_value<real50>& v : known.values) {
    const auto proved = enclosures::proved_quantity(found, v.quantity);
    if (proved && proved->width() <= exact_rational(widest) * std::max(rational(1), rational(abs(exactly(v.value)))))
      records.push_back(judged(of, v, known, *proved));
  }
  return records;
}

results enclosed_values(const problem& of, const parameter_list& overrides) {
  if (of.is_chain() || !of.answer) return {};
  const statement bound = with_values(std::get<statement>(of.question), overrides);
  return held_against(of,
                      of.answer.at<real50>(values_of<real50>(bound.parameters), constant_value<real50>(bound.horizon)),
                      enclosures::enclose(bound, enclosures::engine::defect, {.digits = enclosure_digits}));
}

results enclosed_run(const problem& of) {
  const statement bound = with_values(std::get<statement>(of.question));
  const enclosures::enclosure found =
      enclosures::enclose(bound, enclosures::engine::defect, {.digits = enclosure_digits});
  const std::string horizon = to_text(bound.horizon, {});
  results records{cell_of(of, up_to)};
  {
    record& r = records.front();
    auto& facts = r.as<value_facts>();
    const enclosures::decimal_bracket until = enclosures::in_decimals(found.until);
    facts.computed = "[" + until.lower + ", " + until.upper + "]";
    facts.expected = horizon;
    facts.tolerance_from = "no number: how far a theorem reaches";
    r.outcome = found.proved ? verdict::holds : verdict::measured;
    r.reason = found.proved ? "the whole motion" : "undecided: " + found.undecided;
  }

  const solution<real50> run = engines_of_this_build().maker->solve<real50>(bound, {});
  std::vector<std::string> names;
  for (std::size_t k = 0; k < std::min({found.impacts.size(), run.impacts.size(), most_proved}); ++k) {
    const std::string impact = "impacts[" + std::to_string(k) + "].";
    names.push_back(impact + "t");
    for (const char* const member : {"q", "v_minus", "v_plus"})
      for (int i = 0; i < bound.system.degrees_of_freedom(); ++i)
        names.push_back(impact + member + "[" + std::to_string(i) + "]");
    names.push_back(impact + "impulse[" + std::to_string(found.impacts[k].constraint) + "]");
  }
  if (found.proved)
    for (const char* const member : {"q", "v"})
      for (int i = 0; i < bound.system.degrees_of_freedom(); ++i)
        names.push_back(std::string("end.") + member + "[" + std::to_string(i) + "]");

  // Sizes by the kind of number, which is its member's name; v, v_minus and v_plus are one.
  const auto kind_of = [](const std::string& name) { return quantity_name(name).member.substr(0, 1); };
  std::map<std::string, rational> size;
  for (const std::string& name : names) {
    rational& largest = size[kind_of(name)];
    largest = std::max(largest, rational(abs(exactly(quantity(run, name)))));
  }
  const rational trust = exact_rational("1e-" + std::to_string(digits_of_trust));
  for (const std::string& name : names) {
    const auto bracket = enclosures::proved_quantity(found, name);
    if (!bracket) continue;
    record r = cell_of(of, name);
    auto& facts = r.as<value_facts>();
    const enclosures::decimal_bracket shown = enclosures::in_decimals(*bracket);
    const real50 computed = quantity(run, name);
    const rational value = exactly(computed), tolerance = trust * size[kind_of(name)];
    const rational outside =
        std::max({rational(bracket->lower - value), rational(value - bracket->upper), rational(0)});
    facts.computed = "[" + shown.lower + ", " + shown.upper + "]";
    facts.expected = to_text(computed);
    facts.error = outside.get_d();
    facts.tolerance = tolerance.get_d();
    facts.tolerance_from = std::to_string(digits_of_trust) + " digits of the largest number of its kind";
    facts.reference = engines_of_this_build().maker->declaration.name + " at 50 digits";
    r.outcome = outside <= tolerance ? verdict::holds : verdict::fails;
    r.reason = "a theorem; width " + enclosures::magnitude_above(bracket->width());
    if (r.outcome == verdict::fails) r.reason += ": " + facts.reference + " lies outside";
    records.push_back(std::move(r));
  }
  return records;
}

family proved_runs() {
  return {.name = "proved",
          .title = "What is proved",
          .about = "Brackets that a machine-checked enclosure proves of a motion of which nothing is known in advance.",
          .plan = [](const problem& of, const options&) {
            std::vector<task> tasks;
            if (of.is_chain() || of.answer) return tasks;
            tasks.push_back({.name = "proved/" + of.name, .cells = {cell_of(of, up_to)}, .run = [&of] {
                               return enclosed_run(of);
                             }});
            return tasks;
          }};
}

namespace families {

family proved() {
  return {.name = "proved",
          .title = "References against theorems",
          .about = "Every known number that a machine-checked enclosure brackets must lie in its bracket.",
          .plan = [](const problem& of, const options&) {
            std::vector<task> tasks;
            if (of.is_chain() || !of.answer) return tasks;
            task t{.name = "proved/" + of.name, .cells = {}, .run = [&of] { return enclosed_values(of, {}); }};
            for (const std::string& quantity : known_quantities(of)) t.cells.push_back(cell_of(of, quantity));
            tasks.push_back(std::move(t));
            return tasks;
          }};
}

}  // namespace families

}  // namespace unilateral::study
