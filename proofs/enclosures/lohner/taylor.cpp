#include "proofs/enclosures/lohner/taylor.hpp"

#include "problems/language/input_error.hpp"
#include "proofs/enclosures/allowance.hpp"

namespace unilateral::enclosures::lohner {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

interval undefined() {
  interval x;
  mpfr_set_nan(&x.raw()->left);
  mpfr_set_nan(&x.raw()->right);
  return x;
}

/// Σ_{j = from}^{to} weight(j) a_j b_{k − j}
template <class Weight>
interval sum_of_products(const std::vector<interval>& a, const std::vector<interval>& b, int k, int from, int to,
                         const Weight& weight) {
  interval sum, product;
  for (int j = from; j <= to; ++j) {
    mpfi_mul(product.raw(), a[at(j)].raw(), b[at(k - j)].raw());
    if (const long w = weight(j); w != 1) mpfi_mul_si(product.raw(), product.raw(), w);
    mpfi_add(sum.raw(), sum.raw(), product.raw());
  }
  return sum;
}
long one(int) { return 1; }
long itself(int j) { return j; }

}  // namespace

int program::place(line l) {
  const std::string key = std::to_string(static_cast<int>(l.op)) + " " + std::to_string(l.left) + " " +
                          std::to_string(l.right) + " " + std::to_string(l.number) + " " + l.value.get_str();
  const auto [found, is_new] = known_.emplace(key, static_cast<int>(lines_.size()));
  if (is_new) lines_.push_back(std::move(l));
  return found->second;
}

int program::variable(int number) {
  return place({.op = number < 0 ? operation::time : operation::coordinate, .number = number});
}
bool program::is_zero(int i) const { return lines_[at(i)].op == operation::constant && lines_[at(i)].value == 0; }

int program::of(const expression& x) {
  if (const auto known = walked_.find(x.pointer().get()); known != walked_.end()) return known->second;
  int found = -1;
  switch (x.op()) {
    case operation::constant:
      found = place({.op = operation::constant, .value = x.root().value});
      break;
    case operation::pi:
      found = place({.op = operation::pi});
      break;
    case operation::time:
      found = variable(-1);
      break;
    case operation::coordinate:
    case operation::velocity:
      if (x.root().index < 0 || x.root().index >= n_)
        throw input_error("formula: expected a coordinate number below " + std::to_string(n_) + ", found " +
                          std::to_string(x.root().index));
      found = variable(x.op() == operation::coordinate ? x.root().index : n_ + x.root().index);
      break;
    case operation::parameter:
      throw input_error("formula: expected a value for parameter \"" + x.root().name + "\", found none");
    case operation::power:
      found = power(of(x.left()), x.right());
      break;
    case operation::sin:
    case operation::cos:
    case operation::sinh:
    case operation::cosh:
    case operation::tanh:
    case operation::asin:
    case operation::acos:
    case operation::atan:
      found = differential(x.op(), of(x.left()));
      break;
    case operation::atan2: {
      const int v = of(x.left()), u = of(x.right()), size = plus(square_of(v), square_of(u));
      found = place({.op = operation::atan2, .left = v, .right = u, .companion = size});
      break;
    }
    case operation::min:
    case operation::max: {
      const int u = of(x.left()), v = of(x.right());
      found = u == v ? u : place({.op = x.op(), .left = u, .right = v});
      break;
    }
    case operation::tan:
      found = place({operation::divide, of(sin(x.left())), of(cos(x.left()))});
      break;
    default: {
      const int left = of(x.left());
      found = place({.op = x.op(), .left = left, .right = arity(x.op()) == 2 ? of(x.right()) : -1});
    }
  }
  kept_.push_back(x);
  walked_.emplace(x.pointer().get(), found);
  return found;
}

/// Functions by the differential equation that they solve, with their companions:
///     sin' = cos u', cos' = −sin u';   sinh' = cosh u', cosh' = sinh u';   tanh' = (1 − tanh²) u';
///     √(1 − u²) asin' = u', √(1 − u²) acos' = −u';   (1 + u²) atan' = u'
int program::differential(operation op, int u) {
  const auto pair = [&](operation first, operation second) {
    const int x = place({.op = first, .left = u}), y = place({.op = second, .left = u});
    lines_[at(x)].companion = y;
    lines_[at(y)].companion = x;
    return op == first ? x : y;
  };
  const int unit = of(expression(1));
  switch (op) {
    case operation::sin:
    case operation::cos:
      return pair(operation::sin, operation::cos);
    case operation::sinh:
    case operation::cosh:
      return pair(operation::sinh, operation::cosh);
    case operation::tanh: {
      const int T = place({.op = operation::tanh, .left = u});
      const int slope = place({operation::subtract, unit, square_of(T)});
      lines_[at(T)].companion = slope;
      return T;
    }
    case operation::atan:
      return place({.op = op, .left = u, .companion = plus(unit, square_of(u))});
    default:  // asin, acos
      return place(
          {.op = op,
           .left = u,
           .companion = place({.op = operation::sqrt, .left = place({operation::subtract, unit, square_of(u)})})});
  }
}

/// Whole exponents by products, others as exp(g log f).
int program::power(int base, const expression& exponent) {
  if (exponent.is_constant() && exponent.root().value.get_den() == 1 && exponent.root().value.get_num().fits_sint_p()) {
    const int e = static_cast<int>(exponent.root().value.get_num().get_si());
    const int unit = of(expression(1));
    int product = unit, square = base;
    for (unsigned left = static_cast<unsigned>(e < 0 ? -e : e); left != 0; left >>= 1) {
      if (left & 1u) product = product == unit ? square : times(product, square);
      if (left > 1) square = times(square, square);
    }
    return e < 0 ? place({operation::divide, unit, product}) : product;
  }
  const int logarithm = place({.op = operation::log, .left = base});
  return place({.op = operation::exp, .left = times(of(exponent), logarithm)});
}

void taylor::next(const interval& t, const std::vector<interval>& y) {
  const int k = order_++;
  const auto& lines = of_->lines();
  allowance::spend(static_cast<std::int64_t>(lines.size()) * (k + 1));
  for (int i = 0; i < static_cast<int>(lines.size()); ++i) {
    const program::line& l = lines[at(i)];
    if (l.op == operation::time)
      x_[at(i)].push_back(k == 0 ? t : interval(k == 1 && time_runs_ ? 1 : 0));
    else if (l.op == operation::coordinate)
      x_[at(i)].push_back(y[at(l.number)]);
    else
      x_[at(i)].push_back(k == 0 ? first(l) : later(i, k));
  }
}

interval taylor::first(const program::line& l) const {
  interval z;
  mpfi_ptr r = z.raw();
  const interval* const u = l.left < 0 ? nullptr : &x_[at(l.left)][0];
  const interval* const v = l.right < 0 ? nullptr : &x_[at(l.right)][0];
  switch (l.op) {
    case operation::constant:
      mpfi_set_q(r, l.value.get_mpq_t());
      return z;
    case operation::pi:
      mpfi_const_pi(r);
      return z;
    case operation::add:
      return *u + *v;
    case operation::subtract:
      return *u - *v;
    case operation::multiply:
      return *u * *v;
    case operation::divide:
      return certainly_positive(*v) || certainly_negative(*v) ? *u / *v : undefined();
    case operation::negate:
      return -*u;
    case operation::sin:
      mpfi_sin(r, u->raw());
      return z;
    case operation::cos:
      mpfi_cos(r, u->raw());
      return z;
    // Angles are analytic where their argument is certainly inside; atan2 off its cut, the ray x ≤ 0 of y = 0.
    case operation::asin:
    case operation::acos:
      if (!certainly_inside(*u, hull(interval(-1), interval(1)))) return undefined();
      l.op == operation::asin ? mpfi_asin(r, u->raw()) : mpfi_acos(r, u->raw());
      return z;
    case operation::atan:
      mpfi_atan(r, u->raw());
      return z;
    case operation::atan2:
      if (!certainly_positive(*v) && !certainly_positive(*u) && !certainly_negative(*u)) return undefined();
      mpfi_atan2(r, u->raw(), v->raw());
      return z;
    case operation::sinh:
      mpfi_sinh(r, u->raw());
      return z;
    case operation::cosh:
      mpfi_cosh(r, u->raw());
      return z;
    case operation::tanh:
      mpfi_tanh(r, u->raw());
      return z;
    case operation::exp:
      mpfi_exp(r, u->raw());
      return z;
    case operation::log:
      if (!certainly_positive(*u)) return undefined();
      mpfi_log(r, u->raw());
      return z;
    case operation::sqrt:
      if (!certainly_positive(*u) && !certainly_zero(*u)) return undefined();
      mpfi_sqrt(r, u->raw());
      return z;
    case operation::abs:
      return certainly_negative(*u) ? -*u : certainly_positive(*u) || certainly_zero(*u) ? *u : undefined();
    case operation::sign:
      return certainly_positive(*u) ? interval(1) : certainly_negative(*u) ? interval(-1) : undefined();
    case operation::step:
      return certainly_positive(*u) ? interval(1) : certainly_negative(*u) ? interval(0) : undefined();
    case operation::min:
    case operation::max: {
      const interval left_above = *u - *v;
      if (!certainly_positive(left_above) && !certainly_negative(left_above)) return undefined();
      return certainly_positive(left_above) == (l.op == operation::max) ? *u : *v;
    }
    default:
      return undefined();
  }
}

interval taylor::later(int i, int k) const {
  const program::line& l = of_->lines()[at(i)];
  const std::vector<interval>& z = x_[at(i)];
  if (!is_finite(z[0])) return undefined();
  const std::vector<interval>* const u = l.left < 0 ? nullptr : &x_[at(l.left)];
  const std::vector<interval>* const v = l.right < 0 ? nullptr : &x_[at(l.right)];
  switch (l.op) {
    case operation::constant:
    case operation::pi:
      return interval(0);
    case operation::add:
      return (*u)[at(k)] + (*v)[at(k)];
    case operation::subtract:
      return (*u)[at(k)] - (*v)[at(k)];
    case operation::negate:
      return -(*u)[at(k)];
    case operation::multiply: {
      const auto constant = [&](int p) { return of_->lines()[at(p)].op == operation::constant; };
      if (constant(l.left)) return (*u)[0] * (*v)[at(k)];
      if (constant(l.right)) return (*u)[at(k)] * (*v)[0];
      return sum_of_products(*u, *v, k, 0, k, one);
    }
    case operation::divide:
      return ((*u)[at(k)] - sum_of_products(*v, z, k, 1, k, one)) / (*v)[0];
    case operation::sqrt: {
      if (certainly_zero(z[0])) return certainly_zero((*u)[at(k)]) ? interval(0) : undefined();
      return ((*u)[at(k)] - sum_of_products(z, z, k, 1, k - 1, one)) / (interval(2) * z[0]);
    }
    case operation::sin:
    case operation::sinh:
    case operation::cosh:
    case operation::tanh:
      return sum_of_products(*u, x_[at(l.companion)], k, 1, k, itself) / interval(k);
    case operation::asin:
    case operation::acos:
    case operation::atan: {  // c z' = ±u'
      const std::vector<interval>& c = x_[at(l.companion)];
      const interval slope = l.op == operation::acos ? -(*u)[at(k)] : (*u)[at(k)];
      return (slope - sum_of_products(z, c, k, 1, k - 1, itself) / interval(k)) / c[0];
    }
    case operation::atan2: {  // (u² + v²) z' = v u' − u v'
      const std::vector<interval>& c = x_[at(l.companion)];
      const interval turn = sum_of_products(*u, *v, k, 1, k, itself) - sum_of_products(*v, *u, k, 1, k, itself);
      return (turn - sum_of_products(z, c, k, 1, k - 1, itself)) / (interval(k) * c[0]);
    }
    case operation::cos:
      return -sum_of_products(*u, x_[at(l.companion)], k, 1, k, itself) / interval(k);
    case operation::exp:
      return sum_of_products(*u, z, k, 1, k, itself) / interval(k);
    case operation::log:
      return ((*u)[at(k)] - sum_of_products(z, *u, k, 1, k - 1, itself) / interval(k)) / (*u)[0];
    case operation::abs:
      return certainly_positive((*u)[0])   ? (*u)[at(k)]
             : certainly_negative((*u)[0]) ? -(*u)[at(k)]
             : certainly_zero((*u)[at(k)]) ? interval(0)
                                           : undefined();
    case operation::sign:
    case operation::step:
      return interval(0);  // where it has a value, it keeps it
    case operation::min:
    case operation::max:
      return certainly_positive((*u)[0] - (*v)[0]) == (l.op == operation::max) ? (*u)[at(k)] : (*v)[at(k)];
    default:
      return undefined();
  }
}

}  // namespace unilateral::enclosures::lohner
