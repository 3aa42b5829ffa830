#pragma once
/// How a displacement from a motion grows:
///
///     δ'' = a(t + s, q + δ, v + δ') − a(t + s, q, v),     a the acceleration with contacts held,
///
/// (q, v)(s) a parabola on which the arguments of roots and jumps that are 0 stay so (rest_manifold.hpp), from δ(0),
/// δ'(0) along a direction, by the method of order 5 of [Dormand, Prince 1980]. Beside kinks, roots and jumps its steps
/// shrink until an error is a small part of the largest that each coordinate has been.
///
/// What grows is told by the argument of a root or of a jump, u = d·δ (d·δ' where that is one of velocities): it leads
/// away, up to a multiple of where it began, or swings about 0. Then the logarithm r of what each whole swing is larger
/// by than the one before is read off as soon as it is steady from peak to peak.

#include "solvers/gauss_collocation/rest_manifold.hpp"

#include <array>
#include <cmath>
#include <initializer_list>

namespace unilateral::gauss_collocation {

/// F: a scalar in which displacements beside the motion are no rounding.
template <class F>
class displacement {
 public:
  using vector = vector_of<F>;

  /// The state at s = 0, and the sizes that displacements of each coordinate are told in.
  struct place {
    F t;
    vector q, v, size;
    bool has_time;  ///< whether formulas depend on t
    F latest, end;  ///< s up to which displacements are followed: beside a motion that moves, and beside a rest
  };
  /// Where a displacement begins, of positions or of velocities, and the argument that tells what comes of it.
  struct direction {
    vector begin, argument;
    bool of_velocity;
    bool operator==(const direction&) const = default;
  };
  enum class course {
    grows,   ///< the argument, by a factor of a thousand, or from swing to swing
    swings,  ///< it does not grow from swing to swing
    idles    ///< neither, as far as it is followed: it comes to rest, drifts, or closes a contact
  };
  struct outcome {
    course is = course::idles;
    F time{0};         ///< of growth by the root of the factor, or of the last whole swing
    vector most;       ///< the largest |δ_i| then
    double swing = 0;  ///< r; 0: it leads away
  };

  /// rest: of the arguments that are 0; arguments: their slopes, one a row. J: contacts held, independent; touching:
  /// all that are not to close.
  displacement(instant<F>& at, rest_manifold<F>& rest, const place& from, const matrix_of<F>& arguments,
               const std::vector<int>& J, const std::vector<int>& touching)
      : at_(at), rest_(rest), from_(from), J_(J), touching_(touching) {
    const auto n = from.q.size();
    felt_.resize(n + arguments.rows(), n);
    felt_ << matrix_of<F>::Identity(n, n), arguments;
    a_0_ = acceleration_at(F(0), from.q, from.v);
    is_still_ = !from.has_time && from.v.isZero(F(0)) && a_0_.isZero(F(0));
    latest_ = is_still_ ? from.end : from.latest;
  }

  /// Whether the motion is a rest of formulas without t: then it is the same at all times.
  bool is_still() const { return is_still_; }

  /// The acceleration beside the motion at s = 0, less that of the motion.
  vector pull(const vector& δ_q, const vector& δ_v) { return acceleration(F(0), {δ_q, δ_v}); }

  /// From a displacement that begins with the size A beside `size`. tolerance: of a step, beside the largest so far.
  outcome followed(const direction& d, const F& A, double tolerance) {
    using std::abs;
    using std::log;
    using std::pow;
    state x{vector::Zero(from_.q.size()), vector::Zero(from_.q.size())};
    (d.of_velocity ? x.v : x.q) = d.begin * F(A / beside_size(d.begin));
    at_.evaluate(from_.t, from_.q, from_.v);
    if (!d.of_velocity && !J_.empty()) {
      x.q += at_.correction(J_, rows(vector(at_.G * x.q), J_));
      if (beside_size(x.q) < A / F(1 << 20)) return {};  // all of it held
    }
    const auto argument = [&](const state& y) { return F(d.argument.dot(d.of_velocity ? y.v : y.q)); };
    extent q_most(felt_, x.q), v_most(felt_, x.v);
    vector a = acceleration(F(0), x);
    F s(0), h = latest_ / F(4), u = argument(x);
    const F begin = abs(u);
    if (!(begin > F(0))) return {};
    swings peaks(begin);
    std::optional<F> half;  // when it had grown by the root of the factor
    for (int steps = 0, tries = 0, idle = 0; steps < most_steps && tries < 4 * most_steps && s < latest_; ++tries) {
      const trial next = stepped(s, h, x, a);
      const F u_next = argument(next.x), top = peaks.top();
      const bool leaps = !(abs(F(u_next - u)) <= (steps == 0 ? F(top / F(128)) : F(F(2) * top)));
      const double error =
          leaps ? INFINITY : std::max(q_most.part(next.q_error, next.x.q), v_most.part(next.v_error, next.x.v));
      if (!(error <= tolerance)) {
        h *= F(steps == 0 ? 1.0 / 64 : leaps ? 0.5 : std::max(0.1, change(error, tolerance)));
        continue;
      }
      const F peak = d.of_velocity ? F(0) : peak_within(d.argument, x, a, next, h);
      const vector most_before = q_most.of_coordinates();
      const F s_before = s;
      s += h;
      h *= F(std::clamp(change(error, tolerance), 0.3, 5.0));
      x = next.x;
      a = next.a;
      ++steps;
      const bool q_grows = q_most.add(x.q), v_grows = v_most.add(x.v);
      idle = q_grows || v_grows ? 0 : idle + 1;
      if (closes(x.q) || idle > idle_steps) return {};
      const bool turns = u * u_next < F(0);
      u = u_next;
      peaks.add(std::max(peak, F(abs(u))));
      if (turns) {
        idle = 0;
        if (!peaks.end(s, F(abs(u)))) return {};  // hardly anything is left: it comes to rest on the jump or the root
        if (peaks.only_wander()) return {course::swings, {}, {}, 0};
        if (const auto r = peaks.steady()) {
          if (!(*r > least_growth)) return {course::swings, {}, {}, 0};
          return {course::grows, peaks.last_whole(), q_most.of_coordinates(), *r};
        }
      }
      // Times between steps, by logarithms.
      const auto part_of_step = [&](const F& height) {
        return to_double(F(log(F(height / top)))) / to_double(F(log(F(peaks.top() / top))));
      };
      const F middle = begin * F(root_of_factor), high = middle * F(root_of_factor);
      if (!half && peaks.top() >= middle) half = s_before + F(part_of_step(middle)) * (s - s_before);
      if (peaks.top() >= high) {
        const F part(part_of_step(high)), reached = s_before + part * (s - s_before);
        // It drifts, like s, where what a force drives away goes like s² at least.
        if (!d.of_velocity && reached > F(10) * *half) return {};
        vector most = q_most.of_coordinates();
        for (int i = 0; i < most.size(); ++i)
          if (most_before[i] > F(0)) most[i] = most_before[i] * pow(F(most[i] / most_before[i]), part);
        return {course::grows, F(reached - *half), most, 0};
      }
    }
    return {};
  }

 private:
  static constexpr int most_steps = 1500, idle_steps = 128;
  static constexpr int root_of_factor = 32;       ///< of what the argument grows by where it leads away
  static constexpr double least_growth = 2.5e-4;  ///< above what steps to 1e-7 make of swings that return
  /// Of the steps: the fifth root of how far the error is from the tolerance.
  static double change(double error, double tolerance) {
    if (!(error < INFINITY)) return 0.1;
    return error > 0 ? 0.8 * std::pow(tolerance / error, 0.2) : 5.0;
  }

  /// δ and δ'.
  struct state {
    vector q, v;
  };
  /// δ''. No number where a force is none.
  vector acceleration(const F& s, const state& δ) {
    if (is_still_) return acceleration_at(s, from_.q + δ.q, from_.v + δ.v);
    vector q = from_.q + s * from_.v + (s * s / F(2)) * a_0_, v = from_.v + s * a_0_;
    rest_.pull_in(F(from_.t + s), q, v);
    return acceleration_at(s, q + δ.q, v + δ.v) - acceleration_at(s, q, v);
  }
  vector acceleration_at(const F& s, const vector& q, const vector& v) {
    at_.evaluate(from_.t + s, q, v);
    if (!at_.motion_is_defined()) return vector::Constant(q.size(), std::numeric_limits<double>::quiet_NaN());
    return at_.held(J_).acceleration;
  }

  /// A step and the estimate of its error.
  struct trial {
    state x;
    vector a, q_error, v_error;
  };
  trial stepped(const F& s, const F& h, const state& x, const vector& a) {
    static const auto c = fractions({{0, 1}, {1, 5}, {3, 10}, {4, 5}, {8, 9}, {1, 1}, {1, 1}});
    static const std::array<std::vector<F>, 7> A{
        std::vector<F>{},
        fractions({{1, 5}}),
        fractions({{3, 40}, {9, 40}}),
        fractions({{44, 45}, {-56, 15}, {32, 9}}),
        fractions({{19372, 6561}, {-25360, 2187}, {64448, 6561}, {-212, 729}}),
        fractions({{9017, 3168}, {-355, 33}, {46732, 5247}, {49, 176}, {-5103, 18656}}),
        fractions({{35, 384}, {0, 1}, {500, 1113}, {125, 192}, {-2187, 6784}, {11, 84}})};
    // b of order 5, which is the last row of A, less b of order 4.
    static const auto E =
        fractions({{71, 57600}, {0, 1}, {-71, 16695}, {71, 1920}, {-17253, 339200}, {22, 525}, {-1, 40}});
    std::array<vector, 7> v, k;
    v[0] = x.v;
    k[0] = a;
    trial result{x, a, vector::Zero(x.q.size()), vector::Zero(x.q.size())};
    for (std::size_t i = 1; i < 7; ++i) {
      result.x = x;
      for (std::size_t j = 0; j < i; ++j) {
        result.x.q += (h * A[i][j]) * v[j];
        result.x.v += (h * A[i][j]) * k[j];
      }
      v[i] = result.x.v;
      k[i] = acceleration(F(s + c[i] * h), result.x);
    }
    for (std::size_t i = 0; i < 7; ++i) {
      result.q_error += (h * E[i]) * v[i];
      result.v_error += (h * E[i]) * k[i];
    }
    result.a = k[6];
    return result;
  }
  static std::vector<F> fractions(std::initializer_list<std::pair<int, int>> all) {
    std::vector<F> result;
    for (const auto& [numerator, denominator] : all) result.push_back(F(numerator) / F(denominator));
    return result;
  }

  /// |u| where it turns within a step, from the cubic through u' and u'' at both ends; 0 where it does not.
  static F peak_within(const vector& d, const state& x, const vector& a, const trial& next, const F& h) {
    using std::abs;
    const F rate_0 = d.dot(x.v), rate_1 = d.dot(next.x.v), second_0 = d.dot(a), second_1 = d.dot(next.a);
    if (!(rate_0 * rate_1 < F(0))) return F(0);
    const bool from_end = abs(rate_1) < abs(rate_0);
    const F u = d.dot(from_end ? next.x.q : x.q), rate = from_end ? rate_1 : rate_0,
            second = from_end ? second_1 : second_0, third = (second_1 - second_0) / h;
    F τ = -rate / second;
    τ -= (rate + second * τ + third * τ * τ / F(2)) / (second + third * τ);
    return abs(τ) <= h ? F(abs(F(u + rate * τ + second * τ * τ / F(2) + third * τ * τ * τ / F(6)))) : F(0);
  }

  /// The largest that coordinates of displacements, and the arguments that are 0, have been.
  class extent {
   public:
    extent(const matrix_of<F>& felt, const vector& x) : felt_(felt), most_((felt * x).cwiseAbs()), mark_(most_) {}
    /// The largest part of these that an error is. What has just left 0 is not known yet, nor does it count.
    double part(const vector& error, const vector& x) const {
      using std::abs;
      const vector errors = felt_ * error, values = felt_ * x;
      double most = 0;
      for (int i = 0; i < most_.size(); ++i) {
        if (!is_number(errors[i])) return INFINITY;
        if (most_[i] > F(0))
          most = std::max(most, to_double(F(abs(errors[i]) / std::max(most_[i], F(abs(values[i]))))));
      }
      return most;
    }
    /// Whether one has doubled since that was so last.
    bool add(const vector& x) {
      most_ = most_.cwiseMax((felt_ * x).cwiseAbs());
      bool grows = false;
      for (int i = 0; i < most_.size(); ++i)
        if (most_[i] > F(2) * mark_[i]) {
          mark_[i] = most_[i];
          grows = true;
        }
      return grows;
    }
    vector of_coordinates() const { return most_.head(felt_.cols()); }

   private:
    const matrix_of<F>& felt_;
    vector most_, mark_;
  };

  /// The peaks of an argument between its zeros.
  class swings {
   public:
    explicit swings(const F& begin) : top_(begin), highest_(begin) {}
    const F& top() const { return top_; }
    void add(const F& height) {
      top_ = std::max(top_, height);
      highest_ = std::max(highest_, height);
    }
    /// At a zero. False: the peak before it was next to nothing.
    bool end(const F& s, const F& height) {
      if (highest_ < top_ / F(1024)) return false;
      peaks_.push_back(highest_);
      ends_.push_back(s);
      highest_ = height;
      return true;
    }
    /// r, where three whole swings that overlap by halves tell the same.
    std::optional<double> steady() const {
      const std::size_t n = peaks_.size();
      if (n < 6) return {};
      const auto r = [&](std::size_t k) { return to_double(F(log(F(peaks_[n - k] / peaks_[n - k - 2])))); };
      const auto [low, high] = std::minmax({r(1), r(2), r(3)});
      if (high - low > std::max(0.1 * std::abs(r(1)), least_growth)) return {};
      return r(1);
    }
    /// Many of them, now higher and now lower, and none by far: several of one energy.
    bool only_wander() const { return peaks_.size() >= 24 && top_ < F(2) * peaks_[0]; }
    F last_whole() const { return F(ends_.back() - ends_[ends_.size() - 3]); }

   private:
    F top_, highest_;
    std::vector<F> peaks_, ends_;
  };

  F beside_size(const vector& x) const {
    using std::abs;
    F most(0);
    for (int i = 0; i < x.size(); ++i) most = std::max(most, F(abs(x[i]) / from_.size[i]));
    return most;
  }
  bool closes(const vector& δ) const {
    return std::any_of(touching_.begin(), touching_.end(), [&](int α) {
      return std::find(J_.begin(), J_.end(), α) == J_.end() &&
             at_.G.row(α).dot(δ) < -at_.G.row(α).cwiseAbs().dot(δ.cwiseAbs()) / F(1 << 20);
    });
  }

  instant<F>& at_;
  rest_manifold<F>& rest_;
  const place& from_;
  const std::vector<int>&J_, &touching_;
  matrix_of<F> felt_;
  bool is_still_ = false;
  F latest_;
  vector a_0_;
};

}  // namespace unilateral::gauss_collocation
