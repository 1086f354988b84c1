#include "cgsd/io/bytes/unfinished_file.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <utility>

#include <fcntl.h>
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

std::string beside(const fs::path& target) { return target.string() + ".partial-XXXXXX"; }

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
  if (descriptor() >= 0) return;
  std::string temporary = beside(target_);
  descriptor_ = FileDescriptor(::mkostemp(temporary.data(), O_CLOEXEC));
  if (descriptor() < 0) fail();
  temporary_ = std::move(temporary);
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

// A name cannot be given over an existing file, so the file gets one of its own first. mkostemp finds a free one.
void UnfinishedFile::give_name() {
  std::string temporary = beside(target_);
  const FileDescriptor placeholder(::mkostemp(temporary.data(), O_CLOEXEC));
  if (placeholder.number() < 0) fail();
  if (::unlink(temporary.c_str()) != 0) fail();
  if (::linkat(AT_FDCWD, own_link(descriptor()).c_str(), AT_FDCWD, temporary.c_str(), AT_SYMLINK_FOLLOW) != 0) fail();
  temporary_ = std::move(temporary);
}

void UnfinishedFile::put_in_place() {
  if (temporary_.empty()) give_name();
  errno = descriptor_.close();
  if (errno != 0) fail();
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail();
  temporary_.clear();
  sync_directory_of(target_);
}

}  // namespace cgsd
