#include "solvers/chain_duality/solve.hpp"

namespace unilateral::chain_duality {

template chain_solution<real50> solve(const chain_statement&, const request&);

}  // namespace unilateral::chain_duality
