#pragma once
/// What a run found, in sentences made from its records and linked to them: the first thing that a reader sees.

#include "reports/render/site.hpp"
#include "reports/study/record/record.hpp"

#include <optional>
#include <string>

namespace unilateral::render {

/// The observed orders of every scheme in the five distances, in few numbers: the declared order, the least and the
/// largest that was observed where it holds, and how often it does.
table orders_found(const study::results& found);

/// What was verified and how hard it was tried; orders; what is proved and trusted on what; what the papers got wrong;
/// what is not known; known gaps; what other codes get wrong. Links lead to where the records stand in `of`.
/// The first two stand before the table of orders, the others behind it.
std::string first_findings(const study::results& found);
std::string other_findings(const study::results& found, const site& of);

/// What the theorems in Coq rest on besides its kernel, in words: the text of proofs/coq/allowed_axioms.txt has an
/// axiom a line, and without a line they rest on none. Without the text, for a program without its sources, where it
/// stands.
std::string trusted_axioms(const std::optional<std::string>& allowed);

/// A claim of each in few words, for the list of gaps: of the records that are not as declared, or left open.
std::string open_list(const study::results& found, const site& of);

}  // namespace unilateral::render
