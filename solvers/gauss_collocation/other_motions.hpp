#pragma once
/// A motion at rest where a force is not Lipschitz continuous: does another motion leave from there?
///
/// x'' = √|x| has the motions x = 0 and x = (t − t₀)⁴/144 for every t₀ [Norton 2003]; x'' = −√|x| sign x has only the
/// first. Where the motion from a state is unique, motions that begin beside it stay beside it for as long as they
/// begin near enough; where they do not, however near they begin, what they tend to is another motion from that state
/// [Hartman 1964, ch. I]. So displacements δ of the size A are followed,
///
///     δ'' = a(t + s, q + δ, v + δ') − a(t + s, q, v),     a the acceleration with contacts held,
///
/// until they have the size B, for two sizes A₁ > A₂ both far below B. The time s(A) that it takes is bounded where a
/// motion leaves: like (B/A)^θ, θ < 0, on each scale, for x^p with p = 1 + 2θ. It grows at least like log(B/A) where
/// the force is Lipschitz continuous, like a power of 1/A where displacements only drift, and is infinite where forces
/// turn them back. Whether coordinates lead each other away in turn, as x'' = √|y|, y'' = x do and x'' = −sign(y) √|y|,
/// y'' = x in spirals, makes no difference. s(A₂) < 2 s(A₁) tells powers below 0.99 from the first (0.9 where the state
/// is known to rounding only): log(B/A₂) is four (5/2) times log(B/A₁).
///
/// Swings and spirals may grow too slowly for that: by a tenth each, as with x'' = −√|x| (sign x − sign(x')/10). Where
/// nothing else counts one scale is like any other: each swing is the same multiple r of the one before, in the speed
/// at its zeros. So a few of them on two scales tell as well: r > 1, and shorter times on the smaller scale, which sum
/// up; those of a force that is Lipschitz continuous take as long on each.
///
/// Sizes are such that nothing else of the formula counts: from 1e-340 to 1e-75 of the motion's size where exact data
/// put it there, in 400 digits; from 1e-11 to 1e-3 where it is known to the rounding of the run.

#include "solvers/gauss_collocation/growth_of_swings.hpp"
#include "solvers/gauss_collocation/patience.hpp"
#include "solvers/gauss_collocation/situation.hpp"
#include "solvers/gauss_collocation/step_choice.hpp"

#include <array>
#include <cmath>

namespace unilateral::gauss_collocation {

template <class W>
class other_motions {
  using fine = mpfr_number<400>;
  using vector = vector_of<fine>;

 public:
  other_motions(const statement& question, patience& clock) : question_(&question), clock_(clock) {
    for (const mass_entry& e : question.system.mass) has_roots_ = has_roots_ || has_root(e.value);
    for (const expression& f : question.system.force) {
      has_roots_ = has_roots_ || has_root(f);
      has_jumps_ = has_jumps_ || has_jump(f);
      has_time_ = has_time_ || variables_of(f).time;
    }
  }

  /// A motion that rests on a branch point of a force as exact data say, or to within rounding.
  struct leaving {
    bool is_exact;
  };
  /// Whether on a step the motion comes to rest on a branch point, as far as these digits tell, that another one
  /// leaves: ġ² + |g g̈| falls to less than rounding of what ġ² has been, and g̈ with it, and rises again.
  bool come_near(const situation<W>& here, const chosen_step<W>& chosen) {
    using std::abs;
    if (!has_roots_) return false;
    const int n = static_cast<int>(here.now.q.size());
    if (reached_.size() == 0) reached_ = vector_of<W>::Zero(n);
    reached_ = reached_.cwiseMax(here.now.q.cwiseAbs());
    step_motion<W> motion(chosen.x, here.system->motion.basis);
    for (watched_function<W>& g : here.system->branch_points) {
      if (g.of_velocity()) continue;
      passage& before = known_[&g];
      passage now = before;
      W least(-1), last(0);
      std::optional<W> place;
      for (int part = 0; part <= parts; ++part) {
        const W here_on = W(part) / W(parts);
        const auto& s = motion.at(here_on);
        const auto y = g.at(s);
        const vector_of<W> q = Eigen::Map<const vector_of<W>>(s.q.data(), n),
                           a = Eigen::Map<const vector_of<W>>(s.q.data() + n, n),
                           v = Eigen::Map<const vector_of<W>>(s.v.data(), n);
        const W second = abs(W(g.second(s.t, q, v, a)));
        last = y.rate * y.rate + abs(W(y.value * second));
        now.fastest = std::max(now.fastest, W(abs(y.rate)));
        now.strongest = std::max(now.strongest, second);
        if (!(last < W(slack) * epsilon<W>() * before.fastest * before.fastest && second < before.strongest / W(4)))
          continue;
        if (least < W(0) || last < least) {
          least = last;
          place = here_on;
        }
      }
      before = now;
      if (place && last > least && leaves_beside(g, *place, motion, here, chosen)) return true;
    }
    return false;
  }

  /// Whether from the part `place` of a step on which branch points rest another motion leaves.
  std::optional<leaving> from(const W& place, phases<W>& systems, const situation<W>& here,
                              const chosen_step<W>& chosen) {
    if (!has_roots_ && !has_jumps_) return {};
    const int n = static_cast<int>(here.now.q.size());
    step_motion<W> motion(chosen.x, here.system->motion.basis);
    const auto s = motion.at(place);
    // At the begin as it is known, not as the polynomials have it: a coordinate that moves would be off by a rounding,
    // and the state the initial one no more.
    const bool begins = place == W(0);
    const vector_of<W> q = begins ? chosen.x.q_0 : vector_of<W>(Eigen::Map<const vector_of<W>>(s.q.data(), n)),
                       v = begins ? chosen.x.v_0 : vector_of<W>(Eigen::Map<const vector_of<W>>(s.v.data(), n));
    std::vector<watched_function<W>*> at_rest;
    for (phase<W>* const system : on_all_sides(systems, here, chosen))
      for (watched_function<W>& g : system->branch_points)
        if (rests(g, motion, chosen.x, here.now)) at_rest.push_back(&g);
    const std::size_t roots = at_rest.size();
    for (const auto& [k, lead] : chosen.switch_leads)
      if (lead.sign == 0 && systems.formulas.can_stay(k))
        at_rest.push_back(&here.system->switches[static_cast<std::size_t>(k)]);
    if (at_rest.empty()) return {};
    put_at(s.t, q, v, here.now.q_moved, chosen.x.h);
    std::vector<direction> directions;
    for (watched_function<W>* const g : at_rest) add_directions(directions, *g);
    set_felt(directions);
    std::vector<int> pressed, touching = chosen.x.J;
    for (std::size_t k = 0; k < chosen.x.J.size(); ++k)
      if (chosen.reaction_leads[k].sign > 0) pressed.push_back(chosen.x.J[k]);
    for (const auto& [α, lead] : chosen.gap_leads) touching.push_back(α);
    if (roots > 0)
      for (const direction& d : directions)
        if (leads_away(d, chosen.x.J, touching) || (pressed != chosen.x.J && leads_away(d, pressed, touching)))
          return leaving{is_exact_};
    // A rest of formulas without t is the same as long as it lasts; one with t is asked a few times.
    if (!is_exact_ || place != W(0) || swings_asked_ >= (has_time_ ? most_asked : 1)) return {};
    // Between several jumps (jump_swings.hpp) or about a single one, in one coordinate, nothing is to be followed.
    if (roots == 0 && (n < 2 || at_rest.size() > 1)) return {};
    ++swings_asked_;
    for (const direction& d : directions)
      if (swings_away(d, chosen.x.J, touching)) return leaving{is_exact_};
    return {};
  }

 private:
  static constexpr int steps_a_decade = 16, idle_steps = 16, most_asked = 4;
  static constexpr double tolerance = 1e-2;

  static bool has_jump(const expression& x) {
    std::set<const expression::node*> seen;
    const std::function<bool(const expression&)> search = [&](const expression& y) {
      if (arity(y.op()) == 0 || !seen.insert(y.pointer().get()).second) return false;
      return y.op() == operation::sign || y.op() == operation::step || search(y.left()) ||
             (arity(y.op()) == 2 && search(y.right()));
    };
    return search(x);
  }

  /// Whether x has a branch point, as branches.hpp lists them.
  static bool has_root(const expression& x) {
    std::set<const expression::node*> seen;
    const std::function<bool(const expression&)> search = [&](const expression& y) {
      if (arity(y.op()) == 0 || !seen.insert(y.pointer().get()).second) return false;
      const bool power = y.op() == operation::power && y.right().is_constant() && y.right().root().value.get_den() != 1;
      return power || y.op() == operation::sqrt || y.op() == operation::asin || y.op() == operation::acos ||
             search(y.left()) || (arity(y.op()) == 2 && search(y.right()));
    };
    return search(x);
  }

  bool leaves_beside(watched_function<W>& g, const W& place, step_motion<W>& motion, const situation<W>& here,
                     const chosen_step<W>& chosen) {
    const int n = static_cast<int>(here.now.q.size());
    const auto s = motion.at(place);
    const vector_of<W> q = Eigen::Map<const vector_of<W>>(s.q.data(), n),
                       v = Eigen::Map<const vector_of<W>>(s.v.data(), n);
    put_at(s.t, q, v, reached_, chosen.x.h);
    std::vector<direction> directions;
    add_directions(directions, g);
    set_felt(directions);
    is_exact_ = false;
    large_ = exact<fine>("1e-4");
    small_ = exact<fine>("1e-7");
    far_ = exact<fine>("1e-2");
    return std::any_of(directions.begin(), directions.end(),
                       [&](const direction& d) { return leads_away(d, chosen.x.J, chosen.x.J); });
  }

  /// The formulas on every side of the switches that stay 0: sign(x) √|x| has its root there only.
  static std::vector<phase<W>*> on_all_sides(phases<W>& systems, const situation<W>& here,
                                             const chosen_step<W>& chosen) {
    std::vector<branch_signs> all{here.σ};
    for (const auto& [k, lead] : chosen.switch_leads) {
      if (lead.sign != 0) continue;
      const std::size_t before = all.size();
      for (std::size_t i = 0; i < before; ++i)
        for (const signed char side : {-1, 1}) {
          all.push_back(all[i]);
          all.back()[static_cast<std::size_t>(k)] = side;
        }
    }
    std::set<phase<W>*> found;
    for (const branch_signs& σ : all) found.insert(systems.with(σ));
    found.erase(nullptr);
    return {found.begin(), found.end()};
  }
  static bool rests(watched_function<W>& g, step_motion<W>& motion, const collocated_step<W>& x,
                    const state<W>& begin) {
    using std::abs;
    const W zero = W(slack) * epsilon<W>() *
                   g.size(begin.t, begin.q, begin.v, vector_of<W>(begin.q_moved + x.h * begin.v_moved), begin.v_moved);
    bool rests = is_number(zero);
    for (const int part : {0, 1, 2, 3, 4}) rests = rests && abs(g.at(motion.at(W(W(part) / W(4)))).value) <= zero;
    return rests;
  }

  /// The state, and the motion from it: a parabola. Exactly, for a part of the step h, where it is the initial one
  /// still.
  void put_at(const W& t, const vector_of<W>& q, const vector_of<W>& v, const vector_of<W>& q_moved, const W& h) {
    using std::abs;
    const int n = static_cast<int>(q.size());
    if (!at_) {
      at_ = std::make_unique<instant<fine>>(question_->system);
      for (int i = 0; i < n; ++i) {
        q_0_.push_back(constant_value<fine>(question_->position[static_cast<std::size_t>(i)]));
        v_0_.push_back(constant_value<fine>(question_->velocity[static_cast<std::size_t>(i)]));
      }
    }
    t_ = rounded<fine>(t);
    q_ = v_ = size_ = vector::Zero(n);
    is_exact_ = true;
    for (int i = 0; i < n; ++i) {
      q_[i] = q_0_[static_cast<std::size_t>(i)];
      v_[i] = v_0_[static_cast<std::size_t>(i)];
      is_exact_ = is_exact_ && rounded<W>(q_[i]) == q[i] && rounded<W>(v_[i]) == v[i];
    }
    for (int i = 0; i < n; ++i) {
      if (!is_exact_) {
        q_[i] = rounded<fine>(q[i]);
        v_[i] = rounded<fine>(v[i]);
      }
      size_[i] = rounded<fine>(W(abs(q[i]) + q_moved[i]));
    }
    const fine most = size_.maxCoeff();
    for (int i = 0; i < n; ++i)
      if (size_[i] == 0) size_[i] = most > 0 ? most : fine(1);
    latest_ = is_exact_ ? fine(rounded<fine>(h) / 16) : constant_value<fine>(question_->horizon);
    large_ = exact<fine>(is_exact_ ? "1e-135" : "1e-6");
    small_ = exact<fine>(is_exact_ ? "1e-340" : "1e-11");
    far_ = exact<fine>(is_exact_ ? "1e-75" : "1e-3");
  }

  /// Displacements that the argument of a branch point feels, of positions or of velocities.
  struct direction {
    vector along;
    bool of_velocity;
    bool operator==(const direction&) const = default;
  };
  void add_directions(std::vector<direction>& to, watched_function<W>& g) {
    const int n = static_cast<int>(q_.size());
    // In all digits: a slope (3, 4)/5 that is rounded feels, beside what is along it, what is across, which may be
    // larger by any order.
    auto& tape = slopes_[&g];
    if (!tape) {
      std::vector<expression> slopes;
      for (int i = 0; i < n; ++i)
        slopes.push_back(derivative(g.formula(), g.of_velocity() ? velocity(i) : coordinate(i)));
      tape.emplace(slopes, n);
    }
    tape->run(t_, q_.data(), v_.data());
    vector slope(n);
    for (int i = 0; i < n; ++i) slope[i] = (*tape)[i];
    const auto add = [&](const vector& d) {
      for (const int side : {1, -1})
        if (const direction one{d * fine(side), g.of_velocity()}; std::find(to.begin(), to.end(), one) == to.end())
          to.push_back(one);
    };
    bool is_simple = !slope.isZero(fine(0));
    for (int i = 0; i < n; ++i) is_simple = is_simple && is_number(slope[i]);
    if (is_simple)
      add(slope);
    else
      for (int i = 0; i < n; ++i) add(vector::Unit(n, i));
  }

  /// δ and δ'.
  struct displacement {
    vector q, v;
  };
  /// δ'' at the time s. No number where a force is none.
  vector acceleration(const fine& s, const displacement& δ, const std::vector<int>& J) {
    const vector q = q_ + s * v_ + (s * s / 2) * a_0_, v = v_ + s * a_0_;
    return acceleration_at(s, q + δ.q, v + δ.v, J) - acceleration_at(s, q, v, J);
  }
  vector acceleration_at(const fine& s, const vector& q, const vector& v, const std::vector<int>& J) {
    at_->evaluate(t_ + s, q, v);
    if (!at_->motion_is_defined()) return vector::Constant(q.size(), std::numeric_limits<double>::quiet_NaN());
    return at_->held(J).acceleration;
  }

  /// Whether from displacements along d a motion follows that leaves, with the contacts J held and the others that
  /// touch not closed.
  bool leads_away(const direction& d, const std::vector<int>& J, const std::vector<int>& touching) {
    a_0_ = acceleration_at(fine(0), q_, v_, J);
    const auto near = time_to_leave(d, large_, J, touching);
    if (!near) return false;
    const auto nearer = time_to_leave(d, small_, J, touching);
    return nearer && *nearer < 2 * *near;
  }
  /// The time in which the argument of a displacement of the size A grows as from A to `far_`, both beside the
  /// motion's: what it drives, in x'' = |z|^(1/3), y'' = x, z'' = y, is of other sizes all the time. Nothing where that
  /// takes more than `latest_`, or than so many steps as no growth from scale to scale does; or a contact closes.
  ///
  /// Errors of a step are a hundredth of the largest that a displacement has been: each is about the time in which
  /// displacements change.
  std::optional<fine> time_to_leave(const direction& d, const fine& A, const std::vector<int>& J,
                                    const std::vector<int>& touching) {
    using std::abs;
    using std::log10;
    const int n = static_cast<int>(q_.size());
    displacement δ{vector::Zero(n), vector::Zero(n)};
    (d.of_velocity ? δ.v : δ.q) = d.along * fine(A / beside(d.along));
    at_->evaluate(t_, q_, v_);
    if (!d.of_velocity && !J.empty()) δ.q += at_->correction(J, rows(vector(at_->G * δ.q), J));
    if (!d.of_velocity && !J.empty() && beside(δ.q) < A / fine(1 << 20)) return {};  // all of it held
    largest q_most(felt_, δ.q), v_most(felt_, δ.v);
    const auto argument = [&](const displacement& y) { return fine(d.along.dot(d.of_velocity ? y.v : y.q)); };
    const fine begin = abs(argument(δ));
    if (!(begin > 0)) return {};
    fine top = begin;
    vector a = acceleration(fine(0), δ, J);
    fine s(0), h = latest_ / 4;
    const int most_steps = 64 + static_cast<int>(steps_a_decade * to_double(log10(fine(far_ / A))));
    for (int steps = 0, idle = 0, tries = 0; steps < most_steps && tries < 2 * most_steps && s < latest_; ++tries) {
      clock_.ask();
      const trial next = stepped(s, h, δ, a, J);
      if (!is_number(next.a.cwiseAbs().sum()) || leaps(argument(δ), argument(next.x), begin, top, steps) ||
          !(std::max(q_most.part(next.q_error, next.x.q), v_most.part(next.v_error, next.x.v)) <= tolerance)) {
        h /= steps == 0 ? 64 : 4;
        continue;
      }
      s += h;
      h *= 2;
      δ = next.x;
      a = next.a;
      ++steps;
      top = std::max(top, fine(abs(argument(δ))));
      v_most.add(δ.v);
      idle = q_most.add(δ.q) ? 0 : idle + 1;
      if (idle > idle_steps) return {};
      for (const int α : touching)
        if (std::find(J.begin(), J.end(), α) == J.end() &&
            at_->G.row(α).dot(δ.q) < -at_->G.row(α).cwiseAbs().dot(δ.q.cwiseAbs()) / fine(1 << 20))
          return {};
      if (top >= begin * (far_ / A)) return s;
    }
    return {};
  }

  /// Whether displacements along d lead to swings that grow alike on two scales, in less time on the smaller one.
  bool swings_away(const direction& d, const std::vector<int>& J, const std::vector<int>& touching) {
    if (d.of_velocity && !J.empty()) return false;
    a_0_ = acceleration_at(fine(0), q_, v_, J);
    const auto large = swings_from(d, exact<fine>("1e-190"), J, touching);
    if (!large || !(large->growth > least_growth)) return false;
    const auto small = swings_from(d, exact<fine>("1e-380"), J, touching);
    return small && std::abs(small->growth - large->growth) <= 0.05 * (large->growth - 1) &&
           2 * small->time < large->time;
  }
  struct swings {
    double growth;  ///< of the rates of the argument at its zeros
    fine time;      ///< of the last whole swing
  };
  /// What becomes of a displacement of the size A: the last swings, where they are alike.
  std::optional<swings> swings_from(const direction& d, const fine& A, const std::vector<int>& J,
                                    const std::vector<int>& touching) {
    using std::abs;
    const int n = static_cast<int>(q_.size());
    displacement x{vector::Zero(n), vector::Zero(n)};
    (d.of_velocity ? x.v : x.q) = d.along * fine(A / beside(d.along));
    at_->evaluate(t_, q_, v_);
    if (!J.empty()) x.q += at_->correction(J, rows(vector(at_->G * x.q), J));
    const auto argument = [&](const displacement& y) { return fine(d.along.dot(d.of_velocity ? y.v : y.q)); };
    const fine begin = abs(argument(x));
    if (!(begin > A * d.along.cwiseAbs().maxCoeff() / fine(1 << 20))) return {};  // all of it held
    largest q_most(felt_, x.q), v_most(felt_, x.v);
    vector a = acceleration(fine(0), x, J);
    fine s(0), h = latest_ / 4;
    fine top = begin;
    std::vector<fine> speeds, times;
    for (int steps = 0, tries = 0; steps < most_swing_steps && tries < 2 * most_swing_steps && s < latest_; ++tries) {
      clock_.ask();
      trial next = stepped(s, h, x, a, J);
      const double error = std::max(q_most.part(next.q_error, next.x.q), v_most.part(next.v_error, next.x.v));
      const double change = error > 0 ? 0.8 * std::pow(swing_tolerance / error, 0.2) : 5;
      const bool too_far = leaps(argument(x), argument(next.x), begin, top, steps);
      if (too_far || !(error <= swing_tolerance)) {
        h *= fine(std::isfinite(change) && !too_far ? std::clamp(change, 0.05, 0.8) : 0.05);
        continue;
      }
      fine taken = h;
      if (argument(x) * argument(next.x) < 0) {  // to just behind the zero
        fine low(0), high = h, y_low = abs(argument(x)), y_high = abs(argument(next.x));
        for (int round = 0; round < 60 && high - low > h / fine(1L << 40); ++round) {
          const fine middle =
              round % 3 == 2 ? fine((low + high) / 2) : fine(low + (high - low) * y_low / (y_low + y_high));
          const trial between = stepped(s, middle, x, a, J);
          const bool is_behind = argument(x) * argument(between.x) < 0;
          (is_behind ? high : low) = middle;
          (is_behind ? y_high : y_low) = abs(argument(between.x));
          if (is_behind) next = between;
        }
        taken = high;
        times.push_back(s + taken);
        speeds.push_back(abs(fine(d.along.dot(d.of_velocity ? next.a : next.x.v))));
        if (!(speeds.back() > speeds.front() / fine(1 << 20))) return {};
        if (speeds.size() > most_crossings) return {};
        const auto alike = [](double most) { return std::max(0.02 * std::abs(most - 1), 2e-5); };
        if (const auto r = growth_of_swings(speeds, 8, 4, alike))
          return swings{*r, times[times.size() - 1] - times[times.size() - 3]};
      }
      s += taken;
      h *= fine(std::clamp(change, 0.2, 5.0));
      x = next.x;
      a = next.a;
      ++steps;
      top = std::max(top, fine(abs(argument(x))));
      q_most.add(x.q);
      v_most.add(x.v);
      for (const int α : touching)
        if (std::find(J.begin(), J.end(), α) == J.end() &&
            at_->G.row(α).dot(x.q) < -at_->G.row(α).cwiseAbs().dot(x.q.cwiseAbs()) / fine(1 << 20))
          return {};
      if (speeds.empty() && abs(argument(x)) > fine(1 << 20) * begin) return {};  // it leaves without a swing
    }
    return {};
  }
  static constexpr int most_swing_steps = 1500;
  static constexpr std::size_t most_crossings = 64;
  static constexpr double swing_tolerance = 1e-7;  ///< of a step; a swing has some hundred
  static constexpr double least_growth = 1 + 5e-4;

  /// What has just left 0 bounds no error: the argument itself, which began with `begin` and was `top` at most, tells
  /// whether a step goes over scales.
  static bool leaps(const fine& from, const fine& to, const fine& begin, const fine& top, int steps) {
    using std::abs;
    return abs(fine(to - from)) > (steps == 0 ? fine(begin / 128) : fine(2 * top));
  }

  /// A step of Dormand and Prince, and the estimate of its error.
  struct trial {
    displacement x;
    vector a, q_error, v_error;
  };
  trial stepped(const fine& s, const fine& h, const displacement& x, const vector& a, const std::vector<int>& J) {
    static const auto c = fractions({{0, 1}, {1, 5}, {3, 10}, {4, 5}, {8, 9}, {1, 1}, {1, 1}});
    static const std::array<std::vector<fine>, 7> A{
        std::vector<fine>{},
        fractions({{1, 5}}),
        fractions({{3, 40}, {9, 40}}),
        fractions({{44, 45}, {-56, 15}, {32, 9}}),
        fractions({{19372, 6561}, {-25360, 2187}, {64448, 6561}, {-212, 729}}),
        fractions({{9017, 3168}, {-355, 33}, {46732, 5247}, {49, 176}, {-5103, 18656}}),
        fractions({{35, 384}, {0, 1}, {500, 1113}, {125, 192}, {-2187, 6784}, {11, 84}})};
    // Weights of order 5, which are the last row of A, less those of order 4.
    static const auto E =
        fractions({{71, 57600}, {0, 1}, {-71, 16695}, {71, 1920}, {-17253, 339200}, {22, 525}, {-1, 40}});
    std::array<vector, 7> v, k;
    v[0] = x.v;
    k[0] = a;
    trial result{x, a, vector::Zero(x.q.size()), vector::Zero(x.q.size())};
    for (std::size_t i = 1; i < 7; ++i) {
      result.x = x;
      for (std::size_t j = 0; j < i; ++j) {
        result.x.q += fine(h * A[i][j]) * v[j];
        result.x.v += fine(h * A[i][j]) * k[j];
      }
      v[i] = result.x.v;
      k[i] = acceleration(fine(s + c[i] * h), result.x, J);
    }
    for (std::size_t i = 0; i < 7; ++i) {
      result.q_error += fine(h * E[i]) * v[i];
      result.v_error += fine(h * E[i]) * k[i];
    }
    result.a = k[6];
    return result;
  }
  static std::vector<fine> fractions(std::initializer_list<std::pair<int, int>> all) {
    std::vector<fine> result;
    for (const auto& [numerator, denominator] : all) result.push_back(fine(numerator) / fine(denominator));
    return result;
  }
  /// The largest part of the motion's size that one of its coordinates is.
  fine beside(const vector& x) const {
    using std::abs;
    fine most(0);
    for (int i = 0; i < x.size(); ++i) most = std::max(most, fine(abs(x[i]) / size_[i]));
    return most;
  }

  /// The largest that coordinates of displacements, and what branch points feel of them, have been.
  class largest {
   public:
    largest(const matrix_of<fine>& felt, const vector& x) : felt_(felt), most_((felt * x).cwiseAbs()), mark_(most_) {}
    /// The largest part of these that an error is. What has just left 0 is not known yet, nor does it count.
    double part(const vector& error, const vector& x) const {
      using std::abs;
      const vector errors = felt_ * error, values = felt_ * x;
      double most = 0;
      for (int i = 0; i < most_.size(); ++i) {
        if (!is_number(errors[i])) return INFINITY;
        if (most_[i] > 0)
          most = std::max(most, to_double(fine(abs(errors[i]) / std::max(most_[i], fine(abs(values[i]))))));
      }
      return most;
    }
    /// Whether one has doubled since that was so last.
    bool add(const vector& x) {
      most_ = most_.cwiseMax((felt_ * x).cwiseAbs());
      bool grows = false;
      for (int i = 0; i < most_.size(); ++i)
        if (most_[i] > 2 * mark_[i]) {
          mark_[i] = most_[i];
          grows = true;
        }
      return grows;
    }

   private:
    const matrix_of<fine>& felt_;
    vector most_, mark_;
  };
  void set_felt(const std::vector<direction>& directions) {
    const int n = static_cast<int>(q_.size());
    felt_ = matrix_of<fine>::Identity(n, n);
    for (const direction& d : directions) {
      felt_.conservativeResize(felt_.rows() + 1, n);
      felt_.row(felt_.rows() - 1) = d.along.transpose();
    }
  }

  /// What a branch point's argument has had so far.
  struct passage {
    W fastest{0}, strongest{0};
  };
  static constexpr int parts = 8;

  const statement* question_;
  patience& clock_;
  std::map<watched_function<W>*, passage> known_;
  vector_of<W> reached_;  ///< the largest coordinates so far
  bool has_roots_ = false, has_jumps_ = false, has_time_ = false;
  int swings_asked_ = 0;
  std::map<watched_function<W>*, std::optional<enduring_tape<fine>>> slopes_;
  std::unique_ptr<instant<fine>> at_;
  std::vector<fine> q_0_, v_0_;
  bool is_exact_ = false;
  fine t_, latest_, large_, small_, far_;
  vector q_, v_, a_0_, size_;
  matrix_of<fine> felt_;
};

}  // namespace unilateral::gauss_collocation
