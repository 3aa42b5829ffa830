#pragma once
/// The parts of a number's name (the names of problems/judge/quantity.hpp). Names are split here and nowhere else in
/// reports.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace unilateral::study {

/// "impacts[3].v_minus[0]": owner "impacts", number 3, member "v_minus", index {0}. "total_impulse[0]": no owner.
/// "counts.impacts": owner "counts".
struct quantity_name {
  std::string owner{};
  std::optional<std::size_t> number{};
  std::string member{};
  std::vector<std::size_t> index{};

  explicit quantity_name(std::string_view text);
  std::string text() const;

  bool of_an_impact() const { return owner == "impacts"; }
  bool of_the_end() const { return owner == "end"; }
  /// A whole number, which is exact.
  bool is_count() const { return owner == "counts" || (owner == "chain" && member == "moving"); }
};

}  // namespace unilateral::study
