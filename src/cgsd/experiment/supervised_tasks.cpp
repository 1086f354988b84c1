#include "cgsd/experiment/supervised_tasks.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

namespace cgsd {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kLook{50};

class Supervision {
 public:
  Supervision(std::size_t tasks, const SupervisionOptions& options,
              const std::function<void(std::size_t, const TaskWatch&)>& task)
      : tasks_(tasks), options_(options), task_(task) {}

  bool run(const std::function<bool()>& go_on) {
    {
      std::vector<std::jthread> threads;
      const auto wanted = std::min(tasks_, static_cast<std::size_t>(std::max(1, options_.parallel)));
      running_ = wanted;
      for (std::size_t i = 0; i < wanted; ++i) threads.emplace_back([this] { work(); });
      watch(go_on);
    }
    if (error_) std::rethrow_exception(error_);
    return finished_ == tasks_;
  }

 private:
  struct Running {
    TaskWatch watch;
    Clock::time_point began = Clock::now();
  };

  void work() {
    std::unique_lock lock(mutex_);
    while (!stopping_ && next_ < tasks_) {
      const std::size_t index = next_++;
      Running& current = current_[index];
      lock.unlock();
      const std::exception_ptr error = attempt(index, current.watch);
      lock.lock();
      if (error && !error_ && !stopping_) error_ = error;
      if (error) end_all();
      if (!error) ++finished_;
      current_.erase(index);
    }
    --running_;
    wake_.notify_all();
  }

  std::exception_ptr attempt(std::size_t index, const TaskWatch& watch) const {
    try {
      task_(index, watch);
      return nullptr;
    } catch (...) {
      return std::current_exception();
    }
  }

  void watch(const std::function<bool()>& go_on) {
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, kLook, [this] { return running_ == 0; })) {
      lock.unlock();
      const std::exception_ptr error = ask(go_on);
      lock.lock();
      if (error && !error_) error_ = error;
      if (error || !wanted_) end_all();
      end_the_late();
    }
  }

  std::exception_ptr ask(const std::function<bool()>& go_on) {
    try {
      wanted_ = go_on();
      return nullptr;
    } catch (...) {
      return std::current_exception();
    }
  }

  void end_all() {
    stopping_ = true;
    for (auto& [index, task] : current_) task.watch.end();
  }

  void end_the_late() {
    if (options_.time_limit <= 0.0) return;
    for (auto& [index, task] : current_) {
      const std::chrono::duration<double> elapsed = Clock::now() - task.began;
      if (elapsed.count() > options_.time_limit && !task.watch.stop().stop_requested()) task.watch.end_for_time();
    }
  }

  const std::size_t tasks_;
  const SupervisionOptions options_;
  const std::function<void(std::size_t, const TaskWatch&)>& task_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::map<std::size_t, Running> current_;
  std::exception_ptr error_;
  std::size_t next_ = 0;
  std::size_t finished_ = 0;
  std::size_t running_ = 0;
  bool stopping_ = false;
  bool wanted_ = true;  // only the caller's thread looks at it
};

}  // namespace

bool run_supervised(std::size_t tasks, const SupervisionOptions& options,
                    const std::function<void(std::size_t, const TaskWatch&)>& task,
                    const std::function<bool()>& go_on) {
  return Supervision(tasks, options, task).run(go_on);
}

}  // namespace cgsd
