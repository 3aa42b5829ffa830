#pragma once
/// An answer as rows t, q, v, P, as `judge` reads them: P is the impulse of each constraint from the row before (or the
/// start) to this one; of two rows of one time, which mark a jump, the first has v⁻, the second v⁺ and the impulse of
/// the jump.

#include "problems/language/chain.hpp"
#include "problems/language/rational.hpp"
#include "problems/language/solution.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace unilateral::command {

template <scalar S>
struct sampled_row {
  S t;
  column<S> q, v, P;
};

/// Of a chain: a motion without impulses.
template <scalar S>
solution<S> as_motion(const chain_solution<S>& chain) {
  solution<S> answer;
  answer.path = chain.path;
  answer.end_time = chain.end_time;
  answer.end_position = chain.end_position;
  return answer;
}

template <scalar S>
class row_sampler {
 public:
  row_sampler(const solution<S>& answer, int constraints)
      : row_sampler(answer, constraints, answer.path.pieces() == 0 ? S(0) : answer.path.end()) {}
  /// Of a part of a motion up to `end`.
  row_sampler(const solution<S>& answer, int constraints, const S& end)
      : answer_(answer), path_(answer.path), m_(constraints) {
    if (path_.pieces() == 0) return;
    same_ = one_instant(end);
    for (const impact<S>& i : answer.impacts) {
      jumps_.push_back(at_a_knot(i.t));
      atoms_.push_back({jumps_.back(), &i});
    }
    std::stable_sort(atoms_.begin(), atoms_.end(), [](const atom& a, const atom& b) { return a.t < b.t; });
    std::sort(jumps_.begin(), jumps_.end());
    jumps_.erase(std::unique(jumps_.begin(), jumps_.end()), jumps_.end());
  }

  /// Times of one event in two sums of steps, up to `end`, differ by roundings; judge takes times as near as that for
  /// one.
  static S one_instant(const S& end) {
    constexpr int roundings_of_time = 1 << 10;
    return S(roundings_of_time) * epsilon<S>() * end;
  }

  /// At the ends of the path's pieces; two rows where the velocity jumps or an impulse acts.
  std::vector<sampled_row<S>> at_knots() const {
    std::vector<S> times, doubled = jumps_;
    if (path_.pieces() == 0) return {};
    for (int k = 0; k < path_.pieces(); ++k) {
      times.push_back(path_.begin(k));
      if (k > 0 && path_.velocity_left(path_.begin(k)) != path_.velocity_right(path_.begin(k)))
        doubled.push_back(path_.begin(k));
    }
    times.push_back(path_.end());
    if (jumps_at_the_end()) doubled.push_back(path_.end());
    return rows(std::move(times), std::move(doubled));
  }

  /// At 0, h, 2h, … and the end, and two rows at each impact: what was sampled is as near to the motion as h lets it
  /// be.
  /// Times are multiples, from the one given on, as one rounding has them: 0.3, not three times the rounding of 0.1.
  std::vector<sampled_row<S>> every(const rational& h, rational multiple = 0) const {
    if (path_.pieces() == 0) return {};
    std::vector<S> times{path_.begin()};
    for (S t = exact<S>(multiple); t < path_.end() - same_; t = exact<S>(multiple += h))
      if (!is_a_jump(t)) times.push_back(t);
    times.push_back(path_.end());
    return rows(std::move(times), jumps_);
  }

  /// At these times as far as the path goes, and there alone; two rows at one that is an impact's to the last digit.
  std::vector<sampled_row<S>> at(std::vector<S> times) const {
    if (path_.pieces() == 0) return {};
    std::erase_if(times, [&](const S& t) { return t > path_.end(); });
    std::vector<S> doubled;
    std::copy_if(jumps_.begin(), jumps_.end(), std::back_inserter(doubled),
                 [&](const S& t) { return std::find(times.begin(), times.end(), t) != times.end(); });
    return rows(std::move(times), std::move(doubled));
  }

 private:
  struct atom {
    S t;
    const impact<S>* shock;
  };

  /// The end of a piece that is the same time but for rounding, where there is one.
  S at_a_knot(const S& t) const {
    const int k = path_.piece_at(t);
    for (const S& knot : {path_.begin(k), path_.end(k)})
      if (knot - t <= same_ && t - knot <= same_) return knot;
    return t;
  }
  bool is_a_jump(const S& t) const {
    const auto after = std::lower_bound(jumps_.begin(), jumps_.end(), S(t - same_));
    return after != jumps_.end() && *after <= t + same_;
  }
  bool is_doubled(const std::vector<S>& doubled, const S& t) const {
    return std::binary_search(doubled.begin(), doubled.end(), t);
  }

  /// ∫ λ over [from, to] of a density that is a polynomial in t − density.from.
  static S integral(const reaction_density<S>& density, const S& from, const S& to) {
    const auto primitive = [&](const S& tau) {
      S sum(0);
      for (std::size_t j = density.coefficients.size(); j-- > 0;)
        sum = sum * tau + density.coefficients[j] / S(static_cast<int>(j) + 1);
      return S(sum * tau);
    };
    return primitive(S(to - density.from)) - primitive(S(from - density.from));
  }

  std::vector<sampled_row<S>> rows(std::vector<S> times, std::vector<S> doubled) const {
    times.insert(times.end(), doubled.begin(), doubled.end());
    for (std::vector<S>* list : {&times, &doubled}) {
      std::sort(list->begin(), list->end());
      list->erase(std::unique(list->begin(), list->end()), list->end());
    }
    // Impulses of the time up to each instant, and of the jump there.
    const column<S> none = column<S>::Zero(m_);
    std::vector<column<S>> before(times.size(), none), jump(times.size(), none);
    const auto first_from = [&](const S& t) {
      return static_cast<std::size_t>(std::lower_bound(times.begin(), times.end(), t) - times.begin());
    };
    for (const atom& a : atoms_) {
      const std::size_t k = first_from(a.t);
      if (k == times.size()) continue;
      (times[k] == a.t && is_doubled(doubled, a.t) ? jump : before)[k] += a.shock->impulse;
    }
    for (const reaction_density<S>& density : answer_.reactions) {
      std::size_t k = first_from(density.from);
      for (S from = density.from; k < times.size() && from < density.to; ++k) {
        const S to = times[k] < density.to ? times[k] : density.to;
        if (!(to > from)) continue;
        before[k][density.constraint] += integral(density, from, to);
        from = to;
      }
    }
    std::vector<sampled_row<S>> all;
    for (std::size_t k = 0; k < times.size(); ++k) {
      const S& t = times[k];
      const column<S> q = path_.position(t);
      if (!is_doubled(doubled, t)) {
        all.push_back({t, q, t < path_.end() ? path_.velocity_right(t) : last_velocity(t), before[k]});
        continue;
      }
      all.push_back({t, q, t > path_.begin() ? path_.velocity_left(t) : first_velocity(t), before[k]});
      all.push_back({t, q, t < path_.end() ? path_.velocity_right(t) : last_velocity(t), jump[k]});
    }
    return all;
  }

  /// Before an impact at the start, and after one at the end: the path does not reach there.
  column<S> first_velocity(const S& t) const {
    const auto first = std::find_if(atoms_.begin(), atoms_.end(), [&](const atom& a) { return a.t == t; });
    return first == atoms_.end() ? path_.velocity_right(t) : first->shock->v_minus;
  }
  column<S> last_velocity(const S& t) const {
    const auto last = std::find_if(atoms_.rbegin(), atoms_.rend(), [&](const atom& a) { return a.t == t; });
    if (last != atoms_.rend()) return last->shock->v_plus;
    return has_end() ? answer_.end_velocity : path_.velocity_left(t);
  }
  /// A chain, and a part of a run, have no velocity after their end.
  bool has_end() const { return answer_.end_velocity.size() == path_.dimension(); }
  /// A scheme whose force acts in jumps has one at the end too; others tell the velocity there twice, to rounding.
  bool jumps_at_the_end() const {
    if (!has_end()) return false;
    constexpr int roundings_of_velocity = 1 << 10;
    const column<S> before = path_.velocity_left(path_.end());
    const S size = std::max(S(before.cwiseAbs().maxCoeff()), S(answer_.end_velocity.cwiseAbs().maxCoeff()));
    return (answer_.end_velocity - before).cwiseAbs().maxCoeff() > S(roundings_of_velocity) * epsilon<S>() * size;
  }

  const solution<S>& answer_;
  const trajectory<S>& path_;
  int m_;
  S same_{};
  std::vector<S> jumps_;
  std::vector<atom> atoms_;  ///< in order of time
};

}  // namespace unilateral::command
