#include "reports/claims/claim.hpp"

#include "proofs/certificates/check.hpp"
#include "proofs/certificates/text.hpp"
#include "reports/study/reference/trusted_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <fstream>
#include <iterator>

namespace unilateral::claims {

std::string brief(const real50& x, int digits) { return x.str(digits); }

namespace {

/// −log10 of the relative difference, between 0 and the digits of the scalar.
int agreement(const real50& x, const real50& y, const real50& size) {
  constexpr int all = scalar_traits<real50>::digits;
  if (!is_finite(x) || !is_finite(y) || !is_finite(size)) return 0;  // no number agrees with nothing
  const real50 scale = std::max(real50(abs(y)), size), off = abs(x - y);
  if (off == 0) return all;
  if (!(off < scale)) return 0;
  return std::clamp(static_cast<int>(floor(real50(-log10(real50(off / scale))))), 0, all);
}

}  // namespace

void inquiry::fact(const std::string& line, bool holds) {
  evidence_.push_back({study::evidence::kind::fact, holds, line});
  if (!holds && first_failure_.empty()) first_failure_ = line;
  if (holds) correct_ = true;
}

void inquiry::agrees(const std::string& what, const real50& x, const real50& y, int least, const real50& size) {
  const int found = agreement(x, y, size);
  digits_ = std::min(digits_.value_or(found), found);
  fact(fmt::format("{}: {} ({} digits, at least {} asked)", what, brief(x, 32), found, least), found >= least);
}

void inquiry::agrees_in_all(const std::string& what, const std::vector<std::pair<real50, real50>>& pairs, int least,
                            const real50& size) {
  if (pairs.empty()) return fact(what + ": nothing to compare", false);
  int worst = scalar_traits<real50>::digits;
  for (const auto& [x, y] : pairs) worst = std::min(worst, agreement(x, y, size));
  digits_ = std::min(digits_.value_or(worst), worst);
  fact(fmt::format("{}: {} comparisons, the worst to {} digits (at least {} asked)", what, pairs.size(), worst, least),
       worst >= least);
}

void inquiry::holds(const std::string& what, bool truth, const std::string& found) {
  fact(found.empty() ? what : what + ": " + found, truth);
}

void inquiry::refutes(const std::string& printed, bool truth, const std::string& found) {
  evidence_.push_back({study::evidence::kind::counter_example, truth, "“" + printed + "”: " + found});
  if (truth) refuted_ = true;
  if (!truth && first_failure_.empty()) first_failure_ = "the counter-example to “" + printed + "” is none: " + found;
}

void inquiry::certified(const std::string& name) {
  const std::string file = name + ".certificate";
  std::ifstream stream(with_.certificates / file);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  std::string failure = stream ? "" : "expected a readable file, found none";
  int accepted = 0;
  try {
    if (failure.empty())
      for (const certificates::certificate& c : certificates::parse(text)) {
        const certificates::verdict v = certificates::check(c);
        if (!v.proved && failure.empty()) failure = v.failure;
        accepted += v.proved ? 1 : 0;
      }
  } catch (const certificates::malformed& e) {
    failure = e.what();
  }
  fact("certificate " + file +
           (failure.empty() ? fmt::format(" (proofs/certificates, {} accepted in exact rationals)", accepted)
                            : ": " + failure),
       failure.empty());
}

void inquiry::proves(const std::string& module, const std::string& theorem) {
  const std::string name = module + "." + theorem;
  const audited_theorems& known = with_.theorems;
  const bool proved = known.fault.empty() && known.proved.contains({module, theorem});
  fact("theorem " + name +
           (proved                ? " (proofs/coq, audited)"
            : known.fault.empty() ? ": expected among the audited theorems, found none of that name"
                                  : ": " + known.fault),
       proved);
  if (proved) theorems_.push_back(name);
}

finding inquiry::result() const {
  using enum study::settlement;
  finding f{.verdict = confirmed,
            .reference_in_doubt = false,
            .digits = digits_,
            .summary = {},
            .evidence = evidence_,
            .theorems = theorems_};
  if (!first_failure_.empty()) {
    f.verdict = contradicted;
    f.summary = first_failure_;
  } else if (!doubt_.empty()) {
    f.verdict = open;
    f.reference_in_doubt = true;
    f.summary = doubt_;
  } else if (!missing_.empty()) {
    f.verdict = open;
    f.summary = missing_;
  } else if (!correct_) {
    f.verdict = open;
    f.summary = "nothing was checked";
  } else if (refuted_) {
    f.verdict = corrected;
    f.summary = "false as printed, with a counter-example; the corrected statement holds";
  } else if (!theorems_.empty()) {
    f.verdict = proved;
    for (const std::string& name : theorems_) f.summary += (f.summary.empty() ? "proved: " : ", ") + name;
  } else {
    f.summary = digits_ ? fmt::format("confirmed to {} digits", *digits_) : "confirmed by what ran";
  }
  return f;
}

finding settled(const claim& of, const instruments& with) {
  inquiry asked(with);
  try {
    of.settle(asked);
  } catch (const study::reference_in_doubt& doubt) {
    asked.doubts(doubt.why());
  } catch (const std::exception& error) {
    asked.holds("the check runs to its end", false, error.what());
  }
  return asked.result();
}

}  // namespace unilateral::claims
