#pragma once
/// The register: every claim of the papers, and their settlement as records of the study.

#include "reports/claims/claim.hpp"
#include "reports/study/record/record.hpp"
#include "reports/study/run/options.hpp"

namespace unilateral::claims {

/// All claims, paper by paper.
const std::vector<claim>& register_of_claims();

/// Settles every claim whose cell, "claims/" + id, or id the filter admits. Same records for any number of jobs.
/// Throws input_error for a bad regular expression.
study::results settle(const study::options& how, const instruments& with = of_this_build());

}  // namespace unilateral::claims
