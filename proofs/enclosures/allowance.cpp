#include "proofs/enclosures/allowance.hpp"

#include <fmt/format.h>

#include <utility>

namespace unilateral::enclosures {
namespace {

/// Some milliseconds: the clock is looked at, and progress told, so often.
constexpr std::int64_t operations_between_looks = 50'000;

}  // namespace

thread_local allowance* allowance::of_thread_ = nullptr;

allowance::allowance(const request& how) : how_(how), before_(std::exchange(of_thread_, this)) {}
allowance::~allowance() { of_thread_ = before_; }

void allowance::look() {
  next_look_ = spent_ + operations_between_looks;
  if (spent_ > how_.operations)
    throw work_spent{fmt::format("{} operations, all that are allowed, are spent", how_.operations)};
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_;
  if (how_.seconds && passed.count() > *how_.seconds)
    throw work_spent{fmt::format("the limit of {:g} s has passed", *how_.seconds)};
  if (how_.progress) how_.progress(part_);
}

}  // namespace unilateral::enclosures
