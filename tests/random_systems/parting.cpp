#include "tests/random_systems/parting.hpp"

#include <algorithm>

namespace unilateral::random_systems {
namespace {

real size_of(const numbers& list) {
  real size = 0;
  for (const real& x : list) size = std::max(size, real(abs(x)));
  return size;
}

std::string shown(const real& x, const real& tolerance) {
  return x.str(tolerance > real(1e-30) ? 17 : 50, std::ios_base::fmtflags{});
}

struct scales {
  real t, q, v;
};

class comparing {
 public:
  comparing(const scales& of, const real& tolerance) : of_(of), tolerance_(tolerance) {}

  /// NaN differs from everything.
  void numbers_at(const real& t, const std::string& what, const real& x, const real& y, const real& size) {
    ++found_.compared;
    const real apart = (size > 0 ? real(abs(x - y) / size) : real(abs(x - y))) / weakness_;
    if (!(apart <= tolerance_))
      part(t, what + ": " + shown(x, tolerance_) + " against " + shown(y, tolerance_), false);
    else
      noted_.emplace_back(t, apart);
  }
  void lists_at(const real& t, const std::string& what, const numbers& x, const numbers& y, const real& size) {
    if (x.size() != y.size())
      return part(t, what + ": " + std::to_string(x.size()) + " numbers against " + std::to_string(y.size()), false);
    for (std::size_t i = 0; i < x.size(); ++i) numbers_at(t, what + "[" + std::to_string(i) + "]", x[i], y[i], size);
  }
  /// Of the impact that is compared next: v/|jump| ≥ 1. An error δ of the position moves its time by δ/v_normal.
  void set_weakness(const real& of) { weakness_ = std::max(real(1), of); }
  void part(const real& t, const std::string& what, bool of_events) {
    const double at = to_double(t);
    if (!found_.first || at < found_.first->t) found_.first = parting{at, what, of_events};
  }
  comparison found() {
    for (const auto& [t, apart] : noted_)
      if (!found_.first || to_double(t) < found_.first->t) found_.largest = std::max(found_.largest, to_double(apart));
    return found_;
  }
  const scales& of() const { return of_; }

 private:
  scales of_;
  real tolerance_, weakness_ = 1;
  comparison found_;
  std::vector<std::pair<real, real>> noted_;
};

real jump_of(const shock& s) {
  real jump = 0;
  for (std::size_t i = 0; i < s.v_plus.size(); ++i) jump = std::max(jump, real(abs(s.v_plus[i] - s.v_minus[i])));
  return jump;
}

/// Impacts that are felt, with those at one instant told as one.
std::vector<shock> felt(const answer& a, const scales& of, const real& tolerance) {
  std::vector<shock> all;
  for (const shock& s : a.shocks) {
    if (!all.empty() && s.t - all.back().t <= tolerance * of.t) {
      all.back().v_plus = s.v_plus;
      continue;
    }
    all.push_back(s);
  }
  // Impacts may come so fast that the last that is told is at the limit already (e = 0, two walls in turn: the times
  // between fall as 1e-4, 4e-8, 1e-16 …).
  for (shock& s : all)
    for (const answer::limit& l : a.accumulations)
      if (real(abs(s.t - l.t)) <= tolerance * of.t && l.v.size() == s.v_plus.size()) s.v_plus = l.v;
  std::erase_if(all, [&](const shock& s) { return jump_of(s) <= real(unfelt) * of.v; });
  return all;
}

}  // namespace

comparison compare(const answer& a, const answer& b, const unit_sizes& units, const real& tolerance,
                   const real& until) {
  const real& horizon = units.horizon;
  scales of{horizon, units.length, 0};
  for (const answer* x : {&a, &b}) {
    for (const shock& s : x->shocks) {
      of.q = std::max(of.q, size_of(s.q));
      of.v = std::max({of.v, size_of(s.v_minus), size_of(s.v_plus)});
    }
    for (const numbers& q : x->sampled) of.q = std::max(of.q, size_of(q));
    of.q = std::max(of.q, size_of(x->end_position));
    of.v = std::max(of.v, size_of(x->end_velocity));
  }
  // What moves by of.q in the horizon has that velocity at least: a motion that ends at rest is not judged by its last
  // rounding.
  of.v = std::max(of.v, real(of.q / horizon));

  const real slack = tolerance * horizon;
  const bool both_end = a.end_time == b.end_time || real(abs(a.end_time - b.end_time)) <= slack;
  const real reached = std::min({until, a.end_time, b.end_time});
  comparing with(of, tolerance);

  std::vector<shock> x = felt(a, of, tolerance), y = felt(b, of, tolerance);
  // Before each accumulation that one of them tells: as many impacts as both resolve.
  // Limits this near to each other are one: how near it is told depends on how far it is resolved.
  const real one_limit = real(1e-5) * horizon;
  numbers limits;
  for (const answer* from : {&a, &b})
    for (const answer::limit& l : from->accumulations) limits.push_back(l.t);
  std::sort(limits.begin(), limits.end());
  real from = -1;
  for (std::size_t k = 0; k < limits.size(); ++k) {
    if (k + 1 < limits.size() && limits[k + 1] - limits[k] <= one_limit) continue;
    const real to = limits[k] + slack;
    const auto before = [&](const std::vector<shock>& list) {
      return std::count_if(list.begin(), list.end(), [&](const shock& s) { return from < s.t && s.t <= to; });
    };
    const auto resolved = std::min(before(x), before(y));
    for (std::vector<shock>* list : {&x, &y}) {
      std::ptrdiff_t seen = 0;
      std::erase_if(*list, [&](const shock& s) { return from < s.t && s.t <= to && ++seen > resolved; });
    }
    from = to;
  }

  const auto near_end = [&](const real& t) { return t >= reached - real(2) * slack; };
  std::size_t k = 0;
  for (; k < std::min(x.size(), y.size()); ++k) {
    if (near_end(x[k].t) || near_end(y[k].t)) break;
    const real t = std::min(x[k].t, y[k].t);
    const std::string name = "impact " + std::to_string(k + 1);
    if (real(abs(x[k].t - y[k].t)) > real(1e-3) * horizon) {
      with.part(t, name + " at " + shown(x[k].t, tolerance) + " against " + shown(y[k].t, tolerance), true);
      break;
    }
    with.set_weakness(of.v / std::min(jump_of(x[k]), jump_of(y[k])));
    with.numbers_at(t, name + ", t", x[k].t, y[k].t, of.t);
    with.lists_at(t, name + ", q", x[k].q, y[k].q, of.q);
    with.lists_at(t, name + ", v-", x[k].v_minus, y[k].v_minus, of.v);
    with.lists_at(t, name + ", v+", x[k].v_plus, y[k].v_plus, of.v);
  }
  with.set_weakness(1);
  if (k < x.size() && k >= y.size() && !near_end(x[k].t))
    with.part(x[k].t, "an impact at " + shown(x[k].t, tolerance) + " against none", true);
  if (k < y.size() && k >= x.size() && !near_end(y[k].t))
    with.part(y[k].t, "no impact against one at " + shown(y[k].t, tolerance), true);

  for (std::size_t j = 0; j < std::min(a.sampled.size(), b.sampled.size()); ++j) {
    const real t = horizon * real(j + 1) / real(samples);
    if (t > reached) break;
    with.lists_at(t, "q at " + t.str(6, std::ios_base::fmtflags{}), a.sampled[j], b.sampled[j], of.q);
  }
  if (both_end && until >= a.end_time) {
    with.lists_at(a.end_time, "end q", a.end_position, b.end_position, of.q);
    const auto struck = [&](const std::vector<shock>& list) {
      return std::any_of(list.begin(), list.end(), [&](const shock& s) { return near_end(s.t); });
    };
    if (!struck(x) && !struck(y)) with.lists_at(a.end_time, "end v", a.end_velocity, b.end_velocity, of.v);
  }
  return with.found();
}

}  // namespace unilateral::random_systems
