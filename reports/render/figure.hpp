#pragma once
/// One figure of the report: a tidy .csv, a picture of it as data, the sources that gnuplot and PGFPlots draw it from.

#include "reports/render/plot.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace unilateral::render {

/// Comma-separated text; fields that hold a comma or a quote are quoted.
std::string as_csv(const data_table& data);

struct figure {
  std::string name;     ///< file stem
  std::string title;    ///< one line
  std::string caption;  ///< how to read it; HTML text (already escaped)
  std::string command;  ///< what regenerates the numbers
  data_table data;
  std::vector<plot> panels{};  ///< one below the other; together they have a title of their own
  std::string problem{};       ///< whose page it stands on; empty where it is of several, or of a paper
  std::string distance{};      ///< in which its errors are measured, by name; empty where it shows none
  int height = 440;            ///< of 640, on a screen in points
};

/// More than 80 marks of one series hide those of the others: of `marks` one in so many is drawn. The .csv holds all.
constexpr int one_drawn_of(int marks) { return (marks + 79) / 80; }

/// Writes NAME.csv, NAME.gp and NAME.tex (PGFPlots, to be input in a document that has input style.tex) of each figure
/// into the folder, and draws NAME.svg and NAME.pdf with gnuplot, on `jobs` threads. All scripts load style.gp, written
/// beside them: change it there and rerun them to restyle all figures; of the .tex that is style.tex. Throws
/// std::runtime_error when a figure has no data, a program fails or a picture is not whole (a full disk); its message
/// says which and why.
void draw(const std::vector<figure>& figures, const std::filesystem::path& folder, int jobs);

/// <figure> with what it shows in words, its caption, and links to its files: the picture stands beside the page.
std::string as_html(const figure& f);

/// The picture of one figure alone, so many points high, in the style of all. Throws std::runtime_error as above.
std::string as_svg(const figure& f, int height);

/// Writes a text file; throws input_error unless all of it reached the disk.
void write_file(const std::filesystem::path& path, const std::string& text);
std::string read_file(const std::filesystem::path& path);

}  // namespace unilateral::render
