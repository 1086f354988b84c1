#include "cgsd/report/evidence_facts.hpp"

#include <algorithm>
#include <cmath>

#include "cgsd/attributes/centred_attributes.hpp"
#include "cgsd/curvature/curvature.hpp"
#include "cgsd/figure/tail_bins.hpp"
#include "cgsd/io/text/json_number.hpp"
#include "cgsd/report/node_arrays.hpp"
#include "cgsd/stats/sample_summary.hpp"

namespace cgsd {
namespace {

using Json = nlohmann::ordered_json;
constexpr std::size_t kConfidenceBins = 20;
constexpr std::uint16_t kWholeRange = 65535;

Json number_json(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double x : values) list.push_back(json_number(std::round(x * 1e6) / 1e6));
  return list;
}

// The embedding minus the mean of its rows.
CentredAttributes centred(MatrixView<float> x, const RunContext& context) {
  std::vector<double> sum(x.cols(), 0.0);
  for (std::size_t i = 0; i < x.rows(); ++i)
    for (std::size_t j = 0; j < x.cols(); ++j) sum[j] += static_cast<double>(x(i, j));
  AttributeScale scale{
      std::vector<float>(x.rows(), 1.0F), std::vector<float>(x.cols(), 1.0F), std::vector<float>(x.rows(), 1.0F), {}};
  for (const double s : sum) scale.mean.push_back(static_cast<float>(s / static_cast<double>(x.rows())));
  return {AttributesView(x), scale, context};
}

double squares_around_mean(MatrixView<float> x) {
  double all = 0.0;
  for (std::size_t j = 0; j < x.cols(); ++j) {
    double sum = 0.0;
    double squares = 0.0;
    for (std::size_t i = 0; i < x.rows(); ++i) {
      const auto value = static_cast<double>(x(i, j));
      sum += value;
      squares += value * value;
    }
    all += squares - sum * sum / static_cast<double>(x.rows());
  }
  return all;
}

std::vector<double> column_in_unit(const Matrix<float>& scores, std::size_t j) {
  std::vector<double> values;
  for (std::size_t i = 0; i < scores.rows(); ++i)
    values.push_back(j < scores.cols() ? static_cast<double>(scores(i, j)) : 0.0);
  const auto [least, most] = std::ranges::minmax(values);
  const double range = most > least ? most - least : 1.0;
  for (double& x : values) x = (x - least) / range;
  return values;
}

}  // namespace

Json curvature_facts(GraphView graph, const Partition& partition, const RunContext& context) {
  const std::vector<double> curvature = edge_curvature(graph, {}, context);
  std::vector<double> all;
  std::vector<double> within;
  std::vector<double> between;
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
      const NodeId v = graph.targets()[i];
      if (v == u || (!graph.directed() && v < u)) continue;
      all.push_back(curvature[i]);
      (partition.community_of[u] == partition.community_of[v] ? within : between).push_back(curvature[i]);
    }
  }
  if (all.empty()) return nullptr;
  for (auto* values : {&all, &within, &between}) std::ranges::sort(*values);
  const TailBins bins = tail_bins(all);
  const auto side = [&](const std::vector<double>& values) -> Json {
    if (values.empty()) return {{"edges", 0}};
    return {{"edges", values.size()},
            {"median", json_number(quantile_of_sorted(values, 0.5))},
            {"percent", number_json(shares_in(bins, values))}};
  };
  return {{"kind", "forman"},       {"first", bins.first},
          {"width", bins.width},    {"bins", bins.count},
          {"below", bins.below},    {"below_limit", json_number(bins.below_limit)},
          {"above", bins.above},    {"above_limit", json_number(bins.above_limit)},
          {"within", side(within)}, {"between", side(between)}};
}

Json mixing_facts(GraphView graph, const Partition& partition) {
  const auto c = static_cast<std::size_t>(partition.communities);
  if (graph.entries() == 0 || partition.communities < 2 || partition.communities > kMostMixed) return nullptr;
  Matrix<double> between(c, c);
  std::vector<double> out(c, 0.0);
  std::vector<double> in(c, 0.0);
  double all = 0.0;
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
      const double w = graph.weighted() ? graph.weights()[i] : 1.0;
      const auto a = static_cast<std::size_t>(partition.community_of[u]);
      const auto b = static_cast<std::size_t>(partition.community_of[graph.targets()[i]]);
      between(a, b) += w;
      out[a] += w;
      in[b] += w;
      all += w;
    }
  }
  Json ratios = Json::array();
  for (std::size_t a = 0; a < c; ++a) {
    std::vector<double> row;
    for (std::size_t b = 0; b < c; ++b) row.push_back(between(a, b) * all / (out[a] * in[b]));
    ratios.push_back(number_json(row));
  }
  return {{"ratios", ratios}};
}

Json class_facts(const Labels& labels, const Partition& partition) {
  constexpr std::size_t kMostCells = 2'500;
  if (labels.none()) return nullptr;
  const auto c = static_cast<std::size_t>(partition.communities);
  const auto k = static_cast<std::size_t>(labels.classes());
  if (c * k > kMostCells || k == 0) return nullptr;
  std::vector<std::vector<std::uint64_t>> counts(c, std::vector<std::uint64_t>(k, 0));
  for (std::size_t v = 0; v < labels.class_of.size(); ++v) {
    if (labels.class_of[v] == kUnlabelled) continue;
    ++counts[static_cast<std::size_t>(partition.community_of[v])][static_cast<std::size_t>(labels.class_of[v])];
  }
  return {{"counts", counts}};
}

Json confidence_facts(const std::vector<double>& confidence) {
  std::vector<std::uint64_t> bins(kConfidenceBins, 0);
  std::uint64_t none = 0;
  for (const double x : confidence) {
    if (!std::isfinite(x)) {
      ++none;
      continue;
    }
    const double bin = std::floor(std::clamp(x, 0.0, 1.0) * kConfidenceBins);
    ++bins[std::min(static_cast<std::size_t>(bin), kConfidenceBins - 1)];
  }
  return {{"bins", bins}, {"none", none}};
}

Json add_scatter(PackedArrays& arrays, MatrixView<float> embedding, const RunContext& context) {
  if (embedding.rows() < 3 || embedding.cols() < 2) return nullptr;
  const double all = squares_around_mean(embedding);
  if (!(all > 0.0)) return nullptr;
  const RandomisedSvd found = randomised_svd(centred(embedding, context), {.rank = 2}, context);
  if (found.values.empty()) return nullptr;
  Json shares = Json::array();
  for (std::size_t j = 0; j < 2; ++j)
    shares.push_back(j < found.values.size() ? found.values[j] * found.values[j] / all : 0.0);
  arrays.add("scatter_x",
             std::span<const std::uint16_t>(in_sixteen_bits(column_in_unit(found.scores, 0), kWholeRange)));
  arrays.add("scatter_y",
             std::span<const std::uint16_t>(in_sixteen_bits(column_in_unit(found.scores, 1), kWholeRange)));
  return {{"dimensions", embedding.cols()}, {"shares", shares}};
}

}  // namespace cgsd
