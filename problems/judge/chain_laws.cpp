#include "problems/judge/chain_laws.hpp"

#include "problems/judge/distance.hpp"
#include "problems/judge/kinetic_metric.hpp"
#include "problems/language/tape.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace unilateral::laws {
namespace {

using plane = std::array<expression, 2>;

/// x̂ = λ R x + c and t̂ = τ t; R = ((r_0, −s r_1), (r_1, s r_0)), s = −1 a reflection.
struct plane_map {
  rational λ = 1, τ = 1;
  std::array<rational, 2> r{1, 0}, c{0, 0};
  int s = 1;

  template <class T, class Number>
  std::array<T, 2> turned(const T& x, const T& y, const Number& number) const {
    const T r_0 = number(r[0]), r_1 = number(r[1]), s_0 = number(rational(s * r[0])), s_1 = number(rational(s * r[1]));
    return {r_0 * x - s_1 * y, r_1 * x + s_0 * y};
  }
};

/// The formula at t/τ: a formula in t alone.
expression slower(const expression& x, const rational& τ) {
  switch (arity(x.op())) {
    case 0:
      return x.op() == operation::time ? x / expression(τ) : x;
    case 1:
      return apply(x.op(), slower(x.left(), τ));
    default:
      return apply(x.op(), slower(x.left(), τ), slower(x.right(), τ));
  }
}

chain_statement said(const chain_statement& bound, const plane_map& in) {
  const auto number = [](const rational& x) { return expression(x); };
  const auto turned = [&](const plane& x) { return in.turned<expression>(x[0], x[1], number); };
  const auto placed = [&](const plane& x) {
    const plane y = turned(x);
    return plane{expression(in.λ) * y[0] + expression(in.c[0]), expression(in.λ) * y[1] + expression(in.c[1])};
  };
  chain_statement other = bound;
  for (plane& node : other.nodes) node = placed(node);
  const plane U = turned(bound.velocity);
  other.velocity = {expression(rational(in.λ / in.τ)) * U[0], expression(rational(in.λ / in.τ)) * U[1]};
  other.path = placed({slower(bound.path[0], in.τ), slower(bound.path[1], in.τ)});
  other.horizon = expression(in.τ) * bound.horizon;
  return other;
}

/// The largest part of the answers' difference over its size. `found` answers the question in other words.
template <scalar S>
S relative_difference(const chain_solution<S>& first, const chain_solution<S>& found, const plane_map& in,
                      const S& until, std::string& where) {
  using std::abs;
  const auto number = [](const rational& x) { return exact<S>(x); };
  const S speed_factor = exact<S>(rational(in.λ / in.τ));
  S worst(0);
  const auto see = [&](const std::string& what, const S& difference, const S& size) {
    const S share = difference == S(0) ? S(0) : S(difference / size);
    if (share <= worst && is_finite(share)) return;
    worst = larger(worst, share);
    where = what + " off by " + to_text(to_double(share)) + " of its size";
  };
  S speed(0);
  for (const auto& u : first.velocities) speed = larger(speed, S(abs(u[0]) + abs(u[1])));
  if (first.velocities.size() != found.velocities.size() || first.tensions.size() != found.tensions.size())
    return infinity<S>();
  for (std::size_t i = 0; i < first.velocities.size(); ++i) {
    const auto expected = in.turned<S>(first.velocities[i][0], first.velocities[i][1], number);
    for (std::size_t k = 0; k < 2; ++k)
      see("velocity of node " + std::to_string(i),
          S(abs(S(found.velocities[i][static_cast<Eigen::Index>(k)] / speed_factor - expected[k]))), speed);
  }
  if (!first.tensions.empty())
    see("tension of the first bar", S(abs(S(found.tensions[0] - first.tensions[0]))),
        larger(S(1), S(abs(first.tensions[0]))));
  const S n = S(static_cast<int>(first.velocities.size()));
  see("dissipation", S(abs(S(found.dissipation / speed_factor - first.dissipation))), S(n * speed));
  if (first.path.pieces() > 0) {
    trajectory<S> here(first.path.dimension()),
        there(first.path.dimension());  // both in the first question's words: R undone by its transpose
    S size(1);
    const S λ = exact<S>(in.λ), τ = exact<S>(in.τ);
    for (int k = 0; k < found.path.pieces(); ++k) {
      const int d = found.path.degree(k);
      std::vector<S> c(static_cast<std::size_t>(found.path.dimension() * (d + 1)));
      for (int node = 0; 2 * node < found.path.dimension(); ++node) {
        S power(1);
        for (int p = 0; p <= d; ++p, power *= τ) {
          const S x = (found.path.coefficients(k, 2 * node)[p] - (p == 0 ? exact<S>(in.c[0]) : S(0))) / λ * power;
          const S y = (found.path.coefficients(k, 2 * node + 1)[p] - (p == 0 ? exact<S>(in.c[1]) : S(0))) / λ * power;
          c[static_cast<std::size_t>(2 * node * (d + 1) + p)] = exact<S>(in.r[0]) * x + exact<S>(in.r[1]) * y;
          c[static_cast<std::size_t>((2 * node + 1) * (d + 1) + p)] =
              S(in.s) * (exact<S>(in.r[0]) * y - exact<S>(in.r[1]) * x);
        }
      }
      there.append(S(found.path.end(k) / τ), d, c.data());
    }
    for (int k = 0; k < first.path.pieces(); ++k)
      for (int i = 0; i < first.path.dimension(); ++i) size = larger(size, S(abs(first.path.position(k, i, S(0)))));
    // A shift of the axes costs digits of its own: λ x + c is rounded where it is.
    size += (abs(exact<S>(in.c[0])) + abs(exact<S>(in.c[1]))) / λ;
    see("path", sup_position(first.path, there, until), size);
  }
  return worst;
}

template <scalar S>
finding compared(const std::string& law, const chain_hearing<S>& heard, const chain_solution<S>& found,
                 const plane_map& in, const S& until) {
  if (!found.completed())
    return {.law = law, .is = outcome::broken, .share = std::numeric_limits<double>::infinity(), .where = found.status};
  finding result{.law = law, .is = outcome::holds, .share = 0, .where = {}};
  const S N = S(static_cast<double>(
      std::max<std::int64_t>({heard.answer.counts.steps, heard.bound.bars(), heard.answer.path.pieces()}) + 1));
  const S bound = S(1 << 5) * epsilon<S>() * (N + S(heard.moved_by_rounding));
  result.share = to_double(S(relative_difference(heard.answer, found, in, until, result.where) / bound));
  if (!(result.share <= 1)) result.is = outcome::broken;
  return result;
}

template <scalar S>
finding described(const std::string& law, const chain_hearing<S>& heard, const plane_map& in) {
  return compared(law, heard, heard.ask(said(heard.bound, in)), in, constant_value<S>(heard.bound.horizon));
}

chain_solution<double> in_double(const chain_solution<real50>& precise) {
  chain_solution<double> rough;
  for (const auto& u : precise.velocities) rough.velocities.push_back({to_double(u[0]), to_double(u[1])});
  for (const real50& θ : precise.tensions) rough.tensions.push_back(to_double(θ));
  rough.dissipation = to_double(precise.dissipation);
  rough.moving = precise.moving;
  if (precise.path.pieces() > 0)
    rough.path = converted<double, real50>(precise.path, [](const real50& x) { return to_double(x); });
  return rough;
}

}  // namespace

std::variant<chain_hearings, std::string> hear(const chain_statement& bound,
                                               const chain_respondent<double>& in_double_of,
                                               const chain_respondent<real50>& in_fifty) {
  const chain_solution<double> rough = in_double_of(bound);
  if (!rough.completed()) return rough.status;
  const chain_solution<real50> precise = in_fifty(bound);
  if (!precise.completed()) return "at 50 digits: " + precise.status;
  std::string where;
  const double moved =
      relative_difference(rough, in_double(precise), plane_map{}, constant_value<double>(bound.horizon), where);
  constexpr double decided = 1e-6;  // as for systems
  if (!(moved <= decided)) return "rounding decides: " + where + " at 50 digits";
  return chain_hearings{{bound, in_double_of, rough, moved / epsilon<double>()},
                        {bound, in_fifty, precise, moved / epsilon<double>()}};
}

const std::vector<std::string>& names_for_chains() {
  static const std::vector<std::string> all = {"units", "turned", "reflected", "shifted", "horizon"};
  return all;
}

template <scalar S>
finding judge(const std::string& law, const chain_hearing<S>& heard) {
  if (law == "units") return described(law, heard, {.λ = 4096, .τ = 1024});
  if (law == "turned") return described(law, heard, {.r = {rational(3, 5), rational(4, 5)}});
  if (law == "reflected") return described(law, heard, {.r = {rational(-5, 13), rational(12, 13)}, .s = -1});
  if (law == "shifted") return described(law, heard, {.c = {rational(100, 3), -17}});
  if (law != "horizon") throw std::logic_error("laws: expected one of names_for_chains(), found \"" + law + "\"");
  if (!heard.bound.evolves) return {.law = law, .is = outcome::left_out, .share = 0, .where = "one instant"};
  chain_statement shorter = heard.bound;
  shorter.horizon = shorter.horizon / 2;
  chain_solution<S> found = heard.ask(shorter);  // the path counts; velocities and tensions are of another instant
  found.velocities = heard.answer.velocities;
  found.tensions = heard.answer.tensions;
  found.dissipation = heard.answer.dissipation;
  return compared(law, heard, found, plane_map{}, constant_value<S>(shorter.horizon));
}
template finding judge(const std::string&, const chain_hearing<double>&);
template finding judge(const std::string&, const chain_hearing<real50>&);

}  // namespace unilateral::laws
