#include "solvers/chain_duality/solve.hpp"

namespace unilateral::chain_duality {

template chain_solution<real100> solve(const chain_statement&, const request&);

}  // namespace unilateral::chain_duality
