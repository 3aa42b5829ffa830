#include "reports/study/work/profile.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace unilateral::study {

std::vector<std::vector<profile_step>> performance_profiles(const std::vector<std::vector<double>>& cost) {
  const std::size_t problems = cost.empty() ? 0 : cost.front().size();
  std::vector<double> best(problems, std::numeric_limits<double>::infinity());
  for (const std::vector<double>& of_one : cost)
    for (std::size_t p = 0; p < problems; ++p) best[p] = std::min(best[p], of_one[p]);
  std::vector<std::vector<profile_step>> profiles;
  for (const std::vector<double>& of_one : cost) {
    std::vector<double> ratios;
    for (std::size_t p = 0; p < problems; ++p)
      if (std::isfinite(of_one[p])) ratios.push_back(of_one[p] / best[p]);
    std::sort(ratios.begin(), ratios.end());
    std::vector<profile_step>& steps = profiles.emplace_back();
    for (std::size_t k = 0; k < ratios.size(); ++k) {
      const double share = static_cast<double>(k + 1) / static_cast<double>(problems);
      if (!steps.empty() && steps.back().factor == ratios[k])
        steps.back().share = share;
      else
        steps.push_back({ratios[k], share});
    }
  }
  return profiles;
}

std::vector<std::size_t> pareto_front(const std::vector<work_point>& runs) {
  std::vector<std::size_t> order;
  for (std::size_t k = 0; k < runs.size(); ++k)
    if (std::isfinite(runs[k].cost) && std::isfinite(runs[k].error)) order.push_back(k);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::tie(runs[a].cost, runs[a].error, a) < std::tie(runs[b].cost, runs[b].error, b);
  });
  std::vector<std::size_t> front;
  double least = std::numeric_limits<double>::infinity();
  for (const std::size_t k : order)
    if (runs[k].error < least) {
      front.push_back(k);
      least = runs[k].error;
    }
  return front;
}

}  // namespace unilateral::study
