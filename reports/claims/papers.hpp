#pragma once
/// The papers, one file each.

#include "reports/claims/claim.hpp"

namespace unilateral::claims {

std::vector<claim> moreau_1963();
std::vector<claim> moreau_1983();
std::vector<claim> paoli_2004();
std::vector<claim> sweeping();
std::vector<claim> sayah_2004();
std::vector<claim> sayah_2004_duality();  ///< of its section 2.1

}  // namespace unilateral::claims
