#include "problems/text/document.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace unilateral::text {
namespace {

/// Bytes of a code point in UTF-8.
std::size_t encoded_length(unsigned long code) { return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4; }

}  // namespace

std::string contents_of(const std::string& path) {
  std::error_code ignored;
  const bool folder = std::filesystem::is_directory(path, ignored);  // which opens, and fails only when it is read
  errno = folder ? EISDIR : 0;
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (!folder && in) text << in.rdbuf();
  if (folder || !in)
    throw input_error(path + ": expected a readable file, found: " + std::strerror(errno != 0 ? errno : EIO));
  return text.str();
}

document::document(std::string path, std::string text)
    : path_(std::move(path)), text_(std::move(text)), line_begin_{0} {
  const std::string byte_order_mark = "\xEF\xBB\xBF";
  if (text_.starts_with(byte_order_mark)) text_.erase(0, byte_order_mark.size());
  for (std::size_t i = 0; i < text_.size(); ++i)
    if (text_[i] == '\n') line_begin_.push_back(i + 1);
}

std::size_t document::offset_of(const place& p) const {
  const auto line = static_cast<std::size_t>(p.line - 1);
  std::size_t at = line < line_begin_.size() ? line_begin_[line] : text_.size();
  for (int column = 1; column < p.column && at < text_.size(); ++column)
    for (++at; at < text_.size() && is_continuation(text_[at]);) ++at;
  return at;
}

place document::place_of(std::size_t offset) const {
  const auto above = std::upper_bound(line_begin_.begin(), line_begin_.end(), offset);
  place p{static_cast<int>(above - line_begin_.begin()), 1};
  for (std::size_t i = *(above - 1); i < offset && i < text_.size(); ++i)
    if (!is_continuation(text_[i])) ++p.column;
  return p;
}

std::string_view document::between(const place& begin, const place& end) const {
  const std::size_t from = offset_of(begin), to = offset_of(end);
  return std::string_view(text_).substr(from, to > from ? to - from : 0);
}

locator document::inside_string(const place& quote) const {
  return [this, quote](std::size_t offset) {
    const std::size_t open = offset_of(quote);
    const auto at = [&](std::size_t i) { return i < text_.size() ? text_[i] : '\0'; };
    const char q = at(open);
    const bool escapes = q == '"';
    const bool many_lines = at(open + 1) == q && at(open + 2) == q;
    std::size_t i = open + (many_lines ? 3 : 1);
    // TOML drops a newline right after the opening quotes.
    if (many_lines && at(i) == '\r' && at(i + 1) == '\n') ++i;
    if (many_lines && at(i) == '\n') ++i;
    for (std::size_t bytes = 0; i < text_.size();) {
      if (escapes && at(i) == '\\' && at(i + 1) != '\0' &&
          std::strchr(" \t\r\n", at(i + 1)) != nullptr) {  // a line continued: nothing of it is left
        i = std::min(text_.find_first_not_of(" \t\r\n", i + 1), text_.size());
        continue;
      }
      if (bytes >= offset) break;
      if (!escapes || at(i) != '\\') {
        ++i;
        ++bytes;
      } else if (at(i + 1) == 'u' || at(i + 1) == 'U') {
        const std::size_t digits = at(i + 1) == 'u' ? 4 : 8;
        bytes += encoded_length(std::strtoul(text_.substr(i + 2, digits).c_str(), nullptr, 16));
        i += 2 + digits;
      } else {
        i += 2;
        ++bytes;
      }
    }
    return place_of(i);
  };
}

const place* document::noted(std::string key) const {
  for (;;) {
    if (const auto found = noted_.find(key); found != noted_.end()) return &found->second;
    const auto cut = key.find_last_of("[.");
    if (cut == std::string::npos) return nullptr;
    key.erase(cut);
  }
}

void document::refuse(const place& at, const std::string& key, const std::string& line) const {
  throw input_error(path_ + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": " +
                    (key.empty() ? "" : key + ": ") + line);
}

}  // namespace unilateral::text
