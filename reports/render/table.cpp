#include "reports/render/table.hpp"

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
      return " class=\"holds\"";
    case fails:
    case closed_gap:
      return " class=\"fails\"";
    case known_gap:
      return " class=\"expected\"";
    case measured:
      return "";
    default:
      return " class=\"unknown\"";
  }
}

}  // namespace

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
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

std::string as_html(const table& t) {
  std::string out = "<div class=\"scroll\"><table id=\"" + t.name + "\"><caption>" + escaped(t.caption) +
                    " <span class=\"files\"><a href=\"tables/" + t.name + ".csv\">csv</a> <a href=\"tables/" + t.name +
                    ".tex\">tex</a></span></caption>\n<thead><tr>";
  for (const auto& field : t.data.header) out += "<th>" + escaped(field) + "</th>";
  out += "</tr></thead>\n<tbody>\n";
  for (std::size_t i = 0; i < t.data.rows.size(); ++i) {
    out += "<tr>";
    for (std::size_t j = 0; j < t.data.rows[i].size(); ++j) {
      const std::string& field = t.data.rows[i][j];
      const auto verdict = t.verdicts.find({i, j});
      out += "<td" +
             (verdict != t.verdicts.end() ? class_of(verdict->second)
              : is_number(field)          ? " class=\"number\""
                                          : "") +
             ">" + escaped(field) + "</td>";
    }
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

}  // namespace unilateral::render
