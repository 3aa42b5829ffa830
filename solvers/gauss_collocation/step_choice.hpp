#pragma once
/// Which contacts are held on the next step, and how long it is: Moreau's (P) and, where it leaves a choice, trial
/// steps.
///
/// A step is accepted where it resolves
///     the accelerations and reactions      their last coefficients are rounding
///     (collocation_step.hpp)
///     the equations between Gauss points   Cauchy's estimate
///     (unseen.hpp) the accelerations of gaps that rest  last coefficients: they tell how such a gap opens
/// and where it goes on as it should: reactions ≥ 0 where held, gaps ≥ 0 where not, switches on the side that its
/// formulas stand for.

#include "solvers/gauss_collocation/contacts.hpp"
#include "solvers/gauss_collocation/patience.hpp"

namespace unilateral::gauss_collocation {

/// Leading term at the begin of a step: y ≈ c τ^p. sign 0: nothing above rounding.
struct leading {
  int sign, p;
};

/// Of values at the Gauss points; size: what their rounding comes from.
template <class W>
leading leading_term(const gauss_basis<W>& g, vector_of<W> y, const W& size) {
  using std::abs;
  W noise = W(slack) * epsilon<W>() * size;
  for (int p = 0; p <= 4; ++p) {
    const W c = at_begin(g.coefficients(y));
    if (abs(c) > noise) return {c > W(0) ? 1 : -1, p};
    for (int j = 0; j < g.stages(); ++j) y[j] /= g.c(j);
    noise /= g.c(0);
  }
  return {0, 0};
}

template <class W>
struct chosen_step {
  collocated_step<W> x;
  std::map<int, leading> gap_leads;     ///< of the gaps that rest and are not held
  std::vector<leading> reaction_leads;  ///< one a contact held
  std::map<int, leading> switch_leads;  ///< of the switches that were 0 at the begin
  std::vector<W> reaction_sizes;        ///< what the rounding of the reactions comes from
};

template <class W>
class step_choice {
  using vector = vector_of<W>;

 public:
  /// `undecided`: switches that start from 0, whose side the motion itself must tell; `exact_sides`: of those beside
  /// which exact data put the motion. end: of the run.
  step_choice(phase<W>& system, branches& formulas, const branch_signs& σ, const std::vector<int>& undecided,
              const std::map<int, int>& exact_sides, const state<W>& from, const contact_sets& sets,
              const std::set<int>& leaving, const W& end, const std::optional<collocated_step<W>>& previous,
              patience& clock)
      : system_(system),
        at_(system.at),
        formulas_(formulas),
        σ_(σ),
        undecided_(undecided),
        exact_sides_(exact_sides),
        from_(from),
        sets_(sets),
        leaving_(leaving),
        end_(end),
        previous_(previous),
        clock_(clock) {}

  std::int64_t projections = 0;
  std::string obstacle = "it is undecided which contacts stay";  ///< why nothing was found, if nothing was
  bool is_singular = false;                                      ///< no step was short enough
  /// How switches lead, where with the formulas of its one side a jump would not be left.
  std::optional<std::map<int, leading>> rests_by_one_side;

  /// The step, at most h long. False: there is none.
  bool find(const W& h, chosen_step<W>& y) {
    using std::abs;
    const std::vector<int>& resting = sets_.resting;
    measure();
    if (resting.empty()) return attempt({}, h, y.x) && goes_on(y);
    const auto C = at_.compliance_of(resting);
    const vector free = at_.solve_mass(at_.f);
    const int r = static_cast<int>(resting.size()), n = at_.degrees_of_freedom();
    vector b(r), size(r);
    for (int k = 0; k < r; ++k) {
      const int α = resting[static_cast<std::size_t>(k)];
      b[k] = at_.γ[α];
      size[k] = abs(at_.γ[α]) + rounding_.second[α];
      for (int i = 0; i < n; ++i) {
        b[k] += at_.G(α, i) * free[i];
        size[k] += abs(at_.G(α, i)) * free_size_[i];
      }
    }
    const auto λ = complementary_multipliers<W>(C.W_J, b, size, clock_);
    ++projections;
    if (!λ) {
      obstacle = "no acceleration is admissible: the contacts close on each other";
      return false;
    }
    const vector w = C.W_J * *λ + b;
    std::vector<int> strict, open_question;
    for (int k = 0; k < r; ++k) {
      W terms = size[k];
      for (int l = 0; l < r; ++l) terms += abs(C.W_J(k, l) * (*λ)[l]);
      const W zero = W(slack) * epsilon<W>() * terms;
      const int α = resting[static_cast<std::size_t>(k)];
      // A reaction that has just vanished is 0, also where the force cancels so well that the size of its terms can't
      // be seen in it.
      const bool vanished = leaving_.contains(α);
      if (!vanished && C.W_J(k, k) * (*λ)[k] > zero)
        strict.push_back(α);
      else if (vanished || w[k] <= zero)
        open_question.push_back(α);
    }
    // Which of the open ones are held: first as before, without those whose reaction has just vanished; then all
    // choices, most contacts first.
    std::set<std::vector<int>> tried;
    const auto holds = [&](const std::vector<int>& more) {
      std::vector<int> J = strict;
      J.insert(J.end(), more.begin(), more.end());
      J = at_.independent(J);
      std::sort(J.begin(), J.end());
      return tried.insert(J).second && attempt(J, h, y.x) && goes_on(y);
    };
    std::vector<int> first;
    for (const int α : open_question)
      if (!leaving_.contains(α)) first.push_back(α);
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

  /// Sizes that the rounding of accelerations comes from, at the present state.
  void measure() {
    at_.evaluate(from_.t, from_.q, from_.v);
    const vector free = at_.solve_mass(at_.f);
    rounding_ =
        system_.motion.roundings_at(at_, from_.t, from_.q, from_.v, free, vector(from_.q.cwiseAbs() + from_.q_moved),
                                    vector(from_.v.cwiseAbs() + from_.v_moved));
    free_size_ = free.cwiseAbs() + rounding_.acceleration;
  }

  /// Steps with J held from the present state, as far as everything is resolved, at most up to h. False: no step does.
  bool attempt(const std::vector<int>& J, W h, collocated_step<W>& x) {
    using std::abs;
    at_.evaluate(from_.t, from_.q, from_.v);
    const auto start = at_.held(J);
    // An acceleration that would not change v in the whole run is rounding too: a force that sets in smoothly from 0
    // need not be resolved beside itself. Nor what is below the range of the answer's numbers, be it a velocity or a
    // position.
    W λ_rounding(0);
    for (const int α : J)
      λ_rounding = std::max(λ_rounding, W(at_.G.row(α).cwiseAbs().dot(rounding_.acceleration) /
                                          at_.G.row(α).dot(at_.solve_mass(vector(at_.G.row(α).transpose())))));
    const int r = static_cast<int>(J.size());
    vector motion = at_.M.cwiseAbs() * start.acceleration.cwiseAbs() + at_.f.cwiseAbs(), contacts(r);
    for (int k = 0; k < r; ++k) {
      const int α = J[static_cast<std::size_t>(k)];
      motion += at_.G.row(α).cwiseAbs().transpose() * abs(start.reaction[k]);
      contacts[k] = second_size(α, start.acceleration.cwiseAbs());
    }
    const typename collocation<W>::sizes known{
        std::max({W(at_.solve_mass(at_.f).cwiseAbs().maxCoeff()), W(from_.v.cwiseAbs().maxCoeff() / end_),
                  least_acceleration()}),
        rounding_.acceleration.maxCoeff(), λ_rounding, motion, contacts};
    system_.motion.set_sizes(known);
    x.t_0 = from_.t;
    x.q_0 = from_.q;
    x.v_0 = from_.v;
    x.J = J;
    W last_tail(-1);
    bool was_cut = false;
    const vector λ_0 = J.empty() ? vector(0) : start.reaction;
    const auto cut = [&](int divisor, const char* why) {
      h /= W(divisor);
      last_tail = W(-1);
      obstacle = why;
    };
    constexpr const char* unbounded = "the forces between Gauss points cannot be bounded, however short the step is";
    for (;;) {
      clock_.ask();
      x.h = h;
      if (!(h > shortest_step(from_.t, end_))) {
        is_singular = true;
        return false;
      }
      const bool is_predicted = predict(x, start.acceleration, λ_0, known);
      if (is_predicted && !system_.motion.sees_all(predicted_, at_, sets_.resting)) {
        cut(2, unbounded);
        was_cut = true;
        continue;
      }
      if (!solved(x, start.acceleration, λ_0, is_predicted)) {
        cut(4, "the equations of a step have no solution, however short it is");
        continue;
      }
      if (x.resolved || is_rounding(x, last_tail)) {
        if (!resting_gaps_are_resolved(x)) {
          cut(2, "the way in which a contact opens is not resolved");
          continue;
        }
        if (!system_.motion.sees_all(x, at_, sets_.resting)) {
          cut(2, unbounded);
          was_cut = true;
          continue;
        }
        if (was_cut) x.growth = std::min(x.growth, W(1));
        return true;
      }
      last_tail = x.tail;
      h *= x.growth;
      obstacle = "no step resolves the motion";
    }
  }

  /// What the rounding of d²Φ_α/dt² on a step comes from, and of the reaction of the contact k of J.
  W second_size(const collocated_step<W>& x, int α) const {
    return second_size(α, x.a.cwiseAbs().rowwise().maxCoeff() + rounding_.acceleration);
  }
  /// The same for accelerations of that size.
  W second_size(int α, const vector& a) const {
    using std::abs;
    return abs(at_.γ[α]) + rounding_.second[α] + at_.G.row(α).cwiseAbs().dot(a);
  }
  W reaction_size(const collocated_step<W>& x, int k) const {
    const int α = x.J[static_cast<std::size_t>(k)];
    const vector column = at_.solve_mass(vector(at_.G.row(α).transpose()));
    return W(x.λ.row(k).cwiseAbs().maxCoeff()) +
           W(at_.G.row(α).cwiseAbs().dot(free_size_)) / W(at_.G.row(α).dot(column));
  }
  /// The last coefficients are rounding, for values computed from terms of that size.
  static bool is_resolved(const series<W>& c, const W& size) {
    const W last = size_of(c, c.size() - 2);
    return is_number(last) && last <= W(16 * slack) * epsilon<W>() * std::max(size, size_of(c));
  }
  /// No step is as short: t would not feel it.
  static W shortest_step(const W& t, const W& end) {
    return std::max(W(W(64) * epsilon<W>() * t), W(epsilon<W>() * epsilon<W>() * end));
  }

 private:
  /// Whether the last step goes on in x.
  bool goes_on_from_previous(const collocated_step<W>& x) const {
    return previous_ && previous_->J == x.J && x.h <= W(2) * previous_->h;
  }
  /// The step x in long double, which costs little: what it cannot bound needs no more digits to be refused, and where
  /// it ends Newton's method has three rounds to go. False where there is none.
  bool predict(const collocated_step<W>& x, const vector& a_0, const vector& λ_0,
               const typename collocation<W>::sizes& known) {
    if constexpr (std::is_same_v<W, long double>) {
      return false;
    } else {
      if (!system_.motion.is_coupled() || system_.motion.is_beyond_long_double(x)) return false;
      collocation<long double>& motion = *system_.predictor;
      const auto narrow = [](const vector& y) {
        return vector_of<long double>(y.unaryExpr([](const W& z) { return rounded<long double>(z); }));
      };
      collocated_step<long double>& y = predicted_;
      y.t_0 = rounded<long double>(x.t_0);
      y.h = rounded<long double>(x.h);
      y.q_0 = narrow(x.q_0);
      y.v_0 = narrow(x.v_0);
      y.J = x.J;
      // Where long double leaves less than four digits of the accelerations it tells nothing.
      const long double size = rounded<long double>(W(at_.solve_mass(at_.f).cwiseAbs().maxCoeff())),
                        rounding = rounded<long double>(W(rounding_.acceleration.maxCoeff()));
      if (epsilon<long double>() * rounding > size / 10000) return false;
      motion.set_sizes({size, rounding, 0, narrow(known.motion), narrow(known.contacts)});
      if (goes_on_from_previous(x))
        motion.start_from(y, *previous_);
      else
        motion.start_from(y, narrow(a_0), narrow(λ_0));
      if (!motion.step(y, narrow(a_0), narrow(λ_0))) return false;
      // Last coefficients that are rounding would be large in the complex plane.
      for (auto* all : {&y.a_series, &y.λ_series})
        for (series<long double>& c : *all) {
          const long double least = 1024 * epsilon<long double>() * (size_of(c) + rounding);
          while (c.size() > 1 && std::abs(c.back()) <= least) c.pop_back();
        }
      return true;
    }
  }
  bool solved(collocated_step<W>& x, const vector& a_0, const vector& λ_0, bool is_predicted) {
    if (is_predicted) {
      system_.motion.start_at(x, predicted_);
      if (system_.motion.step(x, a_0, λ_0)) return true;
    }
    if (goes_on_from_previous(x))
      system_.motion.start_from(x, *previous_);
    else
      system_.motion.start_from(x, a_0, λ_0);
    return system_.motion.step(x, a_0, λ_0);
  }

  /// What changes neither v nor q, in the run, by more than 1e-380: below the least positive double, and far below any
  /// number that a unit makes.
  W least_acceleration() const {
    static const W least = exact<W>("1e-380");
    return least / std::max(end_, W(end_ * end_));
  }
  /// Coefficients that don't fall although the step was cut are rounding of the forces.
  static bool is_rounding(const collocated_step<W>& x, const W& last_tail) {
    return last_tail > W(0) && x.tail > last_tail / W(2) && x.tail < W(1024) * W(1024) * epsilon<W>();
  }
  bool is_held(const collocated_step<W>& x, int α) const { return std::find(x.J.begin(), x.J.end(), α) != x.J.end(); }
  bool resting_gaps_are_resolved(const collocated_step<W>& x) const {
    for (const int α : sets_.resting)
      if (!is_held(x, α) &&
          !is_resolved(system_.motion.basis.coefficients(vector(x.second.row(α).transpose())), second_size(x, α)))
        return false;
    return true;
  }

  /// Is this how the motion goes on? Fills in the leading terms.
  bool goes_on(chosen_step<W>& y) {
    using std::abs;
    y.gap_leads.clear();
    y.reaction_leads.clear();
    y.reaction_sizes.clear();
    y.switch_leads.clear();
    const collocated_step<W>& x = y.x;
    for (int k = 0; k < static_cast<int>(x.J.size()); ++k) {
      y.reaction_sizes.push_back(reaction_size(x, k));
      y.reaction_leads.push_back(
          leading_term<W>(system_.motion.basis, x.λ.row(k).transpose(), y.reaction_sizes.back()));
      if (y.reaction_leads.back().sign < 0) return false;
    }
    for (const int α : sets_.resting) {
      if (is_held(x, α)) continue;
      const leading lead = leading_term<W>(system_.motion.basis, x.second.row(α).transpose(), second_size(x, α));
      if (lead.sign < 0) return false;
      y.gap_leads.emplace(α, lead);
    }
    if (undecided_.empty()) return true;
    step_motion<W> motion(x, system_.motion.basis);
    bool is_own = true;
    for (const int k : undecided_) {
      watched_function<W>& g = system_.switches[static_cast<std::size_t>(k)];
      vector values(system_.motion.basis.stages());
      const W begin = g.at(motion.at(W(0))).value;  // 0, but for rounding
      for (int j = 0; j < values.size(); ++j) values[j] = W(g.at(motion.at(system_.motion.basis.c(j))).value - begin);
      const W size = g.size(from_.t, from_.q, from_.v, from_.q_moved, from_.v_moved) + values.cwiseAbs().maxCoeff();
      leading lead = leading_term<W>(system_.motion.basis, values, size);
      if (lead.sign == 0) {  // or of a higher order, as of x³: by the first value above rounding
        const W noise = W(slack) * epsilon<W>() * size;
        for (int j = 0; j < values.size() && lead.sign == 0; ++j)
          if (abs(values[j]) > noise) lead = {values[j] > W(0) ? 1 : -1, 5};
      }
      const int side = σ_[static_cast<std::size_t>(k)];
      if (lead.sign != side && lead.sign != 0) return false;
      // A formula that jumps at 0 has its own value there; of one that has a kink both sides say the same.
      const auto start = exact_sides_.find(k);
      const bool is_beside = start != exact_sides_.end() && start->second == side;
      is_own = is_own && (lead.sign == side || !formulas_.can_stay(k) || is_beside);
      y.switch_leads.emplace(k, lead);
    }
    if (!is_own) rests_by_one_side = y.switch_leads;
    return is_own;
  }

  phase<W>& system_;
  instant<W>& at_;
  typename collocation<W>::roundings rounding_;
  vector free_size_;  ///< |M⁻¹f| and its rounding
  branches& formulas_;
  const branch_signs& σ_;
  const std::vector<int>& undecided_;
  const std::map<int, int>& exact_sides_;
  const state<W>& from_;
  const contact_sets& sets_;
  const std::set<int>& leaving_;
  const W& end_;
  const std::optional<collocated_step<W>>& previous_;
  patience& clock_;
  collocated_step<long double> predicted_;
};

}  // namespace unilateral::gauss_collocation
