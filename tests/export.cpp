/// `unilateral export`: every problem of the catalogue is a document of the published schema, numbers as strings with
/// all their digits. The validator (tests/support/schema_faults.hpp) knows just the keywords that the schema uses, and
/// refuses one it doesn't know. Text against text: no tolerance.

#include "problems/answers/problem.hpp"
#include "problems/text/problem_file.hpp"
#include "tests/support/schema_faults.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

namespace unilateral {
namespace {

using nlohmann::json;

/// Standard output of `unilateral <words>`.
std::string output_of(const std::string& words) {
  FILE* const pipe = ::popen((std::string(COMMAND_PATH) + " " + words).c_str(), "r");
  std::string out;
  std::array<char, 65536> buffer;
  for (std::size_t read; (read = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
    out.append(buffer.data(), read);
  EXPECT_EQ(::pclose(pipe), 0) << words;
  return out;
}
json schema() { return json::parse(std::ifstream(std::string(SOURCE_ROOT) + "/docs/export.schema.json")); }

std::vector<std::string> faults(const json& document, const json& rule) { return schema_faults(document, rule); }

TEST(exported_problems, are_documents_of_the_published_schema) {
  const json rule = schema();
  for (const problem& p : catalogue()) {
    const json document = json::parse(output_of("export " + p.name));
    const auto found = faults(document, rule);
    EXPECT_TRUE(found.empty()) << p.name << ": " << found.front();
    EXPECT_EQ(document["name"], p.name);
    EXPECT_EQ(document["reference"].is_null(), !p.answer) << p.name;
  }
}

TEST(exported_problems, hold_every_known_value_with_all_its_digits) {
  for (const problem& p : catalogue()) {
    if (!p.answer) continue;
    const auto known = std::visit(
        [&](const auto& question) {
          const auto bound = with_values(question);
          return p.answer.at<real50>(values_of<real50>(bound.parameters), constant_value<real50>(bound.horizon));
        },
        p.question);
    const json document = json::parse(output_of("export " + p.name));
    const json& values = document["reference"]["values"];
    ASSERT_EQ(values.size(), known.values.size()) << p.name;
    for (std::size_t k = 0; k < known.values.size(); ++k) {
      EXPECT_EQ(values[k]["quantity"], known.values[k].quantity);
      EXPECT_EQ(real50(values[k]["value"].get<std::string>()), known.values[k].value)
          << p.name << " " << known.values[k].quantity;
      EXPECT_EQ(real50(values[k]["accuracy"].get<std::string>()), known.values[k].accuracy)
          << p.name << " " << known.values[k].quantity;
    }
    EXPECT_EQ(document["reference"]["digits"], std::to_string(known.digits)) << p.name;
    EXPECT_EQ(document["reference"]["provenance"]["source"], known.from.source) << p.name;
    EXPECT_EQ(document["reference"]["provenance"]["confirmed_by"], json(known.from.confirmed_by)) << p.name;
  }
}

TEST(exported_problems, hold_as_many_digits_as_asked_for) {
  const problem& p = find_problem("ball_earth");
  const statement bound = with_values(std::get<statement>(p.question));
  const json rule = schema(), document = json::parse(output_of("export ball_earth --digits 100"));
  EXPECT_TRUE(faults(document, rule).empty());
  EXPECT_EQ(document["reference"]["digits"], "100");
  const auto known = p.answer.at<real100>(values_of<real100>(bound.parameters), constant_value<real100>(bound.horizon));
  ASSERT_EQ(document["reference"]["values"].size(), known.values.size());
  for (std::size_t k = 0; k < known.values.size(); ++k)
    EXPECT_EQ(real100(document["reference"]["values"][k]["value"].get<std::string>()), known.values[k].value);
  EXPECT_EQ(json::parse(output_of("export ball_earth --digits 16"))["reference"]["digits"], "16");
  EXPECT_EQ(json::parse(output_of("export double_pendulum_wall --digits 100"))["reference"]["digits"], "40");
  EXPECT_EQ(output_of("export ball_earth"), output_of("export ball_earth --digits 50"));
}

/// Every function that a formula may have goes out as a file would write it, derivatives of min (a step) included, and
/// comes in again as the same formula.
TEST(exported_problems, hold_formulas_that_read_as_they_were) {
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("all_functions_" + std::to_string(::getpid()) + ".toml");
  const std::string force =
      "asin(x/9) + acos(x/9) + atan(x) + atan2(x, y + 2) + sinh(y) + cosh(y) + tanh(x') + max(x, y, t)";
  std::ofstream(file) << "coordinates = [\"x\", \"y\"]\nhorizon = 1\n[system]\nkinetic_energy = \"(x'^2 + "
                         "y'^2)/2\"\npotential_energy = \"min(x^2, sin(y))\"\nforce = [\""
                      << force
                      << "\", 0]\n[[constraint]]\ngap = \"3 - abs(x) - sign(x + 5)*y\"\n[impact]\nrestitution = "
                         "1\n[initial]\nposition = [0, 0]\nvelocity = [1, 0]\n";
  const statement question = std::get<statement>(text::read_problem(file.string()).question);
  const json document = json::parse(output_of("export " + file.string()));
  std::filesystem::remove(file);
  EXPECT_TRUE(faults(document, schema()).empty());
  for (std::size_t i = 0; i < 2; ++i) {
    const std::string written = document["statement"]["force"][i];
    EXPECT_TRUE(are_written_alike(text::read_expression(written, {"x", "y"}, {}), question.system.force[i])) << written;
  }
  EXPECT_NE(document["statement"]["force"][1].get<std::string>().find("(1 + sign("), std::string::npos);
  EXPECT_EQ(document["statement"]["gap"][0], "3 - abs(x) - sign(x + 5)*y");
}

/// Nothing of the question is left out: every parameter with its exact formula, and as many formulas as the system has.
TEST(exported_problems, hold_the_whole_statement) {
  for (const problem& p : catalogue()) {
    const json document = json::parse(output_of("export " + p.name));
    const json& written = document["statement"];
    std::visit(
        [&](const auto& question) {
          ASSERT_EQ(document["parameters"].size(), question.parameters.size()) << p.name;
          for (std::size_t k = 0; k < question.parameters.size(); ++k) {
            EXPECT_EQ(document["parameters"][k]["name"], question.parameters[k].first) << p.name;
            EXPECT_EQ(document["parameters"][k]["formula"], to_text(question.parameters[k].second, {})) << p.name;
          }
          if constexpr (std::is_same_v<std::decay_t<decltype(question)>, statement>) {
            const auto n = static_cast<std::size_t>(question.system.degrees_of_freedom());
            EXPECT_EQ(written["coordinates"], json(question.system.coordinates)) << p.name;
            for (const char* key : {"mass", "force", "position", "velocity"})
              EXPECT_EQ(written[key].size(), n) << p.name << ": " << key;
            for (const json& row : written["mass"]) EXPECT_EQ(row.size(), n) << p.name;
            ASSERT_EQ(written["gap"].size(), question.system.gap.size()) << p.name;
            for (std::size_t k = 0; k < question.system.gap.size(); ++k)
              EXPECT_EQ(written["gap"][k], to_text(question.system.gap[k], question.system.coordinates)) << p.name;
            EXPECT_EQ(written["restitution"], to_text(question.system.restitution, {})) << p.name;
            EXPECT_EQ(written["horizon"], to_text(question.horizon, {})) << p.name;
          } else {
            EXPECT_EQ(written["nodes"].size(), question.nodes.size()) << p.name;
            EXPECT_EQ(written.contains("path"), question.evolves) << p.name;
          }
        },
        p.question);
  }
}

TEST(exported_problems, carry_the_values_asked_for) {
  const json document = json::parse(output_of("export ball_rational --set e=1/4"));
  bool found = false;
  for (const json& parameter : document["parameters"])
    if (parameter["name"] == "e") {
      found = true;
      EXPECT_EQ(parameter["formula"], "1/4");
      EXPECT_EQ(exact<real50>(parameter["decimal"].get<std::string>()), exact<real50>("1/4"));
    }
  EXPECT_TRUE(found);
  EXPECT_EQ(document["statement"]["gap"], json({"x"}));
}

TEST(exported_problems, to_a_file_are_the_same_bytes) {
  const std::string path = testing::TempDir() + "unilateral_export_" + std::to_string(::getpid()) + ".json";
  EXPECT_EQ(output_of("export wedge_fig1 --out " + path), "");
  std::ifstream in(path);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), output_of("export wedge_fig1"));
  std::filesystem::remove(path);
}

/// Control: the validator sees what it should.
TEST(exported_problems, that_are_spoiled_are_refused) {
  const json rule = schema(), good = json::parse(output_of("export double_pendulum_wall"));
  ASSERT_TRUE(faults(good, rule).empty());
  const auto refused = [&](auto spoil) {
    json spoiled = good;
    spoil(spoiled);
    return !faults(spoiled, rule).empty();
  };
  for (const auto& key : rule["required"])
    EXPECT_TRUE(refused([&](json& d) { d.erase(key.get<std::string>()); })) << key;
  EXPECT_TRUE(refused([](json& d) { d["version"] = "2"; }));
  EXPECT_TRUE(refused([](json& d) { d["reference"]["values"][0]["value"] = 0.745; }));
  EXPECT_TRUE(refused([](json& d) { d["reference"]["values"][0]["value"] = "nan"; }));
  EXPECT_TRUE(refused([](json& d) { d["reference"]["provenance"]["from"] = "guessed"; }));
  EXPECT_TRUE(refused([](json& d) { d["statement"]["kind"] = "chain"; }));
  EXPECT_TRUE(refused([](json& d) { d["more"] = "text"; }));
}

}  // namespace
}  // namespace unilateral
