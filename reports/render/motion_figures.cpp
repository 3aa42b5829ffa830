#include "reports/render/motion_figures.hpp"

#include "problems/answers/problem.hpp"
#include "reports/render/table.hpp"
#include "reports/study/reference/solver_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace unilateral::render {
namespace {

std::string number(double x) { return fmt::format("{:.12g}", x); }

solution<double> solved(const std::string& name, const parameter_list& overrides = {}, const request& asked = {}) {
  const statement bound = with_values(std::get<statement>(find_problem(name).question), overrides);
  return study::find_solver("event_driven").solve<double>(bound, asked);
}

/// Instants at which piece k is drawn: enough that a parabola or a sine looks smooth.
std::vector<double> drawn_instants(const trajectory<double>& path, int k) {
  const double length = path.end(k) - path.begin(k);
  const double share = length / (path.end() - path.begin());
  const int n = path.degree(k) <= 1 ? 1 : std::clamp(static_cast<int>(std::ceil(240 * share)), 6, 60);
  std::vector<double> instants;
  for (int j = 0; j <= n; ++j) instants.push_back(length * j / n);
  return instants;
}

/// Rows kind, t, q…, v…: "smooth" along pieces, and for each velocity jump a row "jump" with v⁻ followed by one with
/// v⁺.
data_table drawn(const trajectory<double>& path, const std::vector<std::string>& names) {
  data_table data{{"kind", "t"}, {}};
  for (const auto& name : names) data.header.push_back(name);
  for (const auto& name : names) data.header.push_back(name + "'");
  const int n = path.dimension();
  const auto row = [&](const char* kind, int k, double tau) {
    std::vector<std::string> fields{kind, number(path.begin(k) + tau)};
    for (int i = 0; i < n; ++i) fields.push_back(number(path.position(k, i, tau)));
    for (int i = 0; i < n; ++i) fields.push_back(number(path.velocity(k, i, tau)));
    data.rows.push_back(fields);
  };
  double fastest = 0;
  for (int k = 0; k < path.pieces(); ++k)
    for (int i = 0; i < n; ++i) fastest = std::max(fastest, std::abs(path.velocity(k, i, 0)));
  for (int k = 0; k < path.pieces(); ++k) {
    if (k > 0) {
      double jump = 0;
      for (int i = 0; i < n; ++i)
        jump = std::max(
            jump, std::abs(path.velocity(k, i, 0) - path.velocity(k - 1, i, path.end(k - 1) - path.begin(k - 1))));
      if (jump > 1e-9 * fastest) {  // far below what a figure can show
        row("jump", k - 1, path.end(k - 1) - path.begin(k - 1));
        row("jump", k, 0);
      }
    }
    for (const double tau : drawn_instants(path, k)) row("smooth", k, tau);
  }
  return data;
}

std::string accumulation_marks(const trajectory<double>& path) {
  std::string script;
  for (const double t : path.accumulation_points)
    script += fmt::format("set arrow from first {0}, graph 0 to first {0}, graph 1 nohead ls 9\n", number(t));
  return script;
}

constexpr const char* margins = "set offsets graph 0.03, graph 0.03, graph 0.03, graph 0.03\n";

struct shown {
  std::string problem;
  std::string reading;  ///< how to read the picture
};

}  // namespace

std::vector<figure> motion_figures() {
  const std::vector<shown> list = {
      {"ball_rational", "Impacts at 1, 2, 5/2, 11/4, … accumulate at t = 3 (dotted); then rest."},
      {"ball_earth", "Each impact keeps nine tenths of the speed; the accumulation is at t ≈ 8.5789."},
      {"double_pendulum_wall",
       "Two arms of unit length swing; the tip may not pass x = 3/10. The kinetic metric depends on the "
       "configuration."},
      {"oscillator_by_hand", "A periodic orbit with one impact a period, known in closed form."},
  };
  std::vector<figure> figures;
  for (const shown& s : list) {
    const problem& p = find_problem(s.problem);
    const auto answer = solved(s.problem);
    const auto names = std::get<statement>(p.question).system.coordinates;
    const int n = static_cast<int>(names.size());
    const auto smooth = [](int x, int y) {
      return fmt::format("data using (strcol(1) eq 'smooth' ? ${} : NaN):{}", x, y);
    };

    figure against_time;
    against_time.name = "motion_" + s.problem;
    against_time.title = p.title;
    against_time.caption = escaped(p.title) + ": positions against time. " + escaped(s.reading);
    against_time.command = "unilateral solve " + s.problem + " --solver event_driven --format csv";
    against_time.data = drawn(answer.path, names);
    against_time.script = accumulation_marks(answer.path) + margins + "set xlabel 't'\nset ylabel 'q'\nplot ";
    for (int i = 0; i < n; ++i)
      against_time.script += fmt::format("{}{} with lines ls {} title '{}' noenhanced", i ? ", \\\n     " : "",
                                         smooth(2, 3 + i), i + 1, names[static_cast<std::size_t>(i)]);
    against_time.script += "\n";
    figures.push_back(against_time);

    figure phase = against_time;
    phase.name = "phase_" + s.problem;
    phase.caption =
        escaped(p.title) + ": phase portrait, velocity against position. Velocity jumps are the thin dotted lines.";
    phase.script = std::string(margins) + "set xlabel 'q'\nset ylabel \"q'\"\nplot ";
    for (int i = 0; i < n; ++i) {
      const int x = 3 + i, v = 3 + n + i;
      phase.script += fmt::format(
          "{}{} with lines ls {} title '{}' noenhanced, \\\n     data using (strcol(1) eq 'jump' ? ${} : NaN):{} with "
          "lines ls 9 notitle",
          i ? ", \\\n     " : "", smooth(x, v), i + 1, names[static_cast<std::size_t>(i)], x, v);
    }
    phase.script += "\n";
    figures.push_back(phase);
  }
  return figures;
}

namespace {

/// One of Paoli's figures: the wedge {y ≥ 0, −x sin θ − y cos θ ≥ 0}, the motion from the limit point, motions from
/// points that tend to it.
struct wedge_picture {
  std::string name, title, caption, problem;
  std::string parameter;         ///< that tends to 0
  std::vector<rational> values;  ///< in the order drawn; the last is the limit, 0
};

figure wedge_figure(const wedge_picture& w) {
  const statement general = std::get<statement>(find_problem(w.problem).question);
  const statement limit = with_values(general);
  double theta = 0;
  for (const auto& [name, value] : limit.parameters)
    if (name == "theta") theta = constant_value<double>(value);
  figure f;
  f.name = w.name;
  f.title = w.title;
  f.caption = w.caption;
  f.command =
      fmt::format("unilateral solve {} --solver event_driven --set {}=1/10 --format csv", w.problem, w.parameter);
  f.data.header = {"series", "t", "x", "y"};
  std::string plot;
  const auto series = [&](const std::string& name) {
    return fmt::format("data using (strcol(1) eq '{}' ? $3 : NaN):4", name);
  };
  for (const auto& [x, y] :
       {std::pair(-std::cos(theta) * 1.5, std::sin(theta) * 1.5), std::pair(0.0, 0.0), std::pair(-1.5, 0.0)})
    f.data.rows.push_back({"walls", "", number(x), number(y)});
  plot += fmt::format("plot {} with lines lc rgb '#000000' lw 3 notitle", series("walls"));
  int style = 1;
  for (const rational& value : w.values) {
    const bool is_limit = value == 0;
    const auto answer = solved(w.problem, {{w.parameter, value}});
    const std::string name = fmt::format("{} = {}", w.parameter, to_text(value));
    f.data.rows.push_back({"", "", "", ""});
    for (int k = 0; k < answer.path.pieces(); ++k)
      for (const double tau : drawn_instants(answer.path, k))
        f.data.rows.push_back({name, number(answer.path.begin(k) + tau), number(answer.path.position(k, 0, tau)),
                               number(answer.path.position(k, 1, tau))});
    const int ls = is_limit ? 5 : style++;
    plot += fmt::format(", \\\n     {} with linespoints ls {} pi -1 title '{}{}' noenhanced", series(name), ls, name,
                        is_limit ? " (limit data)" : "");
  }
  f.script = "set size ratio -1\nset xrange [-1.6:1.3]\nset yrange [-0.15:1.5]\nset xlabel 'x'\nset ylabel 'y'\n" +
             plot + "\n";
  return f;
}

}  // namespace

std::vector<figure> wedge_figures() {
  return {
      wedge_figure({"paoli_fig_1",
                    "Paoli's wedge, obtuse, e = 0",
                    "Obtuse wedge, θ = 3π/4, e = 0 [Paoli 2004, fig. 1]: from (x<sub>0</sub>, 1) straight down. "
                    "However small x<sub>0</sub> &gt; 0, the particle leaves the "
                    "slanted wall with velocity (−1/2, 0); at x<sub>0</sub> = 0 it stops in the corner. Marks are at "
                    "the begin, the impacts and the end.",
                    "wedge_fig1",
                    "x0",
                    {rational(2, 5), rational(1, 5), rational(1, 20), 0}}),
      wedge_figure({"paoli_fig_2",
                    "Paoli's wedge, obtuse, e = 1",
                    "Obtuse wedge, θ = 2π/3, e = 1 [Paoli 2004, fig. 2]: for x<sub>0</sub> &gt; 0 the particle is "
                    "reflected by the slanted wall and then by the floor, and leaves with velocity (−√3/2, 1/2), "
                    "however small x<sub>0</sub>; at x<sub>0</sub> = 0 it goes back where it came from.",
                    "wedge_fig2",
                    "x0",
                    {rational(2, 5), rational(1, 5), rational(1, 20), 0}}),
      wedge_figure({"paoli_fig_3",
                    "Paoli's wedge, acute, e = 0",
                    "Acute wedge, e = 0 [Paoli 2004, fig. 3]: from (−1, y<sub>0</sub>) to the right. As y<sub>0</sub> "
                    "→ 0 the motions tend to the motion from y<sub>0</sub> = 0: "
                    "here the outcome is continuous in the data.",
                    "wedge_fig3",
                    "y0",
                    {rational(2, 5), rational(1, 5), rational(1, 20), 0}}),
  };
}

std::vector<figure> chain_figures() {
  std::vector<figure> figures;
  struct picture {
    std::string name, problem, caption;
  };
  for (const picture& c : {picture{"sayah_fig_4", "chain_arc_fig4",
                                   "n = 4 bars, 20° between neighbours [Sayah 2004, fig. 4]: the whole chain moves. "
                                   "Arrows: velocities of the nodes; numbers: tensions of the bars."},
                           picture{"sayah_fig_5", "chain_arc_fig5",
                                   "n = 6 bars, 20° between neighbours [Sayah 2004, fig. 5]: only nodes 0 and 1 move. "
                                   "Arrows: velocities of the nodes; numbers: tensions of the bars (beyond node 2, "
                                   "where all is at rest, they are one choice among many)."}}) {
    const chain_statement chain = with_values(std::get<chain_statement>(find_problem(c.problem).question));
    const auto answer = study::find_solver("chain_duality").solve<double>(chain, {});
    figure f;
    f.name = c.name;
    f.title = find_problem(c.problem).title;
    f.caption = escaped(c.caption);
    f.command = "unilateral solve " + c.problem + " --solver chain_duality --format json";
    f.data.header = {"kind", "node", "x", "y", "ux", "uy", "tension"};
    std::vector<std::array<double, 2>> node;
    for (const auto& m : chain.nodes) node.push_back({constant_value<double>(m[0]), constant_value<double>(m[1])});
    for (std::size_t i = 0; i < node.size(); ++i)
      f.data.rows.push_back({"node", std::to_string(i), number(node[i][0]), number(node[i][1]),
                             number(answer.velocities[i][0]), number(answer.velocities[i][1]), ""});
    double cx = 0, cy = 0;
    for (const auto& m : node)
      cx += m[0] / static_cast<double>(node.size()), cy += m[1] / static_cast<double>(node.size());
    for (std::size_t i = 1; i < node.size(); ++i) {
      const double x = (node[i][0] + node[i - 1][0]) / 2, y = (node[i][1] + node[i - 1][1]) / 2;
      // The label stands off the bar, away from the chain's centre: the velocities point to the other side.
      const double nx = -(node[i][1] - node[i - 1][1]), ny = node[i][0] - node[i - 1][0];
      const double side = (cx - x) * nx + (cy - y) * ny >= 0 ? -1 : 1, length = std::hypot(nx, ny);
      f.data.rows.push_back({"bar", std::to_string(i), number(x + 0.28 * side * nx / length),
                             number(y + 0.28 * side * ny / length), "", "",
                             fmt::format("{:.4f}", answer.tensions[i - 1])});
    }
    f.script =
        "set size ratio -1\nset offsets 0.5, 0.5, 0.5, 0.5\nset xlabel 'x'\nset ylabel 'y'\nunset key\n"
        "plot data using (strcol(1) eq 'node' ? $3 : NaN):4 with linespoints ls 1 ps 0.9, \\\n"
        "     data using (strcol(1) eq 'node' ? $3 : NaN):4:5:6 with vectors head filled lc rgb '#d9822b' lw 2, \\\n"
        "     data using (strcol(1) eq 'bar' ? $3 : NaN):4:(strcol(7)) with labels font ',10'\n";
    figures.push_back(f);
  }
  return figures;
}

}  // namespace unilateral::render
