// A file that appears whole or not at all: written without a name (unfinished_file.hpp), flushed to disk, put in place.
//
//   AtomicFile file("out/communities.csv.gz");     // a name that ends in .gz is compressed on the way
//   file.write("node,community\n");
//   file.commit();                                 // without it, nothing is left behind
//
// A full disk or a missing permission throws IoError with the target's name. A target that is not a regular file (a
// pipe, a device) is written directly, and so is /dev/stdout, wherever it was redirected to. Links are followed;
// permissions follow the umask, but a file that is replaced keeps its own.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cgsd/io/bytes/unfinished_file.hpp"

namespace cgsd {

class AtomicFile {
 public:
  explicit AtomicFile(const std::filesystem::path& target);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view bytes);
  void commit();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// While it lives, files that this thread commits wait for each other: they appear when all of them are whole, or not at
// all.
//
//   FilesTogether files;
//   write_graph(…); write_labels(…);
//   files.commit();                                // without it, nothing is left behind
class FilesTogether {
 public:
  FilesTogether();
  ~FilesTogether();
  FilesTogether(const FilesTogether&) = delete;
  FilesTogether& operator=(const FilesTogether&) = delete;

  const std::vector<UnfinishedFile>& waiting() const { return waiting_; }  // in the order of their commits
  void commit();

 private:
  std::vector<UnfinishedFile> waiting_;
  FilesTogether* outer_;
  friend class AtomicFile;
};

void write_file(const std::filesystem::path& target, std::string_view contents);

}  // namespace cgsd
