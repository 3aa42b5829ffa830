#pragma once
/// What the equations of motion may do between the Gauss points of a step, where nobody looks: Cauchy's estimate.
///
/// D(z) = M a − f − Gᵀλ (and d²Φ/dt² of what is held) along the polynomial motion vanishes at the s Gauss points. Where
/// D is analytic in Bernstein's ellipse E_ρ around the step (foci at its ends, half axes (ρ ± 1/ρ) h/4) and |D| ≤ B
/// there, |D| ≤ K B ρ^{−s} on the step, K of the size of 1. B comes from the formulas run on discs that cover the
/// ellipse (disc.hpp): one for ρ = 3, three for 2, five for 3/2, nine for 5/4. A step is refused unless one of these
/// gives
///
///     B ≤ min(1024, ρ^s/256) · (size of M a and Gᵀλ).
///
/// A pulse that no Gauss point feels is narrow beside their distance, less than h/7: exp(−σ²t²) in the middle of two of
/// them, below ε at both, has σ²h²/200 > log(1/ε), and grows to exp(σ²h²/79) > 1/ε² even in the narrowest of these
/// ellipses; the poles of 1/(1 + σ²t²) lie in it. So no pulse of a size that counts is missed, however narrow; what
/// formulas do that have kinks is known from their switches.

#include "solvers/gauss_collocation/disc.hpp"
#include "solvers/gauss_collocation/legendre.hpp"

#include <array>

namespace unilateral::gauss_collocation {

/// R: long double, or the working scalar where that is too coarse: next to a singularity.
template <class R>
class unseen_part {
 public:
  /// `equations`: D, n rows and then one a constraint, in variables of which the first n are q, then n of q'', then one
  /// λ a constraint.
  unseen_part(const std::vector<expression>& equations, int n, int m, int stages)
      : n_(n),
        m_(m),
        stages_(stages),
        tape_(equations, 2 * n + m),
        q_(static_cast<std::size_t>(2 * n + m)),
        v_(q_.size()) {}

  /// Polynomials on the step [t, t + h], in Legendre's basis; λ of the contacts J. `size`: of the n rows, then one a
  /// gap that is followed.
  struct motion {
    R t, h;
    std::vector<series<R>> q, v, a, λ;
    std::vector<int> J, followed;
    std::vector<R> size;
  };
  bool is_excluded(const motion& x) {
    for (const cover& c : covers(stages_))
      if (within(c, x)) return true;
    return false;
  }

 private:
  /// On |z − c| ≤ r: P_k(2c − 1), and Σ_{m ≥ 1} |P_k^{(m)}| r^m/m!.
  struct place {
    R c, r;
    std::vector<R> middle, spread;
  };
  struct cover {
    R growth;  ///< min(1024, ρ^s/256)
    std::vector<place> places;
  };
  static place place_at(const R& c, const R& r, int count) {
    using std::abs;
    place result{c, r, {}, {}};
    // Coefficients of u^m in P_k(2(c + u) − 1), by the recurrence.
    std::vector<R> before{R(1)}, now{R(R(2) * c - R(1)), R(2)};
    for (int k = 0; k < count; ++k) {
      const std::vector<R>& p = k == 0 ? before : now;
      R spread(0), power(1);
      for (std::size_t m = 1; m < p.size(); ++m) spread += abs(p[m]) * (power *= r);
      result.middle.push_back(p[0]);
      result.spread.push_back(spread);
      if (k == 0) continue;
      std::vector<R> next(now.size() + 1, R(0));
      for (std::size_t m = 0; m < now.size(); ++m) {
        next[m] += static_cast<R>(2 * k + 1) * (R(2) * c - R(1)) * now[m];
        next[m + 1] += static_cast<R>(2 * (2 * k + 1)) * now[m];
      }
      for (std::size_t m = 0; m < before.size(); ++m) next[m] -= static_cast<R>(k) * before[m];
      for (R& y : next) y /= static_cast<R>(k + 1);
      before = std::move(now);
      now = std::move(next);
    }
    return result;
  }
  static const std::vector<cover>& covers(int stages) {
    static thread_local std::map<int, std::vector<cover>> known;
    std::vector<cover>& made = known[stages];
    if (!made.empty()) return made;
    constexpr std::array<std::pair<long double, int>, 4> wanted{{{3, 1}, {2, 3}, {1.5L, 5}, {1.25L, 9}}};
    using std::pow;
    using std::sqrt;
    for (const auto& [width, discs] : wanted) {
      const R ρ(width);
      const R a = (ρ + R(1) / ρ) / R(4), b = (ρ - R(1) / ρ) / R(4), half = a / static_cast<R>(discs);
      cover c{std::min(R(1024), R(pow(ρ, static_cast<R>(stages)) / R(256))), {}};
      for (int k = 0; k < discs; ++k)
        c.places.push_back(place_at(R(R(0.5) - a + half * static_cast<R>(2 * k + 1)),
                                    discs == 1 ? a : R(sqrt(R(b * b + half * half))), stages + 3));
      made.push_back(std::move(c));
    }
    return made;
  }

  static disc<R> on(const series<R>& a, const place& p) {
    using std::abs;
    disc<R> result;
    for (std::size_t k = 0; k < a.size(); ++k) {
      result.centre += a[k] * p.middle[k];
      result.radius += abs(a[k]) * p.spread[k];
    }
    return result;
  }
  bool within(const cover& c, const motion& x) {
    for (const place& p : c.places) {
      for (int i = 0; i < n_; ++i) {
        const auto k = static_cast<std::size_t>(i);
        q_[k] = on(x.q[k], p);
        v_[k] = on(x.v[k], p);
        q_[k + static_cast<std::size_t>(n_)] = on(x.a[k], p);
      }
      for (int α = 0; α < m_; ++α) q_[static_cast<std::size_t>(2 * n_ + α)] = {};
      for (std::size_t k = 0; k < x.J.size(); ++k) q_[static_cast<std::size_t>(2 * n_ + x.J[k])] = on(x.λ[k], p);
      tape_.run({R(x.t + p.c * x.h), R(p.r * x.h)}, q_.data(), v_.data());
      for (std::size_t row = 0; row < x.size.size(); ++row) {
        const disc<R>& D =
            tape_[row < static_cast<std::size_t>(n_) ? static_cast<int>(row)
                                                     : n_ + x.followed[row - static_cast<std::size_t>(n_)]];
        if (!(D.size() <= c.growth * x.size[row])) return false;
      }
    }
    return true;
  }

  int n_, m_, stages_;
  disc_tape<R> tape_;
  std::vector<disc<R>> q_, v_;
};

}  // namespace unilateral::gauss_collocation
