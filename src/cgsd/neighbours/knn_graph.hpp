// Step 4: the k nearest neighbours of every row (Euclidean, the row itself excluded), and the graph they make.
//
// Comes back: ids by rising distance, ties to the lower id; k is cut at n − 1.
// How (exact): blocked products give ‖x‖² + ‖y‖² − 2 x·y for a panel of rows against all others; everything within the
// rounding error of the k-th value is measured again by differences in double, so the result is exact and ties are
// ties. Promises: the same bits at any number of threads; points of any finite size. Throws InvalidArgument for others.
// Cost: O(n² d), O(panel · n) memory per thread.
#pragma once

#include <array>
#include <cstdint>

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

enum class KnnMethod { exact };
constexpr auto enum_names(KnnMethod) { return std::array{EnumName<KnnMethod>{KnnMethod::exact, "exact"}}; }

struct KnnOptions {
  std::int32_t neighbours = 10;
  KnnMethod method = KnnMethod::exact;
};

inline void describe(OptionVisitor& v, KnnOptions& o) {
  v.number("neighbours", o.neighbours, {1, 1000}, "nearest neighbours per node");
  v.choice("method", o.method, "how they are found");
}

struct KnnLists {
  Matrix<NodeId> ids;        // n × k
  Matrix<double> distances;  // n × k, Euclidean
};

template <class T>
KnnLists nearest_neighbours(const Matrix<T>& points, const KnnOptions& options, const RunContext& run);

// u and v are joined where either is among the other's neighbours (symmetrised by maximum); weights 1.
Graph knn_graph(const KnnLists& lists, const RunContext& run);

}  // namespace cgsd
