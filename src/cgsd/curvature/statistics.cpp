#include "cgsd/curvature/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/core/special_values.hpp"
#include "cgsd/curvature/scratch_block.hpp"
#include "cgsd/graph/dataset.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kValueBlock = std::size_t{1} << 16;

void check_curvature(GraphView graph, std::span<const double> curvature) {
  if (curvature.size() != graph.entries()) {
    throw InvalidArgument(fmt::format("{} curvatures for {} entries", curvature.size(), graph.entries()));
  }
  const auto bad = std::find_if(curvature.begin(), curvature.end(), [](double kappa) { return std::isnan(kappa); });
  if (bad != curvature.end()) {
    throw InvalidArgument(fmt::format("curvature of entry {} is not a number", bad - curvature.begin()));
  }
}

// The curvature of the edges (u,v) for which keep(u, v) holds, in the order of their entries.
template <class Keep>
std::vector<double> edge_values(GraphView graph, std::span<const double> curvature, Keep&& keep,
                                const RunContext& run) {
  std::vector<std::vector<double>> parts((graph.nodes() + kCurvatureRows - 1) / kCurvatureRows);
  parallel_for(run, graph.nodes(), kCurvatureRows, [&](std::size_t begin, std::size_t end) {
    std::vector<double>& part = parts[begin / kCurvatureRows];
    for (auto u = static_cast<NodeId>(begin); u < end; ++u) {
      for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
        const NodeId v = graph.targets()[i];
        if ((graph.directed() || u < v) && keep(u, v)) part.push_back(curvature[i]);
      }
    }
  });
  std::vector<double> values;
  for (const auto& part : parts) values.insert(values.end(), part.begin(), part.end());
  return values;
}

template <class Term>
double mean_of(const std::vector<double>& values, Term&& term, const RunContext& run) {
  const auto sum = ordered_sum<double>(run, values.size(), kValueBlock, [&](std::size_t begin, std::size_t end) {
    double part = 0.0;
    for (std::size_t i = begin; i < end; ++i) part += term(values[i]);
    return part;
  });
  return sum / static_cast<double>(values.size());
}

// Reorders the values.
double median_of(std::vector<double>& values) {
  const auto upper = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), upper, values.end());
  if (values.size() % 2 == 1) return *upper;
  return std::midpoint(*std::max_element(values.begin(), upper), *upper);
}

CurvatureStatistics statistics_of(std::vector<double> values, const RunContext& run) {
  if (values.empty()) return {0, kUndefined, kUndefined, kUndefined, kUndefined, kUndefined};
  CurvatureStatistics result{};
  result.count = values.size();
  result.mean = mean_of(
      values, [](double kappa) { return kappa; }, run);
  const double mean = result.mean;
  result.deviation = std::sqrt(mean_of(
      values, [mean](double kappa) { return (kappa - mean) * (kappa - mean); }, run));
  const auto [lowest, highest] = std::minmax_element(values.begin(), values.end());
  result.minimum = *lowest;
  result.maximum = *highest;
  result.median = median_of(values);
  return result;
}

}  // namespace

CurvatureStatistics curvature_statistics(GraphView graph, std::span<const double> curvature, const RunContext& run) {
  check_curvature(graph, curvature);
  return statistics_of(edge_values(
                           graph, curvature, [](NodeId, NodeId) { return true; }, run),
                       run);
}

WithinCross within_cross(GraphView graph, std::span<const double> curvature, std::span<const std::int32_t> class_of,
                         const RunContext& run) {
  check_curvature(graph, curvature);
  if (class_of.size() != graph.nodes()) {
    throw InvalidArgument(fmt::format("{} classes for {} nodes", class_of.size(), graph.nodes()));
  }
  const auto counts = [&](NodeId u, NodeId v) {
    return u != v && class_of[u] != kUnlabelled && class_of[v] != kUnlabelled;
  };
  const auto alike = [&](NodeId u, NodeId v) { return counts(u, v) && class_of[u] == class_of[v]; };
  const auto unlike = [&](NodeId u, NodeId v) { return counts(u, v) && class_of[u] != class_of[v]; };

  WithinCross result{};
  result.within = statistics_of(edge_values(graph, curvature, alike, run), run);
  result.cross = statistics_of(edge_values(graph, curvature, unlike, run), run);
  result.gap_of_means = result.within.mean - result.cross.mean;
  result.gap_of_extremes = result.within.minimum - result.cross.maximum;
  return result;
}

}  // namespace cgsd
