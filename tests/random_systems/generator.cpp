#include "tests/random_systems/generator.hpp"

#include "problems/language/input_error.hpp"
#include "problems/language/rational.hpp"
#include "problems/text/problem_file.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <sstream>

namespace unilateral::random_systems {
namespace {

/// The same draws on every machine: the library's distributions are not.
class dice {
 public:
  explicit dice(std::uint64_t seed) : bits_(seed) { bits_.discard(16); }
  int integer(int low, int high) {
    return low + static_cast<int>(bits_() % static_cast<std::uint64_t>(high - low + 1));
  }
  bool chance(int percent) { return integer(1, 100) <= percent; }
  /// A multiple of 1/100: coincidences are rare.
  rational between(const char* low, const char* high) {
    const rational a = exact_rational(low) * 100, b = exact_rational(high) * 100;
    rational drawn(integer(static_cast<int>(a.get_d()), static_cast<int>(b.get_d())), 100);
    drawn.canonicalize();
    return drawn;
  }
  rational either_sign(const char* low, const char* high) {
    const rational size = between(low, high);
    return chance(50) ? size : rational(-size);
  }
  template <class T>
  T one_of(const std::vector<T>& list) {
    return list[static_cast<std::size_t>(integer(0, static_cast<int>(list.size()) - 1))];
  }

 private:
  std::mt19937_64 bits_;
};

std::string number(const rational& x) { return sgn(x) < 0 || x.get_den() != 1 ? "(" + to_text(x) + ")" : to_text(x); }

/// A formula, and its value at the start.
struct term {
  std::string text;
  rational at_start = 0;
};

/// A system being written. Formulas are written in X_i = q_i − q_i(0) and t, in units of length, time and mass that are
/// 1 but for `units`.
class draft {
 public:
  draft(std::uint64_t seed, const std::string& kind, std::uint64_t number)
      : roll_(seed), kind_(kind), number_(number) {}

  random_system written() {
    choose_shape();
    if (kind_ == "closing") {
      closing();
    } else {
      energies_and_gaps();
      decorate();
    }
    return replay(kind_ + "-" + std::to_string(number_) + ".toml", file());
  }

 private:
  // --- names
  // -----------------------------------------------------------------------------------------------------------

  static constexpr const char* names = "xyzw";
  static std::string scaled(const std::string& x, int power) {
    return power == 0 ? x : "(" + x + (power > 0 ? "/1e" : "*1e") + std::to_string(std::abs(power)) + ")";
  }
  static std::string times(const std::string& x, int power) { return scaled(x, -power); }
  std::string X(int i) const {
    const rational& start = q_[static_cast<std::size_t>(i)];
    const std::string name = scaled(std::string(1, names[i]), length_);
    return start == 0 ? name : "(" + name + " - " + number(start) + ")";
  }
  std::string V(int i) const { return scaled(std::string(1, names[i]) + "'", length_ - time_); }
  std::string t() const { return scaled("t", time_); }

  // --- shape
  // -----------------------------------------------------------------------------------------------------------

  void choose_shape() {
    n_ = roll_.one_of<int>({1, 1, 2, 2, 2, 3, 3, 4});
    if (kind_ == "metric" || kind_ == "multi" || kind_ == "kink_gap" || (kind_ == "spike" && roll_.chance(60)))
      n_ = std::max(n_, 2);
    if (kind_ == "closing") n_ = std::min(n_, 2);
    if (kind_ == "units") {
      const int far = roll_.one_of<int>({8, 20, 60});
      length_ = roll_.integer(-far, far);
      time_ = roll_.integer(-far, far) / 2;
      mass_ = roll_.integer(-far, far) / 2;
    }
    for (int i = 0; i < n_; ++i) {
      q_.push_back(roll_.chance(50) ? rational(0) : roll_.either_sign("0.05", "2"));
      v_.push_back(roll_.either_sign("0.1", "2"));
    }
    force_.assign(static_cast<std::size_t>(n_), {});
    const int e = roll_.integer(0, 3);
    e_ = e == 0 ? rational(0) : e == 1 ? rational(1) : rational(roll_.one_of<int>({10, 25, 50, 60, 75, 90}), 100);
    e_.canonicalize();
    horizon_ = roll_.between("2.5", "5");
  }

  // --- energies
  // --------------------------------------------------------------------------------------------------------

  void kinetic(bool general) {
    for (int i = 0; i < n_; ++i) {
      std::string m = number(roll_.between("1", "3"));
      if (general && (i == 0 || roll_.chance(60)))
        m += "*(1 + " + number(roll_.either_sign("0.1", "0.4")) + "*" + (roll_.chance(50) ? "sin" : "cos") + "(" +
             number(roll_.between("0.5", "2")) + "*" + X(roll_.integer(0, n_ - 1)) + "))";
      add(kinetic_, m + "*" + V(i) + "^2/2");
    }
    for (int i = 0; general && i < n_; ++i)
      for (int j = i + 1; j < n_; ++j) {
        rational c = roll_.either_sign("0.1", "0.5") / (n_ - 1);
        c.canonicalize();
        add(kinetic_, number(c) + "*cos(" + X(i) + " - " + X(j) + ")*" + V(i) + "*" + V(j));
      }
  }

  /// A term that vanishes at the start, smooth, with slopes and curvatures of order 1.
  std::string bend(int j) {
    const std::string a = number(roll_.either_sign("0.1", "0.4")), b = number(roll_.between("0.5", "2.5")), x = X(j);
    switch (roll_.integer(0, 5)) {
      case 0:
        return a + "*sin(" + b + "*" + x + ")";
      case 1:
        return a + "*(1 - cos(" + b + "*" + x + "))";
      case 2:
        return a + "*(exp(-" + x + "^2) - 1)";
      case 3:
        return a + "*(sqrt(1 + " + x + "^2) - 1)";
      case 4:
        return a + "*" + x + "/(1 + " + x + "^2)";
      default:
        return a + "*" + x + "^2/2";
    }
  }
  std::string motion_of_wall() {
    const std::string a = number(roll_.either_sign("0.05", "0.3")), w = number(roll_.between("0.7", "4"));
    return roll_.chance(60) ? a + "*sin(" + w + "*" + t() + ")" : a + "*(1 - cos(" + w + "*" + t() + "))";
  }

  void gap(const std::vector<term>& terms, const rational& at_start) {
    rational offset = at_start;
    std::string text;
    for (const term& x : terms) {
      add(text, x.text);
      offset -= x.at_start;
    }
    if (offset != 0) add(text, number(offset));
    gaps_.push_back(text);
  }

  /// The distance at the start: in contact only where asked.
  rational opening() {
    if (touching_ > 0) {
      --touching_;
      return 0;
    }
    return roll_.between("0.1", "1.2");
  }

  void energies_and_gaps() {
    const bool contact = kind_ == "contact" || kind_ == "rest";
    const bool general = kind_ == "metric" || (kind_ != "multi" && roll_.chance(35));
    kinetic(general);
    if (contact) touching_ = n_ > 1 && roll_.chance(40) ? 2 : 1;
    const bool spiked = kind_ == "spike";  // a bump as high as 1 closes what has a wall above
    const int shape = kind_ == "multi" ? 3 : contact ? 0 : spiked ? 3 * roll_.integer(0, 1) : roll_.integer(0, 3);
    const bool bent = kind_ != "multi" && (kind_ == "curved" || roll_.chance(70));
    const bool moves = kind_ == "moving" || (kind_ != "rest" && kind_ != "multi" && roll_.chance(15));
    const auto extras = [&](std::vector<term> terms, int i, bool may_move = true) {
      if (bent && n_ > 1) terms.push_back({bend((i + roll_.integer(1, n_ - 1)) % n_)});
      if (bent && n_ > 2 && roll_.chance(40)) terms.push_back({bend((i + roll_.integer(1, n_ - 1)) % n_)});
      if (moves && may_move) terms.push_back({motion_of_wall()});
      return terms;
    };
    // Opposite walls leave room: what moves rises by 3/5 at most, and moves against a wall at rest.
    const auto opposite = [&](const char* nearest) {
      return moves ? roll_.between("1.3", "1.8") : roll_.between(nearest, "1.5");
    };
    if (shape == 0) {  // a weight above a floor, walls beside it
      add(potential_, number(roll_.between("1", "10")) + "*" + X(0));
      gap(extras({{X(0)}}, 0), opening());
      if (contact && (kind_ == "rest" || roll_.chance(50))) v_[0] = 0;
      for (int i = 1; i < n_; ++i) {
        if (roll_.chance(70) || touching_ > 0) add(potential_, number(roll_.between("0.5", "6")) + "*" + X(i) + "^2/2");
        if (touching_ > 0) {  // pressed against a wall: at rest in a corner
          add(potential_, number(roll_.between("0.5", "4")) + "*" + X(i));
          gap(extras({{X(i)}}, i), opening());
          if (kind_ == "rest" || roll_.chance(50)) v_[static_cast<std::size_t>(i)] = 0;
        } else if (gaps_.size() < 4 && roll_.chance(50)) {
          gap(extras({{(roll_.chance(50) ? "-" : "") + X(i)}}, i), opening());
        }
      }
      if (gaps_.size() < 4 && !spiked && roll_.chance(25)) gap(extras({{"-" + X(0)}}, 0, false), opposite("0.4"));
    } else if (shape == 1) {  // springs between walls
      for (int i = 0; i < n_; ++i) {
        const rational centre = roll_.either_sign("0", "0.8");
        add(potential_, number(roll_.between("0.5", "12")) + "*(" + X(i) + " - " + number(centre) + ")^2/2");
        if (i == 0 || (gaps_.size() < 4 && roll_.chance(45)))
          gap(extras({{(centre > 0 ? "-" : "") + X(i)}}, i), opening());
      }
      if (gaps_.size() < 4 && roll_.chance(35)) {
        const int i = roll_.integer(0, n_ - 1);
        gap(extras({{X(i)}}, i, false), opposite("0.3"));
      }
    } else if (shape == 2) {  // a billiard: inside an ellipsoid, weak forces
      const rational radius = roll_.between("0.6", "1.5");
      std::string sum;
      for (int i = 0; i < n_; ++i) add(sum, number(roll_.between("0.6", "1.6")) + "*" + X(i) + "^2");
      std::vector<term> terms{{"-(" + sum + ")"}};
      if (moves) terms.push_back({motion_of_wall()});
      gap(terms, rational(radius * radius) + (moves ? rational(7, 10) : rational(0)));
      if (roll_.chance(50)) add(potential_, number(roll_.between("0.2", "2")) + "*" + X(0));
      if (n_ > 1 && roll_.chance(50)) gap(extras({{X(1)}}, 1, false), roll_.between("0.1", "0.5"));
      if (n_ > 2 && roll_.chance(30)) gap(extras({{"-" + X(2)}}, 2, false), roll_.between("0.1", "0.5"));
    } else {  // bodies in a row
      for (int i = 0; i + 1 < n_; ++i)
        gap(extras({{X(i + 1) + " - " + X(i)}}, i), kind_ == "multi" && roll_.chance(60) ? rational(0) : opening());
      if (n_ == 1 || (gaps_.size() < 4 && roll_.chance(60)))
        gap({{X(0)}, {moves ? motion_of_wall() : std::string()}}, opening());
      if (kind_ == "multi" && gaps_.size() < 4) gap({{"-" + X(n_ - 1)}}, opening());
      for (int i = 0; i < n_; ++i) {
        const rational centre = kind_ == "multi" ? roll_.between("0", "0.3") : roll_.either_sign("0", "0.6");
        add(potential_, number(roll_.between("0.5", "6")) + "*(" + X(i) + " - " + number(centre) + ")^2/2");
        if (kind_ == "multi" && i > 0 && roll_.chance(70)) v_[static_cast<std::size_t>(i)] = 0;
      }
    }
    if (roll_.chance(35))
      add(potential_, number(roll_.either_sign("0.1", "0.8")) + "*cos(" + number(roll_.between("0.5", "2")) + "*" +
                          X(roll_.integer(0, n_ - 1)) + ")");
    if (roll_.chance(25))
      push(roll_.integer(0, n_ - 1),
           number(roll_.either_sign("0.2", "1.5")) + "*sin(" + number(roll_.between("0.5", "4")) + "*" + t() + ")");
    if (roll_.chance(25)) push(roll_.integer(0, n_ - 1), "-" + number(roll_.between("0.05", "0.6")) + "*", true);
  }

  // --- what the kind has more
  // --------------------------------------------------------------------------------------------

  void decorate() {
    const int i = roll_.integer(0, n_ - 1);
    if (kind_ == "kink_force") {
      push(i, kinked_force(i));
      if (n_ > 1 && roll_.chance(50)) push((i + 1) % n_, kinked_force((i + 1) % n_));
    } else if (kind_ == "kink_gap") {
      kinked_gap();
    } else if (kind_ == "pulse") {
      pulse(i);
    } else if (kind_ == "spike") {
      spike();
    } else if (kind_ == "stiff") {
      stiff(i);
    } else if (kind_ == "rest") {
      for (rational& v : v_) v = 0;
      lift();
    } else if (kind_ == "friction") {
      for (int k = 0; k < n_; ++k)
        if (k == i || roll_.chance(40)) push(k, friction(k));
    } else if (kind_ == "functions") {
      push(i, uncommon(i, false));
      gaps_[static_cast<std::size_t>(roll_.integer(0, static_cast<int>(gaps_.size()) - 1))] +=
          " + " + uncommon(roll_.integer(0, n_ - 1), true);
    } else if (kind_ == "multi" && roll_.chance(40) && gaps_.size() < 4) {
      gaps_.push_back(gaps_[0]);  // the same constraint twice
    }
  }

  std::string kinked_force(int i) {
    const std::string a = number(roll_.between("0.5", "6")),
                      c = number(roll_.chance(25) ? rational(0) : roll_.either_sign("0.05", "0.6")),
                      x = "(" + X(i) + " - " + c + ")";
    switch (roll_.integer(0, 6)) {
      case 0:
        return "-" + a + "*abs" + x + "*" + V(i);
      case 1:
        return "-" + a + "*max(0, " + x + ")";
      case 2:
        return a + "*max(0, -" + x + ")^(3/2)";
      case 3:
        return "-" + a + "*min(" + x + ", " + number(roll_.between("0.1", "0.5")) + ")";
      case 4:
        return "-" + a + "*sqrt(" + x + "^2)";
      case 5:
        return "-" + number(roll_.between("0.05", "0.5")) + "*abs(" + V(i) + ")*" + V(i);
      default:
        return a + "*abs(sin(" + number(roll_.between("0.5", "3")) + "*" + t() + "))";
    }
  }

  /// One more constraint: a roof or a valley, with its edge where the motion seldom passes in contact.
  void kinked_gap() {
    const int j = n_ > 1 ? roll_.integer(1, n_ - 1) : 0;
    const rational a = roll_.either_sign("0.1", "0.6"),
                   c = roll_.chance(25) ? rational(0) : roll_.either_sign("0.05", "0.6");
    const std::string x = "(" + X(j) + " - " + number(c) + ")";
    const rational size = abs(c), none = 0, below = std::min(rational(-c), none), above = std::max(rational(-c), none);
    term kinked;
    switch (roll_.integer(0, 3)) {
      case 0:
        kinked = {number(a) + "*abs" + x, a * size};
        break;
      case 1:
        kinked = {number(a) + "*sqrt(" + x + "^2)", a * size};
        break;
      case 2:
        kinked = {number(a) + "*min(" + x + ", 0)", a * below};
        break;
      default:
        kinked = {number(a) + "*max(" + x + ", 0)", a * above};
        break;
    }
    if (gaps_.size() == 4) gaps_.pop_back();
    gap({{X(0)}, kinked}, roll_.between("0.1", "0.9"));
    if (e_ == 0) e_ = rational(1, 2);  // what slides meets the edge, where the gap has no gradient
  }

  void pulse(int i) {
    const int s = roll_.one_of<int>({100, 400, 1000, 4000, 10000});
    const double width = 1 / std::sqrt(s);
    const std::string a = number(roll_.either_sign("1", "8"));
    if (roll_.chance(60)) {
      const rational at = roll_.between("0.8", "2.2");
      push(i, a + "*exp(-" + std::to_string(s) + "*(" + t() + " - " + number(at) + ")^2)");
      finest_ = std::min(finest_, width);
    } else {
      push(i,
           a + "*exp(-" + std::to_string(s) + "*(" + X(i) + " - " + number(roll_.either_sign("0.1", "0.6")) + ")^2)");
      finest_ = std::min(finest_, width / 8);
    }
  }

  /// A bump far lower at the start than the gap is there: s c² ≥ 36.
  void spike() {
    const int s = roll_.one_of<int>({100, 400, 2000, 10000});
    const rational height = roll_.between("0.3", "1");
    const std::string shape = number(height) + "*exp(-" + std::to_string(s) + "*";
    if (gaps_.size() == 4) gaps_.pop_back();
    if (n_ == 1 || roll_.chance(40)) {
      gap({{X(0)}, {"-" + shape + "(" + t() + " - " + number(roll_.between("0.7", "2")) + ")^2)"}},
          roll_.between("0.2", "1"));
      finest_ = std::min(finest_, 1 / std::sqrt(s));
    } else {
      const rational v = v_[1] > 0 ? roll_.between("0.6", "1.2") : rational(-roll_.between("0.6", "1.2"));
      gap({{X(0)}, {"-" + shape + "(" + X(1) + " - " + number(v) + ")^2)"}}, roll_.between("0.2", "1"));
      finest_ = std::min(finest_, 1 / (8 * std::sqrt(s)));
    }
  }

  void stiff(int i) {
    const int k = roll_.one_of<int>({300, 1000, 4000, 20000});
    if (roll_.chance(50)) {
      push(i, "-" + std::to_string(k / 10) + "*", true);
      finest_ = std::min(finest_, 10.0 / k);
    } else {
      push(i, "-" + std::to_string(k) + "*(" + X(i) + " - " + number(roll_.either_sign("0", "0.05")) + ")");
      v_[static_cast<std::size_t>(i)] = roll_.either_sign("0.1", "0.5");
      finest_ = std::min(finest_, 1 / std::sqrt(k));
    }
  }

  /// At rest, pressed; then some force takes the body away, and leaves it.
  void lift() {
    if (roll_.chance(75))
      push(0, number(roll_.between("4", "20")) + "*sin(" + number(roll_.between("0.8", "3")) + "*" + t() + ")");
    if (n_ > 1 && roll_.chance(50))
      push(1, number(roll_.either_sign("0.5", "4")) + "*sin(" + number(roll_.between("0.8", "3")) + "*" + t() + ")");
    if (gaps_.size() < 4 && roll_.chance(30)) gaps_.push_back(gaps_[0]);
  }

  /// Dry friction, smoothed; what slides comes to rest to many digits.
  std::string friction(int i) {
    const std::string mu = number(roll_.between("0.2", "1.5"));
    const int sharp = roll_.one_of<int>({10, 100, 1000});
    finest_ = std::min(finest_, 1.0 / sharp);
    switch (roll_.integer(0, 2)) {
      case 0:
        return "-" + mu + "*tanh(" + std::to_string(sharp) + "*" + V(i) + ")";
      case 1:
        return "-" + mu + "*" + V(i) + "/sqrt(" + V(i) + "^2 + 1/" + std::to_string(sharp * sharp) + ")";
      default:
        return "-" + mu + "*2/pi*atan(" + std::to_string(sharp) + "*" + V(i) + ")";
    }
  }

  std::string uncommon(int i, bool vanishing) {
    const std::string a = number(roll_.either_sign("0.1", "0.4")), b = number(roll_.between("0.5", "2")), x = X(i);
    switch (roll_.integer(0, vanishing ? 7 : 9)) {
      case 0:
        return a + "*atan(" + b + "*" + x + ")";
      case 1:
        return a + "*asin(0.9*sin(" + b + "*" + x + "))";
      case 2:
        return a + "*(acos(0.8*sin(" + b + "*" + x + ")) - pi/2)";
      case 3:
        return a + "*tanh(" + b + "*" + x + ")";
      case 4:
        return a + "*(1 - 1/cosh(" + b + "*" + x + "))";
      case 5:
        return a + "*atan2(" + x + ", 1 + " + x + "^2)";
      case 6:
        return a + "*log(1 + " + b + "*" + x + "^2)";
      case 7:
        return a + "*((1 + " + x + "^2)^0.7 - 1)";
      case 8:
        return "-" + number(roll_.between("0.1", "0.5")) + "*sinh(" + x + "/2)";
      default:
        return "-" + number(roll_.between("0.5", "2")) + "*tan(atan(" + x + ")/2)";
    }
  }

  /// Two walls that meet at a time known exactly: `at` is where the sum of the gaps is 0.
  void closing() {
    kinetic(false);
    const rational a = roll_.between("0.2", "0.8"), b = roll_.between("0.2", "0.8"), at = roll_.between("0.8", "2");
    rational rate = (a + b) / at;
    rate.canonicalize();
    gap({{X(0)}}, a);
    gap({{"-" + X(0)}, {"-" + number(rate) + "*" + t()}}, b);
    if (roll_.chance(50)) add(potential_, number(roll_.between("1", "8")) + "*" + X(0));
    e_ = roll_.chance(60) ? rational(0) : rational(1, 2);
    // With e > 0 infinitely many impacts come before the walls meet, faster and faster.
    v_[0] = roll_.either_sign("0.1", "1");
  }

  // --- the file
  // ----------------------------------------------------------------------------------------------------------

  static void add(std::string& sum, const std::string& x) {
    if (x.empty()) return;
    if (sum.empty())
      sum = x;
    else if (x[0] == '-')
      sum += " - " + x.substr(1);
    else
      sum += " + " + x;
  }
  void push(int i, const std::string& text, bool damping = false) {
    add(force_[static_cast<std::size_t>(i)], damping ? text + V(i) : text);
  }

  template <class Text>
  static std::string list(std::size_t n, Text text) {
    std::string all;
    for (std::size_t i = 0; i < n; ++i) all += (i == 0 ? "[\"" : ", \"") + text(i) + "\"";
    return all + "]";
  }

  std::string file() const {
    const auto n = static_cast<std::size_t>(n_);
    const int energy = mass_ + 2 * (length_ - time_);
    const auto whole = [](const std::string& text, int power) {
      return power == 0 ? text : times("(" + text + ")", power);
    };
    std::ostringstream out;
    out << "# kind: " << kind_ << "\n# seed: " << number_ << "\n# finest: " << finest_ * std::pow(10.0, time_)
        << "\n# length: 1e" << length_ << "\n";
    out << "coordinates = " << list(n, [](std::size_t i) { return std::string(1, names[i]); }) << "\n";
    out << "horizon = \"" << times(to_text(horizon_), time_) << "\"\n";
    out << "[system]\nkinetic_energy = \"" << whole(kinetic_, energy) << "\"\n";
    if (!potential_.empty()) out << "potential_energy = \"" << whole(potential_, energy) << "\"\n";
    if (std::any_of(force_.begin(), force_.end(), [](const std::string& f) { return !f.empty(); }))
      out << "force = " << list(n, [&](std::size_t i) {
        return force_[i].empty() ? "0" : whole(force_[i], energy - length_);
      }) << "\n";
    for (const std::string& gap : gaps_) out << "[[constraint]]\ngap = \"" << whole(gap, length_) << "\"\n";
    out << "[impact]\nrestitution = \"" << to_text(e_) << "\"\n[initial]\n";
    out << "position = " << list(n, [&](std::size_t i) { return times(to_text(q_[i]), length_); }) << "\n";
    out << "velocity = " << list(n, [&](std::size_t i) { return times(to_text(v_[i]), length_ - time_); }) << "\n";
    return out.str();
  }

  dice roll_;
  std::string kind_;
  std::uint64_t number_;
  int n_ = 1, touching_ = 0;
  int length_ = 0, time_ = 0, mass_ = 0;  ///< units, powers of ten
  std::vector<rational> q_, v_;
  std::string kinetic_, potential_;
  std::vector<std::string> force_, gaps_;
  rational e_, horizon_;
  double finest_ = 0.5;
};

/// What stands behind "# key: " in a file.
std::optional<std::string> remark(const std::string& contents, const std::string& key) {
  const std::string mark = "# " + key + ": ";
  const auto at = contents.find(mark);
  if (at == std::string::npos) return {};
  const auto begin = at + mark.size();
  return contents.substr(begin, contents.find('\n', begin) - begin);
}

}  // namespace

const std::vector<kind>& kinds() {
  static const std::vector<kind> all{
      {"curved", "curved gaps"},
      {"moving", "gaps that move"},
      {"metric", "a kinetic energy that depends on the position"},
      {"kink_force", "abs, min, max, roots of squares and powers of 3/2 in forces"},
      {"kink_gap", "abs, min, max, roots of squares in a gap"},
      {"pulse", "a force that acts for an instant or in a narrow place"},
      {"spike", "a bump of a gap, narrow in space or time"},
      {"stiff", "a fast spring or a strong damper"},
      {"contact", "a start in contact, sliding, approaching or leaving"},
      {"rest", "a start at rest, pressed on a wall or into a corner, lifted later"},
      {"multi", "bodies in a row that touch, constraints said twice"},
      {"friction", "dry friction, smoothed"},
      {"functions", "inverse and hyperbolic functions, logarithms, powers that are no integers"},
      {"units", "lengths, times and masses far from 1"},
      {"closing", "walls that meet: no motion exists up to the horizon", false},
  };
  return all;
}

const kind& kind_named(const std::string& name) {
  std::string names;
  for (const kind& k : kinds()) {
    if (k.name == name) return k;
    names += (names.empty() ? "" : ", ") + k.name;
  }
  throw input_error("kind: expected one of " + names + "; found \"" + name + "\"");
}

random_system generate(std::uint64_t seed, const std::string& wanted) {
  const std::size_t turn = static_cast<std::size_t>(seed % kinds().size());
  const std::string name = wanted.empty() ? kinds()[turn].name : kind_named(wanted).name;
  std::uint64_t mixed = seed * 0x9e3779b97f4a7c15ULL;
  for (const char c : name) mixed = (mixed ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return draft(mixed, name, seed).written();
}

random_system replay(const std::string& path, const std::string& contents) {
  random_system s;
  s.kind = remark(contents, "kind").value_or("replayed");
  s.seed = std::stoull(remark(contents, "seed").value_or("0"));
  s.finest = std::stod(remark(contents, "finest").value_or("0.01"));
  s.length = std::stod(remark(contents, "length").value_or("1"));
  s.file = contents;
  try {
    s.question = with_values(std::get<statement>(text::read_problem(path, contents).question));
  } catch (const input_error& error) {
    s.refusal = error.what();
  }

  toml::table root;
  try {
    root = toml::parse(contents, std::string_view(path));
  } catch (const toml::parse_error& error) {
    throw input_error(path + ": " + std::string(error.description()));
  }
  const auto texts = [&](toml::node_view<toml::node> list) {
    std::vector<std::string> all;
    if (const toml::array* entries = list.as_array())
      for (const toml::node& entry : *entries) {
        if (const auto text = entry.value_exact<std::string>())
          all.push_back(*text);
        else if (const auto value = entry.value<double>())
          all.push_back((std::ostringstream() << *value).str());
      }
    return all;
  };
  const auto text = [&](toml::node_view<toml::node> of, const char* otherwise) {
    if (const auto found = of.value_exact<std::string>()) return *found;
    if (const auto found = of.value<double>()) return (std::ostringstream() << *found).str();
    return std::string(otherwise);
  };
  energies& g = s.given;
  g.coordinates = texts(root["coordinates"]);
  const auto read = [&](const std::string& formula) { return text::read_expression(formula, g.coordinates, {}); };
  const auto read_all = [&](const std::vector<std::string>& formulas) {
    std::vector<expression> all;
    for (const std::string& f : formulas) all.push_back(read(f));
    return all;
  };
  g.kinetic = read(text(root["system"]["kinetic_energy"], "0"));
  g.potential = read(text(root["system"]["potential_energy"], "0"));
  g.force = read_all(texts(root["system"]["force"]));
  g.force.resize(g.coordinates.size(), expression(0));
  if (const toml::array* constraints = root["constraint"].as_array())
    for (const toml::node& c : *constraints) g.gap.push_back(read(c.as_table()->at("gap").value_or(std::string())));
  g.restitution = read(text(root["impact"]["restitution"], "0"));
  g.position = read_all(texts(root["initial"]["position"]));
  g.velocity = read_all(texts(root["initial"]["velocity"]));
  g.horizon = read(text(root["horizon"], "1"));
  return s;
}

}  // namespace unilateral::random_systems
