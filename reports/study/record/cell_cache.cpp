#include "reports/study/record/cell_cache.hpp"

#include "problems/language/input_error.hpp"
#include "reports/study/record/results_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace unilateral::study {

std::uint64_t stable_hash(const std::string& bytes) {
  std::uint64_t hash = 14695981039346656037u;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return hash;
}

const std::string& code_identity() {
  static const std::string identity = [] {
    std::ifstream program("/proc/self/exe", std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(program), {}};
    return fmt::format("{:016x}", stable_hash(bytes));
  }();
  return identity;
}

cell_cache::cell_cache(std::string directory, std::string code, bool quick)
    : directory_(std::move(directory)), key_(std::move(code) + (quick ? "/quick/" : "/full/")) {
  if (directory_.empty()) return;
  std::error_code failed;
  std::filesystem::create_directories(directory_, failed);
  if (failed) throw input_error(directory_ + ": expected a directory that can be made, found: " + failed.message());
}

std::string cell_cache::path_of(const std::string& task) const {
  return fmt::format("{}/{:016x}.jsonl", directory_, stable_hash(key_ + task));
}

std::optional<results> cell_cache::find(const std::string& task) const {
  if (directory_.empty()) return {};
  std::ifstream file(path_of(task));
  // The first line repeats the key, so that two tasks of one hash can't be taken for each other.
  std::string line;
  if (!std::getline(file, line) || line != key_ + task) return {};
  std::vector<std::string> lines;
  while (std::getline(file, line)) lines.push_back(line);
  try {
    return results_from(lines);
  } catch (const input_error&) {
    return {};
  }
}

void cell_cache::keep(const std::string& task, const results& found) const {
  if (directory_.empty()) return;
  const auto settled = [](const record& r) { return r.outcome == verdict::holds || r.outcome == verdict::measured; };
  if (!std::all_of(found.begin(), found.end(), settled)) return;
  const std::string path = path_of(task), part = path + ".part";
  {
    std::ofstream file(part);
    file << key_ + task << '\n';
    for (const std::string& line : lines_of(found)) file << line << '\n';
    if (!file.flush()) return;  // a full disk costs the resumption, not the run
  }
  std::error_code ignored;
  std::filesystem::rename(part, path, ignored);
}

}  // namespace unilateral::study
