#pragma once
/// The quasi-static motion of a chain on a piece of time on which no node changes between saturated and not, as Taylor
/// polynomials.
///
/// Bars are described by their polar angles φ_i, so that lengths are kept whatever the errors: x_i = x_{i−1} + L_i
/// T(φ_i). With β_i = φ_{i+1} − φ_i, c_i = cos β_i, s_i = sin β_i, U = x_0'(t), N_i the left normal of T_i and the
/// notation of solvers/chain_duality/instant.hpp,
///   (a)  w_i = sgn(c_i) a_{i+1} s_i;   saturated: λ_i = c_i/s_i, a_i = 1/|s_i|;   else r_i = √(1 − w_i²), λ_i =
///        w_i/r_i, a_i = a_{i+1} |c_i| + r_i
///   (b)  q_1 = T_1·U,  q_{i+1} = q_i (c_i − λ_i s_i),   φ_1' = −(N_1·U + q_1 λ_1)/L_1,   φ_{i+1}' = (q_i (s_i + λ_i
///        c_i) − q_{i+1} λ_{i+1})/L_{i+1}
/// up to bar k + 1, k the first saturated node, with q_{k+1} = 0 since node k + 1 rests; bars beyond do not turn. All
/// of it is analytic while every node keeps its kind: c_i cannot vanish at an unsaturated node (there |c_i| ≥ |s_i|,
/// because a ≥ 1), nor s_i at a saturated one. It is linear in U: nothing happens when T_1·U changes sign or U
/// vanishes, and a path run backwards brings the chain back.
///   (c)  G_i = c_i² − w_i² is positive at an unsaturated node, negative at a saturated one: its roots are the events.
///        Only G_1 … G_{k+1} change.
/// The velocities are continuous there, their derivatives are not.

#include "solvers/chain_duality/driven_path.hpp"
#include "solvers/chain_duality/polygon.hpp"

namespace unilateral::chain_duality {

template <scalar S>
class motion {
 public:
  /// `saturated` holds nodes 1 … n − 1 at [0 … n − 2].
  motion(std::vector<S> length, std::vector<S> angle, std::vector<bool> saturated, std::vector<S> greatest, int degree)
      : n_(static_cast<int>(length.size())),
        degree_(degree),
        length_(std::move(length)),
        saturated_(std::move(saturated)),
        greatest_(std::move(greatest)) {
    series_.resize(static_cast<std::size_t>(n_) * quantities * (static_cast<std::size_t>(degree_) + 1), S(0));
    sign_.resize(static_cast<std::size_t>(n_), 1);
    for (int i = 1; i <= n_; ++i) at(phi, i)[0] = angle[static_cast<std::size_t>(i - 1)];
    at(a, n_)[0] = S(1);
    find_moving();
  }

  int bars() const { return n_; }
  int degree() const { return degree_; }
  /// k: nodes 1 … k move when T_1·U ≠ 0.
  int moving() const { return moving_; }
  /// Bars 1 … turning() turn: k + 1, or n.
  int turning() const { return moving_ < n_ ? moving_ + 1 : n_; }
  /// Nodes whose kind can change: those between bars that turn, and the one at the end of bar k + 1.
  int watched() const { return turning() < n_ ? turning() : n_ - 1; }
  bool is_saturated(int node) const { return saturated_[static_cast<std::size_t>(node - 1)]; }
  /// At a root of G_node; both kinds give the same a there.
  void change_kind(int node) {
    for (int i = watched(); i >= 1; --i) joint(i, 0);  // a, where it stops changing
    saturated_[static_cast<std::size_t>(node - 1)] = !is_saturated(node);
    find_moving();
  }

  const S& length(int bar) const { return length_[static_cast<std::size_t>(bar - 1)]; }
  const S* angle(int bar) const { return at(phi, bar); }
  const S* cosine(int bar) const { return at(T_x, bar); }
  const S* sine(int bar) const { return at(T_y, bar); }
  /// (c)
  const S* margin(int node) const { return at(G, node); }
  /// q_1 = T_1·U, identically zero when the drive moves nothing.
  const S* pull() const { return at(q, 1); }

  /// Taylor polynomials about the present angles, under the drive expanded about the present time.
  void expand(const driven_path<S>& path) {
    const int last = turning(), N = degree_;
    const S *x = path.position(0), *y = path.position(1);
    for (int j = 0; j <= N; ++j) {
      for (int i = 1; i <= last; ++i) series::cosine_and_sine(at(phi, i), at(T_x, i), at(T_y, i), j);
      for (int i = watched(); i >= 1; --i) joint(i, j);
      if (j == N) break;

      S pulled(0), normal(0);
      for (int l = 0; l <= j; ++l) {
        const S U_x = S(l + 1) * x[l + 1], U_y = S(l + 1) * y[l + 1];
        pulled += U_x * at(T_x, 1)[j - l] + U_y * at(T_y, 1)[j - l];
        normal += U_y * at(T_x, 1)[j - l] - U_x * at(T_y, 1)[j - l];
      }
      at(q, 1)[j] = pulled;
      S turned = -normal;  // u_{i−1} seen from bar i: −u_{i−1}·N_i
      for (int i = 1; i <= last; ++i) {
        const bool end_rests = i > moving_;
        const S moved = end_rests || i == n_ ? S(0) : series::product(at(q, i), at(lambda, i), j);
        at(phi, i)[j + 1] = (turned - moved) / (S(j + 1) * length(i));
        if (end_rests || i == last) break;
        at(f, i)[j] = at(c, i)[j] - series::product(at(lambda, i), at(s, i), j);
        at(g, i)[j] = at(s, i)[j] + series::product(at(lambda, i), at(c, i), j);
        if (i < moving_) at(q, i + 1)[j] = series::product(at(q, i), at(f, i), j);
        turned = series::product(at(q, i), at(g, i), j);
      }
    }
  }

  /// Moves the present state on by h within the range of the last expansion.
  void advance(const S& h) {
    for (int i = 1; i <= turning(); ++i) {
      S* const p = at(phi, i);
      S sum = p[degree_];
      for (int j = degree_ - 1; j >= 0; --j) sum = sum * h + p[j];
      p[0] = sum;
    }
  }

 private:
  enum quantity { phi, T_x, T_y, beta, c, s, w, square, r, lambda, a, f, g, q, G, quantities };

  S* at(quantity what, int i) {
    return series_.data() +
           (static_cast<std::size_t>(i - 1) * quantities + what) * (static_cast<std::size_t>(degree_) + 1);
  }
  const S* at(quantity what, int i) const { return const_cast<motion*>(this)->at(what, i); }

  /// Coefficient j of (a) and (c) at node i.
  void joint(int i, int j) {
    if (j == 0 && i == watched() && i + 1 < n_) set_constant(at(a, i + 1), greatest_[static_cast<std::size_t>(i)]);
    const bool next_turns = i + 1 <= turning();
    at(beta, i)[j] = (j == 0 || next_turns ? at(phi, i + 1)[j] : S(0)) - at(phi, i)[j];
    series::cosine_and_sine(at(beta, i), at(c, i), at(s, i), j);
    int& sign = sign_[static_cast<std::size_t>(i - 1)];
    if (j == 0) sign = (is_saturated(i) ? at(s, i)[0] : at(c, i)[0]) < S(0) ? -1 : 1;
    at(w, i)[j] = S(sign) * series::product(at(a, i + 1), at(s, i), j);
    const S w_squared = series::product(at(w, i), at(w, i), j), one(j == 0 ? 1 : 0);
    at(G, i)[j] = series::product(at(c, i), at(c, i), j) - w_squared;
    if (is_saturated(i)) {
      at(lambda, i)[j] = series::quotient(at(c, i), at(s, i), at(lambda, i), j);
      at(square, i)[j] = S(sign) * one;
      at(a, i)[j] = series::quotient(at(square, i), at(s, i), at(a, i), j);
    } else {
      at(square, i)[j] = one - w_squared;
      at(r, i)[j] = series::square_root(at(square, i), at(r, i), j);
      at(lambda, i)[j] = series::quotient(at(w, i), at(r, i), at(lambda, i), j);
      at(a, i)[j] = S(sign) * series::product(at(a, i + 1), at(c, i), j) + at(r, i)[j];
    }
    if (j == 0) greatest_[static_cast<std::size_t>(i - 1)] = at(a, i)[0];
  }
  void set_constant(S* x, const S& value) {
    x[0] = value;
    for (int j = 1; j <= degree_; ++j) x[j] = S(0);
  }

  void find_moving() {
    moving_ = 1;
    while (moving_ < n_ && !is_saturated(moving_)) ++moving_;
  }

  int n_, degree_, moving_ = 0;
  std::vector<S> length_;
  std::vector<bool> saturated_;
  std::vector<S> greatest_;  ///< a_{i+1} at [i], up to date beyond the bars that turn
  std::vector<int> sign_;    ///< sgn c_i of an unsaturated node, sgn s_i of a saturated one
  std::vector<S> series_;
};

}  // namespace unilateral::chain_duality
