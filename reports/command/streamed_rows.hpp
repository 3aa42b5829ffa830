#pragma once
/// The rows of `row_sampler` at a path's knots or at multiples of a time, written as a run goes on and hands over its
/// parts: no more is held than the path since the row that was written last.

#include "reports/command/sampled_rows.hpp"

#include <functional>
#include <iterator>
#include <optional>
#include <utility>

namespace unilateral::command {

template <scalar S>
class streamed_rows {
 public:
  using writer = std::function<void(const sampled_row<S>&)>;
  /// every: multiples of it; none: the knots. `end`: of the run.
  streamed_rows(int constraints, const std::optional<rational>& every, const S& end, writer write)
      : m_(constraints), every_(every), end_(end), write_(std::move(write)) {}

  /// A part that others follow. The row at its end is that of the next, which knows the velocity after it.
  void take(solution<S>& part) { take(part, false); }
  void finish(solution<S>& last) {
    held_.end_velocity = last.end_velocity;
    take(last, true);
  }

 private:
  void take(solution<S>& part, bool is_last) {
    append(part);
    if (held_.path.pieces() == 0) return;
    const row_sampler<S> sampler(held_, m_, end_);
    const S after = written_ ? *written_ : S(held_.path.begin() - S(1));
    for (const sampled_row<S>& row : every_ ? sampler.every(*every_, multiple_) : sampler.at_knots()) {
      if (!(row.t > after) || !(is_last || row.t < held_.path.end())) continue;
      write_(row);
      written_ = row.t;
    }
    if (written_) forget();
  }

  void append(solution<S>& part) {
    if (held_.path.pieces() == 0) {
      held_.path = std::move(part.path);
    } else {
      const trajectory<S>& path = part.path;
      for (int k = 0; k < path.pieces(); ++k) held_.path.append(path.end(k), path.degree(k), path.coefficients(k, 0));
    }
    std::move(part.impacts.begin(), part.impacts.end(), std::back_inserter(held_.impacts));
  }

  /// Pieces and impulses up to the last row.
  void forget() {
    const trajectory<S> path = std::move(held_.path);
    const int first = path.piece_at(*written_);
    held_.path = trajectory<S>(path.dimension(), path.begin(first));
    for (int k = first; k < path.pieces(); ++k) held_.path.append(path.end(k), path.degree(k), path.coefficients(k, 0));
    std::erase_if(held_.impacts, [&](const impact<S>& shock) { return shock.t <= *written_; });
    if (every_)
      while (exact<S>(multiple_) <= *written_ + row_sampler<S>::one_instant(end_)) multiple_ += *every_;
  }

  int m_;
  std::optional<rational> every_;
  rational multiple_ = 0;  ///< the next one
  S end_;
  writer write_;
  solution<S> held_;
  std::optional<S> written_;  ///< time of the last row
};

}  // namespace unilateral::command
