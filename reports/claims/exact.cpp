#include "reports/claims/exact.hpp"

#include <random>
#include <stdexcept>

namespace unilateral::claims::exact {

rational space::dot(const vector& x, const vector& y) const {
  rational total = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < y.size(); ++j) total += x[i] * M[i][j] * y[j];
  return total;
}

space euclidean(std::size_t n) {
  space E{rows(n, zero(n))};
  for (std::size_t i = 0; i < n; ++i) E.M[i][i] = 1;
  return E;
}

vector zero(std::size_t n) { return vector(n, rational(0)); }

vector sum(const vector& x, const rational& a, const vector& y) {
  vector z = x;
  for (std::size_t i = 0; i < z.size(); ++i) z[i] += a * y[i];
  return z;
}

std::string text(const vector& x) {
  std::string all;
  for (const rational& number : x) all += (all.empty() ? "(" : ", ") + to_text(number);
  return all + ")";
}

std::optional<vector> solved(rows A, vector b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    while (pivot < n && A[pivot][k] == 0) ++pivot;
    if (pivot == n) return {};
    std::swap(A[k], A[pivot]);
    std::swap(b[k], b[pivot]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const rational factor = A[i][k] / A[k][k];
      for (std::size_t j = k; j < n; ++j) A[i][j] -= factor * A[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= A[k][j] * b[j];
    b[k] /= A[k][k];
  }
  return b;
}

vector represented(const space& E, const vector& g) { return solved(E.M, g).value(); }

projected project(const space& E, const rows& u, const vector& s, const vector& z) {
  const std::size_t m = u.size();
  if (m == 0) return {z, {}};
  const rows first(u.begin(), u.end() - 1);
  const vector levels(s.begin(), s.end() - 1);
  const vector& last = u.back();
  projected without = project(E, first, levels, z);
  if (E.dot(last, without.x) >= s.back()) {
    without.lambda.push_back(0);
    return without;
  }
  // On the hyperplane (last|x) = s_m: u_i' = u_i − c_i last, s_i' = s_i − c_i s_m, with c_i = (u_i|last)/|last|².
  const rational size = E.squared(last), shift = (s.back() - E.dot(last, z)) / size;
  rows inside;
  vector inner_levels, c;
  for (std::size_t i = 0; i + 1 < m; ++i) {
    c.push_back(E.dot(u[i], last) / size);
    inside.push_back(sum(u[i], -c[i], last));
    inner_levels.push_back(s[i] - c[i] * s.back());
  }
  projected p = project(E, inside, inner_levels, sum(z, shift, last));
  rational of_last = shift;
  for (std::size_t i = 0; i + 1 < m; ++i) of_last -= p.lambda[i] * c[i];
  p.lambda.push_back(of_last);
  return p;
}

projected by_enumeration(const space& E, const rows& u, const vector& s, const vector& z) {
  const std::size_t m = u.size();
  for (unsigned set = 0; set < 1u << m; ++set) {
    std::vector<std::size_t> held;
    for (std::size_t i = 0; i < m; ++i)
      if (set >> i & 1u) held.push_back(i);
    rows gram(held.size(), zero(held.size()));
    vector missing(held.size());
    for (std::size_t i = 0; i < held.size(); ++i) {
      missing[i] = s[held[i]] - E.dot(u[held[i]], z);
      for (std::size_t j = 0; j < held.size(); ++j) gram[i][j] = E.dot(u[held[i]], u[held[j]]);
    }
    const auto multipliers = solved(gram, missing);
    if (!multipliers) continue;
    projected p{z, zero(m)};
    for (std::size_t i = 0; i < held.size(); ++i) {
      p.lambda[held[i]] = (*multipliers)[i];
      p.x = sum(p.x, (*multipliers)[i], u[held[i]]);
    }
    if (solves_P(E, u, s, z, p)) return p;
  }
  throw std::logic_error("(P): expected compatible constraints, found none that can be satisfied");
}

bool solves_P(const space& E, const rows& u, const vector& s, const vector& z, const projected& p) {
  vector x = z;
  for (std::size_t i = 0; i < u.size(); ++i) {
    if (p.lambda[i] < 0) return false;
    const rational slack = E.dot(u[i], p.x) - s[i];
    if (slack < 0 || p.lambda[i] * slack != 0) return false;
    x = sum(x, p.lambda[i], u[i]);
  }
  return x == p.x;
}

shock impact(const space& E, const rows& u, const vector& v_minus, const rational& e) {
  const projected p = project(E, u, zero(u.size()), v_minus);
  shock result{v_minus, p.lambda};
  for (std::size_t i = 0; i < u.size(); ++i) {
    result.impulse[i] *= 1 + e;
    result.v_plus = sum(result.v_plus, result.impulse[i], u[i]);
  }
  return result;
}

std::vector<instance> instances(int count, unsigned seed, bool cones) {
  std::mt19937 random(seed);
  const auto number = [&] { return rational(static_cast<int>(random() % 19) - 9, static_cast<int>(random() % 4) + 1); };
  const auto column = [&](std::size_t n) {
    vector x(n);
    for (rational& entry : x) {
      entry = number();
      entry.canonicalize();
    }
    return x;
  };
  std::vector<instance> all;
  for (int k = 0; k < count; ++k) {
    const std::size_t n = 1 + random() % 4, m = 1 + random() % 5;
    rows A;
    for (std::size_t i = 0; i < n; ++i) A.push_back(column(n));
    instance made{euclidean(n), {}, {}, column(n)};
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        for (std::size_t l = 0; l < n; ++l) made.E.M[i][j] += A[i][l] * A[j][l];
    for (std::size_t i = 0; i < m; ++i) made.u.push_back(column(n));
    if (k % 3 == 0 && m >= 3) made.u[m - 1] = sum(made.u[0], 2, made.u[1]);
    for (vector& row : made.u)
      if (row == zero(n)) row[0] = 1;
    const vector inside = cones ? zero(n) : column(n);  // a point that satisfies all: the constraints are compatible
    for (const vector& row : made.u) made.s.push_back(made.E.dot(row, inside));
    all.push_back(std::move(made));
  }
  return all;
}

}  // namespace unilateral::claims::exact
