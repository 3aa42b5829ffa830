#pragma once
/// The scheme for any system, one step at a time: the shape of the kinetic metric is chosen once, from the statement.

#include "problems/language/many_digits.hpp"
#include "problems/language/statement.hpp"
#include "solvers/moreau_time_stepping/scheme.hpp"

#include <variant>

namespace unilateral::moreau_time_stepping {

template <scalar S>
class stepper {
 public:
  /// Starts at the statement's initial data; the statement must be bound and admissible.
  explicit stepper(const statement& bound) : scheme_(chosen(bound)) {}

  /// Back to the initial data.
  void restart() {
    std::visit([](auto& s) { s.restart(); }, scheme_);
  }
  /// One step h around its midpoint t_m.
  outcome step(const S& t_m, const S& h) {
    return std::visit([&](auto& s) { return s.step(t_m, h); }, scheme_);
  }
  const S* position() const {
    return std::visit([](const auto& s) { return s.position().data(); }, scheme_);
  }
  const S* velocity() const {
    return std::visit([](const auto& s) { return s.velocity().data(); }, scheme_);
  }

  /// `use(scheme)` for the scheme chosen.
  template <class Use>
  auto visit(Use use) {
    return std::visit(use, scheme_);
  }

 private:
  /// A general M of more degrees of freedom is treated as sparse.
  static constexpr int largest_dense = 32;

  using any = std::variant<scheme<S, dense_metric<S, 1>>, scheme<S, dense_metric<S, 2>>, scheme<S, dense_metric<S, 3>>,
                           scheme<S, dense_metric<S, Eigen::Dynamic>>, scheme<S, diagonal_metric<S>>,
                           scheme<S, sparse_metric<S>>>;

  static any chosen(const statement& bound) {
    bool diagonal = true;
    for (const mass_entry& e : bound.system.mass) diagonal = diagonal && e.row == e.column;
    switch (const int n = bound.system.degrees_of_freedom()) {
      case 1:
        return any(std::in_place_type<scheme<S, dense_metric<S, 1>>>, bound);
      case 2:
        return any(std::in_place_type<scheme<S, dense_metric<S, 2>>>, bound);
      case 3:
        return any(std::in_place_type<scheme<S, dense_metric<S, 3>>>, bound);
      default:
        if (diagonal) return any(std::in_place_type<scheme<S, diagonal_metric<S>>>, bound);
        if (n <= largest_dense) return any(std::in_place_type<scheme<S, dense_metric<S, Eigen::Dynamic>>>, bound);
        return any(std::in_place_type<scheme<S, sparse_metric<S>>>, bound);
    }
  }

  any scheme_;
};

extern template class stepper<double>;
extern template class stepper<real50>;

}  // namespace unilateral::moreau_time_stepping
