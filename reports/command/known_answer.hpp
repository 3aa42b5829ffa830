#pragma once
/// What is known of a problem's answer, as the command writes it.

#include "problems/language/many_digits.hpp"
#include "problems/language/reference.hpp"
#include "reports/command/json_writer.hpp"

namespace unilateral::command {

/// "from", "source", "maker", "confirmed_by", into the open object.
void write_provenance(json_writer& json, const provenance& from);

/// A list of the known numbers, each with its accuracy, after the key that was written last.
void write_values(json_writer& json, const reference<real50>& known, json_writer::layout lines);

}  // namespace unilateral::command
