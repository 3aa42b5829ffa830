#include "reports/study/run/shard_file.hpp"

#include "problems/language/input_error.hpp"
#include "reports/study/record/cell_cache.hpp"
#include "reports/study/record/consistency.hpp"
#include "reports/study/record/results_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <fstream>
#include <iterator>

namespace unilateral::study {
namespace {

using json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr int most_parts = 100'000;

struct part_file {
  shard part;
  parts_of_a_run content;
};

json header_of(const options& how) {
  return {{"type", "shard"},
          {"program", code_identity()},
          {"version", provenance_of_this_run().version},
          {"part", fmt::format("{}/{}", how.part.index, how.part.count)},
          {"grid", how.quick ? "quick" : "full"},
          {"filter", how.filter}};
}

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

part_file read_part(const fs::path& folder) {
  const fs::path path = folder / "shard.jsonl";
  std::ifstream file(path);
  if (!file)
    throw input_error(path.string() + ": expected a part of a run, as --shard writes it when it is done, found none");
  std::string first;
  std::getline(file, first);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  try {
    json header = json::parse(first);
    const auto said = header.at("seal").get<std::string>();
    header.erase("seal");
    if (const std::string found = seal_of(header.dump(), lines); said != found)
      throw input_error("expected what its first line seals, " + said + ", found " + found);
    if (const auto program = header.at("program").get<std::string>(); program != code_identity())
      throw input_error("expected a part that this program made (" + code_identity() + "), found one of another (" +
                        program + ", version " + header.at("version").get<std::string>() + ")");
    return {
        shard_from("part", header.at("part").get<std::string>()),
        {header.at("grid").get<std::string>() == "quick", header.at("filter").get<std::string>(), tasks_from(lines)}};
  } catch (const json::exception& e) {
    throw input_error(path.string() + ": expected a part of a run, found " + e.what());
  } catch (const input_error& e) {
    throw input_error(path.string() + ": " + e.what());
  }
}

}  // namespace

shard shard_from(const std::string& option, const std::string& text) {
  shard part{0, 0};
  const char *at = text.data(), *const end = at + text.size();
  const auto [slash, bad_index] = std::from_chars(at, end, part.index);
  bool good = bad_index == std::errc{} && slash != end && *slash == '/';
  if (good) {
    const auto [rest, bad_count] = std::from_chars(slash + 1, end, part.count);
    good = bad_count == std::errc{} && rest == end && 1 <= part.index && part.index <= part.count &&
           part.count <= most_parts;
  }
  if (!good)
    throw input_error(
        fmt::format("{}: expected i/n, whole numbers with 1 <= i <= n <= {}, found \"{}\"", option, most_parts, text));
  return part;
}

void write_part(const fs::path& folder, const options& how, const std::vector<finished_task>& tasks) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  const fs::path path = folder / "shard.jsonl", unfinished = folder / "shard.jsonl.unfinished";
  json header = header_of(how);
  const std::vector<std::string> lines = lines_of(tasks);
  header["seal"] = seal_of(header.dump(), lines);
  std::ofstream file(unfinished);
  file << header.dump() << '\n';
  for (const std::string& line : lines) file << line << '\n';
  file.close();
  if (file) fs::rename(unfinished, path, failed);
  if (!file || failed) {
    std::error_code ignored;
    fs::remove(unfinished, ignored);
    throw input_error(path.string() + ": expected a writable file, found none");
  }
}

parts_of_a_run read_parts(const std::vector<fs::path>& folders) {
  parts_of_a_run all;
  std::vector<const fs::path*> from;  // of part k + 1
  for (const fs::path& folder : folders) {
    part_file read = read_part(folder);
    const auto asked = [](const parts_of_a_run& run, std::size_t count) {
      return fmt::format("{} parts of the {} grid{}", count, run.quick ? "quick" : "full",
                         run.filter.empty() ? "" : ", filter " + run.filter);
    };
    const auto count = static_cast<std::size_t>(read.part.count), k = static_cast<std::size_t>(read.part.index - 1);
    if (from.empty()) {
      from.resize(count);
      all.quick = read.content.quick;
      all.filter = read.content.filter;
    }
    if (const std::string expected = asked(all, from.size()), found = asked(read.content, count); expected != found)
      throw input_error(folder.string() + ": expected one of " + expected + " (" + folders.front().string() +
                        "), found one of " + found);
    if (from[k] != nullptr)
      throw input_error(folder.string() + ": expected each part once, found part " + std::to_string(k + 1) +
                        " here and in " + from[k]->string());
    from[k] = &folder;
    std::move(read.content.tasks.begin(), read.content.tasks.end(), std::back_inserter(all.tasks));
  }
  std::vector<std::size_t> missing;
  for (std::size_t k = 0; k < from.size(); ++k)
    if (from[k] == nullptr) missing.push_back(k + 1);
  if (!missing.empty()) {
    const std::size_t count = missing.size();
    missing.resize(std::min<std::size_t>(count, 20));
    throw input_error(fmt::format("expected all {} parts, found none of {}{}", from.size(), fmt::join(missing, ", "),
                                  count > 20 ? fmt::format(" and {} more", count - 20) : ""));
  }
  return all;
}

}  // namespace unilateral::study
