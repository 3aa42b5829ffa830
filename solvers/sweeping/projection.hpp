#pragma once
/// The projection onto the admissible velocities of the active constraints, in the kinetic metric:
///
///     w = Proj_M(V, z),    V = {v : G v + ∂Φ/∂t ≥ 0 for the active constraints},
///     w = z + M⁻¹Gᵀλ,      0 ≤ λ ⊥ G w + ∂Φ/∂t ≥ 0.
///
///   one constraint     closed form: λ = max(0, −s) / (g·M⁻¹g),  s = g·z + ∂Φ/∂t   [Dzonou, Monteiro Marques, Paoli]
///   a row of contacts  M diagonal, each sharing coordinates with its neighbours only, no acute angle:
///                      pooled_contacts.hpp, O(k)
///   any others         dual_active_set.hpp

#include "problems/language/evaluated_system.hpp"
#include "solvers/sweeping/dual_active_set.hpp"
#include "solvers/sweeping/mass_factor.hpp"
#include "solvers/sweeping/paoli_condition.hpp"
#include "solvers/sweeping/pooled_contacts.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace unilateral::sweeping {

template <scalar S>
class projection {
 public:
  explicit projection(const evaluated_system<S>& system)
      : n_(system.degrees_of_freedom()),
        lambda_(static_cast<std::size_t>(system.constraints())),
        reaction_(n_),
        touch_(static_cast<std::size_t>(n_)) {
    row_.reserve(lambda_.size());
    multiplier_.reserve(lambda_.size());
    if (static_cast<std::size_t>(n_) * lambda_.size() <= reserved_numbers) general_.reserve(n_, system.constraints());
  }

  /// z ← Proj_M(V, z), with G and ∂Φ/∂t as last evaluated and M as last factorised; `active` is not empty and sorted.
  /// False when V is empty.
  bool apply(const evaluated_system<S>& system, const mass_factor<S>& M, const std::vector<int>& active, column<S>& z) {
    if (active.size() == 1) return onto_half_space(system, M, active.front(), z);
    if (is_row(system, M, active, z) && row_.solve()) {
      push_row(system, M, active, z);
      return true;
    }
    if (!solve_general(system, M, active, z)) return false;
    std::copy(general_.y(), general_.y() + n_, reaction_.data());
    M.unwhiten(reaction_.data());
    z += reaction_;
    return true;
  }

  /// δ: the shortest displacement in M with Φ + G δ ≥ 0 for the constraints of the list, Φ and G as last evaluated.
  /// False when there is none. Positions are projected as velocities are, with gaps for rates; λ and the violation stay
  /// those of the last projection.
  bool displacement(const evaluated_system<S>& system, const mass_factor<S>& M, const std::vector<int>& list,
                    column<S>& δ) {
    using std::abs;
    general_.start(n_, static_cast<int>(list.size()));
    for (std::size_t a = 0; a < list.size(); ++a) {
      S* const b = general_.column(static_cast<int>(a));
      std::fill(b, b + n_, S(0));
      add_row(system, list[a], S(1), b);
      M.whiten(b);
      general_.set_slack(static_cast<int>(a), system.gap(list[a]), abs(system.gap(list[a])));
    }
    multiplier_.resize(list.size());
    if (!general_.solve(multiplier_.data())) return false;
    std::copy(general_.y(), general_.y() + n_, δ.data());
    M.unwhiten(δ.data());
    return true;
  }

  /// λ of the active constraint number a of the last projection.
  const S& lambda(std::size_t a) const { return lambda_[a]; }
  /// The first pair seen that violates Paoli's condition.
  const std::optional<multiple_impact<S>>& violation() const { return violation_; }
  /// It was no impact: the next one is looked at again.
  void forget_violation() { violation_.reset(); }

 private:
  struct slack {
    S value, magnitude;
  };
  /// g_α·z + ∂Φ_α/∂t, and the sum of absolute values it is added up from.
  slack slack_of(const evaluated_system<S>& system, int α, const column<S>& z) const {
    using std::abs;
    slack s{system.gap_rate(α), abs(system.gap_rate(α))};
    for_row(system, α, [&](int i, const S& g) {
      const S term = g * z[i];
      s.value += term;
      s.magnitude += abs(term);
    });
    return s;
  }
  template <class Visit>
  static void for_row(const evaluated_system<S>& system, int α, Visit visit) {
    for (int k = system.gradient_row_begin(α); k < system.gradient_row_begin(α + 1); ++k) {
      const sparse_entry& entry = system.gradient_entries()[static_cast<std::size_t>(k)];
      visit(entry.column, system.gradient(entry));
    }
  }
  static void add_row(const evaluated_system<S>& system, int α, const S& factor, S* x) {
    for_row(system, α, [&](int i, const S& g) { x[i] += factor * g; });
  }

  bool onto_half_space(const evaluated_system<S>& system, const mass_factor<S>& M, int α, column<S>& z) {
    const S s = system.gradient_dot(α, z) + system.gap_rate(α);
    lambda_[0] = S(0);
    if (s >= S(0)) return true;
    reaction_.setZero();
    add_row(system, α, S(1), reaction_.data());
    M.solve(reaction_.data());
    const S square = system.gradient_dot(α, reaction_);
    if (square == S(0)) return false;
    lambda_[0] = -s / square;
    z += lambda_[0] * reaction_;
    return true;
  }

  /// Fills row_ with A and s if the active constraints are a row of contacts.
  bool is_row(const evaluated_system<S>& system, const mass_factor<S>& M, const std::vector<int>& active,
              const column<S>& z) {
    if (!M.is_diagonal()) return false;
    std::vector<typename pooled_contacts<S>::contact>& row = row_.row;
    row.clear();
    bool is = true;
    for (const int α : active) {
      const slack s = slack_of(system, α, z);
      row.push_back({S(0), S(0), s.value, s.magnitude, S(0)});
      const int here = static_cast<int>(row.size());  // 1, 2, …: 0 stands for "nobody yet"
      for_row(system, α, [&](int i, const S& g) {
        touch& last = touch_[static_cast<std::size_t>(i)];
        const S weighted = g / M.d(i);
        row.back().diagonal += g * weighted;
        if (last.times > 0) {
          is = is && last.times == 1 && last.who == here - 1;
          if (is) row[row.size() - 2].coupling += last.gradient * weighted;
        }
        last = {here, last.times + 1, g};
      });
    }
    for (const int α : active) for_row(system, α, [&](int i, const S&) { touch_[static_cast<std::size_t>(i)] = {}; });
    for (const auto& c : row) is = is && c.coupling <= S(0);
    return is;
  }
  /// z ← z + M⁻¹Gᵀλ, twice: λ_i and λ_{i+1} may all but cancel in it, so the rates that are left are taken away by a
  /// correction of λ.
  void push_row(const evaluated_system<S>& system, const mass_factor<S>& M, const std::vector<int>& active,
                column<S>& z) {
    std::fill_n(lambda_.begin(), active.size(), S(0));
    for (const bool correction : {false, true}) {
      if (correction) {
        for (std::size_t a = 0; a < active.size(); ++a) row_.row[a].rate = slack_of(system, active[a], z).value;
        row_.solve_blocks();
      }
      reaction_.setZero();
      for (std::size_t a = 0; a < active.size(); ++a) {
        const S& λ = row_.row[a].lambda;
        if (λ == S(0)) continue;
        lambda_[a] += λ;
        add_row(system, active[a], λ, reaction_.data());
      }
      M.solve(reaction_.data());
      z += reaction_;
    }
    for (std::size_t a = 0; a < active.size(); ++a) lambda_[a] = std::max(lambda_[a], S(0));  // positive, or rounding
    for (std::size_t a = 1; a < active.size() && !violation_; ++a)
      check(system, active, a - 1, a, row_.row[a - 1].coupling, row_.row[a - 1].diagonal, row_.row[a].diagonal);
  }

  bool solve_general(const evaluated_system<S>& system, const mass_factor<S>& M, const std::vector<int>& active,
                     const column<S>& z) {
    const int k = static_cast<int>(active.size());
    general_.start(n_, k);
    for (int a = 0; a < k; ++a) {
      const int α = active[static_cast<std::size_t>(a)];
      S* const b = general_.column(a);
      std::fill(b, b + n_, S(0));
      add_row(system, α, S(1), b);
      M.whiten(b);
      const slack s = slack_of(system, α, z);
      general_.set_slack(a, s.value, s.magnitude);
    }
    if (!general_.solve(lambda_.data())) return false;
    const auto dot = [&](int i, int j) {
      S sum(0);
      for (int c = 0; c < n_; ++c) sum += general_.column(i)[c] * general_.column(j)[c];
      return sum;
    };
    for (int i = 0; i < k && !violation_; ++i)
      for (int j = i + 1; j < k && !violation_; ++j)
        check(system, active, static_cast<std::size_t>(i), static_cast<std::size_t>(j), dot(i, j), dot(i, i),
              dot(j, j));
    return true;
  }

  void check(const evaluated_system<S>& system, const std::vector<int>& active, std::size_t i, std::size_t j,
             const S& ij, const S& ii, const S& jj) {
    const bool pushing = lambda_[i] > S(0) || lambda_[j] > S(0);
    if (pushing && !satisfies_paoli(ij, ii, jj, system.restitution(), n_)) violation_ = {active[i], active[j], ij};
  }

  /// A gradient matrix up to this size has storage reserved for the general method; above, it is taken at the first
  /// need.
  static constexpr std::size_t reserved_numbers = 4096;

  /// Who touched a coordinate last, how many did, with which gradient.
  struct touch {
    int who = 0, times = 0;
    S gradient{};
  };

  int n_;
  std::vector<S> lambda_, multiplier_;
  column<S> reaction_;  ///< M⁻¹Gᵀλ
  std::vector<touch> touch_;
  pooled_contacts<S> row_;
  dual_active_set<S> general_;
  std::optional<multiple_impact<S>> violation_;
};

}  // namespace unilateral::sweeping
