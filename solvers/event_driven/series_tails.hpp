#pragma once
/// What the series of an expansion leave out on [0, h]. First, by what is left of the recurrences on a step H ≥ h
/// (remainder.hpp): with ζ there,
///
///     (1)  |Σ_{k ≥ n} c_k s^(k−m)| ≤ ζ (h/H)^n / h^m,        m ≤ n.
///
/// Where that knows no bound: by Cauchy, a formula that stays within r of its value at 0 on the complex disc |s| ≤ ρ
/// (disc.hpp) has coefficients |c_k| ≤ r/ρ^k, so for h < ρ
///
///     (2)  |Σ_{k ≥ n} c_k s^(k−m)| ≤ r (h/ρ)^n / (1 − h/ρ) / h^m,
///
/// the least over the few H and ρ that were looked at; they are multiples of the step.

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
    used_ = steps_used_ = 0;
    has_rounding_ = false;
  }

  /// What rounding makes of gap a, of the argument of switch k, at the point of expansion.
  const range& gap_rounding(int a) { return rounding().gap[index(a)].radius; }
  const range& argument_rounding(int k) { return rounding().argument[index(k)].radius; }

  /// (1), (2) of gap a, of the argument of switch k, of what the equation of motion lacks.
  range gap(int a, const range& h, int order) const {
    return tail(
        h, motion_.gap_order(a) + 1, order, [&](const step& s) { return s.gap[index(a)].left_out; },
        [&](const enclosure& e) { return e.gap[index(a)].radius; });
  }
  range switch_argument(int k, const range& h, int order) const {
    return tail(
        h, motion_.switch_degree(motion_.switches()[index(k)]) + 1, order,
        [&](const step& s) { return s.argument[index(k)].left_out; },
        [&](const enclosure& e) { return e.argument[index(k)].radius; });
  }
  range defect(const range& h) const {
    return tail(
        h, motion_.degree() - 1, 0, [&](const step& s) { return s.defect; },
        [&](const enclosure& e) { return e.defect; });
  }
  /// The longest h for which these keep what the equation of motion lacks below `room`, by the H and ρ looked at so
  /// far; 0: none.
  range reach_of_defect(const range& room) const {
    const range n = range(std::max(motion_.degree() - 1, 1));
    range best(0);
    if (!(room > range(0))) return best;
    for (std::size_t i = 0; i < steps_used_; ++i) {
      const step& s = steps_[i];
      if (std::isfinite(s.defect))
        best = std::max(best, s.defect > room ? s.h * std::pow(room / s.defect, range(1) / n) : s.h);
    }
    for (std::size_t i = 0; i < used_; ++i) {
      const enclosure& e = enclosures_[i];
      if (!std::isfinite(e.defect)) continue;
      const range most = e.defect > room ? std::pow(room / e.defect, range(1) / n) : range(0.9);
      best = std::max(best, e.ρ * std::min(most, std::pow(room / e.defect * (range(1) - most),
                                                          range(1) / n)));  // (1 − h/ρ) is above 1 − most
    }
    return best;
  }
  /// What gap a, or the argument of a switch times its sign, is above on [0, h], whether it has a series or not.
  range least_gap(int a, const range& h) const {
    return least(
        h, [&](const step& s) { return s.gap[index(a)].least; },
        [&](const enclosure& e) { return e.gap[index(a)].least; });
  }
  range least_argument(int k, const range& h) const {
    return least(
        h, [&](const step& s) { return s.argument[index(k)].least; },
        [&](const enclosure& e) { return e.argument[index(k)].least; });
  }

  /// Whether a singularity keeps every ρ beyond h from being looked at, and not the size of what is bounded there: of
  /// gap a, of the equation of motion.
  bool gap_is_singular(int a, const range& h) const {
    return is_singular(
        h, [&](const step& s) { return s.gap[index(a)].left_out; },
        [&](const enclosure& e) { return e.gap[index(a)].analytic; });
  }
  bool defect_is_singular(const range& h) const {
    return is_singular(h, [&](const step& s) { return s.defect; }, [&](const enclosure& e) { return e.is_analytic; });
  }

  /// The first look at these series, for the step h.
  void look_once(const range& h) {
    if (steps_used_ == 0) look_along(h);
  }
  /// A look at the ranges of the formulas on [0, h]: at ρ = h, of which coefficients know nothing.
  void look_over(const range& h) {
    const bool known = std::any_of(enclosures_.begin(), enclosures_.begin() + static_cast<std::ptrdiff_t>(used_),
                                   [&](const enclosure& e) { return !(e.ρ < h) && e.ρ < h * range(1.03); });
    if (!known) look(h * (range(1) + range(1) / range(1 << 20)));
  }
  /// One H, or one ρ, more for the step h; no ρ with `steps_only`, where discs would hardly know more, unless they
  /// know the floors of exponentials. False: there are enough of them.
  bool look_again(const range& h, bool steps_only) {
    if (!std::any_of(steps_.begin(), steps_.begin() + static_cast<std::ptrdiff_t>(steps_used_),
                     [&](const step& s) { return !(s.h < h) && s.h < h * range(1.03); })) {
      look_along(h);
      return true;
    }
    if (steps_only && !motion_.has_large_exponential()) return false;
    for (const double multiple : {4.0, 2.25, 1.0625, 6.5}) {
      const range ρ = range(multiple) * h;
      const bool known =
          std::any_of(enclosures_.begin(), enclosures_.begin() + static_cast<std::ptrdiff_t>(used_),
                      [&](const enclosure& e) { return e.ρ > ρ * range(0.97) && e.ρ < ρ * range(1.03); });
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
  struct remainder {
    range left_out, least;
  };
  struct step {
    range h, defect;
    std::vector<remainder> gap, argument;
  };
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  /// Looks at H a little beyond h, so that the roundings of h do not matter.
  void look_along(const range& h) {
    if (steps_used_ == steps_.size()) steps_.emplace_back();
    step& s = steps_[steps_used_++];
    s.h = h * (range(1) + range(1) / range(1 << 20));
    motion_.leave_out(s.h);
    s.defect = motion_.defect_left_out();
    s.gap.clear();
    for (int a = 0; a < motion_.constraints(); ++a)
      s.gap.push_back(of(motion_.gap_left_out(a), motion_.gap_order(a), range(1)));
    s.argument.clear();
    for (const auto& σ : motion_.switches())
      s.argument.push_back(of(motion_.switch_left_out(σ), motion_.switch_degree(σ), taylor_tape<S>::to_range(σ.sign)));
  }
  static remainder of(const truncated<range>& x, int degree, const range& sign) {
    const range least = (sign > range(0) ? x.lowest : sign * x.highest) - x.left_out;
    return {x.beyond(degree), least == least ? least : -std::numeric_limits<range>::infinity()};
  }

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
    for (const auto& s : motion_.switches())
      e.argument.push_back(of(motion_.switch_bound(s), taylor_tape<S>::to_range(s.sign)));
  }
  static bounds of(const disc<range>& d, const range& sign) {
    constexpr range infinite = std::numeric_limits<range>::infinity();
    return {d.is_bounded() && d.analytic ? d.radius : infinite, d.is_bounded() ? sign * d.centre - d.radius : -infinite,
            d.analytic};
  }

  template <class LeftOut, class Analytic>
  bool is_singular(const range& h, LeftOut&& left_out, Analytic&& analytic) const {
    for (std::size_t i = 0; i < steps_used_; ++i)
      if (!(steps_[i].h < h) && std::isfinite(left_out(steps_[i]))) return false;
    for (std::size_t i = 0; i < used_; ++i)
      if (enclosures_[i].ρ > h && analytic(enclosures_[i])) return false;
    return true;
  }
  template <class LeftOut, class Radius>
  range tail(const range& h, int first, int order, LeftOut&& left_out, Radius&& radius) const {
    const int rest = std::max(first, order) - order;
    range best = std::numeric_limits<range>::infinity();
    for (std::size_t i = 0; i < steps_used_; ++i) {
      const step& s = steps_[i];
      if (const range ζ = left_out(s); !(s.h < h) && std::isfinite(ζ))
        best = std::min(
            best, ζ / std::pow(s.h, range(order)) * std::pow(h / s.h, range(rest)) + std::numeric_limits<range>::min());
    }
    for (std::size_t i = 0; i < used_; ++i) {
      const enclosure& e = enclosures_[i];
      const range ratio = h / e.ρ, r = radius(e);
      if (!(ratio < range(1)) || !std::isfinite(r)) continue;
      best = std::min(best, r / std::pow(e.ρ, range(order)) * std::pow(ratio, range(rest)) / (range(1) - ratio) +
                                std::numeric_limits<range>::min());
    }
    return best;
  }
  template <class OfStep, class OfDisc>
  range least(const range& h, OfStep&& of_step, OfDisc&& of_disc) const {
    range best = -std::numeric_limits<range>::infinity();
    for (std::size_t i = 0; i < steps_used_; ++i)
      if (!(steps_[i].h < h)) best = std::max(best, of_step(steps_[i]));
    for (std::size_t i = 0; i < used_; ++i)
      if (!(enclosures_[i].ρ < h)) best = std::max(best, of_disc(enclosures_[i]));
    return best;
  }

  smooth_motion<S>& motion_;
  std::vector<step> steps_;
  std::vector<enclosure> enclosures_;
  std::size_t steps_used_ = 0, used_ = 0;
  enclosure rounding_{};
  bool has_rounding_ = false;
};

}  // namespace unilateral::event_driven
