#include "proofs/enclosures/lohner/engine.hpp"

#include "proofs/enclosures/lohner/flow.hpp"

#include <cmath>
#include <map>

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

constexpr std::size_t most_impacts = 2000;
constexpr int most_steps = 100000;
/// A march gives up when its step is this fraction of the flow's.
constexpr double least_stride = 0x1p-40;

/// How much of a guard is known at the start of a step: it is ≥ 0 with its derivatives below this order. 0: nothing;
/// `open`: it is > 0.
constexpr int open = -1;

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
        reached_ = t_;
        step();
      }
      const vector end = set_.box();
      found_.end_position = exact(vector(end.begin(), end.begin() + n_));
      found_.end_velocity = exact(vector(end.begin() + n_, end.end()));
      found_.until = exact(horizon_);
      found_.proved = true;
    } catch (const stopped& by) {
      found_.undecided = "after t = " + text(reached_) + ": " + by.why;
      found_.until = exact(reached_);
    }
    return std::move(found_);
  }

 private:
  const phase& phase_with(std::optional<int> closed) {
    const auto known = phases_.find(closed.value_or(-1));
    return known != phases_.end() ? known->second
                                  : phases_.emplace(closed.value_or(-1), phase(bound_, closed)).first->second;
  }
  /// The guard of a gap while all contacts are open has the number of its constraint.
  const phase& free() { return phase_with(std::nullopt); }

  void begin() {
    if (!certainly_positive(horizon_)) throw stopped{"the final time is not proved positive"};
    std::vector<expression> initial = bound_.position;
    initial.insert(initial.end(), bound_.velocity.begin(), bound_.velocity.end());
    const vector y = evaluate(initial, n_, interval(0), vector(index(2 * n_)));
    for (const interval& minor : evaluate(leading_minors(bound_), n_, interval(0), y))
      if (!certainly_positive(minor)) throw stopped{"the kinetic metric is not proved positive definite"};
    set_ = around(y);

    const auto vanishes = [&](int constraint, bool rate) {
      const expression& gap = bound_.system.gap[index(constraint)];
      const expression x =
          at_the_start(rate ? total_derivative(gap, std::vector<expression>(index(n_), expression(0))) : gap, bound_);
      return x.is(0) || (x.op() == operation::subtract && to_text(x.left(), {}) == to_text(x.right(), {})) ||
             certainly_zero(evaluate({x}, n_, interval(0), y)[0]);
    };
    std::optional<int> touching;
    for (int a = 0; a < bound_.system.constraints(); ++a) {
      if (certainly_positive(free().derivative(index(a), 0, t_, y))) continue;
      if (!vanishes(a, false)) throw stopped{"the sign of gap " + std::to_string(a) + " is not known"};
      if (touching) throw stopped{"two contacts at once"};
      touching = a;
    }
    if (!touching) return change_to(std::nullopt, std::nullopt, 0, open);
    const interval rate = free().derivative(index(*touching), 1, t_, y);
    if (certainly_positive(rate)) return change_to(std::nullopt, touching, 1, open);
    if (certainly_negative(rate)) return shock(*touching, interval(0), y, interval(0));
    if (!vanishes(*touching, true))
      throw stopped{"the normal velocity of contact " + std::to_string(*touching) + " is neither 0 nor of known sign"};
    settle(*touching, interval(0), y, open);
  }

  void change_to(std::optional<int> closed, std::optional<int> gap, int order, int others) {
    phase_ = &phase_with(closed);
    known_.clear();
    for (const guard& g : phase_->guards())
      known_.push_back(g.is_gap && g.constraint == gap ? order : g.is_gap ? others : 0);
  }

  /// Gap and normal velocity are 0: closed if the free motion would enter the obstacle, open if it would leave.
  void settle(int constraint, const interval& t, const vector& y, int others) {
    const interval curvature = free().derivative(index(constraint), 2, t, y);
    if (certainly_negative(curvature)) {
      found_.contacts.push_back({constraint, exact(t), std::nullopt});
      change_to(constraint, std::nullopt, 0, others);
    } else if (certainly_positive(curvature)) {
      change_to(std::nullopt, constraint, 2, others);
    } else {
      throw stopped{"contact " + std::to_string(constraint) +
                    " is touched at normal velocity 0, and whether it stays closed depends on higher derivatives"};
    }
  }

  /// A shock at a time in t and a state in y; the motion is taken up again a time in `later` after it.
  void shock(int constraint, const interval& t, const vector& y, const interval& later) {
    if (found_.impacts.size() >= most_impacts) throw stopped{"more than " + std::to_string(most_impacts) + " impacts"};
    const vector jump = evaluate(shock_formulas(bound_, constraint), n_, t, y);
    if (!certainly_positive(jump.back())) throw stopped{"the impulse is not proved positive"};
    vector after(y.begin(), y.begin() + n_);
    after.insert(after.end(), jump.begin(), jump.end() - 1);
    found_.impacts.push_back({constraint, exact(t), exact(vector(y.begin(), y.begin() + n_)),
                              exact(vector(y.begin() + n_, y.end())), exact(vector(jump.begin(), jump.end() - 1)),
                              exact(jump.back())});
    reached_ = t;
    if (bound_.system.restitution.is(0))
      settle(constraint, t, after, 0);
    else
      change_to(std::nullopt, constraint, 1, 0);
    resume(t, after, later);
  }

  /// Right after an event every guard is shown to stay positive until the motion is taken up again.
  void resume(const interval& t, const vector& y, const interval& later) {
    const auto early = picard(*phase_, t, y, later);
    if (!early) throw stopped{"no box holds the motion right after an event"};
    const interval times = t + hull(interval(0), later);
    for (std::size_t g = 0; g < known_.size(); ++g) {
      if (!certainly_positive(phase_->derivative(g, std::max(known_[g], 0), times, early->box)))
        throw stopped{"a contact is not proved to stay open right after an event"};
      if (known_[g] == 0) known_[g] = open;
    }
    set_ = around(early->end);
  }

  // --- one step of the flow, with at most one event ---

  void step() {
    if (++found_.pieces > most_steps) throw stopped{"more than " + std::to_string(most_steps) + " steps of time"};
    double shorten = 1;
    for (int attempt = 0; attempt < 6; ++attempt, shorten *= 0.81) {
      const flow_step flow(*phase_, t_, set_, horizon_ - t_, shorten, digits_);
      if (!flow.enclosed()) throw stopped{"no step of time is short enough"};
      const auto crossing = sign_change(flow, 16);
      if (!crossing && passes(flow)) return;
      const auto found = crossing ? crossing : sign_change_where_stuck(flow);
      if (!found)
        throw stopped{"contact is neither proved nor excluded before t = " + text(t_ + flow.length()) +
                      " (a touch at normal velocity 0, or too few digits)"};
      if (event(flow, found->first, found->second)) return;
    }
    throw stopped{"an event is too close to the end of a step of time"};
  }

  /// No event in the whole step.
  bool passes(const flow_step& flow) {
    const interval end = upper_end(flow.length());
    for (std::size_t g = 0; g < known_.size(); ++g)
      if (!march(flow, g, end, false)) return false;
    set_ = flow.at(flow.length());
    t_ = t_ + flow.length();
    finished_ = flow.complete();
    known_.assign(known_.size(), open);
    return true;
  }

  /// Proved: guard g > 0 on (0, end]; `end_known`: its value at `end` has been proved positive.
  bool march(const flow_step& flow, std::size_t g, const interval& end, bool end_known) const {
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
      const interval τ = hull(from, to), t = t_ + τ;
      const vector y = flow.range(τ);
      const bool from_above = known == open || known > 0;
      bool positive = certainly_positive(phase_->derivative(g, 0, t, y)) ||
                      (known > 1 && certainly_positive(phase_->derivative(g, known, t, y)));
      if (!positive) {
        const interval rate = phase_->derivative(g, 1, t, y);
        positive = (from_above && certainly_positive(rate)) ||
                   (certainly_negative(rate) &&
                    ((last && end_known) || certainly_positive(phase_->derivative(g, 0, t_ + to, flow.range(to)))));
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
        if (!negative_at(flow, g, centre(stride * interval(j)))) continue;
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
    if (!certainly_positive(flow.length() - to) || !certainly_negative(value_over(g, t_ + to, flow.at(to))))
      return std::nullopt;
    return std::pair{g, bisected(flow, g, from, to)};
  }

  bool negative_at(const flow_step& flow, std::size_t g, const interval& τ) const {
    return rough(centre(phase_->derivative(g, 0, t_ + τ, flow.middle_state(τ)))) <= 0;
  }

  /// Not rigorous: the zero of a guard between an instant where it is positive and one where it isn't.
  interval bisected(const flow_step& flow, std::size_t g, interval low, interval high) const {
    for (int k = 0; k < precision::bits(); ++k) {
      const interval half = centre((low + high) / interval(2));
      (negative_at(flow, g, half) ? high : low) = half;
    }
    return high;
  }

  /// Mean value form of a guard over a set.
  interval value_over(std::size_t g, const interval& t, const parallelepiped& set) const {
    const vector gradient = phase_->gradient(g, t, set.box());
    interval sum = phase_->derivative(g, 0, t, set.m);
    for (std::size_t i = 0; i < gradient.size(); ++i) {
      interval offset;
      for (std::size_t j = 0; j < set.z.size(); ++j) offset = offset + set.B[i][j] * set.z[j];
      sum = sum + gradient[i] * offset;
    }
    return sum;
  }

  /// Steps 3 to 5. False when the bracket leaves the step, which a shorter one may avoid.
  bool event(const flow_step& flow, std::size_t g, const interval& guess) {
    const parallelepiped near = flow.at(guess);
    const interval slope = phase_->derivative(g, 1, t_ + guess, near.box());
    if (!certainly_negative(slope))
      throw stopped{"near t = " + text(t_ + guess) +
                    " a contact is approached at a normal velocity not proved negative"};
    interval slack = largest_size(value_over(g, t_ + guess, near) / slope) * interval(2), fine = interval(1) + guess;
    mpfi_mul_2si(fine.raw(), fine.raw(), 14 - precision::bits());
    slack = centre(slack + fine);
    interval a = centre(guess - slack);
    const interval span = centre(slack * interval(2));
    if (!certainly_positive(flow.length() - a - span)) {
      if (flow.complete()) throw stopped{"an event is too close to the final time"};
      return false;
    }
    if (!certainly_positive(a)) {
      if (known_[g] != open) throw stopped{"two events follow each other too closely"};
      a = interval(0);
    }
    const parallelepiped A = certainly_zero(a) ? set_ : flow.at(a);
    const interval before = value_over(g, t_ + a, A);
    if (!certainly_positive(before)) throw stopped{"the sign before an event is not proved near t = " + text(t_ + a)};
    const vector start = A.box();
    const auto around_event = picard(*phase_, t_ + a, start, hull(interval(0), span));
    if (!around_event) throw stopped{"no box holds the motion near t = " + text(t_ + a)};
    const interval times = t_ + a + hull(interval(0), span);
    const interval rate = phase_->derivative(g, 1, times, around_event->box);
    if (!certainly_negative(rate)) throw stopped{"an event is not proved transversal near t = " + text(t_ + a)};
    const interval N = -before / rate;
    if (!certainly_positive(N) || !certainly_positive(span - N))
      throw stopped{"an event is not proved to happen near t = " + text(t_ + a)};
    if (!certainly_zero(a) && !march(flow, g, a, true))
      throw stopped{"an earlier event is not excluded before t = " + text(t_ + a)};
    for (std::size_t other = 0; other < known_.size(); ++other)
      if (other != g && !((certainly_zero(a) || march(flow, other, a, false)) &&
                          certainly_positive(phase_->derivative(other, 0, times, around_event->box))))
        throw stopped{"another contact is not excluded before t = " + text(t_ + a)};

    const auto here = picard(*phase_, t_ + a, start, N);
    if (!here) throw stopped{"no box holds the motion near t = " + text(t_ + a)};
    const interval t = t_ + a + N, later = upper_end(N) - N;
    const guard& passed = phase_->guards()[g];
    const int constraint = passed.constraint;
    const interval next_start = t_ + a + upper_end(N);
    if (passed.is_gap) {
      if (phase_->closed()) throw stopped{"an impact near t = " + text(t) + " while another contact is closed"};
      shock(constraint, t, here->end, later);
    } else {
      found_.contacts.back().to = exact(t);
      reached_ = t;
      change_to(std::nullopt, constraint, 3, 0);  // gap, rate and, the reaction being 0, second derivative vanish
      resume(t, here->end, later);
    }
    t_ = next_start;
    return true;
  }

  statement bound_;
  int digits_;
  precision precision_;
  enclosure found_;
  int n_;
  interval horizon_;
  interval t_, reached_;
  parallelepiped set_;
  std::map<int, phase> phases_;
  const phase* phase_ = nullptr;
  std::vector<int> known_;
  mutable std::pair<std::size_t, interval> stuck_{};  ///< guard and instant where the march gave up last
  bool finished_ = false;
};

}  // namespace

enclosure enclose(const statement& bound, const request& how) { return search(bound, how).run(); }
std::string library_version() { return std::string("MPFI ") + mpfi_get_version(); }

}  // namespace unilateral::enclosures::lohner
