#pragma once
/// A metric that depends on t may cease to be positive definite where nothing moves, and the equations of a step have a
/// solution all the same. On a step it is looked at at the Gauss points and at the end, and between two of these to the
/// digits of t.

#include "solvers/gauss_collocation/enduring_tape.hpp"
#include "solvers/gauss_collocation/kinetic_projection.hpp"
#include "solvers/gauss_collocation/step_motion.hpp"

#include <limits>
#include <optional>

namespace unilateral::gauss_collocation {

template <class W>
class moving_metric {
 public:
  explicit moving_metric(const mechanical_system& system) : n_(system.degrees_of_freedom()) {
    std::vector<expression> formulas;
    bool moves = false;
    for (const mass_entry& e : system.mass) {
      moves = moves || variables_of(e.value).time;
      if (e.row < e.column) continue;
      entries_.push_back({e.row, e.column, static_cast<int>(formulas.size())});
      formulas.push_back(e.value);
    }
    if (moves) mass_.emplace(formulas, n_);
  }

  /// The part of the step, below 1, up to which M is positive definite; nothing: all of it, or M does not depend on t.
  std::optional<W> ends_on(const collocated_step<W>& x, const gauss_basis<W>& basis) {
    if (!mass_) return {};
    step_motion<W> motion(x, basis);
    W before(0);
    for (int j = 0; j <= basis.stages(); ++j) {
      W after = j < basis.stages() ? basis.c(j) : W(1);
      if (is_definite(motion, after)) {
        before = after;
        continue;
      }
      for (int bit = 0; bit < std::numeric_limits<W>::digits; ++bit) {
        const W middle = (before + after) / W(2);
        (is_definite(motion, middle) ? before : after) = middle;
      }
      return before;
    }
    return {};
  }

 private:
  bool is_definite(step_motion<W>& motion, const W& part) {
    const auto& s = motion.at(part);
    mass_->run(s.t, s.q.data(), nullptr);
    std::vector<std::vector<W>> rows;
    for (int i = 0; i < n_; ++i) rows.emplace_back(static_cast<std::size_t>(i + 1), W(0));
    for (const sparse_entry& e : entries_)
      rows[static_cast<std::size_t>(e.row)][static_cast<std::size_t>(e.column)] = (*mass_)[e.output];
    symmetric_factor<W> factor;
    for (const std::vector<W>& row : rows)
      if (!factor.add(row, W(0))) return false;
    return true;
  }

  int n_;
  std::vector<sparse_entry> entries_;     ///< on and below the diagonal
  std::optional<enduring_tape<W>> mass_;  ///< where M depends on t
};

}  // namespace unilateral::gauss_collocation
