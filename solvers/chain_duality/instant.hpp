#pragma once
/// One instant: tensions and velocities of a given polygon whose node 0 is driven at U, exactly and in O(n).
///
/// The tensions that bar i can carry, whatever drives it, form an interval [−a_i, a_i]: those τ for which some |τ'| ≤
/// a_{i+1} has |τ' T_{i+1} − τ T_i| ≤ 1, that is τ ≤ τ' c + √(1 − τ'² s²), greatest at |τ'| = |c/s| where that is
/// allowed:
///   (a)  a_n = 1;  m_i = min(a_{i+1}, |c_i/s_i|),  r_i = √(1 − m_i² s_i²),  a_i = m_i |c_i| + r_i.
///        Node i is *saturated* when |s_i| a_{i+1} > |c_i|; then m_i = |c_i/s_i|, r_i = |s_i|, a_i = 1/|s_i|, and the
///        force α_i = θ_{i+1} T_{i+1} − θ_i T_i is orthogonal to T_{i+1}.
/// The dual problem is max −θ_1 T_1·U over θ_1 ∈ [−a_1, a_1]:
///   (b)  θ_1 = −sgn(T_1·U) a_1,  θ_{i+1} = sgn(θ_i) sgn(c_i) m_i  up to the first saturated node k (k = n if there is
///        none).
/// u_i is a multiple of α_i, whose components along T_i and its left normal N_i are −sgn(θ_i) (r_i, −λ_i r_i); with q_i
///   = T_i·u_{i−1},
///   (c)  λ_i = sgn(c_i) m_i s_i / r_i,  u_i = q_i (T_i − λ_i N_i),  |u_i| = |q_i|/r_i,  q_{i+1} = q_i (c_i − λ_i s_i),
///        q_1 = T_1·U,
/// and nodes beyond k rest, since T_{k+1}·u_k = 0 [Sayah 2004, prop. 2.1].
///
/// Rounding. With x = s²/(1 + |c|) + m s²/r, c − λ s = sgn(c)(1 − x): a_i and q_i are running sums, of r − m s²/(1 +
/// |c|) and of −q x, and carried compensated. ∂a_i/∂a_{i+1} = 1 − x ≤ 1, so that errors of a are never amplified; and
/// since Σ|u_i| is least, it forgives an error of λ to first order as long as |u_i| = |q_i| √(1 + λ²) and q_{i+1} come
/// from the same λ (1/r instead of the root would be off by ε/r²).
///
/// At rest beyond k the tensions are not unique. The choice: bar after bar the smallest |θ_{i+1}| that node i allows. A
/// chain loaded from a tensionless state gets there: tension reaches no further than friction must be called on.

#include "solvers/chain_duality/compensated.hpp"
#include "solvers/chain_duality/polygon.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace unilateral::chain_duality {

/// Saturation is undecided when |s| a_{i+1} and |c| differ by less than this: a few roundings of each (both are then
/// near one another and at least ½). The node is then taken as saturated; velocities on either side of the decision
/// differ by that much.
template <scalar S>
S undecided() {
  return S(8) * epsilon<S>();
}

/// The solution and the workspace of one instant; reused from instant to instant without allocation.
template <scalar S>
struct instant {
  std::vector<S> tension;                 ///< θ_{i+1} at [i]
  std::vector<plane_vector<S>> velocity;  ///< u_i at [i], u_0 = U
  int saturated = 0;                      ///< k: the first saturated node; n if none is
  bool at_the_limit = false;              ///< saturation of node k was undecided
  int moving = 0;                         ///< the last moving node: k, or 0 when T_1·U = 0
  S dissipation{}, dual_value{};          ///< Σ_{i ≥ 1} |u_i| and a_1 |T_1·U|
  std::vector<S> greatest, m, r;          ///< a_{i+1}, m_{i+1}, r_{i+1} at [i]
  std::vector<char> is_saturated;         ///< node i + 1 at [i]; the free end n counts as unsaturated

  explicit instant(int bars = 0) { resize(bars); }
  void resize(int bars) {
    const auto n = static_cast<std::size_t>(bars);
    for (std::vector<S>* x : {&tension, &greatest, &m, &r}) x->resize(n);
    velocity.resize(n + 1);
    is_saturated.resize(n);
  }
};

/// (a): the intervals of feasible tensions and the first saturated node. It does not depend on the drive.
template <scalar S>
void find_feasible_tensions(const polygon<S>& p, instant<S>& x) {
  using std::abs;
  using std::sqrt;
  const int n = p.bars();
  compensated<S> a{S(1)};
  x.saturated = n;
  x.at_the_limit = false;
  x.greatest[static_cast<std::size_t>(n - 1)] = x.r[static_cast<std::size_t>(n - 1)] = S(1);
  x.m[static_cast<std::size_t>(n - 1)] = S(0);
  x.is_saturated[static_cast<std::size_t>(n - 1)] = false;
  for (int i = n - 1; i >= 1; --i) {
    const auto at = static_cast<std::size_t>(i - 1);
    const S c = abs(p.cosine[at]), s = abs(p.sine[at]), w = a.high * s;
    x.is_saturated[at] = w >= c - undecided<S>();
    if (x.is_saturated[at]) {
      x.saturated = i;
      x.at_the_limit = w <= c + undecided<S>();
      x.m[at] = c / s;
      x.r[at] = s;
      a = {S(1) / s, S(0)};
    } else {
      x.m[at] = a.high;
      x.r[at] = sqrt((S(1) - w) * (S(1) + w));
      a.add(x.r[at] - w * s / (S(1) + c));
    }
    x.greatest[at] = a.high;
  }
}

/// (b), (c): tensions and velocities, for q_1 = T_1·U given by the caller, who may know it better than the rounded T_1
/// and U tell.
template <scalar S>
void drive(const polygon<S>& p, const plane_vector<S>& U, const S& T1_U, instant<S>& x) {
  using std::abs;
  using std::max;
  using std::min;
  using std::sqrt;
  const int n = p.bars(), k = T1_U == S(0) ? 0 : x.saturated;
  x.moving = k;
  x.dual_value = x.greatest[0] * abs(T1_U);
  x.velocity[0] = U;

  compensated<S> q{T1_U}, dissipation;
  S theta = T1_U > S(0) ? -x.greatest[0] : T1_U < S(0) ? x.greatest[0] : S(0);
  for (int i = 1; i <= k; ++i) {
    const auto at = static_cast<std::size_t>(i - 1);
    x.tension[at] = theta;
    const plane_vector<S>& T = p.direction[at];
    const S q_i = q.value();
    if (i == n) {  // the free end: α_n = −θ_n T_n
      x.velocity[at + 1] = {q_i * T[0], q_i * T[1]};
      dissipation.add(abs(q_i));
      break;
    }
    const S c = p.cosine[at], s = p.sine[at], m = x.m[at], slope = m * s / x.r[at], lambda = c < S(0) ? -slope : slope;
    x.velocity[at + 1] = {q_i * (T[0] + lambda * T[1]), q_i * (T[1] - lambda * T[0])};
    dissipation.add(abs(q_i) * sqrt(S(1) + slope * slope));
    theta = (theta < S(0)) == (c < S(0)) ? m : -m;
    q.add(-q_i * (s * s / (S(1) + abs(c)) + slope * s));
    if (c < S(0)) q = {-q.high, -q.low};
  }
  x.dissipation = dissipation.value();

  for (int i = k + 1; i <= n; ++i) {  // at rest
    const auto at = static_cast<std::size_t>(i - 1);
    x.tension[at] = theta;
    x.velocity[at + 1] = {S(0), S(0)};
    if (i == n) break;
    const S size = abs(theta), c = p.cosine[at],
            needed = size * abs(c) - sqrt(max(S(0), S(1) - size * p.sine[at] * size * p.sine[at]));
    const S next = size <= S(1) ? S(0) : min(max(S(0), needed), x.greatest[at + 1]);
    theta = (theta < S(0)) == (c < S(0)) ? next : -next;
  }
}

/// What a solution keeps of it.
template <scalar S>
void store(instant<S> x, chain_solution<S>& result) {
  result.velocities = std::move(x.velocity);
  result.tensions = std::move(x.tension);
  result.moving = x.moving;
  result.dissipation = x.dissipation;
  result.dual_value = x.dual_value;
  if (x.at_the_limit && x.moving > 0)
    result.warnings.push_back(
        "node " + std::to_string(x.saturated) +
        " is at the limit between moving and resting what follows, within rounding: taken as resting");
}

/// The whole instant of a polygon given in S.
template <scalar S>
void solve_instant(const polygon<S>& p, const plane_vector<S>& U, instant<S>& x) {
  find_feasible_tensions(p, x);
  drive(p, U, S(p.direction[0][0] * U[0] + p.direction[0][1] * U[1]), x);
}

}  // namespace unilateral::chain_duality
