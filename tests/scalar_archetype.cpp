/// Generic code asks no more of a scalar than it says: the shared language is instantiated here for a type that offers
/// the concept `scalar`, elementary functions found by argument-dependent lookup, compound assignment, and nothing else
/// (no conversion to or from double, no std:: functions).
#include "problems/answers/closed_form.hpp"
#include "problems/judge/gauss.hpp"
#include "problems/judge/impact_law.hpp"
#include "problems/language/evaluated_system.hpp"

#include <gtest/gtest.h>

namespace unilateral {

class archetype {
 public:
  archetype() = default;
  explicit archetype(int value) : value_(value) {}
  static archetype of(double value) {
    archetype x;
    x.value_ = value;
    return x;
  }
  double seen() const { return value_; }

  friend archetype operator+(const archetype& x, const archetype& y) { return of(x.value_ + y.value_); }
  friend archetype operator-(const archetype& x, const archetype& y) { return of(x.value_ - y.value_); }
  friend archetype operator*(const archetype& x, const archetype& y) { return of(x.value_ * y.value_); }
  friend archetype operator/(const archetype& x, const archetype& y) { return of(x.value_ / y.value_); }
  friend archetype operator-(const archetype& x) { return of(-x.value_); }
  archetype& operator+=(const archetype& y) { return *this = *this + y; }
  archetype& operator-=(const archetype& y) { return *this = *this - y; }
  archetype& operator*=(const archetype& y) { return *this = *this * y; }
  archetype& operator/=(const archetype& y) { return *this = *this / y; }
  friend bool operator==(const archetype& x, const archetype& y) { return x.value_ == y.value_; }
  friend bool operator!=(const archetype& x, const archetype& y) { return x.value_ != y.value_; }
  friend bool operator<(const archetype& x, const archetype& y) { return x.value_ < y.value_; }
  friend bool operator>(const archetype& x, const archetype& y) { return x.value_ > y.value_; }
  friend bool operator<=(const archetype& x, const archetype& y) { return x.value_ <= y.value_; }
  friend bool operator>=(const archetype& x, const archetype& y) { return x.value_ >= y.value_; }

  friend archetype abs(const archetype& x) { return of(std::abs(x.value_)); }
  friend archetype sqrt(const archetype& x) { return of(std::sqrt(x.value_)); }
  friend archetype sin(const archetype& x) { return of(std::sin(x.value_)); }
  friend archetype cos(const archetype& x) { return of(std::cos(x.value_)); }
  friend archetype tan(const archetype& x) { return of(std::tan(x.value_)); }
  friend archetype asin(const archetype& x) { return of(std::asin(x.value_)); }
  friend archetype acos(const archetype& x) { return of(std::acos(x.value_)); }
  friend archetype atan(const archetype& x) { return of(std::atan(x.value_)); }
  friend archetype sinh(const archetype& x) { return of(std::sinh(x.value_)); }
  friend archetype cosh(const archetype& x) { return of(std::cosh(x.value_)); }
  friend archetype tanh(const archetype& x) { return of(std::tanh(x.value_)); }
  friend archetype atan2(const archetype& y, const archetype& x) { return of(std::atan2(y.value_, x.value_)); }
  friend archetype exp(const archetype& x) { return of(std::exp(x.value_)); }
  friend archetype log(const archetype& x) { return of(std::log(x.value_)); }
  friend archetype pow(const archetype& x, const archetype& y) { return of(std::pow(x.value_, y.value_)); }

 private:
  double value_ = 0;
};

template <>
struct scalar_traits<archetype> {
  static constexpr int digits = 16;
  static archetype from(const rational& value) { return archetype::of(scalar_traits<double>::from(value)); }
  static archetype pi() { return archetype::of(std::numbers::pi); }
  static double to_double(const archetype& x) { return x.seen(); }
  static std::string text(const archetype& x) { return scalar_traits<double>::text(x.seen()); }
};

}  // namespace unilateral

template <>
struct std::numeric_limits<unilateral::archetype> {
  static constexpr bool is_specialized = true, is_integer = false, is_signed = true;
  static unilateral::archetype epsilon() { return unilateral::archetype::of(std::numeric_limits<double>::epsilon()); }
  static unilateral::archetype infinity() { return unilateral::archetype::of(std::numeric_limits<double>::infinity()); }
  static unilateral::archetype max() { return unilateral::archetype::of(std::numeric_limits<double>::max()); }
};

template <>
struct Eigen::NumTraits<unilateral::archetype> : Eigen::GenericNumTraits<unilateral::archetype> {
  using Real = unilateral::archetype;
  using NonInteger = unilateral::archetype;
  using Nested = unilateral::archetype;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 1,
    AddCost = 1,
    MulCost = 1
  };
};

namespace unilateral {
static_assert(scalar<archetype>);
template class trajectory<archetype>;
template class tape<archetype>;
template class evaluated_system<archetype>;
template class kinetic_metric<archetype>;
template class gauss_rule<archetype>;

namespace {

using S = archetype;

TEST(scalar_archetype, runs_formulas) {
  mechanical_system pendulum;
  pendulum.coordinates = {"a"};
  set_energies(pendulum, velocity(0) * velocity(0) / 2, -cos(coordinate(0)));
  pendulum.gap = {sqrt(expression(2)) / 2 - sin(coordinate(0))};
  evaluated_system<S> system(pendulum);
  const S q = S::of(0.5), v = S::of(0.25);
  system.evaluate_force(S(0), &q, &v);
  EXPECT_EQ(system.force(0).seen(), -std::sin(0.5));
}

TEST(scalar_archetype, judges_impacts) {
  const kinetic_metric<S> metric(matrix<S>{{S(2)}});
  const velocity_set<S> V(matrix<S>{{S(1)}});
  const column<S> before{{S(-1)}}, after{{S(1)}}, P{{S(4)}};
  EXPECT_EQ(defects_of_impact(metric, V, S(1), before, after, P).largest().seen(), 0);
  EXPECT_EQ(defects_of_projection(metric, V, before, column<S>{{S(0)}}, column<S>{{S(2)}}).largest().seen(), 0);
  EXPECT_EQ(energy_defect(metric, S(1), before, after).seen(), 0);
  EXPECT_EQ(metric.norm(after).seen(), std::sqrt(2.0));
}

TEST(scalar_archetype, interpolates_closed_forms_and_integrates) {
  trajectory<S> path(1);
  append_closed_form(path, S(1), [](const S& t) { return sin(t); });
  EXPECT_NEAR(path.position(S(1))[0].seen(), std::sin(1.0), 1e-15);
  double sum = 0;
  for (const auto& [x, weight] : gauss<S>(5).points()) sum += (weight * x * x * x * x).seen();
  EXPECT_NEAR(sum, 0.4, 1e-15);
}

}  // namespace
}  // namespace unilateral
