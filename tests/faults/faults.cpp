// Preloaded into a program, it lets the N-th call of one kind fail, once or from then on.
//
//   CGSD_FAULT=write:3          the third write fails, the others do not; write:3+: every one from the third on
//   CGSD_FAULT=kill:3           the process is killed at the third call that changes a file
//   CGSD_FAULT_COUNTS=FILE      how many calls of each kind there were, added to FILE at exit, a line each
//
// Kinds: alloc, open, write, fsync, rename, close, mmap, thread, short (a write of half the bytes). Calls within the C library do not pass through here.
// The C library's own functions do the work, by names that need no memory to be looked up.
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
}

namespace {

enum Kind {
  alloc,
  open_file,
  write_bytes,
  sync_file,
  rename_file,
  close_file,
  map_memory,
  thread,
  short_write,
  kill_process,
  kinds
};
constexpr std::array<const char*, kinds> kNames = {"alloc", "open", "write",  "fsync", "rename",
                                                   "close", "mmap", "thread", "short", "kill"};

std::array<std::atomic<std::uint64_t>, kinds> calls;
std::atomic<int> failing = -1;  // which kind
std::atomic<std::uint64_t> at = 0;
std::atomic<bool> from_then_on = false;

bool fails(Kind kind) {
  const std::uint64_t number = ++calls[kind];
  if (kind != failing) return false;
  return from_then_on ? number >= at : number == at;
}

// Before and after anything that changes a file: the points at which a power failure would matter.
void maybe_die() {
  if (fails(kill_process)) ::raise(SIGKILL);
}

[[gnu::constructor]] void prepare() {
  const char* fault = std::getenv("CGSD_FAULT");
  if (fault == nullptr) return;
  const char* colon = std::strchr(fault, ':');
  if (colon == nullptr) return;
  for (int kind = 0; kind < kinds; ++kind) {
    const auto length = static_cast<std::size_t>(colon - fault);
    if (std::strlen(kNames[static_cast<std::size_t>(kind)]) != length) continue;
    if (std::strncmp(kNames[static_cast<std::size_t>(kind)], fault, length) != 0) continue;
    char* end = nullptr;
    at = std::strtoull(colon + 1, &end, 10);
    from_then_on = *end == '+';
    failing = kind;
  }
}

[[gnu::destructor]] void tell_counts() {
  const char* file = std::getenv("CGSD_FAULT_COUNTS");
  if (file == nullptr) return;
  const auto descriptor = ::syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_APPEND, 0600);
  for (std::size_t kind = 0; kind < kinds; ++kind) {
    std::array<char, 64> line;
    const int length = std::snprintf(line.data(), line.size(), "%s %llu\n", kNames[kind],
                                     static_cast<unsigned long long>(calls[kind].load()));
    ::syscall(SYS_write, descriptor, line.data(), static_cast<std::size_t>(length));
  }
  ::syscall(SYS_close, descriptor);
}

template <class Result>
Result refused(Result result, int error) {
  errno = error;
  return result;
}

int open_with(int directory, const char* path, int flags, va_list arguments) {
  const bool has_mode = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
  const int mode = has_mode ? va_arg(arguments, int) : 0;
  if (fails(open_file)) return refused(-1, EMFILE);
  return static_cast<int>(::syscall(SYS_openat, directory, path, flags, mode));
}

}  // namespace

extern "C" {

void* malloc(std::size_t size) noexcept { return fails(alloc) ? refused<void*>(nullptr, ENOMEM) : __libc_malloc(size); }
void* calloc(std::size_t count, std::size_t size) noexcept {
  return fails(alloc) ? refused<void*>(nullptr, ENOMEM) : __libc_calloc(count, size);
}
void* realloc(void* old, std::size_t size) noexcept {
  return fails(alloc) ? refused<void*>(nullptr, ENOMEM) : __libc_realloc(old, size);
}
void* memalign(std::size_t alignment, std::size_t size) noexcept {
  return fails(alloc) ? refused<void*>(nullptr, ENOMEM) : __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept { return memalign(alignment, size); }
int posix_memalign(void** memory, std::size_t alignment, std::size_t size) noexcept {
  *memory = memalign(alignment, size);
  return *memory == nullptr ? ENOMEM : 0;
}

int open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const int descriptor = open_with(AT_FDCWD, path, flags, arguments);
  va_end(arguments);
  return descriptor;
}
int open64(const char* path, int flags, ...) __attribute__((alias("open")));
int openat(int directory, const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const int descriptor = open_with(directory, path, flags, arguments);
  va_end(arguments);
  return descriptor;
}
int openat64(int directory, const char* path, int flags, ...) __attribute__((alias("openat")));

ssize_t write(int descriptor, const void* bytes, std::size_t size) {
  maybe_die();
  const bool to_a_file = descriptor > STDERR_FILENO;
  if (to_a_file && fails(write_bytes)) return refused<ssize_t>(-1, ENOSPC);
  if (to_a_file && size > 1 && fails(short_write)) size /= 2;
  return ::syscall(SYS_write, descriptor, bytes, size);
}
int fsync(int descriptor) {
  maybe_die();
  return fails(sync_file) ? refused(-1, EIO) : static_cast<int>(::syscall(SYS_fsync, descriptor));
}
int rename(const char* from, const char* to) noexcept {
  maybe_die();
  return fails(rename_file) ? refused(-1, EACCES) : static_cast<int>(::syscall(SYS_rename, from, to));
}
int unlink(const char* path) noexcept {
  maybe_die();
  return static_cast<int>(::syscall(SYS_unlink, path));
}
int close(int descriptor) {
  const auto closed = static_cast<int>(::syscall(SYS_close, descriptor));
  return fails(close_file) ? refused(-1, EIO) : closed;
}
void* mmap(void* address, std::size_t size, int protection, int flags, int descriptor, off_t offset) noexcept {
  if (fails(map_memory)) return refused(MAP_FAILED, ENOMEM);
  return reinterpret_cast<void*>(::syscall(SYS_mmap, address, size, protection, flags, descriptor, offset));
}
void* mmap64(void* address, std::size_t size, int protection, int flags, int descriptor, off_t offset) noexcept
    __attribute__((alias("mmap")));

int pthread_create(pthread_t* handle, const pthread_attr_t* attributes, void* (*start)(void*),
                   void* argument) noexcept {
  using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto create = reinterpret_cast<Create>(::dlsym(RTLD_NEXT, "pthread_create"));
  return fails(thread) ? EAGAIN : create(handle, attributes, start, argument);
}

}  // extern "C"
