#include "proofs/certificates/text.hpp"

#include <algorithm>

namespace unilateral::certificates {
namespace {

constexpr std::string_view first_line = "unilateral certificate 2", last_word = "certificates";

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Words between blanks, with the place of the last one read. A comment runs from # to the end of its line.
class words {
 public:
  explicit words(std::string_view text) : text_(text) {}

  /// The next word; empty at the end of the text.
  std::string_view next() {
    for (;;) {
      while (at_ < text_.size() && is_space(text_[at_])) step();
      if (at_ == text_.size() || text_[at_] != '#') break;
      while (at_ < text_.size() && text_[at_] != '\n') step();
    }
    line_ = current_line_;
    column_ = current_column_;
    const std::size_t begin = at_;
    while (at_ < text_.size() && !is_space(text_[at_]) && text_[at_] != '#') step();
    return text_.substr(begin, at_ - begin);
  }

  [[noreturn]] void refuse(const std::string& expected, std::string_view found) const {
    constexpr std::size_t shown = 40;
    std::string quoted = found.empty()
                             ? "the end of the text"
                             : "\"" + std::string(found.substr(0, shown)) + (found.size() > shown ? "…\"" : "\"");
    for (char& c : quoted)
      if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = '?';
    throw malformed(line_, column_, "expected " + expected + ", found " + quoted);
  }

 private:
  void step() {
    if (text_[at_++] == '\n') {
      ++current_line_;
      current_column_ = 1;
    } else {
      ++current_column_;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int current_line_ = 1, current_column_ = 1, line_ = 1, column_ = 1;
};

class reader {
 public:
  explicit reader(std::string_view text) : words_(text) {}

  std::vector<certificate> all(std::string_view text) {
    const std::size_t eol = std::min(text.find('\n'), text.size());
    std::string_view first = text.substr(0, eol);
    if (first.ends_with('\r')) first.remove_suffix(1);
    if (first != first_line) words_.refuse("a first line \"" + std::string(first_line) + "\"", first);
    for (int i = 0; i < 3; ++i) words_.next();
    std::vector<certificate> found;
    for (std::string_view kind = words_.next(); kind != last_word || found.empty(); kind = words_.next()) {
      if (kind == "impact")
        found.emplace_back(impact());
      else if (kind == "acceleration")
        found.emplace_back(acceleration());
      else if (kind == "chain")
        found.emplace_back(chain());
      else
        words_.refuse("impact, acceleration" + std::string(found.empty() ? " or chain" : ", chain or certificates"),
                      kind);
      keyword("end");
    }
    // A text that was cut between two blocks lacks this line, or says another number.
    if (const std::string_view said = words_.next(); said != std::to_string(found.size()))
      words_.refuse("certificates " + std::to_string(found.size()) + ", as many as there are", said);
    if (const std::string_view more = words_.next(); !more.empty()) words_.refuse("the end of the text", more);
    return found;
  }

 private:
  void keyword(std::string_view expected) {
    if (const std::string_view found = words_.next(); found != expected)
      words_.refuse("\"" + std::string(expected) + "\"", found);
  }

  std::size_t count(std::string_view name, std::size_t least) {
    keyword(name);
    const std::string_view found = words_.next();
    const bool digits = !found.empty() && found.size() <= 5 && std::all_of(found.begin(), found.end(), is_digit);
    const std::size_t value = digits ? std::stoul(std::string(found)) : 0;
    if (!digits || value < least || (found[0] == '0' && found.size() > 1))
      words_.refuse("a whole number from " + std::to_string(least) + " to 99999", found);
    return value;
  }

  /// "p" or "p/q" in lowest terms, q > 1.
  mpq_class number() {
    const std::string_view found = words_.next();
    const std::size_t slash = std::min(found.find('/'), found.size());
    const auto natural = [](std::string_view digits) {
      return !digits.empty() && std::all_of(digits.begin(), digits.end(), is_digit) &&
             (digits[0] != '0' || digits.size() == 1);
    };
    const std::string_view numerator = found.substr(0, slash),
                           size = numerator.starts_with('-') ? numerator.substr(1) : numerator;
    bool good = natural(size) && numerator != "-0";
    mpq_class value;
    if (good) value.get_num() = mpz_class(std::string(numerator), 10);
    if (good && slash < found.size()) {
      const std::string_view denominator = found.substr(slash + 1);
      good = natural(denominator) && denominator != "0" && denominator != "1";
      if (good) {
        value.get_den() = mpz_class(std::string(denominator), 10);
        good = gcd(value.get_num(), value.get_den()) == 1;
      }
    }
    if (!good) words_.refuse("a whole number or a fraction in lowest terms", found);
    return value;
  }

  /// Grows as numbers are read: a count that lies costs no memory.
  row numbers(std::size_t n) {
    row x;
    for (std::size_t i = 0; i < n; ++i) x.push_back(number());
    return x;
  }
  row numbers(std::string_view name, std::size_t n) {
    keyword(name);
    return numbers(n);
  }
  matrix rows(std::string_view name, std::size_t m, std::size_t n) {
    keyword(name);
    matrix A;
    for (std::size_t i = 0; i < m; ++i) A.push_back(numbers(n));
    return A;
  }
  planar point() {
    mpq_class x = number();
    return {std::move(x), number()};
  }

  constrained_metric space(std::size_t n, std::size_t m, std::string_view offsets) {
    matrix mass = rows("mass", n, n), gradients = rows("gradients", m, n);
    return {std::move(mass), std::move(gradients), numbers(offsets, m)};
  }

  impact_certificate impact() {
    const std::size_t n = count("dimension", 1), m = count("constraints", 0);
    impact_certificate c;
    keyword("restitution");
    c.restitution = number();
    c.space = space(n, m, "rates");
    c.before = numbers("before", n);
    c.smooth = numbers("smooth", n);
    c.after = numbers("after", n);
    c.impulses = numbers("impulses", m);
    return c;
  }

  acceleration_certificate acceleration() {
    const std::size_t n = count("dimension", 1), m = count("constraints", 0);
    acceleration_certificate c;
    c.space = space(n, m, "curvatures");
    c.force = numbers("force", n);
    c.acceleration = numbers("acceleration", n);
    c.reactions = numbers("reactions", m);
    return c;
  }

  chain_certificate chain() {
    const std::size_t n = count("bars", 1);
    chain_certificate c;
    keyword("drive");
    c.drive = point();
    keyword("directions");
    for (std::size_t i = 0; i < n; ++i) c.bars.push_back(point());
    c.tensions = numbers("tensions", n);
    c.turns = numbers("turns", n);
    c.speeds = numbers("speeds", n);
    keyword("bounds");
    c.lower = number();
    c.upper = number();
    return c;
  }

  words words_;
};

}  // namespace

std::vector<certificate> parse(std::string_view text) { return reader(text).all(text); }

}  // namespace unilateral::certificates
