// Pipes that can be read more than once: while a KeptStreams lives, what this thread reads from a stream (a FIFO, a
// pipe at /dev/stdin, a socket, a terminal) is kept in memory, and every open_bytes of the same stream begins at the
// first byte again. So a format can be recognised by its first bytes, and an archive can be read at any place.
//
// Promises: every byte is read once and none is lost. A stream of more than half of this machine's memory is a
// ParseError. A stop request ends the wait for a slow writer. What was kept goes with the outermost KeptStreams.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "cgsd/core/context.hpp"

namespace cgsd {

class KeptStreams {
 public:
  explicit KeptStreams(const RunContext& run);
  ~KeptStreams();
  KeptStreams(const KeptStreams&) = delete;
  KeptStreams& operator=(const KeptStreams&) = delete;

 private:
  bool outermost_;
};

using KeptBytes = std::shared_ptr<const std::vector<char>>;

bool streams_are_kept();  // on this thread, now
// Whether `file` gives its bytes only once: neither a regular file nor a directory, and it exists.
bool is_stream(const std::filesystem::path& file);
// The whole contents of a stream as they came; null if `file` is no stream or streams are not kept.
KeptBytes kept_stream(const std::filesystem::path& file);

}  // namespace cgsd
