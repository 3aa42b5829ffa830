#pragma once
/// W = G M⁻¹ Gᵀ by rows. Where M is diagonal, contacts without a coordinate in common have nothing to do with each
/// other, and no entry: a column of n balls has less than 3 n of them, where there are n² pairs.

#include "problems/language/scalar.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace unilateral::event_driven {

template <class S>
class contact_matrix {
 public:
  /// W_αβ, and the size of the terms that it is the sum of: what cancels in it is known to their rounding. Rows of
  /// bodies that do not touch have no terms in common.
  struct entry {
    int column;
    S value, terms;
  };

  /// Any two contacts may have something to do with each other.
  explicit contact_matrix(int size = 0)
      : contact_matrix(std::vector<std::vector<int>>(static_cast<std::size_t>(size), counted(size))) {}
  /// Row α has entries in these columns, which are sorted; a pattern is symmetric, and has its diagonal.
  explicit contact_matrix(const std::vector<std::vector<int>>& columns) : size_(columns.size()), begin_(1, 0) {
    for (const std::vector<int>& row : columns) {
      for (const int c : row) entry_.push_back({c, S(0), S(0)});
      begin_.push_back(entry_.size());
    }
    is_full_ = entry_.size() == size_ * size_;
  }

  std::span<const entry> row(int a) const { return {entry_.data() + begin(a), begin(a + 1) - begin(a)}; }
  /// Of the pattern.
  [[gnu::always_inline]] S& operator()(int a, int b) { return entry_[place(a, b)].value; }
  S& terms(int a, int b) { return entry_[place(a, b)].terms; }
  /// 0 beside it.
  [[gnu::always_inline]] const S& operator()(int a, int b) const {
    return has(a, b) ? entry_[place(a, b)].value : none_;
  }
  const S& terms(int a, int b) const { return has(a, b) ? entry_[place(a, b)].terms : none_; }

 private:
  static std::vector<int> counted(int size) {
    std::vector<int> result;
    for (int a = 0; a < size; ++a) result.push_back(a);
    return result;
  }
  std::size_t begin(int a) const { return begin_[static_cast<std::size_t>(a)]; }
  [[gnu::always_inline]] std::size_t place(int a, int b) const {
    return is_full_ ? static_cast<std::size_t>(a) * size_ + static_cast<std::size_t>(b) : place_in_row(a, b);
  }
  std::size_t place_in_row(int a, int b) const {
    const std::span<const entry> all = row(a);
    const auto at = std::lower_bound(all.begin(), all.end(), b, [](const entry& e, int c) { return c > e.column; });
    return begin(a) + static_cast<std::size_t>(at - all.begin());
  }
  [[gnu::always_inline]] bool has(int a, int b) const { return is_full_ || is_in_row(a, b); }
  bool is_in_row(int a, int b) const {
    const std::size_t at = place_in_row(a, b);
    return at < begin(a + 1) && entry_[at].column == b;
  }

  std::size_t size_;
  std::vector<std::size_t> begin_;
  std::vector<entry> entry_;
  bool is_full_ = true;
  S none_{0};
};

}  // namespace unilateral::event_driven
