#pragma once
/// Impacts that accumulate: their intervals form, cycle by cycle, a geometric sequence.
///
/// A cycle is p impacts after which the same contacts collide again. With D_0 the last cycle, D_1, D_2 those before, ρ = D_0/D_1 ≈ D_1/D_2 < 1,
/// what remains is D_0 ρ/(1 − ρ) up to O(D_0²): the ratio of a nonlinear motion differs from its limit by O(D_0). So the sum
/// is exact to working precision once D_0² is rounding; impacts up to there are told one by one.

#include "solvers/gauss_collocation/legendre.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace unilateral::gauss_collocation {

template <class W>
class impact_history {
 public:
  void add(const W& t, const std::vector<int>& contacts) {
    entries_.push_back({t, contacts});
    if (entries_.size() > 4 * longest_) entries_.erase(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(longest_));
  }
  void clear() { entries_.clear(); }

  struct sequence {
    W begin;                    ///< of the last cycle
    W remaining;                ///< from the last impact to the limit
    std::vector<int> contacts;  ///< all that collide in a cycle
  };
  /// The geometric sequence that the last impacts form, if cycles are as short as `longest`.
  std::optional<sequence> limit(const W& longest) const {
    using std::abs;
    const std::size_t n = entries_.size();
    for (std::size_t p = 1; p <= longest_ && 3 * p + 1 <= n; ++p) {
      const auto cycle = [&](std::size_t i) { return W(entries_[n - 1 - i * p].t - entries_[n - 1 - (i + 1) * p].t); };
      const W D_0 = cycle(0), D_1 = cycle(1), D_2 = cycle(2);
      if (!(D_0 <= longest && D_0 > W(0) && D_0 < D_1 && D_1 < D_2)) continue;
      const W ratio = D_0 / D_1;
      if (abs(ratio - D_1 / D_2) > (W(1) - ratio) / W(1024)) continue;
      bool repeats = true;
      for (std::size_t i = 0; i < 2 * p; ++i) repeats = repeats && entries_[n - 1 - i].contacts == entries_[n - 1 - i - p].contacts;
      if (!repeats) continue;
      sequence found{entries_[n - 1 - p].t, D_0 * ratio / (W(1) - ratio), {}};
      for (std::size_t i = 0; i < p; ++i) found.contacts.insert(found.contacts.end(), entries_[n - 1 - i].contacts.begin(), entries_[n - 1 - i].contacts.end());
      std::sort(found.contacts.begin(), found.contacts.end());
      found.contacts.erase(std::unique(found.contacts.begin(), found.contacts.end()), found.contacts.end());
      return found;
    }
    return {};
  }

 private:
  struct entry {
    W t;
    std::vector<int> contacts;
  };
  static constexpr std::size_t longest_ = 32;  ///< impacts of the longest cycle looked for: a few contacts, each several times
  std::vector<entry> entries_;
};

}  // namespace unilateral::gauss_collocation
