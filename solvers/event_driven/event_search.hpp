#pragma once
/// The earliest event on the series of the present state, and the contacts in play there.
///
///     (1)  an open gap falls to 0; the reaction of a held contact falls to 0; the argument of an |x| changes sign
///     (2)  a gap known to vanish to some order at the point of expansion is divided by τ^order: its other roots are what counts
///     (3)  a gap carried along (present_state.hpp) replaces the lowest coefficients of the one expanded from q and v
///     (4)  a fall from which the gap would rise again before it left its rounding δ is a touch: speed² ≤ 2 · acceleration · δ. δ is one rounding of q for each
///          step of the run so far, and that of the polynomial: a lowest gap beyond ±δ is decided, one within is reported as undecided

#include "solvers/event_driven/present_state.hpp"
#include "solvers/event_driven/roots.hpp"

#include <algorithm>
#include <vector>

namespace unilateral::event_driven {

/// Contacts that an event has to settle, with their rates; arrays are numbered by constraint.
template <class S>
struct contacts_in_play {
  std::vector<int> active;
  std::vector<S> rate;
  std::vector<S> rounding;  ///< of the rate
};

/// A gap comes within its rounding of 0 at τ and turns back.
template <class S>
struct gap_touch {
  int constraint;
  S τ, rounding, acceleration;
};

template <scalar S>
class event_search {
 public:
  event_search(present_state<S>& now, int highest_degree)
      : now_(now),
        highest_(highest_degree),
        view_(index(now.m)),
        roots_(highest_degree),
        shifted_(index(highest_degree) + 1),
        copies_(index(now.m) * (index(highest_degree) + 1)) {}

  /// Time of the first event in [0, h], or h.
  S first(S h) {
    is_event_ = false;
    arriving_ = -1;
    touches_.clear();
    const auto& motion = now_.motion;
    for (const int a : now_.open_contacts) {
      gap_view& g = view_[index(a)] = view_of(a);
      bool has_base = now_.contact[index(a)].is_known();
      const auto noise = [&](const S& x) {
        if (!has_base) g.base = S(static_cast<double>(now_.record.counts().steps)) * now_.gap_rounding(a);  // each step so far rounded q anew
        has_base = true;
        return g.base + S(4) * epsilon<S>() * magnitude(g.p, g.degree, x);
      };
      if (g.degree > 0 && g.p[1] < S(0) && g.p[0] < -noise(S(0))) {  // below 0 already: rounding at the last event was more than thought
        h = S(0);
        arriving_ = a;
        is_event_ = true;
        continue;
      }
      for (const real_root<S>& root : roots_.on(g.p, g.degree, h, noise)) {
        if (root.how == passage::rises) continue;
        if (root.how == passage::falls && !grazes(g, root.x, noise)) {
          h = root.x;
          arriving_ = a;
          is_event_ = true;
          break;
        }
        touches_.push_back({a, root.x, noise(root.x), std::max(S(0), curvature(g.p, g.degree, root.x))});
      }
    }
    const S arrival = h;
    for (const int a : now_.members) {
      const int degree = motion.degree() - 2;
      if (degree < 0) break;  // uniform motion: nothing presses
      std::copy(motion.reaction(a), motion.reaction(a) + degree + 1, shifted_.begin());
      shifted_[0] += now_.least_reaction[index(a)];
      if (falls_before(shifted_.data(), degree, h)) is_event_ = true;
    }
    flipped_.clear();
    auto& switches = now_.motion.switches();
    for (std::size_t k = 0; k < switches.size(); ++k) {
      const auto& s = switches[k];
      const S* const x = motion.switch_argument(s);
      const int from = s.frozen ? 1 : 0, degree = motion.switch_degree(s) - from;
      if (degree < 0) continue;
      for (int j = 0; j <= degree; ++j) shifted_[index(j)] = s.sign * x[j + from];
      if (!falls_before(shifted_.data(), degree, h)) continue;
      flipped_.assign(1, static_cast<int>(k));
      is_event_ = true;
    }
    if (h < arrival) arriving_ = -1;
    return h;
  }

  /// Of the last search: whether an event was found; gaps that touch 0 within rounding up to h, and when; signs of |x| that change there.
  bool is_event() const { return is_event_; }
  const std::vector<gap_touch<S>>& touches() const { return touches_; }
  const std::vector<int>& flipped() const { return flipped_; }

  /// The contacts in play at τ, with their rates: the closed ones, and every gap that arrives there within rounding.
  void collect(const S& τ, contacts_in_play<S>& play) const {
    play.active.clear();
    for (int a = 0; a < now_.m; ++a) {
      if (now_.contact[index(a)].closed) {
        play.rate[index(a)] = play.rounding[index(a)] = S(0);
        play.active.push_back(a);
        continue;
      }
      const gap_view& g = view_[index(a)];
      const bool triggers = a == arriving_;
      S rate = slope(g.p, g.degree, τ);
      if (!triggers) {
        if (!(rate < S(0)) || (g.order > 0 && !(τ > S(0)))) continue;
        S rounding = S(4) * epsilon<S>() * magnitude(g.p, g.degree, τ);
        const S at = value(g.p, g.degree, τ);
        if (at > rounding && at > rounding + (now_.contact[index(a)].is_known() ? g.base : now_.gap_rounding(a))) continue;
      }
      S rounding = S(4) * epsilon<S>() * slope_magnitude(g.p, g.degree, τ);
      for (int k = 0; k < g.order; ++k) {
        rate *= τ;
        rounding *= τ;
      }
      play.rounding[index(a)] = rounding;
      play.rate[index(a)] = std::min(rate, S(0));
      play.active.push_back(a);
    }
  }

  /// (3) What is known of the open contacts that are not in play at τ goes along, where it beats Φ(q).
  void carry(const S& τ, const contacts_in_play<S>& play) {
    if (!(τ > S(0))) return;
    for (const int a : now_.open_contacts) {
      contact_state<S>& c = now_.contact[index(a)];
      if (!c.is_known() || (is_event_ && std::binary_search(play.active.begin(), play.active.end(), a))) continue;
      const gap_view& g = view_[index(a)];
      S gap_rounding = S(4) * epsilon<S>() * magnitude(g.p, g.degree, τ), rate_rounding = S(4) * epsilon<S>() * slope_magnitude(g.p, g.degree, τ);
      c.gap = value(g.p, g.degree, τ);
      c.rate = slope(g.p, g.degree, τ);
      for (int k = 0; k < g.order; ++k) {
        c.rate = c.gap + τ * c.rate;
        rate_rounding = gap_rounding + τ * rate_rounding;
        c.gap *= τ;
        gap_rounding *= τ;
      }
      if (g.order > 1) c.rate_rounding = S(0);
      c.gap_rounding = g.base + c.rate_rounding * τ + gap_rounding;
      c.rate_rounding += rate_rounding;
      c.order = 0;
      c.carried = c.gap_rounding < now_.gap_rounding(a) && c.rate_rounding < now_.rate_rounding(a);
    }
  }

 private:
  /// Polynomial of an open gap over τ^order.
  struct gap_view {
    const S* p;
    int degree;
    int order;
    S base;  ///< rounding of the gap at the point of expansion
  };

  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  /// (2), (3)
  gap_view view_of(int a) {
    const contact_state<S>& c = now_.contact[index(a)];
    const S* p = now_.motion.gap(a);
    const int degree = std::clamp(now_.motion.gap_degree(a), 0, highest_);
    const int order = std::min(c.order, degree);
    if (order == 1 || c.carried) {
      S* const copy = copies_.data() + index(a) * (index(highest_) + 1);
      std::copy(p, p + degree + 1, copy);
      if (c.carried) copy[0] = c.gap;
      if (degree > 0) copy[1] = c.rate;
      p = copy;
    }
    return {p + order, degree - order, order, c.carried ? c.gap_rounding : S(0)};
  }

  /// (4)
  template <class Noise>
  bool grazes(const gap_view& g, const S& x, Noise& noise) const {
    const S c = curvature(g.p, g.degree, x);
    if (!(c > S(0))) return false;
    const S s = slope(g.p, g.degree, x);
    return !(s * s > S(2) * c * noise(x));
  }

  /// Whether p falls below 0 before h; then h is when.
  bool falls_before(const S* p, int degree, S& h) {
    const auto noise = [&](const S& x) { return S(4) * epsilon<S>() * magnitude(p, degree, x); };
    if (p[0] < S(0)) {
      h = S(0);
      return true;
    }
    for (const real_root<S>& root : roots_.on(p, degree, h, noise)) {
      if (root.how != passage::falls) continue;
      h = root.x;
      return true;
    }
    return false;
  }

  present_state<S>& now_;
  const int highest_;
  bool is_event_ = false;
  int arriving_ = -1;  ///< the gap that ends the step
  std::vector<gap_touch<S>> touches_;
  std::vector<int> flipped_;
  std::vector<gap_view> view_;
  root_isolation<S> roots_;
  std::vector<S> shifted_, copies_;
};

}  // namespace unilateral::event_driven
