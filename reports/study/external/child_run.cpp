#include "reports/study/external/child_run.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>
#include <stdexcept>

namespace unilateral::study {
namespace {

class descriptor {
 public:
  explicit descriptor(int fd) : fd_(fd) {}
  ~descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

/// A command that writes without end would fill the disk before its time is over.
constexpr rlim_t most_bytes_of_a_file = rlim_t{4} << 30;

/// Readable for ever once a signal came; all that wait see it. −1: nobody listens.
std::atomic<int> interruption = -1;
std::atomic<int> signal_seen = 0;

void note_signal(int number) {
  const int errno_before = errno;
  signal_seen = number;
  const std::uint64_t one = 1;
  if (const int fd = interruption; fd >= 0) static_cast<void>(!::write(fd, &one, sizeof one));
  errno = errno_before;
}

std::runtime_error not_started(const char* what) {
  return std::runtime_error(std::string("no process could be started: ") + what + ": " + std::strerror(errno));
}

descriptor opened(const std::filesystem::path& path, int flags) {
  const int fd = ::open(path.c_str(), flags | O_CLOEXEC, 0600);
  if (fd < 0) throw not_started(path.c_str());
  return descriptor(fd);
}

/// In the child, between fork and exec: nothing but calls that are safe there.
[[noreturn]] void become(const char* folder, const char* const* arguments, char* const* environment, int input,
                         int output, int errors) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // where we are killed without a word, the shell at least goes too
  for (const int number : {SIGINT, SIGTERM, SIGHUP})
    if (struct sigaction now; ::sigaction(number, nullptr, &now) == 0 && now.sa_handler != SIG_IGN)
      ::signal(number, SIG_DFL);
  ::signal(SIGPIPE, SIG_DFL);
  constexpr rlimit largest_file{most_bytes_of_a_file, most_bytes_of_a_file};
  ::setrlimit(RLIMIT_FSIZE, &largest_file);
  if (::chdir(folder) == 0 && ::dup2(input, 0) >= 0 && ::dup2(output, 1) >= 0 && ::dup2(errors, 2) >= 0)
    ::execve("/bin/sh", const_cast<char* const*>(arguments), environment);
  ::_exit(126);
}

}  // namespace

child_end run_child(const child_request& asked) {
  const descriptor input = opened("/dev/null", O_RDONLY);
  const descriptor output = opened(asked.output, O_WRONLY | O_CREAT | O_TRUNC);
  const descriptor errors = opened(asked.errors, O_WRONLY | O_CREAT | O_TRUNC);

  std::vector<std::string> settings;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view ours(*entry);
    const bool replaced = std::any_of(asked.environment.begin(), asked.environment.end(),
                                      [&](const auto& setting) { return ours.starts_with(setting.first + "="); });
    if (!replaced) settings.emplace_back(ours);
  }
  for (const auto& [name, value] : asked.environment) settings.push_back(name + "=" + value);
  std::vector<char*> environment;
  for (std::string& setting : settings) environment.push_back(setting.data());
  environment.push_back(nullptr);
  const char* const arguments[] = {"sh", "-c", asked.command.c_str(), nullptr};

  const auto begin = std::chrono::steady_clock::now();
  const pid_t child = ::fork();
  if (child < 0) throw not_started("fork");
  if (child == 0) become(asked.folder.c_str(), arguments, environment.data(), input.get(), output.get(), errors.get());
  ::setpgid(child, child);  // the child does so too; who comes first does not matter

  const descriptor ended(static_cast<int>(::syscall(SYS_pidfd_open, child, 0)));
  if (ended.get() < 0) {
    const std::runtime_error why = not_started("pidfd_open");
    ::kill(-child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    throw why;
  }
  child_end end{.is = child_end::how::exited};
  bool was_interrupted = false;
  for (;;) {
    const double left = asked.limit - std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    pollfd watched[] = {{.fd = ended.get(), .events = POLLIN, .revents = 0},
                        {.fd = interruption, .events = POLLIN, .revents = 0}};
    const int wait = left <= 0 ? 0 : static_cast<int>(std::min(std::ceil(left * 1000), 1e9));
    const int seen = ::poll(watched, std::size(watched), wait);
    if (seen < 0 && errno == EINTR) continue;
    if (watched[0].revents != 0) break;
    was_interrupted = watched[1].revents != 0;
    if (seen == 0 && left > 0) continue;
    end.is = child_end::how::outlived;
    break;
  }
  ::kill(-child, SIGKILL);  // the whole group: also what a command that has ended left in the background
  int status = 0;
  rusage used{};
  while (::wait4(child, &status, 0, &used) < 0 && errno == EINTR) {
  }
  if (was_interrupted) throw interrupted{signal_seen};
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  end.seconds = seconds(used.ru_utime) + seconds(used.ru_stime);
  if (end.is == child_end::how::outlived) return end;
  end.is = WIFSIGNALED(status) ? child_end::how::killed : child_end::how::exited;
  end.number = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  return end;
}

ends_on_signals::ends_on_signals() {
  signal_seen = 0;
  interruption = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  struct sigaction noted{};
  noted.sa_handler = note_signal;
  sigemptyset(&noted.sa_mask);
  for (std::size_t k = 0; k < std::size(signals_); ++k) {
    ::sigaction(signals_[k], nullptr, &before_[k]);
    if (before_[k].sa_handler != SIG_IGN) ::sigaction(signals_[k], &noted, nullptr);
  }
}

ends_on_signals::~ends_on_signals() {
  for (std::size_t k = 0; k < std::size(signals_); ++k) ::sigaction(signals_[k], &before_[k], nullptr);
  if (const int fd = interruption.exchange(-1); fd >= 0) ::close(fd);
}

}  // namespace unilateral::study
