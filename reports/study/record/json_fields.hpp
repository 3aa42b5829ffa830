#pragma once
/// Facts as JSON. Which fields a part of a record has is said once, for the writer and the reader: a specialisation of
/// `fields` with
///
///     template <class Archive, class Part> static void of(Archive&& field, Part& part) { field("order", part.order); …
///     }
///
/// For the files that write and read records; it brings nlohmann/json with it.

#include "problems/language/input_error.hpp"
#include "reports/study/record/record.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <concepts>
#include <cstdlib>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace unilateral::study::json_fields {

using json = nlohmann::ordered_json;

template <class Enum>
inline constexpr std::array<Enum, 0> all_of{};
template <>
inline constexpr std::array all_of<verdict>{verdict::holds, verdict::fails, verdict::cannot_tell, verdict::measured,
                                            verdict::reference_in_doubt};
template <>
inline constexpr std::array all_of<fit_outcome>{fit_outcome::no_ladder,         fit_outcome::fitted,
                                                fit_outcome::exact_to_rounding, fit_outcome::too_few,
                                                fit_outcome::not_finite,        fit_outcome::stopped};
template <>
inline constexpr std::array all_of<value_kind>{value_kind::number, value_kind::distance, value_kind::residual,
                                               value_kind::cost};
template <>
inline constexpr std::array all_of<velocity_reading> = std::to_array(all_velocity_readings);
template <>
inline constexpr std::array all_of<reading_origin>{reading_origin::option, reading_origin::file,
                                                   reading_origin::positions, reading_origin::nobody};
template <>
inline constexpr std::array all_of<settlement> = std::to_array(all_settlements);
template <>
inline constexpr std::array all_of<evidence::kind>{evidence::kind::fact, evidence::kind::counter_example,
                                                   evidence::kind::note};

/// What a record has parts of.
template <class Part>
struct fields {
  static constexpr bool none = true;
};
template <class T>
concept has_fields = !requires { fields<std::remove_const_t<T>>::none; };

template <>
struct fields<fitted_order> {
  template <class Archive, class Part>
  static void of(Archive&& field, Part& fit) {
    field("order", fit.order);
    field("half_width", fit.half_width);
    field("constant", fit.constant);
    field("floor", fit.floor);
    field("correction", fit.correction);
    field("of_the_square", fit.of_the_square);
    field("window_low", fit.window_low);
    field("window_high", fit.window_high);
    field("drift", fit.drift);
    field("drift_half_width", fit.drift_half_width);
  }
};

template <>
struct fields<reading_facts> {
  template <class Archive, class Part>
  static void of(Archive&& field, Part& reading) {
    field("velocity", reading.velocity);
    field("from", reading.from);
    field("limit", reading.limit);
    field("left_out", reading.left_out);
  }
};

// --- how a fact of each type is written, and read ---

inline json written(const std::string& text) { return text; }
inline json written(const std::vector<std::string>& texts) { return texts; }
inline json written(bool x) { return x; }
inline json written(int x) { return x; }
// Numbers as JSON numbers (shortest round-trip); what JSON can't say (NaN, ∞) as a string instead of null.
inline json written(double x) {
  if (std::isfinite(x)) return x;
  return std::isnan(x) ? "nan" : x > 0 ? "inf" : "-inf";
}
template <class Enum>
  requires std::is_enum_v<Enum>
json written(Enum x) {
  return name_of(x);
}
inline json written(const std::vector<ladder_point>& ladder) {
  json list = json::array();
  for (const ladder_point& p : ladder) list.push_back({written(p.step), written(p.error), p.in_window});
  return list;
}
template <has_fields T>
json written(const T& part);
template <class T>
json written(const std::vector<T>& found) {
  json list = json::array();
  for (const T& x : found) list.push_back(written(x));
  return list;
}
template <class T>
json written(const std::optional<T>& x) {
  return x ? written(*x) : json(nullptr);
}

inline void read(const json& j, std::string& text) { text = j.get<std::string>(); }
inline void read(const json& j, std::vector<std::string>& texts) { texts = j.get<std::vector<std::string>>(); }
inline void read(const json& j, bool& x) { x = j.get<bool>(); }
inline void read(const json& j, int& x) { x = j.get<int>(); }
inline void read(const json& j, double& x) {
  x = j.is_number() ? j.get<double>() : std::strtod(j.get<std::string>().c_str(), nullptr);
}
template <class Enum>
  requires std::is_enum_v<Enum>
void read(const json& j, Enum& x) {
  const auto text = j.get<std::string>();
  std::string names;
  for (const Enum candidate : all_of<Enum>) {
    if (name_of(candidate) == text) {
      x = candidate;
      return;
    }
    names += (names.empty() ? "" : ", ") + name_of(candidate);
  }
  throw input_error("expected one of " + names + ", found \"" + text + "\"");
}
inline void read(const json& j, std::vector<ladder_point>& ladder) {
  for (const json& point : j) {
    ladder_point p{};
    read(point.at(0), p.step);
    read(point.at(1), p.error);
    read(point.at(2), p.in_window);
    ladder.push_back(p);
  }
}
template <has_fields T>
void read(const json& j, T& part);
template <class T>
void read(const json& j, std::vector<T>& found) {
  for (const json& item : j) read(item, found.emplace_back());
}
template <class T>
void read(const json& j, std::optional<T>& x) {
  if (!j.is_null()) read(j, x.emplace());
}

struct writer {
  json& object;
  template <class T>
  void operator()(const char* key, const T& fact) const {
    object[key] = written(fact);
  }
};

struct reader {
  const json& object;
  template <class T>
  void operator()(const char* key, T& fact) const {
    try {
      read(object.at(key), fact);
    } catch (const input_error& wrong) {
      throw input_error(std::string(key) + ": " + wrong.what());
    }
  }
};

template <has_fields T>
json written(const T& part) {
  json object;
  fields<T>::of(writer{object}, part);
  return object;
}
template <has_fields T>
void read(const json& j, T& part) {
  fields<T>::of(reader{j}, part);
}

}  // namespace unilateral::study::json_fields
