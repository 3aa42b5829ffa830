#include "reports/study/reference/reference_path.hpp"

#include "problems/judge/short_pieces.hpp"
#include "reports/study/reference/natural_size.hpp"

#include <algorithm>
#include <cmath>

namespace unilateral::study {
namespace {

/// A density is lumped into atoms, and the distance from it is known up to what that moves; ladder.hpp leaves out what
/// lies too near it. With n cells a resting contact shows its order down to steps of some 12/n of the time in contact
/// (impulse_measure.cpp, (3): 3N²/n² ≤ 1/50). The distance costs n log n.
constexpr int cells_of_reference = 2 * default_cells;

/// With more powers a cell of a ladder costs more, with fewer there are more pieces than coarse steps.
constexpr int degree_of_reference = 12;

/// Reactions of a closed form that does not know its own are those of a run on the same path: to ten digits, for both
/// are polynomials that approximate it.
constexpr double same_path = 1e-10;

motion<double> motion_in_double(const instance& of, const solution<real50>& answer) {
  return motion_of(rounded(answer), of.question, of.end<double>(), cells_of_reference);
}

void add_reactions(reference_motion<double>& closed, const instance& of, const reference_request& how) {
  request asked{.step = {}, .until = of.until};
  asked.seconds = how.limit.left();
  const solution<real50> answer = how.by.maker->solve<real50>(of.question, asked);
  if (!answer.completed()) return;
  motion<double> made = motion_in_double(of, answer);
  const double end = of.end<double>(), size = sup_position(closed.known.path, rest_like(closed.known).path, end);
  if (!(sup_position(made.path, closed.known.path, end) <=
        same_path * std::max(size, natural_size_of(of.question, end).place)))
    return;
  closed.known.reactions = std::move(made.reactions);
  closed.from.source += "; reactions computed by " + how.by.maker->declaration.name + " at 50 digits";
}

std::optional<reference_motion<double>> known_or_computed(const instance& of, const reference_request& how) {
  std::optional<reference_motion<double>> closed = closed_form_motion<double>(of);
  if (closed) {
    if (!closed->known.reactions) add_reactions(*closed, of, how);
    return closed;
  }
  motion<double> made = motion_in_double(of, trusted_run(of, how));
  if (!made.finite || !made.path.is_finite())
    throw reference_in_doubt("the motion of " + how.by.maker->declaration.name +
                             " at 50 digits leaves the range of double: choose other units");
  return reference_motion<double>{std::move(made),
                                  {.from = origin::computed,
                                   .source = "events isolated on Taylor series",
                                   .maker = how.by.maker->declaration.name,
                                   .confirmed_by = {how.by.second->declaration.name}}};
}

}  // namespace

template <scalar S, class Question>
std::optional<reference_motion<S>> closed_form_motion(const instance_of<Question>& of) {
  const S end = of.template end<S>();
  std::optional<reference<S>> known = of.template known<S>(end);
  if (!known || !known->path) return {};
  motion<S> answer{std::move(*known->path)};
  if constexpr (std::is_same_v<Question, statement>) {
    answer.reactions = reaction_measures(of.question, answer.path, end, cells_of_reference);
    answer.velocity_before = velocity_before<S>(of.question);
  }
  return reference_motion<S>{std::move(answer), known->from};
}
template std::optional<reference_motion<double>> closed_form_motion(const instance&);
template std::optional<reference_motion<real50>> closed_form_motion(const instance&);
template std::optional<reference_motion<double>> closed_form_motion(const chain_instance&);
template std::optional<reference_motion<real50>> closed_form_motion(const chain_instance&);

std::optional<reference_motion<double>> motion_to_measure_against(const instance& of, const reference_request& how) {
  std::optional<reference_motion<double>> found = known_or_computed(of, how);
  if (found) found->known.path = in_short_pieces(found->known.path, degree_of_reference);
  return found;
}
std::optional<reference_motion<double>> motion_to_measure_against(const chain_instance& of, const reference_request&) {
  return closed_form_motion<double>(of);
}

template <scalar S>
std::optional<reference<S>> known_answer_of(const problem& p, const parameter_list& overrides) {
  if (!p.answer) return {};
  return std::visit(
      [&](const auto& question) {
        const auto bound = with_values(question, overrides);
        return std::optional(p.answer.at<S>(values_of<S>(bound.parameters), constant_value<S>(bound.horizon)));
      },
      p.question);
}
template std::optional<reference<double>> known_answer_of(const problem&, const parameter_list&);
template std::optional<reference<real50>> known_answer_of(const problem&, const parameter_list&);
template std::optional<reference<real100>> known_answer_of(const problem&, const parameter_list&);

std::optional<knowledge> extent_of_knowledge(const problem& p) {
  const auto known = known_answer_of<double>(p);
  if (!known) return {};
  // A closed form is good for any number of digits; it need not be evaluated to say so.
  return knowledge{known->from, known->from.from == origin::closed_form ? scalar_traits<real100>::digits
                                                                        : known_answer_of<real100>(p)->digits};
}

std::vector<int> jumps_of(const trajectory<double>& path) {
  double largest = 0;
  std::vector<double> jump(static_cast<std::size_t>(std::max(path.pieces(), 1)), 0);  // at the begin of each piece
  for (int k = 0; k + 1 < path.pieces(); ++k) {
    for (int i = 0; i < path.dimension(); ++i) {
      const double before = path.velocity(k, i, path.end(k) - path.begin(k)), after = path.velocity(k + 1, i, 0);
      largest = std::max({largest, std::abs(before), std::abs(after)});
      double& here = jump[static_cast<std::size_t>(k) + 1];
      here = std::max(here, std::abs(after - before));
    }
  }
  std::vector<int> pieces;
  for (int k = 1; k < path.pieces(); ++k)
    if (jump[static_cast<std::size_t>(k)] > std::sqrt(epsilon<double>()) * largest)
      pieces.push_back(k);  // halfway, in digits, between rounding and the motion itself
  return pieces;
}

bool has_jumps(const trajectory<double>& path) { return !jumps_of(path).empty(); }

std::string makers_of(const provenance& from) {
  std::string names = from.maker;
  for (std::size_t k = 0; k < from.confirmed_by.size(); ++k)
    names += (k + 1 < from.confirmed_by.size() ? ", " : " and ") + from.confirmed_by[k];
  return names;
}

std::string name_of(origin from) {
  switch (from) {
    case origin::closed_form:
      return "closed form";
    case origin::published:
      return "published";
    default:
      return "computed";
  }
}

std::string origin_of(const provenance& from) {
  return name_of(from.from) + (from.from == origin::computed ? " by " + makers_of(from) : "");
}

std::string text_of(const provenance& from) {
  return origin_of(from) + (from.from == origin::computed ? " at 50 digits: " : ": ") + from.source;
}

}  // namespace unilateral::study
