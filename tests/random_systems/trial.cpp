#include "tests/random_systems/trial.hpp"

#include "problems/language/tape.hpp"
#include "tests/random_systems/contenders.hpp"
#include "tests/random_systems/independent.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <map>
#include <sstream>

namespace unilateral::random_systems {
namespace {

/// Without a measured condition.
constexpr double assumed_condition = 1e4;
constexpr double data_changed_by = 1e-9;

bool did_not_end(const answer& a) { return a.status == "never ended" || a.status.starts_with("crashed"); }
bool declined(const answer& a) { return !a.completed() && !did_not_end(a) && a.status != "too slow"; }

std::string described(const std::string& name, const answer& a) {
  std::ostringstream out;
  const auto write = [&](const numbers& list) {
    for (const real& x : list) out << ' ' << x.str(25, std::ios_base::fmtflags{});
  };
  out << name << ": " << a.status << " (" << a.seconds << " s, " << a.steps << " steps)\n";
  for (const std::string& w : a.warnings) out << "  warning: " << w << '\n';
  constexpr std::size_t most_shown = 40;
  for (std::size_t k = 0; k < a.shocks.size(); ++k) {
    if (k == most_shown && a.shocks.size() > most_shown + 5) {
      out << "  … " << a.shocks.size() - most_shown << " impacts more\n";
      break;
    }
    const shock& s = a.shocks[k];
    out << "  impact " << k + 1 << " t = " << s.t.str(25, std::ios_base::fmtflags{}) << "  q =";
    write(s.q);
    out << "  v- =";
    write(s.v_minus);
    out << "  v+ =";
    write(s.v_plus);
    out << "  constraints";
    for (const int c : s.active) out << ' ' << c + 1;
    out << '\n';
  }
  for (const answer::limit& l : a.accumulations)
    out << "  accumulation t = " << l.t.str(25, std::ios_base::fmtflags{}) << '\n';
  out << "  end t = " << a.end_time.str(25, std::ios_base::fmtflags{}) << "  q =";
  write(a.end_position);
  out << "  v =";
  write(a.end_velocity);
  out << '\n';
  return out.str();
}

class trying {
 public:
  trying(const random_system& system, const trial_options& how)
      : system_(system), how_(how), horizon_(constant_value<real>(system.given.horizon)) {
    result_.kind = system.kind;
    result_.seed = system.seed;
    result_.horizon = to_double(horizon_);
    result_.trusted_until = result_.horizon;
    result_.condition = assumed_condition;
  }

  trial run() {
    const auto begin = std::chrono::steady_clock::now();
    if (how_.independent && kind_has_motion()) measure_condition();
    for (const char* engine : {"event_driven", "gauss_collocation"})
      for (const int digits : {16, 50})
        if (digits == 16 || how_.engines_at_50) {
          const std::string name = std::string(engine) + "/" + std::to_string(digits);
          if (system_.refusal.empty()) {
            keep(name, answer_by(engine, digits, asked_of(name), how_.limit));
          } else {
            answer refused;
            refused.status = "refused: " + system_.refusal;
            keep(name, std::move(refused));
          }
        }
    compare_engines();
    if (kind_has_motion()) {
      if (how_.theorems) hold_against_theorems();
      if (how_.schemes) hold_against_schemes();
    }
    judge();
    for (const auto& [name, a] : answers_) result_.answers += described(name, a);
    result_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return result_;
  }

 private:
  bool kind_has_motion() const {
    for (const kind& k : kinds())
      if (k.name == system_.kind) return k.has_motion;
    return true;
  }

  statement asked_of(const std::string& name) const {
    return how_.planted ? how_.planted(name, system_.question) : system_.question;
  }

  void keep(const std::string& name, answer a) {
    result_.contenders.push_back(
        {name, a.status, a.seconds, static_cast<int>(a.shocks.size()), static_cast<int>(a.warnings.size())});
    answers_.emplace(name, std::move(a));
  }

  const answer* found(const std::string& name) const {
    const auto at = answers_.find(name);
    return at == answers_.end() ? nullptr : &at->second;
  }

  /// The independent integrator, three times.
  void measure_condition() {
    const auto run = [&](double tolerance, double change) {
      return independent_answer(
          system_.given, {.tolerance = tolerance, .change = change, .finest = system_.finest, .length = system_.length},
          how_.limit);
    };
    answer as_it_stands = run(1e-12, 0);
    if (!did_not_end(as_it_stands) && as_it_stands.end_time > 0) {
      const answer looser = run(1e-10, 0), changed = run(1e-12, data_changed_by);
      const comparison loose = compare(as_it_stands, looser, units(), real(1e-3), horizon_);
      const comparison change = compare(as_it_stands, changed, units(), real(1e-3), horizon_);
      double until = to_double(std::min({as_it_stands.end_time, looser.end_time, changed.end_time}));
      if (until > result_.horizon * (1 - 1e-12)) until = result_.horizon;  // the same final time, rounded
      for (const comparison* c : {&loose, &change})
        if (c->first) until = std::min(until, c->first->t);
      // Only what is before the instant is trusted, with some room.
      if (until < result_.horizon) until *= 0.999;
      result_.trusted_until = until;
      result_.condition =
          std::max(1.0, compare(as_it_stands, changed, units(), real(1), real(until)).largest / data_changed_by);
      independent_error_ = compare(as_it_stands, looser, units(), real(1), real(until)).largest;
      condition_known_ = true;
    }
    keep("independent", std::move(as_it_stands));
  }

  unit_sizes units() const { return {horizon_, real(system_.length)}; }
  double for_16_digits() const { return std::min(1e-3, result_.condition * 1e-12); }

  void part_at(const std::string& first, const std::string& second, const real& tolerance, const real& until) {
    const answer *a = found(first), *b = found(second);
    if (a == nullptr || b == nullptr || did_not_end(*a) || did_not_end(*b)) return;
    const comparison c = compare(*a, *b, units(), tolerance, until);
    if (c.first)
      result_.partings.push_back({first, second, c.first->t, c.first->what,
                                  a->completed() && b->completed() && a->warnings.empty() && b->warnings.empty()});
  }

  bool motion_is_one() const { return result_.trusted_until >= result_.horizon; }

  void compare_engines() {
    const real trusted(result_.trusted_until);
    const char *taylor = "event_driven/50", *gauss = "gauss_collocation/50";
    const bool known = condition_known_ && motion_is_one();
    tolerance_50_ = known ? real(result_.condition) * real("1e-44") : real("1e-25");
    part_at(taylor, gauss, tolerance_50_, horizon_);
    const answer* first = found(taylor);
    const std::string judge = first != nullptr && first->completed()                 ? taylor
                              : found(gauss) != nullptr && found(gauss)->completed() ? gauss
                                                                                     : "";
    reference_ = judge;
    const real loose(for_16_digits());
    if (judge.empty()) {
      part_at("event_driven/16", "gauss_collocation/16", loose, trusted);
    } else {
      part_at("event_driven/16", judge, loose, trusted);
      part_at("gauss_collocation/16", judge, loose, trusted);
    }
    const std::string other = !judge.empty() ? judge
                              : found("event_driven/16") != nullptr && found("event_driven/16")->completed()
                                  ? "event_driven/16"
                                  : "gauss_collocation/16";
    if (condition_known_)
      part_at(other, "independent", real(std::min(1e-3, 10 * independent_error_ + for_16_digits())), trusted);
  }

  void hold_against_theorems() {
    if (reference_.empty()) return;
    for (const enclosures::engine with : {enclosures::engine::defect, enclosures::engine::lohner}) {
      const std::string name = enclosures::name_of(with);
      const theorem proved = theorem_by(with, how_.theorem_digits, asked_of(name), how_.limit);
      result_.contenders.push_back({name, proved.status, proved.seconds, static_cast<int>(proved.shocks.size()), 0});
      if (const auto c = contradiction(proved, *found(reference_), units(), tolerance_50_))
        result_.partings.push_back({reference_, name, 0, *c, found(reference_)->warnings.empty()});
    }
  }

  /// Relative error of a scheme's positions at the sampled times, where the motion is one.
  double error_of(const answer& scheme, const answer& reference) const {
    real size = real(system_.length), apart = 0;
    const std::size_t count = static_cast<std::size_t>(samples * result_.trusted_until / result_.horizon);
    if (scheme.sampled.size() < std::min(count, reference.sampled.size())) return std::nan("");
    for (std::size_t j = 0; j < std::min(count, reference.sampled.size()); ++j)
      for (std::size_t i = 0; i < reference.sampled[j].size(); ++i) {
        size = std::max(size, real(abs(reference.sampled[j][i])));
        apart = std::max(apart, real(abs(reference.sampled[j][i] - scheme.sampled[j][i])));
      }
    return to_double(real(apart / size));
  }

  void hold_against_schemes() {
    if (reference_.empty()) return;
    for (const char* scheme : {"moreau_time_stepping", "sweeping", "paoli_schatzman"}) {
      std::vector<double> error;
      std::string status;
      double seconds = 0;
      int impacts = 0;
      for (const int steps : {700, 1913, 5170, 41100}) {
        if (steps > 6000 && !(error.back() > 0.1)) break;
        const answer a = answer_by(scheme, 16, asked_of(scheme), how_.limit, steps);
        status = a.status;
        seconds += a.seconds;
        impacts = static_cast<int>(a.shocks.size());
        if (!a.completed()) break;
        error.push_back(error_of(a, *found(reference_)));
      }
      result_.contenders.push_back({scheme, status, seconds, impacts, 0});
      if (status == "completed" && (!(error.back() <= 0.1) && !(error.back() <= error.front() / 2))) {
        std::ostringstream what;
        what << scheme << " apart: errors";
        for (const double e : error) what << ' ' << e;
        result_.remarks.push_back(what.str());
      }
    }
  }

  void judge() {
    int engines = 0, completed = 0, refused = 0, broken = 0;
    for (const auto& [name, a] : answers_)
      if (name != "independent") {
        ++engines;
        completed += a.completed();
        refused += declined(a);
        broken += did_not_end(a);
      }
    if (!kind_has_motion()) {
      if (completed > 0) {
        for (const auto& [name, a] : answers_)
          if (a.completed())
            result_.partings.push_back({name, "the walls that meet", 0,
                                        "a motion up to the horizon, where there is none", a.warnings.empty()});
        result_.outcome = verdict::disagree;
      } else {
        result_.outcome = broken > 0 ? verdict::broken : refused == engines ? verdict::no_motion : verdict::slow;
      }
      return;
    }
    if (!result_.partings.empty())
      result_.outcome = verdict::disagree;
    else if (broken > 0)
      result_.outcome = verdict::broken;
    else if (refused == engines)
      result_.outcome = verdict::refused_by_all;
    else if (refused > 0)
      result_.outcome = verdict::refused_by_one;
    else if (completed < engines)
      result_.outcome = verdict::slow;
    else
      result_.outcome = motion_is_one() ? verdict::agree : verdict::ill_conditioned;
  }

  const random_system& system_;
  const trial_options& how_;
  real horizon_, tolerance_50_ = 0;
  std::map<std::string, answer> answers_;
  std::string reference_;  ///< the 50-digit answer that others are held against; empty if there is none
  double independent_error_ = 0;
  bool condition_known_ = false;
  trial result_;
};

}  // namespace

std::string name_of(verdict v) {
  switch (v) {
    case verdict::agree:
      return "agree";
    case verdict::ill_conditioned:
      return "ill-conditioned";
    case verdict::no_motion:
      return "no motion";
    case verdict::refused_by_all:
      return "refused by all";
    case verdict::refused_by_one:
      return "refused by one";
    case verdict::broken:
      return "broken";
    case verdict::slow:
      return "slow";
    default:
      return "DISAGREE";
  }
}

trial try_system(const random_system& system, const trial_options& how) {
  if (how.thorough_every > 1 && system.seed % how.thorough_every != 0) {
    trial_options two = how;
    two.engines_at_50 = two.independent = two.schemes = two.theorems = false;
    trial t = trying(system, two).run();
    if (t.outcome == verdict::agree || t.outcome == verdict::no_motion) return t;
  }
  return trying(system, how).run();
}

std::string without_numbers(const std::string& message) {
  std::string text;
  bool in_number = false;
  for (std::size_t i = 0; i < message.size(); ++i) {
    const char c = message[i];
    const bool digit = c >= '0' && c <= '9';
    const bool continues =
        in_number && (c == '.' || ((c == 'e' || c == '-' || c == '+' || c == '/') && i + 1 < message.size() &&
                                   (message[i + 1] == '-' || message[i + 1] == '+' ||
                                    (message[i + 1] >= '0' && message[i + 1] <= '9'))));
    if (digit && !in_number) text += '#';
    in_number = digit || continues;
    if (!in_number) text += c;
  }
  return text;
}

}  // namespace unilateral::random_systems
