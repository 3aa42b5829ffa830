#pragma once
/// An impact: v⁺ = (1 + e) Proj_V v⁻ − e v⁻, all contacts at once
/// [Moreau 1983, (7)]

#include "problems/language/plane_wedge.hpp"
#include "solvers/gauss_collocation/contacts.hpp"
#include "solvers/gauss_collocation/recorder.hpp"

namespace unilateral::gauss_collocation {

/// G_α M⁻¹ G_βᵀ ≤ 0 for α ≠ β if e = 0, and = 0 if e > 0                                                       [Paoli
/// 2004, (5)] One constraint said twice, rows that are multiples of each other, is one.
template <class W>
bool angles_allow_continuity(const matrix_of<W>& W_J, const W& e) {
  using std::sqrt;
  for (int k = 0; k < W_J.rows(); ++k)
    for (int l = 0; l < k; ++l) {
      const W lengths = sqrt(W(W_J(k, k) * W_J(l, l))), zero = W(slack) * epsilon<W>() * lengths;
      if (W_J(k, l) >= lengths - zero) continue;
      if (W_J(k, l) > zero || (e > W(0) && W_J(k, l) < -zero)) return false;
    }
  return true;
}

template <scalar S>
class shock {
  using W = working<S>;
  using vector = vector_of<W>;

 public:
  /// `record`, `system` and `clock` outlive it.
  shock(recorder<S>& record, const mechanical_system& system, patience& clock)
      : record_(record), system_(system), clock_(clock) {}

  /// From x with `sets` to where no contact approaches. Empty: there is no velocity, and the run has been stopped. Else
  /// what collided.
  std::optional<std::vector<int>> operator()(instant<W>& at, state<W>& x, contact_sets& sets,
                                             contact_decisions& known) {
    using std::abs;
    const W& e = at.restitution();
    const std::vector<int> K = sets.closed;
    close_gaps(at, x, at.independent(K));
    for (const int α : K) x.counted[α] = {W(0), W(0)};
    known = {};
    // v⁺ may approach a contact that was moving away: then a shock follows at the same instant.
    for (int round = 0; !sets.approaching.empty(); ++round) {
      if (round == most_at_once) return stopped("impacts that don't end at one instant", x.t);
      const auto C = at.compliance_of(K);
      if (round == 0 && !angles_allow_continuity(C.W_J, e) && discontinuous_.insert(K).second) {
        record_.answer.discontinuous_in_data = true;
        record_.warn("several contacts at t = ", x.t,
                     ": condition (5) for continuity in the data does not hold [Paoli 2004, (5)]" +
                         (K.size() == 2 ? said_of_plane_wedge(system_, K[0], K[1]) : ""));
      }
      vector size(static_cast<int>(K.size()));
      for (std::size_t k = 0; k < K.size(); ++k) size[static_cast<int>(k)] = rate_size(at, x, K[k]);
      const auto λ = complementary_multipliers<W>(C.W_J, rows(at.rate, K), size, clock_);
      ++record_.answer.counts.projections;
      if (!λ) return stopped("no velocity is admissible: the contacts close on each other", x.t);
      const vector v_minus = x.v, P = (W(1) + e) * *λ;
      x.v += C.columns * P;
      vector impulse = vector::Zero(at.constraints());
      for (std::size_t k = 0; k < K.size(); ++k) impulse[K[k]] = P[static_cast<int>(k)];
      for (int i = 0; i < x.v.size(); ++i) {
        if (!is_number(x.v[i])) {
          x.v = v_minus;
          return stopped("an impact without a finite velocity after it: the gradient of a gap is 0 or infinite", x.t);
        }
        x.v_moved[i] = std::max(x.v_moved[i], W(abs(v_minus[i]))) + W(C.columns.row(i).cwiseAbs().dot(P.transpose()));
      }
      // Where an impulse acts, Proj_V v⁻ has the rate 0, and v⁺ that of v⁻ times −e: in the sum, a small e would be
      // lost in the rounding of v⁻.
      std::vector<int> pushed;
      vector before(at.rate), target = vector::Zero(at.constraints());
      for (std::size_t k = 0; k < K.size(); ++k)
        if (P[static_cast<int>(k)] > W(0)) pushed.push_back(K[k]);
      for (const int α : pushed) target[α] = -e * before[α];
      at.evaluate(x.t, x.q, x.v);
      set_rates(at, x, at.independent(pushed), target);
      known.at_rest.clear();
      if (e == W(0)) known.at_rest.insert(pushed.begin(), pushed.end());
      record_.impact_at(x.t, x.q, v_minus, x.v, impulse, K);
      sets = sorted_contacts(at, x, known);
      // What the correction of the positions has brought within rounding is the next impact's.
      std::erase_if(sets.approaching, [&](int α) { return std::find(K.begin(), K.end(), α) == K.end(); });
    }
    return K;
  }

 private:
  static constexpr int most_at_once = 1000;
  std::nullopt_t stopped(const char* why, const W& t) {
    record_.stop(why, t);
    return std::nullopt;
  }

  recorder<S>& record_;
  const mechanical_system& system_;
  patience& clock_;
  std::set<std::vector<int>> discontinuous_;  ///< contacts already warned of
};

}  // namespace unilateral::gauss_collocation
