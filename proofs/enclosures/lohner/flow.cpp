#include "proofs/enclosures/lohner/flow.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace unilateral::enclosures::lohner {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// For whatever is multiplied by something tiny.
constexpr int rough_bits = 64;
/// K': what it leaves out is relative to the width of the set.
constexpr int variational_order = 14;

matrix identity(std::size_t n) {
  matrix one(n, vector(n));
  for (std::size_t i = 0; i < n; ++i) one[i][i] = 1;
  return one;
}

matrix product(const matrix& A, const matrix& B) {
  matrix C(A.size(), vector(B[0].size()));
  for (std::size_t i = 0; i < A.size(); ++i)
    for (std::size_t j = 0; j < B[0].size(); ++j)
      for (std::size_t k = 0; k < B.size(); ++k) C[i][j] = C[i][j] + A[i][k] * B[k][j];
  return C;
}
vector product(const matrix& A, const vector& x) {
  vector y(A.size());
  for (std::size_t i = 0; i < A.size(); ++i)
    for (std::size_t k = 0; k < x.size(); ++k) y[i] = y[i] + A[i][k] * x[k];
  return y;
}

/// Encloses A⁻¹ for every A in the interval matrix; not finite where a pivot may vanish.
matrix inverse(matrix A) {
  const std::size_t n = A.size();
  matrix X = identity(n);
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t p = k;  // any order of the rows is right
    for (std::size_t i = k; i < n; ++i)
      if (std::abs(rough(A[i][k])) > std::abs(rough(A[p][k]))) p = i;
    std::swap(A[k], A[p]);
    std::swap(X[k], X[p]);
    const interval pivot = A[k][k];
    for (std::size_t j = 0; j < n; ++j) {
      A[k][j] = A[k][j] / pivot;
      X[k][j] = X[k][j] / pivot;
    }
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k) continue;
      const interval factor = A[i][k];
      for (std::size_t j = 0; j < n; ++j) {
        A[i][j] = A[i][j] - factor * A[k][j];
        X[i][j] = X[i][j] - factor * X[k][j];
      }
    }
  }
  return X;
}

std::vector<double> rough_axis(std::size_t n, std::size_t i) {
  std::vector<double> axis(n);
  axis[i] = 1;
  return axis;
}

/// Gram and Schmidt on the columns, the longest edge of the set first, so that the new frame fits it best; where a set
/// is flat, as on the surface of an event, axes that are left complete the frame. In doubles: any frame will do.
matrix frame_along(const matrix& A, const vector& z) {
  const std::size_t n = A.size();
  std::vector<std::vector<double>> columns(A[0].size(), std::vector<double>(n));
  std::vector<double> weight(columns.size());
  for (std::size_t j = 0; j < columns.size(); ++j) {
    for (std::size_t i = 0; i < n; ++i) columns[j][i] = rough(A[i][j]);
    weight[j] = std::sqrt(std::inner_product(columns[j].begin(), columns[j].end(), columns[j].begin(), 0.)) *
                rough(largest_size(z[j]));
  }
  std::vector<std::size_t> order(columns.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return weight[i] > weight[j]; });
  std::vector<std::vector<double>> candidates;
  for (const std::size_t j : order)
    if (weight[j] > 0) candidates.push_back(columns[j]);
  for (std::size_t i = 0; i < n; ++i) candidates.push_back(rough_axis(n, i));
  std::vector<std::vector<double>> q;
  for (std::vector<double>& c : candidates) {
    if (q.size() == n) break;
    const double before = std::sqrt(std::inner_product(c.begin(), c.end(), c.begin(), 0.));
    for (int twice = 0; twice < 2; ++twice)
      for (const auto& e : q) {
        const double along = std::inner_product(c.begin(), c.end(), e.begin(), 0.);
        for (std::size_t i = 0; i < n; ++i) c[i] -= along * e[i];
      }
    const double length = std::sqrt(std::inner_product(c.begin(), c.end(), c.begin(), 0.));
    if (!(length > 1e-10 * before)) continue;
    for (double& x : c) x /= length;
    q.push_back(c);
  }
  matrix Q(n, vector(n));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) Q[i][j] = point(q[j][i]);
  return Q;
}

/// Without the time.
vector state_of(const vector& x) { return vector(x.begin(), x.end() - 1); }

/// log |x| of the middle, beyond the range of doubles.
double logarithm(const interval& x) {
  long exponent = 0;
  const interval m = centre(x);
  if (certainly_zero(m) || !is_finite(m)) return -std::numeric_limits<double>::infinity();
  const double mantissa = mpfr_get_d_2exp(&exponent, &m.raw()->left, MPFR_RNDN);
  return std::log(std::abs(mantissa)) + std::log(2.) * static_cast<double>(exponent);
}

/// Horner on coefficients k < count, and a remainder of order `count`.
interval horner(const std::vector<vector>& c, std::size_t i, int count, const interval& τ, const interval& remainder) {
  interval sum = remainder;
  for (int k = count - 1; k >= 0; --k) sum = sum * τ + c[index(k)][i];
  return sum;
}

}  // namespace

vector parallelepiped::box() const {
  vector x = product(B, z);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = x[i] + m[i];
  return x;
}

vector box_of(const vector& c, const matrix& A, const vector& z) {
  vector x = product(A, z);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = x[i] + c[i];
  return x;
}

vector product(const vector& row, const matrix& A) { return product(matrix{row}, A)[0]; }

parallelepiped framed(const vector& c, const matrix& A, const vector& z) {
  const std::size_t n = c.size();
  parallelepiped next;
  vector off;
  for (const interval& x : c) {
    next.m.push_back(centre(x));
    off.push_back(x - next.m.back());
  }
  const precision roughly(rough_bits);
  next.B = frame_along(A, z);
  const matrix inverse_frame = inverse(next.B);
  next.z = product(product(inverse_frame, A), z);
  const vector turned = product(inverse_frame, off);
  for (std::size_t i = 0; i < n; ++i) next.z[i] = hull(interval(0), next.z[i] + turned[i]);
  return next;
}

parallelepiped around(const vector& box) {
  parallelepiped set{{}, identity(box.size()), {}};
  for (const interval& x : box) {
    set.m.push_back(centre(x));
    set.z.push_back(hull(interval(0), x - set.m.back()));
  }
  return set;
}

std::optional<early_motion> picard(const phase& with, const interval& t, const vector& y, const interval& span) {
  const interval passed = hull(interval(0), span);
  const interval times = t + passed;
  const auto moved = [&](const vector& box, const interval& by) {
    vector F = with.field(times, box);
    for (std::size_t i = 0; i < F.size(); ++i) F[i] = y[i] + by * F[i];
    return F;
  };
  vector box = moved(y, passed);
  for (int attempt = 0; attempt < 12; ++attempt) {
    vector wider;
    for (const interval& x : box) {
      const interval half = largest_size(x - centre(x));
      interval least = largest_size(x);
      mpfi_mul_2si(least.raw(), least.raw(), -precision::bits());
      interval tiny(1);
      mpfi_mul_2si(tiny.raw(), tiny.raw(), -4 * precision::bits());
      wider.push_back(x + plus_minus(half * point(0.25) + least + tiny));
    }
    const vector image = moved(wider, passed);
    bool inside = true, finite = true;
    for (std::size_t i = 0; i < image.size(); ++i) {
      inside = inside && certainly_inside(image[i], wider[i]);
      finite = finite && is_finite(image[i]);
    }
    if (inside) return early_motion{wider, moved(wider, span)};
    if (!finite) return std::nullopt;
    box = image;
  }
  return std::nullopt;
}

flow_step::flow_step(const phase& with, const parallelepiped& from, const interval& longest, double shorten, int digits)
    : phase_(&with),
      t_(from.box().back()),
      t_m_(from.m.back()),
      from_(from),
      digits_(digits),
      K_(digits + digits / 6 + 4) {
  point_ = phase_->coefficients(t_m_, state_of(from_.m), K_);
  choose_length(longest, shorten);
  for (int attempt = 0; attempt < 30; ++attempt) {
    if (enclose_motion()) {
      enclosed_ = true;
      return;
    }
    h_ = centre(h_) * point(0.75);
    complete_ = false;
  }
}

void flow_step::choose_length(const interval& longest, double shorten) {
  const double goal = -digits_ * std::log(10.);
  double length = std::numeric_limits<double>::infinity();
  for (const int k : {K_ - 1, K_})
    for (const interval& c : point_[index(k)]) length = std::min(length, std::exp((goal - logarithm(c)) / k));
  length *= 0.6 * shorten;
  if (length >= rough(longest) * shorten) {
    complete_ = !(shorten < 1);
    h_ = complete_ ? longest : centre(longest) * point(std::ldexp(std::round(std::ldexp(shorten, 12)), -12));
    return;
  }
  int exponent = 0;
  const double mantissa = std::frexp(length, &exponent);
  h_ = point(std::ldexp(std::floor(std::ldexp(mantissa, 12)), exponent - 12));
}

/// E, the coefficients over it, and those of the variational equation. False where h is too long.
bool flow_step::enclose_motion() {
  const precision roughly(rough_bits);
  const interval passed = hull(interval(0), largest_size(h_));
  const interval times = t_ + passed;
  const vector start = state_of(from_.box());
  const auto early = picard(*phase_, t_, start, passed);
  if (!early) return false;
  const int K_prime = std::min(K_, variational_order);
  matrix Y = identity(start.size());
  for (vector& r : Y) r.push_back(interval(0));
  set_ = phase_->variational_coefficients(t_, start, Y, K_prime);

  // The motion stays in E and, by (1) over the set with the remainder over E, in a box that is tighter as a rule; so in
  // both.
  vector E = early->box;
  const auto first = phase_->coefficients(times, E, K_prime);
  for (std::size_t i = 0; i < E.size(); ++i) {
    const interval tight = horner(set_.y, i, K_prime, passed, first[index(K_prime)][i]);
    if (!is_finite(tight)) continue;
    interval both;
    mpfi_intersect(both.raw(), E[i].raw(), tight.raw());
    if (is_finite(both) && mpfi_is_empty(both.raw()) == 0) E[i] = both;
  }
  over_ = phase_->coefficients(times, E, K_);

  interval left_out, power(1);
  for (int k = 0; k < K_; ++k) power = power * largest_size(h_);
  for (const interval& c : over_[index(K_)]) left_out = left_out + largest_size(c * power);
  if (!is_finite(left_out) || logarithm(left_out) > std::log(16.) - digits_ * std::log(10.)) return false;

  interval L;
  for (const vector& r : phase_->jacobian(times, E)) {
    interval sum;
    for (const interval& x : r) sum = sum + largest_size(x);
    if (!is_finite(sum)) return false;
    L = largest_size(hull(L, sum));
  }
  const interval growth = largest_size(exp(L * passed) - interval(1));
  for (vector& r : Y)
    for (interval& x : r) x = x + plus_minus(growth);
  remainder_ = phase_->variational_coefficients(times, E, Y, K_prime);
  return true;
}

vector flow_step::middle_at(const interval& τ) const {
  vector end;
  for (std::size_t i = 0; i + 1 < from_.m.size(); ++i) end.push_back(horner(point_, i, K_, τ, over_[index(K_)][i]));
  end.push_back(t_m_ + τ);
  return end;
}

matrix flow_step::edges(const interval& τ) const {
  const precision roughly(rough_bits);
  const std::size_t n = from_.m.size() - 1;
  const int K_prime = static_cast<int>(set_.Y.size()) - 1;
  matrix Y(n, vector(n + 1));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= n; ++j) {
      interval sum = remainder_.Y[index(K_prime)][i][j];
      for (int k = K_prime - 1; k >= 0; --k) sum = sum * τ + set_.Y[index(k)][i][j];
      Y[i][j] = sum;
    }
  Y.push_back(vector(n + 1));
  Y.back().back() = 1;
  return product(Y, from_.B);
}

vector flow_step::range(const interval& τ) const {
  const int K_prime = static_cast<int>(set_.y.size()) - 1;
  vector x;
  for (std::size_t i = 0; i + 1 < from_.m.size(); ++i)
    x.push_back(horner(set_.y, i, K_prime, τ, over_[index(K_prime)][i]));
  return x;
}

}  // namespace unilateral::enclosures::lohner
