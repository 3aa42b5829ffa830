#include "reports/claims/register.hpp"

#include "reports/claims/papers.hpp"
#include "reports/study/run/cell_filter.hpp"
#include "reports/study/run/parallel.hpp"

#include <mutex>

namespace unilateral::claims {

const std::vector<claim>& register_of_claims() {
  static const std::vector<claim> all = [] {
    std::vector<claim> list;
    for (const auto& paper :
         {moreau_1963(), moreau_1983(), paoli_2004(), sweeping(), sayah_2004_duality(), sayah_2004()})
      list.insert(list.end(), paper.begin(), paper.end());
    return list;
  }();
  return all;
}

namespace {

study::record record_of(const claim& c, const finding& found) {
  study::record r{.cell = "claims/" + c.id,
                  .about = {.study = "claims", .quantity = c.id},
                  .digits = scalar_traits<real50>::digits,
                  .reason = found.summary,
                  .command = "unilateral claims --filter '^" + c.id + "$'",
                  .facts = study::claim_facts{.paper = c.paper,
                                              .place = c.place,
                                              .statement = c.statement,
                                              .corrected = c.corrected,
                                              .settled = found.verdict,
                                              .expected = c.expected,
                                              .agreed = found.digits,
                                              .found = found.evidence,
                                              .theorems = found.theorems,
                                              .see = c.see}};
  if (found.reference_in_doubt) return study::without_verdict(r, found.summary);
  r.outcome = found.verdict == c.expected ? study::verdict::holds : study::verdict::fails;
  if (found.verdict != c.expected)
    r.reason = "expected " + name_of(c.expected) + ", found " + name_of(found.verdict) + ": " + found.summary;
  return r;
}

}  // namespace

study::results settle(const study::options& how, const instruments& with) {
  const study::cell_filter filter(how.filter);
  std::vector<const claim*> asked;
  for (const claim& c : register_of_claims())
    if (filter.admits("claims/" + c.id)) asked.push_back(&c);

  study::results records(asked.size());
  std::mutex reporting;
  int done = 0;
  // The last of them is a study and costs most: it goes first, so that no thread is left with it at the end.
  study::for_each_index(static_cast<int>(asked.size()), how.jobs, [&](int back) {
    const auto k = asked.size() - 1 - static_cast<std::size_t>(back);
    const claim& c = *asked[k];
    const finding found = settled(c, with);
    records[k] = record_of(c, found);
    const std::lock_guard one_at_a_time(reporting);
    if (how.progress) how.progress(++done, static_cast<int>(asked.size()), "claims/" + c.id);
  });
  return records;
}

}  // namespace unilateral::claims
