#include "problems/language/has_exponentials.hpp"

#include <algorithm>
#include <unordered_set>
#include <vector>

namespace unilateral {
namespace {

/// Each node of a graph once.
class exponentials_in {
 public:
  bool operator()(const expression& x) {
    if (!seen_.insert(x.pointer().get()).second) return false;
    switch (x.op()) {
      case operation::exp:
      case operation::sinh:
      case operation::cosh:
      case operation::tanh:
        return true;
      case operation::power:
        if (!x.right().is_constant()) return true;
        break;
      default:
        break;
    }
    return (arity(x.op()) > 0 && (*this)(x.left())) || (arity(x.op()) > 1 && (*this)(x.right()));
  }
  bool operator()(const std::vector<expression>& list) {
    return std::any_of(list.begin(), list.end(), [&](const expression& x) { return (*this)(x); });
  }

 private:
  std::unordered_set<const expression::node*> seen_;
};

}  // namespace

bool has_exponentials(const mechanical_system& system) {
  exponentials_in any;
  return any(system.force) || any(system.gap) ||
         std::any_of(system.mass.begin(), system.mass.end(), [&](const mass_entry& m) { return any(m.value); });
}

}  // namespace unilateral
