// An open file that closes itself, for code that needs more of the system than a stream gives: locks, fsync, exact
// errors.
#pragma once

#include <cstdint>
#include <filesystem>
#include <utility>

namespace cgsd {

class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int number) : number_(number) {}
  ~FileDescriptor() { close(); }
  FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    if (this != &other) {
      close();
      number_ = std::exchange(other.number_, -1);
    }
    return *this;
  }

  int number() const { return number_; }
  int close();  // 0, or errno of a close that failed

 private:
  int number_ = -1;
};

// Opens a regular file; anything else (directory, pipe, device) is an IoError and never waited for. `flags` as in
// open(2); a file that is created follows the umask.
FileDescriptor open_regular_file(const std::filesystem::path& file, int flags);

std::uint64_t size_of(const FileDescriptor& descriptor);

// Makes a rename or a new name in the directory of `file` survive a power failure, if the file system can.
void sync_directory_of(const std::filesystem::path& file);

}  // namespace cgsd
