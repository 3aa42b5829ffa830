#include "reports/render/macros.hpp"

#include "reports/render/figure.hpp"
#include "reports/render/number_text.hpp"
#include "reports/render/page_parts.hpp"
#include "reports/render/tex_text.hpp"
#include "reports/study/record/tally.hpp"

#include <cctype>
#include <map>
#include <set>
#include <stdexcept>
#include <variant>

namespace unilateral::render {
namespace {

using study::record;

bool is_digit_of_a_cell(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// What a record says, by the word that its macro ends with.
std::vector<std::pair<std::string, std::string>> numbers_to_cite(const record& r) {
  std::vector<std::pair<std::string, std::string>> all{{"Verdict", shown_verdict(r)}};
  const auto add = [&](const char* what, const std::string& text) { all.emplace_back(what, text); };
  if (r.fit || r.fitting == study::fit_outcome::exact_to_rounding)
    add("Order", r.fit ? order_text(r.fit) : name_of(r.fitting));
  if (const auto declared = declared_order_of(r)) add("Declared", declared_text(declared));
  if (const study::ladder_point* const finest = study::finest_of(r)) add("Finest", error_text(finest->error));
  if (const auto* value = std::get_if<study::value_facts>(&r.facts)) {
    add("Computed", shortened(value->computed));
    if (!value->expected.empty()) add("Known", shortened(value->expected));
    add("Error", error_text(value->error));
    if (value->tolerance > 0) add("Tolerance", error_text(value->tolerance));
  } else if (const auto* agreement = std::get_if<study::agreement_facts>(&r.facts)) {
    add("Difference", error_text(agreement->difference));
    add("Bound", error_text(agreement->bound));
    if (agreement->agreed) add("Digits", std::to_string(*agreement->agreed));
  } else if (const auto* rounding = std::get_if<study::rounding_facts>(&r.facts)) {
    add("Error", error_text(rounding->error));
    add("Rounding", error_text(rounding->rounding));
    add("Bound", error_text(rounding->bound));
  } else if (const auto* law = std::get_if<study::law_facts>(&r.facts)) {
    if (law->left_out.empty()) add("Share", share_text(law->share));
  } else if (const auto* claim = std::get_if<study::claim_facts>(&r.facts)) {
    all.front().second = name_of(claim->settled);
    if (claim->agreed) add("Digits", std::to_string(*claim->agreed));
  }
  return all;
}

}  // namespace

std::string macro_name(const std::string& cell, const std::string& what) {
  static constexpr const char* digits[] = {"Zero", "One", "Two",   "Three", "Four",
                                           "Five", "Six", "Seven", "Eight", "Nine"};
  static const std::map<char, std::string> words{{'=', "Is"}, {'+', "With"}, {'-', "To"}};
  std::string name = "uni";
  bool begins = true;
  for (std::size_t k = 0; k < cell.size(); ++k) {
    const char c = cell[k];
    if (is_digit_of_a_cell(c)) {
      name += digits[c - '0'];
      begins = true;
    } else if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
      name += begins ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
      begins = false;
    } else {
      if (c == '.' && k > 0 && k + 1 < cell.size() && is_digit_of_a_cell(cell[k - 1]) &&
          is_digit_of_a_cell(cell[k + 1]))
        name += "Point";
      else if (const auto word = words.find(c); word != words.end())
        name += word->second;
      else if (std::string(" /_[]().,:'").find(c) == std::string::npos)
        throw std::logic_error("macro of \"" + cell +
                               "\": expected letters, digits and / _ [ ] ( ) . = + - , : ', found '" +
                               std::string(1, c) + "'");
      begins = true;
    }
  }
  return name + what;
}

std::vector<tex_macro> macros_of(const study::results& found, const study::run_provenance& made) {
  std::vector<tex_macro> all;
  std::map<std::string, const record*> named;
  for (const record& r : found) {
    const auto [at, is_new] = named.try_emplace(macro_name(r.cell, ""), &r);
    if (!is_new)
      throw std::logic_error("macros: expected a name a cell, found \\" + at->first + " for " + at->second->cell +
                             " and " + r.cell);
    for (const auto& [what, text] : numbers_to_cite(r)) all.push_back({macro_name(r.cell, what), tex_number(text)});
  }
  std::set<std::string> problems;
  for (const record& r : found)
    if (!r.about.problem.empty() && r.about.study != "calibration") problems.insert(r.about.problem);
  const study::tally count = study::tally_of(found);
  const auto number = [&](const std::string& name, std::size_t n) {
    all.push_back({name, tex_number(std::to_string(n))});
  };
  number("uniCountRecords", found.size());
  number("uniCountProblems", problems.size());
  for (const study::standing s : study::all_standings) {
    std::string words;
    for (const char c : name_of(s)) words += c == '\'' || c == ',' ? ' ' : static_cast<char>(std::tolower(c));
    number(macro_name("count " + words, ""), static_cast<std::size_t>(count[s]));
  }
  all.push_back({"uniVersion", tex_text(made.version, tex_words::whole)});
  all.push_back({"uniCommit", tex_text(made.commit.substr(0, 12), tex_words::whole)});
  return all;
}

void write_macros(const std::vector<tex_macro>& macros, const std::filesystem::path& file) {
  std::string text =
      "% Every number of this report that a text may cite: \\uni, its cell in words, and what it is of it.\n"
      "% In a preamble, with amssymb: \\input this file, or copy the lines that are needed.\n";
  for (const tex_macro& m : macros) text += "\\newcommand\\" + m.name + "{" + m.text + "}\n";
  write_file(file, text);
}

}  // namespace unilateral::render
