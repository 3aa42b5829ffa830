#include "proofs/enclosures/theorem.hpp"

#include "proofs/enclosures/decimals.hpp"

#include <fmt/format.h>

namespace unilateral::enclosures {
namespace {

std::string line(const std::string& name, const bracket& x) {
  const decimal_bracket ends = in_decimals(x);
  return fmt::format("    {:<12} in [{}, {}]   width {}\n", name, ends.lower, ends.upper, magnitude_above(x.width()));
}
std::string lines(const std::vector<std::string>& coordinates, const std::string& suffix,
                  const std::vector<bracket>& x) {
  std::string text;
  for (std::size_t i = 0; i < x.size(); ++i) text += line(coordinates[i] + suffix, x[i]);
  return text;
}
std::string counted(std::size_t count, const std::string& what) {
  return count == 0 ? "no " + what : fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

}  // namespace

std::string theorem_text(const std::string& problem, const statement& bound, engine with, const enclosure& found) {
  const auto& names = bound.system.coordinates;
  const decimal_bracket until = in_decimals(found.until);
  const std::string when =
      until.lower == until.upper ? until.lower : fmt::format("a time in [{}, {}]", until.lower, until.upper);
  std::string text =
      fmt::format("{} ({}, {} bits, {} pieces)\n", found.proved ? "Theorem" : "Undecided; proved is this much",
                  name_of(with), found.bits, found.pieces);
  text += fmt::format("  {}: from the start to {} the motion has {}{}.\n", problem, when,
                      found.accumulations.empty()
                          ? counted(found.impacts.size(), "impact")
                          : fmt::format("infinitely many impacts ({} of them listed)", found.impacts.size()),
                      found.contacts.empty() ? "" : " and " + counted(found.contacts.size(), "lasting contact"));
  if (!found.impacts.empty())
    text +=
        "  At each the gap of one constraint crosses 0, once, at a normal velocity < 0 (at the start, those of some; "
        "with it, those that\n  are multiples of it by their formulas); all others are > 0, and so they are in "
        "between, "
        "but those of lasting contacts.\n";
  for (std::size_t k = 0; k < found.impacts.size(); ++k) {
    const impact_enclosure& impact = found.impacts[k];
    text += fmt::format("  impact {} at constraint {}\n", k + 1, impact.constraint);
    text += line("t", impact.t) + lines(names, "", impact.q) + lines(names, "' before", impact.v_minus) +
            lines(names, "' after", impact.v_plus) + line("impulse", impact.impulse);
    for (const impulse_enclosure& other : impact.also)
      text += line(fmt::format("at {}", other.constraint), other.impulse);
  }
  for (const accumulation_enclosure& limit : found.accumulations) {
    text += fmt::format(
        "  accumulation at constraint {}: after impact {} infinitely many more, faster and faster, with the limit\n",
        limit.constraint, limit.impacts_listed);
    text += line("t", limit.t) + lines(names, "", limit.q) + lines(names, "'", limit.v);
  }
  for (const contact_enclosure& contact : found.contacts) {
    text += fmt::format("  contact at constraint {}\n", contact.constraint) + line("from", contact.from);
    if (contact.to) text += line("to", *contact.to);
  }
  if (found.proved)
    text +=
        fmt::format("  at {}\n", when) + lines(names, "", found.end_position) + lines(names, "'", found.end_velocity);
  if (!found.proved) text += "  Undecided " + found.undecided + ".\n";
  text += "  Trusted:\n";
  for (const std::string& trusted : trusted_base(with)) text += "    " + trusted + "\n";
  return text;
}

}  // namespace unilateral::enclosures
