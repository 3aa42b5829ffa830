#include "reports/render/plot.hpp"

#include <fmt/format.h>

#include <iterator>

namespace unilateral::render {
namespace {

/// As a string of gnuplot's, in single quotes.
std::string in_single_quotes(std::string text) {
  for (std::size_t at = 0; (at = text.find('\'', at)) != std::string::npos; at += 2) text.insert(at, 1, '\'');
  return "'" + text + "'";
}

/// "data using (strcol(1) eq 'run' ? $2 : NaN):3"
std::string gnuplot_rows(const layer& l) {
  std::string condition;
  const auto both = [&](const std::string& part) { condition += (condition.empty() ? "" : " && ") + part; };
  for (const auto& [column, text] : l.where) both(fmt::format("strcol({}) eq {}", column, in_single_quotes(text)));
  if (l.one_in > 1) both(fmt::format("int($0) % {} == 0", l.one_in));
  std::string out = condition.empty() ? fmt::format("data using {}", l.columns[0])
                                      : fmt::format("data using ({} ? ${} : NaN)", condition, l.columns[0]);
  for (std::size_t k = 1; k < l.columns.size(); ++k)
    out += l.as == drawn_as::texts && k == 2 ? fmt::format(":(strcol({}))", l.columns[k])
                                             : fmt::format(":{}", l.columns[k]);
  return out;
}

std::string gnuplot_way(drawn_as as) {
  switch (as) {
    case drawn_as::line:
      return "lines";
    case drawn_as::steps:
      return "steps";
    case drawn_as::marks:
      return "points";
    case drawn_as::both:
      return "linespoints";
    case drawn_as::segments:
      return "vectors nohead";
    case drawn_as::arrows:
      return "vectors head filled size screen 0.015,20,60";
    case drawn_as::texts:
      return "labels";
    case drawn_as::bars_in_x:
      return "xerrorbars";
    case drawn_as::bars_in_y:
      return "yerrorbars";
    case drawn_as::cells:
      return "boxxyerror lc palette";
  }
  return "";
}

std::string gnuplot_layer(const layer& l) {
  std::string out = gnuplot_rows(l) + " with " + gnuplot_way(l.as);
  if (l.as != drawn_as::texts && l.as != drawn_as::cells) {
    const look& how = l.how;
    out += fmt::format(" ls {}", how.style);
    if (how.width > 0) out += fmt::format(" lw {:g}", how.width);
    if (!how.colour.empty()) out += " lc rgb " + in_single_quotes(how.colour);
    if (how.dash > 0) out += fmt::format(" dt {}", how.dash);
    if (how.hollow)
      out += fmt::format(" pt hollow{}", how.mark > 0 ? how.mark : how.style);
    else if (how.mark > 0)
      out += fmt::format(" pt {}", styles[how.mark - 1].mark);
    if (how.size > 0) out += fmt::format(" ps {:g}", how.size);
  }
  return out + (l.title.empty() ? " notitle" : " title " + in_single_quotes(l.title) + " noenhanced");
}

std::string gnuplot_axis(char name, const axis& a, double low, double high) {
  std::string out = a.logarithmic ? fmt::format("set logscale {0}\nset format {0} '10^{{%T}}'\n", name)
                                  : fmt::format("unset logscale {0}\nset format {0} '% h'\n", name);
  out +=
      fmt::format("set {}range [{:.10g}:{:.10g}]\nset {}label {}\n", name, low, high, name, in_single_quotes(a.label));
  if (!a.ticks.empty()) {
    std::string list;
    for (const auto& [text, at] : a.ticks)
      list += fmt::format("{}{} {:g}", list.empty() ? "" : ", ", in_single_quotes(text), at);
    out += fmt::format("set {}tics ({}) noenhanced\nset grid no{}tics\n", name, list, name);
  } else if (a.between_ticks > 0) {
    out += fmt::format("set {}tics {:g}\n", name, a.between_ticks);
  } else if (const auto few = ticks_within_a_decade(a, low, high); !few.empty()) {
    std::string list;
    for (const decimal_tick& tick : few)
      list += fmt::format("{}'{}' {:g}", list.empty() ? "" : ", ",
                          tick.plain().value_or(fmt::format("{}·10^{{{}}}", tick.digit, tick.power)), tick.at);
    out += fmt::format("set {}tics ({})\n", name, list);
  } else {
    out += fmt::format("set {}tics autofreq\n", name);
  }
  for (const auto& [at, colour] : a.lines)
    out += name == 'x' ? fmt::format("set arrow from first {0:g},graph 0 to first {0:g},graph 1 nohead lc rgb {1}\n",
                                     at, in_single_quotes(colour))
                       : fmt::format("set arrow from graph 0,first {0:g} to graph 1,first {0:g} nohead lc rgb {1}\n",
                                     at, in_single_quotes(colour));
  return out;
}

std::string gnuplot_key(key_place where, bool in_a_stack) {
  switch (where) {
    case key_place::below:
      return in_a_stack ? "set key outside bottom center horizontal\n" : "";
    case key_place::within_right:
      return "set key inside bottom right vertical opaque\n";
    case key_place::right:
      return "set key outside right center vertical width 0 height 0\n";
    case key_place::none:
      return "unset key\n";
  }
  return "";
}

}  // namespace

std::string style_of_gnuplot() {
  std::string out =
      R"(# The style of every figure. Colours differ in lightness, marks and dashes too: readable in black and white.
set datafile separator ","
set encoding utf8
set border 3 lw 1 lc rgb "#444444"
set tics nomirror textcolor rgb "#222222"
set grid lw 0.5 lc rgb "#dddddd"
set key outside bottom center horizontal spacing 1.2 samplen 3 height 1.2 width 2 textcolor rgb "#222222"
set style fill solid noborder
set palette defined (0 '#ffffff', 0.001 '#e4ecf4', 1 '#1b4f8a', 2 '#10202f')
set cbrange [0:*]
)";
  std::string hollow;
  int number = 0;
  for (const style_of_layers& s : styles) {
    ++number;
    out += fmt::format("set style line {} lc rgb \"{}\" lw {:g} pt {} ps {:g} dt {}\n", number, s.colour, s.width,
                       s.mark, s.size, s.dash);
    hollow += fmt::format("{}hollow{} = {}", hollow.empty() ? "" : "; ", number, s.hollow);
  }
  return out + hollow + "\n";
}

std::string in_gnuplot(const std::vector<plot>& panels, const data_table& data, const std::string& name) {
  const bool in_a_stack = panels.size() > 1;
  std::string out;
  if (in_a_stack)
    out += fmt::format("set multiplot layout {},1 title title_of_figure noenhanced\nset lmargin 12\nset rmargin 20\n",
                       panels.size());
  for (const plot& p : panels) {
    const window w = window_of(p, data, name);
    if (p.equal_units) out += "set size ratio -1\n";
    if (!p.of_values.empty()) out += "unset grid\nset cblabel " + in_single_quotes(p.of_values) + "\n";
    out += gnuplot_axis('x', p.x, w.x_low, w.x_high) + gnuplot_axis('y', p.y, w.y_low, w.y_high) +
           gnuplot_key(p.key, in_a_stack) + "plot ";
    for (const layer& l : p.layers) out += (&l == &p.layers.front() ? "" : ", \\\n     ") + gnuplot_layer(l);
    out += "\n";
  }
  return out + (in_a_stack ? "unset multiplot\n" : "");
}

}  // namespace unilateral::render
