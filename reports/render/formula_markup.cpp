#include "reports/render/formula_markup.hpp"

#include "reports/render/for_print.hpp"
#include "reports/render/table.hpp"

#include <cctype>
#include <map>

namespace unilateral::render {
namespace {

/// More characters than these are no formula that one reads.
constexpr std::size_t longest_markup = 12000;

std::string token(const char* element, const std::string& text) {
  return std::string("<") + element + ">" + escaped(text) + "</" + element + ">";
}
std::string row(const std::string& inside) { return "<mrow>" + inside + "</mrow>"; }
std::string in_brackets(const std::string& inside) { return row(token("mo", "(") + inside + token("mo", ")")); }

/// "theta1", "x_2": a letter with an index.
std::string named(const std::string& name) {
  static const std::map<std::string, std::string> greek{
      {"alpha", "α"}, {"beta", "β"},  {"gamma", "γ"},  {"delta", "δ"}, {"epsilon", "ε"}, {"zeta", "ζ"}, {"eta", "η"},
      {"theta", "θ"}, {"kappa", "κ"}, {"lambda", "λ"}, {"mu", "μ"},    {"nu", "ν"},      {"xi", "ξ"},   {"rho", "ρ"},
      {"sigma", "σ"}, {"tau", "τ"},   {"phi", "φ"},    {"chi", "χ"},   {"psi", "ψ"},     {"omega", "ω"}};
  std::size_t digits = name.size();
  while (digits > 1 && std::isdigit(static_cast<unsigned char>(name[digits - 1])) != 0) --digits;
  std::string letter = name.substr(0, digits);
  if (digits < name.size() && letter.size() > 1 && letter.back() == '_') letter.pop_back();
  const auto found = greek.find(letter);
  const std::string base = token("mi", found == greek.end() ? letter : found->second);
  return digits == name.size() ? base : "<msub>" + base + token("mn", name.substr(digits)) + "</msub>";
}

/// How strongly a formula holds together: sums 1, products 2, signs 3, powers 4, atoms 5. An operand that holds less
/// than its place asks for stands in brackets.
struct markup {
  std::string text;
  int strength;
  std::string at_least(int asked) const { return strength < asked ? in_brackets(text) : text; }
};

constexpr int of_sums = 1, of_products = 2, of_signs = 3, of_powers = 4, of_atoms = 5;

class typesetter {
 public:
  explicit typesetter(const std::vector<std::string>& coordinates) : coordinates_(coordinates) {}

  markup of(const expression& x) const {
    if (too_long_) return {"", of_atoms};
    markup found = built(x);
    too_long_ = too_long_ || found.text.size() > longest_markup;
    return found;
  }
  bool too_long() const { return too_long_; }

 private:
  markup built(const expression& x) const {
    using enum operation;
    const auto function = [&](const char* name) {
      return markup{row(token("mi", name) + token("mo", "\u2061") + in_brackets(of(x.left()).text)), of_atoms};
    };
    const auto of_two = [&](const std::string& sign, int strength, int left, int right) {
      return markup{row(of(x.left()).at_least(left) + token("mo", sign) + of(x.right()).at_least(right)), strength};
    };
    switch (x.op()) {
      case constant:
        return number(x.root().value);
      case operation::pi:
        return {token("mi", "π"), of_atoms};
      case operation::time:
        return {token("mi", "t"), of_atoms};
      case operation::coordinate:
        return {coordinate_named(x.root().index), of_atoms};
      case operation::velocity:
        return {"<mover>" + coordinate_named(x.root().index) + token("mo", "˙") + "</mover>", of_atoms};
      case operation::parameter:
        return {named(x.root().name), of_atoms};
      case add:
        return of_two("+", of_sums, of_sums, of_products);
      case subtract:
        return of_two("−", of_sums, of_sums, of_products);
      case multiply:
        if (x.right().is_constant()) return of_two("·", of_products, of_products, of_powers);
        return of_two("\u2009", of_products, of_products, of_powers);
      case divide:
        return {"<mfrac>" + row(of(x.left()).text) + row(of(x.right()).text) + "</mfrac>", of_powers};
      case power:
        return {"<msup>" + row(of(x.left()).at_least(of_atoms)) + row(of(x.right()).text) + "</msup>", of_powers};
      case negate:
        return {row(token("mo", "−") + of(x.left()).at_least(of_products)), of_sums};
      case operation::sqrt:
        return {"<msqrt>" + of(x.left()).text + "</msqrt>", of_atoms};
      case operation::abs:
        return {row(token("mo", "|") + of(x.left()).text + token("mo", "|")), of_atoms};
      case operation::exp:
        return {"<msup>" + token("mi", "e") + row(of(x.left()).text) + "</msup>", of_powers};
      case operation::atan2:
      case operation::min:
      case operation::max: {
        const char* const name = x.op() == operation::atan2 ? "atan2" : x.op() == operation::min ? "min" : "max";
        return {row(token("mi", name) + token("mo", "\u2061") +
                    in_brackets(of(x.left()).text + token("mo", ",") + of(x.right()).text)),
                of_atoms};
      }
      case operation::sin:
        return function("sin");
      case operation::cos:
        return function("cos");
      case operation::tan:
        return function("tan");
      case operation::asin:
        return function("asin");
      case operation::acos:
        return function("acos");
      case operation::atan:
        return function("atan");
      case operation::sinh:
        return function("sinh");
      case operation::cosh:
        return function("cosh");
      case operation::tanh:
        return function("tanh");
      case operation::log:
        return function("log");
      case operation::sign:
        return function("sign");
      case operation::step:
        return function("step");
    }
    return {"", of_atoms};
  }

  /// A decimal where there is a short one, else a fraction; a negative number holds like a sum.
  static markup number(const rational& value) {
    const std::string text = unilateral::to_text(value);
    if (value < 0) return {row(token("mo", "−") + number(rational(-value)).text), of_sums};
    const auto slash = text.find('/');
    if (slash == std::string::npos) return {token("mn", text), of_atoms};
    return {"<mfrac>" + token("mn", text.substr(0, slash)) + token("mn", text.substr(slash + 1)) + "</mfrac>",
            of_powers};
  }

  std::string coordinate_named(int i) const { return named(coordinates_.at(static_cast<std::size_t>(i))); }

  const std::vector<std::string>& coordinates_;
  mutable bool too_long_ = false;
};

std::string table_of(const std::vector<std::vector<std::string>>& rows) {
  std::string out = "<mtable>";
  for (const auto& cells : rows) {
    out += "<mtr>";
    for (const std::string& cell : cells) out += "<mtd>" + cell + "</mtd>";
    out += "</mtr>";
  }
  return in_brackets(out + "</mtable>");
}

std::string displayed(const std::string& inside) {
  if (inside.size() > longest_markup) return "<p>(A formula that is too long to read: see the problem's file.)</p>\n";
  return "<p><math display=\"block\">" + row(inside) + "</math></p>\n";
}

std::string equal(const std::string& left, const std::string& right) { return left + token("mo", "=") + right; }

std::string dotted(const std::string& letter, const char* dots) {
  return "<mover>" + token("mi", letter) + token("mo", dots) + "</mover>";
}

std::string of_parameters(const parameter_list& parameters) {
  std::string out;
  for (const auto& [name, value] : parameters) out += displayed(equal(named(name), as_mathml(value, {})));
  return out;
}

/// A matrix that is read at a glance has so many rows at most.
constexpr int most_rows = 8;

}  // namespace

std::string as_mathml(const expression& x, const std::vector<std::string>& coordinates) {
  const typesetter sets(coordinates);
  const std::string text = sets.of(for_print(x)).text;
  return sets.too_long() ? token("mi", "…") : text;
}

std::string as_html(const statement& question) {
  const mechanical_system& system = question.system;
  const auto& names = system.coordinates;
  const auto n = static_cast<std::size_t>(system.degrees_of_freedom());
  const auto set = [&](const expression& x) { return as_mathml(x, names); };
  const auto column_of = [&](const std::vector<expression>& list) {
    std::vector<std::vector<std::string>> rows;
    for (const expression& x : list) rows.push_back({set(x)});
    return rows.size() == 1 ? rows[0][0] : table_of(rows);
  };
  const std::string v = dotted("q", "˙");
  std::string out = displayed(
      equal(token("mi", "M") + dotted("q", "¨"), token("mi", "f") + token("mo", "+") + "<msup>" + token("mi", "G") +
                                                     token("mi", "⊤") + "</msup>" + token("mi", "λ")) +
      token("mo", ",") + "<mspace width=\"1em\"/>" + token("mn", "0") + token("mo", "≤") + token("mi", "λ") +
      token("mo", "⊥") + token("mi", "Φ") + token("mo", "≥") + token("mn", "0") + token("mo", ",") +
      "<mspace width=\"1em\"/>" +
      equal(token("mi", "G"), "<mfrac>" + row(token("mo", "∂") + token("mi", "Φ")) +
                                  row(token("mo", "∂") + token("mi", "q")) + "</mfrac>"));
  if (system.degrees_of_freedom() > most_rows)
    return out + "<p>" + std::to_string(n) + " coordinates and " + std::to_string(system.constraints()) +
           " constraints: more than one reads; see the problem's file.</p>\n";

  std::vector<std::vector<std::string>> mass(n, std::vector<std::string>(n, token("mn", "0")));
  for (const mass_entry& m : system.mass)
    mass[static_cast<std::size_t>(m.row)][static_cast<std::size_t>(m.column)] = set(m.value);
  std::vector<std::vector<std::string>> coordinates;
  for (const std::string& name : names) coordinates.push_back({named(name)});
  out += displayed(equal(token("mi", "q"), n == 1 ? coordinates[0][0] : table_of(coordinates)));
  out += displayed(equal(token("mi", "M"), n == 1 ? mass[0][0] : table_of(mass)));
  out += displayed(equal(token("mi", "f"), column_of(system.force)));
  for (int a = 0; a < system.constraints(); ++a)
    out += displayed(equal("<msub>" + token("mi", "Φ") + token("mn", std::to_string(a)) + "</msub>",
                           set(system.gap[static_cast<std::size_t>(a)])));
  out += of_parameters(question.parameters);
  if (system.constraints() > 0)
    out += displayed(equal("<msup>" + v + token("mo", "+") + "</msup>",
                           in_brackets(token("mn", "1") + token("mo", "+") + token("mi", "e")) + token("mi", "Proj") +
                               "<msup>" + v + token("mo", "−") + "</msup>" + token("mo", "−") + token("mi", "e") +
                               "<msup>" + v + token("mo", "−") + "</msup>") +
                     token("mo", ",") + "<mspace width=\"1em\"/>" + equal(token("mi", "e"), set(system.restitution)));
  const std::string start = in_brackets(token("mn", "0"));
  out += displayed(equal(token("mi", "q") + start, column_of(question.position)) + token("mo", ",") +
                   "<mspace width=\"1em\"/>" + equal(v + start, column_of(question.velocity)) + token("mo", ",") +
                   "<mspace width=\"1em\"/>" + token("mn", "0") + token("mo", "≤") + token("mi", "t") +
                   token("mo", "≤") + set(question.horizon));
  return out;
}

std::string as_html(const chain_statement& question) {
  std::string out = displayed(
      "<msub>" + token("mi", "θ") + row(token("mi", "i") + token("mo", "+") + token("mn", "1")) + "</msub><msub>" +
      token("mi", "T") + row(token("mi", "i") + token("mo", "+") + token("mn", "1")) + "</msub>" + token("mo", "−") +
      "<msub>" + token("mi", "θ") + token("mi", "i") + "</msub><msub>" + token("mi", "T") + token("mi", "i") +
      "</msub>" + token("mo", "∈") + token("mo", "∂") + token("mo", "|") + token("mo", "·") + token("mo", "|") +
      in_brackets("<msub>" + token("mi", "u") + token("mi", "i") + "</msub>"));
  const auto pair = [](const std::array<expression, 2>& x) {
    return in_brackets(as_mathml(x[0], {}) + token("mo", ",") + as_mathml(x[1], {}));
  };
  if (question.bars() <= most_rows)
    for (std::size_t i = 0; i < question.nodes.size(); ++i)
      out += displayed(
          equal("<msub>" + token("mi", "M") + token("mn", std::to_string(i)) + "</msub>", pair(question.nodes[i])));
  else
    out += "<p>" + std::to_string(question.bars()) + " bars: see the problem's file.</p>\n";
  out += of_parameters(question.parameters);
  return out +
         displayed(
             question.evolves
                 ? equal("<msub>" + token("mi", "x") + token("mn", "0") + "</msub>" + in_brackets(token("mi", "t")),
                         pair(question.path)) +
                       token("mo", ",") + "<mspace width=\"1em\"/>" + token("mn", "0") + token("mo", "≤") +
                       token("mi", "t") + token("mo", "≤") + as_mathml(question.horizon, {})
                 : equal("<msub>" + token("mi", "u") + token("mn", "0") + "</msub>", pair(question.velocity)));
}

}  // namespace unilateral::render
