#pragma once
/// What the checks of claims run on. Tests replace one of them by a faulty one and see the verdicts turn.

#include "reports/claims/bindings.hpp"
#include "reports/claims/exact.hpp"
#include "reports/study/record/record.hpp"
#include "reports/study/reference/solver_list.hpp"

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <utility>

namespace unilateral::claims {

/// What a theorem says, as Coq prints it, and the digest of that and of the definitions in it.
struct audited_statement {
  std::string digest, text;
};

/// The theorems that the audit of proofs/coq has accepted.
struct audited_theorems {
  std::map<std::pair<std::string, std::string>, audited_statement> proved;  ///< by (file, theorem)
  std::string fault;                                                        ///< why none of them counts; else empty
};

/// Announced in headlines.txt, stated in headlines.frozen and digested in statements.sha256; and the digests of
/// audited.sha256, which the audit writes when everything has been built and checked, are those of the files as they
/// are. So Coq need not be on the machine: its proofs are checked by digest.
audited_theorems theorems_in(const std::filesystem::path& folder);

/// Whether the audit ran to its end on this machine, for these very files: it leaves their digests in the folder where
/// it worked, which stands beside the command.
bool checked_by_coq_here(const std::filesystem::path& folder);

struct instruments {
  std::vector<study::listed_solver> solvers;
  std::function<exact::shock(const exact::space&, const exact::rows&, const exact::vector&, const rational& e)>
      impact_law = exact::impact;
  std::function<exact::projected(const exact::space&, const exact::rows&, const exact::vector& s,
                                 const exact::vector& z)>
      projection = exact::project;
  audited_theorems theorems;
  std::vector<binding> bindings{};       ///< of theorems to claims
  std::filesystem::path certificates{};  ///< the folder of the claims' certificates
  study::results orders{};  ///< of the study of that name, that this run has measured already; a claim about orders
                            ///< measures what is missing

  /// Throws input_error for an unknown name.
  const study::listed_solver& solver(const std::string& name) const;
};

/// The solvers, the law and the proofs of this build.
instruments of_this_build();

}  // namespace unilateral::claims
