#include "cgsd/io/bytes/kept_streams.hpp"

#include <cerrno>
#include <map>
#include <optional>
#include <string>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/io/bytes/file_descriptor.hpp"
#include "cgsd/io/bytes/whole_file.hpp"

namespace cgsd {
namespace {

struct Keeper {
  RunContext run;
  std::map<std::pair<dev_t, ino_t>, KeptBytes> streams;
};
// A thread opens its own files; another thread must not find its pipe already read.
thread_local std::optional<Keeper> keeper;

std::optional<struct stat> status_of_stream(const std::filesystem::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) return {};
  if (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode) || S_ISBLK(status.st_mode)) return {};
  return status;
}

KeptBytes read_stream(const std::filesystem::path& file, const RunContext& run) {
  constexpr std::size_t kChunk = std::size_t{1} << 18;
  const std::uint64_t most = machine_memory() / 2;
  FileDescriptor descriptor;
  while (descriptor.number() < 0) {
    descriptor = FileDescriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    if (descriptor.number() < 0 && errno != EINTR) throw IoError::from_errno(file.string(), errno);
    run.check_stop();
  }
  auto bytes = std::make_shared<std::vector<char>>();
  for (std::size_t filled = 0;;) {
    run.check_stop();
    bytes->resize(filled + kChunk);
    const ssize_t got = ::read(descriptor.number(), bytes->data() + filled, kChunk);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw IoError::from_errno(file.string(), errno);
    filled += static_cast<std::size_t>(got);
    if (filled > most) {
      throw ParseError({file.string()},
                       fmt::format("holds more than {} bytes, half of this machine's memory", grouped(most)));
    }
    if (got > 0) continue;
    bytes->resize(filled);
    return bytes;
  }
}

}  // namespace

KeptStreams::KeptStreams(const RunContext& run) : outermost_(!keeper) {
  if (outermost_) keeper.emplace(Keeper{run, {}});
}

KeptStreams::~KeptStreams() {
  if (outermost_) keeper.reset();
}

bool streams_are_kept() { return keeper.has_value(); }

bool is_stream(const std::filesystem::path& file) { return status_of_stream(file).has_value(); }

KeptBytes kept_stream(const std::filesystem::path& file) {
  if (!keeper) return nullptr;
  const auto status = status_of_stream(file);
  if (!status) return nullptr;
  KeptBytes& kept = keeper->streams[{status->st_dev, status->st_ino}];
  if (!kept) kept = read_stream(file, keeper->run);
  return kept;
}

}  // namespace cgsd
