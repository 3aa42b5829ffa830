#pragma once
/// What every page stands in: one style for light, dark and paper, one script that nothing depends on, landmarks, a
/// footer that says what made it. A page is a file that opens offline; pictures stand beside it.

#include "reports/study/record/results_file.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace unilateral::render {

struct link {
  std::string to;    ///< "problem-ball.html", "#orders"
  std::string text;  ///< plain
};

struct frame {
  std::string title;             ///< plain: the heading of first degree, and the window's
  std::string lead{};            ///< HTML below it
  std::vector<link> around{};    ///< to other pages
  std::string here{};            ///< which of these is this page
  std::vector<link> within{};    ///< to sections of this one
  study::run_provenance made{};  ///< for the footer
  std::string more{};            ///< HTML beside that
};

/// A whole page around what is inside its <main>, whose headings begin at the second degree.
std::string framed(const frame& of, const std::string& inside);

/// Elements as a browser counts them (document.querySelectorAll('*')), of HTML that opens every tag it means.
std::size_t elements_in(const std::string& html);

/// Letters, digits, '_', '.' and '-' of a text, what else it has as '-': a fragment.
std::string slug(const std::string& text);

/// Text with &, <, > and quotes as HTML entities.
std::string escaped(const std::string& text);

}  // namespace unilateral::render
