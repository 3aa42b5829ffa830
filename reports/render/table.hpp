#pragma once
/// One table of the report: .csv, a booktabs .tex, and HTML.

#include "reports/render/figure.hpp"
#include "reports/study/record/tally.hpp"

#include <array>
#include <map>

namespace unilateral::render {

struct table {
  std::string name;     ///< file stem
  std::string caption;  ///< one line, plain text
  data_table data;
  std::map<std::array<std::size_t, 2>, study::standing> verdicts{};  ///< the cells (row, column) that hold one

  /// The last cell of the last row holds a verdict.
  void mark_last(study::standing s) { verdicts[{data.rows.size() - 1, data.rows.back().size() - 1}] = s; }
};

/// Writes NAME.csv and NAME.tex (a booktabs tabular with its caption as a comment) into the folder.
void write_table(const table& t, const std::filesystem::path& folder);

/// <table> with its caption; cells that hold a verdict carry a class, numbers align right.
std::string as_html(const table& t);

/// Text with &, <, > and quotes as HTML entities.
std::string escaped(const std::string& text);

}  // namespace unilateral::render
