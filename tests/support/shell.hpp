#pragma once
/// Programs run as a user runs them, through the shell, and the files that tests write for them.

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace unilateral::shell {

/// A folder of this process alone, gone with it.
class own_folder {
 public:
  own_folder() {
    std::string name = (std::filesystem::temp_directory_path() / "unilateral_test_XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder for a test: " + name);
    path_ = name;
  }
  ~own_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  own_folder(const own_folder&) = delete;
  own_folder& operator=(const own_folder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct outcome {
  int status;  ///< exit status; −1: ended by a signal
  std::string out, err;
};

/// Runs a command line by `sh`.
inline outcome run(const std::string& command) {
  static const own_folder folder;
  const std::string err = folder.path() / "stderr";
  FILE* const pipe = ::popen(("{ " + command + "\n} 2>'" + err + "'").c_str(), "r");
  std::string out;
  std::array<char, 65536> buffer;
  for (std::size_t read; (read = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
    out.append(buffer.data(), read);
  const int status = ::pclose(pipe);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, out, contents(err)};
}

}  // namespace unilateral::shell
