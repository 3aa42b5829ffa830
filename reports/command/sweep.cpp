#include "problems/language/admissibility.hpp"
#include "problems/language/input_error.hpp"
#include "problems/text/near_name.hpp"
#include "reports/command/arguments.hpp"
#include "reports/command/commands.hpp"
#include "reports/command/progress.hpp"
#include "reports/study/record/cell_cache.hpp"
#include "reports/study/run/parallel.hpp"
#include "reports/study/run/shard_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <charconv>
#include <filesystem>
#include <fstream>
#include <iostream>

namespace unilateral::command {
namespace {

namespace fs = std::filesystem;

constexpr long most_runs = 1'000'000'000;

/// A parameter and the values it goes through: a list, or `count` at equal distances from the first to the last of it.
struct varied {
  std::string name;
  std::vector<rational> values;
  long count = 0;  ///< 0: those of the list

  long size() const { return count > 0 ? count : static_cast<long>(values.size()); }
  rational at(long k) const {
    return count > 0 ? values[0] + (values[1] - values[0]) * rational(k, count - 1)
                     : values[static_cast<std::size_t>(k)];
  }
};

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts{""};
  for (const char c : text)
    if (c == at)
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

/// "e=0:1:11" (eleven values, ends included) or "e=0,1/2,1".
varied varied_from(const std::string& text) {
  const auto refuse = [&] {
    return input_error("--vary: expected NAME=FROM:TO:COUNT with 2 <= COUNT <= " + std::to_string(most_runs) +
                       ", or NAME=VALUE,VALUE,..., decimals or fractions, found \"" + text + "\"");
  };
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) throw refuse();
  varied found{text.substr(0, equals), {}, 0};
  const std::string values = text.substr(equals + 1);
  try {
    if (const std::vector<std::string> range = split(values, ':'); range.size() > 1) {
      const char *const begin = range.back().data(), *const end = begin + range.back().size();
      const auto [rest, bad] = std::from_chars(begin, end, found.count);
      if (range.size() != 3 || bad != std::errc{} || rest != end || found.count < 2 || found.count > most_runs)
        throw refuse();
      found.values = {exact_rational(range[0]), exact_rational(range[1])};
    } else {
      for (const std::string& value : split(values, ',')) found.values.push_back(exact_rational(value));
    }
  } catch (const input_error&) {
    throw refuse();
  }
  return found;
}

/// All combinations; the parameter that was named last goes through its values first.
class grid {
 public:
  grid(const std::vector<std::string>& vary, const parameter_list& parameters) {
    std::vector<std::string> names;
    for (const auto& [name, value] : parameters) names.push_back(name);
    for (const std::string& text : vary) {
      axes_.push_back(varied_from(text));
      const std::string& name = axes_.back().name;
      if (std::find(names.begin(), names.end(), name) == names.end())
        throw input_error("--vary: expected one of the parameters " + text::joined(names) + ", found \"" + name + "\"" +
                          text::suggestion(name, names));
      for (std::size_t k = 0; k + 1 < axes_.size(); ++k)
        if (axes_[k].name == name) throw input_error("--vary: expected each parameter once, found twice: " + name);
      if (static_cast<double>(size_) * static_cast<double>(axes_.back().size()) > most_runs)
        throw input_error("--vary: expected at most " + std::to_string(most_runs) + " runs, found more");
      size_ *= axes_.back().size();
    }
  }

  long size() const { return size_; }
  const std::vector<varied>& axes() const { return axes_; }
  std::vector<rational> at(long run) const {
    std::vector<rational> values(axes_.size());
    for (std::size_t k = axes_.size(); k-- > 0;) {
      values[k] = axes_[k].at(run % axes_[k].size());
      run /= axes_[k].size();
    }
    return values;
  }

 private:
  std::vector<varied> axes_;
  long size_ = 1;
};

/// A text as a cell of a csv file.
std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string all = "\"";
  for (const char c : one_line(text)) all += c == '"' ? "\"\"" : std::string(1, c);
  return all + '"';
}

void add_columns(std::string& header, const std::string& name, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) header += fmt::format(",{}{}", name, i);
}
template <scalar S>
void add_numbers(std::string& row, const column<S>& numbers) {
  for (const S& x : numbers) row += "," + to_text(x);
}

struct sweep_of {
  const statement& question;
  const study::listed_solver& solver;
  const parameter_list settings;
  const grid runs;
  request how;
  int last_impacts;  ///< 0: a row a run

  std::string header() const {
    const std::size_t n = question.system.coordinates.size();
    std::string text = "run";
    for (const varied& axis : runs.axes()) text += "," + axis.name;
    text += ",status,t";
    add_columns(text, "q", n);
    if (last_impacts > 0) {
      add_columns(text, "v_minus", n);
      add_columns(text, "v_plus", n);
    } else {
      add_columns(text, "v", n);
      text += ",impacts";
    }
    return text + ",message";
  }

  /// The rows of a run, each with its end of line; what went wrong is in them.
  template <scalar S>
  std::string rows_of(long run) const {
    const std::vector<rational> values = runs.at(run);
    std::string begin = std::to_string(run);
    parameter_list all = settings;
    for (std::size_t k = 0; k < values.size(); ++k) {
      begin += "," + to_text(exact<S>(values[k]));
      all.emplace_back(runs.axes()[k].name, expression(values[k]));
    }
    // Columns of numbers that are not there stay empty.
    const std::size_t n = question.system.coordinates.size();
    const std::string no_numbers(1 + (last_impacts > 0 ? 3 * n : 2 * n + 1), ',');
    try {
      const statement bound = with_values(question, all);
      check_admissible(bound);
      const solution<S> answer = solver.solve<S>(bound, how);
      const bool completed = answer.completed();
      std::vector<std::string> said = answer.warnings;
      if (!completed) said.insert(said.begin(), answer.status);
      const std::string status = completed ? "completed" : "stopped",
                        message = quoted(fmt::format("{}", fmt::join(said, "; ")));
      std::string rows;
      const auto add = [&](const S& t, std::initializer_list<const column<S>*> numbers, const std::string& more) {
        rows += begin + "," + status + "," + to_text(t);
        for (const column<S>* x : numbers) add_numbers(rows, *x);
        rows += more + "," + message + "\n";
      };
      if (last_impacts == 0) {
        add(answer.end_time, {&answer.end_position, &answer.end_velocity}, "," + std::to_string(answer.counts.impacts));
        return rows;
      }
      const std::size_t count = answer.impacts.size(), shown = std::min(count, static_cast<std::size_t>(last_impacts));
      for (std::size_t k = count - shown; k < count; ++k) {
        const impact<S>& i = answer.impacts[k];
        add(i.t, {&i.q, &i.v_minus, &i.v_plus}, "");
      }
      // A run without impacts is a row too.
      return count > 0 ? rows : begin + "," + status + no_numbers + "," + message + "\n";
    } catch (const input_error& refused) {
      return begin + ",refused" + no_numbers + "," + quoted(refused.what()) + "\n";
    }
  }
};

/// A file of rows that grows. What an earlier run of the same sweep left unfinished is kept, up to its last whole run;
/// `commit` gives it its name.
class row_file {
 public:
  row_file(fs::path path, const std::string& head, long first, bool several_rows_a_run)
      : path_(std::move(path)), unfinished_(path_.string() + ".unfinished") {
    std::error_code failed;
    if (fs::exists(path_, failed) && !fs::is_regular_file(path_, failed))
      throw input_error("--out: " + path_.string() + ": expected the name of a file, found one of something else");
    lock_ = ::open(unfinished_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (lock_ < 0) refuse();
    if (::flock(lock_, LOCK_EX | LOCK_NB) != 0) {
      ::close(lock_);
      throw input_error("--out: " + path_.string() + ": expected that no other run writes it, found one that does");
    }
    std::string kept = head;
    if (std::ifstream before(unfinished_, std::ios::binary); before) {
      const std::string text{std::istreambuf_iterator<char>(before), {}};
      if (text.starts_with(head)) kept = whole_runs(text, head.size(), first, several_rows_a_run);
    }
    file_.open(unfinished_, std::ios::binary | std::ios::trunc);
    write(kept);
  }

  ~row_file() { ::close(lock_); }
  row_file(const row_file&) = delete;
  row_file& operator=(const row_file&) = delete;

  /// Runs whose rows are there already.
  long runs() const { return runs_; }

  void write(const std::string& rows) {
    file_ << rows;
    if (!file_.flush()) refuse();
  }
  void commit() {
    file_.close();
    std::error_code failed;
    fs::rename(unfinished_, path_, failed);
    if (failed) refuse();
  }

 private:
  [[noreturn]] void refuse() const {
    throw input_error("--out: " + path_.string() + ": expected a file that can be written, found none");
  }

  /// Up to the last whole line, as far as runs follow each other; where a run has several lines, without those of the
  /// last run, which may not be all.
  std::string whole_runs(const std::string& text, std::size_t head, long first, bool several) {
    const std::size_t whole = text.rfind('\n') + 1;
    std::size_t end = head, last_begin = head;
    for (std::size_t at = head, next; at < whole; at = next) {
      next = text.find('\n', at) + 1;
      const std::string run = text.substr(at, text.find(',', at) - at);
      if (runs_ > 0 && run == std::to_string(first + runs_ - 1) && several) {
        end = next;
        continue;
      }
      if (run != std::to_string(first + runs_)) break;
      ++runs_;
      last_begin = at;
      end = next;
    }
    if (several && runs_ > 0) {
      end = last_begin;
      --runs_;
    }
    return text.substr(0, end);
  }

  fs::path path_, unfinished_;
  std::ofstream file_;
  long runs_ = 0;
  int lock_ = -1;  ///< of the unfinished file, for as long as this process writes it
};

/// What tells the contents of a problem file from others; nothing for a problem of the catalogue, which the program is.
std::string contents_of(const std::string& name) {
  if (!name.ends_with(".toml")) return "";
  std::ifstream file(name, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  return fmt::format(" ({:016x})", study::stable_hash(bytes));
}

}  // namespace

int sweep(const sweep_options& asked) {
  const problem of = problem_named(asked.problem);
  if (of.is_chain()) throw input_error("sweep: expected a mechanical system, found the chain \"" + of.name + "\"");
  const statement& question = std::get<statement>(of.question);
  const study::listed_solver& solver = solver_named(asked.solver);
  if (!solver.solves(question))
    throw input_error("--solver: expected one that solves systems, found \"" + asked.solver + "\"");
  if (asked.digits > solver.digits())
    throw input_error(
        fmt::format("--digits: expected at most {} of {}, found {}", solver.digits(), asked.solver, asked.digits));
  request how;
  if (asked.step) how.step = positive_number("--step", *asked.step);
  if (asked.until) how.until = positive_number("--until", *asked.until);
  if (solver.declaration.applies_to.needs_step() && !how.step)
    throw input_error("--step: expected the time step of " + asked.solver + ", the same in every run, found none");
  if (how.step && !solver.declaration.applies_to.takes_step())
    throw input_error("--step: expected none, for " + asked.solver + " chooses its own, found " + *asked.step);
  how.record = asked.last_impacts > 0 ? keep::everything : keep::summary;
  how.seconds = exact<double>(positive_number("--limit", asked.limit));
  const parameter_list settings = overrides_from(asked.settings);
  with_values(question, settings);
  for (const auto& [name, value] : settings)
    for (const std::string& vary : asked.vary)
      if (vary.starts_with(name + "="))
        throw input_error("--set: expected a parameter that does not vary, found \"" + name + "\"");

  const sweep_of all{question, solver, settings, grid(asked.vary, question.parameters), how, asked.last_impacts};
  const study::shard part = asked.shard.empty() ? study::shard{} : study::shard_from("--shard", asked.shard);
  const auto share = [&](int parts) { return all.runs.size() * parts / part.count; };
  const long first = share(part.index - 1), end = share(part.index);

  // All that rows depend on: rows of another question are not gone on with.
  const std::string head =
      fmt::format("# unilateral {}, program {}: {}{}, {}, {} digits, runs {} to {} of {}{}{}{}, limit {}{}{}\n",
                  version(), study::code_identity(), of.name, contents_of(asked.problem), asked.solver, asked.digits,
                  first, end - 1, all.runs.size(),
                  asked.last_impacts > 0 ? fmt::format(", last impacts {}", asked.last_impacts) : "",
                  asked.step ? ", step " + *asked.step : "", asked.until ? ", until " + *asked.until : "", asked.limit,
                  asked.vary.empty() ? "" : fmt::format(", {}", fmt::join(asked.vary, " ")),
                  asked.settings.empty() ? "" : fmt::format(", {}", fmt::join(asked.settings, " "))) +
      all.header() + "\n";
  std::optional<row_file> file;
  if (asked.out) file.emplace(*asked.out, head, first, asked.last_impacts > 0);
  if (!file) std::cout << head;
  const long begin = first + (file ? file->runs() : 0);
  const study::progress_report progress = now_and_then_on_stderr();
  if (begin > first) fmt::print(stderr, "{}: {} runs are there already\n", *asked.out, begin - first);

  bool all_completed = true;
  const long block = 64L * asked.jobs;
  std::vector<std::string> rows(static_cast<std::size_t>(block));
  for (long at = begin; at < end; at += block) {
    const long count = std::min(block, end - at);
    study::for_each_index(static_cast<int>(count), asked.jobs, [&](int k) {
      rows[static_cast<std::size_t>(k)] = in_scalar(asked.digits, [&]<scalar S>() { return all.rows_of<S>(at + k); });
    });
    std::string text;
    for (long k = 0; k < count; ++k) {
      const std::string& row = rows[static_cast<std::size_t>(k)];
      all_completed = all_completed && row.find(",completed,") != std::string::npos;
      text += row;
    }
    if (file)
      file->write(text);
    else if (!(std::cout << text).flush())
      throw input_error("standard output: expected that it takes the rows, found that it does not");
    if (progress)
      progress(static_cast<int>((at + count - first) * 1000 / (end - first)), 1000, fmt::format("run {}", at + count));
  }
  if (file) file->commit();
  return all_completed ? done : not_as_declared;
}

}  // namespace unilateral::command
