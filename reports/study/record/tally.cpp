#include "reports/study/record/tally.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace unilateral::study {

standing standing_of(const record& r) {
  switch (r.outcome) {
    case verdict::measured:
      return standing::measured;
    case verdict::reference_in_doubt:
      return standing::in_doubt;
    case verdict::holds:
      return r.known_gap.empty() ? standing::holds : standing::closed_gap;
    default:
      if (r.outcome == verdict::fails) return r.known_gap.empty() ? standing::fails : standing::known_gap;
      return r.known_gap.empty() ? standing::cannot_tell : standing::left_open;
  }
}

std::string name_of(standing s) {
  switch (s) {
    case standing::holds:
      return "holds";
    case standing::fails:
      return "FAILS";
    case standing::known_gap:
      return "fails as expected";
    case standing::left_open:
      return "left open";
    case standing::closed_gap:
      return "holds, though a known gap";
    case standing::cannot_tell:
      return "can't tell";
    case standing::in_doubt:
      return "reference in doubt";
    default:
      return "measured";
  }
}

int tally::all() const { return std::accumulate(of.begin(), of.end(), 0); }

tally tally_of(const results& found) {
  tally count;
  for (const record& r : found) ++count.of[static_cast<std::size_t>(standing_of(r))];
  return count;
}

bool all_as_declared(const results& found) { return tally_of(found).not_as_declared() == 0; }
bool any_in_doubt(const results& found) { return tally_of(found)[standing::in_doubt] > 0; }
bool all_hold(const results& found) { return all_as_declared(found) && !any_in_doubt(found); }
bool nothing_fails(const results& found) {
  return std::none_of(found.begin(), found.end(), [](const record& r) { return r.outcome == verdict::fails; });
}

int exit_status_of(const results& found, bool others_as_declared) {
  if (!others_as_declared) return 1;
  return any_in_doubt(found) ? 3 : 0;
}

results of_study(const results& found, std::string_view study) {
  results some;
  std::copy_if(found.begin(), found.end(), std::back_inserter(some),
               [&](const record& r) { return r.about.study == study; });
  return some;
}

}  // namespace unilateral::study
