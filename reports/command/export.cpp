/// `unilateral export`: a question and what is known of its answer, for other codes. The format of the JSON is
/// docs/export.schema.json, and any change of it that a reader could notice changes `format_version`.

#include "problems/language/input_error.hpp"
#include "reports/command/arguments.hpp"
#include "reports/command/commands.hpp"
#include "reports/command/data_set.hpp"
#include "reports/command/json_writer.hpp"
#include "reports/command/known_answer.hpp"
#include "reports/command/output.hpp"
#include "reports/command/problem_text.hpp"
#include "reports/command/source_code.hpp"
#include "reports/study/reference/reference_path.hpp"

#include <sstream>

namespace unilateral::command {
namespace {

using layout = json_writer::layout;

constexpr const char* format_version = "1";

void write_formulas(json_writer& json, std::string_view key, const std::vector<expression>& list,
                    const std::vector<std::string>& names) {
  json.key(key).list();
  for (const expression& x : list) json.string(to_text(x, names));
  json.end();
}

template <scalar S>
void write_parameters(json_writer& json, const parameter_list& formulas, const parameter_list& bound) {
  json.key("parameters").list(layout::a_line_each);
  for (std::size_t k = 0; k < formulas.size(); ++k) {
    json.object().key("name").string(formulas[k].first).key("formula").string(to_text(formulas[k].second, {}));
    json.key("decimal").string(shortest_decimal(constant_value<S>(bound[k].second))).end();
  }
  json.end();
}

void write_statement(json_writer& json, const statement& s) {
  const std::vector<std::string>& names = s.system.coordinates;
  const auto n = names.size();
  json.key("kind").string("system").key("coordinates").list();
  for (const std::string& name : names) json.string(name);
  json.end();
  std::vector<std::vector<expression>> mass(n, std::vector<expression>(n, 0));
  for (const mass_entry& e : s.system.mass)
    mass[static_cast<std::size_t>(e.row)][static_cast<std::size_t>(e.column)] = e.value;
  json.key("mass").list();
  for (const auto& row : mass) {
    json.list();
    for (const expression& x : row) json.string(to_text(x, names));
    json.end();
  }
  json.end();
  write_formulas(json, "force", s.system.force, names);
  write_formulas(json, "gap", s.system.gap, names);
  json.key("restitution").string(to_text(s.system.restitution, names));
  write_formulas(json, "position", s.position, names);
  write_formulas(json, "velocity", s.velocity, names);
  json.key("horizon").string(to_text(s.horizon, names));
}

void write_statement(json_writer& json, const chain_statement& s) {
  json.key("kind").string("chain").key("nodes").list();
  for (const auto& node : s.nodes) json.list().string(to_text(node[0], {})).string(to_text(node[1], {})).end();
  json.end();
  if (!s.evolves) return write_formulas(json, "drive", {s.velocity[0], s.velocity[1]}, {});
  write_formulas(json, "path", {s.path[0], s.path[1]}, {});
  json.key("horizon").string(to_text(s.horizon, {}));
}

template <scalar S>
void write_reference(json_writer& json, const std::optional<reference<S>>& known) {
  json.key("reference");
  if (!known) {
    json.null();
    return;
  }
  write_provenance(json.object(layout::a_line_each).key("provenance").object(), known->from);
  json.end().key("digits").string(std::to_string(known->digits)).key("values");
  write_values(json, *known, layout::a_line_each);
  json.end();
}

template <scalar S>
void write_json(std::ostream& out, const problem& p, const parameter_list& overrides) {
  const auto known = study::known_answer_of<S>(p, overrides);
  json_writer json(out);
  json.object(layout::a_line_each)
      .key("format")
      .string("unilateral-problem")
      .key("version")
      .string(format_version)
      .key("generator")
      .string("unilateral " + version());
  json.key("name")
      .string(p.name)
      .key("title")
      .string(p.title)
      .key("source")
      .string(p.source)
      .key("description")
      .string(p.description)
      .key("difficulties")
      .list();
  for (const difficulty d : p.difficulties) json.string(unilateral::name_of(d));
  json.end();
  std::visit(
      [&](auto question) {
        const auto bound = with_values(question, overrides);
        for (const auto& [name, value] : overrides)
          for (auto& [own, formula] : question.parameters)
            if (own == name) formula = value;
        write_parameters<S>(json, question.parameters, bound.parameters);
        json.key("statement").object(layout::a_line_each);
        write_statement(json, question);
        json.end();
      },
      p.question);
  write_reference(json, known);
  json.end();
}

}  // namespace

const std::vector<std::string>& export_formats() {
  static const std::vector<std::string> names{"json", "toml", "python", "c", "octave"};
  return names;
}

std::string exported(const problem& p, const parameter_list& overrides, const std::string& format, int digits,
                     const std::string& made_by) {
  if (format == "python") return as_source(language::python, p, overrides, made_by);
  if (format == "c") return as_source(language::c, p, overrides, made_by);
  if (format == "octave") return as_source(language::octave, p, overrides, made_by);
  return in_scalar(digits, [&]<scalar S>() {
    if (format == "toml") return as_problem_file<S>(p, overrides, made_by);
    std::ostringstream text;
    write_json<S>(text, p, overrides);
    return text.str();
  });
}

int export_problem(const export_options& asked) {
  if (asked.all) return export_catalogue(asked);
  if (asked.problem.empty())
    throw input_error("export: expected PROBLEM, or --all for the whole catalogue, found neither");
  const std::string format = asked.as.empty() ? "json" : asked.as;
  std::string made_by = "unilateral export " + asked.problem + " --as " + format;
  for (const std::string& setting : asked.settings) made_by += " --set '" + setting + "'";
  const std::string text =
      exported(problem_named(asked.problem), overrides_from(asked.settings), format, asked.digits, made_by);
  output target(asked.out);
  target.stream() << text;
  target.commit();
  return done;
}

}  // namespace unilateral::command
