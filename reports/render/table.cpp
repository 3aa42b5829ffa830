#include "reports/render/table.hpp"

#include <fmt/format.h>

#include <cctype>

namespace unilateral::render {
namespace {

std::string tex(const std::string& text) {
  std::string out;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (std::string("&%$#_{}").find(c) != std::string::npos)
      out += std::string("\\") + c;
    else if (c == '\\')
      out += "\\textbackslash{}";
    else if (c == '^')
      out += "\\^{}";
    else if (c == '~')
      out += "\\~{}";
    else if (text.compare(k, 2, "±") == 0)
      out += "$\\pm$", ++k;
    else if (text.compare(k, 3, "−") == 0)
      out += "$-$", k += 2;
    else if (text.compare(k, 3, "—") == 0)
      out += "---", k += 2;
    else if (text.compare(k, 2, "½") == 0)
      out += "$\\frac12$", ++k;
    else
      out += c;
  }
  return out;
}

bool is_number(const std::string& text) {
  return !text.empty() &&
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

std::string id_of_record(const std::string& cell) { return "r-" + slug(cell); }

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
  std::string text = "% " + t.caption + "\n% \\usepackage{booktabs}\n\\begin{tabular}{" +
                     std::string(t.data.header.size(), 'l') + "}\n\\toprule\n";
  const auto line = [&](const std::vector<std::string>& fields) {
    for (std::size_t k = 0; k < fields.size(); ++k) text += (k ? " & " : "") + tex(fields[k]);
    text += " \\\\\n";
  };
  line(t.data.header);
  text += "\\midrule\n";
  for (const auto& row : t.data.rows) line(row);
  write_file(folder / (t.name + ".tex"), text + "\\bottomrule\n\\end{tabular}\n");
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
