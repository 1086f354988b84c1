#include "cgsd/io/bytes/whole_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/support/gzip.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using testing::TemporaryDirectory;

TEST(WholeFile, ReadsAllOrAsMuchAsIsWanted) {
  const TemporaryDirectory dir;
  std::string text;
  for (int i = 0; text.size() < 3'000'000; ++i) text += std::to_string(i);
  const auto file = dir.file("f", text);
  const std::vector<char> all = read_whole(file, RunContext());
  EXPECT_EQ(std::string(all.begin(), all.end()), text);
  for (const std::uint64_t wanted : {0u, 1u, 1u << 20, (1u << 20) + 1, 2'999'999u}) {
    const std::vector<char> some = read_up_to(*open_bytes(file), wanted, RunContext());
    EXPECT_EQ(std::string(some.begin(), some.end()), text.substr(0, wanted));
  }
  const std::vector<char> unpacked = read_whole(dir.file("f.gz", testing::gzipped(text)), RunContext());
  EXPECT_EQ(std::string(unpacked.begin(), unpacked.end()), text);
  EXPECT_TRUE(read_whole(dir.file("empty", ""), RunContext()).empty());
}

TEST(WholeFile, KnowsTheMachinesMemory) { EXPECT_GT(machine_memory(), std::uint64_t{64} << 20); }

TEST(WholeFile, PeeksIntoFilesButNotIntoPipes) {
  const TemporaryDirectory dir;
  EXPECT_EQ(peeked_bytes(dir.file("f.gz", testing::gzipped("hello")), 4), "hell");
  const auto pipe = dir / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(peeked_bytes(pipe, 4), "");
}

}  // namespace
}  // namespace cgsd
