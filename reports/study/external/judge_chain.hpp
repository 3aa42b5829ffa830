#pragma once
/// Another code's chain (chain_file.hpp), by itself and against what is known.
///
///   drive               |u_0 − U|, or the largest |x_0(t) − path(t)| at rows
///   bars                the largest |T_i·(u_i − u_{i−1})|, or at rows of an evolution | |x_i − x_{i−1}| − L_i |
///   friction at rest    max over nodes i ≥ 1 of |F_i| − 1, not below 0:   F_i = θ_{i+1} T_{i+1} − θ_i T_i
///   friction power      Σ_{i ≥ 1} (|u_i| − F_i·u_i): where bars keep their length and friction at rest is none,
///                       what the dissipation is above the least [Sayah 2004, (5)–(8)]
///
/// Both of friction need tensions: they are judged of one instant. F_i ∈ ∂|·|(u_i) where both vanish.

#include "problems/answers/problem.hpp"
#include "reports/study/external/order_of_files.hpp"
#include "reports/study/reference/trusted_run.hpp"

#include <optional>
#include <string>

namespace unilateral::study {

judged_file judge_chain(const problem& of, const parameter_list& overrides, const std::string& csv_path,
                        const reference_request& how, std::optional<velocity_reading> velocity);

}  // namespace unilateral::study
