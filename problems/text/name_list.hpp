#pragma once
/// Names in their order, each once; one is found without a walk over the others.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace unilateral::text {

class name_list {
 public:
  name_list() = default;
  explicit name_list(const std::vector<std::string>& names) {
    for (const std::string& name : names) add(name);
  }
  /// A name that is there keeps its place.
  void add(const std::string& name) {
    if (place_.try_emplace(name, static_cast<int>(names_.size())).second) names_.push_back(name);
  }

  /// Counted from 0; nothing where the name is not there.
  std::optional<int> place_of(std::string_view name) const {
    const auto found = place_.find(name);
    return found == place_.end() ? std::nullopt : std::optional(found->second);
  }
  bool contains(std::string_view name) const { return place_of(name).has_value(); }
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_;
  std::map<std::string, int, std::less<>> place_;
};

/// None.
inline const name_list& no_names() {
  static const name_list none;
  return none;
}

}  // namespace unilateral::text
