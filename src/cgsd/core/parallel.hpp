// The only place that starts threads. The caller fixes the size of blocks, never the number of workers, and sums
// are added in block order: the same bits at any number of threads.
//
//   parallel_for(run, n, 4096, [&](std::size_t begin, std::size_t end) { … });
//   double total = ordered_sum<double>(run, n, 4096, [&](std::size_t begin, std::size_t end) { … return part; });
//
// Promises: a stop request ends the loop at the next block (throws Cancelled); an exception in a block ends the loop
// and is thrown to the caller; nested calls are allowed. Cost: one indirect call per block.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "cgsd/core/context.hpp"

namespace cgsd {

// A cap on threads, shared by the copies of one RunContext (a oneTBB task_arena behind it).
class Workers {
 public:
  explicit Workers(int count);  // 0: as many as the machine has
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  int count() const { return count_; }
  // Calls body(state, i) for i in [0, blocks), each once, on at most count() threads.
  void for_each_block(std::size_t blocks, void (*body)(void*, std::size_t), void* state) const;

 private:
  struct Arena;
  int count_;
  std::unique_ptr<Arena> arena_;
};

// body(begin, end) for consecutive blocks of [0, n), in any order.
template <class Body>
void parallel_for(const RunContext& run, std::size_t n, std::size_t block, Body&& body) {
  const std::size_t blocks = (n + block - 1) / block;
  auto one_block = [&](std::size_t i) {
    run.check_stop();
    body(i * block, std::min(n, (i + 1) * block));
  };
  using OneBlock = decltype(one_block);
  run.workers().for_each_block(
      blocks, [](void* state, std::size_t i) { (*static_cast<OneBlock*>(state))(i); }, &one_block);
}

// part(begin, end) for consecutive blocks of [0, n); the parts are added from left to right.
template <class T, class Part>
T ordered_sum(const RunContext& run, std::size_t n, std::size_t block, Part&& part) {
  std::vector<T> parts((n + block - 1) / block);
  parallel_for(run, n, block, [&](std::size_t begin, std::size_t end) { parts[begin / block] = part(begin, end); });
  T total{};
  for (const T& p : parts) total += p;
  return total;
}

}  // namespace cgsd
