#include "reports/command/work_part.hpp"

#include "problems/language/input_error.hpp"
#include "reports/study/run/part_file.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <set>

namespace unilateral::command {
namespace {

using json_document = nlohmann::ordered_json;
namespace fs = std::filesystem;

/// First of the lines of a part: what is known of its run besides what was asked.
json_document head_of(const work_of_run& run) {
  return {{"command", run.command_line}, {"machine", run.machine}, {"jobs", run.jobs}};
}

std::vector<std::string> lines_of(const work_of_run& run) {
  std::vector<std::string> lines{head_of(run).dump()};
  for (const work_on_problem& one : run.problems) {
    lines.push_back(json_document{{"problem", one.problem},
                                  {"title", one.title},
                                  {"families", one.families},
                                  {"chain", one.is_chain},
                                  {"left_out", one.left_out},
                                  {"records", one.found.size()}}
                        .dump());
    std::vector<std::string> records = study::lines_of(one.found);
    std::move(records.begin(), records.end(), std::back_inserter(lines));
  }
  return lines;
}

std::vector<work_on_problem> problems_from(const std::vector<std::string>& lines) {
  std::vector<work_on_problem> all;
  for (std::size_t k = 1; k < lines.size();) {
    const json_document head = json_document::parse(lines[k++]);
    const auto count = head.at("records").get<std::size_t>();
    if (count > lines.size() - k) throw input_error(fmt::format("expected {} records of a problem", count));
    const auto begin = lines.begin() + static_cast<std::ptrdiff_t>(k);
    all.push_back({.problem = head.at("problem").get<std::string>(),
                   .title = head.at("title").get<std::string>(),
                   .families = head.at("families").get<std::set<std::string>>(),
                   .is_chain = head.at("chain").get<bool>(),
                   .left_out = head.at("left_out").get<std::vector<std::string>>(),
                   .found = study::work_records_from({begin, begin + static_cast<std::ptrdiff_t>(count)})});
    for (const study::work_record& r : all.back().found)
      if (r.problem != all.back().problem)
        throw input_error("expected records of " + all.back().problem + ", found one of " + r.problem);
    k += count;
  }
  return all;
}

/// "the benchmark {"problems":[…], …}"
std::string in_words(const std::string& asked) { return "the benchmark " + asked; }

/// Adds what is not there yet.
void add_other(std::string& list, const std::string& one) {
  if (list.empty())
    list = one;
  else if (list.find(one) == std::string::npos)
    list += "; " + one;
}

}  // namespace

void write_work_part(const fs::path& folder, const study::shard& part, const work_of_run& run) {
  study::write_part_file(folder, type_of_work_part, {.part = part, .asked = run.asked, .lines = lines_of(run)});
}

work_of_run read_work_parts(const std::vector<fs::path>& folders) {
  work_of_run whole;
  std::vector<work_on_problem> found;
  for (const study::part_file& part : study::read_part_files(folders, type_of_work_part, in_words))
    study::read_of_part(part, [&] {
      if (part.lines.empty()) throw input_error("expected the command of the part, found none");
      const json_document head = json_document::parse(part.lines.front());
      whole.asked = part.asked;
      add_other(whole.command_line, head.at("command").get<std::string>());
      add_other(whole.machine, head.at("machine").get<std::string>());
      whole.jobs = std::max(whole.jobs, head.at("jobs").get<int>());
      std::vector<work_on_problem> some = problems_from(part.lines);
      std::move(some.begin(), some.end(), std::back_inserter(found));
    });
  const auto names = json_document::parse(whole.asked).at("problems").get<std::vector<std::string>>();
  for (const std::string& name : names) {
    const auto at = std::find_if(found.begin(), found.end(), [&](const auto& one) { return one.problem == name; });
    if (at == found.end()) throw input_error("expected what was found of each problem, found none of " + name);
    whole.problems.push_back(std::move(*at));
    found.erase(at);
  }
  if (!found.empty())
    throw input_error("expected the problems of the run alone, found one more, " + found.front().problem);
  return whole;
}

}  // namespace unilateral::command
