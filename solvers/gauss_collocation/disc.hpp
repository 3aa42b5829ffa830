#pragma once
/// Discs of the complex plane around real centres: a formula run on them encloses its analytic continuation, or finds
/// that there may be none.
///
/// Formulas are real on the real axis, so centres stay real. What has a pole or a branch point in the disc gets the
/// radius ∞; what is beyond the range of numbers, too, but keeps what is known of its size from below: eᶻ on
/// |z − c| ≤ r is at least e^(c − r), and so 1/(1 + eᶻ) is bounded where eᶻ overflows. Bounds of size only, for
/// Cauchy's estimate of what a step cannot have seen (unseen.hpp): rounding is followed on request, to first order,
/// where what rounding makes of a formula is asked for (collocation_step.hpp).

#include "solvers/gauss_collocation/enduring_tape.hpp"
#include "solvers/gauss_collocation/range.hpp"

#include <algorithm>
#include <limits>

namespace unilateral::gauss_collocation {

template <class R>
struct disc {
  R centre{}, radius{};
  R least{};  ///< |z| ≥ least on the set that is enclosed, which may be more than the disc's own distance from 0

  static disc nowhere(const R& least = R(0)) { return {R(0), std::numeric_limits<R>::infinity(), least}; }
  R size() const {
    using std::abs;
    return abs(centre) + radius;
  }
  /// A lower bound of |z|.
  R distance() const {
    using std::abs;
    return std::max(least, R(abs(centre) - radius));
  }
};

namespace discs {

/// A lower bound of a size that may have overflowed.
template <class R>
R finite(const R& x) {
  return std::min(x, R((std::numeric_limits<R>::max)()));
}
template <class R>
disc<R> sum(const disc<R>& x, const disc<R>& y, int sign) {
  const R rest = std::max(R(x.distance() - y.size()), R(y.distance() - x.size()));
  return {x.centre + R(sign) * y.centre, x.radius + y.radius, rest > R(0) ? finite(rest) : R(0)};
}
template <class R>
disc<R> inverse(const disc<R>& x) {
  using std::abs;
  const R least = x.distance(), own = abs(x.centre) - x.radius, most = R(1) / x.size();
  if (!(least > R(0))) return disc<R>::nowhere();
  if (!(R(2) * own > least)) return {R(0), R(1) / least, most};
  const R d = own * x.size();
  return {x.centre / d, x.radius / d, most};
}
template <class R>
disc<R> times(const disc<R>& x, const disc<R>& y) {
  using std::abs;
  if (x.size() == R(0) || y.size() == R(0)) return {};  // a reaction that does not act, whatever its direction
  return {x.centre * y.centre, abs(x.centre) * y.radius + x.radius * abs(y.centre) + x.radius * y.radius,
          finite(R(x.distance() * y.distance()))};
}
template <class R>
disc<R> exponential(const disc<R>& x) {
  using std::exp;
  const R c = exp(x.centre);
  return {c, x.radius == R(0) ? R(0) : R(exp(R(x.centre + x.radius)) - c), finite(R(exp(R(x.centre - x.radius))))};
}
/// log and √ continue from the positive axis to every disc without 0.
template <class R>
disc<R> logarithm(const disc<R>& x) {
  using std::log;
  if (!(x.centre > x.radius)) return disc<R>::nowhere();
  const R part = x.radius / x.centre;
  return {log(x.centre), part < R(1) / R(1 << 20) ? R(part / (R(1) - part))
                                                  : R(-log(R(R(1) - part)))};  // −log(1 − part), or just above
}
template <class R>
disc<R> root(const disc<R>& x) {
  using std::sqrt;
  if (x.radius == R(0) && x.centre >= R(0)) return {sqrt(x.centre), R(0)};
  if (!(x.centre > x.radius)) return disc<R>::nowhere();
  return {sqrt(x.centre), sqrt(x.centre) - sqrt(R(x.centre - x.radius))};
}
/// f(centre) and, by the mean value theorem, radius · max |f'|.
template <class R>
disc<R> by_slope(const disc<R>& x, const R& value, const disc<R>& slope) {
  return {value, x.radius == R(0) ? R(0) : R(x.radius * slope.size())};
}

/// |sinh z| and |cosh z| are at least |sinh Re z|.
template <class R>
R least_hyperbolic(const disc<R>& x) {
  using std::abs;
  using std::sinh;
  const R near = abs(x.centre) - x.radius;
  return near > R(0) ? finite(R(sinh(near))) : R(0);
}
template <class R>
disc<R> turned(const R& value, const R& slope, const R& r, const R& least = R(0)) {
  using std::abs;
  using std::sinh;
  const R half = sinh(R(r / R(2)));
  return {value, r == R(0) ? R(0) : R(abs(value) * R(2) * half * half + abs(slope) * sinh(r)), least};
}

template <class R>
disc<R> evaluate(operation op, const disc<R>& x, const disc<R>& y, bool same) {
  using std::abs;
  using std::acos;
  using std::asin;
  using std::atan;
  using std::atan2;
  using std::cos;
  using std::cosh;
  using std::floor;
  using std::pow;
  using std::sin;
  using std::sinh;
  using std::tan;
  using std::tanh;
  const disc<R> one{R(1), R(0)};
  const auto shifted = [&](const disc<R>& z) { return sum(z, one, 1); };
  switch (op) {
    case operation::add:
      return sum(x, y, 1);
    case operation::subtract:
      return same ? disc<R>{} : sum(x, y, -1);
    case operation::multiply:
      return times(x, y);
    case operation::divide:
      return times(x, inverse(y));
    case operation::power:
      if (x.radius == R(0) && y.radius == R(0)) return {pow(x.centre, y.centre), R(0)};
      if (y.radius == R(0) && floor(y.centre) == y.centre && abs(y.centre) < R(1024)) {
        disc<R> result = one;
        for (int k = 0; k < static_cast<int>(to_double(R(abs(y.centre)))); ++k) result = times(result, x);
        return y.centre < R(0) ? inverse(result) : result;
      }
      return exponential(times(y, logarithm(x)));
    case operation::negate:
      return {-x.centre, x.radius, x.least};
    // sin(c + w) − sin c = sin c (cos w − 1) + cos c sin w, |cos w − 1| ≤ cosh r − 1, |sin w| ≤ sinh r; cos, sinh and
    // cosh likewise.
    case operation::sin:
      return turned(R(sin(x.centre)), R(cos(x.centre)), x.radius);
    case operation::cos:
      return turned(R(cos(x.centre)), R(sin(x.centre)), x.radius);
    case operation::tan: {
      const disc<R> c = evaluate(operation::cos, x, x, false);
      return by_slope(x, R(tan(x.centre)), inverse(times(c, c)));
    }
    case operation::asin:
    case operation::acos: {
      const disc<R> square = times(x, x), slope = inverse(root(disc<R>{R(1) - square.centre, square.radius}));
      return by_slope(x, op == operation::asin ? R(asin(x.centre)) : R(acos(x.centre)), slope);
    }
    case operation::atan:
      return by_slope(x, R(atan(x.centre)), inverse(shifted(times(x, x))));
    case operation::atan2: {  // the angle of (y, x) from that of the centres: atan of (x c_y − y c_x)/(y c_y + x c_x)
      const disc<R> across{R(0), x.radius * abs(y.centre) + y.radius * abs(x.centre)};
      const disc<R> along{y.centre * y.centre + x.centre * x.centre,
                          y.radius * abs(y.centre) + x.radius * abs(x.centre)};
      const disc<R> swept = evaluate(operation::atan, times(across, inverse(along)), one, false);
      return {atan2(x.centre, y.centre), swept.size()};
    }
    case operation::sinh:
      return turned(R(sinh(x.centre)), R(cosh(x.centre)), x.radius, least_hyperbolic(x));
    case operation::cosh:
      return turned(R(cosh(x.centre)), R(sinh(x.centre)), x.radius, least_hyperbolic(x));
    case operation::tanh: {  // of |z|, by exp(−2|z|), which does not overflow
      const disc<R> e = exponential(disc<R>{R(-2) * abs(x.centre), R(2) * x.radius}), d = inverse(shifted(e));
      const disc<R> slope = times(disc<R>{R(4), R(0)}, times(e, times(d, d)));
      return by_slope(x, R(tanh(x.centre)), slope);
    }
    case operation::exp:
      return exponential(x);
    case operation::log:
      return logarithm(x);
    case operation::sqrt:
      return root(x);
    default:
      return x.radius == R(0) ? disc<R>{unilateral::evaluate<R>(op, x.centre, y.centre), R(0)}
                              : disc<R>::nowhere();  // a switch
  }
}

}  // namespace discs

/// Formulas run on discs.
template <class R>
class disc_tape {
 public:
  disc_tape() = default;
  /// `unit`: each operation adds that part of its value to the radius.
  disc_tape(const std::vector<expression>& outputs, int variables, const R& unit = R(0))
      : order_(order_evaluation(without_overflow(outputs), variables)),
        slot_(static_cast<std::size_t>(order_.slots)),
        unit_(unit) {
    for (std::size_t k = 0; k < order_.constants.size(); ++k)
      slot_[k] = {rounded_constant<R>(order_.constants[k]), R(0)};
  }
  void run(const disc<R>& t, const disc<R>* q, const disc<R>* v) {
    if (order_.uses_time) slot_[static_cast<std::size_t>(order_.time_slot)] = t;
    for (int i = 0; i < order_.degrees_of_freedom; ++i) {
      if (order_.uses_position) slot_[static_cast<std::size_t>(order_.position_slot + i)] = q[i];
      if (order_.uses_velocity) slot_[static_cast<std::size_t>(order_.velocity_slot + i)] = v[i];
    }
    using std::abs;
    for (const instruction& c : order_.code) {
      disc<R>& result = slot_[static_cast<std::size_t>(c.result)];
      result = discs::evaluate(c.op, slot_[static_cast<std::size_t>(c.left)], slot_[static_cast<std::size_t>(c.right)],
                               c.left == c.right);
      if (!is_number(R(result.size()))) result = disc<R>::nowhere(result.least >= R(0) ? result.least : R(0));
      if (unit_ > R(0)) result.radius += unit_ * abs(result.centre);
    }
  }
  const disc<R>& operator[](int k) const {
    return slot_[static_cast<std::size_t>(order_.outputs[static_cast<std::size_t>(k)])];
  }

 private:
  evaluation_order order_;
  std::vector<disc<R>> slot_;
  R unit_{0};
};

}  // namespace unilateral::gauss_collocation
