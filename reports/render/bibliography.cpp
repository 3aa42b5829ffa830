#include "reports/render/bibliography.hpp"

#include "problems/language/input_error.hpp"
#include "reports/render/figure.hpp"
#include "reports/render/frame.hpp"
#include "reports/study/run/data_folder.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <filesystem>
#include <utility>

namespace unilateral::render {
namespace {

/// What our file uses of TeX: accents, dashes, braces, a π.
std::string plain(std::string text) {
  static constexpr std::array<std::pair<const char*, const char*>, 20> letters{
      {{"{\\'e}", "é"},   {"{\\'E}", "É"},   {"{\\`e}", "è"},  {"{\\`E}", "È"}, {"{\\`a}", "à"},
       {"{\\`A}", "À"},   {"{\\^o}", "ô"},   {"{\\^e}", "ê"},  {"{\\^i}", "î"}, {"{\\\"a}", "ä"},
       {"{\\\"o}", "ö"},  {"{\\\"u}", "ü"},  {"{\\\"U}", "Ü"}, {"{\\'i}", "í"}, {"{\\'o}", "ó"},
       {"{\\c{c}}", "ç"}, {"{\\v{c}}", "č"}, {"$\\pi$", "π"},  {"--", "–"},     {"\\&", "&"}}};
  for (const auto& [from, to] : letters)
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos;)
      text.replace(at, std::string(from).size(), to);
  std::erase_if(text, [](char c) { return c == '{' || c == '}'; });
  return text;
}

using fields = std::map<std::string, std::string>;

/// The value of a field, from its first brace; `at` is then behind it.
std::string in_braces(const std::string& text, std::size_t& at) {
  const std::size_t begin = at;
  int depth = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '{') ++depth;
    if (text[at] == '}' && --depth == 0) return text.substr(begin + 1, at++ - begin - 1);
  }
  return text.substr(begin + 1);
}

std::map<std::string, fields> entries_of(const std::string& text) {
  std::map<std::string, fields> all;
  for (std::size_t at = text.find("\n@"); at != std::string::npos; at = text.find("\n@", at)) {
    const std::size_t brace = text.find('{', at), comma = text.find(',', brace);
    if (comma == std::string::npos) break;
    fields& of = all[text.substr(brace + 1, comma - brace - 1)];
    at = comma + 1;
    const std::size_t end = text.find("\n}", at);
    while (at < end) {
      const std::size_t equals = text.find('=', at);
      if (equals >= end) break;
      std::string name;
      for (std::size_t k = at; k < equals; ++k)
        if (std::isalpha(static_cast<unsigned char>(text[k])) != 0) name += text[k];
      at = text.find('{', equals);
      if (at >= end) break;
      of[name] = plain(in_braces(text, at));
    }
    at = end;
  }
  return all;
}

std::string entry_as_html(const fields& of) {
  const auto part = [&](const char* name) {
    const auto at = of.find(name);
    return at == of.end() ? std::string() : escaped(at->second);
  };
  std::string out = part("author") + (part("author").empty() ? "" : ", ") + "<i>" + part("title") + "</i>";
  for (const char* const name : {"journal", "booktitle", "publisher", "institution", "school", "howpublished"})
    if (!part(name).empty()) out += ", " + part(name);
  if (!part("volume").empty()) out += " " + part("volume");
  if (!part("year").empty()) out += " (" + part("year") + ")";
  if (!part("pages").empty()) out += ", " + part("pages");
  if (!part("note").empty()) out += ", " + part("note");
  return out + ".";
}

}  // namespace

const std::map<std::string, std::string>& bibliography() {
  static const std::map<std::string, std::string> all = [] {
    std::map<std::string, std::string> list;
    try {
      const std::filesystem::path file = study::data_folder() / "docs" / "bibliography.bib";
      if (!std::filesystem::exists(file)) return list;
      for (const auto& [key, of] : entries_of("\n" + read_file(file))) list[key] = entry_as_html(of);
    } catch (const input_error&) {
      list.clear();  // a program without its sources: citations stay text
    }
    return list;
  }();
  return all;
}

std::string with_citations(const std::string& text) {
  std::string out;
  std::size_t from = 0;
  for (std::size_t at = text.find('['); at != std::string::npos; at = text.find('[', at + 1)) {
    const std::size_t close = text.find(']', at);
    if (close == std::string::npos) break;
    std::string inside = text.substr(at + 1, close - at - 1), key;
    for (const char c : inside.substr(0, inside.find(',')))
      if (std::isalnum(static_cast<unsigned char>(c)) != 0) key += c;
    // Several authors stand before their commas: the longest key that there is.
    std::string all;
    for (const char c : inside)
      if (std::isalnum(static_cast<unsigned char>(c)) != 0) all += c;
    for (const auto& [known, entry] : bibliography())
      if (all.starts_with(known) && known.size() > (bibliography().contains(key) ? key.size() : 0)) key = known;
    if (!bibliography().contains(key)) continue;
    out += escaped(text.substr(from, at - from)) + "<a href=\"" + page_of_bibliography + "#cite-" + slug(key) + "\">[" +
           escaped(inside) + "]</a>";
    from = close + 1;
  }
  return out + escaped(text.substr(from));
}

std::string bibliography_list() {
  std::string out = "<dl>\n";
  for (const auto& [key, entry] : bibliography())
    out += "<dt id=\"cite-" + slug(key) + "\">" + escaped(key) + "</dt>\n<dd>" + entry + "</dd>\n";
  return out + "</dl>\n";
}

}  // namespace unilateral::render
