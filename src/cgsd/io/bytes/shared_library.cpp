#include "cgsd/io/bytes/shared_library.hpp"

#include <utility>

#include <dlfcn.h>
#include <fmt/format.h>

#include "cgsd/core/error.hpp"

namespace cgsd {

SharedLibrary::SharedLibrary(std::string name, std::string purpose)
    : name_(std::move(name)), purpose_(std::move(purpose)), handle_(dlopen(name_.c_str(), RTLD_LAZY | RTLD_LOCAL)) {
  if (handle_ != nullptr) return;
  const char* reason = dlerror();
  throw Error(
      fmt::format("{}: {} cannot be loaded ({}); install it", purpose_, name_, reason != nullptr ? reason : "unknown"));
}

void* SharedLibrary::address(const char* symbol) const {
  void* const found = dlsym(handle_, symbol);
  if (found == nullptr)
    throw Error(fmt::format("{}: {} has no {}; install the release that cgsd was built with", purpose_, name_, symbol));
  return found;
}

}  // namespace cgsd
