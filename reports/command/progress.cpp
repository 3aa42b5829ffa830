#include "reports/command/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace unilateral::command {
namespace {

constexpr int bar_length = 30;

bool on_a_terminal() { return ::isatty(STDERR_FILENO) != 0; }

void take_away() { fmt::print(stderr, "\r\033[K"); }

void draw(int filled, const std::string& text) {
  fmt::print(stderr, "\r\033[K[{:#<{}}{: <{}}] {}", "", filled, "", bar_length - filled, text);
  std::fflush(stderr);
}

void bar(int finished, int all, const std::string& cell) {
  draw(all > 0 ? bar_length * finished / all : bar_length, fmt::format("{}/{} {:.60}", finished, all, cell));
  if (finished == all) take_away();
  std::fflush(stderr);
}

void line(int finished, int all, const std::string& cell) { fmt::print(stderr, "{}/{} {}\n", finished, all, cell); }

}  // namespace

study::progress_report progress_on_stderr() { return on_a_terminal() ? bar : line; }

study::progress_report now_and_then_on_stderr() {
  if (on_a_terminal()) return bar;
  return [next = std::chrono::steady_clock::now() + std::chrono::seconds(5)](int finished, int all,
                                                                             const std::string& cell) mutable {
    if (std::chrono::steady_clock::now() < next) return;
    line(finished, all, cell);
    next = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  };
}

run_progress::~run_progress() {
  if (shown_ && on_a_terminal()) take_away();
}

std::function<void(double part)> run_progress::of(const std::string& what) {
  return [this, what](double part) { print(part, what); };
}

void run_progress::print(double part, const std::string& what) {
  if (clock::now() < next_) return;
  const double done = std::clamp(part, 0.0, 1.0);
  const std::string text = fmt::format("{}, {}: {:.0f} %", of_, what, 100 * done);
  shown_ = true;
  if (on_a_terminal()) {
    draw(static_cast<int>(bar_length * done), text);
    next_ = clock::now() + std::chrono::milliseconds(200);
  } else {
    fmt::print(stderr, "{}\n", text);
    next_ = clock::now() + std::chrono::seconds(5);
  }
}

}  // namespace unilateral::command
