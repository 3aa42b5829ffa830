#pragma once
/// The one count of records: the page, the last line of `report`, and the exit status of `verify` are views of it.

#include "reports/study/record/record.hpp"

#include <array>
#include <functional>

namespace unilateral::study {

/// Where a record stands beside what was declared of it.
enum class standing {
  holds,       ///< as declared
  zero,        ///< holds, and all that is compared is exactly 0 (is_all_zero): no finding, and counted apart
  fails,       ///< not as declared
  known_gap,   ///< fails, and is known to
  left_open,   ///< can't be told, and is known not to be: the full grid decides
  closed_gap,  ///< holds, though it is listed as one that doesn't: the list is wrong
  cannot_tell,
  in_doubt,  ///< its reference is
  measured   ///< nothing was declared
};
inline constexpr std::array all_standings{standing::holds,       standing::zero,      standing::fails,
                                          standing::known_gap,   standing::left_open, standing::closed_gap,
                                          standing::cannot_tell, standing::in_doubt,  standing::measured};
standing standing_of(const record& r);
/// Both numbers that it compares are exactly 0, or every error of a ladder is: mostly, nothing moves or nothing is hit.
bool is_all_zero(const record& r);
/// "holds", "exactly zero", "FAILS", "fails as expected", "left open", "holds, though a known gap", "can't tell",
/// "reference in doubt", "measured".
std::string name_of(standing s);

struct tally {
  std::array<int, all_standings.size()> of{};
  int operator[](standing s) const { return of[static_cast<std::size_t>(s)]; }
  int all() const;
  int as_declared() const { return (*this)[standing::holds] + (*this)[standing::zero] + (*this)[standing::measured]; }
  int not_as_declared() const {
    return (*this)[standing::fails] + (*this)[standing::closed_gap] + (*this)[standing::cannot_tell];
  }
};
tally tally_of(const results& found);

/// Everything declared was found as declared, or is a known gap; a known gap that closed counts against it too, so that
/// the lists stay true. What is in doubt has no verdict: it is not counted here.
bool all_as_declared(const results& found);
/// That, and nothing is in doubt.
bool all_hold(const results& found);
/// A record without a verdict, for its reference is in doubt (verdict::reference_in_doubt).
bool any_in_doubt(const results& found);
/// Nothing fails: what a command asks that declares by itself nothing but orders.
bool nothing_fails(const results& found);
/// Cells that have no verdict because runs of who is named did not get to their end: declared orders that can't be told
/// after runs that stopped or failed, or that say nothing of that distance, laws that were given no answer to. They are
/// no success, though nothing fails.
std::vector<std::string> missing(const results& found, const std::vector<std::string>& named);
/// Of a command: 1 where something else is not as declared, else 3 where a reference is in doubt, else 0.
int exit_status_of(const results& found, bool others_as_declared);

/// The records of one study, in their order.
results of_study(const results& found, std::string_view study);
/// The records of one kind.
template <class Facts>
results of_kind(const results& found) {
  results some;
  for (const record& r : found)
    if (r.is<Facts>()) some.push_back(r);
  return some;
}

}  // namespace unilateral::study
