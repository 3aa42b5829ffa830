#pragma once
/// Who answers: the two reference engines in 16 and 50 digits, the schemes in 16 at a given step, theorems of
/// proofs/enclosures. Each in a process of its own, within a limit; what it refuses, or does not end, is an answer like
/// any other.

#include "proofs/enclosures/enclosure.hpp"
#include "tests/random_systems/answer.hpp"
#include "tests/random_systems/generator.hpp"
#include "tests/random_systems/parting.hpp"

#include <optional>

namespace unilateral::random_systems {

/// "event_driven", 50. A scheme: with its number of steps on the horizon.
answer answer_by(const std::string& solver, int digits, const statement& question, double limit,
                 std::optional<int> steps = {});

/// What is proved, in brackets; `status` as of an answer ("undecided: …" with what was proved up to there).
struct theorem {
  std::string status;
  struct span {
    real lower, upper;
  };
  struct shock {
    span t;
    std::vector<span> q, v_minus, v_plus;
  };
  std::vector<shock> shocks;
  /// Impacts at one constraint from the last of the first `listed` shocks on, without number, up to the limit at t.
  struct limit {
    int constraint = 0;
    std::size_t listed = 0;
    span t;
    std::vector<span> v;
  };
  std::vector<limit> accumulations;
  std::vector<span> end_position, end_velocity;
  double seconds = 0;
};
theorem theorem_by(enclosures::engine with, int digits, const statement& question, double limit);

/// The first number of an answer that lies outside its bracket by more than `tolerance` of the size of its kind, or an
/// event that is proved and not told, or told and not proved. Of the impacts before a limit that is proved, as many may
/// be told as a solver resolves, at that constraint alone.
std::optional<std::string> contradiction(const theorem& proved, const answer& computed, const unit_sizes& of,
                                         const real& tolerance);

}  // namespace unilateral::random_systems
