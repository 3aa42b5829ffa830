#include "proofs/enclosures/coincidence.hpp"

#include "problems/language/input_error.hpp"
#include "proofs/enclosures/allowance.hpp"
#include "proofs/enclosures/vanishing.hpp"

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <utility>

namespace unilateral::enclosures {
namespace {

using row = std::vector<expression>;
std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// Formulas with others in the place of t, q, v.
class replacement {
 public:
  explicit replacement(std::function<expression(const expression& leaf)> of) : of_(std::move(of)) {}
  expression operator()(const expression& x) {
    if (arity(x.op()) == 0) return of_(x);
    if (const auto known = done_.find(x.pointer().get()); known != done_.end()) return known->second.second;
    const expression left = (*this)(x.left());
    const expression result = arity(x.op()) == 1 ? apply(x.op(), left) : apply(x.op(), left, (*this)(x.right()));
    done_.emplace(x.pointer().get(), std::pair(x, result));
    return result;
  }

 private:
  std::function<expression(const expression&)> of_;
  std::unordered_map<const expression::node*, std::pair<expression, expression>> done_;  ///< which keep their nodes
};
replacement at_rest(const std::vector<bool>& rests) {
  return replacement([&rests](const expression& x) {
    const bool is_state = x.op() == operation::coordinate || x.op() == operation::velocity;
    return is_state && rests[at(x.root().index)] ? expression(0) : x;
  });
}

/// What the making of a formula counts, in products of coefficients.
constexpr int operations_of_a_formula = 1000;

/// By minors of the first row, then the next.
expression determinant(const std::vector<row>& A, std::size_t first, std::vector<bool>& taken) {
  if (first == A.size()) return 1;
  expression sum = 0;
  bool minus = false;
  for (std::size_t j = 0; j < A.size(); ++j) {
    if (taken[j]) continue;
    if (!A[first][j].is(0)) {
      allowance::spend(operations_of_a_formula);
      taken[j] = true;
      const expression term = A[first][j] * determinant(A, first + 1, taken);
      taken[j] = false;
      sum = minus ? sum - term : sum + term;
    }
    minus = !minus;
  }
  return sum;
}
/// Of larger ones nothing is claimed: their formulas are long.
constexpr std::size_t largest_determinant = 8;

bool is_singular(const std::vector<row>& A) {
  if (A.size() > largest_determinant) return false;
  std::vector<bool> taken(A.size(), false);
  return enclosures::vanishes(determinant(A, 0, taken));
}

class free_motion {
 public:
  explicit free_motion(const statement& bound)
      : bound_(bound), n_(bound.system.degrees_of_freedom()), at_start_([this](const expression& x) {
          if (x.op() == operation::time) return expression(0);
          if (x.op() == operation::coordinate) return bound_.position[at(x.root().index)];
          return x.op() == operation::velocity ? bound_.velocity[at(x.root().index)] : x;
        }) {
    for (int i = 0; i < n_; ++i) rests_.push_back(vanishes(bound.position[at(i)]) && vanishes(bound.velocity[at(i)]));
    while (narrow()) {
    }
  }

  /// (2)
  bool are_multiples(int b, int a) {
    const expression &Φ_b = bound_.system.gap[at(b)], &Φ_a = bound_.system.gap[at(a)];
    const expression D = Φ_b * at_start_(Φ_a) - Φ_a * at_start_(Φ_b);
    if (vanishes(at_rest(rests_)(D))) return true;
    if (has_kinks(D)) return false;
    const row no_acceleration(at(n_), expression(0));
    const expression rate = total_derivative(D, no_acceleration);
    if (!vanishes(at_start_(D)) || !vanishes(at_start_(rate))) return false;
    row gradient;
    for (int i = 0; i < n_; ++i) gradient.push_back(derivative(D, coordinate(i)));
    return depends_on_motion(gradient, -total_derivative(rate, no_acceleration));
  }

  const std::vector<bool>& rests() const { return rests_; }

 private:
  /// Whether c·a = d, at q_I = v_I = a_I = 0, where M_JJ a_J = f_J, J the others: det [M_JJ, f_J; c_J, d] = 0.
  bool depends_on_motion(const row& c, const expression& d) const {
    replacement on_rest = at_rest(rests_);
    std::vector<row> A;
    const auto bordered = [&](const row& of, const expression& right) {
      A.emplace_back();
      for (int j = 0; j < n_; ++j)
        if (!rests_[at(j)]) A.back().push_back(on_rest(of[at(j)]));
      A.back().push_back(on_rest(right));
    };
    for (int i = 0; i < n_; ++i)
      if (!rests_[at(i)]) bordered(metric_row(i), bound_.system.force[at(i)]);
    bordered(c, d);
    return is_singular(A);
  }
  row metric_row(int i) const {
    row of(at(n_), expression(0));
    for (const mass_entry& m : bound_.system.mass)
      if (m.row == i) of[at(m.column)] = m.value;
    return of;
  }
  /// Takes one out of I for which (1) fails. False: it holds of all.
  bool narrow() {
    for (int i = 0; i < n_; ++i)
      if (rests_[at(i)] && !depends_on_motion(metric_row(i), bound_.system.force[at(i)])) {
        rests_[at(i)] = false;
        return true;
      }
    return false;
  }

  const statement& bound_;
  const int n_;
  replacement at_start_;
  std::vector<bool> rests_;  ///< I
};

}  // namespace

bool coincidence::vanishes(const expression& x) const {
  try {
    return enclosures::vanishes(at_rest(rests)(x));
  } catch (const input_error&) {  // no value there
    return false;
  }
}

coincidence coincidence_of(const statement& bound) {
  const coincidence none{std::vector<int>(bound.system.gap.size(), -1),
                         std::vector<bool>(bound.position.size(), false)};
  if (bound.system.constraints() < 2) return none;
  try {
    free_motion motion(bound);
    coincidence found = none;
    for (int b = 1; b < bound.system.constraints(); ++b)
      for (int a = 0; a < b && found.followed[at(b)] < 0; ++a)
        if (found.followed[at(a)] < 0 && motion.are_multiples(b, a)) found.followed[at(b)] = a;
    found.rests = motion.rests();
    return found;
  } catch (const input_error&) {  // a formula without a value at q_I = 0 or at the start
    return none;
  }
}

}  // namespace unilateral::enclosures
