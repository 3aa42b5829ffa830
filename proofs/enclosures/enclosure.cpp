#include "proofs/enclosures/enclosure.hpp"

#include "problems/language/admissibility.hpp"
#include "problems/language/input_error.hpp"
#include "proofs/enclosures/allowance.hpp"
#include "proofs/enclosures/defect/engine.hpp"
#include "proofs/enclosures/lohner/engine.hpp"
#include "proofs/enclosures/vanishing.hpp"

#include <algorithm>
#include <regex>

namespace unilateral::enclosures {
namespace {

/// From the least that leaves room for a step, to where a step's order reaches the hundreds.
constexpr int fewest_digits = 5, most_digits = 120;

std::string difference(const std::string& what, const bracket& x, const bracket& y) {
  return overlap(x, y) ? "" : what + ": the brackets are disjoint";
}
std::string difference(const std::string& what, const std::vector<bracket>& x, const std::vector<bracket>& y) {
  if (x.size() != y.size()) return what + ": not the same number of brackets";
  for (std::size_t i = 0; i < x.size(); ++i)
    if (const std::string found = difference(what + "[" + std::to_string(i) + "]", x[i], y[i]); !found.empty())
      return found;
  return "";
}
std::string difference(const std::string& what, const std::vector<impulse_enclosure>& x,
                       const std::vector<impulse_enclosure>& y) {
  if (x.size() != y.size()) return what + ": not the same constraints";
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i].constraint != y[i].constraint) return what + ": not the same constraints";
    if (const std::string found = difference(what, x[i].impulse, y[i].impulse); !found.empty()) return found;
  }
  return "";
}
/// The number of impacts listed before an accumulation; of one that is not there, all.
std::size_t impacts_until(const enclosure& of, std::size_t accumulation) {
  return accumulation < of.accumulations.size() ? of.accumulations[accumulation].impacts_listed : of.impacts.size();
}
template <class... Differences>
std::string first_of(const Differences&... found) {
  std::string first;
  ((first.empty() ? void(first = found) : void()), ...);
  return first;
}

/// Why no theorem can be tried; empty where one can.
std::string not_smooth(const statement& bound) {
  for (const mass_entry& entry : bound.system.mass)
    if (has_kinks(entry.value))
      return "the kinetic metric has kinks or jumps: theorems are about metrics that are smooth";
  return "";
}

}  // namespace

bool overlap(const bracket& x, const bracket& y) { return x.lower <= y.upper && y.lower <= x.upper; }
bool contains(const bracket& x, const rational& number) { return x.lower <= number && number <= x.upper; }

std::string name_of(engine with) { return with == engine::defect ? "defect" : "lohner"; }

enclosure enclose(const statement& bound, engine with, const request& how) {
  if (how.digits < fewest_digits || how.digits > most_digits)
    throw input_error("digits: expected from " + std::to_string(fewest_digits) + " to " + std::to_string(most_digits) +
                      ", found " + std::to_string(how.digits));
  check_admissible(bound);
  if (const std::string why = not_smooth(bound); !why.empty()) {
    enclosure none;
    none.undecided = "after t = 0: " + why;
    return none;
  }
  const allowance allowed(how);
  return with == engine::defect ? defect::enclose(bound, how) : lohner::enclose(bound, how);
}

std::string disagreement(const enclosure& x, const enclosure& y) {
  if (x.proved && y.proved &&
      (x.accumulations.size() != y.accumulations.size() || x.contacts.size() != y.contacts.size() ||
       (x.accumulations.empty() && x.impacts.size() != y.impacts.size())))
    return "events: not the same number";
  // From one accumulation to the next, impacts are the same from the first on; each engine lists as many as it will.
  std::size_t i = 0, j = 0;
  const std::size_t accumulations = std::min(x.accumulations.size(), y.accumulations.size());
  for (std::size_t k = 0; k <= accumulations; ++k) {
    const std::size_t x_until = impacts_until(x, k), y_until = impacts_until(y, k);
    for (; i < x_until && j < y_until; ++i, ++j) {
      const impact_enclosure &a = x.impacts[i], &b = y.impacts[j];
      const std::string name = "impacts[" + std::to_string(i) + "].";
      if (a.constraint != b.constraint) return name + "constraint: not the same";
      if (const std::string found = first_of(
              difference(name + "t", a.t, b.t), difference(name + "q", a.q, b.q),
              difference(name + "v_minus", a.v_minus, b.v_minus), difference(name + "v_plus", a.v_plus, b.v_plus),
              difference(name + "impulse", a.impulse, b.impulse), difference(name + "also", a.also, b.also));
          !found.empty())
        return found;
    }
    if (k == accumulations) break;
    const accumulation_enclosure &a = x.accumulations[k], &b = y.accumulations[k];
    const std::string name = "accumulations[" + std::to_string(k) + "].";
    if (a.constraint != b.constraint) return name + "constraint: not the same";
    if (const std::string found = first_of(difference(name + "t", a.t, b.t), difference(name + "q", a.q, b.q),
                                           difference(name + "v", a.v, b.v));
        !found.empty())
      return found;
    i = x_until;
    j = y_until;
  }
  for (std::size_t k = 0; k < std::min(x.contacts.size(), y.contacts.size()); ++k) {
    const contact_enclosure &a = x.contacts[k], &b = y.contacts[k];
    const std::string name = "contacts[" + std::to_string(k) + "].";
    if (a.constraint != b.constraint) return name + "constraint: not the same";
    if (const std::string found = first_of(difference(name + "from", a.from, b.from),
                                           a.to && b.to ? difference(name + "to", *a.to, *b.to) : "");
        !found.empty())
      return found;
  }
  if (!x.proved || !y.proved) return "";
  return first_of(difference("until", x.until, y.until), difference("end.q", x.end_position, y.end_position),
                  difference("end.v", x.end_velocity, y.end_velocity));
}

std::optional<bracket> proved_quantity(const enclosure& found, const std::string& name) {
  static const std::regex of_event(
      R"((impacts|contacts|accumulations)\[(\d{1,6})\]\.(t|from|to|q|v|v_minus|v_plus|impulse)(?:\[(\d{1,6})\])?)"),
      at_end(R"(end\.(q|v)\[(\d{1,6})\])");
  const auto entry = [](const std::vector<bracket>& list, const std::string& index) -> std::optional<bracket> {
    if (index.empty() || std::stoul(index) >= list.size()) return std::nullopt;
    return list[std::stoul(index)];
  };
  std::smatch part;
  if (name == "counts.impacts" && found.proved && found.accumulations.empty())
    return bracket{rational(found.impacts.size()), rational(found.impacts.size())};
  if (std::regex_match(name, part, at_end))
    return entry(part[1] == "q" ? found.end_position : found.end_velocity, part[2]);
  if (!std::regex_match(name, part, of_event)) return std::nullopt;
  const std::size_t k = std::stoul(part[2]);
  const std::string what = part[3], index = part[4];
  if (part[1] == "contacts") {
    if (k >= found.contacts.size() || !index.empty()) return std::nullopt;
    return what == "from" ? std::optional(found.contacts[k].from) : what == "to" ? found.contacts[k].to : std::nullopt;
  }
  if (part[1] == "accumulations") {
    if (k >= found.accumulations.size()) return std::nullopt;
    const accumulation_enclosure& limit = found.accumulations[k];
    if (what == "t" && index.empty()) return limit.t;
    return what == "q" ? entry(limit.q, index) : what == "v" ? entry(limit.v, index) : std::nullopt;
  }
  // What is listed after an accumulation has no number.
  if (k >= impacts_until(found, 0)) return std::nullopt;
  const impact_enclosure& impact = found.impacts[k];
  if (what == "t" && index.empty()) return impact.t;
  if (what == "q") return entry(impact.q, index);
  if (what == "v_minus") return entry(impact.v_minus, index);
  if (what == "v_plus") return entry(impact.v_plus, index);
  if (what == "impulse" && !index.empty()) {
    for (const impulse_enclosure& other : impact.also)
      if (other.constraint == std::stoi(index)) return other.impulse;
    return std::stoi(index) == impact.constraint ? impact.impulse : bracket{0, 0};
  }
  return std::nullopt;
}

std::vector<std::string> trusted_base(engine with) {
  return {with == engine::defect ? defect::library_version() + " (balls), GMP, MPFR"
                                 : lohner::library_version() + " (intervals), GMP, MPFR",
          std::string("compiler ") + UNILATERAL_COMPILER,
          "proofs/enclosures/" + name_of(with) + "/, proofs/enclosures/{enclosure,vanishing,coincidence}.{hpp,cpp}",
          std::string("problems/language/{expression,exponentials,equal_formulas,rational,statement,admissibility}"
                      ".{hpp,cpp}: formulas, exact constants, derivatives of the gaps"),
          "the statement: that its formulas say what the problem says"};
}

}  // namespace unilateral::enclosures
