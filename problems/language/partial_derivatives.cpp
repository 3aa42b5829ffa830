#include "problems/language/partial_derivatives.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace unilateral {

expression chain_rule(const expression& x, const expression& df, const expression& dg) {
  const expression f = x.left();
  if (arity(x.op()) == 1) {
    if (df.is(0)) return 0;
    switch (x.op()) {
      case operation::negate:
        return -df;
      case operation::sin:
        return cos(f) * df;
      case operation::cos:
        return -(sin(f) * df);
      case operation::tan:
        return (1 + x * x) * df;
      case operation::asin:
        return df / sqrt(1 - f * f);
      case operation::acos:
        return -(df / sqrt(1 - f * f));
      case operation::atan:
        return df / (1 + f * f);
      case operation::sinh:
        return cosh(f) * df;
      case operation::cosh:
        return sinh(f) * df;
      case operation::tanh:
        return (1 - x * x) * df;
      case operation::exp:
        return x * df;
      case operation::log:
        return df / f;
      case operation::sqrt:
        return df / (2 * x);
      case operation::abs:
        return sign(f) * df;
      default:
        return 0;  // sign, step
    }
  }
  const expression g = x.right();
  switch (x.op()) {
    case operation::add:
      return df + dg;
    case operation::subtract:
      return df - dg;
    case operation::multiply:
      return df * g + f * dg;
    case operation::divide:
      return dg.is(0) ? df / g : (df - x * dg) / g;
    case operation::atan2:
      return df.is(0) && dg.is(0) ? expression(0) : (g * df - f * dg) / (f * f + g * g);
    // One switch, that of f - g, which |f - g| has too: two of opposite signs could be set apart where f = g.
    case operation::min:
      return df.is(0) && dg.is(0) ? expression(0) : (1 - step(f - g)) * df + step(f - g) * dg;
    case operation::max:
      return df.is(0) && dg.is(0) ? expression(0) : step(f - g) * df + (1 - step(f - g)) * dg;
    default:  // power
      if (dg.is(0)) return df.is(0) ? expression(0) : g * pow(f, g - 1) * df;
      return x * (dg * log(f) + g * df / f);
  }
}

partial_derivatives::partial_derivatives(const expression& x) {
  std::unordered_map<const expression::node*, int> place;
  std::vector<expression> todo{x};
  while (!todo.empty()) {
    const expression at = todo.back();
    const int operands = arity(at.op());
    const auto place_of = [&](const expression& operand) {
      const auto known = place.find(operand.pointer().get());
      if (known == place.end()) todo.push_back(operand);
      return known == place.end() ? -1 : known->second;
    };
    const int left = operands > 0 ? place_of(at.left()) : -1, right = operands > 1 ? place_of(at.right()) : -1;
    if (todo.back().pointer() != at.pointer()) continue;  // the operands first
    todo.pop_back();
    const int here = static_cast<int>(graph_.size());
    if (!place.emplace(at.pointer().get(), here).second) continue;
    graph_.push_back({.x = at, .left = left, .right = right, .slope = slope(-1)});
    if (left >= 0) graph_[static_cast<std::size_t>(left)].above.push_back(here);
    if (right >= 0) graph_[static_cast<std::size_t>(right)].above.push_back(here);
    if (operands == 0) leaves_[name_of(at)].push_back(here);
  }
}

const expression& partial_derivatives::slope(int at) const {
  static const expression zero = 0;
  return at < 0 ? zero : graph_[static_cast<std::size_t>(at)].slope;
}

expression partial_derivatives::operator()(const expression& variable) {
  const auto vertex_at = [this](int at) -> vertex& { return graph_[static_cast<std::size_t>(at)]; };
  for (const int at : cone_) {
    vertex_at(at).slope = slope(-1);
    vertex_at(at).depends = false;
  }
  const auto found = leaves_.find(name_of(variable));
  cone_ = found == leaves_.end() ? std::vector<int>() : found->second;
  for (const int leaf : cone_) vertex_at(leaf).depends = true;
  for (std::size_t k = 0; k < cone_.size(); ++k)
    for (const int above : vertex_at(cone_[k]).above)
      if (!std::exchange(vertex_at(above).depends, true)) cone_.push_back(above);
  std::sort(cone_.begin(), cone_.end());
  for (const int at : cone_) {
    vertex& v = vertex_at(at);
    v.slope = arity(v.x.op()) == 0 ? expression(1) : chain_rule(v.x, slope(v.left), slope(v.right));
  }
  return graph_.back().slope;
}

}  // namespace unilateral
