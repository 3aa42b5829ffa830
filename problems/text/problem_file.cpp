#include "problems/text/problem_file.hpp"

#include "problems/language/admissibility.hpp"
#include "problems/text/document.hpp"
#include "problems/text/file_reference.hpp"
#include "problems/text/near_name.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <set>
#include <unordered_map>

namespace unilateral::text {
namespace {

place place_of(const toml::source_region& region) {
  return {static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
}
place end_of(const toml::source_region& region) {
  return {static_cast<int>(region.end.line), static_cast<int>(region.end.column)};
}

std::string kind_of(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "a list";
    case toml::node_type::string:
      return "a string";
    case toml::node_type::integer:
    case toml::node_type::floating_point:
      return "a number";
    case toml::node_type::boolean:
      return "true or false";
    default:
      return "a date or time";
  }
}

std::string count_of(std::size_t number, const std::string& thing) {
  return std::to_string(number) + " " + thing + (number == 1 ? "" : "s");
}

/// Operations that stand in each other, of a formula as a graph.
int depth_of(const expression& formula) {
  std::unordered_map<const expression::node*, int> depth{{nullptr, 0}};
  std::vector<const expression::node*> todo{formula.pointer().get()};
  while (!todo.empty()) {
    const expression::node* const at = todo.back();
    const expression::node *const left = at->left.get(), *const right = at->right.get();
    if (const auto l = depth.find(left), r = depth.find(right); l != depth.end() && r != depth.end()) {
      depth.emplace(at, 1 + std::max(l->second, r->second));
      todo.pop_back();
    } else {
      if (l == depth.end()) todo.push_back(left);
      if (r == depth.end()) todo.push_back(right);
    }
  }
  return depth.at(formula.pointer().get());
}

std::string without_prefix(const std::string& line, const std::string& prefix) {
  return line.starts_with(prefix) ? line.substr(prefix.size()) : line;
}

// --- the file as keys and values -------------------------------------------------------------------------------------

/// The value of a key.
class field {
 public:
  field(document& file, const toml::node& node, std::string name)
      : key(std::move(name)), at(place_of(node.source())), file_(&file), node_(&node) {
    file.note(key, at);
  }

  std::string key;
  place at;

  [[noreturn]] void refuse(const std::string& line) const { file_->refuse(at, key, line); }
  [[noreturn]] void expect(const std::string& what) const { refuse("expected " + what + ", found " + kind_of(*node_)); }

  const toml::table& table(const std::string& what) const {
    if (const auto* value = node_->as_table()) return *value;
    expect(what);
  }

  std::string text(const std::string& what) const {
    if (const auto* value = node_->as_string()) return value->get();
    expect(what);
  }

  std::vector<field> list(const std::string& what) const {
    const auto* array = node_->as_array();
    if (array == nullptr) expect(what);
    std::vector<field> entries;
    for (const toml::node& entry : *array)
      entries.emplace_back(*file_, entry, key + "[" + std::to_string(entries.size()) + "]");
    return entries;
  }
  std::vector<field> list(std::size_t size, const std::string& what) const {
    std::vector<field> entries = list(what);
    if (entries.size() != size) refuse("expected " + what + ", found " + std::to_string(entries.size()));
    return entries;
  }

  /// Digits and formulas as written: of a string its contents, of a number its characters.
  std::string written() const {
    if (const auto* value = node_->as_string()) return value->get();
    if (const auto* value = node_->as_integer()) return std::to_string(value->get());
    if (node_->as_floating_point() == nullptr) expect("a formula or a number");
    std::string digits(file_->between(at, end_of(node_->source())));
    std::erase(digits, '_');
    if (digits.find_first_of("in") != std::string::npos) refuse("expected a finite number, found " + digits);
    return digits;
  }

  expression formula(const vocabulary& names) const {
    try {
      const bool quoted = node_->is_string();
      const std::string text = written();
      return parse_formula(
          !quoted && text.starts_with("+") ? text.substr(1) : text, names,
          quoted ? file_->inside_string(at) : [this](std::size_t) { return at; });
    } catch (const formula_error& error) {
      file_->refuse(error.at, key, error.what());
    }
  }

 private:
  document* file_;
  const toml::node* node_;
};

/// A table of the file, with the keys it may have.
class section {
 public:
  /// `prefix` stands before its keys in messages, "constraint[0]." for one.
  section(document& file, const toml::table& table, const place& header, const std::string& prefix,
          const std::vector<std::string>& known)
      : file_(&file), table_(&table), header_(header), prefix_(prefix) {
    // In order of the file: the first mistake is the one reported.
    for (const toml::key* key : keys_of(table))
      if (std::find(known.begin(), known.end(), key->str()) == known.end())
        file.refuse(place_of(key->source()), prefix + std::string(key->str()),
                    "expected one of the keys " + joined(known) + ", found \"" + std::string(key->str()) + "\"" +
                        suggestion(key->str(), known));
  }

  std::optional<field> optional(const std::string& key) const {
    const toml::node* node = table_->get(key);
    return node == nullptr ? std::nullopt : std::optional<field>(field(*file_, *node, prefix_ + key));
  }
  field required(const std::string& key, const std::string& what) const {
    if (const auto found = optional(key)) return *found;
    missing(key, what);
  }
  [[noreturn]] void missing(const std::string& key, const std::string& what) const {
    file_->refuse(header_, prefix_ + key, "expected " + what + ", found no such key");
  }

  /// The table under a key.
  std::optional<section> optional_section(const std::string& key, const std::string& prefix,
                                          const std::vector<std::string>& known) const {
    const auto found = optional(key);
    if (!found) return std::nullopt;
    return section(*file_, found->table("a table [" + prefix_ + key + "]"), found->at, prefix, known);
  }
  section required_section(const std::string& key, const std::vector<std::string>& known) const {
    if (const auto found = optional_section(key, "", known)) return *found;
    missing(key, "a table [" + key + "]");
  }
  /// The tables of an array of tables.
  std::vector<section> sections(const std::string& key, const std::vector<std::string>& known) const {
    std::vector<section> all;
    const std::string what = "tables [[" + prefix_ + key + "]]";
    if (const auto found = optional(key))
      for (const field& one : found->list(what))
        all.emplace_back(*file_, one.table(what), one.at, one.key + ".", known);
    return all;
  }

  /// Its keys with their values, in the order of the file.
  struct entry {
    std::string name;
    place at;  ///< of the name
    field value;
  };
  std::vector<entry> entries() const {
    std::vector<entry> all;
    for (const toml::key* key : keys_of(*table_)) {
      const std::string name(key->str());
      all.push_back({name, place_of(key->source()), field(*file_, *table_->get(name), prefix_ + name)});
    }
    return all;
  }

  const place& header() const { return header_; }

 private:
  static std::vector<const toml::key*> keys_of(const toml::table& table) {
    std::vector<const toml::key*> keys;
    for (const auto& [key, value] : table) keys.push_back(&key);
    std::sort(keys.begin(), keys.end(),
              [](const toml::key* a, const toml::key* b) { return a->source().begin < b->source().begin; });
    return keys;
  }

  document* file_;
  const toml::table* table_;
  place header_;
  std::string prefix_;
};

// --- a problem from keys and values ----------------------------------------------------------------------------------

const std::vector<std::string> about_keys{"title", "source", "description", "figure", "difficulties", "study_until"};

std::vector<std::string> operator+(std::vector<std::string> a, const std::vector<std::string>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

class reader {
 public:
  explicit reader(document& file, const toml::table& root) : file_(file), root_table_(root) {}

  problem read() {
    problem p;
    p.name = std::filesystem::path(file_.path()).stem().string();
    if (root_table_.contains("chain")) {
      const section root = top({"horizon", "parameters", "chain", "drive", "reference"});
      about(root, p);
      p.question = chain(root);
    } else {
      const section root =
          top({"coordinates", "horizon", "parameters", "system", "constraint", "impact", "initial", "reference"});
      about(root, p);
      p.question = system(root);
      derive_difficulties(std::get<statement>(p.question), p.difficulties);
    }
    p.answer = reference_;
    std::visit([&](const auto& question) { admit(question); }, p.question);
    return p;
  }

 private:
  section top(const std::vector<std::string>& keys) const {
    return {file_, root_table_, place{1, 1}, "", about_keys + keys};
  }

  void about(const section& root, problem& p) {
    const auto text = [&](const std::string& key, std::string& target) {
      if (const auto found = root.optional(key)) target = found->text("a text");
    };
    p.title = p.name;
    text("title", p.title);
    text("source", p.source);
    text("description", p.description);
    text("figure", p.figure);
    read_parameters(root);
    if (const auto found = root.optional("difficulties"))
      for (const field& entry : found->list("a list of difficulties")) p.difficulties.insert(one_difficulty(entry));
    p.convergence_study = !root_table_.contains("chain");
    if (const auto found = root.optional("study_until")) {
      formula(*found, constants());
      p.study_until = found->written();
    }
  }

  static difficulty one_difficulty(const field& entry) {
    static constexpr difficulty all[] = {difficulty::accumulation,       difficulty::grazing,
                                         difficulty::simultaneous,       difficulty::redundant,
                                         difficulty::general_metric,     difficulty::moving_constraint,
                                         difficulty::discontinuous_data, difficulty::non_uniqueness};
    const std::string name = entry.text("a difficulty");
    std::vector<std::string> names;
    for (const difficulty d : all) {
      if (name_of(d) == name) return d;
      names.push_back(name_of(d));
    }
    entry.refuse("expected one of " + joined(names) + ", found \"" + name + "\"" + suggestion(name, names));
  }

  /// What the formulas show by themselves.
  static void derive_difficulties(const statement& s, std::set<difficulty>& found) {
    for (const mass_entry& m : s.system.mass)
      if (!variables_of(m.value).coordinates.empty()) found.insert(difficulty::general_metric);
    for (const expression& gap : s.system.gap)
      if (variables_of(gap).time) found.insert(difficulty::moving_constraint);
  }

  // The names that each kind of formula may use.
  vocabulary constants() const {
    return {
        .coordinates = coordinates_, .parameters = parameters_, .time = false, .positions = false, .velocities = false};
  }
  vocabulary in_time() const {
    return {
        .coordinates = coordinates_, .parameters = parameters_, .time = true, .positions = false, .velocities = false};
  }
  vocabulary in_time_and_position() const {
    return {
        .coordinates = coordinates_, .parameters = parameters_, .time = true, .positions = true, .velocities = false};
  }
  vocabulary in_motion() const {
    return {
        .coordinates = coordinates_, .parameters = parameters_, .time = true, .positions = true, .velocities = true};
  }

  /// A new name, neither reserved nor taken.
  void declare(const std::string& name, const std::string& what, const place& at, const std::string& key,
               name_list& list) {
    if (!is_name(name))
      file_.refuse(
          at, key,
          "expected a name of letters, digits and underscores that starts with a letter, found \"" + name + "\"");
    const auto& reserved = reserved_names();
    if (std::find(reserved.begin(), reserved.end(), name) != reserved.end())
      file_.refuse(at, key,
                   "expected a name other than " + joined(reserved) + ", which have a meaning of their own; found \"" +
                       name + "\"");
    if (coordinates_.contains(name) || parameters_.contains(name))
      file_.refuse(at, key, "expected " + what + " with a name of its own, found \"" + name + "\" a second time");
    list.add(name);
  }

  void read_parameters(const section& root) {
    if (const auto found = root.optional("coordinates")) {
      const auto entries = found->list("a list of names such as [\"x\", \"y\"]");
      if (entries.empty()) found->refuse("expected at least one name, found none");
      for (const field& entry : entries)
        declare(entry.text("a name"), "a coordinate", entry.at, entry.key, coordinates_);
    }
    if (const auto found = root.optional("parameters")) {
      const toml::table& table = found->table("a table [parameters]");
      std::vector<std::string> names;
      for (const auto& [name, value] : table) names.emplace_back(name.str());
      // A parameter may use those declared before it, and no other name.
      for (const auto& [name, at, value] : section(file_, table, found->at, "parameters.", names).entries()) {
        const expression x = formula(value, constants());
        declare(name, "a parameter", at, value.key, parameters_);
        parameter_list_.emplace_back(name, x);
        values_.insert_or_assign(name, substitute(x, values_));
      }
    }
  }

  /// A formula of the file. With the file's own values it must not divide by zero or take log 0, nor be deeper than a
  /// formula may be: no later place could tell where it stands.
  expression formula(const field& at, const vocabulary& names) const {
    const expression x = at.formula(names);
    try {
      if (const int depth = depth_of(substitute(x, values_)); depth > deepest_formula)
        at.refuse("expected a formula at most " + std::to_string(deepest_formula) +
                  " operations deep with the parameters' values in their places, found " + std::to_string(depth));
    } catch (const input_error& error) {
      at.refuse(without_prefix(error.what(), "expression: "));
    }
    return x;
  }

  std::vector<expression> formulas(const field& list, std::size_t size, const std::string& what,
                                   const vocabulary& names) const {
    std::vector<expression> all;
    for (const field& entry : list.list(size, "a list of " + what)) all.push_back(formula(entry, names));
    return all;
  }

  std::string one_per_coordinate(const std::string& thing) const {
    return count_of(coordinates_.names().size(), thing) + ", one a coordinate";
  }

  statement system(const section& root) {
    statement s;
    root.required("coordinates", "a list of names such as [\"x\", \"y\"]");
    const std::size_t n = coordinates_.names().size();
    s.system.coordinates = coordinates_.names();
    s.parameters = parameter_list_;
    s.horizon = formula(root.required("horizon", "a final time > 0"), constants());

    const section dynamics =
        root.required_section("system", {"kinetic_energy", "mass", "inertia", "potential_energy", "force"});
    std::vector<expression> force(n, expression(0));
    if (const auto found = dynamics.optional("force"))
      force = formulas(*found, n, one_per_coordinate("formula"), in_motion());
    expression potential = 0;
    if (const auto found = dynamics.optional("potential_energy")) {
      potential = formula(*found, in_time_and_position());
      expect_no_jump(*found, potential);
    }
    const auto mass = dynamics.optional("mass"), inertia = dynamics.optional("inertia"),
               kinetic_energy = dynamics.optional("kinetic_energy");
    for (const auto& [a, b, names] : {std::tuple(mass, kinetic_energy, "kinetic_energy or mass"),
                                      std::tuple(inertia, kinetic_energy, "kinetic_energy or inertia"),
                                      std::tuple(mass, inertia, "mass or inertia")})
      if (a && b) std::max(*a, *b, later).refuse("expected either " + std::string(names) + ", found both");
    if (inertia) {
      set_inertia(s.system, *inertia, potential, force);
    } else if (kinetic_energy) {
      set_kinetic_energy(s.system, *kinetic_energy, potential, force);
    } else if (mass) {
      set_mass(s.system, *mass, potential, force);
    } else {
      dynamics.missing("kinetic_energy", "kinetic_energy = \"…\", mass = [[…]] or inertia = [[…]]");
    }

    const auto constraints = root.sections("constraint", {"gap"});
    for (const section& constraint : constraints)
      s.system.gap.push_back(
          formula(constraint.required("gap", "a formula in t and the coordinates, admissible where >= 0"),
                  in_time_and_position()));
    if (const auto impact = root.optional_section("impact", "", {"restitution"}))
      s.system.restitution = formula(impact->required("restitution", "a number between 0 and 1"), constants());
    else if (!constraints.empty())
      root.missing("impact", "a table [impact] with restitution, a number between 0 and 1");

    const section initial = root.required_section("initial", {"position", "velocity"});
    s.position = formulas(initial.required("position", "a list of " + one_per_coordinate("formula")), n,
                          one_per_coordinate("formula"), constants());
    s.velocity = formulas(initial.required("velocity", "a list of " + one_per_coordinate("formula")), n,
                          one_per_coordinate("formula"), constants());
    read_reference(root, s.horizon, n, s.system.gap.size(), false);
    return s;
  }

  static bool later(const field& a, const field& b) {
    return std::pair(a.at.line, a.at.column) < std::pair(b.at.line, b.at.column);
  }

  /// A product of x and sign(x) is continuous, but sign(x) is what a formula is looked through for.
  void expect_no_jump(const field& key, const expression& energy) const {
    if (const auto jump = jump_in_position(energy))
      key.refuse("expected an energy that is continuous in the coordinates, found " +
                 to_text(*jump, coordinates_.names()) + " (x*sign(x) may be written abs(x))");
  }

  /// T = ½ v·M(t, q)v + b(t, q)·v + c(t, q), and Lagrange's equations from it.
  void set_kinetic_energy(mechanical_system& system, const field& key, const expression& potential,
                          const std::vector<expression>& force) const {
    const expression T = formula(key, in_motion());
    expect_no_jump(key, T);
    try {
      set_energies(system, T, potential, force);
    } catch (const input_error& error) {
      key.refuse(without_prefix(error.what(), "kinetic_energy: "));
    }
  }

  /// M(t, q) row by row: it stands for T = ½ v·M(t, q)v, whose Coriolis terms and −(∂M/∂t) v belong to the force like
  /// those of an energy.
  void set_mass(mechanical_system& system, const field& key, const expression& potential,
                const std::vector<expression>& force) const {
    const std::size_t n = coordinates_.names().size();
    const std::vector<std::vector<expression>> M = rows(key, [&](const field& row, const expression& entry) {
      expect_no_jump(row, entry);
      if (const auto jump = jump_in_time(entry))
        row.refuse("expected a matrix that is continuous in t, found " + to_text(*jump, coordinates_.names()));
    });
    expression T = 0;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        T = T + M[i][j] * velocity(static_cast<int>(i)) * velocity(static_cast<int>(j)) / 2;
    set_energies(system, T, potential, force);
    system.mass = full_mass(M);
  }

  /// A matrix in t and the coordinates, row by row, each entry looked at as it is read.
  template <class Check>
  std::vector<std::vector<expression>> rows(const field& key, const Check& check) const {
    const std::size_t n = coordinates_.names().size();
    std::vector<std::vector<expression>> M;
    for (const field& row : key.list(n, "a list of " + one_per_coordinate("row"))) {
      M.push_back(formulas(row, n, one_per_coordinate("formula"), in_time_and_position()));
      for (const expression& entry : M.back()) check(row, entry);
    }
    return M;
  }

  /// M q'' = force − ∂(potential energy)/∂q as it stands: nothing is derived from M.
  void set_inertia(mechanical_system& system, const field& key, const expression& potential,
                   const std::vector<expression>& force) const {
    system.mass = full_mass(rows(key, [](const field&, const expression&) {}));
    for (std::size_t i = 0; i < force.size(); ++i)
      system.force.push_back(force[i] - derivative(potential, coordinate(static_cast<int>(i))));
  }

  std::array<expression, 2> pair(const field& list, const vocabulary& names) const {
    const auto both = formulas(list, 2, "2 formulas [x, y]", names);
    return {both[0], both[1]};
  }

  chain_statement chain(const section& root) {
    chain_statement s;
    s.parameters = parameter_list_;
    const field nodes = root.required_section("chain", {"nodes"}).required("nodes", "a list of nodes [x, y]");
    const auto list = nodes.list("a list of nodes [x, y]");
    if (list.size() < 2) nodes.refuse("expected at least 2 nodes, found " + std::to_string(list.size()));
    for (const field& node : list) s.nodes.push_back(pair(node, constants()));

    const section drive = root.required_section("drive", {"velocity", "path"});
    const auto velocity = drive.optional("velocity"), path = drive.optional("path");
    const auto horizon = root.optional("horizon");
    if (velocity && path) std::max(*velocity, *path, later).refuse("expected either velocity or path, found both");
    if (!velocity && !path)
      drive.missing("velocity", "velocity = [x, y] (one instant) or path = [x, y] in t (an evolution)");
    if (velocity) {
      if (horizon) horizon->refuse("expected a horizon only where the drive is a path, found one beside a velocity");
      s.velocity = pair(*velocity, constants());
    } else {
      s.evolves = true;
      s.path = pair(*path, in_time());
      s.horizon = formula(root.required("horizon", "a final time > 0"), constants());
    }
    read_reference(root, s.horizon, 2 * s.nodes.size(), s.nodes.size() - 1, true);
    return s;
  }

  // --- [reference] ---

  void read_reference(const section& root, const expression& horizon, std::size_t n, std::size_t m, bool of_chain) {
    const auto found =
        root.optional_section("reference", "reference.", {"source", "computed_by", "position", "piece", "value", "at"});
    if (!found) return;
    file_reference known{
        .from = {}, .parameters = parameter_list_, .horizon = horizon, .pieces = {}, .values = {}, .instants = {}};
    const std::string what = count_of(n, "formula") + (of_chain ? ", x and y of each node" : ", one a coordinate");

    const auto position = found->optional("position");
    if (position) known.pieces.push_back({horizon, formulas(*position, n, what, in_time())});
    const auto pieces = found->sections("piece", {"until", "position"});
    if (position && !pieces.empty()) position->refuse("expected either position or [[reference.piece]], found both");
    for (std::size_t k = 0; k < pieces.size(); ++k) {
      const auto until = k + 1 < pieces.size() ? std::optional(pieces[k].required("until", "the end of the piece"))
                                               : pieces[k].optional("until");
      known.pieces.push_back({until ? formula(*until, constants()) : horizon,
                              formulas(pieces[k].required("position", "a list of " + what), n, what, in_time())});
    }

    bool digits = false;
    const auto number = [&](const field& entry) {
      known_number x{formula(entry, constants()), accuracy_of(entry.written())};
      digits = digits || x.accuracy != 0;
      return x;
    };
    for (const section& value : found->sections("value", {"quantity", "value", "accuracy"})) {
      const field quantity = value.required("quantity", "a name such as \"impacts[0].t\"");
      const std::string name = quantity.text("a name such as \"impacts[0].t\"");
      if (!is_quantity(name, static_cast<int>(n), static_cast<int>(m), of_chain))
        quantity.refuse(
            std::string("expected a number of the answer such as ") +
            (of_chain ? "\"chain.tensions[0]\" or \"chain.dissipation\"" : "\"impacts[0].t\" or \"end.q[0]\"") +
            ", within the problem's dimensions, found \"" + name + "\"");
      known_number x = number(value.required("value", "its digits or a formula"));
      if (const auto accuracy = value.optional("accuracy")) {
        const expression bound = formula(*accuracy, {.time = false});
        if (!bound.is_constant() || bound.root().value < 0)
          accuracy->refuse("expected a bound >= 0 of the error, found " + to_text(bound, {}));
        x.accuracy = bound.root().value;
      }
      known.values.push_back({name, x});
    }
    for (const section& at : found->sections("at", {"t", "position", "velocity"})) {
      file_reference::instant instant{formula(at.required("t", "a time"), constants()), {}, {}};
      for (const auto& [key, target] :
           {std::pair("position", &instant.position), std::pair("velocity", &instant.velocity)})
        if (const auto list = at.optional(key))
          for (const field& entry : list->list(n, "a list of " + what)) target->push_back(number(entry));
      if (instant.position.empty() && instant.velocity.empty()) at.missing("position", "a list of " + what);
      known.instants.push_back(std::move(instant));
    }
    if (known.pieces.empty() && known.values.empty() && known.instants.empty())
      file_.refuse(
          found->header(), "reference",
          "expected position, [[reference.piece]], [[reference.value]] or [[reference.at]], found none of them");

    known.from.from = digits ? origin::published : origin::closed_form;
    if (const auto source = found->optional("source"))
      known.from.source = source->text("where the reference comes from");
    if (const auto maker = found->optional("computed_by")) {
      known.from.from = origin::computed;
      known.from.maker = maker->text("a solver's name");
    }
    reference_ = family_of(std::move(known));
  }

  // --- hypotheses ---

  /// The file's own values must make an admissible question; what is wrong with them is shown at the key it comes from.
  template <class Question>
  void admit(const Question& question) const {
    try {
      check_admissible(with_values(question));
    } catch (const input_error& error) {
      const std::string line = error.what();
      const auto colon = std::min(line.find(": "), line.size());
      for (const std::string& key : keys_of(line.substr(0, colon)))
        if (const place* at = file_.noted(key)) file_.refuse(*at, key, line.substr(std::min(colon + 2, line.size())));
      throw input_error(file_.path() + ": " + line);
    }
  }

  /// The keys that something check_admissible names may come from: "constraint.gap 2" is constraint[1].gap,
  /// "system.force 1" force[0] or an energy, "mass entry (1, 2)" mass[0][1] or kinetic_energy.
  static std::vector<std::string> keys_of(const std::string& named) {
    if (int row = 0, column = 0; std::sscanf(named.c_str(), "mass entry (%d, %d)", &row, &column) == 2)
      return {"mass[" + std::to_string(row - 1) + "][" + std::to_string(column - 1) + "]",
              "inertia[" + std::to_string(row - 1) + "][" + std::to_string(column - 1) + "]", "mass", "inertia",
              "kinetic_energy"};
    std::string key = named.substr(named.find('.') + 1);  // all of it, where there is no section
    std::string index;
    if (const auto space = key.find(' '); space != std::string::npos) {
      const int first = key.starts_with("nodes") ? 0 : 1;  // nodes are numbered from 0
      index = "[" + std::to_string(std::atoi(key.c_str() + space) - first) + "]";
      key.erase(space);
    }
    if (key == "mass") return {"mass", "inertia", "kinetic_energy"};
    if (key == "force") return {"force" + index, "potential_energy", "kinetic_energy", "mass", "inertia"};
    return {named.starts_with("constraint.") ? "constraint" + index + ".gap" : key + index};
  }

  document& file_;
  const toml::table& root_table_;
  name_list coordinates_, parameters_;
  parameter_list parameter_list_;
  parameter_values values_;  ///< of the parameters, free of other parameters
  reference_family reference_;
};

/// A key of a.b.c … is a table in a table in …, which are made, and ended, recursively: a long one would exhaust the
/// stack. What counts is the points outside of strings and comments between two of = , [ ] { } and line ends.
void expect_short_keys(const document& file) {
  constexpr int most_parts = 100;
  const std::string& text = file.text();
  int points = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '#') {
      i = std::min(text.find('\n', i), text.size()) - 1;
    } else if (c == '"' || c == '\'') {
      const bool many_lines = text.compare(i, 3, std::string(3, c)) == 0;
      const std::string quote(many_lines ? 3 : 1, c);
      for (i += quote.size(); i < text.size() && text.compare(i, quote.size(), quote) != 0; ++i)
        if (c == '"' && text[i] == '\\') ++i;
      i += quote.size() - 1;
    } else if (std::string_view("=,[]{}\n").find(c) != std::string_view::npos) {
      points = 0;
    } else if (c == '.' && ++points == most_parts) {
      file.refuse(file.place_of(i), "",
                  "expected keys of at most " + std::to_string(most_parts) + " parts, found a longer one");
    }
  }
}

toml::table parsed(const document& file) {
  expect_short_keys(file);
  try {
    return toml::parse(file.text(), std::string_view(file.path()));
  } catch (const toml::parse_error& error) {
    std::string line(error.description());
    std::replace_if(line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    file.refuse(place_of(error.source()), "", "expected TOML 1.0, found: " + line);
  }
}

}  // namespace

problem read_problem(const std::string& path, const std::string& contents) {
  document file(path, contents);
  const toml::table root = parsed(file);
  return reader(file, root).read();
}

problem read_problem(const std::string& path) { return read_problem(path, contents_of(path)); }

}  // namespace unilateral::text
