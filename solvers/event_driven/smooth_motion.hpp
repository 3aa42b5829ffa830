#pragma once
/// The motion between events as a series in s = τ/T, q = Σ q_k s^k, with its reactions λ = Σ λ_k s^k. T is near the
/// length of the step, so that coefficients are of the size of the quantities themselves and keep to the range of S,
/// whatever the units; it is a power of two, so that rounding does not know it. Order by order, with a = q'', a_k =
/// (k+1)(k+2) q_{k+2}/T²:
///
///     (1)  M_0 a_k = f_k − Σ_{j=1..k} M_j a_{k−j} + Σ_{j=1..k} G_jᵀ λ_{k−j} + G_0ᵀ λ_k
///     (2)  b = (k+1)(k+2) Φ_{k+2}/T² with λ_k = 0;     w = b + W λ_k,  W = G_0 M_0⁻¹ G_0ᵀ
///
/// Φ_{k+2} is the coefficient of the gap expanded along the motion: it carries every ∂²Φ/∂t², mixed and velocity term
/// of [Moreau 1963, (3), (4)] by itself. A held contact has w = 0; other choices of λ_k are left to the caller. M_0 and
/// W are factored once for all orders.
///
///     (3)  step: |c_l| h^l ≤ ε max_{j ≤ 2} |c_j| h^j for the last coefficients c_l of q, λ and the open gaps (none
///          where these c_j are 0), and l |c_l| h^l ≤ ε max_{1 ≤ j ≤ 2} j |c_j| h^j for q once more, so that v = q' is
///          as good as q; no bound where these are polynomials.

#include "problems/language/exponentials.hpp"
#include "problems/language/secants.hpp"
#include "problems/language/statement.hpp"
#include "solvers/event_driven/contact_matrix.hpp"
#include "solvers/event_driven/kinetic_factor.hpp"
#include "solvers/event_driven/polynomial_values.hpp"
#include "solvers/event_driven/taylor_tape.hpp"

#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>

namespace unilateral::event_driven {

template <scalar S>
class smooth_motion {
 public:
  /// Positions are expanded up to degree `highest`. `moves`: quotients of exponentials that overflow are written so
  /// that they don't; there others overflow, and bounds are wider.
  smooth_motion(const mechanical_system& system, int highest, bool moves)
      : n_(system.degrees_of_freedom()), m_(system.constraints()), highest_(highest), stride_(index(highest) + 1) {
    std::vector<expression> second;
    bool diagonal = true;
    for (const mass_entry& e : system.mass) {
      if (e.row < e.column) continue;
      diagonal = diagonal && e.row == e.column;
      metric_moves_ = metric_moves_ || variables_of(e.value).time;
      mass_.push_back({e.row, e.column, static_cast<int>(second.size())});
      second.push_back(e.value);
    }
    force_ = static_cast<int>(second.size());
    second.insert(second.end(), system.force.begin(), system.force.end());
    for (int a = 0; a < m_; ++a) {
      row_begin_.push_back(static_cast<int>(gradient_.size()));
      const expression& gap = system.gap[index(a)];
      const auto variables = variables_of(gap);
      moves_.push_back(variables.time ? 1 : 0);
      for (const int i : variables.coordinates) {
        const expression slope = derivative(gap, coordinate(i));
        if (slope.is(0)) continue;
        gradient_.push_back({a, i, static_cast<int>(second.size())});
        second.push_back(slope);
      }
    }
    row_begin_.push_back(static_cast<int>(gradient_.size()));
    tape_ = moves ? taylor_tape<S>(without_overflow(system.gap), without_overflow(second), n_, highest)
                  : taylor_tape<S>(with_bounded_secants(system.gap), with_bounded_secants(second), n_, highest);
    for (int a = 0; a < m_; ++a) gap_slot_.push_back(tape_.output_slot(index(a)));
    for (auto* list : {&mass_, &gradient_})
      for (entry& e : *list) e.slot = tape_.output_slot(index(m_ + e.slot));
    for (int i = 0; i < n_; ++i) force_slot_.push_back(tape_.output_slot(index(m_ + force_ + i)));
    metric_ = kinetic_factor<S>(n_, diagonal);
    for (int k = 0; k <= highest; ++k) log2_.push_back(std::log2(k));
    acceleration_.assign(index(n_) * stride_, S(0));
    λ_.assign(index(m_) * stride_, S(0));
    couple();
    if (!diagonal) magnified_.assign(index(m_) * index(n_), S(0));
    b_.assign(index(m_), S(0));
    free_.assign(index(n_), S(0));
    terms_ = free_;
    converted_.assign(index(n_) * stride_, range(0));
    converted_reaction_.assign(index(m_) * stride_, range(0));
    row_defect_.resize(index(n_));
    acceleration_bound_.resize(index(n_));
    row_left_out_.resize(index(n_));
    acceleration_left_out_.resize(index(n_));
    terms_left_out_.resize((index(n_) + 1) * (2 * stride_ + 1));
    tape_.bound_degrees(highest_);
    tape_.keep_degrees();
    degree_[0] = motion_degree(false);
    degree_[1] = motion_degree(true);
    steady_row_.assign(index(m_), 1);
    for (const entry& e : gradient_)
      if (!tape_.is_constant(e.slot)) steady_row_[index(e.row)] = 0;
    steady_gradient_ = std::all_of(steady_row_.begin(), steady_row_.end(), [](char steady) { return steady != 0; });
    for (const entry& e : mass_) steady_mass_ = steady_mass_ && tape_.is_constant(e.slot);
    tape_.bound_degrees(unbounded_degree);
    if (steady_mass_) positive_ = factor_metric();
    steady_ = steady_mass_ && steady_gradient_;
    if (steady_ && positive_) {
      std::vector<int> all;
      for (int a = 0; a < m_; ++a) all.push_back(a);
      prepare_contacts(all);
    }
  }

  int degrees_of_freedom() const { return n_; }
  int constraints() const { return m_; }

  /// T, for the next `place`: a power of two.
  void set_unit(const S& T) {
    unit_ = T;
    per_unit_ = S(1) / T;
  }
  const S& unit() const { return unit_; }
  /// 1/T.
  const S& per_unit() const { return per_unit_; }

  /// The state at τ = 0 and the gaps there: their values and their rates G v + ∂Φ/∂t.
  [[gnu::hot]] void place(const S& t, const S* q, const S* v) {
    time_ = t;
    tape_.set_time(t, unit_);
    for (int i = 0; i < n_; ++i) {
      S* const x = tape_.position(i);
      x[0] = q[i];
      x[1] = v[i] * unit_;
      tape_.velocity(i)[0] = v[i];
    }
    tape_.run(part::first, 0);
    tape_.run(part::first, 1);
  }
  /// M_0, G_0 and, for these contacts, H = M_0⁻¹ G_0ᵀ and W at the state placed. False: M_0 is not positive definite.
  [[gnu::hot]] bool evaluate(const std::vector<int>& contacts) {
    if (!steady_ || !tape_.switches().empty()) tape_.run(part::second, 0);
    if (!steady_mass_) positive_ = factor_metric();
    if (positive_ && !steady_) prepare_contacts(contacts);
    return positive_;
  }

  /// Expands from the state placed and evaluated. `reactions(k, b)` chooses λ_k of the contacts: it fills
  /// `reaction(α)[k]` and returns false to stop there.
  template <class Reactions>
  [[gnu::hot]] void expand(const std::vector<int>& contacts, Reactions&& reactions) {
    held_ = contacts;
    is_converted_ = false;
    last_ = degree_[contacts.empty() ? 0 : 1];
    exact_ = last_ <= highest_;
    last_ = std::min(last_, highest_);
    bound_degrees();
    for (int k = 0; k + 2 <= last_; ++k) {
      ++force_evaluations;
      if (k > 0 || steady_) tape_.run(part::second, k);
      right_hand_side(k);
      set_acceleration(k);
      tape_.run(part::first, k + 2);
      if (contacts.empty()) continue;
      const S weight = S((k + 1) * (k + 2));  // (2)
      for (const int a : contacts) b_[index(a)] = weight * gap(a)[k + 2] * per_unit_ * per_unit_;
      const bool go_on = reactions(k, static_cast<const S*>(b_.data()));
      press(contacts, k);
      set_acceleration(k);
      tape_.run(part::first, k + 2);
      if (!go_on) return;
    }
    int switch_order = -1;
    for (const sign_switch& s : tape_.switches()) switch_order = std::max(switch_order, switch_degree(s));
    for (int k = std::max(last_ + 1, 2); k <= std::max(gap_order_, switch_order); ++k) tape_.run(part::first, k);
    for (int k = std::max(last_ - 1, 1); k <= switch_order; ++k) tape_.run(part::second, k);
    tape_.known_to(std::min(last_, switch_order));
    known_[0] = std::max({last_, gap_order_, switch_order});
    known_[1] = std::max(last_ - 2, switch_order);
  }

  /// (3); nothing where no bound is needed.
  [[gnu::hot]] std::optional<S> step_length(const std::vector<int>& open) const {
    const bool bounds_gaps = std::any_of(open.begin(), open.end(), [&](int a) { return gap_degree(a) > highest_; });
    return exact_ && !bounds_gaps ? std::nullopt : bounded_step(open, bounds_gaps);
  }
  std::optional<S> bounded_step(const std::vector<int>& open, bool bounds_gaps) const {
    std::optional<double> h;  // log₂
    struct sizes {
      binary_size start[3], end[4];  ///< of orders 0, 1, 2, and of those from `from` to `last`
      int from, last;
    };
    const auto sizes_of = [&](int last, int members, auto&& series) {
      const auto largest = [&](int k) {
        using std::abs;
        S most(0);
        for (int i = 0; i < members; ++i) most = std::max(most, S(abs(series(i)[k])));
        return log2_of(most > least_ ? most : S(0));
      };
      sizes result{{}, {}, std::max(last - 3, 3), last};
      for (int k = 0; k <= 2; ++k) result.start[k] = largest(k);
      for (int l = result.from; l <= last; ++l) result.end[l - result.from] = largest(l);
      return result;
    };
    const auto bound = [&](const sizes& c, int first, auto&& weight) {
      for (int l = c.from; l <= c.last; ++l) {
        const binary_size& end = c.end[l - c.from];
        if (end.exponent == -infinite_) continue;
        double longest = -infinite_;
        for (int j = first; j <= 2; ++j)
          longest =
              std::max(longest, ((c.start[j] - end) + (weight(j) - weight(l)) - (std::numeric_limits<S>::digits + 1)) /
                                    (l - j));  // ε/4
        if (longest == -infinite_)
          continue;  // nothing to compare with: other bounds stand alone, or the check of the equation
                     // (equation_check.hpp)
        if (!h || longest < *h) h = longest;
      }
    };
    const auto all_alike = [](int) { return 0.0; };
    if (!exact_) {
      const sizes c = sizes_of(last_, n_, [&](int i) { return tape_.position(i); });
      bound(c, 0, all_alike);
      bound(c, 1, [&](int k) { return log2_[index(k)]; });
      bound(sizes_of(last_ - 2, static_cast<int>(held_.size()), [&](int i) { return reaction(held_[index(i)]); }), 0,
            all_alike);
    }
    if (bounds_gaps)
      bound(sizes_of(highest_, static_cast<int>(open.size()), [&](int i) { return gap(open[index(i)]); }), 0,
            all_alike);
    if (!h) return std::nullopt;
    return power_of_two<S>(*h);
  }

  /// After an expansion that is no finite number: by which power of two a shorter unit of time brings the coefficients
  /// that are one to the size of position and velocity; 0: by none.
  int shorter_unit() const {
    double most = 0;
    const auto size = [](const S& x) { return std::max(static_cast<double>(log2_of(x)), -1000.0); };
    const auto look = [&](const S* c, int degree) {
      int first = 0;  // at rest at 0: the first term that moves it
      double start = std::max(size(c[0]), degree > 0 ? size(c[1]) : -1000.0);
      if (start == -1000.0) {
        for (first = 2; first < degree && c[first] == S(0);) ++first;
        if (first <= degree) start = size(c[first]);
      }
      for (int k = first + (first == 0 ? 2 : 1); k <= degree && c[k] - c[k] == S(0); ++k)
        if (c[k] != S(0)) most = std::max(most, (size(c[k]) - start) / (k - first));
    };
    for (int i = 0; i < n_; ++i) {
      look(position(i), last_);
      const S *const x = position(i), &a = acceleration_[index(i) * stride_];
      if (last_ >= 2 && !(x[2] - x[2] == S(0)) && a - a == S(0))
        most = std::max(most, (size(a) + 2 * size(unit_) - std::max(size(x[0]), size(x[1]))) / 2);
    }
    for (int a = 0; a < m_; ++a) look(gap(a), gap_order(a));
    for (const sign_switch& s : tape_.switches()) look(switch_argument(s), switch_degree(s));
    return most > 1 ? -static_cast<int>(std::ceil(most)) : 0;
  }
  /// Whether a coefficient of the motion is lost in so short a unit of time.
  bool underflows() const {
    for (int i = 0; i < n_; ++i)
      for (int k = 0; k + 2 <= last_; ++k) {
        const S &a = acceleration_[index(i) * stride_ + index(k)], &x = position(i)[k + 2];
        if (a != S(0) && x < least_with_digits_ && x > -least_with_digits_) return true;
      }
    return false;
  }

  /// Degree of the positions expanded last, and whether they are exactly that polynomial.
  int degree() const { return last_; }
  bool is_polynomial() const { return exact_; }
  const S* position(int i) const { return tape_.position(i); }
  /// q_i'' and Φ_α'' at τ = 0 of the series expanded last, and Φ_α' at the state placed.
  S acceleration(int i) const { return last_ < 2 ? S(0) : S(S(2) * position(i)[2] * per_unit_ * per_unit_); }
  S gap_acceleration(int a) const { return gap_degree(a) < 2 ? S(0) : S(S(2) * gap(a)[2] * per_unit_ * per_unit_); }
  S gap_rate(int a) const { return gap(a)[1] * per_unit_; }
  const S* gap(int a) const { return tape_.series(gap_slot_[index(a)]); }
  /// Whether the constraint depends on time.
  bool moves(int a) const { return moves_[index(a)]; }
  /// Of its series.
  int gap_order(int a) const { return std::clamp(gap_degree(a), 0, highest_); }
  int gap_degree(int a) const { return tape_.degree(gap_slot_[index(a)]); }
  S* reaction(int a) { return λ_.data() + index(a) * stride_; }
  const S* reaction(int a) const { return λ_.data() + index(a) * stride_; }
  /// H_α: by how much a unit of impulse on α changes the velocities, in order.
  struct velocity_change {
    int coordinate;
    S value;
  };
  std::span<const velocity_change> H(int a) const {
    return {H_.data() + H_begin_[index(a)], H_begin_[index(a) + 1] - H_begin_[index(a)]};
  }
  const contact_matrix<S>& W() const { return W_; }
  /// Of a scalar product; and of the moduli of its terms.
  struct sum_of_terms {
    S sum, magnitude;
  };
  /// W_αβ = G_α H_β where of the two only β was asked to be evaluated.
  sum_of_terms coupling(int a, int b) const {
    using std::abs;
    sum_of_terms result{S(0), S(0)};
    const std::span<const velocity_change> h = H(b);
    std::size_t j = 0;
    for (int k = row_begin_[index(a)]; k < row_begin_[index(a) + 1]; ++k) {
      const entry& e = gradient_[index(k)];
      while (j < h.size() && h[j].coordinate < e.column) ++j;
      if (j == h.size()) break;
      if (h[j].coordinate != e.column) continue;
      const S term = tape_.series(e.slot)[0] * h[j].value;
      result.sum += term;
      result.magnitude += abs(term);
    }
    return result;
  }
  bool is_steady() const { return steady_; }
  /// Whether M depends on t.
  bool metric_moves() const { return metric_moves_; }

  /// Row α of G at the state evaluated.
  std::vector<S> gradient_row(int a) const {
    std::vector<S> row(index(n_), S(0));
    for (int k = row_begin_[index(a)]; k < row_begin_[index(a) + 1]; ++k)
      row[index(gradient_[index(k)].column)] = tape_.series(gradient_[index(k)].slot)[0];
    return row;
  }
  /// Σ_i |G_αi x_i|: what the rounding of G x is proportional to.
  template <class Vector>
  [[gnu::always_inline]] inline S gradient_magnitude(int a, const Vector& x) const {
    using std::abs;
    S sum(0);
    for (int k = row_begin_[index(a)]; k < row_begin_[index(a) + 1]; ++k)
      sum += abs(tape_.series(gradient_[index(k)].slot)[0] * x[index(gradient_[index(k)].column)]);
    return sum;
  }
  /// Σ_i G_αi x_i, and Σ_i |G_αi x_i|.
  [[gnu::hot]] sum_of_terms gradient_product(int a, const std::vector<S>& x) const {
    using std::abs;
    sum_of_terms result{S(0), S(0)};
    for (int k = row_begin_[index(a)]; k < row_begin_[index(a) + 1]; ++k) {
      const S term = tape_.series(gradient_[index(k)].slot)[0] * x[index(gradient_[index(k)].column)];
      result.sum += term;
      result.magnitude += abs(term);
    }
    return result;
  }
  /// Σ_i |G_αi|.
  S gradient_size(int a) const {
    using std::abs;
    S sum(0);
    for (int k = row_begin_[index(a)]; k < row_begin_[index(a) + 1]; ++k)
      sum += abs(tape_.series(gradient_[index(k)].slot)[0]);
    return sum;
  }
  S gradient_dot(int a, const S* x) const {
    S sum(0);
    for (int k = row_begin_[index(a)]; k < row_begin_[index(a) + 1]; ++k)
      sum += tape_.series(gradient_[index(k)].slot)[0] * x[gradient_[index(k)].column];
    return sum;
  }
  /// a_k of the motion without reactions, while `reactions` runs.
  const std::vector<S>& free_acceleration() const { return free_; }

  using sign_switch = typename taylor_tape<S>::sign_switch;
  std::vector<sign_switch>& switches() { return tape_.switches(); }
  const std::vector<sign_switch>& switches() const { return tape_.switches(); }
  const S* switch_argument(const sign_switch& s) const { return tape_.series(s.argument); }
  /// The coordinate, or n more the velocity, that it is; −1: a formula.
  int switch_variable(const sign_switch& s) const { return tape_.variable(s.argument); }
  /// Of its series; the last coefficient of the velocities is not known.
  int switch_degree(const sign_switch& s) const {
    return std::min(tape_.degree(s.argument), exact_ ? highest_ : last_ - (tape_.uses_velocity(s.argument) ? 1 : 0));
  }
  /// The same where the positions are known to order `known` only.
  int switch_degree_known(const sign_switch& s, int known) const {
    return std::min(switch_degree(s), known - (tape_.uses_velocity(s.argument) ? 1 : 0));
  }
  /// Advances the arguments of switches from order `from` as far as positions of order `known` allow.
  void advance_switches(int from, int known) {
    if (tape_.switches().empty()) return;
    for (int k = from; k <= std::min(known, highest_); ++k) {
      tape_.run(part::first, k);
      tape_.run(part::second, k);
    }
  }
  bool constants_are_in_range() const { return tape_.constants_are_in_range(); }
  /// Whether a gap's formula, or its gradient, changes with the sign of switch k.
  bool gap_has_switch(int a, int k) const {
    if (tape_.has_switch(gap_slot_[index(a)], k)) return true;
    for (int e = row_begin_[index(a)]; e < row_begin_[index(a) + 1]; ++e)
      if (tape_.has_switch(gradient_[index(e)].slot, k)) return true;
    return false;
  }

  std::int64_t force_evaluations = 0;  ///< coefficients of f computed

  // --- beside the motion (departure.hpp)
  // ----------------------------------------------------------------------------------------------------------

  const taylor_tape<S>& formulas() const { return tape_; }
  int force_slot(int i) const { return force_slot_[index(i)]; }
  /// The first term c s^k of a formula along the motion expanded last; c = 0: it is 0 all along.
  struct leading_term {
    S c;
    int order;
    bool varies;  ///< it is no constant
  };
  leading_term leading(int slot) const {
    const S* const c = tape_.series(slot);
    const int last = std::min(tape_.degree(slot), std::max(known_[1], 0));
    int k = 0, end = last;
    while (end > 0 && c[end] == S(0)) --end;
    while (k < end && c[k] == S(0)) ++k;
    return last < 0 ? leading_term{S(0), 0, false} : leading_term{c[k], k, end > 0};
  }
  /// The rate of any formula at the state placed.
  S rate_of(int slot) {
    for (const int k : {0, 1}) tape_.run(part::second, k);
    return tape_.series(slot)[1] * per_unit_;
  }
  /// x ← M_0⁻¹ x.
  void solve_metric(S* x) { metric_.solve(x); }

  // --- bounds
  // ----------------------------------------------------------------------------------------------------------

  using range = typename taylor_tape<S>::range;

  /// Bounds what series leave out on [0, h] along the polynomial motion expanded last (remainder.hpp): of gaps, of
  /// arguments of switches, and all that the equation of motion lacks.
  void leave_out(const range& h) {
    tape_.leave_out(h, known_[0], known_[1], !exact_ || !tape_.switches().empty());
    defect_left_out_ = range(0);
    if (exact_) return;
    const int K = last_ - 2;
    const remainder_rules<range> rules(K);
    for (int i = 0; i < n_; ++i) row_left_out_[index(i)] = rules.same(tape_.left_out(force_slot_[index(i)]));
    if (!steady_mass_) {
      const range per_step = range(1) / (h * taylor_tape<S>::to_range(unit_));
      for (int i = 0; i < n_; ++i) {
        const range* const x = tape_.position_left_out(i).term;
        acceleration_left_out_[index(i)] =
            truncate(i, K, [&](int k) { return range((k + 1) * (k + 2)) * x[k + 2] * per_step * per_step; });
      }
      for (const entry& e : mass_) {
        row_left_out_[index(e.row)] += rules.product(tape_.left_out(e.slot), acceleration_left_out_[index(e.column)]);
        if (e.row != e.column)
          row_left_out_[index(e.column)] += rules.product(tape_.left_out(e.slot), acceleration_left_out_[index(e.row)]);
      }
    }
    if (!steady_gradient_)
      for (const int a : held_) {
        const S* const c = reaction(a);
        const truncated<range> λ =
            truncate(n_, K, [&](int k) { return std::abs(taylor_tape<S>::to_range(c[k])) * tape_.power_of_step(k); });
        for (int p = row_begin_[index(a)]; p < row_begin_[index(a) + 1]; ++p)
          row_left_out_[index(gradient_[index(p)].column)] +=
              rules.product(tape_.left_out(gradient_[index(p)].slot), λ);
      }
    for (const range& d : row_left_out_) defect_left_out_ = d <= defect_left_out_ ? defect_left_out_ : d;
    if (!(defect_left_out_ >= range(0))) defect_left_out_ = remainder_rules<range>::infinite;
  }
  const truncated<range>& gap_left_out(int a) const { return tape_.left_out(gap_slot_[index(a)]); }
  const truncated<range>& switch_left_out(const sign_switch& s) const { return tape_.left_out(s.argument); }
  bool has_large_exponential() const { return tape_.has_large_exponential(); }
  const range& defect_left_out() const { return defect_left_out_; }

  /// Bounds on |s| ≤ ρ along the polynomial motion expanded last: of gaps, of arguments of switches, and of what the
  /// equation of motion lacks, where the motion is no polynomial.
  void enclose(const range& ρ) {
    if (!is_converted_) convert();
    const disc_arithmetic<range> in(taylor_tape<S>::to_range(epsilon<S>()));
    const range T = taylor_tape<S>::to_range(unit_);
    tape_.enclose(
        in, in.widened(in.number(taylor_tape<S>::to_range(time_)), ρ * T),
        [&](int i) { return along(in, index(i), 0, ρ); },
        [&](int i) { return in.scaled(along(in, index(i), 1, ρ), T); });
    tape_.enclose_formulas(in, part::first);
    if (!exact_ || !tape_.switches().empty()) tape_.enclose_formulas(in, part::second);
    defect_ = range(0);
    is_analytic_ = true;
    if (exact_) return;
    for (int i = 0; i < n_; ++i) row_defect_[index(i)] = tape_.bound(force_slot_[index(i)]);
    if (!steady_mass_) {
      for (int i = 0; i < n_; ++i)
        acceleration_bound_[index(i)] = in.scaled(in.scaled(along(in, index(i), 2, ρ), T), T);
      for (const entry& e : mass_) {
        subtract_product(in, e.row, tape_.bound(e.slot), acceleration_bound_[index(e.column)]);
        if (e.row != e.column) subtract_product(in, e.column, tape_.bound(e.slot), acceleration_bound_[index(e.row)]);
      }
    }
    if (!steady_gradient_)
      for (const int a : held_) {
        const disc<range> λ = series_bound(in, converted_reaction_.data() + index(a) * stride_, last_ - 2, 0, ρ);
        for (int p = row_begin_[index(a)]; p < row_begin_[index(a) + 1]; ++p)
          subtract_product(in, gradient_[index(p)].column, tape_.bound(gradient_[index(p)].slot), λ);
      }
    for (const disc<range>& d : row_defect_) {
      defect_ = std::max(defect_, d.is_bounded() && d.analytic ? d.radius : std::numeric_limits<range>::infinity());
      is_analytic_ = is_analytic_ && d.analytic;
    }
  }
  /// The same of what rounding makes of them at the point of expansion.
  void enclose_rounding() {
    enclose(range(0));
    tape_.enclose_formulas(disc_arithmetic<range>(taylor_tape<S>::to_range(epsilon<S>())), part::second);
  }
  /// The same, where the coordinates, and the time, are known to these roundings only.
  void enclose_state(const std::vector<S>& rounding, const S& of_time) {
    const disc_arithmetic<range> in(taylor_tape<S>::to_range(epsilon<S>()));
    tape_.enclose(
        in, in.widened(in.number(taylor_tape<S>::to_range(time_)), taylor_tape<S>::to_range(of_time)),
        [&](int i) {
          return in.widened(in.number(taylor_tape<S>::to_range(tape_.position(i)[0])),
                            taylor_tape<S>::to_range(rounding[index(i)]));
        },
        [&](int i) { return in.number(taylor_tape<S>::to_range(tape_.velocity(i)[0])); });
    tape_.enclose_formulas(in, part::first);
    tape_.enclose_formulas(in, part::second);
  }
  bool gradient_is_constant(int a) const { return steady_row_[index(a)]; }
  bool gradients_are_constant() const { return steady_gradient_; }
  /// Of the last enclosure: the largest radius of an entry of row α of G.
  range gradient_radius(int a) const {
    range most(0);
    for (int k = row_begin_[index(a)]; k < row_begin_[index(a) + 1]; ++k) {
      const disc<range>& d = tape_.bound(gradient_[index(k)].slot);
      most = std::max(most, d.is_bounded() ? d.radius : std::numeric_limits<range>::infinity());
    }
    return most;
  }
  const disc<range>& force_bound(int i) const { return tape_.bound(force_slot_[index(i)]); }
  /// Of the last enclosure.
  const disc<range>& gap_bound(int a) const { return tape_.bound(gap_slot_[index(a)]); }
  const disc<range>& switch_bound(const sign_switch& s) const { return tape_.bound(s.argument); }
  /// The largest radius of M q'' − f − Gᵀλ, less what is a polynomial of degree `degree() − 2` in it.
  const range& defect_bound() const { return defect_; }
  /// False where the equation of motion may have a singularity on the disc.
  bool defect_is_analytic() const { return is_analytic_; }
  /// Whether the gap, or the argument of a switch, is a polynomial along the polynomial motion, all of whose
  /// coefficients are there.
  bool gap_is_complete(int a) const { return is_complete(gap_slot_[index(a)], highest_); }
  bool switch_is_complete(const sign_switch& s) const { return is_complete(s.argument, switch_degree(s)); }

 private:
  using part = typename taylor_tape<S>::part;
  struct entry {
    int row, column, slot;
  };
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  static constexpr double infinite_ = std::numeric_limits<double>::infinity();

  bool is_complete(int slot, int degree) const {
    return tape_.complete_degree(slot) <= degree || (exact_ && tape_.degree(slot) <= degree);
  }

  /// The coefficients of this expansion, rounded to the range.
  void convert() {
    is_converted_ = true;
    for (int i = 0; i < n_; ++i)
      for (int k = 0; k <= last_; ++k)
        converted_[index(i) * stride_ + index(k)] = taylor_tape<S>::to_range(tape_.position(i)[k]);
    if (steady_gradient_) return;
    for (const int a : held_)
      for (int k = 0; k + 2 <= last_; ++k)
        converted_reaction_[index(a) * stride_ + index(k)] = taylor_tape<S>::to_range(reaction(a)[k]);
  }
  disc<range> along(const disc_arithmetic<range>& in, std::size_t i, int derivative, const range& ρ) const {
    return series_bound(in, converted_.data() + i * stride_, last_, derivative, ρ);
  }
  /// Σ_k |c_k| |s^k| and its derivatives, less their constants.
  static disc<range> series_bound(const disc_arithmetic<range>& in, const range* c, int degree, int derivative,
                                  const range& ρ) {
    if (degree < derivative) return {};
    range sum(0);
    for (int k = degree; k > derivative; --k) {
      const range weight = derivative == 0 ? range(1) : derivative == 1 ? range(k) : range(k) * range(k - 1);
      sum = sum * ρ + weight * std::abs(c[k]);
    }
    const range constant = derivative == 2 ? range(2) * c[2] : c[derivative];
    const range slack = range(8 * degree + 8) * std::numeric_limits<range>::epsilon();
    return in.widened(in.number(constant),
                      sum * ρ * (range(1) + slack) + (sum > range(0) ? std::numeric_limits<range>::min() : range(0)));
  }
  void subtract_product(const disc_arithmetic<range>& in, int row, const disc<range>& x, const disc<range>& y) {
    row_defect_[index(row)] = in.subtract(row_defect_[index(row)], in.multiply(x, y));
  }

  /// A series of terms |c_k| h^k, k ≤ K, in place `i` of the workspace.
  template <class Term>
  truncated<range> truncate(int i, int K, Term&& term_of) {
    range* const term = terms_left_out_.data() + index(i) * (2 * stride_ + 1);
    range* const rest = term + stride_;
    range sum(0);
    rest[K + 1] = sum;
    for (int k = K; k >= 0; --k) {
      term[k] = term_of(k);
      sum += term[k];
      rest[k] = sum;
    }
    return {term, rest, K, -sum, sum, range(0)};
  }

  /// Degree of the positions in τ where the motion is a polynomial, else `unbounded_degree`.
  int motion_degree(bool held) {
    for (int degree = 1; degree <= highest_;) {
      tape_.bound_degrees(degree);
      int next = degree;
      for (const entry& e : mass_)
        if (tape_.degree(e.slot) > 0) return unbounded_degree;
      for (const int slot : force_slot_) next = std::max(next, tape_.degree(slot) < 0 ? 1 : tape_.degree(slot) + 2);
      if (held) {
        for (const entry& e : gradient_)
          if (tape_.degree(e.slot) > 0) return unbounded_degree;
        for (const int slot : gap_slot_) next = std::max(next, tape_.degree(slot));
      }
      if (next == degree) return degree;
      degree = next;
    }
    return unbounded_degree;
  }

  /// Degrees of all formulas for this expansion; beyond its own degree the motion has zeros.
  void bound_degrees() {
    const int positions = exact_ ? last_ : unbounded_degree;
    if (positions == bounded_for_) return;
    bounded_for_ = positions;
    tape_.bound_degrees(positions);
    gap_order_ = 0;
    for (const int slot : gap_slot_) gap_order_ = std::max(gap_order_, std::min(tape_.degree(slot), highest_));
    for (int i = 0; i < n_; ++i)
      for (int k = last_ + 1; k <= highest_; ++k) tape_.position(i)[k] = tape_.velocity(i)[k - 1] = S(0);
  }

  bool factor_metric() {
    metric_.clear();
    for (const entry& e : mass_) metric_.entry(e.row, e.column) = tape_.series(e.slot)[0];
    return metric_.factor();
  }

  /// The places of H and W that may not be 0: of a metric that is diagonal, where gradients have coordinates in common.
  void couple() {
    std::vector<std::vector<int>> of_coordinate(index(n_)), coupled(index(m_));
    for (const entry& e : gradient_) of_coordinate[index(e.column)].push_back(e.row);
    H_begin_.push_back(0);
    for (int a = 0; a < m_; ++a) {
      const int first = row_begin_[index(a)], last = row_begin_[index(a) + 1];
      if (metric_.is_diagonal())
        for (int k = first; k < last; ++k) H_.push_back({gradient_[index(k)].column, S(0)});
      else if (first < last)
        for (int i = 0; i < n_; ++i) H_.push_back({i, S(0)});
      H_begin_.push_back(H_.size());
      std::vector<int>& row = coupled[index(a)];
      row.push_back(a);
      for (const velocity_change& h : H(a))
        for (const int c : of_coordinate[index(h.coordinate)]) row.push_back(c);
      std::sort(row.begin(), row.end());
      row.erase(std::unique(row.begin(), row.end()), row.end());
    }
    W_ = contact_matrix<S>(coupled);
    is_prepared_.assign(index(m_), 0);
  }

  void prepare_contacts(const std::vector<int>& contacts) {
    for (const int a : contacts) {
      const int first = row_begin_[index(a)], last = row_begin_[index(a) + 1];
      velocity_change* const h = H_.data() + H_begin_[index(a)];
      if (metric_.is_diagonal())
        for (int k = first; k < last; ++k)
          h[k - first].value = metric_.divided(tape_.series(gradient_[index(k)].slot)[0], gradient_[index(k)].column);
      else if (first < last)
        solve_full_metric(a, h);
      is_prepared_[index(a)] = 1;
      for (const auto& e : W_.row(a)) {
        const int c = e.column;
        if (!is_prepared_[index(c)]) continue;
        const sum_of_terms of_pair = coupling(c, a);
        const auto size = [&] {
          const S* const u = magnified_.data() + index(a) * index(n_);
          return std::inner_product(u, u + n_, magnified_.data() + index(c) * index(n_), S(0));
        };
        W_(a, c) = W_(c, a) = of_pair.sum;
        W_.terms(a, c) = W_.terms(c, a) = metric_.is_diagonal() ? of_pair.magnitude : size();
      }
    }
    for (const int a : contacts) is_prepared_[index(a)] = 0;
  }
  void solve_full_metric(int a, velocity_change* h) {
    std::fill(terms_.begin(), terms_.end(), S(0));
    for (int k = row_begin_[index(a)]; k < row_begin_[index(a) + 1]; ++k)
      terms_[index(gradient_[index(k)].column)] = tape_.series(gradient_[index(k)].slot)[0];
    metric_.solve(terms_.data());
    for (int i = 0; i < n_; ++i) h[i].value = terms_[index(i)];
    S* const u = magnified_.data() + index(a) * index(n_);
    std::copy(terms_.begin(), terms_.end(), u);
    metric_.magnify(u);
  }

  /// a_k without G_0ᵀ λ_k, into `free_`: (1).
  [[gnu::hot]] void right_hand_side(int k) {
    for (int i = 0; i < n_; ++i) free_[index(i)] = tape_.series(force_slot_[index(i)])[k];
    if (!steady_mass_) {
      for (const entry& e : mass_) {
        const int terms = std::min(k, tape_.degree(e.slot));
        if (terms < 1) continue;
        const S* const M = tape_.series(e.slot) + 1;
        const auto sum = [&](int i) {
          return sum_of_products(M, acceleration_.data() + (index(i) * stride_ + index(k - 1)), terms);
        };
        free_[index(e.row)] -= sum(e.column);
        if (e.row != e.column) free_[index(e.column)] -= sum(e.row);
      }
    }
    if (!steady_gradient_) {
      for (const int a : held_)
        for (int p = row_begin_[index(a)]; p < row_begin_[index(a) + 1]; ++p) {
          const entry& e = gradient_[index(p)];
          if (const int terms = std::min(k, tape_.degree(e.slot)); terms > 0)
            free_[index(e.column)] += sum_of_products(tape_.series(e.slot) + 1, reaction(a) + (k - 1), terms);
        }
    }
    metric_.solve(free_.data());
  }

  /// a_k += H λ_k. What is left of terms that cancel is their rounding, and no motion.
  [[gnu::hot]] void press(const std::vector<int>& contacts, int k) {
    using std::abs;
    for (std::size_t i = 0; i < free_.size(); ++i) terms_[i] = abs(free_[i]);
    for (const int c : contacts) {
      const S& λ = λ_[index(c) * stride_ + index(k)];
      if (λ == S(0)) continue;
      for (const velocity_change& h : H(c)) {
        if (h.value == S(0)) continue;
        const S term = h.value * λ;
        free_[index(h.coordinate)] += term;
        terms_[index(h.coordinate)] += abs(term);
      }
    }
    for (std::size_t i = 0; i < free_.size(); ++i)
      if (abs(free_[i]) <= roundings<S, 4>() * terms_[i]) free_[i] = S(0);
  }

  void set_acceleration(int k) {
    for (int i = 0; i < n_; ++i) {
      const S& a = free_[index(i)];
      acceleration_[index(i) * stride_ + index(k)] = a;
      S* const x = tape_.position(i);
      const S v = a * unit_ * tape_.reciprocal(k + 1);
      x[k + 2] = v * unit_ * tape_.reciprocal(k + 2);
      tape_.velocity(i)[k + 1] = v;
    }
  }

  int n_, m_, highest_, last_ = 1, force_ = 0, bounded_for_ = -1, gap_order_ = 0;
  int degree_[2] = {unbounded_degree, unbounded_degree};
  /// Coefficients below this are nothing to compare with; the check of the equation decides (equation_check.hpp).
  const S least_ = std::is_same_v<S, double> ? S(0) : S(std::pow(range(10), range(-700)));
  const S least_with_digits_ = (std::numeric_limits<S>::min)() / epsilon<S>();
  std::vector<char> moves_, steady_row_;
  std::vector<double> log2_;  ///< of orders
  S time_{}, unit_{1}, per_unit_{1};
  range defect_{}, defect_left_out_{};
  int known_[2] = {};  ///< orders of the gaps' formulas, and of the others, after an expansion
  bool is_converted_ = false, is_analytic_ = true;
  std::vector<range> converted_, converted_reaction_;
  std::vector<disc<range>> row_defect_, acceleration_bound_;
  std::vector<range> row_left_out_, terms_left_out_;
  std::vector<truncated<range>> acceleration_left_out_;
  bool metric_moves_ = false, exact_ = false, steady_mass_ = true, steady_gradient_ = true, steady_ = false,
       positive_ = true;
  std::size_t stride_;
  std::vector<entry> mass_, gradient_;
  std::vector<int> row_begin_, gap_slot_, force_slot_, held_;
  taylor_tape<S> tape_;
  kinetic_factor<S> metric_;
  contact_matrix<S> W_;
  std::vector<std::size_t> H_begin_;
  std::vector<velocity_change> H_;
  std::vector<char> is_prepared_;
  std::vector<S> acceleration_, λ_, b_, free_, terms_;
  std::vector<S> magnified_;  ///< |Lᵀ| |H|, by contact (kinetic_factor.hpp)
};

}  // namespace unilateral::event_driven
