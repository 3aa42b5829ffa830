#pragma once
/// The run: on which side of every switch the motion is, what touches, the step, the first event on it, and what happens there.

#include "problems/language/input_error.hpp"
#include "problems/language/run_watch.hpp"
#include "solvers/gauss_collocation/accumulation.hpp"
#include "solvers/gauss_collocation/gauss_collocation.hpp"
#include "solvers/gauss_collocation/shock.hpp"
#include "solvers/gauss_collocation/step_events.hpp"
#include "solvers/gauss_collocation/work_limit.hpp"

namespace unilateral::gauss_collocation {

/// Stages: the step then is about a sixth of the distance to the nearest singularity of the motion, and coefficients fall by 25 each.
/// A second opinion has a sixth fewer.
template <class S>
int stages(bool second_opinion = false) {
  const int s = 3 * scalar_traits<S>::digits / 4 + 4;
  return second_opinion ? s - s / 6 : s;
}

template <class S, bool second_opinion>
const gauss_basis<working<S>>& tables() {
  static const auto made = gauss_basis<working<S>>::template made_in<wider<S>>(stages<S>(second_opinion), rounded<working<S>, wider<S>>);
  return made;
}

template <scalar S>
class event_loop {
  using W = working<S>;
  using vector = vector_of<W>;

 public:
  event_loop(const statement& question, const request& asked)
      : systems_(question.system, asked.second_opinion ? tables<S, true>() : tables<S, false>(), rounded<W>(S(epsilon<S>() / S(4)))),
        record_(question.system.degrees_of_freedom(), question.system.constraints(), stages<S>(), asked.record),
        shock_(record_),
        watch_(asked),
        n_(question.system.degrees_of_freedom()),
        end_(asked.until ? exact<W>(*asked.until) : constant_value<W>(question.horizon)),
        σ_(static_cast<std::size_t>(systems_.formulas.count()), 1),
        largest_gradient_(vector::Zero(question.system.constraints())) {
    now_.t = W(0);
    now_.q = now_.v = now_.q_moved = now_.v_moved = vector::Zero(n_);
    for (int i = 0; i < n_; ++i) {
      now_.q[i] = constant_value<W>(question.position[static_cast<std::size_t>(i)]);
      now_.v[i] = constant_value<W>(question.velocity[static_cast<std::size_t>(i)]);
    }
    now_.v_moved = now_.v.cwiseAbs();
    h_ = end_ / W(asked.second_opinion ? 41 : 32);
    growth_ = asked.second_opinion ? exact<W>("0.9") : W(1);
  }

  solution<S> run() && {
    while (goes_on() && end_ - now_.t > W(4) * epsilon<W>() * end_) {
      advance();
      if (watch_.expired(to_double(W(now_.t / end_)))) record_.stop(watch_.reason(), now_.t);
      if (const auto busy = work_.exceeded(now_.t, end_); goes_on() && busy) record_.stop(closing_walls() + *busy, now_.t);
    }
    if (goes_on() && begin_step() && !sets_.approaching.empty()) collide();
    if (goes_on()) now_.t = end_;
    record_.end(now_.t, now_.q, now_.v);
    record_.answer.counts.force_evaluations = systems_.force_evaluations();
    return std::move(record_.answer);
  }

 private:
  bool goes_on() const { return record_.answer.completed(); }

  // --- on which side of the switches ---

  /// Sets σ as the arguments are. Those that are 0 go where their rate tells; without a rate they are undecided.
  void settle_switches() {
    using std::abs;
    switched_.clear();
    for (int round = 0; round <= static_cast<int>(σ_.size()); ++round) {
      system_ = systems_.with(σ_);
      undecided_.clear();
      if (system_ == nullptr) return;
      branch_signs wanted = σ_;
      for (std::size_t k = 0; k < σ_.size(); ++k) {
        watched_function<W>& g = system_->switches[k];
        const auto y = g.at(now_.t, now_.q, now_.v, vector::Zero(n_));
        const W zero = W(slack) * epsilon<W>() * g.size(now_.t, now_.q, now_.v, now_.q_moved, now_.v_moved);
        const int number = static_cast<int>(k);
        if (!arguments_at_zero_.contains(number) && abs(y.value) > zero) {
          wanted[k] = y.value > W(0) ? 1 : -1;
          continue;
        }
        switched_.insert(number);
        const W zero_rate = W(slack) * epsilon<W>() * g.rate_size(now_.t, now_.q, now_.v, vector::Zero(n_), now_.v_moved);
        if (!g.of_velocity() && abs(y.rate) > zero_rate)
          wanted[k] = y.rate > W(0) ? 1 : -1;
        else
          undecided_.push_back(number);
      }
      if (wanted == σ_) return;
      σ_ = wanted;
    }
  }

  /// Everything at the present instant. False: the run has been stopped.
  bool begin_step() {
    settle_switches();
    if (system_ == nullptr) return stopped("the formulas mean nothing here");
    for (int i = 0; i < n_; ++i)
      if (!is_number(now_.q[i]) || !is_number(now_.v[i])) return stopped("the motion is no finite number");
    if (!evaluate() && !hop()) return stopped("a force, mass or gap is no finite number");
    if (const auto τ = time_to_switch()) hop(*τ);
    if (at_a_branch_point()) hop(time_to_branch_point_);
    for (int α = 0; α < system_->at.constraints(); ++α)
      if (system_->at.Φ[α] < -penetration_limit(system_->at, now_, α)) return stopped(jumped(α) ? "the gap of constraint " + std::to_string(α) + " jumps below 0: no motion is admissible" : "constraint " + std::to_string(α) + " is penetrated");
    sets_ = sorted_contacts(system_->at, now_, known_);
    for (const int α : sets_.closed) {
      if (!system_->at.contact_is_defined(α)) return stopped(no_gradient(α));
      if (known_.at_rest.contains(α) || !has_moved_) continue;
      if (gradient_is_open(α) || gradient_vanishes(α)) return stopped(no_gradient(α));
    }
    for (const int α : sets_.resting)
      if (!undecided_.empty() && gradient_is_open(α)) return stopped(no_gradient(α));
    follow_gradients();
    has_moved_ = false;
    return true;
  }
  bool evaluate() {
    instant<W>& at = system_->at;
    at.evaluate(now_.t, now_.q, now_.v);
    bool defined = at.motion_is_defined();
    for (int α = 0; α < at.constraints(); ++α) defined = defined && is_number(at.Φ[α]);
    return defined;
  }
  /// Over an instant where formulas are 0/0, like x/|x| at x = 0, or have a branch point: so little further that the motion between is a parabola to
  /// working precision.
  bool hop(W τ = W(0)) {
    using std::abs;
    using std::sqrt;
    const auto acceleration = [&]() -> std::optional<vector> {
      if (system_ == nullptr || !evaluate()) return {};
      std::vector<int> held;
      for (const int α : known_.at_rest)
        if (system_->at.contact_is_defined(α) && abs(system_->at.Φ[α]) <= penetration_limit(system_->at, now_, α)) held.push_back(α);
      const vector a = system_->at.held(system_->at.independent(held)).acceleration;
      for (int i = 0; i < n_; ++i)
        if (!is_number(a[i])) return {};
      return a;
    };
    const std::optional<vector> before = acceleration();
    τ = std::max({τ, W(W(slack) * epsilon<W>() * now_.t), W(epsilon<W>() * end_ / W(slack))});
    // At most what rounding hides of a kink where its argument vanishes like a square; gaps are not looked at on it, but after it.
    if (!(now_.t + τ <= end_) || τ > std::max(W(W(16) * sqrt(epsilon<W>()) * now_.t), W(epsilon<W>() * end_))) return false;
    const state<W> start = now_;
    now_.t += τ;
    now_.q += τ * now_.v;
    arguments_at_zero_.clear();
    settle_switches();
    const std::optional<vector> after = acceleration();
    if (!after) {
      now_ = start;
      return false;
    }
    const vector a = before ? vector((*before + *after) / W(2)) : *after;
    if (τ > W(W(slack) * epsilon<W>() * now_.t)) {  // longer: is it one, to rounding, there too?
      const state<W> end = now_;
      now_.t = start.t + τ / W(4);
      now_.q = start.q + τ / W(4) * start.v;
      settle_switches();
      const std::optional<vector> between = acceleration();
      now_ = end;
      settle_switches();
      if (!between || !(τ * (*between - a).cwiseAbs().maxCoeff() <= W(slack) * epsilon<W>() * (now_.v.cwiseAbs().maxCoeff() + now_.v_moved.maxCoeff() + τ * a.cwiseAbs().maxCoeff()))) {
        now_ = start;
        return false;
      }
    } else if (const W speed = now_.v.cwiseAbs().maxCoeff() + now_.v_moved.maxCoeff();
               speed > W(0) && !(τ * after->cwiseAbs().maxCoeff() <= W(slack) * W(slack) * epsilon<W>() * speed)) {  // a singularity that stops or turns the motion
      now_ = start;
      return false;
    }
    now_.v += τ * a;
    now_.q += τ * τ / W(2) * a;
    record_.line(start.q, start.t, now_.q, now_.t);
    settle_switches();
    return system_ != nullptr && evaluate();
  }
  /// Twice the time to a switch that is 0 within rounding, and counted as changed, but still to come.
  std::optional<W> time_to_switch() {
    std::optional<W> longest;
    for (const int k : switched_) {
      if (std::find(undecided_.begin(), undecided_.end(), k) != undecided_.end()) continue;
      const W side(σ_[static_cast<std::size_t>(k)]);
      const auto y = system_->switches[static_cast<std::size_t>(k)].at(now_.t, now_.q, now_.v, vector::Zero(n_));
      if (side * y.value < W(0) && side * y.rate > W(0)) longest = std::max(longest.value_or(W(0)), W(W(-2) * y.value / y.rate));
    }
    // Anything longer is no rounding of t, but of an argument that hardly changes.
    if (longest && *longest > W(slack) * W(slack) * epsilon<W>() * now_.t) return {};
    return longest;
  }
  /// The argument of a root, a power or an arc sine that is at its branch point, or comes to it within a rounding of t: then it vanishes there like a
  /// square, as x² + y² does on a way through the centre, and is positive again.
  bool at_a_branch_point() {
    time_to_branch_point_ = W(0);
    for (watched_function<W>& g : system_->branch_points) {
      const W τ = time_to_double_zero(g);
      if (!(τ > W(0)) || τ > W(slack) * epsilon<W>() * now_.t) continue;
      time_to_branch_point_ = W(2) * τ;
      return true;
    }
    return false;
  }
  /// The same for a step that finds no length: the argument is 0 within rounding.
  bool on_a_branch_point() {
    using std::abs;
    time_to_branch_point_ = W(0);
    for (watched_function<W>& g : system_->branch_points) {
      const auto y = g.at(now_.t, now_.q, now_.v, vector::Zero(n_));
      if (abs(y.value) > W(slack) * epsilon<W>() * g.size(now_.t, now_.q, now_.v, now_.q_moved, now_.v_moved)) continue;
      time_to_branch_point_ = W(2) * time_to_double_zero(g);
      return true;
    }
    return false;
  }
  /// 0 where there is none ahead.
  W time_to_double_zero(watched_function<W>& g) {
    const vector a = system_->at.motion_is_defined() ? system_->at.held({}).acceleration : vector(vector::Zero(n_));
    const auto y = g.at(now_.t, now_.q, now_.v, a);
    const W second(g.second(now_.t, now_.q, now_.v, a));
    const W noise = W(slack) * epsilon<W>() * g.size(now_.t, now_.q, now_.v, now_.q_moved, now_.v_moved);
    return y.rate < W(0) && second > W(0) && (y.value - noise) * second <= y.rate * y.rate ? W(-y.rate / second) : W(0);
  }
  /// A switch in the formula of that gap has just changed.
  bool jumped(int α) const {
    const std::set<int>& own = systems_.formulas.of_gap(α);
    return std::any_of(own.begin(), own.end(), [&](int k) { return arguments_at_zero_.contains(k) || switched_.contains(k); });
  }
  static std::string no_gradient(int α) { return "the gap of constraint " + std::to_string(α) + " has no gradient where it is hit"; }
  /// Whether a switch that is 0 here leaves the gradient of the gap open.
  bool gradient_is_open(int α) {
    using std::abs;
    const vector own = system_->at.G.row(α).transpose();
    for (const int k : systems_.formulas.of_gap(α)) {
      if (!switched_.contains(k)) continue;
      branch_signs other = σ_;
      other[static_cast<std::size_t>(k)] = static_cast<signed char>(σ_[static_cast<std::size_t>(k)] > 0 ? -1 : 1);
      phase<W>* there = systems_.with(other);
      if (there == nullptr) return true;
      there->at.evaluate(now_.t, now_.q, now_.v);
      for (int i = 0; i < n_; ++i)
        if (!(abs(there->at.G(α, i) - own[i]) <= W(slack) * epsilon<W>() * (abs(own[i]) + abs(there->at.G(α, i))))) return true;
    }
    return false;
  }

  /// The gap's gradient beyond the one switch that is 0, if the formula there would be the larger one here: then both sides have to be ≥ 0, as in a valley.
  std::optional<vector> other_side_of_valley(int α) {
    const vector own = system_->at.G.row(α).transpose();
    std::optional<vector> found;
    for (const int k : systems_.formulas.of_gap(α)) {
      if (!switched_.contains(k)) continue;
      const auto K = static_cast<std::size_t>(k);
      watched_function<W>& g = system_->switches[K];
      if (found || g.of_velocity() || σ_[K] == 0) return {};
      branch_signs other = σ_;
      other[K] = static_cast<signed char>(-σ_[K]);
      phase<W>* there = systems_.with(other);
      if (there == nullptr) return {};
      there->at.evaluate(now_.t, now_.q, now_.v);
      const vector across = there->at.G.row(α).transpose();
      // Where σ g grows the formula here applies; there it has to grow less than the other one.
      const vector inward = W(σ_[K]) * g.gradient(now_.t, now_.q, now_.v);
      if (!((own - across).dot(inward) < W(0)) || there->at.rate[α] - across.dot(now_.v) != system_->at.rate[α] - own.dot(now_.v)) return {};
      found = across;
    }
    return found;
  }

  // --- (3), (5): impacts, and infinitely many ---

  void collide() {
    // A contact that slides into the bottom of a valley meets its other side, too: both are to be obeyed.
    std::vector<std::pair<int, vector>> other_sides;
    for (const int α : sets_.approaching)
      if (gradient_is_open(α)) {
        const auto other = known_.at_rest.contains(α) ? other_side_of_valley(α) : std::nullopt;
        if (!other) {
          stopped(no_gradient(α));
          return;
        }
        other_sides.emplace_back(α, *other);
      }
    arguments_at_zero_.clear();
    work_.impact(now_.t, W(fastest_approach()));
    const vector v_minus = now_.v;
    const auto K = shock_(system_->at, now_, sets_, known_);
    if (!K) return;
    const W& e = system_->at.restitution();
    for (const auto& [α, G] : other_sides) {
      const vector projected = (now_.v + e * v_minus) / (W(1) + e);
      if (!(G.dot(projected) >= -W(slack) * epsilon<W>() * G.cwiseAbs().dot(W(projected.cwiseAbs().maxCoeff()) * vector::Ones(n_) + now_.v_moved))) {
        stopped(no_gradient(α));
        return;
      }
    }
    previous_.reset();
    history_.add(now_.t, *K);
    pass_accumulation();
  }
  W fastest_approach() const {
    W most(0);
    for (const int α : sets_.approaching) most = std::max(most, W(-system_->at.rate[α]));
    return most;
  }
  void pass_accumulation() {
    using std::sqrt;
    const auto limit = history_.limit(W(sqrt(epsilon<W>()) * end_));
    if (!limit || now_.t + limit->remaining > end_) return;
    instant<W>& at = system_->at;
    const std::vector<int> K = at.independent(limit->contacts);
    const W R = limit->remaining;
    const vector a = at.held(K).acceleration, q_before = now_.q;
    const W t_before = now_.t;
    now_.q += R * now_.v + (R * R / W(2)) * a;
    now_.v += R * a;
    now_.t += R;
    at.evaluate(now_.t, now_.q, now_.v);
    close_gaps(at, now_, K);
    stop_rates(at, now_, K);
    known_ = {{}, {limit->contacts.begin(), limit->contacts.end()}, {}};
    record_.interrupt(limit->contacts, limit->begin, t_before);
    record_.line(q_before, t_before, now_.q, now_.t);
    record_.accumulation_at(now_.t, now_.q, now_.v);
    history_.clear();
  }

  // --- (1), (4): the next step ---

  /// On the side of the switches that the motion itself chooses, where they are 0.
  bool choose(chosen_step<W>& chosen) {
    const W h = std::min(h_, W(end_ - now_.t));
    const auto found_with = [&](const contact_sets& sets) {
      step_choice<W> choice(*system_, systems_.formulas, σ_, undecided_, now_, sets, known_.leaving, end_, previous_);
      const bool found = choice.find(h, chosen);
      record_.answer.counts.projections += choice.projections;
      obstacle_ = choice.obstacle;
      is_singular_ = choice.is_singular;
      return found;
    };
    if (undecided_.empty()) return found_with(sets_);
    if (undecided_.size() > 8) {
      obstacle_ = "too many formulas are at their kinks at once";
      return false;
    }
    const branch_signs before = σ_;
    bool jumps = false;
    const std::function<bool(std::size_t)> tried = [&](std::size_t i) {
      if (i == undecided_.size()) {
        system_ = systems_.with(σ_);
        if (system_ == nullptr || !evaluate()) return false;
        sets_ = sorted_contacts(system_->at, now_, known_);
        return sets_.approaching.empty() && found_with(sets_);
      }
      const int k = undecided_[i];
      const signed char first = before[static_cast<std::size_t>(k)];
      std::vector<signed char> sides{first == 0 ? static_cast<signed char>(1) : first, static_cast<signed char>(first > 0 ? -1 : first < 0 ? 1 : -1)};
      if (systems_.formulas.can_stay(k)) {
        sides.push_back(0);
        jumps = true;
      }
      for (const signed char side : sides) {
        σ_[static_cast<std::size_t>(k)] = side;
        if (tried(i + 1)) return true;
      }
      return false;
    };
    if (tried(0)) return true;
    σ_ = before;
    if (jumps) obstacle_ = "the formulas have no motion beyond a jump of theirs (it would slide along the jump, as dry friction does)";
    return false;
  }

  void advance() {
    if (!begin_step()) return;
    if (!sets_.approaching.empty()) return collide();
    for (;;) {
      chosen_step<W> chosen;
      if (!choose(chosen)) {
        if (is_singular_ && (on_a_branch_point() || !switched_.empty()) && !(hopped_to_ >= now_.t) && hop(time_to_branch_point_)) {
          hopped_to_ = now_.t * (W(1) + W(slack) * epsilon<W>());
          return;
        }
        stopped(obstacle_);
        return;
      }
      collocated_step<W>& x = chosen.x;
      step_events<W> events(*system_, σ_, now_, sets_, switched_, chosen);
      const auto found = events.first();
      if (events.undecided) {
        // The formula is a number up to there: as far as that, in shorter steps; or there are too many zeros.
        const bool ends = events.undecided->kind == zero_kind::undefined;
        h_ = x.h * (ends && events.undecided->x > W(0) ? events.undecided->x * (W(1) - W(1) / W(1024)) : W(1) / W(2));
        if (h_ > W(slack) * step_choice<W>::shortest_step(now_.t, end_)) continue;
        stopped(events.undecided->where + (ends ? " is no finite number from here on: the domain of its formula ends" : " cannot be bounded: it or its derivatives are not finite near here"));
        return;
      }
      if (!found) {
        const bool last = x.h >= end_ - now_.t;
        commit(chosen, last ? end_ : W(now_.t + x.h));
        h_ = x.h * x.growth * growth_;
        previous_ = x;
        return;
      }
      const W h = x.h;
      h_ = h;
      if (found->x * h <= W(slack) * epsilon<W>() * now_.t) {  // no time passes up to it
        is_here(found->kind, found->index, x);
        if (++events_at_once_ > most_at_once) stopped("events follow each other without any time between them");
        return;
      }
      const collocated_step<W> whole = x;
      if (!events.end_in(*found, x, W(found->x * h), W(h * W(9) / W(8)), previous_)) {
        if ((found->kind == event_kind::gap || found->kind == event_kind::lowest_gap) && gradient_vanishes_at(found->index, whole, found->x)) {
          h_ = h * found->x * (W(1) - W(1) / W(1024));  // a multiple zero: up to it, where there is no gradient left
          continue;
        }
        // Too curved for Newton's method over this length: half of it.
        h_ = h / W(2);
        if (h_ > W(slack) * epsilon<W>() * end_) continue;
        stopped("an event cannot be located");
        return;
      }
      if (now_.t + x.h > end_) {  // just after the end
        x = whole;
        commit(chosen, end_);
        return;
      }
      finish(*found, events, chosen);
      return;
    }
  }

  /// The step ends in the event: what is it?
  void finish(const event<W>& what, step_events<W>& events, chosen_step<W>& chosen) {
    using std::abs;
    using std::sqrt;
    collocated_step<W>& x = chosen.x;
    instant<W>& at = system_->at;
    event_kind kind = what.kind;
    if (kind == event_kind::lowest_gap || kind == event_kind::lowest_argument) {
      at.evaluate(W(now_.t + x.h), x.q_1, x.v_1);
      const bool is_gap = kind == event_kind::lowest_gap;
      const auto k = static_cast<std::size_t>(what.index);
      const W side = is_gap ? W(1) : W(σ_[k]);
      const W low = is_gap ? at.Φ[what.index] : W(side * system_->switches[k].at(W(now_.t + x.h), x.q_1, x.v_1, vector::Zero(n_)).value);
      const W size = is_gap ? gap_size(at, now_, what.index) : system_->switches[k].size(W(now_.t + x.h), x.q_1, x.v_1, now_.q_moved, now_.v_moved);
      const W zero = W(slack) * epsilon<W>() * size;
      if (low < -zero) {  // it does cross: before its lowest point
        kind = is_gap ? event_kind::gap : event_kind::change;
        const W bend = side * events.function(what, x).second;
        const W τ = x.h - sqrt(W(-2) * low / bend);
        if (!events.end_in({kind, what.index, W(0), false}, x, τ, x.h, previous_)) {
          if (is_gap && gradient_vanishes_at(what.index, x, W(1)))
            h_ = x.h * (W(1) - W(1) / W(1024));  // up to a multiple zero, where there is no gradient left
          else
            stopped("a grazing event cannot be located");
          return;
        }
      } else if (low <= zero && is_gap) {
        if (gradient_vanishes(what.index)) {
          commit(chosen, W(now_.t + x.h));
          stopped(no_gradient(what.index));
          return;
        }
        record_.warn("grazing undecided at t = ", W(now_.t + x.h), ": constraint " + std::to_string(what.index) + " is touched within rounding; continued without impulse");
      } else if (low > zero) {
        kind = event_kind::lowest_gap;  // nothing happens
      }
    }
    commit(chosen, W(now_.t + x.h));
    is_here(kind, what.index, x);
  }
  void is_here(event_kind kind, int index, const collocated_step<W>& x) {
    if (kind == event_kind::reaction) known_.leaving.insert(x.J[static_cast<std::size_t>(index)]);
    if (kind == event_kind::gap) known_.arrived.insert(index);
    if (kind == event_kind::change || kind == event_kind::lowest_argument) arguments_at_zero_.insert(index);
    previous_.reset();
    has_moved_ = true;
  }
  /// Beside the largest it has been since the start or the last contact: a gap like x³, of which no normal is left where it is hit.
  bool gradient_vanishes(int α) {
    using std::sqrt;
    return !(W(system_->at.G.row(α).cwiseAbs().maxCoeff()) > W(sqrt(epsilon<W>())) * largest_gradient_[α]);
  }
  /// The same where a multiple zero of the gap, which Newton's method does not end in, is on a step.
  bool gradient_vanishes_at(int α, const collocated_step<W>& x, const W& place) {
    instant<W>& at = system_->at;
    step_motion<W> motion(x, system_->motion.basis);
    const auto& s = motion.at(place);
    at.evaluate(s.t, Eigen::Map<const vector>(s.q.data(), n_), Eigen::Map<const vector>(s.v.data(), n_));
    return !(W(at.G.row(α).cwiseAbs().maxCoeff()) > largest_gradient_[α] / W(1 << 20));
  }
  void follow_gradients() {
    for (int α = 0; α < largest_gradient_.size(); ++α) {
      const W now = system_->at.G.row(α).cwiseAbs().maxCoeff();
      if (is_number(now) && (sets_.touching[static_cast<std::size_t>(α)] || now > largest_gradient_[α])) largest_gradient_[α] = now;
    }
  }

  void commit(const chosen_step<W>& chosen, const W& t_1) {
    using std::abs;
    const collocated_step<W>& x = chosen.x;
    instant<W>& at = system_->at;
    std::vector<int> closed = x.J;
    for (const auto& [α, lead] : chosen.gap_leads)
      if (lead.sign == 0) closed.push_back(α);
    record_.step(x, t_1, closed);
    ++record_.answer.counts.steps;
    work_.step();
    events_at_once_ = 0;
    at.evaluate(now_.t, now_.q, now_.v);
    const vector free = at.solve_mass(at.f);
    now_.t = t_1;
    now_.q = x.q_1;
    now_.v = x.v_1;
    for (int i = 0; i < n_; ++i) {
      const W fastest = std::max({W(x.a.row(i).cwiseAbs().maxCoeff()), W(abs(free[i])), W(0)});
      now_.v_moved[i] = std::max(W(abs(x.v_0[i])), W(abs(x.v_1[i]))) + x.h * fastest;
      now_.q_moved[i] = x.h * now_.v_moved[i];
    }
    known_ = {{}, {closed.begin(), closed.end()}, {}};
    arguments_at_zero_.clear();
    for (const auto& [k, lead] : chosen.switch_leads)
      if (lead.sign == 0) arguments_at_zero_.insert(k);  // they stayed 0
    has_moved_ = true;
    at.evaluate(now_.t, now_.q, now_.v);
    for (const int α : x.J)
      if (!is_number(at.Φ[α]) || !at.contact_is_defined(α)) return;  // a jump: what follows tells
    close_gaps(at, now_, x.J);
    stop_rates(at, now_, x.J);
  }

  // --- ends before the end ---

  bool stopped(const std::string& why) {
    record_.stop(why, now_.t);
    return false;
  }
  /// Of two contacts with opposite normals, when the room between them is gone.
  std::string closing_walls() {
    using std::abs;
    instant<W>& at = system_->at;
    at.evaluate(now_.t, now_.q, now_.v);
    for (int α = 0; α < at.constraints(); ++α)
      for (int β = 0; β < α; ++β) {
        const W a = at.G.row(α).norm(), b = at.G.row(β).norm();
        if (!(W((b * at.G.row(α) + a * at.G.row(β)).norm()) <= W(slack) * epsilon<W>() * a * b)) continue;
        const W room = b * at.Φ[α] + a * at.Φ[β], closing = b * at.rate[α] + a * at.rate[β];
        if (closing < W(0) && now_.t - room / closing < end_)
          return "no motion is admissible beyond t = " + to_text(rounded<S>(W(now_.t - room / closing))) + ", where constraints " + std::to_string(β) + " and " + std::to_string(α) + " close on each other; ";
      }
    return {};
  }

  phases<W> systems_;
  recorder<S> record_;
  shock<S> shock_;
  impact_history<W> history_;
  run_watch watch_;
  work_limit<W> work_;
  int n_;
  W end_, h_, growth_;
  state<W> now_;
  branch_signs σ_;
  phase<W>* system_ = nullptr;   ///< the formulas with those signs
  std::set<int> arguments_at_zero_;  ///< switches at 0 by the event that ended the last step
  std::set<int> switched_;           ///< switches at 0 now, by that or within rounding
  std::vector<int> undecided_;       ///< those of them whose side no rate tells
  contact_sets sets_;
  contact_decisions known_;
  std::string obstacle_;            ///< why no step was found
  bool is_singular_ = false;        ///< none was short enough
  W hopped_to_{-1}, time_to_branch_point_{0};
  static constexpr int most_at_once = 64;
  int events_at_once_ = 0;
  bool has_moved_ = false;          ///< since contacts were looked at
  vector largest_gradient_;         ///< of each gap
  std::optional<collocated_step<W>> previous_;  ///< the last step, if no event ended it
};

template <scalar S>
solution<S> solve(const statement& question, const request& asked) {
  if (asked.step) throw input_error("step: expected none, for gauss_collocation chooses its own; found " + to_text(*asked.step));
  return event_loop<S>(question, asked).run();
}

}  // namespace unilateral::gauss_collocation
