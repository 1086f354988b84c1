// Why a detection came out as it did, in a few plain sentences, read from a summary's figures.
#pragma once

#include <string>

#include "cgsd/detect/stability.hpp"
#include "cgsd/summary/summary.hpp"

namespace cgsd {

// Whether edges were counted by their weights, and why; empty if nothing was to be decided.
std::string weight_explanation(const WeightChoice& choice);
// How attributes were compared and why, and what was done with the edges.
std::string attribute_explanation(const DiffusionFacts& facts);
// What the graph's own structure added.
std::string structure_explanation(const DiffusionFacts& facts);
// Whether the starts of K-means ended alike; empty after a single start.
std::string rounding_explanation(const KmeansFacts& facts);
// How firmly the communities stand over repetitions; empty without any.
std::string stability_explanation(const Stability& stability);

}  // namespace cgsd
