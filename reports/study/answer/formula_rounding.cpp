#include "reports/study/answer/formula_rounding.hpp"

#include "problems/language/evaluated_system.hpp"
#include "problems/language/many_digits.hpp"
#include "problems/language/tape.hpp"

#include <Eigen/LU>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace unilateral::study {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// A value and a bound of its error.
template <class W>
struct value_with_error {
  W value{0}, error{0};
};

/// What one operation makes of errors e_x, e_y of its operands; z: its value. Not its own rounding.
template <class W>
W passed_on(operation op, const value_with_error<W>& x, const value_with_error<W>& y, const W& z) {
  using std::abs;
  using std::exp;
  using std::log;
  using std::pow;
  using std::sqrt;
  const W none = std::numeric_limits<double>::infinity(), a = abs(x.value), b = abs(y.value);
  const auto root = [&](const W& square, const W& e) {  // of √s where s is at least `square`, and known to e
    return square > W(2) * e ? W(e / sqrt(square)) : W(W(2) * sqrt(e));
  };
  switch (op) {
    case operation::add:
    case operation::subtract:
      return x.error + y.error;
    case operation::multiply:
      return a * y.error + b * x.error + x.error * y.error;
    case operation::divide:
      return y.error < b ? W((x.error + abs(z) * y.error) / (b - y.error)) : none;
    case operation::power: {
      W sum(0);
      if (y.error > W(0)) sum += a > W(0) ? W(abs(W(z * log(a))) * y.error * W(2)) : none;
      if (x.error == W(0)) return sum;
      const W part = b * x.error / a;
      if (a > W(2) * x.error && part < W(1)) return sum + W(2) * abs(z) * part;
      return y.value >= W(0) ? W(sum + pow(W(a + x.error), b)) : none;
    }
    case operation::negate:
    case operation::abs:
    case operation::atan:
    case operation::tanh:
      return x.error;
    case operation::min:
    case operation::max:
      if (abs(W(x.value - y.value)) > x.error + y.error) return z == x.value ? x.error : y.error;
      return std::max(x.error, y.error);
    case operation::sin:
    case operation::cos:
      return std::min(x.error, W(2));
    case operation::tan:
      return x.error * (W(1) + z * z) < W(1) ? W(W(4) * x.error * (W(1) + z * z)) : none;
    case operation::exp:
      return x.error < W(1) ? W(W(2) * z * x.error) : W(z * exp(x.error));
    case operation::sinh:
    case operation::cosh:
      return (abs(z) + W(1)) * (x.error < W(1) ? W(W(2) * x.error) : W(exp(x.error)));
    case operation::log:
      return x.error < a ? W(x.error / (a - x.error)) : none;
    case operation::sqrt:
      return root(a, x.error);
    case operation::asin:
    case operation::acos:
      return W(2) * root(W(abs(W(1) - x.value * x.value)), x.error);
    case operation::atan2: {
      const W square = a * a + b * b, e = a * y.error + b * x.error;
      return W(2) * e < square ? W(W(2) * e / square) : W(7);
    }
    default:
      return W(0);  // sign and step: where they jump is an event
  }
}

template <class W>
bool is_infinite(const W& x) {
  return x == x && !(x - x == W(0));
}
/// Whether a result that is beyond all numbers is so for certain: then it counts as known, error 0, for what it divides
/// is 0 to all digits.
template <class W>
bool is_surely_infinite(operation op, const value_with_error<W>& x, const value_with_error<W>& y, const W& z) {
  using std::abs;
  if (!is_infinite(z)) return false;
  const auto is_known = [](const value_with_error<W>& of) {
    return is_infinite(of.value) ? of.error == W(0) : of.error < abs(of.value) / W(2);
  };
  switch (op) {
    case operation::exp:
    case operation::sinh:
    case operation::cosh:
      return is_infinite(x.value) ? x.error == W(0) : x.error < W(1);
    case operation::add:
    case operation::subtract:
      return (is_infinite(x.value) ? x.error == W(0) : x.error - x.error == W(0)) &&
             (is_infinite(y.value) ? y.error == W(0) : y.error - y.error == W(0));
    case operation::multiply:
      return is_known(x) && is_known(y);
    case operation::power:
      return is_known(x) && y.error == W(0);
    case operation::negate:
    case operation::abs:
    case operation::sqrt:
      return is_known(x);
    default:
      return false;
  }
}

template <scalar W>
class bounding_tape {
 public:
  bounding_tape(const std::vector<expression>& outputs, int n)
      : order_(order_evaluation(without_overflow(outputs), n)), slot_(static_cast<std::size_t>(order_.slots)) {
    using std::abs;
    constant_values<W> value;
    for (std::size_t k = 0; k < order_.constants.size(); ++k) {
      slot_[k].value = value(order_.constants[k]);
      if (!is_exact(order_.constants[k])) slot_[k].error = epsilon<W>() * abs(slot_[k].value);
    }
  }
  void run(const W& t, const column<W>& q, const column<W>& v) {
    using std::abs;
    if (order_.uses_time) slot_[static_cast<std::size_t>(order_.time_slot)] = {t, W(0)};
    for (int i = 0; i < order_.degrees_of_freedom; ++i) {
      if (order_.uses_position) slot_[static_cast<std::size_t>(order_.position_slot + i)] = {q[i], W(0)};
      if (order_.uses_velocity) slot_[static_cast<std::size_t>(order_.velocity_slot + i)] = {v[i], W(0)};
    }
    for (const instruction& c : order_.code) {
      const value_with_error<W>&x = slot_[static_cast<std::size_t>(c.left)],
            &y = slot_[static_cast<std::size_t>(c.right)];
      const W z = evaluate<W>(c.op, x.value, y.value);
      if (is_surely_infinite(c.op, x, y, z)) {
        slot_[static_cast<std::size_t>(c.result)] = {z, W(0)};
        continue;
      }
      const W error = c.op == operation::subtract && c.left == c.right ? W(0) : passed_on(c.op, x, y, z);
      const bool is_exact = c.op == operation::negate || c.op == operation::abs || is_switch(c.op);
      slot_[static_cast<std::size_t>(c.result)] = {z, is_exact ? error : W(error + epsilon<W>() * abs(z))};
    }
  }
  const value_with_error<W>& operator[](std::size_t k) const {
    return slot_[static_cast<std::size_t>(order_.outputs[k])];
  }

 private:
  static bool is_exact(const expression& x) {
    if (!x.is_constant()) return false;
    const rational& value = x.root().value;
    const auto bits = static_cast<std::size_t>(scalar_traits<W>::digits * 3);
    return mpz_sizeinbase(value.get_num().get_mpz_t(), 2) <= bits && mpz_popcount(value.get_den().get_mpz_t()) == 1;
  }
  evaluation_order order_;
  std::vector<value_with_error<W>> slot_;
};

template <scalar W>
struct sample {
  W t;
  column<W> q, v;
};
/// The start, and at most so many pieces of a path, each at its begin, middle and end; of a summary the end.
template <scalar W>
std::vector<sample<W>> samples_of(const statement& question, const solution<W>& run) {
  constexpr int most = 24;
  const auto n = static_cast<Eigen::Index>(question.position.size());
  std::vector<sample<W>> all;
  all.push_back({W(0), column<W>(n), column<W>(n)});
  for (Eigen::Index i = 0; i < n; ++i) {
    all[0].q[i] = constant_value<W>(question.position[static_cast<std::size_t>(i)]);
    all[0].v[i] = constant_value<W>(question.velocity[static_cast<std::size_t>(i)]);
  }
  const int pieces = run.path.pieces(), count = std::min(most, pieces);
  for (int k = 0; k < count; ++k) {
    const int piece = count > 1 ? static_cast<int>(static_cast<std::int64_t>(k) * (pieces - 1) / (count - 1)) : 0;
    const W h = run.path.end(piece) - run.path.begin(piece);
    for (const int part : {0, 1, 2}) {
      const W τ = h * W(part) / W(2);
      sample<W> s{W(run.path.begin(piece) + τ), column<W>(n), column<W>(n)};
      for (int i = 0; i < n; ++i) {
        s.q[i] = run.path.position(piece, i, τ);
        s.v[i] = run.path.velocity(piece, i, τ);
      }
      all.push_back(std::move(s));
    }
  }
  all.push_back({run.end_time, run.end_position, run.end_velocity});
  return all;
}

/// M⁻¹, to a few digits: of a diagonal metric, or of many coordinates, by its diagonal alone.
class accelerations {
 public:
  explicit accelerations(const mechanical_system& system)
      : n_(system.degrees_of_freedom()), diagonal_(Eigen::VectorXd::Zero(n_)) {
    const bool is_full =
        std::any_of(system.mass.begin(), system.mass.end(), [](const mass_entry& e) { return e.row != e.column; });
    if (is_full && n_ <= most) M_ = Eigen::MatrixXd::Zero(n_, n_);
  }
  void set(const mass_entry& e, double value) {
    if (e.row == e.column) diagonal_[e.row] = value;
    if (M_.size() > 0) M_(e.row, e.column) = value;
  }
  Eigen::VectorXd of(const Eigen::VectorXd& f) const {
    return M_.size() > 0 ? Eigen::VectorXd(M_.partialPivLu().solve(f)) : Eigen::VectorXd(f.cwiseQuotient(diagonal_));
  }
  /// The largest acceleration that a force 1 on the coordinate i makes.
  double largest_by(Eigen::Index i) const {
    if (M_.size() == 0) return 1 / std::abs(diagonal_[i]);
    return of(Eigen::VectorXd::Unit(n_, i)).cwiseAbs().maxCoeff();
  }

 private:
  static constexpr int most = 32;
  int n_;
  Eigen::VectorXd diagonal_;
  Eigen::MatrixXd M_;
};

/// No number is no bound: at a kink or a branch point a formula may have none.
void at_least(double& most, double x) {
  if (!std::isnan(x)) most = std::max(most, x);
}

}  // namespace

template <scalar W>
formula_rounding rounding_of_formulas(const statement& question, const solution<W>& run, double resolution) {
  using std::abs;
  const mechanical_system& system = question.system;
  const auto n = static_cast<std::size_t>(system.degrees_of_freedom()), m = system.gap.size();
  std::vector<expression> outputs = system.force;
  outputs.insert(outputs.end(), system.gap.begin(), system.gap.end());
  for (const mass_entry& e : system.mass) outputs.push_back(e.value);
  const gradient_formulas slopes = gradient_of_gaps(system);
  outputs.insert(outputs.end(), slopes.formulas.begin(), slopes.formulas.end());
  bounding_tape<W> tape(outputs, static_cast<int>(n));
  const std::size_t mass = n + m, gradient = mass + system.mass.size();

  const std::vector<sample<W>> samples = samples_of(question, run);
  const double T = to_double(run.end_time);
  double place = 0, speed = 0;
  for (const sample<W>& s : samples)
    for (std::size_t i = 0; i < n; ++i) {
      at_least(place, std::abs(to_double(s.q[static_cast<Eigen::Index>(i)])));
      at_least(speed, std::abs(to_double(s.v[static_cast<Eigen::Index>(i)])));
    }
  place = std::max(place, speed * T);
  speed = std::max(speed, T > 0 ? place / T : 0);

  double forced = 0;
  std::vector<double> of_force(n, 0), of_gap(m, 0);
  std::vector<bool> force_counts(n, false), gap_counts(m, false);
  for (const sample<W>& s : samples) {
    tape.run(s.t, s.q, s.v);
    accelerations M(system);
    for (std::size_t k = 0; k < system.mass.size(); ++k) M.set(system.mass[k], to_double(tape[mass + k].value));
    Eigen::VectorXd f(static_cast<Eigen::Index>(n)), error(f);
    for (std::size_t i = 0; i < n; ++i) {
      f[static_cast<Eigen::Index>(i)] = to_double(tape[i].value);
      error[static_cast<Eigen::Index>(i)] = to_double(tape[i].error);
    }
    const Eigen::VectorXd a = M.of(f);
    for (const double x : a) at_least(forced, std::abs(x) * T);
    for (std::size_t k = 0; k < system.mass.size(); ++k)
      error[system.mass[k].row] += to_double(tape[mass + k].error) * std::abs(a[system.mass[k].column]);
    for (Eigen::Index i = 0; i < error.size(); ++i) {
      const double moved = error[i] > 0 ? M.largest_by(i) * error[i] : 0;
      if (!(moved * T > resolution * speed || moved * T * T / 2 > resolution * place)) continue;
      force_counts[static_cast<std::size_t>(i)] = true;
      at_least(of_force[static_cast<std::size_t>(i)], error[i]);
    }
    std::vector<double> slope(m, 0);
    for (const sparse_entry& e : slopes.entries)
      slope[static_cast<std::size_t>(e.row)] +=
          std::abs(to_double(tape[gradient + static_cast<std::size_t>(e.output)].value));
    for (std::size_t α = 0; α < m; ++α) {
      const double value = to_double(tape[n + α].value), off = to_double(tape[n + α].error);
      if (!(std::abs(value) <= 1e6 * off)) continue;  // it is not 0 there
      if (!(off > resolution * slope[α] * place)) continue;
      gap_counts[α] = true;
      at_least(of_gap[α], off);
    }
  }

  formula_rounding result{.speed = std::max(speed, forced)};
  moved_question moved{question, {}};
  const auto move = [&](expression& formula, double by, const std::string& name) {
    if (!(by < infinite)) {
      result.is_unbounded = true;
      by = 0;
    }
    formula = formula + expression(rational(by));
    moved.which += (moved.which.empty() ? "" : ", ") + name +
                   (by > 0 ? fmt::format(" is rounded by {:.1e}", by) : " is rounded by no bound");
  };
  for (std::size_t i = 0; i < n; ++i)
    if (force_counts[i]) move(moved.question.system.force[i], of_force[i], "the force of " + system.coordinates[i]);
  for (std::size_t α = 0; α < m; ++α)
    if (gap_counts[α]) move(moved.question.system.gap[α], of_gap[α], "the gap of constraint " + std::to_string(α));
  if (!moved.which.empty()) result.moved = std::move(moved);
  return result;
}

template formula_rounding rounding_of_formulas(const statement&, const solution<double>&, double);
template formula_rounding rounding_of_formulas(const statement&, const solution<real50>&, double);
template formula_rounding rounding_of_formulas(const statement&, const solution<real100>&, double);

}  // namespace unilateral::study
