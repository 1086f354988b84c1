// Deflated bytes (RFC 1951) of whole pieces of memory, through libdeflate: two to five times as fast as zlib, which is
// left to streams (docs/decisions/0009-packed-files.md).
//
// Promises: deflated bytes are the same at any number of threads; a stop request is heard between pieces; out of memory
// is std::bad_alloc. Nothing is believed: what does not inflate to exactly the bytes that are asked for is refused.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cgsd/core/context.hpp"

namespace cgsd {

// CRC-32 as zip and gzip have it.
std::uint32_t crc32_of(std::string_view bytes);

// Whether `packed` is one deflated stream, and no more, of exactly as many bytes as `bytes` has room for. They are then
// there; else what is there is undefined.
bool inflate_whole(std::string_view packed, std::span<char> bytes);

// One deflated stream, in pieces that follow each other; none if it would save less than a tenth of the bytes.
//
// How: pieces of 4 MiB are deflated by themselves, at once. The last block of each is then made to continue with the
// next piece, as zlib's examples/gzjoin.c does. Of more than 1 MiB, samples tell first whether it is worth while.
std::optional<std::vector<std::string>> deflated_pieces(std::string_view bytes, const RunContext& run);

}  // namespace cgsd
