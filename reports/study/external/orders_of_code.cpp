#include "reports/study/external/orders_of_code.hpp"

#include "problems/language/input_error.hpp"
#include "reports/study/order/orders.hpp"
#include "reports/study/order/undeclared.hpp"
#include "reports/study/order/verdict.hpp"
#include "reports/study/record/cell_cache.hpp"
#include "reports/study/run/parallel.hpp"

#include <Eigen/Dense>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <mutex>
#include <optional>
#include <sstream>

namespace unilateral::study {
namespace {

namespace fs = std::filesystem;

/// What a ladder of a code is fitted in: the five distances of the whole motion, and the two at its rows.
struct fitted_distance {
  std::string name;
  std::size_t place;  ///< in foreign_run::distances; beyond them: of rows
  std::optional<distance_kind> kind{};
};
constexpr std::size_t place_of_rows_q = all_distances.size(), place_of_rows_v = place_of_rows_q + 1;

const std::vector<fitted_distance>& fitted_distances() {
  static const std::vector<fitted_distance> list = [] {
    std::vector<fitted_distance> all;
    for (std::size_t k = 0; k < all_distances.size(); ++k)
      all.push_back({name_of(all_distances[k]), k, all_distances[k]});
    all.push_back({"rows q", place_of_rows_q});
    all.push_back({"rows v", place_of_rows_v});
    return all;
  }();
  return list;
}

/// One distance of one run.
struct measured_distance {
  std::optional<bounded<double>> value{};
  std::string why_not{};
  reading_facts reading{};
};

measured_distance distance_of(const foreign_run& run, const fitted_distance& d) {
  measured_distance found{.value = {}, .why_not = {}, .reading = run.reading};
  if (d.kind) {
    found.value = run.distances[d.place];
    found.reading.limit = order_of_reading(run.reading.velocity, *d.kind);
    if (!found.value) found.why_not = "no impulses in the trajectories";
    return found;
  }
  const row_distance& rows = d.place == place_of_rows_q ? run.rows_q : run.rows_v;
  if (rows.value) found.value = bounded<double>{*rows.value, 0};
  found.why_not = rows.why_not;
  found.reading.left_out = rows.left_out;
  return found;
}

/// The distance of paths that one of rows is like.
distance_kind kind_like(const fitted_distance& d) {
  return d.kind                       ? *d.kind
         : d.place == place_of_rows_q ? distance_kind::sup_position
                                      : distance_kind::hausdorff_velocity;
}

std::string names_of_distances() {
  std::string text;
  for (const fitted_distance& d : fitted_distances()) text += (text.empty() ? "" : ", ") + d.name;
  return text;
}

std::string trimmed(const std::string& text) {
  const auto from = text.find_first_not_of(" \t"), to = text.find_last_not_of(" \t");
  return from == std::string::npos ? "" : text.substr(from, to - from + 1);
}

record cell_of(const instance& of, const external_code& code, const declared_orders& declared,
               const std::string& distance) {
  const auto found = declared.find(distance);
  return {.cell = "orders/" + of.name + "/" + code.name + "/" + distance,
          .about = {.study = "orders", .problem = of.name, .solver = code.name, .quantity = distance},
          .command =
              "unilateral converge " + of.name + " --external '" + code.name + "=" + code.command + "'" + of.settings,
          .facts = order_facts{.until = of.end_text(),
                               .declared = found == declared.end() ? std::nullopt : std::optional(found->second)}};
}

/// Finished runs: their trajectories, in a folder for this question, command and final time; a folder of another one is
/// refused. Nothing is kept of a run that failed: it is tried again.
class kept_runs {
 public:
  kept_runs(const std::string& folder, const std::string& title, const std::string& identity) {
    if (folder.empty()) return;
    folder_ = fs::path(folder) / title;
    std::error_code failed;
    fs::create_directories(folder_, failed);
    const fs::path about = folder_ / "about.txt";
    if (std::ifstream before(about, std::ios::binary); before) {
      const std::string text{std::istreambuf_iterator<char>(before), {}};
      if (text != identity)
        throw input_error(
            "--cache: expected " + folder_.string() +
            " to hold runs of this question, command and final time, found those of another: " + about.string());
      return;
    }
    std::ofstream file(about, std::ios::binary);
    file << identity;
    file.flush();
    if (failed || !file) throw input_error("--cache: " + folder_.string() + ": expected a folder that can be written");
  }

  /// The run's seconds, where its trajectory is here: then it is copied to `trajectory`.
  std::optional<double> find(const std::string& amount, const fs::path& trajectory) const {
    if (folder_.empty()) return {};
    std::error_code failed;
    std::ifstream seconds(folder_ / (amount + ".seconds"));
    double used = 0;
    if (!(seconds >> used) || !fs::copy_file(folder_ / (amount + ".csv"), trajectory, failed)) return {};
    return used;
  }
  void keep(const std::string& amount, double seconds, const fs::path& trajectory) const {
    if (folder_.empty()) return;
    const fs::path csv = folder_ / (amount + ".csv"), unfinished = folder_ / (amount + ".unfinished");
    std::error_code failed;
    fs::copy_file(trajectory, unfinished, fs::copy_options::overwrite_existing, failed);
    if (!failed) fs::rename(unfinished, csv, failed);
    std::ofstream file(folder_ / (amount + ".seconds"));  // last: it says that the trajectory is whole
    file << fmt::format("{}\n", seconds);
    file.flush();
    if (failed || !file) throw input_error("--cache: " + csv.string() + ": expected a file that can be written");
  }

 private:
  fs::path folder_{};
};

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The runs of one ladder, and what was measured of those that did not fail.
struct ladder_of_code {
  std::vector<code_run> runs;
  std::vector<std::optional<foreign_run>> measured;  ///< a run; empty of one that failed
};

class ladder_runner {
 public:
  ladder_runner(const instance& of, const external_code& code, const fs::path& question,
                const reference_motion<double>& against, const code_ladder& ladder, const progress_report& progress)
      : of_(of),
        code_(code),
        question_(question),
        against_(against),
        ladder_(ladder),
        progress_(progress),
        end_(of.end<double>()),
        until_(fmt::format("{}", end_)),
        kept_(ladder.cache, of.name + "-" + code.name,
              fmt::format("command: {}\nuntil: {}\n{}", code.command, until_, bytes_of(question))) {}

  /// amounts: steps or tolerances, as text; the coarsest goes first, alone: of a command that the shell does not know
  /// it is the only one. Then the finest, which take longest.
  ladder_of_code run(const std::vector<std::string>& amounts) {
    const std::size_t count = amounts.size();
    ladder_of_code result{std::vector<code_run>(count), std::vector<std::optional<foreign_run>>(count)};
    const auto one = [&](std::size_t k) {
      measure(amounts[k], result.runs[k], result.measured[k]);
      if (progress_) {
        const std::lock_guard guard(of_progress_);
        progress_(++finished_, static_cast<int>(count), code_.name + " " + amount() + " " + amounts[k]);
      }
    };
    finished_ = 0;
    one(0);
    is_known_ = true;
    for_each_index(static_cast<int>(count) - 1, ladder_.jobs,
                   [&](int back) { one(count - 1 - static_cast<std::size_t>(back)); });
    return result;
  }

  std::string amount() const { return ladder_.tolerances.empty() ? "step" : "tolerance"; }
  double end() const { return end_; }

 private:
  void measure(const std::string& amount, code_run& run, std::optional<foreign_run>& into) {
    run.amount = std::strtod(amount.c_str(), nullptr);
    const scratch_folder scratch;
    const fs::path folder = scratch.path() / "run", trajectory = scratch.path() / "trajectory.csv";
    fs::create_directory(folder);
    if (const auto seconds = kept_.find(amount, trajectory)) {
      run.seconds = *seconds;
    } else {
      const code_answer answer = run_code(code_,
                                          {.problem = question_,
                                           .amount = amount,
                                           .is_tolerance = !ladder_.tolerances.empty(),
                                           .until = until_,
                                           .limit = ladder_.limit,
                                           .is_known = is_known_},
                                          folder, trajectory);
      run.seconds = answer.seconds;
      run.failure = answer.failure;
      if (!run.failure.empty()) return;
    }
    try {
      reading_request how{.velocity = ladder_.reading, .step = {}};
      if (ladder_.tolerances.empty()) how.step = run.amount;
      foreign_run found = measured(of_, against_, trajectory.string(), how);
      // A code of constant steps may end a step early or late.
      if (found.last + 1.5 * found.step < end_)
        run.failure = fmt::format("its trajectory ends at t = {:.6g}, expected {}", found.last, until_);
      else
        into = std::move(found);
    } catch (const input_error& wrong) {
      // Without the path, which is that of a scratch folder.
      std::string what = wrong.what();
      if (const std::string path = trajectory.string(); what.starts_with(path))
        what = "its trajectory" + what.substr(path.size());
      run.failure = what;
    }
    if (run.failure.empty()) kept_.keep(amount, run.seconds, trajectory);
  }

  const instance& of_;
  const external_code& code_;
  const fs::path& question_;
  const reference_motion<double>& against_;
  const code_ladder& ladder_;
  const progress_report& progress_;
  double end_;
  std::string until_;
  kept_runs kept_;
  std::mutex of_progress_;
  int finished_ = 0;
  bool is_known_ = false;  ///< the first run has begun
};

/// "3 of 32 runs failed, the first: step 0.01: exit status 1: division by zero"
std::string failures_of(const std::vector<code_run>& runs, const std::string& amount) {
  const auto failed = [](const code_run& run) { return !run.failure.empty(); };
  const auto first = std::find_if(runs.begin(), runs.end(), failed);
  if (first == runs.end()) return "";
  return fmt::format("{} of {} runs failed, the first: {} {:g}: {}", std::count_if(runs.begin(), runs.end(), failed),
                     runs.size(), amount, first->amount, first->failure);
}

/// The positions of all runs are equally wrong: the command takes no notice of what it is asked.
bool takes_no_notice(const ladder_of_code& found) {
  std::vector<double> errors;
  for (const auto& run : found.measured)
    if (run && run->distances[0]) errors.push_back(run->distances[0]->value);
  return errors.size() > 1 && std::all_of(errors.begin(), errors.end(), [&](double x) { return x == errors[0]; });
}

/// What the digits of its trajectory may contribute to a distance of the run.
double written_of(const foreign_run& run, const fitted_distance& d) {
  const auto at = std::find(all_distances.begin(), all_distances.end(), kind_like(d)) - all_distances.begin();
  return run.written[static_cast<std::size_t>(at)];
}

std::vector<error_sample> samples_of(const ladder_of_code& found, const fitted_distance& d,
                                     const sizes_of_motion<double>& size, double end, bool as_written) {
  std::vector<error_sample> samples;
  for (std::size_t k = 0; k < found.runs.size(); ++k) {
    if (!found.measured[k]) continue;
    const std::optional<bounded<double>> error = distance_of(*found.measured[k], d).value;
    if (!error) continue;
    const double roundings = rounding_of_a_run(kind_like(d), size, end, found.measured[k]->step);
    samples.push_back({found.runs[k].amount, error->value, 5 * error->error_bound + roundings});
    if (as_written) samples.back().rounding += written_of(*found.measured[k], d);
  }
  return samples;
}

}  // namespace

declared_orders declared_orders_of(const std::string& text) {
  declared_orders declared;
  std::istringstream list(text);
  for (std::string item; std::getline(list, item, ',');) {
    const auto equals = item.find('=');
    const std::string name = trimmed(item.substr(0, equals));
    const auto& known = fitted_distances();
    const auto refuse = [&](const std::string& found) {
      return input_error(
          "--declares: expected \"DISTANCE=ORDER, …\" such as \"sup q=1, L1 v=1/2\", a distance one of " +
          names_of_distances() + ", found \"" + found + "\"");
    };
    if (equals == std::string::npos ||
        std::none_of(known.begin(), known.end(), [&](const auto& d) { return d.name == name; }))
      throw refuse(item);
    double order = 0;
    try {
      order = exact<double>(exact_rational(trimmed(item.substr(equals + 1))));
    } catch (const input_error&) {
      throw refuse(item);
    }
    if (!(order > 0)) throw refuse(item);
    if (!declared.emplace(name, order).second)
      throw input_error("--declares: expected every distance once, found " + name + " twice");
  }
  if (declared.empty()) throw input_error("--declares: expected \"DISTANCE=ORDER, …\", found \"" + text + "\"");
  return declared;
}

grid grid_of_code(const code_ladder& ladder, double end) {
  const grid of{.coarsest = ladder.coarsest ? exact<double>(*ladder.coarsest) / end : 1.0 / 50,
                .finest = ladder.finest ? exact<double>(*ladder.finest) / end : 1.0 / 10000,
                .count = ladder.count};
  if (!(of.coarsest > of.finest) || !(of.finest > 0) || !(of.coarsest <= 1))
    throw input_error(
        fmt::format("--coarsest, --finest: expected steps {} >= coarsest > finest > 0, found {:g} and {:g}", end,
                    of.coarsest * end, of.finest * end));
  return of;
}

double expected_half_width(const std::vector<double>& steps) {
  constexpr double scatter = 0.5, students_quantile = 2.05;
  const auto n = static_cast<Eigen::Index>(steps.size());
  if (n < least_points) return std::numeric_limits<double>::infinity();
  Eigen::MatrixXd J(n, 3);  // derivatives of log e by log C, p and D, fit.hpp (1)
  const double coarsest = *std::max_element(steps.begin(), steps.end());
  for (Eigen::Index i = 0; i < n; ++i) {
    const double h = steps[static_cast<std::size_t>(i)];
    J.row(i) << 1, std::log(h), h / coarsest;
  }
  const Eigen::MatrixXd covariance = (J.transpose() * J).ldlt().solve(Eigen::MatrixXd::Identity(3, 3));
  return students_quantile * scatter * std::sqrt(covariance(1, 1));
}

results orders_of_code(const instance& of, const external_code& code, const declared_orders& declared,
                       const fs::path& question, const reference_motion<double>& against, const code_ladder& ladder,
                       const std::function<void(const std::string&)>& say, const progress_report& progress) {
  ladder_runner runner(of, code, question, against, ladder, progress);
  const double end = runner.end();
  const auto amounts = [&](unsigned seed) {
    if (!ladder.tolerances.empty()) return ladder.tolerances;
    std::vector<std::string> texts;
    for (const rational& h : jittered_steps(end, grid_of_code(ladder, end), seed))
      texts.push_back(fmt::format("{}", exact<double>(h)));
    return texts;
  };
  const std::vector<std::string> first_amounts = amounts(first_seed);
  std::vector<double> steps;
  for (const std::string& text : first_amounts) steps.push_back(std::strtod(text.c_str(), nullptr));
  say(fmt::format("{}: {} runs, {} {:g} to {:g}; expect orders to about ± {:.2g} where impacts scatter the errors",
                  code.name, steps.size(), runner.amount(), steps.front(), steps.back(), expected_half_width(steps)));

  const bool jumps = has_jumps(against.known.path);
  const double middle_step = std::sqrt(steps.front() * steps.back());
  const auto enter_ladder = [&](record& r, const ladder_of_code& found, const fitted_distance& d) {
    r.fit.reset();
    r.ladder.clear();
    r.fitting = fit_outcome::no_ladder;
    auto& facts = r.as<order_facts>();
    facts.code = code_facts{.command = code.command, .amount = runner.amount(), .runs = found.runs};
    facts.stopped_runs = static_cast<int>(
        std::count_if(found.runs.begin(), found.runs.end(), [](const code_run& run) { return !run.failure.empty(); }));
    std::string why_not;
    for (const auto& run : found.measured)
      if (run) {
        const measured_distance here = distance_of(*run, d);
        if (!here.value) why_not = here.why_not;
        const double left_out = facts.reading ? facts.reading->left_out.value_or(0) : 0;
        facts.reading = here.reading;
        if (facts.reading->left_out) *facts.reading->left_out = std::max(*facts.reading->left_out, left_out);
      }
    if (facts.declared && facts.stopped_runs == static_cast<int>(found.runs.size())) {
      r.outcome = verdict::fails;
      r.reason = failures_of(found.runs, runner.amount());
      return;
    }
    const sizes_of_motion<double> size = sizes_of(kind_like(d), against.known, end);
    const std::vector<error_sample> samples = samples_of(found, d, size, end, true);
    if (samples.empty() && !why_not.empty()) {
      r.outcome = facts.declared ? verdict::cannot_tell : verdict::measured;
      r.reason = why_not;
      return;
    }
    const bool in_squares = d.kind == distance_kind::l2_velocity && jumps;
    const order_fit fit = fit_order(samples, in_squares ? expansion::of_the_square : expansion::regular);
    enter(r, fit, rule(fit, facts.declared));
    // What few digits hide is not known to be right: only where arithmetic alone would say so too.
    if (fit.outcome == fit_outcome::exact_to_rounding &&
        fit_order(samples_of(found, d, size, end, false)).outcome != fit_outcome::exact_to_rounding) {
      r.outcome = facts.declared ? verdict::cannot_tell : verdict::measured;
      r.reason = "no error rises above the digits that the trajectories are written with";
    }
    if (fit.outcome != fit_outcome::fitted && !why_not.empty()) r.reason += "; " + why_not;
    if (const std::string failures = failures_of(found.runs, runner.amount()); !failures.empty())
      r.reason += "; " + failures;
    // What the file does not say and its positions do not show, the reading may limit.
    if (fit.order && facts.reading && facts.reading->from == reading_origin::nobody && facts.reading->limit &&
        fit.order->order + fit.order->half_width >= *facts.reading->limit)
      r.reason += fmt::format("; the reading between rows ({}) has the order {:g} itself: see rows q, rows v",
                              text_of(*facts.reading), *facts.reading->limit);
  };

  const ladder_of_code first = runner.run(first_amounts);
  if (takes_no_notice(first))
    say(fmt::format("{}: all trajectories are as far from the reference as the first: does the command use {{{}}}?",
                    code.name, runner.amount()));
  results found;
  bool in_doubt = false;
  for (const fitted_distance& d : fitted_distances()) {
    record r = cell_of(of, code, declared, d.name);
    auto& facts = r.as<order_facts>();
    facts.reference = text_of(against.from);
    const bool is_declared = facts.declared.has_value();
    const std::string undeclared = undeclared_because(
        of, d.kind, against.known, ladder.tolerances.empty() ? std::optional(middle_step) : std::nullopt);
    if (!undeclared.empty()) facts.declared.reset();
    enter_ladder(r, first, d);
    if (!undeclared.empty() && is_declared) r.reason = undeclared;
    in_doubt = in_doubt || (facts.declared && (r.outcome == verdict::fails || r.outcome == verdict::cannot_tell));
    found.push_back(std::move(r));
  }
  if (!in_doubt || !ladder.tolerances.empty()) return found;

  const ladder_of_code second = runner.run(amounts(second_seed));
  for (std::size_t k = 0; k < found.size(); ++k) {
    record& r = found[k];
    if (!r.as<order_facts>().declared || (r.outcome != verdict::fails && r.outcome != verdict::cannot_tell)) continue;
    const std::string before = r.reason;
    enter_ladder(r, second, fitted_distances()[k]);
    r.reason += fmt::format(" (second ladder; the first: {})", before);
  }
  return found;
}

results orders_of_code_in_doubt(const instance& of, const external_code& code, const declared_orders& declared,
                                const std::string& why) {
  results none;
  for (const fitted_distance& d : fitted_distances()) {
    none.push_back(without_verdict(cell_of(of, code, declared, d.name), why));
    none.back().as<order_facts>().reference = "none";
  }
  return none;
}

}  // namespace unilateral::study
