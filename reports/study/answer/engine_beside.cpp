#include "reports/study/answer/engine_beside.hpp"

#include "problems/language/many_digits.hpp"
#include "problems/language/rough_powers.hpp"
#include "reports/study/reference/natural_size.hpp"
#include "reports/study/reference/solver_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace unilateral::study {
namespace {

constexpr double most_seconds = 10;
/// Of a second engine, which is asked only whether the motion is unique.
constexpr double most_seconds_of_another = 1;
/// What calibrated estimates stay within, but for one number in a hundred.
constexpr double within = 10;
/// Roundings of the engine's run, beside the size of the numbers.
constexpr double engine_roundings = 1e4;

/// Both engines begin such a status so.
bool says_not_unique(const solution<double>& run) {
  return !run.completed() && run.status.find("the motion is not unique") != std::string::npos;
}

/// The first warning of its own answer; empty where there is none. What an engine says, before it starts, of formulas
/// that have no series somewhere is about the question.
std::string doubt_of(const solution<double>& run, const std::vector<std::string>& said_of_question) {
  for (const std::string& warning : run.warnings)
    if (std::none_of(said_of_question.begin(), said_of_question.end(),
                     [&](const std::string& said) { return warning.starts_with(said); }))
      return warning;
  return "";
}

/// Raises `errors` to the differences, and says which differs by more than it may: its index, or −1.
template <scalar S>
int raise(std::vector<double>& errors, const column<S>& by_engine_run, const column<double>& by_engine, double size) {
  int apart = -1;
  double most = 0;
  for (Eigen::Index i = 0; i < by_engine_run.size(); ++i) {
    double& error = errors[static_cast<std::size_t>(i)];
    const double difference = std::abs(to_double(by_engine_run[i]) - by_engine[i]);
    if (difference > within * error + engine_roundings * epsilon<double>() * size && difference > most) {
      apart = static_cast<int>(i);
      most = difference;
    }
    if (difference > error + engine_roundings * epsilon<double>() * size) error = difference;
  }
  return apart;
}

}  // namespace

template <scalar S>
void hold_against_engine(const statement& question, const request& asked, const solution<S>& answer,
                         const time_limit& limit, estimate<answer_errors>& of) {
  if (!of.none.empty() || !answer.completed() || !answer.warnings.empty()) return;
  request beside{.step = {}, .until = asked.until, .record = keep::summary};
  const listed_solver* engine = nullptr;
  solution<double> by_engine_run;
  std::string without;
  const std::vector<std::string> said_of_question = said_of_rough_powers(question.system);
  for (const listed_solver& s : solver_list()) {
    if (!s.declaration.reference_engine || !s.solves(question)) continue;
    const double most = engine == nullptr ? most_seconds : most_seconds_of_another;
    const std::optional<double> left = limit.left();
    beside.seconds = left ? std::min(*left, most) : most;
    solution<double> run = s.solve<double>(question, beside);
    if (says_not_unique(run)) {
      of.errors = unknown_errors_of(answer);
      of.warnings.push_back(s.declaration.name + " " + run.status +
                            "; a scheme takes one of these motions, and no digit of it is believed");
      return;
    }
    if (engine != nullptr) continue;
    const std::string doubt = doubt_of(run, said_of_question);
    if (run.completed() && doubt.empty()) {
      engine = &s;
      by_engine_run = std::move(run);
      continue;
    }
    without +=
        (without.empty() ? "" : "; ") + s.declaration.name + " " + (run.completed() ? "warns: " + doubt : run.status);
  }
  if (engine == nullptr) {
    of.warnings.push_back("no reference engine confirms the end, so what all steps miss is not seen (" + without + ")");
    return;
  }

  const natural_size natural = natural_size_of(question, to_double(answer.end_time));
  const double q_size = std::max(natural.place, by_engine_run.end_position.cwiseAbs().maxCoeff()),
               v_size = std::max(natural.speed, by_engine_run.end_velocity.cwiseAbs().maxCoeff());
  const int q = raise(of.errors.end.q, answer.end_position, by_engine_run.end_position, q_size);
  const int v = raise(of.errors.end.v, answer.end_velocity, by_engine_run.end_velocity, v_size);
  if (q < 0 && v < 0) return;
  const std::string name = question.system.coordinates[static_cast<std::size_t>(q >= 0 ? q : v)] + (q >= 0 ? "" : "'");
  const double mine = to_double(q >= 0 ? answer.end_position[q] : answer.end_velocity[v]),
               other = q >= 0 ? by_engine_run.end_position[q] : by_engine_run.end_velocity[v];
  const answer_errors unknown = unknown_errors_of(answer);
  of.errors.impacts = unknown.impacts;
  of.errors.accumulations = unknown.accumulations;
  of.warnings.push_back(
      fmt::format("{} tells another end, {} = {:.6g} and not {:.6g}, further away than the steps tell: they may all "
                  "miss something; the errors at the end are what it differs by",
                  engine->declaration.name, name, other, mine));
}

template void hold_against_engine(const statement&, const request&, const solution<double>&, const time_limit&,
                                  estimate<answer_errors>&);
template void hold_against_engine(const statement&, const request&, const solution<real50>&, const time_limit&,
                                  estimate<answer_errors>&);
template void hold_against_engine(const statement&, const request&, const solution<real100>&, const time_limit&,
                                  estimate<answer_errors>&);

}  // namespace unilateral::study
