#include "cgsd/graph/input_checks.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "tests/support/attributed_toys.hpp"
#include "tests/support/error_text.hpp"

namespace cgsd {
namespace {

template <class Action>
std::string refusal(Action&& action) {
  return testing::error_text<InvalidArgument>(action);
}

TEST(InputChecks, AskForANumberOfCommunitiesThatTheNodesAllow) {
  check_communities("agc", 3, 3);
  EXPECT_EQ(refusal([] { check_communities("agc", 0, 3); }), "agc: communities = 0: give the number to find (-k C)");
  EXPECT_EQ(refusal([] { check_communities("agc", 4, 3); }), "agc: communities = 4: more than the 3 nodes");
  EXPECT_EQ(refusal([] { check_communities("agc", 1, 0); }), "agc: communities = 1: more than the 0 nodes");
}

TEST(InputChecks, RefuseADirectedGraph) {
  check_undirected("ssgc", testing::path_graph(3));
  EXPECT_EQ(refusal([] { check_undirected("ssgc", testing::directed_input().graph); }),
            "ssgc: needs an undirected graph; leave --directed out");
}

TEST(InputChecks, SayWhichNumberOfTheAttributesIsNotFinite) {
  const Graph graph = testing::path_graph(2);
  check_attributes("kmeans", {graph, Attributes(Matrix<float>(2, 3))});
  EXPECT_EQ(refusal([&] {
              check_attributes("kmeans", {graph, {}});
            }),
            "kmeans: needs attributes, but the graph has none");
  EXPECT_EQ(refusal([&] {
              check_attributes("kmeans", {graph, Attributes(Matrix<float>(3, 3))});
            }),
            "kmeans: attributes: 3 rows for 2 nodes");
  Matrix<float> dense(2, 3);
  dense(1, 2) = std::numeric_limits<float>::infinity();
  EXPECT_EQ(refusal([&] {
              check_attributes("kmeans", {graph, Attributes(dense)});
            }),
            "kmeans: attributes: row 1, column 2 is inf");
  EXPECT_EQ(refusal([&] {
              check_attributes("kmeans", {graph, Attributes(to_sparse(dense))});
            }),
            "kmeans: attributes: row 1, column 2 is inf");
}

}  // namespace
}  // namespace cgsd
