#pragma once
/// Texts and numbers as LaTeX has them, with pdflatex and lualatex alike: ASCII, and letters that inputenc knows.

#include <string>

namespace unilateral::render {

/// Words in a narrow column break behind _ / . , | + -, and where that does not do, anywhere but between two letters of
/// a short one: at \unibreak, which who uses the text defines (definition_of_breaks).
enum class tex_words { whole, break_anywhere };
inline constexpr auto definition_of_breaks = "\\providecommand\\unibreak{\\penalty500\\relax}";

/// Plain text: what TeX means otherwise is escaped, and other signs are mathematics (amssymb).
std::string tex_text(const std::string& text, tex_words words);

/// A number as it is printed elsewhere, in mathematics: "1.3e-09", "1.043 ± 0.013", "[1.2, 1.3]", "0.333…", "inf". What
/// is none of these is plain text.
std::string tex_number(const std::string& text);

/// A caption of the pages: what its <sub>, <sup>, <i> and <code> mean, the words of its other elements.
std::string tex_of_html(const std::string& html);

/// A text in which _x, _{xy}, ^x and ^{xy} set an index or an exponent, as in gnuplot's enhanced texts; x alone where
/// no letter follows it, so that a_name stays one.
std::string tex_markup(const std::string& text);

}  // namespace unilateral::render
