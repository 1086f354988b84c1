#include "cgsd/io/bytes/zip_archive.hpp"

#include <algorithm>
#include <new>

#include <fmt/format.h>
#include <zip.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/io/bytes/atomic_file.hpp"
#include "cgsd/io/bytes/whole_file.hpp"

namespace cgsd {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t kMaxMembers = 4096;
constexpr std::uint64_t kMaxExpansion = 1032;  // zlib's technical notes: deflate's limit
constexpr std::uint64_t kSmallestBlock = 64;   // room for the constant part of a deflate stream

struct DiscardArchive {
  void operator()(zip_t* archive) const { zip_discard(archive); }
};
using ArchiveHandle = std::unique_ptr<zip_t, DiscardArchive>;

struct CloseFile {
  void operator()(zip_file_t* file) const { zip_fclose(file); }
};

std::string reason(int code) {
  switch (code) {
    case ZIP_ER_NOZIP:
      return "is not a zip archive, or is cut off";
    case ZIP_ER_INCONS:
      return "the zip archive is damaged";
    case ZIP_ER_CRC:
      return "the checksum is wrong: the archive is damaged";
    case ZIP_ER_EOF:
      return "the zip archive ends early";
    case ZIP_ER_ZLIB:
    case ZIP_ER_COMPRESSED_DATA:
      return "compressed data are damaged";
    default: {
      zip_error_t error;
      zip_error_init_with_code(&error, code);
      std::string text = fmt::format("the zip archive cannot be read: {}", zip_error_strerror(&error));
      zip_error_fini(&error);
      return text;
    }
  }
}

[[noreturn]] void fail(const std::string& file, const std::string& member, zip_error_t* error) {
  const int code = zip_error_code_zip(error);
  const int system = zip_error_system_type(error) == ZIP_ET_SYS ? zip_error_code_system(error) : 0;
  zip_error_fini(error);
  if (code == ZIP_ER_MEMORY) throw std::bad_alloc();
  if (system != 0) throw IoError::from_errno(file, system);
  throw ParseError({file}, member.empty() ? reason(code) : in_quotes(member) + ": " + reason(code));
}

ArchiveHandle open_source(zip_source_t* source, const std::string& file, zip_error_t* error) {
  if (source == nullptr) fail(file, {}, error);
  ArchiveHandle archive(zip_open_from_source(source, ZIP_RDONLY, error));
  if (!archive) {
    zip_source_free(source);
    fail(file, {}, error);
  }
  return archive;
}

class MemberSource final : public ByteSource {
 public:
  MemberSource(zip_t* archive, std::uint64_t index, std::string file, const ZipMember& member)
      : file_(std::move(file)), member_(member), handle_(zip_fopen_index(archive, index, 0)) {
    if (!handle_) fail(file_, member_.name, zip_get_error(archive));
  }

  std::size_t read(std::span<char> buffer) override {
    std::size_t filled = 0;
    while (filled < buffer.size()) {
      const zip_int64_t got = zip_fread(handle_.get(), buffer.data() + filled, buffer.size() - filled);
      if (got < 0) fail(file_, member_.name, zip_file_get_error(handle_.get()));
      delivered_ += static_cast<std::uint64_t>(got);
      if (delivered_ > member_.size || (got == 0 && delivered_ < member_.size)) {
        throw ParseError({file_}, fmt::format("{}: the member does not unpack to the {} bytes it claims",
                                              in_quotes(member_.name), grouped(member_.size)));
      }
      if (got == 0) break;
      filled += static_cast<std::size_t>(got);
    }
    return filled;
  }

 private:
  std::string file_;
  ZipMember member_;
  std::uint64_t delivered_ = 0;
  std::unique_ptr<zip_file_t, CloseFile> handle_;
};

// A whole archive built in memory.
class PackedArchive {
 public:
  PackedArchive(std::string file, std::span<const ZipContent> contents, const RunContext& run)
      : file_(std::move(file)) {
    zip_error_t error;
    zip_error_init(&error);
    packed_.reset(zip_source_buffer_create(nullptr, 0, 0, &error));
    if (!packed_) fail(file_, {}, &error);
    zip_source_keep(packed_.get());  // zip_close gives up the archive's hold on it
    ArchiveHandle archive(zip_open_from_source(packed_.get(), ZIP_TRUNCATE, &error));
    if (!archive) {
      zip_source_free(packed_.get());
      fail(file_, {}, &error);
    }
    for (const ZipContent& content : contents) add(archive.get(), content);
    // zip_close does the packing, and asks between pieces whether to go on.
    const auto stopped = [](zip_t*, void* context) {
      return static_cast<RunContext*>(context)->stop_requested() ? 1 : 0;
    };
    RunContext context = run;
    zip_register_cancel_callback_with_state(archive.get(), stopped, nullptr, &context);
    if (zip_close(archive.get()) != 0) {
      run.check_stop();
      fail(file_, {}, zip_get_error(archive.get()));
    }
    static_cast<void>(archive.release());
  }

  void copy_to(AtomicFile& out) const {
    std::vector<char> chunk(std::size_t{1} << 18);
    zip_source_t* const source = packed_.get();
    if (zip_source_open(source) != 0) fail(file_, {}, zip_source_error(source));
    zip_int64_t got = 0;
    while ((got = zip_source_read(source, chunk.data(), chunk.size())) > 0) {
      out.write({chunk.data(), static_cast<std::size_t>(got)});
    }
    if (got < 0) fail(file_, {}, zip_source_error(source));
    zip_source_close(source);
  }

 private:
  void add(zip_t* archive, const ZipContent& content) const {
    constexpr zip_uint32_t kLevel = 6;
    constexpr zip_uint16_t kFirstOfJanuary1980 = (1 << 5) | 1;
    zip_source_t* const source = zip_source_buffer(archive, content.bytes.data(), content.bytes.size(), 0);
    if (source == nullptr) fail(file_, content.name, zip_get_error(archive));
    const zip_int64_t index = zip_file_add(archive, content.name.c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
      zip_source_free(source);
      fail(file_, content.name, zip_get_error(archive));
    }
    const auto place = static_cast<zip_uint64_t>(index);
    if (zip_set_file_compression(archive, place, ZIP_CM_DEFLATE, kLevel) != 0 ||
        zip_file_set_dostime(archive, place, 0, kFirstOfJanuary1980, 0) != 0) {
      fail(file_, content.name, zip_get_error(archive));
    }
  }

  struct FreeSource {
    void operator()(zip_source_t* source) const { zip_source_free(source); }
  };
  std::string file_;
  std::unique_ptr<zip_source_t, FreeSource> packed_;
};

}  // namespace

struct ZipArchive::State {
  std::string file;
  std::uint64_t file_size = 0;
  std::vector<char> contents;  // of an archive read into memory; libzip keeps a pointer to it
  std::vector<ZipMember> members;
  ArchiveHandle archive;

  void open(const fs::path& path, const RunContext& run) {
    zip_error_t error;
    zip_error_init(&error);
    std::error_code unknown;
    if (fs::is_regular_file(path, unknown) && !is_gzip(path)) {
      file_size = fs::file_size(path, unknown);
      archive = open_source(zip_source_file_create(path.c_str(), 0, -1, &error), file, &error);
    } else {
      contents = read_whole(path, run);
      file_size = contents.size();
      archive = open_source(zip_source_buffer_create(contents.data(), contents.size(), 0, &error), file, &error);
    }
    zip_error_fini(&error);
  }

  void read_directory() {
    const auto count = static_cast<std::uint64_t>(std::max<zip_int64_t>(zip_get_num_entries(archive.get(), 0), 0));
    if (count > kMaxMembers) {
      throw ParseError({file}, fmt::format("a zip archive of {} members is not plausible here", grouped(count)));
    }
    for (std::uint64_t i = 0; i < count; ++i) members.push_back(checked_member(i));
    check_together();
  }

  ZipMember checked_member(std::uint64_t index) const {
    zip_stat_t status;
    zip_stat_init(&status);
    if (zip_stat_index(archive.get(), index, 0, &status) != 0) fail(file, {}, zip_get_error(archive.get()));
    const std::string name = status.name == nullptr ? "" : status.name;
    const auto refuse = [&](const std::string& what) { return ParseError({file}, in_quotes(name) + ": " + what); };
    if (status.encryption_method != ZIP_EM_NONE) throw refuse("the member is encrypted");
    if (status.comp_method != ZIP_CM_STORE && status.comp_method != ZIP_CM_DEFLATE) {
      throw refuse(fmt::format("compression method {} is not supported", status.comp_method));
    }
    const bool deflated = status.comp_method == ZIP_CM_DEFLATE;
    const bool too_much =
        status.comp_size > file_size ||
        (deflated ? status.size > status.comp_size * kMaxExpansion + kSmallestBlock : status.size != status.comp_size);
    if (too_much) {
      throw refuse(fmt::format("the member claims {} bytes, but the file holds {} for it", grouped(status.size),
                               grouped(std::min(status.comp_size, file_size))));
    }
    return {name, status.size, status.comp_size};
  }

  void check_together() const {
    std::uint64_t packed = 0;
    std::vector<std::string_view> names;
    for (const ZipMember& member : members) {
      packed += member.packed_size;
      names.push_back(member.name);
    }
    if (packed > file_size) throw ParseError({file}, "the members of the zip archive overlap");
    std::sort(names.begin(), names.end());
    const auto twice = std::adjacent_find(names.begin(), names.end());
    if (twice != names.end()) throw ParseError({file}, fmt::format("there are two members {}", in_quotes(*twice)));
  }
};

ZipArchive::ZipArchive(const fs::path& file, const RunContext& run) : state_(std::make_unique<State>()) {
  state_->file = file.string();
  state_->open(file, run);
  state_->read_directory();
}

ZipArchive::~ZipArchive() = default;

const std::string& ZipArchive::file() const { return state_->file; }
const std::vector<ZipMember>& ZipArchive::members() const { return state_->members; }

const ZipMember* ZipArchive::find(std::string_view name) const {
  const auto found = std::find_if(state_->members.begin(), state_->members.end(),
                                  [&](const ZipMember& member) { return member.name == name; });
  return found == state_->members.end() ? nullptr : &*found;
}

std::unique_ptr<ByteSource> ZipArchive::open(const ZipMember& member) const {
  const auto index = static_cast<std::uint64_t>(&member - state_->members.data());
  return std::make_unique<MemberSource>(state_->archive.get(), index, state_->file, member);
}

void write_zip(const fs::path& target, std::span<const ZipContent> contents, const RunContext& run) {
  const PackedArchive packed(target.string(), contents, run);
  AtomicFile out(target);
  packed.copy_to(out);
  out.commit();
}

bool starts_like_zip(std::string_view first_bytes) {
  return first_bytes.starts_with("PK\3\4") || first_bytes.starts_with("PK\5\6");
}

}  // namespace cgsd
