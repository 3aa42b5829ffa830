#pragma once
/// Formulas run in a scalar, and once more in one of a wider range where that gives what is no number: exp(a)/(1 +
/// exp(a)) for a = 20 000 is ∞/∞ in long double, and 1 in numbers whose exponent has 62 bits. What is no number there
/// either is none.

#include "problems/language/tape.hpp"
#include "solvers/gauss_collocation/guard_digits.hpp"

#include <memory>

namespace unilateral::gauss_collocation {

/// Same digits or more, exponents beyond any formula's need.
template <class W>
struct far_reaching {
  using type = W;
};
template <>
struct far_reaching<long double> {
  using type = mpfr_number<24>;
};
template <>
struct far_reaching<double> {
  using type = mpfr_number<24>;
};

template <class W>
bool is_number(const W& x) {
  using std::isfinite;
  return isfinite(x);
}

template <class W>
class enduring_tape {
  using far = typename far_reaching<W>::type;

 public:
  enduring_tape() = default;
  enduring_tape(const std::vector<expression>& outputs, int variables)
      : outputs_(outputs), variables_(variables), near_(outputs, variables), value_(outputs.size()) {}

  void run(const W& t, const W* q, const W* v) {
    near_.run(t, q, v);
    bool whole = true;
    for (std::size_t k = 0; k < value_.size(); ++k) {
      value_[k] = near_[static_cast<int>(k)];
      whole = whole && is_number(value_[k]);
    }
    if constexpr (!std::is_same_v<W, far>)
      if (!whole) run_far(t, q, v);
  }
  const W& operator[](int k) const { return value_[static_cast<std::size_t>(k)]; }

 private:
  void run_far(const W& t, const W* q, const W* v) {
    if (!far_) far_ = std::make_shared<tape<far>>(outputs_, variables_);
    std::vector<far> positions, velocities;
    for (int i = 0; i < variables_; ++i) {
      positions.push_back(q != nullptr ? far(q[i]) : far(0));
      velocities.push_back(v != nullptr ? far(v[i]) : far(0));
    }
    far_->run(far(t), positions.data(), velocities.data());
    for (std::size_t k = 0; k < value_.size(); ++k)
      if (!is_number(value_[k])) value_[k] = rounded<W>((*far_)[static_cast<int>(k)]);
  }

  std::vector<expression> outputs_;
  int variables_ = 0;
  tape<W> near_;
  std::shared_ptr<tape<far>> far_;
  std::vector<W> value_;
};

}  // namespace unilateral::gauss_collocation
