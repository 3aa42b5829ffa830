#include "tests/random_systems/contenders.hpp"

#include "problems/language/admissibility.hpp"
#include "problems/language/input_error.hpp"
#include "problems/language/tape.hpp"
#include "reports/study/reference/solver_list.hpp"
#include "tests/random_systems/apart.hpp"

#include <algorithm>
#include <chrono>
#include <sstream>

namespace unilateral::random_systems {
namespace {

/// A solver's own limit is on the clock; a process that works for twice that has not kept it.
double patience(double limit) { return 2 * limit + 2; }
/// Beside others, with room for these to go.
double on_the_clock(double limit) { return limit * std::min(8.0, 1.5 * crowd()); }

template <scalar S>
answer solved(const study::listed_solver& by, const statement& question, double limit, std::optional<int> steps) {
  request asked;
  asked.seconds = limit;
  if (steps) asked.step = exact_rational(to_text(constant_value<double>(question.horizon))) / *steps;
  const auto begin = std::chrono::steady_clock::now();
  answer a;
  try {
    check_admissible(question);
    a = answer_of(by.solve<S>(question, asked), constant_value<S>(question.horizon));
  } catch (const input_error& error) {
    a.status = std::string("refused: ") + error.what();
  }
  a.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return a;
}

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

/// An exact end of a bracket in fifty digits, moved outward by their rounding.
real rounded(const rational& x, int outward) {
  const real near = exact<real>(x);
  return near + real(outward) * real(abs(near)) * epsilon<real>();
}

}  // namespace

answer answer_by(const std::string& solver, int digits, const statement& question, double limit,
                 std::optional<int> steps) {
  const double clock = on_the_clock(limit);
  const outcome_apart ran = run_apart(
      [&] {
        const study::listed_solver& by = study::find_solver(solver);
        return to_lines(digits <= 16 ? solved<double>(by, question, clock, steps)
                                     : solved<real>(by, question, clock, steps));
      },
      patience(limit));
  answer a;
  a.seconds = ran.seconds;
  switch (ran.ended) {
    case outcome_apart::how::limit:
      a.status = ran.seconds > clock + 1 ? "never ended" : "too slow";
      return a;
    case outcome_apart::how::crashed:
      a.status = "crashed: " + one_line(ran.text);
      return a;
    default:
      a = from_lines(ran.text);
  }
  if (a.status.starts_with("stopped: the limit of")) a.status = "too slow";
  return a;
}

theorem theorem_by(enclosures::engine with, int digits, const statement& question, double limit) {
  const outcome_apart ran = run_apart(
      [&] {
        std::ostringstream out;
        try {
          const enclosures::enclosure found = enclosures::enclose(question, with, {.digits = digits});
          out << (found.proved ? "completed" : "undecided: " + one_line(found.undecided)) << '\n';
          const auto write = [&](const enclosures::bracket& x) {
            out << to_text(rounded(x.lower, -1)) << ' ' << to_text(rounded(x.upper, 1)) << ' ';
          };
          const auto write_all = [&](const std::vector<enclosures::bracket>& list) {
            for (const enclosures::bracket& x : list) write(x);
          };
          for (const enclosures::impact_enclosure& i : found.impacts) {
            out << "shock " << i.q.size() << ' ';
            write(i.t);
            write_all(i.q);
            write_all(i.v_minus);
            write_all(i.v_plus);
            out << '\n';
          }
          for (const enclosures::accumulation_enclosure& a : found.accumulations) {
            out << "limit " << a.v.size() << ' ' << a.constraint << ' ' << a.impacts_listed << ' ';
            write(a.t);
            write_all(a.v);
            out << '\n';
          }
          out << "end " << found.end_position.size() << ' ';
          write_all(found.end_position);
          write_all(found.end_velocity);
          out << '\n';
        } catch (const input_error& error) {
          out << "refused: " << error.what() << '\n';
        }
        return out.str();
      },
      limit);
  theorem proved;
  proved.seconds = ran.seconds;
  if (ran.ended != outcome_apart::how::done) {
    proved.status = ran.ended == outcome_apart::how::limit ? "too slow" : "crashed: " + one_line(ran.text);
    return proved;
  }
  std::istringstream in(ran.text);
  std::getline(in, proved.status);
  const auto read = [&](std::size_t count) {
    std::vector<theorem::span> list(count);
    std::string lower, upper;
    for (theorem::span& x : list) {
      in >> lower >> upper;
      x = {real(lower), real(upper)};
    }
    return list;
  };
  std::string what;
  for (std::size_t n = 0; in >> what >> n;) {
    if (what == "shock") {
      theorem::shock s;
      s.t = read(1)[0];
      s.q = read(n);
      s.v_minus = read(n);
      s.v_plus = read(n);
      proved.shocks.push_back(std::move(s));
    } else if (what == "limit") {
      theorem::limit l;
      in >> l.constraint >> l.listed;
      l.t = read(1)[0];
      l.v = read(n);
      proved.accumulations.push_back(std::move(l));
    } else {
      proved.end_position = read(n);
      proved.end_velocity = read(n);
    }
  }
  return proved;
}

std::optional<std::string> contradiction(const theorem& proved, const answer& computed, const unit_sizes& of,
                                         const real& tolerance) {
  const real& horizon = of.horizon;
  real q_size = of.length, v_size = 0;
  const auto enlarge = [](real& size, const numbers& list) {
    for (const real& x : list) size = std::max(size, real(abs(x)));
  };
  for (const shock& s : computed.shocks) {
    enlarge(q_size, s.q);
    enlarge(v_size, s.v_minus);
    enlarge(v_size, s.v_plus);
  }
  enlarge(q_size, computed.end_position);
  enlarge(v_size, computed.end_velocity);
  v_size = std::max(v_size, real(q_size / horizon));

  std::optional<std::string> found;
  const auto hold = [&](const std::string& what, const real& x, const theorem::span& in, const real& size) {
    if (found || (x >= in.lower - tolerance * size && x <= in.upper + tolerance * size)) return;
    found = what + ": " + x.str(50, std::ios_base::fmtflags{}) + " outside of [" +
            in.lower.str(30, std::ios_base::fmtflags{}) + ", " + in.upper.str(30, std::ios_base::fmtflags{}) + "]";
  };
  const auto hold_all = [&](const std::string& what, const numbers& x, const std::vector<theorem::span>& in,
                            const real& size) {
    for (std::size_t i = 0; i < std::min(x.size(), in.size()); ++i)
      hold(what + "[" + std::to_string(i) + "]", x[i], in[i], size);
  };
  // An impact at 0 is told by a theorem where the data lie on a constraint by their formulas, by a solver also within
  // rounding.
  std::vector<shock> later = computed.shocks;
  const bool from_start = !proved.shocks.empty() && proved.shocks[0].t.lower == 0 && proved.shocks[0].t.upper == 0;
  if (!from_start) std::erase_if(later, [](const shock& s) { return s.t == 0; });
  auto told = later.begin();
  auto limit = proved.accumulations.begin();
  // What is told before the limits that come after the first k shocks; whether anything that is proved is not told.
  const auto pass_limits = [&](std::size_t k) {
    for (; limit != proved.accumulations.end() && limit->listed == k && !found; ++limit) {
      const std::string name = "limit at " + limit->t.lower.str(20, std::ios_base::fmtflags{});
      while (told != later.end() && told->t <= limit->t.upper + tolerance * horizon &&
             told->active == std::vector<int>{limit->constraint})
        ++told;
      const auto same = std::find_if(computed.accumulations.begin(), computed.accumulations.end(), [&](const auto& l) {
        return l.t >= limit->t.lower - tolerance * horizon && l.t <= limit->t.upper + tolerance * horizon;
      });
      if (same != computed.accumulations.end())
        hold_all(name + ", v", same->v, limit->v, v_size);
      else if (computed.completed() || computed.end_time > limit->t.upper)
        found = name + " is proved, and not told";
    }
  };
  pass_limits(0);
  for (std::size_t k = 0; k < proved.shocks.size() && !found; ++k) {
    const theorem::shock& s = proved.shocks[k];
    const std::string name = "impact " + std::to_string(k + 1);
    if (told == later.end()) {
      if (computed.completed() || computed.end_time > s.t.upper)
        found = name + " is proved at " + s.t.lower.str(20, std::ios_base::fmtflags{}) + ", and not told";
      break;
    }
    hold(name + ", t", told->t, s.t, horizon);
    hold_all(name + ", q", told->q, s.q, q_size);
    hold_all(name + ", v-", told->v_minus, s.v_minus, v_size);
    hold_all(name + ", v+", told->v_plus, s.v_plus, v_size);
    ++told;
    pass_limits(k + 1);
  }
  if (found || proved.status != "completed" || !computed.completed()) return found;
  if (told != later.end())
    return "an impact is told at " + told->t.str(20, std::ios_base::fmtflags{}) + ", and none is proved";
  hold_all("end q", computed.end_position, proved.end_position, q_size);
  hold_all("end v", computed.end_velocity, proved.end_velocity, v_size);
  return found;
}

}  // namespace unilateral::random_systems
