#include "reports/study/run/part_file.hpp"

#include "problems/language/input_error.hpp"
#include "reports/study/record/cell_cache.hpp"
#include "reports/study/record/results_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <fstream>

namespace unilateral::study {
namespace {

using json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr int most_parts = 100'000;

fs::path file_in(const fs::path& folder) { return folder / "shard.jsonl"; }

std::ifstream opened(const fs::path& folder) {
  std::ifstream file(file_in(folder));
  if (!file)
    throw input_error(file_in(folder).string() +
                      ": expected a part of a run, as --shard writes it when it is done, found none");
  return file;
}

std::vector<std::string> lines_of(const std::vector<part_block>& blocks) {
  std::vector<std::string> lines;
  for (const part_block& block : blocks) {
    json head = json::parse(block.head);
    head["records"] = block.records.size();
    lines.push_back(head.dump());
    lines.insert(lines.end(), block.records.begin(), block.records.end());
  }
  return lines;
}

std::vector<part_block> blocks_from(const std::vector<std::string>& lines) {
  std::vector<part_block> blocks;
  for (std::size_t k = 0; k < lines.size();) {
    part_block block{.head = lines[k++]};
    const auto count = json::parse(block.head).at("records").get<std::size_t>();
    if (count > lines.size() - k) throw input_error(fmt::format("expected {} records of {}", count, block.head));
    const auto begin = lines.begin() + static_cast<std::ptrdiff_t>(k);
    block.records.assign(begin, begin + static_cast<std::ptrdiff_t>(count));
    blocks.push_back(std::move(block));
    k += count;
  }
  return blocks;
}

part_file read_part(const fs::path& folder, const std::string& type) {
  std::ifstream file = opened(folder);
  std::string first;
  std::getline(file, first);
  part_file found{.path = file_in(folder)};
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  read_of_part(found, [&] {
    json header = json::parse(first);
    const auto said = header.at("seal").get<std::string>();
    header.erase("seal");
    if (const std::string sealed = seal_of(header.dump(), lines); said != sealed)
      throw input_error("expected what its first line seals, " + said + ", found " + sealed);
    if (const auto program = header.at("program").get<std::string>(); program != code_identity())
      throw input_error("expected a part that this program made (" + code_identity() + "), found one of another (" +
                        program + ", version " + header.at("version").get<std::string>() + ")");
    if (const auto is = header.at("type").get<std::string>(); is != type)
      throw input_error("expected a part of type " + type + ", found " + is);
    found.part = shard_from("part", header.at("part").get<std::string>());
    found.asked = header.at("asked").dump();
    found.blocks = blocks_from(lines);
  });
  return found;
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

void write_part_file(const fs::path& folder, const std::string& type, const part_file& content) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  const fs::path path = file_in(folder), unfinished = path.string() + ".unfinished";
  json header{{"type", type},
              {"program", code_identity()},
              {"version", provenance_of_this_run().version},
              {"part", fmt::format("{}/{}", content.part.index, content.part.count)},
              {"asked", json::parse(content.asked)}};
  const std::vector<std::string> lines = lines_of(content.blocks);
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

void read_of_part(const part_file& from, const std::function<void()>& reading) {
  try {
    reading();
  } catch (const json::parse_error&) {
    throw input_error(from.path.string() + ": expected a part of a run, found a line that is no JSON");
  } catch (const json::exception&) {
    throw input_error(from.path.string() + ": expected a part of a run, found a line without its fields");
  } catch (const input_error& e) {
    throw input_error(from.path.string() + ": " + e.what());
  }
}

std::string type_of_part(const fs::path& folder) {
  std::ifstream file = opened(folder);
  std::string first, type;
  std::getline(file, first);
  read_of_part({.path = file_in(folder)}, [&] { type = json::parse(first).at("type").get<std::string>(); });
  return type;
}

std::vector<part_file> read_part_files(const std::vector<fs::path>& folders, const std::string& type,
                                       const std::function<std::string(const std::string& asked)>& in_words) {
  std::vector<part_file> all;
  std::vector<const fs::path*> from;  // of part k + 1
  std::string expected;
  for (const fs::path& folder : folders) {
    part_file read = read_part(folder, type);
    std::string found;
    read_of_part(read, [&] { found = fmt::format("{} parts of {}", read.part.count, in_words(read.asked)); });
    const auto count = static_cast<std::size_t>(read.part.count), k = static_cast<std::size_t>(read.part.index - 1);
    if (from.empty()) {
      from.resize(count);
      all.resize(count);
      expected = found;
    }
    if (expected != found)
      throw input_error(folder.string() + ": expected one of " + expected + " (" + folders.front().string() +
                        "), found one of " + found);
    if (from[k] != nullptr)
      throw input_error(folder.string() + ": expected each part once, found part " + std::to_string(k + 1) +
                        " here and in " + from[k]->string());
    from[k] = &folder;
    all[k] = std::move(read);
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
