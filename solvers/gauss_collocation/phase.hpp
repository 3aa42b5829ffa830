#pragma once
/// A system with the sign of every switch given (branches.hpp): smooth formulas, ready to be stepped and watched.

#include "solvers/gauss_collocation/branches.hpp"
#include "solvers/gauss_collocation/collocation_step.hpp"
#include "solvers/gauss_collocation/watched_function.hpp"

#include "problems/language/input_error.hpp"

#include <memory>

namespace unilateral::gauss_collocation {

template <class W>
struct phase {
  phase(const branches::smooth& formulas, const gauss_basis<W>& basis, const gauss_basis<long double>& narrow_basis,
        const W& resolution)
      : at(formulas.system), motion(formulas.system, basis, resolution) {
    if constexpr (!std::is_same_v<W, long double>)
      predictor.emplace(formulas.system, narrow_basis, epsilon<long double>());
    const int n = formulas.system.degrees_of_freedom();
    for (const expression& g : formulas.system.gap) {
      gaps.emplace_back(g, n);
      may_lack_gradient.push_back(branches::may_be_singular(g));
      bool varies = false;
      partial_derivatives slope_of(g);
      for (const int i : variables_of(g).coordinates) varies = varies || !variables_of(slope_of(coordinate(i))).none();
      gradient_varies.push_back(varies);
    }
    for (const expression& g : formulas.arguments) switches.emplace_back(g, n);
    for (const expression& g : formulas.branch_points) branch_points.emplace_back(g, n);
  }
  instant<W> at;
  collocation<W> motion;
  std::optional<collocation<long double>>
      predictor;  ///< the same in long double: where a step in W begins; none if W is that
  std::vector<watched_function<W>> gaps, switches, branch_points;
  std::vector<bool> may_lack_gradient, gradient_varies;  ///< somewhere; one a gap
};

/// The phases a run has been in, each made once.
template <class W>
class phases {
 public:
  phases(const mechanical_system& system, const gauss_basis<W>& basis, const W& resolution)
      : formulas(system), basis_(basis), narrow_basis_(basis.template in<long double>()), resolution_(resolution) {}

  branches formulas;

  /// Null where the formulas mean nothing with these signs: 1/|g| with g = 0.
  phase<W>* with(const branch_signs& σ) {
    const auto [place, is_new] = known_.try_emplace(σ);
    if (is_new) {
      try {
        place->second = std::make_unique<phase<W>>(formulas.with(σ), basis_, narrow_basis_, resolution_);
      } catch (const input_error&) {
        if (σ.empty()) throw;
      }
    }
    return place->second.get();
  }
  std::int64_t force_evaluations() const {
    std::int64_t sum = 0;
    for (const auto& [σ, p] : known_) sum += p ? p->motion.force_evaluations : 0;
    return sum;
  }

 private:
  const gauss_basis<W>& basis_;
  gauss_basis<long double> narrow_basis_;
  W resolution_;
  std::map<branch_signs, std::unique_ptr<phase<W>>> known_;
};

}  // namespace unilateral::gauss_collocation
