#include "apps/cgsd/shell/out_of_memory.hpp"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <system_error>

#include <unistd.h>

namespace cgsd::app {
namespace {

constexpr std::size_t kReserve = std::size_t{4} << 20;  // address space alone until it is needed
constexpr int kFailure = 1;

std::atomic<void*> reserve;
std::atomic<bool> ran_out;
std::terminate_handler usual_end = nullptr;

void write_line(const char* line) noexcept {
  const char* rest = line;
  for (std::size_t left = std::strlen(line); left > 0;) {
    const ssize_t written = ::write(STDERR_FILENO, rest, left);
    if (written <= 0) return;
    rest += written;
    left -= static_cast<std::size_t>(written);
  }
}

void give_back_reserve() {
  ran_out = true;
  std::free(reserve.exchange(nullptr));
  throw std::bad_alloc();
}

// What ended the program, if it is a matter of the machine; a mistake of ours keeps its usual end.
[[noreturn]] void end_in_one_line() noexcept {
  if (ran_out) {
    say_out_of_memory();
    ::_exit(kFailure);
  }
  try {
    if (const std::exception_ptr why = std::current_exception()) std::rethrow_exception(why);
  } catch (const std::bad_alloc&) {
    say_out_of_memory();
    ::_exit(kFailure);
  } catch (const std::system_error&) {
    write_line("cgsd: the system refused a thread; try --threads 1\n");
    ::_exit(kFailure);
  } catch (...) {
  }
  usual_end();
  std::abort();
}

// Before the constructors of the program's own objects, which may allocate.
[[gnu::constructor(101)]] void prepare() {
  usual_end = std::set_terminate(end_in_one_line);
  reserve = std::malloc(kReserve);
  std::set_new_handler(give_back_reserve);
}

}  // namespace

void say_out_of_memory() noexcept {
  write_line("cgsd: not enough memory; fewer --threads, a lighter --method or a machine with more may do\n");
}

}  // namespace cgsd::app
