#include "cgsd/io/store/download.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/io/store/download_fixture.hpp"
#include "tests/support/file_size_limit.hpp"

namespace cgsd {
namespace {

using namespace std::chrono_literals;
using namespace testing;  // the server's answers
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Download : public DownloadTest {};

TEST_F(Download, BringsTheWholeFile) {
  const LoopbackServer server(file(kBody));
  DownloadOptions options = expecting(kBody);
  options.expected_bytes = kBody.size();
  const DownloadReport report = fetch(server, options);
  EXPECT_EQ(file_bytes(target), kBody);
  EXPECT_FALSE(std::filesystem::exists(partial));
  EXPECT_EQ(report.bytes, kBody.size());
  EXPECT_EQ(report.resumed_from, 0u);
  EXPECT_EQ(report.attempts, 1);
  EXPECT_THAT(ranges(server), ElementsAre(""));
  EXPECT_EQ(server.requests()[0].path, "/f");
}

TEST_F(Download, BringsAnEmptyFileAndOneWithoutAnnouncedLength) {
  const LoopbackServer empty(file(""));
  fetch(empty, expecting(""));
  EXPECT_TRUE(std::filesystem::exists(target));
  EXPECT_EQ(file_bytes(target), "");
  const LoopbackServer unannounced(raw(http_head("200 OK", "") + kBody));
  fetch(unannounced, expecting(kBody));
  EXPECT_EQ(file_bytes(target), kBody);
}

class Fractions : public ProgressSink {
 public:
  void stage_began(std::string_view) override {}
  void stage_advanced(std::string_view, double fraction) override { seen.push_back(fraction); }
  void stage_ended(std::string_view, double) override {}
  std::vector<double> seen;
};

TEST_F(Download, ReportsProgressFromLittleToAll) {
  const LoopbackServer server(trickle(kBody, 40'000, 20ms));
  Fractions sink;
  download(server.url("/f"), target, expecting(kBody), RunContext({.progress = &sink}).stage("f"));
  ASSERT_GE(sink.seen.size(), 3u);
  EXPECT_TRUE(std::is_sorted(sink.seen.begin(), sink.seen.end()));
  EXPECT_GT(sink.seen.front(), 0.0);
  EXPECT_LT(sink.seen.front(), 0.9);
  EXPECT_EQ(sink.seen.back(), 1.0);
}

TEST_F(Download, PassesOnWhatAProgressSinkThrows) {
  class Thrower : public Fractions {
    void stage_advanced(std::string_view, double) override { throw std::runtime_error("no screen"); }
  } sink;
  const LoopbackServer server(file(kBody));
  const auto call = [&] {
    download(server.url("/f"), target, expecting(kBody), RunContext({.progress = &sink}).stage("f"));
  };
  EXPECT_EQ(message_of<std::runtime_error>(call), "no screen");
  EXPECT_FALSE(std::filesystem::exists(target));
}

TEST_F(Download, ShowsTheOldFileUntilTheNewOneIsComplete) {
  dir.file("f", "old");
  std::string seen_half_way;
  const LoopbackServer server([&](const HttpRequest& request, const HttpConnection& c) {
    send_file_head(request, c, kBody.size());
    c.send(kBody.substr(0, 150'000));
    while (!std::filesystem::exists(partial) || std::filesystem::file_size(partial) < 150'000) c.pause(5ms);
    seen_half_way = file_bytes(target);
    c.send(kBody.substr(150'000));
  });
  fetch(server, expecting(kBody));
  EXPECT_EQ(seen_half_way, "old");
  EXPECT_EQ(file_bytes(target), kBody);
}

TEST_F(Download, LeavesACorrectFileAlone) {
  dir.file("f", kBody);
  const LoopbackServer server(status("500 Internal Server Error"));
  const DownloadReport report = fetch(server, expecting(kBody));
  EXPECT_EQ(report.attempts, 0);
  EXPECT_EQ(report.bytes, kBody.size());
  EXPECT_TRUE(server.requests().empty());
}

TEST_F(Download, ReplacesADamagedFile) {
  dir.file("f", kBody.substr(1));
  const LoopbackServer server(file(kBody));
  EXPECT_EQ(fetch(server, expecting(kBody)).attempts, 1);
  EXPECT_EQ(file_bytes(target), kBody);
}

TEST_F(Download, RefusesAWrongChecksumAndKeepsNothing) {
  std::string wrong = kBody;
  wrong[100'000] = static_cast<char>(wrong[100'000] ^ 1);
  const LoopbackServer server(file(wrong));
  EXPECT_EQ(failure(server, expecting(kBody, 2)), server.url("/f") + ": wrong checksum: sha256 " + digest(wrong) +
                                                      " instead of " + digest(kBody) + "; nothing was kept");
  EXPECT_TRUE(nothing_is_left());
  EXPECT_EQ(server.requests().size(), 1u) << "a wrong file does not become right by asking again";
}

TEST_F(Download, KeepsTheOldFileWhereTheNewOneIsWrong) {
  dir.file("f", "old");
  const LoopbackServer server(file("wrong"));
  EXPECT_THAT(failure(server, expecting(kBody)), HasSubstr("wrong checksum"));
  EXPECT_EQ(file_bytes(target), "old");
  EXPECT_FALSE(std::filesystem::exists(partial));
}

TEST_F(Download, RefusesAWrongLength) {
  DownloadOptions options = without_checksum();
  options.expected_bytes = 6;
  const LoopbackServer shorter(file("short"));
  EXPECT_EQ(failure(shorter, options), shorter.url("/f") + ": 5 bytes came instead of 6; nothing was kept");
  const LoopbackServer longer(file("too long"));
  EXPECT_EQ(failure(longer, options), longer.url("/f") + ": the server sends more than 6 bytes; refused");
  EXPECT_TRUE(nothing_is_left());
}

TEST_F(Download, RefusesABodyWithoutEnd) {
  const std::string piece(10'000, 'x');
  DownloadOptions options = expecting(kBody, 3);
  options.max_bytes = 1'000'000;
  const std::string refusal = ": the server sends more than 1,000,000 bytes; refused";
  const LoopbackServer unannounced(endless(http_head("200 OK", ""), piece));
  EXPECT_EQ(failure(unannounced, options), unannounced.url("/f") + refusal);
  const LoopbackServer announced([](const HttpRequest&, const HttpConnection& c) {
    c.send(http_head("200 OK", content_length(1'000'001)));
    c.hold();
  });
  EXPECT_EQ(failure(announced, options), announced.url("/f") + refusal);
  EXPECT_EQ(unannounced.requests().size(), 1u);
  EXPECT_TRUE(nothing_is_left());
}

TEST_F(Download, RefusesHeadersWithoutEnd) {
  const LoopbackServer server(endless("HTTP/1.1 200 OK\r\n", "X-More: " + std::string(900, 'x') + "\r\n"));
  EXPECT_EQ(failure(server, expecting(kBody)), server.url("/f") + ": the server sends headers without end; refused");
  EXPECT_TRUE(nothing_is_left());
}

TEST_F(Download, RefusesWhatIsNotHttp) {
  const LoopbackServer server(raw("SSH-2.0-OpenSSH_9.2\r\n"));
  EXPECT_EQ(failure(server, expecting(kBody)), server.url("/f") + ": the answer is not HTTP");
  EXPECT_TRUE(nothing_is_left());
}

TEST_F(Download, ReportsWhatTheSystemRefuses) {
  const LoopbackServer server(file(kBody));
  EXPECT_THROW(download(server.url("/f"), dir / "absent" / "f", expecting(kBody), RunContext()), IoError);
  EXPECT_THROW(download(server.url("/f"), dir.path(), expecting(kBody), RunContext()), IoError);
  EXPECT_THROW(download(server.url("/f"), dir / std::string(5000, 'x'), expecting(kBody), RunContext()), IoError);
  EXPECT_TRUE(server.requests().empty()) << "found out before anything is transferred";
}

TEST_F(Download, ReportsAFullDiskAndKeepsWhatCame) {
  const LoopbackServer server(file(kBody));
  {
    const FileSizeLimit limit(50'000);
    EXPECT_EQ(failure(server, expecting(kBody, 3)), partial.string() + ": File too large");
  }
  EXPECT_EQ(file_bytes(partial), kBody.substr(0, 50'000));
  EXPECT_EQ(fetch(server, expecting(kBody)).resumed_from, 50'000u);
  EXPECT_THAT(ranges(server), ElementsAre("", "bytes=50000-"));
}

TEST_F(Download, RefusesImpossibleOptions) {
  DownloadOptions options = expecting(kBody, -1);
  EXPECT_THROW(download("http://127.0.0.1/f", target, options, RunContext()), InvalidArgument);
  options = expecting(kBody);
  options.transfer.stall_timeout = 0.0;
  EXPECT_THROW(download("http://127.0.0.1/f", target, options, RunContext()), InvalidArgument);
}

}  // namespace
}  // namespace cgsd
