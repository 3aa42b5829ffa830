#pragma once
/// What holds at one instant, from the energies themselves: M = ∂²T/∂v∂v, f = ∂T/∂q − ∂²T/∂v∂q v − ∂T/∂v∂t − ∂U/∂q + F,
/// the gaps with their rates, accelerations with contacts held, and the projection that impacts and contacts follow, by
/// trying each set of contacts.

#include "tests/random_systems/generator.hpp"
#include "tests/random_systems/independent/few_numbers.hpp"
#include "tests/random_systems/independent/formulas.hpp"

#include <array>
#include <limits>
#include <string>

namespace unilateral::random_systems::independent {

/// A motion that cannot be decided any further.
struct undecided : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline double number_of(const expression& x) {
  formulas one;
  const int root = one.add(x);
  std::vector<dual<1, false>> slots;
  one.evaluate(
      one.needed({root}), {0, nullptr, nullptr},
      [](double value, operation, int) { return dual<1, false>{value, {}, {}}; }, slots);
  return slots[static_cast<std::size_t>(root)].value;
}

struct gap_state {
  double value, rate, rate_of_wall, bend;  ///< Φ, G·v + ∂Φ/∂t, ∂Φ/∂t, and d²Φ/dt² less G·a
  vec gradient;
};

template <int N>
class relations {
 public:
  explicit relations(const energies& of) {
    kinetic_ = formulas_.add(of.kinetic);
    potential_ = formulas_.add(of.potential);
    for (const expression& f : of.force) force_.push_back(formulas_.add(f));
    std::vector<std::string> texts;
    for (const expression& g : of.gap) {
      // The same constraint twice changes no motion: it is held once.
      const std::string text = to_text(g, of.coordinates);
      if (std::find(texts.begin(), texts.end(), text) != texts.end()) continue;
      texts.push_back(text);
      gap_.push_back(formulas_.add(g));
    }
    for_kinetic_ = formulas_.needed({kinetic_});
    for_potential_ = formulas_.needed({potential_});
    for_force_ = formulas_.needed(force_);
    for (const int g : gap_) for_gap_.push_back(formulas_.needed({g}));
    for (int k = 0; k < formulas_.kinks(); ++k) for_kink_.push_back(formulas_.needed_by_kink(k));
  }

  double push = 0;  ///< an acceleration that is added, for the condition of a motion

  int gaps() const { return static_cast<int>(gap_.size()); }
  int kinks() const { return formulas_.kinks(); }
  void set_side(int k, double s) { formulas_.set_side(k, s); }
  bool gap_has_kink(int c, int k) const { return formulas_.contains_kink(for_gap_[static_cast<std::size_t>(c)], k); }

  /// M and f at (t, q, v).
  void dynamics(double t, const double* q, const double* v, mat& M, vec& f) {
    constexpr int D = 2 * N + 1;  // q, v, t
    using full = dual<D, true>;
    static thread_local std::vector<full> slots;
    formulas_.evaluate(
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
    formulas_.evaluate(
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
    formulas_.evaluate(
        for_force_, {t, q, v}, [](double value, operation, int) { return plain{value, {}, {}}; }, values);
    M.assign(N, vec(N));
    f.assign(N, 0);
    for (int i = 0; i < N; ++i) {
      for (int j = 0; j < N; ++j) M[i][j] = second(N + i, N + j);
      f[i] = kinetic.first[i] - second(N + i, 2 * N) - potential.first[i] +
             values[static_cast<std::size_t>(force_[static_cast<std::size_t>(i)])].value;
      for (int j = 0; j < N; ++j) f[i] -= second(N + i, j) * v[j];
      f[i] += push * M[i][i] * along_[i];
    }
  }

  gap_state gap(int a, double t, const double* q, const double* v) {
    const auto& order = for_gap_[static_cast<std::size_t>(a)];
    const int root = gap_[static_cast<std::size_t>(a)];
    using along = dual<1, true>;
    static thread_local std::vector<along> line;
    formulas_.evaluate(
        order, {t, q, v},
        [&](double value, operation op, int i) { return along{value, {op == operation::time ? 1.0 : v[i]}, {}}; },
        line);
    using slope = dual<N + 1, false>;
    static thread_local std::vector<slope> slopes;
    formulas_.evaluate(
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
    formulas_.evaluate(
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
    return formulas_.argument(k, line);
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

  struct rows {
    std::vector<gap_state> g;
    mat Y;  ///< M⁻¹ G_αᵀ
  };
  rows rows_of(const std::vector<int>& list, double t, const vec& q, const vec& v) {
    mat M;
    vec f;
    dynamics(t, q.data(), v.data(), M, f);
    rows r;
    for (const int c : list) {
      r.g.push_back(gap(c, t, q.data(), v.data()));
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

  /// x moved along M⁻¹Gᵀ until G_α·x has changed by what is wanted of each α; false where contacts depend on each
  /// other.
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

 private:
  static constexpr std::array<double, 4> along_{1, 0.7, -0.5, 0.3};

  formulas formulas_;
  int kinetic_ = 0, potential_ = 0;
  std::vector<int> force_, gap_, for_kinetic_, for_potential_, for_force_;
  std::vector<std::vector<int>> for_gap_, for_kink_;
};

}  // namespace unilateral::random_systems::independent
