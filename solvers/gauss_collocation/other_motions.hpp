#pragma once
/// A motion at rest where a force is not Lipschitz continuous: does another motion leave from there?
///
/// x'' = √|x| has the motions x = 0 and x = (t − t₀)⁴/144 for every t₀ [Norton 2003]; x'' = −√|x| sign x has only the
/// first. Beside the motion q(t) that is known, another one is q + δ with
///
///     δ = T δ,   (T δ)(s) = ∫₀ˢ (s − r) (a(t + r, q + δ, v + δ') − a(t + r, q, v)) dr,
///
/// a the acceleration with contacts held. Where a(q + A d) − a(q) grows like A^p with p < 1 (Osgood's condition for
/// uniqueness fails), and T leads displacements on into their own direction, T δ > δ for small ones, and there is a
/// solution above every such δ: the motion leaves. Where p ≥ 1 there is none, nor where T turns displacements back, as
/// a force does that pulls. p and the direction are those of displacements so small that nothing else of the formula
/// counts: of 1e-300 of the motion's size where exact data put it there, in 400 digits; of 1e-6 and 1e-11 where it is
/// known to the rounding of the run.

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
    std::vector<vector> directions;
    for (phase<W>* const system : on_all_sides(systems, here, chosen))
      for (watched_function<W>& g : system->branch_points)
        if (rests(g, motion, chosen.x, here.now)) add_directions(directions, g, s.t, q, v);
    if (directions.empty()) return {};
    put_at(s.t, q, v, here.now.q_moved, W(chosen.x.h / W(1 << 20)));
    std::vector<int> pressed, touching = chosen.x.J;
    for (std::size_t k = 0; k < chosen.x.J.size(); ++k)
      if (chosen.reaction_leads[k].sign > 0) pressed.push_back(chosen.x.J[k]);
    for (const auto& [α, lead] : chosen.gap_leads) touching.push_back(α);
    for (const vector& d : directions)
      if (leads_away(d, chosen.x.J, touching) || (pressed != chosen.x.J && leads_away(d, pressed, touching)))
        return leaving{is_exact_};
    return {};
  }

 private:
  static constexpr int nodes = 24, rounds = 4;

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
    std::vector<vector> directions;
    add_directions(directions, g, s.t, q, v);
    put_at(s.t, q, v, reached_, W(chosen.x.h / W(1 << 20)));
    is_exact_ = false;
    large_ = exact<fine>("1e-4");
    small_ = exact<fine>("1e-7");
    return std::any_of(directions.begin(), directions.end(),
                       [&](const vector& d) { return leads_away(d, chosen.x.J, chosen.x.J); });
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

  /// The state, and the motion from it for the time τ: a parabola. Exactly, where it is the initial one still.
  void put_at(const W& t, const vector_of<W>& q, const vector_of<W>& v, const vector_of<W>& q_moved, const W& τ) {
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
    τ_ = rounded<fine>(τ);
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
    const fine largest = size_.maxCoeff();
    for (int i = 0; i < n; ++i)
      if (size_[i] == 0) size_[i] = largest > 0 ? largest : fine(1);
    large_ = exact<fine>(is_exact_ ? "1e-300" : "1e-6");
    small_ = exact<fine>(is_exact_ ? "1e-340" : "1e-11");
  }

  /// Displacements that the argument of a branch point feels.
  static void add_directions(std::vector<vector>& to, watched_function<W>& g, const W& t, const vector_of<W>& q,
                             const vector_of<W>& v) {
    const int n = static_cast<int>(q.size());
    const vector_of<W> slope = g.of_velocity() ? g.velocity_gradient(t, q, v) : g.gradient(t, q, v);
    const auto add = [&](const vector& d) {
      for (const int side : {1, -1})
        if (const vector one = d * fine(side); std::find(to.begin(), to.end(), one) == to.end()) to.push_back(one);
    };
    bool is_simple = !slope.isZero(W(0));
    for (int i = 0; i < n; ++i) is_simple = is_simple && is_number(slope[i]);
    if (is_simple)
      add(slope.unaryExpr([](const W& x) { return rounded<fine>(x); }));
    else
      for (int i = 0; i < n; ++i) add(vector::Unit(n, i));
  }

  /// Displacements of q and v at the times s_i = τ 0.7^(nodes − 1 − i).
  struct displacement {
    matrix_of<fine> q, v;
    fine size() const { return q.col(q.cols() - 1).cwiseAbs().maxCoeff(); }
    vector end() const { return q.col(q.cols() - 1); }
  };
  fine time_of(int i) const {
    using std::pow;
    return i < 0 ? fine(0) : fine(τ_ * pow(fine(7) / 10, nodes - 1 - i));
  }
  /// (s/τ)² d, of the size A beside the motion's.
  displacement along(const vector& direction, const fine& A) const {
    fine largest(0);
    for (int i = 0; i < direction.size(); ++i) largest = std::max(largest, fine(abs(direction[i]) / size_[i]));
    const vector d = direction / largest;
    displacement δ{matrix_of<fine>(d.size(), nodes), matrix_of<fine>(d.size(), nodes)};
    for (int i = 0; i < nodes; ++i) {
      const fine s = time_of(i) / τ_;
      δ.q.col(i) = d * fine(A * s * s);
      δ.v.col(i) = d * fine(2 * A * s / τ_);
    }
    return δ;
  }
  vector acceleration(const fine& s, const vector& a_0, const vector& q, const vector& v, const std::vector<int>& J) {
    at_->evaluate(t_ + s, q_ + s * v_ + (s * s / 2) * a_0 + q, v_ + s * a_0 + v);
    if (!at_->motion_is_defined()) return vector::Constant(q.size(), std::numeric_limits<double>::quiet_NaN());
    return at_->held(J).acceleration;
  }
  /// T δ, by trapezoids.
  displacement moved(const displacement& δ, const std::vector<int>& J) {
    const int n = static_cast<int>(δ.q.rows());
    const vector nothing = vector::Zero(n), a_0 = acceleration(fine(0), nothing, nothing, nothing, J);
    displacement result = δ;
    vector a_before = nothing, v_before = nothing, q_before = nothing;
    for (int i = 0; i < nodes; ++i) {
      const fine s = time_of(i), h = s - time_of(i - 1);
      const vector a = acceleration(s, a_0, δ.q.col(i), δ.v.col(i), J) - acceleration(s, a_0, nothing, nothing, J);
      const vector v = v_before + (h / 2) * (a_before + a), q = q_before + (h / 2) * (v_before + v);
      result.q.col(i) = q_before = q;
      result.v.col(i) = v_before = v;
      a_before = a;
    }
    return result;
  }

  /// Whether from displacements along d a motion follows that leaves, with the contacts J held and the others that
  /// touch not closed.
  bool leads_away(const vector& d, const std::vector<int>& J, const std::vector<int>& touching) {
    using std::log;
    const auto large = size_of_moved(along(d, large_), J, touching),
               small = size_of_moved(along(d, small_), J, touching);
    if (!large || !small) return false;
    const fine p = log(fine(*large / *small)) / log(fine(large_ / small_));
    return p < exact<fine>(is_exact_ ? "0.99" : "0.9");
  }
  /// How large T makes a displacement of that size in the direction that T itself leads to. Nothing where that turns.
  std::optional<fine> size_of_moved(displacement δ, const std::vector<int>& J, const std::vector<int>& touching) {
    const fine A = δ.size();
    vector before = δ.end();
    for (int round = 0; round < rounds; ++round) {
      δ = moved(δ, J);
      const fine size = δ.size();
      if (!is_number(size) || !(size > 0)) return {};
      const vector now = δ.end() * fine(A / size);
      if (round + 1 == rounds) {
        if (!(now.dot(before) > now.norm() * before.norm() / 2)) return {};
        for (const int α : touching)
          if (std::find(J.begin(), J.end(), α) == J.end() &&
              at_->G.row(α).dot(now) < -at_->G.row(α).cwiseAbs().dot(now.cwiseAbs()) / fine(1 << 20))
            return {};
        return size;
      }
      before = now;
      δ.q *= fine(A / size);
      δ.v *= fine(A / size);
    }
    return {};
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
  fine t_, τ_, large_, small_;
  vector q_, v_, size_;
};

}  // namespace unilateral::gauss_collocation
