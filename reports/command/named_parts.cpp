#include "reports/command/named_parts.hpp"

namespace unilateral::command {
namespace {

/// Longer formulas get a name of their own where others hold them.
constexpr std::size_t longest_part = 60;

/// Formulas as a graph in which equal parts are one.
class parts_list {
 public:
  parts_list(const notation& how, const std::function<std::string()>& new_name) : how_(how), new_name_(new_name) {}

  int add(const expression& x) {
    if (const auto known = by_node_.find(x.pointer().get()); known != by_node_.end()) return known->second;
    const int operands = arity(x.op());
    const int left = operands > 0 ? add(x.left()) : -1, right = operands > 1 ? add(x.right()) : -1;
    const auto& root = x.root();
    const auto [found, is_new] =
        by_content_.emplace(std::tuple(root.op, root.value, root.index, root.name, left, right), size());
    if (is_new) {
      parts_.push_back({x, left, right, 0, {}});
      for (const int operand : {left, right})
        if (operand >= 0) ++parts_[static_cast<std::size_t>(operand)].uses;
    }
    return by_node_.emplace(x.pointer().get(), found->second).first->second;
  }
  void use(int k) { ++parts_[static_cast<std::size_t>(k)].uses; }

  code_text text(int k, bool within) {
    part& here = parts_[static_cast<std::size_t>(k)];
    if (!here.name.empty()) return {here.name, 5};
    const auto& root = here.formula.root();
    const int operands = arity(root.op);
    if (operands == 0) return how_.leaf(root);
    const code_text x = text(here.left, true), y = operands > 1 ? text(here.right, true) : code_text{"", 5};
    code_text whole = how_.applied(root.op, x, y, operands > 1 ? here.formula.right().root() : root);
    const bool is_sign = root.op == operation::negate && x.strength == 5;
    if ((here.uses < 2 || is_sign) && !(within && whole.text.size() > longest_part)) return whole;
    here.name = new_name_();
    lines.emplace_back(here.name, whole.text);
    return {here.name, 5};
  }

  std::vector<std::pair<std::string, std::string>> lines;

 private:
  struct part {
    expression formula;
    int left, right, uses;
    std::string name;
  };
  int size() const { return static_cast<int>(parts_.size()); }

  const notation& how_;
  const std::function<std::string()>& new_name_;
  std::vector<part> parts_;
  std::unordered_map<const expression::node*, int> by_node_;
  std::map<std::tuple<operation, rational, int, std::string, int, int>, int> by_content_;
};

}  // namespace

named_parts with_named_parts(const std::vector<expression>& outputs, const notation& how,
                             const std::function<std::string()>& new_name) {
  parts_list parts(how, new_name);
  std::vector<int> places;
  for (const expression& x : outputs) places.push_back(parts.add(x));
  for (const int k : places) parts.use(k);
  named_parts result;
  for (const int k : places) result.outputs.push_back(parts.text(k, false).text);
  result.parts = std::move(parts.lines);
  return result;
}

}  // namespace unilateral::command
