/// Impacts and accelerations: a vector x is the projection of z on {x : G x + offset ≥ 0} in the metric M when
///
///     (1)  M x = M z + Gᵀ λ      (2)  G x + offset ≥ 0      (3)  λ ≥ 0      (4)  λ_k (G x + offset)_k = 0
///          [Moreau 1963, (P)]
///
/// since then ⟨z − x, c − x⟩ = −Σ λ_k (G c + offset)_k ≤ 0 for every admissible c. z enters by its covector M z.

#include "proofs/certificates/algebra.hpp"
#include "proofs/certificates/check.hpp"

#include <algorithm>

namespace unilateral::certificates {
namespace {

/// The conditions, and the margins of the projection.
struct projection {
  std::vector<margin> margins;
  row offsets_at_x;  ///< G x + offset

  projection(const constrained_metric& space, const metric& M, const row& covector_of_z, const row& x,
             const row& lambda) {
    const std::size_t n = x.size(), m = lambda.size();
    const row reaction = transposed_times(space.gradients, lambda, n), image = times(space.mass, x);
    for (std::size_t i = 0; i < n; ++i) {
      const mpq_class defect = image[i] - covector_of_z[i] - reaction[i];
      require(sgn(defect) == 0, "momentum balance, " + number_of("row", i) + ", left minus right is 0", defect);
    }
    offsets_at_x = times(space.gradients, x);
    mpq_class slack = -1, press = -1, strict = -1, dual = 0;
    const row z = M.solve(covector_of_z), offsets_at_z = times(space.gradients, z);
    const auto keep_least = [](mpq_class& least, const mpq_class& value) {
      if (sgn(least) < 0 || value < least) least = value;
    };
    for (std::size_t k = 0; k < m; ++k) {
      offsets_at_x[k] += space.offsets[k];
      require(sgn(offsets_at_x[k]) >= 0, number_of("constraint", k) + " is respected: its rate is ≥ 0",
              offsets_at_x[k]);
      require(sgn(lambda[k]) >= 0, number_of("constraint", k) + " pushes: its multiplier is ≥ 0", lambda[k]);
      require(sgn(lambda[k]) == 0 || sgn(offsets_at_x[k]) == 0,
              number_of("constraint", k) + " pushes only if closed: multiplier times rate is 0",
              mpq_class(lambda[k] * offsets_at_x[k]));
      if (sgn(lambda[k]) > 0) keep_least(press, lambda[k]);
      if (sgn(offsets_at_x[k]) > 0) keep_least(slack, offsets_at_x[k]);
      keep_least(strict, mpq_class(lambda[k] + offsets_at_x[k]));
      dual -= lambda[k] * (offsets_at_z[k] + space.offsets[k]);
    }
    // ½|x − z|² = ½⟨M⁻¹Gᵀλ, Gᵀλ⟩ is least among admissible x; Σ λ_k (−offset − G z)_k − ½|Gᵀλ|² is greatest among λ ≥
    // 0.
    const mpq_class half_square = dot(M.solve(reaction), reaction) / 2;
    margins = {{"primal value", half_square},
               {"dual value", dual - half_square},
               {"least pivot of the mass matrix", M.least_pivot()}};
    if (sgn(press) >= 0) margins.push_back({"least multiplier that pushes", press});
    if (sgn(slack) >= 0) margins.push_back({"least rate that opens", slack});
    if (m > 0) margins.push_back({"strict complementarity", strict});
  }
};

mpq_class energy(const matrix& mass, const row& v) { return dot(v, times(mass, v)) / 2; }

bool zero(const row& x) {
  return std::all_of(x.begin(), x.end(), [](const mpq_class& a) { return sgn(a) == 0; });
}

void proves_impact(const impact_certificate& c, verdict& answer) {
  const mpq_class& e = c.restitution;
  require(sgn(e) >= 0 && e <= 1, "restitution lies in [0, 1]", e);
  const metric M(c.space.mass);
  const std::size_t n = c.before.size();
  const mpq_class share = 1 / (1 + e);
  row w(n), covector = times(c.space.mass, c.before), lambda;
  for (std::size_t i = 0; i < n; ++i) {
    w[i] = (c.after[i] + e * c.before[i]) * share;
    covector[i] += c.smooth[i] * share;
  }
  for (const mpq_class& P : c.impulses) lambda.push_back(P * share);
  const projection p(c.space, M, covector, w, lambda);
  answer.margins = p.margins;

  const bool free = zero(c.smooth), fixed = zero(c.space.offsets);
  const mpq_class change = energy(c.space.mass, c.after) - energy(c.space.mass, c.before);
  answer.margins.push_back({"change of kinetic energy", change});
  answer.theorem = std::string("impact law: w = (v+ + e v-)/(1 + e) is the projection of ") +
                   (free ? "v-" : "v- + M^-1 p/(1 + e)") + " on {G w " + (fixed ? "" : "+ r ") +
                   ">= 0} in the kinetic metric, with impulses P >= 0; v+ is the only one";
  if (!free || !fixed) return;
  // Consequences of what has been checked; their numbers are for the reader.
  row jump(n);
  for (std::size_t i = 0; i < n; ++i) jump[i] = c.after[i] - c.before[i];
  answer.margins.push_back({"half the squared jump", energy(c.space.mass, jump)});
  answer.margins.push_back(
      {"power of the impulse after", dot(transposed_times(c.space.gradients, c.impulses, n), c.after)});
  if (sgn(e) == 0) answer.theorem += "; standard inelastic shock, (7), (8), (9), (10) of Moreau 1983";
}

void proves_acceleration(const acceleration_certificate& c, verdict& answer) {
  const metric M(c.space.mass);
  answer.margins = projection(c.space, M, c.force, c.acceleration, c.reactions).margins;
  answer.theorem =
      "(P) of Moreau 1963: the acceleration is the projection of M^-1 f on {G x + k >= 0} in the kinetic metric, with "
      "reactions >= 0; it and G^T lambda are the only ones";
}

template <class Certificate, class Proof>
verdict judged(const Certificate& c, Proof proof) {
  verdict answer;
  try {
    proof(c, answer);
    answer.proved = true;
  } catch (const refuted& condition) {
    answer = {};
    answer.failure = condition.what;
  }
  return answer;
}

}  // namespace

verdict check(const impact_certificate& c) { return judged(c, proves_impact); }
verdict check(const acceleration_certificate& c) { return judged(c, proves_acceleration); }

}  // namespace unilateral::certificates
