#include "cgsd/io/bytes/sha256_blocks.hpp"

#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace cgsd {
namespace {

// The digests themselves are compared with published ones in sha256_test.cpp.
TEST(Sha256Blocks, GivesTheSameStateByInstructionsAndByWords) {
  std::mt19937 random(7);
  for (const std::size_t blocks : {0u, 1u, 2u, 3u, 17u, 1000u}) {
    std::vector<unsigned char> bytes(blocks * 64);
    for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(random());
    Sha256State fast{};
    for (std::uint32_t& word : fast) word = static_cast<std::uint32_t>(random());
    Sha256State plain = fast;
    sha256_blocks(fast, bytes.data(), blocks);
    sha256_blocks_by_words(plain, bytes.data(), blocks);
    EXPECT_EQ(fast, plain) << blocks;
  }
}

}  // namespace
}  // namespace cgsd
