#include "cgsd/io/bytes/byte_source.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include "cgsd/core/error.hpp"

#include "tests/support/gzip.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using testing::gzipped;
using testing::TemporaryDirectory;

std::string all_bytes(const std::filesystem::path& file) {
  const auto source = open_bytes(file);
  std::string bytes;
  std::string chunk(1000, '\0');
  while (const std::size_t got = source->read(chunk)) bytes += chunk.substr(0, got);
  return bytes;
}

std::string long_text() {
  std::string text;
  for (int i = 0; i < 50000; ++i) text += std::to_string(i * 7919) + "\n";
  return text;
}

TEST(ByteSource, ReadsPlainFilesOfAnyLength) {
  const TemporaryDirectory dir;
  for (const std::string& bytes : {std::string(), std::string("x"), std::string("xy"), long_text()}) {
    EXPECT_EQ(all_bytes(dir.file("f", bytes)), bytes);
  }
}

TEST(ByteSource, RecognisesGzipByContentWhateverTheName) {
  const TemporaryDirectory dir;
  EXPECT_EQ(all_bytes(dir.file("edges.csv", gzipped(long_text()))), long_text());
  EXPECT_EQ(all_bytes(dir.file("plain.gz", "not compressed")), "not compressed");
}

TEST(ByteSource, ReadsMembersThatFollowEachOther) {
  const TemporaryDirectory dir;
  EXPECT_EQ(all_bytes(dir.file("two.gz", gzipped("one\n") + gzipped("two\n"))), "one\ntwo\n");
  EXPECT_EQ(all_bytes(dir.file("padded.gz", gzipped("one\n") + std::string(512, '\0'))), "one\n");
}

TEST(ByteSource, SaysThatCompressedDataEndEarlyAtEveryCut) {
  const TemporaryDirectory dir;
  const std::string packed = gzipped("some text that compresses to a handful of bytes");
  for (std::size_t length = 2; length < packed.size(); ++length) {
    EXPECT_THROW(all_bytes(dir.file("cut.gz", packed.substr(0, length))), ParseError) << length;
  }
}

TEST(ByteSource, SaysThatCompressedDataAreDamaged) {
  const TemporaryDirectory dir;
  std::string packed = gzipped(long_text());
  packed[packed.size() / 2] = static_cast<char>(packed[packed.size() / 2] ^ 0x55);
  EXPECT_THROW(all_bytes(dir.file("damaged.gz", packed)), ParseError);
}

// 875 KB of blank lines, packed, used to be read for 9 seconds.
TEST(ByteSource, RefusesWhatIsMadeToUnpackToFarMoreThanItsSize) {
  const TemporaryDirectory dir;
  const std::string blank(std::size_t{20} << 20, '\n');
  const auto bomb = dir.file("blank.csv.gz", gzipped(blank));
  ASSERT_LT(std::filesystem::file_size(bomb) * 500, blank.size());
  try {
    all_bytes(bomb);
    FAIL();
  } catch (const ParseError& error) {
    EXPECT_NE(std::string(error.what()).find("blank.csv.gz: unpacks to more than 200 times its size"),
              std::string::npos);
  }
  const std::string few(std::size_t{10} << 20, '\n');
  EXPECT_EQ(all_bytes(dir.file("few.csv.gz", gzipped(few))), few) << "a few megabytes do no harm";
}

TEST(ByteSource, NamesTheFileThatCannotBeOpened) {
  const TemporaryDirectory dir;
  try {
    open_bytes(dir / "absent.csv");
    FAIL();
  } catch (const IoError& error) {
    EXPECT_EQ(std::string(error.what()), (dir / "absent.csv").string() + ": No such file or directory");
  }
  EXPECT_THROW(open_bytes(dir.path()), IoError);
}

TEST(FormatEnding, LooksBehindGz) {
  EXPECT_EQ(format_ending("a/b.CSV.gz"), ".csv");
  EXPECT_EQ(format_ending("a/b.npz"), ".npz");
  EXPECT_EQ(format_ending("a/b"), "");
}

}  // namespace
}  // namespace cgsd
