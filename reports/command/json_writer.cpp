#include "reports/command/json_writer.hpp"

#include <fmt/format.h>

namespace unilateral::command {
namespace {

/// Bytes of the code point with which a text in UTF-8 begins; 0 where it begins with none: names of files are any
/// bytes, and JSON is UTF-8.
std::size_t code_point_at(std::string_view text) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned>(static_cast<unsigned char>(text[k])); };
  const std::size_t length = byte(0) < 0x80   ? 1
                             : byte(0) < 0xC2 ? 0
                             : byte(0) < 0xE0 ? 2
                             : byte(0) < 0xF0 ? 3
                             : byte(0) < 0xF5 ? 4
                                              : 0;
  if (length > text.size()) return 0;
  for (std::size_t k = 1; k < length; ++k)
    if ((byte(k) & 0xC0u) != 0x80u) return 0;
  // Longer than need be, half a pair of UTF-16, beyond the last.
  if (length > 2 && ((byte(0) == 0xE0 && byte(1) < 0xA0) || (byte(0) == 0xED && byte(1) > 0x9F) ||
                     (byte(0) == 0xF0 && byte(1) < 0x90) || (byte(0) == 0xF4 && byte(1) > 0x8F)))
    return 0;
  return length;
}

}  // namespace

json_writer& json_writer::open(char opening, char closing, layout how) {
  before_entry();
  out_ << opening;
  levels_.push_back({closing, how, true});
  return *this;
}

json_writer& json_writer::end() {
  const level closed = levels_.back();
  levels_.pop_back();
  if (closed.how == layout::a_line_each && !closed.empty) out_ << '\n' << std::string(levels_.size(), ' ');
  out_ << closed.closing;
  if (levels_.empty()) out_ << '\n';
  return *this;
}

json_writer& json_writer::key(std::string_view name) {
  before_entry();
  quoted(name);
  out_ << ": ";
  after_key_ = true;
  return *this;
}

json_writer& json_writer::string(std::string_view text) {
  before_entry();
  quoted(text);
  return *this;
}

json_writer& json_writer::integer(std::int64_t value) {
  before_entry();
  out_ << value;
  return *this;
}

json_writer& json_writer::boolean(bool value) {
  before_entry();
  out_ << (value ? "true" : "false");
  return *this;
}

json_writer& json_writer::null() {
  before_entry();
  out_ << "null";
  return *this;
}

/// Comma, line and indentation before an entry; nothing between a key and its value.
void json_writer::before_entry() {
  if (after_key_ || levels_.empty()) {
    after_key_ = false;
    return;
  }
  level& inside = levels_.back();
  if (!inside.empty) out_ << ',';
  if (inside.how == layout::a_line_each)
    out_ << '\n' << std::string(levels_.size(), ' ');
  else if (!inside.empty)
    out_ << ' ';
  inside.empty = false;
}

void json_writer::quoted(std::string_view text) {
  out_ << '"';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    switch (c) {
      case '"':
        out_ << "\\\"";
        break;
      case '\\':
        out_ << "\\\\";
        break;
      case '\n':
        out_ << "\\n";
        break;
      case '\t':
        out_ << "\\t";
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          out_ << fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
        } else if (const std::size_t bytes = code_point_at(text.substr(i)); bytes > 0) {
          out_ << text.substr(i, bytes);
          i += bytes - 1;
        } else {
          out_ << "\uFFFD";
        }
    }
  }
  out_ << '"';
}

}  // namespace unilateral::command
