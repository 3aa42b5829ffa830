#include "reports/study/instance.hpp"

#include "problems/language/admissibility.hpp"

namespace unilateral::study {

std::string settings_text(const parameter_list& overrides) {
  std::string text;
  for (const auto& [name, value] : overrides) text += " --set " + name + "=" + to_text(value, {});
  return text;
}

instance bind(const problem& of, const parameter_list& overrides, bool whole) {
  if (of.is_chain()) throw input_error("problem: expected a mechanical system, found the chain \"" + of.name + "\"");
  instance result{.name = of.name,
                  .settings = settings_text(overrides),
                  .question = with_values(std::get<statement>(of.question), overrides),
                  .answer = of.answer,
                  .difficulties = of.difficulties,
                  .until = {}};
  if (!whole && !of.study_until.empty()) result.until = exact_rational(of.study_until);
  check_admissible(result.question);
  return result;
}

}  // namespace unilateral::study
