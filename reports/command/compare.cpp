#include "reports/command/commands.hpp"
#include "reports/command/output.hpp"
#include "reports/study/record/compare.hpp"

namespace unilateral::command {

int compare(const compare_options& asked) {
  const study::record_comparison found = study::compared_records(asked.before, asked.after);
  output target;
  target.stream() << study::as_text(found);
  target.commit();
  return found.verdicts.empty() ? done : not_as_declared;
}

}  // namespace unilateral::command
