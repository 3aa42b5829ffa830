#include "reports/python/interruptible.hpp"

#include <pybind11/pybind11.h>

#include <functional>

namespace unilateral::python {
namespace {

void look_for_signals() {
  const pybind11::gil_scoped_acquire lock;
  if (PyErr_CheckSignals() != 0) throw interrupted{};
}

template <class Answer, class Question>
void let_interrupt(std::function<Answer(const Question&, const request&)>& run) {
  if (!run) return;
  run = [run](const Question& question, const request& asked) {
    request watched = asked;
    watched.progress = [also = asked.progress](double part) {
      look_for_signals();
      if (also) also(part);
    };
    return run(question, watched);
  };
}

}  // namespace

study::listed_solver interruptible(const study::listed_solver& solver) {
  study::listed_solver watched = solver;
  let_interrupt(watched.system_in_double);
  let_interrupt(watched.system_in_real50);
  let_interrupt(watched.system_in_real100);
  let_interrupt(watched.chain_in_double);
  let_interrupt(watched.chain_in_real50);
  let_interrupt(watched.chain_in_real100);
  return watched;
}

}  // namespace unilateral::python
