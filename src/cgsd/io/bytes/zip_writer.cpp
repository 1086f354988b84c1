#include "cgsd/io/bytes/zip_writer.hpp"

#include <algorithm>
#include <memory>
#include <new>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <zip.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/io/bytes/atomic_file.hpp"
#include "cgsd/io/bytes/deflate.hpp"

namespace cgsd {
namespace {

using Pieces = std::vector<std::string>;

[[noreturn]] void cannot_pack(const std::string& file, zip_error_t* error) {
  if (zip_error_code_zip(error) == ZIP_ER_MEMORY) throw std::bad_alloc();
  throw Error(fmt::format("{}: the zip archive cannot be written: {}", file, zip_error_strerror(error)));
}

// A deflated entry as libzip takes it: it copies what claims to be deflated, and packs nothing itself.
class DeflatedEntry {
 public:
  DeflatedEntry(std::string_view bytes, Pieces pieces)
      : size_(bytes.size()), crc_(crc32_of(bytes)), pieces_(std::move(pieces)) {
    for (const std::string& piece : pieces_) packed_size_ += piece.size();
  }

  static zip_int64_t answer(void* entry, void* data, zip_uint64_t length, zip_source_cmd_t command) {
    auto& self = *static_cast<DeflatedEntry*>(entry);
    switch (command) {
      case ZIP_SOURCE_OPEN:
        self.piece_ = self.place_ = 0;
        return 0;
      case ZIP_SOURCE_READ:
        return static_cast<zip_int64_t>(self.read({static_cast<char*>(data), length}));
      case ZIP_SOURCE_STAT:
        self.describe(*static_cast<zip_stat_t*>(data));
        return sizeof(zip_stat_t);
      case ZIP_SOURCE_ERROR:  // reading memory cannot fail
        return 2 * sizeof(int);
      case ZIP_SOURCE_SUPPORTS:
        return zip_source_make_command_bitmap(ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT,
                                              ZIP_SOURCE_ERROR, ZIP_SOURCE_FREE, -1);
      default:
        return 0;
    }
  }

 private:
  std::size_t read(std::span<char> room) {
    std::size_t filled = 0;
    while (filled < room.size() && piece_ < pieces_.size()) {
      const std::size_t copied = pieces_[piece_].copy(room.data() + filled, room.size() - filled, place_);
      filled += copied;
      place_ += copied;
      if (place_ < pieces_[piece_].size()) break;
      ++piece_;
      place_ = 0;
    }
    return filled;
  }

  void describe(zip_stat_t& status) const {
    zip_stat_init(&status);
    status.valid = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_CRC | ZIP_STAT_COMP_METHOD;
    status.size = size_;
    status.comp_size = packed_size_;
    status.crc = crc_;
    status.comp_method = ZIP_CM_DEFLATE;
  }

  std::uint64_t size_;
  std::uint64_t packed_size_ = 0;
  std::uint32_t crc_;
  Pieces pieces_;
  std::size_t piece_ = 0;  // the next byte
  std::size_t place_ = 0;
};

std::vector<std::unique_ptr<DeflatedEntry>> deflated_entries(std::span<const ZipContent> contents,
                                                             const RunContext& run) {
  std::vector<std::unique_ptr<DeflatedEntry>> entries(contents.size());
  parallel_for(run, contents.size(), 1, [&](std::size_t i, std::size_t) {
    std::optional<Pieces> pieces = deflated_pieces(contents[i].bytes, run);
    if (pieces) entries[i] = std::make_unique<DeflatedEntry>(contents[i].bytes, std::move(*pieces));
  });
  return entries;
}

struct FreeSource {
  void operator()(zip_source_t* source) const { zip_source_free(source); }
};
struct DiscardUnfinished {
  void operator()(zip_t* archive) const { zip_discard(archive); }
};

// A whole archive built in memory.
class PackedArchive {
 public:
  PackedArchive(std::string file, std::span<const ZipContent> contents, const RunContext& run)
      : file_(std::move(file)) {
    const auto deflated = deflated_entries(contents, run);
    zip_error_t error;
    zip_error_init(&error);
    packed_.reset(zip_source_buffer_create(nullptr, 0, 0, &error));
    if (!packed_) cannot_pack(file_, &error);
    zip_source_keep(packed_.get());  // zip_close gives up the archive's hold on it
    std::unique_ptr<zip_t, DiscardUnfinished> archive(zip_open_from_source(packed_.get(), ZIP_TRUNCATE, &error));
    if (!archive) {
      zip_source_free(packed_.get());
      cannot_pack(file_, &error);
    }
    for (std::size_t i = 0; i < contents.size(); ++i) add(archive.get(), contents[i], deflated[i].get());
    // zip_close does the copying, and asks between entries whether to go on.
    const auto stopped = [](zip_t*, void* context) {
      return static_cast<RunContext*>(context)->stop_requested() ? 1 : 0;
    };
    RunContext context = run;
    zip_register_cancel_callback_with_state(archive.get(), stopped, nullptr, &context);
    if (zip_close(archive.get()) != 0) {
      run.check_stop();
      cannot_pack(file_, zip_get_error(archive.get()));
    }
    static_cast<void>(archive.release());
  }

  void copy_to(AtomicFile& out) const {
    std::vector<char> chunk(std::size_t{1} << 18);
    zip_source_t* const source = packed_.get();
    if (zip_source_open(source) != 0) cannot_pack(file_, zip_source_error(source));
    zip_int64_t got = 0;
    while ((got = zip_source_read(source, chunk.data(), chunk.size())) > 0) {
      out.write({chunk.data(), static_cast<std::size_t>(got)});
    }
    if (got < 0) cannot_pack(file_, zip_source_error(source));
    zip_source_close(source);
  }

 private:
  void add(zip_t* archive, const ZipContent& content, DeflatedEntry* deflated) const {
    constexpr zip_uint16_t kFirstOfJanuary1980 = (1 << 5) | 1;
    zip_source_t* const source = deflated != nullptr
                                     ? zip_source_function(archive, &DeflatedEntry::answer, deflated)
                                     : zip_source_buffer(archive, content.bytes.data(), content.bytes.size(), 0);
    if (source == nullptr) cannot_pack(file_, zip_get_error(archive));
    const zip_int64_t index = zip_file_add(archive, content.name.c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
      zip_source_free(source);
      cannot_pack(file_, zip_get_error(archive));
    }
    const auto place = static_cast<zip_uint64_t>(index);
    const zip_int32_t method = deflated != nullptr ? ZIP_CM_DEFLATE : ZIP_CM_STORE;
    if (zip_set_file_compression(archive, place, method, 0) != 0 ||
        zip_file_set_dostime(archive, place, 0, kFirstOfJanuary1980, 0) != 0) {
      cannot_pack(file_, zip_get_error(archive));
    }
  }

  std::string file_;
  std::unique_ptr<zip_source_t, FreeSource> packed_;
};

}  // namespace

void write_zip(const std::filesystem::path& target, std::span<const ZipContent> contents, const RunContext& run) {
  const PackedArchive packed(target.string(), contents, run);
  AtomicFile out(target);
  packed.copy_to(out);
  out.commit();
}

}  // namespace cgsd
