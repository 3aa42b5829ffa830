#include "reports/render/figure.hpp"

#include "problems/language/input_error.hpp"
#include "reports/render/frame.hpp"
#include "reports/study/run/parallel.hpp"

#include <fmt/format.h>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace unilateral::render {
namespace {

/// As a string of gnuplot's holds a quote.
std::string with_doubled_quotes(std::string text) {
  for (std::size_t at = 0; (at = text.find('\'', at)) != std::string::npos; at += 2) text.insert(at, 1, '\'');
  return text;
}

constexpr int width_of_pictures = 640;

bool needs_quotes(const std::string& field) { return field.find_first_of(",\"\n") != std::string::npos; }

std::string quoted(const std::string& text) {
  std::string q = "'";
  for (const char c : text) q += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return q + "'";
}

}  // namespace

std::string as_html(const figure& f) {
  return fmt::format(
      "<figure id=\"{0}\"><img alt=\"{1}\" src=\"figures/{0}.svg\" width=\"640\" height=\"{4}\">\n<figcaption>{2} "
      "<span class=\"files\"><a href=\"figures/{0}.svg\">svg</a> <a href=\"figures/{0}.pdf\">pdf</a> <a "
      "href=\"figures/{0}.tex\">tex</a> <a href=\"figures/{0}.csv\">data</a> <a "
      "href=\"figures/{0}.gp\">source</a></span><br><code>{3}</code></figcaption>"
      "</figure>\n",
      escaped(f.name), escaped(f.title), f.caption, escaped(f.command), f.height);
}

std::string as_csv(const data_table& data) {
  std::string text;
  const auto line = [&](const std::vector<std::string>& fields) {
    for (std::size_t k = 0; k < fields.size(); ++k) {
      if (k != 0) text += ',';
      if (!needs_quotes(fields[k])) {
        text += fields[k];
        continue;
      }
      text += '"';
      for (const char c : fields[k]) text += c == '"' ? std::string("\"\"") : std::string(1, c);
      text += '"';
    }
    text += '\n';
  };
  line(data.header);
  for (const auto& row : data.rows) line(row);
  return text;
}

void write_file(const std::filesystem::path& path, const std::string& text) {
  errno = 0;
  std::ofstream out(path, std::ios::binary);
  out << text << std::flush;
  if (!out)
    throw input_error(path.string() + ": expected to write there, found: " + std::strerror(errno != 0 ? errno : EIO));
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error(path.string() + ": expected a readable file");
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

namespace {

void write(const figure& f, const std::filesystem::path& folder) {
  if (f.data.rows.empty()) throw std::runtime_error("figure " + f.name + ": expected data, found none");
  for (const auto& row :
       f.data.rows)  // a script picks its series by the first field, and gnuplot does not find a quoted one
    if (needs_quotes(row.front()))
      throw std::runtime_error("figure " + f.name + ": expected a first field without comma and quote, found " +
                               row.front());
  write_file(folder / (f.name + ".csv"), as_csv(f.data));
  std::string script = "# " + f.title + "\n# Draws " + f.name + ".svg and " + f.name + ".pdf from " + f.name +
                       ".csv:  gnuplot " + f.name + ".gp\n";
  const std::string size = std::to_string(f.height), drawn = in_gnuplot(f.panels, f.data, f.name);
  const bool in_a_stack = f.panels.size() > 1;
  const std::string title = in_a_stack ? "title_of_figure = '" + with_doubled_quotes(f.title) + "'\n" : std::string();
  script +=
      "reset session\nset terminal svg size 640," + size + " dynamic font 'DejaVu Sans,12' background '#ffffff'\n";
  script += "set output '" + f.name + ".svg'\nload 'style.gp'\ndata = '" + f.name + ".csv'\n" + title + drawn;
  // In inches; letters and marks are then as large beside the axes as in the SVG.
  script += "set terminal pdfcairo size 640/115.," + size + "/115. font 'DejaVu Sans,12' background '#ffffff'\n";
  script += "set output '" + f.name + ".pdf'\n" + (in_a_stack ? drawn : "replot\n") + "unset output\n";
  write_file(folder / (f.name + ".gp"), script);
  write_file(folder / (f.name + ".tex"),
             "% " + f.title + "\n% Reads " + f.name + ".csv; \\input style.tex in the preamble.\n" +
                 in_tex(f.panels, f.data, f.name, static_cast<double>(f.height) / width_of_pictures));
}

/// A picture is a function of its data: the time of its drawing, which cairo writes into every PDF, becomes 1970 (as
/// long a text: places in the file stay).
void without_time(const std::filesystem::path& pdf) {
  std::string content = read_file(pdf);
  const std::string before = "/CreationDate (D:", epoch = "19700101000000";
  const std::size_t at = content.find(before);
  if (at == std::string::npos || at + before.size() + epoch.size() > content.size())
    throw std::runtime_error(pdf.string() + ": expected a PDF with a CreationDate, found none");
  content.replace(at + before.size(), epoch.size(), epoch);
  write_file(pdf, content);
}

/// gnuplot does not say that a disk was full.
void expect_whole(const std::filesystem::path& picture, std::string_view end) {
  const std::string content = read_file(picture);
  const std::size_t last = content.find_last_not_of(" \n");
  if (last == std::string::npos || !std::string_view(content).substr(0, last + 1).ends_with(end))
    throw input_error(picture.string() + ": expected a whole picture, found one that was cut: is the disk full?");
}

/// Runs a program in the folder. What it complains of goes to NAME.log, which is removed, and into the exception when
/// it fails.
void run_in(const std::filesystem::path& folder, const std::string& command, const std::string& name) {
  const std::filesystem::path log = folder / (name + ".log");
  const int status = std::system(
      ("cd " + quoted(folder.string()) + " && " + command + " 2>" + quoted(log.filename().string())).c_str());
  const std::string complaint = read_file(log);
  std::filesystem::remove(log);
  if (status == -1 || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw std::runtime_error("figures in " + folder.string() + ": expected `" + command +
                             "` to succeed, found status " + std::to_string(status) + ": " + complaint);
}

/// Half of a drawing is the start of gnuplot: one run of it draws a batch. It stops at the first script that fails, and
/// names it.
constexpr std::size_t batch = 16;

}  // namespace

void draw(const std::vector<figure>& figures, const std::filesystem::path& folder, int jobs) {
  write_file(folder / "style.gp", style_of_gnuplot());
  write_file(folder / "style.tex", style_of_tex());
  for (const figure& f : figures) write(f, folder);
  study::for_each_index(static_cast<int>((figures.size() + batch - 1) / batch), jobs, [&](int k) {
    const std::size_t first = static_cast<std::size_t>(k) * batch, last = std::min(first + batch, figures.size());
    std::string scripts;
    for (std::size_t i = first; i < last; ++i) scripts += " " + quoted(figures[i].name + ".gp");
    run_in(folder, "gnuplot" + scripts, figures[first].name);
    for (std::size_t i = first; i < last; ++i) {
      expect_whole(folder / (figures[i].name + ".svg"), "</svg>");
      expect_whole(folder / (figures[i].name + ".pdf"), "%%EOF");
      without_time(folder / (figures[i].name + ".pdf"));
    }
  });
}

std::string as_svg(const figure& f, int height) {
  std::string name = (std::filesystem::temp_directory_path() / "unilateral_figure_XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr)
    throw std::runtime_error(name + ": expected a folder for a figure, found: " + std::strerror(errno));
  struct folder_of_one {
    std::filesystem::path path;
    ~folder_of_one() {
      std::error_code ignored;
      std::filesystem::remove_all(path, ignored);
    }
  } const here{name};
  if (f.data.rows.empty()) throw std::runtime_error("figure " + f.name + ": expected data, found none");
  write_file(here.path / "style.gp", style_of_gnuplot());
  write_file(here.path / (f.name + ".csv"), as_csv(f.data));
  const std::string title = with_doubled_quotes(f.title);
  write_file(here.path / (f.name + ".gp"), "set terminal svg size 720," + std::to_string(height) +
                                               " dynamic font 'DejaVu Sans,12' background '#ffffff'\nset output '" +
                                               f.name + ".svg'\nload 'style.gp'\ndata = '" + f.name +
                                               ".csv'\ntitle_of_figure = '" + title + "'\n" +
                                               in_gnuplot(f.panels, f.data, f.name) + "unset output\n");
  run_in(here.path, "gnuplot " + quoted(f.name + ".gp"), f.name);
  return read_file(here.path / (f.name + ".svg"));
}

}  // namespace unilateral::render
