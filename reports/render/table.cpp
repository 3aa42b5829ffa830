#include "reports/render/table.hpp"

#include "reports/render/tex_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

namespace unilateral::render {
namespace {

/// How wide columns are, in points: by their longest texts, none below what a word's piece needs, all within the column
/// of a paper.
std::vector<double> widths_of(const data_table& data) {
  const std::size_t n = data.header.size();
  std::vector<double> wanted(n);
  const auto see = [&](const std::vector<std::string>& row) {
    for (std::size_t k = 0; k < std::min(n, row.size()); ++k)
      wanted[k] = std::max(wanted[k], std::clamp(static_cast<double>(row[k].size()), 4.0, 40.0));
  };
  see(data.header);
  for (const auto& row : data.rows) see(row);
  constexpr double of_a_piece = 20;  // three wide letters, in points
  const double room =
      column_of_a_paper - (2 * between_columns + of_a_piece) * static_cast<double>(n) + 2 * between_columns - 0.5;
  double all = 0;
  for (const double w : wanted) all += w;
  for (double& w : wanted) w = of_a_piece + std::floor(10 * room * w / all) / 10;
  return wanted;
}

/// It stays on one line; a sentence that begins with a number does not.
bool is_number(const std::string& text) {
  constexpr std::size_t longest = 26;
  return !text.empty() && text.size() <= longest &&
         (std::isdigit(static_cast<unsigned char>(text[0])) ||
          ((text[0] == '-' || text[0] == '+') && text.size() > 1 && std::isdigit(static_cast<unsigned char>(text[1]))));
}

std::string class_of(study::standing s) {
  using enum study::standing;
  switch (s) {
    case holds:
      return "holds";
    case fails:
    case closed_gap:
      return "fails";
    case known_gap:
    case left_open:
      return "expected";
    case zero:
    case measured:
      return "nothing";
    default:
      return "unknown";
  }
}

}  // namespace

std::string id_of_record(const std::string& cell) {
  std::string id = "r-";
  for (const char c : cell) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.')
      id += c;
    else
      id += c == '/' ? "-" : fmt::format("~{:02x}", static_cast<unsigned char>(c));
  }
  return id;
}

table rows_of(const table& t, std::size_t first, std::size_t last) {
  table some{t.name, t.caption, {t.data.header, {}}};
  some.file = t.file.empty() ? t.name : t.file;
  some.data.rows.assign(t.data.rows.begin() + static_cast<std::ptrdiff_t>(first),
                        t.data.rows.begin() + static_cast<std::ptrdiff_t>(last));
  const auto take = [&](const auto& from, auto& to) {
    for (const auto& [at, what] : from)
      if (at[0] >= first && at[0] < last) to[{at[0] - first, at[1]}] = what;
  };
  take(t.verdicts, some.verdicts);
  take(t.classes, some.classes);
  take(t.records, some.records);
  take(t.links, some.links);
  return some;
}

table without_column(const table& t, std::size_t column) {
  table narrow = t;
  const auto drop = [&](std::vector<std::string>& row) {
    if (column < row.size()) row.erase(row.begin() + static_cast<std::ptrdiff_t>(column));
  };
  drop(narrow.data.header);
  for (auto& row : narrow.data.rows) drop(row);
  const auto shift = [&](const auto& from, auto& to) {
    to.clear();
    for (const auto& [at, what] : from)
      if (at[1] != column) to[{at[0], at[1] == table::whole_row || at[1] < column ? at[1] : at[1] - 1}] = what;
  };
  shift(t.verdicts, narrow.verdicts);
  shift(t.classes, narrow.classes);
  shift(t.records, narrow.records);
  shift(t.links, narrow.links);
  return narrow;
}

void write_table(const table& t, const std::filesystem::path& folder) {
  write_file(folder / (t.name + ".csv"), as_csv(t.data));
  std::string columns;
  for (const double w : widths_of(t.data)) columns += fmt::format(">{{\\raggedright\\arraybackslash}}p{{{:.1f}pt}}", w);
  std::string text =
      "% " + t.caption + "\n% \\usepackage{amssymb,array,booktabs,longtable}\n" + definition_of_breaks +
      "\n\\begingroup\n\\" + std::string(t.data.header.size() > 8 ? "tiny" : "scriptsize") +
      fmt::format("\\setlength{{\\tabcolsep}}{{{}pt}}\\setlength{{\\LTleft}}{{0pt}}\\hyphenpenalty=10000\n",
                  between_columns) +
      "\\begin{longtable}{@{}" + columns + "@{}}\n\\toprule\n";
  const auto line = [&](const std::vector<std::string>& fields) {
    for (std::size_t k = 0; k < fields.size(); ++k)
      text += (k ? " & " : "") + tex_text(fields[k], tex_words::break_anywhere);
    text += " \\\\\n";
  };
  line(t.data.header);
  text += "\\midrule\n\\endhead\n\\bottomrule\n\\endlastfoot\n";
  for (const auto& row : t.data.rows) line(row);
  write_file(folder / (t.name + ".tex"), text + "\\end{longtable}\n\\endgroup\n");
}

std::string links_to_files(const table& t) {
  const std::string stem = escaped(t.file.empty() ? t.name : t.file);
  return fmt::format(
      " <span class=\"files\"><a href=\"tables/{0}.csv\">csv</a> <a href=\"tables/{0}.tex\">tex</a></span>", stem);
}

std::string as_html(const table& t) {
  const std::string name = escaped(t.name);
  std::string out = fmt::format(
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><table id=\"table-{}\"><caption>{}{}"
      "</caption>\n<thead><tr>",
      escaped(t.caption), name, escaped(t.caption), links_to_files(t));
  for (const auto& field : t.data.header) out += "<th scope=\"col\">" + escaped(field) + "</th>";
  out += "</tr></thead>\n<tbody>\n";
  const auto id = [&](const table::place& at) {
    const auto of = t.records.find(at);
    return of == t.records.end() ? "" : " id=\"" + id_of_record(of->second) + "\"";
  };
  for (std::size_t i = 0; i < t.data.rows.size(); ++i) {
    out += "<tr" + id({i, table::whole_row}) + ">";
    for (std::size_t j = 0; j < t.data.rows[i].size(); ++j) {
      const std::string& field = t.data.rows[i][j];
      const auto verdict = t.verdicts.find({i, j});
      const auto to = t.links.find({i, j});
      const auto other = t.classes.find({i, j});
      const std::string is = verdict != t.verdicts.end() ? class_of(verdict->second)
                             : other != t.classes.end()  ? other->second
                             : is_number(field)          ? "number"
                                                         : "";
      const std::string tag = j == 0 && verdict == t.verdicts.end() ? "th" : "td";
      out += "<" + tag + (tag == "th" ? " scope=\"row\"" : "") + id({i, j}) +
             (is.empty() ? "" : " class=\"" + is + "\"") + ">" +
             (to == t.links.end() ? escaped(field)
                                  : "<a href=\"" + escaped(to->second) + "\">" + escaped(field) + "</a>") +
             "</" + tag + ">";
    }
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

}  // namespace unilateral::render
