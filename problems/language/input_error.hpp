#pragma once
/// The one exception for bad input: a single line that says what, where, expected and found.

#include <stdexcept>
#include <string>

namespace unilateral {

/// Thrown for input that cannot be used; `what()` is one line for the user. The command answers with exit status 2.
class input_error : public std::runtime_error {
 public:
  explicit input_error(const std::string& line) : std::runtime_error(line) {}
};

}  // namespace unilateral
