#pragma once
/// CVODE's objects of one run from event to event, given back at its end.

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <stdexcept>
#include <string>

namespace unilateral::random_systems::independent {

struct cvode_session {
  SUNContext context = nullptr;
  N_Vector y = nullptr, tolerances = nullptr;
  SUNMatrix A = nullptr;
  SUNLinearSolver linear = nullptr;
  void* cvode = nullptr;
  cvode_session() = default;
  cvode_session(const cvode_session&) = delete;
  cvode_session& operator=(const cvode_session&) = delete;
  ~cvode_session() {
    if (cvode != nullptr) CVodeFree(&cvode);
    if (linear != nullptr) SUNLinSolFree(linear);
    if (A != nullptr) SUNMatDestroy(A);
    if (tolerances != nullptr) N_VDestroy(tolerances);
    if (y != nullptr) N_VDestroy(y);
    if (context != nullptr) SUNContext_Free(&context);
  }
};

inline void check(int flag, const char* what) {
  if (flag < 0) throw std::runtime_error(std::string("independent: ") + what + " failed with " + std::to_string(flag));
}

}  // namespace unilateral::random_systems::independent
