#include "reports/study/reference/trusted_run.hpp"

#include "proofs/enclosures/enclosure.hpp"
#include "reports/study/reference/engines.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace unilateral::study {
namespace {

/// Data set the least size of a number at a thousandth of what they could make of it: what is tolerated is then 10
/// roundings in double of a motion as large as that.
constexpr double least_part = 1e-3;

/// A theorem is asked for where it is to be had soon.
constexpr int most_coordinates = 4, digits_of_theorem = 30;
constexpr std::size_t most_impacts = 64;

column<real50> widened(const column<double>& x) { return x.cast<real50>(); }

/// What engines.hpp compares.
solution<real50> widened(const solution<double>& run) {
  solution<real50> wide;
  wide.status = run.status;
  wide.path = converted<real50, double>(run.path, [](const double& x) { return real50(x); });
  for (const auto& i : run.impacts)
    wide.impacts.push_back(
        {i.t, widened(i.q), widened(i.v_minus), widened(i.v_plus), widened(i.impulse), i.active, i.continues});
  for (const auto& c : run.contacts) wide.contacts.push_back({c.constraint, c.from, c.to});
  for (const auto& a : run.accumulations) wide.accumulations.push_back({a.t, widened(a.q), widened(a.v)});
  wide.end_time = run.end_time;
  wide.end_position = widened(run.end_position);
  wide.end_velocity = widened(run.end_velocity);
  return wide;
}

/// (2)
class theorem_check {
 public:
  theorem_check(const instance& of, const solution<real50>& run) {
    statement bound = of.question;
    if (of.until) bound.horizon = *of.until;
    if (bound.system.degrees_of_freedom() > most_coordinates || run.impacts.size() > most_impacts ||
        !run.accumulations.empty())
      return;
    const enclosures::enclosure found =
        enclosures::enclose(bound, enclosures::engine::defect, {.digits = digits_of_theorem});
    if (!found.proved || found.impacts.size() != run.impacts.size()) return;
    holds_ = true;
    for (std::size_t k = 0; k < run.impacts.size(); ++k) {
      const auto& proved = found.impacts[k];
      const auto& computed = run.impacts[k];
      holds_ = holds_ && computed.active == std::vector<int>{proved.constraint};
      see(computed.t, proved.t);
      see(computed.q, proved.q);
      see(computed.v_minus, proved.v_minus);
      see(computed.v_plus, proved.v_plus);
      if (holds_) see(computed.impulse[proved.constraint], proved.impulse);
    }
    see(run.end_position, found.end_position);
    see(run.end_velocity, found.end_velocity);
  }
  bool holds() const { return holds_; }

 private:
  void see(const real50& x, const enclosures::bracket& proved) {
    const rational value = exact_rational(to_text(x)),
                   near = abs(value) * exact_rational(fmt::format("1e-{}", digits_of_trust));
    holds_ = holds_ && value >= proved.lower - near && value <= proved.upper + near &&
             proved.width() <= near + exact_rational(fmt::format("1e-{}", digits_of_theorem / 2));
  }
  void see(const column<real50>& x, const std::vector<enclosures::bracket>& proved) {
    holds_ = holds_ && static_cast<std::size_t>(x.size()) == proved.size();
    for (Eigen::Index i = 0; holds_ && i < x.size(); ++i) see(x[i], proved[static_cast<std::size_t>(i)]);
  }

  bool holds_ = false;
};

}  // namespace

reference_engines engines_of_this_build() {
  reference_engines found{&find_solver("event_driven"), nullptr};
  for (const listed_solver& s : solver_list())
    if (s.declaration.reference_engine && &s != found.maker) found.second = &s;
  return found;
}

solution<real50> trusted_run(const instance& of, const reference_request& how) {
  const auto& [by, limit] = how;
  const auto asked = [&] {
    request r{.step = {}, .until = of.until};
    r.seconds = limit.left();
    return r;
  };
  const auto in_time = [&] {
    if (limit.passed())
      throw reference_in_doubt(
          fmt::format("the limit of {:g} s passed before two engines had told the same", *limit.seconds()));
  };
  solution<real50> made = by.maker->solve<real50>(of.question, asked());
  in_time();
  if (!made.completed())
    throw reference_in_doubt(fmt::format("{} at 50 digits {}", by.maker->declaration.name, made.status));

  const natural_size least = natural_size_of(of.question, of.end<double>()).part(least_part);
  if (!parting_of(made, widened(by.second->solve<double>(of.question, asked())), least, digits_of_trust)) return made;
  in_time();
  const auto parted = parting_of(made, by.second->solve<real50>(of.question, asked()), least, digits_of_trust);
  in_time();
  if (!parted || theorem_check(of, made).holds()) return made;
  throw reference_in_doubt(fmt::format("{} and {} part at t = {:.6g}: {}", by.maker->declaration.name,
                                       by.second->declaration.name, parted->t, parted->what));
}

}  // namespace unilateral::study
