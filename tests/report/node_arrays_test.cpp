#include "cgsd/report/node_arrays.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/report/report_cases.hpp"
#include "tests/support/packed_reader.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;

TEST(NodeArrays, HaveWhatIsKnownOfEveryNode) {
  testing::RunCase run;
  run.found.stability = {0, 0.5, 1, 1, 1, 1};
  run.levels = {{4, 4, 4, 7, 7, 7}};
  PackedArrays arrays;
  add_node_arrays(arrays, run.contents());
  const testing::PackedReader read(arrays);
  EXPECT_EQ(read.json("names").at(2), "Cleo");
  EXPECT_THAT(read.numbers<std::uint32_t>("community"), ElementsAre(0, 0, 0, 1, 1, 1));
  EXPECT_THAT(read.numbers<std::int32_t>("second"), ElementsAre(1, -1, 1, 0, 0, -1));
  EXPECT_THAT(read.numbers<std::uint16_t>("confidence"), ElementsAre(39320, 58981, 32767, 45874, 52427, 65535));
  EXPECT_THAT(read.numbers<std::uint16_t>("stability"), ElementsAre(0, 32767, 65534, 65534, 65534, 65534));
  EXPECT_THAT(read.numbers<std::int32_t>("label"), ElementsAre(0, 0, 1, 1, 1, -1));
  EXPECT_THAT(read.numbers<std::int32_t>("level_0"), ElementsAre(4, 4, 4, 7, 7, 7));
}

TEST(NodeArrays, LeaveOutWhatThereIsNot) {
  testing::RunCase run;
  run.data.names = {};
  run.data.labels = {};
  PackedArrays arrays;
  add_node_arrays(arrays, run.contents());
  for (const char* name : {"names", "label", "stability", "level_0"}) EXPECT_FALSE(arrays.has(name)) << name;
}

TEST(NodeArrays, HaveEveryEdgeOnce) {
  const testing::RunCase run;
  PackedArrays arrays;
  const auto map = add_map_arrays(arrays, run.contents(), RunContext());
  const testing::PackedReader read(arrays);
  EXPECT_THAT(read.numbers<std::uint32_t>("edge_counts"), ElementsAre(3, 1, 0, 1, 0, 0));
  EXPECT_THAT(read.numbers<std::uint32_t>("edge_targets"), ElementsAre(1, 2, 3, 2, 4));
  EXPECT_EQ(map, (nlohmann::ordered_json{{"edges", 5}, {"edges_held", 5}}));
  EXPECT_EQ(read.numbers<std::uint16_t>("x").size(), 6u);
}

TEST(NodeArrays, JoinDirectionsAndDropLoops) {
  testing::RunCase run;
  run.data.input.graph = testing::graph_of(6, {{1, 0}, {0, 1}, {2, 2}, {5, 3}}, {.directed = true});
  PackedArrays arrays;
  add_map_arrays(arrays, run.contents(), RunContext());
  const testing::PackedReader read(arrays);
  EXPECT_THAT(read.numbers<std::uint32_t>("edge_counts"), ElementsAre(1, 0, 0, 1, 0, 0));
  EXPECT_THAT(read.numbers<std::uint32_t>("edge_targets"), ElementsAre(1, 5));
}

TEST(NodeArrays, RoundToSixteenBits) {
  EXPECT_THAT(in_sixteen_bits({0.0, 1.0, 0.5, std::nan(""), -1.0}, 65534), ElementsAre(0, 65534, 32767, 65535, 0));
}

}  // namespace
}  // namespace cgsd
