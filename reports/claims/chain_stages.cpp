#include "reports/claims/chain_stages.hpp"

#include <algorithm>

namespace unilateral::claims {

bool stage::accepted() const {
  return real_roots && std::all_of(speed.begin(), speed.end(), [](const real50& s) { return s > 0; });
}

stage stage_of(const std::vector<plane_vector<real50>>& T, const plane_vector<real50>& U, int j) {
  const int n = static_cast<int>(T.size());
  const auto bar = [&](int i) -> const plane_vector<real50>& { return T[static_cast<std::size_t>(i - 1)]; };
  const auto cosine = [&](int i) { return bar(i).dot(bar(i + 1)); };
  const auto sine = [&](int i) { return real50(abs(real50(bar(i)[0] * bar(i + 1)[1] - bar(i)[1] * bar(i + 1)[0]))); };
  stage s;
  std::vector<real50> theta(static_cast<std::size_t>(n) + 2, real50(0));
  if (j < n) theta[static_cast<std::size_t>(j) + 1] = cosine(j) / sine(j);
  for (int i = j; i >= 1; --i) {
    const real50 next = theta[static_cast<std::size_t>(i) + 1], w = i < n ? real50(next * sine(i)) : real50(0),
                 square = (1 - w) * (1 + w);
    if (square < 0) {
      s.real_roots = false;
      return s;
    }
    theta[static_cast<std::size_t>(i)] = (i < n ? real50(next * cosine(i)) : real50(0)) + sqrt(square);
  }
  plane_vector<real50> u = U;
  for (int i = 1; i <= j; ++i) {
    const plane_vector<real50> next =
        i < n ? plane_vector<real50>(theta[static_cast<std::size_t>(i) + 1] * bar(i + 1)) : plane_vector<real50>(0, 0);
    const plane_vector<real50> alpha = next - theta[static_cast<std::size_t>(i)] * bar(i);
    s.speed.push_back(bar(i).dot(u) / bar(i).dot(alpha));
    u = s.speed.back() * alpha;
    s.velocity.push_back(u);
  }
  s.tension.assign(theta.begin() + 1, theta.begin() + 1 + std::min(j + 1, n));
  return s;
}

}  // namespace unilateral::claims
