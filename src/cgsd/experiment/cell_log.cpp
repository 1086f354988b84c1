#include "cgsd/experiment/cell_log.hpp"

#include <algorithm>
#include <cerrno>
#include <map>
#include <set>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/experiment/spec_file.hpp"
#include "cgsd/io/bytes/atomic_file.hpp"
#include "cgsd/io/bytes/output_directory.hpp"
#include "cgsd/io/bytes/whole_file.hpp"

namespace cgsd {
namespace {

namespace fs = std::filesystem;

std::string difference(const ExperimentSpec& a, const ExperimentSpec& b) {
  if (a.methods != b.methods) return "its methods or their options differ";
  if (a.datasets != b.datasets) return "its datasets differ";
  return a.seeds != b.seeds ? "its seeds differ" : "";
}

bool holds_a_line(const fs::path& file, const RunContext& run) {
  if (!fs::exists(file)) return false;
  const std::vector<char> bytes = read_whole(file, run);
  return std::find(bytes.begin(), bytes.end(), '\n') != bytes.end();
}

void write_all(int descriptor, std::string_view bytes, const fs::path& file) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw IoError::from_errno(file.string(), errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  if (::fsync(descriptor) != 0) throw IoError::from_errno(file.string(), errno);
}

struct KeptCells {
  std::vector<CellRecord> cells;
  std::uint64_t whole = 0;  // bytes of lines that have ended
};

KeptCells kept_cells(const fs::path& file, const ExperimentSpec& spec, const RunContext& run) {
  const std::vector<char> bytes = read_whole(file, run);
  std::string_view rest(bytes.data(), bytes.size());
  const std::vector<CellKey> keys = cells_of(spec);
  const std::set<CellKey> known(keys.begin(), keys.end());
  std::map<CellKey, std::size_t> place;
  KeptCells kept;
  for (std::uint64_t line_number = 1; !rest.empty(); ++line_number) {
    const std::size_t end = rest.find('\n');
    const bool is_last = end == std::string_view::npos || end + 1 == rest.size();
    std::optional<CellRecord> cell = end == std::string_view::npos ? std::nullopt : parse_cell(rest.substr(0, end));
    if (!cell) {
      if (!is_last)
        throw ParseError(
            {file.string(), line_number},
            "this is not the record of a cell, or its checksum differs; without this line the cell is run again");
      break;
    }
    if (!known.contains(cell->key)) {
      throw ParseError({file.string(), line_number},
                       fmt::format("the experiment has no cell {} × {} × seed {}", in_quotes(cell->key.method),
                                   in_quotes(cell->key.dataset), cell->key.seed));
    }
    const auto [at, is_new] = place.emplace(cell->key, kept.cells.size());
    if (is_new) kept.cells.emplace_back();
    kept.cells[at->second] = *std::move(cell);
    rest.remove_prefix(end + 1);
  }
  kept.whole = bytes.size() - rest.size();
  return kept;
}

}  // namespace

std::optional<std::vector<CellRecord>> complete_cells(const fs::path& directory, const ExperimentSpec& spec,
                                                      const RunContext& run) {
  if (!fs::is_regular_file(directory / kSpecFile) || !fs::is_regular_file(directory / kCellsFile)) return std::nullopt;
  if (read_spec(directory / kSpecFile, run) != spec) return std::nullopt;
  std::vector<CellRecord> found = finished_cells(directory, spec, run);
  const std::vector<CellKey> keys = cells_of(spec);
  if (found.size() != keys.size()) return std::nullopt;
  std::ranges::sort(found, {},
                    [&](const CellRecord& cell) { return std::ranges::find(keys, cell.key) - keys.begin(); });
  return found;
}

std::vector<CellRecord> finished_cells(const fs::path& directory, const ExperimentSpec& spec, const RunContext& run) {
  return kept_cells(directory / kCellsFile, spec, run).cells;
}

CellLog::CellLog(fs::path directory, const ExperimentSpec& spec, const RunContext& run)
    : directory_(std::move(directory)), made_directory_(!fs::exists(directory_)), file_(directory_ / kCellsFile) {
  make_output_directory(directory_);
  lock();
  agree_on(spec, run);
  descriptor_ = open_regular_file(file_, O_RDWR | O_CREAT);
  sync_directory_of(file_);
  read_cells(spec, run);
}

void CellLog::lock() {
  const fs::path file = directory_ / kLockFile;
  lock_ = open_regular_file(file, O_RDWR | O_CREAT);
  while (::flock(lock_.number(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    if (errno != EWOULDBLOCK) return;  // a file system without locks
    throw IoError(fmt::format("{}: another run is writing here", directory_.string()));
  }
}

void CellLog::agree_on(const ExperimentSpec& spec, const RunContext& run) const {
  const fs::path file = directory_ / kSpecFile;
  if (fs::exists(file)) {
    const ExperimentSpec found = read_spec(file, run);
    if (found == spec) return;
    if (const std::string what = difference(found, spec); !what.empty() && holds_a_line(file_, run)) {
      throw IoError(fmt::format("{}: another experiment is in this directory: {}; choose another directory",
                                file.string(), what));
    }
  } else if (fs::exists(file_)) {
    throw IoError(
        fmt::format("{}: these cells have no {} beside them; choose another directory", file_.string(), kSpecFile));
  }
  write_file(file, spec_json(spec));
}

void CellLog::read_cells(const ExperimentSpec& spec, const RunContext& run) {
  KeptCells kept = kept_cells(file_, spec, run);
  cells_ = std::move(kept.cells);
  cut(kept.whole);
}

void CellLog::cut(std::uint64_t size) {
  const auto length = static_cast<off_t>(size);
  if (::ftruncate(descriptor_.number(), length) != 0 || ::lseek(descriptor_.number(), length, SEEK_SET) < 0) {
    throw IoError::from_errno(file_.string(), errno);
  }
  size_ = size;
}

void CellLog::append(const CellRecord& cell) {
  const std::string line = cell_line(cell) + "\n";
  const std::scoped_lock guard(mutex_);
  try {
    write_all(descriptor_.number(), line, file_);
  } catch (const IoError&) {
    cut(size_);
    throw;
  }
  size_ += line.size();
  check_still_there();
}

void CellLog::check_still_there() const {
  struct stat opened {};
  struct stat named {};
  const bool same = ::fstat(descriptor_.number(), &opened) == 0 && ::stat(file_.c_str(), &named) == 0 &&
                    opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
  if (!same)
    throw IoError(fmt::format("{}: somebody removed or moved it while cells were added to it", file_.string()));
}

void CellLog::discard_if_empty() {
  const std::scoped_lock guard(mutex_);
  if (size_ > 0) return;
  std::error_code ignored;  // what stays does no harm: a log without cells gives way to any other
  for (const char* name : {kCellsFile, kSpecFile, kLockFile}) fs::remove(directory_ / name, ignored);
  if (made_directory_) fs::remove(directory_, ignored);
}

}  // namespace cgsd
