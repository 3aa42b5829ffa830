#include "problems/language/rough_powers.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

namespace unilateral {
namespace {

bool is_whole(const rational& x) { return x.get_den() == 1; }

/// x goes like |u|^order where u, which changes its sign there, is 0.
struct zero_of {
  expression u;
  rational order;
};

/// Nothing where x has no such zero, or is not seen to have one.
std::optional<zero_of> zero_in(const expression& x) {
  switch (x.op()) {
    case operation::abs:
      return zero_of{x.left(), 1};
    case operation::max:
    case operation::min:  // of something and 0
      if (x.left().is(0)) return zero_of{x.right(), 1};
      if (x.right().is(0)) return zero_of{x.left(), 1};
      return {};
    case operation::negate:
    case operation::divide:
      return zero_in(x.left());
    case operation::multiply: {
      if (are_written_alike(x.left(), x.right()) && !x.left().is_constant()) return zero_of{x.left(), 2};
      const auto left = zero_in(x.left()), right = zero_in(x.right());
      if (!left || !right) return left ? left : right;
      if (!are_written_alike(left->u, right->u)) return {};  // each is looked at by itself
      return zero_of{left->u, rational(left->order + right->order)};
    }
    case operation::sqrt: {
      const auto of = zero_in(x.left());
      return of ? std::optional(zero_of{of->u, rational(of->order / 2)}) : of;
    }
    case operation::power: {
      if (!x.right().is_constant() || !(x.right().root().value > 0)) return {};
      const rational& r = x.right().root().value;
      if (const auto of = zero_in(x.left())) return zero_of{of->u, rational(of->order * r)};
      const bool is_even = is_whole(r) && mpz_even_p(r.get_num_mpz_t()) != 0;
      return is_even && !x.left().is_constant() ? std::optional(zero_of{x.left(), r}) : std::nullopt;
    }
    default:
      return {};
  }
}

}  // namespace

std::vector<rough_power> rough_powers(const expression& x) {
  std::vector<rough_power> found;
  std::set<const expression::node*> seen;
  const std::function<void(const expression&)> look = [&](const expression& at) {
    if (!seen.insert(at.pointer().get()).second) return;
    if (at.op() == operation::power || at.op() == operation::sqrt || at.op() == operation::multiply)
      if (const auto zero = zero_in(at); zero && !is_whole(zero->order)) {
        found.push_back({zero->u, zero->order});
        return;
      }
    if (arity(at.op()) > 0) look(at.left());
    if (arity(at.op()) > 1) look(at.right());
  };
  look(x);
  return found;
}

std::vector<std::string> said_of_rough_powers(const mechanical_system& bound) {
  std::vector<std::string> sentences;
  const auto say = [&](const std::string& what, const expression& formula) {
    for (const rough_power& p : rough_powers(formula)) {
      // ⌈r⌉ − 1, r > 0 no whole number: ⌊r⌋
      const mpz_class derivatives = p.order.get_num() / p.order.get_den();
      const std::string sentence =
          what + " has " +
          (derivatives == 0 ? "no derivative"
                            : derivatives.get_str() + (derivatives == 1 ? " derivative" : " derivatives")) +
          " and no series where " + to_text(p.base, bound.coordinates) + " is 0, for it goes there like a power " +
          to_text(p.order);
      if (std::find(sentences.begin(), sentences.end(), sentence) == sentences.end()) sentences.push_back(sentence);
    }
  };
  for (std::size_t a = 0; a < bound.gap.size(); ++a) say("gap " + std::to_string(a), bound.gap[a]);
  for (const mass_entry& e : bound.mass)
    if (e.row <= e.column)
      say("mass entry (" + std::to_string(e.row + 1) + ", " + std::to_string(e.column + 1) + ")", e.value);
  for (std::size_t i = 0; i < bound.force.size(); ++i) say("force " + std::to_string(i), bound.force[i]);
  return sentences;
}

}  // namespace unilateral
