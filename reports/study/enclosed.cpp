#include "reports/study/enclosed.hpp"

#include "problems/language/input_error.hpp"
#include "proofs/enclosures/decimals.hpp"
#include "reports/study/instance.hpp"
#include "reports/study/reference_path.hpp"

#include <algorithm>

namespace unilateral::study {
namespace {

/// Roundings of a closed form at 50 digits, of numbers as large as 1 + |x|: elliptic functions take a few hundred operations.
constexpr int roundings_of_a_closed_form = 4096;

rational exactly(const real50& x) { return exact_rational(to_text(x)); }

value_record judged(const problem& of, const known_value<real50>& known, const reference<real50>& from, const enclosures::bracket& proved) {
  const enclosures::decimal_bracket shown = enclosures::in_decimals(proved);
  value_record r{.cell = "proved/" + of.name + "/" + known.quantity,
                 .problem = of.name,
                 .solver = "theorem",
                 .quantity = known.quantity,
                 .digits = scalar_traits<real50>::digits,
                 .computed = "[" + shown.lower + ", " + shown.upper + "]",
                 .expected = to_text(known.value),
                 .tolerance_from = "what is unknown of the expected value",
                 .reference = text_of(from.from),
                 .command = "unilateral prove " + of.name + " --engine defect --digits " + std::to_string(enclosure_digits)};
  const rational value = exactly(known.value), size = 1 + abs(value);
  const rational rounding = exactly(epsilon<real50>()) * roundings_of_a_closed_form * size;
  const rational unknown = known.accuracy > 0 ? exactly(known.accuracy) : rational(0);
  const rational outside = std::max({rational(proved.lower - value), rational(value - proved.upper), rational(0)});
  r.error = outside.get_d();
  r.tolerance = rational(unknown + rounding).get_d();
  r.outcome = outside <= unknown + rounding ? verdict::holds : verdict::fails;
  r.reason = r.outcome == verdict::holds ? "in the proved bracket, of width " + enclosures::magnitude_above(proved.width()) : "outside the proved bracket";
  return r;
}

}  // namespace

std::vector<value_record> held_against(const problem& of, const reference<real50>& known, const enclosures::enclosure& found) {
  std::vector<value_record> records;
  for (const known_value<real50>& v : known.values) {
    const auto proved = enclosures::proved_quantity(found, v.quantity);
    if (proved && proved->width() <= exact_rational(widest) * std::max(rational(1), rational(abs(exactly(v.value))))) records.push_back(judged(of, v, known, *proved));
  }
  return records;
}

std::vector<value_record> enclosed_values(const problem& of, const parameter_list& overrides) {
  if (of.is_chain() || !of.answer) return {};
  const statement bound = with_values(std::get<statement>(of.question), overrides);
  return held_against(of, of.answer.at<real50>(values_of<real50>(bound.parameters), constant_value<real50>(bound.horizon)),
                      enclosures::enclose(bound, enclosures::engine::defect, {.digits = enclosure_digits}));
}

}  // namespace unilateral::study
