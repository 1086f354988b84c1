// The arithmetic of the `authors` variant against what the CGSD authors' own program computed, in double.
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "cgsd/curvature/forman.hpp"
#include "cgsd/graph/builder.hpp"
#include "cgsd/io/arrays/npy_values.hpp"
#include "cgsd/io/arrays/npz.hpp"
#include "cgsd/neighbours/knn_graph.hpp"
#include "cgsd/spectral/affinity.hpp"
#include "cgsd/spectral/eigenpairs.hpp"
#include "cgsd/trained/train.hpp"

#include "tests/support/shared_data.hpp"

namespace cgsd {
namespace {

constexpr double kTolerance = 1e-9;
// The authors' program computes σ(κ) of the affinity in single precision, even where everything else is double.
constexpr double kSinglePrecision = 0x1p-23;

struct Golden {
  explicit Golden(const std::filesystem::path& file) : npz(file, run) {
    const auto flat = integer_values(npz.get("edges"));
    EntryList list{.nodes = 0, .entries = {}, .weights = {}};
    attributes = attribute_matrix(npz.get("features"));
    list.nodes = static_cast<NodeId>(attributes.rows());
    for (std::size_t i = 0; i < flat.size(); i += 2) {
      list.entries.push_back({static_cast<NodeId>(flat[i]), static_cast<NodeId>(flat[i + 1])});
    }
    entries = list.entries;
    data = {build_graph(list, {.directed = true}, run).graph, attributes};
    curvature = forman_curvature(data.graph, run);
  }

  Matrix<double> matrix(const std::string& name) const {
    const NpyArray array = npz.get(name);
    return {array.shape[0], array.shape[1], double_values(array)};
  }

  // A layer's weights (in × 2w) from its heads and residual, each stored (out, in).
  Matrix<double> layer(const std::string& prefix) const {
    const auto head0 = matrix(prefix + "_head0");
    const auto head1 = matrix(prefix + "_head1");
    const auto residual = matrix(prefix + "_res");
    Matrix<double> wide(head0.cols(), head0.rows() + head1.rows() + residual.rows());
    std::size_t column = 0;
    for (const auto* part : {&head0, &head1, &residual}) {
      for (std::size_t o = 0; o < part->rows(); ++o, ++column) {
        for (std::size_t i = 0; i < part->cols(); ++i) wide(i, column) = (*part)(o, i);
      }
    }
    return wide;
  }

  EncoderWeights<double> weights(const std::string& prefix) const {
    const auto cluster = matrix(prefix + "w_cluster");
    Matrix<double> assignment(cluster.cols(), cluster.rows());
    for (std::size_t o = 0; o < cluster.rows(); ++o) {
      for (std::size_t i = 0; i < cluster.cols(); ++i) assignment(i, o) = cluster(o, i);
    }
    return {layer(prefix + "w1"), layer(prefix + "w2"), assignment};
  }

  std::int32_t communities() const { return static_cast<std::int32_t>(integer_values(npz.get("clusters"))[0]); }

  EncoderOptions options() const {
    EncoderOptions o;
    o.sheaf = {.heads = 2,
               .width = static_cast<std::int32_t>(matrix("w1_head0").rows()),
               .self_term = 0.0,
               .diffusion = 0.5,
               .residual = 0.5};
    o.dropout = 0.0;
    o.final_relu = true;
    o.adam.learning_rate = 0.005;
    o.modularity = o.collapse = o.reconstruction = LossVariant::authors;
    return o;
  }

  RunContext run{RunSettings{.workers = 2}};
  NpzFile npz;
  Matrix<float> attributes;
  std::vector<Entry> entries;
  AttributedGraph data;
  std::vector<double> curvature;
};

void expect_close(const Matrix<double>& expected, const Matrix<double>& actual, const char* what) {
  ASSERT_EQ(expected.rows(), actual.rows()) << what;
  ASSERT_EQ(expected.cols(), actual.cols()) << what;
  double scale = 0.0;
  double worst = 0.0;
  for (std::size_t i = 0; i < expected.values().size(); ++i) {
    scale = std::max(scale, std::abs(expected.values()[i]));
    worst = std::max(worst, std::abs(expected.values()[i] - actual.values()[i]));
  }
  EXPECT_LE(worst, kTolerance * scale) << what;
}

class AuthorsGolden : public ::testing::TestWithParam<const char*> {};

TEST_P(AuthorsGolden, CurvatureIsTheSameForEveryEntry) {
  CGSD_NEEDS_SHARED_DATA(GetParam(), file);
  const Golden golden(file);
  const auto expected = double_values(golden.npz.get("curvature"));
  for (std::size_t i = 0; i < golden.entries.size(); ++i) {
    const auto [u, v] = golden.entries[i];
    EXPECT_EQ(golden.curvature[find_entry(golden.data.graph, u, v)], expected[i]);
  }
}

TEST_P(AuthorsGolden, ForwardLossesAndEveryGradientAgree) {
  CGSD_NEEDS_SHARED_DATA(GetParam(), file);
  const Golden golden(file);
  const EncoderInput input{golden.data.graph, golden.data.attributes, golden.curvature, golden.communities()};
  const auto result = evaluate(input, golden.options(), golden.weights(""), golden.run);
  expect_close(golden.matrix("embedding_epoch0"), result.embedding, "embedding");
  expect_close(golden.matrix("assignment_epoch0"), result.assignment, "assignment");
  const auto expected = golden.weights("grad_");
  expect_close(expected.layer1, result.gradient.layer1, "gradient of layer 1");
  expect_close(expected.layer2, result.gradient.layer2, "gradient of layer 2");
  expect_close(expected.assignment, result.gradient.assignment, "gradient of the assignment");
}

TEST_P(AuthorsGolden, OneAdamStepAgrees) {
  CGSD_NEEDS_SHARED_DATA(GetParam(), file);
  const Golden golden(file);
  EncoderOptions options = golden.options();
  options.epochs = 1;
  TrainingState<double> state;
  state.weights = golden.weights("");
  const auto trained =
      train<double>({golden.data.graph, golden.data.attributes, golden.curvature, golden.communities()}, options, state,
                    {}, golden.run);
  const auto expected = golden.weights("step1_");
  expect_close(expected.layer1, trained.state.weights.layer1, "layer 1");
  expect_close(expected.layer2, trained.state.weights.layer2, "layer 2");
  expect_close(expected.assignment, trained.state.weights.assignment, "assignment");
}

TEST_P(AuthorsGolden, ThirtyStepsGiveTheSameLossesAndEmbedding) {
  CGSD_NEEDS_SHARED_DATA(GetParam(), file);
  const Golden golden(file);
  TrainingState<double> state;
  state.weights = golden.weights("");
  const auto trained =
      train<double>({golden.data.graph, golden.data.attributes, golden.curvature, golden.communities()},
                    golden.options(), state, {}, golden.run);
  const auto expected = golden.matrix("loss_trace");
  ASSERT_EQ(trained.state.losses.size(), expected.rows());
  for (std::size_t epoch = 0; epoch < expected.rows(); ++epoch) {
    const LossRecord& loss = trained.state.losses[epoch];
    const double values[] = {loss.modularity, loss.collapse, loss.reconstruction, loss.total};
    for (std::size_t k = 0; k < 4; ++k)
      EXPECT_NEAR(values[k], expected(epoch, k), kTolerance * std::abs(expected(epoch, k)));
  }
  expect_close(golden.matrix("embedding_final"), trained.embedding, "embedding after 30 steps");
}

TEST_P(AuthorsGolden, AffinityAndEigenvaluesAgree) {
  CGSD_NEEDS_SHARED_DATA(GetParam(), file);
  const Golden golden(file);
  const auto embedding = golden.matrix("embedding_final");
  const Graph knn = knn_graph(nearest_neighbours(embedding, {.neighbours = 10}, golden.run), golden.run);
  const auto pairs = integer_values(golden.npz.get("knn_edges"));
  EXPECT_EQ(knn.entries(), pairs.size() / 2);
  for (std::size_t i = 0; i < pairs.size(); i += 2) {
    EXPECT_LT(find_entry(knn, static_cast<NodeId>(pairs[i]), static_cast<NodeId>(pairs[i + 1])), knn.entries());
  }
  const CurvedGraph original{golden.data.graph, golden.curvature};
  const Affinity affinity =
      curvature_affinity(knn, embedding, original, {.edge = EdgeChoice::same_edge, .alpha = 1.0}, golden.run);
  const auto rows = integer_values(golden.npz.get("cspec_rows"));
  const auto columns = integer_values(golden.npz.get("cspec_cols"));
  const auto weights = double_values(golden.npz.get("cspec_weights"));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const EntryIndex entry = find_entry(affinity.graph, static_cast<NodeId>(rows[i]), static_cast<NodeId>(columns[i]));
    ASSERT_LT(entry, affinity.graph.entries());
    EXPECT_NEAR(std::exp(affinity.log_weight[entry]), weights[i], kSinglePrecision * weights[i])
        << rows[i] << " " << columns[i];
  }
  const auto expected = double_values(golden.npz.get("laplacian_smallest_eigenvalues"));
  const NormalisedLaplacian laplacian(affinity.graph, affinity.log_weight, golden.run);
  for (const std::int32_t dense_limit : {500, 0}) {
    const Spectrum spectrum = smallest_eigenpairs(
        laplacian, {.eigenpairs = static_cast<std::int32_t>(expected.size()), .dense_limit = dense_limit}, golden.run);
    for (std::size_t j = 0; j < expected.size(); ++j) EXPECT_NEAR(spectrum.values[j], expected[j], kTolerance) << j;
  }
}

INSTANTIATE_TEST_SUITE_P(Files, AuthorsGolden,
                         ::testing::Values("golden/authors_sbm120.npz", "golden/authors_texas200.npz"),
                         [](const auto& file) {
                           return std::string(file.param).find("sbm") != std::string::npos ? "Sbm" : "Texas";
                         });

}  // namespace
}  // namespace cgsd
