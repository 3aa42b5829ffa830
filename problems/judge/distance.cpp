#include "problems/judge/distance.hpp"

#include "problems/judge/common_pieces.hpp"
#include "problems/judge/finite_answer.hpp"
#include "problems/judge/gauss.hpp"
#include "problems/judge/polynomial_zeros.hpp"
#include "problems/language/many_digits.hpp"

namespace unilateral {
namespace {

/// p'''(x).
template <class S>
S third_derivative(const std::vector<S>& c, const S& x) {
  S sum(0);
  for (int j = static_cast<int>(c.size()) - 1; j >= 3; --j)
    sum = sum * x + S(j * (j - 1) * (j - 2)) * c[static_cast<std::size_t>(j)];
  return sum;
}

/// The zero of p^(k) on [low, high], on which it is monotone, where it changes its sign there: Newton's method inside a
/// bracket, from x. p of k = 1 is stationary there, and k = 2 cuts an interval: what x is off by counts as its square.
template <class S>
std::optional<S> simple_zero(const std::vector<S>& c, int k, S low, S high, S x) {
  const int degree = static_cast<int>(c.size()) - 1;
  const auto value = [&](const S& at) {
    return k == 1 ? polynomial::slope(c.data(), degree, at) : polynomial::curvature(c.data(), degree, at);
  };
  const auto slope = [&](const S& at) {
    return k == 1 ? polynomial::curvature(c.data(), degree, at) : third_derivative(c, at);
  };
  const S at_low = value(low), at_high = value(high), rising(at_low < at_high ? 1 : -1);
  if (rising * at_low >= S(0) || rising * at_high <= S(0)) return {};
  x = std::clamp(x, low, high);
  for (;;) {
    const S p = value(x);
    (rising * p < S(0) ? low : high) = x;
    S next = x - p / slope(x);
    if (!(next > low && next < high)) next = (low + high) / S(2);
    const S step = next - x;
    x = next;
    if (step * step <= epsilon<S>() || high - low <= epsilon<S>()) return x;
  }
}

/// Zeros of p' on (−1, 1) for p = Σ c_j x^j, where p' may change its sign; writes them to `at`.
template <class S>
void turning_points(const std::vector<S>& c, std::vector<S>& at) {
  using std::abs;
  using std::sqrt;
  at.clear();
  const int degree = static_cast<int>(c.size()) - 1;
  if (degree < 2) return;
  S slopes(0), curvatures(0), thirds(0);
  for (int j = degree; j >= 2; --j) {
    const S size = abs(c[static_cast<std::size_t>(j)]);
    slopes += S(j) * size;
    if (j > 2) curvatures += S(j * (j - 1)) * size;
    if (j > 3) thirds += S(j * (j - 1) * (j - 2)) * size;
  }
  if (abs(c[1]) >= slopes || !is_finite(slopes)) return;  // p is monotone; or what is made of it is no number
  const auto add = [&](const S& low, const S& high, const S& guess) {
    if (const auto x = simple_zero(c, 1, low, high, guess)) at.push_back(*x);
  };
  const S low(-1), high(1);
  if (S(2) * abs(c[2]) > curvatures) return add(low, high, S(-c[1] / (S(2) * c[2])));  // p' is monotone
  if (!(S(6) * abs(c[3]) > thirds)) {
    at = polynomial::zeros(polynomial::derivative(c), low, high);
    return;
  }
  // p'' is: p' falls and rises again, or the other way round; about where it turns it is a parabola.
  const auto turn = simple_zero(c, 2, low, high, S(-c[2] / (S(3) * c[3])));
  if (!turn) return add(low, high, S(0));
  const S reach = sqrt(S(abs(S(polynomial::slope(c.data(), degree, *turn) / (S(3) * c[3])))));
  add(low, *turn, S(*turn - reach));
  add(*turn, high, S(*turn + reach));
}

/// max(least, max over [−1, 1] of |p|); ∞ where a coefficient is no number, or their sum too large for S.
template <class S>
S largest_value(const std::vector<S>& c, const S& least, std::vector<S>& work) {
  using std::abs;
  const int degree = static_cast<int>(c.size()) - 1;
  S bound(0);
  for (const S& x : c) bound += abs(x);
  if (!is_finite(bound)) return infinity<S>();
  if (bound <= least) return least;
  const auto value = [&](const S& x) { return S(abs(polynomial::value(c.data(), degree, x))); };
  S largest = std::max({least, value(S(-1)), value(S(1))});
  if (bound <= largest) return largest;
  turning_points(c, work);
  for (const S& x : work) largest = std::max(largest, value(x));
  return largest;
}

/// ∫ |p'| over [−1, 1].
template <class S>
S total_variation(const std::vector<S>& c, std::vector<S>& work) {
  using std::abs;
  const int degree = static_cast<int>(c.size()) - 1;
  turning_points(c, work);
  if (work.empty()) {  // |p(1) − p(−1)|, without the cancellation of even powers
    S odd(0);
    for (int j = 1; j <= degree; j += 2) odd += c[static_cast<std::size_t>(j)];
    return S(2) * abs(odd);
  }
  const auto value = [&](const S& x) { return S(polynomial::value(c.data(), degree, x) - c[0]); };
  S before = value(S(-1)), sum(0);
  work.push_back(S(1));
  for (const S& x : work) {
    const S here = value(x);
    sum += abs(S(here - before));
    before = here;
  }
  return sum;
}

/// ∫ p'² over [−1, 1], by Gauss's rule with `degree` points: exact.
template <class S>
S squared_slope(const std::vector<S>& c) {
  const int degree = static_cast<int>(c.size()) - 1;
  if (degree == 1) return S(2) * c[1] * c[1];
  S sum(0);
  for (const auto& [x, weight] : gauss<S>(degree).points()) {
    const S p = polynomial::slope(c.data(), degree, x);
    sum += weight * p * p;
  }
  return sum;
}

/// Nothing can be said of these two: `infinitely_far` apart.
template <scalar S>
bool infinitely_far(const trajectory<S>& a, const trajectory<S>& b, const S& until) {
  return !is_finite(until) || !a.is_finite() || !b.is_finite();
}

/// A distance as it is told: with a bound, or infinite.
template <scalar S>
bounded<S> known_to(const S& value, const S& error_bound) {
  if (is_finite(value) && is_finite(error_bound)) return {value, error_bound};
  return {infinity<S>(), S(0)};
}

/// Calls each(difference q_i − r_i as coefficients in x ∈ [−1, 1], component i, half width of the cell).
template <scalar S, class Each>
void for_differences(const trajectory<S>& a, const trajectory<S>& b, const S& until, Each each) {
  local_expansion<S> of_a(a), of_b(b);
  std::vector<S> difference;
  for_common_pieces(a, b, last_common_instant(a, b, until), [&](int k, int l, const S& from, const S& to) {
    const S middle = (from + to) / S(2), half = (to - from) / S(2);
    for (int i = 0; i < a.dimension(); ++i) {
      const std::vector<S>& q = of_a(k, i, middle, half);
      const std::vector<S>& r = of_b(l, i, middle, half);
      difference.assign(std::max({q.size(), r.size(), std::size_t{2}}), S(0));
      for (std::size_t j = 0; j < q.size(); ++j) difference[j] = q[j];
      for (std::size_t j = 0; j < r.size(); ++j) difference[j] -= r[j];
      each(difference, i, half);
    }
  });
}

// --- Hausdorff distance of filled-in graphs
// ---------------------------------------------------------------------------

template <class S>
struct graph_point {
  S t, v;
};

/// Distance of two intervals.
template <class S>
S gap_between(const S& a_low, const S& a_high, const S& b_low, const S& b_high) {
  return a_low > b_high ? S(a_low - b_high) : b_low > a_high ? S(b_low - a_high) : S(0);
}

/// v_i on [begin, until], from before[i] where that is given, flattened to a polyline: its chords deviate from arcs by
/// at most a deviation in v that is asked for. Where no piece has an arc, as none of a file's rows has, they are made
/// once.
template <scalar S>
class polyline {
 public:
  polyline(const trajectory<S>& path, int i, const S& until, const column<S>& before)
      : path_(path), i_(i), until_(until), before_(before) {}

  /// Valid until the next call.
  const std::vector<graph_point<S>>& within(const S& deviation) {
    if (point_.empty() || has_arcs_) flatten(deviation);
    return point_;
  }

 private:
  void flatten(const S& deviation) {
    local_expansion<S> expansion(path_);
    point_.clear();
    if (before_.size() > 0) point_.push_back({path_.begin(), before_[i_]});
    for (int k = 0; k < path_.pieces() && path_.begin(k) < until_; ++k) {
      const S to = k + 1 == path_.pieces() ? until_ : std::min(path_.end(k), until_);
      const int degree = path_.degree(k);
      const S* const c = path_.coefficients(k, i_);
      point_.push_back({path_.begin(k), polynomial::slope(c, degree, S(0))});
      if (degree > 2) {
        has_arcs_ = true;
        arc(expansion, k, path_.begin(k), to, deviation);
      }
      point_.push_back({to, polynomial::slope(c, degree, S(to - path_.begin(k)))});
    }
  }

  /// Points strictly inside (from, to). On a cell with V(x) = v(middle + half x), a chord deviates by at most ½ max
  /// |V''|.
  void arc(local_expansion<S>& expansion, int k, const S& from, const S& to, const S& deviation) {
    using std::abs;
    const S middle = (from + to) / S(2), half = (to - from) / S(2);
    const std::vector<S>& c = expansion(k, i_, middle, half);
    const int degree = static_cast<int>(c.size()) - 1;
    S bending(0);
    for (int j = 3; j <= degree; ++j) bending += S(j * (j - 1) * (j - 2)) * abs(c[static_cast<std::size_t>(j)]);
    if (!(bending > S(2) * deviation * half) || !(middle > from && middle < to)) return;
    arc(expansion, k, from, middle, deviation);
    point_.push_back({middle, path_.velocity(k, i_, S(middle - path_.begin(k)))});
    arc(expansion, k, middle, to, deviation);
  }

  const trajectory<S>& path_;
  int i_;
  S until_;
  const column<S>& before_;
  std::vector<graph_point<S>> point_;
  bool has_arcs_ = false;
};

/// A filled-in graph as a polyline: consecutive points are joined by segments, vertical ones at jumps. In blocks of a
/// binary tree of bounding boxes: the nearest segment is found without a look at the others.
template <scalar S>
class filled_graph {
 public:
  /// Chords deviate from arcs by at most deviation() in v, which is the `deviation` that is asked for, and an eighth
  /// more where points were merged.
  filled_graph(polyline<S>& graph, const S& deviation) : deviation_(deviation) {
    const std::vector<graph_point<S>>& chords = graph.within(deviation);
    if (chords.size() > many) {
      const S of_merging = deviation / S(8);
      merge(chords, of_merging);
      if (point_.size() < chords.size()) deviation_ += of_merging;
    } else {
      point_ = chords;
    }
    leaves_ = 1;
    while (leaves_ * block < segments()) leaves_ *= 2;
    box_.assign(static_cast<std::size_t>(2 * leaves_), {S(0), S(-1), S(0), S(0)});
    for (int leaf = 0; leaf < leaves_; ++leaf) {
      box& b = box_[static_cast<std::size_t>(leaves_ + leaf)];
      for (int s = leaf * block; s < std::min((leaf + 1) * block, segments()); ++s)
        for (const graph_point<S>& p : {point(s), point(s + 1)}) b.include(p.t, p.t, p.v, p.v);
    }
    for (int n = leaves_ - 1; n >= 1; --n)
      for (const int child : {2 * n, 2 * n + 1}) {
        const box& b = box_[static_cast<std::size_t>(child)];
        if (!b.empty()) box_[static_cast<std::size_t>(n)].include(b.t_low, b.t_high, b.v_low, b.v_high);
      }
  }

  int segments() const { return static_cast<int>(point_.size()) - 1; }
  const S& deviation() const { return deviation_; }
  const graph_point<S>& point(int k) const { return point_[static_cast<std::size_t>(k)]; }

  /// min over segments s of max(d(p, s), d(q, s)), or anything ≤ `enough` once it is known to be that small. Distance
  /// to a segment is convex: this bounds the distance of every point of the segment pq. `hint`: a segment to try first,
  /// and its neighbours; where pq is so long beside `enough` that hardly any one segment is near all of it, these only
  /// (which bounds the distances still).
  S covering(const graph_point<S>& p, const graph_point<S>& q, const S& enough, int& hint) const {
    using std::abs;
    S best = std::max(distance(p, hint), distance(q, hint));
    const int first = hint;
    for (const int step : {1, -1})
      for (int s = first + step, in_vain = 0;
           best > enough && s >= 0 && s < segments() && in_vain < patience && std::abs(s - first) <= block; s += step) {
        const S d = std::max(distance(p, s), distance(q, s));
        in_vain = d < best ? 0 : in_vain + 1;
        if (d < best) best = d, hint = s;
      }
    if (best > enough && std::max(abs(S(q.t - p.t)), abs(S(q.v - p.v))) <= S(4) * enough)
      descend(1, p, q, enough, best, hint);
    return best;
  }

  /// max over the times of pq, which is no jump, of the distance in v from this graph: no point of pq is farther from
  /// it. ∞ where pq is a jump, or reaches beyond. `from`: the first segment that ends no earlier than p, for the next
  /// one of a graph to begin with.
  S beside(const graph_point<S>& p, const graph_point<S>& q, int& from) const {
    using std::abs;
    if (!(p.t < q.t) || p.t < point_.front().t || q.t > point_.back().t) return infinity<S>();
    while (point(from + 1).t < p.t) ++from;
    const auto at = [](const graph_point<S>& x, const graph_point<S>& y, const S& t) {
      return t == x.t ? x.v : t == y.t ? y.v : S(x.v + (t - x.t) / (y.t - x.t) * (y.v - x.v));
    };
    S largest(0);
    for (int s = from; s < segments() && point(s).t < q.t; ++s) {
      const graph_point<S>&a = point(s), &b = point(s + 1);
      const S begin = std::max(a.t, p.t), end = std::min(b.t, q.t);
      if (!(begin < end)) continue;
      for (const S& t : {begin, end}) largest = std::max(largest, S(abs(S(at(p, q, t) - at(a, b, t)))));
    }
    return largest;
  }

  static graph_point<S> between(const graph_point<S>& p, const graph_point<S>& q, const S& σ) {
    return {p.t + σ * (q.t - p.t), p.v + σ * (q.v - p.v)};
  }

  /// A point of pq about as far from segment a, which is the nearer one to p, as from b, the nearer one to q; the
  /// middle, where they are not that. By false position (Illinois): distances to segments are piecewise linear along
  /// pq.
  graph_point<S> equally_far(const graph_point<S>& p, const graph_point<S>& q, int a, int b) const {
    using std::abs;
    const auto excess = [&](const graph_point<S>& x) { return S(distance(x, a) - distance(x, b)); };
    S low(0), high(1), at_low = excess(p), at_high = excess(q), σ = S(1) / S(2);
    if (!(at_low < S(0) && at_high > S(0))) return between(p, q, σ);
    for (int k = 0, moved = 0; k < 8; ++k) {  // moved: which end did last
      σ = (low * at_high - high * at_low) / (at_high - at_low);
      const graph_point<S> x = between(p, q, σ);
      const S here = excess(x);
      if (abs(here) <= distance(x, a) / S(1 << 14)) break;
      const int moves = here < S(0) ? -1 : 1;
      (moves < 0 ? low : high) = σ;
      (moves < 0 ? at_low : at_high) = here;
      if (moves == moved) (moves < 0 ? at_high : at_low) /= S(2);
      moved = moves;
    }
    return between(p, q, σ);
  }

 private:
  static constexpr int block = 8;                            ///< segments a leaf
  static constexpr std::size_t many = std::size_t{1} << 15;  ///< points that no longer cost nothing
  static constexpr int patience = 2;  ///< neighbours tried that are no nearer: on a staircase only every second one is

  struct box {
    S t_low, t_high, v_low, v_high;
    bool empty() const { return t_high < t_low; }
    void include(const S& tl, const S& th, const S& vl, const S& vh) {
      if (empty()) {
        *this = {tl, th, vl, vh};
      } else {
        t_low = std::min(t_low, tl);
        t_high = std::max(t_high, th);
        v_low = std::min(v_low, vl);
        v_high = std::max(v_high, vh);
      }
    }
    S distance(const graph_point<S>& p) const {
      return std::max(gap_between(p.t, p.t, t_low, t_high), gap_between(p.v, p.v, v_low, v_high));
    }
  };

  /// Fewer points: one chord over all that follow within `most` of it in v, as rows of a file do that are finer than
  /// the motion's curves. Each point that it passes bounds its slope; it ends where the next point would break a bound,
  /// and at jumps.
  void merge(const std::vector<graph_point<S>>& chords, const S& most) {
    point_.push_back(chords.front());
    S low{}, high{};  // bounds of the slope of the chord that begins at the last of point_, if it has passed any point
    bool has_passed = false;
    const auto pass = [&](const graph_point<S>& x) {
      const S T = x.t - point_.back().t;
      if (!(T > S(0))) return false;
      const S slope = (x.v - point_.back().v) / T, room = most / T;
      if (has_passed && !(slope >= low && slope <= high)) return false;
      low = has_passed ? std::max(low, S(slope - room)) : S(slope - room);
      high = has_passed ? std::min(high, S(slope + room)) : S(slope + room);
      has_passed = true;
      return true;
    };
    const auto keep = [&](const graph_point<S>& x) {
      point_.push_back(x);
      has_passed = false;
    };
    for (std::size_t k = 1; k < chords.size(); ++k) {
      const graph_point<S>& x = chords[k];
      if (pass(x)) continue;
      if (has_passed) keep(chords[k - 1]);
      if (!pass(x)) keep(x);
    }
    if (has_passed) keep(chords.back());
  }

  /// Distance of a point to segment s.
  S distance(const graph_point<S>& p, int s) const {
    using std::abs;
    const graph_point<S>&a = point(s), &b = point(s + 1);
    const S gap_t = gap_between(p.t, p.t, std::min(a.t, b.t), std::max(a.t, b.t)),
            gap_v = gap_between(p.v, p.v, std::min(a.v, b.v), std::max(a.v, b.v));
    const S T = b.t - a.t, V = b.v - a.v, t = p.t - a.t, v = p.v - a.v;
    if (T == S(0) || V == S(0) || gap_t >= abs(V) + gap_v)
      return std::max(gap_t, gap_v);  // the segment is its own bounding box, or as good as
    // max(|t − σT|, |v − σV|) over σ ∈ [0, 1] is least at an end, a zero of one, or where both agree.
    S least = std::max(S(abs(t)), S(abs(v)));
    const auto at = [&](const S& σ) {
      if (σ > S(0))
        least = std::min(least, σ < S(1) ? std::max(S(abs(S(t - σ * T))), S(abs(S(v - σ * V))))
                                         : std::max(S(abs(S(t - T))), S(abs(S(v - V)))));
    };
    at(S(1));
    at(t / T);
    at(v / V);
    if (T != V) at((t - v) / (T - V));
    if (T != -V) at((t + v) / (T + V));
    return least;
  }

  void descend(int node, const graph_point<S>& p, const graph_point<S>& q, const S& enough, S& best, int& hint) const {
    if (node >= leaves_) {
      const int first = (node - leaves_) * block;
      for (int s = first; s < std::min(first + block, segments()); ++s) {
        const S d = std::max(distance(p, s), distance(q, s));
        if (d < best) {
          best = d;
          hint = s;
        }
      }
      return;
    }
    const auto bound = [&](int child) {
      const box& b = box_[static_cast<std::size_t>(child)];
      return b.empty() ? best : std::max(b.distance(p), b.distance(q));
    };
    const S left = bound(2 * node), right = bound(2 * node + 1);
    const bool left_first = left < right || (left == right && p.t <= box_[static_cast<std::size_t>(2 * node)].t_high);
    for (const bool is_left : {left_first, !left_first})
      if ((is_left ? left : right) < best && best > enough)
        descend(is_left ? 2 * node : 2 * node + 1, p, q, enough, best, hint);
  }

  std::vector<graph_point<S>> point_;
  S deviation_{};
  int leaves_ = 1;
  std::vector<box> box_;
};

/// The largest distance to B of some points of A, spread over it, or `lower` where that is larger.
template <scalar S>
S scouted(const filled_graph<S>& A, const filled_graph<S>& B, S lower) {
  constexpr int scouts = 64;
  int hint = 0;
  for (int k = 0; k < scouts; ++k) {
    const graph_point<S>& p = A.point(static_cast<int>(static_cast<std::int64_t>(A.segments()) * k / scouts));
    lower = std::max(lower, B.covering(p, p, lower, hint));
  }
  return lower;
}

/// sup over A of the distance to B, as [lower, upper]; both arrive with what is known already and only grow.
/// Segments of A are covered or cut until upper ≤ lower + resolution, or 1 + 2⁻¹² of it: where v is as near at each
/// time, as it is but near jumps, that is seen at once. Where B has a corner, the farthest points lie where two of its
/// segments are equally far: a segment of A is cut there first, and halved if that was not enough.
template <scalar S>
void directed_distance(const filled_graph<S>& A, const filled_graph<S>& B, S& lower, S& upper, const S& resolution) {
  struct stretch {
    graph_point<S> p, q;
    bool halve;
  };
  std::vector<S> beside(static_cast<std::size_t>(A.segments()));
  for (int s = 0, from = 0; s < A.segments(); ++s)
    beside[static_cast<std::size_t>(s)] = B.beside(A.point(s), A.point(s + 1), from);
  lower = scouted(A, B, lower);  // spares work later
  int hint = 0;
  std::vector<stretch> todo;
  const auto tolerated = [&] { return std::max(S(lower + resolution), S(lower * (S(1) + S(1) / S(1 << 12)))); };
  for (int s = 0; s < A.segments(); ++s) {
    if (const S& apart = beside[static_cast<std::size_t>(s)]; apart <= tolerated()) {
      upper = std::max({upper, apart, lower});
      continue;
    }
    todo.push_back({A.point(s), A.point(s + 1), false});
    while (!todo.empty()) {
      const auto [p, q, halve] = todo.back();
      todo.pop_back();
      const S covered = B.covering(p, q, tolerated(), hint);
      if (covered > tolerated()) {
        int of_q = hint;
        lower = std::max({lower, B.covering(p, p, lower, hint), B.covering(q, q, lower, of_q)});
        const auto inside = [&](const graph_point<S>& x) {
          return (x.t != p.t && x.t != q.t) || (x.v != p.v && x.v != q.v);
        };
        graph_point<S> cut = B.equally_far(p, q, hint, of_q);
        if (halve || !inside(cut)) cut = filled_graph<S>::between(p, q, S(1) / S(2));
        if (covered > tolerated() && inside(cut)) {
          todo.push_back({cut, q, !halve});
          todo.push_back({p, cut, !halve});
          continue;
        }
      }
      upper = std::max({upper, covered, lower});
    }
  }
}

/// A bound on |v_i| over all pieces.
template <scalar S>
S largest_velocity(const trajectory<S>& path, int i) {
  S largest(0);
  for (int k = 0; k < path.pieces(); ++k)
    largest = larger(largest, polynomial::bound_of_derivative(path.coefficients(k, i), path.degree(k), 1,
                                                              S(path.end(k) - path.begin(k))));
  return largest;
}

/// [lower, upper] of the Hausdorff distance of the graphs of component i; `sup`: a bound known from the values.
template <scalar S>
std::pair<S, S> hausdorff_of_component(const trajectory<S>& a, const trajectory<S>& b, int i, const S& until,
                                       const column<S>& before, const S& sup, const S& size) {
  S low(0), high = sup;
  // Chords this near their arcs: some 10^4 for each unit of curvature; and no more than 10^6 of a motion that inside
  // its pieces is much larger than `size`.
  const S finest =
      larger(S(size / S(1 << 28)), S(larger(largest_velocity(a, i), largest_velocity(b, i)) / S(1 << 17) / S(1 << 17)));
  if (!is_finite(finest)) return {low, high};
  if (sup <= S(16) * finest) return {low, high};
  // A first look, with coarse chords: how fine they have to be.
  polyline<S> of_a(a, i, until, before), of_b(b, i, until, before);
  S deviation = std::max(S(sup / S(1024)), finest), seen(0);
  while (deviation > finest && !(seen > S(2) * deviation)) {
    seen = scouted(filled_graph<S>(of_a, deviation), filled_graph<S>(of_b, deviation), S(0));
    deviation = std::max(finest, std::min(S(deviation / S(32)), S(seen / S(2048))));
  }
  for (;;) {
    const filled_graph<S> A(of_a, deviation), B(of_b, deviation);
    S lower(0), upper(0);
    directed_distance(A, B, lower, upper, deviation);
    directed_distance(B, A, lower, upper, deviation);
    const S of_chords = A.deviation() + B.deviation();
    low = std::max(low, S(lower - of_chords));
    high = std::min(high, S(upper + of_chords));
    if (high - low <= high / S(256) || deviation == finest) break;
    deviation = std::max(finest, std::min(S(deviation / S(8)), S(lower / S(2048))));
  }
  return {std::min(low, high), high};
}

/// max over the components; sup: of each, max |v_i − w_i|.
template <scalar S>
bounded<S> hausdorff_of_all(const trajectory<S>& a, const trajectory<S>& b, const S& until, const column<S>& before,
                            const std::vector<S>& sup) {
  using std::abs;
  if (!std::all_of(sup.begin(), sup.end(), [](const S& x) { return is_finite(x); }))
    return known_to(infinity<S>(), S(0));
  const S last = last_common_instant(a, b, until);
  S low(0), high(0);
  for (int i = 0; i < a.dimension(); ++i) {
    S size = last - a.begin();
    for (int k = 0; k < a.pieces(); ++k) size = std::max(size, S(abs(a.velocity(k, i, S(0)))));
    const auto [l, h] = hausdorff_of_component(a, b, i, last, before, sup[static_cast<std::size_t>(i)], size);
    low = larger(low, l);
    high = larger(high, h);
  }
  return known_to(S((low + high) / S(2)), S((high - low) / S(2)));
}

}  // namespace

template <scalar S>
S sup_position(const trajectory<S>& a, const trajectory<S>& b, const S& until) {
  return distance(distance_kind::sup_position, a, b, until).value;
}

template <scalar S>
S l1_velocity(const trajectory<S>& a, const trajectory<S>& b, const S& until) {
  return distance(distance_kind::l1_velocity, a, b, until).value;
}

template <scalar S>
S l2_velocity(const trajectory<S>& a, const trajectory<S>& b, const S& until) {
  return distance(distance_kind::l2_velocity, a, b, until).value;
}

template <scalar S>
bounded<S> hausdorff_velocity(const trajectory<S>& a, const trajectory<S>& b, const S& until, const column<S>& before) {
  return distance(distance_kind::hausdorff_velocity, a, b, until, before);
}

template <scalar S>
std::vector<bounded<S>> distances(const std::vector<distance_kind>& kinds, const trajectory<S>& a,
                                  const trajectory<S>& b, const S& until, const column<S>& before) {
  using std::sqrt;
  const auto wanted = [&](distance_kind kind) { return std::find(kinds.begin(), kinds.end(), kind) != kinds.end(); };
  const bool sup = wanted(distance_kind::sup_position), l1 = wanted(distance_kind::l1_velocity),
             l2 = wanted(distance_kind::l2_velocity), graphs = wanted(distance_kind::hausdorff_velocity);
  S largest(0), variation(0), square(0);
  std::vector<S> fastest(static_cast<std::size_t>(a.dimension()), S(0)), slopes, work;  // fastest: of each component
  check_comparable(a, b);
  if (infinitely_far(a, b, until)) {
    largest = variation = square = infinity<S>();
    fastest.assign(fastest.size(), infinity<S>());
  } else if (sup || l1 || l2 || graphs) {
    for_differences(a, b, until, [&](const std::vector<S>& c, int i, const S& half) {
      if (sup) largest = largest_value(c, largest, work);
      if (l1) variation += total_variation(c, work);
      if (l2) square += squared_slope(c) / half;
      if (!graphs) return;
      slopes.resize(c.size() - 1);
      for (std::size_t j = 1; j < c.size(); ++j) slopes[j - 1] = S(static_cast<int>(j)) * c[j] / half;
      S& here = fastest[static_cast<std::size_t>(i)];
      here = largest_value(slopes, here, work);
    });
  }
  std::vector<bounded<S>> found;
  for (const distance_kind kind : kinds) {
    switch (kind) {
      case distance_kind::sup_position:
        found.push_back(known_to(largest, S(0)));
        break;
      case distance_kind::l1_velocity:
        found.push_back(known_to(variation, S(0)));
        break;
      case distance_kind::l2_velocity:
        found.push_back(known_to(S(sqrt(square)), S(0)));
        break;
      case distance_kind::hausdorff_velocity:
        found.push_back(hausdorff_of_all(a, b, until, before, fastest));
        break;
      default:
        throw input_error("distance: expected a distance of paths, found " + name_of(kind) + ", which needs reactions");
    }
  }
  return found;
}

template <scalar S>
bounded<S> distance(distance_kind kind, const trajectory<S>& a, const trajectory<S>& b, const S& until,
                    const column<S>& before) {
  return distances({kind}, a, b, until, before).front();
}

template <scalar S>
bounded<S> distance(distance_kind kind, const solution<S>& a, const solution<S>& b, const S& until) {
  if (!is_finite(a) || !is_finite(b)) return {infinity<S>(), S(0)};
  if (kind != distance_kind::bounded_lipschitz_impulse) return distance(kind, a.path, b.path, until);
  int constraints = 0;
  for (const solution<S>* answer : {&a, &b}) {
    for (const impact<S>& shock : answer->impacts)
      constraints = std::max(constraints, static_cast<int>(shock.impulse.size()));
    for (const reaction_density<S>& density : answer->reactions)
      constraints = std::max(constraints, density.constraint + 1);
  }
  return impulse_distance(reaction_measures(a, constraints, until), reaction_measures(b, constraints, until));
}

#define INSTANTIATE(S)                                                                                                 \
  template S sup_position(const trajectory<S>&, const trajectory<S>&, const S&);                                       \
  template S l1_velocity(const trajectory<S>&, const trajectory<S>&, const S&);                                        \
  template S l2_velocity(const trajectory<S>&, const trajectory<S>&, const S&);                                        \
  template bounded<S> hausdorff_velocity(const trajectory<S>&, const trajectory<S>&, const S&, const column<S>&);      \
  template bounded<S> distance(distance_kind, const trajectory<S>&, const trajectory<S>&, const S&, const column<S>&); \
  template std::vector<bounded<S>> distances(const std::vector<distance_kind>&, const trajectory<S>&,                  \
                                             const trajectory<S>&, const S&, const column<S>&);                        \
  template bounded<S> distance(distance_kind, const solution<S>&, const solution<S>&, const S&);
INSTANTIATE(double)
INSTANTIATE(real50)
#undef INSTANTIATE

}  // namespace unilateral
