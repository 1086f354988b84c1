// Curvature in numbers: over all edges, and over edges within and across classes.
//
// An undirected edge counts once, at its lower end; in a directed graph every entry counts.
//   deviation          √(Σ (κ − mean)² / count), the population standard deviation
//   median             of an even number of values: the mean of the middle two
//   gap_of_means       mean within − mean across, what the appendix table of the paper prints
//   gap_of_extremes    minimum within − maximum across, the quantity of its Theorem 1 and of the table's caption
// Numbers without a value (no edges) are NaN.
// Promises: the same bits at any number of threads. Throws InvalidArgument if sizes do not fit the graph or a
// curvature is NaN. Cost: O(m), 8 bytes per edge.
#pragma once

#include <cstdint>
#include <span>

#include "cgsd/core/context.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

struct CurvatureStatistics {
  std::uint64_t count;
  double mean;
  double median;
  double minimum;
  double maximum;
  double deviation;
};

CurvatureStatistics curvature_statistics(GraphView graph, std::span<const double> curvature, const RunContext& run);

struct WithinCross {
  CurvatureStatistics within;  // edges whose ends have the same class
  CurvatureStatistics cross;   // edges whose ends have different classes
  double gap_of_means;
  double gap_of_extremes;
};

// class_of as in graph/dataset.hpp. Loops and edges with an unlabelled end are left out.
WithinCross within_cross(GraphView graph, std::span<const double> curvature, std::span<const std::int32_t> class_of,
                         const RunContext& run);

}  // namespace cgsd
