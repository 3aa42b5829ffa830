/// `unilateral._core`: what the Python package (unilateral/__init__.py) asks of the C++ side. Arrays and dictionaries
/// go over; names, tables and help are the package's. One translation unit.

#include "problems/language/admissibility.hpp"
#include "problems/language/evaluated_system.hpp"
#include "problems/language/input_error.hpp"
#include "reports/command/arguments.hpp"
#include "reports/command/sampled_rows.hpp"
#include "reports/python/interruptible.hpp"
#include "reports/study/answer/default_step.hpp"
#include "reports/study/answer/engine_beside.hpp"
#include "reports/study/answer/estimate.hpp"
#include "reports/study/external/judge.hpp"
#include "reports/study/order/fit.hpp"
#include "reports/study/order/verdict.hpp"
#include "reports/study/record/print.hpp"
#include "reports/study/run/converge.hpp"

#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cctype>
#include <ctime>
#include <exception>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <tuple>

namespace unilateral::python {
namespace {

namespace py = pybind11;
using array = py::array_t<double, py::array::c_style | py::array::forcecast>;
using shape = std::vector<py::ssize_t>;

// --- arrays of states ---

std::string text_of(const shape& s) {
  std::string text = "(";
  for (const py::ssize_t n : s) text += std::to_string(n) + ",";
  return text + ")";
}

/// An argument: numbers or vectors of `length` numbers (0: one number each), in an array of any shape.
class argument {
 public:
  argument(const char* function, const char* name, const py::object& given, py::ssize_t length)
      : size_(std::max<py::ssize_t>(length, 1)) {
    const py::array any = py::array::ensure(given);
    const bool real = any && std::string("biuf").find(any.dtype().kind()) != std::string::npos;
    PyErr_Clear();
    if (!real)
      throw input_error(std::string(function) + ": expected " + name + " as real numbers, found " +
                        py::type::of(given).attr("__name__").cast<std::string>());
    values_ = array::ensure(any);
    batch.assign(values_.shape(), values_.shape() + values_.ndim());
    if (length == 0) return;
    if (batch.empty() || batch.back() != length)
      throw input_error(std::string(function) + ": expected " + name + " with " + std::to_string(length) +
                        " numbers in its last dimension, found shape " + text_of(batch));
    batch.pop_back();
  }

  shape batch;

  /// Strides, in numbers, over a batch that this one is repeated to.
  shape strides_over(const shape& all) const {
    shape strides(all.size(), 0);
    py::ssize_t stride = size_;
    for (std::size_t k = batch.size(); k-- > 0;) {
      if (batch[k] != 1) strides[all.size() - batch.size() + k] = stride;
      stride *= batch[k];
    }
    return strides;
  }
  const double* data() const { return values_.data(); }

 private:
  array values_{};
  py::ssize_t size_;
};

/// numpy's rule: from the last dimension on, equal or 1.
shape common_batch(const char* function, const std::vector<argument>& arguments) {
  shape all;
  for (const argument& a : arguments)
    if (a.batch.size() > all.size()) all.insert(all.begin(), a.batch.size() - all.size(), 1);
  for (const argument& a : arguments)
    for (std::size_t k = 0; k < a.batch.size(); ++k) {
      py::ssize_t& here = all[all.size() - a.batch.size() + k];
      if (here != a.batch[k] && here != 1 && a.batch[k] != 1)
        throw input_error(std::string(function) + ": expected states that go together, found shapes " + text_of(all) +
                          " and " + text_of(a.batch));
      if (here == 1) here = a.batch[k];
    }
  return all;
}

/// result[…] = f(arguments[…]) for every state of the batch; f writes as many numbers as `each` has.
template <class Function>
py::array_t<double> for_each_state(const char* name, const std::vector<argument>& arguments, const shape& each,
                                   const Function& f) {
  const shape batch = common_batch(name, arguments);
  shape all = batch;
  all.insert(all.end(), each.begin(), each.end());
  py::array_t<double> result(all);
  py::ssize_t size = 1, count = 1;
  for (const py::ssize_t n : each) size *= n;
  for (const py::ssize_t n : batch) count *= n;
  std::vector<shape> strides;
  std::vector<const double*> at;
  for (const argument& a : arguments) {
    strides.push_back(a.strides_over(batch));
    at.push_back(a.data());
  }
  shape place(batch.size(), 0);
  double* out = result.mutable_data();
  for (py::ssize_t k = 0; k < count; ++k, out += size) {
    f(at.data(), out);
    for (std::size_t d = batch.size(); d-- > 0;) {  // the next place, as an odometer turns
      for (std::size_t j = 0; j < at.size(); ++j) at[j] += strides[j][d];
      if (++place[d] < batch[d]) break;
      for (std::size_t j = 0; j < at.size(); ++j) at[j] -= strides[j][d] * batch[d];
      place[d] = 0;
    }
  }
  return result;
}

py::array_t<double> array_of(const std::vector<double>& x) {
  return py::array_t<double>(static_cast<py::ssize_t>(x.size()), x.data());
}
template <scalar S>
py::array_t<double> array_of(const column<S>& x) {
  py::array_t<double> result(x.size());
  for (Eigen::Index i = 0; i < x.size(); ++i) result.mutable_at(i) = to_double(x[i]);
  return result;
}
py::array_t<double> numbers_of(const std::vector<expression>& formulas) {
  std::vector<double> x;
  for (const expression& formula : formulas) x.push_back(constant_value<double>(formula));
  return array_of(x);
}
template <class Numbers>
py::list texts_of(const Numbers& x) {
  py::list texts;
  for (const auto& number : x) texts.append(to_text(number));
  return texts;
}

// --- an answer, as a dictionary ---

/// Times, positions, velocities, impulses in rows; and the same as decimals with all their digits, made when asked for.
template <scalar S>
void put_rows(py::dict& d, std::vector<command::sampled_row<S>> rows, int n, int m) {
  const auto count = static_cast<py::ssize_t>(rows.size());
  py::array_t<double> t(count), q({count, py::ssize_t(n)}), v({count, py::ssize_t(n)}), P({count, py::ssize_t(m)});
  for (py::ssize_t k = 0; k < count; ++k) {
    const command::sampled_row<S>& row = rows[static_cast<std::size_t>(k)];
    t.mutable_at(k) = to_double(row.t);
    for (int i = 0; i < n; ++i) {
      q.mutable_at(k, i) = to_double(row.q[i]);
      v.mutable_at(k, i) = to_double(row.v[i]);
    }
    for (int a = 0; a < m; ++a) P.mutable_at(k, a) = to_double(row.P[a]);
  }
  d["times"] = t;
  d["positions"] = q;
  d["velocities"] = v;
  d["impulses"] = P;
  d["exact"] = py::cpp_function([rows = std::move(rows)] {
    py::list times, positions, velocities, impulses;
    for (const command::sampled_row<S>& row : rows) {
      times.append(to_text(row.t));
      positions.append(texts_of(row.q));
      velocities.append(texts_of(row.v));
      impulses.append(texts_of(row.P));
    }
    return py::make_tuple(times, positions, velocities, impulses);
  });
}

/// A number or several, the same as decimals, and their errors where there is an estimate.
template <scalar S>
void put(py::dict& d, const char* name, const S& x, const double* error) {
  d[name] = to_double(x);
  d["exact"][name] = to_text(x);
  d["errors"][name] = error == nullptr ? py::object(py::none()) : py::object(py::float_(*error));
}
template <scalar S>
void put(py::dict& d, const char* name, const column<S>& x, const std::vector<double>* errors) {
  d[name] = array_of(x);
  d["exact"][name] = texts_of(x);
  d["errors"][name] = errors == nullptr ? py::object(py::none()) : py::object(array_of(*errors));
}
py::dict numbers_with_texts() {
  py::dict d;
  d["exact"] = py::dict();
  d["errors"] = py::dict();
  return d;
}
template <class Errors, class Member>
auto* member_of(const Errors* errors, Member Errors::* member) {
  return errors == nullptr ? nullptr : &(errors->*member);
}

template <scalar S>
py::dict state(const S& t, const column<S>& q, const column<S>& v, const study::state_errors* errors) {
  using study::state_errors;
  py::dict d = numbers_with_texts();
  put(d, "t", t, member_of(errors, &state_errors::t));
  put(d, "q", q, member_of(errors, &state_errors::q));
  put(d, "v", v, member_of(errors, &state_errors::v));
  return d;
}

py::dict counts_of(const work_counts& c) {
  py::dict d;
  d["impacts"] = c.impacts;
  d["steps"] = c.steps;
  d["force_evaluations"] = c.force_evaluations;
  d["projections"] = c.projections;
  return d;
}

template <scalar S>
py::dict dictionary_of(solution<S> answer, const study::answer_errors* errors, const statement& bound) {
  using study::impact_errors;
  py::dict d;
  py::list impacts, contacts, accumulations;
  for (std::size_t k = 0; k < answer.impacts.size(); ++k) {
    const impact<S>& shock = answer.impacts[k];
    const impact_errors* const e = errors == nullptr ? nullptr : &errors->impacts[k];
    py::dict one = numbers_with_texts();
    put(one, "t", shock.t, member_of(e, &impact_errors::t));
    put(one, "q", shock.q, member_of(e, &impact_errors::q));
    put(one, "v_minus", shock.v_minus, member_of(e, &impact_errors::v_minus));
    put(one, "v_plus", shock.v_plus, member_of(e, &impact_errors::v_plus));
    put(one, "impulse", shock.impulse, member_of(e, &impact_errors::impulse));
    one["active"] = shock.active;
    one["continues"] = shock.continues;
    impacts.append(one);
  }
  for (std::size_t k = 0; k < answer.contacts.size(); ++k) {
    const contact_interval<S>& c = answer.contacts[k];
    py::object of_begin = py::none(), of_end = py::none();
    if (errors != nullptr) {
      of_begin = py::float_(errors->contacts[k].from);
      of_end = py::float_(errors->contacts[k].to);
    }
    contacts.append(py::make_tuple(c.constraint, to_double(c.from), to_double(c.to), of_begin, of_end));
  }
  for (std::size_t k = 0; k < answer.accumulations.size(); ++k) {
    const accumulation<S>& limit = answer.accumulations[k];
    accumulations.append(state(limit.t, limit.q, limit.v, errors == nullptr ? nullptr : &errors->accumulations[k]));
  }
  d["impacts"] = impacts;
  d["contacts"] = contacts;
  d["accumulations"] = accumulations;
  d["end"] =
      state(answer.end_time, answer.end_position, answer.end_velocity, member_of(errors, &study::answer_errors::end));
  const int n = bound.system.degrees_of_freedom(), m = bound.system.constraints();
  put_rows(d, command::row_sampler<S>(answer, m).at_knots(), n, m);
  return d;
}

template <scalar S>
py::dict dictionary_of(chain_solution<S> answer, const study::chain_errors* errors, const chain_statement& bound) {
  using study::chain_errors;
  const auto nodes = static_cast<py::ssize_t>(answer.velocities.size());
  column<S> v(2 * nodes);
  py::array_t<double> velocities({nodes, py::ssize_t(2)});
  for (py::ssize_t i = 0; i < nodes; ++i)
    for (int j = 0; j < 2; ++j) {
      v[2 * i + j] = answer.velocities[static_cast<std::size_t>(i)][j];
      velocities.mutable_at(i, j) = to_double(S(v[2 * i + j]));
    }
  py::dict d, chain = numbers_with_texts();
  d["impacts"] = py::list();
  d["contacts"] = py::list();
  d["accumulations"] = py::list();
  d["end"] = state(answer.end_time, answer.end_position, v, member_of(errors, &chain_errors::end));
  chain["velocities"] = velocities;
  column<S> tensions(static_cast<Eigen::Index>(answer.tensions.size()));
  std::copy(answer.tensions.begin(), answer.tensions.end(), tensions.begin());
  put(chain, "tensions", tensions, member_of(errors, &chain_errors::tensions));
  put(chain, "dissipation", answer.dissipation, member_of(errors, &chain_errors::dissipation));
  chain["moving"] = answer.moving;
  d["chain"] = chain;
  const int n = 2 * static_cast<int>(bound.nodes.size());
  std::vector<command::sampled_row<S>> rows;
  if (answer.path.pieces() > 0)
    rows = command::row_sampler<S>(command::as_motion(answer), 0).at_knots();
  else  // one instant
    rows.push_back({answer.end_time, answer.end_position, v, column<S>(0)});
  put_rows(d, std::move(rows), n, 0);
  return d;
}

// --- motions of one's own ---

/// A motion in arrays, as the judge reads it: a table of numbers that come back to the last bit.
void write_table(const std::filesystem::path& path, const array& t, const array& q, const array& v,
                 const std::optional<array>& P) {
  std::ofstream out(path, std::ios::binary);
  const py::ssize_t rows = t.shape(0);
  out << 't';
  const auto header = [&](char name, py::ssize_t count) {
    for (py::ssize_t i = 0; i < count; ++i) out << ',' << name << i;
  };
  header('q', q.shape(1));
  header('v', v.shape(1));
  if (P) header('P', P->shape(1));
  out << '\n';
  for (py::ssize_t k = 0; k < rows; ++k) {
    out << to_text(t.at(k));
    for (py::ssize_t i = 0; i < q.shape(1); ++i) out << ',' << to_text(q.at(k, i));
    for (py::ssize_t i = 0; i < v.shape(1); ++i) out << ',' << to_text(v.at(k, i));
    for (py::ssize_t a = 0; P && a < P->shape(1); ++a) out << ',' << to_text(P->at(k, a));
    out << '\n';
  }
  out.flush();
  if (!out) throw input_error("expected a folder for temporary files that can be written, found " + path.string());
}

/// What is wrong with a table is told of its rows: line k + 2 is row k.
[[noreturn]] void refuse_rows(const input_error& error, const std::filesystem::path& path) {
  const std::string what = error.what(), begin = path.string() + ":";
  std::size_t end = begin.size();
  while (end < what.size() && std::isdigit(static_cast<unsigned char>(what[end])) != 0) ++end;
  if (!what.starts_with(begin) || end == begin.size()) throw error;
  const int line = std::stoi(what.substr(begin.size(), end - begin.size()));
  throw input_error("row " + std::to_string(line - 2) + what.substr(end));
}

py::dict dictionary_of(const study::record& r) {
  py::dict d;
  d["quantity"] = r.about.quantity;
  d["verdict"] = study::name_of(r.outcome);
  d["reason"] = r.reason;
  if (r.is<study::value_facts>()) {
    const auto& facts = r.as<study::value_facts>();
    d["kind"] = study::name_of(facts.kind);
    d["computed"] = facts.computed;
    d["expected"] = facts.expected;
    d["error"] = facts.error;
    d["reference"] = facts.reference;
    return d;
  }
  if (!r.is<study::order_facts>()) return d;
  const auto& facts = r.as<study::order_facts>();
  d["declared"] = facts.declared;
  d["reference"] = facts.reference;
  d["until"] = facts.until;
  d["outcome"] = study::name_of(r.fitting);
  std::vector<double> steps, errors;
  py::array_t<bool> in_window(static_cast<py::ssize_t>(r.ladder.size()));
  for (std::size_t k = 0; k < r.ladder.size(); ++k) {
    steps.push_back(r.ladder[k].step);
    errors.push_back(r.ladder[k].error);
    in_window.mutable_at(static_cast<py::ssize_t>(k)) = r.ladder[k].in_window;
  }
  d["steps"] = array_of(steps);
  d["errors"] = array_of(errors);
  d["in_window"] = in_window;
  if (r.fit) {
    const study::printed_interval shown = study::as_printed(*r.fit);  // the numbers that decide
    d["order"] = shown.order;
    d["half_width"] = shown.half_width;
    d["text"] = study::text_of(shown);
    d["constant"] = r.fit->constant;
    d["floor"] = r.fit->floor;
    d["window"] = py::make_tuple(r.fit->window_low, r.fit->window_high);
    std::vector<double> fitted;
    for (const double h : steps) fitted.push_back(study::fitted_error(*r.fit, h));
    d["fitted"] = array_of(fitted);
  }
  py::list failures;
  if (facts.code)
    for (const study::code_run& run : facts.code->runs)
      if (!run.failure.empty()) failures.append(py::make_tuple(run.amount, run.failure));
  d["failures"] = failures;
  return d;
}

py::list dictionaries_of(const study::results& found) {
  py::list all;
  for (const study::record& r : found) all.append(dictionary_of(r));
  return all;
}

// --- a problem, and what it is asked ---

study::time_limit limit_of(const std::string& seconds) {
  return study::time_limit(exact<double>(command::positive_number("limit", seconds)));
}

struct solve_request {
  std::string solver;
  std::optional<std::string> step, until;
  int digits;
  bool estimate;
  std::string limit;
};

/// The step of a scheme that was given none, or one that is longer than the run.
void settle_step(const statement& bound, const study::listed_solver& solver, request& how,
                 const study::time_limit& limit, std::optional<study::step_check>& check,
                 std::vector<std::string>& warnings) {
  if (!solver.declaration.applies_to.needs_step()) return;
  if (!how.step) {
    const study::chosen_step chosen = study::default_step(bound, solver, how.until, limit);
    how.step = study::step_of<double>(bound, chosen.halvings);
    check = chosen.check;
  }
  const rational end = how.until ? *how.until : exact_rational(to_text(constant_value<double>(bound.horizon)));
  if (*how.step <= end) return;
  how.step = end;
  warnings.push_back("the step is longer than the run, which is made in one: " + to_text(end));
}
void settle_step(const chain_statement&, const study::listed_solver&, request&, const study::time_limit&,
                 std::optional<study::step_check>&, std::vector<std::string>&) {}

class problem_handle {
 public:
  /// until: a final time in place of the question's own.
  problem_handle(problem question, parameter_list values, const std::optional<rational>& until)
      : asked(std::move(question)), overrides(std::move(values)) {
    if (until) {
      std::visit([&](auto& stated) { stated.horizon = *until; }, asked.question);
      asked.study_until.clear();
    }
    if (const auto* system = std::get_if<statement>(&asked.question)) {
      bound_ = with_values(*system, overrides);
      check_admissible(*bound_);
      evaluated_ = std::make_unique<evaluated_system<double>>(bound_->system);
      n_ = bound_->system.degrees_of_freedom();
      m_ = bound_->system.constraints();
    } else {
      bound_chain_ = with_values(std::get<chain_statement>(asked.question), overrides);
    }
  }

  /// The same question with another end.
  std::unique_ptr<problem_handle> ending_at(const std::string& until) const {
    if (bound_chain_ && !bound_chain_->evolves)
      throw input_error("until: expected it only for a chain that evolves, found it for one instant");
    return std::make_unique<problem_handle>(asked, overrides, command::positive_number("until", until));
  }

  py::dict facts() const {
    py::dict d;
    d["name"] = asked.name;
    d["title"] = asked.title;
    d["source"] = asked.source;
    d["description"] = asked.description;
    d["figure"] = asked.figure;
    d["is_chain"] = asked.is_chain();
    py::dict parameters;
    for (const auto& [name, value] : bound_ ? bound_->parameters : bound_chain_->parameters)
      parameters[py::str(name)] = unilateral::to_text(value, {});
    d["parameters"] = parameters;
    const expression& horizon = bound_ ? bound_->horizon : bound_chain_->horizon;
    d["horizon"] = constant_value<double>(horizon);
    d["exact_horizon"] = unilateral::to_text(horizon, {});
    if (!bound_) return d;
    d["coordinates"] = py::tuple(py::cast(bound_->system.coordinates));
    d["constraints"] = m_;
    d["q0"] = numbers_of(bound_->position);
    d["v0"] = numbers_of(bound_->velocity);
    d["restitution"] = constant_value<double>(bound_->system.restitution);
    d["exact_restitution"] = unilateral::to_text(bound_->system.restitution, {});
    return d;
  }

  // Arguments as numpy gives them: at[0] is t, at[1] q, at[2] v.
  py::array_t<double> mass(const py::object& t, const py::object& q) {
    evaluated_system<double>& system = evaluated("mass");
    return for_each_state(
        "mass", {{"mass", "t", t, 0}, {"mass", "q", q, n_}}, {n_, n_}, [&](const double* const* at, double* out) {
          system.evaluate_mass(*at[0], at[1]);
          Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>> M(out, n_, n_);
          system.copy_mass(M);
        });
  }
  py::array_t<double> force(const py::object& t, const py::object& q, const py::object& v) {
    evaluated_system<double>& system = evaluated("force");
    return for_each_state("force", {{"force", "t", t, 0}, {"force", "q", q, n_}, {"force", "v", v, n_}}, {n_},
                          [&](const double* const* at, double* out) {
                            system.evaluate_force(*at[0], at[1], at[2]);
                            for (int i = 0; i < n_; ++i) out[i] = system.force(i);
                          });
  }
  py::array_t<double> gap(const py::object& t, const py::object& q) {
    evaluated_system<double>& system = evaluated("gap");
    return for_each_state("gap", {{"gap", "t", t, 0}, {"gap", "q", q, n_}}, {m_},
                          [&](const double* const* at, double* out) {
                            system.evaluate_gap(*at[0], at[1]);
                            for (int a = 0; a < m_; ++a) out[a] = system.gap(a);
                          });
  }
  py::array_t<double> gap_gradient(const py::object& t, const py::object& q) {
    evaluated_system<double>& system = evaluated("gap_gradient");
    return for_each_state("gap_gradient", {{"gap_gradient", "t", t, 0}, {"gap_gradient", "q", q, n_}}, {m_, n_},
                          [&](const double* const* at, double* out) {
                            system.evaluate_gradient(*at[0], at[1]);
                            std::fill(out, out + m_ * n_, 0.0);
                            for (const sparse_entry& e : system.gradient_entries())
                              out[e.row * n_ + e.column] = system.gradient(e);
                          });
  }
  py::array_t<double> gap_rate(const py::object& t, const py::object& q, const py::object& v) {
    evaluated_system<double>& system = evaluated("gap_rate");
    return for_each_state("gap_rate", {{"gap_rate", "t", t, 0}, {"gap_rate", "q", q, n_}, {"gap_rate", "v", v, n_}},
                          {m_}, [&](const double* const* at, double* out) {
                            system.evaluate_gradient(*at[0], at[1]);
                            system.evaluate_gap_rate(*at[0], at[1]);
                            for (int a = 0; a < m_; ++a) out[a] = system.gradient_dot(a, at[2]) + system.gap_rate(a);
                          });
  }

  py::dict solve(const solve_request& how) const {
    return bound_ ? solve_question(*bound_, how) : solve_question(*bound_chain_, how);
  }

  /// The records, and their table.
  py::tuple judge(const array& t, const array& q, const array& v, const std::optional<array>& P,
                  const std::string& velocity, const std::string& limit) const {
    const study::scratch_folder scratch;
    const std::filesystem::path path = scratch.path() / "trajectory.csv";
    write_table(path, t, q, v, P);
    const auto reading = study::reading_named(velocity, "velocity");
    study::results found;
    try {
      const interruptible_engines engines;
      const study::reference_request how = engines.request(limit_of(limit));
      const py::gil_scoped_release others_may_run;
      found = study::judge(asked, overrides, path.string(), how, reading);
    } catch (const input_error& error) {
      refuse_rows(error, path);
    }
    for (study::record& r : found) r.about.solver = "trajectory";
    return py::make_tuple(dictionaries_of(found), study::as_judgement(found));
  }

  /// scheme(step, until) gives a tuple of arrays, or a text: why there is none. The records, their table, and what is
  /// to be said of them.
  py::tuple converge(const std::string& name, const py::function& scheme, const std::string& declares,
                     const std::string& velocity, const std::optional<std::string>& coarsest,
                     const std::optional<std::string>& finest, std::optional<int> count,
                     const std::string& limit) const {
    study::code_ladder ladder{.reading = study::reading_named(velocity, "velocity")};
    if (count && *count < study::least_points)
      throw input_error("count: expected at least " + std::to_string(study::least_points) + " runs, found " +
                        std::to_string(*count));
    if (count) ladder.count = *count;
    if (coarsest) ladder.coarsest = command::positive_number("coarsest", *coarsest);
    if (finest) ladder.finest = command::positive_number("finest", *finest);
    std::exception_ptr ended;  // by Ctrl-C: then no further run is begun
    const auto run = [&](const study::code_request& how, const std::filesystem::path& trajectory) {
      const py::gil_scoped_acquire lock;
      if (ended) std::rethrow_exception(ended);
      study::code_answer answer;
      const std::clock_t begin = std::clock();
      py::object found;
      try {
        found = scheme(py::str(how.amount), py::str(how.until));
      } catch (...) {
        ended = std::current_exception();
        throw;
      }
      answer.seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
      if (py::isinstance<py::str>(found)) {
        answer.failure = command::one_line(found.cast<std::string>());
        return answer;
      }
      const auto rows = found.cast<std::tuple<array, array, array, std::optional<array>>>();
      std::apply([&](const auto&... columns) { write_table(trajectory, columns...); }, rows);
      return answer;
    };
    const std::vector<study::declared_code> codes{
        {.code = {.name = name, .command = "p.converge(" + name + ")", .scheme = run},
         .declares = declares.empty() ? study::declared_orders{} : study::declared_orders_of(declares)}};
    study::options how;
    std::vector<std::string> said;
    const interruptible_engines engines;
    how.reference = engines.request(limit_of(limit));
    study::results found;
    {
      const py::gil_scoped_release others_may_run;
      found = study::converge(asked, overrides, codes, {}, ladder, {}, how,
                              [&](const std::string& line) { said.push_back(line); });
    }
    for (const study::record& r : found)
      if (r.outcome == study::verdict::reference_in_doubt) throw study::reference_in_doubt(r.reason);
    return py::make_tuple(dictionaries_of(found), study::as_text(found), said);
  }

  problem asked;
  parameter_list overrides;

 private:
  evaluated_system<double>& evaluated(const char* function) {
    if (!evaluated_)
      throw input_error(std::string(function) + ": expected a mechanical system, found the chain " + asked.name);
    return *evaluated_;
  }

  template <class Question>
  py::dict solve_question(const Question& question, const solve_request& asked_for) const {
    const study::listed_solver solver = interruptible(command::solver_named(asked_for.solver));
    if (!solver.solves(question))
      throw input_error("solver: expected one for " + std::string(asked.is_chain() ? "chains" : "systems") +
                        " such as " + asked.name + ", found \"" + asked_for.solver + "\"");
    request how{};
    if (asked_for.step) {
      how.step = command::positive_number("step", *asked_for.step);
      if (!solver.declaration.applies_to.takes_step())
        throw input_error("step: expected none for " + asked_for.solver + ", which has no step, found \"" +
                          *asked_for.step + "\"");
    }
    if (asked_for.until) how.until = command::positive_number("until", *asked_for.until);
    if (asked_for.digits < 1 || asked_for.digits > solver.digits())
      throw input_error("digits: expected a whole number from 1 to " + std::to_string(solver.digits()) +
                        ", the digits that " + asked_for.solver + " brings, found " + std::to_string(asked_for.digits));
    if constexpr (std::is_same_v<Question, chain_statement>)
      if (!question.evolves && (how.step || how.until))
        throw input_error(std::string(how.step ? "step" : "until") +
                          ": expected it only for a chain that evolves, found it for one instant");
    return command::in_scalar(asked_for.digits,
                              [&]<scalar S>() { return solve_in<S>(question, solver, how, asked_for); });
  }

  /// As `unilateral solve` does.
  template <scalar S, class Question>
  py::dict solve_in(const Question& question, const study::listed_solver& solver, request how,
                    const solve_request& asked_for) const {
    using errors_of =
        std::conditional_t<std::is_same_v<Question, statement>, study::answer_errors, study::chain_errors>;
    std::optional<study::estimate<errors_of>> estimate;
    std::optional<typename study::listed_solver::answer<Question, S>> answer;
    std::vector<std::string> warnings;
    {
      const py::gil_scoped_release others_may_run;
      const study::time_limit limit = limit_of(asked_for.limit);
      std::optional<study::step_check> check;
      settle_step(question, solver, how, limit, check, warnings);
      how.seconds = limit.left();
      answer.emplace(solver.solve<S>(question, how));
      warnings.insert(warnings.begin(), answer->warnings.begin(), answer->warnings.end());
      if (asked_for.estimate) {
        estimate = study::estimated(question, solver, how, *answer, limit);
        if constexpr (std::is_same_v<Question, statement>)
          if (solver.declaration.applies_to.needs_step())
            study::hold_against_engine(question, how, *answer, limit, *estimate);
        warnings.insert(warnings.end(), estimate->warnings.begin(), estimate->warnings.end());
        if (!estimate->none.empty()) warnings.push_back("no estimate of the errors: " + estimate->none);
      }
      // Where no estimate warns of a step that is too long, its check does.
      if (check && !(estimate && estimate->none.empty()))
        if (const std::string warning = study::warning_of(*how.step, *check); !warning.empty())
          warnings.push_back(warning);
    }
    py::dict d;
    const std::string status = answer->status;
    const work_counts counts = answer->counts;
    d = dictionary_of(std::move(*answer), estimate && estimate->none.empty() ? &estimate->errors : nullptr, question);
    d["status"] = status;
    d["digits"] = scalar_traits<S>::digits;
    d["step"] = how.step ? py::object(py::str(to_text(*how.step))) : py::object(py::none());
    d["warnings"] = warnings;
    d["counts"] = counts_of(counts);
    return d;
  }

  std::optional<statement> bound_;
  std::optional<chain_statement> bound_chain_;
  std::unique_ptr<evaluated_system<double>> evaluated_;
  int n_ = 0, m_ = 0;
};

py::list problems() {
  py::list all;
  for (const problem& p : catalogue()) all.append(py::make_tuple(p.name, p.title));
  return all;
}
py::list solvers() {
  py::list all;
  for (const study::listed_solver& s : study::solver_list())
    all.append(py::make_tuple(s.declaration.name, s.declaration.title));
  return all;
}

}  // namespace

PYBIND11_MODULE(_core, m) {
  m.doc() = "The C++ side of unilateral; see the package's own names.";
  m.attr("version") = UNILATERAL_VERSION;
  static py::exception<input_error> bad_input(m, "InputError", PyExc_ValueError);
  static py::exception<study::reference_in_doubt> in_doubt(m, "ReferenceInDoubt", PyExc_RuntimeError);
  py::register_exception_translator([](std::exception_ptr thrown) {  // NOLINT(performance-unnecessary-value-param)
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const interrupted&) {
      return;  // Python has its exception already
    } catch (const input_error& error) {
      bad_input(command::one_line(error.what()).c_str());
    } catch (const study::reference_in_doubt& doubt) {
      in_doubt(command::one_line(doubt.what()).c_str());
    }
  });
  m.def("problems", &problems);
  m.def("solvers", &solvers);
  py::class_<problem_handle>(m, "Problem")
      .def(py::init([](const std::string& name, const std::vector<std::string>& settings) {
        return std::make_unique<problem_handle>(command::problem_named(name), command::overrides_from(settings),
                                                std::nullopt);
      }))
      .def("facts", &problem_handle::facts)
      .def("ending_at", &problem_handle::ending_at)
      .def("mass", &problem_handle::mass)
      .def("force", &problem_handle::force)
      .def("gap", &problem_handle::gap)
      .def("gap_gradient", &problem_handle::gap_gradient)
      .def("gap_rate", &problem_handle::gap_rate)
      .def("solve", [](const problem_handle& p, const std::string& solver, const std::optional<std::string>& step,
                       const std::optional<std::string>& until, int digits, bool estimate,
                       const std::string& limit) { return p.solve({solver, step, until, digits, estimate, limit}); })
      .def("judge", &problem_handle::judge)
      .def("converge", &problem_handle::converge);
}

}  // namespace unilateral::python
