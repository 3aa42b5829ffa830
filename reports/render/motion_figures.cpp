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

}  // namespace

std::vector<figure> phase_figures() {
  std::vector<figure> figures;
  for (const char* const name : {"ball_rational", "ball_earth", "double_pendulum_wall", "oscillator_by_hand"}) {
    const problem& p = find_problem(name);
    const auto names = std::get<statement>(p.question).system.coordinates;
    const int n = static_cast<int>(names.size());
    figure f;
    f.name = "phase_" + p.name;
    f.problem = p.name;
    f.title = p.title + ": velocity against position";
    f.caption =
        escaped(p.title) + ": phase portrait, velocity against position. Velocity jumps are the thin dotted lines.";
    f.command = "unilateral solve " + p.name + " --solver event_driven --format csv";
    f.data = drawn(solved(p.name).path, names);
    plot p_of_v{.x = {.label = "q"}, .y = {.label = "q'"}};
    for (int i = 0; i < n; ++i)
      for (const bool smooth : {true, false})
        if (smooth || std::any_of(f.data.rows.begin(), f.data.rows.end(), [](const auto& r) { return r[0] == "jump"; }))
          p_of_v.layers.push_back({.as = drawn_as::line,
                                   .where = {{1, smooth ? "smooth" : "jump"}},
                                   .columns = {3 + i, 3 + n + i},
                                   .how = {.style = smooth ? i + 1 : 9},
                                   .title = smooth ? names[static_cast<std::size_t>(i)] : ""});
    f.panels = {p_of_v};
    figures.push_back(f);
  }
  return figures;
}

namespace {

/// One of Paoli's figures: the wedge {y ≥ 0, −x sin θ − y cos θ ≥ 0}, the motion from the limit point, motions from
/// points that tend to it.
struct wedge_picture {
  std::string name, title, problem;
  std::string drawn;             ///< by the paper: "[Paoli 2004, fig. 1]"
  std::string reading;           ///< what the eye should see
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
  f.command =
      fmt::format("unilateral solve {} --solver event_driven --set {}=1/10 --format csv", w.problem, w.parameter);
  f.data.header = {"series", "t", "x", "y"};
  plot seen{.x = {.label = "x", .low = -1.6, .high = 1.3},
            .y = {.label = "y", .low = -0.15, .high = 1.5},
            .equal_units = true};
  const auto draw = [&](drawn_as as, const std::string& series, look how, const std::string& title) {
    seen.layers.push_back({.as = as, .where = {{1, series}}, .columns = {3, 4}, .how = std::move(how), .title = title});
  };
  for (const auto& [x, y] :
       {std::pair(-std::cos(theta) * 1.5, std::sin(theta) * 1.5), std::pair(0.0, 0.0), std::pair(-1.5, 0.0)})
    f.data.rows.push_back({"walls", "", number(x), number(y)});
  draw(drawn_as::line, "walls", {.colour = "#000000", .width = 3}, "");
  int style = 1;
  const double degree = std::acos(-1.0) / 180;
  const auto pair = [](double x, double y) {
    const auto rounded = [](double z) { return std::abs(z) < 5e-5 ? "0" : fmt::format("{:.4g}", z); };
    return "(" + rounded(x) + ", " + rounded(y) + ")";
  };
  f.caption = fmt::format(
      "{}: θ = {:.4g}°, e = {}, as the problem {} has them; the angle is ours, the paper's figure is of any on this "
      "side of "
      "90°.",
      w.drawn, theta / degree, fmt::format("{:.4g}", constant_value<double>(limit.system.restitution)),
      escaped(w.problem));
  for (const rational& value : w.values) {
    const bool is_limit = value == 0;
    const auto answer = solved(w.problem, {{w.parameter, value}});
    const std::string name = fmt::format("{} = {}", w.parameter, to_text(value));
    f.caption +=
        fmt::format(" From {}: at the end v = {}.", name, pair(answer.end_velocity[0], answer.end_velocity[1]));
    f.data.rows.push_back({"", "", "nan", "nan"});
    for (int k = 0; k < answer.path.pieces(); ++k)
      for (const double tau : drawn_instants(answer.path, k))
        f.data.rows.push_back({name, number(answer.path.begin(k) + tau), number(answer.path.position(k, 0, tau)),
                               number(answer.path.position(k, 1, tau))});
    const int ls = is_limit ? 5 : style++;
    draw(drawn_as::both, name, {.style = ls}, name + (is_limit ? " (limit data)" : ""));
  }
  f.caption += " " + w.reading;
  f.panels = {seen};
  return f;
}

}  // namespace

std::vector<figure> wedge_figures() {
  const std::vector<rational> values{rational(2, 5), rational(1, 5), rational(1, 20), 0};
  return {
      wedge_figure(
          {"paoli_fig_1", "Paoli's wedge, obtuse, e = 0", "wedge_fig1", "[Paoli 2004, fig. 1]",
           "However small x<sub>0</sub> &gt; 0, the particle leaves the slanted wall; from the limit it stops in "
           "the corner. Marks are at the begin, the impacts and the end.",
           "x0", values}),
      wedge_figure(
          {"paoli_fig_2", "Paoli's wedge, obtuse, e = 1", "wedge_fig2", "[Paoli 2004, fig. 2]",
           "For x<sub>0</sub> &gt; 0 the particle is reflected by the slanted wall and then by the floor, however "
           "small x<sub>0</sub>; from the limit it goes back where it came from.",
           "x0", values}),
      wedge_figure(
          {"paoli_fig_3", "Paoli's wedge, acute, e = 0", "wedge_fig3", "[Paoli 2004, fig. 3]",
           "As y<sub>0</sub> → 0 the motions tend to that from y<sub>0</sub> = 0: here the outcome is continuous "
           "in the data.",
           "y0", values}),
  };
}

std::vector<figure> chain_figures() {
  std::vector<figure> figures;
  struct picture {
    std::string name, problem, drawn, note;
  };
  for (const picture& c : {picture{"sayah_fig_4", "chain_arc_fig4", "[Sayah 2004, fig. 4]", ""},
                           picture{"sayah_fig_5", "chain_arc_fig5", "[Sayah 2004, fig. 5]",
                                   " Where all is at rest, the tensions are one choice among many."}}) {
    const chain_statement chain = with_values(std::get<chain_statement>(find_problem(c.problem).question));
    const auto answer = study::find_solver("chain_duality").solve<double>(chain, {});
    figure f;
    f.name = c.name;
    f.title = find_problem(c.problem).title;
    f.command = "unilateral solve " + c.problem + " --solver chain_duality --format json";
    f.data.header = {"kind", "node", "x", "y", "ux", "uy", "tension"};
    std::vector<std::array<double, 2>> node;
    for (const auto& m : chain.nodes) node.push_back({constant_value<double>(m[0]), constant_value<double>(m[1])});
    const auto turn = [&](std::size_t i) {  // between bars i and i + 1, in degrees
      const double ax = node[i][0] - node[i - 1][0], ay = node[i][1] - node[i - 1][1], bx = node[i + 1][0] - node[i][0],
                   by = node[i + 1][1] - node[i][1];
      return std::atan2(ax * by - ay * bx, ax * bx + ay * by) * 180 / std::acos(-1.0);
    };
    f.caption = fmt::format(
        "{}: n = {} bars, {:.4g}° between neighbours, as in the paper; node 0 is driven at ({:.4g}, {:.4g}), which is "
        "ours; the nodes 0 to {} move. Arrows: velocities of the nodes; numbers: tensions of the bars.{}",
        c.drawn, chain.bars(), turn(1), answer.velocities[0][0], answer.velocities[0][1], answer.moving, c.note);
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
      f.data.rows.push_back({"bar", std::to_string(i), number(x + 0.62 * side * nx / length),
                             number(y + 0.28 * side * ny / length), "", "",
                             fmt::format("{:.4f}", answer.tensions[i - 1])});
    }
    plot p{.x = {.label = "x", .below = 0.1, .above = 0.1},
           .y = {.label = "y", .below = 0.15, .above = 0.15},
           .key = key_place::none,
           .equal_units = true};
    p.layers = {{.as = drawn_as::both, .where = {{1, "node"}}, .columns = {3, 4}, .how = {.size = 0.9}},
                {.as = drawn_as::arrows,
                 .where = {{1, "node"}},
                 .columns = {3, 4, 5, 6},
                 .how = {.colour = "#d9822b", .width = 2}},
                {.as = drawn_as::texts, .where = {{1, "bar"}}, .columns = {3, 4, 7}}};
    f.panels = {p};
    figures.push_back(f);
  }
  return figures;
}

}  // namespace unilateral::render
