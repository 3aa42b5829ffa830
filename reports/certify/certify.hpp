#pragma once
/// Solvers' answers turned into certificates in exact rationals (the text of proofs/certificates/README.md). Nothing
/// here is trusted: the checkers of proofs/ read what is written. No solver is called, and no code is shared with a
/// checker.

#include "reports/certify/exact_answer.hpp"

#include <optional>

namespace unilateral::certify {

struct certified {
  std::string text;  ///< of the file; empty where there is nothing to certify
  int impacts = 0, accelerations = 0, chains = 0;
  int left_out = 0;                    ///< steps of another length than the others
  std::optional<std::string> failure;  ///< what could not be certified, and why
};

/// Impacts, and accelerations in contact. `step`: the step of a time-stepping scheme, in which smooth forces act as
/// well: their momentum is h f(t, q, v⁻).
certified certificates_of(const statement& bound, const exact_answer& answer, const std::optional<rational>& step,
                          const std::string& title);
/// One instant of a chain.
certified certificate_of(const exact_chain& chain, const std::string& title);

}  // namespace unilateral::certify
