#include "cgsd/io/bytes/unfinished_file.hpp"

#include <string_view>

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cgsd/core/error.hpp"

#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using testing::file_bytes;
using testing::TemporaryDirectory;

void put(const UnfinishedFile& file, std::string_view text) {
  ASSERT_EQ(::write(file.descriptor(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
}

TEST(UnfinishedFile, TakesThePlaceOfTheTargetWhenItIsWhole) {
  const TemporaryDirectory dir;
  dir.file("a.csv", "old");
  UnfinishedFile file(dir / "a.csv", "a.csv");
  put(file, "abc");
  EXPECT_EQ(file.bytes(), 3u);
  EXPECT_EQ(file.sha256(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");  // FIPS 180-4, of "abc"
  EXPECT_EQ(file_bytes(dir / "a.csv"), "old");
  file.finish();
  file.put_in_place();
  EXPECT_EQ(file_bytes(dir / "a.csv"), "abc");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(dir.path()), {}), 1);
}

// A program that was killed used to leave its .partial files for ever.
TEST(UnfinishedFile, HasNoNameWhileItIsWritten) {
  const TemporaryDirectory dir;
  const FileDescriptor unnamed(::open(dir.path().c_str(), O_TMPFILE | O_RDWR, S_IRUSR | S_IWUSR));
  if (unnamed.number() < 0) GTEST_SKIP() << "this file system has no files without a name";
  const UnfinishedFile file(dir / "a.csv", "a.csv");
  put(file, "abc");
  EXPECT_TRUE(std::filesystem::is_empty(dir.path()));
}

TEST(UnfinishedFile, LeavesNothingIfItIsDropped) {
  const TemporaryDirectory dir;
  {
    UnfinishedFile file(dir / "a.csv", "a.csv");
    put(file, "abc");
    const UnfinishedFile moved(std::move(file));
    EXPECT_EQ(moved.bytes(), 3u);
  }
  EXPECT_TRUE(std::filesystem::is_empty(dir.path()));
}

// A kill between naming a file and moving it used to leave a .partial file for ever.
TEST(UnfinishedFile, RemovesWhatAKilledProgramLeftAndNothingThatIsStillWritten) {
  const TemporaryDirectory dir;
  const auto left = dir.file("a.csv.partial-cgsd-0", "half");
  const auto in_use = dir.file("a.csv.partial-cgsd-1", "of another program");
  const FileDescriptor other(::open(in_use.c_str(), O_RDWR));
  ASSERT_EQ(::flock(other.number(), LOCK_EX), 0);
  std::filesystem::create_symlink("b.csv", dir / "a.csv.partial-cgsd-2");
  dir.file("b.csv", "of the user");
  UnfinishedFile file(dir / "a.csv", "a.csv");
  put(file, "abc");
  file.finish();
  file.put_in_place();
  EXPECT_EQ(file_bytes(dir / "a.csv"), "abc");
  EXPECT_FALSE(std::filesystem::exists(left));
  EXPECT_EQ(file_bytes(in_use), "of another program");
  EXPECT_EQ(file_bytes(dir / "b.csv"), "of the user");
}

TEST(UnfinishedFile, FailsIfEveryNameBesideTheTargetIsTaken) {
  const TemporaryDirectory dir;
  for (int i = 0; i < 32; ++i) std::filesystem::create_directory(dir / fmt::format("a.csv.partial-cgsd-{}", i));
  EXPECT_THROW(
      {
        UnfinishedFile file(dir / "a.csv", "a.csv");
        file.put_in_place();
      },
      IoError);
}

TEST(UnfinishedFile, SaysByItsNameWhatFailed) {
  const TemporaryDirectory dir;
  try {
    const UnfinishedFile file(dir / "absent" / "a.csv", "what/the/user/wrote.csv");
    FAIL();
  } catch (const IoError& error) {
    EXPECT_STREQ(error.what(), "what/the/user/wrote.csv: No such file or directory");
  }
}

}  // namespace
}  // namespace cgsd
