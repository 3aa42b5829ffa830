#include "reports/study/run/shard_file.hpp"

#include "problems/language/input_error.hpp"
#include "reports/study/record/consistency.hpp"
#include "reports/study/record/results_file.hpp"

#include <nlohmann/json.hpp>

#include <iterator>

namespace unilateral::study {
namespace {

using json = nlohmann::ordered_json;
namespace fs = std::filesystem;

std::vector<std::string> lines_of(const std::vector<finished_task>& tasks) {
  std::vector<std::string> lines;
  for (const finished_task& t : tasks) {
    lines.push_back(json{{"task", t.name}, {"threw", t.threw}, {"records", t.found.size()}}.dump());
    std::vector<std::string> records = study::lines_of(t.found);
    std::move(records.begin(), records.end(), std::back_inserter(lines));
  }
  return lines;
}

std::vector<finished_task> tasks_from(const std::vector<std::string>& lines) {
  std::vector<finished_task> tasks;
  for (std::size_t k = 0; k < lines.size();) {
    const json head = json::parse(lines[k++]);
    const auto count = head.at("records").get<std::size_t>();
    if (count > lines.size() - k) throw input_error("expected " + std::to_string(count) + " records of a task");
    const auto begin = lines.begin() + static_cast<std::ptrdiff_t>(k);
    tasks.push_back({head.at("task").get<std::string>(), head.at("threw").get<bool>(),
                     results_from({begin, begin + static_cast<std::ptrdiff_t>(count)})});
    for (const record& r : tasks.back().found)
      if (const std::string why = contradiction_in(r); !why.empty())
        throw input_error(r.cell + ": expected a verdict that follows from its facts, found \"" + name_of(r.outcome) +
                          "\", but " + why);
    k += count;
  }
  return tasks;
}

}  // namespace

void write_part(const fs::path& folder, const options& how, const std::vector<finished_task>& tasks) {
  const json asked{{"grid", how.quick ? "quick" : "full"}, {"filter", how.filter}};
  write_part_file(folder, type_of_study_part, {.part = how.part, .asked = asked.dump(), .lines = lines_of(tasks)});
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
      std::vector<finished_task> tasks = tasks_from(part.lines);
      std::move(tasks.begin(), tasks.end(), std::back_inserter(all.tasks));
    });
  return all;
}

}  // namespace unilateral::study
