#pragma once
/// The quasi-static evolution of a chain whose node 0 follows a prescribed path.
///
///   1. Expand the motion about t in Taylor polynomials of degree N (solvers/chain_duality/motion.hpp).
///   2. Step: h = ρ ε^(1/N), ρ = min |φ_j|^(−1/j) over the coefficients N/2 ≤ j ≤ N of every angle, every direction and
///      the path, an estimate of the radius of convergence [Jorba, Zou 2005, sec. 3.2; they take the last two, which
///      may vanish where the path starts from rest]; then the last term is below ε, and N = ⌈−½ log ε⌉ + 1 costs least.
///      A fixed step takes N = 4 instead and is of order 4.
///   3. Events in (t, t + h]: a node changes between saturated and not, or the path has a corner. Each is a root of a
///      polynomial; the earliest ends the step. A margin G is taken to have changed sign once it is beyond its
///      rounding, so that a node that just changed does not change back by noise.
///   4. Positions on the piece: x_i = x_{i−1} + L_i T(φ_i) as polynomials. With a fixed step a term in τ^{N+1} leads
///      them to the end state, where bars have their lengths to rounding.

#include "problems/language/run_watch.hpp"
#include "problems/language/solver.hpp"
#include "solvers/chain_duality/first_root.hpp"
#include "solvers/chain_duality/instant.hpp"
#include "solvers/chain_duality/motion.hpp"

namespace unilateral::chain_duality {

/// Degree, and order, of the method with a fixed step.
inline constexpr int fixed_degree = 4;

template <scalar S>
int adaptive_degree() {
  using std::log;
  return static_cast<int>(std::ceil(-to_double(S(log(epsilon<S>()))) / 2)) + 1;
}

template <scalar S>
class evolution {
 public:
  evolution(const chain_statement& bound, const rounded_chain<S>& start, const request& asked)
      : watch_(asked),
        step_(asked.step),
        keeps_path_(asked.record == keep::everything),
        end_(asked.until ? exact<S>(*asked.until) : constant_value<S>(bound.horizon)),
        n_(bound.bars()),
        degree_(step_ ? fixed_degree : adaptive_degree<S>()),
        path_(bound.path, degree_),
        chain_(initial(start, degree_)),
        event_(static_cast<std::size_t>(degree_) + 1),
        node_(start.node) {
    for (const S& L : start.length) longest_ = longest_ > L ? longest_ : L;
    piece_.resize(2 * node_.size() * (static_cast<std::size_t>(piece_degree()) + 1));
  }

  chain_solution<S> run() {
    chain_solution<S> result;
    result.path = trajectory<S>(2 * (n_ + 1));
    S t(0);
    int reported = -1, standstill = 0;
    std::int64_t grid = 0;
    path_.expand(t, driven_path<S>::branch::choose);
    check_start();
    place_nodes();
    while (t < end_) {
      if (watch_.expired(to_double(S(t / end_)))) return stop(result, t, watch_.reason());
      chain_.expand(path_);
      ++result.counts.force_evaluations;
      if (!is_finite()) return stop(result, t, "the motion has no Taylor polynomial");
      S target = end_;
      if (step_) {
        while (!(exact<S>(*step_ * rational(grid)) > t)) ++grid;
        target = std::min(end_, exact<S>(*step_ * rational(grid)));
      } else if (const S h = longest_step(); h < target - t) {
        target = t + h;
        if (!(target > t)) return stop(result, t, "no step is short enough");
      }

      const event next = earliest_event(S(target - t));
      const S t_next = next.what == event::none ? target : S(t + next.tau);
      if (t_next > t) {
        const int moving = driven() ? chain_.moving() : 0;
        if (reported >= 0 && moving != reported) result.changes.push_back({t, reported, moving});
        reported = moving;
        standstill = 0;
        if (keeps_path_) expand_nodes();
        chain_.advance(S(t_next - t));
        path_.expand(t_next, t_next < end_ ? driven_path<S>::branch::choose : driven_path<S>::branch::keep);
        place_nodes();
        if (keeps_path_) {
          if (step_) close_piece(S(t_next - t));
          result.path.append(t_next, piece_degree(), piece_.data());
        }
        t = t_next;
        ++result.counts.steps;
      } else if (++standstill > 2 * n_) {
        return stop(result, t, "nodes change between moving and resting without end");
      }
      if (next.what == event::kind) chain_.change_kind(next.number);
    }
    last_instant(result, t);
    return result;
  }

 private:
  struct event {
    enum { none, kind, corner } what = none;
    int number = 0;  ///< of the node
    S tau{};
  };

  static motion<S> initial(const rounded_chain<S>& start, int degree) {
    const int n = start.shape.bars();
    instant<S> now(n);
    find_feasible_tensions(start.shape, now);
    std::vector<bool> saturated;
    for (int i = 1; i < n; ++i) saturated.push_back(now.is_saturated[static_cast<std::size_t>(i - 1)]);
    return motion<S>(start.length, start.angle, saturated, now.greatest, degree);
  }

  void check_start() const {
    using std::abs;
    for (int k = 0; k < 2; ++k)
      if (!(abs(path_.position(k)[0] - node_[0][k]) <= S(64) * epsilon<S>() * (abs(node_[0][k]) + longest_)))
        throw input_error("chain: drive.path: expected to start in node 0 at " + std::string(k == 0 ? "x" : "y") +
                          " = " + to_text(node_[0][k]) + ", found " + to_text(path_.position(k)[0]));
  }

  int piece_degree() const { return step_ ? degree_ + 1 : degree_; }
  S* piece(int node, int coordinate) {
    return piece_.data() +
           static_cast<std::size_t>(2 * node + coordinate) * (static_cast<std::size_t>(piece_degree()) + 1);
  }

  bool is_finite() const {
    using std::isfinite;
    for (int j = 0; j <= degree_; ++j) {
      if (!isfinite(path_.position(0)[j]) || !isfinite(path_.position(1)[j])) return false;
      for (int i = 1; i <= chain_.turning(); ++i)
        if (!isfinite(chain_.angle(i)[j])) return false;
    }
    return true;
  }

  bool driven() const {
    for (int j = 0; j < degree_; ++j)
      if (chain_.pull()[j] != S(0)) return true;
    return false;
  }

  /// 2. In units where the longest bar is 1.
  S longest_step() const {
    using std::abs;
    using std::max;
    using std::pow;
    S inverse_radius(0);
    for (int j = (degree_ + 1) / 2; j <= degree_; ++j) {
      S largest(0);
      for (int k = 0; k < 2; ++k)
        largest = max(largest, S(abs(path_.position(k)[j]) / max(longest_, S(abs(path_.position(k)[0])))));
      for (int i = 1; i <= chain_.turning(); ++i)
        for (const S* x : {chain_.angle(i), chain_.cosine(i), chain_.sine(i)}) largest = max(largest, S(abs(x[j])));
      if (largest > S(0)) inverse_radius = max(inverse_radius, S(pow(largest, S(1) / S(j))));
    }
    const S reach = pow(epsilon<S>(), S(1) / S(degree_));
    return reach < inverse_radius * end_ ? S(reach / inverse_radius) : end_;
  }

  /// 3.
  event earliest_event(S h) {
    event first;
    const S noise = S(64) * epsilon<S>();
    for (int i = 1; i <= chain_.watched(); ++i) {
      const S* G = chain_.margin(i);
      const int wanted = chain_.is_saturated(i) ? -1 : 1;
      for (int j = 0; j <= degree_; ++j) event_[static_cast<std::size_t>(j)] = S(wanted) * G[j];
      const S margin = event_[0];
      event_[0] += noise;
      if (!(event_[0] > S(0))) return {event::kind, i, S(0)};
      scale_to(h);
      if (const std::optional<S> beyond = first_root(scaled_)) {
        h *= *beyond;
        event_[0] = margin;
        scale_to(h);
        first = {event::kind, i,
                 margin > S(0) ? S(h * root_in_bracket(scaled_, S(0), S(1)))
                               : h};  // from within its rounding: where it leaves that
      }
    }
    for (int i = 0; i < path_.corners(); ++i) {
      path_.corner(i, event_);
      if (path_.starts_on_corner(i)) {  // the root at the beginning is divided out
        event_.erase(event_.begin());
        event_.push_back(S(0));
      }
      if (!(event_[0] > S(0))) continue;
      scale_to(h);
      if (const std::optional<S> x = first_root(scaled_)) {
        h *= *x;
        first = {event::corner, i, h};
      }
    }
    return first;
  }
  /// `event_` as a polynomial on [0, 1].
  void scale_to(const S& h) {
    scaled_ = event_;
    S power(1);
    for (S& x : scaled_) x *= power, power *= h;
  }

  /// Nodes from the present angles and the present end of the path.
  void place_nodes() {
    using std::cos;
    using std::sin;
    node_[0] = {path_.position(0)[0], path_.position(1)[0]};
    for (int i = 1; i <= n_; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const S& angle = chain_.angle(i)[0];
      node_[at] = {node_[at - 1][0] + chain_.length(i) * S(cos(angle)),
                   node_[at - 1][1] + chain_.length(i) * S(sin(angle))};
    }
  }

  /// 4.
  void expand_nodes() {
    std::fill(piece_.begin(), piece_.end(), S(0));
    for (int k = 0; k < 2; ++k) {
      for (int j = 0; j <= degree_; ++j) piece(0, k)[j] = path_.position(k)[j];
      for (int i = 1; i <= n_; ++i) {
        piece(i, k)[0] = node_[static_cast<std::size_t>(i)][k];
        if (i > chain_.moving()) continue;  // at rest
        const S* T = k == 0 ? chain_.cosine(i) : chain_.sine(i);
        for (int j = 1; j <= degree_; ++j) piece(i, k)[j] = piece(i - 1, k)[j] + chain_.length(i) * T[j];
      }
    }
  }
  void close_piece(const S& h) {
    using std::abs;
    S h_power(1);
    for (int j = 0; j <= degree_; ++j) h_power *= h;
    for (int i = 0; i <= n_; ++i)
      for (int k = 0; k < 2; ++k) {
        S* const p = piece(i, k);
        S reached(0);
        for (int j = degree_; j >= 0; --j) reached = reached * h + p[j];
        const S& end = node_[static_cast<std::size_t>(i)][k];
        if (abs(end - reached) > S(8) * epsilon<S>() * (abs(end) + longest_))
          p[degree_ + 1] = (end - reached) / h_power;  // else it is rounding
      }
  }

  /// Tensions and velocities where the run ended.
  void last_instant(chain_solution<S>& result, const S& t) const {
    using std::cos;
    using std::sin;
    polygon<S> p;
    for (int i = 1; i <= n_; ++i) {
      const S& angle = chain_.angle(i)[0];
      p.direction.emplace_back(S(cos(angle)), S(sin(angle)));
      if (i == n_) break;
      const S turn = chain_.angle(i + 1)[0] - angle;
      p.cosine.push_back(S(cos(turn)));
      p.sine.push_back(S(sin(turn)));
    }
    instant<S> now(n_);
    solve_instant(p, plane_vector<S>(path_.position(0)[1], path_.position(1)[1]), now);
    ++result.counts.force_evaluations;
    store(now, result);
    store_end(result, t);
  }
  chain_solution<S> stop(chain_solution<S>& result, const S& t, const std::string& reason) const {
    result.status = "stopped: " + reason + " at t = " + to_text(t);
    store_end(result, t);
    return std::move(result);
  }
  void store_end(chain_solution<S>& result, const S& t) const {
    result.end_time = t;
    result.end_position.resize(2 * (n_ + 1));
    for (int i = 0; i <= n_; ++i) result.end_position.template segment<2>(2 * i) = node_[static_cast<std::size_t>(i)];
  }

  run_watch watch_;
  std::optional<rational> step_;
  bool keeps_path_;
  S end_;
  int n_, degree_;
  driven_path<S> path_;
  motion<S> chain_;
  S longest_{0};
  std::vector<S> event_, scaled_, piece_;
  std::vector<plane_vector<S>> node_;
};

}  // namespace unilateral::chain_duality
