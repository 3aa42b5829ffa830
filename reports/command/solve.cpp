#include "problems/language/admissibility.hpp"
#include "problems/language/input_error.hpp"
#include "problems/text/near_name.hpp"
#include "reports/certify/certify.hpp"
#include "reports/command/arguments.hpp"
#include "reports/command/commands.hpp"
#include "reports/command/json_writer.hpp"
#include "reports/command/output.hpp"

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

template <scalar S>
void write_state(json_writer& json, const S& t, const column<S>& q, const column<S>& v) {
  json.object().key("t").string(to_text(t));
  write_numbers(json.key("q"), q);
  write_numbers(json.key("v"), v);
  json.end();
}

void write_counts(json_writer& json, const work_counts& counts) {
  json.object().key("impacts").integer(counts.impacts).key("steps").integer(counts.steps);
  json.key("force_evaluations").integer(counts.force_evaluations).key("projections").integer(counts.projections).end();
}

template <scalar S>
void write_json(json_writer& json, const solution<S>& answer, bool summary) {
  if (!summary) {
    json.key("impacts").list(layout::a_line_each);
    for (const impact<S>& shock : answer.impacts) {
      json.object().key("t").string(to_text(shock.t));
      write_numbers(json.key("q"), shock.q);
      write_numbers(json.key("v_minus"), shock.v_minus);
      write_numbers(json.key("v_plus"), shock.v_plus);
      write_numbers(json.key("impulse"), shock.impulse);
      json.key("active").list();
      for (const int constraint : shock.active) json.integer(constraint);
      json.end();
      if (shock.continues) json.key("continues").boolean(true);
      json.end();
    }
    json.end().key("contacts").list(layout::a_line_each);
    for (const contact_interval<S>& contact : answer.contacts)
      json.object().key("constraint").integer(contact.constraint).key("from").string(to_text(contact.from)).key("to").string(to_text(contact.to)).end();
    json.end();
  }
  json.key("accumulations").list(layout::a_line_each);
  for (const accumulation<S>& limit : answer.accumulations) write_state(json, limit.t, limit.q, limit.v);
  json.end();
  write_state(json.key("end"), answer.end_time, answer.end_position, answer.end_velocity);
  write_strings(json.key("warnings"), answer.warnings);
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
void write_json(json_writer& json, const chain_solution<S>& answer, bool summary) {
  if (!summary) json.key("impacts").list().end().key("contacts").list().end();
  json.key("accumulations").list().end();
  write_state(json.key("end"), answer.end_time, answer.end_position, flattened(answer.velocities));
  write_strings(json.key("warnings"), answer.warnings);
  write_counts(json.key("counts"), answer.counts);
  json.key("chain").object();
  json.key("velocities").list();
  for (const plane_vector<S>& u : answer.velocities) write_numbers(json, u);
  json.end();
  write_numbers(json.key("tensions"), answer.tensions);
  json.key("moving").integer(answer.moving).key("dissipation").string(to_text(answer.dissipation)).end();
}

// --- CSV: a row a knot of the path; two where the velocity jumps, its left limit first ---

template <scalar S>
void write_row(std::ostream& out, const S& t, const column<S>& q, const column<S>& v) {
  out << to_text(t);
  for (const S& x : q) out << ',' << to_text(x);
  for (const S& x : v) out << ',' << to_text(x);
  out << '\n';
}

void write_header(std::ostream& out, Eigen::Index n) {
  out << 't';
  for (const char* name : {"q", "v"})
    for (Eigen::Index i = 0; i < n; ++i) out << ',' << name << i;
  out << '\n';
}

template <scalar S>
void write_csv(std::ostream& out, const trajectory<S>& path) {
  const int n = path.dimension();
  write_header(out, n);
  column<S> q(n), v(n), left(n);
  for (int k = 0; k < path.pieces(); ++k) {
    const auto state = [&](const S& tau) {
      for (int i = 0; i < n; ++i) {
        q[i] = path.position(k, i, tau);
        v[i] = path.velocity(k, i, tau);
      }
    };
    state(S(0));
    if (k == 0 || v != left) write_row(out, path.begin(k), q, v);
    state(path.end(k) - path.begin(k));
    left = v;
    write_row(out, path.end(k), q, v);
  }
}

template <scalar S>
void write_csv(std::ostream& out, const solution<S>& answer) {
  write_csv(out, answer.path);
}

/// One instant is one row.
template <scalar S>
void write_csv(std::ostream& out, const chain_solution<S>& answer) {
  if (answer.path.pieces() > 0) return write_csv(out, answer.path);
  write_header(out, answer.end_position.size());
  write_row(out, answer.end_time, answer.end_position, flattened(answer.velocities));
}

// --- the run ---

const char* kind_of(const statement&) { return "systems"; }
const char* kind_of(const chain_statement&) { return "chains"; }

std::vector<std::string> applicable(const auto& question) {
  std::vector<std::string> names;
  for (const study::listed_solver& s : study::solver_list())
    if (s.solves(question)) names.push_back(s.declaration.name);
  return names;
}

/// One instant of a chain takes no time.
void check_times(const request&, const statement&) {}
void check_times(const request& how, const chain_statement& chain) {
  if (!chain.evolves && (how.step || how.until))
    throw input_error(std::string(how.step ? "--step" : "--until") + ": expected it only for a chain that evolves, found it for one instant");
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

// --- certificates ---

template <scalar S>
certify::certified certificates(const statement& bound, const solution<S>& answer, const study::listed_solver& solver, const request& how, const std::string& title) {
  std::optional<rational> step;
  if (solver.declaration.applies_to.needs_step) step = how.step ? *how.step : rational(certify::dyadic(constant_value<S>(bound.horizon)) / 1000);
  return certify::certificates_of(bound, certify::exactly(answer, bound.system.constraints()), step, title);
}
template <scalar S>
certify::certified certificates(const chain_statement& bound, const chain_solution<S>& answer, const study::listed_solver&, const request&, const std::string& title) {
  return certify::certificate_of(certify::exactly(answer, bound), title);
}

/// Writes the file; says on standard error what it holds, or why there is none.
int write_certificates(const certify::certified& found, const std::string& path, const std::string& title) {
  if (found.failure) {
    std::cerr << "unilateral: " << title << ": expected an answer that can be certified; " << one_line(*found.failure) << '\n';
    return not_as_declared;
  }
  if (found.text.empty()) {
    std::cerr << "unilateral: " << title << ": expected an impact, a contact or a chain to certify, found none\n";
    return not_as_declared;
  }
  output file{path};
  file.stream() << found.text;
  file.commit();
  std::cerr << path << ": " << found.impacts << " impacts, " << found.accelerations << " accelerations, " << found.chains << " chains";
  if (found.left_out > 0) std::cerr << "; " << found.left_out << " steps at the end, which the horizon shortens, left out";
  std::cerr << '\n';
  return done;
}

template <scalar S>
int solve_in(const auto& bound, const study::listed_solver& solver, const request& how, const solve_options& asked, const std::string& name) {
  output target(asked.out);
  const auto answer = solver.solve<S>(bound, how);
  if (asked.format == "csv") {
    write_csv(target.stream(), answer);
  } else {
    json_writer json(target.stream());
    json.object(layout::a_line_each).key("problem").string(name).key("solver").string(asked.solver);
    json.key("digits").integer(scalar_traits<S>::digits).key("status").string(answer.status);
    write_json(json, answer, asked.summary);
    json.end();
  }
  target.commit();
  if (answer.completed() && asked.certificate) {
    const std::string title = name + ", " + asked.solver + ", " + std::to_string(scalar_traits<S>::digits) + " digits";
    return write_certificates(certificates(bound, answer, solver, how, title), *asked.certificate, title);
  }
  if (answer.completed()) return done;
  std::cerr << "unilateral: " << name << ", " << asked.solver << ": expected to reach the final time, " << one_line(answer.status) << '\n';
  return not_as_declared;
}

}  // namespace

int solve(const solve_options& asked) {
  if (asked.format == "csv" && asked.summary) throw input_error("--summary: expected with --format json only, found --format csv, whose rows are the motion itself");
  request how{.step = {}, .until = {}, .record = asked.summary && !asked.certificate ? keep::summary : keep::everything};
  if (asked.step) how.step = positive_number("--step", *asked.step);
  if (asked.until) how.until = positive_number("--until", *asked.until);
  const parameter_list overrides = overrides_from(asked.settings);

  const problem p = problem_named(asked.problem);
  return std::visit(
      [&](const auto& question) {
        if (asked.solver.empty()) throw input_error("--solver: expected one that applies to " + p.name + ": " + text::joined(applicable(question)) + "; found none");
        const study::listed_solver& solver = solver_named(asked.solver);
        if (!solver.solves(question))
          throw input_error("--solver: expected one for " + std::string(kind_of(question)) + " such as " + p.name + ": " + text::joined(applicable(question)) + "; found \"" +
                            asked.solver + "\"");
        const applicability& applies = solver.declaration.applies_to;
        if (how.step && !applies.needs_step && !applies.accepts_step)
          throw input_error("--step: expected none for " + asked.solver + ", which has no step, found \"" + *asked.step + "\"");
        if (asked.digits > solver.digits())
          throw input_error("--digits: expected a whole number from 1 to " + std::to_string(solver.digits()) + ", the digits that " + asked.solver + " brings, found \"" +
                            std::to_string(asked.digits) + "\"");
        check_times(how, question);

        const auto bound = with_settings(question, overrides);
        check_admissible(bound);
        return in_scalar(asked.digits, [&]<scalar S>() { return solve_in<S>(bound, solver, how, asked, p.name); });
      },
      p.question);
}

}  // namespace unilateral::command
