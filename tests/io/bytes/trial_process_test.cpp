#include "cgsd/io/bytes/trial_process.hpp"

#include <csignal>
#include <stdexcept>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cgsd/core/error.hpp"

namespace cgsd {
namespace {

using namespace std::chrono_literals;

TEST(TrialProcess, TellsACrashFromAnError) {
  const RunContext run;
  EXPECT_TRUE(survives([] {}, 1min, run));
  EXPECT_TRUE(survives([] { throw std::runtime_error("no"); }, 1min, run));
  EXPECT_FALSE(survives([] { ::raise(SIGSEGV); }, 1min, run));
  EXPECT_FALSE(survives([] { ::raise(SIGFPE); }, 1min, run));
}

TEST(TrialProcess, EndsWhatDoesNotEnd) {
  EXPECT_FALSE(survives(
      [] {
        while (true) ::pause();
      },
      50ms, RunContext()));
  std::stop_source stop;
  stop.request_stop();
  const RunContext run({.stop = stop.get_token()});
  EXPECT_THROW(survives(
                   [] {
                     while (true) ::pause();
                   },
                   1min, run),
               Cancelled);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "no child is left";
}

TEST(TrialProcess, ChangesNothingHere) {
  int value = 1;
  EXPECT_TRUE(survives([&] { value = 2; }, 1min, RunContext()));
  EXPECT_EQ(value, 1);
}

}  // namespace
}  // namespace cgsd
