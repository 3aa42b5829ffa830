/// Chains. From velocities and tensions in floating point to feasible ones in rationals, without normalising a bar:
///   - velocities by the bars' angular velocities, v_i = v_{i−1} + ω_i d_i^⊥, so any rational ω_i will do; where the
///     solver says that nodes beyond k rest, ω_k and ω_{k+1} are chosen so that they rest exactly;
///   - tensions t_i = θ_i/|d_i| rounded, then all shrunk by one factor so that no friction force exceeds 1;
///   - upper bounds of |v_i| by integer square roots.

#include "reports/certify/certify.hpp"

namespace unilateral::certify {
namespace {

using planar = std::array<rational, 2>;

rational dot(const planar& u, const planar& v) { return u[0] * v[0] + u[1] * v[1]; }
planar across(const planar& d) { return {rational(-d[1]), d[0]}; }

/// 2^k.
rational power_of_two(long k) {
  rational value = 1;
  if (k >= 0)
    mpq_mul_2exp(value.get_mpq_t(), value.get_mpq_t(), static_cast<unsigned long>(k));
  else
    mpq_div_2exp(value.get_mpq_t(), value.get_mpq_t(), static_cast<unsigned long>(-k));
  return value;
}

/// Binary exponent: 2^(k−2) < |x| < 2^(k+1).
long exponent(const rational& x) {
  return static_cast<long>(mpz_sizeinbase(x.get_num_mpz_t(), 2)) -
         static_cast<long>(mpz_sizeinbase(x.get_den_mpz_t(), 2));
}

/// x to `bits` binary digits after the point; exact where it has no more.
rational rounded(const rational& x, long bits) {
  const rational scale = power_of_two(bits), grown = x * scale;
  mpz_class whole;
  mpz_fdiv_q(whole.get_mpz_t(), grown.get_num_mpz_t(), grown.get_den_mpz_t());
  return rational(whole) / scale;
}

/// √x from above, relative excess below 2^−bits; exact where x is the square of a rational.
rational root_above(const rational& x, long bits) {
  if (sgn(x) == 0) return 0;
  if (mpz_perfect_square_p(x.get_num_mpz_t()) != 0 && mpz_perfect_square_p(x.get_den_mpz_t()) != 0)
    return rational(sqrt(x.get_num()), sqrt(x.get_den()));
  const rational scale = power_of_two(bits + 2 - exponent(x) / 2), grown = x * scale * scale;
  mpz_class whole;
  mpz_cdiv_q(whole.get_mpz_t(), grown.get_num_mpz_t(), grown.get_den_mpz_t());
  return rational(sqrt(whole) + 1) / scale;
}

/// Angular velocities that follow the solver's velocities.
row turns_of(const exact_chain& chain, long bits) {
  const std::size_t n = chain.bars.size(), k = static_cast<std::size_t>(chain.moving);
  row turns(n);
  planar v = chain.drive;
  const auto advance = [&](std::size_t i, const rational& turn) {
    turns[i] = turn;
    const planar side = across(chain.bars[i]);
    v = {rational(v[0] + turn * side[0]), rational(v[1] + turn * side[1])};
  };
  const auto followed = [&](std::size_t i) {
    const planar& d = chain.bars[i];
    const planar relative{rational(chain.velocities[i][0] - v[0]), rational(chain.velocities[i][1] - v[1])};
    const rational turn = dot(relative, across(d)) / dot(d, d);
    return rounded(turn, bits - exponent(turn));
  };
  for (std::size_t i = 0; i < n; ++i) {
    // Bar k (counted from 1) is the last but one that turns: its far end must move across the next bar, about which
    // node k + 1 rests.
    if (k > 0 && k < n && i + 1 == k) {
      const rational lever = dot(chain.bars[k], across(chain.bars[i]));
      if (sgn(lever) != 0) {
        advance(i, rational(-dot(chain.bars[k], v) / lever));
        advance(k, rational(-dot(v, across(chain.bars[k])) / dot(chain.bars[k], chain.bars[k])));
        return turns;
      }
    }
    advance(i, followed(i));
  }
  return turns;
}

std::string points(const std::vector<planar>& list) {
  std::string text;
  for (const planar& p : list) text += "    " + to_text(p[0]) + ' ' + to_text(p[1]) + '\n';
  return text;
}
std::string line(const char* name, const row& x) {
  std::string text = std::string("  ") + name;
  for (const rational& a : x) text += ' ' + to_text(a);
  return text + '\n';
}

}  // namespace

certified certificate_of(const exact_chain& chain, const std::string& title) {
  constexpr long guard = 32;  // binary digits beyond the solver's, so that rounding here adds nothing to its gap
  const long bits = chain.bits + guard;
  const std::size_t n = chain.bars.size();
  certified result;

  row tensions;
  for (std::size_t i = 0; i < n; ++i) {
    const rational square = dot(chain.bars[i], chain.bars[i]);
    if (sgn(square) == 0) {
      result.failure = "bar " + std::to_string(i + 1) + " has no length";
      return result;
    }
    const rational t = chain.tensions[i] / root_above(square, bits);
    tensions.push_back(rounded(t, bits - (sgn(t) == 0 ? 0 : exponent(t))));
  }
  rational largest = 1;  // of |f_i|²
  for (std::size_t i = 0; i < n; ++i) {
    planar f{rational(-tensions[i] * chain.bars[i][0]), rational(-tensions[i] * chain.bars[i][1])};
    if (i + 1 < n)
      for (std::size_t axis = 0; axis < 2; ++axis) f[axis] += tensions[i + 1] * chain.bars[i + 1][axis];
    largest = std::max(largest, dot(f, f));
  }
  if (largest > 1) {
    const rational shrink = rounded(1 / root_above(largest, bits), bits);
    for (rational& t : tensions) t *= shrink;
  }

  const row turns = turns_of(chain, bits);
  row speeds;
  planar v = chain.drive;
  rational upper = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const planar side = across(chain.bars[i]);
    v = {rational(v[0] + turns[i] * side[0]), rational(v[1] + turns[i] * side[1])};
    speeds.push_back(root_above(dot(v, v), bits));
    upper += speeds.back();
  }
  const rational lower = -tensions[0] * dot(chain.bars[0], chain.drive);
  // Half of the digits: a wider gap certifies no answer.
  if ((upper - lower) * (upper - lower) > power_of_two(-chain.bits) * upper * upper) {
    result.failure = "the gap between velocities and tensions is " + to_text(exact<double>(rational(upper - lower))) +
                     " of " + to_text(exact<double>(upper));
    return result;
  }
  result.text = "unilateral certificate 2\n# " + title + "\nchain\n  bars " + std::to_string(n) + "\n  drive " +
                to_text(chain.drive[0]) + ' ' + to_text(chain.drive[1]) + "\n  directions\n" + points(chain.bars) +
                line("tensions", tensions) + line("turns", turns) + line("speeds", speeds) + "  bounds " +
                to_text(lower) + ' ' + to_text(upper) + "\nend\ncertificates 1\n";
  result.chains = 1;
  return result;
}

}  // namespace unilateral::certify
