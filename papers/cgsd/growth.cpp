#include "papers/cgsd/growth.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <limits>

#include "cgsd/core/special_values.hpp"
#include "cgsd/curvature/forman.hpp"
#include "cgsd/graph/generators.hpp"
#include "cgsd/neighbours/knn_graph.hpp"
#include "cgsd/spectral/eigenpairs.hpp"

namespace cgsd {
namespace {

template <class Work>
double shortest_seconds(Work&& work) {
  constexpr int kRepeats = 5;
  double shortest = std::numeric_limits<double>::infinity();
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    const std::clock_t begin = std::clock();
    work();
    shortest = std::min(shortest, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  }
  return shortest;
}

void add(Growth& growth, double size, double amount) {
  growth.sizes.push_back(size);
  growth.amounts.push_back(amount);
}

Graph sparse_blocks(NodeId nodes, std::int32_t communities, const RunContext& run) {
  constexpr double kDegree = 16.0;
  constexpr double kHeterophily = 0.1;
  SbmOptions options;
  options.nodes = nodes;
  options.communities = communities;
  options.mean_degree = kDegree;
  options.heterophily = kHeterophily;
  options.attributes = AttributeKind::none;
  return stochastic_block_model(options, run).input.graph;
}

Matrix<float> random_points(std::size_t rows, std::size_t columns, const RunContext& run) {
  Matrix<float> points(rows, columns);
  const RandomStream stream = run.stream("points");
  for (std::size_t i = 0; i < rows * columns; ++i)
    points(i / columns, i % columns) = static_cast<float>(stream.normal(i));
  return points;
}

void measure_neighbours(CostGrowth& costs, const RunContext& run) {
  constexpr std::size_t kWidth = 64;
  constexpr std::size_t kRows = 2000;
  const KnnOptions options{.neighbours = 10, .method = KnnMethod::exact};
  for (const std::size_t rows : {1000U, 2000U, 4000U}) {
    const Matrix<float> points = random_points(rows, kWidth, run);
    std::uint64_t pairs = 0;
    const double seconds = shortest_seconds([&] { pairs = nearest_neighbours(points, options, run).pairs_compared; });
    add(costs.neighbours, static_cast<double>(rows), seconds);
    add(costs.neighbour_pairs, static_cast<double>(rows), static_cast<double>(pairs));
  }
  for (const std::size_t columns : {64U, 128U, 256U, 512U}) {
    const Matrix<float> points = random_points(kRows, columns, run);
    add(costs.neighbours_by_width, static_cast<double>(columns),
        shortest_seconds([&] { nearest_neighbours(points, options, run); }));
  }
}

struct EigenpairCost {
  double seconds = 0.0;
  double products = 0.0;
};

EigenpairCost cost_of_eigenpairs(NodeId nodes, std::int32_t pairs, const RunContext& run) {
  const Graph graph = sparse_blocks(nodes, pairs, run);
  const NormalisedLaplacian laplacian(graph, {}, run);
  SpectrumOptions options;
  options.eigenpairs = pairs;
  options.dense_limit = 0;
  EigenpairCost cost;
  cost.seconds = shortest_seconds([&] { cost.products = smallest_eigenpairs(laplacian, options, run).products; });
  return cost;
}

}  // namespace

double growth_exponent(const Growth& growth) {
  const auto count = static_cast<double>(growth.sizes.size());
  double mean_x = 0.0;
  double mean_y = 0.0;
  for (std::size_t i = 0; i < growth.sizes.size(); ++i) {
    if (!(growth.amounts[i] > 0.0)) return kUndefined;
    mean_x += std::log(growth.sizes[i]) / count;
    mean_y += std::log(growth.amounts[i]) / count;
  }
  double products = 0.0;
  double squares = 0.0;
  for (std::size_t i = 0; i < growth.sizes.size(); ++i) {
    const double x = std::log(growth.sizes[i]) - mean_x;
    products += x * (std::log(growth.amounts[i]) - mean_y);
    squares += x * x;
  }
  return squares > 0.0 ? products / squares : kUndefined;
}

CostGrowth measure_costs(const RunContext& run) {
  constexpr std::int32_t kCommunities = 8;
  constexpr NodeId kNodes = 2000;
  const RunContext alone({.seed = run.seed(), .workers = 1});
  CostGrowth costs;
  for (const NodeId nodes : {1U << 15, 1U << 16, 1U << 17, 1U << 18}) {
    run.check_stop();
    const Graph graph = sparse_blocks(nodes, kCommunities, run);
    std::vector<double> curvature(graph.entries());
    const double seconds = shortest_seconds([&] { fill_forman_curvature(graph, curvature, alone); });
    add(costs.curvature, static_cast<double>(graph.edges()), seconds);
  }
  measure_neighbours(costs, alone);
  for (const NodeId nodes : {1000U, 2000U, 4000U, 8000U}) {
    const EigenpairCost cost = cost_of_eigenpairs(nodes, kCommunities, alone);
    add(costs.eigenvectors, nodes, cost.seconds);
    add(costs.eigenvector_products, nodes, cost.products);
  }
  for (const std::int32_t pairs : {4, 8, 16, 32})
    add(costs.eigenvectors_by_count, pairs, cost_of_eigenpairs(kNodes, pairs, alone).seconds);
  return costs;
}

}  // namespace cgsd
