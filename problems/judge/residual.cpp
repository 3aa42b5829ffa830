#include "problems/judge/residual.hpp"

#include "problems/judge/finite_answer.hpp"
#include "problems/judge/gauss.hpp"
#include "problems/judge/impact_law.hpp"
#include "problems/language/evaluated_system.hpp"
#include "problems/language/input_error.hpp"
#include "problems/language/many_digits.hpp"
#include "problems/language/polynomial.hpp"

namespace unilateral {
namespace {

/// M and V at the arguments a system was last evaluated at, sparse: a column of ten thousand bodies is judged in linear
/// time.
template <scalar S>
struct sparse_metric {
  const evaluated_system<S>& system;

  column<S> covector(const column<S>& x) const {
    column<S> Mx = column<S>::Zero(x.size());
    for (const sparse_entry& e : system.mass_entries()) Mx[e.row] += system.mass(e) * x[e.column];
    return Mx;
  }
};

template <scalar S>
struct active_set {
  const evaluated_system<S>& system;
  const std::vector<int>& active;

  column<S> gap_rates(const column<S>& v) const {
    column<S> rates(static_cast<Eigen::Index>(active.size()));
    for (Eigen::Index k = 0; k < rates.size(); ++k) {
      const int α = active[static_cast<std::size_t>(k)];
      rates[k] = system.gradient_dot(α, v) + system.gap_rate(α);
    }
    return rates;
  }

  friend column<S> normal_covector(const active_set& V, const column<S>& λ) {
    column<S> sum = column<S>::Zero(V.system.degrees_of_freedom());
    for (Eigen::Index k = 0; k < λ.size(); ++k) {
      const int α = V.active[static_cast<std::size_t>(k)];
      for (int e = V.system.gradient_row_begin(α); e < V.system.gradient_row_begin(α + 1); ++e) {
        const sparse_entry& g = V.system.gradient_entries()[static_cast<std::size_t>(e)];
        sum[g.column] += V.system.gradient(g) * λ[k];
      }
    }
    return sum;
  }
};

/// Walks along an answer with the running value of ∫ (M dv − f dt − Gᵀ dR).
template <scalar S>
class judgement {
 public:
  judgement(const statement& bound, const solution<S>& answer)
      : bound_(bound),
        answer_(answer),
        path_(answer.path),
        system_(bound.system),
        n_(system_.degrees_of_freedom()),
        m_(system_.constraints()),
        balance_(column<S>::Zero(n_)),
        q_(n_),
        v_(n_),
        a_(n_),
        work_(static_cast<std::size_t>(m_), S(0)) {
    if (path_.pieces() == 0) throw input_error("residual: expected an answer with its path, found a summary");
    if (path_.dimension() != n_)
      throw input_error("residual: expected a path of " + std::to_string(n_) + " coordinates, found " +
                        std::to_string(path_.dimension()));
    for (const impact<S>& shock : answer.impacts)
      if (shock.impulse.size() != m_ || shock.q.size() != n_ || shock.v_minus.size() != n_ || shock.v_plus.size() != n_)
        throw input_error("residual: expected impacts of " + std::to_string(n_) + " coordinates and " +
                          std::to_string(m_) + " constraints, found another size at t = " + to_text(shock.t));
    for (const reaction_density<S>& density : answer.reactions)
      if (density.constraint < 0 || density.constraint >= m_)
        throw input_error("residual: expected reactions of constraints below " + std::to_string(m_) + ", found " +
                          std::to_string(density.constraint));
  }

  residual<S> verdict() {
    if (!is_finite(answer_)) {
      const S none = infinity<S>();
      return {none, none, none, none, none, none, none, none, none};
    }
    start();
    instants();
    for (std::size_t first = 0, next = 0; first < answer_.impacts.size(); first = next) {
      for (next = first + 1; next < answer_.impacts.size() && answer_.impacts[next].continues; ++next) {
      }
      judge(whole(first, next));
    }
    for (const S& x : work_) result_.complementarity = larger(result_.complementarity, x);
    return result_;
  }

 private:
  /// (6), and what jumps at the very beginning.
  void start() {
    using std::abs;
    column<S> q(n_), v(n_);
    for (int i = 0; i < n_; ++i) {
      q[i] = constant_value<S>(bound_.position[static_cast<std::size_t>(i)]);
      v[i] = constant_value<S>(bound_.velocity[static_cast<std::size_t>(i)]);
    }
    result_.initial_position = largest_entry(column<S>(path_.position(path_.begin()) - q));
    const column<S> after = path_.velocity_right(path_.begin());
    const bool shock_at_once = !answer_.impacts.empty() && answer_.impacts.front().t <= path_.begin();
    result_.initial_velocity = largest_entry(column<S>((shock_at_once ? answer_.impacts.front().v_minus : after) - v));
    q_ = q;
    add_momentum(path_.begin(), column<S>(after - v), S(1));
  }

  /// (1)–(4): ends of pieces, impacts and ends of densities in order of time; balances are read after each, where
  /// instants that differ by rounding count as one (a jump and the impulse that makes it).
  void instants() {
    using std::abs;
    const S same = S(1 << 8) * epsilon<S>() * std::max(S(abs(path_.begin())), S(abs(path_.end())));
    std::vector<S> cuts;
    for (const reaction_density<S>& density : answer_.reactions) {
      cuts.push_back(density.from);
      cuts.push_back(density.to);
    }
    std::sort(cuts.begin(), cuts.end());
    auto next_cut = cuts.begin();
    std::size_t next_impact = 0, next_density = 0;
    std::vector<std::size_t> by_begin(answer_.reactions.size()), open;
    for (std::size_t k = 0; k < by_begin.size(); ++k) by_begin[k] = k;
    std::sort(by_begin.begin(), by_begin.end(),
              [&](std::size_t x, std::size_t y) { return answer_.reactions[x].from < answer_.reactions[y].from; });

    S now = path_.begin();
    for (int k = 0; k < path_.pieces(); ++k) {
      if (k > 0) {
        const S width = path_.end(k - 1) - path_.begin(k - 1);
        for (int i = 0; i < n_; ++i) {
          q_[i] = path_.position(k, i, S(0));
          v_[i] = path_.velocity(k, i, S(0)) - path_.velocity(k - 1, i, width);
        }
        add_momentum(path_.begin(k), v_, S(1));
      }
      for (;;) {
        while (next_impact < answer_.impacts.size() && answer_.impacts[next_impact].t <= now + same)
          add_impulse(answer_.impacts[next_impact++]);
        read_balance(now, same, k);
        if (!(now < path_.end(k))) break;
        S to = path_.end(k);
        while (next_cut != cuts.end() && *next_cut <= now + same) ++next_cut;
        if (next_cut != cuts.end() && *next_cut < to - same) to = *next_cut;
        if (next_impact < answer_.impacts.size() && answer_.impacts[next_impact].t < to - same)
          to = answer_.impacts[next_impact].t;
        while (next_density < by_begin.size() && answer_.reactions[by_begin[next_density]].from <= now + same)
          open.push_back(by_begin[next_density++]);
        std::erase_if(open, [&](std::size_t d) { return answer_.reactions[d].to <= now + same; });
        integrate(k, now, to, open);
        now = to;
      }
    }
    for (; next_impact < answer_.impacts.size(); ++next_impact) add_impulse(answer_.impacts[next_impact]);
    largest_balance();
  }

  void read_balance(const S& now, const S& same, int k) {
    const bool jump_follows = now + same >= path_.end(k) && k + 1 < path_.pieces();  // its own momentum is not in yet
    if (!jump_follows) largest_balance();
  }
  void largest_balance() { result_.momentum = larger(result_.momentum, largest_entry(balance_)); }

  /// balance ← balance + factor M(t, q) x at q_.
  void add_momentum(const S& t, const column<S>& x, const S& factor) {
    system_.evaluate_mass(t, q_.data());
    for (const sparse_entry& e : system_.mass_entries()) balance_[e.row] += factor * system_.mass(e) * x[e.column];
  }
  /// balance ← balance − Gᵀ_α p at (t, q_); complementarity ← complementarity + |Φ_α p|.
  void add_reaction(int α, const S& p) {
    using std::abs;
    for (int k = system_.gradient_row_begin(α); k < system_.gradient_row_begin(α + 1); ++k) {
      const sparse_entry& e = system_.gradient_entries()[static_cast<std::size_t>(k)];
      balance_[e.column] -= system_.gradient(e) * p;
    }
    work_[static_cast<std::size_t>(α)] += abs(S(system_.gap(α) * p));
  }
  void add_impulse(const impact<S>& shock) {
    system_.evaluate_gap(shock.t, shock.q.data());
    system_.evaluate_gradient(shock.t, shock.q.data());
    for (int α = 0; α < m_; ++α)
      if (shock.impulse[α] != S(0)) add_reaction(α, shock.impulse[α]);
    result_.reaction_sign = larger(result_.reaction_sign, negative_part(shock.impulse));
  }

  void penetrate(const S& t) {
    system_.evaluate_gap(t, q_.data());
    for (int α = 0; α < m_; ++α) result_.penetration = larger(result_.penetration, S(-system_.gap(α)));
  }

  void integrate(int k, const S& from, const S& to, const std::vector<std::size_t>& open) {
    const int degree = path_.degree(k);
    const S half = (to - from) / S(2), middle = (from + to) / S(2);
    for (const S& t : {from, to}) {
      for (int i = 0; i < n_; ++i) q_[i] = polynomial::value(path_.coefficients(k, i), degree, S(t - path_.begin(k)));
      penetrate(t);
    }
    for (const auto& [x, weight] : gauss<S>(degree + 2).points()) {
      const S t = middle + half * x, τ = t - path_.begin(k), dt = half * weight;
      for (int i = 0; i < n_; ++i) {
        const S* const c = path_.coefficients(k, i);
        q_[i] = polynomial::value(c, degree, τ);
        v_[i] = polynomial::slope(c, degree, τ);
        a_[i] = polynomial::curvature(c, degree, τ);
      }
      if (degree >= 2) add_momentum(t, a_, dt);
      system_.evaluate_force(t, q_.data(), v_.data());
      for (int i = 0; i < n_; ++i) balance_[i] -= dt * system_.force(i);
      penetrate(t);
      if (open.empty()) continue;
      system_.evaluate_gradient(t, q_.data());
      for (const std::size_t d : open) {
        const reaction_density<S>& density = answer_.reactions[d];
        if (density.coefficients.empty()) continue;
        const S λ = polynomial::value(density.coefficients.data(), static_cast<int>(density.coefficients.size()) - 1,
                                      S(t - density.from));
        add_reaction(density.constraint, S(λ * dt));
        result_.reaction_sign = larger(result_.reaction_sign, S(-λ));
      }
    }
  }

  /// Impacts first … next − 1, parts of one shock.
  impact<S> whole(std::size_t first, std::size_t next) const {
    impact<S> shock = answer_.impacts[first];
    for (std::size_t k = first + 1; k < next; ++k) {
      const impact<S>& part = answer_.impacts[k];
      shock.v_plus = part.v_plus;
      shock.impulse += part.impulse;
      for (const int α : part.active)
        if (std::find(shock.active.begin(), shock.active.end(), α) == shock.active.end()) shock.active.push_back(α);
    }
    return shock;
  }

  /// (5): the law with the active constraints the answer names; an impulse on any other is no impulse of the law.
  void judge(const impact<S>& shock) {
    for (const int α : shock.active)
      if (α < 0 || α >= m_)
        throw input_error("residual: expected active constraints below " + std::to_string(m_) + ", found " +
                          std::to_string(α) + " at t = " + to_text(shock.t));
    system_.evaluate_mass(shock.t, shock.q.data());
    system_.evaluate_gradient(shock.t, shock.q.data());
    system_.evaluate_gap_rate(shock.t, shock.q.data());
    column<S> P(static_cast<Eigen::Index>(shock.active.size()));
    for (Eigen::Index k = 0; k < P.size(); ++k) P[k] = shock.impulse[shock.active[static_cast<std::size_t>(k)]];
    const impact_defects<S> defects = defects_of_impact(sparse_metric<S>{system_}, active_set<S>{system_, shock.active},
                                                        system_.restitution(), shock.v_minus, shock.v_plus, P);
    result_.impact_momentum = larger(result_.impact_momentum, defects.momentum);
    result_.impact_admissibility = larger(result_.impact_admissibility, defects.admissibility);
    result_.impact_complementarity = larger(result_.impact_complementarity, defects.complementarity);
  }

  const statement& bound_;
  const solution<S>& answer_;
  const trajectory<S>& path_;
  evaluated_system<S> system_;
  int n_, m_;
  column<S> balance_, q_, v_, a_;
  std::vector<S> work_;  ///< ∫ |Φ_α| d|R_α|
  residual<S> result_;
};

}  // namespace

template <scalar S>
residual<S> residual_of(const statement& bound, const solution<S>& answer) {
  return judgement<S>(bound, answer).verdict();
}

template residual<double> residual_of(const statement&, const solution<double>&);
template residual<real50> residual_of(const statement&, const solution<real50>&);

}  // namespace unilateral
