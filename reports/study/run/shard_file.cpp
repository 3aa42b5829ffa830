#include "reports/study/run/shard_file.hpp"

#include "problems/language/input_error.hpp"
#include "reports/study/record/consistency.hpp"
#include "reports/study/record/results_file.hpp"

#include <nlohmann/json.hpp>

namespace unilateral::study {
namespace {

using json = nlohmann::ordered_json;
namespace fs = std::filesystem;

std::vector<part_block> blocks_of(const std::vector<finished_task>& tasks) {
  std::vector<part_block> blocks;
  for (const finished_task& t : tasks)
    blocks.push_back({json{{"task", t.name}, {"threw", t.threw}}.dump(), lines_of(t.found)});
  return blocks;
}

finished_task task_from(const part_block& block) {
  const json head = json::parse(block.head);
  finished_task task{head.at("task").get<std::string>(), head.at("threw").get<bool>(), results_from(block.records)};
  for (const record& r : task.found)
    if (const std::string why = contradiction_in(r); !why.empty())
      throw input_error(r.cell + ": expected a verdict that follows from its facts, found \"" + name_of(r.outcome) +
                        "\", but " + why);
  return task;
}

}  // namespace

void write_part(const fs::path& folder, const options& how, const std::vector<finished_task>& tasks) {
  const json asked{{"grid", how.quick ? "quick" : "full"}, {"filter", how.filter}};
  write_part_file(folder, type_of_study_part, {.part = how.part, .asked = asked.dump(), .blocks = blocks_of(tasks)});
}

parts_of_a_run read_parts(const std::vector<fs::path>& folders) {
  const auto in_words = [](const std::string& asked) {
    const json how = json::parse(asked);
    const auto filter = how.at("filter").get<std::string>();
    return "the " + how.at("grid").get<std::string>() + " grid" + (filter.empty() ? "" : ", filter " + filter);
  };
  parts_of_a_run all;
  for (const part_file& part : read_part_files(folders, type_of_study_part, in_words))
    read_of_part(part, [&] {
      const json how = json::parse(part.asked);
      all.quick = how.at("grid").get<std::string>() == "quick";
      all.filter = how.at("filter").get<std::string>();
      for (const part_block& block : part.blocks) all.tasks.push_back(task_from(block));
    });
  return all;
}

}  // namespace unilateral::study
