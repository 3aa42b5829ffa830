#pragma once
/// What a run writes down for its reader: pieces, impacts, contacts, accumulations and warnings. Nothing here is read
/// back.

#include "problems/language/plane_wedge.hpp"
#include "problems/language/rough_powers.hpp"
#include "problems/language/solver.hpp"
#include "solvers/event_driven/path_pieces.hpp"
#include "solvers/event_driven/smooth_motion.hpp"

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace unilateral::event_driven {

template <scalar S>
column<S> column_of(const std::vector<S>& x) {
  return Eigen::Map<const column<S>>(x.data(), static_cast<Eigen::Index>(x.size()));
}

template <scalar S>
class run_record {
 public:
  /// `system` outlives it.
  run_record(const mechanical_system& system, keep kept)
      : system_(system),
        n_(system.degrees_of_freedom()),
        m_(system.constraints()),
        keeps_all_(kept == keep::everything),
        touch_(static_cast<std::size_t>(m_)) {
    for (const std::string& rough : said_of_rough_powers(system))
      answer_.warnings.push_back(rough +
                                 ": event_driven expands in series, nears such a place by short steps, and "
                                 "stops where a contact that is held comes to it");
    if (!keeps_all_) return;
    answer_.path = trajectory<S>(n_);
    answer_.impacts.reserve(64);
  }

  work_counts& counts() { return answer_.counts; }
  const work_counts& counts() const { return answer_.counts; }

  /// The run ends here, for that reason. Always false.
  [[gnu::cold]] bool stop(const std::string& reason, const S& t) {
    answer_.status = "stopped: " + reason + " at t = " + to_text(t);
    return false;
  }

  bool is_stopped() const { return !answer_.completed(); }

  /// The series of `motion` on [0, τ] in its unit, which is [from, to], with the reactions of the closed contacts.
  /// False: its coefficients are beyond the range of S (path_pieces.hpp).
  bool piece(const smooth_motion<S>& motion, const std::vector<int>& closed, const S& τ, const S& from, const S& to) {
    return !keeps_all_ || !(to > from) || write_piece(motion, closed, τ, from, to);
  }

  /// From q, v at `from` to `to` at the acceleration a, with the reactions of the closed contacts as `motion` begins.
  [[gnu::cold]] void hop(const S& from, const std::vector<S>& q, const std::vector<S>& v, const std::vector<S>& a,
                         const S& to, const smooth_motion<S>& motion, const std::vector<int>& closed) {
    if (!keeps_all_ || !(to > from)) return;
    piece_.clear();
    for (std::size_t i = 0; i < q.size(); ++i) piece_.insert(piece_.end(), {q[i], v[i], a[i] / S(2)});
    answer_.path.append(to, 2, piece_.data());
    for (const int α : closed) answer_.reactions.push_back({α, from, to, {motion.reaction(α)[0]}});
  }

  /// A new entry for an impact, to be filled in; none where only a summary is kept.
  impact<S>* new_impact(const S& t, const std::vector<S>& q, const std::vector<S>& v_minus,
                        const std::vector<int>& active) {
    ++answer_.counts.impacts;
    if (!keeps_all_) return nullptr;
    impact<S>& entry = answer_.impacts.emplace_back();
    entry.t = t;
    entry.q = column_of(q);
    entry.v_minus = column_of(v_minus);
    entry.impulse = column<S>::Constant(m_, S(0));
    entry.active = active;
    return &entry;
  }

  /// The impacts that came after the first `count` follow no law, as what comes after them shows.
  [[gnu::cold]] void withdraw_impacts(std::int64_t count) {
    for (; answer_.counts.impacts > count; --answer_.counts.impacts)
      if (keeps_all_) answer_.impacts.pop_back();
  }

  /// Nothing assures that the outcome of an impact on these contacts is continuous in the data.
  [[gnu::cold]] void discontinuous(const S& t, const std::vector<int>& contacts) {
    for (discontinuity& d : discontinuities_) {
      if (d.constraints != contacts) continue;
      ++d.count;
      return;
    }
    discontinuities_.push_back({t, contacts, 1});
  }

  void contact(int a, const S& from, const S& to) {
    if (keeps_all_ && to > from) answer_.contacts.push_back({a, from, to});
  }

  /// Infinitely many impacts on the way from q_from at `from` to q at t.
  void accumulation(const S& from, const std::vector<S>& q_from, const S& t, const std::vector<S>& q,
                    const std::vector<S>& v) {
    if (keeps_all_) {
      if (t > from) {
        piece_.clear();
        for (std::size_t i = 0; i < q.size(); ++i)
          piece_.insert(piece_.end(), {q_from[i], (q[i] - q_from[i]) / (t - from)});
        answer_.path.append(t, 1, piece_.data());
      }
      answer_.path.accumulation_points.push_back(t);
    }
    answer_.accumulations.push_back({t, column_of(q), column_of(v)});
  }

  /// Gap a comes within its rounding of 0 at t, and turns back at that acceleration. Had it come through, v⁻ ≤ √(2 ·
  /// acceleration · rounding).
  [[gnu::cold]] void touch(int a, const S& t, const S& rounding, const S& acceleration) {
    using std::abs;
    using std::sqrt;
    std::optional<S>& last = touch_[static_cast<std::size_t>(a)];
    const bool again = last && !(abs(S(t - *last)) > sqrt(epsilon<S>()) * t);
    last = t;
    if (again) return;
    answer_.warnings.push_back("grazing undecided at t = " + to_text(t) + ": gap " + std::to_string(a) + " is within " +
                               brief(rounding) +
                               " of 0, its rounding; continued without impulse (an impact there would be slower than " +
                               brief(S(sqrt(S(2) * acceleration * rounding))) + ")");
  }

  /// Gap a falls to 0 at t, where its rate, by a kink in t, jumps: the set of velocities to go on with is that of
  /// ]t, …[.
  [[gnu::cold]] void arrival_where_rate_jumps(int a, const S& t, const S& behind, const S& ahead) {
    answer_.warnings.push_back("gap " + std::to_string(a) + " falls to 0 at t = " + to_text(t) +
                               ", where its rate jumps from " + brief(behind) + " to " + brief(ahead) +
                               ": the impact law is applied with the rate after; an instant sooner or later the motion "
                               "would go on in another way");
  }

  /// Two digits of a number.
  static std::string brief(const S& x) {
    char text[16];
    std::snprintf(text, sizeof text, "%.1e", to_double(x));
    return text;
  }

  solution<S> finish(const S& t, const std::vector<S>& q, const std::vector<S>& v, std::int64_t force_evaluations) {
    answer_.discontinuous_in_data = !discontinuities_.empty();
    for (const discontinuity& d : discontinuities_) {
      std::string names;
      for (const int a : d.constraints) names += (names.empty() ? "" : ", ") + std::to_string(a);
      answer_.warnings.push_back(
          "impact at t = " + to_text(d.t) + " on constraints " + names +
          ": condition (5) for continuity in the data does not hold [Paoli 2004, (5)]" +
          (d.constraints.size() == 2 ? said_of_plane_wedge(system_, d.constraints[0], d.constraints[1]) : "") +
          (d.count > 1 ? "; first of " + std::to_string(d.count) + " such impacts" : ""));
    }
    answer_.counts.force_evaluations = force_evaluations;
    answer_.end_time = t;
    answer_.end_position = column_of(q);
    answer_.end_velocity = column_of(v);
    return std::move(answer_);
  }

 private:
  bool write_piece(const smooth_motion<S>& motion, const std::vector<int>& closed, const S& τ, const S& from,
                   const S& to) {
    const S& T = motion.unit();
    const auto when = [&](const S& s) { return s < τ ? S(from + s * T) : to; };
    int degree = motion.degree();
    const auto vanishes = [&](int k) {
      for (int i = 0; i < n_; ++i)
        if (motion.position(i)[k] != S(0)) return false;
      return true;
    };
    while (degree > 1 && vanishes(degree)) --degree;
    piece_.clear();
    for (int i = 0; i < n_; ++i) piece_.insert(piece_.end(), motion.position(i), motion.position(i) + degree + 1);
    if (!pieces_(piece_, n_, degree, τ, T, motion.per_unit(), [&](const S&, const S& end, int written, const S* c) {
          if (when(end) > answer_.path.end()) answer_.path.append(when(end), written, c);
        }))
      return false;
    for (const int a : closed) {
      const S* const λ = motion.reaction(a);
      int last = motion.degree() - 2;
      while (last > 0 && λ[last] == S(0)) --last;
      if (last < 0) continue;
      piece_.assign(λ, λ + last + 1);
      if (!pieces_(piece_, 1, last, τ, T, motion.per_unit(),
                   [&](const S& begin, const S& end, int written, const S* c) {
                     if (when(end) > when(begin))
                       answer_.reactions.push_back({a, when(begin), when(end), std::vector<S>(c, c + written + 1)});
                   }))
        return false;
    }
    return true;
  }

  struct discontinuity {
    S t;
    std::vector<int> constraints;
    std::int64_t count;
  };

  const mechanical_system& system_;
  const int n_, m_;
  const bool keeps_all_;
  solution<S> answer_;
  std::vector<discontinuity> discontinuities_;
  std::vector<std::optional<S>> touch_;  ///< when each gap last touched 0 within rounding
  std::vector<S> piece_;
  path_pieces<S> pieces_;
};

}  // namespace unilateral::event_driven
