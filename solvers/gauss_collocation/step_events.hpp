#pragma once
/// The first event on a step: a gap that closes, a reaction that vanishes, the argument of a switch that changes its
/// sign; and the step of just the length that ends in it.

#include "solvers/gauss_collocation/first_root.hpp"
#include "solvers/gauss_collocation/first_zero.hpp"
#include "solvers/gauss_collocation/step_choice.hpp"

namespace unilateral::gauss_collocation {

enum class event_kind { gap, lowest_gap, reaction, change, lowest_argument };
template <class W>
struct event {
  event_kind kind;
  int index;                  ///< of the constraint, of the contact in J, or of the switch
  W x;                        ///< place on the step, in [0, 1]
  bool from_contact = false;  ///< a gap that starts from 0, and is the integral of its rate
};

template <class W>
class step_events {
  using vector = vector_of<W>;

 public:
  step_events(phase<W>& system, const branch_signs& σ, const state<W>& from, const contact_sets& sets,
              const std::set<int>& switched, const chosen_step<W>& chosen, patience& clock)
      : system_(system),
        at_(system.at),
        σ_(σ),
        from_(from),
        sets_(sets),
        switched_(switched),
        chosen_(chosen),
        clock_(clock) {}

  /// What could not be decided: then the step is too long, or a formula undefined on it.
  struct trouble {
    zero_kind kind;
    std::string where;
    W x;
  };
  std::optional<trouble> undecided;
  W located_to{0};       ///< how well the time of the event is known that a step was made to end in
  int multiplicity = 1;  ///< of the zero there

  std::optional<event<W>> first() {
    using std::abs;
    const collocated_step<W>& x = chosen_.x;
    const gauss_basis<W>& g = system_.motion.basis;
    step_motion<W> motion(x, g);
    at_.evaluate(from_.t, from_.q, from_.v);
    const W rounding = W(slack) / W(16) * epsilon<W>();
    for (int α = 0; α < at_.constraints(); ++α) {
      if (std::find(x.J.begin(), x.J.end(), α) != x.J.end()) continue;
      known_begin<W> begin;
      begin.is_zero = sets_.touching[static_cast<std::size_t>(α)];
      watched_function<W>& gap = system_.gaps[static_cast<std::size_t>(α)];
      W noise = rounding * (gap_size(at_, from_, α) + abs(at_.Φ[α]));
      if (!is_number(noise)) {  // without a gradient here
        const range near = gap.value_near(from_.t, from_.q, from_.v, from_.q_moved, 1);
        noise = rounding * W((near.high - near.low) / std::numeric_limits<long double>::epsilon());
      }
      begin.formula_noise = noise;
      begin.noise_at = [&](const W& place) {
        const auto& s = motion.at(place);
        const int n = at_.degrees_of_freedom();
        const vector q = Eigen::Map<const vector>(s.q.data(), n), v = Eigen::Map<const vector>(s.v.data(), n);
        return W(rounding * gap.size(s.t, q, v, vector(from_.q_moved + x.h * v.cwiseAbs()), from_.v_moved));
      };
      if (begin.is_zero) {
        const auto lead = chosen_.gap_leads.find(α);
        if (lead != chosen_.gap_leads.end() && lead->second.sign == 0) continue;  // stays closed of itself
        begin.rests = lead != chosen_.gap_leads.end();
        begin.power = begin.rests ? lead->second.p + 2 : 1;
        begin.p = from_contact(α, begin);
        if (!begin.p.empty() && !agrees(gap, begin, motion)) begin.p.clear();
        if (!begin.p.empty()) noise = rounding * size_of(begin.p);
      } else if (const auto counted = from_.counted.find(α); counted != from_.counted.end()) {
        begin.p = from_contact(α, begin);
        if (!begin.p.empty()) begin.p[0] += counted->second.value;
        if (!begin.p.empty() && !agrees(gap, begin, motion)) begin.p.clear();
        if (!begin.p.empty()) {
          noise = rounding *
                  (counted->second.size + counted->second.value + x.h * rate_size(at_, from_, α) + size_of(begin.p));
        }
      }
      const auto zero = first_zero<W>(gap, 1, motion, noise, begin, clock_)();
      consider(zero, event_kind::gap, event_kind::lowest_gap, α,
               zero && !begin.p.empty() && !(noise > begin.noise_at(zero->x)), "the gap of constraint ");
    }
    for (int k = 0; k < static_cast<int>(σ_.size()); ++k) {
      const int side = σ_[static_cast<std::size_t>(k)];
      if (side == 0) continue;
      const auto lead = chosen_.switch_leads.find(k);
      if (lead != chosen_.switch_leads.end() && lead->second.sign == 0) continue;
      watched_function<W>& f = system_.switches[static_cast<std::size_t>(k)];
      known_begin<W> begin;
      begin.is_zero = switched_.contains(k);
      begin.rests = lead != chosen_.switch_leads.end();
      const W noise = rounding * f.size(from_.t, from_.q, from_.v, from_.q_moved, from_.v_moved);
      consider(first_zero<W>(f, side, motion, noise, begin, clock_)(), event_kind::change, event_kind::lowest_argument,
               k, false, "the argument of switch ");
    }
    for (int k = 0; k < static_cast<int>(x.J.size()); ++k) {
      const leading lead = chosen_.reaction_leads[static_cast<std::size_t>(k)];
      if (lead.sign == 0) continue;
      vector y = x.λ.row(k).transpose();
      W noise = rounding * chosen_.reaction_sizes[static_cast<std::size_t>(k)];
      for (int power = 0; power < lead.p; ++power) {
        for (int j = 0; j < g.stages(); ++j) y[j] /= g.c(j);
        noise /= g.c(0);
      }
      const auto root = first_root<W>(g, noise)(g.coefficients(y));
      if (root && root->kind == root_kind::crossing && (!earliest_ || root->x < earliest_->x))
        earliest_ = event<W>{event_kind::reaction, k, root->x};
    }
    if (undecided && earliest_ && earliest_->x < undecided->x) undecided.reset();
    return earliest_;
  }

  /// Makes x, of which the event is on or just behind, the step that ends in it. False: Newton's method has lost it.
  /// Corrections that fall by 1 − 1/m are those of a zero of multiplicity m, as of a wall that comes to rest where it
  /// touches: they are taken m times, and it is known to the rounding of the function, not to that of t.
  bool end_in(const event<W>& what, collocated_step<W>& x, W τ, const W& longest) {
    using std::abs;
    collocated_step<W> known = x;
    W last(0);
    multiplicity = 1;
    for (int i = 0; i < 40; ++i) {
      if (!shortened(known, τ, x)) return false;
      known = x;
      const auto [y, rate] = function(what, x);
      if (!is_number(y) || !is_number(rate)) return false;
      located_to = epsilon<W>() * (from_.t + τ);
      if (rate == W(0)) return y == W(0);
      const W simple = -y / rate;
      if (i > 0) {
        const W falls_by = simple / last;
        if (multiplicity > 1 && abs(falls_by) >= W(1) / W(2) && is_rounding(what, y, simple, x)) return true;
        const double m = to_double(W(W(multiplicity) / (W(1) - falls_by)));
        multiplicity = m > 1 && m < most_multiple ? static_cast<int>(std::lround(m)) : 1;
      }
      const W move = W(multiplicity) * simple;
      located_to += abs(move);
      if (abs(move) <= epsilon<W>() * (W(4) * τ + from_.t / W(slack))) return true;  // far below the rounding of t
      if (i > 0 && multiplicity == 1 && abs(simple) >= abs(last) / W(2)) return is_rounding_of_time(move, x);
      last = simple;
      if (!(τ + move > W(0) && τ + move <= longest)) {
        if (τ + move <= W(0) && abs(τ) <= W(slack) * epsilon<W>() * from_.t) return true;  // at the very begin
        return false;
      }
      τ += move;
    }
    return false;
  }

  /// The same step, known to resolve, of exactly the length h.
  bool shortened(const collocated_step<W>& known, const W& h, collocated_step<W>& x) {
    at_.evaluate(from_.t, from_.q, from_.v);
    const auto start = at_.held(x.J);
    x.h = h;
    const vector λ_0 = x.J.empty() ? vector(0) : start.reaction;
    if (system_.motion.is_coupled())
      system_.motion.start_from(x, known);
    else
      system_.motion.start_from(x, start.acceleration, λ_0);
    return system_.motion.step(x, start.acceleration, λ_0);
  }

  /// The function of a step's length whose zero is the event, and its derivative. Leaves the system evaluated at the
  /// end of x.
  std::pair<W, W> function(const event<W>& what, const collocated_step<W>& x) {
    at_.evaluate(W(from_.t + x.h), x.q_1, x.v_1);
    if (what.kind == event_kind::reaction) {
      const auto k = static_cast<std::size_t>(what.index);
      return {at_.held(x.J).reaction[what.index], at_end(slope(x.λ_series[k])) / x.h};
    }
    const vector a = at_.motion_is_defined() ? at_.held(x.J).acceleration : vector(x.a.col(x.a.cols() - 1));
    if (what.kind == event_kind::change || what.kind == event_kind::lowest_argument) {
      const auto k = static_cast<std::size_t>(what.index);
      const auto y = system_.switches[k].at(W(from_.t + x.h), x.q_1, x.v_1, a);
      if (what.kind == event_kind::change) return {y.value, y.rate};
      return {y.rate, rate_of_rate(system_.switches[k], x)};
    }
    const int α = what.index;
    if (what.kind == event_kind::lowest_gap) return {at_.rate[α], W(at_.G.row(α).dot(a) + at_.γ[α])};
    if (!what.from_contact) return {at_.Φ[α], at_.rate[α]};
    return {counted(x, α), at_.rate[α]};
  }
  /// The gap at the end of x, counted from its last contact: free of the rounding of positions.
  W counted(const collocated_step<W>& x, int α) const {
    const auto begin = from_.counted.find(α);
    W sum(0);
    for (int j = 0; j < system_.motion.basis.stages(); ++j) sum += system_.motion.basis.b(j) * x.rate(α, j);
    return (begin == from_.counted.end() ? W(0) : begin->second.value) + x.h * sum;
  }

 private:
  static constexpr double most_multiple = 12;
  bool is_rounding_of_time(const W& correction, const collocated_step<W>& x) const {
    using std::abs;
    return abs(correction) <= W(slack) * W(slack) * epsilon<W>() * (from_.t + x.h);
  }
  /// Whether a gap is 0 to the rounding of its formula at the end of x, where the system is evaluated; of one that is
  /// known better, and of other functions: whether the correction is a rounding of t.
  bool is_rounding(const event<W>& what, const W& y, const W& correction, const collocated_step<W>& x) {
    using std::abs;
    if (what.kind != event_kind::gap || what.from_contact) return is_rounding_of_time(correction, x);
    const vector moved = from_.q_moved + x.h * x.v_1.cwiseAbs();
    return abs(y) <= W(slack) * epsilon<W>() *
                         system_.gaps[static_cast<std::size_t>(what.index)].size(W(from_.t + x.h), x.q_1, x.v_1, moved,
                                                                                 from_.v_moved);
  }
  /// What Φ_α grows by on the step up to x ∈ [0, 1], over x^power, where the series of its rate is resolved (that of
  /// its acceleration is, where it rests); else nothing.
  series<W> from_contact(int α, const known_begin<W>& begin) const {
    using std::abs;
    const collocated_step<W>& x = chosen_.x;
    const gauss_basis<W>& g = system_.motion.basis;
    const auto& values = begin.rests ? x.second : x.rate;
    const W fastest = values.row(α).cwiseAbs().maxCoeff();
    if (!is_number(fastest)) return {};
    if (!begin.rests && !step_choice<W>::is_resolved(g.coefficients(vector(values.row(α).transpose())),
                                                     W(rate_size(at_, from_, α) + fastest)))
      return {};
    vector y(g.stages());
    for (int j = 0; j < g.stages(); ++j) {
      y[j] = W(0);
      for (int k = 0; k < g.stages(); ++k)
        y[j] += (begin.rests ? W(x.h * x.h * g.twice(j, k)) : W(x.h * g.single(j, k))) * values(α, k);
      for (int power = 0; power < begin.power; ++power) y[j] /= g.c(j);
    }
    series<W> p = g.coefficients(y);
    const W least = epsilon<W>() * size_of(p) / W(64);
    while (p.size() > 1 && abs(p.back()) <= least) p.pop_back();
    return p;
  }
  /// Whether the integral of the rates has the value of the formula at the end of the step: where a gap grows beside
  /// its contact only, as tanh(1e6 x) does, no Gauss point has seen it.
  static bool agrees(watched_function<W>& gap, const known_begin<W>& begin, step_motion<W>& motion) {
    using std::abs;
    const W by_formula = gap.at(motion.at(W(1))).value, noise = begin.noise_at(W(1));
    return !is_number(by_formula) || !is_number(noise) ||
           abs(by_formula - at_end(begin.p)) <=
               W(1024) * (noise + begin.formula_noise + epsilon<W>() * size_of(begin.p));
  }
  void consider(const std::optional<zero_found<W>>& zero, event_kind crossing, event_kind lowest, int index,
                bool from_contact, const char* name) {
    if (!zero) return;
    if (zero->kind == zero_kind::undefined || zero->kind == zero_kind::unresolved) {
      if (!undecided || zero->x < undecided->x) undecided = trouble{zero->kind, name + std::to_string(index), zero->x};
      return;
    }
    if (earliest_ && earliest_->x <= zero->x) return;
    earliest_ = event<W>{zero->kind == zero_kind::crossing ? crossing : lowest, index, zero->x, from_contact};
  }
  /// By a difference over a part of the step: as the derivative of Newton's method.
  W rate_of_rate(watched_function<W>& g, const collocated_step<W>& x) {
    step_motion<W> motion(x, system_.motion.basis);
    const W part = W(1) / W(1 << 14);
    return (g.at(motion.at(W(1))).rate - g.at(motion.at(W(W(1) - part))).rate) / (part * x.h);
  }

  phase<W>& system_;
  instant<W>& at_;
  const branch_signs& σ_;
  const state<W>& from_;
  const contact_sets& sets_;
  const std::set<int>& switched_;
  const chosen_step<W>& chosen_;
  patience& clock_;
  std::optional<event<W>> earliest_;
};

}  // namespace unilateral::gauss_collocation
