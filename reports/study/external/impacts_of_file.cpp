#include "reports/study/external/impacts_of_file.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

namespace unilateral::study {
namespace {

/// v⁺ − v⁻ at the knot nearest to t.
column<double> jump_near(const trajectory<double>& path, double t) {
  column<double> jump = column<double>::Zero(path.dimension());
  if (path.pieces() < 2) return jump;
  int nearest = std::max(1, path.piece_at(t));
  if (nearest + 1 < path.pieces() && std::abs(path.begin(nearest + 1) - t) < std::abs(path.begin(nearest) - t))
    ++nearest;
  const double length = path.end(nearest - 1) - path.begin(nearest - 1);
  for (int i = 0; i < path.dimension(); ++i)
    jump[i] = path.velocity(nearest, i, 0) - path.velocity(nearest - 1, i, length);
  return jump;
}

}  // namespace

std::map<std::size_t, impact<double>> matched(const trajectory_rows& file, const foreign_trajectory& read,
                                              const std::map<std::size_t, double>& times,
                                              const trajectory<double>& reference_path) {
  std::map<std::size_t, impact<double>> found;
  const std::vector<change_of_velocity>& changes = read.changes;
  const auto count = static_cast<std::ptrdiff_t>(changes.size());
  const auto here = [&](std::ptrdiff_t j) -> const change_of_velocity& { return changes[static_cast<std::size_t>(j)]; };
  std::ptrdiff_t next = 0;
  for (const auto& [number, t] : times) {
    const column<double> jump = jump_near(reference_path, t);
    const double whole = jump.squaredNorm();
    const auto is_like_it = [&](std::ptrdiff_t j) {
      const std::size_t row = here(j).row;
      const double along = (file.rows[row + 1].v - file.rows[row].v).dot(jump);
      return along >= whole / 2 && along <= 2 * whole;
    };
    // Outwards from t, on both sides; of two that are as near the earlier.
    const auto first = std::lower_bound(changes.begin(), changes.end(), t,
                                        [](const change_of_velocity& x, double at) { return x.t < at; });
    const std::ptrdiff_t from = std::max(next, first - changes.begin());
    std::ptrdiff_t before = from - 1, after = from;
    std::optional<std::ptrdiff_t> best;
    while (!best && (before >= next || after < count)) {
      const bool goes_back = before >= next && (after >= count || t - here(before).t <= here(after).t - t);
      const std::ptrdiff_t j = goes_back ? before-- : after++;
      if (is_like_it(j)) best = j;
    }
    if (!best) continue;
    next = *best + 1;
    found.emplace(number, impact_at(file, read.how, here(*best)));
  }
  return found;
}

}  // namespace unilateral::study
