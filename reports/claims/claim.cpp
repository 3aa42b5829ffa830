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

void inquiry::counter_example(const std::string& statement, bool truth, const std::string& found) {
  evidence_.push_back({study::evidence::kind::counter_example, truth, "“" + statement + "”: " + found});
  if (truth) refuted_ = true;
  if (!truth && first_failure_.empty()) first_failure_ = "the counter-example to “" + statement + "” is none: " + found;
}

void inquiry::refutes(const std::string& statement, bool truth, const std::string& found) {
  counter_example(statement, truth, found);
}

void inquiry::says_nothing(const std::string& statement, bool truth, const std::string& found) {
  printed_ = printed::says_nothing;
  counter_example(statement, truth, found);
}

void inquiry::answers(const std::string& asked, bool truth, const std::string& found) {
  printed_ = printed::asks;
  counter_example(asked, truth, found);
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

namespace {

/// "a, b".
void append(std::string& list, const std::string& item) { list += (list.empty() ? "" : ", ") + item; }

std::string what_it_is(const binding& b) {
  const std::string words = b.words.empty() ? "" : " " + b.words;
  switch (b.is) {
    case part::is:
      return "is the claim" + words;
    case part::is_case:
      return "is the claim " + b.words;
    case part::correction:
      return "is the corrected statement" + words;
    case part::refutation:
      return "refutes what is printed" + words;
    default:
      return "supports it" + words;
  }
}

}  // namespace

void inquiry::binds(const binding& b) {
  const audited_theorems& known = with_.theorems;
  const auto at = known.proved.find({b.module, b.theorem});
  const std::string head = "theorem " + b.name() + " " + what_it_is(b);
  if (!known.fault.empty()) return fact(head + ": " + known.fault, false);
  if (at == known.proved.end())
    return fact(head + ": expected among the audited theorems, found none of that name", false);
  if (at->second.digest != b.digest)
    return fact(head + ": expected the statement of digest " + b.digest + " that was bound to the claim, found " +
                    at->second.digest + ", which says " + at->second.text,
                false);
  // No Coq runs here: it is by digests that the statement is known for the one that Coq accepted.
  fact(head + ", digest " + b.digest + ", checked by digest, not by Coq in this run: " + at->second.text, true);
  theorems_.push_back(b.name());
  if (b.is == part::is) append(whole_, b.name() + (b.words.empty() ? "" : " (" + b.words + ")"));
  if (b.is == part::is_case) append(case_, b.words);
  if (b.is == part::correction) append(correction_, b.name() + (b.words.empty() ? "" : " (" + b.words + ")"));
  if (b.is == part::refutation) refuted_ = true;
}

void inquiry::tried(int count, const std::string& instances) {
  append(instances_, fmt::format("{} {}", count, instances));
  fact(fmt::format("tried on {} {}", count, instances), count > 0);
}

finding inquiry::result() const {
  using enum study::settlement;
  finding f{.verdict = confirmed,
            .reference_in_doubt = false,
            .digits = digits_,
            .summary = {},
            .evidence = evidence_,
            .theorems = theorems_};
  const std::string confirmation = fmt::format("confirmed{}{}", instances_.empty() ? "" : " on " + instances_,
                                               digits_ ? fmt::format(", to {} digits", *digits_) : "");
  if (!first_failure_.empty()) {
    f.verdict = contradicted;
    f.summary = first_failure_;
  } else if (!doubt_.empty()) {
    f.verdict = open;
    f.reference_in_doubt = true;
    f.summary = doubt_;
  } else if (!missing_.empty()) {
    f.verdict = open;
    f.summary = missing_ + (instances_.empty() ? "" : "; tried: " + instances_);
  } else if (!correct_) {
    f.verdict = open;
    f.summary = "nothing was checked";
  } else if (refuted_) {
    f.verdict = corrected;
    f.summary = (printed_ == printed::asks           ? "answered, by an instance; the answer is "
                 : printed_ == printed::says_nothing ? "says nothing as printed; the corrected statement is "
                                                     : "false as printed, with a counter-example; the corrected "
                                                       "statement is ") +
                (correction_.empty() ? confirmation : "proved: " + correction_);
  } else if (!whole_.empty()) {
    f.verdict = proved;
    f.summary = "proved: " + whole_;
  } else if (!case_.empty()) {
    f.verdict = proved_in_a_case;
    f.summary = "proved " + case_ + (instances_.empty() ? "" : "; beyond that " + confirmation);
  } else if (instances_.empty()) {
    f.verdict = open;
    f.summary = "nothing says on what it was tried";
  } else {
    f.summary = confirmation;
  }
  return f;
}

finding settled(const claim& of, const instruments& with) {
  inquiry asked(with);
  try {
    for (const binding& b : with.bindings)
      if (b.claim == of.id) asked.binds(b);
    of.settle(asked);
  } catch (const study::reference_in_doubt& doubt) {
    asked.doubts(doubt.why());
  } catch (const std::exception& error) {
    asked.holds("the check runs to its end", false, error.what());
  }
  return asked.result();
}

}  // namespace unilateral::claims
