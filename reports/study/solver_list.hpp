#pragma once
/// Every solver of the tree behind one interface; the list is made by the build from the folders of solvers/.

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
  entry<chain_statement, double> chain_in_double{};
  entry<chain_statement, real50> chain_in_real50{};

  bool solves(const statement&) const { return static_cast<bool>(system_in_double); }
  bool solves(const chain_statement&) const { return static_cast<bool>(chain_in_double); }

  /// Solves a bound question in S. The question must be of a kind that the solver `solves`.
  template <scalar S>
  solution<S> solve(const statement& question, const request& asked) const {
    if constexpr (std::is_same_v<S, double>)
      return system_in_double(question, asked);
    else
      return system_in_real50(question, asked);
  }
  template <scalar S>
  chain_solution<S> solve(const chain_statement& question, const request& asked) const {
    if constexpr (std::is_same_v<S, double>)
      return chain_in_double(question, asked);
    else
      return chain_in_real50(question, asked);
  }
};

/// All solvers, by name.
const std::vector<listed_solver>& solver_list();

/// The solver of that name. Throws input_error that lists the names otherwise.
const listed_solver& find_solver(const std::string& name);

}  // namespace unilateral::study
