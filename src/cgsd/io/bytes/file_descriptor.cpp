#include "cgsd/io/bytes/file_descriptor.hpp"

#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cgsd/core/error.hpp"

namespace cgsd {

int FileDescriptor::close() {
  if (number_ < 0) return 0;
  return ::close(std::exchange(number_, -1)) == 0 ? 0 : errno;
}

FileDescriptor open_regular_file(const std::filesystem::path& file, int flags) {
  constexpr mode_t kBeforeUmask = 0666;
  int number = -1;
  do {
    number = ::open(file.c_str(), flags | O_CLOEXEC | O_NONBLOCK, kBeforeUmask);  // O_NONBLOCK: never wait at a pipe
  } while (number < 0 && errno == EINTR);
  if (number < 0) throw IoError::from_errno(file.string(), errno);
  FileDescriptor descriptor(number);
  struct stat status {};
  if (::fstat(number, &status) != 0) throw IoError::from_errno(file.string(), errno);
  if (S_ISDIR(status.st_mode)) throw IoError::from_errno(file.string(), EISDIR);
  if (!S_ISREG(status.st_mode)) throw IoError(file.string() + ": not a regular file");
  return descriptor;
}

std::uint64_t size_of(const FileDescriptor& descriptor) {
  struct stat status {};
  return ::fstat(descriptor.number(), &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

void sync_directory_of(const std::filesystem::path& file) {
  const std::filesystem::path directory = file.has_parent_path() ? file.parent_path() : ".";
  const FileDescriptor handle(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (handle.number() >= 0) ::fsync(handle.number());
}

}  // namespace cgsd
