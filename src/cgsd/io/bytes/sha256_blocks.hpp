// The inner loop of SHA-256 (FIPS 180-4, 6.2.2): a state moves on by whole blocks of 64 bytes.
//
// Processors that have instructions for it (most since 2017) do it five times faster. A digest is defined to the bit, so which of the
// two ran cannot be told from it; nothing else in cgsd is chosen by the processor.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace cgsd {

using Sha256State = std::array<std::uint32_t, 8>;

void sha256_blocks(Sha256State& state, const unsigned char* bytes, std::size_t blocks);

// The same on any processor: what the other is compared with.
void sha256_blocks_by_words(Sha256State& state, const unsigned char* bytes, std::size_t blocks);

}  // namespace cgsd
