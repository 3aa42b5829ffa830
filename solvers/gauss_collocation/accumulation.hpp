#pragma once
/// Impacts that accumulate: their intervals form, cycle by cycle, a geometric sequence.
///
/// A cycle is p impacts after which the same contacts collide again. With D_0 the last cycle, D_1, D_2 those before, ρ
/// = D_0/D_1, what remains is D_0 ρ/(1 − ρ) if ρ stays. It does so only in the limit: the ratio of a nonlinear motion
/// differs from it by O(D_0), and where several contacts collide by far more, as long as velocities have not fallen to
/// what forces make of them during a cycle. So what the ratio has changed by since the last cycle, δ, tells how good
/// the sum is: to about δ D_0/(1 − ρ)³. Impacts go on one by one until that is rounding.

#include "solvers/gauss_collocation/contacts.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace unilateral::gauss_collocation {

template <class W>
class impact_history {
 public:
  /// after: time since the impact before.
  void add(const W& after, const std::vector<int>& contacts) {
    entries_.push_back({after, contacts});
    if (entries_.size() > 4 * longest_)
      entries_.erase(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(longest_));
  }
  void clear() { entries_.clear(); }

  struct sequence {
    W cycle;                    ///< the last one
    W next;                     ///< the one that follows
    W remaining;                ///< from the last impact to the limit
    std::size_t impacts;        ///< of a cycle
    std::vector<int> contacts;  ///< all that collide in a cycle
  };
  /// The geometric sequence that the last impacts form, if cycles are as short as `longest`, at t of a run up to `end`.
  std::optional<sequence> limit(const W& longest, const W& t, const W& end) const {
    using std::abs;
    const std::size_t n = entries_.size();
    for (std::size_t p = 1; p <= longest_ && 3 * p + 1 <= n; ++p) {
      const auto cycle = [&](std::size_t i) {
        W sum(0);
        for (std::size_t k = 0; k < p; ++k) sum += entries_[n - 1 - i * p - k].after;
        return sum;
      };
      const W D_0 = cycle(0), D_1 = cycle(1), D_2 = cycle(2);
      if (!(D_0 <= longest && D_0 > W(0) && D_0 < D_1 && D_1 < D_2)) continue;
      const W ρ = D_0 / D_1, left = W(1) - ρ, δ = abs(ρ - D_1 / D_2);
      // Cycles are known to a fraction of the rounding of t: below that nothing more is learnt.
      const bool is_known = δ * D_0 <= epsilon<W>() * std::max(W(W(64) * left * left * left * end), W(t / W(64)));
      if (!is_known && !(D_0 <= W(16 * slack) * epsilon<W>() * t)) continue;
      bool repeats = true;
      for (std::size_t i = 0; i < 2 * p; ++i)
        repeats = repeats && entries_[n - 1 - i].contacts == entries_[n - 1 - i - p].contacts;
      if (!repeats) continue;
      sequence found{D_0, D_0 * ρ, D_0 * ρ / left, p, {}};
      for (std::size_t i = 0; i < p; ++i)
        found.contacts.insert(found.contacts.end(), entries_[n - 1 - i].contacts.begin(),
                              entries_[n - 1 - i].contacts.end());
      std::sort(found.contacts.begin(), found.contacts.end());
      found.contacts.erase(std::unique(found.contacts.begin(), found.contacts.end()), found.contacts.end());
      return found;
    }
    return {};
  }

 private:
  struct entry {
    W after;
    std::vector<int> contacts;
  };
  static constexpr std::size_t longest_ =
      32;  ///< impacts of the longest cycle looked for: a few contacts, each several times
  std::vector<entry> entries_;
};

}  // namespace unilateral::gauss_collocation
