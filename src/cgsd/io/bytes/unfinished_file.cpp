#include "cgsd/io/bytes/unfinished_file.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cgsd/core/error.hpp"
#include "cgsd/io/bytes/output_directory.hpp"
#include "cgsd/io/bytes/sha256.hpp"

namespace cgsd {
namespace fs = std::filesystem;
namespace {

constexpr mode_t kBeforeUmask = 0666;
constexpr mode_t kPermissions = 0777;

std::string own_link(int descriptor) { return "/proc/self/fd/" + std::to_string(descriptor); }

// Names beside the target, tried in this order, so that the next run finds what a killed one left.
constexpr int kNames = 32;
std::string name_beside(const fs::path& target, int number) {
  return target.string() + ".partial-cgsd-" + std::to_string(number);
}

// Whoever writes a file holds its lock. A file system without locks has none to hold.
void hold(const FileDescriptor& file) { ::flock(file.number(), LOCK_EX | LOCK_NB); }

// Of a program that was killed: nobody holds it. Only who holds a file removes it, so its name still is of this file.
void remove_if_left_behind(const std::string& name) {
  const FileDescriptor found(::open(name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (found.number() < 0 || ::flock(found.number(), LOCK_EX | LOCK_NB) != 0) return;
  struct stat opened {};
  struct stat named {};
  const bool known = ::fstat(found.number(), &opened) == 0 && ::lstat(name.c_str(), &named) == 0;
  const bool same = known && opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
  if (same && S_ISREG(opened.st_mode)) ::unlink(name.c_str());
}

// The first name beside `target` for which `take` succeeds; empty, with errno, if there is none.
template <class Take>
std::string free_name(const fs::path& target, Take take) {
  std::string free;
  int error = EEXIST;
  for (int number = 0; number < kNames; ++number) {
    std::string name = name_beside(target, number);
    remove_if_left_behind(name);
    if (!free.empty() || error != EEXIST) continue;
    if (take(name)) {
      free = std::move(name);
    } else {
      error = errno;
    }
  }
  errno = error;
  return free;
}

// A file without a name in the directory of `target`; none if the file system has no such files or could not name it later.
FileDescriptor open_unnamed(const fs::path& target) {
  if (::access("/proc/self/fd", X_OK) != 0) return {};
  return FileDescriptor(::open(directory_of(target).c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR));
}

// A file that is replaced keeps its permissions: what was private stays so.
mode_t mode_for(const fs::path& target) {
  struct stat status {};
  if (::stat(target.c_str(), &status) == 0) return status.st_mode & kPermissions;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return kBeforeUmask & ~mask;
}

}  // namespace

UnfinishedFile::UnfinishedFile(fs::path target, std::string name)
    : target_(std::move(target)), name_(std::move(name)), descriptor_(open_unnamed(target_)) {
  if (descriptor() < 0) {
    temporary_ = free_name(target_, [this](const std::string& file) {
      descriptor_ = FileDescriptor(::open(file.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR));
      return descriptor() >= 0;
    });
    if (temporary_.empty()) fail();
  }
  hold(descriptor_);
}

UnfinishedFile::UnfinishedFile(UnfinishedFile&& other) noexcept
    : target_(std::move(other.target_)),
      name_(std::move(other.name_)),
      temporary_(std::exchange(other.temporary_, {})),
      descriptor_(std::move(other.descriptor_)) {}

UnfinishedFile::~UnfinishedFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void UnfinishedFile::fail() const { throw IoError::from_errno(name_, errno); }

std::string UnfinishedFile::sha256() const {
  Sha256 hash;
  std::array<char, 1 << 16> piece;
  for (off_t at = 0;;) {
    const ssize_t got = ::pread(descriptor(), piece.data(), piece.size(), at);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail();
    if (got == 0) return hash.hex();
    hash.update({piece.data(), static_cast<std::size_t>(got)});
    at += got;
  }
}

void UnfinishedFile::finish() {
  if (::fsync(descriptor()) != 0) fail();
  if (::fchmod(descriptor(), mode_for(target_)) != 0) fail();
}

// A name cannot be given over an existing file, so the file gets one of its own first.
void UnfinishedFile::give_name() {
  temporary_ = free_name(target_, [this](const std::string& file) {
    return ::linkat(AT_FDCWD, own_link(descriptor()).c_str(), AT_FDCWD, file.c_str(), AT_SYMLINK_FOLLOW) == 0;
  });
  if (temporary_.empty()) fail();
}

void UnfinishedFile::put_in_place() {
  if (temporary_.empty()) give_name();
  const FileDescriptor held(::fcntl(descriptor(), F_DUPFD_CLOEXEC, 0));  // until it has its name
  errno = descriptor_.close();
  if (errno != 0) fail();
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail();
  temporary_.clear();
  sync_directory_of(target_);
}

}  // namespace cgsd
