#include "reports/study/reference/engines.hpp"

#include "problems/judge/finite_answer.hpp"
#include "problems/judge/quantity.hpp"
#include "problems/language/input_error.hpp"
#include "reports/study/reference/quantity_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace unilateral::study {
namespace {

using S = real50;
enum kind : std::size_t { times, positions, velocities, impulses, known_numbers };

/// Largest difference of each kind, relative to the size of the kind, and where; and the earliest that is more than
/// tolerated.
class comparison {
 public:
  /// least: the sizes of times, positions, velocities and impulses are no smaller.
  comparison(const solution<S>& run, const std::array<S, 4>& least, const S& tolerated)
      : sizes_(least), tolerated_(tolerated) {
    see(times, run.end_time);
    see(positions, run.end_position);
    see(velocities, run.end_velocity);
    for (const auto& i : run.impacts) {
      see(positions, i.q);
      see(velocities, i.v_minus);
      see(velocities, i.v_plus);
      see(impulses, i.impulse);
    }
    for (int k = 0; k < run.path.pieces(); ++k)
      for (int i = 0; i < run.path.dimension(); ++i) {
        see(positions, run.path.position(k, i, S(0)));
        see(velocities, run.path.velocity(k, i, S(0)));
      }
  }

  std::string fault;  ///< an event that the two don't have in common; else empty
  std::array<S, agreements.size()> worst{};
  std::array<std::string, agreements.size()> where{};

  std::optional<parting> first{};  ///< where they part, or nothing

  /// The numbers that follow belong to this instant.
  void at(const S& t) { now_ = to_double(t); }

  void same(kind of, const std::string& name, const S& x, const S& y, const S& size) {
    S off = x == y ? S(0) : S(abs(x - y) / size);
    if (!is_finite(x) || !is_finite(y) || !is_finite(size)) off = infinity<S>();  // no number agrees with nothing
    if (where[of].empty() || off > worst[of]) {
      worst[of] = off;
      where[of] = name;
    }
    if (off > tolerated_) part(name + " = " + brief(x) + " and " + brief(y));
  }
  void same(kind of, const std::string& name, const S& x, const S& y) { same(of, name, x, y, sizes_[of]); }
  void same(kind of, const std::string& name, const column<S>& x, const column<S>& y) {
    if (x.size() != y.size())
      return differ(name + ": dimensions " + std::to_string(x.size()) + " and " + std::to_string(y.size()));
    for (Eigen::Index i = 0; i < x.size(); ++i) same(of, name + "[" + std::to_string(i) + "]", x[i], y[i]);
  }
  void same_number(const std::string& name, std::size_t x, std::size_t y) {
    if (x != y) differ("number of " + name + ": " + std::to_string(x) + " and " + std::to_string(y));
  }
  void differ(const std::string& what) {
    if (fault.empty()) fault = what;
    part(what);
  }

 private:
  static std::string brief(const S& x) { return x.str(20, std::ios_base::fmtflags{}); }
  void part(const std::string& what) {
    if (!first || now_ < first->t) first = parting{now_, what};
  }
  void see(kind of, const S& x) { sizes_[of] = larger(sizes_[of], S(abs(x))); }
  void see(kind of, const column<S>& x) {
    for (const S& y : x) see(of, y);
  }
  std::array<S, 4> sizes_;
  S tolerated_;
  double now_ = 0;
};

/// Events from one accumulation (its number) to the next, or to the end. An impact at the very time of an accumulation,
/// as rounded, is the last of those before it; a contact that begins within a `hair` of it begins with it, and one that
/// ends there too is too short to be compared.
struct stretch {
  std::vector<impact<S>> impacts;
  std::vector<contact_interval<S>> contacts;
  S end;
  stretch(const solution<S>& a, std::size_t next, const S& hair) : end(limit(a, next)) {
    const S begin = next == 0 ? S(-1) : limit(a, next - 1);
    for (const auto& i : a.impacts)
      if (i.t > begin && i.t <= end) impacts.push_back(i);
    for (const auto& i : a.contacts) {
      const bool fleeting = std::any_of(a.accumulations.begin(), a.accumulations.end(),
                                        [&](const auto& x) { return i.from >= x.t - hair && i.to <= x.t + hair; });
      if (!fleeting && i.from >= begin - hair && i.from < end - hair) contacts.push_back(i);
    }
  }

 private:
  static S limit(const solution<S>& a, std::size_t k) {
    return k < a.accumulations.size() ? a.accumulations[k].t : S(a.end_time + 1);
  }
};

/// Where a stretch ends in an accumulation: what both tell of it.
void compare(comparison& c, const std::string& which, const stretch& a, const stretch& b, bool accumulates,
             const S& hair) {
  const auto &x = a.impacts, &y = b.impacts;
  auto r = a.contacts, s = b.contacts;
  const std::size_t impacts = std::min(x.size(), y.size());
  if (x.size() != y.size()) c.at(x.size() > impacts ? x[impacts].t : y[impacts].t);
  if (!accumulates) c.same_number("impacts" + which, x.size(), y.size());
  for (std::size_t k = 0; k < impacts; ++k) {
    c.at(std::min(x[k].t, y[k].t));
    const std::string name = "impacts[" + std::to_string(k) + "]" + which + ".";
    c.same(times, name + "t", x[k].t, y[k].t);
    c.same(positions, name + "q", x[k].q, y[k].q);
    c.same(velocities, name + "v_minus", x[k].v_minus, y[k].v_minus);
    c.same(velocities, name + "v_plus", x[k].v_plus, y[k].v_plus);
    c.same(impulses, name + "impulse", x[k].impulse, y[k].impulse);
    if (x[k].active != y[k].active) c.differ(name + "active");
  }
  // Contacts that end after the last impact that both tell and before the accumulation are told by one.
  const S last_impact = impacts > 0 ? S(std::min(x[impacts - 1].t, y[impacts - 1].t) - hair) : S(-1);
  for (auto* list : {&r, &s}) {
    if (accumulates)
      std::erase_if(*list, [&](const auto& i) { return i.to > last_impact && i.to <= std::max(a.end, b.end) + hair; });
    std::sort(list->begin(), list->end(), [](const auto& i, const auto& j) {
      return std::tie(i.constraint, i.from) < std::tie(j.constraint, j.from);
    });
  }
  const std::size_t contacts = std::min(r.size(), s.size());
  if (r.size() != s.size()) c.at(r.size() > contacts ? r[contacts].from : s[contacts].from);
  c.same_number("contacts" + which, r.size(), s.size());
  for (std::size_t k = 0; k < contacts; ++k) {
    c.at(std::min(r[k].from, s[k].from));
    const std::string name = "contact of constraint " + std::to_string(r[k].constraint) + which + ", ";
    if (r[k].constraint != s[k].constraint) c.differ(name + "and of constraint " + std::to_string(s[k].constraint));
    c.same(times, name + "from", r[k].from, s[k].from);
    c.at(std::min(r[k].to, s[k].to));
    c.same(times, name + "to", r[k].to, s[k].to);
  }
}

/// hair: times that are nearer are one.
void compare(comparison& c, const solution<S>& a, const solution<S>& b, const S& hair) {
  c.at(std::min(a.end_time, b.end_time));
  if (!a.completed() || !b.completed()) return c.differ(a.status + " and " + b.status);
  for (const solution<S>* run : {&a, &b})
    if (const std::string place = not_finite_in(*run); !place.empty())
      return c.differ("a number that is not finite in " + place);
  c.same(times, "end.t", a.end_time, b.end_time);
  c.same(positions, "end.q", a.end_position, b.end_position);
  c.same(velocities, "end.v", a.end_velocity, b.end_velocity);
  const std::size_t both = std::min(a.accumulations.size(), b.accumulations.size());
  if (a.accumulations.size() != b.accumulations.size())
    c.at(a.accumulations.size() > both ? a.accumulations[both].t : b.accumulations[both].t);
  c.same_number("accumulations", a.accumulations.size(), b.accumulations.size());
  if (!c.fault.empty()) return;

  for (std::size_t k = 0; k <= a.accumulations.size(); ++k) {
    const bool accumulates = k < a.accumulations.size();
    const std::string which = a.accumulations.empty() ? ""
                              : accumulates           ? " before accumulation " + std::to_string(k)
                                                      : " after the accumulations";
    compare(c, which, stretch(a, k, hair), stretch(b, k, hair), accumulates, hair);
    if (!accumulates) break;
    const std::string name = "accumulations[" + std::to_string(k) + "].";
    c.at(std::min(a.accumulations[k].t, b.accumulations[k].t));
    c.same(times, name + "t", a.accumulations[k].t, b.accumulations[k].t);
    c.same(positions, name + "q", a.accumulations[k].q, b.accumulations[k].q);
    c.same(velocities, name + "v", a.accumulations[k].v, b.accumulations[k].v);
  }

  // Between events: at times that are nobody's knots.
  for (int k = 1; k < 16; ++k) {
    const S t = a.end_time * (S(k) + S(1) / S(7)) / S(17);
    if (std::any_of(a.impacts.begin(), a.impacts.end(),
                    [&](const impact<S>& i) { return abs(i.t - t) < exact<S>("1e-10") * a.end_time; }))
      continue;
    c.at(t);
    const std::string at = "(" + fmt::format("{:.6g}", to_double(t)) + ")";
    c.same(positions, "q" + at, a.path.position(t), b.path.position(t));
    c.same(velocities, "v" + at, a.path.velocity_right(t), b.path.velocity_right(t));
  }
}

/// Impulse of a contact's impacts that follow the last one told before an accumulation: a geometric sequence.
S untold_impulse(const solution<S>& a, std::size_t constraint) {
  if (a.accumulations.empty()) return S(0);
  std::vector<S> last;
  for (std::size_t k = a.impacts.size(); k-- > 0 && last.size() < 2;)
    if (const S& P = a.impacts[k].impulse[static_cast<Eigen::Index>(constraint)]; P > 0) last.push_back(P);
  return last.size() == 2 && last[1] > last[0] ? S(last[0] * last[0] / (last[1] - last[0])) : S(0);
}

/// (2)
void compare_known(comparison& c, const solution<S>& answer, const std::string& who,
                   const std::vector<known_value<S>>& known) {
  if (!answer.completed()) return;
  for (const known_value<S>& v : known) {
    const quantity_name name(v.quantity);
    if (name.is_count() && !answer.accumulations.empty()) continue;
    S found;
    try {
      found = quantity(answer, v.quantity);
    } catch (const input_error& missing) {
      // One of the impacts before an accumulation that is too short to be resolved?
      if (answer.accumulations.empty() || !name.of_an_impact()) c.differ(who + ": " + missing.what());
      continue;
    }
    if (name.owner.empty() && name.member == "total_impulse") found += untold_impulse(answer, name.index.front());
    const S off = abs(found - v.value), unknown(v.accuracy);
    c.same(known_numbers, v.quantity + " by " + who, off <= unknown && is_finite(unknown) ? S(0) : S(off - unknown),
           S(0), larger(S(1), S(abs(v.value))));
  }
}

}  // namespace

runs_compared compared(const std::string& first, const solution<real50>& a, const std::string& second,
                       const solution<real50>& b, const std::vector<known_value<real50>>& known) {
  comparison c(a, {S(1), S(1), S(1), S(1)}, pow(S(10), -digits_to_agree));
  compare(c, a, b, S(exact<S>("1e-40") * std::max(S(1), a.end_time)));
  compare_known(c, a, first, known);
  compare_known(c, b, second, known);
  return {c.fault, c.worst, c.where};
}

std::optional<parting> parting_of(const solution<real50>& a, const solution<real50>& b, const natural_size& least,
                                  int digits) {
  const S tolerated = pow(S(10), -digits);
  comparison c(a, {S(least.time), S(least.place), S(least.speed), S(least.momentum)}, tolerated);
  compare(c, a, b, S(tolerated * a.end_time));
  return c.first;
}

std::vector<const listed_solver*> studied_solvers() {
  std::vector<const listed_solver*> some;
  bool engine = false;
  for (const listed_solver& s : solver_list()) {
    if (!s.declaration.reference_engine || !engine) some.push_back(&s);
    engine = engine || s.declaration.reference_engine;
  }
  return some;
}

}  // namespace unilateral::study
