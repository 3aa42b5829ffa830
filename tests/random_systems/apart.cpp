#include "tests/random_systems/apart.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <stdexcept>

namespace unilateral::random_systems {
namespace {

void write_all(int to, const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t written = write(to, text.data() + at, text.size() - at);
    if (written <= 0) return;
    at += static_cast<std::size_t>(written);
  }
}

[[noreturn]] void be_the_child(int to, const std::function<std::string()>& compute, double limit, int megabytes) {
  const rlimit work{static_cast<rlim_t>(limit) + 1, static_cast<rlim_t>(limit) + 2};
  setrlimit(RLIMIT_CPU, &work);
  const rlimit memory{static_cast<rlim_t>(megabytes) << 20, static_cast<rlim_t>(megabytes) << 20};
  setrlimit(RLIMIT_AS, &memory);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  std::string text;
  try {
    text = "+" + compute();
  } catch (const std::exception& error) {
    text = std::string("-") + error.what();
  } catch (...) {
    text = "-an exception of another kind";
  }
  write_all(to, text);
  close(to);
  _exit(0);
}

}  // namespace

double crowd() {
  double waiting = 1;
  if (getloadavg(&waiting, 1) != 1) return 1;
  return std::max(1.0, waiting / static_cast<double>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN))));
}

outcome_apart run_apart(const std::function<std::string()>& compute, double limit, int megabytes) {
  // One child at a time is born: another that inherited this pipe's writing end would keep it open.
  static std::mutex one_at_a_time;
  std::unique_lock<std::mutex> birth(one_at_a_time);
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("run_apart: no pipe");
  fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("run_apart: no process");
  if (child == 0) {
    birth.unlock();  // the child has children too
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    close(ends[0]);
    be_the_child(ends[1], compute, limit, megabytes);
  }
  close(ends[1]);
  birth.unlock();
  using clock = std::chrono::steady_clock;
  const auto begin = clock::now();
  const auto spent = [&] { return std::chrono::duration<double>(clock::now() - begin).count(); };
  std::string text;
  bool late = false;
  for (char buffer[65536];;) {
    const double left = 30 * limit - spent();
    pollfd watched{ends[0], POLLIN, 0};
    if (left <= 0 || poll(&watched, 1, static_cast<int>(left * 1000) + 1) == 0) {
      late = true;
      kill(child, SIGKILL);
      break;
    }
    const ssize_t got = read(ends[0], buffer, sizeof buffer);
    if (got <= 0) break;
    text.append(buffer, static_cast<std::size_t>(got));
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  outcome_apart result;
  result.seconds = spent();
  const bool worked_too_long = WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL);
  if (late || (text.empty() && worked_too_long))
    result.ended = outcome_apart::how::limit;
  else if (!text.empty() && text[0] == '+')
    result.text = text.substr(1);
  else {
    result.ended = outcome_apart::how::crashed;
    result.text = !text.empty()         ? text.substr(1)
                  : WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status))
                                        : "no answer";
  }
  return result;
}

}  // namespace unilateral::random_systems
