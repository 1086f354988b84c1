#include "cgsd/io/bytes/trial_process.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <thread>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cgsd/core/error.hpp"

namespace cgsd {
namespace {

// A child that ends itself with its owner, whatever happens.
class Child {
 public:
  explicit Child(pid_t id) : id_(id) {}
  ~Child() {
    if (ended_) return;
    ::kill(id_, SIGKILL);
    ::waitpid(id_, &status_, 0);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  bool has_ended() {
    const pid_t got = ::waitpid(id_, &status_, WNOHANG);
    ended_ = got == id_ || (got < 0 && errno != EINTR);
    return ended_;
  }
  bool ended_well() const { return WIFEXITED(status_) && WEXITSTATUS(status_) == 0; }

 private:
  pid_t id_;
  int status_ = -1;
  bool ended_ = false;
};

[[noreturn]] void run_and_exit(const std::function<void()>& action) {
  const rlimit no_dump{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_dump);
  for (const int crash : {SIGSEGV, SIGFPE, SIGBUS, SIGABRT, SIGILL}) std::signal(crash, SIG_DFL);
  try {
    action();
  } catch (...) {  // an error is as good an end as any
  }
  ::_exit(0);
}

}  // namespace

bool survives(const std::function<void()>& action, std::chrono::milliseconds most, const RunContext& run) {
  const auto deadline = std::chrono::steady_clock::now() + most;
  const pid_t id = ::fork();
  if (id < 0) throw IoError::from_errno("a process of its own", errno);
  if (id == 0) run_and_exit(action);
  Child child(id);
  std::chrono::microseconds pause(200);
  while (!child.has_ended()) {
    run.check_stop();
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, std::chrono::microseconds(20'000));
  }
  return child.ended_well();
}

}  // namespace cgsd
