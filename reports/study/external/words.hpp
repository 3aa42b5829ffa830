#pragma once
/// Words of a text file.

#include <string>
#include <string_view>

namespace unilateral::study {

/// Without blanks and tabs around it.
inline std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t");
  return first == std::string_view::npos ? std::string_view{} : text.substr(first, last - first + 1);
}

/// A … Z small.
inline std::string lower(std::string_view text) {
  std::string word(text);
  for (char& c : word)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return word;
}

}  // namespace unilateral::study
