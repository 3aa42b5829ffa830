#pragma once
/// Formulas expanded along a motion. With x(τ) = Σ x_k τ^k, coefficient k of each operation follows from coefficients 0 … k of its operands:
///
///     (1)  z = x y:      z_k = Σ_{j=0..k} x_j y_{k−j}
///     (2)  z = x / y:    z_k = (x_k − Σ_{j=1..k} y_j z_{k−j}) / y_0
///     (3)  z = √x:       z_k = (x_k − Σ_{j=1..k−1} z_j z_{k−j}) / (2 z_0)
///     (4)  z = exp x:    k z_k = Σ_{j=1..k} j x_j z_{k−j}                                    from z' = x' z
///     (5)  z = log x:    k z_k x_0 = k x_k − Σ_{j=1..k−1} j z_j x_{k−j}                      from x z' = x'
///     (6)  s = sin x, c = cos x in pairs:  k s_k = Σ j x_j c_{k−j},  k c_k = −Σ j x_j s_{k−j}
///     (7)  z = x^r:      k z_k x_0 = Σ_{j=1..k} (r j − (k − j)) x_j z_{k−j}                  from x z' = r x' z
///     (8)  z = |x|:      z = σ x, σ the sign of x just after the point of expansion; σ changes at events only
///
/// Other powers are exp(y log x); tan is sin / cos. A bound on the degree of every slot comes with the tape: sums stop there, and a motion that
/// is a polynomial is known to be one.

#include "problems/language/tape.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <vector>

namespace unilateral::event_driven {

/// Degree of what is no polynomial.
inline constexpr int unbounded_degree = 1 << 20;

template <scalar S>
class taylor_tape {
 public:
  /// Which formulas to advance: the first ones given to the constructor (and what they need), or the others.
  enum class part { first, second };

  /// The argument of |x| and its sign σ. A frozen sign is known from an event at the point of expansion, where x_0 is only rounding.
  struct sign_switch {
    int argument;
    S sign;
    bool frozen;
  };

  taylor_tape() = default;
  taylor_tape(const std::vector<expression>& first, const std::vector<expression>& second, int n, int highest_order) : stride_(static_cast<std::size_t>(highest_order) + 1) {
    std::vector<expression> all = first;
    all.insert(all.end(), second.begin(), second.end());
    order_ = order_evaluation(all, n);
    slots_ = order_.slots;
    lower();
    mark(first.size());
    coefficient_.assign(static_cast<std::size_t>(slots_) * stride_, S(0));
    degree_.assign(static_cast<std::size_t>(slots_), 0);
    for (std::size_t k = 0; k < order_.constants.size(); ++k) series(static_cast<int>(k))[0] = constant_value<S>(order_.constants[k]);
    if (order_.uses_time && stride_ > 1) series(order_.time_slot)[1] = S(1);
    for (std::size_t k = 0; k < stride_; ++k) number_.push_back(S(static_cast<int>(k)));
  }

  S* series(int slot) { return coefficient_.data() + static_cast<std::size_t>(slot) * stride_; }
  const S* series(int slot) const { return coefficient_.data() + static_cast<std::size_t>(slot) * stride_; }
  S* position(int i) { return series(order_.position_slot + i); }
  const S* position(int i) const { return series(order_.position_slot + i); }
  S* velocity(int i) { return series(order_.velocity_slot + i); }
  void set_time(const S& t) { series(order_.time_slot)[0] = t; }

  int output_slot(std::size_t k) const { return order_.outputs[k]; }
  int degree(int slot) const { return degree_[static_cast<std::size_t>(slot)]; }
  /// A formula without variables.
  bool is_constant(int slot) const { return slot < order_.time_slot; }
  std::vector<sign_switch>& switches() { return switches_; }

  /// Degrees of all slots when the positions are polynomials of degree `positions` (−1: identically zero).
  void bound_degrees(int positions) {
    for (int s = 0; s < order_.time_slot; ++s) degree_[index(s)] = series(s)[0] == S(0) ? -1 : 0;
    degree_[index(order_.time_slot)] = 1;
    for (int i = 0; i < order_.degrees_of_freedom; ++i) {
      degree_[index(order_.position_slot + i)] = positions;
      degree_[index(order_.velocity_slot + i)] = std::max(positions - 1, 0);
    }
    for (const step& s : code_) degree_[index(s.result)] = degree_[index(s.second)] = degree_after(s);
  }

  /// Coefficient k of every formula of that part, given the coefficients up to k of the variables and up to k − 1 of itself.
  void run(part which, int k) {
    for (const step& s : which == part::first ? first_ : second_) {
      if (degree_[index(s.result)] < k)
        series(s.result)[k] = series(s.second)[k] = S(0);
      else
        advance(s, k);
    }
  }

 private:
  struct step {
    operation op;  ///< `sin` stands for the pair
    int result, second, left, right;
    int sign = -1;  ///< its number in `switches_`
  };

  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  int new_slot() { return slots_++; }

  /// Rewrites the code in terms of (1)–(8).
  void lower() {
    std::map<int, std::size_t> pair_of, switch_of;
    const auto pair = [&](int argument) {
      const auto [found, is_new] = pair_of.emplace(argument, code_.size());
      if (is_new) code_.push_back({operation::sin, new_slot(), new_slot(), argument, argument});
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
        case operation::abs:
        case operation::sign: {
          const auto [found, is_new] = switch_of.emplace(left, switches_.size());
          if (is_new) switches_.push_back({left, S(1), false});
          code_.push_back({c.op, c.result, c.result, left, left, static_cast<int>(found->second)});
          break;
        }
        default:
          code_.push_back({c.op, c.result, c.result, left, right});
          break;
      }
    }
    for (int& output : order_.outputs) output = slot(output);
  }

  /// Splits the code: what the first `count` outputs need, and the rest.
  void mark(std::size_t count) {
    std::vector<bool> needed(index(slots_), false);
    for (std::size_t k = 0; k < count; ++k) needed[index(order_.outputs[k])] = true;
    std::vector<bool> is_first(code_.size(), false);
    for (std::size_t k = code_.size(); k-- > 0;) {
      const step& s = code_[k];
      if (!needed[index(s.result)] && !needed[index(s.second)]) continue;
      is_first[k] = needed[index(s.left)] = needed[index(s.right)] = true;
    }
    for (std::size_t k = 0; k < code_.size(); ++k) (is_first[k] ? first_ : second_).push_back(code_[k]);
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
      case operation::negate:
      case operation::abs:
        return x;
      case operation::sign:
        return 0;
      default:
        return x <= 0 ? 0 : unbounded_degree;
    }
  }

  /// Σ_{j=from..to} x_j y_{k−j}, as far as the degrees reach.
  S product(int left, int right, int from, int to, int k) const {
    const S *const x = series(left), *const y = series(right);
    S sum(0);
    for (int j = std::max(from, k - degree_[index(right)]), last = std::min(to, degree_[index(left)]); j <= last; ++j) sum += x[j] * y[k - j];
    return sum;
  }
  /// Σ_{j=from..k−from} x_j x_{k−j}: every product once.
  S square(int slot, int from, int k) const {
    const S* const x = series(slot);
    S sum(0);
    for (int j = std::max(from, k - degree_[index(slot)]); 2 * j < k; ++j) sum += x[j] * x[k - j];
    sum += sum;
    if (k % 2 == 0 && k / 2 >= from) sum += x[k / 2] * x[k / 2];
    return sum;
  }
  /// Σ_{j=1..last} j x_j y_{k−j}.
  S weighted(int left, int right, int last, int k) const {
    const S *const x = series(left), *const y = series(right);
    S sum(0);
    for (int j = std::max(1, k - degree_[index(right)]), end = std::min(last, degree_[index(left)]); j <= end; ++j) sum += number_[index(j)] * x[j] * y[k - j];
    return sum;
  }

  void advance(const step& s, int k) {
    const S *const x = series(s.left), *const y = series(s.right);
    S* const z = series(s.result);
    if (k == 0 && s.op != operation::sin && s.op != operation::abs && s.op != operation::sign) {
      z[0] = evaluate<S>(s.op, x[0], y[0]);
      return;
    }
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
      case operation::multiply:
        z[k] = s.left == s.right ? square(s.left, 0, k) : product(s.left, s.right, 0, k, k);
        break;  // (1)
      case operation::divide:
        z[k] = (x[k] - product(s.right, s.result, 1, k, k)) / y[0];
        break;  // (2)
      case operation::sqrt:
        z[k] = (x[k] - square(s.result, 1, k)) / (z[0] + z[0]);
        break;  // (3)
      case operation::exp:
        z[k] = weighted(s.left, s.result, k, k) / number_[index(k)];
        break;  // (4)
      case operation::log:
        z[k] = (x[k] - weighted(s.result, s.left, k - 1, k) / number_[index(k)]) / x[0];
        break;                // (5)
      case operation::sin: {  // (6)
        using std::cos;
        using std::sin;
        S* const c = series(s.second);
        if (k == 0) {
          z[0] = sin(x[0]);
          c[0] = cos(x[0]);
        } else {
          z[k] = weighted(s.left, s.second, k, k) / number_[index(k)];
          c[k] = -weighted(s.left, s.result, k, k) / number_[index(k)];
        }
        break;
      }
      case operation::power: {  // (7)
        S sum(0);
        for (int j = 1, last = std::min(k, degree_[index(s.left)]); j <= last; ++j) sum += (y[0] * number_[index(j)] - number_[index(k - j)]) * x[j] * z[k - j];
        z[k] = sum / (number_[index(k)] * x[0]);
        break;
      }
      default: {  // (8)
        sign_switch& σ = switches_[index(s.sign)];
        if (k == 0 && !σ.frozen && x[0] != S(0)) σ.sign = x[0] > S(0) ? S(1) : S(-1);
        z[k] = s.op == operation::abs ? S(σ.sign * x[k]) : k == 0 ? σ.sign : S(0);
        break;
      }
    }
  }

  evaluation_order order_;
  int slots_ = 0;
  std::size_t stride_ = 1;
  std::vector<step> code_, first_, second_;
  std::vector<sign_switch> switches_;
  std::vector<S> coefficient_, number_;
  std::vector<int> degree_;
};

}  // namespace unilateral::event_driven
