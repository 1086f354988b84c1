// In place of src/cgsd/core/parallel.cpp in a build with CGSD_TBB=OFF: threads of the standard library, started for each loop. Slower, and
// the thread sanitizer understands it: oneTBB is not compiled with the sanitizer, which then sees races that are none.
#include "cgsd/core/parallel.hpp"

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include "cgsd/core/error.hpp"

namespace cgsd {
namespace {

thread_local bool within_loop = false;  // a loop in a loop runs on the thread that it is met by

// Blocks are handed out in order; the first exception ends the handing out.
class BlockQueue {
 public:
  BlockQueue(std::size_t blocks, void (*body)(void*, std::size_t), void* state)
      : blocks_(blocks), body_(body), state_(state) {}

  void work() noexcept {
    within_loop = true;
    try {
      for (std::size_t i = next_.fetch_add(1); i < blocks_; i = next_.fetch_add(1)) body_(state_, i);
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      if (!fault_) fault_ = std::current_exception();
      next_ = blocks_;
    }
    within_loop = false;
  }
  void rethrow() const {
    if (fault_) std::rethrow_exception(fault_);
  }

 private:
  std::size_t blocks_;
  void (*body_)(void*, std::size_t);
  void* state_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;
  std::exception_ptr fault_;
};

}  // namespace

struct Workers::Arena {};

Workers::Workers(int count) : count_(count) {
  if (count < 0) throw InvalidArgument("workers must be 0 (all) or more");
  if (count_ == 0) count_ = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

Workers::~Workers() = default;

void Workers::for_each_block(std::size_t blocks, void (*body)(void*, std::size_t), void* state) const {
  if (count_ == 1 || blocks <= 1 || within_loop) {
    for (std::size_t i = 0; i < blocks; ++i) body(state, i);
    return;
  }
  BlockQueue queue(blocks, body, state);
  {
    std::vector<std::jthread> others;
    const std::size_t threads = std::min(blocks, static_cast<std::size_t>(count_));
    for (std::size_t i = 1; i < threads; ++i) others.emplace_back([&queue] { queue.work(); });
    queue.work();
  }
  queue.rethrow();
}

}  // namespace cgsd
