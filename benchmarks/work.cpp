// One piece of work on data that table.py wrote, timed without reading them. Prints one line of JSON.
//
//   cgsd_work leiden|louvain GRAPH RESULT      GRAPH: number of nodes, then pairs, all uint32; RESULT: int32 per node
//   cgsd_work kmeans|sampled POINTS COLUMNS    float32, 16 clusters, 10 starts; sampled: of samples, as the default does it
//   cgsd_work knn POINTS COLUMNS RESULT        10 neighbours, recall .95; RESULT: uint32, ten a row
//   cgsd_work eigenpairs GRAPH                 10 pairs of the normalised Laplacian
//   cgsd_work ami LABELS LABELS                int32
//   cgsd_work machine                          bytes and floating-point operations a second
#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <fstream>
#include <iostream>
#include <span>
#include <string>
#include <vector>

#include <Eigen/Dense>
#include <fmt/format.h>

#include "cgsd/clustering/kmeans.hpp"
#include "cgsd/clustering/sampled_kmeans.hpp"
#include "cgsd/core/error.hpp"
#include "cgsd/core/large_vector.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/graph/builder.hpp"
#include "cgsd/metrics/agreement.hpp"
#include "cgsd/modularity/leiden.hpp"
#include "cgsd/modularity/louvain.hpp"
#include "cgsd/neighbours/knn_graph.hpp"
#include "cgsd/spectral/eigenpairs.hpp"

namespace cgsd {
namespace {

using Clock = std::chrono::steady_clock;

template <class T>
std::vector<T> numbers_in(const std::string& path) {
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  std::vector<T> values(static_cast<std::size_t>(in.tellg()) / sizeof(T));
  in.seekg(0);
  in.read(reinterpret_cast<char*>(values.data()), static_cast<std::streamsize>(values.size() * sizeof(T)));
  if (!in) throw IoError(path + ": cannot be read");
  return values;
}

template <class T>
void write_numbers(const std::string& path, std::span<const T> values) {
  std::ofstream out(path, std::ios::binary);
  out.write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(values.size_bytes()));
  if (!out.flush()) throw IoError(path + ": cannot be written");
}

Graph graph_in(const std::string& path, const RunContext& run) {
  const auto numbers = numbers_in<std::uint32_t>(path);
  EntryList list{.nodes = numbers.at(0), .entries = {}, .weights = {}};
  for (std::size_t i = 1; i + 1 < numbers.size(); i += 2) list.entries.push_back({numbers[i], numbers[i + 1]});
  return build_graph(list, {}, run).graph;
}

Matrix<float> points_in(const std::string& path, std::size_t columns) {
  auto values = numbers_in<float>(path);
  const std::size_t rows = values.size() / columns;
  return {rows, columns, std::move(values)};
}

// Seconds by the clock and of the processors (all threads together). On a machine that others use, only the latter mean
// something.
struct Seconds {
  double clock = 0.0;
  double processors = 0.0;
  std::string json() const { return fmt::format(R"("seconds": {}, "cpu": {})", clock, processors); }
};

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// What `work` gives, and how long it takes.
template <class Work>
auto timed(Seconds& seconds, Work&& work) {
  const auto begin = Clock::now();
  const double used = processor_seconds();
  auto result = work();
  seconds = {std::chrono::duration<double>(Clock::now() - begin).count(), processor_seconds() - used};
  return result;
}

std::string communities(const std::vector<std::string>& words, const RunContext& run) {
  const Graph graph = graph_in(words.at(1), run);
  Seconds seconds;
  const Partition found = timed(seconds, [&] {
    return words[0] == "leiden" ? leiden(graph, {}, run).partition : louvain(graph, {.restarts = 1}, run).partition;
  });
  write_numbers<std::int32_t>(words.at(2), found.community_of);
  return seconds.json();
}

std::string clusters(const std::vector<std::string>& words, const RunContext& run) {
  const Matrix<float> points = points_in(words.at(1), std::stoul(words.at(2)));
  Matrix<double> precise(points.rows(), points.cols());
  std::ranges::copy(points.values(), precise.values().begin());
  const bool sampled = words[0] == "sampled";
  Seconds seconds;
  const KmeansResult found = timed(seconds, [&] {
    return sampled ? sampled_kmeans(precise, {.clusters = 16}, run) : kmeans(points, {.clusters = 16}, run);
  });
  return fmt::format(R"({}, "quality": {})", seconds.json(), found.inertia);
}

std::string neighbours(const std::vector<std::string>& words, const RunContext& run) {
  const Matrix<float> points = points_in(words.at(1), std::stoul(words.at(2)));
  const KnnOptions options{.neighbours = 10, .method = KnnMethod::approximate, .recall = 0.95};
  Seconds seconds;
  const KnnLists found = timed(seconds, [&] { return nearest_neighbours(points, options, run); });
  write_numbers<NodeId>(words.at(3), found.ids.values());
  return fmt::format(R"({}, "flops": {})", seconds.json(),
                     2.0 * static_cast<double>(found.pairs_compared * points.cols()));
}

std::string eigenpairs(const std::vector<std::string>& words, const RunContext& run) {
  const Graph graph = graph_in(words.at(1), run);
  const NormalisedLaplacian laplacian(graph, {}, run);  // made before, as the matrix of the other programs
  Seconds seconds;
  const Spectrum found =
      timed(seconds, [&] { return smallest_eigenpairs(laplacian, {.eigenpairs = 10, .tolerance = 1e-6}, run); });
  return fmt::format(R"({}, "quality": {}, "bytes": {})", seconds.json(), *std::ranges::max_element(found.residuals),
                     12.0 * static_cast<double>(graph.entries()) * found.products);
}

std::string agreement(const std::vector<std::string>& words, const RunContext&) {
  const auto first = numbers_in<std::int32_t>(words.at(1));
  const auto second = numbers_in<std::int32_t>(words.at(2));
  Seconds seconds;
  const double found = timed(seconds, [&] { return ami(contingency(first, second)); });
  return fmt::format(R"({}, "quality": {})", seconds.json(), found);
}

// a ← b + 3 c, the best of five; and the product of two matrices of floats.
std::string machine(const std::vector<std::string>&, const RunContext& run) {
  constexpr std::size_t kNumbers = std::size_t{1} << 25;
  auto a = large_vector<double>(kNumbers);
  const std::vector<double> b(kNumbers, 1.0);
  const std::vector<double> c(kNumbers, 2.0);
  double best = 1e300;
  for (int i = 0; i < 5; ++i) {
    Seconds seconds;
    timed(seconds, [&] {
      parallel_for(run, kNumbers, std::size_t{1} << 16, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) a[k] = b[k] + 3.0 * c[k];
      });
      return 0;
    });
    best = std::min(best, seconds.clock);
  }
  constexpr Eigen::Index kSide = 2048;
  const Eigen::MatrixXf left = Eigen::MatrixXf::Random(kSide, kSide);
  Eigen::MatrixXf product(kSide, kSide);
  Seconds seconds;
  timed(seconds, [&] {
    parallel_for(run, kSide, 128, [&](std::size_t begin, std::size_t end) {
      const auto first = static_cast<Eigen::Index>(begin);
      product.middleCols(first, static_cast<Eigen::Index>(end) - first).noalias() =
          left * left.middleCols(first, static_cast<Eigen::Index>(end) - first);
    });
    return 0;
  });
  return fmt::format(R"("bytes": {}, "flops": {})", 24.0 * kNumbers / best, 2.0 * std::pow(kSide, 3) / seconds.clock);
}

int answer(const std::vector<std::string>& words) {
  const RunContext run({.seed = 1});
  const std::pair<std::string_view, std::string (*)(const std::vector<std::string>&, const RunContext&)> works[] = {
      {"leiden", communities}, {"louvain", communities}, {"kmeans", clusters},       {"sampled", clusters},
      {"knn", neighbours},     {"ami", agreement},       {"eigenpairs", eigenpairs}, {"machine", machine}};
  for (const auto& [name, work] : works) {
    if (words.empty() || words[0] != name) continue;
    std::cout << "{" << work(words, run) << "}\n";
    return 0;
  }
  std::cerr << "usage: cgsd_work leiden|louvain|kmeans|sampled|knn|eigenpairs|ami|machine FILES...\n";
  return 2;
}

}  // namespace
}  // namespace cgsd

int main(int argc, char** argv) {
  try {
    return cgsd::answer({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
