#include "reports/command/known_answer.hpp"

#include "reports/study/reference/reference_path.hpp"

namespace unilateral::command {

void write_provenance(json_writer& json, const provenance& from) {
  json.key("from")
      .string(study::name_of(from.from))
      .key("source")
      .string(from.source)
      .key("maker")
      .string(from.maker)
      .key("confirmed_by")
      .list();
  for (const std::string& method : from.confirmed_by) json.string(method);
  json.end();
}

}  // namespace unilateral::command
