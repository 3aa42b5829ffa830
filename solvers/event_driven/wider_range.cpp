#include "solvers/event_driven/wider_range.hpp"

#include "problems/language/has_exponentials.hpp"
#include "problems/language/many_digits.hpp"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

namespace unilateral::event_driven {
namespace {

/// To the degree from which nothing is seen in double, on a piece as long as h: the coefficients after it may be beyond
/// its range.
int seen_degree(const real50* c, int degree, const real50& h) {
  real50 slope = 0, power = 1;
  std::vector<real50> terms;
  for (int k = 1; k <= degree; ++k, power *= h) {
    terms.push_back(k * abs(c[k]) * power);
    slope += terms.back();
  }
  real50 rest = 0;
  for (; degree > 1; --degree) {
    rest += terms[static_cast<std::size_t>(degree - 1)];
    if (rest > slope / 0x1p60) break;
  }
  return degree;
}

std::vector<double> rounded(const real50* c, int count) {
  std::vector<double> result;
  for (int k = 0; k < count; ++k) result.push_back(to_double(c[k]));
  return result;
}
column<double> rounded(const column<real50>& x) {
  const std::vector<double> y = rounded(x.data(), static_cast<int>(x.size()));
  return Eigen::Map<const column<double>>(y.data(), x.size());
}

trajectory<double> rounded(const trajectory<real50>& from) {
  trajectory<double> result(from.dimension(), to_double(from.begin()));
  std::vector<double> c;
  for (int p = 0; p < from.pieces(); ++p) {
    const double end = to_double(from.end(p));
    if (!(end > result.end())) continue;
    const real50 h = from.end(p) - from.begin(p);
    int degree = 0;
    for (int i = 0; i < from.dimension(); ++i)
      degree = std::max(degree, seen_degree(from.coefficients(p, i), from.degree(p), h));
    c.clear();
    for (int i = 0; i < from.dimension(); ++i)
      for (const double x : rounded(from.coefficients(p, i), degree + 1)) c.push_back(x);
    result.append(end, degree, c.data());
  }
  for (const real50& t : from.accumulation_points) result.accumulation_points.push_back(to_double(t));
  return result;
}

solution<double> rounded(solution<real50>&& from) {
  solution<double> to;
  to.status = std::move(from.status);
  to.path = rounded(from.path);
  for (impact<real50>& i : from.impacts)
    to.impacts.push_back({to_double(i.t), rounded(i.q), rounded(i.v_minus), rounded(i.v_plus), rounded(i.impulse),
                          std::move(i.active), i.continues});
  for (const auto& c : from.contacts)
    if (const double begin = to_double(c.from), end = to_double(c.to); end > begin)
      to.contacts.push_back({c.constraint, begin, end});
  for (const auto& a : from.accumulations) to.accumulations.push_back({to_double(a.t), rounded(a.q), rounded(a.v)});
  for (const auto& r : from.reactions) {
    const double begin = to_double(r.from), end = to_double(r.to);
    if (!(end > begin)) continue;
    std::vector<real50> c = r.coefficients;
    c.insert(c.begin(), real50(0));  // a density is seen as its integral is
    for (std::size_t k = 1; k < c.size(); ++k) c[k] /= static_cast<int>(k);
    const int degree = seen_degree(c.data(), static_cast<int>(c.size()) - 1, r.to - r.from);
    to.reactions.push_back({r.constraint, begin, end, rounded(r.coefficients.data(), std::max(degree, 1))});
  }
  to.end_time = to_double(from.end_time);
  to.end_position = rounded(from.end_position);
  to.end_velocity = rounded(from.end_velocity);
  to.warnings = std::move(from.warnings);
  to.discontinuous_in_data = from.discontinuous_in_data;
  to.counts = from.counts;
  return to;
}

bool is_finite(const solution<double>& x) {
  bool all = x.path.is_finite() && unilateral::is_finite(x.end_time) && x.end_position.allFinite() &&
             x.end_velocity.allFinite();
  for (const auto& i : x.impacts)
    all = all && i.q.allFinite() && i.v_minus.allFinite() && i.v_plus.allFinite() && i.impulse.allFinite();
  for (const auto& a : x.accumulations) all = all && a.q.allFinite() && a.v.allFinite();
  for (const auto& r : x.reactions)
    for (const double c : r.coefficients) all = all && unilateral::is_finite(c);
  return all;
}

}  // namespace

solution<double> in_wider_range(solution<double> stopped, const statement& given, const request& asked, double spent) {
  if (asked.step || !has_exponentials(given.system)) return stopped;
  request again = asked;
  if (again.seconds && !((*again.seconds -= spent) > 0)) return stopped;
  const auto begin = std::chrono::steady_clock::now();
  solution<real50> longer = solve<real50>(given, again);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  const bool completes = longer.completed(), gave_up = again.seconds && took.count() >= *again.seconds;
  // Where both stop, the one that comes farther knows why; where both do at the start, fifty digits do, if they had the
  // time.
  const double reached = to_double(longer.end_time);
  if (!completes && !(reached > stopped.end_time || (stopped.end_time == 0 && !gave_up))) return stopped;
  solution<double> answer = rounded(std::move(longer));
  if (!is_finite(answer)) {
    if (completes)
      stopped.status =
          "stopped: the answer has numbers beyond the range of double, choose 50 digits (in double the run " +
          stopped.status + ")";
    return stopped;
  }
  answer.warnings.push_back("in double the run " + stopped.status +
                            ", where exponentials are beyond its range or too small to tell; this answer is that of a "
                            "run in 50 digits, rounded");
  return answer;
}

}  // namespace unilateral::event_driven
