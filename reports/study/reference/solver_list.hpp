#pragma once
/// Every solver of the tree behind one interface; the list is made by the build from the folders of solvers/.

#include "problems/judge/finite_answer.hpp"
#include "problems/language/many_digits.hpp"
#include "problems/language/solver.hpp"

#include <functional>
#include <type_traits>
#include <vector>

namespace unilateral::study {

class listed_solver {
 public:
  template <class Question, scalar S>
  using answer = std::conditional_t<std::is_same_v<Question, statement>, solution<S>, chain_solution<S>>;
  template <class Question, scalar S>
  using entry = std::function<answer<Question, S>(const Question&, const request&)>;

  method declaration;
  entry<statement, double> system_in_double{};
  entry<statement, real50> system_in_real50{};
  entry<statement, real100> system_in_real100{};  ///< empty where the solver doesn't bring that scalar
  entry<chain_statement, double> chain_in_double{};
  entry<chain_statement, real50> chain_in_real50{};
  entry<chain_statement, real100> chain_in_real100{};

  bool solves(const statement&) const { return static_cast<bool>(system_in_double); }
  bool solves(const chain_statement&) const { return static_cast<bool>(chain_in_double); }

  /// Decimal digits of the longest scalar it brings.
  int digits() const {
    if (system_in_real100 || chain_in_real100) return scalar_traits<real100>::digits;
    return system_in_real50 || chain_in_real50 ? scalar_traits<real50>::digits : scalar_traits<double>::digits;
  }

  /// Solves a bound question in S, which the solver brings. The question must be of a kind that the solver `solves`. An
  /// answer with anything in it that is no finite number has "stopped", whatever the solver says.
  template <scalar S>
  solution<S> solve(const statement& question, const request& asked) const {
    if constexpr (std::is_same_v<S, double>)
      return stop_unless_finite(system_in_double(question, asked));
    else if constexpr (std::is_same_v<S, real50>)
      return stop_unless_finite(system_in_real50(question, asked));
    else
      return stop_unless_finite(system_in_real100(question, asked));
  }
  template <scalar S>
  chain_solution<S> solve(const chain_statement& question, const request& asked) const {
    if constexpr (std::is_same_v<S, double>)
      return stop_unless_finite(chain_in_double(question, asked));
    else if constexpr (std::is_same_v<S, real50>)
      return stop_unless_finite(chain_in_real50(question, asked));
    else
      return stop_unless_finite(chain_in_real100(question, asked));
  }
};

/// All solvers, by name.
const std::vector<listed_solver>& solver_list();

/// The solver of that name. Throws input_error that lists the names otherwise.
const listed_solver& find_solver(const std::string& name);

}  // namespace unilateral::study
