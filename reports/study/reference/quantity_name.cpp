#include "reports/study/reference/quantity_name.hpp"

#include <charconv>

namespace unilateral::study {
namespace {

/// "velocities[2][0]": the word, and its numbers.
std::string split(std::string_view text, std::vector<std::size_t>& numbers) {
  const std::string_view word = text.substr(0, text.find('['));
  for (std::size_t at = word.size(); at < text.size() && text[at] == '['; at = text.find(']', at) + 1) {
    if (text.find(']', at) == std::string_view::npos) break;
    std::from_chars(text.data() + at + 1, text.data() + text.size(), numbers.emplace_back());
  }
  return std::string(word);
}

}  // namespace

quantity_name::quantity_name(std::string_view text) {
  const auto dot = text.find('.');
  if (dot != std::string_view::npos) {
    std::vector<std::size_t> numbers;
    owner = split(text.substr(0, dot), numbers);
    if (!numbers.empty()) number = numbers.front();
    text.remove_prefix(dot + 1);
  }
  member = split(text, index);
}

std::string quantity_name::text() const {
  std::string all = owner + (number ? "[" + std::to_string(*number) + "]" : "") + (owner.empty() ? "" : ".") + member;
  for (const std::size_t i : index) all += "[" + std::to_string(i) + "]";
  return all;
}

}  // namespace unilateral::study
