#pragma once
/// Progress on standard error: a bar on a terminal, plain lines otherwise.

#include "reports/study/options.hpp"

namespace unilateral::command {

study::progress_report progress_on_stderr();

}  // namespace unilateral::command
