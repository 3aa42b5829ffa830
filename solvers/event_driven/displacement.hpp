#pragma once
/// What becomes of a displacement δq of a motion, far below all that is looked at of it:
///
///     (1)  M δq'' = f(t, q + δq, v + δv) − f(t, q, v) + Gᵀ δλ,     so that, for δq → 0,     δq'' = P δf,
///
/// P = M⁻¹ less what the contacts that are held take of it. It is followed by [Bogacki Shampine 1989], in differences
/// (difference.hpp), from where the motion was expanded: there formulas are their first terms. R has the range for
/// powers of time, and the digits for coordinates that differ by less than they are displaced by.

#include "problems/language/many_digits.hpp"
#include "solvers/event_driven/difference.hpp"
#include "solvers/event_driven/present_state.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <type_traits>
#include <vector>

namespace unilateral::event_driven {

template <scalar S, class R>
class displacement {
 public:
  using tape = taylor_tape<S>;
  using numbers = std::vector<R>;

  /// Decimal logarithms of displacements to try: where small differences count, first one that leaves room for them.
  static constexpr std::array<int, 2> exponents{std::is_same_v<R, long double> ? -300 : -100, -300};

  /// `steps`: of the tape, those that the forces need.
  displacement(present_state<S>& now, const std::vector<const typename tape::step*>& steps)
      : now_(now),
        n_(static_cast<std::size_t>(now.n)),
        steps_(steps),
        along_(index(now.motion.formulas().slots())),
        change_(along_.size(), R(0)) {}

  /// Beside the motion expanded last, with P in units of the series, by columns, and the gradients of contacts that
  /// must not be entered.
  void expand(const std::vector<std::vector<S>>& inverse, const std::vector<std::vector<S>>& gradients) {
    for (const auto* s : steps_)
      for (const int slot : {s->left, s->right, s->result, s->second}) {
        const auto first = now_.motion.leading(slot);
        along_[index(slot)] = {to_number<R>(first.c), first.order};
      }
    inverse_ = rounded(inverse);
    gradients_ = rounded(gradients);
    per_unit_ = to_number<R>(now_.motion.per_unit());
  }

  struct journey {
    R time;            ///< since then
    double power;      ///< of time, in which it grows
    bool turns;        ///< it has been on both sides
    bool is_open_end;  ///< it is on its way, slowly
  };
  /// Of 10^exponent, along what a force on coordinate j moves, or, for j ≥ n, in the velocity of j − n, until it has
  /// grown to 10^goal. Nothing, and whether it is for want of time: it does not, for it turns around the motion and
  /// grows by less than a quarter in three windows of 64 steps on end, or the step is at its end, or contacts forbid
  /// it. After 40 000 steps it is on its way if the second half of them took three times as long as the first.
  std::optional<journey> follow(std::size_t j, int side, int exponent, int goal) {
    using std::abs;
    is_late_ = false;
    const numbers& column = inverse_[j % n_];
    if (column[j % n_] == R(0)) return std::nullopt;
    numbers y(2 * n_, R(0));
    for (std::size_t i = 0; i < n_; ++i) y[j - j % n_ + i] = R(side) * ten_to(exponent) * (column[i] / column[j % n_]);
    numbers size(2 * n_), at[4], end(2 * n_), most_in;
    for (std::size_t i = 0; i < 2 * n_; ++i) size[i] = abs(y[i]);
    for (numbers& k : at) k.resize(2 * n_);
    R τ(0), h = ten_to(j < n_ ? exponent / 2 - 20 : exponent - 20), most(0);
    const R far = ten_to(goal), on_its_way = ten_to(5 * goal / 4);
    bool turns = false;
    point early{}, half{};
    rate_of(τ, y, at[0]);
    for (int steps = 0; steps < most_steps;) {
      const auto stage = [&](const R& part, auto&& increment, numbers& rate) {
        for (std::size_t i = 0; i < 2 * n_; ++i) end[i] = y[i] + h * increment(i);
        rate_of(τ + part * h, end, rate);
      };
      stage(R(1) / R(2), [&](std::size_t i) { return R(at[0][i] / R(2)); }, at[1]);
      stage(R(3) / R(4), [&](std::size_t i) { return R(R(3) * at[1][i] / R(4)); }, at[2]);
      stage(
          R(1), [&](std::size_t i) { return R((R(2) * at[0][i] + R(3) * at[1][i] + R(4) * at[2][i]) / R(9)); }, at[3]);
      double error = 0;
      for (std::size_t i = 0; i < 2 * n_; ++i) {
        const R change = h * std::max({R(abs(at[0][i])), R(abs(at[1][i])), R(abs(at[2][i]))}),
                left_out = h * abs(R(R(-5) * at[0][i] / R(72) + at[1][i] / R(12) + at[2][i] / R(9) - at[3][i] / R(8)));
        if (!(left_out - left_out == R(0))) return std::nullopt;
        if (i != j && change > size[i])  // it only begins, like a power of time
          error = std::max(error, 4 * to_double(R(left_out / change)));
        else if (size[i] > R(0))
          error = std::max(error, to_double(R(left_out / size[i])) / tolerance);
      }
      const double factor = error > 0 ? 0.9 * std::pow(error, -1.0 / 3) : 5;
      if (error > 1) {
        h *= R(std::max(factor, 1e-15));
        continue;
      }
      τ += h;
      h *= R(std::min(factor, 5.0));
      std::swap(y, end);
      std::swap(at[0], at[3]);
      is_late_ = τ > R(1);
      if (is_late_ || !is_admissible(y)) return std::nullopt;
      for (std::size_t i = 0; i < 2 * n_; ++i) size[i] = std::max(size[i], R(abs(y[i])));
      turns = turns || (y[j] > R(0)) != (side > 0);
      most = std::max(most, R(abs(y[j])));
      if (early.time == R(0) && size[j] > on_its_way) early = {τ, size[j]};
      if (most > far) return journey{τ, power({τ, size[j]}, early), turns, false};
      if (!(R(64) * h < τ)) continue;  // a power of time: nothing turns yet
      if (++steps == most_steps / 2) half = {τ, size[j]};
      if (steps % window != 0) continue;
      most_in.push_back(most);
      most = R(0);
      if (most_in.size() >= 6 && R(4) * most_in.back() < R(5) * most_in[most_in.size() - 4]) return std::nullopt;
    }
    if (!(τ > R(4) * half.time)) return std::nullopt;
    return journey{τ, power({τ, size[j]}, half), turns, true};
  }
  /// Whether the last was given up at the end of the step.
  bool is_late() const { return is_late_; }

 private:
  struct term {
    R c{};
    int order = 0;
  };
  struct point {
    R time{}, size{};
  };
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  static R ten_to(int k) {
    using std::pow;
    return R(pow(R(10), R(k)));
  }
  static double power(const point& x, const point& y) {
    using std::log;
    return to_double(R(log(R(x.size / y.size)) / log(R(x.time / y.time))));
  }
  static std::vector<numbers> rounded(const std::vector<std::vector<S>>& rows) {
    std::vector<numbers> result;
    for (const auto& row : rows) {
      result.emplace_back();
      for (const S& x : row) result.back().push_back(to_number<R>(x));
    }
    return result;
  }
  static double to_double(const R& x) {
    if constexpr (std::is_same_v<R, long double>)
      return static_cast<double>(x);
    else
      return unilateral::to_double(x);
  }

  /// (1): y' of y = (δq, δq') at the time τ.
  void rate_of(const R& τ, const numbers& y, numbers& rate) {
    using std::pow;
    const auto& formulas = now_.motion.formulas();
    for (std::size_t i = 0; i < n_; ++i) {
      change_[index(formulas.position_slot(static_cast<int>(i)))] = y[i];
      change_[index(formulas.velocity_slot(static_cast<int>(i)))] = y[n_ + i] * per_unit_;
      rate[i] = y[n_ + i];
      rate[n_ + i] = R(0);
    }
    formulas.change(
        change_,
        [&](int slot) {
          const auto& [c, order] = along_[index(slot)];
          return order == 0 ? c : R(c * pow(τ, R(order)));
        },
        steps_);
    for (std::size_t j = 0; j < n_; ++j)
      if (const R& δf = change_[index(now_.motion.force_slot(static_cast<int>(j)))]; δf != R(0))
        for (std::size_t i = 0; i < n_; ++i)
          if (inverse_[j][i] != R(0)) rate[n_ + i] += inverse_[j][i] * δf;
  }
  bool is_admissible(const numbers& y) const {
    using std::abs;
    return std::all_of(gradients_.begin(), gradients_.end(), [&](const numbers& row) {
      R rise(0), terms(0);
      for (std::size_t i = 0; i < n_; ++i) {
        rise += row[i] * y[i];
        terms += abs(R(row[i] * y[i]));
      }
      return rise >= -terms / R(1024);
    });
  }

  static constexpr int window = 64, most_steps = 40'000;
  static constexpr double tolerance = 1e-5;  ///< of a step, by the largest that each was so far

  present_state<S>& now_;
  const std::size_t n_;
  const std::vector<const typename tape::step*>& steps_;
  std::vector<term> along_;  ///< by slot: the first term along the motion
  numbers change_;           ///< by slot
  std::vector<numbers> inverse_, gradients_;
  R per_unit_{};
  bool is_late_ = false;
};

}  // namespace unilateral::event_driven
