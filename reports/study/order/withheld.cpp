#include "reports/study/order/withheld.hpp"

#include "reports/study/order/undeclared.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace unilateral::study {
namespace {

/// A flight of so many steps is resolved by any scheme: an impact moves by a few of them.
constexpr double steps_of_a_flight = 8;

/// An impact is late by a part of a step that is another one at each: by less than this in one case of eight.
constexpr double part_of_a_step = 1.0 / 8;

/// Over the finest 1/`parts` of the window.
double median_error(const record& r, std::size_t parts = 1) {
  std::vector<ladder_point> points;
  for (const ladder_point& p : r.ladder)
    if (p.in_window) points.push_back(p);
  std::sort(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.step < b.step; });
  points.resize(std::max<std::size_t>(1, points.size() / parts));
  std::sort(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.error < b.error; });
  return points[points.size() / 2].error;
}
double finest_error(const record& r) { return median_error(r, 8); }

/// Why the impacts' order need not show, or "".
template <scalar S>
std::string because_hidden(const record& r, const motion<S>& known, const S& end) {
  const auto kind = kind_of(r);
  if (!kind || *declared_order_of(r) != order_of_late_impacts(*kind)) return "";
  const double late = of_late_impacts(*kind, known, end, finest_of(r)->step), error = finest_error(r);
  const bool seems_to_stall = r.fit->floor > 0 && r.fit->floor <= late,
             faster = r.fit->order - r.fit->half_width > *declared_order_of(r);
  if (!(seems_to_stall || (r.fit->floor == 0 && faster)) || !(error > part_of_a_step * late)) return "";
  return fmt::format(
      "errors of {:.2g} at the finest steps fall faster and are not below what impacts a step late make, {:.2g}: these "
      "steps do not show the order of impacts",
      error, late);
}

}  // namespace

bool has_failed(const record& r) {
  return r.outcome == verdict::fails && declared_order_of(r) && r.fitting == fit_outcome::fitted && r.fit;
}
bool any_failed(const results& records) { return std::any_of(records.begin(), records.end(), has_failed); }

std::optional<distance_kind> kind_of(const record& r) {
  for (const distance_kind kind : all_distances)
    if (r.about.quantity == name_of(kind)) return kind;
  if (r.about.quantity == "rows q") return distance_kind::sup_position;
  return {};
}

template <scalar S>
void withhold(results& records, const motion<S>& known, const S& end, double finest) {
  const auto all =
      std::count_if(records.begin(), records.end(), [](const record& r) { return r.outcome == verdict::fails; });
  const double flight = shortest_flight(known, end), level = saturation_of_hausdorff(known, end);
  for (record& r : records) {
    if (!has_failed(r)) continue;
    std::string why;
    if (!(steps_of_a_flight * finest <= flight))
      why = fmt::format("two impacts are {:.2g} apart, less than {:g} of the finest steps", flight, steps_of_a_flight);
    else if (const double error = median_error(r);
             all == 1 && kind_of(r) == distance_kind::hausdorff_velocity && error > level / 4)
      why = fmt::format(
          "errors of {:.2g} are not small beside the lowest half jump, or the shortest time from one "
          "to the next or the end, {:.2g}",
          error, level);
    else
      why = because_hidden(r, known, end);
    if (why.empty()) continue;
    r.outcome = verdict::cannot_tell;
    r.reason = why + "; " + r.reason;
  }
}
template void withhold(results&, const motion<double>&, const double&, double);
template void withhold(results&, const motion<real50>&, const real50&, double);

template <scalar S>
double size_of_motion(distance_kind kind, const motion<S>& known, const S& end) {
  motion<S> other = rest_like(known);
  if (kind == distance_kind::sup_position) {
    other.path = trajectory<S>(known.path.dimension(), known.path.begin());
    other.path.append_linear(known.path.end(), known.path.position(known.path.begin()),
                             column<S>(column<S>::Zero(known.path.dimension())));
  }
  const auto size = between(kind, other, known, end);
  return size ? to_double(size->value) : 0;
}
template double size_of_motion(distance_kind, const motion<double>&, const double&);
template double size_of_motion(distance_kind, const motion<real50>&, const real50&);

template <scalar S>
std::optional<parting> parting_of(const motion<S>& known, const S& end, const near_until& coarse,
                                  const near_until& fine) {
  constexpr double least = 1.0 / 16;         // of the final time
  constexpr int halvings = 8;                // of the logarithm of that: times are found to 1.1 %
  constexpr double at_the_same_time = 1.04;  // within what they are found to, and what steps move them by
  const double whole = to_double(end);
  const auto time = [](double t) { return exact_rational(fmt::format("{:.6g}", t)); };
  if (fine(time(whole * (1 - 0x1p-20))) || !coarse(time(least * whole))) return {};
  const auto last_near = [&](const near_until& near) {
    double low = least * whole, high = whole;
    for (int k = 0; k < halvings; ++k) {
      const double middle = std::sqrt(low * high);
      (near(time(middle)) ? low : high) = middle;
    }
    return low;
  };
  const double of_coarse = last_near(coarse), of_fine = last_near(fine);
  if (!(of_fine > at_the_same_time * of_coarse)) return {};
  // The last flight that is no short one: an impact just before the end is late by a part of it.
  std::vector<double> ends = jump_times(known, of_coarse);
  ends.push_back(of_coarse);
  double begin = 0, longest = 0, middle = 0;
  for (const double t : ends) {
    longest = std::max(longest, t - begin);
    begin = t;
  }
  begin = 0;
  for (const double t : ends) {
    if (t - begin >= longest / 2) middle = (begin + t) / 2;
    begin = t;
  }
  return parting{of_fine, time(middle)};
}
template std::optional<parting> parting_of(const motion<double>&, const double&, const near_until&, const near_until&);
template std::optional<parting> parting_of(const motion<real50>&, const real50&, const near_until&, const near_until&);

template <scalar S>
motion<S> part_of(const motion<S>& known, const S& until) {
  motion<S> part = known;
  if (part.reactions)
    for (impulse_measure<S>& reaction : *part.reactions)
      std::erase_if(reaction.atoms, [&](const auto& atom) { return until < atom.t; });
  return part;
}
template motion<double> part_of(const motion<double>&, const double&);
template motion<real50> part_of(const motion<real50>&, const real50&);

void enter_part(record& r, const record& part, const parting& where) {
  const std::string found =
      fmt::format("up to t = {}: {}, {}", exact<double>(where.until), name_of(part.outcome), part.reason);
  if (part.outcome == verdict::fails) {
    r.reason += "; " + found;
    return;
  }
  r.outcome = verdict::cannot_tell;
  r.reason = fmt::format(
      "motions of the finest steps part from the reference at t = {:.3g}, of coarser ones before: an order up to the "
      "end needs steps shorter than {:.2g}; {}; up to the end: {}",
      where.fine, finest_of(r)->step, found, r.reason);
}

}  // namespace unilateral::study
