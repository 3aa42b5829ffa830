#pragma once
/// M(t, q) and its inverse, and the matrix A = G M⁻¹ Gᵀ of the contacts; both in the band their formulas leave.

#include "problems/language/evaluated_system.hpp"
#include "solvers/paoli_schatzman/band_cholesky.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace unilateral::paoli_schatzman {

template <scalar S>
class kinetic_metric {
 public:
  explicit kinetic_metric(const evaluated_system<S>& system)
      : diagonal_(system.mass_is_diagonal()), inverse_(static_cast<std::size_t>(system.degrees_of_freedom())) {
    const int n = system.degrees_of_freedom(), m = system.constraints();
    int w = 0;
    for (const sparse_entry& e : system.mass_entries()) w = std::max(w, e.row - e.column);
    if (!diagonal_) {
      factor_.reserve(n, w);
      work_.assign(static_cast<std::size_t>(n), S(0));
    }

    if (diagonal_) {  // contacts are coupled where they share a coordinate
      std::vector<int> first(static_cast<std::size_t>(n), m);
      for (const sparse_entry& g : system.gradient_entries()) {
        int& earliest = first[static_cast<std::size_t>(g.column)];
        earliest = std::min(earliest, g.row);
        width_ = std::max(width_, g.row - earliest);
      }
    } else {
      width_ = std::max(0, m - 1);
    }
    contact_.assign(static_cast<std::size_t>(m) * static_cast<std::size_t>(width_ + 1), S(0));
  }

  /// From M as it was evaluated last. False unless it is positive definite.
  bool refresh(const evaluated_system<S>& system) {
    const int n = system.degrees_of_freedom();
    if (!diagonal_) {
      factor_.start(n);
      for (const sparse_entry& e : system.mass_entries())
        if (e.row >= e.column) factor_.at(e.row, e.column) = system.mass(e);
      return factor_.factor();
    }
    std::fill(inverse_.begin(), inverse_.end(), S(0));
    for (const sparse_entry& e : system.mass_entries()) {
      if (!(system.mass(e) > S(0))) return false;
      inverse_[static_cast<std::size_t>(e.row)] = S(1) / system.mass(e);
    }
    return std::all_of(inverse_.begin(), inverse_.end(), [](const S& x) { return x > S(0); });
  }

  /// x ← M⁻¹ x.
  template <class Vector>
  void to_velocity(Vector& x) {
    if (!diagonal_) return factor_.solve(x);
    for (std::size_t i = 0; i < inverse_.size(); ++i) x[static_cast<int>(i)] *= inverse_[i];
  }

  int contact_width() const { return width_; }
  /// A_αβ for |α − β| ≤ contact_width().
  const S& contact(int α, int β) const {
    const int i = std::max(α, β), j = std::min(α, β);
    return contact_[static_cast<std::size_t>(i) * static_cast<std::size_t>(width_ + 1) +
                    static_cast<std::size_t>(i - j)];
  }
  /// A from G as it was evaluated last.
  void refresh_contacts(const evaluated_system<S>& system) {
    const int m = system.constraints();
    const auto& entries = system.gradient_entries();
    for (int α = 0; α < m; ++α) {
      if (!diagonal_) {
        std::fill(work_.begin(), work_.end(), S(0));
        for (int k = system.gradient_row_begin(α); k < system.gradient_row_begin(α + 1); ++k)
          work_[static_cast<std::size_t>(entries[static_cast<std::size_t>(k)].column)] =
              system.gradient(entries[static_cast<std::size_t>(k)]);
        factor_.solve(work_);
      }
      for (int β = std::max(0, α - width_); β <= α; ++β) {
        S sum(0);
        for (int l = system.gradient_row_begin(β); l < system.gradient_row_begin(β + 1); ++l) {
          const sparse_entry& b = entries[static_cast<std::size_t>(l)];
          if (!diagonal_) {
            sum += system.gradient(b) * work_[static_cast<std::size_t>(b.column)];
            continue;
          }
          for (int k = system.gradient_row_begin(α); k < system.gradient_row_begin(α + 1); ++k)
            if (const sparse_entry& a = entries[static_cast<std::size_t>(k)]; a.column == b.column)
              sum += system.gradient(a) * inverse_[static_cast<std::size_t>(a.column)] * system.gradient(b);
        }
        contact_[static_cast<std::size_t>(α) * static_cast<std::size_t>(width_ + 1) + static_cast<std::size_t>(α - β)] =
            sum;
      }
    }
  }

 private:
  bool diagonal_;
  int width_ = 0;
  std::vector<S> inverse_, work_, contact_;
  band_cholesky<S> factor_;
};

}  // namespace unilateral::paoli_schatzman
