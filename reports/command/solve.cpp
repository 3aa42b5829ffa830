#include "problems/language/admissibility.hpp"
#include "problems/language/input_error.hpp"
#include "problems/text/near_name.hpp"
#include "reports/certify/certify.hpp"
#include "reports/command/arguments.hpp"
#include "reports/command/commands.hpp"
#include "reports/command/json_writer.hpp"
#include "reports/command/output.hpp"
#include "reports/command/progress.hpp"
#include "reports/command/sampled_rows.hpp"
#include "reports/command/streamed_rows.hpp"
#include "reports/render/solution_figure.hpp"
#include "reports/study/answer/default_step.hpp"
#include "reports/study/answer/engine_beside.hpp"
#include "reports/study/answer/estimate.hpp"
#include "reports/study/reference/run_in_parts.hpp"

#include <fmt/format.h>

#include <iostream>

namespace unilateral::command {
namespace {

using layout = json_writer::layout;

// --- JSON: numbers are decimal strings with all their digits ---

template <class Numbers>
void write_numbers(json_writer& json, const Numbers& x) {
  json.list();
  for (const auto& number : x) json.string(to_text(number));
  json.end();
}

void write_strings(json_writer& json, const std::vector<std::string>& texts) {
  json.list(layout::a_line_each);
  for (const std::string& text : texts) json.string(text);
  json.end();
}

// The errors of what was written last, in the same shape; nothing where there is no estimate.
void write_error(json_writer& json, std::string_view key, const double* error) {
  if (error != nullptr) json.key(key).string(study::text_of_error(*error));
}
void write_errors(json_writer& json, std::string_view key, const std::vector<double>* errors) {
  if (errors == nullptr) return;
  json.key(key).list();
  for (const double error : *errors) json.string(study::text_of_error(error));
  json.end();
}
template <class Errors, class Member>
auto* member_of(const Errors* errors, Member Errors::* member) {
  return errors == nullptr ? nullptr : &(errors->*member);
}

template <scalar S>
void write_state(json_writer& json, const S& t, const column<S>& q, const column<S>& v,
                 const study::state_errors* errors) {
  using study::state_errors;
  json.object().key("t").string(to_text(t));
  write_error(json, "t_error", member_of(errors, &state_errors::t));
  write_numbers(json.key("q"), q);
  write_errors(json, "q_error", member_of(errors, &state_errors::q));
  write_numbers(json.key("v"), v);
  write_errors(json, "v_error", member_of(errors, &state_errors::v));
  json.end();
}

void write_counts(json_writer& json, const work_counts& counts) {
  json.object().key("impacts").integer(counts.impacts).key("steps").integer(counts.steps);
  json.key("force_evaluations").integer(counts.force_evaluations).key("projections").integer(counts.projections).end();
}

/// An answer, what is believed of its digits, and what the user has to be told.
template <class Answer, class Errors>
struct shown_answer {
  const Answer& answer;
  const study::estimate<Errors>* estimate;  ///< none: not asked for
  std::vector<std::string> warnings;

  const Errors* errors() const { return estimate != nullptr && estimate->none.empty() ? &estimate->errors : nullptr; }
};

template <class Answer, class Errors>
void write_warnings(json_writer& json, const shown_answer<Answer, Errors>& all) {
  if (all.estimate != nullptr && !all.estimate->none.empty())
    json.key("estimate").string("none: " + all.estimate->none);
  write_strings(json.key("warnings"), all.warnings);
}

template <scalar S>
void write_impact(json_writer& json, const impact<S>& shock, const study::impact_errors* errors) {
  using study::impact_errors;
  json.object().key("t").string(to_text(shock.t));
  write_error(json, "t_error", member_of(errors, &impact_errors::t));
  write_numbers(json.key("q"), shock.q);
  write_errors(json, "q_error", member_of(errors, &impact_errors::q));
  write_numbers(json.key("v_minus"), shock.v_minus);
  write_errors(json, "v_minus_error", member_of(errors, &impact_errors::v_minus));
  write_numbers(json.key("v_plus"), shock.v_plus);
  write_errors(json, "v_plus_error", member_of(errors, &impact_errors::v_plus));
  write_numbers(json.key("impulse"), shock.impulse);
  write_errors(json, "impulse_error", member_of(errors, &impact_errors::impulse));
  json.key("active").list();
  for (const int constraint : shock.active) json.integer(constraint);
  json.end();
  if (shock.continues) json.key("continues").boolean(true);
  json.end();
}

template <scalar S>
void write_contact(json_writer& json, const contact_interval<S>& contact, const study::contact_errors* errors) {
  json.object().key("constraint").integer(contact.constraint).key("from").string(to_text(contact.from));
  write_error(json, "from_error", member_of(errors, &study::contact_errors::from));
  json.key("to").string(to_text(contact.to));
  write_error(json, "to_error", member_of(errors, &study::contact_errors::to));
  json.end();
}

template <scalar S>
void write_json(json_writer& json, const shown_answer<solution<S>, study::answer_errors>& all, bool summary) {
  const solution<S>& answer = all.answer;
  const study::answer_errors* const errors = all.errors();
  if (!summary) {
    json.key("impacts").list(layout::a_line_each);
    for (std::size_t k = 0; k < answer.impacts.size(); ++k)
      write_impact(json, answer.impacts[k], errors == nullptr ? nullptr : &errors->impacts[k]);
    json.end().key("contacts").list(layout::a_line_each);
    for (std::size_t k = 0; k < answer.contacts.size(); ++k)
      write_contact(json, answer.contacts[k], errors == nullptr ? nullptr : &errors->contacts[k]);
    json.end();
  }
  json.key("accumulations").list(layout::a_line_each);
  for (std::size_t k = 0; k < answer.accumulations.size(); ++k) {
    const accumulation<S>& limit = answer.accumulations[k];
    write_state(json, limit.t, limit.q, limit.v, errors == nullptr ? nullptr : &errors->accumulations[k]);
  }
  json.end();
  write_state(json.key("end"), answer.end_time, answer.end_position, answer.end_velocity,
              member_of(errors, &study::answer_errors::end));
  write_warnings(json, all);
  write_counts(json.key("counts"), answer.counts);
}

/// Velocities of the nodes as one column u_0x, u_0y, …
template <scalar S>
column<S> flattened(const std::vector<plane_vector<S>>& u) {
  column<S> v(2 * static_cast<Eigen::Index>(u.size()));
  for (std::size_t i = 0; i < u.size(); ++i) v.template segment<2>(2 * static_cast<Eigen::Index>(i)) = u[i];
  return v;
}

template <scalar S>
void write_json(json_writer& json, const shown_answer<chain_solution<S>, study::chain_errors>& all, bool summary) {
  using study::chain_errors;
  const chain_solution<S>& answer = all.answer;
  const chain_errors* const errors = all.errors();
  if (!summary) json.key("impacts").list().end().key("contacts").list().end();
  json.key("accumulations").list().end();
  write_state(json.key("end"), answer.end_time, answer.end_position, flattened(answer.velocities),
              member_of(errors, &chain_errors::end));
  write_warnings(json, all);
  write_counts(json.key("counts"), answer.counts);
  json.key("chain").object();
  json.key("velocities").list();
  for (const plane_vector<S>& u : answer.velocities) write_numbers(json, u);
  json.end();
  if (errors != nullptr) {
    json.key("velocities_error").list();
    for (std::size_t i = 0; i + 1 < errors->velocities.size(); i += 2)
      json.list()
          .string(study::text_of_error(errors->velocities[i]))
          .string(study::text_of_error(errors->velocities[i + 1]))
          .end();
    json.end();
  }
  write_numbers(json.key("tensions"), answer.tensions);
  write_errors(json, "tensions_error", member_of(errors, &chain_errors::tensions));
  json.key("moving").integer(answer.moving).key("dissipation").string(to_text(answer.dissipation));
  write_error(json, "dissipation_error", member_of(errors, &chain_errors::dissipation));
  json.end();
}

// --- rows: at the knots of the path, or where they were asked for ---

/// Instants that were asked for; none: the knots of the path.
struct asked_rows {
  std::optional<rational> every;
  std::vector<rational> at;
  bool any() const { return every || !at.empty(); }
};

template <scalar S>
std::vector<sampled_row<S>> rows_of(const solution<S>& answer, int constraints, const asked_rows& where) {
  const row_sampler<S> sampler(answer, constraints);
  if (where.every) return sampler.every(*where.every);
  if (where.at.empty()) return sampler.at_knots();
  std::vector<S> times;
  for (const rational& t : where.at) times.push_back(exact<S>(t));
  return sampler.at(std::move(times));
}
template <scalar S>
std::vector<sampled_row<S>> rows_of(const chain_solution<S>& answer, int, const asked_rows& where) {
  return rows_of(as_motion(answer), 0, where);
}

template <scalar S>
void write_row(std::ostream& out, const sampled_row<S>& row) {
  out << to_text(row.t);
  for (const column<S>* list : {&row.q, &row.v, &row.P})
    for (const S& x : *list) out << ',' << to_text(x);
  out << '\n';
}

void write_header(std::ostream& out, Eigen::Index n, Eigen::Index m) {
  out << 't';
  for (const auto& [name, count] : {std::pair("q", n), std::pair("v", n), std::pair("P", m)})
    for (Eigen::Index i = 0; i < count; ++i) out << ',' << name << i;
  out << '\n';
}

template <scalar S>
void write_csv(std::ostream& out, const solution<S>& answer, int constraints, const asked_rows& where) {
  write_header(out, answer.path.dimension(), constraints);
  for (const sampled_row<S>& row : rows_of(answer, constraints, where)) write_row(out, row);
}

/// One instant is one row.
template <scalar S>
void write_csv(std::ostream& out, const chain_solution<S>& answer, int, const asked_rows& where) {
  if (answer.path.pieces() > 0) return write_csv(out, as_motion(answer), 0, where);
  write_header(out, answer.end_position.size(), 0);
  write_row<S>(out, {answer.end_time, answer.end_position, flattened(answer.velocities), {}});
}

template <scalar S>
void write_rows(json_writer& json, const std::vector<sampled_row<S>>& rows) {
  json.key("rows").list(layout::a_line_each);
  for (const sampled_row<S>& row : rows) {
    json.object().key("t").string(to_text(row.t));
    write_numbers(json.key("q"), row.q);
    write_numbers(json.key("v"), row.v);
    write_numbers(json.key("P"), row.P);
    json.end();
  }
  json.end();
}

constexpr long most_rows = 10'000'000;

/// The times that were asked for, as exact numbers; refused where there is no such time in the run.
asked_rows rows_asked_for(const solve_options& asked, double end) {
  asked_rows where;
  if (asked.every && asked.at) throw input_error("--at: expected it without --every, found both");
  if (asked.every) {
    where.every = positive_number("--every", *asked.every);
    if (!(end / exact<double>(*where.every) < static_cast<double>(most_rows)))
      throw input_error("--every: expected at most " + std::to_string(most_rows) + " rows up to t = " + to_text(end) +
                        ", found \"" + *asked.every + "\"");
  }
  if (!asked.at) return where;
  for (std::size_t from = 0; from <= asked.at->size();) {
    const std::size_t comma = std::min(asked.at->find(',', from), asked.at->size());
    const std::string text = asked.at->substr(from, comma - from);
    from = comma + 1;
    const auto refuse = [&] {
      return input_error("--at: expected times from 0 to " + to_text(end) +
                         ", decimals or fractions with commas between them, found \"" + text + "\"");
    };
    try {
      where.at.push_back(exact_rational(text));
    } catch (const input_error&) {
      throw refuse();
    }
    if (where.at.back() < 0 || exact<double>(where.at.back()) > end) throw refuse();
  }
  return where;
}

// --- a picture ---

template <scalar S>
column<double> as_doubles(const column<S>& x) {
  column<double> result(x.size());
  for (Eigen::Index i = 0; i < x.size(); ++i) result[i] = to_double(x[i]);
  return result;
}
template <scalar S>
trajectory<double> as_doubles(const trajectory<S>& path) {
  return converted<double, S>(path, [](const S& x) { return to_double(x); });
}

template <scalar S>
render::figure figure_of(const statement& bound, const solution<S>& answer, const std::string& title) {
  solution<double> drawn;
  drawn.path = as_doubles(answer.path);
  for (const impact<S>& i : answer.impacts)
    drawn.impacts.push_back(
        {.t = to_double(i.t), .q = {}, .v_minus = {}, .v_plus = {}, .impulse = as_doubles(i.impulse), .active = {}});
  for (const reaction_density<S>& r : answer.reactions) {
    drawn.reactions.push_back({r.constraint, to_double(r.from), to_double(r.to), {}});
    for (const S& c : r.coefficients) drawn.reactions.back().coefficients.push_back(to_double(c));
  }
  return render::solution_figure(bound, drawn, title);
}
template <scalar S>
render::figure figure_of(const chain_statement& bound, const chain_solution<S>& answer, const std::string& title) {
  chain_solution<double> drawn;
  drawn.path = as_doubles(answer.path);
  return render::solution_figure(bound, drawn, title);
}

template <class Question, class Answer>
std::string picture_of(const Question& bound, const Answer& answer, const std::string& title) {
  constexpr int height = 900;
  try {
    return render::as_svg(figure_of(bound, answer, title), height);
  } catch (const std::runtime_error& error) {
    throw input_error("--plot: expected gnuplot to draw the motion, found: " + one_line(error.what()));
  }
}

// --- the run ---

const char* kind_of(const statement&) { return "systems"; }
const char* kind_of(const chain_statement&) { return "chains"; }

int constraints_of(const statement& s) { return s.system.constraints(); }
int constraints_of(const chain_statement&) { return 0; }
/// Final time of the run; one instant of a chain has none.
template <class Question>
double end_of_run(const Question& bound, const request& how) {
  return how.until ? exact<double>(*how.until) : constant_value<double>(bound.horizon);
}

std::vector<std::string> applicable(const auto& question) {
  std::vector<std::string> names;
  for (const study::listed_solver& s : study::solver_list())
    if (s.solves(question)) names.push_back(s.declaration.name);
  return names;
}

/// One instant of a chain takes no time.
void check_times(const request&, const solve_options&, const statement&) {}
void check_times(const request& how, const solve_options& asked, const chain_statement& chain) {
  for (const auto& [name, given] :
       {std::pair("--every", asked.every.has_value()), std::pair("--at", asked.at.has_value()),
        std::pair("--plot", asked.plot.has_value())})
    if (!chain.evolves && given)
      throw input_error(std::string(name) + ": expected it only for a chain that evolves, found it for one instant");
  if (!chain.evolves && (how.step || how.until))
    throw input_error(std::string(how.step ? "--step" : "--until") +
                      ": expected it only for a chain that evolves, found it for one instant");
}

/// Whether rows are written as the run goes on: at its knots or at multiples of a time, by a solver that hands it over
/// in parts.
template <scalar S>
bool are_streamed(const statement&, const solve_options& asked, const asked_rows& where) {
  const bool csv = asked.format.empty() ? where.every.has_value() : asked.format == "csv";
  return csv && where.at.empty() && !asked.plot && !asked.certificate &&
         study::run_in_parts_of(asked.solver).brings<S>();
}
template <scalar S>
bool are_streamed(const chain_statement&, const solve_options&, const asked_rows&) {
  return false;
}

/// Every step is kept until the errors are estimated, from three runs with shorter ones; of rows that are written as
/// the run goes on, those from one row to the next.
template <class Question>
void check_number_of_steps(const request& how, const solve_options& asked, const Question& bound, bool streamed,
                           const asked_rows& where) {
  constexpr int most_steps = 2'000'000;
  if (!how.step || asked.summary || (streamed && !where.every)) return;
  const double end = end_of_run(bound, how), kept = streamed ? std::min(end, exact<double>(*where.every)) : end;
  const double steps = kept / exact<double>(*how.step);
  if (steps > most_steps)
    throw input_error(
        "--step: expected at most " + std::to_string(most_steps) + " steps up to the " +
        (streamed ? "next row of --every" : "end (more with --summary, and with --format csv of a scheme)") +
        ", found " + to_text(steps) + " of " + *asked.step);
}

/// A problem's own values have been checked: what is wrong now comes from the settings.
template <class Question>
Question with_settings(const Question& question, const parameter_list& overrides) {
  try {
    return with_values(question, overrides);
  } catch (const input_error& error) {
    throw input_error("--set: " + std::string(error.what()));
  }
}

// --- the step of a scheme ---

/// The step of a scheme that was not given one goes into the request; says on standard error which it is. Its check,
/// where one was made.
template <scalar S>
std::optional<study::step_check> choose_step(const statement& bound, const study::listed_solver& solver, request& how,
                                             const std::string& name, const study::time_limit& limit) {
  if (!solver.declaration.applies_to.needs_step() || how.step) return {};
  const study::chosen_step chosen = study::default_step(bound, solver, how.until, limit);
  how.step = study::step_of<S>(bound, chosen.halvings);
  const std::string why = !chosen.check ? "the limit passed before it was compared with half of it"
                                        : fmt::format("half of it tells an error of {} of the motion's size",
                                                      study::text_of_error(chosen.check->seen));
  std::cerr << name << ", " << solver.declaration.name << ": step " << fmt::format("{:.6g}", exact<double>(*how.step))
            << ", horizon/" << chosen.parts() << "; " << why << '\n';
  return chosen.check;
}
template <scalar S>
std::optional<study::step_check> choose_step(const chain_statement&, const study::listed_solver&, request&,
                                             const std::string&, const study::time_limit&) {
  return {};
}

/// A step past the end of the run is the whole run: cut to it, so that half of it is another.
bool cut_step(const statement& bound, request& how) {
  if (!how.step) return false;
  const rational end = how.until ? *how.until : exact_rational(to_text(constant_value<double>(bound.horizon)));
  if (*how.step <= end) return false;
  how.step = end;
  return true;
}
bool cut_step(const chain_statement&, request&) { return false; }

/// The check of a step where no estimate makes it, for it keeps no paths to compare.
std::optional<study::step_check> check_step(const statement& bound, const study::listed_solver& solver,
                                            const request& how, const study::time_limit& limit) {
  if (!solver.declaration.applies_to.needs_step()) return {};
  return study::check_of(bound, solver, how.until, *how.step, limit);
}
std::optional<study::step_check> check_step(const chain_statement&, const study::listed_solver&, const request&,
                                            const study::time_limit&) {
  return {};
}

// --- certificates ---

template <scalar S>
certify::certified certificates(const statement& bound, const solution<S>& answer, const study::listed_solver& solver,
                                const request& how, const std::string& title) {
  return certify::certificates_of(bound, certify::exactly(answer, bound.system.constraints()),
                                  solver.declaration.applies_to.needs_step() ? how.step : std::nullopt, title);
}
template <scalar S>
certify::certified certificates(const chain_statement& bound, const chain_solution<S>& answer,
                                const study::listed_solver&, const request&, const std::string& title) {
  return certify::certificate_of(certify::exactly(answer, bound), title);
}

/// Writes the file; says on standard error what it holds, or why there is none.
int write_certificates(const certify::certified& found, output& file, const std::string& path,
                       const std::string& title) {
  if (found.failure) {
    std::cerr << "unilateral: " << title << ": expected an answer that can be certified; " << one_line(*found.failure)
              << '\n';
    return not_as_declared;
  }
  if (found.text.empty()) {
    std::cerr << "unilateral: " << title << ": expected an impact, a contact or a chain to certify, found none\n";
    return not_as_declared;
  }
  file.stream() << found.text;
  file.commit();
  std::cerr << path << ": " << found.impacts << " impacts, " << found.accelerations << " accelerations, "
            << found.chains << " chains";
  if (found.left_out > 0)
    std::cerr << "; " << found.left_out << " steps at the end, which the horizon shortens, left out";
  std::cerr << '\n';
  return done;
}

template <class Question>
using errors_of = std::conditional_t<std::is_same_v<Question, statement>, study::answer_errors, study::chain_errors>;

template <scalar S, class Question>
int solve_in(const Question& bound, const study::listed_solver& solver, request how, const solve_options& asked,
             const std::string& name, const study::time_limit& limit) {
  const asked_rows where = rows_asked_for(asked, end_of_run(bound, how));
  const bool csv = asked.format.empty() ? where.any() : asked.format == "csv",
             streamed = are_streamed<S>(bound, asked, where);
  check_number_of_steps(how, asked, bound, streamed, where);
  output target(asked.out);
  std::optional<output> plot_file;
  if (asked.plot) plot_file.emplace(asked.plot, "--plot");
  std::optional<output> certificate_file;  // opened before the run, which may be long
  if (asked.certificate) certificate_file.emplace(asked.certificate, "--certificate");
  run_progress progress(name + ", " + asked.solver);
  std::optional<study::step_check> check = choose_step<S>(bound, solver, how, name, limit);
  const bool is_cut = cut_step(bound, how);
  how.seconds = limit.left();
  how.progress = progress.of("run");
  const auto answer = [&] {
    if constexpr (std::is_same_v<Question, statement>)
      if (streamed) {
        const S end = how.until ? exact<S>(*how.until) : constant_value<S>(bound.horizon);
        streamed_rows<S> rows(constraints_of(bound), where.every, end,
                              [&](const sampled_row<S>& row) { write_row(target.stream(), row); });
        write_header(target.stream(), bound.system.degrees_of_freedom(), bound.system.constraints());
        solution<S> run =
            study::run_in_parts_of(asked.solver).solve<S>(bound, how, [&](solution<S>& part) { rows.take(part); });
        rows.finish(run);
        return run;
      }
    return solver.solve<S>(bound, how);
  }();

  std::vector<std::string> warnings = answer.warnings;
  if (is_cut) warnings.push_back("the step is longer than the run, which is made in one: " + to_text(*how.step));
  std::optional<study::estimate<errors_of<Question>>> estimate;
  if (!csv && !asked.no_estimate) {
    how.progress = progress.of("error estimate");
    estimate = study::estimated(bound, solver, how, answer, limit);
    if constexpr (std::is_same_v<Question, statement>)
      if (solver.declaration.applies_to.needs_step()) study::hold_against_engine(bound, how, answer, limit, *estimate);
    warnings.insert(warnings.end(), estimate->warnings.begin(), estimate->warnings.end());
    if (!estimate->none.empty()) warnings.push_back("no estimate of the errors: " + estimate->none);
  }
  const bool checked =
      estimate && estimate->none.empty() && answer.path.pieces() > 0;  // the estimate warns of the step
  if (!checked && !check && !asked.no_estimate && answer.completed()) check = check_step(bound, solver, how, limit);
  if (!checked && check)
    if (const std::string warning = study::warning_of(*how.step, *check); !warning.empty()) {
      warnings.push_back(warning);
      if constexpr (std::is_same_v<Question, statement>)
        if (estimate && estimate->none.empty()) estimate->errors = study::unknown_errors_of(answer);
    }

  const std::string picture =
      asked.plot && answer.path.pieces() > 0 ? picture_of(bound, answer, name + ", " + asked.solver) : "";
  if (csv) {
    if (!streamed) write_csv(target.stream(), answer, constraints_of(bound), where);
    for (const std::string& warning : warnings)
      std::cerr << name << ", " << asked.solver << ": " << one_line(warning) << '\n';
  } else {
    json_writer json(target.stream());
    json.object(layout::a_line_each).key("problem").string(name).key("solver").string(asked.solver);
    json.key("digits").integer(scalar_traits<S>::digits);
    if (how.step) json.key("step").string(to_text(*how.step));
    json.key("status").string(answer.status);
    write_json<S>(json, {answer, estimate ? &*estimate : nullptr, warnings}, asked.summary);
    if (where.any()) write_rows(json, rows_of(answer, constraints_of(bound), where));
    json.end();
  }
  target.commit();
  if (!picture.empty()) {
    plot_file->stream() << picture;
    plot_file->commit();
  }
  if (answer.completed() && asked.certificate) {
    const std::string title = name + ", " + asked.solver + ", " + std::to_string(scalar_traits<S>::digits) + " digits";
    return write_certificates(certificates(bound, answer, solver, how, title), *certificate_file, *asked.certificate,
                              title);
  }
  if (answer.completed()) return done;
  std::cerr << "unilateral: " << name << ", " << asked.solver << ": expected to reach the final time, "
            << one_line(answer.status) << '\n';
  return not_as_declared;
}

}  // namespace

int solve(const solve_options& asked) {
  if (asked.format == "csv" && asked.summary)
    throw input_error(
        "--summary: expected with --format json only, found --format csv, whose rows are the motion itself");
  for (const auto& [name, given] :
       {std::pair("--every", asked.every.has_value()), std::pair("--at", asked.at.has_value()),
        std::pair("--plot", asked.plot.has_value())})
    if (asked.summary && given)
      throw input_error("--summary: expected it without " + std::string(name) +
                        ", which needs the motion that a summary leaves out, found both");
  const std::pair<const char*, const std::optional<std::string>*> files[] = {
      {"--out", &asked.out}, {"--plot", &asked.plot}, {"--certificate", &asked.certificate}};
  for (const auto& [name, file] : files)
    for (const auto& [other, before] : files) {
      if (file == before) break;
      if (*file && *before && are_one_file(**file, **before))
        throw input_error(std::string(name) + ": expected another file than that of " + other + ", found " + **file);
    }
  request how{
      .step = {}, .until = {}, .record = asked.summary && !asked.certificate ? keep::summary : keep::everything};
  if (asked.step) how.step = positive_number("--step", *asked.step);
  if (asked.until) how.until = positive_number("--until", *asked.until);
  const study::time_limit limit(to_double(exact<double>(positive_number("--limit", asked.limit))));
  const parameter_list overrides = overrides_from(asked.settings);

  const problem p = problem_named(asked.problem);
  return std::visit(
      [&](const auto& question) {
        if (asked.solver.empty())
          throw input_error("--solver: expected one that applies to " + p.name + ": " +
                            text::joined(applicable(question)) + "; found none");
        const study::listed_solver& solver = solver_named(asked.solver);
        if (!solver.solves(question))
          throw input_error("--solver: expected one for " + std::string(kind_of(question)) + " such as " + p.name +
                            ": " + text::joined(applicable(question)) + "; found \"" + asked.solver + "\"");
        const applicability& applies = solver.declaration.applies_to;
        if (how.step && !applies.takes_step())
          throw input_error("--step: expected none for " + asked.solver + ", which has no step, found \"" +
                            *asked.step + "\"");
        if (asked.digits > solver.digits())
          throw input_error("--digits: expected a whole number from 1 to " + std::to_string(solver.digits()) +
                            ", the digits that " + asked.solver + " brings, found \"" + std::to_string(asked.digits) +
                            "\"");
        check_times(how, asked, question);

        const auto bound = with_settings(question, overrides);
        check_admissible(bound);
        return in_scalar(asked.digits,
                         [&]<scalar S>() { return solve_in<S>(bound, solver, how, asked, p.name, limit); });
      },
      p.question);
}

}  // namespace unilateral::command
