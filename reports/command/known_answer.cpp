#include "reports/command/known_answer.hpp"

#include "problems/language/many_digits.hpp"
#include "reports/study/reference_path.hpp"

namespace unilateral::command {

void write_provenance(json_writer& json, const provenance& from) {
  json.key("from").string(study::name_of(from.from)).key("source").string(from.source).key("maker").string(from.maker).key("confirmed_by").list();
  for (const std::string& method : from.confirmed_by) json.string(method);
  json.end();
}

void write_values(json_writer& json, const reference<real50>& known, json_writer::layout lines) {
  json.list(lines);
  for (const auto& value : known.values)
    json.object().key("quantity").string(value.quantity).key("value").string(to_text(value.value)).key("accuracy").string(to_text(value.accuracy)).end();
  json.end();
}

}  // namespace unilateral::command
