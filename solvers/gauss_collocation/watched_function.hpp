#pragma once
/// A function g(t, q, q') whose zeros matter, seen along a motion: its value and rate, and enclosures of its value,
/// rate and second derivative.
///
/// g' and g'' are formulas in q, q', q'' and q''': in tapes of 2n variables, coordinates are q and q'', velocities are
/// q' and q'''.

#include "problems/language/evaluated_system.hpp"
#include "problems/language/partial_derivatives.hpp"
#include "solvers/gauss_collocation/enduring_tape.hpp"
#include "solvers/gauss_collocation/legendre.hpp"
#include "solvers/gauss_collocation/range.hpp"
#include "solvers/gauss_collocation/step_motion.hpp"

namespace unilateral::gauss_collocation {

template <class W>
class watched_function {
 public:
  watched_function(const expression& g, int n) : g_(g), n_(n), of_velocity_(!variables_of(g).velocities.empty()) {
    std::vector<expression> acceleration;
    for (int i = 0; i < n; ++i) acceleration.push_back(coordinate(n + i));
    for (int i = 0; i < n; ++i)
      acceleration.push_back(0);  // of q''', which no formula of two derivatives has the rate of
    const expression rate = total_derivative(g, acceleration), second = total_derivative(rate, acceleration);
    value_ = enduring_tape<W>({g, rate}, 2 * n);
    range_ = range_tape({g}, 2 * n);
    slopes_ = range_tape({rate, second}, 2 * n);
    partial_derivatives slope_of(g);
    std::vector<expression> partial(1 + 2 * static_cast<std::size_t>(n), 0);
    partial[0] = slope_of(time());
    const variables of = variables_of(g);
    for (const int i : of.coordinates) partial[static_cast<std::size_t>(1 + i)] = slope_of(coordinate(i));
    for (const int i : of.velocities) partial[static_cast<std::size_t>(1 + n + i)] = slope_of(velocity(i));
    partial_ = enduring_tape<W>(partial, n);
  }

  const expression& formula() const { return g_; }
  /// Then its rate needs the acceleration.
  bool of_velocity() const { return of_velocity_; }

  struct values {
    W value, rate;
  };
  values at(const W& t, const vector_of<W>& q, const vector_of<W>& v, const vector_of<W>& a) {
    std::vector<W> coordinates(q.data(), q.data() + n_), velocities(v.data(), v.data() + n_);
    coordinates.insert(coordinates.end(), a.data(), a.data() + n_);
    velocities.resize(coordinates.size(), W(0));
    value_.run(t, coordinates.data(), velocities.data());
    return {value_[0], value_[1]};
  }
  values at(const typename step_motion<W>::state& s) {
    value_.run(s.t, s.q.data(), s.v.data());
    return {value_[0], value_[1]};
  }

  /// Size of what g, or its rate, is computed from: its rounding is ε times that. `moved`: further sizes that q and v
  /// got their rounding from.
  W size(const W& t, const vector_of<W>& q, const vector_of<W>& v, const vector_of<W>& q_moved,
         const vector_of<W>& v_moved) {
    using std::abs;
    partial_.run(t, q.data(), v.data());
    W sum = abs(partial_[0]) * abs(t) + inner_size(t, q, v);
    for (int i = 0; i < n_; ++i)
      sum += abs(partial_[1 + i]) * (abs(q[i]) + abs(v[i] * t) + q_moved[i]) +
             (of_velocity_ ? W(abs(partial_[1 + n_ + i]) * (abs(v[i]) + v_moved[i])) : W(0));
    return sum;
  }
  /// ∂g/∂q.
  vector_of<W> gradient(const W& t, const vector_of<W>& q, const vector_of<W>& v) { return partials(1, t, q, v); }
  /// ∂g/∂q'.
  vector_of<W> velocity_gradient(const W& t, const vector_of<W>& q, const vector_of<W>& v) {
    return partials(1 + n_, t, q, v);
  }
  W rate_size(const W& t, const vector_of<W>& q, const vector_of<W>& v, const vector_of<W>& a,
              const vector_of<W>& v_moved) {
    using std::abs;
    partial_.run(t, q.data(), v.data());
    W sum = abs(partial_[0]);
    for (int i = 0; i < n_; ++i)
      sum += abs(partial_[1 + i]) * (abs(v[i]) + v_moved[i]) + abs(partial_[1 + n_ + i]) * abs(a[i]);
    return sum;
  }

  /// Size of what cancels inside of the formula, as in 1 − cos x: from the width of its enclosure at one point.
  W inner_size(const W& t, const vector_of<W>& q, const vector_of<W>& v) {
    const range y = value_on(point(t, q, v, vector_of<W>::Zero(n_)));
    const long double width = y.high - y.low;
    return std::isfinite(width) ? W(width / std::numeric_limits<long double>::epsilon()) : W(0);
  }
  /// g where q is known to `roundings` of that size, t to as many of its own: also where no derivative of g is a
  /// number.
  range value_near(const W& t, const vector_of<W>& q, const vector_of<W>& v, const vector_of<W>& q_moved,
                   int roundings) {
    const long double unit = static_cast<long double>(roundings) * std::numeric_limits<long double>::epsilon();
    box b = point(t, q, v, vector_of<W>::Zero(n_));
    b.t = range::around(b.t.low, unit * std::abs(b.t.low));
    for (int i = 0; i < n_; ++i) {
      range& place = b.q[static_cast<std::size_t>(i)];
      place = range::around(place.low, unit * (std::abs(place.low) + rounded<long double>(q_moved[i])));
    }
    return value_on(b);
  }
  /// g'', to a few digits.
  long double second(const W& t, const vector_of<W>& q, const vector_of<W>& v, const vector_of<W>& a) {
    return slopes_on(point(t, q, v, a)).second.middle();
  }

  range value_on(const box& b) {
    range_.run(b.t, b.q.data(), b.v.data());
    return range_[0];
  }
  struct slopes {
    range rate, second;
  };
  slopes slopes_on(const box& b) {
    slopes_.run(b.t, b.q.data(), b.v.data());
    return {slopes_[0], slopes_[1]};
  }

 private:
  vector_of<W> partials(int first, const W& t, const vector_of<W>& q, const vector_of<W>& v) {
    partial_.run(t, q.data(), v.data());
    vector_of<W> result(n_);
    for (int i = 0; i < n_; ++i) result[i] = partial_[first + i];
    return result;
  }
  box point(const W& t, const vector_of<W>& q, const vector_of<W>& v, const vector_of<W>& a) const {
    const auto only = [](const W& y) { return range{rounded<long double>(y), rounded<long double>(y)}; };
    box b{only(t), {}, {}};
    for (int i = 0; i < n_; ++i) b.q.push_back(only(q[i]));
    for (int i = 0; i < n_; ++i) b.q.push_back(only(a[i]));
    for (int i = 0; i < n_; ++i) b.v.push_back(only(v[i]));
    b.v.resize(b.q.size());
    return b;
  }

  expression g_;
  int n_;
  bool of_velocity_;
  enduring_tape<W> value_, partial_;
  range_tape range_, slopes_;
};

}  // namespace unilateral::gauss_collocation
