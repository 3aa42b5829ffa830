#pragma once
/// A command of somebody else's, run by the shell as a group of processes that ends with us: where it outlives its
/// limit, where we are interrupted, and where it leaves processes behind.

#include <csignal>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace unilateral::study {

struct child_request {
  std::string command;                                           ///< for `sh -c`
  std::filesystem::path folder;                                  ///< where it runs; it exists
  std::vector<std::pair<std::string, std::string>> environment;  ///< beside ours
  std::filesystem::path output, errors;                          ///< files of its standard output and standard error
  double limit;                                                  ///< seconds > 0 of the clock on the wall
};

struct child_end {
  enum class how { exited, killed, outlived } is;
  int number = 0;      ///< exit status, or signal
  double seconds = 0;  ///< of processor, of the command and of what it waited for
};

/// Waits for the command to end. Throws std::runtime_error where no process can be started, and `interrupted`.
child_end run_child(const child_request& asked);

/// A signal came while a command ran; what ran is ended.
struct interrupted {
  int signal;
};

/// While one of these lives, SIGINT, SIGTERM and SIGHUP end the commands that run, and run_child throws `interrupted`;
/// not those of them that were ignored before, as nohup has it. One at a time.
class ends_on_signals {
 public:
  ends_on_signals();
  ~ends_on_signals();
  ends_on_signals(const ends_on_signals&) = delete;
  ends_on_signals& operator=(const ends_on_signals&) = delete;

 private:
  static constexpr int signals_[] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction before_[std::size(signals_)];
};

}  // namespace unilateral::study
