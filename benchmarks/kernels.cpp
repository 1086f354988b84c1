// Kernels on a block model of 10^6 nodes and 10^7 edges, with the memory bandwidth of the same machine beside them.
// Bytes are those that must move: targets read, values written; degrees are counted as if they stayed in cache.
#include <vector>

#include <benchmark/benchmark.h>

#include "cgsd/core/large_vector.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/curvature/curvature.hpp"
#include "cgsd/curvature/forman.hpp"
#include "cgsd/graph/generators.hpp"
#include "cgsd/neighbours/knn_graph.hpp"

namespace cgsd {
namespace {

constexpr SbmOptions kLargeGraph{
    .nodes = 1'000'000, .communities = 10, .heterophily = 0.5, .mean_degree = 20.0, .attributes = AttributeKind::none};

const Graph& large_graph() {
  static const Graph graph = stochastic_block_model(kLargeGraph, RunContext({.seed = 1})).input.graph;
  return graph;
}

// As many bytes as Forman moves, 4 read and 8 written per entry, by the same workers, without arithmetic to speak of.
void stream_entries(const Graph& graph, std::vector<double>& out, const RunContext& run) {
  parallel_for(run, graph.entries(), std::size_t{1} << 16, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) out[i] = static_cast<double>(graph.targets()[i]);
  });
  benchmark::DoNotOptimize(out.data());
}

void count_bytes(benchmark::State& state) {
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * large_graph().entries() * 12));
}

// Into memory that has been touched before: the bandwidth of the machine.
void memory_bandwidth(benchmark::State& state) {
  const RunContext run;
  auto out = large_vector<double>(large_graph().entries());
  for (auto _ : state) stream_entries(large_graph(), out, run);
  count_bytes(state);
}

// Into a new vector, as every function must that returns its result: page faults and zeros included.
void fresh_memory(benchmark::State& state) {
  const RunContext run;
  for (auto _ : state) {
    auto out = large_vector<double>(large_graph().entries());
    stream_entries(large_graph(), out, run);
  }
  count_bytes(state);
}

void forman_in_place(benchmark::State& state) {
  const RunContext run;
  auto out = large_vector<double>(large_graph().entries());
  for (auto _ : state) {
    fill_forman_curvature(large_graph(), out, run);
    benchmark::DoNotOptimize(out.data());
  }
  count_bytes(state);
}

void forman(benchmark::State& state) {
  const Graph& graph = large_graph();
  const RunContext run;
  for (auto _ : state) {
    auto curvature = edge_curvature(graph, {}, run);
    benchmark::DoNotOptimize(curvature.data());
  }
  count_bytes(state);
}

void augmented_forman(benchmark::State& state) {
  const RunContext run;
  for (auto _ : state) {
    auto curvature = edge_curvature(large_graph(), {.kind = CurvatureKind::augmented_forman}, run);
    benchmark::DoNotOptimize(curvature.data());
  }
}

void generate(benchmark::State& state) {
  for (auto _ : state) {
    auto data = stochastic_block_model(kLargeGraph, RunContext({.seed = 2}));
    benchmark::DoNotOptimize(data.input.graph.entries());
  }
}

// 20 Gaussian clusters in 48 dimensions, 30 neighbours: the time of one method over the other is the ratio to look at.
const Matrix<float>& clustered_points() {
  static const Matrix<float> points = [] {
    RandomSequence random(RunContext({.seed = 3}).stream("points"));
    Matrix<float> centres(20, 48);
    for (float& x : centres.values()) x = static_cast<float>(4.0 * random.normal());
    Matrix<float> rows(40'000, 48);
    for (std::size_t i = 0; i < rows.rows(); ++i) {
      for (std::size_t j = 0; j < rows.cols(); ++j)
        rows(i, j) = centres(i % 20, j) + static_cast<float>(random.normal());
    }
    return rows;
  }();
  return points;
}

void neighbours(benchmark::State& state, KnnMethod method) {
  const RunContext run;
  for (auto _ : state) {
    const KnnLists lists = nearest_neighbours(clustered_points(), {.neighbours = 30, .method = method}, run);
    state.counters["recall"] = lists.recall;
    state.counters["pairs"] = static_cast<double>(lists.pairs_compared);
  }
}

BENCHMARK(memory_bandwidth)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(fresh_memory)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(forman_in_place)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(forman)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(augmented_forman)->Unit(benchmark::kMillisecond)->UseRealTime()->Iterations(1);
BENCHMARK(generate)->Unit(benchmark::kMillisecond)->UseRealTime()->Iterations(3);
BENCHMARK_CAPTURE(neighbours, exact, KnnMethod::exact)->Unit(benchmark::kMillisecond)->UseRealTime()->Iterations(1);
BENCHMARK_CAPTURE(neighbours, approximate, KnnMethod::approximate)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->Iterations(1);

}  // namespace
}  // namespace cgsd
