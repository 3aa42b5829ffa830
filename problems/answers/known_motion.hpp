#pragma once
/// Writes down a reference while a problem's file tells its motion in formulas: piece, shock, piece, … from t = 0, cut
/// at `until`. It keeps the names of problems/answers/reference.hpp, so that a problem's file holds mathematics only.
/// No solver includes this file.
///
/// Convention: what happens at t < until is known; a shock at t = until exactly is left open, and so is the velocity
/// there.

#include "problems/answers/closed_form.hpp"
#include "problems/answers/reference.hpp"

#include <string>
#include <utility>

namespace unilateral {

/// A column of the given numbers.
template <scalar S, class... Numbers>
column<S> column_of(const Numbers&... numbers) {
  column<S> x(static_cast<Eigen::Index>(sizeof...(numbers)));
  Eigen::Index i = 0;
  ((x[i++] = S(numbers)), ...);
  return x;
}

template <scalar S>
class known_motion {
 public:
  known_motion(int dimension, const S& until) : until_(until), path_(dimension) {}

  /// End of what has been told.
  const S& now() const { return path_.end(); }
  /// Whether the story has come to its end; whatever is told afterwards is ignored.
  bool complete() const { return !(now() < until_); }

  /// From now to `end`: q + τ v + ½ τ² a, τ = t − now.
  void parabola(const S& end, const column<S>& q, const column<S>& v, const column<S>& a) {
    std::vector<S> c;
    for (Eigen::Index i = 0; i < q.size(); ++i) c.insert(c.end(), {q[i], v[i], a[i] / S(2)});
    if (const S last = std::min(end, until_); last > now()) path_.append(last, 2, c.data());
  }
  /// From now to `end`: q + τ v.
  void line(const S& end, const column<S>& q, const column<S>& v) {
    if (const S last = std::min(end, until_); last > now()) path_.append_linear(last, q, v);
  }
  /// From now to `end`: q(t), smooth; q takes the time and returns a column (a number, where the dimension is 1).
  template <class Function>
  void curve(const S& end, const Function& q) {
    if (const S last = std::min(end, until_); last > now()) append_closed_form(path_, last, q, scale_);
  }

  /// Curves told from now on are differences of numbers of this size.
  void scale(const S& size) { scale_ = size; }

  /// The velocity jumps at t, in q.
  void shock(const S& t, const column<S>& q, const column<S>& v_minus, const column<S>& v_plus,
             const column<S>& impulse) {
    ends_in_shock_ = ends_in_shock_ || t == until_;
    if (!(t < until_)) return;
    if (shocks_ < listed) {
      const std::string name = "impacts[" + std::to_string(shocks_) + "].";
      value(name + "t", t);
      values(name + "q", q);
      values(name + "v_minus", v_minus);
      values(name + "v_plus", v_plus);
      values(name + "impulse", impulse);
    }
    ++shocks_;
  }

  /// From now on shocks follow that are not told one by one, for S doesn't resolve them.
  void countless() { countless_ = true; }
  /// These shocks accumulate in q at time t; at rest from then on.
  void accumulation(const S& t, const column<S>& q) {
    const column<S> rest = S(0) * q;
    line(t, q, rest);
    accumulation(t, q, rest);
  }
  /// They accumulate in (q, v) at time t, up to which the motion has been told; what else moves goes on.
  void accumulation(const S& t, const column<S>& q, const column<S>& v) {
    countless();
    if (!(t < until_)) return;
    const std::string name = "accumulations[" + std::to_string(path_.accumulation_points.size()) + "].";
    path_.accumulation_points.push_back(t);
    value(name + "t", t);
    values(name + "q", q);
    values(name + "v", v);
  }

  /// The k-th contact of the motion lasts from `from` to `to`; one without end lasts to the end of the story.
  void contact(int k, const S& from, const S& to) {
    if (!(from < until_)) return;
    const std::string name = "contacts[" + std::to_string(k) + "].";
    value(name + "from", from);
    value(name + "to", std::min(to, until_));
  }
  void contact(int k, const S& from) { contact(k, from, until_); }

  /// Whether a shock falls on the end of the story: its outcome is left open.
  bool ends_in_shock() const { return ends_in_shock_; }

  /// Any other known number.
  void value(const std::string& quantity, const S& number) { known_.push_back({quantity, number, accuracy_}); }

  /// Numbers told from now on are known to this, absolute; where it is not said they are exact up to their own
  /// rounding.
  void accurate_to(const S& accuracy) { accuracy_ = accuracy; }

  /// The reference, with the number of shocks (where finite) and the state at the end.
  reference<S> reference_from(const std::string& derivation) && {
    if (!countless_ && !ends_in_shock_) known_.push_back({"counts.impacts", S(shocks_), S(0)});
    const int last = path_.pieces() - 1;
    for (int i = 0; i < path_.dimension(); ++i) {
      value("end.q[" + std::to_string(i) + "]", path_.position(last, i, until_ - path_.begin(last)));
      if (!ends_in_shock_)
        known_.push_back({"end.v[" + std::to_string(i) + "]", path_.velocity(last, i, until_ - path_.begin(last)),
                          S(accuracy_ + slope_accuracy(last, i))});
    }
    return {.from = {.from = origin::closed_form, .source = derivation, .maker = {}},
            .values = std::move(known_),
            .path = std::move(path_)};
  }

 private:
  /// So many shocks become values of their own; all are in the path.
  static constexpr int listed = 8;

  void values(const std::string& name, const column<S>& x) {
    for (Eigen::Index i = 0; i < x.size(); ++i) value(name + "[" + std::to_string(i) + "]", x[i]);
  }

  /// A curve is interpolated to 32 roundings of q, and to what 4 roundings of t move it (closed_form.hpp). By Markov's
  /// inequality the derivative of a polynomial of degree d on an interval of length w is at most 2 d²/w times as large,
  /// so v is known to that. Parabolas and lines are exact.
  S slope_accuracy(int piece, int i) const {
    using std::abs;
    const int d = path_.degree(piece);
    if (d <= 2) return S(0);
    const S w = path_.end(piece) - path_.begin(piece);
    S size(0), change(0), power(1);
    for (int j = 0; j <= d; ++j, power *= w) {
      const S term = abs(path_.coefficients(piece, i)[j]) * power;
      size += term;
      if (j > 0) change += term;
    }
    return S(2 * d * d) / w * epsilon<S>() *
           (S(32) * std::max(size, scale_) + S(4) * abs(path_.end(piece)) * change / w);
  }

  S until_;
  trajectory<S> path_;
  std::vector<known_value<S>> known_;
  S accuracy_ = S(0), scale_ = S(0);
  int shocks_ = 0;
  bool countless_ = false, ends_in_shock_ = false;
};

}  // namespace unilateral
