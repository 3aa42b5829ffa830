#pragma once
/// The text of a problem file, and where things stand in it.

#include "problems/text/formula.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace unilateral::text {

/// The bytes of a file. Throws input_error when it cannot be read.
std::string contents_of(const std::string& path);

/// Whether a byte continues a code point of UTF-8.
inline bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u; }

class document {
 public:
  document(std::string path, std::string text);

  const std::string& path() const { return path_; }
  const std::string& text() const { return text_; }

  /// The characters from one place up to another.
  std::string_view between(const place& begin, const place& end) const;
  /// Places of the bytes of the TOML string whose opening quote stands at `quote`: what the bytes became of, escapes
  /// and all.
  locator inside_string(const place& quote) const;

  /// The place of a byte.
  place place_of(std::size_t offset) const;

  /// Remembers where a key's value stands, for what is found wrong only later.
  void note(const std::string& key, const place& at) { noted_.insert_or_assign(key, at); }
  /// Place of the value of that key, or of the nearest one above it ("mass" for "mass[1][0]"); null where there is
  /// none.
  const place* noted(std::string key) const;

  /// Throws input_error "path:line:column: key: line".
  [[noreturn]] void refuse(const place& at, const std::string& key, const std::string& line) const;

 private:
  std::size_t offset_of(const place& p) const;

  std::string path_, text_;
  std::vector<std::size_t> line_begin_;
  std::map<std::string, place> noted_;
};

}  // namespace unilateral::text
