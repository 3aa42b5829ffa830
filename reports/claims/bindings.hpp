#pragma once
/// Which theorem of proofs/coq stands beside which claim, and what it is of the claim: reports/claims/theorems.txt, a
/// line a theorem,
///
///   CLAIM  PART  MODULE.THEOREM  DIGEST  [words]
///
/// DIGEST is that of the theorem's statement and of the definitions that the statement is made of, as the audit of
/// proofs/coq prints them (proofs/coq/statements.sha256). Nobody writes these lines but who has read the statement
/// beside the claim: a theorem that was renamed, or says something else, is bound no longer, and its claim falls.

#include <filesystem>
#include <string>
#include <vector>

namespace unilateral::claims {

/// What a theorem is of its claim. Where several lines say `is`, they are the claim together.
enum class part {
  is,          ///< the claim as printed, under the paper's hypotheses or weaker ones
  is_case,     ///< the claim in the case that the words name
  correction,  ///< the statement that holds instead of the printed one; words: its case, if it is not the whole of it
  refutation,  ///< the printed statement fails
  support      ///< of use for it; decides nothing
};
std::string name_of(part p);  // "is", "case", "correction", "refutation", "support"

struct binding {
  std::string claim;
  part is = part::support;
  std::string module, theorem, digest, words;
  std::string name() const { return module + "." + theorem; }
};

/// Throws input_error for a file that is not there and for a line that is none of these.
std::vector<binding> bindings_in(const std::filesystem::path& file);

}  // namespace unilateral::claims
