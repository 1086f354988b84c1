// A file that is being written and has no name yet: it takes its place when it is whole.
//
//   UnfinishedFile file(target, "out/communities.csv");   // what messages call it
//   …write to file.descriptor()…
//   file.finish();                                        // flushed to disk, permissions set
//   file.put_in_place();                                  // replaces the target in one step
//
// If the file system can, the file has no name until then (O_TMPFILE). Elsewhere, and for a moment while it takes its
// place, it is NAME.partial-cgsd-N beside the target, and locked. What a killed program left so is locked by nobody; the next
// one that writes the target removes it. A file that is dropped disappears. Permissions follow the umask, but a file that
// is replaced keeps its own. Failures throw IoError.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "cgsd/io/bytes/file_descriptor.hpp"

namespace cgsd {

class UnfinishedFile {
 public:
  UnfinishedFile(std::filesystem::path target, std::string name);
  ~UnfinishedFile();
  UnfinishedFile(UnfinishedFile&& other) noexcept;
  UnfinishedFile& operator=(UnfinishedFile&&) = delete;

  int descriptor() const { return descriptor_.number(); }
  const std::filesystem::path& target() const { return target_; }
  const std::string& name() const { return name_; }
  std::uint64_t bytes() const { return size_of(descriptor_); }
  std::string sha256() const;  // of what was written so far

  void finish();
  void put_in_place();

 private:
  [[noreturn]] void fail() const;
  void give_name();

  std::filesystem::path target_;
  std::string name_;
  std::string temporary_;  // empty: it has no name
  FileDescriptor descriptor_;
};

}  // namespace cgsd
