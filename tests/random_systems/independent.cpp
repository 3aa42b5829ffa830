#include "tests/random_systems/independent.hpp"

#include "tests/random_systems/apart.hpp"

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>

namespace unilateral::random_systems {
namespace {

// --- dual numbers
// ------------------------------------------------------------------------------------------------------

/// A value with its derivatives in D directions; with Second, those of second order (i ≤ j, row by row) as well.
template <int D, bool Second>
struct dual {
  static constexpr int pairs = Second ? D * (D + 1) / 2 : 0;
  double value = 0;
  std::array<double, D> first{};
  std::array<double, pairs> second{};

  /// Composition with a function of one variable that has these derivatives here.
  dual through(double f, double df, double ddf) const {
    dual r;
    r.value = f;
    for (int i = 0; i < D; ++i) r.first[i] = df * first[i];
    if constexpr (Second)
      for (int i = 0, k = 0; i < D; ++i)
        for (int j = i; j < D; ++j, ++k) {
          const double bend = first[i] * first[j];
          r.second[k] = df * second[k] + (bend == 0 ? 0 : ddf * bend);
        }
    return r;
  }
  dual times(double c) const {
    dual r = *this;
    r.value *= c;
    for (double& x : r.first) x *= c;
    for (double& x : r.second) x *= c;
    return r;
  }
  friend dual operator+(dual a, const dual& b) {
    a.value += b.value;
    for (int i = 0; i < D; ++i) a.first[i] += b.first[i];
    for (int k = 0; k < pairs; ++k) a.second[k] += b.second[k];
    return a;
  }
  friend dual operator-(const dual& a, const dual& b) { return a + b.times(-1); }
  friend dual operator*(const dual& a, const dual& b) {
    dual r;
    r.value = a.value * b.value;
    for (int i = 0; i < D; ++i) r.first[i] = a.value * b.first[i] + b.value * a.first[i];
    if constexpr (Second)
      for (int i = 0, k = 0; i < D; ++i)
        for (int j = i; j < D; ++j, ++k)
          r.second[k] =
              a.value * b.second[k] + b.value * a.second[k] + a.first[i] * b.first[j] + a.first[j] * b.first[i];
    return r;
  }
  dual inverse() const {
    const double w = 1 / value;
    return through(w, -w * w, 2 * w * w * w);
  }
};

// --- formulas
// ----------------------------------------------------------------------------------------------------------

/// Where a formula is evaluated. An absent derivative direction is 0.
struct point {
  double t;
  const double *q, *v;
};

/// Formulas as one list of nodes, operands first.
class formulas {
 public:
  int add(const expression& x) {
    const expression::node* key = &x.root();
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    kept_.push_back(x.pointer());
    node made{x.op(), 0, x.root().index, -1, -1, -1};
    if (x.op() == operation::constant) made.value = x.root().value.get_d();
    const int operands = arity(x.op());
    if (operands >= 1) made.left = add(x.left());
    if (operands == 2) made.right = add(x.right());
    // √(f²) is |f|: its kink is where f is 0.
    if (x.op() == operation::sqrt) {
      const expression inner = x.left();
      const bool square = (inner.op() == operation::power && inner.right().is(2)) ||
                          (inner.op() == operation::multiply && inner.left().pointer() == inner.right().pointer());
      if (square) {
        made.op = operation::abs;
        made.left = add(inner.left());
      }
    }
    switch (made.op) {
      case operation::abs:
      case operation::sign:
      case operation::min:
      case operation::max:
        made.kink = static_cast<int>(kinks_.size());
        kinks_.push_back(static_cast<int>(nodes_.size()));
        side_.push_back(1);
        break;
      default:
        break;
    }
    nodes_.push_back(made);
    const int index = static_cast<int>(nodes_.size()) - 1;
    known_.emplace(key, index);
    return index;
  }

  int kinks() const { return static_cast<int>(kinks_.size()); }
  double side(int k) const { return side_[static_cast<std::size_t>(k)]; }
  void set_side(int k, double s) { side_[static_cast<std::size_t>(k)] = s; }

  /// Nodes that a formula needs, operands first.
  std::vector<int> needed(const std::vector<int>& roots) const {
    std::vector<bool> marked(nodes_.size(), false);
    for (const int r : roots) marked[static_cast<std::size_t>(r)] = true;
    for (std::size_t i = nodes_.size(); i-- > 0;)
      if (marked[i]) {
        if (nodes_[i].left >= 0) marked[static_cast<std::size_t>(nodes_[i].left)] = true;
        if (nodes_[i].right >= 0) marked[static_cast<std::size_t>(nodes_[i].right)] = true;
      }
    std::vector<int> order;
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      if (marked[i]) order.push_back(static_cast<int>(i));
    return order;
  }
  /// Nodes that the argument of kink k needs.
  std::vector<int> needed_by_kink(int k) const {
    const node& x = nodes_[static_cast<std::size_t>(kinks_[static_cast<std::size_t>(k)])];
    return needed(x.right >= 0 ? std::vector<int>{x.left, x.right} : std::vector<int>{x.left});
  }
  bool contains_kink(const std::vector<int>& order, int k) const {
    return std::find(order.begin(), order.end(), kinks_[static_cast<std::size_t>(k)]) != order.end();
  }

  /// Evaluates the nodes of `order` into `slots` (one a node); `leaf(op, index)` has the derivatives of t, q_i and v_i.
  template <class Dual, class Leaf>
  void evaluate(const std::vector<int>& order, const point& at, const Leaf& leaf, std::vector<Dual>& slots) const {
    slots.resize(nodes_.size());
    for (const int i : order)
      slots[static_cast<std::size_t>(i)] = value(nodes_[static_cast<std::size_t>(i)], at, leaf, slots);
  }
  /// The argument of kink k, its operands being evaluated.
  template <class Dual>
  Dual argument(int k, const std::vector<Dual>& slots) const {
    const node& x = nodes_[static_cast<std::size_t>(kinks_[static_cast<std::size_t>(k)])];
    return x.right >= 0 ? slots[static_cast<std::size_t>(x.left)] - slots[static_cast<std::size_t>(x.right)]
                        : slots[static_cast<std::size_t>(x.left)];
  }

 private:
  struct node {
    operation op;
    double value;
    int index, left, right, kink;
  };

  template <class Dual, class Leaf>
  Dual value(const node& x, const point& at, const Leaf& leaf, const std::vector<Dual>& slots) const {
    const auto constant = [](double c) {
      Dual r;
      r.value = c;
      return r;
    };
    const auto l = [&]() -> const Dual& { return slots[static_cast<std::size_t>(x.left)]; };
    const auto r = [&]() -> const Dual& { return slots[static_cast<std::size_t>(x.right)]; };
    const double u = x.left >= 0 ? l().value : 0;
    switch (x.op) {
      case operation::constant:
        return constant(x.value);
      case operation::pi:
        return constant(3.14159265358979323846);
      case operation::time:
        return leaf(at.t, x.op, 0);
      case operation::coordinate:
        return leaf(at.q[x.index], x.op, x.index);
      case operation::velocity:
        return leaf(at.v[x.index], x.op, x.index);
      case operation::add:
        return l() + r();
      case operation::subtract:
        return l() - r();
      case operation::multiply:
        return l() * r();
      case operation::divide:
        return l() * r().inverse();
      case operation::negate:
        return l().times(-1);
      case operation::sin:
        return l().through(std::sin(u), std::cos(u), -std::sin(u));
      case operation::cos:
        return l().through(std::cos(u), -std::sin(u), -std::cos(u));
      case operation::tan: {
        const double f = std::tan(u);
        return l().through(f, 1 + f * f, 2 * f * (1 + f * f));
      }
      case operation::exp:
        return l().through(std::exp(u), std::exp(u), std::exp(u));
      case operation::log:
        return l().through(std::log(u), 1 / u, -1 / (u * u));
      case operation::sqrt: {
        const double f = std::sqrt(u);
        return l().through(f, 0.5 / f, -0.25 / (f * u));
      }
      case operation::asin: {
        const double w = 1 / std::sqrt((1 - u) * (1 + u));
        return l().through(std::asin(u), w, u * w * w * w);
      }
      case operation::acos: {
        const double w = 1 / std::sqrt((1 - u) * (1 + u));
        return l().through(std::acos(u), -w, -u * w * w * w);
      }
      case operation::atan:
        return arctangent(l());
      case operation::sinh:
        return l().through(std::sinh(u), std::cosh(u), std::sinh(u));
      case operation::cosh:
        return l().through(std::cosh(u), std::sinh(u), std::cosh(u));
      case operation::tanh: {
        const double f = std::tanh(u), slope = 1 / (std::cosh(u) * std::cosh(u));
        return l().through(f, slope, -2 * f * slope);
      }
      case operation::atan2: {
        Dual angle = std::abs(r().value) >= std::abs(u) ? arctangent(l() * r().inverse())
                                                        : arctangent(r() * l().inverse()).times(-1);
        angle.value = std::atan2(u, r().value);
        return angle;
      }
      case operation::abs:
        return l().times(side(x.kink));
      case operation::sign:
        return constant(side(x.kink));
      case operation::min:
        return side(x.kink) > 0 ? r() : l();
      case operation::max:
        return side(x.kink) > 0 ? l() : r();
      case operation::power:
        return power(x, l(), r());
      default:
        throw std::runtime_error("independent: a formula with an operation that it does not know");
    }
  }

  template <class Dual>
  static Dual arctangent(const Dual& x) {
    const double w = 1 / (1 + x.value * x.value);
    return x.through(std::atan(x.value), w, -2 * x.value * w * w);
  }

  template <class Dual>
  Dual power(const node& x, const Dual& base, const Dual& exponent) const {
    const double u = base.value, p = exponent.value;
    if (nodes_[static_cast<std::size_t>(x.right)].op == operation::constant) {
      // Past its end, where a step looks before the root is found, a power that is no integer goes on oddly.
      const auto raised = [&](double to) {
        return to == 0 ? 1.0 : u < 0 && to != std::floor(to) ? -std::pow(-u, to) : std::pow(u, to);
      };
      const double df = p == 0 ? 0 : p * raised(p - 1), ddf = p == 0 || p == 1 ? 0 : p * (p - 1) * raised(p - 2);
      return base.through(raised(p), df, ddf);
    }
    const Dual product = exponent * base.through(std::log(u), 1 / u, -1 / (u * u));
    const double f = std::exp(product.value);
    return product.through(f, f, f);
  }

  std::vector<node> nodes_;
  std::vector<int> kinks_;
  std::vector<double> side_;
  std::map<const expression::node*, int> known_;
  std::vector<std::shared_ptr<const expression::node>> kept_;
};

// --- linear algebra of a few numbers
// -----------------------------------------------------------------------------------

using vec = std::vector<double>;
using mat = std::vector<vec>;

/// Gauss with complete rows; false where the matrix is singular to `rank`.
bool solve(mat A, vec b, vec& x, double rank = 1e-11) {
  const std::size_t n = b.size();
  double size = 0;
  for (const vec& row : A)
    for (const double a : row) size = std::max(size, std::abs(a));
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t p = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::abs(A[i][k]) > std::abs(A[p][k])) p = i;
    if (!(std::abs(A[p][k]) > rank * size)) return false;
    std::swap(A[k], A[p]);
    std::swap(b[k], b[p]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double c = A[i][k] / A[k][k];
      for (std::size_t j = k; j < n; ++j) A[i][j] -= c * A[k][j];
      b[i] -= c * b[k];
    }
  }
  x.assign(n, 0);
  for (std::size_t k = n; k-- > 0;) {
    double sum = b[k];
    for (std::size_t j = k + 1; j < n; ++j) sum -= A[k][j] * x[j];
    x[k] = sum / A[k][k];
  }
  return true;
}

double dot(const vec& a, const vec& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}
double largest(const vec& a) {
  double size = 0;
  for (const double x : a) size = std::max(size, std::abs(x));
  return size;
}

/// A motion that cannot be decided any further.
struct undecided : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// --- the system
// ----------------------------------------------------------------------------------------------------------

struct gap_state {
  double value, rate, rate_of_wall, bend;  ///< Φ, G·v + ∂Φ/∂t, ∂Φ/∂t, and d²Φ/dt² less G·a
  vec gradient;
};

template <int N>
class motion {
 public:
  motion(const energies& of, const independent_options& how) : how_(how) {
    kinetic_ = rule_.add(of.kinetic);
    potential_ = rule_.add(of.potential);
    std::vector<int> pushes;
    for (const expression& f : of.force) force_.push_back(rule_.add(f));
    std::vector<std::string> texts;
    for (const expression& g : of.gap) {
      // The same constraint twice changes no motion: it is held once.
      const std::string text = to_text(g, of.coordinates);
      if (std::find(texts.begin(), texts.end(), text) != texts.end()) continue;
      texts.push_back(text);
      gap_.push_back(rule_.add(g));
    }
    for (int i = 0; i < N; ++i) {
      q_.push_back(number_of(of.position[static_cast<std::size_t>(i)]));
      v_.push_back(number_of(of.velocity[static_cast<std::size_t>(i)]) * (1 + how.change));
    }
    e_ = number_of(of.restitution);
    T_ = number_of(of.horizon);
    for_kinetic_ = rule_.needed({kinetic_});
    for_potential_ = rule_.needed({potential_});
    for_force_ = rule_.needed(force_);
    for (const int g : gap_) for_gap_.push_back(rule_.needed({g}));
    for (int k = 0; k < rule_.kinks(); ++k) for_kink_.push_back(rule_.needed_by_kink(k));
    closed_.assign(gap_.size(), false);
    risen_.assign(gap_.size(), false);
    released_.assign(gap_.size(), false);
    gap_scale_.assign(gap_.size(), 0);
    rate_scale_.assign(gap_.size(), 0);
  }

  answer run() {
    try {
      begin();
      while (t_ < T_) fly();
    } catch (const undecided& why) {
      answer_.status = "undecided: " + std::string(why.what()) + " at t = " + std::to_string(t_);
    }
    answer_.end_time = t_;
    answer_.end_position.assign(q_.begin(), q_.end());
    answer_.end_velocity.assign(v_.begin(), v_.end());
    return answer_;
  }

 private:
  // --- relations
  // -------------------------------------------------------------------------------------------------------

  static double number_of(const expression& x) {
    formulas one;
    const int root = one.add(x);
    std::vector<dual<1, false>> slots;
    one.evaluate(
        one.needed({root}), {0, nullptr, nullptr},
        [](double value, operation, int) { return dual<1, false>{value, {}, {}}; }, slots);
    return slots[static_cast<std::size_t>(root)].value;
  }

  /// M and f at (t, q, v).
  void dynamics(double t, const double* q, const double* v, mat& M, vec& f) {
    constexpr int D = 2 * N + 1;  // q, v, t
    using full = dual<D, true>;
    static thread_local std::vector<full> slots;
    rule_.evaluate(
        for_kinetic_, {t, q, v},
        [](double value, operation op, int i) {
          full x;
          x.value = value;
          x.first[static_cast<std::size_t>(op == operation::time ? 2 * N : op == operation::velocity ? N + i : i)] = 1;
          return x;
        },
        slots);
    const full& kinetic = slots[static_cast<std::size_t>(kinetic_)];
    const auto second = [&](int i, int j) {
      if (i > j) std::swap(i, j);
      return kinetic.second[static_cast<std::size_t>(i * D - i * (i - 1) / 2 + j - i)];
    };
    using slope = dual<N, false>;
    static thread_local std::vector<slope> slopes;
    rule_.evaluate(
        for_potential_, {t, q, v},
        [](double value, operation op, int i) {
          slope x;
          x.value = value;
          if (op == operation::coordinate) x.first[static_cast<std::size_t>(i)] = 1;
          return x;
        },
        slopes);
    const slope& potential = slopes[static_cast<std::size_t>(potential_)];
    using plain = dual<1, false>;
    static thread_local std::vector<plain> values;
    rule_.evaluate(for_force_, {t, q, v}, [](double value, operation, int) { return plain{value, {}, {}}; }, values);
    M.assign(N, vec(N));
    f.assign(N, 0);
    for (int i = 0; i < N; ++i) {
      for (int j = 0; j < N; ++j) M[i][j] = second(N + i, N + j);
      f[i] = kinetic.first[i] - second(N + i, 2 * N) - potential.first[i] +
             values[static_cast<std::size_t>(force_[static_cast<std::size_t>(i)])].value;
      for (int j = 0; j < N; ++j) f[i] -= second(N + i, j) * v[j];
      f[i] += how_.change * M[i][i] * length_ / (T_ * T_) * push_[i];
    }
  }

  gap_state gap(int a, double t, const double* q, const double* v) {
    const auto& order = for_gap_[static_cast<std::size_t>(a)];
    const int root = gap_[static_cast<std::size_t>(a)];
    using along = dual<1, true>;
    static thread_local std::vector<along> line;
    rule_.evaluate(
        order, {t, q, v},
        [&](double value, operation op, int i) { return along{value, {op == operation::time ? 1.0 : v[i]}, {}}; },
        line);
    using slope = dual<N + 1, false>;
    static thread_local std::vector<slope> slopes;
    rule_.evaluate(
        order, {t, q, v},
        [](double value, operation op, int i) {
          slope x;
          x.value = value;
          x.first[static_cast<std::size_t>(op == operation::time ? N : i)] = 1;
          return x;
        },
        slopes);
    const along& l = line[static_cast<std::size_t>(root)];
    const slope& s = slopes[static_cast<std::size_t>(root)];
    return {l.value, l.first[0], s.first[N], l.second[0], vec(s.first.begin(), s.first.begin() + N)};
  }

  /// The argument of kink k, and its rate along (v, a).
  dual<1, false> kink(int k, double t, const double* q, const double* v, const double* a) {
    using along = dual<1, false>;
    static thread_local std::vector<along> line;
    rule_.evaluate(
        for_kink_[static_cast<std::size_t>(k)], {t, q, v},
        [&](double value, operation op, int i) {
          return along{value,
                       {op == operation::time         ? 1.0
                        : op == operation::coordinate ? v[i]
                        : a == nullptr                ? 0
                                                      : a[i]},
                       {}};
        },
        line);
    return rule_.argument(k, line);
  }

  int gaps() const { return static_cast<int>(gap_.size()); }
  std::vector<int> held() const {
    std::vector<int> list;
    for (int a = 0; a < gaps(); ++a)
      if (closed_[static_cast<std::size_t>(a)]) list.push_back(a);
    return list;
  }

  /// Accelerations with the contacts of `list` held, and their reactions; false where these contacts depend on each
  /// other.
  bool accelerations(double t, const double* q, const double* v, const std::vector<int>& list, double damping,
                     vec& acceleration, vec& reaction) {
    mat M;
    vec f;
    dynamics(t, q, v, M, f);
    if (!solve(M, f, acceleration)) throw std::runtime_error("independent: M is singular");
    reaction.clear();
    if (list.empty()) return true;
    const std::size_t m = list.size();
    std::vector<gap_state> g;
    mat Y;  // M⁻¹ Gᵀ, a column a contact
    for (const int a : list) {
      g.push_back(gap(a, t, q, v));
      vec y;
      solve(M, g.back().gradient, y);
      Y.push_back(y);
    }
    mat A(m, vec(m));
    vec b(m);
    for (std::size_t i = 0; i < m; ++i) {
      for (std::size_t j = 0; j < m; ++j) A[i][j] = dot(g[i].gradient, Y[j]);
      b[i] = -g[i].bend - 2 * damping * g[i].rate - damping * damping * g[i].value - dot(g[i].gradient, acceleration);
    }
    if (!solve(A, b, reaction)) return false;
    for (std::size_t j = 0; j < m; ++j)
      for (int i = 0; i < N; ++i) acceleration[i] += Y[j][i] * reaction[j];
    return true;
  }

  double damping() const { return 20 / T_; }

  // --- CVODE
  // -----------------------------------------------------------------------------------------------------------

  struct session {
    SUNContext context = nullptr;
    N_Vector y = nullptr, tolerances = nullptr;
    SUNMatrix A = nullptr;
    SUNLinearSolver linear = nullptr;
    void* cvode = nullptr;
    session() = default;
    session(const session&) = delete;
    session& operator=(const session&) = delete;
    ~session() {
      if (cvode != nullptr) CVodeFree(&cvode);
      if (linear != nullptr) SUNLinSolFree(linear);
      if (A != nullptr) SUNMatDestroy(A);
      if (tolerances != nullptr) N_VDestroy(tolerances);
      if (y != nullptr) N_VDestroy(y);
      if (context != nullptr) SUNContext_Free(&context);
    }
  };

  static void check(int flag, const char* what) {
    if (flag < 0)
      throw std::runtime_error(std::string("independent: ") + what + " failed with " + std::to_string(flag));
  }

  static int right_hand_side(realtype t, N_Vector y, N_Vector dy, void* self) {
    motion& m = *static_cast<motion*>(self);
    const double *x = N_VGetArrayPointer(y), *q = x, *v = x + N;
    double* d = N_VGetArrayPointer(dy);
    static thread_local vec a, reaction;
    if (!m.accelerations(t, q, v, m.held(), m.damping(), a, reaction)) return -1;
    for (int i = 0; i < N; ++i) {
      d[i] = v[i];
      d[N + i] = a[i];
      if (!std::isfinite(a[i])) return 1;
    }
    return 0;
  }

  /// Of each gap two functions: open Φ and its rate; closed the reaction and nothing. Then the arguments of the kinks.
  static int roots(realtype t, N_Vector y, realtype* g, void* self) {
    motion& m = *static_cast<motion*>(self);
    const double *x = N_VGetArrayPointer(y), *q = x, *v = x + N;
    const std::vector<int> list = m.held();
    vec a, reaction;
    if (!list.empty() && !m.accelerations(t, q, v, list, m.damping(), a, reaction)) return -1;
    for (int c = 0; c < m.gaps(); ++c)
      if (!m.closed_[static_cast<std::size_t>(c)]) {
        const gap_state s = m.gap(c, t, q, v);
        // One that was let go rises from rounding: it has come back only when it is below that.
        const auto at = static_cast<std::size_t>(c);
        g[2 * c] = s.value + (m.released_[at] && !m.risen_[at] ? 2e-11 * m.gap_scale_[at] : 0);
        g[2 * c + 1] = s.rate;
      }
    for (std::size_t j = 0; j < list.size(); ++j) {
      g[2 * list[j]] = reaction[j];
      g[2 * list[j] + 1] = 1;
    }
    for (int k = 0; k < m.rule_.kinks(); ++k) g[2 * m.gaps() + k] = m.kink(k, t, q, v, nullptr).value;
    return 0;
  }

  // --- the run
  // ---------------------------------------------------------------------------------------------------------

  void begin() {
    // Sizes: of the data, and of what the forces do with them in the horizon.
    length_ = std::max(largest(q_), largest(v_) * T_);
    set_sides();
    vec a, none;
    accelerations(0, q_.data(), v_.data(), {}, 0, a, none);
    length_ = std::max({length_, largest(a) * T_ * T_ / 10, how_.length / 100});
    for (int c = 0; c < gaps(); ++c) {
      const gap_state g = gap(c, 0, q_.data(), v_.data());
      gap_scale_[static_cast<std::size_t>(c)] = std::max(std::abs(g.value), largest(g.gradient) * length_ / 100);
      rate_scale_[static_cast<std::size_t>(c)] = gap_scale_[static_cast<std::size_t>(c)] / T_;
      risen_[static_cast<std::size_t>(c)] = g.value > grazing() * gap_scale_[static_cast<std::size_t>(c)];
    }
    event({});
  }

  static double grazing() { return 1e-8; }

  /// Each kink takes the side of its argument; where that is 0, the side it goes to.
  void set_sides() {
    for (int pass = 0; pass < 2; ++pass) {
      vec a(N, 0.0), reaction;
      if (pass == 1 && !accelerations(t_, q_.data(), v_.data(), held(), 0, a, reaction)) return;
      for (int k = 0; k < rule_.kinks(); ++k) {
        const auto x = kink(k, t_, q_.data(), v_.data(), a.data());
        const double size = std::max(std::abs(x.first[0]) * T_, 1e-300);
        const double s = std::abs(x.value) > 1e-11 * size ? x.value : x.first[0];
        if (s != 0) rule_.set_side(k, s > 0 ? 1 : -1);
      }
    }
  }

  /// From an event to the next.
  void fly() {
    if (++flights_ > 20000) throw undecided("more than 20000 events");
    session s;
    check(SUNContext_Create(nullptr, &s.context), "SUNContext_Create");
    s.y = N_VNew_Serial(2 * N, s.context);
    s.tolerances = N_VNew_Serial(2 * N, s.context);
    double *y = N_VGetArrayPointer(s.y), *tolerance = N_VGetArrayPointer(s.tolerances);
    for (int i = 0; i < N; ++i) {
      y[i] = q_[i];
      y[N + i] = v_[i];
      tolerance[i] = how_.tolerance * length_ / 10;
      tolerance[N + i] = how_.tolerance * length_ / T_ / 10;
    }
    s.cvode = CVodeCreate(CV_ADAMS, s.context);
    if (s.cvode == nullptr) throw std::runtime_error("independent: no CVODE");
    check(CVodeInit(s.cvode, right_hand_side, t_, s.y), "CVodeInit");
    check(CVodeSetErrHandlerFn(
              s.cvode, [](int, const char*, const char*, char*, void*) {}, nullptr),
          "CVodeSetErrHandlerFn");
    check(CVodeSetUserData(s.cvode, this), "CVodeSetUserData");
    check(CVodeSVtolerances(s.cvode, how_.tolerance, s.tolerances), "CVodeSVtolerances");
    s.A = SUNDenseMatrix(2 * N, 2 * N, s.context);
    s.linear = SUNLinSol_Dense(s.y, s.A, s.context);
    check(CVodeSetLinearSolver(s.cvode, s.linear, s.A), "CVodeSetLinearSolver");
    check(CVodeSetMaxNumSteps(s.cvode, 5000000), "CVodeSetMaxNumSteps");
    check(CVodeSetStopTime(s.cvode, T_), "CVodeSetStopTime");
    const double longest = std::min(how_.finest / 5, T_ / 20);
    const double careful_until = t_ + 2 * flight_;  // a short flight is not stepped over
    bool careful = flight_ > 0 && flight_ / 6 < longest;
    check(CVodeSetMaxStep(s.cvode, careful ? flight_ / 6 : longest), "CVodeSetMaxStep");
    if (T_ - t_ < 1e-13 * T_) {
      t_ = T_;
      sample(s, t_);
      return;
    }
    const int functions = 2 * gaps() + rule_.kinks();
    std::vector<int> direction(static_cast<std::size_t>(functions), 0), found(static_cast<std::size_t>(functions), 0);
    for (int c = 0; c < gaps(); ++c) {
      direction[static_cast<std::size_t>(2 * c)] = -1;
      direction[static_cast<std::size_t>(2 * c + 1)] = 1;
    }
    if (functions > 0) {
      check(CVodeRootInit(s.cvode, functions, roots), "CVodeRootInit");
      check(CVodeSetRootDirection(s.cvode, direction.data()), "CVodeSetRootDirection");
      check(CVodeSetNoInactiveRootWarn(s.cvode), "CVodeSetNoInactiveRootWarn");
    }
    const long steps_at_begin = answer_.steps;
    for (;;) {
      const double before = t_;
      realtype now = t_;
      const int flag = CVode(s.cvode, T_, s.y, &now, CV_ONE_STEP);
      // A function that was 0 where CVODE stopped last, and is 0 still: it starts anew from here, where such a function
      // waits until it moves.
      if (flag == CV_ILL_INPUT && answer_.steps > steps_at_begin) return;
      check(flag, "CVode");
      ++answer_.steps;
      read(s, now);
      watch_sizes();
      if (flag == CV_ROOT_RETURN) {
        check(CVodeGetRootInfo(s.cvode, found.data()), "CVodeGetRootInfo");
        bool stop = false;
        for (int c = 0; c < gaps(); ++c) {
          const auto at = static_cast<std::size_t>(c);
          if (found[2 * at] != 0) stop = true;
          if (found[2 * at + 1] != 0 && !closed_[at]) stop = minimum(s, c, before) || stop;
        }
        for (int k = 0; k < rule_.kinks(); ++k) stop = stop || found[static_cast<std::size_t>(2 * gaps() + k)] != 0;
        if (stop) {
          sample(s, t_);
          event(found);
          return;
        }
      }
      sample(s, t_);
      if (careful && t_ > careful_until) {
        careful = false;
        check(CVodeSetMaxStep(s.cvode, longest), "CVodeSetMaxStep");
      }
      if (flag == CV_TSTOP_RETURN || t_ >= T_) {
        t_ = T_;
        sample(s, t_);
        return;
      }
    }
  }

  void read(session& s, double now) {
    t_ = now;
    const double* y = N_VGetArrayPointer(s.y);
    q_.assign(y, y + N);
    v_.assign(y + N, y + 2 * N);
  }

  void watch_sizes() {
    length_ = std::max({length_, largest(q_), largest(v_) * T_ / 10});
    for (int c = 0; c < gaps(); ++c) {
      const auto at = static_cast<std::size_t>(c);
      if (closed_[at]) continue;
      const gap_state g = gap(c, t_, q_.data(), v_.data());
      if (!risen_[at] && g.value > grazing() * gap_scale_[at]) risen_[at] = true;
      rate_scale_[at] = std::max(rate_scale_[at], std::abs(g.rate));
      if (!risen_[at] && g.value < -1e-6 * gap_scale_[at])
        throw undecided("gap " + std::to_string(c + 1) + " was passed unseen");
    }
  }

  /// An open gap is least here. Below 0: it was passed between two steps; the state goes back to where it fell through.
  /// True if so.
  bool minimum(session& s, int c, double before) {
    const auto at = static_cast<std::size_t>(c);
    if (!risen_[at]) return false;
    const double here = gap(c, t_, q_.data(), v_.data()).value;
    if (std::abs(here) <= grazing() * gap_scale_[at]) throw undecided("gap " + std::to_string(c + 1) + " touches 0");
    if (here > 0) return false;
    double above = before, below = t_;
    for (int k = 0; k < 100 && below - above > 4e-16 * T_; ++k) {
      const double middle = (above + below) / 2;
      if (state_at(s, middle) && gap(c, middle, scratch_.data(), scratch_.data() + N).value > 0)
        above = middle;
      else
        below = middle;
    }
    if (!state_at(s, below)) throw std::runtime_error("independent: no state within the last step");
    t_ = below;
    q_.assign(scratch_.begin(), scratch_.begin() + N);
    v_.assign(scratch_.begin() + N, scratch_.end());
    return true;
  }

  bool state_at(session& s, double t) {
    scratch_.resize(2 * N);
    N_Vector at = N_VMake_Serial(2 * N, scratch_.data(), s.context);
    const int flag = CVodeGetDky(s.cvode, t, 0, at);
    N_VDestroy(at);
    return flag >= 0;
  }

  void sample(session& s, double now) {
    while (static_cast<int>(answer_.sampled.size()) < samples) {
      const double t = T_ * static_cast<double>(answer_.sampled.size() + 1) / samples;
      if (t > now) break;
      if (t < now && state_at(s, t))
        answer_.sampled.emplace_back(scratch_.begin(), scratch_.begin() + N);
      else
        answer_.sampled.emplace_back(q_.begin(), q_.end());
    }
  }

  // --- events
  // ----------------------------------------------------------------------------------------------------------

  /// All that happens at one instant. `found`: roots, as CVODE lists them; empty at the start.
  void event(const std::vector<int>& found) {
    for (int k = 0; k < rule_.kinks(); ++k)
      if (!found.empty() && found[static_cast<std::size_t>(2 * gaps() + k)] != 0)
        for (int c = 0; c < gaps(); ++c)
          if (closed_[static_cast<std::size_t>(c)] && rule_.contains_kink(for_gap_[static_cast<std::size_t>(c)], k))
            throw undecided("the edge of gap " + std::to_string(c + 1) + " is met in contact");
    set_sides();
    if (const std::vector<int> list = held(); !list.empty()) put_onto(list);

    std::vector<int> active;
    for (int c = 0; c < gaps(); ++c) {
      const auto at = static_cast<std::size_t>(c);
      const gap_state g = gap(c, t_, q_.data(), v_.data());
      if (!closed_[at] && g.value > 1e-9 * gap_scale_[at]) continue;
      if (largest(g.gradient) * length_ <= 1e-9 * gap_scale_[at])
        throw undecided("gap " + std::to_string(c + 1) + " has no gradient where it is met");
      for (int k = 0; k < rule_.kinks(); ++k)
        if (rule_.contains_kink(for_gap_[at], k) && !closed_[at]) {
          const auto x = kink(k, t_, q_.data(), v_.data(), nullptr);
          if (std::abs(x.value) <= 1e-9 * std::max(std::abs(x.first[0]) * T_, gap_scale_[at]))
            throw undecided("gap " + std::to_string(c + 1) + " is met on its edge");
        }
      active.push_back(c);
    }
    flight_ = 0;
    if (!active.empty()) strike(active);
    decide(active);
    set_sides();
    for (int c = 0; c < gaps(); ++c)
      if (!closed_[static_cast<std::size_t>(c)] && std::find(active.begin(), active.end(), c) != active.end())
        risen_[static_cast<std::size_t>(c)] = false;
  }

  struct rows {
    std::vector<gap_state> g;
    mat Y;  ///< M⁻¹ G_αᵀ
  };
  rows rows_of(const std::vector<int>& list) {
    mat M;
    vec f;
    dynamics(t_, q_.data(), v_.data(), M, f);
    rows r;
    for (const int c : list) {
      r.g.push_back(gap(c, t_, q_.data(), v_.data()));
      vec y;
      if (!solve(M, r.g.back().gradient, y)) throw std::runtime_error("independent: M is singular");
      r.Y.push_back(y);
    }
    return r;
  }

  /// x nearest to `from` in the metric with G_α·x + b_α ≥ 0: each set of rows is tried. `taken`: the multipliers.
  vec nearest(const rows& r, const vec& from, const vec& b, const vec& slack, vec& taken) {
    const std::size_t m = r.g.size();
    double best = std::numeric_limits<double>::infinity();
    vec answer;
    for (unsigned set = 0; set < (1U << m); ++set) {
      std::vector<std::size_t> J;
      for (std::size_t i = 0; i < m; ++i)
        if (set >> i & 1U) J.push_back(i);
      mat A(J.size(), vec(J.size()));
      vec c(J.size()), p;
      for (std::size_t i = 0; i < J.size(); ++i) {
        for (std::size_t j = 0; j < J.size(); ++j) A[i][j] = dot(r.g[J[i]].gradient, r.Y[J[j]]);
        c[i] = -b[J[i]] - dot(r.g[J[i]].gradient, from);
      }
      if (!J.empty() && !solve(A, c, p, 1e-10)) continue;
      vec x = from;
      for (std::size_t j = 0; j < J.size(); ++j)
        for (int i = 0; i < N; ++i) x[i] += r.Y[J[j]][i] * p[j];
      // How far from what is asked, each in its own unit: a multiplier changes its own row by A_jj.
      double wrong = 0;
      for (std::size_t j = 0; j < J.size(); ++j) wrong = std::max(wrong, -p[j] * A[j][j] / slack[J[j]]);
      for (std::size_t i = 0; i < m; ++i) wrong = std::max(wrong, -(dot(r.g[i].gradient, x) + b[i]) / slack[i]);
      if (wrong < best) {
        best = wrong;
        answer = x;
        taken.assign(m, 0);
        for (std::size_t j = 0; j < J.size(); ++j) taken[J[j]] = p[j];
        if (wrong <= 0.1) break;  // sets come by size of their bits: a smaller set that does is as good
      }
    }
    if (!(best < 1e3)) throw undecided("contacts depend on each other");
    return answer;
  }

  /// v⁺ may approach a contact that was moving away: then a shock follows at the same instant.
  void strike(const std::vector<int>& active) {
    for (int k = 0; strikes(active); ++k)
      if (k == 1000) throw undecided("shocks at one instant without end");
  }
  /// One shock; false: nothing approaches.
  bool strikes(const std::vector<int>& active) {
    const rows r = rows_of(active);
    vec b, slack;
    bool approaching = false;
    for (std::size_t i = 0; i < active.size(); ++i) {
      const auto at = static_cast<std::size_t>(active[i]);
      rate_scale_[at] = std::max(rate_scale_[at], std::abs(r.g[i].rate));
      b.push_back(r.g[i].rate_of_wall);
      slack.push_back(1e-10 * rate_scale_[at]);
      approaching = approaching || r.g[i].rate < -slack.back();
    }
    if (!approaching) return false;
    vec impulse;
    const vec w = nearest(r, v_, b, slack, impulse);
    vec after(N);
    for (int i = 0; i < N; ++i) after[i] = (1 + e_) * w[i] - e_ * v_[i];
    shock s;
    s.t = t_;
    s.q.assign(q_.begin(), q_.end());
    s.v_minus.assign(v_.begin(), v_.end());
    s.v_plus.assign(after.begin(), after.end());
    s.active = active;
    answer_.shocks.push_back(s);
    v_ = after;
    return true;
  }

  /// Which contacts last.
  void decide(const std::vector<int>& active) {
    closed_.assign(closed_.size(), false);
    for (const int c : active) released_[static_cast<std::size_t>(c)] = false;
    std::vector<int> resting, flying;
    for (const int c : active) {
      const auto at = static_cast<std::size_t>(c);
      const double rate = gap(c, t_, q_.data(), v_.data()).rate;
      (std::abs(rate) <= 1e-9 * rate_scale_[at] ? resting : flying).push_back(c);
    }
    if (!flying.empty() && e_ > 0) {
      // Flights to come, each pressed back by what acts without this contact.
      vec a, reaction;
      accelerations(t_, q_.data(), v_.data(), resting, 0, a, reaction);
      for (const int c : flying) {
        const gap_state g = gap(c, t_, q_.data(), v_.data());
        const double back = dot(g.gradient, a) + g.bend;
        if (!(back < 0) || !(g.rate > 0)) continue;
        const double one = 2 * g.rate / -back, all = e_ < 1 ? one / (1 - e_) : std::numeric_limits<double>::infinity();
        // A flight no higher than rounding is none either.
        if (all < short_flights() * T_ ||
            (e_ < 1 && g.rate * g.rate / (-2 * back) < 1e-12 * gap_scale_[static_cast<std::size_t>(c)])) {
          resting.push_back(c);
          answer_.accumulations.push_back({real(t_ + all), {}});
        } else {
          flight_ = flight_ == 0 ? one : std::min(flight_, one);
        }
      }
    }
    if (resting.empty()) return;
    std::sort(resting.begin(), resting.end());
    put_onto(resting);
    const rows r = rows_of(resting);
    vec free, none, reaction;
    accelerations(t_, q_.data(), v_.data(), {}, 0, free, none);
    vec b, slack;
    for (std::size_t i = 0; i < resting.size(); ++i) {
      b.push_back(r.g[i].bend);
      // The size of what balances: the accelerations that the run itself shows.
      slack.push_back(1e-9 * std::max({std::abs(dot(r.g[i].gradient, free)), std::abs(r.g[i].bend),
                                       largest(r.g[i].gradient) * length_ / (T_ * T_) / 10}));
    }
    const vec a = nearest(r, free, b, slack, reaction);
    for (std::size_t i = 0; i < resting.size(); ++i) {
      const bool pressed = reaction[i] * dot(r.g[i].gradient, r.Y[i]) > slack[i];
      const bool leaving = dot(r.g[i].gradient, a) + b[i] > slack[i];
      const auto at = static_cast<std::size_t>(resting[i]);
      closed_[at] = pressed || (!leaving && stays(resting[i], resting));
      released_[at] = !closed_[at];
    }
  }

  /// A contact that neither presses nor leaves: how its reaction goes on, if it were held for a moment.
  bool stays(int c, const std::vector<int>& with) {
    vec a, reaction;
    if (!accelerations(t_, q_.data(), v_.data(), with, 0, a, reaction))
      throw undecided("contacts depend on each other");
    const std::size_t at = static_cast<std::size_t>(std::find(with.begin(), with.end(), c) - with.begin());
    const double dt = 1e-4 * std::min(T_, how_.finest);
    vec q = q_, v = v_;
    for (int i = 0; i < N; ++i) {
      q[i] += dt * v_[i] + dt * dt / 2 * a[i];
      v[i] += dt * a[i];
    }
    vec later, next;
    if (!accelerations(t_ + dt, q.data(), v.data(), with, 0, later, next))
      throw undecided("contacts depend on each other");
    const rows r = rows_of({c});
    const double size = largest(r.g[0].gradient) * length_ / (T_ * T_),
                 pressing = next[at] * dot(r.g[0].gradient, r.Y[0]);
    if (std::abs(pressing) < 1e-8 * size)
      throw undecided("contact " + std::to_string(c + 1) + " neither presses nor leaves");
    return pressing > 0;
  }

  /// q onto the contacts, along M⁻¹Gᵀ; then v.
  void put_onto(const std::vector<int>& list) {
    for (int k = 0; k < 4; ++k) {
      const rows r = rows_of(list);
      if (!shift(r, q_, [](const gap_state& g) { return -g.value; })) throw undecided("contacts depend on each other");
    }
    const rows r = rows_of(list);
    shift(r, v_, [](const gap_state& g) { return -g.rate; });
  }
  template <class Wanted>
  static bool shift(const rows& r, vec& x, const Wanted& wanted) {
    const std::size_t m = r.g.size();
    mat A(m, vec(m));
    vec b(m), p;
    for (std::size_t i = 0; i < m; ++i) {
      for (std::size_t j = 0; j < m; ++j) A[i][j] = dot(r.g[i].gradient, r.Y[j]);
      b[i] = wanted(r.g[i]);
    }
    if (!solve(A, b, p)) return false;
    for (std::size_t j = 0; j < m; ++j)
      for (int i = 0; i < N; ++i) x[i] += r.Y[j][i] * p[j];
    return true;
  }

  double short_flights() const { return how_.tolerance > 1e-11 ? 1e-6 : 3e-7; }

  static constexpr std::array<double, 4> push_{1, 0.7, -0.5, 0.3};

  independent_options how_;
  formulas rule_;
  int kinetic_ = 0, potential_ = 0;
  std::vector<int> force_, gap_, for_kinetic_, for_potential_, for_force_;
  std::vector<std::vector<int>> for_gap_, for_kink_;
  double t_ = 0, e_ = 0, T_ = 1, length_ = 1, flight_ = 0;
  int flights_ = 0;
  vec q_, v_, scratch_, gap_scale_, rate_scale_;
  std::vector<bool> closed_, risen_, released_;  ///< released: it left a contact without a blow
  answer answer_;
};

}  // namespace

answer independent_motion(const energies& of, const independent_options& how) {
  switch (of.coordinates.size()) {
    case 1:
      return motion<1>(of, how).run();
    case 2:
      return motion<2>(of, how).run();
    case 3:
      return motion<3>(of, how).run();
    case 4:
      return motion<4>(of, how).run();
    default:
      throw std::runtime_error("independent: expected 1 to 4 coordinates, found " +
                               std::to_string(of.coordinates.size()));
  }
}

answer independent_answer(const energies& of, const independent_options& how, double limit) {
  const outcome_apart ran = run_apart(
      [&] {
        const auto begin = std::chrono::steady_clock::now();
        answer a = independent_motion(of, how);
        a.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        return to_lines(a);
      },
      limit);
  if (ran.ended == outcome_apart::how::done) return from_lines(ran.text);
  answer a;
  a.seconds = ran.seconds;
  a.status = ran.ended == outcome_apart::how::limit ? "never ended" : "crashed: " + ran.text;
  return a;
}

}  // namespace unilateral::random_systems
