#include "reports/study/reference/instance.hpp"

#include "problems/language/admissibility.hpp"

namespace unilateral::study {

std::string settings_text(const parameter_list& overrides) {
  std::string text;
  for (const auto& [name, value] : overrides) text += " --set " + name + "=" + to_text(value, {});
  return text;
}

template <class Question>
instance_of<Question> bind(const problem& of, const parameter_list& overrides, bool whole) {
  const Question* const general = std::get_if<Question>(&of.question);
  if (!general)
    throw input_error(
        "problem: expected a " +
        std::string(of.is_chain() ? "mechanical system, found the chain" : "chain, found the mechanical system") +
        " \"" + of.name + "\"");
  instance_of<Question> result{.name = of.name,
                               .settings = settings_text(overrides),
                               .question = with_values(*general, overrides),
                               .answer = of.answer,
                               .difficulties = of.difficulties,
                               .until = {}};
  if (!whole && !of.study_until.empty()) result.until = exact_rational(of.study_until);
  check_admissible(result.question);
  return result;
}
template instance bind(const problem&, const parameter_list&, bool);
template chain_instance bind(const problem&, const parameter_list&, bool);

}  // namespace unilateral::study
