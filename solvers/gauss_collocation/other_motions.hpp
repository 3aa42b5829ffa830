#pragma once
/// A motion at rest where a force is not Lipschitz continuous: does another motion leave from there?
///
/// x'' = √|x| has the motions x = 0 and x = (t − t₀)⁴/144 for every t₀ [Norton 2003]; x'' = −√|x| sign x has only the
/// first. Where the motion from a state is unique, motions that begin beside it stay beside it for as long as they
/// begin near enough; where they do not, however near they begin, what they tend to is another motion from that state
/// [Hartman 1964, ch. I]. So displacements of two sizes A₁ > A₂, both far below that of the motion, are followed until
/// it is known how they grow (displacement.hpp), and how long that takes, T(A₁) and T(A₂). A motion leaves where they
/// grow and T falls with A like a power: then times from scale to scale sum up, however small the first one is. T does
/// not fall where the force is Lipschitz continuous, and is none where forces turn displacements back. Whether they
/// lead away at once, by coordinates that lead each other away in turn (x'' = √|y|, y'' = x), in spirals (x'' =
/// −sign(y) √|y|, y'' = x) or in swings that grow (x'' = −sign x + sign(x')/2) makes no difference; swings grow by the
/// same factor on both scales, which those that a Lipschitz continuous force drives do not.
///
/// T(A) ~ A^(1/m) is that of a motion C (t − t₀)^m: m = 2/(1 − p) for |x|^p. T(A₁) > 2 T(A₂) tells powers p below 0.995
/// from p = 1 (0.93 for the last).
///
/// Sizes are such that nothing else of the formula counts: 1e-250 and 1e-120 of the motion's size, in 300 digits, in
/// which the arguments are 0 exactly (rest_manifold.hpp); 1e-11 and 1e-6 where one has no slope, as x² + y² at 0, and
/// the state is known to the rounding of the run.

#include "solvers/gauss_collocation/displacement.hpp"
#include "solvers/gauss_collocation/situation.hpp"
#include "solvers/gauss_collocation/step_choice.hpp"

#include <cstdio>

namespace unilateral::gauss_collocation {

template <class W>
class other_motions {
  using fine = mpfr_number<300>;
  using vector = vector_of<fine>;
  using direction = displacement<fine>::direction;
  using course = displacement<fine>::course;

 public:
  explicit other_motions(const statement& question) : question_(&question) {
    for (const mass_entry& e : question.system.mass) look_at(e.value);
    for (const expression& f : question.system.force) look_at(f);
    for (const expression& g : question.system.gap) has_time_ = has_time_ || variables_of(g).time;
  }

  /// A motion that rests on a branch point or a jump of a force as exact data say, or to within rounding; and how
  /// another one leaves.
  struct leaving {
    bool is_exact;
    std::string how;
    bool in_swings;
  };
  /// On a step on which the motion comes to rest on a branch point, as far as these digits tell: ġ² + |g g̈| falls to
  /// less than rounding of what ġ² has been, and g̈ with it, and rises again.
  std::optional<leaving> beside_rest_on(const situation<W>& here, const chosen_step<W>& chosen) {
    using std::abs;
    if (!has_roots_) return {};
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
      if (!place || !(last > least)) continue;
      const auto s = motion.at(*place);
      const vector_of<W> q = Eigen::Map<const vector_of<W>>(s.q.data(), n),
                         v = Eigen::Map<const vector_of<W>>(s.v.data(), n);
      put_at(s.t, q, v, reached_, chosen.x.h);
      is_exact_ = false;
      if (const auto found = from_here({&g}, {}, chosen.x.J, chosen.x.J, chosen.x.J, "1e-7", "1e-5")) return found;
    }
    return {};
  }

  /// From the part `place` of a step on which branch points or jumps rest.
  std::optional<leaving> from(const W& place, phases<W>& systems, const situation<W>& here,
                              const chosen_step<W>& chosen) {
    if (!has_roots_ && !has_jumps_) return {};
    const int n = static_cast<int>(here.now.q.size());
    step_motion<W> motion(chosen.x, here.system->motion.basis);
    const auto s = motion.at(place);
    const vector_of<W> q = Eigen::Map<const vector_of<W>>(s.q.data(), n),
                       v = Eigen::Map<const vector_of<W>>(s.v.data(), n);
    std::vector<watched_function<W>*> roots, jumps;
    for (phase<W>* const system : on_all_sides(systems, here, chosen))
      for (watched_function<W>& g : system->branch_points)
        if (rests(g, motion, chosen.x, here.now)) roots.push_back(&g);
    for (const auto& [k, lead] : chosen.switch_leads)
      if (lead.sign == 0 && systems.formulas.can_stay(k))
        jumps.push_back(&here.system->switches[static_cast<std::size_t>(k)]);
    if (roots.empty() && jumps.empty()) return {};
    put_at(s.t, q, v, here.now.q_moved, chosen.x.h);
    std::vector<int> pressed, touching = chosen.x.J;
    for (std::size_t k = 0; k < chosen.x.J.size(); ++k)
      if (chosen.reaction_leads[k].sign > 0) pressed.push_back(chosen.x.J[k]);
    for (const auto& [α, lead] : chosen.gap_leads) touching.push_back(α);
    return from_here(roots, jumps, chosen.x.J, pressed, touching, "1e-11", "1e-6");
  }

 private:
  static constexpr double tolerance = 1e-7, coarse_tolerance = 1e-2;

  /// Whether a formula has a branch point or a jump, as branches.hpp lists them, or t.
  void look_at(const expression& x) {
    std::set<const expression::node*> seen;
    const std::function<void(const expression&)> look = [&](const expression& y) {
      if (arity(y.op()) == 0 || !seen.insert(y.pointer().get()).second) return;
      const bool power = y.op() == operation::power && y.right().is_constant() && y.right().root().value.get_den() != 1;
      has_roots_ =
          has_roots_ || power || y.op() == operation::sqrt || y.op() == operation::asin || y.op() == operation::acos;
      has_jumps_ = has_jumps_ || y.op() == operation::sign || y.op() == operation::step;
      look(y.left());
      if (arity(y.op()) == 2) look(y.right());
    };
    look(x);
    has_time_ = has_time_ || variables_of(x).time;
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
    const vector_of<W> q_moved = begin.q_moved + x.h * begin.v_moved;
    const W zero = W(slack) * epsilon<W>() *
                   std::max(g.size(begin.t, begin.q, begin.v, q_moved, begin.v_moved),
                            g.size(W(begin.t + x.h), x.q_1, x.v_1, q_moved, begin.v_moved));
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
    place_ = {rounded<fine>(t), vector::Zero(n), vector::Zero(n), vector::Zero(n), has_time_, fine(0), fine(0)};
    is_exact_ = true;
    for (int i = 0; i < n; ++i) {
      place_.q[i] = q_0_[static_cast<std::size_t>(i)];
      place_.v[i] = v_0_[static_cast<std::size_t>(i)];
      is_exact_ = is_exact_ && rounded<W>(place_.q[i]) == q[i] && rounded<W>(place_.v[i]) == v[i];
    }
    for (int i = 0; i < n; ++i) {
      if (!is_exact_) {
        place_.q[i] = rounded<fine>(q[i]);
        place_.v[i] = rounded<fine>(v[i]);
      }
      place_.size[i] = rounded<fine>(W(abs(q[i]) + q_moved[i]));
    }
    const fine most = place_.size.maxCoeff();
    for (int i = 0; i < n; ++i)
      if (place_.size[i] == 0) place_.size[i] = most > 0 ? most : fine(1);
    place_.end = constant_value<fine>(question_->horizon);
    place_.latest = rounded<fine>(h) / fine(16);
  }

  rest_manifold<fine>::argument& argument_of(watched_function<W>& g) {
    const auto known = arguments_.find(&g);
    if (known != arguments_.end()) return known->second;
    return arguments_.emplace(&g, rest_manifold<fine>::made(g.formula(), question_->system.degrees_of_freedom()))
        .first->second;
  }

  /// With the contacts J held, or only those that are pressed, and the others that touch not closed. near, far: the
  /// sizes A of displacements where the state is known to rounding only.
  std::optional<leaving> from_here(const std::vector<watched_function<W>*>& roots,
                                   const std::vector<watched_function<W>*>& jumps, const std::vector<int>& J,
                                   const std::vector<int>& pressed, const std::vector<int>& touching,
                                   std::string_view near, std::string_view far) {
    rest_manifold<fine> rest;
    for (watched_function<W>* g : roots) rest.add(argument_of(*g));
    for (watched_function<W>* g : jumps) rest.add(argument_of(*g));
    const bool is_simple = rest.pull_in(place_.t, place_.q, place_.v);
    is_sharp_ = is_simple || is_exact_;
    small_ = is_sharp_ ? exact<fine>("1e-250") : exact<fine>(near);
    large_ = is_sharp_ ? exact<fine>("1e-120") : exact<fine>(far);
    if (!is_sharp_) place_.latest = place_.end;
    if (!is_simple) rest = {};
    const std::vector<direction> directions = directions_of(roots, jumps);
    matrix_of<fine> slopes(static_cast<int>(directions.size()), place_.q.size());
    for (int k = 0; k < slopes.rows(); ++k)
      slopes.row(k) = directions[static_cast<std::size_t>(k)].argument.transpose();
    const bool slides = std::any_of(jumps.begin(), jumps.end(), [](const auto* g) { return g->of_velocity(); });
    std::vector<std::vector<int>> choices{J};
    if (pressed != J) choices.push_back(pressed);
    for (const std::vector<int>& held : choices) {
      displacement<fine> beside(*at_, rest, place_, slopes, held, touching);
      if (roots.empty() && jumps.size() == 1 && slides && brakes(beside, directions[0])) continue;
      const fine size = kept_ ? kept_->size : fine(large_ * place_.size.maxCoeff());
      kept_rest here{held, touching, size, pulls(beside, directions, size)};
      if (is_sharp_ && is_known(here)) continue;
      // Where there are several arguments, all of them at once as well: one alone may have no part in what others do.
      bool all_swing = true;
      for (const direction& d : directions)
        if (const auto how = leads_away(beside, d, slides, all_swing)) return how;
      if (!all_swing)
        for (const direction& d : combinations_of(directions))
          if (const auto how = leads_away(beside, d, slides, all_swing)) return how;
      if (is_sharp_) kept_ = std::move(here);
    }
    return {};
  }
  /// Along the slopes of what is 0, and of unit vectors where it has none.
  std::vector<direction> directions_of(const std::vector<watched_function<W>*>& roots,
                                       const std::vector<watched_function<W>*>& jumps) {
    const int n = static_cast<int>(place_.q.size());
    std::vector<direction> all;
    const auto add = [&](const vector& slope, bool of_velocity) {
      if (const direction one{slope, slope, of_velocity}; std::find(all.begin(), all.end(), one) == all.end())
        all.push_back(one);
    };
    for (const auto* group : {&roots, &jumps})
      for (watched_function<W>* g : *group) {
        rest_manifold<fine>::argument& argument = argument_of(*g);
        if (const auto slope = rest_manifold<fine>::slope(argument, place_.t, place_.q, place_.v))
          add(*slope, g->of_velocity());
        else
          for (int i = 0; i < n; ++i) add(vector::Unit(n, i), g->of_velocity());
      }
    return all;
  }
  static std::vector<direction> combinations_of(const std::vector<direction>& directions) {
    vector together = vector::Zero(directions[0].begin.size());
    int count = 0;
    for (const direction& d : directions)
      if (!d.of_velocity) {
        ++count;
        together += fine(count % 2 == 0 ? -2 : 3) / fine(2 + count) * d.begin;
      }
    std::vector<direction> all;
    for (const direction& d : directions)
      if (!d.of_velocity && count > 1) all.push_back({together, d.argument, false});
    return all;
  }
  /// Dry friction: both sides of a jump in one velocity lead back to it, and what it alone would do is unique.
  static bool brakes(displacement<fine>& beside, const direction& d) {
    const vector none = vector::Zero(d.begin.size());
    const fine size = exact<fine>("1e-250");
    for (const int side : {1, -1})
      if (!(fine(side) * d.argument.dot(beside.pull(none, vector(fine(side) * size * d.begin))) < 0)) return false;
    return true;
  }

  /// How a motion leaves along d; nothing where none does.
  /// all_swing becomes false where it does not swing.
  std::optional<leaving> leads_away(displacement<fine>& beside, const direction& d, bool slides, bool& all_swing) {
    for (const int side : {1, -1}) {
      direction one = d;
      one.begin *= fine(side);
      const auto near = beside.followed(one, small_, tolerance);
      if (near.is == course::swings) return {};  // the other side is one of its halves
      all_swing = false;
      if (near.is == course::grows)
        if (const auto how = grows_on_each_scale(near, beside.followed(one, large_, tolerance))) return how;
      // A motion that slides along a jump leaves it at every step, by the less the shorter the step is.
      if (near.is != course::idles || !slides) continue;
      const auto coarse = beside.followed(one, small_, coarse_tolerance);
      if (coarse.is == course::grows && coarse.swing == 0)
        if (const auto how = grows_on_each_scale(coarse, beside.followed(one, large_, coarse_tolerance))) return how;
    }
    return {};
  }
  std::optional<leaving> grows_on_each_scale(const displacement<fine>::outcome& near,
                                             const displacement<fine>::outcome& far) const {
    if (far.is != course::grows || !(far.time > fine(is_sharp_ ? 2 : 1.5) * near.time)) return {};
    if (near.swing > 0 && far.swing > 0 && near.swing < 0.8 * far.swing) return {};
    const double slower = to_double(fine(log(fine(far.time / near.time))));
    std::string how;
    for (int i = 0; i < near.most.size(); ++i) {
      if (!(near.most[i] > 0 && far.most[i] > 0)) continue;
      const double m = to_double(fine(log(fine(far.most[i] / near.most[i])))) / slower;
      how += (how.empty() ? "" : ", ") + question_->system.coordinates[static_cast<std::size_t>(i)] + " like t^" +
             rounded_power(m);
    }
    if (near.swing > 0) {
      char factor[32];
      std::snprintf(factor, sizeof factor, "%.*g", near.swing < 0.05 ? 6 : 3, std::exp(near.swing));
      how += std::string(", in turns or swings, each ") + factor + " times as far as the one before";
    }
    return leaving{is_exact_, how, near.swing > 0};
  }
  /// A whole number, or a fraction of two small ones, within what times between steps leave open.
  std::string rounded_power(double m) const {
    const double open = is_sharp_ ? 0.01 : 0.06;
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", m);
    for (const int denominator : {1, 2, 3})
      if (std::abs(m * denominator - std::round(m * denominator)) < open) {
        const std::string whole = std::to_string(std::lround(m * denominator));
        return denominator == 1 ? whole : "(" + whole + "/" + std::to_string(denominator) + ")";
      }
    return text;
  }

  /// A rest that no motion leaves, and what pulls displacements there: where that is as it was, to six digits, nothing
  /// leaves either.
  struct kept_rest {
    std::vector<int> J, touching;
    fine size;  ///< of these displacements
    std::vector<vector> pulls;
  };
  bool is_known(const kept_rest& x) const {
    if (!kept_ || kept_->J != x.J || kept_->touching != x.touching || kept_->pulls.size() != x.pulls.size())
      return false;
    for (std::size_t k = 0; k < x.pulls.size(); ++k)
      for (int i = 0; i < x.pulls[k].size(); ++i) {
        using std::abs;
        const fine &a = x.pulls[k][i], &b = kept_->pulls[k][i];
        if (!is_number(a) && !is_number(b)) continue;
        const fine size = std::max(fine(abs(a)), fine(abs(b)));
        if (!(abs(fine(a - b)) <= size / fine(1 << 20) + least_pull())) return false;
      }
    return true;
  }
  static fine least_pull() {
    static const fine least = exact<fine>("1e-230");
    return least;
  }
  /// Of displacements of all coordinates and velocities, and along the directions with velocities as these make them.
  std::vector<vector> pulls(displacement<fine>& beside, const std::vector<direction>& directions,
                            const fine& size) const {
    using std::sqrt;
    const int n = static_cast<int>(place_.q.size());
    const vector none = vector::Zero(n);
    std::vector<vector> all;
    for (int i = 0; i < n; ++i) {
      const vector δ = vector::Unit(n, i) * size;
      all.push_back(beside.pull(δ, none));
      all.push_back(beside.pull(none, δ));
    }
    for (const direction& d : directions)
      for (const int side : {1, -1}) {
        const vector δ = d.begin * fine(fine(side) * size);
        const vector pulled = d.of_velocity ? beside.pull(none, δ) : beside.pull(δ, none);
        all.push_back(pulled);
        if (d.of_velocity) continue;
        const vector speed = d.begin * sqrt(fine(size * pulled.cwiseAbs().maxCoeff()));
        all.push_back(beside.pull(δ, speed));
        all.push_back(beside.pull(δ, -speed));
      }
    return all;
  }

  /// What a branch point's argument has had so far.
  struct passage {
    W fastest{0}, strongest{0};
  };
  static constexpr int parts = 8;

  const statement* question_;
  std::map<watched_function<W>*, passage> known_;
  std::map<watched_function<W>*, rest_manifold<fine>::argument> arguments_;
  vector_of<W> reached_;  ///< the largest coordinates so far
  bool has_roots_ = false, has_jumps_ = false, has_time_ = false;
  std::unique_ptr<instant<fine>> at_;
  std::vector<fine> q_0_, v_0_;
  bool is_exact_ = false, is_sharp_ = false;
  fine large_, small_;
  displacement<fine>::place place_;
  std::optional<kept_rest> kept_;  ///< the last one
};

}  // namespace unilateral::gauss_collocation
