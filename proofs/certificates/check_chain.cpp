/// Chains: weak duality. For velocities that keep the bars' lengths and tensions with |f_i| ≤ 1, f_i = t_{i+1} d_{i+1}
/// − t_i d_i,
///
///     −t_1 d_1·U = Σ f_i·v_i ≤ Σ |v_i|,
///
/// so each side bounds the least dissipation; equal sides solve the problem.   [Sayah 2004, (5)–(8)]

#include "proofs/certificates/algebra.hpp"
#include "proofs/certificates/check.hpp"

namespace unilateral::certificates {
namespace {

mpq_class dot(const planar& u, const planar& v) { return u.x * v.x + u.y * v.y; }

void proves(const chain_certificate& c, verdict& answer) {
  const std::size_t n = c.bars.size();
  planar v = c.drive;
  mpq_class sum = 0, force_margin = 1;
  std::size_t moving = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const planar& d = c.bars[i];
    require(sgn(d.x) != 0 || sgn(d.y) != 0, number_of("bar", i) + " has a length", 0);
    planar f{-c.tensions[i] * d.x, -c.tensions[i] * d.y};
    if (i + 1 < n) {
      f.x += c.tensions[i + 1] * c.bars[i + 1].x;
      f.y += c.tensions[i + 1] * c.bars[i + 1].y;
    }
    const mpq_class room = 1 - dot(f, f);
    require(sgn(room) >= 0, number_of("node", i) + " bears its tensions: 1 - |f|^2 is ≥ 0", room);
    if (room < force_margin) force_margin = room;

    v.x -= c.turns[i] * d.y;
    v.y += c.turns[i] * d.x;
    const mpq_class over = c.speeds[i] * c.speeds[i] - dot(v, v);
    require(sgn(c.speeds[i]) >= 0 && sgn(over) >= 0,
            number_of("node", i) + " is no faster than its bound: bound^2 - |v|^2 is ≥ 0", over);
    if (sgn(c.speeds[i]) > 0) moving = i + 1;
    sum += c.speeds[i];
  }
  const mpq_class dual = -c.tensions[0] * dot(c.bars[0], c.drive);
  require(c.lower == dual, "the lower bound is -t_1 d_1.U, difference", mpq_class(c.lower - dual));
  require(c.upper == sum, "the upper bound is the sum of the speeds, difference", mpq_class(c.upper - sum));

  const mpq_class gap = c.upper - c.lower;
  answer.margins = {{"lower bound", c.lower}, {"upper bound", c.upper}, {"gap", gap}};
  if (sgn(c.upper) > 0) answer.margins.push_back({"relative gap", gap / c.upper});
  answer.margins.push_back({"least room of a friction force", force_margin});
  answer.margins.push_back({"last node that may move", mpq_class(static_cast<unsigned long>(moving))});
  answer.theorem = sgn(gap) == 0 ? "chain: velocities and tensions solve the problem, the least dissipation is the "
                                   "bound, no other velocities attain it"
                                 : "chain: the least dissipation lies between the bounds; the velocities and the "
                                   "tensions are optimal up to the gap";
}

}  // namespace

verdict check(const chain_certificate& c) {
  verdict answer;
  try {
    proves(c, answer);
    answer.proved = true;
  } catch (const refuted& condition) {
    answer = {};
    answer.failure = condition.what;
  }
  return answer;
}

}  // namespace unilateral::certificates
