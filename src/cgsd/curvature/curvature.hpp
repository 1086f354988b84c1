// Step 1: the discrete Ricci curvature of every edge.
//
// Comes back: one value per entry of the graph (see graph/graph.hpp); both entries of an undirected edge carry the
// same. Each kind has a header of its own with formula, cost and source; this one chooses.
// forman, augmented_forman and balanced_forman ignore weights; weighted_forman and ollivier use them if there are
// any, and they must be above 0. Only forman takes a directed graph.
// Promises: the same bits at any number of threads. Throws InvalidArgument for options out of range and for a graph
// that the kind cannot take.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

enum class CurvatureKind { forman, weighted_forman, augmented_forman, balanced_forman, ollivier };
constexpr auto enum_names(CurvatureKind) {
  return std::array{
      EnumName<CurvatureKind>{CurvatureKind::forman, "forman", "4 − d_u − d_v"},
      EnumName<CurvatureKind>{CurvatureKind::weighted_forman, "weighted_forman", "with edge weights"},
      EnumName<CurvatureKind>{CurvatureKind::augmented_forman, "augmented_forman", "plus 3 per triangle"},
      EnumName<CurvatureKind>{CurvatureKind::balanced_forman, "balanced_forman", "triangles and squares, in (−2, …]"},
      EnumName<CurvatureKind>{CurvatureKind::ollivier, "ollivier", "exact optimal transport; slow on large degrees"}};
}

struct CurvatureOptions {
  CurvatureKind kind = CurvatureKind::forman;
  double idleness = 0.5;                      // ollivier only
  std::uint64_t ollivier_limit = 10'000'000;  // ollivier only
};

inline void describe(OptionVisitor& v, CurvatureOptions& o) {
  v.choice("kind", o.kind, "which curvature");
  v.number("idleness", o.idleness, {0.0, 1.0}, "ollivier: share of a node's mass that does not move");
  v.number("ollivier_limit", o.ollivier_limit, {1, 100'000'000},
           "ollivier: refuse a graph with an edge whose two degrees have a larger product");
}

std::vector<double> edge_curvature(GraphView graph, const CurvatureOptions& options, const RunContext& run);

}  // namespace cgsd
