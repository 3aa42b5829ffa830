#pragma once
/// Where a run stands: t, q, v, which contacts are closed, and the series of the motion from there. The contacts held are a basis of the closed ones: the
/// others follow from them.
///
///     (1)  held contacts:  b_k + W λ_k = 0 at every order k of the series
///     (2)  Newton step back to Φ = 0, G v + ∂Φ/∂t = 0 in the kinetic metric:  q −= H W⁻¹ Φ,  v −= H W⁻¹ (G v + ∂Φ/∂t),  H = M⁻¹ Gᵀ

#include "problems/language/solver.hpp"
#include "solvers/event_driven/clock.hpp"
#include "solvers/event_driven/polynomial_values.hpp"
#include "solvers/event_driven/run_record.hpp"
#include "solvers/event_driven/smooth_motion.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace unilateral::event_driven {

/// What is known of a contact beside q and v. Φ(q) carries the rounding of q, and G v that of v; next to a contact the gap itself is smaller than these. So
/// an open contact keeps its gap and rate, known from the last impact on, for as long as they are known better than from q and v.
template <class S>
struct contact_state {
  bool closed = false;
  int order = 0;         ///< open: its gap and the derivatives below this order are 0 at the point of expansion
  bool carried = false;  ///< open, order 0: `gap` and `rate` hold there
  S gap{}, rate{};       ///< order 1: `rate` holds
  S gap_rounding{}, rate_rounding{};
  S since{};                     ///< closed: from when
  std::optional<S> last_impact;  ///< when it last approached, or was closed after an accumulation

  bool is_known() const { return order > 0 || carried; }
  /// Its rate changes at once; its gap does not.
  void add_rate(const S& change) {
    if (order > 1) rate = rate_rounding = S(0);
    rate_rounding += S(4) * epsilon<S>() * std::max(S(rate < S(0) ? -rate : rate), S(change < S(0) ? -change : change));
    rate += change;
    if (carried || rate == S(0)) return;
    carried = rate < S(0);
    order = carried ? 0 : 1;
    gap = gap_rounding = S(0);
  }
};

template <scalar S>
class present_state {
 public:
  present_state(const statement& given, int highest_degree, keep kept)
      : motion(given.system, highest_degree), n(motion.degrees_of_freedom()), m(motion.constraints()), contact(index(m)), held(m), record(n, m, kept) {
    for (const expression& x : given.position) q.push_back(constant_value<S>(x));
    for (const expression& x : given.velocity) v.push_back(constant_value<S>(x));
    for (int a = 0; a < m; ++a) open_contacts.push_back(a);
    x_.resize(index(std::max(m, 1)));
    least_reaction.assign(index(m), S(0));
  }

  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  static S magnitude_of(const S& x) { return x < S(0) ? S(-x) : x; }

  const S& t() const { return time.now(); }
  bool stop(const std::string& reason) { return record.stop(reason, t()); }

  // --- the series ------------------------------------------------------------------------------------------------------

  void place() { motion.place(t(), q.data(), v.data()); }
  bool evaluate(const std::vector<int>& contacts) { return motion.evaluate(contacts) || stop("the mass matrix is not positive definite"); }

  /// The series from the present state with the closed contacts held.
  bool expand_held() {
    place();
    members = held.members();
    if (!evaluate(members)) return false;
    if (!motion.is_steady() && !refactor(members)) return stop("held contacts became dependent");
    if (!expand_with(members)) return false;
    if (!settle_signs()) return true;
    place();
    motion.evaluate(members);
    return expand_with(members);
  }

  /// (1) for contacts factored in `held`.
  bool expand_with(const std::vector<int>& list) {
    motion.expand(list, [&](int k, const S* b) {
      for (std::size_t i = 0; i < list.size(); ++i) x_[i] = -b[list[i]];
      held.solve(x_.data());
      S most(0);
      for (std::size_t i = 0; i < list.size(); ++i) {
        motion.reaction(list[i])[k] = x_[i];
        most = std::max(most, magnitude_of(x_[i]));
      }
      if (k == 0)
        for (const int a : list) {
          least_reaction[index(a)] = S(32) * epsilon<S>() * (acceleration_scale(a, b[a]) / motion.W()(a, a) + most);
          S& λ = motion.reaction(a)[0];
          if (magnitude_of(λ) < least_reaction[index(a)]) λ = S(0);  // it carries nothing: the sign of its rounding means nothing either
        }
      return true;
    });
    for (int i = 0; i < n; ++i)
      if (!all_finite(motion.position(i), motion.degree())) return stop("coordinate " + std::to_string(i) + " is no finite number");
    for (int a = 0; a < m; ++a)
      if (!all_finite(motion.gap(a), std::min(motion.gap_degree(a), motion.degree()))) return stop("gap " + std::to_string(a) + " is no finite number");
    return true;
  }

  /// q, v ← those of the series at τ.
  void move_along(const S& τ) {
    for (int i = 0; i < n; ++i) {
      q[index(i)] = value(motion.position(i), motion.degree(), τ);
      v[index(i)] = slope(motion.position(i), motion.degree(), τ);
    }
    for (auto& s : motion.switches()) s.frozen = false;
  }

  // --- sizes of rounding -----------------------------------------------------------------------------------------------

  /// ∂Φ/∂t, as the gap's rate less G v.
  S time_rate(int a) const { return motion.gap(a)[1] - motion.gradient_dot(a, v.data()); }
  /// How far rounding may move the gap of an expansion that does not start in contact.
  S gap_rounding(int a) const { return S(4) * epsilon<S>() * (motion.gradient_magnitude(a, q) + magnitude_of(S(time_rate(a) * t())) + magnitude_of(motion.gap(a)[0])); }
  /// The same for its rate G v + ∂Φ/∂t.
  S rate_rounding(int a) const { return S(4) * epsilon<S>() * (motion.gradient_magnitude(a, v) + magnitude_of(time_rate(a))); }
  /// Size of the terms that make up a relative acceleration.
  S acceleration_scale(int a, const S& b) const { return motion.gradient_magnitude(a, motion.free_acceleration()) + magnitude_of(b); }

  // --- contacts --------------------------------------------------------------------------------------------------------

  void close(int a) {
    contact_state<S>& c = contact[index(a)];
    if (c.closed) return;
    c.closed = true;
    c.since = t();
    open_contacts.erase(std::find(open_contacts.begin(), open_contacts.end(), a));
  }
  void open(int a, int order, const S& rate) {
    contact_state<S>& c = contact[index(a)];
    if (c.closed) {
      c.closed = false;
      open_contacts.insert(std::lower_bound(open_contacts.begin(), open_contacts.end(), a), a);
      record.contact(a, c.since, t());
    }
    c.order = order;
    c.carried = false;
    c.rate = rate;
    c.rate_rounding = S(4) * epsilon<S>() * magnitude_of(rate);
  }

  /// Factors the contacts of a list that are independent.
  void hold(const std::vector<int>& list) {
    held.clear();
    for (const int a : list) held.try_append(motion.W(), a);
  }

  /// The velocity changes by H_α P: so do the rates of the open contacts that carry one of their own.
  void apply_impulse(int a, const S& P, const std::vector<int>& others) {
    const S* const h = motion.H(a);
    for (int i = 0; i < n; ++i) v[index(i)] += h[i] * P;
    for (const int b : others) contact[index(b)].add_rate(motion.gradient_dot(b, h) * P);
  }
  /// Open contacts outside a list (sorted) whose rate is known better than G v.
  void known_beside(const std::vector<int>& list, std::vector<int>& others) const {
    others.clear();
    for (const int a : open_contacts)
      if (contact[index(a)].is_known() && !std::binary_search(list.begin(), list.end(), a)) others.push_back(a);
  }

  /// (2) for q.
  void correct_position() {
    for (int i = 0; i < held.size(); ++i) x_[index(i)] = -motion.gap(held.members()[index(i)])[0];
    held.solve(x_.data());
    add_reactions(q);
  }
  /// (2) for v.
  void correct_velocity() {
    for (int i = 0; i < held.size(); ++i) x_[index(i)] = -motion.gap(held.members()[index(i)])[1];
    held.solve(x_.data());
    add_reactions(v);
  }
  /// Takes the rounding of a step out of the held contacts. H is that of the last evaluation, close enough for a Newton step.
  void project() {
    if (held.size() == 0) return;
    for (int k = 0; k < most_corrections; ++k) {
      place();
      bool corrected = false;
      for (const int a : held.members()) corrected = corrected || magnitude_of(motion.gap(a)[0]) > epsilon<S>() * motion.gradient_magnitude(a, q);
      correct_position();
      correct_velocity();
      if (!corrected) break;
    }
  }

  smooth_motion<S> motion;
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
  static constexpr int most_corrections = 4;  ///< Newton steps; each gains a factor of the step length

  static bool all_finite(const S* c, int degree) {
    for (int k = 0; k <= degree; ++k)
      if (!(c[k] - c[k] == S(0))) return false;
    return true;
  }

  /// A sign of |x| that x_0 = 0 left open is that of the first coefficient of x that is not 0. Whether one changed.
  bool settle_signs() {
    bool changed = false;
    for (auto& s : motion.switches()) {
      const S* const x = motion.switch_argument(s);
      if (s.frozen || x[0] != S(0)) continue;
      for (int k = 1; k <= motion.switch_degree(s); ++k) {
        if (x[k] == S(0)) continue;
        changed = changed || (x[k] > S(0)) != (s.sign > S(0));
        s.sign = x[k] > S(0) ? S(1) : S(-1);
        break;
      }
    }
    return changed;
  }

  bool refactor(const std::vector<int>& list) {
    held.clear();
    for (const int a : list)
      if (!held.try_append(motion.W(), a)) return false;
    return true;
  }

  /// y += Σ H_α x_α over the held contacts.
  void add_reactions(std::vector<S>& y) const {
    for (int k = 0; k < held.size(); ++k) {
      const S* const h = motion.H(held.members()[index(k)]);
      for (int i = 0; i < n; ++i) y[index(i)] += h[i] * x_[index(k)];
    }
  }

  std::vector<S> x_;
};

}  // namespace unilateral::event_driven
