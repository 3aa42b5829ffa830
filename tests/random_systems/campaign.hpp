#pragma once
/// Many random systems, and what was found, by kind.

#include "tests/random_systems/trial.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace unilateral::random_systems {

struct campaign_options {
  std::uint64_t first = 1;  ///< seed
  int count = 100;
  std::string kind{};  ///< empty: kinds take turns
  int jobs = 1;        ///< systems at a time, each in a process of its own
  trial_options each{};
  std::function<void(const random_system&, const trial&)> report{};  ///< of each system, in order of their seeds
};

struct tally {
  std::map<std::string, std::map<verdict, int>> by_kind;
  /// (contender, its message without numbers, kind) → how many
  std::map<std::tuple<std::string, std::string, std::string>, int> messages;
  std::map<std::string, int> remarks;  ///< without numbers
  int run = 0;

  int of(verdict v) const;
  /// Systems that have a motion, and that one engine or all refused.
  int refused() const { return of(verdict::refused_by_all) + of(verdict::refused_by_one); }
  void add(const trial& t);
};
std::string table(const tally& of);

tally campaign(const campaign_options& how);

/// One line of JSON.
std::string to_json(const trial& t);
trial from_json(const std::string& line);

}  // namespace unilateral::random_systems
