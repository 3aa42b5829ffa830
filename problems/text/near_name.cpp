#include "problems/text/near_name.hpp"

#include <algorithm>

namespace unilateral::text {
namespace {

/// d(i, j): least number of edits from the first i letters of a to the first j letters of b.
std::size_t edits(std::string_view a, std::string_view b) {
  std::vector<std::size_t> two_above(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(two_above, above);
    std::swap(above, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], two_above[j - 2] + 1);
    }
  }
  return row[b.size()];
}

}  // namespace

std::string joined(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  return list.empty() ? "none" : list;
}

std::string suggestion(std::string_view found, const std::vector<std::string>& known) {
  const std::string* nearest = nullptr;
  std::size_t least = 0;
  for (const std::string& name : known) {
    const std::size_t distance = edits(found, name);
    if (nearest == nullptr || distance < least) {
      nearest = &name;
      least = distance;
    }
  }
  if (nearest == nullptr || least >= nearest->size() || 3 * least > std::max<std::size_t>(nearest->size(), 3))
    return "";
  return "; did you mean \"" + *nearest + "\"?";
}

}  // namespace unilateral::text
