#include "cgsd/io/datasets/input_hash.hpp"

#include <gtest/gtest.h>

#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

std::string digest(const AttributedGraph& input) {
  Sha256 hash;
  update(hash, input);
  return hash.hex();
}

TEST(InputHash, FollowsEverythingADetectorSees) {
  const AttributedGraph plain{testing::path_graph(3), {}};
  EXPECT_EQ(digest(plain), digest({testing::path_graph(3), {}}));
  EXPECT_NE(digest(plain), digest({testing::path_graph(4), {}}));
  EXPECT_NE(digest(plain), digest({testing::graph_of(3, {{0, 1}, {1, 2}}, {.directed = true}), {}}));
  const AttributedGraph dense{testing::path_graph(3), Attributes(Matrix<float>(3, 1))};
  EXPECT_NE(digest(plain), digest(dense));
  EXPECT_NE(digest(dense), digest({testing::path_graph(3), Attributes(to_sparse(Matrix<float>(3, 1)))}));
  EXPECT_NE(digest(dense), digest({testing::path_graph(3), Attributes(Matrix<float>(3, 2))}));
}

}  // namespace
}  // namespace cgsd
