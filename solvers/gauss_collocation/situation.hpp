#pragma once
/// Where a run is: the state, the side of every switch, what touches, and what is known of contacts.

#include "solvers/gauss_collocation/contacts.hpp"

namespace unilateral::gauss_collocation {

template <class W>
struct situation {
  state<W> now;
  branch_signs σ;                   ///< sides of the switches
  phase<W>* system = nullptr;       ///< the formulas on those sides
  std::set<int> arguments_at_zero;  ///< switches at 0 by the event that ended the last step
  std::set<int> switched;           ///< switches at 0 now, by that or within rounding
  std::vector<int> undecided;       ///< those of them whose side no rate decides
  std::map<int, int> exact_sides;   ///< of the undecided ones, as exact initial data tell: −1, 1, or 0 where they are 0
  contact_sets sets;
  contact_decisions known;

  /// The system at the present instant. False: a force, mass or gap is no finite number.
  bool evaluate() {
    instant<W>& at = system->at;
    at.evaluate(now.t, now.q, now.v);
    bool defined = at.motion_is_defined();
    for (int α = 0; α < at.constraints(); ++α) defined = defined && is_number(at.Φ[α]);
    return defined;
  }
};

}  // namespace unilateral::gauss_collocation
