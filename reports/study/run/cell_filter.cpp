#include "reports/study/run/cell_filter.hpp"

#include "problems/language/input_error.hpp"

#include <re2/re2.h>

#include <algorithm>

namespace unilateral::study {
namespace {

[[noreturn]] void refuse(const std::string& expected, const std::string& expression, const std::string& why) {
  constexpr std::size_t shown = 60;
  throw input_error("--filter: expected " + expected + ", found " +
                    (expression.size() <= shown ? "\"" + expression + "\""
                                                : "one that begins \"" + expression.substr(0, shown) + "\"") +
                    (why.empty() ? "" : " (" + why + ")"));
}

}  // namespace

struct cell_filter::compiled {
  compiled(const std::string& text, const re2::RE2::Options& options) : expression(text, options) {}
  re2::RE2 expression;
};

cell_filter::cell_filter(const std::string& expression) {
  if (expression.empty()) return;
  if (expression.size() > longest)
    refuse("a regular expression of at most " + std::to_string(longest) + " bytes", expression,
           std::to_string(expression.size()) + " bytes");
  // RE2 walks an expression without recursion, but its parser keeps what is open.
  if (static_cast<std::size_t>(std::count(expression.begin(), expression.end(), '(')) > deepest)
    refuse("a regular expression of at most " + std::to_string(deepest) + " parentheses", expression, "more");
  re2::RE2::Options options;
  options.set_log_errors(false);
  auto made = std::make_shared<const compiled>(expression, options);
  if (!made->expression.ok()) refuse("a regular expression", expression, made->expression.error());
  with_ = std::move(made);
}

bool cell_filter::admits(const std::string& cell) const {
  const auto found = [&](const re2::StringPiece& name) { return re2::RE2::PartialMatch(name, with_->expression); };
  const std::string claims = "claims/";
  return !with_ || found(cell) || (cell.starts_with(claims) && found(re2::StringPiece(cell).substr(claims.size())));
}

}  // namespace unilateral::study
