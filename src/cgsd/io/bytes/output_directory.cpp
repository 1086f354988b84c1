#include "cgsd/io/bytes/output_directory.hpp"

#include <cerrno>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include "cgsd/core/error.hpp"

namespace cgsd {
namespace {

namespace fs = std::filesystem;

// The directory itself, or the nearest above it that is there.
fs::path nearest_existing(const fs::path& directory) {
  std::error_code ignored;
  fs::path path = fs::absolute(directory).lexically_normal();
  while (path.has_relative_path() && !fs::exists(fs::symlink_status(path, ignored))) path = path.parent_path();
  return path;
}

}  // namespace

void check_output_directory(const fs::path& directory) {
  const fs::path there = nearest_existing(directory);
  std::error_code error;
  if (!fs::is_directory(there, error)) {
    throw IoError(fmt::format("{}: results cannot be written there, {} is not a directory", directory.string(),
                              there == fs::absolute(directory).lexically_normal() ? "it" : there.string()));
  }
  if (::access(there.c_str(), W_OK | X_OK) != 0) throw IoError::from_errno(there.string(), errno);
}

void make_output_directory(const fs::path& directory) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (error) throw IoError::from_errno(directory.string(), error.value());
}

FileDescriptor locked_directory(const fs::path& directory) {
  FileDescriptor handle(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (handle.number() < 0) throw IoError::from_errno(directory.string(), errno);
  while (::flock(handle.number(), LOCK_EX) != 0 && errno == EINTR) {
  }
  return handle;
}

void remove_output(const fs::path& file) {
  std::error_code error;
  fs::remove(file, error);
  if (error) throw IoError::from_errno(file.string(), error.value());
}

fs::path directory_of(const fs::path& file) { return file.has_parent_path() ? file.parent_path() : fs::path("."); }

}  // namespace cgsd
