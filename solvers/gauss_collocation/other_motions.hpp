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
/// Sizes are such that nothing else of the formula counts: from 1e-340 to 1e-75 of the motion's size where exact data
/// put it there, in 400 digits; from 1e-11 to 1e-3 where it is known to the rounding of the run.

#include "solvers/gauss_collocation/situation.hpp"
#include "solvers/gauss_collocation/step_choice.hpp"

namespace unilateral::gauss_collocation {

template <class W>
class other_motions {
  using fine = mpfr_number<400>;
  using vector = vector_of<fine>;

 public:
  explicit other_motions(const statement& question) : question_(&question) {
    for (const mass_entry& e : question.system.mass) has_roots_ = has_roots_ || has_root(e.value);
    for (const expression& f : question.system.force) has_roots_ = has_roots_ || has_root(f);
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
    if (!has_roots_) return {};
    const int n = static_cast<int>(here.now.q.size());
    step_motion<W> motion(chosen.x, here.system->motion.basis);
    const auto s = motion.at(place);
    const vector_of<W> q = Eigen::Map<const vector_of<W>>(s.q.data(), n),
                       v = Eigen::Map<const vector_of<W>>(s.v.data(), n);
    std::vector<direction> directions;
    for (phase<W>* const system : on_all_sides(systems, here, chosen))
      for (watched_function<W>& g : system->branch_points)
        if (rests(g, motion, chosen.x, here.now)) add_directions(directions, g, s.t, q, v);
    if (directions.empty()) return {};
    put_at(s.t, q, v, here.now.q_moved, chosen.x.h);
    set_felt(directions);
    std::vector<int> pressed, touching = chosen.x.J;
    for (std::size_t k = 0; k < chosen.x.J.size(); ++k)
      if (chosen.reaction_leads[k].sign > 0) pressed.push_back(chosen.x.J[k]);
    for (const auto& [α, lead] : chosen.gap_leads) touching.push_back(α);
    for (const direction& d : directions)
      if (leads_away(d, chosen.x.J, touching) || (pressed != chosen.x.J && leads_away(d, pressed, touching)))
        return leaving{is_exact_};
    return {};
  }

 private:
  static constexpr int steps_a_decade = 16, idle_steps = 48;

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
    std::vector<direction> directions;
    add_directions(directions, g, s.t, q, v);
    put_at(s.t, q, v, reached_, chosen.x.h);
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
  static void add_directions(std::vector<direction>& to, watched_function<W>& g, const W& t, const vector_of<W>& q,
                             const vector_of<W>& v) {
    const int n = static_cast<int>(q.size());
    const vector_of<W> slope = g.of_velocity() ? g.velocity_gradient(t, q, v) : g.gradient(t, q, v);
    const auto add = [&](const vector& d) {
      for (const int side : {1, -1})
        if (const direction one{d * fine(side), g.of_velocity()}; std::find(to.begin(), to.end(), one) == to.end())
          to.push_back(one);
    };
    bool is_simple = !slope.isZero(W(0));
    for (int i = 0; i < n; ++i) is_simple = is_simple && is_number(slope[i]);
    if (is_simple)
      add(slope.unaryExpr([](const W& x) { return rounded<fine>(x); }));
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
  /// The time in which a displacement of the size A grows to that of `far_`, both beside the motion's. Nothing where
  /// that takes more than `latest_`, or than so many steps as no growth from scale to scale does; or a contact closes.
  ///
  /// By the method of Bogacki and Shampine, of order 3, its steps such that errors are a few hundredths of the largest
  /// that a displacement has been: each is about the time in which displacements change.
  std::optional<fine> time_to_leave(const direction& d, const fine& A, const std::vector<int>& J,
                                    const std::vector<int>& touching) {
    using std::abs;
    using std::log10;
    const int n = static_cast<int>(q_.size());
    const auto beside = [&](const vector& x, const vector& size) {
      fine most(0);
      for (int i = 0; i < n; ++i) most = std::max(most, fine(abs(x[i]) / size[i]));
      return most;
    };
    displacement δ{vector::Zero(n), vector::Zero(n)};
    (d.of_velocity ? δ.v : δ.q) = d.along * fine(A / beside(d.along, size_));
    at_->evaluate(t_, q_, v_);
    if (!d.of_velocity && !J.empty()) δ.q += at_->correction(J, rows(vector(at_->G * δ.q), J));
    if (!d.of_velocity && !J.empty() && beside(δ.q, size_) < A / fine(1 << 20)) return {};  // all of it held
    const fine two(2), three(3), four(4), five(5), six(6), eight(8), nine(9);
    largest q_most(felt_, δ.q), v_most(felt_, δ.v);
    vector a = acceleration(fine(0), δ, J);
    fine s(0), h = latest_ / 4;
    const int most_steps = 64 + static_cast<int>(steps_a_decade * to_double(log10(fine(far_ / A))));
    for (int steps = 0, idle = 0, tries = 0; steps < most_steps && tries < 2 * most_steps && s < latest_; ++tries) {
      const displacement b{δ.q + (h / 2) * δ.v, δ.v + (h / 2) * a};
      const vector b_a = acceleration(s + h / 2, b, J);
      const displacement c{δ.q + (h * 3 / 4) * b.v, δ.v + (h * 3 / 4) * b_a};
      const vector c_a = acceleration(s + h * 3 / 4, c, J);
      const displacement next{δ.q + (h / 9) * (two * δ.v + three * b.v + four * c.v),
                              δ.v + (h / 9) * (two * a + three * b_a + four * c_a)};
      const vector next_a = acceleration(s + h, next, J);
      const vector q_error = (h / 72) * (six * b.v + eight * c.v - five * δ.v - nine * next.v),
                   v_error = (h / 72) * (six * b_a + eight * c_a - five * a - nine * next_a);
      if (!is_number(next_a.cwiseAbs().sum()) || !q_most.hides(q_error, next.q) || !v_most.hides(v_error, next.v)) {
        h /= steps == 0 ? 64 : 4;
        continue;
      }
      s += h;
      h *= 2;
      δ = next;
      a = next_a;
      ++steps;
      v_most.add(δ.v);
      idle = q_most.add(δ.q) ? 0 : idle + 1;
      if (idle > idle_steps) return {};
      for (const int α : touching)
        if (std::find(J.begin(), J.end(), α) == J.end() &&
            at_->G.row(α).dot(δ.q) < -at_->G.row(α).cwiseAbs().dot(δ.q.cwiseAbs()) / fine(1 << 20))
          return {};
      if (beside(δ.q, size_) >= far_) return s;
    }
    return {};
  }

  /// The largest that coordinates of displacements, and what branch points feel of them, have been.
  class largest {
   public:
    largest(const matrix_of<fine>& felt, const vector& x) : felt_(felt), most_((felt * x).cwiseAbs()), mark_(most_) {}
    /// Whether an error is a small part of that in each. What has just left 0 is not known yet, nor does it count.
    bool hides(const vector& error, const vector& x) const {
      using std::abs;
      const vector errors = felt_ * error, values = felt_ * x;
      for (int i = 0; i < most_.size(); ++i)
        if (most_[i] > 0 && !(32 * abs(errors[i]) <= std::max(most_[i], fine(abs(values[i]))))) return false;
      return true;
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
  std::map<watched_function<W>*, passage> known_;
  vector_of<W> reached_;  ///< the largest coordinates so far
  bool has_roots_ = false;
  std::unique_ptr<instant<fine>> at_;
  std::vector<fine> q_0_, v_0_;
  bool is_exact_ = false;
  fine t_, latest_, large_, small_, far_;
  vector q_, v_, a_0_, size_;
  matrix_of<fine> felt_;
};

}  // namespace unilateral::gauss_collocation
