/// Two reference engines that share no code, event_driven (Taylor series) and gauss_collocation (collocation at Gauss points), give the same
/// answer to 40 digits on every mechanical problem of the catalogue; and an error of 1e-20 planted in one digit is seen by the other engine.
///
/// Tolerance: 1e-40 of the largest number of its kind in the run (times, positions, velocities, impulses), or of 1, the unit the data are stated in
/// (a column at rest at 0 has no other). Both compute with 50 digits; a run
/// amplifies their rounding, by up to 1e4 here, so that 40 digits leave room, and a disagreement of 1e-40 is a fault.
/// Before an accumulation the engines tell as many impacts as each resolves: those that both tell are compared, and the limit.

#include "problems/language/problem.hpp"
#include "problems/language/quantity.hpp"
#include "reports/study/solver_list.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace unilateral {
namespace {

using S = real50;
const S forty_digits = exact<S>("1e-40");

statement question_of(const problem& p) { return with_values(std::get<statement>(p.question)); }

const solution<S>& answer_of(const std::string& problem_name, const std::string& solver) {
  static std::map<std::pair<std::string, std::string>, solution<S>> known;
  const auto [place, isnew] = known.try_emplace({problem_name, solver});
  if (isnew) place->second = study::find_solver(solver).solve<S>(question_of(find_problem(problem_name)), {});
  return place->second;
}
const solution<S>& by_taylor(const std::string& name) { return answer_of(name, "event_driven"); }
const solution<S>& by_gauss(const std::string& name) { return answer_of(name, "gauss_collocation"); }

std::vector<std::string> systems() {
  std::vector<std::string> names;
  for (const problem& p : catalogue())
    if (!p.is_chain()) names.push_back(p.name);
  return names;
}

/// Largest |x| of each kind, at least 1.
struct sizes {
  S t{1}, q{1}, v{1}, impulse{1};
  explicit sizes(const solution<S>& a) {
    t = std::max(t, a.end_time);
    const auto see = [](S& size, const column<S>& x) {
      for (const S& y : x) size = std::max(size, S(abs(y)));
    };
    see(q, a.end_position);
    see(v, a.end_velocity);
    for (const auto& i : a.impacts) {
      see(q, i.q);
      see(v, i.v_minus);
      see(v, i.v_plus);
      see(impulse, i.impulse);
    }
    for (int k = 0; k < a.path.pieces(); ++k)
      for (int i = 0; i < a.path.dimension(); ++i) {
        q = std::max(q, S(abs(a.path.position(k, i, S(0)))));
        v = std::max(v, S(abs(a.path.velocity(k, i, S(0)))));
      }
  }
};

/// What two answers don't have in common, by name; empty if they agree to 40 digits.
std::vector<std::string> disagreements(const solution<S>& a, const solution<S>& b) {
  std::vector<std::string> found;
  const sizes size(a);
  const auto same = [&](const std::string& name, const S& x, const S& y, const S& scale) {
    if (!(abs(x - y) <= forty_digits * scale)) found.push_back(name + ": " + to_text(x) + " and " + to_text(y));
  };
  const auto same_column = [&](const std::string& name, const column<S>& x, const column<S>& y, const S& scale) {
    if (x.size() != y.size()) return found.push_back(name + ": dimensions");
    for (Eigen::Index i = 0; i < x.size(); ++i) same(name + "[" + std::to_string(i) + "]", x[i], y[i], scale);
  };
  const auto same_number = [&](const std::string& name, std::size_t x, std::size_t y) {
    if (x != y) found.push_back("number of " + name + ": " + std::to_string(x) + " and " + std::to_string(y));
  };
  if (!a.completed() || !b.completed()) return {a.status + " and " + b.status};
  same("end.t", a.end_time, b.end_time, size.t);
  same_column("end.q", a.end_position, b.end_position, size.q);
  same_column("end.v", a.end_velocity, b.end_velocity, size.v);
  same_number("accumulations", a.accumulations.size(), b.accumulations.size());
  same_number("contacts", a.contacts.size(), b.contacts.size());
  if (a.accumulations.empty()) same_number("impacts", a.impacts.size(), b.impacts.size());
  if (!found.empty()) return found;
  for (std::size_t k = 0; k < a.accumulations.size(); ++k) {
    const std::string name = "accumulations[" + std::to_string(k) + "].";
    same(name + "t", a.accumulations[k].t, b.accumulations[k].t, size.t);
    same_column(name + "q", a.accumulations[k].q, b.accumulations[k].q, size.q);
    same_column(name + "v", a.accumulations[k].v, b.accumulations[k].v, size.v);
  }
  for (std::size_t k = 0; k < std::min(a.impacts.size(), b.impacts.size()); ++k) {
    const std::string name = "impacts[" + std::to_string(k) + "].";
    const impact<S>&x = a.impacts[k], &y = b.impacts[k];
    same(name + "t", x.t, y.t, size.t);
    same_column(name + "q", x.q, y.q, size.q);
    same_column(name + "v_minus", x.v_minus, y.v_minus, size.v);
    same_column(name + "v_plus", x.v_plus, y.v_plus, size.v);
    same_column(name + "impulse", x.impulse, y.impulse, size.impulse);
    if (x.active != y.active) found.push_back(name + "active");
  }
  const auto in_order = [](std::vector<contact_interval<S>> list) {
    std::sort(list.begin(), list.end(), [](const auto& x, const auto& y) { return x.constraint != y.constraint ? x.constraint < y.constraint : x.from < y.from; });
    return list;
  };
  const auto x = in_order(a.contacts), y = in_order(b.contacts);
  for (std::size_t k = 0; k < x.size(); ++k) {
    const std::string name = "contact of constraint " + std::to_string(x[k].constraint);
    same_number(name, static_cast<std::size_t>(x[k].constraint), static_cast<std::size_t>(y[k].constraint));
    same(name + ", from", x[k].from, y[k].from, size.t);
    same(name + ", to", x[k].to, y[k].to, size.t);
  }
  // Between events: at times that are nobody's knots.
  for (int k = 1; k < 16; ++k) {
    const S t = a.end_time * (S(k) + S(1) / S(7)) / S(17);
    const auto knot_near = [&](const impact<S>& i) { return abs(i.t - t) < exact<S>("1e-10"); };
    if (std::any_of(a.impacts.begin(), a.impacts.end(), knot_near)) continue;
    same_column("q(" + to_text(to_double(t)) + ")", a.path.position(t), b.path.position(t), size.q);
    same_column("v(" + to_text(to_double(t)) + ")", a.path.velocity_right(t), b.path.velocity_right(t), size.v);
  }
  return found;
}

/// Problems on which 40 digits are not to be had, and why. A name listed here that agrees after all fails the test too.
const std::map<std::string, std::string>& exceptions() {
  static const std::map<std::string, std::string> all;
  return all;
}

TEST(reference_engines, agree_to_forty_digits_on_every_problem) {
  int compared = 0;
  for (const std::string& name : systems()) {
    const auto found = disagreements(by_taylor(name), by_gauss(name));
    if (const auto known = exceptions().find(name); known != exceptions().end()) {
      EXPECT_FALSE(found.empty()) << name << " agrees after all, in spite of: " << known->second;
      continue;
    }
    ++compared;
    EXPECT_TRUE(found.empty()) << name << ": " << found.size() << " disagreements, the first: " << found.front();
  }
  EXPECT_GE(compared, 30);
}

/// Control: the comparison sees 1e-20 in any one number of an answer.
TEST(reference_engines, an_error_of_1e_minus_20_in_one_engine_is_caught) {
  const S planted = exact<S>("1e-20");
  for (const char* name : {"double_pendulum_wall", "oscillator_family", "ball_earth", "pendulum_with_stop"}) {
    const solution<S>& good = by_taylor(name);
    ASSERT_FALSE(good.impacts.empty());
    const auto caught = [&](auto spoil) {
      solution<S> spoiled = good;
      spoil(spoiled);
      return !disagreements(spoiled, by_gauss(name)).empty();
    };
    EXPECT_TRUE(caught([&](solution<S>& a) { a.impacts[0].t += planted; })) << name;
    EXPECT_TRUE(caught([&](solution<S>& a) { a.impacts.back().t += planted; }) || !good.accumulations.empty()) << name;
    EXPECT_TRUE(caught([&](solution<S>& a) { a.impacts[0].v_plus[0] += planted; })) << name;
    EXPECT_TRUE(caught([&](solution<S>& a) { a.impacts[0].impulse[0] += planted; })) << name;
    EXPECT_TRUE(caught([&](solution<S>& a) { a.end_position[0] += planted; })) << name;
    EXPECT_TRUE(caught([&](solution<S>& a) { a.end_velocity[0] -= planted; })) << name;
    if (!good.accumulations.empty()) {
      EXPECT_TRUE(caught([&](solution<S>& a) { a.accumulations[0].t += planted; })) << name;
    }
  }
}

/// Impulse of the impacts of a contact that follow the last one told before an accumulation: a geometric sequence.
S untold_impulse(const solution<S>& a, int constraint) {
  if (a.accumulations.empty() || a.impacts.size() < 2) return S(0);
  const S &last = a.impacts.back().impulse[constraint], &before = a.impacts[a.impacts.size() - 2].impulse[constraint];
  return last * last / (before - last);
}

/// Every number the catalogue knows is what collocation finds, to the digits the catalogue claims (40, where it claims more); and no number
/// that is wrong by 1e-20, or by a hundred times what it claims, passes.
TEST(reference_engines, an_error_of_1e_minus_20_in_a_reference_digit_is_caught) {
  int numbers = 0;
  for (const std::string& name : systems()) {
    const problem& p = find_problem(name);
    if (!p.answer) continue;
    const statement bound = question_of(p);
    const solution<S>& found = by_gauss(name);
    for (const known_value<S>& known : p.answer.at<S>(values_of<S>(bound.parameters), constant_value<S>(bound.horizon)).values) {
      S measured;
      try {
        measured = quantity(found, known.quantity);
      } catch (const input_error&) {
        // One of the impacts before an accumulation that is too short to be resolved.
        EXPECT_FALSE(found.accumulations.empty()) << name << ": " << known.quantity << " is not told";
        continue;
      }
      if (const std::string total = "total_impulse["; known.quantity.rfind(total, 0) == 0) measured += untold_impulse(found, std::stoi(known.quantity.substr(total.size())));
      const S tolerance = known.accuracy + forty_digits * std::max(S(1), S(abs(known.value)));
      EXPECT_LE(abs(measured - known.value), tolerance) << name << ": " << known.quantity;
      const S planted = std::max(exact<S>("1e-20"), S(100 * known.accuracy));
      EXPECT_GT(abs(measured - (known.value + planted)), tolerance) << name << ": " << known.quantity;
      EXPECT_LE(planted, exact<S>("1e-20")) << name << ": " << known.quantity << " is known to fewer than 22 digits";
      ++numbers;
    }
  }
  EXPECT_GE(numbers, 300);
}

}  // namespace
}  // namespace unilateral
