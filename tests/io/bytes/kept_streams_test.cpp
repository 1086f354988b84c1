#include "cgsd/io/bytes/kept_streams.hpp"

#include <fstream>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "cgsd/io/bytes/whole_file.hpp"

#include "tests/support/gzip.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using testing::TemporaryDirectory;

// A FIFO that a thread fills once.
class FilledPipe {
 public:
  FilledPipe(const std::filesystem::path& path, std::string bytes) : path_(path) {
    EXPECT_EQ(::mkfifo(path.c_str(), 0600), 0);
    writer_ = std::jthread([path, bytes = std::move(bytes)] { std::ofstream(path, std::ios::binary) << bytes; });
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  std::jthread writer_;
};

std::string whole(const std::filesystem::path& file) {
  const std::vector<char> bytes = read_whole(file, RunContext());
  return {bytes.begin(), bytes.end()};
}

TEST(KeptStreams, GiveAPipeFromItsFirstByteEachTime) {
  const TemporaryDirectory dir;
  std::string bytes;
  for (int i = 0; i < 300'000; ++i) bytes += std::to_string(i) + "\n";
  const FilledPipe pipe(dir / "pipe", bytes);
  const KeptStreams streams{RunContext()};
  EXPECT_EQ(first_bytes(pipe.path(), 7), "0\n1\n2\n3");
  EXPECT_EQ(peeked_bytes(pipe.path(), 3), "0\n1");
  EXPECT_EQ(whole(pipe.path()), bytes);
  EXPECT_EQ(whole(pipe.path()), bytes);
}

TEST(KeptStreams, UndoGzipAsOfAFile) {
  const TemporaryDirectory dir;
  const FilledPipe pipe(dir / "pipe", testing::gzipped("0,1\n1,2\n"));
  const KeptStreams streams{RunContext()};
  EXPECT_TRUE(is_gzip(pipe.path()));
  EXPECT_EQ(whole(pipe.path()), "0,1\n1,2\n");
}

TEST(KeptStreams, AreKeptOnlyWhileOneLives) {
  const TemporaryDirectory dir;
  EXPECT_FALSE(streams_are_kept());
  {
    const KeptStreams outer{RunContext()};
    { const KeptStreams inner{RunContext()}; }
    EXPECT_TRUE(streams_are_kept());
  }
  EXPECT_FALSE(streams_are_kept());
  const FilledPipe pipe(dir / "pipe", "once");
  EXPECT_EQ(kept_stream(pipe.path()), nullptr);
  EXPECT_EQ(peeked_bytes(pipe.path(), 2), "") << "nothing may be taken from a pipe that is read once";
  EXPECT_EQ(whole(pipe.path()), "once");
}

TEST(KeptStreams, LeaveFilesAlone) {
  const TemporaryDirectory dir;
  const KeptStreams streams{RunContext()};
  EXPECT_FALSE(is_stream(dir.file("plain", "x")));
  EXPECT_FALSE(is_stream(dir.path()));
  EXPECT_FALSE(is_stream(dir / "absent"));
  EXPECT_EQ(kept_stream(dir / "plain"), nullptr);
  EXPECT_TRUE(is_stream("/dev/null"));
  EXPECT_EQ(whole("/dev/null"), "");
}

}  // namespace
}  // namespace cgsd
