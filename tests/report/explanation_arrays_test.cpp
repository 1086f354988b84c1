#include "cgsd/report/explanation_arrays.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/summary/node_explanation.hpp"

#include "tests/report/report_cases.hpp"
#include "tests/support/packed_reader.hpp"

namespace cgsd {
namespace {

TEST(ExplanationArrays, SayWhatExplainSaysOfEachNode) {
  const testing::RunCase run;
  PackedArrays arrays;
  ASSERT_TRUE(add_explanation_arrays(arrays, run.contents(), RunContext()));
  const testing::PackedReader read(arrays);
  const auto places = read.json("places");
  const auto reasons = read.json("reasons");
  const auto counts = read.numbers<std::uint32_t>("reason_counts");
  const auto list = read.numbers<std::uint32_t>("reason_list");
  std::size_t at = 0;
  for (NodeId v = 0; v < 6; ++v) {
    const NodeExplanation e = explain_node(run.data, {run.found.partition, run.found.confidence, run.found.ids}, v);
    EXPECT_EQ(places.at(2 * v), e.place);
    EXPECT_EQ(places.at(2 * v + 1), e.neighbourhood);
    ASSERT_EQ(counts[2 * v], e.speaks_for.size());
    ASSERT_EQ(counts[2 * v + 1], e.speaks_against.size());
    for (const auto& a : e.speaks_for) EXPECT_EQ(reasons.at(list[at++]), a.words);
    for (const auto& a : e.speaks_against) EXPECT_EQ(reasons.at(list[at++]), a.words);
  }
  EXPECT_EQ(at, list.size());
}

TEST(ExplanationArrays, AreAbsentIfThereAreTooManyNodes) {
  testing::RunCase run;
  const auto n = static_cast<NodeId>(kMostExplained + 1);
  run.data.input = {testing::path_graph(n), {}};
  run.found.partition = {std::vector<std::int32_t>(n, 0), 1};
  PackedArrays arrays;
  EXPECT_FALSE(add_explanation_arrays(arrays, run.contents(), RunContext()));
  EXPECT_FALSE(arrays.has("places"));
}

}  // namespace
}  // namespace cgsd
