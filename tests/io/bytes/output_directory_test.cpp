#include "cgsd/io/bytes/output_directory.hpp"

#include <atomic>
#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"

#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

TEST(OutputDirectory, MayBeThereOrNotYet) {
  const testing::TemporaryDirectory here;
  EXPECT_NO_THROW(check_output_directory(here.path()));
  EXPECT_NO_THROW(check_output_directory(here.path() / "a" / "b"));
  EXPECT_FALSE(std::filesystem::exists(here / "a"));
  EXPECT_NO_THROW(check_output_directory("not_there_yet"));
  make_output_directory(here.path() / "a" / "b");
  EXPECT_TRUE(std::filesystem::is_directory(here.path() / "a" / "b"));
}

TEST(OutputDirectory, IsRefusedWhereAFileIsInTheWay) {
  const testing::TemporaryDirectory here;
  const auto file = here.file("file", "x");
  EXPECT_EQ(testing::error_text<IoError>([&] { check_output_directory(file); }),
            "file: results cannot be written there, it is not a directory");
  EXPECT_EQ(testing::error_text<IoError>([&] { check_output_directory(file / "below"); }),
            "below: results cannot be written there, " + file.string() + " is not a directory");
  EXPECT_THROW(make_output_directory(file / "below"), IoError);
}

TEST(OutputDirectory, IsHeldByOneAtATime) {
  const testing::TemporaryDirectory here;
  std::atomic<int> turn = 0;
  FileDescriptor held = locked_directory(here.path());
  std::thread other([&] {
    const FileDescriptor too = locked_directory(here.path());
    EXPECT_EQ(turn, 1);
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));  // so that the other would be through, if nothing held it
  turn = 1;
  held.close();
  other.join();
  EXPECT_THROW(locked_directory(here / "nowhere"), IoError);
}

TEST(OutputDirectory, LosesAFileThatMayBeMissing) {
  const testing::TemporaryDirectory here;
  const auto file = here.file("file", "x");
  remove_output(file);
  EXPECT_FALSE(std::filesystem::exists(file));
  EXPECT_NO_THROW(remove_output(file));
  here.file("file", "x");
  EXPECT_THROW(remove_output(file / "below"), IoError);
}

TEST(OutputDirectory, OfAFileIsWhatItLiesIn) {
  EXPECT_EQ(directory_of("a/b/model.npz"), "a/b");
  EXPECT_EQ(directory_of("model.npz"), ".");
}

}  // namespace
}  // namespace cgsd
