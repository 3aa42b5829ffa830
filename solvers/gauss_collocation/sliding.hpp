#pragma once
/// How long a motion along a jump lasts.
///
/// A switch g that stays 0 (σ = 0) holds the motion as long as the forces of both sides s = ±1 lead back to it. With
/// those of side s in the place of its own the motion would have
///
///     s ∂g/∂v · (q''_s − q'')     (s ∂g/∂q · (q''_s − q'') where g is no function of velocities)
///
/// as the first derivative of s g that is not 0. Where that becomes positive, the motion may leave: an event.

#include "solvers/gauss_collocation/first_root.hpp"
#include "solvers/gauss_collocation/situation.hpp"
#include "solvers/gauss_collocation/step_choice.hpp"

namespace unilateral::gauss_collocation {

template <class W>
class sliding {
  using vector = vector_of<W>;

 public:
  sliding(phases<W>& systems, const situation<W>& here, const chosen_step<W>& chosen)
      : systems_(systems), here_(here), chosen_(chosen) {}

  struct release {
    int number;  ///< of the switch
    W x;         ///< place on the step, in ]0, 1]
  };
  bool is_resolved = true;  ///< else the step is too long to tell

  std::optional<release> first() {
    const gauss_basis<W>& basis = here_.system->motion.basis;
    std::optional<release> earliest;
    for (const auto& [k, lead] : chosen_.switch_leads) {
      if (here_.σ[static_cast<std::size_t>(k)] != 0) continue;
      for (const signed char side : {1, -1}) {
        auto pull = pull_back(k, side);
        if (!pull) continue;
        auto& [y, size] = *pull;
        const leading begin = leading_term(basis, y, size);
        if (begin.sign <= 0) continue;  // that it leaves from the begin on, the choice of sides has seen
        const series<W> c = basis.coefficients(y);
        is_resolved = is_resolved && step_choice<W>::is_resolved(c, size);
        W noise =
            W(slack) / W(16) * epsilon<W>() * size + W(4) * size_of(c, c.size() - 2);  // with what the series leaves
        for (int power = 0; power < begin.p; ++power) {
          for (int j = 0; j < basis.stages(); ++j) y[j] /= basis.c(j);
          noise /= basis.c(0);
        }
        // Only what falls below 0 by more than rounding is no touch: the zero of the values raised by that, and from
        // there by Newton's method to their own.
        const series<W> pulled = basis.coefficients(y);
        series<W> raised = pulled;
        raised[0] += W(4) * noise;
        const auto below = first_root<W>(basis, noise)(raised);
        if (!below || below->kind != root_kind::crossing) continue;
        const W rate = value(slope(pulled), below->x), back = rate < W(0) ? W(value(pulled, below->x) / rate) : W(0);
        const W place = back > W(0) && back < below->x ? W(below->x - back) : below->x;
        if (!earliest || place < earliest->x) earliest = release{k, place};
      }
    }
    return earliest;
  }

 private:
  struct values {
    vector at_points;
    W size;  ///< what their rounding comes from
  };
  /// How strongly the forces of a side lead back to the jump, at the Gauss points of the step. Nothing where they mean
  /// nothing.
  std::optional<values> pull_back(int k, signed char side) {
    branch_signs σ = here_.σ;
    σ[static_cast<std::size_t>(k)] = side;
    phase<W>* const beside = systems_.with(σ);
    if (beside == nullptr) return {};
    const collocated_step<W>& x = chosen_.x;
    const int n = static_cast<int>(x.q_0.size());
    watched_function<W>& g = here_.system->switches[static_cast<std::size_t>(k)];
    step_motion<W> motion(x, here_.system->motion.basis);
    values result{vector(here_.system->motion.basis.stages()), W(0)};
    for (int j = 0; j < result.at_points.size(); ++j) {
      const auto s = motion.at(here_.system->motion.basis.c(j));
      const vector q = Eigen::Map<const vector>(s.q.data(), n), v = Eigen::Map<const vector>(s.v.data(), n);
      beside->at.evaluate(s.t, q, v);
      if (!beside->at.motion_is_defined()) return {};
      const vector a = beside->at.held(x.J).acceleration,
                   slope = g.of_velocity() ? g.velocity_gradient(s.t, q, v) : g.gradient(s.t, q, v);
      result.at_points[j] = W(-side) * slope.dot(vector(a - x.a.col(j)));
      result.size = std::max(result.size, W(slope.cwiseAbs().dot(vector(a.cwiseAbs() + x.a.col(j).cwiseAbs()))));
    }
    if (!is_number(result.size)) return {};
    return result;
  }

  phases<W>& systems_;
  const situation<W>& here_;
  const chosen_step<W>& chosen_;
};

}  // namespace unilateral::gauss_collocation
