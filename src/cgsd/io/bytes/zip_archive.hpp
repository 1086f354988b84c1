// Zip archives (and with them .npz) that are read: members by name, each as a stream or whole. zip_writer.hpp writes them.
//
// Through libzip: members stored or deflated. The directory of a hostile archive is not believed: a member
// that claims more than deflate can expand its bytes to (1032 : 1), members that together claim more bytes than the
// file has (overlapping ones), repeated names, encryption, other compressions and more than 4,096 members are a
// ParseError before anything is unpacked. Checksums are verified when a member has been read to its end. An archive
// that is itself gzip-compressed, or comes through a pipe, is read into memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/io/bytes/byte_source.hpp"

namespace cgsd {

struct ZipMember {
  std::string name;
  std::uint64_t size = 0;  // unpacked, as the directory claims
  std::uint64_t packed_size = 0;
  bool deflated = false;
  std::uint32_t crc = 0;
};

class ZipArchive {
 public:
  ZipArchive(const std::filesystem::path& file, const RunContext& run);
  ~ZipArchive();
  ZipArchive(const ZipArchive&) = delete;
  ZipArchive& operator=(const ZipArchive&) = delete;

  const std::string& file() const;
  const std::vector<ZipMember>& members() const;  // in the order of the directory
  const ZipMember* find(std::string_view name) const;
  // The archive must outlive what is returned.
  std::unique_ptr<ByteSource> open(const ZipMember& member) const;

  // All bytes of a member at once, twice as fast as the stream; several threads may call it. None if the member would
  // become more than 16 times its size or than 1 GiB, so that memory is taken for what is there only, and a stop request
  // is not left waiting; and none if anything is wrong with it. The stream serves the former and tells the latter.
  std::optional<std::vector<char>> whole(const ZipMember& member, const RunContext& run) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Whether a file with this beginning is a zip archive.
bool starts_like_zip(std::string_view first_bytes);

}  // namespace cgsd
