#include "cgsd/io/bytes/file_descriptor.hpp"

#include <cerrno>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using testing::error_text;
using testing::TemporaryDirectory;

bool is_open(int number) { return ::fcntl(number, F_GETFD) != -1; }

class FileDescriptors : public ::testing::Test {
 protected:
  TemporaryDirectory dir_;
  std::filesystem::path file_ = dir_.file("f", "12345");
};

TEST_F(FileDescriptors, CloseTheirFileOnce) {
  int number = -1;
  {
    const FileDescriptor descriptor = open_regular_file(file_, O_RDONLY);
    number = descriptor.number();
    EXPECT_TRUE(is_open(number));
  }
  EXPECT_FALSE(is_open(number));
}

TEST_F(FileDescriptors, HandTheirFileOn) {
  FileDescriptor first = open_regular_file(file_, O_RDONLY);
  const int number = first.number();
  FileDescriptor second = std::move(first);
  EXPECT_EQ(first.number(), -1);  // NOLINT: that is the promise
  EXPECT_EQ(second.number(), number);
  FileDescriptor third = open_regular_file(file_, O_RDONLY);
  const int replaced = third.number();
  third = std::move(second);
  EXPECT_FALSE(is_open(replaced)) << "what it held is closed";
  EXPECT_EQ(third.number(), number);
  EXPECT_TRUE(is_open(number));
}

TEST_F(FileDescriptors, ReportACloseThatFails) {
  FileDescriptor descriptor = open_regular_file(file_, O_RDONLY);
  EXPECT_EQ(descriptor.close(), 0);
  EXPECT_EQ(descriptor.close(), 0) << "there is nothing left to close";
  FileDescriptor stale(::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 100));
  ::close(stale.number());
  EXPECT_EQ(stale.close(), EBADF);
}

TEST_F(FileDescriptors, KnowTheSize) {
  EXPECT_EQ(size_of(open_regular_file(file_, O_RDONLY)), 5u);
  EXPECT_EQ(size_of(open_regular_file(dir_.file("empty", ""), O_RDONLY)), 0u);
  EXPECT_EQ(size_of(FileDescriptor()), 0u);
}

TEST_F(FileDescriptors, AreNotInheritedByPrograms) {
  const FileDescriptor descriptor = open_regular_file(file_, O_RDONLY);
  EXPECT_NE(::fcntl(descriptor.number(), F_GETFD) & FD_CLOEXEC, 0);
}

TEST_F(FileDescriptors, FollowTheUmaskWhereTheyCreate) {
  const mode_t before = ::umask(027);
  open_regular_file(dir_ / "new", O_WRONLY | O_CREAT);
  ::umask(before);
  EXPECT_EQ(std::filesystem::status(dir_ / "new").permissions(), std::filesystem::perms(0640));
}

TEST_F(FileDescriptors, RefuseWhatIsNotARegularFileWithoutWaiting) {
  const auto said = [](const std::filesystem::path& file) {
    return error_text<IoError>([&] { open_regular_file(file, O_RDONLY); });
  };
  ::mkfifo((dir_ / "pipe").c_str(), 0600);
  EXPECT_EQ(said(dir_ / "pipe"), "pipe: not a regular file");
  EXPECT_EQ(said("/dev/null"), "null: not a regular file");
  std::filesystem::create_directory(dir_ / "folder");
  EXPECT_EQ(said(dir_ / "folder"), "folder: Is a directory");
  EXPECT_EQ(said(dir_ / "absent"), "absent: No such file or directory");
}

TEST_F(FileDescriptors, MaySyncADirectoryThatIsNotThere) {
  EXPECT_NO_THROW(sync_directory_of(file_));
  EXPECT_NO_THROW(sync_directory_of(dir_ / "no/such/file"));
  EXPECT_NO_THROW(sync_directory_of("name_alone"));
}

}  // namespace
}  // namespace cgsd
