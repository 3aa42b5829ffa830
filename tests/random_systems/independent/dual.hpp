#pragma once
/// Dual numbers of first and second order, for the independent motion only.

#include <array>

namespace unilateral::random_systems::independent {

/// A value with its derivatives in D directions; with Second, those of second order (i ≤ j, row by row) as well.
template <int D, bool Second>
struct dual {
  static constexpr int pairs = Second ? D * (D + 1) / 2 : 0;
  double value = 0;
  std::array<double, D> first{};
  std::array<double, pairs> second{};

  /// Composition with a function of one variable that has these derivatives here.
  dual through(double f, double df, double ddf) const {
    dual r;
    r.value = f;
    for (int i = 0; i < D; ++i) r.first[i] = df * first[i];
    if constexpr (Second)
      for (int i = 0, k = 0; i < D; ++i)
        for (int j = i; j < D; ++j, ++k) {
          const double bend = first[i] * first[j];
          r.second[k] = df * second[k] + (bend == 0 ? 0 : ddf * bend);
        }
    return r;
  }
  dual times(double c) const {
    dual r = *this;
    r.value *= c;
    for (double& x : r.first) x *= c;
    for (double& x : r.second) x *= c;
    return r;
  }
  friend dual operator+(dual a, const dual& b) {
    a.value += b.value;
    for (int i = 0; i < D; ++i) a.first[i] += b.first[i];
    for (int k = 0; k < pairs; ++k) a.second[k] += b.second[k];
    return a;
  }
  friend dual operator-(const dual& a, const dual& b) { return a + b.times(-1); }
  friend dual operator*(const dual& a, const dual& b) {
    dual r;
    r.value = a.value * b.value;
    for (int i = 0; i < D; ++i) r.first[i] = a.value * b.first[i] + b.value * a.first[i];
    if constexpr (Second)
      for (int i = 0, k = 0; i < D; ++i)
        for (int j = i; j < D; ++j, ++k)
          r.second[k] =
              a.value * b.second[k] + b.value * a.second[k] + a.first[i] * b.first[j] + a.first[j] * b.first[i];
    return r;
  }
  dual inverse() const {
    const double w = 1 / value;
    return through(w, -w * w, 2 * w * w * w);
  }
};

}  // namespace unilateral::random_systems::independent
