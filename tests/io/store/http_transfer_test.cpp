// One request alone; what a download makes of its verdicts is in download_test.cpp.
#include "cgsd/io/store/http_transfer.hpp"

#include <stop_token>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include "tests/io/store/download_fixture.hpp"

namespace cgsd {
namespace {

using namespace testing;  // the server's answers
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class HttpTransfer : public ::testing::Test {
 protected:
  TransferOutcome ask(const LoopbackServer& server, PartialFile& file, std::uint64_t limit = 1'000'000) const {
    return transfer({server.url("/f"), limit, 60.0, 60.0}, file, run_);
  }
  // The same with the first bytes of the body already there.
  TransferOutcome ask_for_the_rest(const LoopbackServer& server, std::size_t had) {
    PartialFile file(target_, run_);
    file.append(std::string_view(kBody).substr(0, had));
    const TransferOutcome outcome = ask(server, file);
    bytes_ = file_bytes(partial_);
    return outcome;
  }
  std::string failure(const LoopbackServer& server, std::uint64_t limit = 1'000'000) const {
    return message_of([&] {
      PartialFile file(target_, run_);
      ask(server, file, limit);
    });
  }

  TemporaryDirectory dir_;
  std::filesystem::path target_ = dir_ / "f";
  std::filesystem::path partial_ = dir_ / "f.partial";
  RunContext run_;
  std::string bytes_;  // of the partial file after ask_for_the_rest
};

TEST_F(HttpTransfer, AppendsTheWholeFileAndSaysHowLongItIs) {
  const LoopbackServer server(file(kBody));
  PartialFile partial(target_, run_);
  const TransferOutcome outcome = ask(server, partial);
  EXPECT_EQ(outcome.verdict, TransferVerdict::complete);
  EXPECT_EQ(outcome.total, kBody.size());
  EXPECT_EQ(partial.size(), kBody.size());
  EXPECT_EQ(file_bytes(partial_), kBody);
  EXPECT_FALSE(std::filesystem::exists(target_)) << "to commit is not its business";
  EXPECT_THAT(ranges(server), ElementsAre(""));
}

TEST_F(HttpTransfer, DoesNotKnowTheLengthThatNobodyAnnounced) {
  const LoopbackServer server(raw(http_head("200 OK", "") + kBody));
  PartialFile partial(target_, run_);
  EXPECT_EQ(ask(server, partial).total, 0u);
  EXPECT_EQ(partial.size(), kBody.size());
}

TEST_F(HttpTransfer, AsksForTheRestAndAppendsIt) {
  const LoopbackServer server(file(kBody));
  const TransferOutcome outcome = ask_for_the_rest(server, 5000);
  EXPECT_EQ(outcome.verdict, TransferVerdict::complete);
  EXPECT_EQ(outcome.total, kBody.size()) << "of the whole file, not of the rest";
  EXPECT_EQ(bytes_, kBody);
  EXPECT_THAT(ranges(server), ElementsAre("bytes=5000-"));
}

TEST_F(HttpTransfer, RestartsWhereTheServerSendsTheWholeFile) {
  const LoopbackServer server(file_without_ranges(kBody));
  EXPECT_EQ(ask_for_the_rest(server, 5000).verdict, TransferVerdict::complete);
  EXPECT_EQ(bytes_, kBody) << "not behind the bytes that were there";
}

TEST_F(HttpTransfer, TakesNoBytesOfAnotherRange) {
  const std::string head =
      http_head("206 Partial Content", "Content-Range: bytes 4000-4009/200000\r\n" + content_length(10));
  const LoopbackServer other(raw(head + "0123456789"));
  EXPECT_EQ(ask_for_the_rest(other, 5000).verdict, TransferVerdict::restart);
  EXPECT_EQ(bytes_.size(), 5000u);
  const LoopbackServer silent(raw(http_head("206 Partial Content", content_length(10)) + "0123456789"));
  EXPECT_EQ(ask_for_the_rest(silent, 0).verdict, TransferVerdict::restart) << "the range is not named";
}

TEST_F(HttpTransfer, SaysWhereTheRangeIsNotToBeHad) {
  const LoopbackServer server(status("416 Range Not Satisfiable"));
  EXPECT_EQ(ask_for_the_rest(server, 5000).verdict, TransferVerdict::restart);
}

TEST_F(HttpTransfer, CallsWhatMayPassByItsName) {
  const auto problem = [&](HttpAnswer answer) {
    const LoopbackServer server(std::move(answer));
    PartialFile partial(target_, run_);
    const TransferOutcome outcome = ask(server, partial);
    partial.discard();
    EXPECT_EQ(outcome.verdict, TransferVerdict::passing);
    return outcome.problem;
  };
  EXPECT_EQ(problem(cut_after(kBody, 1000)), "the connection broke");
  EXPECT_EQ(problem(raw("")), "the connection broke");
  EXPECT_THAT(problem(status("503 Service Unavailable")), HasSubstr("503"));
}

TEST_F(HttpTransfer, KeepsWhatCameBeforeTheConnectionBroke) {
  const LoopbackServer server(cut_after(kBody, 9000));
  const TransferOutcome outcome = ask_for_the_rest(server, 5000);
  EXPECT_EQ(outcome.verdict, TransferVerdict::passing);
  EXPECT_EQ(outcome.total, kBody.size());
  EXPECT_EQ(bytes_, kBody.substr(0, 9000));
}

TEST_F(HttpTransfer, FailsForGoodWhereNoFurtherAttemptHelps) {
  const LoopbackServer absent(status("404 Not Found"));
  EXPECT_THAT(failure(absent), HasSubstr(absent.url("/f") + ": "));
  EXPECT_THAT(failure(absent), HasSubstr("404"));
  const LoopbackServer empty(status("204 No Content"));
  EXPECT_THAT(failure(empty), HasSubstr("not a file"));
  EXPECT_TRUE(std::filesystem::is_empty(dir_.path()));
}

TEST_F(HttpTransfer, KeepsNothingOfWhatIsTooLarge) {
  const std::string said = ": the server sends more than 1,000 bytes; refused";
  const LoopbackServer announced(file(kBody));
  EXPECT_THAT(failure(announced, 1000), HasSubstr(said));
  const LoopbackServer unannounced(raw(http_head("200 OK", "") + kBody));
  EXPECT_THAT(failure(unannounced, 1000), HasSubstr(said));
  EXPECT_TRUE(std::filesystem::is_empty(dir_.path()));
  const LoopbackServer exactly(file(kBody.substr(0, 1000)));
  PartialFile partial(target_, run_);
  EXPECT_EQ(ask(exactly, partial, 1000).verdict, TransferVerdict::complete);
}

TEST_F(HttpTransfer, AsksNobodyAfterAStop) {
  const LoopbackServer server(file(kBody));
  std::stop_source source;
  PartialFile partial(target_, run_);
  source.request_stop();
  EXPECT_THROW(transfer({server.url("/f"), 1000, 60.0, 60.0}, partial, RunContext({.stop = source.get_token()})),
               Cancelled);
  EXPECT_TRUE(server.requests().empty());
}

TEST_F(HttpTransfer, LeavesTheSignalsOfTheProcessAlone) {
  sigset_t before;
  sigset_t after;
  pthread_sigmask(SIG_SETMASK, nullptr, &before);
  const LoopbackServer server(file(kBody));
  PartialFile partial(target_, run_);
  ask(server, partial);
  pthread_sigmask(SIG_SETMASK, nullptr, &after);
  EXPECT_EQ(sigismember(&before, SIGPIPE), sigismember(&after, SIGPIPE));
}

}  // namespace
}  // namespace cgsd
