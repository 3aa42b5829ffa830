#include "reports/study/reference_path.hpp"

#include "reports/study/solver_list.hpp"

namespace unilateral::study {
namespace {

constexpr auto maker = "event_driven";

std::optional<motion<double>> computed(const instance& of) {
  for (const listed_solver& s : solver_list()) {
    if (s.declaration.name != maker) continue;
    solution<real50> answer = s.solve<real50>(of.question, {.step = {}, .until = of.until});
    if (answer.completed()) return rounded(motion_of(std::move(answer), of.question.system.constraints(), of.end<real50>()));
  }
  return {};
}

}  // namespace

template <scalar S>
std::optional<reference_motion<S>> closed_form_motion(const instance& of) {
  const S end = of.end<S>();
  std::optional<reference<S>> known = of.known<S>(end);
  if (!known || !known->path) return {};
  auto reactions = reaction_measures(of.question, *known->path, end);
  return reference_motion<S>{{std::move(*known->path), std::move(reactions)}, known->from};
}
template std::optional<reference_motion<double>> closed_form_motion(const instance&);
template std::optional<reference_motion<real50>> closed_form_motion(const instance&);

std::optional<reference_motion<double>> motion_to_measure_against(const instance& of) {
  std::optional<reference_motion<double>> closed = closed_form_motion<double>(of);
  if (closed && closed->known.reactions) return closed;

  std::optional<motion<double>> made = computed(of);
  if (!made) return closed;
  if (!closed) return reference_motion<double>{std::move(*made), {.from = origin::computed, .source = "events isolated on Taylor series", .maker = maker}};
  closed->known.reactions = std::move(made->reactions);
  closed->from.source += std::string("; reactions computed by ") + maker + " at 50 digits";
  return closed;
}

std::string text_of(const provenance& from) {
  switch (from.from) {
    case origin::closed_form: return "closed form: " + from.source;
    case origin::published: return "published: " + from.source;
    default: return "computed by " + from.maker + " at 50 digits: " + from.source;
  }
}

}  // namespace unilateral::study
