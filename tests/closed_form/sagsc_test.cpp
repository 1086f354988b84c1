#include "cgsd/closed_form/sagsc.hpp"

#include <cmath>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/metrics/agreement.hpp"

#include "tests/support/attributed_toys.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

TEST(Sagsc, FindsThreePlantedCommunities) {
  const Dataset data = testing::three_communities(200);
  const SagscResult result = sagsc(data.input, {.communities = 3}, RunContext());
  EXPECT_TRUE(result.converged);
  EXPECT_GT(nmi(contingency(data.labels.class_of, result.partition.community_of)), 0.9);
}

// The slow twin: the kernel (U Uᵀ + b)² written out as n × n, normalised, and its eigenvectors 2 … c + 1 by Eigen. These
// span the same space, so the projections on it are equal.
TEST(Sagsc, IsTheKernelOfTheSource) {
  constexpr int kSteps = 3;
  constexpr int kCommunities = 3;
  const AttributedGraph input = testing::three_communities(40).input;
  const auto n = static_cast<Eigen::Index>(input.graph.nodes());
  const Matrix<float> words = dense_copy(input.attributes);
  Eigen::MatrixXd x(n, static_cast<Eigen::Index>(words.cols()));
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < x.cols(); ++j)
      x(i, j) = static_cast<double>(words(static_cast<std::size_t>(i), static_cast<std::size_t>(j)));
    x.row(i).normalize();
  }
  Eigen::MatrixXd p = Eigen::MatrixXd::Identity(n, n);
  for (NodeId u = 0; u < input.graph.nodes(); ++u) {
    for (const NodeId v : input.graph.neighbours(u)) p(u, v) = 1.0;
  }
  const Eigen::VectorXd root = p.rowwise().sum().cwiseSqrt().cwiseInverse();
  p = root.asDiagonal() * p * root.asDiagonal();
  for (int step = 0; step < kSteps; ++step) x = p * x;
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(x, Eigen::ComputeThinU);
  const Eigen::MatrixXd u = svd.matrixU().leftCols(kCommunities);
  Eigen::MatrixXd kernel = ((u * u.transpose()).array() + 1.0 / std::sqrt(2.0)).square().matrix();
  const Eigen::VectorXd scale = kernel.rowwise().sum().cwiseSqrt().cwiseInverse();
  kernel = scale.asDiagonal() * kernel * scale.asDiagonal();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(kernel);
  const Eigen::MatrixXd expected = eigen.eigenvectors().rightCols(kCommunities + 1).leftCols(kCommunities);

  const SagscResult result = sagsc(input, {.communities = kCommunities, .steps = kSteps}, RunContext());
  ASSERT_EQ(result.embedding.cols(), 3u);
  Eigen::MatrixXd found(n, kCommunities);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < kCommunities; ++j)
      found(i, j) = static_cast<double>(result.embedding(static_cast<std::size_t>(i), static_cast<std::size_t>(j)));
  }
  EXPECT_LT((found * found.transpose() - expected * expected.transpose()).norm(), 1e-4);
}

TEST(Sagsc, RefusesWhatItCannotDo) {
  const AttributedGraph input = testing::two_triangles();
  const auto refusal = [](const AttributedGraph& given, std::int32_t communities) {
    return testing::error_text<InvalidArgument>([&] { sagsc(given, {.communities = communities}, RunContext()); });
  };
  EXPECT_EQ(refusal({input.graph, {}}, 2), "sagsc: needs attributes, but the graph has none");
  EXPECT_EQ(refusal(input, 0), "sagsc: communities = 0: give the number to find (-k C)");
  EXPECT_EQ(refusal(input, 7), "sagsc: communities = 7: more than the 6 nodes");
  EXPECT_THROW(sagsc(testing::directed_input(), {.communities = 2}, RunContext()), InvalidArgument);
}

TEST(Sagsc, TakesAttributesOfOneColumnAndCommunitiesOfOneNode) {
  const AttributedGraph input{testing::path_graph(3), Matrix<float>(3, 1, {1.0f, 2.0f, 4.0f})};
  for (const std::int32_t communities : {1, 2, 3})
    EXPECT_LE(sagsc(input, {.communities = communities}, RunContext()).partition.communities, communities);
}

TEST(Sagsc, GivesTheSameBitsAtAnyThreadCount) {
  const AttributedGraph input = testing::three_communities(600).input;
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    return sagsc(input, {.communities = 3, .kmeans = {.restarts = 2}}, run).embedding;
  });
}

}  // namespace
}  // namespace cgsd
