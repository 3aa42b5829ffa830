#include "proofs/enclosures/defect/engine.hpp"

#include "proofs/enclosures/defect/tube.hpp"

#include <cmath>
#include <map>

namespace unilateral::enclosures::defect {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// Why nothing more is said.
struct no_proof {
  std::string reason;
};

bracket bracket_of(const ball& x) {
  if (!is_finite(x)) throw no_proof{"a number of the answer is not finite"};
  const auto [lower, upper] = ends(x);
  return {lower, upper};
}
std::vector<bracket> brackets_of(const std::vector<ball>& x, std::size_t from, std::size_t to) {
  std::vector<bracket> found;
  for (std::size_t i = from; i < to; ++i) found.push_back(bracket_of(x[i]));
  return found;
}

std::string shown(const ball& t) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", guess(t));
  return text;
}

/// More impacts than this are an accumulation, or nobody's question.
constexpr std::size_t most_impacts = 2000;
constexpr int most_pieces = 100000;
/// An interval of time is halved at most so often before it counts as undecided.
constexpr int most_halvings = 48;
/// Derivatives looked at: the third opens a contact whose reaction vanishes.
constexpr int orders = 4;

class proof {
 public:
  proof(const statement& bound, const request& how)
      : how_{how.digits},
        precision_(how_.bits()),
        dynamics_(bound),
        n_(dynamics_.degrees_of_freedom()),
        horizon_(values(formulas({bound.horizon}, n_), ball(0), no_state())[0]) {
    found_.bits = static_cast<int>(how_.bits());
    std::vector<expression> initial = bound.position;
    initial.insert(initial.end(), bound.velocity.begin(), bound.velocity.end());
    y_ = values(formulas(initial, n_), ball(0), no_state());
  }

  enclosure run() {
    try {
      begin();
      while (!finished_) {
        known_until_ = t_;
        advance();
      }
      y_ = boxed({y_, distance_}, weights_);
      found_.end_position = brackets_of(y_, 0, at(n_));
      found_.end_velocity = brackets_of(y_, at(n_), at(2 * n_));
      found_.until = bracket_of(horizon_);
      found_.proved = true;
    } catch (const no_proof& why) {
      found_.undecided = "after t = " + shown(known_until_) + ": " + why.reason;
      found_.until = bracket_of(known_until_);
    }
    return std::move(found_);
  }

 private:
  std::vector<ball> no_state() const { return std::vector<ball>(at(2 * n_)); }

  const smooth_motion& motion_with(std::optional<int> closed) {
    const int key = closed.value_or(-1);
    const auto known = motions_.find(key);
    return known != motions_.end() ? known->second : motions_.emplace(key, dynamics_.motion(closed)).first->second;
  }

  /// The first mode, from exact initial data: a gap is 0, or positive.
  void begin() {
    if (!proved_positive(horizon_)) throw no_proof{"the final time is not proved positive"};
    for (const ball& pivot : values(dynamics_.pivots(), t_, y_))
      if (!proved_positive(pivot)) throw no_proof{"the kinetic metric is not proved positive definite"};
    const smooth_motion& free = motion_with(std::nullopt);
    const auto w = expand(free, t_, y_, orders).watched;
    std::optional<int> touching;
    for (std::size_t a = 0; a < w.size(); ++a) {
      if (proved_positive(w[a][0])) continue;
      if (!proved_zero(w[a][0]) && !dynamics_.starts_on(static_cast<int>(a)))
        throw no_proof{"the sign of gap " + std::to_string(a) + " is not known"};
      if (touching) throw no_proof{"two contacts at once"};
      touching = static_cast<int>(a);
    }
    strictly_positive_ = !touching;
    if (!touching) return enter(std::nullopt, std::nullopt, 0);
    const auto& gap = w[at(*touching)];
    if (proved_positive(gap[1])) return enter(std::nullopt, touching, 1);
    if (proved_negative(gap[1])) return shock(*touching, ball(0), y_, ball(0));
    if (!proved_zero(gap[1]) && !dynamics_.starts_at_rest_on(*touching))
      throw no_proof{"the normal velocity of contact " + std::to_string(*touching) + " is neither 0 nor of known sign"};
    touch(*touching, y_, ball(0));
  }

  /// From here on: a mode, and a gap known to be ≥ 0 with its derivatives below `known_orders`.
  void enter(std::optional<int> closed, std::optional<int> known_gap, int known_orders) {
    motion_ = &motion_with(closed);
    known_.assign(motion_->watched.size(), 0);
    for (std::size_t a = 0; a < known_.size(); ++a)
      if (motion_->watched[a].of == watch::kind::gap && known_gap == motion_->watched[a].constraint)
        known_[a] = known_orders;
    choose_weights();
  }

  /// At a contact whose gap and normal velocity are 0: it stays closed where the free motion would penetrate.
  void touch(int constraint, const std::vector<ball>& y, const ball& t) {
    const ball curvature = expand(motion_with(std::nullopt), t, y, orders).watched[at(constraint)][2];
    if (proved_negative(curvature)) {
      found_.contacts.push_back({constraint, bracket_of(t), std::nullopt});
      enter(constraint, std::nullopt, 0);
    } else if (proved_positive(curvature)) {
      enter(std::nullopt, constraint, 2);
    } else {
      throw no_proof{"contact " + std::to_string(constraint) +
                     " is touched at normal velocity 0, and whether it stays closed depends on higher derivatives"};
    }
  }

  /// At a time in t, with any of the states y; the motion goes on from `resume` ≥ t.
  void shock(int constraint, const ball& t, const std::vector<ball>& y, const ball& resume) {
    if (found_.impacts.size() >= most_impacts) throw no_proof{"more than " + std::to_string(most_impacts) + " impacts"};
    const std::vector<ball> jump = values(dynamics_.shock(constraint), t, y);
    if (!proved_positive(jump[at(n_)])) throw no_proof{"the impulse is not proved positive"};
    std::vector<ball> after(y);
    for (int i = 0; i < n_; ++i) after[at(n_ + i)] = jump[at(i)];
    impact_enclosure impact{constraint,
                            bracket_of(t),
                            brackets_of(y, 0, at(n_)),
                            brackets_of(y, at(n_), at(2 * n_)),
                            brackets_of(after, at(n_), at(2 * n_)),
                            bracket_of(jump[at(n_)])};
    found_.impacts.push_back(std::move(impact));
    known_until_ = t;
    if (dynamics_.inelastic())
      touch(constraint, after, t);
    else
      enter(std::nullopt, constraint, 1);
    go_on(t, after, resume);
  }

  /// Motion of the present mode from a time in t to `resume`: Picard's operator maps a box into itself.
  void go_on(const ball& t, const std::vector<ball>& y, const ball& resume) {
    const ball span = hull(ball(0), size(resume - t));
    const ball times = hull(t, resume);
    std::vector<ball> box = y;
    const auto moved = [&] {
      const std::vector<ball> F = values(motion_->all, times, box);
      std::vector<ball> z(y);
      for (int i = 0; i < n_; ++i) {
        z[at(i)] = y[at(i)] + span * box[at(n_ + i)];
        z[at(n_ + i)] = y[at(n_ + i)] + span * F[at(i)];
      }
      return z;
    };
    bool enclosed = false;
    for (int attempt = 0; attempt < 8 && !enclosed; ++attempt) {
      const std::vector<ball> z = moved();
      enclosed = attempt > 0;
      for (int i = 0; i < 2 * n_; ++i) enclosed = enclosed && inside(z[at(i)], box[at(i)]);
      if (!enclosed)
        for (int i = 0; i < 2 * n_; ++i)
          box[at(i)] =
              widened(hull(z[at(i)], y[at(i)]), size(z[at(i)] - y[at(i)]) + size(radius(z[at(i)])) + smallest());
    }
    if (!enclosed) throw no_proof{"no box holds the motion right after an event"};
    const auto w = expand(*motion_, times, box, orders).watched;
    for (std::size_t a = 0; a < w.size(); ++a)
      if (!proved_positive(w[a][at(known_[a])]))
        throw no_proof{"a contact is not proved to stay open right after an event"};
    t_ = resume;
    y_ = moved();
    distance_ = 0;
    choose_weights();
    strictly_positive_ = false;
  }

  ball smallest() const {
    ball x = 1;
    arb_mul_2exp_si(x.raw(), x.raw(), -4 * how_.bits());
    return x;
  }

  /// Any weights are right; good ones balance the positions' part of DF with the velocities': frequency² ≈ |∂q''/∂q|.
  void choose_weights() {
    std::vector<ball> centre;
    for (const ball& x : y_) centre.push_back(middle(x));
    double sum = 0;
    for (const auto& row : partial_derivatives(motion_->all, 0, at(n_), t_, centre))
      for (int j = 0; j < n_; ++j) sum += guess(row[at(j)]) * guess(row[at(j)]);
    double frequency = std::pow(sum / n_, 0.25);
    const double slowest = 1 / guess(horizon_);
    if (!(frequency > slowest)) frequency = slowest;
    int exponent = 0;
    const double mantissa = std::frexp(frequency, &exponent);
    weights_.assign(at(2 * n_), ball(1));
    for (int i = 0; i < n_; ++i)
      weights_[at(i)] = from_guess(std::ldexp(std::ceil(std::ldexp(mantissa, 8)), exponent - 8));
  }

  // --- one tube, with at most one event ---

  struct event {
    std::size_t function;
    ball guess;
  };

  void advance() {
    if (++found_.pieces > most_pieces) throw no_proof{"more than " + std::to_string(most_pieces) + " steps of time"};
    const ball left = horizon_ - t_;
    double shorten = 1;
    for (int attempt = 0; attempt < 6; ++attempt, shorten *= 0.83) {
      const tube piece(*motion_, t_, {y_, distance_}, weights_, left, shorten, how_);
      if (!piece.proved()) throw no_proof{piece.failure()};
      std::optional<event> next = sign_change(piece, 16);
      if (!next && !all_positive(piece, ball(0), upper(piece.length()), every_function(), false)) {
        next = sign_change_where_undecided(piece);
        if (!next)
          throw no_proof{"contact is neither proved nor excluded before t = " + shown(t_ + piece.length()) +
                         " (a touch at normal velocity 0, or too few digits)"};
      }
      if (!next) {
        t_ = t_ + piece.length();
        finished_ = piece.complete();
        const set end = piece.end();
        y_ = end.centre;
        distance_ = end.distance;
        strictly_positive_ = true;
        known_.assign(known_.size(), 0);
        return;
      }
      if (take(piece, *next)) return;
    }
    throw no_proof{"an event is too close to the end of a step of time"};
  }

  static ball upper(const ball& x) { return middle(x) + radius(x); }
  std::vector<std::size_t> every_function(std::optional<std::size_t> but = std::nullopt) const {
    std::vector<std::size_t> list;
    for (std::size_t a = 0; a < motion_->watched.size(); ++a)
      if (but != a) list.push_back(a);
    return list;
  }

  /// Not rigorous: where the first watched function changes sign, looking at so many instants.
  std::optional<event> sign_change(const tube& piece, int samples) const {
    const ball step = middle(piece.length()) / ball(samples);
    for (int j = 1; j <= samples; ++j) {
      const auto w = piece.watched(middle(step * ball(j)), 1);
      std::optional<event> first;
      for (std::size_t a = 0; a < w.size(); ++a) {
        if (!(arb_is_nonpositive(middle(w[a][0]).raw()))) continue;
        const ball high = bisected(piece, a, middle(step * ball(j - 1)), middle(step * ball(j)));
        if (!first || proved_less(high, first->guess)) first = event{a, high};
      }
      if (first) return first;
    }
    return std::nullopt;
  }

  /// Where the halving of intervals gave up: a function that is proved negative right after has changed sign.
  std::optional<event> sign_change_where_undecided(const tube& piece) const {
    const auto& [a, from, to] = undecided_;
    if (!proved_negative(piece.watched(to, 1)[a][0])) return std::nullopt;
    return event{a, bisected(piece, a, from, to)};
  }

  /// Not rigorous: the zero of a watched function between an instant where it is positive and one where it isn't.
  ball bisected(const tube& piece, std::size_t a, ball low, ball high) const {
    for (slong k = 0; k < how_.bits(); ++k) {
      const ball half = middle((low + high) / ball(2));
      (arb_is_nonpositive(middle(piece.watched(half, 1)[a][0]).raw()) ? high : low) = half;
    }
    return high;
  }

  /// Step 3 to 5; false when the bracket leaves the tube, which a shorter or longer one may hold.
  bool take(const tube& piece, const event& next) {
    const auto w = piece.watched(next.guess, 2)[next.function];
    if (!proved_negative(w[1]))
      throw no_proof{"near t = " + shown(t_ + next.guess) +
                     " a contact is approached at a normal velocity not proved negative"};
    ball slack = radius(w[0]) * ball(3) / size(w[1]);
    ball fine = 1;
    arb_mul_2exp_si(fine.raw(), fine.raw(), -how_.bits() + 12);
    slack = middle(slack + fine * (ball(1) + size(next.guess)));
    ball a = middle(next.guess - slack);
    const ball b = middle(next.guess + slack);
    if (!proved_less(b, piece.length())) {
      if (piece.complete()) throw no_proof{"an event is too close to the final time"};
      return false;
    }
    const bool from_start = !proved_positive(a);
    if (from_start) {
      if (!strictly_positive_) throw no_proof{"two events follow each other too closely"};
      a = 0;
    } else if (!proved_positive(piece.watched(a, 1)[next.function][0])) {
      throw no_proof{"the sign before an event is not proved near t = " + shown(t_ + a)};
    }
    if (!proved_negative(piece.watched(b, 1)[next.function][0]))
      throw no_proof{"the sign after an event is not proved near t = " + shown(t_ + b)};
    const ball bracket_time = hull(a, b);
    if (!proved_negative(piece.watched(bracket_time, 2)[next.function][1]))
      throw no_proof{"an event is not proved transversal near t = " + shown(t_ + a)};
    if (!from_start && !all_positive(piece, ball(0), a, {next.function}, true))
      throw no_proof{"an earlier event is not excluded before t = " + shown(t_ + a)};
    if (!all_positive(piece, ball(0), b, every_function(next.function), false))
      throw no_proof{"another contact is not excluded before t = " + shown(t_ + b)};

    const ball t = t_ + bracket_time;
    const std::vector<ball> y = piece.states(bracket_time);
    const ball resume = t_ + b;
    const watch of = motion_->watched[next.function];
    if (of.of == watch::kind::gap) {
      if (motion_->closed) throw no_proof{"an impact near t = " + shown(t) + " while another contact is closed"};
      shock(of.constraint, t, y, resume);
    } else {
      found_.contacts.back().to = bracket_of(t);
      known_until_ = t;
      enter(std::nullopt, of.constraint, 3);  // gap, its rate and, the reaction being 0, its second derivative vanish
      go_on(t, y, resume);
    }
    return true;
  }

  /// Proved: the functions are positive on (from, to]; `at_end`: known to be so at `to`.
  bool all_positive(const tube& piece, const ball& from, const ball& to, const std::vector<std::size_t>& functions,
                    bool at_end) const {
    return positive_between(piece, from, to, functions, true, at_end, most_halvings);
  }

  bool positive_between(const tube& piece, const ball& from, const ball& to, const std::vector<std::size_t>& functions,
                        bool at_start, bool end_known, int halvings) const {
    const auto range = piece.watched(hull(from, to), orders);
    std::vector<std::size_t> left;
    std::optional<std::vector<std::vector<ball>>> at_from, at_to;
    const auto positive_at = [&](std::optional<std::vector<std::vector<ball>>>& kept, const ball& τ, std::size_t a) {
      if (!kept) kept = piece.watched(τ, 1);
      return proved_positive((*kept)[a][0]);
    };
    for (const std::size_t a : functions) {
      if (proved_positive(range[a][0])) continue;
      if (at_start && known_[a] > 0 && proved_positive(range[a][at(known_[a])])) continue;
      if (proved_positive(range[a][1]) &&
          ((at_start && (strictly_positive_ || known_[a] > 0)) || positive_at(at_from, from, a)))
        continue;
      if (proved_negative(range[a][1]) && (end_known || positive_at(at_to, to, a))) continue;
      left.push_back(a);
    }
    if (left.empty()) return true;
    if (halvings == 0) {
      undecided_ = {left.front(), from, to};
      return false;
    }
    const ball half = middle((from + to) / ball(2));
    return positive_between(piece, from, half, left, at_start, false, halvings - 1) &&
           positive_between(piece, half, to, left, false, end_known, halvings - 1);
  }

  struct interval_of_time {
    std::size_t function;
    ball from, to;
  };

  effort how_;
  working_precision precision_;
  enclosure found_;
  dynamics dynamics_;
  int n_;
  ball horizon_;
  ball t_, known_until_;
  std::vector<ball> y_;  ///< the state at t_ is no farther than distance_ from this box
  ball distance_;
  std::map<int, smooth_motion> motions_;
  const smooth_motion* motion_ = nullptr;
  std::vector<int>
      known_;  ///< of each watched function: how many derivatives, itself included, are known to be ≥ 0 at the start
  bool strictly_positive_ = false;  ///< all watched functions are > 0 at the start
  weights weights_;
  mutable interval_of_time undecided_{};  ///< where positive_between gave up last
  bool finished_ = false;
};

}  // namespace

enclosure enclose(const statement& bound, const request& how) { return proof(bound, how).run(); }
std::string library_version() { return std::string("Arb ") + arb_version; }

}  // namespace unilateral::enclosures::defect
