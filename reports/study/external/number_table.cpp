#include "reports/study/external/number_table.hpp"

#include "problems/language/input_error.hpp"
#include "reports/study/external/words.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>

namespace unilateral::study {
namespace {

constexpr char blanks = ' ';  ///< as a separator: any run of blanks and tabs

/// A line, and its number in the file.
struct text_line {
  int number;
  std::string_view text;
};

/// Without the quotes around it.
std::string_view bare(std::string_view cell) {
  cell = trimmed(cell);
  for (const char quote : {'"', '\''})
    if (cell.size() >= 2 && cell.front() == quote && cell.back() == quote)
      return trimmed(cell.substr(1, cell.size() - 2));
  return cell;
}

/// \n, \r\n or \r ends a line.
std::vector<text_line> text_lines(std::string_view text) {
  std::vector<text_line> lines;
  const bool has_returns = text.find('\r') != std::string_view::npos;
  for (std::size_t from = 0; from < text.size();) {
    std::size_t end = from;
    if (has_returns)
      while (end < text.size() && text[end] != '\n' && text[end] != '\r') ++end;
    else
      end = std::min(text.find('\n', from), text.size());
    lines.push_back({static_cast<int>(lines.size()) + 1, text.substr(from, end - from)});
    from = end + (end + 1 < text.size() && text[end] == '\r' && text[end + 1] == '\n' ? 2 : 1);
  }
  return lines;
}

void cells_in(std::string_view line, char separator, std::vector<std::string_view>& cells) {
  line = trimmed(line);
  cells.clear();
  if (separator != blanks && line.find('"') == std::string_view::npos) {
    for (;;) {
      const std::size_t end = line.find(separator);
      cells.push_back(bare(line.substr(0, end)));
      if (end == std::string_view::npos) break;
      line.remove_prefix(end + 1);
    }
    if (cells.size() > 1 && cells.back().empty()) cells.pop_back();  // a separator at the end of the line
    return;
  }
  std::size_t from = 0;
  bool quoted = false;
  const auto is_separator = [&](char c) { return c == separator || (separator == blanks && c == '\t'); };
  for (std::size_t k = 0; k <= line.size(); ++k) {
    if (k < line.size() && line[k] == '"') quoted = !quoted;
    if (k < line.size() && (quoted || !is_separator(line[k]))) continue;
    if (separator != blanks || k > from) cells.push_back(bare(line.substr(from, k - from)));
    from = k + 1;
  }
  if (cells.size() > 1 && cells.back().empty()) cells.pop_back();  // a separator at the end of the line
}
std::vector<std::string_view> cells_in(std::string_view line, char separator) {
  std::vector<std::string_view> cells;
  cells_in(line, separator, cells);
  return cells;
}

/// x as strtod reads it, and 0 where that is too small for double; nothing where the cell is no number. A number too
/// large for double is ∞.
std::optional<double> number_in(std::string_view cell, bool decimal_comma) {
  if (double x = 0; std::from_chars(cell.data(), cell.data() + cell.size(), x) ==
                    std::from_chars_result{cell.data() + cell.size(), std::errc()})
    return x;  // as most are written
  std::string text(cell);
  if (decimal_comma && std::count(text.begin(), text.end(), ',') == 1 && text.find('.') == std::string::npos)
    text[text.find(',')] = '.';
  if (text.starts_with('+') && text.find_first_of("+-", 1) != 1) text.erase(0, 1);
  if (const auto exponent = text.find_first_of("dD");
      exponent != std::string::npos && text.find_first_of("eEnN") == std::string::npos)
    text[exponent] = 'e';
  double x = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), x);
  if (rest != text.data() + text.size() || text.empty()) return {};
  if (error == std::errc::result_out_of_range) return std::strtod(text.c_str(), nullptr);
  return error == std::errc() ? std::optional(x) : std::nullopt;
}

/// How the numbers of a table are written.
struct number_style {
  char separator;
  bool decimal_comma;
};

bool are_numbers(const std::vector<std::string_view>& cells, const number_style& how) {
  return std::all_of(cells.begin(), cells.end(),
                     [&](std::string_view cell) { return number_in(cell, how.decimal_comma).has_value(); });
}

/// The first way of reading a line as numbers, `columns` of them (0: any number).
std::optional<number_style> style_of_numbers(std::string_view line, std::size_t columns) {
  for (const number_style how :
       {number_style{';', false}, number_style{'\t', false}, number_style{',', false}, number_style{blanks, false},
        number_style{';', true}, number_style{'\t', true}, number_style{blanks, true}}) {
    if (how.separator != blanks && line.find(how.separator) == std::string_view::npos) continue;
    const auto cells = cells_in(line, how.separator);
    if ((columns == 0 || cells.size() == columns) && are_numbers(cells, how)) return how;
  }
  return {};
}

/// Names without their units. Runs of blanks separate names, but not a name from its unit.
std::vector<std::string> names_in(std::string_view line) {
  char separator = blanks;
  for (const char c : {';', '\t', ','})
    if (separator == blanks && line.find(c) != std::string_view::npos) separator = c;
  auto cells = cells_in(line, separator);
  if (separator == '\t' && std::find(cells.begin(), cells.end(), std::string_view{}) != cells.end())
    cells = cells_in(line, separator = blanks);  // tabs used as blanks
  std::vector<std::string> names;
  bool in_unit = false;
  for (const std::string_view cell : cells) {
    if (separator == blanks && (in_unit || cell.starts_with('[') || cell.starts_with('('))) {
      in_unit = !cell.ends_with(']') && !cell.ends_with(')');
      continue;
    }
    const auto unit = cell.ends_with(']')   ? cell.rfind('[')
                      : cell.ends_with(')') ? cell.rfind('(')
                                            : std::string_view::npos;
    const bool is_index = unit != std::string_view::npos && unit > 0 &&
                          cell.find_first_not_of("0123456789", unit + 1) == cell.size() - 1 &&
                          cell.size() > unit + 2;  // q[0], q(1)
    names.emplace_back(trimmed(unit == std::string_view::npos || unit == 0 || is_index ? cell : cell.substr(0, unit)));
  }
  return names;
}

}  // namespace

void number_table::refuse(int line, const std::string& what) const {
  throw input_error(path + ":" + std::to_string(line) + ": " + what);
}

number_table read_number_table(const std::string& path, const std::string& wanted,
                               bool (*is_header)(const std::vector<std::string>& names)) {
  number_table table{.path = path, .header_line = 1, .names = {}, .rows = {}, .comments = {}};
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))  // it opens, and the first read throws what is none of ours
    throw input_error(path + ": expected a readable file, found a folder");
  std::ifstream file(path, std::ios::binary);
  if (!file) throw input_error(path + ": expected a readable file, found none");
  std::string bytes;
  for (char part[1 << 16]; file.read(part, sizeof part) || file.gcount() > 0;)
    bytes.append(part, static_cast<std::size_t>(file.gcount()));
  if (file.bad()) throw input_error(path + ": expected a readable file, found none");
  std::string_view text = bytes;
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  if (text.find('\0') != std::string_view::npos)
    table.refuse(1, "expected text in UTF-8, found a byte 0 (UTF-16, or no text)");

  std::optional<text_line> header;
  std::vector<text_line> comments, body;
  for (const text_line& line : text_lines(text)) {
    const std::string_view content = trimmed(line.text);
    if (content.empty()) continue;
    if (content.front() == '#' || content.front() == '%') {
      const auto said = trimmed(content.substr(std::min(content.find_first_not_of("#% \t"), content.size())));
      table.comments.push_back({line.number, std::string(said)});
      if (!header) comments.push_back({line.number, said});
      continue;
    }
    if (!header)
      header = line;
    else
      body.push_back(line);
  }
  if (!header) table.refuse(1, "expected a header \"" + wanted + "\", found an empty file");

  if (const auto numbers = style_of_numbers(header->text, 0)) {
    body.insert(body.begin(), *header);
    const std::size_t columns = cells_in(header->text, numbers->separator).size();
    const auto named = std::find_if(comments.rbegin(), comments.rend(), [&](const text_line& comment) {
      const auto names = names_in(comment.text);
      return names.size() == columns && is_header(names);
    });
    if (named == comments.rend())
      table.refuse(header->number, "column 1: expected a header \"" + wanted +
                                       "\" (a line before the numbers, or the last comment before them), found \"" +
                                       std::string(cells_in(header->text, numbers->separator).front()) + "\"");
    header = *named;
  }
  table.header_line = header->number;
  table.names = names_in(header->text);
  if (!is_header(table.names))
    table.refuse(header->number, "column 1: expected a header \"" + wanted + "\", found \"" +
                                     (table.names.empty() ? "" : table.names.front()) + "\"");

  const std::size_t columns = table.names.size();
  std::optional<number_style> how;
  bool has_comma = false, has_point = false;
  std::vector<std::string_view> cells;
  table.rows.reserve(body.size());
  for (const text_line& line : body) {
    // A line that can't be read as it should be is told by the separator that it has.
    if (!how) how = style_of_numbers(line.text, columns);
    char separator = blanks;
    if (how) separator = how->separator;
    for (const char c : {';', '\t', ','})
      if (!how && separator == blanks && line.text.find(c) != std::string_view::npos) separator = c;
    cells_in(line.text, separator, cells);
    if (cells.size() != columns) {
      const bool commas = separator == ',' && cells.size() > columns;
      table.refuse(line.number, "expected " + std::to_string(columns) + " columns, as in the header, found " +
                                    std::to_string(cells.size()) +
                                    (commas ? "; a comma is either the separator or the decimal sign" : ""));
    }
    std::vector<double> row(columns);
    for (std::size_t c = 0; c < columns; ++c) {
      has_comma = has_comma || (separator != ',' && cells[c].find(',') != std::string_view::npos);
      has_point = has_point || cells[c].find('.') != std::string_view::npos;
      const std::optional<double> x = number_in(cells[c], separator != ',');
      const auto place = [&] { return "column " + std::to_string(c + 1) + ": "; };
      if (!x || !std::isfinite(*x))
        table.refuse(line.number, place() + "expected a finite number, found \"" + std::string(cells[c]) + "\"");
      if (has_comma && has_point)
        table.refuse(line.number,
                     place() + "expected one decimal sign in the whole file, found both a point and a comma, here \"" +
                         std::string(cells[c]) + "\"");
      row[c] = *x;
    }
    table.rows.push_back({line.number, std::move(row)});
  }
  return table;
}

}  // namespace unilateral::study
