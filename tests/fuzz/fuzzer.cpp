// The entry points of libFuzzer. CGSD_FUZZ_TARGET names the target; without it, all names are listed.
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "tests/fuzz/targets.hpp"

namespace {

std::optional<cgsd::fuzz::Target> chosen;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  const char* name = std::getenv("CGSD_FUZZ_TARGET");
  for (const cgsd::fuzz::Target& target : cgsd::fuzz::targets()) {
    if (name == nullptr) std::printf("%.*s\n", static_cast<int>(target.name.size()), target.name.data());
    if (name != nullptr && target.name == name) chosen = target;
  }
  if (!chosen) std::exit(name == nullptr ? 0 : 2);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  cgsd::fuzz::try_out(*chosen, {data, size});
  return 0;
}
