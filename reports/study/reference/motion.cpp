#include "reports/study/reference/motion.hpp"

#include "problems/judge/short_pieces.hpp"
#include "problems/language/tape.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace unilateral::study {

template <scalar S>
column<S> velocity_before(const statement& bound) {
  column<S> v(static_cast<Eigen::Index>(bound.velocity.size()));
  for (Eigen::Index i = 0; i < v.size(); ++i) v[i] = constant_value<S>(bound.velocity[static_cast<std::size_t>(i)]);
  return v;
}
template column<double> velocity_before(const statement&);
template column<real50> velocity_before(const statement&);

template <scalar S>
motion<S> motion_of(solution<S> answer, const statement& question, const S& end, int cells) {
  const bool finite = is_finite(answer);
  auto reactions = reaction_measures(answer, question.system.constraints(), end, cells);
  return {std::move(answer.path), std::move(reactions), finite, velocity_before<S>(question)};
}
template motion<double> motion_of(solution<double>, const statement&, const double&, int);
template motion<real50> motion_of(solution<real50>, const statement&, const real50&, int);

/// Of pieces whose coefficients are beyond the range of double, in units in which a power of time is: the more powers
/// are left out, the shorter are the pieces.
constexpr std::array degrees_within_range{12, 6, 3};

solution<double> rounded(const solution<real50>& precise) {
  const auto column_of = [](const column<real50>& x) {
    column<double> result(x.size());
    for (int i = 0; i < x.size(); ++i) result[i] = to_double(x[i]);
    return result;
  };
  solution<double> result;
  const real50 resolution(epsilon<double>());
  const auto in_double = [](const trajectory<real50>& path) {
    return converted<double, real50>(path, [](const real50& x) { return to_double(x); });
  };
  result.path = in_double(without_negligible_powers(precise.path, resolution));
  for (const int degree : degrees_within_range)
    if (!result.path.is_finite()) result.path = in_double(in_short_pieces(precise.path, degree, resolution));
  for (const impact<real50>& i : precise.impacts)
    result.impacts.push_back({to_double(i.t), column_of(i.q), column_of(i.v_minus), column_of(i.v_plus),
                              column_of(i.impulse), i.active, i.continues});
  for (const reaction_density<real50>& r : precise.reactions) {
    if (r.coefficients.empty()) {
      result.reactions.push_back({r.constraint, to_double(r.from), to_double(r.to), {}});
      continue;
    }
    // As the position of a motion is: one polynomial in the time since `from`.
    trajectory<real50> density(1, r.from);
    density.append(r.to, static_cast<int>(r.coefficients.size()) - 1, r.coefficients.data());
    trajectory<double> rounded_density = in_double(without_negligible_powers(density, resolution));
    for (const int degree : degrees_within_range)
      if (!rounded_density.is_finite()) rounded_density = in_double(in_short_pieces(density, degree, resolution));
    for (int k = 0; k < rounded_density.pieces(); ++k) {
      const double* const c = rounded_density.coefficients(k, 0);
      result.reactions.push_back(
          {r.constraint, rounded_density.begin(k), rounded_density.end(k), {c, c + rounded_density.degree(k) + 1}});
    }
  }
  return result;
}

template <scalar S>
motion<S> rest_like(const motion<S>& moving) {
  motion<S> rest{trajectory<S>(moving.path.dimension(), moving.path.begin())};
  const column<S> zero = column<S>::Zero(moving.path.dimension());
  rest.path.append_linear(moving.path.end(), zero, zero);
  if (moving.reactions) rest.reactions.emplace(moving.reactions->size());
  return rest;
}
template motion<double> rest_like(const motion<double>&);
template motion<real50> rest_like(const motion<real50>&);

namespace {

/// Both are made of numbers: only then is there a distance.
template <scalar S>
bool are_finite(const motion<S>& a, const motion<S>& b) {
  const auto finite = [](const motion<S>& m) {
    return m.finite && m.path.is_finite() &&
           (!m.reactions || std::all_of(m.reactions->begin(), m.reactions->end(),
                                        [](const impulse_measure<S>& measure) { return measure.is_finite(); }));
  };
  return finite(a) && finite(b);
}

template <scalar S>
column<S> before_both(const motion<S>& a, const motion<S>& b) {
  return a.velocity_before.size() == b.velocity_before.size() ? b.velocity_before : column<S>{};
}

}  // namespace

template <scalar S>
std::optional<bounded<S>> between(distance_kind kind, const motion<S>& a, const motion<S>& b, const S& end) {
  if (kind == distance_kind::bounded_lipschitz_impulse && (!a.reactions || !b.reactions)) return {};
  if (!are_finite(a, b)) return bounded<S>{infinity<S>(), S(0)};
  if (kind != distance_kind::bounded_lipschitz_impulse) return distance(kind, a.path, b.path, end, before_both(a, b));
  return impulse_distance(*a.reactions, *b.reactions);
}
template std::optional<bounded<double>> between(distance_kind, const motion<double>&, const motion<double>&,
                                                const double&);
template std::optional<bounded<real50>> between(distance_kind, const motion<real50>&, const motion<real50>&,
                                                const real50&);

template <scalar S>
std::vector<std::optional<bounded<S>>> between(const std::vector<distance_kind>& kinds, const motion<S>& a,
                                               const motion<S>& b, const S& end) {
  std::vector<distance_kind> of_paths;
  std::copy_if(kinds.begin(), kinds.end(), std::back_inserter(of_paths),
               [](distance_kind kind) { return kind != distance_kind::bounded_lipschitz_impulse; });
  const std::vector<bounded<S>> found = are_finite(a, b)
                                            ? distances(of_paths, a.path, b.path, end, before_both(a, b))
                                            : std::vector<bounded<S>>(of_paths.size(), {infinity<S>(), S(0)});
  std::vector<std::optional<bounded<S>>> all;
  std::size_t next = 0;
  for (const distance_kind kind : kinds)
    all.push_back(kind == distance_kind::bounded_lipschitz_impulse ? between(kind, a, b, end) : found[next++]);
  return all;
}
template std::vector<std::optional<bounded<double>>> between(const std::vector<distance_kind>&, const motion<double>&,
                                                             const motion<double>&, const double&);
template std::vector<std::optional<bounded<real50>>> between(const std::vector<distance_kind>&, const motion<real50>&,
                                                             const motion<real50>&, const real50&);

}  // namespace unilateral::study
