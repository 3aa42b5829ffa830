#pragma once
/// A type that offers the concept `scalar`, construction from integers and doubles, elementary functions found by
/// argument-dependent lookup, compound assignment and numeric limits, and nothing else: no conversion to double,
/// no std:: functions. It counts in double, so that what generic code makes of it can be compared; and it counts its
/// sums, differences, products and quotients, by which work is measured that no clock sees.

#include "problems/language/scalar.hpp"

#include <Eigen/Core>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <numbers>
#include <string>

namespace unilateral {

class archetype {
 public:
  archetype() = default;
  explicit archetype(std::integral auto value) : value_(static_cast<double>(value)) {}
  explicit archetype(double value) : value_(value) {}
  static archetype of(double value) {
    archetype x;
    x.value_ = value;
    return x;
  }
  double seen() const { return value_; }

  /// So far, of all numbers.
  static inline std::int64_t operations = 0;
  friend archetype operator+(const archetype& x, const archetype& y) { return counted(x.value_ + y.value_); }
  friend archetype operator-(const archetype& x, const archetype& y) { return counted(x.value_ - y.value_); }
  friend archetype operator*(const archetype& x, const archetype& y) { return counted(x.value_ * y.value_); }
  friend archetype operator/(const archetype& x, const archetype& y) { return counted(x.value_ / y.value_); }
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
  friend archetype floor(const archetype& x) { return of(std::floor(x.value_)); }
  friend archetype ceil(const archetype& x) { return of(std::ceil(x.value_)); }
  friend archetype ldexp(const archetype& x, int k) { return of(std::ldexp(x.value_, k)); }
  friend archetype frexp(const archetype& x, int* k) { return of(std::frexp(x.value_, k)); }
  friend bool isfinite(const archetype& x) { return std::isfinite(x.value_); }
  friend bool isnan(const archetype& x) { return std::isnan(x.value_); }
  friend archetype pow(const archetype& x, const archetype& y) { return of(std::pow(x.value_, y.value_)); }

 private:
  static archetype counted(double value) {
    ++operations;
    return of(value);
  }
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
  static constexpr bool is_specialized = true, is_integer = false, is_signed = true, has_infinity = true;
  static constexpr int digits = 53, radix = 2, max_exponent = 1024, min_exponent = -1021;
  static unilateral::archetype epsilon() { return unilateral::archetype::of(std::numeric_limits<double>::epsilon()); }
  static unilateral::archetype infinity() { return unilateral::archetype::of(std::numeric_limits<double>::infinity()); }
  static unilateral::archetype quiet_NaN() {
    return unilateral::archetype::of(std::numeric_limits<double>::quiet_NaN());
  }
  static unilateral::archetype min() { return unilateral::archetype::of(std::numeric_limits<double>::min()); }
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
