#pragma once
/// The run: steps of smooth motion, and what happens at their ends. Numbers (1)–(6) are those of the page in event_driven.hpp.

#include "problems/language/solver.hpp"
#include "solvers/event_driven/flight_history.hpp"
#include "solvers/event_driven/roots.hpp"
#include "solvers/event_driven/smooth_motion.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace unilateral::event_driven {

/// Degree of the positions: near −½ ln ε, where a digit costs least [Jorba Zou 2005].
template <scalar S>
constexpr int adaptive_degree = (std::numeric_limits<S>::digits * 35) / 100 + 3;
/// With fixed steps: positions and velocities both correct to order 8 in the step, so positions carry one degree more.
inline constexpr int fixed_order = 8;

template <scalar S>
class event_loop {
 public:
  event_loop(const statement& given, const request& asked)
      : highest_(asked.step ? fixed_order + 1 : adaptive_degree<S>),
        motion_(given.system, highest_),
        n_(motion_.degrees_of_freedom()),
        m_(motion_.constraints()),
        e_(constant_value<S>(given.system.restitution)),
        until_(asked.until ? exact<S>(*asked.until) : constant_value<S>(given.horizon)),
        keeps_all_(asked.record == keep::everything),
        contact_(index(m_)),
        view_(index(m_)),
        held_(m_),
        project_(m_),
        roots_(highest_) {
    if (asked.step) fixed_step_ = exact<S>(*asked.step);
    for (const expression& x : given.position) q_.push_back(constant_value<S>(x));
    for (const expression& x : given.velocity) v_.push_back(constant_value<S>(x));
    for (auto* list : {&rate_, &impulse_, &w_, &tolerance_, &scale_, &floor_}) list->assign(index(m_), S(0));
    none_two_sided_.assign(index(m_), 0);
    two_sided_ = none_two_sided_;
    shifted_.resize(index(highest_) + 1);
    copies_.resize(index(m_) * (index(highest_) + 1));
    x_.resize(index(std::max(m_, 1)));
    time_scale_ = until_;
    if (keeps_all_) answer_.path = trajectory<S>(n_);
  }

  solution<S> run() {
    bool alive = start();
    while (alive && t_ < until_) alive = step();
    return finish();
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  struct contact {
    bool closed = false;
    int order = 0;  ///< open: its gap and the derivatives below this order are 0 at the point of expansion
    S rate{};       ///< open, order 1: its rate there, known better than G v
    S since{};      ///< closed: from when
    bool touched = false;
    S touch{};  ///< when the gap last touched 0 within rounding
  };
  /// Polynomial of an open gap over τ^order.
  struct gap_view {
    const S* p;
    int degree;
    int order;
    S base;  ///< rounding of the gap itself, where it is not counted from a contact
  };

  bool stop(const std::string& reason) {
    answer_.status = "stopped: " + reason + " at t = " + to_text(t_);
    return false;
  }

  // --- start ---------------------------------------------------------------------------------------------------------

  bool start() {
    motion_.place(t_, q_.data(), v_.data());
    active_.clear();
    for (int a = 0; a < m_; ++a) open_.push_back(a);
    if (!motion_.evaluate(open_)) return stop("the mass matrix is not positive definite");
    for (int a : open_) {
      if (motion_.gap(a)[0] > gap_rounding(a)) continue;
      const S rate = motion_.gap(a)[1], rounding = S(16) * epsilon<S>() * (motion_.gradient_magnitude(a, v_) + magnitude_of(time_rate(a)));
      rate_[index(a)] = magnitude_of(rate) > rounding ? rate : S(0);
      active_.push_back(a);
    }
    if (active_.empty()) return true;
    if (!expand_with({})) return false;
    if (const auto h = motion_.step_length(open_)) time_scale_ = *h;
    return settle();
  }

  // --- (1), (2): a step up to the next event ---------------------------------------------------------------------------

  bool step() {
    if (!expand_held()) return false;
    ++answer_.counts.steps;
    const S left = (until_ - t_) - t_low_;
    S h = left;
    if (fixed_step_) {
      h = std::min(h, *fixed_step_);
      time_scale_ = *fixed_step_;
    } else if (const auto length = motion_.step_length(open_)) {
      time_scale_ = *length;
      if (!(t_ + *length > t_)) return stop("the step length collapses (a singularity)");
      h = std::min(h, *length);
    }
    const S τ = first_event(h);
    const bool ends = !(τ < left);
    const S from = t_;
    for (const auto& [a, x] : touches_)
      if (!(x > τ)) warn_of_touch(a, S(t_ + x));
    if (is_event_) collect(τ);
    record_piece(τ, ends);
    for (int i = 0; i < n_; ++i) {
      q_[index(i)] = value(motion_.position(i), motion_.degree(), τ);
      v_[index(i)] = slope(motion_.position(i), motion_.degree(), τ);
    }
    for (int a : open_) contact_[index(a)].order = 0;
    for (auto& s : motion_.switches()) s.frozen = false;
    if (!is_event_) return project_state();
    standing_ = t_ > from ? 0 : standing_ + 1;
    if (standing_ > most_standing) return stop("more than " + std::to_string(most_standing) + " events without passage of time");
    for (const int k : flipped_) {
      auto& s = motion_.switches()[index(k)];
      s.sign = -s.sign;
      s.frozen = true;
    }
    return settle();
  }

  /// The series from the present state with the closed contacts held.
  bool expand_held() {
    motion_.place(t_, q_.data(), v_.data());
    members_ = held_.members();
    if (!motion_.evaluate(members_)) return stop("the mass matrix is not positive definite");
    if (!motion_.is_steady() && !refactor(members_)) return stop("held contacts became dependent");
    if (!expand_with(members_)) return false;
    // A sign of |x| that x_0 = 0 left open is that of the first coefficient of x that is not 0.
    bool changed = false;
    for (auto& s : motion_.switches()) {
      const S* const x = motion_.switch_argument(s);
      if (s.frozen || x[0] != S(0)) continue;
      for (int k = 1; k <= motion_.switch_degree(s); ++k) {
        if (x[k] == S(0)) continue;
        changed = changed || (x[k] > S(0)) != (s.sign > S(0));
        s.sign = x[k] > S(0) ? S(1) : S(-1);
        break;
      }
    }
    if (!changed) return true;
    motion_.place(t_, q_.data(), v_.data());
    motion_.evaluate(members_);
    return expand_with(members_);
  }

  bool refactor(const std::vector<int>& list) {
    held_.clear();
    for (const int a : list)
      if (!held_.try_append(motion_.W(), a)) return false;
    return true;
  }

  bool expand_with(const std::vector<int>& list) {
    motion_.expand(list, [&](int k, const S* b) {
      for (std::size_t i = 0; i < list.size(); ++i) x_[i] = -b[list[i]];
      held_.solve(x_.data());
      S most(0);
      for (std::size_t i = 0; i < list.size(); ++i) {
        motion_.reaction(list[i])[k] = x_[i];
        most = std::max(most, magnitude_of(x_[i]));
      }
      if (k == 0)
        for (const int a : list) floor_[index(a)] = S(32) * epsilon<S>() * (acceleration_scale(a, b[a]) / motion_.W()(a, a) + most);
      return true;
    });
    for (int i = 0; i < n_; ++i)
      if (!all_finite(motion_.position(i), motion_.degree())) return stop("coordinate " + std::to_string(i) + " is no finite number");
    for (int a = 0; a < m_; ++a)
      if (!all_finite(motion_.gap(a), std::min(motion_.gap_degree(a), motion_.degree()))) return stop("gap " + std::to_string(a) + " is no finite number");
    return true;
  }

  static bool all_finite(const S* c, int degree) {
    for (int k = 0; k <= degree; ++k)
      if (!(c[k] - c[k] == S(0))) return false;
    return true;
  }
  static S magnitude_of(const S& x) { return x < S(0) ? S(-x) : x; }
  /// ∂Φ/∂t, as the gap's rate less G v.
  S time_rate(int a) const { return motion_.gap(a)[1] - motion_.gradient_dot(a, v_.data()); }
  /// How far rounding may move the gap of an expansion that does not start in contact.
  S gap_rounding(int a) const { return S(4) * epsilon<S>() * (motion_.gradient_magnitude(a, q_) + magnitude_of(S(time_rate(a) * t_)) + magnitude_of(motion_.gap(a)[0])); }
  /// Size of the terms that make up a relative acceleration.
  S acceleration_scale(int a, const S& b) const { return motion_.gradient_magnitude(a, motion_.free_acceleration()) + magnitude_of(b); }

  // --- (3): the earliest event -----------------------------------------------------------------------------------------

  /// Time of the first event in [0, h], or h.
  S first_event(S h) {
    is_event_ = false;
    arriving_ = -1;
    touches_.clear();
    for (const int a : open_) {
      gap_view& g = view_[index(a)] = view_of(a);
      bool has_base = g.order > 0;
      const auto noise = [&](const S& x) {
        if (!has_base) g.base = gap_rounding(a);
        has_base = true;
        return g.base + S(4) * epsilon<S>() * magnitude(g.p, g.degree, x);
      };
      for (const real_root<S>& root : roots_.on(g.p, g.degree, h, noise)) {
        if (root.how == passage::rises) continue;
        if (root.how == passage::falls && !grazes(g, root.x, noise)) {
          h = root.x;
          arriving_ = a;
          is_event_ = true;
          break;
        }
        touches_.push_back({a, root.x});
      }
    }
    const S arrival = h;
    for (const int a : members_) {
      const int degree = motion_.degree() - 2;
      if (degree < 0) break;  // uniform motion: nothing presses
      std::copy(motion_.reaction(a), motion_.reaction(a) + degree + 1, shifted_.begin());
      shifted_[0] += floor_[index(a)];
      if (falls_before(shifted_.data(), degree, h)) is_event_ = true;
    }
    flipped_.clear();
    for (std::size_t k = 0; k < motion_.switches().size(); ++k) {
      const auto& s = motion_.switches()[k];
      const S* const x = motion_.switch_argument(s);
      const int from = s.frozen ? 1 : 0, degree = motion_.switch_degree(s) - from;
      if (degree < 0) continue;
      for (int j = 0; j <= degree; ++j) shifted_[index(j)] = s.sign * x[j + from];
      if (!falls_before(shifted_.data(), degree, h)) continue;
      flipped_.assign(1, static_cast<int>(k));
      is_event_ = true;
    }
    if (h < arrival) arriving_ = -1;
    return h;
  }

  gap_view view_of(int a) {
    const contact& c = contact_[index(a)];
    const S* p = motion_.gap(a);
    const int degree = std::clamp(motion_.gap_degree(a), 0, highest_);
    const int order = std::min(c.order, degree);
    if (order == 1) {
      S* const copy = copies_.data() + index(a) * (index(highest_) + 1);
      std::copy(p, p + degree + 1, copy);
      copy[1] = c.rate;
      p = copy;
    }
    return {p + order, degree - order, order, S(0)};
  }

  /// A fall from which the gap would rise again before it left its rounding: speed² ≤ 2·acceleration·rounding.
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

  /// The contacts in play at τ, with their rates: the closed ones, and every gap that arrives there within rounding.
  void collect(const S& τ) {
    active_.clear();
    for (int a = 0; a < m_; ++a) {
      if (contact_[index(a)].closed) {
        rate_[index(a)] = S(0);
        active_.push_back(a);
        continue;
      }
      const gap_view& g = view_[index(a)];
      const bool triggers = a == arriving_;
      S rate = slope(g.p, g.degree, τ);
      if (!triggers) {
        if (!(rate < S(0)) || (g.order > 0 && !(τ > S(0)))) continue;
        S rounding = S(4) * epsilon<S>() * magnitude(g.p, g.degree, τ);
        const S at = value(g.p, g.degree, τ);
        if (at > rounding && (g.order > 0 || at > rounding + gap_rounding(a))) continue;
      }
      for (int k = 0; k < g.order; ++k) rate = rate * τ;
      rate_[index(a)] = std::min(rate, S(0));
      active_.push_back(a);
    }
  }

  // --- (4), (5), (6): events -------------------------------------------------------------------------------------------

  /// Impacts while a contact in play approaches; then [Moreau 1963, (P)] for those that stay at rate 0.
  bool settle() {
    motion_.place(t_, q_.data(), v_.data());
    if (!motion_.evaluate(active_)) return stop("the mass matrix is not positive definite");
    const bool arrives = std::any_of(active_.begin(), active_.end(), [&](int a) { return !contact_[index(a)].closed; });
    if (arrives) correct_position();
    const auto approaching = [&](int a) { return rate_[index(a)] < S(0); };
    approaching_.clear();
    std::copy_if(active_.begin(), active_.end(), std::back_inserter(approaching_), approaching);
    for (int k = 0; std::any_of(active_.begin(), active_.end(), approaching); ++k)
      if (k > most_simultaneous || !impact_law()) return stop("the impact law does not come to an end");
    if (answer_.counts.impacts > most_impacts) return stop("more than " + std::to_string(most_impacts) + " impacts");
    if (!approaching_.empty()) {
      if (e_ > S(0) && e_ < S(1) && !accumulate()) return false;
      elapsed_ = S(0);
    }
    for (auto at = active_.begin(); at != active_.end();) {
      if (!(rate_[index(*at)] > S(0))) {
        ++at;
        continue;
      }
      open(*at, 1, rate_[index(*at)]);
      at = active_.erase(at);
    }
    return decide();
  }

  /// (4) q ← the point of Φ = 0 next to q, for the contacts in play: they are within rounding of it.
  void correct_position() {
    held_.clear();
    for (const int a : active_) held_.try_append(motion_.W(), a);
    for (int i = 0; i < held_.size(); ++i) x_[index(i)] = -motion_.gap(held_.members()[index(i)])[0];
    held_.solve(x_.data());
    add_reactions(held_.members(), x_.data(), q_);
  }

  /// y += Σ H_α x_α.
  void add_reactions(const std::vector<int>& list, const S* x, std::vector<S>& y) const {
    for (std::size_t k = 0; k < list.size(); ++k) {
      const S* const h = motion_.H(list[k]);
      for (int i = 0; i < n_; ++i) y[index(i)] += h[i] * x[k];
    }
  }

  /// (4) v⁺ = (1 + e) Proj(V, v⁻) − e v⁻, all contacts in play at once [Moreau 1983, (7)], [Paoli 2004, (2)]. With Proj(V, v⁻) = v⁻ + H Λ and
  /// w = ρ⁻ + W Λ ≥ 0 complementary to Λ ≥ 0, P = (1 + e) Λ and the rate after is ρ⁺ = w + e (w − ρ⁻): −e ρ⁻ where Λ > 0, so ρ⁺ ≥ 0 wherever ρ⁻ ≤ 0
  /// (elsewhere w ≥ 0 and W Λ = w − ρ⁻ ≥ 0). Only initial data can have ρ⁻ > 0; then the law may have to act again.
  bool impact_law() {
    S most(0);
    for (const int a : active_) most = std::max(most, magnitude_of(rate_[index(a)]));
    const S rounding = S(16) * epsilon<S>() * most;
    for (const int a : active_) tolerance_[index(a)] = rounding;
    ++answer_.counts.projections;
    if (!project_(motion_.W(), active_, none_two_sided_, rate_.data(), tolerance_.data(), impulse_.data(), w_.data())) return false;
    if (active_.size() > 1) check_continuity();
    impact<S>* record = nullptr;
    if (keeps_all_) {
      record = &answer_.impacts.emplace_back();
      record->t = t_;
      record->q = vector_of(q_);
      record->v_minus = vector_of(v_);
      record->impulse = column<S>::Constant(m_, S(0));
      record->active = active_;
    }
    for (const int a : active_) {
      const S P = (S(1) + e_) * impulse_[index(a)];
      S& ρ = rate_[index(a)];
      if (P > S(0)) {
        const S* const h = motion_.H(a);
        for (int i = 0; i < n_; ++i) v_[index(i)] += h[i] * P;
        ρ = -(e_ * ρ);
        if (record != nullptr) record->impulse[a] = P;
      } else {
        ρ = w_[index(a)] + e_ * (w_[index(a)] - ρ);
        if (!(magnitude_of(ρ) > S(4) * rounding)) ρ = S(0);
      }
    }
    if (record != nullptr) record->v_plus = vector_of(v_);
    ++answer_.counts.impacts;
    return true;
  }

  /// [Paoli 2004, (5)] for every pair in play: ⟨∇Φ_α, M⁻¹ ∇Φ_β⟩ ≤ 0 if e = 0, = 0 if e > 0.
  void check_continuity() {
    using std::sqrt;
    const contact_matrix<S>& W = motion_.W();
    bool holds = true;
    for (const int a : active_) {
      for (const int b : active_) {
        if (b >= a) break;
        const S rounding = S(64) * epsilon<S>() * sqrt(S(W(a, a) * W(b, b)));
        holds = holds && !(W(a, b) > rounding) && !(e_ > S(0) && W(a, b) < -rounding);
      }
    }
    if (holds) return;
    for (discontinuity& d : discontinuities_) {
      if (d.constraints != active_) continue;
      ++d.count;
      return;
    }
    discontinuities_.push_back({t_, active_, 1});
  }

  /// (6) Ends an accumulation of impacts once its next cycle of flights cannot be told from none, or from all that are to come.
  bool accumulate() {
    history_.add(elapsed_, approaching_);
    if (elapsed_ > S(1024) * epsilon<S>() * t_) return true;
    const auto ahead = history_.predict();
    if (!ahead || (t_ + (t_low_ + ahead->next_cycle) != t_ + t_low_ && t_ + (t_low_ + ahead->next_cycle) != t_ + (t_low_ + ahead->all))) return true;
    history_.clear();
    for (const int a : ahead->constraints)
      if (std::find(active_.begin(), active_.end(), a) == active_.end()) active_.push_back(a);
    std::sort(active_.begin(), active_.end());
    const S from = t_;
    const std::vector<S> q_from = q_;
    for (int i = 0; i < n_; ++i) q_[index(i)] += v_[index(i)] * ahead->all;
    advance_clock(ahead->all);
    motion_.place(t_, q_.data(), v_.data());
    if (!motion_.evaluate(active_)) return stop("the mass matrix is not positive definite");
    correct_position();
    motion_.place(t_, q_.data(), v_.data());
    stop_rates();
    for (const int a : active_) rate_[index(a)] = S(0);
    if (keeps_all_) {
      if (t_ > from) {
        piece_.clear();
        for (int i = 0; i < n_; ++i) piece_.insert(piece_.end(), {q_from[index(i)], (q_[index(i)] - q_from[index(i)]) / (t_ - from)});
        answer_.path.append(t_, 1, piece_.data());
      }
      answer_.path.accumulation_points.push_back(t_);
    }
    answer_.accumulations.push_back({t_, vector_of(q_), vector_of(v_)});
    return true;
  }

  /// v ← the velocity next to v with rate 0 at the held contacts.
  void stop_rates() {
    for (int i = 0; i < held_.size(); ++i) x_[index(i)] = -motion_.gap(held_.members()[index(i)])[1];
    held_.solve(x_.data());
    add_reactions(held_.members(), x_.data(), v_);
  }

  /// (5) [Moreau 1963, (P)], order by order: a contact with λ > 0 stays (two-sided from then on), one with w > 0 leaves, and where both are 0 the next
  /// derivative decides in the same way. The signs are those of λ and Φ just after t. What no order decides stays in contact without reaction.
  bool decide() {
    const std::vector<int> candidates = active_;
    std::vector<int> undecided = candidates;
    stays_.clear();
    held_.clear();
    two_sided_ = none_two_sided_;
    bool contradiction = false;
    for (const int a : candidates) scale_[index(a)] = S(0);
    if (!candidates.empty()) {
      motion_.expand(candidates, [&](int k, const S* b) {
        for (const int a : candidates) motion_.reaction(a)[k] = S(0);
        // The size of what cancels in w at this order, from all orders so far.
        for (const int a : active_) {
          scale_[index(a)] = std::max(S(scale_[index(a)] / time_scale_), acceleration_scale(a, b[a]));
          tolerance_[index(a)] = S(64) * epsilon<S>() * scale_[index(a)];
        }
        ++answer_.counts.projections;
        if (!project_(motion_.W(), active_, two_sided_, b, tolerance_.data(), impulse_.data(), w_.data())) {
          contradiction = true;
          return false;
        }
        S most(0);
        for (const int a : active_) {
          motion_.reaction(a)[k] = impulse_[index(a)];
          most = std::max(most, magnitude_of(impulse_[index(a)]));
        }
        for (auto at = undecided.begin(); at != undecided.end();) {
          const int a = *at;
          const bool presses = impulse_[index(a)] > tolerance_[index(a)] / motion_.W()(a, a) + S(64) * epsilon<S>() * most;
          const bool leaves = !presses && w_[index(a)] > tolerance_[index(a)];
          if (presses) {
            two_sided_[index(a)] = 1;
            stays_.push_back(a);
          } else if (leaves) {
            open(a, k + 2, S(0));
            active_.erase(std::find(active_.begin(), active_.end(), a));
          }
          at = presses || leaves ? undecided.erase(at) : at + 1;
        }
        return !undecided.empty();
      });
    }
    if (contradiction) return stop("the contacts contradict each other");
    for (auto* list : {&stays_, &undecided}) {
      for (const int a : *list) {
        close(a);
        held_.try_append(motion_.W(), a);
      }
    }
    if (held_.size() == 0) return true;
    return project_state();
  }

  void close(int a) {
    contact& c = contact_[index(a)];
    if (c.closed) return;
    c.closed = true;
    c.since = t_;
    open_.erase(std::find(open_.begin(), open_.end(), a));
  }
  void open(int a, int order, const S& rate) {
    contact& c = contact_[index(a)];
    if (c.closed) {
      c.closed = false;
      open_.insert(std::lower_bound(open_.begin(), open_.end(), a), a);
      if (keeps_all_ && t_ > c.since) answer_.contacts.push_back({a, c.since, t_});
    }
    c.order = order;
    c.rate = rate;
  }

  /// Takes the rounding of the step out of the held contacts: Φ = 0 and rate 0 again. H is that of the last evaluation, close enough for a Newton step.
  bool project_state() {
    if (held_.size() == 0) return true;
    for (int k = 0; k < most_corrections; ++k) {
      motion_.place(t_, q_.data(), v_.data());
      bool corrected = false;
      for (int i = 0; i < held_.size(); ++i) {
        const int a = held_.members()[index(i)];
        x_[index(i)] = -motion_.gap(a)[0];
        corrected = corrected || magnitude_of(motion_.gap(a)[0]) > epsilon<S>() * motion_.gradient_magnitude(a, q_);
      }
      held_.solve(x_.data());
      add_reactions(held_.members(), x_.data(), q_);
      stop_rates();
      if (!corrected) break;
    }
    return true;
  }

  // --- time and records ------------------------------------------------------------------------------------------------

  /// t + t_low carries twice the digits: the sum of millions of flights keeps its last one.
  void advance_clock(const S& τ) {
    const S sum = t_ + τ, added = sum - t_;
    t_low_ += (t_ - (sum - added)) + (τ - added);
    t_ = sum + t_low_;
    t_low_ -= t_ - sum;
  }

  void record_piece(const S& τ, bool ends) {
    const S from = t_;
    elapsed_ += τ;
    advance_clock(τ);
    if (ends) {
      t_ = until_;
      t_low_ = S(0);
    }
    if (!keeps_all_ || !(t_ > from)) return;
    int degree = motion_.degree();
    const auto vanishes = [&](int k) {
      for (int i = 0; i < n_; ++i)
        if (motion_.position(i)[k] != S(0)) return false;
      return true;
    };
    while (degree > 1 && vanishes(degree)) --degree;
    piece_.clear();
    for (int i = 0; i < n_; ++i) piece_.insert(piece_.end(), motion_.position(i), motion_.position(i) + degree + 1);
    answer_.path.append(t_, degree, piece_.data());
    for (const int a : members_) {
      const S* const λ = motion_.reaction(a);
      int last = motion_.degree() - 2;
      while (last > 0 && λ[last] == S(0)) --last;
      if (last >= 0) answer_.reactions.push_back({a, from, t_, std::vector<S>(λ, λ + last + 1)});
    }
  }

  void warn_of_touch(int a, const S& t) {
    using std::sqrt;
    contact& c = contact_[index(a)];
    const bool again = c.touched && !(magnitude_of(S(t - c.touch)) > sqrt(epsilon<S>()) * t);
    c.touched = true;
    c.touch = t;
    if (!again) answer_.warnings.push_back("grazing undecided at t = " + to_text(t) + ": gap " + std::to_string(a) + " touches 0 within rounding; continued without impulse");
  }

  static column<S> vector_of(const std::vector<S>& x) { return Eigen::Map<const column<S>>(x.data(), static_cast<Eigen::Index>(x.size())); }

  solution<S> finish() {
    for (int a = 0; a < m_; ++a)
      if (contact_[index(a)].closed && keeps_all_ && t_ > contact_[index(a)].since) answer_.contacts.push_back({a, contact_[index(a)].since, t_});
    for (const discontinuity& d : discontinuities_) {
      std::string names;
      for (const int a : d.constraints) names += (names.empty() ? "" : ", ") + std::to_string(a);
      answer_.warnings.push_back("impact at t = " + to_text(d.t) + " on constraints " + names + ": the outcome is not continuous in the data [Paoli 2004, (5)]" +
                                 (d.count > 1 ? "; first of " + std::to_string(d.count) + " such impacts" : ""));
    }
    answer_.counts.force_evaluations = motion_.force_evaluations;
    answer_.end_time = t_;
    answer_.end_position = vector_of(q_);
    answer_.end_velocity = vector_of(v_);
    return std::move(answer_);
  }

  static constexpr std::int64_t most_impacts = 100'000'000;  ///< hours of work, and most likely a mistake in the data
  static constexpr int most_standing = 100'000;              ///< events at one and the same t
  static constexpr int most_simultaneous = 1'000;            ///< applications of the impact law to initial data
  static constexpr int most_corrections = 4;                 ///< Newton steps; each gains a factor of the step length

  struct discontinuity {
    S t;
    std::vector<int> constraints;
    std::int64_t count;
  };

  const int highest_;
  smooth_motion<S> motion_;
  const int n_, m_;
  const S e_, until_;
  std::optional<S> fixed_step_;
  const bool keeps_all_;

  S t_{}, t_low_{};
  S elapsed_{};     ///< since the last impact
  S time_scale_{};  ///< over which the motion changes: the last step that its series allowed
  std::vector<S> q_, v_;
  std::vector<contact> contact_;
  std::vector<gap_view> view_;
  std::vector<int> open_;         ///< sorted
  independent_contacts<S> held_;  ///< a basis of the closed contacts: the others follow from them

  bool is_event_ = false;
  int arriving_ = -1;  ///< the gap that ends the step
  int standing_ = 0;
  std::vector<int> active_, approaching_, members_, stays_, flipped_;
  std::vector<std::pair<int, S>> touches_;
  std::vector<S> rate_, impulse_, w_, tolerance_, scale_, floor_, shifted_, copies_, x_, piece_;
  std::vector<char> two_sided_, none_two_sided_;
  projection<S> project_;
  root_isolation<S> roots_;
  flight_history<S> history_;
  std::vector<discontinuity> discontinuities_;
  solution<S> answer_;
};

}  // namespace unilateral::event_driven
