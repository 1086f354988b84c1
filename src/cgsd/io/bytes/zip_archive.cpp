#include "cgsd/io/bytes/zip_archive.hpp"

#include <algorithm>
#include <mutex>
#include <new>
#include <span>

#include <fmt/format.h>
#include <zip.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/io/bytes/deflate.hpp"
#include "cgsd/io/bytes/whole_file.hpp"

namespace cgsd {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t kMaxMembers = 4096;
constexpr std::uint64_t kMaxExpansion = 1032;  // zlib's technical notes: deflate's limit
constexpr std::uint64_t kSmallestBlock = 64;   // room for the constant part of a deflate stream
constexpr std::uint64_t kMostExpansionAtOnce = 16;
constexpr std::uint64_t kMostAtOnce = std::uint64_t{1} << 30;  // two seconds of work

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

}  // namespace

struct ZipArchive::State {
  std::string file;
  std::uint64_t file_size = 0;
  std::vector<char> contents;  // of an archive read into memory; libzip keeps a pointer to it
  std::vector<ZipMember> members;
  ArchiveHandle archive;
  std::mutex one_reader;  // libzip has one place in the file

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
    return {name, status.size, status.comp_size, deflated, status.crc};
  }

  // The bytes of a member as they stand in the archive; whether there are as many.
  bool read_packed(std::uint64_t index, std::span<char> bytes, const RunContext& run) {
    constexpr std::size_t kChunk = std::size_t{1} << 20;
    const std::lock_guard lock(one_reader);
    const std::unique_ptr<zip_file_t, CloseFile> handle(zip_fopen_index(archive.get(), index, ZIP_FL_COMPRESSED));
    if (!handle) return false;
    while (!bytes.empty()) {
      run.check_stop();
      const zip_int64_t got = zip_fread(handle.get(), bytes.data(), std::min(bytes.size(), kChunk));
      if (got <= 0) return false;
      bytes = bytes.subspan(static_cast<std::size_t>(got));
    }
    return true;
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

std::optional<std::vector<char>> ZipArchive::whole(const ZipMember& member, const RunContext& run) const {
  const bool at_once = member.deflated ? member.size <= std::min(member.packed_size * kMostExpansionAtOnce, kMostAtOnce)
                                       : member.size <= machine_memory();
  if (!at_once) return std::nullopt;
  const auto index = static_cast<std::uint64_t>(&member - state_->members.data());
  std::vector<char> bytes(member.size);
  if (member.deflated) {
    const auto packed = std::make_unique_for_overwrite<char[]>(member.packed_size);
    if (!state_->read_packed(index, {packed.get(), member.packed_size}, run)) return std::nullopt;
    if (!inflate_whole({packed.get(), member.packed_size}, bytes)) return std::nullopt;
  } else if (!state_->read_packed(index, bytes, run)) {
    return std::nullopt;
  }
  if (crc32_of({bytes.data(), bytes.size()}) != member.crc) return std::nullopt;
  return bytes;
}

bool starts_like_zip(std::string_view first_bytes) {
  return first_bytes.starts_with("PK\3\4") || first_bytes.starts_with("PK\5\6");
}

}  // namespace cgsd
