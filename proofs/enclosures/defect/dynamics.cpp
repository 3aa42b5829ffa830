#include "proofs/enclosures/defect/dynamics.hpp"

namespace unilateral::enclosures::defect {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

expression dot(const std::vector<expression>& x, const std::vector<expression>& y) {
  expression sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum = sum + x[i] * y[i];
  return sum;
}

/// Equal formulas are equal numbers. Nothing is claimed of others.
bool is_zero(const expression& x) {
  return x.is(0) || (x.op() == operation::subtract && to_text(x.left(), {}) == to_text(x.right(), {}));
}

}  // namespace

dynamics::dynamics(const statement& bound)
    : n_(bound.system.degrees_of_freedom()),
      restitution_(bound.system.restitution),
      position_(bound.position),
      velocity_(bound.velocity) {
  const mechanical_system& system = bound.system;
  std::vector<std::vector<expression>> M(at(n_), std::vector<expression>(at(n_), expression(0)));
  for (const mass_entry& m : system.mass) M[at(m.row)][at(m.column)] = m.value;

  lower_.assign(at(n_), std::vector<expression>(at(n_), expression(0)));
  for (int j = 0; j < n_; ++j) {
    expression pivot = M[at(j)][at(j)];
    for (int k = 0; k < j; ++k) pivot = pivot - lower_[at(j)][at(k)] * lower_[at(j)][at(k)] * pivots_[at(k)];
    pivots_.push_back(pivot);
    for (int i = j + 1; i < n_; ++i) {
      expression rest = M[at(i)][at(j)];
      for (int k = 0; k < j; ++k) rest = rest - lower_[at(i)][at(k)] * lower_[at(j)][at(k)] * pivots_[at(k)];
      lower_[at(i)][at(j)] = rest / pivot;
    }
  }
  free_ = solve(system.force);

  const std::vector<expression> no_acceleration(at(n_), expression(0));
  for (const expression& gap : system.gap) {
    std::vector<expression> gradient;
    for (int i = 0; i < n_; ++i) gradient.push_back(derivative(gap, coordinate(i)));
    const expression rate = total_derivative(gap, no_acceleration);  // a gap has no v: no acceleration enters
    const std::vector<expression> response = solve(gradient);
    contacts_.push_back({gap, rate, total_derivative(rate, no_acceleration), dot(gradient, response), gradient,
                         response, dot(gradient, free_)});
  }
}

std::vector<expression> dynamics::solve(const std::vector<expression>& right_side) const {
  std::vector<expression> x = right_side;
  for (int i = 0; i < n_; ++i)
    for (int k = 0; k < i; ++k) x[at(i)] = x[at(i)] - lower_[at(i)][at(k)] * x[at(k)];
  for (int i = 0; i < n_; ++i) x[at(i)] = x[at(i)] / pivots_[at(i)];
  for (int i = n_ - 1; i >= 0; --i)
    for (int k = i + 1; k < n_; ++k) x[at(i)] = x[at(i)] - lower_[at(k)][at(i)] * x[at(k)];
  return x;
}

expression dynamics::at_start(const expression& x) const {
  switch (x.op()) {
    case operation::time:
      return 0;
    case operation::coordinate:
      return position_[at(x.root().index)];
    case operation::velocity:
      return velocity_[at(x.root().index)];
    default:
      break;
  }
  if (arity(x.op()) == 0) return x;
  return arity(x.op()) == 1 ? apply(x.op(), at_start(x.left()))
                            : apply(x.op(), at_start(x.left()), at_start(x.right()));
}
bool dynamics::starts_on(int constraint) const { return is_zero(at_start(contacts_[at(constraint)].gap)); }
bool dynamics::starts_at_rest_on(int constraint) const { return is_zero(at_start(contacts_[at(constraint)].rate)); }

smooth_motion dynamics::motion(std::optional<int> closed) const {
  std::vector<expression> outputs = free_;
  std::vector<watch> watched;
  std::vector<expression> functions;
  if (closed) {
    const contact& c = contacts_[at(*closed)];
    const expression reaction = -(c.gradient_dot_free + c.curvature) / c.compliance;
    for (int i = 0; i < n_; ++i) outputs[at(i)] = outputs[at(i)] + c.response[at(i)] * reaction;
    watched.push_back({watch::kind::reaction, *closed});
    functions.push_back(reaction);
  }
  for (int a = 0; a < constraints(); ++a)
    if (closed != a) {
      watched.push_back({watch::kind::gap, a});
      functions.push_back(contacts_[at(a)].gap);
    }
  outputs.insert(outputs.end(), functions.begin(), functions.end());
  return {closed, watched, formulas(outputs, n_)};
}

formulas dynamics::shock(int constraint) const {
  const contact& c = contacts_[at(constraint)];
  const expression P = -(1 + restitution_) * c.rate / c.compliance;
  std::vector<expression> outputs;
  for (int i = 0; i < n_; ++i) outputs.push_back(velocity(i) + c.response[at(i)] * P);
  outputs.push_back(P);
  return formulas(outputs, n_);
}

formulas dynamics::normal(int constraint) const {
  const contact& c = contacts_[at(constraint)];
  std::vector<expression> outputs{c.rate};
  outputs.insert(outputs.end(), c.gradient.begin(), c.gradient.end());
  outputs.insert(outputs.end(), c.response.begin(), c.response.end());
  return formulas(outputs, n_);
}

}  // namespace unilateral::enclosures::defect
