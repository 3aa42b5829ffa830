#include "reports/command/problem_text.hpp"

#include "reports/command/commands.hpp"
#include "reports/command/decimal_text.hpp"
#include "reports/study/answer/estimate.hpp"
#include "reports/study/reference/reference_path.hpp"

#include <fmt/format.h>

namespace unilateral::command {
namespace {

/// A string of TOML: basic, control characters escaped.
std::string toml_string(const std::string& text) {
  std::string all = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      all += std::string("\\") + c;
    else if (c == '\n')
      all += "\\n";
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      all += fmt::format("\\u{:04X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    else
      all += c;
  }
  return all + "\"";
}

std::string toml_list(const std::vector<std::string>& texts) {
  std::string all = "[";
  for (const std::string& text : texts) all += (all.size() > 1 ? ", " : "") + toml_string(text);
  return all + "]";
}
std::string toml_list(const std::vector<expression>& formulas, const std::vector<std::string>& names) {
  std::vector<std::string> texts;
  for (const expression& x : formulas) texts.push_back(to_text(x, names));
  return toml_list(texts);
}

void write_parameters(std::string& out, const parameter_list& parameters) {
  if (parameters.empty()) return;
  out += "\n[parameters]\n";
  for (const auto& [name, formula] : parameters) out += name + " = " + toml_string(to_text(formula, {})) + "\n";
}

void write_question(std::string& out, const statement& s, const parameter_list& parameters) {
  const std::vector<std::string>& names = s.system.coordinates;
  const std::size_t n = names.size();
  out += "coordinates = " + toml_list(names) + "\nhorizon = " + toml_string(to_text(s.horizon, {})) + "\n";
  write_parameters(out, parameters);
  std::vector<std::vector<expression>> M(n, std::vector<expression>(n, 0));
  for (const mass_entry& e : s.system.mass)
    M[static_cast<std::size_t>(e.row)][static_cast<std::size_t>(e.column)] = e.value;
  out += "\n[system]\n# M(t, q) q'' = force(t, q, q'), reactions aside\ninertia = [\n";
  for (const auto& row : M) out += "  " + toml_list(row, names) + ",\n";
  out += "]\nforce = " + toml_list(s.system.force, names) + "\n";
  for (const expression& gap : s.system.gap)
    out += "\n[[constraint]]\ngap = " + toml_string(to_text(gap, names)) + "\n";
  if (!s.system.gap.empty())
    out += "\n[impact]\nrestitution = " + toml_string(to_text(s.system.restitution, {})) + "\n";
  out +=
      "\n[initial]\nposition = " + toml_list(s.position, names) + "\nvelocity = " + toml_list(s.velocity, names) + "\n";
}

void write_question(std::string& out, const chain_statement& s, const parameter_list& parameters) {
  if (s.evolves) out += "horizon = " + toml_string(to_text(s.horizon, {})) + "\n";
  write_parameters(out, parameters);
  out += "\n[chain]\nnodes = [\n";
  for (const auto& node : s.nodes) out += "  " + toml_list({node[0], node[1]}, {}) + ",\n";
  const auto& drive = s.evolves ? s.path : s.velocity;
  out += std::string("]\n\n[drive]\n") + (s.evolves ? "path" : "velocity") + " = " +
         toml_list({drive[0], drive[1]}, {}) + "\n";
}

template <scalar S>
void write_known(std::string& out, const reference<S>& known) {
  using std::abs;
  if (known.values.empty()) return;
  out += "\n[reference]\nsource = " + toml_string(study::text_of(known.from)) + "\n";
  if (!known.from.maker.empty()) out += "computed_by = " + toml_string(known.from.maker) + "\n";
  for (const known_value<S>& v : known.values) {
    const S rounding = abs(v.value) * epsilon<S>(), accuracy = v.accuracy > rounding ? v.accuracy : rounding;
    out += "\n[[reference.value]]\nquantity = " + toml_string(v.quantity) +
           "\nvalue = " + toml_string(shortest_decimal(v.value)) +
           "\naccuracy = " + toml_string(study::text_of_error(to_double(accuracy))) + "\n";
  }
}

}  // namespace

template <scalar S>
std::string as_problem_file(const problem& of, const parameter_list& overrides, const std::string& made_by) {
  std::string out = "# Written by unilateral " + version() + ": " + made_by + "\n";
  out += "title = " + toml_string(of.title) + "\n";
  if (!of.source.empty()) out += "source = " + toml_string(of.source) + "\n";
  if (!of.description.empty()) out += "description = " + toml_string(of.description) + "\n";
  if (!of.figure.empty()) {
    // As it is drawn, where TOML can have it so.
    const bool as_drawn = of.figure.find("'''") == std::string::npos && !of.figure.ends_with('\'');
    out += "figure = " + (as_drawn ? "'''\n" + of.figure + "'''" : toml_string(of.figure)) + "\n";
  }
  std::vector<std::string> difficulties;
  for (const difficulty d : of.difficulties) difficulties.push_back(unilateral::name_of(d));
  if (!difficulties.empty()) out += "difficulties = " + toml_list(difficulties) + "\n";
  if (!of.study_until.empty()) out += "study_until = " + toml_string(of.study_until) + "\n";
  std::visit(
      [&](const auto& question) {
        parameter_list parameters = question.parameters;
        for (const auto& [name, value] : overrides)
          for (auto& [own, formula] : parameters)
            if (own == name) formula = value;
        write_question(out, question, parameters);
      },
      of.question);
  if (const auto known = study::known_answer_of<S>(of, overrides)) write_known(out, *known);
  return out;
}
template std::string as_problem_file<double>(const problem&, const parameter_list&, const std::string&);
template std::string as_problem_file<real50>(const problem&, const parameter_list&, const std::string&);
template std::string as_problem_file<real100>(const problem&, const parameter_list&, const std::string&);

}  // namespace unilateral::command
