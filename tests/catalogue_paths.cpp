/// Every path of the catalogue solves its own statement, in both scalars:
///
///   (1)  Φ(t, q) ≥ 0, q continuous, q(0) as stated
///   (2)  inside pieces   M q'' − f = Gᵀ λ,  λ ≥ 0 on closed gaps
///   (3)  at jumps        M (v⁺ − v⁻) = Gᵀ P,  P ≥ 0,  P·(G w + r) = 0,  G w + r ≥ 0 on closed gaps,  w = (v⁺ + e
///        v⁻)/(1 + e)
///   (4)  the listed values are those of the path
///
/// Tolerances. A time is known to ε t, so a position to δ = 64 ε (1 + |q| + |v| (1 + t)). On a piece of length ℓ and
/// degree d Markov's inequality turns an error δ of values into at most (2/ℓ) d² δ in q' and (2/ℓ)² d² (d² − 1)/3 δ in
/// q''. The multipliers are found by trying all sets of closed gaps: nothing is shared with a solver.

#include "problems/answers/problem.hpp"
#include "problems/language/evaluated_system.hpp"

#include <Eigen/QR>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace unilateral {
namespace {

template <class S>
using matrix_of = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>;

template <scalar S>
S size(const column<S>& x) {
  using std::abs;
  S largest(0);
  for (Eigen::Index i = 0; i < x.size(); ++i) largest = std::max(largest, S(abs(x[i])));
  return largest;
}

/// Distance from x to the cone spanned by the rows, over all subsets whose least-squares multipliers are ≥ 0 (up to
/// −tolerance). The span of all rows is nearest: where that will do, or is too far away already, no subset is asked.
template <scalar S>
S distance_to_cone(const matrix_of<S>& rows, const column<S>& x, const S& tolerance) {
  using std::sqrt;
  S best = size<S>(x);
  const int m = static_cast<int>(rows.rows());
  if (m > 0) {
    const column<S> multipliers = rows.transpose().colPivHouseholderQr().solve(x),
                    rest = x - rows.transpose() * multipliers;
    if (multipliers.minCoeff() >= -tolerance || rest.norm() > sqrt(S(x.size())) * tolerance) return size<S>(rest);
  }
  for (int subset = 1; subset < (1 << m); ++subset) {
    matrix_of<S> chosen(rows.cols(), 0);
    for (int a = 0; a < m; ++a)
      if (subset & (1 << a)) {
        chosen.conservativeResize(Eigen::NoChange, chosen.cols() + 1);
        chosen.col(chosen.cols() - 1) = rows.row(a).transpose();
      }
    const column<S> multipliers = chosen.colPivHouseholderQr().solve(x);
    if (multipliers.minCoeff() < -tolerance) continue;
    best = std::min(best, size<S>(column<S>(x - chosen * multipliers)));
  }
  return best;
}

template <scalar S>
class examination {
 public:
  examination(const statement& bound, const trajectory<S>& path)
      : system_(bound.system), path_(path), n_(path.dimension()) {
    for (int i = 0; i < n_; ++i) {
      start_.conservativeResize(i + 1), start_velocity_.conservativeResize(i + 1);
      start_[i] = constant_value<S>(bound.position[static_cast<std::size_t>(i)]);
      start_velocity_[i] = constant_value<S>(bound.velocity[static_cast<std::size_t>(i)]);
    }
  }

  /// Defects beyond their tolerances, as lines; none for a true answer.
  const std::vector<std::string>& faults() {
    column<S> v_before = start_velocity_, q_before = start_;
    S slack = precision(start_, start_velocity_, path_.begin()), slack_before(0);
    expect_small(size<S>(column<S>(position(0, S(0)) - start_)), slack, "position at the start", S(0));
    for (int k = 0; k < path_.pieces(); ++k) {
      const S length = path_.end(k) - path_.begin(k);
      const S t = path_.begin(k);
      slack = std::max(precision(position(k, S(0)), velocity(k, S(0)), path_.end(k)),
                       precision(position(k, length), velocity(k, length), path_.end(k)));
      const S d = S(path_.degree(k)), rough_velocity = slack + S(2) / length * d * d * slack * S(d > S(2) ? 1 : 0);
      const S rough_acceleration = slack + S(4) / (length * length) * d * d * (d * d - S(1)) / S(3) * slack;
      expect_small(size<S>(column<S>(position(k, S(0)) - q_before)), slack + precision(q_before, v_before, t),
                   "continuity", t);
      jump(t, position(k, S(0)), v_before, velocity(k, S(0)), slack, rough_velocity + slack_before);
      for (const int quarter : {0, 1, 2, 3, 4}) {
        const S τ = S(quarter) / S(4) * length;
        gaps(t + τ, position(k, τ), slack);
        if (quarter % 4 != 0) motion(k, τ, slack, rough_acceleration);
      }
      q_before = position(k, length);
      v_before = velocity(k, length);
      slack_before = rough_velocity;
    }
    return faults_;
  }

  struct jump_of_velocity {
    S t;
    column<S> q, v_minus, v_plus;
  };
  const std::vector<jump_of_velocity>& jumps() const { return jumps_; }

  static S precision(const column<S>& q, const column<S>& v, const S& t) {
    return S(64) * epsilon<S>() * (S(1) + size<S>(q) + size<S>(v) * (S(1) + t));
  }

 private:
  column<S> position(int k, const S& τ) const {
    column<S> q(n_);
    for (int i = 0; i < n_; ++i) q[i] = path_.position(k, i, τ);
    return q;
  }
  column<S> velocity(int k, const S& τ) const {
    column<S> v(n_);
    for (int i = 0; i < n_; ++i) v[i] = path_.velocity(k, i, τ);
    return v;
  }

  void expect_small(const S& x, const S& tolerance, const std::string& what, const S& t) {
    if (!(x <= tolerance))
      faults_.push_back(what + " at t = " + std::to_string(to_double(t)) + ": " +
                        std::to_string(to_double(x / epsilon<S>())) + " epsilon, allowed " +
                        std::to_string(to_double(tolerance / epsilon<S>())));
  }

  void gaps(const S& t, const column<S>& q, const S& slack) {
    system_.evaluate_gap(t, q.data());
    system_.evaluate_gradient(t, q.data());
    for (int a = 0; a < system_.constraints(); ++a)
      expect_small(-system_.gap(a), slack * (S(1) + size_of_row(a)), "penetration", t);
  }
  S size_of_row(int a) const {
    using std::abs;
    S sum(0);
    for (int j = system_.gradient_row_begin(a); j < system_.gradient_row_begin(a + 1); ++j)
      sum += abs(system_.gradient(system_.gradient_entries()[static_cast<std::size_t>(j)]));
    return sum;
  }
  /// Evaluates everything at (t, q); closed gaps.
  std::vector<int> closed(const S& t, const column<S>& q, const S& slack) {
    using std::abs;
    system_.evaluate_gap(t, q.data());
    system_.evaluate_gradient(t, q.data());
    system_.evaluate_gap_rate(t, q.data());
    system_.evaluate_mass(t, q.data());
    std::vector<int> found;
    for (int a = 0; a < system_.constraints(); ++a)
      if (abs(system_.gap(a)) <= slack * (S(1) + size_of_row(a))) found.push_back(a);
    return found;
  }
  matrix_of<S> gradient(const std::vector<int>& constraints) const {
    matrix_of<S> G = matrix_of<S>::Zero(static_cast<Eigen::Index>(constraints.size()), n_);
    for (std::size_t k = 0; k < constraints.size(); ++k)
      for (int j = system_.gradient_row_begin(constraints[k]); j < system_.gradient_row_begin(constraints[k] + 1);
           ++j) {
        const sparse_entry& e = system_.gradient_entries()[static_cast<std::size_t>(j)];
        G(static_cast<Eigen::Index>(k), e.column) = system_.gradient(e);
      }
    return G;
  }

  /// (2)
  void motion(int k, const S& τ, const S& slack, const S& rough) {
    const S t = path_.begin(k) + τ;
    const column<S> q = position(k, τ), v = velocity(k, τ);
    const std::vector<int> touching = closed(t, q, slack);
    matrix_of<S> M(n_, n_);
    system_.copy_mass(M);
    system_.evaluate_force(t, q.data(), v.data());
    column<S> rest(n_);
    for (int i = 0; i < n_; ++i) {
      const S* c = path_.coefficients(k, i);
      S sum(0);
      for (int j = path_.degree(k); j >= 2; --j) sum = sum * τ + S(j * (j - 1)) * c[j];
      rest[i] = sum;
    }
    rest = M * rest;
    S force(0);
    for (int i = 0; i < n_; ++i)
      rest[i] -= system_.force(i), force = std::max(force, S(system_.force(i) * system_.force(i)));
    const S tolerance =
        (rough + S(64) * epsilon<S>() * (S(1) + force)) * (S(1) + size<S>(column<S>(M.diagonal()))) * S(n_);
    expect_small(distance_to_cone<S>(gradient(touching), rest, tolerance), tolerance, "equation of motion", t);
  }

  /// (3)
  void jump(const S& t, const column<S>& q, const column<S>& v_minus, const column<S>& v_plus, const S& slack,
            const S& rough) {
    using std::abs;
    if (size<S>(column<S>(v_plus - v_minus)) <= rough) return;
    jumps_.push_back({t, q, v_minus, v_plus});
    const std::vector<int> touching = closed(t, q, slack);
    matrix_of<S> M(n_, n_);
    system_.copy_mass(M);
    const S e = system_.restitution();
    const column<S> w = (v_plus + e * v_minus) / (S(1) + e);
    std::vector<int> pressed;
    for (const int a : touching) {
      const S rate = system_.gradient_dot(a, w) + system_.gap_rate(a), tolerance = rough * (S(1) + size_of_row(a));
      expect_small(-rate, tolerance, "admissible velocity", t);
      if (abs(rate) <= tolerance) pressed.push_back(a);
    }
    const S tolerance = rough * (S(1) + size<S>(column<S>(M.diagonal()))) * S(n_);
    expect_small(distance_to_cone<S>(gradient(pressed), column<S>(M * (v_plus - v_minus)), tolerance), tolerance,
                 "law of impact", t);
  }

  evaluated_system<S> system_;
  trajectory<S> path_;
  int n_;
  column<S> start_, start_velocity_;
  std::vector<std::string> faults_;
  std::vector<jump_of_velocity> jumps_;
};

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (std::size_t k = 0; k < std::min<std::size_t>(lines.size(), 5); ++k) text += lines[k] + "\n";
  return text;
}

/// A system of the catalogue that has a path, bound as it stands, and what its examination says.
template <scalar S>
struct examined_problem {
  std::string name;
  statement bound;
  reference<S> answer;
  std::vector<std::string> faults;
  std::vector<typename examination<S>::jump_of_velocity> jumps;
};

template <scalar S>
const std::vector<examined_problem<S>>& examined_catalogue() {
  static const std::vector<examined_problem<S>> all = [] {
    std::vector<examined_problem<S>> list;
    const auto examine = [&](const problem& p, const parameter_list& values) {
      const statement bound = with_values(std::get<statement>(p.question), values);
      reference<S> r = p.answer.at<S>(values_of<S>(bound.parameters), constant_value<S>(bound.horizon));
      if (!r.path) return;
      examination<S> examined(bound, *r.path);
      const auto faults = examined.faults();
      list.push_back({p.name, bound, std::move(r), faults, examined.jumps()});
    };
    for (const problem& p : catalogue())
      if (!p.is_chain() && p.answer) examine(p, {});
    // Where a value of its own, 0 or 1, hides a factor or a term.
    examine(find_problem("ball_rational"), {{"v0", rational(1, 2)}});
    examine(find_problem("ball_on_moving_table"), {{"omega", rational(3, 2)}});
    return list;
  }();
  return all;
}

template <scalar S>
void every_path_solves_its_statement() {
  for (const auto& p : examined_catalogue<S>()) {
    EXPECT_EQ(p.answer.path->end(), constant_value<S>(p.bound.horizon)) << p.name;
    EXPECT_TRUE(p.faults.empty()) << p.name << "\n" << joined(p.faults);
  }
  EXPECT_GE(examined_catalogue<S>().size(), 30U);
}
TEST(catalogue_paths, every_one_solves_its_statement_in_double) { every_path_solves_its_statement<double>(); }
TEST(catalogue_paths, every_one_solves_its_statement_at_fifty_digits) { every_path_solves_its_statement<real50>(); }

/// (4)
template <scalar S>
void values_are_those_of_the_path() {
  using std::abs;
  using std::sqrt;
  for (const auto& p : examined_catalogue<S>()) {
    const reference<S>& r = p.answer;
    const auto& jumps = p.jumps;
    std::map<std::string, S> known_values;
    for (const auto& known : r.values) known_values.emplace(known.quantity, known.value);
    std::map<std::string, S> seen;
    for (std::size_t k = 0; k < jumps.size(); ++k) {
      const std::string name = "impacts[" + std::to_string(k) + "].";
      seen[name + "t"] = jumps[k].t;
      for (int i = 0; i < r.path->dimension(); ++i) {
        const std::string index = "[" + std::to_string(i) + "]";
        seen[name + "q" + index] = jumps[k].q[i];
        seen[name + "v_minus" + index] = jumps[k].v_minus[i];
        seen[name + "v_plus" + index] = jumps[k].v_plus[i];
      }
    }
    if (r.path->accumulation_points.empty()) seen["counts.impacts"] = S(static_cast<int>(jumps.size()));
    for (std::size_t k = 0; k < r.path->accumulation_points.size(); ++k) {
      const S& t = r.path->accumulation_points[k];
      const std::string name = "accumulations[" + std::to_string(k) + "].";
      seen[name + "t"] = t;
      for (int i = 0; i < r.path->dimension(); ++i) {
        seen[name + "q[" + std::to_string(i) + "]"] = r.path->position(t)[i];
        seen[name + "v[" + std::to_string(i) + "]"] = r.path->velocity_right(t)[i];
      }
    }
    const S end = r.path->end();
    for (int i = 0; i < r.path->dimension(); ++i) {
      seen["end.q[" + std::to_string(i) + "]"] = r.path->position(end)[i];
      seen["end.v[" + std::to_string(i) + "]"] = r.path->velocity_left(end)[i];
    }
    int compared = 0;
    for (const auto& [quantity, value] : known_values) {
      if (quantity.find("impulse") != std::string::npos || quantity.find("contacts") == 0)
        continue;  // checked below, and by (2)
      const auto found = seen.find(quantity);
      if (found == seen.end()) {
        ADD_FAILURE() << p.name << ": " << quantity << " is not in the path";
        continue;
      }
      ++compared;
      // Velocities come from pieces that interpolate to a few ε of the position, over lengths that may be short.
      const S tolerance = sqrt(epsilon<S>()) * (S(1) + abs(value));
      EXPECT_LE(abs(found->second - value), tolerance) << p.name << " " << quantity;
    }
    EXPECT_GT(compared, 0) << p.name;
  }
}
TEST(catalogue_paths, hold_the_listed_values_in_double) { values_are_those_of_the_path<double>(); }
TEST(catalogue_paths, hold_the_listed_values_at_fifty_digits) { values_are_those_of_the_path<real50>(); }

/// m (v(T) - v(0)) = P - m g T, with a first velocity.
TEST(catalogue_paths, total_impulses_are_what_momentum_gained_and_gravity_took) {
  const problem& ball = find_problem("ball_rational");
  const statement bound = with_values(std::get<statement>(ball.question), {{"v0", rational(1, 2)}});
  const double until = constant_value<double>(bound.horizon);
  const auto r = ball.answer.at<double>(values_of<double>(bound.parameters), until);
  std::map<std::string, double> known;
  for (const auto& value : r.values) known[value.quantity] = value.value;
  const double g = values_of<double>(bound.parameters)("g");
  EXPECT_NEAR(known.at("total_impulse[0]"), known.at("end.v[0]") - 0.5 + g * until, 16 * epsilon<double>() * g * until);
}

/// Negative controls: a restitution that differs by 10^-3, a reversed force and a wrong start must be found by the same
/// check.
template <class Spoil>
int found_out(const Spoil& spoil) {
  int caught = 0, tried = 0;
  for (const auto& p : examined_catalogue<double>()) {
    statement wrong = p.bound;
    if (!spoil(wrong, p.answer)) continue;
    ++tried;
    const bool caught_here = !examination<double>(wrong, *p.answer.path).faults().empty();
    EXPECT_TRUE(caught_here) << p.name;
    caught += caught_here;
  }
  EXPECT_EQ(caught, tried);
  return caught;
}

TEST(catalogue_paths, a_wrong_restitution_is_found_out) {
  EXPECT_GE(found_out([](statement& s, const reference<double>& r) {
              // Where nothing jumps, e says nothing.
              const bool jumps = std::any_of(r.values.begin(), r.values.end(),
                                             [](const auto& known) { return known.quantity == "impacts[0].t"; });
              const double e = constant_value<double>(s.system.restitution);
              s.system.restitution = s.system.restitution + (e > 0.5 ? -expression(0.001_x) : expression(0.001_x));
              return jumps;
            }),
            15);
}

TEST(catalogue_paths, a_wrong_force_is_found_out) {
  EXPECT_GE(found_out([](statement& s, const reference<double>&) {
              for (expression& f : s.system.force) f = f - 1;
              return s.system.degrees_of_freedom() == 1 && constant_value<double>(s.position[0]) != 0.0;
            }),
            5);
}

TEST(catalogue_paths, a_wrong_start_is_found_out) {
  EXPECT_GE(found_out([](statement& s, const reference<double>&) {
              s.position[0] = s.position[0] + 0.001_x;
              return true;
            }),
            20);
}

}  // namespace
}  // namespace unilateral
