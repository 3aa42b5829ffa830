#pragma once
/// docs/bibliography.bib as a list that the pages cite from.

#include <map>
#include <string>

namespace unilateral::render {

/// By key; HTML: "Moreau, J. J., <i>title</i>, journal 256 (1963) 871–874". Empty where the file is not to be had.
const std::map<std::string, std::string>& bibliography();

/// A text with its citations, "[Moreau 1983, (7)]", as links to the list; escaped.
std::string with_citations(const std::string& text);

/// The list, for a page: each with the id "cite-KEY".
std::string bibliography_list();

/// The file of the page with the list.
inline constexpr auto page_of_bibliography = "bibliography.html";

}  // namespace unilateral::render
