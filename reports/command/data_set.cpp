#include "reports/command/data_set.hpp"

#include "problems/language/input_error.hpp"
#include "reports/command/decimal_text.hpp"
#include "reports/command/json_writer.hpp"
#include "reports/command/known_answer.hpp"
#include "reports/command/licence.hpp"
#include "reports/command/sha256.hpp"
#include "reports/command/unfinished_folder.hpp"
#include "reports/render/figure.hpp"
#include "reports/study/answer/estimate.hpp"
#include "reports/study/reference/reference_path.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <sstream>

namespace unilateral::command {
namespace {

using layout = json_writer::layout;
constexpr int digits_of_the_set = scalar_traits<real50>::digits;

std::string extension_of(const std::string& format) {
  if (format == "python") return "py";
  if (format == "octave") return "m";
  return format;
}

/// Bounds of the errors of known numbers as they are written. What is exact up to rounding is held against itself in a
/// hundred digits, beside which fifty are what is lost.
std::vector<double> errors_of(const problem& p, const reference<real50>& known) {
  using std::abs;
  const auto longer = study::known_answer_of<real100>(p);
  std::vector<double> errors;
  for (std::size_t k = 0; k < known.values.size(); ++k) {
    const known_value<real50>& v = known.values[k];
    double error = to_double(v.accuracy) + to_double(real50(abs(v.value) * epsilon<real50>()));
    if (longer && k < longer->values.size() && longer->values[k].quantity == v.quantity) {
      const real100 written(shortest_decimal(v.value));
      const real100 off = abs(real100(longer->values[k].value - written)) + longer->values[k].accuracy;
      error = v.accuracy == 0 ? to_double(off) : std::max(to_double(v.accuracy), to_double(off));
    }
    errors.push_back(error);
  }
  return errors;
}

std::string joined_by_semicolons(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : "; ") + text;
  return all;
}

/// The files of the set by their paths in it.
using file_set = std::map<std::string, std::string>;

std::string table_of_values() {
  render::data_table table{
      {"problem", "quantity", "value", "error", "digits", "origin", "source", "maker", "confirmed_by"}, {}};
  for (const problem& p : catalogue()) {
    const auto known = study::known_answer_of<real50>(p);
    if (!known) continue;
    const std::vector<double> errors = errors_of(p, *known);
    for (std::size_t k = 0; k < known->values.size(); ++k)
      table.rows.push_back({p.name, known->values[k].quantity, shortest_decimal(known->values[k].value),
                            study::text_of_error(errors[k]), std::to_string(known->digits),
                            study::name_of(known->from.from), known->from.source, known->from.maker,
                            joined_by_semicolons(known->from.confirmed_by)});
  }
  return render::as_csv(table);
}

std::string table_of_problems(const std::vector<std::string>& formats) {
  std::ostringstream text;
  json_writer json(text);
  json.object(layout::a_line_each).key("format").string("unilateral-catalogue").key("version").string(version());
  json.key("licence").string("BSD-3-Clause").key("problems").list(layout::a_line_each);
  for (const problem& p : catalogue()) {
    json.object(layout::a_line_each).key("name").string(p.name).key("title").string(p.title);
    json.key("source").string(p.source).key("kind").string(p.is_chain() ? "chain" : "system").key("files").list();
    for (const std::string& format : formats) json.string("problems/" + p.name + "." + extension_of(format));
    json.end();
    if (const auto known = study::known_answer_of<real50>(p)) {
      json.key("known_values").integer(static_cast<std::int64_t>(known->values.size()));
      json.key("digits").integer(known->digits);
      write_provenance(json.key("provenance").object(), known->from);
      json.end();
    } else {
      json.key("known_values").integer(0);
    }
    json.end();
  }
  json.end().end();
  return text.str();
}

std::string citation() {
  return fmt::format(R"(cff-version: 1.2.0
message: >-
  If you use these problems or their reference values, please cite them as below, together with the paper that a problem
  comes from (its source).
title: "Problems of mechanics with one-sided constraints, with reference values: the catalogue of unilateral"
type: dataset
version: {}
license: BSD-3-Clause
authors:
  - name: "The authors of unilateral"
keywords:
  - nonsmooth mechanics
  - unilateral constraints
  - vibro-impact
  - benchmark problems
)",
                     version());
}

std::string readme(const std::vector<std::string>& formats, const std::string& made_by) {
  std::string extensions;
  for (const std::string& format : formats) extensions += (extensions.empty() ? "." : ", .") + extension_of(format);
  return fmt::format(R"(# Problems of mechanics with one-sided constraints

The {} problems of the catalogue of unilateral {}, each as a question that another code can read, with what is known
of its answer. Written by `{}`; the same version writes the same bytes.

| file | what it holds |
|---|---|
| `problems/NAME` {} | the question in each format; formulas are exact, code has the nearest doubles |
| `problems.json` | of each problem: title, source, files, how many numbers are known, to how many digits, from where |
| `values.csv` | every known number: value, a bound of its error, where it comes from, and who found the same |
| `SHA256SUMS` | checksums: `sha256sum -c SHA256SUMS` |
| `LICENSE`, `CITATION.cff` | BSD-3-Clause; how to cite |

**Error** in `values.csv` bounds |value as written - true value|: of a closed form, what rounding to {} digits leaves
(it is held against the same form in {} digits); of published or computed digits, their accuracy. Origins are "closed
form" (source: the derivation), "published" (source: the citation) and "computed" (maker: by what; confirmed_by: which
methods, sharing no code with it, find the same digits).
)",
                     catalogue().size(), version(), made_by, extensions, digits_of_the_set,
                     scalar_traits<real100>::digits);
}

file_set files_of(const std::vector<std::string>& formats, const std::string& made_by) {
  file_set files;
  for (const problem& p : catalogue())
    for (const std::string& format : formats)
      files["problems/" + p.name + "." + extension_of(format)] =
          exported(p, {}, format, digits_of_the_set, "unilateral export " + p.name + " --as " + format);
  files["values.csv"] = table_of_values();
  files["problems.json"] = table_of_problems(formats);
  files["README.md"] = readme(formats, made_by);
  files["LICENSE"] = licence_text;
  files["CITATION.cff"] = citation();
  std::string sums;
  for (const auto& [path, text] : files) sums += sha256(text) + "  " + path + "\n";
  files["SHA256SUMS"] = sums;
  return files;
}

}  // namespace

int export_catalogue(const export_options& asked) {
  if (!asked.problem.empty()) throw input_error("--all: expected it without PROBLEM, found \"" + asked.problem + "\"");
  if (!asked.settings.empty())
    throw input_error("--set: expected it for one PROBLEM, found it beside --all, whose values are the catalogue's");
  if (asked.digits != digits_of_the_set)
    throw input_error("--digits: expected " + std::to_string(digits_of_the_set) + " beside --all, found \"" +
                      std::to_string(asked.digits) + "\"");
  if (!asked.out) throw input_error("--all: expected --out DIR, a new folder for the data set, found none");
  std::string path = *asked.out;
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  unfinished_folder folder(path);
  folder.add("problems");
  const std::vector<std::string> formats = asked.as.empty() ? export_formats() : std::vector<std::string>{asked.as};
  const file_set files =
      files_of(formats, "unilateral export --all" + (asked.as.empty() ? "" : " --as " + asked.as) + " --out DIR");
  for (const auto& [name, text] : files) folder.write(name, text);
  folder.commit();
  return done;
}

}  // namespace unilateral::command
