#pragma once
/// A claim of a paper, and what settles it. The verdict is computed from facts that a run establishes:
///
///   some fact does not hold                            contradicted (never expected)
///   a reference is in doubt (trusted_run.hpp)          open: nothing was measured against it
///   something needed is missing                        open, with what is missing
///   the printed statement was refuted, and the correct one holds    corrected, with the word for the correct one:
///   false
///                                                                   as printed, saying nothing, or a question that has
///                                                                   an answer
///   a theorem is the claim (bindings.hpp)              proved
///   a theorem is the claim in a case                   proved in a case, which the summary names
///   its instances are counted                          confirmed, on these, to the least number of digits
///   otherwise                                          open: nothing says on what it was tried
///
/// Nothing else decides a verdict; `expected` only says which one `verify` waits for.

#include "reports/claims/instruments.hpp"
#include "reports/study/record/record.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace unilateral::claims {

/// What a run found out about a claim.
struct finding {
  study::settlement verdict = study::settlement::contradicted;
  bool reference_in_doubt = false;  ///< one that the facts need; then the claim is open
  std::optional<int> digits;  ///< least number of decimal digits to which a computed number agreed with the one claimed
  std::string summary;        ///< one line: the verdict with its reason
  std::vector<study::evidence> evidence;
  std::vector<std::string> theorems;  ///< "module.name" of those bound to it
};

/// Collects the facts of one claim.
class inquiry {
 public:
  explicit inquiry(const instruments& with) : with_(with) {}
  const instruments& with() const { return with_; }

  /// x should be y: agreement to at least `least` digits, relative to max(|y|, size).
  void agrees(const std::string& what, const real50& x, const real50& y, int least, const real50& size = 0);
  /// As `agrees`, for many comparisons of one kind: only the worst is told.
  void agrees_in_all(const std::string& what, const std::vector<std::pair<real50, real50>>& pairs, int least,
                     const real50& size = 0);
  /// A fact that has to hold; `found` tells the numbers.
  void holds(const std::string& what, bool fact, const std::string& found = {});
  /// The statement as printed fails here: the counter-example.
  void refutes(const std::string& printed, bool fact, const std::string& found);
  /// What is printed is not false, but says nothing of what it is about; shown by an instance.
  void says_nothing(const std::string& printed, bool fact, const std::string& found);
  /// The paper asks, or a reader does, and claims nothing: an instance that is the answer.
  void answers(const std::string& asked, bool fact, const std::string& found);
  /// A theorem of proofs/coq, which must be announced, frozen and audited, and say what it said when it was bound.
  void binds(const binding& theorem);
  /// On what the claim was tried: "40 polygons of 2 to 8 bars". Where nothing was, nothing is confirmed.
  void tried(int count, const std::string& instances);
  /// Every certificate of proofs/certificates/examples/NAME.certificate, which the exact checker must accept.
  void certified(const std::string& name);
  /// Told for the reader; decides nothing.
  void note(const std::string& text) { evidence_.push_back({study::evidence::kind::note, true, text}); }
  /// Why the claim can't be settled whatever the other facts say.
  void misses(const std::string& sentence) { missing_ = sentence; }
  /// A reference that the facts need is in doubt, and why.
  void doubts(const std::string& why) { doubt_ = why; }

  finding result() const;

 private:
  enum class printed { is_false, says_nothing, asks };
  void fact(const std::string& line, bool holds);
  void counter_example(const std::string& statement, bool truth, const std::string& found);
  const instruments& with_;
  std::vector<study::evidence> evidence_;
  std::vector<std::string> theorems_;
  std::optional<int> digits_;
  std::string first_failure_, missing_, doubt_;
  std::string whole_, case_, correction_, instances_;  // theorems that are the claim; its cases; what was tried
  printed printed_ = printed::is_false;
  bool refuted_ = false, correct_ = false;
};

struct claim {
  std::string id;         ///< "S04.stop"
  std::string paper;      ///< key in docs/bibliography.bib
  std::string place;      ///< in the paper
  std::string statement;  ///< what it claims, as printed
  study::settlement expected;
  std::function<void(inquiry&)> settle;
  std::vector<std::string> see{};  ///< figures of the report, tests and files that show it
  std::string corrected{};         ///< the statement that holds, where the printed one does not
};

/// Settles one claim: an exception inside contradicts it, but for a reference in doubt, which leaves it open.
finding settled(const claim& of, const instruments& with);

/// "12 to 48 digits, printed": a number short enough for a line.
std::string brief(const real50& x, int digits = 12);

}  // namespace unilateral::claims
