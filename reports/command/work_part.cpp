#include "reports/command/work_part.hpp"

#include "problems/language/input_error.hpp"
#include "reports/study/run/part_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace unilateral::command {
namespace {

using json_document = nlohmann::ordered_json;
namespace fs = std::filesystem;

std::vector<study::part_block> blocks_of(const work_of_run& run) {
  // The first is of the run itself, and has no records.
  std::vector<study::part_block> blocks{
      {json_document{{"command", run.command_line}, {"machine", run.machine}, {"jobs", run.jobs}}.dump(), {}}};
  for (const work_on_problem& one : run.problems)
    blocks.push_back({json_document{{"problem", one.problem},
                                    {"title", one.title},
                                    {"families", one.families},
                                    {"chain", one.is_chain},
                                    {"left_out", one.left_out}}
                          .dump(),
                      study::lines_of(one.found)});
  return blocks;
}

work_on_problem problem_from(const study::part_block& block) {
  const json_document head = json_document::parse(block.head);
  work_on_problem one{.problem = head.at("problem").get<std::string>(),
                      .title = head.at("title").get<std::string>(),
                      .families = head.at("families").get<std::set<std::string>>(),
                      .is_chain = head.at("chain").get<bool>(),
                      .left_out = head.at("left_out").get<std::vector<std::string>>(),
                      .found = study::work_records_from(block.records)};
  for (const study::work_record& r : one.found)
    if (r.problem != one.problem)
      throw input_error("expected records of " + one.problem + ", found one of " + r.problem);
  return one;
}

/// "the benchmark {"problems":[…], …}"
std::string in_words(const std::string& asked) { return "the benchmark " + asked; }

void add_other(std::vector<std::string>& list, const std::string& one) {
  if (std::find(list.begin(), list.end(), one) == list.end()) list.push_back(one);
}

}  // namespace

void write_work_part(const fs::path& folder, const study::shard& part, const work_of_run& run) {
  study::write_part_file(folder, type_of_work_part, {.part = part, .asked = run.asked, .blocks = blocks_of(run)});
}

work_of_run read_work_parts(const std::vector<fs::path>& folders) {
  work_of_run whole;
  std::vector<std::string> commands, machines;
  std::vector<work_on_problem> found;
  for (const study::part_file& part : study::read_part_files(folders, type_of_work_part, in_words))
    study::read_of_part(part, [&] {
      if (part.blocks.empty()) throw input_error("expected the command of the part, found none");
      const json_document head = json_document::parse(part.blocks.front().head);
      whole.asked = part.asked;
      add_other(commands, head.at("command").get<std::string>());
      add_other(machines, head.at("machine").get<std::string>());
      whole.jobs = std::max(whole.jobs, head.at("jobs").get<int>());
      for (std::size_t k = 1; k < part.blocks.size(); ++k) found.push_back(problem_from(part.blocks[k]));
    });
  whole.command_line = fmt::format("{}", fmt::join(commands, "; "));
  whole.machine = fmt::format("{}", fmt::join(machines, "; "));
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
