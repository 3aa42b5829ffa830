#pragma once
/// Formulas expanded along a motion, in powers of time over a unit of one's choice. With x(s) = Σ x_k s^k, coefficient
/// k of each operation follows from coefficients 0 … k of its operands:
///
///     (1)  z = x y:      z_k = Σ_{j=0..k} x_j y_{k−j}
///     (2)  z = x / y:    z_k = (x_k − Σ_{j=1..k} y_j z_{k−j}) / y_0
///     (3)  z = √x:       z_k = (x_k − Σ_{j=1..k−1} z_j z_{k−j}) / (2 z_0)
///     (4)  z = exp x:    k z_k = Σ_{j=1..k} j x_j z_{k−j}                                    from z' = x' z
///     (5)  z = log x:    k z_k x_0 = k x_k − Σ_{j=1..k−1} j z_j x_{k−j}                      from x z' = x'
///     (6)  s = sin x, c = cos x in pairs:  k s_k = Σ j x_j c_{k−j},  k c_k = −Σ j x_j s_{k−j}
///     (7)  z = x^r:      k z_k x_0 = Σ_{j=1..k} (r j − (k − j)) x_j z_{k−j}                  from x z' = r x' z
///     (8)  z = |x|:      z = σ x, σ the sign of x just after the point of expansion; σ changes at events only. sign
///          and step (Heaviside's, ½ at 0) are constants of σ;
///                        max and min of x, y are one of them, by the sign of x − y; atan2(y, x) jumps where y changes
///                        sign at x < 0, so it has the sign of y as its σ
///     (9)  z with z' w = ±x', and w beside it:
///                        sinh, cosh:  as (6) without the minus          tanh x:  z' = x' w,  w = 1 − z²          atan
///                        x:  w = 1 + x²
///                        asin x:  w = √(1 − x²),  w' = −x z'            acos x:  −x',  w' = x z'
///                        atan2(y, x):  z' w = x y' − y x',  w = x² + y²          log cosh x:  z' = x' tanh x, which
///                        stays in range where cosh x does not
///     (10) asin(sin x), acos(cos x) and their like, where w has no sign to tell:  z' = ±x', by the sign of cos x or
///          sin x, which is a switch; √(1 − sin² x), of their gradients, is |cos x|
///
/// Other powers are exp(y log x); tan is sin / cos. A bound on the degree of every slot comes with the tape: sums stop
/// there, and a motion that is a polynomial is known to be one. An exponential beyond the root of the largest number,
/// whose coefficients would overflow, counts as ∞, a series of one term: what it divides is 0, and what it multiplies
/// no number. √x and x^p, p > 0, have no series where x_0 = 0: there the value stands alone, which is their limit, and
/// it is the check of the equation that finds how far it reaches (equation_check.hpp).

#include "problems/language/tape.hpp"
#include "solvers/event_driven/difference.hpp"
#include "solvers/event_driven/disc.hpp"
#include "solvers/event_driven/remainder.hpp"
#include "solvers/event_driven/sums_of_products.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>
#include <map>
#include <type_traits>
#include <utility>
#include <vector>

namespace unilateral::event_driven {

/// Degree of what is no polynomial.
inline constexpr int unbounded_degree = 1 << 20;

template <scalar S>
class taylor_tape {
 public:
  /// Which formulas to advance: the first ones given to the constructor (and what they need), or the others.
  enum class part { first, second };

  /// The argument of |x| and its sign: 0 where it is 0 all along. A frozen sign is decided for what comes after the
  /// point of expansion, where x_0 is only rounding.
  struct sign_switch {
    int argument;
    S sign;
    bool frozen;
  };

  struct step {
    operation op;  ///< `sin` and `sinh` stand for the pairs, `cosh` for log cosh
    int result, second, left, right;
    int sign = -1;                       ///< its number in `switches_`
    int fold = 0;                        ///< of asin and acos: the sign of (10) where the switch is 1; 0: (9)
    S *z = nullptr, *w = nullptr;        ///< the series of result and second
    const S *x = nullptr, *y = nullptr;  ///< the series of left and right
    S* rate = nullptr;                   ///< and k x_k
    int degree = 0, of_x = 0, of_y = 0;  ///< bounds, of z (and w), x, y
  };

  /// Bounds need range, not digits.
  using range = std::conditional_t<std::is_same_v<S, double>, double, long double>;
  static range to_range(const S& x) {
    if constexpr (requires { static_cast<range>(x); })
      return static_cast<range>(x);
    else
      return to_double(x);
  }

  taylor_tape() = default;
  taylor_tape(taylor_tape&&) = default;  // steps point to the series, which move along
  taylor_tape& operator=(taylor_tape&&) = default;
  taylor_tape(const std::vector<expression>& first, const std::vector<expression>& second, int n, int highest_order)
      : stride_(static_cast<std::size_t>(highest_order) + 1) {
    std::vector<expression> all = first;
    all.insert(all.end(), second.begin(), second.end());
    order_ = order_evaluation(all, n);
    slots_ = order_.slots;
    lower();
    coefficient_.assign(static_cast<std::size_t>(slots_) * stride_, S(0));
    rate_ = coefficient_;
    for (step& s : code_) {
      s.z = series(s.result);
      s.w = series(s.second);
      s.x = series(s.left);
      s.y = series(s.right);
      s.rate = rate(s.x);
    }
    mark(first.size());
    mark_bounds(first.size());
    trace();
    degree_.assign(static_cast<std::size_t>(slots_), 0);
    for (std::size_t k = 0; k < order_.constants.size(); ++k)
      series(static_cast<int>(k))[0] = constant_value<S>(order_.constants[k]);
    for (std::size_t k = 0; k < stride_; ++k) {
      number_.push_back(S(static_cast<int>(k)));
      reciprocal_.push_back(k == 0 ? S(0) : S(S(1) / number_.back()));
    }
  }

  S* series(int slot) { return coefficient_.data() + static_cast<std::size_t>(slot) * stride_; }
  const S* series(int slot) const { return coefficient_.data() + static_cast<std::size_t>(slot) * stride_; }
  S* position(int i) { return series(order_.position_slot + i); }
  const S* position(int i) const { return series(order_.position_slot + i); }
  S* velocity(int i) { return series(order_.velocity_slot + i); }
  void set_time(const S& t, const S& unit) {
    series(order_.time_slot)[0] = t;
    if (stride_ > 1) series(order_.time_slot)[1] = unit;
  }

  /// 1/k, 1 ≤ k ≤ the highest order.
  const S& reciprocal(int k) const { return reciprocal_[index(k)]; }
  /// Which coordinate a slot is, or, n more, which velocity; −1: a formula.
  int variable(int slot) const {
    const int n = order_.degrees_of_freedom;
    if (slot >= order_.position_slot && slot < order_.position_slot + n) return slot - order_.position_slot;
    return slot >= order_.velocity_slot && slot < order_.velocity_slot + n ? n + slot - order_.velocity_slot : -1;
  }
  int output_slot(std::size_t k) const { return order_.outputs[k]; }
  int degree(int slot) const { return degree_[static_cast<std::size_t>(slot)]; }
  /// A formula without variables.
  bool is_constant(int slot) const { return slot < order_.time_slot; }
  std::vector<sign_switch>& switches() { return switches_; }
  const std::vector<sign_switch>& switches() const { return switches_; }
  int slots() const { return slots_; }
  /// Each after those that it needs.
  const std::vector<step>& steps() const { return code_; }
  /// By what formulas change beside the motion expanded last (difference.hpp), for these steps: from what positions,
  /// velocities and the time are changed by. `base`: the value of a slot along it.
  template <class R, class Base>
  void change(std::vector<R>& δ, Base&& base, const std::vector<const step*>& steps) const {
    for (const step* s : steps) change(δ, base, *s);
  }
  int position_slot(int i) const { return order_.position_slot + i; }
  int velocity_slot(int i) const { return order_.velocity_slot + i; }
  /// False where a constant overflows, or underflows to 0.
  bool constants_are_in_range() const {
    for (std::size_t k = 0; k < order_.constants.size(); ++k) {
      const S& c = series(static_cast<int>(k))[0];
      if (!(c - c == S(0)) || (c == S(0) && order_.constants[k].is_constant() && !order_.constants[k].is(0)))
        return false;
    }
    return true;
  }
  bool uses_velocity(int slot) const { return uses_velocity_[index(slot)]; }
  /// Whether the formula of a slot changes with the sign of switch k.
  bool has_switch(int slot, int k) const {
    return std::binary_search(switches_behind_[index(slot)].begin(), switches_behind_[index(slot)].end(), k);
  }

  /// Degrees of all slots when the positions are polynomials of degree `positions` (−1: identically zero).
  void bound_degrees(int positions) {
    for (int s = 0; s < order_.time_slot; ++s) degree_[index(s)] = series(s)[0] == S(0) ? -1 : 0;
    degree_[index(order_.time_slot)] = 1;
    for (int i = 0; i < order_.degrees_of_freedom; ++i) {
      degree_[index(order_.position_slot + i)] = positions;
      degree_[index(order_.velocity_slot + i)] = std::max(positions - 1, 0);
    }
    for (const step& s : code_) degree_[index(s.result)] = degree_[index(s.second)] = degree_after(s);
    for (const step& s : code_)
      for (const int slot : {s.result, s.second})
        for (std::size_t k = index(std::max(degree(slot), -1) + 1); k < stride_; ++k) series(slot)[k] = S(0);
    for (auto [list, all] : {std::pair(&long_first_, &first_), std::pair(&long_second_, &second_)}) {
      list->clear();
      for (step& s : *all) {
        s.degree = degree(s.result);
        s.of_x = degree(s.left);
        s.of_y = degree(s.right);
        if (s.degree >= long_from) list->push_back(s);
      }
    }
  }

  /// Keeps the present degrees as those of polynomial motions of the highest degree.
  void keep_degrees() { complete_degree_ = degree_; }
  int complete_degree(int slot) const { return complete_degree_[index(slot)]; }
  /// All slots are known to this order.
  void known_to(int order) { known_ = order; }

  /// Bounds all that the series of the formulas leave out on [0, h], those of the first part known to order `first`,
  /// the others to order `second` ≤ `first`.
  void leave_out(const range& h, int first, int second, bool with_second) {
    truncated_.resize(index(slots_));
    terms_.resize(index(slots_) * (2 * stride_ + 1));
    power_.resize(stride_);
    range power(1);
    for (range& x : power_) {
      x = power;
      power *= h;
    }
    for (int s = 0; s < order_.time_slot; ++s) truncate(s, 0);
    truncate(order_.time_slot, std::min(first, 1));
    for (int i = 0; i < order_.degrees_of_freedom; ++i) {
      truncate(order_.position_slot + i, first);
      truncate(order_.velocity_slot + i, first);
    }
    has_large_exponential_ = false;
    leave_out(first_, first);
    if (with_second) leave_out(second_, second);
  }
  /// Whether an exponential is so large that what it divides is below rounding, whatever its series (disc.hpp), or a
  /// hyperbolic tangent is ±1.
  bool has_large_exponential() const { return has_large_exponential_; }
  const truncated<range>& left_out(int slot) const { return truncated_[index(slot)]; }
  const truncated<range>& position_left_out(int i) const { return left_out(order_.position_slot + i); }
  /// h^k of the last `leave_out`.
  const range& power_of_step(int k) const { return power_[index(k)]; }

  /// A bound of slot `slot` for |s| ≤ ρ, after `enclose`.
  const disc<range>& bound(int slot) const { return disc_[index(slot)]; }
  /// Bounds of every formula of that part from those of the variables: `time`, and `position(i)`, `velocity(i)` for
  /// each coordinate. Signs σ are those of the last run.
  template <class Position, class Velocity>
  void enclose(const disc_arithmetic<range>& in, const disc<range>& time, Position&& position, Velocity&& velocity) {
    disc_.resize(index(slots_));
    for (int s = 0; s < order_.time_slot; ++s) disc_[index(s)] = in.number(to_range(series(s)[0]));
    disc_[index(order_.time_slot)] = time;
    for (int i = 0; i < order_.degrees_of_freedom; ++i) {
      disc_[index(order_.position_slot + i)] = position(i);
      disc_[index(order_.velocity_slot + i)] = velocity(i);
    }
  }
  void enclose_formulas(const disc_arithmetic<range>& in, part which) {
    for (const step& s : which == part::first ? first_ : second_) enclose(in, s);
  }

  /// Coefficient k of every formula of that part, given the coefficients up to k of the variables and up to k − 1 of
  /// itself.
  [[gnu::hot]] void run(part which, int k) {
    const bool is_first = which == part::first;
    if (k >= long_from)
      advance(is_first ? long_first_ : long_second_, k);
    else
      for (const step& s : is_first ? first_ : second_)
        if (s.degree >= k) advance_first_orders(s, k);  // beyond, it is 0
  }

 private:
  static constexpr int long_from = 3;

  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  int new_slot() { return slots_++; }

  /// Rewrites the code in terms of (1)–(8).
  void lower() {
    std::map<int, std::size_t> pair_of, hyperbolic_of, switch_of, pair_with;
    const auto pair = [&](int argument) {
      const auto [found, is_new] = pair_of.emplace(argument, code_.size());
      if (is_new) {
        code_.push_back({operation::sin, new_slot(), new_slot(), argument, argument});
        pair_with[code_.back().result] = pair_with[code_.back().second] = found->second;
      }
      return found->second;
    };
    const auto hyperbolic = [&](int argument) {
      const auto [found, is_new] = hyperbolic_of.emplace(argument, code_.size());
      if (is_new) code_.push_back({operation::sinh, new_slot(), new_slot(), argument, argument});
      return found->second;
    };
    const auto switch_on = [&](int argument) {
      const auto [found, is_new] = switch_of.emplace(argument, switches_.size());
      if (is_new) switches_.push_back({argument, S(1), false});
      return static_cast<int>(found->second);
    };
    std::map<std::pair<int, int>, int> difference_of;
    std::map<int, int> square_of, rest_of_square;  // of sines and cosines: s², 1 − s²
    std::map<int, int> argument_of_cosh, tangent_of;
    const auto tangent = [&](int argument) {
      const auto [found, is_new] = tangent_of.emplace(argument, slots_);
      if (is_new) {
        const int result = new_slot();
        code_.push_back({operation::tanh, result, new_slot(), argument, argument});
      }
      return found->second;
    };
    const auto is_zero_constant = [&](int s) { return is_constant(s) && order_.constants[index(s)].is(0); };
    const auto difference = [&](int left, int right) {
      if (is_zero_constant(right)) return left;
      const auto [found, is_new] = difference_of.emplace(std::pair(left, right), slots_);
      if (is_new) {
        const int result = new_slot();
        code_.push_back({operation::subtract, result, result, left, right});
      }
      return found->second;
    };
    std::map<int, int> renamed;  // a result that moved to another slot
    const auto slot = [&](int s) { return renamed.contains(s) ? renamed[s] : s; };
    for (const instruction& c : order_.code) {
      const int left = slot(c.left), right = slot(c.right);
      switch (c.op) {
        case operation::sin:
          renamed[c.result] = code_[pair(left)].result;
          break;
        case operation::cos:
          renamed[c.result] = code_[pair(left)].second;
          break;
        case operation::tan: {
          const step both = code_[pair(left)];
          code_.push_back({operation::divide, c.result, c.result, both.result, both.second});
          break;
        }
        case operation::power:
          if (is_constant(right)) {
            code_.push_back({operation::power, c.result, c.result, left, right});
          } else {
            const int logarithm = new_slot(), product = new_slot();
            code_.push_back({operation::log, logarithm, logarithm, left, left});
            code_.push_back({operation::multiply, product, product, logarithm, right});
            code_.push_back({operation::exp, c.result, c.result, product, product});
          }
          break;
        case operation::sinh:
          renamed[c.result] = code_[hyperbolic(left)].result;
          break;
        case operation::cosh:
          argument_of_cosh[renamed[c.result] = code_[hyperbolic(left)].second] = left;
          break;
        case operation::log:
          if (const auto found = argument_of_cosh.find(left); found != argument_of_cosh.end())
            code_.push_back({operation::cosh, c.result, c.result, found->second, tangent(found->second)});
          else
            code_.push_back({c.op, c.result, c.result, left, right});
          break;
        case operation::tanh:
          renamed[c.result] = tangent(left);
          break;
        case operation::asin:
        case operation::acos:
          if (const auto found = pair_with.find(left); found != pair_with.end()) {
            const step both = code_[found->second];
            const bool of_sine = both.result == left, is_like = of_sine == (c.op == operation::asin);
            code_.push_back({c.op, c.result, c.result, both.left, left, switch_on(of_sine ? both.second : both.result),
                             is_like ? 1 : -1});
            break;
          }
          [[fallthrough]];
        case operation::atan:
          code_.push_back({c.op, c.result, new_slot(), left, left});
          break;
        case operation::atan2:
          code_.push_back({c.op, c.result, new_slot(), left, right, switch_on(left)});
          break;
        case operation::abs:
        case operation::sign:
        case operation::step:
          code_.push_back({c.op, c.result, c.result, left, left, switch_on(left)});
          break;
        case operation::min:
        case operation::max:
          if (is_zero_constant(left))
            code_.push_back({c.op, c.result, c.result, right, left, switch_on(right)});
          else
            code_.push_back({c.op, c.result, c.result, left, right, switch_on(difference(left, right))});
          break;
        case operation::subtract: {
          const int result = renamed[c.result] = difference(left, right);
          if (const auto square = square_of.find(right);
              square != square_of.end() && is_constant(left) && order_.constants[index(left)].is(1))
            rest_of_square[result] = square->second;
          break;
        }
        case operation::multiply:
          if (left == right && pair_with.contains(left)) square_of[c.result] = left;
          code_.push_back({c.op, c.result, c.result, left, right});
          break;
        case operation::sqrt:
          if (const auto rest = rest_of_square.find(left); rest != rest_of_square.end()) {
            const step both = code_[pair_with[rest->second]];
            const int other = both.result == rest->second ? both.second : both.result;
            code_.push_back({operation::abs, c.result, c.result, other, other, switch_on(other)});
            break;
          }
          code_.push_back({c.op, c.result, c.result, left, right});
          break;
        default:
          code_.push_back({c.op, c.result, c.result, left, right});
          break;
      }
    }
    for (int& output : order_.outputs) output = slot(output);
    const std::vector<bool> needed = behind(order_.outputs.size());
    std::erase_if(code_, [&](const step& s) { return !needed[index(s.result)] && !needed[index(s.second)]; });
  }
  /// What the first `count` outputs need.
  std::vector<bool> behind(std::size_t count) const {
    std::vector<bool> needed(index(slots_), false);
    for (std::size_t k = 0; k < count; ++k) needed[index(order_.outputs[k])] = true;
    for (std::size_t k = code_.size(); k-- > 0;) {
      const step& s = code_[k];
      if (!needed[index(s.result)] && !needed[index(s.second)]) continue;
      needed[index(s.left)] = needed[index(s.right)] = true;
      if (s.sign >= 0) needed[index(switches_[index(s.sign)].argument)] = true;
    }
    return needed;
  }

  void enclose(const disc_arithmetic<range>& in, const step& s) {
    const disc<range>&x = disc_[index(s.left)], &y = disc_[index(s.right)];
    disc<range>& z = disc_[index(s.result)];
    switch (s.op) {
      case operation::add:
        z = in.add(x, y);
        break;
      case operation::subtract:
        z = in.subtract(x, y);
        break;
      case operation::negate:
        z = in.negate(x);
        break;
      case operation::multiply:
        z = in.multiply(x, y);
        break;
      case operation::divide:
        z = in.divide(x, y);
        break;
      case operation::sqrt:
        z = in.sqrt(x);
        break;
      case operation::exp:
        z = in.exp(x);
        break;
      case operation::log:
        z = in.log(x);
        break;
      case operation::sin:
        in.sin_cos(x, z, disc_[index(s.second)]);
        break;
      case operation::sinh:
        in.sinh_cosh(x, z, disc_[index(s.second)]);
        break;
      case operation::power:
        z = in.power(x, to_range(series(s.right)[0]));
        break;
      case operation::tanh:
        z = in.tanh(x);
        break;
      case operation::cosh:
        z = in.log_cosh(x, y);
        break;
      case operation::atan:
        z = in.atan(x);
        break;
      case operation::asin:
      case operation::acos:
        if (s.fold != 0)
          z = in.widened({to_range(series(s.result)[0]), range(0), x.analytic}, x.radius);
        else
          z = s.op == operation::asin ? in.asin(x, to_range(series(s.second)[0]))
                                      : in.acos(x, to_range(series(s.second)[0]));
        break;
      case operation::atan2:
        z = in.atan2(x, y);
        break;
      case operation::abs:
        z = in.multiply(in.exactly(to_range(switches_[index(s.sign)].sign)), x);
        break;
      case operation::min:
      case operation::max:
        z = takes_left(s) ? x : y;
        break;
      default:
        z = in.exactly(to_range(series(s.result)[0]));
        break;  // sign, step
    }
    if (is_zero(s.result)) z = {};
    const bool of_values = x.is_value && y.is_value;
    centre(s.result, of_values);
    if (s.second != s.result) centre(s.second, of_values);
  }
  /// The terms of a slot on [0, h], none of them beyond order `known`.
  void truncate(int slot, int known) {
    range* const term = terms_.data() + index(slot) * (2 * stride_ + 1);
    range* const rest = term + stride_;
    const S* const c = series(slot);
    truncated<range>& z = truncated_[index(slot)];
    const int top = is_constant(slot) ? 0 : std::min(known, degree_[index(slot)]);
    const range* const power = power_.data();
    const auto size = [&](int k) { return term[k] = std::abs(to_range(c[k])) * power[k]; };
    range sum(0);
    rest[top + 1] = sum;
    int k = top;
    for (; k >= 3; k -= 4) {  // no sum waits for more than one in four
      const range one = size(k), two = one + size(k - 1), three = two + size(k - 2), four = three + size(k - 3);
      rest[k] = sum + one;
      rest[k - 1] = sum + two;
      rest[k - 2] = sum + three;
      rest[k - 3] = sum += four;
    }
    for (; k >= 0; --k) rest[k] = sum += size(k);
    z = {term, rest, top, -sum, sum, range(0)};
    if (top < 0 || !has_bounds_[index(slot)]) return;
    range total(0);
    for (int j = top; j >= 1; --j) total += to_range(c[j]) * power[j];
    const range value = to_range(c[0]), slack = sum * (range(16 * top + 64) * std::numeric_limits<range>::epsilon());
    z.lowest = value + (total - rest[1]) / range(2) - slack;
    z.highest = value + (total + rest[1]) / range(2) + slack;
  }
  void leave_out(const std::vector<step>& code, int K) {
    const remainder_rules<range> rules(K);
    for (const step& s : code) {
      truncate(s.result, K);
      if (s.second != s.result) truncate(s.second, K);
      truncated<range>&z = truncated_[index(s.result)], &w = truncated_[index(s.second)];
      z.left_out = slightly_more(left_out(rules, s, z, w));
      if (s.op == operation::exp || s.op == operation::sinh)
        has_large_exponential_ = has_large_exponential_ || z.term[0] > range(1) / std::numeric_limits<range>::epsilon();
      if (s.op == operation::tanh) has_large_exponential_ = has_large_exponential_ || z.term[0] == range(1);
      if (s.second == s.result) continue;
      if (s.op == operation::sin || s.op == operation::sinh)
        w.left_out = z.left_out;  // w of the others is theirs alone
    }
  }
  range left_out(const remainder_rules<range>& rules, const step& s, const truncated<range>& z,
                 const truncated<range>& w) const {
    const truncated<range>&x = truncated_[index(s.left)], &y = truncated_[index(s.right)];
    if (is_zero(s.result)) return range(0);
    switch (s.op) {
      case operation::add:
      case operation::subtract:
        return rules.sum(x, y);
      case operation::negate:
      case operation::abs:
        return rules.same(x);
      case operation::multiply:
        return rules.product(x, y);
      case operation::divide:
        return rules.quotient(x, y, z);
      case operation::sqrt:
        return rules.sqrt(x, z);
      case operation::exp:
        return rules.exp(x, z);
      case operation::log:
        return rules.log(x, z);
      case operation::sin:
        return rules.sin_cos(x, z, w);
      case operation::sinh:
        return rules.sinh_cosh(x, z, w);
      case operation::power:
        return rules.power(x, to_range(series(s.right)[0]), z);
      case operation::tanh:
        return rules.tanh(x, z, w);
      case operation::cosh:
        return rules.log_cosh(x, y);
      case operation::atan:
        return rules.atan(x, z, w);
      case operation::min:
      case operation::max:
        return rules.same(takes_left(s) ? x : y);
      case operation::sign:
      case operation::step:
        return range(0);
      case operation::asin:
      case operation::acos:
        return s.fold != 0 ? rules.same(x) : rules.arc(x, z, w);
      case operation::atan2:
        return rules.angle(x, y, z, w);
      default:
        return rules.infinite;
    }
  }
  /// The roundings of the sums. No number counts as ∞.
  static range slightly_more(const range& x) {
    return x >= range(0) ? x * (range(1) + range(1) / range(1 << 20)) +
                               (x > range(0) ? std::numeric_limits<range>::min() : range(0))
                         : remainder_rules<range>::infinite;
  }

  template <class R, class Base>
  void change(std::vector<R>& δ, Base& base, const step& s) const {
    using std::expm1;
    using std::log1p;
    using std::sin;
    using std::sinh;
    const R δx = δ[index(s.left)], δy = δ[index(s.right)];
    R &z = δ[index(s.result)], &w = δ[index(s.second)];
    z = w = R(0);
    const bool is_binary = s.op == operation::add || s.op == operation::subtract || s.op == operation::multiply ||
                           s.op == operation::divide || s.op == operation::min || s.op == operation::max ||
                           s.op == operation::atan2;
    if (δx == R(0) && (!is_binary || δy == R(0))) return;
    const R x = base(s.left), y = base(s.right);
    switch (s.op) {
      case operation::add:
        z = R(δx + δy);
        break;
      case operation::subtract:
        z = δx - δy;
        break;
      case operation::negate:
        z = -δx;
        break;
      case operation::multiply:
        z = product_change(x, δx, y, δy);
        break;
      case operation::divide:
        z = quotient_change(x, δx, y, δy);
        break;
      case operation::sqrt:
        z = power_change(x, δx, R(R(1) / R(2)));
        break;
      case operation::power:
        z = power_change(x, δx, to_number<R>(series(s.right)[0]));
        break;
      case operation::exp:
        z = base(s.result) * expm1(δx);
        break;
      case operation::log:
        z = log1p(R(δx / x));
        break;
      case operation::sin: {
        const R half = sin(R(δx / R(2))), versine = R(2) * half * half, sine = base(s.result), cosine = base(s.second);
        z = cosine * sin(δx) - sine * versine;
        w = -(sine * sin(δx)) - cosine * versine;
        break;
      }
      case operation::sinh: {
        const R half = sinh(R(δx / R(2))), rise = R(2) * half * half, sine = base(s.result), cosine = base(s.second);
        z = cosine * sinh(δx) + sine * rise;
        w = sine * sinh(δx) + cosine * rise;
        break;
      }
      case operation::cosh: {  // cosh(x + δ) = cosh x (cosh δ + tanh x sinh δ)
        const R half = sinh(R(δx / R(2)));
        z = log1p(R(R(2) * half * half + y * sinh(δx)));
        break;
      }
      case operation::tanh:
        z = base(s.second) * δx;
        w = -product_change(R(base(s.result)), z, R(base(s.result)), z);
        break;
      case operation::atan:
        z = δx / base(s.second);
        w = product_change(x, δx, x, δx);
        break;
      case operation::asin:
      case operation::acos:
        z = s.fold != 0 ? R(s.fold) * to_number<R>(switches_[index(s.sign)].sign) * δx : arc_change(x, δx);
        if (s.fold == 0) {
          w = power_change(R(R(1) - x * x), R(-product_change(x, δx, x, δx)), R(R(1) / R(2)));
          if (s.op == operation::acos) z = -z;
        }
        break;
      case operation::atan2:
        z = angle_change(y, δy, x, δx);
        w = product_change(x, δx, x, δx) + product_change(y, δy, y, δy);
        break;
      case operation::abs:
        z = size_change(x, δx);
        break;
      case operation::sign:
        z = sign_change(x, δx);
        break;
      case operation::step:
        z = sign_change(x, δx) / R(2);
        break;
      case operation::min:
      case operation::max: {  // (x + y ± |x − y|)/2
        const R size = size_change(R(x - y), R(δx - δy));
        z = (δx + δy + (s.op == operation::max ? size : -size)) / R(2);
        break;
      }
      default:
        z = w = std::numeric_limits<R>::quiet_NaN();
        break;
    }
  }

  /// Whether terms cancel for all τ, as in |x| − x: a polynomial with all its coefficients known to be 0.
  bool is_zero(int slot) const {
    if (switches_.empty() || series(slot)[0] != S(0) || complete_degree_.empty() ||
        complete_degree_[index(slot)] > known_)
      return false;
    const S* const c = series(slot);
    return std::all_of(c, c + known_ + 1, [](const S& x) { return x == S(0); });
  }
  /// R has fewer digits than S where terms cancel.
  void centre(int slot, bool of_values) {
    disc<range>& z = disc_[index(slot)];
    z.is_value = z.is_value && of_values;
    if (const S& value = series(slot)[0]; z.is_value && value - value == S(0)) z.centre = to_range(value);
  }

  /// Splits the code: what the first `count` outputs need, and the rest.
  void mark(std::size_t count) {
    const std::vector<bool> needed = behind(count);
    for (const step& s : code_) (needed[index(s.result)] || needed[index(s.second)] ? first_ : second_).push_back(s);
  }

  /// Of which slots somebody asks for bounds of the sum of terms: `gaps` outputs, arguments of switches, and what is
  /// divided by, or has a limited domain.
  void mark_bounds(std::size_t gaps) {
    has_bounds_.assign(index(slots_), 0);
    for (std::size_t k = 0; k < gaps; ++k) has_bounds_[index(order_.outputs[k])] = 1;
    for (const sign_switch& s : switches_) has_bounds_[index(s.argument)] = 1;
    for (const step& s : code_) switch (s.op) {
        case operation::add:
        case operation::subtract:
        case operation::negate:
        case operation::multiply:
        case operation::sin:
          break;
        default:
          for (const int slot : {s.result, s.second, s.left, s.right}) has_bounds_[index(slot)] = 1;
      }
  }

  /// What every slot depends on.
  void trace() {
    uses_velocity_.assign(index(slots_), false);
    switches_behind_.assign(index(slots_), {});
    for (int i = 0; i < order_.degrees_of_freedom; ++i) uses_velocity_[index(order_.velocity_slot + i)] = true;
    for (const step& s : code_) {
      uses_velocity_[index(s.result)] = uses_velocity_[index(s.left)] || uses_velocity_[index(s.right)];
      std::vector<int> behind;
      std::set_union(switches_behind_[index(s.left)].begin(), switches_behind_[index(s.left)].end(),
                     switches_behind_[index(s.right)].begin(), switches_behind_[index(s.right)].end(),
                     std::back_inserter(behind));
      if (s.sign >= 0 && !std::binary_search(behind.begin(), behind.end(), s.sign))
        behind.insert(std::upper_bound(behind.begin(), behind.end(), s.sign), s.sign);
      uses_velocity_[index(s.second)] = uses_velocity_[index(s.result)];
      switches_behind_[index(s.result)] = switches_behind_[index(s.second)] = behind;
    }
  }

  int degree_after(const step& s) const {
    const int x = degree_[index(s.left)], y = degree_[index(s.right)];
    switch (s.op) {
      case operation::add:
      case operation::subtract:
        return std::max(x, y);
      case operation::multiply:
        return x < 0 || y < 0 ? -1 : std::min(x + y, unbounded_degree);
      case operation::divide:
        return y == 0 || x < 0 ? x : unbounded_degree;
      case operation::asin:
      case operation::acos:
        return s.fold != 0 ? std::max(x, 0) : x <= 0 ? 0 : unbounded_degree;
      case operation::negate:
      case operation::abs:
        return x;
      case operation::min:
      case operation::max:
        return std::max(x, y);
      case operation::sign:
      case operation::step:
        return 0;
      case operation::atan2:
        return std::max(x, y) <= 0 ? 0 : unbounded_degree;
      default:
        return x <= 0 ? 0 : unbounded_degree;
    }
  }

  /// Σ_{j=from..to} x_j y_{k−j}, as far as the degrees reach.
  [[gnu::always_inline]] static S product(const S* x, int of_x, const S* y, int of_y, int from, int to, int k) {
    const int first = std::max(from, k - of_y);
    return sum_of_products(x + first, y + (k - first), std::min(to, of_x) - first + 1);
  }
  /// Σ_{j=from..k−from} x_j x_{k−j}: every product once.
  static S square(const S* x, int degree, int from, int k) {
    const int first = std::max(from, k - degree);
    S sum = sum_of_products(x + first, x + (k - first), (k + 1) / 2 - first);
    sum += sum;
    if (k % 2 == 0 && k / 2 >= first) sum += x[k / 2] * x[k / 2];
    return sum;
  }
  /// Σ_{j=1..last} j x_j y_{k−j}, where k x_k is kept beside x (`keep_rate`) from order 1 on.
  [[gnu::always_inline]] S weighted(const S* x, int of_x, const S* y, int of_y, int last, int k) const {
    return product(rate(x), of_x, y, of_y, 1, last, k);
  }
  void keep_rate(const S* x, int k) { rate(x)[k] = number_[index(k)] * x[k]; }
  S* rate(const S* x) { return rate_.data() + (x - coefficient_.data()); }
  const S* rate(const S* x) const { return rate_.data() + (x - coefficient_.data()); }

  /// Of motions that are polynomials there are no other orders, and most formulas are sums.
  void advance_first_orders(const step& s, int k) {
    if (s.op == operation::subtract)
      s.z[k] = s.x[k] - s.y[k];
    else if (s.op == operation::add)
      s.z[k] = s.x[k] + s.y[k];
    else
      start_or_advance(s, k);
  }
  [[gnu::noinline]] void start_or_advance(const step& s, int k) {
    if (k == 0)
      start(s, *s.x, *s.y, *s.z, *s.w);
    else
      advance(s, k);
  }
  [[gnu::noinline]] void advance(const std::vector<step>& code, int k) {
    for (const step& s : code)
      if (s.degree >= k) advance(s, k);
  }
  /// Coefficient k ≥ 1.
  [[gnu::always_inline]] void advance(const step& s, int k) {
    const S *const x = s.x, *const y = s.y;
    S* const z = s.z;
    const int u = s.of_x, v = s.of_y;
    switch (s.op) {
      case operation::add:
        z[k] = x[k] + y[k];
        break;
      case operation::subtract:
        z[k] = x[k] - y[k];
        break;
      case operation::negate:
        z[k] = -x[k];
        break;
      case operation::multiply:  // (1)
        if (is_saturated(z[0]))
          z[k] = S(0);
        else if (u == 0)
          z[k] = x[0] * y[k];
        else if (v == 0)
          z[k] = x[k] * y[0];
        else
          z[k] = x == y ? square(x, u, 0, k) : product(x, u, y, v, 0, k, k);
        break;
      case operation::divide:  // (2)
        z[k] = v == 0 ? S(x[k] / y[0]) : S((x[k] - product(y, v, z, s.degree, 1, k, k)) / y[0]);
        break;
      case operation::sin: {  // (6)
        s.rate[k] = number_[index(k)] * x[k];
        const auto sums = sums_of_products(s.rate + 1, s.w + (k - 1), z + (k - 1), std::min(k, u));
        z[k] = sums.first * reciprocal_[index(k)];
        s.w[k] = -sums.second * reciprocal_[index(k)];
        break;
      }
      default:
        advance_rarer(s, k);
        break;
    }
  }
  void advance_rarer(const step& s, int k) {
    const S *const x = s.x, *const y = s.y;
    S *const z = s.z, *const w = s.w;
    const int u = s.of_x, v = s.of_y, r = s.degree;
    const S& per_order = reciprocal_[index(k)];
    switch (s.op) {
      case operation::sqrt:
        z[k] = z[0] == S(0) ? S(0) : S((x[k] - square(z, r, 1, k)) / (z[0] + z[0]));
        break;  // (3)
      case operation::exp:
        keep_rate(x, k);
        z[k] = is_infinite(z[0]) ? S(0) : S(weighted(x, u, z, r, k, k) * per_order);
        break;  // (4)
      case operation::log:
        z[k] = (x[k] - weighted(z, r, x, u, k - 1, k) * per_order) / x[0];
        keep_rate(z, k);
        break;                  // (5)
      case operation::power: {  // (7)
        if (x[0] == S(0)) {
          z[k] = S(0);
          break;
        }
        S sum(0);
        for (int j = 1, last = std::min(k, u); j <= last; ++j)
          sum += (y[0] * number_[index(j)] - number_[index(k - j)]) * x[j] * z[k - j];
        z[k] = sum * per_order / x[0];
        break;
      }
      case operation::abs:  // (8)
        z[k] = switches_[index(s.sign)].sign * x[k];
        break;
      case operation::min:
      case operation::max:
        z[k] = takes_left(s) ? x[k] : y[k];
        break;
      case operation::sign:
      case operation::step:
        z[k] = S(0);
        break;
      case operation::sinh:  // (9)
        keep_rate(x, k);
        z[k] = is_infinite(w[0]) ? S(0) : S(weighted(x, u, w, r, k, k) * per_order);
        w[k] = is_infinite(w[0]) ? S(0) : S(weighted(x, u, z, r, k, k) * per_order);
        break;
      case operation::cosh:
        keep_rate(x, k);
        z[k] = weighted(x, u, y, v, k, k) * per_order;
        break;
      case operation::tanh:
        keep_rate(x, k);
        z[k] = weighted(x, u, w, r, k, k) * per_order;
        w[k] = -square(z, r, 0, k);
        break;
      case operation::atan:
        w[k] = square(x, u, 0, k);
        z[k] = (x[k] - weighted(z, r, w, r, k - 1, k) * per_order) / w[0];
        keep_rate(z, k);
        break;
      case operation::asin:
      case operation::acos: {
        if (s.fold != 0) {  // (10)
          z[k] = S(s.fold) * switches_[index(s.sign)].sign * x[k];
          break;
        }
        const S σ = s.op == operation::asin ? S(1) : S(-1);
        z[k] = (σ * x[k] - weighted(z, r, w, r, k - 1, k) * per_order) / w[0];
        keep_rate(z, k);
        w[k] = -σ * weighted(z, r, x, u, k, k) * per_order;
        break;
      }
      default:  // atan2(x, y)
        keep_rate(x, k);
        keep_rate(y, k);
        w[k] = square(x, u, 0, k) + square(y, v, 0, k);
        z[k] =
            ((weighted(x, u, y, v, k, k) - weighted(y, v, x, u, k, k) - weighted(z, r, w, r, k - 1, k)) * per_order) /
            w[0];
        keep_rate(z, k);
        break;
    }
  }

  /// Coefficients 0.
  void start(const step& s, const S& x, const S& y, S& z, S& w) {
    using std::abs;
    using std::atan2;
    using std::cos;
    using std::cosh;
    using std::exp;
    using std::log;
    using std::sin;
    using std::sinh;
    using std::sqrt;
    if (s.sign >= 0) settle_sign(switches_[index(s.sign)]);
    const S σ = s.sign >= 0 ? switches_[index(s.sign)].sign : S(0);
    switch (s.op) {
      case operation::sin:
        z = sin(x);
        w = cos(x);
        break;
      case operation::sinh:
        z = sinh(x);
        w = cosh(x);
        saturate(z);
        saturate(w);
        break;
      case operation::exp:
        z = exp(x);
        saturate(z);
        break;
      case operation::cosh:
        z = sinh(S(x / S(2)));
        z = abs(x) < S(1) ? log_of_one_and(S(S(2) * z * z))
                          : S(abs(x) + log(S((S(1) + exp(S(-S(2) * abs(x)))) / S(2))));
        break;
      case operation::tanh:
        z = evaluate<S>(s.op, x, y);
        w = cosh(x);
        w = S(1) / (w * w);
        break;
      case operation::atan:
        z = evaluate<S>(s.op, x, y);
        w = S(1) + x * x;
        break;
      case operation::asin:
      case operation::acos:
        if (s.fold != 0 && σ != S(0)) {
          z = folded(x, σ, (s.op == operation::asin) == (s.fold > 0));
          if (s.fold < 0) z = scalar_traits<S>::pi() / S(2) - z;
          break;
        }
        z = evaluate<S>(s.op, s.fold != 0 ? y : x, y);
        if (s.fold == 0) w = sqrt(S((S(1) - x) * (S(1) + x)));
        break;
      case operation::atan2:
        z = atan2(x, y);
        if (y < S(0) && σ * z < S(0))
          z += σ * (scalar_traits<S>::pi() + scalar_traits<S>::pi());  // x is rounding, on the other side of the jump
        w = x * x + y * y;
        break;
      case operation::abs:
        z = σ * x;
        break;
      case operation::sign:
        z = σ;
        break;
      case operation::step:
        z = (S(1) + σ) / S(2);
        break;
      case operation::min:
      case operation::max:
        z = takes_left(s) ? x : y;
        break;
      default:
        z = evaluate<S>(s.op, x, y);
        break;
    }
  }

  /// log(1 + y), small y to all digits [Kahan].
  static S log_of_one_and(const S& y) {
    using std::log;
    const S sum = S(1) + y;
    return sum == S(1) ? y : S(log(sum) * y / (sum - S(1)));
  }

  /// asin(sin x) with σ the sign of cos x, or acos(cos x) with that of sin x. Near the kinks, sin and cos no more know
  /// x.
  static S folded(const S& x, const S& σ, bool of_sine) {
    using std::floor;
    const S π = scalar_traits<S>::pi(),
            middle = of_sine ? (σ > S(0) ? S(0) : π) : σ * π / S(2);  // of the branch, for x in one period
    const S whole = floor(S((x - middle) / (π + π) + S(1) / S(2)));
    return of_sine ? S(σ * ((x - whole * (π + π)) - middle)) : S(σ * (x - whole * (π + π)));
  }
  void settle_sign(sign_switch& σ) const {
    const S& x = series(σ.argument)[0];
    if (!σ.frozen && x != S(0)) σ.sign = x > S(0) ? S(1) : S(-1);
  }
  bool takes_left(const step& s) const { return (switches_[index(s.sign)].sign > S(0)) == (s.op == operation::max); }
  void saturate(S& z) const {
    if (z > most_ || z < -most_)
      z = z > S(0) ? std::numeric_limits<S>::infinity() : -std::numeric_limits<S>::infinity();
  }
  static S root_of_largest() {
    using std::sqrt;
    return sqrt((std::numeric_limits<S>::max)());
  }
  /// A product of exponentials that overflow, as the denominator of a quotient that is 0; with more digits nothing
  /// does.
  static bool is_saturated(const S& x) {
    if constexpr (std::is_same_v<S, double>)
      return is_infinite(x);
    else
      return false;
  }
  static bool is_infinite(const S& x) { return x == x && x - x != S(0); }

  S most_ = root_of_largest();
  evaluation_order order_;
  int slots_ = 0;
  std::size_t stride_ = 1;
  std::vector<step> code_, first_, second_;
  std::vector<step> long_first_, long_second_;  ///< what is not 0 from order `long_from` on
  std::vector<bool> uses_velocity_;
  std::vector<char> has_bounds_;
  std::vector<std::vector<int>> switches_behind_;
  std::vector<sign_switch> switches_;
  std::vector<S> coefficient_, number_, reciprocal_;
  std::vector<S> rate_;  ///< k x_k, of what has sums that ask for it
  std::vector<int> degree_, complete_degree_;
  int known_ = -1;
  std::vector<disc<range>> disc_;
  std::vector<truncated<range>> truncated_;
  std::vector<range> terms_, power_;
  bool has_large_exponential_ = false;
};

}  // namespace unilateral::event_driven
