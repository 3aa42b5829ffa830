#pragma once
/// Where a gap is hit: has it a gradient there, from which a normal follows?

#include "solvers/gauss_collocation/situation.hpp"

namespace unilateral::gauss_collocation {

template <class W>
class gap_gradient {
  using vector = vector_of<W>;

 public:
  gap_gradient(phases<W>& systems, situation<W>& here, int n) : systems_(systems), here_(here), n_(n) {}

  /// A switch in the formula of that gap has just changed.
  bool jumped(int α) const {
    const std::set<int>& own = systems_.formulas.of_gap(α);
    return std::any_of(own.begin(), own.end(),
                       [&](int k) { return here_.arguments_at_zero.contains(k) || here_.switched.contains(k); });
  }
  /// What a gap without gradient is compared with is not its size, which the gradient would tell, but its enclosure
  /// where the position is known to rounding.
  bool may_touch(int α) {
    return here_.known.arrived.contains(α) ||
           !(here_.system->gaps[static_cast<std::size_t>(α)]
                 .value_near(here_.now.t, here_.now.q, here_.now.v, here_.now.q_moved, slack)
                 .low > 0);
  }
  /// Whether a switch that is 0 here leaves the gradient of the gap open.
  bool is_open(int α) {
    using std::abs;
    const vector own = here_.system->at.G.row(α).transpose();
    return differs_beyond_a_switch(α, [&](const instant<W>& there) {
      for (int i = 0; i < n_; ++i)
        if (!(abs(there.G(α, i) - own[i]) <= W(slack) * epsilon<W>() * (abs(own[i]) + abs(there.G(α, i))))) return true;
      return false;
    });
  }
  /// Whether it leaves the velocity of the wall open, the gradient not.
  bool wall_is_open(int α) {
    using std::abs;
    const W own = here_.system->at.rate[α], size = rate_size(here_.system->at, here_.now, α);
    return !is_open(α) && differs_beyond_a_switch(α, [&](const instant<W>& there) {
      return !(abs(there.rate[α] - own) <= W(slack) * epsilon<W>() * (size + rate_size(there, here_.now, α)));
    });
  }
  /// Whether the gradient, or the rate at which the wall moves, is no number or quite another within the rounding of
  /// the place: on the tip of a cone, on a cusp.
  bool is_singular(int α) {
    using std::abs;
    if (!here_.system->may_lack_gradient[static_cast<std::size_t>(α)]) return false;
    instant<W>& at = here_.system->at;
    const vector G = at.G.row(α).transpose();
    const W wall = at.rate[α] - G.dot(here_.now.v), speed = rate_size(at, here_.now, α);
    bool differs = false;
    const auto look = [&](const W& t, const vector& q) {
      at.evaluate(t, q, here_.now.v);
      const vector there = at.G.row(α).transpose();
      const W change = (there - G).cwiseAbs().maxCoeff(),
              size = W(there.cwiseAbs().maxCoeff()) + W(G.cwiseAbs().maxCoeff());
      differs = differs || !(change <= size / W(1024)) ||
                !(abs(W(at.rate[α] - there.dot(here_.now.v) - wall)) <= speed / W(1024));
    };
    for (const int side : {-1, 1}) {
      const W δ = W(side * slack) * epsilon<W>();
      look(W(here_.now.t + δ * here_.now.t), here_.now.q);
      for (int i = 0; i < n_; ++i)
        look(here_.now.t, here_.now.q + δ * (abs(here_.now.q[i]) + here_.now.q_moved[i]) * vector::Unit(n_, i));
    }
    at.evaluate(here_.now.t, here_.now.q, here_.now.v);
    return differs;
  }

  /// The gap's gradient beyond the one switch that is 0, if the formula there would be the larger one here: then both
  /// sides have to be ≥ 0, as in a valley.
  std::optional<vector> beyond_valley(int α) {
    const vector own = here_.system->at.G.row(α).transpose();
    std::optional<vector> found;
    for (const int k : systems_.formulas.of_gap(α)) {
      if (!here_.switched.contains(k)) continue;
      const auto K = static_cast<std::size_t>(k);
      watched_function<W>& g = here_.system->switches[K];
      if (found || g.of_velocity() || here_.σ[K] == 0) return {};
      branch_signs other = here_.σ;
      other[K] = static_cast<signed char>(-here_.σ[K]);
      phase<W>* there = systems_.with(other);
      if (there == nullptr) return {};
      there->at.evaluate(here_.now.t, here_.now.q, here_.now.v);
      const vector across = there->at.G.row(α).transpose();
      // Where σ g grows the formula here applies; there it has to grow less than the other one.
      const vector inward = W(here_.σ[K]) * g.gradient(here_.now.t, here_.now.q, here_.now.v);
      if (!((own - across).dot(inward) < W(0)) ||
          there->at.rate[α] - across.dot(here_.now.v) != here_.system->at.rate[α] - own.dot(here_.now.v))
        return {};
      found = across;
    }
    return found;
  }

  /// Whether the gradient of a gap that is 0 at a place of a step is 0 there as well, or none: less by far than just
  /// beside it, as that of x³ or x² is. `beside`: in parts of the step, above what the place is known to.
  bool vanishes(int α, const collocated_step<W>& x, const W& place, const W& beside = W(1) / W(1 << 16)) {
    const W small = W(1) / W(1 << 8);
    step_motion<W> motion(x, here_.system->motion.basis);
    const auto size_at = [&](const W& y) { return W(on(motion, y, α).cwiseAbs().maxCoeff()); };
    const W size = size_at(place);
    return !(size > small * size_at(std::max(W(0), W(place - beside)))) ||
           !(size > small * size_at(std::min(W(1), W(place + beside))));
  }
  /// Whether it is quite another just before the place than just behind it.
  bool turns(int α, const collocated_step<W>& x, const W& place) {
    const W beside = W(1) / W(1 << 30);
    step_motion<W> motion(x, here_.system->motion.basis);
    const vector before = on(motion, std::max(W(0), W(place - beside)), α),
                 behind = on(motion, std::min(W(1), W(place + beside)), α);
    return !(W((behind - before).cwiseAbs().maxCoeff()) <= W(before.cwiseAbs().maxCoeff()) / W(4));
  }

 private:
  /// Whether the formula of the gap beyond one of its switches that are 0 here means nothing, or `differs` there.
  template <class F>
  bool differs_beyond_a_switch(int α, const F& differs) {
    for (const int k : systems_.formulas.of_gap(α)) {
      if (!here_.switched.contains(k)) continue;
      branch_signs other = here_.σ;
      other[static_cast<std::size_t>(k)] = static_cast<signed char>(here_.σ[static_cast<std::size_t>(k)] > 0 ? -1 : 1);
      phase<W>* there = systems_.with(other);
      if (there == nullptr) return true;
      there->at.evaluate(here_.now.t, here_.now.q, here_.now.v);
      if (differs(there->at)) return true;
    }
    return false;
  }
  vector on(step_motion<W>& motion, const W& place, int α) {
    const auto& s = motion.at(place);
    here_.system->at.evaluate(s.t, Eigen::Map<const vector>(s.q.data(), n_), Eigen::Map<const vector>(s.v.data(), n_));
    return here_.system->at.G.row(α).transpose();
  }

  phases<W>& systems_;
  situation<W>& here_;
  int n_;
};

}  // namespace unilateral::gauss_collocation
