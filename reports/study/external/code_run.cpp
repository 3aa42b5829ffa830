#include "reports/study/external/code_run.hpp"

#include "problems/language/input_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string_view>
#include <unistd.h>

namespace unilateral::study {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 9> placeholders{"problem", "step",   "tolerance", "until", "out",
                                                       "here",    "python", "c",         "octave"};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool plain_in_a_shell(std::string_view path) {
  return std::all_of(path.begin(), path.end(), [](char c) {
    return is_word(c) || c == '/' || c == '.' || c == '-' || c == '+' || c == ',' || c == ':' || c == '@' || c == '%' ||
           static_cast<unsigned char>(c) >= 0x80;
  });
}

/// The text with its placeholders replaced. A brace after $ is the shell's own. value(name): of a placeholder.
template <class Value>
std::string expanded(const external_code& code, const Value& value) {
  const std::string_view text = code.command;
  std::string result;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if ((c == '{' || c == '}') && k + 1 < text.size() && text[k + 1] == c) {
      result += c;
      ++k;
      continue;
    }
    const std::size_t end = c == '{' ? text.find('}', k) : std::string_view::npos;
    const bool of_the_shell = k > 0 && text[k - 1] == '$';
    if (c == '{' && end == std::string_view::npos && !of_the_shell) {
      const std::string_view rest = text.substr(k + 1);
      const auto word = static_cast<std::size_t>(std::find_if_not(rest.begin(), rest.end(), is_word) - rest.begin());
      if (std::find(placeholders.begin(), placeholders.end(), rest.substr(0, word)) != placeholders.end())
        throw input_error(fmt::format("--external {}: expected \"{{{}}}\", found \"{{{}\" without its closing brace",
                                      code.name, rest.substr(0, word), rest));
    }
    if (end == std::string_view::npos || of_the_shell) {
      result += c;
      continue;
    }
    const std::string_view name = text.substr(k + 1, end - k - 1);
    if (name.empty() || !std::all_of(name.begin(), name.end(), is_word)) {  // of a program within: awk '{ print $1 }'
      result += c;
      continue;
    }
    if (std::find(placeholders.begin(), placeholders.end(), name) == placeholders.end())
      throw input_error(
          fmt::format("--external {}: expected {{problem}}, {{python}}, {{c}}, {{octave}}, {{step}}, {{tolerance}}, "
                      "{{until}}, {{out}} or {{here}}, or {{{{ and }}}} for braces, found \"{{{}}}\"",
                      code.name, name));
    result += value(name);
    k = end;
  }
  return result;
}

/// Words that name a file of ours get its path: the command runs elsewhere.
std::string with_paths(const std::string& command, const fs::path& here) {
  std::string result;
  for (std::size_t k = 0; k < command.size();) {
    if (std::isspace(static_cast<unsigned char>(command[k])) != 0) {
      result += command[k++];
      continue;
    }
    std::size_t end = k;
    while (end < command.size() && std::isspace(static_cast<unsigned char>(command[end])) == 0) ++end;
    const std::string word = command.substr(k, end - k);
    k = end;
    std::error_code ignored;
    const bool is_ours = plain_in_a_shell(word) && word.front() != '/' && fs::is_regular_file(here / word, ignored);
    if (!is_ours) {
      result += word;
      continue;
    }
    const std::string path = (here / word).lexically_normal().string();
    result += plain_in_a_shell(path) ? path : "'" + path + "'";
  }
  return result;
}

std::string last_line_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  constexpr std::streamoff most = 4096;
  file.seekg(0, std::ios::end);
  file.seekg(std::max<std::streamoff>(0, static_cast<std::streamoff>(file.tellg()) - most));
  std::string line, last;
  while (std::getline(file, line))
    if (line.find_first_not_of(" \t\r") != std::string::npos) last = line;
  constexpr std::size_t shown = 200;
  if (last.size() > shown) last = last.substr(0, shown) + "…";
  std::replace_if(
      last.begin(), last.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
  return last;
}

}  // namespace

external_code external_code_of(const std::string& text) {
  const auto equals = text.find('=');
  const std::string name = text.substr(0, equals == std::string::npos ? 0 : equals);
  const bool named = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return is_word(c) || c == '-' || c == '.' || c == '+';
  }) && std::isalnum(static_cast<unsigned char>(name.front())) != 0;
  if (!named)
    throw input_error("--external: expected NAME=COMMAND, NAME of letters, digits and _ . + -, found \"" + text + "\"");
  external_code code{name, text.substr(equals + 1)};
  if (code.command.find_first_not_of(" \t\n") == std::string::npos)
    throw input_error("--external " + name + ": expected a command after the =, found none");
  expanded(code, [](std::string_view) { return ""; });
  return code;
}

scratch_folder::scratch_folder() {
  std::error_code failed;
  const fs::path root = fs::temp_directory_path(failed);
  std::string name = (root / "unilateral-XXXXXX").string();
  if (failed || ::mkdtemp(name.data()) == nullptr)
    throw input_error("TMPDIR: expected a folder that can be written, found " +
                      (failed ? failed.message() : root.string() + ": " + std::strerror(errno)));
  path_ = name;
  if (!plain_in_a_shell(name)) {
    fs::remove(path_, failed);
    throw input_error("TMPDIR: expected a path of letters, digits and _ . - + , : @ % /, found \"" + root.string() +
                      "\"");
  }
}

scratch_folder::~scratch_folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

code_answer run_code(const external_code& code, const code_request& asked, const fs::path& folder,
                     const fs::path& trajectory) {
  if (code.scheme) return code.scheme(asked, trajectory);
  const fs::path here = fs::current_path(), written = folder / "trajectory.csv", printed = folder / ".standard-output",
                 complaints = folder / ".standard-error";
  const std::string step = asked.is_tolerance ? "" : asked.amount, tolerance = asked.is_tolerance ? asked.amount : "";
  const std::array<std::string, placeholders.size()> values{asked.problem.string(),
                                                            step,
                                                            tolerance,
                                                            asked.until,
                                                            written.string(),
                                                            here.string(),
                                                            fs::path(asked.problem).replace_extension(".py").string(),
                                                            fs::path(asked.problem).replace_extension(".c").string(),
                                                            fs::path(asked.problem).replace_extension(".m").string()};
  const auto value = [&](std::string_view name) {
    const auto at = std::find(placeholders.begin(), placeholders.end(), name) - placeholders.begin();
    return values[static_cast<std::size_t>(at)];
  };
  const child_end end = run_child({.command = expanded({code.name, with_paths(code.command, here)}, value),
                                   .folder = folder,
                                   .environment = {{"UNILATERAL_PROBLEM", values[0]},
                                                   {"UNILATERAL_STEP", step},
                                                   {"UNILATERAL_TOLERANCE", tolerance},
                                                   {"UNILATERAL_UNTIL", asked.until},
                                                   {"UNILATERAL_OUT", values[4]},
                                                   {"UNILATERAL_HERE", values[5]}},
                                   .output = printed,
                                   .errors = complaints,
                                   .limit = asked.limit});
  code_answer answer{.seconds = end.seconds, .failure = {}};
  const std::string said = last_line_of(complaints), because = said.empty() ? "" : ": " + said;
  if (end.is == child_end::how::outlived)
    answer.failure = fmt::format("ended after the limit of {:g} s{}", asked.limit, because);
  else if (end.is == child_end::how::killed)
    answer.failure = fmt::format("ended by signal {}{}", ::strsignal(end.number), because);
  else if (!asked.is_known && (end.number == 126 || end.number == 127))
    throw input_error(fmt::format("--external {}: expected a command that the shell can run, found exit status {}{}",
                                  code.name, end.number, because));
  else if (end.number > 128 && end.number < 128 + NSIG)  // by the shell
    answer.failure = fmt::format("ended by signal {}", ::strsignal(end.number - 128));
  else if (end.number != 0)
    answer.failure = fmt::format("exit status {}{}", end.number, because);
  if (!answer.failure.empty()) return answer;

  // Whatever it did to its folder: a pipe or a link to a device would have no end.
  std::error_code missing, failed;
  const bool wrote = fs::symlink_status(written, missing).type() != fs::file_type::not_found;
  if (wrote && !fs::is_regular_file(fs::symlink_status(written, missing))) {
    answer.failure = "expected its trajectory, {out}, to be a file, found a folder, a link or a device" + because;
    return answer;
  }
  if (const auto size = fs::file_size(printed, missing); !wrote && (missing || size == 0)) {
    answer.failure = "no trajectory, neither in {out} nor on standard output" + because;
    return answer;
  }
  fs::rename(wrote ? written : printed, trajectory, failed);
  if (failed) answer.failure = "its trajectory cannot be taken: " + failed.message() + because;
  return answer;
}

}  // namespace unilateral::study
