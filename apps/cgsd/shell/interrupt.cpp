#include "apps/cgsd/shell/interrupt.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <system_error>

#include <fmt/format.h>
#include <pthread.h>
#include <unistd.h>

#include "cgsd/core/error.hpp"

namespace cgsd::app {
namespace {

constexpr int kFinished = SIGUSR1;     // sent by the destructor to end the waiting thread
constexpr int kNewDeadline = SIGUSR2;  // sent by stop_after
constexpr int kTimeIsUp = 0;
constexpr std::int64_t kSecond = 1'000'000'000;

sigset_t awaited_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, kFinished, kNewDeadline}) sigaddset(&signals, signal);
  return signals;
}

std::int64_t now() {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(since).count();
}

}  // namespace

int Interrupt::next_signal() const {
  const sigset_t signals = awaited_signals();
  for (;;) {
    int signal = 0;
    if (deadline_ == 0 || timed_out_) {
      if (sigwait(&signals, &signal) == 0) return signal;
      continue;
    }
    const std::int64_t left = std::max<std::int64_t>(0, deadline_ - now());
    const timespec most{static_cast<time_t>(left / kSecond), static_cast<long>(left % kSecond)};
    signal = sigtimedwait(&signals, nullptr, &most);
    if (signal > 0) return signal;
    if (errno == EAGAIN) return kTimeIsUp;
  }
}

void Interrupt::wait_for_signals() {
  for (int signal = next_signal(); signal != kFinished; signal = next_signal()) {
    if (signal == kNewDeadline) continue;
    if (signal == kTimeIsUp) {
      timed_out_ = !source_.stop_requested();
      deadline_ = 0;
    } else if (source_.stop_requested()) {
      ::_exit(130);
    }
    source_.request_stop();
  }
}

Interrupt::Interrupt() {
  const sigset_t signals = awaited_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::signal(SIGPIPE, SIG_IGN);  // `cgsd … | head` is a write error, reported like any other
  try {
    waiter_ = std::thread(&Interrupt::wait_for_signals, this);
  } catch (const std::system_error& error) {
    throw IoError(fmt::format("the system refused a thread: {}", error.code().message()));
  }
}

Interrupt::~Interrupt() {
  pthread_kill(waiter_.native_handle(), kFinished);
  waiter_.join();
}

void Interrupt::stop_after(double seconds) {
  deadline_ = now() + static_cast<std::int64_t>(seconds * static_cast<double>(kSecond));
  pthread_kill(waiter_.native_handle(), kNewDeadline);
}

}  // namespace cgsd::app
