#pragma once
/// The end of an accumulation of impacts: the rest of the series of flights is summed (flight_history.hpp), and the contacts are closed.

#include "solvers/event_driven/event_search.hpp"
#include "solvers/event_driven/flight_history.hpp"
#include "solvers/event_driven/present_state.hpp"

#include <algorithm>
#include <vector>

namespace unilateral::event_driven {

template <scalar S>
class accumulation_rule {
 public:
  explicit accumulation_rule(present_state<S>& now) : now_(now) {}

  void fly(const S& τ) { elapsed_ += τ; }

  /// An impact on these contacts has happened. Ends the accumulation once its next cycle of flights cannot be told from none, or from all that are to come.
  bool after_impact(const std::vector<int>& approaching, contacts_in_play<S>& play) {
    history_.add(elapsed_, approaching);
    const bool is_short = !(elapsed_ > S(1024) * epsilon<S>() * now_.t());
    elapsed_ = S(0);
    if (!is_short) return true;
    const auto ahead = history_.predict();
    if (!ahead) return true;
    const S next = now_.time.after(ahead->next_cycle);
    if (next != now_.time.after(S(0)) && next != now_.time.after(ahead->all)) return true;
    history_.clear();
    return close(ahead->constraints, ahead->all, play);
  }
  /// Without restitution, or with all of it, impacts are not counted.
  void forget() { elapsed_ = S(0); }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  bool close(const std::vector<int>& contacts, const S& rest, contacts_in_play<S>& play) {
    for (const int a : contacts)
      if (std::find(play.active.begin(), play.active.end(), a) == play.active.end()) play.active.push_back(a);
    std::sort(play.active.begin(), play.active.end());
    const S from = now_.t();
    const std::vector<S> q_from = now_.q;
    for (int i = 0; i < now_.n; ++i) now_.q[index(i)] += now_.v[index(i)] * rest;
    now_.time.advance(rest);
    now_.place();
    if (!now_.evaluate(play.active)) return false;
    now_.hold(play.active);
    now_.correct_position();
    now_.place();
    now_.correct_velocity();
    for (const int a : play.active) play.rate[index(a)] = S(0);
    now_.record.accumulation(from, q_from, now_.t(), now_.q, now_.v);
    return true;
  }

  present_state<S>& now_;
  S elapsed_{};  ///< since the last impact
  flight_history<S> history_;
};

}  // namespace unilateral::event_driven
