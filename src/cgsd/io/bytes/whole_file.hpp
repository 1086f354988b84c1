// Bytes read into memory, bounded by what is really there and by what the machine has.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/io/bytes/byte_source.hpp"

namespace cgsd {

// Bytes of physical memory; the largest number if the system does not tell.
std::uint64_t machine_memory();

// Up to `wanted` bytes, fewer only if the source ends; the buffer grows as data arrive.
std::vector<char> read_up_to(ByteSource& source, std::uint64_t wanted, const RunContext& run);

// The whole contents, gzip undone; ParseError if they exceed half of the machine's memory.
std::vector<char> read_whole(const std::filesystem::path& file, const RunContext& run);

// The first `count` bytes, gzip undone, for recognising a format; "" of a pipe that is not kept, since it could not be
// read a second time.
std::string peeked_bytes(const std::filesystem::path& file, std::size_t count);

}  // namespace cgsd
