#include "proofs/enclosures/defect/engine.hpp"

#include "proofs/enclosures/allowance.hpp"
#include "proofs/enclosures/coincidence.hpp"
#include "proofs/enclosures/defect/accumulation.hpp"
#include "proofs/enclosures/defect/tube.hpp"

#include <algorithm>
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
constexpr std::size_t most_impacts = 5000;
constexpr int most_pieces = 100000;
/// An interval of time is halved at most so often before it counts as undecided.
constexpr int most_halvings = 48;
/// And cut into so many at most.
constexpr int most_intervals = 4096;
/// Derivatives looked at: the third opens a contact whose reaction vanishes.
constexpr int orders = 4;
/// Known of a watched function at the start of a piece: so many derivatives, itself included, are ≥ 0; or it is > 0.
constexpr int nothing = 0, open = -1;
/// An accumulation is entered when it is nearer than 10^−digits/2, so that what is unknown of it, which is of second
/// order, is of the size of a rounding; or after so many impacts, where it is known as well as that.
constexpr std::size_t most_listed = 400;
/// Choices among contacts at once are tried one by one: 2^that.
constexpr std::size_t most_at_once = 8;

class proof {
 public:
  proof(const statement& bound, const request& how)
      : bound_(bound),
        how_{how.digits},
        precision_(how_.bits()),
        dynamics_(bound),
        n_(dynamics_.degrees_of_freedom()),
        horizon_(values(formulas({bound.horizon}, n_), ball(0), no_state())[0]) {
    found_.bits = static_cast<int>(how_.bits());
    std::vector<expression> initial = bound.position;
    initial.insert(initial.end(), bound.velocity.begin(), bound.velocity.end());
    initial.push_back(0);
    set_ = of_box(values(formulas(initial, n_), ball(0), no_state()));
  }

  enclosure run() {
    try {
      begin();
      while (!finished_) {
        known_until_ = time_of(set_);
        allowance::reached(guess(known_until_) / guess(horizon_));
        advance();
      }
      const vector end = boxed(set_);
      found_.end_position = brackets_of(end, 0, at(n_));
      found_.end_velocity = brackets_of(end, at(n_), at(2 * n_));
      found_.until = bracket_of(horizon_);
      found_.proved = true;
    } catch (const no_proof& why) {
      undecided(why.reason);
    } catch (const work_spent& by) {
      undecided(by.limit + "; what kept it busy: " + busy_);
    }
    return std::move(found_);
  }

 private:
  void undecided(const std::string& why) {
    found_.undecided = "after t = " + shown(known_until_) + ": " + why;
    found_.until = bracket_of(known_until_);
  }
  vector state_of(const vector& y) const { return vector(y.begin(), y.begin() + 2 * n_); }
  ball time_of(const set& of) const { return boxed(of)[at(2 * n_)]; }

  std::vector<ball> no_state() const { return std::vector<ball>(at(2 * n_)); }

  const smooth_motion& motion_with(const mode& m) {
    const auto known = motions_.find(m);
    return known != motions_.end() ? known->second : motions_.emplace(m, dynamics_.motion(m)).first->second;
  }

  /// The first mode, from exact initial data: a gap is 0, or positive.
  void begin() {
    start_ = coincidence_of(bound_);
    if (!proved_positive(horizon_)) throw no_proof{"the final time is not proved positive"};
    const vector y = state_of(boxed(set_));
    const ball t = 0;
    for (const ball& pivot : values(dynamics_.pivots(), t, y))
      if (!proved_positive(pivot)) throw no_proof{"the kinetic metric is not proved positive definite"};
    const auto w = expand(motion_with({}), t, y, orders).watched;
    orders_known opening;
    contact_list hit, resting;
    for (int a = 0; a < dynamics_.constraints(); ++a) {
      const vector& gap = w[at(a)];
      if (proved_positive(gap[0])) continue;
      if (!proved_zero(gap[0]) && !dynamics_.starts_on(a))
        throw no_proof{"the sign of gap " + std::to_string(a) + " is not known"};
      if (proved_positive(gap[1]))
        opening[a] = 1;
      else if (proved_negative(gap[1]))
        hit.push_back(a);
      else if (proved_zero(gap[1]) || dynamics_.starts_at_rest_on(a))
        resting.push_back(a);
      else
        throw no_proof{"the normal velocity of contact " + std::to_string(a) + " is neither 0 nor of known sign"};
    }
    for (int a = 0; a < dynamics_.constraints(); ++a)  // multiples of what is > 0 at the start
      if (opening.contains(a) || opening.contains(start_.followed[at(a)])) start_.followed[at(a)] = -1;
    if (hit.empty() && resting.empty()) return enter({}, opening);
    forget_start();
    if (hit.empty()) return settle(resting, opening);
    shock(hit, resting, opening, boxed(set_), set_.B, set_.ρ);
  }

  void forget_start() {
    start_.followed.assign(start_.followed.size(), -1);
    start_.rests.assign(start_.rests.size(), false);
  }

  /// Of constraints that are touched and open: so many derivatives of the gap, itself included, are ≥ 0.
  using orders_known = std::map<int, int>;

  /// From here on: a mode, and gaps that are ≥ 0 at the start; all others are > 0.
  void enter(const mode& m, const orders_known& opening) {
    mode_ = m;
    motion_ = &motion_with(m);
    known_.clear();
    for (const watch& w : motion_->watched)
      known_.push_back(w.of == watch::kind::reaction    ? nothing
                       : opening.contains(w.constraint) ? opening.at(w.constraint)
                                                        : open);
    choose_weights();
  }

  /// Contacts whose gaps and normal velocities are 0: those stay closed whose reactions are then > 0, if the gaps of
  /// the others have second derivatives > 0, or 0 by their formula: strict complementarity [Moreau 1963, (P)], for one
  /// choice at most.
  void settle(const contact_list& resting, const orders_known& opening) {
    if (resting.size() > most_at_once)
      throw no_proof{"more than " + std::to_string(most_at_once) + " contacts at once"};
    if (resting.size() > 1) {
      if (!dynamics_.independent(resting)) throw no_proof{"the gradients of contacts at once depend on each other"};
      for (const int a : resting)
        if (dynamics_.moves(a))
          throw no_proof{"contact " + std::to_string(a) +
                         " moves, and lasts beside others: that there is one motion only is not known"};
    }
    const vector y = boxed(set_);
    for (const contact_list& closed : choices(resting)) {
      if (!dynamics_.independent(closed)) continue;
      mode m{closed, {}};
      orders_known opens = opening;
      const auto w = expand(motion_with(m), y[at(2 * n_)], state_of(y), orders).watched;
      const auto holds = [&](std::size_t a) {
        const watch& of = motion_with(m).watched[a];
        if (of.of == watch::kind::reaction) return proved_positive(w[a][0]);
        if (!is_in(of.constraint, resting)) return true;
        if (proved_positive(w[a][2])) {
          opens[of.constraint] = 2;
          return true;
        }
        return dynamics_.idle(of.constraint, closed);
      };
      bool all = true;
      for (std::size_t a = 0; all && a < w.size(); ++a) all = holds(a);
      if (!all) continue;
      for (const int a : resting)
        if (!is_in(a, closed) && !opens.contains(a)) m.idle.push_back(a);
      if (!m.idle.empty() && dynamics_.moves(m.idle[0]))
        throw no_proof{"contact " + std::to_string(m.idle[0]) +
                       " moves, and its gap stays 0 by itself: that there is one motion only is not known"};
      return change_contacts(m, opens, y[at(2 * n_)]);
    }
    const std::string which = resting.size() == 1 ? "contact " + std::to_string(resting[0]) + " is touched"
                                                  : std::to_string(resting.size()) + " contacts are touched";
    throw no_proof{which +
                   " at normal velocity 0, and whether contact lasts depends on higher derivatives: no choice of "
                   "those that stay has reactions proved > 0 and second derivatives of the other gaps > 0"};
  }

  /// A contact lasts where derivatives of its gap say so.
  void expect_smooth(int constraint) const {
    if (dynamics_.has_kinks_in(constraint))
      throw no_proof{"gap " + std::to_string(constraint) +
                     " has kinks or jumps, and a contact at it that lasts is not followed past them"};
  }

  /// Contacts begin and end.
  void change_contacts(const mode& m, const orders_known& opening, const ball& t) {
    for (const int a : m.closed) expect_smooth(a);
    for (const int a : m.idle) expect_smooth(a);
    const auto lasts = [](const mode& of, int a) { return is_in(a, of.closed) || is_in(a, of.idle); };
    for (contact_enclosure& c : found_.contacts)
      if (!c.to && !lasts(m, c.constraint)) c.to = bracket_of(t);
    for (int a = 0; a < dynamics_.constraints(); ++a)
      if (lasts(m, a) && !lasts(mode_, a)) found_.contacts.push_back({a, bracket_of(t), std::nullopt});
    enter(m, opening);
  }

  static bool is_in(int a, const contact_list& list) { return std::find(list.begin(), list.end(), a) != list.end(); }
  /// All parts of a list, the largest first.
  static std::vector<contact_list> choices(const contact_list& of) {
    std::vector<contact_list> found;
    for (unsigned bits = 0; bits < 1u << of.size(); ++bits) {
      contact_list part;
      for (std::size_t k = 0; k < of.size(); ++k)
        if (((bits >> k) & 1u) != 0) part.push_back(of[k]);
      found.push_back(std::move(part));
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const contact_list& x, const contact_list& y) { return x.size() > y.size(); });
    return found;
  }

  /// All members of c + A z, each at its time, meet the obstacle at the constraints `hit`; others are touched at the
  /// rate 0, or left at one > 0. The shock J of those that are active maps c + A z into J(c) + DJ A z.
  void shock(const contact_list& hit, const contact_list& resting, orders_known opening, const vector& c,
             const matrix& A, const vector& ρ) {
    if (found_.impacts.size() >= most_impacts) throw no_proof{"more than " + std::to_string(most_impacts) + " impacts"};
    contact_list touched = hit;
    touched.insert(touched.end(), resting.begin(), resting.end());
    for (const auto& [a, known] : opening) touched.push_back(a);
    std::sort(touched.begin(), touched.end());
    if (touched.size() > most_at_once)
      throw no_proof{"more than " + std::to_string(most_at_once) + " contacts at once"};
    const vector before = boxed(c, A, ρ);
    const ball& t = before[at(2 * n_)];
    for (const contact_list& active : choices(touched)) {
      if (active.empty()) continue;
      contact_list others;
      for (const int a : touched)
        if (!is_in(a, active)) others.push_back(a);
      if (!dynamics_.independent(active)) continue;
      if (!dynamics_.inelastic() &&
          std::any_of(active.begin(), active.end(), [&](int a) { return opening.contains(a); }))
        continue;  // it would be thrown back into the obstacle
      const formulas& J = shock_map(active, others);
      const matrix DJ = partial_derivatives(J, 0, J.outputs(), t, state_of(before));
      const vector jump = values(J, c[at(2 * n_)], state_of(c));
      const auto over_set = [&](std::size_t k) { return boxed({jump[k]}, {product(DJ[k], A)}, ρ)[0]; };
      const std::size_t first = at(n_), count = active.size();
      bool holds = true;
      for (std::size_t k = 0; holds && k < count; ++k) holds = proved_positive(over_set(first + k));
      contact_list still;
      orders_known opens;
      for (std::size_t k = 0; holds && k < others.size(); ++k) {
        const bool stays_at_0 = is_in(others[k], hit) && start_.vanishes(dynamics_.rate_halfway(others[k], active));
        if ((stays_at_0 || proved_positive(over_set(first + count + k))) &&
            proved_positive(over_set(first + count + others.size() + k)))
          opens[others[k]] = 1;
        else if (stays_at_0 && dynamics_.inelastic())
          still.push_back(others[k]);
        else if (is_in(others[k], resting) && dynamics_.unmoved(others[k], active))
          still.push_back(others[k]);
        else
          holds = false;
      }
      if (!holds) continue;
      for (const int a : active)
        if (is_in(a, resting) || dynamics_.inelastic())
          still.push_back(a);
        else
          opens[a] = 1;
      std::sort(still.begin(), still.end());

      vector after = c;
      matrix turned = A;
      for (int i = 0; i < n_; ++i) {
        after[at(n_ + i)] = jump[at(i)];
        turned[at(n_ + i)] = product(DJ[at(i)], A);
      }
      const vector left = boxed(after, turned, ρ);
      std::vector<impulse_enclosure> impulses;
      for (std::size_t k = 0; k < count; ++k) impulses.push_back({active[k], bracket_of(over_set(first + k))});
      std::stable_partition(impulses.begin(), impulses.end(),
                            [&](const impulse_enclosure& p) { return is_in(p.constraint, hit); });
      found_.impacts.push_back({impulses[0].constraint,
                                bracket_of(t),
                                brackets_of(before, 0, at(n_)),
                                brackets_of(before, at(n_), at(2 * n_)),
                                brackets_of(left, at(n_), at(2 * n_)),
                                impulses[0].impulse,
                                {impulses.begin() + 1, impulses.end()}});
      known_until_ = t;
      set_ = framed(after, turned, ρ);
      pending_.reset();
      forget_start();
      const bool alone = touched.size() == 1;
      if (!still.empty() || !alone) return settle(still, opens);
      enter({}, opens);
      ++bounces_;
      return accumulate(active[0]);
    }
    throw no_proof{touched.size() == 1 ? "the impulse is not proved positive"
                                       : "no choice among " + std::to_string(touched.size()) +
                                             " contacts at once has impulses proved > 0 and rates of the others > 0"};
  }

  const formulas& shock_map(const contact_list& active, const contact_list& others) {
    const auto known = shocks_.find({active, others});
    return known != shocks_.end()
               ? known->second
               : shocks_.emplace(std::pair(active, others), dynamics_.shock(active, others)).first->second;
  }

  /// Whether the impacts accumulate from here on is looked at after each; the nearer, the better it is known.
  void accumulate(int constraint) {
    pending_ = accumulation_after(dynamics_, motion_with({}), constraint, boxed(set_));
    if (!pending_) return;
    const ball ahead = size(pending_->t - time_of(set_));
    if (!proved_less(pending_->t, horizon_))
      pending_.reset();
    else if (const double near = std::pow(10., -how_.digits / 2.);
             guess(ahead) < near || (bounces_ >= most_listed && guess(radius(pending_->t)) < near))
      rest();
  }

  /// At the accumulation's limit the contact closes.
  void rest() {
    const accumulation limit = *pending_;
    pending_.reset();
    expect_smooth(limit.constraint);
    bounces_ = 0;
    vector y = limit.y;
    found_.accumulations.push_back({limit.constraint, bracket_of(limit.t), brackets_of(y, 0, at(n_)),
                                    brackets_of(y, at(n_), at(2 * n_)), found_.impacts.size()});
    y.push_back(limit.t);
    set_ = of_box(y);
    known_until_ = limit.t;
    change_contacts({{limit.constraint}, {}}, {}, limit.t);
  }

  /// (row) A
  vector product(const vector& row, const matrix& A) const {
    vector x(A[0].size());
    for (std::size_t j = 0; j < x.size(); ++j)
      for (std::size_t i = 0; i < A.size(); ++i) x[j] = x[j] + row[i] * A[i][j];
    return x;
  }

  /// Any weights are right; good ones balance the positions' part of DF with the velocities': frequency² ≈ |∂q''/∂q|.
  void choose_weights() {
    double sum = 0;
    for (const auto& row : partial_derivatives(motion_->all, 0, at(n_), set_.m[at(2 * n_)], state_of(set_.m)))
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
    try {
      next_piece();
    } catch (const no_proof&) {
      if (!pending_) throw;
      rest();
    }
  }

  void next_piece() {
    if (++found_.pieces > most_pieces) throw no_proof{"more than " + std::to_string(most_pieces) + " steps of time"};
    ball longest = size(horizon_ - time_of(set_));
    bool to_horizon = true;
    double shorten = 1;
    for (int attempt = 0; attempt < 7; ++attempt) {
      busy_ = "steps of time near t = " + shown(set_.m[at(2 * n_)]);
      const tube piece(*motion_, set_, weights_, longest, shorten, how_);
      if (!piece.proved()) throw no_proof{piece.failure()};
      if (!proved_less(smallest(size(set_.m[at(2 * n_)])), piece.length()))
        throw no_proof{"steps of time shrink to nothing: a formula has no value, or is not analytic, right after"};
      if (!definite_over(piece)) throw no_proof{"the kinetic metric is not proved positive definite right after"};
      std::optional<event> next = sign_change(piece, 16);
      if (!next && !all_positive(piece, ball(0), upper(piece.length()), every_function(), false)) {
        next = sign_change_where_undecided(piece);
        if (!next)
          throw no_proof{
              "contact is neither proved nor excluded before t = " + shown(piece.middle_time(piece.length())) + " (" +
              inequality_missing(undecided_.function) + ": a touch at normal velocity 0, or too few digits)"};
      }
      if (next && to_horizon && guess(next->guess) < guess(piece.length()) / 2) {
        // A tube as short as the flight: the errors of a longer one are those of its length.
        longest = from_guess(guess(next->guess) * 1.125);
        to_horizon = false;
        shorten = 1;
        continue;
      }
      if (!next) {
        finished_ = piece.complete() && to_horizon;
        set_ = finished_ ? at_horizon(piece) : piece.end();
        known_.assign(known_.size(), open);
        return;
      }
      if (take(piece, *next, to_horizon)) return;
      shorten *= 0.83;
    }
    throw no_proof{"an event is too close to the end of a step of time"};
  }

  /// The metric on the whole piece, where it varies: forces need not ask for its inverse, so its sign is shown apart.
  bool definite_over(const tube& piece) const {
    if (dynamics_.has_constant_metric()) return true;
    constexpr int parts = 16;
    const formulas pivots = dynamics_.pivots();
    for (int j = 0; j < parts; ++j) {
      const ball τ = hull(piece.length() * ball(j) / ball(parts), piece.length() * ball(j + 1) / ball(parts));
      for (const ball& pivot : values(pivots, piece.times(τ), piece.states(τ)))
        if (!proved_positive(pivot)) return false;
    }
    return true;
  }

  /// A step that this precision does not tell from none.
  ball smallest(const ball& size_of_time) const {
    ball x = size_of_time + horizon_;
    arb_mul_2exp_si(x.raw(), x.raw(), 8 - how_.bits());
    return middle(x);
  }

  std::string inequality_missing(std::size_t function) const {
    const watch& w = motion_->watched[function];
    return std::string(w.of == watch::kind::gap ? "gap " : "reaction ") + std::to_string(w.constraint) + " > 0";
  }

  static ball upper(const ball& x) { return middle(x) + radius(x); }
  std::vector<std::size_t> every_function(std::optional<std::size_t> but = std::nullopt) const {
    std::vector<std::size_t> list;
    for (std::size_t a = 0; a < motion_->watched.size(); ++a)
      if (but != a && !follows(a)) list.push_back(a);
    return list;
  }
  /// A gap that is positive for as long as another one is.
  bool follows(std::size_t function) const {
    const watch& w = motion_->watched[function];
    return w.of == watch::kind::gap && start_.followed[at(w.constraint)] >= 0;
  }

  /// Not rigorous: where the first watched function changes sign, looking at so many instants.
  std::optional<event> sign_change(const tube& piece, int samples) const {
    const ball step = middle(piece.length()) / ball(samples);
    for (int j = 1; j <= samples; ++j) {
      const auto w = piece.watched_from_middle(middle(step * ball(j)), 1);
      std::optional<event> first;
      for (std::size_t a = 0; a < w.size(); ++a) {
        if (follows(a) || !(arb_is_nonpositive(middle(w[a][0]).raw()))) continue;
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
      (arb_is_nonpositive(middle(piece.watched_from_middle(half, 1)[a][0]).raw()) ? high : low) = half;
    }
    return high;
  }

  /// Step 3 to 5; false when the bracket leaves the tube, which a shorter or longer one may hold.
  bool take(const tube& piece, const event& next, bool to_horizon) {
    busy_ = "an event near t = " + shown(piece.middle_time(next.guess));
    const auto w = piece.watched(next.guess, 2)[next.function];
    if (!proved_negative(w[1]))
      throw no_proof{"near t = " + shown(piece.middle_time(next.guess)) +
                     " a contact is approached at a normal velocity not proved negative"};
    ball slack = radius(w[0]) * ball(3) / size(w[1]);
    ball fine = 1;
    arb_mul_2exp_si(fine.raw(), fine.raw(), -how_.bits() + 12);
    slack = middle(slack + fine * (ball(1) + size(next.guess)));
    ball a = middle(next.guess - slack);
    const ball b = middle(next.guess + slack);
    if (!proved_less(b, piece.length())) {
      if (piece.complete() && to_horizon) throw no_proof{"an event is too close to the final time"};
      return false;
    }
    if (!proved_less(piece.times(b), horizon_)) throw no_proof{"an event is too close to the final time"};
    const bool from_start = !proved_positive(a);
    if (from_start) {
      if (known_[next.function] != open) throw no_proof{"two events follow each other too closely"};
      a = 0;
    } else if (!proved_positive(piece.watched(a, 1)[next.function][0])) {
      throw no_proof{"the sign before an event is not proved near t = " + shown(piece.middle_time(a))};
    }
    if (!proved_negative(piece.watched(b, 1)[next.function][0]))
      throw no_proof{"the sign after an event is not proved near t = " + shown(piece.middle_time(b))};
    const ball bracket_time = hull(a, b);
    if (!is_finite(piece.watched(bracket_time, 1)[next.function][0]))
      throw no_proof{"an event is at a kink or a jump near t = " + shown(piece.middle_time(a))};
    if (!proved_negative(piece.watched(bracket_time, 2)[next.function][1]))
      throw no_proof{"an event is not proved transversal near t = " + shown(piece.middle_time(a))};
    if (!from_start && !all_positive(piece, ball(0), a, {next.function}, true))
      throw no_proof{"an earlier event is not excluded before t = " + shown(piece.middle_time(a))};
    if (!all_positive(piece, ball(0), b, every_function(next.function), false))
      throw no_proof{"another contact is not excluded before t = " + shown(piece.middle_time(b))};

    const watch of = motion_->watched[next.function];
    const ball t = piece.times(bracket_time);
    const vector y = piece.states(bracket_time);
    const vector gradient = partial_derivatives(motion_->all, at(n_) + next.function, 1, t, y)[0];
    const auto [c, A] = on_surface(piece, event_from_middle(piece, next.function, a, b), bracket_time, gradient);
    if (of.of == watch::kind::gap) {
      contact_list resting = mode_.closed;
      resting.insert(resting.end(), mode_.idle.begin(), mode_.idle.end());
      std::sort(resting.begin(), resting.end());
      contact_list hit{of.constraint};
      for (int other = 0; other < dynamics_.constraints(); ++other)
        if (start_.followed[at(other)] == of.constraint) hit.push_back(other);
      shock(hit, resting, {}, c, A, set_.ρ);
    } else {
      set_ = framed(c, A, set_.ρ);
      known_until_ = time_of(set_);
      mode m = mode_;
      std::erase(m.closed, of.constraint);
      for (const int other : m.idle)
        if (!dynamics_.idle(other, m.closed))
          throw no_proof{"a contact opens near t = " + shown(known_until_) + " beside one whose gap is 0 by itself"};
      // Gap, its rate and, the reaction being 0, its second derivative vanish.
      change_contacts(m, {{of.constraint, 3}}, known_until_);
    }
    return true;
  }

  /// The time of the event on the motion from the middle, between a and b: Newton's operator, twice.
  ball event_from_middle(const tube& piece, std::size_t function, const ball& a, const ball& b) const {
    ball τ = hull(a, b);
    for (int k = 0; k < 2; ++k) {
      const ball half = middle(τ);
      const ball rate = piece.watched_from_middle(τ, 2)[function][1];
      const ball newton = half - piece.watched_from_middle(half, 1)[function][0] / rate;
      if (proved_negative(rate) && inside(newton, τ)) τ = newton;
    }
    return τ;
  }

  /// All motions of the piece where they meet the surface w = 0, c + A z, if the one from the middle does so at a time
  /// in τ_m, every one at a time in τ, and at rates ẇ = ∇w·F ≠ 0. Then the time of this meeting is differentiable, and
  ///
  ///   A = (1 − F ∇w/ẇ) (η_1 … η_k, with their times)        F: the rates of q, v and t
  struct affine {
    vector c;
    matrix A;
  };
  affine on_surface(const tube& piece, const ball& τ_m, const ball& τ, const vector& gradient) const {
    vector F = piece.states(τ);
    F.erase(F.begin(), F.begin() + n_);
    const vector y = piece.states(τ), accelerations = values(motion_->all, piece.times(τ), y);
    F.insert(F.end(), accelerations.begin(), accelerations.begin() + n_);
    F.push_back(1);
    ball rate;
    for (std::size_t i = 0; i < F.size(); ++i) rate = rate + gradient[i] * F[i];
    affine found{piece.middle_states(τ_m), piece.edges(τ)};
    found.c.push_back(piece.middle_time(τ_m));
    const vector along = product(gradient, found.A);
    for (std::size_t i = 0; i < F.size(); ++i)
      for (std::size_t j = 0; j < along.size(); ++j) found.A[i][j] = found.A[i][j] - F[i] * along[j] / rate;
    return found;
  }

  /// The surface T − t = 0.
  set at_horizon(const tube& piece) const {
    vector gradient(at(2 * n_ + 1));
    gradient.back() = -1;
    const ball τ = horizon_ - time_of(set_);
    if (!proved_nonnegative(τ)) throw no_proof{"an event is too close to the final time"};
    const auto [c, A] = on_surface(piece, horizon_ - set_.m[at(2 * n_)], τ, gradient);
    return framed(c, A, set_.ρ);
  }

  /// Proved: the functions are positive on (from, to]; `at_end`: known to be so at `to`.
  bool all_positive(const tube& piece, const ball& from, const ball& to, const std::vector<std::size_t>& functions,
                    bool at_end) const {
    intervals_ = 0;
    return positive_between(piece, from, to, functions, true, at_end, most_halvings);
  }

  bool positive_between(const tube& piece, const ball& from, const ball& to, const std::vector<std::size_t>& functions,
                        bool at_start, bool end_known, int halvings) const {
    if (functions.empty()) return true;
    busy_ = "showing " + inequality_missing(functions.front()) + " between t = " + shown(piece.middle_time(from)) +
            " and " + shown(piece.middle_time(to));
    const auto range = piece.watched(hull(from, to), orders);
    std::vector<std::size_t> left;
    std::optional<std::vector<std::vector<ball>>> at_from, at_to;
    const auto positive_at = [&](std::optional<std::vector<std::vector<ball>>>& kept, const ball& τ, std::size_t a) {
      if (!kept) kept = piece.watched(τ, 1);
      return proved_positive((*kept)[a][0]);
    };
    for (const std::size_t a : functions) {
      if (proved_positive(range[a][0])) continue;
      if (!is_finite(range[a][0])) {  // at a kink or a jump derivatives say nothing of it
        left.push_back(a);
        continue;
      }
      if (at_start && known_[a] > 0 && proved_positive(range[a][at(known_[a])])) continue;
      if (proved_positive(range[a][1]) && ((at_start && known_[a] != nothing) || positive_at(at_from, from, a)))
        continue;
      if (proved_negative(range[a][1]) && (end_known || positive_at(at_to, to, a))) continue;
      left.push_back(a);
    }
    if (left.empty()) return true;
    if (halvings == 0 || ++intervals_ > most_intervals) {
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

  const statement& bound_;
  effort how_;
  working_precision precision_;
  enclosure found_;
  dynamics dynamics_;
  int n_;
  coincidence start_;  ///< up to the first event
  ball horizon_;
  set set_;  ///< of the states, each at its own time, from which the motion goes on
  ball known_until_;
  std::map<mode, smooth_motion> motions_;
  std::map<std::pair<contact_list, contact_list>, formulas> shocks_;
  mode mode_;
  const smooth_motion* motion_ = nullptr;
  std::vector<int> known_;  ///< of each watched function at the start
  weights weights_;
  mutable interval_of_time undecided_{};  ///< where positive_between gave up last
  mutable int intervals_ = 0;             ///< that it has looked at
  std::optional<accumulation>
      pending_;              ///< where the impacts accumulate if the last one was at an accumulation's begin
  std::size_t bounces_ = 0;  ///< since the last contact
  mutable std::string busy_ = "the start";
  bool finished_ = false;
};

}  // namespace

enclosure enclose(const statement& bound, const request& how) { return proof(bound, how).run(); }
std::string library_version() { return std::string("Arb ") + arb_version; }

}  // namespace unilateral::enclosures::defect
