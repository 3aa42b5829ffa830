#pragma once
/// The end of an accumulation of impacts, on one contact or on several in turn. Three ways to see that it has come:
///
///     (1)  the flights repeat in cycles that fall geometrically, and the next cycle takes so little time that it
///          cannot be told from none, or from all that are to come, whichever of the last two ratios is asked: their
///          sum (flight_history.hpp) is what is left;
///     (2)  no cycle repeats, but what is left of the motion is within its rounding. The forces press the contacts K
///          together (λ = −W⁻¹ b > 0, b the accelerations in free flight), and
///              E = ½ ρ·W⁻¹ρ + λ·Φ        is constant in flight and loses (1 − e)/(1 + e) ½ P·W P at an impact;
///              y = λ·Φ                    has y'' = −γ, γ = λ·W λ, and y ≤ E, |y'| ≤ √(2 γ E), so that no flight is
///                                         longer than T = 2 √(2E/γ).
///          For one ball T is the next flight, and T/(1 − e) all that are to come. K is at rest to working precision
///          once 2 T/(1 − e) < ε t;
///     (3)  flights take no time at all, and yet impacts go on. With e = 0 and W_αβ ≤ 0, α ≠ β (a row of balls that
///          stays together; the next flight is as long as the square of the last), an impact on α makes ρ_α = 0 and no
///          other rate grow: no ρ_K is ever above 0, and their limit is 0. Else they have come to their end once all
///          rates left are below the rounding of G v.
///
/// The time that is left passes at constant force; the contacts of the cycle then have Φ = 0 and rate 0:
///
///     (4)  q += v s,     v += M⁻¹f s + H x,     W x = −(ρ + b s)          to O(s²), and s² is below the rounding of
///          all of them.

#include "solvers/event_driven/event_search.hpp"
#include "solvers/event_driven/flight_history.hpp"
#include "solvers/event_driven/present_state.hpp"
#include "solvers/event_driven/projection.hpp"

#include <algorithm>
#include <vector>

namespace unilateral::event_driven {

template <scalar S>
class accumulation_rule {
 public:
  accumulation_rule(present_state<S>& now, const S& e)
      : now_(now), e_(e), project_(now.m), pressed_(now.m), one_sided_(index(now.m), 0) {
    for (auto* list : {&b_, &λ_, &w_, &tolerance_}) list->assign(index(now.m), S(0));
    x_.assign(index(std::max(now.m, 1)), S(0));
    acceleration_.assign(index(now.n), S(0));
  }

  void fly(const S& τ) { elapsed_ += τ; }

  /// An impact on the contacts `approaching` has happened: ends the accumulation, if there is one to end. e = 1 loses
  /// nothing and has none.
  [[gnu::hot]] bool after_impact(const std::vector<int>& approaching, contacts_in_play<S>& play) {
    if (!(e_ < S(1))) return true;
    history_.add(elapsed_, approaching);
    gather_still(approaching);
    for (const int a : approaching) now_.contact[index(a)].last_impact = now_.t();
    const bool is_short = elapsed_ < briefly();
    elapsed_ = S(0);
    if (!is_short) return true;
    if (const auto ahead = history_.predict()) {  // (1)
      const S still = now_.time.after(S(0)), next = now_.time.after(ahead->next_cycle);
      if (next != still && (next != now_.time.after(ahead->all) || now_.time.after(ahead->doubt) != still)) return true;
      closing_ = ahead->constraints;
      if (const ending how = close(ahead->all, play); how != ending::disturbed) return how == ending::closed;
      // The other contact comes later than all of these flights, by what is known of it: so that its impact may never
      // be seen before they are below the range of S.
    }
    if (is_still(play)) return close(S(0), play) != ending::stopped;  // (3)
    closing_.clear();                                                 // (2)
    for (const int a : now_.open_contacts)
      if (const auto& last = now_.contact[index(a)].last_impact; last && !(now_.t() - *last > briefly()))
        closing_.push_back(a);
    bool rests = false;
    return rests_within_rounding(play, rests) && (!rests || close(S(0), play) != ending::stopped);
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  /// Only flights as short as this are looked at: the last ones before S tells t from the limit no more, at any e up to
  /// 1 − 2^−10 or so.
  S briefly() const { return roundings<S, 1024>() * now_.t(); }

  /// (3) The contacts hit since a flight last took a time, and how often they were.
  void gather_still(const std::vector<int>& approaching) {
    if (elapsed_ > no_time_ * now_.t()) {
      still_.clear();
      still_impacts_ = 0;
    }
    ++still_impacts_;
    for (const int a : approaching)
      if (std::find(still_.begin(), still_.end(), a) == still_.end()) still_.push_back(a);
  }
  /// (3): then they are closing_.
  bool is_still(const contacts_in_play<S>& play) {
    if (still_impacts_ < 3 * static_cast<int>(still_.size())) return false;
    closing_.clear();
    now_.place();
    if (!now_.evaluate(still_)) return false;
    bool fade = true;
    for (const int a : still_) {
      const S rate = rate_of(a, play), rounding = now_.rate_rounding(a);
      if (rate > rounding || gap_of(a, play) > now_.gap_rounding(a)) continue;
      fade = fade && !(rate < -rounding);
      closing_.push_back(a);
    }
    return !closing_.empty() && (fade || pull_together());
  }
  /// Whether every impact on a contact of closing_ lets the others approach, and leaves its own at rate 0.
  bool pull_together() const {
    const auto& W = now_.motion.W();
    for (const int a : closing_)
      for (const int b : closing_)
        if (a != b && W(a, b) > roundings<S, 64>() * W.terms(a, b)) return false;
    return e_ == S(0) && closing_.size() == still_.size();
  }

  /// closing_ ← its union with the contacts in play; the accelerations b in free flight from the present state.
  bool gather(const contacts_in_play<S>& play) {
    for (const int a : play.active)
      if (std::find(closing_.begin(), closing_.end(), a) == closing_.end()) closing_.push_back(a);
    std::sort(closing_.begin(), closing_.end());
    now_.place();
    if (!now_.evaluate(closing_) || !now_.expand_with({})) return false;
    for (int i = 0; i < now_.n; ++i) acceleration_[index(i)] = now_.motion.acceleration(i);
    for (int a = 0; a < now_.m; ++a) b_[index(a)] = now_.motion.gap_acceleration(a);
    return true;
  }

  S rate_of(int a, const contacts_in_play<S>& play) const {
    if (std::binary_search(play.active.begin(), play.active.end(), a)) return play.rate[index(a)];
    const contact_state<S>& c = now_.contact[index(a)];
    return c.order > 1 ? S(0) : c.rate_is_known() ? c.rate : now_.motion.gap_rate(a);
  }
  S gap_of(int a, const contacts_in_play<S>& play) const {
    const contact_state<S>& c = now_.contact[index(a)];
    if (std::binary_search(play.active.begin(), play.active.end(), a) || c.order > 0) return S(0);
    return std::max(S(0), c.carried ? c.gap : now_.motion.gap(a)[0]);
  }

  /// (2) for the contacts closing_ and those in play. False: the run has to stop.
  bool rests_within_rounding(const contacts_in_play<S>& play, bool& rests) {
    using std::sqrt;
    if (!gather(play)) return false;
    const auto& W = now_.motion.W();
    for (const int a : closing_)
      tolerance_[index(a)] =
          roundings<S, 64>() * (now_.motion.gradient_magnitude(a, acceleration_) + now_.magnitude_of(b_[index(a)]));
    ++now_.record.counts().projections;
    if (!project_(W, closing_, one_sided_, b_.data(), tolerance_.data(), λ_.data(), w_.data())) return true;
    pressed_.clear();
    for (const int a : closing_) {
      if (w_[index(a)] > tolerance_[index(a)]) return true;  // it would leave
      if (λ_[index(a)] > tolerance_[index(a)] / W(a, a) && !pressed_.try_append(W, a)) return true;
    }
    S most(0), fastest(0);
    for (const int a : pressed_.members()) {
      most = std::max(most, now_.magnitude_of(b_[index(a)]));
      fastest = std::max(fastest, now_.magnitude_of(rate_of(a, play)));
    }
    if (!(most > S(0))) return true;
    // In units of the largest acceleration and the largest rate, so that no product leaves the range: γ/b², λ·Φ/b²,
    // ρ·W⁻¹ρ/ρ².
    S γ(0), y(0), kinetic(0);
    for (int i = 0; i < pressed_.size(); ++i) {
      const int a = pressed_.members()[index(i)];
      const S λ = λ_[index(a)] / most;
      γ -= λ * (b_[index(a)] / most);
      y += λ * (gap_of(a, play) / most);
      x_[index(i)] = fastest > S(0) ? S(rate_of(a, play) / fastest) : S(0);
    }
    for (const int a : closing_) {
      const auto& members = pressed_.members();
      if (std::find(members.begin(), members.end(), a) == members.end() && pressed_.distance(W, a) > S(0))
        return true;  // nothing presses it
    }
    if (!(γ > S(0))) return true;
    const std::vector<S> rate(x_.begin(), x_.begin() + pressed_.size());
    pressed_.solve(x_.data());
    for (int i = 0; i < pressed_.size(); ++i) kinetic += x_[index(i)] * rate[index(i)];
    const S T = S(2) * (fastest / most * sqrt(S(kinetic / γ)) + sqrt(S((y + y) / γ)));
    rests = S(2) * T < (S(1) - e_) * epsilon<S>() * now_.t();
    return true;
  }

  /// Whether an open contact beside closing_ may be reached within the time s. One that will be at gap and rate 0 when
  /// they are, as a copy of one of them, is never reached before: it goes to `followers`.
  bool is_disturbed(const S& s, const contacts_in_play<S>& play, std::vector<int>& followers) {
    followers.clear();
    for (const int a : now_.open_contacts) {
      if (std::binary_search(closing_.begin(), closing_.end(), a)) continue;
      const S fall = std::min(S(0), rate_of(a, play)) * s + std::min(S(0), b_[index(a)]) * s * s;
      if (!(fall < S(0)) || gap_of(a, play) + fall > gap_rounding(a, s)) continue;
      if (!follows(a, s, play)) return true;
      followers.push_back(a);
    }
    return false;
  }
  /// Of what the gap will be at the time s from now. A gap that is known by itself is known far below Φ(q): of two
  /// contacts whose impacts accumulate beside each other neither has to wait for the other.
  S gap_rounding(int a, const S& s) const {
    const contact_state<S>& c = now_.contact[index(a)];
    if (!c.carried || !c.has_rate) return now_.gap_rounding(a);
    return std::min(now_.gap_rounding(a), S(c.gap_rounding + c.rate_rounding * s));
  }
  /// Whether gap and rate of a are 0 within the rounding of their terms once those of closing_ are, at the time s from
  /// now.
  bool follows(int a, const S& s, const contacts_in_play<S>& play) {
    now_.hold(closing_);
    const std::vector<int>& held = now_.held.members();
    for (const bool is_rate : {false, true}) {
      const auto ahead = [&](int c) {
        return is_rate ? S(rate_of(c, play) + b_[index(c)] * s)
                       : S(gap_of(c, play) + (rate_of(c, play) + b_[index(c)] * s / S(2)) * s);
      };
      const auto size = [&](int c) {
        const S of_rate = now_.magnitude_of(rate_of(c, play)) + now_.magnitude_of(b_[index(c)]) * s;
        return is_rate ? of_rate : S(gap_of(c, play) + of_rate * s);
      };
      for (std::size_t i = 0; i < held.size(); ++i) x_[i] = -ahead(held[i]);
      now_.held.solve(x_.data());
      S sum = ahead(a), terms = size(a);
      for (std::size_t i = 0; i < held.size(); ++i) {
        const S W = now_.motion.coupling(a, held[i]).sum;
        sum += W * x_[i];
        terms += now_.magnitude_of(W) * (size(held[i]) / now_.motion.W()(held[i], held[i]) + now_.magnitude_of(x_[i]));
      }
      const contact_state<S>& c = now_.contact[index(a)];
      const S known = is_rate        ? (c.rate_is_known() ? c.rate_rounding : now_.rate_rounding(a))
                      : c.is_known() ? c.gap_rounding + c.rate_rounding * s
                                     : now_.gap_rounding(a);
      if (now_.magnitude_of(sum) > S(64) * (known + epsilon<S>() * terms)) return false;
    }
    return true;
  }

  /// (4) for the contacts closing_ and those in play, unless another contact may come before: then its impact has to be
  /// seen first.
  enum class ending { closed, disturbed, stopped };
  ending close(const S& s, contacts_in_play<S>& play) {
    using std::sqrt;
    if (!gather(play)) return ending::stopped;
    if (is_disturbed(s, play, others_)) return ending::disturbed;
    if (!others_.empty()) {
      closing_.insert(closing_.end(), others_.begin(), others_.end());
      if (!gather(play)) return ending::stopped;
    }
    history_.clear();
    for (const int a : closing_) tolerance_[index(a)] = now_.rate_rounding(a);  // of velocities as they still are
    const S from = now_.t();
    const std::vector<S> q_from = now_.q;
    now_.known_beside(closing_, others_);
    for (const int a : others_) {
      contact_state<S>& c = now_.contact[index(a)];
      const S rate = rate_of(a, play), gap = gap_of(a, play) + rate * s;
      if (!c.carried) c.gap_rounding = S(0);
      if (c.order > 1) c.rate_rounding = S(0);
      c.order = 0;
      c.carried = c.has_rate = true;
      c.gap = std::max(S(0), gap);
      c.rate = rate + b_[index(a)] * s;
    }
    now_.hold(closing_);
    const std::vector<int>& held = now_.held.members();
    for (std::size_t i = 0; i < held.size(); ++i) x_[i] = -(rate_of(held[i], play) + b_[index(held[i])] * s);
    now_.held.solve(x_.data());
    for (int i = 0; i < now_.n; ++i) {
      now_.q[index(i)] += now_.v[index(i)] * s;
      now_.v[index(i)] += acceleration_[index(i)] * s;
    }
    for (std::size_t i = 0; i < held.size(); ++i) now_.apply_impulse(held[i], x_[i], others_);
    now_.time.advance(s);
    play.active = closing_;
    now_.place();
    if (!now_.evaluate(play.active)) return ending::stopped;
    now_.hold(play.active);
    now_.correct_position();
    now_.place();
    now_.correct_velocity();
    now_.place();
    for (const int a : play.active) {
      play.rate[index(a)] = S(0);
      if (now_.motion.moves(a)) {  // constraints that move may leave no velocity, or not this one
        const S rate = now_.motion.gap_rate(a), rounding = sqrt(epsilon<S>()) * now_.magnitude_of(now_.time_rate(a)) +
                                                           now_.rate_rounding(a) + tolerance_[index(a)];
        if (rate < -rounding) {
          now_.stop_without_velocity(play.active, " at the end of their impacts");
          return ending::stopped;
        }
        if (rate > rounding) play.rate[index(a)] = rate;
      }
      now_.contact[index(a)].last_impact = now_.t();
    }
    now_.record.accumulation(from, q_from, now_.t(), now_.q, now_.v);
    return ending::closed;
  }

  static S three_halves_of(const S& x) {
    using std::sqrt;
    return x * sqrt(x);
  }

  present_state<S>& now_;
  const S no_time_ = three_halves_of(epsilon<S>());  ///< of the time so far
  const S e_;
  S elapsed_{};  ///< since the last impact
  flight_history<S> history_;
  projection<S> project_;
  independent_contacts<S> pressed_;
  const std::vector<char> one_sided_;
  std::vector<int> closing_, others_;
  std::vector<int> still_;
  int still_impacts_ = 0;
  std::vector<S> acceleration_, b_, λ_, w_, tolerance_, x_;
};

}  // namespace unilateral::event_driven
