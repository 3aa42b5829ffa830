#include "reports/command/known_answer.hpp"

namespace unilateral::command {

std::optional<reference<real50>> known_answer_of(const problem& p, const parameter_list& overrides) {
  if (!p.answer) return std::nullopt;
  return std::visit(
      [&](const auto& question) {
        const auto bound = with_values(question, overrides);
        return std::optional(p.answer.at<real50>(values_of<real50>(bound.parameters), constant_value<real50>(bound.horizon)));
      },
      p.question);
}

std::string name_of_origin(origin from) {
  switch (from) {
    case origin::closed_form:
      return "closed form";
    case origin::published:
      return "published";
    default:
      return "computed";
  }
}

}  // namespace unilateral::command
