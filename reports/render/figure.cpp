#include "reports/render/figure.hpp"

#include "reports/study/parallel.hpp"

#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace unilateral::render {
namespace {

/// Colours that stay apart in grey, each with a mark and a dash of its own.
constexpr const char* style = R"(# The style of every figure. Colours differ in lightness, marks and dashes differ too: readable in black and white.
set datafile separator ","
set encoding utf8
set border 3 lw 1 lc rgb "#444444"
set tics nomirror textcolor rgb "#222222"
set grid lw 0.5 lc rgb "#dddddd"
set key outside bottom center horizontal spacing 1.2 samplen 3 textcolor rgb "#222222"
set style line 1 lc rgb "#1b4f8a" lw 1.6 pt 7  ps 0.45 dt 1
set style line 2 lc rgb "#d9822b" lw 1.6 pt 9  ps 0.55 dt 2
set style line 3 lc rgb "#3f7f4f" lw 1.6 pt 5  ps 0.45 dt 4
set style line 4 lc rgb "#9e3d6b" lw 1.6 pt 13 ps 0.60 dt 5
set style line 5 lc rgb "#000000" lw 1.6 pt 11 ps 0.55 dt 3
hollow1 = 6; hollow2 = 8; hollow3 = 4; hollow4 = 12; hollow5 = 10
set style line 9 lc rgb "#888888" lw 1.0 dt 3
)";

void run(const std::string& command, const std::string& what) {
  const int status = std::system(command.c_str());
  if (status == -1 || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw std::runtime_error("figure " + what + ": expected `" + command + "` to succeed, found status " + std::to_string(status));
}

std::string quoted(const std::string& text) {
  std::string q = "'";
  for (const char c : text) q += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return q + "'";
}

}  // namespace

std::string as_csv(const data_table& data) {
  std::string text;
  const auto line = [&](const std::vector<std::string>& fields) {
    for (std::size_t k = 0; k < fields.size(); ++k) {
      if (k != 0) text += ',';
      if (fields[k].find_first_of(",\"\n") == std::string::npos) {
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
  std::ofstream out(path, std::ios::binary);
  out << text << std::flush;
  if (!out) throw std::runtime_error(path.string() + ": expected a writable file, found an error while writing");
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error(path.string() + ": expected a readable file");
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

namespace {

void draw(const figure& f, const std::filesystem::path& folder) {
  if (f.data.rows.empty()) throw std::runtime_error("figure " + f.name + ": expected data, found none");
  write_file(folder / (f.name + ".csv"), as_csv(f.data));
  std::string script = "# " + f.title + "\n# Draws " + f.name + ".svg from " + f.name + ".csv:  gnuplot " + f.name + ".gp\n";
  script += "set terminal svg size 640,440 dynamic font 'DejaVu Sans,12' background '#ffffff'\n";
  script += "set output '" + f.name + ".svg'\nload 'style.gp'\ndata = '" + f.name + ".csv'\n" + f.script;
  write_file(folder / (f.name + ".gp"), script);
  const std::string in_folder = "cd " + quoted(folder.string()) + " && ";
  run(in_folder + "gnuplot " + quoted(f.name + ".gp") + " 2>" + quoted(f.name + ".log"), f.name);
  run(in_folder + "SOURCE_DATE_EPOCH=0 rsvg-convert -f pdf -o " + quoted(f.name + ".pdf") + " " + quoted(f.name + ".svg") + " 2>>" + quoted(f.name + ".log"), f.name);
  std::filesystem::remove(folder / (f.name + ".log"));
}

}  // namespace

void draw(const std::vector<figure>& figures, const std::filesystem::path& folder, int jobs) {
  write_file(folder / "style.gp", style);
  study::for_each_index(static_cast<int>(figures.size()), jobs, [&](int k) { draw(figures[static_cast<std::size_t>(k)], folder); });
}

}  // namespace unilateral::render
