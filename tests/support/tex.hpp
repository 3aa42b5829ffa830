#pragma once
/// Tests that need TeX: skipped, and said to be, where it is not installed; the full check installs it, and fails
/// there.

#include "tests/support/full_check.hpp"
#include "tests/support/shell.hpp"

namespace unilateral {

inline bool has_tex() {
  return shell::run("command -v pdflatex && command -v lualatex && kpsewhich pgfplots.sty").status == 0;
}

}  // namespace unilateral

/// For the body of a test.
#define NEEDS_TEX()                                                            \
  if (!unilateral::has_tex()) {                                                \
    ASSERT_FALSE(unilateral::is_full_check()) << "no TeX";                     \
    GTEST_SKIP() << "no TeX: packages.txt names what ./reproduce --pdf needs"; \
  }                                                                            \
  static_assert(true)
