// What a graph offers to the method: how alike neighbours are, what curvature tells about communities, what the gate
// leaves of the edges, what attributes know, and what becomes of the paper's statements on this graph. docs/diagnose.md
// says how each statement is read.
//
// Works on undirected edges and on Forman curvature. Communities are classes where there are labels, else what a
// detector found; edges with an end in none are left out of what speaks of communities. Promises: the same bits at any
// number of threads. Figures without a value are NaN. Throws InvalidArgument for a directed graph and for sizes that do
// not fit, Cancelled. Cost: O(m log m + m · products of Lanczos), and that of nearest_neighbour_accuracy.hpp.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/curvature/statistics.hpp"
#include "cgsd/diagnosis/block_model_gap.hpp"
#include "cgsd/diagnosis/curvature_bounds.hpp"
#include "cgsd/diagnosis/curvature_tails.hpp"
#include "cgsd/diagnosis/gate_contraction.hpp"
#include "cgsd/diagnosis/gate_shares.hpp"
#include "cgsd/diagnosis/gated_modularity.hpp"
#include "cgsd/diagnosis/nearest_neighbour_accuracy.hpp"
#include "cgsd/diagnosis/soft_rank.hpp"
#include "cgsd/diffusion/diffusion.hpp"
#include "cgsd/graph/dataset.hpp"
#include "cgsd/metrics/homophily.hpp"

namespace cgsd {

struct DiagnosisInput {
  const AttributedGraph& input;
  const Labels& labels;                        // may be none
  std::span<const std::int32_t> community_of;  // the classes, or communities that were found
  const Diffusion& diffusion;                  // what the default decided; its embedding is not looked at
};

// What attributes and edges have to say to each other.
struct AttributeFigures {
  std::vector<MetricEvidence> metrics;  // empty: no attributes, or none that varies
  std::size_t chosen = 0;
  EdgeAgreement agreement;  // of the directions that the default uses
  SheafSign sign;
};

struct Diagnosis {
  std::optional<Homophily> homophily;  // with labels
  CurvatureStatistics curvature;
  WithinCross by_community;
  OpenShares printed_gate;
  OpenShares rank_gate;
  AttributeFigures attributes;
  std::optional<NearestNeighbourAccuracy> nearest_neighbour;  // with labels and attributes
  double largest_class_share;  // of the nodes that have a class or community: what naming the largest always scores
  CurvatureBounds lemma1;
  GateContraction theorem1;
  CurvatureTails lemma2;
  GatedModularity theorem2;
  BlockModelGap theorem3;
  SoftRank lemma3;
};

Diagnosis diagnose(const DiagnosisInput& input, const RunContext& run);

}  // namespace cgsd
