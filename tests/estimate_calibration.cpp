/// The estimate beside a number is not smaller than its error, and not much larger. Every closed form of the catalogue,
/// every solver, 16 and 50 digits, several steps: in 99 of 100 numbers estimate ≥ error, and the median of
/// estimate/error is below 100. An error of 0 counts as a rounding of the last place: nothing better could be told.
///
/// That is a property of the estimate's factors (reports/study/answer/estimate.hpp), which were chosen by this test; so
/// it prints what it counted, and has a control: a fiftieth of a scheme's estimate is found too small.

#include "problems/judge/quantity.hpp"
#include "reports/study/answer/estimate.hpp"
#include "reports/study/reference/instance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

namespace unilateral::study {
namespace {

struct counted {
  std::int64_t numbers = 0, too_small = 0, unknown = 0;
  std::vector<double> ratios{};
  std::string worst{};  ///< the number whose estimate is the smallest beside its error
  double least = 1e300;

  void see(const std::string& name, double error, double estimate, double last_place) {
    if (!std::isfinite(estimate)) {
      ++unknown;
      return;
    }
    ++numbers;
    if (estimate < error) ++too_small;
    const double ratio = estimate / std::max(error, last_place);
    if (!std::isfinite(ratio)) return;  // 0 of 0, told as 0
    ratios.push_back(ratio);
    if (error > 0 && estimate / error < least) {
      least = estimate / error;
      worst = name;
    }
  }
  double median() const {
    if (ratios.empty()) return 0;
    std::vector<double> sorted = ratios;
    std::nth_element(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2), sorted.end());
    return sorted[sorted.size() / 2];
  }
  void print(const std::string& what) const {
    std::printf("  %-42s %6lld numbers, %4lld too small, %5lld unknown, median %.3g, least %.3g in %s\n", what.c_str(),
                static_cast<long long>(numbers), static_cast<long long>(too_small), static_cast<long long>(unknown),
                median(), least, worst.c_str());
  }
  void expect_calibrated(const std::string& what) const {
    print(what);
    EXPECT_GT(numbers, 0) << what;
    EXPECT_LE(100 * too_small, numbers) << what << ": " << worst;
    EXPECT_LT(median(), 100) << what;
  }
};

/// "impacts[2].q[0]": 2, "q", 0.
struct place {
  std::string list, word;
  std::size_t k = 0, i = 0;
};
place place_of(const std::string& quantity) {
  const auto number = [](const std::string& text) {
    return text.empty() ? std::size_t{0} : static_cast<std::size_t>(std::stoul(text));
  };
  place found;
  const auto dot = quantity.find('.');
  const std::string first = quantity.substr(0, dot), last = dot == std::string::npos ? "" : quantity.substr(dot + 1);
  found.list = first.substr(0, first.find('['));
  if (first.find('[') != std::string::npos) found.k = number(first.substr(first.find('[') + 1));
  found.word = last.substr(0, last.find('['));
  if (last.find('[') != std::string::npos) found.i = number(last.substr(last.find('[') + 1));
  return found;
}

/// The estimate of a quantity; nothing for one that has none (a contact, a count, a whole impulse).
std::optional<double> error_of(const impact_errors& e, const place& p) {
  if (p.word == "t") return e.t;
  const std::map<std::string, const std::vector<double>*> lists{
      {"q", &e.q}, {"v_minus", &e.v_minus}, {"v_plus", &e.v_plus}, {"impulse", &e.impulse}};
  const auto list = lists.find(p.word);
  return list == lists.end() ? std::nullopt : std::optional(list->second->at(p.i));
}
std::optional<double> error_of(const state_errors& e, const place& p) {
  if (p.word == "t") return e.t;
  return p.word == "q" ? std::optional(e.q.at(p.i)) : p.word == "v" ? std::optional(e.v.at(p.i)) : std::nullopt;
}
std::optional<double> error_of(const answer_errors& e, const std::string& quantity) {
  const place p = place_of(quantity);
  if (p.list == "impacts") return error_of(e.impacts.at(p.k), p);
  if (p.list == "accumulations") return error_of(e.accumulations.at(p.k), p);
  if (p.list == "end") return error_of(e.end, p);
  return {};
}

struct known_instance {
  std::string name;
  statement bound;
  std::vector<known_value<real100>> values;
};

/// Every closed form of a system, at a hundred digits.
const std::vector<known_instance>& closed_forms() {
  static const std::vector<known_instance> all = [] {
    std::vector<known_instance> found;
    for (const problem& p : catalogue()) {
      if (p.is_chain() || !p.answer) continue;
      const statement bound = with_values(std::get<statement>(p.question));
      const reference<real100> known =
          p.answer.at<real100>(values_of<real100>(bound.parameters), constant_value<real100>(bound.horizon));
      if (known.from.from == origin::closed_form && !known.values.empty())
        found.push_back({p.name, bound, known.values});
    }
    return found;
  }();
  return all;
}

template <scalar S>
void count(counted& into, const known_instance& of, const solution<S>& answer, const answer_errors& errors) {
  for (const auto& v : of.values) {
    S x;
    std::optional<double> estimate;
    try {
      x = quantity(answer, v.quantity);
      estimate = error_of(errors, v.quantity);
    } catch (const input_error&) {
      continue;  // one of the impacts before an accumulation that S does not resolve
    } catch (const std::out_of_range&) {
      continue;
    }
    if (!estimate) continue;
    real100 off = abs(real100(x) - v.value);
    if (off < exact<real100>("1e-90")) off = 0;  // roundings of the closed form, where x is 0
    const double error = to_double(off);
    into.see(of.name + " " + v.quantity, error, *estimate, to_double(S(epsilon<S>() * S(std::abs(to_double(x))))));
  }
}

template <scalar S>
counted without_step(const char* name, std::int64_t most_impacts, int most_coordinates) {
  const listed_solver& solver = find_solver(name);
  counted all;
  for (const known_instance& of : closed_forms()) {
    if (of.bound.system.degrees_of_freedom() > most_coordinates) continue;
    if (solver.solve<double>(of.bound, {.step = {}, .until = {}, .record = keep::summary}).counts.impacts >
        most_impacts)
      continue;
    const solution<S> answer = solver.solve<S>(of.bound, {});
    if (!answer.completed()) continue;
    const auto found = estimated(of.bound, solver, {}, answer, {});
    EXPECT_EQ(found.none, "") << of.name;
    for (const std::string& warning : found.warnings) std::printf("    %s: %s\n", of.name.c_str(), warning.c_str());
    if (found.none.empty()) count(all, of, answer, found.errors);
  }
  return all;
}

// Runs of many impacts cost minutes at a hundred digits, and are the same again.
TEST(estimate_calibration, event_driven_at_16_digits) {
  without_step<double>("event_driven", 400, 100).expect_calibrated("event_driven, 16 digits");
}
TEST(estimate_calibration, event_driven_at_50_digits) {
  without_step<real50>("event_driven", 60, 4).expect_calibrated("event_driven, 50 digits");
}
TEST(estimate_calibration, gauss_collocation_at_16_digits) {
  without_step<double>("gauss_collocation", 60, 4).expect_calibrated("gauss_collocation, 16 digits");
}
TEST(estimate_calibration, gauss_collocation_at_50_digits) {
  without_step<real50>("gauss_collocation", 30, 2).expect_calibrated("gauss_collocation, 50 digits");
}

/// The impact of a scheme that stands for a known one: the only one within eight steps that changes v, where no other
/// known one is as near.
template <scalar S>
std::optional<std::size_t> told_for(const solution<S>& answer, const known_instance& of, std::size_t number,
                                    double step) {
  const auto value = [&](const std::string& name) -> std::optional<double> {
    for (const auto& v : of.values)
      if (v.quantity == name) return to_double(v.value);
    return {};
  };
  const std::string here = "impacts[" + std::to_string(number) + "].";
  const auto t = value(here + "t");
  if (!t) return {};
  for (std::size_t k = 0;; ++k) {  // others of the known ones
    const auto other = value("impacts[" + std::to_string(k) + "].t");
    if (!other) break;
    if (k != number && std::abs(*other - *t) < 16 * step) return {};
  }
  std::optional<std::size_t> best;
  double change = 0;
  for (std::size_t k = 0; k < answer.impacts.size(); ++k) {
    if (std::abs(to_double(answer.impacts[k].t) - *t) > 8 * step) continue;
    const double jump = to_double(S((answer.impacts[k].v_plus - answer.impacts[k].v_minus).cwiseAbs().maxCoeff()));
    if (!best || jump > change) {
      best = k;
      change = jump;
    }
  }
  // A shock at several constraints that the scheme makes in several steps is not told by one of them.
  for (std::size_t k = 0; best && k < answer.impacts.size(); ++k)
    if (k != *best && std::abs(to_double(answer.impacts[k].t) - *t) <= 8 * step &&
        to_double(S((answer.impacts[k].v_plus - answer.impacts[k].v_minus).cwiseAbs().maxCoeff())) > change / 20)
      return {};
  return best;
}

template <scalar S>
counted with_step(const listed_solver& solver, const std::vector<int>& steps, double fraction = 1) {
  counted all;
  for (const known_instance& of : closed_forms()) {
    if (!solver.solves(of.bound) || of.bound.system.degrees_of_freedom() > (std::is_same_v<S, double> ? 8 : 2))
      continue;
    for (const int n : steps) {
      request asked;
      asked.step = rational(constant_value<double>(of.bound.horizon)) / n;
      const solution<S> answer = solver.solve<S>(of.bound, asked);
      if (!answer.completed() || !answer.warnings.empty())
        continue;  // warned: it need not tend to the right motion, and the estimate says so
      auto found = estimated(of.bound, solver, asked, answer, {});
      if (!found.none.empty()) continue;
      const double h = exact<double>(*asked.step);
      solution<S> ordered = answer;  // the impacts that stand for the known ones, under their numbers
      answer_errors errors = found.errors;
      ordered.impacts.clear();
      errors.impacts.clear();
      std::vector<known_value<real100>> comparable;
      for (const auto& v : of.values) {
        if (!v.quantity.starts_with("impacts[")) {
          if (!v.quantity.starts_with("accumulations[")) comparable.push_back(v);
          continue;
        }
        const place p = place_of(v.quantity);
        const auto k = told_for(answer, of, p.k, h);
        if (!k || answer.impacts[*k].continues || (*k + 1 < answer.impacts.size() && answer.impacts[*k + 1].continues))
          continue;
        ordered.impacts.push_back(answer.impacts[*k]);
        errors.impacts.push_back(found.errors.impacts[*k]);
        known_value<real100> renamed = v;
        renamed.quantity =
            "impacts[" + std::to_string(ordered.impacts.size() - 1) + v.quantity.substr(v.quantity.find(']'));
        comparable.push_back(renamed);
      }
      const auto reduce = [&](double& x) { x *= fraction; };
      for (auto* list : {&errors.end.q, &errors.end.v}) std::for_each(list->begin(), list->end(), reduce);
      for (impact_errors& e : errors.impacts) {
        reduce(e.t);
        for (auto* list : {&e.q, &e.v_minus, &e.v_plus, &e.impulse}) std::for_each(list->begin(), list->end(), reduce);
      }
      count(all, {of.name + ", T/" + std::to_string(n) + ",", of.bound, comparable}, ordered, errors);
    }
  }
  return all;
}

const std::vector<int> steps_in_double{257, 500, 1000, 1789, 3001, 5000}, steps_at_fifty{257, 500};

TEST(estimate_calibration, schemes_at_16_digits) {
  for (const char* name : {"moreau_time_stepping", "paoli_schatzman", "sweeping"})
    with_step<double>(find_solver(name), steps_in_double).expect_calibrated(std::string(name) + ", 16 digits");
}
TEST(estimate_calibration, a_fiftieth_of_a_schemes_estimate_is_too_small) {
  const counted control = with_step<double>(find_solver("sweeping"), {1000}, 1.0 / 50);
  control.print("a fiftieth, sweeping, 16 digits");
  EXPECT_GT(control.numbers, 100);
  EXPECT_GT(100 * control.too_small, control.numbers);
}
TEST(estimate_calibration, schemes_at_50_digits) {
  for (const char* name : {"moreau_time_stepping", "paoli_schatzman", "sweeping"})
    with_step<real50>(find_solver(name), steps_at_fifty).expect_calibrated(std::string(name) + ", 50 digits");
}

}  // namespace
}  // namespace unilateral::study
