#pragma once
/// Theorems about motions with impacts, one statement at a time:
///
///   "the k-th impact of this problem lies in [a, b], transversally, with no other contact before; just before and
///    after it the state lies in these boxes",
///
/// proved in interval arithmetic by one of two engines that share nothing but the statement (problems/language) and
/// this file:
///
///   defect    Arb balls.   Any polynomial p near the motion; |p' − F(p)| bounded, and the error by the logarithmic
///             norm of DF.   (defect/)
///   lohner    MPFI intervals. Taylor's formula on boxes, errors carried in a frame that a QR factorisation turns with
///             the flow.   (lohner/)
///
/// "Undecided" is a legal answer: a contact at normal velocity 0, an accumulation of impacts, two contacts at once, or
/// too few digits.

#include "problems/language/statement.hpp"

#include <optional>
#include <string>
#include <vector>

namespace unilateral::enclosures {

/// A real number lies in [lower, upper]; the ends are exact.
struct bracket {
  rational lower, upper;
  rational width() const { return upper - lower; }
};
bool overlap(const bracket& x, const bracket& y);
bool contains(const bracket& x, const rational& number);

/// A shock at one constraint, all others being open: the gap crosses 0 at t, and nowhere else in the bracket of t.
struct impact_enclosure {
  int constraint = 0;
  bracket t{};
  std::vector<bracket> q{}, v_minus{}, v_plus{};
  bracket impulse{};  ///< P ≥ 0: M (v⁺ − v⁻) = Gᵀ P
};

/// A constraint stays in contact from `from`; at `to` its reaction falls through 0 and it opens (none: closed at the
/// end).
struct contact_enclosure {
  int constraint = 0;
  bracket from{};
  std::optional<bracket> to{};
};

enum class engine { defect, lohner };
std::string name_of(engine with);

struct request {
  /// Decimal digits aimed at: local errors below 10^−digits. The widths found are what counts.
  int digits = 50;
};

/// What was proved of the motion on [0, until], and whether this is all that was asked.
struct enclosure {
  bool proved = false;                      ///< up to the horizon
  std::string undecided{};                  ///< why not, and where; empty when proved
  bracket until{};                          ///< of the horizon when proved
  std::vector<impact_enclosure> impacts{};  ///< all impacts in (0, until], in order
  std::vector<contact_enclosure> contacts{};
  std::vector<bracket> end_position{}, end_velocity{};  ///< at `until`, if proved; else empty
  int pieces = 0;                                       ///< steps of time
  int bits = 0;                                         ///< working precision
};

/// Throws input_error when parameters are left without a value or numbers have no meaning; never answers "proved"
/// without a proof.
enclosure enclose(const statement& bound, engine with, const request& how = {});

/// The bracket of a quantity by its name in problems/answers/reference.hpp: "impacts[0].t", "contacts[0].to",
/// "end.q[1]", "counts.impacts" … Nothing where it isn't proved.
std::optional<bracket> proved_quantity(const enclosure& found, const std::string& name);

/// Two enclosures of one motion must have the same events, and brackets that overlap one by one; empty where they do,
/// else what doesn't. Events that only one of two undecided enclosures reached are not compared.
std::string disagreement(const enclosure& x, const enclosure& y);

/// What a reader has to trust beside the hardware: libraries with their versions, the compiler, the files of the
/// engine.
std::vector<std::string> trusted_base(engine with);

}  // namespace unilateral::enclosures
