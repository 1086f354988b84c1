#include "cgsd/core/context.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"

namespace cgsd {
namespace {

class Diary : public ProgressSink {
 public:
  void stage_began(std::string_view stage) override { lines.push_back("began " + std::string(stage)); }
  void stage_advanced(std::string_view stage, double fraction) override {
    lines.push_back(std::string(stage) + " at " + std::to_string(fraction).substr(0, 4));
  }
  void stage_ended(std::string_view stage, double seconds) override {
    EXPECT_GE(seconds, 0.0);
    lines.push_back("ended " + std::string(stage));
  }
  std::vector<std::string> lines;
};

void half_way(const RunContext& run) { run.advance(0.5); }

TEST(RunContext, ReportsAStageFromItsBeginningToTheEndOfTheStatement) {
  Diary diary;
  const RunContext run({.progress = &diary});
  half_way(run.stage("curvature"));
  diary.lines.emplace_back("next statement");
  EXPECT_THAT(diary.lines,
              ::testing::ElementsAre("began curvature", "curvature at 0.50", "ended curvature", "next statement"));
}

TEST(RunContext, NeedsNoSink) { EXPECT_NO_THROW(half_way(RunContext().stage("curvature"))); }

TEST(RunContext, ThrowsOnceStopIsRequested) {
  std::stop_source source;
  const RunContext run({.stop = source.get_token()});
  EXPECT_NO_THROW(run.check_stop());
  source.request_stop();
  EXPECT_THROW(run.check_stop(), Cancelled);
  EXPECT_THROW(run.stage("inner").check_stop(), Cancelled);
}

TEST(RunContext, DerivesStreamsFromItsSeedOnly) {
  EXPECT_EQ(RunContext({.seed = 3, .workers = 1}).stream("x"), RunContext({.seed = 3, .workers = 2}).stream("x"));
  EXPECT_EQ(RunContext().with_seed(3).stream("x"), RunContext({.seed = 3}).stream("x"));
  EXPECT_NE(RunContext({.seed = 3}).stream("x").bits(0), RunContext({.seed = 4}).stream("x").bits(0));
  EXPECT_NE(RunContext({.seed = 3}).stream("x").bits(0), RunContext({.seed = 3}).stream("y").bits(0));
}

}  // namespace
}  // namespace cgsd
