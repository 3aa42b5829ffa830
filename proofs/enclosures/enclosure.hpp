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
/// "Undecided" is a legal answer: a contact at normal velocity 0, two gaps that close at once and not by their
/// formulas, too few digits, or all the work spent that was allowed (allowance.hpp).

#include "problems/language/statement.hpp"

#include <cstdint>
#include <functional>
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

struct impulse_enclosure {
  int constraint;
  bracket impulse;  ///< P ≥ 0
};

/// A shock: the gap of one constraint crosses 0 at t, and nowhere else in the bracket of t; with it those that by their
/// formulas are multiples of it (coincidence.hpp). Of the others that are touched there, in lasting contact or from the
/// start, some have impulses as well.
struct impact_enclosure {
  int constraint = 0;
  bracket t{};
  std::vector<bracket> q{}, v_minus{}, v_plus{};
  bracket impulse{};                      ///< P ≥ 0: M (v⁺ − v⁻) = Gᵀ P
  std::vector<impulse_enclosure> also{};  ///< impulses at others, in order
};

/// A constraint stays in contact from `from`; at `to` its reaction falls through 0 and it opens (none: closed at the
/// end).
struct contact_enclosure {
  int constraint = 0;
  bracket from{};
  std::optional<bracket> to{};
};

/// Infinitely many impacts at one constraint, faster and faster, before t, and contact from t on. Of them the last of
/// the first `impacts_listed` of the motion, and others before it, are listed; the times and the normal velocities of
/// the rest fall at least as fast as a geometric sequence.
struct accumulation_enclosure {
  int constraint = 0;
  bracket t{};
  std::vector<bracket> q{}, v{};  ///< at t
  std::size_t impacts_listed = 0;
};

enum class engine { defect, lohner };
std::string name_of(engine with);

struct request {
  /// Decimal digits aimed at: local errors below 10^−digits. The widths found are what counts.
  int digits = 50;
  /// Work that is allowed, in products of Taylor coefficients: counted, so that an answer is the same on any machine.
  /// The default is a minute or two, more than ten times what the double pendulum takes at 50 digits.
  std::int64_t operations = 1'000'000'000;
  /// And on the clock, in seconds; none: as long as the operations last.
  std::optional<double> seconds{};
  /// Told now and then which part of [0, horizon] is done.
  std::function<void(double part)> progress{};
};

/// What was proved of the motion on [0, until], and whether this is all that was asked.
struct enclosure {
  bool proved = false;                      ///< up to the horizon
  std::string undecided{};                  ///< why not, and where; empty when proved
  bracket until{};                          ///< of the horizon when proved
  std::vector<impact_enclosure> impacts{};  ///< in [0, until], in order: all but those near accumulations
  std::vector<contact_enclosure> contacts{};
  std::vector<accumulation_enclosure> accumulations{};
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
/// else what doesn't. Events that only one of two undecided enclosures reached are not compared, nor impacts before an
/// accumulation that only one of them lists.
std::string disagreement(const enclosure& x, const enclosure& y);

/// What a reader has to trust beside the hardware: libraries with their versions, the compiler, the files of the
/// engine.
std::vector<std::string> trusted_base(engine with);

}  // namespace unilateral::enclosures
