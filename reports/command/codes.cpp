#include "reports/command/codes.hpp"

#include "problems/language/input_error.hpp"
#include "reports/command/arguments.hpp"
#include "reports/command/data_set.hpp"
#include "reports/command/output.hpp"
#include "reports/study/external/reading.hpp"
#include "reports/study/order/fit.hpp"
#include "reports/study/record/tally.hpp"
#include "reports/study/reference/solver_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <set>
#include <sstream>

namespace unilateral::command {

std::vector<study::declared_code> codes_of(const std::vector<std::string>& texts,
                                           const std::vector<std::string>& declares) {
  std::vector<study::declared_code> codes;
  const auto named = [&](const std::string& name) {
    return std::find_if(codes.begin(), codes.end(), [&](const auto& x) { return x.code.name == name; });
  };
  for (const std::string& text : texts) {
    const study::external_code code = study::external_code_of(text);
    const auto& ours = study::solver_list();
    if (named(code.name) != codes.end() ||
        std::any_of(ours.begin(), ours.end(), [&](const auto& s) { return s.declaration.name == code.name; }))
      throw input_error("--external: expected a name of its own, found \"" + code.name + "\" twice or as a solver's");
    codes.push_back({code, {}});
  }
  for (const std::string& text : declares) {
    if (codes.empty()) throw input_error("--declares: expected an --external that it is of, found none");
    const auto colon = text.find(':');
    const auto of = colon != std::string::npos ? named(text.substr(0, colon)) : codes.begin();
    if (of == codes.end() || (colon == std::string::npos && codes.size() > 1))
      throw input_error("--declares: expected \"NAME: DISTANCE=ORDER, ...\", NAME that of an --external, found \"" +
                        text + "\"");
    if (!of->declares.empty())
      throw input_error("--declares: expected the orders of " + of->code.name + " once, found them twice");
    of->declares = study::declared_orders_of(colon == std::string::npos ? text : text.substr(colon + 1));
  }
  return codes;
}

study::code_ladder ladder_of(const external_options& asked, const std::string& limit) {
  study::code_ladder ladder{.count = asked.count,
                            .limit = exact<double>(positive_number("--limit", limit)),
                            .jobs = asked.jobs,
                            .cache = asked.cache};
  if (asked.coarsest) ladder.coarsest = positive_number("--coarsest", *asked.coarsest);
  if (asked.finest) ladder.finest = positive_number("--finest", *asked.finest);
  std::istringstream list(asked.tolerances);
  for (std::string text; std::getline(list, text, ',');) {
    ladder.tolerances.push_back(fmt::format("{}", exact<double>(positive_number("--tolerances", text))));
  }
  if (!ladder.tolerances.empty() && ladder.tolerances.size() < static_cast<std::size_t>(study::least_points))
    throw input_error(
        fmt::format("--tolerances: expected {} or more, found {}", study::least_points, ladder.tolerances.size()));
  ladder.reading = study::reading_named(asked.velocity, "--velocity");
  return ladder;
}

void write_question(const problem& of, const parameter_list& overrides, int digits, const std::filesystem::path& path,
                    const std::vector<study::external_code>& codes) {
  const auto write = [&](const std::string& format, const std::filesystem::path& to) {
    output target(to.string());
    target.stream() << exported(of, overrides, format, digits, "unilateral export " + of.name + " --as " + format);
    target.commit();
  };
  write("json", path);
  for (const auto& [format, extension] : {std::pair("python", ".py"), std::pair("c", ".c"), std::pair("octave", ".m")})
    if (std::any_of(codes.begin(), codes.end(), [&, &named = format](const study::external_code& x) {
          return x.command.find("{" + std::string(named) + "}") != std::string::npos;
        }))
      write(format, std::filesystem::path(path).replace_extension(extension));
}

bool any_missing(const study::results& found, std::vector<std::string> solvers, const std::vector<std::string>& codes) {
  for (const std::string& text : codes) solvers.push_back(study::external_code_of(text).name);
  const std::vector<std::string> cells = study::missing(found, solvers);
  if (!cells.empty())
    fmt::print(stderr, "{} of {} records could not be measured; the first: {}\n", cells.size(), found.size(),
               one_line(cells.front()));
  return !cells.empty();
}

void say_doubt(const study::results& found) {
  std::set<std::string> said;
  for (const study::record& r : found) {
    if (r.outcome != study::verdict::reference_in_doubt) continue;
    const std::string& of = r.about.problem.empty() ? r.cell : r.about.problem;
    if (said.insert(of + r.reason).second)
      fmt::print(stderr, "{}: {}: {}\n", of, name_of(r.outcome), one_line(r.reason));
  }
}

}  // namespace unilateral::command
