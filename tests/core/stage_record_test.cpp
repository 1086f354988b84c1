#include "cgsd/core/stage_record.hpp"

#include <gtest/gtest.h>

namespace cgsd {
namespace {

TEST(StageRecord, AddsUpTheTimesOfAStageAndKeepsTheOrder) {
  StageRecord record;
  for (const char* stage : {"first", "second", "first"}) record.stage_began(stage);
  record.stage_ended("first", 1.0);
  record.stage_ended("second", 0.5);
  record.stage_ended("first", 2.0);
  const auto stages = record.stages();
  ASSERT_EQ(stages.size(), 2u);
  EXPECT_EQ(stages[0].stage, "first");
  EXPECT_EQ(stages[0].seconds, 3.0);
  EXPECT_EQ(stages[1].seconds, 0.5);
}

TEST(StageRecord, PassesTheNewsOn) {
  StageRecord inner;
  StageRecord outer(&inner);
  { const Stage stage = RunContext({.seed = 0, .workers = 1, .stop = {}, .progress = &outer}).stage("work"); }
  ASSERT_EQ(inner.stages().size(), 1u);
  EXPECT_EQ(inner.stages()[0].stage, "work");
  EXPECT_EQ(inner.stages()[0].seconds, outer.stages()[0].seconds);
}

}  // namespace
}  // namespace cgsd
