#pragma once
/// The motion on one step as polynomials: its values anywhere, and its range on halves of halves of the step.

#include "solvers/gauss_collocation/collocation_step.hpp"
#include "solvers/gauss_collocation/range.hpp"

#include <memory>

namespace unilateral::gauss_collocation {

/// Ranges of t, of q and q'' (2n) and of q' and q''' (2n): the arguments of formulas and of their rates
/// (watched_function.hpp).
struct box {
  range t;
  std::vector<range> q, v;
};

template <class W>
class step_motion {
 public:
  step_motion(const collocated_step<W>& x, const gauss_basis<W>& basis)
      : basis_(basis), t_0_(x.t_0), h_(x.h), n_(static_cast<int>(x.q_0.size())) {
    const auto n = static_cast<std::size_t>(n_);
    position_.resize(2 * n);
    velocity_.resize(2 * n);
    for (std::size_t i = 0; i < n; ++i) {
      const auto row = static_cast<Eigen::Index>(i);
      position_[n + i] = x.a_series[i];
      velocity_[i] = integral(x.a_series[i]);
      for (W& c : velocity_[i]) c *= h_;
      velocity_[i][0] += x.v_0[row];
      position_[i] = integral(velocity_[i]);
      for (W& c : position_[i]) c *= h_;
      position_[i][0] += x.q_0[row];
      velocity_[n + i] = slope(x.a_series[i]);
      for (W& c : velocity_[n + i]) c /= h_;
    }
  }

  const W& length() const { return h_; }
  const gauss_basis<W>& basis() const { return basis_; }

  /// At the part x ∈ [0, 1] of the step: t; q and q''; q' and q'''.
  struct state {
    W t;
    std::vector<W> q, v;
  };
  const state& at(const W& x) {
    if (last_ && *last_ == x) return state_;
    std::size_t most = 1;
    for (const auto* all : {&position_, &velocity_})
      for (const series<W>& c : *all) most = std::max(most, c.size());
    const auto p = legendre_values<W>(W(2) * x - W(1), static_cast<int>(most));
    const auto values = [&](const std::vector<series<W>>& all, std::vector<W>& result) {
      result.resize(all.size());
      for (std::size_t i = 0; i < all.size(); ++i) result[i] = combined(all[i], p);
    };
    state_.t = t_0_ + x * h_;
    values(position_, state_.q);
    values(velocity_, state_.v);
    last_ = x;
    return state_;
  }

  /// A part [begin, begin + width] of the step, a half of a half …; its ranges; and its own halves, made when asked
  /// for.
  class part {
   public:
    double begin, width;
    box ranges;
    part& half(bool right) {
      auto& child = right ? right_ : left_;
      if (!child) child = std::make_unique<part>(*this, right);
      return *child;
    }
    part(const step_motion& motion, double b, double w) : begin(b), width(w), motion_(motion) {}
    part(const part& whole, bool right)
        : part(whole.motion_, whole.begin + (right ? whole.width / 2 : 0), whole.width / 2) {
      take(whole.series_q_, whole.slack_q_, series_q_, slack_q_, right);
      take(whole.series_v_, whole.slack_v_, series_v_, slack_v_, right);
      enclose();
    }
    void begin_from(const std::vector<series<W>>& q, const std::vector<series<W>>& v) {
      const auto narrow = [](const std::vector<series<W>>& from, std::vector<series<long double>>& to,
                             std::vector<long double>& slack) {
        for (const series<W>& c : from) {
          series<long double> narrowed;
          for (const W& y : c) narrowed.push_back(rounded<long double>(y));
          slack.push_back(rounding * size_of(narrowed));
          to.push_back(std::move(narrowed));
        }
      };
      narrow(q, series_q_, slack_q_);
      narrow(v, series_v_, slack_v_);
      enclose();
    }

   private:
    static constexpr long double rounding =
        64 * std::numeric_limits<long double>::epsilon();  // of a sum of up to 100 terms, each halving
    void take(const std::vector<series<long double>>& from, const std::vector<long double>& slack,
              std::vector<series<long double>>& to, std::vector<long double>& more, bool right) {
      for (std::size_t i = 0; i < from.size(); ++i) {
        to.push_back(from[i].size() == 1 ? from[i] : motion_.basis_.narrow_half(from[i], right));
        more.push_back(slack[i] + (from[i].size() == 1 ? 0 : rounding * size_of(from[i])));
      }
    }
    void enclose() {
      ranges.t = range::outward(rounded<long double>(W(motion_.t_0_ + W(begin) * motion_.h_)),
                                rounded<long double>(W(motion_.t_0_ + W(begin + width) * motion_.h_)), 2);
      const auto ranges_of = [](const std::vector<series<long double>>& all, const std::vector<long double>& slack,
                                std::vector<range>& result) {
        for (std::size_t i = 0; i < all.size(); ++i)
          result.push_back(range::around(all[i][0], size_of(all[i], 1) + slack[i]));
      };
      ranges_of(series_q_, slack_q_, ranges.q);
      ranges_of(series_v_, slack_v_, ranges.v);
    }
    const step_motion& motion_;
    std::vector<series<long double>> series_q_, series_v_;
    std::vector<long double> slack_q_, slack_v_;
    std::unique_ptr<part> left_, right_;
  };
  part& whole() {
    if (!whole_) {
      whole_ = std::make_unique<part>(*this, 0.0, 1.0);
      whole_->begin_from(position_, velocity_);
    }
    return *whole_;
  }

 private:
  const gauss_basis<W>& basis_;
  W t_0_, h_;
  int n_;
  std::vector<series<W>> position_, velocity_;
  std::optional<W> last_;
  state state_;
  std::unique_ptr<part> whole_;
};

}  // namespace unilateral::gauss_collocation
