/// What a solver may do: read the statement it is given. Links alone.
#include "problems/language/admissibility.hpp"

namespace unilateral {

void solver_within_the_language(const statement& asked) { check_admissible(asked); }

}  // namespace unilateral
