#include "proofs/enclosures/lohner/engine.hpp"

#include "proofs/enclosures/allowance.hpp"
#include "proofs/enclosures/coincidence.hpp"
#include "proofs/enclosures/lohner/accumulation.hpp"
#include "proofs/enclosures/lohner/flow.hpp"
#include "proofs/enclosures/vanishing.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace unilateral::enclosures::lohner {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// The end of the proof, for a reason.
struct stopped {
  std::string why;
};

bracket exact(const interval& x) {
  if (!is_finite(x)) throw stopped{"a number of the answer is not finite"};
  const auto [lower, upper] = ends(x);
  return {lower, upper};
}
std::vector<bracket> exact(const vector& x) {
  std::vector<bracket> found;
  for (const interval& c : x) found.push_back(exact(c));
  return found;
}
std::string text(const interval& t) {
  char digits[32];
  std::snprintf(digits, sizeof digits, "%.9g", rough(t));
  return digits;
}
interval upper_end(const interval& x) {
  interval z;
  mpfi_set_fr(z.raw(), &x.raw()->right);
  return z;
}

constexpr std::size_t most_impacts = 5000;
constexpr int most_steps = 100000;
/// A march gives up when its step is this fraction of the flow's.
constexpr double least_stride = 0x1p-40;

/// How much of a guard is known at the start of a step: it is ≥ 0 with its derivatives below this order. 0: nothing;
/// `open`: it is > 0.
constexpr int open = -1;

/// Accumulations are entered at a distance of 10^−digits/2: what is unknown of them is of second order. Or after so
/// many impacts, if they are known as well as that.
constexpr std::size_t many_impacts = 400;

/// Choices among contacts at once are tried one by one.
constexpr std::size_t most_together = 8;

interval lower_end(const interval& x) {
  interval z;
  mpfi_set_fr(z.raw(), &x.raw()->left);
  return z;
}
/// Without the time.
vector state_of(const vector& x) { return vector(x.begin(), x.end() - 1); }

class search {
 public:
  search(const statement& bound, const request& how)
      : bound_(bound),
        digits_(how.digits),
        precision_(how.digits * 10 / 3 + 48),
        n_(bound.system.degrees_of_freedom()),
        horizon_(evaluate({bound.horizon}, n_, interval(0), vector(index(2 * n_)))[0]) {
    found_.bits = precision::bits();
  }

  enclosure run() {
    try {
      begin();
      while (!finished_) {
        reached_ = set_.box().back();
        allowance::reached(rough(reached_) / rough(horizon_));
        step();
      }
      const vector end = set_.box();
      found_.end_position = exact(vector(end.begin(), end.begin() + n_));
      found_.end_velocity = exact(vector(end.begin() + n_, end.end() - 1));
      found_.until = exact(horizon_);
      found_.proved = true;
    } catch (const stopped& by) {
      undecided(by.why);
    } catch (const work_spent& by) {
      undecided(by.limit + "; what kept it busy: " + busy_);
    }
    return std::move(found_);
  }

 private:
  void undecided(const std::string& why) {
    // A time that is not known at all, after errors that grew without bound, says nothing of the motion.
    const bool known = certainly_positive(horizon_ - reached_);
    found_.undecided = "after t = " + (known ? text(reached_) : "0") + ": " + why;
    found_.until = known ? exact(reached_) : bracket{0, 0};
  }

  const phase& phase_with(const touching& with) {
    const auto known = phases_.find(with);
    return known != phases_.end() ? known->second : phases_.emplace(with, phase(bound_, with)).first->second;
  }
  /// The guard of a gap while all contacts are open has the number of its constraint.
  const phase& free() { return phase_with({}); }

  void begin() {
    at_first_ = coincidence_of(bound_);
    if (!certainly_positive(horizon_)) throw stopped{"the final time is not proved positive"};
    std::vector<expression> initial = bound_.position;
    initial.insert(initial.end(), bound_.velocity.begin(), bound_.velocity.end());
    const vector y = evaluate(initial, n_, interval(0), vector(index(2 * n_)));
    if (!certainly_definite(bound_, interval(0), y))
      throw stopped{"the kinetic metric is not proved positive definite"};
    metric_is_constant_ = std::all_of(bound_.system.mass.begin(), bound_.system.mass.end(),
                                      [](const mass_entry& entry) { return entry.value.is_constant(); });
    vector start = y;
    start.push_back(interval(0));
    set_ = around(start);
    const interval t(0);

    const auto is_zero = [&](int constraint, bool rate) {
      const expression& gap = bound_.system.gap[index(constraint)];
      const expression x =
          at_the_start(rate ? total_derivative(gap, std::vector<expression>(index(n_), expression(0))) : gap, bound_);
      return vanishes(x) || certainly_zero(evaluate({x}, n_, interval(0), y)[0]);
    };
    contacts hitting, at_rest;
    std::map<int, int> leaving;
    for (int a = 0; a < bound_.system.constraints(); ++a) {
      if (certainly_positive(free().derivative(index(a), 0, t, y))) continue;
      if (!is_zero(a, false)) throw stopped{"the sign of gap " + std::to_string(a) + " is not known"};
      const interval rate = free().derivative(index(a), 1, t, y);
      if (certainly_positive(rate))
        leaving[a] = 1;
      else if (certainly_negative(rate))
        hitting.push_back(a);
      else if (is_zero(a, true))
        at_rest.push_back(a);
      else
        throw stopped{"the normal velocity of contact " + std::to_string(a) + " is neither 0 nor of known sign"};
    }
    const bool is_free = hitting.empty() && at_rest.empty();
    for (int a = 0; a < bound_.system.constraints(); ++a) {  // multiples of what is > 0 at the start
      int& other = at_first_->followed[index(a)];
      if (leaving.contains(a) || leaving.contains(other)) other = -1;
    }
    if (is_free) return change_to({}, leaving, t);
    at_first_.reset();
    if (hitting.empty()) return settle(at_rest, leaving);
    shock(hitting, at_rest, leaving, set_.box(), set_.B, vector(start.size()));
  }

  static bool among(int a, const contacts& list) { return std::count(list.begin(), list.end(), a) != 0; }
  static bool lasts(int a, const touching& with) { return among(a, with.pressed) || among(a, with.loose); }

  /// Contacts begin and end. `leaving`: gaps that are ≥ 0 now, with so many derivatives, itself included; all others
  /// but those of contacts are > 0.
  /// A contact lasts where derivatives of its gap say so.
  void expect_smooth(int constraint) const {
    if (has_kinks(bound_.system.gap[index(constraint)]))
      throw stopped{"gap " + std::to_string(constraint) +
                    " has kinks or jumps, and a contact at it that lasts is not followed past them"};
  }

  void change_to(const touching& with, const std::map<int, int>& leaving, const interval& t) {
    for (int a = 0; a < bound_.system.constraints(); ++a)
      if (lasts(a, with)) expect_smooth(a);
    for (contact_enclosure& contact : found_.contacts)
      if (!contact.to && !lasts(contact.constraint, with)) contact.to = exact(t);
    for (int a = 0; a < bound_.system.constraints(); ++a)
      if (lasts(a, with) && !lasts(a, touching_)) found_.contacts.push_back({a, exact(t), std::nullopt});
    touching_ = with;
    phase_ = &phase_with(with);
    known_.clear();
    for (const guard& g : phase_->guards()) {
      const auto left = leaving.find(g.constraint);
      known_.push_back(!g.is_gap ? 0 : left != leaving.end() ? left->second : open);
    }
  }

  /// The sublist that the bits of a number choose.
  static contacts part(const contacts& of, unsigned bits) {
    contacts chosen;
    for (std::size_t k = 0; k < of.size(); ++k)
      if (((bits >> k) & 1u) != 0) chosen.push_back(of[k]);
    return chosen;
  }
  static unsigned parts(const contacts& of) {
    if (of.size() > most_together) throw stopped{"more than " + std::to_string(most_together) + " contacts at once"};
    return 1u << of.size();
  }

  /// Gaps and normal velocities are 0: of the sublists one at most has reactions > 0 and keeps the other gaps from
  /// closing: their second derivatives are > 0, or 0 as formulas.
  void settle(const contacts& at_rest, const std::map<int, int>& leaving) {
    const vector y = set_.box();
    const unsigned all = parts(at_rest);
    if (at_rest.size() > 1) {
      if (!independent(bound_, at_rest)) throw stopped{"the gradients of contacts at once depend on each other"};
      for (const int a : at_rest)
        if (moves(bound_, a))
          throw stopped{"contact " + std::to_string(a) +
                        " moves, and lasts beside others: that there is one motion only is not known"};
    }
    for (unsigned bits = all; bits-- > 0;) {
      touching next{part(at_rest, bits), {}};
      std::map<int, int> opening = leaving;
      const phase& moved = phase_with(next);
      bool consistent = true;
      for (std::size_t g = 0; consistent && g < moved.guards().size(); ++g) {
        const guard& of = moved.guards()[g];
        if (!of.is_gap) {
          consistent = certainly_positive(moved.derivative(g, 0, y.back(), state_of(y)));
        } else if (among(of.constraint, at_rest)) {
          if (certainly_positive(moved.derivative(g, 2, y.back(), state_of(y))))
            opening[of.constraint] = 2;
          else if (has_no_curvature(bound_, of.constraint, next.pressed))
            next.loose.push_back(of.constraint);
          else
            consistent = false;
        }
      }
      if (!consistent) continue;
      for (const int a : next.loose)
        if (moves(bound_, a))
          throw stopped{"contact " + std::to_string(a) +
                        " moves, and its gap stays 0 by itself: that there is one motion only is not known"};
      return change_to(next, opening, y.back());
    }
    throw stopped{(at_rest.size() == 1 ? "contact " + std::to_string(at_rest[0]) + " is touched"
                                       : std::to_string(at_rest.size()) + " contacts are touched") +
                  " at normal velocity 0, and whether contact lasts depends on higher derivatives: no choice of those "
                  "that stay has reactions proved > 0 and second derivatives of the other gaps > 0"};
  }

  const formula_list& shock_at(const contacts& active, const contacts& others) {
    const auto known = shocks_.find({active, others});
    return known != shocks_.end()
               ? known->second
               : shocks_.emplace(std::pair(active, others), formula_list(shock_formulas(bound_, active, others), n_))
                     .first->second;
  }

  /// All states c + A z, each at its own time, meet the obstacle at `hitting`, and touch it elsewhere, at the rate 0 or
  /// leaving. A shock J takes them to J(c) + DJ A z; its impulses are > 0, and so are the rates of the constraints
  /// without one, halfway and after, but where 0 stays 0.
  void shock(const contacts& hitting, const contacts& at_rest, const std::map<int, int>& leaving, const vector& c,
             const matrix& A, const vector& z) {
    if (found_.impacts.size() >= most_impacts) throw stopped{"more than " + std::to_string(most_impacts) + " impacts"};
    contacts touched = hitting;
    touched.insert(touched.end(), at_rest.begin(), at_rest.end());
    for (const auto& [a, order] : leaving) touched.push_back(a);
    std::sort(touched.begin(), touched.end());
    const vector arriving = box_of(c, A, z);
    const bool soft = bound_.system.restitution.is(0);
    for (unsigned bits = parts(touched); bits-- > 1;) {
      const contacts active = part(touched, bits), others = part(touched, ~bits);
      if (!soft && std::any_of(active.begin(), active.end(), [&](int a) { return leaving.contains(a); })) continue;
      if (active.size() > 1 && !independent(bound_, active)) continue;
      const formula_list& J = shock_at(active, others);
      const vector jump = J.values(c.back(), state_of(c));
      const matrix slope = J.jacobian(arriving.back(), state_of(arriving));
      const auto over_set = [&](std::size_t k) { return box_of({jump[k]}, {product(slope[k], A)}, z)[0]; };
      std::map<int, int> opening;
      contacts resting;
      bool consistent = true;
      for (std::size_t k = 0; consistent && k < active.size(); ++k) {
        consistent = certainly_positive(over_set(index(n_) + k));
        if (soft || among(active[k], at_rest))
          resting.push_back(active[k]);
        else
          opening[active[k]] = 1;
      }
      for (std::size_t k = 0; consistent && k < others.size(); ++k) {
        const std::size_t place = index(n_) + active.size() + 2 * k;
        const bool is_held =
            at_first_ && among(others[k], hitting) &&
            at_first_->vanishes(shock_formulas(bound_, active, {others[k]}).at(index(n_) + active.size()));
        if ((is_held || certainly_positive(over_set(place))) && certainly_positive(over_set(place + 1)))
          opening[others[k]] = 1;
        else if (is_held && soft)
          resting.push_back(others[k]);
        else if (among(others[k], at_rest) &&
                 std::all_of(active.begin(), active.end(), [&](int a) { return uncoupled(bound_, a, others[k]); }))
          resting.push_back(others[k]);
        else
          consistent = false;
      }
      if (!consistent) continue;
      std::sort(resting.begin(), resting.end());
      record_shock(hitting, active, c, A, z, jump, slope);
      at_first_.reset();
      if (touched.size() > 1 || !resting.empty()) return settle(resting, opening);
      change_to({}, opening, arriving.back());
      return look_for_limit(active[0]);
    }
    throw stopped{touched.size() == 1 ? "the impulse is not proved positive"
                                      : "no choice among " + std::to_string(touched.size()) +
                                            " contacts at once has impulses proved > 0 and rates of the others > 0"};
  }

  void record_shock(const contacts& hitting, const contacts& active, const vector& c, const matrix& A, const vector& z,
                    const vector& jump, const matrix& slope) {
    vector after = c;
    matrix turned = A;
    for (int i = 0; i < n_; ++i) {
      after[index(n_ + i)] = jump[index(i)];
      turned[index(n_ + i)] = product(slope[index(i)], A);
    }
    const vector arriving = box_of(c, A, z), leaving = box_of(after, turned, z);
    const auto half = [&](const vector& y, int from) { return exact(vector(y.begin() + from, y.begin() + from + n_)); };
    impact_enclosure impact{-1, exact(arriving.back()), half(arriving, 0), half(arriving, n_), half(leaving, n_), {},
                            {}};
    const auto first = std::find_if(active.begin(), active.end(), [&](int a) { return among(a, hitting); });
    const std::size_t main = first == active.end() ? 0 : static_cast<std::size_t>(first - active.begin());
    // At one of those that are hit first; then at the others that are, then at the rest.
    std::vector<impulse_enclosure> rest;
    for (std::size_t k = 0; k < active.size(); ++k) {
      const std::size_t row = index(n_) + k;
      const impulse_enclosure P{active[k], exact(box_of({jump[row]}, {product(slope[row], A)}, z)[0])};
      if (k == main) {
        impact.constraint = P.constraint;
        impact.impulse = P.impulse;
      } else {
        (among(active[k], hitting) ? impact.also : rest).push_back(P);
      }
    }
    impact.also.insert(impact.also.end(), rest.begin(), rest.end());
    if (!certainly_positive(horizon_ - arriving.back()))
      throw stopped{"errors have grown until the time of an impact is not proved to be before the final time"};
    found_.impacts.push_back(std::move(impact));
    reached_ = arriving.back();
    set_ = framed(after, turned, z);
    limit_.reset();
  }

  void look_for_limit(int constraint) {
    ++in_a_row_;
    limit_ = limit_of_impacts(bound_, free(), constraint, set_.box());
    if (!limit_) return;
    const double near = std::pow(10., -digits_ / 2.);
    if (!certainly_positive(horizon_ - limit_->y.back()))
      limit_.reset();
    else if (rough(limit_->y.back() - reached_) < near ||
             (in_a_row_ >= many_impacts && rough(upper_end(limit_->y.back()) - lower_end(limit_->y.back())) < near))
      come_to_rest();
  }

  /// The impacts accumulate, and the contact closes.
  void come_to_rest() {
    const impact_limit limit = *limit_;
    limit_.reset();
    expect_smooth(limit.constraint);
    in_a_row_ = 0;
    const vector& y = limit.y;
    found_.accumulations.push_back({limit.constraint, exact(y.back()), exact(vector(y.begin(), y.begin() + n_)),
                                    exact(vector(y.begin() + n_, y.end() - 1)), found_.impacts.size()});
    set_ = around(y);
    reached_ = y.back();
    change_to({{limit.constraint}, {}}, {}, y.back());
  }

  // --- one step of the flow, with at most one event ---

  void step() {
    try {
      next_step();
    } catch (const stopped&) {
      if (!limit_) throw;
      come_to_rest();
    }
  }

  void next_step() {
    if (++found_.pieces > most_steps) throw stopped{"more than " + std::to_string(most_steps) + " steps of time"};
    interval longest = largest_size(horizon_ - set_.box().back());
    bool to_horizon = true;
    double shorten = 1;
    for (int attempt = 0; attempt < 7; ++attempt) {
      busy_ = "steps of time near t = " + text(set_.m.back());
      const flow_step flow(*phase_, set_, longest, shorten, digits_);
      if (!flow.enclosed()) throw stopped{"no step of time is short enough"};
      if (!certainly_positive(flow.length() - least_step()))
        throw stopped{"steps of time shrink to nothing: a formula has no value, or is not analytic, right after"};
      if (!definite_over(flow)) throw stopped{"the kinetic metric is not proved positive definite right after"};
      const auto crossing = sign_change(flow, 16);
      if (crossing && to_horizon && rough(crossing->second) < rough(flow.length()) / 2) {
        // A step as short as the flight: what a longer one leaves out is that of its length.
        longest = point(rough(crossing->second) * 1.125);
        to_horizon = false;
        shorten = 1;
        continue;
      }
      if (!crossing && passes(flow, to_horizon)) return;
      const auto found = crossing ? crossing : sign_change_where_stuck(flow);
      if (!found)
        throw stopped{"contact is neither proved nor excluded before t = " + text(set_.m.back() + flow.length()) +
                      " (" + inequality(stuck_.first) + ": a touch at normal velocity 0, or too few digits)"};
      if (event(flow, found->first, found->second, to_horizon)) return;
      shorten *= 0.81;
    }
    throw stopped{"an event is too close to the end of a step of time"};
  }

  /// The metric on the whole step, where it varies. It is proved of itself: where forces do not ask for M⁻¹, an
  /// acceleration has a value beyond a state at which M is singular.
  bool definite_over(const flow_step& flow) const {
    if (metric_is_constant_) return true;
    constexpr int parts = 16;
    for (int j = 0; j < parts; ++j) {
      const interval τ = hull(flow.length() * interval(j) / interval(parts),
                              j + 1 == parts ? flow.length() : flow.length() * interval(j + 1) / interval(parts));
      if (!certainly_definite(bound_, flow.times(τ), flow.range(τ))) return false;
    }
    return true;
  }

  /// What this precision does not tell from no step.
  interval least_step() const {
    interval x = largest_size(set_.m.back()) + horizon_;
    mpfi_mul_2si(x.raw(), x.raw(), 8 - precision::bits());
    return x;
  }

  /// Whether another gap is 0 no later.
  bool has_leader(std::size_t g) const {
    const guard& of = phase_->guards()[g];
    return of.is_gap && at_first_ && at_first_->followed[index(of.constraint)] >= 0;
  }

  std::string inequality(std::size_t g) const {
    const guard& of = phase_->guards()[g];
    return (of.is_gap ? "gap " : "reaction ") + std::to_string(of.constraint) + " > 0";
  }

  /// No event in the whole step.
  bool passes(const flow_step& flow, bool to_horizon) {
    const interval end = upper_end(flow.length());
    for (std::size_t g = 0; g < known_.size(); ++g)
      if (!has_leader(g) && !march(flow, g, end, false)) return false;
    finished_ = flow.complete() && to_horizon;
    set_ = finished_ ? at_horizon(flow) : flow.at(flow.length());
    known_.assign(known_.size(), open);
    return true;
  }

  /// All members of the step where they meet a surface w = 0, at a time in τ each, the one from the middle at one in
  /// τ_m: c + A z. With the rates F of (q, v, t) there and ẇ = ∇w F ≠ 0, that time has derivatives −∇w Y B/ẇ, and
  ///
  ///   A = (1 − F ∇w/ẇ) Y B
  struct affine {
    vector c;
    matrix A;
  };
  affine on_surface(const flow_step& flow, const interval& τ_m, const interval& τ, const vector& states,
                    const vector& slopes) const {
    vector F = phase_->field(flow.times(τ), states);
    F.push_back(interval(1));
    interval rate;
    for (std::size_t i = 0; i < F.size(); ++i) rate = rate + slopes[i] * F[i];
    affine found{flow.middle_at(τ_m), flow.edges(τ)};
    const vector along = product(slopes, found.A);
    for (std::size_t i = 0; i < F.size(); ++i)
      for (std::size_t j = 0; j < along.size(); ++j) found.A[i][j] = found.A[i][j] - F[i] * along[j] / rate;
    return found;
  }

  /// The surface T − t = 0.
  parallelepiped at_horizon(const flow_step& flow) const {
    vector slopes(index(2 * n_ + 1));
    slopes.back() = interval(-1);
    const interval τ = horizon_ - set_.box().back();
    if (!certainly_positive(τ)) throw stopped{"an event is too close to the final time"};
    const auto [c, A] = on_surface(flow, horizon_ - set_.m.back(), τ, flow.range(τ), slopes);
    return framed(c, A, set_.z);
  }

  /// Proved: guard g > 0 on (0, end]; `end_known`: its value at `end` has been proved positive.
  bool march(const flow_step& flow, std::size_t g, const interval& end, bool end_known) const {
    busy_ = "showing " + inequality(g) + " between t = " + text(set_.m.back()) + " and " + text(set_.m.back() + end);
    interval from(0), stride = end;
    int known = known_[g];
    const double give_up = rough(end) * least_stride;
    while (rough(from) < rough(end) || certainly_positive(end - from)) {
      if (!(rough(stride) > give_up)) {
        stuck_ = {g, from};
        return false;
      }
      interval to = centre(from + stride);
      const bool last = !certainly_positive(end - to);
      if (last) to = end;
      const interval τ = hull(from, to), t = flow.times(τ);
      const vector y = flow.range(τ);
      const bool from_above = known == open || known > 0;
      // Where it has no value, at a kink or a jump, its derivatives say nothing of it.
      const interval value = phase_->derivative(g, 0, t, y);
      bool positive = certainly_positive(value) ||
                      (is_finite(value) && known > 1 && certainly_positive(phase_->derivative(g, known, t, y)));
      if (!positive && is_finite(value)) {
        const interval rate = phase_->derivative(g, 1, t, y);
        positive =
            (from_above && certainly_positive(rate)) ||
            (certainly_negative(rate) &&
             ((last && end_known) || certainly_positive(phase_->derivative(g, 0, flow.times(to), flow.range(to)))));
      }
      if (positive) {
        from = to;
        known = open;
        stride = stride * interval(2);
        if (last) return true;
      } else {
        stride = centre(stride / interval(2));
      }
    }
    return true;
  }

  /// Not rigorous: the first guard that changes sign on the motion from the middle, and when.
  std::optional<std::pair<std::size_t, interval>> sign_change(const flow_step& flow, int samples) const {
    const interval stride = centre(flow.length()) / interval(samples);
    for (int j = 1; j <= samples; ++j) {
      std::optional<std::pair<std::size_t, interval>> first;
      for (std::size_t g = 0; g < known_.size(); ++g) {
        if (has_leader(g) || !negative_at(flow, g, centre(stride * interval(j)))) continue;
        const interval high = bisected(flow, g, centre(stride * interval(j - 1)), centre(stride * interval(j)));
        if (!first || rough(high) < rough(first->second)) first = {g, high};
      }
      if (first) return first;
    }
    return std::nullopt;
  }

  /// Where the march gave up: a guard that is proved negative right after has changed sign.
  std::optional<std::pair<std::size_t, interval>> sign_change_where_stuck(const flow_step& flow) const {
    const auto& [g, from] = stuck_;
    const interval to = centre(from + point(8 * least_stride) * flow.length());
    if (!certainly_positive(flow.length() - to) || !certainly_negative(value_over(g, flow.at(to)))) return std::nullopt;
    return std::pair{g, bisected(flow, g, from, to)};
  }

  bool negative_at(const flow_step& flow, std::size_t g, const interval& τ) const {
    return rough(middle_value(flow, g, 0, τ)) <= 0;
  }

  /// Not rigorous: the zero of a guard between an instant where it is positive and one where it isn't.
  interval bisected(const flow_step& flow, std::size_t g, interval low, interval high) const {
    for (int k = 0; k < precision::bits(); ++k) {
      const interval half = centre((low + high) / interval(2));
      (negative_at(flow, g, half) ? high : low) = half;
    }
    return high;
  }

  /// A derivative of a guard on the motion from the middle.
  interval middle_value(const flow_step& flow, std::size_t g, int order, const interval& τ) const {
    const vector y = flow.middle_at(τ);
    return phase_->derivative(g, order, y.back(), state_of(y));
  }

  /// Mean value form of a guard over a set.
  interval value_over(std::size_t g, const parallelepiped& set) const {
    const vector box = set.box();
    const vector gradient = phase_->gradient(g, box.back(), state_of(box));
    interval sum = phase_->derivative(g, 0, set.m.back(), state_of(set.m));
    for (std::size_t i = 0; i < gradient.size(); ++i) {
      interval offset;
      for (std::size_t j = 0; j < set.z.size(); ++j) offset = offset + set.B[i][j] * set.z[j];
      sum = sum + gradient[i] * offset;
    }
    return sum;
  }

  /// Steps 3 to 5. False when the bracket leaves the step, which a shorter one may avoid.
  bool event(const flow_step& flow, std::size_t g, const interval& guess, bool to_horizon) {
    busy_ = "an event near t = " + text(set_.m.back() + guess);
    const parallelepiped near = flow.at(guess);
    const vector box = near.box();
    const interval slope = phase_->derivative(g, 1, box.back(), state_of(box));
    if (!certainly_negative(slope))
      throw stopped{"near t = " + text(box.back()) +
                    " a contact is approached at a normal velocity not proved negative"};
    interval slack = largest_size(value_over(g, near) / slope) * interval(2), fine = guess;
    mpfi_mul_2si(fine.raw(), fine.raw(), 14 - precision::bits());
    slack = centre(slack + fine);
    interval a = centre(guess - slack);
    const interval span = centre(slack * interval(2));
    if (!certainly_positive(flow.length() - a - span)) {
      if (flow.complete() && to_horizon) throw stopped{"an event is too close to the final time"};
      return false;
    }
    if (!certainly_positive(a)) {
      if (known_[g] != open) throw stopped{"two events follow each other too closely"};
      a = interval(0);
    }
    const parallelepiped A = certainly_zero(a) ? set_ : flow.at(a);
    const std::string when = text(A.m.back());
    const interval before = value_over(g, A);
    if (!certainly_positive(before)) throw stopped{"the sign before an event is not proved near t = " + when};
    const vector start = A.box();
    const auto around_event = picard(*phase_, start.back(), state_of(start), hull(interval(0), span));
    if (!around_event) throw stopped{"no box holds the motion near t = " + when};
    const interval times = start.back() + hull(interval(0), span);
    if (!certainly_positive(horizon_ - times)) throw stopped{"an event is too close to the final time"};
    if (!is_finite(phase_->derivative(g, 0, times, around_event->box)))
      throw stopped{"an event is at a kink or a jump near t = " + when};
    const interval rate = phase_->derivative(g, 1, times, around_event->box);
    if (!certainly_negative(rate)) throw stopped{"an event is not proved transversal near t = " + when};
    const interval N = -before / rate;
    if (!certainly_positive(N) || !certainly_positive(span - N))
      throw stopped{"an event is not proved to happen near t = " + when};
    if (!certainly_zero(a) && !march(flow, g, a, true))
      throw stopped{"an earlier event is not excluded before t = " + when};
    for (std::size_t other = 0; other < known_.size(); ++other)
      if (other != g && !has_leader(other) &&
          !((certainly_zero(a) || march(flow, other, a, false)) &&
            certainly_positive(phase_->derivative(other, 0, times, around_event->box))))
        throw stopped{"another contact is not excluded before t = " + when + " (" + inequality(other) + ")"};

    const auto here = picard(*phase_, start.back(), state_of(start), N);
    if (!here) throw stopped{"no box holds the motion near t = " + when};
    const guard& passed = phase_->guards()[g];
    const interval τ = a + N;
    const auto [c, edges] =
        on_surface(flow, event_of_middle(flow, g, τ), τ, here->end, phase_->gradient(g, flow.times(τ), here->end));
    const int constraint = passed.constraint;
    if (passed.is_gap) {
      contacts at_rest = touching_.pressed;
      at_rest.insert(at_rest.end(), touching_.loose.begin(), touching_.loose.end());
      std::sort(at_rest.begin(), at_rest.end());
      contacts hitting{constraint};
      for (int other = 0; at_first_ && other < bound_.system.constraints(); ++other)
        if (at_first_->followed[index(other)] == constraint) hitting.push_back(other);
      shock(hitting, at_rest, {}, c, edges, set_.z);
    } else {
      set_ = framed(c, edges, set_.z);
      reached_ = set_.box().back();
      touching next = touching_;
      std::erase(next.pressed, constraint);
      for (const int loose : next.loose)
        if (!has_no_curvature(bound_, loose, next.pressed))
          throw stopped{"a contact opens near t = " + when + " beside one whose gap is 0 by itself"};
      change_to(next, {{constraint, 3}}, reached_);  // gap, rate and, the reaction being 0, second derivative vanish
    }
    return true;
  }

  /// The time of an event on the motion from the middle, known to be in τ: Newton's operator, twice.
  interval event_of_middle(const flow_step& flow, std::size_t g, interval τ) const {
    for (int k = 0; k < 2; ++k) {
      const interval half = centre(τ), rate = middle_value(flow, g, 1, τ);
      if (!certainly_negative(rate)) break;
      const interval newton = half - middle_value(flow, g, 0, half) / rate;
      interval both;
      mpfi_intersect(both.raw(), τ.raw(), newton.raw());
      if (!is_finite(both) || mpfi_is_empty(both.raw()) != 0) break;
      τ = both;
    }
    return τ;
  }

  statement bound_;
  int digits_;
  precision precision_;
  enclosure found_;
  int n_;
  std::optional<coincidence> at_first_;  ///< up to the first event
  interval horizon_;
  interval reached_;
  parallelepiped set_;  ///< each member at its own time
  std::map<touching, phase> phases_;
  touching touching_;
  std::map<std::pair<contacts, contacts>, formula_list> shocks_;
  const phase* phase_ = nullptr;
  std::vector<int> known_;
  std::optional<impact_limit> limit_;  ///< of the impacts, if they accumulate after the last one
  std::size_t in_a_row_ = 0;           ///< impacts since the last contact
  mutable std::string busy_ = "the start";
  bool metric_is_constant_ = true;
  mutable std::pair<std::size_t, interval> stuck_{};  ///< guard and instant where the march gave up last
  bool finished_ = false;
};

}  // namespace

enclosure enclose(const statement& bound, const request& how) { return search(bound, how).run(); }
std::string library_version() { return std::string("MPFI ") + mpfi_get_version(); }

}  // namespace unilateral::enclosures::lohner
