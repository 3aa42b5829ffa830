#pragma once
/// Taylor coefficients of formulas in intervals, order by order [Moore 1966].
///
/// Variables: t, q_i, v_i, and as many more as wanted (the columns of a variational equation).

#include "problems/language/expression.hpp"
#include "proofs/enclosures/lohner/interval.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace unilateral::enclosures::lohner {

/// A list of operations. Numbers of places: whatever `of`, `variable` and `apply` return.
class program {
 public:
  /// y = (q, v) are the variables 0 … 2n − 1.
  explicit program(int degrees_of_freedom) : n_(degrees_of_freedom) {}

  int of(const expression& x);
  int variable(int number);
  int times(int x, int y) { return place({operation::multiply, x, y}); }
  int plus(int x, int y) { return place({operation::add, x, y}); }
  bool is_zero(int place_number) const;

  struct line {
    operation op;
    int left = -1, right = -1;
    int number = -1;     ///< of a variable; −1: t
    rational value{};    ///< of a constant, or the exponent of a power
    int companion = -1;  ///< c in the differential equation z' = c u' (sin and cos, sinh and cosh, tanh) or c z' = u'
                         ///< (asin, acos, atan, atan2)
  };
  const std::vector<line>& lines() const { return lines_; }

 private:
  int place(line l);
  int power(int base, const expression& exponent);
  int differential(operation op, int u);
  int square_of(int u) { return times(u, u); }

  int n_;
  std::vector<line> lines_;
  std::map<std::string, int> known_;
  std::map<const expression::node*, int> walked_;
  std::vector<expression> kept_;  ///< so that no address is used twice
};

/// The coefficients of one run. Precision: that in force at each call.
class taylor {
 public:
  explicit taylor(const program& of, bool time_runs = true) : of_(&of), time_runs_(time_runs), x_(of.lines().size()) {}
  /// The next coefficient of all places: y holds that of the variables.
  void next(const interval& t, const std::vector<interval>& y);
  const interval& operator()(int place, int k) const {
    return x_[static_cast<std::size_t>(place)][static_cast<std::size_t>(k)];
  }

 private:
  interval first(const program::line& l) const;
  interval later(int i, int k) const;

  const program* of_;
  bool time_runs_;
  int order_ = 0;
  std::vector<std::vector<interval>> x_;
};

}  // namespace unilateral::enclosures::lohner
