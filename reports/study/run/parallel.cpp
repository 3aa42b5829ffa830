#include "reports/study/run/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>
#include <vector>

namespace unilateral::study {

void for_each_index(int count, int jobs, const std::function<void(int)>& task) {
  std::vector<std::exception_ptr> thrown(static_cast<std::size_t>(std::max(count, 0)));
  std::atomic<int> next = 0;
  const auto work = [&] {
    for (int k = next++; k < count; k = next++) {
      try {
        task(k);
      } catch (...) {
        thrown[static_cast<std::size_t>(k)] = std::current_exception();
      }
    }
  };
  {
    std::vector<std::jthread> workers;
    for (int j = 1; j < std::min(jobs, count); ++j) workers.emplace_back(work);
    work();
  }
  for (const std::exception_ptr& e : thrown)
    if (e) std::rethrow_exception(e);
}

}  // namespace unilateral::study
