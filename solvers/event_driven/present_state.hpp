#pragma once
/// Where a run stands: t, q, v, which contacts are closed, and the series of the motion from there. The contacts held
/// are a basis of the closed ones: the others follow from them.
///
///     (1)  held contacts:  b_k + W λ_k = 0 at every order k of the series
///     (2)  Newton step back to Φ = 0, G v + ∂Φ/∂t = 0 in the kinetic metric:  q −= H W⁻¹ Φ,  v −= H W⁻¹ (G v + ∂Φ/∂t),
///          H = M⁻¹ Gᵀ

#include "problems/language/solver.hpp"
#include "solvers/event_driven/branches.hpp"
#include "solvers/event_driven/clock.hpp"
#include "solvers/event_driven/independent_contacts.hpp"
#include "solvers/event_driven/polynomial_values.hpp"
#include "solvers/event_driven/run_record.hpp"
#include "solvers/event_driven/smooth_motion.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace unilateral::event_driven {

/// What is known of a contact beside q and v. Φ(q) carries the rounding of q, and G v that of v; next to a contact the
/// gap itself is smaller than these. So an open contact keeps its gap and rate, known from the last impact on, each for
/// as long as it is known better than from q and v: where all velocities vanish, as at the end of impacts in a corner,
/// G v may be the better one, but the gap never is.
template <class S>
struct contact_state {
  bool closed = false;
  int order = 0;          ///< open: its gap and the derivatives below this order are 0 at the point of expansion
  bool carried = false;   ///< open, order 0: `gap` holds there
  bool has_rate = false;  ///< carried: `rate` holds there as well, else G v + ∂Φ/∂t
  S gap{}, rate{};        ///< order 1: `rate` holds
  S gap_rounding{}, rate_rounding{};
  S since{};                     ///< closed: from when
  std::optional<S> last_impact;  ///< when it last approached, or was closed after an accumulation

  bool is_known() const { return order > 0 || carried; }
  bool rate_is_known() const { return order > 0 || (carried && has_rate); }
  /// Its rate, where that is known, changes at once; its gap does not.
  void add_rate(const S& change) {
    if (!rate_is_known()) return;
    if (order > 1) rate = rate_rounding = S(0);
    using std::abs;
    rate_rounding += roundings<S, 4>() * std::max(S(abs(rate)), S(abs(change)));
    rate += change;
    if (carried || rate == S(0)) return;
    carried = has_rate = rate < S(0);
    order = carried ? 0 : 1;
    gap = gap_rounding = S(0);
  }
};

template <scalar S>
class present_state {
 public:
  present_state(const statement& given, int highest_degree, keep kept, bool moves_exponentials)
      : motion(given.system, highest_degree, moves_exponentials),
        n(motion.degrees_of_freedom()),
        m(motion.constraints()),
        contact(index(m)),
        held(m),
        record(given.system, kept) {
    for (const expression& x : given.position) q.push_back(constant_value<S>(x));
    for (const expression& x : given.velocity) v.push_back(constant_value<S>(x));
    for (int a = 0; a < m; ++a) open_contacts.push_back(a);
    x_.resize(index(std::max(m, 1)));
    for (auto* list : {&least_reaction, &reaction_, &tolerance_}) list->assign(index(m), S(0));
    for (const S& x : q) reach_.push_back(magnitude_of(x));
    for (auto* list : {&press_, &pressed_, &corrected_, &before_, &terms_}) list->assign(index(n), S(0));
    has_series_.assign(index(m), 1);
    rises_unbounded.assign(index(m), S(0));
  }

  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  static S magnitude_of(const S& x) {
    using std::abs;
    return abs(x);
  }

  const S& t() const { return time.now(); }
  [[gnu::cold]] bool stop(const std::string& reason) { return record.stop(reason, t()); }

  // --- the series
  // ------------------------------------------------------------------------------------------------------

  [[gnu::hot]] void place() { motion.place(t(), q.data(), v.data()); }
  [[gnu::hot]] bool evaluate(const std::vector<int>& contacts) {
    return motion.evaluate(contacts) ||
           stop("the mass matrix is not positive definite, or too near to one that is not for these digits");
  }

  /// The series from the present state with the closed contacts held, on the branch that the motion takes. False: there
  /// is none, and the run is stopped, or its formulas have no finite value (`is_finite`).
  [[gnu::hot]] bool expand_held() {
    place();
    members = held.members();
    if (!evaluate(members)) return false;
    branch.restart();
    for (;;) {
      if (!motion.is_steady() && !refactor(members)) return stop("held contacts became dependent");
      if (!expand_with(members)) return false;
      if (branch.all_decided()) return true;
      const branch_verdict verdict = branch.review(motion.degree(), true);
      if (verdict == branch_verdict::none)
        return stop(
            "the motion has no continuation: where a formula changes its branch, the forces of both sides lead back "
            "(what slides there is no solution)");
      if (verdict == branch_verdict::agreed) break;
      place();
      if (!evaluate(members)) return false;
    }
    return branch.velocity_decides(motion.degree()) || expand_if_unique();
  }

  /// After an expansion whose branch the forces alone decide: whether they would decide for another one as well. One
  /// that stays on a jump is a motion only if its acceleration is one between those of the sides: on that of |sign x|
  /// there is none.
  [[gnu::cold]] bool expand_if_unique() {
    const std::vector<S> chosen = branch.signs();
    const std::vector<std::vector<S>> first = coefficients();
    const auto stays = [](const std::vector<S>& signs) {
      return std::find(signs.begin(), signs.end(), S(0)) != signs.end();
    };
    std::vector<std::vector<std::vector<S>>> sides, staying;
    if (!stays(chosen)) sides.push_back(first);
    bool unique = true;
    for (const std::vector<S>& signs : branch.others(chosen)) {
      branch.set(signs);
      place();
      if (!evaluate(members) || !expand_with(members)) return false;
      const std::vector<std::vector<S>> other = coefficients();
      if (!stays(signs)) sides.push_back(other);
      if (!branch.agrees(motion.degree()) || is_same(first, other)) continue;
      if (stays(signs))
        staying.push_back(other);
      else
        unique = false;
    }
    unique = unique && std::none_of(staying.begin(), staying.end(),
                                    [&](const std::vector<std::vector<S>>& other) { return is_between(other, sides); });
    if (!unique)
      return stop(
          "the motion is not unique: from rest where a formula changes its branch, as far as these digits tell, the "
          "forces of more than one side lead away");
    branch.set(chosen);
    place();
    return evaluate(members) && expand_with(members);
  }
  /// `other`: how another one leaves it.
  [[gnu::cold]] bool stop_not_unique(const std::string& other, bool comes_to_rest = false) {
    return stop(std::string("the motion is not unique: it ") + (comes_to_rest ? "comes to rest" : "stays") +
                ", as far as these digits tell, where the force is not Lipschitz (a root, a "
                "power below 1 or a jump), and the forces beside it lead another one away, along " +
                other);
  }
  /// The series of the motion expanded last anew, from its state at τ; `expand_held` brings back those of the present
  /// state. False: there are none.
  bool expand_from(const S& τ) {
    std::vector<S> x, u;
    for (int i = 0; i < n; ++i) {
      x.push_back(value(motion.position(i), motion.degree(), τ));
      u.push_back(S(slope(motion.position(i), motion.degree(), τ) * motion.per_unit()));
    }
    motion.place(S(t() + τ * motion.unit()), x.data(), u.data());
    return expand_placed();
  }
  /// The same from the state placed.
  bool expand_placed() {
    return motion.evaluate(members) && (motion.is_steady() || refactor(members)) && expand_with(members);
  }

  /// (1) for contacts factored in `held`.
  [[gnu::hot]] bool expand_with(const std::vector<int>& list) {
    motion.expand(list, [&](int k, const S* b) {
      for (std::size_t i = 0; i < list.size(); ++i) x_[i] = -b[list[i]];
      held.solve(x_.data());
      for (std::size_t i = 0; i < list.size(); ++i) motion.reaction(list[i])[k] = x_[i];
      if (k == 0 && !list.empty()) {
        for (const int a : list) {
          tolerance_[index(a)] = roundings<S, 32>() * acceleration_scale(a, b[a]);
          reaction_[index(a)] = motion.reaction(a)[0];
        }
        held.reaction_rounding(motion.W(), tolerance_.data(), roundings<S, 32>(), reaction_.data(),
                               least_reaction.data());
        for (const int a : list) {
          S& λ = motion.reaction(a)[0];
          if (magnitude_of(λ) < least_reaction[index(a)])
            λ = S(0);  // it carries nothing: the sign of its rounding means nothing either
        }
      }
      return true;
    });
    not_finite_.clear();
    for (int i = 0; i < n && not_finite_.empty(); ++i)
      if (!all_finite(motion.position(i), motion.degree()))
        not_finite_ = all_finite(motion.position(i), std::min(motion.degree(), 1))
                          ? "the acceleration of coordinate " + std::to_string(i) +
                                " is no finite number, or has no finite derivatives"
                          : "coordinate " + std::to_string(i) + " is no finite number";
    for (int a = 0; a < m && not_finite_.empty(); ++a) {
      const S& gap = motion.gap(a)[0];
      has_series_[index(a)] = all_finite(motion.gap(a), motion.gap_order(a));
      if (has_series_[index(a)] || (!contact[index(a)].closed && gap > S(0) && gap - gap == S(0))) continue;
      not_finite_ = "gap " + std::to_string(a) + " is no finite number";
    }
    for (const auto& s : motion.switches())
      if (not_finite_.empty() && !all_finite(motion.switch_argument(s), motion.switch_degree(s)))
        not_finite_ = "the argument of a kink is no finite number";
    return not_finite_.empty();
  }
  /// An open gap above 0 may have no series; it is followed by bounds of its formula alone.
  bool gap_has_series(int a) const { return has_series_[index(a)]; }
  /// Of the last series; else what is not.
  bool is_finite() const { return not_finite_.empty(); }
  const std::string& not_finite() const { return not_finite_; }
  [[gnu::cold]] bool stop_not_finite() { return stop(not_finite_); }

  /// q, v ← those of the series at τ, in its unit.
  [[gnu::hot]] void move_along(const S& τ) {
    const S& T = motion.unit();
    if (motion.degree() >= 2 && !members.empty()) remember_press(S(τ * T));
    for (int i = 0; i < n; ++i) {
      const S* const x = motion.position(i);
      reach_[index(i)] = std::max(
          reach_[index(i)],
          S(magnitude_of(x[0]) + (magnitude_of(x[1]) + (motion.degree() < 2 ? S(0) : S(magnitude_of(x[2]) * τ))) * τ));
      q[index(i)] = value(motion.position(i), motion.degree(), τ);
      v[index(i)] = slope(motion.position(i), motion.degree(), τ) * motion.per_unit();
      for (S* const y : {&q[index(i)], &v[index(i)]})
        if (magnitude_of(*y) < least_) *y = S(0);  // it has no digits any more
    }
    for (auto& s : motion.switches()) s.frozen = false;
  }
  bool state_is_finite() const {
    for (const auto* list : {&q, &v})
      if (!all_finite(list->data(), n - 1)) return false;
    return true;
  }

  /// The least accelerations that matter are a length by the square of the horizon: these have to be in the range of S,
  /// with their digits.
  bool units_are_in_range(const S& horizon) {
    const S least = (std::numeric_limits<S>::min)() / (epsilon<S>() * epsilon<S>());
    S length(0);
    for (int i = 0; i < n; ++i)
      length = std::max(length, std::max(magnitude_of(q[index(i)]), S(magnitude_of(v[index(i)]) * horizon)));
    if (length > S(0) && length / horizon / horizon < least)
      return stop(
          "accelerations at this horizon are beyond the range of these digits: choose other units, or more digits");
    return true;
  }

  // --- gaps that jump, gaps that are not what they were thought
  // ---------------------------------------------------------

  /// How far a gap may be from where it was thought: what all steps so far may have rounded, of the largest numbers
  /// that its coordinates had to do with. The state is placed and evaluated.
  S gap_tolerance(int a) const {
    return S(1024 + 4 * static_cast<double>(record.counts().steps)) *
           (gap_rounding(a) + state_rounding(a) + roundings<S, 4>() * motion.gradient_magnitude(a, pressed_) +
            motion.gradient_magnitude(a, corrected_));
  }
  /// The rounding of a gap that is held on a step τ, in the unit of the series.
  S gap_rounding_along(int a, const S& τ) const {
    const S step = τ * motion.unit();
    const S pressed =
        motion.degree() < 2 ? S(0) : S(motion.W()(a, a) * magnitude_of(motion.reaction(a)[0]) * step * step);
    return gap_rounding(a) +
           roundings<S, 4>() * ((motion.gradient_magnitude(a, v) + magnitude_of(time_rate(a))) * step + pressed);
  }
  /// Takes gaps for what they are now. A closed one that is above 0 has jumped there, and opens. False: one is below 0.
  [[gnu::hot]] bool admit_gaps(bool after_jump) {
    for (int a = 0; a < m; ++a) {
      const S& gap = motion.gap(a)[0];
      const bool closed = contact[index(a)].closed;
      if (!closed && gap == S(0) && !contact[index(a)].is_known() && motion.gradient_size(a) == S(0))
        return stop_without_gradient(a);
      if (!closed && !(gap < S(0))) continue;
      if (const S& from = rises_unbounded[index(a)]; !closed && from > S(0) && gap < -from / S(64))
        return stop("gap " + std::to_string(a) + " jumps to " + run_record<S>::brief(gap) +
                    ", below 0, where no motion goes on");
      if (magnitude_of(gap) <= S(1024) * gap_rounding(a)) continue;  // the least that is allowed
      const S allowed = gap_tolerance(a);
      if (gap < -allowed)
        return stop("gap " + std::to_string(a) +
                    (after_jump ? " jumps to " + run_record<S>::brief(gap) + ", below 0, where no motion goes on"
                                : " is " + run_record<S>::brief(gap) + ", below 0 by more than its rounding"));
      if (closed && gap > allowed) {
        open(a, 0, S(0));
        opened_by_jump = true;
      }
    }
    return true;
  }
  bool opened_by_jump = false;
  std::vector<S> rises_unbounded;  ///< of open gaps that rise, where no disc bounds their formula, however short the
                                   ///< step: from where. They may have a pole on it
  /// Values and rates, once placed.
  bool gaps_are_finite() const {
    for (int a = 0; a < m; ++a)
      if (!all_finite(motion.gap(a), std::min(motion.gap_degree(a), 1))) return false;
    return true;
  }
  /// "constraint 1", "constraints 0, 2".
  static std::string names_of(const std::vector<int>& list) {
    std::string names = list.size() == 1 ? "constraint" : "constraints";
    for (std::size_t i = 0; i < list.size(); ++i) names += (i == 0 ? " " : ", ") + std::to_string(list[i]);
    return names;
  }
  /// Whether the gradient at the state evaluated is known, to within the rounding of the state, and of the time at
  /// which its gap is 0: of |x|^(3/2), or on the axis of a cone, it is not where it is hit.
  bool knows_gradient(int a, const S& time_rounding, const S& flight) {
    return motion.gradient_is_constant(a) || encloses_gradient(a, time_rounding, flight);
  }
  [[gnu::noinline]] bool encloses_gradient(int a, const S& time_rounding, const S& flight) {
    const S gap = magnitude_of(motion.gap(a)[0]), rate = magnitude_of(motion.gap_rate(a));
    // Near a multiple root the gradient is small, and what cancels in the formula counts, not what G makes of the
    // state.
    motion.enclose_rounding();
    const auto& formula = motion.gap_bound(a);
    const S noise = formula.is_bounded() ? S(formula.radius) : S(0);
    S away = time_rounding;
    if (rate > S(0) && gap > S(1024) * gap_rounding(a)) away += gap / rate;
    away += noise < rate * flight ? S(noise / rate) : flight;
    std::vector<S> rounding;
    for (int i = 0; i < n; ++i)
      rounding.push_back(roundings<S, 4>() * reach_[index(i)] + magnitude_of(v[index(i)]) * away);
    motion.enclose_state(rounding, away);
    S most(0);
    for (const S& x : motion.gradient_row(a)) most = std::max(most, magnitude_of(x));
    return S(motion.gradient_radius(a)) < most / S(4);
  }
  /// Of coordinate i: two roundings of the largest that it was so far.
  S rounding_of(int i) const { return roundings<S, 2>() * reach_[index(i)]; }
  /// What the accelerations of gaps in free flight, at the state evaluated, are not known to: by the roundings of the
  /// state, of the time, and of what cancels in the force.
  void enclose_accelerations() {
    std::vector<S> rounding;
    for (int i = 0; i < n; ++i) rounding.push_back(epsilon<S>() * reach_[index(i)]);
    motion.enclose_state(rounding, S(epsilon<S>() * t()));
  }
  S acceleration_rounding(int a) const {
    S sum(0);
    for (const auto& h : motion.H(a))
      if (const auto& f = motion.force_bound(h.coordinate); f.is_bounded()) sum += magnitude_of(h.value) * S(f.radius);
    return sum;
  }
  bool stop_without_velocity(const std::vector<int>& list, const std::string& when) {
    // Constraints that do not move leave at least v = 0: where no projection on them is found, they are so nearly
    // dependent (a body on one 1e16 times as light) that their rows are no longer told apart.
    if (std::none_of(list.begin(), list.end(), [&](int a) { return motion.moves(a); }))
      return stop(names_of(list) + " depend on each other too nearly for these digits: choose more digits");
    return stop("no admissible motion: " + names_of(list) + (list.size() == 1 ? " leaves" : " leave") + " no velocity" +
                when);
  }
  [[gnu::cold]] bool stop_without_gradient(int a) {
    const std::vector<S> row = motion.gradient_row(a);
    if (!all_finite(row.data(), n - 1))
      return stop("the gradient of gap " + std::to_string(a) + " is no finite number where it is hit");
    return stop("gap " + std::to_string(a) + " has no gradient where it is hit: no impact law applies");
  }
  /// Whether the gradient of a gap is the same on all sides of the kinks that the state is on, within rounding. Sides
  /// are told by signs that belong together, as arguments have them that move with t and q in one direction: max(x, y)
  /// has those of x − y and of y − x, and max(x, x) no side at all. Leaves the present branch evaluated.
  bool has_gradient(int a) { return motion.switches().empty() || has_gradient_beside_switches(a); }
  [[gnu::noinline]] bool has_gradient_beside_switches(int a) {
    using std::sqrt;
    auto& switches = motion.switches();
    std::vector<std::size_t> here;
    for (std::size_t k = 0; k < switches.size(); ++k) {
      if (!motion.gap_has_switch(a, static_cast<int>(k))) continue;
      if (here.empty()) motion.enclose_rounding();
      if (switches[k].frozen ||
          magnitude_of(motion.switch_argument(switches[k])[0]) <= S(64) * S(motion.switch_bound(switches[k]).radius))
        here.push_back(k);
    }
    if (here.empty()) return true;
    const auto saved = switches;
    std::vector<std::vector<S>> slope;  // of the arguments: with t first, and then by coordinate
    for (int i = -1; i < n; ++i) {
      std::vector<S> direction(index(n), S(0));
      if (i >= 0) direction[index(i)] = S(1);
      motion.place(t(), q.data(), direction.data());
      motion.evaluate({});
      motion.advance_switches(1, 1);
      slope.emplace_back();
      for (const std::size_t k : here)
        slope.back().push_back(motion.switch_argument(switches[k])[1] -
                               (i < 0 ? S(0) : slope.front()[slope.back().size()]));
    }
    std::vector<S> first;
    bool result = true;
    for (int side = 0; side < 2 * (n + 1) && result; ++side) {
      for (std::size_t j = 0; j < here.size(); ++j) {
        S change(0), terms(0);
        for (int i = 0; i <= n; ++i) {
          const S term =
              slope[index(i)][j] *
              (i == side / 2
                   ? S(1)
                   : S(2 * i + 3) / S(16 * n + 17));  // mostly along one of them, and a little along all others
          change += term;
          terms += magnitude_of(term);
        }
        auto& s = switches[here[j]];
        s.frozen = true;
        s.sign = !(magnitude_of(change) > roundings<S, 64>() * terms) ? S(0)
                 : (change > S(0)) == (side % 2 == 0)                 ? S(1)
                                                                      : S(-1);
      }
      place();
      motion.evaluate({a});
      const std::vector<S> row = motion.gradient_row(a);
      if (first.empty()) first = row;
      S most(0), difference(0);
      for (std::size_t i = 0; i < row.size(); ++i) {
        most = std::max(most, std::max(magnitude_of(row[i]), magnitude_of(first[i])));
        difference = std::max(difference, magnitude_of(S(row[i] - first[i])));
      }
      result = !(difference > sqrt(epsilon<S>()) * most);
    }
    switches = saved;
    place();
    motion.evaluate({a});
    return result;
  }
  /// Coordinates and velocities whose sign a formula asks for, and which a motion as the last one would bring to 0
  /// within 64 roundings of t, are 0. Whether there are any. Where drag comes to its end, like a root of the velocity,
  /// or sign x and sign x' change in turn, faster and faster, this is the limit that no step reaches.
  [[gnu::cold]] bool come_to_zero() {
    bool any = false;
    for (const auto& s : motion.switches()) {
      const int i = motion.switch_variable(s);
      if (i < 0) continue;
      S& y = i < n ? q[index(i)] : v[index(i - n)];
      const S rate = magnitude_of(i < n ? v[index(i)] : motion.acceleration(i - n)), soon = roundings<S, 64>() * t();
      if (y == S(0) || magnitude_of(y) > soon * rate + (i < n ? S(epsilon<S>() * reach_[index(i)]) : S(0))) continue;
      y = S(0);
      any = true;
    }
    return any;
  }
  /// The state is not what it was known to be.
  void forget_known() {
    for (const int a : open_contacts) {
      contact[index(a)].order = 0;
      contact[index(a)].carried = false;
    }
  }
  /// Forgets of open contacts what does not hold on another branch of switch k.
  void forget_behind(int k) {
    for (const int a : open_contacts)
      if (motion.gap_has_switch(a, k)) {
        contact[index(a)].order = 0;
        contact[index(a)].carried = false;
      }
  }

  // --- sizes of rounding
  // -----------------------------------------------------------------------------------------------

  /// ∂Φ/∂t, as the gap's rate less G v.
  S time_rate(int a) const { return motion.gap_rate(a) - motion.gradient_dot(a, v.data()); }
  /// How far rounding may move the gap of an expansion that does not start in contact.
  [[gnu::hot]] S gap_rounding(int a) const {
    return roundings<S, 4>() *
           (motion.gradient_magnitude(a, q) + magnitude_of(S(time_rate(a) * t())) + magnitude_of(motion.gap(a)[0]));
  }
  /// What the gap owes to the rounding of the largest coordinates that the state has come from.
  S state_rounding(int a) const { return roundings<S, 4>() * motion.gradient_magnitude(a, reach_); }
  /// The same for its rate G v + ∂Φ/∂t.
  [[gnu::hot]] S rate_rounding(int a) const {
    const auto Gv = motion.gradient_product(a, v);
    return roundings<S, 4>() * (Gv.magnitude + magnitude_of(S(motion.gap_rate(a) - Gv.sum)));
  }
  /// What the rate of a gap owes to the rounding of the state, and of the time: by these its gradient changes, and
  /// ∂Φ/∂t, however small both are there. Of x' sin x, at x = π in these digits, that is all of it.
  [[gnu::cold]] S rate_doubt(int a) {
    if (motion.gradient_is_constant(a) && !motion.moves(a)) return S(0);
    place();
    const S rate = motion.gap_rate(a);
    S sum(0);
    for (int i = -1; i < n; ++i) {
      std::vector<S> x = q;
      S at = t();
      (i < 0 ? at : x[index(i)]) += roundings<S, 4>() * (i < 0 ? at : reach_[index(i)]);
      motion.place(at, x.data(), v.data());
      sum += magnitude_of(S(motion.gap_rate(a) - rate));
    }
    place();
    return sum;
  }
  /// Size of the terms that make up a relative acceleration.
  S acceleration_scale(int a, const S& b) const {
    return motion.gradient_magnitude(a, motion.free_acceleration()) + magnitude_of(b);
  }

  // --- contacts
  // --------------------------------------------------------------------------------------------------------

  [[gnu::hot]] void close(int a) {
    contact_state<S>& c = contact[index(a)];
    if (c.closed) return;
    c.closed = true;
    c.since = t();
    open_contacts.erase(std::find(open_contacts.begin(), open_contacts.end(), a));
  }
  [[gnu::hot]] void open(int a, int order, const S& rate, const S& rounding = S(0)) {
    contact_state<S>& c = contact[index(a)];
    if (c.closed) {
      c.closed = false;
      open_contacts.insert(std::lower_bound(open_contacts.begin(), open_contacts.end(), a), a);
      record.contact(a, c.since, t());
    }
    c.order = order;
    c.carried = false;
    c.rate = rate;
    c.rate_rounding = rounding + roundings<S, 4>() * magnitude_of(rate);
  }

  /// Factors the contacts of a list that are independent.
  [[gnu::hot]] void hold(const std::vector<int>& list) {
    held.clear();
    for (const int a : list) held.try_append(motion.W(), a);
  }

  /// The velocity changes by H_α P: so do the rates of the open contacts that carry one of their own.
  [[gnu::hot]] void apply_impulse(int a, const S& P, const std::vector<int>& others) {
    for (const auto& h : motion.H(a)) v[index(h.coordinate)] += h.value * P;
    if (others.empty()) return;
    for (const auto& e : motion.W().row(a))
      if (std::binary_search(others.begin(), others.end(), e.column))
        contact[index(e.column)].add_rate(motion.coupling(e.column, a).sum * P);
  }
  /// Open contacts outside a list (sorted) whose rate is known better than G v.
  [[gnu::hot]] void known_beside(const std::vector<int>& list, std::vector<int>& others) const {
    others.clear();
    for (const int a : open_contacts)
      if (contact[index(a)].is_known() && !std::binary_search(list.begin(), list.end(), a)) others.push_back(a);
  }

  /// (2) for q.
  void correct_position() { correct(q, 0); }
  /// (2) for v.
  void correct_velocity() { correct(v, 1); }
  /// After `evaluate`: whether the correction of q is far more than roundings, and the normals of the contacts held
  /// depend on where they are.
  [[gnu::hot]] bool normals_turn() const {
    if (motion.gradients_are_constant()) return false;
    return std::any_of(held.members().begin(), held.members().end(), [&](int a) {
      return !motion.gradient_is_constant(a) &&
             magnitude_of(motion.gap(a)[0]) > roundings<S, 1024>() * motion.gradient_magnitude(a, q);
    });
  }
  /// Takes the rounding of a step out of the held contacts. H is that of the last evaluation, close enough for a Newton
  /// step.
  [[gnu::hot]] void project() {
    if (held.size() == 0) return;
    for (int k = 0; k < most_corrections; ++k) {
      place();
      bool corrected = false;
      for (const int a : held.members())
        corrected = corrected || magnitude_of(motion.gap(a)[0]) > epsilon<S>() * motion.gradient_magnitude(a, q);
      correct_position();
      correct_velocity();
      if (!corrected) break;
    }
  }

  smooth_motion<S> motion;
  branches<S> branch{motion};
  const int n, m;
  clock<S> time;
  std::vector<S> q, v;
  std::vector<contact_state<S>> contact;
  std::vector<int> open_contacts;  ///< sorted
  independent_contacts<S> held;
  std::vector<int> members;       ///< the contacts held in the last expansion
  std::vector<S> least_reaction;  ///< of a held contact: what rounding may make of λ = 0
  run_record<S> record;

 private:
  /// Of the motion expanded last, by order from 2 on, and by coordinate.
  std::vector<std::vector<S>> coefficients() const {
    std::vector<std::vector<S>> result;
    for (int k = 2; k <= motion.degree(); ++k) {
      result.emplace_back();
      for (int i = 0; i < n; ++i) result.back().push_back(motion.position(i)[k]);
    }
    return result;
  }
  /// Whether two motions are one, within what rounding makes of the forces: that of the largest coefficient.
  bool is_same(const std::vector<std::vector<S>>& x, const std::vector<std::vector<S>>& y) const {
    for (int i = 0; i < n; ++i) {
      S most(0), change(0);
      for (std::size_t k = 0; k < x.size(); ++k) {
        most = std::max({most, magnitude_of(x[k][index(i)]), magnitude_of(y[k][index(i)])});
        change = std::max(change, magnitude_of(S(x[k][index(i)] - y[k][index(i)])));
      }
      if (change > roundings<S, 1024>() * most) return false;
    }
    return true;
  }
  /// Whether, at the first order at which it is none of them, a motion is between others, in every coordinate.
  bool is_between(const std::vector<std::vector<S>>& x, const std::vector<std::vector<std::vector<S>>>& sides) const {
    for (std::size_t k = 0; k < x.size(); ++k) {
      bool differs = false;
      for (int i = 0; i < n; ++i) {
        S least = sides.front()[k][index(i)], most = least, size = magnitude_of(x[k][index(i)]);
        for (const auto& side : sides) {
          least = std::min(least, side[k][index(i)]);
          most = std::max(most, side[k][index(i)]);
          size = std::max(size, magnitude_of(side[k][index(i)]));
        }
        const S rounding = roundings<S, 1024>() * size;
        if (x[k][index(i)] < least - rounding || x[k][index(i)] > most + rounding) return false;
        differs = differs || most - least > rounding;
      }
      if (differs) return true;
    }
    return true;
  }

  static constexpr int most_corrections = 4;  ///< Newton steps; each gains a factor of the step length

  /// What the reactions alone have moved each coordinate in a step.
  void remember_press(const S& step) {
    std::fill(press_.begin(), press_.end(), S(0));
    for (const int a : members) {
      const S& λ = motion.reaction(a)[0];
      for (const auto& h : motion.H(a)) press_[index(h.coordinate)] += magnitude_of(h.value * λ);
    }
    for (int i = 0; i < n; ++i)
      if (const S& pressed = press_[index(i)]; pressed > S(0))
        pressed_[index(i)] = std::max(pressed_[index(i)], S(pressed * step * step));
  }

  static bool all_finite(const S* c, int degree) {
    using std::isfinite;
    if constexpr (!std::is_same_v<S, double> && requires { isfinite(*c); }) {
      return std::all_of(c, c + degree + 1, [](const S& x) { return isfinite(x); });
    } else {
      S sum(0);  // no branch a coefficient: there is nearly always none that is not
      for (int k = 0; k <= degree; ++k) sum += c[k] - c[k];
      return sum == S(0);
    }
  }

  bool refactor(const std::vector<int>& list) {
    held.clear();
    for (const int a : list)
      if (!held.try_append(motion.W(), a)) return false;
    return true;
  }

  /// y −= H W⁻¹ times the held gaps, or their rates. These are as small as rounding, and H and W as large as masses are
  /// small: solved for numbers of size 1.
  [[gnu::hot]] void correct(std::vector<S>& y, int order) {
    const auto residual = [&](int a) { return order == 0 ? motion.gap(a)[0] : motion.gap_rate(a); };
    S unit(0);
    for (const int a : held.members()) unit = std::max(unit, magnitude_of(residual(a)));
    if (unit == S(0)) return;
    if (held.size() == 1)  // no division, which the motion would wait for
      x_[0] = residual(held.members()[0]) > S(0) ? S(-1) : S(1);
    else
      for (int i = 0; i < held.size(); ++i) x_[index(i)] = -residual(held.members()[index(i)]) / unit;
    held.solve(x_.data());
    const auto bring_back = [&](int i, const S& before, const S& terms) {
      if (order == 0) corrected_[index(i)] = std::max(corrected_[index(i)], S(terms - before));
      if (magnitude_of(y[index(i)]) <= roundings<S, 4>() * terms)
        y[index(i)] = S(0);  // what is left of terms that cancel is their rounding, and would be a motion where there
                             // is none
    };
    if (held.size() == 1) {
      for (const auto& h : motion.H(held.members()[0])) {
        S& sum = y[index(h.coordinate)];
        const S before = magnitude_of(sum), term = h.value * x_[0] * unit;
        sum += term;
        bring_back(h.coordinate, before, S(before + magnitude_of(term)));
      }
      return;
    }
    for (int i = 0; i < n; ++i) before_[index(i)] = terms_[index(i)] = magnitude_of(y[index(i)]);
    for (int k = 0; k < held.size(); ++k)
      for (const auto& h : motion.H(held.members()[index(k)])) {
        const S term = h.value * x_[index(k)] * unit;
        y[index(h.coordinate)] += term;
        terms_[index(h.coordinate)] += magnitude_of(term);
      }
    for (int i = 0; i < n; ++i) bring_back(i, before_[index(i)], terms_[index(i)]);
  }

  /// Below the least normal number, with room for a factor.
  const S least_ = S(4) * (std::numeric_limits<S>::min)();
  std::string not_finite_;
  std::vector<char> has_series_;
  std::vector<S> reach_;      ///< the largest of each coordinate so far
  std::vector<S> press_;      ///< accelerations by reactions alone, in the step at hand
  std::vector<S> pressed_;    ///< the largest way so far that reactions alone would have moved each in a step
  std::vector<S> corrected_;  ///< the largest way so far that each was brought back to contacts
  std::vector<S> x_, reaction_, tolerance_, before_, terms_;
};

}  // namespace unilateral::event_driven
