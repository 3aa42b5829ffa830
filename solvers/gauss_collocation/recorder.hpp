#pragma once
/// The answer, rounded from working digits to the scalar asked for.

#include "problems/language/solution.hpp"
#include "problems/language/solver.hpp"
#include "solvers/gauss_collocation/collocation_step.hpp"
#include "solvers/gauss_collocation/guard_digits.hpp"

#include <algorithm>
#include <map>

namespace unilateral::gauss_collocation {

template <scalar S>
class recorder {
  using W = working<S>;
  using X = wider<S>;

 public:
  recorder(int n, int m, int stages, keep what) : n_(n), m_(m), what_(what), powers_(stages + 2) {
    answer.path = trajectory<S>(n);
  }

  solution<S> answer;

  /// A step, with the contacts closed on it; it lasts to `end`.
  void step(const collocated_step<W>& x, const W& end, const std::vector<int>& closed) {
    contacts(x.t_0, closed);
    if (what_ == keep::summary) return;
    const S from = answer.path.end(), to = rounded<S>(end);
    if (!(to > from)) return;
    // The piece begins at a rounded time: q(t) = p(τ + δ), δ a rounding, so p + δ p'.
    const X δ = rounded<X>(W(rounded<W>(from) - x.t_0));
    std::vector<std::vector<X>> q, λ;
    for (int i = 0; i < n_; ++i) {
      std::vector<X> c{rounded<X>(x.q_0[i]), rounded<X>(x.v_0[i])};
      const std::vector<X> a = in_powers(x.a_series[static_cast<std::size_t>(i)], x.h);
      for (std::size_t k = 0; k < a.size(); ++k) c.push_back(a[k] / X(static_cast<int>((k + 1) * (k + 2))));
      for (std::size_t k = 0; k + 1 < c.size(); ++k) c[k] += δ * X(static_cast<int>(k + 1)) * c[k + 1];
      q.push_back(std::move(c));
    }
    for (std::size_t k = 0; k < x.J.size(); ++k) {
      λ.push_back(in_powers(x.λ_series[k], x.h));
      // At t_0 itself without the rounding of the series, which may be large beside a reaction that begins at 0.
      λ.back()[0] = rounded<X>(x.λ_0[static_cast<Eigen::Index>(k)]);
    }
    if (!append(q, λ, x.J, rounded<X>(x.h), to, 0))
      stop("coefficients of the motion leave the range of numbers: choose another unit of time, or more digits", x.t_0);
  }
  /// Motion on a straight line, up to an accumulation too short to see.
  void line(const vector_of<W>& q_0, const W& begin, const vector_of<W>& q_1, const W& end) {
    const S to = rounded<S>(end);
    if (what_ == keep::everything && to > answer.path.end())
      answer.path.append_linear(to, narrow(q_0), narrow(vector_of<W>((q_1 - q_0) / (end - begin))));
  }

  void impact_at(const W& t, const vector_of<W>& q, const vector_of<W>& v_minus, const vector_of<W>& v_plus,
                 const vector_of<W>& P, const std::vector<int>& active) {
    ++answer.counts.impacts;
    if (what_ == keep::everything)
      answer.impacts.push_back({rounded<S>(t), narrow(q), narrow(v_minus), narrow(v_plus), narrow(P), active});
  }
  /// Contacts of a cycle that repeats infinitely often from t on: those closed before it began stay so, the others open
  /// and close.
  void interrupt(const std::vector<int>& cycle, const W& begin, const W& t) {
    for (const int α : cycle)
      if (const auto it = open_.find(α); it != open_.end() && !(it->second < begin)) {
        write(*it, t);
        open_.erase(it);
      }
  }
  /// Another one within rounding of the last is the same, of which more contacts have come to rest now.
  void accumulation_at(const W& t, const vector_of<W>& q, const vector_of<W>& v) {
    if (!answer.accumulations.empty() && t - W(answer.accumulations.back().t) <= W(4) * W(epsilon<S>()) * t) {
      answer.accumulations.back().q = narrow(q);
      answer.accumulations.back().v = narrow(v);
      return;
    }
    answer.accumulations.push_back({rounded<S>(t), narrow(q), narrow(v)});
    answer.path.accumulation_points.push_back(rounded<S>(t));
  }
  void warn(const std::string& what, const W& t, const std::string& rest) {
    answer.warnings.push_back(what + to_text(rounded<S>(t)) + rest);
  }
  void stop(const std::string& why, const W& t) {
    answer.status = "stopped: " + why + " at t = " + to_text(rounded<S>(t));
  }

  void end(const W& t, const vector_of<W>& q, const vector_of<W>& v) {
    contacts(t, {});
    answer.end_time = rounded<S>(t);
    answer.end_position = narrow(q);
    answer.end_velocity = narrow(v);
    bool finite = is_number(answer.end_time);
    for (int i = 0; i < n_; ++i)
      finite = finite && is_number(answer.end_position[i]) && is_number(answer.end_velocity[i]);
    for (const auto& i : answer.impacts)
      for (int k = 0; k < n_; ++k)
        finite = finite && is_number(i.q[k]) && is_number(i.v_minus[k]) && is_number(i.v_plus[k]);
    if (!finite && answer.completed())
      stop("a number of the answer is beyond the range of " + std::to_string(scalar_traits<S>::digits) +
               " digits, and not finite",
           t);
    if (what_ == keep::summary) answer.path = trajectory<S>();
    std::stable_sort(answer.contacts.begin(), answer.contacts.end(),
                     [](const auto& a, const auto& b) { return a.from < b.from; });
  }

 private:
  /// Motion and reactions up to `to`, length after the present end of the path, from their coefficients of τ^k. Where
  /// some leave the range of S, in halves, which need fewer. False: in no part that is not too short.
  bool append(std::vector<std::vector<X>> q, std::vector<std::vector<X>> λ, const std::vector<int>& J, const X& length,
              const S& to, int depth) {
    using std::abs;
    const S from = answer.path.end();
    if (!(to > from)) return true;
    bool fits = true;
    std::size_t degree = 2;
    for (auto& c : q) {
      fits = fits && !overflows(c, length, X(0)) && !underflows(c, length);
      degree = std::max(degree, c.size() - 1);
    }
    for (auto& c : λ) fits = fits && !overflows(c, length, abs(c[0]));
    if (!fits) {
      if (depth == most_halvings) return false;
      const X half = length / X(2);
      const S middle = S(from + rounded<S>(half));
      std::vector<std::vector<X>> q_right, λ_right;
      for (auto& c : q)
        q_right.push_back(without_rounding(shifted(c, X(middle) - X(from)), half, false)),
            c = without_rounding(c, half, false);
      for (auto& c : λ)
        λ_right.push_back(without_rounding(shifted(c, X(middle) - X(from)), half, true)),
            c = without_rounding(c, half, true);
      return append(std::move(q), std::move(λ), J, half, middle, depth + 1) &&
             append(std::move(q_right), std::move(λ_right), J, half, to, depth + 1);
    }
    std::vector<S> coefficients;
    for (auto& c : q) {
      c.resize(degree + 1, X(0));
      for (const X& y : c) coefficients.push_back(rounded<S>(y));
    }
    answer.path.append(to, static_cast<int>(degree), coefficients.data());
    for (std::size_t k = 0; k < J.size(); ++k) {
      reaction_density<S> density{J[k], from, to, {}};
      for (const X& y : λ[k]) density.coefficients.push_back(rounded<S>(y));
      answer.reactions.push_back(std::move(density));
    }
    return true;
  }
  static constexpr int most_halvings = 14;
  /// The polynomial in τ − by.
  static std::vector<X> shifted(std::vector<X> c, const X& by) {
    for (std::size_t k = 0; k + 1 < c.size(); ++k)
      for (std::size_t i = c.size() - 1; i-- > k;) c[i] += by * c[i + 1];
    return c;
  }
  /// Without last coefficients that make neither the polynomial nor its derivative other on [0, h], to half a rounding
  /// of their changes; of a force that is known to a rounding of itself.
  static std::vector<X> without_rounding(std::vector<X> c, const X& h, bool is_force) {
    using std::abs;
    std::vector<X> moved{is_force ? X(abs(c[0])) : X(0)};
    X power(1), most(moved[0]), left_out(0);
    for (std::size_t k = 1; k < c.size(); ++k) {
      moved.push_back(X(static_cast<int>(k)) * abs(c[k]) * (power *= h));
      most = std::max(most, moved.back());
    }
    while (c.size() > 2 && left_out + moved[c.size() - 1] <= rounded<X>(epsilon<S>()) * most / X(2)) {
      left_out += moved[c.size() - 1];
      c.pop_back();
    }
    return c;
  }
  /// Whether S has no room for a coefficient that counts on [0, h]. A motion that is itself next to underflow is none;
  /// what is within the roundings of the coefficients (1024, generously) is no coefficient.
  static bool underflows(const std::vector<X>& c, const X& h) {
    using std::abs;
    using std::sqrt;
    const X least = rounded<X>((std::numeric_limits<S>::min)()), root = sqrt(least), nothing = root * sqrt(root);
    X size(0), power(1);
    for (const X& y : c) {
      size = std::max(size, X(abs(y) * power));
      power *= h;
    }
    power = X(1);
    for (const X& y : c) {
      const X part = abs(y);
      if (part < least && part * power > X(1024) * rounded<X>(epsilon<S>()) * size && part * power > nothing)
        return true;
      power *= h;
    }
    return false;
  }
  /// The same for coefficients that are too large for S; those that move nothing on [0, h], within the roundings of the
  /// others and of `moved`, are left out.
  static bool overflows(std::vector<X>& c, const X& h, X moved) {
    using std::abs;
    const X most = rounded<X>((std::numeric_limits<S>::max)());
    X power(1);
    for (std::size_t k = 1; k < c.size(); ++k) moved = std::max(moved, X(abs(c[k]) * (power *= h)));
    power = X(1);
    for (X& y : c) {
      if (abs(y) > most) {
        if (!(abs(y) * power <= rounded<X>(epsilon<S>()) * moved)) return true;
        y = X(0);
      }
      power *= h;
    }
    return false;
  }
  static column<S> narrow(const vector_of<W>& x) {
    column<S> result(x.size());
    for (int i = 0; i < x.size(); ++i) result[i] = rounded<S>(x[i]);
    return result;
  }
  /// Coefficients of τ^k.
  std::vector<X> in_powers(const series<W>& a, const W& h) const {
    std::vector<X> wide;
    for (const W& y : a) wide.push_back(rounded<X>(y));
    wide = powers_(wide);
    X scale(1);
    for (X& y : wide) {
      y /= scale;
      scale *= rounded<X>(h);
    }
    return wide;
  }
  /// Contacts closed from t on: those that ended are written, new ones begin.
  void contacts(const W& t, const std::vector<int>& closed) {
    for (auto it = open_.begin(); it != open_.end();) {
      if (std::find(closed.begin(), closed.end(), it->first) != closed.end()) {
        ++it;
        continue;
      }
      write(*it, t);
      it = open_.erase(it);
    }
    for (const int α : closed) open_.emplace(α, t);
  }
  void write(const std::pair<const int, W>& contact, const W& t) {
    const S from = rounded<S>(contact.second), to = rounded<S>(t);
    if (what_ == keep::everything && from < to) answer.contacts.push_back({contact.first, from, to});
  }

  int n_, m_;
  keep what_;
  powers_from_legendre<X> powers_;
  std::map<int, W> open_;
};

}  // namespace unilateral::gauss_collocation
