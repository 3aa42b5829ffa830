#include "reports/command/json_writer.hpp"

#include <fmt/format.h>

namespace unilateral::command {

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
  for (const char c : text) {
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
        if (static_cast<unsigned char>(c) < 0x20)
          out_ << fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
        else
          out_ << c;
    }
  }
  out_ << '"';
}

}  // namespace unilateral::command
