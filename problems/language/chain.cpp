#include "problems/language/chain.hpp"

namespace unilateral {

chain_statement with_values(const chain_statement& general, const parameter_list& overrides) {
  statement parameters_only;
  parameters_only.parameters = general.parameters;
  const statement bound_parameters = with_values(parameters_only, overrides);
  parameter_values values;
  for (const auto& [name, value] : bound_parameters.parameters) values.insert_or_assign(name, value);
  const auto both = [&](const std::array<expression, 2>& x) {
    return std::array<expression, 2>{substitute(x[0], values), substitute(x[1], values)};
  };

  chain_statement bound = general;
  bound.parameters = bound_parameters.parameters;
  for (auto& node : bound.nodes) node = both(node);
  bound.velocity = both(general.velocity);
  bound.path = both(general.path);
  bound.horizon = substitute(general.horizon, values);
  return bound;
}

}  // namespace unilateral
