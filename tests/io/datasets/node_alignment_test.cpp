#include "cgsd/io/datasets/node_alignment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/hostile.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using testing::error_of;

const NodeNames kNames({"ann", "bob", "cy"});
const Matrix<float> kDense(3, 2, {1, 2, 3, 4, 5, 6});
const std::string kFile = "attributes.csv";

TEST(NodeAlignment, LeavesRowsWithoutIdsInPlace) {
  EXPECT_EQ(align_attributes({{}, kDense}, kNames, 3, kFile), Attributes(kDense));
  EXPECT_EQ(error_of([] {
              align_attributes({{}, Matrix<float>(2707, 1)}, {}, 2708, kFile);
            }),
            "attributes.csv: 2,707 rows for 2,708 nodes");
  EXPECT_EQ(error_of([] { align_labels({{}, {{0, 1}, {}}}, {}, 3, kFile); }), "attributes.csv: 2 rows for 3 nodes");
}

TEST(NodeAlignment, BringsRowsIntoNodeOrderByName) {
  const NodeNames ids({"cy", "ann", "bob"});
  EXPECT_EQ(align_attributes({ids, kDense}, kNames, 3, kFile), Attributes(Matrix<float>(3, 2, {3, 4, 5, 6, 1, 2})));
  const SparseRows sparse{4, {0, 1, 1, 3}, {3, 0, 1}, {9, 7, 8}};
  const Attributes aligned = align_attributes({ids, sparse}, kNames, 3, kFile);
  EXPECT_EQ(aligned.sparse(), (SparseRows{4, {0, 0, 2, 3}, {0, 1, 3}, {7, 8, 9}}));
  const Labels labels = align_labels({ids, {{2, 0, -1}, {"x", "y", "z"}}}, kNames, 3, kFile);
  EXPECT_THAT(labels.class_of, ElementsAre(0, -1, 2));
  EXPECT_THAT(labels.class_names, ElementsAre("x", "y", "z"));
}

TEST(NodeAlignment, TakesNumbersForNodesWithoutNames) {
  EXPECT_EQ(align_attributes({NodeNames({"2", "0", "1"}), kDense}, {}, 3, kFile),
            Attributes(Matrix<float>(3, 2, {3, 4, 5, 6, 1, 2})));
  for (const char* id : {"3", "-1", "01", "+1", "1.0", "x", "", "99999999999999999999"}) {
    EXPECT_EQ(error_of([&] {
                align_attributes({NodeNames({"0", id, "2"}), kDense}, {}, 3, kFile);
              }),
              "attributes.csv: node '" + std::string(id) + "' is not in the graph");
  }
}

TEST(NodeAlignment, TellsHowToNameAHeadingThatLooksLikeANode) {
  EXPECT_EQ(
      error_of([] {
        align_attributes({NodeNames({"person", "ann", "bob"}), kDense}, kNames, 3, kFile);
      }),
      "attributes.csv: node 'person' is not in the graph; if the first row is a heading, call its first column 'node'");
}

TEST(NodeAlignment, NamesUnknownMissingAndRepeatedNodes) {
  EXPECT_EQ(error_of([] {
              align_attributes({NodeNames({"ann", "bob", "dan"}), kDense}, kNames, 3, kFile);
            }),
            "attributes.csv: node 'dan' is not in the graph");
  EXPECT_EQ(error_of([] {
              align_attributes({NodeNames({"ann", "bob", "ann"}), kDense}, kNames, 3, kFile);
            }),
            "attributes.csv: node 'ann' has two rows");
  EXPECT_EQ(error_of([] {
              align_labels({NodeNames({"ann", "cy"}), {{0, 1}, {}}}, kNames, 3, kFile);
            }),
            "attributes.csv: node 'bob' of the graph has no row");
}

TEST(NodeAlignment, FindsTheFirstRepeatOfAnId) {
  const std::vector<std::uint64_t> lines = {2, 3, 5, 6, 7};
  EXPECT_EQ(error_of([&] {
              check_unique_ids(NodeNames({"b", "a", "c", "a", "b"}), lines, kFile);
            }),
            "attributes.csv:6: node 'a' already has a row, in line 3");
  check_unique_ids(NodeNames({"b", "a", "c", "d", ""}), lines, kFile);
}

}  // namespace
}  // namespace cgsd
