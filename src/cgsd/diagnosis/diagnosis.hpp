// What a graph offers to a detector of communities: how alike neighbours are, by classes and by attributes, how well
// curvature tells edges within communities from edges across, and what attributes alone tell about classes.
// advice.hpp makes sentences of these figures; docs/diagnose.md explains them.
//
// Works on undirected edges and on Forman curvature. Communities are the classes if there are labels, else what a
// detector found; edges with an end in none are left out of what is about communities. Promises: the same bits at any
// number of threads. Figures without a value are NaN. Throws InvalidArgument for a directed graph and for sizes that do
// not fit, Cancelled. Cost: O(m log m), and that of nearest_neighbour_accuracy.hpp.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/curvature/statistics.hpp"
#include "cgsd/diagnosis/nearest_neighbour_accuracy.hpp"
#include "cgsd/diffusion/diffusion.hpp"
#include "cgsd/graph/dataset.hpp"
#include "cgsd/metrics/homophily.hpp"

namespace cgsd {

struct DiagnosisInput {
  AttributedGraphView input;
  const Labels& labels;                        // may be none
  std::span<const std::int32_t> community_of;  // the classes, or communities that were found
  const Diffusion& diffusion;                  // what the default decided; its embedding is not looked at
};

// How far attributes agree along the edges, and what the default does about it.
struct AttributeFigures {
  std::vector<MetricEvidence> metrics;  // empty: no attributes, or none that varies
  std::size_t chosen = 0;
  EdgeAgreement agreement;  // of the directions that the default uses
  SheafSign sign;
  std::vector<double> shares;  // of the metrics in the coordinates
};

struct Diagnosis {
  std::optional<Homophily> homophily;  // with labels
  AttributeFigures attributes;
  std::optional<NearestNeighbourAccuracy> nearest_neighbour;  // with labels and attributes
  double largest_class_share;  // of the nodes that have a class or community: what naming the largest always scores
  CurvatureStatistics curvature;
  WithinCross by_community;
  double higher_within;  // curvature_order.hpp
  double open_share;  // of the edges with σ(κ) ≥ 0.01, the gate of the presets paper and authors; NaN without edges
};

Diagnosis diagnose(const DiagnosisInput& input, const RunContext& run);

}  // namespace cgsd
