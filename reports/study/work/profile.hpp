#pragma once
/// Costs of several contenders on several problems, side by side.
///
///   (1)  performance profile [Dolan More 2002]:  ρ_s(τ) = |{p : c_ps ≤ τ min_r c_pr}| / |P|      c_ps: the least cost
///        of a run of s that solves p to the wanted error, ∞ where there is none. P holds all problems, also those that
///        nobody solves: no contender profits from what all leave out
///   (2)  Pareto front of one problem: the runs that no other run beats, in error and in cost

#include <string>
#include <vector>

namespace unilateral::study {

/// A step of ρ_s: from this factor on, that share.
struct profile_step {
  double factor, share;
};
/// (1), for each contender: its steps, factors rising, from 1; empty of one that solves nothing. cost[s][p] > 0, or
/// infinite; as many for each s.
std::vector<std::vector<profile_step>> performance_profiles(const std::vector<std::vector<double>>& cost);

struct work_point {
  double cost, error;
};
/// (2), the places of its runs, costs rising. What is no finite number is on no front. Of equal ones the first.
std::vector<std::size_t> pareto_front(const std::vector<work_point>& runs);

}  // namespace unilateral::study
