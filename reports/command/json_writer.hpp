#pragma once
/// JSON written as it comes: an answer may hold millions of impacts, too many for a document in memory.

#include <cstdint>
#include <ostream>
#include <string_view>
#include <vector>

namespace unilateral::command {

class json_writer {
 public:
  explicit json_writer(std::ostream& out) : out_(out) {}

  /// How the entries of an object or a list are laid out.
  enum class layout { one_line, a_line_each };

  json_writer& object(layout how = layout::one_line) { return open('{', '}', how); }
  json_writer& list(layout how = layout::one_line) { return open('[', ']', how); }
  /// Ends the innermost object or list.
  json_writer& end();

  json_writer& key(std::string_view name);
  json_writer& string(std::string_view text);
  json_writer& integer(std::int64_t value);
  json_writer& boolean(bool value);
  json_writer& null();

 private:
  struct level {
    char closing;
    layout how;
    bool empty;
  };
  json_writer& open(char opening, char closing, layout how);
  void before_entry();
  void quoted(std::string_view text);

  std::ostream& out_;
  std::vector<level> levels_;
  bool after_key_ = false;
};

}  // namespace unilateral::command
