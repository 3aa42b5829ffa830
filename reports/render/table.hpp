#pragma once
/// One table of the report: .csv, a booktabs .tex, and HTML.

#include "reports/render/figure.hpp"
#include "reports/render/frame.hpp"
#include "reports/study/record/tally.hpp"

#include <array>
#include <map>

namespace unilateral::render {

struct table {
  using place = std::array<std::size_t, 2>;                        ///< row, column
  static constexpr auto whole_row = static_cast<std::size_t>(-1);  ///< as a column

  std::string name;     ///< the stem of its files; its id on a page is "table-" and that
  std::string caption;  ///< one line, plain text
  data_table data;
  std::map<place, study::standing> verdicts{};  ///< the cells that hold one
  std::map<place, std::string> classes{};       ///< of cells that hold another judgement
  std::map<place, std::string> records{};       ///< the rows, or cells, where a record stands, by its cell's name
  std::map<place, std::string> links{};         ///< the cells that are one, and where to
  std::string file{};  ///< stem of the files that have its rows, among others; empty: it has its own

  /// The last cell of the last row holds a verdict.
  void mark_last(study::standing s) { verdicts[{data.rows.size() - 1, data.rows.back().size() - 1}] = s; }
  /// The last row is that record's: its verdict stands in the last cell.
  void mark_last(const study::record& r) {
    mark_last(study::standing_of(r));
    records[{data.rows.size() - 1, whole_row}] = r.cell;
  }
};

/// Rows [first, last).
table rows_of(const table& t, std::size_t first, std::size_t last);
/// Without a column that says the same in all rows.
table without_column(const table& t, std::size_t column);

/// The text width of LaTeX's article, in points: what a .tex table fits, and the half of the space between its columns.
inline constexpr double column_of_a_paper = 345, between_columns = 2;

/// Writes NAME.csv and NAME.tex into the folder: a longtable with booktabs, its caption as a comment, for \\input into
/// any document that loads array, booktabs, longtable and amssymb; pdflatex and lualatex.
void write_table(const table& t, const std::filesystem::path& folder);

/// <table> with its caption; what has a verdict carries a class, where a record stands an id. The first cell of a row
/// is its heading.
std::string as_html(const table& t);
/// " csv tex", each a link.
std::string links_to_files(const table& t);
/// The fragment of a record: two cells have two.
std::string id_of_record(const std::string& cell);

}  // namespace unilateral::render
