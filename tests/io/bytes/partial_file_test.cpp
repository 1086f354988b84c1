#include "cgsd/io/bytes/partial_file.hpp"

#include <atomic>
#include <optional>
#include <stop_token>
#include <thread>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cgsd/core/error.hpp"

#include "tests/support/file_size_limit.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using testing::file_bytes;
using testing::TemporaryDirectory;

TEST(PartialFile, GrowsOverSeveralRunsAndAppearsWhenComplete) {
  const TemporaryDirectory dir;
  {
    PartialFile file(dir / "a", RunContext());
    EXPECT_EQ(file.size(), 0u);
    file.append("one ");
  }
  EXPECT_EQ(file_bytes(dir / "a.partial"), "one ");
  {
    PartialFile file(dir / "a", RunContext());
    EXPECT_EQ(file.size(), 4u);
    EXPECT_EQ(file.inherited(), 4u);
    file.append("two");
    EXPECT_EQ(file.size(), 7u);
    EXPECT_EQ(file.inherited(), 4u);
    EXPECT_FALSE(std::filesystem::exists(dir / "a"));
    file.commit();
  }
  EXPECT_EQ(file_bytes(dir / "a"), "one two");
  EXPECT_FALSE(std::filesystem::exists(dir / "a.partial"));
}

TEST(PartialFile, ForgetsWhatIsThereOnRestart) {
  const TemporaryDirectory dir;
  dir.file("a.partial", "something long");
  PartialFile file(dir / "a", RunContext());
  file.restart();
  EXPECT_EQ(file.size(), 0u);
  EXPECT_EQ(file.inherited(), 0u);
  file.append("new");
  file.commit();
  EXPECT_EQ(file_bytes(dir / "a"), "new");
}

TEST(PartialFile, LeavesNothingWhenEmptyOrDiscarded) {
  const TemporaryDirectory dir;
  { const PartialFile file(dir / "a", RunContext()); }
  {
    PartialFile file(dir / "b", RunContext());
    file.append("b");
    file.discard();
  }
  EXPECT_TRUE(std::filesystem::is_empty(dir.path()));
}

TEST(PartialFile, FollowsTheUmask) {
  const TemporaryDirectory dir;
  const mode_t before = ::umask(027);
  PartialFile(dir / "a", RunContext()).commit();
  ::umask(before);
  EXPECT_EQ(static_cast<unsigned>(std::filesystem::status(dir / "a").permissions()), 0640u);
}

// The one who waited must not go on writing to the file that was completed meanwhile.
TEST(PartialFile, WaitsForItsOwnerAndThenBeginsAFileOfItsOwn) {
  const TemporaryDirectory dir;
  std::optional<PartialFile> first;
  first.emplace(dir / "a", RunContext());
  first->append("first");
  std::atomic<bool> second_has_it = false;
  std::thread second([&] {
    PartialFile file(dir / "a", RunContext());
    second_has_it = true;
    EXPECT_EQ(file.size(), 0u);
    EXPECT_EQ(file_bytes(dir / "a"), "first");
    file.append("second");
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(120));
  EXPECT_FALSE(second_has_it);
  first->commit();
  second.join();
  EXPECT_EQ(file_bytes(dir / "a"), "first");
  EXPECT_EQ(file_bytes(dir / "a.partial"), "second");
}

TEST(PartialFile, StopsWaitingOnRequest) {
  const TemporaryDirectory dir;
  PartialFile owner(dir / "a", RunContext());
  owner.append("mine");
  std::stop_source stop;
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    stop.request_stop();
  });
  EXPECT_THROW(PartialFile(dir / "a", RunContext({.stop = stop.get_token()})), Cancelled);
  later.join();
  EXPECT_FALSE(owner.waited());
  EXPECT_EQ(file_bytes(dir / "a.partial"), "mine") << "the owner's bytes are untouched";
}

TEST(PartialFile, ReportsWhatTheSystemRefuses) {
  const TemporaryDirectory dir;
  dir.file("file", "");
  EXPECT_THROW(PartialFile(dir / "absent" / "a", RunContext()), IoError);
  EXPECT_THROW(PartialFile(dir / "file" / "a", RunContext()), IoError);
  std::filesystem::create_directory(dir / "d.partial");
  EXPECT_THROW(PartialFile(dir / "d", RunContext()), IoError);
  ASSERT_EQ(::mkfifo((dir / "p.partial").c_str(), 0600), 0);
  EXPECT_THROW(PartialFile(dir / "p", RunContext()), IoError);
  std::filesystem::create_symlink(dir / "file", dir / "l.partial");
  EXPECT_THROW(PartialFile(dir / "l", RunContext()), IoError);
}

TEST(PartialFile, ReportsAMissingPermission) {
  const TemporaryDirectory dir;
  std::filesystem::permissions(dir.path(), std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  const bool is_root = ::geteuid() == 0;  // root may write everywhere
  constexpr uid_t kNobody = 65534;
  if (is_root && ::seteuid(kNobody) != 0) GTEST_SKIP() << "root that cannot become somebody else";
  EXPECT_THROW(PartialFile(dir / "a", RunContext()), IoError);
  ASSERT_TRUE(!is_root || ::seteuid(0) == 0);
}

TEST(PartialFile, ReportsThatTheDiskTakesNoMore) {
  const TemporaryDirectory dir;
  PartialFile file(dir / "a", RunContext());
  std::string message;
  try {
    const testing::FileSizeLimit limit(1000);
    file.append(std::string(1500, 'x'));
  } catch (const IoError& error) {
    message = error.what();
  }
  EXPECT_EQ(message, (dir / "a.partial").string() + ": File too large");
  EXPECT_EQ(file.size(), 1000u) << "what was written counts";
}

}  // namespace
}  // namespace cgsd
