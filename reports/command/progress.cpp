#include "reports/command/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace unilateral::command {
namespace {

constexpr int bar_length = 30;

void bar(int finished, int all, const std::string& cell) {
  const int filled = all > 0 ? bar_length * finished / all : bar_length;
  fmt::print(stderr, "\r\033[K[{:#<{}}{: <{}}] {}/{} {:.60}", "", filled, "", bar_length - filled, finished, all, cell);
  if (finished == all) fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
}

void line(int finished, int all, const std::string& cell) { fmt::print(stderr, "{}/{} {}\n", finished, all, cell); }

}  // namespace

study::progress_report progress_on_stderr() { return ::isatty(STDERR_FILENO) ? bar : line; }

}  // namespace unilateral::command
