#pragma once
/// What several tasks need, and the first that asks for it makes.

#include "reports/study/reference/trusted_run.hpp"

#include <functional>
#include <mutex>
#include <optional>
#include <utility>

namespace unilateral::study {

/// A reference in doubt is in doubt for each that asks.
template <class T>
class made_once {
 public:
  explicit made_once(std::function<std::optional<T>()> make) : make_(std::move(make)) {}
  const std::optional<T>& get() {
    std::call_once(made_, [&] {
      try {
        value_ = make_();
      } catch (const reference_in_doubt& doubt) {
        doubt_ = doubt;
      }
    });
    if (doubt_) throw *doubt_;
    return value_;
  }

 private:
  std::function<std::optional<T>()> make_;
  std::once_flag made_;
  std::optional<T> value_;
  std::optional<reference_in_doubt> doubt_;
};

}  // namespace unilateral::study
