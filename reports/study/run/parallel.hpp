#pragma once
/// Work shared among threads, without its result depending on how many there are.

#include <functional>

namespace unilateral::study {

/// Calls task(0) … task(count − 1), each once, on `jobs` threads; task k may write only what belongs to k.
/// The exception of the lowest k that threw is thrown again, after all threads have finished.
void for_each_index(int count, int jobs, const std::function<void(int)>& task);

}  // namespace unilateral::study
