#include "reports/command/source_code.hpp"

#include "problems/language/exponentials.hpp"
#include "reports/command/commands.hpp"
#include "reports/command/decimal_text.hpp"
#include "reports/command/named_parts.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <sstream>

namespace unilateral::command {
namespace {

// --- numbers ---

/// A number that the language reads as the double nearest to x: 0.3, or 1.0/3 (one correctly rounded division).
code_text number_text(const rational& x) {
  constexpr int digits_of_a_double = 15;
  const int minus = sgn(x) < 0 ? 3 : 5;
  if (const auto decimal = exact_decimal(x, digits_of_a_double)) return {*decimal, minus};
  const mpz_class most = mpz_class(1) << 53;
  if (abs(x.get_num()) <= most && x.get_den() <= most)
    return {x.get_num().get_str() + ".0/" + x.get_den().get_str(), 2};
  return {to_text(exact<double>(x)), minus};
}

/// The value of a formula without variables.
std::string value_text(const expression& bound) {
  if (bound.is_constant()) return number_text(bound.root().value).text;
  return to_text(to_double(constant_value<real50>(bound)));
}

/// A formula for a reader: numbers as decimals where they end.
std::string readable(const expression& formula) {
  constexpr int most_digits = 30;
  if (formula.is_constant())
    if (const auto decimal = exact_decimal(formula.root().value, most_digits)) return *decimal;
  return to_text(formula, {});
}

// --- formulas with names of parameters in them ---

/// Formulas in which parameters keep their names, but where their values decide on the form of a formula, as they do
/// where they stand in its place: what is 0 whatever the variables is 0 (and not 0·∞), and an exponent is a number (and
/// a square no logarithm).
class with_names {
 public:
  explicit with_names(parameter_values values) : values_(std::move(values)) {}
  expression operator()(const expression& x) { return both_of(x).named; }

 private:
  struct both {
    expression named, bound;
    bool varies;
  };
  const both& both_of(const expression& x) {
    if (const auto known = done_.find(x.pointer().get()); known != done_.end()) return known->second;
    both made = made_of(x);
    if (made.bound.is(0) || (made.varies && made.bound.is_constant())) made.named = made.bound;
    kept_.push_back(x);
    return done_.emplace(x.pointer().get(), std::move(made)).first->second;
  }
  both made_of(const expression& x) {
    if (x.op() == operation::parameter) return {x, values_.at(x.root().name), false};
    switch (arity(x.op())) {
      case 0:
        return {x, x, x.op() != operation::constant && x.op() != operation::pi};
      case 1: {
        const both l = both_of(x.left());
        return {apply(x.op(), l.named), apply(x.op(), l.bound), l.varies};
      }
      default: {
        const both l = both_of(x.left()), r = both_of(x.right());
        const bool number = x.op() == operation::power && r.bound.is_constant();
        return {apply(x.op(), l.named, number ? r.bound : r.named), apply(x.op(), l.bound, r.bound),
                l.varies || r.varies};
      }
    }
  }

  parameter_values values_;
  std::unordered_map<const expression::node*, both> done_;
  std::vector<expression> kept_;  ///< so that no address is used twice
};

// --- names ---

/// Words of the language, and names that the code itself has, with blanks between them.
const char* reserved_in(language in) {
  switch (in) {
    case language::python:
      return "False None True and as assert async await break class continue def del elif else except finally for "
             "from global if import in is lambda nonlocal not or pass raise return try while with yield np name n "
             "m coordinates mass force gap gap_gradient gap_rate path nodes drive path_velocity q0 v0 e horizon t "
             "q v M f gaps G rate position velocity";
    case language::c:
      return "auto break case char const continue default do double else enum extern float for goto if inline int "
             "long register restrict return short signed sizeof static struct switch typedef union unsigned void "
             "volatile while bool true false nullptr alignas alignof constexpr typeof asm fabs pow catch class "
             "delete friend mutable namespace new operator private public protected template this throw try "
             "typename using virtual sign_of step_of least greatest NAN INFINITY HUGE_VAL CONSTRAINTS COORDINATES "
             "NODES t q v M f gaps G rate position velocity p i j unix linux";
    default:
      return "break case catch continue do else elseif end endfor endif endwhile for function global if otherwise "
             "parfor persistent return switch try until while endfunction endswitch unwind_protect t q v M f gaps "
             "G rate position velocity p zeros real_or_nan step_of least greatest parameters inf nan";
  }
}

/// Names that are not taken, nor have a meaning of their own in the language: others get underscores.
class free_names {
 public:
  explicit free_names(language in) {
    std::istringstream words(reserved_in(in));
    for (std::string word; words >> word;) taken_.insert(word);
  }
  std::string operator()(std::string wanted) {
    for (char& c : wanted)
      if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    if (wanted.empty() || std::isalpha(static_cast<unsigned char>(wanted.front())) == 0 || wanted.starts_with("M_"))
      wanted.insert(0, "x_");
    while (!taken_.insert(wanted).second) wanted += '_';
    return wanted;
  }

 private:
  std::set<std::string> taken_;
};

// --- lines ---

constexpr std::size_t widest_line = 110;

/// Texts one after another, in lines that begin with `indent`.
std::string wrapped(const std::vector<std::string>& texts, const std::string& separator, const std::string& indent) {
  std::string all = indent;
  std::size_t begin = 0;
  for (std::size_t k = 0; k < texts.size(); ++k) {
    const std::string text = texts[k] + (k + 1 < texts.size() ? separator : "");
    if (k > 0 && all.size() - begin + text.size() > widest_line) {
      while (all.ends_with(' ')) all.pop_back();
      all += '\n' + indent;
      begin = all.size() - indent.size();
    }
    all += text;
  }
  return all;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    while (line.size() > widest_line) {
      const auto space = line.rfind(' ', widest_line);
      if (space == std::string::npos || line.find_first_not_of(' ') >= space) break;
      lines.push_back(line.substr(0, space));
      line.erase(0, space + 1);
    }
    lines.push_back(line);
  }
  return lines;
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
    text.replace(at, what.size(), with);
  return text;
}

// --- a file ---

constexpr const char* relations =
    "M(t, q) q'' = force(t, q, q') + G' P,   gap(t, q) >= 0,   P >= 0,   P gap = 0,   G = gap_gradient(t, q);\n"
    "at an impact v+ = (1 + e) w - e v-, w the projection of v- on the admissible velocities in the metric M.";

class source_file {
 public:
  source_file(language in, const problem& of, const parameter_list& overrides, const std::string& made_by)
      : in_(in), problem_(of), made_by_(made_by), names_(in) {
    std::visit([&](const auto& question) { parameters_ = with_values(question, overrides).parameters; }, of.question);
    parameter_values values;
    for (const auto& [name, value] : parameters_) {
      values.insert_or_assign(name, value);
      name_.insert_or_assign(name, is_restitution(name) ? name : names_(name));
    }
    named_.emplace(std::move(values));
    formulas_ = std::visit([](const auto& question) { return question.parameters; }, of.question);
    for (const auto& [name, value] : overrides)
      for (auto& [own, formula] : formulas_)
        if (own == name) formula = value;
  }

  std::string text(const parameter_list& overrides) {
    std::visit([&](const auto& question) { write(question, with_values(question, overrides)); }, problem_.question);
    return finished();
  }

 private:
  struct entry {
    int row, column;  ///< column −1: of a vector
    expression value;
  };
  /// A function and what it gives.
  struct function {
    std::string name, arguments, about, result;
    int rows, columns;  ///< columns 0: a vector
    std::vector<entry> entries;
  };

  /// Python has one name `e`: where the parameter e is the restitution, they are one.
  bool is_restitution(const std::string& name) const {
    const auto* const s = std::get_if<statement>(&problem_.question);
    return python() && s != nullptr && name == "e" && s->system.restitution.op() == operation::parameter &&
           s->system.restitution.root().name == name;
  }

  bool python() const { return in_ == language::python; }
  bool c() const { return in_ == language::c; }
  bool octave() const { return in_ == language::octave; }

  // Comments.
  std::string comment(const std::string& text) const {
    std::string all;
    for (std::string line : lines_of(text)) {
      if (c()) line = replaced(replaced(line, "*/", "* /"), "/*", "/ *");
      all += (c() ? " *" : octave() ? "%" : "#") + (line.empty() ? "" : " " + line) + "\n";
    }
    return c() ? "/*\n" + all + " */\n" : all;
  }
  std::string remark(const std::string& text) const {
    return c() ? "  /* " + replaced(text, "*/", "* /") + " */" : (octave() ? "  % " : "  # ") + text;
  }

  std::string element(const std::string& name, int row, int column = -1) const {
    const std::string i = std::to_string(octave() ? row + 1 : row), j = std::to_string(octave() ? column + 1 : column);
    if (column < 0) return name + (octave() ? "(" + i + ")" : "[" + i + "]");
    return name + (c() ? "[" + i + "][" + j + "]" : octave() ? "(" + i + ", " + j + ")" : "[" + i + ", " + j + "]");
  }

  // --- formulas ---

  std::string function_name(operation op) {
    switch (op) {
      case operation::sin:
        return python() ? "np.sin" : "sin";
      case operation::cos:
        return python() ? "np.cos" : "cos";
      case operation::tan:
        return python() ? "np.tan" : "tan";
      case operation::asin:
        return python() ? "np.arcsin" : "asin";
      case operation::acos:
        return python() ? "np.arccos" : "acos";
      case operation::atan:
        return python() ? "np.arctan" : "atan";
      case operation::atan2:
        return python() ? "np.arctan2" : "atan2";
      case operation::sinh:
        return python() ? "np.sinh" : "sinh";
      case operation::cosh:
        return python() ? "np.cosh" : "cosh";
      case operation::tanh:
        return python() ? "np.tanh" : "tanh";
      case operation::exp:
        return python() ? "np.exp" : "exp";
      case operation::log:
        return python() ? "np.log" : "log";
      case operation::sqrt:
        return python() ? "np.sqrt" : "sqrt";
      case operation::abs:
        return python() ? "np.abs" : c() ? "fabs" : "abs";
      case operation::sign:
        return python() ? "np.sign" : c() ? helper("sign_of") : "sign";
      case operation::min:
        return python() ? "np.minimum" : helper("least");
      case operation::max:
        return python() ? "np.maximum" : helper("greatest");
      default:
        return helper("step_of");
    }
  }
  const std::string& helper(const std::string& name) { return *helpers_.insert(name).first; }

  /// Octave goes on with complex numbers where C and numpy have none.
  code_text real(const std::string& call) { return {octave() ? helper("real_or_nan") + "(" + call + ")" : call, 5}; }

  code_text applied(operation op, const code_text& x, const code_text& y, const expression::node& right) {
    switch (op) {
      case operation::add:
        return {enclosed(x, 1) + " + " + enclosed(y, 2), 1};
      case operation::subtract:
        return {enclosed(x, 1) + " - " + enclosed(y, 2), 1};
      case operation::multiply:
        return {enclosed(x, 2) + "*" + enclosed(y, 3), 2};
      case operation::divide:
        return {enclosed(x, 2) + "/" + enclosed(y, 4), 2};
      case operation::negate:
        return {"-" + enclosed(x, 4), 3};
      case operation::power: {
        if (c()) return {"pow(" + x.text + ", " + y.text + ")", 5};
        const std::string power = enclosed(x, 5) + (python() ? "**" : "^") + enclosed(y, 5);
        const bool whole = right.op == operation::constant && right.value.get_den() == 1;
        return whole || python() ? code_text{power, 4} : real(power);
      }
      case operation::step:
        if (python()) return {"np.heaviside(" + x.text + ", 0.5)", 5};
        break;
      case operation::sqrt:
      case operation::log:
      case operation::asin:
      case operation::acos:
        return real(function_name(op) + "(" + x.text + ")");
      default:
        break;
    }
    return {function_name(op) + "(" + x.text + (arity(op) == 2 ? ", " + y.text : "") + ")", 5};
  }

  // --- functions ---

  void write(const function& f) {
    std::vector<expression> formulas;
    for (const entry& e : f.entries) formulas.push_back((*named_)(e.value));
    formulas = without_overflow(formulas);

    // What stands below the diagonal as above it is taken from there.
    std::vector<int> mirrors(f.entries.size(), -1);
    std::vector<expression> outputs;
    std::vector<std::size_t> output_of;
    for (std::size_t k = 0; k < formulas.size(); ++k) {
      const entry& here = f.entries[k];
      for (std::size_t l = 0; l < k && here.column >= 0 && here.column < here.row; ++l)
        if (f.entries[l].row == here.column && f.entries[l].column == here.row &&
            are_written_alike(formulas[l], formulas[k]))
          mirrors[k] = static_cast<int>(l);
      output_of.push_back(outputs.size());
      if (mirrors[k] < 0) outputs.push_back(formulas[k]);
    }

    variables used;
    std::set<int> positions, velocities;
    std::set<std::string> parameters;
    for (const expression& x : outputs) {
      const variables here = variables_of(x);
      used.time = used.time || here.time;
      positions.insert(here.coordinates.begin(), here.coordinates.end());
      velocities.insert(here.velocities.begin(), here.velocities.end());
      parameters.insert(here.parameters.begin(), here.parameters.end());
    }
    used_parameters_.insert(parameters.begin(), parameters.end());

    free_names names = names_;
    std::map<int, std::string> q, v;
    for (const int i : positions) q[i] = names(coordinate_name(i));
    for (const int i : velocities) v[i] = names(coordinate_name(i) + "_dot");
    int parts = 0;
    const auto new_name = [&] { return names("c" + std::to_string(++parts)); };
    const notation how{.leaf = [&](const expression::node& leaf) -> code_text {
                         switch (leaf.op) {
                           case operation::constant:
                             return number_text(leaf.value);
                           case operation::pi:
                             return {python() ? "np.pi" : c() ? "3.141592653589793" : "pi", 5};
                           case operation::time:
                             return {"t", 5};
                           case operation::coordinate:
                             return {q.at(leaf.index), 5};
                           case operation::velocity:
                             return {v.at(leaf.index), 5};
                           default:
                             return {(python() ? "" : "p.") + name_.at(leaf.name), 5};
                         }
                       },
                       .applied = [&](operation op, const code_text& x, const code_text& y,
                                      const expression::node& right) { return applied(op, x, y, right); }};
    const named_parts made = with_named_parts(outputs, how, new_name);

    const bool needs_p = !python() && !parameters.empty();
    open(f, used.time, !positions.empty(), !velocities.empty(), needs_p && octave());
    declare(q, "q");
    declare(v, "v");
    begin_result(f);
    for (const auto& [name, formula] : made.parts) line((c() ? "const double " : "") + name + " = " + formula);
    for (std::size_t k = 0; k < f.entries.size(); ++k) {
      const entry& e = f.entries[k];
      const std::string target = element(f.result, e.row, e.column);
      if (mirrors[k] < 0)
        line(target + " = " + made.outputs[output_of[k]]);
      else
        line(target + " = " + element(f.result, e.column, e.row));
    }
    if (python()) line("return " + f.result);
    body_ << (c() ? "}\n" : octave() ? "end\n" : "");
    functions_.push_back(f.name);
  }

  void line(const std::string& text) { body_ << (python() ? "    " : "  ") << text << (python() ? "\n" : ";\n"); }

  void declare(const std::map<int, std::string>& variables, const std::string& from) {
    if (variables.empty()) return;
    std::vector<std::string> texts;
    for (const auto& [i, name] : variables) texts.push_back(name + " = " + element(from, i));
    if (!c()) {
      // A statement each; Python's are joined by semicolons like Octave's.
      body_ << wrapped(texts, "; ", python() ? "    " : "  ") << (python() ? "\n" : ";\n");
      return;
    }
    for (std::string& text : texts) text.insert(0, "const double ");
    body_ << wrapped(texts, "; ", "  ") << ";\n";
  }

  void open(const function& f, bool time, bool position, bool velocity, bool parameters) {
    body_ << '\n';
    if (python()) {
      body_ << "\ndef " << f.name << "(" << f.arguments << "):\n    \"\"\"" << f.about << "\"\"\"\n";
      return;
    }
    if (octave()) {
      body_ << "function " << f.result << " = " << f.name << "(" << f.arguments << ")\n  % " << f.about << "\n";
      if (parameters) line("p = parameters()");
      return;
    }
    std::string arguments = "double t";
    const bool of_time = f.arguments == "t";
    if (!of_time) arguments += ", const double *q";
    if (f.arguments.ends_with("v")) arguments += ", const double *v";
    body_ << "/* " << f.about << " */\nvoid " << f.name << "(" << arguments << ", double "
          << (f.columns > 0 ? f.result + "[][COORDINATES]" : "*" + f.result) << ") {\n";
    std::vector<std::string> unused;
    if (!time) unused.push_back("(void)t");
    if (!of_time && !position) unused.push_back("(void)q");
    if (f.arguments.ends_with("v") && !velocity) unused.push_back("(void)v");
    if (f.rows == 0) unused.push_back("(void)" + f.result);
    if (!unused.empty()) body_ << wrapped(unused, "; ", "  ") << ";\n";
  }

  /// Room for the result, 0 where no entry stands.
  void begin_result(const function& f) {
    const std::string rows = std::to_string(f.rows), columns = std::to_string(f.columns);
    const bool all = static_cast<int>(f.entries.size()) == f.rows * std::max(f.columns, 1);
    if (python())
      line(f.result + " = np.zeros(" + (f.columns > 0 ? "(" + rows + ", " + columns + ")" : rows) + ")");
    else if (octave())
      line(f.result + " = zeros(" + rows + ", " + (f.columns > 0 ? columns : "1") + ")");
    else if (!all)
      body_ << "  for (int i = 0; i < " << rows << "; ++i)\n    for (int j = 0; j < COORDINATES; ++j) " << f.result
            << "[i][j] = 0;\n";
  }

  std::string coordinate_name(int i) const {
    return std::get<statement>(problem_.question).system.coordinates[static_cast<std::size_t>(i)];
  }

  // --- questions ---

  void write(const statement& s, const statement& bound) {
    const mechanical_system& system = s.system;
    const int n = system.degrees_of_freedom(), m = system.constraints();
    count("n", "COORDINATES", n, "coordinates: " + joined(system.coordinates));
    count("m", "CONSTRAINTS", m, "constraints");
    vector("q0", bound.position, s.position, "position at t = 0", "COORDINATES");
    vector("v0", bound.velocity, s.velocity, "velocity at t = 0", "COORDINATES");
    number("e", bound.system.restitution, system.restitution, "restitution");
    number("horizon", bound.horizon, s.horizon, "final time");

    const auto list = [](const std::vector<expression>& x) {
      std::vector<entry> entries;
      for (std::size_t k = 0; k < x.size(); ++k) entries.push_back({static_cast<int>(k), -1, x[k]});
      return entries;
    };
    std::vector<entry> mass, gradient;
    for (const mass_entry& e : system.mass) mass.push_back({e.row, e.column, e.value});
    std::vector<expression> rates;
    for (int a = 0; a < m; ++a) {
      // Derivatives of the formula with names in it, of which nothing is left that the values of parameters make 0.
      const expression gap = (*named_)(system.gap[static_cast<std::size_t>(a)]);
      for (const int i : variables_of(gap).coordinates)
        if (const expression d = (*named_)(derivative(gap, coordinate(i))); !d.is(0)) gradient.push_back({a, i, d});
      rates.push_back(total_derivative(gap, {}));
    }
    write({"mass", "t, q", "Mass matrix M, n x n.", "M", n, n, mass});
    write({"force", "t, q, v", "Forces but for reactions, Coriolis and centrifugal ones included: n numbers.", "f", n,
           0, list(system.force)});
    write({"gap", "t, q", "Gaps, admissible where >= 0: m numbers.", "gaps", m, 0, list(system.gap)});
    write({"gap_gradient", "t, q", "G = d gap / d q, m x n.", "G", m, n, gradient});
    write({"gap_rate", "t, q, v", "Rates of the gaps along the motion, G v + d gap / dt: m numbers.", "rate", m, 0,
           list(rates)});
  }

  void write(const chain_statement& s, const chain_statement& bound) {
    count("n", "NODES", static_cast<int>(s.nodes.size()), "nodes, numbered from 0; rigid bars between neighbours");
    std::vector<std::vector<std::string>> rows;
    for (const auto& node : bound.nodes) rows.push_back({value_text(node[0]), value_text(node[1])});
    matrix("nodes", rows, "x and y of each at t = 0");
    if (!s.evolves) {
      vector("drive", {bound.velocity[0], bound.velocity[1]}, {s.velocity[0], s.velocity[1]}, "velocity of node 0",
             "2");
      return;
    }
    number("horizon", bound.horizon, s.horizon, "final time");
    const expression x = (*named_)(s.path[0]), y = (*named_)(s.path[1]);
    write({"path", "t", "Position of node 0.", "position", 2, 0, {{0, -1, x}, {1, -1, y}}});
    write({"path_velocity",
           "t",
           "Velocity of node 0.",
           "v",
           2,
           0,
           {{0, -1, derivative(x, time())}, {1, -1, derivative(y, time())}}});
  }

  static std::string joined(const std::vector<std::string>& names) {
    std::string all;
    for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
    return all;
  }

  // --- data ---

  void datum(const std::string& name, const std::string& value, const std::string& about) {
    data_ << (octave() ? "  problem." : "") << name << " = " << value << (octave() ? ";" : "") << remark(about) << '\n';
  }
  void count(const std::string& name, const std::string& name_in_c, int value, const std::string& about) {
    if (c())
      data_ << "enum { " << name_in_c << " = " << value << " };" << remark(about.substr(0, widest_line)) << '\n';
    else
      datum(name, std::to_string(value), about);
  }
  /// What the number is, and the formula where the number does not tell it.
  std::string about_formula(const std::string& what, const std::string& value, const expression& formula) const {
    const std::string text = readable(formula);
    return text == value || text == "e" ? what : what + ": " + text;
  }
  void number(const std::string& name, const expression& bound, const expression& formula, const std::string& what) {
    const std::string value = value_text(bound), about = about_formula(what, value, formula);
    if (c())
      data_ << "const double " << name << " = " << value << ";" << remark(about) << '\n';
    else
      datum(name, value, about);
  }
  void vector(const std::string& name, const std::vector<expression>& bound, const std::vector<expression>& formulas,
              const std::string& what, const std::string& size_in_c) {
    std::vector<std::string> values;
    std::string about = what;
    bool plain = true;
    for (std::size_t i = 0; i < bound.size(); ++i) {
      values.push_back(value_text(bound[i]));
      plain = plain && readable(formulas[i]) == values.back();
    }
    if (!plain) {
      about += ":";
      for (const expression& x : formulas) about += " " + readable(x) + ",";
      about.pop_back();
      if (about.size() > widest_line) about = what;
    }
    const std::string list = wrapped(values, ", ", "");
    if (c())
      data_ << "const double " << name << "[" << size_in_c << "] = {" << list << "};" << remark(about) << '\n';
    else
      datum(name,
            octave() ? "[" + replaced(replaced(list, ", ", "; "), ",\n", ";\n") + "]"
                     : "np.array([" + list + "], dtype=float)",
            about);
  }
  void matrix(const std::string& name, const std::vector<std::vector<std::string>>& rows, const std::string& about) {
    std::vector<std::string> texts;
    for (const auto& row : rows)
      texts.push_back(c()        ? "{" + row[0] + ", " + row[1] + "}"
                      : octave() ? row[0] + ", " + row[1]
                                 : "[" + row[0] + ", " + row[1] + "]");
    const std::string list = wrapped(texts, octave() ? "; " : ", ", "");
    if (c())
      data_ << "const double " << name << "[NODES][2] = {" << list << "};" << remark(about) << '\n';
    else
      datum(name, octave() ? "[" + list + "]" : "np.array([" + list + "], dtype=float)", about);
  }

  // --- the whole ---

  std::string heading() const {
    std::string text = problem_.name + ": " + problem_.title + "\n";
    if (!problem_.source.empty()) text += "Source: " + problem_.source + "\n";
    text += "Written by unilateral " + version() + ": " + made_by_ + "\n";
    std::string values;
    for (const auto& [name, formula] : formulas_)
      values += (values.empty() ? "With " : ", ") + name + " = " + readable(formula);
    if (!values.empty()) text += values + "\n";
    if (!problem_.description.empty()) text += "\n" + problem_.description + "\n";
    if (const auto first = problem_.figure.find_first_not_of('\n'); first != std::string::npos)
      text += "\n" + problem_.figure.substr(first, problem_.figure.find_last_not_of(" \n") + 1 - first) + "\n";
    if (!problem_.is_chain()) text += "\n" + std::string(relations) + "\n";
    return text;
  }

  /// Parameters that functions have in them, with their values; the formulas are told where they are more than these.
  void write_parameters(std::ostream& out) const {
    if (octave()) {
      if (used_parameters_.empty()) return;
      out << "\nfunction p = parameters()\n";
    }
    std::string declared, values;
    for (std::size_t k = 0; k < parameters_.size(); ++k) {
      const auto& [name, bound] = parameters_[k];
      if (!used_parameters_.contains(name)) continue;
      const std::string value = value_text(bound), formula = readable(formulas_[k].second),
                        about = formula == value ? "" : remark(formula);
      if (c()) {
        declared += (declared.empty() ? "" : ", ") + name_.at(name);
        values += "    " + value + "," + remark(name_.at(name) + (formula == value ? "" : " = " + formula)) + "\n";
      } else if (octave()) {
        out << "  p." << name_.at(name) << " = " << value << ";" << about << '\n';
      } else if (!is_restitution(name)) {
        out << name_.at(name) << " = " << value << about << '\n';
      }
    }
    if (octave()) out << "end\n";
    if (c() && !declared.empty())
      out << "\nstatic const struct {\n  double " << declared << ";\n} p = {\n" << values << "};\n";
  }

  std::string helper_text(const std::string& name) const {
    if (c()) {
      if (name == "sign_of") return "static double sign_of(double x) { return x > 0 ? 1 : x < 0 ? -1 : x - x; }\n";
      if (name == "step_of")
        return "static double step_of(double x) { return x > 0 ? 1 : x < 0 ? 0 : 0.5 + (x - x); }\n";
      const std::string first = name == "least" ? "x : y <= x ? y" : "y : y <= x ? x";
      return "static double " + name + "(double x, double y) { return x < y ? " + first + " : x + y; }\n";
    }
    if (name == "real_or_nan")
      return "function y = real_or_nan(x)\n  % NaN where there is no real number.\n  if isreal(x), y = x; else, y = "
             "NaN; end\nend\n";
    if (name == "step_of") return "function y = step_of(x)\n  y = 0.5*(1 + sign(x));\nend\n";
    const std::string first = name == "least" ? "z = x; elseif y <= x, z = y;" : "z = y; elseif y <= x, z = x;";
    return "function z = " + name + "(x, y)\n  % NaN where either is.\n  if x < y, " + first +
           " else, z = x + y; end\nend\n";
  }

  std::string finished() {
    std::ostringstream out;
    if (octave()) {
      free_names names(in_);
      const std::string own = names(problem_.name);
      out << "function problem = " << own << "()\n"
          << comment(heading()) << "  problem.name = '" << replaced(problem_.name, "'", "''") << "';\n"
          << data_.str();
      for (const std::string& name : functions_) out << "  problem." << name << " = @" << name << ";\n";
      out << "end\n";
      write_parameters(out);
      out << body_.str();
      for (const std::string& name : helpers_) out << '\n' << helper_text(name);
      return out.str();
    }
    out << comment(heading());
    if (c()) {
      if (!functions_.empty()) out << "#include <math.h>\n";
      out << '\n' << data_.str();
      write_parameters(out);
      if (!helpers_.empty()) out << '\n';
      for (const std::string& name : helpers_) out << helper_text(name);
      out << body_.str();
      return out.str();
    }
    out << "import numpy as np\n\nname = \"" << replaced(replaced(problem_.name, "\\", "\\\\"), "\"", "\\\"") << "\"\n"
        << data_.str();
    if (!used_parameters_.empty()) out << '\n';
    write_parameters(out);
    out << body_.str();
    return out.str();
  }

  language in_;
  const problem& problem_;
  std::string made_by_;
  free_names names_;
  parameter_list parameters_, formulas_;  ///< bound, and as they stand
  std::map<std::string, std::string> name_;
  std::optional<with_names> named_;
  std::set<std::string> used_parameters_, helpers_;
  std::vector<std::string> functions_;
  std::ostringstream data_, body_;
};

}  // namespace

std::string as_source(language in, const problem& of, const parameter_list& overrides, const std::string& made_by) {
  return source_file(in, of, overrides, made_by).text(overrides);
}

}  // namespace unilateral::command
