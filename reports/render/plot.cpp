#include "reports/render/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>

namespace unilateral::render {
namespace {

double number_of_field(const std::vector<std::string>& row, int column) {
  return std::strtod(row.at(static_cast<std::size_t>(column - 1)).c_str(), nullptr);
}

/// What is drawn along one axis, grown by its margins; in logarithms where the axis is logarithmic.
class drawn_span {
 public:
  explicit drawn_span(const axis& of) : of_(of) {}

  void see(double value) {
    if (!std::isfinite(value) || (of_.logarithmic && !(value > 0))) return;
    // What is subnormal is 0 to the eye, and to programs that scale by it.
    const double seen = std::fpclassify(value) == FP_SUBNORMAL ? 0 : value;
    const double at = of_.logarithmic ? std::log10(value) : seen;
    low_ = std::min(low_, at), high_ = std::max(high_, at);
  }

  std::pair<double, double> ends() const {
    double low = low_, high = high_;
    if (!(low <= high)) low = of_.logarithmic ? -1 : 0, high = 1;
    // A value that does not change, or by rounding alone, is a line in the middle.
    constexpr double no_change = 1e-9;
    const double size = std::max(std::abs(low), std::abs(high));
    if (high - low <= no_change * size || high == low) {
      const double around = of_.logarithmic ? 1 : size > 0 ? 0.1 * size : 1;
      low -= around, high += around;
    }
    const double length = high - low;
    low -= of_.below * length, high += of_.above * length;
    const auto value = [&](double at) { return of_.logarithmic ? std::pow(10.0, at) : at; };
    return {of_.low.value_or(value(low)), of_.high.value_or(value(high))};
  }

 private:
  const axis& of_;
  double low_ = INFINITY, high_ = -INFINITY;
};

std::size_t columns_needed(drawn_as as) {
  switch (as) {
    case drawn_as::segments:
    case drawn_as::arrows:
      return 4;
    case drawn_as::texts:
    case drawn_as::bars_in_x:
    case drawn_as::bars_in_y:
      return 3;
    case drawn_as::cells:
      return 7;
    default:
      return 2;
  }
}

}  // namespace

std::optional<std::string> decimal_tick::plain() const {
  constexpr int most = 3;
  if (std::abs(power) > most) return {};
  return fmt::format("{:g}", at);
}

std::vector<decimal_tick> ticks_within_a_decade(const axis& a, double low, double high) {
  if (!a.logarithmic || !(low > 0)) return {};
  const int first = static_cast<int>(std::floor(std::log10(low))), last = static_cast<int>(std::ceil(std::log10(high)));
  std::vector<decimal_tick> ticks;
  int powers = 0;
  for (int power = first; power <= last; ++power)
    for (const int digit : {1, 2, 5}) {
      const double at = digit * std::pow(10.0, power);
      if (!(at >= low) || !(at <= high)) continue;
      ticks.push_back({at, digit, power});
      powers += digit == 1 ? 1 : 0;
    }
  return powers < 2 ? ticks : std::vector<decimal_tick>{};
}

std::vector<std::size_t> rows_of(const layer& l, const data_table& data) {
  std::vector<std::size_t> rows;
  for (std::size_t k = 0; k < data.rows.size(); ++k)
    if (k % static_cast<std::size_t>(l.one_in) == 0 && std::all_of(l.where.begin(), l.where.end(), [&](const auto& w) {
          return data.rows[k].at(static_cast<std::size_t>(w.first - 1)) == w.second;
        }))
      rows.push_back(k);
  return rows;
}

window window_of(const plot& p, const data_table& data, const std::string& name) {
  drawn_span x(p.x), y(p.y);
  for (const layer& l : p.layers) {
    if (l.columns.size() != columns_needed(l.as))
      throw std::runtime_error("figure " + name + ": expected " + std::to_string(columns_needed(l.as)) +
                               " columns of a layer, found " + std::to_string(l.columns.size()));
    for (const int column : l.columns)
      if (column < 1 || static_cast<std::size_t>(column) > data.header.size())
        throw std::runtime_error("figure " + name + ": expected columns 1 to " + std::to_string(data.header.size()) +
                                 ", found " + std::to_string(column));
    if ((l.as == drawn_as::segments || l.as == drawn_as::arrows) && (p.x.logarithmic || p.y.logarithmic))
      throw std::runtime_error("figure " + name + ": expected arrows on linear axes, found a logarithmic one");
    const std::vector<std::size_t> rows = rows_of(l, data);
    if (rows.empty())
      throw std::runtime_error("figure " + name + ": expected rows of each layer, found none of \"" +
                               (l.where.empty() ? "" : l.where.front().second) + "\"");
    for (const std::size_t k : rows) {
      const auto at = [&](std::size_t column) { return number_of_field(data.rows[k], l.columns[column]); };
      x.see(at(0)), y.see(at(1));
      switch (l.as) {
        case drawn_as::segments:
        case drawn_as::arrows:
          x.see(at(0) + at(2)), y.see(at(1) + at(3));
          break;
        case drawn_as::bars_in_x:
          x.see(at(0) - at(2)), x.see(at(0) + at(2));
          break;
        case drawn_as::bars_in_y:
          y.see(at(1) - at(2)), y.see(at(1) + at(2));
          break;
        case drawn_as::cells:
          x.see(at(2)), x.see(at(3)), y.see(at(4)), y.see(at(5));
          break;
        default:
          break;
      }
    }
  }
  const auto [x_low, x_high] = x.ends();
  const auto [y_low, y_high] = y.ends();
  return {x_low, x_high, y_low, y_high};
}

}  // namespace unilateral::render
