#include "proofs/enclosures/lohner/accumulation.hpp"

namespace unilateral::enclosures::lohner {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

interval left(const interval& x) {
  interval z;
  mpfi_set_fr(z.raw(), &x.raw()->left);
  return z;
}
interval right(const interval& x) {
  interval z;
  mpfi_set_fr(z.raw(), &x.raw()->right);
  return z;
}
interval root(const interval& x) {
  interval z;
  mpfi_sqrt(z.raw(), x.raw());
  return z;
}
interval from_zero(const interval& x) { return hull(interval(0), right(x)); }

}  // namespace

std::optional<impact_limit> limit_of_impacts(const statement& bound, const phase& free, int constraint,
                                             const vector& after) {
  const int n = free.n();
  const vector y(after.begin(), after.end() - 1);
  const std::vector<expression> formulas = response_formulas(bound, constraint);
  // r and e, and M⁻¹Gᵀ from number 2 on
  const vector start = evaluate(formulas, n, after.back(), y);
  const interval &r = start[0], &e = start[1];
  if (!certainly_positive(r)) return std::nullopt;

  vector E = y;
  interval lasts(0);
  for (int attempt = 0; attempt < 10; ++attempt) {
    const interval times = after.back() + lasts;
    for (std::size_t g = 0; g < free.guards().size(); ++g)
      if (static_cast<int>(g) != constraint && !certainly_positive(free.derivative(g, 0, times, E)))
        return std::nullopt;
    const interval falls = -free.derivative(at(constraint), 2, times, E);
    if (!certainly_positive(falls)) return std::nullopt;
    const interval l = left(falls), h = right(falls), x = e * root(h / l);
    if (!certainly_positive(interval(1) - x)) return std::nullopt;
    const interval passed =
        hull(interval(2) * r / (h * (interval(1) - e * root(l / h))), interval(2) * r / (l * (interval(1) - x)));
    const vector response = evaluate(formulas, n, times, E), F = free.field(times, E),
                 gradient = free.gradient(at(constraint), times, E);
    interval compliance;
    for (int i = 0; i < n; ++i) compliance = compliance + gradient[at(i)] * response[at(2 + i)];
    if (!certainly_positive(compliance)) return std::nullopt;
    const interval impulses = (interval(1) + e) * root(h / l) * r / ((interval(1) - x) * compliance);

    bool stays = certainly_positive(right(lasts) - passed);
    vector moved;
    for (int i = 0; i < 2 * n; ++i) {
      interval z = y[at(i)] + from_zero(passed) * F[at(i)];
      if (i >= n) z = z + from_zero(impulses) * response[at(2 + i - n)];
      if (!is_finite(z)) return std::nullopt;
      stays = stays && certainly_inside(z, E[at(i)]);
      moved.push_back(z);
    }
    if (stays) {
      impact_limit limit{constraint, {}};
      for (int i = 0; i < 2 * n; ++i) limit.y.push_back(y[at(i)] + passed * F[at(i)]);
      const interval t = after.back() + passed;
      // The rate is linear in v: 0 = (rate without the impulses) + G (M⁻¹Gᵀ) P, the latter a mean over E.
      const vector end = limit.y, slopes = free.gradient(at(constraint), t, end);
      interval stiffness;
      for (int i = 0; i < n; ++i) stiffness = stiffness + slopes[at(i)] * response[at(2 + i)];
      const interval P = -evaluate({formulas[0]}, n, t, end)[0] / stiffness;
      for (int i = 0; i < n; ++i) limit.y[at(n + i)] = limit.y[at(n + i)] + P * response[at(2 + i)];
      limit.y.push_back(t);
      for (const interval& z : limit.y)
        if (!is_finite(z)) return std::nullopt;
      return limit;
    }
    // Room all around: a tenth of the box, and of what a first flight makes of it.
    const interval least = plus_minus(right(largest_size(r)) * point(0.1));
    lasts = hull(interval(0), right(passed) * point(1.25));
    for (int i = 0; i < 2 * n; ++i) {
      const interval reached = hull(y[at(i)], moved[at(i)]);
      E[at(i)] = reached + (reached - centre(reached)) * point(attempt == 0 ? 1 : 0.2) +
                 (i < n ? least * right(passed) : least);
    }
  }
  return std::nullopt;
}

}  // namespace unilateral::enclosures::lohner
