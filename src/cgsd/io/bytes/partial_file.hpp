// A file that grows under the name TARGET.partial, over several runs if need be, and becomes TARGET when it is
// complete.
//
//   PartialFile file(target, run);                 // resumes an earlier run: file.size() bytes are there
//   file.append(bytes);
//   file.commit();                                 // fsync and rename: TARGET appears whole or not at all
//
// What was not committed stays for a later run, unless it is empty or was discarded. One process at a time: a second
// one waits until the first is done (an advisory lock; without effect on file systems that know no locks). A TARGET
// that is a link is replaced, not followed. Throws IoError with the file's name, Cancelled while waiting.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "cgsd/core/context.hpp"
#include "cgsd/io/bytes/file_descriptor.hpp"

namespace cgsd {

class PartialFile {
 public:
  PartialFile(const std::filesystem::path& target, const RunContext& run);
  ~PartialFile();
  PartialFile(const PartialFile&) = delete;
  PartialFile& operator=(const PartialFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::uint64_t size() const { return size_; }
  std::uint64_t inherited() const { return inherited_; }  // of these, bytes that an earlier run had left
  bool waited() const { return waited_; }                 // another process was at it; TARGET may be complete by now

  void append(std::string_view bytes);
  void restart();  // forgets what is there
  void discard();  // leaves nothing behind
  void commit();

 private:
  bool lock(const RunContext& run);

  std::filesystem::path target_;
  std::filesystem::path path_;
  FileDescriptor descriptor_;
  std::uint64_t size_ = 0;
  std::uint64_t inherited_ = 0;
  bool waited_ = false;
  bool discarded_ = false;
};

}  // namespace cgsd
