// Our statements about curvature, gates and communities, evaluated on one graph. They are ours, not the paper's;
// docs/notes/statements.md has them with their proofs.
//
// Works on undirected edges and on Forman curvature. Edges with an end in no community (kUnlabelled) are left out of
// what is about communities. Figures without a value are NaN. Promises: the same bits at any number of threads. Throws
// InvalidArgument for a directed graph and for sizes that do not fit, Cancelled. Cost: O(m log m + m · products of
// Lanczos).
#pragma once

#include <cstdint>
#include <span>

#include "cgsd/core/context.hpp"
#include "cgsd/graph/graph.hpp"

#include "papers/cgsd/statements/block_model_gap.hpp"
#include "papers/cgsd/statements/curvature_bounds.hpp"
#include "papers/cgsd/statements/curvature_tails.hpp"
#include "papers/cgsd/statements/gate_contraction.hpp"
#include "papers/cgsd/statements/gated_modularity.hpp"
#include "papers/cgsd/statements/soft_rank.hpp"

namespace cgsd {

struct Statements {
  CurvatureBounds bounds;
  GateContraction contraction;
  CurvatureTails tails;
  GatedModularity modularity;
  BlockModelGap gap;
  SoftRank soft_rank;
};

Statements evaluate_statements(GraphView graph, std::span<const std::int32_t> community_of, const RunContext& run);

}  // namespace cgsd
