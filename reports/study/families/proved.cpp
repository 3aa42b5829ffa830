#include "reports/study/families/proved.hpp"

#include "problems/language/input_error.hpp"
#include "proofs/enclosures/decimals.hpp"
#include "reports/study/families/values.hpp"
#include "reports/study/reference/instance.hpp"
#include "reports/study/reference/reference_path.hpp"
#include "reports/study/run/family.hpp"

#include <algorithm>

namespace unilateral::study {
namespace {

/// Roundings of a closed form at 50 digits, of numbers as large as 1 + |x|: elliptic functions take a few hundred
/// operations.
constexpr int roundings_of_a_closed_form = 4096;

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
