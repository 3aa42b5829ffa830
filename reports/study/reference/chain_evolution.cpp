#include "reports/study/reference/chain_evolution.hpp"

#include "problems/judge/kinetic_metric.hpp"
#include "problems/judge/kinetic_metric.hpp"
#include "problems/judge/short_pieces.hpp"
#include "problems/language/tape.hpp"

#include <Eigen/Dense>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace unilateral::study {
namespace {

using in_plane = plane_vector<double>;

constexpr double least_smoothing = 1e-11;      // δ of (1), in parts of |U|
constexpr double tolerance_of_a_step = 1e-11;  // of angles, a step of (2)
constexpr int most_bars_of_second = 64;        // an instant costs n³
constexpr int most_steps_of_second = 1000000;
constexpr int degree_of_chain_path = 12;  // of the reference's pieces, as of other references

in_plane normal_of_bar(double angle) { return {-std::sin(angle), std::cos(angle)}; }

/// (1)
class least_dissipation {
 public:
  explicit least_dissipation(int bars) : n_(bars), s_(Eigen::VectorXd::Zero(bars)), N_(count()), u_(count()) {}

  /// s for these angles and this U. Empty where Newton's method does not end.
  std::optional<Eigen::VectorXd> operator()(const Eigen::VectorXd& angle, const in_plane& U) {
    const double speed = U.norm();
    if (speed == 0) return Eigen::VectorXd(Eigen::VectorXd::Zero(n_));
    for (int i = 0; i < n_; ++i) N_[place(i)] = normal_of_bar(angle[i]);
    drive_ = U / speed;
    // From the last instant's minimiser, which is near where nothing rests; else from afar.
    constexpr int few_iterations = 6, most_iterations = 200;
    if (descend(least_smoothing, few_iterations)) return Eigen::VectorXd(speed * s_);
    s_.setZero();
    for (double δ = 1; δ > least_smoothing; δ /= 4)
      if (!descend(δ, most_iterations)) return {};
    if (!descend(least_smoothing, most_iterations)) return {};
    return Eigen::VectorXd(speed * s_);
  }

 private:
  std::size_t count() const { return static_cast<std::size_t>(n_); }
  static std::size_t place(int i) { return static_cast<std::size_t>(i); }

  double sum(const Eigen::VectorXd& s, double δ) {
    double total = 0;
    in_plane u = drive_;
    for (int i = 0; i < n_; ++i) {
      u += s[i] * N_[place(i)];
      u_[place(i)] = u;
      total += std::sqrt(u.squaredNorm() + δ * δ);
    }
    return total;
  }

  /// Newton's method, a step halved until the sum does not grow by more than its rounding, until it is a small part of
  /// what δ moves.
  bool descend(double δ, int most_iterations) {
    constexpr int most_halvings = 40;
    Eigen::VectorXd gradient(n_);
    Eigen::MatrixXd H(n_, n_);
    double here = sum(s_, δ);
    for (int iteration = 0; iteration < most_iterations; ++iteration) {
      in_plane force = in_plane::Zero();
      Eigen::Matrix2d stiffness = Eigen::Matrix2d::Zero();
      for (int j = n_ - 1; j >= 0; --j) {
        const in_plane& u = u_[place(j)];
        const double ρ = std::sqrt(u.squaredNorm() + δ * δ);
        force += u / ρ;
        stiffness += (Eigen::Matrix2d::Identity() - (u / ρ) * (u / ρ).transpose()) / ρ;
        gradient[j] = N_[place(j)].dot(force);
        for (int k = 0; k <= j; ++k) H(j, k) = H(k, j) = N_[place(j)].dot(stiffness * N_[place(k)]);
      }
      const Eigen::VectorXd change = -H.ldlt().solve(gradient);
      if (!change.allFinite()) return false;
      if (change.lpNorm<Eigen::Infinity>() <= δ / 16) {
        s_ += change;
        return true;
      }
      double part = 1, there = sum(s_ + change, δ);
      for (int k = 0; k < most_halvings && there > here + 8 * epsilon<double>() * here; ++k)
        there = sum(s_ + (part /= 2) * change, δ);
      s_ += part * change;
      here = there;
    }
    return false;
  }

  int n_;
  Eigen::VectorXd s_;
  std::vector<in_plane> N_, u_;
  in_plane drive_;
};

/// The route by (1) and (2).
class second_route_of_chain {
 public:
  second_route_of_chain(const chain_statement& bound, double end)
      : n_(bound.bars()),
        end_(end),
        path_({bound.path[0], bound.path[1], derivative(bound.path[0], time()), derivative(bound.path[1], time())}, 0),
        dissipation_(n_),
        length_(n_),
        angle_(n_) {
    in_plane before = node(bound, 0);
    for (int i = 0; i < n_; ++i) {
      const in_plane after = node(bound, i + 1), bar = after - before;
      length_[i] = bar.norm();
      angle_[i] = std::atan2(bar[1], bar[0]);
      before = after;
    }
  }

  double t() const { return t_; }
  bool at_end() const { return !(t_ < end_); }
  const column<double>& nodes() const { return nodes_; }
  const column<double>& velocities() const { return velocities_; }
  /// The step that led here.
  double last_step() const { return taken_; }

  /// One step. Empty where it is taken; else why not.
  std::string advance() {
    if (step_ == 0) step_ = end_ / 256;
    if (!first_) first_ = slope(t_, angle_);
    if (!first_) return no_minimum();
    for (;;) {
      const bool is_last = !(t_ + step_ < end_);
      const double h = is_last ? end_ - t_ : step_;
      if (!(t_ + h > t_)) return fmt::format("no step is short enough at t = {:.6g}", t_);
      std::array<Eigen::VectorXd, 7> k;
      k[0] = *first_;
      bool found = true;
      Eigen::VectorXd y;
      for (std::size_t stage = 1; stage < k.size() && found; ++stage) {
        y = angle_;
        for (std::size_t j = 0; j < stage; ++j) y += h * weights[stage - 1][j] * k[j];
        const auto here = slope(t_ + nodes_of_stage[stage - 1] * h, y);
        if (here)
          k[stage] = *here;
        else
          found = false;
      }
      double error = std::numeric_limits<double>::infinity();
      if (found) {
        Eigen::VectorXd off = Eigen::VectorXd::Zero(n_);
        for (std::size_t j = 0; j < k.size(); ++j) off += h * of_error[j] * k[j];
        error = off.lpNorm<Eigen::Infinity>() / tolerance_of_a_step;
      }
      const double factor = std::clamp(0.9 * std::pow(error, -0.2), 0.2, 5.0);
      if (error <= 1) {
        t_ = is_last ? end_ : t_ + h;
        angle_ = y;
        first_ = k.back();
        taken_ = h;
        if (!is_last) step_ = h * factor;
        place_nodes();
        return "";
      }
      step_ = h * (std::isfinite(error) ? factor : 0.1);
    }
  }

 private:
  // [Dormand Prince 1980, RK5(4)7M]; the last row is the step itself.
  static constexpr std::array<std::array<double, 6>, 6> weights{
      {{1.0 / 5},
       {3.0 / 40, 9.0 / 40},
       {44.0 / 45, -56.0 / 15, 32.0 / 9},
       {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
       {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
       {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}}};
  static constexpr std::array<double, 6> nodes_of_stage{1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};
  static constexpr std::array<double, 7> of_error{71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                                                  -17253.0 / 339200, 22.0 / 525, -1.0 / 40};

  static in_plane node(const chain_statement& bound, int i) {
    const auto& x = bound.nodes[static_cast<std::size_t>(i)];
    return {constant_value<double>(x[0]), constant_value<double>(x[1])};
  }
  std::string no_minimum() const { return fmt::format("no least dissipation is found at t = {:.6g}", t_); }

  std::optional<Eigen::VectorXd> slope(double t, const Eigen::VectorXd& angle) {
    path_.run(t, nullptr, nullptr);
    const in_plane U{path_[2], path_[3]};
    if (!U.allFinite()) return {};
    auto s = dissipation_(angle, U);
    if (s) *s = s->cwiseQuotient(length_);
    return s;
  }

  void place_nodes() {
    path_.run(t_, nullptr, nullptr);
    nodes_.resize(2 * n_ + 2);
    velocities_.resize(2 * n_ + 2);
    in_plane x{path_[0], path_[1]}, u{path_[2], path_[3]};
    nodes_.head<2>() = x;
    velocities_.head<2>() = u;
    for (int i = 0; i < n_; ++i) {
      x += length_[i] * in_plane(std::cos(angle_[i]), std::sin(angle_[i]));
      u += length_[i] * (*first_)[i] * normal_of_bar(angle_[i]);
      nodes_.segment<2>(2 * i + 2) = x;
      velocities_.segment<2>(2 * i + 2) = u;
    }
  }

  int n_;
  double end_, t_ = 0, step_ = 0, taken_ = 0;
  tape<double> path_;
  least_dissipation dissipation_;
  Eigen::VectorXd length_, angle_;
  std::optional<Eigen::VectorXd> first_;
  column<double> nodes_, velocities_;
};

const std::string name_of_second = "least dissipation, minimised at each instant and integrated in double";

}  // namespace

double apart_from_second_route(const chain_instance& of, const trajectory<double>& path, const time_limit& limit) {
  const double end = of.end<double>();
  second_route_of_chain other(of.question, end);
  const column<double> start = path.position(0);
  double off_q = 0, off_v = 0, size_q = 0, size_v = 0;
  for (int step = 0; !other.at_end(); ++step) {
    if (step == most_steps_of_second || limit.passed())
      throw reference_in_doubt(
          step == most_steps_of_second
              ? name_of_second + fmt::format(": {} steps did not reach the end", most_steps_of_second)
              : fmt::format("the limit of {:g} s passed before two routes had told the same", *limit.seconds()));
    if (const std::string why = other.advance(); !why.empty()) throw reference_in_doubt(name_of_second + ": " + why);
    const column<double> q = path.position(other.t()), v = path.velocity_left(other.t());
    off_q = larger(off_q, largest_entry(column<double>(q - other.nodes())));
    off_v += other.last_step() * largest_entry(column<double>(v - other.velocities()));
    size_q = larger(size_q, largest_entry(column<double>(q - start)));
    size_v += other.last_step() * largest_entry(v);
  }
  return larger(size_q > 0 ? off_q / size_q : off_q, size_v > 0 ? off_v / size_v : off_v);
}

reference_motion<double> evolution_to_measure_against(const chain_instance& of, const reference_request& how) {
  if (auto closed = closed_form_motion<double>(of)) return *closed;
  if (of.question.bars() > most_bars_of_second)
    throw reference_in_doubt(
        fmt::format("no closed form, and more than {} bars for a second route", most_bars_of_second));
  const auto& all = solver_list();
  const auto maker =
      std::find_if(all.begin(), all.end(), [](const listed_solver& s) { return static_cast<bool>(s.chain_in_real50); });
  if (maker == all.end()) throw reference_in_doubt("no solver of chains is part of this build");
  request asked{.step = {}, .until = of.until};
  asked.seconds = how.limit.left();
  chain_solution<real50> answer = maker->solve<real50>(of.question, asked);
  if (!answer.completed()) throw reference_in_doubt(maker->declaration.name + " at 50 digits " + answer.status);
  solution<real50> positions;
  positions.path = std::move(answer.path);
  motion<double> known{in_short_pieces(rounded(positions).path, degree_of_chain_path)};
  if (!known.path.is_finite())
    throw reference_in_doubt("the motion of " + maker->declaration.name +
                             " at 50 digits leaves the range of double: choose other units");
  const double confirmed_to = apart_from_second_route(of, known.path, how.limit);
  if (!(confirmed_to <= least_agreement))
    throw reference_in_doubt(fmt::format("{} at 50 digits and a second route ({}) are apart by {:.2g} of the motion",
                                         maker->declaration.name, name_of_second, confirmed_to));
  return {std::move(known),
          {.from = origin::computed,
           .source = fmt::format("{}, finds the same to {:.1g} of the motion", name_of_second, confirmed_to),
           .maker = maker->declaration.name},
          confirmed_to};
}

}  // namespace unilateral::study
