#include "problems/judge/quantity.hpp"

#include "problems/language/input_error.hpp"
#include "problems/language/many_digits.hpp"

#include <charconv>
#include <cmath>

namespace unilateral {
namespace {

/// A name taken apart: "impacts[2].q[0]" has the pattern "impacts[].q[]" and the numbers 2, 0.
class parsed_name {
 public:
  explicit parsed_name(std::string_view name) : name_(name) {
    for (std::size_t at = 0; at < name.size();) {
      pattern_ += name[at];
      if (name[at++] != '[') continue;
      int number = -1;
      const auto [end, error] = std::from_chars(name.data() + at, name.data() + name.size(), number);
      const auto length = static_cast<std::size_t>(end - (name.data() + at));
      if (error != std::errc() || number < 0 || at + length >= name.size() || name[at + length] != ']')
        throw input_error("quantity: expected a number in brackets, found \"" + name_ + "\"");
      numbers_.push_back(number);
      at += length;
    }
  }

  bool is(std::string_view pattern) const { return pattern_ == pattern; }

  /// Entry of a list at the name's k-th number.
  template <class List>
  const auto& entry(const List& list, std::size_t k) const {
    const int count = static_cast<int>(list.size()), number = numbers_[k];
    if (number >= count)
      throw input_error("quantity " + name_ + ": expected a number below " + std::to_string(count) + ", found " +
                        std::to_string(number));
    if constexpr (requires { list.data(); })
      return list.data()[number];
    else
      return list[static_cast<std::size_t>(number)];
  }

  input_error unknown(const std::string& known) const {
    return input_error("quantity: expected one of " + known + ", found \"" + name_ + "\"");
  }

  std::size_t number(std::size_t k) const { return static_cast<std::size_t>(numbers_[k]); }

 private:
  std::string name_, pattern_;
  std::vector<int> numbers_;
};

template <scalar S>
S count(std::int64_t number) {
  return S(static_cast<double>(number));
}

}  // namespace

template <scalar S>
S quantity(const solution<S>& answer, std::string_view name) {
  const parsed_name wanted(name);
  if (wanted.is("impacts[].t")) return wanted.entry(answer.impacts, 0).t;
  if (wanted.is("impacts[].q[]")) return wanted.entry(wanted.entry(answer.impacts, 0).q, 1);
  if (wanted.is("impacts[].v_minus[]")) return wanted.entry(wanted.entry(answer.impacts, 0).v_minus, 1);
  if (wanted.is("impacts[].v_plus[]")) return wanted.entry(wanted.entry(answer.impacts, 0).v_plus, 1);
  if (wanted.is("impacts[].impulse[]")) return wanted.entry(wanted.entry(answer.impacts, 0).impulse, 1);
  if (wanted.is("accumulations[].t")) return wanted.entry(answer.accumulations, 0).t;
  if (wanted.is("accumulations[].q[]")) return wanted.entry(wanted.entry(answer.accumulations, 0).q, 1);
  if (wanted.is("accumulations[].v[]")) return wanted.entry(wanted.entry(answer.accumulations, 0).v, 1);
  if (wanted.is("contacts[].from")) return wanted.entry(answer.contacts, 0).from;
  if (wanted.is("contacts[].to")) return wanted.entry(answer.contacts, 0).to;
  if (wanted.is("end.t")) return answer.end_time;
  if (wanted.is("end.q[]")) return wanted.entry(answer.end_position, 0);
  if (wanted.is("end.v[]")) return wanted.entry(answer.end_velocity, 0);
  if (wanted.is("counts.impacts")) return count<S>(answer.counts.impacts);
  if (wanted.is("total_impulse[]")) {
    // Impulses and the integrals of the densities.
    S sum(0);
    bool known = false;
    for (const impact<S>& shock : answer.impacts) {
      sum += wanted.entry(shock.impulse, 0);
      known = true;
    }
    for (const reaction_density<S>& density : answer.reactions) {
      known = true;
      if (static_cast<std::size_t>(density.constraint) != wanted.number(0)) continue;
      S power = density.to - density.from, width = power;
      for (std::size_t j = 0; j < density.coefficients.size(); ++j, power *= width)
        sum += density.coefficients[j] * power / S(static_cast<int>(j) + 1);
    }
    if (!known && answer.counts.impacts > 0)
      throw input_error("quantity " + std::string(name) +
                        ": expected an answer that keeps its impacts, found a summary");
    return sum;
  }
  throw wanted.unknown(
      "impacts[k].t, .q[i], .v_minus[i], .v_plus[i], .impulse[a], accumulations[k].t, .q[i], .v[i], contacts[k].from, "
      ".to, end.t, end.q[i], end.v[i], counts.impacts, "
      "total_impulse[a]");
}

template <scalar S>
S quantity(const chain_solution<S>& answer, std::string_view name) {
  using std::sqrt;
  const parsed_name wanted(name);
  if (wanted.is("chain.tensions[]")) return wanted.entry(answer.tensions, 0);
  if (wanted.is("chain.speeds[]")) return wanted.entry(answer.velocities, 0).norm();
  if (wanted.is("chain.velocities[][]")) return wanted.entry(wanted.entry(answer.velocities, 0), 1);
  if (wanted.is("chain.moving")) return S(answer.moving);
  if (wanted.is("chain.dissipation")) return answer.dissipation;
  if (wanted.is("end.t")) return answer.end_time;
  if (wanted.is("end.q[]")) {
    if (answer.path.pieces() == 0)
      throw input_error("quantity " + std::string(name) + ": expected an evolution with its path, found one instant");
    return wanted.entry(answer.path.position(answer.path.end()), 0);
  }
  throw wanted.unknown(
      "chain.tensions[i], chain.speeds[i], chain.velocities[i][j], chain.moving, chain.dissipation, end.t, end.q[i]");
}

#define INSTANTIATE(S)                                       \
  template S quantity(const solution<S>&, std::string_view); \
  template S quantity(const chain_solution<S>&, std::string_view);
INSTANTIATE(double)
INSTANTIATE(real50)
INSTANTIATE(real100)
#undef INSTANTIATE

}  // namespace unilateral
