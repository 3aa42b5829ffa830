#pragma once
/// Counts what a program takes from the heap. It replaces operator new: one file of a program includes it.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace unilateral {
/// Pieces of memory so far.
inline std::int64_t allocations = 0;
}  // namespace unilateral

// Not inlined: the compiler would take new and free for a mismatch.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++unilateral::allocations;
  if (void* const memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
