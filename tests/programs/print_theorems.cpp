/// Prints theorems of both engines. Built twice, with the engines at -O2 and at -O0: tests/enclosures_output.cpp
/// compares the bytes.
#include "problems/answers/problem.hpp"
#include "proofs/enclosures/theorem.hpp"

#include <cstdio>

int main() {
  using namespace unilateral;
  for (const char* name :
       {"oscillator_by_hand", "pendulum_with_stop", "ball_on_moving_table", "galperin_0", "oscillator_grazing"}) {
    const statement bound = with_values(std::get<statement>(find_problem(name).question));
    for (const auto with : {enclosures::engine::defect, enclosures::engine::lohner})
      std::fputs(enclosures::theorem_text(name, bound, with, enclosures::enclose(bound, with, {.digits = 20})).c_str(),
                 stdout);
  }
}
