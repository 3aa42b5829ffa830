#pragma once
/// Flights between impacts, and the accumulation they announce. Where the last flights repeat in cycles of p impacts on
/// the same constraints, their durations c_i per cycle falling in a ratio r = c_1/c_2 < 1, the impacts still to come
/// take
///
///     (1)  c_1 r + c_1 r² + … = c_1 r / (1 − r).
///
/// Near a limit with steady accelerations v⁺ = −e v⁻ and the flight takes 2 v⁺/|w| (1 + O(v⁺)): r → e, and (1) is exact
/// up to O(c_1²), far below rounding when c_1 itself is.

#include "problems/language/scalar.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace unilateral::event_driven {

template <scalar S>
class flight_history {
 public:
  void clear() { count_ = 0; }

  /// An impact on these constraints, after a flight of that duration.
  void add(const S& flight, const std::vector<int>& constraints) {
    record& r = record_[count_++ % length];
    r.flight = flight;
    r.constraints = constraints;
  }

  struct prediction {
    S next_cycle, all;             ///< durations: of the next cycle, of all cycles to come
    S doubt;                       ///< what the ratio of the cycle before makes of `all`
    std::vector<int> constraints;  ///< of one cycle
  };
  /// (1), when the last three cycles agree.
  std::optional<prediction> predict() const {
    for (std::size_t p = 1; p <= longest_cycle; ++p) {
      if (count_ < 3 * p + 1 || !repeats(p)) continue;
      const S c_1 = duration(0, p), c_2 = duration(p, p), c_3 = duration(2 * p, p);
      const S r = c_1 / c_2, before = c_2 / c_3;
      // Less than a quarter apart in 1 − r: the ratio has settled.
      if (!(r < S(1)) || !(before < S(1)) || std::max(r, before) - std::min(r, before) > (S(1) - r) / S(4)) continue;
      const S change = std::max(r, before) - std::min(r, before);
      prediction next{c_1 * r, c_1 * r / (S(1) - r), c_1 * change / ((S(1) - r) * (S(1) - before)), {}};
      for (std::size_t i = 0; i < p; ++i)
        for (const int a : back(i).constraints)
          if (std::find(next.constraints.begin(), next.constraints.end(), a) == next.constraints.end())
            next.constraints.push_back(a);
      return next;
    }
    return std::nullopt;
  }

 private:
  static constexpr std::size_t longest_cycle = 8, length = 32;
  struct record {
    S flight{};
    std::vector<int> constraints;
  };
  const record& back(std::size_t i) const { return record_[(count_ - 1 - i) % length]; }
  bool repeats(std::size_t p) const {
    for (std::size_t i = 0; i < 2 * p; ++i)
      if (back(i).constraints != back(i + p).constraints) return false;
    return true;
  }
  S duration(std::size_t from, std::size_t p) const {
    S sum(0);
    for (std::size_t i = from; i < from + p; ++i) sum += back(i).flight;
    return sum;
  }

  std::array<record, length> record_;
  std::size_t count_ = 0;
};

}  // namespace unilateral::event_driven
