// Why a detection came out as it did: for each choice a plain sentence or two, and apart from them the figures behind it.
//
// Sentences need no symbol and no knowledge of the method. Figures name what they measure. A decision without either is
// empty: there was nothing to decide.
#pragma once

#include "cgsd/detect/stability.hpp"
#include "cgsd/summary/summary.hpp"

namespace cgsd {

// "weights": whether edges were counted by their weights.
Decision weight_decision(const WeightChoice& choice);
// "attributes": how they were compared.
Decision attribute_decision(const DiffusionFacts& facts);
// "blank rows": what nodes without any attribute count as; empty if there are none.
Decision blank_row_decision(const DiffusionFacts& facts);
// "edges": what was done with them, given how alike neighbours are.
Decision edge_decision(const DiffusionFacts& facts);
// "structure": what the graph's own structure added.
Decision structure_decision(const DiffusionFacts& facts);
// "rounding": whether the starts of K-means ended alike.
Decision rounding_decision(const KmeansFacts& facts);
// "stability": how firmly the communities stand over repetitions.
Decision stability_decision(const Stability& stability);

}  // namespace cgsd
