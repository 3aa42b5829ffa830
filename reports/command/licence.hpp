#pragma once

namespace unilateral::command {

/// The text of LICENSE, as it stood when the program was built.
extern const char* const licence_text;

}  // namespace unilateral::command
