#pragma once
/// What ./check leaves to ./check --full, which sets UNILATERAL_CHECK_FULL.

#include <gtest/gtest.h>

#include <cstdlib>

namespace unilateral {

inline bool is_full_check() { return std::getenv("UNILATERAL_CHECK_FULL") != nullptr; }

}  // namespace unilateral

#define ONLY_IN_A_FULL_CHECK() \
  if (!unilateral::is_full_check()) GTEST_SKIP() << "takes long: in ./check --full"
