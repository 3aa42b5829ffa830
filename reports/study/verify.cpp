#include "reports/study/verify.hpp"

#include "problems/language/input_error.hpp"
#include "reports/study/cell_cache.hpp"
#include "reports/study/crosses.hpp"
#include "reports/study/enclosed.hpp"
#include "reports/study/engines.hpp"
#include "reports/study/known_gaps.hpp"
#include "reports/study/orders.hpp"
#include "reports/study/parallel.hpp"
#include "reports/study/rates.hpp"
#include "reports/study/residuals.hpp"
#include "reports/study/values.hpp"

#include <algorithm>
#include <memory>
#include <mutex>
#include <regex>

namespace unilateral::study {
namespace {

/// What is made once, by the first task that asks for it. A reference in doubt is in doubt for each of them.
template <class T>
class made_once {
 public:
  template <class Make>
  const std::optional<T>& get(const Make& make) {
    std::call_once(made_, [&] {
      try {
        value_ = make();
      } catch (const reference_in_doubt& doubt) {
        doubt_ = doubt;
      }
    });
    if (doubt_) throw *doubt_;
    return value_;
  }

 private:
  std::once_flag made_;
  std::optional<T> value_;
  std::optional<reference_in_doubt> doubt_;
};

/// The reference of one problem.
template <class Question>
class shared_reference {
 public:
  explicit shared_reference(instance_of<Question> of) : of_(std::move(of)) {}
  const instance_of<Question>& of() const { return of_; }
  const std::optional<reference_motion<double>>& get() {
    return motion_.get([&] { return motion_to_measure_against(of_); });
  }

 private:
  instance_of<Question> of_;
  made_once<reference_motion<double>> motion_;
};

/// Cells that are measured together.
struct task {
  std::string name;  ///< "orders/ball_rational/sweeping": its cells are name + "/" + part
  std::vector<std::string> parts;
  std::function<results()> run;
};

/// "16/impacts[0].t", … : the cells of values, from the reference at the scalar that costs least.
std::vector<std::string> value_names(const problem& of) {
  std::vector<std::string> names;
  if (!of.answer) return names;
  std::vector<known_value<double>> known;
  try {
    std::visit(
        [&](const auto& question) {
          const auto bound = with_values(question);
          known = of.answer.at<double>(values_of<double>(bound.parameters), constant_value<double>(bound.horizon)).values;
        },
        of.question);
  } catch (const std::exception&) {
    return {"reference"};  // the task will run into the same, and report it
  }
  for (const int digits : {scalar_traits<double>::digits, scalar_traits<real50>::digits})
    for (const auto& v : known) names.push_back(std::to_string(digits) + "/" + v.quantity);
  return names;
}

/// "impacts[0].t", …: the cells of theorems; which of them are proved is seen when the task runs.
std::vector<std::string> quantity_names(const problem& of) {
  std::vector<std::string> names;
  for (const std::string& name : value_names(of)) {
    const std::string quantity = name.substr(name.find('/') + 1);
    if (std::find(names.begin(), names.end(), quantity) == names.end()) names.push_back(quantity);
  }
  return names;
}

std::vector<std::string> distance_names() {
  std::vector<std::string> names;
  for (const distance_kind kind : all_distances) names.push_back(name_of(kind));
  return names;
}

template <class Question>
void plan_values(const problem& p, std::vector<task>& tasks) {
  for (const listed_solver* s : studied_solvers())
    if (!s->declaration.applies_to.needs_step && s->solves(std::get<Question>(p.question)))
      tasks.push_back({"values/" + p.name + "/" + s->declaration.name, value_names(p), [&p, s] { return results{.values = values_of_solver(p, {}, *s)}; }});
}

template <class Question>
void plan_orders(const problem& p, const std::shared_ptr<shared_reference<Question>>& reference, const options& inside, std::vector<task>& tasks) {
  if (!p.convergence_study) return;
  for (const listed_solver* s : studied_solvers()) {
    const applicability& applies = s->declaration.applies_to;
    if (s->solves(reference->of().question) && (applies.needs_step || applies.accepts_step))
      tasks.push_back({"orders/" + p.name + "/" + s->declaration.name, distance_names(), [reference, s, inside] {
                         const auto& against = reference->get();
                         return against ? results{.orders = orders_of(reference->of(), *s, *against, inside)} : results{};
                       }});
  }
}

void plan_residuals_and_crosses(const problem& p, const std::shared_ptr<shared_reference<statement>>& reference, const options& inside, std::vector<task>& tasks) {
  const std::vector<std::string> residual_parts(residual_names.begin(), residual_names.end());
  std::vector<const listed_solver*> apply;  // the list is in the order of names
  for (const listed_solver* s : studied_solvers()) {
    if (!s->solves(reference->of().question)) continue;
    const std::string who = p.name + "/" + s->declaration.name;
    if (p.convergence_study || !s->declaration.applies_to.needs_step)
      tasks.push_back({"residuals/" + who, residual_parts, [reference, s, inside] { return results{.residuals = residuals_of(reference->of(), *s, inside)}; }});
    apply.push_back(s);
  }
  if (!p.convergence_study) return;
  std::vector<std::string> cross_parts;
  for (std::size_t i = 0; i < apply.size(); ++i)
    for (std::size_t j = i + 1; j < apply.size(); ++j)
      for (const std::string& distance : distance_names()) cross_parts.push_back(apply[i]->declaration.name + "+" + apply[j]->declaration.name + "/" + distance);
  tasks.push_back({"crosses/" + p.name, cross_parts, [reference, apply, inside] { return results{.crosses = crosses_of(reference->of(), apply, inside)}; }});
}

/// Every two reference engines.
void plan_engines(const problem& p, const options& inside, std::vector<task>& tasks) {
  std::vector<std::string> parts(agreements.begin(), agreements.end());
  if (!p.answer) parts.pop_back();
  for (const listed_solver& s : solver_list())
    for (const listed_solver& other : solver_list())
      if (s.declaration.reference_engine && other.declaration.reference_engine && s.declaration.name < other.declaration.name)
        tasks.push_back({"engines/" + p.name + "/" + s.declaration.name + "+" + other.declaration.name, parts,
                         [&p, &s, &other, inside] { return results{.crosses = engines_of(p, s, other, inside)}; }});
}

/// The reference of a problem with one e and final time.
class shared_pose {
 public:
  shared_pose(const problem& p, std::string e, phase when) : problem_(p), e_(std::move(e)), when_(when) {}
  const std::optional<posed>& get() {
    return posed_.get([&] { return pose(problem_, e_, when_); });
  }

 private:
  const problem& problem_;
  const std::string e_;
  const phase when_;
  made_once<posed> posed_;
};

void plan_rates(const problem& p, const options& inside, std::vector<task>& tasks) {
  std::vector<const listed_solver*> schemes;
  for (const listed_solver& s : solver_list())
    if (s.declaration.applies_to.needs_step && s.solves(std::get<statement>(p.question))) schemes.push_back(&s);
  const bool surveyed = is_surveyed(p);
  const auto add = [&](const std::string& study, const std::string& where, const std::vector<std::string>& parts, const std::shared_ptr<shared_pose>& shared, auto of) {
    for (const listed_solver* const s : schemes)
      tasks.push_back({study + "/" + p.name + "/" + where + "/" + s->declaration.name, parts, [shared, s, of] {
                         const auto& asked = shared->get();
                         return asked ? of(*asked, *s) : results{};
                       }});
  };
  for (const std::string e : restitutions)
    for (const phase when : {phase::before, phase::past})
      add(surveyed ? "survey" : "rates", "e=" + e + "/" + name_of(when), distance_names(), std::make_shared<shared_pose>(p, e, when),
          [=](const posed& asked, const listed_solver& s) { return results{.orders = (surveyed ? surveyed_rates : rates_of)(asked, e, when, s, inside)}; });

  if (std::find(problems_in_parts.begin(), problems_in_parts.end(), p.name) == problems_in_parts.end()) return;
  const auto half = std::make_shared<shared_pose>(p, "0.5", phase::before);
  if (p.name == aligned_problem)
    add("rates", "aligned", distance_names(), half, [inside](const posed& asked, const listed_solver& s) { return results{.orders = aligned_rates(asked, s, inside)}; });
  add("rates", "parts", {"L1 v near", "L1 v away", "L2 v near", "L2 v away"}, half,
      [inside](const posed& asked, const listed_solver& s) { return results{.orders = parts_of_rates(asked, s, inside)}; });
  std::vector<std::string> parts;
  for (const std::string& step : step_names)
    for (const char* const distance : {"sup q", "L1 v"}) parts.push_back(step + "/" + distance);
  add("rates", "rounding", parts, half, [](const posed& asked, const listed_solver& s) { return results{.values = rounding_of(asked, s)}; });
}

std::vector<task> plan(bool quick) {
  std::vector<task> tasks;
  const options inside{.jobs = 1, .quick = quick};  // tasks run beside each other, not their parts
  for (const problem& p : catalogue()) {
    if (p.is_chain()) {
      plan_values<chain_statement>(p, tasks);
      plan_orders(p, std::make_shared<shared_reference<chain_statement>>(bind<chain_statement>(p, {}, false)), inside, tasks);
    } else {
      const auto reference = std::make_shared<shared_reference<statement>>(bind<statement>(p, {}, false));
      plan_values<statement>(p, tasks);
      plan_orders(p, reference, inside, tasks);
      plan_residuals_and_crosses(p, reference, inside, tasks);
      plan_engines(p, inside, tasks);
      if (p.answer) tasks.push_back({"proved/" + p.name, quantity_names(p), [&p] { return results{.values = enclosed_values(p, {})}; }});
      if (!quick) plan_rates(p, inside, tasks);
    }
  }
  return tasks;
}

/// A value record that says why a task gave none.
results failed(const std::string& task_name, const std::string& why) {
  const auto first = task_name.find('/'), second = task_name.find('/', first + 1);
  value_record r{.cell = task_name,
                 .problem = task_name.substr(first + 1, second - first - 1),
                 .solver = task_name.substr(second + 1),
                 .quantity = task_name.substr(0, first),
                 .outcome = verdict::fails,
                 .reason = why,
                 .command = "unilateral verify --filter '^" + task_name + "'"};
  return {.values = {std::move(r)}};
}

/// What a task would have measured, for a reference that is in doubt. Orders and rates ask for one.
results in_doubt(const task& of, const std::string& why) {
  const auto first = of.name.find('/'), second = of.name.find('/', first + 1), last = of.name.rfind('/');
  results none;
  for (const std::string& part : of.parts)
    none.orders.push_back({.cell = of.name + "/" + part,
                           .problem = of.name.substr(first + 1, second - first - 1),
                           .solver = of.name.substr(last + 1),
                           .distance = part,
                           .outcome = verdict::reference_in_doubt,
                           .reason = why,
                           .command = "unilateral verify --filter '^" + of.name + "/" + part + "$'"});
  return none;
}

/// The quick grid is a look, not a verdict: an interval too wide for one is named as such. The full grid has to decide.
constexpr auto left_to_the_full_grid = "the quick grid leaves it open, the full grid decides";

template <class Record, class Keep>
void append(std::vector<Record>& all, std::vector<Record>& some, bool quick, const Keep& keep) {
  for (Record& r : some) {
    if (!keep(r.cell)) continue;
    r.known_gap = known_gap(r.cell, quick);
    if constexpr (std::is_same_v<Record, order_record>)
      if (quick && r.fit && r.outcome == verdict::cannot_tell && r.known_gap.empty()) r.known_gap = left_to_the_full_grid;
    if constexpr (std::is_same_v<Record, cross_record>)
      if (quick && r.cell.starts_with("engines/") && r.outcome == verdict::cannot_tell && r.known_gap.empty()) r.known_gap = left_to_the_full_grid;
    all.push_back(std::move(r));
  }
}

}  // namespace

results verify(const options& how) {
  std::regex filter;
  try {
    filter = std::regex(how.filter);
  } catch (const std::regex_error& e) {
    throw input_error("--filter: expected a regular expression, found \"" + how.filter + "\" (" + e.what() + ")");
  }
  const auto admitted = [&](const std::string& cell) { return std::regex_search(cell, filter); };

  std::vector<task> tasks = plan(how.quick);
  std::erase_if(tasks, [&](const task& t) { return std::none_of(t.parts.begin(), t.parts.end(), [&](const std::string& part) { return admitted(t.name + "/" + part); }); });

  const cell_cache cache(how.cache_directory, code_identity(), how.quick);
  std::vector<results> found(tasks.size());
  std::mutex reporting;
  int done = 0;
  for_each_index(static_cast<int>(tasks.size()), how.jobs, [&](int k) {
    const task& t = tasks[static_cast<std::size_t>(k)];
    results& mine = found[static_cast<std::size_t>(k)];
    if (std::optional<results> kept = cache.find(t.name)) {
      mine = std::move(*kept);
    } else {
      try {
        mine = t.run();
        cache.keep(t.name, mine);
      } catch (const reference_in_doubt& doubt) {
        mine = in_doubt(t, doubt.why());
      } catch (const std::exception& e) {
        mine = failed(t.name, e.what());
      }
    }
    const std::lock_guard one_at_a_time(reporting);
    ++done;
    if (how.progress) how.progress(done, static_cast<int>(tasks.size()), t.name);
  });

  results all;
  for (results& some : found) {
    append(all.orders, some.orders, how.quick, admitted);
    // A task that failed as a whole stands under its own name, which the filter need not admit.
    append(all.values, some.values, how.quick,
           [&](const std::string& cell) { return admitted(cell) || std::any_of(tasks.begin(), tasks.end(), [&](const task& t) { return t.name == cell; }); });
    append(all.residuals, some.residuals, how.quick, admitted);
    append(all.crosses, some.crosses, how.quick, admitted);
  }
  return all;
}

bool any_in_doubt(const results& found) {
  const auto doubted = [](const auto& records) { return std::any_of(records.begin(), records.end(), [](const auto& r) { return r.outcome == verdict::reference_in_doubt; }); };
  return doubted(found.orders) || doubted(found.values) || doubted(found.residuals) || doubted(found.crosses) || doubted(found.claims);
}

results without_doubtful(results found) {
  const auto leave_out = [](auto& records) { std::erase_if(records, [](const auto& r) { return r.outcome == verdict::reference_in_doubt; }); };
  leave_out(found.orders);
  leave_out(found.values);
  leave_out(found.residuals);
  leave_out(found.crosses);
  leave_out(found.claims);
  return found;
}

int exit_status_of(const results& found, bool others_as_declared) {
  if (!others_as_declared) return 1;
  return any_in_doubt(found) ? 3 : 0;
}

bool all_hold(const results& found) {
  const auto as_expected = [](const auto& records) {
    return std::all_of(records.begin(), records.end(), [](const auto& r) { return r.outcome == verdict::measured || (r.outcome == verdict::holds) == r.known_gap.empty(); });
  };
  return as_expected(found.orders) && as_expected(found.values) && as_expected(found.residuals) && as_expected(found.crosses) && as_expected(found.claims);
}

}  // namespace unilateral::study
