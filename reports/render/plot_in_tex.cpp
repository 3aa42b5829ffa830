#include "reports/render/plot.hpp"
#include "reports/render/tex_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace unilateral::render {
namespace {

/// Half a point is a line of gnuplot's, five points a mark, at the width of a column.
constexpr double points_of_a_line = 0.4, points_of_a_mark = 2.6;

/// gnuplot's number of a mark as PGFPlots draws it.
std::string tex_mark(int number) {
  switch (number) {
    case 7:
      return "mark=*";
    case 6:
      return "mark=o";
    case 9:
      return "mark=triangle*";
    case 8:
      return "mark=triangle";
    case 5:
      return "mark=square*";
    case 4:
      return "mark=square";
    case 13:
      return "mark=diamond*";
    case 12:
      return "mark=diamond";
    case 11:
      return "mark=triangle*, every mark/.append style={rotate=180}";
    case 10:
      return "mark=triangle, every mark/.append style={rotate=180}";
    case 15:
      return "mark=pentagon*";
    case 14:
      return "mark=pentagon";
    case 3:
      return "mark=asterisk";
    case 2:
      return "mark=x";
    default:
      return "mark=+";
  }
}

std::string tex_dash(int number) {
  switch (number) {
    case 2:
      return "densely dashed";
    case 3:
      return "densely dotted";
    case 4:
      return "densely dash dot";
    case 5:
      return "densely dash dot dot";
    default:
      return "solid";
  }
}

/// The name of a colour of style.tex; others are defined where they are used.
std::string hexadecimal_digits(const std::string& colour) {
  std::string digits = colour.substr(1);
  std::transform(digits.begin(), digits.end(), digits.begin(),
                 [](char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); });
  return digits;
}

std::string tex_look(const layer& l) {
  const look& how = l.how;
  std::string out = fmt::format("unilateral {}", how.style);
  if (!how.colour.empty()) out += ", color=unilateral" + hexadecimal_digits(how.colour);
  if (how.width > 0) out += fmt::format(", line width={:.2f}pt", points_of_a_line * how.width);
  if (how.dash > 0) out += ", " + tex_dash(how.dash);
  if (how.hollow || how.mark > 0) {
    const style_of_layers& s = styles[(how.mark > 0 ? how.mark : how.style) - 1];
    out += ", " + tex_mark(how.hollow ? s.hollow : s.mark);
  }
  if (how.size > 0) out += fmt::format(", mark size={:.2f}pt", points_of_a_mark * how.size);
  return out;
}

std::string tex_way(const layer& l) {
  const auto column = [&](std::size_t k) { return l.columns[k] - 1; };
  switch (l.as) {
    case drawn_as::line:
      return "no marks, unbounded coords=jump";
    case drawn_as::steps:
      return "no marks, const plot, unbounded coords=discard";
    case drawn_as::both:
      return "unbounded coords=jump";
    case drawn_as::segments:
    case drawn_as::arrows:
      return fmt::format("no marks, unbounded coords=discard, {}quiver={{u=\\thisrowno{{{}}}, v=\\thisrowno{{{}}}}}",
                         l.as == drawn_as::arrows ? "-{Stealth[length=4pt]}, " : "", column(2), column(3));
    case drawn_as::bars_in_x:
      return "only marks, unbounded coords=discard, error bars/.cd, x dir=both, x explicit";
    case drawn_as::bars_in_y:
      return "only marks, unbounded coords=discard, error bars/.cd, y dir=both, y explicit";
    default:
      return "only marks, unbounded coords=discard";
  }
}

std::string tex_rows(const layer& l) {
  std::string out;
  for (const auto& [column, text] : l.where) out += fmt::format(", unilateral rows={{{}}}{{{}}}", column - 1, text);
  if (l.one_in > 1) out += fmt::format(", unilateral one in={}", l.one_in);
  return out;
}

/// Texts are short, and TeX has to read them: they stand in the source.
std::string tex_nodes(const layer& l, const data_table& data) {
  std::string out;
  for (const std::size_t k : rows_of(l, data)) {
    const auto field = [&](std::size_t column) -> const std::string& {
      return data.rows[k].at(static_cast<std::size_t>(l.columns[column] - 1));
    };
    out +=
        fmt::format("\\node[unilateral text] at (axis cs:{},{}) {{{}}};\n", field(0), field(1), tex_markup(field(2)));
  }
  return out;
}

/// A matrix plot: rows of the table that have the same x stand together, and are as many for each.
std::string tex_matrix(const layer& l, const data_table& data, const std::string& name) {
  const auto x = static_cast<std::size_t>(l.columns[0] - 1);
  std::size_t column = 1;
  while (column < data.rows.size() && data.rows[column].at(x) == data.rows[0].at(x)) ++column;
  return fmt::format(
      "\\addplot[matrix plot*, mesh/ordering=colwise, mesh/rows={}, point meta=explicit, forget plot] table["
      "x index={}, y index={}, meta index={}] {{\\unilateralfigures/{}.csv}};\n",
      column, x, l.columns[1] - 1, l.columns[6] - 1, name);
}

std::string tex_layer(const layer& l, const data_table& data, const std::string& name) {
  if (l.as == drawn_as::texts) return tex_nodes(l, data);
  if (l.as == drawn_as::cells) return tex_matrix(l, data, name);
  std::string table = fmt::format("x index={}, y index={}", l.columns[0] - 1, l.columns[1] - 1);
  if (l.as == drawn_as::bars_in_x || l.as == drawn_as::bars_in_y)
    table += fmt::format(", {} error index={}", l.as == drawn_as::bars_in_x ? "x" : "y", l.columns[2] - 1);
  return fmt::format("\\addplot[{}{}{}, {}] table[{}] {{\\unilateralfigures/{}.csv}};\n{}", tex_look(l), tex_rows(l),
                     l.title.empty() ? ", forget plot" : "", tex_way(l), table, name,
                     l.title.empty() ? "" : "\\addlegendentry{" + tex_text(l.title, tex_words::whole) + "}\n");
}

std::string tex_axis(char name, const axis& a, double low, double high) {
  std::string out =
      fmt::format("  {0}min={1:.10g}, {0}max={2:.10g}, {0}label={{{3}}}", name, low, high, tex_markup(a.label));
  if (a.logarithmic) out += fmt::format(", {}mode=log", name);
  if (!a.ticks.empty()) {
    std::string places, texts;
    for (const auto& [text, at] : a.ticks) {
      places += fmt::format("{}{:g}", places.empty() ? "" : ",", at);
      texts += (texts.empty() ? "{" : ",{") + tex_text(text, tex_words::whole) + "}";
    }
    out += fmt::format(", {0}tick={{{1}}}, {0}ticklabels={{{2}}}, {0}majorgrids=false", name, places, texts);
  } else if (a.between_ticks > 0) {
    out += fmt::format(", {}tick distance={:g}", name, a.between_ticks);
  } else if (const auto few = ticks_within_a_decade(a, low, high); !few.empty()) {
    std::string places, texts;
    for (const decimal_tick& tick : few) {
      places += fmt::format("{}{:g}", places.empty() ? "" : ",", tick.at);
      texts += fmt::format("{}${}$", texts.empty() ? "" : ",",
                           tick.plain().value_or(fmt::format("{}\\cdot 10^{{{}}}", tick.digit, tick.power)));
    }
    out += fmt::format(", {0}tick={{{1}}}, {0}ticklabels={{{2}}}", name, places, texts);
  }
  return out + ",\n";
}

std::string tex_lines(char name, const axis& a) {
  std::string out;
  for (const auto& [at, colour] : a.lines)
    out += name == 'x' ? fmt::format(
                             "\\draw[color=unilateral{0}] (axis cs:{1:g},\\pgfkeysvalueof{{/pgfplots/ymin}}) -- "
                             "(axis cs:{1:g},\\pgfkeysvalueof{{/pgfplots/ymax}});\n",
                             hexadecimal_digits(colour), at)
                       : fmt::format(
                             "\\draw[color=unilateral{0}] (axis cs:\\pgfkeysvalueof{{/pgfplots/xmin}},{1:g}) -- "
                             "(axis cs:\\pgfkeysvalueof{{/pgfplots/xmax}},{1:g});\n",
                             hexadecimal_digits(colour), at);
  return out;
}

std::string tex_key(key_place where) {
  switch (where) {
    case key_place::below:
      return "unilateral key below";
    case key_place::within_right:
      return "unilateral key within";
    case key_place::right:
      return "unilateral key right";
    case key_place::none:
      return "unilateral no key";
  }
  return "";
}

/// Colours that layers have in place of their styles'.
std::string tex_colours(const std::vector<plot>& panels) {
  std::vector<std::string> all;
  const auto add = [&](const std::string& colour) {
    if (!colour.empty() && std::find(all.begin(), all.end(), colour) == all.end()) all.push_back(colour);
  };
  for (const plot& p : panels) {
    for (const layer& l : p.layers) add(l.how.colour);
    for (const axis* a : {&p.x, &p.y})
      for (const auto& [at, colour] : a->lines) add(colour);
  }
  std::string out;
  for (const std::string& colour : all)
    out += fmt::format("\\definecolor{{unilateral{0}}}{{HTML}}{{{0}}}\n", hexadecimal_digits(colour));
  return out;
}

}  // namespace

std::string style_of_tex() {
  std::string out =
      R"(% The style of every figure: in a preamble, with \newcommand\unilateralfigures{FOLDER} before it where the
% figures are elsewhere than the document. Colours differ in lightness, marks and dashes too: readable in black and
% white.
\RequirePackage{amssymb}
\RequirePackage{pgfplots}
\pgfplotsset{compat=1.18}
\usetikzlibrary{arrows.meta}
\usepgfplotslibrary{colormaps}
\providecommand\unilateralfigures{.}
\makeatletter
\pgfplotsset{
  unilateral/.style={scale only axis, axis lines=left, axis line style={-, black!75}, grid=major,
    grid style={black!13, line width=.2pt}, tick align=outside, tick style={black!75}, font=\footnotesize,
    label style={font=\footnotesize}, tick label style={font=\scriptsize}, legend cell align=left,
    legend style={font=\scriptsize, draw=none, fill=white}, filter discard warning=false, scaled ticks=false,
    max space between ticks=45, tick label style={/pgf/number format/precision=3, /pgf/number format/1000 sep={}},
    clip marker paths=true, table/col sep=comma, table/header=false, table/skip first n=1},
  unilateral key below/.style={legend columns=2, legend style={at={(.5,-.24)}, anchor=north,
    /tikz/every even column/.append style={column sep=8pt}}},
  unilateral key within/.style={legend pos=south east},
  unilateral key right/.style={legend style={at={(1.02,.5)}, anchor=west}},
  unilateral no key/.style={},
  unilateral rows/.style 2 args={x filter/.append code={%
    \edef\unilateral@is{\thisrowno{#1}}\edef\unilateral@is{\detokenize\expandafter{\unilateral@is}}%
    \edef\unilateral@asked{\detokenize{#2}}%
    \ifx\unilateral@is\unilateral@asked\else\def\pgfmathresult{nan}\fi}},
  unilateral one in/.style={x filter/.append code={%
    \ifnum\numexpr\coordindex-#1*((2*\coordindex-#1+1)/(2*#1))\relax=0 \else\def\pgfmathresult{nan}\fi}},
  colormap={unilateral}{rgb255(0pt)=(255,255,255) rgb255(2pt)=(228,236,244) rgb255(500pt)=(27,79,138)
    rgb255(1000pt)=(16,32,47)}}
\tikzset{unilateral text/.style={font=\scriptsize, inner sep=1pt}}
\makeatother
)";
  int number = 0;
  for (const style_of_layers& s : styles) {
    ++number;
    out += fmt::format(
        "\\definecolor{{unilateral{0}}}{{HTML}}{{{1}}}\n\\pgfplotsset{{unilateral {0}/.style={{color=unilateral{0}, "
        "line "
        "width={2:.2f}pt, {3}, mark options={{solid}}, {4}, mark size={5:.2f}pt}}}}\n",
        number, hexadecimal_digits(s.colour), points_of_a_line * s.width, tex_dash(s.dash), tex_mark(s.mark),
        points_of_a_mark * s.size);
  }
  return out;
}

std::string in_tex(const std::vector<plot>& panels, const data_table& data, const std::string& name, double height) {
  std::string out = tex_colours(panels) + "\\begin{tikzpicture}\n";
  const auto many = static_cast<double>(panels.size());
  double down = 0;
  for (const plot& p : panels) {
    const window w = window_of(p, data, name);
    const double wide = p.key == key_place::right ? 0.58
                        : !p.y.ticks.empty()      ? 0.7  // names are longer than numbers
                        : !p.of_values.empty()    ? 0.66
                                                  : 0.8,
                 high = panels.size() > 1 ? 0.72 * height / many : 0.75 * height;
    out += fmt::format(
        "\\begin{{axis}}[unilateral, {}, width={:.2f}\\linewidth, height={:.4f}\\linewidth, "
        "at={{(0pt,{:.4f}\\linewidth)}},\n",
        tex_key(p.key), wide, high, -down);
    out += tex_axis('x', p.x, w.x_low, w.x_high) + tex_axis('y', p.y, w.y_low, w.y_high);
    out += std::string("  ") + (p.equal_units ? "axis equal image, " : "") +
           (p.of_values.empty() ? ""
                                : "colormap name=unilateral, grid=none, point meta min=0, colorbar, colorbar "
                                  "style={ylabel style={font=\\footnotesize}, ylabel={" +
                                      tex_markup(p.of_values) + "}}, ") +
           "]\n";
    for (const layer& l : p.layers) out += tex_layer(l, data, name);
    out += tex_lines('x', p.x) + tex_lines('y', p.y) + "\\end{axis}\n";
    down += height / many;
  }
  return out + "\\end{tikzpicture}\n";
}

}  // namespace unilateral::render
