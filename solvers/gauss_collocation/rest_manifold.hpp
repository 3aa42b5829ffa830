#pragma once
/// States on which arguments g(t, q, q') of roots and jumps are 0, and stay so: g = 0, and dg/dt = 0 where g is none of
/// velocities. What is known of them to rounding is known exactly on these.

#include "solvers/gauss_collocation/contacts.hpp"

namespace unilateral::gauss_collocation {

template <class F>
class rest_manifold {
 public:
  using vector = vector_of<F>;

  /// An argument, and where it rests its slope: of positions, or of velocities.
  struct argument {
    bool of_velocity;
    enduring_tape<F> tape;  ///< g, ∂g/∂t, ∂g/∂q, ∂g/∂q'
  };
  static argument made(const expression& g, int n) {
    std::vector<expression> formulas{g, derivative(g, time())};
    for (int i = 0; i < n; ++i) formulas.push_back(derivative(g, coordinate(i)));
    for (int i = 0; i < n; ++i) formulas.push_back(derivative(g, velocity(i)));
    return {!variables_of(g).velocities.empty(), enduring_tape<F>(formulas, n)};
  }
  void add(argument& g) { arguments_.push_back(&g); }

  /// The slope at a state; nothing where there is none, as that of x² + y² at 0.
  static std::optional<vector> slope(argument& g, const F& t, const vector& q, const vector& v) {
    g.tape.run(t, q.data(), v.data());
    const auto n = static_cast<int>(q.size());
    vector x(n);
    for (int i = 0; i < n; ++i) {
      x[i] = g.tape[2 + (g.of_velocity ? n : 0) + i];
      if (!is_number(x[i])) return {};
    }
    if (!(x.cwiseAbs().maxCoeff() > least_slope())) return {};
    return x;
  }

  /// Moves a state near them there, along the slopes. False: some argument has none, or none is near.
  bool pull_in(const F& t, vector& q, vector& v) {
    using std::abs;
    for (int round = 0; round < 12; ++round) {
      std::vector<vector> q_rows, v_rows;
      F off(0);
      for (argument* g : arguments_) {
        const auto row = slope(*g, t, q, v);
        if (!row) return false;
        const F value = g->tape[0];
        if (!is_number(value)) return false;
        if (g->of_velocity) {
          off = std::max(off, correct(v, v_rows, *row, value));
        } else {
          const F rate = row->dot(v) + g->tape[1];
          if (!is_number(rate)) return false;
          off = std::max({off, correct(q, q_rows, *row, value), correct(v, v_rows, *row, rate)});
        }
      }
      const F most = std::max({F(1), F(abs(t)), F(q.cwiseAbs().maxCoeff()), F(v.cwiseAbs().maxCoeff())});
      if (!(off > least_slope() * most)) return true;
    }
    return false;
  }

 private:
  /// Below this a number is the rounding of 0.
  static F least_slope() {
    static const F least = epsilon<F>() * F(1 << 20);
    return least;
  }
  /// Along what `row` has beside the rows before; by how much. Of a row that depends on those nothing is left to do.
  static F correct(vector& x, std::vector<vector>& rows, vector row, const F& value) {
    using std::abs;
    using std::sqrt;
    const F size = row.squaredNorm();
    for (const vector& other : rows) row -= (row.dot(other) / other.squaredNorm()) * other;
    const F left = row.squaredNorm();
    if (!(left > size / F(1L << 40))) return F(0);
    x -= (value / left) * row;
    rows.push_back(row);
    return abs(value) / sqrt(size);
  }

  std::vector<argument*> arguments_;
};

}  // namespace unilateral::gauss_collocation
