#include "problems/language/input_error.hpp"
#include "reports/command/arguments.hpp"
#include "reports/command/commands.hpp"
#include "reports/command/json_writer.hpp"
#include "reports/command/known_answer.hpp"
#include "reports/command/output.hpp"
#include "reports/study/reference/reference_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace unilateral::command {
namespace {

using layout = json_writer::layout;

// --- tables for a terminal ---

using row = std::vector<std::string>;

std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; }));
}

/// Columns as wide as their widest entry, two spaces between; the last is not padded.
void write_table(std::ostream& out, const std::vector<row>& rows) {
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const row& r : rows)
    for (std::size_t k = 0; k < r.size(); ++k) widths[k] = std::max(widths[k], width_of(r[k]));
  for (const row& r : rows) {
    for (std::size_t k = 0; k + 1 < r.size(); ++k) out << r[k] << std::string(widths[k] - width_of(r[k]) + 2, ' ');
    out << r.back() << '\n';
  }
}

template <class List, class Text>
std::string joined(const List& list, Text text) {
  std::string all;
  for (const auto& item : list) all += (all.empty() ? "" : ", ") + text(item);
  return all;
}

// --- problems ---

void write_formulas(json_writer& json, const std::vector<expression>& list, const std::vector<std::string>& names) {
  json.list();
  for (const expression& x : list) json.string(to_text(x, names));
  json.end();
}

void write_parameters(json_writer& json, const parameter_list& list) {
  json.key("parameters").object();
  for (const auto& [name, value] : list) json.key(name).string(to_text(value, {}));
  json.end();
}

void write_question(json_writer& json, const statement& s) {
  const auto& names = s.system.coordinates;
  json.key("kind").string("system").key("coordinates").list();
  for (const std::string& name : names) json.string(name);
  json.end();
  write_parameters(json, s.parameters);
  json.key("mass").list();
  for (const mass_entry& m : s.system.mass)
    json.object()
        .key("row")
        .integer(m.row)
        .key("column")
        .integer(m.column)
        .key("value")
        .string(to_text(m.value, names))
        .end();
  json.end();
  write_formulas(json.key("force"), s.system.force, names);
  write_formulas(json.key("gap"), s.system.gap, names);
  json.key("restitution").string(to_text(s.system.restitution, names));
  write_formulas(json.key("position"), s.position, names);
  write_formulas(json.key("velocity"), s.velocity, names);
  json.key("horizon").string(to_text(s.horizon, names));
}

void write_question(json_writer& json, const chain_statement& s) {
  json.key("kind").string("chain");
  write_parameters(json, s.parameters);
  json.key("nodes").list();
  for (const auto& node : s.nodes) write_formulas(json, {node[0], node[1]}, {});
  json.end();
  if (s.evolves) {
    write_formulas(json.key("path"), {s.path[0], s.path[1]}, {});
    json.key("horizon").string(to_text(s.horizon, {}));
  } else {
    write_formulas(json.key("drive"), {s.velocity[0], s.velocity[1]}, {});
  }
}

void write_reference(json_writer& json, const std::optional<reference<real50>>& known) {
  json.key("reference");
  if (!known) {
    json.null();
    return;
  }
  write_provenance(json.object(), known->from);
  write_values(json.key("digits").integer(known->digits).key("values"), *known, json_writer::layout::one_line);
  json.key("path");
  if (known->path)
    json.object().key("from").string(to_text(known->path->begin())).key("to").string(to_text(known->path->end())).end();
  else
    json.null();
  json.end();
}

void write_problem(json_writer& json, const problem& p) {
  json.object()
      .key("name")
      .string(p.name)
      .key("title")
      .string(p.title)
      .key("source")
      .string(p.source)
      .key("description")
      .string(p.description)
      .key("figure")
      .string(p.figure);
  json.key("difficulties").list();
  for (const difficulty d : p.difficulties) json.string(unilateral::name_of(d));
  json.end().key("convergence_study").boolean(p.convergence_study).key("study_until").string(p.study_until);
  std::visit([&](const auto& question) { write_question(json, question); }, p.question);
  write_reference(json, study::known_answer_of<real50>(p));
  json.end();
}

// --- solvers ---

std::string kinds_of(const applicability& a) {
  std::string kinds = a.systems && a.chains ? "systems, chains" : a.systems ? "systems" : "chains";
  if (a.needs_step()) return kinds + "; steps";
  return a.takes_step() ? kinds + "; takes steps" : kinds;
}

std::string text_of(const declared_order& o) {
  return fmt::format("{} in {}", o.order, unilateral::name_of(o.distance));
}

}  // namespace

int list_problems(bool json) {
  output target;
  if (json) {
    json_writer writer(target.stream());
    writer.list(layout::a_line_each);
    for (const problem& p : catalogue()) write_problem(writer, p);
    writer.end();
  } else {
    std::vector<row> rows{{"name", "title", "difficulties", "reference"}};
    for (const problem& p : catalogue()) {
      const std::string difficulties = joined(p.difficulties, [](difficulty d) { return unilateral::name_of(d); });
      const auto known = study::extent_of_knowledge(p);
      rows.push_back({p.name, p.title, difficulties.empty() ? "-" : difficulties,
                      known ? fmt::format("{}, {} digits", study::origin_of(known->from), known->digits) : "none"});
    }
    write_table(target.stream(), rows);
  }
  target.commit();
  return done;
}

int list_solvers(bool json) {
  output target;
  if (json) {
    json_writer writer(target.stream());
    writer.list(layout::a_line_each);
    for (const study::listed_solver& s : study::solver_list()) {
      const method& m = s.declaration;
      writer.object().key("name").string(m.name).key("title").string(m.title).key("citation").string(m.citation);
      writer.key("applies_to")
          .object()
          .key("systems")
          .boolean(m.applies_to.systems)
          .key("chains")
          .boolean(m.applies_to.chains)
          .key("step")
          .string(name_of(m.applies_to.step))
          .end();
      writer.key("digits").integer(s.digits()).key("orders").list();
      for (const declared_order& o : m.orders)
        writer.object()
            .key("distance")
            .string(unilateral::name_of(o.distance))
            .key("order")
            .string(fmt::format("{}", o.order))
            .key("hypotheses")
            .string(o.hypotheses)
            .end();
      writer.end().end();
    }
    writer.end();
  } else {
    std::vector<row> rows{{"name", "title", "citation", "applies to", "digits", "declared orders"}};
    for (const study::listed_solver& s : study::solver_list()) {
      const method& m = s.declaration;
      const std::string orders = joined(m.orders, text_of);
      rows.push_back({m.name, m.title, m.citation, kinds_of(m.applies_to), std::to_string(s.digits()),
                      orders.empty() ? "-" : orders});
    }
    write_table(target.stream(), rows);
  }
  target.commit();
  return done;
}

}  // namespace unilateral::command
