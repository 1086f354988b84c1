// What a page draws as evidence beside the figures of the manifest, counted here so that the page counts nothing.
//
//   curvature    Forman curvature of edges within communities and between them, in the bins of figure/tail_bins.hpp
//   mixing       edge weight between communities, in units of what chance makes of their degrees:
//                e_ab · 2w / (d_a d_b), above 1: joined more often than by chance. Up to kMostMixed communities
//   classes      nodes of each community in each class, if there are classes
//   confidence   nodes in 20 bins of [0, 1], and those without a value
//   scatter      the first two principal components of the embedding as arrays scatter_x and scatter_y, and their shares of
//                its variance
//
// A part that does not exist is null. Promises: the same at any number of threads. Cost: O(n + m), and a decomposition.
#pragma once

#include "cgsd/core/context.hpp"
#include "cgsd/report/packed_arrays.hpp"
#include "cgsd/report/run_part.hpp"

namespace cgsd {

inline constexpr std::int32_t kMostMixed = 40;

nlohmann::ordered_json curvature_facts(GraphView graph, const Partition& partition, const RunContext& context);
nlohmann::ordered_json mixing_facts(GraphView graph, const Partition& partition);
nlohmann::ordered_json class_facts(const Labels& labels, const Partition& partition);
nlohmann::ordered_json confidence_facts(const std::vector<double>& confidence);
nlohmann::ordered_json add_scatter(PackedArrays& arrays, MatrixView<float> embedding, const RunContext& context);

}  // namespace cgsd
