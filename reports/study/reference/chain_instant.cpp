#include "reports/study/reference/chain_instant.hpp"

#include "reports/study/reference/solver_list.hpp"

#include <algorithm>

namespace unilateral::study {
namespace {

using vector_of_50 = plane_vector<real50>;

vector_of_50 bound_vector(const std::array<expression, 2>& x) {
  return {constant_value<real50>(x[0]), constant_value<real50>(x[1])};
}

/// By how much an answer misses the law, and how large what is in it is.
struct held_to_the_law {
  real50 wrong{0}, size{1};
};
held_to_the_law against_the_law(const chain_statement& bound, const chain_solution<real50>& answer) {
  held_to_the_law found;
  const auto add = [&](const real50& miss) { found.wrong = larger(found.wrong, real50(abs(miss))); };
  for (const real50& tension : answer.tensions) found.size = larger(found.size, real50(abs(tension)));
  const vector_of_50 drive = bound_vector(bound.velocity);
  add((answer.velocities.front() - drive).norm());
  std::vector<vector_of_50> T;
  for (std::size_t i = 1; i < bound.nodes.size(); ++i) {
    T.push_back((bound_vector(bound.nodes[i]) - bound_vector(bound.nodes[i - 1])).normalized());
    add(T.back().dot(answer.velocities[i] - answer.velocities[i - 1]));
  }
  for (std::size_t i = 1; i < bound.nodes.size(); ++i) {
    vector_of_50 F = -answer.tensions[i - 1] * T[i - 1];
    if (i < T.size()) F += answer.tensions[i] * T[i];
    add(larger(real50(F.norm() - 1), real50(0)));
    add(answer.velocities[i].norm() - F.dot(answer.velocities[i]));
  }
  return found;
}

}  // namespace

reference_motion<double> instant_to_measure_against(const chain_instance& of) {
  const auto& all = solver_list();
  const auto maker =
      std::find_if(all.begin(), all.end(), [](const listed_solver& s) { return static_cast<bool>(s.chain_in_real50); });
  if (maker == all.end()) throw reference_in_doubt("no solver of chains is part of this build");
  const chain_solution<real50> answer = maker->solve<real50>(of.question, {});
  if (!answer.completed()) throw reference_in_doubt(maker->declaration.name + " " + answer.status);
  const held_to_the_law found = against_the_law(of.question, answer);
  if (!(found.wrong <= exact<real50>("1e-30") * found.size))
    throw reference_in_doubt("the answer of " + maker->declaration.name + " misses the law of friction by " +
                             to_text(to_double(found.wrong)));

  const auto bars = static_cast<std::size_t>(of.question.bars());
  const auto coordinates = static_cast<Eigen::Index>(2 * bars + 2);
  column<double> place(coordinates), velocity(coordinates);
  for (std::size_t i = 0; i <= bars; ++i)
    for (const std::size_t k : {std::size_t(0), std::size_t(1)}) {
      const auto at = static_cast<Eigen::Index>(2 * i + k);
      place[at] = constant_value<double>(of.question.nodes[i][k]);
      velocity[at] = to_double(answer.velocities[i][static_cast<Eigen::Index>(k)]);
    }
  motion<double> known{trajectory<double>(static_cast<int>(coordinates))};
  known.path.append_linear(1.0, place, velocity);
  known.reactions.emplace(std::min(bars, static_cast<std::size_t>(answer.moving) + 1));
  for (std::size_t i = 0; i < known.reactions->size(); ++i)
    (*known.reactions)[i].atoms.push_back({0.0, to_double(answer.tensions[i])});
  return {std::move(known),
          {.from = origin::computed,
           .source = "the law of friction holds for it to 30 digits",
           .maker = maker->declaration.name}};
}

}  // namespace unilateral::study
