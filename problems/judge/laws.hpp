#pragma once
/// Laws that every right answer obeys, and that need no reference: so they hold for any problem and any code. A law
/// asks a respondent, who may be anybody's code behind a function, one question or two, and holds its answers against
/// each other or against the statement.
///
///   changed descriptions    the same motion in other units, another order, other coordinates, with a constraint said
///                           twice or one that is never met: the answer is mapped back and compared in the five
///                           distances of problems/judge/distance.hpp
///   horizon                 the run to a is the beginning of the run to T
///   origin of time          the rest of the run, asked from its state at a with t → a + t, is the rest of the run
///   backwards               e = 1: the motion asked from its end, with f(T − t, q, −v), is the motion reversed
///   energy                  ½ v·M v − ∫ (v·f + ½ v·Ṁ v) dt never grows where constraints are fixed; measured by its
///                           distance in L¹ from a function that does not, so that the one step in which a scheme turns
///                           round at a wall weighs what it lasts
///   momentum                c·M v stays, for a direction c with c·(f + Ṁ v) = 0 and G c = 0 as functions
///   impact                  at every atom the law of problems/judge/impact_law.hpp, parts of one shock together, and
///                           its energy balance; of a scheme, at those that have eight steps to themselves on either
///                           side
///
/// How far an answer may be off. In units u of a scalar S (u = ε(S)) a run of N steps rounds its state N times, and
/// each is amplified by the motion. How much, the respondent shows: its answers in double and at fifty digits to the
/// same question differ by m. So the bound of a law that it should obey to rounding is
///
///     (1)   2^5 ε(S) (N size + m/ε(double)),         size: of the quantity compared, by the path itself
///
/// where 2^5 is for roundings that fall otherwise in other words: two runs are compared, and a quotient of two random
/// sums of N roundings is beyond 32 once in 50. The square of L² v stands in the place of L² v: an impact that is late
/// by δ makes it √δ. Where the two answers of (1) part, rounding decides and there is no law to hold.
///
/// A scheme with a step h obeys the horizon to rounding, and changed descriptions wherever no step hangs on a rounding
/// (a body at rest whose gap is 0 or 10^−52). Else, and in the other laws, a defect has to
///
///     (2)   fall by half from h to h/16, as a share of the size, or to h/(16 T), what one step is of the whole: an
///           order of ¼ is lower than any that is declared; or from h/16 to h/256, where h was too long to tell the
///           impacts apart.
///
/// Where data are felt by their square root, so is rounding: size √(bound/size) stands in the place of the bound.

#include "problems/language/many_digits.hpp"
#include "problems/language/solution.hpp"
#include "problems/language/statement.hpp"

#include <array>
#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace unilateral::laws {

/// What a respondent is asked: a bound, admissible statement whose horizon is where the answer must end.
struct question {
  statement asked;
  rational unit_of_time =
      1;  ///< how many of this question's units of time make one of the first question's: a step scales with it
  int refinement = 1;  ///< a step is divided by it
};

template <scalar S>
using respondent = std::function<solution<S>(const question&)>;

/// Sup q, L¹ v, (L² v)², Hausdorff v, BL impulse.
constexpr std::size_t measured = 5;
extern const std::array<const char*, measured> measure_names;
template <scalar S>
using measures = std::array<S, measured>;

/// How the motion depends on its data: where a contact is grazed, by the square root of what they are off [Nordmark
/// 1991].
enum class dependence { lipschitz, square_root, none };

/// The question that is judged, and what the respondent makes of it.
template <scalar S>
struct hearing {
  statement bound;  ///< its horizon is a rational
  rational until;
  respondent<S> ask;
  bool takes_steps;    ///< a scheme: (2)
  dependence on_data;  ///< (2) is asked of the first kind only; of the last, nothing that is off by more than rounding
  bool thorough;       ///< all distances in both scalars; else none of Hausdorff v, and at fifty digits differences at
                       ///< Gauss's points of the common pieces
  solution<S> answer;  ///< to the question as it stands
  measures<double> moved_by_rounding;  ///< m/ε(double) of (1)
};

struct hearings {
  hearing<double> in_double;
  hearing<real50> in_fifty;
};

/// Hears the respondent in double and at fifty digits. A reason in place of the hearings where it does not answer, or
/// where rounding decides.
std::variant<hearings, std::string> hear(const statement& bound, const rational& until, bool takes_steps,
                                         const respondent<double>& in_double, const respondent<real50>& in_fifty,
                                         dependence on_data, bool thorough);

/// Why there is no hearing.
struct not_heard {
  std::string why;
  bool no_answer;  ///< a run did not get to its end; else rounding decides
};
/// Hears a respondent that answers in double alone, as codes from outside do. In the place of its answer at fifty
/// digits stands the one to a question whose masses are larger by 2^-26: m/ε(double) is what that moves, over 2^-26.
std::variant<hearing<double>, not_heard> hear(const statement& bound, const rational& until, bool takes_steps,
                                              const respondent<double>& ask, dependence on_data, bool thorough);

enum class outcome { holds, broken, left_out };

struct finding {
  std::string law;
  outcome is = outcome::left_out;
  double share = 0;           ///< defect over bound, the largest
  bool in_the_limit = false;  ///< by (2)
  std::string where{};        ///< which quantity, with numbers; why it was left out
};

/// The names of all laws, in the order in which they are judged.
const std::vector<std::string>& names();

/// Judges one law; throws std::logic_error for a name that is none.
template <scalar S>
finding judge(const std::string& law, const hearing<S>& heard);

/// The same motion in other words. With q = A q̂, t = t̂/τ, masses times μ, gaps Φ̂ = Γ Φ (Γ ≥ 0):
///     M̂ = μ AᵀM A,   f̂ = μ/τ² Aᵀf(t̂/τ, A q̂, τ A v̂),   Φ̂ = Γ Φ(t̂/τ, A q̂) and, appended, gaps never met;
///     back:  q = A q̂,   v = τ A v̂,   P = (τ/μ) ΓᵀP̂,   dR = (τ²/μ) Γᵀλ̂ dt.
struct description {
  using table = std::vector<std::vector<rational>>;
  rational τ = 1, μ = 1;
  table A, inverse_of_A;                ///< n × n
  table Γ;                              ///< gaps said × gaps of the statement
  std::vector<expression> never_met{};  ///< in the first question's words
};
/// The one that changes nothing.
description as_it_stands(const statement& bound);
statement said(const statement& bound, const description& in);
template <scalar S>
solution<S> back(const solution<S>& answer, const description& in);

}  // namespace unilateral::laws
