/// Bytes as another code's trajectory: refused in one line with its place, or rows of finite numbers in order of time.
#include "problems/language/input_error.hpp"
#include "reports/study/external/trajectory_file.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

/// A file without a disk.
class memory_file {
 public:
  memory_file() : file_(memfd_create("rows.csv", 0)), path_("/proc/self/fd/" + std::to_string(file_)) {}
  const std::string& holding(const std::uint8_t* bytes, std::size_t size) {
    const auto written = pwrite(file_, bytes, size, 0);
    if (written != static_cast<ssize_t>(size) || ftruncate(file_, written) != 0) std::abort();
    return path_;
  }

 private:
  int file_;
  std::string path_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace unilateral;
  static memory_file file;
  try {
    const study::trajectory_rows read = study::read_rows(file.holding(bytes, size), {"x", "y"}, 1);
    if (read.rows.empty() || read.rows.front().t != 0) std::abort();
    double last = 0;
    for (const study::file_row& row : read.rows) {
      if (!(row.t >= last) || !row.q.allFinite() || !row.v.allFinite()) std::abort();
      last = row.t;
    }
    study::reading_of(read, {});
  } catch (const input_error& refused) {
    if (std::string(refused.what()).find('\n') != std::string::npos) std::abort();
  }
  return 0;
}
