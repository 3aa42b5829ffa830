#pragma once
/// A problem with values for its parameters: what a study runs on.

#include "problems/answers/problem.hpp"

#include <optional>
#include <set>
#include <string>

namespace unilateral::study {

template <class Question>
struct instance_of {
  std::string name;         ///< of the problem
  std::string settings;     ///< " --set e=9/10 …" for the commands that regenerate a cell
  Question question;        ///< bound
  reference_family answer;  ///< may be empty
  std::set<difficulty> difficulties;
  std::optional<rational> until;  ///< final time of the study; none: the horizon

  template <scalar S>
  S end() const {
    return until ? exact<S>(*until) : constant_value<S>(question.horizon);
  }
  std::string end_text() const { return until ? to_text(*until) : to_text(question.horizon, {}); }

  /// The reference on [0, until], where the problem has one for these values.
  template <scalar S>
  std::optional<reference<S>> known(const S& last) const {
    if (!answer) return {};
    return answer.at<S>(values_of<S>(question.parameters), last);
  }
};

using instance = instance_of<statement>;
using chain_instance = instance_of<chain_statement>;

/// Up to the problem's `study_until` (whole = false) or its horizon. Throws input_error for an unknown parameter, and
/// for a problem of the other kind.
template <class Question>
instance_of<Question> bind(const problem& of, const parameter_list& overrides, bool whole);

/// " --set name=value" of each override.
std::string settings_text(const parameter_list& overrides);

}  // namespace unilateral::study
