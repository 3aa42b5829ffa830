#pragma once
/// The run. Numbers (1)–(6) are those of the page in event_driven.hpp.

#include "problems/language/has_exponentials.hpp"
#include "problems/language/run_watch.hpp"
#include "solvers/event_driven/accumulation_rule.hpp"
#include "solvers/event_driven/contact_decision.hpp"
#include "solvers/event_driven/departure.hpp"
#include "solvers/event_driven/equation_check.hpp"
#include "solvers/event_driven/event_driven.hpp"
#include "solvers/event_driven/event_search.hpp"
#include "solvers/event_driven/gap_units.hpp"
#include "solvers/event_driven/impact_rule.hpp"
#include "solvers/event_driven/present_state.hpp"
#include "solvers/event_driven/progress_guard.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace unilateral::event_driven {

/// Degree of the positions: above −½ ln ε, where a digit of the series alone costs least [Jorba Zou 2005], for a step
/// has a cost of its own; and no higher than cancellation allows. Of sin t the terms add up to e^h on the step h = (ε
/// N!)^(1/N), and what cancels in them is lost: e^3.1 in double, with N = 28, and e^3.5 at 50 digits, with N = 61, and
/// at 100, with N = 98.
template <scalar S>
constexpr int adaptive_degree =
    std::min(std::numeric_limits<S>::digits * 29 / 100 + 13, std::numeric_limits<S>::digits * 22 / 100 + 25);
/// With fixed steps: positions and velocities both correct to order 8 in the step, so positions carry one degree more.
inline constexpr int fixed_order = 8;

template <scalar S>
class event_loop {
 public:
  event_loop(const statement& given, const request& asked, bool moves_exponentials = false)
      : asked_(asked),
        highest_(asked.step             ? fixed_order + 1
                 : asked.second_opinion ? adaptive_degree<S> - adaptive_degree<S> / 6
                                        : adaptive_degree<S>),
        e_(constant_value<S>(given.system.restitution)),
        until_(asked.until ? exact<S>(*asked.until) : constant_value<S>(given.horizon)),
        now_(given, highest_, asked.record, moves_exponentials),
        departure_(now_),
        events_(now_, highest_, departure_.may_come_to_rest() && !asked.step),
        equation_(given.system),
        impact_(now_, e_),
        decide_(now_),
        accumulation_(now_, e_),
        watch_(asked),
        is_watched_(asked.seconds || asked.progress),
        progress_(now_, given.system, std::is_same_v<S, double> && !asked.step && has_exponentials(given.system)),
        time_scale_(until_) {
    if (asked.step) fixed_step_ = exact<S>(*asked.step);
    for (auto* list : {&play_.rate, &play_.rounding}) list->assign(index(now_.m), S(0));
  }

  /// Units in which the gradients of the gaps at the initial state are near 1, for those that are far from it; all 0:
  /// none is.
  gap_powers gap_units() {
    gap_powers k(index(now_.m), 0);
    now_.place();
    now_.motion.evaluate({});
    for (int a = 0; a < now_.m; ++a)
      if (const S size = now_.motion.gradient_size(a);
          size > S(0) && size - size == S(0) && std::abs(exponent(size)) > std::numeric_limits<S>::max_exponent / 4 &&
          std::abs(exponent(size)) < largest_gap_unit)
        k[index(a)] = -exponent(size);
    return k;
  }

  /// Of a run that was stopped: whether a formula had no finite value there.
  bool met_no_number() const { return !now_.is_finite(); }

  solution<S> run() {
    bool alive = start();
    while (alive && now_.t() < until_) {
      alive = step() && !progress_.stalls(now_.time.left_until(until_));
      if (alive && is_watched_ && watch_.expired(to_double(S(now_.t() / until_)))) alive = now_.stop(watch_.reason());
    }
    if (alive && now_.motion.metric_moves()) {
      now_.place();
      now_.evaluate({});
    }
    for (int a = 0; a < now_.m; ++a)
      if (now_.contact[index(a)].closed) now_.record.contact(a, now_.contact[index(a)].since, now_.t());
    return now_.record.finish(now_.t(), now_.q, now_.v, now_.motion.force_evaluations);
  }

 private:
  using range = typename smooth_motion<S>::range;
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  /// Initial contacts are an event; with rates v is given exactly, not found as a root.
  bool start() {
    if (!now_.motion.constants_are_in_range() || !(until_ - until_ == S(0)))
      return now_.stop("a constant is beyond the range of these digits");
    if (!now_.state_is_finite()) return now_.stop("the initial state is beyond the range of these digits");
    if (!now_.units_are_in_range(until_)) return false;
    now_.motion.set_unit(power_of_two<S>(exponent(fixed_step_ ? *fixed_step_ : until_)));
    now_.place();
    if (!now_.evaluate(now_.open_contacts)) return false;
    if (!follow_velocity() || !now_.evaluate(now_.open_contacts)) return false;
    for (const int a : now_.open_contacts) {
      if (!(now_.motion.gap(a)[0] <= now_.gap_rounding(a))) continue;
      const S rate = now_.motion.gap_rate(a),
              rounding = now_.rate_doubt(a) + roundings<S, 16>() * (now_.motion.gradient_magnitude(a, now_.v) +
                                                                    now_.magnitude_of(now_.time_rate(a)));
      play_.rate[index(a)] = now_.magnitude_of(rate) > rounding ? rate : S(0);
      play_.rounding[index(a)] = S(0);
      play_.active.push_back(a);
    }
    if (play_.active.empty()) return true;
    const bool is_finite = in_fitting_unit([&] {
      now_.place();
      return now_.evaluate(now_.open_contacts) && now_.expand_with({});
    });
    if (!is_finite) return !now_.record.is_stopped() && now_.stop_not_finite();
    if (length_) time_scale_ = *length_ * now_.motion.unit();
    return settle();
  }

  [[gnu::hot]] bool step() {
    if (!expand()) return false;  // (1)
    ++now_.record.counts().steps;
    const S T = now_.motion.unit(),
            left = now_.time.left_until(until_) * now_.motion.per_unit();  // all times of this step are in T
    S h = left;
    if (length_ && !fixed_step_) pass_far_gaps();
    choose_length(h);  // (2)
    if (now_.motion.metric_moves()) h = equation_.definite_until(now_, h);
    if (departure_.may_begin() && !end_before_departure(h)) return false;
    if (!fixed_step_ && departure_.comes_to_rest()) return now_.stop_not_unique(departure_.other(), true);
    if (now_.record.is_stopped()) return false;
    const S least = shortest(), allowed = h;
    events_.restart(!fixed_step_, least, singular());
    if (shortened_ && trust_ * *shortened_ < h * T)
      h = std::max(S(trust_ * *shortened_ * now_.motion.per_unit()), std::min(h, least));
    const S tried = h;
    S τ = events_.first(h);  // (3)
    for (int k = 0; !is_solved(τ, least); ++k) {
      h = τ * (k < 12 ? S(shorter_) : S(0.125));
      if (is_watched_ && watch_.expired(to_double(S(now_.t() / until_)))) return now_.stop(watch_.reason());
      if (!(now_.time.after(h * T) > now_.t()))
        return now_.come_to_zero() || now_.stop("the series solves the equation of motion on no step (a singularity)");
      τ = events_.first(h);
    }
    if (without_series_ >= 0)
      return now_.stop("gap " + std::to_string(without_series_) +
                       " has no second derivative where its contact passes, or none that a series tells");
    shortened_.reset();
    if (!events_.is_event() && τ < allowed) shortened_ = τ * T;
    trust_ = τ < tried || !shortened_ ? S(3) : S(trust_ * trust_);
    standing_ = events_.is_event() || now_.time.after(τ * T) > now_.t() ? 0 : standing_ + 1;
    if (standing_ > most_standing || (!events_.is_event() && !(τ > S(0))))
      return now_.stop("the step length collapses (a singularity)");
    changed_.clear();
    const S from = now_.t();
    for (const auto& touch : events_.touches())
      if (!(touch.τ > τ))
        now_.record.touch(touch.constraint, S(from + touch.τ * T), touch.rounding, touch.acceleration);
    const int flat = events_.arriving() >= 0 && events_.arrives_flat(τ) ? events_.arriving() : -1;
    const S gradient_before = flat >= 0 ? now_.motion.gradient_size(flat) : S(0);
    if (events_.is_event()) {
      events_.collect(τ, play_);
      if (!now_.motion.gradients_are_constant()) arrival_rounding_ = events_.arrival_rounding(τ);
    }
    accumulation_.fly(τ * T);
    flight_ += τ * T;
    now_.time.advance(τ * T);
    if (!(τ < left)) now_.time.set(until_);
    if (!now_.record.piece(now_.motion, now_.members, τ, from, now_.t()))
      return now_.stop("the path has no coefficients in the range of these digits: choose another unit of time");
    events_.carry(τ, play_);
    now_.move_along(τ);
    if (!now_.state_is_finite()) return now_.stop("the motion is beyond the range of these digits");
    if (!events_.is_event()) {
      now_.project();
      return true;
    }
    if (flat >= 0 && !arrives_without_impact(flat, gradient_before)) return now_.stop_without_gradient(flat);
    progress_.event(play_.active);
    still_flips_ = events_.flipped().empty() || now_.t() > from ? 0 : still_flips_ + 1;
    if (still_flips_ > most_still_flips) {
      still_flips_ = 0;
      if (now_.come_to_zero()) return true;
    }
    return events_.flipped().empty() && events_.meeting().empty() ? settle() : change_branches();
  }
  /// At an event where arguments of switches are 0.
  bool change_branches() {
    for (const int k : events_.flipped())
      now_.motion.switches()[index(k)].sign = -now_.motion.switches()[index(k)].sign;
    for (const auto* list : {&events_.flipped(), &events_.meeting()})
      for (const int k : *list) {
        now_.motion.switches()[index(k)].frozen = true;
        now_.forget_behind(k);
        changed_.push_back(k);
      }
    now_.place();
    if (!now_.gaps_are_finite()) return pass_instant("a gap is no finite number");
    return follow_velocity() && now_.evaluate(play_.active) && check_gaps(true) && settle();
  }

  /// The series from the present state.
  [[gnu::hot]] bool expand() {
    const auto expand_here = [&] { return in_fitting_unit([&] { return now_.expand_held(); }); };
    if (expand_here()) return check_gaps();
    return !now_.record.is_stopped() && pass_instant(std::string(now_.not_finite())) &&
           (expand_here() || (!now_.record.is_stopped() && now_.stop_not_finite()));
  }

  /// Expands, by `expand`, in a unit of time near the length of the step, which goes to `length_`. False: no unit makes
  /// the series finite.
  template <class Expand>
  bool in_fitting_unit(const Expand& expand) {
    for (int k = 0;; ++k) {
      const bool is_finite = expand();
      if (!is_finite && now_.record.is_stopped()) return false;
      auto& motion = now_.motion;
      length_ = is_finite && !fixed_step_ ? motion.step_length(now_.open_contacts) : std::nullopt;
      if (fixed_step_ || k == most_fittings) return is_finite;
      const int change = is_finite ? change_of_unit() : motion.shorter_unit();
      if (change == 0) return is_finite;
      using std::ldexp;
      motion.set_unit(S(ldexp(motion.unit(), change)));
    }
  }
  /// By which power of two the unit is to grow. Within 2^±8 of the step's length no coefficient leaves the range: of
  /// degree 20 and more it may be 2^±200 times as large as the motion.
  int change_of_unit() const {
    const auto& motion = now_.motion;
    if (!length_ && motion.is_polynomial() && !motion.underflows()) return 0;
    const int change = length_ ? exponent(*length_) : 0;
    if (length_ && std::abs(change) <= 8) return 0;
    const int most = exponent(S(now_.time.left_until(until_) * motion.per_unit()));
    if (length_) return std::min(change, std::max(most, 0));
    return most > 16 ? most : 0;
  }
  static int exponent(const S& x) {
    using std::frexp;
    int e = 0;
    frexp(x, &e);
    return e;
  }

  /// Where a formula has no series, but the same forces at the next instants: these are passed over at constant force,
  /// first a few roundings of t, and then √ε t, for which the square of the time is still below rounding; or, where a
  /// force falls to 0 like a root while the motion goes on, so short a time that what is not known of it is below the
  /// rounding of the velocity. The force is that in the middle: where there is no series, there may be no acceleration
  /// either, though it is as large. reason: not a reference to what the next series says.
  [[gnu::cold]] bool pass_instant(const std::string& reason) {
    using std::sqrt;
    const S t = now_.t() > S(0) ? now_.t() : time_scale_;
    const auto from = now_.time;
    const std::vector<S> q = now_.q, v = now_.v;
    std::vector<S> here;
    for (int i = 0; i < now_.n; ++i) {
      const S second = now_.motion.acceleration(i);
      here.push_back(second - second == S(0) ? second : S(0));
    }
    const S left = now_.time.left_until(until_);
    for (const S& longest : {S(roundings<S, 2>() * t), S(sqrt(epsilon<S>()) * t)}) {
      const S s = std::min(longest, S(left / S(2)));
      now_.time = from;
      std::vector<S> a = here;
      bool passed = true;
      for (int k = 1; k <= 2 && passed; ++k) {
        for (int i = 0; i < now_.n; ++i) {
          now_.v[index(i)] = v[index(i)] + a[index(i)] * s * S(k);
          now_.q[index(i)] = q[index(i)] + (v[index(i)] + a[index(i)] * s * S(k) / S(2)) * s * S(k);
        }
        now_.time.advance(s);
        for (auto& σ : now_.motion.switches()) σ.frozen = false;
        now_.forget_known();
        now_.place();
        if (!now_.gaps_are_finite()) {
          passed = false;
          break;
        }
        if (!now_.evaluate(now_.held.members()) || !check_gaps(true)) return false;
        passed = now_.expand_held();
        if (now_.record.is_stopped()) return false;
        S most(0), change(0), fastest(0);
        for (int i = 0; i < now_.n; ++i) {
          fastest = std::max(fastest, now_.magnitude_of(v[index(i)]));
          const S second = now_.motion.acceleration(i);
          change = std::max(change, now_.magnitude_of(S(second - a[index(i)])));
          most = std::max(most, now_.magnitude_of(second));
          if (k == 1) a[index(i)] = second;
        }
        if (k == 2)
          passed = passed && (change <= most / S(1 << 20) || S(2) * change * s <= epsilon<S>() * fastest / S(16));
      }
      if (passed) {
        now_.record.hop(from.now(), q, v, a, now_.t(), now_.motion, now_.held.members());
        return true;
      }
    }
    now_.time = from;
    now_.q = q;
    now_.v = v;
    return now_.stop(reason);
  }

  /// After `place` and `evaluate`: gaps that have jumped open their contacts, and none is below 0.
  [[gnu::hot]] bool check_gaps(bool after_jump = false) {
    now_.opened_by_jump = false;
    if (fixed_step_ && !after_jump) return true;  // what such steps leave out may be more than rounding
    if (!now_.admit_gaps(after_jump)) return false;
    if (!now_.opened_by_jump) return true;
    std::vector<int> closed;
    for (int a = 0; a < now_.m; ++a)
      if (now_.contact[index(a)].closed) closed.push_back(a);
    play_.active = closed;
    for (const int a : closed) play_.rate[index(a)] = S(0);
    return now_.evaluate(closed) && decide_(play_, S(time_scale_ * now_.motion.per_unit())) && now_.expand_held();
  }

  /// Where series of gaps ask for a step much shorter than the motion does, as beside the singularity of sin(1/(t −
  /// 1)): whether their formulas are above 0 on the longer one. Then they need no series on it. A bound of real values
  /// knows nothing of where a formula ends (asin x, at 1): it has to have values as well.
  void pass_far_gaps() {
    const auto& motion = now_.motion;
    const S left = now_.time.left_until(until_) * motion.per_unit();
    for (S part = std::min(left, motion.step_length({}).value_or(left)); part > S(4) * *length_; part = part / S(8)) {
      now_.motion.enclose(taylor_tape<S>::to_range(part));
      near_.clear();
      for (const int a : now_.open_contacts)
        if (const auto& bound = motion.gap_bound(a);
            now_.contact[index(a)].is_known() || !bound.is_bounded() || !(bound.least() > range(0)) ||
            !equation_.has_gap(now_, a, part / S(2)) || !equation_.has_gap(now_, a, part))
          near_.push_back(a);
      if (near_.size() < now_.open_contacts.size())
        length_ = std::max(*length_, std::min(part, motion.step_length(near_).value_or(part)));
    }
  }

  /// (2) h ← the length of the step, at most h.
  [[gnu::hot]] void choose_length(S& h) {
    const S& T = now_.motion.unit();
    if (fixed_step_) {
      h = std::min(h, S(*fixed_step_ / T));
      time_scale_ = *fixed_step_;
    } else if (length_) {
      const S length = asked_.second_opinion ? S(*length_ * S(7) / S(10)) : *length_;
      time_scale_ = length * T;
      h = std::min(h, std::max(length, std::min(shortest(), S(length * S(1 << 16)))));  // no series holds as far beyond
    }
    longest_ = std::max(S(h * T), S(longest_ * S(0.99)));
  }
  /// h ← a time up to which no other motion leaves this one, where the force is not Lipschitz along it (departure.hpp).
  /// That is looked for at 16 instants of the step, and between two of them to the digits of t: what leaves between two
  /// instants and neither at one nor at the other is not seen. False: one leaves here and now.
  [[gnu::cold]] bool end_before_departure(S& h) {
    const S left = now_.time.left_until(until_) * now_.motion.per_unit();
    const auto begins_at = [&](const S& τ) { return now_.expand_from(τ) && departure_.begins(); };
    const auto instant = [&](const S& τ) { return now_.time.after(τ * now_.motion.unit()); };
    S before(0), after(0);
    bool leaves = departure_.begins();
    if (leaves) return now_.stop_not_unique(departure_.other());
    if (fixed_step_ || !departure_.varies()) return true;
    for (int k = 1; k <= 16 && !leaves && h * S(k) / S(16) < left; ++k) {
      before = after;
      after = h * S(k) / S(16);
      leaves = begins_at(after);
    }
    for (bool tells = leaves; tells;) {
      const S middle = (before + after) / S(2);
      tells = instant(before) < instant(middle) && instant(middle) < instant(after);
      if (tells) (begins_at(middle) ? after : before) = middle;
    }
    if (after > S(0) && !now_.expand_held()) return false;
    if (!leaves) return true;
    h = before;
    return instant(h) > now_.t() || now_.stop_not_unique(departure_.other());
  }
  /// The least step on which the series' own bounds decide, and not the equation alone (equation_check.hpp): ε^¾ of the
  /// steps before.
  S shortest() const { return longest_ * now_.motion.per_unit() * far_below_; }

  /// The same beside a singularity, where rounding hides more: √ε.
  S singular() const { return longest_ * now_.motion.per_unit() * below_; }

  /// Whether what the series says of ]0, τ[ can be relied on. Fixed steps are as long as they are. Where not: by what
  /// factor the step has to be shortened, in `shorter_`.
  bool is_solved(const S& τ, const S& least) {
    if (fixed_step_ || !(τ > S(0))) return true;
    shorter_ = range(0.47);
    return now_.motion.is_polynomial() ? now_.members.empty() || holds_contacts(τ) || !(τ > least)
                                       : is_equation_solved(τ, least);
  }
  bool is_equation_solved(const S& τ, const S& least) {
    const auto at = taylor_tape<S>::to_range(τ);
    if (!(τ > least)) return holds_without_series() || is_passed(τ);
    auto& tails = events_.tails();
    range tail, reach;
    do tail = tails.defect(at);
    while (!std::isfinite(tail) && tails.look_again(at, τ > singular()));
    if (!std::isfinite(tail) && τ > singular()) return false;
    const S room = equation_.room(now_, τ);
    if (!(room >= S(0))) return false;
    const range room_to_use = range(0.97) * taylor_tape<S>::to_range(room);
    do {
      tail = tails.defect(at);
      if (std::isfinite(tail) && S(tail) <= room) return holds_contacts(τ);
      reach = tails.reach_of_defect(room_to_use);
    } while (!(reach > range(0.7) * at) &&
             tails.look_again(at, std::isfinite(tail)));  // a step not much shorter is cheaper than one look more
    if (!std::isfinite(tail)) return !(τ > singular()) && tails.defect_is_singular(at) && is_passed(τ);
    if (S(tail) <= room + equation_.rounding_of_force(now_)) return holds_contacts(τ);
    shorter_ = std::clamp(range(0.97) * reach / at, range(0.125), range(0.97));
    return false;
  }
  /// Whether the gap of a contact held has no series at the point of expansion, as |x|^(3/2) at 0: its second
  /// derivative may be infinite there, and with it the reaction, of which no point beside it tells. Then it is
  /// `without_series_`.
  bool holds_without_series() {
    auto& tails = events_.tails();
    for (const int a : now_.members) {
      if (now_.motion.gap_is_complete(a)) continue;
      const range at = taylor_tape<S>::to_range(shortest());
      range tail;
      do tail = tails.gap(a, at, 0);
      while (!std::isfinite(tail) && tails.look_again(at, false));
      if (!std::isfinite(tail) && tails.gap_is_singular(a, at)) without_series_ = a;
    }
    return without_series_ >= 0;
  }
  /// Whether the equation alone lets a step pass that is too short for bounds: the velocity hardly changes on it, or
  /// the acceleration does not.
  bool is_passed(const S& τ) {
    const auto& motion = now_.motion;
    S fastest(0), change(0), most(0), jerk(0);
    for (int i = 0; i < now_.n; ++i) {
      const S* const x = motion.position(i);
      fastest = std::max(fastest, now_.magnitude_of(x[1]));
      most = std::max(most, now_.magnitude_of(S(S(2) * x[2])));
      change = std::max(change, S(slope_magnitude(x, motion.degree(), τ) - now_.magnitude_of(x[1])));
      S sum(0);
      for (int k = motion.degree(); k >= 3; --k) sum = (sum + S(k * (k - 1)) * now_.magnitude_of(x[k])) * τ;
      jerk = std::max(jerk, sum);
    }
    return (change <= fastest / S(1024) || jerk <= most / S(8)) &&
           equation_.holds_strictly(now_, τ, fastest == S(0) && !(τ * motion.unit() > epsilon<S>() * longest_));
  }
  /// Whether the gaps of the contacts held stay 0, to what a step may round.
  bool holds_contacts(const S& τ) {
    auto& tails = events_.tails();
    for (const int a : now_.members) {
      if (now_.motion.gap_is_complete(a)) continue;
      const range at = taylor_tape<S>::to_range(τ),
                  along = range(65536) * taylor_tape<S>::to_range(now_.gap_rounding_along(a, τ));
      if (tails.gap(a, at, 0) <= along) continue;
      const range rounding = tails.gap_rounding(a);  // none is known where its formula has no series: |x|^(3/2) at 0
      const range allowed = std::isfinite(rounding) ? std::max(along, range(65536) * rounding) : along;
      range tail;
      do tail = tails.gap(a, at, 0);
      while (!(tail <= allowed) && tails.look_again(at, std::isfinite(tail)));
      if (tail <= allowed) continue;
      if (std::isfinite(tail)) shorten(allowed / tail);
      return false;
    }
    return true;
  }
  /// A gap arrives through a multiple root. Where its gradient vanishes there (x³ at 0), there is no impact law; false.
  /// Else it arrives at rate 0, within what rounding makes of such a root, and its contact begins without an impact.
  [[gnu::cold]] bool arrives_without_impact(int a, const S& gradient_before) {
    using std::pow;
    now_.place();
    if (!now_.evaluate({})) return false;
    if (!(now_.motion.gradient_size(a) > pow(epsilon<S>(), S(0.25)) * gradient_before)) return false;
    const S rounding = now_.gap_rounding(a), speed = play_.rate[index(a)];
    if (rounding > S(0)) now_.record.touch(a, now_.t(), rounding, S(speed * speed / (S(2) * rounding)));
    play_.rate[index(a)] = play_.rounding[index(a)] = S(0);
    return true;
  }

  /// What is left out falls like a power of the step.
  void shorten(const range& ratio) {
    shorter_ = std::clamp(range(0.9) * std::pow(ratio, range(1) / range(highest_)), range(0.125), range(0.9));
  }

  /// An event: (4) impacts while a contact in play approaches, (6) their accumulation, (5) for the contacts that stay
  /// at rate 0.
  [[gnu::hot]] bool settle() {
    auto& [active, rate, rounding] = play_;
    now_.place();
    if (!now_.evaluate(active)) return false;
    if (!follow_branches()) return false;
    // At the end of a long step G v knows more than the slope of the gap's polynomial.
    const auto look_at_rates = [&] {
      bool any = false;
      for (const int a : active) {
        if (!(now_.rate_rounding(a) < rounding[index(a)])) continue;
        rate[index(a)] = std::min(now_.motion.gap_rate(a), S(0));
        any = true;
      }
      return any;
    };
    const bool by_velocity = look_at_rates();
    for (const int a : active)
      if (!(now_.motion.W()(a, a) > S(0))) return now_.stop_without_gradient(a);
    if (std::any_of(active.begin(), active.end(), [&](int a) { return !now_.contact[index(a)].closed; })) {
      now_.hold(active);  // the contacts in play are within rounding of Φ = 0
      const bool turns = by_velocity && now_.normals_turn();
      now_.correct_position();
      // Rates by v, and normals, are those of the place corrected: with those before, the next chord of a disc would
      // end twice as far off. What is near rounding stays as it is.
      if (turns) {
        now_.place();
        if (!now_.evaluate(active)) return false;
        look_at_rates();
      }
    }
    const auto approaches = [&](int a) { return rate[index(a)] < S(0); };
    approaching_.clear();
    std::copy_if(active.begin(), active.end(), std::back_inserter(approaching_), approaches);
    impact_.begin_instant(play_);
    const std::int64_t impacts_before = now_.record.counts().impacts;
    if (!cornered_.empty()) velocity_before_ = now_.v;
    for (int k = 0; std::any_of(active.begin(), active.end(), approaches); ++k) {
      if (k > most_simultaneous)
        return now_.stop("more than " + std::to_string(most_simultaneous) + " impacts at one instant");
      if (!impact_(play_)) return now_.stop_without_velocity(active, "");
    }
    if (!approaching_.empty()) {
      flight_ = S(0);
      if (const int a = leaves_its_branch();
          a >= 0) {  // then the law that it was thrown back by is not that of its gap
        now_.record.withdraw_impacts(impacts_before);
        now_.v = velocity_before_;
        return now_.stop_without_gradient(a);
      }
      if (now_.record.is_stopped()) return false;
    }
    if (now_.record.counts().impacts > most_impacts)
      return now_.stop("more than " + std::to_string(most_impacts) + " impacts");
    if (!approaching_.empty() && !accumulation_.after_impact(approaching_, play_)) return false;
    std::size_t staying = 0;
    for (const int a : active)
      if (rate[index(a)] > S(0))
        now_.open(a, 1, rate[index(a)], rounding[index(a)]);
      else
        active[staying++] = a;
    active.resize(staying);
    if (!approaching_.empty() && !active.empty()) {  // accelerations at the velocity after the impact
      now_.place();
      if (!now_.evaluate(active)) return false;
    }
    return decide_(play_, S(time_scale_ * now_.motion.per_unit()));
  }

  /// The signs of arguments that are 0 at the state placed, as far as the velocity decides them. An argument that has a
  /// kink itself, as in min(x, |t|), has its rate by the signs within: these are settled first, one depth a round.
  bool follow_velocity() {
    if (now_.motion.switches().empty()) return true;
    if (!now_.evaluate({})) return false;
    now_.branch.restart();
    if (now_.branch.all_decided()) return true;
    for (std::size_t round = 0; round < now_.branch.open().size(); ++round) {
      now_.motion.advance_switches(1, 1);
      const bool changed = now_.branch.follow_velocity();
      now_.place();
      if (!now_.evaluate({})) return false;
      if (!changed) break;
    }
    return true;
  }

  /// Where a gap changes its formula at this event, its rate is that of the branch ahead. A flight that arrives where
  /// the two branches have different gradients has no normal.
  [[gnu::hot]] bool follow_branches() {
    cornered_.clear();
    if (!now_.motion.switches().empty()) now_.branch.restart();  // to those that are 0 here
    for (const int a : play_.active) {
      const bool changes =
          std::any_of(changed_.begin(), changed_.end(), [&](int k) { return now_.motion.gap_has_switch(a, k); });
      if (!changes) {
        if (!now_.contact[index(a)].closed && play_.rate[index(a)] < S(0)) {
          if (!(now_.has_gradient(a) && now_.knows_gradient(a, arrival_rounding_, flight_)))
            return now_.stop_without_gradient(a);
        } else if (is_on_kink(a) && !now_.has_gradient(a)) {
          cornered_.push_back(a);  // an impact of another may press it into the other branch
        }
        continue;
      }
      const bool has_gradient = now_.has_gradient(a);
      if (!now_.contact[index(a)].closed) {  // it arrives where it changes
        if (!has_gradient || !now_.knows_gradient(a, arrival_rounding_, flight_)) return now_.stop_without_gradient(a);
        const S behind = play_.rate[index(a)], ahead = now_.motion.gap_rate(a);
        if (!(now_.magnitude_of(S(ahead - behind)) > S(64) * (now_.rate_rounding(a) + play_.rounding[index(a)])))
          continue;
        now_.record.arrival_where_rate_jumps(a, now_.t(), behind, ahead);
      } else if (!has_gradient) {
        cornered_.push_back(a);
      }
      // A contact that passes a kink of its gap has the normal of the branch ahead: an edge that it leaves, or an inner
      // corner that it meets. One that arrives where its gap has a kink in t has the rate ahead.
      const S ahead = now_.motion.gap_rate(a);
      play_.rate[index(a)] = now_.magnitude_of(ahead) > S(64) * now_.rate_rounding(a) ? ahead : S(0);
      play_.rounding[index(a)] = S(0);
    }
    return true;
  }
  /// Whether an argument is 0 here with whose sign the gap, or its gradient, changes.
  bool is_on_kink(int a) const {
    const auto& open = now_.branch.open();
    return std::any_of(open.begin(), open.end(),
                       [&](std::size_t k) { return now_.motion.gap_has_switch(a, static_cast<int>(k)); });
  }
  /// After an impact beside a contact that is on a kink of its gap: the first that goes on where another branch holds
  /// than the one ahead; −1: none.
  int leaves_its_branch() {
    if (cornered_.empty()) return -1;
    now_.place();
    if (!now_.evaluate(play_.active)) return -1;  // stopped
    now_.motion.advance_switches(1, 1);
    for (const int a : cornered_)
      for (const std::size_t k : now_.branch.open())
        if (now_.motion.gap_has_switch(a, static_cast<int>(k))) {
          const auto& s = now_.motion.switches()[k];
          if (s.sign * now_.motion.switch_argument(s)[1] < S(0)) return a;
        }
    return -1;
  }

  static constexpr std::int64_t most_impacts = 100'000'000;  ///< hours of work, and most likely a mistake in the data
  static constexpr int largest_gap_unit = 1 << 16;           ///< as a power of two; a longer exact number is none
  static constexpr int most_fittings = 8;                    ///< changes of the unit of time at one instant
  static constexpr int most_standing = 100;                  ///< steps in a row, none an event, that do not change t
  static constexpr int most_still_flips = 64;                ///< changes of branch in a row that take no time
  static constexpr int most_simultaneous = 1'000;            ///< applications of the impact law to initial data

  const request& asked_;
  const int highest_;
  const S e_, until_;
  std::optional<S> fixed_step_;
  present_state<S> now_;
  departure<S> departure_;
  event_search<S> events_;
  equation_check<S> equation_;
  impact_rule<S> impact_;
  contact_decision<S> decide_;
  accumulation_rule<S> accumulation_;
  run_watch watch_;
  const bool is_watched_;
  progress_guard<S> progress_;
  range shorter_{};
  int standing_ = 0, still_flips_ = 0;
  int without_series_ = -1;     ///< a contact held whose gap has no series where the step begins
  S time_scale_;                ///< over which the motion changes: the last step that its series allowed
  std::optional<S> length_;     ///< of the step, as the series last expanded allow it, in their unit
  std::optional<S> shortened_;  ///< the step before, where it was shorter than its series allowed
  S trust_{3};  ///< how much longer than that the next one may be: more and more, for as long as it is granted
  const S far_below_ = power_of_two<S>(0.75 * (1 - std::numeric_limits<S>::digits)),
          below_ = power_of_two<S>(0.5 * (1 - std::numeric_limits<S>::digits));
  S longest_{};  ///< step so far, forgotten by 1 % a step
  contacts_in_play<S> play_;
  S arrival_rounding_{};  ///< of the time of the event, where a gap arrives whose gradient may depend on it
  S flight_{};            ///< time since the last impact
  std::vector<int> approaching_, near_;
  std::vector<int> changed_;        ///< switches of the event
  std::vector<int> cornered_;       ///< contacts that pass a kink of their gap there, or are on one
  std::vector<S> velocity_before_;  ///< its impacts, where there are such
};

/// The run; once more with exponentials moved, where a formula overflowed.
template <scalar S>
solution<S> run(event_loop<S>& loop, const statement& given, const request& asked) {
  solution<S> answer = loop.run();
  if (answer.completed() || !loop.met_no_number()) return answer;
  solution<S> other = event_loop<S>(given, asked, true).run();
  return other.end_time > answer.end_time ? other : answer;
}

/// In this scalar alone.
template <scalar S>
solution<S> solved(const statement& given, const request& asked) {
  event_loop<S> loop(given, asked);
  const gap_powers k = loop.gap_units();
  if (std::all_of(k.begin(), k.end(), [](int power) { return power == 0; })) return run(loop, given, asked);
  const statement scaled = in_gap_units(given, k);
  event_loop<S> in_units(scaled, asked);
  return from_gap_units(run(in_units, scaled, asked), k);
}

template <scalar S>
solution<S> solve(const statement& given, const request& asked) {
  return solved<S>(given, asked);
}

}  // namespace unilateral::event_driven
