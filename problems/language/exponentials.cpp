#include "problems/language/exponentials.hpp"

#include "problems/language/written_anew.hpp"

#include <vector>

namespace unilateral {
namespace {

/// Terms of a numerator, and nodes looked at in either part, up to which exponentials are moved: longer formulas stay
/// as they are.
constexpr std::size_t most_terms = 16;
constexpr int most_nodes = 200;

bool is_sum(const expression& x) { return x.op() == operation::add || x.op() == operation::subtract; }

/// Product and quotient with exponentials moved.
expression times(const expression& x, const expression& y);
expression over(const expression& x, const expression& y);

/// c s with a number c.
struct multiple {
  rational c;
  expression s;
  expression formula() const { return expression(c) * s; }
};
multiple as_multiple(const expression& x) {
  if (x.is_constant()) return {number_in(x), 1};
  if (x.op() == operation::negate) {
    const multiple m = as_multiple(x.left());
    return {-m.c, m.s};
  }
  if (x.op() == operation::multiply && x.left().is_constant()) {
    const multiple m = as_multiple(x.right());
    return {number_in(x.left()) * m.c, m.s};
  }
  if (x.op() == operation::multiply && x.right().is_constant()) {
    const multiple m = as_multiple(x.left());
    return {number_in(x.right()) * m.c, m.s};
  }
  return {1, x};
}
/// a + c b, in one term where both are multiples of one formula.
expression combined(const expression& a, const rational& c, const expression& b) {
  const multiple x = as_multiple(a), y = as_multiple(b);
  if (x.c == 0) return multiple{c * y.c, y.s}.formula();
  if (are_written_alike(x.s, y.s)) return multiple{x.c + c * y.c, x.s}.formula();
  return a + multiple{c * y.c, y.s}.formula();
}

/// u of eᵘ, however the power is written.
std::optional<expression> exponent_of(const expression& x) {
  if (x.op() == operation::exp) return x.left();
  if (has_constant_power(x) && x.left().op() == operation::exp)
    return combined(0, number_in(x.right()), x.left().left());
  if (x.op() == operation::sqrt && x.left().op() == operation::exp) return combined(0, rational(1, 2), x.left().left());
  return std::nullopt;
}

/// A factor that grows, eᵘ or cosh u, and what it multiplies.
struct factored {
  bool is_exp;
  expression u;
  expression rest;
};
std::optional<factored> growing_factor(const expression& x, int& nodes) {
  if (!x.root().grows || --nodes < 0) return std::nullopt;
  if (const auto u = exponent_of(x)) return factored{true, *u, 1};
  switch (x.op()) {
    case operation::cosh:
      return factored{false, x.left(), 1};
    case operation::sinh:
      return factored{false, x.left(), tanh(x.left())};
    case operation::negate: {
      auto f = growing_factor(x.left(), nodes);
      if (f) f->rest = -f->rest;
      return f;
    }
    case operation::multiply: {
      if (const auto f = growing_factor(x.left(), nodes)) return factored{f->is_exp, f->u, times(f->rest, x.right())};
      if (const auto f = growing_factor(x.right(), nodes)) return factored{f->is_exp, f->u, times(x.left(), f->rest)};
      return std::nullopt;
    }
    case operation::divide: {
      auto f = growing_factor(x.left(), nodes);
      if (f) f->rest = over(f->rest, x.right());
      return f;
    }
    case operation::power: {  // a whole one: one factor of the base
      if (!has_constant_power(x) || number_in(x.right()).get_den() != 1 || number_in(x.right()) < 1)
        return std::nullopt;
      auto f = growing_factor(x.left(), nodes);
      if (f) f->rest = times(f->rest, pow(x.left(), rational(number_in(x.right()) - 1)));
      return f;
    }
    default:
      return std::nullopt;
  }
}

/// The terms of x with products of sums multiplied out, as far as something in them grows; false where there are too
/// many.
bool terms_of(const expression& x, std::vector<expression>& terms, int& nodes) {
  if (terms.size() > most_terms || --nodes < 0) return false;
  const auto each = [&](const expression& sum, const auto& with) {
    std::vector<expression> inner;
    if (!terms_of(sum, inner, nodes)) return false;
    for (const expression& term : inner) terms.push_back(with(term));
    return terms.size() <= most_terms;
  };
  const auto as_it_is = [](const expression& term) { return term; };
  const auto has_sum = [&](const expression& y) {
    std::vector<expression> inner;
    return y.root().grows && (!terms_of(y, inner, nodes) || inner.size() > 1);
  };
  if (x.root().grows) {
    if (is_sum(x)) {
      if (!each(x.left(), as_it_is)) return false;
      return x.op() == operation::add ? each(x.right(), as_it_is)
                                      : each(x.right(), [](const expression& term) { return -term; });
    }
    if (x.op() == operation::negate) return each(x.left(), [](const expression& term) { return -term; });
    if (x.op() == operation::divide)
      return each(x.left(), [&](const expression& term) { return over(term, x.right()); });
    if (x.op() == operation::multiply) {
      if (has_sum(x.left())) return each(x.left(), [&](const expression& term) { return times(term, x.right()); });
      if (has_sum(x.right())) return each(x.right(), [&](const expression& term) { return times(x.left(), term); });
    }
  }
  terms.push_back(x);
  return true;
}

/// A denominator divided by eᵘ or cosh u, term by term.
class division {
 public:
  explicit division(const factored& by) : by_(by) {}
  /// Nothing after too many nodes.
  std::optional<expression> operator()(const expression& x) {
    const expression quotient = of(x);
    return failed_ ? std::nullopt : std::optional(quotient);
  }

 private:
  expression of(const expression& x) {
    if (failed_ || --nodes_ < 0) return fail(x);
    if (!x.root().grows) return by_.is_exp ? times(x, exp(combined(0, -1, by_.u))) : over(x, cosh(by_.u));
    if (const auto v = exponent_of(x)) return exponential(*v);
    switch (x.op()) {
      case operation::cosh:
        if (!by_.is_exp && are_written_alike(x.left(), by_.u)) return 1;
        return (exponential(x.left()) + exponential(-x.left())) / 2;
      case operation::sinh:
        if (!by_.is_exp && are_written_alike(x.left(), by_.u)) return tanh(x.left());
        return (exponential(x.left()) - exponential(-x.left())) / 2;
      case operation::add:
        return of(x.left()) + of(x.right());
      case operation::subtract:
        return of(x.left()) - of(x.right());
      case operation::negate:
        return -of(x.left());
      case operation::divide:
        return over(of(x.left()), x.right());
      case operation::multiply:
        // Into the factor that holds this exponential, else into the one that grows.
        if (holds(x.right()) && !holds(x.left())) return times(x.left(), of(x.right()));
        return holds(x.left()) || x.left().root().grows ? times(of(x.left()), x.right())
                                                        : times(x.left(), of(x.right()));
      case operation::sqrt:
        return root_of(x, rational(1, 2));
      case operation::power:
        return has_constant_power(x) ? root_of(x, number_in(x.right())) : fail(x);
      default:
        return fail(x);
    }
  }

  /// bᵖ/eᵘ = (b/e^(u/p))ᵖ; bᵖ/cosh u = (b/cosh u) bᵖ⁻¹ for p ≥ 1.
  expression root_of(const expression& x, const rational& p) {
    if (by_.is_exp) {
      const auto base = division({true, combined(0, rational(1 / p), by_.u), 1})(x.left());
      return base ? pow(*base, p) : fail(x);
    }
    return p >= 1 ? times(of(x.left()), pow(x.left(), rational(p - 1))) : fail(x);
  }

  /// eᵛ divided.
  expression exponential(const expression& v) const {
    if (by_.is_exp) return exp(combined(v, -1, by_.u));
    return 2 / (exp(combined(by_.u, -1, v)) + exp(combined(combined(0, -1, by_.u), -1, v)));
  }

  /// Whether x has a term with an exponential of a positive multiple of u.
  bool holds(const expression& x) {
    if (!x.root().grows || --nodes_ < 0) return false;
    if (const auto v = exponent_of(x)) {
      const multiple a = as_multiple(*v), b = as_multiple(by_.u);
      return are_written_alike(a.s, b.s) && a.c * b.c > 0;
    }
    switch (x.op()) {
      case operation::cosh:
      case operation::sinh:
        return are_written_alike(as_multiple(x.left()).s, as_multiple(by_.u).s);
      case operation::add:
      case operation::subtract:
      case operation::multiply:
        return holds(x.left()) || holds(x.right());
      case operation::negate:
      case operation::divide:
      case operation::sqrt:
      case operation::power:
        return holds(x.left());
      default:
        return false;
    }
  }

  expression fail(const expression& x) {
    failed_ = true;
    return x;
  }

  factored by_;
  int nodes_ = most_nodes;
  bool failed_ = false;
};

/// How x grows along s: like e^(degree s) where s → ∞, as far as exponentials of multiples of s say so.
struct growth {
  bool related = false;  ///< there is such an exponential
  rational degree = 0;
};
growth growth_of(const expression& x, const multiple& s, int& nodes) {
  if (!x.root().grows || --nodes < 0) return {};
  const auto along = [&](const expression& u) {
    const multiple m = as_multiple(u);
    return are_written_alike(m.s, s.s) ? growth{true, m.c / s.c} : growth{};
  };
  if (const auto u = exponent_of(x)) return along(*u);
  switch (x.op()) {
    case operation::cosh:
    case operation::sinh: {
      const growth g = along(x.left());
      return {g.related, abs(g.degree)};
    }
    case operation::add:
    case operation::subtract: {
      const growth a = growth_of(x.left(), s, nodes), b = growth_of(x.right(), s, nodes);
      return {a.related || b.related, a.degree < b.degree ? b.degree : a.degree};
    }
    case operation::multiply: {
      const growth a = growth_of(x.left(), s, nodes), b = growth_of(x.right(), s, nodes);
      return {a.related || b.related, a.degree + b.degree};
    }
    case operation::negate:
    case operation::divide:
      return growth_of(x.left(), s, nodes);
    case operation::sqrt: {
      const growth g = growth_of(x.left(), s, nodes);
      return {g.related, g.degree / 2};
    }
    case operation::power: {
      const growth g = growth_of(x.left(), s, nodes);
      return {g.related, g.degree * number_in(x.right())};
    }
    default:
      return {};
  }
}

/// Exponents of functions that are made to decay, −x² and −1/x for bells and bumps: these exponentials stay, for only
/// moved would they overflow.
bool decays(const multiple& u) {
  if (u.s.op() == operation::divide) return u.s.left().is_constant();
  const bool squared = (has_constant_power(u.s) && number_in(u.s.right()).get_den() == 1 &&
                        mpz_even_p(number_in(u.s.right()).get_num_mpz_t())) ||
                       (u.s.op() == operation::multiply && are_written_alike(u.s.left(), u.s.right()));
  return sgn(u.c) < 0 && (squared || u.s.op() == operation::abs);
}

/// What of a factor is moved into a denominator: no more than that grows itself, for the rest is a factor that does
/// grow, and is to stay in sight.
std::optional<factored> movable(const expression& term, const expression& denominator) {
  int nodes = most_nodes;
  auto factor = growing_factor(term, nodes);
  if (!factor || !factor->is_exp) return factor;
  const multiple u = as_multiple(factor->u);
  if (decays(u)) return std::nullopt;
  const growth g = growth_of(denominator, u, nodes);
  if (nodes < 0) return std::nullopt;
  if (!g.related || g.degree >= 1) return factor;
  if (g.degree <= 0) return std::nullopt;
  const expression moved = multiple{u.c * g.degree, u.s}.formula();
  return factored{true, moved, times(factor->rest, exp(combined(factor->u, -1, moved)))};
}

/// u of eᵘ, and 0 of 1 = e⁰.
std::optional<expression> exponent_or_none(const expression& x) {
  if (x.is(1)) return expression(0);
  return exponent_of(x);
}

/// Splits y = n/d, with products and quotients of either multiplied out, until n divides by nothing that grows. False
/// where that takes too many nodes.
bool split(const expression& y, expression& n, expression& d, int& nodes) {
  if (--nodes < 0) return false;
  if (!y.root().sinks) {
    n = times(n, y);
    return true;
  }
  switch (y.op()) {
    case operation::negate:
      n = -n;
      return split(y.left(), n, d, nodes);
    case operation::divide:
      d = times(d, y.right());
      return split(y.left(), n, d, nodes);
    case operation::multiply:
      return split(y.left(), n, d, nodes) && split(y.right(), n, d, nodes);
    default:  // a power with a negative exponent
      d = times(d, pow(y.left(), rational(-number_in(y.right()))));
      return true;
  }
}

/// x/y with exponentials moved; nothing where there are none to move.
std::optional<expression> balanced_quotient(const expression& x, const expression& y) {
  if (!x.root().grows || !y.root().grows) return std::nullopt;
  std::vector<expression> terms;
  int nodes = most_nodes;
  if (!terms_of(x, terms, nodes)) return std::nullopt;
  expression sum = 0, others = 0;
  bool moved = false;
  for (const expression& term : terms) {
    const auto factor = movable(term, y);
    const auto divided = factor ? division(*factor)(y) : std::nullopt;
    moved = moved || divided;
    if (divided)
      sum = sum + over(factor->rest, *divided);
    else
      others = others + term;
  }
  if (!moved) return std::nullopt;
  return sum + over(others, y);  // of which a product of sums is multiplied out now
}

/// x·y where one has a factor that grows and the other divides by what does; nothing for others.
std::optional<expression> balanced_product(const expression& x, const expression& y) {
  if (x.op() == operation::exp && y.op() == operation::exp) return exp(combined(x.left(), 1, y.left()));
  const bool first = x.root().grows && y.root().sinks;
  if (!first && !(y.root().grows && x.root().sinks)) return std::nullopt;
  expression n = 1, d = 1;
  int nodes = most_nodes;
  if (!split(first ? y : x, n, d, nodes)) return std::nullopt;
  return balanced_quotient(times(first ? x : y, n), d);
}

expression times(const expression& x, const expression& y) {
  const auto balanced = balanced_product(x, y);
  return balanced ? *balanced : x * y;
}
expression over(const expression& x, const expression& y) {
  const auto balanced = balanced_quotient(x, y);
  return balanced ? *balanced : x / y;
}

}  // namespace

std::vector<expression> without_overflow(const std::vector<expression>& formulas) {
  written_anew moved([](operation op, const expression& left, const expression& right) {
    if (op == operation::multiply) return balanced_product(left, right);
    return op == operation::divide ? balanced_quotient(left, right) : std::nullopt;
  });
  return moved(formulas);
}

std::optional<expression> as_hyperbolic_tangent(const expression& x, const expression& y) {
  if (x.op() != operation::subtract || y.op() != operation::add) return std::nullopt;
  const auto a = exponent_or_none(x.left()), b = exponent_or_none(x.right()), c = exponent_or_none(y.left()),
             d = exponent_or_none(y.right());
  if (!a || !b || !c || !d) return std::nullopt;
  const bool same = (are_written_alike(*a, *c) && are_written_alike(*b, *d)) ||
                    (are_written_alike(*a, *d) && are_written_alike(*b, *c));
  if (!same) return std::nullopt;
  return tanh(combined(combined(0, rational(1, 2), *a), rational(-1, 2), *b));
}

std::optional<expression> as_hyperbolic_tangent(const rational& a, const expression& x) {
  if (x.op() == operation::negate) {
    const auto tangent = as_hyperbolic_tangent(-a, x.left());
    return tangent ? std::optional(-*tangent) : std::nullopt;
  }
  if (x.op() != operation::divide || !x.left().is_constant() || x.right().op() != operation::add) return std::nullopt;
  const rational b = number_in(x.left());
  const expression& d = x.right();
  const bool one_first = d.left().is(1), one_last = d.right().is(1);
  if ((!one_first && !one_last) || abs(b) > 4 * abs(a)) return std::nullopt;
  const auto u = exponent_of(one_first ? d.right() : d.left());
  if (!u) return std::nullopt;
  return expression(rational(a + b / 2)) - expression(rational(b / 2)) * tanh(combined(0, rational(1, 2), *u));
}

}  // namespace unilateral
