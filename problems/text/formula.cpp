#include "problems/text/formula.hpp"

#include "problems/text/document.hpp"
#include "problems/text/near_name.hpp"
#include "problems/text/problem_file.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace unilateral::text {
namespace {

constexpr std::pair<std::string_view, operation> functions[] = {
    {"sin", operation::sin},   {"cos", operation::cos},   {"tan", operation::tan},     {"asin", operation::asin},
    {"acos", operation::acos}, {"atan", operation::atan}, {"sinh", operation::sinh},   {"cosh", operation::cosh},
    {"tanh", operation::tanh}, {"exp", operation::exp},   {"log", operation::log},     {"sqrt", operation::sqrt},
    {"abs", operation::abs},   {"sign", operation::sign}, {"atan2", operation::atan2}, {"min", operation::min},
    {"max", operation::max}};

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

std::string quoted(std::string_view text) { return "\"" + std::string(text) + "\""; }

class parser {
 public:
  parser(std::string_view text, const vocabulary& names, const locator& locate)
      : text_(text), names_(names), locate_(locate) {}

  expression formula() {
    const part whole = sum();
    if (skip_space(); at_ < text_.size()) refuse(at_, "expected an operator or end of text, found " + found());
    return whole.value;
  }

 private:
  struct part {
    expression value;
    int depth;
  };
  /// Operands more than these are joined by halves.
  static constexpr std::size_t many_operands = 64;

  struct term {
    part value;
    bool subtracted;
    std::size_t at;
  };

  part sum() {
    std::vector<term> terms{{product(), false, at_}};
    for (;;) {
      const char op = next();
      if (op != '+' && op != '-') return added(terms);
      const std::size_t operand = ++at_;
      terms.push_back({product(), op == '-', operand});
    }
  }

  /// From left to right; a sum of many terms by halves, as deep as their number's logarithm.
  part added(std::span<const term> terms) {
    if (terms.size() > many_operands) {
      const std::size_t half = terms.size() / 2;
      const term& middle = terms[half];
      // The sign of a half is that of its first term.
      const bool differ = middle.subtracted != terms.front().subtracted;
      return join(differ ? operation::subtract : operation::add, added(terms.first(half)), added(terms.subspan(half)),
                  middle.at);
    }
    part left = terms.front().value;
    for (const term& next : terms.subspan(1))
      left = join(next.subtracted != terms.front().subtracted ? operation::subtract : operation::add, left, next.value,
                  next.at);
    return left;
  }

  part product() {
    part left = unary();
    for (;;) {
      const char op = next();
      if (op != '*' && op != '/') return left;
      ++at_;
      skip_space();
      const std::size_t operand = at_;
      const part right = unary();
      left = join(op == '*' ? operation::multiply : operation::divide, left, right, operand);
    }
  }

  part unary() {
    if (next() != '-') return power();
    const nesting inside(*this);
    ++at_;
    const part operand = unary();
    return {-operand.value, operand.depth + 1};
  }

  part power() {
    skip_space();
    const std::size_t begin = at_;
    const part base = atom();
    if (next() != '^') return base;
    const nesting inside(*this);
    ++at_;
    const part exponent = unary();
    return join(operation::power, base, exponent, begin);
  }

  part atom() {
    const char c = next();
    if (c == '(') {
      const nesting inside(*this);
      const std::size_t opened = at_++;
      const part value = sum();
      close(opened);
      return value;
    }
    if (is_digit(c) || c == '.') return {number(), 1};
    if (is_letter(c)) return named();
    refuse(at_, "expected a number, a name or \"(\", found " + found());
  }

  expression number() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
    if (at_ < text_.size() && text_[at_] == '.') ++at_;
    while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
    // An "e" belongs to the number only when digits follow: 2e is a number and a name without an operator.
    std::size_t exponent = at_;
    if (exponent < text_.size() && (text_[exponent] == 'e' || text_[exponent] == 'E')) {
      ++exponent;
      if (exponent < text_.size() && (text_[exponent] == '+' || text_[exponent] == '-')) ++exponent;
      if (exponent < text_.size() && is_digit(text_[exponent]))
        for (at_ = exponent; at_ < text_.size() && is_digit(text_[at_]);) ++at_;
    }
    const std::string_view digits = text_.substr(begin, at_ - begin);
    try {
      return exact_rational(digits);
    } catch (const input_error&) {
      refuse(begin, "expected a decimal number with an exponent between -10000 and 10000, found " + quoted(digits));
    }
  }

  part named() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    const bool primed = at_ < text_.size() && text_[at_] == '\'';
    const std::string shown = quoted(text_.substr(begin, at_ - begin + (primed ? 1 : 0)));

    const std::optional<int> number = names_.coordinates.place_of(name);
    if (primed) {
      ++at_;
      if (!number)
        refuse(begin, "expected one of the coordinates " + joined(names_.coordinates.names()) +
                          " before a prime, found " + shown + suggestion(name, names_.coordinates.names()));
      if (!names_.velocities) refuse(begin, "expected " + allowed() + ", found the velocity " + shown);
      return {velocity(*number), 1};
    }
    for (const auto& [function, op] : functions)
      if (function == name) return called(op, begin, name);
    if (name == "pi") return {pi(), 1};
    if (name == "t") {
      if (!names_.time) refuse(begin, "expected " + allowed() + ", found the time \"t\"");
      return {time(), 1};
    }
    if (number) {
      if (!names_.positions) refuse(begin, "expected " + allowed() + ", found the coordinate " + shown);
      return {coordinate(*number), 1};
    }
    if (names_.parameters.contains(name)) return {parameter(std::string(name)), 1};

    std::vector<std::string> known = names_.positions ? names_.coordinates.names() : std::vector<std::string>();
    const std::vector<std::string>& parameters = names_.parameters.names();
    known.insert(known.end(), parameters.begin(), parameters.end());
    known.insert(known.end(), reserved_names().begin(), reserved_names().end());
    refuse(begin, "expected " + allowed() + ", found the unknown name " + shown + suggestion(name, known));
  }

  part called(operation op, std::size_t begin, std::string_view name) {
    if (next() != '(') refuse(at_, "expected \"(\" after " + std::string(name) + ", found " + found());
    const nesting inside(*this);
    const std::size_t opened = at_++;
    const part value = sum();
    if (arity(op) == 1) {
      close(opened);
      return {built(begin, [&] { return apply(op, value.value); }), value.depth + 1};
    }
    // min and max take two operands or more; atan2 two.
    std::vector<part> operands{value};
    while (next() == ',' && (operands.size() < 2 || op != operation::atan2)) {
      ++at_;
      operands.push_back(sum());
    }
    if (operands.size() < 2)
      refuse(at_, "expected \",\" and another operand of " + std::string(name) + ", found " + found());
    close(opened);
    return joined_by(op, operands, begin);
  }

  /// From left to right; many by halves.
  part joined_by(operation op, std::span<const part> operands, std::size_t begin) {
    if (operands.size() > many_operands) {
      const std::size_t half = operands.size() / 2;
      return join(op, joined_by(op, operands.first(half), begin), joined_by(op, operands.subspan(half), begin), begin);
    }
    part left = operands.front();
    for (const part& next : operands.subspan(1)) left = join(op, left, next, begin);
    return left;
  }

  void close(std::size_t opened) {
    if (next() == ')') {
      ++at_;
      return;
    }
    const place here = locate_(at_), there = locate_(opened);
    const std::string where = (there.line == here.line ? "" : "line " + std::to_string(there.line) + ", ") + "column " +
                              std::to_string(there.column);
    refuse(at_, "expected \")\" to close the parenthesis opened at " + where + ", found " + found());
  }

  part join(operation op, const part& left, const part& right, std::size_t operand) {
    const int depth = std::max(left.depth, right.depth) + 1;
    if (depth > deepest_formula)
      refuse(operand, "expected a formula at most " + std::to_string(deepest_formula) + " operations deep, found more");
    return {built(operand, [&] { return apply(op, left.value, right.value); }), depth};
  }

  /// Exact simplification refuses 1/0, log 0, √−1, and numbers without end.
  template <class Build>
  expression built(std::size_t operand, Build build) {
    try {
      return build();
    } catch (const formula_error&) {
      throw;
    } catch (const input_error& error) {
      const std::string line = error.what();
      const std::string prefix = "expression: ";
      refuse(operand, line.starts_with(prefix) ? line.substr(prefix.size()) : line);
    }
  }

  /// Counts open parentheses, signs and powers on the way down.
  struct nesting {
    explicit nesting(parser& p) : owner(p) {
      if (++owner.depth_ > deepest_formula)
        owner.refuse(owner.at_, "expected at most " + std::to_string(deepest_formula) +
                                    " nested parentheses, signs and powers, found more");
    }
    ~nesting() { --owner.depth_; }
    nesting(const nesting&) = delete;
    nesting& operator=(const nesting&) = delete;
    parser& owner;
  };

  void skip_space() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }
  /// The next character that is no space, or 0 at the end.
  char next() {
    skip_space();
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  /// The word, number or character at the present place, for a message.
  std::string found() const {
    if (at_ >= text_.size()) return "end of text";
    std::size_t end = at_ + 1;
    const auto word = [&](char c) { return is_letter(c) || is_digit(c); };
    while (end < text_.size() && (word(text_[at_]) ? word(text_[end]) : is_continuation(text_[end]))) ++end;
    if (std::iscntrl(static_cast<unsigned char>(text_[at_]))) return "a control character";
    return quoted(text_.substr(at_, end - at_));
  }

  /// What may stand in this formula.
  std::string allowed() const {
    std::string list;
    const auto item = [&](const std::string& text) { list += (list.empty() ? "" : ", ") + text; };
    if (names_.time) item("t");
    const auto &coordinates = names_.coordinates.names(), &parameters = names_.parameters.names();
    if (names_.positions && !coordinates.empty()) item("the coordinates " + joined(coordinates));
    if (names_.velocities && !coordinates.empty()) item("their velocities");
    if (!parameters.empty()) item("the parameters " + joined(parameters));
    item("numbers and functions");
    return "a formula in " + list;
  }

  [[noreturn]] void refuse(std::size_t offset, const std::string& line) const {
    throw formula_error(locate_(offset), line);
  }

  std::string_view text_;
  const vocabulary& names_;
  const locator& locate_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

locator places_in(std::string_view text) {
  return [text](std::size_t offset) {
    place p;
    for (std::size_t i = 0; i < offset && i < text.size(); ++i) {
      if (text[i] == '\n') {
        ++p.line;
        p.column = 1;
      } else if (!is_continuation(text[i])) {
        ++p.column;
      }
    }
    return p;
  };
}

expression parse_formula(std::string_view text, const vocabulary& names, const locator& locate) {
  return parser(text, names, locate).formula();
}

const std::vector<std::string>& reserved_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list{"t", "pi"};
    for (const auto& [function, op] : functions) list.emplace_back(function);
    return list;
  }();
  return names;
}

bool is_name(std::string_view text) {
  return !text.empty() && is_letter(text[0]) &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_letter(c) || is_digit(c); });
}

expression read_expression(const std::string& text, const std::vector<std::string>& coordinates,
                           const std::vector<std::string>& parameters) {
  try {
    const name_list variables(coordinates), constants(parameters);
    return parse_formula(text, {.coordinates = variables, .parameters = constants}, places_in(text));
  } catch (const formula_error& error) {
    throw input_error((error.at.line > 1 ? "line " + std::to_string(error.at.line) + ", " : "") + "column " +
                      std::to_string(error.at.column) + ": " + error.what());
  }
}

}  // namespace unilateral::text
