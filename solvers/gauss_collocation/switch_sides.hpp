#pragma once
/// On which side of every switch the motion is, and how it comes over instants where formulas are undefined or have a
/// branch point.

#include "solvers/gauss_collocation/situation.hpp"

namespace unilateral::gauss_collocation {

template <class W>
class switch_sides {
  using vector = vector_of<W>;

 public:
  /// end: of the run.
  switch_sides(phases<W>& systems, situation<W>& here, int n, const W& end)
      : systems_(systems), here_(here), n_(n), end_(end) {}

  /// Sets σ as the arguments are. Those that are 0 go where their rate points; without a rate they are undecided.
  void settle() {
    using std::abs;
    here_.switched.clear();
    for (int round = 0; round <= static_cast<int>(here_.σ.size()); ++round) {
      here_.system = systems_.with(here_.σ);
      here_.undecided.clear();
      if (here_.system == nullptr) return;
      branch_signs wanted = here_.σ;
      for (std::size_t k = 0; k < here_.σ.size(); ++k) {
        watched_function<W>& g = here_.system->switches[k];
        const auto y = g.at(here_.now.t, here_.now.q, here_.now.v, vector::Zero(n_));
        const W zero = W(slack) * epsilon<W>() *
                       g.size(here_.now.t, here_.now.q, here_.now.v, here_.now.q_moved, here_.now.v_moved);
        const int number = static_cast<int>(k);
        if (!here_.arguments_at_zero.contains(number) && abs(y.value) > zero) {
          wanted[k] = y.value > W(0) ? 1 : -1;
          continue;
        }
        here_.switched.insert(number);
        const W zero_rate = W(slack) * epsilon<W>() *
                            g.rate_size(here_.now.t, here_.now.q, here_.now.v, vector::Zero(n_), here_.now.v_moved);
        if (!g.of_velocity() && abs(y.rate) > zero_rate)
          wanted[k] = y.rate > W(0) ? 1 : -1;
        else
          here_.undecided.push_back(number);
      }
      if (wanted == here_.σ) return;
      here_.σ = wanted;
    }
  }

  /// With sides of the undecided switches chosen: those of the switches whose arguments contain others, as |sign x|.
  /// False: the choice contradicts itself, or the system is no number with it.
  bool settle_nested() {
    using std::abs;
    for (int round = 0; round <= static_cast<int>(here_.σ.size()); ++round) {
      here_.system = systems_.with(here_.σ);
      if (here_.system == nullptr || !here_.evaluate()) return false;
      const branch_signs before = here_.σ;
      for (const int k : systems_.formulas.nested()) {
        signed char& side = here_.σ[static_cast<std::size_t>(k)];
        watched_function<W>& g = here_.system->switches[static_cast<std::size_t>(k)];
        const W value = g.at(here_.now.t, here_.now.q, here_.now.v, vector::Zero(n_)).value;
        const bool is_undecided = std::find(here_.undecided.begin(), here_.undecided.end(), k) != here_.undecided.end();
        if (abs(value) > W(slack) * epsilon<W>() *
                             g.size(here_.now.t, here_.now.q, here_.now.v, here_.now.q_moved, here_.now.v_moved)) {
          const signed char now = value > W(0) ? 1 : -1;
          if (is_undecided && side != now) return false;
          side = now;
        } else if (value == W(0) && !is_undecided && !here_.switched.contains(k)) {
          side = 0;
        }
      }
      if (here_.σ == before) return true;
    }
    return false;
  }

  /// Over an instant where formulas are 0/0, like x/|x| at x = 0, or have a branch point: so little further that the
  /// motion between is a parabola to working precision.
  bool hop(W τ = W(0)) {
    using std::abs;
    using std::sqrt;
    const auto acceleration = [&]() -> std::optional<vector> {
      if (here_.system == nullptr || !here_.evaluate()) return {};
      std::vector<int> held;
      for (const int α : here_.known.at_rest)
        if (here_.system->at.contact_is_defined(α) &&
            abs(here_.system->at.Φ[α]) <= penetration_limit(here_.system->at, here_.now, α))
          held.push_back(α);
      const vector a = here_.system->at.held(here_.system->at.independent(held)).acceleration;
      for (int i = 0; i < n_; ++i)
        if (!is_number(a[i])) return {};
      return a;
    };
    const std::optional<vector> before = acceleration();
    const W rounding =
        epsilon<W>() *
        end_;  // of the run's time; at its begin a step that is shorter by far has coefficients beyond a double's range
    τ = std::max({τ, W(W(slack) * epsilon<W>() * here_.now.t), here_.now.t > W(0) ? W(rounding / W(slack)) : rounding});
    // At most what rounding hides of a kink where its argument vanishes like a square; gaps are not looked at on it,
    // but after it.
    if (!(here_.now.t + τ <= end_) || τ > std::max(W(W(16) * sqrt(epsilon<W>()) * here_.now.t), W(epsilon<W>() * end_)))
      return false;
    const state<W> start = here_.now;
    here_.now.counted.clear();
    here_.now.t += τ;
    here_.now.q += τ * here_.now.v;
    here_.arguments_at_zero.clear();
    settle();
    const std::optional<vector> after = acceleration();
    if (!after) {
      here_.now = start;
      return false;
    }
    const vector a = before ? vector((*before + *after) / W(2)) : *after;
    if (τ > W(W(slack) * epsilon<W>() * here_.now.t)) {  // longer: is it one, to rounding, there too?
      const state<W> end = here_.now;
      here_.now.t = start.t + τ / W(4);
      here_.now.q = start.q + τ / W(4) * start.v;
      settle();
      const std::optional<vector> between = acceleration();
      here_.now = end;
      settle();
      // A force that grows from its singularity on, like the root of t, is small beside what comes where the run's time
      // is rounding.
      const bool grows = between && before && τ <= epsilon<W>() * end_ &&
                         between->cwiseAbs().maxCoeff() <= after->cwiseAbs().maxCoeff() &&
                         before->cwiseAbs().maxCoeff() <= between->cwiseAbs().maxCoeff();
      if (!between || (!grows && !(τ * (*between - a).cwiseAbs().maxCoeff() <=
                                   W(slack) * epsilon<W>() *
                                       (here_.now.v.cwiseAbs().maxCoeff() + here_.now.v_moved.maxCoeff() +
                                        τ * a.cwiseAbs().maxCoeff())))) {
        here_.now = start;
        return false;
      }
    } else if (const W speed = here_.now.v.cwiseAbs().maxCoeff() + here_.now.v_moved.maxCoeff();
               speed > W(0) &&
               !(τ * after->cwiseAbs().maxCoeff() <=
                 W(slack) * W(slack) * epsilon<W>() * speed)) {  // a singularity that stops or turns the motion
      here_.now = start;
      return false;
    }
    here_.now.v += τ * a;
    here_.now.q += τ * τ / W(2) * a;
    settle();
    return here_.system != nullptr && here_.evaluate();
  }
  /// Twice the time to a switch that is 0 within rounding, and counted as changed, but still to come.
  std::optional<W> time_to_switch() {
    std::optional<W> longest;
    for (const int k : here_.switched) {
      if (std::find(here_.undecided.begin(), here_.undecided.end(), k) != here_.undecided.end()) continue;
      const W side(here_.σ[static_cast<std::size_t>(k)]);
      const auto y = here_.system->switches[static_cast<std::size_t>(k)].at(here_.now.t, here_.now.q, here_.now.v,
                                                                            vector::Zero(n_));
      if (side * y.value < W(0) && side * y.rate > W(0))
        longest = std::max(longest.value_or(W(0)), W(W(-2) * y.value / y.rate));
    }
    // Anything longer is no rounding of t, but of an argument that hardly changes.
    if (longest && *longest > W(slack) * W(slack) * epsilon<W>() * here_.now.t) return {};
    return longest;
  }
  /// The argument of a root, a power or an arc sine that is at its branch point, or comes to it within a rounding of t:
  /// then it vanishes there like a square, as x² + y² does on a way through the centre, and is positive again.
  bool at_branch_point() {
    time_to_branch_point_ = W(0);
    for (watched_function<W>& g : here_.system->branch_points) {
      const W τ = time_to_double_zero(g);
      if (!(τ > W(0)) || τ > W(slack) * epsilon<W>() * here_.now.t) continue;
      time_to_branch_point_ = W(2) * τ;
      return true;
    }
    return false;
  }
  /// The same for a step that finds no length: the argument is 0 within rounding.
  bool on_branch_point() {
    using std::abs;
    time_to_branch_point_ = W(0);
    for (watched_function<W>& g : here_.system->branch_points) {
      const auto y = g.at(here_.now.t, here_.now.q, here_.now.v, vector::Zero(n_));
      if (abs(y.value) >
          W(slack) * epsilon<W>() * g.size(here_.now.t, here_.now.q, here_.now.v, here_.now.q_moved, here_.now.v_moved))
        continue;
      time_to_branch_point_ = W(2) * time_to_double_zero(g);
      return true;
    }
    return false;
  }
  /// 0 where there is none ahead.
  W time_to_double_zero(watched_function<W>& g) {
    const vector a =
        here_.system->at.motion_is_defined() ? here_.system->at.held({}).acceleration : vector(vector::Zero(n_));
    const auto y = g.at(here_.now.t, here_.now.q, here_.now.v, a);
    const W second(g.second(here_.now.t, here_.now.q, here_.now.v, a));
    const W noise =
        W(slack) * epsilon<W>() * g.size(here_.now.t, here_.now.q, here_.now.v, here_.now.q_moved, here_.now.v_moved);
    return y.rate < W(0) && second > W(0) && (y.value - noise) * second <= y.rate * y.rate ? W(-y.rate / second) : W(0);
  }

  /// Twice the time to the double zero of the branch point that was found last; 0 where that is here.
  const W& time_to_branch_point() const { return time_to_branch_point_; }

 private:
  phases<W>& systems_;
  situation<W>& here_;
  int n_;
  W end_, time_to_branch_point_{0};
};

}  // namespace unilateral::gauss_collocation
