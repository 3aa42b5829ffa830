#pragma once
#include "tests/support/statements.hpp"

namespace unilateral {
namespace event_driven_statements = statements;
}
