#pragma once
/// Two reference engines on one problem, both at 50 digits: to how many decimal digits do they find the same answer?
///
///   (1)  digits = ⌊−log₁₀ max |x − y|/size⌋, at most 50.  size: the largest number of that kind in the run (times,
///        positions, velocities, impulses), or 1, the unit the data are stated in, where that is larger (a column at
///        rest at 0 has no other)
///   (2)  The same of what the problem knows in advance: of the numbers of its reference beside those of either engine,
///        beyond the accuracy that the reference states.
///
/// They agree if digits ≥ `digits_to_agree` and their events are the same: as many impacts of the same constraints,
/// contacts, accumulations. Before an accumulation the engines tell as many impacts as each resolves: those that both
/// tell are compared, and the limit. Both compute with 50 digits, and a run amplifies their rounding, by up to 1e5 here
/// (3141 impacts): 40 digits leave room, and a disagreement there is a fault.

#include "problems/answers/problem.hpp"
#include "reports/study/reference/natural_size.hpp"
#include "reports/study/reference/solver_list.hpp"

#include <array>
#include <optional>
#include <vector>

namespace unilateral::study {

inline constexpr int digits_to_agree = 40;

/// (1), one a kind, and (2).
inline constexpr std::array<const char*, 5> agreements{"times", "positions", "velocities", "impulses", "known numbers"};

/// The largest relative difference of each kind, and where it is.
struct runs_compared {
  std::string fault{};  ///< an event that the two don't have in common; else empty
  std::array<real50, agreements.size()> worst{};
  std::array<std::string, agreements.size()> where{};
};
/// known: may be empty.
runs_compared compared(const std::string& first, const solution<real50>& a, const std::string& second,
                       const solution<real50>& b, const std::vector<known_value<real50>>& known);

/// The first instant at which two runs of one question differ: another event, or a number that is further apart than
/// tolerated.
struct parting {
  double t;
  std::string what;  ///< "impacts[1].t = 1.2262595188179929 and 1.2275…": the first run's, then the second's
};
/// Nothing where (1) holds with so many digits, for sizes that are no smaller than `least`, and the events are the
/// same.
std::optional<parting> parting_of(const solution<real50>& a, const solution<real50>& b, const natural_size& least,
                                  int digits);

/// Solvers that orders, values, residuals and agreements study: of the reference engines the first stands for all, for
/// the others equal it to 40 digits.
std::vector<const listed_solver*> studied_solvers();

}  // namespace unilateral::study
