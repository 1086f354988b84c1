#include "python/src/call.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include <sys/resource.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/stage_record.hpp"
#include "cgsd/table/cell_fault.hpp"

namespace cgsd::python {
namespace {

constexpr auto kBetweenSignals = std::chrono::milliseconds(50);
constexpr double kLeastStep = 0.005;  // of a stage, between two calls of the callable

std::atomic<bool> forked{false};

struct Advance {
  std::string stage;
  double fraction = 0.0;
};

// What the working thread tells the waiting one.
class Mailbox final : public ProgressSink {
 public:
  void stage_began(std::string_view stage) override { post(stage, 0.0); }
  void stage_advanced(std::string_view stage, double fraction) override {
    {
      const std::lock_guard lock(mutex_);
      if (stage == stage_ && fraction < told_ + kLeastStep) return;
    }
    post(stage, fraction);
  }
  void stage_ended(std::string_view stage, double /*seconds*/) override { post(stage, 1.0); }

  void finish() {
    const std::lock_guard lock(mutex_);
    done_ = true;
    told_something_.notify_all();
  }
  // What came since the last time, after a wait; and whether the work is done.
  std::pair<std::deque<Advance>, bool> wait() {
    std::unique_lock lock(mutex_);
    told_something_.wait_for(lock, kBetweenSignals, [&] { return done_ || !advances_.empty(); });
    return {std::exchange(advances_, {}), done_};
  }

 private:
  void post(std::string_view stage, double fraction) {
    const std::lock_guard lock(mutex_);
    stage_ = stage;
    told_ = fraction;
    advances_.push_back({std::string(stage), fraction});
    told_something_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable told_something_;
  std::deque<Advance> advances_;
  std::string stage_;
  double told_ = 0.0;
  bool done_ = false;
};

std::uint64_t peak_memory() {
  rusage usage{};
  return getrusage(RUSAGE_SELF, &usage) == 0 ? static_cast<std::uint64_t>(usage.ru_maxrss) * 1024 : 0;
}

// Runs what Python wants to run between two waits. What it raises comes back.
std::exception_ptr attend(const nb::object& progress, const std::deque<Advance>& advances) {
  try {
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (progress.is_none()) return {};
    for (const Advance& a : advances) progress(a.stage, a.fraction);
  } catch (...) {
    return std::current_exception();
  }
  return {};
}

}  // namespace

Timing call(const CallSettings& settings, const std::function<void(const RunContext&)>& body) {
  const auto began = std::chrono::steady_clock::now();
  std::stop_source stop;
  std::exception_ptr error;
  Mailbox mailbox;
  StageRecord record(settings.progress.is_none() ? nullptr : &mailbox);
  const int workers = forked ? 1 : settings.threads;
  std::thread worker([&] {
    try {
      body(RunContext({.seed = settings.seed, .workers = workers, .stop = stop.get_token(), .progress = &record}));
    } catch (...) {
      error = std::current_exception();
    }
    mailbox.finish();
  });
  std::exception_ptr raised;
  for (bool done = false; !done;) {
    std::deque<Advance> advances;
    {
      const nb::gil_scoped_release released;
      std::tie(advances, done) = mailbox.wait();
    }
    if (raised) continue;
    raised = attend(settings.progress, advances);
    if (raised) stop.request_stop();
  }
  {
    const nb::gil_scoped_release released;
    worker.join();
  }
  if (raised) std::rethrow_exception(raised);
  if (error) std::rethrow_exception(error);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  return {record.stages(), took.count(), peak_memory()};
}

void translate_errors() {
  nb::register_exception_translator(
      [](const std::exception_ptr& error, void*) {
        try {
          std::rethrow_exception(error);
        } catch (const Cancelled& e) {
          PyErr_SetString(PyExc_KeyboardInterrupt, e.what());
        } catch (const IoError& e) {
          PyErr_SetString(PyExc_OSError, e.what());
        } catch (const Error& e) {  // InvalidArgument, ParseError, CellFault
          PyErr_SetString(PyExc_ValueError, e.what());
        }
      },
      nullptr);
}

void remember_fork() { forked = true; }

}  // namespace cgsd::python
