#include "cgsd/closed_form/ms2cag.hpp"

#include <cmath>

#include <Eigen/Dense>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/metrics/agreement.hpp"

#include "tests/support/attributed_toys.hpp"
#include "tests/support/described_fields.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd in_double(const Matrix<float>& m) {
  MatrixXd out(static_cast<Eigen::Index>(m.rows()), static_cast<Eigen::Index>(m.cols()));
  for (Eigen::Index i = 0; i < out.rows(); ++i) {
    for (Eigen::Index j = 0; j < out.cols(); ++j)
      out(i, j) = static_cast<double>(m(static_cast<std::size_t>(i), static_cast<std::size_t>(j)));
  }
  return out;
}

TEST(Ms2cag, FindsThreePlantedCommunities) {
  const Dataset data = testing::three_communities(200);
  const Ms2cagResult result = ms2cag(data.input, {.communities = 3}, RunContext());
  EXPECT_TRUE(result.converged);
  EXPECT_GT(nmi(contingency(data.labels.class_of, result.partition.community_of)), 0.9);
}

// Σ w_t P^t X by the definition: P by rows, powers one after the other, weights that sum to 1.
MatrixXd averaged(const AttributedGraph& input, int steps, double decay) {
  MatrixXd x = in_double(dense_copy(input.attributes));
  x.rowwise().normalize();
  const auto n = x.rows();
  MatrixXd p = MatrixXd::Identity(n, n);
  for (NodeId u = 0; u < input.graph.nodes(); ++u) {
    for (const NodeId v : input.graph.neighbours(u)) p(u, v) = 1.0;
  }
  const VectorXd degrees = p.rowwise().sum();
  p = degrees.cwiseInverse().asDiagonal() * p;
  double weights = 0.0;
  MatrixXd z = MatrixXd::Zero(n, x.cols());
  for (int t = 0; t <= steps; ++t, x = p * x) {
    z += std::pow(decay, t) * x;
    weights += std::pow(decay, t);
  }
  return z / weights;
}

// The slow twin: the modularity matrix as n × n, and the 50 orthogonal iterations of the source. Bases of one space are
// equal up to a rotation, so products of rows are compared. Three communities differ in two directions; a third would be
// noise, to which iterations converge slowly.
TEST(Ms2cag, IsTheIterationOfTheSource) {
  constexpr int kCommunities = 2;
  const AttributedGraph input = testing::three_communities(40).input;
  MatrixXd z = averaged(input, 4, 0.7);
  z.rowwise().normalize();
  const MatrixXd similarity = z * z.transpose();
  const VectorXd omega = similarity.rowwise().sum();
  const MatrixXd modularity = similarity - omega * omega.transpose() / omega.sum();
  MatrixXd q = MatrixXd::Random(z.rows(), kCommunities);
  for (int i = 0; i < 50; ++i) {
    q = Eigen::HouseholderQR<MatrixXd>(modularity * q).householderQ() * MatrixXd::Identity(z.rows(), kCommunities);
  }
  q.rowwise().normalize();

  const Ms2cagResult result = ms2cag(input, {.communities = kCommunities, .steps = 4, .decay = 0.7}, RunContext());
  const MatrixXd found = in_double(result.embedding);
  ASSERT_EQ(found.cols(), kCommunities);
  EXPECT_LT((found * found.transpose() - q * q.transpose()).cwiseAbs().maxCoeff(), 1e-3);
}

TEST(Ms2cag, WithoutStepsLooksAtAttributesAlone) {
  const Matrix<float> two_kinds(6, 2, {1, 0, 2, 0, 3, 0, 0, 1, 0, 2, 0, 3});
  const Ms2cagResult result =
      ms2cag(AttributedGraph{testing::path_graph(6), two_kinds}, {.communities = 2, .steps = 0}, RunContext());
  EXPECT_THAT(result.partition.community_of, ::testing::ElementsAre(0, 0, 0, 1, 1, 1));
}

TEST(Ms2cag, RefusesWhatItCannotDo) {
  const AttributedGraph input = testing::two_triangles();
  const auto refusal = [](const AttributedGraph& given, std::int32_t communities) {
    return testing::error_text<InvalidArgument>([&] { ms2cag(given, {.communities = communities}, RunContext()); });
  };
  EXPECT_EQ(refusal({input.graph, {}}, 2), "ms2cag: needs attributes, but the graph has none");
  EXPECT_EQ(refusal(input, 0), "ms2cag: communities = 0: give the number to find (-k C)");
  EXPECT_EQ(refusal(input, 7), "ms2cag: communities = 7: more than the 6 nodes");
  EXPECT_THROW(ms2cag(testing::directed_input(), {.communities = 2}, RunContext()), InvalidArgument);
}

TEST(Ms2cag, TakesAttributesThatAreZeroOrOneColumn) {
  const Graph path = testing::path_graph(3);
  for (const auto& attributes : {Matrix<float>(3, 1, {1.0f, 2.0f, 4.0f}), Matrix<float>(3, 2, std::vector<float>(6))}) {
    for (const std::int32_t communities : {1, 2, 3}) {
      const AttributedGraph input{path, attributes};
      EXPECT_LE(ms2cag(input, {.communities = communities}, RunContext()).partition.communities, communities);
    }
  }
}

TEST(Ms2cag, DescribesEveryOption) { EXPECT_THAT(testing::forgotten_fields<Ms2cagOptions>(), ::testing::IsEmpty()); }

TEST(Ms2cag, GivesTheSameBitsAtAnyThreadCount) {
  const AttributedGraph input = testing::three_communities(600).input;
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    return ms2cag(input, {.communities = 3, .kmeans = {.restarts = 2}}, run).embedding;
  });
}

}  // namespace
}  // namespace cgsd
