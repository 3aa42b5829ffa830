#pragma once
/// The register: every claim of the papers, and their settlement as records of the study.

#include "reports/claims/claim.hpp"
#include "reports/study/options.hpp"
#include "reports/study/record.hpp"

namespace unilateral::claims {

/// All claims, paper by paper.
const std::vector<claim>& register_of_claims();

/// Settles every claim whose cell, "claims/" + id, or id the filter admits. Same records for any number of jobs.
/// Throws input_error for a bad regular expression.
std::vector<study::claim_record> settle(const study::options& how, const instruments& with = of_this_build());

}  // namespace unilateral::claims
