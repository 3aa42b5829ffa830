#pragma once
/// The run. Numbers (1)–(6) are those of the page in event_driven.hpp.

#include "solvers/event_driven/accumulation_rule.hpp"
#include "solvers/event_driven/contact_decision.hpp"
#include "solvers/event_driven/equation_check.hpp"
#include "solvers/event_driven/event_driven.hpp"
#include "solvers/event_driven/event_search.hpp"
#include "solvers/event_driven/impact_rule.hpp"
#include "solvers/event_driven/present_state.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

namespace unilateral::event_driven {

/// Degree of the positions: near −½ ln ε, where a digit costs least [Jorba Zou 2005]; beyond 50 digits lower. Of sin t the terms add up to e^h on the step
/// h = (ε N!)^(1/N), and what cancels in them is lost: e^3.5 at 50 digits, and at 100 with N = 98, but e^6.5 with −½ ln ε.
template <scalar S>
constexpr int adaptive_degree = std::min(std::numeric_limits<S>::digits * 35 / 100 + 3, std::numeric_limits<S>::digits * 22 / 100 + 25);
/// With fixed steps: positions and velocities both correct to order 8 in the step, so positions carry one degree more.
inline constexpr int fixed_order = 8;

template <scalar S>
class event_loop {
 public:
  event_loop(const statement& given, const request& asked)
      : highest_(asked.step ? fixed_order + 1 : adaptive_degree<S>),
        e_(constant_value<S>(given.system.restitution)),
        until_(asked.until ? exact<S>(*asked.until) : constant_value<S>(given.horizon)),
        now_(given, highest_, asked.record),
        events_(now_, highest_),
        equation_(given.system),
        impact_(now_, e_),
        decide_(now_),
        accumulation_(now_, e_),
        time_scale_(until_) {
    if (asked.step) fixed_step_ = exact<S>(*asked.step);
    for (auto* list : {&play_.rate, &play_.rounding}) list->assign(index(now_.m), S(0));
  }

  solution<S> run() {
    bool alive = start();
    while (alive && now_.t() < until_) alive = step();
    for (int a = 0; a < now_.m; ++a)
      if (now_.contact[index(a)].closed) now_.record.contact(a, now_.contact[index(a)].since, now_.t());
    return now_.record.finish(now_.t(), now_.q, now_.v, now_.motion.force_evaluations);
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  /// Initial contacts are an event; with rates v is given exactly, not found as a root.
  bool start() {
    now_.place();
    if (!now_.evaluate(now_.open_contacts)) return false;
    for (const int a : now_.open_contacts) {
      if (now_.motion.gap(a)[0] > now_.gap_rounding(a)) continue;
      const S rate = now_.motion.gap(a)[1], rounding = S(16) * epsilon<S>() * (now_.motion.gradient_magnitude(a, now_.v) + now_.magnitude_of(now_.time_rate(a)));
      play_.rate[index(a)] = now_.magnitude_of(rate) > rounding ? rate : S(0);
      play_.rounding[index(a)] = S(0);
      play_.active.push_back(a);
    }
    if (play_.active.empty()) return true;
    if (!now_.expand_with({})) return false;
    if (const auto h = now_.motion.step_length(now_.open_contacts)) time_scale_ = *h;
    return settle();
  }

  bool step() {
    if (!now_.expand_held()) return false;  // (1)
    ++now_.record.counts().steps;
    const S left = now_.time.left_until(until_);
    S h = left;
    if (!choose_length(h)) return false;  // (2)
    S τ = events_.first(h);               // (3)
    while (!is_solved(τ)) {
      h = τ / S(2);
      if (!(now_.t() + h > now_.t())) return now_.stop("the series solves the equation of motion on no step (a singularity)");
      τ = events_.first(h);
    }
    const S from = now_.t();
    for (const auto& touch : events_.touches())
      if (!(touch.τ > τ)) now_.record.touch(touch.constraint, S(from + touch.τ), touch.rounding, touch.acceleration);
    if (events_.is_event()) events_.collect(τ, play_);
    accumulation_.fly(τ);
    now_.time.advance(τ);
    if (!(τ < left)) now_.time.set(until_);
    now_.record.piece(now_.motion, now_.members, from, now_.t());
    events_.carry(τ, play_);
    now_.move_along(τ);
    if (!events_.is_event()) {
      now_.project();
      return true;
    }
    standing_ = now_.t() > from ? 0 : standing_ + 1;
    if (standing_ > most_standing) return now_.stop("more than " + std::to_string(most_standing) + " events without passage of time");
    for (const int k : events_.flipped()) {
      auto& s = now_.motion.switches()[index(k)];
      s.sign = -s.sign;
      s.frozen = true;
    }
    return settle();
  }

  /// (2) h ← the length of the step, at most h.
  bool choose_length(S& h) {
    if (fixed_step_) {
      h = std::min(h, *fixed_step_);
      time_scale_ = *fixed_step_;
    } else if (const auto length = now_.motion.step_length(now_.open_contacts)) {
      time_scale_ = *length;
      if (!(now_.t() + *length > now_.t())) return now_.stop("the step length collapses (a singularity)");
      h = std::min(h, *length);
    }
    return true;
  }

  /// Whether what the series says of ]0, τ[ can be relied on. Fixed steps are as long as they are.
  bool is_solved(const S& τ) { return fixed_step_ || now_.motion.is_polynomial() || !(τ > S(0)) || equation_.holds(now_, τ); }

  /// An event: (4) impacts while a contact in play approaches, (6) their accumulation, (5) for the contacts that stay at rate 0.
  bool settle() {
    auto& [active, rate, rounding] = play_;
    now_.place();
    if (!now_.evaluate(active)) return false;
    for (const int a : active)  // at the end of a long step G v knows more than the slope of the gap's polynomial
      if (now_.rate_rounding(a) < rounding[index(a)]) rate[index(a)] = std::min(now_.motion.gap(a)[1], S(0));
    if (std::any_of(active.begin(), active.end(), [&](int a) { return !now_.contact[index(a)].closed; })) {
      now_.hold(active);  // the contacts in play are within rounding of Φ = 0
      now_.correct_position();
    }
    const auto approaches = [&](int a) { return rate[index(a)] < S(0); };
    approaching_.clear();
    std::copy_if(active.begin(), active.end(), std::back_inserter(approaching_), approaches);
    for (int k = 0; std::any_of(active.begin(), active.end(), approaches); ++k)
      if (k > most_simultaneous || !impact_(play_)) return now_.stop("the impact law does not come to an end");
    if (now_.record.counts().impacts > most_impacts) return now_.stop("more than " + std::to_string(most_impacts) + " impacts");
    if (!approaching_.empty() && !accumulation_.after_impact(approaching_, play_)) return false;
    for (auto at = active.begin(); at != active.end();) {
      if (!(rate[index(*at)] > S(0))) {
        ++at;
        continue;
      }
      now_.open(*at, 1, rate[index(*at)]);
      at = active.erase(at);
    }
    return decide_(play_, time_scale_);
  }

  static constexpr std::int64_t most_impacts = 100'000'000;  ///< hours of work, and most likely a mistake in the data
  static constexpr int most_standing = 100'000;              ///< events at one and the same t
  static constexpr int most_simultaneous = 1'000;            ///< applications of the impact law to initial data

  const int highest_;
  const S e_, until_;
  std::optional<S> fixed_step_;
  present_state<S> now_;
  event_search<S> events_;
  equation_check<S> equation_;
  impact_rule<S> impact_;
  contact_decision<S> decide_;
  accumulation_rule<S> accumulation_;
  S time_scale_;  ///< over which the motion changes: the last step that its series allowed
  int standing_ = 0;
  contacts_in_play<S> play_;
  std::vector<int> approaching_;
};

template <scalar S>
solution<S> solve(const statement& given, const request& asked) {
  return event_loop<S>(given, asked).run();
}

}  // namespace unilateral::event_driven
