#pragma once
/// Many contacts: w = A μ + d, 0 ≤ μ ⊥ w ≥ 0 for A positive definite in a band, by exchanges of whole blocks [Judice
/// Pires 1994].
///
///   (1)  F: contacts taken as closed (at first, those of the last call). Solve A_FF μ_F = −d_F; w = A μ + d elsewhere.
///   (2)  Wrong are α ∈ F with μ_α < 0, and α ∉ F with w_α < 0. None: done.
///   (3)  Fewer wrong ones than ever, or not for the last ten times: exchange them all. Else exchange the last of them
///        alone, which ends for every A with positive principal minors [Murty 1974], until there are fewer than ever.
///   (4)  Where all were exchanged: go through the contacts in their order, the next time against it, and close each
///        whose gap those of F that were passed would close, if they alone were held. So what the floor does to the
///        lowest of a column of bodies reaches the highest in one round and not, contact after contact, in as many
///        rounds as there are bodies.
///
/// A round costs O(m w²). A column of bodies keeps its contacts from one step to the next: one round. (4) is a guess:
/// if contacts that it closes depend on each other, all is done again without it.

#include "solvers/paoli_schatzman/band_cholesky.hpp"

#include <vector>

namespace unilateral::paoli_schatzman {

template <class S>
class block_pivoting {
 public:
  void reserve(int m, int w) {
    w_ = w;
    closed_.assign(static_cast<std::size_t>(m), 0);
    closed_before_.assign(static_cast<std::size_t>(m), 0);
    place_.assign(static_cast<std::size_t>(m), -1);
    list_.reserve(static_cast<std::size_t>(m));
    flip_.reserve(static_cast<std::size_t>(m));
    reduced_.assign(static_cast<std::size_t>(m), S(0));
    factor_.reserve(m, w);
  }

  /// A by entry(i, j) for |i − j| ≤ w; d and μ: m numbers. False where it does not end, or A_FF is singular.
  template <class Entry, class Vector>
  bool solve(int m, const Entry& entry, const Vector& d, Vector& mu) {
    closed_before_ = closed_;
    if (exchange(m, entry, d, mu, true)) return true;
    closed_ = closed_before_;
    return exchange(m, entry, d, mu, false);
  }

 private:
  template <class Entry, class Vector>
  bool exchange(int m, const Entry& entry, const Vector& d, Vector& mu, bool passes_on) {
    int fewest = m + 1, patience = 10;
    for (int round = 0; round < 100 + 10 * m; ++round) {
      if (!solve_closed(m, entry, d, mu)) return false;  // (1)
      flip_.clear();
      for (int i = 0; i < m; ++i)
        if (is_wrong(m, i, entry, d, mu)) flip_.push_back(i);  // (2)
      if (flip_.empty()) {
        for (int i = 0; i < m; ++i) mu[i] = std::max(S(0), mu[i]);
        return true;
      }
      const int wrong = static_cast<int>(flip_.size());
      const bool all = wrong < fewest || patience > 0;  // (3)
      if (wrong < fewest) {
        fewest = wrong;
        patience = 10;
      } else if (patience > 0) {
        --patience;
      }
      if (!all) flip_.erase(flip_.begin(), flip_.end() - 1);
      for (const int i : flip_) closed_[static_cast<std::size_t>(i)] ^= 1;
      if (all && passes_on) pass_on(m, entry, d, round % 2 == 0);  // (4)
    }
    return false;
  }

  /// (4) by Cholesky's factorisation A_FF = L Lᵀ, row by row: with l = L⁻¹ A_Fα and y = −L⁻¹ d_F, contact α would have
  /// w_α = d_α + l·y.
  template <class Entry, class Vector>
  void pass_on(int m, const Entry& entry, const Vector& d, bool in_order) {
    using std::abs;
    list_.clear();
    factor_.start(m);
    for (int k = 0; k < m; ++k) {
      const int i = in_order ? k : m - 1 - k, count = static_cast<int>(list_.size()), first = std::max(0, count - w_);
      for (int l = first; l < count; ++l) {
        const int j = list_[static_cast<std::size_t>(l)];
        factor_.at(count, l) = abs(i - j) <= w_ ? entry(i, j) : S(0);
      }
      factor_.at(count, count) = entry(i, i);
      const bool independent = factor_.factor_row(count);
      S w = d[i], size = abs(d[i]);
      for (int l = first; l < count; ++l) {
        const S term = factor_.at(count, l) * reduced_[static_cast<std::size_t>(l)];
        w += term;
        size += abs(term);
      }
      char& closed = closed_[static_cast<std::size_t>(i)];
      closed = independent && (closed || w < -S(64) * epsilon<S>() * size);
      if (!closed) continue;
      reduced_[static_cast<std::size_t>(count)] = -w / factor_.at(count, count);
      list_.push_back(i);
    }
  }

  template <class Entry, class Vector>
  bool solve_closed(int m, const Entry& entry, const Vector& d, Vector& mu) {
    list_.clear();
    for (int i = 0; i < m; ++i) {
      place_[static_cast<std::size_t>(i)] = closed_[static_cast<std::size_t>(i)] ? static_cast<int>(list_.size()) : -1;
      if (closed_[static_cast<std::size_t>(i)]) list_.push_back(i);
    }
    const int count = static_cast<int>(list_.size());
    factor_.start(count);
    for (int k = 0; k < count; ++k) {
      const int i = list_[static_cast<std::size_t>(k)];
      for (int j = std::max(0, i - w_); j <= i; ++j)
        if (const int l = place_[static_cast<std::size_t>(j)]; l >= 0) factor_.at(k, l) = entry(i, j);
      reduced_[static_cast<std::size_t>(k)] = -d[i];
    }
    if (!factor_.factor()) return false;
    factor_.solve(reduced_);
    largest_ = S(0);
    for (int i = 0; i < m; ++i) {
      using std::abs;
      const int k = place_[static_cast<std::size_t>(i)];
      mu[i] = k >= 0 ? reduced_[static_cast<std::size_t>(k)] : S(0);
      largest_ = std::max(largest_, S(abs(mu[i])));
    }
    return true;
  }

  /// By more than the rounding of the sums it comes from.
  template <class Entry, class Vector>
  bool is_wrong(int m, int i, const Entry& entry, const Vector& d, const Vector& mu) const {
    using std::abs;
    if (closed_[static_cast<std::size_t>(i)]) return mu[i] < -S(64) * epsilon<S>() * largest_;
    S w = d[i], size = abs(d[i]);
    for (int j = std::max(0, i - w_); j <= std::min(m - 1, i + w_); ++j) {
      const S term = entry(i, j) * mu[j];
      w += term;
      size += abs(term);
    }
    return w < -S(64) * epsilon<S>() * size;
  }

  int w_ = 0;
  S largest_{};
  std::vector<char> closed_, closed_before_;
  std::vector<int> place_, list_, flip_;
  std::vector<S> reduced_;
  band_cholesky<S> factor_;
};

}  // namespace unilateral::paoli_schatzman
