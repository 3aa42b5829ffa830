#pragma once
/// Certificates read from text (README.md).

#include "proofs/certificates/certificate.hpp"

#include <stdexcept>
#include <string>
#include <string_view>

namespace unilateral::certificates {

/// Text that is no certificate: where, what was expected, what was found.
struct malformed : std::runtime_error {
  malformed(int at_line, int at_column, const std::string& what)
      : std::runtime_error(std::to_string(at_line) + ":" + std::to_string(at_column) + ": " + what),
        line(at_line),
        column(at_column) {}
  int line, column;  ///< counted from 1; columns in bytes
};

/// The certificates of a text, at least one. Throws malformed.
std::vector<certificate> parse(std::string_view text);

}  // namespace unilateral::certificates
