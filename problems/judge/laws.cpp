#include "problems/judge/laws.hpp"

#include "problems/judge/laws/findings.hpp"
#include "problems/judge/laws/other_words.hpp"

#include <cmath>
#include <map>
#include <stdexcept>

namespace unilateral::laws {

const std::array<const char*, measured> measure_names = {"sup q", "L1 v", "(L2 v)^2", "Hausdorff v", "BL impulse"};

namespace {

solution<double> in_double(const solution<real50>& precise) {
  const auto all = [](const column<real50>& x) {
    column<double> y(x.size());
    for (Eigen::Index i = 0; i < x.size(); ++i) y[i] = to_double(x[i]);
    return y;
  };
  solution<double> rough;
  rough.status = precise.status;
  // A piece too short for double to see is a chord: its coefficients may be too large for double, of powers that
  // nothing is seen of.
  rough.path = trajectory<double>(precise.path.dimension());
  const real50 shortest = precise.path.end() * real50(epsilon<double>()) * real50(epsilon<double>());
  for (int k = 0; k < precise.path.pieces(); ++k) {
    const int n = precise.path.dimension();
    const real50 width = precise.path.end(k) - precise.path.begin(k);
    const bool is_chord = width < shortest;
    const int d = is_chord ? 1 : precise.path.degree(k);
    if (!(to_double(precise.path.end(k)) > rough.path.end())) continue;
    std::vector<double> c;
    for (int i = 0; i < n; ++i) {
      const real50* from = precise.path.coefficients(k, i);
      if (is_chord) {
        c.insert(c.end(),
                 {to_double(from[0]), to_double(real50((precise.path.position(k, i, width) - from[0]) / width))});
        continue;
      }
      real50 power(1);
      for (int p = 0; p <= d; ++p, power *= width) {
        const real50 tiny = real50(epsilon<double>()) * real50(epsilon<double>()) * width;
        c.push_back(p < 2 || abs(real50(from[p] * power)) > tiny ? to_double(from[p]) : 0);
      }
    }
    rough.path.append(to_double(precise.path.end(k)), d, c.data());
  }
  for (const auto& s : precise.impacts)
    rough.impacts.push_back(
        {to_double(s.t), all(s.q), all(s.v_minus), all(s.v_plus), all(s.impulse), s.active, s.continues});
  for (const auto& r : precise.reactions) {
    if (!(to_double(r.to) > to_double(r.from))) continue;
    rough.reactions.push_back({r.constraint, to_double(r.from), to_double(r.to), {}});
    // As above: of a short piece double has no room for the coefficients of powers that nothing is seen of.
    const real50 width = r.to - r.from;
    real50 size(0), power(1);
    for (const real50& c : r.coefficients) {
      size += abs(real50(c * power));
      power *= width;
    }
    const real50 tiny = size * real50(epsilon<double>()) / 1024;  // of some 40 terms together: below a rounding
    power = real50(1);
    for (const real50& c : r.coefficients) {
      rough.reactions.back().coefficients.push_back(abs(real50(c * power)) > tiny ? to_double(c) : 0);
      power *= width;
    }
  }
  return rough;
}

}  // namespace

description as_it_stands(const statement& bound) {
  const int n = bound.system.degrees_of_freedom();
  return {.τ = 1, .μ = 1, .A = identity(n), .inverse_of_A = identity(n), .Γ = identity(bound.system.constraints())};
}

statement said(const statement& bound, const description& in) {
  const mechanical_system& before = bound.system;
  const int n = before.degrees_of_freedom();
  in_other_words say([&](const expression& leaf) -> expression {
    switch (leaf.op()) {
      case operation::time:
        return leaf / expression(in.τ);
      case operation::coordinate:
        return combination(in.A[place(leaf.root().index)], [](int j) { return coordinate(j); });
      case operation::velocity:
        return expression(in.τ) * combination(in.A[place(leaf.root().index)], [](int j) { return velocity(j); });
      default:
        return leaf;
    }
  });
  statement after = bound;
  mechanical_system& system = after.system;
  std::map<std::pair<int, int>, expression> M;
  for (const mass_entry& m : before.mass) {
    const expression value = expression(in.μ) * say(m.value);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        const rational factor = in.A[place(m.row)][place(i)] * in.A[place(m.column)][place(j)];
        if (factor == 0) continue;
        const auto [entry, is_new] = M.emplace(std::pair(i, j), expression(factor) * value);
        if (!is_new) entry->second = entry->second + expression(factor) * value;
      }
  }
  system.mass.clear();
  for (const auto& [at, value] : M) system.mass.push_back({at.first, at.second, value});
  for (int i = 0; i < n; ++i) {
    std::vector<rational> along;
    for (int k = 0; k < n; ++k) along.push_back(in.A[place(k)][place(i)] * in.μ / (in.τ * in.τ));
    system.force[place(i)] = combination(along, [&](int k) { return say(before.force[place(k)]); });
    after.position[place(i)] = combination(in.inverse_of_A[place(i)], [&](int k) { return bound.position[place(k)]; });
    after.velocity[place(i)] =
        combination(in.inverse_of_A[place(i)], [&](int k) { return bound.velocity[place(k)]; }) / expression(in.τ);
  }
  system.gap.clear();
  for (const std::vector<rational>& row : in.Γ)
    system.gap.push_back(combination(row, [&](int a) { return say(before.gap[place(a)]); }));
  for (const expression& gap : in.never_met) system.gap.push_back(say(gap));
  after.horizon = expression(in.τ) * bound.horizon;
  return after;
}

template <scalar S>
solution<S> back(const solution<S>& answer, const description& in) {
  const int n = answer.path.dimension();
  const S τ = exact<S>(in.τ), of_impulse = exact<S>(rational(in.τ / in.μ)),
          of_density = exact<S>(rational(in.τ * in.τ / in.μ));
  matrix<S> A(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) A(i, j) = exact<S>(in.A[place(i)][place(j)]);
  const int constraints = in.Γ.empty() ? 0 : static_cast<int>(in.Γ.front().size());

  solution<S> first = answer;
  first.path = trajectory<S>(n, S(answer.path.begin() / τ));
  for (int k = 0; k < answer.path.pieces(); ++k) {
    const int d = answer.path.degree(k);
    std::vector<S> c(place(n * (d + 1)), S(0));
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j)
        if (in.A[place(i)][place(j)] != 0)
          for (int p = 0; p <= d; ++p) c[place(i * (d + 1) + p)] += A(i, j) * answer.path.coefficients(k, j)[p];
      polynomial::stretch(c.data() + i * (d + 1), d, τ);
    }
    first.path.append(S(answer.path.end(k) / τ), d, c.data());
  }
  for (impact<S>& shock : first.impacts) {
    shock.t /= τ;
    shock.q = A * shock.q;
    shock.v_minus = τ * (A * shock.v_minus);
    shock.v_plus = τ * (A * shock.v_plus);
    column<S> P = column<S>::Zero(constraints);
    for (std::size_t b = 0; b < in.Γ.size(); ++b)
      for (int a = 0; a < constraints; ++a)
        if (in.Γ[b][place(a)] != 0)
          P[a] += of_impulse * exact<S>(in.Γ[b][place(a)]) * shock.impulse[static_cast<Eigen::Index>(b)];
    shock.impulse = P;
  }
  first.reactions.clear();
  for (const reaction_density<S>& r : answer.reactions)
    for (int a = 0; a < constraints; ++a) {
      if (place(r.constraint) >= in.Γ.size() || in.Γ[place(r.constraint)][place(a)] == 0) continue;
      reaction_density<S> mine = r;
      mine.constraint = a;
      mine.from /= τ;
      mine.to /= τ;
      polynomial::stretch(mine.coefficients.data(), static_cast<int>(mine.coefficients.size()) - 1, τ);
      for (S& c : mine.coefficients) c *= of_density * exact<S>(in.Γ[place(r.constraint)][place(a)]);
      first.reactions.push_back(std::move(mine));
    }
  return first;
}

std::variant<hearings, std::string> hear(const statement& bound, const rational& until, bool takes_steps,
                                         const respondent<double>& in_double_of, const respondent<real50>& in_fifty,
                                         dependence on_data, bool thorough) {
  question first{.asked = bound};
  first.asked.horizon = until;
  solution<double> rough = in_double_of(first);
  if (!rough.completed()) return rough.status;
  solution<real50> precise = in_fifty(first);
  if (!precise.completed()) return "at 50 digits: " + precise.status;
  const double end = exact<double>(until);
  measures<double> moved = apart(rough, in_double(precise), bound.system.constraints(), end, thorough);
  const measures<double> size = sizes_of(first.asked, rough, end);
  constexpr double decided =
      1e-6;  // a change of events is of order 1; twenty roundings in each of 10^4 steps, amplified 10^4 times, are 5e-7
  for (std::size_t k = 0; k < measured; ++k) {
    if (!(moved[k] <= decided * size[k]))
      return std::string("rounding decides: double and 50 digits part by ") + shown(moved[k]) + " in " +
             measure_names[k];
    moved[k] /= epsilon<double>();
  }
  return hearings{{first.asked, until, in_double_of, takes_steps, on_data, thorough, std::move(rough), moved},
                  {first.asked, until, in_fifty, takes_steps, on_data, thorough, std::move(precise), moved}};
}

std::variant<hearing<double>, not_heard> hear(const statement& bound, const rational& until, bool takes_steps,
                                              const respondent<double>& ask, dependence on_data, bool thorough) {
  question first{.asked = bound};
  first.asked.horizon = until;
  solution<double> answer = ask(first);
  if (!answer.completed()) return not_heard{answer.status, true};
  const rational heavier(1, 1 << 26);
  question moved_question = first;
  for (mass_entry& m : moved_question.asked.system.mass) m.value = m.value * expression(rational(1 + heavier));
  const solution<double> moved_answer = ask(moved_question);
  if (!moved_answer.completed()) return not_heard{"with masses that are larger by 2^-26: " + moved_answer.status, true};
  const double end = exact<double>(until);
  measures<double> moved = apart(answer, moved_answer, bound.system.constraints(), end, thorough);
  const measures<double> size = sizes_of(first.asked, answer, end);
  constexpr double decided = 1e-2;  // amplified 10^6 times
  for (std::size_t k = 0; k < measured; ++k) {
    if (!(moved[k] <= decided * size[k]))
      return not_heard{"rounding decides: masses that are larger by 2^-26 move the answer by " + shown(moved[k]) +
                           " in " + measure_names[k],
                       false};
    moved[k] /= exact<double>(heavier);
  }
  return hearing<double>{first.asked, until, ask, takes_steps, on_data, thorough, std::move(answer), moved};
}

template solution<double> back(const solution<double>&, const description&);
template solution<real50> back(const solution<real50>&, const description&);

}  // namespace unilateral::laws
