#include "cgsd/io/bytes/atomic_file.hpp"

#include <cstdio>
#include <filesystem>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cgsd/core/error.hpp"
#include "cgsd/io/bytes/byte_source.hpp"

#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using testing::file_bytes;
using testing::TemporaryDirectory;

std::size_t files_in(const std::filesystem::path& directory) {
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator(directory), std::filesystem::directory_iterator()));
}

TEST(AtomicFile, AppearsOnlyWhenCommitted) {
  const TemporaryDirectory dir;
  {
    AtomicFile file(dir / "out.csv");
    file.write("a");
    EXPECT_FALSE(std::filesystem::exists(dir / "out.csv"));
    file.write(std::string(1'000'000, 'b'));
    file.commit();
  }
  EXPECT_EQ(file_bytes(dir / "out.csv"), "a" + std::string(1'000'000, 'b'));
  EXPECT_EQ(files_in(dir.path()), 1u);
}

TEST(AtomicFile, LeavesTheOldFileAndNoRemainsWhenAbandoned) {
  const TemporaryDirectory dir;
  dir.file("out.csv", "old");
  {
    AtomicFile file(dir / "out.csv");
    file.write("new");
  }
  EXPECT_EQ(file_bytes(dir / "out.csv"), "old");
  EXPECT_EQ(files_in(dir.path()), 1u);
}

TEST(AtomicFile, CompressesWhereTheNameSaysSo) {
  const TemporaryDirectory dir;
  write_file(dir / "out.csv.gz", std::string(500'000, 'z'));
  EXPECT_LT(std::filesystem::file_size(dir / "out.csv.gz"), 5000u);
  EXPECT_EQ(first_bytes(dir / "out.csv.gz", 1'000'000), std::string(500'000, 'z'));
}

// What stood before it in a file to which standard output is redirected used to be lost.
TEST(AtomicFile, AppendsToStandardOutput) {
  const TemporaryDirectory dir;
  const auto file = dir.file("out.txt", "before\n");
  std::fflush(stdout);
  const int kept = ::dup(STDOUT_FILENO);
  const int redirected = ::open(file.c_str(), O_WRONLY | O_APPEND);
  ASSERT_GE(::dup2(redirected, STDOUT_FILENO), 0);
  write_file("/dev/stdout", "ours\n");
  ASSERT_GE(::dup2(kept, STDOUT_FILENO), 0);
  ::close(kept);
  ::close(redirected);
  EXPECT_EQ(file_bytes(file), "before\nours\n");
  EXPECT_EQ(files_in(dir.path()), 1u);
}

TEST(AtomicFile, ReportsAFullDisk) {
  try {
    write_file("/dev/full", "x");
    FAIL();
  } catch (const IoError& error) {
    EXPECT_STREQ(error.what(), "/dev/full: No space left on device");
  }
  struct stat status {};
  ASSERT_EQ(::stat("/dev/full", &status), 0);
  EXPECT_TRUE(S_ISCHR(status.st_mode)) << "the device must not be replaced by a file";
}

TEST(AtomicFile, ReportsAMissingDirectoryAndADirectoryInTheWay) {
  const TemporaryDirectory dir;
  EXPECT_THROW(write_file(dir / "absent" / "out.csv", "x"), IoError);
  EXPECT_THROW(write_file(dir.path(), "x"), IoError);
}

TEST(AtomicFile, FollowsLinksAndForNewFilesTheUmask) {
  const TemporaryDirectory dir;
  dir.file("real.csv", "old");
  std::filesystem::create_symlink(dir / "real.csv", dir / "link.csv");
  const mode_t before = ::umask(027);
  write_file(dir / "link.csv", "new");
  write_file(dir / "first.csv", "new");
  ::umask(before);
  EXPECT_TRUE(std::filesystem::is_symlink(dir / "link.csv"));
  EXPECT_EQ(file_bytes(dir / "real.csv"), "new");
  EXPECT_EQ(static_cast<unsigned>(std::filesystem::status(dir / "first.csv").permissions()), 0640u);
}

TEST(FilesTogether, AppearWhenAllAreWholeOrNotAtAll) {
  const TemporaryDirectory dir;
  dir.file("b", "old");
  {
    FilesTogether files;
    write_file(dir / "a", "new");
    write_file(dir / "b", "new");
    EXPECT_FALSE(std::filesystem::exists(dir / "a"));
    EXPECT_EQ(file_bytes(dir / "b"), "old");
  }
  EXPECT_FALSE(std::filesystem::exists(dir / "a")) << "nothing was committed";
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(dir.path()), {}), 1) << "no temporary file stays";
  {
    FilesTogether files;
    write_file(dir / "a", "new");
    write_file(dir / "b", "new");
    files.commit();
  }
  EXPECT_EQ(file_bytes(dir / "a"), "new");
  EXPECT_EQ(file_bytes(dir / "b"), "new");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(dir.path()), {}), 2);
}

TEST(AtomicFile, KeepsThePermissionsOfAFileThatItReplaces) {
  const TemporaryDirectory dir;
  std::filesystem::permissions(dir.file("private", "old"), std::filesystem::perms(0600));
  write_file(dir / "private", "new");
  EXPECT_EQ(std::filesystem::status(dir / "private").permissions(), std::filesystem::perms(0600));
}

}  // namespace
}  // namespace cgsd
