#pragma once
/// Impacts: v⁺ = (1 + e) Proj(V, v⁻) − e v⁻, all contacts in play at once [Moreau 1983, (7)], [Paoli 2004, (2)].
///
///     (1)  Proj(V, v⁻) = v⁻ + H Λ,     w = ρ⁻ + W Λ ≥ 0 complementary to Λ ≥ 0,     P = (1 + e) Λ
///     (2)  the rate after is ρ⁺ = w + e (w − ρ⁻): −e ρ⁻ where Λ > 0, so ρ⁺ ≥ 0 wherever ρ⁻ ≤ 0 (elsewhere w ≥ 0 and W
///          Λ = w − ρ⁻ ≥ 0)
///
/// Only initial data can have ρ⁻ > 0; then the law may have to act again. Where walls leave no room (one and its
/// opposite) it acts without end, each time e times as fast: once all that approaches does so by a rounding of its own
/// rate at first, the velocity is Proj(V, v⁻), as for e = 0.

#include "solvers/event_driven/event_search.hpp"
#include "solvers/event_driven/present_state.hpp"
#include "solvers/event_driven/projection.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace unilateral::event_driven {

template <scalar S>
class impact_rule {
 public:
  impact_rule(present_state<S>& now, const S& e) : now_(now), e_(e), project_(now.m), one_sided_(index(now.m), 0) {
    for (auto* list : {&Λ_, &w_, &w_rounding_, &tolerance_, &first_}) list->assign(index(now.m), S(0));
  }

  /// The impacts that follow are those of one instant.
  void begin_instant(const contacts_in_play<S>& play) {
    fastest_ = S(0);
    for (const int a : play.active) first_[index(a)] = S(0);
  }
  /// Changes v and the rates; false if no projection was found.
  [[gnu::hot]] bool operator()(contacts_in_play<S>& play) {
    return act(play, play.active.size() > 1 && is_left_over(play) ? S(0) : e_);
  }

 private:
  bool act(contacts_in_play<S>& play, const S& e) {
    auto& motion = now_.motion;
    find_tolerances(play);
    ++now_.record.counts().projections;
    if (!project_(motion.W(), play.active, one_sided_, play.rate.data(), tolerance_.data(), Λ_.data(), w_.data()))
      return false;
    if (play.active.size() > 1 && !is_continuous(play.active)) now_.record.discontinuous(now_.t(), play.active);
    impact<S>* const entry = now_.record.new_impact(now_.t(), now_.q, now_.v, play.active);
    now_.known_beside(play.active, others_);
    // Of w = ρ + W Λ: what its terms are not known to, and what cancels in them. Where Λ > 0 nobody asks.
    for (const int a : play.active) {
      if (Λ_[index(a)] > S(0)) continue;
      w_rounding_[index(a)] = play.rounding[index(a)] + roundings<S, 4>() * (now_.magnitude_of(play.rate[index(a)]) +
                                                                             now_.magnitude_of(w_[index(a)]));
      for (const auto& [b, W, terms] : motion.W().row(a))
        if (Λ_[index(b)] > S(0) && std::binary_search(play.active.begin(), play.active.end(), b))
          w_rounding_[index(a)] += now_.magnitude_of(W) / motion.W()(b, b) * play.rounding[index(b)];
      tolerance_[index(a)] += project_.rounding_of_reactions(motion.W(), a, Λ_.data());
    }
    for (const int a : play.active) {
      const S P = (S(1) + e) * Λ_[index(a)];
      S& ρ = play.rate[index(a)];
      if (P > S(0)) {
        now_.apply_impulse(a, P, others_);
        ρ = -(e * ρ);
        play.rounding[index(a)] *= e;
        if (entry != nullptr) entry->impulse[a] = P;
      } else {
        play.rounding[index(a)] = (S(1) + e) * w_rounding_[index(a)];
        ρ = w_[index(a)] + e * (w_[index(a)] - ρ);
        if (!(now_.magnitude_of(ρ) > S(4) * tolerance_[index(a)])) ρ = S(0);
      }
    }
    // Beside an impact of another contact: a rate that the rounding of the state may have made is none.
    for (const int a : play.active)
      if (S& ρ = play.rate[index(a)];
          Λ_[index(a)] == S(0) && ρ != S(0) && is_small(a, ρ) && !(now_.magnitude_of(ρ) > now_.rate_doubt(a)))
        ρ = S(0);
    if (entry != nullptr) entry->v_plus = column_of(now_.v);
    return true;
  }

  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  /// Of contacts that were not in motion at first nothing is left over: bodies that do not touch may have speeds of
  /// very different size.
  bool is_left_over(const contacts_in_play<S>& play) const {
    return std::all_of(play.active.begin(), play.active.end(), [&](int a) {
      return !(play.rate[index(a)] < S(0)) || -play.rate[index(a)] <= epsilon<S>() * first_[index(a)];
    });
  }

  /// Whether it is worth while to ask how large a rate may be for one that is 0: it is, next to the velocities.
  bool is_small(int a, const S& ρ) const {
    S fastest(0);
    for (const S& v : now_.v) fastest = std::max(fastest, now_.magnitude_of(v));
    return now_.magnitude_of(ρ) < half_ * now_.motion.gradient_size(a) * fastest;
  }
  /// How large a rate may be for one that is 0: 16 roundings of the largest, in units of √W_αα, but no more than those
  /// of its own terms. For bodies that do not touch may have speeds, masses and units of very different size.
  [[gnu::hot]] void find_tolerances(const contacts_in_play<S>& play) {
    using std::sqrt;
    const auto magnitude = [&](int a) { return now_.magnitude_of(play.rate[index(a)]); };
    if (play.active.size() == 1) {
      const int a = play.active.front();
      tolerance_[index(a)] = roundings<S, 16>() * magnitude(a);
      return;
    }
    // Rates after an impact are known to no more than those before it.
    const contact_matrix<S>& W = now_.motion.W();
    for (const int a : play.active) {
      first_[index(a)] = std::max(first_[index(a)], magnitude(a));
      fastest_ = std::max(fastest_, S(magnitude(a) / sqrt(W(a, a))));
    }
    for (const int a : play.active)
      tolerance_[index(a)] =
          std::min(S(roundings<S, 16>() * fastest_ * sqrt(W(a, a))),
                   S(play.rounding[index(a)] + roundings<S, 16>() * magnitude(a) + S(4) * now_.rate_rounding(a)));
  }

  /// [Paoli 2004, (5)] for every pair in play: ⟨∇Φ_α, M⁻¹ ∇Φ_β⟩ ≤ 0 if e = 0, = 0 if e > 0. Two descriptions of one
  /// half-space are one constraint.
  bool is_continuous(const std::vector<int>& active) const {
    using std::sqrt;
    const contact_matrix<S>& W = now_.motion.W();
    for (const int a : active) {
      for (const auto& [b, of_pair, terms] : W.row(a)) {
        if (b >= a) break;
        if (!std::binary_search(active.begin(), active.end(), b)) continue;
        const S most = sqrt(W(a, a)) * sqrt(W(b, b)), rounding = roundings<S, 64>() * most;
        if (of_pair > most - rounding) continue;
        if (of_pair > rounding || (e_ > S(0) && of_pair < -rounding)) return false;
      }
    }
    return true;
  }

  present_state<S>& now_;
  const S half_ = power_of_two<S>(0.5 * (1 - std::numeric_limits<S>::digits));  ///< the digits of S, halved
  const S e_;
  S fastest_{};  ///< the largest rate of this instant, in the kinetic norm
  projection<S> project_;
  const std::vector<char> one_sided_;
  std::vector<int> others_;
  std::vector<S> Λ_, w_, w_rounding_, tolerance_, first_;  ///< first_: the largest rate of each in this instant
};

}  // namespace unilateral::event_driven
