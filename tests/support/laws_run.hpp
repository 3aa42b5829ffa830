#pragma once
/// Every law of problems/judge/laws.hpp over solvers × problems × scalars, and a table of what was tried. Nothing here
/// knows a solver or a problem by name.

#include "problems/answers/problem.hpp"
#include "problems/judge/chain_laws.hpp"
#include "problems/judge/laws.hpp"
#include "reports/study/run/parallel.hpp"
#include "reports/study/reference/solver_list.hpp"

#include <cmath>
#include <cstdlib>
#include <functional>
#include <iomanip>
#include <iostream>
#include <map>
#include <string>
#include <time.h>
#include <type_traits>
#include <vector>

namespace unilateral::laws_run {

/// What a run may cost. UNILATERAL_LAWS=all lifts what is only there for time.
struct budget {
  bool all = std::getenv("UNILATERAL_LAWS") != nullptr && std::string(std::getenv("UNILATERAL_LAWS")) == "all";
  double seconds = 60;  ///< of the clock, one answer: far more than any takes here
  double seconds_a_pair =
      all ? 600 : 1;  ///< of the processor, all laws of a solver and a problem: what is left then is left out
  int most_coordinates = all ? 1000 : 8;
  std::int64_t most_impacts = all ? 5000 : 40;  ///< the horizon is halved until the run has no more
  int jobs = 2;                                 ///< threads
  int steps = 208;                              ///< of a scheme; 13 · 16, so that sixteenths of the horizon end a step
};

/// Off every grid that a problem's own numbers make.
inline const rational off_grid(97, 101);

/// A time of the question; where it is no rational (2 π), 64ths below.
inline rational rational_time(const expression& x) {
  return x.is_constant() ? x.root().value : rational(static_cast<long>(std::floor(64 * constant_value<double>(x))), 64);
}

/// A solver as the judge of laws sees it: a black box. What it throws is an answer that stopped.
template <scalar S>
laws::respondent<S> respondent_of(const study::listed_solver& solver, const rational& first_step,
                                  const budget& within) {
  return [&solver, first_step, within](const laws::question& asked) {
    request how;
    how.until = rational_time(asked.asked.horizon);
    how.seconds = within.seconds;
    if (solver.declaration.applies_to.needs_step)
      how.step = rational(first_step * asked.unit_of_time / asked.refinement);
    try {
      return solver.solve<S>(asked.asked, how);
    } catch (const std::exception& refused) {
      solution<S> none;
      none.status = std::string("stopped: ") + refused.what();
      return none;
    }
  };
}

inline laws::dependence dependence_of(const problem& p) {
  if (p.difficulties.contains(difficulty::discontinuous_data) || p.difficulties.contains(difficulty::non_uniqueness))
    return laws::dependence::none;
  return p.difficulties.contains(difficulty::grazing) ? laws::dependence::square_root : laws::dependence::lipschitz;
}

struct tally {
  int tried = 0, in_the_limit = 0, left_out = 0, broken = 0;
  std::map<std::string, int> why;  ///< left out, and why
  double largest_share = 0;
  std::string closest;
};

struct outcome_of_run {
  std::map<std::string, tally> by_law;
  std::vector<std::string> broken, not_heard;

  void add(const outcome_of_run& part) {
    for (const auto& [law, t] : part.by_law) {
      tally& mine = by_law[law];
      mine.tried += t.tried;
      mine.in_the_limit += t.in_the_limit;
      mine.left_out += t.left_out;
      mine.broken += t.broken;
      for (const auto& [why, count] : t.why) mine.why[why] += count;
      if (t.largest_share > mine.largest_share) {
        mine.largest_share = t.largest_share;
        mine.closest = t.closest;
      }
    }
    broken.insert(broken.end(), part.broken.begin(), part.broken.end());
    not_heard.insert(not_heard.end(), part.not_heard.begin(), part.not_heard.end());
  }
};

/// Of this thread: a loaded machine leaves no more out than another.
inline double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <class Hearing>
void judge_all(const Hearing& heard, const std::vector<std::string>& laws_to_judge, const std::string& who,
               const budget& within, const std::function<double()>& elapsed, outcome_of_run& run) {
  for (const std::string& law : laws_to_judge) {
    tally& t = run.by_law[law];
    laws::finding found{.law = law, .where = "budget: the time of the pair is over"};
    if (elapsed() < within.seconds_a_pair) found = laws::judge(law, heard);
    if (found.is == laws::outcome::left_out) {
      ++t.left_out;
      ++t.why[found.where.substr(0, found.where.find(':'))];
      continue;
    }
    ++t.tried;
    t.in_the_limit += found.in_the_limit;
    if (found.share > t.largest_share && found.is == laws::outcome::holds) {
      t.largest_share = found.share;
      t.closest = who + ": " + found.where;
    }
    if (found.is == laws::outcome::broken) {
      ++t.broken;
      run.broken.push_back(law + ", " + who + ": " + found.where);
    }
  }
}

/// All laws on one problem, which the solver takes.
inline outcome_of_run over(const problem& p, const study::listed_solver& solver, const budget& within) {
  outcome_of_run run;
  const statement bound = with_values(std::get<statement>(p.question));
  const std::string who = p.name + " by " + solver.declaration.name;
  const bool takes_steps = solver.declaration.applies_to.needs_step;
  if (bound.system.degrees_of_freedom() > within.most_coordinates) {
    run.not_heard.push_back(who + ": budget: more than " + std::to_string(within.most_coordinates) + " coordinates");
    return run;
  }
  const double begin = processor_seconds();
  const auto elapsed = [&] { return processor_seconds() - begin; };
  rational until = rational_time(bound.horizon) * off_grid;
  for (int halvings = 0; halvings < 8 && !takes_steps; ++halvings, until /= 2) {  // a scheme's impacts are steps
    laws::question probe{.asked = bound};
    probe.asked.horizon = until;
    const auto answer = respondent_of<double>(solver, rational(until / within.steps), within)(probe);
    if (answer.completed() && answer.counts.impacts <= within.most_impacts) break;
  }
  const rational step(until / within.steps);
  const auto heard = laws::hear(bound, until, takes_steps, respondent_of<double>(solver, step, within),
                                respondent_of<real50>(solver, step, within), dependence_of(p), within.all);
  if (const auto* why = std::get_if<std::string>(&heard)) {
    run.not_heard.push_back(who + ": " + *why);
    return run;
  }
  const auto& both = std::get<laws::hearings>(heard);
  judge_all<laws::hearing<double>>(both.in_double, laws::names(), who + ", double, until " + to_text(until), within,
                                   elapsed, run);
  judge_all<laws::hearing<real50>>(both.in_fifty, laws::names(), who + ", 50 digits, until " + to_text(until), within,
                                   elapsed, run);
  return run;
}

inline outcome_of_run over_chain(const problem& p, const study::listed_solver& solver, const budget& within) {
  outcome_of_run run;
  const chain_statement bound = with_values(std::get<chain_statement>(p.question));
  const std::string who = p.name + " by " + solver.declaration.name;
  const double begin = processor_seconds();
  const auto elapsed = [&] { return processor_seconds() - begin; };
  const auto asked = [&]<scalar S>(std::type_identity<S>) -> laws::chain_respondent<S> {
    return [&solver, &within](const chain_statement& question) {
      try {
        return solver.solve<S>(question, {.seconds = within.seconds});
      } catch (const std::exception& refused) {
        chain_solution<S> none;
        none.status = std::string("stopped: ") + refused.what();
        return none;
      }
    };
  };
  const auto heard = laws::hear(bound, asked(std::type_identity<double>{}), asked(std::type_identity<real50>{}));
  if (const auto* why = std::get_if<std::string>(&heard)) {
    run.not_heard.push_back(who + ": " + *why);
    return run;
  }
  const auto& both = std::get<laws::chain_hearings>(heard);
  judge_all<laws::chain_hearing<double>>(both.in_double, laws::names_for_chains(), who + ", double", within, elapsed,
                                         run);
  judge_all<laws::chain_hearing<real50>>(both.in_fifty, laws::names_for_chains(), who + ", 50 digits", within, elapsed,
                                         run);
  return run;
}

/// All laws on every problem that the solver takes.
inline outcome_of_run over_all_problems(const study::listed_solver& solver, const budget& within = {}) {
  std::vector<const problem*> taken;
  for (const problem& p : catalogue())
    if (std::visit([&](const auto& question) { return solver.solves(question); }, p.question)) taken.push_back(&p);
  std::vector<outcome_of_run> parts(taken.size());
  study::for_each_index(static_cast<int>(taken.size()), within.jobs, [&](int k) {
    const problem& p = *taken[static_cast<std::size_t>(k)];
    parts[static_cast<std::size_t>(k)] = p.is_chain() ? over_chain(p, solver, within) : over(p, solver, within);
  });
  outcome_of_run all;
  for (const outcome_of_run& part : parts) all.add(part);
  return all;
}

inline void print(const std::string& solver, const outcome_of_run& run) {
  std::cout << solver << "\n" << std::left;
  for (const auto& [law, t] : run.by_law) {
    std::cout << "  " << std::setw(16) << law << "tried " << std::setw(5) << t.tried << "in the limit " << std::setw(4)
              << t.in_the_limit << "broken " << std::setw(4) << t.broken << "left out " << std::setw(5) << t.left_out;
    for (const auto& [why, count] : t.why) std::cout << " " << count << " × " << why << ";";
    std::cout << "\n";
    if (t.largest_share > 0)
      std::cout << "    nearest to its bound, " << std::setprecision(2) << t.largest_share << ": " << t.closest << "\n";
  }
  for (const std::string& who : run.not_heard) std::cout << "  not heard: " << who << "\n";
  for (const std::string& what : run.broken) std::cout << "  BROKEN: " << what << "\n";
  std::cout << std::flush;
}

}  // namespace unilateral::laws_run
