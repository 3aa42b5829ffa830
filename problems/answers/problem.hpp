#pragma once
/// One entry of the catalogue: a question, and what is known of its answer.

#include "problems/answers/reference.hpp"
#include "problems/language/chain.hpp"
#include "problems/language/input_error.hpp"
#include "problems/language/statement.hpp"
#include "problems/language/tape.hpp"

#include <set>
#include <string>
#include <variant>
#include <vector>

namespace unilateral {

enum class difficulty {
  accumulation,        ///< infinitely many impacts in finite time
  grazing,             ///< contact at zero normal velocity
  simultaneous,        ///< several constraints become active at once
  redundant,           ///< dependent active constraints
  general_metric,      ///< M depends on q
  moving_constraint,   ///< Φ depends on t
  discontinuous_data,  ///< a multiple impact that violates Paoli's condition: the outcome is not continuous in the data
  non_uniqueness       ///< the data have more than one solution, or are hardly told from data that have
};
std::string name_of(difficulty d);

struct problem {
  std::string name{};         ///< unique; letters, digits, underscores
  std::string title{};        ///< for a reader, one line
  std::string source{};       ///< citation with key, "[Paoli 2004, fig. 1]"
  std::string description{};  ///< what happens and why it is hard, a few sentences
  std::string figure{};       ///< ASCII drawing of the geometry, may span lines
  std::variant<statement, chain_statement> question{};
  reference_family answer{};  ///< may be empty
  std::set<difficulty> difficulties{};
  /// Grids of h = 2^-k · horizon put events on step ends; studies jitter their steps. Problems on which convergence in
  /// the step is studied say so:
  bool convergence_study = false;
  /// Final time of the convergence study, before an accumulation point where that matters; empty: the horizon.
  std::string study_until{};

  bool is_chain() const { return std::holds_alternative<chain_statement>(question); }
};

/// Every problem file declares `std::vector<problem> <stem>();` in namespace unilateral::problems, where <stem> is its
/// file's stem; the build collects them. Names must be unique across the catalogue.
const std::vector<problem>& catalogue();

/// The catalogue's problem of that name, or none; no more files are made than it takes to find it.
const problem* problem_in_catalogue(const std::string& name);

/// The same. Throws input_error that lists the names where there is none.
const problem& find_problem(const std::string& name);

/// Parameters of a bound list as a function of their name, evaluated in S. Throws input_error on an unknown name.
template <scalar S>
bound_values<S> values_of(const parameter_list& bound) {
  return [bound](const std::string& name) {
    for (const auto& [known, value] : bound)
      if (known == name) return constant_value<S>(value);
    throw input_error("reference: expected a declared parameter, found \"" + name + "\"");
  };
}

}  // namespace unilateral
