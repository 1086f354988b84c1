#include "cgsd/detect/detect.hpp"

#include <cmath>
#include <limits>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/detect/presets.hpp"
#include "cgsd/graph/generators.hpp"
#include "cgsd/graph/karate.hpp"
#include "cgsd/metrics/scores.hpp"

#include "tests/support/stop_at.hpp"
#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using testing::graph_of;
using ::testing::HasSubstr;

constexpr SbmOptions kEasy{.nodes = 200,
                           .communities = 4,
                           .heterophily = 0.1,
                           .mean_degree = 10.0,
                           .dimensions = 16,
                           .coupling = Coupling::independent,
                           .signal = 3.0,
                           .noise = 0.5};

DetectOptions options_of(Preset preset, std::int32_t communities) {
  DetectOptions options = preset_options(preset);
  options.communities = communities;
  return options;
}

TrainedOptions& trained(DetectOptions& options) { return std::get<TrainedOptions>(options.encoder); }
SpectralOptions& spectral(DetectOptions& options) { return std::get<SpectralOptions>(options.rounding); }
const Training<float>& training(const Detection& d) { return std::get<TrainedEncoding>(d.encoded).training; }

std::string refusal(const AttributedGraph& input, const DetectOptions& options) {
  try {
    detect(input, options, RunContext());
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "accepted";
}

Matrix<float> column(std::vector<float> values) { return {values.size(), 1, values}; }

void expect_partition_of(const Detection& d, std::size_t nodes, std::int32_t most) {
  ASSERT_EQ(d.communities().community_of.size(), nodes);
  EXPECT_LE(d.communities().communities, most);
  const std::set<std::int32_t> used(d.communities().community_of.begin(), d.communities().community_of.end());
  EXPECT_EQ(used.size(), static_cast<std::size_t>(d.communities().communities));
  const auto sizes = community_sizes(d.communities());
  EXPECT_TRUE(std::is_sorted(sizes.rbegin(), sizes.rend()));
}

TEST(Detect, FindsCommunitiesThatAttributesAndEdgesBothShow) {
  const Dataset data = stochastic_block_model(kEasy, RunContext({.seed = 3}));
  const Detection d = detect(data.input, options_of(Preset::paper, 4), RunContext());
  expect_partition_of(d, 200, 4);
  EXPECT_GT(agreement(data.labels.class_of, d.communities().community_of).nmi, 0.9);
}

// The owning types are one way to hold the arrays; vectors of the caller's are another.
TEST(Detect, FindsTheSameInArraysOfTheCaller) {
  const Dataset data = stochastic_block_model(kEasy, RunContext({.seed = 3}));
  const Graph& graph = data.input.graph;
  const Matrix<float>& numbers = data.input.attributes.dense();
  const std::vector<EntryIndex> offsets(graph.offsets().begin(), graph.offsets().end());
  const std::vector<NodeId> targets(graph.targets().begin(), graph.targets().end());
  const std::vector<float> values(numbers.values().begin(), numbers.values().end());
  const AttributedGraphView view{GraphView(offsets, targets),
                                 MatrixView<float>(numbers.rows(), numbers.cols(), values)};
  for (const Preset preset : {Preset::standard, Preset::paper}) {
    const DetectOptions options = options_of(preset, 4);
    const Detection expected = detect(data.input, options, RunContext());
    const Detection found = detect(view, options, RunContext());
    EXPECT_EQ(found.communities().community_of, expected.communities().community_of);
    EXPECT_TRUE(testing::same_bits(found.embedding(), expected.embedding()));
  }
}

TEST(Detect, KeepsTheEvidenceOfEveryStage) {
  const Dataset data = stochastic_block_model(kEasy, RunContext({.seed = 3}));
  const Detection d = detect(data.input, options_of(Preset::paper, 4), RunContext());
  const auto& encoded = std::get<TrainedEncoding>(d.encoded);
  EXPECT_EQ(encoded.curvature.size(), data.input.graph.entries());
  EXPECT_EQ(d.embedding().rows(), 200u);
  EXPECT_EQ(d.embedding().cols(), 128u);
  EXPECT_EQ(encoded.training.state.losses.size(), 30u);
  EXPECT_EQ(encoded.training.assignment.cols(), 4u);
  const auto& rounded = std::get<SpectralRounding>(d.rounded);
  EXPECT_EQ(rounded.affinity.log_weight.size(), rounded.affinity.graph.entries());
  EXPECT_EQ(rounded.spectrum.values.size(), 4u);
  EXPECT_EQ(rounded.points.cols(), 3u);
  EXPECT_FALSE(d.count.chosen());
}

TEST(Detect, TakesOneEigenvectorMoreInTheAuthorsProgram) {
  const Dataset data = stochastic_block_model(kEasy, RunContext({.seed = 3}));
  const Detection d = detect(data.input, options_of(Preset::authors, 4), RunContext());
  EXPECT_EQ(std::get<SpectralRounding>(d.rounded).spectrum.values.size(), 5u);
  EXPECT_EQ(std::get<SpectralRounding>(d.rounded).points.cols(), 4u);
}

// Whatever number is counted, asking for it gives the same bytes.
TEST(Detect, OfACountedNumberIsThatOfTheSameNumberAskedFor) {
  const Dataset data = stochastic_block_model(kEasy, RunContext({.seed = 3}));
  for (const auto& entry : enum_names(Preset{})) {
    const Detection counted = detect(data.input, options_of(entry.value, 0), RunContext());
    ASSERT_TRUE(counted.count.chosen());
    const Detection asked = detect(data.input, options_of(entry.value, counted.count.communities), RunContext());
    EXPECT_EQ(counted.communities(), asked.communities()) << entry.name;
    EXPECT_TRUE(testing::same_bits(counted.embedding(), asked.embedding())) << entry.name;
  }
  // Counting does not know of the seed, encoding does.
  const RunContext seeded({.seed = 4});
  const Detection counted = detect(data.input, {}, seeded);
  DetectOptions options;
  options.communities = counted.count.communities;
  EXPECT_TRUE(testing::same_bits(counted.embedding(), detect(data.input, options, seeded).embedding()));
}

TEST(Detect, ChoosesTheNumberOfCommunitiesByTheEigengap) {
  const Dataset data = stochastic_block_model(kEasy, RunContext({.seed = 3}));
  DetectOptions options = options_of(Preset::paper, 0);
  std::get<CurvatureAffinityOptions>(spectral(options).affinity.kind).alpha =
      0.0;  // all neighbours count alike: the groups are plain to see
  const Detection d = detect(data.input, options, RunContext());
  EXPECT_TRUE(d.count.chosen());
  EXPECT_EQ(d.count.communities, 4);
  EXPECT_EQ(d.count.eigenvalues.size(), 21u);
  EXPECT_GT(agreement(data.labels.class_of, d.communities().community_of).nmi, 0.9);
}

TEST(Detect, GivesTheSameBitsAtAnyThreadCount) {
  const Dataset data = stochastic_block_model({.nodes = 700, .communities = 3, .dimensions = 20}, RunContext());
  for (const Preset preset : {Preset::paper, Preset::authors}) {
    testing::expect_same_bits_at_any_thread_count(
        [&](const RunContext& run) { return detect(data.input, options_of(preset, 3), run).embedding(); });
    testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
      return detect(data.input, options_of(preset, 3), run).communities().community_of;
    });
  }
}

TEST(Detect, DependsOnTheSeed) {
  const Dataset data = stochastic_block_model(kEasy, RunContext());
  const auto embedding = [&](std::uint64_t seed) {
    return detect(data.input, options_of(Preset::paper, 4), RunContext({.seed = seed})).embedding();
  };
  EXPECT_FALSE(testing::same_bits(embedding(1), embedding(2)));
}

TEST(Detect, WorksWithoutAttributes) {
  const Dataset karate = karate_club(RunContext());
  for (const AttributeSource source :
       {AttributeSource::automatic, AttributeSource::structural, AttributeSource::identity}) {
    DetectOptions options = options_of(Preset::paper, 2);
    trained(options).attributes = source;
    const Detection d = detect(karate.input, options, RunContext());
    expect_partition_of(d, 34, 2);
    EXPECT_FALSE(std::get<TrainedEncoding>(d.encoded).made_attributes.none());
  }
}

TEST(Detect, PlacesIsolatedNodesByTheirAttributes) {
  // two triangles apart, one isolated node that looks like the first
  const AttributedGraph input{graph_of(7, {{0, 1}, {1, 2}, {0, 2}, {3, 4}, {4, 5}, {3, 5}}),
                              column({1.0f, 1.1f, 0.9f, -1.0f, -1.1f, -0.9f, 1.0f})};
  for (const auto& entry : enum_names(Rounding{})) {
    DetectOptions options = options_of(Preset::paper, 2);
    set_option(options, "rounding", entry.name);
    if (entry.value != Rounding::kmeans) set_option(options, "knn.neighbours=2");
    const Detection d = detect(input, options, RunContext());
    expect_partition_of(d, 7, 2);
    const auto& found = d.communities().community_of;
    EXPECT_EQ(found[6], found[0]) << entry.name;
    EXPECT_NE(found[6], found[3]) << entry.name;
    for (const float x : d.embedding().values()) EXPECT_TRUE(std::isfinite(x));
  }
}

TEST(Detect, GivesFewerCommunitiesThanWantedWhereRowsRepeat) {
  AttributedGraph input{graph_of(6, {}), column({1.0f, 1.0f, 1.0f, 0.0f, 0.0f, 0.0f})};
  DetectOptions options = options_of(Preset::paper, 5);
  options.rounding = PlainKmeansOptions{};
  const Detection d = detect(input, options, RunContext());
  expect_partition_of(d, 6, 2);
}

TEST(Detect, TakesAGraphWithoutEdgesByItsAttributes) {
  AttributedGraph input{graph_of(4, {}), column({1.0f, 0.9f, -1.0f, -0.9f})};
  for (const Preset preset : {Preset::paper, Preset::authors})
    expect_partition_of(detect(input, options_of(preset, 2), RunContext()), 4, 2);
}

TEST(Detect, TakesOneNodeAsOneCommunity) {
  AttributedGraph input{graph_of(1, {}), column({1.0f})};
  for (const std::int32_t communities : {0, 1}) {
    const Detection d = detect(input, options_of(Preset::paper, communities), RunContext());
    EXPECT_EQ(d.communities().community_of, std::vector<std::int32_t>{0});
  }
}

TEST(Detect, TakesAsManyCommunitiesAsNodes) {
  const Dataset karate = karate_club(RunContext());
  expect_partition_of(detect(karate.input, options_of(Preset::paper, 34), RunContext()), 34, 34);
}

TEST(Detect, RefusesWhatCannotBeDone) {
  const AttributedGraph pair{graph_of(2, {{0, 1}}), column({0.0f, 1.0f})};
  EXPECT_THAT(refusal(pair, options_of(Preset::paper, -1)), HasSubstr("communities = -1: must be in [0, 1000000]"));
  EXPECT_EQ(refusal(pair, options_of(Preset::paper, 3)), "communities = 3: the graph has only 2 nodes");
  EXPECT_EQ(refusal({Graph(), {}}, options_of(Preset::paper, 1)), "the graph has no nodes");
  EXPECT_EQ(refusal({graph_of(3, {}), {}}, options_of(Preset::paper, 2)),
            "the graph has neither edges nor attributes: there is nothing to find communities by");
  EXPECT_EQ(refusal({graph_of(2, {{0, 1}}), column({0.0f})}, options_of(Preset::paper, 2)),
            "attributes: 1 rows for 2 nodes");
  EXPECT_EQ(refusal({graph_of(2, {{0, 1}}, {.directed = true}), {}}, options_of(Preset::paper, 2)),
            "directed = false: the graph has directed entries; leave --directed out, or set directed = true");
  DetectOptions given = options_of(Preset::paper, 2);
  trained(given).attributes = AttributeSource::given;
  EXPECT_EQ(refusal({graph_of(2, {{0, 1}}), {}}, given), "attributes = given: the input has no attributes");
}

TEST(Detect, NamesTheAttributeThatIsNotFinite) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(refusal({graph_of(2, {{0, 1}}), column({0.0f, nan})}, options_of(Preset::paper, 2)),
            "attributes: row 1, column 0 is nan");
  SparseRows sparse;
  sparse.cols = 9;
  sparse.offsets = {0, 1, 1, 3};
  sparse.columns = {4, 0, 7};
  sparse.values = {1.0f, 1.0f, std::numeric_limits<float>::infinity()};
  EXPECT_EQ(refusal({graph_of(3, {{0, 1}}), sparse}, options_of(Preset::paper, 2)),
            "attributes: row 2, column 7 is inf");
}

TEST(Detect, RefusesAttributesThatOverflow) {
  const AttributedGraph input{graph_of(4, {{0, 1}, {1, 2}, {2, 3}}), column({3e38f, 2e38f, 0.0f, -3e38f})};
  DetectOptions options = options_of(Preset::paper, 2);
  trained(options).encoder.gain = 100.0;
  EXPECT_THAT(refusal(input, options), HasSubstr("scale them down"));
}

TEST(Detect, EndsWithTheLastFiniteStateWhenTheLossIsNoLongerFinite) {
  const Dataset data = stochastic_block_model(kEasy, RunContext());
  DetectOptions options = options_of(Preset::paper, 4);
  trained(options).encoder.adam.learning_rate = 1e30;
  const Detection d = detect(data.input, options, RunContext());
  EXPECT_EQ(training(d).ending, TrainingEnd::loss_not_finite);
  expect_partition_of(d, 200, 4);
}

TEST(Detect, ResumesToTheSameBits) {
  const Dataset data = stochastic_block_model(kEasy, RunContext());
  for (const Preset preset : {Preset::paper, Preset::authors}) {
    const DetectOptions options = options_of(preset, 4);
    TrainingHooks hooks;
    std::optional<TrainingState<float>> halfway;
    hooks.after_epoch = [&](const TrainingState<float>& state) {
      if (state.epoch == 13) halfway = state;
    };
    const Detection whole = detect(data.input, options, RunContext(), hooks);
    ASSERT_TRUE(halfway);
    const Detection resumed = detect(data.input, options, RunContext(), {.resume = halfway, .after_epoch = {}});
    EXPECT_TRUE(testing::same_bits(whole.embedding(), resumed.embedding()));
    EXPECT_EQ(whole.communities(), resumed.communities());
    EXPECT_EQ(training(resumed).state.losses.size(), 30u);
  }
}

TEST(Detect, RefusesAStateOfAnotherShape) {
  const Dataset data = stochastic_block_model(kEasy, RunContext());
  TrainingHooks hooks;
  hooks.resume.emplace();
  EXPECT_THROW(detect(data.input, options_of(Preset::paper, 4), RunContext(), hooks), InvalidArgument);
}

TEST(Detect, StopsInEveryStage) {
  const Dataset data = stochastic_block_model(kEasy, RunContext());
  for (const char* stage : {"attributes", "curvature", "training", "neighbours", "affinity", "spectrum", "k-means"}) {
    std::stop_source source;
    testing::StopAt sink(stage, source);
    const RunContext run({.seed = 0, .workers = 2, .stop = source.get_token(), .progress = &sink});
    EXPECT_THROW(detect(data.input, options_of(Preset::paper, 4), run), Cancelled) << stage;
  }
}

}  // namespace
}  // namespace cgsd
