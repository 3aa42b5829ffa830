#pragma once
/// A validator of JSON documents that knows just the keywords that the schemas of docs/ use, and refuses one it doesn't
/// know.

#include <nlohmann/json.hpp>

#include <algorithm>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace unilateral {

/// "place: what is wrong", one for each fault.
inline std::vector<std::string> schema_faults(const nlohmann::json& document, const nlohmann::json& rule,
                                              const std::string& at = "$") {
  std::vector<std::string> found;
  const auto fault = [&](const std::string& what) { found.push_back(at + ": " + what); };
  static const std::set<std::string> known{
      "$schema", "title", "description", "type",    "required", "properties", "additionalProperties",
      "items",   "const", "enum",        "pattern", "oneOf"};
  for (const auto& [keyword, value] : rule.items())
    if (!known.contains(keyword)) fault("unknown keyword " + keyword);
  if (rule.contains("type") && rule["type"] != document.type_name()) {
    fault("expected " + rule["type"].get<std::string>() + ", found " + document.type_name());
    return found;
  }
  if (rule.contains("const") && document != rule["const"]) fault("expected " + rule["const"].dump());
  if (rule.contains("enum") && std::find(rule["enum"].begin(), rule["enum"].end(), document) == rule["enum"].end())
    fault("expected one of " + rule["enum"].dump());
  if (rule.contains("pattern") &&
      !std::regex_search(document.get<std::string>(), std::regex(rule["pattern"].get<std::string>())))
    fault("no number: " + document.dump());
  if (rule.contains("required"))
    for (const auto& key : rule["required"])
      if (!document.contains(key.get<std::string>())) fault("lacks " + key.get<std::string>());
  if (rule.contains("properties"))
    for (const auto& [key, value] : document.items()) {
      if (rule["properties"].contains(key))
        for (const std::string& inner : schema_faults(value, rule["properties"][key], at + "." + key))
          found.push_back(inner);
      else if (rule.value("additionalProperties", true) == false)
        fault("unexpected " + key);
    }
  if (rule.contains("items"))
    for (std::size_t k = 0; k < document.size(); ++k)
      for (const std::string& inner : schema_faults(document[k], rule["items"], at + "[" + std::to_string(k) + "]"))
        found.push_back(inner);
  if (rule.contains("oneOf")) {
    const auto fits = std::count_if(rule["oneOf"].begin(), rule["oneOf"].end(), [&](const nlohmann::json& choice) {
      return schema_faults(document, choice, at).empty();
    });
    if (fits != 1) fault(std::to_string(fits) + " of the choices fit, expected 1");
  }
  return found;
}

}  // namespace unilateral
