// The directory of an experiment: spec.json, what is run; cells.jsonl, one line per finished cell; lock.
//
//   CellLog log(directory, spec, run);         // creates the directory, or goes on with what is in it
//   log.cells();                               // what earlier runs have left
//   log.append(cell);                          // written and flushed to disk before it returns
//
// How a crash is survived: a line counts once its end is there. A last line that is torn (a kill or a power failure in
// mid-write) is cut off when the file is opened, and its cell is done again. A write that fails (disk full) takes back
// what it wrote and is an IoError. So is a file that is no longer where it was: its cells would be lost in silence. One process at a time: a second one is refused (an advisory lock on `lock`).
// A directory with cells of another experiment is refused, also with an IoError; only name and printed values may
// differ. An experiment of which no cell was kept gives way.
// A record that appears twice (a retry) counts as it stands last.
#pragma once

#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/experiment/cell.hpp"
#include "cgsd/io/bytes/file_descriptor.hpp"

namespace cgsd {

class CellLog {
 public:
  CellLog(std::filesystem::path directory, const ExperimentSpec& spec, const RunContext& run);
  CellLog(const CellLog&) = delete;
  CellLog& operator=(const CellLog&) = delete;

  const std::vector<CellRecord>& cells() const { return cells_; }  // found when it was opened, one per key
  void append(const CellRecord& cell);                             // from any thread
  // For a run that failed: removes what was made, if no cell was ever kept here. Nothing else is touched.
  void discard_if_empty();

 private:
  void lock();
  void agree_on(const ExperimentSpec& spec, const RunContext& run) const;
  void read_cells(const ExperimentSpec& spec, const RunContext& run);
  void cut(std::uint64_t size);
  void check_still_there() const;

  std::filesystem::path directory_;
  bool made_directory_;
  std::filesystem::path file_;
  FileDescriptor lock_;
  FileDescriptor descriptor_;
  std::vector<CellRecord> cells_;
  std::uint64_t size_ = 0;
  std::mutex mutex_;
};

// The cells that are there, one per key, without a lock and without a change to any file. Throws as CellLog does.
std::vector<CellRecord> finished_cells(const std::filesystem::path& directory, const ExperimentSpec& spec,
                                       const RunContext& run);

// All cells of this very experiment in their order, likewise; nothing if it is another, or one is missing.
std::optional<std::vector<CellRecord>> complete_cells(const std::filesystem::path& directory,
                                                      const ExperimentSpec& spec, const RunContext& run);

// The file names within the directory.
inline constexpr const char* kSpecFile = "spec.json";
inline constexpr const char* kCellsFile = "cells.jsonl";
inline constexpr const char* kLockFile = "lock";

}  // namespace cgsd
