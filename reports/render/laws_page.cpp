#include "reports/render/laws_page.hpp"

#include "reports/render/number_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace unilateral::render {
namespace {

using study::law_facts;
using study::record;
using study::standing;

struct cases {
  int tried = 0, left_out = 0, broken = 0;
  double share = 0;

  void add(const record& r) {
    const auto& facts = r.as<law_facts>();
    if (!facts.left_out.empty()) {
      ++left_out;
      return;
    }
    ++tried;
    broken += r.outcome == study::verdict::fails ? 1 : 0;
    if (!(facts.share <= share)) share = facts.share;
  }
};

/// In the order in which they come.
std::vector<std::string> each(const study::results& found, const std::string study::subject::* part) {
  std::vector<std::string> names;
  for (const record& r : study::of_kind<law_facts>(found))
    if (std::find(names.begin(), names.end(), r.about.*part) == names.end()) names.push_back(r.about.*part);
  return names;
}

}  // namespace

table law_overview(const study::results& found) {
  const auto laws = each(found, &study::subject::quantity), solvers = each(found, &study::subject::solver);
  std::map<std::pair<std::string, std::string>, cases> by;
  for (const record& r : study::of_kind<law_facts>(found)) {
    by[{r.about.quantity, r.about.solver}].add(r);
    by[{"", r.about.solver}].add(r);
  }
  table t{"laws", "Laws: problems on which each was tried, and the largest share of its bound", {{"law"}, {}}};
  t.data.header.insert(t.data.header.end(), solvers.begin(), solvers.end());
  for (const std::string& law : laws) {
    std::vector<std::string> row{law};
    for (const std::string& solver : solvers) {
      const cases& c = by[{law, solver}];
      if (c.broken > 0)
        row.push_back(fmt::format("{} of {} broken", c.broken, c.tried));
      else
        row.push_back(c.tried > 0 ? fmt::format("{}, {}", c.tried, share_text(c.share)) : "—");
      if (c.tried > 0)
        t.verdicts[{t.data.rows.size(), row.size() - 1}] = c.broken > 0 ? standing::fails : standing::holds;
    }
    t.data.rows.push_back(std::move(row));
  }
  if (laws.empty()) return t;
  std::vector<std::string> last{"left out"};
  for (const std::string& solver : solvers) last.push_back(std::to_string(by[{"", solver}].left_out));
  t.data.rows.push_back(std::move(last));
  return t;
}

table laws_left_out(const study::results& found) {
  std::map<std::string, int> count;
  for (const record& r : study::of_kind<law_facts>(found))
    if (const std::string& why = r.as<law_facts>().left_out; !why.empty()) ++count[why.substr(0, why.find(':'))];
  table t{"laws_left_out", "Laws: why cases were left out", {{"reason", "cases"}, {}}};
  std::vector<std::pair<std::string, int>> by_count(count.begin(), count.end());
  std::stable_sort(by_count.begin(), by_count.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  for (const auto& [why, cases_left_out] : by_count) t.data.rows.push_back({why, std::to_string(cases_left_out)});
  return t;
}

table law_cases(const study::results& found) {
  table t{"laws_cases",
          "Laws: every case",
          {{"problem", "solver", "law", "until", "share of the bound", "in the limit", "left out", "verdict"}, {}}};
  for (const record& r : study::of_kind<law_facts>(found)) {
    const auto& facts = r.as<law_facts>();
    t.data.rows.push_back({r.about.problem, r.about.solver, r.about.quantity, facts.until,
                           facts.left_out.empty() ? share_text(facts.share) : "", facts.in_the_limit ? "yes" : "no",
                           facts.left_out, name_of(study::standing_of(r))});
    t.mark_last(r);
  }
  return t;
}

}  // namespace unilateral::render
