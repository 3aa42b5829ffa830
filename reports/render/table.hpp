#pragma once
/// One table of the report: .csv, a booktabs .tex, and HTML.

#include "reports/render/figure.hpp"

namespace unilateral::render {

struct table {
  std::string name;     ///< file stem
  std::string caption;  ///< one line, plain text
  data_table data;
};

/// Writes NAME.csv and NAME.tex (a booktabs tabular with its caption as a comment) into the folder.
void write_table(const table& t, const std::filesystem::path& folder);

/// <table> with its caption; cells that read as verdicts carry a class, numbers align right.
std::string as_html(const table& t);

/// Text with &, <, > and quotes as HTML entities.
std::string escaped(const std::string& text);

}  // namespace unilateral::render
