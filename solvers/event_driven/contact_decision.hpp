#pragma once
/// Which contacts at rate 0 stay and which leave: [Moreau 1963, (P)], order by order along the series.
///
///     (1)  at order k:  w = b_k + W λ_k,  λ_k ≥ 0 and w ≥ 0 complementary for the contacts undecided so far, w = 0 for
///          those that stay
///     (2)  λ_k > 0: it stays (two-sided from then on);  w > 0: it leaves;  both 0: the next derivative decides in the
///          same way
///
/// The signs are those of λ and Φ just after t. What no order decides stays in contact without reaction.

#include "solvers/event_driven/event_search.hpp"
#include "solvers/event_driven/present_state.hpp"
#include "solvers/event_driven/projection.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace unilateral::event_driven {

template <scalar S>
class contact_decision {
 public:
  explicit contact_decision(present_state<S>& now) : now_(now), project_(now.m) {
    for (auto* list : {&λ_, &w_, &tolerance_, &scale_, &least_, &beside_}) list->assign(index(now.m), S(0));
  }

  /// Opens what leaves and holds what stays. `time_scale`: over which the motion changes. Where the motion starts on a
  /// kink, contacts and branch (branches.hpp) decide together.
  [[gnu::hot]] bool operator()(contacts_in_play<S>& play, const S& time_scale) {
    now_.held.clear();
    if (play.active.empty()) return true;
    const std::vector<int> candidates = play.active;
    std::vector<int>& active = play.active;
    auto& motion = now_.motion;
    stays_.clear();
    undecided_.clear();
    leaves_.clear();
    now_.branch.restart();
    for (;;) {
      active = candidates;
      const int order = decide(candidates, active, time_scale);
      if (order < 0) return now_.stop("the contacts contradict each other, as far as these digits tell");
      if (now_.branch.all_decided()) break;
      motion.advance_switches(order + 1, order + 2);
      const branch_verdict verdict = now_.branch.review(order + 2, false);
      if (verdict == branch_verdict::agreed) break;
      if (verdict == branch_verdict::none)
        return now_.stop(
            "the motion has no continuation: where a formula changes its branch, the forces of both sides lead back");
      now_.place();
      if (!now_.evaluate(candidates)) return false;
    }
    for (const auto& [a, order] : leaves_) now_.open(a, order, S(0));
    for (const auto* list : {&stays_, &undecided_}) {
      for (const int a : *list) {
        now_.close(a);
        now_.held.try_append(motion.W(), a);
      }
    }
    now_.project();
    return true;
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  /// (1), (2) on the present branch: fills `stays_`, `leaves_` and `undecided_`. The last order that it took, or −1.
  int decide(const std::vector<int>& candidates, std::vector<int>& active, const S& time_scale) {
    auto& motion = now_.motion;
    undecided_ = candidates;
    stays_.clear();
    leaves_.clear();
    for (auto* list : {&two_sided_, &left_}) list->assign(index(now_.m), 0);
    for (const int a : candidates) scale_[index(a)] = S(0);
    int last = -1;
    bool contradiction = false;
    const bool may_end =
        std::any_of(active.begin(), active.end(), [&](int a) { return now_.contact[index(a)].closed; });
    if (may_end) look_beside(candidates);
    motion.expand(candidates, [&](int k, const S* b) {
      last = k;
      for (const int a : candidates) motion.reaction(a)[k] = S(0);
      const bool ends_now = k == 0 && may_end;
      if (ends_now) now_.enclose_accelerations();
      // The size of what cancels in w at this order, from all orders so far.
      for (const int a : active) {
        scale_[index(a)] = std::max(S(scale_[index(a)] / time_scale), now_.acceleration_scale(a, b[a]));
        tolerance_[index(a)] = roundings<S, 64>() * scale_[index(a)];
        // A contact that ends where its reaction is 0: of that the state knows no more.
        if (ends_now && now_.contact[index(a)].closed)
          tolerance_[index(a)] =
              std::max(tolerance_[index(a)], S(S(4) * (now_.acceleration_rounding(a) + beside_[index(a)])));
      }
      ++now_.record.counts().projections;
      if (!project_(motion.W(), active, two_sided_, b, tolerance_.data(), λ_.data(), w_.data())) {
        contradiction = true;
        return false;
      }
      for (const int a : active) motion.reaction(a)[k] = λ_[index(a)];
      project_.reaction_rounding(motion.W(), active, undecided_, tolerance_.data(), roundings<S, 64>(), λ_.data(),
                                 least_.data());
      std::size_t undecided = 0;
      for (const int a : undecided_) {
        const bool presses = λ_[index(a)] > least_[index(a)];
        const bool leaves =
            !presses && w_[index(a)] > tolerance_[index(a)] + project_.rounding_of_reactions(motion.W(), a, λ_.data());
        if (presses) {
          two_sided_[index(a)] = 1;
          stays_.push_back(a);
        } else if (leaves) {
          leaves_.emplace_back(a, k + 2);
          left_[index(a)] = 1;
        } else {
          undecided_[undecided++] = a;
        }
      }
      undecided_.resize(undecided);
      std::erase_if(active, [&](int a) { return left_[index(a)] != 0; });
      return !undecided_.empty();
    });
    return contradiction ? -1 : std::max(last, 0);
  }

  /// By how much the accelerations of the gaps in free flight are others beside the state, within its rounding: those
  /// of narrow hills are, by their curvature, however smooth the force. Each coordinate is moved alone, or of many all
  /// along the motion; velocities together.
  [[gnu::cold]] void look_beside(const std::vector<int>& candidates) {
    constexpr int few = 8;
    auto& motion = now_.motion;
    std::fill(beside_.begin(), beside_.end(), S(0));
    if (motion.is_steady() || !motion.switches().empty()) return;
    std::vector<S> here(index(now_.m), S(0));
    const auto accelerations = [&](const std::vector<S>& q, const std::vector<S>& v, auto&& see) {
      motion.place(now_.t(), q.data(), v.data());
      if (!motion.evaluate(candidates)) return;
      motion.expand(candidates, [&](int, const S* b) {
        for (const int a : candidates) {
          motion.reaction(a)[0] = S(0);
          see(a, b[a]);
        }
        return false;
      });
    };
    accelerations(now_.q, now_.v, [&](int a, const S& b) { here[index(a)] = b; });
    const auto compare = [&](const std::vector<S>& q, const std::vector<S>& v) {
      accelerations(q, v, [&](int a, const S& b) {
        if (const S change = now_.magnitude_of(S(b - here[index(a)])); change - change == S(0))
          beside_[index(a)] = std::max(beside_[index(a)], change);
      });
    };
    std::vector<S> q = now_.q, v = now_.v;
    for (int i = 0; i < now_.n; ++i) {
      const S rounding = now_.rounding_of(i);
      q[index(i)] += now_.v[index(i)] < S(0) ? S(-rounding) : rounding;
      v[index(i)] += roundings<S, 2>() * v[index(i)];
      if (now_.n > few) continue;
      compare(q, now_.v);
      q[index(i)] = now_.q[index(i)];
    }
    if (now_.n > few) compare(q, now_.v);
    compare(now_.q, v);
    now_.place();
    now_.evaluate(candidates);
  }

  present_state<S>& now_;
  projection<S> project_;
  std::vector<int> undecided_, stays_;
  std::vector<std::pair<int, int>>
      leaves_;  ///< contacts, and the order of the first derivative of their gap that is not 0
  std::vector<char> two_sided_, left_;
  std::vector<S> λ_, w_, tolerance_, scale_, least_;  ///< the last: of reactions
  std::vector<S> beside_;                             ///< of accelerations of gaps, within the rounding of the state
};

}  // namespace unilateral::event_driven
