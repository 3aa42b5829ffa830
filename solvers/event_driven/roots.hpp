#pragma once
/// All real roots of a polynomial on [0, h], the double ones too.
///
///     (1)  On an interval, p has no more zeros than its Bernstein coefficients have changes of sign; with none it has
///          none, with one exactly one.
///     (2)  p is monotone between consecutive zeros of p' (isolated by (1) and bisection), so its signs there find
///          every zero where p changes sign.
///     (3)  At a zero of p' where |p| is within its rounding, p touches 0: nobody working in S can tell a double root
///          from none or two.

#include "problems/language/scalar.hpp"
#include "solvers/event_driven/polynomial_values.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

namespace unilateral::event_driven {

/// How p passes 0.
enum class passage { falls, rises, touches };

template <class S>
struct real_root {
  S x;
  passage how;
};

template <scalar S>
class root_isolation {
 public:
  explicit root_isolation(int highest_degree = 0) {
    const std::size_t size = static_cast<std::size_t>(highest_degree) + 1;
    derivative_.resize(size);
    bernstein_.resize(size);
  }

  /// Roots of p on [0, h] in increasing order. `noise(x)` bounds the error of p(x). Valid until the next call.
  template <class Noise>
  [[gnu::hot]] const std::vector<real_root<S>>& on(const S* p, int degree, const S& h, Noise&& noise) {
    roots_.clear();
    while (degree > 0 && p[degree] == S(0)) --degree;
    if (degree == 0 || is_positive(p, degree, h)) return roots_;
    if (degree == 1) {
      find_root_of_line(p, h, noise);
      return roots_;
    }
    if (degree > 2) {
      if (is_decided(p, degree, h, S(noise(h)))) return roots_;
      for (int k = 0; k < degree; ++k) derivative_[index(k)] = S(k + 1) * p[k + 1];
      // A root may be below all numbers: of a gap that is subnormal, at a great rate.
      const S least = std::max(std::min(least_root(p, degree), least_root(derivative_.data(), degree - 1)),
                               (std::numeric_limits<S>::min)()),
              ratio = S(1 << 20);
      for (S part = least * ratio; part < h; part = part * ratio)  // bisection would lose what is that close to 0
        if (!search(p, degree, part, noise).empty()) return roots_;
    }
    return search(p, degree, h, noise);
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  /// In place: the root is read at once, field by field, which a copy as a whole would hold up.
  void add(const S& x, passage how) {
    real_root<S>& root = roots_.emplace_back();
    root.x = x;
    root.how = how;
  }

  /// A lower bound of the moduli of all roots but 0: |p_m| exceeds the sum of the others. By exponents alone, which are
  /// off by one at most.
  static S least_root(const S* p, int degree) {
    int m = 0;
    while (m < degree && p[m] == S(0)) ++m;
    const double start = exponent_of(p[m]) - 1 - std::log2(degree);
    double least = std::numeric_limits<double>::infinity();
    for (int k = m + 1; k <= degree; ++k)
      if (p[k] != S(0)) least = std::min(least, (start - exponent_of(p[k])) / (k - m));
    return least == std::numeric_limits<double>::infinity() ? std::numeric_limits<S>::infinity()
                                                            : power_of_two<S>(std::floor(least));
  }
  /// 2^(e−1) ≤ |x| < 2^e.
  static int exponent_of(const S& x) {
    using std::frexp;
    int e = 0;
    frexp(x, &e);
    return e;
  }

  /// (1) for p, and for all polynomials within its rounding: positive, or falling once. No zeros of p' are needed then.
  bool is_decided(const S* p, int degree, const S& h, const S& rounding) {
    if (!(p[0] > rounding)) return false;
    S* const b = bernstein_.data();
    to_bernstein(p, degree, h, b);
    int i = 1;
    while (i <= degree && b[i] > rounding) ++i;
    if (i > degree) return true;
    while (i <= degree && b[i] < -rounding) ++i;
    if (i <= degree) return false;
    add(bracketed(p, degree, S(0), h), passage::falls);
    return true;
  }

  /// (2), (3) without a zero of p' in between: free flights of bodies without forces.
  template <class Noise>
  void find_root_of_line(const S* p, const S& h, Noise& noise) {
    const S at = value(p, 1, h);
    const int start = p[0] > S(0) ? 1 : p[0] < -noise(S(0)) ? -1 : 0;
    const int end = at > S(0) ? 1 : at < S(0) ? -1 : -start;  // p(h) = 0: the root is on the end
    if (start == 0 && end < 0) add(S(0), passage::falls);
    if (start != 0 && end != start) add(bracketed(p, 1, S(0), h), end < 0 ? passage::falls : passage::rises);
  }

  template <class Noise>
  const std::vector<real_root<S>>& search(const S* p, int degree, const S& h, Noise& noise) {
    roots_.clear();
    node_.assign(1, S(0));
    if (degree == 2) {
      const S top = -p[1] / (p[2] + p[2]);
      if (top > S(0) && top < h) node_.push_back(top);
    } else if (degree > 2) {
      to_bernstein(p, degree, h, bernstein_.data());
      if (p[0] > S(0) && changes(bernstein_.data(), degree) == 0 && value(p, degree, h) > S(0)) return roots_;  // (1)
      critical_points(p, degree, h);
    }
    node_.push_back(h);
    between_nodes(p, degree, noise);
    return roots_;
  }

  /// A quick sufficient test: p_0 exceeds all that can be lost.
  static bool is_positive(const S* p, int degree, const S& h) {
    S loss(0);
    for (int k = degree; k >= 1; --k) loss = loss * h + std::min(p[k], S(0));
    return p[0] + loss * h > S(0);
  }

  /// b_i = Σ_{k ≤ i} C(i, k)/C(d, k) p_k h^k.
  static void to_bernstein(const S* p, int d, const S& h, S* b) {
    S weight(1);  // h^k / C(d, k)
    for (int k = 0; k <= d; ++k) {
      b[k] = p[k] * weight;
      if (k < d) weight = weight * h * S(k + 1) / S(d - k);
    }
    for (int j = 1; j <= d; ++j)
      for (int i = d; i >= j; --i) b[i] += b[i - 1];
  }

  static int changes(const S* b, int d) {
    int count = 0, last = 0;
    for (int i = 0; i <= d; ++i) {
      const int sign = b[i] > S(0) ? 1 : b[i] < S(0) ? -1 : 0;
      if (sign != 0 && last != 0 && sign != last) ++count;
      if (sign != 0) last = sign;
    }
    return count;
  }

  /// Appends the zeros of p' on (0, h), and the bisection points that told them apart, to `node_`, in increasing order.
  void critical_points(const S* p, int degree, const S& h) {
    const int d = degree - 1;
    for (int k = 0; k <= d; ++k) derivative_[index(k)] = S(k + 1) * p[k + 1];
    const std::size_t row = index(d) + 1;
    pool_.resize(row * index(deepest + 2));
    to_bernstein(derivative_.data(), d, h, pool_.data());
    cells_.assign(1, {S(0), h, 0});
    while (!cells_.empty()) {
      const cell at = cells_.back();
      cells_.pop_back();
      S* const b = pool_.data() + row * cells_.size();
      const int count = changes(b, d);
      const S half = at.width / S(2), middle = at.left + half;
      if (count == 1) node_.push_back(bracketed(derivative_.data(), d, at.left, S(at.left + at.width)));
      if (count > 1) node_.push_back(middle);
      if (count < 2 || at.depth == deepest) continue;
      S* const left = b + row;  // de Casteljau: the right half stays in b
      left[0] = b[0];
      for (int j = 1; j <= d; ++j) {
        for (int i = 0; i <= d - j; ++i) b[i] = (b[i] + b[i + 1]) / S(2);
        left[j] = b[0];
      }
      cells_.push_back({middle, half, at.depth + 1});
      cells_.push_back({at.left, half, at.depth + 1});
    }
    std::sort(node_.begin(), node_.end());
  }

  /// The zero between a < b of a polynomial that changes sign once there: Newton's method in a shrinking bracket,
  /// halved whenever Newton leaves it or does not gain a factor of two in three steps; halved in the logarithm where a
  /// and b are of different size.
  static S bracketed(const S* p, int degree, S a, S b) {
    using std::sqrt;
    if (degree == 1) return std::clamp(S(-p[0] / p[1]), a, b);
    const bool falls = value(p, degree, b) < S(0) || value(p, degree, a) > S(0);
    if (b > S(8) * a)
      if (const S least = least_root(p, degree); a < least && least < b) a = least;
    S x = a, width = b - a;
    if (degree == 2)
      if (const S square = p[1] * p[1] - S(4) * p[0] * p[2]; square > S(0)) {
        const S sum = (p[1] > S(0) ? S(-p[1] - sqrt(square)) : S(-p[1] + sqrt(square))) / S(2);  // without cancellation
        for (const S& at : {S(sum / p[2]), S(p[0] / sum)})
          if (at > a && at <= b) x = at;
      }
    for (int k = 1; k < 4 * std::numeric_limits<S>::digits; ++k) {
      const S at = value(p, degree, x);
      if (at == S(0) && x > a) return x;
      ((at > S(0)) == falls || x == a ? a : b) = x;
      S next = x - at / slope(p, degree, x);
      if (x > S(0) && next - x <= epsilon<S>() * x && x - next <= epsilon<S>() * x) return x;
      const bool slow = k % 3 == 0 && b - a > width / S(2);
      if (k % 3 == 0) width = b - a;
      if (slow || !(next > a && next < b))
        next = a > S(0) && b > S(8) * a ? S(sqrt(a) * sqrt(b)) : S(a + (b - a) / S(2));
      const S change = next > x ? next - x : x - next;
      x = next;
      if (change <= epsilon<S>() * x) break;
    }
    return x;
  }

  /// (2), (3): reads the roots off the signs of p at the nodes. Where p(0) is 0 or below within its rounding and p goes
  /// on below, it falls at 0.
  template <class Noise>
  void between_nodes(const S* p, int degree, Noise& noise) {
    using std::abs;
    S last_x(0), touch(0);
    int last = p[0] > S(0) ? 1 : p[0] < -noise(S(0)) ? -1 : 0;  // sign of p at the last node where it is certain
    bool touching = false;                                      // a node since then where it is not
    for (std::size_t i = 1; i < node_.size(); ++i) {
      const S& x = node_[i];
      const S at = value(p, degree, x);
      const bool is_end = i + 1 == node_.size();
      if (is_end ? at == S(0) && last == 0 : !(abs(at) > noise(x))) {
        if (!touching) touch = x;
        touching = true;
        continue;
      }
      const int sign = at > S(0) ? 1 : at < S(0) ? -1 : -last;  // p(h) = 0: the root is on the end
      if (last == 0) {
        if (sign < 0) add(S(0), passage::falls);
      } else if (sign != last) {
        add(touching ? touch : bracketed(p, degree, last_x, x), sign < 0 ? passage::falls : passage::rises);
      } else if (touching) {
        add(touch, passage::touches);
      }
      last_x = x;
      last = sign;
      touching = false;
    }
  }

  /// Below h 2^−deepest around a zero of p', p varies by less than its rounding.
  static constexpr int deepest = std::numeric_limits<S>::digits / 2 + 2;
  struct cell {
    S left, width;
    int depth;
  };

  std::vector<cell> cells_;
  std::vector<S> derivative_, bernstein_, pool_, node_;
  std::vector<real_root<S>> roots_;
};

}  // namespace unilateral::event_driven
