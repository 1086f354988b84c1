#include "cgsd/io/bytes/deflate.hpp"

#include <gtest/gtest.h>

#include "cgsd/core/random.hpp"

#include "tests/support/gzip.hpp"
#include "tests/support/hostile.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kPiece = std::size_t{4} << 20;

std::string noise(std::size_t size, std::uint64_t most = 256) {
  RandomSequence random(RandomStream(size).named("noise"));
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random.below(most));
  return bytes;
}

std::string numbers(std::size_t size) {
  std::string text;
  for (std::uint64_t i = 0; text.size() < size; ++i) text += std::to_string(i * 7919) + "\n";
  text.resize(size);
  return text;
}

std::string joined(const std::vector<std::string>& pieces) {
  std::string all;
  for (const std::string& piece : pieces) all += piece;
  return all;
}

// By zlib, as any other program reads it; "damaged" unless it is one stream without a rest.
std::string inflated_by_zlib(const std::string& packed, std::size_t size) {
  z_stream stream{};
  inflateInit2(&stream, -MAX_WBITS);
  std::string bytes(size + 1, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<uInt>(bytes.size());
  const bool whole = inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_in == 0;
  bytes.resize(bytes.size() - stream.avail_out);
  inflateEnd(&stream);
  return whole ? bytes : "damaged";
}

void expect_given_back(const std::string& bytes) {
  const auto pieces = deflated_pieces(bytes, RunContext());
  ASSERT_TRUE(pieces.has_value()) << bytes.size();
  EXPECT_EQ(pieces->size(), (bytes.size() + kPiece - 1) / kPiece);
  const std::string packed = joined(*pieces);
  EXPECT_TRUE(inflated_by_zlib(packed, bytes.size()) == bytes) << bytes.size();
  std::string back(bytes.size(), '\0');
  EXPECT_TRUE(inflate_whole(packed, back) && back == bytes) << bytes.size();
}

TEST(Deflate, MakesOneStreamOfPiecesOfAnyLength) {
  for (const std::size_t size :
       {std::size_t{40}, kPiece - 1, kPiece, kPiece + 1, kPiece + 40, 2 * kPiece, 2 * kPiece + 9}) {
    expect_given_back(numbers(size));
  }
}

// Blocks of every kind may be the last of a piece: the one that is continued.
TEST(Deflate, MakesOneStreamOfPiecesThatEndInAnyKindOfBlock) {
  expect_given_back(std::string(2 * kPiece + 5, '\0'));
  for (const std::size_t stored : {std::size_t{1}, std::size_t{70'000}, kPiece / 2}) {
    expect_given_back(numbers(kPiece - stored) + noise(stored) + numbers(kPiece));
    expect_given_back(noise(stored) + numbers(2 * kPiece));
  }
  for (const std::uint64_t letters : {2, 3, 17, 90}) expect_given_back(noise(kPiece + 1000, letters));
}

// The last block ends at any of the eight bits of a byte.
TEST(Deflate, ContinuesPiecesThatEndAtAnyBit) {
  const std::string behind = numbers(100'000);
  for (std::size_t more = 0; more < 24; ++more) {
    expect_given_back(std::string(kPiece - 100 - more, 'a') + numbers(100 + more) + behind);
  }
}

TEST(Deflate, LeavesWhatHardlyShrinksAsItIs) {
  const RunContext run;
  EXPECT_FALSE(deflated_pieces("", run));
  EXPECT_FALSE(deflated_pieces("one", run));
  EXPECT_FALSE(deflated_pieces(noise(1000), run));
  EXPECT_FALSE(deflated_pieces(noise(3'000'000), run));
  EXPECT_TRUE(deflated_pieces(std::string(1000, 'a'), run));
}

TEST(Deflate, GivesTheSameBytesAtAnyNumberOfThreads) {
  const std::string bytes = numbers(3 * kPiece + 7);
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return joined(deflated_pieces(bytes, run).value()); });
}

TEST(Deflate, StopsWhenAsked) {
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(deflated_pieces(numbers(kPiece), RunContext({.stop = source.get_token()})), Cancelled);
}

TEST(Inflate, RefusesFewerAndMoreBytesThanThereAre) {
  const std::string text = numbers(50'000);
  const std::string packed = testing::deflated(text);
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, text.size() - 1, text.size() + 1, 2 * text.size()}) {
    std::string back(size, '\0');
    EXPECT_FALSE(inflate_whole(packed, back)) << size;
  }
  std::string back(text.size(), '\0');
  EXPECT_TRUE(inflate_whole(packed, back));
  EXPECT_EQ(back, text);
  EXPECT_FALSE(inflate_whole(packed + '\0', back)) << "a byte behind the stream";
  for (std::size_t length = 0; length < packed.size(); length += 97) {
    EXPECT_FALSE(inflate_whole(packed.substr(0, length), back)) << length;
  }
}

TEST(Inflate, SurvivesThousandsOfDamages) {
  const std::string text = numbers(3000);
  const std::string packed = testing::deflated(text);
  for (std::uint64_t i = 0; i < 3000; ++i) {
    std::string back(text.size(), '\0');
    const std::string tried = testing::damaged(packed, i);
    if (inflate_whole(tried, back)) {
      EXPECT_EQ(inflated_by_zlib(tried, text.size()), back) << i;
    }
  }
}

TEST(Crc32, IsThatOfTheCatalogue) {
  EXPECT_EQ(crc32_of("123456789"), 0xcbf43926u);
  EXPECT_EQ(crc32_of(""), 0u);
}

}  // namespace
}  // namespace cgsd
