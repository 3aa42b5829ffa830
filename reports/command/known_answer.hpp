#pragma once
/// What is known of a problem's answer, as the command writes it.

#include "problems/answers/reference.hpp"
#include "reports/command/decimal_text.hpp"
#include "reports/command/json_writer.hpp"

namespace unilateral::command {

/// "from", "source", "maker", "confirmed_by", into the open object.
void write_provenance(json_writer& json, const provenance& from);

/// A list of the known numbers, each with its accuracy, after the key that was written last.
template <scalar S>
void write_values(json_writer& json, const reference<S>& known, json_writer::layout lines) {
  json.list(lines);
  for (const auto& value : known.values)
    json.object()
        .key("quantity")
        .string(value.quantity)
        .key("value")
        .string(shortest_decimal(value.value))
        .key("accuracy")
        .string(shortest_decimal(value.accuracy))
        .end();
  json.end();
}

}  // namespace unilateral::command
