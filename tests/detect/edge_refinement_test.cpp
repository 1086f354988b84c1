#include "cgsd/detect/edge_refinement.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "cgsd/graph/builder.hpp"
#include "cgsd/graph/generators.hpp"

#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using Pairs = std::vector<Entry>;

Graph graph_of(NodeId nodes, const Pairs& edges) {
  return build_graph({.nodes = nodes, .entries = edges, .weights = {}}, {}, RunContext()).graph;
}

// Nodes 0 … size − 1 are one group, size … 2 size − 1 the other; all pairs within, or all pairs across.
Pairs cliques(NodeId size) {
  Pairs edges;
  for (const NodeId first : {NodeId{0}, size})
    for (NodeId u = first; u < first + size; ++u)
      for (NodeId v = u + 1; v < first + size; ++v) edges.push_back({u, v});
  edges.push_back({0, size});
  return edges;
}

Pairs bipartite(NodeId size) {
  Pairs edges;
  for (NodeId u = 0; u < size; ++u)
    for (NodeId v = size; v < 2 * size; ++v) edges.push_back({u, v});
  return edges;
}

Partition two_halves(std::size_t size) {
  Partition partition{std::vector<std::int32_t>(2 * size, 0), 2};
  for (std::size_t v = size; v < 2 * size; ++v) partition.community_of[v] = 1;
  return partition;
}

TEST(EdgeRefinement, BringsANodeBackToItsNeighbours) {
  const Graph graph = graph_of(16, cliques(8));
  Partition wrong = two_halves(8);
  wrong.community_of[3] = 1;
  EXPECT_EQ(refined_by_edges(graph, wrong, RunContext()).partition, two_halves(8));
}

TEST(EdgeRefinement, TurnsANodeAwayFromItsNeighboursIfGroupsAvoidThemselves) {
  const Graph graph = graph_of(16, bipartite(8));
  Partition wrong = two_halves(8);
  wrong.community_of[3] = 1;
  EXPECT_EQ(refined_by_edges(graph, wrong, RunContext()).partition, two_halves(8));
}

TEST(EdgeRefinement, LeavesWhatIsRightAndNodesWithoutEdges) {
  const Graph graph = graph_of(17, cliques(8));
  Partition right = two_halves(8);
  right.community_of.push_back(1);
  const EdgeRefinement refined = refined_by_edges(graph, right, RunContext());
  EXPECT_EQ(refined.moved, 0u);
  for (std::size_t v = 0; v < 16; ++v)
    EXPECT_EQ(refined.partition.community_of[v] == refined.partition.community_of[16], v >= 8);
}

// All nodes are alike: whatever the votes, nobody's community vanishes.
TEST(EdgeRefinement, KeepsEveryCommunity) {
  Pairs edges;
  for (NodeId u = 0; u < 12; ++u)
    for (NodeId v = u + 1; v < 12; ++v) edges.push_back({u, v});
  const Graph graph = graph_of(12, edges);
  const Partition start{{0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2}, 3};
  EXPECT_EQ(refined_by_edges(graph, start, RunContext()).partition.communities, 3);
}

// The slow twin: the header's formulas on dense matrices.
class DenseRefinement {
 public:
  DenseRefinement(const Graph& graph, const Partition& start) : start_(start) {
    const auto n = static_cast<Eigen::Index>(graph.nodes());
    a_ = Eigen::MatrixXd::Zero(n, n);
    for (NodeId u = 0; u < graph.nodes(); ++u)
      for (const NodeId v : graph.neighbours(u)) a_(u, v) = 1.0;
    p_ = Eigen::MatrixXd::Constant(n, start.communities, 0.1 / start.communities);
    for (Eigen::Index v = 0; v < n; ++v) p_(v, own(v)) += 0.9;
  }

  std::vector<std::int32_t> after(int rounds) {
    for (int round = 0; round < rounds; ++round) {
      Eigen::MatrixXd posterior = (scores(1.0).colwise() - scores(1.0).rowwise().maxCoeff()).array().exp();
      posterior.array().colwise() /= posterior.rowwise().sum().array();
      p_ = (p_ + posterior) / 2.0;
    }
    const Eigen::MatrixXd score = scores(dispersion());
    std::vector<std::int32_t> community = start_.community_of;
    for (Eigen::Index v = 0; v < score.rows(); ++v) {
      Eigen::Index best = 0;
      if (score.row(v).maxCoeff(&best) > score(v, own(v)) + 1.0)
        community[static_cast<std::size_t>(v)] = static_cast<std::int32_t>(best);
    }
    return community;
  }

 private:
  Eigen::Index own(Eigen::Index v) const { return start_.community_of[static_cast<std::size_t>(v)]; }

  double dispersion() const {
    Eigen::MatrixXd largest = Eigen::MatrixXd::Zero(p_.rows(), p_.cols());
    for (Eigen::Index v = 0; v < p_.rows(); ++v) {
      Eigen::Index most = 0;
      p_.row(v).maxCoeff(&most);
      largest(v, most) = 1.0;
    }
    const Eigen::MatrixXd around = a_ * largest;
    const Eigen::MatrixXd ends = largest.transpose() * around;
    const Eigen::MatrixXd share = ends.array().colwise() / ends.rowwise().sum().array();
    double sum = 0.0;
    for (Eigen::Index v = 0; v < around.rows(); ++v) {
      const Eigen::RowVectorXd expected = around.row(v).sum() * largest.row(v) * share;
      sum += ((around.row(v) - expected).array().square() / expected.array()).sum();
    }
    return std::max(1.0, sum / static_cast<double>(around.rows() * (start_.communities - 1)));
  }

  Eigen::MatrixXd scores(double phi) const {
    const Eigen::MatrixXd around = a_ * p_;
    Eigen::MatrixXd share = (p_.transpose() * around).array() + 1.0;
    share.array().colwise() /= share.rowwise().sum().eval().array();
    const Eigen::MatrixXd votes = around * share.array().log().matrix().transpose() / phi;
    return votes.rowwise() + p_.colwise().sum().array().log().matrix();
  }

  const Partition& start_;
  Eigen::MatrixXd a_;
  Eigen::MatrixXd p_;
};

struct Planted {
  Graph graph;
  Partition right;
  Partition start;  // with every fifth node elsewhere
};

Planted planted(double heterophily) {
  Dataset data = stochastic_block_model({.nodes = 300,
                                         .communities = 3,
                                         .heterophily = heterophily,
                                         .mean_degree = 20.0,
                                         .attributes = AttributeKind::none},
                                        RunContext({.seed = 7}));
  Planted out{std::move(data.input.graph), {data.labels.class_of, 3}, {data.labels.class_of, 3}};
  for (std::size_t v = 0; v < 300; v += 5) out.start.community_of[v] = (out.start.community_of[v] + 1) % 3;
  return out;
}

// Nodes that are not among the most of their community that are alike in `right`.
std::size_t misplaced(const Partition& found, const Partition& right) {
  std::map<std::int32_t, std::map<std::int32_t, std::size_t>> counts;
  for (std::size_t v = 0; v < found.community_of.size(); ++v) ++counts[found.community_of[v]][right.community_of[v]];
  std::size_t placed = 0;
  for (const auto& [community, of] : counts) {
    std::size_t most = 0;
    for (const auto& [right_community, nodes] : of) most = std::max(most, nodes);
    placed += most;
  }
  return found.community_of.size() - placed;
}

TEST(EdgeRefinement, IsTheDenseFormula) {
  const Planted weak = planted(0.45);
  DenseRefinement dense(weak.graph, weak.start);
  EXPECT_EQ(refined_by_edges(weak.graph, weak.start, RunContext()).partition,
            numbered_by_size(dense.after(30), RunContext()));
}

TEST(EdgeRefinement, FindsPlantedGroupsOfEitherKind) {
  for (const double heterophily : {0.3, 1.0}) {
    const Planted clear = planted(heterophily);
    const EdgeRefinement refined = refined_by_edges(clear.graph, clear.start, RunContext());
    EXPECT_GE(refined.moved, 51u) << heterophily;
    EXPECT_LE(misplaced(refined.partition, clear.right), 9u) << heterophily;
  }
}

// Every node ten times, every edge a hundred times: neighbours come in tens that say one thing. A vote that counts them as
// ten witnesses would move nodes that only look as if they were elsewhere.
TEST(EdgeRefinement, CountsNeighboursThatDependOnEachOtherForLess) {
  const Planted noise = planted(2.0 / 3.0);  // a random graph: no vote means anything
  Pairs edges;
  Partition start{std::vector<std::int32_t>(3000), 3};
  for (NodeId u = 0; u < 300; ++u) {
    for (NodeId twin = 0; twin < 10; ++twin) start.community_of[10 * u + twin] = noise.right.community_of[u];
    for (const NodeId v : noise.graph.neighbours(u))
      for (NodeId pair = 0; u < v && pair < 100; ++pair) edges.push_back({10 * u + pair / 10, 10 * v + pair % 10});
  }
  const Graph twins = graph_of(3000, edges);
  EXPECT_EQ(refined_by_edges(twins, start, RunContext()).partition,
            numbered_by_size(DenseRefinement(twins, start).after(30), RunContext()));
}

// Two edges, each within a community of its own: 2 · 2 ln (2 / (2 · 2)).
TEST(EdgeRefinement, TheLikelihoodOfEdgesByHand) {
  const Graph graph = graph_of(4, {{0, 1}, {2, 3}});
  EXPECT_NEAR(edge_likelihood(graph, {{0, 0, 1, 1}, 2}, RunContext()), -4.0 * std::log(2.0), 1e-12);
  EXPECT_NEAR(edge_likelihood(graph, {{0, 0, 0, 0}, 1}, RunContext()), -4.0 * std::log(4.0), 1e-12);
}

// The figures by hand: two points of community 0 at 0 and 2, one of community 1 at 5.
TEST(EdgeRefinement, CentresAndInertiaAreThoseOfItsCommunities) {
  const Matrix<double> points(3, 1, {0.0, 2.0, 5.0});
  const KmeansResult r = with_communities({}, {{0, 0, 1}, 2}, points, RunContext());
  EXPECT_EQ(r.partition.community_of, (std::vector<std::int32_t>{0, 0, 1}));
  EXPECT_NEAR(r.centres(0, 0), 1.0, 1e-12);
  EXPECT_NEAR(r.centres(1, 0), 5.0, 1e-12);
  EXPECT_NEAR(r.inertia, 2.0, 1e-12);
}

TEST(EdgeRefinement, HasTheSameBitsAtAnyNumberOfThreads) {
  const Graph graph = graph_of(600, cliques(300));
  Partition wrong = two_halves(300);
  for (std::size_t v = 0; v < 300; v += 7) wrong.community_of[v] = 1;
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return refined_by_edges(graph, wrong, run).partition.community_of; });
}

}  // namespace
}  // namespace cgsd
