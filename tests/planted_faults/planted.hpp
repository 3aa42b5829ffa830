#pragma once
/// Which planted fault a process has: PLANTED_FAULT=n in its environment, 0 or nothing: none. Read once. `run` puts an
/// include of this file first in every file that it plants faults in; nothing else includes it.
///
/// Where PLANTED_REACHED names a folder, a process leaves there the numbers of the faults whose places it came by, in
/// a file of its own: a check that never comes by a place cannot see what is planted there.

// Both texts stand side by side: some of what either needs is then without use, and parentheses are many.
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wunused-value"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wreturn-type"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unistd.h>

namespace unilateral {

class planted_faults {
 public:
  bool has(int number) {
    if (watched_ && !reached_[number].load(std::memory_order_relaxed))
      reached_[number].store(true, std::memory_order_relaxed);
    return number == chosen_;
  }
  ~planted_faults() {
    if (!watched_) return;
    const std::string name = std::string(watched_) + "/" + std::to_string(getpid());
    std::FILE* file = std::fopen(name.c_str(), "w");
    if (!file) return;
    for (int n = 1; n < most; ++n)
      if (reached_[n]) std::fprintf(file, "%d\n", n);
    std::fclose(file);
  }

 private:
  static constexpr int most = 1000000;
  static int number(const char* text) { return text ? std::atoi(text) : 0; }
  int chosen_ = number(std::getenv("PLANTED_FAULT"));
  const char* watched_ = std::getenv("PLANTED_REACHED");
  std::atomic<bool> reached_[most] = {};
};
/// In a function, for namespaces are initialised in no order.
inline planted_faults& planted_faults_of_this_process() {
  static planted_faults faults;
  return faults;
}
inline bool planted(int number) { return planted_faults_of_this_process().has(number); }

}  // namespace unilateral
