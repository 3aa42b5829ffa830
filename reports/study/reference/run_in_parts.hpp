#pragma once
/// The solvers that hand a run over in parts (problems/language/parts_of_run.hpp), as solver_list.hpp has all of them.

#include "problems/judge/finite_answer.hpp"
#include "problems/language/many_digits.hpp"
#include "problems/language/parts_of_run.hpp"
#include "problems/language/solver.hpp"

#include <functional>
#include <map>
#include <string>
#include <type_traits>

namespace unilateral::study {

class run_in_parts {
 public:
  template <scalar S>
  using entry = std::function<solution<S>(const statement&, const request&, const parts_of_run<S>&)>;

  entry<double> in_double{};
  entry<real50> in_real50{};
  entry<real100> in_real100{};

  /// Whether the solver does so in S.
  template <scalar S>
  bool brings() const {
    return static_cast<bool>(of<S>());
  }
  /// The end of the answer, and its last part; all others have gone to `take`. A run with anything in it that is no
  /// finite number has "stopped" with the part before.
  template <scalar S>
  solution<S> solve(const statement& question, const request& asked, const parts_of_run<S>::receiver& take) const {
    std::string stopped;
    const auto taken = [&](solution<S>& part) {
      if (!stopped.empty()) return;
      part = stop_unless_finite(std::move(part));
      if (part.completed())
        take(part);
      else
        stopped = part.status;
    };
    solution<S> last = stop_unless_finite(of<S>()(question, asked, parts_of_run<S>(taken)));
    if (!stopped.empty()) {
      last.status = stopped;
      last.path = trajectory<S>();
      last.impacts.clear();
    }
    return last;
  }

 private:
  template <scalar S>
  const entry<S>& of() const {
    if constexpr (std::is_same_v<S, double>)
      return in_double;
    else if constexpr (std::is_same_v<S, real50>)
      return in_real50;
    else
      return in_real100;
  }
};

/// By name of the solver; empty where it keeps its runs whole.
const run_in_parts& run_in_parts_of(const std::string& solver);

}  // namespace unilateral::study
