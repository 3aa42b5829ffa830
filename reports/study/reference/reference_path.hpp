#pragma once
/// The motion that errors are measured against: the problem's closed form where it has a path, otherwise computed by
/// event_driven at 50 digits, found by a second engine or enclosed by a theorem too (trusted_run.hpp), and rounded;
/// that one never judges event_driven itself.

#include "reports/study/reference/instance.hpp"
#include "reports/study/reference/motion.hpp"
#include "reports/study/reference/trusted_run.hpp"

namespace unilateral::study {

/// What is known of a problem in S, for the statement's own values of the parameters but those overridden, up to its
/// horizon. Empty where nothing is.
template <scalar S>
std::optional<reference<S>> known_answer_of(const problem& p, const parameter_list& overrides = {});

/// Where the answer of a problem comes from, and to how many digits it is known, at most those of the longest scalar.
/// Empty where nothing is.
struct knowledge {
  provenance from;
  int digits;
};
std::optional<knowledge> extent_of_knowledge(const problem& p);

template <scalar S>
struct reference_motion {
  motion<S> known;
  provenance from;
  double confirmed_to = 0;  ///< of a chain's motion that is computed: in parts of its size (chain_evolution.hpp)
};

/// Closed form only: on [0, end of the instance].
template <scalar S, class Question>
std::optional<reference_motion<S>> closed_form_motion(const instance_of<Question>& of);

/// Closed form, else computed. Throws reference_in_doubt where it is computed and stopped, or nothing else confirms it.
/// A chain has its closed form or none: then it is empty. (What codes from outside are measured against: see
/// chain_evolution.hpp.)
std::optional<reference_motion<double>> motion_to_measure_against(const instance& of,
                                                                  const reference_request& how = {});
std::optional<reference_motion<double>> motion_to_measure_against(const chain_instance& of,
                                                                  const reference_request& how = {});

/// The pieces that begin with a jump of a coordinate's velocity by more than rounding.
std::vector<int> jumps_of(const trajectory<double>& path);
/// Whether there is one.
bool has_jumps(const trajectory<double>& path);

/// The maker and who found the same: "extrapolation, event_driven and gauss_collocation".
std::string makers_of(const provenance& from);

/// "closed form", "published", "computed".
std::string name_of(origin from);

/// "closed form", "published", "computed by extrapolation, event_driven and gauss_collocation".
std::string origin_of(const provenance& from);

/// "closed form: …", "computed by event_driven and gauss_collocation at 50 digits: …".
std::string text_of(const provenance& from);

}  // namespace unilateral::study
