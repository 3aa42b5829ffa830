#pragma once
/// The prescribed path x_0(t), y_0(t) of node 0 as Taylor polynomials. Where a formula contains |A(t)|, sign A or step
/// A, or the smaller or larger of two functions with difference A, the path may have a corner at a root of A: on each
/// piece the sign of A is held (`branch`), and the roots of A are events.

#include "problems/language/chain.hpp"
#include "problems/language/tape.hpp"
#include "solvers/chain_duality/series.hpp"

namespace unilateral::chain_duality {

template <scalar S>
class driven_path {
 public:
  /// Degree of the polynomials. Throws input_error when the path depends on anything but time.
  driven_path(const std::array<expression, 2>& path, int degree)
      : order_(order_evaluation({path[0], path[1]}, 0)), size_(static_cast<std::size_t>(degree) + 1), work_(2 * size_) {
    int slots = order_.slots;
    for (const instruction& step : order_.code)
      if (is_switch(step.op)) corners_.push_back({arity(step.op) == 2 ? slots++ : step.left, 0});
    slot_.assign(static_cast<std::size_t>(slots) * size_, S(0));
    for (std::size_t k = 0; k < order_.constants.size(); ++k) slot_[k * size_] = constant_value<S>(order_.constants[k]);
  }

  /// What to do with the signs held: choose those just after t, or keep the last ones.
  enum class branch { choose, keep };

  /// Expands the path about t.
  void expand(const S& t, branch signs) {
    S* const clock = at(order_.time_slot);
    clock[0] = t;
    if (size_ > 1) clock[1] = S(1);
    auto corner = corners_.begin();
    for (const instruction& step : order_.code) {
      const S *x = at(step.left), *y = at(step.right);
      S* const z = at(step.result);
      if (is_switch(step.op)) {
        S* const A = at(corner->slot);
        if (arity(step.op) == 2)
          for (std::size_t j = 0; j < size_; ++j) A[j] = x[j] - y[j];
        if (signs == branch::choose) corner->sign = sign_after(A, t);
        for (std::size_t j = 0; j < size_; ++j) z[j] = chosen(step.op, corner->sign, x[j], y[j], j);
        ++corner;
      } else {
        run(step, x, y, z);
      }
    }
  }

  /// Coefficients of x_0 (i = 0) or y_0 (i = 1).
  const S* position(int i) const { return at(order_.outputs[static_cast<std::size_t>(i)]); }

  int corners() const { return static_cast<int>(corners_.size()); }
  /// Coefficients of |A| for corner number i, on the branch held: positive up to the corner.
  void corner(int i, std::vector<S>& p) const {
    const corner_point& here = corners_[static_cast<std::size_t>(i)];
    for (std::size_t j = 0; j < size_; ++j) p[j] = S(here.sign) * at(here.slot)[j];
  }
  /// The argument that starts on its own root (within rounding) left it just now.
  static bool is_root(const S* A, const S& t) {
    using std::abs;
    using std::max;
    return abs(A[0]) <= S(16) * epsilon<S>() * max(S(1), S(abs(t * A[1])));
  }
  bool starts_on_corner(int i) const {
    return size_ > 1 && is_root(at(corners_[static_cast<std::size_t>(i)].slot), at(order_.time_slot)[0]);
  }

 private:
  struct corner_point {
    int slot;  ///< of A
    int sign;
  };

  S* at(int slot) { return slot_.data() + static_cast<std::size_t>(slot) * size_; }
  const S* at(int slot) const { return slot_.data() + static_cast<std::size_t>(slot) * size_; }

  /// The sign of A just after t: that of the first coefficient that is not zero.
  int sign_after(const S* A, const S& t) const {
    std::size_t j = size_ > 1 && is_root(A, t) ? 1 : 0;
    while (j + 1 < size_ && A[j] == S(0)) ++j;
    return A[j] < S(0) ? -1 : 1;
  }

  /// Coefficient j of a switch whose A has the given sign.
  static S chosen(operation op, int sign, const S& x, const S& y, std::size_t j) {
    switch (op) {
      case operation::abs:
        return S(sign) * x;
      case operation::sign:
        return j == 0 ? S(sign) : S(0);
      case operation::step:
        return j == 0 && sign > 0 ? S(1) : S(0);
      default:  // min, max
        return (sign > 0) == (op == operation::max) ? x : y;
    }
  }

  void run(const instruction& step, const S* x, const S* y, S* z) {
    using std::acos;
    using std::asin;
    using std::atan;
    S *const first = work_.data(), *const second = first + size_;
    for (int j = 0; j < static_cast<int>(size_); ++j) switch (step.op) {
        case operation::add:
          z[j] = x[j] + y[j];
          break;
        case operation::subtract:
          z[j] = x[j] - y[j];
          break;
        case operation::multiply:
          z[j] = series::product(x, y, j);
          break;
        case operation::divide:
          z[j] = series::quotient(x, y, z, j);
          break;
        case operation::negate:
          z[j] = -x[j];
          break;
        case operation::sin:
          series::cosine_and_sine(x, first, z, j);
          break;
        case operation::cos:
          series::cosine_and_sine(x, z, first, j);
          break;
        case operation::tan:
          series::cosine_and_sine(x, first, second, j);
          z[j] = series::quotient(second, first, z, j);
          break;
        case operation::sinh:
          series::hyperbolic_cosine_and_sine(x, first, z, j);
          break;
        case operation::cosh:
          series::hyperbolic_cosine_and_sine(x, z, first, j);
          break;
        case operation::tanh:
          series::hyperbolic_tangent(x, first, z, j);
          break;
        case operation::asin:  // w = √(1 − x²)
          first[j] = (j == 0 ? S(1) : S(0)) - series::product(x, x, j);
          second[j] = series::square_root(first, second, j);
          z[j] = j == 0 ? S(asin(x[0])) : series::integral_of_quotient(x, second, z, j);
          break;
        case operation::acos:  // w = −√(1 − x²)
          first[j] = (j == 0 ? S(1) : S(0)) - series::product(x, x, j);
          second[j] = series::square_root(first, second, j);
          if (j == 0) second[0] = -second[0];
          z[j] = j == 0 ? S(acos(x[0])) : series::integral_of_quotient(x, second, z, j);
          break;
        case operation::atan:  // w = 1 + x²
          first[j] = (j == 0 ? S(1) : S(0)) + series::product(x, x, j);
          z[j] = j == 0 ? S(atan(x[0])) : series::integral_of_quotient(x, first, z, j);
          break;
        case operation::atan2:
          first[j] = series::product(x, x, j) + series::product(y, y, j);
          z[j] = series::angle(x, y, first, z, j);
          break;
        case operation::exp:
          z[j] = series::exponential(x, z, j);
          break;
        case operation::log:
          z[j] = series::logarithm(x, z, j);
          break;
        case operation::sqrt:
          z[j] = series::square_root(x, z, j);
          break;
        case operation::power:
          if (step.right < order_.time_slot) {  // a number
            z[j] = series::power(x, y[0], z, j);
          } else {  // e^(y log x)
            first[j] = series::logarithm(x, first, j);
            second[j] = series::product(y, first, j);
            z[j] = series::exponential(second, z, j);
          }
          break;
        default:
          break;  // switches are the caller's
      }
  }

  evaluation_order order_;
  std::size_t size_;
  std::vector<S> slot_, work_;
  std::vector<corner_point> corners_;
};

}  // namespace unilateral::chain_duality
