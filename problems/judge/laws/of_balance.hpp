#pragma once
/// Laws of balance along one answer: energy, momentum along a symmetry, the law of impact at every atom.

#include "problems/judge/laws/findings.hpp"
#include "problems/judge/cone.hpp"
#include "problems/judge/impact_law.hpp"
#include "problems/language/evaluated_system.hpp"

#include <algorithm>

namespace unilateral::laws {

/// M, Ṁ = ∂M/∂t + Σ_k v_k ∂M/∂q_k, f and G as numbers.
template <scalar S>
class balance {
 public:
  explicit balance(const mechanical_system& system) : n_(system.degrees_of_freedom()), values_(system) {
    std::vector<expression> rates;
    for (const mass_entry& m : system.mass)
      rates.push_back(total_derivative(m.value, std::vector<expression>(place(n_), expression(0))));
    entries_ = system.mass;
    rates_ = tape<S>(rates, n_);
  }
  void at(const S& t, const column<S>& q, const column<S>& v) {
    values_.evaluate_mass(t, q.data());
    values_.evaluate_force(t, q.data(), v.data());
    rates_.run(t, q.data(), v.data());
    M.setZero(n_, n_);
    values_.copy_mass(M);
    f.resize(n_);
    turning.setZero(n_);
    for (int i = 0; i < n_; ++i) f[i] = values_.force(i);
    for (std::size_t k = 0; k < entries_.size(); ++k)
      turning[entries_[k].row] += rates_[static_cast<int>(k)] * v[entries_[k].column];
  }
  matrix<S> M;
  column<S> f, turning;  ///< f and Ṁ v

 private:
  int n_;
  evaluated_system<S> values_;
  std::vector<mass_entry> entries_;
  tape<S> rates_;
};

template <scalar S>
column<S> position_on(const trajectory<S>& path, int k, const S& τ) {
  column<S> q(path.dimension());
  for (int i = 0; i < path.dimension(); ++i) q[i] = path.position(k, i, τ);
  return q;
}
template <scalar S>
column<S> velocity_on(const trajectory<S>& path, int k, const S& τ) {
  column<S> v(path.dimension());
  for (int i = 0; i < path.dimension(); ++i) v[i] = path.velocity(k, i, τ);
  return v;
}

/// Only the first of the measures is used.
template <scalar S>
measures<S> only(const S& x) {
  measures<S> m;
  m.fill(S(0));
  m[0] = x;
  return m;
}

/// ∫ |E − E'| dt for the function E' that never grows and is nearest to E in L², by pooling; E is `value` for a time
/// `weight`, in order.
template <scalar S>
S distance_from_falling(const std::vector<std::pair<S, S>>& values_and_weights) {
  struct pool {
    S sum, weight;
    std::size_t first;
  };
  std::vector<pool> pools;
  for (std::size_t k = 0; k < values_and_weights.size(); ++k) {
    const auto& [value, weight] = values_and_weights[k];
    if (!(weight > S(0))) continue;
    pools.push_back({S(value * weight), weight, k});
    while (pools.size() > 1 &&
           pools.back().sum * pools[pools.size() - 2].weight > pools[pools.size() - 2].sum * pools.back().weight) {
      const pool last = pools.back();
      pools.pop_back();
      pools.back().sum += last.sum;
      pools.back().weight += last.weight;
    }
  }
  S distance(0);
  for (std::size_t p = 0; p < pools.size(); ++p)
    for (std::size_t k = pools[p].first; k < (p + 1 < pools.size() ? pools[p + 1].first : values_and_weights.size());
         ++k)
      if (values_and_weights[k].second > S(0))
        distance += values_and_weights[k].second * abs(S(values_and_weights[k].first - pools[p].sum / pools[p].weight));
  return distance;
}

template <scalar S>
finding energy(const hearing<S>& heard) {
  for (const expression& gap : heard.bound.system.gap)
    if (variables_of(gap).time) return left_out("energy", "a constraint that moves does work");
  S whole(0), unsure(0);
  std::optional<finding> otherwise;
  const auto defect = [&](int finer) -> std::optional<measures<S>> {
    const solution<S> answer = finer == 1 ? heard.answer : heard.ask({.asked = heard.bound, .refinement = finer});
    if ((otherwise = not_answered("energy", answer))) return {};
    balance<S> now(heard.bound.system);
    const trajectory<S>& path = answer.path;
    S work(0), size(0);
    std::vector<std::pair<S, S>> energies;
    const auto see = [&](int k, const S& τ, const S& weight) {
      const column<S> v = velocity_on(path, k, τ);
      now.at(S(path.begin(k) + τ), position_on(path, k, τ), v);
      const S kinetic = v.dot(now.M * v) / S(2);
      size = larger(size, S(kinetic + abs(work)));
      energies.emplace_back(S(kinetic - work), weight);
    };
    const auto by_gauss = [&](int k, const S& from, const S& to) {
      const S half = (to - from) / S(2);
      S sum(0);
      for (const auto& point : gauss<S>(path.degree(k) + 4).points()) {
        const S τ = from + half * (S(1) + point.x);
        const column<S> v = velocity_on(path, k, τ);
        now.at(S(path.begin(k) + τ), position_on(path, k, τ), v);
        sum += half * point.weight * (v.dot(now.f) + v.dot(now.turning) / S(2));
      }
      return sum;
    };
    // A force that is smooth but not analytic on a piece: halves, until they agree with the whole; what is left is the
    // judge's own error.
    constexpr int deepest = 10;
    const std::function<S(int, const S&, const S&, const S&, int)> power = [&](int k, const S& from, const S& to,
                                                                               const S& once, int depth) -> S {
      const S middle = (from + to) / S(2), first = by_gauss(k, from, middle), second = by_gauss(k, middle, to),
              off = abs(S(first + second - once));
      if (!(off > S(allowance) * epsilon<S>() * (abs(first) + abs(second) + size))) return first + second;
      if (depth == deepest) {
        if (finer == 1) unsure += off;
        return first + second;
      }
      return power(k, from, middle, first, depth + 1) + power(k, middle, to, second, depth + 1);
    };
    for (int k = 0; k < path.pieces(); ++k) {
      const S length = path.end(k) - path.begin(k);
      see(k, S(0), S(length / S(2)));
      const S once = by_gauss(k, S(0), length);
      work += path.degree(k) < 2
                  ? once
                  : power(k, S(0), length, once, 0);  // a scheme's force is what it is at the step, not between
      see(k, length, S(length / S(2)));
    }
    const S T = path.end() - path.begin();
    if (finer == 1) whole = size * T;
    return only(distance_from_falling(energies));
  };
  if (!defect(1)) return *otherwise;
  const S T = exact<S>(heard.until);
  finding found =
      vanishing<S>("energy", heard, only(S(S(allowance) * epsilon<S>() * steps_of(heard.answer) * whole + unsure * T)),
                   only(whole), defect, otherwise);
  if (found.where.starts_with(measure_names[0])) found.where.replace(0, std::string(measure_names[0]).size(), "growth");
  return found;
}

/// Directions c that are tried: every coordinate, and all of them together.
inline std::optional<std::vector<int>> symmetry_of(const mechanical_system& system) {
  const int n = system.degrees_of_freedom();
  std::vector<std::vector<int>> tried(1, std::vector<int>(place(n), 1));
  for (int i = 0; i < n && n > 1; ++i) {
    tried.emplace_back(place(n), 0);
    tried.back()[place(i)] = 1;
  }
  for (const std::vector<int>& c : tried) {
    expression change = 0;
    for (int i = 0; i < n; ++i)
      if (c[place(i)] != 0) change = change + system.force[place(i)];
    for (const mass_entry& m : system.mass)
      if (c[place(m.row)] != 0)
        change =
            change + total_derivative(m.value, std::vector<expression>(place(n), expression(0))) * velocity(m.column);
    bool still = are_equal(change, 0);
    for (const expression& gap : system.gap) {
      expression along = 0;
      for (int i = 0; i < n; ++i)
        if (c[place(i)] != 0) along = along + derivative(gap, coordinate(i));
      still = still && are_equal(along, 0);
    }
    if (still) return c;
  }
  return {};
}

template <scalar S>
finding momentum(const hearing<S>& heard) {
  const auto c = symmetry_of(heard.bound.system);
  if (!c) return left_out("momentum", "no symmetry along a coordinate or all of them together");
  S whole(0);
  std::optional<finding> otherwise;
  const auto defect = [&](int finer) -> std::optional<measures<S>> {
    const solution<S> answer = finer == 1 ? heard.answer : heard.ask({.asked = heard.bound, .refinement = finer});
    if ((otherwise = not_answered("momentum", answer))) return {};
    evaluated_system<S> system(heard.bound.system);
    const int n = system.degrees_of_freedom();
    matrix<S> M(n, n);
    S least(0), most(0), size(0);
    bool first = true;
    for (int k = 0; k < answer.path.pieces(); ++k)
      for (const S& τ : {S(0), S(answer.path.end(k) - answer.path.begin(k))}) {
        const column<S> q = position_on(answer.path, k, τ), v = velocity_on(answer.path, k, τ);
        system.evaluate_mass(S(answer.path.begin(k) + τ), q.data());
        system.copy_mass(M);
        const column<S> p = M * v;
        S along(0), sum(0);
        for (int i = 0; i < n; ++i)
          if ((*c)[place(i)] != 0) {
            along += p[i];
            sum += abs(p[i]);
          }
        size = larger(size, sum);
        least = first ? along : std::min(least, along);
        most = first ? along : std::max(most, along);
        if (!is_finite(along)) most = infinity<S>();
        first = false;
      }
    if (finer == 1) whole = size;
    return only(S(most - least));
  };
  if (!defect(1)) return *otherwise;
  finding found = vanishing<S>("momentum", heard, only(S(S(allowance) * epsilon<S>() * steps_of(heard.answer) * whole)),
                               only(whole), defect, otherwise);
  if (found.where.starts_with(measure_names[0])) found.where.replace(0, std::string(measure_names[0]).size(), "drift");
  return found;
}

/// A whole shock: parts that continue each other are one.
template <scalar S>
std::vector<impact<S>> whole_shocks(const solution<S>& answer) {
  std::vector<impact<S>> shocks;
  for (const impact<S>& part : answer.impacts) {
    if (!part.continues || shocks.empty()) {
      shocks.push_back(part);
      continue;
    }
    impact<S>& whole = shocks.back();
    whole.v_plus = part.v_plus;
    whole.impulse += part.impulse;
    for (const int a : part.active)
      if (std::find(whole.active.begin(), whole.active.end(), a) == whole.active.end()) whole.active.push_back(a);
  }
  return shocks;
}

template <scalar S>
finding impact_at_every_atom(const hearing<S>& heard) {
  const std::string law = "impact";
  if (heard.answer.impacts.empty()) return left_out(law, "no impact");
  bool fixed = true;
  for (const expression& gap : heard.bound.system.gap) fixed = fixed && !variables_of(gap).time;
  measures<S> rounding, whole;
  rounding.fill(S(0));
  whole.fill(S(0));
  std::optional<finding> otherwise;
  const auto defect = [&](int finer) -> std::optional<measures<S>> {
    const solution<S> answer = finer == 1 ? heard.answer : heard.ask({.asked = heard.bound, .refinement = finer});
    if ((otherwise = not_answered(law, answer))) return {};
    evaluated_system<S> system(heard.bound.system);
    const int n = system.degrees_of_freedom();
    measures<S> worst;
    worst.fill(S(0));
    const std::vector<impact<S>> shocks = whole_shocks(answer);
    const S reach = heard.takes_steps ? S(S(8) * exact<S>(heard.until) / steps_of(answer)) : S(-1);
    int judged = 0;
    for (std::size_t at = 0; at < shocks.size(); ++at) {
      const impact<S>& shock = shocks[at];
      if ((at > 0 && shock.t - shocks[at - 1].t <= reach) ||
          (at + 1 < shocks.size() && shocks[at + 1].t - shock.t <= reach))
        continue;
      ++judged;
      system.evaluate_mass(shock.t, shock.q.data());
      system.evaluate_gradient(shock.t, shock.q.data());
      system.evaluate_gap_rate(shock.t, shock.q.data());
      matrix<S> M(n, n), G = matrix<S>::Zero(static_cast<Eigen::Index>(shock.active.size()), n);
      system.copy_mass(M);
      column<S> r(G.rows()), P(G.rows());
      for (Eigen::Index k = 0; k < G.rows(); ++k) {
        const int a = shock.active[static_cast<std::size_t>(k)];
        for (int e = system.gradient_row_begin(a); e < system.gradient_row_begin(a + 1); ++e) {
          const sparse_entry& entry = system.gradient_entries()[place(e)];
          G(k, entry.column) = system.gradient(entry);
        }
        r[k] = system.gap_rate(a);
        P[k] = shock.impulse[a];
      }
      const kinetic_metric<S> metric(M);
      const auto defects =
          defects_of_impact(metric, velocity_set<S>(G, r), system.restitution(), shock.v_minus, shock.v_plus, P);
      const S balance = fixed ? S(abs(energy_defect(metric, system.restitution(), shock.v_minus, shock.v_plus))) : S(0);
      const measures<S> found = {defects.momentum, defects.sign, defects.admissibility, defects.complementarity,
                                 balance};
      for (std::size_t k = 0; k < measured; ++k) worst[k] = larger(worst[k], found[k]);
      if (finer != 1) continue;
      // Sizes of the terms each is a difference of: a dozen operations a coordinate and a constraint.
      const S speed = larger(largest_entry(shock.v_minus), largest_entry(shock.v_plus)),
              terms = S(16 * (n + static_cast<int>(G.rows()))) * epsilon<S>();
      const S momentum = M.cwiseAbs().sum() * speed + G.cwiseAbs().sum() * largest_entry(P),
              rate = G.cwiseAbs().sum() * speed + largest_entry(r);
      const measures<S> size = {momentum, largest_entry(P), rate, S(P.cwiseAbs().sum() * rate), S(momentum * speed)};
      for (std::size_t k = 0; k < measured; ++k) {
        whole[k] = larger(whole[k], size[k]);
        rounding[k] = larger(rounding[k], S(terms * S(allowance) * size[k]));
      }
    }
    if (judged == 0) otherwise = left_out(law, "no shock that has eight steps to itself");
    return judged == 0 ? std::nullopt : std::optional(worst);
  };
  if (!defect(1)) return *otherwise;
  finding found = vanishing<S>(law, heard, rounding, whole, defect, otherwise);
  for (std::size_t k = 0; k < measured; ++k) {
    static const std::array<const char*, measured> parts = {"momentum", "sign of P", "admissibility", "complementarity",
                                                            "energy balance"};
    if (found.where.starts_with(measure_names[k]))
      found.where.replace(0, std::string(measure_names[k]).size(), parts[k]);
  }
  return found;
}

template <scalar S>
std::vector<rule<S>> of_balance() {
  return {{"energy", energy<S>}, {"momentum", momentum<S>}, {"impact", impact_at_every_atom<S>}};
}

}  // namespace unilateral::laws
