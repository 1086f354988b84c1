// K-means: `clusters` centres that (locally) minimise the inertia Σ_v ‖x_v − centre(v)‖².
//
// How: greedy k-means++ seeding (Arthur & Vassilvitskii 2007; of several draws the best is kept), then Lloyd's
// iterations with Hamerly's bounds (SDM 2010), which skip a point while its own centre is provably the nearest. A
// cluster that runs empty takes the point farthest from its centre. The restart with the lowest inertia wins, ties go
// to the earlier one. If the caller has a second opinion, it decides between restarts that end within one in a thousand of the
// lowest: what K-means says of these is the same. Promises: the same bits at any number of threads; distances in double. Rows may repeat: with
// fewer distinct rows than clusters some clusters stay empty and the partition has fewer communities. Cost per restart
// and iteration: O(n k d) at first, far less once most points no longer move; sparse rows are never made dense and cost
// O(k (non-zeros + d)) (point_rows.hpp).
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "cgsd/clustering/partition.hpp"
#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/graph/attributed_graph.hpp"

namespace cgsd {

struct KmeansOptions {
  std::int32_t clusters = 2;
  std::int32_t restarts = 10;
  std::int32_t max_iterations = 300;
  double tolerance = 1e-4;
};

inline void describe(OptionVisitor& v, KmeansOptions& o) {
  v.number("clusters", o.clusters, {1, 1'000'000}, "number of centres");
  v.number("restarts", o.restarts, {1, 10'000}, "independent starts, of which the best is kept");
  v.number("max_iterations", o.max_iterations, {1, 1'000'000}, "iterations of one start at most");
  v.number("tolerance", o.tolerance, {.low = 0.0},
           "stop when the centres' squared move is below this times the mean variance");
}

struct KmeansResult {
  Partition partition;     // numbered by size
  Matrix<double> centres;  // in the order of the partition; one row per community
  double inertia = 0.0;
  std::int32_t iterations = 0;  // of the start that won
  std::int32_t restart = 0;     // which one that was
  bool converged = false;
  std::int32_t starts = 0;     // that were made
  std::int32_t near_best = 0;  // of these, how many ended within 1 % of the lowest inertia, the best included
};

// The higher, the better. Not asked if it is empty or if there is nothing to decide.
using SecondOpinion = std::function<double(const Partition&)>;

KmeansResult kmeans(MatrixView<float> points, const KmeansOptions& options, const RunContext& run);
KmeansResult kmeans(MatrixView<double> points, const KmeansOptions& options, const RunContext& run,
                    const SecondOpinion& opinion = {});
KmeansResult kmeans(SparseView points, const KmeansOptions& options, const RunContext& run);

// One start, from these centres, one per cluster; `clusters` and `restarts` are not read. The points may be those of several
// processes, each with some (graph/processes.hpp); in kmeans() they are not.
KmeansResult kmeans_from(const Matrix<double>& centres, MatrixView<float> points, const KmeansOptions& options,
                         const RunContext& run);
KmeansResult kmeans_from(const Matrix<double>& centres, MatrixView<double> points, const KmeansOptions& options,
                         const RunContext& run);

// Of results of the same points, the one to keep; there is one at least.
KmeansResult& best_of(std::span<KmeansResult> results, const SecondOpinion& opinion);

}  // namespace cgsd
