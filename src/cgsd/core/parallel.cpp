#include "cgsd/core/parallel.hpp"

#include <thread>

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include "cgsd/core/error.hpp"

namespace cgsd {

struct Workers::Arena {
  // More slots than oneTBB may fill would help nobody and make it print a warning.
  static int slots(int count) {
    using oneapi::tbb::global_control;
    const auto allowed = global_control::active_value(global_control::max_allowed_parallelism);
    return static_cast<int>(std::min(static_cast<std::size_t>(count), std::max<std::size_t>(1, allowed)));
  }
  explicit Arena(int count) : arena(slots(count)) {}
  oneapi::tbb::task_arena arena;
};

Workers::Workers(int count) : count_(count) {
  if (count < 0) throw InvalidArgument("workers must be 0 (all) or more");
  if (count_ == 0) count_ = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  arena_ = std::make_unique<Arena>(count_);
}

Workers::~Workers() = default;

void Workers::for_each_block(std::size_t blocks, void (*body)(void*, std::size_t), void* state) const {
  if (count_ == 1 || blocks <= 1) {
    for (std::size_t i = 0; i < blocks; ++i) body(state, i);
    return;
  }
  arena_->arena.execute(
      [&] { oneapi::tbb::parallel_for(std::size_t{0}, blocks, [&](std::size_t i) { body(state, i); }); });
}

}  // namespace cgsd
