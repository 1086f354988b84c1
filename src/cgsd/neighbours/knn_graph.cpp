#include "cgsd/neighbours/knn_graph.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "cgsd/core/error.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/core/parallel_vector.hpp"
#include "cgsd/graph/processes.hpp"
#include "cgsd/neighbours/approximate_neighbours.hpp"
#include "cgsd/neighbours/exact_neighbours.hpp"
#include "cgsd/neighbours/shared_neighbours.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kKnnRows = 1024;
constexpr std::int32_t kOfFewNodes = 40;  // neighbours
constexpr std::int32_t kOfManyNodes = 30;

// The power of two that brings the largest element to about 1 where its square would overflow; else 1.
template <class T>
T safe_scale(const Matrix<T>& points, const RunContext& run) {
  T largest = 0;
  for (const T x : points.values()) {
    if (!std::isfinite(x)) throw InvalidArgument("nearest neighbours: a point is not finite");
    largest = std::max(largest, std::abs(x));
  }
  largest = static_cast<T>(largest_over_processes(run, static_cast<double>(largest)));
  const T limit = std::sqrt(std::numeric_limits<T>::max()) / static_cast<T>(1 + 4 * points.cols());
  return largest <= limit ? T(1) : std::ldexp(T(1), -std::ilogb(largest));
}

bool served_exactly(const KnnOptions& options, std::size_t nodes) {
  if (options.method != KnnMethod::automatic) return options.method == KnnMethod::exact;
  return nodes <= static_cast<std::size_t>(options.exact_limit);
}

template <class T>
KnnLists search_all(const Matrix<T>& points, std::size_t k, const KnnOptions& options, const RunContext& run) {
  if (several(run)) {
    const bool exactly = served_exactly(options, rows_of_all(run, points.rows()));
    return exactly ? exact_among_processes(points, k, run)
                   : approximate_among_processes(points, k, options.recall, run);
  }
  if (!served_exactly(options, points.rows())) return approximate_neighbours(points, k, options.recall, run);
  std::vector<NodeId> rows(points.rows());
  std::iota(rows.begin(), rows.end(), NodeId{0});
  return exact_neighbours<T>(points, rows, k, run);
}

// body(first, last) for few ranges of nodes. Most writes to the rows of one range hit the cache, in whatever order the
// lists name them; each range reads all lists, in order, which costs little.
template <class Body>
void by_ranges(std::size_t nodes, const RunContext& run, Body&& body) {
  constexpr std::size_t kRanges = 16;
  const std::size_t width = std::max(kKnnRows, (nodes + kRanges - 1) / kRanges);
  parallel_for(run, nodes, width, [&](std::size_t first, std::size_t last) {
    body(static_cast<NodeId>(first), static_cast<NodeId>(last));
  });
}

// body(v, u): v is in the list of u. One process finds that in its lists, several tell each other, so that none keeps it.
template <class Body>
void for_each_listed(const KnnLists& lists, const RunContext& run, Body&& body) {
  if (several(run)) {
    for_each_listing(lists, run, body);
    return;
  }
  by_ranges(lists.ids.rows(), run, [&](NodeId first, NodeId last) {
    const auto in_range = [&](NodeId node) { return node - first < last - first; };  // below `first` it wraps around
    for (std::size_t u = 0; u < lists.ids.rows(); ++u)
      for (const NodeId v : lists.ids.row(u))
        if (in_range(v)) body(v, static_cast<NodeId>(u));
  });
}

}  // namespace

std::int32_t neighbours_among(const KnnOptions& options, std::size_t nodes) {
  if (options.neighbours > 0) return options.neighbours;
  return std::cmp_greater(nodes, options.exact_limit) ? kOfManyNodes : kOfFewNodes;
}

template <class T>
KnnLists nearest_neighbours(const Matrix<T>& points, const KnnOptions& options, const RunContext& run) {
  validate(options);
  const std::size_t n = points.rows();
  const std::size_t all = rows_of_all(run, n);
  const std::size_t k = std::min(static_cast<std::size_t>(neighbours_among(options, all)), all == 0 ? 0 : all - 1);
  if (k == 0) return {.ids = Matrix<NodeId>(n, 0), .distances = Matrix<double>(n, 0)};
  const T scale = safe_scale(points, run);
  if (scale == T(1)) return search_all(points, k, options, run);
  Matrix<T> scaled = points;
  for (T& x : scaled.values()) x *= scale;
  KnnLists lists = search_all(scaled, k, options, run);
  for (double& distance : lists.distances.values()) distance /= static_cast<double>(scale);
  return lists;
}

template KnnLists nearest_neighbours(const Matrix<float>&, const KnnOptions&, const RunContext&);
template KnnLists nearest_neighbours(const Matrix<double>&, const KnnOptions&, const RunContext&);

// Own neighbours and those whose neighbour a node is, in one row each: rows are sorted and made unique before they are
// put side by side. No list of entries: at 30 neighbours that alone would be as large as the graph.
KnnRows knn_rows(const KnnLists& lists, const RunContext& run) {
  const std::size_t nodes = lists.ids.rows();
  const std::size_t k = lists.ids.cols();
  std::vector<EntryIndex> begin(nodes + 1, 0);
  for_each_listed(lists, run, [&](NodeId v, NodeId) { ++begin[v + 1]; });
  for (std::size_t u = 0; u < nodes; ++u) begin[u + 1] += begin[u] + k;
  std::vector<NodeId> slots = large_vector<NodeId>(begin.back(), run);
  std::vector<EntryIndex> end(nodes);
  parallel_for(run, nodes, kKnnRows, [&](std::size_t first, std::size_t last) {
    for (std::size_t u = first; u < last; ++u) {
      NodeId* const row = slots.data() + begin[u];
      const auto copied = std::ranges::copy_if(lists.ids.row(u), row, [](NodeId v) { return v != kMaxNodes; });
      end[u] = begin[u] + static_cast<EntryIndex>(copied.out - row);
    }
  });
  for_each_listed(lists, run, [&](NodeId v, NodeId by) { slots[end[v]++] = by; });
  parallel_for(run, nodes, kKnnRows, [&](std::size_t first, std::size_t last) {
    for (std::size_t u = first; u < last; ++u) {
      const std::span row = std::span(slots).subspan(begin[u], end[u] - begin[u]);
      std::ranges::sort(row);
      end[u] = begin[u] + static_cast<EntryIndex>(std::unique(row.begin(), row.end()) - row.begin());
    }
  });
  std::vector<EntryIndex> offsets(nodes + 1, 0);
  for (std::size_t u = 0; u < nodes; ++u) offsets[u + 1] = offsets[u] + (end[u] - begin[u]);
  std::vector<NodeId> targets = large_vector<NodeId>(offsets.back(), run);
  parallel_for(run, nodes, kKnnRows, [&](std::size_t first, std::size_t last) {
    for (std::size_t u = first; u < last; ++u)
      std::copy_n(slots.data() + begin[u], end[u] - begin[u], targets.data() + offsets[u]);
  });
  return {std::move(offsets), std::move(targets)};
}

Graph knn_graph(const KnnLists& lists, const RunContext& run) {
  KnnRows rows = knn_rows(lists, run);
  return processes_of(run).share(std::move(rows.offsets), std::move(rows.targets));
}

}  // namespace cgsd
