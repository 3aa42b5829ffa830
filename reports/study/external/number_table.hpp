#pragma once
/// A table of numbers in a text file, as programs write them: a header of names, then rows of as many numbers.
///
///   cells    separated by commas, semicolons, tabs or runs of spaces; names and numbers may stand in double quotes; a
///            separator at the end of a line means nothing
///   numbers  0.5, .5, 5e-1, 5d-1 (Fortran), +0.5; with a decimal comma where that is no separator, and the whole
///            table has it
///   header   the first line that is no comment; or, where that one holds numbers, the last comment before it that
///            names as many columns (numpy.savetxt writes "# t q0 v0"). Units in brackets are no part of a name: time
///            [s], x (m)
///   comments lines that begin with # or %
///   ignored  empty lines, a UTF-8 byte-order mark; lines end with \n, \r\n or \r
///
/// What is no finite number is refused: line, column, expected, found.

#include <string>
#include <vector>

namespace unilateral::study {

struct number_table {
  struct row {
    int line;
    std::vector<double> cells;  ///< as many as names, finite
  };
  struct comment {
    int line;
    std::string text;  ///< without the marks and blanks before it
  };
  std::string path;
  int header_line = 1;
  std::vector<std::string> names;
  std::vector<row> rows;
  std::vector<comment> comments;  ///< all of the file

  /// Throws input_error "path:line: what".
  [[noreturn]] void refuse(int line, const std::string& what) const;
};

/// `wanted`: the header that was expected, for messages. `is_header`: whether names may be those of such a table (a
/// comment may be text). Throws input_error for a file that cannot be read, is no text, has no such header or a row
/// that is none.
number_table read_number_table(const std::string& path, const std::string& wanted,
                               bool (*is_header)(const std::vector<std::string>& names));

}  // namespace unilateral::study
