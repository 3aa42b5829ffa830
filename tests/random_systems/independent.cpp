#include "tests/random_systems/independent.hpp"

#include "tests/random_systems/apart.hpp"
#include "tests/random_systems/independent/cvode_session.hpp"
#include "tests/random_systems/independent/relations.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace unilateral::random_systems {
namespace {

using namespace independent;

/// The run: from event to event, and what happens at each.
template <int N>
class motion {
 public:
  motion(const energies& of, const independent_options& how) : how_(how), at_instant_(of) {
    for (int i = 0; i < N; ++i) {
      q_.push_back(number_of(of.position[static_cast<std::size_t>(i)]));
      v_.push_back(number_of(of.velocity[static_cast<std::size_t>(i)]) * (1 + how.change));
    }
    e_ = number_of(of.restitution);
    T_ = number_of(of.horizon);
    const auto n = static_cast<std::size_t>(gaps());
    closed_.assign(n, false);
    risen_.assign(n, false);
    released_.assign(n, false);
    gap_scale_.assign(n, 0);
    rate_scale_.assign(n, 0);
  }

  answer run() {
    try {
      begin();
      while (t_ < T_) fly();
    } catch (const undecided& why) {
      answer_.status = "undecided: " + std::string(why.what()) + " at t = " + std::to_string(t_);
    }
    answer_.end_time = t_;
    answer_.end_position.assign(q_.begin(), q_.end());
    answer_.end_velocity.assign(v_.begin(), v_.end());
    return answer_;
  }

 private:
  int gaps() const { return at_instant_.gaps(); }
  gap_state gap(int c, double t, const double* q, const double* v) { return at_instant_.gap(c, t, q, v); }
  std::vector<int> held() const {
    std::vector<int> list;
    for (int a = 0; a < gaps(); ++a)
      if (closed_[static_cast<std::size_t>(a)]) list.push_back(a);
    return list;
  }

  double damping() const { return 20 / T_; }

  static int right_hand_side(realtype t, N_Vector y, N_Vector dy, void* self) {
    motion& m = *static_cast<motion*>(self);
    const double *x = N_VGetArrayPointer(y), *q = x, *v = x + N;
    double* d = N_VGetArrayPointer(dy);
    static thread_local vec a, reaction;
    if (!m.at_instant_.accelerations(t, q, v, m.held(), m.damping(), a, reaction)) return -1;
    for (int i = 0; i < N; ++i) {
      d[i] = v[i];
      d[N + i] = a[i];
      if (!std::isfinite(a[i])) return 1;
    }
    return 0;
  }

  /// Of each gap two functions: open Φ and its rate; closed the reaction and nothing. Then the arguments of the kinks.
  static int roots(realtype t, N_Vector y, realtype* g, void* self) {
    motion& m = *static_cast<motion*>(self);
    const double *x = N_VGetArrayPointer(y), *q = x, *v = x + N;
    const std::vector<int> list = m.held();
    vec a, reaction;
    if (!list.empty() && !m.at_instant_.accelerations(t, q, v, list, m.damping(), a, reaction)) return -1;
    for (int c = 0; c < m.gaps(); ++c)
      if (!m.closed_[static_cast<std::size_t>(c)]) {
        const gap_state s = m.gap(c, t, q, v);
        // One that was let go rises from rounding: it has come back only when it is below that.
        const auto at = static_cast<std::size_t>(c);
        g[2 * c] = s.value + (m.released_[at] && !m.risen_[at] ? 2e-11 * m.gap_scale_[at] : 0);
        g[2 * c + 1] = s.rate;
      }
    for (std::size_t j = 0; j < list.size(); ++j) {
      g[2 * list[j]] = reaction[j];
      g[2 * list[j] + 1] = 1;
    }
    for (int k = 0; k < m.at_instant_.kinks(); ++k) g[2 * m.gaps() + k] = m.at_instant_.kink(k, t, q, v, nullptr).value;
    return 0;
  }

  void begin() {
    // Sizes: of the data, and of what the forces do with them in the horizon.
    see_size(std::max(largest(q_), largest(v_) * T_));
    set_sides();
    vec a, none;
    at_instant_.accelerations(0, q_.data(), v_.data(), {}, 0, a, none);
    see_size(std::max(largest(a) * T_ * T_ / 10, how_.length / 100));
    for (int c = 0; c < gaps(); ++c) {
      const gap_state g = gap(c, 0, q_.data(), v_.data());
      gap_scale_[static_cast<std::size_t>(c)] = std::max(std::abs(g.value), largest(g.gradient) * length_ / 100);
      rate_scale_[static_cast<std::size_t>(c)] = gap_scale_[static_cast<std::size_t>(c)] / T_;
      risen_[static_cast<std::size_t>(c)] = g.value > grazing() * gap_scale_[static_cast<std::size_t>(c)];
    }
    event({});
  }

  static double grazing() { return 1e-8; }

  /// Each kink takes the side of its argument; where that is 0, the side it goes to.
  void set_sides() {
    for (int pass = 0; pass < 2; ++pass) {
      vec a(N, 0.0), reaction;
      if (pass == 1 && !at_instant_.accelerations(t_, q_.data(), v_.data(), held(), 0, a, reaction)) return;
      for (int k = 0; k < at_instant_.kinks(); ++k) {
        const auto x = at_instant_.kink(k, t_, q_.data(), v_.data(), a.data());
        const double size = std::max(std::abs(x.first[0]) * T_, 1e-300);
        const double s = std::abs(x.value) > 1e-11 * size ? x.value : x.first[0];
        if (s != 0) at_instant_.set_side(k, s > 0 ? 1 : -1);
      }
    }
  }

  /// From an event to the next.
  void fly() {
    if (++flights_ > 20000) throw undecided("more than 20000 events");
    cvode_session s;
    check(SUNContext_Create(nullptr, &s.context), "SUNContext_Create");
    s.y = N_VNew_Serial(2 * N, s.context);
    s.tolerances = N_VNew_Serial(2 * N, s.context);
    double *y = N_VGetArrayPointer(s.y), *tolerance = N_VGetArrayPointer(s.tolerances);
    for (int i = 0; i < N; ++i) {
      y[i] = q_[i];
      y[N + i] = v_[i];
      tolerance[i] = how_.tolerance * length_ / 10;
      tolerance[N + i] = how_.tolerance * length_ / T_ / 10;
    }
    s.cvode = CVodeCreate(CV_ADAMS, s.context);
    if (s.cvode == nullptr) throw std::runtime_error("independent: no CVODE");
    check(CVodeInit(s.cvode, right_hand_side, t_, s.y), "CVodeInit");
    check(CVodeSetErrHandlerFn(
              s.cvode, [](int, const char*, const char*, char*, void*) {}, nullptr),
          "CVodeSetErrHandlerFn");
    check(CVodeSetUserData(s.cvode, this), "CVodeSetUserData");
    check(CVodeSVtolerances(s.cvode, how_.tolerance, s.tolerances), "CVodeSVtolerances");
    s.A = SUNDenseMatrix(2 * N, 2 * N, s.context);
    s.linear = SUNLinSol_Dense(s.y, s.A, s.context);
    check(CVodeSetLinearSolver(s.cvode, s.linear, s.A), "CVodeSetLinearSolver");
    check(CVodeSetMaxNumSteps(s.cvode, 5000000), "CVodeSetMaxNumSteps");
    check(CVodeSetStopTime(s.cvode, T_), "CVodeSetStopTime");
    const double longest = std::min(how_.finest / 5, T_ / 20);
    const double careful_until = t_ + 2 * flight_;  // a short flight is not stepped over
    bool careful = flight_ > 0 && flight_ / 6 < longest;
    check(CVodeSetMaxStep(s.cvode, careful ? flight_ / 6 : longest), "CVodeSetMaxStep");
    if (T_ - t_ < 1e-13 * T_) {
      t_ = T_;
      sample(s, t_);
      return;
    }
    const int functions = 2 * gaps() + at_instant_.kinks();
    std::vector<int> direction(static_cast<std::size_t>(functions), 0), found(static_cast<std::size_t>(functions), 0);
    for (int c = 0; c < gaps(); ++c) {
      direction[static_cast<std::size_t>(2 * c)] = -1;
      direction[static_cast<std::size_t>(2 * c + 1)] = 1;
    }
    if (functions > 0) {
      check(CVodeRootInit(s.cvode, functions, roots), "CVodeRootInit");
      check(CVodeSetRootDirection(s.cvode, direction.data()), "CVodeSetRootDirection");
      check(CVodeSetNoInactiveRootWarn(s.cvode), "CVodeSetNoInactiveRootWarn");
    }
    const long steps_at_begin = answer_.steps;
    for (;;) {
      const double before = t_;
      realtype now = t_;
      const int flag = CVode(s.cvode, T_, s.y, &now, CV_ONE_STEP);
      // A function that was 0 where CVODE stopped last, and is 0 still: it starts anew from here, where such a function
      // waits until it moves.
      if (flag == CV_ILL_INPUT && answer_.steps > steps_at_begin) return;
      check(flag, "CVode");
      ++answer_.steps;
      read(s, now);
      watch_sizes();
      if (flag == CV_ROOT_RETURN) {
        check(CVodeGetRootInfo(s.cvode, found.data()), "CVodeGetRootInfo");
        bool stop = false;
        for (int c = 0; c < gaps(); ++c) {
          const auto at = static_cast<std::size_t>(c);
          if (found[2 * at] != 0) stop = true;
          if (found[2 * at + 1] != 0 && !closed_[at]) stop = minimum(s, c, before) || stop;
        }
        for (int k = 0; k < at_instant_.kinks(); ++k)
          stop = stop || found[static_cast<std::size_t>(2 * gaps() + k)] != 0;
        if (stop) {
          sample(s, t_);
          event(found);
          return;
        }
      }
      sample(s, t_);
      if (careful && t_ > careful_until) {
        careful = false;
        check(CVodeSetMaxStep(s.cvode, longest), "CVodeSetMaxStep");
      }
      if (flag == CV_TSTOP_RETURN || t_ >= T_) {
        t_ = T_;
        sample(s, t_);
        return;
      }
    }
  }

  void read(cvode_session& s, double now) {
    t_ = now;
    const double* y = N_VGetArrayPointer(s.y);
    q_.assign(y, y + N);
    v_.assign(y + N, y + 2 * N);
  }

  void see_size(double length) {
    length_ = std::max(length_, length);
    at_instant_.push = how_.change * length_ / (T_ * T_);
  }

  void watch_sizes() {
    see_size(std::max(largest(q_), largest(v_) * T_ / 10));
    for (int c = 0; c < gaps(); ++c) {
      const auto at = static_cast<std::size_t>(c);
      if (closed_[at]) continue;
      const gap_state g = gap(c, t_, q_.data(), v_.data());
      if (!risen_[at] && g.value > grazing() * gap_scale_[at]) risen_[at] = true;
      rate_scale_[at] = std::max(rate_scale_[at], std::abs(g.rate));
      if (!risen_[at] && g.value < -1e-6 * gap_scale_[at])
        throw undecided("gap " + std::to_string(c + 1) + " was passed unseen");
    }
  }

  /// An open gap is least here. Below 0: it was passed between two steps; the state goes back to where it fell through.
  /// True if so.
  bool minimum(cvode_session& s, int c, double before) {
    const auto at = static_cast<std::size_t>(c);
    if (!risen_[at]) return false;
    const double here = gap(c, t_, q_.data(), v_.data()).value;
    if (std::abs(here) <= grazing() * gap_scale_[at]) throw undecided("gap " + std::to_string(c + 1) + " touches 0");
    if (here > 0) return false;
    double above = before, below = t_;
    for (int k = 0; k < 100 && below - above > 4e-16 * T_; ++k) {
      const double middle = (above + below) / 2;
      if (state_at(s, middle) && gap(c, middle, scratch_.data(), scratch_.data() + N).value > 0)
        above = middle;
      else
        below = middle;
    }
    if (!state_at(s, below)) throw std::runtime_error("independent: no state within the last step");
    t_ = below;
    q_.assign(scratch_.begin(), scratch_.begin() + N);
    v_.assign(scratch_.begin() + N, scratch_.end());
    return true;
  }

  bool state_at(cvode_session& s, double t) {
    scratch_.resize(2 * N);
    N_Vector at = N_VMake_Serial(2 * N, scratch_.data(), s.context);
    const int flag = CVodeGetDky(s.cvode, t, 0, at);
    N_VDestroy(at);
    return flag >= 0;
  }

  void sample(cvode_session& s, double now) {
    while (static_cast<int>(answer_.sampled.size()) < samples) {
      const double t = T_ * static_cast<double>(answer_.sampled.size() + 1) / samples;
      if (t > now) break;
      if (t < now && state_at(s, t))
        answer_.sampled.emplace_back(scratch_.begin(), scratch_.begin() + N);
      else
        answer_.sampled.emplace_back(q_.begin(), q_.end());
    }
  }

  /// All that happens at one instant. `found`: roots, as CVODE lists them; empty at the start.
  void event(const std::vector<int>& found) {
    for (int k = 0; k < at_instant_.kinks(); ++k)
      if (!found.empty() && found[static_cast<std::size_t>(2 * gaps() + k)] != 0)
        for (int c = 0; c < gaps(); ++c)
          if (closed_[static_cast<std::size_t>(c)] && at_instant_.gap_has_kink(c, k))
            throw undecided("the edge of gap " + std::to_string(c + 1) + " is met in contact");
    set_sides();
    if (const std::vector<int> list = held(); !list.empty()) put_onto(list);

    std::vector<int> active;
    for (int c = 0; c < gaps(); ++c) {
      const auto at = static_cast<std::size_t>(c);
      const gap_state g = gap(c, t_, q_.data(), v_.data());
      if (!closed_[at] && g.value > 1e-9 * gap_scale_[at]) continue;
      if (largest(g.gradient) * length_ <= 1e-9 * gap_scale_[at])
        throw undecided("gap " + std::to_string(c + 1) + " has no gradient where it is met");
      for (int k = 0; k < at_instant_.kinks(); ++k)
        if (at_instant_.gap_has_kink(c, k) && !closed_[at]) {
          const auto x = at_instant_.kink(k, t_, q_.data(), v_.data(), nullptr);
          if (std::abs(x.value) <= 1e-9 * std::max(std::abs(x.first[0]) * T_, gap_scale_[at]))
            throw undecided("gap " + std::to_string(c + 1) + " is met on its edge");
        }
      active.push_back(c);
    }
    flight_ = 0;
    if (!active.empty()) strike(active);
    decide(active);
    set_sides();
    for (int c = 0; c < gaps(); ++c)
      if (!closed_[static_cast<std::size_t>(c)] && std::find(active.begin(), active.end(), c) != active.end())
        risen_[static_cast<std::size_t>(c)] = false;
  }

  /// v⁺ may approach a contact that was moving away: then a shock follows at the same instant.
  void strike(const std::vector<int>& active) {
    for (int k = 0; strikes(active); ++k)
      if (k == 1000) throw undecided("shocks at one instant without end");
  }
  /// One shock; false: nothing approaches.
  bool strikes(const std::vector<int>& active) {
    const auto r = at_instant_.rows_of(active, t_, q_, v_);
    vec b, slack;
    bool approaching = false;
    for (std::size_t i = 0; i < active.size(); ++i) {
      const auto at = static_cast<std::size_t>(active[i]);
      rate_scale_[at] = std::max(rate_scale_[at], std::abs(r.g[i].rate));
      b.push_back(r.g[i].rate_of_wall);
      slack.push_back(1e-10 * rate_scale_[at]);
      approaching = approaching || r.g[i].rate < -slack.back();
    }
    if (!approaching) return false;
    vec impulse;
    const vec w = at_instant_.nearest(r, v_, b, slack, impulse);
    vec after(N);
    for (int i = 0; i < N; ++i) after[i] = (1 + e_) * w[i] - e_ * v_[i];
    shock s;
    s.t = t_;
    s.q.assign(q_.begin(), q_.end());
    s.v_minus.assign(v_.begin(), v_.end());
    s.v_plus.assign(after.begin(), after.end());
    s.active = active;
    answer_.shocks.push_back(s);
    v_ = after;
    return true;
  }

  /// Which contacts last.
  void decide(const std::vector<int>& active) {
    closed_.assign(closed_.size(), false);
    for (const int c : active) released_[static_cast<std::size_t>(c)] = false;
    std::vector<int> resting, flying;
    for (const int c : active) {
      const auto at = static_cast<std::size_t>(c);
      const double rate = gap(c, t_, q_.data(), v_.data()).rate;
      (std::abs(rate) <= 1e-9 * rate_scale_[at] ? resting : flying).push_back(c);
    }
    if (!flying.empty() && e_ > 0) {
      // Flights to come, each pressed back by what acts without this contact.
      vec a, reaction;
      at_instant_.accelerations(t_, q_.data(), v_.data(), resting, 0, a, reaction);
      for (const int c : flying) {
        const gap_state g = gap(c, t_, q_.data(), v_.data());
        const double back = dot(g.gradient, a) + g.bend;
        if (!(back < 0) || !(g.rate > 0)) continue;
        const double one = 2 * g.rate / -back, all = e_ < 1 ? one / (1 - e_) : std::numeric_limits<double>::infinity();
        // A flight no higher than rounding is none either.
        if (all < short_flights() * T_ ||
            (e_ < 1 && g.rate * g.rate / (-2 * back) < 1e-12 * gap_scale_[static_cast<std::size_t>(c)])) {
          resting.push_back(c);
          answer_.accumulations.push_back({real(t_ + all), {}});
        } else {
          flight_ = flight_ == 0 ? one : std::min(flight_, one);
        }
      }
    }
    if (resting.empty()) return;
    std::sort(resting.begin(), resting.end());
    put_onto(resting);
    const auto r = at_instant_.rows_of(resting, t_, q_, v_);
    vec free, none, reaction;
    at_instant_.accelerations(t_, q_.data(), v_.data(), {}, 0, free, none);
    vec b, slack;
    for (std::size_t i = 0; i < resting.size(); ++i) {
      b.push_back(r.g[i].bend);
      // The size of what balances: the accelerations that the run itself shows.
      slack.push_back(1e-9 * std::max({std::abs(dot(r.g[i].gradient, free)), std::abs(r.g[i].bend),
                                       largest(r.g[i].gradient) * length_ / (T_ * T_) / 10}));
    }
    const vec a = at_instant_.nearest(r, free, b, slack, reaction);
    for (std::size_t i = 0; i < resting.size(); ++i) {
      const bool pressed = reaction[i] * dot(r.g[i].gradient, r.Y[i]) > slack[i];
      const bool leaving = dot(r.g[i].gradient, a) + b[i] > slack[i];
      const auto at = static_cast<std::size_t>(resting[i]);
      closed_[at] = pressed || (!leaving && stays(resting[i], resting));
      released_[at] = !closed_[at];
    }
  }

  /// A contact that neither presses nor leaves: how its reaction goes on, if it were held for a moment.
  bool stays(int c, const std::vector<int>& with) {
    vec a, reaction;
    if (!at_instant_.accelerations(t_, q_.data(), v_.data(), with, 0, a, reaction))
      throw undecided("contacts depend on each other");
    const std::size_t at = static_cast<std::size_t>(std::find(with.begin(), with.end(), c) - with.begin());
    const double dt = 1e-4 * std::min(T_, how_.finest);
    vec q = q_, v = v_;
    for (int i = 0; i < N; ++i) {
      q[i] += dt * v_[i] + dt * dt / 2 * a[i];
      v[i] += dt * a[i];
    }
    vec later, next;
    if (!at_instant_.accelerations(t_ + dt, q.data(), v.data(), with, 0, later, next))
      throw undecided("contacts depend on each other");
    const auto r = at_instant_.rows_of({c}, t_, q_, v_);
    const double size = largest(r.g[0].gradient) * length_ / (T_ * T_),
                 pressing = next[at] * dot(r.g[0].gradient, r.Y[0]);
    if (std::abs(pressing) < 1e-8 * size)
      throw undecided("contact " + std::to_string(c + 1) + " neither presses nor leaves");
    return pressing > 0;
  }

  /// q onto the contacts, along M⁻¹Gᵀ; then v.
  void put_onto(const std::vector<int>& list) {
    for (int k = 0; k < 4; ++k) {
      const auto r = at_instant_.rows_of(list, t_, q_, v_);
      if (!at_instant_.shift(r, q_, [](const gap_state& g) { return -g.value; }))
        throw undecided("contacts depend on each other");
    }
    const auto r = at_instant_.rows_of(list, t_, q_, v_);
    at_instant_.shift(r, v_, [](const gap_state& g) { return -g.rate; });
  }

  double short_flights() const { return how_.tolerance > 1e-11 ? 1e-6 : 3e-7; }

  independent_options how_;
  relations<N> at_instant_;
  double t_ = 0, e_ = 0, T_ = 1, length_ = 0, flight_ = 0;
  int flights_ = 0;
  vec q_, v_, scratch_, gap_scale_, rate_scale_;
  std::vector<bool> closed_, risen_, released_;  ///< released: it left a contact without a blow
  answer answer_;
};

}  // namespace

answer independent_motion(const energies& of, const independent_options& how) {
  switch (of.coordinates.size()) {
    case 1:
      return motion<1>(of, how).run();
    case 2:
      return motion<2>(of, how).run();
    case 3:
      return motion<3>(of, how).run();
    case 4:
      return motion<4>(of, how).run();
    default:
      throw std::runtime_error("independent: expected 1 to 4 coordinates, found " +
                               std::to_string(of.coordinates.size()));
  }
}

answer independent_answer(const energies& of, const independent_options& how, double limit) {
  const outcome_apart ran = run_apart(
      [&] {
        const auto begin = std::chrono::steady_clock::now();
        answer a = independent_motion(of, how);
        a.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        return to_lines(a);
      },
      limit);
  if (ran.ended == outcome_apart::how::done) return from_lines(ran.text);
  answer a;
  a.seconds = ran.seconds;
  a.status = ran.ended == outcome_apart::how::limit ? "never ended" : "crashed: " + ran.text;
  return a;
}

}  // namespace unilateral::random_systems
