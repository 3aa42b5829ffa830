#pragma once
/// Random formulas in t, q and v that are tame on [−1, 1], and smooth but for the kinks of min, max and abs: arguments
/// of log, sqrt and divisors stay away from 0, those of asin and acos from ±1, those of atan2 from its cut.

#include "problems/language/expression.hpp"

#include <random>

namespace unilateral {

inline expression random_formula(std::mt19937& random, int n, int depth) {
  std::uniform_int_distribution<int> leaf(0, 4), coordinate_number(0, n - 1), number(-5, 5), node(0, 20);
  if (depth == 0) switch (leaf(random)) {
      case 0:
        return time();
      case 1:
        return coordinate(coordinate_number(random));
      case 2:
        return velocity(coordinate_number(random));
      case 3:
        return pi() / 4;
      default:
        return rational(number(random), 4);
    }
  const auto x = [&] { return random_formula(random, n, depth - 1); };
  const auto above_one = [&] {  // ≥ 1
    const expression y = sin(x());
    return 1 + y * y;
  };
  const rational off(7, 113);  // kinks at no simple number: states are made of those
  switch (node(random)) {
    case 0:
      return x() + x();
    case 1:
      return x() - x();
    case 2:
      return x() * x();
    case 3:
      return x() / above_one();
    case 4:
      return pow(sin(x()), 1 + std::uniform_int_distribution<int>(1, 4)(random));
    case 5:
      return sin(x());
    case 6:
      return cos(x());
    case 7:
      return exp(sin(x()));
    case 8:
      return log(above_one());
    case 9:
      return sqrt(above_one());
    case 10:
      return asin(sin(x()) / 2);
    case 11:
      return acos(cos(x()) / 2);
    case 12:
      return atan(x());
    case 13: {
      const expression y = x();
      return atan2(y, above_one());
    }
    case 14:
      return sinh(sin(x()));
    case 15:
      return cosh(cos(x()));
    case 16:
      return tanh(x());
    case 17: {
      const expression y = x();
      return min(y, x() + off);
    }
    case 18: {
      const expression y = x();
      return max(y, x() + off);
    }
    case 19:
      return abs(x() + off);
    default:
      return pow(above_one(), sin(x()));
  }
}

}  // namespace unilateral
