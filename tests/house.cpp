/// The map of the house in CONTRIBUTING.md, held to the tree, and what every file obeys.
///   Every folder of the first two levels stands on the map, and every place on the map is there; the files that it
///   says to copy are there too. No line of C++, CMake or shell has more than 120 characters. Decisions are numbered
///   without a gap.
/// Pages and tree are passed in, so that faults can be planted in either.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

/// Paths from the root with their texts; build trees, results and what begins with a dot are not of the house.
std::map<std::string, std::string> tree() {
  std::map<std::string, std::string> files;
  for (fs::recursive_directory_iterator at(SOURCE_ROOT), end; at != end; ++at) {
    const std::string path = fs::relative(at->path(), SOURCE_ROOT).generic_string();
    if (path == "build" || path == "reports/out" || at->path().filename().string().starts_with(".") ||
        at->path().filename() == "__pycache__") {
      if (at->is_directory()) at.disable_recursion_pending();
      continue;
    }
    if (!at->is_regular_file()) continue;
    std::ostringstream text;
    text << std::ifstream(at->path()).rdbuf();
    files.emplace(path, text.str());
  }
  return files;
}

using file_set = std::map<std::string, std::string>;

/// Folders "a/" and "a/b/" of the files.
std::set<std::string> folders_of(const file_set& files) {
  std::set<std::string> folders;
  for (const auto& [path, text] : files) {
    const std::size_t first = path.find('/');
    if (first == std::string::npos) continue;
    folders.insert(path.substr(0, first + 1));
    if (const std::size_t second = path.find('/', first + 1); second != std::string::npos)
      folders.insert(path.substr(0, second + 1));
  }
  return folders;
}

/// The block of code under "## The house": what stands at the begin of a line, and names of folders within it.
std::vector<std::string> map_of(const std::string& page) {
  std::smatch block;
  if (!std::regex_search(page, block, std::regex("## The house\n```\n([^`]*)```"))) return {};
  std::istringstream lines(block[1].str());
  std::vector<std::string> rows;
  for (std::string line; std::getline(lines, line);) rows.push_back(line);
  return rows;
}

std::vector<std::string> faults(const file_set& files) {
  std::vector<std::string> found;
  const std::string& page = files.at("CONTRIBUTING.md");
  const std::set<std::string> folders = folders_of(files);
  std::set<std::string> mapped;
  const std::vector<std::string> rows = map_of(page);
  if (rows.size() > 20) found.push_back("a map of " + std::to_string(rows.size()) + " lines");
  const std::regex folder("[a-z_]+(/[a-z_]+)?/");
  const auto is_there = [&](const std::string& name) {
    const auto at = files.lower_bound(name);
    return at != files.end() && at->first.starts_with(name);
  };
  for (const std::string& row : rows) {
    // A second folder on a line is named from the root, or from the first one, or stands beside it.
    std::string room;
    for (std::sregex_iterator at(row.begin(), row.end(), folder), end; at != end; ++at) {
      const std::string beside = room.substr(0, room.find('/') + 1);
      std::string name = at->str();
      for (const std::string& from : {std::string(), room, beside})
        if (is_there(from + at->str())) {
          name = from + at->str();
          break;
        }
      if (room.empty()) room = name;
      if (!is_there(name)) found.push_back("not in the tree: " + name);
      mapped.insert(name);
      mapped.insert(name.substr(0, name.find('/') + 1));
    }
  }
  for (const std::string& name : folders) {
    const std::string room = name.substr(0, name.find('/') + 1);
    // One line speaks for a room that is a folder a solver, and for rooms whose folders are not the house's plan.
    if (mapped.contains(name) || (room == "solvers/" && mapped.contains(room)) || room == "docs/" || room == "bench/")
      continue;
    found.push_back("not on the map: " + name);
  }

  const std::regex copied("[Cc]opy (?:the folder |one of )?`([^`]+)`");
  int examples = 0;
  for (std::sregex_iterator at(page.begin(), page.end(), copied), end; at != end; ++at, ++examples) {
    const std::string path = (*at)[1];
    if (!files.contains(path) && !is_there(path + "/")) found.push_back("nothing to copy: " + path);
  }
  if (examples < 5) found.push_back("fewer than five examples to copy");

  for (const auto& [path, text] : files) {
    const std::string extension = fs::path(path).extension().string();
    const bool is_script = text.starts_with("#!/usr/bin/env bash") || text.starts_with("#!/bin/");
    if (extension != ".hpp" && extension != ".cpp" && !path.ends_with("CMakeLists.txt") && extension != ".cmake" &&
        !is_script)
      continue;
    std::istringstream lines(text);
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      const auto characters = std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; });
      if (characters > 120) found.push_back(path + ":" + std::to_string(number) + ": " + std::to_string(characters));
    }
  }

  std::set<int> decisions;
  for (const auto& [path, text] : files)
    if (path.starts_with("docs/decisions/")) decisions.insert(std::stoi(path.substr(15, 4)));
  for (int k = 1; k <= static_cast<int>(decisions.size()); ++k)
    if (!decisions.contains(k)) found.push_back("no decision " + std::to_string(k));
  return found;
}

TEST(house, is_as_its_map_says) {
  for (const std::string& fault : faults(tree())) ADD_FAILURE() << fault;
}

TEST(house, faults_are_seen) {
  const file_set sound = tree();
  const auto with = [&](const std::string& path, const std::string& text) {
    file_set files = sound;
    files[path] = text;
    return faults(files);
  };
  const auto page_with = [&](const std::string& what, const std::string& instead) {
    std::string page = sound.at("CONTRIBUTING.md");
    page.replace(page.find(what), what.size(), instead);
    return with("CONTRIBUTING.md", page);
  };
  EXPECT_THAT(with("reports/attic/old.cpp", ""), ElementsAre("not on the map: reports/attic/"));
  EXPECT_THAT(with("attic/old.cpp", ""), ElementsAre("not on the map: attic/"));
  EXPECT_THAT(
      page_with("problems/judge/ ", "problems/jury/ "),
      ElementsAre("not in the tree: problems/jury/", "not in the tree: laws/", "not on the map: problems/judge/"));
  EXPECT_THAT(page_with("laws/ a file", "lawyers/ a file"), ElementsAre("not in the tree: lawyers/"));
  EXPECT_THAT(page_with("wall_speed.cpp` to", "wall.cpp` to"),
              ElementsAre("nothing to copy: tests/added/studies/wall.cpp"));
  EXPECT_THAT(page_with("problems/text/ ", "problems/text/\nproblems/text/ "), ElementsAre("a map of 21 lines"));
  EXPECT_THAT(with("solvers/long.hpp", std::string(121, 'x')), ElementsAre("solvers/long.hpp:1: 121"));
  EXPECT_THAT(with("solvers/long.hpp", "/// \u00e9" + std::string(115, 'x')), IsEmpty());
  EXPECT_THAT(with("docs/decisions/0042-answer.md", ""), ElementsAre("no decision 11"));
}

}  // namespace
