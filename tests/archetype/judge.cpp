/// The judge in the archetype: distances, reactions, residuals, quantities, laws, all that is compiled for a scalar.
#include "problems/judge/chain_laws.cpp"
#include "problems/judge/distance.cpp"
#include "problems/judge/finite_answer.hpp"
#include "problems/judge/impulse_measure.cpp"
#include "problems/judge/laws/of_balance.hpp"
#include "problems/judge/laws/of_description.hpp"
#include "problems/judge/laws/of_time.hpp"
#include "problems/judge/polynomial_zeros.cpp"
#include "problems/judge/quantity.cpp"
#include "problems/judge/residual.cpp"
#include "tests/support/archetype.hpp"

namespace unilateral {

using S = archetype;
template class gauss_rule<S>;
template class kinetic_metric<S>;
template bounded<S> distance(distance_kind, const solution<S>&, const solution<S>&, const S&);
template std::vector<bounded<S>> distances(const std::vector<distance_kind>&, const trajectory<S>&,
                                           const trajectory<S>&, const S&, const column<S>&);
template residual<S> residual_of(const statement&, const solution<S>&);

namespace polynomial {
template std::vector<S> zeros(const std::vector<S>&, const S&, const S&);
}

namespace laws {
template std::vector<rule<S>> of_balance();
template std::vector<rule<S>> of_description();
template std::vector<rule<S>> of_time();
template finding judge(const std::string&, const chain_hearing<S>&);
}  // namespace laws

}  // namespace unilateral
