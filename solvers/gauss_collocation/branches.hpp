#pragma once
/// Formulas with kinks and jumps as a family of smooth ones. |g|, sign g, step g, min and max change where an argument
/// g (of min and max: the difference of the two operands) changes its sign. With the signs σ of all arguments given,
///
///     |g| = σ g,   sign g = σ,   step g = (1 + σ)/2,   max(a, b) = a or b,
///
/// a system is analytic, and continues beyond the place where σ ceases to be the sign of g: that place is then found as
/// an event on a motion that knows nothing of it. σ = 0 stands for an argument that stays 0.
///
/// √g, g^p with p no integer, asin and acos have no such continuation: their arguments have branch points, which a
/// motion reaches by steps that shrink.

#include "problems/language/statement.hpp"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>

namespace unilateral::gauss_collocation {

/// Signs of the arguments, −1, 0 or 1 each.
using branch_signs = std::vector<signed char>;

class branches {
 public:
  /// The system's formulas, with equal parts made one node.
  explicit branches(const mechanical_system& system) : system_(system) {
    for (mass_entry& e : system_.mass) e.value = unified(e.value);
    for (expression& f : system_.force) f = unified(f);
    for (expression& g : system_.gap) g = unified(g);
    gap_switches_.resize(system_.gap.size());
    for (const mass_entry& e : system_.mass) collect(e.value, nullptr);
    for (const expression& f : system_.force) collect(f, nullptr);
    for (std::size_t α = 0; α < system_.gap.size(); ++α) collect(system_.gap[α], &gap_switches_[α]);
  }

  int count() const { return static_cast<int>(arguments_.size()); }
  /// Switches whose arguments contain switches.
  const std::vector<int>& nested() const { return nested_; }
  const expression& argument_of(int k) const { return arguments_[static_cast<std::size_t>(k)]; }
  /// Switches that the formula of a gap contains.
  const std::set<int>& of_gap(int α) const { return gap_switches_[static_cast<std::size_t>(α)]; }
  /// Whether 0 is a branch of its own: where sign or step of the argument appears.
  bool can_stay(int k) const { return jumps_.contains(k); }

  /// By its form: whether a derivative of x, a formula without switches, may not exist somewhere where x does.
  static bool may_be_singular(const expression& x) {
    std::set<const expression::node*> seen;
    const std::function<bool(const expression&)> search = [&](const expression& y) {
      if (arity(y.op()) == 0 || !seen.insert(y.pointer().get()).second) return false;
      switch (y.op()) {
        case operation::divide:
          if (!variables_of(y.right()).none()) return true;
          break;
        case operation::power:
          if (!y.right().is_constant() || y.right().root().value.get_den() != 1 || sgn(y.right().root().value) < 0)
            return true;
          break;
        case operation::sqrt:
        case operation::tan:
        case operation::asin:
        case operation::acos:
        case operation::atan2:
        case operation::log:
          return true;
        default:
          break;
      }
      return search(y.left()) || (arity(y.op()) == 2 && search(y.right()));
    };
    return search(x);
  }

  /// What a choice of signs makes of the system, of the arguments of the switches, and of those of √ and powers.
  struct smooth {
    mechanical_system system;
    std::vector<expression> arguments, branch_points;
  };
  smooth with(const branch_signs& σ) {
    smooth result{system_, {}, {}};
    std::unordered_map<const expression::node*, expression> done;
    const std::function<expression(const expression&)> chosen = [&](const expression& x) -> expression {
      if (arity(x.op()) == 0) return x;
      if (const auto known = done.find(x.pointer().get()); known != done.end()) return known->second;
      const expression made = is_switch(x.op()) ? branch(x, σ, chosen) : rebuilt(x, chosen);
      done.emplace(x.pointer().get(), made);
      return made;
    };
    for (mass_entry& e : result.system.mass) e.value = chosen(e.value);
    for (expression& f : result.system.force) f = chosen(f);
    for (expression& g : result.system.gap) g = chosen(g);
    for (const expression& g : arguments_) result.arguments.push_back(chosen(g));
    std::set<const expression::node*> seen;
    const std::function<void(const expression&)> search = [&](const expression& x) {
      if (arity(x.op()) == 0 || !seen.insert(x.pointer().get()).second) return;
      const bool power = x.op() == operation::power && x.right().is_constant() && x.right().root().value.get_den() != 1;
      const bool varies = !variables_of(x.left()).none();
      if ((x.op() == operation::sqrt || power) && varies) result.branch_points.push_back(x.left());
      if ((x.op() == operation::asin || x.op() == operation::acos) && varies) {
        result.branch_points.push_back(1 - x.left());
        result.branch_points.push_back(1 + x.left());
      }
      search(x.left());
      if (arity(x.op()) == 2) search(x.right());
    };
    for (const mass_entry& e : result.system.mass) search(e.value);
    for (const expression& f : result.system.force) search(f);
    return result;
  }

 private:
  using key = std::tuple<operation, std::string, int, const expression::node*, const expression::node*>;

  /// The one node that stands for all that are written like x.
  expression unified(const expression& x) {
    if (const auto known = unified_.find(x.pointer().get()); known != unified_.end()) return known->second;
    const expression made = arity(x.op()) == 0 ? x : rebuilt(x, [this](const expression& y) { return unified(y); });
    const bool binary = arity(made.op()) == 2;
    const key name{made.op(), made.is_constant() ? made.root().value.get_str() : made.root().name, made.root().index,
                   arity(made.op()) >= 1 ? made.left().pointer().get() : nullptr,
                   binary ? made.right().pointer().get() : nullptr};
    const expression one = nodes_.try_emplace(name, made).first->second;
    originals_.push_back(x);  // its address stays taken
    unified_.emplace(x.pointer().get(), one);
    return one;
  }
  template <class F>
  static expression rebuilt(const expression& x, const F& part) {
    if (arity(x.op()) == 1) {
      const expression l = part(x.left());
      return x.op() == operation::abs && is_never_negative(l) ? l : apply(x.op(), l);
    }
    const expression l = part(x.left()), r = part(x.right());
    return x.op() == operation::power && l.is(0) && r.is_constant() && sgn(r.root().value) > 0 ? expression(0)
                                                                                               : apply(x.op(), l, r);
  }

  /// By its form; |x²| is no switch.
  static bool is_never_negative(const expression& x) {
    switch (x.op()) {
      case operation::constant:
        return sgn(x.root().value) >= 0;
      case operation::multiply:
        return x.left().pointer() == x.right().pointer() ||
               (is_never_negative(x.left()) && is_never_negative(x.right()));
      case operation::add:
      case operation::divide:
      case operation::min:
        return is_never_negative(x.left()) && is_never_negative(x.right());
      case operation::max:
        return is_never_negative(x.left()) || is_never_negative(x.right());
      case operation::power: {
        const bool constant = x.right().is_constant() && x.right().root().value.get_den() == 1;
        return !constant || mpz_even_p(x.right().root().value.get_num().get_mpz_t()) != 0 ||
               is_never_negative(x.left());
      }
      case operation::pi:
      case operation::abs:
      case operation::step:
      case operation::sqrt:
      case operation::exp:
      case operation::cosh:
        return true;
      default:
        return false;
    }
  }

  /// The argument of a switch, as a number in the list and a sign: −g is told from g by that sign.
  struct place {
    int number;
    signed char sign;
  };
  std::optional<place> known_argument(const expression& g) const {
    for (int k = 0; k < count(); ++k) {
      const expression& y = arguments_[static_cast<std::size_t>(k)];
      if (y.pointer() == g.pointer()) return place{k, 1};
      const bool opposite = (g.op() == operation::subtract && y.op() == operation::subtract &&
                             g.left().pointer() == y.right().pointer() && g.right().pointer() == y.left().pointer()) ||
                            (g.op() == operation::negate && g.left().pointer() == y.pointer()) ||
                            (y.op() == operation::negate && y.left().pointer() == g.pointer());
      if (opposite) return place{k, -1};
    }
    return {};
  }
  expression argument(const expression& x) { return unified(arity(x.op()) == 2 ? x.left() - x.right() : x.left()); }

  static bool contains_switch(const expression& x) {
    std::set<const expression::node*> seen;
    const std::function<bool(const expression&)> search = [&](const expression& y) {
      if (arity(y.op()) == 0 || !seen.insert(y.pointer().get()).second) return false;
      return is_switch(y.op()) || search(y.left()) || (arity(y.op()) == 2 && search(y.right()));
    };
    return search(x);
  }

  void collect(const expression& x, std::set<int>* into) {
    std::set<const expression::node*> seen;
    const std::function<void(const expression&)> visit = [&](const expression& y) {
      if (arity(y.op()) == 0 || !seen.insert(y.pointer().get()).second) return;
      visit(y.left());
      if (arity(y.op()) == 2) visit(y.right());
      if (!is_switch(y.op())) return;
      const expression g = argument(y);
      auto at = known_argument(g);
      if (!at) {
        arguments_.push_back(g);
        if (contains_switch(g)) nested_.push_back(count() - 1);
        at = place{count() - 1, 1};
      }
      if (y.op() == operation::sign || y.op() == operation::step) jumps_.insert(at->number);
      if (into != nullptr) into->insert(at->number);
    };
    visit(x);
  }

  expression branch(const expression& x, const branch_signs& σ,
                    const std::function<expression(const expression&)>& chosen) {
    const place at = known_argument(argument(x)).value();
    const int s = at.sign * σ[static_cast<std::size_t>(at.number)];
    switch (x.op()) {
      case operation::abs:
        return s < 0 ? -chosen(x.left()) : s == 0 ? expression(0) : chosen(x.left());
      case operation::sign:
        return s;
      case operation::step:
        return rational(1 + s, 2);
      case operation::min:
        return chosen(s > 0 ? x.right() : x.left());
      default:
        return chosen(s >= 0 ? x.left() : x.right());  // max
    }
  }

  mechanical_system system_;
  std::unordered_map<const expression::node*, expression> unified_;
  std::map<key, expression> nodes_;
  std::vector<expression> originals_, arguments_;
  std::vector<std::set<int>> gap_switches_;
  std::set<int> jumps_;
  std::vector<int> nested_;
};

}  // namespace unilateral::gauss_collocation
