#pragma once
/// A rest on jumps of the forces that lead back to it: do motions leave it in swings that grow?
///
/// x'' = −sign x + sign(x')/2 rests at 0, and from any A > 0 swings to −3 A, 9 A, …, in times that go like √A: so from
/// 0 itself, for what came before sums up to a finite time, however small it began. Beside the rest, at places δ of the
/// size A and velocities of the size √A, forces that are constant on each side of the jumps are all that counts as
/// A → 0: motions are parabolas, from jump to jump, and one scale is like any other. They are followed without a step,
/// by roots of quadratic equations, and are taken to leave where speeds at one jump grow for good.

#include "solvers/gauss_collocation/growth_of_swings.hpp"
#include "solvers/gauss_collocation/situation.hpp"
#include "solvers/gauss_collocation/step_choice.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace unilateral::gauss_collocation {

template <class W>
class jump_swings {
  using vector = vector_of<W>;

 public:
  /// At the begin of a step on which jumps rest, or at its end.
  jump_swings(phases<W>& systems, const situation<W>& here, const chosen_step<W>& chosen, bool at_end)
      : n_(chosen.x.q_0.size()) {
    std::vector<int> numbers;
    for (const auto& [k, lead] : chosen.switch_leads)
      if (lead.sign == 0 && systems.formulas.can_stay(k)) numbers.push_back(k);
    bool any_of_position = false;
    const collocated_step<W>& x = chosen.x;
    const W t = at_end ? W(x.t_0 + x.h) : x.t_0;
    const vector &q = at_end ? x.q_1 : x.q_0, &v = at_end ? x.v_1 : x.v_0;
    for (const int k : numbers) {
      watched_function<W>& g = here.system->switches[static_cast<std::size_t>(k)];
      jumps_.push_back({g.of_velocity(), g.of_velocity() ? g.velocity_gradient(t, q, v) : g.gradient(t, q, v)});
      const W size = jumps_.back().slope.cwiseAbs().maxCoeff();
      if (!is_number(size) || size == W(0)) return;  // as that of x³: of another scale
      any_of_position = any_of_position || !g.of_velocity();
    }
    if (!any_of_position || numbers.size() < 2 || numbers.size() > most_jumps) return;
    here.system->at.evaluate(t, q, v);
    if (!here.system->at.motion_is_defined()) return;
    const vector own = here.system->at.held(x.J).acceleration;
    for (unsigned pattern = 0; pattern < 1u << numbers.size(); ++pattern) {
      branch_signs σ = here.σ;
      for (std::size_t k = 0; k < numbers.size(); ++k) σ[static_cast<std::size_t>(numbers[k])] = side(pattern, k);
      phase<W>* const beside = systems.with(σ);
      if (beside == nullptr) return;
      beside->at.evaluate(t, q, v);
      if (!beside->at.motion_is_defined()) return;
      pull_.push_back(beside->at.held(x.J).acceleration - own);
      for (int i = 0; i < n_; ++i)
        if (!is_number(pull_.back()[i])) return;
    }
    is_known_ = true;
  }

  /// By what a swing is larger than the one before, in speed at a jump; nothing where none grows, or it is not known.
  std::optional<double> growth() const {
    if (!is_known_) return {};
    std::vector<vector> begins;
    vector together = vector::Zero(n_);
    for (const jump& g : jumps_)
      if (!g.of_velocity) {
        begins.push_back(g.slope);
        together += g.slope * (W(1) + W(static_cast<int>(begins.size())) / W(3));
      }
    if (begins.size() > 1) begins.push_back(together);
    for (const vector& q : begins)
      for (const int sign : {1, -1})
        if (const auto r = from(vector(W(sign) * q))) return r;
    return {};
  }

 private:
  static constexpr std::size_t most_jumps = 4, most_crossings = 200, most_events = 2000, few = 12;
  struct jump {
    bool of_velocity;
    vector slope;
  };
  static signed char side(unsigned pattern, std::size_t k) { return (pattern >> k & 1u) != 0 ? 1 : -1; }

  /// From δ = q at rest.
  std::optional<double> from(vector q) const {
    vector v = vector::Zero(n_);
    std::size_t first = 0;
    while (jumps_[first].of_velocity) ++first;
    std::vector<bool> at_zero(jumps_.size(), false);
    unsigned pattern = 0;
    for (std::size_t k = 0; k < jumps_.size(); ++k) {
      const W value = jumps_[k].of_velocity ? W(0) : W(jumps_[k].slope.dot(q));
      at_zero[k] = value == W(0);
      if (value > W(0)) pattern |= 1u << k;
    }
    std::vector<W> speeds;
    for (std::size_t events = 0; speeds.size() < most_crossings; ++events) {
      if (events == most_events) return {};          // others swing faster and faster, up to their rest
      if (!settles(pattern, at_zero, v)) return {};  // it stays, or slides along a jump
      const vector& a = pull_[pattern];
      std::size_t next = 0;
      W τ(-1);
      for (std::size_t k = 0; k < jumps_.size(); ++k)
        if (const W when = time_to(k, q, v, a, at_zero[k]); when > W(0) && (τ < W(0) || when < τ)) {
          τ = when;
          next = k;
        }
      if (τ < W(0)) return {};  // it leaves at once, which is for others to tell, or drifts
      q += τ * v + (τ * τ / W(2)) * a;
      v += τ * a;
      std::fill(at_zero.begin(), at_zero.end(), false);
      at_zero[next] = true;
      if (next == first) {
        using std::abs;
        speeds.push_back(abs(W(jumps_[first].slope.dot(v))));
        if (!is_number(speeds.back()) || speeds.back() == W(0)) return {};
        const auto alike = [](double most) { return 1e-9 * most; };
        if (const auto r = growth_of_swings(speeds, few, few - 2, alike)) return *r > least_growth ? r : std::nullopt;
      }
    }
    return of_many(speeds);
  }
  /// Of swings that are not alike: on average, where the largest of the last ones has left the first ones behind.
  static std::optional<double> of_many(const std::vector<W>& speeds) {
    const auto quarter = static_cast<std::ptrdiff_t>(speeds.size() / 4);
    const W begin = *std::max_element(speeds.begin(), speeds.begin() + quarter),
            end = *std::max_element(speeds.end() - quarter, speeds.end());
    if (!(end > W(2) * begin)) return {};
    return std::pow(to_double(W(end / begin)), 1.0 / (3.0 * static_cast<double>(quarter)));
  }
  static constexpr double least_growth = 1 + 1e-8;  ///< far above the rounding of a parabola

  /// Sets the sides of the jumps that are at 0 as the motion goes on from there. False: to none that leads on.
  bool settles(unsigned& pattern, const std::vector<bool>& at_zero, const vector& v) const {
    std::vector<std::size_t> open;
    for (std::size_t k = 0; k < jumps_.size(); ++k)
      if (at_zero[k]) open.push_back(k);
    for (unsigned choice = 0; choice < 1u << open.size(); ++choice) {
      unsigned tried = pattern;
      for (std::size_t i = 0; i < open.size(); ++i)
        tried = (choice >> i & 1u) != 0 ? tried | 1u << open[i] : tried & ~(1u << open[i]);
      const bool leads_on = std::all_of(open.begin(), open.end(), [&](std::size_t k) {
        const W rate = jumps_[k].of_velocity ? W(0) : W(jumps_[k].slope.dot(v));
        const W way = rate != W(0) ? rate : W(jumps_[k].slope.dot(pull_[tried]));
        return W(side(tried, k)) * way > W(0);
      });
      if (!leads_on) continue;
      pattern = tried;
      return true;
    }
    return false;
  }
  /// 0: never.
  W time_to(std::size_t k, const vector& q, const vector& v, const vector& a, bool is_at_zero) const {
    using std::abs;
    using std::sqrt;
    const vector& slope = jumps_[k].slope;
    if (jumps_[k].of_velocity) {
      const W rate = slope.dot(a);
      return is_at_zero || rate == W(0) ? W(0) : W(-slope.dot(v) / rate);
    }
    const W c = slope.dot(v), d = slope.dot(a) / W(2);
    if (is_at_zero) return d == W(0) ? W(0) : W(-c / d);
    const W b = slope.dot(q), square = c * c - W(4) * d * b;
    if (!(square >= W(0))) return W(0);
    // Both roots without cancellation; the first that is to come.
    const W s = -(c + (c < W(0) ? W(-1) : W(1)) * sqrt(square)) / W(2);
    const W one = d == W(0) ? W(0) : W(s / d), other = s == W(0) ? W(0) : W(b / s);
    return one > W(0) && (one < other || !(other > W(0))) ? one : other;
  }

  Eigen::Index n_;
  std::vector<jump> jumps_;
  std::vector<vector> pull_;  ///< δ'' on each side of each jump, by pattern: bit k is the side of jump k
  bool is_known_ = false;
};

}  // namespace unilateral::gauss_collocation
