#include "apps/cgsd/shell/interrupt.hpp"

#include <csignal>

#include <pthread.h>
#include <unistd.h>

namespace cgsd::app {
namespace {

constexpr int kFinished = SIGUSR1;  // sent by the destructor to end the waiting thread

sigset_t awaited_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, kFinished}) sigaddset(&signals, signal);
  return signals;
}

void wait_for_signals(std::stop_source source) {
  const sigset_t signals = awaited_signals();
  for (int signal = 0; sigwait(&signals, &signal) == 0 && signal != kFinished;) {
    if (source.stop_requested()) ::_exit(130);
    source.request_stop();
  }
}

}  // namespace

Interrupt::Interrupt() {
  const sigset_t signals = awaited_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::signal(SIGPIPE, SIG_IGN);  // `cgsd … | head` is a write error, reported like any other
  waiter_ = std::thread(wait_for_signals, source_);
}

Interrupt::~Interrupt() {
  pthread_kill(waiter_.native_handle(), kFinished);
  waiter_.join();
}

}  // namespace cgsd::app
