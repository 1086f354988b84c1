// Ends the program with one line, exit code 1, on a processor that lacks the instructions it is compiled for (x86-64-v3).
//
// The loader calls this before any constructor, of ours or of a library, so no such instruction has been executed;
// CMake compiles this source alone for every x86-64. Without it the user would read "Illegal instruction".
#include <string_view>

#include <unistd.h>

namespace {

bool has_the_instructions() {
  __builtin_cpu_init();
#ifdef __clang__  // clang 16 knows no levels by name; processors that have these have the rest
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
#else
  return __builtin_cpu_supports("x86-64-v3") != 0;
#endif
}

void check_processor() {
  if (has_the_instructions()) return;
  constexpr std::string_view message =
      "cgsd: this processor lacks AVX2, FMA or BMI, which this program is compiled for (x86-64-v3, common since 2013); "
      "compile it on this machine with cmake --preset release -D CGSD_NATIVE=ON\n";
  [[maybe_unused]] const auto written = write(STDERR_FILENO, message.data(), message.size());
  _exit(1);
}

}  // namespace

[[gnu::section(".preinit_array"), gnu::used]] static void (*const kCheckProcessor)() = check_processor;
