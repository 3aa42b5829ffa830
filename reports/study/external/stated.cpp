#include "reports/study/external/stated.hpp"

#include "problems/language/input_error.hpp"
#include "reports/study/external/reading.hpp"
#include "reports/study/external/words.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>

namespace unilateral::study {
namespace {

/// Of what rows tell of their digits: so many, evenly spread.
constexpr std::size_t rows_looked_at = 1000;

}  // namespace

stated stated_in(const number_table& table) {
  stated found;
  for (const number_table::comment& comment : table.comments) {
    const auto colon = comment.text.find(':');
    if (colon == std::string::npos) continue;
    const std::string key = lower(trimmed(std::string_view(comment.text).substr(0, colon)));
    const std::string value(trimmed(std::string_view(comment.text).substr(colon + 1)));
    const auto enter = [&](auto& fact, const auto& read) {
      if (fact && *fact != read)
        table.refuse(comment.line, key + ": expected one value in the whole file, found another, \"" + value + "\"");
      fact = read;
    };
    if (key == "velocity") {
      const auto reading = reading_named(lower(value), table.path + ":" + std::to_string(comment.line) + ": velocity");
      if (reading) enter(found.velocity, *reading);
      continue;
    }
    const bool counts = key == "force_evaluations" || key == "projections";
    if (!counts && key != "seconds") continue;
    double x = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), x);
    if (error != std::errc() || end != value.data() + value.size() || !std::isfinite(x) || x < 0 ||
        (counts && x != std::floor(x)))
      table.refuse(comment.line, key + ": expected a " + (counts ? "whole number" : "number of seconds") +
                                     ", at least 0, found \"" + value + "\"");
    enter(key == "seconds"       ? found.costs.seconds
          : key == "projections" ? found.costs.projections
                                 : found.costs.force_evaluations,
          x);
  }
  return found;
}

digits_written digits_of(const number_table& table) {
  int digits = 1, finest = std::numeric_limits<int>::max();
  const std::size_t stride = std::max<std::size_t>(1, table.rows.size() / rows_looked_at);
  for (std::size_t k = 0; k < table.rows.size(); k += stride)
    for (const double x : table.rows[k].cells) {
      if (x == 0) continue;
      char text[40];
      const auto written = std::to_chars(text, text + sizeof text, x, std::chars_format::scientific);
      const std::string_view shortest(text, static_cast<std::size_t>(written.ptr - text));
      const auto mantissa = shortest.substr(0, shortest.find('e'));
      const int here = static_cast<int>(
          std::count_if(mantissa.begin(), mantissa.end(), [](char c) { return c >= '0' && c <= '9'; }));
      int exponent = 0;
      const char* const from = shortest.data() + mantissa.size() + 1;
      std::from_chars(*from == '+' ? from + 1 : from, written.ptr, exponent);
      digits = std::max(digits, here);
      finest = std::min(finest, exponent + 1 - here);
    }
  return {.unit = finest == std::numeric_limits<int>::max() ? 0 : std::pow(10.0, finest) / 2,
          .relative_unit = std::pow(10.0, 1 - digits) / 2};
}

}  // namespace unilateral::study
