// Two threads add to one number without a lock: the thread sanitizer must say so, else its silence about the other tests means nothing.
#include <chrono>
#include <cstdio>
#include <thread>

#include "cgsd/core/context.hpp"
#include "cgsd/core/parallel.hpp"

int main() {
  std::size_t sum = 0;
  const cgsd::RunContext run({.workers = 2});
  cgsd::parallel_for(run, 200, 1, [&](std::size_t begin, std::size_t) {
    sum += begin;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));  // so that the other thread gets its share
  });
  std::printf("%zu\n", sum);
}
