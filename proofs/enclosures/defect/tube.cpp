#include "proofs/enclosures/defect/tube.hpp"

#include <algorithm>
#include <cmath>

namespace unilateral::enclosures::defect {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// The ball with the ends 0 and x, x ≥ 0.
ball from_zero_to(const ball& x) { return hull(ball(0), size(x)); }

/// Proved: every symmetric matrix in S is positive definite (all pivots of L D Lᵀ are).
bool proved_definite(matrix S) {
  const std::size_t n = S.size();
  for (std::size_t k = 0; k < n; ++k) {
    if (!proved_positive(S[k][k])) return false;
    for (std::size_t i = k + 1; i < n; ++i) {
      const ball factor = S[i][k] / S[k][k];
      for (std::size_t j = k + 1; j <= i; ++j) S[i][j] = S[i][j] - factor * S[j][k];
    }
  }
  return true;
}

/// 1, h, …, h^orders
vector powers(const ball& h, int orders) {
  vector power{ball(1)};
  for (int k = 1; k <= orders; ++k) power.push_back(power.back() * h);
  return power;
}

/// Coefficients 0 … orders − 1 of a polynomial at the instants of [0, h]: p_j(s) = Σ_{k ≥ j} C(k, j) p_k s^{k−j}.
matrix at_all_instants(const matrix& p, int orders, const ball& h) {
  vector range = powers(h, static_cast<int>(p.size()));
  for (std::size_t k = 1; k < range.size(); ++k) range[k] = hull(ball(0), range[k]);
  matrix shifted(at(orders), vector(p[0].size()));
  for (int j = 0; j < orders; ++j) {
    ball binomial = 1;
    for (int k = j; k < static_cast<int>(p.size()); ++k) {
      const ball factor = binomial * range[at(k - j)];
      for (std::size_t i = 0; i < p[0].size(); ++i) shifted[at(j)][i] = shifted[at(j)][i] + factor * p[at(k)][i];
      binomial = binomial * ball(k + 1) / ball(k + 1 - j);
    }
  }
  return shifted;
}

vector value_of(const matrix& p, const ball& τ) {
  vector x = p.back();
  for (std::size_t k = p.size() - 1; k-- > 0;)
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = x[i] * τ + p[k][i];
  return x;
}

}  // namespace

ball norm_bound(const vector& box, const weights& w) {
  ball sum;
  for (std::size_t i = 0; i < box.size(); ++i) {
    const ball x = size(box[i] * w[i]);
    sum = sum + x * x;
  }
  return size(sqrt(sum));
}

ball logarithmic_norm_bound(const matrix& A, const weights& w) {
  const std::size_t n = A.size();
  matrix S(n, vector(n));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) S[i][j] = (w[i] * A[i][j] / w[j] + w[j] * A[j][i] / w[i]) / ball(2);
  // Gershgorin's bound holds, so does any smaller μ for which μ − S is proved positive definite.
  ball upper;
  for (std::size_t i = 0; i < n; ++i) {
    ball row = S[i][i];
    for (std::size_t j = 0; j < n; ++j)
      if (j != i) row = row + size(S[i][j]);
    if (!is_finite(row)) return not_a_number();
    const ball bound = row + radius(row);
    upper = i == 0 ? middle(bound) + radius(bound) : larger(upper, middle(bound) + radius(bound));
  }
  const auto holds = [&](const ball& μ) {
    auto D = S;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) D[i][j] = i == j ? μ - S[i][j] : -S[i][j];
    return proved_definite(D);
  };
  double low = -std::abs(guess(upper)), high = guess(upper);
  ball best = upper;
  for (int k = 0; k < 14 && low < high; ++k) {
    const double middle_guess = (low + high) / 2;
    if (const ball μ = from_guess(middle_guess); holds(μ)) {
      best = μ;
      high = middle_guess;
    } else {
      low = middle_guess;
    }
  }
  return best;
}

expansion expand(const smooth_motion& motion, const ball& t, const vector& y, int orders) {
  const std::size_t n = y.size() / 2;
  expansion found{.state = {y}, .watched = matrix(motion.watched.size())};
  series s(motion.all, orders);
  for (int k = 0; k < orders; ++k) {
    s.run(k, t, found.state[at(k)]);
    vector next(2 * n);
    for (std::size_t i = 0; i < n; ++i) {
      next[i] = found.state[at(k)][n + i] / ball(k + 1);
      next[n + i] = s(i, k) / ball(k + 1);
    }
    found.state.push_back(std::move(next));
    for (std::size_t a = 0; a < motion.watched.size(); ++a) found.watched[a].push_back(s(n + a, k));
  }
  found.state.pop_back();
  return found;
}

tube::tube(const smooth_motion& motion, const set& start, const weights& w, const ball& longest, double shorten,
           const effort& how)
    : motion_(&motion),
      start_(start),
      w_(w),
      how_(how),
      n_(static_cast<int>(start.m.size()) / 2),
      N_(how.order()),
      at_most_(1) {
  const vector box = boxed(start_);
  t_m_ = start_.m[at(2 * n_)];
  t_0_ = box[at(2 * n_)];
  expand();
  for (const ball& c : p_[at(N_)])
    if (!is_finite(c)) {
      failure_ = "the equations of motion have no value near the state";
      return;
    }
  vector error;
  for (int i = 0; i < 2 * n_; ++i) error.push_back(box[at(i)] - p_[0][at(i)]);
  r_0_ = norm_bound(error, w_);
  const ball Δt = size(t_0_ - t_m_);
  bound_low_defects();
  choose_length(longest, shorten);

  const double goal = std::pow(10., -how_.digits);
  for (int attempt = 0; attempt < 40; ++attempt) {
    δ_m_ = defect_bound();
    if (!is_finite(δ_m_) || guess(δ_m_ * h_) > 8 * goal) {
      h_ = middle(h_) * from_guess(0.75);
      complete_ = false;
      continue;
    }
    ball R = size((r_0_ + δ_m_ * h_) * ball(2) + from_guess(goal * goal));
    for (int widening = 0; widening < 3; ++widening) {
      const working_precision rough(effort::rough_bits);
      const vector around = around_polynomial(from_zero_to(h_), R, ball(0));
      const matrix dynamic = partial_derivatives(motion.all, 0, at(n_), hull(t_0_, t_0_ + h_), around);
      matrix DF(at(2 * n_), vector(at(2 * n_)));
      vector in_time(at(2 * n_));
      for (int i = 0; i < n_; ++i) {
        DF[at(i)][at(n_ + i)] = 1;
        DF[at(n_ + i)].assign(dynamic[at(i)].begin(), dynamic[at(i)].end() - 1);
        in_time[at(n_ + i)] = dynamic[at(i)].back();
      }
      δ_ = size(δ_m_ + norm_bound(in_time, w_) * Δt);
      const ball growth = larger(exp(logarithmic_norm_bound(DF, w_) * h_), ball(1)),
                 r = size((r_0_ + δ_ * h_) * growth);  // δ (e^{μτ} − 1)/μ ≤ δ τ max(1, e^{μτ})
      if (is_finite(r) && proved_less(r, R)) {
        at_most_ = growth;
        proved_ = true;
        return;
      }
      if (!is_finite(r)) break;
      R = size(r * ball(2));
    }
    h_ = middle(h_) * from_guess(0.5);
    complete_ = false;
  }
  failure_ = "no tube was found: the errors grow too fast";
}

/// The candidate: Taylor polynomial at the middle of the set, rounded. Positions one order higher, so that p_q' = p_v
/// up to rounding.
void tube::expand() {
  p_ = defect::expand(*motion_, t_m_, vector(start_.m.begin(), start_.m.end() - 1), N_ + 2).state;
  for (vector& coefficients : p_)
    for (ball& c : coefficients) c = middle(c);
  for (int i = 0; i < n_; ++i) p_[at(N_ + 1)][at(n_ + i)] = 0;
}

void tube::choose_length(const ball& longest, double shorten) {
  const double goal = -how_.digits * std::log(10.);
  double length = std::numeric_limits<double>::infinity();
  for (int k : {N_ - 1, N_})
    for (const ball& c : p_[at(k)]) {
      if (proved_zero(c)) continue;
      // log |c|, beyond the range of doubles
      arf_t mantissa;
      fmpz_t exponent;
      arf_init(mantissa);
      fmpz_init(exponent);
      arf_frexp(mantissa, exponent, arb_midref(c.raw()));
      const double size_log = std::log(std::abs(arf_get_d(mantissa, ARF_RND_NEAR))) +
                              std::log(2.) * static_cast<double>(fmpz_get_si(exponent));
      arf_clear(mantissa);
      fmpz_clear(exponent);
      length = std::min(length, std::exp((goal - size_log) / k));
    }
  length *= 0.7 * shorten;
  if (!(length < guess(longest) * (shorten < 1 ? shorten : 1.))) {
    if (shorten < 1) {
      h_ = middle(longest) * from_guess(std::ldexp(std::round(std::ldexp(shorten, 12)), -12));
    } else {
      h_ = longest;
      complete_ = true;
    }
    return;
  }
  int exponent = 0;
  const double mantissa = std::frexp(length, &exponent);
  h_ = from_guess(std::ldexp(std::floor(std::ldexp(mantissa, 12)), exponent - 12));  // few bits: times stay exact
}

/// Sizes of the coefficients of p' − F∘p below order N.
void tube::bound_low_defects() {
  series F(motion_->all, N_);
  for (int k = 0; k <= N_; ++k) {
    if (k < N_) F.run(k, t_m_, p_[at(k)]);
    vector d(at(2 * n_));
    for (int i = 0; i < n_; ++i) {
      d[at(i)] = size(p_[at(k + 1)][at(i)] * ball(k + 1) - p_[at(k)][at(n_ + i)]);
      if (k < N_) d[at(n_ + i)] = size(p_[at(k + 1)][at(n_ + i)] * ball(k + 1) - F(at(i), k));
    }
    low_.push_back(std::move(d));
  }
}

ball tube::defect_bound() const {
  const working_precision rough(effort::rough_bits);
  const ball h = size(h_);
  const matrix shifted = at_all_instants(p_, N_ + 1, h);
  const vector power = powers(h, N_ + 1);
  series F(motion_->all, N_ + 1);
  const ball t = hull(t_m_, t_m_ + h_);
  for (int k = 0; k <= N_; ++k) F.run(k, t, shifted[at(k)]);

  vector δ(at(2 * n_));
  for (int k = 0; k <= N_; ++k)
    for (int i = 0; i < 2 * n_; ++i) δ[at(i)] = δ[at(i)] + low_[at(k)][at(i)] * power[at(k)];
  // (p' − F∘p) of order N: p_v has degree N, so its derivative has no term of order N.
  for (int i = 0; i < n_; ++i) δ[at(n_ + i)] = δ[at(n_ + i)] + size(F(at(i), N_)) * power[at(N_)];
  return norm_bound(δ, w_);
}

vector tube::polynomial(const ball& τ) const { return value_of(p_, τ); }

/// (1), for a time τ; with δ = 0: what is within r_0 (and at_most_ is still 1).
vector tube::around_polynomial(const ball& τ, const ball& r_0, const ball& δ) const {
  const ball r = (r_0 + δ * size(τ)) * at_most_;
  vector x = polynomial(τ);
  for (int i = 0; i < 2 * n_; ++i) x[at(i)] = widened(x[at(i)], size(r / w_[at(i)]));
  return x;
}

matrix tube::watched(const ball& τ, int orders) const {
  return defect::expand(*motion_, times(τ), states(τ), orders).watched;
}
matrix tube::watched_from_middle(const ball& τ, int orders) const {
  return defect::expand(*motion_, middle_time(τ), middle_states(τ), orders).watched;
}

/// η̃ by Taylor coefficients at the middle of the set; its defect by those over the set, and of order K over the tube.
void tube::expand_edges() const {
  const working_precision rough(effort::rough_bits);
  const int K = std::min(effort::order_of_tangents, N_);
  const ball h = size(h_);
  const vector power = powers(h, K), box = boxed(start_);
  const matrix motions = defect::expand(*motion_, t_0_, vector(box.begin(), box.end() - 1), K).state,
               on_the_way = defect::expand(*motion_, hull(t_0_, t_0_ + h_), states(from_zero_to(h_)), K + 1).state;
  series at_middle(motion_->all, K + 1), over_set(motion_->all, K), over_tube(motion_->all, K + 1);
  for (int k = 0; k <= K; ++k) {
    at_middle.run(k, t_m_, p_[at(k)]);
    if (k < K) over_set.run(k, t_0_, motions[at(k)]);
    over_tube.run(k, hull(t_0_, t_0_ + h_), on_the_way[at(k)]);
  }
  for (std::size_t j = 0; j < start_.edges(); ++j) {
    const ball& η_t = start_.B[at(2 * n_)][j];
    matrix η{vector(at(2 * n_))};
    for (int i = 0; i < 2 * n_; ++i) η[0][at(i)] = start_.B[at(i)][j];
    tangents candidate(at_middle);
    for (int k = 0; k <= K; ++k) {
      candidate.run(k, η[at(k)], η_t);
      vector next(at(2 * n_));
      for (int i = 0; i < n_; ++i) {
        next[at(i)] = middle(η[at(k)][at(n_ + i)] / ball(k + 1));
        if (k < K) next[at(n_ + i)] = middle(candidate(at(i), k) / ball(k + 1));
      }
      η.push_back(std::move(next));
    }
    const matrix shifted = at_all_instants(η, K + 1, h);
    tangents from_set(over_set), on_tube(over_tube);
    vector ε(at(2 * n_));
    for (int k = 0; k <= K; ++k) {
      if (k < K) from_set.run(k, η[at(k)], η_t);
      on_tube.run(k, shifted[at(k)], η_t);
      for (int i = 0; i < n_; ++i) {
        ε[at(i)] = ε[at(i)] + size(η[at(k)][at(n_ + i)] - η[at(k + 1)][at(i)] * ball(k + 1)) * power[at(k)];
        const ball d = k < K ? from_set(at(i), k) - η[at(k + 1)][at(n_ + i)] * ball(k + 1) : on_tube(at(i), k);
        ε[at(n_ + i)] = ε[at(n_ + i)] + size(d) * power[at(k)];
      }
    }
    edge_defects_.push_back(norm_bound(ε, w_));
    edge_polynomials_.push_back(std::move(η));
  }
}

matrix tube::edges(const ball& τ) const {
  if (edge_polynomials_.size() < start_.edges()) expand_edges();
  matrix A(at(2 * n_ + 1), vector(start_.edges()));
  for (std::size_t j = 0; j < start_.edges(); ++j) {
    const vector η = value_of(edge_polynomials_[j], τ);
    for (int i = 0; i < 2 * n_; ++i)
      A[at(i)][j] = widened(η[at(i)], size(edge_defects_[j] * size(τ) * at_most_ / w_[at(i)]));
    A[at(2 * n_)][j] = start_.B[at(2 * n_)][j];
  }
  return A;
}

set tube::end() const {
  vector c = middle_states(h_);
  c.push_back(middle_time(h_));
  return framed(c, edges(h_), start_.ρ);
}

}  // namespace unilateral::enclosures::defect
