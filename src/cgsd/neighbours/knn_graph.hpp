// Step 4: the k nearest neighbours of every row (Euclidean, the row itself excluded), and the graph they make.
//
// Comes back: ids by rising distance, ties to the lower id; k is cut at n − 1. Distances are those of the ids, measured
// in double, whatever the method.
// How: `exact` compares all pairs (exact_neighbours.hpp); `approximate` those that share a leaf of random trees, until
// a sample of rows has `recall` of its nearest (approximate_neighbours.hpp); `automatic` is exact up to `exact_limit`
// rows, approximate beyond.
// Promises: the same bits at any number of threads; points of any finite size. Throws InvalidArgument for others.
// Cost: exact O(n² d); approximate O(trees · n (1500 d + log n)), O(n (k + d)) memory.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

enum class KnnMethod { automatic, exact, approximate };
constexpr auto enum_names(KnnMethod) {
  return std::array{EnumName<KnnMethod>{KnnMethod::automatic, "automatic", "exact up to exact_limit nodes"},
                    EnumName<KnnMethod>{KnnMethod::exact, "exact", "all pairs"},
                    EnumName<KnnMethod>{KnnMethod::approximate, "approximate", "random trees"}};
}

struct KnnOptions {
  std::int32_t neighbours = 10;  // 0: neighbours_among decides
  KnnMethod method = KnnMethod::automatic;
  std::int32_t exact_limit = 20'000;
  double recall = 0.98;
};

inline void describe(OptionVisitor& v, KnnOptions& o) {
  v.number("neighbours", o.neighbours, {0, 1000}, "nearest neighbours per node; 0: 40, or 30 beyond exact_limit nodes");
  v.choice("method", o.method, "how they are found");
  v.number("exact_limit", o.exact_limit, {0}, "automatic: exact up to this many nodes, approximate beyond");
  v.number("recall", o.recall, {0.0, 1.0}, "approximate: share of the nearest to find before the search ends");
}

// How many of them a node has among so many: those asked for; else 40, beyond exact_limit nodes 30, which take a seventh less
// time and memory.
std::int32_t neighbours_among(const KnnOptions& options, std::size_t nodes);

struct KnnLists {
  Matrix<NodeId> ids;        // n × k
  Matrix<double> distances;  // n × k, Euclidean

  KnnMethod method = KnnMethod::exact;  // the one used: exact or approximate
  double recall = 1.0;                  // of the nearest, as estimated on a sample of rows
  std::uint64_t pairs_compared = 0;     // ordered pairs whose distance was computed
};

template <class T>
KnnLists nearest_neighbours(const Matrix<T>& points, const KnnOptions& options, const RunContext& run);

// u and v are joined if either is among the other's neighbours (symmetrised by maximum); weights 1. Several
// processes (graph/processes.hpp): the rows of the own nodes; ids of the lists are among all nodes.
Graph knn_graph(const KnnLists& lists, const RunContext& run);

// The same as rows before processes share them: the targets of row u are targets[offsets[u]] … targets[offsets[u + 1] − 1],
// among all nodes, ascending.
struct KnnRows {
  std::vector<EntryIndex> offsets;
  std::vector<NodeId> targets;
};
KnnRows knn_rows(const KnnLists& lists, const RunContext& run);

}  // namespace cgsd
