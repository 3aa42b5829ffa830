#include "problems/text/file_reference.hpp"

#include "problems/answers/closed_form.hpp"
#include "problems/language/input_error.hpp"
#include "problems/language/tape.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <optional>
#include <stdexcept>

namespace unilateral::text {
namespace {

/// Decimal digits of x that the accuracy leaves: of 0.745 ± 0.0005, three.
int known_digits(const rational& x, const rational& accuracy) {
  const mpz_class units = mpz_class(abs(x) / (2 * accuracy));
  return static_cast<int>(units.get_str().size());
}

/// The parameters as coordinates 0, 1, …: formulas become tapes in t and the parameters' values.
class parameters_as_coordinates {
 public:
  explicit parameters_as_coordinates(const parameter_list& list) {
    for (const auto& [name, value] : list) {
      names.push_back(name);
      as_coordinate_.insert_or_assign(name, coordinate(static_cast<int>(names.size()) - 1));
    }
  }
  template <scalar S>
  tape<S> compiled(const std::vector<expression>& formulas) const {
    std::vector<expression> renamed;
    for (const expression& x : formulas) renamed.push_back(substitute(x, as_coordinate_));
    return tape<S>(renamed, static_cast<int>(names.size()));
  }
  std::vector<std::string> names;

 private:
  parameter_values as_coordinate_;
};

/// The instance of a reference for values of the parameters, on [0, until].
template <scalar S>
class instance {
 public:
  instance(const file_reference& known, const bound_values<S>& value_of, const S& until)
      : known_(known), parameters_(known.parameters), until_(until) {
    statement own;
    own.parameters = known.parameters;
    for (const auto& [name, formula] : with_values(own).parameters) {
      p_.push_back(value_of(name));
      own_values_ = own_values_ && p_.back() == constant_value<S>(formula);
    }
    horizon_ = value(known.horizon);
  }

  reference<S> made() {
    result_.from = known_.from;
    follow_pieces();
    add_named();
    add_instants();
    if (!result_.path && result_.values.empty() && !own_values_)
      throw input_error("reference: expected the file's own parameter values, for which its digits hold; found others");
    return std::move(result_);
  }

 private:
  S value(const expression& x) const {
    tape<S> formula = parameters_.compiled<S>({x});
    formula.run(S(0), p_.data(), nullptr);
    return formula[0];
  }

  /// Parameter-free numbers hold for the file's own values.
  bool holds(const std::vector<expression>& formulas) const {
    return own_values_ || std::any_of(formulas.begin(), formulas.end(),
                                      [](const expression& x) { return !variables_of(x).parameters.empty(); });
  }

  void follow_pieces() {
    std::vector<expression> all;
    for (const auto& piece : known_.pieces) all.insert(all.end(), piece.position.begin(), piece.position.end());
    if (all.empty() || !holds(all)) return;
    const int n = static_cast<int>(known_.pieces.front().position.size());
    trajectory<S> path(n);
    std::size_t pieces = 0;
    for (const auto& piece : known_.pieces) {
      const S end = std::min(value(piece.until), until_);
      if (!(end > path.end())) break;
      ++pieces;
      tape<S> position = parameters_.compiled<S>(piece.position);
      column<S> q(n);
      try {
        append_closed_form(path, end, [&](const S& t) -> const column<S>& {
          position.run(t, p_.data(), nullptr);
          for (int i = 0; i < n; ++i) q[i] = position[i];
          return q;
        });
      } catch (const std::domain_error& error) {
        throw input_error("reference.position: expected formulas smooth between t = " + to_text(path.end()) + " and " +
                          to_text(end) + ", found: " + error.what());
      }
    }
    if (path.pieces() == 0) return;
    if (path.end() == until_) add_end(pieces);
    result_.path = std::move(path);
  }

  /// State at the end of the path, in the last of its pieces. Where that piece ends and another follows, the velocity
  /// may jump: it is left open.
  void add_end(std::size_t pieces) {
    const auto& last = known_.pieces[pieces - 1];
    const std::size_t n = last.position.size();
    const bool jumps = pieces < known_.pieces.size() && value(last.until) == until_;
    std::vector<expression> formulas = last.position;
    for (std::size_t i = 0; i < n && !jumps; ++i) formulas.push_back(derivative(last.position[i], time()));
    tape<S> state = parameters_.compiled<S>(formulas);
    state.run(until_, p_.data(), nullptr);
    for (std::size_t k = 0; k < formulas.size(); ++k)
      result_.values.push_back(
          {(k < n ? "end.q[" : "end.v[") + std::to_string(k % n) + "]", state[static_cast<int>(k)], S(0)});
  }

  /// The time of "impacts[3].q[0]" is that of "impacts[3].t", where it is known.
  std::optional<S> time_of(const std::string& quantity) const {
    for (const auto& [name, number] : known_.values) {
      const bool itself =
          name == quantity && (name.ends_with(".t") || name.ends_with(".from") || name.ends_with(".to"));
      if (itself ||
          (quantity.find("].") != std::string::npos && name == quantity.substr(0, quantity.find("].")) + "].t"))
        return value(number.value);
    }
    return std::nullopt;
  }

  void add_named() {
    for (const auto& [quantity, number] : known_.values) {
      if (!holds({number.value})) continue;
      const std::optional<S> t = time_of(quantity);
      if (t ? *t <= until_ : until_ == horizon_) add(quantity, number);
    }
  }

  void add_instants() {
    for (const auto& [t, position, velocity] : known_.instants) {
      if (!(value(t) == until_)) continue;
      for (const auto& [name, list] : {std::pair("end.q[", &position), std::pair("end.v[", &velocity)})
        for (std::size_t i = 0; i < list->size(); ++i)
          if (holds({(*list)[i].value})) add(name + std::to_string(i) + "]", (*list)[i]);
    }
  }

  void add(const std::string& quantity, const known_number& number) {
    result_.values.push_back({quantity, value(number.value), exact<S>(number.accuracy)});
    if (number.accuracy != 0 && number.value.is_constant())
      result_.digits = std::min(result_.digits, known_digits(number.value.root().value, number.accuracy));
  }

  const file_reference& known_;
  parameters_as_coordinates parameters_;
  S until_, horizon_{};
  std::vector<S> p_;
  bool own_values_ = true;
  reference<S> result_;
};

/// Matches "impacts[#].q[n]": # any number, n and m numbers below those bounds.
bool matches(std::string_view name, std::string_view pattern, int n, int m) {
  std::size_t at = 0;
  for (std::size_t k = 0; k < pattern.size(); ++k) {
    const bool number = k > 0 && pattern[k - 1] == '[';
    if (!number) {
      if (at == name.size() || name[at] != pattern[k]) return false;
      ++at;
      continue;
    }
    const std::size_t begin = at;
    while (at < name.size() && at - begin < 9 && std::isdigit(static_cast<unsigned char>(name[at]))) ++at;
    if (at == begin) return false;
    const int value = std::atoi(std::string(name.substr(begin, at - begin)).c_str());
    if ((pattern[k] == 'n' && value >= n) || (pattern[k] == 'm' && value >= m) || (pattern[k] == '2' && value >= 2))
      return false;
  }
  return at == name.size();
}

}  // namespace

rational accuracy_of(std::string_view text) {
  const std::size_t begin = text.starts_with("-") || text.starts_with("+") ? 1 : 0;
  const auto point = text.find('.');
  if (point == std::string_view::npos) return 0;
  const auto is_digits = [](std::string_view part) {
    return std::all_of(part.begin(), part.end(),
                       [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; });
  };
  const auto exponent = std::min(text.find_first_of("eE"), text.size());
  if (exponent < point || !is_digits(text.substr(begin, point - begin)) ||
      !is_digits(text.substr(point + 1, exponent - point - 1)))
    return 0;
  const std::string unit = "1" + std::string(exponent < text.size() ? text.substr(exponent) : "e0");
  rational accuracy = exact_rational(unit) / 2;
  for (std::size_t k = point + 1; k < exponent; ++k) accuracy /= 10;
  return accuracy;
}

bool is_quantity(std::string_view name, int n, int m, bool of_chain) {
  static constexpr std::string_view of_systems[] = {"impacts[#].t",
                                                    "impacts[#].q[n]",
                                                    "impacts[#].v_minus[n]",
                                                    "impacts[#].v_plus[n]",
                                                    "impacts[#].impulse[m]",
                                                    "accumulations[#].t",
                                                    "accumulations[#].q[n]",
                                                    "accumulations[#].v[n]",
                                                    "contacts[#].from",
                                                    "contacts[#].to",
                                                    "end.q[n]",
                                                    "end.v[n]",
                                                    "counts.impacts",
                                                    "total_impulse[m]"};
  static constexpr std::string_view of_chains[] = {"chain.tensions[m]", "chain.speeds[#]",   "chain.velocities[#][2]",
                                                   "chain.moving",      "chain.dissipation", "end.q[n]"};
  const auto is_one = [&](std::string_view pattern) { return matches(name, pattern, n, m); };
  return of_chain ? std::any_of(std::begin(of_chains), std::end(of_chains), is_one)
                  : std::any_of(std::begin(of_systems), std::end(of_systems), is_one);
}

reference_family family_of(file_reference known) {
  return [known]<scalar S>(const bound_values<S>& value_of, const S& until) {
    return instance<S>(known, value_of, until).made();
  };
}

}  // namespace unilateral::text
