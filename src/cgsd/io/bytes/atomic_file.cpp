#include "cgsd/io/bytes/atomic_file.hpp"

#include <array>
#include <cerrno>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "cgsd/core/error.hpp"
#include "cgsd/io/bytes/file_descriptor.hpp"

namespace cgsd {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kBufferSize = std::size_t{1} << 18;

fs::path follow_links(const fs::path& target) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(target, error);
  return error ? target : real;
}

bool is_standard_output(std::string_view name) {
  return name == "/dev/stdout" || name == "/dev/fd/1" || name == "/proc/self/fd/1";
}

// A file that is replaced keeps its permissions: what was private stays so.
mode_t mode_for(const fs::path& target) {
  struct stat status {};
  if (::stat(target.c_str(), &status) == 0) return status.st_mode & 0777;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

thread_local FilesTogether* together = nullptr;

}  // namespace

struct AtomicFile::State {
  std::string name;  // as the caller spelled it, for messages
  fs::path target;
  std::string temporary;  // empty: written directly
  int descriptor = -1;
  std::string buffer;
  bool compressed = false;
  z_stream zlib{};

  [[noreturn]] void fail(int error_number) const { throw IoError::from_errno(name, error_number); }

  void write_out(const char* bytes, std::size_t size) const {
    while (size > 0) {
      const ssize_t written = ::write(descriptor, bytes, size);
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail(errno);
      bytes += written;
      size -= static_cast<std::size_t>(written);
    }
  }

  void compress_out(std::string_view bytes, int flush) {
    std::array<char, 1 << 16> packed;
    zlib.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    zlib.avail_in = static_cast<uInt>(bytes.size());
    do {
      zlib.next_out = reinterpret_cast<Bytef*>(packed.data());
      zlib.avail_out = static_cast<uInt>(packed.size());
      deflate(&zlib, flush);
      write_out(packed.data(), packed.size() - zlib.avail_out);
    } while (zlib.avail_out == 0);
  }

  void flush_buffer(bool last) {
    if (compressed) {
      compress_out(buffer, last ? Z_FINISH : Z_NO_FLUSH);
    } else {
      write_out(buffer.data(), buffer.size());
    }
    buffer.clear();
  }

  void open() {
    if (is_standard_output(name)) {  // wherever it leads: a file that it was redirected to is not ours to replace
      descriptor = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
      if (descriptor < 0) fail(errno);
      return;
    }
    std::error_code ignored;
    const auto status = fs::status(target, ignored);
    if (fs::exists(status) && !fs::is_regular_file(status)) {
      if (fs::is_directory(status)) fail(EISDIR);
      descriptor = ::open(target.c_str(), O_WRONLY | O_CLOEXEC);
    } else {
      temporary = target.string() + ".partial-XXXXXX";
      descriptor = ::mkostemp(temporary.data(), O_CLOEXEC);
      if (descriptor < 0) temporary.clear();
    }
    if (descriptor < 0) fail(errno);
  }

  ~State() {
    if (compressed) deflateEnd(&zlib);
    if (descriptor >= 0) ::close(descriptor);
    if (!temporary.empty()) ::unlink(temporary.c_str());
  }
};

AtomicFile::AtomicFile(const fs::path& target) : state_(std::make_unique<State>()) {
  state_->name = target.string();
  state_->target = follow_links(target);
  state_->open();
  if (target.extension() == ".gz") {
    constexpr int kGzip = 16 + MAX_WBITS;
    constexpr int kMemoryLevel = 8;
    if (deflateInit2(&state_->zlib, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzip, kMemoryLevel, Z_DEFAULT_STRATEGY) !=
        Z_OK) {
      throw Error(state_->name + ": zlib cannot start");
    }
    state_->compressed = true;
  }
  state_->buffer.reserve(kBufferSize);
}

AtomicFile::~AtomicFile() = default;

void AtomicFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::string_view piece = bytes.substr(0, kBufferSize - state_->buffer.size());
    state_->buffer += piece;
    bytes.remove_prefix(piece.size());
    if (state_->buffer.size() == kBufferSize) state_->flush_buffer(false);
  }
}

void AtomicFile::commit() {
  State& s = *state_;
  s.flush_buffer(true);
  if (!s.temporary.empty()) {
    if (::fsync(s.descriptor) != 0) s.fail(errno);
    if (::fchmod(s.descriptor, mode_for(s.target)) != 0) s.fail(errno);
  }
  const int descriptor = std::exchange(s.descriptor, -1);
  if (::close(descriptor) != 0) s.fail(errno);
  if (s.temporary.empty()) return;
  if (together != nullptr) {
    together->waiting_.push_back({std::exchange(s.temporary, {}), s.target, s.name});
    return;
  }
  if (::rename(s.temporary.c_str(), s.target.c_str()) != 0) s.fail(errno);
  s.temporary.clear();
  sync_directory_of(s.target);
}

FilesTogether::FilesTogether() : outer_(std::exchange(together, this)) {}

FilesTogether::~FilesTogether() {
  together = outer_;
  for (const Waiting& file : waiting_) ::unlink(file.temporary.c_str());
}

void FilesTogether::commit() {
  while (!waiting_.empty()) {
    const Waiting& file = waiting_.front();
    if (::rename(file.temporary.c_str(), file.target.c_str()) != 0) throw IoError::from_errno(file.name, errno);
    sync_directory_of(file.target);
    waiting_.erase(waiting_.begin());
  }
}

void write_file(const fs::path& target, std::string_view contents) {
  AtomicFile file(target);
  file.write(contents);
  file.commit();
}

}  // namespace cgsd
