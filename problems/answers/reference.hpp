#pragma once
/// A known answer: numbers and, where there is one, a whole trajectory, with where they come from and how far to trust
/// them.

#include "problems/language/many_digits.hpp"
#include "problems/language/trajectory.hpp"

#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace unilateral {

enum class origin {
  closed_form,  ///< derived in the problem's file; good for any number of digits
  published,    ///< digits taken from a source
  computed      ///< made by a solver of this project, which it must not judge
};

struct provenance {
  origin from = origin::closed_form;
  std::string source;  ///< a citation, or one sentence of derivation
  std::string maker;   ///< of a computed one: the solver's name
  std::vector<std::string>
      confirmed_by{};  ///< methods that share no code with the maker, nor with each other, and find the same digits

  /// What a solver has computed judges every solver but that one.
  bool may_judge(const std::string& solver) const { return from != origin::computed || maker != solver; }
};

/// One known number. Quantities are named as in the output of `unilateral solve`:
///   "impacts[k].t", "impacts[k].q[i]", "impacts[k].v_minus[i]", "impacts[k].v_plus[i]", "impacts[k].impulse[a]",
///   "accumulations[k].t", "accumulations[k].q[i]", "accumulations[k].v[i]", "end.q[i]", "end.v[i]", "counts.impacts",
///   "total_impulse[a]", "contacts[k].from", "contacts[k].to"; total_impulse[a] is the whole reaction of constraint a
///   over the run, atoms and densities; for chains "chain.tensions[i]" (bar i+1), "chain.speeds[i]" (|u_i|, node i),
///   "chain.velocities[i][j]", "chain.moving", "chain.dissipation", "end.q[i]".
/// Numbering starts at 0.
template <scalar S>
struct known_value {
  std::string quantity;
  S value;
  S accuracy{};  ///< absolute: half a unit of the last known digit; 0 where exact up to the rounding of S
};

/// The answer for one bound instance.
template <scalar S>
struct reference {
  provenance from;
  int digits = scalar_traits<S>::digits;  ///< known decimal digits (at most those of S)
  std::vector<known_value<S>> values;
  std::optional<trajectory<S>> path;  ///< valid on its whole range
};

/// Parameter values an instance was bound with, in S, by name.
template <scalar S>
using bound_values = std::function<S(const std::string& name)>;

/// An answer for any values of the parameters, in each scalar: made from one generic lambda
/// `[]<scalar S>(const bound_values<S>& p, const S& until) -> reference<S>`.
/// It may throw input_error for parameter values outside its range of validity, and returns what is known on [0,
/// until].
class reference_family {
 public:
  reference_family() = default;
  template <class Generic>
    requires(!std::is_same_v<std::remove_cvref_t<Generic>, reference_family>)
  reference_family(Generic generic)  // NOLINT: a lambda is a family
      : in_double_([generic](const bound_values<double>& p, const double& until) {
          return generic.template operator()<double>(p, until);
        }),
        in_real50_([generic](const bound_values<real50>& p, const real50& until) {
          return generic.template operator()<real50>(p, until);
        }),
        in_real100_([generic](const bound_values<real100>& p, const real100& until) {
          return generic.template operator()<real100>(p, until);
        }) {}

  explicit operator bool() const { return static_cast<bool>(in_double_); }
  template <scalar S>
  reference<S> at(const bound_values<S>& p, const S& until) const {
    if constexpr (std::is_same_v<S, double>)
      return in_double_(p, until);
    else if constexpr (std::is_same_v<S, real50>)
      return in_real50_(p, until);
    else
      return in_real100_(p, until);
  }

 private:
  std::function<reference<double>(const bound_values<double>&, const double&)> in_double_;
  std::function<reference<real50>(const bound_values<real50>&, const real50&)> in_real50_;
  std::function<reference<real100>(const bound_values<real100>&, const real100&)> in_real100_;
};

}  // namespace unilateral
