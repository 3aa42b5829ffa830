#pragma once
/// The [reference] of a problem file.
///
///     [reference]
///     source = "[Moreau 1983]"           # optional: where it comes from
///     computed_by = "event_driven"       # optional: the solver that made the digits, and must not be judged by them
///     position = ["-6*sin(t)"]           # the motion from 0 to the horizon, in t and the parameters;
///                                        # the velocity is its derivative; or
///     [[reference.piece]]                # the motion in pieces, where velocities jump:
///     until = "pi"                       #   from the end of the piece before up to here
///                                        #   (the last one: to the horizon unless it says)
///     position = ["-6*sin(t)"]
///     [[reference.value]]                # one number of the answer, named as in problems/answers/reference.hpp
///     quantity = "impacts[0].t"
///     value = "0.74543227"               #   with a decimal point: known to half a unit of its last digit; a formula,
///                                        fraction or integer: exact
///     accuracy = "1e-8"                  #   optional: another bound of its error
///     [[reference.at]]                   # digits at given times: known when a run ends there
///     t = "4"
///     position = ["-0.1436"]
///     velocity = ["-0.3259"]
///
/// What contains parameters holds for any values of them; the rest, for the file's own values only.

#include "problems/answers/reference.hpp"
#include "problems/language/statement.hpp"

#include <string>
#include <vector>

namespace unilateral::text {

/// A number of an answer: |value − true value| ≤ accuracy.
struct known_number {
  expression value = 0;  ///< in the parameters
  rational accuracy = 0;
};

struct file_reference {
  struct piece {
    expression until;                  ///< in the parameters
    std::vector<expression> position;  ///< in t and the parameters
  };
  struct named_number {
    std::string quantity;
    known_number number;
  };
  struct instant {
    expression t;
    std::vector<known_number> position, velocity;  ///< either may be empty
  };

  provenance from;
  parameter_list parameters;  ///< the file's own values
  expression horizon;         ///< in the parameters
  std::vector<piece> pieces;
  std::vector<named_number> values;
  std::vector<instant> instants;
};

/// A decimal with a point is known to half a unit of its last digit; any other text is exact.
rational accuracy_of(std::string_view text);

/// True for the names of problems/answers/reference.hpp, with coordinates below n and constraints below m (chains: n
/// coordinates of nodes, m bars).
bool is_quantity(std::string_view name, int n, int m, bool of_chain);

reference_family family_of(file_reference known);

}  // namespace unilateral::text
