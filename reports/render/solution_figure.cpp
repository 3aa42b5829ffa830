#include "reports/render/solution_figure.hpp"

#include "problems/language/evaluated_system.hpp"
#include "problems/language/input_error.hpp"
#include "reports/render/motion_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace unilateral::render {
namespace {

/// A panel: what stands on its axis, and the columns that it draws.
struct panel {
  std::string axis;
  std::vector<std::string> series;
};

/// More series than these have no names in the figure.
constexpr std::size_t most_named = 10;

std::string figure_number(double x) { return fmt::format("{:.9g}", x); }

figure stacked(const std::vector<panel>& panels, data_table data, const std::string& title) {
  figure f{.name = "solution", .title = title, .caption = "", .command = "", .data = std::move(data)};
  int column = 2;
  for (const panel& of : panels) {
    plot p{.x = {.label = &of == &panels.back() ? "t" : "", .below = 0, .above = 0},
           .y = {.label = of.axis},
           .key = of.series.size() > most_named ? key_place::none : key_place::right};
    for (std::size_t k = 0; k < of.series.size(); ++k, ++column)
      p.layers.push_back({.as = drawn_as::line,
                          .columns = {1, column},
                          .how = {.style = static_cast<int>(k % 5) + 1},
                          .title = p.key == key_place::none ? "" : of.series[k]});
    f.panels.push_back(std::move(p));
  }
  return f;
}

/// Instants of a path: of each piece its ends, and as many between as make a curve look smooth. `draw` is said of all,
/// or of those of one piece in so many where there are more than can be seen.
template <class Visit>
void for_drawn_instants(const trajectory<double>& path, const Visit& visit) {
  constexpr int most_pieces = 3000;
  const int one_in = (path.pieces() + most_pieces - 1) / most_pieces;
  const double whole = path.end() - path.begin();
  for (int k = 0; k < path.pieces(); ++k) {
    const double length = path.end(k) - path.begin(k);
    const int parts = path.degree(k) <= 1 ? 1 : std::clamp(static_cast<int>(std::ceil(400 * length / whole)), 4, 100);
    const bool draw = k % one_in == 0 || k + 1 == path.pieces();
    for (int j = 0; j <= parts; ++j) visit(k, length * j / parts, draw);
  }
}

std::vector<std::string> primed(std::vector<std::string> names) {
  for (std::string& name : names) name += "'";
  return names;
}

void expect_path(const trajectory<double>& path, const std::string& title) {
  if (path.pieces() == 0) throw input_error(title + ": expected a motion to draw, found none");
}

}  // namespace

figure solution_figure(const statement& bound, const solution<double>& answer, const std::string& title) {
  const trajectory<double>& path = answer.path;
  expect_path(path, title);
  const mechanical_system& system = bound.system;
  const int n = system.degrees_of_freedom(), m = system.constraints();

  // Kinetic energy ½ v·Mv, and the power of the forces beside it: f·v + ½ v·(dM/dt)v, as M v' = f + Gᵀλ.
  expression kinetic = 0, power = 0;
  for (int i = 0; i < n; ++i) power = power + system.force[static_cast<std::size_t>(i)] * velocity(i);
  for (const mass_entry& e : system.mass) {
    const expression v_v = velocity(e.row) * velocity(e.column) / 2;
    kinetic = kinetic + e.value * v_v;
    power = power + total_derivative(e.value, {}) * v_v;
  }
  std::vector<expression> outputs{kinetic, power};
  outputs.insert(outputs.end(), system.gap.begin(), system.gap.end());
  tape<double> values(outputs, n);
  std::vector<double> q(static_cast<std::size_t>(n)), v(static_cast<std::size_t>(n));
  const auto look_at = [&](int k, double tau) {
    for (int i = 0; i < n; ++i) {
      q[static_cast<std::size_t>(i)] = path.position(k, i, tau);
      v[static_cast<std::size_t>(i)] = path.velocity(k, i, tau);
    }
    values.run(path.begin(k) + tau, q.data(), v.data());
  };

  // Impulses since the start: atoms in order of time, each added when it has passed, and densities as far as they
  // reach.
  std::vector<const impact<double>*> atoms;
  for (const impact<double>& i : answer.impacts) atoms.push_back(&i);
  std::stable_sort(atoms.begin(), atoms.end(), [](const auto* a, const auto* b) { return a->t < b->t; });
  column<double> of_atoms = column<double>::Zero(m);
  auto next = atoms.begin();
  const auto pass_atoms = [&](double t, bool that_of_t) {
    for (; next != atoms.end() && ((*next)->t < t || (that_of_t && (*next)->t == t)); ++next)
      of_atoms += (*next)->impulse;
  };
  const auto of_densities = [&](double t) {
    column<double> sum = column<double>::Zero(m);
    for (const reaction_density<double>& r : answer.reactions) {
      if (!(r.from < t)) continue;
      const double tau = std::min(t, r.to) - r.from;
      double integral = 0;
      for (std::size_t j = r.coefficients.size(); j-- > 0;)
        integral = integral * tau + r.coefficients[j] / static_cast<double>(j + 1);
      sum[r.constraint] += integral * tau;
    }
    return sum;
  };

  std::vector<panel> panels{{"q", system.coordinates}, {"v", primed(system.coordinates)}};
  std::vector<std::string> numbers;
  for (int a = 0; a < m; ++a) numbers.push_back(std::to_string(a));
  if (m > 0) panels.push_back({"gap", numbers});
  panels.push_back({"energy", {"kinetic", "kinetic - work"}});
  if (m > 0) panels.push_back({"impulse", numbers});

  data_table data{{"t"}, {}};
  for (const panel& p : panels)
    for (const std::string& s : p.series) data.header.push_back(p.axis + " " + s);
  double work = 0, last = 0;
  for_drawn_instants(path, [&](int k, double tau, bool draw) {
    // Gauss's three points from the instant before: of degree five between two that lie close.
    if (tau > 0) {
      const double half = (tau - last) / 2, x = std::sqrt(0.6);
      for (const auto& [at, weight] : {std::array{-x, 5.0 / 9}, std::array{0.0, 8.0 / 9}, std::array{x, 5.0 / 9}}) {
        look_at(k, last + half + at * half);
        work += half * weight * values[1];
      }
    }
    last = tau;
    if (!draw) return;
    look_at(k, tau);
    const double t = path.begin(k) + tau;
    std::vector<std::string> row{figure_number(t)};
    for (const double x : q) row.push_back(figure_number(x));
    for (const double x : v) row.push_back(figure_number(x));
    for (int a = 0; a < m; ++a) row.push_back(figure_number(values[2 + a]));
    row.push_back(figure_number(values[0]));
    row.push_back(figure_number(values[0] - work));
    pass_atoms(t, tau == 0);
    const column<double> impulse = of_atoms + of_densities(t);
    for (const double x : impulse) row.push_back(figure_number(x));
    data.rows.push_back(std::move(row));
  });
  return stacked(panels, std::move(data), title);
}

figure solution_figure(const chain_statement& bound, const chain_solution<double>& answer, const std::string& title) {
  expect_path(answer.path, title);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < bound.nodes.size(); ++i)
    for (const char* axis : {"x", "y"}) names.push_back(axis + std::to_string(i));
  const std::vector<panel> panels{{"nodes", names}, {"velocities", primed(names)}};
  data_table data{{"t"}, {}};
  for (const panel& p : panels)
    for (const std::string& s : p.series) data.header.push_back(s);
  const int n = answer.path.dimension();
  for_drawn_instants(answer.path, [&](int k, double tau, bool draw) {
    if (!draw) return;
    std::vector<std::string> row{figure_number(answer.path.begin(k) + tau)};
    for (int i = 0; i < n; ++i) row.push_back(figure_number(answer.path.position(k, i, tau)));
    for (int i = 0; i < n; ++i) row.push_back(figure_number(answer.path.velocity(k, i, tau)));
    data.rows.push_back(std::move(row));
  });
  return stacked(panels, std::move(data), title);
}

}  // namespace unilateral::render
