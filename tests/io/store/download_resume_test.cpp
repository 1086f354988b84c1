#include <chrono>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/io/store/download_fixture.hpp"

namespace cgsd {
namespace {

using namespace std::chrono_literals;
using namespace testing;  // the server's answers
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class DownloadResume : public DownloadTest {};

TEST_F(DownloadResume, ResumesInASecondCallAfterABrokenConnection) {
  const LoopbackServer server(in_turn({cut_after(kBody, 60'000), file(kBody)}));
  EXPECT_EQ(failure(server, expecting(kBody)),
            server.url("/f") + ": the connection broke after 60,000 of 200,000 bytes; a second call resumes");
  EXPECT_FALSE(std::filesystem::exists(target));
  EXPECT_EQ(file_bytes(partial), kBody.substr(0, 60'000));
  const DownloadReport report = fetch(server, expecting(kBody));
  EXPECT_EQ(report.resumed_from, 60'000u);
  EXPECT_THAT(ranges(server), ElementsAre("", "bytes=60000-"));
  EXPECT_EQ(file_bytes(target), kBody);
  EXPECT_FALSE(std::filesystem::exists(partial));
}

TEST_F(DownloadResume, RetriesByItselfWhereItBroke) {
  const LoopbackServer server(in_turn({cut_after(kBody, 60'000), cut_after(kBody, 150'000), file(kBody)}));
  const DownloadReport report = fetch(server, expecting(kBody, 2));
  EXPECT_EQ(report.attempts, 3);
  EXPECT_EQ(report.resumed_from, 0u) << "all bytes are of this call";
  EXPECT_THAT(ranges(server), ElementsAre("", "bytes=60000-", "bytes=150000-"));
  EXPECT_EQ(file_bytes(target), kBody);
}

TEST_F(DownloadResume, GivesUpAfterTheRetriesItMayMake) {
  const LoopbackServer server(cut_after(kBody, 60'000));
  EXPECT_THAT(failure(server, expecting(kBody, 2)), HasSubstr("broke after 60,000 of 200,000 bytes"));
  EXPECT_EQ(server.requests().size(), 3u);
}

TEST_F(DownloadResume, StartsAnewWhereTheServerIgnoresTheRange) {
  dir.file("f.partial", kBody.substr(0, 70'000));
  const LoopbackServer server(file_without_ranges(kBody));
  const DownloadReport report = fetch(server, expecting(kBody));
  EXPECT_THAT(ranges(server), ElementsAre("bytes=70000-"));
  EXPECT_EQ(report.resumed_from, 0u);
  EXPECT_EQ(file_bytes(target), kBody);
}

TEST_F(DownloadResume, StartsAnewWhereTheServerRefusesTheRange) {
  dir.file("f.partial", std::string(kBody.size(), 'x'));
  const LoopbackServer server(file(kBody));  // answers 416
  EXPECT_EQ(fetch(server, expecting(kBody)).attempts, 2);
  EXPECT_THAT(ranges(server), ElementsAre("bytes=200000-", ""));
  EXPECT_EQ(file_bytes(target), kBody);
}

TEST_F(DownloadResume, StartsAnewWhereTheServerSendsAnotherRange) {
  const std::string shifted = http_head("206 Partial Content", "Content-Range: bytes 6-199999/200000\r\n") + kBody;
  const std::string unnamed = http_head("206 Partial Content", "") + kBody;
  for (const std::string& answer : {shifted, unnamed}) {
    std::filesystem::remove(target);
    dir.file("f.partial", kBody.substr(0, 5));
    const LoopbackServer server(in_turn({raw(answer), file(kBody)}));
    EXPECT_EQ(fetch(server, expecting(kBody)).attempts, 2);
    EXPECT_THAT(ranges(server), ElementsAre("bytes=5-", ""));
    EXPECT_EQ(file_bytes(target), kBody);
  }
}

TEST_F(DownloadResume, StartsAnewWhereTheBytesOfAnEarlierCallAreDamaged) {
  dir.file("f.partial", std::string(1000, 'x'));
  const LoopbackServer server(file(kBody));
  EXPECT_EQ(fetch(server, expecting(kBody)).attempts, 2);
  EXPECT_THAT(ranges(server), ElementsAre("bytes=1000-", ""));
  EXPECT_EQ(file_bytes(target), kBody);
}

TEST_F(DownloadResume, AsksNobodyWhereOnlyTheRenameIsMissing) {
  dir.file("f.partial", kBody);
  const LoopbackServer server(status("500 Internal Server Error"));
  DownloadOptions options = expecting(kBody);
  options.expected_bytes = kBody.size();
  EXPECT_EQ(fetch(server, options).resumed_from, kBody.size());
  EXPECT_TRUE(server.requests().empty());
  EXPECT_EQ(file_bytes(target), kBody);
}

TEST_F(DownloadResume, ForgetsAPartialFileThatIsTooLong) {
  dir.file("f.partial", kBody + "more");
  const LoopbackServer server(file(kBody));
  DownloadOptions options = expecting(kBody);
  options.expected_bytes = kBody.size();
  fetch(server, options);
  EXPECT_THAT(ranges(server), ElementsAre(""));
  EXPECT_EQ(file_bytes(target), kBody);
}

// Without a checksum two versions of a file could be joined unseen.
TEST_F(DownloadResume, NeverResumesWithoutAChecksum) {
  dir.file("f.partial", "of another version");
  const LoopbackServer server(in_turn({cut_after(kBody, 60'000), cut_after(kBody, 70'000), file(kBody)}));
  EXPECT_THAT(failure(server, without_checksum(1)),
              HasSubstr("the connection broke after 70,000 of 200,000 bytes; a second call starts anew"));
  EXPECT_TRUE(nothing_is_left());
  fetch(server, without_checksum());
  EXPECT_THAT(ranges(server), ElementsAre("", "", ""));
  EXPECT_EQ(file_bytes(target), kBody);
}

TEST_F(DownloadResume, TransfersOnceWhereTwoAskForTheSameFile) {
  const LoopbackServer server(trickle(kBody, 50'000, 30ms));
  std::thread other([&] { fetch(server, expecting(kBody)); });
  fetch(server, expecting(kBody));
  other.join();
  EXPECT_EQ(server.requests().size(), 1u);
  EXPECT_EQ(file_bytes(target), kBody);
}

}  // namespace
}  // namespace cgsd
