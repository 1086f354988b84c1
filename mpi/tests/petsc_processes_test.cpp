#include "mpi/petsc_processes.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/detect/detect.hpp"
#include "cgsd/graph/generators.hpp"
#include "cgsd/matrix/neighbour_sums.hpp"
#include "cgsd/metrics/agreement.hpp"
#include "cgsd/metrics/contingency.hpp"

#include "mpi/slepc_values.hpp"
#include "tests/graph/thread_processes.hpp"
#include "tests/support/random_matrix.hpp"

namespace cgsd::mpi {
namespace {

Dataset model(NodeId nodes) {
  return stochastic_block_model(
      {.nodes = nodes, .communities = 4, .heterophily = 0.1, .mean_degree = 14.0, .dimensions = 24},
      RunContext({.seed = 3, .workers = 1}));
}

class Ranks : public ::testing::Test {
 protected:
  PetscProcesses processes_;
  RunContext run_{RunSettings{.workers = 1}};
  Joined joined_{run_, processes_};
};

TEST_F(Ranks, AddInTheirOrder) {
  std::vector<double> values(1001, processes_.rank() == 0 ? 1e16 : 1.0);
  sum_over_processes(run_, values);
  double expected = 1e16;
  for (int r = 1; r < processes_.count(); ++r) expected += 1.0;
  for (const double value : values) EXPECT_EQ(value, expected);
  std::vector<double> one = {1.0};  // fewer numbers than ranks
  sum_over_processes(run_, one);
  EXPECT_EQ(one[0], processes_.count());
}

TEST_F(Ranks, ExchangeWhatIsMeantForEach) {
  std::vector<std::vector<int>> parts;
  for (int to = 0; to < processes_.count(); ++to)
    parts.emplace_back(static_cast<std::size_t>(to + 1), 10 * processes_.rank() + to);
  const auto received = exchanged(run_, std::move(parts));
  for (int from = 0; from < processes_.count(); ++from) {
    const std::vector<int> expected(static_cast<std::size_t>(processes_.rank() + 1), 10 * from + processes_.rank());
    EXPECT_EQ(received[static_cast<std::size_t>(from)], expected);
  }
}

// Entries keep their order, so every sum over neighbours has the bits of one process.
TEST_F(Ranks, MultiplyAsOneProcessDoes) {
  const Dataset data = model(700);
  const Matrix<float> all = testing::random_matrix<float>(700, 11, 8);
  Matrix<float> product(700, 11);
  neighbour_sums<float>(data.input.graph, all, product, {}, RunContext());
  const Graph own = testing::share_of(data.input.graph, processes_);
  const auto [begin, end] = testing::own_rows(700, processes_);
  Matrix<float> part(end - begin, 11);
  neighbour_sums<float>(own, testing::some_rows(all, begin, end), part, {}, run_);
  EXPECT_EQ(part, testing::some_rows(product, begin, end));
  const std::uint64_t expected =
      processes_.count() == 1 ? 0 : processes_.ghosts_of(own)->ids().size() * 11 * sizeof(float);
  EXPECT_EQ(processes_.traffic().ghosts, expected);
}

// Three solvers: ours over the ranks, ours in one process (Lanczos), SLEPc's Krylov–Schur over the ranks.
TEST_F(Ranks, FindTheEigenvaluesOfOneProcess) {
  const Dataset data = model(1500);
  const TopologySpectrum one = topology_spectrum(data.input.graph, 6, RunContext());
  const Graph own = testing::share_of(data.input.graph, processes_);
  const TopologySpectrum several = topology_spectrum(own, 6, run_);
  const std::vector<double> oracle = slepc_values(RegularisedAdjacency(own, several.regulariser), 6, run_);
  ASSERT_GE(several.values.size(), 4U);
  ASSERT_GE(oracle.size(), several.values.size());
  for (std::size_t j = 0; j < several.values.size(); ++j) {
    EXPECT_NEAR(several.values[j], one.values[j], 1e-6);
    EXPECT_NEAR(several.values[j], oracle[j], 1e-6);
  }
}

TEST_F(Ranks, FindTheCommunitiesOfOneProcess) {
  const Dataset data = model(1200);
  DetectOptions options;
  options.communities = 4;
  const Detection one = detect(data.input, options, RunContext({.workers = 1}));
  const Graph graph = testing::share_of(data.input.graph, processes_);
  const auto [begin, end] = testing::own_rows(1200, processes_);
  const Attributes own(testing::some_rows(data.input.attributes.dense(), begin, end));
  const Detection first = detect({graph, own}, options, run_);
  const Detection again = detect({graph, own}, options, run_);
  EXPECT_EQ(first.embedding(), again.embedding());
  EXPECT_EQ(first.communities(), again.communities());
  const auto all = gathered(run_, std::span<const std::int32_t>(first.communities().community_of));
  EXPECT_GE(nmi(contingency(one.communities().community_of, all)), 0.99);
}

}  // namespace
}  // namespace cgsd::mpi
