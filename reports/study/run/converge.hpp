#pragma once
/// Observed orders of the solvers on one problem, with uncertainties and verdicts.

#include "problems/answers/problem.hpp"
#include "reports/study/external/orders_of_code.hpp"
#include "reports/study/record/record.hpp"
#include "reports/study/run/options.hpp"

#include <optional>
#include <string>
#include <vector>

namespace unilateral::study {

/// Orders of the named solvers (none named: every one that applies and takes a step) on a problem with these parameter
/// values, on [0, until] (none: the problem's own final time). Past an accumulation point no order is declared: it is
/// measured. Throws input_error for an unknown solver or parameter, for a solver that takes no step there, and where
/// there is nothing to measure against. Where the reference is in doubt no run is made, and every record says so
/// (verdict::reference_in_doubt).
results converge(const problem& of, const parameter_list& overrides, const std::vector<std::string>& solvers,
                 const std::optional<rational>& until, const options& how);

/// Codes from outside, each with the orders that it declares, on the same question: `question` is a file that states it
/// as JSON. A chain has as reference what chain_evolution.hpp and chain_instant.hpp have. Throws input_error
/// as above, and for what is wrong with a code or its ladder.
struct declared_code {
  external_code code;
  declared_orders declares;
};
results converge(const problem& of, const parameter_list& overrides, const std::vector<declared_code>& codes,
                 const std::filesystem::path& question, const code_ladder& ladder, const std::optional<rational>& until,
                 const options& how, const std::function<void(const std::string&)>& say);

}  // namespace unilateral::study
