#include "cgsd/io/bytes/byte_source.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "cgsd/core/error.hpp"
#include "cgsd/io/built_in/embedded_files.hpp"
#include "cgsd/io/bytes/kept_streams.hpp"

namespace cgsd {
namespace {

class PlainFile final : public ByteSource {
 public:
  explicit PlainFile(const std::filesystem::path& file) : name_(file.string()) {
    do {
      descriptor_ = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    } while (descriptor_ < 0 && errno == EINTR);
    if (descriptor_ < 0) throw IoError::from_errno(name_, errno);
    struct stat status {};
    if (::fstat(descriptor_, &status) == 0 && S_ISDIR(status.st_mode)) {
      ::close(descriptor_);
      throw IoError::from_errno(name_, EISDIR);
    }
  }
  ~PlainFile() override { ::close(descriptor_); }
  PlainFile(const PlainFile&) = delete;
  PlainFile& operator=(const PlainFile&) = delete;

  std::size_t read(std::span<char> buffer) override {
    std::size_t filled = 0;
    while (filled < buffer.size()) {
      const ssize_t got = ::read(descriptor_, buffer.data() + filled, buffer.size() - filled);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) throw IoError::from_errno(name_, errno);
      if (got == 0) break;
      filled += static_cast<std::size_t>(got);
    }
    return filled;
  }

 private:
  std::string name_;
  int descriptor_ = -1;
};

// Bytes in memory, from the start: what came through a pipe, or a file that is part of the program.
class BytesInMemory final : public ByteSource {
 public:
  explicit BytesInMemory(std::string_view bytes, KeptBytes owner = nullptr) : owner_(std::move(owner)), bytes_(bytes) {}
  std::size_t read(std::span<char> buffer) override {
    const std::size_t count = bytes_.copy(buffer.data(), buffer.size());
    bytes_.remove_prefix(count);
    return count;
  }

 private:
  KeptBytes owner_;
  std::string_view bytes_;
};

std::unique_ptr<ByteSource> open_as_it_is(const std::filesystem::path& file) {
  if (const auto text = embedded_file(file)) return std::make_unique<BytesInMemory>(*text);
  if (KeptBytes kept = kept_stream(file)) {
    const std::string_view bytes(kept->data(), kept->size());
    return std::make_unique<BytesInMemory>(bytes, std::move(kept));
  }
  return std::make_unique<PlainFile>(file);
}

bool starts_like_gzip(std::span<const char> bytes) {
  return bytes.size() >= 2 && static_cast<unsigned char>(bytes[0]) == 0x1f &&
         static_cast<unsigned char>(bytes[1]) == 0x8b;
}

// Graphs and tables shrink to a fifth or a tenth, zeros in columns to a hundredth. What claims to be far more than that is
// made to fill memory and time; a few megabytes do no harm, whatever they are.
constexpr std::uint64_t kMostUnpackedPerByte = 200;
constexpr std::uint64_t kAlwaysUnpacked = std::uint64_t{16} << 20;

// Inflates one or more gzip members that follow each other.
class GzipFile final : public ByteSource {
 public:
  GzipFile(std::unique_ptr<ByteSource> inner, std::string name, std::vector<char> already_read)
      : inner_(std::move(inner)), name_(std::move(name)), input_(std::move(already_read)) {
    constexpr int kGzipOnly = 16 + MAX_WBITS;
    if (inflateInit2(&zlib_, kGzipOnly) != Z_OK) throw Error(name_ + ": zlib cannot start");
    set_input(input_.size());
    packed_ = input_.size();
  }
  ~GzipFile() override { inflateEnd(&zlib_); }
  GzipFile(const GzipFile&) = delete;
  GzipFile& operator=(const GzipFile&) = delete;

  std::size_t read(std::span<char> buffer) override {
    std::size_t filled = 0;
    while (filled < buffer.size() && !finished_) {
      const std::size_t room = std::min<std::size_t>(buffer.size() - filled, std::size_t{1} << 30);
      zlib_.next_out = reinterpret_cast<Bytef*>(buffer.data() + filled);
      zlib_.avail_out = static_cast<uInt>(room);
      inflate_some();
      filled += room - zlib_.avail_out;
      unpacked_ += room - zlib_.avail_out;
      check_justified();
    }
    return filled;
  }

 private:
  void set_input(std::size_t size) {
    zlib_.next_in = reinterpret_cast<Bytef*>(input_.data());
    zlib_.avail_in = static_cast<uInt>(size);
  }

  void check_justified() const {
    if (unpacked_ <= kAlwaysUnpacked || unpacked_ / kMostUnpackedPerByte <= packed_) return;
    throw ParseError({name_},
                     fmt::format("unpacks to more than {} times its size: if this is meant, unpack it by gunzip first",
                                 kMostUnpackedPerByte));
  }

  bool refill() {
    input_.resize(std::size_t{1} << 16);
    const std::size_t got = inner_->read(input_);
    set_input(got);
    packed_ += got;
    return got > 0;
  }

  void inflate_some() {
    if (zlib_.avail_in == 0 && !refill()) throw ParseError({name_}, "compressed data end early");
    const int status = inflate(&zlib_, Z_NO_FLUSH);
    if (status == Z_STREAM_END) {
      start_next_member();
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
      throw ParseError({name_}, "compressed data are damaged");
    }
  }

  void start_next_member() {
    if (zlib_.avail_in == 0 && !refill()) {
      finished_ = true;
      return;
    }
    if (*zlib_.next_in == 0) {  // zero padding after the last member is customary (tar, some mirrors)
      finished_ = true;
      return;
    }
    inflateReset(&zlib_);
  }

  std::unique_ptr<ByteSource> inner_;
  std::string name_;
  std::vector<char> input_;
  z_stream zlib_{};
  std::uint64_t packed_ = 0;    // bytes taken from the file
  std::uint64_t unpacked_ = 0;  // bytes they became
  bool finished_ = false;
};

class Resumed final : public ByteSource {
 public:
  Resumed(std::string head, std::unique_ptr<ByteSource> rest) : head_(std::move(head)), rest_(std::move(rest)) {}
  std::size_t read(std::span<char> buffer) override {
    const std::size_t from_head = std::min(buffer.size(), head_.size() - used_);
    std::copy_n(head_.begin() + static_cast<std::ptrdiff_t>(used_), from_head, buffer.begin());
    used_ += from_head;
    return from_head + rest_->read(buffer.subspan(from_head));
  }

 private:
  std::string head_;
  std::unique_ptr<ByteSource> rest_;
  std::size_t used_ = 0;
};

}  // namespace

std::unique_ptr<ByteSource> resumed(std::string head, std::unique_ptr<ByteSource> rest) {
  return std::make_unique<Resumed>(std::move(head), std::move(rest));
}

std::unique_ptr<ByteSource> open_bytes(const std::filesystem::path& file) {
  auto plain = open_as_it_is(file);
  std::vector<char> head(2);
  head.resize(plain->read(head));
  if (starts_like_gzip(head)) return std::make_unique<GzipFile>(std::move(plain), file.string(), std::move(head));
  return resumed({head.begin(), head.end()}, std::move(plain));
}

std::string first_bytes(const std::filesystem::path& file, std::size_t count) {
  std::string bytes(count, '\0');
  bytes.resize(open_bytes(file)->read(bytes));
  return bytes;
}

bool is_gzip(const std::filesystem::path& file) {
  std::array<char, 2> head{};
  return open_as_it_is(file)->read(head) == head.size() && starts_like_gzip(head);
}

std::string format_ending(const std::filesystem::path& file) {
  std::filesystem::path name = file.filename();
  if (name.extension() == ".gz") name = name.stem();
  std::string ending = name.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending;
}

}  // namespace cgsd
