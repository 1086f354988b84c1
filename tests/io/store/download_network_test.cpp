#include <chrono>
#include <stop_token>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/io/store/download_fixture.hpp"

namespace cgsd {
namespace {

using namespace std::chrono_literals;
using namespace testing;  // the server's answers
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class DownloadNetwork : public DownloadTest {};

TEST_F(DownloadNetwork, NamesTheStatusOfAFileThatIsNotThere) {
  const LoopbackServer server(status("404 Not Found"));
  EXPECT_EQ(failure(server, expecting(kBody, 3)), server.url("/f") + ": the server answered 404 (not found)");
  EXPECT_EQ(server.requests().size(), 1u) << "asking again does not help";
  EXPECT_TRUE(nothing_is_left());
}

TEST_F(DownloadNetwork, AsksAgainAfterAServerError) {
  const LoopbackServer server(in_turn({status("500 Internal Server Error"), status("503 Busy"), file(kBody)}));
  EXPECT_EQ(fetch(server, expecting(kBody, 2)).attempts, 3);
  EXPECT_EQ(file_bytes(target), kBody);
}

TEST_F(DownloadNetwork, NamesAServerErrorThatStays) {
  const LoopbackServer server(status("500 Internal Server Error"));
  EXPECT_EQ(failure(server, expecting(kBody, 1)),
            server.url("/f") + ": the server answered 500 (internal server error)");
  EXPECT_EQ(server.requests().size(), 2u);
  EXPECT_TRUE(nothing_is_left());
}

TEST_F(DownloadNetwork, KeepsAPartialFileWhenTheServerHasAnError) {
  dir.file("f.partial", kBody.substr(0, 10));
  const LoopbackServer server(status("503 Busy"));
  EXPECT_THAT(failure(server, expecting(kBody)), HasSubstr("503 (service unavailable) after 10 bytes"));
  EXPECT_EQ(file_bytes(partial), kBody.substr(0, 10)) << "the text of the error is no part of the file";
}

TEST_F(DownloadNetwork, TakesNoAnswerThatIsNotAFile) {
  for (const char* line : {"204 No Content", "206 Partial Content", "304 Not Modified", "300 Multiple Choices"}) {
    const LoopbackServer server(raw(http_head(line, content_length(0))));
    EXPECT_THAT(failure(server, expecting("")), HasSubstr(", which is not a file")) << line;
    EXPECT_TRUE(nothing_is_left()) << line;
  }
}

TEST_F(DownloadNetwork, FollowsRedirectsAlsoWhenItResumes) {
  dir.file("f.partial", kBody.substr(0, 10));
  const LoopbackServer server(
      in_turn({redirect("/a"), redirect("b"), redirect("c"), redirect("d"), redirect("/e"), file(kBody)}));
  EXPECT_EQ(fetch(server, expecting(kBody)).resumed_from, 10u);
  EXPECT_EQ(server.requests().size(), 6u);
  EXPECT_EQ(server.requests().back().path, "/e");
  EXPECT_EQ(server.requests().back().range, "bytes=10-");
  EXPECT_EQ(file_bytes(target), kBody);
}

TEST_F(DownloadNetwork, EndsARedirectLoop) {
  const LoopbackServer server(redirect("/f"));
  EXPECT_EQ(failure(server, expecting(kBody, 3)), server.url("/f") + ": more than 5 redirects");
  EXPECT_EQ(server.requests().size(), 6u);
}

TEST_F(DownloadNetwork, RefusesARedirectAwayFromTheWeb) {
  dir.file("secret", kBody);
  for (const std::string& to :
       {"file://" + (dir / "secret").string(), std::string("ftp://127.0.0.1/x"), std::string("gopher://127.0.0.1/x")}) {
    const LoopbackServer server(redirect(to));
    EXPECT_EQ(failure(server, expecting(kBody, 3)),
              server.url("/f") + ": redirected to an address that is not safe to follow; refused");
    EXPECT_EQ(server.requests().size(), 1u);
  }
  EXPECT_FALSE(std::filesystem::exists(target));
}

TEST_F(DownloadNetwork, RefusesAddressesThatAreNotOfTheWeb) {
  dir.file("secret", kBody);
  for (const std::string& url :
       {"file://" + (dir / "secret").string(), std::string("ftp://a/b"), std::string("x"), std::string()}) {
    EXPECT_THROW(download(url, target, expecting(kBody), RunContext()), InvalidArgument) << url;
  }
  EXPECT_THROW(download("http://127.0.0.1:99999/x", target, expecting(kBody), RunContext()), IoError);
  EXPECT_THROW(download("http://a b/\n", target, expecting(kBody), RunContext()), IoError);
  EXPECT_FALSE(std::filesystem::exists(target));
}

TEST_F(DownloadNetwork, DoesNotShowAPassword) {
  const LoopbackServer server(status("404 Not Found"));
  std::string url = server.url("/f");
  url.insert(7, "user:secret@");
  const std::string message = message_of([&] { download(url, target, expecting(kBody), RunContext()); });
  EXPECT_EQ(message, server.url("/f") + ": the server answered 404 (not found)");
}

TEST_F(DownloadNetwork, SaysThatNobodyAnswers) {
  std::string url;
  {
    const LoopbackServer gone(silence());
    url = gone.url("/f");
  }
  EXPECT_EQ(message_of([&] { download(url, target, expecting(kBody, 1), RunContext()); }),
            url + ": the server cannot be reached");
  EXPECT_TRUE(nothing_is_left());
}

TEST_F(DownloadNetwork, EndsAStalledTransferAndKeepsWhatCame) {
  const LoopbackServer server(in_turn({stall_after(kBody, 60'000), file(kBody)}));
  DownloadOptions options = expecting(kBody);
  options.transfer.stall_timeout = 0.2;
  EXPECT_EQ(failure(server, options), server.url("/f") +
                                          ": no byte came for 0.2 seconds after 60,000 of 200,000 bytes; "
                                          "a second call resumes");
  fetch(server, expecting(kBody));
  EXPECT_THAT(ranges(server), ElementsAre("", "bytes=60000-"));
  EXPECT_EQ(file_bytes(target), kBody);
}

TEST_F(DownloadNetwork, EndsWhenTheServerNeverSaysAWord) {
  const LoopbackServer server(silence());
  DownloadOptions options = expecting(kBody);
  options.transfer.connect_timeout = 0.5;
  options.transfer.stall_timeout = 0.2;
  EXPECT_EQ(failure(server, options), server.url("/f") + ": no byte came for 0.2 seconds");
  EXPECT_TRUE(nothing_is_left());
}

TEST_F(DownloadNetwork, DoesNotTakeSlownessForAStall) {
  const LoopbackServer server(trickle(kBody, 20'000, 250ms));  // 2.5 seconds in all
  DownloadOptions options = expecting(kBody);
  options.transfer.stall_timeout = 2.0;
  EXPECT_EQ(fetch(server, options).attempts, 1);
  EXPECT_EQ(file_bytes(target), kBody);
}

TEST_F(DownloadNetwork, StopsOnRequestInTheMiddleOfAStallAndResumesLater) {
  std::stop_source stop;
  const LoopbackServer server(in_turn({[&](const HttpRequest& request, const HttpConnection& c) {
                                         send_file_head(request, c, kBody.size());
                                         c.send(kBody.substr(0, 60'000));
                                         while (!std::filesystem::exists(partial) ||
                                                std::filesystem::file_size(partial) < 60'000) {
                                           c.pause(5ms);
                                         }
                                         stop.request_stop();
                                         c.hold();
                                       },
                                       file(kBody)}));
  EXPECT_THROW(download(server.url("/f"), target, expecting(kBody, 5), RunContext({.stop = stop.get_token()})),
               Cancelled);
  EXPECT_EQ(file_bytes(partial), kBody.substr(0, 60'000));
  fetch(server, expecting(kBody));
  EXPECT_THAT(ranges(server), ElementsAre("", "bytes=60000-"));
  EXPECT_EQ(file_bytes(target), kBody);
}

TEST_F(DownloadNetwork, StopsOnRequestBeforeTheFirstByte) {
  std::stop_source stop;
  const LoopbackServer server([&](const HttpRequest&, const HttpConnection& c) {
    stop.request_stop();
    c.hold();
  });
  EXPECT_THROW(download(server.url("/f"), target, expecting(kBody), RunContext({.stop = stop.get_token()})), Cancelled);
  EXPECT_TRUE(nothing_is_left());
  EXPECT_THROW(download(server.url("/f"), target, expecting(kBody), RunContext({.stop = stop.get_token()})), Cancelled);
  EXPECT_EQ(server.requests().size(), 1u) << "the second call asks nobody";
}

TEST_F(DownloadNetwork, StopsOnRequestBetweenTwoAttempts) {
  std::stop_source stop;
  const LoopbackServer server([&](const HttpRequest& request, const HttpConnection& c) {
    status("500 Internal Server Error")(request, c);
    stop.request_stop();
  });
  DownloadOptions options = expecting(kBody, 5);
  options.transfer.retry_pause = 60.0;
  EXPECT_THROW(download(server.url("/f"), target, options, RunContext({.stop = stop.get_token()})), Cancelled);
}

}  // namespace
}  // namespace cgsd
