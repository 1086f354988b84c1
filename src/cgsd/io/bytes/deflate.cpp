#include "cgsd/io/bytes/deflate.hpp"

#include <algorithm>
#include <memory>
#include <new>

#include <libdeflate.h>
#include <zlib.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/parallel.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kPiece = std::size_t{4} << 20;

struct FreeDeflater {
  void operator()(libdeflate_compressor* deflater) const { libdeflate_free_compressor(deflater); }
};
struct FreeInflater {
  void operator()(libdeflate_decompressor* inflater) const { libdeflate_free_decompressor(inflater); }
};

std::string deflated_piece(std::string_view bytes) {
  constexpr int kLevel = 5;  // as small as zlib's 6
  const std::unique_ptr<libdeflate_compressor, FreeDeflater> deflater(libdeflate_alloc_compressor(kLevel));
  if (!deflater) throw std::bad_alloc();
  const std::size_t most = libdeflate_deflate_compress_bound(deflater.get(), bytes.size());
  const auto room = std::make_unique_for_overwrite<char[]>(most);
  return {room.get(), libdeflate_deflate_compress(deflater.get(), bytes.data(), bytes.size(), room.get(), most)};
}

struct EndInflate {
  void operator()(z_stream* zlib) const { inflateEnd(zlib); }
};

// The last block of a stream, in bits from its beginning.
struct LastBlock {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

LastBlock last_block(const std::string& packed) {
  constexpr int kBetweenBlocks = 128;
  constexpr int kLast = 64;
  constexpr int kUnusedBits = 7;
  z_stream zlib{};
  if (inflateInit2(&zlib, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, EndInflate> ended(&zlib);
  std::vector<Bytef> unpacked(std::size_t{1} << 18);
  zlib.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  zlib.avail_in = static_cast<uInt>(packed.size());
  LastBlock block;
  for (;;) {
    zlib.next_out = unpacked.data();
    zlib.avail_out = static_cast<uInt>(unpacked.size());
    const int status = inflate(&zlib, Z_BLOCK);
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    const bool between = (zlib.data_type & kBetweenBlocks) != 0;
    // Z_BUF_ERROR: neither a byte was taken nor one given, which the code that ends a block may not need.
    if (status != Z_OK && !(status == Z_BUF_ERROR && between)) throw Error("deflated bytes cannot be inflated");
    if (!between) continue;
    const std::uint64_t bit = std::uint64_t{zlib.total_in} * 8 - static_cast<unsigned>(zlib.data_type & kUnusedBits);
    if ((zlib.data_type & kLast) != 0) {
      block.end = bit;
      return block;
    }
    block.begin = bit;
  }
}

// Takes the mark of the last block away, and adds an empty stored block, which ends with a byte.
void make_continued(std::string& packed) {
  constexpr std::uint64_t kHeaderOfBlock = 3;  // bits, all of them zero
  const LastBlock last = last_block(packed);
  const auto byte = static_cast<std::size_t>(last.begin / 8);
  packed[byte] = static_cast<char>(packed[byte] & ~(1 << (last.begin % 8)));
  const std::uint64_t unused = packed.size() * 8 - last.end;
  packed.back() = static_cast<char>(packed.back() & (0xff >> unused));
  if (unused < kHeaderOfBlock) packed += '\0';
  packed.append("\0\0\xff\xff", 4);
}

bool saves_enough(std::size_t packed, std::size_t bytes) { return packed + bytes / 10 < bytes; }

// Whether pieces from all over the bytes become smaller.
bool is_worth_while(std::string_view bytes) {
  constexpr std::size_t kSamples = 16;
  constexpr std::size_t kSample = std::size_t{1} << 16;
  if (bytes.size() <= kSamples * kSample) return true;
  std::size_t packed = 0;
  for (std::size_t i = 0; i < kSamples; ++i) {
    packed += deflated_piece(bytes.substr((bytes.size() - kSample) / (kSamples - 1) * i, kSample)).size();
  }
  return saves_enough(packed, kSamples * kSample);
}

}  // namespace

std::uint32_t crc32_of(std::string_view bytes) { return libdeflate_crc32(0, bytes.data(), bytes.size()); }

bool inflate_whole(std::string_view packed, std::span<char> bytes) {
  const std::unique_ptr<libdeflate_decompressor, FreeInflater> inflater(libdeflate_alloc_decompressor());
  if (!inflater) throw std::bad_alloc();
  std::size_t taken = 0;
  const libdeflate_result result = libdeflate_deflate_decompress_ex(inflater.get(), packed.data(), packed.size(),
                                                                    bytes.data(), bytes.size(), &taken, nullptr);
  return result == LIBDEFLATE_SUCCESS && taken == packed.size();
}

std::optional<std::vector<std::string>> deflated_pieces(std::string_view bytes, const RunContext& run) {
  if (!is_worth_while(bytes)) return std::nullopt;
  std::vector<std::string> pieces((bytes.size() + kPiece - 1) / kPiece);
  parallel_for(run, bytes.size(), kPiece, [&](std::size_t begin, std::size_t end) {
    std::string& piece = pieces[begin / kPiece];
    piece = deflated_piece(bytes.substr(begin, end - begin));
    if (end < bytes.size()) make_continued(piece);
  });
  std::size_t packed = 0;
  for (const std::string& piece : pieces) packed += piece.size();
  if (!saves_enough(packed, bytes.size())) return std::nullopt;
  return pieces;
}

}  // namespace cgsd
