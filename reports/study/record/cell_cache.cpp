#include "reports/study/record/cell_cache.hpp"

#include "problems/language/input_error.hpp"
#include "reports/study/record/consistency.hpp"
#include "reports/study/record/results_file.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace unilateral::study {
namespace {

/// Holds or is measured, and its facts do not say otherwise: a cell that need not be run again.
bool is_settled(const record& r) {
  return (r.outcome == verdict::holds || r.outcome == verdict::measured) && contradiction_in(r).empty();
}

}  // namespace

std::uint64_t stable_hash(const std::string& bytes) {
  std::uint64_t hash = 14695981039346656037u;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return hash;
}

const std::string& code_identity() {
  static const std::string identity = [] {
    std::ifstream program("/proc/self/exe", std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(program), {}};
    // A program that cannot read itself must not take another's numbers for its own.
    if (bytes.empty())
      bytes = fmt::format("{} {}", ::getpid(), std::chrono::system_clock::now().time_since_epoch().count());
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
  std::string line;
  if (!std::getline(file, line) || line != key_ + task) return {};
  std::string said;
  std::getline(file, said);
  std::vector<std::string> lines;
  while (std::getline(file, line)) lines.push_back(line);
  if (said != seal_of(key_ + task, lines)) return {};
  try {
    results found = results_from(lines);
    if (!std::all_of(found.begin(), found.end(), is_settled)) return {};
    return found;
  } catch (const input_error&) {
    return {};
  }
}

void cell_cache::keep(const std::string& task, const results& found) const {
  if (directory_.empty() || !std::all_of(found.begin(), found.end(), is_settled)) return;
  const std::string path = path_of(task), part = path + "." + std::to_string(::getpid()) + ".part";
  std::error_code ignored;
  {
    const std::vector<std::string> lines = lines_of(found);
    std::ofstream file(part);
    file << key_ + task << '\n' << seal_of(key_ + task, lines) << '\n';
    for (const std::string& line : lines) file << line << '\n';
    if (!file.flush()) {  // a full disk costs the resumption, not the run
      file.close();
      std::filesystem::remove(part, ignored);
      return;
    }
  }
  std::filesystem::rename(part, path, ignored);
}

}  // namespace unilateral::study
