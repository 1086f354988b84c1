// For tests of readers against damaged and malicious files: a cap on memory, and thousands of ways to damage bytes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/random.hpp"

#include "tests/support/temporary_directory.hpp"

// GCC and clang tell of the address sanitizer in ways of their own.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define CGSD_HAS_SHADOW true
#elif defined(__has_feature)
#define CGSD_HAS_SHADOW (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define CGSD_HAS_SHADOW false
#endif

namespace cgsd::testing {

inline constexpr bool kHasShadow = CGSD_HAS_SHADOW;

// While it lives, the process may allocate only so many further bytes: a reader that believes a lying size gets
// std::bad_alloc instead of memory. Sanitizers map terabytes for themselves, so there it does nothing.
class MemoryCap {
 public:
  explicit MemoryCap(std::uint64_t further_bytes) {
    if (kHasShadow) return;
    std::uint64_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    getrlimit(RLIMIT_AS, &before_);
    rlimit capped = before_;
    capped.rlim_cur = pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) + further_bytes;
    setrlimit(RLIMIT_AS, &capped);
  }
  ~MemoryCap() {
    if (!kHasShadow) setrlimit(RLIMIT_AS, &before_);
  }
  MemoryCap(const MemoryCap&) = delete;
  MemoryCap& operator=(const MemoryCap&) = delete;

 private:
  rlimit before_{};
};

// A file whose bytes live in memory: thousands of rewrites cost nothing.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view name) : descriptor_(::memfd_create("cgsd-test", 0)), path_(directory_ / name) {
    std::filesystem::create_symlink("/proc/self/fd/" + std::to_string(descriptor_), path_);
  }
  ~MemoryFile() { ::close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  const std::filesystem::path& holding(std::string_view bytes) const {
    EXPECT_EQ(::ftruncate(descriptor_, 0), 0);
    EXPECT_EQ(::pwrite(descriptor_, bytes.data(), bytes.size(), 0), static_cast<ssize_t>(bytes.size()));
    return path_;
  }

 private:
  TemporaryDirectory directory_;
  int descriptor_;
  std::filesystem::path path_;
};

// The `number`-th way to damage `bytes`: up to four changes of a byte, a cut, a doubled, removed or overwritten piece.
inline std::string damaged(std::string bytes, std::uint64_t number) {
  RandomSequence random(RandomStream(number).named("damage"));
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random.below(n)); };
  const std::size_t changes = 1 + below(4);
  for (std::size_t c = 0; c < changes && !bytes.empty(); ++c) {
    const std::size_t place = below(bytes.size());
    const std::size_t length = 1 + below(std::min<std::size_t>(16, bytes.size() - place));
    switch (below(8)) {
      case 0:
        bytes.resize(place);
        break;
      case 1:
        bytes.erase(place, length);
        break;
      case 2:
        bytes.insert(place, bytes.substr(place, length));
        break;
      case 3:
        bytes.replace(place, length, std::string(length, '\xff'));
        break;
      case 4:
        bytes[place] = static_cast<char>('0' + below(10));
        break;
      case 5:
        bytes[place] = ",:; \t\n-.e#\"'("[below(13)];
        break;
      default:
        bytes[place] = static_cast<char>(below(256));
    }
  }
  return bytes;
}

// Reads must end in a result or in one of our errors, and nothing else.
template <class Read>
void expect_result_or_error(Read&& read, std::uint64_t number) {
  try {
    read();
  } catch (const Error& error) {
    EXPECT_EQ(std::string_view(error.what()).find('\n'), std::string_view::npos) << "damage " << number;
  } catch (const std::exception& error) {
    ADD_FAILURE() << "damage " << number << ": " << error.what();
  }
}

// The message of the error that `read` throws.
template <class Read>
std::string error_of(Read&& read) {
  try {
    read();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace cgsd::testing
