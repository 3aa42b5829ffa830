#pragma once
/// The run: step, first event on it, the step again with just the length that ends in the event, and what happens there.

#include "problems/language/input_error.hpp"
#include "solvers/gauss_collocation/accumulation.hpp"
#include "solvers/gauss_collocation/first_root.hpp"
#include "solvers/gauss_collocation/gauss_collocation.hpp"
#include "solvers/gauss_collocation/recorder.hpp"

#include <set>

namespace unilateral::gauss_collocation {

/// Stages: the step then is about a sixth of the distance to the nearest singularity of the motion, and coefficients fall by 25 each.
template <class S>
int stages() {
  return 3 * scalar_traits<S>::digits / 4 + 4;
}

template <class S>
const gauss_basis<working<S>>& tables() {
  static const auto made = gauss_basis<working<S>>::template made_in<wider<S>>(stages<S>(), rounded<working<S>, wider<S>>);
  return made;
}

template <scalar S>
class event_loop {
  using W = working<S>;
  using vector = vector_of<W>;

 public:
  event_loop(const statement& question, const request& asked)
      : at_(question.system),
        motion_(question.system, tables<S>(), rounded<W>(S(epsilon<S>() / S(4)))),
        record_(at_.degrees_of_freedom(), at_.constraints(), stages<S>(), asked.record),
        n_(at_.degrees_of_freedom()),
        m_(at_.constraints()),
        t_(0),
        end_(asked.until ? exact<W>(*asked.until) : constant_value<W>(question.horizon)),
        q_(n_),
        v_(n_) {
    for (int i = 0; i < n_; ++i) {
      q_[i] = constant_value<W>(question.position[static_cast<std::size_t>(i)]);
      v_[i] = constant_value<W>(question.velocity[static_cast<std::size_t>(i)]);
    }
    v_scale_ = v_.cwiseAbs();
    q_scale_ = a_free_ = vector::Zero(n_);
    h_ = end_ / W(32);
  }

  solution<S> run() && {
    while (record_.answer.completed() && end_ - t_ > W(4) * epsilon<W>() * end_) advance();
    if (record_.answer.completed()) {
      at_.evaluate(t_, q_, v_);
      sort_contacts();
      if (!approaching_.empty()) collide();
      t_ = end_;
    }
    record_.end(t_, q_, v_);
    record_.answer.counts.force_evaluations = motion_.force_evaluations;
    return std::move(record_.answer);
  }

 private:
  static constexpr int slack = 1024;  ///< roundings that a gap, a rate or a reaction collects between two events, generously

  // --- what touches, and how ---

  /// Sizes of what dΦ_α/dt and Φ_α were computed from, the last step and impact included: their rounding stays, also where the values cancel.
  W rate_size(int α) const {
    using std::abs;
    W size = at_.rate_size[α];
    for (int i = 0; i < n_; ++i) size += abs(at_.G(α, i)) * v_scale_[i];
    return size;
  }
  W gap_size(int α) const {
    using std::abs;
    W size = at_.gap_size[α];
    for (int i = 0; i < n_; ++i) size += abs(at_.G(α, i)) * q_scale_[i];
    return size;
  }
  void sort_contacts() {
    using std::abs;
    touching_.assign(static_cast<std::size_t>(m_), false);
    contacts_.clear();
    approaching_.clear();
    resting_.clear();
    for (int α = 0; α < m_; ++α) {
      if (!(at_.Φ[α] <= W(slack) * epsilon<W>() * gap_size(α))) continue;
      touching_[static_cast<std::size_t>(α)] = true;
      contacts_.push_back(α);
      const W zero = W(slack) * epsilon<W>() * rate_size(α);
      if (at_.rate[α] < -zero) approaching_.push_back(α);
      if (abs(at_.rate[α]) <= zero) resting_.push_back(α);
    }
  }

  // --- (3): impacts ---

  vector rows(const vector& x, const std::vector<int>& J) const {
    vector result(static_cast<int>(J.size()));
    for (int k = 0; k < result.size(); ++k) result[k] = x[J[static_cast<std::size_t>(k)]];
    return result;
  }
  /// Puts the contacts J, independent, at Φ = 0 again, from a rounding away.
  void close_gaps(const std::vector<int>& J) {
    if (J.empty()) return;
    q_ += at_.correction(J, rows(at_.Φ, J));
    at_.evaluate(t_, q_, v_);
  }
  /// G_α M⁻¹ G_βᵀ ≤ 0 for α ≠ β if e = 0, and = 0 if e > 0                                                     [Paoli 2004, (5)]
  bool angles_allow_continuity(const matrix_of<W>& W_J) const {
    using std::sqrt;
    for (int k = 0; k < W_J.rows(); ++k)
      for (int l = 0; l < k; ++l) {
        const W zero = W(slack) * epsilon<W>() * sqrt(W(W_J(k, k) * W_J(l, l)));
        if (W_J(k, l) > zero || (at_.restitution() > W(0) && W_J(k, l) < -zero)) return false;
      }
    return true;
  }
  void collide() {
    using std::abs;
    close_gaps(at_.independent(contacts_));
    const W& e = at_.restitution();
    const std::vector<int> K = contacts_;
    // v⁺ may approach a contact that was moving away: then a shock follows at the same instant.
    for (int shock = 0; !approaching_.empty(); ++shock) {
      if (shock == 1000) return record_.stop("impacts that don't end", t_);
      const auto C = at_.compliance_of(K);
      if (shock == 0 && !angles_allow_continuity(C.W_J) && discontinuous_.insert(K).second)
        record_.warn("several contacts at t = ", t_, ": their angles in the kinetic metric leave v+ discontinuous in the data [Paoli 2004, (5)]");
      vector size(static_cast<int>(K.size()));
      for (std::size_t k = 0; k < K.size(); ++k) size[static_cast<int>(k)] = rate_size(K[k]);
      const auto λ = complementary_multipliers<W>(C.W_J, rows(at_.rate, K), size);
      ++record_.answer.counts.projections;
      if (!λ) return record_.stop("no velocity is admissible", t_);
      const vector v_minus = v_, P = (W(1) + e) * *λ;
      v_ += C.columns * P;
      vector impulse = vector::Zero(m_);
      for (std::size_t k = 0; k < K.size(); ++k) impulse[K[k]] = P[static_cast<int>(k)];
      record_.impact_at(t_, q_, v_minus, v_, impulse, K);
      for (int i = 0; i < n_; ++i) v_scale_[i] = std::max(v_scale_[i], W(abs(v_minus[i]))) + W(C.columns.row(i).cwiseAbs().dot(P.transpose()));
      at_.evaluate(t_, q_, v_);
      sort_contacts();
    }
    previous_.reset();
    leaving_.clear();
    history_.add(t_, K);
    pass_accumulation();
  }

  // --- (5) ---

  void pass_accumulation() {
    using std::sqrt;
    const auto limit = history_.limit(W(sqrt(epsilon<W>()) * end_));
    if (!limit || t_ + limit->remaining > end_) return;
    const std::vector<int> K = at_.independent(limit->contacts);
    const W R = limit->remaining;
    const vector a = at_.held(K).acceleration, q_before = q_;
    const W t_before = t_;
    q_ += R * v_ + (R * R / W(2)) * a;
    v_ += R * a;
    t_ += R;
    at_.evaluate(t_, q_, v_);
    close_gaps(K);
    v_ += at_.correction(K, rows(at_.rate, K));
    record_.interrupt(limit->contacts, limit->begin, t_before);
    record_.line(q_before, t_before, q_, t_);
    record_.accumulation_at(t_, q_, v_);
    history_.clear();
  }

  // --- (1), (4): the next step and the contacts held on it ---

  /// Steps with J held from the present state, as far as the polynomial resolves, at most up to h. False: no step does.
  bool attempt(const std::vector<int>& J, W h, collocated_step<W>& x) {
    const auto start = at_.held(J);
    a_free_ = at_.solve_mass(at_.f);
    // An acceleration that would not change v in the whole run is rounding too: a force that sets in smoothly from 0 need not be resolved beside itself.
    motion_.set_free_size(std::max(W(a_free_.cwiseAbs().maxCoeff()), W(v_.cwiseAbs().maxCoeff() / end_)));
    x.t_0 = t_;
    x.q_0 = q_;
    x.v_0 = v_;
    x.J = J;
    W last_tail(-1);
    const vector λ_0 = J.empty() ? vector(0) : start.reaction;
    for (;;) {
      x.h = h;
      if (!(h > W(64) * epsilon<W>() * t_) || !(h > epsilon<W>() * epsilon<W>() * end_)) return false;
      if (!motion_.step(x, start.acceleration, λ_0, previous_ ? &*previous_ : nullptr)) {
        h /= W(4);
        last_tail = W(-1);
        continue;
      }
      if (const auto at = first_switch(x)) {  // up to where a formula changes, and no farther
        h *= *at;
        last_tail = W(-1);
        continue;
      }
      if (x.resolved) {
        bool all = true;
        for (const int α : resting_)
          all = all && (std::find(J.begin(), J.end(), α) != J.end() || is_resolved(motion_.basis.coefficients(vector(x.second.row(α).transpose())), second_size(x, α)));
        if (all) return true;
        h /= W(2);
        last_tail = W(-1);
        continue;
      }
      // Coefficients that don't fall although the step was cut are rounding of the forces.
      if (last_tail > W(0) && x.tail > last_tail / W(2) && x.tail < W(1024) * W(1024) * epsilon<W>()) return true;
      last_tail = x.tail;
      h *= x.growth;
    }
  }
  /// Where in a step, as a part of it, the argument of an |x| changes its sign; nothing where that is at its ends, within rounding.
  std::optional<W> first_switch(const collocated_step<W>& x) const {
    using std::abs;
    const W hair = W(slack) * epsilon<W>() * std::max(W(1), W(t_ / x.h));
    std::optional<W> earliest;
    for (int k = 0; k < x.switches.rows(); ++k) {
      const vector values = x.switches.row(k).transpose();
      series<W> argument = motion_.basis.coefficients(values);
      const W begin = at_begin(argument), rate = at_begin(slope(argument)), noise = abs(rate) * hair + W(slack) * epsilon<W>() * values.cwiseAbs().maxCoeff();
      if ((abs(begin) > noise ? begin : rate) < W(0))
        for (W& c : argument) c = -c;
      if (abs(begin) <= noise) argument[0] += W(2) * noise;  // it has just changed, and goes on as its rate tells
      const auto root = first_root<W>(motion_.basis, noise)(argument);
      if (root && root->kind == root_kind::crossing && root->x * abs(rate) > noise && root->x > hair && root->x < std::min(W(W(1) - hair), earliest.value_or(W(1))))
        earliest = root->x;
    }
    return earliest;
  }
  /// The last coefficients are rounding, for values computed from terms of that size.
  static bool is_resolved(const series<W>& c, const W& size) { return size_of(c, c.size() - 2) <= W(16 * slack) * epsilon<W>() * std::max(size, size_of(c)); }
  /// The same, of exactly this length, which is known to resolve.
  bool repeat(const W& h, collocated_step<W>& x) {
    at_.evaluate(t_, q_, v_);
    const auto start = at_.held(x.J);
    x.h = h;
    return motion_.step(x, start.acceleration, x.J.empty() ? vector(0) : start.reaction, previous_ ? &*previous_ : nullptr);
  }

  /// Leading term at the begin of a step: y ≈ c τ^p, from values at the Gauss points. sign 0: nothing above rounding.
  struct leading {
    int sign, p;
  };
  template <class Values>
  leading leading_term(const Values& y, const W& size) const {
    using std::abs;
    const gauss_basis<W>& g = motion_.basis;
    vector scaled = y;
    W noise = W(slack) * epsilon<W>() * size;
    for (int p = 0; p <= 4; ++p) {
      const W c = at_begin(g.coefficients(scaled));
      if (abs(c) > noise) return {c > W(0) ? 1 : -1, p};
      for (int j = 0; j < g.stages(); ++j) scaled[j] /= g.c(j);
      noise /= g.c(0);
    }
    return {0, 0};
  }
  W second_size(const collocated_step<W>& x, int α) const {
    using std::abs;
    W size = abs(at_.γ[α]);
    for (int i = 0; i < n_; ++i) size += abs(at_.G(α, i)) * W(x.a.row(i).cwiseAbs().maxCoeff());
    return size;
  }
  W reaction_size(const collocated_step<W>& x, int k) const {
    const int α = x.J[static_cast<std::size_t>(k)];
    W free(0);
    const vector a = at_.solve_mass(at_.f), column = at_.solve_mass(vector(at_.G.row(α).transpose()));
    for (int i = 0; i < n_; ++i) free += W(std::max(at_.G(α, i), W(-at_.G(α, i)))) * std::max(a[i], W(-a[i]));
    return W(x.λ.row(k).cwiseAbs().maxCoeff()) + free / W(at_.G.row(α).dot(column));
  }

  /// Is this how the motion goes on: reactions ≥ 0 where held, gaps ≥ 0 where not? Fills in the leading terms.
  bool goes_on(const collocated_step<W>& x) {
    gap_leads_.clear();
    reaction_leads_.clear();
    for (int k = 0; k < static_cast<int>(x.J.size()); ++k) {
      reaction_leads_.push_back(leading_term(vector(x.λ.row(k).transpose()), reaction_size(x, k)));
      if (reaction_leads_.back().sign < 0) return false;
    }
    for (const int α : resting_) {
      if (std::find(x.J.begin(), x.J.end(), α) != x.J.end()) continue;
      const leading lead = leading_term(vector(x.second.row(α).transpose()), second_size(x, α));
      if (lead.sign < 0) return false;
      gap_leads_.emplace(α, lead);
    }
    return true;
  }

  /// The step on which contacts are held as Moreau's (P) and, where it leaves a choice, the trial itself tells.
  bool choose(collocated_step<W>& x) {
    using std::abs;
    const W h = std::min(h_, W(end_ - t_));
    if (resting_.empty()) return attempt({}, h, x) && goes_on(x);
    const auto C = at_.compliance_of(resting_);
    const vector free = at_.solve_mass(at_.f);
    const int r = static_cast<int>(resting_.size());
    vector b(r), size(r);
    for (int k = 0; k < r; ++k) {
      const int α = resting_[static_cast<std::size_t>(k)];
      b[k] = at_.γ[α];
      size[k] = abs(at_.γ[α]);
      for (int i = 0; i < n_; ++i) {
        b[k] += at_.G(α, i) * free[i];
        size[k] += abs(at_.G(α, i) * free[i]);
      }
    }
    const auto λ = complementary_multipliers<W>(C.W_J, b, size);
    ++record_.answer.counts.projections;
    if (!λ) return false;
    const vector w = C.W_J * *λ + b;
    std::vector<int> strict, open_question;
    for (int k = 0; k < r; ++k) {
      W terms = size[k];
      for (int l = 0; l < r; ++l) terms += abs(C.W_J(k, l) * (*λ)[l]);
      const W zero = W(slack) * epsilon<W>() * terms;
      const int α = resting_[static_cast<std::size_t>(k)];
      // A reaction that has just vanished is 0, also where the force cancels so well that the size of its terms can't be seen in it.
      const bool vanished = std::find(leaving_.begin(), leaving_.end(), α) != leaving_.end();
      if (!vanished && C.W_J(k, k) * (*λ)[k] > zero)
        strict.push_back(α);
      else if (vanished || w[k] <= zero)
        open_question.push_back(α);
    }
    // Which of the open ones are held: first as before, without those whose reaction has just vanished; then all choices, most contacts first.
    std::set<std::vector<int>> tried;
    const auto holds = [&](const std::vector<int>& more) {
      std::vector<int> J = strict;
      J.insert(J.end(), more.begin(), more.end());
      J = at_.independent(J);
      std::sort(J.begin(), J.end());
      return tried.insert(J).second && attempt(J, h, x) && goes_on(x);
    };
    std::vector<int> first;
    for (const int α : open_question)
      if (std::find(leaving_.begin(), leaving_.end(), α) == leaving_.end()) first.push_back(α);
    if (holds(first)) return true;
    const int d = static_cast<int>(open_question.size());
    if (d > 12) return false;
    for (int count = d; count >= 0; --count)
      for (unsigned choice = 0; choice < 1u << d; ++choice) {
        std::vector<int> more;
        for (int k = 0; k < d; ++k)
          if ((choice >> k & 1u) != 0) more.push_back(open_question[static_cast<std::size_t>(k)]);
        if (static_cast<int>(more.size()) == count && holds(more)) return true;
      }
    return false;
  }

  // --- (2): events ---

  enum class event_kind { gap, lowest_gap, reaction };
  struct event {
    event_kind kind;
    int index;  ///< of the constraint, or of the contact in J
    W x;        ///< place on the step, in [0, 1]
    bool from_contact = false;
  };

  /// What can be seen of the events of a step: nothing, if a gap on it is no polynomial to working precision.
  std::optional<std::optional<event>> first_event(const collocated_step<W>& x) const {
    using std::abs;
    const gauss_basis<W>& g = motion_.basis;
    std::optional<event> earliest;
    const auto consider = [&](event_kind kind, int index, const series<W>& p, const W& noise, bool from_contact) {
      const auto root = first_root<W>(g, noise)(p);
      if (!root || (earliest && earliest->x <= root->x)) return;
      if (kind == event_kind::reaction && root->kind == root_kind::minimum) return;
      earliest = event{kind == event_kind::gap && root->kind == root_kind::minimum ? event_kind::lowest_gap : kind, index, root->x, from_contact};
    };
    const W rounding = W(slack / 16) * epsilon<W>();
    for (int α = 0; α < m_; ++α) {
      if (std::find(x.J.begin(), x.J.end(), α) != x.J.end()) continue;
      const W fastest = x.rate.row(α).cwiseAbs().maxCoeff();
      if (touching_[static_cast<std::size_t>(α)]) {
        const auto lead = gap_leads_.find(α);
        if (lead != gap_leads_.end() && lead->second.sign == 0) continue;  // stays closed of itself
        const bool rests = lead != gap_leads_.end();
        const int p = rests ? lead->second.p : 0;
        vector y(g.stages());
        for (int j = 0; j < g.stages(); ++j) {
          y[j] = W(0);
          for (int k = 0; k < g.stages(); ++k) y[j] += rests ? W(g.twice(j, k) * x.second(α, k)) : W(g.single(j, k) * x.rate(α, k));
          y[j] /= g.c(j);
          if (rests)
            for (int power = 0; power <= p; ++power) y[j] /= g.c(j);
        }
        W noise = rounding * (rests ? second_size(x, α) : fastest);
        for (int power = 0; power < p; ++power) noise /= g.c(0);
        consider(event_kind::gap, α, g.coefficients(y), noise, true);
        continue;
      }
      if (at_.Φ[α] > g.lebesgue * x.h * fastest) continue;
      const series<W> rate = g.coefficients(vector(x.rate.row(α).transpose()));
      if (!is_resolved(rate, W(rate_size(α) + fastest))) return {};
      series<W> p = integral(rate);
      for (W& c : p) c *= x.h;
      p[0] += at_.Φ[α];
      consider(event_kind::gap, α, p, rounding * (gap_size(α) + abs(at_.Φ[α]) + x.h * fastest), false);
    }
    for (int k = 0; k < static_cast<int>(x.J.size()); ++k) {
      const leading lead = reaction_leads_[static_cast<std::size_t>(k)];
      if (lead.sign == 0) continue;
      vector y = x.λ.row(k).transpose();
      W noise = rounding * reaction_size(x, k);
      for (int power = 0; power < lead.p; ++power) {
        for (int j = 0; j < g.stages(); ++j) y[j] /= g.c(j);
        noise /= g.c(0);
      }
      consider(event_kind::reaction, k, g.coefficients(y), noise, false);
    }
    return std::optional<std::optional<event>>(std::in_place, earliest);
  }

  /// Function of the length of a step whose root is the event, and its derivative.
  std::pair<W, W> event_function(const event& what, const collocated_step<W>& x) {
    at_.evaluate(W(t_ + x.h), x.q_1, x.v_1);
    if (what.kind == event_kind::reaction) {
      const auto k = static_cast<std::size_t>(what.index);
      return {at_.held(x.J).reaction[what.index], at_end(slope(x.λ_series[k])) / x.h};
    }
    const int α = what.index;
    if (what.kind == event_kind::lowest_gap) {
      const vector a = at_.held(x.J).acceleration;
      return {at_.rate[α], W(at_.G.row(α).dot(a) + at_.γ[α])};
    }
    if (!what.from_contact) return {at_.Φ[α], at_.rate[α]};
    W sum(0);  // counted from the contact: free of the rounding of positions
    for (int j = 0; j < motion_.basis.stages(); ++j) sum += motion_.basis.b(j) * x.rate(α, j);
    return {W(x.h * sum), at_.rate[α]};
  }

  /// Makes x the step that ends in the event. False: Newton's method has lost it.
  bool end_in(const event& what, collocated_step<W>& x, W τ, const W& longest) {
    using std::abs;
    W last(-1);
    for (int round = 0; round < 40; ++round) {
      if (!repeat(τ, x)) return false;
      const auto [y, rate] = event_function(what, x);
      if (rate == W(0)) return y == W(0);
      const W move = -y / rate;
      if (abs(move) <= W(4) * epsilon<W>() * τ) return true;
      if (last >= W(0) && abs(move) >= last / W(2)) {
        const bool rounding = abs(move) <= W(slack) * W(slack) * epsilon<W>() * (t_ + τ);
        return rounding;
      }
      last = abs(move);
      if (!(τ + move > W(0) && τ + move <= longest)) {
        if (τ + move <= W(0) && abs(τ) <= W(slack) * epsilon<W>() * t_) return true;  // at the very begin
        return false;
      }
      τ += move;
    }
    return false;
  }

  void commit(collocated_step<W>& x, const W& t_1) {
    using std::abs;
    std::vector<int> closed = x.J;
    for (const auto& [α, lead] : gap_leads_)
      if (lead.sign == 0) closed.push_back(α);
    record_.step(x, t_1, closed);
    ++record_.answer.counts.steps;
    leaving_.clear();
    t_ = t_1;
    q_ = x.q_1;
    v_ = x.v_1;
    for (int i = 0; i < n_; ++i) {
      const W fastest = std::max({W(x.a.row(i).cwiseAbs().maxCoeff()), W(abs(a_free_[i])), W(0)});
      v_scale_[i] = std::max(W(abs(x.v_0[i])), W(abs(x.v_1[i]))) + x.h * fastest;
      q_scale_[i] = x.h * v_scale_[i];
    }
    at_.evaluate(t_, q_, v_);
    if (x.J.empty()) return;
    close_gaps(x.J);
    v_ += at_.correction(x.J, rows(at_.rate, x.J));
  }

  void advance() {
    at_.evaluate(t_, q_, v_);
    sort_contacts();
    if (!approaching_.empty()) return collide();
    collocated_step<W> x;
    for (;;) {
      if (!choose(x)) return record_.stop("no step resolves the motion, or it is undecided which contacts stay", t_);
      const auto seen = first_event(x);
      if (!seen) {
        h_ = x.h / W(2);
        continue;
      }
      const std::optional<event>& found = *seen;
      if (!found) {
        const bool last = x.h >= end_ - t_;
        commit(x, last ? end_ : W(t_ + x.h));
        h_ = x.h * x.growth;
        previous_ = x;
        return;
      }
      const W h = x.h;
      h_ = h;
      collocated_step<W> whole = x;
      if (!end_in(*found, x, W(found->x * h), W(h * W(9) / W(8)))) {
        at_.evaluate(t_, q_, v_);
        // Too curved for Newton's method over this length: half of it.
        h_ = h / W(2);
        if (h_ > W(slack) * epsilon<W>() * end_) continue;
        return record_.stop("an event that cannot be located", t_);
      }
      if (t_ + x.h > end_) {  // just after the end
        x = whole;
        at_.evaluate(t_, q_, v_);
        commit(x, end_);
        return;
      }
      finish(*found, x);
      return;
    }
  }

  /// x ends in the event: what is it?
  void finish(const event& what, collocated_step<W>& x) {
    using std::sqrt;
    if (what.kind == event_kind::lowest_gap) {
      const int α = what.index;
      const W low = at_.Φ[α], zero = W(slack) * epsilon<W>() * gap_size(α);
      if (low < -zero) {  // it does cross: before its lowest point
        const W bend = event_function(what, x).second;
        const W τ = x.h - sqrt(W(-2) * low / bend);
        if (!end_in({event_kind::gap, α, W(0), false}, x, τ, x.h)) return record_.stop("a grazing impact that cannot be located", t_);
      } else if (low <= zero) {
        record_.warn("grazing undecided at t = ", W(t_ + x.h), ": constraint " + std::to_string(α) + " is touched within rounding; continued without impulse");
      }
    }
    commit(x, W(t_ + x.h));
    if (what.kind == event_kind::reaction) leaving_ = {x.J[static_cast<std::size_t>(what.index)]};
    previous_.reset();
  }

  instant<W> at_;
  collocation<W> motion_;
  recorder<S> record_;
  impact_history<W> history_;
  int n_, m_;
  W t_, end_, h_;
  vector q_, v_;
  vector v_scale_, q_scale_;  ///< sizes that the rounding of v and q comes from
  vector a_free_;             ///< M⁻¹f at the begin of the step
  std::vector<bool> touching_;
  std::vector<int> contacts_, approaching_, resting_;
  std::vector<int> leaving_;                  ///< whose reaction vanished at the end of the last step
  std::set<std::vector<int>> discontinuous_;  ///< contacts already warned of
  std::map<int, leading> gap_leads_;
  std::vector<leading> reaction_leads_;
  std::optional<collocated_step<W>> previous_;  ///< the last step, if no event ended it
};

template <scalar S>
solution<S> solve(const statement& question, const request& asked) {
  if (asked.step) throw input_error("step: expected none, for gauss_collocation chooses its own; found " + to_text(*asked.step));
  return event_loop<S>(question, asked).run();
}

}  // namespace unilateral::gauss_collocation
