#pragma once
/// The run: step after step,
///
///     begin_step   on which side of every switch the motion is (switch_sides.hpp), what touches (contacts.hpp), and by
///                  a gradient (gap_gradient.hpp)
///     collide      (3) the impact, where contacts approach (shock.hpp); (5) infinitely many (accumulation.hpp)
///     choose       (4) which contacts are held, on which side of an open switch; (1) the step (step_choice.hpp)
///     step         (2) up to the first event on it (step_events.hpp, sliding.hpp), or its end
///     finish       what the event is: the next step begins with that as a decision
///
/// with the numbers of gauss_collocation.hpp.

#include "problems/language/input_error.hpp"
#include "problems/language/rough_powers.hpp"
#include "solvers/gauss_collocation/accumulation.hpp"
#include "solvers/gauss_collocation/exact_start.hpp"
#include "solvers/gauss_collocation/gap_gradient.hpp"
#include "solvers/gauss_collocation/gauss_collocation.hpp"
#include "solvers/gauss_collocation/jump_swings.hpp"
#include "solvers/gauss_collocation/moving_metric.hpp"
#include "solvers/gauss_collocation/other_motions.hpp"
#include "solvers/gauss_collocation/patience.hpp"
#include "solvers/gauss_collocation/shock.hpp"
#include "solvers/gauss_collocation/sliding.hpp"
#include "solvers/gauss_collocation/step_events.hpp"
#include "solvers/gauss_collocation/switch_sides.hpp"
#include "solvers/gauss_collocation/work_limit.hpp"

namespace unilateral::gauss_collocation {

/// Stages: the step then is about a sixth of the distance to the nearest singularity of the motion, and coefficients
/// fall by 25 each. A second opinion has a sixth fewer.
template <class S>
int stages(bool second_opinion = false) {
  const int s = 3 * scalar_traits<S>::digits / 4 + 4;
  return second_opinion ? s - s / 6 : s;
}

template <class S, bool second_opinion>
const gauss_basis<working<S>>& tables() {
  static const auto made =
      gauss_basis<working<S>>::template made_in<wider<S>>(stages<S>(second_opinion), rounded<working<S>, wider<S>>);
  return made;
}

template <scalar S>
class event_loop {
  using W = working<S>;
  using vector = vector_of<W>;

 public:
  event_loop(const statement& question, const request& asked)
      : systems_(question.system, asked.second_opinion ? tables<S, true>() : tables<S, false>(),
                 rounded<W>(S(epsilon<S>() / S(4)))),
        record_(question.system.degrees_of_freedom(), question.system.constraints(), stages<S>(), asked.record),
        clock_(asked),
        shock_(record_, question.system, clock_),
        n_(question.system.degrees_of_freedom()),
        end_(asked.until ? exact<W>(*asked.until) : constant_value<W>(question.horizon)),
        sides_(systems_, here_, n_, end_),
        gradient_(systems_, here_, n_),
        start_(question),
        others_(question, clock_),
        metric_(question.system) {
    here_.σ.assign(static_cast<std::size_t>(systems_.formulas.count()), 1);
    here_.now.t = W(0);
    here_.now.q = here_.now.v = here_.now.q_moved = here_.now.v_moved = vector::Zero(n_);
    for (int i = 0; i < n_; ++i) {
      here_.now.q[i] = constant_value<W>(question.position[static_cast<std::size_t>(i)]);
      here_.now.v[i] = constant_value<W>(question.velocity[static_cast<std::size_t>(i)]);
    }
    here_.now.v_moved = here_.now.v.cwiseAbs();
    for (const std::string& rough : said_of_rough_powers(question.system))
      record_.answer.warnings.push_back(rough +
                                        ": gauss_collocation takes short steps there, and stops where a contact "
                                        "or an impact needs the second derivative of its gap");
    h_ = end_ / W(asked.second_opinion ? 41 : 32);
    growth_ = asked.second_opinion ? exact<W>("0.9") : W(1);
  }

  solution<S> run() && {
    while (goes_on() && end_ - here_.now.t > W(4) * epsilon<W>() * end_) {
      try {
        advance();
        clock_.reached(to_double(W(here_.now.t / end_)));
        clock_.ask();
      } catch (const input_error& error) {  // a metric that is none any more
        if (record_.answer.counts.steps == 0) throw;
        stopped(error.what());
      } catch (const patience::is_over&) {
        stopped(clock_.reason());
      }
      if (!goes_on()) break;
      if (const auto busy = work_.exceeded(here_.now.t, end_, here_.system->at.restitution() < W(1),
                                           [this] { return !closing_walls().empty(); }))
        record_.stop(closing_walls() + *busy, here_.now.t);
    }
    if (goes_on() && begin_step() && !here_.sets.approaching.empty()) collide();
    if (goes_on()) here_.now.t = end_;
    record_.end(here_.now.t, here_.now.q, here_.now.v);
    record_.answer.counts.force_evaluations = systems_.force_evaluations();
    return std::move(record_.answer);
  }

 private:
  bool goes_on() const { return record_.answer.completed(); }

  /// One impact, or one step.
  void advance() {
    if (!begin_step()) return;
    if (!here_.sets.approaching.empty()) return collide();
    if (const auto α = returns_at_once()) {
      rests(*α);
      return;
    }
    while (!step()) {
    }
  }

  // --- the present instant ---

  /// Everything at the present instant. False: the run has been stopped.
  bool begin_step() {
    sides_.settle();
    if (here_.system == nullptr) return stopped("the formulas mean nothing here");
    for (int i = 0; i < n_; ++i)
      if (!is_number(here_.now.q[i]) || !is_number(here_.now.v[i])) return stopped("the motion is no finite number");
    if (!here_.evaluate() && !hop()) return stopped("a force, mass or gap, or a derivative of it, is no finite number");
    if (const auto τ = sides_.time_to_switch()) hop(*τ);
    if (sides_.at_branch_point()) hop(sides_.time_to_branch_point());
    for (int α = 0; α < here_.system->at.constraints(); ++α)
      if (here_.system->at.Φ[α] < -penetration_limit(here_.system->at, here_.now, α))
        return stopped(gradient_.jumped(α)
                           ? "the gap of constraint " + std::to_string(α) + " jumps below 0: no motion is admissible"
                           : "constraint " + std::to_string(α) + " is penetrated");
    for (int α = 0; α < here_.system->at.constraints(); ++α)
      if (!here_.system->at.contact_is_defined(α) && gradient_.may_touch(α)) return stopped(no_gradient(α));
    std::erase_if(here_.now.counted,
                  [&](const auto& gap) { return gradient_.jumped(gap.first); });  // of another formula
    here_.sets = sorted_contacts(here_.system->at, here_.now, here_.known);
    for (const int α : here_.sets.closed) here_.now.counted[α] = {W(0), W(0)};
    for (const int α : here_.sets.closed) {
      if (here_.known.at_rest.contains(α) || !has_moved_) continue;
      if (gradient_.is_open(α) || gradient_.is_singular(α) || here_.system->at.G.row(α).isZero(W(0)))
        return stopped(no_gradient(α));
    }
    for (const int α : here_.sets.resting)
      if (!here_.undecided.empty() && gradient_.is_open(α)) return stopped(no_gradient(α));
    has_moved_ = false;
    return true;
  }
  /// Over an instant where formulas are undefined or singular.
  bool hop(const W& τ = W(0)) {
    const state<W> start = here_.now;
    const bool is_defined = sides_.hop(τ);
    if (here_.now.t > start.t) record_.line(start.q, start.t, here_.now.q, here_.now.t);
    since_impact_ += here_.now.t - start.t;
    if (here_.now.t > start.t) {
      previous_.reset();  // a step that follows does not go on from there: its length is nothing beside the hop
      here_.exact_sides.clear();
      start_.reset();
    }
    return is_defined;
  }

  // --- (3), (5): impacts, and infinitely many ---

  void collide() {
    // A contact that slides into the bottom of a valley meets its other side, too: both are to be obeyed.
    std::vector<std::pair<int, vector>> other_sides;
    for (const int α : here_.sets.approaching)
      if (gradient_.is_open(α)) {
        const auto other = here_.known.at_rest.contains(α) ? gradient_.beyond_valley(α) : std::nullopt;
        if (!other) {
          stopped(no_gradient(α));
          return;
        }
        other_sides.emplace_back(α, *other);
      }
    for (const int α : here_.sets.approaching)
      if (gradient_.wall_is_open(α))
        record_.warn("impact at t = ", here_.now.t,
                     ": the wall of constraint " + std::to_string(α) +
                         " changes its velocity at that instant, and is taken to move as after it; the outcome is not "
                         "continuous in the data");
    here_.arguments_at_zero.clear();
    here_.exact_sides.clear();
    start_.reset();
    work_.impact(here_.now.t, W(fastest_approach()));
    const vector v_minus = here_.now.v;
    const std::vector<int> hit = here_.sets.approaching;
    const auto K = shock_(here_.system->at, here_.now, here_.sets, here_.known);
    if (!K) return;
    const W& e = here_.system->at.restitution();
    for (const auto& [α, G] : other_sides) {
      const vector projected = (here_.now.v + e * v_minus) / (W(1) + e);
      if (!(G.dot(projected) >=
            -W(slack) * epsilon<W>() *
                G.cwiseAbs().dot(W(projected.cwiseAbs().maxCoeff()) * vector::Ones(n_) + here_.now.v_moved))) {
        stopped(no_gradient(α));
        return;
      }
    }
    previous_.reset();
    come_back_at_once(hit);
    history_.add(since_impact_, *K);
    since_impact_ = W(0);
    pass_accumulation();
  }
  /// Contacts that were hit and leave so slowly that rounding hides it, into forces that press them: all their impacts
  /// that follow are at this instant.
  void come_back_at_once(const std::vector<int>& hit) {
    instant<W>& at = here_.system->at;
    if (!(at.restitution() > W(0) && at.restitution() < W(1))) return;
    const vector free = at.held({}).acceleration;
    bool any = false;
    for (const int α : here_.sets.resting) {
      if (std::find(hit.begin(), hit.end(), α) == hit.end() || !(at.G.row(α).dot(free) + at.γ[α] < W(0))) continue;
      here_.known.at_rest.insert(α);
      any = true;
    }
    if (any) record_.accumulation_at(here_.now.t, here_.now.q, here_.now.v);
  }
  W fastest_approach() const {
    W most(0);
    for (const int α : here_.sets.approaching) most = std::max(most, W(-here_.system->at.rate[α]));
    return most;
  }
  void pass_accumulation() {
    using std::sqrt;
    // A step is about a sixth of the distance to the motion's nearest singularity: beside that the last cycles are to
    // be short.
    const auto limit = history_.limit(W(sqrt(epsilon<W>()) * std::min(end_, W(8) * h_)), here_.now.t, end_);
    if (!limit || here_.now.t + limit->remaining > end_) return;
    // The next impacts come one by one as long as the answer tells them from the limit, and flights are no roundings of
    // t (step_to).
    const W shortest = W(limit->impacts == 1 ? 2 : 16) * W(slack) * epsilon<W>() * here_.now.t;
    if (limit->remaining > W(epsilon<S>()) * here_.now.t && limit->next > shortest) return;
    instant<W>& at = here_.system->at;
    const std::vector<int> K = at.independent(limit->contacts);
    const W R = limit->remaining;
    const vector a = at.held(K).acceleration, q_before = here_.now.q, v_before = here_.now.v,
                 free = at.solve_mass(at.f).cwiseAbs();
    const W t_before = here_.now.t;
    // What is left of the gaps and rates of K goes by the impulses that remain: along their normals in the kinetic
    // metric, whatever their order.
    vector left(static_cast<int>(K.size())), stopped(left);
    for (int k = 0; k < left.size(); ++k) {
      const auto counted = here_.now.counted.find(K[static_cast<std::size_t>(k)]);
      stopped[k] = at.rate[K[static_cast<std::size_t>(k)]];
      left[k] = (counted == here_.now.counted.end() ? W(0) : counted->second.value) + R * stopped[k];
    }
    const vector q_pushed = at.correction(K, left), v_pushed = at.correction(K, stopped);
    const auto grown = [&](int α) {
      return W(R * (at.rate[α] + R / W(2) * (at.G.row(α).dot(a) + at.γ[α])) + at.G.row(α).dot(q_pushed));
    };
    // A contact that closes before the limit is met first: accumulations in a corner accumulate themselves.
    for (int α = 0; α < at.constraints(); ++α) {
      const auto counted = here_.now.counted.find(α);
      const W gap = counted == here_.now.counted.end() ? at.Φ[α] : counted->second.value;
      if (!std::binary_search(limit->contacts.begin(), limit->contacts.end(), α) && gap + grown(α) < W(0)) return;
    }
    for (auto& [α, gap] : here_.now.counted) gap.value += grown(α);
    for (const int α : limit->contacts) here_.now.counted[α] = {W(0), W(0)};
    const vector moved = R * here_.now.v + (R * R / W(2)) * a;
    here_.now.q += moved + q_pushed;
    here_.now.v += R * a + v_pushed;
    here_.now.t += R;
    at.evaluate(here_.now.t, here_.now.q, here_.now.v);
    close_gaps(at, here_.now, K);
    stop_rates(at, here_.now, K);
    // What was corrected are the impulses that remain, no rounding: whether a contact holds is not to be hidden by it.
    here_.now.q_moved = q_before.cwiseAbs() + moved.cwiseAbs() + q_pushed.cwiseAbs() + R * R * free;
    here_.now.v_moved = v_before.cwiseAbs() + v_pushed.cwiseAbs() + R * free;
    here_.known = {{}, {limit->contacts.begin(), limit->contacts.end()}, {}};
    record_.interrupt(limit->contacts, W(t_before - limit->cycle), t_before);
    record_.line(q_before, t_before, here_.now.q, here_.now.t);
    record_.accumulation_at(here_.now.t, here_.now.q, here_.now.v);
    history_.clear();
  }

  // --- (1), (4): which contacts, which sides ---

  /// On the side of the switches that the motion itself chooses, where they are 0.
  bool choose(chosen_step<W>& chosen) {
    std::optional<std::map<int, leading>> rests_by_one_side;
    const auto found_with = [&](const contact_sets& sets) {
      const W τ = time_to_contact(sets), soon = W(4) * std::max(τ, W(W(slack) * epsilon<W>() * here_.now.t));
      is_cut_ = τ > W(0) && soon < h_ / W(16);
      const W h = std::min(is_cut_ ? soon : h_, W(end_ - here_.now.t));
      step_choice<W> choice(*here_.system, systems_.formulas, here_.σ, here_.undecided, here_.exact_sides, here_.now,
                            sets, here_.known.leaving, end_, previous_, clock_);
      const bool found = choice.find(h, chosen);
      record_.answer.counts.projections += choice.projections;
      obstacle_ = choice.obstacle;
      is_singular_ = choice.is_singular;
      rests_by_one_side = choice.rests_by_one_side;
      return found;
    };
    if (here_.undecided.empty()) return found_with(here_.sets);
    if (here_.undecided.size() > 8) {
      obstacle_ = "too many formulas are at their kinks at once";
      return false;
    }
    ask_exact_data();
    const branch_signs before = here_.σ;
    bool jumps = false, is_singular = false;
    std::vector<continuation> found;
    std::vector<rest_by_one_side> rests;
    const std::function<bool(std::size_t)> tried = [&](std::size_t i) {
      if (i == here_.undecided.size()) {
        const branch_signs chosen_sides = here_.σ;
        if (!sides_.settle_nested()) {
          here_.σ = chosen_sides;
          return false;
        }
        here_.sets = sorted_contacts(here_.system->at, here_.now, here_.known);
        const bool goes_on = here_.sets.approaching.empty() && found_with(here_.sets);
        is_singular = is_singular || (here_.sets.approaching.empty() && is_singular_);
        if (goes_on)
          found.push_back({here_.σ, here_.sets, chosen, is_cut_});
        else if (here_.sets.approaching.empty() && rests_by_one_side)
          rests.push_back({here_.σ, *rests_by_one_side});
        here_.σ = chosen_sides;
        return goes_on;
      }
      const int k = here_.undecided[i];
      const signed char first = before[static_cast<std::size_t>(k)];
      std::vector<signed char> sides{first == 0 ? static_cast<signed char>(1) : first,
                                     static_cast<signed char>(first > 0   ? -1
                                                              : first < 0 ? 1
                                                                          : -1)};
      const bool is_jump = systems_.formulas.can_stay(k);
      if (is_jump) {
        sides.push_back(0);
        jumps = true;
      }
      bool any = false;
      for (const signed char side : sides) {
        here_.σ[static_cast<std::size_t>(k)] = side;
        any = tried(i + 1) || any;
        if (any && !is_jump) return true;  // at a kink both sides say the same
      }
      return any;
    };
    tried(0);
    here_.σ = before;
    if (const continuation* const only = the_only_one(found, rests)) {
      here_.σ = only->σ;
      here_.sets = only->sets;
      here_.system = systems_.with(here_.σ);
      here_.evaluate();
      is_cut_ = only->is_cut;
      chosen = only->step;
      return true;
    }
    is_singular_ = is_singular && found.empty();
    if (!found.empty())
      obstacle_ = not_unique();
    else if (jumps && !is_singular)
      obstacle_ =
          "the formulas have no motion beyond a jump of theirs (it would slide along the jump, as dry friction does)";
    return false;
  }
  /// A way in which the motion may go on from a jump.
  struct continuation {
    branch_signs σ;
    contact_sets sets;
    chosen_step<W> step;
    bool is_cut;
  };
  /// By the formulas of one side the motion stays on a jump: it may, in Filippov's sense, whatever the formula's own
  /// value there.
  struct rest_by_one_side {
    branch_signs σ;
    std::map<int, leading> leads;
  };
  /// Null where there is none, or are several.
  const continuation* the_only_one(const std::vector<continuation>& found,
                                   const std::vector<rest_by_one_side>& rests) const {
    // A rest by the formula's own value at a jump that another continuation leaves: if the forces of the other side
    // lead there as well it is none (|sign x|), and otherwise that side has one itself.
    const auto is_left = [&](const branch_signs& σ) {
      return std::any_of(found.begin(), found.end(), [&](const continuation& y) {
        bool agrees = y.σ != σ;
        for (std::size_t k = 0; k < σ.size(); ++k) agrees = agrees && (σ[k] == 0 || y.σ[k] == σ[k]);
        return agrees;
      });
    };
    std::vector<const continuation*> possible, beside;
    for (const continuation& x : found)
      if (!is_left(x.σ)) possible.push_back(&x);
    const auto is_exact = [&](const branch_signs& σ) {
      return std::all_of(here_.exact_sides.begin(), here_.exact_sides.end(), [&](const auto& x) {
        return x.second == 0 || σ[static_cast<std::size_t>(x.first)] == x.second;
      });
    };
    std::copy_if(possible.begin(), possible.end(), std::back_inserter(beside),
                 [&](const continuation* x) { return is_exact(x->σ); });
    const bool some_are = !beside.empty();
    if (some_are) possible = beside;
    if (possible.empty()) return nullptr;
    const auto leads_alike = [&](const std::map<int, leading>& x) {
      return std::all_of(x.begin(), x.end(), [&](const auto& y) {
        return possible[0]->step.switch_leads.at(y.first).sign == y.second.sign;
      });
    };
    for (const continuation* x : possible)
      if (!leads_alike(x->step.switch_leads)) return nullptr;
    for (const rest_by_one_side& x : rests)
      if ((!some_are || is_exact(x.σ)) && !leads_alike(x.leads)) return nullptr;
    return possible[0];
  }
  /// Where the motion starts on jumps within rounding: on which side, exactly?
  void ask_exact_data() {
    if (!start_) return;
    for (const int k : here_.undecided)
      if (const auto side = start_->side(systems_.formulas.argument_of(k))) here_.exact_sides[k] = *side;
  }
  std::string not_unique() const {
    return on_a_jump() +
           ": where it is on a jump of the forces it may leave to one side as well as to the other, or stay";
  }

  /// growth: of their speeds; places grow like their squares.
  std::string swings_that_grow(double growth) const {
    return on_a_jump() +
           ": it rests on a jump of the forces that leads back to it, and may leave in swings that grow, each " +
           to_text(std::round(growth * growth * 1e8) / 1e8) +
           " times as far as the one before, at any time as well as stay";
  }
  std::string on_a_jump() const {
    const bool is_exact = std::all_of(here_.undecided.begin(), here_.undecided.end(), [&](int k) {
      const auto side = here_.exact_sides.find(k);
      return side != here_.exact_sides.end() && side->second == 0;
    });
    return std::string("the motion is not unique") + (is_exact ? "" : ", or these digits do not tell how it goes on");
  }

  static std::string not_lipschitz(const typename other_motions<W>::leaving& what) {
    return std::string("the motion is not unique") +
           (what.is_exact ? "" : ", or these digits do not tell how it goes on") +
           ": it rests where a force is not Lipschitz continuous, as a root at 0 or a jump is not, and may leave at "
           "any time as well as stay";
  }

  /// To the next impact of those that follow each other closely, by parabolas; 0: none. Beside a step that is long
  /// compared with it, its gap is rounding.
  W time_to_contact(const contact_sets& sets) const { return next_contact(sets).second; }
  /// A contact whose flight is too short for any step.
  std::optional<int> returns_at_once() const {
    const auto [α, τ] = next_contact(here_.sets);
    if (α < 0 || τ > step_choice<W>::shortest_step(here_.now.t, end_)) return {};
    return α;
  }
  /// Which, and when; −1: none.
  std::pair<int, W> next_contact(const contact_sets& sets) const {
    using std::sqrt;
    const instant<W>& at = here_.system->at;
    const vector a = at.held(at.independent(sets.resting)).acceleration;
    std::pair<int, W> soonest{-1, W(0)};
    for (const auto& [α, gap] : here_.now.counted) {
      if (std::find(sets.resting.begin(), sets.resting.end(), α) != sets.resting.end()) continue;
      const W rate = at.rate[α], second = at.G.row(α).dot(a) + at.γ[α],
              square = rate * rate - W(2) * second * gap.value;
      if (!(square >= W(0))) continue;
      const W τ = rate > W(0) ? W(-(rate + sqrt(square)) / second) : W(W(2) * gap.value / (sqrt(square) - rate));
      if (τ > W(0) && is_number(τ) && (soonest.first < 0 || τ < soonest.second)) soonest = {α, τ};
    }
    return soonest;
  }

  // --- (1), (2): the step, up to the first event on it ---

  /// False: it was too long, and h_ is shorter now.
  bool step() {
    chosen_step<W> chosen;
    if (!choose(chosen)) return pass_singularity() || stops(obstacle_);
    if (const auto part = metric_.ends_on(chosen.x, here_.system->motion.basis)) {
      h_ = *part * chosen.x.h;
      return !(h_ > W(slack) * epsilon<W>() * end_) && stops("the mass matrix is not positive definite from here on");
    }
    if (const auto r = jump_swings<W>(systems_, here_, chosen, false).growth()) return stops(swings_that_grow(*r));
    if (const auto leaving = others_.from(W(0), systems_, here_, chosen)) return stops(not_lipschitz(*leaving));
    if (others_.come_near(here_, chosen)) return stops(not_lipschitz({false}));
    step_events<W> events(*here_.system, here_.σ, here_.now, here_.sets, here_.switched, chosen, clock_);
    const std::optional<event<W>> first = events.first();
    if (events.undecided) return is_short_enough(*events.undecided, chosen.x.h);
    if (const auto α = lies_below_zero(chosen.x, first ? first->x : W(1))) return ends_before_jump(*α, chosen.x.h);
    sliding<W> along(systems_, here_, chosen);
    const auto release = along.first();
    if (!along.is_resolved)
      return is_short_enough({zero_kind::unresolved, "the force that holds the motion on a jump", W(1)}, chosen.x.h);
    if (release && (!first || release->x < first->x)) return leaves_jump(*release, events, chosen);
    if (first) return step_to(*first, events, chosen);
    const collocated_step<W>& x = chosen.x;
    // A rest that becomes one that other motions leave: up to that instant, by halves.
    const W late = W(1) - W(slack) * epsilon<W>();
    if (const auto leaving = others_.from(late, systems_, here_, chosen)) {
      h_ = x.h / W(2);
      return !(h_ > W(slack) * epsilon<W>() * end_) && stops(not_lipschitz(*leaving));
    }
    if (const auto r = jump_swings<W>(systems_, here_, chosen, true).growth()) {
      h_ = x.h / W(2);
      return !(h_ > W(slack) * epsilon<W>() * end_) && stops(swings_that_grow(*r));
    }
    commit(chosen, x.h >= end_ - here_.now.t ? end_ : W(here_.now.t + x.h));
    if (!is_cut_) h_ = x.h * x.growth * growth_;
    previous_ = x;
    return true;
  }
  /// Up to where a jump no longer holds the motion.
  bool leaves_jump(const typename sliding<W>::release& what, step_events<W>& events, chosen_step<W>& chosen) {
    const collocated_step<W> whole = chosen.x;
    if (!events.shortened(whole, W(what.x * whole.h), chosen.x)) {
      h_ = whole.h / W(2);
      return !(h_ > W(slack) * epsilon<W>() * end_) && stops("an event cannot be located");
    }
    commit(chosen, W(here_.now.t + chosen.x.h));
    is_here(event_kind::change, what.number, chosen.x);
    return true;
  }
  /// A gap that jumps, as atan2 and atan beyond a pole do, may be below 0 on a whole step without a zero. Its sign at
  /// the Gauss points before the first event tells; of a formula that can jump only.
  std::optional<int> lies_below_zero(const collocated_step<W>& x, const W& until) {
    const gauss_basis<W>& g = here_.system->motion.basis;
    std::optional<step_motion<W>> motion;
    for (int α = 0; α < here_.system->at.constraints(); ++α) {
      if (!here_.system->may_lack_gradient[static_cast<std::size_t>(α)] ||
          std::find(x.J.begin(), x.J.end(), α) != x.J.end())
        continue;
      if (!motion) motion.emplace(x, g);
      watched_function<W>& gap = here_.system->gaps[static_cast<std::size_t>(α)];
      for (int j = 0; j < g.stages() && g.c(j) < until; ++j) {
        const auto s = motion->at(g.c(j));
        const W value = gap.at(s).value;
        if (!(value < W(0))) continue;
        const Eigen::Map<const vector> q(s.q.data(), n_), v(s.v.data(), n_);
        if (value < -W(64 * slack) * epsilon<W>() *
                        gap.size(s.t, q, v, vector(here_.now.q_moved + x.h * v.cwiseAbs()), here_.now.v_moved))
          return α;
      }
    }
    return {};
  }
  /// So is one that comes from below to the zero it was found at.
  bool rises_to_zero(int α, const collocated_step<W>& x) {
    if (!here_.system->may_lack_gradient[static_cast<std::size_t>(α)] ||
        here_.sets.touching[static_cast<std::size_t>(α)])
      return false;
    watched_function<W>& gap = here_.system->gaps[static_cast<std::size_t>(α)];
    const W rate = gap.at(W(here_.now.t + x.h), x.q_1, x.v_1, vector::Zero(n_)).rate;
    return rate > W(slack) * epsilon<W>() *
                      gap.rate_size(W(here_.now.t + x.h), x.q_1, x.v_1, vector::Zero(n_), here_.now.v_moved);
  }
  /// In shorter and shorter steps up to the jump, where the run ends.
  bool ends_before_jump(int α, const W& h) {
    h_ = h / W(2);
    if (h_ > W(slack) * step_choice<W>::shortest_step(here_.now.t, end_)) return false;
    return stops("the gap of constraint " + std::to_string(α) + " jumps below 0: no motion is admissible");
  }
  /// Where no step is short enough: over the branch point or the kink that is here, once.
  bool pass_singularity() {
    if (!is_singular_ || !(sides_.on_branch_point() || !here_.switched.empty()) || hopped_to_ >= here_.now.t)
      return false;
    if (!hop(sides_.time_to_branch_point())) return false;
    hopped_to_ = here_.now.t * (W(1) + W(slack) * epsilon<W>());
    return true;
  }
  /// A gap or switch that could not be followed: as far as its formula is a number, in shorter steps; or there are too
  /// many zeros.
  bool is_short_enough(const typename step_events<W>::trouble& what, const W& h) {
    const bool ends = what.kind == zero_kind::undefined;
    h_ = h * (ends && what.x > W(0) ? what.x * (W(1) - W(1) / W(1024)) : W(1) / W(2));
    if (h_ > W(slack) * step_choice<W>::shortest_step(here_.now.t, end_)) return false;
    return stops(what.where +
                 (ends ? " is no finite number from here on: the domain of its formula ends"
                       : " cannot be bounded near here: its formula cancels, or it or its derivatives are not finite"));
  }
  bool step_to(const event<W>& first, step_events<W>& events, chosen_step<W>& chosen) {
    collocated_step<W>& x = chosen.x;
    const W h = x.h;
    if (!is_cut_) h_ = h;
    if (first.x * h <= W(slack) * epsilon<W>() * here_.now.t) {  // no time passes up to it
      if (first.kind == event_kind::gap && here_.sets.touching[static_cast<std::size_t>(first.index)] &&
          here_.system->at.restitution() < W(1))
        return rests(first.index);
      is_here(first.kind, first.index, x);
      return ++events_at_once_ <= most_at_once || stops("events follow each other without any time between them");
    }
    const collocated_step<W> whole = x;
    const bool is_gap = first.kind == event_kind::gap || first.kind == event_kind::lowest_gap;
    if (!events.end_in(first, x, W(first.x * h), W(h * W(9) / W(8)))) {
      // A multiple zero, as of x³ or of a cone on its axis, or the tip of a cone: up to it.
      if (is_gap && (gradient_.vanishes(first.index, whole, first.x) || gradient_.turns(first.index, whole, first.x))) {
        if (events.shortened(whole, W(first.x * h), x)) commit(chosen, W(here_.now.t + x.h));
        return stops(no_gradient(first.index));
      }
      // Too curved for Newton's method over this length: half of it.
      h_ = h / W(2);
      return !(h_ > W(slack) * epsilon<W>() * end_) && stops("an event cannot be located");
    }
    if (const auto α = lies_below_zero(x, W(1))) return ends_before_jump(*α, h);
    if (first.kind == event_kind::gap && rises_to_zero(first.index, x)) return ends_before_jump(first.index, h);
    if (here_.now.t + x.h > end_) {  // just after the end
      x = whole;
      commit(chosen, end_);
      return true;
    }
    // As near to the hit as that is known: x + 1e30 x³ has a gradient.
    const W near = W(1) / W(1 << 16), beside = events.multiplicity > 1 ? near : W(W(64) * events.located_to / h);
    if (first.kind == event_kind::gap && here_.system->gradient_varies[static_cast<std::size_t>(first.index)] &&
        gradient_.vanishes(first.index, whole, W(x.h / h), std::min(beside, near))) {
      commit(chosen, W(here_.now.t + x.h));
      return stops(no_gradient(first.index));
    }
    finish(first, events, chosen);
    return true;
  }

  /// A contact that leaves and is back within the rounding of t: so are all its impacts that follow, a geometric
  /// series, or with e = 1 a train that t does not tell from sliding. It stays closed.
  bool rests(int α) {
    instant<W>& at = here_.system->at;
    at.evaluate(here_.now.t, here_.now.q, here_.now.v);
    const vector v_moved = here_.now.v_moved;
    here_.known.at_rest.insert(here_.sets.resting.begin(), here_.sets.resting.end());
    here_.known.at_rest.insert(α);
    stop_rates(at, here_.now, at.independent({here_.known.at_rest.begin(), here_.known.at_rest.end()}));
    here_.now.v_moved = v_moved;  // what was corrected is no rounding
    if (at.restitution() < W(1)) record_.accumulation_at(here_.now.t, here_.now.q, here_.now.v);
    history_.clear();
    previous_.reset();
    return ++events_at_once_ <= most_at_once || stops("events follow each other without any time between them");
  }

  // --- what happens at its end ---

  /// The step ends in the event: which is it?
  void finish(const event<W>& what, step_events<W>& events, chosen_step<W>& chosen) {
    using std::abs;
    using std::sqrt;
    collocated_step<W>& x = chosen.x;
    instant<W>& at = here_.system->at;
    event_kind kind = what.kind;
    if (kind == event_kind::lowest_gap || kind == event_kind::lowest_argument) {
      at.evaluate(W(here_.now.t + x.h), x.q_1, x.v_1);
      const bool is_gap = kind == event_kind::lowest_gap;
      const auto k = static_cast<std::size_t>(what.index);
      const W side = is_gap ? W(1) : W(here_.σ[k]);
      const bool is_counted = is_gap && what.from_contact;
      const W low =
          is_counted ? events.counted(x, what.index)
          : is_gap   ? at.Φ[what.index]
                   : W(side * here_.system->switches[k].at(W(here_.now.t + x.h), x.q_1, x.v_1, vector::Zero(n_)).value);
      const W size = is_counted ? counted_size(x, what.index)
                     : is_gap   ? gap_size(at, here_.now, what.index)
                                : here_.system->switches[k].size(W(here_.now.t + x.h), x.q_1, x.v_1, here_.now.q_moved,
                                                                 here_.now.v_moved);
      const W zero = W(slack) * epsilon<W>() * size;
      if (low < -zero) {  // it does cross: before its lowest point
        kind = is_gap ? event_kind::gap : event_kind::change;
        const W bend = side * events.function(what, x).second;
        const W τ = x.h - sqrt(W(-2) * low / bend);
        const collocated_step<W> lowest = x;
        if (!events.end_in({kind, what.index, W(0), what.from_contact}, x, τ, x.h)) {
          x = lowest;
          const bool vanishes = is_gap && gradient_.vanishes(what.index, x, W(1));
          if (vanishes) commit(chosen, W(here_.now.t + x.h));
          stopped(vanishes ? no_gradient(what.index) : "a grazing event cannot be located");
          return;
        }
      } else if (low <= zero && is_gap) {
        if (gradient_.vanishes(what.index, x, W(1))) {
          commit(chosen, W(here_.now.t + x.h));
          stopped(no_gradient(what.index));
          return;
        }
        record_.warn(
            "grazing undecided at t = ", W(here_.now.t + x.h),
            ": constraint " + std::to_string(what.index) + " is touched within rounding; continued without impulse");
      } else if (low > zero) {
        kind = event_kind::lowest_gap;  // nothing happens
      }
    }
    commit(chosen, W(here_.now.t + x.h));
    is_here(kind, what.index, x);
  }
  void is_here(event_kind kind, int index, const collocated_step<W>& x) {
    if (kind == event_kind::reaction) here_.known.leaving.insert(x.J[static_cast<std::size_t>(index)]);
    if (kind == event_kind::gap) here_.known.arrived.insert(index);
    if (kind == event_kind::change || kind == event_kind::lowest_argument) here_.arguments_at_zero.insert(index);
    previous_.reset();
    has_moved_ = true;
  }
  void commit(const chosen_step<W>& chosen, const W& t_1) {
    using std::abs;
    const collocated_step<W>& x = chosen.x;
    instant<W>& at = here_.system->at;
    std::vector<int> closed = x.J;
    for (const auto& [α, lead] : chosen.gap_leads)
      if (lead.sign == 0) closed.push_back(α);
    record_.step(x, t_1, closed);
    ++record_.answer.counts.steps;
    work_.step();
    events_at_once_ = 0;
    at.evaluate(here_.now.t, here_.now.q, here_.now.v);
    const vector free = at.solve_mass(at.f);
    count_gaps(x, closed);
    since_impact_ += x.h;
    here_.now.t = t_1;
    here_.now.q = x.q_1;
    here_.now.v = x.v_1;
    for (int i = 0; i < n_; ++i) {
      const W fastest = std::max({W(x.a.row(i).cwiseAbs().maxCoeff()), W(abs(free[i])), W(0)});
      here_.now.v_moved[i] = std::max(W(abs(x.v_0[i])), W(abs(x.v_1[i]))) + x.h * fastest;
      here_.now.q_moved[i] = x.h * here_.now.v_moved[i];
    }
    here_.known = {{}, {closed.begin(), closed.end()}, {}};
    here_.arguments_at_zero.clear();
    for (const auto& [k, lead] : chosen.switch_leads)
      if (lead.sign == 0) here_.arguments_at_zero.insert(k);  // they stayed 0
    std::erase_if(here_.exact_sides, [&](const auto& side) { return !here_.arguments_at_zero.contains(side.first); });
    start_.reset();
    has_moved_ = true;
    at.evaluate(here_.now.t, here_.now.q, here_.now.v);
    for (const int α : x.J)
      if (!is_number(at.Φ[α]) || !at.contact_is_defined(α)) return;  // a jump: begin_step decides
    close_gaps(at, here_.now, x.J);
    stop_rates(at, here_.now, x.J);
    // What the formula does not say within its rounding, no Gauss point has seen.
    std::erase_if(here_.now.counted, [&](const auto& counted) {
      const auto& [α, gap] = counted;
      return !(abs(at.Φ[α] - gap.value) <= W(slack) * epsilon<W>() * (gap_size(at, here_.now, α) + gap.size));
    });
  }

  /// Gaps at the end of x, counted from their last contacts, as long as that knows them better than their formulas do;
  /// at: evaluated at its begin.
  void count_gaps(const collocated_step<W>& x, const std::vector<int>& closed) {
    const gauss_basis<W>& g = here_.system->motion.basis;
    for (const int α : closed) here_.now.counted.erase(α);
    for (auto it = here_.now.counted.begin(); it != here_.now.counted.end();) {
      auto& [α, gap] = *it;
      gap.size = counted_size(x, α);
      for (int j = 0; j < g.stages(); ++j) gap.value += x.h * g.b(j) * x.rate(α, j);
      const series<W> rate = g.coefficients(vector(x.rate.row(α).transpose()));
      const bool is_known = step_choice<W>::is_resolved(rate, W(gap.size / x.h)) &&
                            !here_.system->may_lack_gradient[static_cast<std::size_t>(α)] &&
                            gap.size * W(slack) <= gap_size(here_.system->at, here_.now, α);
      it = is_known ? std::next(it) : here_.now.counted.erase(it);
    }
  }
  /// What the rounding of a counted gap comes from, at the end of x.
  W counted_size(const collocated_step<W>& x, int α) {
    const auto begin = here_.now.counted.find(α);
    return (begin == here_.now.counted.end() ? W(0) : begin->second.size) +
           x.h * W(rate_size(here_.system->at, here_.now, α) + W(x.rate.row(α).cwiseAbs().maxCoeff()));
  }

  // --- ends before the end ---

  bool stopped(const std::string& why) {
    record_.stop(why, here_.now.t);
    return false;
  }
  /// The same where that ends the step.
  bool stops(const std::string& why) { return !stopped(why); }
  static std::string no_gradient(int α) {
    return "the gap of constraint " + std::to_string(α) + " has no gradient where it is hit, or no second derivative";
  }
  /// Of two contacts with opposite normals, when the room between them is gone.
  std::string closing_walls() {
    using std::abs;
    instant<W>& at = here_.system->at;
    at.evaluate(here_.now.t, here_.now.q, here_.now.v);
    for (int α = 0; α < at.constraints(); ++α)
      for (int β = 0; β < α; ++β) {
        const W a = at.G.row(α).norm(), b = at.G.row(β).norm();
        if (!(W((b * at.G.row(α) + a * at.G.row(β)).norm()) <= W(slack) * epsilon<W>() * a * b)) continue;
        const W room = b * at.Φ[α] + a * at.Φ[β], closing = b * at.rate[α] + a * at.rate[β];
        if (closing < W(0) && here_.now.t - room / closing < end_)
          return "no motion is admissible beyond t = " + to_text(rounded<S>(W(here_.now.t - room / closing))) +
                 ", where constraints " + std::to_string(β) + " and " + std::to_string(α) + " close on each other; ";
      }
    return {};
  }

  phases<W> systems_;
  recorder<S> record_;
  patience clock_;
  shock<S> shock_;
  impact_history<W> history_;
  work_limit<W> work_;
  int n_;
  W end_, h_, growth_;
  situation<W> here_;
  switch_sides<W> sides_;
  gap_gradient<W> gradient_;
  std::optional<exact_start> start_;  ///< while the motion is there
  other_motions<W> others_;
  moving_metric<W> metric_;
  std::string obstacle_;      ///< why no step was found
  bool is_singular_ = false;  ///< none was short enough
  bool is_cut_ = false;       ///< the step is shorter than h_, for an impact that comes soon
  W hopped_to_{-1};
  static constexpr int most_at_once = 64;
  int events_at_once_ = 0;
  bool has_moved_ = false;                      ///< since contacts were looked at
  W since_impact_{0};                           ///< time, by the lengths of steps: free of the rounding of t
  std::optional<collocated_step<W>> previous_;  ///< the last step, if no event ended it
};

template <scalar S>
solution<S> solve(const statement& question, const request& asked) {
  if (asked.step)
    throw input_error("step: expected none, for gauss_collocation chooses its own; found " + to_text(*asked.step));
  return event_loop<S>(question, asked).run();
}

}  // namespace unilateral::gauss_collocation
