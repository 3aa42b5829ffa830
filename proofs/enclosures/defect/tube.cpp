#include "proofs/enclosures/defect/tube.hpp"

#include <algorithm>
#include <cmath>

namespace unilateral::enclosures::defect {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// The ball with the ends 0 and x, x ≥ 0.
ball from_zero_to(const ball& x) { return hull(ball(0), size(x)); }

/// Proved: every symmetric matrix in S is positive definite (all pivots of L D Lᵀ are).
bool proved_definite(std::vector<std::vector<ball>> S) {
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

}  // namespace

ball norm_bound(const std::vector<ball>& box, const weights& w) {
  ball sum;
  for (std::size_t i = 0; i < box.size(); ++i) {
    const ball x = size(box[i] * w[i]);
    sum = sum + x * x;
  }
  return size(sqrt(sum));
}

std::vector<ball> boxed(const set& of, const weights& w) {
  std::vector<ball> x = of.centre;
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = widened(x[i], of.distance / w[i]);
  return x;
}

ball logarithmic_norm_bound(const std::vector<std::vector<ball>>& A, const weights& w) {
  const std::size_t n = A.size();
  std::vector<std::vector<ball>> S(n, std::vector<ball>(n));
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

expansion expand(const smooth_motion& motion, const ball& t, const std::vector<ball>& y, int orders) {
  const std::size_t n = y.size() / 2;
  expansion found{.state = {y}, .watched = std::vector<std::vector<ball>>(motion.watched.size())};
  series s(motion.all, orders);
  for (int k = 0; k < orders; ++k) {
    s.run(k, t, found.state[at(k)]);
    std::vector<ball> next(2 * n);
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

tube::tube(const smooth_motion& motion, const ball& t_0, const set& start, const weights& w, const ball& longest,
           double shorten, const effort& how)
    : motion_(&motion), t_0_(t_0), w_(w), how_(how), n_(static_cast<int>(start.centre.size()) / 2), N_(how.order()) {
  expand(start.centre);
  for (const ball& c : p_[at(N_)])
    if (!is_finite(c)) {
      failure_ = "the equations of motion have no value near the state";
      return;
    }
  std::vector<ball> error;
  for (std::size_t i = 0; i < start.centre.size(); ++i) error.push_back(start.centre[i] - p_[0][i]);
  const ball r_0 = size(norm_bound(error, w_) + start.distance);
  bound_low_defects();
  choose_length(longest, shorten);

  const double goal = std::pow(10., -how_.digits);
  for (int attempt = 0; attempt < 40; ++attempt) {
    const ball δ = defect_bound();
    if (!is_finite(δ) || guess(δ * h_) > 8 * goal) {
      h_ = middle(h_) * from_guess(0.75);
      complete_ = false;
      continue;
    }
    const ball added = size(δ * h_);
    ball R = size((r_0 + added) * ball(2) + from_guess(goal * goal));
    for (int widening = 0; widening < 3; ++widening) {
      const working_precision rough(effort::rough_bits);
      const auto box = boxed({polynomial(from_zero_to(h_)), R}, w_);
      const auto dynamic = partial_derivatives(motion.all, 0, at(n_), hull(t_0_, t_0_ + h_), box);
      std::vector<std::vector<ball>> DF(at(2 * n_), std::vector<ball>(at(2 * n_)));
      for (int i = 0; i < n_; ++i) {
        DF[at(i)][at(n_ + i)] = 1;
        DF[at(n_ + i)] = dynamic[at(i)];
      }
      const ball growth = exp(logarithmic_norm_bound(DF, w_) * h_);
      const ball at_most = larger(growth, ball(1));
      r_largest_ = size((r_0 + added) * at_most);  // δ (e^{μτ} − 1)/μ ≤ δ τ max(1, e^{μτ})
      r_end_ = size(r_0 * growth + added * at_most);
      if (is_finite(r_largest_) && proved_less(r_largest_, R)) {
        proved_ = true;
        return;
      }
      if (!is_finite(r_largest_)) break;
      R = size(r_largest_ * ball(2));
    }
    h_ = middle(h_) * from_guess(0.5);
    complete_ = false;
  }
  failure_ = "no tube was found: the errors grow too fast";
}

/// The candidate: Taylor polynomial at the middle of the box, rounded. Positions one order higher, so that p_q' = p_v
/// up to rounding.
void tube::expand(const std::vector<ball>& y_0) {
  std::vector<ball> centre;
  for (const ball& x : y_0) centre.push_back(middle(x));
  p_ = defect::expand(*motion_, t_0_, centre, N_ + 2).state;
  for (auto& coefficients : p_)
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
    if (k < N_) F.run(k, t_0_, p_[at(k)]);
    std::vector<ball> d(at(2 * n_));
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
  // Coefficients of p at the instants of [0, h]: p_j(s) = Σ_{k ≥ j} C(k, j) p_k s^{k−j}.
  std::vector<ball> power{ball(1)};
  for (int k = 1; k <= N_ + 1; ++k) power.push_back(power.back() * h);
  std::vector<ball> range;
  for (const ball& x : power) range.push_back(hull(ball(0), x));
  range[0] = 1;
  std::vector<std::vector<ball>> shifted(at(N_ + 1), std::vector<ball>(at(2 * n_)));
  for (int j = 0; j <= N_; ++j) {
    ball binomial = 1;
    for (int k = j; k <= N_ + 1; ++k) {
      const ball factor = binomial * range[at(k - j)];
      for (int i = 0; i < 2 * n_; ++i) shifted[at(j)][at(i)] = shifted[at(j)][at(i)] + factor * p_[at(k)][at(i)];
      binomial = binomial * ball(k + 1) / ball(k + 1 - j);
    }
  }
  series F(motion_->all, N_ + 1);
  const ball t = hull(t_0_, t_0_ + h_);
  for (int k = 0; k <= N_; ++k) F.run(k, t, shifted[at(k)]);

  std::vector<ball> δ(at(2 * n_));
  for (int k = 0; k <= N_; ++k)
    for (int i = 0; i < 2 * n_; ++i) δ[at(i)] = δ[at(i)] + low_[at(k)][at(i)] * power[at(k)];
  // (p' − F∘p) of order N: p_v has degree N, so its derivative has no term of order N.
  for (int i = 0; i < n_; ++i) δ[at(n_ + i)] = δ[at(n_ + i)] + size(F(at(i), N_)) * power[at(N_)];
  return norm_bound(δ, w_);
}

std::vector<ball> tube::polynomial(const ball& τ) const {
  std::vector<ball> x = p_[at(N_ + 1)];
  for (int k = N_; k >= 0; --k)
    for (int i = 0; i < 2 * n_; ++i) x[at(i)] = x[at(i)] * τ + p_[at(k)][at(i)];
  return x;
}

std::vector<ball> tube::states(const ball& τ) const { return boxed({polynomial(τ), r_largest_}, w_); }
set tube::end() const { return {polynomial(h_), r_end_}; }

std::vector<std::vector<ball>> tube::watched(const ball& τ, int orders) const {
  return defect::expand(*motion_, t_0_ + τ, states(τ), orders).watched;
}

}  // namespace unilateral::enclosures::defect
