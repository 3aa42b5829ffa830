#include "reports/study/answer/estimate.hpp"

#include "problems/language/evaluated_system.hpp"
#include "problems/language/tape.hpp"
#include "reports/study/answer/default_step.hpp"
#include "reports/study/answer/formula_rounding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <optional>
#include <utility>

namespace unilateral::study {
namespace {

constexpr double unknown = std::numeric_limits<double>::infinity();

// (1) to (3); tests/estimate_calibration.cpp counts how often they are too small, and by how much they are too large.
constexpr int of_a_longer_scalar = 4, of_the_same_scalar = 16, of_steps = 8;
/// Roundings of a number of the kind's size in (2), and in (3) beside one a step, which add up like the root of their
/// number.
constexpr int roundings = 16;
/// Steps of a scheme from an impact to its counterpart; and steps that it may see an impact early or late, with the two
/// that its shock may take.
constexpr int steps_apart = 4, steps_late = 3;
/// The most impacts of a summary that its second run keeps.
constexpr int most_kept = 100'000;

/// The least double that is not below x ≥ 0; ∞ for what is no number.
template <scalar S>
double upward(const S& x) {
  const double near = to_double(x);
  if (!(near >= 0)) return unknown;
  return S(near) < x ? std::nextafter(near, unknown) : near;
}

std::vector<double> unknowns(Eigen::Index count) {
  return std::vector<double>(static_cast<std::size_t>(count), unknown);
}

template <scalar S>
impact_errors unknown_errors(const impact<S>& of) {
  return {unknown, unknowns(of.q.size()), unknowns(of.v_minus.size()), unknowns(of.v_plus.size()),
          unknowns(of.impulse.size())};
}
template <scalar S>
state_errors unknown_errors(const column<S>& q, const column<S>& v) {
  return {unknown, unknowns(q.size()), unknowns(v.size())};
}

std::string moment(double t) { return fmt::format("t = {:.6g}", t); }

template <scalar S>
estimate<answer_errors> unknown_in(const solution<S>& answer) {
  return {unknown_errors_of(answer)};
}

// --- sizes: the largest number of each kind ---

template <scalar S>
struct largest_numbers {
  S t{}, q{}, v{}, impulse{};

  explicit largest_numbers(const solution<S>& run) {
    see(t, run.end_time);
    see(q, run.end_position);
    see(v, run.end_velocity);
    for (const impact<S>& i : run.impacts) {
      see(q, i.q);
      see(v, i.v_minus);
      see(v, i.v_plus);
      see(impulse, i.impulse);
    }
    for (int k = 0; k < run.path.pieces(); ++k)
      for (int i = 0; i < run.path.dimension(); ++i) {
        see(q, run.path.position(k, i, S(0)));
        see(v, run.path.velocity(k, i, S(0)));
      }
  }

 private:
  static void see(S& size, const S& x) {
    using std::abs;
    size = std::max(size, S(abs(x)));
  }
  static void see(S& size, const column<S>& x) {
    for (const S& y : x) see(size, y);
  }
};

// --- contacts: each is held against the one of the same rank among those of its constraint ---

/// Ranks of the contacts of a run, each among those of its constraint.
template <scalar S>
std::vector<std::size_t> ranks_of_contacts(const solution<S>& run) {
  std::map<int, std::size_t> seen;
  std::vector<std::size_t> ranks;
  for (const contact_interval<S>& c : run.contacts) ranks.push_back(seen[c.constraint]++);
  return ranks;
}

/// The contact of a run by constraint and rank.
template <scalar S>
std::map<std::pair<int, std::size_t>, const contact_interval<S>*> contacts_by_rank(const solution<S>& run) {
  std::map<std::pair<int, std::size_t>, const contact_interval<S>*> found;
  const std::vector<std::size_t> ranks = ranks_of_contacts(run);
  for (std::size_t k = 0; k < ranks.size(); ++k) found[{run.contacts[k].constraint, ranks[k]}] = &run.contacts[k];
  return found;
}

// --- (1) and (2) ---

template <scalar S, scalar W>
class beside {
 public:
  static constexpr bool longer = !std::is_same_v<S, W>;

  double error(const S& x, const W& y, const S& size) const {
    using std::abs;
    const W difference = abs(W(x) - y);
    if constexpr (longer)
      return upward(W(W(of_a_longer_scalar) * difference + W(epsilon<S>()) * W(abs(x))));
    else
      return upward(W(W(of_the_same_scalar) * difference + W(roundings) * W(epsilon<S>()) * W(size)));
  }
  std::vector<double> error(const column<S>& x, const column<W>& y, const S& size) const {
    if (x.size() != y.size()) return unknowns(x.size());
    std::vector<double> all;
    for (Eigen::Index i = 0; i < x.size(); ++i) all.push_back(error(x[i], y[i], size));
    return all;
  }
};

/// Impacts from one accumulation, or the start, to the next, or to the end: first ≤ k < last. One at the very time of
/// the accumulation is the last before it.
struct impact_range {
  std::size_t first, last;
};
template <scalar S>
std::vector<impact_range> impacts_between_accumulations(const solution<S>& run) {
  std::vector<impact_range> found;
  std::size_t k = 0;
  for (const accumulation<S>& limit : run.accumulations) {
    const std::size_t first = k;
    while (k < run.impacts.size() && run.impacts[k].t <= limit.t) ++k;
    found.push_back({first, k});
  }
  found.push_back({k, run.impacts.size()});
  return found;
}

/// A fourth of the shorter flight beside an impact of the run, or what times are rounded by there: the farthest at
/// which another's is the same.
template <scalar W>
W how_near(const solution<W>& run, std::size_t k, const W& rounding) {
  using std::abs;
  const W before = k > 0 ? W(run.impacts[k].t - run.impacts[k - 1].t) : run.impacts[k].t;
  const W after = W(k + 1 < run.impacts.size() ? run.impacts[k + 1].t : run.end_time) - run.impacts[k].t;
  return std::max(W(std::min(before, after) / W(4)), W(W(1 << 10) * rounding * abs(run.impacts[k].t)));
}

template <scalar S, scalar W>
class followed {
 public:
  followed(const solution<S>& answer, const solution<W>& second) : a_(answer), b_(second), size_(answer) {
    result_ = unknown_in(a_);
    if (follow()) compare_ends();
    compare_contacts();
  }
  estimate<answer_errors> result() && { return std::move(result_); }

 private:
  /// False where the runs part before the answer ends.
  bool follow() {
    if (a_.impacts.empty() && b_.impacts.empty()) return follow_counts();
    const std::vector<impact_range> mine = impacts_between_accumulations(a_), other = impacts_between_accumulations(b_);
    for (std::size_t s = 0; s < mine.size(); ++s) {
      if (s >= other.size())
        return part(to_double(
            a_.accumulations[s - 1].t));  // cannot be: each stretch but the last ends in an accumulation of both
      const auto [i, i_end] = mine[s];
      const auto [j, j_end] = other[s];
      const std::size_t both = std::min(i_end - i, j_end - j);
      for (std::size_t k = 0; k < both; ++k)
        if (!match(i + k, j + k)) return part(std::min(to_double(a_.impacts[i + k].t), to_double(b_.impacts[j + k].t)));
      const bool a_accumulates = s + 1 < mine.size(), b_accumulates = s + 1 < other.size();
      if (a_accumulates && b_accumulates) {
        if (!match_accumulations(s))
          return part(std::min(to_double(a_.accumulations[s].t), to_double(b_.accumulations[s].t)));
        continue;
      }
      // The last stretch of one of them: it tells every impact; the other's next event is the one that it lacks.
      const std::size_t k = i + both, l = j + both;
      const double next = k < i_end       ? to_double(a_.impacts[k].t)
                          : a_accumulates ? to_double(a_.accumulations[s].t)
                                          : unknown;
      const double others_next = l < j_end       ? to_double(b_.impacts[l].t)
                                 : b_accumulates ? to_double(b_.accumulations[s].t)
                                                 : unknown;
      const double ends = std::min(to_double(a_.end_time), to_double(b_.end_time));
      if (std::min(next, others_next) <= ends && (next < unknown || others_next < to_double(a_.end_time)))
        return part(std::min(next, others_next));
      return true;
    }
    return true;
  }

  /// Summaries, and runs without an impact.
  bool follow_counts() {
    const std::size_t both = std::min(a_.accumulations.size(), b_.accumulations.size());
    for (std::size_t s = 0; s < both; ++s)
      if (!match_accumulations(s))
        return part(std::min(to_double(a_.accumulations[s].t), to_double(b_.accumulations[s].t)));
    if (a_.accumulations.size() > both) return part(to_double(a_.accumulations[both].t));
    if (b_.accumulations.size() > both && W(b_.accumulations[both].t) <= W(a_.end_time))
      return part(to_double(b_.accumulations[both].t));
    if (both == 0 && a_.completed() && b_.completed() && a_.counts.impacts != b_.counts.impacts) {
      parted_ = 0;
      result_.warnings.push_back(
          fmt::format("the second run parts from this one: {} impacts and {}: no digit is believed", b_.counts.impacts,
                      a_.counts.impacts));
      return false;
    }
    return true;
  }

  bool part(double t) {
    parted_ = t;
    result_.warnings.push_back("the second run parts from this one at " + moment(t) + ": no later digit is believed");
    return false;
  }

  bool match(std::size_t k, std::size_t l) {
    using std::abs;
    const impact<S>& x = a_.impacts[k];
    const impact<W>& y = b_.impacts[l];
    if (x.active != y.active || !(abs(W(x.t) - y.t) <= how_near(b_, l, W(epsilon<S>())) || follows_alike(k, l)))
      return false;
    result_.errors.impacts[k] = {compare_.error(x.t, y.t, size_.t), compare_.error(x.q, y.q, size_.q),
                                 compare_.error(x.v_minus, y.v_minus, size_.v),
                                 compare_.error(x.v_plus, y.v_plus, size_.v),
                                 compare_.error(x.impulse, y.impulse, size_.impulse)};
    return true;
  }

  /// Whether the flights before two impacts are alike, after two that were the same: towards an accumulation flights
  /// are shorter than both runs are apart in time.
  bool follows_alike(std::size_t k, std::size_t l) const {
    using std::abs;
    if (k == 0 || l == 0) return false;
    const W t = b_.impacts[l].t, mine = W(a_.impacts[k].t) - W(a_.impacts[k - 1].t), other = t - b_.impacts[l - 1].t;
    return abs(W(mine - other)) <= std::max(W(other / W(4)), W(W(4) * W(epsilon<S>()) * abs(t))) &&
           abs(W(W(a_.impacts[k].t) - t)) <= W(size_.t) / W(1 << 10);
  }

  bool match_accumulations(std::size_t s) {
    using std::abs;
    const accumulation<S>& x = a_.accumulations[s];
    const accumulation<W>& y = b_.accumulations[s];
    // A fourth of the time since the event before, as for impacts.
    const W before = s > 0 ? W(y.t - b_.accumulations[s - 1].t) : y.t;
    if (!(abs(W(x.t) - y.t) <= std::max(W(before / W(4)), W(W(1 << 10) * W(epsilon<S>()) * abs(y.t))))) return false;
    result_.errors.accumulations[s] = {compare_.error(x.t, y.t, size_.t), compare_.error(x.q, y.q, size_.q),
                                       compare_.error(x.v, y.v, size_.v)};
    return true;
  }

  /// Both have seen the same up to the earlier of their ends.
  void compare_ends() {
    using std::abs;
    state_errors& end = result_.errors.end;
    const bool together = a_.completed() == b_.completed();
    if (together) {
      end = {compare_.error(a_.end_time, b_.end_time, size_.t),
             compare_.error(a_.end_position, b_.end_position, size_.q),
             compare_.error(a_.end_velocity, b_.end_velocity, size_.v)};
    } else if (a_.completed()) {
      result_.warnings.push_back("the second run " + b_.status + ": no later digit is believed");
    } else if (b_.path.pieces() > 0 && W(a_.end_time) <= b_.path.end()) {
      const W t(a_.end_time);
      end = {upward(W(W(epsilon<S>()) * abs(t))), compare_.error(a_.end_position, b_.path.position(t), size_.q),
             compare_.error(a_.end_velocity, b_.path.velocity_left(t), size_.v)};
    }
  }

  /// What begins or ends after the runs have parted, or the second one has stopped, is not known.
  void compare_contacts() {
    if (a_.completed() && !b_.completed()) parted_ = std::min(parted_, to_double(b_.end_time));
    const auto others = contacts_by_rank(b_);
    const std::vector<std::size_t> ranks = ranks_of_contacts(a_);
    const auto error = [&](const S& x, const W& y) {
      return to_double(x) < parted_ && to_double(y) < parted_ ? compare_.error(x, y, size_.t) : unknown;
    };
    for (std::size_t k = 0; k < ranks.size(); ++k) {
      const contact_interval<S>& mine = a_.contacts[k];
      if (const auto other = others.find({mine.constraint, ranks[k]}); other != others.end())
        result_.errors.contacts[k] = {error(mine.from, other->second->from), error(mine.to, other->second->to)};
    }
  }

  double parted_ = unknown;  ///< when the runs part
  const solution<S>& a_;
  const solution<W>& b_;
  const largest_numbers<S> size_;
  const beside<S, W> compare_{};
  estimate<answer_errors> result_{};
};

// --- (3) ---

/// An impact with the parts that continue it: parts first ≤ k < last of the run.
template <scalar S>
struct shock {
  std::size_t first, last;
  S t;
  column<S> q, v_minus, v_plus, impulse;
};
template <scalar S>
std::vector<shock<S>> shocks_of(const solution<S>& run) {
  std::vector<shock<S>> found;
  for (std::size_t k = 0; k < run.impacts.size(); ++k) {
    const impact<S>& i = run.impacts[k];
    if (i.continues && !found.empty()) {
      found.back().last = k + 1;
      found.back().v_plus = i.v_plus;
      found.back().impulse += i.impulse;
    } else {
      found.push_back({k, k + 1, i.t, i.q, i.v_minus, i.v_plus, i.impulse});
    }
  }
  return found;
}

/// The nearest in time with an impulse at one of the same constraints; none within `most`.
template <scalar S>
const shock<S>* counterpart(const std::vector<shock<S>>& among, const shock<S>& of, const S& most) {
  using std::abs;
  const auto from = std::lower_bound(among.begin(), among.end(), S(of.t - most),
                                     [](const shock<S>& s, const S& t) { return s.t < t; });
  const shock<S>* best = nullptr;
  for (auto s = from; s != among.end() && s->t <= of.t + most; ++s) {
    bool shared = false;
    for (Eigen::Index a = 0; a < of.impulse.size(); ++a)
      shared = shared || (of.impulse[a] > S(0) && s->impulse[a] > S(0));
    if (shared && (best == nullptr || abs(s->t - of.t) < abs(best->t - of.t))) best = &*s;
  }
  return best;
}

template <scalar S>
S largest(const column<S>& x) {
  using std::abs;
  S most(0);
  for (const S& y : x) most = std::max(most, S(abs(y)));
  return most;
}

/// max over the other runs of |x − y|, times the factor, and `floor` beside it.
template <scalar S>
class apart {
 public:
  apart(const column<S>& x, const S& floor)
      : x_(x), difference_(column<S>::Zero(x.size())), floor_(column<S>::Constant(x.size(), floor)) {}
  apart(const column<S>& x, column<S> floor)
      : x_(x), difference_(column<S>::Zero(x.size())), floor_(std::move(floor)) {}
  void see(const column<S>& y) {
    using std::abs;
    for (Eigen::Index i = 0; i < x_.size(); ++i) {
      const S off = abs(x_[i] - y[i]);
      if (!(off <= difference_[i])) difference_[i] = off;
    }
  }
  std::vector<double> errors() const {
    std::vector<double> all;
    for (Eigen::Index i = 0; i < x_.size(); ++i) all.push_back(upward(S(S(of_steps) * difference_[i] + floor_[i])));
    return all;
  }

 private:
  const column<S>& x_;
  column<S> difference_, floor_;
};

}  // namespace

template <scalar S, scalar W>
estimate<answer_errors> from_second_run(const solution<S>& answer, const solution<W>& second) {
  return followed<S, W>(answer, second).result();
}

template <scalar S>
estimate<answer_errors> from_steps(const solution<S>& answer, const S& step, const std::vector<solution<S>>& others,
                                   const natural_size& natural) {
  using std::abs;
  using std::sqrt;
  estimate<answer_errors> result = unknown_in(answer);
  // The same for a summary: nothing of the path.
  const struct {
    S t, q, v, impulse;
  } size{answer.end_time, std::max(S(natural.place), largest(answer.end_position)),
         std::max(S(natural.speed), largest(answer.end_velocity)), S(natural.momentum)};
  const S rounding =
      epsilon<S>() *
      S(roundings + static_cast<int>(std::ceil(4 * std::sqrt(static_cast<double>(answer.counts.steps)))));

  const std::vector<std::size_t> ranks = ranks_of_contacts(answer);
  std::vector<std::map<std::pair<int, std::size_t>, const contact_interval<S>*>> contacts_of_others;
  for (const solution<S>& other : others) contacts_of_others.push_back(contacts_by_rank(other));

  apart<S> q(answer.end_position, rounding * size.q), v(answer.end_velocity, rounding * size.v);
  for (const solution<S>& other : others) {
    q.see(other.end_position);
    v.see(other.end_velocity);
  }
  result.errors.end = {upward(S(epsilon<S>() * answer.end_time)), q.errors(), v.errors()};

  for (std::size_t k = 0; k < answer.contacts.size(); ++k) {
    const contact_interval<S>& mine = answer.contacts[k];
    const std::size_t rank = ranks[k];
    column<S> times(2);
    times << mine.from, mine.to;
    apart<S> contact(times, S(S(steps_late) * step + rounding * size.t));
    bool matched = !others.empty();
    for (const auto& contacts : contacts_of_others) {
      const auto other = contacts.find({mine.constraint, rank});
      matched = matched && other != contacts.end();
      if (!matched) break;
      column<S> theirs(2);
      theirs << other->second->from, other->second->to;
      contact.see(theirs);
    }
    if (matched) result.errors.contacts[k] = {contact.errors()[0], contact.errors()[1]};
  }

  std::vector<std::vector<shock<S>>> of_others;
  for (const solution<S>& other : others) of_others.push_back(shocks_of(other));
  const std::vector<shock<S>> mine = shocks_of(answer);
  const S late = S(steps_late) * step;
  // The fastest that each velocity has changed on a flight: in a contact that lasts a flight is no step long, and tells
  // nothing.
  column<S> acceleration = column<S>::Zero(answer.end_velocity.size());
  for (std::size_t k = 0; k < mine.size(); ++k) {
    const shock<S>& here = mine[k];
    const S since = k > 0 ? mine[k - 1].t : answer.path.begin();
    for (Eigen::Index i = 0; i < acceleration.size() && here.t > since; ++i) {
      const S before = k > 0 ? mine[k - 1].v_plus[i] : answer.path.velocity(0, static_cast<int>(i), S(0));
      acceleration[i] = std::max(acceleration[i], S(abs(here.v_minus[i] - before) / std::max(S(here.t - since), step)));
    }
    const column<S> drift = acceleration * late;
    const S jump = largest<S>(here.v_plus - here.v_minus),
            part = jump > S(0) ? S(std::min(S(1), S(largest(drift) / jump))) : S(0);
    const auto and_rounding = [&](const column<S>& floor, const S& of_size) -> column<S> {
      return floor.array() + rounding * of_size;
    };
    column<S> t(1);
    t[0] = here.t;
    apart<S> t_apart(t, S(late + rounding * size.t)),
        q_apart(here.q, and_rounding(here.v_minus.cwiseAbs().cwiseMax(here.v_plus.cwiseAbs()) * late, size.q)),
        minus(here.v_minus, and_rounding(drift, size.v)), plus(here.v_plus, and_rounding(drift, size.v)),
        impulse(here.impulse, and_rounding(here.impulse * part, size.impulse));
    bool matched = !others.empty();
    for (const auto& shocks : of_others) {
      const shock<S>* const there = counterpart(shocks, here, S(S(steps_apart) * step));
      matched = matched && there != nullptr;
      if (!matched) break;
      column<S> t_there(1);
      t_there[0] = there->t;
      t_apart.see(t_there);
      q_apart.see(there->q);
      minus.see(there->v_minus);
      plus.see(there->v_plus);
      impulse.see(there->impulse);
    }
    if (!matched) continue;
    for (std::size_t l = here.first; l < here.last; ++l)
      result.errors.impacts[l] = {t_apart.errors().front(), q_apart.errors(), minus.errors(), plus.errors(),
                                  impulse.errors()};
  }
  return result;
}

namespace {

/// Velocities of the nodes as one column u_0x, u_0y, …
template <scalar S>
column<S> flattened(const std::vector<plane_vector<S>>& u) {
  column<S> v(2 * static_cast<Eigen::Index>(u.size()));
  for (std::size_t i = 0; i < u.size(); ++i) v.template segment<2>(2 * static_cast<Eigen::Index>(i)) = u[i];
  return v;
}

/// `scale`: from the error of S to the error meant.
template <scalar S, scalar W>
estimate<chain_errors> chain_from(const chain_solution<S>& answer, const chain_solution<W>& second, double scale) {
  const auto error = [&](const S& x, const W& y) {
    using std::abs;
    return upward(W(W(of_a_longer_scalar) * abs(W(x) - y) + W(epsilon<S>()) * W(abs(x)))) * scale;
  };
  const auto errors = [&](const auto& x, const auto& y) {
    std::vector<double> all;
    for (Eigen::Index i = 0; i < static_cast<Eigen::Index>(x.size()); ++i) {
      if constexpr (requires { x.data()[i]; })
        all.push_back(i < static_cast<Eigen::Index>(y.size()) ? error(x.data()[i], y.data()[i]) : unknown);
    }
    return all;
  };
  const column<S> v = flattened(answer.velocities);
  const column<W> w = flattened(second.velocities);
  estimate<chain_errors> result;
  result.errors = {.end = {.t = error(answer.end_time, second.end_time),
                           .q = errors(answer.end_position, second.end_position),
                           .v = errors(v, w)},
                   .velocities = {},
                   .tensions = errors(answer.tensions, second.tensions),
                   .dissipation = error(answer.dissipation, second.dissipation)};
  result.errors.velocities = result.errors.end.v;
  if (answer.moving != second.moving || answer.completed() != second.completed()) {
    result.errors = {.end = unknown_errors(answer.end_position, v),
                     .velocities = unknowns(v.size()),
                     .tensions = unknowns(static_cast<Eigen::Index>(answer.tensions.size())),
                     .dissipation = unknown};
    result.warnings.push_back(
        fmt::format("the second run parts from this one: {} nodes move, not {}: no digit is believed", second.moving,
                    answer.moving));
  }
  return result;
}

/// A run with a limit of its own.
template <class Answer>
struct limited {
  Answer answer;
  bool in_time;
};
template <scalar S>
auto run_within(const auto& question, const listed_solver& solver, request asked,
                const std::optional<double>& seconds) {
  const time_limit own = seconds ? time_limit(*seconds) : time_limit();
  asked.seconds = seconds;
  auto answer = solver.solve<S>(question, asked);
  const bool in_time = answer.completed() || !own.passed();
  return limited<decltype(answer)>{std::move(answer), in_time};
}

template <scalar S>
struct longer {
  using scalar = S;
};
template <>
struct longer<double> {
  using scalar = real50;
};
template <>
struct longer<real50> {
  using scalar = real100;
};

template <scalar S>
bool brings(const listed_solver& solver) {
  return solver.digits() >= scalar_traits<S>::digits;
}

/// Roundings of formulas that runs in one scalar show of themselves, evaluating them at other places.
constexpr double differing_roundings = 1 << 10;

/// The larger error of each number. Whether one is more than twice as large now.
bool raise(double& error, double other) {
  const bool grows = other > 2 * error;
  error = std::max(error, other);
  return grows;
}
bool raise(std::vector<double>& errors, const std::vector<double>& others) {
  bool grows = false;
  for (std::size_t i = 0; i < errors.size(); ++i) grows = raise(errors[i], others[i]) || grows;
  return grows;
}
bool raise(state_errors& errors, const state_errors& others) {
  bool grows = raise(errors.t, others.t);
  grows = raise(errors.q, others.q) || grows;
  return raise(errors.v, others.v) || grows;
}
/// Of the same answer.
bool raise(answer_errors& errors, const answer_errors& others) {
  bool grows = false;
  for (std::size_t k = 0; k < errors.impacts.size(); ++k) {
    impact_errors& of = errors.impacts[k];
    const impact_errors& other = others.impacts[k];
    grows = raise(of.t, other.t) || grows;
    grows = raise(of.q, other.q) || grows;
    grows = raise(of.v_minus, other.v_minus) || grows;
    grows = raise(of.v_plus, other.v_plus) || grows;
    grows = raise(of.impulse, other.impulse) || grows;
  }
  for (std::size_t k = 0; k < errors.contacts.size(); ++k) {
    grows = raise(errors.contacts[k].from, others.contacts[k].from) || grows;
    grows = raise(errors.contacts[k].to, others.contacts[k].to) || grows;
  }
  for (std::size_t k = 0; k < errors.accumulations.size(); ++k)
    grows = raise(errors.accumulations[k], others.accumulations[k]) || grows;
  return raise(errors.end, others.end) || grows;
}

/// `beside`: errors from a run on formulas moved by their roundings; `completed`: that run has. In one scalar roundings
/// that change no error are no news; that a longer one does not bring the digits asked for is.
template <scalar S>
void take_rounding_into_account(estimate<answer_errors>& of, const solution<S>& answer, const formula_rounding& what,
                                const answer_errors& beside, bool completed, bool is_news) {
  const bool unknown_now = what.is_unbounded || !completed;
  const bool grows = raise(of.errors, unknown_now ? unknown_errors_of(answer) : beside);
  if (!grows && !is_news) return;
  of.warnings.push_back("terms of the formulas cancel: " + what.moved->which +
                        (unknown_now ? "; no digit is believed" : ", and the errors are what that may change"));
}

template <scalar S>
estimate<answer_errors> by_steps(const statement& question, const listed_solver& solver, const request& asked,
                                 const solution<S>& answer, const time_limit& limit) {
  if (!answer.completed()) return {.none = "the run " + answer.status};
  std::vector<solution<S>> others;
  for (const rational& part : {rational(1, 2), rational(5, 7)}) {
    request with = asked;
    with.step = *asked.step * part;
    with.seconds = limit.left();
    others.push_back(solver.solve<S>(question, with));
    if (!others.back().completed())
      return {.none = "with the step " + to_text(*with.step) + " the run " + others.back().status};
  }
  const S step = exact<S>(*asked.step);
  const natural_size natural = natural_size_of(question, to_double(answer.end_time));
  estimate<answer_errors> result = from_steps(answer, step, others, natural);
  const formula_rounding rounding =
      rounding_of_formulas(question, answer, differing_roundings * to_double(epsilon<S>()));
  if (rounding.moved) {
    request with = asked;
    with.seconds = limit.left();
    const solution<S> moved = solver.solve<S>(rounding.moved->question, with);
    take_rounding_into_account(result, answer, rounding, from_steps(answer, step, {moved}, natural).errors,
                               moved.completed(), false);
  }
  if (!answer.warnings.empty())
    result.warnings.push_back(
        "the errors are those beside the motion that the scheme tends to with its step, which by the warning before "
        "need not be the right one");
  if (answer.path.pieces() == 0) return result;
  const std::string warning = warning_of(*asked.step, check_between(question, answer, others.front()));
  if (warning.empty()) return result;
  result = unknown_in(answer);
  result.warnings.push_back(warning);
  return result;
}

/// Whether a shock within rounding of the end comes before it, no run tells: the velocities may be those of either
/// side. `last`: of the answer, or, where that keeps none, of its second run; `known`: how well its time is.
template <scalar S, scalar W>
void open_at_the_end(estimate<answer_errors>& of, const solution<S>& answer, const impact<W>& last, double known) {
  using std::abs;
  const W apart = abs(W(W(answer.end_time) - last.t)),
          rounding = W(roundings) * W(epsilon<S>()) * W(answer.end_time) + W(known < unknown ? known : 0);
  if (!(apart <= rounding) || last.v_minus == last.v_plus) return;
  of.errors.end.v = unknowns(answer.end_velocity.size());
  of.warnings.push_back("the impact at " + moment(to_double(last.t)) +
                        " is at the end to within rounding: the velocities there may be those before or after it");
}

/// A contact that presses by less than its force is rounded opens where formulas are moved, and hops. Where the answer
/// has none itself, hops slower than `least` are no events: what they do to the motion, its later numbers tell.
template <scalar S, scalar W>
void leave_out_hops(solution<W>& run, const solution<S>& answer, double least) {
  const auto is_hop = [&](const auto& i) { return to_double(largest(decltype(i.q)(i.v_plus - i.v_minus))) <= least; };
  if (std::any_of(answer.impacts.begin(), answer.impacts.end(), is_hop)) return;
  const std::vector<impact_range> stretches = impacts_between_accumulations(run);
  std::vector<accumulation<W>> limits;
  for (std::size_t s = 0; s < run.accumulations.size(); ++s) {
    const auto first = run.impacts.begin() + static_cast<std::ptrdiff_t>(stretches[s].first),
               last = run.impacts.begin() + static_cast<std::ptrdiff_t>(stretches[s].last);
    if (first == last || !std::all_of(first, last, is_hop)) limits.push_back(run.accumulations[s]);
  }
  run.accumulations = std::move(limits);
  run.counts.impacts -= static_cast<std::int64_t>(std::erase_if(run.impacts, is_hop));
}

/// From a second run in W; nothing where that has no time.
template <scalar W, scalar S>
std::optional<estimate<answer_errors>> by_run_in(const statement& question, const listed_solver& solver, request again,
                                                 const solution<S>& answer, const time_limit& limit,
                                                 const std::optional<double>& seconds, std::string& status) {
  // A summary keeps no impact; the last one tells whether the end is known.
  const bool is_summary = again.record == keep::summary;
  if (answer.counts.impacts <= most_kept) again.record = keep::everything;
  auto second = run_within<W>(question, solver, again, seconds);
  if (!second.in_time) {
    status = second.answer.status;
    return {};
  }
  std::optional<impact<W>> last;
  const auto compared = [&](solution<W>& run) {
    if (!run.impacts.empty()) last = run.impacts.back();
    if (is_summary) run.impacts.clear();
    return from_second_run(answer, run);
  };
  estimate<answer_errors> result = compared(second.answer);
  constexpr bool longer_scalar = !std::is_same_v<S, W>;
  const formula_rounding rounding = rounding_of_formulas(
      question, second.answer, to_double(epsilon<S>()) * (longer_scalar ? 1.0 / 4 : differing_roundings));
  if (rounding.moved) {
    auto moved = run_within<W>(rounding.moved->question, solver, again, limit.left());
    if (!moved.in_time) {
      status = "had no time left to see what the formulas round";
      return {};
    }
    const bool completed = moved.answer.completed() || !answer.completed();
    leave_out_hops(moved.answer, answer, to_double(epsilon<S>()) * rounding.speed);
    take_rounding_into_account(result, answer, rounding, compared(moved.answer).errors, completed, longer_scalar);
  }
  if (!answer.impacts.empty())
    open_at_the_end(result, answer, answer.impacts.back(), result.errors.impacts.back().t);
  else if (is_summary && last)
    open_at_the_end(result, answer, *last, roundings * to_double(epsilon<S>()) * to_double(answer.end_time));
  return result;
}

/// The question with a restitution less by two roundings: where flights are polynomials two runs in one scalar round
/// alike, and their difference would know nothing of what thousands of impacts add up to.
template <scalar S>
statement with_rounded_impacts(statement question) {
  const rational two_roundings = 1 / rational(mpz_class(1) << (std::numeric_limits<S>::digits - 2));
  question.system.restitution = question.system.restitution * expression(rational(1 - two_roundings));
  return question;
}

/// An engine's, from its second run.
template <scalar S>
estimate<answer_errors> by_second_run(const statement& question, const listed_solver& solver, const request& asked,
                                      const solution<S>& answer, const time_limit& limit) {
  using W = typename longer<S>::scalar;
  request again = asked;
  again.step = {};  // fixed steps of a fixed order: their error too is seen by the solver's own choice of steps
  again.second_opinion = true;
  std::string status;
  if constexpr (!std::is_same_v<S, W>) {
    if (brings<W>(solver)) {
      // A run in S is to fit after one in W that has to be given up.
      std::optional<double> seconds = limit.left();
      if (seconds) *seconds -= std::min(2 * limit.used(), *seconds / 2);
      if (auto found = by_run_in<W>(question, solver, again, answer, limit, seconds, status)) return *std::move(found);
    }
  }
  if (limit.passed()) return {.none = "no time was left for a second run"};
  if (auto found = by_run_in<S>(with_rounded_impacts<S>(question), solver, again, answer, limit, limit.left(), status))
    return *std::move(found);
  return {.none = "the second run " + status};
}

/// Of a run that ends with a gap above 0 by less than its errors tell, and falling: whether that impact comes before
/// the end no run tells.
template <scalar S>
void look_at_end(const statement& question, const solution<S>& answer, estimate<answer_errors>& of) {
  using fine = mpfr_number<400>;
  using std::abs;
  state_errors& end = of.errors.end;
  const auto is_known = [](double error) { return error < unknown; };
  const bool known = of.none.empty() && is_known(end.t) && std::all_of(end.q.begin(), end.q.end(), is_known) &&
                     std::all_of(end.v.begin(), end.v.end(), is_known);
  const mechanical_system& system = question.system;
  const int n = system.degrees_of_freedom(), m = system.constraints();
  if (!known || m == 0) return;
  const gradient_formulas slopes = gradient_of_gaps(system);
  std::vector<expression> outputs = system.gap;
  for (const expression& gap : system.gap) outputs.push_back(derivative(gap, time()));
  outputs.insert(outputs.end(), slopes.formulas.begin(), slopes.formulas.end());
  std::vector<fine> q;
  for (int i = 0; i < n; ++i) q.push_back(fine(answer.end_position[i]));
  tape<fine> formulas(outputs, n);
  formulas.run(fine(answer.end_time), q.data(), nullptr);
  // What is in contact up to the end has rate 0, whatever roundings make of it.
  const auto is_held = [&](int α) {
    return std::any_of(answer.contacts.begin(), answer.contacts.end(), [&](const contact_interval<S>& c) {
      return c.constraint == α && !(c.to < answer.end_time) && c.from < c.to;
    });
  };
  for (int α = 0; α < m; ++α) {
    if (is_held(α)) continue;
    const fine in_time = formulas[m + α];
    fine rate = in_time, terms = abs(in_time), unsure = abs(in_time) * fine(end.t);
    for (int k = slopes.row_begin[static_cast<std::size_t>(α)]; k < slopes.row_begin[static_cast<std::size_t>(α) + 1];
         ++k) {
      const auto i = static_cast<std::size_t>(slopes.entries[static_cast<std::size_t>(k)].column);
      const fine slope = formulas[2 * m + k], along = slope * fine(answer.end_velocity[static_cast<Eigen::Index>(i)]);
      rate += along;
      terms += abs(along);
      unsure += abs(slope) * fine(end.q[i]) + abs(along) * fine(end.t);
    }
    const bool approaches =
        rate < fine(-0x1p20 * to_double(epsilon<S>())) * terms;  // a contact held has rate 0, rounded
    if (!approaches || abs(fine(formulas[α])) > unsure) continue;
    end.v = unknowns(answer.end_velocity.size());
    of.warnings.push_back(fmt::format(
        "constraint {} is at 0 at the end to within its error, and falls: the velocities there may be those before or "
        "after an impact",
        α));
    return;
  }
}

/// A start above or below a gap by less than the scalars tell is one on it. Below: said, for exact data may mean
/// something else. Above, by less than the second run tells as well: what seems to be one impact may be two, and no
/// digit is believed.
template <scalar S>
void look_at_start(const statement& question, const solution<S>& answer, estimate<answer_errors>& of) {
  using fine = mpfr_number<400>;
  const mechanical_system& system = question.system;
  const auto n = question.position.size(), m = system.gap.size();
  std::vector<fine> q;
  for (const expression& x : question.position) q.push_back(constant_value<fine>(x));
  const gradient_formulas slopes = gradient_of_gaps(system);
  std::vector<expression> outputs = system.gap;
  outputs.insert(outputs.end(), slopes.formulas.begin(), slopes.formulas.end());
  tape<fine> formulas(outputs, static_cast<int>(n));
  formulas.run(fine(0), q.data(), nullptr);
  const fine tells = exact<fine>(fmt::format("1e-{}", scalar_traits<typename longer<S>::scalar>::digits));
  for (int α = 0; α < system.constraints(); ++α) {
    fine size(0);  // of what cancels in the gap
    for (const sparse_entry& e : slopes.entries)
      if (e.row == α)
        size += abs(fine(formulas[static_cast<int>(m) + e.output] * q[static_cast<std::size_t>(e.column)]));
    const fine gap = formulas[α], least = size * exact<fine>("1e-380"), told = size * fine(8) * tells;
    if (gap < -least)
      of.warnings.push_back(
          fmt::format("constraint {} starts at {:.3g}, below 0 by less than {} digits tell: the motion "
                      "is that from 0",
                      α, to_double(gap), scalar_traits<S>::digits));
    if (!(gap > least) || gap > told) continue;
    of.errors = unknown_errors_of(answer);
    of.warnings.push_back(
        fmt::format("constraint {} starts at {:.3g}, above 0 by less than {} digits tell: no digit is "
                    "believed",
                    α, to_double(gap), scalar_traits<typename longer<S>::scalar>::digits));
  }
}

}  // namespace

template <scalar S>
estimate<answer_errors> estimated(const statement& question, const listed_solver& solver, const request& asked,
                                  const solution<S>& answer, const time_limit& limit) {
  const bool is_scheme = solver.declaration.applies_to.needs_step();
  auto result = is_scheme ? by_steps(question, solver, asked, answer, limit)
                          : by_second_run(question, solver, asked, answer, limit);
  if (answer.completed()) look_at_start<S>(question, answer, result);
  if (answer.completed() && !is_scheme) look_at_end<S>(question, answer, result);
  return result;
}

template <scalar S>
estimate<chain_errors> estimated(const chain_statement& question, const listed_solver& solver, const request& asked,
                                 const chain_solution<S>& answer, const time_limit& limit) {
  if constexpr (std::is_same_v<S, real100>) {
    // No longer scalar: the rounding that fifty digits suffer here, at a hundred.
    const auto shorter = run_within<real50>(question, solver, asked, limit.left());
    if (!shorter.in_time) return {.none = "the second run " + shorter.answer.status};
    return chain_from(shorter.answer, answer, to_double(epsilon<real100>()) / to_double(epsilon<real50>()));
  } else {
    using W = typename longer<S>::scalar;
    if (!brings<W>(solver)) return {.none = solver.declaration.name + " brings no longer scalar"};
    const auto second = run_within<W>(question, solver, asked, limit.left());
    if (!second.in_time) return {.none = "the second run " + second.answer.status};
    return chain_from(answer, second.answer, 1);
  }
}

std::string text_of_error(double error) {
  if (!(error < unknown)) return "inf";
  if (error == 0) return "0";
  std::string text = fmt::format("{:.1e}", error);
  if (std::strtod(text.c_str(), nullptr) < error)
    text = fmt::format("{:.1e}", error + 0.06 * std::pow(10, std::floor(std::log10(error))));
  return text;
}

template <scalar S>
answer_errors unknown_errors_of(const solution<S>& answer) {
  answer_errors errors;
  for (const impact<S>& i : answer.impacts) errors.impacts.push_back(unknown_errors(i));
  errors.contacts.assign(answer.contacts.size(), {unknown, unknown});
  for (const accumulation<S>& limit : answer.accumulations)
    errors.accumulations.push_back(unknown_errors(limit.q, limit.v));
  errors.end = unknown_errors(answer.end_position, answer.end_velocity);
  return errors;
}

#define INSTANTIATE(S)                                                                                       \
  template estimate<answer_errors> estimated(const statement&, const listed_solver&, const request&,         \
                                             const solution<S>&, const time_limit&);                         \
  template estimate<chain_errors> estimated(const chain_statement&, const listed_solver&, const request&,    \
                                            const chain_solution<S>&, const time_limit&);                    \
  template answer_errors unknown_errors_of(const solution<S>&);                                              \
  template estimate<answer_errors> from_second_run(const solution<S>&, const solution<S>&);                  \
  template estimate<answer_errors> from_steps(const solution<S>&, const S&, const std::vector<solution<S>>&, \
                                              const natural_size&);
INSTANTIATE(double)
INSTANTIATE(real50)
INSTANTIATE(real100)
#undef INSTANTIATE
template estimate<answer_errors> from_second_run(const solution<double>&, const solution<real50>&);
template estimate<answer_errors> from_second_run(const solution<real50>&, const solution<real100>&);

}  // namespace unilateral::study
