#include "cgsd/io/datasets/node_count.hpp"

#include <gtest/gtest.h>

#include "tests/support/error_text.hpp"

namespace cgsd {
namespace {

using testing::error_text;

constexpr std::uint64_t kMillion = 1'048'576;  // 2^20

TEST(DeclaredNodes, MayBeAMillionAndSixtyFourMoreForEachEdge) {
  EXPECT_NO_THROW(check_declared_nodes({"g"}, 0, 0));
  EXPECT_NO_THROW(check_declared_nodes({"g"}, kMillion, 0));
  EXPECT_NO_THROW(check_declared_nodes({"g"}, kMillion + 64 * 3, 3));
  EXPECT_THROW(check_declared_nodes({"g"}, kMillion + 1, 0), ParseError);
  EXPECT_THROW(check_declared_nodes({"g"}, kMillion + 64 * 3 + 1, 3), ParseError);
}

TEST(DeclaredNodes, MayNotBeMoreThanAGraphHolds) {
  constexpr std::size_t kManyEdges = std::size_t{1} << 40;
  EXPECT_NO_THROW(check_declared_nodes({"g"}, 0x7fffffff, kManyEdges));
  EXPECT_THROW(check_declared_nodes({"g"}, 0x80000000, kManyEdges), ParseError);
}

TEST(DeclaredNodes, AreBlamedWhereTheyStand) {
  EXPECT_EQ(error_text([] {
              check_declared_nodes({"g.mtx", 2, 1}, 2'000'000'000, 5);
            }),
            "g.mtx:2:1: 2000000000 nodes are declared, but there are only 5 edges: refused as a damaged file");
}

TEST(ExpectedNodes, AreThoseOfTheTableWithNamesOrOfTheRows) {
  const NodeNames three({"a", "b", "c"});
  EXPECT_NO_THROW(check_expected_nodes({"g"}, 7, {}));
  EXPECT_NO_THROW(check_expected_nodes({"g"}, 7, {.expected_nodes = 7}));
  EXPECT_NO_THROW(check_expected_nodes({"g"}, 3, {.known_names = &three}));
  EXPECT_EQ(error_text([] { check_expected_nodes({"g"}, 8, {.expected_nodes = 7}); }),
            "g: the file has 8 nodes, but 7 are expected");
  EXPECT_EQ(error_text([&] {
              check_expected_nodes({"g", 4}, 2, {.known_names = &three});
            }),
            "g:4: the file has 2 nodes, but 3 are expected");
}

}  // namespace
}  // namespace cgsd
