#include "cgsd/io/bytes/partial_file.hpp"

#include <cerrno>
#include <chrono>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cgsd/core/error.hpp"

namespace cgsd {
namespace {

constexpr std::chrono::milliseconds kLockPoll{50};

// Between opening a file and locking it, its owner may have renamed or removed it.
bool still_has_its_name(const FileDescriptor& descriptor, const std::filesystem::path& path) {
  struct stat opened {};
  struct stat named {};
  return ::fstat(descriptor.number(), &opened) == 0 && ::lstat(path.c_str(), &named) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

}  // namespace

PartialFile::PartialFile(const std::filesystem::path& target, const RunContext& run)
    : target_(target), path_(target.string() + ".partial") {
  do {
    descriptor_ = open_regular_file(path_, O_RDWR | O_CREAT | O_NOFOLLOW);
  } while (!lock(run));
  size_ = inherited_ = size_of(descriptor_);
  if (::lseek(descriptor_.number(), 0, SEEK_END) < 0) throw IoError::from_errno(path_.string(), errno);
}

PartialFile::~PartialFile() {
  if (descriptor_.number() < 0) return;
  // Removed before the lock is given up with the descriptor, so that nobody else's file is removed.
  if (discarded_ || size_ == 0) ::unlink(path_.c_str());
}

bool PartialFile::lock(const RunContext& run) {
  while (::flock(descriptor_.number(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    if (errno != EWOULDBLOCK) return true;
    waited_ = true;
    run.check_stop();
    std::this_thread::sleep_for(kLockPoll);
  }
  return still_has_its_name(descriptor_, path_);
}

void PartialFile::append(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_.number(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw IoError::from_errno(path_.string(), errno);
    size_ += static_cast<std::uint64_t>(written);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void PartialFile::restart() {
  if (::ftruncate(descriptor_.number(), 0) != 0 || ::lseek(descriptor_.number(), 0, SEEK_SET) < 0) {
    throw IoError::from_errno(path_.string(), errno);
  }
  size_ = inherited_ = 0;
}

void PartialFile::discard() { discarded_ = true; }

void PartialFile::commit() {
  if (::fsync(descriptor_.number()) != 0) throw IoError::from_errno(path_.string(), errno);
  if (::rename(path_.c_str(), target_.c_str()) != 0) throw IoError::from_errno(target_.string(), errno);
  if (const int error = descriptor_.close(); error != 0) throw IoError::from_errno(target_.string(), error);
  sync_directory_of(target_);
}

}  // namespace cgsd
