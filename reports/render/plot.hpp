#pragma once
/// A picture as data: axes, and layers that each draw some rows of the .csv beside it. gnuplot draws it for the screen
/// (plot_in_gnuplot.cpp), PGFPlots for a paper (plot_in_tex.cpp); both are given the same window, marks, dashes and
/// texts, so that they show the same.

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace unilateral::render {

/// Data in rows, kept as text so that what is printed is what was computed.
struct data_table {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
};

/// Styles 1 … 8 have a colour, a mark and a dash of their own, 9 is thin and grey (style.gp, style.tex).
struct look {
  int style = 1;
  std::string colour{};  ///< "#1b4f8a" in place of the style's
  double width = 0;      ///< of a line, in units of about half a point; 0: the style's
  double size = 0;       ///< of a mark, of about 5 points; 0: the style's
  int dash = 0;          ///< 1 solid, 2 dashed, 3 dotted, 4 dash and dot, 5 dash and two dots; 0: the style's
  int mark = 0;          ///< a style whose mark is drawn; 0: its own
  bool hollow = false;
};

enum class drawn_as {
  line,       ///< x, y; broken where rows between are not of the layer
  steps,      ///< x, y: along x first
  marks,      ///< x, y
  both,       ///< x, y: a line with marks
  segments,   ///< x, y, Δx, Δy
  arrows,     ///< x, y, Δx, Δy
  texts,      ///< x, y, text; the text in markup, centred
  bars_in_x,  ///< x, y, half-width
  bars_in_y,  ///< x, y, half-width
  cells       ///< x, y, low x, high x, low y, high y, value: a rectangle coloured by its value, white where that is 0
};

/// The rows in which every column of `where` has that text; columns are counted from 1.
struct layer {
  drawn_as as = drawn_as::line;
  std::vector<std::pair<int, std::string>> where{};
  std::vector<int> columns{};
  look how{};
  std::string title{};  ///< plain text in the key; empty: not there
  int one_in = 1;       ///< of the rows of the table, one in so many is drawn
};

struct axis {
  std::string label{};  ///< markup: _x and ^{xy} set an index, an exponent
  bool logarithmic = false;
  std::optional<double> low{}, high{};                  ///< else from what is drawn,
  double below = 0.04, above = 0.04;                    ///< and so much of the span more
  std::vector<std::pair<std::string, double>> ticks{};  ///< with names, in place of numbers; plain text
  double between_ticks = 0;                             ///< 0: chosen by the program
  std::vector<std::pair<double, std::string>> lines{};  ///< across the picture: where, colour
};

enum class key_place { below, within_right, right, none };

struct plot {
  axis x{}, y{};
  key_place key = key_place::below;
  bool equal_units = false;  ///< a length is as long in x and in y
  std::string of_values{};   ///< what the colour of cells means; markup
  std::vector<layer> layers{};
};

/// The window of a plot, as both programs are told it.
struct window {
  double x_low, x_high, y_low, y_high;
};
/// Throws std::runtime_error (with `name`) where a layer draws no row, a column is not there, or arrows are asked for
/// on a logarithmic axis.
window window_of(const plot& p, const data_table& data, const std::string& name);

/// A place on a logarithmic axis, and its number a × 10^k.
struct decimal_tick {
  double at;
  int digit, power;

  /// 0.02, as it is written without a power of ten; none below 10^-3 and above 10^3, where that takes too many signs.
  std::optional<std::string> plain() const;
};
/// Numbers 1, 2, 5 × 10^k along an axis that is logarithmic and shows less than two powers of ten; of others none.
std::vector<decimal_tick> ticks_within_a_decade(const axis& a, double low, double high);

/// Rows of a layer, in their order.
std::vector<std::size_t> rows_of(const layer& l, const data_table& data);

/// What differs from style to style.
struct style_of_layers {
  const char* colour;
  double width, size;
  int mark;    ///< gnuplot's number of a filled mark
  int hollow;  ///< of the same, empty
  int dash;
};
inline constexpr style_of_layers styles[] = {
    {"#1b4f8a", 1.6, 0.45, 7, 6, 1},   {"#d9822b", 1.6, 0.55, 9, 8, 2},   {"#3f7f4f", 1.6, 0.45, 5, 4, 4},
    {"#9e3d6b", 1.6, 0.60, 13, 12, 5}, {"#000000", 1.6, 0.55, 11, 10, 3}, {"#7a4b2a", 1.6, 0.55, 15, 14, 1},
    {"#2a9d9d", 1.6, 0.55, 3, 1, 2},   {"#c0392b", 1.6, 0.55, 2, 1, 4},   {"#888888", 1.0, 0.45, 1, 1, 3}};

/// style.gp, which every script loads, and style.tex, for a preamble.
std::string style_of_gnuplot();
std::string style_of_tex();

/// The commands that draw panels one below the other from `data`, a variable with the name of the .csv. Several stand
/// under title_of_figure, another.
std::string in_gnuplot(const std::vector<plot>& panels, const data_table& data, const std::string& name);

/// A tikzpicture, as wide as a line, that reads \unilateralfigures/NAME.csv. height: of it, over its width.
std::string in_tex(const std::vector<plot>& panels, const data_table& data, const std::string& name, double height);

}  // namespace unilateral::render
