#pragma once
/// What the series of an expansion leave out. By Cauchy, a formula that stays within r of its value at 0 on the complex disc |s| ≤ ρ (disc.hpp) has coefficients |c_k| ≤ r/ρ^k, so on
/// [0, h], h < ρ,
///
///     (1)  |Σ_{k ≥ n} c_k s^(k−m)| ≤ r (h/ρ)^n / (1 − h/ρ) / h^m,        m ≤ n,
///
/// the least over the few ρ that were looked at; they are multiples of the step.

#include "solvers/event_driven/smooth_motion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace unilateral::event_driven {

template <scalar S>
class series_tails {
 public:
  using range = typename smooth_motion<S>::range;

  explicit series_tails(smooth_motion<S>& motion) : motion_(motion) {}

  /// The series have changed.
  void restart() {
    used_ = 0;
    has_rounding_ = false;
  }

  /// What rounding makes of gap a, of the argument of switch k, at the point of expansion.
  const range& gap_rounding(int a) { return rounding().gap[index(a)].radius; }
  const range& argument_rounding(int k) { return rounding().argument[index(k)].radius; }

  /// (1) of gap a, of the argument of switch k, of what the equation of motion lacks.
  range gap(int a, const range& h, int order) const {
    return tail(h, motion_.gap_order(a) + 1, order, [&](const enclosure& e) { return e.gap[index(a)].radius; });
  }
  range switch_argument(int k, const range& h, int order) const {
    return tail(h, motion_.switch_degree(motion_.switches()[index(k)]) + 1, order, [&](const enclosure& e) { return e.argument[index(k)].radius; });
  }
  range defect(const range& h) const {
    return tail(h, motion_.degree() - 1, 0, [&](const enclosure& e) { return e.defect; });
  }
  /// The longest h for which (1) keeps what the equation of motion lacks below `room`, by the ρ looked at so far; 0: none.
  range reach_of_defect(const range& room) const {
    const range n = range(std::max(motion_.degree() - 1, 1));
    range best(0);
    for (std::size_t i = 0; i < used_; ++i) {
      const enclosure& e = enclosures_[i];
      if (!std::isfinite(e.defect) || !(room > range(0))) continue;
      const range most = e.defect > room ? std::pow(room / e.defect, range(1) / n) : range(0.9);
      best = std::max(best, e.ρ * std::min(most, std::pow(room / e.defect * (range(1) - most), range(1) / n)));  // (1 − h/ρ) is above 1 − most
    }
    return best;
  }
  /// What gap a, or the argument of a switch times its sign, is above on [0, h], whether it has a series or not.
  range least_gap(int a, const range& h) const {
    return least(h, [&](const enclosure& e) { return e.gap[index(a)].least; });
  }
  range least_argument(int k, const range& h) const {
    return least(h, [&](const enclosure& e) { return e.argument[index(k)].least; });
  }

  /// Whether a singularity keeps every ρ beyond h from being looked at, and not the size of what is bounded there: of gap a, of the equation of motion.
  bool gap_is_singular(int a, const range& h) const {
    return is_singular(h, [&](const enclosure& e) { return e.gap[index(a)].analytic; });
  }
  bool defect_is_singular(const range& h) const {
    return is_singular(h, [&](const enclosure& e) { return e.is_analytic; });
  }

  /// The first ρ of these series, for the step h.
  void look_once(const range& h) {
    if (used_ == 0) look(range(4) * h);
  }
  /// One ρ more for the step h. False: there are enough of them.
  bool look_again(const range& h) {
    for (const double multiple : {4.0, 2.25, 1.0625, 6.5}) {
      const range ρ = range(multiple) * h;
      const bool known = std::any_of(enclosures_.begin(), enclosures_.begin() + static_cast<std::ptrdiff_t>(used_), [&](const enclosure& e) { return e.ρ > ρ * range(0.97) && e.ρ < ρ * range(1.03); });
      if (known) continue;
      look(ρ);
      return true;
    }
    return false;
  }

 private:
  struct bounds {
    range radius, least;
    bool analytic;
  };
  struct enclosure {
    range ρ, defect;
    bool is_analytic;
    std::vector<bounds> gap, argument;
  };
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  const enclosure& rounding() {
    if (!has_rounding_) {
      motion_.enclose_rounding();
      read(rounding_);
      has_rounding_ = true;
    }
    return rounding_;
  }
  void look(const range& ρ) {
    if (used_ == enclosures_.size()) enclosures_.emplace_back();
    enclosure& e = enclosures_[used_++];
    e.ρ = ρ;
    motion_.enclose(ρ);
    e.defect = motion_.defect_bound();
    e.is_analytic = motion_.defect_is_analytic();
    read(e);
  }
  void read(enclosure& e) {
    e.gap.clear();
    for (int a = 0; a < motion_.constraints(); ++a) e.gap.push_back(of(motion_.gap_bound(a), range(1)));
    e.argument.clear();
    for (const auto& s : motion_.switches()) e.argument.push_back(of(motion_.switch_bound(s), taylor_tape<S>::to_range(s.sign)));
  }
  static bounds of(const disc<range>& d, const range& sign) {
    constexpr range infinite = std::numeric_limits<range>::infinity();
    return {d.is_bounded() && d.analytic ? d.radius : infinite, d.is_bounded() ? sign * d.centre - d.radius : -infinite, d.analytic};
  }

  template <class Analytic>
  bool is_singular(const range& h, Analytic&& analytic) const {
    for (std::size_t i = 0; i < used_; ++i)
      if (enclosures_[i].ρ > h && analytic(enclosures_[i])) return false;
    return true;
  }
  template <class Radius>
  range tail(const range& h, int first, int order, Radius&& radius) const {
    range best = std::numeric_limits<range>::infinity();
    for (std::size_t i = 0; i < used_; ++i) {
      const enclosure& e = enclosures_[i];
      const range ratio = h / e.ρ, r = radius(e);
      if (!(ratio < range(1)) || !std::isfinite(r)) continue;
      best = std::min(best, r / std::pow(e.ρ, range(order)) * std::pow(ratio, range(std::max(first, order) - order)) / (range(1) - ratio) + std::numeric_limits<range>::min());
    }
    return best;
  }
  template <class Least>
  range least(const range& h, Least&& value) const {
    range best = -std::numeric_limits<range>::infinity();
    for (std::size_t i = 0; i < used_; ++i)
      if (!(enclosures_[i].ρ < h)) best = std::max(best, value(enclosures_[i]));
    return best;
  }

  smooth_motion<S>& motion_;
  std::vector<enclosure> enclosures_;
  std::size_t used_ = 0;
  enclosure rounding_{};
  bool has_rounding_ = false;
};

}  // namespace unilateral::event_driven
