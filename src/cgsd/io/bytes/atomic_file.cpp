#include "cgsd/io/bytes/atomic_file.hpp"

#include <array>
#include <cerrno>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

#include "cgsd/core/error.hpp"
#include "cgsd/io/bytes/file_descriptor.hpp"
#include "cgsd/io/bytes/unfinished_file.hpp"

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

thread_local FilesTogether* together = nullptr;

}  // namespace

struct AtomicFile::State {
  std::string name;                    // as the caller spelled it, for messages
  std::optional<UnfinishedFile> file;  // none: written directly
  FileDescriptor direct;
  std::string buffer;
  bool compressed = false;
  z_stream zlib{};

  [[noreturn]] void fail(int error_number) const { throw IoError::from_errno(name, error_number); }

  int descriptor() const { return file ? file->descriptor() : direct.number(); }

  void write_out(const char* bytes, std::size_t size) const {
    while (size > 0) {
      const ssize_t written = ::write(descriptor(), bytes, size);
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

  void open(const fs::path& target) {
    if (is_standard_output(name)) {  // wherever it leads: a file that it was redirected to is not ours to replace
      direct = FileDescriptor(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0));
    } else {
      std::error_code ignored;
      const auto status = fs::status(target, ignored);
      if (!fs::exists(status) || fs::is_regular_file(status)) {
        file.emplace(target, name);
        return;
      }
      if (fs::is_directory(status)) fail(EISDIR);
      direct = FileDescriptor(::open(target.c_str(), O_WRONLY | O_CLOEXEC));
    }
    if (direct.number() < 0) fail(errno);
  }

  ~State() {
    if (compressed) deflateEnd(&zlib);
  }
};

AtomicFile::AtomicFile(const fs::path& target) : state_(std::make_unique<State>()) {
  state_->name = target.string();
  state_->open(follow_links(target));
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
  if (!s.file) {
    const int error = s.direct.close();
    if (error != 0) s.fail(error);
    return;
  }
  s.file->finish();
  if (together != nullptr) {
    together->waiting_.push_back(std::move(*s.file));
  } else {
    s.file->put_in_place();
  }
}

FilesTogether::FilesTogether() : outer_(std::exchange(together, this)) {}

FilesTogether::~FilesTogether() { together = outer_; }

void FilesTogether::commit() {
  for (UnfinishedFile& file : waiting_) file.put_in_place();
  waiting_.clear();
}

void write_file(const fs::path& target, std::string_view contents) {
  AtomicFile file(target);
  file.write(contents);
  file.commit();
}

}  // namespace cgsd
