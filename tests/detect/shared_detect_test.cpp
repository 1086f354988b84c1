// What several processes find, beside what one finds. Here they are threads; mpi/tests has the same with MPI.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/detect/detect.hpp"
#include "cgsd/graph/generators.hpp"
#include "cgsd/metrics/agreement.hpp"
#include "cgsd/metrics/contingency.hpp"

#include "tests/graph/thread_processes.hpp"

namespace cgsd {
namespace {

struct Found {
  std::vector<std::int32_t> communities;
  std::vector<double> centres;
  Diffusion diffusion;
};

Found of_one(const AttributedGraph& input, const DetectOptions& options) {
  const Detection d = detect(input, options, RunContext());
  return {d.communities().community_of, {}, std::get<Diffusion>(d.encoded)};
}

Found of_several(const AttributedGraph& input, const DetectOptions& options, int count) {
  Found found;
  testing::run_processes(count, [&](const RunContext& run, Processes& processes) {
    const Graph graph = testing::share_of(input.graph, processes);
    const auto [begin, end] = testing::own_rows(input.graph.nodes(), processes);
    const Attributes own =
        input.attributes.none() ? Attributes() : Attributes(testing::some_rows(input.attributes.dense(), begin, end));
    const Detection d = detect({graph, own}, options, run);
    const auto all = gathered(run, std::span<const std::int32_t>(d.communities().community_of));
    if (processes.rank() > 0) return;
    found = {all, {}, std::get<Diffusion>(d.encoded)};
    const auto centres = clustering_of(d.rounded).centres.values();
    found.centres.assign(centres.begin(), centres.end());
  });
  return found;
}

double nmi_of(const std::vector<std::int32_t>& a, const std::vector<std::int32_t>& b) {
  return cgsd::nmi(contingency(a, b));
}

void expect_alike(const SbmOptions& model) {
  const Dataset data = stochastic_block_model(model, RunContext({.seed = 7}));
  DetectOptions options;
  options.communities = model.communities;
  const Found one = of_one(data.input, options);
  for (const int count : {2, 3}) {
    const Found several = of_several(data.input, options, count);
    EXPECT_NEAR(several.diffusion.agreement.edges, one.diffusion.agreement.edges, 1e-6);
    EXPECT_NEAR(several.diffusion.agreement.paths, one.diffusion.agreement.paths, 1e-6);
    EXPECT_NEAR(several.diffusion.agreement.distant, one.diffusion.agreement.distant, 1e-6);
    EXPECT_NEAR(several.diffusion.overlap, one.diffusion.overlap, 1e-6);
    ASSERT_EQ(several.diffusion.topology.values.size(), one.diffusion.topology.values.size());
    for (std::size_t j = 0; j < one.diffusion.topology.values.size(); ++j)
      EXPECT_NEAR(several.diffusion.topology.values[j], one.diffusion.topology.values[j], 1e-6);
    EXPECT_GE(nmi_of(several.communities, one.communities), 0.99) << count << " processes";
    EXPECT_EQ(of_several(data.input, options, count).centres, several.centres) << "the same bits again";
  }
}

TEST(SharedDetect, FindsWhatOneProcessFindsIfNeighboursAreAlike) {
  expect_alike({.nodes = 1200, .communities = 4, .heterophily = 0.1, .mean_degree = 14.0, .dimensions = 24});
}

TEST(SharedDetect, FindsWhatOneProcessFindsIfNeighboursAreUnlike) {
  expect_alike({.nodes = 1200,
                .communities = 3,
                .heterophily = 0.9,
                .mean_degree = 14.0,
                .dimensions = 24,
                .coupling = Coupling::independent});
}

TEST(SharedDetect, FindsWhatOneProcessFindsWithoutAttributes) {
  expect_alike(
      {.nodes = 1200, .communities = 3, .heterophily = 0.1, .mean_degree = 16.0, .attributes = AttributeKind::none});
}

}  // namespace
}  // namespace cgsd
