#pragma once
/// One figure of the report: a tidy .csv, the gnuplot script that draws it, and what gnuplot makes of them.

#include <filesystem>
#include <string>
#include <vector>

namespace unilateral::render {

/// Data in rows, kept as text so that what is printed is what was computed.
struct data_table {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
};

/// Comma-separated text; fields that hold a comma or a quote are quoted.
std::string as_csv(const data_table& data);

struct figure {
  std::string name;     ///< file stem
  std::string title;    ///< one line
  std::string caption;  ///< how to read it; HTML text (already escaped)
  std::string command;  ///< what regenerates the numbers
  data_table data;
  std::string script;      ///< gnuplot commands after the style; reads `data` (the name of the .csv)
  std::string problem{};   ///< whose page it stands on; empty where it is of several, or of a paper
  std::string distance{};  ///< in which its errors are measured, by name; empty where it shows none
  int height = 0;          ///< of a script that draws several plots, in points; it finds its title as `title_of_figure`
};

/// A mark costs a hundred bytes of the page, and more than 250 of one series hide each other: of `marks` one in so many
/// is drawn. The .csv holds all.
constexpr int one_drawn_of(int marks) { return (marks + 249) / 250; }

/// Writes NAME.csv and NAME.gp of each figure into the folder, draws NAME.svg with gnuplot and converts it to NAME.pdf,
/// on `jobs` threads. All scripts load style.gp, written beside them: change it there and rerun them to restyle all
/// figures. Throws std::runtime_error when a figure has no data, a program fails or a picture is not whole (a full
/// disk); its message says which and why.
void draw(const std::vector<figure>& figures, const std::filesystem::path& folder, int jobs);

/// <figure> with what it shows in words, its caption, and links to its files: the picture stands beside the page.
std::string as_html(const figure& f);

/// The picture of one figure alone, so many points high, in the style of all. Its script may draw several plots, and
/// finds its title as `title_of_figure`. Throws std::runtime_error as above.
std::string as_svg(const figure& f, int height);

/// Writes a text file; throws input_error unless all of it reached the disk.
void write_file(const std::filesystem::path& path, const std::string& text);
std::string read_file(const std::filesystem::path& path);

}  // namespace unilateral::render
