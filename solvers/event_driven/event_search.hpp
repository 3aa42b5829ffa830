#pragma once
/// The earliest event on the series of the present state, and the contacts in play there.
///
///     (1)  an open gap falls to 0; the reaction of a held contact falls to 0; the argument of an |x| changes sign
///     (2)  a gap known to vanish to some order at the point of expansion is divided by s^order: its other roots are
///          what counts
///     (3)  a gap carried along (present_state.hpp) replaces the lowest coefficients of the one expanded from q and v
///     (4)  a series that leaves something out, at most δ on [0, h] (series_tails.hpp), is relied on where δ is below
///          its rounding. Elsewhere p > δ on [0, h] excludes the event, or a bound of the formula itself that is above
///          0; else h is shortened, which makes δ fall like its power
///     (5)  a fall from which the gap would rise again before it left its rounding δ is a touch: speed² ≤ 2 ·
///          acceleration · δ. δ is one rounding of q for each step of the run so far, and that of the polynomial: a
///          lowest gap beyond ±δ is decided, one within is reported as undecided
///     (6)  where δ leaves a root uncertain by more than 2¹⁰ roundings of its time, but the gap of the present state is
///          far above it (x⁹ + x, from x = 100), the step ends before the root, at 2⁸ δ: expanded from there, the gap
///          has smaller terms. That goes on for as long as δ falls, and is above what the gap owes to the rounding of
///          the state. Of a gap whose gradient never changes, in a fall that δ leaves no doubt of, only the roundings
///          of this series count: what the steps so far have rounded stays, from wherever the gap is seen

#include "solvers/event_driven/present_state.hpp"
#include "solvers/event_driven/roots.hpp"
#include "solvers/event_driven/series_tails.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace unilateral::event_driven {

/// Contacts that an event has to settle, with their rates; arrays are numbered by constraint.
template <class S>
struct contacts_in_play {
  std::vector<int> active;
  std::vector<S> rate;
  std::vector<S> rounding;  ///< of the rate
};

/// A gap comes within its rounding of 0 at τ, in the unit of the series, and turns back.
template <class S>
struct gap_touch {
  int constraint;
  S τ, rounding;
  S acceleration;  ///< in units of time
};

template <scalar S>
class event_search {
 public:
  /// `stops_at_touches`: a step ends where the argument of a switch touches 0 and turns back.
  event_search(present_state<S>& now, int highest_degree, bool stops_at_touches)
      : now_(now),
        highest_(highest_degree),
        tails_(now.motion),
        stops_at_touches_(stops_at_touches),
        view_(index(now.m)),
        is_seen_again_(index(now.m), 0),
        argument_(now.motion.switches().size()),
        roots_(highest_degree),
        closer_roots_(highest_degree),
        shifted_(index(highest_degree) + 1),
        copies_(index(now.m) * (index(highest_degree) + 1)) {}

  /// The series have changed. `resolve`: what they leave out matters. Steps of `least` and below are too short for it
  /// to matter, beside a singularity those of `singular`.
  void restart(bool resolve, const S& least, const S& singular) {
    singular_ = singular;
    tails_.restart();
    resolves_ = resolve;
    least_ = least;
    for (const int a : now_.open_contacts) look_at(a, view_[index(a)]);
  }
  series_tails<S>& tails() { return tails_; }
  const series_tails<S>& tails() const { return tails_; }

  /// Time of the first event in [0, h], or h, in the unit of the series (smooth_motion.hpp), like all times of this
  /// class; or a shorter time without one, where the series say no more.
  [[gnu::hot]] S first(S h) {
    is_event_ = false;
    arriving_ = -1;
    touches_.clear();
    const auto& motion = now_.motion;
    if (resolves_) resolve(h);
    for (const int a : now_.open_contacts) {
      gap_view& g = view_[index(a)];
      if (g.is_excluded) continue;
      const auto noise = [&](const S& x) { return noise_of(a, g, x); };
      if (g.degree > 0 && g.p[1] < S(0) &&
          g.p[0] < -noise(S(0))) {  // below 0 already: rounding at the last event was more than thought
        h = S(0);
        arriving_ = a;
        is_event_ = true;
        continue;
      }
      const auto& roots = roots_.on(g.p, g.degree, h, noise);
      for (std::size_t i = 0; i < roots.size(); ++i) {
        const real_root<S>& root = roots[i];
        if (root.how == passage::rises) continue;
        if (const S nearer = closer(a, g, root, h, noise); nearer < root.x) {
          is_seen_again_[index(a)] = 1;
          h = nearer;
          is_event_ = false;
          arriving_ = -1;
          break;
        }
        const S lowest = i + 1 < roots.size() ? S((root.x + roots[i + 1].x) / S(2)) : h;
        if (root.how == passage::falls &&
            !(grazes(g, root.x, noise) && !(value(g.p, g.degree, lowest) < S(-8) * noise(lowest)))) {
          h = root.x;
          arriving_ = a;
          is_event_ = true;
          break;
        }
        if (now_.rises_unbounded[index(a)] > S(0)) continue;  // beside a pole all is within rounding of 0
        touches_.push_back(
            {a, root.x, noise(root.x),
             std::max(S(0), S(curvature(g.p, g.degree, root.x) * motion.per_unit() * motion.per_unit()))});
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
    S touch = h;
    for (std::size_t k = 0; k < switches.size(); ++k) {
      const int degree = argument_of(k);
      if (degree < 0 || argument_[k].is_excluded) continue;
      const bool flips = falls_before(shifted_.data(), degree, h);
      if (stops_at_touches_ && touched_ > h / S(1024)) touch = std::min(touch, touched_);
      if (!flips) continue;
      flipped_.assign(1, static_cast<int>(k));
      is_event_ = true;
    }
    if (touch < h) {  // no event, but the end of the step
      h = touch;
      is_event_ = false;
      flipped_.clear();
    }
    if (h < arrival) arriving_ = -1;
    meeting_.clear();
    for (std::size_t k = 0; k < switches.size() && is_event_; ++k) {
      const int degree = argument_of(k);
      if (degree < 0 || argument_[k].is_excluded || (switches[k].frozen && !(h > S(0)))) continue;
      if (!(value(shifted_.data(), degree, h) > roundings<S, 16>() * magnitude(shifted_.data(), degree, h)))
        meeting_.push_back(static_cast<int>(k));
    }
    return h;
  }

  /// Of the last search: whether an event was found; gaps that touch 0 within rounding up to h, and when; signs of |x|
  /// that change there.
  bool is_event() const { return is_event_; }
  const std::vector<gap_touch<S>>& touches() const { return touches_; }
  const std::vector<int>& flipped() const { return flipped_; }
  /// Arguments of switches that are 0 within rounding at the event.
  const std::vector<int>& meeting() const { return meeting_; }
  /// The open gap that arrives at the event, or −1.
  int arriving() const { return arriving_; }
  /// How well it is known when it does, in units of time: the gap's rounding by its rate, at most the step up to τ. Of
  /// one that is below 0 from the start, at most the unit.
  S arrival_rounding(const S& τ) {
    using std::abs;
    if (arriving_ < 0) return S(0);
    gap_view& g = view_[index(arriving_)];
    const S rate = abs(slope(g.p, g.degree, τ)), rounding = noise_of(arriving_, g, τ) + abs(value(g.p, g.degree, τ));
    const S most = τ > S(0) ? τ : S(1);
    return (rounding < rate * most ? S(rounding / rate) : most) * now_.motion.unit();
  }
  /// Whether it arrives so slowly, measured by its fall on the step up to τ, that its rate is no more than the rounding
  /// of a multiple root.
  bool arrives_flat(const S& τ) const {
    using std::abs;
    const gap_view& g = view_[index(arriving_)];
    return abs(slope(g.p, g.degree, τ)) * τ < flat_ * magnitude(g.p, g.degree, τ) && τ > S(0);
  }

  /// The contacts in play at τ, with their rates: the closed ones, and every gap that arrives there within rounding.
  [[gnu::hot]] void collect(const S& τ, contacts_in_play<S>& play) {
    play.active.clear();
    std::fill(is_seen_again_.begin(), is_seen_again_.end(), char(0));
    for (int a = 0; a < now_.m; ++a) {
      if (now_.contact[index(a)].closed) {
        play.rate[index(a)] = play.rounding[index(a)] = S(0);
        play.active.push_back(a);
        continue;
      }
      const gap_view& g = view_[index(a)];
      if (g.is_excluded) continue;
      const bool triggers = a == arriving_;
      S rate = slope(g.p, g.degree, τ);
      if (!triggers) {
        if (!(rate < S(0)) || (g.order > 0 && !(τ > S(0)))) continue;
        S rounding = roundings<S, 4>() * magnitude(g.p, g.degree, τ);
        const S at = value(g.p, g.degree, τ);
        if (at > rounding &&
            at > rounding + (now_.contact[index(a)].is_known() ? S(g.base + g.base_of_rate * τ) : now_.gap_rounding(a)))
          continue;
      }
      S rounding = roundings<S, 4>() * slope_magnitude(g.p, g.degree, τ);
      if (g.order == 0) rounding += g.base_of_rate;
      for (int k = 0; k < g.order; ++k) {
        rate *= τ;
        rounding *= τ;
      }
      if (g.order == 1) rounding += g.base;
      play.rounding[index(a)] = rounding * now_.motion.per_unit();
      play.rate[index(a)] = std::min(S(rate * now_.motion.per_unit()), S(0));
      play.active.push_back(a);
    }
  }

  /// (3) What is known of the open contacts that are not in play at τ goes along, where it beats Φ(q).
  [[gnu::hot]] void carry(const S& τ, const contacts_in_play<S>& play) {
    if (!(τ > S(0))) return;
    for (const int a : now_.open_contacts) {
      contact_state<S>& c = now_.contact[index(a)];
      if (!c.is_known() || (is_event_ && std::binary_search(play.active.begin(), play.active.end(), a))) continue;
      const gap_view& g = view_[index(a)];
      const range rest = g.is_excluded ? tails_.gap(a, end_of(τ), g.order) : range(0);
      if (!std::isfinite(rest)) {
        c.order = 0;
        c.carried = false;
        continue;
      }
      S gap_rounding = roundings<S, 4>() * magnitude(g.p, g.degree, τ),
        rate_rounding = roundings<S, 4>() * slope_magnitude(g.p, g.degree, τ);
      if (g.is_excluded) {
        gap_rounding += S(rest);
        rate_rounding += S(rest) * S(2 * highest_) / τ;
      }
      c.gap = value(g.p, g.degree, τ);
      c.rate = slope(g.p, g.degree, τ);
      for (int k = 0; k < g.order; ++k) {
        c.rate = c.gap + τ * c.rate;
        rate_rounding = gap_rounding + τ * rate_rounding;
        c.gap *= τ;
        gap_rounding *= τ;
      }
      const S &T = now_.motion.unit(), &per_unit = now_.motion.per_unit();
      c.rate *= per_unit;
      if (g.order > 1) c.rate_rounding = S(0);
      if (!c.rate_is_known()) c.rate_rounding = now_.rate_rounding(a);
      c.gap_rounding = (c.carried ? c.gap_rounding : S(0)) + c.rate_rounding * T * τ + gap_rounding;
      c.rate_rounding += rate_rounding * per_unit;
      c.order = 0;
      c.carried = c.gap_rounding < now_.gap_rounding(a);
      c.has_rate = c.rate_rounding < now_.rate_rounding(a);
    }
  }

 private:
  using range = typename series_tails<S>::range;
  /// Polynomial of an open gap over s^order.
  struct gap_view {
    const S* p;
    int degree;
    int order;
    S base;                    ///< rounding of p at the point of expansion
    bool has_base;             ///< `base` is computed
    S of_step;                 ///< what one step adds to it, of a gap that is known from q alone
    S base_of_rate;            ///< and of its slope
    bool is_excluded = false;  ///< (4): no event of this gap on the step
  };
  struct argument_view {
    bool is_excluded = false;
  };

  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  /// Not below x.
  static range end_of(const S& x) {
    return taylor_tape<S>::to_range(x) * (range(1) + range(4) * std::numeric_limits<range>::epsilon());
  }

  /// (2), (3)
  [[gnu::hot]] void look_at(int a, gap_view& g) {
    const contact_state<S>& c = now_.contact[index(a)];
    const S* p = now_.motion.gap(a);
    const int degree = now_.gap_has_series(a) ? now_.motion.gap_order(a) : 0;
    const int order = std::min(c.order, degree);
    if (order == 1 || c.carried) {
      S* const copy = copies_.data() + index(a) * (index(highest_) + 1);
      if (degree > 1) std::copy(p + 2, p + degree + 1, copy + 2);
      copy[0] = c.carried ? c.gap : p[0];
      if (degree > 0) copy[1] = c.rate_is_known() ? S(c.rate * now_.motion.unit()) : p[1];
      p = copy;
    }
    const S of_rate = order > 1 || !c.is_known()
                          ? S(0)
                          : S((c.rate_is_known() ? c.rate_rounding : now_.rate_rounding(a)) * now_.motion.unit());
    g.p = p + order;
    g.degree = degree - order;
    g.order = order;
    g.base = c.carried ? c.gap_rounding : order == 1 ? of_rate : S(0);
    g.has_base = c.is_known();
    g.base_of_rate = c.carried ? of_rate : S(0);
    g.is_excluded = false;
  }

  [[gnu::hot]] S noise_of(int a, gap_view& g, const S& x) {
    if (!g.has_base) {
      g.of_step = now_.gap_rounding(a);
      g.base = S(static_cast<double>(now_.record.counts().steps)) * g.of_step;  // each step so far rounded q anew
    }
    if (!g.has_base && is_seen_again_[index(a)]) g.base += now_.state_rounding(a);
    g.has_base = true;
    return g.base + g.base_of_rate * x + roundings<S, 4>() * magnitude(g.p, g.degree, x);
  }

  /// σ x of switch k over its power of time, into `shifted_`; its degree. Order 1 where x_0 is only rounding.
  int argument_of(std::size_t k) {
    const auto& s = now_.motion.switches()[k];
    if (s.sign == S(0)) return -1;
    const S* const x = now_.motion.switch_argument(s);
    const int from = s.frozen ? 1 : 0, degree = now_.motion.switch_degree(s) - from;
    for (int j = 0; j <= degree; ++j) shifted_[index(j)] = s.sign * x[j + from];
    return degree;
  }

  /// (4) for all open gaps and all switches.
  [[gnu::hot]] void resolve(S& h) {
    for (const int a : now_.open_contacts) {
      gap_view& g = view_[index(a)];
      g.is_excluded = false;
      now_.rises_unbounded[index(a)] = S(0);
      if (now_.motion.gap_is_complete(a)) continue;
      g.is_excluded = is_excluded(
          g.p, g.degree, h, [&](const S& x) { return noise_of(a, g, x); },
          [&] { return g.order == 0 ? S(tails_.gap_rounding(a)) : S(0); },
          [&](const range& at) { return tails_.gap(a, at, g.order); },
          [&](const range& at) { return g.order == 0 && tails_.least_gap(a, at) > range(0); },
          [&](const range& at) { return tails_.gap_is_singular(a, at); });
      if (!g.is_excluded && !now_.contact[index(a)].is_known() && g.degree > 0 && g.p[1] > S(0) &&
          !std::isfinite(tails_.least_gap(a, end_of(h))))
        now_.rises_unbounded[index(a)] = g.p[0];
    }
    auto& switches = now_.motion.switches();
    for (std::size_t k = 0; k < switches.size(); ++k) {
      const auto& s = switches[k];
      argument_[k].is_excluded = false;
      const int degree = argument_of(k);
      if (degree < 0 || now_.motion.switch_is_complete(s)) continue;
      const std::vector<S> p(shifted_.begin(), shifted_.begin() + degree + 1);
      argument_[k].is_excluded = is_excluded(
          p.data(), degree, h, [&](const S& x) { return roundings<S, 4>() * magnitude(p.data(), degree, x); },
          [&] { return s.frozen ? S(0) : S(tails_.argument_rounding(static_cast<int>(k))); },
          [&](const range& at) { return tails_.switch_argument(static_cast<int>(k), at, s.frozen ? 1 : 0); },
          [&](const range& at) { return !s.frozen && tails_.least_argument(static_cast<int>(k), at) > range(0); },
          [](const range&) { return false; });
    }
  }

  /// Shortens h until (4) says whether p, with what its series leaves out, stays above 0 on [0, h] (true), or p says
  /// all (false).
  template <class Noise, class Rounding, class Tail, class Positive, class Singular>
  bool is_excluded(const S* p, int degree, S& h, Noise&& noise, Rounding&& formula_rounding, Tail&& tail,
                   Positive&& is_positive, Singular&& is_singular) {
    lowered_.assign(p, p + degree + 1);
    tails_.look_once(
        taylor_tape<S>::to_range(h));  // before a near root shortens h: of little discs, rounding is most of the radius
    const range left_out = tail(end_of(h));
    if (std::isfinite(left_out) && !(S(left_out) > noise(h))) return false;
    if (!(left_out < taylor_tape<S>::to_range(p[0]))) {  // its range may tell, as that of cos does over many periods
      tails_.look_over(end_of(h));
      if (is_positive(end_of(h))) return true;
    }
    while (h > least_) {
      const S root = p[0] > S(0) ? first_fall(p, degree, S(0), h) : h;
      const bool falls = root < h;
      if (falls && root * S(1.0625) < h) h = root * S(1.0625);  // what comes after the root does not matter
      if (!(h > least_)) return false;
      const range at = end_of(h);
      const S rounding = noise(h);
      S δ;
      bool is_finite = false;
      do {
        const range rest = tail(at);
        is_finite = std::isfinite(rest);
        δ = is_finite ? S(rest) : S(0);
        if (is_finite && !(δ > rounding)) return false;
        if (!falls && is_finite && !(first_fall(p, degree, S(-δ), h) < h)) return true;
        if (is_positive(at)) return true;
        if (is_finite && !(δ > formula_rounding())) return false;
      } while (tails_.look_again(at, is_finite));
      if (!(h > singular_) && is_singular(at)) return false;
      S next = h / S(2);
      if (is_finite && δ < p[0])
        if (const S before = first_fall(p, degree, S(-δ), h); before > next) {
          h = before;
          return true;
        }
      h = next;
    }
    return false;
  }
  /// Where p + shift first falls to 0 on [0, h], or h.
  S first_fall(const S* p, int degree, const S& shift, const S& h) {
    lowered_[0] = p[0] + shift;
    if (!(lowered_[0] > S(0))) return S(0);
    for (const real_root<S>& root : roots_.on(lowered_.data(), degree, h, [&](const S& x) {
           return epsilon<S>() * magnitude(lowered_.data(), degree, x);
         }))
      if (root.how != passage::rises) return root.x;
    return h;
  }

  /// (6) A time before a root of a gap, from which it is to be seen again; or the root.
  template <class Noise>
  [[gnu::hot]] S closer(int a, const gap_view& g, const real_root<S>& root, const S& h, Noise& noise) {
    using std::abs;
    const S &x = root.x, rounding = noise(x), rate = abs(slope(g.p, g.degree, x));
    if (!resolves_ || !(x < h) || !(g.p[0] > S(1024) * rounding) || !(rounding > roundings<S, 1024>() * rate * x))
      return x;
    return closer(a, g, root, rounding, rate, noise);
  }
  template <class Noise>
  [[gnu::noinline]] S closer(int a, const gap_view& g, const real_root<S>& root, const S& rounding, const S& rate,
                             Noise& noise) {
    const S& x = root.x;
    if (!now_.contact[index(a)].is_known() && now_.motion.gradient_is_constant(a) && root.how == passage::falls &&
        !grazes(g, x, noise)) {
      const S of_series = g.of_step + roundings<S, 4>() * magnitude(g.p, g.degree, x);
      if (!(of_series > roundings<S, 1024>() * rate * x)) return x;
    }
    if (!(rounding * slope_magnitude(g.p, g.degree, x) > S(4) * now_.state_rounding(a) * rate))
      return x;  // at the root the gradient is as much smaller as the rate
    lowered_.assign(g.p, g.p + g.degree + 1);
    lowered_[0] -= S(256) * rounding;
    S before = x;
    for (const real_root<S>& fall : closer_roots_.on(lowered_.data(), g.degree, x, noise))
      if (fall.how != passage::rises) before = std::min(before, fall.x);
    return before > S(0) && now_.time.after(before * now_.motion.unit()) > now_.t() ? before : x;
  }

  /// (5)
  template <class Noise>
  bool grazes(const gap_view& g, const S& x, Noise& noise) const {
    const S c = curvature(g.p, g.degree, x);
    if (!(c > S(0))) return false;
    const S s = slope(g.p, g.degree, x);
    return !(s * s > S(2) * c * noise(x));
  }

  /// Whether p falls below 0 before h; then h is when. `touched_`: when it first touches 0 and turns back, or 0.
  bool falls_before(const S* p, int degree, S& h) {
    const auto noise = [&](const S& x) { return roundings<S, 4>() * magnitude(p, degree, x); };
    touched_ = S(0);
    if (p[0] < S(0)) {
      h = S(0);
      return true;
    }
    for (const real_root<S>& root : roots_.on(p, degree, h, noise)) {
      if (root.how == passage::touches && touched_ == S(0)) touched_ = root.x;
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
  std::vector<int> flipped_, meeting_;
  series_tails<S> tails_;
  bool resolves_ = true;
  const bool stops_at_touches_;
  S touched_{};
  S least_{}, singular_{};
  const S flat_ = power_of_two<S>(0.6 * (1 - std::numeric_limits<S>::digits));
  std::vector<gap_view> view_;
  std::vector<char> is_seen_again_;  ///< gaps for which a step ended by (6)
  std::vector<argument_view> argument_;
  root_isolation<S> roots_, closer_roots_;
  std::vector<S> shifted_, copies_, lowered_;
};

}  // namespace unilateral::event_driven
